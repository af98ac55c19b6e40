"""Before the first step: who is surprised, and the button that begins the fight."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from desktop.encounter.fight import Fight
from desktop.rules import SystemFailed
from desktop.rules.contract import COMMON
from desktop.rules.fields import Field, fields_of
from desktop.rules.table import Refusal
from desktop.window.fields.editor import Surroundings
from desktop.window.fields.panel_form import PanelForm
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
        self._form: PanelForm | None = None
        self.hide()

    def open(
        self,
        said: str,
        fields: Sequence[Field],
        around: Surroundings,
        values: Mapping[str, Any],
    ) -> None:
        """``said`` tells who is here; ``fields`` are those of the first step.

        ``values`` are filled in.
        """
        self._said.setText(said)
        if self._form is not None:
            self._holder.removeWidget(self._form)
            self._form.hide()
            self._form.deleteLater()
        self._form = PanelForm(fields, around)
        self._form.set_values(values)
        self._holder.addWidget(self._form)
        self.refuse("", "")

    def step(self) -> dict[str, Any]:
        """The first step."""
        return {"do": "begin", **(self._form.values() if self._form else {})}

    def refuse(self, message: str, field: str) -> None:
        at_field = self._form is not None and self._form.refuse_at(field, message)
        self.refusal.setText("" if at_field else message)
        self.refusal.setVisible(bool(message) and not at_field)


def begin_fields(fight: Fight, offer: Callable[[Field], Field]) -> tuple[str, list[Field]]:
    """How many are on each side, and the fields of the first step.

    A surprise that the system does not know is not asked for. ``offer`` gives a field for
    combatants its choices.
    """
    people = list(fight.first.combatants.values())
    sides = dict.fromkeys(c.side for c in people)
    counts = [f"{side}: {sum(c.side == side for c in people)}" for side in sides]
    fields = [
        offer(field)
        for field in fields_of(fight.rules.begin_command)
        if field.id not in COMMON
        and (field.id != "surprised" or _knows_surprise(fight, [c.id for c in people[:1]]))
    ]
    return " · ".join(counts), fields


def _knows_surprise(fight: Fight, somebody: list[str]) -> bool:
    if not somebody or fight.begun:
        return False
    try:
        fight.preview({"do": "begin", "surprised": somebody})
    except (Refusal, SystemFailed):
        return False
    return True
