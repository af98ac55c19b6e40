"""The chosen option: its form, targets from the map, what will count, the button to do it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from desktop.encounter.best_choice import best_choice, suited_target
from desktop.encounter.fight import Fight, Preview
from desktop.encounter.play_table import DiceWanted
from desktop.forms.begin_card import Ui_BeginCardForm
from desktop.forms.command_card import Ui_CommandCardForm
from desktop.rules import SystemFailed, contract, table
from desktop.rules.contract import Option, option_word
from desktop.rules.fields import Field, fields_of
from desktop.rules.state import side_in_words
from desktop.window.combat.question.dice import dice_in_words
from desktop.window.fields import chips, editor, editors, factory, panel_form
from desktop.window.fields.editor import Surroundings, keep_to_one_line
from desktop.window.widgets.language import in_words, tr

COUNTS = 6
"""The most lines of what counts that are shown, the newest."""

COST = Field("cost", "integer", "cost", optional=True, minimum=0, maximum=99)
"""The price that the game master sets; its editor says the word for it."""


class CommandCard(QFrame, Ui_CommandCardForm):
    """Builds a step from an option and a form. Emits ``changed`` whenever the step changes."""

    changed = Signal()
    go_wanted = Signal()
    cancelled = Signal()
    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setupUi(self)
        self.other_cost.clicked.connect(self._unfold_by_hand)
        self._cost = editors.NumberEditor(COST, "panel")
        self._cost.name(tr("Cost"))
        self.by_hand_row.insertWidget(self.by_hand_row.indexOf(self.why), self._cost)
        self._cost.changed.connect(self.changed)
        keep_to_one_line(self.why)
        self.go.primary = True
        self.cancel.show_label(tr("Cancel"), "Esc")
        self.option: Option | None = None
        self._no_form = panel_form.PanelForm((), Surroundings(factory.make_editor))
        self.place.put(self._no_form)
        self.form = self._no_form
        """That of the option; without fields where none is chosen."""
        self.rolls = False
        """Whether the command begins with dice."""
        self._forms: dict[tuple[str, str], panel_form.PanelForm] = {}
        """The forms that were made, by what is done."""
        self.overruled = False
        self.short = False
        """Whether room is short: then it is not said what is asked first."""
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
        self.title.setText(option_word(option, around.terms))
        self.rule.show_rule(option.rule if not option.rule.startswith("by-") else "")
        self.form = self._form_of(option, fields, around, model)
        self.form.set_values(values, typed=typed)
        self._cost.show_value(values.get("cost"))
        self.why.setText(str(values.get("why", "")))
        by_hand = overruled or "cost" in values or "why" in values
        self.by_hand.setVisible(by_hand)
        self.other_cost.setVisible(bool(option.cost) and not by_hand)
        self.overrules.say(tr("Overrules the rules") if overruled else "")
        self.refuse("", "")
        self.foot.show()
        self.show()

    def _form_of(
        self,
        option: Option,
        fields: Sequence[Field],
        around: Surroundings,
        model: Sequence[Field] | None,
    ) -> panel_form.PanelForm:
        """The form of an option: the one made for it before, where it still fits."""
        kept = self._forms.get((option.do, option.action))
        if kept is not None and kept.offer(fields, model):
            kept.show()
            return kept
        if kept is not None:
            self.place.drop(kept)
        form = panel_form.PanelForm(fields, around, model)
        form.changed.connect(self.changed)
        self.place.put(form)
        self._forms[option.do, option.action] = form
        return form

    def forget_forms(self) -> None:
        """Drops the forms that are kept: another fight or another language begins."""
        self.close_option()
        for form in self._forms.values():
            self.place.drop(form)
        self._forms.clear()

    def close_option(self) -> None:
        """Forgets the option; its form is kept for the next time."""
        self.form.hide()
        self.form, self.option = self._no_form, None
        self.log_lines.hide()
        self.foot.hide()
        self.hide()

    def _unfold_by_hand(self) -> None:
        self.by_hand.show()
        self.other_cost.hide()
        self._cost.enter()

    # ---- the step

    def step(self) -> dict[str, Any]:
        """The step, from the form as it is filled in."""
        assert self.option is not None
        step = self.option.as_step(**self.form.values())
        if self.overruled:
            step["overrule"] = True
        cost, why = self._cost.value(), self.why.text().strip()
        if cost is not None:
            step["cost"] = cost
        if why and (self.overruled or cost is not None):
            step["why"] = why
        return step

    def choices(self) -> dict[str, Any]:
        """What was picked from lists: the values that are offered again the next time."""
        return {
            box.name: box.editor.value()
            for path, box in self.form.boxes.items()
            if box.field.kind in ("combatant", "choice") and len(path) == 1
        }

    def targets(self) -> tuple[str, chips.ChipsEditor] | None:
        """The field that arrow keys step through: the first with combatants, or with choices."""
        return next(iter([*self.form.chips("combatant"), *self.form.chips("choice")]), None)

    # ---- what is known of it

    @property
    def touched(self) -> bool:
        """Whether somebody has filled in the form: before that nothing is red."""
        return any(box.typed for box in self.form.boxes.values())

    def show_preview(self, preview: Preview | None, typed: bool, why_not: str = "") -> None:
        """What will count, and which dice will be wanted; or why it cannot be, or not reach."""
        self.log_lines.show_lines(preview.lines[-COUNTS:] if preview else ())
        question = preview.question if preview else None
        self.rolls = isinstance(question, DiceWanted)
        fields = (b for b in self.form.boxes.values() if b.refusal.text())
        in_sight = any(not box.visibleRegion().isEmpty() for box in fields)  # which says why
        self.beside.setText("" if preview is None and in_sight else why_not)
        if isinstance(question, DiceWanted):
            dice = dice_in_words(question.missing)
            roll = tr("Type {dice}", dice=dice) if typed else tr("Roll {dice}", dice=dice)
            self.go.show_label(roll, "Enter")
            self.beside.setText("" if typed else tr("or type the dice as they fell"))
        else:
            declares = self.option is not None and self.option.do == "declare"
            self.go.show_label(tr("Declare") if declares else tr("Do it"), "Enter")
            if question is not None and not self.beside.text():
                asked = in_words(question.text)
                words = tr("asks first: {question} · a digit answers", question=asked)
                self.beside.setText(tr("asks first") if self.short else words)
        self.go.setEnabled(preview is not None)
        if why_not:
            self.go.setAccessibleDescription(why_not)

    def waiting(self, waits: bool) -> None:
        """While a question waits, one line says what was chosen, in place of the form."""
        by_hand = self.overruled or self._cost.value() is not None
        self.foot.setVisible(self.option is not None and not waits)
        self.by_hand.setVisible(not waits and (by_hand or self.by_hand.isVisible()))
        priced = self.option is not None and bool(self.option.cost)
        self.other_cost.setVisible(not waits and priced and self.by_hand.isHidden())
        if waits:
            self.log_lines.hide()
            self.hint.hide()
        self.form.setVisible(not waits)
        self.summary.say(" · ".join(self.form.summary()) if waits else "")

    def refuse(self, message: str, field: str) -> None:
        """Shows a refusal at its field, or below the form."""
        self.refusal.say("" if self.form.refuse_at(field, message) else message)


class LastChoices:
    """The last choices, for each combatant and option."""

    def __init__(self) -> None:
        self._choices: dict[tuple[str, str, str], Mapping[str, Any]] = {}

    def remember(self, option: Option, choices: Mapping[str, Any]) -> None:
        """Keeps what was chosen for an option."""
        self._choices[option.actor, option.do, option.action] = choices

    def defaults(self, fight: Fight, option: Option, fields: Sequence[Field]) -> dict[str, Any]:
        """The choices of last time where they still can be, but for a target that lies there; else
        the best, the first, or the only one where one is needed."""
        chosen_here = self._choices.get((option.actor, option.do, option.action))
        last = chosen_here or _last_step(fight, option)
        possible = {
            field.id: [choice.value for choice in field.choices if choice.why_not is None]
            for field in fields
            if field.kind in ("combatant", "choice")
        }
        people = fight.state.combatants.values()
        down = [combatant.id for combatant in people if combatant.out or combatant.incapacitated]
        still = {
            id: last[id]
            for id, able in possible.items()
            if last.get(id) in able and last[id] not in down
        }
        first = {
            field.id: possible[field.id][0]
            for field in fields
            if field.required and possible.get(field.id) and field.default not in possible[field.id]
        }
        values = {**first, **still}
        best = best_choice(fight, option, fields, values, still.keys())
        best = best or best_choice(fight, option, fields, values)
        values |= best or suited_target(fight, option, fields, values)
        said = {field.id: field.default for field in fields if field.required} | values
        only = {id: able for id, able in possible.items() if len(able) == 1 and not said.get(id)}
        try:
            if only:
                fight.preview(option.as_step(**said))
        except (table.Refusal, SystemFailed) as refusal:
            for needed in only.get(refusal.field, ()):  # and it can be nothing else
                values[refusal.field] = needed
        return values


def _last_step(fight: Fight, option: Option) -> Mapping[str, Any]:
    """The last step of the fight of this option: what was chosen before it was opened again."""
    named = option.as_step()
    done = (moment.step for moment in reversed(fight.moments[: fight.cursor]))
    return next((step for step in done if step.items() >= named.items()), {})


class TargetsFromMap(QObject):
    """Fills the field that had the keyboard focus, else the visible fields one after another."""

    def __init__(self, command: CommandCard, parent: QObject) -> None:
        super().__init__(parent)
        self._command = command
        self._entered: chips.ChipsEditor | None = None
        """The field that had the keyboard focus last; a click on the map takes the focus away."""
        self._filled: chips.ChipsEditor | None = None
        """The field that was filled last."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus)

    def forget(self) -> None:
        """Begins with the first field again: another command was opened."""
        self._entered = self._filled = None

    def fields(self) -> list[chips.ChipsEditor]:
        """The fields of the open command in which combatants can be picked."""
        form = self._command.form
        return [editor for kind in ("combatant", "combatants") for _, editor in form.chips(kind)]

    def take(self, id: str) -> bool:
        """Picks a combatant; False where no field takes it."""
        field = self._field_for(id)
        if field is None:
            return False
        if field is self._entered and not field.many:
            self._entered = None
        self._filled = field
        if field.many or field.value() != id:
            field.pick(id)
        else:
            self._command.form.confirm(field)
        return True

    def _field_for(self, id: str) -> chips.ChipsEditor | None:
        fields = [field for field in self.fields() if field.offers(id)]
        if self._entered in fields:
            return self._entered
        # Several in one field, or a field that is folded away, are filled only on purpose.
        single = [field for field in fields if not field.many and field.isVisible()] or fields[:1]
        empty = [field for field in single if not self._command.form.is_given(field)]
        after = single.index(self._filled) + 1 if self._filled in single else 0
        return next(iter([*empty, *single[after:], *single]), None)

    def _on_focus(self, _: QWidget | None, now: QWidget | None) -> None:
        if now is not None and self._command.form.isAncestorOf(now):
            inside = (field for field in self.fields() if field.isAncestorOf(now))
            self._entered = next(inside, None)


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
    """How many are on each side, a warning where there is only one, and the fields of the first
    step.

    A surprise that the system does not know is not asked for. ``offer`` gives a field for
    combatants its choices.
    """
    people = list(fight.first.combatants.values())
    sides = dict.fromkeys(c.side for c in people)
    counts = [
        f"{in_words(side_in_words(side))}: {sum(c.side == side for c in people)}" for side in sides
    ]
    if len(people) > 1 == len(sides):
        counts.append(tr("All are on one side: nobody has an enemy. The encounter says the sides."))
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
