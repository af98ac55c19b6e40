"""Values of a form as raw JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import BaseModel

from desktop.rules.fields import Field
from desktop.window.fields.editor import Path


def to_json(value: Any) -> Any:
    """A default as JSON."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    return value


def as_document(record: BaseModel) -> dict[str, Any]:
    """A record as it is stored: without values that equal their defaults."""
    return record.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def first_value(field: Field) -> Any:
    """The default; a number without one begins with the lowest that is not negative."""
    value = to_json(field.default)
    if value is None and field.kind in ("integer", "number") and not field.optional:
        return max(int(field.minimum or 0), 0)
    return value


def value_at(document: Mapping[str, Any], path: Path, default: Any) -> Any:
    """The value at a path of a document; ``default`` where there is none."""
    level: Any = document
    for part in path:
        if not isinstance(level, Mapping) or part not in level:
            return default
        level = level[part]
    return level


def put_at(document: dict[str, Any], path: Path, value: Any) -> None:
    """Writes a value at a path of a document, and the records on the way there."""
    for part in path[:-1]:
        document = document.setdefault(part, {})
    document[path[-1]] = value


def flattened(fields: Sequence[Field], above: Path = ()) -> Iterator[tuple[Path, Field]]:
    """The fields with the parts of records in place of the records, each with its path.

    Parts are seldom used where their record is, and have its defaults.
    """
    for field in fields:
        path = (*above, field.id)
        if field.kind != "record":
            yield path, field
            continue
        defaults = to_json(field.default) or {}
        parts = [
            replace(
                part,
                default=defaults.get(part.id, part.default),
                seldom=part.seldom or field.seldom,
            )
            for part in field.fields
        ]
        yield from flattened(parts, path)
