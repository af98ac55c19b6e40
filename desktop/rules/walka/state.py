"""What a fight changes about a fighter, and where the turn stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field as Limits
from pydantic import create_model

from desktop.rules.cast import present
from desktop.rules.contract import Action, Command, Known
from desktop.rules.display import Bar
from desktop.rules.effects import EffectUnit
from desktop.rules.fields import Labels, Record, Shown, shown
from desktop.rules.positions import can_touch
from desktop.rules.state import PLAYERS, Combatant, State
from desktop.rules.table import Refusal
from desktop.rules.text import Terms, Text
from desktop.rules.values import EDITABLE, Badge, edits_of, tracked
from desktop.rules.walka import tables
from desktop.rules.walka.sheet import (
    Affliction,
    Cover,
    Disabled,
    HouseRules,
    Movement,
    Sheet,
    Stabilised,
    UpTo1000,
    Wound,
    Wounds,
)

Hand = Literal["both", "dominant", "other"]

MANNER_WORDS: Terms = (("plain", "zwykła"), ("full_defence", "pełna obrona"), ("fury", "furia"))
Manner = Annotated[Literal["plain", "full_defence", "fury"], Labels(MANNER_WORDS)]
POSTURE_WORDS: Terms = (("standing", "stoi"), ("kneeling", "klęczy"), ("prone", "leży"))
Posture = Annotated[tables.Posture, Labels(POSTURE_WORDS)]


ARMOUR = EffectUnit("armour", Text("Armour everywhere"), "Pancerz", "lev.", "walka-31")


class Frozen(Record):
    """walka-13: segments kept back behind a trigger."""

    count: int = shown(1, "Frozen", "Zamrożone", ge=1, le=tables.SEGMENTS)
    trigger: str = shown("", "Trigger", "Wyzwalacz", max_length=500)


@dataclass(frozen=True, slots=True)
class Carry:
    """walka-9: an action under way, and the segments still to pay for it."""

    action: Action[Any, Any]
    segments: int
    command: Command
    resolved: bool
    """Its test is made already: a burst's is when it starts."""
    distances: Mapping[str, Known]
    """How far the map had its targets when it was begun."""


@dataclass(slots=True)
class Fighter(Combatant):
    """Somebody in the fight. Distances in metres, time in segments."""

    sheet: Sheet
    attributes: Mapping[str, int] = field(default_factory=dict)
    """Of the sheet, the ones of its own too."""
    skills: Mapping[str, int] = field(default_factory=dict)
    """The points of every skill of the sheet."""
    armour: tuple[int, ...] = (0,) * len(tables.LOCATIONS)
    """walka-31: levels its armour takes off a wound, for each of :data:`LOCATIONS`."""
    guns: tuple[int, ...] = ()
    """Which weapons of the sheet shoot."""
    blades: tuple[int, ...] = field(default=(), repr=False)
    """Which weapons of the sheet are for hand to hand."""
    sabres: tuple[int, ...] = field(default=(), repr=False)
    """Which weapons of the sheet are sabres."""
    segments: int = tracked(0, "Segments", "Segmenty", "walka-9", EDITABLE, ge=0, le=9)
    frozen: Frozen | None = tracked(
        None, "Frozen segments", "Zamrożone segmenty", "walka-13", EDITABLE
    )
    wounds: Annotated[Wounds, EDITABLE] = field(default_factory=list)
    """Never written to: see :meth:`set_wounds` and :meth:`add_wounds`."""
    posture: Posture = tracked("standing", "Posture", "Pozycja", "walka-20", EDITABLE)
    leaning: bool = tracked(
        False, "Leaning out", "Wychyla się", "walka-20", EDITABLE, Badge("leaning out")
    )
    covered: bool = tracked(False, "Behind cover", "Za osłoną", "walka-7", EDITABLE)
    spotted: bool = tracked(
        False, "Spotted behind cover", "Wypatrzenie", "walka-10", EDITABLE, Badge("spotted", "warn")
    )
    seen: Cover = tracked(
        "third", "Seen while leaning out", "Widoczność zza osłony", "walka-20", EDITABLE
    )
    running: Movement = tracked("still", "Movement", "Ruch", "walka-21", EDITABLE)
    suppressed: bool = tracked(
        False, "Suppressed", "Ogień zaporowy", "walka-25", EDITABLE, Badge("suppressed", "warn")
    )
    disabled: Annotated[Disabled, EDITABLE] = field(default_factory=list)
    """walka-27: replaced, never written to; so are all lists here."""
    deactivated: bool = tracked(
        False, "Deactivated", "Dezaktywacja", "walka-27", EDITABLE, Badge("deactivated", "bad")
    )
    stabilised: Annotated[Stabilised, EDITABLE] = False
    aiming: int = tracked(
        0,
        "Aiming",
        "Celowanie",
        "walka-11",
        EDITABLE,
        Badge("aims +{value}", native="celuje +{value}"),
        ge=0,
        le=2,
    )
    """Segments of aiming in hand."""
    debt: int = tracked(
        0,
        "Segments to lose",
        "Segmenty do stracenia",
        "walka-32",
        EDITABLE,
        Badge("loses {value} seg.", "warn", "traci {value} seg."),
        ge=0,
        le=99,
    )
    """Segments that wounds took and that are still to be lost."""
    presses: list[Annotated[str, Limits(max_length=100)]] = tracked(
        [],
        "Attacker against",
        "Atakujący wobec",
        "walka-34",
        EDITABLE,
        max_length=200,
        kind="combatants",
    )
    """Whom it presses hand to hand."""
    manner: Manner = tracked("plain", "Hand to hand", "Walka wręcz", "walka-45", EDITABLE)
    afflictions: list[Affliction] = tracked(
        [], "Conditions", "Stany", "walka-52", EDITABLE, max_length=40
    )
    """walka-52 to 54."""
    form: str = ""
    """walka-51: the form of sabres that it has taken, empty for its first."""
    deflected: tuple[str, ...] = ()
    """walka-49: who fired each shot it tried to deflect since its own move."""
    proof: tuple[int, ...] = (0,) * len(tables.LOCATIONS)
    """walka-50: of its armour, what sabres do not go through."""
    steadfast: bool | None = None
    """walka-53: whether it stood fast in fire this turn; None where it has not tried."""
    passed: int = 0
    """Segments that passed for it and in which its effects have still to do their work."""
    faces: tuple[str, ...] = ()
    """walka-38: the opponent it chose to fight normally; two where each weapon goes at one (41)."""
    effects: list[Annotated[str, Limits(max_length=100)]] = tracked(
        [], "Effects", "Efekty", "", EDITABLE, max_length=20
    )
    declared: Sequence[Action[Any, Any]] = field(default_factory=list)
    """walka-9: actions declared for the turn and not yet done, in their order."""
    moved: bool = False
    """Has had its move this turn, or is having it."""
    carry: Carry | None = None
    spent: Mapping[str, int] = field(default_factory=dict)
    """Skill points spent since its last turn began, by skill (walka-12)."""
    suppressing: tuple[str, ...] = ()
    """Whom its fire holds down (walka-25), for ``fire_left`` more of its own segments."""
    fire_left: int = 0
    held_until: int = 0
    """walka-25: the last segment of the fight, counted from 1, in which it is held down."""
    loaded: Sequence[int | None] = field(default_factory=list)
    """Rounds left, for each weapon of the sheet."""
    to_pump: Sequence[int] = field(default_factory=list)
    """Which weapons of the sheet have to be pumped before the next shot."""
    to_draw: Sequence[int] = field(default_factory=list)
    """Which weapons of the sheet are not in hand (walka-10)."""
    safe: Sequence[int] = field(default_factory=list)
    """Which weapons of the sheet have their safety on (walka-10)."""
    track: Sequence[Bar] = field(default_factory=list)
    """What it did with this turn's segments, for the timeline: bars without gaps between them."""
    powered: int = 0
    """walka-15: what powered armour adds to build."""
    in_the_way: Mapping[str, float] = field(default_factory=dict)
    """walka-17: what the armour it wears takes off tests, by what they ask for."""
    dead: bool = False
    """walka-33, as its wounds say."""
    penalty: float = 0
    """walka-32: what all wounds add to its tests, 0 or below."""
    lighter: int = field(default=0, repr=False)
    """walka-33: what all wounds that can become a critical one come to in scratches."""

    @property
    def out(self) -> bool:
        """walka-33: two critical wounds, or one in the head; walka-27: deactivated; or gone."""
        return self.dead or self.deactivated or self.has_left

    def suffers(self, kind: str) -> bool:
        """walka-54: whether an effect of this kind (a key of ``CONDITIONS``) is on them."""
        return bool(self.afflictions) and kind in [each.kind for each in self.afflictions]

    @property
    def incapacitated(self) -> bool:
        """walka-52: stunned, down and out for a while."""
        return self.suffers("stunned")

    def set_wounds(self, wounds: Sequence[Wound]) -> None:
        """Replaces all wounds, with the penalty (walka-32) and death (walka-33) that follow."""
        self.wounds, self.penalty, self.dead, self.lighter = [], 0, False, 0
        self.add_wounds(wounds)

    def add_wounds(self, wounds: Sequence[Wound]) -> None:
        """Adds wounds, with what they do to penalty (walka-32) and death (walka-33)."""
        self.wounds = [*self.wounds, *wounds]
        for wound in wounds:
            self.penalty += wound.penalty
            if wound.level == "critical":
                critical = sum(other.level == "critical" for other in self.wounds)
                self.dead |= wound.location == "head" or critical >= tables.KILLING
            elif not wound.bruise:
                self.lighter += IN_SCRATCHES[wound.level]

    @property
    def dying(self) -> bool:
        """walka-33: a critical wound that nobody has seen to."""
        untreated = not (self.out or self.stabilised)
        return untreated and any(wound.level == "critical" for wound in self.wounds)

    @property
    def player(self) -> bool:
        """Whether a player plays it."""
        return self.side == PLAYERS

    @property
    def hidden(self) -> bool:
        """Behind cover altogether: neither seen nor seeing."""
        return self.covered and not self.leaning

    @property
    def used(self) -> float:
        """Segments of this turn that are accounted for: up to the end of the last bar."""
        if not self.track:
            return 0.0
        last = self.track[-1]
        return last.start + last.length

    @property
    def protection(self) -> tuple[int, ...]:
        """walka-31: levels off a wound in each location, with the game master's own effects."""
        change = ARMOUR.of(self)
        return tuple(max(worn + change, 0) for worn in self.armour) if change else self.armour

    @property
    def strength(self) -> int:
        """walka-15: build for what is held and thrown, with what powered armour adds."""
        return self.attributes["build"] + self.powered

    def uncover(self) -> None:
        """No longer behind cover."""
        self.covered = self.leaning = self.spotted = False


@dataclass(slots=True)
class Battle(State[Fighter]):
    """Phases: ``turn`` (somebody moves) and ``over`` (time runs normally again, walka-7)."""

    house: HouseRules
    parallel: bool = False
    """walka-9: whether everybody plays one segment after another, side by side (a house rule)."""
    initiative: list[str] = field(default_factory=list)
    """The lasting order (walka-5); ``order`` is this turn's (walka-6)."""
    interrupted: str | None = None
    """Whose move a trigger broke into (walka-13)."""
    clash: list[str] = field(default_factory=list)
    """Who plays one segment each by turns, the first one now (walka-13)."""

    def copy(self) -> Battle:
        """A copy that can be written to."""
        draft = State.copy(self)
        draft.initiative = self.initiative.copy()
        draft.clash = self.clash.copy()
        return draft

    def rank(self, id: str) -> int:
        """The place in this turn's order, 0 first."""
        return self.order.index(id) if id in self.order else len(self.order)


PointsLeft = Annotated[
    dict[str, Annotated[int, Limits(ge=0, le=60)]],
    Shown("Skill points left", "Punkty umiejętności", rule="walka-12"),
]
Loaded = Annotated[dict[str, UpTo1000], Shown("Rounds loaded", "Załadowane", rule="walka-24")]
Edits: type[Record] = create_model(
    "Edits", __base__=edits_of(Fighter), skill_points=(PointsLeft, None), loaded=(Loaded, None)
)
"""What the game master can set by hand: the declared values, and two that are set by name."""


def armour_of(sheet: Sheet, *, proof: bool = False) -> tuple[int, ...]:
    """walka-31: the best piece counts in each location; only what is ``proof`` to sabres (50)."""
    worn = [armor for armor in sheet.armor if armor.proof or not proof]
    return tuple(
        max((armor.reduction.get(location, 0) for armor in worn), default=0)
        for location in tables.LOCATIONS
    )


def powered_by(sheet: Sheet) -> int:
    """walka-15: what powered armour adds to build."""
    return max((armor.build for armor in sheet.armor), default=0)


# ---- who fights whom hand to hand (walka-34, 38)


def attackers(state: Battle, id: str) -> list[str]:
    """walka-34: those who press somebody within their reach, as Attackers."""
    return [
        other.id
        for other in state.combatants.values()
        if id in other.presses and not other.out and can_touch(state, other.id, id)
    ]


def opponents(state: Battle, fighter: Fighter) -> list[str]:
    """walka-38: all whom somebody fights hand to hand."""
    pressed = [
        id for id in fighter.presses if not state[id].out and can_touch(state, fighter.id, id)
    ]
    return list(dict.fromkeys([*pressed, *attackers(state, fighter.id)]))


def faced(state: Battle, fighter: Fighter) -> Sequence[str]:
    """walka-38: whom somebody fights normally: those it chose, or else the first."""
    engaged = opponents(state, fighter)
    return [id for id in fighter.faces if id in engaged] or engaged[:1]


# ---- skill points of a turn (walka-12)


def share(three_skills: str, points: int, skills: int) -> int:
    """walka-12: what a skill is worth when this number of skills is used in one turn.

    ``three_skills`` is the house rule of that name.
    """
    if skills == 3 and three_skills == "two_thirds":
        return points * 2 // 3
    return points // max(skills, 1)


def points_left(
    house: HouseRules, fighter: Fighter, name: str, more: Mapping[str, int] | None = None
) -> int:
    """walka-12: points left of a skill this turn, were it used now.

    ``more`` are points that would be spent before.
    """
    spent = {**fighter.spent}
    for skill, points in (more or {}).items():
        spent[skill] = spent.get(skill, 0) + points
    used = {skill for skill, points in spent.items() if points > 0} | {name}
    worth = share(house.three_skills, fighter.skills.get(name, 0), len(used))
    return max(worth - spent.get(name, 0), 0)


# ---- wounds counted (walka-33)


IN_SCRATCHES: Mapping[tables.Level, int] = {
    level: tables.MERGED**n for n, level in enumerate(tables.LEVELS)
}
"""walka-33: how many scratches come to a wound of each level, as three make one of the next."""


def weight(wounds: Iterable[Wound]) -> tuple[int, int, int, int]:
    """walka-33: how many of each level, were three of one level counted as one of the next."""
    in_scratches = sum(IN_SCRATCHES[wound.level] for wound in wounds if not wound.bruise)
    light, scratches = divmod(in_scratches, tables.MERGED)
    heavy, light = divmod(light, tables.MERGED)
    critical, heavy = divmod(heavy, tables.MERGED)
    return scratches, light, heavy, critical


def opponent(state: Battle, fighter: Fighter, id: str, place: str = "target") -> Fighter:
    """Another fighter who is still in the fight, to be read."""
    if id == fighter.id:
        raise Refusal("needs somebody else", place)
    return present(state, id, place)
