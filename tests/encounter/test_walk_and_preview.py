"""Odds walked a few paths at a time, and what a step would tell before its first die."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight, start
from desktop.encounter.play_table import DiceWanted
from desktop.rules.table import Refusal

SHOT = {"do": "act", "actor": "zenon", "action": "attack", "target": "guard"}


@pytest.fixture
def fight() -> Fight:
    script: dict[str, Any] = {
        "format": "fight/1",
        "system": "teohiphip",
        "house_rules": {"order": "fixed"},
        "combatants": [
            {"id": "zenon", "side": "players", "sheet": {"name": "Zenon", "hp": 4}},
            {"id": "guard", "side": "foes", "sheet": {"name": "Strażnik", "hp": 3}},
        ],
    }
    fight = start(script)
    fight.perform({"do": "begin", "dice": [6, 4, 3, 1]})
    fight.perform({"do": "activate", "actor": "zenon"})
    return fight


def test_a_walk_in_portions_ends_with_the_same_odds(fight: Fight) -> None:
    walk = fight.search_odds(SHOT)
    portions = 1
    while not walk.advance(1):
        portions += 1
    assert portions == walk.paths > 1
    assert walk.odds == fight.odds(SHOT)


def test_a_walk_may_start_from_a_state_that_has_not_come_yet(fight: Fight) -> None:
    aimed = fight.preview({"do": "act", "actor": "zenon", "action": "aim"})
    assert aimed.question is None
    odds = fight.search_odds(SHOT, state=aimed.state).whole()
    assert odds.probability("hit") > fight.odds(SHOT).probability("hit")
    assert not fight.state["zenon"].aiming


def test_a_preview_tells_what_counts_and_which_dice_are_wanted(fight: Fight) -> None:
    fight.perform({"do": "act", "actor": "zenon", "action": "aim"})
    before = fight.state
    preview = fight.preview(SHOT)
    assert isinstance(preview.question, DiceWanted)
    assert [str(dice) for dice in preview.question.missing] == ["3d6"]
    assert "teohiphip-12" in [line.rule for line in preview.lines]
    assert fight.state is before
    assert fight.pending is None


def test_a_preview_of_what_cannot_be_says_why(fight: Fight) -> None:
    with pytest.raises(Refusal, match="needs somebody else"):
        fight.preview({**SHOT, "target": "zenon"})


def test_what_a_step_asks_before_its_first_throw_with_the_answers_by_default() -> None:
    club = {"name": "Дубинка", "damage": 1, "type": "bashing"}
    people = [
        {"id": id, "side": id, "sheet": {"name": id.upper(), "weapons": [club]}}
        for id in ("a", "b")
    ]
    script = {
        "format": "fight/1",
        "system": "mir_tmy",
        "house_rules": {"declare": False},
        "combatants": people,
    }
    fight = start(script)
    fight.perform({"do": "begin", "dice": [9, 1]})
    hit = {"do": "act", "actor": "a", "action": "attack", "target": "b"}
    ((decision, default),) = fight.decisions(hit)
    assert (decision.id, decision.by, default) == ("defence", "b", "none")
    assert [choice.value for choice in decision.field.choices] == [
        "none",
        "dodge",
        "parry",
        "block",
    ]
    assert fight.pending is None
    assert fight.decisions({**hit, "answers": {"defence@b": "dodge"}}) == []
