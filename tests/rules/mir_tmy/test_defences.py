"""Defences, several actions, extra actions, moving and speaking: mir_tmy-43 to 54."""

from typing import Any

import pytest

from desktop.encounter.digest import last_account
from desktop.encounter.fight import Fight, resume
from desktop.rules.fields import without_dominated
from desktop.rules.mir_tmy.actions import BY_ID
from desktop.rules.table import Refusal
from tests.rules.mir_tmy.bench import (
    CLUB,
    PISTOL,
    RIFLE,
    SWORD,
    act,
    do,
    levels,
    option,
    person,
    scene,
    scene_of,
    set_by_hand,
    told,
    who,
)

HIT, MISS = [8], [3]


def test_mir_tmy_43_dodging_is_at_6_against_blows_and_at_8_against_shots() -> None:
    dodger = person("Б", abilities={"dodge": 2})
    fight = scene(person("А", weapons=[PISTOL]), dodger, person("В"))
    dodged = {"target": "b", "answers": {"defence": "dodge"}}
    dice = MISS * 3 + MISS * 5
    lines = act(fight, "a", "attack", dice, **dodged, **{"with": "Кулаки"})
    assert "5 dice at 6: no success" in told(lines, "mir_tmy-43")
    assert who(fight, "b").acted
    fight.undo()
    lines = act(fight, "a", "attack", dice, **dodged)
    assert "5 dice at 8: no success" in told(lines, "mir_tmy-43")


def test_mir_tmy_43_the_defence_is_asked_for_only_where_there_is_one_to_spend() -> None:
    fight = scene(person("А"), person("Б", weapons=[SWORD]))
    step = {"do": "act", "actor": "a", "action": "attack", "target": "b"}
    assert fight.perform(step) is None
    assert fight.pending is not None
    question: Any = fight.pending.question
    assert (question.id, question.by) == ("defence", "b")
    assert [choice.value for choice in question.field.choices] == [
        "none",
        "dodge",
        "parry",
        "block",
    ]
    assert question.field.default == "none"
    again = resume(fight.script, fight.journal, fight.pending.as_json())
    assert again.pending
    assert again.pending.question == question  # with what each defence costs
    fight.cancel()
    set_by_hand(fight, "b", acted=True)
    assert fight.perform({**step, "dice": MISS * 3}) is not None


def test_mir_tmy_43_one_defence_is_for_one_attack() -> None:
    fight = scene(person("А"), person("Б"), person("В"))
    do(fight, {"do": "change_to_defence", "actor": "c", "defence": "dodge"})
    act(fight, "a", "attack", MISS * 6, target="c")
    act(fight, "b", "attack", MISS * 3, target="c")
    assert fight.state.round == 2


def test_mir_tmy_44_a_better_parry_hits_in_return() -> None:
    fight = scene(person("А"), person("Б", abilities={"melee": 5}, weapons=[SWORD]), dice=[9, 2])
    dice = [*HIT, *MISS * 2, *HIT * 5, *MISS * 3, *HIT * 2, *MISS * 3]
    lines = act(fight, "a", "attack", dice, target="b", answers={"defence": "parry"})
    assert "hits in return" in told(lines, "mir_tmy-44")
    assert "Damage, 5 dice at 6: 2, lethal" in told(lines, "mir_tmy-44")  # no extra successes
    assert levels(fight, "a") == (0, 2, 0)


def test_mir_tmy_7_a_defence_instead_is_offered_with_what_strikes_close_alone() -> None:
    fight = scene(person("А"), person("Б", weapons=[PISTOL, SWORD]))
    fields = {f.id: f for f in fight.parameters(option(fight, "b", "", "change_to_defence"))}
    assert [choice.value for choice in fields["with"].choices] == ["", "Меч", "Кулаки"]


def test_mir_tmy_44_no_more_than_equal_is_no_hit_and_shots_cannot_be_parried() -> None:
    fight = scene(person("А", weapons=[PISTOL]), person("Б", weapons=[SWORD]))
    dice = [*HIT, *MISS * 2, *HIT, *MISS * 2]
    parry = {"target": "b", "answers": {"defence": "parry"}}
    act(fight, "a", "attack", dice, **parry, **{"with": "Кулаки"})
    assert levels(fight, "a") == levels(fight, "b") == (0, 0, 0)
    fight.undo()
    with pytest.raises(Refusal, match="not on offer"):
        act(fight, "a", "attack", dice, **parry)


def test_mir_tmy_45_a_better_block_throws_the_attacker_off() -> None:
    fight = scene(person("А"), person("Б", abilities={"brawl": 2}))
    dice = [*MISS * 3, *HIT, *MISS * 4]
    lines = act(fight, "a", "attack", dice, target="b", answers={"defence": "block"})
    assert "initiative −4" in told(lines, "mir_tmy-45")
    before = who(fight, "a").initiative
    assert fight.state.round == 2
    assert before == 9 + 6 - 4


def test_mir_tmy_7_a_defence_is_of_no_benefit_where_no_die_of_it_would_fall() -> None:
    fight = scene(person("А", weapons=[CLUB]), person("В"), person("Б", dexterity=1))
    blow: dict[str, Any] = {"do": "act", "actor": "a", "action": "attack", "target": "c"}
    (decision, usual), *_ = fight.decisions(blow)
    assert (decision.id, decision.no_benefit) == ("defence", False)
    folded = without_dominated(decision.field.choices, usual)[1]
    assert [choice.value for choice in folded] == ["block"], "no action is spent on it"
    do(fight, {"do": "effect", "combatants": ["c"], "name": "slow", "changes": {"dice": -1}})
    (decision, usual), *_ = fight.decisions(blow)
    assert {choice.value for choice in decision.field.choices} == {"none", "dodge", "block"}
    assert (decision.no_benefit, usual) == (True, "none"), "the block fails outright (45)"
    # What a saved fight has answered stands.
    lines = do(fight, {**blow, "dice": MISS * 3, "answers": {"defence@c": "dodge"}})
    assert "dodge" in told(lines, "mir_tmy-7")


def test_mir_tmy_7_a_dodge_of_what_has_no_die_to_hit_with_is_of_no_benefit() -> None:
    fight = scene(person("А", weapons=[PISTOL]), person("Б", weapons=[SWORD]))
    shot: dict[str, Any] = {"do": "act", "actor": "a", "action": "attack", "target": "b"}
    aside = {**shot, "modifiers": {"dice": -9}}
    assert not fight.decisions(shot)[0][0].no_benefit
    assert fight.decisions(aside)[0][0].no_benefit
    # A parry that has more successes hits in return (44).
    assert not fight.decisions({**aside, "with": "Кулаки"})[0][0].no_benefit


def test_mir_tmy_7_a_guard_of_no_use_is_kept_for_another_attack() -> None:
    fight = scene(person("А", weapons=[CLUB]), person("Б"), person("В"))
    do(fight, {"do": "change_to_defence", "actor": "b", "defence": "block"})
    act(fight, "a", "attack", MISS * 3, target="b")
    assert [guard.kind for guard in who(fight, "b").guards] == ["block"]


def test_mir_tmy_45_a_block_fails_outright_against_more_strength() -> None:
    fight = scene(person("А", weapons=[CLUB]), person("Б"))
    dice = [*HIT, *MISS * 2, *HIT, *MISS * 3, *MISS * 3]
    lines = act(fight, "a", "attack", dice, target="b", answers={"defence": "block"})
    assert "fails outright: strength 4 against 3" in told(lines, "mir_tmy-45")
    assert levels(fight, "b") == (1, 0, 0)
    assert who(fight, "b").acted or fight.state.round == 2


@pytest.mark.parametrize(
    ("sheet", "blocks"),
    [
        ({}, False),
        ({"armor": {"name": "Латы", "rating": 2}}, True),
        ({"abilities": {"До": 1}}, True),
    ],
)
def test_mir_tmy_45_blades_are_blocked_only_in_armour_or_with_training(
    sheet: dict[str, Any], blocks: bool
) -> None:
    knife = {"name": "Нож", "damage": 0, "type": "lethal"}
    fight = scene(person("А", weapons=[knife]), person("Б", **sheet))
    fight.perform({"do": "act", "actor": "a", "action": "attack", "target": "b"})
    assert fight.pending is not None
    question: Any = fight.pending.question
    assert ("block" in [choice.value for choice in question.field.choices]) is blocks


def test_mir_tmy_46_a_counterattack_strikes_everyone_who_passes() -> None:
    fight = scene(person("А", weapons=[SWORD]), person("Б"), person("В"))
    weapon: dict[str, Any] = {"with": "Меч"}
    act(fight, "a", "counter", **weapon)
    assert who(fight, "a").countering == "Меч"
    # B tries to break through, and is hit, and goes on.
    lines = act(fight, "b", "run", [*HIT, *MISS * 2, *HIT, *MISS * 4], past=["a"])
    assert "А → Б: counterattack" in told(lines, "mir_tmy-46")
    assert "does not get through" not in told(lines, "mir_tmy-52")
    # C moves and defends, for which it gives its action: it has to stop.
    dodge = {"defence": "dodge"}
    lines = act(fight, "c", "move", MISS * 3 + MISS * 3, past=["a"], answers=dodge)
    assert "А: defends and stops" in told(lines, "mir_tmy-46")
    assert "does not get through" in told(lines, "mir_tmy-52")
    assert who(fight, "a").countering is None  # a new turn


def test_mir_tmy_46_it_ends_with_another_manoeuvre_or_a_fall() -> None:
    fight = scene(person("А", extra_actions=1), person("Б"))
    act(fight, "a", "counter")
    lines = do(fight, {"do": "knockdown", "actor": "a", "dice": [9, 3, 3]})
    assert "no longer counterattacks" in told(lines, "mir_tmy-46")
    fight.undo()
    do(fight, {"do": "end_turn", "actor": "b"})
    assert who(fight, "a").countering
    act(fight, "a", "attack", MISS * 3, target="b")
    assert who(fight, "a").countering is None


def covering(weapons: list[Any]) -> Fight:
    protector = person("Защитник", abilities={"dodge": 1, "melee": 2}, weapons=weapons)
    fight = scene(person("А", weapons=[PISTOL]), person("Цель"), protector, dice=[1, 5, 9])
    act(fight, "c", "cover_ally", target="b")
    do(fight, {"do": "end_turn", "actor": "b"})
    return fight


def test_mir_tmy_47_a_neighbour_parries_for_an_ally() -> None:
    fight = covering([SWORD])
    dice = [*HIT * 2, *MISS, *HIT, *MISS * 4, *MISS * 3, *MISS * 3]
    lines = act(fight, "a", "attack", dice, target="b", **{"with": "Кулаки"})
    assert "Защитник → Цель: covers" in told(lines, "mir_tmy-47")
    assert "Защитник, parry, 5 dice at 6: 1" in told(lines, "mir_tmy-44")
    assert "2 − 1: 1 left" in told(lines, "mir_tmy-2")


def test_mir_tmy_47_a_shot_hits_the_protector_who_has_more_successes() -> None:
    fight = covering([])
    shot = [*HIT, *MISS * 2]
    dice = [*shot, *HIT * 2, *MISS * 2, *HIT, *MISS * 3]
    lines = act(fight, "a", "attack", dice, target="b")
    assert "4 dice at 6: 2 successes" in told(lines, "mir_tmy-47")
    assert (levels(fight, "b"), levels(fight, "c")) == ((0, 0, 0), (0, 1, 0))
    fight.undo()
    act(fight, "a", "attack", [*shot, *HIT, *MISS * 3, *HIT, *MISS * 3], target="b")
    assert (levels(fight, "b"), levels(fight, "c")) == ((0, 1, 0), (0, 0, 0))


def test_mir_tmy_47_to_cover_is_of_no_benefit_where_no_die_of_it_would_fall() -> None:
    fight = covering([SWORD])
    shot: dict[str, Any] = {"do": "act", "actor": "a", "action": "attack", "target": "b"}

    def cover(**said: Any) -> tuple[bool, Any]:
        decision, usual = next(d for d in fight.decisions({**shot, **said}) if d[0].id == "cover")
        return decision.no_benefit, usual

    assert cover() == (False, "dodge")
    assert cover(modifiers={"dice": -9}) == (True, "none"), "the shot misses in any case"
    do(fight, {"do": "effect", "combatants": ["c"], "name": "slow", "changes": {"dice": -9}})
    assert cover() == cover(**{"with": "Кулаки"}) == (True, "none")
    lines = do(fight, {**shot, "dice": MISS * 3})
    assert not told(lines, "mir_tmy-47")


def test_mir_tmy_48_desperate_defence_loses_a_die_each_time() -> None:
    fight = scene(*(person(name) for name in "АБВ"), person("Г", extra_actions=2))
    do(fight, {"do": "change_to_defence", "actor": "d", "defence": "desperate_defence"})
    pools = []
    for index, id in enumerate("abc"):
        # The crowd takes dice too (mir_tmy-22).
        dice, answers = MISS * 3 + MISS * max(3 - 2 * index, 0), {"defence@d": "dodge"}
        lines = act(fight, id, "attack", dice, target="d", answers=answers)
        pools.append(told(lines, "mir_tmy-48"))
    assert pools[0] == ""
    assert pools[1].endswith("defence no. 2 this turn, dice -1")
    assert pools[2].endswith("defence no. 3 this turn, dice -2")
    assert fight.state.round == 2  # no extra actions either


def test_mir_tmy_48_nothing_else_may_be_done_in_that_turn() -> None:
    fight = scene(person("А", extra_actions=1), person("Б"))
    act(fight, "a", "attack", MISS * 3, target="b")
    with pytest.raises(Refusal, match="whole turn"):
        do(fight, {"do": "change_to_defence", "actor": "a", "defence": "desperate_defence"})
    act(fight, "b", "desperate_defence", defence="block")
    assert [guard.kind for guard in who(fight, "b").guards] == ["block"]


def petr() -> dict[str, Any]:
    return person(
        "Пётр",
        kind="changeling",
        dexterity=4,
        charisma=3,
        abilities={"firearms": 5, "security": 3, "intimidation": 3},
        weapons=[PISTOL],
    )


def petrs_parts(*dice: int) -> list[dict[str, Any]]:
    return [
        {"action": "attack", "dice": dice[0], "target": "b"},
        {
            "action": "other",
            "dice": dice[1],
            "what": "бомба",
            "attribute": "dexterity",
            "ability": "security",
        },
        {
            "action": "speak",
            "dice": dice[2],
            "what": "",
            "attribute": "charisma",
            "ability": "intimidation",
            "words": 6,
        },
    ]


def test_mir_tmy_49_petr_shares_six_dice_two_by_two() -> None:
    fight = scene(petr(), person("Б"))
    parts = petrs_parts(2, 2, 2)
    lines = act(fight, "a", "multiple", [*MISS * 2, *HIT * 2], parts=parts)
    assert "a pool of 6 dice: attack 2 → Б + other 2 + speak 2" in told(lines, "mir_tmy-49")
    assert "2 dice at 6: no success" in told(lines, "mir_tmy-10")
    assert "2 dice at 6: 2 successes" in told(lines, "mir_tmy-1")  # a failure harms no other part
    assert "6 words" in told(lines, "mir_tmy-54")


def test_mir_tmy_49_no_more_than_the_smallest_pool_and_never_below_two() -> None:
    fight = scene(petr(), person("Б"))
    with pytest.raises(Refusal, match="smallest pool: 6"):
        act(fight, "a", "multiple", [], parts=petrs_parts(3, 2, 2))
    with pytest.raises(Refusal) as refused:
        act(fight, "a", "multiple", [], parts=petrs_parts(4, 1, 1))
    assert refused.value.field == "parts[1].dice"


def test_mir_tmy_49_valeria_strikes_four_with_5_2_2_2_of_11() -> None:
    valeria = person(
        "Валерия", kind="vampire", dexterity=6, abilities={"melee": 5}, weapons=[SWORD]
    )
    fight = scene(valeria, *(person(name) for name in "БВГД"))
    parts = [
        {"action": "attack", "dice": dice, "target": target}
        for dice, target in zip((5, 2, 2, 2), "bcde", strict=True)
    ]
    lines = act(fight, "a", "multiple", MISS * 11, parts=parts)
    assert "a pool of 11" in told(lines, "mir_tmy-49")
    said = [text for text in told(lines, "mir_tmy-10").splitlines() if " at " in text]
    pools = [text.split(", ")[1] for text in said]
    assert [pool[:6] for pool in pools] == ["5 dice", "2 dice", "2 dice", "2 dice"]


def test_mir_tmy_49_a_share_kept_for_a_defence_is_ready_when_declared() -> None:
    fight = scene(person("А"), person("Б", abilities={"brawl": 3, "dodge": 3}), declare=True)
    parts = [
        {"action": "attack", "dice": 3, "target": "a"},
        {"action": "dodge", "dice": 3},
    ]
    do(fight, {"do": "declare", "actor": "b", "action": "multiple", "parts": parts})
    do(fight, {"do": "declare", "actor": "a", "action": "attack", "target": "b"})
    lines = do(fight, {"do": "act", "actor": "a", "dice": MISS * 3 + MISS * 3})
    assert "dodge, 3 dice at 6" in told(lines, "mir_tmy-43")
    lines = do(fight, {"do": "act", "actor": "b", "dice": MISS * 3})
    assert "3 dice at 6" in told(lines, "mir_tmy-10")
    assert who(fight, "b").guards == ()


def heroes(**house: Any) -> Fight:
    """The seed's three: Masha 9 and five extra, Oleg 20 and two, Valeria 14 and three."""
    return scene(
        person("Маша", dexterity=3, wits=3, extra_actions=5),
        person("Олег", kind="werewolf", dexterity=8, wits=3, extra_actions=2),
        person("Валерия", kind="vampire", dexterity=6, wits=3, extra_actions=3),
        dice=[3, 9, 5],
        **house,
    )


@pytest.mark.parametrize("declare", [False, True])
def test_mir_tmy_50_the_seeds_thirteen_lines_of_extra_actions(declare: bool) -> None:
    fight = heroes(declare=declare)
    assert [who(fight, id).initiative for id in "abc"] == [9, 20, 14]
    lines = []
    while fight.state.round == 1:
        if scene_of(fight).declaring:
            do(fight, {"do": "declare", "action": "run"})
            continue
        lines.append((who(fight, fight.state.turn or "").name, scene_of(fight).wave))
        do(fight, {"do": "end_turn"})
    assert lines == [
        ("Олег", 0),
        ("Валерия", 0),
        ("Маша", 0),
        ("Олег", 1),
        ("Валерия", 1),
        ("Маша", 1),
        ("Олег", 2),
        ("Валерия", 2),
        ("Маша", 2),
        ("Валерия", 3),
        ("Маша", 3),
        ("Маша", 4),
        ("Маша", 5),
    ]


def test_mir_tmy_50_extras_are_declared_when_the_ordinary_results_are_known() -> None:
    fight = heroes(declare=True)
    for actor in "acb":
        do(fight, {"do": "declare", "actor": actor, "action": "run"})
    for actor in "bca":
        do(fight, {"do": "act", "actor": actor})
    assert (fight.state.phase, scene_of(fight).wave, scene_of(fight).declaring) == (
        "extra",
        1,
        True,
    )
    assert fight.state.turn == "a"
    assert fight.rules.headline(fight.state) == ["Turn 1", "extra actions 1: declarations", "Маша"]
    lines = do(fight, {"do": "declare", "actor": "a", "action": "run"})
    assert "declares" in told(lines, "mir_tmy-50")


def test_mir_tmy_50_never_in_one_turn_with_several_actions() -> None:
    fight = heroes(declare=False)
    parts = [{"action": "attack", "dice": 2, "target": "a"}] * 2
    act(fight, "b", "multiple", MISS * 4, parts=parts)
    assert who(fight, "b").next_action is None
    for _ in range(2):
        do(fight, {"do": "end_turn"})
    assert (scene_of(fight).wave, fight.state.turn) == (1, "c")
    assert "extra" in option(fight, "c", "multiple").why_not


def test_mir_tmy_51_rising_is_automatic_but_an_action() -> None:
    fight = scene(person("А"), person("Б"))
    set_by_hand(fight, "a", down=True)
    assert "down" in option(fight, "a", "run").why_not
    lines = act(fight, "a", "rise")
    assert "rises" in told(lines, "mir_tmy-51")
    assert fight.state.turn == "b"


def test_mir_tmy_51_as_one_of_several_it_is_rolled_at_4() -> None:
    fight = scene(person("А", abilities={"athletics": 3, "brawl": 3}), person("Б"))
    set_by_hand(fight, "a", down=True)
    parts = [{"action": "rise", "dice": 2}, {"action": "attack", "dice": 4, "target": "b"}]
    lines = act(fight, "a", "multiple", [4, 3, *MISS * 4], parts=parts)
    assert "2 dice at 4: 1 success" in told(lines, "mir_tmy-51")
    assert "4 dice at 6" in told(lines, "mir_tmy-10")
    fight.undo()
    lines = act(fight, "a", "multiple", [3, 3, *MISS * 4], parts=parts)
    assert "4 dice at 8" in told(lines, "mir_tmy-10")  # still on the ground


def test_mir_tmy_52_moving_is_free_once_a_turn() -> None:
    fight = scene(person("А", dexterity=4, extra_actions=1), person("Б"))
    lines = act(fight, "a", "move")
    assert told(lines, "mir_tmy-52") == "А moves 4 m"
    assert (fight.state.turn, who(fight, "a").acted) == ("a", False)
    with pytest.raises(Refusal, match="4 m at most"):
        act(fight, "a", "move", metres=5)
    act(fight, "a", "attack", MISS * 4, target="b")
    assert fight.state.turn == "b"


def test_mir_tmy_52_a_free_move_is_not_on_offer_where_it_would_be_the_declared_action() -> None:
    """The last to declare, who acts first, moves freely once the extra action is declared."""
    fight = scene(person("А", extra_actions=1), person("Б", extra_actions=1), declare=True)
    for actor in "ba":
        do(fight, {"do": "declare", "actor": actor, "action": "run"})
    for actor in "ab":
        do(fight, {"do": "act", "actor": actor})
    assert (scene_of(fight).wave, scene_of(fight).declaring, fight.state.turn) == (1, True, "b")
    assert option(fight, "b", "move").cost == ""
    do(fight, {"do": "declare", "actor": "b", "action": "dodge"})
    assert option(fight, "a", "move") is None
    assert option(fight, "a", "speak") is None
    do(fight, {"do": "declare", "actor": "a", "action": "attack", "target": "b"})
    assert option(fight, "a", "move").cost == ""
    act(fight, "a", "move")
    assert (fight.state.turn, scene_of(fight).wave) == ("a", 1)


def test_mir_tmy_44_a_hit_in_return_is_told_before_its_harm() -> None:
    fight = scene(person("А"), person("Б", weapons=[SWORD], abilities={"melee": 3}))
    dice = [*MISS * 3, *HIT * 6, *HIT * 5]
    act(fight, "a", "attack", dice, target="b", answers={"defence": "parry"})
    last = last_account(fight)
    assert last
    assert last.result == "А misses; А: is hit in return, mauled −2, in shock"


def test_mir_tmy_52_a_second_move_in_a_turn_takes_an_action() -> None:
    fight = scene(person("А", dexterity=4, extra_actions=1), person("Б"))
    move = BY_ID["move"]

    def price() -> int:
        return fight.rules.price(fight.state, who(fight, "a"), move)

    assert price() == 0
    act(fight, "a", "move")
    assert price() == 1


def test_mir_tmy_52_running_is_an_action_and_may_be_an_extra_one() -> None:
    fight = scene(person("А", abilities={"athletics": 2}, extra_actions=1), person("Б"))
    lines = act(fight, "a", "run")
    assert told(lines, "mir_tmy-52") == "А runs 15 m"
    do(fight, {"do": "end_turn", "actor": "b"})
    assert (scene_of(fight).wave, option(fight, "a", "run").why_not) == (1, None)
    parts = [{"action": "run", "dice": 2}, {"action": "attack", "dice": 2, "target": "b"}]
    with pytest.raises(Refusal, match="parts"):
        act(fight, "a", "multiple", [], parts=parts)


def test_mir_tmy_52_as_one_of_several_a_metre_a_die() -> None:
    fight = scene(person("А", abilities={"athletics": 4, "brawl": 4}), person("Б"))
    parts = [{"action": "move", "dice": 4}, {"action": "attack", "dice": 3, "target": "b"}]
    lines = act(fight, "a", "multiple", MISS * 3, parts=parts)
    assert told(lines, "mir_tmy-52") == "А moves 4 m"


def test_mir_tmy_53_a_weapon_is_made_ready_in_a_turn_or_with_a_roll_at_4() -> None:
    hidden = {**SWORD, "concealed": True}
    fight = scene(person("А", abilities={"melee": 3}, weapons=[hidden]), person("Б"))
    with pytest.raises(Refusal, match="made ready first"):
        act(fight, "a", "attack", [], target="b", **{"with": "Меч"})
    parts = [
        {"action": "ready_weapon", "dice": 3},
        {"action": "attack", "dice": 3, "target": "b"},
    ]
    lines = act(fight, "a", "multiple", [4, 3, 3, *MISS * 3], parts=parts)
    assert "3 dice at 4: 1 success" in told(lines, "mir_tmy-53")
    assert "attack, Меч" in told(lines, "mir_tmy-10")
    fight.undo()
    named = [parts[0], {**parts[1], "with": "Меч"}]
    lines = act(fight, "a", "multiple", MISS * 3, parts=named)
    assert "attack: not possible, not in hand: Меч" in told(lines, "mir_tmy-49")
    fight.undo()
    lines = act(fight, "a", "ready_weapon")
    assert "takes in hand: Меч" in told(lines, "mir_tmy-53")
    assert fight.state.turn == "b"


def test_mir_tmy_54_a_few_words_are_free_and_sentences_an_action() -> None:
    fight = scene(person("А"), person("Б"))
    lines = act(fight, "a", "speak", words=5, text="Все назад, сейчас рванёт здесь")
    assert "5 words" in told(lines, "mir_tmy-54")
    assert fight.state.turn == "a"
    act(fight, "a", "speak", words=20)
    assert fight.state.turn == "b"


def test_mir_tmy_54_as_one_of_several_three_words_a_die() -> None:
    fight = scene(petr(), person("Б"))
    parts = petrs_parts(2, 2, 2)
    parts[2]["words"] = 7
    with pytest.raises(Refusal, match="words at most: 6"):
        act(fight, "a", "multiple", MISS * 4, parts=parts)


def test_rifles_are_no_light_arms() -> None:
    fight = scene(person("А", weapons=[RIFLE, {**RIFLE, "name": "Второй"}]), person("Б"))
    assert option(fight, "a", "two_guns").why_not is not None
