"""Where the fights of a forecast begin: before the first step, or in the middle of a fight."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from desktop.encounter.behaviours import behaviours
from desktop.encounter.fight import Fight, play
from desktop.encounter.script import ScriptError
from desktop.rules.contract import Begin, Policy
from desktop.rules.text import Text, none_such


@dataclass(frozen=True, slots=True)
class Opening:
    """A fight up to where it is to be played on from, as text, so that it can be sent anywhere.

    ``script`` is a ``fight/1`` document as JSON text. Without steps every fight rolls its own
    initiative; ``surprised`` are the ids of those who are taken by surprise then. ``policy`` acts
    for combatants without a behaviour; empty: the system's first. ``instead`` replaces the
    behaviour of some, by id.
    """

    script: str
    surprised: tuple[str, ...] = ()
    policy: str = ""
    instead: tuple[tuple[str, str], ...] = ()


def opening(
    script: Mapping[str, Any],
    *,
    surprised: tuple[str, ...] = (),
    policy: str = "",
    instead: Mapping[str, str] | None = None,
    check: bool = True,
) -> Opening:
    """The opening of a fight script. Raises :class:`ScriptError` where it cannot be played on.

    Without a ``check``, which takes its time, it is seen when it is played whether it can be.
    """
    text = json.dumps(dict(script), ensure_ascii=False)
    made = Opening(text, surprised, policy, tuple(sorted((instead or {}).items())))
    if check:
        opened(made)
    return made


@dataclass(frozen=True, slots=True)
class Opened:
    """An opening, ready to be played from. Nobody writes to ``fight`` or its state."""

    fight: Fight
    begin: Begin | None
    """How every fight begins; None where this one has begun."""
    policies: Mapping[str, Policy] = field(repr=False)
    """Who acts by which behaviour, by the id of the combatant."""
    steps: tuple[Mapping[str, Any], ...] = ()
    """The steps done so far, with their dice, without objectives and an end by hand."""


@lru_cache(maxsize=64)
def opened(opening: Opening) -> Opened:
    """The fight at its opening. Raises :class:`ScriptError` that names the place.

    It has no objectives any more: no behaviour reaches for them, and nobody at the table ticks them
    off. One that the game master has ended goes on as if it had not been. Both are left out last,
    since a step may take them back.
    """
    fight = play(json.loads(opening.script))
    fight.script = fight.script.model_copy(update={"objectives": []})
    fight.state.objectives = ()
    fight.state.ended_by_hand = None
    if not fight.state.combatants:
        raise ScriptError("combatants", "needs at least one on each of two sides")
    if len({combatant.side for combatant in fight.state.combatants.values()}) < 2:
        raise ScriptError("combatants", "all are on one side; a forecast needs two")
    rules = fight.rules
    done = (moment.step for moment in fight.moments[: fight.cursor])
    steps = tuple(step for step in done if step.get("do") not in ("objective", "end"))
    begin_step = {"do": "begin", "surprised": list(opening.surprised)}
    begin = None if fight.begun else rules.read_begin(begin_step)
    for id in begin.surprised if begin else ():
        _known(fight, id, "surprised")
    known = behaviours(rules)
    usual = opening.policy or next(iter(known))
    instead = dict(opening.instead)
    policies = {}
    for id, combatant in fight.state.combatants.items():
        wanted = instead.get(id) or combatant.policy or usual
        if wanted not in known:
            raise ScriptError("policy", none_such(wanted, known))
        policies[id] = known[wanted]
    for id in instead:
        _known(fight, id, "policy")
    return Opened(fight, begin, policies, steps)


def _known(fight: Fight, id: str, place: str) -> None:
    if id not in fight.state.combatants:
        raise ScriptError(place, Text("there is no combatant {id!r}", id=id))
