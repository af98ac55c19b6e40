"""Faults of the files that come with a system, for people who write a system."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Any

from desktop.library import copies, resources, samples
from desktop.library.resources import rulebook
from desktop.rules import contract, table
from desktop.rules.fields import Field, fields_of
from desktop.rules.text import Text


def faults_of_files(rules: contract.Rules[Any]) -> Iterator[Text]:
    """Catalogue entries and characters of the sample that the models refuse, and rule texts that
    cannot be read or are missing: of each the file and the place. Kinds of the catalogue that
    cannot be told apart: neither by their fields nor by lists that are called after them.
    """
    for first, second in combinations(rules.catalogue, 2):
        lists = {field.id for kind in (first, second) if (field := copies.place_for(rules, kind))}
        if _parts(rules, first) == _parts(rules, second) and len(lists) < 2:
            yield Text(
                "the kinds {one} and {other} of the catalogue have the same fields",
                one=repr(first), other=repr(second),
            )  # fmt: skip
    try:
        if resources.resource(rules.id, "own_texts.json"):
            resources.read_resource(rules.id, "own_texts.json")
        if resources.resource(rules.id, "catalogue.json"):
            resources.shipped_entries(rules.id)
        for place, sheet in samples.sample_sheets(rules.id):
            try:
                contract.checked(rules.sheet, sheet)
            except table.Refusal as refusal:
                yield Text("{place}.{refusal}", place=place, refusal=str(refusal))
        yield from without_text(rules, _cited(rules))
    except resources.ResourceError as error:
        yield Text("{error}", error=str(error))


VALUE = (
    r"(?:\b(?:sheet|one|values|piece|weapon|attack|power|level|effect|body)(?:\.\w+)+|\.at\(\w*\))"
)
"""A value of a sheet, as templates name it."""

COUNTS = (
    rf"(?:{VALUE})\s*(?:[+*/]|-\s)\s*(?![\"\s#\]]|$)|[\w)]\s*[+*/]\s*(?:{VALUE})",
    rf"calc\.(?!min\({VALUE}, \d+\))\w+\([^)]*{VALUE}",
    r"default: -?[1-9]\d*\b(?!mm|pt|em|fr)|\((?:\s*[\w-]+: -?\d+,){2}",
)
"""Sums with such a value, and numbers that are the rules' own."""


def counting(source: str) -> Iterator[tuple[int, str]]:
    """The lines of a template, with their numbers, that seem to count with a value of a sheet."""
    for number, line in enumerate(source.splitlines(), 1):
        code = re.sub(r'"[^"]*"', '"', line.split("//")[0])
        code = re.sub(r'(?<=")\)?\s*\+\s*|\s*\+\s*\(?(?=")', " ", code)  # words are put together
        if any(re.search(pattern, code) for pattern in COUNTS):
            yield number, line.strip()


def advice_on_templates(rules: contract.Rules[Any]) -> Iterator[Text]:
    """Where templates seem to count, so that paper may say another number than play."""
    for name in ("sheet.typ", "card.typ"):
        template = resources.resource(rules.id, name)
        for number, line in counting(template.read_text("utf-8")) if template else ():
            yield Text(
                "{file}: line {number} counts; that is for figures of the rules: {line}",
                file=resources.named(rules.id, name), number=number, line=line,
            )  # fmt: skip


def _parts(rules: contract.Rules[Any], kind: str) -> list[str]:
    return [part.id for part in fields_of(rules.catalogue[kind])]


def without_text(rules: contract.Rules[Any], numbers: Iterable[str]) -> Iterator[Text]:
    """Those of the rules that no text tells, where the system has texts at all."""
    book = rulebook(rules.id)
    missing = sorted(set(numbers) - {"", table.BY_HAND, *book}) if book else ()
    file = resources.named(rules.id, "rules.json")
    for number in missing:
        yield Text("{file}: there is no text of {number}, which is named", file=file, number=number)


def _cited(rules: contract.Rules[Any]) -> Iterator[str]:
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
