"""A scrolled area that is no higher than what is in it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget


class FittingScroll(QScrollArea):
    """Asks for the height of what is in it, so that what stands below it stands close by."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Maximum)
        self._fits = True
        """False while the content is being resized."""

    def sizeHint(self) -> QSize:
        inside = self.widget()
        layout = inside.layout() if inside is not None else None
        if layout is None:
            return super().sizeHint()
        wide = self.viewport().width()
        if layout.hasHeightForWidth():
            return QSize(wide, layout.heightForWidth(wide))
        return QSize(wide, layout.sizeHint().height())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not self._fits:
            # Content that wraps anew at each size would be resized without end.
            return False
        self._fits = False
        try:
            if watched is self.widget() and event.type() == QEvent.Type.LayoutRequest:
                self._ask_for_height()
            return super().eventFilter(watched, event)
        finally:
            self._fits = True

    def _ask_for_height(self) -> None:
        """Lays out at once; else it is first painted with the old height and a scroll bar."""
        self.updateGeometry()
        parent = self.parentWidget()
        around = parent.layout() if parent is not None else None
        if around is not None:
            around.activate()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()
