"""Texts as the window shows them, in the language that was chosen.

What the rules say is a template with values (``desktop.rules.text``); what the window itself says
is a literal template. Both are looked up in one catalogue.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from desktop.languages import ENGLISH, Language

if TYPE_CHECKING:  # the rules are too slow to import before the first paint
    from desktop.rules.text import Words

_chosen = ENGLISH


def use(language: Language) -> None:
    """Shows everything that is made from now on in a language."""
    global _chosen
    _chosen = language


def in_terms(*, own: bool) -> Language:
    """The chosen language; a system's own words lead in it, or the translated ones."""
    return replace(_chosen, own_terms=own)


def in_words(words: Words) -> str:
    """A text of the rules; names and numbers stay as they are."""
    return words if isinstance(words, str) else words.said(_chosen)


def of_model(text: str) -> str:
    """An English label as a model gives it, of a field or of a choice of its own."""
    return _chosen.text(text)


def tr(text: str, plural: str = "", /, *, context: str = "", **values: object) -> str:
    """A text of the window. ``plural`` is said for a ``count`` that is not 1.

    ``context`` tells a short word from the same word with another meaning.
    """
    found = _chosen.text(text, plural, values.get("count", 1), context)
    return found.format(**values) if values else found


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
