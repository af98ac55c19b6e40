"""Before the first step: who is surprised, and the button that begins the fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop.rules.fields import Field
from desktop.window.combat.form import FieldForm
from desktop.window.fields.editor import Surroundings
from desktop.window.widgets import basics, theme
from desktop.window.widgets.buttons import ActionButton
from desktop.window.widgets.language import tr


class BeginCard(QFrame):
    """The form of the first step."""

    begin_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.dress(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 9, 12, 11)
        column.setSpacing(8)
        column.addWidget(basics.label(tr("Ready"), "heading"))
        self._said = basics.label("", "muted", wrap=True)
        column.addWidget(self._said)
        self._holder = QVBoxLayout()
        column.addLayout(self._holder)
        self.refusal = basics.label("", "refusal", wrap=True, name="refusal")
        self.refusal.hide()
        column.addWidget(self.refusal)
        row = QHBoxLayout()
        self.go = ActionButton(label=tr("Begin"), key="Space", primary=True)
        self.go.clicked.connect(self.begin_wanted)
        row.addWidget(self.go)
        row.addStretch(1)
        column.addLayout(row)
        self._form: FieldForm | None = None
        self.hide()

    def open(self, said: str, fields: Sequence[Field], around: Surroundings) -> None:
        """``said`` tells who is here; ``fields`` are those of the first step."""
        self._said.setText(said)
        if self._form is not None:
            self._holder.removeWidget(self._form)
            self._form.hide()
            self._form.deleteLater()
        self._form = FieldForm(fields, around)
        self._holder.addWidget(self._form)
        self.refuse("", "")

    def step(self) -> dict[str, Any]:
        """The first step."""
        return {"do": "begin", **(self._form.values() if self._form else {})}

    def refuse(self, message: str, field: str) -> None:
        at_field = self._form is not None and self._form.refuse(message, field)
        self.refusal.setText("" if at_field else message)
        self.refusal.setVisible(bool(message) and not at_field)
