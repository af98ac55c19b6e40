"""How a fight is shown: a few common shapes that every system fills and every screen can draw."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from desktop.languages import Language
from desktop.rules.text import Term, Text, Words

Tone = Literal["plain", "good", "warn", "bad"]

BETWEEN_HANDS = "·"
"""What stands in a row of dice between those of different people, or of different throws."""


@dataclass(frozen=True, slots=True)
class Vital:
    """One thing to see about a combatant at a glance, in the order list and on the sheet."""

    kind: Literal["bar", "pips", "number", "badge", "dice", "boxes", "card"]
    """A ``card`` is one that was drawn: ``text`` is what it shows."""
    id: str
    label: Words
    value: int = 0
    maximum: int = 0
    text: Words = ""
    values: tuple[int, ...] = ()
    """Faces of dice; or for boxes the mark in each, 0 is empty and higher is worse."""
    tone: Tone = "plain"
    rule: str = ""
    share: float | None = None
    """What is left, from 0 to 1, of boxes that have no ``maximum``."""
    native: str = ""
    """The label, or the text of a badge or of boxes, in the system's own words; empty where it is
    in them already."""
    lasts: Words = ""
    """Of a badge: by whom it is there and until when. For the game master: it may name somebody
    whom the players do not know of."""


def bar(
    id: str,
    label: Words,
    value: int,
    maximum: int,
    rule: str = "",
    native: str = "",
    kind: Literal["bar", "pips", "number"] = "bar",
) -> Vital:
    """A bar of something that is lost, green while more than half of it is left; or it as pips or
    as a number, which are plain."""
    share = value / maximum if maximum else 0
    tone: Tone = "good" if share > 0.5 else "warn" if share > 0.25 else "bad"
    tone, left = tone if kind == "bar" else "plain", max(value, 0)
    return Vital(kind, id, label, left, maximum, tone=tone, rule=rule, native=native)


def left(vitals: Iterable[Vital]) -> tuple[float | None, Tone]:
    """The share that is left of the first bar or boxes, from 0 to 1, and its tone; None where
    nothing can be lost."""
    for vital in vitals:
        if vital.kind == "bar" and vital.maximum > 0:
            return vital.value / vital.maximum, vital.tone
        if vital.share is not None:
            return vital.share, vital.tone
        if vital.kind == "boxes" and (boxes := vital.maximum or len(vital.values)):
            share = 1 - sum(map(bool, vital.values)) / boxes
            return share, "good" if share > 0.5 else "warn" if share > 0.25 else "bad"
    return None, "plain"


def badge(id: str, text: Words, rule: str = "", tone: Tone = "plain", native: str = "") -> Vital:
    """A word that stands beside the name as long as it holds."""
    return Vital("badge", id, text, text=text, tone=tone, rule=rule, native=native)


def in_terms(vitals: Iterable[Vital], terms: Language) -> tuple[Vital, ...]:
    """Vitals with the system's own words where those lead."""
    return tuple(map(_in_own_words, vitals)) if terms.own_terms else tuple(vitals)


def _in_own_words(vital: Vital) -> Vital:
    if not vital.native:
        return vital
    match vital.kind:
        case "badge":
            short = vital.label if vital.label != vital.text else vital.native
            return replace(vital, label=short, text=vital.native)
        case "boxes":
            return replace(vital, text=vital.native)
        case _:
            return replace(vital, label=vital.native)


class Bar(NamedTuple):
    """A stretch of time in a lane: an action done, running, planned, given up, or waiting."""

    start: float
    length: float
    label: Words
    kind: Literal["done", "running", "planned", "struck", "waiting"] = "planned"
    rule: str = ""
    note: Words = ""
    native: Words = ""
    """The label in the system's own words, where they are others."""


@dataclass(frozen=True, slots=True)
class Lane:
    combatant: str
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True, slots=True)
class Timeline:
    """Who does what when: lanes of bars over named ticks. ``now`` is where the fight stands."""

    title: Words
    ticks: tuple[Words, ...]
    lanes: tuple[Lane, ...]
    now: float = 0.0
    on: str = ""
    """In whose lane ``now`` stands, where each has a time of its own; empty: in all of them."""

    def in_terms(self, terms: Language) -> Timeline:
        """The same, with the system's own words on the bars where those lead."""
        if not terms.own_terms:
            return self
        lanes = tuple(
            Lane(lane.combatant, tuple(b._replace(label=b.native or b.label) for b in lane.bars))
            for lane in self.lanes
        )
        return replace(self, lanes=lanes)


@dataclass(frozen=True, slots=True)
class Measure:
    """What the odds of a command are shown by: one of the marks, and words for its amounts."""

    what: str = ""
    """The mark, ``"damage"`` or ``"hit"``; empty: the first there is."""
    unit: Words | Term = ""
    """What is counted; a text with a plural is said as the amount asks for."""
    words: tuple[Words | Term, ...] = ()
    """A word for each amount from 0, where amounts are not counted but named; may be empty."""
    also: str = ""
    """Another mark, for the sake of which the command is given, too."""

    def said(self, amount: int | str) -> Words:
        """An amount with its unit, or its word."""
        named = isinstance(amount, int) and 0 <= amount < len(self.words)
        word = self.words[int(amount)] if named else ""
        if word or not self.unit:
            return Text("{word}", word=word or f"{amount}".replace("-", "−"))
        unit, count = self.unit, amount if isinstance(amount, int) else 2  # a mean is of several
        unit = unit if isinstance(unit, str) else unit.counted(count)
        return Text("{amount} {unit}", context="odds", amount=amount, unit=unit)


@dataclass(frozen=True, slots=True)
class Caution:
    """Something on a sheet that can be, and costs something: a weapon too heavy for its owner."""

    text: Text
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a fight ended. ``winner`` is a side, or None when nobody won."""

    winner: str | None
    text: Text
    rule: str


Standing = Literal["active", "ready", "done", "out"]
"""Acting now, still to act this round, done for this round, out of the fight."""
