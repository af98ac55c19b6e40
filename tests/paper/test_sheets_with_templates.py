"""The sheets of «Walka» and «Мир Тьмы», by the fields that their ledgers name."""

import json
from typing import Any

import pytest

from desktop import assets, paper
from desktop.encounter.fight import start
from desktop.paper import Pages, Size, Style
from desktop.rules import systems
from desktop.rules.walka import tables
from tests.paper.reading import POINTS, boxes, letters_outside, sizes, squeezed, texts


def _sample_characters(system: str) -> list[dict[str, Any]]:
    sample = json.loads(assets.path("samples", f"{system}.json").read_text("utf-8"))
    return [character["sheet"] for character in sample["characters"]]


WALKA, MIR_TMY = systems()["walka"], systems()["mir_tmy"]

KIRA = {
    "name": "Kira Żółw",
    "attributes": {"dexterity": 14, "build": 11, "Szczęście": 8},
    "skills": {"pistols": 6, "spotting": 3, "Kości": 2},
    "dominant_hand": "left",
    "cyber": ["right_leg"],
    "weapons": [
        {"name": "Blaster", "penetration": 1, "magazine": 6, "required_build": 12},
        {"name": "Karabin", "category": "rifle", "rate_of_fire": 3},
    ],
    "armor": [
        {"name": "Kombinezon", "reduction": {"head": 1, "torso": 2}, "shielded": True},
        {"name": "Hełm", "reduction": {"head": 4}},
    ],
    "notes": "Nie wsiada do wind.",
}
VALERIA = {
    "name": "Валерия Орлова",
    "attributes": {"strength": 4, "dexterity": 3, "stamina": 3, "wits": 3},
    "abilities": {"melee": 3, "Лидерство": 2},
    "powers": {"Стремительность": 3},
    "weapons": [{"name": "Катана", "damage": 3}, {"name": "Пистолет", "kind": "firearm"}],
    "armor": [{"name": "Бронежилет", "rating": 3, "stops": ["firearm"], "penalty": 1}],
    "notes": "Помнит всё.",
}


def _pages(one: dict[str, Any], size: Size = "A4", **more: Any) -> Pages:
    return paper.sheet(
        WALKA if "Kira" in one["name"] else MIR_TMY, [{**one, **more}], style=Style(size)
    )


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("one", [KIRA, VALERIA], ids=["walka", "mir_tmy"])
def test_a_usual_sheet_is_one_upright_page(one: dict[str, Any], size: Size) -> None:
    pages = _pages(one, size)
    assert sizes(pages) == [pytest.approx(POINTS[size], abs=0.01)]
    assert not list(letters_outside(pages))


def test_walka_sheet_has_numbers_armour_by_location_and_weapons() -> None:
    (page,) = texts(_pages(KIRA))
    for expected in (
        "Zręczność 14",
        "Szczęście 8",
        "Pistolety 6",
        "Wypatrywanie 3",
        "Kości 2",
        "4 głowa k20 1–2",  # the better of two pieces counts
        "2 tułów k20 7–15",
        "prawa noga k20 16–17 · proteza",
        "Kombinezon ekranowany §27",
        "Blaster",
        "3/9/18",
        "Nie wsiada do wind.",
    ):
        assert expected in page


def test_walka_51_forms_of_sabres_stand_on_the_sheet_and_on_the_card() -> None:
    soresu = {"name": "Soresu", "attack": -1, "defence": 2, "deflecting": 3}
    kael = {"name": "Kael", "forms": [soresu]}
    script = {"combatants": [{"id": "kael", "side": "players", "sheet": kael}]}
    fight = start({"format": "fight/1", "system": "walka", **script})
    dossiers = paper.dossiers(fight.rules, fight.state)
    cards = paper.cards(dossiers, system="walka", language="pl")
    for (page,) in map(texts, (paper.sheet(WALKA, [kael]), cards)):
        assert "Soresu: Atak −1 · Obrona 2 · Odbijanie 3" in page


def test_walka_dominant_hand_decides_which_arm_is_which() -> None:
    (left,), (right,) = texts(_pages(KIRA)), texts(_pages(KIRA, dominant_hand="right"))
    dominant, other = "ręka dominująca k20", "ręka druga k20"
    assert left.index(other) < left.index(dominant)
    assert right.index(dominant) < right.index(other)


@pytest.mark.parametrize("one", _sample_characters("walka"), ids=lambda one: one["name"])
def test_walka_characters_of_the_sample_are_one_page_each(one: dict[str, Any]) -> None:
    pages = paper.sheet(WALKA, [one])
    (page,) = texts(pages)
    assert one["name"] in page
    assert all(weapon["name"] in page for weapon in one["weapons"])
    assert not list(letters_outside(pages))


def test_walka_24_what_is_left_in_a_magazine_is_printed_where_the_sheet_knows_it() -> None:
    for loaded, said in ((4, "4 / 6"), (0, "0 / 6"), (None, " / 6")):
        gun = {"name": "Blaster", "magazine": 6, "loaded": loaded}
        (page,) = texts(_pages(KIRA, weapons=[gun]))
        assert said in page.replace("\u00a0", " "), page


@pytest.mark.parametrize("rate", [1, None])
def test_walka_a_rate_of_one_bursts_and_no_rate_does_not(rate: int | None) -> None:
    """walka-24"""
    guns = [{"name": "Strzelba", "category": "shotgun", "rate_of_fire": rate}]
    (page,) = texts(_pages(KIRA, weapons=guns))
    assert ("1/3/6" in page) == (rate == 1)


def test_walka_distances_are_those_of_the_weapons_held() -> None:
    """walka-19"""
    (page,) = texts(_pages(KIRA))
    assert "Odległość §19 10 m 0 20 m −1 30 m −3 40 m −5 60 m −9 80 m −12" in page
    assert "30 m 0 40 m −1 80 m −2 100 m −3 200 m −4 250 m −5 300 m −8 400 m −10" in page
    assert "+2" not in page  # of shotguns


def test_walka_2_11_33_the_rules_in_short_have_the_numbers_of_the_rules() -> None:
    (page,) = texts(_pages(KIRA))
    assert f"{tables.UNLUCKY} to zawsze pudło" in page
    assert f"1 lub {tables.MOST_AIM} segmenty przed strzałem" in page
    assert tables.MERGED == 3
    assert "Trzy jednego poziomu to jedna wyższego" in page


def test_walka_15_17_24_26_29_32_33_sheet_prints_what_the_rules_work_out() -> None:
    guns = [
        {"name": "Strzelba", "category": "shotgun", "required_build": 13, "rate_of_fire": 2},
        {"name": "Granat", "category": "grenade", "critical_range": 3, "accuracy": 1},
        {"name": "Nóż", "category": "melee", "damage": "heavy"},
    ]
    wound = {"level": "light", "location": "torso", "pain_passed": True}
    person: dict[str, Any] = {
        "attributes": {"dexterity": 14, "build": 11},
        "skills": {"throwing": 4, "pain_resistance": 2},
        "armor": [{"name": "Kurtka", "reduction": {"torso": 2}, "arm_penalty": -1}],
    }
    (page,) = texts(_pages(KIRA, weapons=guns, wounds=[wound], **person))
    for expected in (
        # Dexterity 14, 2 for the wound, 2 for both arms, 2 points of build that are wanting.
        "Strzelba strzelba 8 Zręczność 14, rany −2, pancerz −2, budowa −2 – – 2/6/12 13/17 –",
        "10 m +2 20 m 0 30 m −2",
        "krytyczna do 2 m ciężka do 5 m lekka do 10 m draśnięcie do 20 m",
        "Granat granat 11 Zręczność 14, rany −2, pancerz −2, celność 1 −4 – – – –",
        "krytyczna do 3 m ciężka do 6 m lekka do 9 m draśnięcie do 12 m",
        "rana ciężka · rana krytyczna · rana krytyczna 10 Zręczność 14, rany −2, "
        "pancerz −2 – – – – –",
        "inicjatywa §5 12 Zręczność 14, rany −2",
        "obrona §23 10 Zręczność 14, rany −2, pancerz −2",
        "test bólu D/L/C §32 11/9/6",
        "kara za ranę D/L/C/K §32 −0.5/−1, −2/−5, −5/−8, −15",
        "rana krytyczna zabija po §33 39 min",
        "2 tułów k20 7–15",
    ):
        assert expected in page


def test_walka_half_a_sheet_has_room_where_its_figures_would_stand() -> None:
    pages = _pages(KIRA, attributes={"dexterity": "many"})
    assert "Kira" in texts(pages)[0]
    assert not list(letters_outside(pages))


def test_mir_tmy_sheet_has_ratings_health_soak_and_weapons() -> None:
    (page,) = texts(_pages(VALERIA))
    for expected in (
        "Инициатива §3 6 +",
        "Сила",
        "Лидерство",
        "Стремительность",
        "Синяки",
        "Бронежилет",
        "защищает от: огнестрельное",
        "Катана",
        "Ловкость 3, Фехтование 3",
        "Помнит всё.",
    ):
        assert expected in page


def test_mir_tmy_3_10_12_16_17_23_44_sheet_prints_what_the_rules_work_out() -> None:
    katana = {"name": "Катана", "damage": 3, "parry": 5}
    dart = {"name": "Дротик", "kind": "thrown", "damage": 1, "range": 6}
    grenade = {"name": "Граната", "kind": "thrown", "damage": 8, "range": 20, "explosive": True}
    (page,) = texts(_pages(VALERIA, weapons=[katana, dart, grenade]))
    # Dexterity 3 and melee 3 less one in armour; strength 4 is behind the blade and the dart.
    assert "Катана холодное 5 Ловкость 3, Фехтование 3, броня −1 7 летальный – – 5" in page
    assert "Дротик метательное 2 Ловкость 3, Атлетика 0, броня −1 5 / 1 летальный 6/12" in page
    assert "взрывчатка 2 Ловкость 3, Атлетика 0, броня −1 8 летальный 20/40" in page
    assert "Инициатива §3 6 +" in page
    assert "Ушибы −1 Травмы −1 Раны −2 Увечья −2 Калека −5 Без сознания Мёртв" in page
    assert "Без сознания Торпор" in texts(_pages(VALERIA, kind="vampire"))[0]
    gun = {"name": "Пистолет", "kind": "firearm", "clip": 17}
    shot, full = (
        texts(_pages(VALERIA, weapons=[{**gun, **left}]))[0] for left in ({"loaded": 12}, {})
    )
    assert "12 / 17" in shot
    assert "12 / 17" not in full
    assert "ударный 3/6 · летальный 0/3 · тяжёлый 0/3" in page


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("one", _sample_characters("mir_tmy"), ids=lambda one: str(one["name"]))
def test_mir_tmy_every_sample_character_is_one_page(one: dict[str, Any], size: Size) -> None:
    pages = paper.sheet(MIR_TMY, [one], style=Style(size))
    assert sizes(pages) == [pytest.approx(POINTS[size], abs=0.01)]
    assert not list(letters_outside(pages))
    assert one["name"] in texts(pages)[0]


@pytest.mark.parametrize("name", ["melee", "Фехтование", "ФЕХТОВАНИЕ"])
def test_mir_tmy_weapon_finds_its_ability_under_any_name(name: str) -> None:
    """mir_tmy-10"""
    (page,) = texts(_pages(VALERIA, abilities={name: 4}))
    assert "Ловкость 3, Фехтование 4" in page


@pytest.mark.parametrize("one", [KIRA, VALERIA], ids=["walka", "mir_tmy"])
def test_long_notes_go_on_on_the_next_page(one: dict[str, Any]) -> None:
    words = [f"слово{number}" for number in range(2000)]
    pages = texts(_pages(one, notes=" ".join(words)))
    assert len(pages) > 1
    assert all(word in squeezed(" ".join(pages)) for word in words)


@pytest.mark.parametrize("one", [KIRA, VALERIA], ids=["walka", "mir_tmy"])
def test_a_sheet_of_nothing_but_a_name_and_none_at_all_are_pages(one: dict[str, Any]) -> None:
    rules = WALKA if one is KIRA else MIR_TMY
    (page,) = texts(paper.sheet(rules, [{"name": one["name"]}]))
    assert one["name"] in page
    assert len(texts(paper.sheet(rules, []))) == 1


@pytest.mark.parametrize("one", [KIRA, VALERIA], ids=["walka", "mir_tmy"])
def test_long_words_stay_on_the_page(one: dict[str, Any]) -> None:
    word = "Щ" * 200
    many: dict[str, Any] = {
        "weapons": [{"name": word, "notes": word, "category": word, "kind": word}],
        "armor": [{"name": word, "notes": word}],
        "skills": {word: 3},
        "abilities": {word: 3},
        "powers": {word: 7},
        "cyber": [word],
        "notes": word,
    }
    assert not list(letters_outside(_pages(one, **many)))


def test_mir_tmy_17_the_levels_that_are_marked_are_crossed_on_the_sheet() -> None:
    def drawn(**damage: int) -> int:
        return len(list(boxes(_pages(VALERIA, damage=damage))))

    assert drawn(lethal=2, bashing=1) == drawn() + 2 * 2 + 1
