"""What is thrown away from a fight as in one: a system declares its checks once.

The same function makes the check in a fight, from a sheet and on the command line. Away from a
fight sheets are mustered as for one, nothing begins, and nothing costs a turn.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from desktop.rules.fields import Record, at_path, fields_of
from desktop.rules.text import Text, Words, in_terms

Parameters = Mapping[str, Any]
"""Parameters of a command, by their names."""


def passed(amount: int, native: tuple[str, str] = ("", "")) -> Words:
    """A check that succeeds or does not; ``native`` are the system's own words for both."""
    if amount > 0:
        return in_terms(Text("success", context="outcome"), native[0])
    return in_terms(Text("failure"), native[1])


def compared(amount: int) -> Words:
    """A check against somebody: who does better."""
    if not amount:
        return Text("neither does better")
    return Text("wins") if amount > 0 else Text("loses")


def total(amount: int) -> Words:
    """A throw of which only the sum counts."""
    return str(amount)


@dataclass(frozen=True, slots=True)
class Check:
    """A throw that a sheet makes: what is told of it, how it is made, and what it can come to.

    ``perform`` is that of an :class:`~desktop.rules.contract.Action`. It marks ``mark`` on the one
    who throws, with the amount that the check came to; what it marks nothing of came to 0.
    """

    id: str
    command: type[Record]
    """The model of its modifiers, derived from ``Command``."""
    perform: Callable[[Any, Any, Any, Any], None]
    label: Text
    native: str
    rule: str
    numbers: Mapping[str, str] = field(default_factory=dict, hash=False)
    """The numbers of a sheet that it is made with: ``{"skills.*": "skill"}``. What stands in place
    of the star, or the name of the weapon or the like in ``"weapons[*].damage"``, is the value of
    that parameter."""
    says: Callable[[int], Words] = passed
    """What an amount is called."""
    mark: str = "success"
    succeeds: int | None = 1
    """From which amount on it is a success; None where nothing succeeds or fails."""
    given: Parameters = field(default_factory=dict, hash=False)
    """Parameters that are settled where it is made from a sheet."""
    adds_up: tuple[str, str] | None = None
    """Of a check that goes on: the parameters that say how much is needed, and was gathered."""
    against: str = ""
    """The parameter that names somebody else who throws too."""

    def made_with(self, sheet: Record, path: Sequence[str | int]) -> Parameters | None:
        """The parameters of this check with the number at a path of a sheet: skills, dodge.

        None where it is not made with that number, or nothing stands there.
        """
        wanted = self.pattern_of(path)
        if wanted is None:
            return None
        if any(isinstance(part, int) for part in path) and at_path(sheet, path) in (None, ""):
            return None  # a weapon without such a number; a skill that is not listed is at 0
        parameter, parts = self.numbers[wanted], _parts(wanted)
        if "*" not in parts or not parameter:
            return {}
        star = parts.index("*")
        named = path[star]
        if isinstance(named, int):
            named = at_path(sheet, [*path[: star + 1], "name"])
        implies = next((f.implies for f in fields_of(self.command) if f.id == parameter), None)
        if implies and named in implies[1]:
            return {parameter: named, implies[0]: implies[1][named]}
        return {parameter: named}

    def pattern_of(self, path: Sequence[str | int]) -> str | None:
        """Which of ``numbers`` stands for this path of a sheet."""
        return next((known for known in self.numbers if _stands_for(_parts(known), path)), None)


def _parts(pattern: str) -> list[str]:
    return pattern.replace("[*]", ".*").split(".")


def _stands_for(parts: Sequence[str], path: Sequence[str | int]) -> bool:
    return len(parts) == len(path) and all(
        part in ("*", key) for part, key in zip(parts, path, strict=True)
    )


def checks_with(
    checks: Sequence[Check], sheet: Record, path: Sequence[str | int]
) -> Iterator[tuple[Check, Parameters]]:
    """The checks that are made with the number at a path of a sheet, the usual one first."""
    for check in checks:
        parameters = check.made_with(sheet, path)
        if parameters is not None:
            yield check, parameters
