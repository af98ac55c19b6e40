"""The adversaries of the catalogues: every one can be picked, placed and played as it stands."""

from typing import Annotated, Any

import pytest

from desktop.encounter.behaviours import behaviours
from desktop.encounter.fight import start
from desktop.encounter.roster import Line, Plan, to_script
from desktop.library.records import NewEntry
from desktop.library.resources import shipped_entries
from desktop.rules import systems
from desktop.rules.adversaries import Adversary, adversary_of, as_combatant, with_adversaries
from desktop.rules.fields import Record, Shown
from tests.playouts import play_by_policies

LEAST = 24


def adversaries(system: str) -> list[NewEntry]:
    models = systems()[system].catalogue
    return [e for e in shipped_entries(system) if issubclass(models[e.kind], Adversary)]


@pytest.mark.parametrize("system", systems())
def test_each_system_ships_adversaries_from_weak_to_strong(system: str) -> None:
    measured = [entry.data["even"] for entry in adversaries(system)]
    assert len(measured) >= LEAST
    assert min(measured) <= 3
    assert max(measured) >= 8


@pytest.mark.parametrize("system", systems())
def test_each_adversary_has_tactics_and_a_behaviour_of_its_system(system: str) -> None:
    known = behaviours(systems()[system])
    for entry in adversaries(system):
        _, policy = as_combatant(entry.data)
        assert policy in known, entry.name
        assert entry.data["tactics"], entry.name


@pytest.mark.parametrize("system", systems())
def test_every_adversary_fights_from_beginning_to_end(system: str) -> None:
    entries = adversaries(system)
    for entry, other in zip(entries[::4], entries[1::4], strict=False):
        lines = [
            Line(sheet=sheet, side=side, policy=policy)
            for side, (sheet, policy) in (
                ("players", as_combatant(entry.data)),
                ("foes", as_combatant(other.data)),
            )
        ]
        fight = play_by_policies(to_script(Plan(system=system, lines=lines)), seed=1, most=40)
        assert fight.moments


@pytest.mark.parametrize("system", systems())
def test_the_sheet_of_an_adversary_is_a_sheet_of_its_system(system: str) -> None:
    for entry in adversaries(system):
        sheet, policy = as_combatant(entry.data)
        line = Line(sheet=sheet, side="foes", policy=policy)
        state = start(to_script(Plan(system=system, lines=[line]))).state
        assert [one.name for one in state.combatants.values()] == [entry.name]


class _Sheet(Record):
    name: Annotated[str, Shown("Name")] = ""


class _Clashing(_Sheet):
    tactics: str = ""


@pytest.mark.parametrize(
    ("catalogue", "sheet", "kinds"),
    [
        ({}, _Sheet, ["adversary"]),
        ({"beast": adversary_of(_Sheet)}, _Sheet, ["beast"]),
        ({"adversary": _Sheet}, _Sheet, ["adversary"]),
        ({}, _Clashing, []),
        ({}, None, []),
        ({}, dict, []),
    ],
)
def test_a_catalogue_gets_adversaries_where_it_has_none_and_they_can_be_made(
    catalogue: dict[str, Any], sheet: object, kinds: list[str]
) -> None:
    assert list(with_adversaries(catalogue, sheet)) == kinds
