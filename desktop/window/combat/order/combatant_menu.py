"""The menu of a combatant: all that can be done to somebody by hand, and who plays them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from PySide6.QtWidgets import QMenu

from desktop.window.combat.session.autoplay import Autoplay
from desktop.window.combat.session.preferences import Preferences
from desktop.window.widgets.language import tr
from desktop.window.widgets.menu import add, in_a_menu

MOST_IN_A_MENU = 40
"""So many of a folded group are offered one by one."""


def fill_menu(
    menu: QMenu,
    ids: Sequence[str],
    autoplay: Autoplay,
    preferences: Preferences,
    *,
    edit: Callable[[str], None],
    ask: Callable[[str, Sequence[str]], None],
    do: Callable[[dict[str, Any]], object],
    act: Callable[[str, str], object],
) -> None:
    """The menu of one combatant, or of a group with a menu for each of its members.

    ``ask`` opens the form of a step (its ``do``, and for whom), ``do`` performs a step that needs
    none, ``act`` lets a policy act for the group of somebody.
    """
    session = autoplay.session
    people = session.fight.state.combatants
    if session.outcome is not None:
        menu.addAction(tr("The fight is over")).setEnabled(False)
        return
    if len(ids) == 1:
        _of_one(menu, ids[0], autoplay, preferences, edit, ask, do)
        return
    add(menu, tr("Effect on all of them…"), lambda: ask("effect", ids))
    whole = menu.addMenu(tr("Let the group act"))
    whole.setEnabled(session.fight.pending is None)
    for policy in autoplay.behaviours.values():
        add(whole, preferences.word(policy), partial(act, policy.id, ids[0]))
    menu.addSeparator()
    for id in ids[:MOST_IN_A_MENU]:
        own = menu.addMenu(in_a_menu(people[id].name))
        _of_one(own, id, autoplay, preferences, edit, ask, do)


def _of_one(
    menu: QMenu,
    id: str,
    autoplay: Autoplay,
    preferences: Preferences,
    edit: Callable[[str], None],
    ask: Callable[[str, Sequence[str]], None],
    do: Callable[[dict[str, Any]], object],
) -> None:
    session = autoplay.session
    one = session.fight.state[id]
    add(menu, tr("Edit {name} by hand…", name=one.name), lambda: edit(id), "F2")
    add(menu, tr("Note…"), lambda: ask("note", [id]))
    if not session.fight.begun:
        return
    add(menu, tr("Effect…"), lambda: ask("effect", [id]))
    for effect in one.effects_by_hand:
        step = {"do": "end_effect", "combatant": id, "name": effect.name}
        add(menu, tr("End {effect}", effect=effect.name), partial(do, step))
    menu.addSeparator()
    who = menu.addMenu(tr("Played by"))
    labels: dict[str | None, str] = {None: tr("the game master")}
    labels |= {policy.id: preferences.word(policy) for policy in autoplay.behaviours.values()}
    for policy, label in labels.items():
        chosen = {"do": "policy", "combatant": id, "policy": policy}
        action = add(who, label, partial(do, chosen))
        action.setCheckable(True)
        action.setChecked(one.policy == policy)
    add(menu, tr("Rename…"), lambda: ask("rename", [id]))
    add(menu, tr("Change sides…"), lambda: ask("change_side", [id]))
    if id in session.fight.state.positions:
        off = {"do": "place", "places": {id: None}}
        add(menu, tr("Take off the map"), partial(do, off))
    leave = add(menu, tr("Leave the fight"), lambda: do({"do": "leave", "combatant": id}))
    leave.setEnabled(not one.has_left)
