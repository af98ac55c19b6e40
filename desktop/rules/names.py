"""Names by which several of a kind are told apart: ``Strażnik``, ``Strażnik 2``."""

from collections.abc import Collection
from itertools import count

LONGEST_NAME = 100
"""Letters of a name that every system's sheet takes."""


def numbered(name: str, number: int) -> str:
    """A name with a number. A long one loses letters at its end, never its number."""
    said = f" {number}"
    return name[: LONGEST_NAME - len(said)].rstrip() + said


def unnumbered(name: str) -> str:
    """A name without the number by which several are told apart: ``Strażnik`` of ``Strażnik 2``."""
    stem, _, number = name.rpartition(" ")
    return stem if stem and number.isdecimal() else name


def next_numbered(name: str, taken: Collection[str], first: int = 2) -> str:
    """A name with the first number from ``first`` on with which nobody bears it."""
    return next(
        candidate for number in count(first) if (candidate := numbered(name, number)) not in taken
    )
