"""What is wrong with the files that come with a system, for whoever writes one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from desktop.library.catalogue_files import shipped_entries
from desktop.library.resources import ResourceError, named, read_resource, resource
from desktop.library.rulebook import rulebook
from desktop.library.samples import sample_sheets
from desktop.rules.contract import Rules, checked
from desktop.rules.fields import Field, fields_of
from desktop.rules.table import BY_HAND, Refusal
from desktop.rules.text import Text


def faults_of_files(rules: Rules[Any]) -> Iterator[Text]:
    """Catalogue entries and characters of the sample that the models refuse, and rule texts that
    cannot be read or are missing: of each the file and the place. Kinds of the catalogue that
    cannot be told apart.
    """
    for one, other in combinations(rules.catalogue, 2):
        if _parts(rules, one) == _parts(rules, other):
            yield Text(
                "the kinds {one} and {other} of the catalogue have the same fields",
                one=repr(one), other=repr(other),
            )  # fmt: skip
    try:
        if resource(rules.id, "own_texts.json"):
            read_resource(rules.id, "own_texts.json")
        if resource(rules.id, "catalogue.json"):
            shipped_entries(rules.id)
        for place, sheet in sample_sheets(rules.id):
            try:
                checked(rules.sheet, sheet)
            except Refusal as refusal:
                yield Text("{place}.{refusal}", place=place, refusal=str(refusal))
        yield from without_text(rules, _cited(rules))
    except ResourceError as error:
        yield Text("{error}", error=str(error))


def _parts(rules: Rules[Any], kind: str) -> list[str]:
    return [part.id for part in fields_of(rules.catalogue[kind])]


def without_text(rules: Rules[Any], numbers: Iterable[str]) -> Iterator[Text]:
    """Those of the rules that no text tells, where the system has texts at all."""
    book = rulebook(rules.id)
    missing = sorted(set(numbers) - {"", BY_HAND, *book}) if book else ()
    file = named(rules.id, "rules.json")
    for number in missing:
        yield Text("{file}: there is no text of {number}, which is named", file=file, number=number)


def _cited(rules: Rules[Any]) -> Iterator[str]:
    """The numbers of rules that models, actions and the like name."""
    models = rules.sheet, rules.house_rules, rules.edits, *rules.catalogue.values()
    for model in (*models, *rules.commands.values()):
        yield from _of_fields(fields_of(model))
    yield from (action.rule for action in rules.actions)
    yield from (unit.rule for unit in rules.effect_units)
    yield from (kept.rule for kept in rules.written_back)
    yield rules.out_rule


def _of_fields(fields: Sequence[Field]) -> Iterator[str]:
    for field in fields:
        yield field.rule
        yield from _of_fields(field.fields)
