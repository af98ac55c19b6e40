"""What the game master does by hand: a value that is set, an effect, a name, with a reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from desktop.encounter.by_hand import STEPS
from desktop.encounter.fight import Fight
from desktop.forms.by_hand_card import Ui_ByHandCardForm
from desktop.rules.effects import EFFECT, KeptEffect
from desktop.rules.fields import Choice, Field, fields_of
from desktop.rules.state import side_in_words
from desktop.rules.text import few
from desktop.window.fields import panel_form, records, tab_order
from desktop.window.fields.editor import Editor, Finder, Surroundings, keep_to_one_line
from desktop.window.widgets.language import in_words, tr


class EditCard(QFrame, Ui_ByHandCardForm):
    """The form of a step by hand."""

    set_wanted = Signal()
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setupUi(self)
        self.pick.clicked.connect(self._open_picker)
        keep_to_one_line(self.why)
        self.go.primary = True
        self.cancel.show_label(tr("Cancel"), "Esc")
        self.combatant: str | None = None
        self.form: panel_form.PanelForm | None = None
        self._step: dict[str, Any] = {}
        self._find: Finder | None = None
        self.close_form()

    def open(
        self,
        id: str,
        title: str,
        step: Mapping[str, Any],
        fields: Sequence[Field],
        around: Surroundings,
    ) -> None:
        """Shows the fields of a step by hand; ``step`` is what is known of it already."""
        self.close_form()
        self.combatant, self._step = id, dict(step)
        self.title.setText(title)
        self.form = panel_form.PanelForm(fields, around)
        self.place.put(self.form)
        for box in self.form.boxes.values():
            box.changed.connect(partial(self._keep_keys, box.editor))
        self._find = around.find
        # Enter begins a line in a text that may have several.
        several = any(field.long for field in fields)
        self.go.show_label(tr("Set", context="button"), "Ctrl+Enter" if several else "Enter")
        can_keep = step["do"] == "effect" and around.find is not None
        self.pick.setVisible(can_keep)
        self.keep.setVisible(can_keep)
        self.keep.setChecked(False)
        self.why.clear()
        self.refuse("", "")
        self.foot.show()
        self.show()
        # A new form would be the last of all for Tab.
        below = (self.keep, self.why, self.go, self.cancel)
        order = tab_order.rules_last((self.pick, *tab_order.controls(self.form), *below))
        for control, following in pairwise(order):
            QWidget.setTabOrder(control, following)
        self.form.enter()

    def _keep_keys(self, editor: Editor) -> None:
        """What was clicked has the keys: a click on it leaves them to the panel around."""
        focused = QApplication.focusWidget()
        if focused is None or not self.isAncestorOf(focused):
            editor.enter()

    def close_form(self) -> None:
        """Forgets what was filled in and hides the card."""
        if self.form is not None:
            self.place.drop(self.form)
        self.form = self.combatant = None
        self.foot.hide()
        self.hide()

    def open_again(self, ask: Callable[[str, Sequence[str]], None]) -> None:
        """Makes the form anew with ``ask`` (its ``do``, and for whom), filled in as it is."""
        if self.form is None:
            return
        values, why, keep = self.form.values(), self.why.text(), self.keep.isChecked()
        ids = self._step.get("combatants") or [self._step["combatant"]]
        ask(self._step["do"], ids)
        self.form.set_values(values)
        self.why.setText(why)
        self.keep.setChecked(keep)

    def step(self) -> dict[str, Any] | None:
        """The step, or None when nothing was changed."""
        assert self.form is not None
        values = self.form.values()
        if not values:
            return None
        inside = {"set": values} if self._step["do"] == "edit" else values
        step: dict[str, Any] = {**self._step, **inside}
        why = self.why.text().strip()
        return {**step, "why": why} if why else step

    def _open_picker(self) -> None:
        if self._find is not None:
            called = tr("Effect")
            records.Picker(self._find, EFFECT, called, self.take, self.pick).open_at(self.pick)

    def take(self, kept: Mapping[str, Any]) -> None:
        """Fills the form in as an effect was kept; what that does not say is as at first."""
        if self.form is not None:
            self.form.show_first_values()
            self.form.set_values(kept)
            self.go.setFocus()

    def effect_to_keep(self) -> dict[str, Any] | None:
        """The effect of the form as it is kept; None where it is not to be."""
        if self._step.get("do") != "effect" or not self.keep.isChecked():
            return None
        step = self.step() or {}
        return {part: step[part] for part in KeptEffect.model_fields if part in step}

    def refuse(self, message: str, field: str) -> None:
        """Shows a refusal at its field, or below the form; an empty one takes it back."""
        at_field = self.form is not None and self.form.refuse_at(field, message)
        self.refusal.say("" if at_field else message)


def by_hand_form(
    do: str, ids: Sequence[str], fight: Fight, offer: Callable[[Field], Field]
) -> tuple[str, dict[str, Any], list[Field]]:
    """A title, what is known of the step already, and the fields that are still to be filled in.

    ``offer`` gives a field for combatants everybody to choose from.
    """
    names = in_words(few([fight.state[id].name for id in ids]))
    titles = {
        "edit": tr("{name}, by hand", name=fight.state[ids[0]].name),
        "effect": tr("{names}: effect", names=names),
        "rename": tr("{names}: another name", names=names),
        "change_side": tr("{names}: another side", names=names),
        "note": tr("{names}: note", names=names),
        "let_know": tr("{names}: known to the players as", names=names),
    }
    if do == "effect":
        step: dict[str, Any] = {"do": do, "combatants": list(ids)}
    else:
        step = {"do": do, "combatant": ids[0]}
    if do == "edit":
        return titles[do], step, list(map(offer, fight.rules.editable(fight.state, ids[0])))
    fields = [
        _with_what_is(offer(field), fight, ids[0])
        for field in fields_of(STEPS[do])
        if field.id not in ("do", "why", "combatant", "combatants", "hidden", "numbers")
    ]
    return titles[do], step, fields


def _with_what_is(field: Field, fight: Fight, id: str) -> Field:
    """The field with what the combatant has now, and what this system and fight have on offer."""
    combatant = fight.state[id]
    match field.id:
        case "note":
            return replace(field, default=combatant.note)
        case "known_as":
            known = fight.state.players_know.of.get(id)
            said = known.known_as if known else None
            return replace(field, default=said or "", optional=False)
        case "side":
            sides = dict.fromkeys(c.side for c in fight.state.combatants.values())
            others = [side for side in sides if side != combatant.side]
            return field.offering([Choice(side, side_in_words(side)) for side in others])
        case "changes" | "rounds" | "remind_round":
            return next(f for f in fields_of(fight.rules.catalogue[EFFECT]) if f.id == field.id)
        case "whose":
            return replace(field, choices=(Choice("", tr("of the one it is on")), *field.choices))
    return field
