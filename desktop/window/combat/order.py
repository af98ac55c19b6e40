"""Who is in the fight, in which order, and how they are: the list at the left of the panel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QEvent,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QContextMenuEvent, QFont, QFontMetrics, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListView,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from desktop.encounter.fight import Fight
from desktop.rules.contract import Standing, Vital
from desktop.rules.state import State
from desktop.window.combat import paint
from desktop.window.combat.looks import Looks, looks, tints
from desktop.window.widgets.plain import as_tip

Index = QModelIndex | QPersistentModelIndex
NOWHERE = QModelIndex()

ROW = Qt.ItemDataRole.UserRole + 1

HEIGHT = 60

LEAST_VALUE = 70
"""So many pixels beside the name are always the value's."""

SAID: Mapping[str, str] = {"done": "acted", "out": "out"}
"""What stands beside the name of one who is dimmed."""


@dataclass(frozen=True, slots=True)
class Key:
    """What a row stands for: a combatant, or a group of them under one line."""

    ids: tuple[str, ...]
    group: str | None = None
    member: bool = False
    """It stands below its unfolded group."""


@dataclass(frozen=True, slots=True)
class Row:
    """Everything that is painted of a row; equal rows look the same."""

    key: Key
    name: str
    tint: int
    standing: Standing
    vitals: tuple[Vital, ...]
    members: tuple[tuple[Vital | None, Standing], ...] = ()
    """For a group: the first bar of each of its members, and how that one stands."""
    unfolded: bool = False
    ready: bool = False
    """The rules offer this one something now, though nobody is on turn."""


class OrderModel(QAbstractListModel):
    """Rows of the order. Only what is looked at is reckoned, only what changed is repainted."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._fight: Fight | None = None
        self._keys: list[Key] = []
        self._rows: dict[Key, Row] = {}
        self._unfolded: set[str] = set()
        self._ready: frozenset[str] = frozenset()
        self._tints: dict[str, int] = {}

    # ---- what Qt asks

    def rowCount(self, parent: Index = NOWHERE) -> int:
        return 0 if parent.isValid() else len(self._keys)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self._keys):
            return None
        match role:
            case _ if role == ROW:
                return self.row(index.row())
            case Qt.ItemDataRole.DisplayRole:
                return self.row(index.row()).name
            case Qt.ItemDataRole.AccessibleTextRole:
                row = self.row(index.row())
                return ", ".join(filter(None, (row.name, row.standing, paint.spoken(row.vitals))))
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(self.row(index.row()))
        return None

    # ---- what the panel tells

    def open(self, fight: Fight) -> None:
        """Shows a fight from its first row."""
        self.beginResetModel()
        self._fight = fight
        self._tints = tints(fight.first.combatants.values())
        self._unfolded.clear()
        self._rows.clear()
        self._keys = self._arranged()
        self.endResetModel()

    def refresh(self, ready: frozenset[str] = frozenset()) -> None:
        """Takes over how the fight stands; ``ready`` are those who may be chosen to act."""
        self._ready = ready
        keys = self._arranged()
        if keys != self._keys:
            self.beginResetModel()
            self._keys = keys
            self._rows.clear()
            self.endResetModel()
            return
        for first, last in self._changed():
            self.dataChanged.emit(self.index(first), self.index(last))

    def fold(self, group: str, unfolded: bool) -> None:
        """Shows or hides the members of a group below its line."""
        if unfolded == (group in self._unfolded):
            return
        at = next(n for n, key in enumerate(self._keys) if key.group == group)
        ids = self._keys[at].ids
        members = [Key((id,), member=True) for id in ids]
        if unfolded:
            self._unfolded.add(group)
            self.beginInsertRows(QModelIndex(), at + 1, at + len(ids))
            self._keys[at + 1 : at + 1] = members
            self.endInsertRows()
        else:
            self._unfolded.discard(group)
            self.beginRemoveRows(QModelIndex(), at + 1, at + len(ids))
            del self._keys[at + 1 : at + 1 + len(ids)]
            self.endRemoveRows()
        self._rows.pop(self._keys[at], None)
        self.dataChanged.emit(self.index(at), self.index(at))

    # ---- rows

    def row(self, number: int) -> Row:
        """A row as it is painted."""
        key = self._keys[number]
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = self._reckon(key)
        return row

    def find(self, id: str) -> int:
        """The row of a combatant: its own, or that of its folded group; -1 if there is none."""
        found = -1
        for number, key in enumerate(self._keys):
            if id in key.ids:
                if key.group is None:
                    return number
                found = number
        return found

    def name_of(self, id: str) -> str:
        assert self._fight is not None
        name: str = self._fight.state[id].name
        return name

    def _changed(self) -> list[tuple[int, int]]:
        """Stretches of rows that look different now. Rows nobody has looked at are not reckoned."""
        stretches: list[tuple[int, int]] = []
        known = self._rows
        for number, key in enumerate(self._keys):
            before = known.get(key)
            if before is None:
                continue
            now = self._reckon(key)
            if now == before:
                continue
            known[key] = now
            if stretches and stretches[-1][1] == number - 1:
                stretches[-1] = (stretches[-1][0], number)
            else:
                stretches.append((number, number))
        return stretches

    def _arranged(self) -> list[Key]:
        """The order as far as it is settled, then the rest as listed; groups under one line."""
        if self._fight is None:
            return []
        state = self._fight.state
        ids = list(dict.fromkeys([*state.order, *state.combatants]))
        groups: dict[str, list[str]] = {}
        for id in ids:
            group = state[id].group
            if group is not None:
                groups.setdefault(group, []).append(id)
        keys: list[Key] = []
        told: set[str] = set()
        for id in ids:
            group = state[id].group
            if group is None or len(groups[group]) == 1:
                keys.append(Key((id,)))
            elif group not in told:
                told.add(group)
                keys.append(Key(tuple(groups[group]), group))
                if group in self._unfolded:
                    keys += [Key((member,), member=True) for member in groups[group]]
        return keys

    def _reckon(self, key: Key) -> Row:
        assert self._fight is not None
        state, rules = self._fight.state, self._fight.rules
        first = state[key.ids[0]]
        if key.group is None:
            id = key.ids[0]
            standing = self._standing(state, id)
            return Row(
                key,
                first.name,
                self._tints[first.side],
                standing,
                tuple(rules.vitals(state, id)),
                ready=id in self._ready and standing == "ready",
            )
        standings = [self._standing(state, id) for id in key.ids]
        bars = [
            next((v for v in rules.vitals(state, id) if v.kind in ("bar", "boxes")), None)
            for id in key.ids
        ]
        best: Standing = next(
            (s for s in ("active", "ready", "done") if s in standings),
            "out",
        )
        active = state.turn if state.turn in key.ids else None
        return Row(
            key,
            f"{_together([state[id].name for id in key.ids]) or key.group} ×{len(key.ids)}",
            self._tints[first.side],
            best,
            tuple(rules.vitals(state, active)) if active else (),
            members=tuple(zip(bars, standings, strict=True)),
            unfolded=key.group in self._unfolded,
            ready=any(id in self._ready for id in key.ids) and best == "ready",
        )

    def _standing(self, state: State[Any], id: str) -> Standing:
        assert self._fight is not None
        if not self._fight.begun:
            return "out" if state[id].out else "ready"
        return self._fight.rules.standing(state, id)

    def _tip(self, row: Row) -> str:
        said = [v for v in row.vitals if v.rule]
        lines = [
            f"{paint.spoken((vital,))} ({vital.rule})" if vital.rule else paint.spoken((vital,))
            for vital in said
        ]
        return as_tip("; ".join(filter(None, lines)))


def _together(names: Sequence[str]) -> str:
    """What the names of a group begin with: ``Strażnik`` of ``Strażnik 1`` and ``Strażnik 2``."""
    first, last = min(names), max(names)
    same = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(last))
    return first[:same].rstrip(" 0123456789#-")


class OrderDelegate(QStyledItemDelegate):
    """Paints a row: disc, name, bars, pips, badges, dice; dimmed when done or out."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, HEIGHT)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row: Row = index.data(ROW)
        area = QRectF(option.rect)
        state = option.state
        font: QFont = option.font
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _Painted(
            painter,
            row,
            area,
            font,
            selected=bool(state & QStyle.StateFlag.State_Selected),
            hover=bool(state & QStyle.StateFlag.State_MouseOver),
        ).all()
        painter.restore()


class _Painted:
    """One row on its way to the screen."""

    def __init__(
        self, painter: QPainter, row: Row, area: QRectF, font: QFont, selected: bool, hover: bool
    ) -> None:
        self.painter, self.row, self.font = painter, row, font
        self.selected, self.hover = selected, hover
        self.colours: Looks = looks()
        indent = 16 if row.key.member else 0
        self.card = area.adjusted(2 + indent, 2, -2, -2)
        self.small = paint.smaller(font, 1.5)

    def all(self) -> None:
        row, colours, painter = self.row, self.colours, self.painter
        dim = row.standing in ("done", "out")
        active = row.standing == "active"
        ground = colours.bar if dim else colours.card
        line = colours.accent if active else colours.players if self.selected else colours.line
        paint.box(painter, self.card, ground, None, radius=7)
        strip = QRectF(self.card.x(), self.card.y() + 5, 4, self.card.height() - 10)
        side = colours.tint(row.tint)
        painter.setOpacity(0.42 if row.standing == "out" else 0.6 if dim else 1.0)
        paint.box(painter, strip, side, radius=2)
        disc = QRectF(self.card.x() + 11, self.card.center().y() - 16, 32, 32)
        out = row.standing == "out"
        fill = colours.edge if out else side
        font = paint.smaller(self.font, 0.5, bold=True)
        paint.disc(painter, disc, paint.initials(row.name), fill, colours.card, font)
        if row.ready:
            paint.box(
                painter, disc.adjusted(-3, -3, 3, 3), None, colours.accent, radius=19, width=2
            )
        left = disc.right() + 9
        inside = QRectF(left, self.card.y(), self.card.right() - 9 - left, self.card.height())
        if row.key.group is not None:
            self._group(inside)
        else:
            self._combatant(inside)
        painter.setOpacity(1.0)
        width = 2.0 if active or self.selected else 1.0
        paint.box(painter, self.card, None, line, radius=7, width=width)
        if self.hover and not self.selected and not active:
            paint.box(painter, self.card, None, colours.edge, radius=7)

    # ---- a combatant: name and value, bars and pips, badges and dice

    def _combatant(self, inside: QRectF) -> None:
        row, colours = self.row, self.colours
        bars = [v for v in row.vitals if v.kind == "bar" and v.maximum]
        boxes = [v for v in row.vitals if v.kind == "boxes"]
        pips = [v for v in row.vitals if v.kind == "pips"]
        small = [v for v in row.vitals if v.kind in ("badge", "number", "dice")]
        small = [v for v in small if v.kind != "badge" or v.text != SAID.get(row.standing)]
        lines = 1 + bool(bars or boxes or pips) + bool(small)
        top = inside.center().y() - (8, 15, 23)[lines - 1]
        value = f"{bars[0].value}/{bars[0].maximum}" if bars else boxes[0].text if boxes else ""
        name = QRectF(inside.x(), top, inside.width(), 17)
        if value:
            bad = (*bars, *boxes)[0].tone == "bad" and row.standing != "out"
            colour = colours.bad if bad else colours.ink
            room = QRectF(name)
            room.setLeft(min(name.left() + self._name_width() + 6, name.right() - LEAST_VALUE))
            wide = paint.text(
                self.painter, room, value, colour, self.font, Qt.AlignmentFlag.AlignRight
            )
            name.setRight(name.right() - wide - 6)
        self._name(name)
        self._bars(QRectF(inside.x(), top + 21, inside.width(), 8), bars, boxes, pips)
        if small:
            self._small(QRectF(inside.x(), top + 31, inside.width(), 17), small)

    def _name_width(self) -> float:
        """What the name and how its bearer stands would like to have of the line."""
        said = SAID.get(self.row.standing, "")
        name = QFontMetrics(paint.bold(self.font)).horizontalAdvance(self.row.name)
        return name + (paint.pill_width(said, self.small) + 6 if said else 0)

    def _name(self, area: QRectF) -> None:
        row, colours = self.row, self.colours
        said = SAID.get(row.standing, "")
        room = area.width() - (paint.pill_width(said, self.small) + 6 if said else 0)
        bold = paint.bold(self.font)
        taken = paint.text(
            self.painter, QRectF(area.x(), area.y(), room, 17), row.name, colours.ink, bold
        )
        if said:
            at = QPointF(area.x() + taken + 6, area.y())
            paint.pill(self.painter, at, said, self.small, colours.well, colours.muted)

    def _bars(
        self, area: QRectF, bars: Sequence[Vital], boxes: Sequence[Vital], pips: Sequence[Vital]
    ) -> None:
        right = area.right()
        for vital in reversed(pips[:2]):
            right -= paint.pips(
                self.painter,
                QPointF(right, area.y() - 1),
                vital.value,
                vital.maximum,
                self.colours,
                size=9,
            )
        wide = min(120.0, right - area.x() - 8)
        if bars:
            each = (wide - 4 * (len(bars[:3]) - 1)) / len(bars[:3])
            for number, vital in enumerate(bars[:3]):
                place = QRectF(area.x() + number * (each + 4), area.y() + 1, each, 5)
                colour = self.colours.tone(vital.tone)
                paint.bar(
                    self.painter, place, vital.value, vital.maximum, colour, self.colours.well
                )
        x = area.x() + (wide + 6 if bars else 0)
        for vital in boxes:
            most = max(int((right - x) * 0.6 // 13), 1)
            marks = vital.values if len(vital.values) <= most else vital.values[: most - 1]
            more = len(vital.values) - len(marks)
            x += paint.boxes(self.painter, QPointF(x, area.y() - 1), marks, self.colours) + 4
            words = " ".join(filter(None, (f"+{more}" if more else "", vital.text)))
            place = QRectF(x, area.y() - 5, right - x - 4, 17)
            if words and place.width() > 20:
                x += paint.text(self.painter, place, words, self.colours.muted, self.small) + 4

    def _small(self, area: QRectF, vitals: Sequence[Vital]) -> None:
        x = area.x()
        for vital in vitals:
            room = area.right() - x
            if vital.kind == "dice":
                x += self._dice(QPointF(x, area.y() - 0.5), vital, room)
                continue
            words = vital.text or vital.label
            if vital.kind == "number":
                words = f"{vital.label} {vital.text or vital.value}"
            fill = self.colours.good_soft if vital.tone == "good" else self.colours.well
            colour = self.colours.tone(vital.tone)
            at = QPointF(x, area.y())
            taken = paint.pill(self.painter, at, words, self.small, fill, colour, room)
            if not taken:
                break
            x += taken + 4

    def _dice(self, at: QPointF, vital: Vital, room: float) -> float:
        x = at.x()
        for number, face in enumerate(vital.values):
            left = at.x() + room - x
            if left < 38 and number + 1 < len(vital.values):
                rest = f"+{len(vital.values) - number}"
                place = QRectF(x, at.y(), left, 17)
                x += paint.text(self.painter, place, rest, self.colours.muted, self.small)
                break
            x += paint.die(
                self.painter, QPointF(x, at.y()), str(face), self.colours, self.small, size=17
            )
            x += 3
        return x - at.x() + 3

    # ---- a group: name, and one short bar for each

    def _group(self, inside: QRectF) -> None:
        row, colours, painter = self.row, self.colours, self.painter
        at = QPointF(inside.right() - 5, inside.center().y())
        paint.chevron(painter, at, colours.muted, up=row.unfolded)
        name = QRectF(inside.x(), inside.center().y() - 22, inside.width() - 18, 17)
        paint.text(painter, name, row.name, colours.ink, paint.bold(self.font))
        shown = row.members[:16]
        each = max((inside.width() - 24) / max(len(shown), 3) - 4, 5.0)
        for number, (vital, standing) in enumerate(shown):
            place = QRectF(inside.x() + number * (each + 4), inside.center().y() + 1, each, 5)
            value, most = (vital.value, vital.maximum) if vital else (1, 1)
            if vital and vital.kind == "boxes":
                value, most = sum(not mark for mark in vital.values), len(vital.values)
            if not most:
                value = most = 1
            tone = vital.tone if vital else "plain"
            gone = standing == "out"
            colour = colours.faint if gone else colours.tone(tone)
            paint.bar(painter, place, 0 if gone else value, most, colour, colours.well)
        standings = [standing for _, standing in row.members]
        left = sum(standing in ("ready", "active") for standing in standings)
        out = standings.count("out")
        said = [f"{left} to act"] if left else ["all have acted"]
        if out:
            said.append(f"{out} out")
        place = QRectF(inside.x(), inside.center().y() + 8, inside.width(), 16)
        paint.text(painter, place, " · ".join(said), colours.muted, self.small)


class OrderView(QListView):
    """The list. A click looks at somebody, F2 or a double click edits, arrows fold groups."""

    looked_at = Signal(str)
    edit_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.rows = OrderModel(self)
        self.setModel(self.rows)
        self.setItemDelegate(OrderDelegate(self))
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.viewport().setAutoFillBackground(False)
        self.setAccessibleName(self.tr("Order"))
        self.clicked.connect(self._look)
        self.doubleClicked.connect(self._edit)

    def open(self, fight: Fight) -> None:
        self.rows.open(fight)

    def refresh(self, ready: frozenset[str]) -> None:
        """Shows how the fight stands now, keeping who is looked at."""
        kept = self.current()
        self.rows.refresh(ready)
        if kept is not None and self.current() != kept:
            self.select(kept)

    def current(self) -> str | None:
        """The combatant that is looked at; of a folded group the first that can still act."""
        index = self.currentIndex()
        return self._combatant(self.rows.row(index.row())) if index.isValid() else None

    def select(self, id: str | None) -> None:
        """Marks a combatant without telling anybody."""
        number = self.rows.find(id) if id else -1
        if number < 0:
            self.selectionModel().clear()
            return
        index = self.rows.index(number)
        flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, flags)
        self.scrollTo(index)

    def step(self, by: int) -> None:
        """Looks at the next row, or the one before."""
        index = self.currentIndex()
        number = index.row() + by if index.isValid() else 0
        if 0 <= number < self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(number))
            self._look(self.currentIndex())

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
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
        index = self.indexAt(event.position().toPoint())
        if index.isValid() and event.button() == Qt.MouseButton.LeftButton:
            row = self.rows.row(index.row())
            if row.key.group is not None and event.position().x() > self.viewport().width() - 32:
                self.rows.fold(row.key.group, not row.unfolded)
                return
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows stay here; letters, digits and Enter belong to the whole panel."""
        index = self.currentIndex()
        row = self.rows.row(index.row()) if index.isValid() else None
        match event.key():
            case Qt.Key.Key_F2 if row is not None and row.key.group is None:
                self.edit_wanted.emit(row.key.ids[0])
            case Qt.Key.Key_Right if row is not None and row.key.group:
                self.rows.fold(row.key.group, True)
            case Qt.Key.Key_Left if row is not None and row.key.group:
                self.rows.fold(row.key.group, False)
            case (
                Qt.Key.Key_Up
                | Qt.Key.Key_Down
                | Qt.Key.Key_Home
                | Qt.Key.Key_End
                | Qt.Key.Key_PageUp
                | Qt.Key.Key_PageDown
            ):
                super().keyPressEvent(event)
                self._look(self.currentIndex())
            case _:
                event.ignore()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QContextMenuEvent):
            return self._menu(event.pos(), event.globalPos())
        return super().event(event)

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QContextMenuEvent):
            return self._menu(event.pos(), event.globalPos())
        return super().viewportEvent(event)

    def _menu(self, at: QPoint, on_screen: QPoint) -> bool:
        index = self.indexAt(at)
        if not index.isValid():
            return False
        row = self.rows.row(index.row())
        menu = QMenu(self)
        for id in row.key.ids[:40]:
            name = self.rows.name_of(id)
            words = self.tr("Edit {name} by hand…").format(name=name.replace("&", "&&"))
            action = menu.addAction(words)
            action.triggered.connect(lambda _=False, id=id: self.edit_wanted.emit(id))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(on_screen)
        return True
