"""Steps of a fight with exactly the dice and answers that a test names, and what they told."""

from collections.abc import Mapping, Sequence
from typing import Any

from desktop.encounter.fight import Fight
from desktop.encounter.play_table import LogLine


def perform(
    fight: Fight,
    step: Mapping[str, Any],
    dice: Sequence[int] = (),
    answers: Any = None,
    *,
    decided: bool = False,
) -> tuple[LogLine, ...]:
    """Performs a step with exactly these dice; returns what it told.

    With ``decided`` the rules' own choice answers what ``answers`` does not.
    """
    given = {**step, "dice": list(dice), "answers": {} if answers is None else answers}
    moment = fight.perform(given, decide=fight.rules.decide if decided else None)
    assert moment is not None, f"unanswered: {fight.pending and fight.pending.question}"
    return moment.lines


def do(fight: Fight, step: dict[str, Any], *dice: int, **answers: Any) -> tuple[LogLine, ...]:
    """Performs a step with exactly these dice and answers; returns what it told."""
    return perform(fight, step, dice, answers)


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
