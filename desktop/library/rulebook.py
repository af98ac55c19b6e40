"""The texts of the rules, by rule number, for the help pane and wherever a number is clicked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType

from desktop.languages import Language
from desktop.library.resources import ResourceError, named, read_resource, resource
from desktop.rules import systems
from desktop.rules.text import Text


@dataclass(frozen=True, slots=True)
class RuleText:
    """What is said about one rule; ``reading`` and ``house_rule`` are empty where there is none."""

    title: str
    text: str
    reading: str
    house_rule: str

    def said(self, language: Language) -> RuleText:
        """The same in a language."""
        return RuleText(*(language.text(getattr(self, field.name)) for field in fields(self)))


@cache
def rulebook(system: str) -> Mapping[str, RuleText]:
    """The rules of a system by number (``"teohiphip-18"``), and ``"by-hand"``, in their order.

    An added system need not have any. Raises :class:`ResourceError` when the file is not what it
    should be.
    """
    if resource(system, "rules.json") is None and not systems().ships(system):
        return {}
    rules = read_resource(system, "rules.json").get("rules")
    name = named(system, "rules.json")
    if not isinstance(rules, dict) or not rules:
        raise ResourceError(name, "rules", "needs an object of rules")
    return MappingProxyType(
        {number: _text(name, f"rules.{number}", entry) for number, entry in rules.items()}
    )


def _text(name: str, place: str, entry: object) -> RuleText:
    known = {field.name for field in fields(RuleText)}
    if not isinstance(entry, dict) or set(entry) != known:
        raise ResourceError(
            name, place, Text("needs exactly {there_is}", there_is=", ".join(sorted(known)))
        )
    if not all(isinstance(value, str) for value in entry.values()):
        raise ResourceError(name, place, "every value is a text")
    if not entry["title"] or not entry["text"]:
        raise ResourceError(name, place, "title and text cannot be empty")
    return RuleText(**entry)
