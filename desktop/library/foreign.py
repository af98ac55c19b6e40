"""Files of other programs, which the systems read (``Rules.foreign``), as bundles of ours."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desktop.languages import ENGLISH, Language
from desktop.library import checks, documents, errors, exchange, records, samples
from desktop.rules import fields, foreign, foundry, systems, table
from desktop.rules.contract import Rules, checked
from desktop.rules.text import Text, Words


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file brings, and one line for each value that found no place."""

    bundle: records.Bundle
    remarks: tuple[Words, ...] = ()


def read_foreign(value: object) -> Reading | None:
    """What a JSON value of another program brings; None when no system reads its format.

    Raises DocumentError that names the place of what is refused.
    """
    if not isinstance(value, Mapping):
        return None
    usable = filter(None, map(systems().usable, systems()))
    readers = [(rules, reader) for rules in usable for reader in rules.foreign]
    for rules, reader in readers:
        if reader.reads(value):
            return _read(rules, reader, value)
    if foundry.is_document(value):
        said = Text(
            "a Foundry document of {system}; what is read here: {formats}",
            system=foundry.system_in_words(value),
            formats=[reader.name for _, reader in readers],
        )
        raise errors.DocumentError("", said)
    return None


def _read(rules: Rules[Any], reader: foreign.ForeignReader, value: Mapping[str, Any]) -> Reading:
    """What a reader makes of a file, checked by the models of its system. Raises DocumentError."""
    try:
        reading = reader.read(value)
        people = tuple(
            records.NewCharacter(system=rules.id, role=given.role, name=sheet["name"], sheet=sheet)
            for given in reading.characters
            for sheet in [_valid(rules.sheet, given.sheet)]
        )
        entries = tuple(
            records.NewEntry(system=rules.id, kind=given.kind, name=data["name"], data=data)
            for given in reading.entries
            for data in [_valid(rules.catalogue[given.kind], given.data)]
        )
    except table.Refusal as refusal:
        raise errors.DocumentError(refusal.field, refusal.message) from None
    return Reading(records.Bundle(characters=people, entries=entries), reading.remarks)


def _valid(model: type[fields.Record], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values as a system's own model has them, without what is at its default."""
    return checked(model, values).model_dump(mode="json", exclude_defaults=True)


def reading_of(value: object, language: Language = ENGLISH) -> Reading:
    """What a JSON value brings: a bundle or a sample of ours, or a file of another program.

    A sample is in the language that was chosen. Raises DocumentError.
    """
    if isinstance(value, Mapping) and samples.is_sample(value):
        return Reading(checks.checked_bundle(samples.sample_bundle(value, language)))
    # Asking the systems loads all of them, and a bundle of ours needs but its own.
    ours = isinstance(value, Mapping) and value.get("format") == exchange.FORMAT
    reading = None if ours else read_foreign(value)
    return reading or Reading(checks.checked_bundle(exchange.bundle_of(value)))


def read_import(path: Path | str, language: Language = ENGLISH) -> Reading:
    """What a file brings. Raises DocumentError that names the file and the place."""
    value = documents.read_json(path)
    with documents.naming(Path(path)):
        return reading_of(value, language)
