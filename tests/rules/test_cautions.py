"""What a sheet warns of and does not refuse."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from desktop.rules import systems


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
    assert said("mir_tmy", sheet) == ["Молот needs strength 4, Вера has 2"]


@pytest.mark.parametrize("system", systems())
def test_an_empty_sheet_warns_of_nothing(system: str) -> None:
    assert said(system, {"name": "Nobody"}) == []
