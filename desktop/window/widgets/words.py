"""The one place where what the rules say becomes what the window shows.

A text of the rules is a template with values; here it is put into the window's language.
"""

from __future__ import annotations

from desktop.rules.text import Words


def in_words(words: Words) -> str:
    """A text as it is shown; names, numbers and the system's own terms stay as they are."""
    return str(words)
