"""The grammar of a system's fight scripts: what it tells, and the schema that editors check by."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from typing import Any

import jsonschema
import pytest

from desktop.encounter.fight import play
from desktop.encounter.grammar import grammar, schema
from desktop.encounter.playout import bare_script, check_fight
from desktop.encounter.script import ScriptError
from desktop.rules import systems
from tests.playouts import sample_scripts
from tests.test_cli import ACTIVATE, AIM, BEGIN, SHOT, script

Mutation = Callable[[dict[str, Any]], object]


@cache
def validator(system: str) -> jsonschema.Draft202012Validator:
    return jsonschema.Draft202012Validator(schema(systems()[system]))


def valid(system: str, document: dict[str, Any]) -> bool:
    return bool(validator(system).is_valid(document))


def example() -> dict[str, Any]:
    edit = {"do": "edit", "combatant": "guard", "set": {"hp": 2}, "why": "so it is"}
    shot = {**SHOT, "answers": {"swap@zenon": []}, "if_asked": {"defend@guard": None}}
    undo = {"do": "undo"}
    goal = {"do": "objective", "objective": 0, "met": True}
    return script(
        BEGIN, ACTIVATE, AIM, shot, undo, {"do": "redo"}, edit, goal,
        objectives=[{"text": "Hold the door"}], seed=3,
    )  # fmt: skip


def step(name: str) -> int:
    return [part.get("action", part["do"]) for part in example()["steps"]].index(name)


def valid_step(system: str, step: dict[str, Any]) -> bool:
    """Like a script of this step, but each kind of step is left at the first thing it lacks."""
    whole = validator(system)
    kinds = whole.schema["properties"]["steps"]["items"]["anyOf"]
    return any(whole.evolve(schema=kind).is_valid(step) for kind in kinds)


@pytest.mark.parametrize("system", systems())
def test_the_schema_is_one(system: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(systems()[system]))
    json.dumps(schema(systems()[system]), allow_nan=False)


@pytest.mark.parametrize("system", systems())
def test_whatever_was_played_is_valid(system: str) -> None:
    for seed, plain in enumerate(sample_scripts(system)):
        assert valid(system, plain)
        fight = check_fight(plain, seed, range(seed, seed + 30), meddling=True)
        assert valid(system, json.loads(json.dumps(fight.as_script())))


@pytest.mark.parametrize("system", systems())
def test_no_field_of_any_action_may_be_misspelt(system: str) -> None:
    for (do, action), model in systems()[system].commands.items():
        named: dict[str, Any] = {"do": do, "actor": "a"} | ({"action": action} if action else {})
        document = {"format": "fight/1", "system": system, "steps": [{"do": "begin"}, named]}
        document["combatants"] = [{"id": "a", "side": "players", "sheet": {"name": "A"}}]
        if not any(field.is_required() for field in model.model_fields.values()):
            assert valid(system, document), named
            assert valid_step(system, named)
        for wrong in (*(f"{name}x" for name in model.model_fields), "overule", "answer"):
            named[wrong] = True
            assert not valid_step(system, named), (named, wrong)
            del named[wrong]


def test_a_script_written_by_hand_is_valid() -> None:
    play(example())
    assert valid("teohiphip", example())
    assert valid("teohiphip", json.loads(json.dumps(bare_script("teohiphip"))))


def put(*path: Any, value: Any) -> Mutation:
    def mutate(document: dict[str, Any]) -> None:
        place: Any = document
        for part in path[:-1]:
            place = place[part]
        place[path[-1]] = value

    return mutate


MUTATIONS: dict[str, Mutation] = {
    "another format": put("format", value="fight/2"),
    "another system": put("system", value="walka"),
    "something unknown": put("weather", value="rain"),
    "nobody": lambda document: document.pop("combatants"),
    "a die of 0": put("dice", 0, value=0),
    "a combatant without a name": lambda d: d["combatants"][0].pop("id"),
    "a sheet without a name": lambda d: d["combatants"][0]["sheet"].pop("name"),
    "a sheet out of limits": put("combatants", 0, "sheet", "max_hp", value=1000),
    "an unknown value on a sheet": put("combatants", 0, "sheet", "mood", value=1),
    "an unknown behaviour": put("combatants", 0, "policy", value="dances"),
    "a house rule that is none": put("house_rules", "order", value="alphabetical"),
    "an unknown step": put("steps", 1, "do", value="dance"),
    "an unknown action": put("steps", step("aim"), "action", value="dance"),
    "no action": lambda d: d["steps"][step("aim")].pop("action"),
    "a target that is missing": lambda d: d["steps"][step("attack")].pop("target"),
    "a target that is a number": put("steps", step("attack"), "target", value=3),
    "an unknown parameter": put("steps", step("attack"), "mood", value=3),
    "an unknown modifier": put("steps", step("attack"), "modifiers", value={"rain": True}),
    "a decision that nobody asks": put("steps", step("attack"), "answers", value={"dance": 1}),
    "an answer for later that nobody asks": put(
        "steps", step("attack"), "if_asked", value={"dance": 1}
    ),
    "answers for later that are no answers": put(
        "steps", step("attack"), "if_asked", value="default"
    ),
    "answers that are no answers": put("steps", step("attack"), "answers", value="any"),
    "an edit of nothing": put("steps", step("edit"), "set", value={}),
    "an edit of something unknown": put("steps", step("edit"), "set", value={"mood": 1}),
    "an edit out of limits": put("steps", step("edit"), "set", value={"hp": 1000}),
    "an edit of nobody": lambda d: d["steps"][step("edit")].pop("combatant"),
    "an objective before the first": put("steps", step("objective"), "objective", value=-1),
}  # fmt: skip


@pytest.mark.parametrize("mutation", MUTATIONS.values(), ids=MUTATIONS)
def test_what_the_program_refuses_the_schema_refuses(mutation: Mutation) -> None:
    document = deepcopy(example())
    mutation(document)
    with pytest.raises(ScriptError):
        play(document)
    assert not valid("teohiphip", document)


@pytest.mark.parametrize("system", systems())
def test_the_grammar_names_all_there_is(system: str) -> None:
    rules = systems()[system]
    told = "\n".join(grammar(rules))
    for do, action in rules.commands:
        assert (f'"do": "{do}", "action": "{action}"' if action else f'"do": "{do}"') in told
    for name in [*rules.decisions, *rules.marks, *rules.policies, *rules.edits.model_fields]:
        assert f"  {name}: " in told
    for kind in rules.catalogue:
        assert f'"kind": "{kind}"' in told


def test_an_adversary_is_told_as_a_sheet_with_what_it_has_besides() -> None:
    told = "\n".join(grammar(systems()["boj"]))
    adversary = told.split('"kind": "adversary", the data of a sheet, and\n')[1].split("\n\n")[0]
    assert [line.split(":")[0].strip() for line in adversary.splitlines()] == [
        "policy",
        "tactics",
        "even",
    ]


def test_values_are_told_as_a_script_has_them() -> None:
    told = "\n".join(grammar(systems()["boj"]))
    assert 'exposure: a choice: "partial", "mostly", "partial" if left out' in told
    assert "this_round: true or false, true if left out" in told
