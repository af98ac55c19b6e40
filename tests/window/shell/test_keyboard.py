"""Every page without a mouse and without eyes: where Tab comes to, what a screen reader is told."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLineEdit, QWidget

from desktop.window.shell import main_window
from desktop.window.widgets.basics import RuleLink
from tests.window.conftest import Person
from tests.window.shell import test_desk

PAGES = (*test_desk.PAGES, "throws", "note")


def show(person: Person, page: str) -> None:
    match page:
        case "throws":
            person.do(person.desk.navigator.go_section("throws"))
        case "note":
            person.window.ui.new_note.trigger()
        case _:
            test_desk.show(person, page)
    person.wait()


def walk(person: Person) -> list[QWidget]:
    """What has the focus from one press of Tab to the next, until it begins again."""
    page = person.desk.navigator.open_page
    assert page
    page.setFocus()
    been: list[QWidget] = []
    while (focused := QApplication.focusWidget()) is not None and focused not in been[1:]:
        been.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    return been


@pytest.mark.parametrize("page", PAGES)
def test_tab_comes_to_every_control_and_every_rule_of_a_page(person: Person, page: str) -> None:
    show(person, page)
    shown = person.desk.navigator.open_page
    assert shown
    been = walk(person)
    wanted = {
        part
        for part in shown.findChildren(QWidget)
        if part.focusPolicy() & Qt.FocusPolicy.TabFocus
        and part.focusProxy() is None
        and part.isVisible()
        and part.isEnabled()
    }
    assert len(wanted) > 3
    assert {
        f"{type(part).__name__} {part.accessibleName()}" for part in wanted - set(been)
    } == set()
    if page in ("character", "entry", "house_rules"):
        assert any(isinstance(part, RuleLink) for part in wanted)


def test_on_a_form_tab_goes_from_field_to_field_and_then_to_the_rules(person: Person) -> None:
    show(person, "house_rules")
    page = person.desk.navigator.open_page
    assert page
    of_form = [part for part in walk(person) if page.forms.isAncestorOf(part)]  # type: ignore[attr-defined]
    links = [isinstance(part, RuleLink) for part in of_form]
    assert links == sorted(links)
    assert 0 < links.index(True) < len(links)


def test_ctrl_e_makes_an_encounter_from_a_line_of_text_too(person: Person) -> None:
    show(person, "character")
    page = person.desk.navigator.open_page
    assert page
    name = next(line for line in page.forms.findChildren(QLineEdit) if line.text())  # type: ignore[attr-defined]
    name.setFocus()
    person.key(name, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)
    person.wait(lambda: person.desk.navigator.encounter_page)


@pytest.mark.parametrize(("digit", "key"), [(1, Qt.Key.Key_Exclam), (2, 0x11A), (6, 0x17D)])
def test_ctrl_with_a_digits_key_goes_to_its_page_on_a_czech_keyboard(
    person: Person, monkeypatch: pytest.MonkeyPatch, digit: int, key: int
) -> None:
    show(person, "throws")
    monkeypatch.setattr(sys, "platform", "win32")
    asked: list[str] = []
    person.window.section_asked.connect(asked.append)
    for type in (QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress):
        event = QKeyEvent(type, key, Qt.KeyboardModifier.ControlModifier, digit + 1, 0, 0, "ě")
        QApplication.sendEvent(person.window, event)
        assert event.isAccepted()
    assert asked == [list(main_window.SECTIONS)[digit - 1]]


def test_enter_on_a_rule_opens_it(person: Person) -> None:
    show(person, "house_rules")
    link = next(part for part in walk(person) if isinstance(part, RuleLink))
    link.setFocus()
    person.key(link, Qt.Key.Key_Return)
    assert person.window.rules.ui.number.text() == link.number


def test_where_no_campaign_is_open_the_keys_begin_at_the_first_button_and_enter_presses_it(
    person: Person,
) -> None:
    person.do(person.desk.campaigns.close_campaign())
    welcome = person.window.welcome
    assert QApplication.focusWidget() is welcome.ui.new_button
    asked: list[bool] = []
    welcome.new_asked.disconnect()
    welcome.new_asked.connect(lambda: asked.append(True))
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
        QTest.keyClick(welcome.ui.new_button, key)
    assert asked == [True] * 3


def test_a_result_and_a_message_are_spoken_wherever_the_focus_is(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken: list[str] = []
    monkeypatch.setattr(
        QAccessible, "updateAccessibility", lambda event: spoken.append(event.message())
    )
    show(person, "fight")
    panel = person.fight.panel
    assert panel.session
    card = panel.ui.result
    card.sentence.clear()
    card.show_fight(panel.session.fight)
    assert spoken[-1] == card.sentence.text() != ""
    count = len(spoken)
    card.show_fight(panel.session.fight)
    assert len(spoken) == count, "what stands there already is not said again"
    person.window.message.notice("Zażółć")
    assert spoken[-1] == "Zażółć"


def controls(window: QWidget) -> Iterator[tuple[QWidget, QAccessibleInterface]]:
    for part in window.findChildren(QWidget):
        mine = part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.focusProxy() is None
        if mine and part.isVisible() and not part.objectName().startswith("qt_"):
            yield part, QAccessible.queryAccessibleInterface(part)


@pytest.mark.parametrize("page", PAGES)
def test_a_screen_reader_is_told_what_everything_on_a_page_is(person: Person, page: str) -> None:
    show(person, page)
    seen = 0
    for part, told in controls(person.window):
        what = f"{type(part).__name__} {part.objectName()}"
        assert told.text(QAccessible.Text.Name), what
        # A surface that paints itself says by its description what is on it.
        assert told.role() != QAccessible.Role.NoRole, what
        assert "<" not in told.text(QAccessible.Text.Description), what
        seen += 1
        if isinstance(part, QAbstractItemView) and part.model():
            rows = part.model().rowCount()
            cells = [part.model().index(row, 0) for row in range(min(rows, 12))]
            for cell in cells:
                said = cell.data(Qt.ItemDataRole.AccessibleTextRole) or cell.data()
                assert said or not cell.flags() & Qt.ItemFlag.ItemIsSelectable, what
    assert seen > 10
