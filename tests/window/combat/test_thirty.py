"""Thirty combatants: groups folded, targets in order, and the odds in sight."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QRect, Qt
from PySide6.QtWidgets import QWidget

from desktop.rules import systems
from desktop.rules.contract import Option
from desktop.window.combat.order.model import ROW
from desktop.window.combat.panel import CombatPanel
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.combat.session.preferences import Preferences
from desktop.window.fields.chips import MOST_CHIPS
from tests.thirty import begun
from tests.window.combat.conftest import Desk


def aim(desk: Desk, system: str) -> None:
    """Opens a fight of thirty at the form of somebody's first attack."""
    desk.open(begun(system))
    for _ in range(40):
        option = attack(desk)
        if option is not None:
            break
        desk.panel.main()
    assert option is not None
    desk.panel.look_at(option.actor)
    desk.panel.choose(option)
    found = desk.panel.ui.command.targets()
    assert found is not None
    if found[1].value() is None:
        found[1].step(1)
    desk.qtbot.waitUntil(desk.panel.ui.odds.isVisible)


def attack(desk: Desk) -> Option | None:
    for option in desk.fight.options():
        if option.do in ("act", "declare") and option.why_not is None and not option.out_of_turn:
            fields = {field.id for field in desk.fight.parameters(option)}
            if {"target", "with"} <= fields:
                return option
    return None


def in_sight(widget: QWidget, panel: QWidget) -> bool:
    place = QRect(widget.mapTo(panel, QPoint(0, 0)), widget.size())
    return widget.isVisible() and panel.rect().contains(place)


@pytest.mark.parametrize("size", [(1366, 708), (1024, 640)])
@pytest.mark.parametrize("system", systems())
def test_odds_and_buttons_are_in_sight_however_many_there_are(
    desk: Desk, system: str, size: tuple[int, int]
) -> None:
    desk.panel.resize(*size)
    aim(desk, system)
    ui = desk.panel.ui
    for widget in (ui.odds, ui.command.go, ui.command.cancel):
        desk.qtbot.waitUntil(partial(in_sight, widget, desk.panel))
    assert ui.scroll.height() >= 150


@pytest.mark.parametrize("system", systems())
def test_chips_are_few_and_ones_own_side_is_folded(desk: Desk, system: str) -> None:
    aim(desk, system)
    found = desk.panel.ui.command.targets()
    assert found is not None
    editor = found[1]
    assert len(editor.chips()) <= MOST_CHIPS
    assert not any(choice.aside for choice in editor.shown())
    assert editor.more is not None
    asides = [choice for choice in editor.field.choices if choice.aside]
    listed = [editor.more.itemText(n).split(" · ")[0] for n in range(editor.more.count())]
    assert [name for name in listed[1:] if name][-len(asides) :] == [c.label for c in asides]
    for _ in range(40):  # the arrow keys go round among those who are wanted
        desk.key(Qt.Key.Key_Right)
        chosen = editor.value()
        assert chosen not in [choice.value for choice in asides]


def test_one_of_the_own_side_is_picked_from_the_list_and_becomes_a_chip(desk: Desk) -> None:
    aim(desk, "boj")
    found = desk.panel.ui.command.targets()
    assert found is not None
    editor = found[1]
    assert editor.more is not None
    last = editor.more.count() - 1
    name = editor.more.itemText(last)
    editor.more.setCurrentIndex(last)
    editor.more.activated.emit(last)
    assert name in [chip.label for chip in editor.chips().values()]
    assert desk.fight.state[editor.value()].name == name


def test_several_of_a_crowd_are_picked_from_a_list(desk: Desk) -> None:
    aim(desk, "boj")
    mode = next(box for box in desk.form.boxes.values() if box.name == "mode")
    mode.editor.put("burst")
    editor = desk.form.chips("combatants")[0][1]
    assert not editor.chips()
    for _ in range(2):
        assert editor.more is not None
        editor.more.activated.emit(1)
    assert len(editor.chips()) == 2
    assert len(editor.value()) == 2
    desk.click(next(iter(editor.chips().values())))
    assert len(editor.value()) == 1


def test_groups_fold_and_unfold_by_keys(desk: Desk) -> None:
    desk.open(begun("boj"))
    order = desk.panel.ui.order
    rows = order.rows
    folded = rows.rowCount()
    assert folded == 10  # six players and four groups
    order.setFocus()
    group = next(n for n in range(folded) if rows.row(n).key.group)
    order.setCurrentIndex(rows.index(group))
    said = Qt.ItemDataRole.AccessibleTextRole
    assert str(rows.index(group).data(said)).endswith("folded")
    desk.qtbot.keyClick(order, Qt.Key.Key_Right)
    assert rows.rowCount() == folded + 6
    assert str(rows.index(group).data(said)).endswith("unfolded")
    desk.qtbot.keyClick(order, Qt.Key.Key_Down)
    desk.qtbot.keyClick(order, Qt.Key.Key_Down)
    member = order.currentIndex().data(ROW)
    assert member.key.member
    assert desk.panel._view.looked_at == member.key.ids[0]
    desk.qtbot.keyClick(order, Qt.Key.Key_Left)
    assert order.currentIndex().row() == group
    desk.qtbot.keyClick(order, Qt.Key.Key_Up)
    assert order.currentIndex().row() == max(group - 1, 0)
    order.setCurrentIndex(rows.index(group))
    desk.qtbot.keyClick(order, Qt.Key.Key_Left)
    assert rows.rowCount() == folded


def test_a_panel_that_is_gone_hears_of_no_preference(desk: Desk) -> None:
    kept = Preferences()
    panel = CombatPanel(preferences=kept)
    panel.show_session(FightSession(begun("boj"), kept, lambda *_: None, parent=panel))
    panel.deleteLater()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    kept.typed = not kept.typed  # it would raise
    kept.english = not kept.english


def test_the_odds_stand_there_again_where_a_stored_throw_waits(desk: Desk) -> None:
    aim(desk, "boj")
    desk.panel.preferences.typed = True
    desk.panel.go()
    assert desk.fight.pending is not None
    desk.odds()
    assert desk.panel.ui.odds.isVisible()
    assert not any(way.isVisible() for way in desk.panel.ui.odds.ways.values())
    waiting = desk.fight.pending.as_json()
    again = begun("boj")
    for moment in desk.fight.moments[1 : desk.fight.cursor]:
        again.perform(moment.step)
    again.perform(waiting)
    desk.open(again)
    assert desk.fight.pending is not None
    desk.qtbot.waitUntil(desk.panel.ui.odds.isVisible)
    assert desk.panel.ui.odds.reading is not None


def test_a_form_by_hand_has_the_room_of_the_options(desk: Desk) -> None:
    desk.open(begun("boj"))
    assert desk.panel.ui.options.isVisible()
    desk.panel.edit_by_hand("c0")
    assert not desk.panel.ui.options.isVisible()
    desk.panel.back()
    assert desk.panel.ui.options.isVisible()


def test_who_may_be_activated_next_is_in_sight_in_the_order(desk: Desk) -> None:
    desk.open(begun("teohiphip"))
    order, session = desk.panel.ui.order, desk.session
    assert desk.panel._view.focus() is None
    order.scrollToBottom()
    assert order.verticalScrollBar().value() > 0
    edit = {"do": "edit", "combatant": session.acting[0], "set": {"hp": 1}}
    session.perform_by_hand(edit)
    row = order.visualRect(order.rows.index(order.rows.find(session.acting[0])))
    assert order.viewport().rect().contains(row)
