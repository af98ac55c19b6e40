"""What a fight script of a system can say: told in lines, and as a JSON Schema for editors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from desktop.encounter import by_hand, play_table
from desktop.encounter.behaviours import behaviours
from desktop.encounter.script import Script
from desktop.rules import contract, values
from desktop.rules.fields import Field, Record, fields_of
from desktop.rules.text import Text, Words

# ---- for a person who writes scripts: in English always, as the ids are


def grammar(rules: contract.Rules[Any]) -> Iterator[str]:
    """The script grammar of a system, line by line."""
    yield f"{rules.title} ({rules.id})"
    yield from _part("Sheet of a combatant", _fields(fields_of(rules.sheet)))
    for kind, model in rules.catalogue.items():
        besides = rules.sheet.model_fields if issubclass(model, rules.sheet) else {}
        what = "the data of a sheet, and" if besides else "its data"
        own = [field for field in fields_of(model) if field.id not in besides]
        yield from _part(f'Entry of the catalogue, "kind": "{kind}", {what}', _fields(own))
    yield from _part("House rules", _fields(fields_of(rules.house_rules)))
    begin = [f for f in fields_of(rules.begin_command) if f.id not in contract.COMMON]
    yield from _part(f"Start of the fight: {BEGIN}", _fields(begin))
    yield ""
    yield "Steps; each can have an actor, cost, overrule and why"
    for (do, id), model in rules.commands.items():
        yield from _command(rules, do, id, model)
    yield from _part(f"Checks, in a script of a check: {CHECK}", _checks(rules))
    yield from _part(
        f"Decisions, answered by {ANSWERS}; by {IF_ASKED} where they may not be asked",
        (f"  {id}: {what}" for id, what in rules.decisions.items()),
    )
    yield from _part("Marks of the odds", (f"  {id}: {what}" for id, what in rules.marks.items()))
    edits = [replace(field, default=None) for field in fields_of(rules.edits)]
    yield from _part(f"Set by hand: {EDIT}", _fields(edits))
    yield from _part("By hand; each can have why", _by_hand(rules))
    yield from _part(
        "Units of an effect, in its changes",
        (f"  {unit.id}: {unit.label}" for unit in rules.effect_units),
    )
    yield from _part(
        "Behaviours, as policy of a combatant",
        (f"  {p.id}: {p.text}" for p in behaviours(rules).values()),
    )


BEGIN = '{"do": "begin"}'
CHECK = '"check": {"check": ID, …}'
ANSWERS = '"answers": {ID: …}, {ID@COMBATANT: …}, {ID@COMBATANT#2: …} or "default"'
IF_ASKED = '"if_asked": {ID: …}'
EDIT = '{"do": "edit", "combatant": …, "set": {…}, "why": …}'


def _part(title: str, lines: Iterator[str]) -> Iterator[str]:
    there = list(lines)
    if there:
        yield ""
        yield title
        yield from there


def _command(rules: contract.Rules[Any], do: str, id: str, model: type[Record]) -> Iterator[str]:
    said = f'"do": "{do}", "action": "{id}"' if id else f'"do": "{do}"'
    action = rules.action_named(do, id)
    price = f", {action.price} {rules.unit}" if action and action.price else ""
    about = f"  {action.label}{_rule(action.rule)}{price}" if action else ""
    yield f"  {{{said}}}{about}"
    own = [field for field in fields_of(model) if field.id not in contract.COMMON]
    yield from _fields(own, "    ")


def _checks(rules: contract.Rules[Any]) -> Iterator[str]:
    for check in rules.checks:
        yield f'  {{"check": "{check.id}"}}  {check.label}, rule {check.rule}'
        settled = {*contract.COMMON, *check.given}
        fields = [field for field in fields_of(check.command) if field.id not in settled]
        yield from _fields(fields, "    ")


def _by_hand(rules: contract.Rules[Any]) -> Iterator[str]:
    own: dict[str, tuple[Words, type[Record]]]
    own = {"join": ("Newcomers, or a wave that stands ready", rules.join_command)}
    others = {do: (model.label, model) for do, model in by_hand.STEPS.items() if do != "edit"}
    for do, (label, model) in {**own, **others}.items():
        yield f'  {{"do": "{do}"}}  {label}'
        yield from _fields([f for f in fields_of(model) if f.id not in ("do", "why")], "    ")


def _rule(number: str) -> str:
    return f", rule {number}" if number else ""


def _fields(fields: Sequence[Field], indent: str = "  ") -> Iterator[str]:
    for field in fields:
        what = f"{_KINDS[field.kind]}{_limits(field)}{_needed(field)}{_rule(field.rule)}"
        yield f"{indent}{field.id}: {what}"
        yield from _fields(field.fields, f"{indent}  ")


_KINDS = {
    "integer": "a whole number",
    "number": "a number",
    "text": "a text",
    "flag": "true or false",
    "reason": "true, false or a reason",
    "choice": "a choice",
    "choices": "a list of choices",
    "combatant": "the id of a combatant",
    "combatants": "a list of ids of combatants",
    "numbers": "a list of whole numbers",
    "pairs": "a list of pairs of whole numbers",
    "texts": "a list of texts",
    "scores": "an object of names and whole numbers",
    "record": "an object",
    "records": "a list of objects",
    "point": "a point of the map, [x, y]",
    "points": "an object of ids and points of the map",
}


def _limits(field: Field) -> str:
    if field.kind in ("choice", "choices"):
        if not field.choices:
            return " of what is on offer in the fight"
        return f": {', '.join(_json(choice.value) for choice in field.choices)}"
    low, high = field.minimum, field.maximum
    if low is not None or high is not None:
        least = "" if low is None else f" from {low:g}"
        return least if high is None else f"{least} to {high:g}"
    if field.length is None:
        return ""
    most = f"at most {field.length}"
    return f" of {most} letters" if field.kind == "text" else f", {most}"


def _needed(field: Field) -> str:
    if field.required:
        return ", needed"
    if field.default in (None, "", False, [], {}) or isinstance(field.default, BaseModel):
        return ""
    return f", {_json(field.default)} if left out"


def _json(value: Any) -> str:
    """A value as a script has it."""
    return json.dumps(values.plain(value), ensure_ascii=False)


# ---- for an editor


def schema(rules: contract.Rules[Any]) -> dict[str, Any]:
    """A JSON Schema (draft 2020-12) of every fight script of this system.

    What depends on the state of a fight, whose turn it is and what can be paid, it cannot say.
    """
    commands = dict(rules.commands)
    models: set[type[BaseModel]] = {Script, rules.sheet, rules.house_rules, rules.edits}
    models |= {rules.begin_command, rules.join_command}
    models |= {*commands.values(), *by_hand.STEPS.values()}
    references, whole = models_json_schema(
        [(model, "validation") for model in models], ref_template="#/$defs/{model}"
    )
    parts = whole.get("$defs", {})

    def of(model: type[BaseModel]) -> dict[str, Any]:
        name = references[model, "validation"]["$ref"].removeprefix("#/$defs/")
        schema: dict[str, Any] = deepcopy(parts[name])
        return schema

    script = of(Script)
    recruit = parts["Recruit"]
    for named in ("id", "side"):
        recruit["properties"][named]["minLength"] = 1
    recruit["properties"]["sheet"] = references[rules.sheet, "validation"]
    recruit["properties"]["policy"] = {"enum": [*behaviours(rules), None]}
    steps = [
        _step(rules, of(rules.begin_command), "begin", ""),
        *(_step(rules, of(model), do, id) for (do, id), model in commands.items()),
        _closed(
            {"do": {"const": "edit"}, "combatant": {"type": "string"}, "why": {"type": "string"},
             "set": {**of(rules.edits), "minProperties": 1}},
            "do", "combatant", "set",
        ),
        *(_by_hand_step(of(model), do) for do, model in by_hand.STEPS.items() if do != "edit"),
        _by_hand_step(of(rules.join_command), "join"),
        _closed({"do": {"enum": ["undo", "redo"]}}, "do"),
    ]  # fmt: skip
    script["properties"]["system"] = {"const": rules.id}
    script["properties"]["house_rules"] = references[rules.house_rules, "validation"]
    script["properties"]["steps"] = {"type": "array", "items": {"anyOf": steps}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **script,
        "title": f"A fight of {rules.title}",
        "$defs": parts,
    }


def _step(rules: contract.Rules[Any], model: dict[str, Any], do: str, id: str) -> dict[str, Any]:
    """The schema of a command as a step, with its dice and answers."""
    properties = model.setdefault("properties", {})
    properties["do"] = {"const": do}
    needed = {*model.get("required", ())}
    if do != "act":
        needed.add("do")
    if id:
        properties["action"] = {"const": id}
        needed.add("action")
    properties["dice"] = {"type": "array", "items": {"type": "integer", "minimum": 1}}
    answers = _answers(rules.decisions)
    properties["answers"] = {"anyOf": [{"const": play_table.DEFAULT}, answers]}
    properties["if_asked"] = answers
    return {**model, "required": sorted(needed)}


def _by_hand_step(model: dict[str, Any], do: str) -> dict[str, Any]:
    properties = {**model["properties"], "do": {"const": do}}
    return {**model, "properties": properties, "required": [*model.get("required", ()), "do"]}


def _answers(decisions: Mapping[str, Text]) -> dict[str, Any]:
    """The schema of answers by the names of their decisions."""
    ids = "|".join(decisions) or "(?!)"
    named = {"type": "object", "additionalProperties": False}
    return {**named, "patternProperties": {f"^({ids})(@|$)": True}}


def _closed(properties: dict[str, Any], *required: str) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
