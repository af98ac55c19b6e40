"""Nothing leaks: what the players may see, in fights of all systems, with and without maps."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.encounter.fight import play
from desktop.encounter.players_view import players_view
from desktop.library.languages import spoken
from desktop.rules.boj.turn import NAMES
from desktop.rules.dice import Dice
from desktop.rules.text import as_text, joined
from tests.encounter.test_players_know import begun, person
from tests.players import SECRET, check_view, meddle
from tests.playouts import by_policies
from tests.rules.walka.bench import fight_of, sheet
from tests.rules.walka.test_blasts import GLUE, throw
from tests.test_on_map import ON_MAPS, SAMPLES

DOOR = {"kind": "door", "points": [[15, 12], [15, 16]]}


def with_door(script: dict[str, Any]) -> dict[str, Any]:
    """The fight with a door as the first shape of its map, and an objective nobody may know."""
    goals = [{"text": SECRET}]
    if "map" not in script:
        return {**script, "objectives": goals}
    ground = [DOOR, *script["map"].get("ground", [])]
    return {**script, "objectives": goals, "map": {**script["map"], "ground": ground}}


FIGHTS = {
    **{name: with_door(script) for name, script in SAMPLES.items()},
    **{f"{name}, on a map": with_door(script) for name, script in ON_MAPS.items()},
}


@pytest.mark.parametrize("script", FIGHTS.values(), ids=FIGHTS)
@settings(max_examples=2)
@given(seed=st.integers(0, 2**32))
def test_the_players_see_nothing_that_they_may_not_know(script: dict[str, Any], seed: int) -> None:
    random = Random(seed)
    fights = by_policies(script, 25, seed)
    for fight in fights:
        check_view(fight)
        if random.random() < 0.4:
            meddle(fight, random)
            check_view(fight)
        if (step := fight.suggest()) and not fight.outcome:
            fight.perform(step)  # dice and decisions wait
            check_view(fight)
            fight.cancel()
    seen = players_view(fight)
    again = play({**fight.as_script(), "seed": 1})
    assert players_view(again) == seen
    assert again.state.players_know == fight.state.players_know


def test_a_player_is_asked_for_dice_and_cards_as_the_language_writes_them() -> None:
    fight = begun(person("bandit", "Bandit"))
    attack = {"do": "act", "actor": "ama", "action": "attack", "target": "bandit"}
    fight.perform({**attack, "answers": {"defence": "none"}})
    asked = players_view(fight).asked
    assert asked is not None
    assert as_text(asked.text).said(spoken("ru")) == "бросьте: 1к100"
    handfuls = joined([Dice(2, 6), Dice(1, 54, names=NAMES)], " + ")
    assert handfuls.said(spoken("pl")) == "2k6 + karta"


def test_what_a_throw_came_to_says_who_did_it_to_whom() -> None:
    fight = begun(person("bandit", "Bandit"))
    attack = {"do": "act", "actor": "bandit", "action": "attack", "target": "ama", "overrule": True}

    def came(*dice: int) -> list[str]:
        fight.perform({**attack, "answers": {"defence": "none"}, "dice": list(dice)})
        return [str(text) for text in players_view(fight).throw.meaning]

    assert came(90) == ["Bandit → Ama: without effect"]
    assert came(20, 3) == ["Bandit → Ama: hit"]
    fight.perform({"do": "let_know", "combatant": "bandit", "hidden": True})
    assert [str(text) for text in players_view(fight).throw.meaning] == ["Ama: hit"]


def test_walka_54_the_players_hear_which_effect_somebody_has_come_under() -> None:
    fight = throw(fight_of(sheet(weapons=[GLUE])), [11])
    said = [str(text) for text in players_view(fight).throw.meaning]
    assert said[1:] == ["Vera → Pirat: caught in the blast, immobile"]
