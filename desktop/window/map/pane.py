"""A map with its buttons: the tools, what the one in hand says, and the zoom."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QWidget

from desktop.forms.map import Ui_MapForm
from desktop.window.map import scene, tools, view
from desktop.window.widgets import basics, icons
from desktop.window.widgets.language import tr

ICON = 16


class MapPane(QWidget):
    """Shows a map. Its owner adds tools to the usual two."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.ui = Ui_MapForm(self)
        self.view: view.MapView = self.ui.view
        self.map: scene.MapScene = self.view.map
        self.choose = tools.ChooseTool(self.map, self)
        self.measure = tools.MeasureTool(self.map, self)
        self._buttons = QButtonGroup(self)
        self._tools: dict[QAbstractButton, tools.Tool] = {}
        self.add_tool(self.ui.choose_button, self.choose, "pointer")
        self.add_tool(self.ui.measure_button, self.measure, "ruler")
        self.ui.out_button.clicked.connect(lambda: self.view.zoom_by(1 / view.ZOOM))
        self.ui.in_button.clicked.connect(lambda: self.view.zoom_by(view.ZOOM))
        self.ui.fit_button.clicked.connect(self.view.fit)
        self.view.let_go.connect(lambda: self.take(self.choose))
        self.view.measure_wanted.connect(lambda: self.take(self.measure))
        basics.tip(self.ui.measure_button, tr("Measure (Ctrl+M)"))
        self.take(self.choose)

    def set_draws(self) -> None:
        """From now on the ground can be chosen and changed too."""
        self.choose.shapes = True

    def add_tool(self, button: QAbstractButton, tool: tools.Tool, icon: str) -> None:
        """A button that puts a tool in the hand."""
        icons.wear(button, icon, "muted", ICON)
        self._buttons.addButton(button)
        self._tools[button] = tool
        tool.said.connect(self.say)
        button.clicked.connect(lambda: self.take(tool))

    def take(self, tool: tools.Tool) -> None:
        """Puts a tool in the hand, and the keys to the map."""
        self.view.hold(tool)
        next(button for button, its_tool in self._tools.items() if its_tool is tool).setChecked(
            True
        )
        self.say(tool.hint())
        if self.view.isVisible():
            self.view.setFocus()

    def say(self, words: str) -> None:
        """Shows and speaks what the tool has come to."""
        self.ui.said.setText(words)
        self.view.say(words)
