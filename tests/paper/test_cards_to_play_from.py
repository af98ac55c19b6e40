"""Cards that a game master plays adversaries from: what is thrown, what it does, what protects."""

from random import Random
from typing import Any

import pytest

from desktop import paper
from desktop.encounter.fight import Fight, start
from desktop.encounter.playout import thrower
from desktop.languages import ENGLISH, OWN_TERMS, Language
from desktop.library.samples import sample_scripts
from desktop.paper import Dossier
from desktop.rules import systems
from tests.paper.reading import letters_outside, texts


def fight_of(system: str, *sheets: dict[str, Any], policy: str | None = None) -> Fight:
    combatants = [
        {"id": f"c{number}", "side": "foes", "sheet": sheet, "policy": policy}
        for number, sheet in enumerate(sheets)
    ]
    return start({"format": "fight/1", "system": system, "combatants": combatants})


def card_of(system: str, sheet: dict[str, Any], **more: Any) -> dict[str, str]:
    fight = fight_of(system, sheet, **more)
    (found,) = paper.dossiers(fight.rules, fight.state)
    return {line.head: line.text for line in found.lines}


def test_boj_5_18_23_chances_damage_defences_and_armour() -> None:
    lines = card_of(
        "boj",
        {
            "name": "Страж",
            "skills": {"ranged": 45, "dodge": 35, "unarmed": 50},
            "weapons": [{"name": "Автомат", "damage": "1d12", "lethality": 10, "pierces": 3}],
            "armor": [{"name": "Жилет", "rating": 4}, {"name": "Каска", "additive": True}],
        },
    )
    attack = "Дальний бой 45 % · урон 1d12 · Смертельность 10 % · пробивает 3"
    assert lines["Автомат"] == attack
    assert lines["Голые руки и ноги"] == "Рукопашный бой 50 % · урон 1d4−1"
    assert lines["Защита"] == "Уклонение 35 % · Рукопашный бой 50 % · высвобождение 50 %"
    assert lines["Броня"] == "вычитает 4 · Жилет 4 · Каска +0"
    assert "СИЛ 10" in lines["Характеристики"]


def test_konflikt_13_19_reach_and_weapons_as_they_count_in_the_fight() -> None:
    hammer = {"name": "Kladivo", "damage": "1k12", "needs_prowess": 3}
    lines = card_of("konflikt", {"name": "Obr", "size": 3, "reach": 1, "attacks": [hammer]})
    assert "Dosah 3 m" in lines[""]
    improvised = "k20 −2 · poškození 1k6 · dosah 3 m · improvizovaná · chce Zdatnost 3"
    assert lines["Kladivo"] == improvised


def test_konflikt_20_a_bare_fist_is_printed_with_its_penalty() -> None:
    lines = card_of("konflikt", {"name": "Obr", "skills": {"prowess": 3}})
    fist = "k20 +1 · poškození 1k4 · dosah 1 m · příruční · obratná · improvizovaná"
    assert lines["Neozbrojený útok"] == fist


def test_konflikt_6_10_and_teohiphip_11_what_is_used_up_is_ticked() -> None:
    bow = {"name": "Luk", "kind": "ranged", "uses": 3}
    dart = {"name": "Pilum", "kind": "ranged", "uses": 2}
    for system, attack, house in (("konflikt", bow, {}), ("teohiphip", dart, {"order": "fixed"})):
        people = [
            {"id": id, "side": side, "sheet": {"name": id, "attacks": [attack]}}
            for id, side in (("one", "players"), ("other", "foes"))
        ]
        script = {"format": "fight/1", "system": system, "combatants": people}
        fight = start({**script, "house_rules": house})
        fight.perform({"do": "begin"}, thrower(Random(1)))
        shot = {"do": "act", "actor": "one", "action": "attack", "target": "other"}
        fight.perform(shot, thrower(Random(1)), fight.rules.decide)
        first, _ = paper.dossiers(fight.rules, fight.state)
        assert next(line.boxes for line in first.lines if line.boxes) == (("", attack["uses"], 1),)


def test_boj_5_each_skill_stands_on_the_card_once() -> None:
    lines = card_of("boj", {"name": "Страж", "skills": {"ranged": 45, "Вождение": 33}})
    assert lines["Навыки"].count("Вождение 33 %") == 1


def test_mir_tmy_10_12_16_pools_damage_and_soak() -> None:
    lines = card_of(
        "mir_tmy",
        {
            "name": "Громила",
            "attributes": {"strength": 3, "dexterity": 2, "stamina": 3, "wits": 2},
            "abilities": {"melee": 2, "brawl": 1, "dodge": 1},
            "weapons": [{"name": "Бита", "damage": 2, "type": "bashing", "parry": 5}],
            "armor": [{"name": "Куртка", "rating": 1, "penalty": 1}],
        },
    )
    # Dexterity 2 and melee 2, one less in armour; strength 3 and the club's 2.
    assert lines["Бита"] == "запас 3 по сложности 6 · урон 5 ударный · сложность парирования 5"
    assert lines["Поглощение"] == "ударный 4 · летальный 1 · тяжёлый 1"
    defences = "Уклонение 2 по сложности 6 · Парирование 3 по сложности 5 · Блок 2 по сложности 6"
    assert lines["Защита"] == defences
    assert lines["В бою"] == "инициатива 4 + к10 · движение 2 м · бег 12 м"
    assert lines["Куртка"] == "поглощение +1 · Ловкость −1"
    assert lines["Уровни здоровья"].startswith("Синяки 0 · Ушибы −1 · Травмы −1 · Раны −2")


def test_konflikt_10_11_bonus_damage_and_defence() -> None:
    lines = card_of(
        "konflikt",
        {
            "name": "Obr",
            "about": "Tvor",
            "defence": 12,
            "skills": {"prowess": 4, "dexterity": -1},
            "attacks": [{"name": "Kyj", "damage": "2k6", "bonus": 1}],
        },
    )
    assert lines["Kyj"] == "k20 +5 · poškození 2k6 · dosah 1 m"
    creature = "Obrana 12 · Zbroj 0 · Dosah 1 m · Velikost 1 · Hybnost 6 · Štěstí +0"
    assert lines["Tvor"] == creature
    assert lines["Dovednosti"] == "Zdatnost +4 · Zručnost −1"


def test_konflikt_2_6_11_what_an_effect_does_how_it_ends_and_by_what_a_power_works() -> None:
    burning = {"name": "Hoření", "per_round": -2, "ends": "luck", "overcome": "dexterity"}
    breath = {"name": "Dech", "damage": "2k6", "tags": ["oheň"], "effect": burning}
    claw = {"name": "Dráp", "tags": ["magie"], "effect": {"name": "Strach", "penalty": 1}}
    lines = card_of("konflikt", {"name": "Drak", "abilities": [breath], "attacks": [claw]})
    assert lines["Dech"] == (
        "poškození 2k6 · oheň · Hoření: −2 za kolo, končí ověřením štěstí, překonává Zručnost"
    )
    assert lines["Dráp"].endswith("magie · Strach: postih 1")


def test_walka_17_19_31_threshold_ranges_and_ticks_by_location() -> None:
    sheet = {
        "name": "Pirat",
        "attributes": {"dexterity": 11},
        "skills": {"smgs": 3},
        "weapons": [{"name": "Pistolet", "category": "smg", "accuracy": 1, "rate_of_fire": 2}],
        "armor": [{"name": "Hełm", "reduction": {"head": 2}}],
        "wounds": [{"level": "light", "location": "head"}],
    }
    fight = fight_of("walka", sheet)
    (found,) = paper.dossiers(fight.rules, fight.state)
    lines = {line.head: line for line in found.lines}
    # 11 and 1 for accuracy, 2 less for the light wound.
    assert lines["Pistolet"].text.startswith("próg 10 · kość −3 · serie 2/6/12 · 20 m 0 · 30 m −2 ")
    assert lines["Pistolet"].text.endswith(" · rana lekka")
    assert lines["głowa"].text == "1–2 · pancerz 2"
    assert lines["głowa"].boxes == (("D", 3, 0), ("L", 3, 1), ("C", 3, 0), ("K", 2, 0))
    assert lines["lewa noga"].text == "18–19 · pancerz 0"


def test_walka_22_27_a_card_names_size_and_nature() -> None:
    fight = fight_of("walka", {"name": "Szpunt", "size": "small", "nature": "droid"})
    dossiers = paper.dossiers(fight.rules, fight.state)
    (page,) = texts(paper.cards(dossiers, system="walka", language="pl"))
    assert "droid · mały" in page


def test_teohiphip_16_17_dice_with_traits_reckoned_in() -> None:
    clumsy = {"name": "Gapa", "kind": "negative", "disadvantage_on": ["ranged"]}
    sheet = {
        "name": "Agent",
        "traits": [clumsy],
        "attacks": [
            {"name": "Pistolet", "range": 18, "uses": 2},
            {"name": "Pałka", "kind": "melee", "advantage": True},
        ],
    }
    fight = fight_of("teohiphip", sheet)
    (found,) = paper.dossiers(fight.rules, fight.state)
    lines = {line.head: line for line in found.lines}
    assert lines["Pistolet"].text == "1k6 · 18″ · dystansowy · utrudnienie"
    assert lines["Pistolet"].boxes == (("", 2, 0),)
    assert lines["Pałka"].text == "3k6 · wręcz · przewaga"
    assert lines[""].text == "SPD 6″ · AP 2 · PŻ 4 · PŻ maks. 4"


def test_before_the_fight_nothing_stands_on_a_card_that_is_thrown_first() -> None:
    for system in ("mir_tmy", "konflikt", "walka", "boj", "teohiphip"):
        fight = start(sample_scripts(system)[0])
        for found in paper.dossiers(fight.rules, fight.state):
            assert {vital.kind for vital in found.vitals} <= {"bar", "pips", "boxes"}


def test_the_behaviour_stands_on_the_card() -> None:
    fight = fight_of("walka", {"name": "Pirat"}, policy="cautious")
    dossiers = paper.dossiers(fight.rules, fight.state)
    (page,) = texts(paper.cards(dossiers, language="pl"))
    policy = fight.rules.policies["cautious"]
    assert f"{policy.native}: " in page


@pytest.mark.parametrize("terms", [OWN_TERMS, ENGLISH])
def test_cards_of_every_sample_keep_to_their_page(terms: Language) -> None:
    for system in systems():
        fight = start(sample_scripts(system)[0])
        dossiers = paper.dossiers(fight.rules, fight.state, terms)
        assert not list(letters_outside(paper.cards(dossiers, language=fight.rules.language)))


def test_english_words_take_the_place_of_the_native_ones() -> None:
    fight = fight_of("boj", {"name": "Страж", "skills": {"dodge": 35}})
    (found,) = paper.dossiers(fight.rules, fight.state, terms=ENGLISH)
    lines = {line.head: line.text for line in found.lines}
    assert lines["Defence"].startswith("Dodge 35 %")


def test_a_system_without_cards_of_its_own_has_all_that_is_on_its_sheets() -> None:
    rules = type(systems()["konflikt"])

    class Foreign(rules):  # type: ignore[misc, valid-type]
        def figures(self, state: Any, id: str) -> tuple[()]:
            return ()

    fight = fight_of(
        "konflikt",
        {
            "name": "Pes",
            "defence": 10,
            "skills": {"prowess": 1},
            "attacks": [{"name": "Kousnutí", "damage": "1k6", "uses": 1}],
        },
    )
    (found,) = paper.dossiers(Foreign(), fight.state)
    assert isinstance(found, Dossier)
    lines = {line.head: line.text for line in found.lines}
    # A defence of 10 is the usual one, and one to play by.
    assert "Obrana 10" in lines[""]
    assert lines["Dovednosti"] == "Zdatnost\N{NO-BREAK SPACE}1"
    assert "Poškození 1k6" in lines["Kousnutí"]
