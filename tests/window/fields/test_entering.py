"""Clicking, wheeling and going through the fields of a form with Tab."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop.rules import systems
from desktop.rules.repair import Checked, read
from desktop.window.fields.editors import NumberEdit
from desktop.window.pages import forms
from desktop.window.widgets.basics import RuleLink
from tests.window.conftest import Person


def wheel(widget: QWidget, up: int = 120) -> None:
    middle = QPointF(widget.rect().center())
    event = QWheelEvent(
        middle,
        QPointF(widget.mapToGlobal(widget.rect().center())),
        QPoint(0, 0),
        QPoint(0, up),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(widget, event)


def test_the_wheel_changes_a_number_that_was_clicked_and_no_other(person: Person) -> None:
    person.go("character", "Halina Żółć")
    person.window.activateWindow()
    spd = person.field("spd")
    assert isinstance(spd, NumberEdit)
    before = spd.text()
    spd.setFocus(Qt.FocusReason.TabFocusReason)
    wheel(spd)
    assert spd.text() == before
    person.click(spd)
    wheel(spd)
    assert int(spd.text()) == int(before) + 1
    assert spd.hasSelectedText()


def test_a_click_on_a_number_selects_it(person: Person) -> None:
    person.go("character", "Halina Żółć")
    person.window.activateWindow()
    spd = person.field("spd")
    assert isinstance(spd, NumberEdit)
    person.click(spd)
    assert spd.selectedText() == spd.text()
    person.click(spd)  # a second one places the cursor
    assert not spd.hasSelectedText()


def test_the_wheel_over_the_lines_of_an_encounter_scrolls_and_changes_nothing(
    person: Person,
) -> None:
    person.go("encounter", "Generator na forum")
    before = person.encounter.plan()
    for line in person.encounter._plan_lines:
        for widget in line.widgets:
            widget.setFocus()
            wheel(widget)
            wheel(widget, -120)
    person.do(person.encounter.flush())
    assert person.encounter.plan() == before


@pytest.mark.parametrize("system", systems())
def test_tab_goes_down_or_to_the_right_and_comes_to_rules_after_the_fields(
    person: Person, system: str
) -> None:
    person.do(person.desk.commands.new_character("player", system))
    person.wait()
    form = person.sheet.forms
    start = person.field("name")
    there, widget = [start], start.nextInFocusChain()
    while widget is not None and widget is not start:
        if (
            form.isAncestorOf(widget)
            and widget.isVisible()
            and widget.isEnabled()
            and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            and widget.focusProxy() is None
        ):
            there.append(widget)
        widget = widget.nextInFocusChain()
    assert len(there) > 10
    rules = [isinstance(one, RuleLink) for one in there]
    # The walk goes round: what stands above the name comes last.
    there = there[: rules.index(True)] if True in rules else there
    assert len(there) > 10
    assert sum(a != b for a, b in pairwise(rules)) <= 2
    places = [one.mapTo(form, one.rect().center()) for one in there]
    back = [
        f"{one.accessibleName()} {a.toTuple()} -> {b.toTuple()}"
        for one, (a, b) in zip(there, pairwise(places), strict=False)
        if b.y() < a.y() - 12 and b.x() <= a.x()
    ]
    assert back == []


def test_what_is_refused_across_fields_is_said_at_each_of_them(person: Person) -> None:
    person.go("character", "Halina Żółć")
    assert person.sheet.held
    id = person.sheet.held.id
    person.replace(person.field("max_hp"), "3")
    person.replace(person.field("hp"), "9")
    assert "hp can be at most max_hp" in person.refusal("hp")
    assert "hp can be at most max_hp" in person.refusal("max_hp")
    person.replace(person.field("archetype"), "Łowczyni")
    person.do(person.sheet.flush())
    assert person.stored(id)["archetype"] == "Łowczyni"


def test_a_sheet_is_validated_once_for_each_change(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    person.go("character", "Halina Żółć")
    validated: list[object] = []

    def counted(model: Any, document: Any, before: Any) -> Checked:
        validated.append(document)
        return read(model, document, before)

    monkeypatch.setattr(forms, "read", counted)
    person.type(person.field("notes"), "x")
    person.do(person.sheet.flush())
    assert len(validated) == 1
    person.type(person.field("notes"), "y")
    person.do(person.sheet.flush())
    assert len(validated) == 2
