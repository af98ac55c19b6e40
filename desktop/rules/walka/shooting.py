"""Shots and bursts, from what can be aimed at to the hit (walka-11, 12 and 14 to 25)."""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import lru_cache

from desktop.rules.cast import question
from desktop.rules.effects import EffectUnit
from desktop.rules.fields import Choice
from desktop.rules.positions import WALL, walled
from desktop.rules.table import BY_HAND, Decision, LazyDecision, Refusal, Table, refuse
from desktop.rules.text import Reason, Text
from desktop.rules.walka import checks, commands, conditions, d20, hits, sabres, tables, weapons
from desktop.rules.walka.grenades import blast, refuse_victims
from desktop.rules.walka.segments import suppress
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter, Hand, attackers, opponent, opponents
from desktop.rules.walka.weapons import Plan

# ---- why somebody cannot shoot


def cannot_shoot(state: Battle, fighter: Fighter) -> Text | None:
    """What keeps somebody from shooting at all: rushing (walka-21), cover (10), arms (27)."""
    if not fighter.guns:
        return NO_GUN
    if fighter.running == "rushing":
        return checks.RUSHES
    if fighter.hidden:
        return Text("behind cover; lean out first")
    if attackers(state, fighter.id):
        return weapons.PRESSED
    return weapons.no_hands(state, fighter)


def needs_gun(
    among: Callable[[Fighter], Sequence[int]], missing: Text
) -> Callable[[Battle, Fighter], Text | None]:
    """Why an action cannot be done that takes some guns only; ``missing`` where there is none."""

    def why_not(state: Battle, fighter: Fighter) -> Text | None:
        guns, problem = among(fighter), cannot_shoot(state, fighter)
        return problem or (weapons.none_ready(fighter, guns) if guns else missing)

    return why_not


NO_GUN = Text("no firearm")
no_gun_ready = needs_gun(lambda fighter: fighter.guns, NO_GUN)
"""Why no gun can be fired now."""


def no_two_guns(state: Battle, fighter: Fighter) -> Text | None:
    """walka-16: why two weapons cannot be fired at once now."""
    if any(arm in fighter.disabled for arm in tables.ARMS):
        return Text("an arm is disabled")
    if problem := cannot_shoot(state, fighter):
        return problem
    if len(fighter.guns) < 2:
        return Text("not two firearms")
    unready = [index for index in fighter.guns if not weapons.ready(fighter, index)]
    if len(fighter.guns) - len(unready) >= 2:
        return None
    return weapons.not_ready(fighter, unready[0])


HOLDING: Mapping[Hand, Sequence[tables.Location]] = {
    "both": tables.ARMS,
    "dominant": tables.ARMS[:1],
    "other": tables.ARMS[1:],
}


def disabled_hand(fighter: Fighter, hand: Hand) -> Text | None:
    """walka-27: an arm that does not move holds nothing."""
    for arm in HOLDING[hand] if fighter.disabled else ():
        if arm in fighter.disabled:
            where = tables.LOCATION_TEXT[arm]
            return Reason("does not move: {where}", rule="walka-27", where=where)
    return None


# ---- what is shot at, and the threshold (walka-15 to 17 and 19 to 23)


def refuse_shot(
    state: Battle, fighter: Fighter, shot: Plan, overrule: bool, place: str = ""
) -> None:
    """Raises :class:`Refusal` where a shot cannot be. ``place`` is where the command says it:
    ``"shots[1]."``."""
    at, gun, weapon, *_ = shot
    target = opponent(state, fighter, at.target, place + "target")
    if not overrule:
        if state.battlefield and walled(state, fighter.id, target.id):
            raise Refusal(WALL, place + "target")
        refuse(weapons.not_ready(fighter, gun), place + "with")
        refuse(disabled_hand(fighter, shot.hand), place + "hand")
        if weapon.shot_segments > 1 and opponents(state, fighter):
            slow = Text("{weapon} is too slow hand to hand", weapon=weapon.name)
            raise Refusal(slow, place + "with", rule="walka-44")
        farthest = weapons.farthest(weapon)
        if at.distance > farthest:
            values = {"distance": at.distance, "weapon": weapon.name, "farthest": farthest}
            problem = Text("{distance} m is out of reach, {weapon} reaches {farthest} m", **values)
            raise Refusal(problem, place + "distance", rule="walka-19")
        if target.hidden and not target.spotted and not at.modifiers.cover:
            problem = Text(
                "{target} is behind cover, out of sight; say what is seen", target=target.name
            )
            raise Refusal(problem, place + "modifiers.cover", rule="walka-20")
    if shot.victims:
        refuse_victims(state, shot.victims)


TO_BE_HIT = EffectUnit(
    "to_be_hit", Text("Thresholds of shots at it"), "Próg strzałów w cel", rule="walka-17"
)


def threshold_of_shot(fighter: Fighter, weapon: Weapon) -> checks.Threshold:
    """walka-17: what sheet and wounds make of a shot, at no target and no distance."""
    threshold = checks.threshold_of(fighter, "dexterity", "shots")
    checks.add_own(threshold, fighter)
    checks.add_weapon(threshold, fighter, weapon)
    return threshold


def threshold_at(state: Battle, fighter: Fighter, shot: Plan) -> checks.Threshold:
    """walka-17: everything that bears on this shot, in the order of the rules that it is told."""
    weapon, at, target = shot.weapon, shot.at, state[shot.at.target]
    threshold = checks.threshold_of(fighter, "dexterity", "shots")
    # walka-19: the distance, and the scope's help (walka-14).
    far = weapons.distance_modifier(weapon, at.distance)
    if far:
        why = Text("{weapon} at {distance} m", distance=at.distance, weapon=weapon.name)
        threshold.add(why, far, "walka-19")
        if shot.scope and far < 0:
            threshold.add(Text("scope"), min(shot.scope, -far), "walka-14")
    # walka-20: the worst of cover, leaning out and posture counts.
    covers = [armor.seen for armor in target.sheet.armor if armor.seen]
    if at.modifiers.cover:
        covers.append(at.modifiers.cover)
    elif target.covered and target.spotted and not target.leaning:
        covers.append("sliver")
    if target.leaning:
        covers.append(target.seen)
    if target.posture != "standing":
        covers.append(tables.POSTURE_COVER[target.posture])
    if covers:
        worst = min(covers, key=tables.COVER.__getitem__)
        why = Text("{target}, seen: {seen}", target=target.name, seen=tables.COVER_TEXT[worst])
        threshold.add(why, tables.COVER[worst], "walka-20")
    # walka-21: movement of the target, then of the shooter.
    movement = at.modifiers.movement or target.running
    if movement != "still":
        why = Text("{target} runs", target=target.name)
        if movement == "rushing":
            why = Text("{target} rushes", target=target.name)
        threshold.add(why, tables.MOVING_TARGET[movement], "walka-21")
    checks.add_own(threshold, fighter)
    # walka-22: its size; walka-23: the chosen location.
    size = at.modifiers.size or target.sheet.size
    if size != "medium":
        why = Text("{target}, size: {size}", target=target.name, size=tables.SIZE_TEXT[size])
        threshold.add(why, tables.SIZE[size], "walka-22")
    if at.location:
        why = Text("chosen location: {where}", where=tables.LOCATION_TEXT[at.location])
        threshold.add(why, tables.CHOSEN[at.location][0], "walka-23")
    if target.suffers("smoke"):
        smoke = conditions.CONDITIONS["smoke"]
        threshold.add(Text("{target} in smoke", target=target.name), smoke.shots, smoke.rule)
    if at.modifiers.flank and target.suffers("deaf"):
        threshold.add(Text("{target} is deaf", target=target.name), tables.DEAF_BEHIND, "walka-54")
    for name, amount in TO_BE_HIT.each(target):
        threshold.add(name, amount, BY_HAND)
    # walka-16 and 15: the hands that hold the weapon.
    if shot.two and shot.hand == "other":
        threshold.add(Text("two weapons, other hand"), tables.TWO_WEAPONS[1], "walka-16")
    elif shot.two:
        threshold.add(Text("two weapons, dominant hand"), tables.TWO_WEAPONS[0], "walka-16")
    elif shot.hand == "other":
        threshold.add(Text("in the other hand"), tables.OTHER_HAND, "walka-16")
    checks.add_weapon(threshold, fighter, weapon, shot.hand)
    threshold.add_given(at.modifiers)
    return threshold


# ---- single shots, several, two weapons (walka-11, 12, 14, 16)


def plan_one(state: Battle, fighter: Fighter, command: commands.OneGun) -> list[Plan]:
    """walka-11, 14 and 24: the one shot or burst; a scope helps only after aiming, or out of
    danger. Raises :class:`Refusal`."""
    among = fighter.guns if command.with_ else weapons.fitting(fighter, command.action)
    gun = weapons.find_weapon(fighter, command.with_, among)
    weapon, scope = fighter.sheet.weapons[gun], 0
    if type(command) is commands.Snipe and (command.aim + fighter.aiming or command.safe):
        scope = weapon.scope
    elif type(command) is commands.ContinuousFire:
        for id in command.targets:
            opponent(state, fighter, id, "targets")
    shot = Plan(command, gun, weapon, command.hand, scope=scope, victims=command.victims)
    refuse_shot(state, fighter, shot, command.overrule)
    if command.action in tables.BURSTS and not weapon.rate_of_fire:
        no_bursts = Text("{weapon} fires no bursts", weapon=weapon.name)
        raise Refusal(no_bursts, "with", rule="walka-24")
    return [shot]


def fire(
    state: Battle, fighter: Fighter, command: commands.Fire | commands.Snipe, table: Table
) -> None:
    """walka-11: a die, and one more for each segment of aiming; 14: through the scope, or out of
    danger an ordinary test of three dice (4). ``fighter`` is taken."""
    plans, count = plan_one(state, fighter, command), 3
    safe = type(command) is commands.Snipe and command.safe
    if safe:
        table.note("walka-14", fighter, "{name} shoots out of danger: 3d20")
        fighter.aiming = 0
    else:
        if command.action == "sniper_shot":
            table.note("walka-14", fighter, "{name} takes aim through the scope")
        count = 1 + use_aim(fighter, command.aim, table)
    volley(d20.Attempt(state, fighter, SHOT, table), plans, count, safe=safe)


def plan_several(state: Battle, fighter: Fighter, command: commands.SeveralShots) -> list[Plan]:
    """walka-12: each shot, with a weapon that the earlier ones have not emptied. Raises
    :class:`Refusal`."""
    plans: list[Plan] = []
    for position, at in enumerate(command.shots):
        place = f"shots[{position}]."
        index = weapons.find_weapon(fighter, at.with_, fighter.guns, place + "with")
        overrule, fired = command.overrule, [shot.gun for shot in plans]
        if problem := _fired_out(fighter, index, fired):
            alike = (i for i in fighter.guns if fighter.sheet.weapons[i].name == at.with_)
            others = (
                i for i in alike if weapons.ready(fighter, i) and not _fired_out(fighter, i, fired)
            )
            index = next(others, index if overrule else -1)
            if index < 0:
                raise Refusal(problem, place + "with")
        plans.append(Plan(at, index, fighter.sheet.weapons[index], at.hand))
        refuse_shot(state, fighter, plans[-1], overrule, place)
    return plans


def _fired_out(fighter: Fighter, index: int, fired: Sequence[int]) -> Text | None:
    """Why a weapon cannot be fired after these shots with weapons of the sheet (walka-10, 24)."""
    weapon, loaded, before = fighter.sheet.weapons[index], fighter.loaded[index], fired.count(index)
    if before and loaded is not None and loaded <= before:
        return Text("{weapon}: no rounds left", weapon=weapon.name)
    if before and weapon.reload == "pump":
        return Text("{weapon}: needs pumping first", weapon=weapon.name)
    return None


def fire_several(
    state: Battle, fighter: Fighter, command: commands.SeveralShots, table: Table
) -> None:
    """walka-12: a die for each shot; the points are shared when all of them have fallen."""
    plans = plan_several(state, fighter, command)
    fighter.aiming = 0
    volley(d20.Attempt(state, fighter, SHOT, table), plans, 1)


FIELD_OF_THE_OTHER: Mapping[str, str] = {
    "target": "target_other",
    "with": "with_other",
    "distance": "distance_other",
    "modifiers.cover": "cover_other",
}
"""Where a command says of the other weapon's shot what it says of the first one's."""


def plan_two(state: Battle, fighter: Fighter, command: commands.FireTwo) -> list[Plan]:
    """walka-16: the dominant hand's shot and the other's, at one target or at two. Raises
    :class:`Refusal`."""
    guns, sheet = weapons.fitting(fighter, command.burst or "two_weapons"), fighter.sheet
    first = weapons.find_weapon(fighter, command.with_, guns)
    others = [index for index in guns if index != first]
    second = weapons.find_weapon(fighter, command.with_other, others, "with_other")
    mine = Plan(command, first, sheet.weapons[first], "dominant", two=True)
    refuse_shot(state, fighter, mine, command.overrule)
    try:
        other = Plan(_at_the_other(command), second, sheet.weapons[second], "other", two=True)
        refuse_shot(state, fighter, other, command.overrule)
    except Refusal as refusal:
        place = FIELD_OF_THE_OTHER.get(refusal.field, refusal.field)
        raise Refusal(refusal.message, place) from None
    return [mine, other]


def _at_the_other(command: commands.FireTwo) -> commands.Aimed:
    """walka-16: the other weapon's shot; modifiers of the first target are not its own."""
    distance = command.distance if command.distance_other is None else command.distance_other
    if command.target_other in (None, command.target):
        return command.model_copy(update={"distance": distance})
    seen = {"cover": command.cover_other, "movement": None, "size": None}
    modifiers = command.modifiers.model_copy(update=seen)
    return command.model_copy(
        update={"target": command.target_other, "distance": distance, "modifiers": modifiers}
    )


def use_aim(fighter: Fighter, more: int, table: Table) -> int:
    """walka-11: the dice that aiming adds; the aim is used up."""
    aim = min(fighter.aiming + more, tables.MOST_AIM)
    fighter.aiming = 0
    if aim:
        table.note(
            "walka-11", fighter, "{name} aims: {count} segment, {dice}d20",
            "{name} aims: {count} segments, {dice}d20", count=aim, dice=1 + aim,
        )  # fmt: skip
    return aim


# ---- the dice, and what they come to


SHOT = Text("shot")


def volley(attempt: d20.Attempt, plans: Sequence[Plan], count: int, *, safe: bool = False) -> None:
    """Rolls ``count`` dice for each shot, spends points, and lets each shot hit.

    ``safe``: an ordinary test out of danger (walka-4, 14), with the whole skill.
    """
    state, fighter, _, table = attempt
    skills = [plan.weapon.uses for plan in plans]
    if safe:
        points = d20.whole_skill(skills[0], fighter.skills.get(skills[0], 0))
    else:
        points = d20.skill_points(state, fighter, *skills)
    plans = shot_at(attempt, plans, points)
    shots: list[d20.Shot] = []
    for plan in plans:
        threshold, target = threshold_at(state, fighter, plan), state[plan.at.target]
        shots.append(_shot(plan, target, count, threshold.value))
        weapons.use_round(fighter, plan.gun)
        values = {"target": target.name, "weapon": plan.weapon.name}
        table.note("walka-10", fighter, "{name} → {target}: shoots, {weapon}", **values)
        threshold.tell(fighter, table, "walka-17")
    throw = d20.Volley(tuple(shots), points, state.house.equal_succeeds, 2 if safe else 1)
    table.then(_fall, state, fighter.id, plans, throw)


def shot_at(attempt: d20.Attempt, plans: Sequence[Plan], points: d20.SkillPoints) -> list[Plan]:
    """walka-49: these shots with what their targets do about them."""
    state, fighter, *_ = attempt

    def decided(n: int, plan: Plan) -> Plan:
        def can_hit() -> bool:
            threshold = threshold_at(state, fighter, plan).value
            return d20.succeeds(1, points.most(n), threshold, state.house.equal_succeeds)

        return plan._replace(deflects=sabres.asked(attempt, plan, can_hit, n + 1, len(plans)))

    return [decided(n, plan) for n, plan in enumerate(plans)]


def _fall(state: Battle, id: str, plans: Sequence[Plan], throw: d20.Volley, table: Table) -> None:
    """The dice of a volley, and what they come to."""
    fighter = state.take(id)
    dice, spent = d20.Attempt(state, fighter, SHOT, table).throw(throw, "walka-17", "walka-1")
    _one_by_one(state, id, throw, tuple(zip(plans, throw.shots, dice, spent, strict=True)), table)


Fired = tuple[Plan, d20.Shot, tuple[int, ...], tuple[int, ...]]
"""A weapon that is fired, its dice as they fell, and the points each is lowered by."""


def _one_by_one(
    state: Battle, id: str, throw: d20.Volley, fired: Sequence[Fired], table: Table
) -> None:
    """What the dice of each weapon come to, one weapon after another."""
    first, *others = fired
    if not state[first[0].at.target].out:
        _resolve(state, state.take(id), throw, first, table, last=not others)
    if others:
        table.then(_one_by_one, state, id, throw, others, alike=_can_come_to(state, others))


def _can_come_to(state: Battle, fired: Sequence[Fired]) -> Hashable:
    """What tells apart what these can come to; None where a blast makes that hard to say.

    Odds of two weapons take about three times as long (0.45 and 1.4 ms) where whole drafts are
    compared instead.
    """
    fates: list[Hashable] = []
    for each, _, faces, points in fired:
        if each.weapon.critical_range is not None or each.deflects != "no":
            return None
        target = state[each.at.target]
        critical = any(wound.level == "critical" for wound in target.wounds)
        fates.append((faces, points, target.out, critical, tuple(target.disabled)))
    return tuple(fates)


# ---- what each face of a die leads to


def _shot(each: Plan, target: Fighter, count: int, threshold: float) -> d20.Shot:
    """The dice of one weapon, with what each face leads to and how good that is."""
    weapon, chosen = each.weapon, each.at.location
    if weapon.critical_range is not None:
        return d20.Shot(count, threshold)
    if weapon.category == "shotgun" and not weapon.ion:
        main, penetration = hits.main_level(each.at.distance), weapon.penetration or 0
        scratches = hits.levels_after(target.protection, 1, penetration)
        levels = hits.levels_after(target.protection, main or 0, penetration)
        meaning = _of_a_shotgun(levels, scratches, chosen, main is not None)
        return d20.Shot(count, threshold, meaning, greedy=True)
    harm = hits.harm_of(target, weapon, tables.LEVEL_NUMBER[weapon.damage])
    return d20.Shot(count, threshold, _by_place(harm, chosen))


def _where(chosen: tables.Location | None) -> list[tables.Location]:
    """The location that each face but 20 hits."""
    return [chosen or place for place in tables.LOCATION_OF]


@lru_cache(maxsize=1024)
def _by_place(harm: hits.ByPlace, chosen: tables.Location | None) -> d20.Meaning:
    """Every face leads to what a hit does where it strikes."""
    where = _where(chosen)
    kinds, worth = zip(*[harm[tables.PLACE[location]] for location in where], strict=True)
    return d20.Meaning((*kinds, None), (*worth, 0), where)


@lru_cache(maxsize=1024)
def _of_a_shotgun(
    levels: tuple[int, ...],
    scratches: tuple[int, ...],
    chosen: tables.Location | None,
    reaches: bool,
) -> d20.Meaning:
    """walka-26: the wound, and a scratch for every point by which the die is lower."""
    places, where = tables.LOCATION_OF, _where(chosen)
    each = sum(scratches[tables.PLACE[place]] for place in places) if reaches else 0
    worth = []
    for face, location in enumerate(where, start=1):
        level = levels[tables.PLACE[location]]
        kills = location == "head" and level == len(tables.LEVELS)
        # In nineteenths of a level, as a scratch falls on any face but 20.
        worth.append(10_000 if kills else level * len(places) - face * each)
    return d20.Meaning((*range(1, d20.FACES), None), (*worth, 0), where)


# ---- hits


def _resolve(
    state: Battle, fighter: Fighter, throw: d20.Volley, fired: Fired, table: Table, *, last: bool
) -> None:
    """One weapon's dice: hit or miss, which die counts (walka-11), and the hit itself."""
    each, shot, faces, points = fired
    counting = throw.counting(shot, faces, points)
    rule = "walka-4" if throw.needed > 1 else "walka-1"
    target = state[each.at.target]
    if table.keeps_log:
        _tell_dice(fighter, fired, counting, table)
    if not counting:
        table.note(rule, fighter, "{name} → {target}: misses", target=target.name)
        return
    face, spent = which_die(fighter, target, counting, each.at.location, table)
    won = d20.success_points(face, spent, shot.threshold, throw.equal)
    if table.keeps_log:
        table.note(
            rule, fighter, "{name} → {target}: hits, {die} against {threshold}", target=target.name,
            die=d20.lowered(face, spent), threshold=checks.number(shot.threshold),
        )  # fmt: skip
    table.note("walka-3", fighter, "{name}: success points {won}", won=won)
    target = state.take(each.at.target)
    if not sabres.come_through(state, fighter, target, each, 1, table, won):
        return
    table.mark("hit", target.id)
    location = hits.tell_location(target, face, each.at.location, table)
    strike(state, target, each, location, won, table, last=last)


def _tell_dice(
    fighter: Fighter, fired: Fired, counting: Sequence[tuple[int, int]], table: Table
) -> None:
    """walka-2 and 11: each die of several, and an unlucky 20."""
    *_, faces, points = fired
    for face, spent in zip(faces, points, strict=True):
        if face == tables.UNLUCKY:
            table.note("walka-2", fighter, "{name}: an unlucky 20 fails")
        elif len(faces) > 1:
            die = f"{face} − {spent}" if spent else str(face)
            if (face, spent) in counting:
                table.note("walka-1", fighter, "{name}: {die} succeeds", die=die)
            else:
                table.note("walka-1", fighter, "{name}: {die} does not count", die=die)


def which_die(
    fighter: Fighter,
    target: Fighter,
    counting: Sequence[tuple[int, int]],
    chosen: tables.Location | None,
    table: Table,
) -> tuple[int, int]:
    """walka-11 and 36: of several successes, the best first, one is chosen to tell the location."""
    if len(counting) == 1:
        return counting[0]
    by_face = {face: (face, spent) for face, spent in reversed(counting)}
    if chosen or len({tables.location_of(face) for face in by_face}) < 2:
        return counting[0]
    best = counting[0][0]

    def asked() -> Decision:
        places = {face: tables.LOCATION_TEXT[tables.location_of(face)] for face, _ in counting}
        choices = [
            Choice(face, Text("{face}: {where}", face=face, where=where))
            for face, where in places.items()
        ]
        values = {"name": fighter.name, "target": target.name}
        text = Text("{name} → {target}: which die tells the location?", **values)
        decision = question(
            fighter, "location_die", text, choices, "walka-11", label="Die for the location",
            native="Kość lokacji", default=best,
        )  # fmt: skip
        return decision._replace(about_dice=True)

    face = table.ask(LazyDecision(best, asked, "location_die", fighter.id))
    table.note("walka-11", fighter, "{name}: the {face} counts", face=face)
    return by_face[face]


def strike(
    state: Battle,
    target: Fighter,
    each: Plan,
    location: tables.Location,
    won: int,
    table: Table,
    *,
    last: bool,
) -> None:
    """What one round that hit does: explode, overload, pepper, or wound. ``target`` is taken.

    ``last``: no other round of this command can hit after it.
    """
    weapon = each.weapon
    if weapon.critical_range is not None:
        also = (victim for victim in each.victims if victim.who != target.id)
        blast(state, weapon, [commands.Victim(who=target.id), *also], table, last=last)
    elif weapon.category == "shotgun" and not weapon.ion:
        hits.shotgun(state, target, each, location, won, table)
    else:
        level, metres = tables.LEVEL_NUMBER[weapon.damage], each.at.distance
        hits.hit_by(state, target, weapon, level, location, table, metres=metres)


# ---- bursts, from one weapon or from two, and the fire that suppresses (walka-24 and 25)


def rounds_of(weapon: Weapon, burst: str) -> int:
    """walka-24: how many rounds a burst takes; 0 for a weapon that fires none."""
    return (weapon.rate_of_fire or 0) * tables.BURSTS[burst]


def fire_burst(state: Battle, fighter: Fighter, command: commands.OneGun, table: Table) -> None:
    """walka-24, and 25 for a burst that takes three segments or more. ``fighter`` is taken."""
    fighter.aiming = 0
    shots, attempt = plan_one(state, fighter, command), d20.Attempt(state, fighter, BURST, table)
    _fire_bursts(attempt, shots, command.action, command)


def fire_two(state: Battle, fighter: Fighter, command: commands.FireTwo, table: Table) -> None:
    """walka-16: both weapons at once; shots with twice the dice out of one pool of points, or
    bursts. ``fighter`` is taken."""
    shots, aim = plan_two(state, fighter, command), 0
    if command.burst:
        fighter.aiming = 0
    else:
        aim = use_aim(fighter, command.aim, table)
    names = [shot.weapon.name for shot in shots]
    table.note("walka-16", fighter, "{name} fires at once: {weapons}", weapons=names)
    if command.burst:
        _fire_bursts(d20.Attempt(state, fighter, BURST, table), shots, command.burst, command)
    else:
        volley(d20.Attempt(state, fighter, SHOT, table), shots, 1 + aim)


BURST = Text("burst")


def _fire_bursts(
    attempt: d20.Attempt, shots: Sequence[Plan], burst: str, command: commands.Attack
) -> None:
    """One die each; as many rounds hit as there are success points.

    A burst that costs three segments or more, by the rules or by the game master's word, holds
    down all in its field of fire (walka-25).
    """
    state, fighter, _, table = attempt
    skill = d20.skill_points(state, fighter, *[shot.weapon.uses for shot in shots])
    shots = shot_at(attempt, shots, skill)
    thresholds = [threshold_at(state, fighter, shot) for shot in shots]
    fired = [_use_rounds(state, fighter, shot, burst, table) for shot in shots]
    cost = tables.BURST_SEGMENTS[burst] if command.cost is None else command.cost
    if cost >= tables.SUPPRESSING:
        also = command.targets if type(command) is commands.ContinuousFire else ()
        held = dict.fromkeys([*(shot.at.target for shot in shots), *also])
        lasts = fighter.carry.segments if fighter.carry else 0
        suppress(
            state, fighter, [id for id in held if not sabres.can_deflect(state[id])], lasts, table
        )
    for threshold in thresholds:
        threshold.tell(fighter, table, "walka-17")
    throw = d20.Volley(
        tuple([
            d20.Shot(1, threshold.value, d20.GRADED, rounds=rounds)
            for threshold, rounds in zip(thresholds, fired, strict=True)
        ]),
        skill,
        state.house.equal_succeeds,
    )  # fmt: skip
    dice, spent = attempt.throw(throw, "walka-24")
    for n, shot in enumerate(shots):
        (die,), (points,), last = dice[n], spent[n], n + 1 == len(shots)
        won = checks.judge(attempt, thresholds[n], die, points)
        _rounds_hit(attempt, shot, die, won, fired[n], last=last)


def _use_rounds(state: Battle, fighter: Fighter, shot: Plan, burst: str, table: Table) -> int:
    """The rounds that are fired: what is left, where that is fewer (walka-24)."""
    rounds = rounds_of(shot.weapon, burst)
    fired = weapons.use_round(fighter, shot.gun, rounds)
    if table.keeps_log:
        line = Text("{name} → {target}: a burst, rounds: {rounds}")
        if fired < rounds:
            line = Text("{name} → {target}: a burst, rounds left: only {fired} of {rounds}")
        values = {"target": state[shot.at.target].name, "fired": fired, "rounds": rounds}
        table.note("walka-24", fighter, line.template, **values)
    return fired


def _rounds_hit(
    attempt: d20.Attempt, shot: Plan, die: int, won: int, fired: int, *, last: bool
) -> None:
    """walka-24: each round that hits is a wound of its own, each a die result further down."""
    state, fighter, _, table = attempt
    target = state.take(shot.at.target)
    rounds = min(won, fired)
    if target.out:
        return
    if not rounds:
        table.note("walka-24", fighter, "{name} → {target}: no round hits", target=target.name)
        return
    rounds = sabres.come_through(state, fighter, target, shot, rounds, table)
    if not rounds:
        return
    table.mark("hit", target.id, rounds)
    table.note(
        "walka-24", fighter, "{name}: rounds that hit: {hits} of {fired}", hits=rounds, fired=fired
    )
    for nth in range(rounds):
        if target.out:
            break
        chosen = None if nth else shot.at.location
        location = hits.tell_location(target, max(die - nth, 1), chosen, table)
        strike(state, target, shot, location, 1, table, last=last and nth + 1 == rounds)
