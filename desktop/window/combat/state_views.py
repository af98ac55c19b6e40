"""What the panel shows of the state alone: headline, order, timeline, objectives, log, outcome."""

from __future__ import annotations

from collections.abc import Collection

from desktop.encounter.fight import Fight
from desktop.forms.combat_panel import Ui_CombatPanelForm
from desktop.window.combat.header import PanelHeader
from desktop.window.combat.session.autoplay import Autoplay
from desktop.window.combat.session.combatants import Combatants
from desktop.window.combat.session.preferences import Preferences
from desktop.window.combat.session.viewpoint import Viewpoint


class StateViews:
    """Fills the views that change with a step. Each repaints only what is different."""

    def __init__(
        self,
        ui: Ui_CombatPanelForm,
        header: PanelHeader,
        preferences: Preferences,
        autoplay: Autoplay,
        view: Viewpoint,
        combatants: Combatants,
    ) -> None:
        self._ui, self._header, self._preferences = ui, header, preferences
        session = autoplay.session
        self._session, self._autoplay = session, autoplay
        self._view, self._combatants = view, combatants
        header.open(session.fight)
        ui.order.open(session.fight, session.portraits, preferences)
        ui.log.open(session.fight)

    @property
    def _fight(self) -> Fight:
        return self._session.fight

    def show_log(self) -> None:
        self._ui.log.refresh(self._fight)

    def show_objectives(self) -> None:
        objectives = self._fight.state.objectives
        self._ui.objectives.show_objectives(objectives)
        self._ui.objectives.setEnabled(self._fight.state.ended_by_hand is None)
        self._ui.objectivesTitle.setVisible(bool(objectives))

    def show_outcome(self) -> None:
        self._ui.outcome.show_outcome(self._session.outcome, self._session.waves())

    def show_headline(self) -> None:
        self._header.show_headline(self._fight)

    def show_undo(self) -> None:
        self._header.show_undo(self._fight)

    def show_order(self, changed: Collection[str]) -> None:
        """``changed`` are those whose values are others."""
        self._ui.order.refresh(self._view.ready(), changed)

    def show_focus(self) -> None:
        """Marks whoever is looked at."""
        self._ui.order.select(self._view.focus())

    def show_main(self) -> None:
        """Shows the main button and the policy of whoever would act."""
        self._header.show_main(self._session, self._view.main_option())
        self._header.show_policy(self._autoplay, self._view.actor())

    def show_timeline(self) -> None:
        fight, ui = self._fight, self._ui
        timeline = fight.rules.timeline(fight.state) if fight.begun else None
        ui.timelineButton.setVisible(timeline is not None)
        shown = timeline is not None and self._preferences.timeline
        if shown and timeline is not None:
            names = {lane.combatant: fight.state[lane.combatant].name for lane in timeline.lanes}
            sides = {id: self._combatants.tint_of(id) for id in names}
            said = timeline.in_terms(self._preferences.english)
            ui.timeline.show_timeline(said, names, sides, fight.state.turn)
        ui.timeline.setVisible(shown)
        ui.timelineTitle.setVisible(shown)
