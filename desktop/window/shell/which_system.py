"""Asks which system a campaign is played with, when the first thing is made in it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from desktop.forms.which_system import Ui_WhichSystemForm
from desktop.window.widgets.basics import button


class SystemDialog(QDialog):
    """A button for each system."""

    def __init__(self, parent: QWidget, titles: Mapping[str, str]) -> None:
        super().__init__(parent)
        self.ui = Ui_WhichSystemForm()
        self.ui.setupUi(self)  # type: ignore[no-untyped-call]
        self.chosen: str | None = None
        self.choices = {id: button(title, name=f"system_{id}") for id, title in titles.items()}
        for id, choice in self.choices.items():
            choice.clicked.connect(lambda _=False, id=id: self.choose(id))
            self.ui.systems.addWidget(choice)
        self.ui.cancel.clicked.connect(self.reject)
        next(iter(self.choices.values())).setFocus()

    def choose(self, id: str) -> None:
        """Takes a system and closes."""
        self.chosen = id
        self.accept()


async def ask_system(parent: QWidget, titles: Mapping[str, str]) -> str | None:
    """The id of the system that is chosen; None where none is."""
    if len(titles) == 1:
        return next(iter(titles))
    dialog = SystemDialog(parent, titles)
    answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def finished(_result: int) -> None:
        if not answer.done():
            answer.set_result(None)

    dialog.finished.connect(finished)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    dialog.setModal(True)
    dialog.open()
    await answer
    dialog.deleteLater()
    return dialog.chosen
