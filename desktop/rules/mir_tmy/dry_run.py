"""A dry run of an action: would it be refused before its first die? (mir_tmy-19, 49)"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from desktop.rules.mir_tmy.commands import Act
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.table import Refusal, Table, TableSignal
from desktop.rules.text import Words


class _Reached(TableSignal):
    """The first die or question has been reached."""


class _DryRunTable(Table):
    """Ends the action at its first die or question; logs and marks nothing."""

    def roll(self, throw: Any, *, why: str, by: str, label: Words = "") -> NoReturn:
        raise _Reached

    def ask(self, decision: Any) -> NoReturn:
        raise _Reached

    def ask_lazily(self, usual: Any, question: Any) -> NoReturn:
        raise _Reached

    def log(
        self, rule: str, text: Words, *, by: str | None = None, dice: int | None = None
    ) -> None:
        pass

    def mark(self, what: str, who: str, amount: int = 1) -> None:
        pass

    def turn_only(self) -> None:
        pass


def refused(
    state: Scene,
    fighter: Fighter,
    command: Act,
    perform: Callable[..., None],
    share: int | None = None,
) -> Refusal | None:
    """Why ``perform(…, command, …)`` would be refused before any die, or None.

    ``state`` stays as it is; ``share`` is the part of a divided pool, if it is divided.
    """
    draft = state.scratch_copy()
    try:
        perform(draft, draft.take(fighter.id), command, _DryRunTable(), share)
    except _Reached:
        pass
    except Refusal as refusal:
        return refusal
    return None
