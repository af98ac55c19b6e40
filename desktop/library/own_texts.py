"""Texts of the shipped catalogues and samples, in the system's own language and in the chosen one.

A catalogue entry holds its text in English, and so does a sheet that took it from there. Wherever
native terms are shown, such a text is said in the system's own language; one that somebody has
changed is theirs and stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from desktop.languages import NO_CATALOGUE, Language
from desktop.languages.content import in_words
from desktop.library.resources import ResourceError, read_resource
from desktop.rules import systems


@cache
def own_texts(system: str) -> Mapping[str, str]:
    """The texts of a system by the English ones, with those of earlier catalogues, which copies in
    campaigns still have; empty where there is no such file."""
    try:
        document = read_resource(system, "own_texts.json")
    except (FileNotFoundError, ResourceError):
        return {}
    parts = [document.get(name) for name in ("earlier", "texts")]
    return {text: own for part in parts if isinstance(part, dict) for text, own in part.items()}


def as_read(system: str, value: Any, language: Language) -> Any:
    """A document with what stays as it is in it as it is read: the texts of the catalogue in the
    system's own language where that leads, else what the names that rules look up are called."""
    texts = own_texts(system) if language.own_terms else language.names
    return _said(value, texts) if texts else value


def in_language(system: str, document: Any, language: Language) -> Any:
    """A shipped catalogue or sample in the language that was chosen; as it is where none was."""
    if language.catalogue is NO_CATALOGUE or system not in systems():
        return document
    own, native = own_texts(system), language.code == systems().language(system)

    def said(text: str) -> str:
        if text in own:
            return own[text] if native else language.text(text)
        return language.text(text, context=system)

    return in_words(document, said)


def _said(value: Any, texts: Mapping[str, str]) -> Any:
    match value:
        case str():
            return texts.get(value, value)
        case Mapping():
            return {key: _said(part, texts) for key, part in value.items()}
        case list() | tuple():
            return [_said(part, texts) for part in value]
        case _:
            return value
