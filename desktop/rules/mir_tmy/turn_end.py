"""The very end of a turn: a short move or a few words after the last action (mir_tmy-52, 54).

A turn ends with its last action, so that nobody has to say so. Until anything is done in the next
one, those who could still move or speak may do it: the turn goes back to its end, and ends again.
"""

from __future__ import annotations

from dataclasses import fields

from desktop.rules.contract import Command
from desktop.rules.mir_tmy.commands import Speak
from desktop.rules.mir_tmy.other_actions import FREE_WORDS
from desktop.rules.mir_tmy.state import Fighter, Scene


def is_free(fighter: Fighter, action: str, command: Command | None = None) -> bool:
    """What may cost no action: a few words, and one short move a turn (mir_tmy-52, 54)."""
    if isinstance(command, Speak) and command.words > FREE_WORDS:
        return False
    if action == "move":
        return not fighter.moved_freely
    return action == "speak" and not fighter.spoken


def keep_end(state: Scene) -> Scene | None:
    """The turn as it ends now; None before the first."""
    if not state.round:
        return None
    end = state.copy()
    end.ended = None
    return end


def before_this(
    state: Scene, fighter: Fighter, action: str, command: Command | None = None
) -> Fighter | None:
    """The fighter at the end of the last turn, where this can still be done in it; else None.

    Where nobody declares, the one on turn does it in the turn that has begun.
    """
    ended = state.ended
    if ended is None or not state.fresh or not (state.declaring or fighter.id != state.turn):
        return None
    before = ended.scene.combatants.get(fighter.id)
    if before is None or before.out or not is_free(before, action, command):
        return None
    return before if state.combatants == ended.opened else None


def back_to_end(state: Scene) -> None:
    """The last turn at its end; roll-offs and objectives stay as they are now."""
    assert state.ended
    end = state.ended.scene.copy()
    end.objectives = state.objectives
    for id, fighter in state.combatants.items():
        if end[id].roll_off != fighter.roll_off:
            end.take(id).roll_off = fighter.roll_off
    for value in fields(Scene):
        setattr(state, value.name, getattr(end, value.name))
