"""What was once played wrong: each test names the rule that it now follows."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.languages import ENGLISH
from desktop.rules.contract import Option
from desktop.rules.table import Decision, Refusal
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

WON = [6, 6]


def option(fight: Fight, action: str) -> Option:
    return next(o for o in fight.options() if o.action == action and not o.out_of_turn)


@pytest.fixture
def duel() -> Fight:
    fight = fight_of(figure("zenon", hp=6), figure("guard", "foes", hp=2), dice=[3, 3, 3, 3, 3, 3])
    activate(fight, "zenon")
    return fight


def test_teohiphip_1_with_an_objective_open_the_last_enemys_fall_ends_nothing() -> None:
    fight = fight_of(
        figure("zenon"), figure("guard", "foes", hp=2), dice=[3] * 4, objectives=["The safe"]
    )
    activate(fight, "zenon")
    shoot(fight, "zenon", "guard", *WON, answers={"swap": []})
    assert fight.state["guard"].out
    assert fight.outcome is None
    do(fight, {"do": "objective", "objective": 0})
    assert fight.outcome is not None
    assert (fight.outcome.winner, fight.outcome.rule) == ("players", "teohiphip-22")


def test_teohiphip_1_with_all_objectives_met_at_the_limit_the_players_have_won() -> None:
    fight = fight_of(
        figure("zenon"), figure("guard", "foes"), dice=[3] * 4, objectives=["Out"], round_limit=1
    )
    do(fight, {"do": "objective", "objective": 0})
    for who in ("zenon", "guard"):
        activate(fight, who)
        end_turn(fight)
    assert fight.outcome is not None
    assert (fight.outcome.winner, fight.outcome.rule) == ("players", "teohiphip-1")


def test_teohiphip_22_a_fight_whose_only_side_has_fallen_is_over() -> None:
    fight = fight_of(figure("zenon"), dice=[3] * 4)
    do(fight, {"do": "edit", "combatant": "zenon", "set": {"hp": 0}})
    assert fight.outcome is not None
    assert fight.outcome.winner is None


def test_teohiphip_8_an_easy_obstacle_needs_no_ap_and_a_hard_one_does(duel: Fight) -> None:
    act(duel, "zenon", "aim")
    act(duel, "zenon", "move")
    assert duel.state["zenon"].ap == 0
    assert option(duel, "climb").why_not is None
    assert str(option(duel, "climb").cost) == "0–1 AP"
    act(duel, "zenon", "climb", hard=False)
    with pytest.raises(Refusal, match="needs 1 AP, Zenon has 0"):
        act(duel, "zenon", "climb", 6, 6)


@pytest.mark.parametrize("action", ["interact", "other", "move", "attack", "aim"])
def test_teohiphip_5_what_costs_an_ap_is_grey_without_one(duel: Fight, action: str) -> None:
    act(duel, "zenon", "full_move")
    assert option(duel, action).why_not is not None


def test_teohiphip_5_a_price_set_by_hand_is_the_price_that_counts(duel: Fight) -> None:
    act(duel, "zenon", "full_move")
    act(duel, "zenon", "hunker", cost=0)
    assert duel.state["zenon"].hunkered
    end_turn(duel)
    activate(duel, "guard")
    with pytest.raises(Refusal, match="needs 3 AP, Guard has 2"):
        act(duel, "guard", "aim", cost=3)


def test_teohiphip_21_after_breaking_away_a_blow_needs_a_move_back(duel: Fight) -> None:
    act(duel, "zenon", "move", contact=["guard"])
    act(duel, "zenon", "move")
    end_turn(duel)
    activate(duel, "guard")
    with pytest.raises(Refusal, match="not in contact, move there first: Zenon"):
        strike(duel, "guard", "zenon", 1, 1)
    act(duel, "guard", "move", contact=["zenon"])
    strike(duel, "guard", "zenon", 1, 1)


def test_teohiphip_11_two_weapons_of_one_name_have_uses_of_their_own() -> None:
    fight = fight_of(
        figure("zenon", attacks=[PILUM, PILUM, BATON]), figure("guard", "foes", hp=8), dice=[3] * 4
    )
    activate(fight, "zenon")
    none: dict[str, list[int]] = {"swap": []}
    for _ in range(2):
        shoot(fight, "zenon", "guard", 1, 1, with_="Pilum", answers=none)
    end_turn(fight)
    activate(fight, "guard")
    end_turn(fight, 3, 3, 3, 3)
    activate(fight, "zenon")
    with pytest.raises(Refusal, match="with: Pilum: no use is left"):
        shoot(fight, "zenon", "guard", 1, 1, with_="Pilum", answers=none)


def test_teohiphip_4_pool_dice_fall_band_by_band() -> None:
    fight = fight_of(
        figure("ada", hp=1, band="Reds"),
        figure("bor", hp=1, band="Blues"),
        figure("cela", hp=1, band="Reds"),
        figure("guard", "foes"),
        dice=[1, 2, 3],
    )
    pools: dict[str, Any] = {id: fight.state[id].pool for id in ("ada", "cela", "bor")}
    assert pools == {"ada": [1], "cela": [2], "bor": [3]}


def test_teohiphip_18_equal_faces_of_the_pool_are_offered_once() -> None:
    fight = fight_of(figure("zenon", hp=4), figure("guard", "foes", hp=8), dice=[6, 6, 5, 1])
    activate(fight, "zenon")
    fight.perform({"do": "act", "actor": "zenon", "action": "attack", "target": "guard",
                   "dice": [1, 1]})  # fmt: skip
    assert fight.pending is not None
    labels = [str(choice.label) for choice in fight.pending.question.field.choices]  # type: ignore[union-attr]
    assert labels == ["Keep", "1 → 6", "1 → 5"]


def test_the_headline_says_the_round_its_limit_the_band_and_who_acts(duel: Fight) -> None:
    words = [str(text) for text in duel.rules.headline(duel.state)]
    assert words == ["Round 1 / 6", "players", "Zenon"]


def test_teohiphip_20_hit_points_are_what_a_fight_leaves_on_the_sheet(duel: Fight) -> None:
    assert duel.rules.changes(duel.state, "guard") == []
    shoot(duel, "zenon", "guard", 6, 1, answers={"swap": []})
    (change,) = duel.rules.changes(duel.state, "guard")
    assert (change.path, change.before, change.after) == ("hp", None, 1)


def test_teohiphip_18_a_swap_of_equal_faces_is_offered_where_a_trait_makes_it_matter() -> None:
    fight = fight_of(
        figure("zenon", "players", 2, "Niepewny"), figure("guard", "foes", hp=8), dice=[1, 1]
    )
    activate(fight, "zenon")
    unsure = fight.state["zenon"].unsure
    shoot(fight, "zenon", "guard", 1, 1, answers={"swap": [[0, 0]]})
    assert unsure
    assert not fight.state["zenon"].unsure


def test_teohiphip_18_who_has_to_swap_is_offered_equal_faces_too() -> None:
    fight = fight_of(
        figure("zenon", "players", 2, "Oportunista"), figure("guard", "foes", hp=8), dice=[3, 3]
    )
    activate(fight, "zenon")
    fight.perform({"do": "act", "actor": "zenon", "action": "attack", "target": "guard",
                   "dice": [3, 3]})  # fmt: skip
    assert fight.pending is not None
    labels = [str(choice.label) for choice in fight.pending.question.field.choices]  # type: ignore[union-attr]
    assert labels == ["3 → 3"]


def test_teohiphip_20_who_came_without_hit_points_and_has_all_again_keeps_them() -> None:
    fight = fight_of(figure("ala", now=0), figure("ola"), figure("guard", "foes"), dice=[1] * 4)
    do(fight, {"do": "edit", "combatant": "ala", "set": {"hp": 4}})
    (change,) = fight.rules.changes(fight.state, "ala")
    assert (change.before, change.after) == (0, 4)


def test_teohiphip_20_a_lower_maximum_set_by_hand_heals_nobody() -> None:
    fight = fight_of(figure("ala"), figure("guard", "foes"), dice=[1] * 4)
    do(fight, {"do": "edit", "combatant": "ala", "set": {"max_hp": 2, "hp": 2}})
    (change,) = fight.rules.changes(fight.state, "ala")
    assert change.after == 2


def test_teohiphip_11_the_reason_names_the_limit_of_attacks_though_it_was_overruled() -> None:
    fight = fight_of(
        figure("ala"), figure("guard", "foes", 9), dice=[1] * 4, attacks_per_activation=1
    )
    shoot(fight, "ala", "guard", 1, 1)
    shoot(fight, "ala", "guard", 1, 1, overrule=True)
    attack = next(o for o in fight.options() if o.action == "attack" and o.actor == "ala")
    assert str(attack.why_not) == "no more than 1 attack in an activation"


def test_teohiphip_22_no_rounds_go_by_where_only_objects_are_left() -> None:
    generator = figure("generator", "foes", object=True)
    fight = fight_of(figure("ala"), generator, dice=[1] * 4)
    lines = do(fight, {"do": "edit", "combatant": "ala", "set": {"hp": 0}})
    assert not cited(lines, "teohiphip-1")
    assert (fight.state.round, fight.outcome is not None) == (1, True)


def test_teohiphip_22_whoever_is_out_is_passed_over_though_an_activation_was_overruled() -> None:
    fight = fight_of(figure("ala"), figure("one", "foes"), figure("other", "foes"), dice=[1] * 4)
    do(fight, {"do": "edit", "combatant": "one", "set": {"hp": 0}})
    do(fight, {"do": "activate", "actor": "one", "overrule": True})
    assert fight.state.turn is None
    assert list(fight.rules.to_act(fight.state)) == ["ala"]


def test_teohiphip_20_nobody_recovers_from_more_hit_points_than_the_maximum() -> None:
    fight = fight_of(figure("ala", "players", 4, "Z Nawiązką"), figure("guard", "foes", 9))
    do(fight, {"do": "begin"}, *[1] * 4)
    do(fight, {"do": "edit", "combatant": "ala", "set": {"hp": 6}})
    shoot(fight, "ala", "guard", 6, 6, answers={"swap": []})
    assert fight.state["ala"].hp == 6


def test_teohiphip_22_whoever_has_left_is_not_eliminated_by_hit_points_set_by_hand() -> None:
    fight = fight_of(figure("ala"), figure("bob"), figure("guard", "foes"), dice=[1] * 8)
    do(fight, {"do": "leave", "combatant": "bob"})
    told = do(fight, {"do": "edit", "combatant": "bob", "set": {"hp": 3}})
    assert not cited(told, "teohiphip-22")


def test_teohiphip_17_taktyk_is_not_asked_where_advantage_and_disadvantage_cancel_out() -> None:
    fight = fight_of(figure("ala", "players", 2, "Taktyk"), figure("guard", "foes"), dice=[6, 2])
    both = {"advantage": True, "disadvantage": True}
    act(fight, "ala", "test", 5, 5, modifiers=both, answers={"swap": []})


def test_teohiphip_17_a_test_to_recover_is_the_first_one_of_whoever_is_out_of_breath() -> None:
    winded = figure("ala", "players", 4, "Astmatyk", "Regeneracja", "Zmęczliwy", now=2)
    fight = fight_of(figure("guard", "foes"), {**winded, "side": "others"}, dice=[])
    activate(fight, "guard")
    end_turn(fight)
    act(fight, "ala", "full_move", 1, 1)
    end_turn(fight)
    activate(fight, "guard")
    end_turn(fight)
    assert cited(activate(fight, "ala", 5), "teohiphip-17", "disadvantage, Astmatyk")
    shoot(fight, "ala", "guard", 1, 1)


@pytest.mark.parametrize("who", [{}, {"actor": "zenon"}, {"actor": "guard"}])
def test_teohiphip_3_no_activation_ends_before_it_has_begun(
    duel: Fight, who: dict[str, str]
) -> None:
    end_turn(duel)
    with pytest.raises(Refusal, match=r"it is not .*'s turn"):
        do(duel, {"do": "end_turn", **who})
    assert duel.state.phase == "activate"


def test_teohiphip_17_chwiejny_is_steady_again_when_its_own_activation_begins() -> None:
    fight = fight_of(figure("guard", "foes"), figure("ala", "players", 2, "Chwiejny"), dice=[6, 6])
    activate(fight, "guard")
    act(fight, "ala", "test", 1, 1, answers={"swap": [[0, 0]]})
    end_turn(fight)
    activate(fight, "ala")
    act(fight, "ala", "test", 1, 1)


def test_teohiphip_18_ostrozny_stops_at_three_hit_points_in_the_middle_of_a_test_too() -> None:
    ala = figure("ala", "players", 5, "Ostrożny")
    fight = fight_of(ala, figure("guard", "foes"), dice=[6, 6, 6, 1, 1], swaps_per_test=None)
    do(fight, {"do": "edit", "combatant": "ala", "set": {"hp": 4}})
    with pytest.raises(Refusal, match="Ala cannot swap: Ostrożny"):
        act(fight, "ala", "test", 1, 1, answers={"swap": [[0, 0], [1, 1]]})
    act(fight, "ala", "test", 1, 1, answers={"swap": [[0, 0]]})
    assert fight.state["ala"].hp == 3


def test_teohiphip_4_uwazny_who_had_no_pool_in_the_last_round_has_no_die_more() -> None:
    fight = fight_of(figure("guard", "foes"), dice=[])
    activate(fight, "guard")
    end_turn(fight)
    newcomer = figure("ala", "players", 2, "Uważny")
    do(fight, {"do": "join", "combatants": [newcomer]}, 3, 3)
    activate(fight, "guard")
    end_turn(fight)
    activate(fight, "ala")
    end_turn(fight, 3, 3, 3)


@pytest.mark.parametrize("trait", ["Urodzony dowódca", "Ofiara"])
def test_teohiphip_15_an_object_is_no_ally_whom_a_trait_could_help(trait: str) -> None:
    crate = figure("crate", "players", 4, now=2, object=True)
    fight = fight_of(figure("ala", "players", 4, trait), crate, figure("guard", "foes"))
    do(fight, {"do": "begin"}, *[1] * 4)
    activate(fight, "ala")
    assert str(option(fight, "use_trait").why_not) == f"{trait}: no ally whom it would help"
    with pytest.raises(Refusal, match=f"target: {trait} needs an ally"):
        act(fight, "ala", "use_trait", trait=trait, target="crate", overrule=True)


def test_teohiphip_15_medytacja_beside_an_object_is_out_of_contact_with_enemies() -> None:
    ala = figure("ala", "players", 4, "Medytacja", now=2)
    fight = fight_of(ala, figure("crate", "foes", object=True), dice=[1] * 2)
    do(fight, {"do": "edit", "combatant": "ala", "set": {"engaged_with": ["crate"]}})
    act(fight, "ala", "use_trait", trait="Medytacja")
    assert fight.state["ala"].hp == 3


@pytest.mark.parametrize("trait", ["Oszust", "Przywódca"])
def test_teohiphip_15_who_has_no_dice_is_asked_for_none_though_it_was_overruled(trait: str) -> None:
    ala = figure("ala", "players", 4, trait)
    fight = fight_of(ala, figure("bob"), figure("guard", "foes"), dice=[1] * 8)
    do(fight, {"do": "edit", "combatant": "ala", "set": {"pool": []}})
    with pytest.raises(Refusal, match="trait: Ala has no dice in the pool"):
        act(fight, "ala", "use_trait", trait=trait, target="bob", overrule=True)


@pytest.mark.parametrize(("now", "hp"), [(None, 2), (1, 2)])
def test_teohiphip_20_cherlawy_never_has_more_than_two_hit_points(now: int | None, hp: int) -> None:
    ala = figure("ala", "players", 4, "Cherlawy", "Wytrzymały", now=now)
    fight = fight_of(ala, figure("guard", "foes"), dice=[1] * 2)
    assert fight.state["ala"].hp == hp


def test_teohiphip_21_who_can_only_strike_is_not_offered_whom_it_has_left() -> None:
    ala = figure("ala", attacks=[BATON])
    fight = fight_of(ala, figure("guard", "foes"), figure("other", "foes"), dice=[1] * 4)
    activate(fight, "ala")
    do(fight, {"do": "edit", "combatant": "ala", "set": {"engaged_with": ["guard"]}})
    act(fight, "ala", "move")
    attack = option(fight, "attack")
    target = next(field for field in fight.parameters(attack) if field.id == "target")
    assert [(c.value, c.why_not is None) for c in target.choices] == [
        ("other", True),
        ("guard", False),
    ]


def test_teohiphip_1_6_and_20_the_log_tells_the_builds_of_newcomers_too() -> None:
    people = [figure(id, hp=1) for id in ("ala", "bob", "cyd")]
    fight = fight_of(*people, figure("guard", "foes", 4, "Szybki"), dice=[1] * 3)
    newcomer = figure("dan", "players", 1, "Powolny", "Wytrzymały")
    told = do(fight, {"do": "join", "combatants": [newcomer]}, 1, 1)
    assert cited(told, "teohiphip-1", "players: too many characters, 4")
    assert cited(told, "teohiphip-6", "Dan, Powolny: speed 4″")
    assert cited(told, "teohiphip-20", "Dan, Wytrzymały: 1 temporary hp")
    assert not cited(told, "teohiphip-6", "Guard")


def test_teohiphip_18_niepewny_uses_a_low_die_in_the_first_of_several_swaps_only() -> None:
    ala = figure("ala", "players", 4, "Niepewny")
    fight = fight_of(ala, figure("guard", "foes"), dice=[6, 6, 2, 1], swaps_per_test=None)
    activate(fight, "ala")
    with pytest.raises(Refusal, match="pool: the 6 cannot be swapped first"):
        act(fight, "ala", "test", 1, 1, answers={"swap": [[0, 0], [1, 2]]})
    fight.perform({"do": "act", "actor": "ala", "action": "test", "dice": [3, 4]})
    assert fight.pending
    assert isinstance(fight.pending.question, Decision)
    offered = [choice.value for choice in fight.pending.question.field.choices]
    assert [[0, 2], [1, 0]] in offered
    fight.cancel()
    act(fight, "ala", "test", 1, 1, answers={"swap": [[0, 2], [1, 0]]})
    assert fight.state["ala"].pool == [6, 1]


@pytest.mark.parametrize(
    "step",
    [
        {"do": "edit", "combatant": "guard", "set": {"hp": 3}},
        {"do": "join", "combatants": [figure("new", "foes")]},
    ],
)
def test_teohiphip_3_after_all_have_fallen_whoever_stands_again_can_be_activated(
    duel: Fight, step: dict[str, Any]
) -> None:
    for id in ("guard", "zenon"):
        do(duel, {"do": "edit", "combatant": id, "set": {"hp": 0}})
    do(duel, step)
    (who,) = duel.rules.to_act(duel.state)
    activate(duel, who)
    assert duel.state.round == 1


def test_teohiphip_3_who_is_activated_once_more_by_hand_ends_no_round_by_that(duel: Fight) -> None:
    end_turn(duel)
    activate(duel, "guard")
    told = do(duel, {"do": "activate", "actor": "zenon", "overrule": True})
    assert (duel.state.round, duel.state.turn) == (1, "zenon")
    assert cited(told, "teohiphip-5", "Guard loses 2 AP")
    end_turn(duel, 3, 3, 3, 3, 3, 3)
    assert duel.state.round == 2


@pytest.mark.parametrize(
    ("trait", "first", "wrong", "pool"),
    [
        ("Impulsywny", [0, 0], "pool: the 5 cannot be swapped first", [1, 1, 1, 1]),
        ("Oportunista", [1, 0], "test: the 2 cannot be swapped first", [3, 1, 1, 1, 1]),
    ],
)
def test_teohiphip_18_after_the_swap_that_has_to_be_others_are_free_where_several_may_be(
    trait: str, first: list[int], wrong: str, pool: list[int]
) -> None:
    ala = figure("ala", "players", 6, trait)
    dice = [6, 5, 1, 1, 1, 1]
    fight = fight_of(ala, figure("guard", "foes"), dice=dice, swaps_per_test=None)
    activate(fight, "ala")
    second = [1 - first[0], 1]
    step = {"do": "act", "actor": "ala", "action": "test"}
    with pytest.raises(Refusal, match=wrong):
        do(fight, step, 2, 3, swap=[second, first])
    fight.perform({**step, "dice": [2, 3]})
    assert fight.pending
    assert isinstance(fight.pending.question, Decision)
    assert [first, second] in [choice.value for choice in fight.pending.question.field.choices]
    assert fight.rules.decide(fight.state, fight.pending.question) == [first]
    fight.cancel()
    told = do(fight, step, 2, 3, swap=[first, second])
    assert [
        "has to swap" in str(line.text) for line in told if "from the pool" in str(line.text)
    ] == [
        True,
        False,
    ]
    assert fight.state["ala"].pool == pool


def test_teohiphip_18_oportunista_may_exchange_either_of_two_dice_that_are_highest() -> None:
    fight = fight_of(figure("ala", "players", 1, "Oportunista"), figure("guard", "foes"), dice=[2])
    activate(fight, "ala")
    act(fight, "ala", "test", 6, 6, answers={"swap": [[1, 0]]})
    assert fight.state["ala"].pool == [6]


def test_teohiphip_17_chwiejny_swaps_out_of_its_activation_with_a_steady_hand() -> None:
    ala = figure("ala", "players", 3, "Chwiejny")
    fight = fight_of(figure("guard", "foes"), ala, dice=[6, 6, 6])
    activate(fight, "guard")
    act(fight, "ala", "test", 1, 1, answers={"swap": [[0, 0]]})
    act(fight, "ala", "test", 1, 1, answers={"swap": []})


def test_teohiphip_21_without_a_map_whoever_changes_sides_stays_in_contact(duel: Fight) -> None:
    act(duel, "zenon", "move", contact=["guard"])
    do(duel, {"do": "change_side", "combatant": "guard", "side": "others"})
    assert duel.state["guard"].engaged_with == ["zenon"]


def test_teohiphip_3_the_only_one_of_a_band_can_act_in_the_round_in_which_it_is_raised() -> None:
    fight = fight_of(figure("ala"), figure("guard", "foes"), figure("cyd", "others", now=0))
    do(fight, {"do": "begin"}, *[1] * 4)
    do(fight, {"do": "edit", "combatant": "cyd", "set": {"hp": 2, "activated": False}})
    for who in ("ala", "guard", "cyd"):
        activate(fight, who)
        end_turn(fight, *([1] * 4 if who == "cyd" else []))
    assert fight.state.round == 2


@pytest.mark.parametrize(("dice", "contact"), [((1, 1), ["guard"]), ((5, 1), [])])
def test_teohiphip_8_who_fails_to_get_over_an_obstacle_stays_in_contact(
    duel: Fight, dice: tuple[int, int], contact: list[str]
) -> None:
    act(duel, "zenon", "move", contact=["guard"])
    act(duel, "zenon", "climb", *dice, answers={"swap": []})
    assert duel.state["zenon"].engaged_with == contact


def test_teohiphip_15_a_card_tells_the_ap_that_a_trait_costs_in_the_fight() -> None:
    traits = [{"name": "Medytacja"}, {"name": "Gwizd", "active": True, "ap": 0}, {"name": "Psuj"}]
    fight = fight_of(figure("ala", traits=traits), figure("guard", "foes"), dice=[1] * 4)
    groups = fight.rules.figures(fight.state, "ala")
    facts = {group.term.label: group.said(ENGLISH) for group in groups}
    assert [facts[name] for name in ("Medytacja", "Gwizd", "Psuj")] == ["2 AP", "0 AP", ""]


def test_teohiphip_20_more_hit_points_than_the_maximum_are_nothing_to_write_back() -> None:
    fight = fight_of(figure("ala"), figure("guard", "foes"), dice=[1] * 4)
    do(fight, {"do": "edit", "combatant": "ala", "set": {"hp": 6}})
    assert not fight.rules.changes(fight.state, "ala")


def test_teohiphip_15_a_trait_that_costs_more_than_there_is_left_is_greyed() -> None:
    ala = figure("ala", "players", 4, "Medytacja", "Oszust", now=2)
    fight = fight_of(ala, figure("guard", "foes"), dice=[1] * 2)
    activate(fight, "ala")
    act(fight, "ala", "aim")
    (trait, _) = fight.parameters(option(fight, "use_trait"))
    assert [(choice.value, str(choice.why_not or "")) for choice in trait.choices] == [
        ("Medytacja", "needs 2 AP, Ala has 1"),
        ("Oszust", ""),
    ]


def test_teohiphip_3_bands_of_one_name_on_two_sides_alternate() -> None:
    fight = fight_of(
        *(figure(id, band="Zenona") for id in ("ala", "bob")),
        *(figure(id, "foes", band="Zenona") for id in ("ula", "ivo")),
        dice=[1] * 8,
    )
    do(fight, {"do": "join", "combatants": [figure("eva", "others", band="Zenona")]})
    assert skirmish(fight).bands == ["Zenona", "Zenona (foes)", "Zenona (others)"]
    for who in ("ala", "ula", "eva", "bob", "ivo"):
        assert who in fight.rules.to_act(fight.state)
        activate(fight, who)
        end_turn(fight, *([1] * 8 if who == "ivo" else []))
