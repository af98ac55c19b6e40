"""Scores in rows: known names, names of one's own, nothing of what was given lost."""

from typing import Annotated

import pytest
from pydantic import Field as Limits
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.rules.fields import Record, Shown, fields_of
from desktop.rules.text import Text
from desktop.window.fields.editor import Surroundings
from desktop.window.fields.factory import make_editor
from desktop.window.fields.score_rows import ScoreRows

Rating = Annotated[int, Limits(ge=0, le=10)]


class Talents(Record):
    fencing: Annotated[int, Limits(ge=0, le=60), Shown("Fencing", "Fechtunek", group="Siła")] = 5
    climbing: Annotated[int, Limits(ge=0, le=60), Shown("Climbing", "Wspinanie")] = 0


class Sheet(Record):
    powers: Annotated[
        dict[str, Rating],
        Shown("Powers", labels=(("brawl", "Драка"), ("martial_arts", "Боевые искусства"))),
    ] = {}
    talents: Annotated[Talents, Shown("Talents")] = Talents()


POWERS, TALENTS = fields_of(Sheet)


def rows(qtbot: QtBot, all_known: bool = True, talents: bool = False) -> ScoreRows:
    made = ScoreRows(
        TALENTS if talents else POWERS, Surroundings(make_editor), all_known=all_known, growing=True
    )
    qtbot.addWidget(made)
    made.resize(900, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


class Skills(Record):
    skills: Annotated[dict[str, Rating], Shown("Skills", labels={"shoot": Text("Marksman")})] = {}


def test_a_known_name_is_called_by_its_label(qtbot: QtBot) -> None:
    made = ScoreRows(fields_of(Skills)[0], Surroundings(make_editor))
    qtbot.addWidget(made)
    assert made.boxes["shoot"].editor.focus_widget().accessibleName() == "Marksman"


def test_every_known_name_has_a_row_and_an_empty_one_is_no_part_of_the_value(qtbot: QtBot) -> None:
    made = rows(qtbot)
    assert list(made.boxes) == ["brawl", "martial_arts"]
    assert made.value() == {}
    qtbot.keyClick(made.boxes["brawl"].editor.focus_widget(), Qt.Key.Key_3)
    assert made.value() == {"brawl": 3}


@pytest.mark.parametrize(
    "given",
    [
        {"martial_arts": 2, "brawl": 0},
        {"Драка": 4, "Вождение": 1},
        {"brawl": 1, "ДРАКА": 2},
        {"brawl": 17, "x": "many"},
        {"": 3},
        {},
    ],
)
@pytest.mark.parametrize("all_known", [True, False])
def test_what_is_shown_is_given_back_as_it_was(
    qtbot: QtBot, given: dict[str, object], all_known: bool
) -> None:
    made = rows(qtbot, all_known)
    made.show_value(given)
    assert made.value() == given
    made.show_value({"brawl": 1})
    assert made.value() == {"brawl": 1}


def test_what_is_no_mapping_is_kept_until_it_is_changed(qtbot: QtBot) -> None:
    made = rows(qtbot)
    made.show_value("plenty")
    assert made.value() == "plenty"
    qtbot.keyClick(made.boxes["brawl"].editor.focus_widget(), Qt.Key.Key_2)
    assert made.value() == {"brawl": 2}


def test_a_known_name_in_other_letters_stands_in_the_known_ones_row(qtbot: QtBot) -> None:
    made = rows(qtbot)
    made.show_value({"боевые Искусства": 3})
    assert list(made.boxes) == ["brawl", "боевые Искусства"]
    qtbot.keyClick(made.boxes["боевые Искусства"].editor.focus_widget(), Qt.Key.Key_4)
    assert made.value() == {"боевые Искусства": 4}


def test_a_typed_name_makes_a_row_and_the_next_key_its_number(qtbot: QtBot) -> None:
    made = rows(qtbot)
    made.add_line.setText("Вождение")
    with qtbot.waitSignal(made.changed):
        qtbot.keyClick(made.add_line, Qt.Key.Key_Return)
    assert made.value() == {"Вождение": 1}
    assert made.add_line.text() == ""
    dots = made.boxes["Вождение"].editor.focus_widget()
    assert made.window().focusWidget() is dots
    qtbot.keyClick(dots, Qt.Key.Key_5)
    assert made.value() == {"Вождение": 5}


def test_a_known_name_typed_by_any_of_its_words_is_taken_by_its_id(qtbot: QtBot) -> None:
    made = rows(qtbot, all_known=False)
    assert not made.boxes
    made.add("драка")
    assert made.value() == {"brawl": 1}
    made.add("Brawl")
    assert made.value() == {"brawl": 1}


def test_delete_takes_an_own_row_out_and_empties_a_known_one(qtbot: QtBot) -> None:
    made = rows(qtbot)
    made.show_value({"brawl": 3, "Вождение": 2})
    qtbot.keyClick(made.boxes["Вождение"].editor.focus_widget(), Qt.Key.Key_Delete)
    assert made.value() == {"brawl": 3}
    qtbot.keyClick(made.boxes["brawl"].editor.focus_widget(), Qt.Key.Key_Delete)
    assert made.value() == {"brawl": 0}
    assert "brawl" in made.boxes


def test_a_refusal_stands_at_its_row(qtbot: QtBot) -> None:
    made = rows(qtbot)
    made.show_value({"brawl": 17})
    left = made.refuse([(("brawl",), "can be at most 10"), (("gone",), "is odd")])
    assert made.boxes["brawl"].refusal.text() == "can be at most 10"
    assert not made.boxes["martial_arts"].refusal.isVisible()
    assert left == ["gone: is odd"]


def test_a_record_gives_all_its_numbers_and_takes_more(qtbot: QtBot) -> None:
    made = rows(qtbot, talents=True)
    made.show_value({"fencing": 12, "luck": 3})
    assert made.value() == {"fencing": 12, "luck": 3, "climbing": 0}
    qtbot.keyClicks(made.boxes["luck"].editor.focus_widget(), "x")
    assert made.value()["luck"] in ("3x", "x3")


def test_there_are_as_many_columns_as_names_can_be_read_in(qtbot: QtBot) -> None:
    made = rows(qtbot)
    wide = {box.x() for box in made.boxes.values()}
    made.resize(300, 300)
    qtbot.waitUntil(lambda: len({box.x() for box in made.boxes.values()}) == 1)
    assert len(wide) == 2


def test_the_number_of_a_new_name_is_typed_over(qtbot: QtBot) -> None:
    made = rows(qtbot, talents=True)
    qtbot.keyClicks(made.add_line, "Lore")
    qtbot.keyClick(made.add_line, Qt.Key.Key_Return)
    line = made.boxes["Lore"].editor.focus_widget()
    qtbot.keyClicks(line, "45")
    assert made.value()["Lore"] == 45
