"""How the players' window looks, apart from the game master's."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Look:
    """What is chosen for it, each under its name in the settings."""

    scheme: str = "dark"
    """The id of a colour scheme."""
    zoom: int = 100
    """How large everything is, in per cent."""
    fog: int = 60
    """How dark it is where the characters saw before, in per cent."""
    own_fog: int = 45
    """How dark it is on the game master's map where they never saw, in per cent."""
    clock: bool = False
    """Whether it is shown for how long a turn takes."""
