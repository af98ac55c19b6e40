"""Actors of the Foundry system ``worldofdarkness`` as characters of the World of Darkness."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.library.errors import DocumentError
from desktop.library.foreign import read_foreign
from desktop.rules import systems
from desktop.rules.contract import checked
from tests.rules.mir_tmy.actors import CLAWS, RIFLE, SWORD, VEST, attribute, item, pc, vampire


def read(value: Any) -> tuple[Any, tuple[str, ...]]:
    """The sheet as the system's own model, and the remarks."""
    reading = read_foreign(value)
    assert reading
    (character,) = reading.bundle.characters
    assert character.system == "mir_tmy"
    return checked(systems()["mir_tmy"].sheet, character.sheet), tuple(map(str, reading.remarks))


def test_a_vampire_comes_over_field_by_field() -> None:
    sheet, _ = read(vampire())
    assert (sheet.name, sheet.kind, sheet.form) == ("Иржи", "vampire", None)
    body = sheet.attributes
    assert (body.strength, body.dexterity, body.stamina, body.wits) == (3, 4, 2, 4)
    assert sheet.abilities == {"brawl": 2, "martial_arts": 1, "melee": 3}
    assert sheet.powers == {"celerity": 3}
    assert sheet.health[:3] == ["bruised", "bruised", "hurt"]
    assert sheet.health[-1] == "dead"
    assert (sheet.damage.bashing, sheet.damage.lethal, sheet.damage.aggravated) == (1, 2, 0)
    assert sheet.soaks == ["bashing", "lethal"]


def test_weapons_come_over_with_their_dice_and_rounds() -> None:
    sheet, remarks = read(vampire())
    sabre, rifle, knife = sheet.weapons
    assert (sabre.kind, sabre.ability, sabre.damage, sabre.type) == ("melee", "melee", 2, "lethal")
    assert (sabre.parry, sabre.strength) == (5, 2)
    assert sabre.notes == "Семейная.\n\nТочность: +1\n\nСкрытность: T"
    assert "items[0].system.attack.accuracy: has no place here; kept in the notes" in remarks
    assert (rifle.kind, rifle.damage, rifle.range, rifle.rate) == ("firearm", 7, 200, 3)
    assert (rifle.clip, rifle.loaded, rifle.automatic, rifle.burst) == (30, 12, True, True)
    assert (knife.kind, knife.damage, knife.clip) == ("thrown", 1, None)


def test_strength_counts_in_the_damage_as_often_as_in_the_file() -> None:
    """Close and thrown weapons add it here by the rules, and firearms do not."""
    stake = item("Melee Weapon", "Жезл", damage={"attribute": "", "bonus": 5, "type": "bashing"})
    bow = item(
        "Ranged Weapon", "Лук", attack={"ability": "athletics"}, clip={"value": 1, "max": 1},
        damage={"attribute": "strength", "bonus": 2, "type": "lethal"},
    )  # fmt: skip
    sheet, remarks = read(vampire(items=[stake, bow]))
    assert [weapon.damage for weapon in sheet.weapons] == [5 - 3, 2 + 3]
    assert [weapon.kind for weapon in sheet.weapons] == ["melee", "firearm"]
    assert sum("strength" in line for line in remarks) == 2


def test_armour_that_differs_by_type_comes_in_layers_and_what_is_not_worn_into_the_notes() -> None:
    sheet, remarks = read(vampire())
    assert [(piece.rating, piece.stops, piece.penalty) for piece in sheet.armor] == [
        (2, ["bashing", "lethal"], 1),
        (2, ["bashing"], 0),
    ]
    against = [sum(a.against(type, "melee") for a in sheet.armor) for type in ("bashing", "lethal")]
    assert against == [4, 2]
    assert "Не надето: Пальто" in sheet.notes
    assert "items: no place here, kept in the notes: Не надето ×1" in remarks


def test_a_life_and_its_resources_are_kept_in_the_notes_and_told() -> None:
    sheet, remarks = read(vampire())
    for said in ("Клан: Бруха", "Концепция: Дуэлянт", "Из Праги.", "Power: Rapidity"):
        assert said in sheet.notes
    assert "Сила воли: 6 (сейчас 4)" in sheet.notes
    assert "Запас крови: 9 из 13" in sheet.notes
    assert "system.advantages.willpower: has no place here; kept in the notes" in remarks


def test_a_werewolf_of_the_newest_kind_has_its_form_rage_and_claws() -> None:
    ability = item("Ability", "Brawl", value=4, label="wod.abilities.brawl")
    rage = item("Advantage", "Rage", id="rage", permanent=5, temporary=2)
    crinos = item(
        "Trait", "Crinos", type="wod.types.shapeform", label="wod.shapes.crinos", isactive=True
    )
    sheet, _ = read(pc("werewolf", ability, rage, crinos, CLAWS))
    assert (sheet.kind, sheet.form) == ("werewolf", "crinos")
    assert sheet.abilities == {"brawl": 4}
    assert sheet.powers == {"rage": 5}
    assert (sheet.weapons[0].kind, sheet.weapons[0].type) == ("natural", "aggravated")
    assert "Племя: Фенрир" in sheet.notes
    assert "Рация" in sheet.notes


@pytest.mark.parametrize(
    ("kind", "ours"),
    [("Mortal", "human"), ("Mage", "human"), ("Changeling", "changeling"), ("Demon", "monster"),
     ("Changing Breed", "werewolf"), ("Creature", "monster")],
)  # fmt: skip
def test_each_kind_of_actor_has_a_kind_here(kind: str, ours: str) -> None:
    sheet, _ = read(vampire(type=kind))
    assert sheet.kind == ours


def test_attributes_are_those_of_the_form_and_at_least_one() -> None:
    system = {"attributes": {"strength": attribute(3, total=7), "appearance": attribute(0)}}
    sheet, _ = read(vampire(system=system))
    assert (sheet.attributes.strength, sheet.attributes.appearance) == (7, 1)
    assert sheet.attributes.wits == 1


def test_an_enemy_of_the_table_is_an_adversary() -> None:
    for token, role in (({"disposition": -1}, "adversary"), ({"disposition": 1}, "player")):
        reading = read_foreign(vampire(prototypeToken=token))
        assert reading
        assert reading.bundle.characters[0].role == role


def test_more_damage_than_levels_keeps_the_worst() -> None:
    marked = {"bashing": 9, "lethal": 9, "aggravated": 3}
    health = {**vampire()["system"]["health"], "damage": marked}
    sheet, remarks = read(vampire(system={"health": health}))
    damage = sheet.damage
    assert (damage.aggravated, damage.lethal, damage.bashing) == (3, 6, 0)
    assert "system.health.damage.bashing: is more than there are levels" in remarks


def test_two_weapons_of_one_name_are_told_apart() -> None:
    sheet, _ = read(vampire(items=[SWORD, SWORD]))
    assert [weapon.name for weapon in sheet.weapons] == ["Сабля", "Сабля 2"]


@pytest.mark.parametrize(
    ("value", "kinds"), [(SWORD, ["weapon"]), (RIFLE, ["weapon"]), (VEST, ["armor", "armor"])]
)
def test_a_single_item_becomes_an_entry(value: Any, kinds: list[str]) -> None:
    reading = read_foreign({**value, "_stats": {"systemId": "worldofdarkness"}})
    assert reading
    assert [(entry.system, entry.kind) for entry in reading.bundle.entries] == [
        ("mir_tmy", kind) for kind in kinds
    ]


def test_things_without_a_place_are_counted_in_one_line() -> None:
    _, remarks = read(vampire(items=[SWORD] * 30 + [item("Spaceship", "X")] * 9))
    assert "items: left out, no place here: 'Melee Weapon' ×10" in remarks
    assert "items: left out, no place here: 'Spaceship' ×9" in remarks


def test_what_cannot_be_is_refused_in_one_line() -> None:
    with pytest.raises(DocumentError, match="type: 'Bonus' cannot be brought in"):
        read_foreign({**item("Bonus", "B"), "_stats": {"systemId": "worldofdarkness"}})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
PLACES = st.sampled_from(
    ["name", "system", "items", "items.0", "items.0.system", "items.1.system.clip",
     "items.3.system", "items.5.system", "system.health", "system.health.damage",
     "system.attributes.strength", "system.abilities", "system.advantages", "system.settings.soak",
     "system.bio", "system.gear",
     "system.shapes", "prototypeToken", "type"]
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(PLACES, JSON)
def test_whatever_stands_in_a_file_is_read_or_refused(place: str, junk: Any) -> None:
    value = json.loads(json.dumps(vampire()))
    *way, last = place.split(".")
    target: Any = value
    for name in way:
        target = target[int(name) if name.isdigit() else name]
    target[int(last) if last.isdigit() else last] = junk
    said = ""
    try:
        read_foreign(value)
    except DocumentError as error:
        said = str(error)
    assert "\n" not in said
