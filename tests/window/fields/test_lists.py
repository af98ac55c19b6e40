"""Lists on one line: what is shown is read back, whatever the names are."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from desktop.languages import Language
from desktop.rules.fields import Choice, Field, Kind
from desktop.window.fields.editor import flattened
from desktop.window.fields.editors import TextEditor
from desktop.window.fields.factory import ListEditor, join_names, split_names, split_scores
from desktop.window.widgets import language

NAMES = st.text(st.characters(exclude_categories=["C", "Zl", "Zp"]), min_size=1, max_size=12)


@given(st.lists(NAMES))
def test_every_list_of_names_comes_back(names: list[str]) -> None:
    assert split_names(join_names(names)) == [name for name in names if name]


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("", []),
        (" , ,", []),
        ("one, two words", ["one", "two words"]),
        ('"Пистолет, лёгкий", нож', ["Пистолет, лёгкий", "нож"]),
        ('Nóż "Oko"', ['Nóż "Oko"']),
        ('"not closed, x', ['"not closed', "x"]),
    ],
)
def test_a_line_is_read_as_a_person_means_it(line: str, names: list[str]) -> None:
    assert split_names(line) == names


@pytest.mark.parametrize(
    ("line", "scores"),
    [
        ("melee 3, dodge: 2, aim=1", {"melee": "3", "dodge": "2", "aim": "1"}),
        ('"Пистолет, лёгкий" 9, Colt 45 6', {"Пистолет, лёгкий": "9", "Colt 45": "6"}),
        ("melee", {"melee": ""}),
        ("two words x", {"two words": "x"}),
    ],
)
def test_scores_stand_after_their_names(line: str, scores: dict[str, str]) -> None:
    assert split_scores(line) == scores


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("texts", ["Pistolet, lekki", "nóż", '"Oko"']),
        ("numbers", [3, -1, 4]),
        ("pairs", [[0, 2], [1, 0]]),
        ("scores", {"Пистолет, лёгкий": 9, "Colt 45": 6}),
    ],
)
def test_what_is_shown_is_read_back(qtbot: QtBot, kind: Kind, value: object) -> None:
    editor = ListEditor(Field("some", kind, "Some"))
    qtbot.addWidget(editor)
    editor.show_value(value)
    assert editor.value() == value


def test_pairs_are_read_with_a_slash_or_a_colon(qtbot: QtBot) -> None:
    editor = ListEditor(Field("some", "pairs", "Some"))
    qtbot.addWidget(editor)
    editor.edit.setText("0:2 1/0; x/3")
    assert editor.value() == [[0, 2], [1, 0], ["x", 3]]


def test_words_of_a_list_are_shown_and_typed_by_their_labels(qtbot: QtBot) -> None:
    kinds = (Choice("melee", "walka wręcz"), Choice("ranged", "strzelanie"))
    editor = ListEditor(Field("on", "texts", "On", choices=kinds))
    qtbot.addWidget(editor)
    editor.show_value(["ranged", "moja własna"])
    assert editor.edit.text() == "strzelanie, moja własna"
    assert editor.value() == ["ranged", "moja własna"]
    editor.edit.setText("Walka wręcz, ranged")
    assert editor.value() == ["melee", "ranged"]


def test_names_of_scores_are_shown_and_typed_by_their_labels(qtbot: QtBot) -> None:
    skills = (Choice("melee", "walka wręcz"), Choice("pistols", "pistolety"))
    editor = ListEditor(Field("points", "scores", "Points", choices=skills))
    qtbot.addWidget(editor)
    editor.show_value({"melee": 4, "own": 2})
    assert editor.edit.text() == "walka wręcz 4, own 2"
    assert editor.value() == {"melee": 4, "own": 2}
    editor.edit.setText("Walka wręcz 3, pistols 6")
    assert editor.value() == {"melee": 3, "pistols": 6}


def test_the_numbers_of_a_record_that_is_absent_are_empty() -> None:
    count = Field("count", "integer", "Count", default=1)
    record = Field("kept", "record", "Kept", optional=True, fields=(count,))
    for default, shown in ((None, None), ({"count": 3}, 3)):
        ((path, part),) = flattened([replace(record, default=default)])
        assert (path, part.default) == (("kept", "count"), shown)


def test_a_name_that_rules_look_up_is_shown_in_the_language_and_stays_as_it_is(
    qtbot: QtBot,
) -> None:
    language.use(Language("cs", names={"oheň": "požár", "jed": "otrava"}))
    language.use_own_terms(False)
    line, tags = TextEditor(Field("tag", "text", "Tag")), ListEditor(Field("tags", "texts", "Tags"))
    for editor in (line, tags):
        qtbot.addWidget(editor)
    line.show_value("oheň")
    assert (line.edit.text(), line.value()) == ("požár", "oheň")
    line.edit.setText("Požár")
    assert line.value() == "oheň"
    line.edit.setText("otrava")  # somebody's own word, which nothing here stands for
    assert line.value() == "otrava"
    tags.show_value(["oheň", "led"])
    assert (tags.edit.text(), tags.value()) == ("požár, led", ["oheň", "led"])
    tags.show_value(["jed"])
    assert (tags.edit.text(), tags.value()) == ("otrava", ["jed"])
    language.use_own_terms(True)
    line.show_value("oheň")
    assert line.edit.text() == "oheň"


def test_dice_are_shown_with_the_letter_of_the_language_and_stay_as_they_are(qtbot: QtBot) -> None:
    language.use(Language("ru"))
    line = TextEditor(Field("damage", "text", "Damage", rule="boj-18"))
    qtbot.addWidget(line)
    line.show_value("1d8")
    assert (line.edit.text(), line.value()) == ("1к8", "1d8")
    line.edit.setText("1к10+1")
    assert line.value() == "1к10+1"
