"""Dots: clicked, typed, stepped, and what is no such number kept and shown."""

import math

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.rules.fields import Field
from desktop.window.fields import dot_slider
from desktop.window.fields.dot_slider import DotsEditor

STRENGTH = Field(id="strength", kind="integer", label="Strength", minimum=1, maximum=10)
MELEE = Field(id="melee", kind="integer", label="Melee", minimum=0, maximum=10)


def editor(qtbot: QtBot, field: Field = STRENGTH, value: object = 2) -> DotsEditor:
    made = DotsEditor(field)
    qtbot.addWidget(made)
    made.resize(made.sizeHint())
    made.show_value(value)
    made.name(field.label)
    with qtbot.waitExposed(made):
        made.show()
    return made


def place(made: DotsEditor, number: int) -> QPoint:
    """The middle of a dot, counted from 1."""
    return QPoint(round(4 + (number - 1) * 13 + 4 * (number > 5) + 5), made.dots.height() // 2)


@pytest.mark.parametrize("number", [1, 4, 5, 6, 10])
def test_a_click_on_a_dot_takes_as_many(qtbot: QtBot, number: int) -> None:
    made = editor(qtbot)
    with qtbot.waitSignal(made.changed):
        qtbot.mouseClick(made.dots, Qt.MouseButton.LeftButton, pos=place(made, number))
    assert made.value() == number


def test_a_click_on_the_last_dot_taken_gives_it_back(qtbot: QtBot) -> None:
    made = editor(qtbot, MELEE, 3)
    qtbot.mouseClick(made.dots, Qt.MouseButton.LeftButton, pos=place(made, 3))
    assert made.value() == 2


def test_the_first_dot_stays_where_there_must_be_one(qtbot: QtBot) -> None:
    made = editor(qtbot, STRENGTH, 1)
    qtbot.mouseClick(made.dots, Qt.MouseButton.LeftButton, pos=place(made, 1))
    assert made.value() == 1


@pytest.mark.parametrize(
    ("key", "comes"),
    [
        (Qt.Key.Key_Right, 4),
        (Qt.Key.Key_Up, 4),
        (Qt.Key.Key_Left, 2),
        (Qt.Key.Key_Down, 2),
        (Qt.Key.Key_Home, 1),
        (Qt.Key.Key_End, 10),
        (Qt.Key.Key_7, 7),
    ],
)
def test_keys_change_the_number(qtbot: QtBot, key: Qt.Key, comes: int) -> None:
    made = editor(qtbot, STRENGTH, 3)
    with qtbot.waitSignal(made.changed):
        qtbot.keyClick(made.dots, key)
    assert made.value() == comes


@pytest.mark.parametrize("key", [Qt.Key.Key_PageUp, Qt.Key.Key_PageDown])
def test_the_keys_that_turn_pages_are_left_to_the_page(qtbot: QtBot, key: Qt.Key) -> None:
    made = editor(qtbot, STRENGTH, 3)
    event = QKeyEvent(QEvent.Type.KeyPress, key, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(made.dots, event)
    assert not event.isAccepted()
    assert made.value() == 3


def test_one_and_nought_typed_together_are_ten(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dot_slider, "_PAUSE", math.inf)
    made = editor(qtbot)
    qtbot.keyClicks(made.dots, "10")
    assert made.value() == 10


def test_two_digits_that_make_no_number_of_dots_are_two_choices(qtbot: QtBot) -> None:
    made = editor(qtbot)
    qtbot.keyClicks(made.dots, "47")
    assert made.value() == 7


def test_a_digit_that_is_too_low_is_kept_for_the_model_to_refuse(qtbot: QtBot) -> None:
    made = editor(qtbot)
    qtbot.keyClick(made.dots, Qt.Key.Key_0)
    assert made.value() == 0
    assert made.dots.accessibleDescription() == "0"


@pytest.mark.parametrize("value", [17, -2, "many", 2.5, True, None])
def test_what_is_no_such_number_is_shown_as_it_is_and_kept(qtbot: QtBot, value: object) -> None:
    made = editor(qtbot, MELEE, value)
    assert made.value() is value or made.value() == value
    assert made.dots.accessibleDescription() == str(value)
    qtbot.keyClick(made.dots, Qt.Key.Key_3)
    assert made.value() == 3
    assert made.dots.accessibleDescription() == ""


def test_the_wheel_changes_nothing_in_passing(qtbot: QtBot) -> None:
    made = editor(qtbot)
    other = editor(qtbot)
    other.setFocus()
    assert not made.dots.hasFocus()
    before = made.value()
    turn = QWheelEvent(
        QPointF(5, 5),
        QPointF(5, 5),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(made.dots, turn)
    assert made.value() == before


def test_a_screen_reader_finds_a_slider_with_its_name_and_value(qtbot: QtBot) -> None:
    made = editor(qtbot, STRENGTH, 4)
    seen = QAccessible.queryAccessibleInterface(made.dots)
    assert seen.role() == QAccessible.Role.Slider
    assert seen.text(QAccessible.Text.Name) == "Strength"
    worth = seen.valueInterface()
    assert (worth.currentValue(), worth.maximumValue()) == (4, 10)


def test_a_screen_reader_can_move_it(qtbot: QtBot) -> None:
    made = editor(qtbot, STRENGTH, 4)
    with qtbot.waitSignal(made.changed):
        made.dots.setValue(6)
    assert made.value() == 6


def test_locked_dots_cannot_be_reached_until_they_are_unlocked(qtbot: QtBot) -> None:
    made = editor(qtbot, STRENGTH, 4)
    made.lock(True)
    assert not made.dots.isEnabled()
    made.lock(False)
    qtbot.keyClick(made.dots, Qt.Key.Key_9)
    assert made.value() == 9
