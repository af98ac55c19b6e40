"""All texts that a person can see or hear of a widget."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTextBrowser,
    QTreeView,
    QWidget,
)


def texts(top: QWidget) -> Iterator[tuple[str, str]]:
    """What a person can see or hear of a widget and of all that is visible in it, with its place.

    What stands in fields to be typed in is data.
    """
    for widget in (top, *top.findChildren(QWidget)):
        if widget is not top and (not widget.isVisibleTo(top) or widget.window() is not top):
            continue
        place = f"{type(widget).__name__} {widget.objectName()}"
        yield f"{place} tip", widget.toolTip()
        yield f"{place} name", widget.accessibleName()
        yield f"{place} description", widget.accessibleDescription()
        yield f"{place} status", widget.statusTip()
        yield from ((place, text) for text in _inside(widget))
    yield "title", top.windowTitle()


def _inside(widget: QWidget) -> Iterator[str]:
    match widget:
        case QLabel() | QAbstractButton():
            yield widget.text()
        case QMenu():
            for action in widget.actions():
                yield from of_action(action)
        case QLineEdit():
            yield widget.placeholderText()
            if widget.isReadOnly():
                yield widget.text()
        case QTextBrowser():
            return
        case QPlainTextEdit():
            yield widget.placeholderText()
            if widget.isReadOnly():
                yield widget.toPlainText()
        case QAbstractSpinBox():
            yield widget.specialValueText()
            yield getattr(widget, "suffix", str)()
            yield getattr(widget, "prefix", str)()
        case QComboBox():
            yield widget.placeholderText()
            yield from (widget.itemText(place) for place in range(widget.count()))
        case QTabBar():
            yield from (widget.tabText(place) for place in range(widget.count()))
        case QAbstractItemView():
            if widget.model() is not None:
                yield from _of_model(widget, QModelIndex())
    for action in widget.actions():
        yield from of_action(action)


def of_action(action: QAction) -> Iterator[str]:
    """The texts of an entry of a menu."""
    yield action.text()
    yield action.toolTip()
    yield action.statusTip()


ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.ToolTipRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.AccessibleDescriptionRole,
)


def _of_model(widget: QAbstractItemView, parent: QModelIndex) -> Iterator[str]:
    model = widget.model()
    rows = model.rowCount(parent)
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for column in range(columns):
        if not parent.isValid() and columns > 1:
            yield _text(model.headerData(column, Qt.Orientation.Horizontal))
            tip = Qt.ItemDataRole.ToolTipRole
            yield _text(model.headerData(column, Qt.Orientation.Horizontal, tip))
        for row in range(min(rows, 60)):
            index = model.index(row, column, parent)
            yield from (_text(model.data(index, role)) for role in ROLES)
            if isinstance(widget, QTreeView) and column == 0 and model.hasChildren(index):
                yield from _of_model(widget, index)


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""
