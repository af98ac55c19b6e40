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
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    message = Text("{system} failed in {call}(): {error}", system=title, call=call, error=said)
    return SystemFailed(id, message)
