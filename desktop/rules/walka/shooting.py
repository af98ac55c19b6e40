"""A shot, from what can be aimed at to the hit (walka-11, 12 and 14 to 23)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import NamedTuple

from desktop.rules.effects import EffectUnit
from desktop.rules.fields import Choice, Field
from desktop.rules.positions import WALL, walled
from desktop.rules.table import BY_HAND, Decision, Refusal, Table
from desktop.rules.text import NOTHING, Reason, Text, joined
from desktop.rules.walka import checks, commands, d20, hits, tables, weapons
from desktop.rules.walka.grenades import blast, refuse_victims
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter, Hand, opponent

# ---- why somebody cannot shoot


def cannot_shoot(state: Battle, fighter: Fighter) -> Text | None:
    """What keeps somebody from shooting at all: rushing (walka-21), cover (10), arms (27)."""
    if not fighter.guns:
        return Text("no firearm")
    if problem := checks.rushes(fighter):
        return problem
    if fighter.hidden:
        return Text("behind cover; lean out first")
    return weapons.no_hands(state, fighter)


def no_gun_ready(state: Battle, fighter: Fighter) -> Text | None:
    """Why no gun can be fired now."""
    return cannot_shoot(state, fighter) or weapons.none_ready(fighter, fighter.guns)


def no_gun_to_snipe(state: Battle, fighter: Fighter) -> Text | None:
    """walka-14: why no sniper shot can be fired now."""
    guns = weapons.scoped(fighter)
    problem = cannot_shoot(state, fighter)
    if problem or guns:
        return problem or weapons.none_ready(fighter, guns)
    return Text("no weapon to snipe with")


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


def no_burst(state: Battle, fighter: Fighter) -> Text | None:
    """walka-24: why no burst can be fired now."""
    guns = weapons.bursting(fighter)
    problem = cannot_shoot(state, fighter)
    if problem or guns:
        return problem or weapons.none_ready(fighter, guns)
    return Text("no weapon that fires bursts")


HOLDING: Mapping[Hand, Sequence[tables.Location]] = {
    "both": tables.ARMS,
    "dominant": tables.ARMS[:1],
    "other": tables.ARMS[1:],
}


def disabled_hand(fighter: Fighter, hand: Hand) -> Text | None:
    """walka-27: an arm that does not move holds nothing."""
    if fighter.disabled:
        for arm in HOLDING[hand]:
            if arm in fighter.disabled:
                where = tables.LOCATION_TEXT[arm]
                return Reason("the {where} is disabled", rule="walka-27", where=where)
    return None


# ---- what is shot at, and the threshold (walka-15 to 17 and 19 to 23)


class Plan(NamedTuple):
    """A shot that can be: at whom and where, with which weapon of the sheet, in which hand."""

    at: commands.Aimed
    target: Fighter
    gun: int
    weapon: Weapon
    hand: Hand
    two: bool
    """One of two weapons that are fired at once (walka-16)."""
    scope: int
    """walka-14: how much of the distance penalty the scope takes away."""
    victims: Sequence[commands.Victim]


def plan(
    state: Battle,
    fighter: Fighter,
    at: commands.Aimed,
    index: int,
    hand: Hand,
    *,
    overrule: bool,
    two: bool = False,
    scope: int = 0,
    victims: Sequence[commands.Victim] = (),
    place: str = "",
) -> Plan:
    """What is shot at and with what. Raises :class:`Refusal` before any die.

    ``place`` is where the command says it: ``"shots[1]."``.
    """
    target = opponent(state, fighter, at.target, place + "target")
    weapon = fighter.weapon(index)
    if not overrule:
        if walled(state, fighter.id, target.id):
            raise Refusal(WALL, place + "target")
        if problem := weapons.not_ready(fighter, index):
            raise Refusal(problem, place + "with")
        if problem := disabled_hand(fighter, hand):
            raise Refusal(problem, place + "hand")
        farthest = weapons.farthest(weapon)
        if at.distance > farthest:
            problem = Text(
                "{distance} m is out of reach, {weapon} reaches {farthest} m",
                distance=at.distance,
                weapon=weapon.name,
                farthest=farthest,
            )
            raise Refusal(problem, place + "distance", rule="walka-19")
        if target.hidden and not target.spotted and not at.modifiers.cover:
            problem = Text(
                "{target} is behind cover, out of sight; say what is seen", target=target.name
            )
            raise Refusal(problem, place + "modifiers.cover", rule="walka-20")
    refuse_victims(state, victims)
    return Plan(at, target, index, weapon, hand, two, scope, victims)


TO_BE_HIT = EffectUnit(
    "to_be_hit", Text("Thresholds of shots at it"), "Próg strzałów w cel", rule="walka-17"
)


def threshold_of_shot(
    fighter: Fighter,
    weapon: Weapon,
    hand: Hand = "both",
    *,
    two: bool = False,
    shot: Plan | None = None,
) -> checks.Threshold:
    """walka-17: everything that bears on a shot with this weapon.

    Without a ``shot`` it is what sheet and wounds make of it, at no target and no distance.
    """
    threshold = checks.threshold_of(fighter, "dexterity")
    checks.add_armour(threshold, fighter, checks.SHOOTING)
    if shot:
        _add_distance(threshold, weapon, shot.at.distance, shot.scope)
        _add_sight(threshold, shot.target, shot.at.modifiers)
    checks.add_own(threshold, fighter)
    if shot:
        _add_target(threshold, shot.target, shot.at)
    if two and hand == "other":
        threshold.add(Text("two weapons, other hand"), tables.TWO_WEAPONS[1], "walka-16")
    elif two:
        threshold.add(Text("two weapons, dominant hand"), tables.TWO_WEAPONS[0], "walka-16")
    elif hand == "other":
        threshold.add(Text("in the other hand"), tables.OTHER_HAND, "walka-16")
    checks.add_build(threshold, fighter, weapon, hand)
    checks.add_accuracy(threshold, weapon)
    if shot:
        threshold.add_given(shot.at.modifiers)
    return threshold


def _add_distance(threshold: checks.Threshold, weapon: Weapon, metres: int, scope: int) -> None:
    """walka-19, and a scope's help (walka-14)."""
    value = weapons.distance_modifier(weapon, metres)
    if value:
        why = Text("{distance} m with {weapon}", distance=metres, weapon=weapon.name)
        threshold.add(why, value, "walka-19")
        if scope and value < 0:
            threshold.add(Text("scope"), min(scope, -value), "walka-14")


def _add_sight(threshold: checks.Threshold, target: Fighter, seen: commands.ShotModifiers) -> None:
    """walka-20: the worst of cover, leaning out and posture counts; walka-21: movement."""
    covers = [armor.seen for armor in target.sheet.armor if armor.seen]
    if seen.cover:
        covers.append(seen.cover)
    elif target.leaning:
        covers.append(target.seen)
    elif target.hidden and target.spotted:
        covers.append("sliver")
    if target.posture in tables.POSTURE_COVER:
        covers.append(tables.POSTURE_COVER[target.posture])
    if covers:
        worst = min(covers, key=tables.COVER.__getitem__)
        why = Text("seen of {target}: {seen}", target=target.name, seen=tables.COVER_TEXT[worst])
        threshold.add(why, tables.COVER[worst], "walka-20")
    movement = seen.movement or target.running
    if tables.MOVING_TARGET[movement]:
        how = tables.MOVEMENT_TEXT[movement]
        why = Text("{target} is {movement}", target=target.name, movement=how)
        threshold.add(why, tables.MOVING_TARGET[movement], "walka-21")


def _add_target(threshold: checks.Threshold, target: Fighter, at: commands.Aimed) -> None:
    """walka-22: its size; walka-23: the chosen location; what the game master's effects add."""
    size = at.modifiers.size or target.sheet.size
    if tables.SIZE[size]:
        why = Text("{target} is {size}", target=target.name, size=tables.SIZE_TEXT[size])
        threshold.add(why, tables.SIZE[size], "walka-22")
    if at.location:
        why = Text("at the {where}", where=tables.LOCATION_TEXT[at.location])
        threshold.add(why, tables.CHOSEN[at.location][0], "walka-23")
    for name, amount in TO_BE_HIT.each(target):
        threshold.add(name, amount, BY_HAND)


# ---- single shots, several, two weapons (walka-11, 12, 14, 16)


def plan_fire(state: Battle, fighter: Fighter, command: commands.Fire) -> list[Plan]:
    """walka-11: the one shot. Raises :class:`Refusal`."""
    index = weapons.find_weapon(fighter, command.with_, fighter.guns)
    overrule, victims = command.overrule, command.victims
    return [plan(state, fighter, command, index, command.hand, overrule=overrule, victims=victims)]


def fire(state: Battle, fighter: Fighter, command: commands.Fire, table: Table) -> None:
    """walka-11: a die, and one more for each segment of aiming. ``fighter`` is taken."""
    plans = plan_fire(state, fighter, command)
    volley(state, fighter, plans, 1 + use_aim(fighter, command.aim, table), table)


def plan_snipe(state: Battle, fighter: Fighter, command: commands.Snipe) -> list[Plan]:
    """walka-14: the scope helps only after aiming, or out of danger. Raises :class:`Refusal`."""
    among = fighter.guns if command.with_ else weapons.fitting(fighter, "sniper_shot")
    index = weapons.find_weapon(fighter, command.with_, among)
    helped = command.aim + fighter.aiming > 0 or command.safe
    scope = fighter.weapon(index).scope if helped else 0
    overrule, victims = command.overrule, command.victims
    return [
        plan(state, fighter, command, index, command.hand, overrule=overrule, scope=scope,
             victims=victims)
    ]  # fmt: skip


def snipe(state: Battle, fighter: Fighter, command: commands.Snipe, table: Table) -> None:
    """walka-14: through the scope; or out of danger, an ordinary test of three dice (walka-4)."""
    plans = plan_snipe(state, fighter, command)
    if command.safe:
        line = Text("{name} shoots out of danger: 3d20", name=fighter.name)
        table.log("walka-14", line, by=fighter.id)
        fighter.aiming = 0
        volley(state, fighter, plans, 3, table, safe=True)
        return
    line = Text("{name} takes aim through the scope", name=fighter.name)
    table.log("walka-14", line, by=fighter.id)
    volley(state, fighter, plans, 1 + use_aim(fighter, command.aim, table), table)


def plan_several(state: Battle, fighter: Fighter, command: commands.SeveralShots) -> list[Plan]:
    """walka-12: each shot, with a weapon that the earlier ones have not emptied. Raises
    :class:`Refusal`."""
    plans: list[Plan] = []
    for position, at in enumerate(command.shots):
        place = f"shots[{position}]."
        index = weapons.find_weapon(fighter, at.with_, fighter.guns, place + "with")
        overrule, fired = command.overrule, [shot.gun for shot in plans]
        if problem := _fired_out(fighter, index, fired):
            alike = (i for i in fighter.guns if fighter.weapon(i).name == at.with_)
            others = (
                i for i in alike if weapons.ready(fighter, i) and not _fired_out(fighter, i, fired)
            )
            index = next(others, index if overrule else -1)
            if index < 0:
                raise Refusal(problem, place + "with")
        plans.append(plan(state, fighter, at, index, at.hand, overrule=overrule, place=place))
    return plans


def _fired_out(fighter: Fighter, index: int, fired: Sequence[int]) -> Text | None:
    """Why a weapon cannot be fired after these shots with weapons of the sheet (walka-10, 24)."""
    weapon, loaded, before = fighter.weapon(index), fighter.loaded[index], fired.count(index)
    if before and loaded is not None and loaded <= before:
        return Text("{weapon} is empty", weapon=weapon.name)
    if before and weapon.reload == "pump":
        return Text("{weapon} has to be pumped first", weapon=weapon.name)
    return None


def fire_several(
    state: Battle, fighter: Fighter, command: commands.SeveralShots, table: Table
) -> None:
    """walka-12: a die for each shot; the points are shared when all of them have fallen."""
    plans = plan_several(state, fighter, command)
    fighter.aiming = 0
    volley(state, fighter, plans, 1, table)


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
    guns = weapons.fitting(fighter, command.burst or "two_weapons")
    first = weapons.find_weapon(fighter, command.with_, guns)
    others = [index for index in guns if index != first]
    second = weapons.find_weapon(fighter, command.with_other, others, "with_other")
    overrule = command.overrule
    plans = [plan(state, fighter, command, first, "dominant", overrule=overrule, two=True)]
    try:
        at_other = _at_the_other(command)
        plans.append(plan(state, fighter, at_other, second, "other", overrule=overrule, two=True))
    except Refusal as refusal:
        place = FIELD_OF_THE_OTHER.get(refusal.field, refusal.field)
        raise Refusal(refusal.message, place) from None
    return plans


def _at_the_other(command: commands.FireTwo) -> commands.Aimed:
    """walka-16: the other weapon's shot. What is said of the target is said of no other one."""
    distance = command.distance if command.distance_other is None else command.distance_other
    if command.target_other in (None, command.target):
        return command.model_copy(update={"distance": distance})
    seen = {"cover": command.cover_other, "movement": None, "size": None}
    modifiers = command.modifiers.model_copy(update=seen)
    return command.model_copy(
        update={"target": command.target_other, "distance": distance, "modifiers": modifiers}
    )


def fire_two(state: Battle, fighter: Fighter, command: commands.FireTwo, table: Table) -> None:
    """walka-16: both weapons at once, twice the dice out of one pool of points."""
    plans = plan_two(state, fighter, command)
    aim = use_aim(fighter, command.aim, table)
    tell_two(fighter, plans, table)
    volley(state, fighter, plans, 1 + aim, table)


def tell_two(fighter: Fighter, plans: Sequence[Plan], table: Table) -> None:
    """walka-16: says which two weapons are fired."""
    names = joined([plan.weapon.name for plan in plans], " and ")
    line = Text("{name} fires {weapons} at once", name=fighter.name, weapons=names)
    table.log("walka-16", line, by=fighter.id)


def use_aim(fighter: Fighter, more: int, table: Table) -> int:
    """walka-11: the dice that aiming adds; the aim is used up."""
    aim = min(fighter.aiming + more, tables.MOST_AIM)
    fighter.aiming = 0
    if aim:
        line = Text(
            "{name} aimed for {count} segment: {dice}d20",
            "{name} aimed for {count} segments: {dice}d20",
            name=fighter.name,
            count=aim,
            dice=1 + aim,
        )
        table.log("walka-11", line, by=fighter.id)
    return aim


# ---- the dice, and what they come to


SHOT, THE_SHOT = Text("shot"), Text("the shot")


def volley(
    state: Battle,
    fighter: Fighter,
    plans: Sequence[Plan],
    count: int,
    table: Table,
    *,
    safe: bool = False,
) -> None:
    """Rolls so many dice for each shot, spends points, and lets each shot hit.

    ``safe``: an ordinary test out of danger (walka-4, 14), with the whole skill. ``fighter`` is
    taken.
    """
    shots: list[d20.Shot] = []
    for plan in plans:
        threshold = threshold_of_shot(fighter, plan.weapon, plan.hand, two=plan.two, shot=plan)
        shots.append(_shot(plan, count, threshold.value))
        weapons.use_round(fighter, plan.gun)
        if table.keeps_log:
            line = Text(
                "{name} shoots at {target}: {weapon}",
                name=fighter.name,
                target=plan.target.name,
                weapon=plan.weapon.name,
            )
            table.log("walka-10", line, by=fighter.id)
            threshold.tell(fighter, "walka-17", table)
    skills = [plan.weapon.uses for plan in plans]
    if safe:
        points = d20.whole_skill(skills[0], fighter.skill(skills[0]))
    else:
        points = d20.skill_points(state, fighter, *skills)
    throw = d20.Volley(tuple(shots), points, state.house.equal_succeeds, 2 if safe else 1)
    table.in_sequence(state, [partial(_fall, fighter.id, plans, throw)])


def _fall(id: str, plans: Sequence[Plan], throw: d20.Volley, state: Battle, table: Table) -> None:
    """The dice of a volley, and what they come to."""
    fighter = state.take(id)
    dice = table.roll(throw, why="walka-17", by=id, label=SHOT)
    checks.tell_roll(fighter, chain(*dice), SHOT, "walka-1", table)
    spent = d20.spend_on_volley(fighter, throw, dice, table, THE_SHOT)
    if throw.needed == 1:
        d20.pay_points(fighter, throw.points.skills, spent, state, table)
    fired = list(zip(plans, throw.shots, dice, spent, strict=True))
    _one_by_one(id, throw, fired, state, table)


Fired = tuple[Plan, d20.Shot, tuple[int, ...], tuple[int, ...]]
"""A weapon that is fired, its dice as they fell, and the points each is lowered by."""


def _one_by_one(
    id: str, throw: d20.Volley, fired: Sequence[Fired], state: Battle, table: Table
) -> None:
    """What the dice of each weapon come to, one weapon after another."""
    (each, shot, faces, points), *others = fired
    if not state[each.target.id].out:
        last = not others
        _resolve(state, state.take(id), each, throw, shot, faces, points, table, last=last)
    if others:
        rest = partial(_one_by_one, id, throw, others)
        table.in_sequence(state, [rest], [_can_come_to(state, others)])


def _can_come_to(state: Battle, fired: Sequence[Fired]) -> Hashable:
    """What tells apart what these can come to; None where a blast makes that hard to say."""
    found: list[Hashable] = []
    for each, _, faces, points in fired:
        if each.weapon.critical_range is not None:
            return None
        target = state[each.target.id]
        critical = any(wound.level == "critical" for wound in target.wounds)
        found.append((faces, points, target.out, critical, tuple(target.disabled)))
    return tuple(found)


# ---- what each face of a die leads to


def _shot(each: Plan, count: int, threshold: float) -> d20.Shot:
    """The dice of one weapon, with what each face leads to and how good that is."""
    weapon, target, chosen = each.weapon, each.target, each.at.location
    if weapon.critical_range is not None:
        return d20.Shot(count, threshold, d20.SUCCESS)
    if weapon.ion:
        return d20.Shot(count, threshold, _of_ion(hits.ion_hits(target, weapon.whole_body), chosen))
    penetration = weapon.penetration or 0
    if weapon.category == "shotgun":
        main = hits.main_level(each.at.distance)
        scratches = hits.levels_after(target.protection, 1, penetration)
        levels = hits.levels_after(target.protection, main or 0, penetration)
        meaning = _of_a_shotgun(levels, scratches, chosen, main is not None)
        return d20.Shot(count, threshold, meaning, greedy=True)
    levels = hits.levels_after(target.protection, tables.level_number(weapon.damage), penetration)
    return d20.Shot(count, threshold, _of_a_wound(levels, chosen))


def _where(chosen: tables.Location | None) -> list[tables.Location]:
    return [chosen or tables.location_of(face) for face in range(1, d20.FACES)]


def _meaning(
    chosen: tables.Location | None, kinds: Sequence[object], worth: Sequence[int]
) -> d20.Meaning:
    names = [tables.LOCATION_TEXT[place] for place in _where(chosen)]
    return d20.Meaning((*kinds, None), (*worth, 0), (*names, NOTHING))


@lru_cache(maxsize=1024)
def _of_a_wound(levels: tuple[int, ...], chosen: tables.Location | None) -> d20.Meaning:
    """The worst wound is best, and at the same level the head."""
    kinds: list[object] = []
    worth = []
    for location in _where(chosen):
        level, head = levels[tables.PLACE[location]], location == "head"
        kinds.append((level, head and level == len(tables.LEVELS)))
        worth.append(level * 2 + head)
    return _meaning(chosen, kinds, worth)


@lru_cache(maxsize=1024)
def _of_ion(by_place: tuple[hits.IonHit, ...], chosen: tables.Location | None) -> d20.Meaning:
    """walka-27: out of order altogether is best, then limbs."""
    struck = [by_place[tables.PLACE[location]] for location in _where(chosen)]
    return _meaning(chosen, [hit.kind for hit in struck], [hit.worth for hit in struck])


@lru_cache(maxsize=1024)
def _of_a_shotgun(
    levels: tuple[int, ...],
    scratches: tuple[int, ...],
    chosen: tables.Location | None,
    reaches: bool,
) -> d20.Meaning:
    """walka-26: the wound, and a scratch for every point by which the die is lower."""
    places = [tables.location_of(face) for face in range(1, d20.FACES)]
    each = sum(scratches[tables.PLACE[place]] for place in places) if reaches else 0
    worth = []
    for face, location in enumerate(_where(chosen), start=1):
        level = levels[tables.PLACE[location]]
        kills = location == "head" and level == len(tables.LEVELS)
        # In nineteenths of a level, as a scratch falls on any face but 20.
        worth.append(10_000 if kills else level * len(places) - face * each)
    return _meaning(chosen, list(range(1, d20.FACES)), worth)


# ---- hits


def _resolve(
    state: Battle,
    fighter: Fighter,
    each: Plan,
    throw: d20.Volley,
    shot: d20.Shot,
    faces: Sequence[int],
    points: Sequence[int],
    table: Table,
    *,
    last: bool,
) -> None:
    """One weapon's dice: hit or miss, which die counts (walka-11), and the hit itself."""
    counting = throw.counting(shot, faces, points)
    _tell_dice(fighter, faces, points, counting, table)
    rule = "walka-4" if throw.needed > 1 else "walka-1"
    if not counting:
        if table.keeps_log:
            missed = Text("{name} misses {target}", name=fighter.name, target=each.target.name)
            table.log(rule, missed, by=fighter.id)
        return
    face, spent = _which_die(fighter, counting, each, table)
    won = d20.success_points(face, spent, shot.threshold, throw.equal)
    if table.keeps_log:
        line = Text(
            "{name} hits {target}: {die} against {threshold}",
            name=fighter.name,
            target=each.target.name,
            die=d20.lowered(face, spent),
            threshold=checks.number(shot.threshold),
        )
        table.log(rule, line, by=fighter.id)
        points_won = Text("{name}: success points {won}", name=fighter.name, won=won)
        table.log("walka-3", points_won, by=fighter.id)
    target = state.take(each.target.id)
    table.mark("hit", target.id)
    location = tell_location(target, face, each.at.location, table)
    strike(state, target, each, location, won, table, last=last)


def _tell_dice(
    fighter: Fighter,
    faces: Sequence[int],
    points: Sequence[int],
    counting: Sequence[tuple[int, int]],
    table: Table,
) -> None:
    if not table.keeps_log:
        return
    for face, spent in zip(faces, points, strict=True):
        if face == tables.UNLUCKY:
            unlucky = Text("{name}: an unlucky 20 fails", name=fighter.name)
            table.log("walka-2", unlucky, by=fighter.id)
        elif len(faces) > 1:
            said = {"name": fighter.name, "die": f"{face} − {spent}" if spent else str(face)}
            line = Text("{name}: {die} does not count", **said)
            if (face, spent) in counting:
                line = Text("{name}: {die} succeeds", **said)
            table.log("walka-1", line, by=fighter.id)


def _which_die(
    fighter: Fighter, counting: Sequence[tuple[int, int]], each: Plan, table: Table
) -> tuple[int, int]:
    """walka-11: with several successes the shooter chooses the one that tells the location."""
    by_face = {face: (face, spent) for face, spent in reversed(counting)}
    if each.at.location or len({tables.location_of(face) for face in by_face}) < 2:
        return counting[0]
    best = counting[0][0]

    def question() -> Decision:
        choices = []
        for face in dict.fromkeys(face for face, _ in counting):
            where = tables.LOCATION_TEXT[tables.location_of(face)]
            choices.append(Choice(face, Text("{face}: {where}", face=face, where=where)))
        text = Text(
            "{name}: which die tells where {target} is hit?",
            name=fighter.name,
            target=each.target.name,
        )
        field = Field(
            "location_die",
            "choice",
            "Die for the location",
            native="Kość lokacji",
            default=best,
            choices=tuple(choices),
            rule="walka-11",
        )
        return Decision("location_die", fighter.id, text, field, "walka-11", about_dice=True)

    face = table.ask_lazily(best, question)
    line = Text("{name} lets the {face} count", name=fighter.name, face=face)
    table.log("walka-11", line, by=fighter.id)
    return by_face[face]


def tell_location(
    target: Fighter, face: int, chosen: tables.Location | None, table: Table
) -> tables.Location:
    """walka-18, or 23 where the location was chosen."""
    location = chosen or tables.location_of(face)
    if not table.keeps_log:
        return location
    said = {"target": target.name, "where": tables.LOCATION_TEXT[location]}
    if chosen:
        line = Text("{target} is hit in the chosen {where}", **said)
        table.log("walka-23", line, by=target.id)
    else:
        line = Text("{target} is hit: {face}, {where}", face=face, **said)
        table.log("walka-18", line, by=target.id)
    return location


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
        hits.shotgun(state, target, weapon, each.at.distance, location, won, table)
    else:
        hits.hit_by(state, target, weapon, tables.level_number(weapon.damage), location, table)
