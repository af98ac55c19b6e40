"""What a file would bring, line by line, before any of it is done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from desktop.forms.import_preview import Ui_ImportPreviewForm


class ImportPreview(QDialog):
    """The lines, and whether it is to be done; it can be only where it would change anything."""

    def __init__(
        self, parent: QWidget, lines: Sequence[str], useful: bool, do_it: Callable[[], object]
    ) -> None:
        super().__init__(parent)
        self.ui = ui = Ui_ImportPreviewForm()
        ui.setupUi(self)  # type: ignore[no-untyped-call]
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        ui.rows.addItems(lines)
        ui.bring.setEnabled(useful)
        ui.bring.clicked.connect(self.accept)
        ui.bring.clicked.connect(do_it)
        ui.cancel.clicked.connect(self.reject)
        (ui.bring if useful else ui.cancel).setFocus()
