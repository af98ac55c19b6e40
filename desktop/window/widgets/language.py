"""Texts of the window in the language that was chosen."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from desktop.rules.text import Words

CONTEXT = "Window"
"""The name under which translations of the window's own texts are kept."""


def tr(text: str, plural: str = "", /, **values: object) -> str:
    """A text of the window: a template, which is looked up, and its values, which are filled in.

    ``text`` is a literal in the source; ``plural`` is said for a ``count`` that is not 1.
    """
    count = values.get("count", 1)
    found = QCoreApplication.translate(CONTEXT, plural if plural and count != 1 else text)
    return found.format(**values) if values else found


def in_words(words: Words) -> str:
    """What the rules say, as it is shown; names and the system's own terms stay as they are."""
    if isinstance(words, str):
        return words
    return words.said(
        lambda text, plural, count: QCoreApplication.translate(
            CONTEXT, plural if plural and count != 1 else text
        )
    )
