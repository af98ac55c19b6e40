"""What the panel shows of the state alone: header, order, timeline, objectives, outcome, keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from desktop.encounter.play_table import DiceWanted
from desktop.forms.combat_panel import Ui_CombatPanelForm
from desktop.rules.table import BY_HAND
from desktop.window.combat.session.autoplay import Autoplay
from desktop.window.combat.session.preferences import Preferences, ways_with_dice
from desktop.window.combat.session.viewpoint import Combatants, Viewpoint
from desktop.window.widgets import basics, buttons, elided, theme
from desktop.window.widgets.language import chosen, in_words, tr

CROWDED = 1.5
"""From this size on the header of a fight has no room for what can do nothing now."""


class StateViews:
    """Fills the views that change with a step. Each repaints only what is different."""

    def __init__(
        self, ui: Ui_CombatPanelForm, preferences: Preferences, call_wave: Callable[[str], None]
    ) -> None:
        self._ui, self._preferences, self._call_wave = ui, preferences, call_wave
        self._chips: list[elided.ElidedLine] = []
        self._waves: Sequence[str] | None = None
        """The waves that are shown; None: none were yet."""
        self._ui.mainButton.primary = True

    def open(self, autoplay: Autoplay, view: Viewpoint, combatants: Combatants) -> None:
        """Shows another fight from now on."""
        self._session, self._autoplay = autoplay.session, autoplay
        self._view, self._combatants = view, combatants
        self._waves = None
        ui, fight = self._ui, self._session.fight
        self._fight = fight
        ui.title.setText(fight.script.name or fight.rules.title)
        self.show_preferences()
        ui.order.rows.open(fight, combatants)
        ui.log.open(fight)

    # ---- the header

    def show_preferences(self) -> None:
        """Shows what is chosen: dice, terms, timeline."""
        ui, wants = self._ui, self._preferences
        ui.undoButton.show_label(tr("Undo"), "Ctrl+Z")
        ui.redoButton.show_label(tr("Redo"), "Ctrl+Y")
        dice = ways_with_dice()[wants.dice]
        # What is chosen stands in the status bar: here no long word shifts the columns.
        ui.diceButton.setToolTip(basics.as_tip(tr("{dice} · Ctrl+D", dice=dice)))
        ui.diceButton.setAccessibleName(dice)
        terms = tr("terms: translated") if wants.english else tr("terms: native")
        ui.termsButton.setToolTip(basics.as_tip(tr("{terms} · Ctrl+T", terms=terms)))
        ui.termsButton.setAccessibleName(terms)
        ui.timelineButton.setChecked(wants.timeline)

    def show_headline(self) -> None:
        """Shows what the rules say of the whole fight: round, phase, turn."""
        fight = self._fight
        words = list(fight.rules.headline(fight.state)) if fight.begun else [tr("not begun")]
        while len(self._chips) < len(words):
            number = len(self._chips)
            look = "chip-accent" if number == 0 else "chip-players" if number == 2 else "chip"
            chip = elided.ElidedLine(look=look, least=110)
            self._chips.append(chip)
            self._ui.headline.addWidget(chip)
        for number, chip in enumerate(self._chips):
            chip.setText(in_words(words[number]) if number < len(words) else "")
            chip.setVisible(number < len(words))

    def show_undo(self) -> None:
        """Shows whether something can be undone or redone; large letters leave no room for Redo
        where it could do nothing."""
        self._ui.undoButton.setEnabled(self._fight.can_undo)
        self._ui.redoButton.setEnabled(self._fight.can_redo)
        self._ui.redoButton.setVisible(self._fight.can_redo or theme.scale() < CROWDED)

    def show_main(self) -> None:
        """Shows the button that moves the fight on, and which behaviour would act for whom."""
        ui, fight, main = self._ui, self._fight, self._view.main_option()
        over = self._session.outcome is not None
        if not fight.begun:
            ui.mainButton.show_label(tr("Begin", context="button"), "Space")
        elif main is not None:
            ui.mainButton.show_label(self._preferences.word(main), "Space")
        ui.mainButton.setVisible(not fight.begun or (main is not None and not over))
        ui.mainButton.setEnabled(fight.pending is None)
        actor = self._view.actor() if fight.begun else None
        ui.policyButton.setVisible(fight.begun and not over)
        ui.policyMenu.setVisible(fight.begun and not over)
        ui.policyButton.setEnabled(fight.pending is None and actor is not None)
        if actor is not None:
            behaviour = self._autoplay.behaviours[self._autoplay.policy_of(actor)]
            label = self._preferences.word(behaviour)
            ui.policyButton.show_label(tr("Let it act"), "Ctrl+Enter", label)

    # ---- the foot

    def show_hint(self) -> None:
        """Shows what the keys do now, in one line."""
        hint = self._hint()
        if self._fight.pending and self._autoplay.others_follow:
            hint = tr("{keys} · then the others act on", keys=hint)
        self._ui.hints.setText(basics.native_keys(hint))

    def _hint(self) -> str:
        ui, fight = self._ui, self._fight
        pending = fight.pending
        if ui.edit.combatant is not None:
            key = ui.edit.go.key
            return tr("{key} sets the values · Tab next field · Esc back", key=key)
        if pending is not None and isinstance(pending.question, DiceWanted):
            names = next((dice.names for dice in pending.question.missing if dice.names), None)
            if names is not None:
                shown, typed = names.example(chosen().own_terms)
                return tr(
                    "{thing}: {shown} is typed {typed} · Enter draws or takes it · Esc back",
                    thing=chosen().text(names.thing),
                    shown=shown,
                    typed=typed,
                )
            if any(dice.sides == 10 for dice in pending.question.missing):
                return tr("Digits type the dice, 0 a ten · Enter rolls or takes them · Esc back")
            return tr("Digits type the dice · Enter rolls or takes them · Esc back")
        if pending is not None:
            return tr("1–9 choose · Enter takes the marked one · Esc back")
        if ui.map.view.hasFocus() and fight.outcome is None:
            return tr("Tab next token · Arrows move it · Enter goes, or chooses · Esc back")
        if ui.command.option is not None and not ui.command.rolls:
            return tr("Enter does it · Tab next field · Esc back")
        if ui.command.option is not None:
            return tr("Digits type the dice · Enter rolls · Left/Right next target · Esc back")
        if fight.outcome is not None:
            return tr("Ctrl+Z takes the last step back")
        if not fight.begun:
            return tr("Space begins · F2 edits by hand")
        if self._view.declared():
            return tr(
                "Space does what was declared, a digit answers at once · Ctrl+Enter asks no foe"
            )
        if self._view.others():
            return tr("Letters choose · . and , next who can act · F2 edits · Space moves on")
        return tr("Letters choose · Up/Down look at others · F2 edits · Space moves on")

    # ---- below the header

    def show_objectives(self) -> None:
        """Shows what each side has to achieve."""
        objectives = self._fight.state.objectives
        self._ui.objectives.show_objectives(objectives)
        self._ui.objectivesTitle.setVisible(bool(objectives))

    def show_outcome(self) -> None:
        """Shows how the fight ended, and a wave that stands ready and was never called."""
        ui, outcome = self._ui, self._session.outcome
        ui.outcome.setVisible(outcome is not None)
        if outcome is None:
            return
        by_hand, waves = outcome.rule == BY_HAND, self._session.waves()
        ui.outcomeText.setText(tr("The fight is over: {text}", text=in_words(outcome.text)))
        ui.outcomeRule.show_rule(outcome.rule)
        ui.waveButton.setVisible(bool(waves) and not by_hand)
        if waves:
            ui.waveButton.setText(tr("Call: {wave}", wave=waves[0]))

    def show_order(self, changed: Collection[str]) -> None:
        """Shows the order; ``changed`` are the ids of those whose values are others."""
        self._ui.order.refresh(self._view.ready(), changed)
        # Below it the waves that wait; the first has a key.
        waves = self._session.waves() if self._session.outcome is None else ()
        if waves == self._waves:
            return
        self._waves = waves
        sizes = {wave.name: len(wave.combatants) for wave in self._fight.script.waves}
        basics.clear(self._ui.waves)
        for number, wave in enumerate(waves):
            button = buttons.OptionButton()
            key = "" if number else "F7"
            words = tr("Call: {wave}", wave=wave)
            button.show_option(words, f"×{sizes[wave]}", key, None, False)
            button.setToolTip(basics.as_tip(words))
            button.clicked.connect(lambda _=False, wave=wave: self._call_wave(wave))
            self._ui.waves.addWidget(button)

    def show_focus(self) -> None:
        """Marks the combatant who is looked at."""
        focus = self._view.focus()
        self._ui.order.select(focus)
        if focus is None:
            self._ui.order.bring_into_sight(self._session.acting)

    def show_timeline(self) -> None:
        """Shows the timeline, where the system has one and the game master wants it."""
        fight, ui = self._fight, self._ui
        timeline = fight.rules.timeline(fight.state) if fight.begun else None
        ui.timelineButton.setVisible(timeline is not None)
        shown = timeline is not None and self._preferences.timeline
        if shown and timeline is not None:
            ids = [lane.combatant for lane in timeline.lanes]
            people = {id: (fight.state[id].name, self._combatants.tint_of(id)) for id in ids}
            lanes = timeline.in_terms(self._preferences.terms)
            ui.timeline.show_timeline(lanes, people, fight.state.turn)
        ui.timeline.setVisible(shown)
        ui.timelineTitle.setVisible(shown)
