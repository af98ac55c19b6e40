"""The language that was chosen, with everything that is said in it."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping

from desktop.languages import ENGLISH, Language
from desktop.translations import catalogue, named, wanted


def chosen(asked: str = "", environment: Mapping[str, str] = os.environ) -> Language:
    """The language that is asked for or that the environment names, with its catalogue.

    Where nothing is named, or the locale "C", it is English, and catalogues and samples stay as
    they are.
    """
    code = wanted(asked, environment)
    nothing = re.match(r"(C|POSIX)?($|\.)", named(asked, environment))
    return ENGLISH if nothing else Language(code, catalogue(code))
