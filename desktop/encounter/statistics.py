"""What a fight came to, person by person, against what was to be expected of its dice.

Of every step that can hit, harm or put out an enemy the odds are worked out as they stood before
its first die fell, with the answers that had been given by then: the odds that the panel shows.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from desktop.encounter.answers import actor_of
from desktop.encounter.by_hand import is_by_hand
from desktop.encounter.digest import was_attack
from desktop.encounter.fight import Fight, Moment
from desktop.encounter.odds import MOST_PATHS, Odds, OddsSearch
from desktop.encounter.play_table import Fallen
from desktop.languages import Language
from desktop.rules.dice import convolve
from desktop.rules.failures import SystemFailed
from desktop.rules.table import TableSignal


@dataclass(slots=True)
class Tally:
    """How much of something there was, and how much was to be expected."""

    reached: int = 0
    expected: Fraction = Fraction(0)


@dataclass(slots=True)
class Dice:
    """Dice of one kind: how many fell, the sum of their faces, and the sum of their means."""

    count: int = 0
    total: int = 0
    expected: float = 0.0

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def usual(self) -> float:
        """The mean that fair dice have."""
        return self.expected / self.count


@dataclass(slots=True)
class Person:
    """What one combatant did and suffered."""

    id: str
    name: str
    side: str
    attacks: int = 0
    """Steps of its own that could hit, harm or put out an enemy."""
    hits: Tally = field(default_factory=Tally)
    """Attacks that hit an enemy; where a system does not speak of hits, that did harm, or what the
    rules measure them by: who takes hold of somebody."""
    outs: Tally = field(default_factory=Tally)
    """Enemies it put out."""
    dealt: Tally = field(default_factory=Tally)
    """Damage its attacks did to enemies."""
    taken: Tally = field(default_factory=Tally)
    """Damage that it suffered, from itself or others."""
    dice: dict[str, Dice] = field(default_factory=dict)
    """Its dice with numbers on them, by kind: ``d6``."""
    chances: list[float] = field(default_factory=list)
    """The chance of each attack to hit."""

    def dice_in_words(self, language: Language) -> list[str]:
        """``d6 3.9 (3.5) × 12`` for each kind, the most thrown first: the mean, that of fair dice,
        and how many fell."""
        return [
            f"{language.dice(kind)} {language.number(dice.mean, '.1f')} "
            f"({language.number(dice.usual, '.1f')}) × {dice.count}"
            for kind, dice in sorted(self.dice.items(), key=lambda kind: -kind[1].count)
        ]

    @property
    def luck(self) -> float | None:
        """In what part of all fights with these attacks fewer of them would have hit.

        Fights in which as many would have count half; None without an attack that could miss.
        """
        if all(p in (0.0, 1.0) for p in self.chances):
            return None
        spread = hits_of(self.chances)
        return sum(spread[: self.hits.reached]) + spread[self.hits.reached] / 2


@dataclass(slots=True)
class Statistics:
    """Everybody in the order of the fight, and how sure the expectations are."""

    people: list[Person]
    estimated: int = 0
    """Steps whose odds are an estimate from throws by chance."""
    unknown: int = 0
    """Steps whose odds cannot be worked out; they are left out of all counts but the dice."""

    @property
    def active(self) -> list[Person]:
        """Those who attacked or suffered anything."""
        return [p for p in self.people if p.attacks or p.taken.reached or p.taken.expected]


def hits_of(chances: Collection[float]) -> list[float]:
    """How likely each number of hits is, from none to all, of attacks with these chances."""
    spread = {0: 1.0}
    for p in chances:
        spread = convolve(spread, {0: 1 - p, 1: p})
    return list(spread.values())


class StatisticsSearch:
    """The statistics of a fight on the way: :meth:`advance` a few paths of its odds at a time."""

    def __init__(self, fight: Fight) -> None:
        everybody = fight.state.combatants.values()
        self._people = {c.id: Person(c.id, c.name, c.side) for c in everybody}
        self.statistics = Statistics(list(self._people.values()))
        """What is known so far."""
        self._fight = fight
        self._left = fight.moments[: fight.cursor][::-1]
        self.steps = len(self._left)
        """How many steps there are to look at."""
        self._search: OddsSearch | None = None

    @property
    def done(self) -> int:
        """How many steps were looked at."""
        return self.steps - len(self._left)

    def advance(self, paths: int) -> bool:
        """Walks about ``paths`` more paths; returns whether everything is known now."""
        while self._left and paths > 0:
            moment = self._left[-1]
            odds: Odds | None = None
            try:
                search = self._search = self._search or _search(self._fight, moment)
                if search is not None:
                    walked = search.paths
                    known = search.advance(paths)
                    paths -= search.paths - walked
                    if not known:
                        continue
                    odds = search.odds
            except (TableSignal, SystemFailed):
                self.statistics.unknown += 1
            paths -= 1
            self._finish(moment, odds)
        return not self._left

    def whole(self) -> Statistics:
        """Works out what is left."""
        while not self.advance(MOST_PATHS):
            pass
        return self.statistics

    def _finish(self, moment: Moment, odds: Odds | None) -> None:
        self._left.pop()
        self._search = None
        self._count_dice(moment.fallen)
        self._count_effects(moment)
        if odds is not None:
            self.statistics.estimated += bool(odds.samples)
            self._count(moment, odds)

    def _count_dice(self, fallen: tuple[Fallen, ...]) -> None:
        for by, handful, thrown in fallen:
            person, faces = self._people.get(by), handful.faces
            if person is None or handful.names is not None:
                continue
            dice = person.dice.setdefault(handful.one, Dice())
            dice.count += len(thrown)
            dice.total += sum(thrown)
            dice.expected += len(thrown) * sum(faces) / len(faces)

    def _count_effects(self, moment: Moment) -> None:
        """What effects took by themselves, which is certain: hit points, where a bar shows them."""
        around = moment.around_effects()
        for who in moment.effects.keys() & self._people.keys():
            vitals = (self._fight.rules.vitals(state, who) for state in around)
            was, now = (next((v.value for v in shown if v.kind == "bar"), 0) for shown in vitals)
            self._people[who].taken.reached += max(was - now, 0)
            self._people[who].taken.expected += max(was - now, 0)

    def _count(self, moment: Moment, odds: Odds) -> None:
        before, odds = moment.before, odds.renamed(lambda mark, _: _family(mark))
        expected = odds.marked()
        hurt = {who for what, who in moment.marks if _family(what) == "damage"}
        for who in hurt.union(expected.get("damage", ())) & self._people.keys():
            taken = self._people[who].taken
            taken.reached += _fell(moment, "damage", {who})
            taken.expected += odds.expected("damage", who)
        doer = actor_of(moment.step, before)
        if doer not in before.combatants:
            return
        side = before[doer].side
        foes = {combatant.id for combatant in before.combatants.values() if combatant.side != side}
        possible = {kind for kind, people in expected.items() if not foes.isdisjoint(people)}
        aim = next((what for what in ("hit", "damage", "out") if what in possible), "")
        if not (aim or was_attack(self._fight.rules, moment)):
            return
        if not aim and (measure := self._fight.rules.measure(before, moment.step)):
            aim = measure.what
        whom = foes
        if aim not in possible and doer in expected.get("success", ()):
            aim, whom = "success", {doer}  # of what harms nobody the throw itself
        person = self._people[doer]
        person.attacks += 1
        p = odds.renamed(lambda mark, who: mark if who in whom else "").probability(aim)
        person.chances.append(float(p))
        person.hits.expected += p
        person.hits.reached += _fell(moment, aim, whom) > 0
        for what, tally in (("damage", person.dealt), ("out", person.outs)):
            tally.reached += _fell(moment, what, foes)
            tally.expected += sum(
                odds.expected(what, who) for who in expected.get(what, ()) if who in foes
            )


def statistics_of(fight: Fight) -> Statistics:
    """The whole statistics of a fight."""
    return StatisticsSearch(fight).whole()


# ---- the odds before a step


def _search(fight: Fight, moment: Moment) -> OddsSearch | None:
    """The odds of a step before its first die; None where it is no command of the rules.

    Raises :class:`Refusal`.
    """
    if is_by_hand(moment.step) or moment.step.get("do") == "begin":
        return None
    step = {key: value for key, value in moment.step.items() if key not in ("dice", "answers")}
    answers: Mapping[str, Any] = {}
    if given := moment.step.get("answers"):  # those asked for before anything is thrown
        then = Fight(fight.script, fight.rules, moment.before)
        answers = then.preview({**step, "answers": given}).answers
    return fight.search_odds(step, answers=answers, state=moment.before)


# ---- marks


def _family(mark: str) -> str:
    """The kind of harm: ``damage`` of ``damage_back`` and ``damage_instead``."""
    return mark.partition("_")[0]


def _fell(moment: Moment, what: str, people: Collection[str]) -> int:
    """How much of this kind a step did mark on these people."""
    marks = moment.marks.items()
    return sum(n for (mark, who), n in marks if _family(mark) == what and who in people)
