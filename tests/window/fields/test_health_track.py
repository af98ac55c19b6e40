"""A track of levels: boxes are added and taken away, the order of the list is kept."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field as Limits
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from desktop.rules.fields import Record, Shown, fields_of
from desktop.window.fields.dot_slider import DotsEditor, TrackEditor
from desktop.window.fields.editor import Surroundings
from desktop.window.fields.factory import make_editor


class Sheet(Record):
    health: Annotated[
        list[Literal["bruised", "hurt", "dead"]],
        Limits(max_length=40),
        Shown("Health", labels=(("bruised", "Синяки"), ("hurt", "Ушибы"), ("dead", "Мёртв"))),
    ]


def track(qtbot: QtBot, value: Any) -> TrackEditor:
    made = TrackEditor(fields_of(Sheet)[0], Surroundings(make_editor))
    qtbot.addWidget(made)
    made.resize(300, 100)
    made.show_value(value)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.mark.parametrize(
    "value",
    [["bruised", "hurt", "hurt", "dead"], ["dead", "bruised"], ["hurt"] * 30, ["odd"], [], "no", 3],
)
def test_a_list_is_given_back_as_it_was(qtbot: QtBot, value: Any) -> None:
    assert track(qtbot, value).value() == value


def test_the_box_with_the_plus_adds_a_level_beside_its_kind(qtbot: QtBot) -> None:
    made = track(qtbot, ["bruised", "hurt", "dead"])
    row = made.boxes["bruised"].editor
    assert isinstance(row, DotsEditor)
    with qtbot.waitSignal(made.changed):
        qtbot.mouseClick(row.dots, Qt.MouseButton.LeftButton, pos=QPoint(4 + 13 + 5, 11))
    assert made.value() == ["bruised", "bruised", "hurt", "dead"]


def test_keys_add_a_level_where_it_belongs_and_take_it_away(qtbot: QtBot) -> None:
    made = track(qtbot, ["bruised", "dead"])
    qtbot.keyClick(made.boxes["hurt"].editor.focus_widget(), Qt.Key.Key_2)
    assert made.value() == ["bruised", "hurt", "hurt", "dead"]
    qtbot.keyClick(made.boxes["bruised"].editor.focus_widget(), Qt.Key.Key_Left)
    assert made.value() == ["hurt", "hurt", "dead"]
