"""What is said of a system that cannot be used, or fails."""

import re
from collections.abc import Callable
from traceback import walk_tb
from types import FrameType

from desktop.rules.text import Text, TextError, Words, placed


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


def failure(id: str, title: str, call: str, error: BaseException, home: str = "") -> SystemFailed:
    """What is said of a system in which a call went wrong, and where: ``Barrow failed in vitals():
    KeyError: 'hp' (barrow.py, line 80)``. ``home`` is the module or package the system lies in."""
    message = Text(
        "{system} failed in {call}(): {error}{place}",
        system=title, call=call, error=said(error),
        place=place(error, lambda frame: within(str(frame.f_globals.get("__name__")), home)),
    )  # fmt: skip
    return SystemFailed(id, message)


def in_words(error: BaseException) -> Words:
    """What an error says to people, after the place that it is about."""
    if isinstance(error, TextError):
        return error.words
    message = getattr(error, "message", None)  # of a refusal, or of a system that failed
    if isinstance(message, Text):
        return placed(getattr(error, "field", ""), message)
    return error.args[0] if error.args and isinstance(error.args[0], Text) else str(error)


def within(module: str, home: str) -> bool:
    """Whether a module is this one, or lies in this package."""
    return module == home or module.startswith(f"{home}.")


def place(error: BaseException, counts: Callable[[FrameType], bool]) -> str:
    """The innermost line that counts, `` (barrow.py, line 80)``; nothing where there is none."""
    where = ""
    for frame, line in walk_tb(error.__traceback__):
        if counts(frame):
            *_, folder, file = re.split(r"[\\/]", f"/{frame.f_code.co_filename}")
            name = f"{folder}/{file}" if file == "__init__.py" else file
            where = f" ({name}, line {line})"
    return where


LONGEST = 500
"""Letters of an error that are kept; a stranger's may have any number."""


def said(error: BaseException) -> str:
    """An error in its own words: its kind, and what it says if it can. A system that failed has
    said that already."""
    if isinstance(error, SystemFailed):
        return str(error)[:LONGEST]
    kind = type(error).__name__
    try:
        words = str(error)[:LONGEST]
    except Exception:  # the fault of a fault
        words = ""
    return f"{kind}: {words}" if words else kind
