"""The same fight on a map, for tests of what a map fills in."""

from typing import Any

from desktop.encounter.fight import Fight, play


def on_map(fight: Fight, *ground: Any, size: int = 200, **at: Any) -> Fight:
    """The fight as it has come so far, on a square map on which those who are named stand."""
    script = fight.as_script()
    for one in script["combatants"]:
        if one["id"] in at:
            one["at"] = list(at[one["id"]])
    return play({**script, "map": {"width": size, "height": size, "ground": list(ground)}})


def known(fight: Fight, step: dict[str, Any]) -> dict[str, Any]:
    """What the map knows of a step, value by value."""
    found = fight.rules.by_map(fight.state, step["actor"], step)
    return {path: one.value for path, one in found.items()}


def across(kind: str, x: float, far: float = 100) -> dict[str, Any]:
    """A line of this kind from the upper edge straight down."""
    return {"kind": kind, "points": [[x, 0], [x, far]]}


def block(kind: str, left: float, top: float, right: float, low: float) -> dict[str, Any]:
    """An area of this kind."""
    corners = [[left, top], [right, top], [right, low], [left, low], [left, top]]
    return {"kind": kind, "points": corners}


def radii(fight: Fight, id: str) -> list[tuple[float, int]]:
    """How far one can go now, and for which price."""
    reach = fight.rules.within_reach(fight.state, id)
    assert reach is not None
    return list(reach.radii)


def squares(fight: Fight, id: str) -> dict[Any, int]:
    """The squares to which one can go now, and for which price."""
    reach = fight.rules.within_reach(fight.state, id)
    assert reach is not None
    return dict(reach.squares)
