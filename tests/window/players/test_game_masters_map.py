"""The game master's own map and menus: doors, fog, and what the players know of somebody."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from desktop.encounter.fight import Fight
from desktop.encounter.players_view import Shown, players_view
from desktop.window.combat.panel import CombatPanel
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.widgets import theme
from tests.encounter.test_players_know import WALLS, begun
from tests.encounter.test_players_know import person as someone
from tests.window.map.hand import Hand


@pytest.fixture
def panel(qtbot: QtBot, qapp: QApplication) -> CombatPanel:
    theme.apply(qapp, "light")
    made = CombatPanel()
    qtbot.addWidget(made)
    made.resize(1366, 768)
    made.show()
    fight = begun(someone("bandit", "Bandit", at=[17, 10]), walls=WALLS)
    made.show_session(FightSession(fight, made.preferences, lambda *_: None, parent=made))
    return made


def is_open(fight: Fight) -> bool:
    assert fight.state.battlefield
    return fight.state.battlefield.ground[0].open


def test_a_click_opens_a_door_and_enter_closes_it(panel: CombatPanel, qtbot: QtBot) -> None:
    ui, view = panel.ui.map.ui, panel.ui.map.view
    assert ui.door_button.isVisible()
    ui.door_button.click()
    Hand(qtbot, view).click((10, 10))
    assert is_open(panel.fight)
    assert view.map.shapes[0].shape_shown.open
    qtbot.keyClick(view, Qt.Key.Key_Escape)
    view.focusNextPrevChild(True)
    assert ui.said.text() == "Door, open"
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert not is_open(panel.fight)
    panel.undo()
    assert is_open(panel.fight)


def test_a_rectangle_is_shown_to_the_players_and_the_whole_map_hidden(
    panel: CombatPanel, qtbot: QtBot
) -> None:
    menu = panel.ui.map.ui.fog_button.menu()
    reveal, hide = (entry.menu() for entry in menu.actions()[:2])
    assert isinstance(reveal, QMenu)
    assert isinstance(hide, QMenu)
    reveal.actions()[0].trigger()
    Hand(qtbot, panel.ui.map.view).drag((12, 2), (19, 18))
    assert [one.name for one in players_view(panel.fight).people if one.side] == ["Bandit"]
    hide.actions()[2].trigger()
    assert [area.kind for area in panel.fight.state.players_know.fog] == ["hide"]


def test_the_game_master_sees_what_the_players_see_when_he_wants_to(panel: CombatPanel) -> None:
    fog = panel.map.fog
    assert not fog.isVisible()
    panel.ui.map.ui.seen_button.click()
    assert fog.isVisible()
    panel.map.darken(80)
    assert fog.darkness == (0.4, 0.8)
    panel.ui.map.ui.seen_button.click()
    assert not fog.isVisible()


def test_the_menu_of_a_name_hides_and_masks_and_holds_up(panel: CombatPanel, qtbot: QtBot) -> None:
    panel.do_by_hand({"do": "note", "combatant": "ama", "note": "Her arm is in a sling."})
    entries = players_menu(panel, "ama")
    with qtbot.waitSignal(panel.show_wanted) as shown:
        entries["Show the note"].trigger()
    assert shown.args == [Shown(text="Her arm is in a sling.")]
    assert not entries["Show the portrait"].isEnabled()
    players_menu(panel, "bandit")["Hidden"].trigger()
    assert players_menu(panel, "bandit")["Hidden"].isChecked()
    players_menu(panel, "bandit")["Known as…"].trigger()
    assert panel.ui.edit.form is not None
    panel.ui.edit.form.set_values({"known_as": "a masked man"})
    panel.enter()
    assert panel.fight.state.players_know.of["bandit"].known_as == "a masked man"


def players_menu(panel: CombatPanel, id: str) -> dict[str, QAction]:
    """The entries of a combatant's menu that are about the players."""
    menu = QMenu(panel)
    panel._combatant_menu.fill(menu, [id])
    inner = next(a.menu() for a in menu.actions() if a.text() == "For the players")
    assert isinstance(inner, QMenu)
    return {action.text(): action for action in inner.actions()}
