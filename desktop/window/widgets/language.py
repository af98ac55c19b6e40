"""Texts as the window shows them, in the language that was chosen.

What the rules say is a template with values (``desktop.rules.text``); what the window itself says
is a literal template. Both are looked up here and nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

if TYPE_CHECKING:  # the rules are too slow to import before the first paint
    from desktop.rules.text import Words

RULES, WINDOW = "Rules", "Window"
"""The names under which translations are kept: of what the rules say, and of the window's texts."""


def in_words(words: Words) -> str:
    """A text of the rules; names, numbers and the system's own terms stay as they are."""
    from desktop.rules.text import Speech

    return words if isinstance(words, str) else words.said(Speech(_of_rules, _terms.own))


class _Terms:
    own = True


_terms = _Terms()


def use_own_terms(on: bool) -> None:
    """Whether terms of a system are said in its own language from now on."""
    _terms.own = on


def of_model(text: str) -> str:
    """An English label as a model gives it, of a field or of a choice of its own."""
    return _translated(RULES, text, "", 1, "")


def tr(text: str, plural: str = "", /, *, context: str = "", **values: object) -> str:
    """A text of the window. ``plural`` is said for a ``count`` that is not 1.

    ``context`` tells a translator which of its meanings a short word has.
    """
    count = values.get("count", 1)
    number = count if isinstance(count, int) else 1
    template = _translated(WINDOW, text, plural, number, context)
    return template.format(**values) if values else template


def _of_rules(template: str, plural: str, count: int, context: str) -> str:
    return _translated(RULES, template, plural, count, context)


def _translated(room: str, template: str, plural: str, count: int, context: str) -> str:
    wanted = plural if plural and count != 1 else template
    return QCoreApplication.translate(room, wanted, context or None) if wanted else ""


def error_in_words(error: BaseException) -> str:
    """What an error says to the person at the screen, after the place that it is about."""
    from desktop.rules import SystemFailed
    from desktop.rules.table import Refusal
    from desktop.rules.text import TextError, placed

    match error:
        case TextError():
            return in_words(error.words)
        case Refusal() | SystemFailed():
            return in_words(placed(error.field, error.message))
    return str(error)
