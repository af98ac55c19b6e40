"""A list of records: the name of each, and a note in grey after it."""

from __future__ import annotations

from PySide6 import QtWidgets
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter

from desktop.window.widgets import paint, theme

NOTE = Qt.ItemDataRole.UserRole + 1
"""What stands after the name."""
TROUBLE = Qt.ItemDataRole.UserRole + 2
"""Whether something in the record is refused."""


class RecordList(QtWidgets.QListWidget):
    """As high as what is in it, up to a point.

    Delete removes, Insert adds, Ctrl+Insert makes a copy, Alt with an arrow moves.
    """

    remove_asked = Signal()
    add_asked = Signal()
    copy_asked = Signal()
    move_asked = Signal(int)
    """How many places up (negative) or down."""

    def __init__(self, parent: QtWidgets.QWidget | None = None) -> None:
        super().__init__(parent)
        self.setItemDelegate(RecordDelegate(self))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setUniformItemSizes(True)
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Expanding, QtWidgets.QSizePolicy.Policy.Fixed
        )

    def fit(self) -> None:
        """Takes the height of its records; hides itself where there are none."""
        self.setVisible(self.count() > 0)
        self.setFixedHeight(theme.px(28) * min(max(self.count(), 1), 7) + theme.px(6))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        held = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier  # macOS says it of arrows
        control = held == Qt.KeyboardModifier.ControlModifier
        alt = held == Qt.KeyboardModifier.AltModifier
        match event.key():
            case Qt.Key.Key_Delete:
                self.remove_asked.emit()
            case Qt.Key.Key_Insert if control:
                self.copy_asked.emit()
            case Qt.Key.Key_Insert:
                self.add_asked.emit()
            case Qt.Key.Key_Up | Qt.Key.Key_Down if alt:
                self.move_asked.emit(-1 if event.key() == Qt.Key.Key_Up else 1)
            case _:
                super().keyPressEvent(event)


class RecordDelegate(QtWidgets.QStyledItemDelegate):
    """Paints a name and, muted after it, its note."""

    def sizeHint(
        self, option: QtWidgets.QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> QSize:
        return theme.scaled(100, 28)

    def paint(
        self,
        painter: QPainter,
        option: QtWidgets.QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
    ) -> None:
        option.text = ""
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
