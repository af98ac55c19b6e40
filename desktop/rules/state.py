"""The state of a fight: combatants, whose turn it is, and nothing that can be derived.

A rule never writes to a state that somebody keeps. It writes to a draft, ``state.copy()``, and
takes each combatant it changes with :meth:`State.take`: the draft copies that one combatant at
that moment and no other, so a draft costs the same with five combatants and with five hundred.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Annotated, Any, Generic, Literal, Self, TypeVar

from desktop.rules.battlefield import At, Battlefield
from desktop.rules.fields import Record, Shown
from desktop.rules.geometry import Point
from desktop.rules.text import Text, Words


@cache
def _copying(kind: Any) -> Callable[[Any], Any]:
    lines = [f"    new.{value.name} = thing.{value.name}" for value in fields(kind)]
    source = "\n".join(["def copying(thing):", "    new = empty(kind)", *lines, "    return new"])
    made: dict[str, Any] = {"empty": object.__new__, "kind": kind}
    exec(source, made)
    return made["copying"]  # type: ignore[no-any-return]


X = TypeVar("X")


def shallow_copy(thing: X) -> X:
    """A shallow copy of a dataclass, value by value.

    Its code is compiled for each kind, as dataclasses compile their own methods: a fighter of 56
    values is copied in a quarter of the time that its constructor takes, three times in a step.
    """
    kind: Any = type(thing)
    new: X = _copying(kind)(thing)
    return new


Until = Literal["by_hand", "rounds", "turn_start", "turn_end", "check"]
"""How long an effect lasts: until the game master ends it, for a number of rounds, until the start
or the end of a turn, or until it has counted once."""
Reminding = Literal["never", "turn_start", "turn_end", "round"]
"""When an effect reminds the game master of itself: as a turn of the one it is on starts or ends,
or as a round does."""


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect in force on a combatant."""

    name: str
    changes: Mapping[str, int]
    """By how much it changes each unit: ``{"dice": -2}``."""
    until: Until = "by_hand"
    rounds: int = 1
    """How many rounds, the one in which it began among them."""
    whose: str = ""
    """The id of the one whose turn ends it."""
    since: int = 0
    """The round in which it began."""
    secret: bool = False
    """Whether the players do not see it."""
    remind: Reminding = "never"
    remind_round: int = 1


def _or_left(says: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Whether somebody is out as a system ``says`` it; always true of a combatant who has left."""
    if "has_left" in getattr(getattr(says, "__code__", None), "co_names", ()):
        return says  # forecasts ask this most of all, so what looks itself is not wrapped
    return lambda combatant: combatant.has_left or says(combatant)


@dataclass(slots=True)
class Combatant:
    """A person or thing in the fight. Systems add what a fight changes; the sheet stays."""

    id: str
    name: str
    side: str
    sheet: Any
    group: str | None = None
    """The combatants of a group share a line of the order; each has its own hit points."""
    policy: str | None = None
    """The behaviour that may act for it, one of ``Rules.policies``."""
    has_left: bool = False
    """Whether it has left the fight, unhurt. A combatant who has left is ``out``."""
    note: str = ""
    """What the game master wrote about it."""
    effects_by_hand: tuple[Effect, ...] = ()
    """The game master's own effects on it."""

    def __init_subclass__(cls) -> None:
        known = getattr(cls.__base__, "__dataclass_fields__", {})
        for name in [name for name in vars(cls) if name in known and not known[name].metadata]:
            taken = "every combatant has a value of this name; call yours otherwise"
            raise TypeError(f"{cls.__name__}.{name}: {taken}")
        says = vars(cls).get("out")
        if isinstance(says, property) and says.fget:
            setattr(cls, "out", property(_or_left(says.fget), doc=says.__doc__))  # noqa: B010

    @property
    def out(self) -> bool:
        """Whether it takes no more part in the fight."""
        raise NotImplementedError

    @property
    def incapacitated(self) -> bool:
        """Whether it lies there unable to fight, though it is not out yet. It can be a target
        still, and a side of which everybody is incapacitated or out has lost."""
        return False

    def copy(self) -> Self:
        """A copy that shares nothing a rule may change. Systems copy their own lists here."""
        return shallow_copy(self)


C = TypeVar("C", bound=Combatant)

PLAYERS, FOES = "players", "foes"
"""The side of the player characters, and the usual other one. Every other name is a side, too."""

_SIDES = {PLAYERS: Text("players", context="side"), FOES: Text("foes", context="side")}


def side_in_words(side: str) -> Words:
    """What a side is called: a usual one in any language, another by its name."""
    return _SIDES.get(side, side)


@dataclass(slots=True)
class Objective:
    """What a side has to achieve, ticked off by the game master."""

    text: str
    met: bool = False


@dataclass(frozen=True, slots=True)
class KnownOf:
    """What the game master lets the players know of one combatant."""

    hidden: bool | None = None
    """Whether they know that it is there, whatever they see; None: once they have seen it."""
    known_as: str | None = None
    """The name they know it by; empty: its own; None: as the sheet says."""
    numbers: bool = False
    """Whether they see its numbers."""


FogKind = Literal["reveal", "hide", "sight"]
"""An area of the map is shown always, or never, or as the characters see it."""


@dataclass(frozen=True, slots=True)
class FogArea:
    """What the game master has done by hand to the players' sight of an area."""

    kind: FogKind
    outline: tuple[Point, ...] = ()
    """Its last point is its first; empty: the whole map."""


@dataclass(frozen=True, slots=True)
class PlayersKnow:
    """What the players know of a fight; replaced, never written to."""

    of: Mapping[str, KnownOf] = field(default_factory=dict)
    """By id; of who is not in it they may know what anybody would."""
    met: Mapping[str, None] = field(default_factory=dict)
    """The ids of all but their own whom they have come to know, in that order; asked of many."""
    acting: tuple[str, ...] = ()
    """The ids of those who act now, as far as they can know."""
    seen_from: tuple[tuple[Point, Battlefield], ...] = ()
    """The places from which their characters have looked, and the map as it was then."""
    looking_from: tuple[tuple[Point | None, ...], Battlefield | None] = (), None
    """Where those stand who look now, in the order of the roster, and the map."""
    fog: tuple[FogArea, ...] = ()
    """By hand; of two areas that overlap the later one holds."""


@dataclass(slots=True)
class State(Generic[C]):
    """What all systems share. ``combatants`` is for reading; :meth:`take` is for writing."""

    house: Any
    """The house rules in force, the system's own model."""
    combatants: dict[str, C] = field(default_factory=dict)
    round: int = 0
    phase: str = ""
    turn: str | None = None
    """Who acts now: the id of a combatant, or None between turns."""
    order: list[str] = field(default_factory=list)
    """Combatant ids in the order of action, as far as it is known."""
    objectives: tuple[Objective, ...] = ()
    ended_by_hand: str | None = None
    """Why the game master has ended the fight, in a few words or none; None while it goes on."""
    battlefield: Battlefield | None = None
    """The map; None where there is none."""
    positions: Mapping[str, Point] = field(default_factory=dict)
    """Where they stand on the map, by id; replaced, never written to."""
    players_know: PlayersKnow = PlayersKnow()
    """What the players know of it."""
    _own: set[str] | None = field(default=None, repr=False, compare=False)
    """Whom this draft has taken; None: nobody, as of all the states that are kept."""

    @property
    def which_turn(self) -> tuple[object, ...]:
        """What tells a turn from the one before it, also where both are the same combatant's."""
        return self.round, self.phase, self.turn

    def copy(self) -> Self:
        """A draft. Neither it nor this state may write to a combatant without taking it again."""
        draft = shallow_copy(self)
        draft.combatants = dict(self.combatants)
        draft.order = list(self.order)
        draft._own = self._own = None
        return draft

    def scratch_copy(self) -> Self:
        """A draft to try something on and throw away; this one still owns what it has taken.

        It is good only until this state is written to again.
        """
        own, draft = self._own, self.copy()
        self._own = own
        return draft

    def take(self, id: str) -> C:
        """The combatant, to be written to."""
        if self._own is None:
            self._own = set()
        if id in self._own:
            return self.combatants[id]
        self.combatants[id] = mine = self.combatants[id].copy()
        self._own.add(id)
        return mine

    def take_all(self) -> Iterator[C]:
        """Every combatant in turn, to be written to."""
        for id in list(self.combatants):
            yield self.take(id)

    def __getitem__(self, id: str) -> C:
        """The combatant, to be read."""
        return self.combatants[id]

    def standing(self) -> Iterator[C]:
        """Those who are still in the fight, in the order of the roster; to be read."""
        return (c for c in self.combatants.values() if not c.out)


class Recruit(Record):
    """One line of a roster: who comes to the fight, on which side, with which sheet."""

    id: str
    side: str
    sheet: Annotated[Any, Shown("Sheet", kind="record")]
    group: str | None = None
    policy: str | None = None
    at: Annotated[At | None, Shown("At", kind="point")] = None
    """Where on the map; None: it stands nowhere yet."""
    character: int | None = None
    """The character of the campaign that the sheet came from; it says nothing to the fight."""


MOST_COMBATANTS = 1_000
"""The most in one fight, newcomers among them."""


Roster = Sequence[Recruit]
