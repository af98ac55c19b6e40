"""Grenades and charges: the throw, who gets away, and the blast (walka-28 to 30)."""

from collections.abc import Hashable, Mapping, Sequence, Set
from functools import lru_cache
from itertools import chain
from math import ceil, floor
from typing import NamedTuple

from desktop.rules.cast import present, question
from desktop.rules.dice import Pool
from desktop.rules.fields import Choice
from desktop.rules.table import Refusal, Table, TableRefusal, refuse
from desktop.rules.text import Text, Words, joined
from desktop.rules.walka import checks, conditions, d20, hits, on_map, tables, weapons
from desktop.rules.walka.commands import Detonate, ThrowSomething, Victim
from desktop.rules.walka.sheet import HouseRules, Weapon, word
from desktop.rules.walka.state import Battle, Fighter, points_left


class Thrown(NamedTuple):
    """What is thrown how far, who is in the blast, and the threshold."""

    held: int | None
    """Which weapon of the sheet it is, or launches it; None: it is another object."""
    weapon: Weapon
    metres: int
    victims: list[Victim]
    threshold: checks.Threshold


OBJECT = Weapon(name="object", category="grenade")
"""Stands for a weapon where something else is thrown that is no grenade (walka-10); it flies as a
grenade does (19)."""


def not_thrown(house: HouseRules, fighter: Fighter, index: int) -> Text | None:
    """Why a grenade cannot be thrown, or a launcher fired, now; or None (walka-10, 21)."""
    weapon = fighter.sheet.weapons[index]
    if problem := weapons.not_ready(fighter, index):
        return problem
    if house.pins and (problem := _live_pin(fighter, weapon)):
        return problem
    if weapon.category == "launcher" and fighter.running == "rushing":
        return checks.RUSHES
    return None


def plan_throw(state: Battle, fighter: Fighter, command: ThrowSomething) -> Thrown:
    """What is thrown, and its threshold. Raises :class:`Refusal` where it cannot be."""
    grenades = weapons.fitting(fighter, "throw")
    other = command.with_ == OBJECT.name or not (command.with_ or grenades)
    index = None if other else weapons.find_weapon(fighter, command.with_, grenades)
    weapon = OBJECT if index is None else fighter.sheet.weapons[index]
    if index is not None and not command.overrule:
        problem = not_thrown(state.house, fighter, index)
        # Of old, a grenade without a blast had no pin: it was thrown so in fights that are kept.
        of_old = weapon.critical_range is None and problem == _live_pin(fighter, weapon)
        if problem and not of_old:
            raise Refusal(problem, "with")
        if command.by_build and weapon.category == "launcher":
            fired = Text("{weapon} fires, no strength of the arm helps", weapon=weapon.name)
            raise Refusal(fired, "by_build")
    victims = _victims(state, command)
    far = weapons.farthest(weapon)
    if command.distance > far and not command.overrule:
        values = {"distance": command.distance, "farthest": far}
        too_far = Text("{distance} m is too far, nobody throws beyond {farthest} m", **values)
        raise Refusal(too_far, "distance", rule="walka-19")
    threshold = threshold_of_throw(fighter, weapon, command.distance)
    threshold.add_given(command.modifiers)
    return Thrown(index, weapon, command.distance, victims, threshold)


def threshold_of_throw(
    fighter: Fighter, weapon: Weapon, metres: int | None = None
) -> checks.Threshold:
    """walka-17 and 28: what bears on a throw; without ``metres`` what the distance does not."""
    threshold = checks.threshold_of(fighter, "dexterity", "shots")
    if metres is not None:
        so_far = Text("a throw of {distance} m", distance=metres)
        threshold.add(so_far, weapons.distance_modifier(weapon, metres) or 0, "walka-19")
    checks.add_weapon(threshold, fighter, weapon)
    if weapon.category == "launcher":
        checks.add_own(threshold, fighter)
    return threshold


def _live_pin(fighter: Fighter, weapon: Weapon) -> Text | None:
    """walka-10: what is said of a pin that nobody has pulled; what is fired has none, and what is
    no grenade."""
    if weapon.category != "grenade" or weapon is OBJECT or weapons.PIN in fighter.effects:
        return None
    return Text("{weapon}: the pin is not pulled", weapon=weapon.name)


def _victims(state: Battle, command: ThrowSomething) -> list[Victim]:
    """The target stands in the middle, unless the list says otherwise."""
    named = [victim.who for victim in command.victims]
    refuse_victims(state, command.victims)
    victims = list(command.victims)
    if command.target is not None:
        present(state, command.target)
        if command.target not in named:
            victims.insert(0, Victim(who=command.target))
    return victims


def throw(state: Battle, fighter: Fighter, command: ThrowSomething, table: Table) -> None:
    """walka-28: the throw, where it lands, who gets away, and the blast. ``fighter`` is taken."""
    thrown = plan_throw(state, fighter, command)
    weapon = thrown.weapon
    fighter.aiming = 0
    pin = _live_pin(fighter, weapon)
    if weapons.PIN in fighter.effects and thrown.held in weapons.fitting(fighter, "pull_pin"):
        fighter.effects = [effect for effect in fighter.effects if effect != weapons.PIN]
    what: Words = Text("an object", context="thrown") if thrown.held is None else weapon.name
    values = {"what": what, "distance": thrown.metres}
    table.note("walka-28", fighter, "{name} throws: {what}, {distance} m", **values)
    if pin:
        table.log("walka-10", pin, by=fighter.id)
    if thrown.held is not None:
        weapons.use_round(fighter, thrown.held)
    if command.by_build:
        _strength(state, fighter, thrown, table)
    table.then(_let_go, state, fighter.id, thrown)


def _let_go(state: Battle, id: str, thrown: Thrown, table: Table) -> None:
    """The throw itself, and what comes of it."""
    fighter, weapon, victims = state.take(id), thrown.weapon, thrown.victims
    missed_by = _aimed_throw(state, fighter, thrown, table)
    if not missed_by:
        table.mark("success", fighter.id)
    if thrown.held is None:
        return
    if missed_by:
        off = scatter(missed_by, thrown.metres)
        victims = _missed(state, fighter, victims, off, weapon.reaches_out, table)
    if weapon.critical_range is None and weapon.causes:
        for victim in victims:
            target = state.take(victim.who)
            if victim.metres <= weapon.reaches_out and not target.out:
                table.mark("caught", target.id)
                conditions.struck(state, target, weapon, None, table)
        return
    if weapon.critical_range is None:
        line = Text("{weapon} does its work")
        if weapon.notes:
            line = Text("{weapon} does its work: {notes}")
        values = {"weapon": weapon.name, "notes": weapon.notes}
        table.note("walka-28", fighter, line.template, **values)
        return
    blast(state, weapon, dodge_all(state, fighter, weapon, victims, table), table, alone=True)


def _strength(state: Battle, fighter: Fighter, thrown: Thrown, table: Table) -> None:
    """walka-28: a test of throwing on build takes its success points off the distance penalty.

    The throw that follows draws on the same points, so the best for it is what helps both most.
    """
    threshold, far = thrown.threshold, weapons.distance_modifier(thrown.weapon, thrown.metres)
    penalty = max(-(far or 0), 0)
    build = checks.threshold_of(fighter, "build")
    build.add(Text("powered armour"), fighter.powered, "walka-15")
    build.tell(fighter, table, "walka-28")
    points = d20.skill_points(state, fighter, "throwing")
    equal, total = state.house.equal_succeeds, points.total

    lefts = tuple(
        points_left(state.house, fighter, thrown.weapon.uses, {"throwing": spent})
        for spent in range(total + 1)
    )
    strengths = _strengths(build.value, threshold.value, penalty, lefts, equal)
    label = Text("strength of the throw")
    # A face matters only by what the best takes off and how many points it costs.
    at_best = [(strength.gains[strength.best], strength.best) for strength in strengths]
    throw = d20.die_by(lambda face: at_best[face - 1])

    def offer(die: int) -> d20.DieOffer:
        strength, offered = strengths[die - 1], dict[int, int]()
        for spent, gained in enumerate(strength.gains):
            offered.setdefault(gained, spent)
        choices = []
        for spent in dict.fromkeys([strength.best, *offered.values()]):
            off = Text("off the penalty: {gained}", gained=strength.gains[spent])
            choices.append(Choice([spent], str(spent) if spent else d20.NO_POINTS, off))
        return choices, strength.best, offered[max(offered)]

    attempt = d20.Attempt(state, fighter, label, table)
    *_, won = checks.lowered_die(attempt, build, throw, points, offer, "walka-28")
    threshold.add(label, min(won, penalty), "walka-28")


class Strength(NamedTuple):
    """A face of the test on build: what each number of points takes off, and the best of them."""

    gains: tuple[int, ...]
    best: int


@lru_cache(maxsize=256)
def _strengths(
    build: float, threshold: float, penalty: int, lefts: tuple[int, ...], equal: bool
) -> tuple[Strength, ...]:
    """For every face what points are worth; ``lefts`` is what each number of them leaves."""

    def gain(die: int, spent: int) -> int:
        if not d20.succeeds(die, spent, build, equal):
            return 0
        return min(d20.success_points(die, spent, build, equal), penalty)

    def lands(gained: int, left: int) -> int:
        """On how many faces the throw can still succeed."""
        return d20.FACES - len(d20.failing(threshold + gained, left, equal))

    strengths = []
    for face in range(1, d20.FACES + 1):
        gains = tuple(gain(face, spent) for spent in range(len(lefts)))
        chances = [lands(gained, left) for gained, left in zip(gains, lefts, strict=True)]
        strengths.append(Strength(gains, chances.index(max(chances))))
    return tuple(strengths)


def _aimed_throw(state: Battle, fighter: Fighter, thrown: Thrown, table: Table) -> int:
    """The throw itself: 0 when it lands where it should, else by how much it failed."""
    threshold, victims = thrown.threshold, thrown.victims
    threshold.tell(fighter, table, "walka-28")
    weapon = thrown.weapon
    points = d20.skill_points(state, fighter, weapon.uses)
    equal, value, most = state.house.equal_succeeds, threshold.value, points.total
    radius = weapon.critical_range or weapon.effect_range
    places = tuple([victim.metres for victim in victims])
    # Who throws and is in the blast will need points to get away.
    dodges = any(victim.who == fighter.id for victim in victims)
    throw = _throw(value, most, equal, thrown.metres, radius or 0, places, dodges)

    def offer(die: int) -> d20.DieOffer:
        least = d20.cheapest(die, value, most, equal)
        on_the_spot = Text("on the spot")
        unspent = on_the_spot if least == 0 else Text("beside the spot")
        choices = [Choice([0], d20.NO_POINTS, unspent)]
        if least:
            choices.insert(0, Choice([least], d20.minus([die], [least])[0], on_the_spot))
        return choices, least or 0, least or 0

    attempt = d20.Attempt(state, fighter, Text("throw"), table)
    die, spent, won = checks.lowered_die(attempt, threshold, throw, points, offer, "walka-28")
    return 0 if won else failure(die, spent, value, equal)


def failure(die: int, spent: int, threshold: float, equal: bool) -> int:
    """walka-28: by how much a throw failed, at least 1."""
    missed = die - spent - threshold
    return max(ceil(missed) if equal else floor(missed) + 1, 1)


@lru_cache(maxsize=256)
def _throw(
    threshold: float,
    most: int,
    equal: bool,
    distance: int,
    radius: int,
    places: tuple[int, ...],
    dodges: bool,
) -> Pool[tuple[int, ...]]:
    """The die of a throw: a hit for its points where they matter, or the ring of each victim.

    ``places`` are the victims' metres from where it should land, ``radius`` the critical range or
    0, ``dodges`` whether the thrower will need points to get away.
    """

    def comes_to(face: int) -> Hashable:
        least = d20.cheapest(face, threshold, most, equal)
        if least is not None:
            return "hit", least if dodges else 0
        off = scatter(failure(face, 0, threshold, equal), distance)
        return tuple(radius and ring(metres + off, radius) for metres in places)

    return d20.die_by(comes_to)


def scatter(missed_by: int, distance: int) -> int:
    """Metres a missed throw lands off: one a point up to 10 m, two up to 20 m, and so on."""
    return missed_by * max(ceil(distance / tables.SCATTER_STEP), 1)


def _missed(
    state: Battle, fighter: Fighter, victims: Sequence[Victim], off: int, reach: int, table: Table
) -> list[Victim]:
    """A miss comes down somewhere else; by default away from everybody."""
    table.log("walka-28", Text("the throw lands {off} m off", off=off), by=fighter.id)
    further = [victim.metres + off for victim in victims]
    nearer = [abs(victim.metres - off) for victim in victims]
    offered = {Text("away from them"): further, Text("towards them"): nearer}
    names = _names(state, victims)
    text = Text("It lands {off} m off: how many metres from each? {names}", off=off, names=names)
    return landing(state, fighter, victims, offered, text, "walka-28", reach, table)


def _names(state: Battle, victims: Sequence[Victim]) -> Text:
    return joined([state[victim.who].name for victim in victims])


# ---- what goes off (walka-29)


def rings(radius: int) -> list[tuple[int, int]]:
    """walka-29: each level that a blast does, and up to how many metres; ``radius`` is its
    critical range."""
    edges = (radius * band for band in range(1, len(tables.BLAST) + 1))
    return [(ring(metres, radius), metres) for metres in edges]


def ring(metres: int, radius: int) -> int:
    """The level a blast does at that distance, 0 beyond its last ring."""
    band = max(ceil(metres / radius), 1) - 1
    return tables.BLAST[band] if band < len(tables.BLAST) else 0


def plan_detonate(state: Battle, fighter: Fighter, command: Detonate) -> int:
    """The charge that goes off, by its place on the sheet. Raises :class:`Refusal`."""
    index = weapons.find_weapon(fighter, command.with_, weapons.fitting(fighter, "detonate"))
    if not command.overrule:
        refuse(weapons.not_ready(fighter, index), "with")
    refuse_victims(state, command.victims)
    return index


def refuse_victims(state: Battle, victims: Sequence[Victim]) -> None:
    """walka-29: each of them is still in the fight, and there once. Raises :class:`Refusal`."""
    named: list[str] = []
    for position, victim in enumerate(victims):
        place = f"victims[{position}].who"
        fighter = present(state, victim.who, place)
        if victim.who in named:
            raise Refusal(Text("{name} is there twice", name=fighter.name), place)
        named.append(victim.who)


def detonate(state: Battle, fighter: Fighter, command: Detonate, table: Table) -> None:
    """A charge: nobody throws, it goes off where it lies. ``fighter`` is taken."""
    index = plan_detonate(state, fighter, command)
    weapons.use_round(fighter, index)
    weapon = fighter.sheet.weapons[index]
    table.note("walka-29", fighter, "{name} sets off: {weapon}", weapon=weapon.name)
    blast(state, weapon, command.victims, table)


def blast(
    state: Battle,
    weapon: Weapon,
    victims: Sequence[Victim],
    table: Table,
    *,
    alone: bool = False,
    last: bool = True,
) -> None:
    """walka-29: each victim apart, by how far it is from the middle.

    ``alone``: nobody can have been hurt before in this command. ``last``: nobody can be hurt after
    it in this command.
    """
    if not last:
        for victim in victims:
            _befalls(state, weapon, victim, table)
        return
    for victim in table.each(victims):
        # Where nobody was hurt before, only the place counts. Odds of a throw on build take 14
        # instead of 2.6 ms where that is not said.
        table.then(_befalls, state, weapon, victim, alike=victim if alone else None)


def _befalls(state: Battle, weapon: Weapon, victim: Victim, table: Table) -> None:
    """What the blast does to a victim that is still in the fight."""
    target = state.take(victim.who)
    if not target.out:
        _caught(state, target, victim, weapon, weapon.critical_range or 1, table)


def _caught(
    state: Battle, target: Fighter, victim: Victim, weapon: Weapon, radius: int, table: Table
) -> None:
    level = base = ring(victim.metres, radius)
    metres = victim.metres
    if not base:
        table.note("walka-29", target, "{target}: {metres} m, out of the blast", metres=metres)
        return
    less: list[Words] = []
    if target.posture == "prone" and victim.metres > 0:
        level -= 1
        less.append(Text("lies on the ground"))
    if victim.cover:
        level -= 1
        less.append(Text("behind cover that is destroyed"))
    line = Text("{target}: {metres} m, {came}")
    if less:
        line = Text("{target}: {metres} m, {came}, lower: {reasons}")
    came = tables.level_text(max(level, 0))
    table.note("walka-29", target, line.template, metres=metres, came=came, reasons=less)
    if victim.cover and target.covered:
        target.uncover()
        table.note("walka-29", target, "{target}: no longer behind cover")
    if level <= 0:
        return
    table.mark("caught", target.id)
    location = random_location(target, weapon, level, "walka-29", table)
    table.note("walka-29", target, "{target}: {where}", where=tables.LOCATION_TEXT[location])
    hits.hit_by(state, target, weapon, level, location, table)
    if base == 1 and not target.out:
        hits.knock_down(target, Text("the edge of the blast"), "walka-29", table)


def random_location(
    target: Fighter, weapon: Weapon, level: int, rule: str, table: Table
) -> tables.Location:
    """A d20 for the location by the ``rule`` of the hit; 20 is thrown again."""
    throw = _location(hits.harm_of(target, weapon, level))
    face = table.roll(throw, why=rule, by=target.id, label=Text("location"))[0]
    return tables.location_of(face)


@lru_cache(maxsize=1024)
def _location(harm: hits.ByPlace) -> Pool[tuple[int, ...]]:
    """A die for the location, whose faces matter by what the hit does there."""
    return d20.die_by(
        lambda face: harm[tables.PLACE[tables.location_of(face)]][0], again=(tables.UNLUCKY,)
    )


def landing(
    state: Battle, by: Fighter, victims: Sequence[Victim], offered: Mapping[Text, list[int]],
    text: Text, rule: str, reach: int, table: Table,
) -> list[Victim]:  # fmt: skip
    """Where it comes down is for the game master: metres for each victim, the first by default.

    It matters where any of them may be within ``reach`` of it, in metres.
    """
    if not victims:
        return []
    choices: list[Choice] = []
    for label, metres in offered.items():
        if metres not in [choice.value for choice in choices]:
            each = [f"{state[v.who].name}: {m} m" for v, m in zip(victims, metres, strict=True)]
            choices.append(
                Choice(metres, label, joined(each) if len(each) > 1 else f"{metres[0]} m")
            )
    landed = table.ask(question(
        by, "landing", text, choices, rule, label="Metres for each", kind="numbers",
        native="Odległości", default=choices[0].value, minimum=0, maximum=1000,
        length=len(victims), no_benefit=min(chain(*offered.values())) > reach,
    ))  # fmt: skip
    if len(landed) != len(victims):
        needs = Text(
            "needs {count} number, one for each victim",
            "needs {count} numbers, one for each victim",
            count=len(victims),
        )
        raise TableRefusal(needs, "answers.landing")
    return [
        victim.model_copy(update={"metres": metres})
        for victim, metres in zip(victims, landed, strict=True)
    ]


# ---- getting out of the way (walka-30)


DODGES: Mapping[str, Text] = {
    "stay": Text("Stay"),
    "leap": Text("Leap away"),
    "leap_to_cover": Text("Leap behind cover within 2 m"),
    "fling": Text("Fling it off"),
    "throw_back": Text("Throw it back"),
}


AWARENESS = -5


TELEKINESIS: Mapping[str, tuple[Text, int]] = {
    "fling": (Text("fling"), -3),
    "throw_back": (Text("throw back"), -7),
}


def dodge_all(
    state: Battle,
    thrower: Fighter,
    weapon: Weapon,
    victims: Sequence[Victim],
    table: Table,
    tried: Set[str] = frozenset(),
) -> list[Victim]:
    """walka-30: each victim in turn; who gets rid of the grenade spares those after it the try.

    Sent back, it comes upon those around the thrower. Nobody has a second try: those who ``tried``
    are not asked again.
    """
    radius = weapon.critical_range or 1
    result = list(victims)
    for index, victim in enumerate(victims):
        if victim.who in tried or not ring(victim.metres, radius):
            continue
        target = state.take(victim.who)
        way = _ask_dodge(state, target, table)
        if way == "stay" or not _gets_away(state, target, way, table):
            continue
        match way:
            case "leap":
                target.uncover()
                further = (ceil(max(victim.metres, 1) / radius)) * radius + 1
                result[index] = victim.model_copy(update={"metres": further})
                table.note("walka-30", target, "{name} leaps a ring further out")
            case "leap_to_cover":
                target.uncover()
                target.covered = True
                result[index] = victim.model_copy(update={"cover": True})
                table.note("walka-30", target, "{name} leaps behind cover")
            case "fling":
                return _flung(state, target, result, radius, table)
            case _:
                table.note("walka-30", target, "{name} throws it back")
                tried = {*tried, thrower.id, *(each.who for each in victims[: index + 1])}
                middle, out = state.positions.get(thrower.id), weapon.reaches_out
                near = on_map.in_blast(state, middle, out, thrower.id) if middle else []
                back = [Victim(who=thrower.id), *near]  # it goes off at the thrower's feet
                return dodge_all(state, target, weapon, back, table, tried)
    return result


def _flung(
    state: Battle, target: Fighter, victims: Sequence[Victim], radius: int, table: Table
) -> list[Victim]:
    """walka-30: off in a random direction, told by a die; by default out of everybody's reach."""
    everywhere = d20.die_by(lambda face: "anywhere")
    direction = table.roll(everywhere, why="walka-30", by=target.id, label=Text("direction"))[0]
    table.note(
        "walka-30", target, "{name} flings it off, direction {direction} of {all}",
        direction=direction, all=d20.FACES,
    )  # fmt: skip
    names, reach = _names(state, victims), len(tables.BLAST) * radius
    offered = {
        Text("out of reach"): [reach + 1 for _ in victims],
        Text("where it was"): [victim.metres for victim in victims],
    }
    text = Text("It flies off: how many metres from each? {names}", names=names)
    return landing(state, target, victims, offered, text, "walka-30", reach, table)


def _seeing(state: Battle, target: Fighter) -> tuple[str, checks.Threshold]:
    """Alertness or spotting, whichever has more points, and the threshold to see it coming."""
    skill = max(("alertness", "spotting"), key=lambda name: points_left(state.house, target, name))
    threshold = checks.threshold_of(target, "senses")
    threshold.add(Text("a grenade in flight"), AWARENESS, "walka-30")
    return skill, threshold


def _ask_dodge(state: Battle, target: Fighter, table: Table) -> str:
    """What to do about it, which matters to somebody who may see it."""
    skill, seeing = _seeing(state, target)
    points = points_left(state.house, target, skill)
    seen = d20.succeeds(1, points, seeing.value, state.house.equal_succeeds)
    no_force = Text("no sensitivity to move things with")
    blocked = () if target.attributes["force"] else TELEKINESIS
    choices = [
        Choice(way, label, why_not=no_force if way in blocked else None)
        for way, label in DODGES.items()
    ]
    text = Text("{name}: what to do about a grenade that is seen coming?", name=target.name)
    asked = question(
        target, "dodge_grenade", text, choices, "walka-30", default="leap", no_benefit=not seen
    )
    answer: str = table.ask(asked)
    return answer


def _gets_away(state: Battle, target: Fighter, way: str, table: Table) -> bool:
    """First to see it, then to do it."""
    skill, seeing = _seeing(state, target)
    by_force = way in TELEKINESIS
    sees = d20.Attempt(state, target, Text("{tested!l}", tested=word(skill)), table)
    if not checks.single_test(sees, seeing, skill, "walka-30", more_tests=by_force):
        table.note("walka-30", target, "{name} does not see it coming")
        return False
    if by_force:
        doing, skill = checks.threshold_of(target, "force"), "telekinesis"
        doing.add(*TELEKINESIS[way], "walka-30")
    else:
        doing, skill = checks.threshold_of(target, "dexterity", "body"), ""
    tested = Text("{tested!l}", tested=word(skill)) if skill else Text("dodge", context="test")
    dodge = d20.Attempt(state, target, tested, table)
    if checks.single_test(dodge, doing, skill, "walka-30"):
        return True
    table.note("walka-30", target, "{name} does not get away")
    return False
