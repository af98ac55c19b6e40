"""The fields of a form, one by one: with the parts of records in place of the records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from desktop.rules.fields import Field
from desktop.window.fields.documents import to_json


@dataclass(frozen=True, slots=True)
class FormField:
    """A field with an editor of its own, and where its value goes: ``("modifiers", "cover")``."""

    path: tuple[str, ...]
    field: Field
    group: str = ""
    seldom: bool = False

    @property
    def name(self) -> str:
        return ".".join(self.path)


def flattened(
    fields: Sequence[Field], path: tuple[str, ...] = (), group: str = "", seldom: bool = False
) -> Iterator[FormField]:
    """The fields of a form with the parts of records in place of the records."""
    for field in fields:
        if field.kind == "record":
            defaults = as_mapping(field.default)
            parts = [
                replace(part, default=defaults.get(part.id, part.default)) for part in field.fields
            ]
            yield from flattened(parts, (*path, field.id), group, seldom or field.seldom)
        else:
            yield FormField((*path, field.id), field, field.group or group, seldom or field.seldom)


def as_mapping(value: Any) -> Mapping[str, Any]:
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return value
    dumped: Mapping[str, Any] = value.model_dump(mode="json", by_alias=True)
    return dumped


def first_value(field: Field) -> Any:
    """The default; a number without one begins with the lowest that is not negative."""
    value = to_json(field.default)
    if value is None and field.kind in ("integer", "number") and not field.optional:
        return max(int(field.minimum or 0), 0)
    return value


def shape_of(leaf: FormField) -> str:
    """How a field is laid out: a tick, a short one beside others, a list, or a row of its own."""
    field, inner = leaf.field, len(leaf.path) > 1
    match field.kind:
        case "flag" | "reason":
            return "check"
        case "integer" | "number":
            return "short"
        case "choice" if field.choices and (inner or field.default is None):
            return "row" if field.required else "short"
        case "text" if inner and not field.long:
            return "short"
        case "records":
            return "records"
        case _:
            return "row"
