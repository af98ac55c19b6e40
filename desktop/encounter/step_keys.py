"""What tells the steps of a command apart, so that odds walk equal ones once."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from functools import cache
from operator import attrgetter
from typing import Any

from desktop.rules.state import State
from desktop.rules.table import NextStep


def step_key(before: State[Any], draft: State[Any], steps: Sequence[NextStep]) -> Hashable | None:
    """What tells these steps apart from others of the command; None where that cannot be compared.

    Steps are the same where functions, arguments and drafts are equal. Drafts are compared by what
    the command has changed since the state ``before``.
    """
    last = steps[0] if len(steps) == 1 else None
    if last and last.alike is not None:  # what came after it would see more than this tells
        old = isinstance(last.alike, tuple) and last.alike[:1] == ("old",)
        return last.alike if old else (last.do, last.alike)
    if not isinstance(draft, State):
        return None
    called = tuple([(step.do, step.args) for step in steps])
    try:
        hash(called)
        return called, changes(before, draft)
    except TypeError:
        return None


def changes(before: State[Any], after: State[Any]) -> Hashable:
    """What is different in a draft, so that drafts of one state can be compared by it.

    Raises TypeError where a value cannot be compared.
    """
    changed: list[Hashable] = []
    people = before.combatants
    for id, combatant in after.combatants.items():
        if people.get(id) is not combatant:
            changed.append((id, _different(people.get(id), combatant)))
    return tuple(changed), _different(before, after)


@cache
def _names(kind: Any) -> tuple[str, ...]:
    """The fields of a state or a combatant that are compared."""
    return tuple(
        field.name
        for field in fields(kind)
        if field.compare and not (issubclass(kind, State) and field.name == "combatants")
    )


@cache
def _reader(kind: Any) -> attrgetter[tuple[Any, ...]]:
    return attrgetter(*_names(kind))


def _different(before: Any, after: Any) -> Hashable:
    """The fields that are not as before, by their place and value."""
    kind = after.__class__
    values = _reader(kind)(after)
    same_kind = type(before) is type(after)
    others = _reader(kind)(before) if same_kind else (None,) * len(values)
    return tuple(
        [
            (place, frozen(value))
            for place, (value, other) in enumerate(zip(values, others, strict=True))
            if value is not other and value != other
        ]
    )


def frozen(value: Any) -> Hashable:
    """A value as it is now, to be compared later. Raises TypeError where that cannot be."""
    try:
        hash(value)
    except TypeError:
        kind = value.__class__
        if isinstance(value, Mapping):
            return tuple([(name, frozen(held)) for name, held in value.items()])
        if isinstance(value, list | tuple):
            return tuple(map(frozen, value))
        if isinstance(value, set):
            return frozenset(value)
        if is_dataclass(value):
            return kind, tuple([frozen(getattr(value, name)) for name in _names(kind)])
        raise
    return value  # type: ignore[no-any-return]
