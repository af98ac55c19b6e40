"""What the players know of a fight: whom they have met, who acts, from where they have looked.

:func:`observe` is asked after every step, so all of it is undone and replayed with the step.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from desktop.rules.contract import Rules
from desktop.rules.geometry import Point, inside
from desktop.rules.state import PLAYERS, FogArea, FogKind, KnownOf, PlayersKnow, State

ANYBODY = KnownOf()


def is_known(rules: Rules[Any], state: State[Any], id: str) -> bool:
    """Whether the players know that somebody is there: their own are, others once they are met."""
    of = state.players_know.of.get(id, ANYBODY)
    if of.hidden or not rules.is_there(state, id):
        return False
    return state[id].side == PLAYERS or id in state.players_know.met


def alias(state: State[Any], id: str) -> str:
    """The name by which the players know somebody in place of its own; empty where that is it."""
    said = state.players_know.of.get(id, ANYBODY).known_as
    return getattr(state[id].sheet, "known_as", "") if said is None else said


def looking(rules: Rules[Any], state: State[Any]) -> list[str]:
    """Those through whose eyes the players see: all of their own on the map who are not out.

    Who has looked from where it stands comes before who has just come there: what it sees is known.
    """
    eyes = _eyes(rules, state)
    looked = {at: number for number, (at, _) in enumerate(state.players_know.seen_from)}
    places = {eye: rules.centre(state, eye) for eye in eyes}
    return sorted(eyes, key=lambda eye: looked.get(places[eye] or (0, 0), len(looked)))


def _eyes(rules: Rules[Any], state: State[Any]) -> list[str]:
    """The same as the roster has them."""
    return [
        combatant.id
        for combatant in state.standing()
        if combatant.side == PLAYERS
        and combatant.id in state.positions
        and is_known(rules, state, combatant.id)
    ]


def in_sight(rules: Rules[Any], state: State[Any], id: str, eyes: Sequence[str]) -> bool:
    """Whether the players see somebody on the map now; ``eyes`` are those :func:`looking`."""
    at = rules.centre(state, id)
    if at is None:
        return False
    by_hand = fog_at(state.players_know.fog, at)
    if by_hand != "sight":
        return by_hand == "reveal"
    return any(rules.sees(state, eye, id) for eye in eyes)


def fog_at(areas: Sequence[FogArea], at: Point) -> FogKind:
    """What the game master has done by hand at a place: the last that lies over it."""
    over = (area for area in reversed(areas) if not area.outline or inside(at, area.outline))
    area = next(over, None)
    return area.kind if area else "sight"


def observe(rules: Rules[Any], draft: State[Any]) -> None:
    """Keeps what the players know once a step is done; ``draft`` is the state after it."""
    if not draft.round:
        return
    eyes = _eyes(rules, draft) if draft.battlefield else []
    known = draft.players_know
    strangers = [
        id
        for id, other in draft.combatants.items()
        if id not in known.met and other.side != PLAYERS
    ]
    met = [id for id in strangers if _is_met(rules, draft, id, eyes)]
    if met:
        known = draft.players_know = replace(known, met={**known.met, **dict.fromkeys(met)})
    if draft.battlefield is not None:
        now = tuple([rules.centre(draft, eye) for eye in eyes]), draft.battlefield
        if now != known.looking_from:  # in a long fight there are many places to compare with
            looks = dict.fromkeys((at, draft.battlefield) for at in now[0] if at is not None)
            new = [look for look in looks if look not in known.seen_from]
            known = replace(known, looking_from=now, seen_from=(*known.seen_from, *new))
    acting = [id for id in rules.to_act(draft) if rules.standing(draft, id) == "active"]
    seen = tuple(id for id in acting if is_known(rules, draft, id))
    # While only somebody acts whom they do not know, who acted before seems to act still.
    if known.acting != seen and (seen or not acting):
        # As ``replace`` would, in a third of the time: every second step comes here.
        known = PlayersKnow(
            known.of, known.met, seen, known.seen_from, known.looking_from, known.fog
        )
    draft.players_know = known


def _is_met(rules: Rules[Any], state: State[Any], id: str, eyes: Sequence[str]) -> bool:
    """Whether the players meet a stranger now."""
    if not rules.is_there(state, id):
        return False
    hidden = state.players_know.of.get(id, ANYBODY).hidden
    if hidden is not None:
        return not hidden
    return in_sight(rules, state, id, eyes) if eyes else True
