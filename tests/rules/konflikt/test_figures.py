"""What is printed of a creature is what play throws and counts."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.languages import ENGLISH, OWN_TERMS
from desktop.library.samples import sample_scripts
from desktop.rules.contract import figures_of
from desktop.rules.fields import Record
from desktop.rules.figures import FigureGroup
from tests.rules.konflikt.bench import BOW, SWORD, by_hand, creature, duel, fight_of, ogre, strike
from tests.rules.steps import act, cited, do

CHAIR = {"name": "Židle", "damage": "1k6", "improvised": True}
HEAVY = {"name": "Kladivo", "damage": "1k12", "needs_prowess": 9, "bonus": 1}
THROWN = {"name": "Sekerka", "kind": "ranged", "thrown": True, "damage": "1k6+1", "range": 8}
MIND = {"name": "Pohled", "against": "personality", "damage": "2"}
SHEETS: list[dict[str, Any]] = [
    *(person["sheet"] for script in sample_scripts("konflikt") for person in script["combatants"]),
    {
        "name": "Všeuměl",
        "skills": {"prowess": 3, "dexterity": 5, "intelligence": 2},
        "attacks": [SWORD, BOW, CHAIR, HEAVY, THROWN, MIND],
        "spells": [{"name": "Blesk", "skill": "intelligence", "damage": "2k4"}],
    },
]


def groups_of(fight: Fight, id: str) -> dict[str, FigureGroup]:
    return {group.id: group for group in fight.rules.figures(fight.state, id)}


def number(group: FigureGroup, id: str) -> int | str:
    return next(figure.value for figure in group.figures if figure.id == id)


def fight_with(sheet: dict[str, Any]) -> Fight:
    dummy = creature("dummy", "foes", defence=0, max_hp=999)
    fight = fight_of({"id": "hero", "side": "players", "sheet": sheet}, dummy)
    by_hand(fight, "dummy", threatens=False)
    return fight


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet["name"])
def test_konflikt_10_11_19_each_printed_attack_is_the_one_that_is_thrown(sheet: Any) -> None:
    fighter = fight_with(sheet).state["hero"]
    for place, weapon in enumerate(fighter.weapons):
        fight = fight_with(sheet)
        group = list(groups_of(fight, "hero").values())[place]
        assert group.term.label == weapon.name
        damage = next((figure.value for figure in group.figures if figure.id == "damage"), "0")
        dice = [1] * _count(str(damage))
        lines = strike(fight, "hero", "dummy", 19, *dice, with_=weapon.name)
        assert cited(lines, "konflikt-10", f": 19 {number(group, 'hit'):+d} = "), weapon.name
        least = max(sum(dice) + _plus(str(damage)), 1)
        immune = not damage or fight.state["dummy"].hp == 999
        assert immune or fight.state["dummy"].hp == 999 - least


def _count(damage: str) -> int:
    return int(damage.split("k")[0]) if "k" in damage else 0


def _plus(damage: str) -> int:
    plus = damage.split("k")[-1].partition("+")[2] if "k" in damage else damage
    return int(plus or 0)


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet["name"])
def test_konflikt_10_what_is_printed_as_range_is_what_can_be_reached(sheet: Any) -> None:
    fighter = fight_with(sheet).state["hero"]
    for place, weapon in enumerate(fighter.weapons):
        fight = fight_with(sheet)
        group = list(groups_of(fight, "hero").values())[place]
        printed = [figure.value for figure in group.figures if figure.id == "range"]
        if not printed:
            continue
        farthest = int(str(printed[0]).split("/")[-1])
        step: dict[str, Any] = {"do": "act", "actor": "hero", "action": "attack"}
        step |= {"target": "dummy", "with": weapon.name, "distance": farthest}
        fight.odds(step)
        with pytest.raises(Exception, match=f"reaches {farthest} m"):
            fight.odds({**step, "distance": farthest + 1})


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet["name"])
def test_konflikt_12_each_printed_skill_is_what_a_check_adds(sheet: Any) -> None:
    fight = fight_with(sheet)
    for figure in groups_of(fight, "hero")["skills"].figures:
        lines = act(fight, "hero", "check", 10, skill=figure.id)
        assert cited(lines, "konflikt-12", f": 10 {figure.value:+d} = ")


@pytest.mark.parametrize("house", [{}, {"bonus_step": 3}, {"bonus_step": 2, "bonus_cap": 1}])
def test_konflikt_16_20_effects_and_house_rules_count_in_what_is_shown(house: Any) -> None:
    fight = fight_of(creature("taren", skills={"prowess": 4}), ogre(), **house)
    by_hand(fight, "taren", effects=[{"name": "Strach", "penalty": 1}])
    group = groups_of(fight, "taren")["unarmed"]
    hit = next(figure for figure in group.figures if figure.id == "hit")
    step, cap = house.get("bonus_step", 2), house.get("bonus_cap", 3)
    assert hit.value == 4 - step * min(2, cap)
    assert sum(part.amount for part in hit.parts) == hit.value
    lines = strike(fight, "taren", "ogre", 1, with_="Neozbrojený útok")
    assert cited(lines, "konflikt-10", f": 1 {hit.value:+d} = ")


def test_konflikt_8_10_11_defence_armour_and_momentum_are_those_of_the_fight() -> None:
    fight = duel(defence=13, armor=2, momentum=7, luck=2)
    effect = {"defence": 2, "armour": 1, "momentum": -3}
    do(fight, {"do": "effect", "combatants": ["taren"], "name": "Štít", "changes": effect})
    figures = {figure.id: figure for figure in groups_of(fight, "taren")["fighter"].figures}
    assert {id: figures[id].value for id in ("defence", "armour", "momentum", "luck")} == {
        "defence": 15,
        "armour": 3,
        "momentum": 4,
        "luck": 2,
    }
    assert figures["defence"].parts_in_words(ENGLISH) == "sheet 13, Štít 2"
    do(fight, {"do": "end_turn"})
    lines = strike(fight, "ogre", "taren", 11, 6, 6)
    assert cited(lines, "konflikt-10", "against 15: success")
    assert fight.state["taren"].hp == 10 - (12 - 3)
    do(fight, {"do": "end_turn"})
    assert fight.state["taren"].momentum == 4


def test_konflikt_13_the_printed_reach_is_the_one_that_threatens() -> None:
    spear = {"name": "Kopí", "damage": "1k8", "range": 2}
    fight = duel(attacks=[spear])
    assert number(groups_of(fight, "taren")["fighter"], "reach") == 2


def test_konflikt_6_a_power_is_printed_with_what_its_check_adds_and_its_uses() -> None:
    fire = {"name": "Oheň", "skill": "intelligence", "against": "defence", "damage": "1k8+1"}
    fight = duel(skills={"intelligence": 3}, spells=[{**fire, "uses": 2}])
    group = groups_of(fight, "taren")["spells[0]"]
    assert group.said(OWN_TERMS) == "Inteligence +3 proti Obraně · poškození 1k8+1"
    lines = act(fight, "taren", "cast", 10, 4, target="ogre")
    assert cited(lines, "konflikt-10", ": 10 +3 = ")
    assert fight.state["ogre"].hp == 25
    (boxes,) = groups_of(fight, "taren")["spells[0]"].boxes
    assert (boxes.count, boxes.ticked) == (2, 1)


def test_konflikt_6_what_a_fight_has_used_up_is_said_to_be() -> None:
    fire, arrow = {"name": "Oheň", "uses": 0, "area": 2}, {"name": "Šíp", "uses": 0}
    groups = groups_of(duel(spells=[fire], attacks=[arrow]), "taren")
    assert groups["spells[0]"].said(OWN_TERMS) == "oblast 2 m · spotřebováno"
    assert "spotřebováno" in groups["attacks[0]"].said(OWN_TERMS)


def test_konflikt_10_a_sheet_alone_has_the_figures_of_its_first_fight() -> None:
    fight = duel(skills={"prowess": 2})
    sheet = fight.state["taren"].sheet
    assert isinstance(sheet, Record)
    alone = figures_of(fight.rules, sheet, {})
    assert alone == fight.rules.figures(fight.state, "taren")
