"""Rounds, sides, actions and momentum: konflikt-1 to 9, 14."""

from typing import Any, get_args

import pytest

from desktop.encounter.digest import account
from desktop.encounter.fight import Fight, start
from desktop.rules.konflikt.actions import ACTIONS
from desktop.rules.konflikt.commands import KINDS
from desktop.rules.konflikt.sheet import Effect
from desktop.rules.konflikt.state import Conflict, Kind
from desktop.rules.table import Refusal
from tests.rules.konflikt.bench import (
    BURNING,
    KNIFE,
    POTION,
    by_hand,
    creature,
    duel,
    end_turn,
    fight_of,
    ogre,
    strike,
    trigger,
)
from tests.rules.steps import act, cited, do

HEALING = {"name": "Zhojení", "negative": False, "ends": "rounds", "rounds": 2, "per_round": 3}


def test_konflikt_2_effects_set_by_hand_are_told_by_their_names() -> None:
    fight = duel()
    lines = by_hand(fight, "taren", effects=[BURNING, HEALING])
    assert cited(lines, "by-hand", "Effects – → Hoření, Zhojení")


def to_act(fight: Fight) -> list[str]:
    return list(fight.rules.to_act(fight.state))


def whose_turn(fight: Fight) -> tuple[int, str]:
    """The round, and the side that has its turn in it."""
    assert isinstance(fight.state, Conflict)
    return fight.state.round, fight.state.side


def momentum(fight: Fight, id: str) -> int:
    found: int = fight.state[id].momentum
    return found


def test_konflikt_1_players_then_enemies_then_third_parties_then_the_round_ends() -> None:
    fight = fight_of(ogre(), creature("taren"), creature("wolf", "wolves"))
    assert fight.state.order == ["taren", "ogre", "wolf"]
    assert cited(fight.log, "konflikt-1", "Round 1")
    assert fight.rules.headline(fight.state)[0] == "Round 1"
    assert to_act(fight) == ["taren"]
    assert cited(end_turn(fight), "konflikt-1", "Turn: foes")
    assert to_act(fight) == ["ogre"]
    end_turn(fight)
    assert to_act(fight) == ["wolf"]
    assert cited(end_turn(fight), "konflikt-1", "Round 2")
    assert to_act(fight) == ["taren"]


def test_konflikt_2_negative_effects_then_their_luck_then_positive_ones() -> None:
    fight = duel()
    by_hand(fight, "taren", hp=5, effects=[HEALING, BURNING])
    by_hand(fight, "ogre", effects=[BURNING])
    end_turn(fight)
    lines = end_turn(fight, 10, 11)  # luck of Taren, then of the ogre
    told = [str(line.text) for line in lines if line.rule == "konflikt-2"]
    assert told == [
        "Taren loses 2 hit points: Hoření",
        "Ogre loses 2 hit points: Hoření",
        "Ogre: Hoření ends",
        "Taren regains 3 hit points",
    ]
    assert [effect.name for effect in fight.state["taren"].effects] == ["Zhojení", "Hoření"]
    assert (fight.state["taren"].hp, fight.state["ogre"].effects) == (6, [])


def test_konflikt_2_rounds_run_out() -> None:
    fight = duel()
    by_hand(fight, "taren", hp=2, effects=[HEALING])
    for left in (1, 0):
        end_turn(fight)
        end_turn(fight)
        assert [e.rounds for e in fight.state["taren"].effects] == [left] * (left > 0)
    assert fight.state["taren"].hp == 8


def test_konflikt_2_who_falls_at_the_end_of_the_round_gets_nothing_any_more() -> None:
    fight = fight_of(creature("taren"), creature("carl"), ogre())
    by_hand(fight, "taren", hp=2, effects=[HEALING, BURNING])
    end_turn(fight)
    lines = end_turn(fight)
    assert fight.state["taren"].fallen == "subdued"
    assert not any("regains" in line.text for line in lines)


def test_konflikt_3_creatures_of_a_side_interleave_and_the_turn_ends_when_nobody_has_anything() -> (
    None
):
    fight = fight_of(creature("carl"), creature("taren"), ogre())
    act(fight, "carl", "move", metres=2)
    strike(fight, "taren", "ogre", 2)
    act(fight, "carl", "move", metres=2)
    assert to_act(fight) == ["carl", "taren"]
    do(fight, {"do": "pass", "actor": "carl"})
    act(fight, "taren", "move", metres=6)
    assert to_act(fight) == ["ogre"]
    with pytest.raises(Refusal, match="the turn belongs to: foes"):
        act(fight, "carl", "move", metres=1)


def test_konflikt_3_vitals_show_what_each_of_the_side_has_left() -> None:
    fight = fight_of(creature("carl"), creature("taren"), ogre())
    strike(fight, "carl", "ogre", 2)
    left = {v.id: v.value for v in fight.rules.vitals(fight.state, "carl")}
    assert (left["action"], left["momentum"]) == (0, 6)
    assert fight.rules.standing(fight.state, "carl") == "active"
    assert "momentum" not in {v.id for v in fight.rules.vitals(fight.state, "ogre")}
    assert fight.rules.standing(fight.state, "ogre") == "ready"


def test_konflikt_4_the_surprised_have_no_turn_in_the_first_round() -> None:
    fight = fight_of(creature("carl"), creature("taren"), ogre(), surprised=["carl"])
    assert cited(fight.log, "konflikt-4", "Carl: surprised")
    assert to_act(fight) == ["taren"]
    with pytest.raises(Refusal, match="Carl: surprised"):
        act(fight, "carl", "sprint")
    end_turn(fight)
    end_turn(fight)
    assert to_act(fight) == ["carl", "taren"]


def test_konflikt_4_all_players_surprised_give_the_first_round_to_the_enemies() -> None:
    fight = fight_of(creature("taren"), ogre(), surprised=["taren"])
    assert to_act(fight) == ["ogre"]
    end_turn(fight)
    assert (fight.state.round, to_act(fight)) == (2, ["taren"])


def test_konflikt_5_one_action_and_momentum_in_slices_and_what_is_left_is_lost() -> None:
    fight = duel()
    act(fight, "taren", "move", metres=2)
    strike(fight, "taren", "ogre", 2)
    act(fight, "taren", "move", metres=2)
    with pytest.raises(Refusal, match="has acted"):
        strike(fight, "taren", "ogre", 2)
    with pytest.raises(Refusal, match=r"needs 3 mom\., Taren has 2"):
        act(fight, "taren", "move", metres=3)
    assert cited(do(fight, {"do": "pass", "actor": "taren"}), "konflikt-5", "Taren: done")
    assert momentum(fight, "taren") == 0


def test_konflikt_6_sprint_doubles_what_there_is_in_this_round() -> None:
    fight = duel()
    act(fight, "taren", "move", metres=4)
    assert cited(act(fight, "taren", "sprint"), "konflikt-6", "momentum left: 8")
    end_turn(fight)
    end_turn(fight)
    assert momentum(fight, "taren") == 6


def test_konflikt_6_a_negative_effect_is_overcome_by_its_skill_against_11() -> None:
    fight = duel(skills={"dexterity": 1})
    by_hand(fight, "taren", effects=[BURNING])
    assert cited(act(fight, "taren", "overcome", 9), "konflikt-6", "9 +1 = 10 against 11: failure")
    by_hand(fight, "taren", acted=False)
    act(fight, "taren", "overcome", 10)
    assert fight.state["taren"].effects == []
    by_hand(fight, "taren", acted=False)
    with pytest.raises(Refusal, match="nothing to overcome"):
        act(fight, "taren", "overcome")


def test_konflikt_6_ones_own_magical_effect_is_ended_where_one_sees_it() -> None:
    fight = duel()
    cursed = [{**BURNING, "magical": True, "by": "taren"}, {**HEALING, "by": "ogre"}]
    by_hand(fight, "ogre", effects=cursed)
    with pytest.raises(Refusal, match="in sight"):
        act(fight, "taren", "end_effect", target="ogre", visible=False)
    lines = act(fight, "taren", "end_effect", target="ogre")
    assert [str(line.text) for line in lines] == ["Taren ends: Hoření → Ogre", "Ogre: Hoření ends"]
    told = account(fight, fight.cursor)
    assert told
    assert (str(told.deed), str(told.result)) == tuple(str(line.text) for line in lines)
    by_hand(fight, "taren", acted=False)
    with pytest.raises(Refusal, match="has no effect of its own to end"):
        act(fight, "taren", "end_effect", target="ogre")


def test_konflikt_6_items_heal_and_are_used_up() -> None:
    fight = duel(items=[POTION])
    by_hand(fight, "taren", hp=1)
    act(fight, "taren", "use_item", 3, 4)
    assert fight.state["taren"].hp == 8
    by_hand(fight, "taren", acted=False)
    with pytest.raises(Refusal, match="used up"):
        act(fight, "taren", "use_item")


def test_konflikt_2_what_is_null_of_an_effect_is_left_out() -> None:
    nulls = {"ends": None, "overcome": None, "per_round": None, "by": None}
    assert Effect.model_validate({"name": "Hoření", **nulls}) == Effect(name="Hoření")


def test_konflikt_6_abilities_bring_effects_after_a_check() -> None:
    cheer = {"name": "Odhodlání", "negative": False, "ends": 2, "bonus": 1}
    fight = duel(abilities=[{"name": "Pokřik", "skill": "personality", "effect": cheer}])
    lines = act(fight, "taren", "use_ability", 11)
    assert cited(lines, "konflikt-2", "Taren, new effect: Odhodlání: bonus: 1, 2 more rounds")


def test_konflikt_6_anything_else_with_or_without_a_check() -> None:
    fight = duel(skills={"prowess": 2})
    assert cited(act(fight, "taren", "other", what="shouts"), "konflikt-6", "Taren: shouts")
    by_hand(fight, "taren", acted=False)
    lines = act(fight, "taren", "other", 12, what="lifts a gate", skill="prowess", number=14)
    assert cited(lines, "konflikt-12", "12 +2 = 14 against 14: success")


def prepared(**house: str) -> Fight:
    """Taren waits, and the ogre comes."""
    fight = fight_of(creature("taren"), creature("carl"), ogre(max_hp=8, hp=8), **house)
    act(fight, "taren", "prepare", when="the ogre comes")
    assert momentum(fight, "taren") == 0
    return fight


def test_konflikt_7_nothing_is_prepared_that_one_does_not_have() -> None:
    fight = duel(spells=[], items=[{**POTION, "uses": 0}])
    option = next(o for o in fight.options() if (o.actor, o.action) == ("taren", "prepare"))
    (field,) = [f for f in fight.rules.parameters(fight.state, option) if f.id == "prepared"]
    greyed = {choice.value: str(choice.why_not) for choice in field.choices if choice.why_not}
    none, used_up = "none on the sheet (konflikt-6)", "used up (konflikt-6)"
    assert greyed == {"cast": none, "use_ability": none, "use_item": used_up}
    with pytest.raises(Refusal, match="none on the sheet"):
        act(fight, "taren", "prepare", when="the ogre comes", prepared="cast")


def test_konflikt_7_a_prepared_action_steps_once_into_the_opponents_turn() -> None:
    fight = prepared()
    by_hand(fight, "taren", momentum=1)
    with pytest.raises(Refusal, match="only in the opponents' turn"):
        trigger(fight, "taren", target="ogre")
    end_turn(fight)
    act(fight, "ogre", "move", metres=3, reached_by=["taren"])
    assert to_act(fight) == ["taren", "ogre"]
    offered = [
        o.do for o in fight.options() if o.actor == "taren" and not o.why_not and not o.out_of_turn
    ]
    assert offered == ["trigger", "act", "act", "pass"]
    lines = trigger(fight, "taren", 15, 3, target="ogre")
    assert cited(lines, "konflikt-7", "at the same moment: Ogre", "the ogre comes")
    assert fight.state["ogre"].hp == 5
    with pytest.raises(Refusal, match="nothing is prepared"):
        trigger(fight, "taren", target="ogre")


def test_konflikt_7_what_was_prepared_is_for_the_opponents_turn() -> None:
    fight = fight_of(creature("taren"), creature("carl"), ogre())
    act(fight, "taren", "prepare", when="it comes")
    with pytest.raises(Refusal, match="only in the opponents' turn"):
        trigger(fight, "taren", target="ogre")


def test_konflikt_7_the_last_one_felled_may_answer_before_the_fight_is_over() -> None:
    fight = fight_of(creature("taren", max_hp=5), ogre(max_hp=5))
    act(fight, "taren", "prepare", when="it comes")
    strike(fight, "ogre", "taren", 19, 6, 6, answers={"deadly_blow": "kill"})
    assert fight.outcome is None
    trigger(fight, "taren", 19, 8, target="ogre", answers={"deadly_blow": "kill"})
    assert fight.outcome
    assert fight.outcome.winner is None


def test_konflikt_7_the_fight_is_over_when_the_last_one_felled_lets_it_be() -> None:
    fight = fight_of(creature("taren", max_hp=5), ogre())
    act(fight, "taren", "prepare", when="it comes")
    strike(fight, "ogre", "taren", 19, 6, 6, answers={"deadly_blow": "kill"})
    do(fight, {"do": "pass", "actor": "taren"})
    assert fight.outcome
    assert fight.outcome.winner == "foes"


def test_konflikt_7_both_may_hit_and_both_may_fall() -> None:
    fight = prepared()
    end_turn(fight)
    strike(fight, "ogre", "taren", 19, 6, 6, answers={"deadly_blow": "kill"})
    assert fight.state["taren"].fallen == "killed"
    assert to_act(fight) == ["taren", "ogre"]
    trigger(fight, "taren", 15, 8, target="ogre", answers={"deadly_blow": "subdue"})
    assert (fight.state["taren"].fallen, fight.state["ogre"].fallen) == ("killed", "subdued")


def test_konflikt_7_both_are_reckoned_from_before_either() -> None:
    """What the triggering act brings does not count against the prepared one."""
    stun = {"name": "Omráčení", "penalty": 3}
    people = [creature("taren"), ogre(attacks=[{"name": "Kyj", "damage": "1", "effect": stun}])]
    fight = fight_of(*people)
    act(fight, "taren", "prepare", when="it strikes")
    strike(fight, "ogre", "taren", 19)
    lines = trigger(fight, "taren", 12, 1, target="ogre")
    assert cited(lines, "konflikt-10", "12 +0 = 12 against 12: success")


def test_konflikt_7_who_fell_can_answer_only_the_act_that_felled_it() -> None:
    fight = fight_of(creature("taren"), creature("carl"), ogre(), creature("wolf", "foes"))
    act(fight, "taren", "prepare", when="they come")
    end_turn(fight)
    strike(fight, "ogre", "taren", 19, 6, 6, answers={"deadly_blow": "kill"})
    act(fight, "wolf", "move", metres=1)
    with pytest.raises(Refusal, match="Taren"):
        trigger(fight, "taren", target="ogre")


@pytest.mark.parametrize(("until", "waits"), [("round_end", False), ("next_turn", True)])
def test_konflikt_7_how_long_a_prepared_action_waits(until: str, waits: bool) -> None:
    fight = fight_of(creature("taren"), ogre(), prepared_until=until)
    end_turn(fight)
    act(fight, "ogre", "prepare", when="somebody comes")
    assert fight.state.round == 2
    assert (fight.state["ogre"].prepared is not None) is waits
    if waits:
        trigger(fight, "ogre", 2, target="taren")
        end_turn(fight)
    assert fight.state["ogre"].prepared is None


def test_konflikt_7_the_turn_waits_for_those_who_may_still_step_in() -> None:
    fight = prepared()
    end_turn(fight)
    do(fight, {"do": "pass", "actor": "ogre"})
    assert to_act(fight) == ["taren"]
    assert [o.do for o in fight.options() if o.main] == ["end_turn"]
    assert cited(do(fight, {"do": "pass", "actor": "taren"}), "konflikt-7", "gives up")
    assert fight.state.round == 2


def test_konflikt_7_other_things_than_attacks_are_prepared_too() -> None:
    fight = fight_of(creature("taren", items=[POTION], attacks=[KNIFE]), ogre())
    act(fight, "taren", "prepare", when="I am hurt", prepared="use_item")
    strike(fight, "ogre", "taren", 19, 2, 1)
    trigger(fight, "taren", 11, 1, 1, threatened=True)
    assert fight.state["taren"].hp == 9


def test_konflikt_8_small_doings_cost_two_each() -> None:
    fight = duel()
    assert cited(act(fight, "taren", "interact", doing="lie_down"), "konflikt-8", "doing: lie down")
    assert (momentum(fight, "taren"), fight.state["taren"].prone) == (4, True)
    lines = act(fight, "taren", "interact", doing="stand_up")
    assert cited(lines, "konflikt-8", "doing: stand up; momentum spent: 2, left: 2")
    assert (momentum(fight, "taren"), fight.state["taren"].prone) == (2, False)
    act(fight, "taren", "move", metres=1)
    with pytest.raises(Refusal, match=r"needs 2 mom\., Taren has 1"):
        act(fight, "taren", "interact")


def test_konflikt_9_difficult_ground_costs_two_a_metre() -> None:
    fight = duel()
    lines = act(fight, "taren", "move", metres=3, difficult=2)
    assert cited(lines, "konflikt-9", "3 m; momentum spent: 5, left: 1")
    with pytest.raises(Refusal, match="whole distance"):
        act(fight, "taren", "move", metres=0, difficult=1)


@pytest.mark.parametrize("what", ["through_enemies", "onto_ally"])
def test_konflikt_9_through_enemies_only_where_the_game_master_allows_it(what: str) -> None:
    fight = duel()
    with pytest.raises(Refusal):
        act(fight, "taren", "move", metres=2, **{what: True})
    act(fight, "taren", "move", metres=2, force=True, **{what: True})
    assert momentum(fight, "taren") == 4


def test_konflikt_14_a_threatened_start_makes_every_metre_count_twice() -> None:
    fight = duel()
    act(fight, "taren", "move", metres=2, reached_by=["ogre"])
    assert momentum(fight, "taren") == 4  # it began its turn free
    end_turn(fight)
    end_turn(fight)
    assert fight.state["taren"].threatened_at_start
    lines = act(fight, "taren", "move", metres=2)
    assert cited(lines, "konflikt-14", "counts twice")
    assert momentum(fight, "taren") == 2
    act(fight, "taren", "move", metres=1)  # out of reach, and still as slow
    assert momentum(fight, "taren") == 0


def test_konflikt_6_a_sprint_doubles_what_effects_left_of_the_momentum() -> None:
    fight = duel()
    slow = {"name": "Bláto", "changes": {"momentum": -4}, "until": "by_hand"}
    do(fight, {"do": "effect", "combatants": ["taren"], **slow})
    end_turn(fight)
    end_turn(fight)
    assert momentum(fight, "taren") == 2
    act(fight, "taren", "sprint")
    assert momentum(fight, "taren") == 4


def test_konflikt_14_the_price_shown_of_a_metre_is_the_price_paid() -> None:
    fight = duel()
    by_hand(fight, "taren", threatened_at_start=True)
    shown = {option.action: option for option in fight.options() if option.actor == "taren"}
    assert str(shown["move"].cost) == "2 mom."
    act(fight, "taren", "move", metres=1)
    assert momentum(fight, "taren") == 4
    by_hand(fight, "taren", momentum=1)
    shown = {option.action: option for option in fight.options() if option.actor == "taren"}
    assert str(shown["move"].why_not) == "needs 2 mom., Taren has 1"


def test_konflikt_7_the_panel_asks_for_the_threat_before_the_act_that_is_answered() -> None:
    fight = duel()
    act(fight, "taren", "prepare", when="it comes near")
    act(fight, "ogre", "move", metres=3, reached_by=["taren"])
    (option,) = (option for option in fight.options() if option.do == "trigger")
    (asked,) = (field for field in fight.parameters(option) if field.id == "threatened")
    assert asked.default is False
    lines = trigger(fight, "taren", 15, 3, target="ogre", with_="Krátký luk")
    assert not cited(lines, "konflikt-22")


def test_konflikt_1_it_goes_on_when_both_sides_stand_again_after_all_fell() -> None:
    fight = duel()
    by_hand(fight, "taren", hp=0)
    by_hand(fight, "ogre", hp=0)
    assert to_act(fight) == []
    by_hand(fight, "ogre", hp=3)
    assert (fight.state.round, to_act(fight)) == (1, [])
    by_hand(fight, "taren", hp=3)
    assert (fight.state.round, to_act(fight)) == (1, ["taren"])


def test_konflikt_21_no_turn_and_no_round_begins_after_the_last_enemy_has_fallen() -> None:
    fight = fight_of(creature("taren"), ogre(max_hp=1))
    lines = strike(fight, "taren", "ogre", 19, 8, answers={"deadly_blow": "kill"})
    lines += act(fight, "taren", "move", metres=6)
    assert (fight.state.round, to_act(fight)) == (1, [])
    assert not cited(lines, "konflikt-1")
    burning = [{**BURNING, "per_round": -9}]
    fight = fight_of(creature("taren"), ogre(max_hp=1, momentum=0))
    by_hand(fight, "ogre", effects=burning)
    end_turn(fight)
    lines = do(fight, {"do": "end_turn"})
    assert fight.state["ogre"].fallen == "killed"
    assert fight.outcome
    assert not cited(lines, "konflikt-1")


def test_konflikt_4_who_joins_but_not_in_this_round_is_not_surprised() -> None:
    fight = duel()
    newcomer = creature("nicole")
    do(fight, {"do": "join", "combatants": [newcomer], "this_round": False})
    assert not fight.state["nicole"].surprised
    assert to_act(fight) == ["taren"]
    assert fight.rules.standing(fight.state, "nicole") == "done"
    end_turn(fight)
    end_turn(fight)
    assert to_act(fight) == ["taren", "nicole"]


def test_konflikt_9_13_a_move_of_no_metres_leaves_nobodys_reach() -> None:
    fight = duel()
    by_hand(fight, "taren", reached_by=["ogre"])
    by_hand(fight, "ogre", reached_by=["taren"])
    act(fight, "taren", "move", metres=0)
    assert (fight.state["taren"].reached_by, fight.state["ogre"].reached_by) == (
        ["ogre"],
        ["taren"],
    )


def test_konflikt_8_who_stands_cannot_stand_up_and_only_what_fell_is_picked_up() -> None:
    fight = duel()
    option = next(o for o in fight.options() if o.action == "interact")
    field = next(field for field in fight.parameters(option) if field.id == "doing")
    greyed = {choice.value for choice in field.choices if choice.why_not}
    assert greyed == {"stand_up", "pick_up", "reload"}
    for doing, item, why in (
        ("stand_up", "", "stands already"),
        ("pick_up", "", "has dropped nothing"),
        ("pick_up", "Dlouhý meč", "has it at hand"),
    ):
        with pytest.raises(Refusal, match=why):
            act(fight, "taren", "interact", doing=doing, item=item)
    assert fight.state["taren"].momentum == 6
    act(fight, "taren", "interact", doing="pick_up", item="Klíč ze stolu")
    act(fight, "taren", "interact", doing="lie_down")
    with pytest.raises(Refusal, match="lies already"):
        act(fight, "taren", "interact", doing="lie_down")


def test_konflikt_13_a_failed_swap_drops_the_weapon_in_hand_or_says_that_nothing_falls() -> None:
    fight = duel()
    lines = act(fight, "taren", "interact", 2, doing="swap", threatened=True)
    assert fight.state["taren"].dropped == ["Dlouhý meč"]
    assert cited(lines, "konflikt-13", "Taren drops: Dlouhý meč")
    bare = duel(attacks=[])
    lines = act(bare, "taren", "interact", 2, doing="swap", threatened=True)
    assert cited(lines, "konflikt-13", "Taren: nothing falls")
    lines = act(fight, "taren", "interact", 2, doing="pick_up", threatened=True)
    assert cited(lines, "konflikt-8", "pick up from the ground (Dlouhý meč);")
    assert fight.state["taren"].dropped == ["Dlouhý meč"]
    assert cited(lines, "konflikt-13", "does not get hold of it")


def test_konflikt_6_overruled_healing_brings_back_a_subdued_ally() -> None:
    cure = {"name": "Zhojení", "healing": "4"}
    fight = fight_of(creature("taren", spells=[cure]), creature("nicole"), ogre())
    by_hand(fight, "nicole", hp=0, fallen="subdued")
    with pytest.raises(Refusal, match="out of the fight"):
        act(fight, "taren", "cast", target="nicole")
    act(fight, "taren", "cast", target="nicole", overrule=True)
    assert (fight.state["nicole"].hp, fight.state["nicole"].fallen) == (4, None)


def test_konflikt_7_something_else_that_was_prepared_says_who_does_it() -> None:
    fight = duel()
    act(fight, "taren", "prepare", prepared="other", when="it comes", what="pulls the rope")
    act(fight, "ogre", "move", metres=3)
    lines = trigger(fight, "taren")
    (line,) = (line for line in lines if line.rule == "konflikt-6")
    assert (str(line.text), line.by) == ("Taren: pulls the rope", "taren")


def test_konflikt_7_a_prepared_blow_comes_at_the_moment_of_what_set_it_off() -> None:
    """With behaviours, too: before the next enemy does anything."""
    people = [creature("taren"), ogre(), creature("wolf", "foes"), creature("rat", "foes")]
    people[0]["policy"] = "guard"
    fight = fight_of(*people)
    act(fight, "taren", "prepare", when="An enemy comes into reach")
    act(fight, "wolf", "move", metres=3, reached_by=["taren"])
    assert to_act(fight)[0] == "taren"
    step = fight.suggest()
    assert step
    assert (step["do"], step["actor"], step["target"]) == ("trigger", "taren", "wolf")
    act(fight, "rat", "move", metres=3)
    assert to_act(fight)[-1] == "taren"


def test_konflikt_13_who_is_out_is_not_shown_as_threatened() -> None:
    fight = duel()
    by_hand(fight, "taren", reached_by=["ogre"])

    def badges() -> set[str]:
        return {vital.id for vital in fight.rules.vitals(fight.state, "taren")}

    assert "threatened" in badges()
    by_hand(fight, "taren", hp=0)
    assert "threatened" not in badges()


def test_konflikt_7_a_prepared_attack_needs_a_target() -> None:
    fight = duel()
    act(fight, "taren", "prepare", when="it comes near")
    act(fight, "ogre", "move", metres=3)
    with pytest.raises(Refusal, match="target: is needed"):
        trigger(fight, "taren")


def test_konflikt_7_something_else_is_prepared_with_its_check_its_target_and_what_it_does() -> None:
    fight = duel()
    act(fight, "taren", "prepare", when="it comes near", prepared="other", what="Shoves it")
    act(fight, "ogre", "move", metres=3, reached_by=["taren"])
    (option,) = (option for option in fight.options() if option.do == "trigger")
    asked = {field.id: field.default for field in fight.parameters(option)}
    assert asked["what"] == "Shoves it"
    assert {"skill", "number", "target", "against", "outcome", "item", "modifiers"} <= asked.keys()
    assert "with" not in asked
    push = {"target": "ogre", "skill": "prowess", "against": "prowess", "outcome": "push"}
    lines = trigger(fight, "taren", 15, **push, metres=2)
    assert cited(lines, "konflikt-6", "Taren: Shoves it")
    assert cited(lines, "konflikt-10", "Taren → Ogre: pushes 2 m away")
    assert fight.state["ogre"].reached_by == []


def test_konflikt_7_what_is_prepared_takes_the_fields_of_its_own_command_only() -> None:
    fight = duel()
    act(fight, "taren", "prepare", when="it comes near", prepared="sprint")
    act(fight, "ogre", "move", metres=3)
    with pytest.raises(Refusal, match="target"):
        trigger(fight, "taren", target="ogre")


@pytest.mark.parametrize(("until", "comes"), [("round_end", False), ("next_turn", True)])
def test_konflikt_7_the_last_side_is_told_that_what_it_prepares_lapses(
    until: str, comes: bool
) -> None:
    fight, never = fight_of(creature("taren"), ogre(), prepared_until=until), "nobody else acts"
    assert not cited(act(fight, "taren", "prepare", when="it comes near"), "konflikt-7", never)
    assert cited(act(fight, "ogre", "prepare", when="he comes"), "konflikt-7", never) is not comes
    end_turn(fight)
    told = account(fight, fight.cursor)
    assert told
    assert str(told.result) == f"{'Taren' if comes else 'Taren, Ogre'}: the prepared action lapses"


def test_konflikt_7_who_leaves_gives_up_what_was_prepared() -> None:
    fight = duel()
    act(fight, "taren", "prepare", when="it comes near")
    act(fight, "ogre", "move", metres=3, reached_by=["taren"])
    assert to_act(fight) == ["taren", "ogre"]
    lines = do(fight, {"do": "leave", "combatant": "taren"})
    assert cited(lines, "konflikt-7", "Taren gives up the prepared action")
    assert to_act(fight) == ["ogre"]
    assert fight.outcome is not None


def test_konflikt_7_who_was_felled_before_the_opponents_act_waits_no_more() -> None:
    fight = fight_of(creature("taren"), creature("carl"), ogre())
    act(fight, "taren", "prepare", when="it comes near")
    by_hand(fight, "taren", hp=0)
    end_turn(fight)
    assert to_act(fight) == ["ogre"]
    assert not [option for option in fight.options() if option.do == "trigger"]
    by_hand(fight, "carl", hp=0)
    assert fight.outcome, "nobody is left who could still answer"


def test_konflikt_7_a_newcomer_can_be_answered_too() -> None:
    fight = duel()
    act(fight, "taren", "prepare", when="it comes near")
    act(fight, "ogre", "move", metres=1)
    do(fight, {"do": "join", "combatants": [creature("orc", "foes")]})
    (option,) = (option for option in fight.options() if option.do == "trigger")
    (asked,) = (field for field in fight.parameters(option) if field.id == "target")
    assert [choice.value for choice in asked.choices if not choice.why_not] == ["ogre", "orc"]
    trigger(fight, "taren", 15, 3, target="orc")
    assert fight.state["orc"].hp == 7


def test_konflikt_1_no_turn_begins_before_the_fight_does() -> None:
    fight = start({"format": "fight/1", "system": "konflikt", "combatants": [
        creature("taren"), ogre(), creature("wolf", "foes")]})  # fmt: skip
    lines = do(fight, {"do": "change_side", "combatant": "wolf", "side": "wolves"})
    assert not cited(lines, "konflikt-1")
    assert whose_turn(fight) == (0, "")
    do(fight, {"do": "begin"})
    assert fight.state.order == ["taren", "ogre", "wolf"]
    assert whose_turn(fight) == (1, "players")


def test_konflikt_1_players_who_come_later_begin_the_next_round() -> None:
    fight = fight_of(creature("wolf", "wolves"), ogre())
    do(fight, {"do": "join", "combatants": [creature("taren")]})
    turns = []
    for _ in range(4):
        end_turn(fight)
        turns.append(whose_turn(fight))
    assert turns == [(1, "foes"), (1, "players"), (2, "players"), (2, "wolves")]
    assert fight.state.order == ["taren", "wolf", "ogre"]


def test_konflikt_6_an_effect_on_two_is_on_offer_once() -> None:
    sleep = {"name": "Spánek", "magical": True, "by": "taren"}
    fight = fight_of(creature("taren"), ogre(), creature("wolf", "foes"))
    for id in ("ogre", "wolf"):
        by_hand(fight, id, effects=[sleep])
    option = next(o for o in fight.options() if o.action == "end_effect")
    (asked,) = (field for field in fight.parameters(option) if field.id == "effect")
    assert [choice.value for choice in asked.choices] == ["Spánek"]


def test_konflikt_14_a_cost_set_by_the_game_master_is_told_as_it_is() -> None:
    fight = duel()
    by_hand(fight, "taren", threatened_at_start=True)
    lines = act(fight, "taren", "move", metres=3, cost=1)
    assert cited(lines, "konflikt-9", "3 m; momentum spent: 1,")
    assert not cited(lines, "konflikt-14")


def test_konflikt_7_nobody_steps_in_twice_in_a_round() -> None:
    """With a wait beyond the end of the round, before one's own turn and after it."""
    people = creature("taren"), ogre(), creature("wolf", "wolves")
    fight = fight_of(*people, prepared_until="next_turn")
    for _ in range(2):
        end_turn(fight)
        act(fight, "ogre", "prepare", when="somebody comes")
        end_turn(fight)
        act(fight, "taren", "move", metres=1)
        if fight.state.round == 2:
            trigger(fight, "ogre", 2, target="taren")
    assert whose_turn(fight) == (3, "players")
    assert "ogre" in to_act(fight), "the next round is another one"
    for _ in range(2):
        fight.undo()
    assert whose_turn(fight) == (2, "wolves")
    assert to_act(fight) == ["wolf"]
    with pytest.raises(Refusal, match="only once in a round"):
        trigger(fight, "ogre", target="wolf")


def test_konflikt_7_a_prepared_attack_is_aimed_at_the_first_who_can_be() -> None:
    fight = fight_of(creature("taren"), creature("wolf", "foes"), ogre())
    act(fight, "taren", "prepare", when="it comes near")
    by_hand(fight, "wolf", hp=0)
    act(fight, "ogre", "move", metres=1)
    (option,) = (option for option in fight.options() if option.do == "trigger")
    (asked,) = (field for field in fight.parameters(option) if field.id == "target")
    assert asked.default == "ogre"


def test_konflikt_7_the_game_master_can_have_prepared_what_is_used_up() -> None:
    fight = duel(items=[{**POTION, "uses": 0}])
    with pytest.raises(Refusal, match="used up"):
        act(fight, "taren", "prepare", when="I am hurt", prepared="use_item")
    act(fight, "taren", "prepare", when="I am hurt", prepared="use_item", overrule=True)
    assert fight.state["taren"].prepared


def test_konflikt_13_nobody_is_told_to_be_in_reach_of_a_friend() -> None:
    second = {**ogre(), "id": "second", "sheet": {**ogre()["sheet"], "name": "Troll"}}
    fight = fight_of(creature("taren"), creature("carl"), ogre(), second)
    lines = act(fight, "taren", "move", metres=1, reached_by=["carl", "ogre", "second"])
    assert [str(line.text) for line in lines if line.rule == "konflikt-13"] == [
        "Taren, threatened by: Ogre, Troll"
    ], "one line for all enemies"


def test_konflikt_7_to_overcome_or_to_end_an_effect_can_be_prepared_too() -> None:
    curse = {"name": "Kletba", "magical": True, "by": "carl"}
    fight = fight_of(creature("taren"), creature("carl"), ogre())
    act(fight, "taren", "prepare", when="I burn", prepared="overcome")
    act(fight, "carl", "prepare", when="it stumbles", prepared="end_effect")
    option = next(o for o in fight.options() if (o.do, o.actor) == ("trigger", "taren"))
    assert str(option.why_not) == "nothing to overcome (konflikt-6)"
    by_hand(fight, "taren", effects=[BURNING])
    by_hand(fight, "ogre", effects=[curse])
    asked = {
        option.actor: {field.id: field.default for field in fight.parameters(option)}
        for option in fight.options()
        if option.do == "trigger" and not option.why_not
    }
    assert asked["taren"].keys() == {"effect", "modifiers"}
    assert asked["carl"].keys() == {"target", "effect", "visible"}
    assert asked["taren"]["effect"] == "Hoření"
    assert (asked["carl"]["target"], asked["carl"]["effect"]) == ("ogre", "Kletba")
    assert cited(trigger(fight, "taren", 11), "konflikt-6", "Taren: Hoření ends")
    assert cited(trigger(fight, "carl", target="ogre"), "konflikt-6", "Ogre: Kletba ends")


@pytest.mark.parametrize("rounds", [1, 2])
def test_konflikt_3_who_goes_over_to_the_side_on_turn_before_its_own_has_its_turn_there(
    rounds: int,
) -> None:
    fight = fight_of(creature("taren"), ogre(), creature("wolf", "foes"))
    for _ in range(2 * (rounds - 1)):
        end_turn(fight)
    do(fight, {"do": "change_side", "combatant": "wolf", "side": "players"})
    assert (to_act(fight), momentum(fight, "wolf")) == (["taren", "wolf"], 6)
    end_turn(fight)
    strike(fight, "ogre", "taren", 2)
    do(fight, {"do": "change_side", "combatant": "taren", "side": "foes"})
    assert momentum(fight, "taren") == 0, "it had its turn in this round"


def test_konflikt_6_who_brought_an_effect_is_picked_and_told_by_name() -> None:
    fight = duel()
    effects = next(f for f in fight.rules.editable(fight.state, "taren") if f.id == "effects")
    brought_by = next(part for part in effects.fields if part.id == "by")
    offered = {choice.value: str(choice.label) for choice in brought_by.choices}
    assert (brought_by.kind, offered["ogre"]) == ("combatant", "Ogre")
    by_hand(fight, "taren", effects=[{**BURNING, "by": ""}])
    (line,) = by_hand(fight, "taren", effects=[{**BURNING, "by": "ogre"}])
    assert str(line.text).endswith("Brought by Ogre")


def test_konflikt_7_log_and_badge_name_the_action_that_is_prepared_and_its_condition() -> None:
    fight = duel()
    (line,) = act(fight, "taren", "prepare", when="it comes near", prepared="attack")[:1]
    assert str(line.text) == "Taren prepares an action: Attack (it comes near)"
    badges = {v.id: str(v.text) for v in fight.rules.vitals(fight.state, "taren")}
    assert badges["prepared"] == "prepared: Attack (it comes near)"


def test_konflikt_7_what_was_prepared_without_a_word_is_told_by_its_condition() -> None:
    fight = duel()
    act(fight, "taren", "prepare", when="it comes near", prepared="other")
    act(fight, "ogre", "move", metres=1)
    prepared, done = trigger(fight, "taren")
    assert (prepared.rule, done.rule) == ("konflikt-7", "konflikt-6")
    assert str(prepared.text).endswith("it comes near (at the same moment: Ogre)")


def test_konflikt_1_nobody_has_two_turns_in_a_round_by_going_over() -> None:
    fight = fight_of(creature("taren"), creature("carl"), creature("nicole"), ogre())
    strike(fight, "taren", "ogre", 2)
    act(fight, "taren", "move", metres=6)
    act(fight, "carl", "move", metres=4)
    for id in ("taren", "carl"):
        do(fight, {"do": "change_side", "combatant": id, "side": "foes"})
    end_turn(fight)
    assert to_act(fight) == ["carl", "ogre"]
    assert momentum(fight, "carl") == 2, "what was left of its turn"
    end_turn(fight)
    end_turn(fight)
    assert to_act(fight) == ["taren", "carl", "ogre"], "and the next round is another one"


def test_konflikt_1_a_side_of_those_who_had_their_turn_has_none_in_this_round() -> None:
    fight = fight_of(creature("taren"), creature("carl"), ogre())
    strike(fight, "taren", "ogre", 2)
    act(fight, "taren", "move", metres=6)
    do(fight, {"do": "change_side", "combatant": "taren", "side": "wolves"})
    end_turn(fight)
    end_turn(fight)
    assert whose_turn(fight) == (2, "players")


@pytest.mark.parametrize("doing", [{"action": "move"}, {"action": "interact", "cost": 0}])
def test_konflikt_7_who_has_begun_its_turn_cannot_skip_it(doing: dict[str, Any]) -> None:
    fight = fight_of(creature("taren"), creature("carl"), ogre())
    do(fight, {"do": "act", "actor": "taren", **doing})
    act(fight, "carl", "luck", 11)
    shown = {o.actor: str(o.why_not or "") for o in fight.options() if o.action == "prepare"}
    assert shown == {"taren": "the turn it would skip has begun (konflikt-7)", "carl": ""}
    with pytest.raises(Refusal, match="the turn it would skip has begun"):
        act(fight, "taren", "prepare", when="it comes near")
    guard = fight.rules.policies["guard"].choose(fight.state, "taren")
    assert guard
    assert guard.do == "pass"
    act(fight, "taren", "prepare", when="it comes near", overrule=True)
    end_turn(fight)
    end_turn(fight)
    act(fight, "taren", "prepare", when="it comes near")


def test_konflikt_7_every_action_but_preparing_can_be_prepared() -> None:
    whole = {action.id for action in ACTIONS if action.uses}
    assert whole - {"prepare"} == {kind for kind, _ in KINDS}, "in ACTIONS or commands.KINDS alone"
    assert {kind for kind, _ in KINDS} == {*get_args(Kind)}, "in KINDS or state.Kind alone"
