"""The language that was chosen, with everything that is said in it."""

import os
import struct
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property, partial
from gettext import GNUTranslations, NullTranslations, c2py
from itertools import count, takewhile
from pathlib import Path

from desktop import assets
from desktop.languages import ENGLISH, LANGUAGES, Language

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


def chosen(asked: str = "", environment: Mapping[str, str] = os.environ) -> Language:
    """The language that is asked for or that the environment names, with its catalogue.

    Where nothing is named, or the locale "C", it is English, and catalogues and samples stay as
    they are.
    """
    code = wanted(asked, environment)
    return spoken(code) if code else ENGLISH


def spoken(code: str) -> Language:
    """A language of the program with its catalogue, and those of added systems behind it; for an
    added system its own stands before it."""
    ours = catalogue(code)
    said = _with_added(ours, code)

    def catalogue_of(system: str) -> NullTranslations:
        from desktop.rules import systems

        added = system and not systems().ships(system)
        return _FirstOf(lambda: (_of_system(system, code), said)) if added else said

    return Language(code, said, names=names(ours), catalogue_of=catalogue_of)


@cache
def _with_added(ours: NullTranslations, code: str) -> NullTranslations:
    ours.add_fallback(_FirstOf(partial(_of_added_systems, code)))
    return ours


class _FirstOf(NullTranslations):
    """Asks one catalogue after another."""

    def __init__(self, catalogues: Callable[[], Iterable[NullTranslations]]) -> None:
        super().__init__()
        self._catalogues = catalogues

    def gettext(self, message: str) -> str:
        return self._first("gettext", message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._first("ngettext", msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        return self._first("pgettext", context, message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:
        return self._first("npgettext", context, msgid1, msgid2, n)

    def _first(self, method: str, *asked: str | int) -> str:
        """The first translation; as it is where no catalogue has one."""
        plain = str(getattr(NullTranslations(), method)(*asked))
        translations = (str(getattr(catalogue, method)(*asked)) for catalogue in self._catalogues())
        return next((said for said in translations if said != plain), plain)


def _of_added_systems(code: str) -> Iterable[NullTranslations]:
    """The catalogues that added systems in use bring along."""
    from desktop.rules import systems

    if not systems.cache_info().currsize:  # a window is painted before anybody asks for them
        return ()
    return (_of_system(id, code) for id in systems().added_in_use())


@cache
def _of_system(id: str, code: str) -> NullTranslations:
    """``languages/pl.mo`` of an added system. One that cannot be read is told of with it."""
    from desktop.library.resources import named, resource
    from desktop.rules import systems
    from desktop.rules.text import Text

    name = f"languages/{code}.mo"
    place = resource(id, name)
    try:
        if place is not None:
            with place.open("rb") as stream:
                return GNUTranslations(stream)
    except (OSError, ValueError, struct.error) as error:
        systems().leave_out(named(id, name), Text("{error}", error=str(error)))
    return NullTranslations()


# ---- compiled catalogues


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
        texts, ids, strings = struct.unpack_from("<3I", content, 8)
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
