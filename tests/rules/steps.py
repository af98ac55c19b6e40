"""Steps of a fight with exactly the dice and answers that a test names, and what they told."""

from collections.abc import Sequence
from typing import Any

from desktop.encounter.fight import Fight
from desktop.encounter.tables import LogLine


def do(fight: Fight, step: dict[str, Any], *dice: int, **answers: Any) -> tuple[LogLine, ...]:
    """Performs a step with exactly these dice and answers; returns what it told."""
    moment = fight.perform({**step, "dice": list(dice), "answers": answers})
    assert moment is not None, f"unanswered: {fight.pending and fight.pending.question}"
    return moment.lines


def act(
    fight: Fight, actor: str, action: str, *dice: int, answers: Any = None, **parameters: Any
) -> tuple[LogLine, ...]:
    """An action with its dice, answers and parameters; ``with_`` stands for ``with``."""
    named = {key.rstrip("_"): value for key, value in parameters.items()}
    step = {"do": "act", "actor": actor, "action": action, **named}
    return do(fight, step, *dice, **(answers or {}))


def cited(lines: Sequence[LogLine], rule: str, *words: str) -> bool:
    """Whether a line cites the rule, with all of these words in its text."""
    return any(line.rule == rule and all(word in line.text for word in words) for line in lines)
