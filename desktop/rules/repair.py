"""Half-made sheets: what of a document can be used though its model refuses a part of it."""

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


def _part(whole: Any, part: int | str) -> Any:
    """A part of a document; None where it has none."""
    try:
        return whole[part]
    except (KeyError, IndexError, TypeError):
        return None


def _changed(draft: Any, place: Sequence[int | str], before: Any) -> bool:
    """Whether the value at ``place`` is another than ``before``."""
    for part in place:
        draft, before = _part(draft, part), _part(before, part)
    return bool(draft is not None and draft != before)


def _mend(draft: dict[str, Any], place: Sequence[int | str], before: Mapping[str, Any]) -> bool:
    """Takes the value at ``place``, or the entry of a list around it, back to what it was."""
    level: Any = draft
    old: Any = before
    holders: list[tuple[Any, Any, Any]] = []
    for part in place:
        in_list = isinstance(level, list) and isinstance(part, int) and part < len(level)
        if not in_list and not (isinstance(level, dict) and isinstance(part, str)):
            break
        old = _part(old, part)
        holders.append((level, part, old))
        level = _part(level, part)
    for holder, part, standing in reversed(holders):
        if isinstance(holder, dict) and standing is not None and holder.get(part) != standing:
            holder[part] = copy.deepcopy(standing)
            return True
        if isinstance(holder, list) or part in holder:
            del holder[part]
            return True
    return False
