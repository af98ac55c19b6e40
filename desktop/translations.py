"""Which language people read, and the catalogue of its texts."""

import os
from collections.abc import Mapping
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from desktop import assets

LANGUAGES = ("en", "pl", "cs", "ru")

VARIABLES = ("FRAYDESK_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def named(asked: str = "", environment: Mapping[str, str] = os.environ) -> str:
    """The language that is asked for, or that the environment names, as it is written there."""
    told = [asked, *(environment.get(name, "") for name in VARIABLES)]
    return next((word for word in told if word), "")


def wanted(asked: str = "", environment: Mapping[str, str] = os.environ) -> str:
    """The language that is asked for, or that the environment names, or English."""
    code = named(asked, environment)[:2].lower()
    return code if code in LANGUAGES else "en"


def catalogue(code: str) -> NullTranslations:
    """The compiled catalogue of a language: our texts, then those of catalogues and samples."""
    return _catalogue(assets.root() / "languages", code)


@cache
def _catalogue(where: Path, code: str) -> NullTranslations:
    found = NullTranslations()
    for folder in ("content", "."):
        file = where / folder / f"{code}.mo"
        if file.exists():
            with file.open("rb") as stream:
                further, found = found, GNUTranslations(stream)
            found.add_fallback(further)
    return found
