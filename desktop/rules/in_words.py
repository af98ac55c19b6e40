"""Values of fields as a person reads them: in lists, in the combat panel, on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop.languages import OWN_TERMS, Language
from desktop.rules.fields import Field
from desktop.rules.text import as_text

APART = "\N{NO-BREAK SPACE}"


def after_number(unit: str, space: str = APART) -> str:
    """A unit as it follows a number: a word, its letters or % apart, another sign close to it."""
    return f"{space}{unit}" if unit[:1].isalpha() or unit == "%" else unit


def choices_in_words(field: Field, terms: Language = OWN_TERMS) -> dict[Any, str]:
    """What the choices of a field are called, by value."""
    return {choice.value: as_text(choice.label).said(terms) for choice in field.choices}


def value_in_words(field: Field, value: Any, terms: Language = OWN_TERMS) -> str:
    """A value of a field, with its unit and with the labels of choices; empty for no value."""
    unit = after_number(terms.text(field.unit))
    match value:
        case None | "" | False:
            return ""
        case True:
            return "✓"
        case int():
            return terms.decimal(f"{value}") + unit
        case float():
            return terms.decimal(f"{value:.10g}") + unit
        case list() | tuple() if field.kind == "pairs":
            return ", ".join(
                "/".join(map(str, pair)) if isinstance(pair, list | tuple) else str(pair)
                for pair in value
            )
        case list() | tuple():
            return ", ".join(value_in_words(field, part, terms) for part in value)
        case Mapping():
            words = choices_in_words(field, terms)
            return ", ".join(
                f"{words.get(name) or terms.named(name)} {value_in_words(field, score, terms)}"
                for name, score in value.items()
            )
        case _:
            return choices_in_words(field, terms).get(value) or terms.named(str(value))


def in_short(fields: Sequence[Field], values: Mapping[str, int], terms: Language) -> str:
    """Scores in one line, ``СИЛ 12 · ВЫН 10``; names that no field has stand as they are."""
    known = {field.id: field.called(terms) for field in fields}
    parts = (f"{known.get(id, id)}{APART}{value}" for id, value in values.items())
    return " · ".join(parts).replace("-", "−")


def fact_in_words(field: Field, value: Any, label: str, terms: Language = OWN_TERMS) -> str:
    """A value as one fact of several: ``Cover``, ``Distance 7 m``, ``short``, ``Tags: a, b``.

    ``label`` is what the field is called. Empty where the value is none, or the usual number.
    """
    if value is None or value is False or value in ("", (), [], {}):
        return ""
    match field.kind:
        case "flag" | "reason":
            return f"{label} ({value})" if isinstance(value, str) else label
        case "integer" | "number":
            return (
                "" if value == field.default else f"{label} {value_in_words(field, value, terms)}"
            )
        case "choice" | "choices" | "combatant" | "combatants":
            return value_in_words(field, value, terms)
        case "text":
            said = value_in_words(field, value, terms)
            return f"{label} {terms.dice(said)}" if field.rule else said
        case "record":
            name = value.get("name") if isinstance(value, Mapping) else None
            return f"{label}: {terms.named(name)}" if isinstance(name, str) and name else label
        case "records" if isinstance(value, Sequence | Mapping):
            return f"{label} ×{len(value)}"
        case "scores" if isinstance(value, Mapping):
            taken = {name: score for name, score in value.items() if score}
            return f"{label}: {value_in_words(field, taken, terms)}" if taken else ""
        case _:
            return f"{label}: {value_in_words(field, value, terms)}"
