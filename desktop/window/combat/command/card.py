"""The chosen option: its form, what will count, and the button that performs it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from desktop.encounter.fight import Preview
from desktop.encounter.play_table import DiceWanted
from desktop.rules.contract import Option
from desktop.rules.fields import Field
from desktop.window.combat.command.form import FieldForm
from desktop.window.combat.question.prompt import ToldLines
from desktop.window.combat.session.preferences import option_word
from desktop.window.fields.chips import ChipsEditor
from desktop.window.fields.editor import Surroundings, keep_to_one_line
from desktop.window.fields.editors import NumberEditor
from desktop.window.widgets import basics, theme
from desktop.window.widgets.buttons import ActionButton
from desktop.window.widgets.elided import Elided
from desktop.window.widgets.language import tr

COUNTS = 6
"""So many lines of what counts are shown, the newest."""

COST = Field("cost", "integer", "cost", optional=True, minimum=0, maximum=99)
"""The price that the game master sets; its editor says the word for it."""


class CommandCard(QFrame):
    """Builds a step from an option and a form. Emits ``changed`` whenever the step changes."""

    changed = Signal()
    go_wanted = Signal()
    cancelled = Signal()
    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.dress(self, "card")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 10)
        column.setSpacing(6)
        head = QHBoxLayout()
        head.setSpacing(8)
        self.title = basics.label("", "heading", name="commandTitle")
        self.rule = basics.RuleLink()
        self.rule.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.rule.asked.connect(self.rule_wanted)
        self._hand_link = basics.button(tr("other cost…"), "link")
        self._hand_link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._hand_link.clicked.connect(self._unfold_hand)
        head.addWidget(self.title)
        head.addStretch(1)
        head.addWidget(self._hand_link)
        head.addWidget(self.rule)
        column.addLayout(head)
        self._summary = basics.label("", wrap=True, name="commandSummary")
        self._summary.hide()
        column.addWidget(self._summary)
        self.hint = basics.label("", "small", wrap=True, name="commandHint")
        self.hint.hide()
        column.addWidget(self.hint)
        self._holder = QVBoxLayout()
        column.addLayout(self._holder)
        self._hand = QWidget()
        hand = QHBoxLayout(self._hand)
        hand.setContentsMargins(0, 0, 0, 0)
        hand.setSpacing(8)
        self._cost_label = basics.label(tr("Cost"), "byhand")
        self._cost = NumberEditor(COST, "panel")
        self._cost.name(tr("Cost"))
        self._why = QLineEdit()
        self._why.setPlaceholderText(tr("the game master's reason"))
        self._why.setAccessibleName(tr("Reason"))
        self._why.setMaxLength(1000)
        keep_to_one_line(self._why)
        self._hand_label = basics.label("", "byhand")
        for widget in (self._hand_label, self._cost_label, self._cost):
            hand.addWidget(widget)
        hand.addWidget(self._why, 1)
        self._cost.changed.connect(self.changed)
        self._why.textEdited.connect(lambda _: self.changed.emit())
        column.addWidget(self._hand)
        self.told = ToldLines()
        self.told.rule_wanted.connect(self.rule_wanted)
        column.addWidget(self.told)
        self.foot = QWidget(self)
        """What is to be seen however long the form is: the refusal, and the buttons."""
        foot = basics.tight(QVBoxLayout(self.foot), 6)
        self.refusal = basics.label("", "refusal", wrap=True, name="commandRefusal")
        self.refusal.hide()
        foot.addWidget(self.refusal)
        row = QHBoxLayout()
        row.setSpacing(8)
        foot.addLayout(row)
        self.go = ActionButton(primary=True)
        self.go.clicked.connect(self.go_wanted)
        self.cancel = ActionButton(label=tr("Cancel"), key="Esc")
        self.cancel.clicked.connect(self.cancelled)
        self.beside = Elided("", "small")
        """What else can be done, or why it cannot be: the field may be out of sight."""
        row.addWidget(self.go)
        row.addWidget(self.cancel)
        row.addWidget(self.beside, 1)
        self.option: Option | None = None
        self.form: FieldForm | None = None
        self._forms: dict[tuple[str, str], FieldForm] = {}
        """The forms that were made, by what is done."""
        self.overruled = False
        self.close_option()

    # ---- which option

    def open_option(
        self,
        option: Option,
        fields: Sequence[Field],
        values: Mapping[str, Any],
        around: Surroundings,
        overruled: bool = False,
        model: Sequence[Field] | None = None,
        *,
        typed: bool = False,
    ) -> None:
        """Shows the form of an option, filled in with ``values`` where it can be.

        ``model`` are the fields of its command, where ``fields`` offer defaults of the moment.
        ``typed``: the values were given by somebody, and overrule what the map knows.
        """
        self.close_option()
        self.option, self.overruled = option, overruled
        self.title.setText(option_word(option, around.english))
        self.rule.show_rule(option.rule if not option.rule.startswith("by-") else "")
        self.form = self._form_of(option, fields, around, model)
        self.form.set_values(values, typed=typed)
        self._cost.show_value(values.get("cost"))
        self._why.setText(str(values.get("why", "")))
        by_hand = overruled or "cost" in values or "why" in values
        self._hand.setVisible(by_hand)
        self._hand_link.setVisible(bool(option.cost) and not by_hand)
        self._hand_label.setText(tr("Overrules the rules") if overruled else "")
        self._hand_label.setVisible(overruled)
        self.refuse("", "")
        self.foot.show()
        self.show()

    def _form_of(
        self,
        option: Option,
        fields: Sequence[Field],
        around: Surroundings,
        model: Sequence[Field] | None,
    ) -> FieldForm:
        """The form of an option: the one made for it before, where it still fits."""
        kept = self._forms.get((option.do, option.action))
        if kept is not None and kept.offer(fields, model):
            kept.show()
            return kept
        if kept is not None:
            self._drop(kept)
        form = FieldForm(fields, around, model)
        form.changed.connect(self.changed)
        self._holder.addWidget(form)
        self._forms[option.do, option.action] = form
        return form

    def forget_forms(self) -> None:
        """Drops the forms that are kept: another fight or another language begins."""
        self.close_option()
        for form in self._forms.values():
            self._drop(form)
        self._forms.clear()

    def _drop(self, form: FieldForm) -> None:
        self._holder.removeWidget(form)
        form.hide()
        form.deleteLater()

    def close_option(self) -> None:
        """Forgets the option; its form is kept for the next time."""
        if self.form is not None:
            self.form.hide()
        self.form = self.option = None
        self.told.hide()
        self.foot.hide()
        self.hide()

    def _unfold_hand(self) -> None:
        self._hand.show()
        self._hand_link.hide()
        self._cost.enter()

    # ---- the step

    def step(self) -> dict[str, Any]:
        """The step, from the form as it is filled in."""
        assert self.option is not None
        assert self.form is not None
        step: dict[str, Any] = {"do": self.option.do}
        if self.option.actor:
            step["actor"] = self.option.actor
        if self.option.action:
            step["action"] = self.option.action
        step.update(self.form.values())
        if self.overruled:
            step["overrule"] = True
        cost, why = self._cost.value(), self._why.text().strip()
        if cost is not None:
            step["cost"] = cost
        if why and (self.overruled or cost is not None):
            step["why"] = why
        return step

    def choices(self) -> dict[str, Any]:
        """What was picked from lists: the values that are offered again the next time."""
        if self.form is None:
            return {}
        found: dict[str, Any] = {}
        for name, placed in self.form.placed.items():
            if placed.leaf.field.kind in ("combatant", "choice") and "." not in name:
                found[name] = placed.editor.value()
        return found

    def targets(self) -> tuple[str, ChipsEditor] | None:
        """The field that arrow keys step through: the first with combatants, or with choices."""
        if self.form is None:
            return None
        found = [*self.form.chips("combatant"), *self.form.chips("choice")]
        return found[0] if found else None

    # ---- what is known of it

    def show_preview(self, preview: Preview | None, typed: bool) -> None:
        """What will count, and which dice will be wanted."""
        self.told.show_lines(preview.lines if preview else (), COUNTS)
        question = preview.question if preview else None
        if preview is not None:
            self.beside.setText("")
        if isinstance(question, DiceWanted):
            dice = " + ".join(str(handful) for handful in question.missing if handful.count)
            verb = tr("Type {dice}") if typed else tr("Roll {dice}")
            self.go.show_label(verb.format(dice=dice), "Enter")
            self.beside.setText(tr("or type the dice as they fell"))
        else:
            self.go.show_label(tr("Do it"), "Enter")
        self.go.setEnabled(preview is not None)
        if preview is None and self.beside.text():
            self.go.setAccessibleDescription(self.beside.text())

    def show_hint(self, words: str) -> None:
        """Another way to do the same; none without words."""
        self.hint.setText(words)
        self.hint.setVisible(bool(words))

    def waiting(self, waits: bool) -> None:
        """While a question waits, one line says what was chosen, in place of the form."""
        by_hand = self.overruled or self._cost.value() is not None
        self.foot.setVisible(self.option is not None and not waits)
        self._hand.setVisible(not waits and (by_hand or self._hand.isVisible()))
        priced = self.option is not None and bool(self.option.cost)
        self._hand_link.setVisible(not waits and priced and self._hand.isHidden())
        if waits:
            self.told.hide()
            self.hint.hide()
        if self.form is not None:
            self.form.setVisible(not waits)
            self._summary.setText(" · ".join(self.form.summary()))
        self._summary.setVisible(waits and bool(self._summary.text()))

    def refuse(self, message: str, field: str) -> None:
        """Shows a refusal at its field, or below the form."""
        at_field = self.form is not None and self.form.refuse(message, field)
        self.refusal.setText("" if at_field else message)
        self.refusal.setVisible(bool(message) and not at_field)
        self.beside.setText(message if at_field else "")
