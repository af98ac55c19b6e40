"""Grenades and other things thrown, and getting out of their way (walka-28 and 30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

from desktop.rules.cast import ask, present
from desktop.rules.dice import Faces, pool
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision, Refusal, Table, TableRefusal
from desktop.rules.text import NOTHING, Text, Words
from desktop.rules.walka.blasts import blast, ring
from desktop.rules.walka.check import (
    FACES,
    Threshold,
    cheapest,
    judge,
    pay_points,
    single_test,
    skill_points,
    spend_on_die,
    success_points,
    tell_roll,
    threshold_of,
)
from desktop.rules.walka.commands import ThrowSomething, Victim
from desktop.rules.walka.data import BLAST, SCATTER_STEP, distance_modifier, reach
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter, points_left
from desktop.rules.walka.weapons import PIN, find_weapon, grenades, no_hands, not_ready, use_round


@dataclass(frozen=True, slots=True)
class Thrown:
    """What is thrown, who is in the blast, and the threshold."""

    index: int | None
    weapon: Weapon | None
    victims: list[Victim]
    threshold: Threshold

    @property
    def skill(self) -> str:
        """walka-28: what is thrown is thrown with its own skill."""
        return self.weapon.uses if self.weapon else "throwing"


def cannot_throw(state: Battle, fighter: Fighter) -> Text | None:
    return no_hands(state, fighter)


def plan_throw(state: Battle, fighter: Fighter, command: ThrowSomething) -> Thrown:
    """Raises :class:`Refusal` where it cannot be."""
    mine = grenades(fighter)
    index = find_weapon(fighter, command.with_, mine) if command.with_ or mine else None
    weapon = None if index is None else fighter.weapon(index)
    if index is not None and not command.overrule:
        problem = not_ready(fighter, index)
        if problem is None and state.house.pins and _live_pin(fighter, weapon):
            problem = _not_pulled(weapon)
        if problem:
            raise Refusal(problem, "with")
    victims = _victims(state, command)
    further, farthest = 0, reach("grenade")
    if weapon:
        further = weapon.further
        farthest = min(farthest - further, weapon.reach or farthest)
    value = distance_modifier("grenade", command.distance + further)
    if value is None or command.distance > farthest:
        if not command.overrule:
            raise Refusal(
                Text(
                    "{distance} m is too far, nobody throws beyond {farthest} m (walka-19)",
                    distance=command.distance,
                    farthest=farthest,
                ),
                "distance",
            )
        value = value or 0
    threshold = threshold_of(fighter, "dexterity")
    said = Text("a throw of {distance} m", distance=command.distance)
    threshold.add(said, value, "walka-19")
    if weapon:
        said = Text("accuracy of {weapon}", weapon=weapon.name)
        threshold.add(said, weapon.accuracy, "walka-17")
    threshold.add_given(command.modifiers)
    return Thrown(index, weapon, victims, threshold)


def _live_pin(fighter: Fighter, weapon: Weapon | None) -> bool:
    """walka-10: whether it has a pin that nobody has pulled; what is fired has none."""
    has_one = weapon is not None and weapon.critical_range is not None and not weapon.reload
    return has_one and PIN not in fighter.effects


def _not_pulled(weapon: Weapon | None) -> Text:
    return Text("the pin of {weapon} is not pulled", weapon=weapon.name if weapon else "")


def _victims(state: Battle, command: ThrowSomething) -> list[Victim]:
    """Whoever is thrown at stands in the middle, unless the list says otherwise."""
    named = [victim.who for victim in command.victims]
    for index, who in enumerate(named):
        present(state, who, f"victims[{index}].who")
        if who in named[:index]:
            twice = Text("{name} is there twice", name=state[who].name)
            raise Refusal(twice, f"victims[{index}].who")
    victims = list(command.victims)
    if command.target is not None:
        present(state, command.target)
        if command.target not in named:
            victims.insert(0, Victim(who=command.target))
    return victims


def throw(state: Battle, fighter: Fighter, command: ThrowSomething, table: Table) -> None:
    """walka-28: the throw, where it lands, who gets away, and the blast. ``fighter`` is taken."""
    thrown = plan_throw(state, fighter, command)
    weapon, victims = thrown.weapon, thrown.victims
    fighter.aiming = 0
    if _live_pin(fighter, weapon):
        table.log("walka-10", _not_pulled(weapon), by=fighter.id)
    if PIN in fighter.effects:
        fighter.effects.remove(PIN)
    what: Words = weapon.name if weapon else Text("an object")
    far = command.distance
    told = Text("{name} throws {what}, {distance} m", name=fighter.name, what=what, distance=far)
    table.log("walka-28", told, by=fighter.id)
    if thrown.index is not None:
        use_round(fighter, thrown.index)
    if command.by_build:
        _strength(state, fighter, command, thrown, table)
    missed_by = _aimed_throw(state, fighter, thrown, far, table)
    if not missed_by:
        table.mark("success", fighter.id)
    if weapon is None:
        return
    if missed_by:
        victims = _missed(fighter, victims, scatter(missed_by, far), table)
    if weapon.critical_range is None:
        effect = Text(": {notes}", notes=weapon.notes) if weapon.notes else NOTHING
        told = Text("{weapon} does its work{effect}", weapon=weapon.name, effect=effect)
        table.log("walka-28", told, by=fighter.id)
        return
    blast(state, weapon, dodge_all(state, fighter, weapon, victims, table), table)


def _strength(
    state: Battle, fighter: Fighter, command: ThrowSomething, thrown: Thrown, table: Table
) -> None:
    """walka-28: a test of throwing on build takes its success points off the distance penalty.

    The throw that follows draws on the same points, so the best for it is what helps both most.
    """
    threshold = thrown.threshold
    penalty = -min(distance_modifier("grenade", command.distance) or 0, 0)
    build = threshold_of(fighter, "build")
    build.tell(fighter, "walka-28", table)
    points = skill_points(state, fighter, "throwing")
    equal, total = state.house.equal_succeeds, points.total

    def gain(die: int, spent: int) -> int:
        least = cheapest(die, build.value, total, equal)
        if least is None or spent < least:
            return 0
        return min(success_points(die, spent, build.value, equal), penalty)

    def lands(die: int, spent: int) -> int:
        """On how many faces the throw can still succeed."""
        left = points_left(state.house, fighter, thrown.skill, {"throwing": spent})
        value = threshold.value + gain(die, spent)
        faces = range(1, FACES + 1)
        return sum(cheapest(face, value, left, equal) is not None for face in faces)

    def best(die: int) -> int:
        return max(range(total + 1), key=lambda spent: (lands(die, spent), -spent))

    groups: dict[tuple[int, int], list[int]] = {}
    for face in range(1, FACES + 1):
        groups.setdefault((gain(face, best(face)), best(face)), []).append(face)
    label = Text("strength of the throw")
    throw = pool(1, FACES, Faces(alike=tuple(map(tuple, groups.values()))))
    die = table.roll(throw, why="walka-28", by=fighter.id, label=label)[0]
    tell_roll(fighter, (die,), label, "walka-28", table)
    offered: dict[int, int] = {}
    for spent in range(total + 1):
        offered.setdefault(gain(die, spent), spent)
    usual = best(die)
    choices = [
        Choice(
            [spent],
            str(spent) if spent else Text("none"),
            Text("{gained} off the penalty", gained=gain(die, spent)),
        )
        for spent in dict.fromkeys([usual, *offered.values()])
    ]
    most = offered[max(offered)]
    what = Text("the strength of the throw")
    spent = spend_on_die(fighter, choices, usual, most, points, table, what)
    pay_points(fighter, points.skills, ((spent,),), state, table)
    won = judge(fighter, die, spent, build, state, table, label)
    threshold.add(label, min(won, penalty), "walka-28")


def _aimed_throw(
    state: Battle, fighter: Fighter, thrown: Thrown, distance: int, table: Table
) -> int:
    """The throw itself: 0 when it lands where it should, else by how much it failed."""
    threshold, victims = thrown.threshold, thrown.victims
    threshold.tell(fighter, "walka-28", table)
    points = skill_points(state, fighter, thrown.skill)
    equal, value, most = state.house.equal_succeeds, threshold.value, points.total

    def failure(die: int, spent: int) -> int:
        return max(ceil(die - spent - value) + (0 if equal else 1), 1)

    radius = thrown.weapon.critical_range if thrown.weapon else None
    # Who throws and is in the blast will need points to get away.
    dodges = any(victim.who == fighter.id for victim in victims)
    groups: dict[object, list[int]] = {}
    for face in range(1, FACES + 1):
        least = cheapest(face, value, most, equal)
        key: object = ("hit", least if dodges else 0)
        if least is None:
            off = scatter(failure(face, 0), distance)
            key = tuple(radius and ring(victim.metres + off, radius) for victim in victims)
        groups.setdefault(key, []).append(face)
    dice = pool(1, FACES, Faces(alike=tuple(map(tuple, groups.values()))))
    die = table.roll(dice, why="walka-28", by=fighter.id, label=Text("throw"))[0]
    tell_roll(fighter, (die,), Text("throw"), "walka-28", table)
    least = cheapest(die, value, most, equal)
    on_the_spot = Text("on the spot")
    choices = [Choice([0], Text("none"), Text("miss") if least != 0 else on_the_spot)]
    if least:
        choices.insert(0, Choice([least], str(least), on_the_spot))
    best = least or 0
    spent = spend_on_die(fighter, choices, best, best, points, table, Text("the throw"))
    pay_points(fighter, points.skills, ((spent,),), state, table)
    if judge(fighter, die, spent, threshold, state, table, Text("throw")):
        return 0
    return failure(die, spent)


def scatter(missed_by: int, distance: int) -> int:
    """Metres a missed throw lands off: one a point up to 10 m, two up to 20 m, and so on."""
    return missed_by * max(ceil(distance / SCATTER_STEP), 1)


def _missed(fighter: Fighter, victims: Sequence[Victim], off: int, table: Table) -> list[Victim]:
    """A miss comes down somewhere else; by default away from everybody."""
    told = Text("the throw lands {off} m off", off=off)
    table.log("walka-28", told, by=fighter.id)
    further = [victim.metres + off for victim in victims]
    nearer = [abs(victim.metres - off) for victim in victims]
    offered = {Text("away from them"): further, Text("towards them"): nearer}
    names = [victim.who for victim in victims]
    question = Text("It lands {off} m off: metres from {names}?", off=off, names=names)
    return _landing(fighter, victims, offered, question, "walka-28", table)


def _landing(
    by: Fighter,
    victims: Sequence[Victim],
    offered: Mapping[Text, list[int]],
    question: Text,
    rule: str,
    table: Table,
) -> list[Victim]:
    """Where it comes down is for the game master: metres for each victim, the first by default."""
    if not victims:
        return []
    choices: list[Choice] = []
    for label, metres in offered.items():
        if metres not in [choice.value for choice in choices]:
            choices.append(Choice(metres, label, f"{metres} m"))
    field = Field(
        "landing",
        "numbers",
        "Metres for each",
        native="Odległości",
        default=choices[0].value,
        minimum=0,
        maximum=1000,
        length=len(victims),
        choices=tuple(choices),
        rule=rule,
    )
    landed = table.ask(Decision("landing", by.id, question, field, rule))
    if len(landed) != len(victims):
        needs = Text("needs {numbers} numbers, one for each victim", numbers=len(victims))
        raise TableRefusal(needs, "answers.landing")
    return [
        victim.model_copy(update={"metres": metres})
        for victim, metres in zip(victims, landed, strict=True)
    ]


# ---- getting away (walka-30)

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
    state: Battle, thrower: Fighter, weapon: Weapon, victims: Sequence[Victim], table: Table
) -> list[Victim]:
    """walka-30: each victim in turn; who gets rid of the grenade spares those after it the try."""
    radius = weapon.critical_range or 1
    result = list(victims)
    for index, victim in enumerate(victims):
        if not ring(victim.metres, radius):
            continue
        target = state.take(victim.who)
        way = _ask_dodge(target, table)
        if way == "stay" or not _gets_away(state, target, way, table):
            continue
        who = {"name": target.name}
        match way:
            case "leap":
                target.uncover()
                further = (ceil(max(victim.metres, 1) / radius)) * radius + 1
                result[index] = victim.model_copy(update={"metres": further})
                told = Text("{name} leaps a ring further out", **who)
            case "leap_to_cover":
                target.uncover()
                target.covered = True
                result[index] = victim.model_copy(update={"cover": True})
                told = Text("{name} leaps behind cover", **who)
            case "fling":
                return _flung(target, result, radius, table)
            case _:
                table.log("walka-30", Text("{name} throws it back", **who), by=target.id)
                return [] if thrower.out else [Victim(who=thrower.id)]
        table.log("walka-30", told, by=target.id)
    return result


def _flung(target: Fighter, victims: Sequence[Victim], radius: int, table: Table) -> list[Victim]:
    """walka-30: off in a random direction, told by a die; by default out of everybody's reach."""
    everywhere = pool(1, FACES, Faces(alike=(tuple(range(1, FACES + 1)),)))
    label = Text("direction")
    direction = table.roll(everywhere, why="walka-30", by=target.id, label=label)[0]
    told = Text(
        "{name} flings it off, direction {direction} of {all}",
        name=target.name,
        direction=direction,
        all=FACES,
    )
    table.log("walka-30", told, by=target.id)
    out_of_reach = [len(BLAST) * radius + 1 for _ in victims]
    offered = {
        Text("out of reach"): out_of_reach,
        Text("where it was"): [victim.metres for victim in victims],
    }
    question = Text("It is flung off: metres from {names}?", names=[v.who for v in victims])
    return _landing(target, victims, offered, question, "walka-30", table)


def _ask_dodge(target: Fighter, table: Table) -> str:
    no_force = Text("no sensitivity to move things with")
    blocked = () if target.attribute("force") else TELEKINESIS
    choices = [
        Choice(way, label, why_not=no_force if way in blocked else None)
        for way, label in DODGES.items()
    ]
    question = Text("{name}: what if it sees the grenade coming?", name=target.name)
    answer: str = ask(table, target, "dodge_grenade", question, choices, "walka-30", default="leap")
    return answer


def _gets_away(state: Battle, target: Fighter, way: str, table: Table) -> bool:
    """First to see it (alertness or spotting, whichever has more points), then to do it."""
    skill = max(("alertness", "spotting"), key=lambda name: points_left(state.house, target, name))
    seeing = threshold_of(target, "senses")
    seeing.add(Text("a grenade in flight"), AWARENESS, "walka-30")
    by_force = way in TELEKINESIS
    if not single_test(
        state, target, seeing, skill, table, rule="walka-30", label=skill, more_tests=by_force
    ):
        told = Text("{name} does not see it coming", name=target.name)
        table.log("walka-30", told, by=target.id)
        return False
    if by_force:
        doing, skill = threshold_of(target, "force"), "telekinesis"
        doing.add(*TELEKINESIS[way], "walka-30")
    else:
        doing, skill = threshold_of(target, "dexterity"), ""
    if single_test(state, target, doing, skill, table, rule="walka-30", label=Text("dodge")):
        return True
    told = Text("{name} does not get away", name=target.name)
    table.log("walka-30", told, by=target.id)
    return False
