"""The numbers that the rules work out of a sheet and of a fighter, as they are shown everywhere.

A system gives them by :meth:`~desktop.rules.contract.Rules.figures`, each from the function that
play itself calls. The sheet form, the printed sheet, the card and the encounter's page place them;
nobody works one out again.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from desktop.languages import Language
from desktop.rules.text import Term, Text

NO_TERM = Term("")


class Part(NamedTuple):
    """One of the amounts that a figure is added up from: ``skill 3``, ``wounds −2``."""

    term: Term
    amount: float
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Figure:
    """A derived number with its unit, its rule and the parts it is added up from.

    ``id`` is distinct within its group: ``"damage"``. ``value`` is a number, or dice and the like
    as they are written: ``"2d6+1"``, ``"24/48"``. ``unit`` is said behind it: ``m``, ``lethal``.
    ``signed`` says that it is added to a roll, and so is shown with its sign.
    """

    id: str
    term: Term
    value: int | str
    unit: Term = NO_TERM
    rule: str = ""
    parts: tuple[Part, ...] = ()
    signed: bool = False
    thrown_in: str = ""
    """The action whose throw under ``rule`` shows this number: as its dice, as what is added to
    them, or as what they are thrown against. ``check-system`` plays it and compares."""

    @property
    def number(self) -> str:
        """The value as it is written: ``"+3"``, ``"−2"``, ``"2d6−1"``."""
        if isinstance(self.value, str):
            return self.value.replace("-", "−")
        return f"{self.value:{'+' if self.signed else ''}d}".replace("-", "−")

    def said(self, terms: Language) -> str:
        """The figure in a few words: ``"damage 5 lethal"``."""
        unit = self.unit.said(terms)
        apart = "" if unit in ("", "″") else terms.apart
        number = f"{terms.apart}{terms.written(self.number)}{apart}{unit}"
        return f"{self.term.said(terms)}{number}".lstrip()

    def parts_in_words(self, terms: Language) -> str:
        """What it is added up from: ``"skill 3, wounds −2"``."""
        return ", ".join(
            f"{part.term.said(terms)} {terms.decimal(f'{part.amount:g}')}" for part in self.parts
        )


@dataclass(frozen=True, slots=True)
class Boxes:
    """Boxes to tick on paper: the mark before them, how many, how many are ticked already."""

    mark: Term
    count: int
    ticked: int


@dataclass(frozen=True, slots=True)
class FigureGroup:
    """The figures of one thing: a weapon, a location of the body, the skills, the fighter.

    ``id`` is the path of that thing on the sheet (``"weapons[0]"``) where it stands there, else a
    name of the group (``"defence"``). ``facts`` are said behind the figures: ``automatic``.
    """

    id: str
    term: Term
    figures: tuple[Figure, ...] = ()
    facts: tuple[Term | Text, ...] = ()
    notes: str = ""
    boxes: tuple[Boxes, ...] = ()
    rule: str = ""

    def said(self, terms: Language) -> str:
        """The group in one line: its figures, its facts and its notes."""
        figures = (figure.said(terms) for figure in self.figures)
        facts = (fact.said(terms) for fact in self.facts)
        return ". ".join(filter(None, [" · ".join(filter(None, (*figures, *facts))), self.notes]))


@dataclass(frozen=True, slots=True)
class Derived:
    """A number that the rules work out of a fighter, or of it and one of its things: play calls it,
    ``BONUS(fighter, weapon)``, and ``Rules.derived`` has it shown.

    ``of`` has the same arguments. It gives a number, dice as they are written, the amounts that it
    is added up from by their names, or None where there is no such number. The others are those of
    a :class:`Figure`.
    """

    id: str
    term: Term
    of: Callable[..., int | str | Mapping[str, int] | None]
    rule: str = ""
    unit: Term = NO_TERM
    signed: bool = False
    thrown_in: str = ""

    def __call__(self, *of: Any) -> int:
        """The number; 0 where there is none."""
        value = self.of(*of)
        return sum(value.values()) if isinstance(value, Mapping) else int(value or 0)

    def figure(self, *of: Any) -> Figure | None:
        """It as a figure; None where there is no such number."""
        value = self.of(*of)
        amounts = value.items() if isinstance(value, Mapping) else ()
        parts = tuple(Part(Term(name), amount) for name, amount in amounts if amount)
        shown = self(*of) if isinstance(value, Mapping) else value
        if shown is None:
            return None
        more = self.unit, self.rule, parts, self.signed, self.thrown_in
        return Figure(self.id, self.term, shown, *more)


def derived_groups(
    derived: Mapping[str | Term, Sequence[Derived]], fighter: Any
) -> Iterator[FigureGroup]:
    """What is declared as a group for each thing of a list of the sheet, or under a title."""
    for place, numbers in derived.items():
        things = getattr(fighter.sheet, place) if isinstance(place, str) else ()
        groups: list[tuple[str, Term, tuple[Any, ...]]] = [
            (f"{place}[{n}]", Term(thing.name), (thing,)) for n, thing in enumerate(things)
        ]
        if isinstance(place, Term):
            groups = [(str(place.label).lower(), place, ())]
        for id, term, thing in groups:
            shown = (number.figure(fighter, *thing) for number in numbers)
            notes = getattr(thing[0], "notes", "") if thing else ""
            yield FigureGroup(id, term, tuple(filter(None, shown)), notes=notes)


def by_path(groups: Sequence[FigureGroup]) -> Iterator[tuple[str, Figure]]:
    """Every figure under its path: ``"weapons[0].damage"``, ``"defence.dodge"``."""
    for group in groups:
        for figure in group.figures:
            yield f"{group.id}.{figure.id}", figure
