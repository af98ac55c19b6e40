"""The middle of the panel: the options, the chosen command with its odds, and what is asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from desktop.encounter import answers, tactician
from desktop.encounter.best_choice import suited_target
from desktop.encounter.fight import Pending, Preview
from desktop.encounter.play_table import DiceWanted, LogLine
from desktop.forms.combat_panel import Ui_CombatPanelForm
from desktop.rules import SystemFailed, contract, table
from desktop.rules.fields import Field, fields_of, without_dominated
from desktop.rules.geometry import Point
from desktop.rules.state import State
from desktop.rules.text import Text
from desktop.window.combat.command.card import LastChoices, TargetsFromMap, begin_fields
from desktop.window.combat.odds.command_odds import CommandOdds
from desktop.window.combat.options.bar import letters_of
from desktop.window.combat.question.dice import TypedDice
from desktop.window.combat.session.autoplay import Autoplay
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.combat.session.preferences import Preferences
from desktop.window.combat.session.slices import Slices
from desktop.window.combat.session.viewpoint import Combatants, Viewpoint
from desktop.window.fields.chips import ChipsEditor
from desktop.window.fields.editor import Surroundings
from desktop.window.widgets.language import in_words, tr

MOST_TO_CHOOSE = 24
"""The most buttons for those who may act; the others are chosen in the order."""


class ActionColumn(QObject):
    """Fills the cards of the middle column. Performs nothing: the panel does."""

    aimed = Signal(object, bool)
    """The ids of the combatants picked, and whether only combatants can be picked."""
    advised = Signal(str, str)
    """For whom the tactician was asked, and why it would do what the form says now; the reason is
    empty where it would do nothing."""

    def __init__(
        self,
        ui: Ui_CombatPanelForm,
        preferences: Preferences,
        around: Callable[[], Surroundings],
        parent: QObject,
    ) -> None:
        """``around`` makes what the editors of a form share."""
        super().__init__(parent)
        self._ui, self._preferences, self._around = ui, preferences, around
        self._last_choices = LastChoices()
        self._asks_to_begin = False
        self._begins_with: Mapping[str, Any] = {}
        """What was filled in of the first step before its form was made anew."""
        self._asked: Pending | None = None
        """The question on the card."""
        self._offered: Sequence[Field] = ()
        """The fields of the open form, as they were offered last."""
        self._before: Mapping[str, Any] = {}
        """What the open form said when it was last looked at."""
        self._waits: answers.Step | None = None
        """The command that waits, where the form was opened to show it."""
        self._targets_from_map = TargetsFromMap(ui.command, self)
        self._advisor = Slices(self)
        self._leads_to: dict[str, Any] = {}
        """The place of the map that the open command was advised with, which no form has."""
        self.odds = CommandOdds(ui, preferences, self)
        ui.command.changed.connect(self._take_change)
        ui.scroll.verticalScrollBar().rangeChanged.connect(lambda *_: self._bring_into_sight())
        ui.options.overrule_toggled.connect(self._overrule)
        ui.options.unfold_toggled.connect(lambda _: self.show_options())
        ui.options.refused.connect(lambda: self._scroll_to(ui.options.why))

    def open(self, session: FightSession, view: Viewpoint, combatants: Combatants) -> None:
        """Shows another fight from now on."""
        self._session, self._fight = session, session.fight
        self._view, self._combatants = view, combatants
        self._last_choices = LastChoices()
        self.odds.open(session, combatants)
        self._ui.command.forget_forms()
        self._ui.options.forget(session.options_at_first)
        self.show_letters()
        self._asks_to_begin, self._begins_with = False, {}
        self._asked = None

    def show_letters(self) -> None:
        """Gives each action of the system its letter, in the words that are chosen now."""
        actions = self._session.fight.rules.actions
        word = self._preferences.word
        self._ui.options.letters = letters_of(actions, word)
        self._ui.options.words = {(a.do, a.id): word(a) for a in actions}

    # ---- everything

    def refresh(self) -> None:
        """Shows what is chosen or asked."""
        fight, ui = self._fight, self._ui
        pending = fight.pending
        self._show_begin(not fight.begun and pending is None)
        live = fight.begun and self._session.outcome is None
        # While the game master fills in a form by hand there is nothing else to choose.
        ui.options.setVisible(live and ui.edit.combatant is None)
        if live:
            self.show_options()
        if pending is None:
            self._asked = None
            ui.prompt.hide()
            ui.command.waiting(False)
            ui.odds.fallen(False)
            if ui.command.option is not None:
                self.show_command()
            else:
                self.odds.clear()
        else:
            self._show_question()
            if ui.command.option is None:
                ui.options.hide()  # what cannot be chosen now leaves its room to the question
        self._tell_aims()

    def _show_begin(self, shown: bool) -> None:
        """Shows or hides the first step; what it asks is known only while nothing was done yet."""
        begin = self._ui.begin
        if shown and not self._asks_to_begin:
            self._asks_to_begin = True
            roll_call, fields = begin_fields(self._fight, self._combatants.offer)
            begin.open(roll_call, fields, self._around(), self._begins_with)
        begin.setVisible(shown)

    def show_options(self) -> None:
        """Shows the options of the combatant looked at, and who else could act now."""
        ui, focus = self._ui, self._view.focus()
        options = self._view.shown(ui.options.overruling, tr("overruled"))
        most = MOST_TO_CHOOSE if focus is None else None
        turn = focus, *self._fight.state.which_turn
        ui.options.setEnabled(self._fight.pending is None)
        ui.options.show_options(options, ui.command.option, self._preferences, turn, most)
        others = self._view.others()[:MOST_TO_CHOOSE]
        only_waits = Autoplay.of(self._session).only_waits
        waiting = {id for id in others if only_waits(self._fight.state[id])}
        ui.options.show_people(others, waiting, focus, self._combatants)

    # ---- the chosen command: its form, what counts, odds, refusals

    def choose(
        self,
        option: contract.Option,
        fields: Sequence[Field],
        overruled: bool,
        values: Mapping[str, Any] | None = None,
    ) -> None:
        """Opens the form of an option, filled in with ``values``, or as the last time."""
        if values is None:
            values = self._last_choices.defaults(self._fight, option, fields)
        self._open_command(option, fields, values, overruled)
        self._narrow(typed=False)
        self._before = self.step() or {}
        self.show_options()
        self.show_command()

    def _take_change(self) -> None:
        """Shows what a change of the form comes to, in what other parameters offer too."""
        self._narrow(typed=True)
        self._aim_anew()
        self.show_command()

    def _aim_anew(self) -> None:
        """Aims at somebody else where what was chosen now is none for the target of before: a
        spell that heals, after one that harms."""
        command, before = self._ui.command, self._before
        self._before = step = self.step() or {}
        chosen = any(
            field.kind == "choice" and before.get(field.id) != step.get(field.id)
            for field in self._offered
        )
        if command.option is not None and chosen:
            other = suited_target(self._fight, command.option, self._offered, step)
            if other:
                aimed = {**step, **other}
                self._open_command(
                    command.option, self._offered, aimed, command.overruled, typed=True
                )
                self._before = self.step() or {}

    def _narrow(self, *, typed: bool) -> None:
        """Offers in each field what can be, after what is chosen in the others; ``typed``: by
        somebody, and not as the form opens."""
        command, rules = self._ui.command, self._fight.rules
        if command.option is None or not rules.narrowed_by:
            return
        step = self.step() or {}
        fields = self._fight.parameters(command.option, step)
        if fields != self._offered:
            cannot_be = {
                field.id
                for field in fields
                if any(c.why_not and c.value == step.get(field.id) for c in field.choices)
            }
            chosen = {name: value for name, value in step.items() if name not in cannot_be}
            self._open_command(command.option, fields, chosen, command.overruled, typed=typed)

    def open_again(self) -> None:
        """Makes the open forms anew, in the words that are chosen now."""
        if self._asks_to_begin:
            self._asks_to_begin, self._begins_with = False, self._ui.begin.step()
        option, overruled = self._ui.command.option, self._ui.command.overruled
        values = self.step() or {}
        self._ui.command.forget_forms()
        if option is not None:
            self._open_again(option, values, overruled)

    def keep_command(self) -> bool:
        """Shows the open form as it is after a step by hand; False where it has to be closed."""
        option, overruled = self._ui.command.option, self._ui.command.overruled
        if option is None:
            return False
        there = [(o.do, o.action) for o in self._session.options_of(option.actor)]
        if not overruled and (option.do, option.action) not in there:
            return False
        self._open_again(option, self.step() or {}, overruled)
        return True

    def _open_again(self, option: contract.Option, values: answers.Step, overruled: bool) -> None:
        fields = self._fight.parameters(option, values)
        self._open_command(option, fields, values, overruled, typed=True)

    def _overrule(self, overruling: bool) -> None:
        """The rules are overruled from now on, or no longer: for the open form as well."""
        option = self._ui.command.option
        if option is not None:
            overruled = overruling or option.why_not is not None
            self._open_again(option, self.step() or {}, overruled)
            self.show_command()
        self.show_options()

    def close_command(self) -> None:
        """Closes the form, and the odds of what it said; the options are seen from their top."""
        self._ui.command.close_option()
        self._ui.scroll.verticalScrollBar().setValue(0)
        self.odds.clear()
        self._tell_aims()

    def step(self) -> dict[str, Any] | None:
        """The step as the form has it, and where the advice leads; None while no option is
        chosen."""
        command = self._ui.command
        return {**command.step(), **self._leads_to} if command.option is not None else None

    def remember(self, step: answers.Step) -> None:
        """Keeps what the form says for the next time, where it is the form of this step."""
        option = self._ui.command.option
        if option is not None and step.get("actor") == option.actor:
            self._last_choices.remember(option, self._ui.command.choices())

    # ---- the tactician's advice

    def ask_tactician(self, actor: str) -> None:
        """Asks what the tactician would do for a combatant; ``advised`` says the answer."""
        state = self._fight.state
        weighing = tactician.weighing_for_a_reader(self._fight.rules, state, actor)
        self._advisor.forget()
        self._advisor.ask(weighing, partial(self._show_advice, actor, state, self.step()))

    def _show_advice(
        self,
        actor: str,
        state: State[Any],
        step_before: answers.Step | None,
        advice: tactician.Advice | Exception | None,
    ) -> None:
        """Fills the command in for the game master to perform or change.

        A form that was begun while the tactician weighed stays as it is. What the rules raised is
        shown when the game master does the same.
        """
        fight, over = self._fight, self._session.outcome is not None
        if state is not fight.state or fight.pending or over or isinstance(advice, Exception):
            return
        if advice is None:
            self.advised.emit(actor, "")
            return
        step = advice.command.as_step()
        options = self._session.turn_options if self.step() == step_before else ()
        for option in options:
            if all(step.get(key, "") == getattr(option, key) for key in ("do", "actor", "action")):
                fields = fight.parameters(option)
                if fields:
                    self.choose(option, fields, False, step)
                else:  # a form of something else would be done in its place
                    self.close_command()
                break
        self.advised.emit(actor, in_words(advice.reason))

    # ---- what the command would do

    def show_command(self) -> None:
        """What will count, which dice, which odds, or why it cannot be."""
        command = self._ui.command
        command.refuse("", "")
        step = self._by_map()
        self._tell_aims()
        preview: Preview | None = None
        rolls: answers.Step | None = None
        why_not = ""
        only_where = command.option is not None and self.asks_only_where(command.option)
        if step is not None and not only_where:
            try:
                preview = self._session.preview(step)
                rolls = step if preview.question is not None else self._declared(step)
            except (table.Refusal, SystemFailed) as refusal:
                why_not = in_words(refusal.message)
                if preview is None and command.touched:
                    command.refuse(why_not, refusal.field)
        question = preview.question if preview else None
        throws = self._fight.state[question.by] if isinstance(question, DiceWanted) else None
        typed = throws is not None and self._preferences.types(throws)
        command.show_preview(preview, typed, why_not)
        if rolls is not None:
            self.odds.ask(rolls)
        elif step is not None and not only_where and (preview is None or why_not):
            self.odds.ask_targets(step)
        else:
            self.odds.clear()

    def _declared(self, step: answers.Step) -> answers.Step | None:
        """What a step declares, as it will be done; None: it asks nothing. Refused out of reach."""
        done = self._fight.as_done(step)
        if done is step:
            return None
        if not step.get("overrule"):
            self._fight.rules.check_reach(self._fight.state, done)
        return done if self._fight.preview(done).question is not None else None

    def _by_map(self) -> dict[str, Any] | None:
        """Fills in what the map knows of the chosen command, and gives the step as it is then."""
        step, form, state = self.step(), self._ui.command.form, self._fight.state
        if step is None or state.battlefield is None:
            return step
        actor = step.get("actor") or state.turn
        try:
            form.show_known(self._fight.rules.by_map(state, actor, step) if actor else {})
        except SystemFailed:
            form.show_known({})
        return self.step()

    # ---- whom it is aimed at

    def _tell_aims(self) -> None:
        pickers = self._pickers()
        fields = pickers or self._targets_from_map.fields()
        ids = {id for field in fields for id in field.picked if isinstance(id, str)}
        if self._fight.pending is not None:
            ids = self._ui.prompt.offered & self._fight.state.combatants.keys() or ids
        option = self._ui.command.option
        self.aimed.emit(ids, bool(pickers) and not (option and self.place_of(option)))

    def place_of(self, option: contract.Option) -> str | None:
        """The parameter of a command that is told by a place of the map; None: it has none."""
        fields = self._declared_by(option) or ()
        return next((field.id for field in fields if field.kind == "point"), None)

    def _declared_by(self, option: contract.Option) -> Sequence[Field] | None:
        """The fields of a command as its model has them; None where the rules know none."""
        model = self._fight.rules.commands.get((option.do, option.action))
        return fields_of(model) if model is not None else None

    def asks_only_where(self, option: contract.Option) -> bool:
        """Whether a command waits for a place of the map, and for nothing else."""
        on_map = option.actor in self._fight.state.positions
        return on_map and bool(self.place_of(option)) and not self._fight.parameters(option)

    def step_to(self, actor: str, to: Point) -> answers.Step | None:
        """The open command of somebody as its form says, at a place of the map; None where the form
        is of something else. What the map knows of the way goes over values nobody has given."""
        form, option, step = self._ui.command.form, self._ui.command.option, self.step()
        place = self.place_of(option) if option is not None and option.actor == actor else None
        if step is None or place is None or self._fight.pending is not None:
            return None
        step[place] = list(to)
        known = self._fight.rules.by_map(self._fight.state, actor, step)
        usual = {box.name for box in form.boxes.values() if box.name in known and not box.typed}
        return {name: value for name, value in step.items() if name not in usual}

    def aim_at(self, id: str) -> bool:
        """Answers with a combatant, or picks it in a field; False where it cannot be named now."""
        if self._fight.pending is None:
            return self._targets_from_map.take(id)
        for editor in self._pickers():
            if editor.offers(id):
                editor.pick(id)
                return True
        return self._ui.prompt.press(id)

    def _pickers(self) -> list[ChipsEditor]:
        """The fields for combatants in the open command, or in what is asked."""
        if self._fight.pending is None:
            return self._targets_from_map.fields()
        asked = self._ui.prompt.editor
        return [asked] if isinstance(asked, ChipsEditor) and asked.of_combatants else []

    def _open_command(
        self,
        option: contract.Option,
        fields: Sequence[Field],
        values: Mapping[str, Any],
        overruled: bool,
        *,
        typed: bool = False,
    ) -> None:
        self._waits, self._offered = None, fields
        model = self._declared_by(option)
        self._ui.command.open_option(
            option, fields, values, self._around(), overruled, model, typed=typed
        )
        self._targets_from_map.forget()
        place = self.place_of(option)
        to = values.get(place, option.place) if place else None
        self._leads_to = {place: list(to)} if place and to else {}
        on_map = option.actor in self._fight.state.positions
        hints = [tr("A click on the map goes there, and says the price before.")]
        if not self.asks_only_where(option) and not self._leads_to:
            hints.append(tr("Enter does it without the map: the token stays where it is."))
        self._ui.command.hint.say(" ".join(hints) if on_map and place else "")

    # ---- the pending question

    def _show_question(self) -> None:
        """The pending question, below what was chosen."""
        fight, ui = self._fight, self._ui
        pending = fight.pending
        assert pending is not None
        again, self._asked = pending == self._asked, pending
        self._show_waiting_command(pending.step)
        ui.command.waiting(True)
        ui.odds.fallen(True)
        preview = fight.preview(pending.as_json())
        question, odds_of = pending.question, pending.step
        # As when the fight was stored here, or something was done by hand since.
        without_odds = ui.odds.reading is None and fight.begun
        if isinstance(question, DiceWanted) and pending.answers and fight.begun:
            # What was chosen before the first dice fell: the defence.
            chosen = fight.preview({**pending.step, "answers": pending.answers}).answers
            odds_of = {**odds_of, "answers": chosen} if chosen else odds_of
            without_odds = without_odds or not self.odds.are_of(odds_of)
        if without_odds:
            self.odds.forget()
        if isinstance(question, DiceWanted):
            typed = ui.prompt.typed if again else TypedDice(question.missing, self._session.typed)
            lines = list(preview.lines)
            if question.opposed:
                by, label, dice = question.opposed
                text = Text("{name}: {what}", name=fight.state[by].name, what=label)
                lines.append(LogLine(fight.state.round, question.rule, text, dice, by))
            who, at = fight.state[question.by].name, question.at
            if at not in ("", question.by, pending.step.get("target")):  # one of several
                who = f"{who} → {fight.state[at].name}"
            ui.prompt.ask_dice(question, who, lines, typed)
        else:
            entered = ui.prompt.editor.value() if again and ui.prompt.editor else None
            self._ask(question, preview, pending.step, entered)
        if without_odds:
            self.odds.ask_main(odds_of)
        if ui.edit.combatant is not None:  # what is filled in by hand keeps the eye and the keys
            return
        self._bring_into_sight()
        if ui.prompt.editor is not None:
            ui.prompt.editor.enter()

    def _bring_into_sight(self) -> None:
        """Scrolls to the question once its card has its height, which lines above may change."""
        ui = self._ui
        if ui.prompt.isVisibleTo(ui.scroll) and ui.edit.combatant is None:
            self._scroll_to(ui.prompt)

    def _scroll_to(self, part: QWidget) -> None:
        QTimer.singleShot(0, self, lambda: self._ui.scroll.ensureWidgetVisible(part, 0, 8))

    def _ask(
        self, question: table.Decision, preview: Preview, step: Mapping[str, Any], entered: Any
    ) -> None:
        default = self._fight.rules.decide(preview.state, question)
        field = self._combatants.offer(question.field)
        shown, dominated = without_dominated(field.choices, default)
        question = question._replace(field=replace(field, choices=(*shown, *dominated)))
        around = self._around()
        self._ui.prompt.ask_decision(
            question, default, preview.lines, around, len(dominated), entered
        )
        if step.get("do") != "begin":
            self.odds.ask_answers(question)

    def _show_waiting_command(self, step: Mapping[str, Any]) -> None:
        """The form of a command that waits, also when it comes from a stored fight."""
        if self._ui.command.option is not None:
            if step in (self._waits, self.step()):
                return
            self.close_command()  # it was about something else
        if not self._fight.begun:
            return
        named = (step.get("do", "act"), step.get("actor", ""), step.get("action", ""))
        offered = self._session.options_of(named[1])
        others = self._view.unoffered(named[1], (), tr("overruled"))
        for option in [*offered, *others]:
            if (option.do, option.actor, option.action) == named:
                fields = self._fight.parameters(option, step)
                if fields:
                    self._open_command(option, fields, step, bool(step.get("overrule")), typed=True)
                    self._waits = step
                    self._by_map()
                    self.show_options()
                return
