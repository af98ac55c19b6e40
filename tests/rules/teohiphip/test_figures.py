"""What is printed of a character is what play throws and counts."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.languages import ENGLISH
from desktop.library.samples import sample_scripts
from desktop.rules.figures import FigureGroup
from tests.rules.steps import act, cited, do
from tests.rules.teohiphip.bench import BATON, PILUM, RIFLE, activate, fight_of, figure

SHEETS: list[dict[str, Any]] = [
    person["sheet"]
    for script in sample_scripts("teohiphip")
    for person in script["combatants"]
    if person["sheet"].get("attacks") and not person["sheet"].get("object")
]
TRAITS = [
    (),
    ("Krótkowidz",),
    ("Celne oko",),
    ("Fechmistrz", "Niezdarny"),
    ("Powolny", "Szybki"),
    ("Otyły", "Krzepki"),
    ("Hartowany", "Wątłe zdrowie"),
    ("Cherlawy", "Wytrzymały"),
    ("Wytrzymały",),
]


def groups_of(fight: Fight, id: str) -> dict[str, FigureGroup]:
    return {group.id: group for group in fight.rules.figures(fight.state, id)}


def number(group: FigureGroup, id: str) -> int | str:
    return next(figure.value for figure in group.figures if figure.id == id)


def fight_with(sheet: dict[str, Any], **house: Any) -> Fight:
    hero = {"id": "hero", "side": "foes", "sheet": {**sheet, "band": "Banda"}}
    return fight_of(hero, figure("dummy", "others", 99), dice=[], **house)


def sheets_with_traits() -> list[dict[str, Any]]:
    tool = {**RIFLE, "name": "Proca", "disadvantage": True}
    attacks = [RIFLE, BATON, PILUM, tool]
    return [
        {"name": "-".join(traits) or "Nikt", "max_hp": 5, "attacks": attacks}
        | {"traits": [{"name": name} for name in traits]}
        for traits in TRAITS
    ]


@pytest.mark.parametrize("sheet", [*SHEETS, *sheets_with_traits()], ids=lambda s: s["name"])
def test_teohiphip_16_17_as_many_dice_are_thrown_as_are_printed(sheet: dict[str, Any]) -> None:
    for place, attack in enumerate(sheet["attacks"]):
        fight = fight_with({**sheet, "attacks": [{**attack, "name": f"Broń {place}"}]})
        activate(fight, "hero")
        printed = str(number(groups_of(fight, "hero")["attacks[0]"], "dice"))
        dice = [1] * int(printed.removesuffix("k6"))
        act(fight, "hero", "attack", *dice, target="dummy")


@pytest.mark.parametrize("sheet", [*SHEETS, *sheets_with_traits()], ids=lambda s: s["name"])
def test_teohiphip_5_6_20_speed_hit_points_and_ap_are_those_of_the_fight(
    sheet: dict[str, Any],
) -> None:
    fight = fight_with(sheet)
    fighter, group = fight.state["hero"], groups_of(fight, "hero")["fighter"]
    whole = not sheet.get("hp")
    assert number(group, "hp") == fighter.hp
    assert not whole or number(group, "max_hp") == fighter.hp
    for one in group.figures:
        assert not one.parts or sum(part.amount for part in one.parts) == one.value
    activate(fight, "hero")
    assert number(group, "ap") == fight.state["hero"].ap
    speed = number(group, "speed")
    assert isinstance(speed, int)
    fight.odds({"do": "act", "actor": "hero", "action": "move", "inches": speed})
    with pytest.raises(Exception, match="of speed needed"):
        act(fight, "hero", "move", inches=speed + 1)


def test_teohiphip_17_20_effects_count_in_what_is_shown() -> None:
    fight = fight_with({"name": "Nikt", "attacks": [RIFLE]})
    changes = {"advantage": 1, "speed": -2, "ap": 1}
    do(fight, {"do": "effect", "combatants": ["hero"], "name": "Szał", "changes": changes})
    groups = groups_of(fight, "hero")
    assert number(groups["attacks[0]"], "dice") == "3k6"
    assert groups["fighter"].figures[0].parts_in_words(ENGLISH) == "bought 6, Szał −2"
    activate(fight, "hero")
    assert fight.state["hero"].ap == number(groups["fighter"], "ap") == 3
    act(fight, "hero", "attack", 1, 1, 1, target="dummy")


def test_teohiphip_12_an_aim_is_in_the_dice_until_it_is_used() -> None:
    fight = fight_with({"name": "Nikt", "attacks": [RIFLE]})
    activate(fight, "hero")
    act(fight, "hero", "aim")
    assert number(groups_of(fight, "hero")["attacks[0]"], "dice") == "3k6"
    act(fight, "hero", "attack", 1, 1, 1, target="dummy")
    assert number(groups_of(fight, "hero")["attacks[0]"], "dice") == "2k6"


def test_teohiphip_15_a_trait_costs_the_ap_that_are_printed() -> None:
    fight = fight_with({"name": "Nikt", "max_hp": 4, "hp": 2, "traits": [{"name": "Medytacja"}]})
    price = number(groups_of(fight, "hero")["traits[0]"], "ap")
    activate(fight, "hero")
    lines = act(fight, "hero", "use_trait", trait="Medytacja")
    assert cited(lines, "teohiphip-15", "Medytacja")
    assert fight.state["hero"].ap == 2 - int(price)
