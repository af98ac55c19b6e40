"""Half-made sheets: what of a document can be used though its model refuses a part of it."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from desktop.rules.fields import places_of, problems_at_fields
from desktop.rules.text import Text

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A document as its model reads it."""

    record: BaseModel | None
    """With refused values as they were before; None where that does not help."""
    refused: tuple[tuple[Path, Text], ...] = ()
    """Each refusal: the path of the field, and a sentence. What is refused across fields stands at
    each of them."""


def read(model: type[BaseModel], document: Mapping[str, Any], before: Mapping[str, Any]) -> Checked:
    """What the model refuses in a document, and the document with those values as ``before``.

    So one wrong number keeps nothing else from being saved. A document without refusals is
    validated once.
    """
    try:
        return Checked(model.model_validate(dict(document)))
    except ValidationError as error:
        refused = problems_at_fields(error, model)
        record = _mended(model, document, before, error)
    return Checked(record, tuple((tuple(map(str, path)), said) for path, said in refused))


def repaired(
    model: type[BaseModel], document: Mapping[str, Any], before: Mapping[str, Any]
) -> BaseModel | None:
    """The document, with refused values as they were ``before``; None if that does not help."""
    return read(model, document, before).record


def _mended(
    model: type[BaseModel],
    document: Mapping[str, Any],
    before: Mapping[str, Any],
    error: ValidationError,
) -> BaseModel | None:
    """Takes back one refused value after the other, the first of which ``error`` tells."""
    draft = copy.deepcopy(dict(document))
    for _ in range(60):
        places = places_of(error.errors(include_url=False)[0])
        place = next((p for p in places if _changed(draft, p, before)), places[0])
        if not place or not _mend(draft, place, before):
            return None
        try:
            return model.model_validate(draft)
        except ValidationError as another:
            error = another
    return None


def _changed(draft: Any, place: Sequence[int | str], before: Any) -> bool:
    """Whether the value at ``place`` is another than ``before``."""
    for part in place:
        try:
            draft = draft[part]
        except (KeyError, IndexError, TypeError):
            return False
        try:
            before = before[part]
        except (KeyError, IndexError, TypeError):
            return True
    return bool(draft != before)


def _mend(draft: dict[str, Any], place: Sequence[int | str], before: Mapping[str, Any]) -> bool:
    """Takes the value at ``place``, or the entry of a list around it, back to what it was."""
    level: Any = draft
    old: Any = before
    trail: list[tuple[Any, int | str, Any]] = []
    for part in place:
        if isinstance(level, dict) and isinstance(part, str):
            known = isinstance(old, Mapping) and part in old
            trail.append((level, part, old[part] if known else None))
            old = old[part] if known else None
            if part not in level:
                break
        elif isinstance(level, list) and isinstance(part, int) and part < len(level):
            known = isinstance(old, list) and part < len(old)
            trail.append((level, part, old[part] if known else None))
            old = old[part] if known else None
        else:
            break
        level = level[part]
    for holder, part, standing in reversed(trail):
        if isinstance(holder, dict):
            there = part in holder
            if standing is not None and (not there or holder[part] != standing):
                holder[part] = copy.deepcopy(standing)
                return True
            if there:
                del holder[part]
                return True
        else:
            del holder[part]
            return True
    return False
