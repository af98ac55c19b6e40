"""What is chosen for the players' window, and what is brought to it from a file."""

from __future__ import annotations

from collections.abc import Coroutine
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
        look, wanted = screen.look, screen.chosen(Wanted())
        for index, players in enumerate(("bars", "words", "nothing")):
            ui.players.setItemData(index, players)
        for id, scheme in theme.SCHEMES.items():
            if scheme.palette is not None:
                ui.scheme.addItem(in_words(scheme.title).replace("&", ""), id)
        for box, name, value in (
            (ui.players, "players", wanted.players),
            (ui.scheme, "scheme", look.scheme),
        ):
            box.setCurrentIndex(max(box.findData(value), 0))
            box.activated.connect(
                lambda index, box=box, name=name: screen.choose(name, box.itemData(index))
            )
        for spin, name, number in (
            (ui.zoom, "zoom", look.zoom),
            (ui.fog, "fog", look.fog),
            (ui.own_fog, "own_fog", look.own_fog),
        ):
            spin.setValue(number)
            spin.valueChanged.connect(lambda value, name=name: screen.choose(name, value))
        for tick, name, on in (
            (ui.enemy_throws, "enemy_throws", wanted.enemy_throws),
            (ui.clock, "clock", look.clock),
        ):
            tick.setChecked(on)
            tick.toggled.connect(lambda on, name=name: screen.choose(name, on))
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
