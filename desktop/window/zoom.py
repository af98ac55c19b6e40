"""How large everything is: the steps from 80 % to 200 % of the usual size.

``widgets.theme`` shows letters, distances and pictures at the one that is chosen.
"""

from __future__ import annotations

STEPS = (80, 90, 100, 110, 125, 150, 175, 200)
"""Per cent."""
USUAL = 100


def nearest(percent: int) -> int:
    """The step nearest to a number: a file of settings can hold any."""
    return min(STEPS, key=lambda step: abs(step - percent))


def stepped(percent: int, by: int) -> int:
    """The next larger or smaller step; the last one where there is no other."""
    place = STEPS.index(nearest(percent)) + by
    return STEPS[max(0, min(place, len(STEPS) - 1))]
