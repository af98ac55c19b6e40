"""What ships with the system: every rule's text, the catalogue's figures, the sample campaign."""

from typing import Any

from desktop.encounter.fight import play
from desktop.library.catalogue_files import shipped_entries
from desktop.library.rulebook import rulebook
from desktop.rules import squares
from desktop.rules.konflikt.state import Conflict
from tests.playouts import sample_scripts

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
