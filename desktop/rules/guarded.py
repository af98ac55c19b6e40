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
from desktop.rules.table import TableSignal
from desktop.rules.text import Text


class SystemFailed(Exception):
    """A system that somebody has added cannot be used, or has failed in a call.

    ``system`` is its id.
    """

    def __init__(self, system: str, message: Text) -> None:
        super().__init__(message)
        self.system = system
        self.message = message
        self.field = ""
        """As a refusal has one: no field of what was typed is at fault."""

    def __str__(self) -> str:
        return str(self.message)


def failure(id: str, title: str, call: str, error: BaseException) -> SystemFailed:
    """What is said of a system in which a call went wrong: ``Barrow failed in vitals(): …``."""
    said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    message = Text("{system} failed in {call}(): {error}", system=title, call=call, error=said)
    return SystemFailed(id, message)


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
