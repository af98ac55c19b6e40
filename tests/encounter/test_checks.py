"""Throws away from a fight: what each system's checks come to, their odds, and what they use up."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.encounter.checks import (
    Made,
    Sheets,
    make,
    read_check,
    success,
    together,
    usual_values,
)
from desktop.encounter.fight import start
from desktop.encounter.play_table import Unanswered
from desktop.encounter.playout import PlayoutError, check_checks, check_figures
from desktop.encounter.script import ScriptError
from desktop.languages import ENGLISH
from desktop.library.samples import sample_scripts
from desktop.rules import SystemFailed, systems
from desktop.rules.checks import Check, checks_with
from desktop.rules.contract import checked
from desktop.rules.guarded import guarded
from desktop.rules.table import Refusal


def made(system: str, check: Mapping[str, Any], *sheets: Mapping[str, Any], **more: Any) -> Made:
    """A check that the first of the sheets makes; their ids are a, b, c."""
    roster = [
        {"id": id, "side": id, "sheet": {"name": id.upper(), **sheet}}
        for id, sheet in zip("abc", sheets, strict=False)
    ]
    script = {"format": "check/1", "system": system, "check": check, "combatants": roster}
    return make(read_check({"by": ["a"], **script, **more}))


def odds_of(made: Made) -> dict[str, Fraction]:
    return {str(one.said): one.p for one in made.odds["a"]}


def told(made: Made) -> list[tuple[str, str]]:
    return [(line.rule, str(line.text)) for line in made.thrown[0].lines]


# ---- walka


def test_walka_4_two_of_three_dice_succeed_and_the_skill_is_shared() -> None:
    sheet = {"attributes": {"senses": 10}, "skills": {"spotting": 4}}
    check = {"check": "test", "attribute": "senses", "skill": "spotting"}
    came = made("walka", check, sheet, dice=[3, 13, 19])
    assert (came.thrown[0].success, str(came.thrown[0].said)) == (True, "passed")
    assert told(came)[-1] == ("walka-4", "A, spotting: 3 13−4 19, passed")
    untrained = made("walka", {**check, "skill": ""}, sheet, dice=[3, 13, 19])
    p = Fraction(9, 20)  # each die is below 10
    assert odds_of(untrained)["passed"] == 3 * p**2 * (1 - p) + p**3


def test_walka_4_an_open_test_has_points_that_may_be_negative() -> None:
    check = {"check": "open_test", "attribute": "build"}
    came = made("walka", check, {"attributes": {"build": 10}}, dice=[5, 12, 20])
    assert (came.thrown[0].amount, came.thrown[0].success) == (-2, None)


def test_walka_8_an_opposed_test_has_no_tie() -> None:
    check = {"check": "opposed_test", "attribute": "build", "target": "b"}
    came = made("walka", check, {}, {}, dice=[5, 6, 7, 5, 6, 7, 5, 6, 7, 5, 9, 9])
    assert str(came.thrown[0].said) == "wins"
    assert odds_of(came) == {"wins": Fraction(1, 2), "loses": Fraction(1, 2)}
    assert ("walka-8", "a tie: again") in told(came)


def test_walka_32_wounds_of_the_sheet_count() -> None:
    sheet = {"wounds": [{"level": "light", "location": "torso"}]}
    came = made("walka", {"check": "test"}, sheet, dice=[1, 1, 1])
    assert told(came)[0][0] == "walka-32"


# ---- boj


@pytest.mark.parametrize(
    ("die", "said"),
    [(44, "critical success"), (45, "success"), (60, "failure"), (77, "fumble")],
)
def test_boj_5_a_test_has_criticals_and_fumbles(die: int, said: str) -> None:
    came = made("boj", {"check": "test", "skill": "dodge"}, {"skills": {"dodge": 50}}, dice=[die])
    assert str(came.thrown[0].said) == said
    assert sum(odds_of(came).values()) == 1
    assert odds_of(came)["critical success"] == Fraction(5, 100)  # 1, 11, 22, 33, 44


def test_boj_12_a_characteristic_is_rolled_under_five_fold() -> None:
    check = {"check": "test", "skill": "strength"}
    came = made("boj", check, {"characteristics": {"strength": 13}}, dice=[65])
    assert told(came) == [("boj-5", "A, test, strength ×5: 65 of 65: success")]


def test_boj_11_of_two_plain_successes_the_higher_roll_is_better() -> None:
    check = {"check": "opposed_test", "skill": "dodge", "target": "b", "their_skill": "unarmed"}
    sheets = {"skills": {"dodge": 60}}, {"skills": {"unarmed": 60}}
    assert str(made("boj", check, *sheets, dice=[30, 29]).thrown[0].said) == "wins"
    assert str(made("boj", check, *sheets, dice=[30, 31]).thrown[0].said) == "loses"
    assert str(made("boj", check, *sheets, dice=[80, 99]).thrown[0].said) == "neither does better"


def test_boj_18_and_19_damage_and_lethality_of_a_weapon() -> None:
    sheet = {"weapons": [{"name": "gun", "damage": "1d10", "lethality": 10}]}
    critical = made("boj", {"check": "damage", "with": "gun", "critical": True}, sheet, dice=[7])
    assert critical.thrown[0].amount == 14
    killed = made("boj", {"check": "lethality", "with": "gun"}, sheet, dice=[10])
    assert (str(killed.thrown[0].said), odds_of(killed)["it kills"]) == (
        "it kills",
        Fraction(1, 10),
    )
    assert made("boj", {"check": "lethality"}, sheet, dice=[37]).thrown[0].amount == 10


# ---- teohiphip


def test_teohiphip_17_a_trait_gives_advantage_to_the_tests_it_names() -> None:
    sheet = {"traits": [{"name": "Zwinny", "kind": "positive", "points": 1}]}
    usual = made("teohiphip", {"check": "test"}, sheet, dice=[1, 6])
    agile = made("teohiphip", {"check": "test", "tags": ["agility"]}, sheet, dice=[1, 6, 5])
    assert (usual.thrown[0].amount, agile.thrown[0].amount) == (1, 2)
    assert odds_of(usual)["2 successes"] == Fraction(1, 9)


def test_teohiphip_10_cover_takes_the_first_success_of_an_attack() -> None:
    sheet = {"attacks": [{"name": "Blaster", "range": 20}]}
    check = {"check": "attack_test", "modifiers": {"cover": True}}
    assert made("teohiphip", check, sheet, dice=[6, 6]).thrown[0].amount == 1


def test_teohiphip_4_the_pool_has_a_die_for_each_hit_point() -> None:
    assert len(made("teohiphip", {"check": "pool"}, {"max_hp": 6}).thrown[0].dice) == 6


# ---- konflikt


def test_konflikt_12_and_16_a_check_with_a_bonus_against_a_number() -> None:
    check = {"check": "check", "skill": "prowess", "number": 14, "modifiers": {"bonus": 1}}
    came = made("konflikt", check, {"skills": {"prowess": 3}}, dice=[9])
    assert came.thrown[0].success
    assert odds_of(came)["success"] == Fraction(12, 20)


def test_konflikt_10_against_a_skill_the_number_is_ten_and_the_skill() -> None:
    check = {"check": "opposed", "skill": "prowess", "target": "b", "against": "dexterity"}
    came = made("konflikt", check, {}, {"skills": {"dexterity": 4}}, dice=[14])
    assert (str(came.thrown[0].said), odds_of(came)["wins"]) == ("wins", Fraction(7, 20))


def test_konflikt_11_damage_thrown_alone_is_at_least_1() -> None:
    knife = {"attacks": [{"name": "Nůž", "damage": "1k4-3"}]}
    came = made("konflikt", {"check": "damage", "with": "Nůž"}, knife, dice=[2])
    assert (came.thrown[0].amount, odds_of(came)) == (1, {"1": Fraction(1)})


def test_konflikt_22_luck_counts_no_bonus() -> None:
    assert odds_of(made("konflikt", {"check": "luck"}, {"luck": 2}))["success"] == Fraction(3, 5)


def test_konflikt_6_a_power_is_used_up_on_the_sheet_and_then_refused() -> None:
    spell = {"name": "Oheň", "skill": "prowess", "uses": 1}
    came = made("konflikt", {"check": "use"}, {"spells": [spell]})
    (change,) = came.thrown[0].changes
    assert (change.path, change.before, change.after) == ("spells[0].uses", 1, 0)
    with pytest.raises(ScriptError, match=r"check.with: used up \(konflikt-6\)"):
        made("konflikt", {"check": "use"}, {"spells": [{**spell, "uses": 0}]})


# ---- mir_tmy


def test_mir_tmy_1_a_pool_against_a_difficulty_and_its_botch() -> None:
    sheet = {"attributes": {"dexterity": 2}, "abilities": {"firearms": 1}}
    check = {"check": "test", "ability": "firearms", "difficulty": 7}
    assert made("mir_tmy", check, sheet, dice=[7, 9, 1]).thrown[0].amount == 1
    botched = made("mir_tmy", check, sheet, dice=[1, 2, 6])
    assert (botched.thrown[0].amount, botched.thrown[0].success) == (-1, False)
    assert sum(odds_of(botched).values()) == 1


def test_mir_tmy_1_an_extended_test_says_what_is_still_missing() -> None:
    check = {"check": "test", "attribute": "wits", "needed": 5, "gathered": 2}
    sheet = {"attributes": {"wits": 2}}
    short = made("mir_tmy", check, sheet, dice=[6, 7])
    assert told(short)[-1] == ("mir_tmy-1", "A: 4 of 5 successes, still missing: 1")
    enough = made("mir_tmy", {**check, "gathered": 4}, sheet, dice=[6, 2])
    assert told(enough)[-1] == ("mir_tmy-1", "A: all 5 successes are there")


def test_mir_tmy_2_the_successes_of_the_other_are_taken_off() -> None:
    check = {"check": "opposed_test", "attribute": "strength", "target": "b"}
    sheets = {"attributes": {"strength": 3}}, {"attributes": {"dexterity": 2}}
    assert made("mir_tmy", check, *sheets, dice=[6, 7, 8, 9, 2]).thrown[0].amount == 2


def test_mir_tmy_12_and_16_damage_and_soak_lose_no_dice_to_wounds() -> None:
    sheet = {
        "attributes": {"strength": 2, "stamina": 3},
        "weapons": [{"name": "Нож", "damage": 1}],
        "damage": {"lethal": 4},
    }
    assert len(made("mir_tmy", {"check": "damage"}, sheet).thrown[0].dice) == 3
    assert len(made("mir_tmy", {"check": "soak"}, sheet).thrown[0].dice) == 3


def test_mir_tmy_17_who_is_unconscious_throws_nothing_and_is_told_why() -> None:
    with pytest.raises(ScriptError, match=r"by: A is in no condition to throw \(mir_tmy-17\)"):
        made("mir_tmy", {"check": "test"}, {"damage": {"lethal": 7}})


# ---- all systems


@pytest.mark.parametrize("system", ["walka", "boj", "teohiphip", "konflikt", "mir_tmy"])
def test_every_check_of_every_sheet_of_a_sample_agrees_with_its_odds(system: str) -> None:
    thrown = [n for script in sample_scripts(system)[:1] for n in check_checks(script)]
    assert sum(map(bool, thrown)) > len(thrown) / 2


def test_a_check_that_comes_to_something_else_than_its_odds_is_found() -> None:
    fight = start(sample_scripts("boj")[0])
    honest = fight.rules.checks
    calls = iter(range(10**6))

    def perform(state: Any, fighter: Any, command: Any, table: Any) -> None:
        honest[0].perform(state, fighter, command, table)
        if table.keeps_log:  # only where it is played
            table.mark("degree", fighter.id, next(calls) % 2)

    wrong = Check("test", honest[0].command, perform, honest[0].label, "", "", mark="degree")
    kind = type(fight.rules)
    try:
        kind.checks = (wrong,)
        with pytest.raises(PlayoutError, match="the odds say"):
            list(check_checks(sample_scripts("boj")[0]))
    finally:
        kind.checks = honest


@pytest.mark.parametrize("system", ["walka", "boj", "teohiphip", "konflikt", "mir_tmy"])
def test_every_figure_that_names_an_action_is_what_the_throws_of_that_action_show(
    system: str,
) -> None:
    compared = [figure for script in sample_scripts(system) for figure in check_figures(script)]
    assert len(compared) > 15


@pytest.mark.parametrize("system", ["walka", "boj", "teohiphip", "konflikt", "mir_tmy"])
def test_every_number_that_a_check_names_stands_on_the_sheet_or_can(system: str) -> None:
    rules = systems()[system]
    for check in rules.checks:
        assert check.mark in rules.marks
        fields = check.command.model_fields
        names = {info.alias or name for name, info in fields.items()}
        assert {*check.given, *(check.adds_up or ()), check.against} - {""} <= names
        assert {p for p in check.numbers.values() if isinstance(p, str)} - {""} <= names
        for pattern in check.numbers:
            assert pattern.split(".")[0].split("[")[0] in rules.sheet.model_fields


def test_a_number_of_a_sheet_names_the_checks_that_are_made_with_it() -> None:
    rules = systems()["boj"]
    gun = {"name": "gun", "damage": "1d10"}
    sheet = checked(rules.sheet, {"name": "A", "weapons": [gun], "skills": {"взлом": 30}})
    found = {c.id: p for c, p in checks_with(rules.checks, sheet, ("skills", "взлом"))}
    assert found == {"test": {"skill": "взлом"}, "opposed_test": {"skill": "взлом"}}
    of_gun = [(c.id, p) for c, p in checks_with(rules.checks, sheet, ("weapons", 0, "damage"))]
    assert of_gun == [("damage", {"with": "gun"})]
    assert not list(checks_with(rules.checks, sheet, ("weapons", 0, "lethality")))
    assert not list(checks_with(rules.checks, sheet, ("max_hp",)))


def test_own_effects_count_and_an_unknown_unit_is_refused() -> None:
    fog = {"a": [{"name": "Fog", "changes": {"chance": -20}}]}
    came = made("boj", {"check": "test", "skill": "dodge"}, {}, dice=[11], effects=fog)
    assert told(came)[0] == ("by-hand", "-20 %: Fog")
    with pytest.raises(ScriptError, match=r"effects\.a"):
        made("boj", {"check": "test"}, {}, effects={"a": [{"name": "Fog", "changes": {"x": 1}}]})


def test_all_throw_at_once_and_are_sorted_by_result() -> None:
    came = made("boj", {"check": "test"}, {}, {}, {}, by=[], dice=[90, 1, 20])
    assert [one.id for one in came.thrown] == ["b", "c", "a"]
    p = Fraction(30, 100)
    assert came.together == ((1 - p) ** 3, 3 * p * (1 - p) ** 2, p**3)


@given(st.lists(st.fractions(0, 1), min_size=1, max_size=6))
def test_nobody_exactly_one_and_all_are_chances_of_their_own(chances: list[Fraction]) -> None:
    nobody, one, everybody = together(chances)
    assert 0 <= nobody + one <= 1
    if len(chances) == 1:
        assert nobody + one == 1
        assert one == everybody
    if len(set(chances)) == 1:
        assert everybody == chances[0] ** len(chances)


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ([], "a check is an object"),
        ({"format": "check/1"}, "check: needs a check of a sheet, or a throw"),
        ({"format": "check/1", "system": "chess", "check": {"check": "test"}}, "system: "),
        ({"format": "check/1", "throw": "3q20"}, "throw: needs dice such as"),
        ({"format": "check/1", "throw": "d6", "dice": [7]}, r"dice\[0\] shows 7"),
        ({"format": "check/1", "throw": "d6", "dice": [1, 2]}, "dice: 1 more"),
    ],
)
def test_a_bad_script_of_a_check_is_refused_by_place(document: Any, said: str) -> None:
    with pytest.raises(ScriptError, match=said):
        make(read_check(document))


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ({"check": "jump"}, "check: there is no 'jump'"),
        ({"check": "test", "skill": "jump"}, "check.skill: A has no such skill"),
        ({"check": "test", "modifier": 999}, "check.modifier: "),
        ({"check": "opposed_test", "target": "x"}, "check.target: there is no combatant 'x'"),
    ],
)
def test_a_bad_check_is_refused_by_field(check: dict[str, Any], said: str) -> None:
    with pytest.raises(ScriptError, match=said):
        made("boj", check, {})


def test_typed_dice_are_asked_for_and_too_many_are_refused() -> None:
    fight = start(sample_scripts("boj")[0])
    sheets = Sheets(fight.rules, [], None)
    sheets.state = fight.state
    check, id = sheets.check("test"), next(iter(fight.state.combatants))
    values = usual_values(sheets.fields(check, id))
    with pytest.raises(Unanswered):
        sheets.throw(check, id, values, None)
    assert sheets.throw(check, id, values, None, dice=[1]).success
    with pytest.raises(Refusal, match="1 more die"):
        sheets.throw(check, id, values, None, dice=[1, 2])


def test_the_chance_of_a_success_is_that_of_its_outcomes() -> None:
    came = made("boj", {"check": "test", "skill": "dodge"}, {"skills": {"dodge": 40}})
    assert came.check is not None
    assert success(came.check, came.odds["a"]) == Fraction(40, 100)


def test_what_a_check_of_an_added_system_raises_is_named_as_its_fault() -> None:
    def failing(*_: Any) -> None:
        raise ZeroDivisionError

    def speechless(amount: int) -> Any:
        return amount

    boj = systems()["boj"]
    (usual, *_) = boj.checks
    kind: Any = type("Odd", (type(boj),), {"checks": (replace(usual, perform=failing),)})
    sheets = Sheets(guarded(kind(), "odd"), [], None)
    sheets.state = start(sample_scripts("boj")[0]).state
    id = next(iter(sheets.state.combatants))
    with pytest.raises(SystemFailed, match=r"test\.perform"):
        sheets.throw(sheets.check("test"), id, {}, None, dice=[1])
    kind.checks = (replace(usual, says=speechless),)
    with pytest.raises(SystemFailed, match=r"test\.says"):
        guarded(kind(), "odd").checks[0].says(1)


# ---- the same check in a fight


@pytest.mark.parametrize(
    ("system", "dice", "said"),
    [
        ("boj", [44], "A, test, dodge: 44 of 30: fumble"),
        ("mir_tmy", [9], "A: dexterity, 1 die at 6"),
    ],
)
def test_a_test_in_a_fight_takes_nothing_of_the_turn(
    system: str, dice: list[int], said: str
) -> None:
    people = [{"id": id, "side": id, "sheet": {"name": id.upper()}} for id in "ab"]
    fight = start({"format": "fight/1", "system": system, "combatants": people})
    fight.perform({"do": "begin"}, lambda sides: 1)
    turn = fight.state.turn
    for id in "ba":  # on turn or not
        (offer,) = (
            o for o in fight.rules.options(fight.state) if (o.actor, o.action) == (id, "test")
        )
        assert not offer.why_not
        fight.perform({"do": "act", "actor": id, "action": "test", "dice": dice})
    assert fight.moments[-1].lines[-1].text.said(ENGLISH).startswith(said)
    assert fight.state.turn == turn
