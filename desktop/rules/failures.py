"""What is said of a system that cannot be used, or fails."""

from __future__ import annotations

from desktop.rules.text import Text


class SystemFailed(Exception):
    """A system that somebody has added cannot be used, or has failed in a call.

    ``system`` is its id.
    """

    def __init__(self, system: str, message: Text) -> None:
        super().__init__(message)
        self.system = system
        self.message = message
        self.field = ""
        """As a refusal has one: no field of what was typed is at fault."""

    def __str__(self) -> str:
        return str(self.message)


def failure(id: str, title: str, call: str, error: BaseException) -> SystemFailed:
    """What is said of a system in which a call went wrong: ``Barrow failed in vitals(): …``."""
    message = Text(
        "{system} failed in {call}(): {error}", system=title, call=call, error=said(error)
    )
    return SystemFailed(id, message)


LONGEST = 500
"""Letters of an error that are kept; a stranger's may have any number."""


def said(error: BaseException) -> str:
    """An error in its own words: its kind, and what it says if it can."""
    kind = type(error).__name__
    try:
        words = str(error)[:LONGEST]
    except Exception:  # the fault of a fault
        words = ""
    return f"{kind}: {words}" if words else kind
