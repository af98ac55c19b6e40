"""One letter for each option: the system's own where it names one, else one from the label."""

from __future__ import annotations

from collections.abc import Sequence
from unicodedata import normalize

from desktop.rules.contract import Option

TAKEN = {"Space", "Enter", "Esc"}
"""Keys with a meaning of their own in the panel."""

_LOOKS_LIKE = str.maketrans("АВЕЅКМНОРСТУХІЈ", "ABESKMHOPCTYXIJ")
"""Cyrillic capitals nobody can tell from Latin ones on a button."""


def shortcuts(options: Sequence[Option], words: Sequence[str]) -> list[str]:
    """A key for each option, all different to the eye; empty where no letter is left.

    ``words`` are the labels as shown. An option that cannot be chosen gets none of its own.
    """
    keys = [option.key.upper() if option.key not in TAKEN else "" for option in options]
    used: set[str] = set()
    for number, key in enumerate(keys):
        if _look(key) in used:
            keys[number] = ""
        used.add(_look(keys[number]))
    for number, option in enumerate(options):
        if keys[number] or option.why_not is not None or option.key in TAKEN:
            continue
        keys[number] = next((k for k in _candidates(words[number]) if _look(k) not in used), "")
        used.add(_look(keys[number]))
    return keys


def _look(key: str) -> str:
    return key.translate(_LOOKS_LIKE)


def _candidates(words: str) -> list[str]:
    """Initials from the last word to the first, then every other letter; without accents."""
    plain = "".join(c for c in normalize("NFD", words) if c.isalpha() or c.isspace())
    split = plain.upper().split()
    return [word[0] for word in reversed(split)] + [c for word in reversed(split) for c in word[1:]]
