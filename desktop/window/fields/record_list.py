"""How a record is painted in a list: its name, and a note in grey after it."""

from __future__ import annotations

from PySide6 import QtWidgets
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFont, QPainter

from desktop.window.widgets import paint, theme

NOTE = Qt.ItemDataRole.UserRole + 1
"""What stands after the name."""
TROUBLE = Qt.ItemDataRole.UserRole + 2
"""Whether something in the record is refused."""


class RecordDelegate(QtWidgets.QStyledItemDelegate):
    """Paints a name and, muted after it, its note."""

    def sizeHint(self, option: QtWidgets.QStyleOptionViewItem, index: paint.Index) -> QSize:
        return theme.scaled(100, 28)

    def paint(
        self, painter: QPainter, option: QtWidgets.QStyleOptionViewItem, index: paint.Index
    ) -> None:
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
