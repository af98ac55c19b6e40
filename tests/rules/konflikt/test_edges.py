"""Edges of single rules: what comes to the same in most conflicts, but not in all."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.rules.fields import fields_of
from desktop.rules.konflikt.checks import own_reasons
from desktop.rules.konflikt.policies import worth_of_effect
from desktop.rules.konflikt.sheet import Effect, effect_term
from desktop.rules.konflikt.state import is_threatened
from tests.rules.konflikt.bench import (
    BOW,
    BURNING,
    CLUB,
    DIRK,
    FIRE,
    KNIFE,
    POTION,
    SWORD,
    by_hand,
    creature,
    duel,
    end_turn,
    fight_of,
    ogre,
    strike,
    trigger,
)
from tests.rules.steps import act, do


def names(fight: Fight, id: str) -> list[str]:
    return [effect.name for effect in fight.state[id].effects]


def test_konflikt_11_nobody_is_healed_beyond_their_most() -> None:
    fight = duel(items=[POTION])
    by_hand(fight, "taren", hp=9)
    act(fight, "taren", "use_item", 4, 4, with_="Lektvar")
    assert fight.state["taren"].hp == 10


def test_konflikt_2_an_effect_takes_the_place_of_one_of_its_name() -> None:
    sword = {**SWORD, "effect": BURNING}
    fight = fight_of(creature("taren", attacks=[sword]), ogre())
    for _ in range(2):
        strike(fight, "taren", "ogre", 15, 3)
        end_turn(fight)
        end_turn(fight, 2)
    assert names(fight, "ogre") == ["Hoření"]


def test_konflikt_2_a_blow_that_fells_brings_no_effect() -> None:
    fight = duel(attacks=[{**SWORD, "effect": BURNING}])
    by_hand(fight, "ogre", hp=3)
    strike(fight, "taren", "ogre", 15, 3, answers={"deadly_blow": "kill"})
    assert fight.state["ogre"].fallen == "killed"
    assert names(fight, "ogre") == []


SAID_OTHERWISE = {
    "name", "negative", "ends", "rounds", "overcome", "against", "magical", "by"
}  # fmt: skip
"""Fields of an effect that do nothing by themselves: how it ends, and what it looks like."""
DOES = sorted(Effect.model_fields.keys() - SAID_OTHERWISE)
EVERY_CHECK = {"bonus", "penalty"}
"""Fields of an effect that count in whatever check is made."""


def curse(id: str, amount: int = 1) -> dict[str, Any]:
    """An effect that does one thing."""
    holds = isinstance(Effect.model_fields[id].default, bool)
    return {"name": "Kletba", id: True if holds else amount}


@pytest.mark.parametrize("id", DOES)
def test_konflikt_2_all_that_an_effect_does_stands_on_its_badge(id: str) -> None:
    english, native = map(str, effect_term(Effect.model_validate(curse(id))))
    for said in (english, native):
        assert said.removeprefix("Kletba").strip(": "), f"sheet.effect_term says nothing of {id}"
    assert english != native, f"sheet.effect_term has no Czech of {id}"


@pytest.mark.parametrize(("against", "number"), [(13, " (13)"), (11, "")])
def test_konflikt_6_the_number_that_overcomes_an_effect_is_said_where_it_is_not_the_usual(
    against: int, number: str
) -> None:
    sleep = Effect(name="Spánek", overcome="personality", against=against)
    english, native = map(str, effect_term(sleep))
    assert english == f"Spánek: overcome by: Personality{number}"
    assert native == f"Spánek: překonává Osobnost{number}"


@pytest.mark.parametrize("id", DOES)
def test_konflikt_2_all_that_an_effect_does_has_a_rule_and_a_native_word(id: str) -> None:
    (field,) = [field for field in fields_of(Effect) if field.id == id]
    assert field.native
    assert field.rule


@pytest.mark.parametrize("id", sorted({*DOES} - {"bonus"}))
def test_konflikt_2_all_that_harms_is_worth_something_to_behaviours(id: str) -> None:
    enemy = duel().state["ogre"]
    worths = [worth_of_effect(Effect.model_construct(**curse(id, sign)), enemy) for sign in (1, -1)]
    assert max(worths) > 0, f"policies.worth_of_effect leaves {id} out"


@pytest.mark.parametrize("id", DOES)
def test_konflikt_16_what_counts_in_some_checks_counts_not_in_every_one(id: str) -> None:
    fight = duel()
    by_hand(fight, "taren", effects=[curse(id)])
    where = f"checks.own_reasons is for every check; is {id}, or is it for one kind of them?"
    assert bool(own_reasons(fight.state["taren"])) == (id in EVERY_CHECK), where


@pytest.mark.parametrize("id", DOES)
def test_konflikt_2_all_that_an_effect_does_is_read_by_play(id: str) -> None:
    def comes_to(**effect: Any) -> object:
        fight = duel(max_hp=20)
        strike(fight, "taren", "ogre", 2)
        by_hand(fight, "taren", hp=10, effects=[effect])
        end_turn(fight)
        strike(fight, "ogre", "taren", 2)
        threatened = is_threatened(fight.state.combatants, fight.state["ogre"])
        end_turn(fight)
        struck = [str(line.text) for line in strike(fight, "taren", "ogre", 2)]
        return threatened, fight.state["taren"].hp, struck

    assert comes_to(**curse(id)) != comes_to(name="Kletba"), f"no rule reads {id}"


def test_konflikt_2_effects_take_hit_points_at_the_end_of_the_round() -> None:
    fight = duel()
    by_hand(fight, "ogre", effects=[{**BURNING, "negative": True}])
    end_turn(fight)
    end_turn(fight, 2)
    assert fight.state["ogre"].hp == 28


def test_konflikt_5_momentum_that_is_left_after_the_action_is_lost_too() -> None:
    fight = duel()
    strike(fight, "taren", "ogre", 2)
    assert fight.state["taren"].momentum == 6
    end_turn(fight)
    assert fight.state["taren"].momentum == 0


def test_konflikt_10_a_spell_that_misses_hits_nobody() -> None:
    fight = duel(spells=[FIRE])
    act(fight, "taren", "cast", 2, with_="Oheň", target="ogre", threatened=False)
    assert ("hit", "ogre") not in fight.moments[-1].marks


@pytest.mark.parametrize(("change", "hits"), [(2, False), (-2, True)])
def test_konflikt_10_effects_of_the_game_master_on_the_number_to_reach(
    change: int, hits: bool
) -> None:
    fight = duel()
    given = {"do": "effect", "name": "Mlha", "changes": {"defence": change}}
    do(fight, {**given, "combatants": ["ogre"]})
    strike(fight, "taren", "ogre", 11, *([3] if hits else []))
    assert (fight.state["ogre"].hp < 30) is hits


def test_konflikt_13_whoever_moves_away_neither_threatens_nor_is_threatened() -> None:
    fight = duel()
    strike(fight, "taren", "ogre", 2)
    assert fight.state["taren"].reached_by == ["ogre"]
    assert fight.state["ogre"].reached_by == ["taren"]
    act(fight, "taren", "move", metres=3)
    assert fight.state["taren"].reached_by == []
    assert fight.state["ogre"].reached_by == []


@pytest.mark.parametrize(("against", "cover_counts"), [("defence", True), (None, False)])
def test_konflikt_16_cover_counts_where_the_check_is_against_the_covered_one(
    against: str | None, cover_counts: bool
) -> None:
    spell = {**FIRE, "against": against}
    fight = duel(spells=[{key: value for key, value in spell.items() if value}])
    number = 12 if against else 11
    dice = [number] if cover_counts else [number, 3]
    aimed = {"with_": "Oheň", "target": "ogre", "threatened": False}
    act(fight, "taren", "cast", *dice, **aimed, modifiers={"cover": "partial"})
    assert (fight.state["ogre"].hp == 30) is cover_counts


@pytest.mark.parametrize(
    ("damage", "needs", "improvised", "die", "left"),
    [
        ("2k6", 4, False, 6, 24),
        ("1k4", 4, False, 4, 26),
        ("1k4", 0, True, 6, 24),
    ],
)
def test_konflikt_19_the_unfit_strike_with_the_lower_of_two_dice(
    damage: str, needs: int, improvised: bool, die: int, left: int
) -> None:
    fight = duel(attacks=[{**CLUB, "damage": damage, "needs_prowess": needs}])
    strike(fight, "taren", "ogre", 19, die, improvised=improvised)
    assert fight.state["ogre"].hp == left


def test_konflikt_19_what_is_improvised_is_not_light() -> None:
    heavy = {**DIRK, "needs_prowess": 4}
    fight = duel(attacks=[KNIFE, heavy])
    lines = act(fight, "taren", "two_weapons", 2, 10, target="ogre", with_="Nůž")
    assert sum("not both are light" in str(line.text) for line in lines) == 2


def test_konflikt_7_18_two_weapons_that_were_prepared_go_by_how_things_stood() -> None:
    ready = creature("taren", attacks=[KNIFE, DIRK], skills={"prowess": 2})
    fight = fight_of(ready, ogre())
    act(fight, "taren", "prepare", prepared="two_weapons", when="it comes")
    strike(fight, "ogre", "taren", 15, 6, 6, answers={"deadly_blow": "kill"})
    assert fight.state["taren"].out, "felled by the act that it answers"
    trigger(fight, "taren", 15, 4, 15, 3, target="ogre")
    assert fight.state["ogre"].hp == 23


def test_konflikt_1_newcomers_to_the_side_on_turn_act_at_once_where_they_may() -> None:
    fight = duel()
    for id, this_round in (("early", True), ("late", False)):
        newcomer: Any = creature(id, attacks=[SWORD, BOW])
        do(fight, {"do": "join", "combatants": [newcomer], "this_round": this_round})
    momentum = {id: fight.state[id].momentum for id in ("early", "late")}
    assert {"early", "taren"} == set(fight.rules.to_act(fight.state))
    assert momentum["early"] == 6
    end_turn(fight)
    end_turn(fight)
    assert {"early", "late", "taren"} == set(fight.rules.to_act(fight.state))


def test_konflikt_19_a_weapon_that_asks_for_nothing_fits_the_clumsiest() -> None:
    fight = duel(attacks=[SWORD], skills={"prowess": -10, "dexterity": -10})
    assert fight.state["taren"].sheet.attacks[0].needs_prowess is None
    lines = strike(fight, "taren", "ogre", 2)
    assert not any(line.rule == "konflikt-19" for line in lines)


@pytest.mark.parametrize(("skill", "fit"), [(4, True), (3, False)])
@pytest.mark.parametrize("name", ["prowess", "dexterity"])
def test_konflikt_19_whoever_has_just_what_a_weapon_needs_is_fit_for_it(
    name: str, skill: int, fit: bool
) -> None:
    fight = duel(attacks=[{**SWORD, f"needs_{name}": 4}], skills={name: skill})
    lines = strike(fight, "taren", "ogre", 2)
    assert any(line.rule == "konflikt-19" for line in lines) is not fit


def test_konflikt_8_what_is_named_is_picked_up_and_the_rest_lies_there_still() -> None:
    fight = duel(items=[POTION])
    for item in ("Pochodeň", "Klíč"):
        act(fight, "taren", "interact", 2, doing="swap", item=item, threatened=True)
    assert fight.state["taren"].dropped == ["Pochodeň", "Klíč"]
    act(fight, "taren", "interact", 19, doing="pick_up", item="Klíč", threatened=True)
    assert fight.state["taren"].dropped == ["Pochodeň"]
