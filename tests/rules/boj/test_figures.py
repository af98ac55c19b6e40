"""What is printed of a fighter is what is played with: each figure against a throw or a count."""

from fractions import Fraction
from typing import Any

import pytest

from desktop.encounter.attack_table import attack_table
from desktop.encounter.fight import Fight, start
from desktop.languages import ENGLISH, OWN_TERMS
from desktop.rules.contract import figures_of
from desktop.rules.figures import Figure, by_path
from desktop.rules.table import Refusal
from tests.rules.boj.bench import (
    CULTIST,
    GRENADE,
    HELMET,
    KNIFE,
    RIFLE,
    VERA,
    VEST,
    act,
    attack,
    fight,
    one,
    sheet,
)

RIOT = {"name": "Шлем", "rating": 2, "additive": True, "close_only": True}
STRONG = {"strength": 17, "constitution": 12, "dexterity": 13}
SHOTGUN = {"name": "Дробовик", "damage": "2d10+1", "bullet": True}


def shown(played: Fight, id: str) -> dict[str, Figure]:
    return dict(by_path(played.rules.figures(played.state, id)))


def chance(played: Fight, what: str, step: dict[str, Any]) -> Fraction:
    """How likely a step comes to this, where nobody defends."""
    answers = {"defence": "none"} if "target" in step else None
    given = {"do": "act", "actor": "vera", **step}
    return played.odds(given, answers=answers).probability(what)


@pytest.mark.parametrize("aiming", [False, True])
@pytest.mark.parametrize("weapon", ["Револьвер", "Граната", "Нож", "Голые руки и ноги"])
def test_boj_5_the_chance_that_is_shown_is_the_chance_to_hit(weapon: str, aiming: bool) -> None:
    here = fight(sheet("Вера", *VERA["weapons"]), CULTIST)
    here.perform({"do": "edit", "combatant": "vera", "set": {"aiming": aiming}})
    groups = here.rules.figures(here.state, "vera")
    (group,) = [group for group in groups if group.term.label == weapon]
    printed = group.figures[0].value
    step = {"action": "attack", "target": "cultist", "with": weapon}
    assert chance(here, "hit", step) == Fraction(int(printed), 100)
    assert sum(part.amount for part in group.figures[0].parts) in (0, printed)


def test_boj_5_an_effect_on_the_chance_is_shown_and_said_with_its_part() -> None:
    here = fight()
    here.perform(
        {"do": "effect", "combatants": ["vera"], "name": "Дым", "changes": {"chance": -15}}
    )
    figure = shown(here, "vera")["weapons[0].chance"]
    assert figure.value == 45
    assert figure.parts_in_words(ENGLISH) == "Ranged 60, Дым −15"
    step = {"action": "attack", "target": "cultist", "with": "Револьвер"}
    assert chance(here, "hit", step) == Fraction(45, 100)


@pytest.mark.parametrize(
    ("weapon", "dice", "lost"), [(KNIFE, [6], 6), (SHOTGUN, [10, 10], 21), (None, [4], 3)]
)
def test_boj_18_the_damage_that_is_shown_is_what_a_hit_does(
    weapon: dict[str, Any] | None, dice: list[int], lost: int
) -> None:
    weapons = [weapon] if weapon else []
    here = fight(sheet("Вера", *weapons), {**CULTIST, "max_hp": 99})
    path = "weapons[0].damage" if weapon else "bare_hands.damage"
    printed = str(shown(here, "vera")[path].value)
    attack(here, weapon["name"] if weapon else "Голые руки и ноги", 20, *dice)
    assert 99 - one(here, "cultist").hp == lost
    many, _, plus = printed.partition("+")
    many, _, minus = many.partition("-")
    count, sides = many.split("d")
    assert int(count) * int(sides) + int(plus or 0) - int(minus or 0) == lost


def test_boj_11_12_14_the_chances_of_defences_are_those_of_the_throws() -> None:
    here = fight({**VERA, "characteristics": STRONG})
    printed = shown(here, "vera")
    dodge, resist = {"action": "dodge"}, {"action": "resist"}
    assert chance(here, "success", dodge) == Fraction(int(printed["defence.dodge"].value), 100)
    assert chance(here, "success", resist) == Fraction(int(printed["defence.resist"].value), 100)
    here.perform({"do": "edit", "combatant": "vera", "set": {"grappled_by": "cultist"}})
    act(here, "escape", 1, 99)
    (said,) = (str(line.text) for line in here.log if "tries to break free" in str(line.text))
    assert f", 1 of {printed['defence.escape'].value}:" in said


def test_boj_16_five_times_a_characteristic_is_what_the_ground_demands() -> None:
    here = fight({**VERA, "characteristics": STRONG})
    footing = {"action": "move", "difficult": True}
    printed = shown(here, "vera")["five_fold.dexterity"].value
    assert chance(here, "success", footing) == Fraction(int(printed), 100)
    assert printed == 65


@pytest.mark.parametrize(
    ("weapon", "path"), [("Дробовик", "armour.shots"), ("Нож", "armour.close")]
)
def test_boj_23_the_armour_that_is_shown_is_what_is_taken_off(weapon: str, path: str) -> None:
    target = sheet("Страж", armor=[VEST, HELMET, RIOT], max_hp=99)
    here = fight(sheet("Вера", {**KNIFE, "damage": "2d10+1"}, SHOTGUN), target)
    printed = shown(here, "cultist")[path]
    attack(here, weapon, 20, 10, 10)
    assert 99 - one(here, "cultist").hp == 21 - int(printed.value)
    assert sum(part.amount for part in printed.parts) == printed.value


def test_boj_22_the_radius_that_is_shown_is_what_can_be_chosen() -> None:
    here = fight(sheet("Вера", RIFLE, GRENADE))
    printed = shown(here, "vera")
    assert printed["weapons[0].radius"].number == "1–3"
    assert printed["weapons[1].radius"].number == "10"
    with pytest.raises(Refusal, match="the radius is 1 to 3 m"):
        attack(here, "Автомат", 99, mode="burst", radius=4)


def test_boj_18_hit_points_of_a_sheet_are_those_of_the_fight() -> None:
    here = fight({**VERA, "characteristics": {"strength": 12, "constitution": 11}, "hp": 5})
    printed = shown(here, "vera")
    assert (printed["fighter.hp"].value, printed["fighter.max_hp"].value) == (5, 12)
    alone = dict(by_path(figures_of(here.rules, one(here, "vera").sheet, {})))
    assert alone == printed


def test_boj_5_skills_are_shown_by_their_terms_with_those_of_the_untrained() -> None:
    here = fight({"name": "Вера", "skills": {"Стрельба": 63, "Оккультизм": 20}})
    printed = shown(here, "vera")
    assert printed["skills.ranged"].said(OWN_TERMS) == "Дальний бой 63 %"
    assert printed["skills.dodge"].value == 30
    assert printed["skills.Оккультизм"].value == 20


def test_boj_11_the_odds_of_an_encounter_hold_no_defence_that_a_behaviour_would_choose() -> None:
    people = [
        {"id": "vera", "side": "players", "sheet": VERA},
        {"id": "c", "side": "foes", "sheet": CULTIST, "policy": "careful"},
    ]
    rows = attack_table(start({"format": "fight/1", "system": "boj", "combatants": people}))
    hits = {row.weapon: row.cells["Культист"].hit for row in rows if row.attacker == "Вера"}
    assert hits["Нож"] == 0.5
    assert hits["Лук"] == 0.6
