"""Hand to hand by the neighbouring chapter: walka-34 to 46."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.encounter.fight import Fight, start
from desktop.encounter.play_table import DiceWanted
from desktop.rules.table import Refusal
from desktop.rules.walka.throws import Game, Spent, Throws, usual_points, winner
from desktop.rules.walka.weapons import FISTS, levels_of
from tests.rules.maps import block, on_map
from tests.rules.walka.bench import (
    BLADE,
    PAIN,
    PISTOL,
    act,
    edit,
    end_turn,
    fight_of,
    sheet,
    step_of,
    told,
    who,
    wounds,
)
from tests.test_odds_agree import Situation, disagreements

WINS, LOSES = [1, 1, 1, 20, 20, 20], [20, 20, 20, 1, 1, 1]
"""The two open tests of initiative, won by who begins, or lost."""
AHEAD, BEHIND, LEVEL = [2, 12], [12, 2], [9, 9]
"""A throw that the Attacker wins, one that the Defender wins, one that nobody wins."""


def armed(name: str = "Vera", **more: Any) -> dict[str, Any]:
    return sheet(name, **{"weapons": [BLADE], **more})


def duel(house: Mapping[str, Any] | None = None, **more: Any) -> Fight:
    return fight_of(armed(), armed("Pirat"), house, **more)


def cross(fight: Fight, *dice: int, actor: str = "vera", **more: Any) -> Fight:
    target = "pirat" if actor == "vera" else "vera"
    return act(fight, "exchange", dice, actor, **{"target": target, **more})


@pytest.mark.parametrize(("dice", "attacker"), [(WINS, "vera"), (LOSES, "pirat")])
def test_walka_34_a_test_of_initiative_decides_who_presses(dice: list[int], attacker: str) -> None:
    fight = cross(duel(), *dice, *LEVEL * 3)
    other = {"vera": "pirat", "pirat": "vera"}[attacker]
    assert (who(fight, attacker).presses, who(fight, other).presses) == ([other], [])
    assert who(fight, "vera").segments == 0


def test_walka_34_who_presses_goes_on_pressing_whoever_begins() -> None:
    fight = end_turn(cross(duel(), *WINS, *LEVEL * 3))
    cross(fight, *LEVEL * 3, actor="pirat")
    assert who(fight, "vera").presses == ["pirat"]


def test_walka_35_three_pairs_of_dice_are_told_one_after_the_other() -> None:
    fight = cross(duel(), *WINS, *AHEAD, *LEVEL, *BEHIND)
    lines = told(fight, 35)
    assert lines[-3:] == [
        "throw 1 of 3: Vera (2), Pirat (12); 1 to 0",
        "throw 2 of 3: Vera (9), Pirat (9); 1 to 0",
        "throw 3 of 3: Vera (12), Pirat (2); 1 to 1",
    ]


def test_walka_35_all_throws_draw_on_one_pool() -> None:
    vera = armed(skills={"melee": 4})
    fight = fight_of(vera, armed("Pirat"))
    # Behind by two she spends three to win; then one is left, too few for the next.
    cross(fight, *WINS, 10, 8, 10, 8, 10, 8, *WINS)
    assert who(fight, "vera").spent == {"melee": 3}
    assert "throw 1 of 3: Vera (10 −3), Pirat (8); 1 to 0" in told(fight, 35)
    assert told(fight, 36) == ["Vera → Pirat: a struggle"]


def test_walka_2_a_20_wins_no_throw_even_against_somebody_bruised_all_over() -> None:
    bruises = [{"level": "heavy", "location": "torso", "bruise": True}] * 250
    fight = edit(edit(duel(), "vera", presses=["pirat"]), "pirat", wounds=bruises)
    assert who(fight, "pirat").penalty < -1000
    cross(fight, *[20, 2] * 3)
    assert wounds(fight, "pirat")[len(bruises) :] == []
    assert [line[-6:] for line in told(fight, 35)[-3:]] == ["0 to 1", "0 to 2", "0 to 3"]


@pytest.mark.parametrize(("successes", "level"), [(1, "light"), (2, "heavy"), (3, "critical")])
def test_walka_36_the_attacker_hits_by_successes(successes: int, level: str) -> None:
    throws = [*AHEAD * successes, *LEVEL * (3 - successes)]
    dice = [*WINS, *(7 if die == 2 else 17 if die == 12 else die for die in throws)]
    fight = cross(duel(), *dice, *(PAIN if level != "critical" else []))
    assert wounds(fight) == [(level, "torso")]


def test_walka_36_the_location_is_chosen_among_the_dice_that_won() -> None:
    dice = [*WINS, 1, 20, 7, 20, *LEVEL, *PAIN]
    fight = cross(duel(), *dice, answers={"location_die": 7})
    assert wounds(fight) == [("heavy", "torso")]
    assert wounds(cross(duel(), *dice[:-3])) == [("critical", "head")]


def test_walka_36_a_defender_two_ahead_takes_the_initiative() -> None:
    fight = cross(duel(), *WINS, *BEHIND * 2, *LEVEL)
    assert (who(fight, "pirat").presses, who(fight, "vera").presses) == (["vera"], [])
    assert not wounds(fight)
    assert not wounds(fight, "vera")


@pytest.mark.parametrize(("dice", "attacker"), [(WINS, "vera"), (LOSES, "pirat")])
def test_walka_37_a_struggle_decides_who_presses_next(dice: list[int], attacker: str) -> None:
    fight = cross(duel(), *WINS, *BEHIND, *LEVEL * 2, *dice)
    assert who(fight, attacker).presses
    assert told(fight, 36)[0] == "Vera → Pirat: a struggle"


def test_walka_38_against_the_others_one_defends_and_loses_a_point_for_each() -> None:
    fight = fight_of(armed(), armed("Pirat"), zbir=armed("Zbir"), herszt=armed("Herszt"))
    end_turn(cross(fight, *WINS, *LEVEL * 3))
    end_turn(fight)
    act(fight, "exchange", [*BEHIND * 2, 9, 7], "zbir", target="vera")
    assert who(fight, "zbir").presses == ["vera"]
    assert told(fight, 38)[0] == "Vera fights somebody else already, and defends"
    assert "Vera: 2 opponents −2" in told(fight, 38)
    assert told(fight, 36) == ["Zbir → Vera: nothing changes"]


def test_walka_38_one_pool_serves_against_all() -> None:
    vera = armed(skills={"melee": 3})
    fight = fight_of(vera, armed("Pirat"), zbir=armed("Zbir"))
    end_turn(edit(fight, "vera", presses=["pirat", "zbir"]))
    # Two opponents take two off, so 8 is level with 10, and a point wins such a throw.
    act(fight, "exchange", [8, 10, 8, 7, 8, 13, *PAIN], "pirat", target="vera")
    assert who(fight, "vera").spent == {"melee": 1}
    act(end_turn(fight), "exchange", [8, 10, 8, 9, 8, 10, *PAIN], "zbir", target="vera")
    assert who(fight, "vera").spent == {"melee": 3}
    assert told(fight, 35)[-1] == "throw 3 of 3: Vera (8), Zbir (10); 1 to 0"


def test_walka_38_a_weapon_against_many_makes_up_for_them_and_no_more() -> None:
    whip = {**BLADE, "against_many": 3}
    fight = fight_of(armed(weapons=[whip]), armed("Pirat"), zbir=armed("Zbir"))
    end_turn(cross(fight, *WINS, *LEVEL * 3), 2)
    act(fight, "exchange", LEVEL * 3, "zbir", target="vera")
    assert told(fight, 38) == ["Vera fights somebody else already, and defends"]


@pytest.mark.parametrize(("approach", "dice"), [("behind", [11, 12]), ("unaware", [14, 12])])
def test_walka_39_from_behind_the_first_attack_and_unaware_the_first_test(
    approach: str, dice: list[int]
) -> None:
    fight = edit(duel(), "vera", presses=["pirat"])
    cross(fight, *dice, *LEVEL * 2, 1, 1, 1, approach=approach)
    assert wounds(fight)
    fight = cross(duel(), 10, 10, 10, 9, 9, 9, *LEVEL * 3, approach="unaware")
    assert who(fight, "vera").presses == ["pirat"]


def test_walka_40_the_defender_does_not_run_and_goes_where_it_is_driven() -> None:
    fight = end_turn(cross(duel(), *WINS, *LEVEL * 3))
    for action in ("run", "sprint"):
        option = next(o for o in fight.options() if (o.actor, o.action) == ("pirat", action))
        assert option.why_not


def test_walka_41_two_weapons_throw_two_dice_each_with_its_penalty() -> None:
    second = {**BLADE, "name": "Drugie"}
    fight = fight_of(armed(weapons=[BLADE, second]), armed("Pirat"))
    cross(fight, *WINS, 20, 3, 9, *[9, 9, 11] * 2, *PAIN, with_second="Drugie")
    assert told(fight, 41) == [
        "Vera: two weapons, dominant hand −2",
        "Vera: two weapons, other hand −4",
    ]
    assert wounds(fight) == [("light", "dominant_arm")]
    with pytest.raises(Refusal):
        cross(duel(), with_second=BLADE["name"])


SECOND = {**BLADE, "name": "Drugie"}


def against_two(**vera: Any) -> Fight:
    pirat, zbir = armed("Pirat", skills={"melee": 3}), armed("Zbir", skills={"melee": 2})
    return fight_of(armed(weapons=[BLADE, SECOND], **vera), pirat, zbir=zbir)


AT_TWO = {"with_second": "Drugie", "target_second": "zbir"}


def test_walka_41_each_weapon_goes_at_another_opponent() -> None:
    fight = against_two(skills={"melee": 1})
    vera_wins = [1, 1, 1, 20, 20, 20]
    # Two points win the first throw against the pirate: then no more are left for the other.
    cross(fight, *vera_wins, 7, 17, *[20, 20] * 2, *PAIN, *vera_wins, *[7, 17] * 2, 20, 20, *PAIN,
          **AT_TWO)  # fmt: skip
    assert told(fight, 41) == [
        "Vera: two weapons, dominant hand −2",
        "Vera: two weapons, other hand −4",
    ]
    assert told(fight, 46) == [
        "Vera → Pirat: Wibroostrze, light", "Vera → Zbir: Drugie, heavy",
    ]  # fmt: skip
    assert who(fight, "vera").presses == ["pirat", "zbir"]
    assert "Vera: 2 opponents −2" in told(fight, 38)


def test_walka_41_both_opponents_are_fought_normally() -> None:
    fight = edit(against_two(), "vera", presses=["pirat", "zbir"])
    dice = [*BEHIND * 2, 20, 20]
    cross(fight, *dice, *dice, **AT_TWO)
    assert [who(fight, id).presses for id in ("vera", "pirat", "zbir")] == [[], ["vera"], ["vera"]]


@pytest.mark.parametrize(
    "more",
    [{"target_second": "zbir"}, *({**AT_TWO, "target_second": id} for id in ("pirat", "vera"))],
)
def test_walka_41_the_other_weapon_and_the_other_opponent_have_to_be_there(
    more: dict[str, Any],
) -> None:
    with pytest.raises(Refusal):
        cross(against_two(), **more)


def test_walka_41_who_is_attacked_may_throw_with_both_weapons_too() -> None:
    pirat = armed("Pirat", weapons=[BLADE, SECOND])
    fight = edit(fight_of(armed(), pirat), "vera", presses=["pirat"])
    cross(fight, *[9, 20, 2] * 2, 9, 7, 20, defends_with_both=True)
    assert told(fight, 41) == [
        "Pirat: two weapons, dominant hand −2",
        "Pirat: two weapons, other hand −4",
    ]
    assert who(fight, "pirat").presses == ["vera"]
    for other in (armed("Pirat"), armed("Pirat", weapons=[BLADE, {**SECOND, "put_away": True}]),
                  {**pirat, "disabled": ["other_arm"]}):  # fmt: skip
        with pytest.raises(Refusal):
            cross(fight_of(armed(), other), defends_with_both=True)


def test_walka_41_two_weapons_may_have_one_name() -> None:
    fight = edit(fight_of(armed(weapons=[BLADE, BLADE])), "vera", presses=["pirat"])
    cross(fight, *[20, 3, 19] * 3, with_second=BLADE["name"])
    assert wounds(fight)


@pytest.mark.parametrize("presses", [[], ["pirat"], ["pirat", "zbir"]])
@pytest.mark.parametrize("manner", ["plain", "fury"])
def test_odds_of_two_weapons_at_two_opponents_agree_with_play(
    presses: list[str], manner: str
) -> None:
    fight = edit(against_two(skills={"melee": 4}), "vera", presses=presses)
    step = step_of("exchange", target="pirat", **AT_TWO, manner=manner)
    odds = fight.odds(step)
    assert not odds.samples
    assert not disagreements(
        fight.rules, Situation(fight.state, fight.rules.read(step), odds), 1500
    )


def test_walka_42_the_longer_weapon_has_one_more_and_loses_it_where_it_is_narrow() -> None:
    sword = {**BLADE, "length": "medium", "parry": 2}
    fight = fight_of(armed(weapons=[sword]), armed("Pirat"))
    cross(fight, *WINS, 8, 9, 8, 9, 8, 9, narrow=True)
    assert told(fight, 42) == ["Vera: the longer weapon +1", "Vera: a narrow place −2"]


def test_walka_43_a_firearm_in_hand_fights_as_bare_hands_do() -> None:
    gun = {**PISTOL, "accuracy": 3, "parry": 3}
    fight = cross(fight_of(sheet(weapons=[gun])), *WINS, *AHEAD * 3, *PAIN)
    assert told(fight, 46) == ["Vera → Pirat: Pięści, light"]


def test_walka_44_an_attacker_steps_away_and_shoots_and_a_defender_does_not() -> None:
    vera = armed(weapons=[BLADE, PISTOL])
    fight = end_turn(cross(fight_of(vera, armed("Pirat", weapons=[PISTOL])), *WINS, *LEVEL * 3))
    with pytest.raises(Refusal):
        act(fight, "shot", [1, *PAIN], "pirat", target="vera")
    end_turn(fight)
    act(fight, "step_away")
    assert (who(fight, "vera").presses, who(fight, "vera").segments) == ([], 3)


@pytest.mark.parametrize(("dice", "posture"), [(WINS, "prone"), (LOSES, "standing")])
def test_walka_44_bringing_somebody_down_wounds_nobody(dice: list[int], posture: str) -> None:
    fight = edit(duel(), "vera", presses=["pirat"])
    act(fight, "bring_down", dice, target="pirat")
    assert who(fight, "pirat").posture == posture
    assert not wounds(fight)
    with pytest.raises(Refusal):
        act(duel(), "bring_down", dice, target="pirat")


TRICK = {"target": "pirat", "causes": "dazed", "what": "szarpie płaszcz"}


@pytest.mark.parametrize(("dice", "kinds"), [(WINS, ["dazed"]), (LOSES, [])])
def test_walka_44_a_trick_works_or_costs_the_initiative(dice: list[int], kinds: list[str]) -> None:
    fight = edit(duel(), "vera", presses=["pirat"])
    act(fight, "trick", dice, **TRICK, attribute="charisma", their_attribute="senses", turns=2)
    assert [one.kind for one in who(fight, "pirat").afflictions] == kinds
    assert [one.left for one in who(fight, "pirat").afflictions] == [6 for _ in kinds]
    assert bool(who(fight, "pirat").presses) is not bool(kinds)
    assert ("Vera → Pirat: the trick works: szarpie płaszcz" in told(fight, 44)) is bool(kinds)


def test_walka_44_skills_lower_the_dice_of_a_trick_and_only_an_attacker_tries_one() -> None:
    skilled = armed(skills={"melee": 4})
    fight = edit(fight_of(skilled, armed("Pirat")), "vera", presses=["pirat"])
    act(fight, "trick", [9, 9, 20, 8, 8, 20], target="pirat", skill="melee")
    assert "Vera against Pirat, trick: success points 5 to 4" in told(fight, 44)
    with pytest.raises(Refusal):
        act(duel(), "trick", WINS, target="pirat")


def test_walka_44_hand_to_hand_one_shoots_only_with_what_takes_one_segment() -> None:
    slow = {**PISTOL, "shot_segments": 2}
    fight = edit(fight_of(armed(weapons=[slow, BLADE])), "vera", presses=["pirat"])
    with pytest.raises(Refusal) as refused:
        shoot_at_pirat(fight)
    assert refused.value.rule == "walka-44"
    fast = edit(fight_of(armed(weapons=[PISTOL, BLADE])), "vera", presses=["pirat"])
    assert wounds(shoot_at_pirat(fast))


def shoot_at_pirat(fight: Fight) -> Fight:
    return act(fight, "shot", [7, *PAIN], target="pirat")


def test_walka_45_full_defence_adds_two_and_takes_no_initiative() -> None:
    fight = edit(duel(), "pirat", presses=["vera"])
    cross(fight, *BEHIND * 3, manner="full_defence")
    assert told(fight, 45) == ["Vera: full defence +2"]
    assert who(fight, "pirat").presses == ["vera"]


def test_walka_45_a_charge_helps_the_test_and_costs_as_much_where_it_fails() -> None:
    fight = cross(duel(), *LOSES, *LEVEL * 3, charge=3)
    assert told(fight, 45) == ["Vera: charge +3", "Vera: a charge that failed −3"]
    with pytest.raises(Refusal):
        cross(edit(duel(), "vera", presses=["pirat"]), charge=1)


def test_walka_45_in_fury_each_change_of_the_initiative_is_a_hit() -> None:
    fight = edit(duel(), "vera", presses=["pirat"])
    cross(fight, *[14, 2] * 2, 11, 9, 8, *PAIN, manner="fury")
    assert told(fight, 45) == ["Vera: fury +2"]
    assert wounds(fight, "vera") == [("heavy", "torso")]


@pytest.mark.parametrize(("build", "levels"), [(8, (1, 1, 1)), (12, (1, 1, 2)), (20, (2, 3, 3))])
def test_walka_46_bare_hands_bruise_by_build(build: int, levels: tuple[int, int, int]) -> None:
    assert levels_of(FISTS, build) == levels
    fight = edit(fight_of(sheet(build=20), sheet("Pirat")), "vera", presses=["pirat"])
    for _ in range(3):
        end_turn(cross(fight, *[7, 17] * 3, *PAIN, weapon="Pięści"), 2)
    assert [wound.bruise for wound in who(fight, "pirat").wounds] == [True] * 3
    assert not fight.rules.why_not(fight.state, "vera", fight.rules.actions[0])
    assert who(fight, "pirat").penalty == -15


def test_walka_54_who_lies_on_the_ground_loses_three_hand_to_hand() -> None:
    fight = edit(edit(duel(), "vera", presses=["pirat"]), "pirat", posture="prone")
    cross(fight, *[9, 6] * 3)
    assert told(fight, 54) == ["Pirat: lies on the ground −3"]


def test_a_house_rule_keeps_the_single_opposed_throw() -> None:
    def offered(fight: Fight) -> set[str]:
        return {option.action for option in fight.options()} & {"strike", "exchange"}

    plain = duel({"melee": "throw"})
    assert (offered(plain), offered(duel())) == ({"strike"}, {"exchange"})
    # A script that strikes plays as it always did, whatever the house rule.
    for fight in (plain, duel()):
        assert wounds(act(fight, "strike", [7, 20, *PAIN], target="pirat")) == [("light", "torso")]


# ---- points and odds


@given(st.integers(-20, 20), st.integers(0, 20), st.integers(1, 3))
def test_walka_35_points_win_the_throw_or_level_it_or_are_kept(
    behind: int, left: int, advantage: int
) -> None:
    spent = usual_points(behind, left, advantage)
    assert 0 <= spent <= left
    if spent:
        assert spent - behind in (advantage, 1 - advantage)


@settings(max_examples=40)
@given(
    st.tuples(*[st.integers(0, 36)] * 2).map(lambda n: tuple(x / 2 for x in n)),
    st.tuples(st.integers(0, 8), st.integers(0, 8)),
    st.booleans(),
    st.integers(1, 3),
)
def test_walka_35_the_spread_has_all_falls(
    thresholds: tuple[float, float], left: tuple[int, int], last: bool, advantage: int
) -> None:
    kinds = (*(((face + 1) // 2,) for face in range(1, 20)), ())
    defences = ((thresholds[1],),) * (1 if last else 3)
    throw = Throws((thresholds[0],), defences, left, advantage, kinds).first
    assert sum(throw.spread().values()) == 400


ODDS: list[tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = [
    ({}, {}, {}),
    ({"skills": {"melee": 4}}, {"skills": {"melee": 3}}, {}),
    ({"skills": {"melee": 4}}, {"armor": {"torso": 2, "head": 1}}, {"manner": "fury"}),
    ({"weapons": [BLADE, {**BLADE, "name": "Drugie"}]}, {"skills": {"melee": 2}},
     {"with_second": "Drugie"}),
    ({"skills": {"melee": 2}}, {}, {"approach": "unaware", "charge": 2}),
    ({"armor": {"torso": 1}}, {"weapons": [BLADE, {**BLADE, "name": "Drugie"}]},
     {"defends_with_both": True, "manner": "fury"}),
]  # fmt: skip


@pytest.mark.parametrize(("vera", "pirat", "step"), ODDS)
@pytest.mark.parametrize("presses", [[], ["pirat"]])
def test_odds_of_an_exchange_agree_with_play(
    vera: dict[str, Any], pirat: dict[str, Any], step: dict[str, Any], presses: list[str]
) -> None:
    fight = edit(fight_of(armed(**vera), armed("Pirat", **pirat)), "vera", presses=presses)
    if presses:
        step = {key: value for key, value in step.items() if key != "charge"}
    crossing = step_of("exchange", target="pirat", **step)
    odds = fight.odds(crossing)
    assert not odds.samples
    assert sum(chance.p for chance in odds.chances) == 1
    situation = Situation(fight.state, fight.rules.read(crossing), odds)
    assert not disagreements(fight.rules, situation, 1500)


def odds_by(way: str, **more: Any) -> tuple[Fight, dict[str, Any], Any]:
    vera, pirat = armed(skills={"melee": 5}), armed("Pirat", skills={"melee": 4})
    fight = edit(fight_of(vera, pirat), "vera", presses=["pirat"])
    step = step_of("exchange", target="pirat", **more)
    return fight, step, fight.odds(step, answers={"points": way})


@pytest.mark.parametrize("way", ["best", "each"])
@pytest.mark.parametrize("manner", ["plain", "fury", "full_defence"])
def test_odds_of_points_spent_at_best_or_at_each_throw_agree_with_play(
    way: str, manner: str
) -> None:
    fight, step, odds = odds_by(way, manner=manner)
    assert not odds.samples
    assert sum(chance.p for chance in odds.chances) == 1
    situation = Situation(fight.state, fight.rules.read(step), odds)
    assert not disagreements(fight.rules, situation, 1000, answers={"points": way})


def test_walka_35_at_each_throw_the_usual_points_come_to_what_they_come_to_together() -> None:
    spreads = [odds_by(way)[2].spread("damage") for way in ("usual", "each")]
    assert spreads[0] == spreads[1]


def test_walka_35_at_each_throw_the_question_says_what_fell() -> None:
    fight, step, _ = odds_by("each")
    fight.perform({**step, "dice": [14, 3], "answers": {"points": "each"}})
    assert fight.pending
    question: Any = fight.pending.question
    assert "throw 1 of 3, 14 against 3: spend skill points?" in question.text


def best_value(game: Game, left: Spent, number: int = 0, lead: int = 0) -> float:
    """What a game is worth where every number of points is tried, by both."""
    if number == 3:
        return game.ends[lead + 3]
    total = 0.0
    for ahead, ways in game.throws[number].items():

        def comes_to(mine: int, theirs: int, ahead: float = ahead) -> float:
            won = winner(ahead + mine - theirs, game.advantage)
            return best_value(game, (left[0] - mine, left[1] - theirs), number + 1, lead + won)

        mine, theirs = range(left[0] + 1), range(left[1] + 1)
        if ahead < game.advantage:
            total += ways * max(min(comes_to(m, t) for t in theirs) for m in mine)
        else:
            total += ways * min(max(comes_to(m, t) for m in mine) for t in theirs)
    return total / sum(game.throws[number].values())


@settings(max_examples=15, deadline=None)
@given(
    st.lists(st.integers(0, 6), min_size=3, max_size=3),
    st.tuples(st.integers(0, 2), st.integers(0, 2)),
    st.integers(1, 3),
    st.integers(0, 3),
)
def test_walka_35_best_points_cannot_be_bettered(
    hits: list[int], left: Spent, advantage: int, lost: int
) -> None:
    throws: list[Mapping[float, int]] = [
        {-4: 2, -1: 3, 0: 4, 2: 3},
        {-2: 1, 1: 2},
        {-1: 1, 0: 1, 3: 1},
    ]
    ends = (-lost, -lost, -lost / 2, 0, *sorted(hits))
    game = Game(throws, advantage, ends)

    def played(left: Spent, number: int = 0, lead: int = 0) -> float:
        if number == 3:
            return ends[lead + 3]
        total = 0.0
        for ahead, ways in throws[number].items():
            _, (mine, theirs) = game.spend(number, lead, left, int(ahead))
            assert 0 <= mine <= left[0]
            assert 0 <= theirs <= left[1]
            won = winner(ahead + mine - theirs, advantage)
            total += ways * played((left[0] - mine, left[1] - theirs), number + 1, lead + won)
        return total / sum(throws[number].values())

    assert played(left) == pytest.approx(best_value(game, left))


def test_odds_of_an_exchange_can_be_asked_when_some_of_its_dice_have_fallen() -> None:
    fight, step, _ = odds_by("usual")
    odds = fight.odds(step, dice=[2, 19])
    assert odds.probability("hit", "pirat") > fight.odds(step).probability("hit", "pirat")


@pytest.mark.parametrize("action", ["bring_down", "sand", "trick"])
def test_odds_of_what_else_an_attacker_does_agree_with_play(action: str) -> None:
    fight = edit(duel(), "vera", presses=["pirat"])
    step = step_of(action, target="pirat")
    situation = Situation(fight.state, fight.rules.read(step), fight.odds(step))
    assert not disagreements(fight.rules, situation, 500)


def test_walka_44_nothing_is_offered_against_who_is_out_whoever_was_overruled_into_it() -> None:
    fight = edit(fight_of(armed(), armed("Pirat"), zbir=armed("Zbir")), "vera", deactivated=True)
    cross(fight, *LOSES, *LEVEL * 3, actor="vera", overrule=True)
    assert who(fight, "pirat").presses == ["vera"]
    assert not [o for o in fight.options() if o.action in ("bring_down", "sand", "trick")]


def test_by_hand_those_who_are_pressed_are_told_by_name() -> None:
    fight = edit(duel(), "vera", presses=["pirat"])
    assert str(fight.moments[-1].lines[0].text) == "Vera: attacker against: Pirat"


def test_the_dice_of_each_throw_stand_with_it_whatever_is_spent() -> None:
    fight = fight_of(armed(skills={"melee": 4}), armed("Pirat", skills={"melee": 3}))
    cross(fight, *WINS, 10, 8, 11, 9, 9, 12, *WINS)
    dice = [line.dice for line in fight.moments[-1].lines if line.rule == "walka-35"]
    assert dice[-3:] == [(10, 8), (11, 9), (9, 12)]


@pytest.mark.parametrize("who_is_pressed", ["nobody", "vera"])
def test_by_hand_only_somebody_else_who_is_there_can_be_pressed(who_is_pressed: str) -> None:
    with pytest.raises(Refusal):
        edit(duel(), "vera", presses=[who_is_pressed])


@pytest.mark.parametrize(
    ("at", "ground", "driven"),
    [
        ((11, 10), (), (11, 12)),
        ((11, 10), (block("wall", 10.5, 11, 12, 11.5),), (11, 10)),
        ((11, 19.5), (), (11, 19.5)),
    ],
)
def test_walka_40_on_the_map_the_defender_goes_where_nothing_stops_it(
    at: tuple[float, float], ground: tuple[Any, ...], driven: tuple[float, float]
) -> None:
    fight = on_map(duel(), *ground, size=20, vera=(10, 10), pirat=at)
    edit(fight, "vera", presses=["pirat"])
    act(fight, "run", to=[10, 12])
    assert fight.state.positions["pirat"] == driven


def test_a_fight_that_was_saved_before_two_could_be_attacked_at_once_replays_unchanged() -> None:
    saved = json.loads((Path(__file__).parent / "data" / "before_tricks.json").read_text("utf-8"))
    fight = start(saved["script"])
    for step in saved["script"]["steps"]:
        assert fight.perform(step)
    for id, values in saved["end"].items():
        now = fight.rules.describe(fight.state, id)
        assert values == {name: now[name] for name in values}


def test_walka_35_what_a_throw_came_to_is_told_before_the_next() -> None:
    step = {"do": "act", "actor": "vera", "action": "exchange", "target": "pirat"}
    for way in ("usual", "best"):
        fight = fight_of(armed(skills={"melee": 4}), armed("Pirat"))
        asked = fight.preview({**step, "dice": [*WINS, 3, 11], "answers": {"points@vera": way}})
        assert isinstance(asked.question, DiceWanted)
        assert str(asked.question.label) == "throw 2 of 3"
        assert asked.lines[-1].text == "throw 1 of 3: Vera (3), Pirat (11); 1 to 0"
