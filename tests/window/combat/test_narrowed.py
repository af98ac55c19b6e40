"""What a form offers follows what is chosen in it, in a system that says so."""

from collections.abc import Iterator

import pytest
from delve import Delve

from desktop.encounter.fight import start
from desktop.rules import systems
from tests.rules.teohiphip.bench import figure
from tests.window.combat.conftest import Desk

SWORD = {"name": "Sword", "sides": 8}
BOW = {"name": "Bow", "sides": 6, "range": 80}


@pytest.fixture
def delve(desk: Desk) -> Iterator[Desk]:
    systems.cache_clear()
    systems().add("delve", lambda: Delve)
    places = {"ama": ("players", [1, 1]), "rat": ("foes", [9, 1]), "ogre": ("foes", [2, 1])}
    combatants = [
        {"id": id, "side": side, "at": at, "sheet": {"name": id, "weapons": [SWORD, BOW]}}
        for id, (side, at) in places.items()
    ]
    script = {"format": "fight/1", "system": "delve", "map": {"width": 20, "height": 10}}
    desk.open(start({**script, "combatants": combatants}))
    desk.session.perform({"do": "begin"})
    yield desk
    systems.cache_clear()


def test_a_weapon_that_does_not_reach_the_chosen_target_is_grey_and_another_is_chosen(
    delve: Desk,
) -> None:
    panel = delve.panel
    panel.choose(next(o for o in delve.fight.turn_options() if o.action == "strike"))
    form = panel.ui.command.form

    def reasons() -> dict[str, str | None]:
        field = form.box("with").editor.field
        return {c.value: str(c.why_not) if c.why_not else None for c in field.choices}

    form.box("target").editor.put("rat")
    assert reasons()["Sword"] == "Sword reaches 5 ft, not 40"
    assert form.box("with").editor.value() == "Bow"
    form.box("target").editor.put("ogre")
    assert reasons()["Sword"] is None
    assert form.box("target").editor.value() == "ogre"


def _begin_with_spells(delve: Desk, **works: str) -> None:
    """A fight begins anew in which everybody knows these spells and can cast three."""
    script = delve.fight.as_script()
    spells = [{"name": name, "work": work} for name, work in works.items()]
    for entry in script["combatants"]:
        entry["sheet"].update(spells=spells, slots=[3])
    delve.open(start({key: value for key, value in script.items() if key != "steps"}))
    delve.session.perform({"do": "begin"}, typed=False)


def test_others_are_asked_for_only_with_a_spell_that_has_an_area(delve: Desk) -> None:
    _begin_with_spells(delve, Fire="fire", Bind="bind")
    delve.panel.choose(next(o for o in delve.fight.turn_options() if o.action == "cast"))
    form = delve.panel.ui.command.form
    for spell, asked in (("Bind", False), ("Fire", True)):
        form.box("spell").editor.put(spell)
        assert form.box("others").isVisible() == asked


def test_a_form_opens_on_the_first_spell_that_has_a_target(delve: Desk) -> None:
    _begin_with_spells(delve, Mend="mend", Fire="fire")

    def opens_with() -> tuple[str, str]:
        option = next(o for o in delve.fight.turn_options() if o.action == "cast")
        delve.panel.choose(option)
        form = delve.panel.ui.command.form
        chosen = form.box("target").editor.value()
        able = {c.value for c in form.box("target").editor.field.choices if not c.why_not}
        assert chosen in able
        return form.box("spell").editor.value(), chosen

    assert opens_with() == ("Fire", "ogre")
    delve.session.perform({"do": "edit", "combatant": delve.fight.state.turn, "set": {"hp": 1}})
    assert opens_with()[0] == "Mend"


def test_teohiphip_15_the_only_ally_that_a_trait_can_be_for_is_chosen(desk: Desk) -> None:
    people = [figure("zenon", "players", 1, "Urodzony dowódca", "Medytacja"), figure("ala", hp=1)]
    script = {"format": "fight/1", "system": "teohiphip"}
    desk.open(start({**script, "combatants": [*people, figure("guard", "foes")]}))
    desk.session.perform({"do": "begin", "dice": [3, 3]})
    desk.session.perform({"do": "activate", "actor": "zenon"})
    desk.choose("use_trait")
    form = desk.panel.ui.command.form
    assert (form.box("trait").editor.value(), form.box("target").editor.value()) == (
        "Urodzony dowódca", "ala",
    )  # fmt: skip
    assert desk.panel.ui.command.go.isEnabled()
