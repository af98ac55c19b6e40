"""A map with its buttons: the tools, what the one in hand says, and the zoom."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QWidget

from desktop.forms.map import Ui_MapForm
from desktop.window.map import scene, tools, view
from desktop.window.widgets import basics
from desktop.window.widgets.language import tr


class MapPane(QWidget):
    """Shows a map. Its owner adds tools to the usual two."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ui = Ui_MapForm(self)
        self.view: view.MapView = self.ui.view
        self.map: scene.MapScene = self.view.map
        self.choose = tools.ChooseTool(self.map, self)
        self.measure = tools.MeasureTool(self.map, self)
        self._buttons: dict[tools.Tool, QAbstractButton] = {}
        self.add_tool(self.ui.choose_button, self.choose)
        self.add_tool(self.ui.measure_button, self.measure)
        self.ui.out_button.clicked.connect(lambda: self.view.zoom_by(1 / view.ZOOM))
        self.ui.in_button.clicked.connect(lambda: self.view.zoom_by(view.ZOOM))
        self.view.let_go.connect(lambda: self.take(self.choose))
        self.view.measure_wanted.connect(lambda: self.take(self.measure))
        basics.tip(self.ui.measure_button, tr("Measure (Ctrl+M)"))
        self.take(self.choose)

    def add_tool(self, button: QAbstractButton, tool: tools.Tool) -> None:
        """A button that puts a tool in the hand."""
        self._buttons[tool] = button
        tool.said.connect(self.say)
        button.clicked.connect(lambda: self.take(tool))

    def take(self, tool: tools.Tool) -> None:
        """Puts a tool in the hand, and the keys to the map."""
        self.view.hold(tool)
        self._buttons[tool].setChecked(True)
        self.say(tool.hint())
        if self.view.isVisible():
            self.view.setFocus()

    def say(self, words: str) -> None:
        """Shows and speaks what the tool has come to."""
        self.ui.said.setText(words)
        self.view.say(words)
