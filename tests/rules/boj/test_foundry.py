"""Actors of the Foundry system ``deltagreen`` as characters of «Бой»: old and new, whole or not."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.cli import main
from desktop.library.campaign import Campaign
from desktop.library.errors import DocumentError
from desktop.library.foreign import read_foreign, read_import
from desktop.rules import systems
from desktop.rules.boj.sheet import Characteristics, Sheet, Skills
from desktop.rules.contract import checked
from desktop.rules.foreign import plain_text
from tests.rules.boj.agents import BOND, KNIFE, RIFLE, agent, item, old_agent, skill


def read(value: Any) -> tuple[Any, tuple[str, ...]]:
    """The sheet as the system's own model, and the remarks."""
    found = read_foreign(value)
    assert found
    (one,) = found.bundle.characters
    assert one.system == "boj"
    return checked(systems()["boj"].sheet, one.sheet), tuple(map(str, found.remarks))


def test_an_agent_comes_over_field_by_field() -> None:
    sheet, _ = read(agent())
    assert sheet.name == "Виктор Веер"
    assert sheet.profession == "Федеральный агент"
    assert (sheet.hp, sheet.most) == (9, 12)
    body = sheet.characteristics
    assert [body.strength, body.constitution, body.dexterity] == [12, 11, 13]
    assert [body.intelligence, body.power, body.charisma] == [14, 10, 9]
    assert sheet.skills.model_dump() == {
        **{"ranged": 55, "melee": 40, "unarmed": 45, "athletics": 50, "dodge": 35},
        **{"heavy_weapons": 0, "demolitions": 10, "Occult": 30, "Language (Latin)": 20},
        "Кнут": 35,
    }


def test_what_an_agent_carries_comes_over() -> None:
    sheet, remarks = read(agent())
    rifle, knife, whip = sheet.weapons
    assert (rifle.skill, rifle.damage, rifle.lethality) == ("ranged", "1d12+2", 10)
    assert (rifle.radius, rifle.pierces, rifle.range) == (3, 3, 100)
    assert (rifle.bullet, rifle.automatic, rifle.close) == (True, True, False)
    assert rifle.notes == "Тяжёлый, но верный.\n\nБоезапас: 20"
    # The early schema gave every weapon a Lethality, in force or not.
    assert (knife.skill, knife.damage, knife.lethality, knife.close) == ("melee", "1d4", None, True)
    assert (whip.skill, whip.range) == ("Кнут", None)
    assert [(a.name, a.rating, a.additive) for a in sheet.armor] == [
        ("Жилет", 3, False),
        ("Каска", 1, True),
    ]
    assert "Не надето: Запасной жилет, броня 5" in sheet.notes
    assert "items[5]: not worn, kept in the notes: Запасной жилет" in remarks


def test_markup_in_texts_becomes_lines() -> None:
    sheet, _ = read(agent())
    assert "Внешность: Шрам на щеке.\n\n– очки\n– трость" in sheet.notes
    assert "Связь: Сестра (семья, 12)" in sheet.notes
    assert "Особая подготовка: Парашют (dex)" in sheet.notes


def test_what_boj_lacks_is_kept_in_the_notes_and_told() -> None:
    sheet, remarks = read(agent())
    assert "Очки воли: 8 из 10" in sheet.notes
    assert "Рассудок: 48 из 99, предел 40" in sheet.notes
    assert "system.wp: «Бой» has no such value; kept in the notes" in remarks
    assert "system.sanity: «Бой» has no such value; kept in the notes" in remarks


def test_the_first_schema_is_read_with_what_it_has() -> None:
    sheet, remarks = read(old_agent())
    assert (sheet.characteristics.strength, sheet.characteristics.dexterity) == (14, 10)
    assert (sheet.skills.ranged, sheet.skills.unarmed, sheet.skills.melee) == (60, 50, 30)
    assert (sheet.weapons[0].damage, sheet.weapons[0].range) == ("2d10", 10)
    assert remarks == ()


def test_an_actor_with_nothing_on_it_has_the_usual_values() -> None:
    bare = {"type": "agent", "system": {}, "_stats": {"systemId": "deltagreen"}}
    sheet, remarks = read(bare)
    assert (sheet.name, sheet.hp, sheet.most) == ("Без имени", 10, 10)
    assert remarks == ("name: is missing",)


@pytest.mark.parametrize(
    ("kind", "role"), [("agent", "player"), ("npc", "adversary"), ("unnatural", "adversary")]
)
def test_agents_are_players_and_the_others_adversaries(kind: str, role: str) -> None:
    found = read_foreign(agent(type=kind))
    assert found is not None
    assert found.bundle.characters[0].role == role


def test_notes_of_others_are_read_too() -> None:
    system = {
        "notes": "<h2>Тайна</h2><p>Он &lt;знает&gt; @UUID[Item.x]{книгу}.</p><script>x()</script>",
        "shortDescription": "Сторож",
        "sanity": {"failedLoss": "1D6", "successLoss": "1", "notes": ""},
    }
    sheet, _ = read(agent(type="unnatural", system=system))
    assert "Сторож" in sheet.notes
    assert "Тайна\n\nОн <знает> книгу." in sheet.notes
    assert "потеря: 1 / 1D6" in sheet.notes
    assert "x()" not in sheet.notes


def test_what_lies_beyond_the_limits_is_brought_to_them_and_told() -> None:
    system = {
        "health": {"value": 30, "max": 12},
        "skills": {"unnatural": skill("Unnatural", 120), "dodge": skill("Dodge", -5)},
    }
    sheet, remarks = read(agent(system=system))
    assert (sheet.hp, sheet.skills.Unnatural, sheet.skills.dodge) == (12, 99, 0)
    assert "system.health.value: 30 is brought to 12" in remarks
    assert "system.skills.unnatural.proficiency: 120 is brought to 99" in remarks


def test_what_has_no_place_is_named() -> None:
    odd = [item("spaceship", "Ковчег"), item("weapon", "Огнемёт", skill="heavy_weapons",
           damage="2D10 + fire", range="near", magic="yes")]  # fmt: skip
    sheet, remarks = read(agent(items=odd, system={"mood": "grim"}, effects=[{"name": "Яд"}]))
    assert "items: left out, no place here: 'spaceship' ×1" in remarks
    assert "items[1].system.magic: has no place here and is left out" in remarks
    assert "items[1].system.range: no distance in metres: 'near'" in remarks
    told = "items[1].system.damage: no single kind of dice, kept in the notes: '2D10 + fire'"
    assert told in remarks
    assert "system.mood: has no place here and is left out" in remarks
    assert "effects: active effects have no place here and are left out" in remarks
    assert sheet.weapons[0].damage is None
    assert sheet.weapons[0].notes == "Урон: 2D10 + fire"


def test_a_lethality_that_is_off_is_kept_for_bursts_and_told() -> None:
    gun = item("weapon", "ПП", skill="firearms", damage="1D10", lethality=10, isLethal=False)
    sheet, remarks = read(agent(items=[gun]))
    assert (sheet.weapons[0].damage, sheet.weapons[0].lethality) == ("1d10", 10)
    assert "items[0].system.lethality: is off in the file; kept for bursts" in remarks


def test_a_grenade_goes_by_lethality_alone() -> None:
    thrown = item(
        "weapon", "Граната", skill="athletics", damage="1D8", lethality=15, isLethal=True,
        killRadius="10 M",
    )  # fmt: skip
    sheet, _ = read(agent(items=[thrown]))
    (one,) = sheet.weapons
    assert (one.damage, one.lethality, one.radius, one.automatic) == (None, 15, 10, False)


@pytest.mark.parametrize(
    ("kind", "stated", "most"), [("agent", 10, 16), ("npc", 10, 16), ("unnatural", 40, 40)]
)
def test_the_most_hit_points_are_worked_out_where_foundry_works_them_out(
    kind: str, stated: int, most: int
) -> None:
    """Agents and npcs keep a mere default in what Foundry exports."""
    body = {"str": {"value": 15}, "con": {"value": 14, "modifier": 2}}
    system = {"statistics": body, "health": {"value": 99, "max": stated}}
    sheet, _ = read(agent(type=kind, system=system))
    assert (sheet.hp, sheet.most) == (most, most)
    assert sheet.characteristics.constitution == 16, "the modifier of an effect counts"


@pytest.mark.parametrize(
    ("name", "close", "bullet"),
    [
        ("AK-47", False, True),
        ("M16 Rifle", False, True),
        (".38 Revolver", False, True),
        ("Hand Grenade", False, True),
        ("Compound Bow", False, False),
        ("Claws", True, False),
        ("Tentacle", True, False),
    ],
)
def test_how_a_weapon_of_a_stat_block_is_used_is_read_from_its_name(
    name: str, close: bool, bullet: bool
) -> None:
    """The module gives ``custom`` and no range to every weapon of a stat block."""
    weapon = item(
        "weapon", name, skill="custom", customSkillTarget=45, range=0, damage="1D10",
        lethality=10, isLethal=False,
    )  # fmt: skip
    sheet, remarks = read(agent(type="npc", items=[weapon]))
    (brought,) = sheet.weapons
    assert (brought.close, brought.bullet) == (close, bullet)
    assert sheet.skills.model_dump()[name] == 45
    assert any(line.startswith("items[0].system.skill: ") for line in remarks) != (
        name == "Hand Grenade"
    )


def test_the_splinters_of_a_grenade_are_as_fast_as_bullets_and_a_knife_is_not() -> None:
    grenade = item("weapon", "G", skill="athletics", damage="", lethality=15, isLethal=True)
    knife = item("weapon", "K", skill="athletics", damage="1D6")
    sheet, _ = read(agent(items=[grenade, knife]))
    assert [weapon.bullet for weapon in sheet.weapons] == [True, False]


def test_a_weapon_may_go_by_five_times_a_characteristic() -> None:
    sheet, _ = read(agent(items=[item("weapon", "Ram", skill="str", damage="1D6", range="0M")]))
    (ram,) = sheet.weapons
    assert (ram.skill, sheet.skills.model_dump()["STR×5"], ram.close) == ("STR×5", 60, True)


@pytest.mark.parametrize(
    ("lethal", "radius", "automatic"),
    [(False, "N/A", True), (False, "3M", True), (True, "3M", True), (True, "N/A", False)],
)
def test_a_weapon_is_automatic_where_its_rating_is_for_bursts(
    lethal: bool, radius: str, automatic: bool
) -> None:
    """Damage by single shots and a rating for bursts; a heavy rifle has its rating shot by shot."""
    gun = item(
        "weapon", "G", skill="firearms", damage="2D10", lethality=20, isLethal=lethal,
        killRadius=radius,
    )  # fmt: skip
    sheet, _ = read(agent(items=[gun]))
    assert sheet.weapons[0].automatic == automatic


@pytest.mark.parametrize(
    ("strength", "kind", "damage"),
    [
        (4, "agent", "1d4-3"),
        (8, "npc", "1d4-2"),
        (12, "agent", "1d4-1"),
        (13, "agent", "1d4"),
        (17, "npc", "1d4+1"),
        (17, "unnatural", "1d4-1"),
    ],
)
def test_strength_counts_in_blows_as_in_the_module(strength: int, kind: str, damage: str) -> None:
    fists = item("weapon", "Unarmed Attack", skill="unarmed_combat", damage="1D4-1")
    gun = item("weapon", "Gun", skill="firearms", damage="1D8")
    statistics = {"statistics": {"str": {"value": strength}}}
    sheet, _ = read(agent(type=kind, system=statistics, items=[fists, gun]))
    assert [weapon.damage for weapon in sheet.weapons] == [damage, "1d8"]
    assert sheet.weapons[0].bare, "bare hands cannot be dropped, whatever they do"


def test_a_helmet_adds_also_where_it_is_all_that_is_worn() -> None:
    kevlar = item("armor", "Helmet, Kevlar", protection=1, equipped=True)
    sheet, _ = read(agent(items=[kevlar]))
    assert [(piece.rating, piece.additive) for piece in sheet.armor] == [(1, True)]
    reading = read_foreign({**kevlar, "_stats": {"systemId": "deltagreen"}})
    assert reading
    assert reading.bundle.entries[0].data["additive"]


def test_many_things_without_a_place_are_told_in_one_line() -> None:
    _, remarks = read(agent(items=[KNIFE] * 2_000))
    assert [line for line in remarks if "no place" in line] == [
        "items: left out, no place here: 'weapon' ×1970"
    ]


def test_a_typed_skill_is_found_by_its_key() -> None:
    sheet, _ = read(agent(items=[item("weapon", "Words", skill="tskill_01", damage="1D4")]))
    assert sheet.weapons[0].skill == "Language (Latin)"


@pytest.mark.parametrize(("value", "kind"), [(RIFLE, "weapon"), (KNIFE, "weapon")])
def test_a_single_item_becomes_an_entry(value: Any, kind: str) -> None:
    found = read_foreign({**value, "_stats": {"systemId": "deltagreen"}})
    assert found
    (entry,) = found.bundle.entries
    assert (entry.kind, entry.name) == (kind, value["name"])


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (agent(_stats={"systemId": "dnd5e"}), "a Foundry document of 'dnd5e'; what is read here: "),
        (agent(_stats={"systemId": "dnd5e"}), "deltagreen of Foundry VTT"),
        (agent(type="vehicle"), "type: 'vehicle' cannot be brought in; there is: agent, npc"),
        ({**BOND, "_stats": {"systemId": "deltagreen"}}, "type: 'bond' cannot be brought in"),
        (
            {"type": "npc", "system": {"abilities": {}}, "flags": {}},
            "a Foundry document of no system that it names",
        ),
        (agent(items={"a": 1}), "items: needs a list"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(value: Any, message: str) -> None:
    with pytest.raises(DocumentError) as error:
        read_foreign(value)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("value", "place", "field", "left"),
    [
        (agent(system={"health": [1]}), "system.health", "hp", 12),
        (agent(items=["x"]), "items[0]", "weapons", []),
        (agent(name=["x"]), "name", "name", "Без имени"),
        (
            agent(system={"statistics": {"str": {"value": "много"}}}),
            "system.statistics.str.value",
            "characteristics",
            Characteristics(),
        ),
        (agent(system={"health": {"value": 10**15, "max": 9}}), "system.health.value", "hp", 12),
        (agent(system={"health": {"value": True, "max": 9}}), "system.health.value", "hp", 12),
        (agent(system={"health": {"value": 1.5, "max": 9}}), "system.health.value", "hp", 12),
        (
            agent(system={"health": {"value": float("inf"), "max": 9}}),
            "system.health.value",
            "hp",
            12,
        ),
        (
            agent(system={"skills": {"dodge": "x"}, "typedSkills": {}}, items=[]),
            "system.skills.dodge",
            "skills",
            Skills(),
        ),
        (agent(system={"physical": {"exhausted": "si"}}), "system.physical.exhausted", "hp", 9),
    ],
)
def test_a_value_of_another_kind_is_left_out_and_told(
    value: Any, place: str, field: str, left: Any
) -> None:
    found = read_foreign(value)
    assert found
    assert any(str(line).startswith(f"{place}: ") and "left out" in line for line in found.remarks)
    (one,) = found.bundle.characters
    sheet = checked(Sheet, one.sheet)
    assert getattr(sheet, field) == left


def test_a_skill_may_be_a_number_by_itself_and_has_the_usual_one_where_it_says_none() -> None:
    sheet, remarks = read(agent(system={"skills": {"dodge": 45, "firearms": {"label": "F"}}}))
    assert (sheet.skills.dodge, sheet.skills.ranged) == (45, 20)
    assert not any("skills" in line for line in remarks)


def test_a_rating_without_damage_is_meant_where_the_file_does_not_say() -> None:
    bomb = item("weapon", "Бомба", skill="demolitions", lethality=20, damage="", killRadius="5M")
    found = read_foreign({**bomb, "_stats": {"systemId": "deltagreen"}})
    assert found
    assert found.bundle.entries[0].data["lethality"] == 20


def test_other_files_are_not_taken_for_it() -> None:
    values: list[Any] = [None, [], {}, {"format": "fraydesk/1"}, {"type": 3}, {"type": "agent"}]
    for value in values:
        assert read_foreign(value) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
PLACES = st.sampled_from(
    ["name", "system", "items", "flags", "system.health", "system.skills", "system.statistics.str",
     "system.typedSkills", "system.physical", "system.biography", "system.specialTraining"]
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(PLACES, JSON)
def test_whatever_stands_in_a_file_is_read_or_refused(place: str, junk: Any) -> None:
    value = json.loads(json.dumps(agent()))
    *way, last = place.split(".")
    target = value
    for name in way:
        target = target[name]
    target[last] = junk
    said = ""
    try:
        read(value)
    except DocumentError as error:
        said = str(error)
    assert "\n" not in said


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>a</p><p>b</p>", "a\n\nb"),
        ("a<br>b", "a\nb"),
        ("2 < 3 и 4 > 1", "2 < 3 и 4 > 1"),
        ("&amp;lt;b&amp;gt;", "&lt;b&gt;"),
        ("<img src=x onerror=alert(1)>ok", "ok"),
        ("a\x00b\x1b[31m", "a b [31m"),
        ("<p>незакрытый <b>тег", "незакрытый тег"),
        ("<style>p{}</style>да", "да"),
        ("<script>if (a<b) '<script>'</script>да", "да"),
        ('<a title="a > b" href=x>да</a>', "да"),
        ("да<!-- <p>нет</p> --> и <!-- нет", "да и"),
        ("<ul><li>a</li><li>b</li></ul>", "– a\n– b"),
        ("<td>a</td><td>b&#39;&nbsp;&#x416;</td>", "a b' Ж"),
        ("&#" + "9" * 5000 + ";", "&#" + "9" * 5000 + ";"),
    ],
)
def test_plain_text_has_no_markup(markup: str, text: str) -> None:
    assert plain_text(markup) == text


def test_the_command_line_shows_and_keeps(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, campaign = tmp_path / "agent.json", tmp_path / "c.fray"
    file.write_text(json.dumps(agent()), "utf-8")
    Campaign.create(campaign, "C").close()
    assert main(["import", str(file)]) == 0
    assert "character Виктор Веер (Бой): is added" in capsys.readouterr().out
    assert main(["import", str(file), "--campaign", str(campaign)]) == 0
    with Campaign.open(campaign) as opened:
        (line,) = opened.characters("boj")
        assert opened.character(line.id).sheet["name"] == "Виктор Веер"
    capsys.readouterr()
    assert main(["import", str(file), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["format"] == "fraydesk/1"
    assert shown["remarks"]


def test_the_command_line_refuses_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "agent.json"
    file.write_text(json.dumps(agent(items=3)), "utf-8")
    assert main(["import", str(file)]) == 2
    assert capsys.readouterr().err == "fraydesk: agent.json: items: needs a list\n"
    with pytest.raises(DocumentError):
        read_import(file)
