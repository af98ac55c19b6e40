"""The language that was chosen, with everything that is said in it."""

import os
import struct
from collections.abc import Callable, Iterable, Mapping
from functools import cache, partial
from gettext import GNUTranslations, NullTranslations

from desktop.languages import ENGLISH, Language
from desktop.translations import catalogue, names, wanted


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
    said = _catalogue(ours, code)

    def catalogue_of(system: str) -> NullTranslations:
        from desktop.rules import systems

        added = system and not systems().ships(system)
        return _FirstOf(lambda: (_of_system(system, code), said)) if added else said

    return Language(code, said, names=names(ours), catalogue_of=catalogue_of)


@cache
def _catalogue(ours: NullTranslations, code: str) -> NullTranslations:
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
