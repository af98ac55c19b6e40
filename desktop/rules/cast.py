"""Who is there: what every system asks of the people and things in a fight."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from math import inf
from typing import Any, Protocol, TypeVar

from desktop.languages import ProperName
from desktop.rules.display import Outcome
from desktop.rules.fields import Choice, Field, Kind
from desktop.rules.geometry import distance
from desktop.rules.state import Combatant, Recruit, State, side_in_words
from desktop.rules.table import Decision, Refusal
from desktop.rules.text import Text, Words

C = TypeVar("C", bound=Combatant)


def enlist(kind: type[C], recruit: Recruit, **values: Any) -> C:
    """A recruit as a combatant of this kind, with the values it enters the fight with."""
    return kind(
        id=recruit.id, name=ProperName(recruit.sheet.name), side=recruit.side, sheet=recruit.sheet,
        group=recruit.group, policy=recruit.policy, **values,
    )  # fmt: skip


def unknown(id: str, place: str) -> Refusal:
    """The refusal of an id that no combatant has; ``place`` is the field that named it."""
    return Refusal(Text("there is no combatant {id}", id=repr(id)), place)


def present(state: State[C], id: str, place: str = "target") -> C:
    """A combatant who is still in the fight, to be read. ``place`` is the field that named it."""
    combatant = state.combatants.get(id)
    if combatant is None:
        raise unknown(id, place)
    if combatant.out:
        raise Refusal(Text("{name} is out of the fight", name=combatant.name), place)
    return combatant


def another(state: State[C], actor: Combatant, id: str, place: str = "target") -> C:
    """Somebody else who is still in the fight, taken for writing."""
    if id == actor.id:
        raise Refusal(Text("needs somebody else"), place)
    present(state, id, place)
    return state.take(id)


def several(state: State[C], ids: Iterable[str], place: str = "others") -> list[C]:
    """Those who are aimed at, each once, oneself too where it is among them; taken for writing."""
    return [state.take(present(state, id, place).id) for id in dict.fromkeys(ids)]


OUT = Text("out of the fight")


def gone(combatant: Combatant) -> Text | None:
    """Why a combatant who is out is no target; the usual ``why_not`` of a choice."""
    return OUT if combatant.out else None


def needed(holds: Callable[[C], object], reason: Words) -> Callable[[C], Words | None]:
    """The ``why_not`` of choices of whom something has to hold: ``holds(combatant)``."""
    return lambda combatant: gone(combatant) or (None if holds(combatant) else reason)


def combatant_choices(
    combatants: Iterable[C], why_not: Callable[[C], Words | None] = lambda _: None
) -> tuple[Choice, ...]:
    """Combatants as choices of a field, with the reason why one cannot be chosen."""
    return tuple(Choice(c.id, c.name, why_not=why_not(c)) for c in combatants)


def others(state: State[C], fighter: Combatant, *, friends_first: bool = False) -> list[C]:
    """Everybody else: enemies first, or friends; within each those who are out come last."""
    return sorted(
        (c for c in state.combatants.values() if c.id != fighter.id),
        key=lambda c: ((c.side == fighter.side) != friends_first, c.out),
    )


def targets(
    state: State[C],
    fighter: Combatant,
    why_not: Callable[[C], Words | None] = lambda _: None,
    *,
    near: Collection[str] = (),
    friends_first: bool = False,
    oneself: bool = False,
    hindered: Callable[[C], Words | None] = lambda _: None,
) -> tuple[Choice, ...]:
    """Everybody else, and ``oneself``, as choices, in the order in which they are wanted.

    Of enemies (or friends) come those who can be chosen and are ``near``, then those who can,
    then those who are ``hindered``, which is said and can be overruled, and enemies who are out,
    then those who cannot; on a map the nearest first. The other sides stand aside, unless only they
    can be chosen, and so does who is out and cannot be chosen for it.
    """
    people = others(state, fighter, friends_first=friends_first)
    people += [state[fighter.id]] if oneself else []
    reasons = {c.id: why_not(c) for c in people}
    sides = [c.side == fighter.side for c in people if reasons[c.id] is None]
    meant = friends_first if friends_first in sides or not sides else not friends_first
    places = {id: place for place, id in enumerate(dict.fromkeys(near))}
    here = state.positions.get(fighter.id)
    notes = {c.id: hindered(c) or "" for c in people} if here else {}
    notes |= {c.id: OUT for c in people if c.out and c.side != fighter.side}

    def aside(c: C) -> bool:
        return (c.side == fighter.side) != meant or (c.out and reasons[c.id] is not None)

    def place(c: C) -> tuple[bool, bool, bool, bool, int, float]:
        there = state.positions.get(c.id)
        far = distance(here, there) if here and there else inf
        cannot = reasons[c.id] is not None
        hindered_or_incapacitated = bool(notes.get(c.id)), c.incapacitated
        return aside(c), cannot, *hindered_or_incapacitated, places.get(c.id, len(places)), far

    return tuple(
        Choice(c.id, c.name, notes.get(c.id, ""), reasons[c.id], aside=aside(c))
        for c in sorted(people, key=place)
    )


OUT_OF_REACH = Text("out of reach now")


def told_in_reach(
    field: Field, chosen: Mapping[str, Any], reaches: Callable[[int], object]
) -> Field:
    """A parameter once a distance is typed by hand: an attack is made at that, so where it is in
    reach nobody is said to be out of it, however far away a map shows them."""
    far = chosen.get("distance")
    if field.kind != "combatant" or not isinstance(far, int) or not reaches(far):
        return field
    return field.offering(
        [replace(c, note="") if c.note == OUT_OF_REACH else c for c in field.choices]
    )


def enemies(state: State[C], fighter: Combatant) -> list[C]:
    """Those of other sides who are still in the fight, to be read."""
    side = fighter.side
    return [c for c in state.combatants.values() if c.side != side and not c.out]


def alone(state: State[Any], fighter: Combatant) -> Text | None:
    """Why there is no target; the usual ``why_not`` of an action that needs one."""
    for other in state.combatants.values():
        if other.id != fighter.id and not other.out:
            return None
    return Text("nobody else is left")


def two_sides_stand(state: State[C], counts: Callable[[C], bool] = lambda _: True) -> bool:
    """Whether those of two sides who count for this system are left standing."""
    side: str | None = None
    for fighter in state.combatants.values():
        if fighter.side == side or fighter.out or fighter.incapacitated or not counts(fighter):
            continue
        if side is not None:
            return True
        side = fighter.side
    return False


def one_side_left(state: State[Any], rule: str) -> Outcome | None:
    """The end of a fight of several sides of which at most one is left standing."""
    if two_sides_stand(state):
        return None
    people = state.combatants.values()
    winner = next((c.side for c in people if not (c.out or c.incapacitated)), None)
    if len({combatant.side for combatant in people}) < 2:
        return None
    return Outcome(winner, left_standing(winner), rule)


def left_standing(side: str | None) -> Text:
    """How a fight ended for the last side that stands, or with none."""
    if side is None:
        return Text("nobody left standing")
    return Text("{side} left standing", side=side_in_words(side))


def of_others(
    state: State[C], fighter: Combatant, choices: Callable[[C], Sequence[Choice]]
) -> list[Choice]:
    """What anybody else has to choose from, each once: whose it is is chosen beside it."""
    people = (c for c in state.combatants.values() if c.id != fighter.id)
    offered = {choice.value: replace(choice, note="") for c in people for choice in choices(c)}
    return list(offered.values())


class Named(Protocol):
    """A weapon or the like that goes by its name."""

    @property
    def name(self) -> str: ...


T = TypeVar("T", bound=Named)


def named(owner: Combatant, things: Sequence[T], name: str, place: str = "with") -> T:
    """The thing of that name, the first one when none is named."""
    for thing in things:
        if name in ("", thing.name):
            return thing
    said = Text(
        "{owner} has no {name}; there is: {there_is}", owner=owner.name, name=repr(name),
        there_is=[thing.name for thing in things] or Text("nothing"),
    )  # fmt: skip
    raise Refusal(said, place)


def chosen(things: Sequence[T], name: object) -> T | None:
    """The thing that a step names, as far as it is filled in: the first one when it names none;
    None where there is no such thing."""
    return next((thing for thing in things if name in ("", None, thing.name)), None)


def question(
    by: Combatant,
    id: str,
    text: Words,
    choices: Sequence[Choice],
    rule: str,
    *,
    label: str = "",
    kind: Kind = "choice",
    no_benefit: bool = False,
    best_case: Any = None,
    **more: Any,
) -> Decision:
    """A decision between several answers, to be asked by ``table.ask``; see :class:`Decision`.

    ``label`` is what the field is called, by default its ``id``; ``more`` are other values of it.
    """
    label = label or id.replace("_", " ").capitalize()
    field = Field(id, kind, label, choices=tuple(choices), rule=rule, **more)
    return Decision(id, by.id, text, field, rule, no_benefit, best_case)


def yes_or_no(
    by: Combatant, id: str, text: Words, yes: Words, no: Words, rule: str, *, default: bool = True
) -> Decision:
    """A decision whether something is done, True or False, with what each answer is called."""
    return question(by, id, text, (Choice(True, yes), Choice(False, no)), rule, default=default)


def share_out(
    by: Combatant, id: str, text: Words, fair: Sequence[int], choices: Sequence[Choice], **more: Any
) -> Decision:
    """A decision on how something is shared out: a number for each, by default the ``fair`` ones.

    ``more`` are the values that :func:`question` takes besides.
    """
    length = len(fair)
    return question(
        by, id, text, choices, kind="numbers", default=fair, minimum=0, length=length, **more
    )


WhyNot = Callable[[Any, Any], Text | None]
"""``why_not`` of an action, see :class:`~desktop.rules.contract.Action`."""


def unless(holds: Callable[[Any], object], reason: Text) -> WhyNot:
    """The ``why_not`` of an action that needs something of its fighter: ``holds(fighter)``."""
    return lambda state, fighter: None if holds(fighter) else reason


def when(holds: Callable[[Any], object], reason: Text) -> WhyNot:
    """The ``why_not`` of an action that is not for a fighter of whom something ``holds``."""
    return lambda state, fighter: reason if holds(fighter) else None


def any_of(*reasons: WhyNot) -> WhyNot:
    """The ``why_not`` of an action that several things can stand against: the first that does."""
    return lambda state, fighter: next(filter(None, (r(state, fighter) for r in reasons)), None)
