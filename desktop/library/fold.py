"""Text as a search sees it: without case, accents and punctuation."""

import json
import re
import unicodedata
from collections.abc import Callable, Iterator

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
    try:
        document = json.loads(data)
    except (ValueError, RecursionError):
        document = None
    given = document if isinstance(document, dict) else {}
    texts = [kind, *_texts({key: value for key, value in given.items() if key != "name"})]
    return fold(" ".join(texts)[:LONGEST_SEARCHED])


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value[:LONGEST_SEARCHED]
        case dict():
            for part in value.values():
                yield from _texts(part)
        case list():
            for part in value:
                yield from _texts(part)


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
