"""What ships with the system: every rule's text, the catalogue's figures, the sample campaign."""

import json
from typing import Any

from desktop import assets
from desktop.encounter.fight import start
from desktop.library.resources import rulebook, shipped_entries
from desktop.rules.fields import fields_of, that_count
from desktop.rules.mir_tmy.sheet import POWERS, Weapon
from tests.playouts import sample_scripts


def test_every_rule_has_its_text_in_order_with_the_native_term() -> None:
    texts = rulebook("mir_tmy")
    assert list(texts) == [*(f"mir_tmy-{number}" for number in range(1, 55)), "by-hand"]
    for text in texts.values():
        assert any("а" <= letter <= "я" for letter in text.title.split("(")[1])


def test_house_rule_texts_name_their_switch() -> None:
    texts = rulebook("mir_tmy")
    switches = {
        "mir_tmy-1": "tens_again",
        "mir_tmy-5": "declare",
        "mir_tmy-10": "rate_of_fire",
        "mir_tmy-12": "damage_ones_cancel",
        "mir_tmy-22": "many_on_one",
        "mir_tmy-25": "form_attributes",
        "mir_tmy-34": "sweep_initiative",
        "mir_tmy-35": "disarm_miss",
    }
    for number, text in texts.items():
        assert bool(text.house_rule) == (number in switches)
        assert switches.get(number, "") in text.house_rule


def entries(kind: str) -> dict[str, dict[str, Any]]:
    return {e.name: e.data for e in shipped_entries("mir_tmy") if e.kind == kind}


def test_the_catalogue_has_the_published_figures() -> None:
    weapons = entries("weapon")
    assert len(weapons) == 34 + 21 + 11 + 5
    figures = {
        name: (weapons[name]["parry"], weapons[name]["damage"], weapons[name]["type"])
        for name in ("Нож", "Катана", "Двуручный меч", "Посох", "Цепь")
    }
    assert figures == {
        "Нож": (5, 1, "lethal"),
        "Катана": (6, 3, "lethal"),
        "Двуручный меч": (5, 6, "lethal"),
        "Посох": (6, 3, "bashing"),
        "Цепь": (5, 0, "bashing"),
    }
    guns = {
        name: (weapons[name]["damage"], weapons[name]["range"], weapons[name]["clip"])
        for name in ("Пистолет, тяжёлый", "Штурмовая винтовка", "Пулемёт .50", "MP5")
    }
    assert guns == {
        "Пистолет, тяжёлый": (5, 30, 7),
        "Штурмовая винтовка": (7, 150, 42),
        "Пулемёт .50": (16, 1000, 200),
        "MP5": (4, 50, 30),
    }
    more = [weapons[name] for name in ("Пистолет, лёгкий", "Двуручный меч", "Клэйв (серебро)")]
    assert (more[0]["rate"], more[0]["chamber"]) == (4, 1)
    assert (more[1]["strength"], more[2]["silver"]) == (3, True)
    assert {name for name, weapon in weapons.items() if weapon.get("automatic")} >= {
        "ПП, малый",
        "ПП, большой",
        "Штурмовая винтовка",
        "Дробовик, автомат",
        "Пулемёт .30",
        "Пулемёт .50",
    }
    armor = entries("armor")
    assert len(armor) == 11 + 5
    assert (armor["Кевлар"]["rating"], armor["Кевлар"]["penalty"]) == (3, 1)
    assert "firearm" not in armor["Кольчуга"]["stops"]


def test_the_sample_has_the_seeds_four_with_the_seeds_numbers() -> None:
    document = json.loads(assets.path("samples", "mir_tmy.json").read_text("utf-8"))
    players = {
        c["sheet"]["name"]: c["sheet"] for c in document["characters"] if c["role"] == "player"
    }
    assert list(players) == ["Маша", "Олег", "Валерия", "Пётр"]
    masha, oleg, valeria, petr = players.values()
    assert (masha["attributes"]["dexterity"], masha["abilities"]["firearms"]) == (3, 4)
    assert (oleg["attributes"]["dexterity"], oleg["abilities"]["brawl"]) == (8, 3)
    assert [sheet["extra_actions"] for sheet in (masha, oleg, valeria)] == [5, 2, 3]
    assert valeria["attributes"]["dexterity"] + valeria["abilities"]["melee"] == 11
    pools = [
        petr["attributes"][attribute] + petr["abilities"][ability]
        for attribute, ability in (
            ("dexterity", "firearms"),
            ("dexterity", "security"),
            ("charisma", "intimidation"),
        )
    ]
    assert pools == [9, 7, 6]


def test_the_encounter_brings_a_vampire_a_werewolf_a_changeling_and_humans() -> None:
    fight = start(sample_scripts("mir_tmy")[0])
    kinds = [fighter.kind for fighter in fight.state.combatants.values()]
    assert {"vampire", "werewolf", "changeling", "human", "monster"} <= set(kinds)
    assert kinds.count("human") > 3


def test_the_guns_of_the_sample_are_those_of_the_catalogue() -> None:
    catalogue = entries("weapon")
    sheets = [one["sheet"] for script in sample_scripts("mir_tmy") for one in script["combatants"]]
    guns = [gun for sheet in sheets for gun in sheet["weapons"] if gun["kind"] == "firearm"]
    assert guns
    for gun in guns:
        of_its_own = {key: gun[key] for key in ("concealed",) if key in gun}
        assert gun == {**catalogue[gun["name"]], **of_its_own}


def test_every_power_of_the_sample_has_a_russian_name() -> None:
    sheets = [one["sheet"] for script in sample_scripts("mir_tmy") for one in script["combatants"]]
    assert {power for sheet in sheets for power in sheet.get("powers", {})} <= dict(POWERS).keys()


def test_what_a_weapon_is_asked_for_goes_by_its_kind_and_is_all_that_the_catalogue_says() -> None:
    fields = fields_of(Weapon)
    for name, weapon in entries("weapon").items():
        assert weapon.keys() <= {field.id for field in that_count(fields, weapon)}, name
    knife = {field.id for field in that_count(fields, {"name": "Нож", "kind": "melee"})}
    assert knife.isdisjoint({"clip", "loaded", "automatic", "burst", "chamber", "rate", "sight"})
    assert {"parry", "cutting", "strength"} <= knife


def test_the_notes_of_a_weapon_begin_a_sentence_and_say_no_damage_that_its_figures_say() -> None:
    carried = (weapon for foe in entries("adversary").values() for weapon in foe.get("weapons", ()))
    for weapon in (*entries("weapon").values(), *carried):
        notes = weapon.get("notes", "")
        assert notes[:1] == notes[:1].upper()
        assert f"урон {weapon.get('damage', 0)};" not in notes.casefold()
