"""At a field of a command: what the map knows of it and how, and that it was overruled."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop.window.widgets import basics, icons, theme
from desktop.window.widgets.elided import ElidedLine
from desktop.window.widgets.language import tr

LABELS = 88
"""Pixels: below a line of its own the note begins where the editors do."""

EDITOR = 28
"""Pixels: how high an editor is, beside which it stands."""


class MapNote(QWidget):
    """The reason of a value that the map knows; struck out over a typed one, with the way back."""

    taken = Signal()
    """The map's value is wanted again."""

    def __init__(self, *, beside: bool) -> None:
        """``beside``: it stands beside its editor, and not below it."""
        super().__init__()
        self.text = ElidedLine(look="small") if beside else basics.label("", "small", wrap=True)
        self.back = basics.button(tr("as on the map"), "link")
        self.back.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.back.clicked.connect(self.taken)
        line = basics.row(icons.label("map", "muted", 13), self.text, self.back, spacing=5)
        line.setStretch(1, 0 if beside else 1)
        line.setContentsMargins(0 if beside else LABELS, 0, 0, 0)
        self.setLayout(line)
        if beside:
            self.setMinimumHeight(EDITOR)
        self.hide()

    def show_reason(self, why: str, *, overruled: bool) -> None:
        """Says how the map knows it; nothing where it does not."""
        theme.dress(self.text, "struck" if overruled else "small")
        self.text.setText(why)
        self.back.setAccessibleName(tr("As on the map: {why}", why=why))
        self.back.setVisible(overruled)
        self.setVisible(bool(why))
