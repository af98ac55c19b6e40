"""A track of levels: a number says how many of each, the order of the list is kept."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field as Limits
from pytestqt.qtbot import QtBot

from desktop.rules.fields import Record, Shown, fields_of
from desktop.window.fields.dot_slider import TrackEditor
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


def type_into(qtbot: QtBot, made: TrackEditor, level: str, text: str) -> None:
    row = made.boxes[level].editor.focus_widget()
    row.selectAll()  # type: ignore[attr-defined]
    qtbot.keyClicks(row, text)


def test_a_number_adds_a_level_beside_its_kind(qtbot: QtBot) -> None:
    made = track(qtbot, ["bruised", "hurt", "dead"])
    with qtbot.waitSignal(made.changed):
        type_into(qtbot, made, "bruised", "2")
    assert made.value() == ["bruised", "bruised", "hurt", "dead"]


def test_a_number_adds_a_level_where_it_belongs_and_takes_it_away(qtbot: QtBot) -> None:
    made = track(qtbot, ["bruised", "dead"])
    type_into(qtbot, made, "hurt", "2")
    assert made.value() == ["bruised", "hurt", "hurt", "dead"]
    type_into(qtbot, made, "bruised", "0")
    assert made.value() == ["hurt", "hurt", "dead"]


def test_what_is_no_number_changes_nothing(qtbot: QtBot) -> None:
    made = track(qtbot, ["bruised", "dead"])
    type_into(qtbot, made, "bruised", "x")
    assert made.value() == ["bruised", "dead"]
