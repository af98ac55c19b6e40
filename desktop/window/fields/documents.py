"""Documents of a form: what the model refuses in them, and what can be saved all the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from desktop.rules.fields import path_parts, problems_at_fields
from desktop.window.fields.editor import Path
from desktop.window.widgets.language import in_words


def to_json(value: Any) -> Any:
    """A default as JSON."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    if isinstance(value, list | tuple):
        return [to_json(item) for item in value]
    return value


def refusals(model: type[BaseModel], document: Mapping[str, Any]) -> list[tuple[Path, str]]:
    """What the model refuses, as paths and sentences; an empty list when it accepts.

    What is refused across fields stands at each of them.
    """
    try:
        model.model_validate(dict(document))
    except ValidationError as error:
        return [
            (tuple(map(str, path_parts(path))), in_words(said))
            for path, said in problems_at_fields(error, model)
        ]
    return []


def as_document(record: BaseModel) -> dict[str, Any]:
    """A record as it is stored: without values that equal their defaults."""
    return record.model_dump(mode="json", by_alias=True, exclude_defaults=True)
