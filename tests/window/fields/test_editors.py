"""What editors show and keep, whichever words lead."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QStyleOptionComboBox,
    QToolButton,
    QToolTip,
)
from pytestqt.qtbot import QtBot

from desktop.rules.fields import Choice, Field, Kind
from desktop.rules.text import Term, Text
from desktop.window.fields.chips import ChipsEditor
from desktop.window.fields.editor import Editor, leave_undo
from desktop.window.fields.editors import ChoiceEditor, NumberEditor, QuietComboBox, TextEditor
from desktop.window.widgets import language, theme


def test_words_of_choices_are_said_anew_where_other_words_lead(qtbot: QtBot) -> None:
    """In lists that open, as chips, and in a line of text that is typed by them."""
    label = Text("{word}", word=Term("heavy", "ciężka"))
    choices = (Choice("heavy", label), Choice("light", Text("{word}", word=Term("light", "lekka"))))

    def field(kind: Kind) -> Field:
        return Field(id="wound", kind=kind, label="Wound", choices=choices)

    box, chips = ChoiceEditor(field("choice"), "sheet"), ChipsEditor(field("choices"))
    line = TextEditor(field("text"))
    editors: tuple[tuple[Editor, object], ...] = (
        (box, "heavy"),
        (chips, ["heavy"]),
        (line, "heavy"),
    )
    for editor, value in editors:
        qtbot.addWidget(editor)
        editor.show_value(value)
    for own, said in ((True, "ciężka"), (False, "heavy"), (True, "ciężka")):
        language.use_own_terms(own)
        for editor, _ in editors:
            editor.use_terms()
        assert box.box.currentText() == said
        assert next(iter(chips.chips().values())).label == said
        assert line.edit.text() == said
    assert (box.value(), chips.value(), line.value()) == ("heavy", ["heavy"], "heavy")


class LineOnX11(QLineEdit):
    """A line that takes Ctrl+E for itself, to go to its end."""

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)


@pytest.mark.parametrize("leave", [leave_undo, partial(leave_undo, empty_only=True)])
def test_ctrl_e_in_a_line_is_the_windows(qtbot: QtBot, leave: Callable[[QLineEdit], None]) -> None:
    line = LineOnX11("Vera")
    qtbot.addWidget(line)
    leave(line)
    for key, taken in ((Qt.Key.Key_E, False), (Qt.Key.Key_C, True)):
        ctrl = Qt.KeyboardModifier.ControlModifier
        event = QKeyEvent(QEvent.Type.ShortcutOverride, key, ctrl)
        event.ignore()  # as Qt asks
        QApplication.sendEvent(line, event)
        assert event.isAccepted() == taken


def test_a_choice_without_room_ends_in_an_ellipsis_and_is_the_tooltip(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = QuietComboBox()
    qtbot.addWidget(box)
    box.addItem("Ochrona celu albo pozycji")
    tips: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda at, text, of: tips.append(text))
    for width, cut in ((90, True), (400, False)):
        box.setFixedWidth(width)
        box.show()
        option = QStyleOptionComboBox()
        box.initStyleOption(option)
        assert option.currentText.endswith("…") == cut
        QApplication.sendEvent(box, QHelpEvent(QEvent.Type.ToolTip, QPoint(), QPoint()))
    assert tips == ["Ochrona celu albo pozycji"]


def test_a_digit_that_no_choice_begins_with_is_left_to_the_dice(qtbot: QtBot) -> None:
    box = QuietComboBox()
    qtbot.addWidget(box)
    box.addItems(["–", "Tolek Brzask", "7 krzyży", "Bandyta 2"])

    def typed(text: str, at: int) -> bool:
        event = QKeyEvent(QEvent.Type.KeyPress, 0, Qt.KeyboardModifier.NoModifier, text)
        event.setTimestamp(at)
        QApplication.sendEvent(box, event)
        return event.isAccepted()

    assert typed("t", 10_000)
    assert box.currentText() == "Tolek Brzask"
    assert typed("2", 10_100), "it may go on with a name"
    assert not typed("1", 20_000)
    assert not typed("ž", 30_000), "a 6 without Shift"
    assert typed("7", 40_000)


def test_a_long_choice_in_the_combat_panel_has_the_row_and_gives_way_where_that_is_short(
    qtbot: QtBot,
) -> None:
    words = "Submachine gun, single shots and bursts · 60 %, 1d10"
    editor = ChoiceEditor(
        Field(id="with", kind="choice", label="With", choices=(Choice("smg", words),)), "panel"
    )
    qtbot.addWidget(editor)
    editor.show_value("smg")
    for width, whole in ((700, True), (200, False)):
        editor.resize(width, 40)
        editor.show()
        qtbot.wait(1)
        assert (editor.box.width() >= editor.box.sizeHint().width()) == whole
        assert editor.box.width() <= width


def test_where_nothing_is_chosen_yet_down_chooses_the_first(qtbot: QtBot) -> None:
    levels = tuple(Choice(level, level) for level in ("scratch", "light", "heavy"))
    field = Field("level", "choice", "Level", required=True, choices=levels)
    editor = ChoiceEditor(field, "panel")
    qtbot.addWidget(editor)
    editor.show_value(None)
    assert editor.value() is None
    qtbot.keyClick(editor.box, Qt.Key.Key_Down)
    assert editor.value() == "scratch"


@pytest.mark.parametrize("typed", ["-20", "-100"])
def test_the_sign_of_a_number_has_room_between_less_and_more(
    qtbot: QtBot, qapp: QApplication, typed: str
) -> None:
    theme.apply(qapp, "light")
    editor = NumberEditor(Field("other", "integer", "Other"), "panel")
    qtbot.addWidget(editor)
    editor.show()
    QTest.keyClicks(editor.edit, typed)
    editor.edit.grab()  # it is scrolled when it is painted
    less, _ = editor.edit.findChildren(QToolButton)
    wide = editor.edit.fontMetrics().horizontalAdvance(typed)
    begins = editor.edit.cursorRect().center().x() - wide
    assert begins - less.geometry().right() >= 8, "the line is not scrolled to its end"
