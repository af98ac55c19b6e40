"""Texts as the window shows them, in the language that was chosen.

What the rules say is a template with values (``desktop.rules.text``); what the window itself says
is a literal template. Both are looked up here and nowhere else; so are the texts of its forms.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QDateTime, QLibraryInfo, QLocale, QTranslator

from desktop.languages import LANGUAGES, OWN_TERMS, Language

if TYPE_CHECKING:  # too slow to import before the first paint
    from datetime import date, datetime
    from fractions import Fraction

    from PySide6.QtWidgets import QApplication

    from desktop.library.fold import SortKey
    from desktop.rules.text import Term, Words

_chosen = OWN_TERMS
_own_terms = True
"""Whether a system's own words lead, where it is of another language."""
_system = "", ""
"""The language of the system that is shown, and its id."""


def use(language: Language) -> None:
    """Says everything that is made from now on in a language."""
    global _chosen
    _chosen = language
    _chosen = in_terms(own=_own_terms)
    QLocale.setDefault(QLocale(language.code))


class CatalogueTranslator(QTranslator):
    """Looks the texts of compiled forms up in the catalogue of a language.

    Qt asks it for those of its own that ``of_qt`` does not have. Some of these got a letter to be
    chosen by since they were translated ("&Look in:").
    """

    def __init__(self, language: Language, parent: QApplication) -> None:
        super().__init__(parent)
        self._language, self.of_qt = language, QTranslator(parent)

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        """The text in that language, or as it is. (To Qt an empty answer is a translation.)"""
        said = self._language.text(source, context=disambiguation or "")
        if said == source and "&" in source:
            return self.of_qt.translate(context, source.replace("&", "")) or said
        return said


def install(application: QApplication, language: Language) -> None:
    """Says all texts of the window in a language, and those of Qt where it has them."""
    translator = CatalogueTranslator(language, application)
    application.installTranslator(translator)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.of_qt.load(f"qtbase_{language.code}", folder):
        application.installTranslator(translator.of_qt)  # last, so asked first
    use(language)


def chosen() -> Language:
    """The language that everything is said in now."""
    return _chosen


def offered_languages() -> dict[str, str]:
    """The languages to choose from, by code; an empty one is that of the desktop."""
    return {"": tr("as the desktop says"), **LANGUAGES}


def use_own_terms(on: bool) -> None:
    """Whether terms of a system are said in its own language from now on."""
    global _own_terms, _chosen
    _own_terms, _chosen = on, in_terms(own=on)


def use_system(language: str, id: str = "") -> bool:
    """Shows a system, whose own words are of this language; whether terms are others now."""
    global _system, _chosen
    before, _system = _chosen, (language, id)
    _chosen = in_terms(own=_own_terms)
    return _chosen != before


def in_terms(*, own: bool) -> Language:
    """The chosen language for the system that is shown; its own words lead, or translated ones."""
    return _chosen.of_system(_system[0], own, _system[1])


def terms_of(system: str) -> Language:
    """The chosen language for any system, by its id."""
    from desktop.rules import systems

    return _chosen.of_system(systems().language(system), _own_terms, system)


DIGITS = str.maketrans("+ěščřžýáíéľť", "123456789025")
"""What the digits of a Czech or Slovak keyboard type without Shift: no action has such a letter."""


def in_words(words: Words) -> str:
    """A text of the rules; names and numbers stay as they are, but a name that rules look up."""
    if isinstance(words, str):
        return _chosen.named(words)
    return _kept_together(words.said(_chosen))


def rule_mark(number: str) -> str:
    """A rule's number, or what is said in its place."""
    from desktop.rules.table import rule_in_words

    return in_words(rule_in_words(number))


def of_model(label: str | Term) -> str:
    """A label as a model gives it, in English or in the system's own words too."""
    return _chosen.text(label) if isinstance(label, str) else label.said(_chosen)


def capitalised(said: str) -> str:
    """With a capital at the beginning and the rest as it is."""
    return said[:1].upper() + said[1:]


def tr(text: str, plural: str = "", /, *, context: str = "", **values: object) -> str:
    """A text of the window. ``plural`` is said for a ``count`` that is not 1.

    ``context`` tells a translator which of its meanings a short word has.
    """
    template = _chosen.text(text, plural, values.get("count", 1), context)
    return _kept_together(template.format(**values) if values else template)


def _kept_together(said: str) -> str:
    """A text in which no line begins with the sign of per cent, as other languages want it."""
    return said if _chosen.code == "en" else said.replace(" %", "\N{NO-BREAK SPACE}%")


def error_in_words(error: BaseException) -> str:
    """What an error says to the person at the screen, after the place that it is about."""
    from desktop.rules import failures

    return in_words(failures.in_words(error))


def by_name(name: str) -> SortKey:
    """A key for ``sorted`` by the alphabet of the chosen language."""
    from desktop.library.fold import sort_key

    return sort_key(name, _chosen.code)


def decimal(value: float | Fraction, places: int | None = None) -> str:
    """A number with ``places`` decimals, or as few as it needs, in the chosen language."""
    if places is None:
        return _chosen.decimal(f"{float(value):g}")
    rounded = value if isinstance(value, float) else round(value, places)  # a fraction exactly
    return _chosen.decimal(f"{float(rounded):.{places}f}")


def date_and_time(moment: datetime, *, seconds: bool = False) -> str:
    """When something was, by the clock of this computer."""
    local = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    return QLocale().toString(local, f"{day_form()}, {'hh:mm:ss' if seconds else 'hh:mm'}")


def day_in_words(day: date) -> str:
    """A day as the chosen language writes it."""
    return QLocale().toString(QDate(day.year, day.month, day.day), day_form())


def shortly(moment: datetime) -> str:
    """When something was, as short as can be: the time of a moment of today, the day of another."""
    local = QDateTime.fromSecsSinceEpoch(int(moment.timestamp()))
    of_today = local.date() == QDate.currentDate()
    form = "hh:mm" if of_today else tr("d MMM", context="how Qt writes a date")
    return QLocale().toString(local, form)


def day_form() -> str:
    """How the chosen language writes a day, for Qt."""
    return tr("d MMM yyyy", context="how Qt writes a date")
