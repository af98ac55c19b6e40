"""A click on the map while the form of a command is open that asks for a place."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

import pytest
from delve import Delve, Delver, Scene

from desktop.encounter.fight import start
from desktop.rules import systems
from desktop.rules.battlefield import At
from desktop.rules.contract import Action, Command
from desktop.rules.fields import Shown
from desktop.rules.squares import walk_to
from desktop.rules.table import Table
from desktop.rules.text import Text
from tests.window.combat.conftest import Desk
from tests.window.combat.conftest import desk as desk
from tests.window.map.hand import Hand

To = Annotated[At | None, Shown("To", kind="point")]


class Hop(Command, action="hop"):
    to: To = None


class Prowl(Hop, action="prowl"):
    softly: Annotated[bool, Shown("Softly")] = False


def hop(state: Scene, delver: Delver, command: Hop, table: Table) -> None:
    if command.to is not None:
        walk_to(state, delver.id, command.to, 20)


def prowl(state: Scene, delver: Delver, command: Prowl, table: Table) -> None:
    if command.softly:
        table.note("delve-3", delver, "{name} makes no sound")
    hop(state, delver, command, table)


class Prowling(Delve):
    actions: ClassVar = (
        *Delve.actions,
        Action(Hop, hop, Text("Hop"), uses={"action": 1}),
        Action(Prowl, prowl, Text("Prowl"), uses={"action": 1}),
    )


@pytest.fixture
def prowling(desk: Desk) -> Iterator[Desk]:
    systems.cache_clear()
    systems().add("delve", lambda: Prowling)
    combatants = [
        {"id": id, "side": id, "at": at, "sheet": {"name": id, "nimble": number}}
        for number, (id, at) in enumerate({"ama": [1, 1], "rat": [9, 1]}.items())
    ]
    script = {"format": "fight/1", "system": "delve", "map": {"width": 20, "height": 10}}
    desk.open(start({**script, "combatants": combatants}))
    desk.session.perform({"do": "begin"}, typed=False)
    yield desk
    systems.cache_clear()


def choose(desk: Desk, action: str) -> str:
    """Opens the form of an action for whoever is on turn."""
    option = next(o for o in desk.fight.turn_options() if o.action == action)
    desk.panel.choose(option)
    return option.actor


def click(desk: Desk, at: tuple[float, float]) -> None:
    Hand(desk.qtbot, desk.panel.ui.map.view).click(at)


def test_a_click_does_the_open_command_there_with_what_its_form_says(prowling: Desk) -> None:
    actor = choose(prowling, "prowl")
    form = prowling.panel.ui.command.form
    form.box("softly").editor.put(True)
    assert "the token stays where it is" in prowling.panel.ui.command.hint.text()
    click(prowling, (5.5, 3.5))
    assert prowling.steps[-1] == {
        "do": "act", "actor": actor, "action": "prowl", "softly": True, "to": [5, 3]
    }  # fmt: skip
    assert prowling.fight.state.positions[actor] == (5, 3)
    assert prowling.panel.ui.command.option is None


def test_enter_goes_to_the_place_that_was_advised(prowling: Desk) -> None:
    option = next(o for o in prowling.fight.turn_options() if o.action == "prowl")
    advised = {"softly": True, "to": [5, 3]}
    fields = prowling.fight.parameters(option)
    prowling.panel.action_column.choose(option, fields, False, advised)
    assert "stays where it is" not in prowling.panel.ui.command.hint.text()
    prowling.panel.enter()
    assert prowling.steps[-1]["to"] == [5, 3]
    assert prowling.fight.state.positions[option.actor] == (5, 3)


def test_an_action_that_asks_only_where_waits_for_the_map_and_says_so(prowling: Desk) -> None:
    done = len(prowling.steps)
    actor = choose(prowling, "hop")
    command = prowling.panel.ui.command
    assert command.isVisible()
    assert "click on the map" in command.hint.text()
    assert "stays where it is" not in command.hint.text()
    assert not command.go.isEnabled()
    prowling.panel.enter()
    assert len(prowling.steps) == done
    assert "click on the map" in command.refusal.text()
    click(prowling, (4.5, 4.5))
    assert prowling.steps[-1]["action"] == "hop"
    assert prowling.fight.state.positions[actor] == (4, 4)


def test_a_form_of_the_systems_own_move_lets_the_map_say_what_nobody_typed(prowling: Desk) -> None:
    actor = choose(prowling, "walk")
    click(prowling, (3.5, 1.5) if actor == "ama" else (7.5, 1.5))
    assert prowling.steps[-1]["action"] == "walk"
    assert "feet" not in prowling.steps[-1]
    assert prowling.fight.state[actor].used["feet"] == 10
