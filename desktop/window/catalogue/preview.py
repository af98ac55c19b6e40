"""What a file would bring, line by line, before any of it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QListWidget, QVBoxLayout, QWidget

from desktop.window.widgets.basics import button, row
from desktop.window.widgets.language import tr


class ImportPreview(QDialog):
    """The lines, and whether it is to be done; it can be only where it would change anything."""

    def __init__(
        self, parent: QWidget, lines: Sequence[str], useful: bool, do_it: Callable[[], object]
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("What the file brings"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(720, 460)
        self.rows = QListWidget()
        self.rows.setAccessibleName(tr("What the file brings"))
        self.rows.setWordWrap(True)
        self.rows.addItems(lines)
        self.bring = button(tr("Bring it in"), "primary")
        self.bring.setEnabled(useful)
        self.bring.clicked.connect(self.accept)
        self.bring.clicked.connect(do_it)
        cancel = button(tr("Cancel"))
        cancel.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.addWidget(self.rows)
        column.addLayout(row(None, cancel, self.bring))
        (self.bring if useful else cancel).setFocus()
