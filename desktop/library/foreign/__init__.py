"""Files of other programs: each format has a module, found by what the file says it is.

A module has ``is_it(value)``, whether a JSON value is of its format, and ``read(value)``, which
makes a :class:`Reading` of it.
"""

from __future__ import annotations

from pathlib import Path

from desktop.library.checks import checked_bundle
from desktop.library.documents import naming, read_json
from desktop.library.exchange import bundle_of
from desktop.library.foreign import foundry_deltagreen
from desktop.library.foreign.reading import Reading

__all__ = ["Reading", "read_foreign", "read_import", "reading_of"]

FORMATS = (foundry_deltagreen,)


def read_foreign(value: object) -> Reading | None:
    """What a JSON value of another program brings; None when it is of no format known here.

    Raises DocumentError that names the place of what is refused.
    """
    return next((known.read(value) for known in FORMATS if known.is_it(value)), None)


def reading_of(value: object) -> Reading:
    """What a JSON value brings, a bundle of ours or of another program. Raises DocumentError."""
    return read_foreign(value) or Reading(checked_bundle(bundle_of(value)))


def read_import(path: Path | str) -> Reading:
    """What a file brings. Raises DocumentError that names the file and the place."""
    value = read_json(path)
    with naming(Path(path)):
        return reading_of(value)
