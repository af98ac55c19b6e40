"""The behaviours that can act for a combatant: those of its system, and the one for all systems."""

from collections.abc import Iterator, Mapping
from typing import Any

from desktop.rules.contract import Policy, Rules
from desktop.rules.fields import Choice
from desktop.rules.text import Term, Text


def behaviours(rules: Rules[Any]) -> Mapping[str, Policy]:
    """Every behaviour by its id; the first is the one for combatants that have none."""
    from desktop.encounter.tactician import TACTICIAN, tactician  # a campaign opens without odds

    return {**rules.policies, TACTICIAN: tactician(rules)}


def to_choose(rules: Rules[Any]) -> Iterator[Choice]:
    """The behaviours of a system to choose from, first none."""
    yield Choice("", Text("by hand"))
    for policy in behaviours(rules).values():
        term = Term(policy.label, policy.native)
        yield Choice(policy.id, Text("{term}", term=term))
