"""What is chosen for the players' window, and what is brought to it from a file."""

from __future__ import annotations

from collections.abc import Coroutine
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from desktop.forms.players_options import Ui_PlayersOptionsForm
from desktop.window.players.screen import PlayersScreen
from desktop.window.widgets import theme
from desktop.window.widgets.file_dialogs import picture_to_read
from desktop.window.widgets.language import in_words, tr
from desktop.window.widgets.pictures import read_picture

LONGEST = 1920
"""Pixels of the longer side of a picture that fills a screen."""


class PlayersOptions(QDialog):
    """What the table wants to see. A choice takes effect at once."""

    def __init__(self, parent: QWidget, screen: PlayersScreen) -> None:
        from desktop.encounter.players_view import Wanted

        super().__init__(parent)
        self.ui = ui = Ui_PlayersOptionsForm(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        kept = asdict(screen.look) | asdict(screen.chosen(Wanted()))
        for index, players in enumerate(("bars", "words", "nothing")):
            ui.players.setItemData(index, players)
        for id, scheme in theme.SCHEMES.items():
            if scheme.palette is not None:
                ui.scheme.addItem(in_words(scheme.title).replace("&", ""), id)
        for box in (ui.players, ui.scheme):  # each is called as what it chooses
            choose = partial(screen.choose, box.objectName())
            box.setCurrentIndex(max(box.findData(kept[box.objectName()]), 0))
            box.activated.connect(lambda at, box=box, choose=choose: choose(box.itemData(at)))
        for spin in (ui.zoom, ui.fog, ui.own_fog):
            spin.setValue(kept[spin.objectName()])
            spin.valueChanged.connect(partial(screen.choose, spin.objectName()))
        for tick in (ui.enemy_throws, ui.clock):
            tick.setChecked(kept[tick.objectName()])
            tick.toggled.connect(partial(screen.choose, tick.objectName()))
        ui.minutes.setSuffix(tr(" min", context="countdown"))
        ui.start_button.clicked.connect(lambda: screen.count_down(60.0 * ui.minutes.value()))
        ui.stop_button.clicked.connect(lambda: screen.count_down(None))


def choose_picture(parent: QWidget, screen: PlayersScreen) -> Coroutine[Any, Any, None] | None:
    """Asks for a picture; gives the work of showing it to the players, or None if cancelled."""
    path = picture_to_read(parent, tr("Show a picture to the players"))
    return show_picture(screen, path) if path else None


async def show_picture(screen: PlayersScreen, path: Path) -> None:
    """Shows a picture from a file to the players. Raises DocumentError."""
    from asyncio import to_thread

    screen.present(picture=await to_thread(read_picture, path, LONGEST))
