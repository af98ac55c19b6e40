"""What holds for every sheet that has a form of its own."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from desktop.languages import OWN_TERMS, Language
from desktop.library.languages import spoken
from desktop.rules import systems
from desktop.rules.fields import fields_of
from desktop.window.fields.editor import Surroundings
from desktop.window.fields.factory import make_editor
from desktop.window.fields.form import SheetForm
from desktop.window.widgets import theme
from desktop.window.widgets.elided import ElidedLine
from tests.window.fields.sheet_forms import bind

SYSTEMS = ("boj", "konflikt", "mir_tmy", "teohiphip", "walka")
PAGE = 1366 - 262 - 13 - 40
"""A window of 1366 pixels without the library, the scroll bar and the page's margins."""


@pytest.mark.parametrize("system", SYSTEMS)
def test_nothing_is_wider_than_the_page(qtbot: QtBot, system: str) -> None:
    assert bind(qtbot, system).minimumSizeHint().width() <= PAGE


@pytest.mark.parametrize("system", SYSTEMS)
def test_everything_the_keys_reach_has_a_name(qtbot: QtBot, system: str) -> None:
    form = bind(qtbot, system)
    reached = [
        widget
        for widget in form.findChildren(QWidget)
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible()
    ]
    names = {
        widget: QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Name)
        for widget in reached
    }
    assert len(reached) > 8
    assert [widget for widget, name in names.items() if not name] == []


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_field_has_its_place_in_the_form(qtbot: QtBot, system: str) -> None:
    form = bind(qtbot, system)
    rest = form.findChild(QWidget, "rest")
    assert rest is not None
    assert not rest.isVisible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_painted_things_follow_the_scheme(qtbot: QtBot, scheme: str) -> None:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    before = theme.asked()
    form = bind(qtbot, "walka")
    theme.apply(application, scheme)
    QApplication.sendPostedEvents(form, QEvent.Type.LayoutRequest)
    head = next(w for w in form.findChildren(QWidget) if w.accessibleName().startswith("Głowa"))
    middle = head.grab().toImage().pixelColor(head.rect().center().x(), 20)
    theme.apply(application, before)
    assert (middle.lightness() > 128) == (scheme == "light")


@pytest.mark.parametrize(
    ("system", "kind", "terms"),
    [("mir_tmy", "effect", OWN_TERMS), ("boj", "adversary", spoken("ru"))],
)
def test_names_and_choices_of_an_entry_stand_whole_on_its_page(
    qtbot: QtBot, system: str, kind: str, terms: Language
) -> None:
    form = SheetForm(Surroundings(make_editor, terms=terms))
    qtbot.addWidget(form)
    form.fill(fields_of(systems()[system].catalogue[kind]))
    form.show_document({"name": "Кураж"})
    form.resize(760, 400)
    form.show()
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    names = form.findChildren(ElidedLine)
    assert len(names) > 8
    assert [name.text() for name in names if name.width() < name.sizeHint().width()] == []
    for choices in form.findChildren(QComboBox):
        words = [choices.itemText(index) for index in range(choices.count())]
        assert max(map(choices.fontMetrics().horizontalAdvance, words)) < choices.width() - 30


def test_what_means_nothing_with_what_is_chosen_beside_it_is_hidden(qtbot: QtBot) -> None:
    form = SheetForm(Surroundings(make_editor))
    qtbot.addWidget(form)
    form.fill(fields_of(systems()["walka"].catalogue["effect"]))
    form.show_document({"name": "Dym", "until": "by_hand", "rounds": 3, "remind": "round"})
    form.show()
    rounds, until, in_round = form.box("rounds"), form.box("until"), form.box("remind_round")
    assert not rounds.isVisible()
    assert in_round.isVisible()
    until.editor.show_value("rounds")
    until.editor.changed.emit()
    assert rounds.isVisible()
    assert form.document()["rounds"] == 3


def weapon_form(qtbot: QtBot, category: str) -> SheetForm:
    form = SheetForm(Surroundings(make_editor))
    qtbot.addWidget(form)
    form.fill(fields_of(systems()["walka"].catalogue["weapon"]))
    form.show_document({"name": "X", "category": category})
    form.resize(900, 700)
    form.show()
    return form


def test_what_is_left_of_a_form_closes_up_when_a_field_goes(qtbot: QtBot) -> None:
    form = weapon_form(qtbot, "melee")
    initiative = form.box("accuracy")
    there = [box for box in form.boxes.values() if box.parentWidget() is initiative.parentWidget()]
    gone = ("length", "parry", "against_many", "initiative")
    assert all(form.box(name).isVisible() for name in gone)
    form.box("category").editor.show_value("pistol")
    form.box("category").editor.changed.emit()
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    left = [box for box in there if box.isVisible()]
    assert not any(form.box(name).isVisible() for name in gone)
    for before, box in pairwise(left):
        beside = before.y() == box.y() and 0 <= box.x() - before.geometry().right() < theme.px(20)
        assert beside or box.x() == left[0].x(), f"a hole before {box.path}"


def test_a_group_of_which_nothing_counts_has_no_frame(qtbot: QtBot) -> None:
    form = weapon_form(qtbot, "pistol")
    tiers = form.box("tiers").parentWidget()
    assert tiers
    assert not tiers.isVisible()
    form.box("category").editor.show_value("melee")
    form.box("category").editor.changed.emit()
    assert tiers.isVisible()


def test_a_choice_of_long_words_has_the_room_of_two(qtbot: QtBot) -> None:
    form = SheetForm(Surroundings(make_editor))
    qtbot.addWidget(form)
    form.fill(fields_of(systems()["walka"].catalogue["effect"]))
    form.show_document({"name": "X", "until": "rounds"})
    form.resize(760, 500)
    form.show()
    box = form.box("remind").editor.findChild(QComboBox)
    assert box is not None
    longest = max(map(box.fontMetrics().horizontalAdvance, map(box.itemText, range(box.count()))))
    assert longest < box.width() - 30, "what is chosen is read whole"
