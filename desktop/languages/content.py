"""What of a shipped catalogue or sample is said in the language people read.

These are names and notes. Ids, tags, groups and whatever else rules compare are no words of ours,
and stay. The texts stand in the catalogues of ``resources/languages/content``, each with the id of
its system as its context.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

WORDS = {
    *("about", "archetype", "band", "character", "known_as", "name", "notes", "profession", "side"),
    *("tactics", "text", "title", "wave"),
}
"""The keys of documents whose texts are read by people."""


def in_words(document: Any, said: Callable[[str], str]) -> Any:
    """A copy of a document in which ``said`` has spoken every text that people read."""
    match document:
        case Mapping():
            return {
                key: said(part) if key in WORDS and part and isinstance(part, str)
                else in_words(part, said)
                for key, part in document.items()
            }  # fmt: skip
        case list() | tuple():
            return [in_words(part, said) for part in document]
        case _:
            return document


def texts_in(document: Any) -> Iterator[str]:
    """All texts of a document, however deep in it."""
    match document:
        case str():
            yield document
        case Mapping():
            for part in document.values():
                yield from texts_in(part)
        case list() | tuple():
            for part in document:
                yield from texts_in(part)


_SAID_ON_PAPER = re.compile(r'say\("((?:[^"\\]|\\.)*)"')


def of_template(source: str) -> list[str]:
    """The texts that a typst template says by ``say("…")``."""
    return [text.replace('\\"', '"') for text in _SAID_ON_PAPER.findall(source)]
