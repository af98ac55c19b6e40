"""Beside one's action, out of turn, and late: mir_tmy-3, 7, 9, 19, 22, 42, 46, 52, 54."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight, start
from desktop.rules.mir_tmy.options import AT_ONCE, IN_THE_LAST_TURN
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
    rules_of,
    scene,
    scene_of,
    set_by_hand,
    told,
    who,
)

HIT, MISS = [8], [3]


def waiting() -> Fight:
    """All have declared: C a dodge, B nothing; A is to act."""
    fight = scene(person("А"), person("Б"), person("В"), declare=True)
    do(fight, {"do": "declare", "actor": "c", "action": "dodge"})
    do(fight, {"do": "end_turn", "actor": "b"})
    do(fight, {"do": "declare", "actor": "a", "action": "run"})
    return fight


def test_mir_tmy_8_overruled_one_who_is_not_on_turn_waits_and_nobody_is_forgotten() -> None:
    fight = scene(person("А"), person("Б"), person("В"))
    do(fight, {"do": "wait", "actor": "b", "until": "c", "overrule": True})
    assert scene_of(fight).queue == ["a", "c", "b"]
    do(fight, {"do": "wait", "actor": "b", "until": "a", "overrule": True})
    assert scene_of(fight).queue == ["a", "b", "c"]


def test_mir_tmy_8_nobody_waits_for_one_whose_action_is_spent_or_who_stands_ready() -> None:
    assert option(waiting(), "a", "", "wait") is None
    fight = scene(person("А"), person("Б"), person("В"))
    set_by_hand(fight, "b", acted=True)
    (until,) = fight.parameters(option(fight, "a", "", "wait"))
    assert [choice.value for choice in until.choices] == ["c"]


@pytest.mark.parametrize("actor", ["b", "c"])
def test_mir_tmy_52_who_declared_a_defence_or_nothing_moves_freely_too(actor: str) -> None:
    fight = waiting()
    offered = option(fight, actor, "move")
    assert offered is not None
    assert offered.out_of_turn
    assert told(act(fight, actor, "move"), "mir_tmy-52").endswith("moves 3 m")
    assert fight.state.turn == "a"
    assert option(fight, actor, "move") is None  # once a turn
    with pytest.raises(Refusal):
        act(fight, actor, "move")


def test_mir_tmy_52_a_free_move_comes_after_the_own_action_as_well() -> None:
    fight = scene(person("А"), person("Б"))
    act(fight, "a", "attack", MISS * 3, target="b")
    act(fight, "a", "move", metres=2)
    act(fight, "a", "speak", words=3)
    assert fight.state.turn == "b"


@pytest.mark.parametrize("first", ["run", "multiple"])
def test_mir_tmy_52_the_free_move_is_beside_a_run_whichever_comes_first(first: str) -> None:
    parts = [{"action": "move"}, {"action": "move"}]
    said: dict[str, Any] = {"parts": parts} if first == "multiple" else {}
    fight = scene(person("А", abilities={"athletics": 1}), person("Б"))
    act(fight, "a", first, **said)
    assert told(act(fight, "a", "move"), "mir_tmy-52").endswith("moves 3 m")
    with pytest.raises(Refusal):
        act(fight, "a", "move")
    fight = scene(person("А", abilities={"athletics": 1}), person("Б"))
    act(fight, "a", "move")
    act(fight, "a", first, **said)
    with pytest.raises(Refusal):
        act(fight, "a", "move")


def test_mir_tmy_54_a_short_phrase_is_free_for_everybody_and_sentences_are_not() -> None:
    fight = waiting()
    assert "4 words" in told(act(fight, "c", "speak", words=4), "mir_tmy-54")
    with pytest.raises(Refusal, match="not Б's turn"):
        act(fight, "b", "speak", words=6)


def test_mir_tmy_52_nobody_moves_freely_before_the_declarations_are_over() -> None:
    fight = scene(person("А"), person("Б"), declare=True)
    with pytest.raises(Refusal, match="declarations come first"):
        act(fight, "a", "move")


@pytest.mark.parametrize("action", ["attack", "aim"])
def test_mir_tmy_7_what_was_declared_at_one_who_is_gone_is_not_on_offer(action: str) -> None:
    shooter = person("А", abilities={"firearms": 1}, weapons=[PISTOL])
    fight = scene(shooter, person("Б"), person("В"), declare=True)
    for actor, what, target in (("c", "attack", "b"), ("b", "attack", "c"), ("a", action, "b")):
        do(fight, {"do": "declare", "actor": actor, "action": what, "target": target})
    assert option(fight, "a", action).why_not is None
    do(fight, {"do": "leave", "combatant": "b"})
    assert str(option(fight, "a", action).why_not) == "Б has left"
    with pytest.raises(Refusal, match="Б has left"):
        fight.perform({"do": "act", "actor": "a"})


def test_mir_tmy_30_the_held_speak_but_do_not_move() -> None:
    fight = waiting()
    set_by_hand(fight, "c", grappled_by="a")
    with pytest.raises(Refusal, match="held"):
        act(fight, "c", "move")
    act(fight, "c", "speak", words=2)
    set_by_hand(fight, "a", grappled_by="b")
    assert option(fight, "a", "speak").why_not is None


def passer(**more: Any) -> Fight:
    fight = scene(person("А", **more), person("Б", weapons=[SWORD]))
    set_by_hand(fight, "b", initiative=30)
    act(fight, "b", "counter")
    return fight


@pytest.mark.parametrize("extra_actions", [0, 1])
def test_mir_tmy_46_a_runner_may_defend_and_stops(extra_actions: int) -> None:
    fight = passer(extra_actions=extra_actions)
    step = {"do": "act", "actor": "a", "action": "run", "past": ["b"]}
    lines = do(fight, {**step, "dice": MISS * 6, "answers": {"defence": "dodge"}})
    assert "dodge for the rest of the way" in told(lines, "mir_tmy-46")
    assert "defends and stops" in told(lines, "mir_tmy-46")
    assert "does not get through" in told(lines, "mir_tmy-52")
    assert who(fight, "a").extras_spent == 0
    fight.undo()
    lines = do(fight, {**step, "dice": MISS * 3})
    assert "does not get through" not in told(lines, "mir_tmy-52")


def test_mir_tmy_46_the_free_move_of_somebody_without_an_action_leaves_no_defence() -> None:
    fight = scene(person("А"), person("Б", weapons=[SWORD]), person("В"), dice=[9, 8, 1])
    act(fight, "a", "other", what="ждёт")
    act(fight, "b", "counter")
    move = {"do": "act", "actor": "a", "action": "move", "past": ["b"]}
    assert fight.perform(move) is None
    assert fight.pending is not None
    question: Any = fight.pending.question
    assert (question.id, question.no_benefit) == ("defence", True)
    assert all(choice.why_not for choice in question.field.choices[1:])
    fight.cancel()
    with pytest.raises(Refusal, match="no action is left"):
        do(fight, {**move, "answers": {"defence": "dodge"}})
    do(fight, {**move, "dice": MISS * 3})


def test_mir_tmy_46_a_defence_of_an_ally_does_not_stop_who_passes() -> None:
    fight = scene(person("А"), person("Б"), person("В", weapons=[SWORD]), dice=[2, 9, 8])
    act(fight, "b", "counter")
    act(fight, "c", "cover_ally", target="a")
    step = {"do": "act", "actor": "a", "action": "run", "past": ["b"]}
    lines = do(fight, {**step, "dice": MISS * 6, "answers": {"cover": "parry"}})
    assert "В → А: covers" in told(lines, "mir_tmy-47")
    assert "does not get through" not in told(lines, "mir_tmy-52")


def test_mir_tmy_46_the_held_make_no_counterattack() -> None:
    fight = scene(person("А"), person("Б", weapons=[SWORD]), person("В"), dice=[5, 9, 8])
    act(fight, "b", "counter")
    lines = act(fight, "c", "grapple", [*HIT, *MISS * 2], target="b")
    assert "no longer counterattacks" in told(lines, "mir_tmy-46")
    assert not told(act(fight, "a", "run", past=["b"]), "mir_tmy-46")


@pytest.mark.parametrize("step", ["change_to_defence", "defend"])
def test_mir_tmy_46_a_defence_as_extra_action_ends_the_readiness(step: str) -> None:
    fight = scene(person("А"), person("Б", extra_actions=1), dice=[1, 9])
    act(fight, "b", "counter")
    if step == "defend":
        dice, answers = MISS * 3 + MISS * 3, {"defence": "dodge"}
        lines = act(fight, "a", "attack", dice, target="b", answers=answers)
    else:
        lines = do(fight, {"do": step, "actor": "b", "defence": "dodge"})
    assert "no longer counterattacks" in told(lines, "mir_tmy-46")


def test_mir_tmy_46_who_loses_the_weapon_lets_others_pass() -> None:
    fight = scene(person("А"), person("Б", weapons=[SWORD]), dice=[1, 9])
    act(fight, "b", "counter", with_="Меч")
    set_by_hand(fight, "b", unready=["Меч"])
    assert not told(act(fight, "a", "run", past=["b"]), "mir_tmy-46")


# ---- ambush


def ambushed(*dice: int, **more: Any) -> tuple[Fight, str]:
    hunter = person("А", strength=4, abilities={"brawl": 5}, weapons=[SWORD, PISTOL, CLUB])
    fight = scene(hunter, person("Б"), dice=[2, 9], declare=True)
    lines = act(fight, "a", "ambush", [*HIT * 3, *MISS * 3, *dice], target="b", **more)
    return fight, "\n".join(str(line.text) for line in lines)


def test_mir_tmy_19_the_shock_of_an_ambush_lasts_the_whole_next_turn() -> None:
    fight, _ = ambushed(*HIT, *MISS * 5, *HIT * 5, *MISS, **{"with": "Меч"})
    assert levels(fight, "b") == (0, 5, 0)
    assert who(fight, "b").shock
    assert fight.state.round == 1
    do(fight, {"do": "declare", "actor": "a", "action": "run"})
    with pytest.raises(Refusal, match="in shock"):
        do(fight, {"do": "declare", "actor": "b", "action": "run"})
    do(fight, {"do": "declare", "actor": "b", "action": "dodge"})
    do(fight, {"do": "act", "actor": "a"})
    assert (fight.state.round, who(fight, "b").shock) == (2, False)


def test_mir_tmy_19_the_wounds_of_an_ambush_count_in_the_first_initiative() -> None:
    fight, text = ambushed(*HIT, *MISS * 5, *HIT * 4, *MISS * 2, **{"with": "Меч"})
    assert who(fight, "b").initiative == 3 + 3 - 2 + 9
    assert "initiative 13" in text


def test_mir_tmy_19_an_ambush_by_any_attack() -> None:
    fight, text = ambushed(7, *MISS * 10, by="grapple")
    assert "А → Б: holds" in text
    assert "11 dice at 7: 1" in text
    fight, text = ambushed(9, *MISS * 10, *HIT * 2, *MISS * 5, *MISS * 6, by="neck_twist")
    assert who(fight, "b").broken_neck
    fists = {"with": "Кулаки"}
    fight, text = ambushed(*HIT, *MISS * 10, *MISS * 4, *MISS * 3, 8, 3, 3, by="sweep", **fists)
    assert who(fight, "b").initiative == 3 + 3 + 9 - 5  # this very turn
    with pytest.raises(Refusal, match="sharp teeth"):
        ambushed(by="bite")


def test_mir_tmy_20_no_ambush_and_no_suppression_by_a_blind_shot_beyond_10_m() -> None:
    shot = {"with": "Пистолет", "modifiers": {"blind": True}, "distance": 11}
    with pytest.raises(Refusal, match="10 m"):
        ambushed(**shot)
    fight = scene(person("А"), person("Б", weapons=[RIFLE]), declare=True)
    blind = {"modifiers": {"blind": True}, "distance": 11}
    do(fight, {"do": "declare", "actor": "b", "action": "suppress", **blind})
    do(fight, {"do": "declare", "actor": "a", "action": "run", "past": ["b"]})
    with pytest.raises(Refusal, match="10 m"):
        do(fight, {"do": "act", "actor": "a"})


# ---- many on one, awareness


@pytest.mark.parametrize(("house", "fewer"), [("known", 1), ("so_far", 0)])
def test_mir_tmy_22_who_has_declared_an_attack_is_known_already(house: str, fewer: int) -> None:
    people = (person("А"), person("Б"), person("В"))
    fight = scene(*people, declare=True, many_on_one=house)
    do(fight, {"do": "declare", "actor": "c", "action": "dodge"})
    do(fight, {"do": "declare", "actor": "b", "action": "attack", "target": "c"})
    do(fight, {"do": "declare", "actor": "a", "action": "attack", "target": "c"})
    lines = act(fight, "a", "attack", MISS * (6 - fewer), target="c")
    assert f"dodge, {3 - fewer} dice" in told(lines, "mir_tmy-43")
    assert ("2 attackers" in told(lines, "mir_tmy-22")) is bool(fewer)


def test_mir_tmy_9_sensing_the_threat_and_grasping_the_gist_do_not_hide_each_other() -> None:
    onlooker = person("Онлукер", abilities={"awareness": 4, "occult": 5})
    fight = scene(onlooker, person("Псайкер"), declare=True)
    step = {"do": "declare", "actor": "b", "action": "other", "what": "огонь", "concealed": True}
    lines = told(do(fight, step), "mir_tmy-9")
    assert "sense a threat: Онлукер" in lines
    assert "grasp the gist: Онлукер" in lines
    badge = next(v for v in fight.rules.vitals(fight.state, "a") if v.id == "awareness")
    assert badge.text == "senses a threat, grasps the gist"


# ---- newcomers


def test_mir_tmy_3_who_comes_later_rolls_then_and_takes_a_place_in_the_order() -> None:
    people = (person("А"), person("Б"), person("В", weapons=[SWORD]))
    fight = scene(*people, dice=[9, 8], begin={"later": ["c"]})
    assert who(fight, "c").out
    with pytest.raises(Refusal, match="not here yet"):
        act(fight, "a", "attack", [], target="c")
    act(fight, "a", "attack", MISS * 3, target="b")
    assert option(fight, "c", "", "enter").why_not is None
    lines = do(fight, {"do": "enter", "actor": "c", "dice": [10]})
    assert "В enters, d10: 10" in told(lines, "mir_tmy-3")
    assert (fight.state.order, fight.state.turn) == (["c", "a", "b"], "c")
    act(fight, "c", "attack", MISS * 3, target="a")
    assert fight.state.turn == "b"
    with pytest.raises(Refusal, match="here already"):
        do(fight, {"do": "enter", "actor": "c"})


def test_mir_tmy_3_a_newcomer_declares_with_the_others() -> None:
    fight = scene(
        person("А"), person("Б"), person("В"), dice=[9, 8], begin={"later": ["c"]}, declare=True
    )
    do(fight, {"do": "enter", "actor": "c", "dice": [1]})
    assert fight.state.queue == ["c", "b", "a"]  # type: ignore[attr-defined]


def test_mir_tmy_3_4_of_several_who_come_at_once_all_roll_before_they_are_put_in_order() -> None:
    fight = scene(person("А"), person("Б"), dice=[9, 8])
    sheets = {"x": person("Икс"), "y": person("Игрек"), "z": person("Зет")}
    people = [{"id": id, "side": "foes", "sheet": sheet} for id, sheet in sheets.items()]
    # No dice for a roll-off of those who have not rolled yet.
    lines = do(fight, {"do": "join", "combatants": people, "dice": [3, 7, 5]})
    assert fight.state.order == ["a", "b", "y", "z", "x"]
    assert told(lines, "mir_tmy-4").count("Order") == 1
    assert fight.state.queue == ["a", "b", "y", "z", "x"]  # type: ignore[attr-defined]


def test_mir_tmy_3_5_who_comes_when_all_others_are_out_declares_in_a_new_turn() -> None:
    people = person("А"), person("Б"), person("В")
    fight = scene(*people, dice=[9, 8], begin={"later": ["c"]}, declare=True)
    for id in "ab":
        set_by_hand(fight, id, stunned=True)
    assert (fight.state.phase, fight.state.turn) == ("end", None)
    assert [(found.do, found.actor) for found in fight.options()] == [("enter", "c")]
    friends = [{"id": "d", "side": "players", "sheet": person("Г")}]
    do(fight, {"do": "join", "combatants": friends, "dice": [7]})
    assert (fight.state.round, fight.state.phase, fight.state.turn) == (2, "declare", "d")
    do(fight, {"do": "enter", "actor": "c", "dice": [5]})
    assert (fight.state.round, fight.state.phase, fight.state.turn) == (2, "declare", "c")


def test_mir_tmy_17_nothing_begins_after_the_last_enemy_has_fallen() -> None:
    for declare in (False, True):
        fight = scene(person("А", weapons=[SWORD]), person("Б"), declare=declare)
        set_by_hand(fight, "b", damage={"bashing": 6})
        if declare:
            for id in "ba":
                step = {"do": "declare", "actor": id, "action": "attack", "target": "ab"[id == "a"]}
                do(fight, step)
        lines = act(fight, "a", "attack", [8, *MISS * 2, 8, *MISS * 4], target="b")
        assert fight.outcome
        assert fight.outcome.winner == "players"
        state = scene_of(fight)
        assert (state.round, state.phase, state.turn) == (1, "end", None)
        assert fight.options() == []
        assert not told(lines, "mir_tmy-3")
        assert not told(lines, "mir_tmy-4")


def test_mir_tmy_17_a_fight_that_was_decided_goes_on_when_more_enemies_come() -> None:
    fight = scene(person("А"), person("Б"), dice=[9, 1])
    act(fight, "a", "move", metres=1)
    set_by_hand(fight, "b", stunned=True)
    assert (fight.state.phase, fight.state.turn) == ("end", None)
    newcomers = [{"id": "c", "side": "foes", "sheet": person("В")}]
    do(fight, {"do": "join", "combatants": newcomers, "dice": [2]})
    assert (fight.state.round, fight.state.phase, fight.state.turn) == (1, "act", "a")


@pytest.mark.parametrize("later", [["x"], ["a", "b"]])
def test_mir_tmy_3_who_comes_later_is_somebody_and_not_everybody(later: list[str]) -> None:
    with pytest.raises(Refusal):
        scene(person("А"), person("Б"), begin={"later": later})


def test_mir_tmy_17_a_fight_keeps_wounds_and_rounds_for_the_sheet() -> None:
    hurt = {"damage": {"bashing": 1}, "weapons": [{**PISTOL, "loaded": 3}, RIFLE]}
    fight = scene(person("А", **hurt), person("Б"))
    assert levels(fight, "a") == (1, 0, 0)
    assert fight.rules.changes(fight.state, "a") == []
    act(fight, "a", "attack", MISS * 3, target="b", **{"with": "Пистолет"})
    set_by_hand(fight, "a", damage={"bashing": 1, "lethal": 2}, crippled_limbs=1)
    changes = {c.path: (c.before, c.after) for c in fight.rules.changes(fight.state, "a")}
    assert changes == {
        "damage.lethal": (0, 2),
        "crippled_limbs": (0, 1),
        "weapons[0].loaded": (3, 2),
    }


def test_mir_tmy_16_kind_and_armour_are_set_by_hand() -> None:
    fight = scene(person("А", weapons=[SWORD]), person("Б", kind="changeling"))
    chimerical = {"name": "Химерическая", "rating": 2}
    set_by_hand(fight, "b", kind="changeling_wyrd", armor=[chimerical])
    lines = act(fight, "a", "attack", [*HIT, *MISS * 2, *HIT, *MISS * 4, *MISS * 5], target="b")
    assert "soaks, 5 dice" in told(lines, "mir_tmy-16")


def test_mir_tmy_52_54_the_last_to_act_still_moves_and_speaks_when_the_turn_has_ended() -> None:
    fight = scene(person("А"), person("Б"), declare=True)
    do(fight, {"do": "declare", "actor": "b", "action": "attack", "target": "a"})
    act(fight, "a", "attack", MISS * 3, target="b")
    act(fight, "b", "attack", MISS * 3, target="a")
    assert (fight.state.round, fight.state.turn) == (2, "b")
    offered = option(fight, "b", "move")
    assert offered.out_of_turn
    assert offered.why_not is None
    lines = act(fight, "b", "move", metres=2)
    moved = next(line for line in lines if line.rule == "mir_tmy-52")
    assert moved.round == 1
    assert (fight.state.round, fight.state.turn, fight.state.phase) == (2, "b", "declare")
    assert option(fight, "b", "move") is None  # once a turn
    with pytest.raises(Refusal, match="declarations come first"):
        act(fight, "b", "move")
    assert "3 words" in told(act(fight, "b", "speak", words=3), "mir_tmy-54")
    act(fight, "a", "move")  # so does who acted first
    do(fight, {"do": "declare", "actor": "b", "action": "dodge"})
    with pytest.raises(Refusal, match="declarations come first"):
        act(fight, "b", "move")  # the new turn is on
    do(fight, {"do": "end_turn", "actor": "a"})
    assert fight.state.round == 3  # and its free moves are its own
    act(fight, "b", "move", metres=3)


def test_mir_tmy_25_52_who_was_in_shock_at_the_end_of_a_turn_does_not_move_in_it_any_more() -> None:
    fight = scene(person("А"), person("Б"), declare=True)
    set_by_hand(fight, "b", shock_next=True)
    for moves in (True, False):  # shock counts in the second turn
        for declares in "ba":
            do(fight, {"do": "declare", "actor": declares, "action": "dodge"})
        move, speak = (option(fight, "b", name) for name in ("move", "speak"))
        assert speak.label == IN_THE_LAST_TURN["speak"][0]
        assert (move and move.label) == (IN_THE_LAST_TURN["move"][0] if moves else None)
    with pytest.raises(Refusal, match="in shock"):
        act(fight, "b", "move")


def test_mir_tmy_46_52_a_move_at_the_very_end_meets_those_who_stood_ready_then() -> None:
    fight = scene(person("А"), person("Б"), declare=True)
    do(fight, {"do": "declare", "actor": "b", "action": "attack", "target": "a"})
    do(fight, {"do": "declare", "actor": "a", "action": "counter"})
    act(fight, "b", "attack", MISS * 3, target="a", answers={"defence": "none"})
    assert fight.state.round == 2
    assert who(fight, "a").countering is None
    past = next(f for f in fight.parameters(option(fight, "b", "move")) if f.id == "past")
    assert [c.value for c in past.choices if c.why_not is None] == ["a"]
    lines = act(fight, "b", "move", [*HIT * 2, *MISS, *HIT * 2, *MISS * 4], past=["a"])
    assert "mir_tmy-46" in rules_of(lines)
    assert levels(fight, "b") != (0, 0, 0)
    assert who(fight, "a").countering is None


def test_mir_tmy_52_a_turn_once_touched_is_no_longer_gone_back_from() -> None:
    fight = scene(person("А"), person("Б"))
    act(fight, "a", "attack", MISS * 3, target="b")
    act(fight, "b", "attack", MISS * 3, target="a")
    before = option(fight, "b", "move")
    assert (str(before.label), before.section) == ("Still for the last turn: move", "other")
    set_by_hand(fight, "a", damage={"bashing": 1})
    do(fight, {"do": "reroll_initiative", "actor": "b", "dice": [2]})
    offered = option(fight, "b", "move")
    act(fight, "b", "move")
    assert offered.label == AT_ONCE["move"][0]
    assert who(fight, "b").moved == 3  # of the turn that has begun
    assert levels(fight, "a") == (1, 0, 0)


def test_mir_tmy_3_before_the_die_is_rolled_the_base_is_shown() -> None:
    people = [{"id": "a", "side": "players", "sheet": person("А")}]
    fight = start({"format": "fight/1", "system": "mir_tmy", "combatants": people})

    def shown() -> str:
        vitals = fight.rules.vitals(fight.state, "a")
        (found,) = (vital for vital in vitals if vital.id == "initiative")
        return str(found.text) or str(found.value)

    body = fight.state["a"].attributes
    assert shown() == f"{body.dexterity + body.wits} + d10"
    fight.perform({"do": "begin", "dice": [7]})
    assert shown() == str(body.dexterity + body.wits + 7)


def test_mir_tmy_5_what_somebody_declared_who_is_out_is_struck_from_the_lanes() -> None:
    fight = scene(person("А"), person("Б"), person("В"), declare=True)
    for actor, target in (("c", "b"), ("b", "c"), ("a", "b")):
        do(fight, {"do": "declare", "actor": actor, "action": "attack", "target": target})

    def kinds() -> dict[str, list[str]]:
        timeline = fight.rules.timeline(fight.state)
        assert timeline
        return {lane.combatant: [bar.kind for bar in lane.bars] for lane in timeline.lanes}

    assert kinds() == {id: ["planned"] for id in "abc"}
    do(fight, {"do": "edit", "combatant": "b", "set": {"stunned": True}})
    assert kinds() == {"a": ["planned"], "b": ["struck"], "c": ["planned"]}
