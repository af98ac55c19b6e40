"""Turns, cards, aiming, moving (boj-1 to 4, 16)."""

import pytest

from desktop.encounter.digest import last_account
from desktop.encounter.fight import play, start
from desktop.encounter.script import ScriptError
from desktop.languages import Language
from desktop.rules.boj.policies import POLICIES
from desktop.rules.boj.turn import NAMES, precedence
from desktop.rules.table import Refusal
from desktop.rules.text import as_text
from tests.rules.boj.bench import (
    ACE,
    CULTIST,
    JACK,
    KING,
    QUEEN,
    REVOLVER,
    VERA,
    act,
    attack,
    end_turn,
    fight,
    one,
    sheet,
    told,
    turn_of,
)


def test_boj_1_everybody_takes_one_action_a_turn() -> None:
    scene = fight()
    act(scene, "aim")
    with pytest.raises(Refusal, match="this turn's action is spent"):
        act(scene, "aim")
    end_turn(scene)
    act(scene, "other", what="кричит")
    assert told(scene, "boj-1") == ["Культист does something else: кричит"]
    end_turn(scene)
    assert (scene.state.round, scene.state.turn) == (2, "vera")
    act(scene, "aim")


def test_boj_1_nobody_acts_out_of_turn() -> None:
    with pytest.raises(Refusal, match="it is not Культист's turn; it is Вера's"):
        act(fight(), "aim", actor="cultist")


def test_boj_2_high_ranks_act_first_and_suits_decide_between_equals() -> None:
    names = ["♠A", "♣A", "♥A", "♦A", "♠K", "♦K", "♠2", "♣2", "♥2", "♦2"]
    cards = {NAMES.name(card): card for card in range(1, 53)}
    assert sorted(sorted(names), key=lambda name: precedence(cards[name])) == names
    assert [NAMES.name(card) for card in (1, 13, 14, 26, 27, 39, 40, 52)] == [
        *("♦2", "♦A", "♥2", "♥A"),
        *("♣2", "♣A", "♠2", "♠A"),
    ]


def test_boj_2_each_draws_a_card_and_the_order_stands_for_the_fight() -> None:
    scene = fight(VERA, CULTIST, CULTIST, cards=(1, 26, 52))
    assert scene.state.order == ["c2", "cultist", "vera"]
    cards = ["Вера draws: ♦2", "Культист draws: ♥A", "Культист draws: ♠A"]
    assert told(scene, "boj-2") == [*cards, "Initiative: Культист, Культист, Вера"]
    begun = last_account(scene)
    assert begun is not None
    assert str(begun.result) == "Initiative: Культист, Культист, Вера", "what is read first"
    for _ in range(3):
        end_turn(scene)
    assert (scene.state.round, scene.state.turn) == (2, "c2")


def test_boj_2_no_card_is_drawn_twice() -> None:
    with pytest.raises(Refusal, match="die 2 of this step cannot be ♠A once more"):
        fight(cards=(ACE, ACE))


def test_boj_2_no_card_is_drawn_twice_from_the_dice_of_a_script() -> None:
    people = [{"id": id, "side": id, "sheet": {"name": id}} for id in ("one", "other")]
    script = {"format": "fight/1", "system": "boj", "combatants": people, "dice": [13, 13]}
    with pytest.raises(ScriptError, match=r"^steps\[0\]\.dice: no further ♦A can fall here"):
        play({**script, "steps": [{"do": "begin"}]})


def test_boj_2_house_rule_redraw_deals_anew_every_turn() -> None:
    scene = fight(redraw="each_turn")
    end_turn(scene)
    end_turn(scene, 1, 13)
    assert scene.state.order == ["cultist", "vera"]
    assert scene.log[-2].faces == ("♦A",)


def test_boj_2_those_who_share_a_line_share_a_card() -> None:
    combatants = [
        {"id": id, "side": side, "sheet": {"name": id}, "group": group}
        for id, side, group in (("a", "x", "g"), ("v", "players", None), ("b", "x", "g"))
    ]
    scene = start({"format": "fight/1", "system": "boj", "combatants": combatants})
    scene.perform({"do": "begin", "dice": [40, 1]})
    assert scene.state.order == ["a", "b", "v"]


def test_boj_2_a_second_deck_is_begun_when_the_first_is_used_up() -> None:
    combatants = [
        {"id": f"n{n}", "side": f"s{n % 2}", "sheet": {"name": f"N{n}"}} for n in range(53)
    ]
    scene = start({"format": "fight/1", "system": "boj", "combatants": combatants})
    scene.perform({"do": "begin", "dice": [*range(1, 53), 52]})
    assert scene.state.order[:2] == ["n51", "n52"]


def test_boj_2_a_card_is_typed_in_many_ways() -> None:
    for typed in ("♠A", "A♠", "AS", "sa"):
        assert NAMES.typed(typed) == [(ACE, True)]
    assert NAMES.typed("10h") == NAMES.typed("10♥") == NAMES.typed("h10")
    assert NAMES.typed("1S") == []


def test_boj_2_who_waits_comes_after_the_other_from_then_on() -> None:
    scene = fight(VERA, CULTIST, CULTIST)
    scene.perform({"do": "wait", "actor": "vera", "after": "cultist"})
    assert scene.state.turn == "cultist"
    assert scene.state.order == ["cultist", "vera", "c2"]
    with pytest.raises(Refusal, match="still to act"):
        scene.perform({"do": "wait", "actor": "cultist", "after": "cultist"})


def test_boj_3_a_turn_of_aiming_gives_20_to_the_next_attack() -> None:
    scene = fight()
    act(scene, "aim")
    turn_of(scene, "cultist")
    turn_of(scene, "vera")
    assert one(scene, "vera").aiming
    attack(scene, "Револьвер", 80, 4)
    assert told(scene, "boj-3") == [
        "Вера aims: +20 % to the attack in the next turn",
        "+20 %: aim",
    ]
    assert one(scene, "cultist").hp == 6
    assert not one(scene, "vera").aiming


def test_boj_4_aim_is_lost_after_the_next_turn() -> None:
    scene = fight()
    act(scene, "aim")
    turn_of(scene, "cultist")
    turn_of(scene, "vera")
    end_turn(scene)
    assert told(scene, "boj-4") == ["Вера loses the aim"]


def test_boj_4_aim_is_lost_with_hit_points_and_only_with_them() -> None:
    scene = fight({**VERA, "armor": [{"name": "Броня", "rating": 5}]})
    act(scene, "aim")
    end_turn(scene)
    attack(scene, "Мачете", 20, 5, target="vera")
    assert one(scene, "vera").aiming
    turn_of(scene, "vera")
    act(scene, "aim")
    end_turn(scene)
    attack(scene, "Мачете", 20, 6, target="vera", answers="none")
    assert one(scene, "vera").hp == 9
    assert not one(scene, "vera").aiming


def test_boj_4_aim_does_not_add_up() -> None:
    scene = fight()
    act(scene, "aim")
    turn_of(scene, "cultist")
    turn_of(scene, "vera")
    act(scene, "aim")
    turn_of(scene, "cultist")
    turn_of(scene, "vera")
    attack(scene, "Револьвер", 81)
    assert one(scene, "cultist").hp == 10


@pytest.mark.parametrize(("pace", "metres"), [("dash", 10), ("run", 20), ("sprint", 30)])
def test_boj_16_moving_is_the_action_of_a_turn(pace: str, metres: int) -> None:
    scene = fight()
    act(scene, "move", pace=pace, behind=5)
    assert told(scene, "boj-16") == [f"Вера moves up to {metres} m, behind cover: 5"]
    assert one(scene, "vera").acted


def test_boj_16_three_metres_go_with_any_other_action_once() -> None:
    scene = fight()
    act(scene, "step")
    with pytest.raises(Refusal, match="moves only once in a turn"):
        act(scene, "step")
    act(scene, "aim")
    end_turn(scene)
    end_turn(scene)
    act(scene, "step")


def test_boj_16_bad_ground_demands_five_times_dexterity() -> None:
    scene = fight(sheet("Вера", characteristics={"dexterity": 11}))
    act(scene, "move", 56, difficult=True, behind=5)
    assert told(scene, "boj-16") == [
        "Вера, footing: 56 of 55: failure",
        "Вера stays in place",
    ]
    assert one(scene, "vera").behind == 0


def test_boj_1_who_falls_is_passed_over() -> None:
    scene = fight(VERA, CULTIST, CULTIST, cards=(ACE, KING, QUEEN))
    scene.perform({"do": "edit", "combatant": "cultist", "set": {"hp": 0}})
    end_turn(scene)
    assert scene.state.turn == "c2"
    scene.perform({"do": "edit", "combatant": "c2", "set": {"hp": 0}})
    assert scene.state.round == 1, "no turn begins any more"
    assert scene.outcome is not None
    assert scene.outcome.winner == "players"


def test_boj_2_who_stands_up_later_draws_a_card_and_has_turns() -> None:
    scene = fight({**VERA, "hp": 0}, CULTIST, CULTIST, cards=(KING, JACK))
    assert "vera" not in scene.state.order
    scene.perform({"do": "edit", "combatant": "vera", "set": {"hp": 5}, "dice": [QUEEN]})
    assert scene.state.order == ["cultist", "vera", "c2"]
    end_turn(scene)
    assert scene.state.turn == "vera"


def test_boj_2_the_turns_go_on_when_somebody_stands_again_after_all_fell() -> None:
    scene = fight()
    for id in ("cultist", "vera"):
        scene.perform({"do": "edit", "combatant": id, "set": {"hp": 0}})
    assert scene.state.turn is None
    scene.perform({"do": "edit", "combatant": "cultist", "set": {"hp": 4}})
    assert scene.state.turn is None, "he has nobody to fight"
    scene.perform({"do": "edit", "combatant": "vera", "set": {"hp": 4}})
    assert scene.state.turn == "cultist"


def test_boj_2_who_joins_a_group_goes_by_its_card() -> None:
    scene = start(
        {
            "format": "fight/1",
            "system": "boj",
            "combatants": [
                {"id": "vera", "side": "players", "sheet": VERA},
                {"id": "c1", "side": "foes", "sheet": CULTIST, "group": "cult"},
            ],
        }
    )
    scene.perform({"do": "begin", "dice": [ACE, QUEEN]})
    newcomer = {"id": "c2", "side": "foes", "sheet": CULTIST, "group": "cult"}
    scene.perform({"do": "join", "combatants": [newcomer], "dice": []})
    assert one(scene, "c2").card == QUEEN
    assert scene.state.order == ["vera", "c1", "c2"]


def test_boj_2_who_has_no_card_has_no_place_to_give_up() -> None:
    scene = fight({**VERA, "hp": 0}, CULTIST, CULTIST, cards=(KING, JACK))
    with pytest.raises(Refusal, match="has no card"):
        scene.perform({"do": "wait", "actor": "vera", "after": "c2", "overrule": True})


def test_boj_3_the_careful_who_are_badly_hurt_do_not_aim_for_ever() -> None:
    shaky = {**VERA, "skills": {"ranged": 40}, "hp": 3}
    scene = fight({**shaky, "weapons": [REVOLVER]}, CULTIST)
    done = []
    for _ in range(4):
        turn_of(scene, "vera")
        command = POLICIES["careful"].choose(scene.state, "vera")
        assert command is not None
        done.append(command.action)
        end_turn(scene)
    assert done == ["attack", "dodge", "attack", "dodge"]


def test_boj_2_the_cards_of_those_who_fell_are_not_drawn_again() -> None:
    scene = fight(VERA, CULTIST, CULTIST, cards=(ACE, KING, QUEEN))
    scene.perform({"do": "edit", "combatant": "c2", "set": {"hp": 0}})
    newcomer = {"id": "late", "side": "foes", "sheet": CULTIST}
    join = {"do": "join", "combatants": [newcomer]}
    with pytest.raises(Refusal, match="cannot be ♠Q once more"):
        scene.perform({**join, "dice": [QUEEN]})
    scene.perform({**join, "dice": [JACK]})
    assert scene.state.order == ["vera", "cultist", "c2", "late"]


def test_boj_2_whoever_stands_again_after_a_new_deal_draws_from_the_new_deck() -> None:
    scene = fight(VERA, CULTIST, CULTIST, cards=(ACE, KING, QUEEN), redraw="each_turn")
    scene.perform({"do": "edit", "combatant": "c2", "set": {"hp": 0}})
    end_turn(scene)
    end_turn(scene, QUEEN, KING)
    assert one(scene, "c2").card == 0
    scene.perform({"do": "edit", "combatant": "c2", "set": {"hp": 5}, "dice": [JACK]})
    assert scene.state.order == ["cultist", "vera", "c2"]


def test_boj_2_newcomers_draw_on_from_the_second_deck() -> None:
    combatants = [
        {"id": f"n{n}", "side": f"s{n % 2}", "sheet": {"name": f"N{n}"}} for n in range(53)
    ]
    scene = start({"format": "fight/1", "system": "boj", "combatants": combatants})
    scene.perform({"do": "begin", "dice": [*range(1, 53), ACE]})
    join = {"do": "join", "combatants": [{"id": "late", "side": "s0", "sheet": {"name": "L"}}]}
    with pytest.raises(Refusal, match="cannot be ♠A once more"):
        scene.perform({**join, "dice": [ACE]})
    assert scene.perform({**join, "dice": [KING]})


def test_boj_2_who_waits_out_of_turn_takes_nothing_from_the_one_on_turn() -> None:
    scene = fight(VERA, CULTIST, CULTIST)
    act(scene, "aim")
    scene.perform({"do": "wait", "actor": "cultist", "after": "c2", "overrule": True})
    assert (scene.state.turn, scene.state.order) == ("vera", ["vera", "c2", "cultist"])
    end_turn(scene)
    assert one(scene, "vera").aiming


@pytest.mark.parametrize(("first", "then"), [("step", "move"), ("move", "step")])
def test_boj_16_the_three_metres_do_not_go_with_a_move(first: str, then: str) -> None:
    scene = fight()
    act(scene, first)
    with pytest.raises(Refusal, match="moves only once in a turn"):
        act(scene, then)
    end_turn(scene)
    end_turn(scene)
    act(scene, then)


def test_boj_1_no_turn_begins_once_the_last_enemy_has_fallen() -> None:
    """Vera falls to a counterattack in the last turn of a round."""
    scene = fight({**VERA, "hp": 1}, CULTIST, cards=(1, 52), redraw="each_turn")
    act(scene, "resist", 40, kind="strike_back", **{"with": "Мачете"})
    end_turn(scene)
    attack(scene, "Нож", 30, 8)
    assert scene.outcome
    assert scene.outcome.winner == "foes"
    assert (scene.state.round, scene.state.turn) == (1, None)
    scene.perform({"do": "edit", "combatant": "vera", "set": {"hp": 5}, "dice": [52, 1]})
    assert scene.state.turn == "vera", "who stands again is waited for"


def test_a_card_has_russian_letters_where_the_game_is_said_in_russian() -> None:
    russian = Language("ru").of_system("ru")
    shown = [NAMES.shown(card) for card in (10, 11, 12, ACE)]
    assert list(map(str, shown)) == ["♦J", "♦Q", "♦K", "♠A"]
    assert [as_text(card).said(russian) for card in shown] == ["♦В", "♦Д", "♦К", "♠Т"]
