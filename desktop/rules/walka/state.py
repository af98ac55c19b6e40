"""What a fight changes about a fighter, and where the turn stands."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field as Limits

from desktop.rules.contract import Command
from desktop.rules.display import Bar
from desktop.rules.fields import Record, Shown
from desktop.rules.state import PLAYERS, Combatant, State
from desktop.rules.walka.data import (
    LOCATIONS,
    PAIN_PENALTY,
    SEGMENTS,
    Cover,
    Level,
    Location,
    Movement,
    Posture,
    level_number,
)
from desktop.rules.walka.sheet import LEVEL_WORDS, LOCATION_WORDS, HouseRules, Sheet, Weapon


class Wound(Record):
    """walka-31: a wound, where it is, and whether its pain was borne (walka-32)."""

    level: Annotated[Level, Shown("Level", "Poziom", rule="walka-31", labels=LEVEL_WORDS)]
    location: Annotated[
        Location, Shown("Location", "Lokacja", rule="walka-18", labels=LOCATION_WORDS)
    ] = "torso"
    pain_passed: Annotated[bool, Shown("Pain test passed", "Test bólu zdany", rule="walka-32")] = (
        True
    )

    @property
    def penalty(self) -> float:
        """walka-32, as a number to be added."""
        passed, failed = PAIN_PENALTY[self.level]
        return passed if self.pain_passed else failed


class Frozen(Record):
    """walka-13: segments kept back behind a trigger."""

    count: Annotated[int, Limits(ge=1, le=SEGMENTS), Shown("Segments", "Segmenty")] = 1
    trigger: Annotated[str, Limits(max_length=500), Shown("Trigger", "Wyzwalacz")] = ""


@dataclass(frozen=True, slots=True)
class Carry:
    """walka-9: an action under way, and the segments still to pay for it."""

    action: str
    label: str
    segments: int
    command: Command
    resolved: bool
    """Its test is made already: a burst's is when it starts."""


@dataclass(slots=True)
class Fighter(Combatant):
    """Somebody in the fight. Distances in metres, time in segments."""

    sheet: Sheet
    armour: tuple[int, ...] = (0,) * len(LOCATIONS)
    """walka-31: levels its armour takes off a wound, for each of :data:`LOCATIONS`."""
    guns: tuple[int, ...] = ()
    """Which weapons of the sheet shoot."""
    segments: int = 0
    debt: int = 0
    """Segments that wounds took and that are still to be lost (walka-32)."""
    moved: bool = False
    """Has had its move this turn, or is having it."""
    frozen: Frozen | None = None
    carry: Carry | None = None
    aiming: int = 0
    """Segments of aiming in hand (walka-11)."""
    spent: dict[str, int] = field(default_factory=dict)
    """Skill points spent since its last turn began, by skill (walka-12)."""
    wounds: list[Wound] = field(default_factory=list)
    posture: Posture = "standing"
    leaning: bool = False
    covered: bool = False
    seen: Cover = "third"
    """What is seen of it while it leans out (walka-20)."""
    running: Movement = "still"
    suppressed: bool = False
    suppressing: tuple[str, ...] = ()
    """Whom its fire holds down (walka-25), for ``fire_left`` more of its own segments."""
    fire_left: int = 0
    disabled: list[Location] = field(default_factory=list)
    deactivated: bool = False
    stabilised: bool = False
    effects: list[str] = field(default_factory=list)
    loaded: list[int | None] = field(default_factory=list)
    """Rounds left, for each weapon of the sheet."""
    to_pump: list[int] = field(default_factory=list)
    """Which weapons of the sheet have to be pumped before the next shot."""
    track: list[Bar] = field(default_factory=list)
    """What it did with this turn's segments, for the timeline."""

    @property
    def out(self) -> bool:
        """walka-33: two critical wounds, or one in the head; walka-27: deactivated."""
        return self.deactivated or self.dead

    @property
    def dead(self) -> bool:
        critical = 0
        for wound in self.wounds:
            if wound.level == "critical":
                critical += 1
                if wound.location == "head":
                    return True
        return critical > 1

    @property
    def dying(self) -> bool:
        """walka-33: a critical wound that nobody has seen to."""
        return (
            not self.out
            and not self.stabilised
            and any(wound.level == "critical" for wound in self.wounds)
        )

    @property
    def player(self) -> bool:
        return self.side == PLAYERS

    @property
    def hidden(self) -> bool:
        """Behind cover altogether: neither seen nor seeing."""
        return self.covered and not self.leaning

    @property
    def penalty(self) -> float:
        """walka-32: what all wounds add to its tests, 0 or below."""
        return sum(wound.penalty for wound in self.wounds)

    @property
    def used(self) -> float:
        """Segments of this turn that are accounted for."""
        return max((bar.start + bar.length for bar in self.track), default=0.0)

    def attribute(self, name: str) -> int:
        return self.sheet.attributes.get(name)

    def skill(self, name: str) -> int:
        return self.sheet.skills.get(name)

    def weapon(self, index: int) -> Weapon:
        return self.sheet.weapons[index]

    def copy(self) -> Fighter:
        twin = Combatant.copy(self)
        twin.spent = self.spent.copy()
        twin.wounds = self.wounds.copy()
        twin.disabled = self.disabled.copy()
        twin.effects = self.effects.copy()
        twin.loaded = self.loaded.copy()
        twin.to_pump = self.to_pump.copy()
        twin.track = self.track.copy()
        return twin


@dataclass(slots=True)
class Battle(State[Fighter]):
    """Phases: ``turn`` (somebody moves) and ``over`` (time runs normally again, walka-7)."""

    house: HouseRules
    initiative: list[str] = field(default_factory=list)
    """The lasting order (walka-5); ``order`` is this turn's (walka-6)."""
    interrupted: str | None = None
    """Whose move a trigger broke into (walka-13)."""
    clash: list[str] = field(default_factory=list)
    """Who plays one segment each by turns, the first one now (walka-13)."""

    def copy(self) -> Battle:
        draft = State.copy(self)
        draft.initiative = self.initiative.copy()
        draft.clash = self.clash.copy()
        return draft

    def players(self) -> Iterable[Fighter]:
        return (c for c in self.combatants.values() if c.player and not c.out)

    def rank(self, id: str) -> int:
        """The place in this turn's order, 0 first."""
        return self.order.index(id) if id in self.order else len(self.order)


def armour_of(sheet: Sheet) -> tuple[int, ...]:
    """walka-31: the best piece counts in each location."""
    return tuple(
        max((armor.reduction.get(location, 0) for armor in sheet.armor), default=0)
        for location in LOCATIONS
    )


# ---- skill points of a turn (walka-12)


def share(house: HouseRules, points: int, skills: int) -> int:
    """walka-12: what a skill is worth when so many skills are used in one turn."""
    if skills == 3 and house.three_skills == "two_thirds":
        return points * 2 // 3
    return points // max(skills, 1)


def points_left(house: HouseRules, fighter: Fighter, *skills: str) -> dict[str, int]:
    """walka-12: points left of each of these skills, were they all used this turn."""
    used = {name for name, points in fighter.spent.items() if points > 0}
    count = len(used.union(skills))
    return {
        name: max(share(house, fighter.skill(name), count) - fighter.spent.get(name, 0), 0)
        for name in skills
    }


# ---- wounds counted (walka-33)


def weight(wounds: Iterable[Wound]) -> tuple[int, int, int, int]:
    """walka-33: how many of each level, were three of one level counted as one of the next."""
    counts = [0, 0, 0, 0]
    for wound in wounds:
        counts[level_number(wound.level) - 1] += 1
    for level in range(3):
        counts[level + 1] += counts[level] // 3
        counts[level] %= 3
    return counts[0], counts[1], counts[2], counts[3]


class Edits(Record):
    """What the game master can set by hand."""

    segments: Annotated[int, Limits(ge=0, le=9), Shown("Segments", "Segmenty", rule="walka-9")] = 0
    frozen: Annotated[
        Frozen | None, Shown("Frozen segments", "Zamrożone segmenty", rule="walka-13")
    ] = None
    skill_points: Annotated[
        dict[str, Annotated[int, Limits(ge=0, le=60)]],
        Shown("Skill points left", "Punkty umiejętności", rule="walka-12"),
    ] = {}
    wounds: Annotated[list[Wound], Limits(max_length=99), Shown("Wounds", "Rany")] = []
    posture: Annotated[
        Posture,
        Shown(
            "Posture",
            "Pozycja",
            rule="walka-20",
            labels=(("standing", "stoi"), ("kneeling", "klęczy"), ("prone", "leży")),
        ),
    ] = "standing"
    leaning: Annotated[bool, Shown("Leaning out", "Wychylony", rule="walka-20")] = False
    covered: Annotated[bool, Shown("Behind cover", "Za osłoną", rule="walka-7")] = False
    seen: Annotated[
        Cover,
        Shown(
            "Seen while leaning out",
            "Widoczność",
            rule="walka-20",
            labels=(
                ("two_thirds", "2/3"),
                ("half", "1/2"),
                ("third", "1/3"),
                ("sliver", "głowa i broń"),
            ),
        ),
    ] = "third"
    running: Annotated[
        Movement,
        Shown(
            "Movement",
            "Ruch",
            rule="walka-21",
            labels=(("still", "stoi"), ("running", "biegnie"), ("rushing", "pędzi")),
        ),
    ] = "still"
    suppressed: Annotated[bool, Shown("Suppressed", "Ogień zaporowy", rule="walka-25")] = False
    disabled: Annotated[
        list[Location],
        Limits(max_length=6),
        Shown("Disabled", "Niesprawne", rule="walka-27", labels=LOCATION_WORDS),
    ] = []
    deactivated: Annotated[bool, Shown("Deactivated", "Dezaktywowany", rule="walka-27")] = False
    stabilised: Annotated[bool, Shown("First aid given", "Opatrzony", rule="walka-33")] = False
    aiming: Annotated[int, Limits(ge=0, le=2), Shown("Aiming", "Celowanie", rule="walka-11")] = 0
    debt: Annotated[
        int,
        Limits(ge=0, le=99),
        Shown("Segments to lose", "Segmenty do stracenia", rule="walka-32"),
    ] = 0
    loaded: Annotated[
        dict[str, Annotated[int, Limits(ge=0, le=1000)]],
        Shown("Rounds left", "Załadowane", rule="walka-24"),
    ] = {}
    effects: Annotated[
        list[Annotated[str, Limits(max_length=100)]],
        Limits(max_length=20),
        Shown("Effects", "Efekty"),
    ] = []


Hand = Literal["both", "dominant", "other"]
