"""The behaviours that can act for a combatant: those of its system, and the one for all systems."""

from collections.abc import Mapping
from typing import Any

from desktop.rules.contract import Policy, Rules


def behaviours(rules: Rules[Any]) -> Mapping[str, Policy]:
    """Every behaviour by its id; the first is the one for combatants that have none."""
    from desktop.encounter.tactician import TACTICIAN, tactician  # a campaign opens without odds

    return {**rules.policies, TACTICIAN: tactician(rules)}
