"""The odds of each attack of an encounter against each target."""

import pytest

from desktop.encounter.attack_table import attack_table
from desktop.encounter.fight import Fight, start
from desktop.library.samples import sample_scripts
from desktop.rules import systems
from tests.rules.konflikt.bench import BOW, FIRE, KNIFE, duel, strike


def a_fight() -> Fight:
    guard = {"max_hp": 3, "attacks": [{"name": "Halabarda", "kind": "melee"}]}
    return start(
        {
            "format": "fight/1",
            "system": "teohiphip",
            "combatants": [
                {
                    "id": "z",
                    "side": "players",
                    "sheet": {
                        "name": "Zenon",
                        "max_hp": 4,
                        "attacks": [{"name": "Pistolet", "range": 18}, {"name": "Śpiew"}],
                    },
                },
                {"id": "a", "side": "foes", "sheet": {**guard, "name": "Strażnik 1"}},
                {"id": "b", "side": "foes", "sheet": {**guard, "name": "Strażnik 2"}},
            ],
        }
    )


def test_each_weapon_of_each_kind_against_each_kind_of_the_other_side() -> None:
    found = [(row.attacker, row.weapon, list(row.cells)) for row in attack_table(a_fight())]
    assert found == [
        ("Zenon", "Pistolet", ["Strażnik"]),
        ("Zenon", "Śpiew", ["Strażnik"]),
        ("Strażnik", "Halabarda", ["Zenon"]),
    ]


def test_teohiphip_16_the_odds_are_those_of_the_rules() -> None:
    (cell,) = attack_table(a_fight())[0].cells.values()
    # Two dice, each a success on 5 and 6.
    assert cell.hit == pytest.approx(5 / 9)
    assert cell.damage == pytest.approx(2 / 3)
    assert not cell.estimated


def test_nothing_happens_to_the_fight_that_is_looked_at() -> None:
    fight = a_fight()
    attack_table(fight)
    assert not fight.begun
    assert fight.journal == []


def test_konflikt_6_10_what_is_used_up_has_no_odds_and_what_does_no_damage_none_of_it() -> None:
    daze = {"name": "Zmatení", "skill": "intelligence", "against": "defence"}
    bow, thrown = {**BOW, "uses": 1}, {**KNIFE, "kind": "ranged", "thrown": True, "uses": 0}
    fight = duel(attacks=[bow, thrown], spells=[{**FIRE, "uses": 0}, daze])
    rows = {row.weapon: row for row in attack_table(fight) if row.attacker == "Taren"}
    assert [*rows] == [BOW["name"], "Neozbrojený útok", "Zmatení"]
    assert rows["Zmatení"].cells["Ogre"].damage is None
    strike(fight, "taren", "ogre", 2)
    assert BOW["name"] not in {row.weapon for row in attack_table(fight)}


@pytest.mark.parametrize("system", list(systems()))
def test_every_system_has_odds_in_its_sample_and_the_same_each_time(system: str) -> None:
    script = sample_scripts(system)[0]
    found = attack_table(start(script))
    assert found
    assert found == attack_table(start(script))


def test_where_people_stand_on_a_map_is_no_matter() -> None:
    plain = a_fight().as_script()
    for place, one in enumerate(plain["combatants"]):
        one["at"] = [60 * place, 0]
    apart = start({**plain, "map": {"width": 200, "height": 20}})
    assert attack_table(apart) == attack_table(a_fight())
