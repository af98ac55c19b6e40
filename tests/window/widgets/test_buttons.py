"""Buttons that paint themselves."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop.window.widgets import paint, theme
from desktop.window.widgets.buttons import EACH_MORE, ActionButton, Chip, OptionButton
from desktop.window.widgets.flow import Flow
from tests.window.conftest import Painted


@pytest.mark.parametrize(
    ("why_not", "said"),
    [("Zenon: no hit point is missing", 1), ("no hit point is missing", 1), (None, 0)],
)
def test_why_something_cannot_be_names_it_once(
    qtbot: QtBot, why_not: str | None, said: int
) -> None:
    chip = Chip("Zenon", why_not=why_not)
    qtbot.addWidget(chip)
    assert chip.toolTip().count("Zenon: ") == said
    assert chip.accessibleDescription() == ("no hit point is missing" if why_not else "")


def test_what_a_button_needs_goes_with_the_size_that_is_chosen(
    qtbot: QtBot, qapp: QApplication
) -> None:
    button = OptionButton()
    qtbot.addWidget(button)
    button.show_option("Long burst", "2 seg.", "L", None, chosen=False)
    before = button.needed()
    theme.resize(qapp, 200)
    assert button.needed() == pytest.approx(2 * before, rel=0.1)
    theme.resize(qapp, 100)
    assert button.needed() == before


def test_what_the_rules_forbid_looks_possible_while_they_are_overruled(qtbot: QtBot) -> None:
    pictures = []
    far = "too far away for it with what is held"
    for why_not, may in ((None, False), (far, True), (far, False)):
        button = OptionButton()
        qtbot.addWidget(button)
        button.resize(120, 29)  # no room for a reason
        button.show_option("Disarm", "", "D", why_not, chosen=False, may=may)
        pictures.append(button.grab().toImage())
    possible, overruled, forbidden = pictures
    assert overruled == possible
    assert forbidden != possible


def test_of_a_price_without_room_the_number_stays_before_the_key(
    qtbot: QtBot, words_painted: list[Painted]
) -> None:
    button = OptionButton()
    qtbot.addWidget(button)
    button.show_option("Aim", "1\u00a0action", "A", None, chosen=False)
    words_painted.clear()
    for wide in (200, button.needed(), button.needed() - 12):
        button.resize(wide, 29)
        button.grab()
    painted = [each.words for each in words_painted]
    assert painted == ["Aim", "1\u00a0action · A", "Aim", "1 · A", "Aim", "A"]


@pytest.mark.parametrize("chosen", [False, True])
def test_beside_a_long_label_the_number_of_the_price_stays_by_smaller_letters(
    qtbot: QtBot, words_painted: list[Painted], chosen: bool
) -> None:
    button = OptionButton()
    qtbot.addWidget(button)
    button.show_option("Высвобождение", "1\u00a0действ.", "В", None, chosen)
    words_painted.clear()
    note = paint.width_of("1 · В", paint.smaller(button.letters, 1.5))
    button.resize(paint.width_of(button.label, paint.smaller(button.letters, 0.5)) + note + 24, 29)
    button.grab()
    painted = [(each.words, each.left >= 0) for each in words_painted]
    assert painted == [("Высвобождение", True), ("1 · В", True)]


@pytest.mark.parametrize(
    ("label", "note", "odds", "lines"),
    [
        ("Zenon", "out of the fight", "84 %", 1),
        ("Уличный грабитель 1", "в 12 м, слишком далеко, без результата", "84 %", 3),
        ("Krvácení: životy za kolo: −1, do ověření štěstí", "", "", 2),
    ],
)
def test_a_chip_without_room_on_one_line_has_more_of_them_in_a_flow(
    qtbot: QtBot, words_painted: list[Painted], label: str, note: str, odds: str, lines: int
) -> None:
    place, chip, short = Flow(), Chip(label, note, tint=1), Chip("Ż", tint=1)
    qtbot.addWidget(place)
    place.add(short)
    place.add(chip)
    chip.show_odds(odds)
    place.resize(260, place.heightForWidth(260))
    words_painted.clear()
    place.grab()
    assert chip.width() <= 260
    needed = short.sizeHint().height() + (lines - 1) * EACH_MORE
    assert chip.height() == max(needed, short.height()), "a theme may ask for more than a line has"
    assert all(each.left >= 0 for each in words_painted)
    said = " ".join(each.words for each in words_painted)
    assert all(word in said for word in f"{label} {note} {odds}".split())


def test_an_answer_without_room_for_all_cuts_its_note_and_says_what_it_leads_to(
    qtbot: QtBot, words_painted: list[Painted]
) -> None:
    button = ActionButton()
    qtbot.addWidget(button)
    chance = "hits 33 % · 0.18 HP"
    button.show_label("Dodge", "2", f"50 %, costs the action of this turn · {chance}", chance)
    words_painted.clear()
    button.resize(button.sizeHint().width() - 40, button.sizeHint().height())
    button.grab()
    painted = {each.words: each.area for each in words_painted}
    assert painted[chance].width() >= paint.width_of(chance, paint.smaller(button.letters, 1.5))
    assert painted[chance].right() <= button.width() - 25, "beside the key, not over it"


def in_a_column(qtbot: QtBot) -> tuple[QWidget, ActionButton]:
    """An action in a column, whose widget says how wide it is."""
    around, button = QWidget(), ActionButton()
    qtbot.addWidget(around)
    QVBoxLayout(around).addWidget(button)
    return around, button


def test_a_note_without_room_beside_the_label_stands_below_it_whole(
    qtbot: QtBot, words_painted: list[Painted]
) -> None:
    around, button = in_a_column(qtbot)
    button.show_label("Dodge", "2", "4 dice, costs an action · hits 15 %", "hits 15 %")
    around.resize(button.sizeHint().width() - 10, 120)
    around.show()
    qtbot.waitUntil(lambda: button.height() > 40)
    words_painted.clear()
    button.grab()
    middle = button.height() / 2 + 4
    painted = [(each.words, each.area.center().y() > middle) for each in words_painted]
    assert sorted(painted) == [
        ("4 dice, costs an action", True), ("Dodge", False), ("hits 15 %", False),
    ]  # fmt: skip
    around.resize(600, 120)
    qtbot.waitUntil(lambda: button.height() < 40)


@pytest.mark.parametrize(("beside", "lines"), [("hits 15 %", 2), ("hits 15 % · " * 9, 4)])
def test_a_note_is_not_cut_but_takes_as_many_lines_as_it_needs(
    qtbot: QtBot, words_painted: list[Painted], beside: str, lines: int
) -> None:
    around, button = in_a_column(qtbot)
    note = "free, by the roll that stands: 39; strikes: bare hands and feet, 1d4−1"
    button.show_label("Counterattack", "2", f"{note} · {beside}", beside)
    around.resize(300, 200)
    around.show()
    qtbot.waitUntil(lambda: button.height() >= 30 + 16 * lines)
    words_painted.clear()
    button.grab()
    small = paint.smaller(button.letters, 1.5)
    painted = [each for each in words_painted if each.words != "Counterattack"]
    said = " ".join(each.words for each in painted).split()
    assert {*said} | {"·"} == {*f"{note} · {beside}".split()}
    for each in painted:
        assert paint.width_of(each.words, small) <= each.area.width()
        assert each.area.right() <= button.width() - 25, "beside the key, not over it"
