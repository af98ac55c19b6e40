"""Values of fields as a person reads them: in lists, in the combat panel, on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop.languages import ENGLISH, Language
from desktop.rules.fields import Field
from desktop.rules.text import Term, Words

APART = "\N{NO-BREAK SPACE}"


def after_number(unit: str, space: str = APART) -> str:
    """A unit as it follows a number: a word or its letters apart, a sign close to it."""
    return f"{space}{unit}" if unit[:1].isalpha() else unit


def word(words: Words | Term, language: Language = ENGLISH) -> str:
    """A label of a model in a language, where a plain string is English."""
    return language.text(words) if isinstance(words, str) else words.said(language)


def value_in_words(field: Field, value: Any, language: Language = ENGLISH) -> str:
    """A value of a field, with its unit and with the labels of choices; empty for no value."""
    unit = after_number(language.text(field.unit))
    match value:
        case None | "" | False:
            return ""
        case True:
            return "✓"
        case int():
            return f"{value}{unit}".replace("-", "−")
        case float():
            return f"{language.decimal(f'{value:.10g}')}{unit}"
        case list() | tuple() if field.kind == "pairs":
            return ", ".join(
                "/".join(map(str, pair)) if isinstance(pair, list | tuple) else str(pair)
                for pair in value
            )
        case list() | tuple():
            return ", ".join(value_in_words(field, part, language) for part in value)
        case Mapping():
            words = {choice.value: word(choice.label, language) for choice in field.choices}
            return ", ".join(
                f"{words.get(name, name)} {value_in_words(field, score, language)}"
                for name, score in value.items()
            )
        case _:
            labels = {choice.value: word(choice.label, language) for choice in field.choices}
            return str(labels.get(value, value))


def in_short(fields: Sequence[Field], values: Mapping[str, int], terms: Language) -> str:
    """Scores in one line, ``СИЛ 12 · ВЫН 10``; names that no field has stand as they are."""
    known = {field.id: terms.term(field.label, field.native) for field in fields}
    parts = (f"{known.get(id, id)}{APART}{value}" for id, value in values.items())
    return " · ".join(parts).replace("-", "−")


def fact_in_words(field: Field, value: Any, label: str, language: Language = ENGLISH) -> str:
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
                ""
                if value == field.default
                else f"{label} {value_in_words(field, value, language)}"
            )
        case "choice" | "choices" | "combatant" | "combatants":
            return value_in_words(field, value, language)
        case "text":
            said = value_in_words(field, value, language)
            return f"{label} {said}" if field.rule else said
        case "record":
            return label
        case "records" if isinstance(value, Sequence | Mapping):
            return f"{label} ×{len(value)}"
        case "scores" if isinstance(value, Mapping):
            taken = {name: score for name, score in value.items() if score}
            return f"{label}: {value_in_words(field, taken, language)}" if taken else ""
        case _:
            return f"{label}: {value_in_words(field, value, language)}"
