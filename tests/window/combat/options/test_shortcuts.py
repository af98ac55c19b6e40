"""Letters for actions."""

from __future__ import annotations

from typing import Any, cast

import pytest
from pydantic import create_model
from pytestqt.qtbot import QtBot

from desktop.rules import systems
from desktop.rules.contract import Action, Command, Option
from desktop.rules.text import Text
from desktop.window.combat.options.bar import OptionsBar, letters_of, shortcuts, typed_on
from desktop.window.combat.session.preferences import Preferences


def action(label: str, key: str = "") -> Action[Any, Any]:
    fields = {"do": (str, "act"), "action": (str, label)}
    model = create_model("Made", __base__=Command, **fields)  # type: ignore[call-overload]
    return Action(model, lambda *_: None, Text("{label}", label=label), key=key)


def letters(*actions: Action[Any, Any]) -> list[str]:
    found = letters_of(actions, lambda one: str(one.label))
    return [found.get((one.do, one.id), "") for one in actions]


def option(label: str, actor: str = "zenon", why_not: str | None = None) -> Option:
    return Option("act", actor, "choose", label, label, why_not=why_not)


def test_an_action_keeps_the_letter_the_system_gives_it() -> None:
    assert letters(action("Atak", "A"), action("Aim"), action("Ruch", "R")) == ["A", "I", "R"]


def test_letters_come_from_the_last_word_and_lose_their_accents() -> None:
    assert letters(action("Bieg Żaby"), action("Действие")) == ["Z", "Д"]


def test_two_letters_that_look_alike_are_never_two_keys() -> None:
    found = letters(action("Hod", "H"), action("Нокдаун"))
    assert found == ["H", "\N{CYRILLIC CAPITAL LETTER O}"]


def test_where_the_words_are_cyrillic_so_are_the_letters() -> None:
    assert letters(action("Атака", "A"), action("Прицеливание", "I")) == [
        "\N{CYRILLIC CAPITAL LETTER A}",
        "П",
    ]


def test_a_cyrillic_word_has_no_latin_letter_though_its_own_are_spent() -> None:
    assert letters(action("Бой", "B"), action("Обойти", "O"), action("Боб", "Q")) == [
        "Б",
        "\N{CYRILLIC CAPITAL LETTER O}",
        "Shift+Б",
    ]


def test_the_space_bar_is_nobodys_letter() -> None:
    assert letters(action("End", "Space")) == [""]


def test_where_several_can_be_chosen_each_has_a_letter() -> None:
    found = [option("Aktywuj: Zenon", "z"), option("Aktywuj: Żaba", "b")]
    assert shortcuts(found, [str(o.label) for o in found], {}, {}) == ["Z", "A"]


def test_who_is_chosen_among_several_has_the_first_letter_of_the_first_name() -> None:
    names = ["Zenon Kowalski", "Halina Żółć", "Bogdan Wąs", "Zofia Nowak", "Zofia Nowak"]
    labels = [f"Aktywuj: {name}" for name in names]
    found = [option(label, str(number)) for number, label in enumerate(labels)]
    assert shortcuts(found, labels, {}, {}) == ["Z", "H", "B", "N", "A"]
    alike = ["Aktywuj: Legionista 1", "Aktywuj: Legionista 2"]
    assert shortcuts(found[:2], alike, {}, {}) == ["L", "A"]


def test_the_last_of_several_keeps_the_letter_of_its_name() -> None:
    label = "Aktywuj: Bogdan Wąs"
    last = option(label)
    name = last.do, last.action
    assert shortcuts([last], [label], {name: "Y"}, {name: "Aktywuj"}) == ["B"]
    assert shortcuts([last], [label], {name: "Y"}, {name: "Test"}) == ["Y"]


def test_what_cannot_be_takes_no_letter_from_others() -> None:
    found = [option("Ruch", "a", why_not="no AP"), option("Rzut", "b")]
    assert shortcuts(found, ["Ruch", "Rzut"], {}, {}) == ["", "R"]


def test_where_plain_letters_are_spent_one_goes_with_shift(qtbot: QtBot) -> None:
    actions = [action("Aa"), action("A")]
    assert letters(*actions) == ["A", "Shift+A"]
    bar = OptionsBar()
    qtbot.addWidget(bar)
    bar.letters = letters_of(actions, lambda one: str(one.label))
    options = [Option("act", "zenon", one.id, str(one.label), str(one.label)) for one in actions]
    bar.show_options(options, None, Preferences())
    with qtbot.waitSignal(bar.chosen) as chosen:
        assert bar.press("A", shifted=True)
    assert chosen.args == [options[1]]
    with qtbot.waitSignal(bar.chosen) as chosen:
        assert bar.press("A")
    assert chosen.args == [options[0]]


def test_a_bar_that_could_not_be_filled_is_laid_out_the_next_time(qtbot: QtBot) -> None:
    bar = OptionsBar()
    qtbot.addWidget(bar)
    wrong = [Option("act", "zenon", "a", "A", section=cast(Any, "nowhere"))]
    with pytest.raises(ValueError, match="not in tuple"):
        bar.show_options(wrong, None, Preferences())
    assert bar.column.isEnabled()


def test_the_letter_of_what_is_folded_away_says_why_it_cannot_be(qtbot: QtBot) -> None:
    actions = [action(chr(ord("A") + number)) for number in range(18)]
    bar = OptionsBar()
    qtbot.addWidget(bar)
    bar.letters = letters_of(actions, lambda one: str(one.label))
    options = [
        Option("act", "zenon", one.id, str(one.label), str(one.label), why_not=why_not)
        for one, why_not in zip(actions, ["no AP", *[None] * 17], strict=True)
    ]
    bar.show_options(options, None, Preferences(), turn="first")
    assert "A" not in bar.keys
    with qtbot.assertNotEmitted(bar.chosen):
        assert bar.press("A")
    assert bar.why.text() == "A: no AP"


@pytest.mark.parametrize("system", systems())
def test_a_letter_means_one_action_in_a_system_whoever_is_on_turn(system: str) -> None:
    actions = systems()[system].actions
    found = letters_of(actions, lambda one: one.native or str(one.label))
    once = {(one.do, one.id): found.get((one.do, one.id)) for one in actions}
    given = [letter for letter in once.values() if letter]
    assert len(set(given)) == len(given)
    assert [
        one.id for one in actions if one.key != "Space" and not found.get((one.do, one.id))
    ] == []


def test_letters_of_a_cyrillic_keyboard_mean_the_same_keys() -> None:
    assert typed_on(["A", "D", "П"], "Ф") == "A"
    assert typed_on(["A", "D", "П"], "В") == "D"
    assert typed_on(["A", "D", "П", "G"], "П") == "П", "a letter that is there means itself"
    assert typed_on(["A", "D"], "A") == "A"
    for sign, letter in {";": "Ж", ":": "Ж", "[": "Х", "{": "Х", "'": "Э", "]": "Ъ"}.items():
        assert typed_on([letter, "D"], sign) == letter
    assert typed_on(["\N{CYRILLIC CAPITAL LETTER A}", "П"], "A") == "\N{CYRILLIC CAPITAL LETTER A}"
    assert typed_on(["A", "П"], "G") == "П"
    assert typed_on(["A", "Shift+П"], "Shift+G") == "Shift+П"


def test_of_the_same_key_and_of_the_looks_counts_what_the_keyboard_has() -> None:
    keys = ["З", "\N{CYRILLIC CAPITAL LETTER ER}"]
    assert typed_on(keys, "P", by_place=True) == "З", "they share a key of a Russian keyboard"
    assert typed_on(keys, "P") == keys[1], "and look alike where there is no Cyrillic on it"
    assert typed_on(["P", "H"], "\N{CYRILLIC CAPITAL LETTER ER}") == "H"


def test_what_is_declared_and_what_is_done_at_once_have_two_letters() -> None:
    found = [
        Option("declare", "a", "move", "Move"),
        Option("act", "a", "move", "Move at once"),
    ]
    letters = {("declare", "move"): "M", ("act", "move"): "M"}
    first, second = shortcuts(found, ["Move", "Move at once"], letters, {})
    assert first == "M"
    assert second
    assert second != "M"
