"""Opens dialogs and waits for them; asks where a file is to be read or written."""

from __future__ import annotations

from asyncio import Future, get_running_loop
from pathlib import Path

from PySide6.QtCore import QStandardPaths, Qt, QTimer
from PySide6.QtWidgets import QDialog, QFileDialog, QMessageBox, QWidget

from desktop.library.files import is_there
from desktop.window.widgets.language import tr


def open_once(dialog: QDialog) -> None:
    """Opens a dialog over the window, which goes on working; it is gone when it is closed."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.open()


async def closed(dialog: QDialog) -> int:
    """Opens a dialog and waits until it is closed; gives its result, 0 where it was rejected.

    Everything else goes on meanwhile. The dialog is deleted when the loop comes round again.
    """
    answer: Future[int] = get_running_loop().create_future()

    def take(result: int) -> None:
        if not answer.done():
            answer.set_result(result)

    dialog.finished.connect(take)
    # From the loop, not from this task: where a desktop shows a dialog of its own by a loop of its
    # own, no other task could go on inside of this one.
    QTimer.singleShot(0, dialog.open)
    result = await answer
    dialog.deleteLater()
    return result


def documents() -> Path:
    """The folder of the documents, where there is one."""
    folder = Path(
        QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
    )
    return folder if folder.is_dir() else Path.home()


def path_to_read(
    parent: QWidget, title: str, files: str, folder: Path | None = None
) -> Path | None:
    """Asks which file to read; None if cancelled."""
    chosen, _ = QFileDialog.getOpenFileName(parent, title, str(folder or documents()), files)
    return Path(chosen) if chosen else None


def picture_to_read(parent: QWidget, title: str) -> Path | None:
    """Asks for a picture; None if cancelled."""
    return path_to_read(parent, title, tr("Pictures (*.png *.jpg *.jpeg *.webp);;All files (*)"))


async def path_to_write(
    parent: QWidget, title: str, suggested: Path | str, files: str, suffix: str
) -> Path | None:
    """Asks where to write, among the documents where no folder is suggested; None if cancelled.

    A name that does not end in ``suffix`` gets it.
    """
    dialog = QFileDialog(parent, title, str(documents() / suggested), files)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    if not await closed(dialog):
        return None
    path = Path(dialog.selectedFiles()[0])
    if path.suffix.casefold() == suffix:
        return path
    path = path.with_name(path.name + suffix)
    # The dialog has asked about the name as it was typed, which was another file's.
    return path if not is_there(path) or await may_replace(parent, path) else None


async def may_replace(parent: QWidget, path: Path) -> bool:
    """Asks whether the file that lies there is to be replaced."""
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(tr("{name} is there already. Replace it?", name=path.name))
    box.setStandardButtons(QMessageBox.StandardButton.Yes | QMessageBox.StandardButton.No)
    box.setDefaultButton(QMessageBox.StandardButton.No)
    return await closed(box) == QMessageBox.StandardButton.Yes
