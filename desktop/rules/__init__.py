"""The rule systems, pure: no Qt, no database, no files, no clock, no dice of their own.

:func:`systems` finds them. The shared contract is ``contract``; what a rule may touch is its draft
(``state``) and its table (``table``); ``dice`` and ``fields`` are the two vocabularies they share.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

from desktop.rules.contract import Rules


@cache
def systems() -> dict[str, Rules[Any]]:
    """Every rule system by its id: the ones that ship, then those found by entry point."""
    from desktop.rules.boj import Boj
    from desktop.rules.mir_tmy import MirTmy
    from desktop.rules.teohiphip import Teohiphip
    from desktop.rules.walka import Walka

    shipped: tuple[Rules[Any], ...] = (Walka(), Boj(), Teohiphip(), MirTmy())
    found = {rules.id: rules for rules in shipped}
    for entry in entry_points(group="fraydesk.systems"):
        rules = entry.load()()
        found.setdefault(rules.id, rules)
    return found
