"""Which language people read, and the catalogue of its texts."""

import os
from collections.abc import Mapping
from gettext import GNUTranslations, NullTranslations

from desktop import assets

LANGUAGES = ("en", "pl", "cs", "ru")

VARIABLES = ("FRAYDESK_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def wanted(asked: str = "", environment: Mapping[str, str] = os.environ) -> str:
    """The language that is asked for, or that the environment names, or English."""
    told = [asked, *(environment.get(name, "") for name in VARIABLES)]
    named = next((word for word in told if word), "")
    code = named[:2].lower()
    return code if code in LANGUAGES else "en"


def catalogue(code: str) -> NullTranslations:
    """The compiled catalogue of a language; English has none, and needs none."""
    file = assets.root() / "languages" / f"{code}.mo"
    if not file.exists():
        return NullTranslations()
    with file.open("rb") as stream:
        return GNUTranslations(stream)
