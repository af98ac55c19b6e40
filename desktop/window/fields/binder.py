"""Binds the widgets of a form to the fields of a model by their object names.

A plain ``QWidget`` called ``max_hp`` in a Designer form becomes the box of the field ``max_hp``:
its label, its rule, its editor, and under it whatever the model refuses. ``attributes__dexterity``
is the field ``dexterity`` of the record ``attributes``. Fields that the form has no widget for
get a box in the widget called ``rest``; without a form all of them do.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ValidationError
from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSizePolicy,
    QSpacerItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from desktop.rules.fields import Field, fields_of, problems
from desktop.window.fields.editors import SIMPLE, Editor, LongEditor, Problems
from desktop.window.widgets import icons, theme
from desktop.window.widgets.plain import Elided, RuleLink, as_tip, button, label, row, tight

Path = tuple[str, ...]

Found = Sequence[tuple[str, str, Mapping[str, Any]]]
"""Catalogue entries: name, note, data."""

Finder = Callable[[str, str, Callable[[Found], None]], None]
"""``find(kind, search, answer)``: looks in the catalogue and calls ``answer`` when it is found."""


class Surroundings:
    """What the boxes of a form share: whose words, where rules open, where the catalogue is."""

    def __init__(
        self,
        *,
        english: bool = False,
        open_rule: Callable[[str], None] = lambda _: None,
        kinds: Mapping[tuple[str, ...], str] | None = None,
        find: Finder | None = None,
    ) -> None:
        self.english = english
        self.open_rule = open_rule
        self.kinds = kinds or {}
        """The kind of catalogue entry that a list of records takes, by the record's field ids."""
        self.find = find

    def words(self, field: Field) -> tuple[str, str]:
        """The label a person reads first, and the other one where it says something else."""
        native = field.native or field.label
        first, second = (field.label, native) if self.english else (native, field.label)
        return first, "" if second.casefold() == first.casefold() else second


class FieldBox(QWidget):
    """One field: label, rule, editor, and what is refused.

    ``editor`` stands in for the usual one of the field's kind. ``beside`` puts the label before
    the editor and leaves the rule to the tooltip: for many short rows under one another; without
    ``two_words`` the other word for it is left there too. ``headed`` makes a heading of the label.
    """

    changed = Signal()

    def __init__(
        self,
        field: Field,
        around: Surroundings,
        editor: Editor | None = None,
        *,
        beside: bool = False,
        two_words: bool = True,
        headed: bool = False,
    ) -> None:
        super().__init__()
        self.field = field
        self._around = around
        self.editor = editor or _editor(field, around)
        self._beside, self._two_words = beside, two_words
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        big = headed or field.kind in ("records", "record")
        look = "heading" if big else "fieldname"
        self._first = Elided("", look) if beside else label("", look)
        self._first.setBuddy(self.editor.focus_widget())
        self._second = Elided("", "small", whole=True)
        self._rule = RuleLink(field.rule)
        if not field.rule:
            self._rule.hide()
        self._rule.asked.connect(around.open_rule)
        self._refusal = label("", "refusal", wrap=True)
        self._refusal.hide()
        self._above: QSpacerItem | None = None
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(3)
        if beside:
            self._rule.hide()
            if two_words:
                self._first.setMinimumWidth(84)  # most of most words
            names = tight(QVBoxLayout())
            names.addWidget(self._first)
            names.addWidget(self._second)
            self.line = QHBoxLayout()
            self.line.setSpacing(8)
            self.line.addLayout(names, 1)
            self.line.addWidget(self.editor)
            inside.addLayout(self.line)
        elif field.kind in ("flag", "reason"):
            # Level with the editors of its neighbours, whose labels stand above them.
            self._above = QSpacerItem(0, self._first.sizeHint().height() + 3)
            inside.addItem(self._above)
            self.editor.setMinimumHeight(30)
            inside.addLayout(row(self.editor, self._rule, None, spacing=6))
            inside.addStretch(1)
        else:
            heading = row(self._first, self._second, self._rule, spacing=6)
            heading.setStretchFactor(self._second, 1)
            inside.addLayout(heading)
            if field.unit:
                inside.addLayout(row(self.editor, label(field.unit, "muted"), spacing=6))
            else:
                inside.addWidget(self.editor, 1 if isinstance(self.editor, LongEditor) else 0)
        inside.addWidget(self._refusal)
        if not isinstance(self.editor, LongEditor) and not beside:
            inside.addStretch(1)
        self.editor.changed.connect(self.changed)
        self.use_english(around.english)

    def use_english(self, english: bool) -> None:
        first, second = self._around.words(self.field)
        self._first.setText(first)
        self._second.setText(second)
        shown = self.field.kind not in ("flag", "reason")
        if self._beside:
            shown = shown and self._two_words and bool(second)
        self._second.setVisible(shown)
        self.editor.name(first)
        tip = as_tip(hint(self.field, second))
        self._first.setToolTip(tip)
        self.editor.focus_widget().setToolTip(tip)
        self.editor.use_english(english)

    def stand_close(self) -> None:
        """A tick among ticks alone needs no room above it."""
        if self._above is not None:
            self._above.changeSize(0, 0)
            self.editor.setMinimumHeight(22)

    def refuse(self, found: Problems) -> None:
        """Shows what is refused here; nothing when all is well."""
        sentences = self.editor.refuse(found)
        self._refusal.setText("\n".join(sentences))
        self._refusal.setVisible(bool(sentences))


def hint(field: Field, other: str) -> str:
    """What a tooltip says of a field: the other word for it, help, limits, rule."""
    parts = [other, field.help]
    match field.minimum, field.maximum:
        case None, None:
            pass
        case low, None:
            parts.append(f"at least {low:g}")
        case None, high:
            parts.append(f"at most {high:g}")
        case low, high:
            parts.append(f"from {low:g} to {high:g}")
    if field.optional:
        parts.append("may stay empty")
    if field.rule:
        parts.append(field.rule)
    return "\n".join(part for part in parts if part)


def _editor(field: Field, around: Surroundings) -> Editor:
    match field.kind:
        case "record":
            return RecordEditor(field, around)
        case "records":
            return RecordsEditor(field, around)
        case "text" if field.long:
            return LongEditor(field)
        case "scores" if field.choices:
            from desktop.window.fields.scores import ScoreRows  # which is made of boxes itself

            return ScoreRows(field, around)
        case _:
            return SIMPLE[field.kind](field)


class Place(QWidget):
    """Where a form wants a field with an editor of its own: promote the widget to a subclass."""

    beside = False
    """Whether the label stands before the editor."""
    headed = False
    """Whether the label is a heading."""

    def editor(self, field: Field, around: Surroundings) -> Editor:
        """The editor to be put here."""
        raise NotImplementedError


class Onlooker(QWidget):
    """A widget of a form that shows several fields together, or none but in the form's words."""

    def bound(self, binder: Binder) -> None:
        """The fields have their boxes now. ``binder.shown`` and ``changed`` tell of values."""
        raise NotImplementedError


def _width(field: Field, columns: int) -> int:
    """How many columns of a grid a field takes."""
    match field.kind:
        case "integer" | "number" | "flag":
            return 1
        case "choice":
            return min(columns, 1 if columns <= 4 else 2)
        case "text" if not field.long:
            return min(columns, 2)
        case "reason" | "texts" | "numbers" | "pairs" | "combatant":
            return min(columns, 2)
        case _:
            return columns


def lay_out(boxes: Sequence[FieldBox], grid: QGridLayout, columns: int) -> None:
    """Puts boxes side by side, each as wide as its kind needs, without gaps at the ends."""
    grid.setHorizontalSpacing(14)
    grid.setVerticalSpacing(10)
    for column in range(columns):
        grid.setColumnStretch(column, 1)
    lines: list[list[FieldBox]] = [[]]
    column = 0
    for box in boxes:
        width = _width(box.field, columns)
        if column + width > columns:
            lines.append([])
            column = 0
        grid.addWidget(box, len(lines) - 1, column, 1, width)
        lines[-1].append(box)
        column += width
    for line in lines:
        if all(box.field.kind == "flag" for box in line):
            for box in line:
                box.stand_close()


class RecordEditor(Editor):
    """A record of its own: its fields in a grid."""

    def __init__(self, field: Field, around: Surroundings, columns: int = 4) -> None:
        super().__init__(field)
        self.boxes = {part.id: FieldBox(part, around) for part in field.fields}
        self._given: dict[str, Any] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        lay_out(list(self.boxes.values()), grid, columns)
        for box in self.boxes.values():
            box.changed.connect(self._tell)
        self._absent = False

    def _show(self, value: Any) -> None:
        self._absent = value is None
        self._given = dict(value) if isinstance(value, Mapping) else {}
        for id, box in self.boxes.items():
            box.editor.show_value(self._given.get(id, plain(box.field.default)))

    def value(self) -> Any:
        if self._absent and self._quiet:
            return None
        known = {id: box.editor.value() for id, box in self.boxes.items()}
        untouched = all(known[id] == plain(box.field.default) for id, box in self.boxes.items())
        return None if self.field.optional and untouched else {**self._given, **known}

    def focus_widget(self) -> QWidget:
        return next(iter(self.boxes.values())).editor.focus_widget() if self.boxes else self

    def name(self, text: str) -> None:
        self.setAccessibleName(text)

    def use_english(self, english: bool) -> None:
        for box in self.boxes.values():
            box.use_english(english)

    def refuse(self, problems: Problems) -> list[str]:
        return hand_on(self.boxes, problems)


def hand_on(boxes: Mapping[str, FieldBox], found: Problems) -> list[str]:
    """Gives each box what is refused in it; returns what is nobody's."""
    for id, box in boxes.items():
        box.refuse([(path[1:], said) for path, said in found if path and path[0] == id])
    return [
        f"{path[0]}: {said}" if path else said
        for path, said in found
        if not path or path[0] not in boxes
    ]


class RecordsEditor(Editor):
    """A list of records: names with what matters about them, and the chosen one's fields below."""

    def __init__(self, field: Field, around: Surroundings) -> None:
        super().__init__(field)
        self._around = around
        self._records: list[dict[str, Any]] = []
        self._refused: dict[int, list[tuple[Path, str]]] = {}
        self.list = RecordList()
        self.list.setItemDelegate(RecordDelegate(self.list))
        self.list.currentRowChanged.connect(self._choose)
        self.list.remove_asked.connect(self.remove)
        self.add_own = button("Own", name="add_own", about="Add one of your own")
        icons.wear(self.add_own, "plus", "muted", 14)
        self.add_own.clicked.connect(lambda: self.add({}))
        self.add_known = button("From the catalogue", name="add_known")
        icons.wear(self.add_known, "search", "muted", 14)
        self._kind = (
            around.kinds.get(tuple(part.id for part in field.fields), "") if around.find else ""
        )
        if not self._kind:
            self.add_known.hide()
        self.add_known.clicked.connect(self._pick)
        self.up = _small("chevron-up", "Move up", lambda: self.shift(-1))
        self.down = _small("chevron-down", "Move down", lambda: self.shift(1))
        self.drop = _small("trash", "Remove", self.remove)
        self.total = label("", "small")
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(6)
        inside.addWidget(self.list)
        inside.addLayout(
            row(
                self.add_known,
                self.add_own,
                self.total,
                None,
                self.up,
                self.down,
                self.drop,
                spacing=6,
            )
        )
        self.detail = QFrame()
        theme.dress(self.detail, "sunk")
        grid = QGridLayout(self.detail)
        grid.setContentsMargins(12, 10, 12, 12)
        self.boxes = {part.id: FieldBox(part, around) for part in field.fields}
        lay_out(list(self.boxes.values()), grid, 4)
        for box in self.boxes.values():
            box.changed.connect(self._edited)
        self.detail.hide()
        inside.addWidget(self.detail)
        self._fill(0)

    # ---- value

    def _show(self, value: Any) -> None:
        chosen = self.list.currentRow()
        self._records = [dict(item) for item in value or [] if isinstance(item, Mapping)]
        self._fill(chosen)

    def value(self) -> Any:
        return copy.deepcopy(self._records)

    def focus_widget(self) -> QWidget:
        return self.list

    def use_english(self, english: bool) -> None:
        for box in self.boxes.values():
            box.use_english(english)
        self._fill(self.list.currentRow())

    def refuse(self, problems: Problems) -> list[str]:
        self._refused.clear()
        mine = []
        for path, said in problems:
            if path and path[0].isdigit() and int(path[0]) < len(self._records):
                self._refused.setdefault(int(path[0]), []).append((path[1:], said))
            else:
                mine.append(said)
        for index in range(self.list.count()):
            item = self.list.item(index)
            item.setData(_TROUBLE, index in self._refused)
        self._refuse_detail()
        return mine

    def _refuse_detail(self) -> None:
        hand_on(self.boxes, self._refused.get(self.list.currentRow(), []))

    # ---- what is done

    def add(self, data: Mapping[str, Any]) -> None:
        """Adds a record at the end and opens it."""
        self._records.append(copy.deepcopy(dict(data)))
        self._fill(len(self._records) - 1)
        self._tell()
        if not data and self.boxes:
            next(iter(self.boxes.values())).editor.setFocus()

    def remove(self) -> None:
        """Takes the chosen record out."""
        index = self.list.currentRow()
        if index >= 0:
            del self._records[index]
            self._fill(min(index, len(self._records) - 1))
            self._tell()

    def shift(self, by: int) -> None:
        """Moves the chosen record up or down."""
        index = self.list.currentRow()
        if index >= 0 and 0 <= index + by < len(self._records):
            self._records.insert(index + by, self._records.pop(index))
            self._fill(index + by)
            self._tell()

    def _pick(self) -> None:
        assert self._around.find
        Picker(self._around.find, self._kind, self.add, self.add_known).open_at(self.add_known)

    # ---- showing

    def _fill(self, chosen: int) -> None:
        self.list.blockSignals(True)
        self.list.clear()
        for index, record in enumerate(self._records):
            item = QListWidgetItem()
            self._tell_item(item, record)
            item.setData(_TROUBLE, index in self._refused)
            self.list.addItem(item)
        chosen = min(chosen, len(self._records) - 1)
        self.list.setCurrentRow(chosen)
        self.list.blockSignals(False)
        self.list.fit()
        self._choose(chosen)

    def _tell_item(self, item: QListWidgetItem, record: Mapping[str, Any]) -> None:
        name, note = summary(self.field.fields, record, self._around)
        item.setText(name)
        item.setData(_NOTE, note)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{name}, {note}" if note else name)
        item.setToolTip(as_tip(str(record.get("text", ""))))

    def _choose(self, index: int) -> None:
        there = 0 <= index < len(self._records)
        self.detail.setVisible(there)
        for control, on in (
            (self.up, index > 0),
            (self.down, there and index < len(self._records) - 1),
            (self.drop, there),
        ):
            control.setEnabled(on)
        self._add_up()
        if there:
            for id, box in self.boxes.items():
                box.editor.show_value(self._records[index].get(id, plain(box.field.default)))
            self._refuse_detail()

    def _edited(self) -> None:
        index = self.list.currentRow()
        if not 0 <= index < len(self._records):
            return
        record = self._records[index]
        for id, box in self.boxes.items():
            new = box.editor.value()
            if id in record or new != plain(box.field.default):
                record[id] = new
        self._tell_item(self.list.item(index), record)
        self._add_up()
        self._tell()

    def _add_up(self) -> None:
        """The balance of what the records cost, where they cost points."""
        field = next((part for part in self.field.fields if part.id == "points"), None)
        points = [r["points"] for r in self._records if isinstance(r.get("points"), int)]
        self.total.setVisible(bool(field and points))
        if field and points:
            self.total.setText(f"{self._around.words(field)[0]}: {sum(points):+d}")


_NOTE = Qt.ItemDataRole.UserRole + 1
_TROUBLE = Qt.ItemDataRole.UserRole + 2


def summary(
    parts: Sequence[Field], record: Mapping[str, Any], around: Surroundings
) -> tuple[str, str]:
    """A record in one line: its name, and what differs from the defaults."""
    name = ""
    notes: list[str] = []
    for part in parts:
        value = record.get(part.id, plain(part.default))
        if part.id == "name" or (not name and part.kind == "text" and not notes):
            name = str(value or "")
            continue
        if value in (None, "", "none", False, [], {}) or part.long:
            continue
        word = around.words(part)[0]
        match part.kind:
            case "choice":
                notes.append(next((c.label for c in part.choices if c.value == value), str(value)))
            case "flag":
                notes.append(word)
            case "integer" | "number" if value != part.default or part.required:
                unit = part.unit if part.unit in ("″", "%", "m") else f" {part.unit}"
                notes.append(f"{word} {value}{unit}".rstrip())
            case "texts" if isinstance(value, list):
                notes.append(f"{word}: {', '.join(map(str, value))}")
            case "scores" if isinstance(value, Mapping):
                known = {choice.value: choice.label for choice in part.choices}
                notes += [f"{known.get(name, name)} {n}" for name, n in value.items() if n]
    return name or "(no name)", " · ".join(notes)


class RecordList(QListWidget):
    """As high as what is in it, up to a point; Delete removes."""

    remove_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def fit(self) -> None:
        self.setVisible(self.count() > 0)
        self.setFixedHeight(28 * min(max(self.count(), 1), 7) + 6)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.remove_asked.emit()
        else:
            super().keyPressEvent(event)


class RecordDelegate(QStyledItemDelegate):
    """Paints a name and, muted after it, its note."""

    def sizeHint(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return QSize(100, 28)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        colours = theme.palette()
        option.text = ""
        widget = option.widget
        style = widget.style()
        self.initStyleOption(option, index)
        option.text = ""
        style.drawControl(QStyle.ControlElement.CE_ItemViewItem, option, painter, widget)
        area: QRect = option.rect.adjusted(9, 0, -9, 0)
        painter.save()
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        name = str(index.data() or "")
        painter.setPen(QColor(colours.bad if index.data(_TROUBLE) else colours.ink))
        metrics = painter.fontMetrics()
        flags = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, flags, shown)
        left = metrics.horizontalAdvance(shown) + 10
        font.setWeight(QFont.Weight.Normal)
        font.setPointSizeF(8.5)
        painter.setFont(font)
        painter.setPen(QColor(colours.muted))
        area.setLeft(area.left() + left)
        if area.width() > 20:
            note = str(index.data(_NOTE) or "")
            painter.drawText(
                area,
                flags,
                painter.fontMetrics().elidedText(note, Qt.TextElideMode.ElideRight, area.width()),
            )
        painter.restore()


def _small(icon: str, about: str, done: Callable[[], None]) -> QPushButton:
    made = button("", "quiet", about=about)
    made.setToolTip(as_tip(about))
    icons.wear(made, icon, "muted", 15)
    made.clicked.connect(lambda: done())
    return made


class Picker(QFrame):
    """A small window over the page: type to search the catalogue, Enter takes."""

    def __init__(
        self,
        find: Finder,
        kind: str,
        take: Callable[[Mapping[str, Any]], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent, Qt.WindowType.Popup)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        theme.dress(self, "popup")
        self._find, self._kind, self._take = find, kind, take
        self._found: list[Mapping[str, Any]] = []
        self.search = QLineEdit()
        self.search.setPlaceholderText(f"Search the catalogue: {kind}")
        self.search.setAccessibleName(f"Search the catalogue: {kind}")
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._look)
        self.search.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName("Found in the catalogue")
        self.list.setItemDelegate(RecordDelegate(self.list))
        self.list.setUniformItemSizes(True)
        theme.dress(self.list, "bare")
        self.list.itemActivated.connect(lambda _: self.choose())
        self.list.itemClicked.connect(lambda _: self.choose())
        inside = QVBoxLayout(self)
        inside.setContentsMargins(8, 8, 8, 8)
        inside.addWidget(self.search)
        inside.addWidget(self.list)
        self.resize(460, 320)
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
        if 0 <= index < len(self._found):
            taken = self._found[index]
            self.close()
            self._take(taken)

    def _look(self, text: str) -> None:
        def answer(found: Found) -> None:
            try:
                self._answer(text, found)
            except RuntimeError:  # closed while the search was under way
                return

        self._find(self._kind, text, answer)

    def _answer(self, text: str, found: Found) -> None:
        if text != self.search.text():
            return
        self._found = [data for _, _, data in found]
        self.list.clear()
        for name, note, _ in found:
            item = QListWidgetItem(name)
            item.setData(_NOTE, note)
            self.list.addItem(item)
        self.list.setCurrentRow(0)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = event.key()
            if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.choose()
                return True
            if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                by = 1 if key == Qt.Key.Key_Down else -1
                last = self.list.count() - 1
                self.list.setCurrentRow(max(0, min(self.list.currentRow() + by, last)))
                return True
        return super().eventFilter(watched, event)


class Binder(QObject):
    """A form and the model it fills in."""

    changed = Signal()
    """The person changed something; :meth:`document` has it."""
    shown = Signal()
    """Another document is shown, or the same in other words."""

    def __init__(
        self,
        model: type[BaseModel],
        root: QWidget,
        around: Surroundings,
        columns: int = 4,
        *,
        framed: bool = True,
    ) -> None:
        super().__init__(root)
        self.model = model
        self.boxes: dict[Path, FieldBox] = {}
        self._around = around
        left: list[tuple[str, Path, Field]] = []
        for field in fields_of(model):
            self._bind(root, (field.id,), field, left)
        self._build(root, left, columns, framed)
        for path, box in self.boxes.items():
            box.setProperty("path", "__".join(path))
            box.changed.connect(self.changed)
        for onlooker in root.findChildren(Onlooker):
            onlooker.bound(self)

    @property
    def around(self) -> Surroundings:
        """What the boxes share."""
        return self._around

    def _bind(
        self, root: QWidget, path: Path, field: Field, left: list[tuple[str, Path, Field]]
    ) -> None:
        place = root.findChild(QWidget, "__".join(path))
        if place is not None:
            self._put(place, path, field)
        elif field.kind == "record" and any(
            root.findChild(QWidget, "__".join((*path, part.id))) for part in field.fields
        ):
            for part in field.fields:
                self._bind(root, (*path, part.id), part, left)
        else:
            left.append((field.group, path, field))

    def _put(self, place: QWidget, path: Path, field: Field) -> None:
        if isinstance(place, Place):
            own = place.editor(field, self._around)
            box = FieldBox(field, self._around, own, beside=place.beside, headed=place.headed)
        else:
            box = FieldBox(field, self._around)
        self.boxes[path] = box
        inside = QVBoxLayout(place)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(box)

    def _build(
        self,
        root: QWidget,
        left: list[tuple[str, Path, Field]],
        columns: int,
        framed: bool,
    ) -> None:
        rest = root.findChild(QWidget, "rest")
        place = rest or root
        column = place.layout()
        if column is None:
            column = QVBoxLayout(place)
            column.setContentsMargins(0, 0, 0, 0)
        assert isinstance(column, QVBoxLayout)
        column.setSpacing(12)
        if rest is not None and not left:
            rest.hide()
        groups: dict[str, list[tuple[Path, Field]]] = {}
        for group, path, field in left:
            own = field.kind in ("records", "record") and field.fields
            title = self._around.words(field)[0] if own else group
            groups.setdefault(title, []).append((path, field))
        for title, members in groups.items():
            frame = QFrame()
            inside = QVBoxLayout(frame)
            inside.setContentsMargins(0, 0, 0, 0)
            if framed:
                theme.dress(frame, "card")
                inside.setContentsMargins(16, 12, 16, 14)
            inside.setSpacing(8)
            if title and len(members) > 1:
                inside.addWidget(label(title, "heading"))
            grid = QGridLayout()
            boxes = []
            for path, field in members:
                self.boxes[path] = FieldBox(field, self._around)
                boxes.append(self.boxes[path])
            lay_out(boxes, grid, columns)
            inside.addLayout(grid)
            column.addWidget(frame)

    # ---- values

    def show_document(self, document: Mapping[str, Any]) -> None:
        """Shows a document, with the model's defaults where it says nothing."""
        for path, box in self.boxes.items():
            box.editor.show_value(_at(document, path, plain(box.field.default)))
        self.shown.emit()

    def document(self) -> dict[str, Any]:
        """Everything as it stands on the form, right or wrong."""
        made: dict[str, Any] = {}
        for path, box in self.boxes.items():
            level = made
            for part in path[:-1]:
                level = level.setdefault(part, {})
            level[path[-1]] = box.editor.value()
        return made

    def lock(self, locked: bool) -> None:
        """Whether the form can only be read."""
        for box in self.boxes.values():
            box.editor.lock(locked)

    def use_english(self, english: bool) -> None:
        self._around.english = english
        for box in self.boxes.values():
            box.use_english(english)
        self.shown.emit()

    def refuse(self, found: Problems) -> list[str]:
        """Shows each refusal at its field; returns those that belong to no field."""
        claimed: set[int] = set()
        for own, box in self.boxes.items():
            mine = []
            for number, (path, said) in enumerate(found):
                if path[: len(own)] == own:
                    mine.append((path[len(own) :], said))
                    claimed.add(number)
            box.refuse(mine)
        return [said for number, (_, said) in enumerate(found) if number not in claimed]

    def check(self) -> BaseModel | None:
        """The document as the model has it; None when it refuses, with every reason shown."""
        found = refusals(self.model, self.document())
        self.refuse(found)
        return None if found else self.model.model_validate(self.document())


def plain(value: Any) -> Any:
    """A default as JSON."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json", by_alias=True)
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def _at(document: Mapping[str, Any], path: Path, default: Any) -> Any:
    level: Any = document
    for part in path:
        if not isinstance(level, Mapping) or part not in level:
            return default
        level = level[part]
    return level


def refusals(model: type[BaseModel], document: Mapping[str, Any]) -> list[tuple[Path, str]]:
    """What the model refuses, as paths of parts and sentences; nothing when it accepts."""
    try:
        model.model_validate(dict(document))
    except ValidationError as error:
        return [(tuple(re.findall(r"[^.\[\]]+", path)), said) for path, said in problems(error)]
    return []


def settle(
    model: type[BaseModel], document: Mapping[str, Any], before: Mapping[str, Any]
) -> BaseModel | None:
    """The document with what is refused left as it was ``before``; None where that is no help.

    So one wrong number keeps nothing else from being saved.
    """
    draft = copy.deepcopy(dict(document))
    for _ in range(60):
        try:
            return model.model_validate(draft)
        except ValidationError as error:
            place = error.errors(include_url=False, include_context=False)[0]["loc"]
            if not place or not _mend(draft, place, before):
                return None
    return None


def _mend(draft: dict[str, Any], place: Sequence[int | str], before: Mapping[str, Any]) -> bool:
    """Takes the value at ``place``, or the entry of a list around it, back to what it was."""
    level: Any = draft
    old: Any = before
    trail: list[tuple[Any, int | str, Any]] = []
    for part in place:
        if isinstance(level, dict) and isinstance(part, str):
            known = isinstance(old, Mapping) and part in old
            trail.append((level, part, old[part] if known else None))
            old = old[part] if known else None
            if part not in level:
                break
        elif isinstance(level, list) and isinstance(part, int) and part < len(level):
            known = isinstance(old, list) and part < len(old)
            trail.append((level, part, old[part] if known else None))
            old = old[part] if known else None
        else:
            break
        level = level[part]
    for holder, part, standing in reversed(trail):
        if isinstance(holder, dict):
            there = part in holder
            if standing is not None and (not there or holder[part] != standing):
                holder[part] = copy.deepcopy(standing)
                return True
            if there:
                del holder[part]
                return True
        else:
            del holder[part]
            return True
    return False


def as_document(record: BaseModel) -> dict[str, Any]:
    """A record as it is stored: without what is as it is anyway."""
    return record.model_dump(mode="json", by_alias=True, exclude_defaults=True)
