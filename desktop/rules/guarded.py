"""A system that somebody has added, so that what goes wrong in it goes no further.

Whatever one of its methods raises becomes one :class:`SystemFailed` that names system and method,
and so does an answer of another kind than the contract says.
What a table raises through a rule on purpose passes: a refusal, a question, the end of a path.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, wraps
from inspect import getattr_static, isfunction, ismethod
from types import NoneType, UnionType
from typing import (
    Any,
    ClassVar,
    Literal,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
    get_type_hints,
)

from desktop.rules.contract import Command, Policy, Rules, WrittenBack
from desktop.rules.failures import SystemFailed, failure
from desktop.rules.foreign import ForeignReader, ForeignReading
from desktop.rules.table import TableSignal


class _Guarded:
    """Stands for a system and is taken for one: everything asked of it, the system answers."""

    def __init__(self, rules: Rules[Any], home: str) -> None:
        self._rules, self._home = rules, home
        self._calls: dict[str, Callable[..., Any]] = {}

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        return type(self._rules)

    def __getattr__(self, name: str) -> Any:
        if name in self._calls:
            return self._calls[name]
        rules = self._rules
        if not hasattr(type(rules), name):
            raise AttributeError(f"{type(rules).__name__} has no {name}")
        shown = Any if callable(getattr_static(Rules, name, None)) else _answer(name)
        value = self._guard(name, getattr, shown)(rules, name)
        if name == "policies":
            return {id: self._guard_policy(policy) for id, policy in value.items()}
        if name == "written_back":
            return tuple(self._guard_kept(kept) for kept in value)
        if name == "foreign":
            return tuple(self._guard_reader(reader) for reader in value)
        if not ismethod(value):
            return value
        if name == "describe":
            value = _json(value)
        self._calls[name] = self._guard(name, value, _answer(name))
        return self._calls[name]

    def _guard_policy(self, policy: Policy) -> Policy:
        choose = self._guard(f"{policy.id}.choose", policy.choose, Command | None)
        return replace(policy, choose=choose)

    def _guard_kept(self, kept: WrittenBack) -> WrittenBack:
        values = self._guard("written_back", kept.values, Mapping[str, Any])
        return replace(kept, values=values)

    def _guard_reader(self, reader: ForeignReader) -> ForeignReader:
        reads = self._guard("foreign.reads", reader.reads, bool)
        read = self._guard("foreign.read", reader.read, ForeignReading)
        return replace(reader, reads=reads, read=read)

    def _guard(self, name: str, call: Callable[..., Any], answer: Any) -> Callable[..., Any]:
        kind, home = type(self._rules), self._home

        @wraps(call)
        def guarded_call(*args: Any, **values: Any) -> Any:
            try:
                found = call(*args, **values)
                if not fits(found, answer):
                    raise TypeError(f"it answers {found!r:.60}, which is no {answer}")
            except (TableSignal, SystemFailed):
                raise
            except KeyboardInterrupt:  # a person's, not the system's
                raise
            except BaseException as error:  # GeneratorExit and SystemExit among them
                raise failure(kind.id, kind.title, name, error, home) from error
            return found

        return guarded_call


def _json(call: Callable[..., Any]) -> Callable[..., Any]:
    """The call, which also raises whatever keeps its answer from being written down as JSON."""

    @wraps(call)
    def written(*args: Any, **values: Any) -> Any:
        found = call(*args, **values)
        json.dumps(found)
        return found

    return written


def guarded(rules: Rules[Any], home: str) -> Rules[Any]:
    """The system, of which every call raises nothing but what a table raises and SystemFailed.

    ``home`` is the module or package it lies in."""
    return cast("Rules[Any]", _Guarded(rules, home))


@cache
def _answer(name: str) -> Any:
    """What the contract says that a method or a property answers."""
    there = getattr_static(Rules, name, None)
    asked = there.fget if isinstance(there, property) else there
    return get_type_hints(asked)["return"] if isfunction(asked) else Any


def misfit(rules: Rules[Any]) -> tuple[str, str] | None:
    """The first attribute that is not what the contract says, and what that is; None if all are.

    Raises whatever a property of the system raises.
    """
    for name, kind in get_type_hints(Rules).items():
        declared = get_args(kind)[0] if get_origin(kind) is ClassVar else kind
        if not fits(getattr(rules, name, None), declared) and declared is not Any:
            said = str(declared) if get_args(declared) else declared.__name__
            return name, re.sub(r"\b(\w+\.)+", "", said)
    return None


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of that kind, as far as the outside of it shows, and what it holds."""
    origin, inner = get_origin(kind), get_args(kind)
    if isinstance(kind, TypeVar):
        return kind.__bound__ is None or fits(value, kind.__bound__)
    if kind is Any:
        return True
    if origin in (Union, UnionType):
        return any(fits(value, kind) for kind in inner)
    if origin is Literal:
        return value in inner
    if kind is None or kind is NoneType:
        return value is None
    if origin is type:
        return isinstance(value, type) and issubclass(value, inner[0])
    if not isinstance(value, origin or kind) or (origin and isinstance(value, str)):
        return False
    if isinstance(value, Mapping) and inner:
        return all(fits(key, inner[0]) and fits(held, inner[1]) for key, held in value.items())
    if isinstance(value, Iterable) and inner:
        return all(fits(held, inner[0]) for held in value)
    return True
