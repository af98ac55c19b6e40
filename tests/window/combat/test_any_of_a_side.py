"""A system in which somebody is on turn, and others of the side may act before the turn is over."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest
from PySide6.QtCore import Qt

from desktop.encounter.fight import start
from desktop.encounter.odds import Chance, Odds
from desktop.rules import systems
from desktop.rules.state import State
from tests.systems.wrack import Salvager, Wrack
from tests.window.combat.conftest import Desk


class Sides(Wrack):
    """Wrack, but whoever of a side has not acted may, the one on turn or another."""

    def to_act(self, state: State[Salvager]) -> Sequence[str]:
        if state.turn is None:
            return ()
        side = state[state.turn].side
        waiting = [c.id for c in state.standing() if c.side == side and not c.acted]
        return sorted(waiting, key=lambda id: id != state.turn)


@pytest.fixture
def sides(desk: Desk) -> Iterator[Desk]:
    systems.cache_clear()
    systems().add("wrack", lambda: Sides)
    people = [("ama", "players"), ("ilo", "players"), ("ferryman", "foes")]
    combatants = [{"id": id, "side": side, "sheet": {"name": id}} for id, side in people]
    desk.open(start({"format": "fight/1", "system": "wrack", "combatants": combatants}))
    desk.session.perform({"do": "begin"})
    assert desk.fight.rules.to_act(desk.fight.state) == ["ama", "ilo"]
    yield desk
    systems.cache_clear()


def test_dot_and_comma_look_at_everybody_who_may_act(sides: Desk) -> None:
    looked_at = []
    for key in (Qt.Key.Key_Period, Qt.Key.Key_Period, Qt.Key.Key_Comma):
        sides.key(key)
        looked_at.append(sides.panel.ui.order.current())
    assert looked_at == ["ilo", "ama", "ilo"]


def test_f8_weighs_for_whoever_is_looked_at(sides: Desk) -> None:
    said: list[Any] = []
    sides.panel.notice.connect(said.append)
    sides.panel.look_at("ilo")
    sides.key(Qt.Key.Key_F8)
    sides.qtbot.waitUntil(lambda: bool(said))
    step = sides.panel.action_column.step()
    assert step
    assert step["actor"] == "ilo"


def test_a_behaviour_acts_for_whoever_is_looked_at(sides: Desk) -> None:
    sides.panel.look_at("ilo")
    sides.panel.let_it_act()
    assert not sides.autoplay.running, "who is played by hand is asked for first"
    sides.panel.let_it_act()
    sides.qtbot.waitUntil(lambda: not sides.autoplay.running)
    acted = [step["actor"] for step in sides.steps if "actor" in step]
    assert acted == ["ilo"]
    assert sides.fight.state.turn == "ama"


def test_somebody_of_the_other_side_is_looked_at_and_the_one_on_turn_acts(sides: Desk) -> None:
    sides.panel.look_at("ferryman")
    sides.panel.let_it_act()
    assert not sides.autoplay.running, "who is played by hand is asked for first"
    sides.panel.let_it_act()
    sides.qtbot.waitUntil(lambda: not sides.autoplay.running)
    assert [step["actor"] for step in sides.steps if "actor" in step] == ["ama"]


def test_what_is_no_damage_is_not_told_as_damage(sides: Desk) -> None:
    """A system that says no measure: damage is counted as such, a success has no unit."""
    step = {"do": "act", "actor": "ama", "action": "strike", "target": "ferryman"}
    measure = sides.panel.action_column.odds.measure(step)
    assert (measure.what, measure.unit) == ("damage", "damage")
    success = Odds((Chance(Fraction(1, 2), {"success": {"ama": 1}}), Chance(Fraction(1, 2), {})))
    sides.panel.ui.odds.show_odds(success, measure, sides.fight.rules.marks)
    assert sides.panel.ui.odds.ui.said.text() == "succeeds 50 %"
