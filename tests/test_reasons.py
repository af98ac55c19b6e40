"""The reason on a grey button is the refusal of the command, in every system, at any moment."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.encounter.fight import Fight, start
from desktop.encounter.playout import OMIT, decider, random_step, thrower
from desktop.rules import systems
from desktop.rules.contract import Option
from desktop.rules.fields import Field
from desktop.rules.table import Refusal
from tests.playouts import sample_scripts

SCRIPTS = {
    f"{system}: {script['name']}": script
    for system in systems()
    for script in sample_scripts(system)
}


def needed(fields: Sequence[Field]) -> dict[str, Any]:
    """Something for every parameter that has to be given, on offer or not."""
    return {field.id: some(field) for field in fields if field.required}


def some(field: Field) -> Any:
    match field.kind:
        case "record":
            return needed(field.fields)
        case "records":
            return [needed(field.fields)] * 2
        case "integer" | "number":
            return int(field.minimum or 0)
        case "choices" | "combatants" | "texts":
            return [choice.value for choice in field.choices[:1]]
        case _:
            return field.choices[0].value if field.choices else "something"


def refusal(fight: Fight, step: dict[str, Any]) -> str | None:
    """What the command is refused with, whatever its parameters lead to."""
    command = fight.rules.read(step)
    try:
        fight.rules.check(fight.state, command)
    except Refusal as refused:
        return str(refused.message)
    return None


def reasons_are_refusals(fight: Fight) -> None:
    for option in fight.options():
        refusals = [refusal(fight, step) for step in steps_of(fight, option)]
        if option.why_not is None:
            assert None in refusals, (option, refusals)
        else:
            assert refusals[0] == str(option.why_not), option


CHEAPEST: dict[tuple[str, str], dict[str, Any]] = {
    ("teohiphip", "climb"): {"hard": False},
    ("walka", "other"): {"segments": 0},
    ("walka", "sniper_shot"): {"safe": True},
}
"""What makes an action cost the least, where the price is one of its parameters."""


def steps_of(fight: Fight, option: Option) -> Iterator[dict[str, Any]]:
    """The option as a command: with what has to be given, and with each of the choices of it."""
    named = {"do": option.do, "actor": option.actor, "action": option.action}
    fields = fight.parameters(option)
    step = {name: value for name, value in named.items() if value} | needed(fields)
    step |= CHEAPEST.get((fight.rules.id, option.action), {})
    yield step
    for field in fields:
        if field.required and field.kind == "choice":
            yield from ({**step, field.id: choice.value} for choice in field.choices[1:])


POINTS = ("teohiphip", "konflikt")
"""Systems in which whoever has too few points cannot pay; in others one is enough to begin."""


def the_price_is_the_one_of_the_command(fight: Fight) -> None:
    """A price of the game master's counts in place of the list's, dearer or for nothing."""
    rules, state = fight.rules, fight.state
    for option in fight.options():
        if option.actor and option.why_not is None:
            step = next(steps_of(fight, option))
            assert refusal(fight, {**step, "cost": 0}) is None, option
            funds = rules.funds(state, state[option.actor])
            if option.do == "act" and funds is not None and rules.id in POINTS:
                assert refusal(fight, {**step, "cost": funds + 1}) is not None, option


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
@settings(max_examples=5)
@given(seed=st.integers(0, 2**32), choices=st.lists(st.integers(0, 2**32), max_size=15))
def test_the_reason_that_is_shown_is_the_refusal(
    script: dict[str, Any], seed: int, choices: list[int]
) -> None:
    fight, dice = start(script), Random(seed)
    fight.perform({"do": "begin"}, thrower(dice), decider(fight.rules, Random(seed)))
    for number in choices:
        reasons_are_refusals(fight)
        the_price_is_the_one_of_the_command(fight)
        rng = Random(number)
        possible = [option for option in fight.options() if option.why_not is None]
        if not possible:
            break
        option = rng.choice(possible)
        step = random_step(option, fight.parameters(option), rng)
        if OMIT in step.values():
            continue
        try:
            fight.perform(step, thrower(dice), decider(fight.rules, rng))
        except Refusal:
            continue
    reasons_are_refusals(fight)
