"""A system that somebody has added, so that what goes wrong in it goes no further.

Whatever one of its methods raises becomes one :class:`SystemFailed` that names system and method.
What a table raises through a rule on purpose passes: a refusal, a question, the end of a path.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from inspect import ismethod
from typing import Any, cast

from desktop.rules.contract import Policy, Rules
from desktop.rules.failures import SystemFailed, failure
from desktop.rules.table import TableSignal


class _Guarded:
    """Stands for a system and is taken for one: everything asked of it, the system answers."""

    def __init__(self, rules: Rules[Any]) -> None:
        self._rules = rules
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
        value = self._guard(name, getattr)(rules, name)
        if name == "policies":
            return {id: self._guard_policy(policy) for id, policy in value.items()}
        if not ismethod(value):
            return value
        self._calls[name] = self._guard(name, value)
        return self._calls[name]

    def _guard_policy(self, policy: Policy) -> Policy:
        return replace(policy, choose=self._guard(f"{policy.id}.choose", policy.choose))

    def _guard(self, name: str, call: Callable[..., Any]) -> Callable[..., Any]:
        rules = self._rules

        @wraps(call)
        def guarded_call(*args: Any, **values: Any) -> Any:
            try:
                return call(*args, **values)
            except (TableSignal, SystemFailed):
                raise
            except Exception as error:
                raise failure(rules.id, rules.title, name, error) from error

        return guarded_call


def guarded(rules: Rules[Any]) -> Rules[Any]:
    """The system, of which every call raises nothing but what a table raises and SystemFailed."""
    return cast("Rules[Any]", _Guarded(rules))
