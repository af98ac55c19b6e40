"""Forms made from fields: every kind is shown, filled in and read back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field as Limits
from pydantic import ValidationError
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from desktop.rules.fields import Choice, Field, Record, Shown, fields_of
from desktop.rules.in_words import APART
from desktop.window.fields.chips import ChipsEditor
from desktop.window.fields.editor import Surroundings
from desktop.window.fields.factory import ListEditor, make_editor
from desktop.window.fields.panel_form import PanelForm, RecordLines
from desktop.window.widgets.basics import RuleLink


class Modifier(Record):
    value: Annotated[int, Limits(ge=-9, le=9), Shown("Value", "Wartość")]
    why: Annotated[str, Shown("Reason", "Powód")] = ""


class Facts(Record):
    cover: Annotated[bool, Shown("Cover", "Osłona", rule="x-1")] = False
    smoke: Annotated[bool | str, Shown("Smoke", "Dym", rule="x-2")] = False


class Everything(Record):
    target: Annotated[str, Shown("Target", kind="combatant")]
    mode: Annotated[Literal["short", "long"], Shown("Mode")] = "short"
    distance: Annotated[int | None, Limits(ge=0, le=99), Shown("Distance", unit="m")] = None
    half: Annotated[float, Limits(ge=-5, le=5), Shown("Half points")] = 0.0
    note: Annotated[str, Shown("Note")] = ""
    facts: Annotated[Facts, Shown("Facts")] = Facts()
    modifiers: Annotated[list[Modifier], Limits(max_length=3), Shown("Modifier")] = []
    split: Annotated[list[int], Shown("Split")] = []
    pairs: Annotated[list[tuple[int, int]], Shown("Pairs")] = []
    words: Annotated[list[str], Shown("Words")] = []
    scores: Annotated[dict[str, int], Shown("Scores")] = {}
    others: Annotated[list[str], Shown("Others", kind="combatants")] = []


AROUND = Surroundings(make_editor, look="panel", tint=lambda _: 0)

PEOPLE = (
    Choice("a", "Ala"),
    Choice("b", "Bolek", why_not="out of the fight"),
    Choice("c", "Celina"),
)


def fields() -> list[Field]:
    return [
        f.offering(PEOPLE) if f.kind in ("combatant", "combatants") else f
        for f in fields_of(Everything)
    ]


@pytest.fixture
def form(qtbot: QtBot) -> PanelForm:
    form = PanelForm(fields(), AROUND)
    qtbot.addWidget(form)
    form.show()
    return form


FILLED: dict[str, Any] = {
    "target": "c",
    "mode": "long",
    "distance": 12,
    "half": -2.5,
    "note": "Žluťoučký Жук",
    "facts": {"cover": True, "smoke": "granat"},
    "modifiers": [{"value": -2, "why": "deszcz"}],
    "split": [3, 2],
    "pairs": [[0, 2], [1, 0]],
    "words": ["one", "two words"],
    "scores": {"melee": 3},
    "others": ["a", "c"],
}


def test_an_untouched_form_says_nothing(form: PanelForm) -> None:
    assert form.values() == {}


def test_what_is_filled_in_comes_back_and_fits_the_model(form: PanelForm) -> None:
    form.set_values(FILLED)
    assert form.values() == FILLED
    Everything.model_validate(form.values(), strict=False)


def test_a_required_field_is_told_though_it_was_not_touched(qtbot: QtBot) -> None:
    field = Field("target", "combatant", "Target", required=True, default="a", choices=PEOPLE)
    form = PanelForm([field], AROUND)
    qtbot.addWidget(form)
    assert form.values() == {"target": "a"}


def test_one_who_cannot_be_chosen_says_why(form: PanelForm) -> None:
    chips = form.chips("combatant")[0][1].chips()
    assert not chips["'b'"].isEnabled()
    assert chips["'b'"].accessibleDescription() == "out of the fight"


def test_arrows_step_over_those_who_cannot_be_chosen(form: PanelForm) -> None:
    editor = form.chips("combatant")[0][1]
    picked = []
    for _ in range(3):
        editor.step(1)
        picked.append(editor.value())
    assert picked == ["a", "c", "a"]


def test_records_are_added_and_taken_away(form: PanelForm, qtbot: QtBot) -> None:
    editor = form.box("modifiers").editor
    assert isinstance(editor, RecordLines)
    qtbot.mouseClick(editor.add_link, Qt.MouseButton.LeftButton)
    assert form.values()["modifiers"] == [{"value": 0}]
    for _ in range(5):
        qtbot.mouseClick(editor.add_link, Qt.MouseButton.LeftButton)
    assert len(form.values()["modifiers"]) == 3


def test_a_reason_is_yes_until_it_is_given(form: PanelForm) -> None:
    form.box("facts.smoke").editor.show_value(True)
    assert form.values() == {"facts": {"smoke": True}}


def test_a_word_among_numbers_is_kept_for_the_model_to_refuse(form: PanelForm) -> None:
    editor = form.box("split").editor
    assert isinstance(editor, ListEditor)
    editor.edit.setText("3, x")
    assert form.values()["split"] == [3, "x"]
    with pytest.raises(ValidationError, match=r"split\.1"):
        Everything.model_validate(form.values())


def test_a_refusal_stands_at_the_field_it_names(form: PanelForm) -> None:
    assert form.refuse_at("distance", "too far")
    assert form.box("distance").refusal.text() == "too far"
    assert form.refuse_at("modifiers[0].why", "needs a reason")
    assert form.box("distance").refusal.text() == ""
    assert form.box("modifiers").refusal.text() == "needs a reason"
    assert not form.refuse_at("elsewhere", "what is this")


def test_five_hundred_choices_are_ten_chips_and_a_box(qtbot: QtBot) -> None:
    choices = tuple(Choice(f"c{n}", f"Combatant {n}") for n in range(500))
    field = Field("target", "combatant", "Target", required=True, choices=choices)
    editor = ChipsEditor(field)
    qtbot.addWidget(editor)
    assert len(editor.chips()) == 9
    assert editor.more is not None
    assert editor.more.count() == 492
    editor.show_value("c400")
    assert editor.value() == "c400"
    assert "'c400'" in editor.chips()


def test_a_list_beside_chips_is_cut_before_it_makes_the_form_wider(qtbot: QtBot) -> None:
    choices = tuple(Choice(f"c{n}", f"Foe {n}") for n in range(20))
    editor = ChipsEditor(Field("target", "combatant", "Target", required=True, choices=choices))
    qtbot.addWidget(editor)
    column = editor.layout()
    assert column
    assert editor.more is not None
    assert column.minimumSize().width() < editor.more.sizeHint().width()


def test_the_summary_says_what_was_chosen(form: PanelForm) -> None:
    form.set_values({"target": "c", "distance": 7, "facts": {"cover": True, "smoke": "granat"}})
    assert form.summary() == [
        "Celina",
        "short",
        f"Distance 7{APART}m",
        "Osłona",
        "Dym (granat)",
    ]


def test_the_summary_says_of_whom_is_aimed_at_what_is_noted(qtbot: QtBot) -> None:
    people = [Choice("a", "Ala"), Choice("b", "Bolek", note="out of the fight")]
    offered = [f.offering(people, default="b") for f in fields_of(Everything)[:1]]
    form = PanelForm(offered, AROUND)
    qtbot.addWidget(form)
    assert form.summary() == ["Bolek (out of the fight)"]
    form.box("target").editor.show_value("a")
    assert form.summary() == ["Ala"]


def test_a_default_of_the_moment_is_told_since_the_model_has_another(qtbot: QtBot) -> None:
    model = fields_of(Everything)
    offered = [f.offering(PEOPLE, default="c") if f.id == "target" else f for f in model[:3]]
    form = PanelForm(offered, AROUND, model)
    qtbot.addWidget(form)
    assert form.values() == {"target": "c"}
    form.box("mode").editor.show_value("long")
    assert form.values() == {"target": "c", "mode": "long"}


class Ends(Record):
    until: Annotated[Literal["hand", "rounds", "turn"], Shown("Until")] = "hand"
    rounds: Annotated[int, Limits(ge=1), Shown("Rounds", only_with=("until", "rounds"))] = 1
    whose: Annotated[str, Shown("Whose", kind="combatant", only_with=("until", "turn"))] = ""


def ends(qtbot: QtBot) -> PanelForm:
    found = [f.offering(PEOPLE) if f.kind == "combatant" else f for f in fields_of(Ends)]
    made = PanelForm(found, AROUND)
    qtbot.addWidget(made)
    made.show()
    return made


def test_a_field_is_shown_only_with_what_makes_it_count(qtbot: QtBot) -> None:
    made = ends(qtbot)
    rounds, whose = made.box("rounds").editor, made.box("whose").editor
    assert (rounds.isVisible(), whose.isVisible()) == (False, False)
    made.box("until").editor.put("rounds")
    assert (rounds.isVisible(), whose.isVisible()) == (True, False)
    made.box("until").editor.put("turn")
    assert (rounds.isVisible(), whose.isVisible()) == (False, True)
    made.set_values({"until": "hand"})
    assert (rounds.isVisible(), whose.isVisible()) == (False, False)


def test_what_does_not_count_is_not_said(qtbot: QtBot) -> None:
    made = ends(qtbot)
    made.box("until").editor.put("rounds")
    made.box("rounds").editor.put(3)
    assert made.values() == {"until": "rounds", "rounds": 3}
    made.box("until").editor.put("turn")
    assert made.values() == {"until": "turn"}
    assert not any("3" in words for words in made.summary())
    assert [name for name, _ in made.chips("combatant")] == ["whose"]
    made.box("until").editor.put("hand")
    assert made.chips("combatant") == [], "arrow keys do not step through what is hidden"


class Numbers(Record):
    one: Annotated[int, Shown("A number with a name of some length", rule="rule-1")] = 0
    two: Annotated[int, Shown("Another one with a name that is as long", rule="rule-2")] = 0
    last: Annotated[int, Shown("The third of them, with a longer name", rule="rule-3")] = 0


def test_numbers_that_do_not_fit_side_by_side_stand_below_each_other(qtbot: QtBot) -> None:
    made = PanelForm(fields_of(Numbers), AROUND)
    qtbot.addWidget(made)
    made.resize(430, 300)
    made.show()
    at = [box.editor.mapTo(made, box.editor.rect().topLeft()) for box in made.boxes.values()]
    assert len({point.x() for point in at}) == 1
    assert len({point.y() for point in at}) == 3


class Sights(Record):
    sight: Annotated[bool, Shown("Line of sight", rule="rule-9")] = False
    other: Annotated[bool, Shown("Advantage", rule="rule-17")] = False
    smoke: Annotated[bool, Shown("Hidden", rule="rule-9")] = False


def test_the_number_of_a_rule_keeps_its_sign_in_a_form_of_a_fight(qtbot: QtBot) -> None:
    """However long the reason is that the map has beside it: that is cut."""
    made = PanelForm(fields_of(Sights), AROUND)
    qtbot.addWidget(made)
    made.show()
    for link in made.findChildren(RuleLink):
        link.resize(9, 20)
        assert link.text() == f"§{link.number.removeprefix('rule-')}"


def test_a_word_that_cannot_be_broken_widens_the_column_of_labels(qtbot: QtBot) -> None:
    long = [Field("a", "text", "Повреждённые конечности"), Field("b", "text", "Name")]
    form = PanelForm(long, AROUND)
    qtbot.addWidget(form)
    word = form.fontMetrics().horizontalAdvance("Повреждённые")
    assert [label.width() >= word for label in form._titles] == [True, True]
    short = PanelForm([Field("b", "text", "Name")], AROUND)
    qtbot.addWidget(short)
    assert short._titles[0].width() < word


def test_labels_of_records_stand_under_those_of_the_form(qtbot: QtBot) -> None:
    part = Field("c", "text", "Name")
    fields = [
        Field("a", "text", "Повреждённые конечности"),
        Field("b", "records", "Parts", fields=(part,), default=[{"c": "x"}]),
    ]
    form = PanelForm(fields, AROUND)
    qtbot.addWidget(form)
    rows = form.box("b").editor
    assert isinstance(rows, RecordLines)
    rows.add({"c": "y"})
    inner = [row._titles[0].width() for _, row in rows.lines]
    assert inner == [form._titles[0].width()] * 2
