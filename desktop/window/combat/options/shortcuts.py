"""One letter for each action of a system, the same for everybody and whatever is on offer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any
from unicodedata import normalize

from desktop.rules.contract import Action, Option

TAKEN = {"Space", "Enter", "Esc"}
"""Keys with a meaning of their own in the panel."""

Letters = Mapping[tuple[str, str], str]
"""The letter of each action, by ``(do, action)``; those without one are left out."""

_LOOKS_LIKE = str.maketrans("АВЕЅКМНОРСТУХІЈ", "ABESKMHOPCTYXIJ")
"""Cyrillic capitals nobody can tell from Latin ones on a button."""

_SAME_KEY = str.maketrans("ЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ", "QWERTYUIOPASDFGHJKLZXCVBNM")
"""Cyrillic letters and the Latin ones of the same keys."""


def letters_of(
    actions: Iterable[Action[Any, Any]], word: Callable[[Action[Any, Any]], str]
) -> Letters:
    """The system's own letter where it names one, else one from the label that is still free.

    ``word`` gives the label as it is shown. The commonest actions stand first in a system, so these
    have letters where there are not enough.
    """
    found: dict[tuple[str, str], str] = {}
    used: set[str] = set()
    actions = list(actions)

    def give(action: Action[Any, Any], letters: Iterable[str]) -> None:
        letter = next((k for k in letters if _look(k) not in used), "")
        if letter:
            used.add(_look(letter))
            # An action is the same whether it is declared or done.
            found.update({(do, action.id): letter for do in (action.do, *action.also)})

    for action in actions:
        if action.key and action.key not in TAKEN:
            give(action, [action.key.upper()])
    for action in actions:
        if (action.do, action.id) not in found and action.key not in TAKEN:
            give(action, _candidates(word(action)))
    return found


def shortcuts(options: Sequence[Option], words: Sequence[str], letters: Letters) -> list[str]:
    """A key for each option: its action's; empty where that has none.

    Where several people can do the same, as when somebody is to be chosen, each has a letter from
    the label instead; so has what is both declared and done at once. ``words`` are the labels as
    shown.
    """
    actions = [(option.do, option.action) for option in options]
    shared = {action for action in actions if actions.count(action) > 1}
    keys = ["" if a in shared else letters.get(a, "") for a in actions]
    used = {_look(key) for key in keys}
    for number, action in enumerate(actions):
        again = bool(keys[number]) and keys[number] in keys[:number]
        if (action in shared or again) and options[number].why_not is None:
            keys[number] = next((k for k in _candidates(words[number]) if _look(k) not in used), "")
            used.add(_look(keys[number]))
    return keys


def typed_on(keys: Sequence[str], letter: str) -> str:
    """Which of the keys was meant by a letter; another one of the same key on a Latin keyboard."""
    return letter if letter in keys else letter.translate(_SAME_KEY)


def _look(key: str) -> str:
    return key.translate(_LOOKS_LIKE)


def _candidates(words: str) -> list[str]:
    """Initials from the last word to the first, then every other letter; without accents."""
    plain = "".join(c for c in normalize("NFD", words) if c.isalpha() or c.isspace())
    split = plain.upper().split()
    return [word[0] for word in reversed(split)] + [c for word in reversed(split) for c in word[1:]]
