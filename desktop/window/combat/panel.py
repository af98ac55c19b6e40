"""The combat panel: order and vitals left, options and odds in the middle, the log right.

It is one view of a :class:`FightSession`. What is legal, what it costs, what it is called and
which rule it comes from, the rules say. Nothing here knows which system is played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QKeyCombination, QPoint, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QToolTip, QWidget

from desktop.encounter import expiry, play_table, players_view
from desktop.encounter.fight import Fight
from desktop.forms.combat_panel import Ui_CombatPanelForm
from desktop.rules import SystemFailed, contract, table
from desktop.rules.text import few, joined
from desktop.window.combat import fight_map, state_views
from desktop.window.combat.action_column import ActionColumn
from desktop.window.combat.by_hand.card import by_hand_form
from desktop.window.combat.order.view import CombatantMenu, portrait_of
from desktop.window.combat.session import autoplay, fight_session, viewpoint
from desktop.window.combat.session.preferences import Preferences
from desktop.window.fields import editor, factory
from desktop.window.fields.box import FieldBox
from desktop.window.widgets import theme
from desktop.window.widgets.language import DIGITS, capitalised, in_words, tr
from desktop.window.widgets.menu import add, pop_up

LOW = 650
"""Pixels of height below which what can be spared leaves its room to the form."""

WIDTHS = (285, 735, 346)
"""Pixels: the widths of the three columns in a window that is 1366 wide."""

WIDTHS_WITH_MAP = (225, 480, 661)
"""The same while a map is shown, which needs the room most."""

MODIFIERS = (
    Qt.Key.Key_Control, Qt.Key.Key_Shift, Qt.Key.Key_Alt, Qt.Key.Key_AltGr, Qt.Key.Key_Meta,
)  # fmt: skip
"""Keys that come before the one they go with."""


class CombatPanel(QWidget):
    """Shows a fight session and passes on what the game master does."""

    session: fight_session.FightSession
    """What is shown; the panel itself is shown once it has one."""
    rule_clicked = Signal(str)
    notice = Signal(str)
    """A sentence for the game master that has no place on the panel."""
    notice_over = Signal()
    """What was to be wanted once more is done, or can be no more."""
    newcomers_wanted = Signal()
    """A character from the library is to join the fight."""
    sheets_wanted = Signal()
    """What the fight has changed is to go to the sheets."""
    report_wanted = Signal()
    """The report of the fight is to be shown."""
    keep_effect_wanted = Signal(object)
    """An effect is to be kept in the catalogue, as its entry holds it."""
    show_wanted = Signal(object)
    """Something is to be shown to the players, a :class:`Shown`."""
    how_it_went_wanted = Signal()
    """What everybody came to against the odds is to be shown."""
    failed = Signal(object)
    """An added system failed while the fight was shown; the rest of the page stands."""

    def __init__(
        self, parent: QWidget | None = None, preferences: Preferences | None = None
    ) -> None:
        super().__init__(parent)
        self.preferences = preferences or Preferences(self)
        self._of_session: Sequence[tuple[SignalInstance, Callable[..., object]]] = ()
        """Connections that end when another fight is shown."""
        self.find_entries: editor.Finder | None = None
        """Looks in the catalogue of the system that is played, where there is one."""
        self._warned: Mapping[str, Any] | None = None
        """A step that hurts one's own side, or a behaviour for somebody who is played by hand:
        not done for that, until it is wanted once more."""
        self._passed: object = None
        """The round, and who waited in it with something prepared when that was said."""
        self.ui = Ui_CombatPanelForm(self)
        self._steps_seen = 0
        """Up to which step of the fight its reminders were said."""
        self._to_form = QTimer(self, singleShot=True, interval=0)  # once the form is laid out
        self._to_form.timeout.connect(self._scroll_to_form)
        self.shortcuts = self._keys_everywhere()
        """Keys that work wherever in the panel the focus is."""
        self._pushed = 0, -1
        """From where the form was pushed up because it lost room, and to where; then it stays."""
        self._form_at: int | None = None
        """Where the form was gone to; a form scrolled since is elsewhere. None: not yet."""
        self.views = state_views.StateViews(self.ui, self.preferences, self.call_wave)
        self.action_column = ActionColumn(self.ui, self.preferences, self._around, self)
        self.ui.columns.setSizes(WIDTHS)
        self.ui.policyMenu.setMenu(QMenu(self.ui.policyMenu))
        for card in (self.ui.command, self.ui.edit):
            self.ui.oddsPlace.insertWidget(0, card.foot)
        self.map = fight_map.FightMap(self.ui.map, self.action_column.step_to, self)
        self._connect()

    # ---- opening

    @property
    def fight(self) -> Fight:
        """The fight that is shown."""
        return self.session.fight

    def show_session(self, session: fight_session.FightSession) -> None:
        """Shows a fight from now on, at its question where one waits."""
        for signal, slot in self._of_session:
            signal.disconnect(slot)
        self.session = session
        self._autoplay: autoplay.Autoplay = autoplay.Autoplay.of(session)
        self._steps_seen = session.fight.cursor
        self._of_session = (
            (session.changed, self._on_change),
            (session.refused, self._on_refusal),
            (session.given_up, self._say),
            (self._autoplay.acted, self._show_digest),
            (self.ui.prompt.answered, session.answer),
            (self.ui.prompt.roll_wanted, session.roll),
            (self.ui.prompt.typed_on, session.keep_typed),
            (self.preferences.changed, self._on_preference),
            (theme.notifier().changed, self._on_look),
        )
        for signal, slot in self._of_session:  # methods: what outlives the panel lets go of them
            signal.connect(slot)
        self._view = viewpoint.Viewpoint(session)
        if session.fight.pending:
            self._view.last_actor = session.fight.pending.step.get("actor")
        self._combatants = viewpoint.Combatants(session, self.preferences)
        self._combatant_menu = CombatantMenu(
            self._autoplay, self.preferences, self.ask_by_hand, self.do_by_hand,
            self._group_acts, self.show_wanted.emit,
        )  # fmt: skip
        self.views.open(self._autoplay, self._view, self._combatants)
        self._fill_policies()
        self.ui.rule.open(session.texts)
        self.ui.edit.close_form()
        self.action_column.open(session, self._view, self._combatants)
        self.map.open(session, self._view, self._combatants)
        self._fold_map()
        self._refresh()
        self.setFocus()

    def _connect(self) -> None:
        ui = self.ui
        ui.rule.show_wanted.connect(
            lambda title, text: self.show_wanted.emit(players_view.Shown(title, text))
        )
        for button in (ui.newcomersButton, ui.byHandButton):
            ui.orderButtons.add(button)
        ui.byHandButton.clicked.connect(self._show_by_hand)
        ui.result.step_wanted.connect(ui.log.show_step)
        ui.order.rows.failed.connect(self.failed)
        ui.order.menu_wanted.connect(self._show_menu)
        ui.timeline.strip.looked_at.connect(self.look_at)
        self.map.pane.view.portrait_wanted.connect(self.show_portrait)
        ui.objectives.ticked.connect(self._tick_objective)
        ui.scroll.verticalScrollBar().rangeChanged.connect(self._on_range)
        ui.command.go_wanted.connect(self.go)
        ui.begin.begin_wanted.connect(self._begin)
        ui.waveButton.clicked.connect(lambda: self.call_wave())
        ui.edit.set_wanted.connect(self._set_by_hand)
        ui.timelineButton.toggled.connect(lambda on: setattr(self.preferences, "timeline", on))
        ui.mapButton.toggled.connect(lambda _: self._fold_map())
        self.action_column.aimed.connect(self.map.show_aims)
        self.action_column.advised.connect(self._show_advice)
        self.map.step_wanted.connect(self._perform)
        self.map.by_hand_wanted.connect(self.do_by_hand)
        self.map.actor_wanted.connect(lambda id: None if ui.command.option else self.look_at(id))
        ui.map.choose.chosen.connect(self._choose_token)
        self.map.failed.connect(self.failed)
        ui.map.view.menu_wanted.connect(lambda id, at: self._show_menu([id], at))
        ui.map.view.edit_wanted.connect(self.edit_by_hand)
        ui.map.view.focus_changed.connect(self.views.show_hint)

    @property
    def _live(self) -> bool:
        """Whether something can be done now: nothing waits, and the fight is not over."""
        return not self.fight.pending and self.session.outcome is None

    def _free(self) -> bool:
        """Whether something can be done now; where a question waits it says which."""
        if not self.ui.prompt.isHidden():
            asked = self.ui.prompt.question.text()
            self.notice.emit(tr("Answer the question first: {question}", question=asked))
            self._warned = {"asked": asked}  # which is over with the next key
        return self._live

    # ---- what the game master does

    def undo(self) -> None:
        """Takes back the last step, or the command that waits."""
        self.undo_to(max(self.fight.cursor - (self.fight.pending is None), 0))

    def undo_to(self, steps: int) -> None:
        """Takes back everything after the first ``steps``, and the command that waits.

        Who did the first of it is looked at then.
        """
        undone = [moment.step for moment in self.fight.moments[steps : self.fight.cursor]]
        waiting = [self.fight.pending.step] if self.fight.pending else []
        actor = next((step["actor"] for step in undone + waiting if step.get("actor")), None)
        self._view.looked_at, self._view.last_actor = None, actor or self._view.last_actor
        self.session.undo_to(steps)

    def redo(self) -> None:
        """Does again what was taken back last."""
        self.session.redo()

    def main(self) -> None:
        """The main thing to do: begin, or the rules' main option."""
        if not self._live:
            return
        main = self._view.main_option()
        if not self.fight.begun:
            self._begin()
        elif main is not None:
            self.choose(main)
            # What was declared is done as it was, without asking for it again.
            if self._view.declared() and self.ui.command.option is not None:
                self.go()

    def choose(self, option: contract.Option) -> None:
        """Chooses an option; it is done at once where it needs no answers and no dice."""
        if not self._live:
            return
        self.ui.edit.close_form()
        overruled = option.why_not is not None or self.ui.options.overruling
        fields = self.fight.parameters(option)
        if not fields and not overruled and not self.action_column.asks_only_where(option):
            self._perform(option.as_step())
            return
        self.action_column.choose(option, fields, overruled)
        self.ui.result.fold_digest()
        if empty := self._empty_texts():
            empty[0].editor.enter()
        elif self.ui.map.view.hasFocus() and not self._map_keeps_keys():
            self.setFocus()
        self._go_to_form()

    def _map_keeps_keys(self) -> bool:
        """Whether the map has the keys, and no form is open that needs them: they would move a
        token by hand."""
        option = self.ui.command.option
        mine = option is None or self.action_column.place_of(option) is not None
        return self.ui.map.view.hasFocus() and mine

    def _empty_texts(self) -> list[FieldBox]:
        """Where something is to be typed before what the open form is for can be done, or where
        nothing else can be filled in."""
        boxes = self.ui.command.form.boxes.values()
        needed = (b for b in boxes if b.field.required or len(boxes) == 1)
        return [box for box in needed if box.field.kind == "text" and not box.editor.value()]

    def focusNextPrevChild(self, next: bool) -> bool:
        """Tab goes from the panel into the form that is open."""
        if next and self.hasFocus():
            for box in [*self._empty_texts(), *self.ui.command.form.boxes.values()]:
                if box.isVisible() and box.editor.focus_widget().isEnabled():
                    box.editor.enter()
                    return True
        return super().focusNextPrevChild(next)

    def go(self) -> None:
        """Enter on a filled-in command: the program rolls, or the throw waits to be typed."""
        option, step = self.ui.command.option, self.action_column.step()
        if option is not None and self.action_column.asks_only_where(option):
            self.ui.command.refuse(self.ui.command.hint.text(), "")
        elif step is not None:
            self._perform(step)

    def back(self) -> None:
        """Esc: one question back, or the form closed, or the combatant on turn looked at again."""
        ui = self.ui
        if ui.edit.combatant is not None:
            self._close_by_hand()
        elif self.fight.pending:
            if not ui.prompt.fold_other():
                self.session.back()
        elif ui.command.option is not None or ui.options.overruling:
            ui.options.overruling = False
            self.action_column.close_command()
            self._refresh_middle()
        else:
            ui.options.finder.hide()
            self.look_at(None)
        self.setFocus()

    def enter(self) -> None:
        """Enter: sets, answers, performs or begins as is possible; after the end, to the sheets."""
        ui = self.ui
        if ui.edit.combatant is not None:
            self._set_by_hand()
        elif self.fight.pending:
            ui.prompt.enter()
        elif ui.command.option is not None:
            self.go()
        elif not self.fight.begun:
            self._begin()
        elif self.fight.outcome is not None:
            self.sheets_wanted.emit()

    def look_at(self, id: str | None) -> None:
        """Shows the options of a combatant; None for the one on turn."""
        self._forget_warning()
        self._view.looked_at = None if id == self.fight.state.turn else id
        option = self.ui.command.option
        if option is not None and not self.fight.pending and option.actor != self._view.focus():
            self.action_column.close_command()
        if self.ui.edit.combatant not in (None, id):
            self.ui.edit.close_form()
        self._refresh_middle()
        self.ui.order.select(self._view.focus())

    def look_on(self, by: int) -> None:
        """Looks at the next combatant that can still act, or the one before."""
        following = self._view.next_to_act(by)
        if following is not None:
            self.look_at(following)

    def edit_by_hand(self, id: str) -> None:
        """Opens the values of a combatant to be set by hand."""
        self.ask_by_hand("edit", [id])

    def ask_by_hand(self, do: str, ids: Sequence[str]) -> None:
        """Opens the form of a step by hand for these combatants: values, a name, an effect."""
        if self.session.outcome is not None:
            return
        title, step, fields = by_hand_form(do, ids, self.fight, self._combatants.offer)
        self.ui.edit.open(ids[0], title, step, fields, self._around())
        if do == "edit":
            self.ui.order.select(ids[0])
        self._refresh_middle()
        self._go_to_form()

    def _go_to_form(self) -> None:
        self._form_at = None
        self._to_form.start()
        self.views.show_hint()

    def _on_range(self, _: int, most: int) -> None:
        """Odds that are worked out anew give their room back and take it again: the form that is
        being filled in goes back to where it was, unless somebody has scrolled it since."""
        bar, (before, at) = self.ui.scroll.verticalScrollBar(), self._pushed
        now = bar.value()  # kept in the new range after this
        if not self.ui.command.touched:
            self._pushed = 0, -1
        elif now > most:
            self._pushed = before if now == at else now, most
        elif now == at < before:
            self._pushed = before, min(before, most)
            bar.setValue(self._pushed[1])
        self._to_form.start()

    def _scroll_to_form(self) -> None:
        """Goes to the top of the form, or as far as shows all of it where it fits and no button
        above it is cut; again as the room for it changes, for odds come and take some of it. Once
        something was filled in, what is below the pointer stays there."""
        bar, edited = self.ui.scroll.verticalScrollBar(), self.ui.edit.combatant is not None
        opened = edited or (self.ui.command.option is not None and not self.fight.pending)
        placed = self._form_at is not None
        if not opened or (placed and (self._form_at != bar.value() or self.ui.command.touched)):
            return
        card = self.ui.edit if edited else self.ui.command
        self.ui.cards.activate()
        top = card.y() - self.ui.cards.spacing()
        to_its_end = card.geometry().bottom() - self.ui.scroll.viewport().height()
        above = self.ui.options
        rows = {above.y() + button.y() - 2 for button in above.buttons if button.isVisible()}
        edges = sorted(edge for edge in {0, top, *rows} if edge <= bar.maximum())
        fits = (edge for edge in edges if edge >= min(top, to_its_end))
        bar.setValue(next(fits, edges[-1]) if above.isVisible() else min(top, to_its_end))
        self._form_at = bar.value()

    def do_by_hand(self, step: Mapping[str, Any]) -> bool:
        """Performs a step by hand; a command that waits goes on waiting."""
        return self.session.perform_by_hand(step)

    def _tick_objective(self, number: int, met: bool) -> None:
        self.do_by_hand({"do": "objective", "objective": number, "met": met})

    def call_wave(self, name: str = "") -> None:
        """Calls a wave that stands ready: the one of this name, or the next."""
        if waves := self.session.waves():
            self.join({"do": "join", "wave": name or waves[0]})

    def join(self, step: Mapping[str, Any]) -> None:
        """Lets newcomers into the fight, on its map too, where it has one."""
        self.do_by_hand(self.map.with_places(step))

    def _show_by_hand(self) -> None:
        ids = self.ui.order.current_row() or [id for id in (self._view.focus(),) if id]
        if ids:
            self._show_menu(ids, self.ui.byHandButton.mapToGlobal(QPoint(0, 0)))
        else:
            self._ask_for_somebody()

    def _ask_for_somebody(self) -> None:
        self.notice.emit(tr("Choose somebody in the order first."))

    def _show_menu(self, ids: list[str], at: QPoint) -> None:
        menu = QMenu(self)
        self._combatant_menu.fill(menu, ids)
        pop_up(menu, at)

    def show_portrait(self, id: str) -> None:
        """Shows somebody's portrait to the players, where there is one."""
        if shown := portrait_of(self.session, id):
            self.show_wanted.emit(shown)

    def edit_focus(self) -> None:
        """Opens the values of the combatant looked at."""
        focus = self.ui.order.current() or self._view.focus()
        if focus:
            self.edit_by_hand(focus)
        else:
            self._ask_for_somebody()

    def let_it_act(self) -> None:
        """A behaviour acts for the combatant on turn, until it is done or a player is asked."""
        if not self._free():
            return
        actor = self._view.actor()
        if actor and self._sure_to_play(actor) and self._sure_to_pass(actor):
            policy = self._autoplay.policy_of(actor)
            self.action_column.close_command()
            self._view.looked_at = None
            # Of what a player has declared, only what is asked of others is decided.
            decides = not self._view.declared() or not self._autoplay.is_players(
                self.fight.state[actor]
            )
            if not self._autoplay.act_by(policy, actor, decides=decides):
                self._refresh_middle()
                self._say_why_idle(self._autoplay.why_nothing, actor)

    def ask_tactician(self) -> None:
        """What the tactician would do for the combatant on turn, and why."""
        actor = self._view.actor() if self._free() else None
        if not self.fight.begun:
            self.notice.emit(tr("the fight has not begun"))
        elif actor:
            self.action_column.ask_tactician(actor)

    def _show_advice(self, actor: str, reason: str) -> None:
        """Says why the tactician would do what the form says now, or why it would do nothing."""
        if reason:
            self.notice.emit(reason)
            self.views.show_hint()
        else:
            self._say_why_idle(self._autoplay.why_nothing, actor)

    def let_group_act(self) -> None:
        """Behaviours act for the whole group on turn, as long as the turn is theirs."""
        actor = self._view.actor() if self._free() else None
        if actor:
            self._group_acts("", actor)

    def _group_acts(self, policy: str, actor: str) -> None:
        """A behaviour acts for the group of a combatant; says so where it is not on turn."""
        sure = self._free() and self._sure_to_play(actor) and self._sure_to_pass(actor)
        if sure and not self._autoplay.group_acts(policy, actor):
            self._say_why_idle(self._autoplay.why_nothing, actor)

    def _sure_to_play(self, actor: str) -> bool:
        """Whether a behaviour may play a combatant: nobody does by hand, it was asked twice, or
        what is done was declared and can be done."""
        combatant, wanted = self.fight.state[actor], {"let_act": actor}
        main = self._view.declared()
        declared = main if main and main.actor == actor else None
        refused = self._refused(declared) if declared else ""
        sure = (declared and not refused) or not self._autoplay.is_players(combatant)
        if sure or self._warned == wanted:
            self._forget_warning()
            return True
        self._warned = wanted
        name = combatant.name
        words = tr("{name} is played by hand. Once more, and the behaviour acts.", name=name)
        if refused:
            words = tr(
                "{name}, what was declared: {reason}. Once more, and the behaviour acts.",
                name=name,
                reason=refused,
            )
        self.notice.emit(words)
        return False

    def _sure_to_pass(self, actor: str) -> bool:
        """Whether others may act past the players who wait with something prepared: nobody does,
        or it was said in this round."""
        names = [each.name for each in self._autoplay.waiting() if each.id != actor]
        waits = self.fight.state.round, names
        if not names or self._passed == waits:
            return True
        self._passed, self._warned = waits, {"waits": names}  # which is over with the next key
        words = tr(
            "Prepared and waiting: {names} (key .). Once more, and the others act past that.",
            names=", ".join(names),
        )
        self.notice.emit(words)
        return False

    def _refused(self, declared: contract.Option) -> str:
        """Why what was declared cannot be done as things are now; empty where it can."""
        fields = self.fight.parameters(declared)
        said = {field.id: field.default for field in fields if field.required}
        try:
            self.fight.preview(declared.as_step(**said))
        except (table.Refusal, SystemFailed) as refusal:
            return in_words(refusal.message)
        return ""

    def _forget_warning(self) -> None:
        if self._warned is not None:
            self._warned = None
            self.notice_over.emit()

    def let_others_act(self) -> None:
        """Behaviours act for all combatants up to the next player character.

        A player who has acted has the turn no longer; one who has not loses it where that is
        wanted twice.
        """
        actor = self._view.actor() if self._free() else None
        if not actor or not self._sure_to_pass(actor):
            return
        ends = self._autoplay.end_of_players_turn()
        if ends is None:
            if not self._autoplay.others_act():
                why = partial(self._autoplay.why_no_others, self._view.main_option())
                self._say_why_idle(why, actor)
        elif (
            self._autoplay.has_acted(ends["actor"])
            or self._autoplay.has_nothing_left(ends["actor"])
            or self._warned == ends
        ):
            shared = self.fight.state.turn is None
            if self._perform(ends):
                if shared and self._autoplay.end_of_players_turn():
                    self.let_others_act()
                elif self._sure_to_pass(ends["actor"]):  # who waits can come in only now
                    self._autoplay.others_act(after=1)
        else:
            self._warned = ends
            name = self.fight.state[ends["actor"]].name
            words = tr("{name} has not acted yet. Once more ends this turn.", name=name)
            self.notice.emit(words)

    def _show_digest(self, first: int) -> None:
        """What behaviours have done, from step ``first`` on."""
        self.ui.result.show_digest(self.fight, first)
        if self.fight.pending:
            self.ui.result.fold_digest()

    def _say_why_idle(self, why: Callable[[Preferences, str], str], actor: str) -> None:
        """Says why a behaviour did nothing, unless a refusal has said so already."""
        if not self.session.was_refused:
            self.notice.emit(why(self.preferences, actor))

    def choose_policy(self, policy: str) -> None:
        """Lets a behaviour act now, and from now on for all that have none of their own."""
        self._autoplay.choose_policy(policy)
        self.views.show_main()
        self.let_it_act()

    def _fill_policies(self) -> None:
        """Lists the behaviours in the menu, in the language that is chosen now."""
        menu = self.ui.policyMenu.menu()
        menu.clear()
        for id, policy in self._autoplay.behaviours.items():
            add(menu, self.preferences.word(policy), partial(self.choose_policy, id))
        menu.addSeparator()
        add(menu, tr("What would the tactician do?"), self.ask_tactician, "F8")
        add(menu, tr("Let the whole group act"), self.let_group_act, "Ctrl+Alt+Enter")
        others = tr("Let all others act, up to the next player")
        add(menu, others, self.let_others_act, "Ctrl+Shift+Enter")

    def toggle_dice(self) -> None:
        """Dice rolled by the program, or typed as they fell on the table."""
        self.preferences.next_dice()

    def toggle_terms(self) -> None:
        """The system's own words, or English ones."""
        self.preferences.english = not self.preferences.english

    def show_rule(self, number: str) -> None:
        """Opens the text of a rule below the log."""
        self.ui.rule.show_rule(number)
        self.rule_clicked.emit(number)

    def type_first(self, digit: str) -> bool:
        """Answers with a digit what is asked first by the open command, be it dice from the table
        or a choice, or by what was declared; False without either.

        Where what was declared asks nobody, it begins: its dice were not in sight yet. After a
        warning a digit confirms nothing: it may belong to the die that brought the warning.
        """
        declared = self._view.declared() if self._live else None
        unseen = self.ui.command.option is None
        if unseen and declared and self.fight.parameters(declared):
            self.choose(declared)
        step = self.action_column.step()
        if step is None:
            return False
        if self._warned == step:
            self._warned = dict(step)  # it stands until another key
            self.ui.command.refuse(tr("Enter does it all the same; then type the dice."), "")
            return True
        try:
            question = self.session.preview(step).question
        except (table.Refusal, SystemFailed):
            return True
        rolls = isinstance(question, play_table.DiceWanted)
        if question is not None and self._perform(step, typed=rolls or None):
            pending = self.fight.pending
            meant = not unseen if rolls else pending is not None and pending.question == question
            if pending is not None and meant:
                self.ui.prompt.type(digit)
        return True

    # ---- steps

    def _perform(self, step: Mapping[str, Any], typed: bool | None = None) -> bool:
        if not self._sure(step):
            return False
        self.action_column.remember(step)
        self._view.last_actor = step.get("actor", self._view.last_actor)
        return self.session.perform(step, typed=typed)

    def _sure(self, step: Mapping[str, Any]) -> bool:
        """Whether a step hurts none of the actor's own side, or was asked for twice."""
        shown = self.action_column.odds.hurt_by(step)
        hurt = [] if self._warned == step else self.session.own_side_hurt_by(step, shown)
        if not hurt:
            self._forget_warning()
            return True
        self._warned = dict(step)
        names = in_words(few([self.fight.state[id].name for id in hurt]))
        words = tr(
            "This can hurt your own side: {names}. Repeat it to do it all the same.", names=names
        )
        if self.ui.command.option is not None:
            self.ui.command.refuse(words, "")
        else:
            self.notice.emit(words)
        return False

    def _begin(self) -> None:
        self._perform(self.ui.begin.step())

    def _set_by_hand(self) -> None:
        step = self.ui.edit.step()
        if step is None:
            self.back()
        else:
            kept = self.ui.edit.effect_to_keep()
            if not self.session.perform_by_hand(step):
                return
            if kept is not None:
                self.keep_effect_wanted.emit(kept)
            self._close_by_hand()
            self.setFocus()

    def _close_by_hand(self) -> None:
        """Closes the form by hand; the options are seen from their top where nothing else is
        open."""
        self.ui.edit.close_form()
        if self.ui.command.option is None and not self.fight.pending:
            self.ui.scroll.verticalScrollBar().setValue(0)
        self._refresh_middle()

    def _around(self) -> editor.Surroundings:
        """What the editors of the panel share."""
        return editor.Surroundings(
            factory.make_editor,
            look="panel",
            terms=self.preferences.terms,
            open_rule=self.show_rule,
            find=self.find_entries,
            tint=self._combatants.tint,
        )

    # ---- what changed

    def _on_change(self, change: fight_session.Change) -> None:
        if change.state:
            self._forget_warning()
            self._remind()
            self._each(lambda: self._follow(change.by_hand))
            self._refresh_state(change.combatants)
        self._refresh_choices()
        if not self.ui.edit.isVisible() and not self._map_keeps_keys():
            self.setFocus()

    def _remind(self) -> None:
        """Says what a new step reminds of."""
        before, self._steps_seen = self._steps_seen, self.fight.cursor
        new = self.fight.moments[before : self.fight.cursor]
        reminders = expiry.reminders(line.text for moment in new for line in moment.lines)
        if reminders:
            self.notice.emit(in_words(joined(reminders, "; ")))

    def _follow(self, by_hand: bool) -> None:
        """Closes what is about a state that is gone. What was done ``by_hand`` interrupts nothing:
        the form of a command stays open where the command is still on offer.
        """
        if self.fight.pending:
            self.action_column.close_command()  # it is opened again as it waits now
        elif not (by_hand and self.action_column.keep_command()):
            self.action_column.close_command()
            self.ui.options.overruling = False
            self._view.follow()
        edited = self.ui.edit.combatant
        if edited and edited not in self.fight.state.combatants:
            self.ui.edit.close_form()
        if self.session.outcome is not None:
            self.action_column.close_command()
            self.ui.edit.close_form()

    def _say(self, message: str) -> None:
        """Says a sentence that has no place on the panel."""
        self.notice.emit(capitalised(message))

    def _on_refusal(self, message: str, field: str) -> None:
        ui = self.ui
        if ui.edit.combatant is not None:
            ui.edit.refuse(message, field)
        elif self.fight.pending:
            ui.prompt.refuse(message)
        elif ui.command.option is not None:
            ui.command.refuse(message, field)
        elif not self.fight.begun:
            ui.begin.refuse(message, field)
        else:
            self._say(message)

    def _on_preference(self, name: str) -> None:
        if name == "english":
            self._on_words()
            return
        self.views.show_preferences()
        self.views.show_timeline()
        if self.ui.prompt.typed is not None and self.ui.prompt.typed.empty:
            self.session.throw_unasked()
        if self.ui.command.option is not None and not self.fight.pending:
            self.action_column.show_command()
        self.views.show_hint()

    def _on_words(self) -> None:
        self.views.show_preferences()
        self._fill_policies()
        self.action_column.show_letters()
        self.action_column.open_again()
        self.ui.edit.open_again(self.ask_by_hand)
        self.ui.log.say_again()
        self._refresh()

    def _fold_map(self) -> None:
        """Shows the map with room for it, or hides it; without a map there is none to show."""
        ui, there = self.ui, self.map.there
        ui.mapButton.setVisible(there)
        shown = there and ui.mapButton.isChecked()
        if shown == ui.map.isHidden():
            ui.map.setVisible(shown)
            widths = WIDTHS_WITH_MAP if shown else WIDTHS
            # Once what is hidden takes no room any more, in a panel that is laid out.
            QTimer.singleShot(0, self, lambda: ui.columns.setSizes(widths))
            for column in (1, 2):
                ui.columns.setStretchFactor(column, int((column == 2) == shown))
        self.map.show_focus()

    def enter_map(self) -> None:
        """The keys go to the map, which is unfolded for that; or back from there."""
        view = self.ui.map.view
        if not self.map.there or view.hasFocus():
            self.setFocus()
            return
        self.ui.mapButton.setChecked(True)
        view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _choose_token(self, id: str) -> None:
        """A combatant was clicked on the map: it answers what is asked, or is looked at."""
        if not self.action_column.aim_at(id):
            self.look_at(id)

    # ---- showing the fight

    def _refresh(self) -> None:
        """Shows everything."""
        self._refresh_state(self.fight.state.combatants)
        self._refresh_choices()

    def _each(self, *parts: Callable[[], object]) -> None:
        """Refreshes parts of the page; where the system fails in one, the others still are."""
        failure: SystemFailed | None = None
        for part in parts:
            try:
                part()
            except SystemFailed as error:
                failure = failure or error
        if failure:
            self.failed.emit(failure)

    def _refresh_choices(self) -> None:
        """Shows what can be chosen, done and taken back."""
        self._each(self._refresh_middle, self.views.show_undo, self.views.show_focus)

    def _refresh_state(self, changed: Collection[str]) -> None:
        """Shows what depends on the state alone; ``changed`` are those whose values are others."""
        QToolTip.hideText()  # it tells of the state before
        views = self.views
        self._each(
            lambda: self.ui.log.refresh(self.fight),
            lambda: self.ui.result.show_fight(self.fight),
            views.show_objectives,
            views.show_outcome,
            views.show_headline,
            lambda: views.show_order(changed),
            lambda: self.map.show_people(changed),
            views.show_timeline,
        )

    def _refresh_middle(self) -> None:
        """Shows what is chosen or asked, in the middle and on the main button."""
        self.action_column.refresh()
        self.views.show_main()
        self.map.show_focus()
        over = self.session.outcome is not None
        self.ui.newcomersButton.setVisible(self.fight.begun and not over)
        self.ui.byHandButton.setVisible(not over)
        self.views.show_hint()

    # ---- events

    def event(self, event: QEvent) -> bool:
        """Our keys win over a window's shortcuts while the panel has the focus."""
        override = event.type() == QEvent.Type.ShortcutOverride
        if override and isinstance(event, QKeyEvent) and self._everywhere(event):
            event.accept()
            return True
        return super().event(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu key: what can be done by hand to the combatant looked at."""
        if event.reason() == QContextMenuEvent.Reason.Keyboard and self.ui.byHandButton.isVisible():
            self._show_by_hand()
        else:
            super().contextMenuEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        warned = self._warned
        if not self._press(event):
            super().keyPressEvent(event)
        if self._warned is warned and event.key() not in MODIFIERS:
            self._forget_warning()  # something else was wanted

    def _keys_everywhere(self) -> Mapping[QKeyCombination, Callable[[], object]]:
        enter, none = Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier
        control, shift = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
        result = self.ui.result
        return {
            QKeyCombination(control, Qt.Key.Key_Z): self.undo,
            QKeyCombination(control | shift, Qt.Key.Key_Z): self.redo,
            QKeyCombination(control, Qt.Key.Key_Y): self.redo,
            QKeyCombination(control, Qt.Key.Key_D): self.toggle_dice,
            QKeyCombination(control, Qt.Key.Key_T): self.toggle_terms,
            QKeyCombination(control, Qt.Key.Key_R): self.ui.options.overrule_button.click,
            QKeyCombination(control, enter): self._set_or_let_act,
            QKeyCombination(control | Qt.KeyboardModifier.AltModifier, enter): self.let_group_act,
            QKeyCombination(control | shift, enter): self.let_others_act,
            QKeyCombination(none, Qt.Key.Key_F3): lambda: result.walk(1),
            QKeyCombination(shift, Qt.Key.Key_F3): lambda: result.walk(-1),
            QKeyCombination(none, Qt.Key.Key_F4): result.fold.toggle,
            QKeyCombination(none, Qt.Key.Key_F6): self.enter_map,
            QKeyCombination(none, Qt.Key.Key_F7): self.call_wave,
            QKeyCombination(none, Qt.Key.Key_F8): self.ask_tactician,
        }

    def _everywhere(self, event: QKeyEvent) -> Callable[[], object] | None:
        """What a key does wherever the focus is; both keys for Enter are one."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        key = Qt.Key.Key_Return if event.key() == Qt.Key.Key_Enter else Qt.Key(event.key())
        return self.shortcuts.get(QKeyCombination(modifiers, key))

    def _set_or_let_act(self) -> None:
        """Sets the form by hand that is open, where Enter alone may begin a line; else lets it
        act."""
        if self.ui.edit.combatant is not None:
            self.enter()
        else:
            self.let_it_act()

    def _press(self, event: QKeyEvent) -> bool:
        """Does what a key means now; False when it means nothing."""
        ui, key, text = self.ui, event.key(), event.text().translate(DIGITS)
        if shortcut := self._everywhere(event):
            shortcut()
        elif _is_modified(event):
            return False
        elif key == Qt.Key.Key_Escape:
            self.back()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.enter()
        elif ui.edit.combatant is not None:
            return False
        elif key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            ui.order.step(1 if key == Qt.Key.Key_Down else -1)
        elif key == Qt.Key.Key_F2:
            self.edit_focus()
        elif self.fight.pending:
            return self._press_answer(key, text)
        elif key in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            targets = ui.command.targets()
            return targets is not None and targets[1].step(1 if key == Qt.Key.Key_Right else -1)
        elif text in (".", ","):  # plain on all keyboards
            self.look_on(1 if text == "." else -1)
        elif key == Qt.Key.Key_Space:
            self.main()
        elif text.isdecimal():
            return self.type_first(text) or ui.options.press(text)
        elif text and text.isprintable():
            shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            return ui.options.press(text.upper(), shifted=shifted)
        else:
            return False
        return True

    def _press_answer(self, key: int, text: str) -> bool:
        """A key while a question waits: part of a die and its separators, or a choice's number."""
        prompt = self.ui.prompt
        if key == Qt.Key.Key_Backspace:
            if not prompt.backspace() and self.session.can_go_back:
                self.session.back()
        elif prompt.typed.takes(text) if prompt.typed is not None else text.isdecimal():
            prompt.type(text)
        else:
            return False
        return True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._keep_short()

    def _keep_short(self) -> None:
        """In a low window, or with large letters, the form keeps the room of what it can spare."""
        short = self.height() < theme.px(LOW)
        self.ui.odds.keep_short(short)
        self.ui.result.keep_short(short)
        self.ui.command.short = short
        self.ui.hints.setHidden(short)

    def _on_look(self) -> None:
        """Other colours or another size: Qt paints everything again by itself."""
        self._keep_short()
        self.views.show_undo()


def _is_modified(event: QKeyEvent) -> bool:
    """Whether a key is held with others, but for AltGr that types a letter, as ł: Windows calls
    that Ctrl and Alt."""
    control, alt = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.AltModifier
    held = event.modifiers() & (control | alt | Qt.KeyboardModifier.MetaModifier)
    return bool(held) and not (held == control | alt and event.text().isalpha())
