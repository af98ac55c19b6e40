"""Text as a search sees it: without case, accents and punctuation."""

import re
import unicodedata

# Letters whose stroke, ligature or hook is part of them, so that Unicode does not take it off.
_PLAIN = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "ħ": "h",
        "ŧ": "t",
        "ı": "i",
        "æ": "ae",
        "œ": "oe",
        "þ": "th",
        "ґ": "г",
    }
)


def without_marks(text: str) -> str:
    """``text`` taken apart into letters and marks (NFKD), the marks dropped: ``ё`` is ``е``."""
    return "".join(
        letter
        for letter in unicodedata.normalize("NFKD", text)
        if not unicodedata.category(letter).startswith("M")
    )


def fold(text: str) -> str:
    """``text`` as words of plain lower-case letters and digits, one space between them.

    Both what is stored and what is typed go through it: ``Żółć-2`` and ``zolc 2`` meet. Folding
    twice changes nothing.
    """
    # Lower case can bring marks of its own (İ), so they are taken off on both sides of it.
    plain = without_marks(without_marks(text).casefold()).translate(_PLAIN)
    return " ".join(re.findall(r"[^\W_]+", plain))


def begins_a_word(query: str, folded: str) -> bool:
    """Whether every word of the folded ``query`` begins some word of ``folded``."""
    return all(f" {word}" in f" {folded}" for word in query.split())
