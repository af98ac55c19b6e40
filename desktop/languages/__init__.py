"""The language that people read: its words, its numbers and its signs.

A :class:`Language` is passed to whatever is said to people. It looks templates up in gettext
catalogues, which :mod:`desktop.library.languages` reads, and decides whether a system's own
words lead.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from gettext import NullTranslations

LANGUAGES = {"en": "English", "pl": "polski", "cs": "čeština", "ru": "русский"}
"""The languages that come with the program, each by its own name."""

DIE = {"pl": "k", "cs": "k", "ru": "к"}
QUOTES = {"en": "‘’", "pl": "„”", "cs": "„“", "ru": "«»"}
NO_CATALOGUE = NullTranslations()


class ProperName(str):
    """What somebody is called: the same in every language, though a word of ours is spelt so."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Language:
    """One language, and which words of a system lead in it.

    ``code`` is ISO 639's, ``"pl"``. ``own_terms``: a system's own words lead, not the translated
    ones. ``only_own``: they are words of this language, so nothing stands beside them.
    """

    code: str = "en"
    catalogue: NullTranslations = field(default=NO_CATALOGUE, compare=False, repr=False)
    own_terms: bool = False
    only_own: bool = False
    names: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    """What the names and tags that rules look up, and so stay as they are, are called here."""
    system: str = ""
    """The id of the system for which it is said: where that brings its own catalogue, by that."""
    catalogue_of: Callable[[str], NullTranslations] | None = field(
        default=None, compare=False, repr=False
    )
    """Gives the catalogue for a system by its id; None: there is but one."""

    def of_system(self, language: str, own_terms: bool | None = None, system: str = "") -> Language:
        """This language for a system whose own words are of ``language``, by its id if it is known.

        Where ``own_terms`` is not given, the same words lead as before.
        """
        only = language == self.code
        own = self.own_terms if own_terms is None else own_terms
        said = self.catalogue_of(system) if self.catalogue_of else self.catalogue
        return replace(self, own_terms=own or only, only_own=only, system=system, catalogue=said)

    def text(self, template: str, plural: str = "", count: object = 1, context: str = "") -> str:
        """The template to fill in; in the plural form for ``count`` where ``plural`` is given.

        A ``count`` that is no whole number takes the form of many.
        """
        if not template or isinstance(template, ProperName):
            return template
        if not plural:
            if context:
                return self.catalogue.pgettext(context, template)
            return self.catalogue.gettext(self.named(template))
        number = abs(count) if isinstance(count, int) else 5
        if context:
            return self.catalogue.npgettext(context, template, plural, number)
        return self.catalogue.ngettext(template, plural, number)

    def named(self, name: str) -> str:
        """A name as it is said here: that of something which the rules know has a translation."""
        kept = self.own_terms or isinstance(name, ProperName)
        return name if kept else self.names.get(name, name)

    def term(self, label: str, native: str, context: str = "") -> str:
        """A system's word: its own where that leads, else the translated label."""
        return native if self.own_terms and native else self.text(label, context=context)

    def both(self, label: str, native: str, context: str = "") -> tuple[str, str]:
        """The word that leads, and the other beside it; empty where there is no other."""
        translated = self.text(label, context=context)
        if not native or native == translated:
            return translated, ""
        if self.only_own:
            return native, ""
        return (native, translated) if self.own_terms else (translated, native)

    def decimal(self, written: str) -> str:
        """A number written with a point and a hyphen, with this language's comma and a minus.

        Outside English a per cent sign stands behind a no-break space.
        """
        percent = "%" if self.code == "en" else "\N{NO-BREAK SPACE}%"
        return self.with_comma(written.replace("-", "−")).replace("%", percent)

    @property
    def apart(self) -> str:
        """What stands between a number and its unit: outside English no line is broken there."""
        return " " if self.code == "en" else "\N{NO-BREAK SPACE}"

    def with_comma(self, written: str) -> str:
        """A number written with a point, with this language's comma."""
        return written if self.code == "en" else written.replace(".", ",")

    def written(self, number: str) -> str:
        """A number, a chance or dice: ``−0,5`` for ``−0.5``, ``2k6−1`` for ``2d6−1``.

        No line is broken before a sign of per cent.
        """
        return self.dice(self.with_comma(number)).replace(" %", f"{self.apart}%")

    def number(self, value: float, form: str) -> str:
        """A number or a share in this form, ``.1f`` or ``6.1%``; English leaves it as it is."""
        written = format(float(value), form)
        return written if self.code == "en" else self.decimal(written)

    def dice(self, written: str) -> str:
        """Dice with this language's letter for a die, and a minus: ``2k6−1`` for ``2d6-1``.

        English takes any letter.
        """
        written = re.sub(r"([dkк]\d+\s*)-(?=\s*\d)", r"\1−", written)
        if self.code not in DIE:
            return written
        return re.sub(r"(?<![^\W\d])[dk](?=\d)", DIE[self.code], written)

    def quoted(self, name: str) -> str:
        """A name between this language's quotation marks."""
        marks = QUOTES.get(self.code, QUOTES["en"])
        return f"{marks[0]}{name}{marks[1]}"


ENGLISH = Language()
OWN_TERMS = Language(own_terms=True)
"""English, with a system's own words in it."""
