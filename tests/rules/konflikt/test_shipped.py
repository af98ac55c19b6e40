"""What ships with the system: every rule's text, the catalogue's figures, the sample campaign."""

from typing import Any

import pytest

from desktop.encounter.fight import play
from desktop.library.copies import given
from desktop.library.records import Entry, NewEntry
from desktop.library.resources import rulebook, shipped_entries
from desktop.library.spreadsheet import csv_of, rows_of
from desktop.rules import squares, systems
from desktop.rules.konflikt.sheet import Power, dice_of
from desktop.rules.konflikt.state import Conflict
from tests.playouts import sample_scripts
from tests.rules.konflikt.bench import creature, fight_of, ogre
from tests.rules.steps import act

SWITCHES = {"konflikt-7": ["prepared_until"], "konflikt-16": ["bonus_step", "bonus_cap"]}


def entries(kind: str) -> dict[str, dict[str, Any]]:
    return {e.name: e.data for e in shipped_entries("konflikt") if e.kind == kind}


def test_every_rule_has_its_text_with_the_native_term() -> None:
    texts = rulebook("konflikt")
    assert list(texts) == [*(f"konflikt-{number}" for number in range(1, 23)), "by-hand"]
    assert all("(" in text.title for text in texts.values())
    for number, text in texts.items():
        assert bool(text.house_rule) == (number in SWITCHES)
        assert all(switch in text.house_rule for switch in SWITCHES.get(number, ()))


def test_the_catalogue_has_the_published_figures() -> None:
    attacks = entries("attack")
    assert attacks["Dlouhý meč"]["damage"] == "1k8"
    assert attacks["Rapír"]["agile"]
    assert attacks["Rapír"]["needs_dexterity"] == 3
    assert attacks["Obouruční meč"]["damage"] == "2k6"
    bow = attacks["Krátký luk"]
    assert (bow["kind"], bow["damage"], bow["range"], bow["far"]) == ("ranged", "1k6", 20, 40)
    knife, thrown = attacks["Nůž"], attacks["Nůž (hod)"]
    assert (knife["light"], knife["agile"]) == (True, True)
    assert (thrown["thrown"], thrown["range"], thrown["far"]) == (True, 5, 10)
    assert attacks["Kopí"]["range"] == 2, "a long weapon reaches one metre farther"
    armor = {name: piece["defence"] for name, piece in entries("armor").items()}
    assert (armor["Kožená zbroj"], armor["Plná plátová zbroj"], armor["Štít"]) == (12, 17, 2)
    dog = entries("creature")["Pes"]
    assert (dog["max_hp"], dog["defence"], dog["momentum"]) == (10, 10, 7)
    assert (dog["skills"]["prowess"], dog["attacks"][0]["damage"]) == (1, "1k6")


POWERS = [
    Entry(id=1, system="konflikt", kind=kind, name=name, data=data, source="shipped")
    for kind in ("spell", "ability")
    for name, data in entries(kind).items()
]


@pytest.mark.parametrize("entry", POWERS, ids=lambda entry: entry.name)
def test_konflikt_6_a_shipped_power_given_to_a_sheet_does_what_it_says(entry: Entry) -> None:
    sheet = given(systems()["konflikt"], {"hp": 1}, entry)
    fight = fight_of(creature("taren", **sheet), ogre())
    power = Power.model_validate(entry.data)
    target = "ogre" if power.harms else "taren"
    healed = [dice for dice in (power.damage, power.healing) if dice]
    dice = [19] * bool(power.skill)
    for rolled, _ in map(dice_of, healed):
        assert rolled
        dice += [1] * rolled.count
    action = "cast" if entry.kind == "spell" else "use_ability"
    act(fight, "taren", action, *dice, target=target, with_=entry.name)
    after = fight.state[target]
    assert power.damage or power.healing or power.effect, "it does something"
    assert bool(power.damage) == (target == "ogre" and after.hp < 30)
    assert bool(power.healing) == (target == "taren" and after.hp > 1)
    assert [e.name for e in after.effects] == ([power.effect.name] if power.effect else [])
    assert fight.state["taren"].changed, "a use of it is gone"


def test_the_catalogue_has_the_figures_of_races_and_callings() -> None:
    races = {name: (it["max_hp"], it["momentum"]) for name, it in entries("race").items()}
    assert (races["Člověk"], races["Trpaslík"]) == ((6, 6), (8, 5))
    callings = {n: (it["defence"], it["hp_per_level"]) for n, it in entries("calling").items()}
    assert (callings["Válečník"], callings["Skald"]) == ((11, 5), (9, 3))
    for kind in ("race", "calling"):
        for data in entries(kind).values():
            assert any(f"Schopnost: {name}." in data["notes"] for name in entries("ability"))


@pytest.mark.parametrize("kind", ["spell", "ability", "race", "calling"])
def test_a_table_of_the_shipped_entries_comes_back_as_they_were(kind: str) -> None:
    shipped = [
        NewEntry(system="konflikt", kind=kind, name=name, data=data)
        for name, data in entries(kind).items()
    ]
    back = rows_of(csv_of(shipped), "x.csv", "konflikt", kind)
    assert [row.entry for row in back] == shipped


def test_the_sample_has_the_four_and_the_ogre_of_size_2() -> None:
    bridge = next(s for s in sample_scripts("konflikt") if s["name"] == "Obr u mostu")
    names = [combatant["sheet"]["name"] for combatant in bridge["combatants"]]
    assert names == ["Carl", "Taren", "Abigail", "Nicole", "Obr"]
    assert bridge["combatants"][-1]["sheet"]["size"] == 2


def test_the_ambush_at_the_bridge_has_a_map_on_which_everybody_has_a_place_of_their_own() -> None:
    ambush = next(s for s in sample_scripts("konflikt") if s["name"] == "Přepadení na cestě")
    kinds = {shape["kind"] for shape in ambush["map"]["ground"]}
    assert kinds == {"wall", "full", "partial", "difficult"}, "one of everything that can be drawn"
    state = play(ambush).state
    assert isinstance(state, Conflict)
    assert set(state.positions) == set(state.combatants)
    assert len(set(state.positions.values())) == len(state.positions)
    assert squares.cover_between(state, "taren", "lupic-1") == "partial", (
        "they wait behind the cart"
    )
    assert squares.sees(state, "taren", "pes-1")
