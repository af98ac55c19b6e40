"""Texts as the window shows them, in the language that was chosen.

What the rules say is a template with values (``desktop.rules.text``); what the window itself says
is a literal template. Both are looked up here and nowhere else.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale

from desktop.languages import LANGUAGES, OWN_TERMS, Language

if TYPE_CHECKING:  # the rules are too slow to import before the first paint
    from desktop.rules.text import Words

_chosen = OWN_TERMS


def use(language: Language) -> None:
    """Says everything that is made from now on in a language."""
    global _chosen
    _chosen = language
    QLocale.setDefault(QLocale(language.code))


def chosen() -> Language:
    """The language that everything is said in now."""
    return _chosen


def offered_languages() -> dict[str, str]:
    """The languages to choose from, by code; an empty one is that of the desktop."""
    return {"": tr("as the desktop says"), **LANGUAGES}


def use_own_terms(on: bool) -> None:
    """Whether terms of a system are said in its own language from now on."""
    global _chosen
    _chosen = in_terms(own=on)


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

    ``context`` tells a translator which of its meanings a short word has.
    """
    found = _chosen.text(text, plural, values.get("count", 1), context)
    return found.format(**values) if values else found


def error_in_words(error: BaseException) -> str:
    """What an error says to the person at the screen, after the place that it is about."""
    from desktop.rules import failures

    return in_words(failures.in_words(error))


def decimal(value: float | Fraction, places: int | None = None) -> str:
    """A number with so many decimals, or as few as it needs, in the chosen language."""
    return _chosen.decimal(f"{float(value):g}" if places is None else f"{float(value):.{places}f}")


def date_and_time(moment: datetime, *, seconds: bool = False) -> str:
    """When something was, by the clock of this computer."""
    local = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    return QLocale().toString(local, "d MMM yyyy, hh:mm:ss" if seconds else "d MMM yyyy, hh:mm")
