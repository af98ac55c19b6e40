"""Before the first step: who is surprised, and the button that begins the fight."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from desktop.encounter.fight import Fight
from desktop.forms.begin_card import Ui_BeginCardForm
from desktop.rules import SystemFailed, contract, table
from desktop.rules.fields import Field, fields_of
from desktop.rules.state import side_in_words
from desktop.window.fields import editor, panel_form
from desktop.window.widgets.language import in_words, tr


class BeginCard(QFrame, Ui_BeginCardForm):
    """The form of the first step."""

    begin_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setupUi(self)
        self.go.show_label(tr("Begin", context="button"), "Space")
        self.go.primary = True
        self.form: panel_form.PanelForm | None = None
        self.hide()

    def open(
        self,
        roll_call: str,
        fields: Sequence[Field],
        around: editor.Surroundings,
        values: Mapping[str, Any],
    ) -> None:
        """Shows the ``fields`` of the first step, filled in with ``values``.

        ``roll_call`` says how many are on each side.
        """
        self.roll_call.setText(roll_call)
        if self.form is not None:
            self.place.drop(self.form)
        self.form = panel_form.PanelForm(fields, around)
        self.form.set_values(values)
        self.place.put(self.form)
        self.refuse("", "")

    def step(self) -> dict[str, Any]:
        """The first step."""
        return {"do": "begin", **(self.form.values() if self.form else {})}

    def refuse(self, message: str, field: str) -> None:
        """Shows a refusal at its field, or below the form; an empty one takes it back."""
        at_field = self.form is not None and self.form.refuse_at(field, message)
        self.refusal.say("" if at_field else message)


def begin_fields(fight: Fight, offer: Callable[[Field], Field]) -> tuple[str, list[Field]]:
    """How many are on each side, and the fields of the first step.

    A surprise that the system does not know is not asked for. ``offer`` gives a field for
    combatants its choices.
    """
    people = list(fight.first.combatants.values())
    sides = dict.fromkeys(c.side for c in people)
    counts = [
        f"{in_words(side_in_words(side))}: {sum(c.side == side for c in people)}" for side in sides
    ]
    fields = [
        offer(field)
        for field in fields_of(fight.rules.begin_command)
        if field.id not in contract.COMMON
        and (field.id != "surprised" or _knows_surprise(fight, [c.id for c in people[:1]]))
    ]
    return " · ".join(counts), fields


def _knows_surprise(fight: Fight, somebody: list[str]) -> bool:
    if not somebody or fight.begun:
        return False
    try:
        fight.preview({"do": "begin", "surprised": somebody})
    except (table.Refusal, SystemFailed):
        return False
    return True
