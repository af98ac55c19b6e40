"""Small widgets that forms drawn in Designer are promoted to."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop.window.widgets.basics import RuleLink, tight


class RefusalLabel(QLabel):
    """Says what is refused, and is hidden while nothing is."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.hide()

    def say(self, sentence: str) -> None:
        """Shows a sentence; an empty one hides the label."""
        self.setText(sentence)
        self.setVisible(bool(sentence))


class DrawnRuleLink(RuleLink):
    """The link to a rule that is told later; the Tab key reaches it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)


class FormPlace(QWidget):
    """Where a card wants the form of what is chosen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = tight(QVBoxLayout(self))

    def put(self, form: QWidget) -> None:
        """Shows a form here, below those that are here."""
        self._column.addWidget(form)

    def drop(self, form: QWidget) -> None:
        """Takes a form away for good."""
        self._column.removeWidget(form)
        form.hide()
        form.deleteLater()
