"""The twenty-two rules of the skirmish by number: what each does, and that the log says so."""

from typing import Any

import pytest

from desktop.encounter.digest import account
from desktop.encounter.fight import Fight
from desktop.encounter.play_table import DiceWanted
from desktop.rules.table import Refusal
from tests.rules.steps import act, cited, do
from tests.rules.teohiphip.bench import (
    BATON,
    PILUM,
    activate,
    end_turn,
    fight_of,
    figure,
    shoot,
    skirmish,
    strike,
)


@pytest.fixture
def duel() -> Fight:
    """Zenon with the pool 6 4 3 1, activated, against a guard of 3 hp."""
    fight = fight_of(figure("zenon"), figure("guard", "foes", 3), dice=[6, 4, 3, 1])
    activate(fight, "zenon")
    return fight


# ---- rounds, order, activation


def test_teohiphip_1_the_fight_ends_after_the_last_round_and_tells_the_objectives() -> None:
    fight = fight_of(figure("zenon", hp=1), figure("guard", "foes"), dice=[2], round_limit=2)
    assert fight.rules.headline(fight.state)[0] == "Round 1 / 2"
    for first_of_next_round in ([4], []):
        activate(fight, "zenon")
        end_turn(fight)
        activate(fight, "guard")
        last = end_turn(fight, *first_of_next_round)
    assert cited(last, "teohiphip-1", "The last round is over")
    assert not fight.options()
    assert fight.outcome is not None
    assert fight.outcome.rule == "teohiphip-1"


def test_teohiphip_1_objectives_are_ticked_off_and_counted() -> None:
    fight = fight_of(
        figure("zenon", hp=1),
        figure("guard", "foes"),
        dice=[2],
        objectives=["Broszura", "Powrót"],
        round_limit=1,
    )
    with pytest.raises(Refusal, match="objective: needs a number from 0 to 1"):
        do(fight, {"do": "objective", "objective": 2})
    lines = do(fight, {"do": "objective", "objective": 1})
    assert cited(lines, "by-hand", "Objective met: Powrót")
    activate(fight, "zenon")
    end_turn(fight)
    activate(fight, "guard")
    assert cited(end_turn(fight), "teohiphip-1", "Objectives met: Powrót")
    assert fight.outcome is not None
    assert "objectives met: 1 of 2" in fight.outcome.text


@pytest.mark.parametrize("members", [[4, 4, 4], [4, 6], [8], [4, 4], [6]])
def test_teohiphip_1_the_published_splits_of_a_band_play_as_one_band(members: list[int]) -> None:
    band = [figure(f"p{i}", hp=hp, band="Banda") for i, hp in enumerate(members)]
    fight = fight_of(*band, figure("guard", "foes"), dice=[3] * sum(members))
    assert skirmish(fight).bands == ["Banda", "foes"]
    pools = [len(fighter.pool) for fighter in skirmish(fight).members("Banda")]
    assert pools == members


def test_teohiphip_1_a_band_of_four_plays_but_the_log_says_what_is_usual() -> None:
    for size in (3, 4):
        fight = fight_of(*[figure(f"p{i}", hp=1) for i in range(size)], figure("x", "foes"))
        lines = do(fight, {"do": "begin"}, *[3] * size)
        assert cited(lines, "teohiphip-1", "players: too many characters, 4") == (size == 4)


def test_teohiphip_2_a_die_for_each_band_settles_the_order() -> None:
    fight = fight_of(figure("zenon", hp=1), figure("guard", "foes"), order="roll")
    lines = do(fight, {"do": "begin"}, 2, 5, 6)
    assert cited(lines, "teohiphip-2", "foes rolls for the order: 5")
    assert cited(lines, "teohiphip-2", "Order of the bands: foes, players")
    assert skirmish(fight).bands == ["foes", "players"]
    assert fight.state.order == ["guard", "zenon"]
    assert fight.state["zenon"].pool == [6]


def test_teohiphip_2_ties_roll_again_among_themselves() -> None:
    fight = fight_of(
        figure("a", hp=1, band="A"),
        figure("b", "foes", band="B"),
        figure("c", "foes", band="C"),
        figure("d", "foes", band="D"),
        order="roll",
    )
    # B and D tie on 4, then on 2, then D wins; nobody else is thrown for again.
    step = {"do": "begin", "dice": [5, 4, 1, 4]}
    assert fight.perform(step) is None
    assert fight.pending
    wanted = fight.pending.question
    assert isinstance(wanted, DiceWanted)
    assert str(wanted.label) == "B, order of the bands, again after a tie"
    fight.cancel()
    lines = do(fight, {"do": "begin"}, 5, 4, 1, 4, 2, 2, 1, 6, 3)
    assert skirmish(fight).bands == ["A", "D", "B", "C"]
    rolled = [str(line.text) for line in lines if "for the order" in str(line.text)]
    assert rolled[3:5] == ["D rolls for the order: 4", "B rolls for the order after a tie: 2"]


def test_teohiphip_2_the_die_of_a_band_is_thrown_by_one_of_it_who_stands() -> None:
    fight = fight_of(figure("borys", hp=1), figure("wanda", hp=1), figure("guard", "foes", 1),
                     order="roll")  # fmt: skip
    do(fight, {"do": "edit", "combatant": "borys", "set": {"hp": 0}})
    lines = do(fight, {"do": "begin"}, 5, 3, 6)
    assert [line.by for line in lines if line.rule == "teohiphip-2"][:2] == ["wanda", "guard"]


def test_teohiphip_2_the_order_can_be_fixed_and_then_nothing_is_rolled() -> None:
    fight = fight_of(figure("guard", "foes"), figure("zenon", hp=1))
    lines = do(fight, {"do": "begin"}, 3)
    assert cited(lines, "teohiphip-2", "Order of the bands: foes, players")


def test_teohiphip_2_no_list_of_ties_is_too_long() -> None:
    fight = fight_of(figure("zenon", hp=1), figure("guard", "foes"), order="roll")
    do(fight, {"do": "begin"}, *[6] * 38, 2, 1, 4)
    assert skirmish(fight).bands == ["players", "foes"]


def test_teohiphip_2_dice_that_always_tie_leave_the_order_of_the_list() -> None:
    fight = fight_of(figure("zenon", hp=1), figure("guard", "foes"), order="roll")
    moment = fight.perform({"do": "begin"}, lambda sides: sides)
    assert moment
    assert cited(moment.lines, "teohiphip-2", "nothing is settled, rolls: 20; as listed")
    assert skirmish(fight).bands == ["players", "foes"]


def test_teohiphip_3_bands_take_turns_and_a_longer_band_finishes_alone() -> None:
    fight = fight_of(
        figure("a", hp=1),
        figure("x", "foes"),
        figure("y", "foes"),
        figure("z", "foes"),
        dice=[3],
    )
    order = []
    for _ in range(4):
        option = next(option for option in fight.options() if option.do == "activate")
        lines = activate(fight, option.actor)
        assert cited(lines, "teohiphip-3", "begins to act")
        order.append(option.actor)
        end_turn(fight, *([3] if len(order) == 4 else []))
    assert order == ["a", "x", "y", "z"]
    assert fight.state.round == 2


def test_teohiphip_3_nobody_acts_twice_in_a_round() -> None:
    fight = fight_of(figure("a"), figure("b"), figure("x", "foes"), dice=[3] * 8)
    activate(fight, "a")
    end_turn(fight)
    with pytest.raises(Refusal, match="it is not A's turn"):
        activate(fight, "a")
    with pytest.raises(Refusal, match="it is not B's turn"):
        activate(fight, "b")
    activate(fight, "x")
    end_turn(fight)
    activate(fight, "b")


def test_teohiphip_3_an_act_of_one_who_may_be_activated_activates_first() -> None:
    fight = fight_of(figure("a"), figure("x", "foes"), dice=[3] * 4)
    lines = act(fight, "a", "aim")
    assert [line.rule for line in lines] == ["teohiphip-3", "teohiphip-5", "teohiphip-12"]


# ---- pools and points


def test_teohiphip_4_player_characters_roll_a_die_for_each_hit_point() -> None:
    fight = fight_of(figure("zenon"), figure("ala", hp=6, spd=5), figure("guard", "foes", 3))
    lines = do(fight, {"do": "begin"}, 6, 4, 3, 1, 1, 2, 3, 4, 5, 6)
    assert cited(lines, "teohiphip-4", "Zenon: initiative pool")
    assert fight.state["ala"].pool == [1, 2, 3, 4, 5, 6]
    assert fight.state["guard"].pool == []


def test_teohiphip_4_the_pool_follows_the_hit_points_of_the_new_round() -> None:
    fight = fight_of(figure("zenon"), figure("guard", "foes"), dice=[1] * 4)
    activate(fight, "zenon")
    end_turn(fight)
    shoot(fight, "guard", "zenon", 5, 6)
    end_turn(fight, 2, 3)
    assert fight.state.round == 2
    assert fight.state["zenon"].pool == [2, 3]


def test_teohiphip_4_by_house_rule_everybody_has_a_pool_but_objects() -> None:
    crate = figure("crate", "foes", 2, object=True)
    fight = fight_of(figure("zenon", hp=1), figure("guard", "foes", 2), crate, npc_pools=True)
    do(fight, {"do": "begin"}, 6, 5, 5)
    assert fight.state["guard"].pool == [5, 5]
    assert fight.state["crate"].pool == []


def test_teohiphip_5_two_ap_and_what_is_not_spent_is_lost(duel: Fight) -> None:
    assert duel.state["zenon"].ap == 2
    act(duel, "zenon", "aim")
    assert duel.state["zenon"].ap == 1
    lines = end_turn(duel)
    assert cited(lines, "teohiphip-5", "Zenon loses 1 AP")
    assert duel.state["zenon"].ap == 0


def test_teohiphip_5_a_third_point_is_refused(duel: Fight) -> None:
    act(duel, "zenon", "aim")
    act(duel, "zenon", "hunker")
    with pytest.raises(Refusal, match="needs 1 AP, Zenon has 0"):
        act(duel, "zenon", "move")


# ---- moving


def test_teohiphip_6_a_move_goes_as_far_as_the_speed_and_a_full_move_twice(duel: Fight) -> None:
    with pytest.raises(Refusal, match="inches: 7″ of speed needed, Zenon has 6″"):
        act(duel, "zenon", "move", inches=7)
    lines = act(duel, "zenon", "move", inches=6)
    assert cited(lines, "teohiphip-6", "Zenon moves 6″")
    assert duel.state["zenon"].ap == 1
    duel.undo()
    with pytest.raises(Refusal, match="13″ of speed needed, Zenon has 12″"):
        act(duel, "zenon", "full_move", inches=13)
    act(duel, "zenon", "full_move", inches=12)
    assert duel.state["zenon"].ap == 0


def test_teohiphip_7_difficult_ground_counts_twice(duel: Fight) -> None:
    with pytest.raises(Refusal, match="difficult ground counts twice"):
        act(duel, "zenon", "move", inches=5, difficult=2)
    with pytest.raises(Refusal, match="cannot be more than the whole distance"):
        act(duel, "zenon", "move", inches=2, difficult=3)
    with pytest.raises(Refusal, match="8″ of speed needed"):
        act(duel, "zenon", "move", difficult=4)
    lines = act(duel, "zenon", "move", inches=4, difficult=2)
    assert cited(lines, "teohiphip-7", "6″ of 6″")


def test_teohiphip_8_an_easy_obstacle_needs_nothing(duel: Fight) -> None:
    lines = act(duel, "zenon", "climb", hard=False)
    assert cited(lines, "teohiphip-8", "with ease")
    assert duel.state["zenon"].ap == 2


@pytest.mark.parametrize(
    ("die", "said"), [(5, "gets over"), (4, "Zenon fails the climb, the action is wasted")]
)
def test_teohiphip_8_a_hard_obstacle_needs_an_action_and_a_success(
    duel: Fight, die: int, said: str
) -> None:
    lines = act(duel, "zenon", "climb", 1, die, answers={"swap": []})
    assert cited(lines, "teohiphip-8", said)
    assert not cited(lines, "teohiphip-8", "token"), "there is no map"
    assert duel.state["zenon"].ap == 1


# ---- sight and cover


def test_teohiphip_9_no_shot_without_line_of_sight(duel: Fight) -> None:
    with pytest.raises(Refusal, match="line_of_sight: no line of sight"):
        shoot(duel, "zenon", "guard", 5, 5, line_of_sight=False)
    strike(duel, "zenon", "guard", 1, 1, line_of_sight=False, answers={"swap": []})


def test_teohiphip_9_a_concealed_target_gives_disadvantage(duel: Fight) -> None:
    lines = shoot(duel, "zenon", "guard", 5, modifiers={"concealed": True}, answers={"swap": []})
    assert cited(lines, "teohiphip-9", "disadvantage", "concealed")
    assert duel.state["guard"].hp == 2


@pytest.mark.parametrize(("dice", "damage"), [([5, 1], 0), ([5, 6], 1), ([1, 2], 0)])
def test_teohiphip_10_cover_takes_the_first_success(
    duel: Fight, dice: list[int], damage: int
) -> None:
    lines = shoot(duel, "zenon", "guard", *dice, modifiers={"cover": True}, answers={"swap": []})
    assert duel.state["guard"].hp == 3 - damage
    assert cited(lines, "teohiphip-10", "Guard ignores one success") == (max(dice) >= 5)


def test_teohiphip_10_objects_have_no_cover() -> None:
    crate = figure("crate", "foes", 10, object=True)
    fight = fight_of(figure("zenon", hp=1), crate, dice=[3])
    shoot(fight, "zenon", "crate", 5, 6, modifiers={"cover": True})
    assert fight.state["crate"].hp == 8


# ---- actions


def test_teohiphip_11_an_attack_needs_its_range(duel: Fight) -> None:
    with pytest.raises(Refusal, match="distance: 25″ is out of range, Karabin reaches 24″"):
        shoot(duel, "zenon", "guard", 5, 5, distance=25)
    with pytest.raises(Refusal, match="2″ is out of range, Pałka reaches 1″"):
        strike(duel, "zenon", "guard", 5, 5, distance=2)
    lines = shoot(duel, "zenon", "guard", 1, 1, distance=24, answers={"swap": []})
    assert cited(lines, "teohiphip-11", "Attack: Zenon → Guard, Karabin, 24″")


def test_teohiphip_11_as_many_attacks_as_the_ap_allow_or_one_by_house_rule() -> None:
    for limit in (None, 1):
        fight = fight_of(
            figure("guard", "foes"), figure("zenon", hp=1), attacks_per_activation=limit, dice=[3]
        )
        shoot(fight, "guard", "zenon", 1, 1)
        if limit is None:
            shoot(fight, "guard", "zenon", 1, 1)
        else:
            with pytest.raises(Refusal, match="no more than 1 attack in an activation"):
                shoot(fight, "guard", "zenon", 1, 1)


def test_teohiphip_11_a_limited_attack_is_used_up() -> None:
    thrower = figure("legionary", "foes", attacks=[PILUM, BATON])
    fight = fight_of(thrower, figure("zenon", hp=1), dice=[3])
    shoot(fight, "legionary", "zenon", 1, 1, distance=6)
    with pytest.raises(Refusal, match="Pilum: no use is left"):
        shoot(fight, "legionary", "zenon", 1, 1)
    option = next(option for option in fight.options() if option.action == "attack")
    weapon = next(field for field in fight.parameters(option) if field.id == "with")
    assert [choice.why_not for choice in weapon.choices] == ["no use is left", None]
    assert weapon.default == "Pałka"


def test_teohiphip_12_an_aim_gives_the_next_attack_advantage(duel: Fight) -> None:
    act(duel, "zenon", "aim")
    lines = shoot(duel, "zenon", "guard", 5, 1, 6, answers={"swap": []})
    assert cited(lines, "teohiphip-12", "advantage, aim")
    assert duel.state["guard"].hp == 1
    assert not duel.state["zenon"].aiming


def test_teohiphip_12_an_aim_survives_another_action_and_ends_with_the_activation(
    duel: Fight,
) -> None:
    act(duel, "zenon", "aim")
    with pytest.raises(Refusal, match="aims already"):
        act(duel, "zenon", "aim")
    act(duel, "zenon", "interact")
    assert duel.state["zenon"].aiming
    end_turn(duel)
    assert not duel.state["zenon"].aiming


def test_teohiphip_13_hunkering_ignores_a_success_until_the_next_activation() -> None:
    fight = fight_of(figure("zenon", hp=1), figure("guard", "foes"), dice=[3])
    assert cited(act(fight, "zenon", "hunker"), "teohiphip-13", "Zenon hunkers down")
    end_turn(fight)
    lines = shoot(fight, "guard", "zenon", 1, 5)
    assert cited(lines, "teohiphip-13", "Hunkered: Zenon ignores one success")
    assert fight.state["zenon"].hp == 1
    end_turn(fight, 4)
    assert cited(activate(fight, "zenon"), "teohiphip-13", "no longer hunkers down")


def test_teohiphip_13_it_does_not_add_to_cover_from_terrain() -> None:
    fight = fight_of(figure("zenon", hp=3), figure("guard", "foes"), dice=[3] * 3)
    act(fight, "zenon", "hunker")
    end_turn(fight)
    shoot(fight, "guard", "zenon", 5, 5, modifiers={"cover": True})
    assert fight.state["zenon"].hp == 2


@pytest.mark.parametrize("action", ["move", "attack", "climb"])
def test_teohiphip_13_moving_or_attacking_gives_it_up(duel: Fight, action: str) -> None:
    act(duel, "zenon", "hunker")
    target = {"target": "guard"} if action == "attack" else {}
    dice = [] if action == "move" else [1, 1]
    lines = act(duel, "zenon", action, *dice, answers={"swap": []} if dice else None, **target)
    assert cited(lines, "teohiphip-13", "gives up the cover")
    assert not duel.state["zenon"].hunkered


def test_teohiphip_14_an_interaction_costs_what_the_object_asks(duel: Fight) -> None:
    lines = act(
        duel,
        "zenon",
        "interact",
        5,
        6,
        what="bomb",
        ap=2,
        test=True,
        tags=["technology"],
        answers={"swap": []},
    )
    assert cited(lines, "teohiphip-14", "interacts: bomb")
    assert cited(lines, "teohiphip-14", "2 successes")
    assert duel.state["zenon"].ap == 0


def test_teohiphip_15_an_active_trait_costs_the_ap_it_states() -> None:
    trait = {"name": "Pole siłowe", "active": True, "ap": 2, "text": "Nothing passes."}
    zenon = figure("zenon", hp=1)
    zenon["sheet"]["traits"] = [trait]
    fight = fight_of(zenon, figure("guard", "foes"), dice=[3])
    with pytest.raises(Refusal, match="trait: Zenon has no active trait 'Tarcza'"):
        act(fight, "zenon", "use_trait", trait="Tarcza")
    lines = act(fight, "zenon", "use_trait", trait="Pole siłowe")
    assert cited(lines, "teohiphip-15", "Zenon uses a trait: Pole siłowe. Nothing passes.")
    assert fight.state["zenon"].ap == 0
    option = next(option for option in fight.options() if option.action == "use_trait")
    assert fight.parameters(option)[0].choices[0].value == "Pole siłowe"


# ---- tests


@pytest.mark.parametrize(
    ("dice", "said"),
    [([4, 4], "no success"), ([5, 1], "1 success"), ([6, 5], "2 successes")],
)
def test_teohiphip_16_each_five_or_six_is_a_success(
    duel: Fight, dice: list[int], said: str
) -> None:
    lines = act(duel, "zenon", "test", *dice, what="strach", answers={"swap": []})
    assert cited(lines, "teohiphip-16", "Zenon tests: strach")
    assert [line.dice for line in lines if "strach" in line.text] == [tuple(dice)]
    assert cited(lines, "teohiphip-16", said)
    assert duel.state["zenon"].ap == 2


@pytest.mark.parametrize(
    ("modifiers", "dice", "successes"),
    [
        ({"advantage": True}, [5, 6, 6], "2 successes"),
        ({"advantage": "help"}, [1, 6, 1], "1 success"),
        ({"disadvantage": True}, [6], "1 success"),
        ({"disadvantage": "mud", "advantage": "help"}, [6, 6], "2 successes"),
    ],
)
def test_teohiphip_17_advantage_three_dice_disadvantage_one_both_two(
    duel: Fight, modifiers: dict[str, object], dice: list[int], successes: str
) -> None:
    lines = act(duel, "zenon", "test", *dice, modifiers=modifiers, answers={"swap": []})
    assert cited(lines, "teohiphip-16", successes)
    for word, reason in modifiers.items():
        text = reason if isinstance(reason, str) else "by the situation"
        assert cited(lines, "teohiphip-17", f"Zenon: {word}, {text}")
    assert cited(lines, "teohiphip-17", "cancel out") == (len(modifiers) == 2)


def test_teohiphip_17_traits_bear_on_tests_of_their_kind_and_do_not_add_up(duel: Fight) -> None:
    trait = {"name": "Technik", "advantage_on": ["Technika"], "disadvantage_on": ["las"]}
    zenon = figure("zenon", hp=1)
    zenon["sheet"]["traits"] = [trait]
    fight = fight_of(zenon, figure("guard", "foes"), dice=[3])
    aided = act(fight, "zenon", "test", 1, 2, 5, tags=["technika"], modifiers={"advantage": "help"})
    assert cited(aided, "teohiphip-17", "advantage, Technik")
    assert cited(aided, "teohiphip-17", "advantage, help")
    hindered = act(fight, "zenon", "test", 5, tags=["LAS"])
    assert cited(hindered, "teohiphip-17", "disadvantage, Technik")


# ---- swaps


def test_teohiphip_18_swap_costs_one_hit_point_and_both_dice(duel: Fight) -> None:
    lines = shoot(duel, "zenon", "guard", 4, 2, answers={"swap": [[1, 0]]})
    assert cited(lines, "teohiphip-18", "swaps 2 for 6 from the pool: 1 hp, 3 left")
    assert duel.state["zenon"].hp == 3
    assert duel.state["zenon"].pool == [4, 3, 1]
    assert duel.state["guard"].hp == 2


@pytest.mark.parametrize(
    ("hp", "pool", "dice", "swap", "pool_after", "further"),
    [
        (3, [6, 4, 3], [2, 4], [1, 0], [4, 3], True),
        (4, [6, 4, 3, 1], [4, 2], [1, 0], [4, 3, 1], True),
        (2, [5, 1], [3, 1], [0, 0], [1], False),
    ],
)
def test_teohiphip_18_the_published_examples(
    hp: int, pool: list[int], dice: list[int], swap: list[int], pool_after: list[int], further: bool
) -> None:
    fight = fight_of(figure("zenon", hp=hp), figure("guard", "foes"), dice=pool)
    lines = act(fight, "zenon", "test", *dice, answers={"swap": [swap]})
    assert cited(lines, "teohiphip-16", "1 success")
    assert fight.state["zenon"].pool == pool_after
    assert fight.state["zenon"].hp == hp - 1
    again = fight.perform({"do": "act", "actor": "zenon", "action": "test", "dice": [1, 1]})
    assert (again is None) is further
    fight.cancel()
    activate(fight, "zenon")
    end_turn(fight)
    activate(fight, "guard")
    end_turn(fight, *[3] * (hp - 1))
    assert len(fight.state["zenon"].pool) == hp - 1


def test_teohiphip_18_never_with_the_last_hit_point() -> None:
    fight = fight_of(figure("zenon", hp=1), figure("guard", "foes"), dice=[6])
    act(fight, "zenon", "test", 1, 2)
    assert fight.state["zenon"].pool == [6]


def test_teohiphip_18_a_swap_goes_with_any_test_outside_the_activation_too(duel: Fight) -> None:
    end_turn(duel)
    activate(duel, "guard")
    act(duel, "zenon", "test", 1, 2, what="ogłuszenie", answers={"swap": [[0, 0]]})
    assert duel.state["zenon"].hp == 3
    assert duel.state.turn == "guard"


def test_teohiphip_18_with_advantage_the_swap_comes_before_the_best_are_kept(duel: Fight) -> None:
    lines = act(
        duel, "zenon", "test", 5, 5, 1, modifiers={"advantage": True}, answers={"swap": [[0, 3]]}
    )
    assert cited(lines, "teohiphip-18", "swaps 5 for 1")
    assert cited(lines, "teohiphip-16", "1 success")


@pytest.mark.parametrize(
    ("swaps", "message"),
    [
        ([[0, 0], [1, 1]], "Zenon: at most 1 can be swapped here, not 2"),
        ([[2, 0]], "test: the dice are numbered 0 to 1"),
        ([[0, 4]], "pool: the dice are numbered 0 to 3"),
        ([[-1, 0]], "test: the dice are numbered 0 to 1"),
        ([[0]], "needs a list of pairs"),
        (None, "needs a list of pairs"),
    ],
)
def test_teohiphip_18_a_swap_that_cannot_be_is_refused(
    duel: Fight, swaps: object, message: str
) -> None:
    with pytest.raises(Refusal, match=f"answers.swap: {message}"):
        act(duel, "zenon", "test", 1, 2, answers={"swap": swaps})


def test_teohiphip_18_by_house_rule_as_many_swaps_as_can_be_paid() -> None:
    fight = fight_of(
        figure("zenon", hp=3), figure("guard", "foes"), dice=[6, 5, 2], swaps_per_test=None
    )
    with pytest.raises(Refusal, match="pool: no die can be swapped twice"):
        act(fight, "zenon", "test", 1, 2, answers={"swap": [[0, 0], [1, 0]]})
    lines = act(fight, "zenon", "test", 1, 2, answers={"swap": [[0, 0], [1, 1]]})
    assert cited(lines, "teohiphip-16", "2 successes")
    assert fight.state["zenon"].hp == 1
    assert fight.state["zenon"].pool == [2]
    fight.undo()
    assert fight.perform({"do": "act", "actor": "zenon", "action": "test", "dice": [1, 2]}) is None
    assert fight.pending is not None
    best = fight.pending.question.field.choices[1]  # type: ignore[union-attr]
    assert (best.value, best.note) == ([[0, 0], [1, 1]], "2 successes, for 2 hp")


def test_teohiphip_18_a_swap_gains_nothing_where_no_die_would_help(duel: Fight) -> None:
    for dice, no_benefit in (([5, 6], True), ([1, 2], False)):
        step = {"do": "act", "actor": "zenon", "action": "test", "dice": dice}
        assert duel.perform(step) is None
        assert duel.pending is not None
        assert duel.pending.question.no_benefit is no_benefit  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("guard", "hunkers", "dice", "in_vain"),
    [
        (figure("guard", "foes", 1), False, [5, 1], True),  # out by one success
        (figure("guard", "foes", 1), False, [1, 1], False),
        (figure("guard", "foes", 2), False, [5, 1], False),
        (figure("guard", "foes", 1, "Twardziel"), False, [5, 1], False),
        (figure("guard", "foes", 3), True, [1, 1], True),  # the first success does not count
        (figure("guard", "foes", 3), True, [5, 1], False),
    ],
)
def test_teohiphip_18_a_swap_gains_nothing_where_the_target_loses_no_more_by_it(
    guard: Any, hunkers: bool, dice: list[int], in_vain: bool
) -> None:
    fight = fight_of(figure("zenon"), guard, dice=[6, 4, 3, 1])
    do(fight, {"do": "edit", "combatant": "guard", "set": {"hunkered": hunkers}})
    activate(fight, "zenon")
    step = {"do": "act", "actor": "zenon", "action": "attack", "target": "guard", "dice": dice}
    assert fight.perform(step) is None
    assert fight.pending is not None
    assert fight.pending.question.no_benefit is in_vain  # type: ignore[union-attr]


def test_teohiphip_18_who_pays_and_does_not_hit_is_said_to_miss() -> None:
    fight = fight_of(figure("zenon"), figure("guard", "foes"), dice=[6, 4, 3, 1])
    do(fight, {"do": "edit", "combatant": "guard", "set": {"hunkered": True}})
    activate(fight, "zenon")
    shoot(fight, "zenon", "guard", 1, 1, answers={"swap": [[0, 0]]})
    told = account(fight, fight.cursor)
    assert told
    assert (told.hit, str(told.result)) == (False, "Zenon misses; Zenon: HP 4 → 3")


def test_teohiphip_19_unused_pool_dice_are_lost_with_the_round() -> None:
    fight = fight_of(figure("zenon", hp=2), figure("guard", "foes"), dice=[6, 5], round_limit=1)
    activate(fight, "zenon")
    end_turn(fight)
    activate(fight, "guard")
    lines = end_turn(fight)
    assert cited(lines, "teohiphip-19", "Zenon loses the rest of the pool: 6 5")
    assert fight.state["zenon"].pool == []


# ---- damage, contact, elimination


def test_teohiphip_20_each_success_takes_one_hit_point(duel: Fight) -> None:
    lines = shoot(duel, "zenon", "guard", 5, 6, answers={"swap": []})
    assert cited(lines, "teohiphip-20", "Guard loses 2 hp, 1 left")
    assert duel.state["guard"].hp == 1


def test_teohiphip_21_melee_is_contact_of_both_and_a_move_leaves_it(duel: Fight) -> None:
    lines = strike(duel, "zenon", "guard", 1, 1, answers={"swap": []})
    assert cited(lines, "teohiphip-21", "Contact: Zenon, Guard")
    assert duel.state["guard"].engaged_with == ["zenon"]
    end_turn(duel)
    lines = act(duel, "guard", "move")
    assert cited(lines, "teohiphip-21", "Guard breaks away: Zenon")
    assert duel.state["guard"].ap == 1
    assert duel.state["zenon"].hp == 4
    assert duel.state["zenon"].engaged_with == []


def test_teohiphip_21_a_move_can_lead_into_contact(duel: Fight) -> None:
    lines = act(duel, "zenon", "move", contact=["guard"])
    assert cited(lines, "teohiphip-21", "Contact: Zenon, Guard")
    assert duel.state["zenon"].engaged_with == ["guard"]


def test_teohiphip_22_at_nothing_left_a_figure_is_out_and_not_waited_for() -> None:
    fight = fight_of(figure("zenon", hp=1), figure("x", "foes", 2), figure("y", "foes"), dice=[3])
    lines = strike(fight, "zenon", "x", 6, 6)
    assert cited(lines, "teohiphip-22", "X leaves the table")
    assert fight.state["x"].out
    assert fight.state["zenon"].engaged_with == []
    end_turn(fight)
    assert [o.actor for o in fight.options() if o.do == "activate"] == ["y"]
    activate(fight, "y")
    end_turn(fight, 4)
    assert fight.state.round == 2


def test_teohiphip_20_nobody_loses_more_than_there_is(duel: Fight) -> None:
    by_hand = {"do": "edit", "combatant": "guard", "set": {"hp": 1}}
    duel.perform(by_hand)
    lines = shoot(duel, "zenon", "guard", 6, 6, answers={"swap": []})
    assert cited(lines, "teohiphip-20", "Guard loses 1 hp, 0 left")
    assert duel.state["guard"].hp == 0
    assert duel.moments[-1].marks["damage", "guard"] == 1


def test_teohiphip_22_one_side_left_standing_has_won() -> None:
    fight = fight_of(figure("zenon", hp=1), figure("x", "foes", 1), dice=[3])
    shoot(fight, "zenon", "x", 6, 6)
    assert fight.outcome is not None
    assert (fight.outcome.winner, fight.outcome.rule) == ("players", "teohiphip-22")


def test_teohiphip_22_hit_points_set_to_nothing_by_hand_eliminate() -> None:
    fight = fight_of(figure("zenon", hp=1), figure("x", "foes"), figure("y", "foes"), dice=[3])
    activate(fight, "zenon")
    act(fight, "zenon", "move", contact=["x"])
    end_turn(fight)
    lines = do(fight, {"do": "edit", "combatant": "x", "set": {"hp": 0}, "why": "a landslide"})
    assert cited(lines, "by-hand", "Hit points 4 → 0 (a landslide)")
    assert cited(lines, "teohiphip-22", "X leaves the table")
    assert fight.state["zenon"].engaged_with == []


def test_teohiphip_22_the_last_one_waited_for_falls_by_hand_and_the_round_goes_on() -> None:
    fight = fight_of(figure("zenon", hp=1), figure("x", "foes"), figure("y", "foes"), dice=[3])
    activate(fight, "zenon")
    end_turn(fight)
    activate(fight, "x")
    end_turn(fight)
    assert skirmish(fight).band == "foes"
    do(fight, {"do": "edit", "combatant": "y", "set": {"hp": -1}}, 5)
    assert fight.state.round == 2
    assert fight.state["zenon"].pool == [5]


def test_teohiphip_22_whoever_falls_in_its_own_activation_ends_it() -> None:
    fight = fight_of(figure("zenon", hp=1), figure("x", "foes"), dice=[3])
    activate(fight, "zenon")
    do(fight, {"do": "edit", "combatant": "zenon", "set": {"hp": 0}})
    assert fight.state.turn is None
    assert skirmish(fight).band == "foes"


def test_teohiphip_21_contact_set_by_hand_is_mutual_too(duel: Fight) -> None:
    do(duel, {"do": "edit", "combatant": "guard", "set": {"engaged_with": ["zenon"]}})
    assert duel.state["zenon"].engaged_with == ["guard"]
    with pytest.raises(Refusal, match=r"set.engaged_with: there is no other combatant 'bob'"):
        do(duel, {"do": "edit", "combatant": "guard", "set": {"engaged_with": ["bob"]}})
    do(duel, {"do": "edit", "combatant": "guard", "set": {"engaged_with": []}})
    assert duel.state["zenon"].engaged_with == []
