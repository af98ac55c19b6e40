"""A language in which every text is marked and a third longer: what is not marked was hard-coded.

What names a value is not marked by the template around it, so a value has to bring its own mark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from gettext import NullTranslations
from string import Formatter

from desktop import assets
from desktop.languages import LANGUAGES, Language
from desktop.library.foreign import read_import
from desktop.library.languages import spoken
from desktop.rules import systems

LETTERS = re.compile(r"[^\W\d_]")
MARKED = re.compile(r"‹[^‹›]*›")


def marked(text: str) -> str:
    """A text with a mark around its words, every vowel of which is there twice."""
    if not LETTERS.search(text):
        return text
    words = text.strip()
    start = text.index(words)
    longer = re.sub(r"([aeiou])", r"\1\1", words)
    return f"{text[:start]}‹{longer}›{text[start + len(words) :]}"


@cache
def said(template: str) -> str:
    """A template with a mark around all that stands between its values."""
    try:
        parts = list(Formatter().parse(template))
    except ValueError:
        return marked(template)
    made = ""
    for literal, name, spec, conversion in parts:
        made += marked(literal).replace("{", "{{").replace("}", "}}")
        if name is not None:
            made += (
                f"{{{name}{f'!{conversion}' if conversion else ''}{f':{spec}' if spec else ''}}}"
            )
    return made if any(name is not None for _, name, _, _ in parts) else marked(template)


class Everything(NullTranslations):
    """A catalogue that has all texts."""

    def gettext(self, message: str) -> str:
        return said(message)

    def pgettext(self, context: str, message: str) -> str:
        return said(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return said(msgid1 if n == 1 else msgid2)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self.ngettext(msgid1, msgid2, n)


def pseudo() -> Pseudo:
    """The language, with all texts and names in it."""
    return Pseudo("xx", Everything(), names={name: marked(name) for name in spoken("en").names})


class Pseudo(Language):
    """The language. A system's own word beside a translated one is marked, too."""

    __slots__ = ()

    def both(self, label: str, native: str, context: str = "") -> tuple[str, str]:
        first, second = super().both(label, native, context)
        return first, marked(second)


WORD = re.compile(r"[^\W\d_]{2,}")

NO_WORDS = re.compile(
    rf"\b(?:{'|'.join(systems())}|by)(?:-\w+|\b)"  # the number of a rule
    r"|\b(?:Ctrl|Shift|Alt|Esc|Enter|Return|Space|Del|Ins|Backspace|F\d+)\b"
    r"|\b(?:PDF|JSON|CSV|fray|json|Fraydesk|Akropol|hp|xx|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct"
    r"|Nov|Dec)\b|\d*[dk]\d+"  # dice
    r"|/[\w./ -]+|\b[A-Z]:\\[\w.\\ -]+|^[A-ZÀ-Я][A-Za-zÀ-я]$"  # paths, initials on a token
)


@cache
def data() -> frozenset[str]:
    """The words that stand as they are: titles of systems, languages, what a test typed, and the
    people and encounters of the sample that it opens as they are."""
    sample = read_import(assets.path("samples", "teohiphip.json")).bundle
    titles = ["Fire ash", "MOIRA", *systems().titles().values(), *LANGUAGES.values()]
    titles += [one.name for one in sample.characters]
    titles += [one.name for one in sample.encounters]
    return frozenset(word for title in titles for word in WORD.findall(title))


@cache  # the same texts stand there move after move
def unmarked(text: str) -> Sequence[str]:
    """The words of a text that were not said in the language, and are no data."""
    text = re.sub(r"<[^>]*>|&", "", re.sub(r"&(?:amp|lt|gt);", " ", text))
    while (less := MARKED.sub(" ", text)) != text:
        text = less
    return tuple(word for word in WORD.findall(NO_WORDS.sub(" ", text)) if word not in data())
