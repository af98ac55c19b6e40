"""Letters for options."""

from __future__ import annotations

from desktop.rules.contract import Option
from desktop.window.combat.shortcuts import shortcuts


def option(label: str, key: str = "", why_not: str | None = None) -> Option:
    return Option("act", "zenon", label, label, key=key, why_not=why_not)


def test_an_option_keeps_the_letter_the_system_gives_it() -> None:
    found = [option("Atak", "A"), option("Ruch", "R"), option("Aim", "A")]
    assert shortcuts(found, ["Atak", "Ruch", "Aim"]) == ["A", "R", "I"]


def test_letters_come_from_the_last_word_and_lose_their_accents() -> None:
    found = [option("Aktywuj: Zenon"), option("Aktywuj: Żaba"), option("Действие")]
    words = [str(o.label) for o in found]
    assert shortcuts(found, words) == ["Z", "A", "Д"]


def test_what_cannot_be_takes_no_letter_from_others() -> None:
    found = [option("Ruch", why_not="no AP"), option("Rzut")]
    assert shortcuts(found, ["Ruch", "Rzut"]) == ["", "R"]


def test_two_letters_that_look_alike_are_never_two_keys() -> None:
    found = [option("Disarm", "H"), option("Knocked down")]
    assert shortcuts(found, ["Разоружение", "Нокдаун"]) == ["H", "\N{CYRILLIC CAPITAL LETTER O}"]


def test_the_space_bar_is_nobodys_letter() -> None:
    assert shortcuts([option("End", "Space")], ["End"]) == [""]
