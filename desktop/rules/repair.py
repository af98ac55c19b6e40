"""Half-made sheets: what of a document can be used though its model refuses a part of it."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError

from desktop.rules.fields import places_of


def repaired(
    model: type[BaseModel], document: Mapping[str, Any], before: Mapping[str, Any]
) -> BaseModel | None:
    """The document, with refused values as they were ``before``; None if that does not help.

    So one wrong number keeps nothing else from being saved.
    """
    draft = copy.deepcopy(dict(document))
    for _ in range(60):
        try:
            return model.model_validate(draft)
        except ValidationError as error:
            places = places_of(error.errors(include_url=False)[0])
            place = next((p for p in places if _changed(draft, p, before)), places[0])
            if not place or not _mend(draft, place, before):
                return None
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
