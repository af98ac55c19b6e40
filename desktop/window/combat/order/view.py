"""The list at the left of the panel: who is in the fight, in which order; objectives."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6 import QtWidgets
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QMenu

from desktop.encounter.players_know import alias
from desktop.encounter.players_view import Shown
from desktop.rules.state import Objective
from desktop.window.combat.order.model import ROW, OrderModel, Row
from desktop.window.combat.order.row import OrderDelegate
from desktop.window.combat.session.autoplay import Autoplay
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.combat.session.preferences import Preferences
from desktop.window.widgets import basics, icons, paint
from desktop.window.widgets.language import tr
from desktop.window.widgets.menu import add, in_a_menu
from desktop.window.widgets.theme import px

MOVING = [
    Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
]  # fmt: skip
"""Keys that stay in a list; what others mean, the panel says."""

MOST_IN_A_MENU = 40
"""The members of a folded group that are offered one by one."""


def portrait_of(session: FightSession, id: str) -> Shown | None:
    """The portrait of a combatant, where there is one, under the name that the players know."""
    state = session.fight.state
    picture = session.portraits.png_of(state[id].name)
    return Shown(alias(state, id) or state[id].name, picture=picture) if picture else None


@dataclass(frozen=True, slots=True)
class CombatantMenu:
    """Fills menus of combatants, for what the panel can do."""

    autoplay: Autoplay
    preferences: Preferences
    ask: Callable[[str, Sequence[str]], None]
    """Opens the form of a step: its ``do``, and for whom."""
    do: Callable[[dict[str, Any]], object]
    """Performs a step that needs no form."""
    act: Callable[[str, str], object]
    """Lets a behaviour act for the group of a combatant."""
    hold_up: Callable[[Shown | None], object]
    """Shows something to the players."""

    def fill(self, menu: QMenu, ids: Sequence[str]) -> None:
        """The menu of one combatant, or of a group with a menu for each of its members."""
        session = self.autoplay.session
        if session.outcome is not None:
            menu.addAction(tr("The fight is over")).setEnabled(False)
            return
        if len(ids) == 1:
            self._fill_single(menu, ids[0])
            return
        add(menu, tr("Effect on all of them…"), lambda: self.ask("effect", ids))
        whole = menu.addMenu(tr("Let the group act"))
        whole.setEnabled(session.fight.pending is None)
        for policy in self.autoplay.behaviours.values():
            add(whole, self.preferences.word(policy), partial(self.act, policy.id, ids[0]))
        menu.addSeparator()
        for id in ids[:MOST_IN_A_MENU]:
            self._fill_single(menu.addMenu(in_a_menu(session.fight.state[id].name)), id)

    def _fill_single(self, menu: QMenu, id: str) -> None:
        fight = self.autoplay.session.fight
        combatant = fight.state[id]
        edit = tr("{name}: edit by hand…", name=combatant.name)
        add(menu, edit, lambda: self.ask("edit", [id]), "F2")
        add(menu, tr("Note…"), lambda: self.ask("note", [id]))
        tick = partial(self.preferences.tick, combatant, list(fight.state.combatants.values()))
        add(menu, tr("Types the dice"), tick, ticked=self.preferences.types(combatant))
        self._fill_known(menu.addMenu(tr("For the players")), id)
        if not fight.begun:
            return
        add(menu, tr("Effect…"), lambda: self.ask("effect", [id]))
        for effect in combatant.effects_by_hand:
            end = {"do": "end_effect", "combatant": id, "name": effect.name}
            add(menu, tr("End: {effect}", effect=effect.name), partial(self.do, end))
        menu.addSeparator()
        self._fill_players(menu.addMenu(tr("Played by")), id, combatant.policy)
        add(menu, tr("Rename…"), lambda: self.ask("rename", [id]))
        add(menu, tr("Change sides…"), lambda: self.ask("change_side", [id]))
        if id in fight.state.positions:
            off = {"do": "place", "places": {id: None}}
            add(menu, tr("Take off the map"), partial(self.do, off))
        leave = partial(self.do, {"do": "leave", "combatant": id})
        add(menu, tr("Leave the fight"), leave, on=not combatant.has_left)

    def _fill_known(self, menu: QMenu, id: str) -> None:
        """What the players know of a combatant, and what can be shown to them of it."""
        session = self.autoplay.session
        combatant, known = session.fight.state[id], session.fight.state.players_know.of.get(id)
        hidden, numbers = bool(known and known.hidden), bool(known and known.numbers)
        let_know = {"do": "let_know", "combatant": id}
        for words, field, now in (
            (tr("Hidden"), "hidden", hidden),
            (tr("With its numbers"), "numbers", numbers),
        ):
            add(menu, words, partial(self.do, {**let_know, field: not now}), ticked=now)
        add(menu, tr("Known as…"), lambda: self.ask("let_know", [id]))
        menu.addSeparator()
        note = Shown(text=combatant.note) if combatant.note else None
        for words, shown in (
            (tr("Show the portrait"), portrait_of(session, id)),
            (tr("Show the note"), note),
        ):
            add(menu, words, partial(self.hold_up, shown), on=shown is not None)

    def _fill_players(self, menu: QMenu, id: str, current: Any) -> None:
        """Who can play a combatant: the game master, or a behaviour."""
        labels: dict[str | None, str] = {None: tr("the game master")}
        for behaviour in self.autoplay.behaviours.values():
            labels[behaviour.id] = self.preferences.word(behaviour)
        for policy, label in labels.items():
            choose = {"do": "policy", "combatant": id, "policy": policy}
            add(menu, label, partial(self.do, choose), ticked=policy == current)


class OrderView(QtWidgets.QListView):
    """The list. A click looks at a combatant, F2 or a double click edits, arrows fold groups; the
    middle button shows the portrait to the players."""

    looked_at = Signal(str)
    edit_wanted = Signal(str)
    portrait_wanted = Signal(str)
    menu_wanted = Signal(list, QPoint)
    """The ids of a row, and where on the screen its menu is to stand."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = OrderModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(OrderDelegate(self))
        self.viewport().setAutoFillBackground(False)
        self.clicked.connect(self._look)
        self.doubleClicked.connect(self._edit)

    def refresh(self, ready: frozenset[str], changed: Collection[str]) -> None:
        """Shows how the fight stands now, keeping who is looked at.

        ``ready`` are those who may be chosen to act, ``changed`` those whose values are others.
        """
        at = self.currentIndex().row()
        kept = self.current() if at >= 0 and self.rows.are_there(at) else None
        self.rows.refresh(ready, changed, self._shown())
        if kept is not None and self.current() != kept:
            self.select(kept)

    def _shown(self) -> range:
        """The rows that can be seen."""
        first, last = (self.indexAt(QPoint(1, y)).row() for y in (0, self.viewport().height() - 1))
        return range(max(first, 0), (last if last >= 0 else self.rows.rowCount() - 1) + 1)

    def current(self) -> str | None:
        """The combatant that is looked at; of a folded group the first that can still act."""
        row: Row | None = self.currentIndex().data(ROW)
        return self._combatant(row) if row else None

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Who is looked at stays in sight in less room, and among larger letters."""
        super().resizeEvent(event)
        self.scrollTo(self.currentIndex())

    def select(self, id: str | None) -> None:
        """Marks a combatant without emitting a signal; its group's row may stand for it."""
        if id in self.current_row():
            return
        number = self.rows.find(id) if id else -1
        if number < 0:
            self.selectionModel().clear()
            return
        index = self.rows.index(number)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index)

    def bring_into_sight(self, ids: Sequence[str]) -> None:
        """Scrolls to the highest row of these combatants, where there is any."""
        rows = [number for id in ids if (number := self.rows.find(id)) >= 0]
        if rows:
            self.scrollTo(self.rows.index(min(rows)))

    def step(self, by: int) -> None:
        """Looks at the next row, or at the one before."""
        index = self.currentIndex()
        number = index.row() + by if index.isValid() else 0
        if 0 <= number < self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(number))
            self._look(self.currentIndex())

    def dataChanged(self, first: paint.Index, last: paint.Index, roles: Sequence[int] = ()) -> None:
        """Paints these rows again and no others: they are all of one height, so none moves."""
        for number in range(first.row(), last.row() + 1):
            self.update(self.rows.index(number))

    def _combatant(self, row: Row) -> str:
        for id, (_, standing) in zip(row.key.ids, row.members, strict=False):
            if standing in ("active", "ready"):
                return id
        return row.key.ids[0]

    def _look(self, index: QModelIndex) -> None:
        if index.isValid():
            self.looked_at.emit(self._combatant(self.rows.row(index.row())))

    def _edit(self, index: QModelIndex) -> None:
        row = self.rows.row(index.row())
        if row.key.group is not None:
            self.rows.fold(row.key.group, not row.unfolded)
        else:
            self.edit_wanted.emit(row.key.ids[0])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index, button = self.indexAt(event.position().toPoint()), event.button()
        row: Row | None = index.data(ROW)
        at_the_arrow = event.position().x() > self.viewport().width() - px(32)
        folds = at_the_arrow and row is not None and row.key.group is not None
        if row and button == Qt.MouseButton.MiddleButton:
            self.portrait_wanted.emit(self._combatant(row))
        elif folds and button == Qt.MouseButton.LeftButton:
            self._edit(index)
        else:
            super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows stay here; letters, digits and Enter belong to the whole panel."""
        index = self.currentIndex()
        row: Row | None = index.data(ROW)
        match event.key():
            case Qt.Key.Key_F2 if row is not None and row.key.group is None:
                self.edit_wanted.emit(row.key.ids[0])
            case Qt.Key.Key_Right if row is not None and row.key.group:
                self.rows.fold(row.key.group, True)
            case Qt.Key.Key_Left if row is not None and row.key.group:
                self.rows.fold(row.key.group, False)
            case Qt.Key.Key_Left if row is not None and row.key.member:
                self.setCurrentIndex(self.rows.index(self.rows.group_of(index.row())))
                self._look(self.currentIndex())
            case key if key in MOVING:
                super().keyPressEvent(event)
                self._look(self.currentIndex())
            case _:
                event.ignore()

    def current_row(self) -> list[str]:
        """The ids of the row that is marked."""
        row: Row | None = self.currentIndex().data(ROW)
        return list(row.key.ids) if row else []

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        if row := self.indexAt(event.pos()).data(ROW):
            self.menu_wanted.emit(list(row.key.ids), event.globalPos())


class ObjectivesView(QtWidgets.QWidget):
    """A tick and the text of each objective."""

    ticked = Signal(int, bool)
    show_wanted = Signal(object)
    """An objective is to be shown to the players, a :class:`Shown`."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts: list[str] = []
        self._column = QtWidgets.QVBoxLayout(self)
        self._column.setContentsMargins(px(4), 0, px(4), 0)
        self._column.setSpacing(px(3))
        self.boxes: list[QtWidgets.QCheckBox] = []

    def show_objectives(self, objectives: Sequence[Objective]) -> None:
        """Shows the objectives with a tick at those that are met."""
        texts = [goal.text for goal in objectives]
        if texts != self._texts:
            self._texts = texts
            self._build(objectives)
        for box, goal in zip(self.boxes, objectives, strict=True):
            box.setChecked(goal.met)

    def _build(self, objectives: Sequence[Objective]) -> None:
        basics.clear(self._column)
        self.boxes = []
        for number, goal in enumerate(objectives):
            box = QtWidgets.QCheckBox()
            box.setAccessibleName(goal.text)
            box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
            box.clicked.connect(lambda met, number=number: self.ticked.emit(number, met))
            text, shown = _Text(goal.text, box), Shown(text=goal.text)
            show = basics.button("", "quiet", about=tr("Show to the players"))
            basics.tip(show, tr("Show to the players"))
            icons.wear(show, "players", "muted", 14)
            show.clicked.connect(lambda _=False, shown=shown: self.show_wanted.emit(shown))
            self._column.addLayout(basics.row(box, text, show, spacing=4, grows=text, top=True))
            self.boxes.append(box)


class _Text(QtWidgets.QLabel):
    """The wrapped text of a tick; a click on it ticks."""

    def __init__(self, words: str, box: QtWidgets.QCheckBox) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setText(words)
        self.setWordWrap(True)
        self._box = box

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._box.click()
