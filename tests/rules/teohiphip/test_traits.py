"""The traits that change a number: each by its name alone, and named in the log with its rule."""

from collections.abc import Mapping
from typing import Any

import pytest
from pydantic import ValidationError

from desktop.encounter.digest import last_account
from desktop.encounter.fight import Fight
from desktop.encounter.statistics import Tally, statistics_of
from desktop.library.languages import spoken
from desktop.rules.contract import with_changes
from desktop.rules.table import Decision, Refusal
from desktop.rules.teohiphip.sheet import Sheet
from tests.rules.steps import act, cited, do
from tests.rules.teohiphip.bench import (
    BATON,
    PILUM,
    RIFLE,
    activate,
    end_turn,
    fight_of,
    figure,
    shoot,
    strike,
)

KEEP: dict[str, Any] = {"swap": []}


def against(hp: int, *traits: str, dice: list[int] | None = None, **house: Any) -> Fight:
    """Zenon with these traits and hit points, and this pool, against a guard of 4 hp."""
    fight = fight_of(figure("zenon", "players", hp, *traits), figure("guard", "foes"), **house)
    do(fight, {"do": "begin"}, *(dice if dice is not None else [3] * hp))
    return fight


def asked(fight: Fight, step: Mapping[str, Any], *dice: int) -> Decision:
    """The decision a step stops at."""
    assert fight.perform({**step, "dice": list(dice)}) is None
    assert fight.pending is not None
    assert isinstance(fight.pending.question, Decision)
    return fight.pending.question


def activation(actor: str) -> dict[str, Any]:
    return {"do": "activate", "actor": actor}


def a_test(actor: str) -> dict[str, Any]:
    return {"do": "act", "actor": actor, "action": "test"}


def test_teohiphip_16_a_test_without_a_name_is_called_a_test_once() -> None:
    lines = act(against(2), "zenon", "test", 1, 1, answers=KEEP)
    assert cited(lines, "teohiphip-16", "Zenon makes a test")
    lines = act(against(2), "zenon", "test", 1, 1, answers=KEEP, what="locks")
    assert cited(lines, "teohiphip-16", "Zenon tests: locks")


# ---- numbers on the sheet


@pytest.mark.parametrize(
    ("traits", "inches"),
    [
        ([], 6),
        (["Otyły"], 4),
        (["Szybki"], 8),
        (["Powolny"], 4),
        (["Powolny", "Szybki"], 6),
        (["Powolny", "Otyły"], 2),
        (["szybki", "OTYŁY"], 6),
    ],
)
def test_teohiphip_6_traits_change_the_speed(traits: list[str], inches: int) -> None:
    sheet = Sheet.model_validate({"name": "A", "traits": [{"name": name} for name in traits]})
    assert sheet.speed == inches


@pytest.mark.parametrize(
    ("traits", "hp", "most"),
    [
        (["Krzepki"], 5, 5),
        (["Hartowany"], 6, 6),
        (["Wątłe zdrowie"], 3, 3),
        (["Cherlawy"], 2, 2),
        (["Cherlawy", "Hartowany", "Krzepki"], 2, 2),
        (["Krzepki", "Wątłe zdrowie"], 4, 4),
    ],
)
def test_teohiphip_20_traits_change_the_hit_points_of_the_unhurt(
    traits: list[str], hp: int, most: int
) -> None:
    for stated in ({"max_hp": 4}, {"max_hp": 4, "hp": most}, {"hp": 4}):
        named = [{"name": name} for name in traits]
        sheet = Sheet.model_validate({"name": "A", "traits": named, **stated})
        assert (sheet.hit_points, sheet.most_hit_points) == (hp, most)


def test_teohiphip_20_who_comes_hurt_stays_hurt() -> None:
    sheet = Sheet.model_validate(
        {"name": "A", "hp": 2, "max_hp": 4, "traits": [{"name": "Hartowany"}]}
    )
    assert (sheet.hit_points, sheet.most_hit_points) == (2, 6)


@pytest.mark.parametrize("left", [0, 1, 4, 5, 6])
def test_teohiphip_20_a_sheet_keeps_what_is_left_and_what_was_bought(left: int) -> None:
    built = {"name": "Ala", "max_hp": 4, "traits": [{"name": "Hartowany"}]}
    after = left_on_the_sheet(built, left)
    assert after["max_hp"] == 4
    assert after.get("hp") == (None if left == 6 else left)
    again = fight_of({"id": "ala", "side": "players", "sheet": after}, figure("x", "foes"))
    assert (again.state["ala"].hp, again.state["ala"].max_hp) == (left, 6)


@pytest.mark.parametrize("built", [{"name": "Ala"}, {"name": "Ala", "hp": 5}])
def test_teohiphip_20_a_sheet_without_a_maximum_does_not_lose_it(built: dict[str, Any]) -> None:
    most = Sheet.model_validate(built).most_hit_points
    after = left_on_the_sheet(built, 2)
    assert (after["hp"], after["max_hp"]) == (2, most)
    assert left_on_the_sheet(built, most) == built


def test_teohiphip_20_no_more_hit_points_are_left_than_the_traits_allow() -> None:
    built = {"name": "A", "max_hp": 4, "traits": [{"name": "krzepki"}, {"name": "Hartowany"}]}
    assert Sheet.model_validate({**built, "hp": 7}).hp == 7
    with pytest.raises(ValidationError, match="hp can be at most 7 with the traits"):
        Sheet.model_validate({**built, "hp": 8})


def left_on_the_sheet(sheet: dict[str, Any], hp: int) -> dict[str, Any]:
    """The sheet after a fight that left so many hit points."""
    fight = fight_of({"id": "ala", "side": "players", "sheet": sheet}, figure("x", "foes"))
    do(fight, {"do": "edit", "combatant": "ala", "set": {"hp": hp}})
    return with_changes(sheet, fight.rules.changes(fight.state, "ala"))


def test_teohiphip_6_and_20_the_log_tells_what_traits_made_of_the_sheet() -> None:
    fight = fight_of(figure("zenon", "players", 4, "Szybki", "Cherlawy"), figure("x", "foes"))
    lines = do(fight, {"do": "begin"}, 3, 3)
    assert cited(lines, "teohiphip-6", "Szybki: speed 8″")
    assert cited(lines, "teohiphip-20", "Cherlawy: 2 hp at most")


def test_teohiphip_20_wytrzymaly_a_temporary_hit_point_goes_after_the_first_test() -> None:
    fight = against(3, "Wytrzymały", dice=[6, 1, 1, 1])
    assert (fight.state["zenon"].hp, fight.state["zenon"].max_hp) == (4, 3)
    lines = act(fight, "zenon", "test", 1, 1, answers=KEEP)
    assert cited(lines, "teohiphip-20", "Zenon loses the temporary hp, 3 left: Wytrzymały")
    lines = act(fight, "zenon", "test", 1, 1, answers=KEEP)
    assert not cited(lines, "teohiphip-20")


def test_teohiphip_20_wytrzymaly_the_temporary_hit_point_pays_first() -> None:
    fight = against(3, "Wytrzymały", dice=[6, 1, 1, 1])
    act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
    assert (fight.state["zenon"].hp, fight.state["zenon"].temporary) == (3, 0)


# ---- damage


def test_teohiphip_20_nadwrazliwy_loses_one_more_if_anything() -> None:
    fight = fight_of(figure("guard", "foes"), figure("zenon", "players", 4, "Nadwrażliwy"))
    do(fight, {"do": "begin"}, *[3] * 4)
    lines = shoot(fight, "guard", "zenon", 5, 1)
    assert cited(lines, "teohiphip-20", "takes 1 more: Nadwrażliwy")
    assert fight.state["zenon"].hp == 2
    shoot(fight, "guard", "zenon", 5, 1, modifiers={"cover": True})
    assert fight.state["zenon"].hp == 2


def test_teohiphip_20_twardziel_takes_one_less_the_first_time_only() -> None:
    fight = fight_of(figure("guard", "foes"), figure("zenon", "players", 4, "Twardziel"))
    do(fight, {"do": "begin"}, *[3] * 4)
    lines = shoot(fight, "guard", "zenon", 5, 5)
    assert cited(lines, "teohiphip-20", "takes 1 less: Twardziel")
    assert fight.state["zenon"].hp == 3
    shoot(fight, "guard", "zenon", 5, 5)
    assert fight.state["zenon"].hp == 1


def test_teohiphip_20_first_what_takes_off_then_what_adds() -> None:
    fight = fight_of(
        figure("guard", "foes"), figure("zenon", "players", 4, "Twardziel", "Nadwrażliwy")
    )
    do(fight, {"do": "begin"}, *[3] * 4)
    shoot(fight, "guard", "zenon", 5, 1)
    assert fight.state["zenon"].hp == 4
    shoot(fight, "guard", "zenon", 5, 1)
    assert fight.state["zenon"].hp == 2


def test_teohiphip_22_odporny_stays_at_one_hit_point_once() -> None:
    fight = fight_of(figure("guard", "foes"), figure("zenon", "players", 2, "Odporny"))
    do(fight, {"do": "begin"}, 3, 3)
    lines = shoot(fight, "guard", "zenon", 5, 5)
    assert cited(lines, "teohiphip-22", "Zenon loses 1 hp, stays at 1 hp: Odporny")
    assert not cited(lines, "teohiphip-20", "left")
    assert fight.state["zenon"].hp == 1
    shoot(fight, "guard", "zenon", 5, 5)
    assert fight.state["zenon"].out


def test_teohiphip_22_what_odporny_keeps_is_not_lost() -> None:
    zenon = figure("zenon", "players", 4, "Odporny", now=1)
    fight = fight_of(figure("guard", "foes"), zenon, dice=[3])
    lines = shoot(fight, "guard", "zenon", 5, 5)
    assert cited(lines, "teohiphip-22", "Zenon stays at 1 hp: Odporny")
    assert not any("loses" in str(line.text) for line in lines)
    assert fight.moments[-1].marks == {("hit", "zenon"): 1}
    assert str(last_account(fight).result) == "Zenon: HP 1 → 1, Odporny"  # type: ignore[union-attr]
    guard, hurt = statistics_of(fight).people
    assert (guard.dealt, guard.hits.reached, hurt.taken) == (Tally(), 1, Tally())


def test_teohiphip_20_drugi_oddech_gives_half_a_die_back_at_exactly_one() -> None:
    fight = fight_of(figure("guard", "foes"), figure("zenon", "players", 3, "Drugi oddech"))
    do(fight, {"do": "begin"}, 3, 3, 3)
    lines = shoot(fight, "guard", "zenon", 5, 5, 3)
    assert cited(lines, "teohiphip-20", "gets 2 hp back, 3 now: Drugi oddech")
    shoot(fight, "guard", "zenon", 5, 5)
    assert fight.state["zenon"].hp == 1


def test_teohiphip_22_odporny_protects_before_what_happens_at_exactly_one() -> None:
    traits = ("Odporny", "Nieustępliwy", "Drugi oddech")
    fight = fight_of(figure("guard", "foes"), figure("zenon", "players", 2, *traits))
    do(fight, {"do": "begin"}, 3, 3)
    lines = shoot(fight, "guard", "zenon", 6, 6, 4, 1)
    texts = " ".join(str(line.text) for line in lines)
    places = [texts.index(trait) for trait in traits]
    assert places == sorted(places)
    assert fight.state["zenon"].hp == 2
    assert fight.state["zenon"].pool == [3, 3, 4]


def test_teohiphip_4_nieustepliwy_rolls_a_die_when_a_swap_leaves_exactly_one() -> None:
    fight = against(2, "Nieustępliwy", dice=[6, 2])
    lines = act(fight, "zenon", "test", 1, 1, 5, answers={"swap": [[0, 0]]})
    assert cited(lines, "teohiphip-4", "a 5 for the pool, Nieustępliwy")
    assert fight.state["zenon"].pool == [2, 5]


def test_teohiphip_4_adrenalina_rolls_a_die_for_damage_but_not_for_a_swap() -> None:
    fight = fight_of(figure("guard", "foes"), figure("zenon", "players", 4, "Adrenalina"))
    do(fight, {"do": "begin"}, 6, 1, 1, 1)
    lines = shoot(fight, "guard", "zenon", 5, 1, 4)
    assert cited(lines, "teohiphip-4", "a 4 for the pool, Adrenalina")
    act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
    assert fight.state["zenon"].pool == [1, 1, 1, 4]


def test_teohiphip_4_who_has_no_pool_gains_no_dice() -> None:
    fight = fight_of(figure("zenon", hp=1), figure("guard", "foes", 4, "Adrenalina"), dice=[3])
    shoot(fight, "zenon", "guard", 5, 1)
    assert fight.state["guard"].pool == []


# ---- getting hit points back


def test_teohiphip_20_regeneracja_gives_one_back_at_half_or_less() -> None:
    zenon = figure("zenon", "players", 5, "Regeneracja", now=2)
    fight = fight_of(zenon, figure("guard", "foes"), dice=[3, 3])
    lines = activate(fight, "zenon")
    assert cited(lines, "teohiphip-20", "gets 1 hp back, 3 now: Regeneracja")
    end_turn(fight)
    activate(fight, "guard")
    end_turn(fight, 3, 3, 3)
    activate(fight, "zenon")
    assert fight.state["zenon"].hp == 3


def test_teohiphip_15_medytacja_costs_two_ap_once_a_fight_and_wants_peace() -> None:
    zenon = figure("zenon", "players", 4, "Medytacja", now=2)
    fight = fight_of(zenon, figure("guard", "foes"), dice=[3, 3])
    activate(fight, "zenon")
    do(fight, {"do": "edit", "combatant": "zenon", "set": {"engaged_with": ["guard"]}})
    with pytest.raises(Refusal, match="in contact with an enemy"):
        act(fight, "zenon", "use_trait", trait="Medytacja")
    do(fight, {"do": "edit", "combatant": "zenon", "set": {"engaged_with": []}})
    lines = act(fight, "zenon", "use_trait", trait="Medytacja")
    assert cited(lines, "teohiphip-15", "uses a trait: Medytacja")
    assert cited(lines, "teohiphip-20", "gets 1 hp back, 3 now: Medytacja")
    assert fight.state["zenon"].ap == 0
    do(fight, {"do": "edit", "combatant": "zenon", "set": {"ap": 2}})
    with pytest.raises(Refusal, match="Medytacja: once a fight only"):
        act(fight, "zenon", "use_trait", trait="Medytacja")
    act(fight, "zenon", "use_trait", trait="Medytacja", overrule=True)
    assert fight.state["zenon"].hp == 4


def test_teohiphip_15_medytacja_is_not_for_the_unhurt() -> None:
    fight = against(4, "Medytacja")
    with pytest.raises(Refusal, match="Zenon: no hit point is missing"):
        act(fight, "zenon", "use_trait", trait="Medytacja")


def test_teohiphip_20_z_nawiazka_two_sixes_as_they_fell_give_one_back() -> None:
    zenon = figure("zenon", "players", 4, "Z Nawiązką", now=2)
    fight = fight_of(zenon, figure("guard", "foes"), dice=[6, 6])
    lines = act(fight, "zenon", "test", 6, 6, answers=KEEP)
    assert cited(lines, "teohiphip-20", "gets 1 hp back, 3 now: Z Nawiązką")
    lines = act(fight, "zenon", "test", 6, 1, answers={"swap": [[1, 0]]})
    assert not cited(lines, "teohiphip-20")
    assert fight.state["zenon"].hp == 2


@pytest.mark.parametrize(("die", "hp"), [(6, 3), (4, 2)])
def test_teohiphip_16_zmeczliwy_has_to_pass_a_test_to_recover(die: int, hp: int) -> None:
    zenon = figure("zenon", "players", 4, "Zmęczliwy", "Medytacja", now=2)
    fight = fight_of(zenon, figure("guard", "foes"), dice=[1, 1])
    lines = act(fight, "zenon", "use_trait", 1, die, trait="Medytacja", answers=KEEP)
    assert cited(lines, "teohiphip-16", "has to pass a test: Zmęczliwy")
    assert fight.state["zenon"].hp == hp


def test_teohiphip_16_zmeczliwy_and_z_nawiazka_do_not_feed_each_other() -> None:
    zenon = figure("zenon", "players", 4, "Zmęczliwy", "Z Nawiązką", now=1)
    fight = fight_of(zenon, figure("guard", "foes"), dice=[1])
    act(fight, "zenon", "test", 6, 6, 6, 6)
    assert fight.state["zenon"].hp == 2


def test_teohiphip_15_ofiara_gives_a_hit_point_to_an_ally() -> None:
    ala = figure("ala", "players", 4, now=2)
    fight = fight_of(
        figure("zenon", "players", 2, "Ofiara"), ala, figure("guard", "foes"), dice=[3] * 4
    )
    with pytest.raises(Refusal, match="target: Ofiara needs an ally"):
        act(fight, "zenon", "use_trait", trait="Ofiara", target="guard")
    with pytest.raises(Refusal, match="target: Ofiara needs an ally"):
        act(fight, "zenon", "use_trait", trait="Ofiara")
    lines = act(fight, "zenon", "use_trait", trait="Ofiara", target="ala")
    assert cited(lines, "teohiphip-15", "Zenon → Ala: Ofiara")
    assert cited(lines, "teohiphip-20", "Ala gets 1 hp back, 3 now: Ofiara")
    assert (fight.state["zenon"].hp, fight.state["ala"].hp) == (1, 3)
    act(fight, "zenon", "use_trait", trait="Ofiara", target="ala")
    assert fight.state["zenon"].out
    assert fight.state.turn is None


def test_teohiphip_18_obronca_spends_a_die_and_a_hit_point_for_an_ally() -> None:
    fight = fight_of(
        figure("guard", "foes"),
        figure("zenon", "players", 2),
        figure("ala", "players", 3, "Obrońca"),
        dice=[3, 3, 5, 6, 1],
    )
    step = {"do": "act", "actor": "guard", "action": "attack", "target": "zenon"}
    question = asked(fight, step, 6, 6)
    assert (question.id, question.by, question.rule) == ("defend", "ala", "teohiphip-18")
    assert [choice.value for choice in question.field.choices] == [None, 0, 1]
    fight.cancel()
    lines = shoot(fight, "guard", "zenon", 6, 6, answers={"defend": 0})
    assert cited(lines, "teohiphip-18", "Ala spends a 5 and 1 hp, 1 damage less: Obrońca")
    assert (fight.state["zenon"].hp, fight.state["ala"].hp) == (1, 2)
    assert fight.state["ala"].pool == [6, 1]


@pytest.mark.parametrize(
    ("traits", "hp", "dice", "notes", "in_vain"),
    [
        ([], 3, [6, 6], ["HP 3 → 1", "HP 3 → 2"], False),
        (["Nadwrażliwy"], 3, [6, 1], ["HP 3 → 1", "HP 3 → 3"], False),
        ([], 1, [6, 6], ["HP 1 → 0", "HP 1 → 0"], True),
        # It spares the trait, or does not even that.
        (["Odporny"], 1, [6, 1], ["HP 1 → 1, Odporny", "HP 1 → 1"], False),
        (["Odporny"], 1, [6, 6], ["HP 1 → 1, Odporny", "HP 1 → 1, Odporny"], True),
    ],
)
def test_teohiphip_18_obronca_is_told_what_each_answer_comes_to(
    traits: list[str], hp: int, dice: list[int], notes: list[str], in_vain: bool
) -> None:
    zenon, ala = figure("zenon", "players", hp, *traits), figure("ala", "players", 3, "Obrońca")
    fight = fight_of(figure("guard", "foes"), zenon, ala, dice=[*[3] * hp, 5, 1, 1])
    step = {"do": "act", "actor": "guard", "action": "attack", "target": "zenon"}
    question = asked(fight, step, *dice)
    assert str(question.text).startswith("Ala, Obrońca: spend a pool die and 1 hp")
    assert [str(choice.note) for choice in question.field.choices] == notes
    assert question.no_benefit == in_vain


# ---- the pool


def test_teohiphip_4_uwazny_rolls_one_more_after_a_round_without_swaps() -> None:
    fight = against(2, "Uważny", dice=[3, 3])
    for round, dice in ((1, [3, 3, 6]), (2, [3])):
        activate(fight, "zenon")
        if round == 2:
            act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 2]]})
        end_turn(fight)
        activate(fight, "guard")
        lines = end_turn(fight, *dice)
        assert cited(lines, "teohiphip-4", "one die more, Uważny") == (round == 1)
        assert fight.state["zenon"].pool == dice


def test_teohiphip_4_witalnosc_adds_a_die_at_half_the_hit_points() -> None:
    zenon = figure("zenon", "players", 5, "Witalność", now=2)
    fight = fight_of(zenon, figure("guard", "foes"), dice=[3, 3])
    lines = activate(fight, "zenon", 6)
    assert cited(lines, "teohiphip-4", "a 6 for the pool, Witalność")
    assert fight.state["zenon"].pool == [3, 3, 6]


@pytest.mark.parametrize(
    ("trait", "pool"),
    [("Nocny łowca", [2, 6, 6]), ("Ślepy w ciemności", [1, 4, 5])],
)
def test_teohiphip_4_in_the_dark_pool_dice_count_more_or_less(trait: str, pool: list[int]) -> None:
    lit = against(3, trait, dice=[1, 5, 6])
    assert lit.state["zenon"].pool == [1, 5, 6]
    dark = fight_of(figure("zenon", "players", 3, trait), figure("x", "foes"), darkness=True)
    lines = do(dark, {"do": "begin"}, 1, 5, 6)
    assert cited(lines, "teohiphip-4", f"{trait}: has ", "in the dark")
    assert dark.state["zenon"].pool == pool


def test_teohiphip_4_przesadny_throws_equal_dice_again() -> None:
    fight = fight_of(figure("zenon", "players", 4, "Przesądny"), figure("guard", "foes"))
    question = asked(fight, {"do": "begin"}, 2, 6, 2, 6)
    assert [choice.value for choice in question.field.choices] == [[0, 2], [0], [1], [1, 3]]
    fight.cancel()
    lines = do(fight, {"do": "begin"}, 2, 6, 2, 6, 4, 5, superstition=[0, 2])
    assert cited(lines, "teohiphip-4", "Przesądny: throws 2 2 again: 4 5")
    assert fight.state["zenon"].pool == [4, 6, 5, 6]


def test_teohiphip_4_przesadny_without_equal_dice_is_not_asked() -> None:
    fight = against(3, "Przesądny", dice=[1, 2, 3])
    assert fight.state["zenon"].pool == [1, 2, 3]


def test_teohiphip_4_chaotyczny_throws_one_of_the_highest_again() -> None:
    fight = against(3, "Chaotyczny", dice=[6, 2, 6])
    lines = activate(fight, "zenon", 1)
    assert cited(lines, "teohiphip-4", "Chaotyczny: throws 6 again: 1")
    assert fight.state["zenon"].pool == [1, 2, 6]


@pytest.mark.parametrize(
    ("pool", "dice", "after"),
    [
        ([5, 5, 1], [], [1, 5, 1]),
        ([6, 5, 1], [2], [6, 1, 1]),
        ([6, 5, 1], [5, 1], [1, 5, 1]),
        ([5, 1], [], [5, 1]),
    ],
)
def test_teohiphip_4_nerwowy_spoils_one_when_most_dice_are_good(
    pool: list[int], dice: list[int], after: list[int]
) -> None:
    fight = against(len(pool), "Nerwowy", dice=pool)
    lines = activate(fight, "zenon", *dice)
    assert cited(lines, "teohiphip-4", "to 1") == (pool != after)
    assert fight.state["zenon"].pool == after


def test_teohiphip_4_szczesciarz_may_throw_a_one_again() -> None:
    fight = against(3, "Szczęściarz", dice=[4, 1, 1])
    lines = activate(fight, "zenon", 6, lucky=1)
    assert cited(lines, "teohiphip-4", "Szczęściarz: throws 1 again: 6")
    assert fight.state["zenon"].pool == [4, 6, 1]


def test_teohiphip_4_strateg_may_throw_one_die_again() -> None:
    fight = against(3, "Strateg", dice=[4, 6, 5])
    assert not asked(fight, activation("zenon")).no_benefit
    lines = activate(fight, "zenon", 5, strategist=0)
    assert cited(lines, "teohiphip-4", "Strateg: throws 4 again: 5")
    assert fight.state["zenon"].pool == [5, 6, 5]
    good = against(2, "Strateg", dice=[6, 5])
    assert asked(good, activation("zenon")).no_benefit


def test_teohiphip_4_hazardzista_may_throw_the_whole_pool_again() -> None:
    fight = against(3, "Hazardzista", dice=[4, 6, 5])
    lines = activate(fight, "zenon", 1, 2, 3, gambler=True)
    assert cited(lines, "teohiphip-4", "Hazardzista: throws 4 6 5 again: 1 2 3")
    assert fight.state["zenon"].pool == [1, 2, 3]


def test_teohiphip_4_mistyk_may_turn_a_die_by_one() -> None:
    fight = against(2, "Mistyk", dice=[4, 6])
    question = asked(fight, activation("zenon"))
    assert question.field.choices[1].value == [0, 5]
    assert not question.no_benefit
    fight.cancel()
    lines = activate(fight, "zenon", mystic=[0, 5])
    assert cited(lines, "teohiphip-4", "Mistyk: turns a 4 of the pool to 5")
    with pytest.raises(Refusal, match=r"answers\.mystic"):
        activate(against(2, "Mistyk", dice=[4, 6]), "zenon", mystic=[0, 6])
    assert asked(against(2, "Mistyk", dice=[1, 6]), activation("zenon")).no_benefit


def test_teohiphip_4_kowal_losu_may_set_a_die_freely_once_a_fight() -> None:
    fight = against(2, "Kowal losu", dice=[2, 3])
    lines = activate(fight, "zenon", fate_smith=[0, 6])
    assert cited(lines, "teohiphip-4", "Kowal losu: turns a 2 of the pool to 6")
    end_turn(fight)
    activate(fight, "guard")
    end_turn(fight, 1, 1)
    activate(fight, "zenon")
    assert fight.state["zenon"].pool == [1, 1]


def played_to_round_2(*traits: str) -> Fight:
    """Zenon had 6 5 1 left in the first round and rolled 2 2 2 for the second."""
    fight = against(3, *traits, dice=[6, 5, 1])
    activate(fight, "zenon")
    end_turn(fight)
    activate(fight, "guard")
    end_turn(fight, 2, 2, 2)
    return fight


def test_teohiphip_19_przezorny_may_keep_a_die_for_one_more_round() -> None:
    fight = played_to_round_2("Przezorny")
    lines = activate(fight, "zenon", provident=0)
    assert cited(lines, "teohiphip-4", "Przezorny: keeps a 6 of the last round")
    assert fight.state["zenon"].pool == [2, 2, 2, 6]
    end_turn(fight)
    activate(fight, "guard")
    end_turn(fight, 1, 1, 1)
    question = asked(fight, activation("zenon"))
    assert [choice.label for choice in question.field.choices] == ["Leave it", "Keep the 2"]


def test_teohiphip_19_rozrzutny_keeps_no_six_and_nieostrozny_nothing() -> None:
    question = asked(played_to_round_2("Przezorny", "Rozrzutny"), activation("zenon"))
    labels = [choice.label for choice in question.field.choices]
    assert labels == ["Leave it", "Keep the 5", "Keep the 1"]
    activate(played_to_round_2("Przezorny", "Nieostrożny"), "zenon")


def test_teohiphip_15_oszust_turns_a_die_over_once_a_fight() -> None:
    fight = against(3, "Oszust", dice=[1, 2, 3])
    lines = act(fight, "zenon", "use_trait", trait="Oszust", answers={"trickster": 1})
    assert cited(lines, "teohiphip-15", "uses a trait: Oszust")
    assert cited(lines, "teohiphip-4", "turns a 2 of the pool to 5")
    assert fight.state["zenon"].pool == [1, 5, 3]
    with pytest.raises(Refusal, match="once a fight only"):
        act(fight, "zenon", "use_trait", trait="Oszust", answers={"trickster": 0})


def test_teohiphip_15_przywodca_exchanges_a_die_with_an_ally_once_an_activation() -> None:
    fight = fight_of(
        figure("zenon", "players", 2, "Przywódca"),
        figure("ala", "players", 2),
        figure("guard", "foes"),
        dice=[1, 4, 6, 5],
    )
    step = {"trait": "Przywódca", "target": "ala", "answers": {"leader": [0, 0]}}
    lines = act(fight, "zenon", "use_trait", **step)
    assert cited(lines, "teohiphip-15", "Zenon → Ala: Przywódca")
    assert cited(lines, "teohiphip-4", "Zenon → Ala: 1 for 6")
    assert fight.state["zenon"].pool == [6, 4]
    assert fight.state["ala"].pool == [1, 5]
    with pytest.raises(Refusal, match="once an activation only"):
        act(fight, "zenon", "use_trait", **step)


# ---- swaps


def test_teohiphip_18_opanowany_swaps_for_a_six_at_no_cost_once_a_round() -> None:
    fight = against(3, "Opanowany", dice=[6, 6, 5])
    lines = act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
    assert cited(lines, "teohiphip-18", "free, Opanowany")
    assert fight.state["zenon"].hp == 3
    act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
    assert fight.state["zenon"].hp == 2


def test_teohiphip_18_ekonomiczny_swaps_once_a_round_at_no_cost_even_at_one_hp() -> None:
    fight = against(1, "Ekonomiczny", dice=[5])
    lines = act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
    assert cited(lines, "teohiphip-18", "free, Ekonomiczny")
    assert fight.state["zenon"].hp == 1


def test_teohiphip_18_a_free_six_does_not_use_up_the_other_free_swap() -> None:
    fight = against(3, "Ekonomiczny", "Opanowany", dice=[6, 5, 5], swaps_per_test=None)
    act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0], [1, 1]]})
    assert fight.state["zenon"].hp == 3
    assert fight.state["zenon"].used == {"Ekonomiczny", "Opanowany"}


def test_teohiphip_18_wytrwaly_swaps_at_no_cost_at_two_hit_points() -> None:
    zenon = figure("zenon", "players", 4, "Wytrwały", now=3)
    fight = fight_of(zenon, figure("guard", "foes"), dice=[5, 5, 5])
    for hp, price in ((2, "1 hp, 2 left"), (2, "free, Wytrwały"), (2, "free, Wytrwały")):
        lines = act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
        assert cited(lines, "teohiphip-18", price)
        assert fight.state["zenon"].hp == hp


def test_teohiphip_18_synchroniczny_uses_odd_dice_in_odd_rounds() -> None:
    fight = against(3, "Synchroniczny", dice=[6, 5, 4])
    with pytest.raises(Refusal, match="pool: the 6 cannot be swapped here"):
        act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
    lines = act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 1]]})
    assert cited(lines, "teohiphip-18", "odd pool dice only: Synchroniczny")
    act(fight, "zenon", "test", 1, 1)
    activate(fight, "zenon")
    end_turn(fight)
    activate(fight, "guard")
    end_turn(fight, 6, 5)
    act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
    assert fight.state["zenon"].pool == [5]


def test_teohiphip_18_pechowiec_with_a_one_cannot_use_the_pool_in_its_activation() -> None:
    fight = against(3, "Pechowiec", dice=[6, 1, 4])
    lines = activate(fight, "zenon")
    assert cited(lines, "teohiphip-4", "cannot use the pool now", "Pechowiec")
    lines = act(fight, "zenon", "test", 1, 1)
    assert cited(lines, "teohiphip-18", "cannot swap: Pechowiec")
    end_turn(fight)
    act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})


def test_teohiphip_18_impulsywny_has_to_swap_in_the_highest_die_at_first() -> None:
    fight = against(3, "Impulsywny", dice=[3, 6, 1])
    activate(fight, "zenon")
    question = asked(fight, a_test("zenon"), 5, 4)
    assert [choice.value for choice in question.field.choices] == [[[1, 1]], [[0, 1]]]
    fight.cancel()
    with pytest.raises(Refusal, match="Zenon has to swap: Impulsywny"):
        act(fight, "zenon", "test", 5, 4, answers=KEEP)
    lines = act(fight, "zenon", "test", 5, 4, answers={"swap": [[1, 1]]})
    assert cited(lines, "teohiphip-18", "has to swap", "Impulsywny", "1 hp, 2 left")
    act(fight, "zenon", "test", 5, 4, answers=KEEP)


def test_teohiphip_18_impulsywny_who_cannot_pay_need_not() -> None:
    fight = against(1, "Impulsywny", dice=[6])
    activate(fight, "zenon")
    act(fight, "zenon", "test", 1, 1)
    assert fight.state["zenon"].pool == [6]


def test_teohiphip_18_oportunista_exchanges_its_highest_die_at_first_for_nothing() -> None:
    fight = against(1, "Oportunista", dice=[2])
    activate(fight, "zenon")
    question = asked(fight, a_test("zenon"), 1, 6)
    assert [choice.value for choice in question.field.choices] == [[[1, 0]]]
    assert question.no_benefit
    fight.cancel()
    lines = act(fight, "zenon", "test", 1, 6, answers={"swap": [[1, 0]]})
    assert cited(lines, "teohiphip-18", "has to swap 6 for 2", "Oportunista", "free")
    assert cited(lines, "teohiphip-16", "no success")
    assert fight.state["zenon"].pool == [6]


def test_teohiphip_18_niepewny_has_to_use_a_low_die_first() -> None:
    fight = against(4, "Niepewny", dice=[6, 2, 5, 5])
    lines = activate(fight, "zenon")
    assert cited(lines, "teohiphip-4", "Niepewny: must use a 1 or 2 in the next swap")
    with pytest.raises(Refusal, match="pool: the 6 cannot be swapped first"):
        act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
    lines = act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 1]]})
    assert cited(lines, "teohiphip-18", "has to use a 1 or 2: Niepewny")
    act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
    assert fight.state["zenon"].pool == [5, 5]


def test_teohiphip_18_ostrozny_does_not_swap_at_three_hit_points() -> None:
    fight = against(4, "Ostrożny", dice=[6, 5, 5, 5])
    act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
    lines = act(fight, "zenon", "test", 1, 1)
    assert cited(lines, "teohiphip-18", "cannot swap: Ostrożny")


def test_teohiphip_18_powolny_refleks_does_not_swap_in_the_first_test_of_its_turn() -> None:
    fight = against(4, "Powolny refleks", dice=[6, 5, 5, 5])
    act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
    activate(fight, "zenon")
    lines = act(fight, "zenon", "test", 1, 1)
    assert cited(lines, "teohiphip-18", "cannot swap: Powolny Refleks")
    act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})


def test_teohiphip_17_chwiejny_has_disadvantage_after_a_swap() -> None:
    fight = against(4, "Chwiejny", dice=[6, 5, 5, 5])
    activate(fight, "zenon")
    act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
    lines = act(fight, "zenon", "test", 1, answers=KEEP)
    assert cited(lines, "teohiphip-17", "disadvantage, Chwiejny")
    act(fight, "zenon", "test", 1, 1, answers={"swap": [[0, 0]]})
    end_turn(fight)
    act(fight, "zenon", "test", 1, 1, answers=KEEP)


# ---- tests


def attacker(*traits: str) -> Fight:
    thrower = figure("zenon", "foes", 4, *traits, attacks=[RIFLE, PILUM, BATON])
    return fight_of(thrower, figure("guard", "others", 9))


@pytest.mark.parametrize(
    ("trait", "word", "weapon"),
    [
        ("Celne oko", "advantage", "Karabin"),
        ("Parabolik", "advantage", "Pilum"),
        ("Fechmistrz", "advantage", "Pałka"),
        ("Krótkowidz", "disadvantage", "Karabin"),
        ("Cyklop", "disadvantage", "Pilum"),
        ("Niezdarny", "disadvantage", "Pałka"),
    ],
)
def test_teohiphip_17_traits_of_attacks_work_with_their_weapons_only(
    trait: str, word: str, weapon: str
) -> None:
    for with_ in ("Karabin", "Pilum", "Pałka"):
        fight = attacker(trait)
        do(fight, {"do": "begin"})
        count = 2 if with_ != weapon else 3 if word == "advantage" else 1
        lines = act(fight, "zenon", "attack", *[1] * count, target="guard", with_=with_)
        assert cited(lines, "teohiphip-17", f"{word}, {trait}") == (with_ == weapon)


def test_teohiphip_17_otyly_has_disadvantage_on_climbing_and_zwinny_advantage() -> None:
    for trait, dice, word in (("Otyły", [5], "disadvantage"), ("Zwinny", [5, 1, 1], "advantage")):
        fight = against(1, trait)
        lines = act(fight, "zenon", "climb", *dice)
        assert cited(lines, "teohiphip-17", f"{word}, {trait}")


def test_teohiphip_9_czujny_sees_the_concealed_and_pietno_czasowe_is_seen() -> None:
    concealed = {"modifiers": {"concealed": True}}
    watcher = figure("guard", "foes", 4, "Czujny")
    fight = fight_of(watcher, figure("zenon", hp=1), dice=[3])
    lines = shoot(fight, "guard", "zenon", 1, 1, **concealed)
    assert cited(lines, "teohiphip-9", "No concealment: Guard, Czujny")
    marked = figure("zenon", "players", 1, "Piętno czasowe")
    fight = fight_of(figure("guard", "foes"), marked, dice=[3])
    lines = shoot(fight, "guard", "zenon", 1, 1, **concealed)
    assert cited(lines, "teohiphip-9", "No concealment: Zenon, Piętno czasowe")


def test_teohiphip_17_drapieznik_has_advantage_in_melee_on_the_badly_hurt() -> None:
    for hp, dice in ((2, [1, 1]), (1, [1, 1, 1])):
        prey = figure("zenon", "players", 4, now=hp)
        raptor = figure("raptor", "foes", 4, "Drapieżnik")
        fight = fight_of(raptor, prey, dice=[3] * hp)
        lines = strike(fight, "raptor", "zenon", *dice)
        assert cited(lines, "teohiphip-17", "advantage, Drapieżnik") == (hp == 1)


def test_teohiphip_17_taktyk_turns_a_good_die_over_for_advantage_once_a_round() -> None:
    fight = against(2, "Taktyk", dice=[6, 2])
    question = asked(fight, a_test("zenon"))
    assert (question.id, [c.value for c in question.field.choices]) == ("tactician", [None, 0])
    fight.cancel()
    lines = act(fight, "zenon", "test", 5, 5, 5, answers={"tactician": 0, **KEEP})
    assert cited(lines, "teohiphip-4", "turns a 6 of the pool to 1")
    assert cited(lines, "teohiphip-17", "advantage, Taktyk")
    assert fight.state["zenon"].pool == [1, 2]
    act(fight, "zenon", "test", 5, 5, answers=KEEP)


def test_teohiphip_17_taktyk_is_not_asked_where_there_is_advantage_already() -> None:
    fight = against(2, "Taktyk", dice=[6, 2])
    act(fight, "zenon", "test", 5, 5, 5, modifiers={"advantage": True}, answers=KEEP)


def test_teohiphip_16_szczescie_idioty_has_a_test_thrown_again_once_a_fight() -> None:
    fight = fight_of(figure("guard", "foes"), figure("zenon", "players", 4, "Szczęście idioty"))
    do(fight, {"do": "begin"}, *[3] * 4)
    step = {"do": "act", "actor": "guard", "action": "attack", "target": "zenon"}
    question = asked(fight, step, 6, 6)
    assert (question.id, question.by, question.no_benefit) == ("fools_luck", "zenon", False)
    fight.cancel()
    assert asked(fight, step, 1, 1).no_benefit
    fight.cancel()
    lines = shoot(fight, "guard", "zenon", 6, 6, 1, 2, answers={"fools_luck": True})
    assert cited(lines, "teohiphip-16", "Zenon: Szczęście idioty, thrown again")
    assert fight.state["zenon"].hp == 4
    shoot(fight, "guard", "zenon", 6, 6)
    assert fight.state["zenon"].hp == 2


def test_teohiphip_16_szczescie_idioty_is_no_help_to_enemies_among_themselves() -> None:
    fight = fight_of(figure("guard", "foes"), figure("zenon", "players", 1, "Szczęście idioty"))
    do(fight, {"do": "begin"}, 3)
    act(fight, "guard", "test", 1, 1)


def test_teohiphip_15_urodzony_dowodca_gives_an_ally_advantage_until_the_round_ends() -> None:
    fight = fight_of(
        figure("zenon", "players", 1, "Urodzony dowódca"),
        figure("ala", hp=1),
        figure("guard", "foes"),
        dice=[3, 3],
    )
    lines = act(fight, "zenon", "use_trait", trait="Urodzony dowódca", target="ala")
    assert cited(lines, "teohiphip-17", "Ala has advantage on the next test")
    lines = act(fight, "ala", "test", 1, 1, 1)
    assert cited(lines, "teohiphip-17", "advantage, Urodzony dowódca")
    act(fight, "ala", "test", 1, 1)
    fight.undo()
    fight.undo()
    end_turn(fight)
    for actor in ("guard", "ala"):
        activate(fight, actor)
        end_turn(fight, *([3, 3] if actor == "ala" else []))
    act(fight, "ala", "test", 1, 1)


def rested(fight: Fight) -> None:
    """Everybody else acts, and the next round begins with Zenon's activation."""
    end_turn(fight)
    activate(fight, "guard")
    end_turn(fight, 3)
    activate(fight, "zenon")


@pytest.mark.parametrize("moves", [["full_move"], ["move", "move"]])
def test_teohiphip_17_astmatyk_is_out_of_breath_after_a_full_move(moves: list[str]) -> None:
    fight = against(1, "Astmatyk")
    activate(fight, "zenon")
    for move in moves:
        act(fight, "zenon", move)
    rested(fight)
    lines = act(fight, "zenon", "test", 5)
    assert cited(lines, "teohiphip-17", "disadvantage, Astmatyk")
    act(fight, "zenon", "test", 5, 5)


def test_teohiphip_17_anemiczny_is_weak_after_an_effort_for_an_activation() -> None:
    fight = against(1, "Anemiczny")
    activate(fight, "zenon")
    act(fight, "zenon", "climb", 1, 1)
    rested(fight)
    shoot(fight, "zenon", "guard", 1, 1)
    lines = strike(fight, "zenon", "guard", 5)
    assert cited(lines, "teohiphip-17", "disadvantage, Anemiczny")
    rested(fight)
    strike(fight, "zenon", "guard", 1, 1)
    strike(fight, "zenon", "guard", 1, 1)
    rested(fight)
    strike(fight, "zenon", "guard", 1)


# ---- traits the rules do not know


def test_a_trait_without_rules_stands_on_the_sheet_and_changes_nothing() -> None:
    plain, odd = against(2, dice=[1, 2]), against(2, "Psuj", "Oburęczność", dice=[1, 2])
    assert odd.state["zenon"].traits == frozenset()
    assert odd.as_json() == plain.as_json()


def test_the_line_of_a_die_turned_over_is_said_in_polish() -> None:
    """Its template stands in the call, where translators' texts are collected."""
    fight = fight_of(figure("zenon", "players", 2, "Oszust"), figure("guard", "foes"), dice=[5, 1])
    activate(fight, "zenon")
    trick = {"do": "act", "actor": "zenon", "action": "use_trait", "trait": "Oszust"}
    *_, line = do(fight, trick, trickster=1)
    assert line.text.said(spoken("pl")) == "Zenon obraca 1 z puli na 6"
