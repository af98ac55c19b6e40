"""The menu of a combatant: what can be done to it by hand, and who plays it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtWidgets import QMenu

from desktop.encounter.players_know import alias
from desktop.encounter.players_view import Shown
from desktop.window.combat.session.autoplay import Autoplay
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.combat.session.preferences import Preferences
from desktop.window.widgets.language import tr
from desktop.window.widgets.menu import add, in_a_menu

MOST_IN_A_MENU = 40
"""The members of a folded group that are offered one by one."""


def portrait_of(session: FightSession, id: str) -> Shown | None:
    """The portrait of a combatant, where there is one, under the name that the players know."""
    state = session.fight.state
    picture = session.portraits.png_of(state[id].name)
    return Shown(alias(state, id) or state[id].name, picture=picture) if picture else None


@dataclass(frozen=True, slots=True)
class CombatantMenu:
    """Fills menus of combatants, for what the panel can do."""

    autoplay: Autoplay
    preferences: Preferences
    edit: Callable[[str], None]
    """Opens the values of a combatant."""
    ask: Callable[[str, Sequence[str]], None]
    """Opens the form of a step: its ``do``, and for whom."""
    do: Callable[[dict[str, Any]], object]
    """Performs a step that needs no form."""
    act: Callable[[str, str], object]
    """Lets a behaviour act for the group of a combatant."""
    hold_up: Callable[[Shown | None], object]
    """Shows something to the players."""

    def fill(self, menu: QMenu, ids: Sequence[str]) -> None:
        """The menu of one combatant, or of a group with a menu for each of its members."""
        session = self.autoplay.session
        if session.outcome is not None:
            menu.addAction(tr("The fight is over")).setEnabled(False)
            return
        if len(ids) == 1:
            self._fill_single(menu, ids[0])
            return
        add(menu, tr("Effect on all of them…"), lambda: self.ask("effect", ids))
        whole = menu.addMenu(tr("Let the group act"))
        whole.setEnabled(session.fight.pending is None)
        for policy in self.autoplay.behaviours.values():
            add(whole, self.preferences.word(policy), partial(self.act, policy.id, ids[0]))
        menu.addSeparator()
        for id in ids[:MOST_IN_A_MENU]:
            name = session.fight.state[id].name
            self._fill_single(menu.addMenu(in_a_menu(name)), id)

    def _fill_single(self, menu: QMenu, id: str) -> None:
        fight = self.autoplay.session.fight
        combatant = fight.state[id]
        edit = tr("{name}: edit by hand…", name=combatant.name)
        add(menu, edit, lambda: self.edit(id), "F2")
        add(menu, tr("Note…"), lambda: self.ask("note", [id]))
        everybody = list(fight.state.combatants.values())
        types = add(menu, tr("Types the dice"), lambda: self.preferences.tick(combatant, everybody))
        types.setCheckable(True)
        types.setChecked(self.preferences.types(combatant))
        self._fill_known(menu.addMenu(tr("For the players")), id)
        if not fight.begun:
            return
        add(menu, tr("Effect…"), lambda: self.ask("effect", [id]))
        for effect in combatant.effects_by_hand:
            end = {"do": "end_effect", "combatant": id, "name": effect.name}
            add(menu, tr("End: {effect}", effect=effect.name), partial(self.do, end))
        menu.addSeparator()
        self._fill_players(menu.addMenu(tr("Played by")), id, combatant.policy)
        add(menu, tr("Rename…"), lambda: self.ask("rename", [id]))
        add(menu, tr("Change sides…"), lambda: self.ask("change_side", [id]))
        if id in fight.state.positions:
            off = {"do": "place", "places": {id: None}}
            add(menu, tr("Take off the map"), partial(self.do, off))
        leave = partial(self.do, {"do": "leave", "combatant": id})
        add(menu, tr("Leave the fight"), leave).setEnabled(not combatant.has_left)

    def _fill_known(self, menu: QMenu, id: str) -> None:
        """What the players know of a combatant, and what can be shown to them of it."""
        session = self.autoplay.session
        combatant, known = session.fight.state[id], session.fight.state.players_know.of.get(id)
        hidden, numbers = bool(known and known.hidden), bool(known and known.numbers)
        let_know = {"do": "let_know", "combatant": id}
        for words, field, now in (
            (tr("Hidden"), "hidden", hidden),
            (tr("With its numbers"), "numbers", numbers),
        ):
            action = add(menu, words, partial(self.do, {**let_know, field: not now}))
            action.setCheckable(True)
            action.setChecked(now)
        add(menu, tr("Known as…"), lambda: self.ask("let_know", [id]))
        menu.addSeparator()
        note = Shown(text=combatant.note) if combatant.note else None
        for words, shown in (
            (tr("Show the portrait"), portrait_of(session, id)),
            (tr("Show the note"), note),
        ):
            add(menu, words, partial(self.hold_up, shown)).setEnabled(shown is not None)

    def _fill_players(self, menu: QMenu, id: str, current: Any) -> None:
        """Who can play a combatant: the game master, or a behaviour."""
        labels: dict[str | None, str] = {None: tr("the game master")}
        for behaviour in self.autoplay.behaviours.values():
            labels[behaviour.id] = self.preferences.word(behaviour)
        for policy, label in labels.items():
            choose = {"do": "policy", "combatant": id, "policy": policy}
            action = add(menu, label, partial(self.do, choose))
            action.setCheckable(True)
            action.setChecked(policy == current)
