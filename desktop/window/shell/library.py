"""The library at the left: everything in the campaign, searched while typing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6 import QtCore, QtWidgets
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter, QResizeEvent

from desktop.forms.library import Ui_Library
from desktop.library.copies import place_for
from desktop.library.fold import fold
from desktop.rules import systems
from desktop.rules.text import Text
from desktop.window.fields.editor import leave_undo
from desktop.window.widgets import icons, paint, theme
from desktop.window.widgets.basics import MIME, as_tip, dragged
from desktop.window.widgets.boxes import offer
from desktop.window.widgets.language import by_name, in_words, tr
from desktop.window.widgets.menu import add, offer_menu

if TYPE_CHECKING:
    from desktop.library.records import DatedLine

ROW, HEAD = 28, 30

NARROW = 230
"""Pixels of the library below which its button has no word."""

TO_RESULTS = (Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)
"""The keys of the search that are about what was found."""

ORDERS: Mapping[str, tuple[Text, Callable[[DatedLine], Any]]] = {
    "name": (Text("By name"), lambda line: by_name(line.name)),
    "changed": (Text("Last changed first"), lambda line: -line.changed.timestamp()),
    "system": (Text("By system"), lambda line: (line.system, by_name(line.name))),
}
"""How the library can be sorted, by their ids: as the menu says it, and by what. The first holds
until another is chosen."""


@dataclass(frozen=True, slots=True)
class Item:
    """Something to open: what it is, its id in the campaign, and how it is shown."""

    kind: str
    id: int
    name: str
    note: str = ""
    system: str = ""
    shelf: str = ""
    """Of an entry of the catalogue: its kind there."""
    shipped: bool = False
    """Whether it comes with the program, and cannot be removed."""
    when: str = ""
    """In full what the note has no room for."""


@dataclass(frozen=True, slots=True)
class Group:
    """A heading and what stands under it. ``folded`` unless somebody unfolds it."""

    id: str
    title: str
    items: tuple[Item, ...]
    folded: bool = False
    more: bool = False
    """Whether there is more than is shown."""


@dataclass(frozen=True, slots=True)
class More:
    """The last row of a group of which only the first are shown: shows all of them."""

    group: str

    @property
    def title(self) -> str:
        """As it is shown."""
        return tr("Show all of them")


Row = Group | Item | More


class LibraryModel(QtCore.QAbstractListModel):
    """Groups and their items as rows."""

    def __init__(self, parent: QtCore.QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: list[Row] = []

    def show_rows(self, rows: list[Row]) -> None:
        """Shows other rows."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: paint.Index | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self.rows)

    def data(self, index: paint.Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        held = self.rows[index.row()]
        match role:
            case Qt.ItemDataRole.UserRole:
                return held
            case Qt.ItemDataRole.DisplayRole:
                return held.name if isinstance(held, Item) else held.title
            case Qt.ItemDataRole.ToolTipRole if isinstance(held, Item):
                return as_tip(" · ".join(filter(None, [held.name, held.note, held.when])))
            case Qt.ItemDataRole.SizeHintRole:
                return theme.scaled(80, HEAD if isinstance(held, Group) else ROW)
        return None

    def flags(self, index: paint.Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        if isinstance(self.rows[index.row()], Item):
            flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags

    def mimeTypes(self) -> list[str]:
        return [MIME]

    def mimeData(self, indexes: Sequence[QtCore.QModelIndex]) -> QtCore.QMimeData:
        held: Item = indexes[0].data(Qt.ItemDataRole.UserRole)  # nothing else can be dragged
        return dragged(held.kind, held.id)


class LibraryDelegate(QtWidgets.QStyledItemDelegate):
    """Paints headings small and muted, items with their name and a muted note at the right."""

    def paint(
        self, painter: QPainter, option: QtWidgets.QStyleOptionViewItem, index: paint.Index
    ) -> None:
        held: Row = index.data(Qt.ItemDataRole.UserRole)
        self.initStyleOption(option, index)
        with paint.row(painter, option) as (whole, font):
            colours, small = theme.current_colours(), paint.smaller(font, 1.5)
            state, flags = option.state, QtWidgets.QStyle.StateFlag
            hover = colours.well if state & flags.State_MouseOver else None
            fill = colours.accent_soft if state & flags.State_Selected else hover
            line = colours.accent_ink if state & flags.State_HasFocus else None
            ground = whole.adjusted(1, 1, -3, -1)
            paint.box(painter, ground, None if isinstance(held, Group) else fill, line)
            area = whole.adjusted(24, 0, -10, 0)
            right = Qt.AlignmentFlag.AlignRight
            match held:
                case Group():
                    self._heading(painter, area.adjusted(0, 3, 0, 0), held, font)
                case Item():
                    half = area.adjusted(area.width() / 2, 0, 0, 0)
                    wide = paint.text(painter, half, held.note, colours.muted, small, right)
                    area.setRight(area.right() - wide - (8 if wide else 0))
                    paint.text(painter, area, held.name, colours.ink, font)
                case More():
                    paint.text(painter, area, held.title, colours.accent_ink, small)

    def _heading(self, painter: QPainter, area: QtCore.QRectF, held: Group, font: QFont) -> None:
        colours = theme.current_colours()
        ratio = painter.deviceTransform().m11()
        arrow = icons.pixmap("chevron-right" if held.folded else "chevron-down", "muted", 12, ratio)
        painter.drawPixmap(QtCore.QPointF(area.left() - 18, area.center().y() - 6), arrow)
        count = f"{len(held.items)}{'+' if held.more else ''}"
        small, spaced = paint.smaller(font, 2), paint.smaller(font, 2)
        paint.text(painter, area, count, colours.muted, small, Qt.AlignmentFlag.AlignRight)
        spaced.setWeight(QFont.Weight.DemiBold)
        spaced.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.8)
        title = area.adjusted(0, 0, -34, 0)
        paint.text(painter, title, held.title.upper(), colours.muted, spaced)


class LibraryPanel(QtWidgets.QFrame):
    """Search, the system shown, and the list."""

    asked = Signal()
    """Another search or another system: :meth:`show_groups` is to answer it."""
    wanted = Signal(str, str, int)
    """What is to be done with something (see ``Commands.do``), its kind and its id."""
    folded_changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.ui = Ui_Library(self)
        self.model = LibraryModel(self)
        self.ui.list.setModel(self.model)
        self.ui.list.setItemDelegate(LibraryDelegate(self.ui.list))
        self.ui.list.installEventFilter(self)
        self.ui.search.installEventFilter(self)
        leave_undo(self.ui.search, empty_only=True)
        self.ui.list.clicked.connect(lambda index: self.open_row(index.row()))
        offer_menu(self.ui.list, self._menu)
        self.ui.search.textChanged.connect(lambda _: self.asked.emit())
        self.ui.system.currentIndexChanged.connect(lambda _: self.asked.emit())
        self.order = next(iter(ORDERS))
        self.ui.sort_button.clicked.connect(self._ask_order)
        self._groups: Sequence[Group] = ()
        self._awaited = False
        """Whether the answer to what is asked is on its way."""
        self._kept: list[QKeyEvent] = []
        """The keys that wait for it."""
        self.asked.connect(self._await)
        self._folded: dict[str, bool] = {}
        self._shown = ("", -1)
        self.whole: set[str] = set()
        """The groups of which all is to be shown, by their ids."""
        self.can_add = False
        """Whether there is an open encounter to put something into."""
        self.can_give = False
        """Whether the sheet of a character is open."""
        theme.notifier().changed.connect(self.ui.list.viewport().update)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where there is little room, the search has that of the word on the button."""
        super().resizeEvent(event)
        new, narrow = self.ui.new_button, self.width() < theme.px(NARROW)
        new.setText("" if narrow else new.accessibleName())

    # ---- what is asked

    @property
    def search(self) -> str:
        """What is searched."""
        return self.ui.search.text()

    @property
    def system(self) -> str:
        """The id of the system shown alone; empty when all are."""
        return self.ui.system.currentData() or ""

    def offer_systems(self, systems: Sequence[tuple[str, str]], chosen: str) -> None:
        """The systems to choose from, as ids and titles."""
        offer(self.ui.system, [("", tr("All systems")), *systems], chosen)
        self.ui.system.setVisible(len(systems) > 1)

    def _ask_order(self) -> None:
        menu = QtWidgets.QMenu(self)
        for id, (title, _) in ORDERS.items():
            action = menu.addAction(in_words(title), partial(self.sort_by, id))
            action.setCheckable(True)
            action.setChecked(id == self.order)
        button = self.ui.sort_button
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def sort_by(self, order: str) -> None:
        """Sorts what is shown in another way."""
        self.order = order
        self.asked.emit()

    def focus_search(self) -> None:
        """Moves the focus into the search and selects what is in it."""
        self.ui.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.ui.search.selectAll()

    # ---- what is shown

    def show_groups(self, groups: Sequence[Group]) -> None:
        """The answer to what is asked. While one searches, nothing is folded."""
        self._groups = groups
        self._fill()
        self.take_keys()

    def _await(self) -> None:
        self._awaited = True

    def take_keys(self) -> None:
        """Takes the keys that came while the answer was on its way, and waits no longer."""
        kept, self._kept, self._awaited = self._kept, [], False
        for event in kept:
            into = self.ui.list if self.ui.list.hasFocus() else self.ui.search
            QtWidgets.QApplication.sendEvent(into, event)

    def mark(self, kind: str, id: int) -> None:
        """Shows which item is open; -1 where none is."""
        self._shown = (kind, id)
        self._select(self._shown)

    @property
    def folded(self) -> dict[str, bool]:
        """Which groups were folded or unfolded by hand."""
        return dict(self._folded)

    def fold(self, folded: dict[str, bool]) -> None:
        """Folds and unfolds groups as they were stored."""
        self._folded = dict(folded)
        self._fill()

    def _is_folded(self, group: Group) -> bool:
        return not self.search.strip() and self._folded.get(group.id, group.folded)

    def _fill(self) -> None:
        top = self.ui.list.verticalScrollBar().value()
        marked = self.current() if self.ui.list.hasFocus() else None
        rows: list[Row] = []
        for group in self._groups:
            folded = self._is_folded(group)
            rows.append(replace(group, folded=folded))
            if not folded:
                rows += group.items
                if group.more:
                    rows.append(More(group.id))
        self.model.show_rows(rows)
        self.ui.nothing.setVisible(not rows)
        self.ui.nothing.setText(
            tr("Nothing is called that. Esc clears the search.")
            if self.search.strip()
            else tr("Nothing here yet. “New” makes the first character or encounter.")
        )
        self.ui.list.setVisible(bool(rows))
        self.ui.list.verticalScrollBar().setValue(top)
        self._select(self._shown if marked is None else (marked.kind, marked.id))

    def _select(self, wanted: tuple[str, int]) -> None:
        """Marks an item of the list, or what is open where that is not there."""
        places = {(held.kind, held.id): n for n, held in self._items()}
        row = places.get(wanted, places.get(self._shown, -1))
        self.ui.list.setCurrentIndex(self.model.index(row, 0))

    # ---- what is done

    def open_row(self, number: int) -> None:
        """Opens the item in a row, or folds its group."""
        held = self.model.rows[number] if 0 <= number < len(self.model.rows) else None
        if isinstance(held, Item):
            self.wanted.emit("open", held.kind, held.id)
        elif isinstance(held, Group):
            self._folded[held.id] = not self._is_folded(held)
            self._fill()
            self.ui.list.setCurrentIndex(self.model.index(number, 0))
            self.folded_changed.emit()
        elif isinstance(held, More):
            self.whole.add(held.group)
            self.asked.emit()

    def current(self) -> Item | None:
        """The item that is marked in the list."""
        held = self.ui.list.currentIndex().data(Qt.ItemDataRole.UserRole)
        return held if isinstance(held, Item) else None

    def _is_gift(self, item: Item) -> bool:
        """Whether the open sheet of a character has a list for it."""
        rules = systems().usable(item.system) if self.can_give and item.shelf else None
        return bool(rules and place_for(rules, item.shelf))

    def _can_come(self, item: Item) -> bool:
        """Whether somebody can be put into the open encounter."""
        rules = systems().usable(item.system) if self.can_add and item.shelf else None
        return self.can_add and (
            item.kind == "character" or bool(rules and rules.fights(item.shelf))
        )

    def _menu(self, menu: QtWidgets.QMenu, place: QtCore.QPoint) -> None:
        index = self.ui.list.indexAt(place)
        held = index.data(Qt.ItemDataRole.UserRole)
        if isinstance(held, Group):
            word = tr("Unfold") if self._is_folded(held) else tr("Fold")
            add(menu, word, lambda: self.open_row(index.row()), Qt.Key.Key_Enter)
            return
        if not isinstance(held, Item):
            return
        kind, id = held.kind, held.id

        def entry(label: str, what: str, key: Qt.Key | str = "") -> None:
            add(menu, label, lambda: self.wanted.emit(what, kind, id), key)

        entry(tr("Open"), "open", Qt.Key.Key_Enter)
        if kind == "encounter":
            entry(tr("Start the fight"), "start")
        if self._is_gift(held):
            entry(tr("Give to the character"), "give", "+")
        if self._can_come(held):
            entry(tr("Add to the encounter"), "add", "+")
        if kind == "character":
            entry(tr("Print the card…"), "print")
        if kind in ("character", "entry", "encounter", "note"):
            entry(tr("Duplicate"), "duplicate")
            entry(tr("Export…"), "export")
        if not held.shipped:
            menu.addSeparator()
            entry(tr("Remove"), "remove", Qt.Key.Key_Delete)

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        if event.type() == QtCore.QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if self._awaited and (self._kept or (watched is self.ui.search and key in TO_RESULTS)):
                self._kept.append(QKeyEvent(event.type(), key, event.modifiers(), event.text()))
                return True
            if watched is self.ui.search:
                return self._search_key(key)
            if watched is self.ui.list and self._list_key(event):
                return True
        return super().eventFilter(watched, event)

    def _search_key(self, key: int) -> bool:
        if key == Qt.Key.Key_Down:
            self.ui.list.setFocus()
            self.ui.list.setCurrentIndex(self.model.index(next(self._items(), (-1,))[0], 0))
            return True
        if key in TO_RESULTS:
            self.open_row(self._best_row())
            return True
        if key == Qt.Key.Key_Escape and self.search:
            self.ui.search.clear()
            return True
        return False

    def _items(self) -> Iterator[tuple[int, Item]]:
        """What can be opened, not the headings, by the number of its row."""
        return ((n, held) for n, held in enumerate(self.model.rows) if isinstance(held, Item))

    def _best_row(self) -> int:
        """The row that Enter opens: the name that was typed, or else the first."""
        items, wanted = list(self._items()), fold(self.search)
        exact = (n for n, item in items if fold(item.name) == wanted)
        return next(exact, items[0][0] if items else -1)

    def _list_key(self, event: QKeyEvent) -> bool:
        item = self.current()
        match event.key():
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Space:
                self.open_row(self.ui.list.currentIndex().row())
                return True
            case Qt.Key.Key_Delete if item:
                self.wanted.emit("remove", item.kind, item.id)
                return True
            case Qt.Key.Key_Plus | Qt.Key.Key_Insert if item:
                if self._can_come(item) and not self._is_gift(item):
                    self.wanted.emit("add", item.kind, item.id)
                    return True
                if item.kind == "entry":  # without a sheet it is said that one is needed
                    self.wanted.emit("give", item.kind, item.id)
                    return True
        return False
