"""A shot: whether it can be, its threshold, its dice and its hit (walka-11 to 12 and 14 to 23)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import NamedTuple

from desktop.rules.effects import EffectUnit
from desktop.rules.fields import Choice, Field
from desktop.rules.positions import WALL, walled
from desktop.rules.table import BY_HAND, Decision, Refusal, Table
from desktop.rules.text import NOTHING, Text, joined
from desktop.rules.walka import checks, commands, d20, hits, tables, weapons
from desktop.rules.walka.grenades import blast, refuse_victims
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter, Hand, opponent


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
        problem = weapons.not_ready(fighter, index)
        if problem:
            raise Refusal(problem, place + "with")
        if problem := disabled_hand(fighter, hand):
            raise Refusal(problem, place + "hand")
        _within_reach(weapon, at, place)
        _in_sight(target, at, place)
    refuse_victims(state, victims)
    return Plan(at, target, index, weapon, hand, two, scope, victims)


def threshold_of_shot(fighter: Fighter, shot: Plan) -> checks.Threshold:
    """walka-17: everything that bears on a shot."""
    at, target, weapon = shot.at, shot.target, shot.weapon
    threshold = checks.threshold_of(fighter, "dexterity")
    checks.add_armour(threshold, fighter, checks.SHOOTING)
    _distance(threshold, weapon, at, shot.scope)
    _cover(threshold, target, at)
    _movement(threshold, target, at)
    checks.add_own(threshold, fighter)
    size = at.modifiers.size or target.sheet.size
    if tables.SIZE[size]:
        said = Text("{target} is {size}", target=target.name, size=tables.SIZE_TEXT[size])
        threshold.add(said, tables.SIZE[size], "walka-22")
    if at.location:
        said = Text("at the {where}", where=tables.LOCATION_TEXT[at.location])
        threshold.add(said, tables.CHOSEN[at.location][0], "walka-23")
    for name, amount in TO_BE_HIT.each(target):
        threshold.add(name, amount, BY_HAND)
    _hand(threshold, fighter, weapon, shot.hand, shot.two)
    if weapon.accuracy:
        said = Text("accuracy of {weapon}", weapon=weapon.name)
        threshold.add(said, weapon.accuracy, "walka-17")
    threshold.add_given(at.modifiers)
    return threshold


TO_BE_HIT = EffectUnit(
    "to_be_hit", Text("Thresholds of shots at it"), "Próg strzałów w cel", rule="walka-17"
)


# ---- what cannot be


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
                return Text("the {where} is disabled (walka-27)", where=tables.LOCATION_TEXT[arm])
    return None


def _within_reach(weapon: Weapon, at: commands.Aimed, place: str) -> None:
    """walka-19: as far as the table and the weapon reach."""
    farthest = min(tables.reach(weapon.category) - weapon.further, weapon.reach or 5000)
    if at.distance > farthest:
        raise Refusal(
            Text(
                "{distance} m is out of reach, {weapon} reaches {farthest} m (walka-19)",
                distance=at.distance,
                weapon=weapon.name,
                farthest=farthest,
            ),
            place + "distance",
        )


def _in_sight(target: Fighter, at: commands.Aimed, place: str) -> None:
    """walka-20: who is behind cover altogether and was not spotted is not shot at."""
    if target.hidden and not target.spotted and not at.modifiers.cover:
        hidden = Text(
            "{target} is behind cover, out of sight; say what is seen (walka-20)",
            target=target.name,
        )
        raise Refusal(hidden, place + "modifiers.cover")


# ---- what bears on it


def _distance(threshold: checks.Threshold, weapon: Weapon, at: commands.Aimed, scope: int) -> None:
    """walka-19, and a scope's help (14)."""
    value = tables.distance_modifier(weapon.category, at.distance + weapon.further)
    if not value:
        return
    said = Text("{distance} m with {weapon}", distance=at.distance, weapon=weapon.name)
    threshold.add(said, value, "walka-19")
    if scope and value < 0:
        threshold.add(Text("scope"), min(scope, -value), "walka-14")


def _cover(threshold: checks.Threshold, target: Fighter, at: commands.Aimed) -> None:
    """walka-20: the worst of cover, leaning out and posture."""
    covers: list[tables.Cover] = []
    if at.modifiers.cover:
        covers.append(at.modifiers.cover)
    elif target.leaning:
        covers.append(target.seen)
    elif target.hidden and target.spotted:
        covers.append("sliver")
    covers += [armor.seen for armor in target.sheet.armor if armor.seen]
    if target.posture in tables.POSTURE_COVER:
        covers.append(tables.POSTURE_COVER[target.posture])
    if covers:
        worst = min(covers, key=tables.COVER.__getitem__)
        said = Text("seen of {target}: {seen}", target=target.name, seen=tables.COVER_TEXT[worst])
        threshold.add(said, tables.COVER[worst], "walka-20")


def _movement(threshold: checks.Threshold, target: Fighter, at: commands.Aimed) -> None:
    """walka-21: of the target."""
    movement = at.modifiers.movement or target.running
    if tables.MOVING_TARGET[movement]:
        said = Text(
            "{target} is {movement}", target=target.name, movement=tables.MOVEMENT_TEXT[movement]
        )
        threshold.add(said, tables.MOVING_TARGET[movement], "walka-21")


def _hand(
    threshold: checks.Threshold, fighter: Fighter, weapon: Weapon, hand: Hand, two: bool
) -> None:
    """walka-15 and 16: one hand, the other hand, two weapons, and the build they need."""
    other = hand == "other"
    if two and other:
        threshold.add(Text("two weapons, other hand"), tables.TWO_WEAPONS[1], "walka-16")
    elif two:
        threshold.add(Text("two weapons, dominant hand"), tables.TWO_WEAPONS[0], "walka-16")
    elif other:
        threshold.add(Text("in the other hand"), tables.OTHER_HAND, "walka-16")
    checks.add_build(threshold, fighter, weapon, tables.ONE_HANDED_BUILD if hand != "both" else 0)


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
    return cannot_shoot(state, fighter) or weapons.none_ready(fighter, fighter.guns)


def no_gun_to_snipe(state: Battle, fighter: Fighter) -> Text | None:
    guns = weapons.scoped(fighter)
    problem = cannot_shoot(state, fighter)
    if problem or guns:
        return problem or weapons.none_ready(fighter, guns)
    return Text("no weapon to snipe with")


def no_two_guns(state: Battle, fighter: Fighter) -> Text | None:
    if any(arm in fighter.disabled for arm in tables.ARMS):
        return Text("an arm is disabled")
    if problem := cannot_shoot(state, fighter):
        return problem
    if len(fighter.guns) < 2:
        return Text("not two firearms")
    problems = [found for index in fighter.guns if (found := weapons.not_ready(fighter, index))]
    return problems[0] if len(fighter.guns) - len(problems) < 2 else None


def no_burst(state: Battle, fighter: Fighter) -> Text | None:
    problem = cannot_shoot(state, fighter)
    guns = weapons.bursting(fighter)
    if problem or guns:
        return problem or weapons.none_ready(fighter, guns)
    return Text("no weapon that fires bursts")


# ---- single shots (walka-11, 14, 16, 18)


def plan_fire(state: Battle, fighter: Fighter, command: commands.Fire) -> list[Plan]:
    index = weapons.find_weapon(fighter, command.with_, fighter.guns)
    overrule, victims = command.overrule, command.victims
    return [plan(state, fighter, command, index, command.hand, overrule=overrule, victims=victims)]


def fire(state: Battle, fighter: Fighter, command: commands.Fire, table: Table) -> None:
    """walka-11: a die, and one more for each segment of aiming. ``fighter`` is taken."""
    plans = plan_fire(state, fighter, command)
    aim = _aim(fighter, command.aim, table)
    volley(state, fighter, plans, 1 + aim, _points(state, fighter, plans), table)


def plan_snipe(state: Battle, fighter: Fighter, command: commands.Snipe) -> list[Plan]:
    among = fighter.guns if command.with_ else weapons.fitting(fighter, "sniper_shot")
    index = weapons.find_weapon(fighter, command.with_, among)
    helped = command.aim + fighter.aiming > 0 or command.safe
    scope = fighter.weapon(index).scope if helped else 0
    return [
        plan(
            state,
            fighter,
            command,
            index,
            command.hand,
            overrule=command.overrule,
            scope=scope,
            victims=command.victims,
        )
    ]


def snipe(state: Battle, fighter: Fighter, command: commands.Snipe, table: Table) -> None:
    """walka-14: through the scope; or out of danger, an ordinary test of three dice (walka-4)."""
    plans = plan_snipe(state, fighter, command)
    if command.safe:
        told = Text("{name} shoots out of danger: 3d20", name=fighter.name)
        table.log("walka-14", told, by=fighter.id)
        fighter.aiming = 0
        skill = plans[0].weapon.uses
        points = d20.whole_skill(skill, fighter.skill(skill))
        volley(state, fighter, plans, 3, points, table, needed=2)
        return
    told = Text("{name} takes aim through the scope", name=fighter.name)
    table.log("walka-14", told, by=fighter.id)
    aim = _aim(fighter, command.aim, table)
    volley(state, fighter, plans, 1 + aim, _points(state, fighter, plans), table)


def plan_several(state: Battle, fighter: Fighter, command: commands.SeveralShots) -> list[Plan]:
    plans: list[Plan] = []
    for position, at in enumerate(command.shots):
        place = f"shots[{position}]."
        index = weapons.find_weapon(fighter, at.with_, fighter.guns, place + "with")
        overrule, fired = command.overrule, [each.gun for each in plans]
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
    volley(state, fighter, plans, 1, _points(state, fighter, plans), table)


def plan_two(state: Battle, fighter: Fighter, command: commands.FireTwo) -> list[Plan]:
    """walka-16: the dominant hand's shot and the other's, at one target or at two."""
    mine = weapons.fitting(fighter, command.burst or "two_weapons")
    first = weapons.find_weapon(fighter, command.with_, mine)
    rest = [index for index in mine if index != first]
    second = weapons.find_weapon(fighter, command.with_other, rest, "with_other")
    overrule = command.overrule
    plans = [plan(state, fighter, command, first, "dominant", overrule=overrule, two=True)]
    try:
        other = _at_the_other(command)
        plans.append(plan(state, fighter, other, second, "other", overrule=overrule, two=True))
    except Refusal as refusal:
        place = FIELD_OF_THE_OTHER.get(refusal.field, refusal.field)
        raise Refusal(refusal.message, place) from None
    return plans


FIELD_OF_THE_OTHER: Mapping[str, str] = {
    "target": "target_other",
    "with": "with_other",
    "distance": "distance_other",
    "modifiers.cover": "cover_other",
}
"""Where a command says of the other weapon's shot what it says of the first one's."""


def _at_the_other(command: commands.FireTwo) -> commands.Aimed:
    """walka-16: the other weapon's shot. What is said of the target is said of no other one."""
    distance = command.distance if command.distance_other is None else command.distance_other
    if command.target_other in (None, command.target):
        return command.model_copy(update={"distance": distance})
    seen = {"cover": command.cover_other, "movement": None, "size": None}
    told = {"target": command.target_other, "distance": distance}
    modifiers = command.modifiers.model_copy(update=seen)
    return command.model_copy(update={**told, "modifiers": modifiers})


def fire_two(state: Battle, fighter: Fighter, command: commands.FireTwo, table: Table) -> None:
    """walka-16: both weapons at once, twice the dice out of one pool of points."""
    plans = plan_two(state, fighter, command)
    aim = _aim(fighter, command.aim, table)
    tell_two(fighter, plans, table)
    volley(state, fighter, plans, 1 + aim, _points(state, fighter, plans), table)


def tell_two(fighter: Fighter, plans: Sequence[Plan], table: Table) -> None:
    names = joined([plan.weapon.name for plan in plans], " and ")
    told = Text("{name} fires {weapons} at once", name=fighter.name, weapons=names)
    table.log("walka-16", told, by=fighter.id)


def _points(state: Battle, fighter: Fighter, plans: Sequence[Plan]) -> d20.SkillPoints:
    return d20.skill_points(state, fighter, *[plan.weapon.uses for plan in plans])


def _aim(fighter: Fighter, more: int, table: Table) -> int:
    """walka-11: the dice that aiming adds, at most 2; the aim is used up."""
    aim = min(fighter.aiming + more, 2)
    fighter.aiming = 0
    if aim:
        told = Text(
            "{name} aimed for {count} segment: {dice}d20",
            "{name} aimed for {count} segments: {dice}d20",
            name=fighter.name,
            count=aim,
            dice=1 + aim,
        )
        table.log("walka-11", told, by=fighter.id)
    return aim


SHOT, THE_SHOT = Text("shot"), Text("the shot")


def volley(
    state: Battle,
    fighter: Fighter,
    plans: Sequence[Plan],
    count: int,
    points: d20.SkillPoints,
    table: Table,
    needed: int = 1,
) -> None:
    """Rolls the dice of all shots, spends points, and lets each of them hit."""
    thresholds = [threshold_of_shot(fighter, each) for each in plans]
    for each, threshold in zip(plans, thresholds, strict=True):
        weapons.use_round(fighter, each.gun)
        if table.keeps_log:
            told = Text(
                "{name} shoots at {target}: {weapon}",
                name=fighter.name,
                target=each.target.name,
                weapon=each.weapon.name,
            )
            table.log("walka-10", told, by=fighter.id)
            threshold.tell(fighter, "walka-17", table)
    shots = tuple(
        [
            _shot(each, count, threshold.value)
            for each, threshold in zip(plans, thresholds, strict=True)
        ]
    )
    throw = d20.Volley(shots, points, state.house.equal_succeeds, needed)
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
        told = Text(
            "{name} hits {target}: {die} against {threshold}",
            name=fighter.name,
            target=each.target.name,
            die=d20.lowered(face, spent),
            threshold=checks.number(shot.threshold),
        )
        table.log(rule, told, by=fighter.id)
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
            told = Text("{name}: {die} does not count", **said)
            if (face, spent) in counting:
                told = Text("{name}: {die} succeeds", **said)
            table.log("walka-1", told, by=fighter.id)


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
    told = Text("{name} lets the {face} count", name=fighter.name, face=face)
    table.log("walka-11", told, by=fighter.id)
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
        told = Text("{target} is hit in the chosen {where}", **said)
        table.log("walka-23", told, by=target.id)
    else:
        told = Text("{target} is hit: {face}, {where}", face=face, **said)
        table.log("walka-18", told, by=target.id)
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
    elif weapon.ion:
        hits.ion(state, target, weapon, location, table)
    elif weapon.category == "shotgun":
        hits.shotgun(state, target, weapon, each.at.distance, location, won, table)
    else:
        level = tables.level_number(weapon.damage)
        hits.strike_at(state, target, level, location, weapon.penetration or 0, table)
