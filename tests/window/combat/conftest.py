"""A panel on the screen nobody sees, with a skirmish in it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.encounter.answers import Step
from desktop.encounter.fight import Fight, start
from desktop.library.resources import rulebook
from desktop.window.combat.options.bar import LOOKS_LIKE
from desktop.window.combat.panel import CombatPanel
from desktop.window.combat.session.autoplay import Autoplay
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.fields.panel_form import PanelForm
from desktop.window.widgets import theme
from tests.window.combat.skirmish import skirmish


@dataclass
class Desk:
    """A game master at the panel: keys, clicks, and what was stored."""

    qtbot: QtBot
    panel: CombatPanel
    steps: list[Step] = field(default_factory=list)
    pending: Step | None = None

    def keep(self, new: list[Step], pending: Step | None) -> None:
        self.steps += new
        self.pending = pending

    def open(self, fight: Fight, seed: int = 5) -> None:
        texts = rulebook(fight.rules.id)
        session = FightSession(
            fight,
            self.panel.preferences,
            self.keep,
            texts=texts,
            dice=random.Random(seed),
            parent=self.panel,
        )
        self.panel.show_session(session)

    @property
    def fight(self) -> Fight:
        return self.panel.fight

    @property
    def session(self) -> FightSession:
        assert self.panel.session
        return self.panel.session

    @property
    def autoplay(self) -> Autoplay:
        """The behaviours that act in the session."""
        return Autoplay.of(self.session)

    @property
    def form(self) -> PanelForm:
        """The form of the chosen command."""
        assert self.panel.ui.command.option is not None
        return self.panel.ui.command.form

    @property
    def edit_form(self) -> PanelForm:
        """The form of an edit by hand."""
        form = self.panel.ui.edit.form
        assert form is not None
        return form

    @property
    def waiting(self) -> Step:
        """The command that waits, as it was stored."""
        assert self.pending is not None
        return self.pending

    @property
    def question(self) -> Any:
        """The question that waits."""
        assert self.fight.pending is not None
        return self.fight.pending.question

    def key(self, key: Any, modifier: Qt.KeyboardModifier | None = None) -> None:
        """Presses a key where the focus is; letters and digits by their name."""
        where = QApplication.focusWidget() or self.panel
        if isinstance(key, str):
            # Qt's tests type no Cyrillic; letters that look alike mean the same.
            look = key.upper().translate(LOOKS_LIKE)
            key = getattr(Qt.Key, f"Key_{look}")
        self.qtbot.keyClick(where, key, modifier or Qt.KeyboardModifier.NoModifier)

    def choose(self, id: str) -> None:
        """Chooses an action by its id, or that of its step, by whatever letter."""
        panel = self.panel
        panel.choose(next(o for o in panel.ui.options.options if id in (o.action, o.do)))

    def type(self, keys: str) -> None:
        for key in keys:
            self.key({" ": Qt.Key.Key_Space, ",": Qt.Key.Key_Comma}.get(key, key))

    def enter(self) -> None:
        self.key(Qt.Key.Key_Return)

    def click(self, widget: QWidget) -> None:
        self.qtbot.waitUntil(widget.isVisible)
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)

    def odds(self) -> None:
        """Waits until all odds are reckoned, and laid out and painted."""
        self.qtbot.waitUntil(lambda: not self.panel.action_column.odds.queue.busy)
        QApplication.processEvents()

    def log(self) -> list[str]:
        return [str(line.text) for line in self.fight.log]


@pytest.fixture
def desk(qtbot: QtBot) -> Desk:
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.apply(application, "light")
    panel = CombatPanel()
    qtbot.addWidget(panel)
    panel.resize(1366, 708)
    with qtbot.waitExposed(panel):
        panel.show()
    desk = Desk(qtbot, panel)
    desk.open(start(skirmish()))
    return desk
