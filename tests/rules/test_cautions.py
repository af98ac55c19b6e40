"""What a sheet warns of and does not refuse."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from desktop.rules import systems
from tests.playouts import sample_scripts


def said(system: str, sheet: Mapping[str, object]) -> list[str]:
    rules = systems()[system]
    return [str(caution.text) for caution in rules.cautions(rules.sheet.model_validate(sheet))]


def test_walka_15_a_weapon_that_is_too_heavy_is_told_of() -> None:
    weapons = [{"name": "Działo", "required_build": 15}, {"name": "Pistolet", "required_build": 13}]
    sheet = {"name": "Anka", "attributes": {"build": 13}, "weapons": weapons}
    assert said("walka", sheet) == ["Działo needs build 15, Anka has 13"]


def test_mir_tmy_12_a_weapon_that_asks_for_strength_is_told_of() -> None:
    weapons = [{"name": "Молот", "strength": 4}, {"name": "Нож"}]
    sheet = {"name": "Вера", "attributes": {"strength": 2}, "weapons": weapons}
    assert said("mir_tmy", sheet) == ["Молот: needs strength 4; Вера has 2"]


def test_konflikt_19_what_one_is_not_fit_for_is_told_of() -> None:
    attacks = [{"name": "Kladivo", "needs_prowess": 2}, {"name": "Luk", "needs_dexterity": 1}]
    sheet = {"name": "Carl", "skills": {"dexterity": 1}, "attacks": attacks}
    assert said("konflikt", sheet) == ["Kladivo needs: Prowess 2; Carl has: 0"]


def test_boj_5_a_weapon_that_nobody_has_taught_is_told_of() -> None:
    weapons = [
        {"name": "Пулемёт", "skill": "heavy_weapons", "lethality": 10},
        {"name": "Лук", "skill": "Стрельба из лука", "damage": "1d8"},
        {"name": "Револьвер", "skill": "дальний бой", "damage": "1d10"},
    ]
    assert said("boj", {"name": "Вера", "weapons": weapons}) == [
        "Вера, Пулемёт: the skill is at 0 % (Heavy weapons)",
        "Вера, Лук: the skill is at 0 % (Стрельба из лука)",
    ]
    skilled = {"name": "Вера", "weapons": weapons, "skills": {"heavy_weapons": 30}}
    assert len(said("boj", skilled)) == 1


def test_boj_23_armour_that_counts_for_nothing_is_told_of() -> None:
    vest, better = {"name": "Жилет", "rating": 3}, {"name": "Бронежилет", "rating": 5}
    helmet = {"name": "Каска", "rating": 1, "additive": True}
    wall = {"name": "Стена", "rating": 10, "kind": "cover"}
    assert said("boj", {"name": "Вера", "armor": [better, helmet, wall]}) == []
    assert said("boj", {"name": "Вера", "armor": [vest, better, helmet]}) == [
        "this armour does not add up; counts: Бронежилет; does not count: Жилет"
    ]


def test_teohiphip_4_more_hit_points_than_a_band_can_have_are_told_of() -> None:
    assert said("teohiphip", {"name": "Ola", "max_hp": 8}) == []
    assert said("teohiphip", {"name": "Generator", "max_hp": 10, "object": True}) == []
    assert said("teohiphip", {"name": "Ola", "max_hp": 9}) == [
        "Ola: 9 hit points; a character of a band is made with at most 8"
    ]


@pytest.mark.parametrize("system", systems())
def test_the_samples_are_warned_of_little(system: str) -> None:
    rules = systems()[system]
    sheets = [rules.sheet.model_validate(one["sheet"]) for script in sample_scripts(system)
              for one in script["combatants"]]  # fmt: skip
    warned = [sheet for sheet in sheets if rules.cautions(sheet)]
    assert len(warned) <= len(sheets) // 4


@pytest.mark.parametrize("system", systems())
def test_an_empty_sheet_warns_of_nothing(system: str) -> None:
    assert said(system, {"name": "Nobody"}) == []
