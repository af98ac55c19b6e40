"""What the command line says, in the language that was chosen, and its exit statuses."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from desktop.languages import Language
from desktop.library import languages
from desktop.rules.text import Term, Text, Words

if TYPE_CHECKING:  # a window is painted before anybody asks
    from fractions import Fraction

    from desktop.rules.contract import Rules


FAULT = 1
"""A system that was looked at has a fault."""

WRONG_INPUT = 2
"""What was given cannot be used."""

STOPPED = 130
"""Somebody pressed Ctrl+C, as shells have it."""


_asked = ""
_chosen: Language | None = None

OF_ARGPARSE = (
    Text("usage: "),
    Text("options"),
    Text("positional arguments"),
    Text("show this help message and exit"),
    Text("argument %(argument_name)s: %(message)s"),
    Text("expected one argument"),
    Text("invalid choice: %(value)r (choose from %(choices)s)"),
    Text("invalid %(type)s value: %(value)r"),
    Text("the following arguments are required: %s"),
    Text("unrecognized arguments: %s"),
    Text("ambiguous option: %(option)s could match %(matches)s"),
    Text("ignored explicit argument %r"),
)
"""What Python's own reader of the command line says; it asks its ``_`` for each."""


def ask_for(language: str) -> None:
    """Says everything from now on in a language; in that of the environment where it is empty."""
    global _asked, _chosen
    _asked, _chosen = language, None
    setattr(argparse, "_", lambda text: chosen().text(text))  # noqa: B010


def asked() -> str:
    """The code of the language that a word asked for; empty where none did."""
    return _asked


def use_terms_of(rules: Rules[Any]) -> None:
    """Says the terms of a system in its own words from now on, if those are of the language."""
    global _chosen
    _chosen = chosen().of_system(rules.language, system=rules.id)


def chosen() -> Language:
    """The language in which everything is said. Its catalogue is read when it is needed."""
    global _chosen
    _chosen = _chosen or languages.chosen(_asked)
    return _chosen


def tr(template: str, plural: str = "", /, **values: Any) -> str:
    """A text of the command line; ``plural`` is said for a ``count`` that is not 1."""
    return Text(template, plural, **values).said(chosen())


def in_words(words: Words | Term) -> str:
    """A text of the rules; what is a plain string stands as it is."""
    return words if isinstance(words, str) else words.said(chosen())


def number(value: float | Fraction, form: str) -> str:
    """A number or a share in this form, ``.1f`` or ``6.1%``, as the language writes it."""
    return chosen().number(float(value), form)
