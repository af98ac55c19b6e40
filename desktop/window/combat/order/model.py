"""The rows of the order: who is in the fight, in which order, and how they are."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from desktop.encounter.fight import Fight
from desktop.rules import SystemFailed, display
from desktop.window.combat.session.viewpoint import Combatants
from desktop.window.widgets import basics, paint
from desktop.window.widgets.language import rule_mark, tr
from desktop.window.widgets.paint import Index

NOWHERE = QModelIndex()

ROW = Qt.ItemDataRole.UserRole + 1


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
    standing: display.Standing
    vitals: tuple[display.Vital, ...]
    members: tuple[tuple[display.Vital | None, display.Standing], ...] = ()
    """For a group: the first bar and the standing of each member."""
    unfolded: bool = False
    face: QPixmap | None = None
    ready: bool = False
    """The rules offer the combatant something now, although no turn is going on."""
    note: str = ""
    """The game master's note."""


class OrderModel(QAbstractListModel):
    """Rows of the order. Only rows that are shown are made, only those that differ repainted."""

    failed = Signal(object)
    """An added system cannot say how a combatant is; the row shows only the name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._keys: list[Key] = []
        self._arrangement: tuple[Any, ...] = ()
        self._rows: dict[Key, Row] = {}
        self._unfolded: set[str] = set()
        self._ready: frozenset[str] = frozenset()

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
                vitals = paint.spoken(row.vitals)
                spoken = [row.name, standing_in_words(row.standing), vitals, row.note]
                if row.key.group is not None:
                    folded = tr("folded", context="group")
                    spoken.append(tr("unfolded", context="group") if row.unfolded else folded)
                return ", ".join(filter(None, spoken))
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(self.row(index.row()))
        return None

    # ---- what the panel tells

    def open(self, fight: Fight, combatants: Combatants) -> None:
        """Shows a fight from its first row."""
        self.beginResetModel()
        self._fight, self._combatants = fight, combatants
        self._unfolded.clear()
        self._arrangement = ()
        self._arrange()
        self.endResetModel()

    def refresh(self, ready: frozenset[str], changed: Collection[str], shown: range) -> None:
        """Shows the state of the fight.

        ``ready`` are those who may be chosen to act, ``changed`` those whose values are others,
        ``shown`` the rows that can be seen. A row that is neither shown nor changed is
        forgotten, and made when it is shown: what it says may follow from other combatants.
        """
        self._ready = ready
        if self._arranged() != self._arrangement:
            self.beginResetModel()
            self._arrange()
            self.endResetModel()
            return
        for first, last in self._differing(frozenset(changed), shown):
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
            row = self._rows[key] = self._make(key)
        return row

    def are_there(self, number: int) -> bool:
        """Whether all of a row are in the fight still: an undo takes newcomers away."""
        return self._fight.state.combatants.keys() >= set(self._keys[number].ids)

    def find(self, id: str) -> int:
        """The row of a combatant: its own, or that of its folded group; -1 if there is none."""
        group_row = -1
        for number, key in enumerate(self._keys):
            if id in key.ids:
                if key.group is None:
                    return number
                group_row = number
        return group_row

    def group_of(self, number: int) -> int:
        """The row of the group that the member in this row stands below."""
        return next(n for n in range(number, -1, -1) if self._keys[n].group is not None)

    def _differing(self, changed: frozenset[str], shown: range) -> list[tuple[int, int]]:
        """First and last of rows that look different now, without rows that were never shown."""
        stretches: list[tuple[int, int]] = []
        known, self._rows = self._rows, {}
        for number, key in enumerate(self._keys):
            before = known.get(key)
            if before is None or (number not in shown and changed.isdisjoint(key.ids)):
                continue
            now = self._rows[key] = self._make(key)
            if now == before:
                continue
            if stretches and stretches[-1][1] == number - 1:
                stretches[-1] = (stretches[-1][0], number)
            else:
                stretches.append((number, number))
        return stretches

    def _arranged(self) -> tuple[Any, ...]:
        """All that the keys follow from: the order, who is there, who is in which group."""
        combatants = self._fight.state.combatants
        groups = [(combatant.group, combatant.side) for combatant in combatants.values()]
        return self._fight.state.order, list(combatants), groups

    def _arrange(self) -> None:
        """The order as far as it is known, then the rest as listed; groups under one line."""
        self._arrangement = self._arranged()
        self._rows.clear()
        state = self._fight.state
        ids = list(dict.fromkeys([*state.order, *state.combatants]))
        groups: dict[str, list[str]] = {}
        for id in ids:
            group = state[id].group
            if group is not None:
                groups.setdefault(group, []).append(id)
        keys: list[Key] = []
        listed: set[str] = set()
        for id in ids:
            group = state[id].group
            if group is None or len(groups[group]) == 1:
                keys.append(Key((id,)))
            elif group not in listed:
                listed.add(group)
                keys.append(Key(tuple(groups[group]), group))
                if group in self._unfolded:
                    keys += [Key((member,), member=True) for member in groups[group]]
        self._keys = keys

    def _make(self, key: Key) -> Row:
        # Qt asks for rows while it paints; an exception there would reach no handler.
        try:
            return self._make_row(key)
        except SystemFailed as error:
            self.failed.emit(error)
        first = key.ids[0]
        name, tint = self._combatants.name_of(first), self._combatants.tint_of(first)
        return Row(key, name, tint, "ready", ())

    def _make_row(self, key: Key) -> Row:
        state, people, id = self._fight.state, self._combatants, key.ids[0]
        tint, face = people.tint_of(id), people.face_of(id)
        if key.group is None:
            standing, vitals = people.standing(id), people.at_a_glance(id)
            ready = id in self._ready and standing == "ready"
            name, note = state[id].name, state[id].note
            return Row(key, name, tint, standing, vitals, face=face, ready=ready, note=note)
        standings = [people.standing(id) for id in key.ids]
        rules = self._fight.rules
        bars = [
            next((v for v in rules.vitals(state, id) if v.kind in ("bar", "boxes")), None)
            for id in key.ids
        ]
        best: display.Standing = next(
            (s for s in ("active", "ready", "done") if s in standings), "out"
        )
        active = state.turn if state.turn in key.ids else None
        return Row(
            key,
            f"{_together([state[id].name for id in key.ids]) or key.group} ×{len(key.ids)}",
            tint,
            best,
            people.at_a_glance(active) if active else self._shared_badges(key.ids),
            members=tuple(zip(bars, standings, strict=True)),
            unfolded=key.group in self._unfolded,
            face=face,
            ready=any(id in self._ready for id in key.ids) and best == "ready",
        )

    def _shared_badges(self, ids: Sequence[str]) -> tuple[display.Vital, ...]:
        """The badges that all of a group have who are not out, but that they have acted."""
        first, *others = [id for id in ids if not self._fight.state[id].out] or ids
        shared = [
            v for v in self._combatants.at_a_glance(first) if v.kind == "badge" and v.id != "acted"
        ]
        for id in others if shared else ():
            shared = [badge for badge in shared if badge in self._combatants.at_a_glance(id)]
        return tuple(shared)

    def _tip(self, row: Row) -> str:
        if row.key.group is not None:
            return basics.as_tip(tr("Right unfolds the group, Left folds it."))
        lines = [
            paint.spoken((v,)) + (f" ({rule_mark(v.rule)})" if v.rule else "")
            for v in row.vitals
            if v.rule or v.lasts
        ]
        return basics.as_tip("\n".join(filter(None, ["; ".join(filter(None, lines)), row.note])))


def standing_in_words(standing: display.Standing) -> str:
    """How a combatant stands, for a screen reader."""
    return {
        "active": tr("active", context="combatant"),
        "ready": tr("ready", context="combatant"),
        "done": tr("done", context="combatant"),
        "out": tr("out", context="combatant"),
    }[standing]


def _together(names: Sequence[str]) -> str:
    """What the names of a group begin with: ``Strażnik`` of ``Strażnik 1`` and ``Strażnik 2``."""
    first, last = min(names), max(names)
    same = next((n for n, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), len(last))
    return first[:same].rstrip(" 0123456789#-")
