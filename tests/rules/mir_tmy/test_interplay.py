"""What one rule does to somebody, and what the others make of it: mir_tmy-3, 7, 16, 27, 30, 48."""

from typing import Any

import pytest

from desktop.encounter.digest import last_account
from desktop.encounter.fight import Fight
from desktop.rules.table import Refusal
from tests.rules.mir_tmy.bench import (
    RIFLE,
    act,
    do,
    levels,
    person,
    rules_of,
    scene,
    scene_of,
    set_by_hand,
    told,
    who,
)

HIT, MISS = [8], [3]


def declared(*declarations: dict[str, Any], **more: Any) -> Fight:
    """A fight of a, b, c… in which all have declared, from the last to a, who is the first."""
    fight = scene(*[person(name, **more) for name in "АБВГ"[: len(declarations)]], declare=True)
    for id, declaration in reversed(list(zip("abcd", declarations, strict=False))):
        do(fight, {"do": "declare", "actor": id, **declaration})
    return fight


@pytest.mark.parametrize("ready", ["dodge", "block", "counter", "cover_ally"])
def test_mir_tmy_27_the_next_action_goes_on_rising_whatever_defence_was_declared(
    ready: str,
) -> None:
    cover = {"target": "c"} if ready == "cover_ally" else {}
    fight = declared({"action": "other"}, {"action": ready, **cover}, {"action": "other"})
    lines = do(fight, {"do": "knockdown", "actor": "b", "dice": MISS * 3})
    lines += act(fight, "a", "other")
    assert "keeps ready" not in "".join(str(line.text) for line in lines)
    assert fight.state.turn == "b"
    act(fight, "b", "rise")
    assert not who(fight, "b").down
    assert not who(fight, "b").guards, "the action has gone on rising"


@pytest.mark.parametrize("ready", ["dodge", "counter", "desperate_defence", "pass"])
def test_mir_tmy_30_the_held_break_free_with_an_action_meant_for_a_defence(ready: str) -> None:
    fight = declared({"action": "grapple", "target": "b"}, {"action": ready})
    step = {"do": "act", "actor": "a", "action": "grapple", "target": "b"}
    do(fight, {**step, "dice": HIT * 3, "answers": {"defence": "none"}})
    assert fight.state.turn == "b"
    act(fight, "b", "break_free", HIT * 3 + MISS * 3)
    assert who(fight, "b").grappled_by is None


def test_mir_tmy_30_the_log_says_whom_one_who_falls_lets_go_of() -> None:
    fight = scene(person("А"), person("Б"))
    act(fight, "a", "grapple", HIT * 3, target="b")
    lines = do(fight, {"do": "knockdown", "actor": "a", "dice": MISS * 3})
    assert who(fight, "b").grappled_by is None
    assert told(lines, "mir_tmy-30") == "А → Б: lets go"
    fall = last_account(fight)
    assert fall
    assert str(fall.result) == "А: falls", "nobody was missed"


@pytest.mark.parametrize("policy", ["aggressive", "defensive"])
def test_mir_tmy_27_a_behaviour_in_shock_rises_when_it_has_to(policy: str) -> None:
    fight = scene(person("А"), person("Б"))
    set_by_hand(fight, "a", down=True, must_rise=True, shock=True)
    command = fight.rules.policies[policy].choose(fight.state, "a")
    assert command is not None
    assert command.action == "rise"


def test_mir_tmy_48_no_desperate_defence_after_a_counterattack_has_struck() -> None:
    past = {"action": "run", "past": ["b"]}
    fight = declared(past, {"action": "counter"}, {"action": "other"}, extra_actions=1)
    lines = act(fight, "a", "run", MISS * 3, past=["b"])
    assert "mir_tmy-46" in rules_of(lines)
    with pytest.raises(Refusal, match="only for a whole turn"):
        do(fight, {"do": "change_to_defence", "actor": "b", "defence": "desperate_defence"})


def test_mir_tmy_27_what_lowers_an_initiative_below_1_does_not_raise_it() -> None:
    hurt = {"lethal": 6}  # crippled, −5
    fight = scene(person("А", dexterity=1, wits=1, damage=hurt), person("Б"), dice=[1, 1])
    assert who(fight, "a").initiative == -2
    set_by_hand(fight, "a", initiative_next=-4)
    do(fight, {"do": "end_turn", "actor": "b"})
    do(fight, {"do": "end_turn", "actor": "a"})
    assert who(fight, "a").initiative == -2


def test_mir_tmy_6_a_rerolled_initiative_is_lower_by_the_whole_knockdown() -> None:
    fight = scene(person("А", dexterity=2, wits=2), person("Б"), dice=[1, 1])
    set_by_hand(fight, "a", initiative_next=-5)
    do(fight, {"do": "end_turn", "actor": "b"})
    do(fight, {"do": "end_turn", "actor": "a"})
    assert who(fight, "a").initiative == 1, "5 lower, but at least 1"
    do(fight, {"do": "reroll_initiative", "actor": "a", "dice": [10]})
    assert who(fight, "a").initiative == 2 + 2 + 10 - 5


def test_mir_tmy_16_a_vampire_that_falls_badly_takes_half_and_lethal() -> None:
    fight = scene(person("А"), person("Б", kind="vampire"), person("В"))
    do(fight, {"do": "knockdown", "actor": "b", "dice": [1, 2, 3]})
    do(fight, {"do": "knockdown", "actor": "c", "dice": [1, 2, 3]})
    assert levels(fight, "b") == (0, 1, 0)
    assert levels(fight, "c") == (2, 0, 0)


@pytest.mark.parametrize("lowered", [0, 3, 5])
def test_mir_tmy_34_the_log_says_once_by_how_much_a_sweep_lowers_the_initiative(
    lowered: int,
) -> None:
    fight = scene(person("А"), person("Б"), sweep_initiative=lowered)
    dice = HIT * 3 + MISS * (4 + 3) + [8] * 3
    lines = act(fight, "a", "sweep", dice, target="b", answers={"defence": "none"})
    assert who(fight, "b").initiative_next == -lowered
    assert told(lines, "mir_tmy-34").count("initiative") == 1
    assert not told(lines, "mir_tmy-27")


def test_mir_tmy_5_what_is_declared_anew_by_the_game_masters_word_is_done() -> None:
    fight = scene(person("А"), person("Б"), declare=True)
    do(fight, {"do": "declare", "actor": "b", "action": "run"})
    other = {"action": "other", "what": "зовёт на помощь", "overrule": True}
    do(fight, {"do": "declare", "actor": "b", **other})
    do(fight, {"do": "declare", "actor": "a", "action": "run"})
    act(fight, "a", "run")
    assert fight.state.turn == "b"
    do(fight, {"do": "act", "actor": "b", "action": "other"})
    assert fight.state.round == 2


def test_mir_tmy_48_a_desperate_defence_that_is_changed_gives_the_extra_actions_back() -> None:
    fight = declared({"action": "other"}, {"action": "desperate_defence"}, extra_actions=1)
    do(fight, {"do": "change_to_defence", "actor": "b", "defence": "dodge"})
    act(fight, "a", "other")
    state = scene_of(fight)
    assert (state.wave, set(state.queue)) == (1, {"a", "b"})


def test_mir_tmy_36_42_suppressing_fire_is_not_aimed_whoever_comes_first() -> None:
    fight = scene(
        person("А"), person("Б", weapons=[RIFLE], abilities={"firearms": 1}), declare=True
    )
    set_by_hand(fight, "b", aiming=2)
    do(fight, {"do": "declare", "actor": "b", "action": "suppress"})
    do(fight, {"do": "declare", "actor": "a", "action": "run", "past": ["b"]})
    lines = do(fight, {"do": "act", "actor": "a", "dice": MISS * 4})
    assert "mir_tmy-42" in rules_of(lines)
    assert "mir_tmy-36" not in rules_of(lines)
