"""Text as a search sees it: without case, accents and punctuation; and the order of names in a
list, good enough for Polish, Czech and Cyrillic names side by side."""

import json
import re
import unicodedata
from collections.abc import Callable
from functools import lru_cache

from desktop.languages.content import texts_in

# Letters whose stroke, ligature or hook is part of them, so that Unicode does not take it off.
_PLAIN = str.maketrans(
    {**dict(zip("łøđðħŧıґ", "loddhtiг", strict=True)), "æ": "ae", "œ": "oe", "þ": "th"}
)


def without_marks(text: str) -> str:
    """``text`` taken apart into letters and marks (NFKD), the marks dropped: ``ё`` is ``е``.

    So is what is never seen, such as soft hyphens and joiners, which come along with copied texts.
    """
    if text.isascii():
        return text
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text)
        if not unicodedata.category(letter).startswith(("M", "Cf"))
    )


def fold(text: str) -> str:
    """``text`` as words of plain lower-case letters and digits, one space between them.

    Both what is stored and what is typed go through it: ``Żółć-2`` and ``zolc 2`` meet. Folding
    twice changes nothing.
    """
    # Lower case can bring marks of its own (İ), so they are taken off on both sides of it.
    plain = without_marks(without_marks(text).casefold()).translate(_PLAIN)
    return " ".join(re.findall(r"[^\W_]+", plain))


def same_name(name: str) -> str:
    """What two names have in common that are one: all but case, spaces and how they are coded.

    Unlike a search it tells accents and signs apart: ``Laska`` is a stick, ``Łaska`` is none, and
    ``Nóż +1`` is not ``Nóż -1``.
    """
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


LONGEST_SEARCHED = 4000
"""Letters of an entry's data that are searched."""


def shelf_searched(source: str, system: str, kind: str) -> str:
    """Where an entry stands, in the words that the search of the catalogue knows."""
    return f"{source} {system} {kind}"


def text_searched(kind: str, data: str) -> str:
    """What of an entry is searched beside its name: its kind, and all texts of its data (JSON).

    Numbers say nothing by themselves, and the name stands elsewhere.
    """
    texts = texts_in({key: value for key, value in _read(data).items() if key != "name"})
    searched = [kind, *(text[:LONGEST_SEARCHED] for text in texts)]
    return fold(" ".join(searched)[:LONGEST_SEARCHED])


def plan_searched(document: str) -> str:
    """What of an encounter (JSON) is searched beside its name: its objectives and its notes."""
    plan = _read(document)
    texts = texts_in([plan.get("objectives"), plan.get("notes")])
    return fold(" ".join(text[:LONGEST_SEARCHED] for text in texts))


def _read(data: str) -> dict[str, object]:
    try:
        document = json.loads(data)
    except (ValueError, TypeError, RecursionError):
        document = None
    return document if isinstance(document, dict) else {}


def word_beginnings(query: str) -> Callable[[str], bool]:
    """Tells of a folded text whether every word of the folded ``query`` begins some word of it."""
    beginnings = [f" {word}" for word in query.split()]

    def all_begin(folded: str) -> bool:
        spaced = f" {folded}"
        # Quicker than a generator: this is asked of every name of a list at every letter.
        for beginning in beginnings:  # noqa: SIM110
            if beginning not in spaced:
                return False
        return True

    return all_begin


def begins_a_word(query: str, folded: str) -> bool:
    """Whether every word of the folded ``query`` begins some word of ``folded``."""
    return word_beginnings(query)(folded)


# Letters with a place of their own in an alphabet, after the letter they are written from. An
# accent that is not here (é, ü, ё) only decides between names that are otherwise alike.
_AFTER = {
    "a": "ą",
    "c": "ćč",
    "d": "đ",
    "e": "ę",
    "l": "ł",
    "n": "ń",
    "o": "ó",
    "r": "ř",
    "s": "śš",
    "z": "źžż",
    "г": "ґ",
    "е": "є",
    "и": "іїй",
}
_OWN_PLACE = {
    letter: f"{base}{chr(place)}"
    for base, letters in _AFTER.items()
    for place, letter in enumerate(letters, start=1)
}

SortKey = tuple[str, str]


@lru_cache(maxsize=4096)  # each letter typed into a search sorts the same names again
def sort_key(text: str, language: str = "") -> SortKey:
    """A key for ``sorted``: letters by alphabet, numbers by size, then accents and case.

    ``language`` ``"cs"`` puts *ch* after *h*, ``"ru"`` Cyrillic letters before Latin ones; a list
    of names of several languages can have only one of the orders.
    """
    ch = "ch|" if language == "cs" else ""
    letters = unicodedata.normalize("NFC", text.casefold())
    parts = re.findall(rf"{ch}[0-9]+|[^\W_]|[\W_]+", letters)
    if language == "ru":
        return "".join("\uffff" * ("a" <= part < "ɐ") + _place(part) for part in parts), text
    return "".join(map(_place, parts)), text


@lru_cache(maxsize=1024)
def _place(part: str) -> str:
    """Where a letter, a number, a Czech *ch* or what stands between words has its place.

    The letter it is written from, then a control character for the place behind that.
    """
    if part == "ch":
        return "h\1"
    if part in _OWN_PLACE:
        return _OWN_PLACE[part]
    if part.isascii() and part.isdigit():
        return f"0\0{int(part[:18]):018}"
    return f"{fold(part) or ' '}\0"
