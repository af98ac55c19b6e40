"""How large everything is: Qt scales letters, lines and pictures alike, from 80 % to 200 %.

Qt reads the scale when it starts, so the program starts again at another one. What is open is
stored then, and opens again at the same place.
"""

from __future__ import annotations

import os
import sys
from collections.abc import MutableMapping

STEPS = (80, 90, 100, 110, 125, 150, 175, 200)
"""Per cent."""
USUAL = 100

SCALE = "QT_SCALE_FACTOR"
"""Where Qt looks for the scale."""
OWN = "FRAYDESK_OWN_SCALE"
"""Where the scale that the user's system asks for is kept, on which ours is put."""


def use(percent: int, environment: MutableMapping[str, str] = os.environ) -> None:
    """Sets the scale; to be called before Qt's application is made."""
    # Never empty: Windows keeps no empty variable.
    own = environment.setdefault(OWN, environment.get(SCALE) or "1")
    try:
        scale = float(own) * nearest(percent) / 100
    except ValueError:  # what nobody can read is left to Qt
        return
    if scale == 1:
        environment.pop(SCALE, None)
    else:
        environment[SCALE] = f"{scale:g}"


def nearest(percent: int) -> int:
    """The step nearest to a number: a file of settings can hold any."""
    return min(STEPS, key=lambda step: abs(step - percent))


def stepped(percent: int, by: int) -> int:
    """The next larger or smaller step; the last one where there is no other."""
    place = STEPS.index(nearest(percent)) + by
    return STEPS[max(0, min(place, len(STEPS) - 1))]


def command() -> list[str]:
    """What starts this program, without a campaign to open: it opens the last one."""
    return [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-m", "desktop"]


def start_again() -> None:
    """Starts the program again, in the place of this one where the system can do that."""
    if os.name == "nt":
        import subprocess  # a window is painted before anybody asks

        subprocess.Popen(command())
    else:
        os.execv(sys.executable, command())
