"""The dice and answers that a step of a fight script brings along, and what is refused of them."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from desktop.encounter.play_table import DEFAULT
from desktop.rules.contract import Rules
from desktop.rules.state import State
from desktop.rules.table import Refusal
from desktop.rules.text import Text, none_such

Step = Mapping[str, Any]
"""One step as JSON: the command, and once performed its ``dice`` and ``answers``."""

RECORD = ("dice", "answers", "if_asked")
"""The keys of a step that are no part of its command."""


def actor_of(step: Step, state: State[Any]) -> str:
    """The id of who takes a step, in the state before it; "" where nobody does."""
    return str(step.get("actor") or state.turn or "")


class Given(NamedTuple):
    """What a step brings along for the dice and the decisions of its command."""

    dice: list[int]
    answers: Mapping[str, Any]
    """Answers that have to be asked for."""
    if_asked: Mapping[str, Any]
    """Answers to what is asked only on some dice."""
    by_default: bool
    """Whether the default policy gives all other answers."""

    @property
    def all_answers(self) -> dict[str, Any]:
        """Both kinds of answers together."""
        return {**self.if_asked, **self.answers}


def given(step: Step) -> Given:
    """The dice and the answers of a step. Raises :class:`Refusal` where they are of no use."""
    dice, answers = step.get("dice", []), step.get("answers", {})
    if not isinstance(dice, list | tuple) or not {*map(type, dice)} <= {int}:
        raise Refusal("needs a list of whole numbers", "dice")
    by_default = answers == DEFAULT
    if by_default:
        answers = {}
    if type(answers) is not dict and not isinstance(answers, Mapping):
        raise Refusal('needs an object, or "default"', "answers")
    if_asked = step.get("if_asked", {})
    if type(if_asked) is not dict and not isinstance(if_asked, Mapping):
        raise Refusal("needs an object", "if_asked")
    return Given(list(dice), answers, if_asked, by_default)


def command_of(step: Step) -> dict[str, Any]:
    """The command of a step, without the dice and answers beside it."""
    return {key: value for key, value in step.items() if key not in RECORD}


def refuse_misspelt(rules: Rules[Any], step: Step) -> None:
    """Raises :class:`Refusal` where a step answers a decision that the system does not have."""
    brought = given(step)
    for key, answers in (("answers", brought.answers), ("if_asked", brought.if_asked)):
        for name in answers:
            id = str(name).partition("@")[0]
            if id not in rules.decisions:
                raise Refusal(none_such(id, rules.decisions), f"{key}.{name}")


def refuse_unasked(step: Step, unasked: Collection[str]) -> None:
    """Raises :class:`Refusal` where an answer of a step is among those that no rule asked for."""
    for name in given(step).answers:
        if name in unasked:
            raise Refusal(Text("nothing asks for this answer"), f"answers.{name}")
