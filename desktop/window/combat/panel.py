"""The combat panel: order and vitals left, options and odds in the middle, the log right.

It shows a :class:`Fight` and performs steps on it; what is legal, what it costs, what it is called
and which rule it comes from, the rules say. Nothing here knows which system is played.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QEvent, QKeyCombination, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLabel, QMenu, QWidget

from desktop.encounter.fight import Fight, Preview
from desktop.encounter.odds import Odds
from desktop.encounter.tables import DiceWanted
from desktop.forms.combat_panel import Ui_CombatPanelForm
from desktop.library.rulebook import RuleText
from desktop.rules.contract import COMMON, Measure, Option, combatant_choices
from desktop.rules.fields import Field, fields_of
from desktop.rules.table import Decision, Refusal
from desktop.window.combat.looks import tints
from desktop.window.combat.options_bar import Person
from desktop.window.combat.play import Keep, Play
from desktop.window.combat.preferences import Preferences
from desktop.window.combat.what_if import WhatIf
from desktop.window.widgets import icons, plain, theme

WIDTHS = (285, 735, 346)
"""Of the three columns, on a window 1366 pixels wide."""

MOST_TO_CHOOSE = 24
"""So many of those who may act are buttons; the others are chosen in the order."""

REMEMBERED = 500
"""So many choices of weapons and targets are remembered."""


class CombatPanel(QWidget):
    """The panel. ``open`` shows a fight; ``keep`` is told of every step as it is made."""

    rule_clicked = Signal(str)
    changed = Signal()
    """The fight has changed: a step, a question, undo, redo."""
    message = Signal(str)
    """Something refused, for a status bar."""

    def __init__(
        self, parent: QWidget | None = None, preferences: Preferences | None = None
    ) -> None:
        super().__init__(parent)
        self.preferences = preferences or Preferences(self)
        self.play: Play | None = None
        self.ui = Ui_CombatPanelForm()
        self.ui.setupUi(self)  # type: ignore[no-untyped-call]
        self.what_if = WhatIf(self)
        self._options: Sequence[Option] = ()
        self._looked: str | None = None
        self._last_actor: str | None = None
        self._seen: object = None
        self._main: Option | None = None
        self._policy: str | None = None
        self._tints: Mapping[str, int] = {}
        self._chips: list[QLabel] = []
        self._remembered: dict[tuple[str, str, str], dict[str, Any]] = {}
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._set_up()
        self._connect()

    # ---- opening

    def open(
        self,
        fight: Fight,
        keep: Keep,
        *,
        texts: Mapping[str, RuleText] | None = None,
        dice: random.Random | None = None,
    ) -> None:
        """Shows a fight, at its question where one is waiting.

        ``keep(new_steps, pending)`` is called after every change, to store what was added to the
        journal and the command that waits. ``texts`` are the rules by number; ``dice`` is the
        generator of the program's dice, the system's own randomness where none is given.
        """
        if self.play is not None:
            self.play.deleteLater()
        self.play = Play(fight, keep, self.preferences, dice or random.SystemRandom(), self)
        self.play.changed.connect(self._on_change)
        self.play.refused.connect(self._on_refusal)
        self.what_if.forget()
        self._looked = self._last_actor = None
        self._remembered.clear()
        self._tints = tints(fight.first.combatants.values())
        ui = self.ui
        ui.title.setText(fight.script.name or fight.rules.title)
        ui.order.open(fight)
        ui.log.open(fight)
        ui.rule.open(texts or {})
        ui.edit.close_form()
        ui.command.close_option()
        self._open_begin()
        self._seen = None
        self._fill_policy_menu()
        self._refresh()
        self.setFocus()

    @property
    def fight(self) -> Fight:
        """The fight that is shown."""
        assert self.play is not None
        return self.play.fight

    def _set_up(self) -> None:
        ui = self.ui
        for index, column in enumerate((ui.left, ui.middle, ui.right)):
            column.setMinimumWidth((200, 380, 220)[index])
            ui.columns.setStretchFactor(index, int(index == 1))
        ui.columns.setSizes(WIDTHS)
        ui.mainButton.primary = True
        icons.wear(ui.policyMenu, "chevron-down", "muted", 14)
        ui.policyMenu.setMenu(QMenu(ui.policyMenu))
        ui.cards.setStretch(ui.cards.count() - 1, 1)
        self._tell_preferences()
        theme.notifier().changed.connect(self._repaint)

    def _connect(self) -> None:
        ui = self.ui
        for source in (
            ui.command, ui.prompt, ui.odds, ui.happened, ui.edit, ui.begin, ui.outcome, ui.log,
        ):  # fmt: skip
            source.rule_wanted.connect(self.show_rule)
        ui.undoButton.clicked.connect(self.undo)
        ui.redoButton.clicked.connect(self.redo)
        ui.mainButton.clicked.connect(self.main)
        ui.policyButton.clicked.connect(self.let_it_act)
        ui.order.looked_at.connect(self.look_at)
        ui.order.edit_wanted.connect(self.edit_by_hand)
        ui.timeline.strip.looked_at.connect(self.look_at)
        ui.objectives.ticked.connect(self._tick)
        ui.options.chosen.connect(self.choose)
        ui.options.looked_at.connect(self.look_at)
        ui.options.overrule_toggled.connect(lambda _: self._refresh_options())
        ui.options.unfold_toggled.connect(lambda _: self._refresh_options())
        ui.command.changed.connect(self._on_form)
        ui.command.go_wanted.connect(self.go)
        ui.command.cancelled.connect(self.back)
        ui.prompt.answered.connect(self._answer)
        ui.prompt.roll_wanted.connect(self._roll)
        ui.prompt.back_wanted.connect(self.back)
        ui.begin.begin_wanted.connect(self._begin)
        ui.edit.set_wanted.connect(self._set_by_hand)
        ui.edit.cancelled.connect(self.back)
        ui.diceButton.clicked.connect(self.toggle_dice)
        ui.termsButton.clicked.connect(self.toggle_terms)
        ui.timelineButton.toggled.connect(self._fold_timeline)
        self.preferences.typed_changed.connect(lambda _: self._on_preferences())
        self.preferences.english_changed.connect(lambda _: self._on_words())
        self.preferences.timeline_changed.connect(lambda _: self._on_preferences())
        self.what_if.main.connect(self._on_main_odds)
        self.what_if.target.connect(self._on_target_odds)
        self.what_if.way.connect(self._on_way)
        self.what_if.alternative.connect(self.ui.odds.show_alternative)
        self.what_if.answer.connect(self.ui.prompt.show_chance)

    # ---- what the game master does

    def undo(self) -> None:
        """Takes back the last step, or the command that waits."""
        if self.play:
            self.play.undo()

    def redo(self) -> None:
        if self.play:
            self.play.redo()

    def main(self) -> None:
        """The main thing to do: begin, or the rules' main option."""
        if not self.play or self.fight.pending:
            return
        if not self.fight.begun:
            self._begin()
        elif self._main is not None:
            self.choose(self._main)

    def choose(self, option: Option) -> None:
        """Chooses an option: done at once where it needs nothing to be told and no dice."""
        if not self.play or self.fight.pending:
            return
        self.ui.edit.close_form()
        overruled = option.why_not is not None or self.ui.options.overruling
        fields = self.fight.parameters(option)
        if not fields and not overruled:
            step = {"do": option.do, "actor": option.actor, "action": option.action}
            self._perform({key: value for key, value in step.items() if value})
            return
        values = self._defaults(option, fields)
        self._open_command(option, fields, values, overruled)
        self._refresh_options()
        self._on_form()
        self.ui.happened.hide()
        self._hint()

    def _open_command(
        self, option: Option, fields: Sequence[Field], values: Mapping[str, Any], overruled: bool
    ) -> None:
        model = self.fight.rules.commands.get((option.do, option.action))
        plain_fields = fields_of(model) if model is not None else None
        self.ui.command.open_option(
            option, fields, values, self.preferences, self._tint, overruled, plain_fields
        )

    def go(self) -> None:
        """Enter on a filled-in command: the program rolls, or the throw waits to be typed."""
        step = self._step()
        if step is not None:
            self._perform(step)

    def back(self) -> None:
        """Esc: one question back, or the form closed, or whoever is on turn looked at again."""
        ui = self.ui
        if not self.play:
            return
        if ui.edit.combatant is not None:
            ui.edit.close_form()
            self._refresh()
        elif self.fight.pending:
            self.play.back()
        elif ui.command.option is not None:
            ui.command.close_option()
            self.what_if.forget()
            self._refresh()
        else:
            ui.options.fold_finder()
            self.look_at(None)
        self.setFocus()

    def look_at(self, id: str | None) -> None:
        """Shows the options of a combatant; None for whoever is on turn."""
        if not self.play:
            return
        self._looked = None if id == self.fight.state.turn else id
        option = self.ui.command.option
        if option is not None and not self.fight.pending and option.actor != self._focus():
            self.ui.command.close_option()
            self.what_if.forget()
        if self.ui.edit.combatant not in (None, id):
            self.ui.edit.close_form()
        self._refresh_middle()
        self.ui.order.select(self._focus())

    def edit_by_hand(self, id: str) -> None:
        """Opens the values of a combatant to be set by hand."""
        if not self.play:
            return
        state = self.fight.state
        fields = self.fight.rules.editable(state, id)
        fields = [self._with_people(field) for field in fields]
        self.ui.edit.open(id, state[id].name, fields, self.preferences, self._tint)
        self.ui.order.select(id)
        self.ui.happened.hide()
        self.ui.scroll.ensureWidgetVisible(self.ui.edit)
        self._hint()

    def let_it_act(self) -> None:
        """A policy acts for the combatant on turn, until it is done or somebody is asked."""
        actor = self._actor()
        policy = self._policy_of(actor)
        if self.play and actor and policy and not self.fight.pending:
            self.ui.command.close_option()
            self._looked = None
            if not self.play.act_by(policy, actor):
                self.message.emit(self.tr("The behaviour has nothing to propose here."))

    def toggle_dice(self) -> None:
        """Dice rolled by the program, or typed as they fell on the table."""
        self.preferences.typed = not self.preferences.typed

    def toggle_terms(self) -> None:
        """The system's own words, or English ones."""
        self.preferences.english = not self.preferences.english

    def show_rule(self, number: str) -> None:
        """Opens a rule's text below the log."""
        self.ui.rule.show_rule(number)
        self.rule_clicked.emit(number)

    # ---- steps

    def _perform(self, step: Mapping[str, Any], typed: bool | None = None) -> bool:
        assert self.play is not None
        option = self.ui.command.option
        if option is not None and step.get("actor") == option.actor:
            self._remember(option)
        self._last_actor = step.get("actor", self._last_actor)
        return self.play.perform(step, typed=typed)

    def _begin(self) -> None:
        try:
            step = self.ui.begin.step()
        except Refusal as refusal:
            self.ui.begin.refuse(refusal.message, refusal.field)
            return
        self._perform(step)

    def _answer(self, value: Any) -> None:
        if self.play:
            self.play.answer(value)

    def _roll(self) -> None:
        if self.play:
            self.play.roll()

    def _tick(self, number: int, met: bool) -> None:
        if self.play:
            self.play.perform_aside({"do": "objective", "objective": number, "met": met})

    def _set_by_hand(self) -> None:
        edit = self.ui.edit
        try:
            step = edit.step()
        except Refusal as refusal:
            edit.refuse(refusal.message, refusal.field)
            return
        if step is None:
            self.back()
        elif self.play and self.play.perform_aside(step):
            edit.close_form()
            self._refresh()
            self.setFocus()

    def _step(self) -> dict[str, Any] | None:
        """The step of the form, or None with the reason at the field."""
        command = self.ui.command
        if command.option is None:
            return None
        try:
            return command.step()
        except Refusal as refusal:
            command.refuse(refusal.message, refusal.field)
            return None

    # ---- defaults

    def _remember(self, option: Option) -> None:
        """What was chosen last is the default next time, for this combatant and option."""
        if len(self._remembered) > REMEMBERED:
            self._remembered.clear()
        key = (option.actor, option.do, option.action)
        self._remembered[key] = self.ui.command.choices()

    def _defaults(self, option: Option, fields: Sequence[Field]) -> dict[str, Any]:
        """The choices of last time where they still can be, else the first that can."""
        last = self._remembered.get((option.actor, option.do, option.action), {})
        values: dict[str, Any] = {}
        for field in fields:
            if field.kind not in ("combatant", "choice"):
                continue
            possible = [c.value for c in field.choices if c.why_not is None]
            if last.get(field.id) in possible:
                values[field.id] = last[field.id]
            elif field.required and field.default not in possible and possible:
                values[field.id] = possible[0]
        return values

    def _with_people(self, field: Field) -> Field:
        """A field for combatants that brings no choices offers everybody."""
        if field.kind not in ("combatant", "combatants") or field.choices:
            return field
        return replace(field, choices=combatant_choices(list(self.fight.state.combatants.values())))

    def _open_begin(self) -> None:
        """The first step's form; a surprise the system does not know is not asked for."""
        fight = self.fight
        people = list(fight.first.combatants.values())
        sides = dict.fromkeys(c.side for c in people)
        counts = [f"{side}: {sum(c.side == side for c in people)}" for side in sides]
        fields = [
            self._with_people(field)
            for field in fields_of(type(fight.rules.read_begin({"do": "begin"})))
            if field.id not in COMMON
            and (field.id != "surprised" or self._knows_surprise(people[:1]))
        ]
        self.ui.begin.open(" · ".join(counts), fields, self.preferences, self._tint)

    def _knows_surprise(self, people: Sequence[Any]) -> bool:
        if not people or self.fight.begun:
            return False
        try:
            self.fight.preview({"do": "begin", "surprised": [people[0].id]})
        except Refusal:
            return False
        return True

    # ---- what changed

    def _on_change(self) -> None:
        state = self.fight.state
        if state is not self._seen and not self.fight.pending:
            self.ui.command.close_option()
            self.what_if.forget()
            if self.ui.options.overruling:
                self.ui.options.overruling = False
            if self._looked is not None and state.turn is not None:
                self._looked = None
        self._refresh()
        self.changed.emit()
        if not self.ui.edit.isVisible():
            self.setFocus()

    def _on_refusal(self, message: str, field: str) -> None:
        ui = self.ui
        if self.fight.pending:
            ui.prompt.refuse(message)
        elif ui.edit.combatant is not None:
            ui.edit.refuse(message, field)
        elif ui.command.option is not None:
            ui.command.refuse(message, field)
        elif not self.fight.begun:
            ui.begin.refuse(message, field)
        self.message.emit(message)

    def _on_preferences(self) -> None:
        self._tell_preferences()
        if self.play:
            self._refresh_timeline()
            if self.ui.command.option is not None and not self.fight.pending:
                self._on_form()
            self._hint()

    def _on_words(self) -> None:
        self._tell_preferences()
        if not self.play:
            return
        option, values = self.ui.command.option, {}
        if option is not None:
            values = self._step() or {}
            fields = self.fight.parameters(option)
            self._open_command(option, fields, values, self.ui.command.overruled)
        self._refresh()

    def _tell_preferences(self) -> None:
        ui, wants = self.ui, self.preferences
        ui.undoButton.show_label(self.tr("Undo"), "Ctrl+Z")
        ui.redoButton.show_label(self.tr("Redo"), "Ctrl+Y")
        ui.timelineButton.setText(self.tr("Timeline"))
        dice = self.tr("dice: typed") if wants.typed else self.tr("dice: rolled")
        ui.diceButton.setText(f"{dice} · Ctrl+D")
        ui.diceButton.setAccessibleName(dice)
        terms = self.tr("terms: English") if wants.english else self.tr("terms: native")
        ui.termsButton.setText(terms)
        ui.termsButton.setAccessibleName(terms)
        ui.timelineButton.setChecked(wants.timeline)
        ui.timelineButton.setAccessibleName(self.tr("Show the timeline"))

    def _fold_timeline(self, shown: bool) -> None:
        self.preferences.timeline = shown

    # ---- showing how it stands

    def _refresh(self) -> None:
        """Shows the fight as it stands, everywhere."""
        fight, ui = self.fight, self.ui
        moved = fight.state is not self._seen
        if moved:
            self._options = fight.options()
            self._seen = fight.state
            ui.log.refresh(fight)
            ui.objectives.show_objectives(fight.state.objectives)
            ui.objectivesTitle.setVisible(bool(fight.state.objectives))
            ui.outcome.show_outcome(fight.outcome)
            self._headline()
            ui.order.refresh(self._ready())
        self._refresh_timeline()
        self._refresh_middle()
        ui.order.select(self._focus())
        ui.undoButton.setEnabled(fight.can_undo)
        ui.redoButton.setEnabled(fight.can_redo)

    def _headline(self) -> None:
        fight = self.fight
        words = list(fight.rules.headline(fight.state)) if fight.begun else [self.tr("not begun")]
        while len(self._chips) < len(words):
            number = len(self._chips)
            look = "chip-accent" if number == 0 else "chip-players" if number == 2 else "chip"
            chip = plain.label(words[number], look)
            self._chips.append(chip)
            self.ui.headline.addWidget(chip)
        for number, chip in enumerate(self._chips):
            chip.setText(words[number] if number < len(words) else "")
            chip.setVisible(number < len(words))

    def _ready(self) -> frozenset[str]:
        """Those who may be chosen to act, while nobody is on turn."""
        if self.fight.state.turn is not None:
            return frozenset()
        return frozenset(o.actor for o in self._options if not o.aside and not o.why_not)

    def _focus(self) -> str | None:
        """Whose options are shown."""
        state = self.fight.state
        if self._looked is not None:
            return self._looked
        if state.turn is not None:
            return state.turn
        ready = self._ready()
        if self._choosing():
            return None
        if self._last_actor in ready:
            return self._last_actor
        return next((o.actor for o in self._options if o.actor in ready), None)

    def _choosing(self) -> bool:
        """Nobody is on turn, and each of several has but one thing to do: be chosen."""
        if self.fight.state.turn is not None:
            return False
        actors = [o.actor for o in self._options if not o.aside and not o.why_not]
        return len(actors) == len(set(actors)) > 1

    def _actor(self) -> str | None:
        """For whom a policy would act."""
        if self.fight.state.turn is not None:
            return self.fight.state.turn
        return self._focus() or next((o.actor for o in self._options if not o.aside), None)

    def _refresh_middle(self) -> None:
        fight, ui = self.fight, self.ui
        pending = fight.pending
        ui.begin.setVisible(not fight.begun and pending is None)
        ui.options.setVisible(fight.begun)
        if fight.begun:
            self._refresh_options()
        if pending is None:
            ui.prompt.hide()
            ui.command.waiting(False)
            ui.odds.fallen(False)
            if ui.command.option is not None:
                self._on_form()
            else:
                ui.odds.hide()
        else:
            self._show_question()
        quiet = pending is None and ui.command.option is None and ui.edit.combatant is None
        moment = fight.moments[fight.cursor - 1] if fight.cursor else None
        ui.happened.show_moment(moment if quiet else None)
        self._refresh_main()
        self._hint()

    def _refresh_options(self) -> None:
        """The options of whoever is looked at, and who else could do something now."""
        ui, state = self.ui, self.fight.state
        focus = self._focus()
        if focus is None:
            options = [o for o in self._options if not o.aside]
        else:
            options = [o for o in self._options if o.actor in (focus, "")]
            if ui.options.overruling:
                options += self._unoffered(focus, options)
        main = self._main_of(focus)
        shown = [o for o in options if o is not main or focus is None]
        most = MOST_TO_CHOOSE if focus is None else None
        ui.options.show_options(shown, ui.command.option, self.preferences, most)
        others = dict.fromkeys(o.actor for o in self._options if not o.aside and not o.why_not)
        if focus is None or (set(others) <= {focus} and focus in (state.turn, *others)):
            people: list[Person] = []
        else:
            ids = dict.fromkeys(i for i in (state.turn, *others, focus) if i)
            people = [self._person(id) for id in list(ids)[:24]]
        ui.options.show_people(people, focus, self._everybody)
        ui.options.setEnabled(self.fight.pending is None)

    def _unoffered(self, id: str, offered: Sequence[Option]) -> list[Option]:
        """What the rules do not offer this one now, for a game master who overrules them."""
        known = {(o.do, o.action) for o in offered}
        sample = {(o.do, o.action): o for o in self._options}
        found = []
        for do, action in self.fight.rules.commands:
            if not action or (do, action) in known:
                continue
            like = sample.get((do, action))
            label = like.label if like else action.replace("_", " ").capitalize()
            option = Option(do, id, action, label, native=like.native if like else "")
            found.append(
                replace(option, why_not=self.tr("overruled"), rule=like.rule if like else "")
            )
        return found

    def _person(self, id: str) -> Person:
        combatant = self.fight.state[id]
        return Person(id, combatant.name, self._tints.get(combatant.side, 1))

    def _everybody(self) -> list[Person]:
        return [self._person(id) for id in self.fight.state.combatants]

    def _main_of(self, focus: str | None) -> Option | None:
        """The option that moves the fight on: of whoever is looked at, else the first there is."""
        mains = [o for o in self._options if o.main and not o.why_not]
        mine = [o for o in mains if o.actor == focus]
        return next(iter(mine or mains), None)

    def _refresh_main(self) -> None:
        ui, fight = self.ui, self.fight
        idle = fight.pending is None
        self._main = self._main_of(self._focus()) if fight.begun else None
        if not fight.begun:
            ui.mainButton.show_label(self.tr("Begin"), "Space")
        elif self._main is not None:
            ui.mainButton.show_label(self.preferences.word(self._main), "Space")
        ui.mainButton.setVisible(not fight.begun or self._main is not None)
        ui.mainButton.setEnabled(idle)
        policies = fight.rules.policies
        policy = self._policy_of(self._actor()) if fight.begun else None
        ui.policyButton.setVisible(bool(policies) and fight.begun)
        ui.policyMenu.setVisible(bool(policies) and fight.begun)
        ui.policyButton.setEnabled(idle and policy is not None)
        if policy is not None:
            known = policies[policy]
            label = known.label if self.preferences.english else known.native or known.label
            ui.policyButton.show_label(self.tr("Let it act"), "Ctrl+Enter", label)

    def _refresh_timeline(self) -> None:
        fight, ui = self.fight, self.ui
        timeline = fight.rules.timeline(fight.state) if fight.begun else None
        ui.timelineButton.setVisible(timeline is not None)
        shown = timeline is not None and self.preferences.timeline
        if shown and timeline is not None:
            names = {lane.combatant: fight.state[lane.combatant].name for lane in timeline.lanes}
            sides = {id: self._tints.get(fight.state[id].side, 1) for id in names}
            ui.timeline.show_timeline(timeline, names, sides, fight.state.turn)
        ui.timeline.setVisible(shown)
        ui.timelineTitle.setVisible(shown)

    # ---- policies

    def _fill_policy_menu(self) -> None:
        menu = self.ui.policyMenu.menu()
        menu.clear()
        for id, policy in self.fight.rules.policies.items():
            label = policy.label if self.preferences.english else policy.native or policy.label
            action = menu.addAction(label.replace("&", "&&"))
            action.triggered.connect(lambda _=False, id=id: self._choose_policy(id))

    def _choose_policy(self, policy: str) -> None:
        self._policy = policy
        self._refresh_main()
        self.let_it_act()

    def _policy_of(self, id: str | None) -> str | None:
        """The combatant's own behaviour, else the one chosen last, else the first there is."""
        policies = self.fight.rules.policies
        if id is None or not policies:
            return None
        own = self.fight.state[id].policy
        if isinstance(own, str) and own in policies:
            return own
        return self._policy if self._policy in policies else next(iter(policies))

    # ---- the chosen command: what counts, odds, refusals

    def _on_form(self) -> None:
        """The form has changed: what will count, which dice, which odds, or why it cannot be."""
        assert self.play is not None
        command = self.ui.command
        command.refuse("", "")
        step = self._step()
        preview: Preview | None = None
        if step is not None:
            try:
                preview = self.play.preview(step)
            except Refusal as refusal:
                command.refuse(refusal.message, refusal.field)
        command.show_preview(preview, self.preferences.typed)
        if step is not None and preview is not None and preview.question is not None:
            self.what_if.ask(self.fight, step, command, self._options)
        else:
            self.what_if.forget()
            self.ui.odds.show_odds(None, Measure())
            if step is not None and preview is None:
                self.what_if.ask_targets(self.fight, step, command)

    def _on_main_odds(self, odds: Odds | None) -> None:
        step = self.fight.pending.step if self.fight.pending else self._step() or {}
        self.ui.odds.clear()
        self.ui.odds.show_odds(odds, self.what_if.measure(self.fight, step))

    def _on_target_odds(self, field: str, value: Any, words: str) -> None:
        form = self.ui.command.form
        if form is None:
            return
        for name, editor in form.chips("combatant"):
            if name == field and repr(value) in editor.chips():
                editor.chips()[repr(value)].show_odds(words)

    def _on_way(self, label: str, odds: Odds | None, take: Callable[[], None]) -> None:
        self.ui.odds.show_way(label, odds, take)

    # ---- questions

    def _show_question(self) -> None:
        """The pending question, inline, below what was chosen."""
        fight, ui = self.fight, self.ui
        pending = fight.pending
        assert pending is not None
        assert self.play is not None
        self._show_waiting_command(pending.step)
        ui.command.waiting(True)
        ui.odds.fallen(True)
        told = self.play.told_so_far()
        question = pending.question
        if isinstance(question, DiceWanted):
            ui.prompt.ask_dice(question, fight.state[question.by].name, told.lines)
        else:
            default = self._default_answer(question, told)
            question = replace(question, field=self._with_people(question.field))
            ui.prompt.ask_decision(question, default, told.lines, self._tint, self.preferences)
            if pending.step.get("do") != "begin":
                self.what_if.ask_answers(fight, question)
        QTimer.singleShot(0, self, lambda: ui.scroll.ensureWidgetVisible(ui.prompt, 0, 8))
        if ui.prompt.editor is not None:
            ui.prompt.editor.enter()

    def _show_waiting_command(self, step: Mapping[str, Any]) -> None:
        """The form of a command that waits, also when it was taken up from a saved fight."""
        command = self.ui.command
        if command.option is not None or not self.fight.begun:
            return
        named = (step.get("do", "act"), step.get("actor", ""), step.get("action", ""))
        for option in [*self._options, *self._unoffered(named[1], ())]:
            if (option.do, option.actor, option.action) == named:
                fields = self.fight.parameters(option)
                if fields:
                    self._open_command(option, fields, step, bool(step.get("overrule")))
                    self._refresh_options()
                return

    def _default_answer(self, decision: Decision, told: Preview) -> Any:
        return self.fight.rules.decide(told.state, decision)

    def _tint(self, value: Any) -> int | None:
        """The colour number of a combatant's side; None for any other value."""
        if not self.play or not isinstance(value, str):
            return None
        combatant = self.fight.state.combatants.get(value)
        return self._tints.get(combatant.side, 1) if combatant else None

    # ---- keys

    def _hint(self) -> None:
        """What the keys do now, in one line."""
        ui = self.ui
        if not self.play:
            return
        pending = self.fight.pending
        if ui.edit.combatant is not None:
            words = self.tr("Enter sets the values · Tab next field · Esc back")
        elif pending is not None and isinstance(pending.question, DiceWanted):
            words = self.tr("Digits type the dice · Enter rolls or takes them · Esc back")
        elif pending is not None:
            words = self.tr("1–9 choose · Enter takes the marked one · Esc back")
        elif ui.command.option is not None:
            words = self.tr(
                "Digits type the dice · Enter rolls · Left/Right next target · Esc back"
            )
        elif not self.fight.begun:
            words = self.tr("Space begins · F2 edits by hand")
        else:
            words = self.tr("Letters choose · Up/Down look at others · F2 edits · Space moves on")
        ui.hints.setText(words)

    def event(self, event: QEvent) -> bool:
        """Our keys win over a window's shortcuts while the panel has the focus."""
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and _combination(event) in SHORTCUTS:
            event.accept()
            return True
        return super().event(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LanguageChange:
            self.ui.retranslateUi(self)  # type: ignore[no-untyped-call]
            self._on_words()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.play or not self._key(event):
            super().keyPressEvent(event)

    def _key(self, event: QKeyEvent) -> bool:
        """Does what a key stands for now; False when it stands for nothing."""
        shortcut = SHORTCUTS.get(_combination(event))
        if shortcut is not None:
            shortcut(self)
            return True
        if event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier
            | Qt.KeyboardModifier.AltModifier
            | Qt.KeyboardModifier.MetaModifier
        ):
            return False
        key, text = event.key(), event.text()
        if key == Qt.Key.Key_Escape:
            self.back()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._enter()
        elif self.ui.edit.combatant is not None:
            return False
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.ui.order.step(1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_F2:
            focus = self.ui.order.current() or self._focus()
            if focus:
                self.edit_by_hand(focus)
        elif self.fight.pending:
            return self._key_of_question(key, text)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            targets = self.ui.command.targets()
            return targets is not None and targets[1].step(1 if key == Qt.Key.Key_Right else -1)
        elif key == Qt.Key.Key_Space:
            self.main()
        elif text.isdigit() and self.ui.command.option is not None:
            self._type_first(text)
        elif text.isalnum():
            return self.ui.options.press(text.upper())
        else:
            return False
        return True

    def _key_of_question(self, key: int, text: str) -> bool:
        prompt = self.ui.prompt
        if key == Qt.Key.Key_Backspace:
            if not prompt.backspace() and self.play and self.play.can_go_back:
                self.play.back()
        elif text.isdigit() or (text and text in " ,;" and prompt.typed is not None):
            prompt.type(text)
        else:
            return False
        return True

    def _enter(self) -> None:
        ui = self.ui
        if ui.edit.combatant is not None:
            self._set_by_hand()
        elif self.fight.pending:
            ui.prompt.enter()
        elif ui.command.option is not None:
            self.go()
        elif not self.fight.begun:
            self._begin()

    def _type_first(self, digit: str) -> None:
        """The first digit of dice from the table: the command waits for them, whoever rolls."""
        step = self._step()
        if step is None:
            return
        try:
            wants_dice = isinstance(self.fight.preview(step).question, DiceWanted)
        except Refusal:
            return
        if wants_dice and self._perform(step, typed=True):
            self.ui.prompt.type(digit)

    def _toggle_overrule(self) -> None:
        self.ui.options.overrule_button.click()

    # ---- looks

    def _repaint(self) -> None:
        for view in (self.ui.order, self.ui.log):
            view.viewport().update()
        self.update()


def _combination(event: QKeyEvent) -> QKeyCombination:
    modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
    return QKeyCombination(modifiers, Qt.Key(event.key()))


_CONTROL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier

SHORTCUTS: Mapping[QKeyCombination, Callable[[CombatPanel], None]] = {
    QKeyCombination(_CONTROL, Qt.Key.Key_Z): CombatPanel.undo,
    QKeyCombination(_CONTROL | _SHIFT, Qt.Key.Key_Z): CombatPanel.redo,
    QKeyCombination(_CONTROL, Qt.Key.Key_Y): CombatPanel.redo,
    QKeyCombination(_CONTROL, Qt.Key.Key_D): CombatPanel.toggle_dice,
    QKeyCombination(_CONTROL, Qt.Key.Key_T): CombatPanel.toggle_terms,
    QKeyCombination(_CONTROL, Qt.Key.Key_R): CombatPanel._toggle_overrule,
    QKeyCombination(_CONTROL, Qt.Key.Key_Return): CombatPanel.let_it_act,
    QKeyCombination(_CONTROL, Qt.Key.Key_Enter): CombatPanel.let_it_act,
}
"""Keys that work wherever in the panel the focus is."""
