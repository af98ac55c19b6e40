"""Trying an action up to its first die, to see whether it would be refused (mir_tmy-19, 49)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from desktop.rules.mir_tmy.commands import Act
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.table import Refusal, Table, TableSignal
from desktop.rules.text import Words


class _Reached(TableSignal):
    """The first die or question has been reached."""


class _Rehearsal(Table):
    """A table at which nothing is thrown, asked or told."""

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
    """Why an action that is performed so would be refused before any die, or None."""
    draft = state.trial()
    try:
        perform(draft, draft.take(fighter.id), command, _Rehearsal(), share)
    except _Reached:
        pass
    except Refusal as refusal:
        return refusal
    return None
