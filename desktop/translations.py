"""Which language people read, and the catalogue of its texts."""

import os
from collections.abc import Mapping, Sequence
from functools import cache
from gettext import NullTranslations, c2py
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
    """A compiled catalogue (.mo) that takes a text apart when it is asked for.

    Python's own reader takes all of them apart first, a twentieth of the time until the window is
    painted.
    """

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self._content = content
        count, ids, strings = unpack_from("<3I", content, 8)
        self._strings = unpack_from(f"<{2 * count}I", content, strings)
        lengths_and_starts = iter(unpack_from(f"<{2 * count}I", content, ids))
        self._places = {
            content[start : start + length].partition(b"\0")[0]: place  # the plural stands behind
            for place, (length, start) in enumerate(zip(*[lengths_and_starts] * 2, strict=True))
        }
        self._known: dict[str, Sequence[str]] = {}
        (head,) = self._forms("")
        self._plural = c2py(head.partition("plural=")[2].partition(";")[0])

    def _forms(self, id: str) -> Sequence[str]:
        """The forms of a text, after its context and U+0004 where it has one; none: not there."""
        forms = self._known.get(id)
        if forms is None:
            forms, place = (), self._places.get(id.encode())
            if place is not None:
                length, start = self._strings[2 * place : 2 * place + 2]
                forms = self._content[start : start + length].decode().split("\0")
            self._known[id] = forms
        return forms

    def of_context(self, context: str) -> dict[str, str]:
        """Every text of a context with its translation."""
        start = f"{context}\4".encode()
        ids = [id.decode() for id in self._places if id.startswith(start)]
        return {id[len(start) :]: self._forms(id)[0] for id in ids}

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
