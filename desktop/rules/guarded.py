"""A system that somebody has added, so that what goes wrong in it goes no further.

Whatever one of its methods raises becomes one :class:`SystemFailed` that names system and method,
and so does an answer of another kind than the contract says.
What a table raises through a rule on purpose passes: a refusal, a question, the end of a path.
"""

from __future__ import annotations

import json
import re
import typing
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import cache, wraps
from inspect import getattr_static, isfunction, ismethod
from types import UnionType
from typing import Any, Literal, TypeVar, cast

from desktop.rules import failures, foreign, table
from desktop.rules.contract import Command, Rules
from desktop.rules.text import Words

_CALLS_WITHIN: Mapping[str, Mapping[str, Any]] = {
    "policies": {"choose": Command | None},
    "checks": {"perform": Any, "says": Words},
    "written_back": {"values": Mapping[str, Any]},
    "foreign": {"reads": bool, "read": foreign.ForeignReading},
}
"""Attributes that hold functions: the names of these, and what each answers."""


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
        kind = Any if callable(getattr_static(Rules, name, None)) else _answer(name)
        value = self._guard(name, getattr, kind)(rules, name)
        if name in _CALLS_WITHIN:
            if isinstance(value, Mapping):
                return {id: self._guard_within(name, held) for id, held in value.items()}
            return tuple(self._guard_within(name, held) for held in value)
        if not ismethod(value):
            return value
        call = _json(value) if name == "describe" else value
        self._calls[name] = self._guard(name, call, _answer(name))
        return self._calls[name]

    def _guard_within(self, name: str, held: Any) -> Any:
        """A behaviour, a reader or the like with its own functions guarded."""
        place = getattr(held, "id", name)
        calls = {
            call: self._guard(f"{place}.{call}", getattr(held, call), answer)
            for call, answer in _CALLS_WITHIN[name].items()
        }
        return replace(held, **calls)

    def _guard(self, name: str, call: Callable[..., Any], answer: Any) -> Callable[..., Any]:
        kind, home = type(self._rules), self._home

        @wraps(call)
        def guarded_call(*args: Any, **values: Any) -> Any:
            try:
                result = call(*args, **values)
                if not fits(result, answer):
                    raise TypeError(f"it answers {result!r:.60}, which is no {answer}")
            except (table.TableSignal, failures.SystemFailed):
                raise
            except KeyboardInterrupt:  # a person's, not the system's
                raise
            except BaseException as error:  # GeneratorExit and SystemExit among them
                raise failures.failure(kind.id, kind.title, name, error, home) from error
            return result

        return guarded_call


def _json(call: Callable[..., Any]) -> Callable[..., Any]:
    """The call, which also raises whatever keeps its answer from being written down as JSON."""

    @wraps(call)
    def written(*args: Any, **values: Any) -> Any:
        answer = call(*args, **values)
        json.dumps(answer)
        return answer

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
    return typing.get_type_hints(asked)["return"] if isfunction(asked) else Any


def misfit(rules: Rules[Any]) -> tuple[str, str] | None:
    """The first attribute that is not what the contract says, and what that is; None if all are.

    Raises whatever a property of the system raises.
    """
    for name, kind in typing.get_type_hints(Rules).items():
        declared = typing.get_args(kind)[0] if typing.get_origin(kind) is typing.ClassVar else kind
        if not fits(getattr(rules, name, None), declared) and declared is not Any:
            said = str(declared) if typing.get_args(declared) else declared.__name__
            return name, re.sub(r"\b(\w+\.)+", "", said)
    return None


@cache
def _parts(kind: Any) -> tuple[Any, tuple[Any, ...]]:
    """What a kind is outside and what it holds: ``list`` and ``(str,)`` of ``list[str]``."""
    if isinstance(kind, TypeVar):
        kind = kind.__bound__ or Any
    return typing.get_origin(kind) or kind, typing.get_args(kind)


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of that kind, as far as the outside of it shows, and what it holds."""
    outer, inner = _parts(kind)
    if outer is Any:
        return True
    if outer in (typing.Union, UnionType):
        return any(fits(value, part) for part in inner)
    if outer is Literal:
        return value in inner
    if outer is None:
        return value is None
    if outer is type:
        return isinstance(value, type) and all(issubclass(value, kind) for kind in inner)
    if not isinstance(value, (int, float) if outer is float else outer):
        return False
    if not inner:
        return True
    if isinstance(value, str):  # a sequence of texts, but never meant as one
        return False
    if isinstance(value, Mapping):
        return all(fits(key, inner[0]) and fits(held, inner[1]) for key, held in value.items())
    return not isinstance(value, Iterable) or all(fits(held, inner[0]) for held in value)
