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
    return words if isinstance(words, str) else words.said(_of_rules)


def of_model(text: str) -> str:
    """An English label as a model gives it, of a field or of a choice of its own."""
    return _found(RULES, text, "", 1)


def tr(text: str, plural: str = "", /, **values: object) -> str:
    """A text of the window. ``plural`` is said for a ``count`` that is not 1."""
    count = values.get("count", 1)
    found = _found(WINDOW, text, plural, count if isinstance(count, int) else 1)
    return found.format(**values) if values else found


def _of_rules(template: str, plural: str, count: int) -> str:
    return _found(RULES, template, plural, count)


def _found(context: str, template: str, plural: str, count: int) -> str:
    wanted = plural if plural and count != 1 else template
    return QCoreApplication.translate(context, wanted) if wanted else ""


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
