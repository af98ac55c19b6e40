"""Asking where a file is to be written."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from desktop.library.files import is_there
from desktop.window.widgets.language import tr


def path_to_write(
    parent: QWidget, title: str, suggested: Path, files: str, suffix: str
) -> Path | None:
    """Asks where to write; a name without an ending gets ``suffix``. None if cancelled."""
    chosen, _ = QFileDialog.getSaveFileName(parent, title, str(suggested), files)
    if not chosen:
        return None
    path = Path(chosen)
    if path.suffix:
        return path
    path = path.with_suffix(suffix)
    # The dialog has asked about the name as it was typed, which was another file's.
    return path if not is_there(path) or may_replace(parent, path) else None


def may_replace(parent: QWidget, path: Path) -> bool:
    """Asks whether the file that lies there is to be replaced."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("{name} is there already. Replace it?", name=path.name))
    box.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No)
    box.setDefaultButton(QMessageBox.StandardButton.No)
    answer = box.exec()
    box.deleteLater()
    return answer == QMessageBox.StandardButton.Yes
