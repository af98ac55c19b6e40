"""Odds of a system that somebody has added, through the guard around it."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from desktop.cli import terminal
from desktop.encounter import odds as odds_module
from desktop.encounter.fight import Fight, start
from desktop.encounter.odds_tables import Paused, TooManyWays
from desktop.encounter.playout import bare_script
from desktop.encounter.reachable import slow_at_many
from desktop.rules.table import TableSignal

pytestmark = pytest.mark.usefixtures("installed")

FOES = [f"foe-{number}" for number in range(8)]


def fight(foes: int = 8) -> Fight:
    mage = {"id": "mage", "side": "players", "sheet": {"name": "Mage"}}
    others = [{"id": id, "side": "foes", "sheet": {"name": id}} for id in FOES[:foes]]
    script = {"format": "fight/1", "system": "blaze", "combatants": [mage, *others]}
    begun = start(script)
    begun.perform({"do": "begin"})
    return begun


def step(action: str, foes: int = 8) -> dict[str, Any]:
    return {"do": "act", "actor": "mage", "action": action, "targets": FOES[:foes]}


def test_a_loop_over_targets_adds_up_their_paths() -> None:
    search = fight().search_odds(step("fireball"))
    odds = search.whole()
    assert odds.samples == 0
    throws = 41  # sums of 8d6
    assert search.paths <= throws * (1 + 2 * len(FOES)) + odds_module.PROBES
    saves = Fraction(9, 20)
    burnt = saves * mean(lambda damage: damage // 2) + (1 - saves) * mean(lambda d: min(d, 40))
    for id in FOES:
        assert odds.expected("damage", id) == burnt


def mean(lost: Callable[[int], int]) -> Fraction:
    """What is lost on average by 8d6 of damage."""
    ways = {0: 1}
    for _ in range(8):
        ways = {
            total: sum(ways.get(total - face, 0) for face in range(1, 7))
            for total in range(max(ways) + 7)
        }
    return sum((Fraction(n * lost(total), 6**8) for total, n in ways.items()), Fraction(0))


@pytest.mark.parametrize("foes", [1, 2, 3])
def test_a_loop_over_targets_has_the_odds_of_a_plain_loop(foes: int) -> None:
    apart, plain = (fight(foes).odds(step(name, foes)) for name in ("fireball", "wildfire"))
    assert apart == plain
    assert plain.samples == 0


def test_what_stops_a_walk_is_no_fault_of_the_system() -> None:
    assert issubclass(Paused, TableSignal)
    assert issubclass(TooManyWays, TableSignal)
    search = fight().search_odds(step("fireball"))
    slices = 0
    while not search.advance(5):
        slices += 1
    assert slices > 20
    assert search.odds == fight().odds(step("fireball"))


def test_too_many_ways_of_a_plain_loop_are_estimated_and_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(odds_module, "MOST_PATHS", 100)
    assert fight().odds(step("wildfire")).samples == odds_module.SAMPLES


def test_check_system_says_of_a_plain_loop_over_targets_how_to_write_it() -> None:
    advice = [str(text) for text in slow_at_many(bare_script("blaze"))]
    assert len(advice) == 1
    assert advice[0].startswith("Wildfire: odds walk ")
    assert advice[0].endswith("write: for id in table.each(ids)")


def test_odds_of_what_hurts_without_a_hit_say_who_is_harmed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Fire burns a foe and a friend; nothing of it is a hit."""
    mage = {"name": "Ama", "slots": [1], "spells": [{"name": "Fire", "circle": 1}]}
    sheets: dict[str, Any] = {"ama": mage, "bo": {"name": "Bo"}, "rat": {"name": "Rat"}}
    combatants = [
        {"id": id, "side": "foes" if id == "rat" else "players", "sheet": {"max_hp": 99, **sheet}}
        for id, sheet in sheets.items()
    ]
    cast = {"do": "act", "actor": "ama", "action": "cast", "spell": "Fire", "target": "rat"}
    steps = [{"do": "begin", "dice": [20, 2, 1]}, {**cast, "others": ["bo"]}]
    script = {"format": "fight/1", "system": "delve", "combatants": combatants, "steps": steps}
    file = tmp_path / "fire.json"
    file.write_text(json.dumps(script), encoding="utf-8")
    terminal.odds(Namespace(file=str(file), json=False))
    said = capsys.readouterr().out
    assert "\nharmed 100.00%\n" in said
    assert "  Rat: harmed 100.00%, expected damage 10.3750" in said
    assert "of it to their own side 10.3750\n" in said
    assert "hit 0.00%" not in said
