"""The fight script, ``fight/1``: a whole fight written down. One format for a saved fight, a
replay, a bug report, a test and the command line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field as Limits
from pydantic import ValidationError

from desktop.rules import systems
from desktop.rules.contract import Rules
from desktop.rules.fields import Record, problems
from desktop.rules.state import Recruit
from desktop.rules.table import Refusal
from desktop.rules.text import Text, TextError, Words, placed


class ScriptError(TextError):
    """A script that cannot be read or run. ``place`` says where, as in ``steps[3].target``."""

    def __init__(self, place: str, problem: Words) -> None:
        super().__init__(placed(place, problem))


MOST_COMBATANTS = 1_000

MOST_STATES = 4_000_000
"""Combatants times steps: after each step a fight remembers how all of them stood."""


class Goal(Record):
    """An objective as a script writes it down."""

    text: str = Limits(min_length=1, max_length=1000)
    met: bool = False


class Script(Record):
    """A fight as it is written down. ``sheet`` and ``house_rules`` are still plain JSON here."""

    format: Literal["fight/1"]
    system: str
    name: str = ""
    house_rules: dict[str, Any] = {}
    combatants: list[Recruit] = Limits(max_length=MOST_COMBATANTS)
    objectives: list[Goal] = []
    dice: list[Annotated[int, Limits(ge=1, le=1000)]] = Limits(default=[], max_length=100_000)
    seed: Annotated[int, Limits(ge=0, le=2**63 - 1)] | None = None
    steps: list[dict[str, Any]] = Limits(default=[], max_length=100_000)


def read_script(document: Any) -> Script:
    """Checks a parsed JSON document. Raises :class:`ScriptError` that names the place."""
    if not isinstance(document, dict):
        raise ScriptError("", 'a fight script is an object: {"format": "fight/1", …}')
    try:
        script = Script.model_validate(document)
    except ValidationError as error:
        path, message = problems(error, Script)[0]
        raise ScriptError(path, message) from None
    if len(script.combatants) * len(script.steps) > MOST_STATES:
        most = MOST_STATES // len(script.combatants)
        raise ScriptError(
            "steps",
            Text(
                "{steps} are too many for {combatants} combatants; "
                "at most {most}, or fewer combatants",
                steps=len(script.steps),
                combatants=len(script.combatants),
                most=most,
            ),
        )
    if script.system not in systems():
        there_is = ", ".join(sorted(systems()))
        raise ScriptError(
            "system",
            Text(
                "there is no {system!r}; there is: {there_is}",
                system=script.system,
                there_is=there_is,
            ),
        )
    seen: set[str] = set()
    for index, recruit in enumerate(script.combatants):
        if not recruit.id:
            raise ScriptError(f"combatants[{index}].id", "cannot be empty")
        if recruit.id in seen:
            raise ScriptError(
                f"combatants[{index}].id", Text("{id!r} is there twice", id=recruit.id)
            )
        seen.add(recruit.id)
    return script


def muster(script: Script) -> tuple[Rules[Any], list[Recruit], Any]:
    """The rules of a script, its roster with checked sheets, and its checked house rules.

    Raises :class:`ScriptError` that names the place.
    """
    rules = systems()[script.system]
    house = _checked(rules.house_rules, script.house_rules, "house_rules")
    roster = []
    for index, recruit in enumerate(script.combatants):
        place = f"combatants[{index}]"
        sheet = _checked(rules.sheet, recruit.sheet, f"{place}.sheet")
        if recruit.policy is not None and recruit.policy not in rules.policies:
            there_is = ", ".join(sorted(rules.policies)) or "none"
            raise ScriptError(
                f"{place}.policy",
                Text(
                    "no {policy!r}; there is: {there_is}", policy=recruit.policy, there_is=there_is
                ),
            )
        roster.append(recruit.model_copy(update={"sheet": sheet}))
    return rules, roster, house


def _checked(model: type[Record], value: Any, place: str) -> Record:
    if isinstance(value, model):
        return value
    if not isinstance(value, Mapping):
        raise ScriptError(place, "needs an object")
    try:
        return model.model_validate(dict(value))
    except ValidationError as error:
        path, message = problems(error, model)[0]
        raise ScriptError(f"{place}.{path}" if path else place, message) from None


def step_error(position: int, refusal: Refusal) -> ScriptError:
    """A refusal as the error of a script: ``steps[3].target: …`` (counted from 0)."""
    place = f"steps[{position}]"
    return ScriptError(f"{place}.{refusal.field}" if refusal.field else place, refusal.message)
