"""Initiative, turns of three segments, what carries over, triggers: walka-5 to 10, 13."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight, resume, start
from desktop.rules.display import Bar
from desktop.rules.table import Refusal, TableRefusal
from desktop.rules.walka.actions import BY_ID
from desktop.rules.walka.shooting import no_two_guns
from tests.rules.walka.bench import (
    GRENADE,
    PAIN,
    PISTOL,
    RIFLE,
    act,
    battle,
    do,
    edit,
    end_turn,
    fight_of,
    mustered,
    sheet,
    shoot,
    step_of,
    threshold,
    told,
    who,
    wounds,
)

# ---- initiative


def test_walka_5_most_success_points_move_first() -> None:
    fight = do(mustered(), {"do": "begin"}, dice=[5, 8, 20, 3, 7, 20])
    assert battle(fight).initiative == ["pirat", "vera"]
    assert told(fight, 5)[:2] == [
        "Vera: initiative, senses 12, success points: 4",
        "Pirat: initiative, senses 12, success points: 5",
    ]


def test_walka_5_ties_roll_again_among_themselves_only() -> None:
    fight = mustered(olek=sheet("Olek"))
    first = [4, 6, 20, 5, 6, 19, 1, 2, 3]  # Vera and the pirate tie behind Olek
    do(fight, {"do": "begin"}, dice=[*first, 9, 9, 9, 1, 1, 1])
    assert battle(fight).initiative == ["olek", "pirat", "vera"]
    assert "A tie, these roll again: Vera, Pirat" in told(fight, 5)


def test_walka_5_by_the_attribute_that_the_situation_asks_for() -> None:
    fight = mustered(sheet(dexterity=15))
    do(fight, {"do": "begin", "initiative_by": "dexterity"}, dice=[9, 9, 9, 8, 8, 8])
    assert battle(fight).initiative == ["vera", "pirat"]
    assert told(fight, 5)[0] == "Vera: initiative, dexterity 15, success points: 6"


def test_walka_5_house_rule_one_die() -> None:
    fight = do(mustered(house={"initiative_dice": 1}), {"do": "begin"}, dice=[9, 4])
    assert battle(fight).initiative == ["pirat", "vera"]


def test_walka_5_a_group_shares_one_roll() -> None:
    fight = mustered()
    document = fight.script.model_dump()
    document["combatants"] += [
        {"id": f"zbir-{n}", "side": "piraci", "group": "zbiry", "sheet": sheet("Zbir")}
        for n in (1, 2)
    ]
    fight = do(start(document), {"do": "begin"}, dice=[5, 5, 5, 9, 9, 9, 1, 1, 1])
    assert battle(fight).initiative == ["zbir-1", "zbir-2", "vera", "pirat"]


def test_walka_6_handed_over_for_this_turn() -> None:
    fight = fight_of(olek=sheet("Olek"))
    do(fight, {"do": "hand_over", "actor": "vera", "to": "olek"})
    assert fight.state.turn == "olek"
    assert fight.state.order == ["olek", "pirat", "vera"]
    assert told(fight, 6) == ["Vera → Olek: hands over the initiative for this turn"]
    end_turn(fight, 3)
    assert fight.state.turn == "vera"
    assert fight.state.order == ["vera", "pirat", "olek"]


def test_walka_6_handed_over_for_good() -> None:
    fight = fight_of()
    do(fight, {"do": "hand_over", "actor": "vera", "to": "pirat", "keep": True})
    end_turn(fight, 2)
    assert (fight.state.round, fight.state.turn) == (2, "pirat")


def test_walka_6_who_joins_without_a_move_this_turn_keeps_nobody_from_handing_over() -> None:
    fight = fight_of(olek=sheet("Olek"))
    newcomer = {"id": "zbir", "side": "piraci", "sheet": sheet("Zbir")}
    do(fight, {"do": "join", "combatants": [newcomer], "this_round": False})
    with pytest.raises(Refusal, match="Zbir has no place in this turn's order"):
        do(fight, {"do": "hand_over", "actor": "pirat", "to": "zbir"})
    do(fight, {"do": "hand_over", "actor": "pirat", "to": "olek"})
    assert fight.state.order == ["vera", "olek", "pirat"]
    end_turn(fight, 3)
    assert fight.state.order == ["vera", "pirat", "olek", "zbir"]


def test_walka_6_after_a_segment_let_pass_the_move_has_begun() -> None:
    fight = fight_of(olek=sheet("Olek"))
    do(fight, {"do": "freeze", "actor": "vera", "count": 2, "trigger": "drzwi"})
    end_turn(fight)
    do(fight, {"do": "trigger", "actor": "vera"})
    shoot(fight, [20])
    end_turn(fight)
    shoot(fight, [20])
    assert (fight.state.turn, who(fight, "pirat").segments) == ("pirat", 2)
    with pytest.raises(Refusal, match="the move has begun"):
        do(fight, {"do": "hand_over", "actor": "pirat", "to": "olek"})


def test_walka_6_at_the_start_of_a_turn_anybody_can() -> None:
    fight = fight_of(olek=sheet("Olek"))
    do(fight, {"do": "hand_over", "actor": "pirat", "to": "olek"})
    assert fight.state.turn == "vera"
    assert fight.state.order == ["vera", "olek", "pirat"]


@pytest.mark.parametrize(
    ("giver", "taker", "message"),
    [
        ("vera", "olek", "the move has begun"),
        ("pirat", "olek", "it is not Pirat's turn"),
    ],
)
def test_walka_6_not_once_something_was_done(giver: str, taker: str, message: str) -> None:
    fight = act(fight_of(olek=sheet("Olek")), "kneel")
    with pytest.raises(Refusal, match=message):
        do(fight, {"do": "hand_over", "actor": giver, "to": taker})


def test_walka_6_not_to_somebody_who_has_moved() -> None:
    fight = end_turn(fight_of(olek=sheet("Olek")))
    with pytest.raises(Refusal, match="Vera: the move of this turn is over"):
        do(fight, {"do": "hand_over", "actor": "pirat", "to": "vera"})


def test_walka_7_when_every_player_is_behind_cover_the_fight_can_end() -> None:
    fight = fight_of(olek=sheet("Olek"))
    option = next(option for option in fight.options() if option.do == "end_fight")
    assert option.why_not == "not behind cover: Vera, Olek"
    edit(fight, "vera", covered=True)
    edit(fight, "olek", covered=True, leaning=True)
    with pytest.raises(Refusal, match="not behind cover: Olek"):
        do(fight, {"do": "end_fight"})
    edit(fight, "olek", leaning=False)
    do(fight, {"do": "end_fight"})
    assert told(fight, 7) == ["Every player is behind cover: the fight ends, time runs normally"]
    assert fight.outcome
    assert (fight.outcome.winner, fight.outcome.rule) == (None, "walka-7")
    assert not fight.options()
    with pytest.raises(Refusal, match="the fight is over"):
        act(fight, "kneel")


def test_walka_8_the_winner_of_the_duel_takes_the_initiative() -> None:
    vera = sheet(skills={"spotting": 2})
    fight = fight_of(sheet("Pirat"), vera)
    duel = {"do": "spotting_duel", "actor": "pirat", "target": "vera"}
    do(fight, duel, dice=[5, 6, 20, 9, 9, 9])
    assert battle(fight).initiative == ["pirat", "vera"]
    assert fight.state.turn == "pirat", "nothing was done with the other's move"
    assert told(fight, 8)[2] == ("Vera against Pirat, spotting and hiding: success points 7 to 3")


def test_walka_8_hiding_rests_on_dexterity_and_ties_are_thrown_again() -> None:
    fight = fight_of(None, sheet("Pirat", dexterity=14, skills={"hiding": 4}))
    duel = {"do": "spotting_duel", "actor": "vera", "target": "pirat"}
    tie = [2, 2, 2, 6, 6, 20]  # 10 each: both of the pirate's dice come down to 4
    do(fight, duel, dice=[*tie, 9, 9, 9, 1, 1, 1])
    assert "a tie: again" in told(fight, 8)
    assert battle(fight).initiative == ["pirat", "vera"]


# ---- segments


def test_walka_9_three_segments_in_the_order_of_initiative() -> None:
    fight = fight_of()
    assert who(fight, "vera").segments == 3
    for action in ("kneel", "drop_prone"):
        act(fight, action)
    shoot(fight, [20])
    assert who(fight, "vera").segments == 0
    with pytest.raises(Refusal, match="no segments left"):
        shoot(fight, [1])
    end_turn(fight)
    assert (fight.state.turn, who(fight, "pirat").segments) == ("pirat", 3)


def test_walka_9_what_does_not_fit_carries_over_and_is_tested_when_it_completes() -> None:
    fight = fight_of(sheet(weapons=[PISTOL, GRENADE]))
    act(fight, "kneel")
    act(fight, "rise_from_kneel", cost=1)
    act(fight, "throw", target="pirat")  # one segment left, two needed, no dice yet
    vera = who(fight, "vera")
    assert vera.carry
    assert (vera.carry.action.id, vera.carry.segments, vera.segments) == ("throw", 1, 0)
    assert fight.as_json()["combatants"]["vera"]["carry"] == {"action": "throw", "segments": 1}
    with pytest.raises(Refusal, match="busy: Throw"):
        act(fight, "kneel")
    end_turn(fight)
    # Throw; the pirate looks out in vain; the place, the pain.
    do(fight, {"do": "end_turn"}, dice=[11, 20, 10])
    assert "Vera completes: Throw" in told(fight, 9)
    assert wounds(fight) == [("critical", "torso")]
    assert (who(fight, "vera").segments, who(fight, "vera").carry) == (2, None)


def test_walka_9_a_burst_that_carries_over_is_tested_when_it_starts() -> None:
    fight = fight_of(sheet(weapons=[RIFLE]))
    act(fight, "kneel")
    act(fight, "continuous_fire", [11, *PAIN], target="pirat")
    vera = who(fight, "vera")
    assert vera.carry
    assert (vera.carry.segments, vera.carry.resolved) == (1, True)
    assert wounds(fight) == [("heavy", "torso")]
    end_turn(fight, 2)
    assert wounds(fight) == [("heavy", "torso")]
    assert who(fight, "vera").segments == 2


def test_walka_9_what_can_no_longer_be_comes_to_nothing() -> None:
    fight = fight_of(bosman=sheet("Bosman"))
    act(fight, "kneel")
    act(fight, "shot", target="pirat", aim=2)
    end_turn(fight)
    edit(fight, "pirat", deactivated=True)
    end_turn(fight)
    assert "Vera: Shot comes to nothing (Pirat is out of the fight)" in told(fight, 9)


def test_walka_9_an_action_under_way_can_be_given_up() -> None:
    fight = act(act(fight_of(), "kneel"), "shot", target="pirat", aim=2)
    do(fight, {"do": "abandon", "actor": "vera"})
    assert who(fight, "vera").carry is None
    end_turn(fight, 2)
    assert who(fight, "vera").segments == 3


def test_walka_9_the_game_master_may_set_any_cost() -> None:
    fight = shoot(fight_of(), [20], cost=2, why="z biodra")
    assert who(fight, "vera").segments == 1
    price = {o.action: str(o.cost) for o in fight.turn_options()}
    assert (price["other"], price["kneel"]) == ("1 seg.", "1 seg.")
    act(fight, "other", what="wspina się na skrzynię", segments=1)
    assert who(fight, "vera").segments == 0
    price = {o.action: str(o.cost) for o in fight.turn_options()}
    assert (price["other"], price["kneel"]) == ("", "1 seg."), "only what is free can be done now"
    act(fight, "kneel", cost=0)
    assert who(fight, "vera").posture == "kneeling"
    with pytest.raises(Refusal, match="kneels already"):
        act(fight, "kneel", cost=0)


def test_walka_9_who_is_next_may_act_when_nothing_is_left() -> None:
    fight = act(fight_of(), "shot", [20, 20, 20], target="pirat", aim=2)
    act(fight, "kneel", actor="pirat")
    assert (fight.state.turn, who(fight, "pirat").posture) == ("pirat", "kneeling")


COSTS = {
    **dict.fromkeys(("shot", "short_burst", "safety_off", "pull_pin", "pump", "kneel"), 1),
    **dict.fromkeys(("drop_prone", "lean_out", "duck_back", "run", "sprint", "crawl"), 1),
    **dict.fromkeys(("spot", "deflect_stance", "energy_shield"), 1),
    **dict.fromkeys(("long_burst", "throw", "draw", "rise_from_kneel"), 2),
    **dict.fromkeys(("continuous_fire", "throw_large", "change_cell", "change_gas"), 3),
    "rise_from_prone": 3,
}


@pytest.mark.parametrize(("action", "cost"), COSTS.items())
def test_walka_10_costs(action: str, cost: int) -> None:
    assert BY_ID[action].price == cost


def test_walka_10_postures_and_cover() -> None:
    fight = fight_of()
    act(fight, "run", to_cover=True)
    assert who(fight, "vera").hidden
    act(fight, "lean_out")
    assert not who(fight, "vera").hidden
    act(fight, "duck_back")
    assert told(fight, 10) == ["Vera ducks back behind cover"]
    end_turn(fight, 2)
    act(fight, "drop_prone")
    act(fight, "crawl", to_cover=True)
    assert told(fight, 10) == ["Vera crawls 0.5 m behind cover"]
    act(fight, "rise_from_prone")
    carry = who(fight, "vera").carry
    assert carry
    assert carry.segments == 2
    end_turn(fight, 2)
    assert who(fight, "vera").posture == "standing"


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("crawl", "not on the ground"),
        ("rise_from_kneel", "not kneeling"),
        ("rise_from_prone", "not on the ground"),
        ("lean_out", "not behind cover"),
        ("duck_back", "not leaning out"),
        ("pump", "nothing to pump"),
        ("change_cell", "nothing to reload so"),
        ("pull_pin", "no grenade"),
    ],
)
def test_walka_10_what_makes_no_sense_is_refused(action: str, message: str) -> None:
    with pytest.raises(Refusal, match=message):
        act(fight_of(), action)


def test_walka_10_reloading() -> None:
    pistol = {**PISTOL, "magazine": 6, "loaded": 0, "reload": "cell"}
    rifle = {**RIFLE, "magazine": 9, "loaded": 1, "reload": "gas"}
    fight = fight_of(sheet(weapons=[pistol, rifle]))
    with pytest.raises(Refusal, match="Pistolet: no rounds left"):
        shoot(fight, [1], weapon="Pistolet")
    act(fight, "change_cell")
    end_turn(fight, 2)
    act(fight, "change_gas")
    assert fight.as_json()["combatants"]["vera"]["loaded"] == {"Pistolet": 6, "Karabin": 9}
    assert told(fight, 10) == ["Vera reloads: Karabin, 9 rounds"]


def test_walka_10_a_pump_weapon_is_pumped_before_the_next_shot() -> None:
    fight = fight_of(sheet(weapons=[{**RIFLE, "reload": "pump"}]))
    shoot(fight, [20])
    with pytest.raises(Refusal, match="needs pumping first"):
        shoot(fight, [20])
    act(fight, "pump")
    shoot(fight, [20])
    assert who(fight, "vera").segments == 0


def test_walka_16_two_weapons_are_not_offered_while_only_one_is_ready() -> None:
    pumped = {**RIFLE, "reload": "pump"}
    fight = fight_of(sheet(weapons=[pumped, {**PISTOL, "name": "Pierwszy"}, PISTOL]))
    act(fight, "shot", [20], target="pirat", weapon="Karabin")
    vera = who(fight, "vera")
    assert no_two_guns(battle(fight), vera) is None
    vera.safe = [1]
    assert no_two_guns(battle(fight), vera) == "Karabin: needs pumping first"
    vera.safe = []
    two = next(option for option in fight.options() if option.action == "two_weapons")
    other = next(
        field for field in fight.rules.parameters(fight.state, two) if field.id == "with_other"
    )
    assert other.default == "Pistolet"


def test_walka_10_spotting_is_a_test_of_senses() -> None:
    fight = fight_of(sheet(senses=12, skills={"spotting": 3}))
    act(fight, "spot", [15], modifiers={"other": 2, "why": "lampa"})
    assert told(fight, 10)[-1] == "Vera spots what hides: 1 success point"
    assert who(fight, "vera").spent == {"spotting": 2}


def test_walka_10_stances_stay_until_they_are_struck_off() -> None:
    fight = act(act(fight_of(), "energy_shield"), "deflect_stance")
    assert who(fight, "vera").effects == ["energy shield", "deflecting shots"]
    edit(fight, "vera", effects=[])
    assert who(fight, "vera").effects == []


def test_walka_10_a_stance_is_offered_where_it_is_of_use() -> None:
    sabre = {"name": "Szabla", "category": "melee", "sabre": True}

    def offered(fight: Fight) -> set[str]:
        actions = {option.action for option in fight.options() if option.actor == "vera"}
        return actions & {"energy_shield", "deflect_stance"}

    assert offered(fight_of()) == {"energy_shield"}, "without a sabre"
    fencing = fight_of(sheet(weapons=[sabre]))
    assert offered(fencing) == {"energy_shield", "deflect_stance"}
    assert offered(act(fencing, "deflect_stance")) == {"energy_shield"}, "it stands already"


def test_walka_10_drawing_and_safety_are_offered_where_they_change_something() -> None:
    secured = {**PISTOL, "put_away": True, "safety": True}

    def offered(weapon: dict[str, Any]) -> set[str]:
        options = fight_of(sheet(weapons=[weapon])).options()
        return {o.action for o in options if o.actor == "vera"} & {"draw", "safety_off"}

    assert offered(PISTOL) == set()
    assert offered(secured) == {"draw", "safety_off"}


def test_walka_10_drawing_and_safety_are_told() -> None:
    fight = act(fight_of(), "draw")
    assert told(fight, 10) == ["Vera draws: Pistolet"]
    act(fight, "safety_off")
    assert told(fight, 10) == ["Vera takes the safety off: Pistolet"]


# ---- triggers


def test_walka_13_segments_alternate_after_the_trigger() -> None:
    """Three frozen shots: one, then a segment of the other's, before the second."""
    fight = fight_of()
    do(fight, {"do": "freeze", "actor": "vera", "count": 3, "trigger": "ktoś w drzwiach"})
    end_turn(fight)
    act(fight, "kneel", actor="pirat")
    do(fight, {"do": "trigger", "actor": "vera"})
    assert told(fight, 13)[0] == "ktoś w drzwiach: Vera → Pirat: breaks in, segments alternate"
    played = []
    while battle(fight).clash:
        played.append(fight.state.turn)
        now = str(fight.rules.headline(fight.state)[-1])
        if fight.state.turn == "vera":
            assert now == "breaks into the move: Pirat"
            shoot(fight, [20])
        else:
            assert now.endswith(" / 3 seg."), "nobody breaks into their own move"
            act(fight, "drop_prone" if len(played) < 3 else "crawl", actor="pirat")
    assert played == ["vera", "pirat", "vera", "pirat", "vera"]
    assert fight.state.turn == "pirat"
    assert (who(fight, "vera").frozen, who(fight, "pirat").segments) == (None, 0)


def test_walka_13_an_action_of_two_segments_goes_on_in_turns() -> None:
    fight = fight_of(sheet(weapons=[RIFLE]))
    do(fight, {"do": "freeze", "actor": "vera", "count": 2, "trigger": "drzwi"})
    end_turn(fight)
    do(fight, {"do": "trigger", "actor": "vera"})
    act(fight, "shot", target="pirat", aim=1)
    assert fight.state.turn == "pirat"
    act(fight, "kneel", [20, 20], actor="pirat")  # then Vera's second segment comes by itself
    assert "Vera completes: Shot" in told(fight, 9)
    assert threshold(fight) == "9"
    assert (fight.state.turn, battle(fight).clash) == ("pirat", [])
    assert who(fight, "pirat").segments == 2


def test_walka_13_frozen_segments_are_lost_at_the_next_own_move() -> None:
    fight = fight_of()
    do(fight, {"do": "freeze", "actor": "vera", "count": 2, "trigger": "drzwi"})
    assert (who(fight, "vera").segments, fight.state.turn) == (1, "vera")
    end_turn(fight, 2)
    assert told(fight, 13) == ["Vera loses 2 frozen segments"]
    assert who(fight, "vera").frozen is None


def test_walka_13_frozen_shots_use_the_pool_of_their_own_turn() -> None:
    fight = fight_of(sheet(skills={"pistols": 3}))
    shoot(fight, [13, *PAIN])
    do(fight, {"do": "freeze", "actor": "vera", "count": 1, "trigger": "drzwi"})
    end_turn(fight)
    do(fight, {"do": "trigger", "actor": "vera"})
    shoot(fight, [14])
    assert who(fight, "vera").spent == {"pistols": 2}


def test_walka_13_several_who_wait_go_by_initiative() -> None:
    fight = fight_of(olek=sheet("Olek"), wera=sheet("Wera"))
    for id in ("vera", "pirat", "olek"):
        do(fight, {"do": "freeze", "actor": id, "count": 1, "trigger": "drzwi"})
        end_turn(fight)
    do(fight, {"do": "trigger", "actor": "olek"})
    do(fight, {"do": "trigger", "actor": "vera"})
    assert battle(fight).clash == ["vera", "olek", "wera"]
    shoot(fight, [20])
    act(fight, "kneel", actor="olek")
    assert fight.state.turn == "wera"
    assert battle(fight).clash == []


def test_walka_13_who_breaks_in_can_stop_and_keep_the_rest() -> None:
    fight = fight_of()
    do(fight, {"do": "freeze", "actor": "vera", "count": 2, "trigger": "drzwi"})
    end_turn(fight)
    do(fight, {"do": "trigger", "actor": "vera"})
    end_turn(fight)
    left = who(fight, "vera").frozen
    assert left
    assert left.count == 2
    assert (fight.state.turn, battle(fight).clash) == ("pirat", [])


@pytest.mark.parametrize("segments", ["in_a_row", "parallel"])
def test_walka_9_after_all_have_fallen_who_is_raised_by_hand_moves(segments: str) -> None:
    fight = fight_of(house={"segments": segments})
    for id in ("vera", "pirat"):
        edit(fight, id, wounds=[{"level": "critical", "location": "head"}])
    assert not battle(fight).turn
    edit(fight, "pirat", wounds=[])
    assert not battle(fight).turn, "one side alone is no fight"
    edit(fight, "vera", wounds=[])
    first = "pirat" if segments == "in_a_row" else "vera"
    assert (battle(fight).turn, who(fight, first).segments) == (first, 3)
    act(fight, "kneel", actor=first)


def test_walka_13_who_loses_what_was_frozen_breaks_in_no_more() -> None:
    fight = fight_of()
    do(fight, {"do": "freeze", "actor": "vera", "count": 1, "trigger": "drzwi"})
    end_turn(fight)
    do(fight, {"do": "trigger", "actor": "vera"})
    step = step_of("shot", actor="pirat", target="vera", overrule=True)
    do(fight, step, dice=[11, *PAIN])
    assert who(fight, "vera").frozen is None
    assert (fight.state.turn, battle(fight).clash) == ("pirat", [])


def test_walka_13_whoever_falls_to_the_interruption_moves_no_more() -> None:
    armed = sheet(weapons=[{**RIFLE, "damage": "critical"}])
    fight = fight_of(armed, bosman=sheet("Bosman"))
    do(fight, {"do": "freeze", "actor": "vera", "count": 2, "trigger": "drzwi"})
    end_turn(fight)
    do(fight, {"do": "trigger", "actor": "vera"})
    shoot(fight, [1])
    assert who(fight, "pirat").out
    assert (fight.state.turn, battle(fight).clash) == ("bosman", [])


def test_walka_13_only_others_are_interrupted_and_only_with_frozen_segments() -> None:
    fight = fight_of()
    do(fight, {"do": "freeze", "actor": "vera", "count": 1, "trigger": "drzwi"})
    with pytest.raises(Refusal):
        do(fight, {"do": "trigger", "actor": "vera"})
    with pytest.raises(Refusal):
        do(fight, {"do": "trigger", "actor": "pirat"})
    with pytest.raises(Refusal, match="Vera has 2 segments to freeze"):
        do(fight, {"do": "freeze", "actor": "vera", "count": 3, "trigger": "okno"})


def test_walka_13_who_waits_breaks_in_between_the_segments_of_an_action() -> None:
    """The pirate reloads; after one segment Vera's, then one each until the cell is in."""
    empty = sheet("Pirat", weapons=[{**PISTOL, "magazine": 6, "loaded": 0, "reload": "cell"}])
    fight = fight_of(sheet(), empty)
    do(fight, {"do": "freeze", "actor": "vera", "count": 2, "trigger": "wymienia ogniwo"})
    end_turn(fight)
    act(fight, "change_cell", actor="pirat", in_steps=True)
    carry = who(fight, "pirat").carry
    assert carry
    assert (carry.segments, who(fight, "pirat").segments) == (2, 2)
    do(fight, {"do": "trigger", "actor": "vera"})
    act(fight, "kneel")  # then the pirate's second segment by itself
    assert who(fight, "pirat").segments == 1
    assert fight.state.turn == "vera"
    act(fight, "spot", [20])
    assert (fight.state.turn, battle(fight).clash) == ("pirat", [])
    do(fight, {"do": "go_on", "actor": "pirat"})
    assert "Pirat completes: Change the cell" in told(fight, 9)
    assert who(fight, "pirat").loaded == [6]


def test_walka_13_segment_by_segment_the_next_one_is_a_step_of_its_own() -> None:
    fight = fight_of(sheet(weapons=[RIFLE]))
    act(fight, "shot", target="pirat", aim=2, in_steps=True)
    main = next(option for option in fight.options() if option.main)
    assert (main.do, main.cost) == ("go_on", "1 / 2 seg.")
    do(fight, {"do": "go_on", "actor": "vera"})
    assert told(fight, 9) == ["Vera: Shot, 1 segment still to come"]
    do(fight, {"do": "go_on", "actor": "vera"}, [20, 20, 20])
    assert told(fight, 9) == ["Vera completes: Shot"]
    with pytest.raises(Refusal, match="Vera has nothing under way"):
        do(fight, {"do": "go_on", "actor": "vera"})


def test_walka_9_a_move_ends_only_when_what_is_under_way_has_its_segments() -> None:
    fight = fight_of()
    act(fight, "draw", in_steps=True)
    end_turn(fight)
    assert told(fight, 9)[:2] == ["Vera completes: Draw", "Vera leaves 1 segment unused"]
    assert fight.state.turn == "pirat"


def test_walka_13_segment_by_segment_is_offered_only_while_somebody_waits() -> None:
    away = {**PISTOL, "put_away": True}
    fight = fight_of(sheet(weapons=[away]), sheet("Pirat", weapons=[away]))

    def offered() -> bool:
        option = next(option for option in fight.options() if option.action == "draw")
        return any(field.id == "in_steps" for field in fight.parameters(option))

    assert not offered()
    do(fight, {"do": "freeze", "actor": "vera", "count": 1, "trigger": "drzwi"})
    assert not offered(), "nobody but herself waits"
    end_turn(fight)
    assert offered()


def test_walka_9_nothing_under_way_cannot_be_given_up_not_even_overruled() -> None:
    """Found by a random fight: somebody out of turn, with the rules overruled."""
    fight = fight_of()
    for actor in ("vera", "pirat"):
        with pytest.raises(Refusal, match="has nothing under way"):
            do(fight, {"do": "abandon", "actor": actor, "overrule": True})


# ---- what is shown


def test_walka_9_the_timeline_shows_what_is_done_under_way_and_waiting() -> None:
    fight = fight_of(sheet(weapons=[RIFLE, GRENADE]), olek=sheet("Olek"))
    act(fight, "kneel")
    do(fight, {"do": "freeze", "actor": "vera", "count": 2, "trigger": "drzwi"})
    end_turn(fight)
    act(fight, "kneel", actor="pirat")
    act(fight, "rise_from_kneel", actor="pirat", cost=5)
    timeline = fight.rules.timeline(fight.state)
    assert timeline
    assert timeline.ticks == ("1", "2", "3", "+1", "+2", "+3")
    lanes = {lane.combatant: lane.bars for lane in timeline.lanes}
    assert list(lanes) == ["vera", "pirat", "olek"]
    kneel = Bar(0, 1, "Kneel", "done", "walka-10", native="Przyklęknięcie")
    rise = Bar(1, 2, "Rise from kneeling", "running", "walka-10", native="Powstanie z przyklęku")
    waits = Bar(1, 2, "frozen", "waiting", "walka-13", "drzwi", "zamrożone")
    assert lanes["vera"] == (kneel, waits)
    assert lanes["pirat"] == (kneel, rise, rise._replace(start=3, length=3, rule="walka-9"))
    assert lanes["olek"] == (Bar(0, 3, "", "planned", "walka-9", "to be spent"),)
    assert (timeline.on, timeline.now) == ("pirat", 3)


def test_the_headline_and_standing_follow_the_turn() -> None:
    fight = fight_of()
    assert fight.rules.headline(fight.state) == ["Turn 1", "Vera", "3 / 3 seg."]
    end_turn(fight)
    standing = {id: fight.rules.standing(fight.state, id) for id in ("vera", "pirat")}
    assert standing == {"vera": "done", "pirat": "active"}


def test_two_players_behind_cover() -> None:
    """The seed's scene: one leans out to shoot, the other runs; the pirate has hidden himself."""
    fight = fight_of(sheet("Gracz 1"), sheet("Gracz 2"), zbir=sheet("Pirat"))
    for id in fight.state.combatants:
        edit(fight, id, covered=True)
    end = next(option for option in fight.options() if option.do == "end_fight")
    assert end.why_not is None, "both players are behind cover: the fight could end here"
    act(fight, "lean_out")
    with pytest.raises(Refusal, match="Pirat is behind cover, out of sight"):
        act(fight, "shot", [1], target="zbir")
    where_he_was = {"do": "freeze", "actor": "vera", "count": 2, "trigger": "pirat się wychyla"}
    do(fight, where_he_was)
    end_turn(fight)
    act(fight, "run", actor="pirat")
    act(fight, "run", actor="pirat", to_cover=True)
    act(fight, "drop_prone", actor="pirat")
    runner = who(fight, "pirat")
    assert (runner.hidden, runner.posture, runner.running) == (True, "prone", "running")
    end_turn(fight)
    end_turn(fight)  # the pirate does not show himself
    assert fight.state.round == 2
    assert told(fight, 13) == ["Gracz 1 loses 2 frozen segments"]
    assert who(fight, "vera").leaning


def test_the_pirate_of_the_scene_is_shot_when_he_shows_himself() -> None:
    fight = fight_of(sheet("Gracz 1"), sheet("Pirat", weapons=[PISTOL]))
    edit(fight, "vera", covered=True)
    edit(fight, "pirat", covered=True)
    act(fight, "lean_out")
    do(fight, {"do": "freeze", "actor": "vera", "count": 2, "trigger": "pirat się wychyla"})
    end_turn(fight)
    act(fight, "lean_out", actor="pirat")
    do(fight, {"do": "trigger", "actor": "vera"})
    shoot(fight, [6, *PAIN])
    assert threshold(fight) == "7"
    assert wounds(fight) == [("light", "other_arm")]
    assert who(fight, "pirat").segments == 1
    act(fight, "shot", [20], actor="pirat", target="vera")
    assert fight.state.turn == "vera"


def test_steps_before_the_turn_are_refused_with_the_name_of_who_moves() -> None:
    fight = fight_of()
    with pytest.raises(Refusal, match="it is not Pirat's turn; it is Vera's"):
        fight.perform(step_of("kneel", actor="pirat"))


# ---- initiative of each, ties, and what the table refuses


def test_walka_5_the_attribute_is_chosen_for_each() -> None:
    fight = mustered(sheet(dexterity=15, senses=5), sheet("Pirat", dexterity=5, senses=15))
    begin = {"do": "begin", "by_dexterity": ["vera"], "by_senses": ["pirat"]}
    do(fight, begin, dice=[9, 9, 9, 8, 8, 8])
    assert told(fight, 5)[:2] == [
        "Vera: initiative, dexterity 15, success points: 6",
        "Pirat: initiative, senses 15, success points: 7",
    ]


@pytest.mark.parametrize("names", [{"by_senses": ["nobody"]}, {"by_dexterity": ["vera", "vera"]}])
def test_walka_5_who_is_named_has_to_be_there_once(names: dict[str, list[str]]) -> None:
    with pytest.raises(Refusal) as refusal:
        do(mustered(), {"do": "begin", **names}, dice=[1, 1, 1, 2, 2, 2])
    assert refusal.value.field == next(iter(names))


@pytest.mark.parametrize(("counts", "points"), [(True, 2), (False, 4)])
def test_walka_5_wounds_count_in_the_open_test_of_initiative(counts: bool, points: int) -> None:
    fight = mustered(house={"initiative_wounds": counts})
    edit(fight, "vera", wounds=[{"level": "light", "location": "torso"}])
    do(fight, {"do": "begin"}, dice=[8, 8, 8, 1, 1, 1])
    assert told(fight, 5)[0].endswith(f", success points: {points}")
    assert told(fight, 32) == (["Vera: wounds −2"] if counts else [])


def test_walka_5_who_ties_for_ever_moves_as_the_roster_has_them() -> None:
    """Equal dice without an end once ended the program."""
    fight = mustered()
    fight.perform({"do": "begin", "answers": "default"}, lambda sides: 7)
    assert fight.state.order == ["vera", "pirat"]


def test_walka_8_a_duel_of_equal_dice_comes_to_an_end() -> None:
    fight = fight_of()
    duel = {"do": "spotting_duel", "actor": "vera", "target": "pirat", "answers": "default"}
    fight.perform(duel, lambda sides: 7)
    assert fight.state.initiative == ["pirat", "vera"]  # type: ignore[attr-defined]


def carried_shot() -> Fight:
    """Vera's shot that completes when her next move comes."""
    vera = sheet(skills={"pistols": 3})
    return end_turn(act(act(fight_of(vera), "kneel"), "shot", target="pirat", aim=2))


@pytest.mark.parametrize("dice", [[90, 90, 90], [5, 21, 5]])
def test_walka_9_a_die_that_cannot_be_is_refused_and_not_taken_for_a_shot_that_fails(
    dice: list[int],
) -> None:
    fight = carried_shot()
    with pytest.raises(TableRefusal, match="it is a d20"):
        do(fight, {"do": "end_turn"}, dice=dice)
    assert fight.state.turn == "pirat"


@pytest.mark.parametrize("points", [[99, 0, 0], [1], [2, 2, 0], "all"])
def test_walka_9_an_answer_that_cannot_be_is_refused_too(points: Any) -> None:
    fight = carried_shot()
    with pytest.raises(TableRefusal) as refusal:
        do(fight, {"do": "end_turn"}, dice=[14, 14, 14], answers={"skill_points": points})
    assert refusal.value.field == "answers.skill_points"


def test_walka_9_a_die_that_cannot_be_typed_in_leaves_a_fight_that_opens_again() -> None:
    fight = carried_shot()
    fight.perform({"do": "end_turn"})
    with pytest.raises(TableRefusal):
        fight.answer([90, 90, 90])
    fight.answer([20, 20, 20])
    fight.answer([0, 0, 0])
    assert fight.pending is None
    assert resume(fight.script, fight.journal, None).as_json() == fight.as_json()


# ---- a test at a price, and the same reason everywhere


def test_walka_9_a_test_costs_the_segments_that_the_game_master_says() -> None:
    fight = act(fight_of(), "test", [20], cost=2)
    assert who(fight, "vera").segments == 1
    act(fight, "test", [20])
    assert who(fight, "vera").segments == 1
    act(fight, "test", [20], actor="pirat")
    with pytest.raises(Refusal, match="it is not Pirat's turn; it is Vera's"):
        act(fight, "test", [20], actor="pirat", cost=1)
    act(fight, "kneel")
    with pytest.raises(Refusal, match="no segments left"):
        act(fight, "test", [20], cost=1)


@pytest.mark.parametrize("action", ["kneel", "rise_from_kneel", "rise_from_prone"])
def test_walka_27_on_two_legs_that_do_not_move_nobody_kneels_or_rises(action: str) -> None:
    posture = {"kneel": "standing", "rise_from_kneel": "kneeling"}.get(action, "prone")
    fight = edit(fight_of(), "vera", disabled=["left_leg", "right_leg"], posture=posture)
    with pytest.raises(Refusal, match="both legs are disabled"):
        act(fight, action)


def test_what_the_button_says_is_what_the_refusal_says() -> None:
    """The reason shown and the refusal given are one text, for every option of a long fight."""
    fight = fight_of(sheet(weapons=[PISTOL, GRENADE]), sheet("Pirat", weapons=[RIFLE]))
    for steps in range(6):
        for option in fight.options():
            if option.why_not is None:
                continue
            action = fight.rules._actions[option.do, option.action]
            refusal = fight.rules.why_not(fight.state, option.actor, action)
            assert refusal
            assert refusal.message == option.why_not
        act(fight, ("kneel", "drop_prone", "spot")[steps % 3], [20] * (steps % 3 == 2),
            actor=fight.state.turn or "")  # fmt: skip
        if not fight.state[fight.state.turn or ""].segments:
            end_turn(fight)


# ---- spotting somebody


def test_walka_10_spotting_somebody_who_hides_is_opposed_and_reveals_them() -> None:
    fight = edit(fight_of(), "pirat", covered=True)
    with pytest.raises(Refusal, match="out of sight"):
        shoot(fight, [1])
    act(fight, "spot", [8, 8], target="pirat")
    assert told(fight, 10)[-1] == "Vera → Pirat: finds nobody, 4 to 4"
    act(fight, "spot", [8, 9], target="pirat")
    assert told(fight, 10)[-1] == "Vera → Pirat: spots, 4 to 3"
    assert who(fight, "pirat").spotted
    shoot(fight, [20])
    assert threshold(fight) == "4"


def test_walka_10_who_moves_behind_other_cover_has_to_be_found_again() -> None:
    fight = edit(fight_of(), "pirat", covered=True, spotted=True)
    end_turn(fight)
    act(fight, "run", actor="pirat", to_cover=True)
    assert not who(fight, "pirat").spotted


def test_walka_10_who_is_in_sight_need_not_be_spotted() -> None:
    with pytest.raises(Refusal, match="Pirat is in sight"):
        act(fight_of(), "spot", [1], target="pirat")


# ---- a turn declared ahead, segments side by side


def declare(fight: Fight, actor: str, *actions: str) -> Fight:
    planned = [{"action": action} for action in actions]
    return do(fight, {"do": "declare", "actor": actor, "actions": planned})


def test_walka_9_the_scene_of_the_seed_segment_by_segment() -> None:
    """One leans out to shoot twice, the other runs to other cover; the pirate is gone."""
    fight = fight_of(
        sheet("Gracz 1"), sheet("Gracz 2"), {"segments": "parallel"}, zbir=sheet("Pirat")
    )
    for id in fight.state.combatants:
        edit(fight, id, covered=True)
    declare(fight, "vera", "lean_out", "shot", "shot")
    assert told(fight, 9) == ["Gracz 1 declares: Lean out, Shot, Shot"]
    declare(fight, "pirat", "run", "run", "drop_prone")
    timeline = fight.rules.timeline(fight.state)
    assert timeline
    planned = [(bar.start, bar.length, str(bar.label)) for bar in timeline.lanes[0].bars]
    assert planned == [(0, 1, "Lean out"), (1, 1, "Shot"), (2, 1, "Shot")]

    act(fight, "lean_out")
    assert fight.state.turn == "pirat", "a segment each"
    act(fight, "run", actor="pirat")
    end_turn(fight)  # the pirate stays where he is
    assert fight.state.turn == "vera"
    main = next(option for option in fight.options() if option.main)
    assert main.action == "shot"
    with pytest.raises(Refusal, match="Pirat is behind cover, out of sight"):
        act(fight, "shot", [1], target="zbir")
    act(fight, "aim")  # I do not shoot! I aim where he was last.
    assert told(fight, 9) == [
        "Gracz 1 does something else than declared: Aim, not Shot",
        "Gracz 2: segment 2",
    ]
    act(fight, "run", actor="pirat", to_cover=True)
    end_turn(fight)
    act(fight, "aim")
    act(fight, "drop_prone", actor="pirat")
    runner = who(fight, "pirat")
    assert (runner.hidden, runner.posture, runner.declared) == (True, "prone", [])
    end_turn(fight)  # the pirate does not show himself
    assert fight.state.round == 2
    assert who(fight, "vera").aiming == 2


def test_walka_9_side_by_side_an_action_of_three_segments_ends_in_the_third() -> None:
    pistol = {**PISTOL, "magazine": 6, "loaded": 0, "reload": "cell"}
    fight = fight_of(sheet(weapons=[pistol]), house={"segments": "parallel"})
    act(fight, "change_cell")
    assert (fight.state.turn, who(fight, "vera").loaded) == ("pirat", [0])
    act(fight, "kneel", actor="pirat")
    assert fight.state.turn == "pirat", "the second segment of the other went by itself"
    act(fight, "drop_prone", actor="pirat")
    assert told(fight, 9)[-2:] == ["Vera completes: Change the cell", "Pirat: segment 3"]


def test_walka_9_side_by_side_nobody_freezes_segments() -> None:
    fight = fight_of(house={"segments": "parallel"})
    with pytest.raises(Refusal, match="side by side"):
        do(fight, {"do": "freeze", "actor": "vera", "count": 1, "trigger": "drzwi"})


def test_walka_6_side_by_side_the_initiative_is_handed_over_at_the_start() -> None:
    fight = fight_of(house={"segments": "parallel"})
    do(fight, {"do": "hand_over", "actor": "vera", "to": "pirat"})
    assert fight.state.turn == "pirat"
    act(fight, "kneel", actor="pirat")
    with pytest.raises(Refusal, match="only at the start of a turn"):
        do(fight, {"do": "hand_over", "actor": "vera", "to": "pirat"})


def test_walka_9_a_declaration_names_what_takes_segments() -> None:
    with pytest.raises(Refusal, match="'test' takes no segments") as refusal:
        declare(fight_of(), "vera", "kneel", "test")
    assert refusal.value.field == "actions[1].action"


def test_walka_9_side_by_side_who_loses_the_last_segment_on_turn_plays_no_other() -> None:
    """A charge underfoot that costs nothing to set off takes the segment that was to be played."""
    fight = fight_of(sheet(weapons=[GRENADE]), house={"segments": "parallel"})
    end_turn(fight, 4)
    assert (battle(fight).turn, who(fight, "vera").segments) == ("vera", 1)
    act(fight, "detonate", [10, *PAIN], cost=0, victims=[{"who": "vera", "metres": 4}])
    assert (battle(fight).turn, who(fight, "vera").segments) == ("pirat", 0)
    end_turn(fight)
    assert (battle(fight).round, battle(fight).turn) == (2, "vera")


def test_walka_9_side_by_side_segments_set_to_none_by_hand_end_the_move() -> None:
    fight = edit(fight_of(house={"segments": "parallel"}), "vera", segments=0)
    assert battle(fight).turn == "pirat"
    end_turn(fight, 3)
    assert (battle(fight).round, who(fight, "vera").segments) == (2, 3)


@pytest.mark.parametrize("giver", ["vera", "olek"])
def test_walka_6_who_was_out_when_the_turn_began_has_no_place_to_hand_over(giver: str) -> None:
    fallen = sheet("Olek", wounds=[{"level": "critical", "location": "head"}])
    fight = mustered(olek=fallen)
    do(fight, {"do": "begin"}, [1] * 3 + [6] * 3)
    edit(fight, "olek", wounds=[])
    step = {"do": "hand_over", "actor": giver, "to": "olek" if giver == "vera" else "vera"}
    with pytest.raises(Refusal, match="Olek"):
        do(fight, step)
    with pytest.raises(Refusal, match="Olek has no place in this turn's order"):
        do(fight, {**step, "overrule": True})
    end_turn(fight, 2)
    do(fight, {"do": "hand_over", "actor": "vera", "to": "olek"})
    assert battle(fight).turn == "olek"


def test_walka_6_nobody_who_is_out_is_offered_the_initiative() -> None:
    fight = edit(fight_of(olek=sheet("Olek")), "pirat", deactivated=True)
    option = next(o for o in fight.options() if (o.actor, o.do) == ("vera", "hand_over"))
    (to,) = (field for field in fight.parameters(option) if field.id == "to")
    reasons = {choice.value: str(choice.why_not) for choice in to.choices}
    assert reasons == {"olek": "None", "pirat": "out of the fight"}


def test_walka_21_who_is_next_and_ran_may_shoot_as_running_ends_with_the_move_that_begins() -> None:
    fight = end_turn(act(fight_of(), "sprint"))
    act(fight, "kneel", actor="pirat", cost=3)
    assert (battle(fight).turn, who(fight, "vera").running) == ("pirat", "rushing")
    shoot(fight, [20])
    assert (battle(fight).turn, who(fight, "vera").running) == ("vera", "still")


def test_walka_8_side_by_side_too_the_winner_of_the_duel_moves_before_the_loser() -> None:
    fight = fight_of(house={"segments": "parallel"})
    duel = {"do": "spotting_duel", "actor": "pirat", "target": "vera"}
    do(fight, duel, [1, 1, 1, 19, 19, 19])
    assert (battle(fight).order, battle(fight).turn) == (["pirat", "vera"], "pirat")
    end_turn(fight)
    assert battle(fight).turn == "vera"


def test_walka_13_segments_frozen_before_stay_frozen_with_those_frozen_now() -> None:
    fight = fight_of()
    freeze = {"do": "freeze", "actor": "vera", "count": 1}
    do(fight, {**freeze, "trigger": "ktoś stanie w drzwiach"})
    do(fight, {**freeze, "trigger": "ktoś wstanie"})
    assert told(fight, 13) == ["Vera freezes 1 segment more, all in all 2, until: ktoś wstanie"]
    frozen = who(fight, "vera").frozen
    assert frozen
    assert (frozen.count, who(fight, "vera").segments) == (2, 1)
    do(fight, {**freeze, "trigger": "ktoś wstanie"})
    edit(fight, "vera", segments=1)
    with pytest.raises(Refusal, match="all of a turn is frozen"):
        do(fight, {**freeze, "trigger": "ktoś wstanie"})


def test_walka_25_fire_that_is_given_up_holds_nobody_down_longer_than_a_segment() -> None:
    fight = act(fight_of(sheet(weapons=[RIFLE])), "kneel", cost=2)
    act(fight, "continuous_fire", [19], target="pirat")
    do(fight, {"do": "abandon", "actor": "vera"})
    end_turn(fight, 3)
    assert (battle(fight).round, who(fight, "pirat").suppressed) == (2, True)
    act(fight, "kneel", actor="pirat")
    assert not who(fight, "pirat").suppressed, "a segment after the third one, the last of the fire"


def test_walka_25_house_rule_fire_that_is_given_up_ends_with_the_next_own_segment() -> None:
    fight = fight_of(sheet(weapons=[RIFLE]), house={"suppression": "shooter"})
    act(fight, "kneel", cost=2)
    act(fight, "continuous_fire", [19], target="pirat")
    do(fight, {"do": "abandon", "actor": "vera"})
    end_turn(fight, 2)
    assert who(fight, "pirat").suppressed
    act(fight, "drop_prone")
    assert not who(fight, "pirat").suppressed


def test_walka_13_who_is_interrupted_may_let_a_segment_pass_and_keeps_the_others() -> None:
    fight = fight_of()
    do(fight, {"do": "freeze", "actor": "vera", "count": 2, "trigger": "drzwi"})
    end_turn(fight)
    do(fight, {"do": "trigger", "actor": "vera"})
    shoot(fight, [20])
    assert (battle(fight).turn, who(fight, "pirat").segments) == ("pirat", 3)
    end_turn(fight)
    assert told(fight, 9) == ["Pirat leaves a segment unused"]
    assert (battle(fight).turn, who(fight, "pirat").segments) == ("vera", 2)
    shoot(fight, [20])
    assert (battle(fight).turn, who(fight, "pirat").segments) == ("pirat", 2)
    end_turn(fight)
    assert told(fight, 9)[0] == "Pirat leaves 2 segments unused"


def test_walka_9_a_throw_under_way_is_thrown_though_a_bystander_has_fallen_since() -> None:
    fight = fight_of(sheet(weapons=[GRENADE]), zbir=sheet("Zbir"))
    act(fight, "kneel", cost=2)
    act(fight, "throw", target="pirat", victims=[{"who": "zbir", "metres": 2}])
    end_turn(fight)
    edit(fight, "zbir", deactivated=True)
    do(fight, {"do": "end_turn"}, [1, 20, 10])
    assert wounds(fight) == [("critical", "torso")]


def test_walka_9_segments_that_are_given_by_hand_are_of_this_turn() -> None:
    fight = fight_of()
    for _ in range(2):
        act(fight, "kneel" if who(fight, "vera").posture == "standing" else "rise_from_kneel")
    edit(fight, "vera", segments=3)
    assert who(fight, "vera").used == 0
    act(fight, "kneel" if who(fight, "vera").posture == "standing" else "rise_from_kneel")
    edit(fight, "vera", segments=0)
    assert who(fight, "vera").used == 1, "what was done stays"
