"""Thresholds with their reasons (walka-17), and the tests made on them (walka-1 and 4)."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import floor

from desktop.rules.dice import Dice, Pool, pool
from desktop.rules.effects import EffectUnit
from desktop.rules.fields import Choice
from desktop.rules.table import BY_HAND, Table
from desktop.rules.text import Text, Words, Written
from desktop.rules.walka import d20, tables
from desktop.rules.walka.commands import Modifiers, OpposedTest, Test
from desktop.rules.walka.conditions import hindrances
from desktop.rules.walka.d20 import Attempt
from desktop.rules.walka.sheet import Sheet, Weapon, word
from desktop.rules.walka.state import Battle, Fighter, Hand, opponent, powered_by
from desktop.rules.walka.weapons import build_needed, in_hand

MODIFIER = Text("{name}: {why} {value}")
SUM = Text("{name}: threshold {threshold} = {attribute!l} {base}{added}")
THRESHOLD = EffectUnit("threshold", Text("Thresholds of tests"), "Próg testów", rule="walka-17")

_WOUNDS = Text("wounds")


@dataclass(slots=True)
class Threshold:
    """walka-17: an attribute and everything added to it."""

    attribute: str
    base: int
    modifiers: list[tuple[Words, float, str]] = field(default_factory=list)
    """What is added: why, how much, and by which rule."""
    added: float = 0
    """All of that together."""

    @property
    def value(self) -> float:
        """What a die has to be below."""
        return self.base + self.added

    def add(self, text: Words, value: float, rule: str) -> None:
        """Adds a modifier with its reason and its rule; 0 is not told."""
        if value:
            self.modifiers.append((text, value, rule))
            self.added += value

    def add_given(self, given: Modifiers) -> None:
        """What the game master adds."""
        if given.other:
            self.add(given.why or Text("by the game master"), given.other, "walka-17")

    def tell(self, who: Fighter, table: Table, rule: str = "") -> None:
        """Each modifier under its own rule, then the sum under the ``rule`` of the test."""
        if not table.keeps_log:
            return
        added = ""
        for text, amount, why in self.modifiers:
            value = signed(amount)
            table.note(why, who, MODIFIER.template, why=text, value=value)
            added += " " + value
        if rule:
            table.note(
                rule, who, SUM.template, threshold=number(self.value),
                attribute=word(self.attribute), base=self.base, added=Written(added),
            )  # fmt: skip


PIECES = {"shots": ("head", "arm"), "body": ("arm", "torso", "leg"), "senses": ("head",)}
"""Which pieces of armour are in the way of shots and throws, of blows and leaps, of the senses."""


def armour_in_the_way(sheet: Sheet) -> dict[str, float]:
    """walka-17: what the armour of a sheet takes off tests, by what they ask for (``PIECES``)."""
    return {part: _in_the_way(sheet, pieces) for part, pieces in PIECES.items()}


def _in_the_way(sheet: Sheet, pieces: Sequence[str]) -> float:
    """Build, with what powered armour adds, eases each piece."""
    build = sheet.attributes.build + powered_by(sheet)
    eased = next((ease for least, ease in tables.EASED if build >= least), 0)
    total = 0.0
    for armor in sheet.armor:
        for piece in pieces:
            penalty: float = getattr(armor, f"{piece}_penalty")
            each = min(penalty + eased, 0) if penalty < 0 else penalty
            total += each * (2 if piece in ("arm", "leg") else 1)
    return total


IN_THE_WAY = Text("armour in the way")
RUSHES = Text("who rushes cannot shoot")
"""walka-21: who rushes shoots with nothing."""


def threshold_of(
    fighter: Fighter, attribute: str, part: str = "", *, wounds: bool = True
) -> Threshold:
    """walka-17: the attribute, lowered by wounds where they count (walka-32), and by what armour
    takes off tests of this ``part`` (``PIECES``)."""
    threshold = Threshold(attribute, fighter.attributes.get(attribute, 0))
    if wounds:
        threshold.add(_WOUNDS, fighter.penalty, "walka-32")
    for name, amount in THRESHOLD.each(fighter):
        threshold.add(name, amount, BY_HAND)
    if fighter.afflictions:
        for hindrance in hindrances(fighter, part):
            threshold.add(*hindrance)
    if attribute == "senses":
        part = "senses"
    if part:
        threshold.add(IN_THE_WAY, fighter.in_the_way[part], "walka-17")
    return threshold


def add_weapon(threshold: Threshold, fighter: Fighter, weapon: Weapon, hand: Hand = "both") -> None:
    """walka-15: a point off for each point of build that the fighter lacks for the weapon;
    walka-17: its accuracy counts in every shot, throw and blow."""
    needed = build_needed(weapon, hand)
    if needed is not None and needed > fighter.strength:
        why = Text("{weapon} needs build {needed}", weapon=weapon.name, needed=needed)
        threshold.add(why, fighter.strength - needed, "walka-15")
    if weapon.accuracy:
        why = Text("accuracy: {weapon}", weapon=weapon.name)
        threshold.add(why, weapon.accuracy, "walka-17")


def threshold_of_blow(
    fighter: Fighter, weapon: Weapon, location: tables.Location | None = None
) -> Threshold:
    """walka-17 and 23: what bears on a blow, at a chosen location or at any."""
    threshold = threshold_of(fighter, "dexterity", "body")
    if location:
        at_the_place = Text("chosen location: {where}", where=tables.LOCATION_TEXT[location])
        threshold.add(at_the_place, tables.CHOSEN[location][1], "walka-23")
    add_weapon(threshold, fighter, weapon)
    return threshold


PARRY, SHIELD = Text("parry of the weapon"), Text("parry of the shield")


def threshold_of_parry(fighter: Fighter, weapon: Weapon | None = None) -> Threshold:
    """walka-23: what bears on a parry: the weapon, else the best drawn one, and a shield."""
    threshold = threshold_of(fighter, "dexterity", "body")
    parry = (weapon or in_hand(fighter)).parry
    threshold.add(PARRY, parry, "walka-23")
    shield = max((armor.parry for armor in fighter.sheet.armor), default=0)
    threshold.add(SHIELD, shield, "walka-23")
    return threshold


def add_own(threshold: Threshold, fighter: Fighter) -> None:
    """walka-20 and 21: how who shoots takes cover and moves itself."""
    if fighter.leaning and fighter.seen == "sliver":
        threshold.add(Text("shooting past a sliver of cover"), -1, "walka-20")
    if fighter.running == "running":
        threshold.add(Text("running"), tables.RUNNING_SHOOTER, "walka-21")


@lru_cache(maxsize=256)
def number(value: float) -> Written:
    """A number as it is written: ``−0.5``."""
    return Written(f"{value:g}".replace("-", "−"))


@lru_cache(maxsize=256)
def signed(value: float) -> Written:
    """A modifier as it is written: ``+2``, ``−1``."""
    return Written(f"+{value:g}" if value > 0 else f"−{-value:g}")


# ---- tests (walka-1 to 4)


def single_test(
    attempt: Attempt, threshold: Threshold, skill: str, rule: str, *,
    more_tests: bool = False, opposed: bool = False,
) -> int:  # fmt: skip
    """walka-1: a d20 in the fight; its success points, 0 for a failure.

    ``more_tests``: later tests of this step draw on the same fighter's points. ``opposed``:
    somebody else's test is measured against its success points.
    """
    state, fighter, _, table = attempt
    threshold.tell(fighter, table, rule)
    meaning = d20.GRADED if opposed else d20.SUCCESS
    shot = d20.Shot(1, threshold.value, meaning, greedy=opposed)
    points, equal = d20.skill_points(state, fighter, skill), state.house.equal_succeeds
    volley = d20.Volley((shot,), points, equal, more_tests=more_tests)
    dice, spent = attempt.throw(volley, "walka-1")
    return judge(attempt, threshold, dice[0][0], spent[0][0])


def judge(attempt: Attempt, threshold: Threshold, die: int, points: int) -> int:
    """Tells whether a die succeeds (walka-1, 2) and returns its success points (walka-3), or 0."""
    state, fighter, label, table = attempt
    equal, won = state.house.equal_succeeds, 0
    if d20.succeeds(die, points, threshold.value, equal):
        won = d20.success_points(die, points, threshold.value, equal)
    if not table.keeps_log:
        return won
    if die == tables.UNLUCKY:
        table.note("walka-2", fighter, "{name}, {label}: an unlucky 20 fails", label=label)
        return won
    match bool(won), equal:
        case True, False:
            line = Text("{name}, {label}: {die} is below {threshold}, success")
        case True, True:
            line = Text("{name}, {label}: {die} is at most {threshold}, success")
        case False, False:
            line = Text("{name}, {label}: {die} is not below {threshold}, failed")
        case _:
            line = Text("{name}, {label}: {die} is not at most {threshold}, failed")
    values = {"die": d20.lowered(die, points), "threshold": number(threshold.value)}
    table.note("walka-1", fighter, line.template, label=label, **values)
    if won:
        table.note("walka-3", fighter, "{name}: success points {won}", won=won)
    return won


def lowered_die(
    attempt: Attempt, threshold: Threshold, throw: Pool[tuple[int, ...]], points: d20.SkillPoints,
    offer: Callable[[int], d20.DieOffer], rule: str = "walka-1",
) -> tuple[int, int, int]:  # fmt: skip
    """walka-12 for a single die whose success points matter: its face, the points spent on it, and
    its success points or 0."""
    _, fighter, label, table = attempt
    die = table.roll(throw, why=rule, by=fighter.id, label=label)[0]
    attempt.tell_roll((die,), rule)
    spent = attempt.spend_on_die(points, offer(die))
    return die, spent, judge(attempt, threshold, die, spent)


def opposed_die(
    attempt: Attempt, threshold: Threshold, skill: str, wanted: int, *, gains: bool = False
) -> tuple[int, int]:
    """walka-12 on the die of an opposed test that needs the success points ``wanted``: the die, and
    its success points or 0. ``gains``: more than that helps."""
    points = d20.skill_points(attempt.state, attempt.fighter, skill)
    equal = attempt.state.house.equal_succeeds
    total = points.total

    def offer(die: int) -> d20.DieOffer:
        least = _needed(die, threshold.value, wanted, equal)
        best = least if least is not None and least <= total else 0
        most = total if gains and least is not None and least <= total else best
        choices = [Choice([spent], str(spent)) for spent in dict.fromkeys((best, 0, total))]
        return choices, best, most

    throw = _opposed(threshold.value, wanted, total, equal, gains)
    die, _, won = lowered_die(attempt, threshold, throw, points, offer)
    return die, won


@lru_cache(maxsize=256)
def _opposed(
    threshold: float, wanted: int, most: int, equal: bool, gains: bool
) -> Pool[tuple[int, ...]]:
    """The die of an opposed test: a face matters by whether the points make it enough; where more
    helps, each of those matters that can succeed."""

    def kind(face: int) -> int:
        least = _needed(face, threshold, wanted, equal)
        return (face if gains else 1) if least is not None and least <= most else 0

    return d20.die_by(kind)


def _needed(die: int, threshold: float, wanted: int, equal: bool) -> int | None:
    """The fewest points that give a die the wanted success points; None when nothing can."""
    least = d20.need(die, threshold, equal)
    if least is None or wanted <= 1:
        return least
    # Half a point is the first one (walka-3), so the second is not yet there a point later.
    return max(least, wanted - floor(threshold - die + equal))


def any_test(state: Battle, fighter: Fighter, command: Test, table: Table) -> None:
    """walka-1 in the fight's own way, or walka-4: an ordinary test, or an open one."""
    threshold = threshold_of(fighter, command.attribute)
    threshold.add_given(command.modifiers)
    label = Text("{tested!l}", tested=word(command.skill or command.attribute))
    attempt = Attempt(state, fighter, label, table)
    if command.way == "fight":
        if single_test(attempt, threshold, command.skill, "walka-1"):
            table.mark("success", fighter.id)
        return
    threshold.tell(fighter, table, "walka-4")
    points = fighter.skills.get(command.skill, 0)
    if command.way == "ordinary":
        _ordinary_test(attempt, threshold.value, command.skill)
        return
    throw = pool(3, d20.FACES, d20.OpenTest(threshold.value, points))
    won = table.roll(throw, why="walka-4", by=fighter.id, label=label)
    table.mark("success_points", fighter.id, won)
    table.note(
        "walka-4", fighter, "{name}, {label}: {count} success point",
        "{name}, {label}: {count} success points", count=won, label=label,
    )  # fmt: skip


def _ordinary_test(attempt: Attempt, threshold: float, skill: str) -> None:
    """walka-4: three dice, two of them have to succeed; the skill is shared between them."""
    state, fighter, label, table = attempt
    points = d20.whole_skill(skill, fighter.skills.get(skill, 0))
    throw = d20.Volley((d20.Shot(3, threshold),), points, state.house.equal_succeeds, needed=2)
    dice, spent = attempt.throw(throw, "walka-4")
    line = Text("{name}, {label}: {dice}, failed")
    if throw.counting(throw.shots[0], dice[0], spent[0]):
        table.mark("success", fighter.id)
        line = Text("{name}, {label}: {dice}, passed")
    lowered = " ".join(d20.minus(dice[0], spent[0]))
    table.note("walka-4", fighter, line.template, label=label, dice=lowered)


# ---- one test against another (walka-8)


MOST_TIES = 100
"""How often a tie is thrown again; then it stands."""


@dataclass(frozen=True, slots=True)
class Duel:
    """Two open tests against each other. Ties are thrown again, so a spread has none."""

    first: d20.OpenTest
    second: d20.OpenTest

    @property
    def handfuls(self) -> tuple[Dice, Dice]:
        """Three dice each."""
        return Dice(3, d20.FACES), Dice(3, d20.FACES)

    def read(self, dice: Sequence[Sequence[int]]) -> tuple[int, int]:
        """The success points of both."""
        return self.first.read(dice[0]), self.second.read(dice[1])

    def comes_to(self, mine: int, theirs: int) -> tuple[int, int] | None:
        """Who wins with these points, as 1 to 0; None for a tie."""
        return None if mine == theirs else (int(mine > theirs), int(mine < theirs))

    def spread(self) -> Mapping[tuple[int, int], int]:
        """What it can come to, with the weight of that."""
        return _duel_spread(self)


@lru_cache(maxsize=256)
def _duel_spread(throw: Duel) -> Mapping[tuple[int, int], int]:
    first, second = (pool(3, d20.FACES, test).spread() for test in (throw.first, throw.second))
    result = Counter[tuple[int, int]]()
    for (mine, m), (theirs, n) in product(first.items(), second.items()):
        if came := throw.comes_to(mine, theirs):
            result[came] += m * n
    return result


Side = tuple[Fighter, Threshold, str]
"""Who is tested on what, with which skill; empty for none."""


def _duel(sides: Sequence[Side], kind: type[Duel] = Duel) -> Duel:
    return kind(*(d20.OpenTest(test.value, who.skills.get(skill, 0)) for who, test, skill in sides))


def chance_to_win(mine: Side, theirs: Side) -> float:
    """walka-8: how likely the first wins an open test against the other."""
    spread = _duel_spread(_duel((mine, theirs)))
    return spread.get((1, 0), 0) / sum(spread.values())


def duel(
    sides: Sequence[Side], label: Text, rule: str, table: Table, kind: type[Duel] = Duel
) -> tuple[int, int]:
    """walka-8: the success points of two open tests under a ``rule``; a tie is thrown again."""
    ((who, *_), (other, *_)), throw = sides, _duel(sides, kind)
    for tested, threshold, _ in sides:
        threshold.tell(tested, table, rule)
    points = 0, 0
    for _ in range(MOST_TIES):
        points = table.roll(throw, why=rule, by=who.id, label=label, opponent=other.id)
        mine, theirs = map(number, points)
        table.note(
            rule, who, "{one} against {other}, {label}: success points {mine} to {theirs}",
            other=other.name, label=label, mine=mine, theirs=theirs,
        )  # fmt: skip
        if throw.comes_to(*points):
            break
        table.log(rule, "a tie: again", by=who.id)
    return points


def opposed_test(state: Battle, fighter: Fighter, command: OpposedTest, table: Table) -> None:
    """walka-8: an open test of anything against an open test of somebody else."""
    other = opponent(state, fighter, command.target)
    mine = threshold_of(fighter, command.attribute)
    mine.add_given(command.modifiers)
    theirs = threshold_of(other, command.their_attribute)
    theirs.add_given(Modifiers(other=command.their_modifier))
    sides = (fighter, mine, command.skill), (other, theirs, command.their_skill)
    label = Text("{tested!l}", tested=word(command.skill or command.attribute))
    won, against = duel(sides, label, "walka-8", table)
    if won != against:
        table.mark("success", fighter.id, 1 if won > against else -1)
