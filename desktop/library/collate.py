"""The order of names in a list, good enough for Polish, Czech and Cyrillic names side by side."""

import re
import unicodedata
from functools import lru_cache

from desktop.library.fold import fold

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
