"""Editors of records: one, or a list with the chosen one below; the search that adds to it; and how
a record is painted in any list: its name, and a note in grey after it."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from PySide6 import QtCore, QtWidgets
from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt
from PySide6.QtGui import QFont, QKeyEvent, QKeySequence, QPainter
from PySide6.QtWidgets import QListWidgetItem, QStyleOptionViewItem, QWidget

from desktop.forms.picker import Ui_PickerForm
from desktop.forms.record_list import Ui_RecordListForm
from desktop.rules import fields, in_words
from desktop.window.fields import editor
from desktop.window.fields.box import FieldBox
from desktop.window.fields.form import SheetForm
from desktop.window.widgets import flow, paint, theme
from desktop.window.widgets.basics import as_tip, tight
from desktop.window.widgets.language import by_name, chosen, tr
from desktop.window.widgets.menu import add, offer_menu
from desktop.window.widgets.theme import px

WIDE = 1000
"""Pixels: the window over the page has room for what weapons differ in."""

PAUSE = 15
"""Milliseconds between two boxes of a form that is made in advance: about a frame."""

NOTE = Qt.ItemDataRole.UserRole + 1
"""What stands after the name."""
TROUBLE = Qt.ItemDataRole.UserRole + 2
"""Whether something in the record is refused."""


class RecordDelegate(QtWidgets.QStyledItemDelegate):
    """Paints a name and, muted after it, its note."""

    def sizeHint(self, option: QStyleOptionViewItem, index: paint.Index) -> QtCore.QSize:
        return theme.scaled(100, 28)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: paint.Index) -> None:
        self.initStyleOption(option, index)
        option.text = ""
        widget, colours = option.widget, theme.current_colours()
        widget.style().drawControl(
            QtWidgets.QStyle.ControlElement.CE_ItemViewItem, option, painter, widget
        )
        with paint.row(painter, option) as (whole, font):
            area, strong = whole.adjusted(9, 0, -9, 0), QFont(font)
            strong.setWeight(QFont.Weight.DemiBold)
            ink = colours.bad if index.data(TROUBLE) else colours.ink
            name = paint.text(painter, area, str(index.data() or ""), ink, strong)
            area.setLeft(area.left() + name + 10)
            if area.width() > 20:
                small = paint.smaller(font, 1.5)
                paint.text(painter, area, str(index.data(NOTE) or ""), colours.muted, small)


def show_record(item: QListWidgetItem, name: str, note: str) -> None:
    """Has an item of a list show a record: for the delegate, and for a screen reader."""
    item.setText(name)
    item.setData(NOTE, note)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name}, {note}" if note else name)


class RecordEditor(editor.Editor):
    """A record of its own: its fields in a grid."""

    def __init__(self, field: fields.Field, around: editor.Surroundings) -> None:
        super().__init__(field)
        self.form = SheetForm(around)
        for _ in self.form.filling_grid(field.fields):
            pass
        self.form.changed.connect(self._emit_changed)
        tight(QtWidgets.QVBoxLayout(self)).addWidget(self.form)
        self._given: dict[str, Any] = {}
        self._absent = False

    def _show(self, value: Any) -> None:
        self._absent = value is None
        self._given = dict(value) if isinstance(value, Mapping) else {}
        self.form.show_document(self._given)

    def value(self) -> Any:
        if self._absent and self._quiet:
            return None
        if self.field.optional and all(map(_untouched, self.form.boxes.values())):
            return None
        return {**self._given, **self.form.document()}

    def focus_widget(self) -> QWidget:
        return next((box.editor.focus_widget() for box in self.form.boxes.values()), self)

    def name(self, text: str) -> None:
        self.setAccessibleName(text)

    def use_terms(self) -> None:
        self.form.use_terms(self.form.around.terms)

    def lock(self, locked: bool) -> None:
        self.form.lock(locked)

    def refuse(self, problems: editor.Problems) -> list[str]:
        return self.form.refuse(problems)


def _untouched(box: FieldBox) -> bool:
    """Whether a field says no more than when nothing is filled in; a name has no default."""
    value, default = box.editor.value(), editor.to_json(box.field.default)
    return value == default or (default is None and value == "")


class Records(editor.Editor):
    """A list of records. Each has a form, or all of them one that shows the chosen record."""

    def __init__(self, field: fields.Field, around: editor.Surroundings) -> None:
        super().__init__(field)
        self._around = around
        self._refused: dict[int, list[editor.Problem]] = {}
        """What is refused, by the number of the record."""

    def refuse(self, problems: editor.Problems) -> list[str]:
        self._refused = {}
        of_the_list = []
        for path, sentence in problems:
            if path and path[0].isdigit() and int(path[0]) < len(self.value()):
                self._refused.setdefault(int(path[0]), []).append((path[1:], sentence))
            else:
                of_the_list.append(sentence)
        self._show_refused()
        return of_the_list

    def _show_refused(self) -> None:
        """Shows what is refused in the records."""
        raise NotImplementedError


class RecordsEditor(Records, Ui_RecordListForm):
    """A list of records: names with what matters about them, and the chosen one's fields below."""

    def __init__(self, field: fields.Field, around: editor.Surroundings) -> None:
        super().__init__(field, around)
        self._records: list[dict[str, Any]] = []
        self._defaults = {part.id: editor.to_json(part.default) for part in field.fields}
        self._locked = False
        self._kind = around.kind_in(field) if around.find else ""
        self.setupUi(self)
        self.list.currentRowChanged.connect(self._choose)
        self.list.setItemDelegate(RecordDelegate(self.list))
        offer_menu(self.list, self._fill_menu)
        self.add_known.clicked.connect(self._pick)
        self.add_own.clicked.connect(lambda: self.add({}))
        self.up.clicked.connect(lambda: self.shift(-1))
        self.down.clicked.connect(lambda: self.shift(1))
        self.sort.clicked.connect(self.sort_by_name)
        self.add_known.setVisible(bool(self._kind))
        self._keys: dict[QtWidgets.QAbstractButton, Qt.Key | str] = {
            self.add_own: Qt.Key.Key_Insert, self.add_known: "", self.copy: "Ctrl+Ins",
            self.up: "Alt+Up", self.down: "Alt+Down", self.sort: "",
            self.drop: Qt.Key.Key_Delete,
        }  # fmt: skip
        """The keys that do in the list what the buttons do, in the order of its menu."""
        self._form: SheetForm | None = None
        self._making = self._make_form()
        self._pause = QtCore.QTimer(self, interval=PAUSE)
        self._pause.timeout.connect(self._make_on)
        self.list.installEventFilter(self)
        self._fill(0)

    @property
    def form(self) -> SheetForm:
        """Shows the chosen record. It is most of the widgets: it is made in pauses once the mouse
        or the keys come to the list, or at once where a record is chosen before that."""
        for _ in self._making:
            pass
        assert self._form is not None
        return self._form

    def _make_form(self) -> Iterator[None]:
        self._form = form = SheetForm(self._around)
        yield from form.filling_grid(self.field.fields)
        form.changed.connect(self._edited)
        form.lock(self._locked)
        self.detail_column.addWidget(form)

    def _make_on(self) -> None:
        if next(self._making, self) is self:
            self._pause.stop()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The mouse or the keys come to the list: a record may be chosen soon. Keys in it do what
        the buttons do, and nothing where these cannot be clicked."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.Enter):
            self._pause.start()
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier  # macOS: arrows
            pressed = QKeySequence(QtCore.QKeyCombination(held, Qt.Key(event.key())))
            for button, key in self._keys.items():
                if key and QKeySequence(key) == pressed:
                    button.click()
                    return True
        return super().eventFilter(watched, event)

    # ---- value

    def _show(self, value: Any) -> None:
        chosen = self.list.currentRow()
        self._records = [dict(item) for item in value or [] if isinstance(item, Mapping)]
        self._fill(chosen)

    def value(self) -> Any:
        return copy.deepcopy(self._records)

    def shown_record(self) -> int | None:
        return self.list.currentRow()

    def focus_widget(self) -> QWidget:
        return self.list

    def use_terms(self) -> None:
        if self._form:
            self._form.use_terms(self._around.terms)
        self._fill(self.list.currentRow())

    def lock(self, locked: bool) -> None:
        """Sets whether records can only be chosen and looked at."""
        self._locked = locked
        if self._form:
            self._form.lock(locked)
        self._choose(self.list.currentRow())

    def _show_refused(self) -> None:
        for index in range(self.list.count()):
            self.list.item(index).setData(TROUBLE, index in self._refused)
        if self._form:
            self._form.refuse(self._refused.get(self.list.currentRow(), []))

    # ---- what is done

    def add(self, data: Mapping[str, Any]) -> None:
        """Adds a record at the end and opens it."""
        self._records.append(copy.deepcopy(dict(data)))
        self._choose_changed(len(self._records) - 1)
        first = next(iter(self.form.boxes.values()), None)
        if not data and first is not None:
            first.editor.focus_widget().setFocus()
            flow.bring_into_sight(first)

    def remove(self) -> None:
        """Takes the chosen record out."""
        index = self.list.currentRow()
        if index >= 0:
            del self._records[index]
            self._choose_changed(min(index, len(self._records) - 1))
            if not self._records:  # the list and the button are out of reach now
                (self.add_known if self._kind else self.add_own).setFocus()

    def duplicate(self) -> None:
        """Puts a copy of the chosen record below it and chooses the copy."""
        index = self.list.currentRow()
        if index >= 0:
            self._records.insert(index + 1, copy.deepcopy(self._records[index]))
            self._choose_changed(index + 1)

    def shift(self, by: int) -> None:
        """Moves the chosen record up or down."""
        index = self.list.currentRow()
        if index >= 0 and 0 <= index + by < len(self._records):
            self._records.insert(index + by, self._records.pop(index))
            self._choose_changed(index + by)

    def sort_by_name(self) -> None:
        """Puts the records into the order of their names; the chosen one stays chosen."""
        index = self.list.currentRow()
        order = sorted(
            range(len(self._records)),
            key=lambda n: by_name(summary(self.field.fields, self._records[n], self._around)[0]),
        )
        if order != sorted(order):
            self._records = [self._records[n] for n in order]
            self._choose_changed(order.index(index) if index >= 0 else -1)

    def _choose_changed(self, index: int) -> None:
        """The list is another now, with this record chosen."""
        self._fill(index)
        self._emit_changed()

    def _fill_menu(self, menu: QtWidgets.QMenu, _: QtCore.QPoint) -> None:
        for button, key in self._keys.items():
            if button is not self.add_known or self._kind:
                add(menu, button.accessibleName(), button.click, key, on=button.isEnabled())

    def _pick(self) -> None:
        assert self._around.find
        called, _ = self._around.words(self.field)
        picker = Picker(self._around.find, self._kind, called, self.add, self.add_known)
        picker.open_at(self.add_known)

    # ---- showing

    def _fill(self, chosen: int) -> None:
        with QSignalBlocker(self.list):
            self.list.clear()
            for index, record in enumerate(self._records):
                item = QListWidgetItem(self.list)
                self._show_item(item, record)
                item.setData(TROUBLE, index in self._refused)
            chosen = min(chosen, len(self._records) - 1)
            self.list.setCurrentRow(chosen)
        count = len(self._records)
        self.list.setVisible(count > 0)
        self.list.setFixedHeight(px(28) * min(max(count, 1), 7) + px(6))
        self._choose(chosen)

    def _show_item(self, item: QListWidgetItem, record: Mapping[str, Any]) -> None:
        show_record(item, *summary(self.field.fields, record, self._around))
        item.setToolTip(as_tip(self._around.said(str(record.get("text", "")))))

    def _choose(self, index: int) -> None:
        there = 0 <= index < len(self._records)
        self.detail.setVisible(there)
        for control, on in (
            (self.add_known, True),
            (self.add_own, True),
            (self.sort, len(self._records) > 1),
            (self.copy, there),
            (self.up, index > 0),
            (self.down, there and index < len(self._records) - 1),
            (self.drop, there),
        ):
            control.setEnabled(on and not self._locked)
        for control in (self.sort, self.copy, self.up, self.down, self.drop):
            control.setVisible(bool(self._records))
        self._add_up()
        if there:
            self.form.show_document(self._records[index])
            self.form.refuse(self._refused.get(index, []))

    def _edited(self) -> None:
        index = self.list.currentRow()
        if not 0 <= index < len(self._records):
            return
        record = self._records[index]
        for id, new in self.form.document().items():
            if id in record or new != self._defaults[id]:
                record[id] = new
        self._show_item(self.list.item(index), record)
        self._add_up()
        self._emit_changed()

    def _add_up(self) -> None:
        """The balance of what the records cost, where they cost points."""
        field = next((part for part in self.field.fields if part.id == "points"), None)
        points = [r["points"] for r in self._records if isinstance(r.get("points"), int)]
        self.total.setVisible(bool(field and points))
        if field and points:
            counted = chosen().decimal(f"{sum(points):+d}")
            self.total.setText(f"{self._around.words(field)[0]}: {counted}")


SAYS_NOTHING = ("none", "never")
"""Choices that stand for nothing."""


def summary(
    parts: Sequence[fields.Field], record: Mapping[str, Any], around: editor.Surroundings
) -> tuple[str, str]:
    """A record on one line: its name, and what differs from the defaults."""
    name = ""
    notes: list[str] = []
    named = any(part.id == "name" for part in parts)
    for part in fields.that_count(parts, record):
        value = record.get(part.id, editor.to_json(part.default))
        if part.id == "name" or (not (named or name or notes) and part.kind == "text"):
            name = in_words.value_in_words(part, value, around.terms)
        elif value not in SAYS_NOTHING and not part.long:
            notes.append(in_words.fact_in_words(part, value, around.words(part)[0], around.terms))
    notes = [note for note in notes if note]
    if not name and notes and not named:
        # What has no name is called by the first thing there is to say of it; where its first
        # field is left empty on purpose, that is it.
        first = parts[0]
        left_empty = first.kind == "integer" and record.get(first.id, first.default) is None
        name = f"{around.words(first)[0]} –" if left_empty else notes.pop(0)
    return name or tr("(no name)"), " · ".join(notes)


class KeysToList(QObject):
    """Up, Down and Enter do in a search what they do in the list of what is found."""

    def __init__(self, search: QtWidgets.QLineEdit, found: QtWidgets.QListWidget) -> None:
        super().__init__(search)
        self._found = found
        search.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        key = cast(QKeyEvent, event).key() if event.type() == QEvent.Type.KeyPress else None
        if key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            return QtWidgets.QApplication.sendEvent(self._found, event)
        enter = key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and (item := self._found.currentItem()):
            self._found.itemActivated.emit(item)
        return enter or super().eventFilter(watched, event)


class Picker(QtWidgets.QFrame, Ui_PickerForm):
    """A small window over the page: type to search the catalogue, Enter takes."""

    def __init__(
        self,
        find: editor.Finder,
        kind: str,
        called: str,
        take: Callable[[Mapping[str, Any]], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setupUi(self)
        self._find, self._kind, self._take = find, kind, take
        self._records: list[Mapping[str, Any]] = []
        """What was found, in the order of the list."""
        about = tr("Search the catalogue: {kind}", kind=called)
        self.search.setPlaceholderText(about)
        self.search.setAccessibleName(about)
        self.search.textChanged.connect(self._look)
        KeysToList(self.search, self.list)
        self.list.setItemDelegate(RecordDelegate(self.list))
        self.list.itemActivated.connect(lambda _: self.choose())
        self.list.itemClicked.connect(lambda _: self.choose())
        wide = min(px(WIDE), parent.screen().availableGeometry().width())
        self.resize(wide, px(320))
        self._look("")

    def open_at(self, anchor: QWidget) -> None:
        """Opens under a control, or above it where there is no room, and takes the keys."""
        place = anchor.mapToGlobal(anchor.rect().bottomLeft())
        screen = anchor.screen().availableGeometry()
        place.setX(max(screen.left(), min(place.x(), screen.right() - self.width())))
        if place.y() + self.height() > screen.bottom():
            place.setY(anchor.mapToGlobal(anchor.rect().topLeft()).y() - self.height())
        self.move(place)
        self.show()
        self.search.setFocus()

    def choose(self) -> None:
        """Takes what is chosen and closes."""
        index = self.list.currentRow()
        if 0 <= index < len(self._records):
            record = self._records[index]
            self.close()
            self._take(record)

    def _look(self, text: str) -> None:
        def answer(entries: editor.Found) -> None:
            try:
                self._answer(text, entries)
            except RuntimeError:  # closed while the search was under way
                return

        self._find(self._kind, text, answer)

    def _answer(self, text: str, entries: editor.Found) -> None:
        if text != self.search.text():
            return
        self._records = [data for _, _, data in entries]
        self.list.clear()
        for name, note, _ in entries:
            item = QListWidgetItem(name, self.list)
            item.setData(NOTE, note)
            item.setToolTip(as_tip(note))
        self.list.setCurrentRow(0)
        self.nothing.setVisible(not entries)
