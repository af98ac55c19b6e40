"""The line at the top of the combat panel: headline, undo, policies, the main button."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMenu

from desktop.encounter.behaviours import behaviours
from desktop.encounter.fight import Fight
from desktop.forms.combat_panel import Ui_CombatPanelForm
from desktop.rules.contract import Option
from desktop.window.combat.session.autoplay import Autoplay
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.combat.session.preferences import Preferences
from desktop.window.widgets import icons
from desktop.window.widgets.basics import as_tip
from desktop.window.widgets.elided import ElidedLine
from desktop.window.widgets.language import in_words, tr
from desktop.window.widgets.menu import in_a_menu


class PanelHeader(QObject):
    """Fills the widgets of the header; what their buttons do is the panel's business."""

    policy_chosen = Signal(str)
    group_wanted = Signal()
    others_wanted = Signal()
    advice_wanted = Signal()

    def __init__(self, ui: Ui_CombatPanelForm, preferences: Preferences, parent: QObject) -> None:
        super().__init__(parent)
        self._ui, self._preferences = ui, preferences
        self._chips: list[ElidedLine] = []
        ui.mainButton.primary = True
        icons.wear(ui.policyMenu, "chevron-down", "muted", 14)
        ui.policyMenu.setMenu(QMenu(ui.policyMenu))

    def open(self, fight: Fight) -> None:
        """Shows the name of another fight, and the policies of its system."""
        self._ui.title.setText(fight.script.name or fight.rules.title)
        self.fill_policies(fight)

    def fill_policies(self, fight: Fight) -> None:
        """Lists the policies in the menu, in the language that is chosen now."""
        menu = self._ui.policyMenu.menu()
        menu.clear()
        for id, policy in behaviours(fight.rules).items():
            action = menu.addAction(in_a_menu(self._preferences.word(policy)))
            action.triggered.connect(lambda _=False, id=id: self.policy_chosen.emit(id))
        menu.addSeparator()
        for words, keys, wanted in (
            (tr("What would the tactician do?"), "F8", self.advice_wanted),
            (tr("Let the whole group act"), "Ctrl+Alt+Enter", self.group_wanted),
            (
                tr("Let all others act, up to the next player"),
                "Ctrl+Shift+Enter",
                self.others_wanted,
            ),
        ):
            menu.addAction(f"{words}\t{keys}").triggered.connect(lambda _=False, w=wanted: w.emit())

    def show_preferences(self) -> None:
        """Shows what is chosen: dice, terms, timeline."""
        ui, wants = self._ui, self._preferences
        ui.undoButton.show_label(tr("Undo"), "Ctrl+Z")
        ui.redoButton.show_label(tr("Redo"), "Ctrl+Y")
        ui.timelineButton.setText(tr("Timeline"))
        dice = tr("dice: typed") if wants.typed else tr("dice: rolled")
        ui.diceButton.setText(dice)
        ui.diceButton.setToolTip(as_tip(tr("{dice} · Ctrl+D", dice=dice)))
        ui.diceButton.setAccessibleName(dice)
        terms = tr("terms: English") if wants.english else tr("terms: native")
        ui.termsButton.setText(terms)
        ui.termsButton.setToolTip(as_tip(tr("{terms} · Ctrl+T", terms=terms)))
        ui.termsButton.setAccessibleName(terms)
        ui.timelineButton.setChecked(wants.timeline)
        ui.timelineButton.setAccessibleName(tr("Show the timeline"))

    def show_headline(self, fight: Fight) -> None:
        """Shows what the rules say of the whole fight: round, phase, turn."""
        words = list(fight.rules.headline(fight.state)) if fight.begun else [tr("not begun")]
        while len(self._chips) < len(words):
            number = len(self._chips)
            look = "chip-accent" if number == 0 else "chip-players" if number == 2 else "chip"
            chip = ElidedLine(look=look, least=40)
            self._chips.append(chip)
            self._ui.headline.addWidget(chip)
        for number, chip in enumerate(self._chips):
            chip.setText(in_words(words[number]) if number < len(words) else "")
            chip.setVisible(number < len(words))

    def show_undo(self, fight: Fight) -> None:
        """Shows whether something can be undone or redone."""
        self._ui.undoButton.setEnabled(fight.can_undo)
        self._ui.redoButton.setEnabled(fight.can_redo)

    def show_main(self, session: FightSession, main: Option | None) -> None:
        """Shows the button that moves the fight on."""
        button, fight = self._ui.mainButton, session.fight
        if not fight.begun:
            button.show_label(tr("Begin"), "Space")
        elif main is not None:
            button.show_label(self._preferences.word(main), "Space")
        button.setVisible(not fight.begun or (main is not None and session.outcome is None))
        button.setEnabled(fight.pending is None)

    def show_policy(self, autoplay: Autoplay, actor: str | None) -> None:
        """Shows which policy would act for a combatant."""
        ui, session, fight = self._ui, autoplay.session, autoplay.session.fight
        policy = autoplay.policy_of(actor) if fight.begun else None
        live = fight.begun and session.outcome is None
        ui.policyButton.setVisible(live)
        ui.policyMenu.setVisible(live)
        ui.policyButton.setEnabled(fight.pending is None and policy is not None)
        if policy is not None:
            label = self._preferences.word(autoplay.behaviours[policy])
            ui.policyButton.show_label(tr("Let it act"), "Ctrl+Enter", label)
