"""Which language people read, and the catalogue of its texts."""

import os
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from gettext import NullTranslations, c2py
from itertools import count, takewhile
from pathlib import Path
from struct import unpack_from

from desktop import assets

LANGUAGES = ("en", "pl", "cs", "ru")

VARIABLES = ("FRAYDESK_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def wanted(asked: str = "", environment: Mapping[str, str] = os.environ) -> str:
    """The language that is asked for, or that the environment names; English for any other.

    Empty where nothing is named, or the locale "C".
    """
    wanted = [asked, *(environment.get(name, "") for name in VARIABLES)]
    name = next(filter(None, wanted), "")
    if name.partition(".")[0] in ("", "C", "POSIX"):
        return ""
    code = name[:2].lower()
    return code if code in LANGUAGES else "en"


def catalogue(code: str) -> NullTranslations:
    """The compiled catalogue of a language: our texts, then those of catalogues and samples."""
    return _catalogue(assets.root() / "languages", code)


@cache
def _catalogue(where: Path, code: str) -> NullTranslations:
    catalogue = NullTranslations()
    for folder in ("content", "."):
        file = where / folder / f"{code}.mo"
        if file.exists():
            further, catalogue = catalogue, Compiled(file.read_bytes())
            catalogue.add_fallback(further)
    return catalogue


@cache
def names(catalogue: NullTranslations) -> Mapping[str, str]:
    """What a catalogue, or one behind it, calls the names that rules look up."""
    if not isinstance(catalogue, Compiled):
        return {}
    behind = names(catalogue._fallback) if catalogue._fallback else {}  # type: ignore[attr-defined]
    return {**behind, **catalogue.of_context("name")}


class Compiled(NullTranslations):
    """A compiled catalogue (.mo), whose texts are sorted: each is looked up when it is asked for.

    Python's own reader takes all of them apart first, a twentieth of the time until the window is
    painted.
    """

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self._content = content
        texts, ids, strings = unpack_from("<3I", content, 8)
        lengths_and_starts = memoryview(content[ids : ids + 8 * texts]).cast("I")
        self._ids = lengths_and_starts[1::2].tolist()
        self._strings = memoryview(content[strings : strings + 8 * texts]).cast("I")
        self._known: dict[str, Sequence[str]] = {}

    def _first(self, sought: bytes) -> int:
        """The place of the first text that begins so, where there is one."""
        content, length = self._content, len(sought)
        return bisect_left(self._ids, sought, key=lambda start: content[start : start + length])

    def _begins(self, place: int, sought: bytes) -> bool:
        return place < len(self._ids) and self._content.startswith(sought, self._ids[place])

    def _forms(self, id: str) -> Sequence[str]:
        """The forms of a text, after its context and U+0004 where it has one; none: not there."""
        forms = self._known.get(id)
        if forms is None:
            forms, sought = (), id.encode() + b"\0"  # the plural stands behind
            place = self._first(sought)
            if self._begins(place, sought):
                length, start = self._strings[2 * place : 2 * place + 2]
                forms = self._content[start : start + length].decode().split("\0")
            self._known[id] = forms
        return forms

    @cached_property
    def _plural(self) -> Callable[[int], int]:
        (head,) = self._forms("")
        return c2py(head.partition("plural=")[2].partition(";")[0])

    def of_context(self, context: str) -> dict[str, str]:
        """Every text of a context with its translation."""
        start = f"{context}\4".encode()
        places = takewhile(lambda place: self._begins(place, start), count(self._first(start)))
        starts = [self._ids[place] for place in places]
        ids = [self._content[at : self._content.index(b"\0", at)].decode() for at in starts]
        return {id.partition("\4")[2]: self._forms(id)[0] for id in ids}

    def gettext(self, message: str) -> str:
        forms = self._forms(message)
        return forms[0] if forms else super().gettext(message)

    def pgettext(self, context: str, message: str) -> str:
        forms = self._forms(f"{context}\4{message}")
        return forms[0] if forms else super().pgettext(context, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self._forms(msgid1)
        return forms[self._plural(n)] if forms else super().ngettext(msgid1, msgid2, n)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        forms = self._forms(f"{context}\4{msgid1}")
        return forms[self._plural(n)] if forms else super().npgettext(context, msgid1, msgid2, n)
