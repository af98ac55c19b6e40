"""Several actions after something has happened to them since they were declared: mir_tmy-7, 49."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.rules.table import Refusal
from tests.rules.maps import on_map
from tests.rules.mir_tmy.bench import (
    RIFLE,
    SWORD,
    act,
    do,
    levels,
    option,
    person,
    scene,
    set_by_hand,
    told,
    who,
)

HIT, MISS = [8], [3]


def split(*parts: dict[str, Any], **more: Any) -> Fight:
    """B has declared a split out of six dice, then A has declared an attack on it."""
    sheet = {"abilities": {"brawl": 3, "dodge": 3, "melee": 3, "athletics": 3}, **more}
    fight = scene(person("А"), person("Б", **sheet), declare=True)
    do(fight, {"do": "declare", "actor": "b", "action": "multiple", "parts": list(parts)})
    do(fight, {"do": "declare", "actor": "a", "action": "attack", "target": "b"})
    return fight


def blow(dice: int) -> dict[str, Any]:
    return {"action": "attack", "dice": dice, "target": "a", "with": "Кулаки"}


def test_mir_tmy_5_49_a_declaration_of_several_actions_names_their_targets() -> None:
    fight = scene(
        *(person(name, abilities={"brawl": 5, "dodge": 5}) for name in "АБВ"), declare=True
    )
    parts = [blow(2), blow(2), {**blow(2), "target": "b"}, {"action": "dodge", "dice": 2}]
    lines = do(fight, {"do": "declare", "actor": "c", "action": "multiple", "parts": parts})
    assert (
        told(lines, "mir_tmy-5") == "В declares: attack 2 + attack 2 → А + attack 2 → Б + dodge 2"
    )


def test_mir_tmy_49_who_is_wounded_shares_out_the_dice_there_are_now() -> None:
    fight = split(blow(3), blow(3))
    set_by_hand(fight, "b", damage={"lethal": 2})
    act(fight, "a", "attack", MISS * 3, target="b")
    lines = act(fight, "b", "multiple", MISS * 5, parts=[blow(3), blow(2)])
    assert "a pool of 5 dice: attack 3 + attack 2 → А" in told(lines, "mir_tmy-49")


def test_mir_tmy_49_shares_that_no_longer_fit_are_asked_for_anew() -> None:
    fight = split(blow(3), blow(3))
    set_by_hand(fight, "b", damage={"lethal": 2})
    act(fight, "a", "attack", MISS * 3, target="b")
    assert fight.perform({"do": "act", "actor": "b"}) is None
    assert fight.pending is not None
    question: Any = fight.pending.question
    assert (question.id, question.field.default) == ("shares", [3, 2])
    fight.cancel()
    for wrong in ([3, 3], [4, 1], [5]):
        with pytest.raises(Refusal) as refused:
            do(fight, {"do": "act", "actor": "b", "answers": {"shares": wrong}})
        assert refused.value.field == "answers.shares"
    step = {"do": "act", "actor": "b", "dice": MISS * 5, "answers": {"shares": [2, 3]}}
    assert "attack 2 + attack 3 → А" in told(do(fight, step), "mir_tmy-49")


def test_mir_tmy_49_an_action_falls_away_when_there_are_too_few_dice_for_all() -> None:
    fight = split(blow(3), blow(3))
    set_by_hand(fight, "b", damage={"lethal": 6})  # crippled: one die is left
    act(fight, "a", "attack", MISS * 3, target="b")
    do(fight, {"do": "act", "actor": "b"})
    assert who(fight, "a").attackers == ()
    fight = split(blow(2), blow(2), blow(2))
    set_by_hand(fight, "b", damage={"lethal": 2})
    act(fight, "a", "attack", MISS * 3, target="b")
    lines = do(fight, {"do": "act", "actor": "b", "dice": MISS * 4})
    assert "attack 2 + attack 2 + attack 0 → А" in told(lines, "mir_tmy-49")


def test_mir_tmy_7_a_split_is_done_with_the_distances_that_the_map_knows_by_then() -> None:
    fight = on_map(split(blow(3), blow(3)), a=(10, 10), b=(11, 10))
    act(fight, "a", "attack", MISS * 3, target="b")
    step = {"do": "act", "actor": "b", "action": "multiple", "parts": [blow(3), blow(3)]}
    assert fight.rules.by_map(fight.state, "b", step)
    assert fight.preview({**step, "dice": MISS * 6})


def test_mir_tmy_7_the_actions_of_a_split_stay_as_declared() -> None:
    fight = split(blow(3), blow(3))
    act(fight, "a", "attack", MISS * 3, target="b")
    with pytest.raises(Refusal, match="not what was declared"):
        act(fight, "b", "multiple", [], parts=[blow(3), {"action": "dodge", "dice": 3}])


def test_mir_tmy_49_a_share_that_a_defence_has_used_is_gone() -> None:
    fight = split(blow(3), {"action": "dodge", "dice": 3})
    wound = [*HIT * 3, *MISS * 3, *HIT * 2, *MISS, *MISS * 3]
    act(fight, "a", "attack", wound, target="b")
    assert levels(fight, "b") == (2, 0, 0)  # hurt: the pool is 5 now, 3 of which are spent
    lines = do(fight, {"do": "act", "actor": "b", "dice": MISS * 2})
    assert "attack 2 → А + dodge 3" in told(lines, "mir_tmy-49")
    assert who(fight, "b").guards == ()  # used once, and not ready again


def test_mir_tmy_49_a_defence_of_the_split_that_is_left_keeps_its_new_share() -> None:
    fight = split(blow(3), {"action": "dodge", "dice": 3}, extra_actions=0)
    set_by_hand(fight, "b", damage={"lethal": 2})
    do(fight, {"do": "wait", "actor": "a"})
    do(fight, {"do": "act", "actor": "b", "dice": MISS * 3, "answers": {"shares": [3, 2]}})
    assert [(guard.kind, guard.dice) for guard in who(fight, "b").guards] == [("dodge", 2)]


def test_mir_tmy_49_a_weapon_lost_since_costs_only_its_own_action() -> None:
    armed = {"action": "attack", "dice": 3, "target": "a", "with": "Меч"}
    fight = split(armed, blow(3), weapons=[SWORD])
    set_by_hand(fight, "b", unready=["Меч"])
    act(fight, "a", "attack", MISS * 3, target="b")
    lines = do(fight, {"do": "act", "actor": "b", "dice": MISS * 3})
    assert "attack: not possible, not in hand: Меч" in told(lines, "mir_tmy-49")
    assert "3 dice at 6" in told(lines, "mir_tmy-10")


def test_mir_tmy_7_no_full_dodge_after_a_defence_of_the_split_was_used() -> None:
    fight = split(blow(3), {"action": "dodge", "dice": 3})
    assert option(fight, "b", "", "change_to_defence") is not None
    act(fight, "a", "attack", MISS * 6, target="b", answers={"defence": "dodge"})
    assert option(fight, "b", "", "change_to_defence") is None
    with pytest.raises(Refusal, match="no action left"):
        do(fight, {"do": "change_to_defence", "actor": "b", "defence": "dodge"})


@pytest.mark.parametrize("then", ["end_turn", "rise"])
def test_mir_tmy_50_no_extra_actions_after_a_defence_of_a_shared_pool(then: str) -> None:
    fight = split(blow(3), {"action": "dodge", "dice": 3}, extra_actions=1)
    act(fight, "a", "attack", MISS * 6, target="b", answers={"defence": "dodge"})
    assert fight.state.turn == "b"
    if then == "rise":
        do(fight, {"do": "knockdown", "actor": "b", "dice": MISS * 6})
        act(fight, "b", "rise")
    else:
        do(fight, {"do": "end_turn", "actor": "b"})  # the blow is given up
    assert (fight.state.round, fight.state.phase) == (2, "declare")


def suppressor() -> Fight:
    fight = scene(person("А"), person("Б", weapons=[RIFLE]), person("В"), declare=True)
    do(fight, {"do": "declare", "actor": "c", "action": "attack", "target": "b"})
    do(fight, {"do": "declare", "actor": "b", "action": "suppress"})
    do(fight, {"do": "declare", "actor": "a", "action": "run", "past": ["b"]})
    return fight


def test_mir_tmy_42_a_suppressor_who_has_fired_can_no_longer_dodge_instead() -> None:
    fight = suppressor()
    do(fight, {"do": "change_to_defence", "actor": "b", "defence": "dodge"})  # not yet fired
    fight.undo()
    do(fight, {"do": "act", "actor": "a", "dice": MISS * 3})
    with pytest.raises(Refusal, match="no action left"):
        do(fight, {"do": "change_to_defence", "actor": "b", "defence": "dodge"})
    do(fight, {"do": "act", "actor": "b"})
    assert who(fight, "b").loaded == {"АК47": 0}
    act(fight, "c", "attack", MISS * 3, target="b")  # and is not asked for a defence


@pytest.mark.parametrize("ended", ["down", "shock"])
def test_mir_tmy_42_fire_that_was_stopped_is_not_begun_again(ended: str) -> None:
    fight = suppressor()
    if ended == "down":
        do(fight, {"do": "knockdown", "actor": "b", "dice": [9] * 3})  # and up at once
    else:
        set_by_hand(fight, "b", shock_next=True)
    do(fight, {"do": "act", "actor": "a"})  # nobody shoots
    assert "has been stopped" in option(fight, "b", "suppress").why_not
    with pytest.raises(Refusal, match="has been stopped"):
        do(fight, {"do": "act", "actor": "b"})
    do(fight, {"do": "change_to_defence", "actor": "b", "defence": "dodge"})
    assert who(fight, "b").loaded == {"АК47": 30}


def test_mir_tmy_7_overruled_even_a_suppressor_who_has_fired_dodges() -> None:
    fight = suppressor()
    do(fight, {"do": "act", "actor": "a", "dice": MISS * 3})
    step = {"do": "change_to_defence", "actor": "b", "defence": "dodge", "overrule": True}
    do(fight, step)
    assert [guard.kind for guard in who(fight, "b").guards] == ["dodge"]


def test_mir_tmy_46_nor_can_one_whose_counterattack_has_struck() -> None:
    fight = scene(person("А"), person("Б", weapons=[SWORD]), person("В"), declare=True)
    do(fight, {"do": "declare", "actor": "c", "action": "attack", "target": "b"})
    do(fight, {"do": "declare", "actor": "b", "action": "counter"})
    do(fight, {"do": "declare", "actor": "a", "action": "run", "past": ["b"]})
    do(fight, {"do": "act", "actor": "a", "dice": MISS * 3})
    with pytest.raises(Refusal, match="no action left"):
        do(fight, {"do": "change_to_defence", "actor": "b", "defence": "dodge"})


def test_mir_tmy_49_strafing_and_covering_are_among_several_actions_and_moves_go_past() -> None:
    shooter = person("А", abilities={"firearms": 5, "athletics": 3, "dodge": 3}, weapons=[RIFLE])
    fight = scene(shooter, person("Б"), person("В"))
    parts = [
        {"action": "strafe", "dice": 2, "targets": ["b", "c"]},
        {"action": "cover_ally", "dice": 2, "target": "c"},
        {"action": "move", "dice": 2, "past": ["b"]},
    ]
    lines = act(fight, "a", "multiple", MISS * 12, parts=parts)
    assert "12 dice at 8" in told(lines, "mir_tmy-39")
    assert told(lines, "mir_tmy-52") == "А moves 2 m"
    assert [(g.ally, g.dice) for g in who(fight, "a").guards] == [("c", 2)]


SKILLED = dict.fromkeys(("firearms", "melee", "athletics", "brawl"), 4)
ON_B = {"target": "b", "dice": 3}
RELOAD = {"action": "reload", "dice": 4}


@pytest.mark.parametrize(
    ("parts", "hand"),
    [
        ([{"action": "rise"}, {"action": "move", "dice": 3}], {"down": True}),
        ([{"action": "ready_weapon"}, {"action": "cut_tendon", **ON_B}], {"unready": ["Меч"]}),
        ([{"action": "ready_weapon"}, {"action": "full_auto", **ON_B}], {"unready": ["АК47"]}),
        (
            [{"action": "reload", "dice": 4}, {"action": "full_auto", **ON_B}],
            {"loaded": {"АК47": 0}},
        ),
        (
            [{"action": "reload", "dice": 4}, {"action": "short_burst", **ON_B}],
            {"loaded": {"АК47": 0}},
        ),
    ],
)
@pytest.mark.parametrize("declare", [True, False])
def test_mir_tmy_49_what_an_earlier_action_makes_possible_is_among_several(
    parts: list[dict[str, Any]], hand: dict[str, Any], declare: bool
) -> None:
    arms = [{**RIFLE, "damage": 1}, SWORD]
    a = person("А", dexterity=5, abilities=SKILLED, weapons=arms)
    fight = scene(a, person("Б"), declare=declare)
    set_by_hand(fight, "a", **hand)
    step = {"do": "act", "actor": "a", "action": "multiple", "parts": parts}
    if declare:
        do(fight, {"do": "declare", "actor": "b", "action": "other"})
    moment = fight.perform(step, lambda sides: min(sides, 9), fight.rules.decide)
    assert moment is not None
    assert "not possible" not in told(moment.lines, "mir_tmy-49")


@pytest.mark.parametrize(
    ("part", "field"),
    [
        ({"action": "move", "metres": 3}, "metres"),
        ({"action": "speak", "words": 7}, "words"),
        ({"action": "reload"}, "dice"),
        ({"action": "attack", "target": "b", "with": "АК47", "distance": 301}, "distance"),
        ({"action": "attack", "target": "b", "with": "Меч"}, "with"),
    ],
)
@pytest.mark.parametrize("declare", [True, False])
def test_mir_tmy_49_what_one_of_several_can_never_be_is_refused_before_any_dice(
    part: dict[str, Any], field: str, declare: bool
) -> None:
    arms = [RIFLE, {**SWORD, "concealed": True}]
    fight = scene(person("А", abilities=SKILLED, weapons=arms), person("Б"), declare=declare)
    if declare:
        do(fight, {"do": "declare", "actor": "b", "action": "other"})
    step = {"actor": "a", "action": "multiple", "parts": [{"target": "b"}, part]}
    with pytest.raises(Refusal, match=rf"parts\[1\].{field}:"):
        fight.perform({"do": "declare" if declare else "act", **step})


def test_mir_tmy_49_those_at_who_is_gone_leave_the_others_to_be_done() -> None:
    fight = split(blow(2), RELOAD, weapons=[RIFLE], abilities=SKILLED)
    friend = {"id": "c", "side": "players", "sheet": person("В")}
    join = {"do": "join", "combatants": [friend], "this_round": False, "dice": [1]}
    fight.perform(join)
    fight.perform({"do": "leave", "combatant": "a"})
    offered = option(fight, "b", "multiple")
    assert offered.why_not is None
    lines = do(fight, {"do": "act", "actor": "b"})
    assert "attack: not possible, А has left" in told(lines, "mir_tmy-49")
    assert "reloads: АК47 (30)" in told(lines, "mir_tmy-38")


def test_mir_tmy_49_weapons_to_be_made_ready_and_longer_ways_are_on_offer_for_several() -> None:
    arms = [{**SWORD, "concealed": True}]
    fight = scene(person("А", abilities={"athletics": 4}, weapons=arms), person("Б"))
    fields = {field.id: field for field in fight.parameters(option(fight, "a", "multiple"))}
    inner = {field.id: field for field in fields["parts"].fields}
    assert next(c for c in inner["with"].choices if c.value == "Меч").why_not is None
    assert (inner["metres"].maximum or 99) >= 5, "five dice are five metres (mir_tmy-52)"


@pytest.mark.parametrize(
    ("part", "pool"),
    [
        ({"action": "short_burst"}, 8),
        ({"action": "full_auto"}, 8),
        ({"action": "strafe", "target": "", "targets": ["a"]}, 8),
        ({"action": "disarm"}, 5),
    ],
)
def test_mir_tmy_49_a_part_is_counted_with_the_weapon_that_it_is_made_with(
    part: dict[str, Any], pool: int
) -> None:
    # A bow comes first in hand; bursts are fired with the rifle, and disarming goes by the sword.
    bow = {"name": "Лук", "kind": "thrown", "ability": "archery"}
    abilities = {"firearms": 5, "melee": 2, "archery": 0, "expression": 5}
    archer = person("Б", weapons=[bow, RIFLE, SWORD], abilities=abilities)
    fight = scene(person("А", weapons=[SWORD]), archer, declare=True)
    parts = [{"target": "a", "dice": 2, **part}, {"action": "speak", "dice": 2}]
    step = {"do": "declare", "actor": "b", "action": "multiple", "parts": parts}
    assert f"a pool of {pool} dice" in told(do(fight, step), "mir_tmy-49")
