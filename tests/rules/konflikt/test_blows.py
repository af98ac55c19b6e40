"""Attacks, threat, cover, weapons, luck: konflikt-10 to 13, 15, 16, 18 to 22."""

from fractions import Fraction
from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.rules.contract import with_changes
from desktop.rules.fields import fields_of
from desktop.rules.konflikt.commands import Attack
from desktop.rules.konflikt.policies import POLICIES
from desktop.rules.konflikt.sheet import Attack as Weapon
from desktop.rules.konflikt.sheet import Sheet
from desktop.rules.table import Refusal
from tests.rules.konflikt.bench import (
    BOW,
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
)
from tests.rules.steps import act, cited, do

CHAIR = {"name": "Židle", "damage": "1k6", "improvised": True}
BLESSING = {"name": "Požehnání", "area": 2, "effect": {"name": "P", "negative": False, "bonus": 1}}
CURE = {"name": "Zhojení", "healing": "1k4"}
FIST = "Neozbrojený útok"
CROSSBOW = {"name": "Kuše", "kind": "ranged", "damage": "1k10", "range": 20, "tags": ["obouruční"]}


@pytest.mark.parametrize(("die", "hits"), [(8, False), (9, True)])
def test_konflikt_10_prowess_against_the_defence_hits_from_equal_on(die: int, hits: bool) -> None:
    fight = duel(skills={"prowess": 3})
    lines = strike(fight, "taren", "ogre", die, *([5] if hits else []))
    assert cited(lines, "konflikt-10", f"{die} +3", "success" if hits else "failure")
    assert fight.state["ogre"].hp == (25 if hits else 30)


@pytest.mark.parametrize(
    ("weapon", "skill"),
    [
        ({"kind": "melee"}, "Prowess: 10 +1"),
        ({"kind": "ranged"}, "Dexterity: 10 +4"),
        ({"kind": "ranged", "thrown": True}, "Prowess: 10 +1"),
        ({"kind": "ranged", "thrown": True, "agile": True}, "Dexterity: 10 +4"),
        ({"kind": "melee", "agile": True}, "Dexterity: 10 +4"),
        ({"kind": "melee", "skill": "intelligence"}, "Intelligence: 10 +0"),
        ({"kind": "melee", "bonus": 2}, "Prowess: 10 +3"),
    ],
)
def test_konflikt_10_which_skill_goes_with_which_weapon(weapon: dict[str, Any], skill: str) -> None:
    weapon = {"name": "Zbraň", "damage": "1", **weapon}
    fight = duel(skills={"prowess": 1, "dexterity": 4}, attacks=[weapon])
    assert cited(strike(fight, "taren", "ogre", 10), "konflikt-10", skill)


def test_konflikt_10_against_a_skill_the_number_is_ten_and_the_skill() -> None:
    fight = duel(attacks=[{**SWORD, "against": "prowess"}])
    assert cited(strike(fight, "taren", "ogre", 13), "konflikt-10", "against 14: failure")


def test_konflikt_10_the_target_is_in_sight_and_in_range() -> None:
    fight = duel()
    for more, words in (
        ({"visible": False}, "in sight"),
        ({"distance": 2}, "reaches 1 m"),
        ({"with_": "Krátký luk", "distance": 41}, "reaches 40 m"),
        ({"with_": "Kopí"}, "there is: Dlouhý meč, Krátký luk, Neozbrojený útok"),
    ):
        with pytest.raises(Refusal, match=words):
            strike(fight, "taren", "ogre", **more)
    with pytest.raises(Refusal, match="somebody else"):
        strike(fight, "taren", "taren")
    lines = strike(fight, "taren", "ogre", 10, with_="Krátký luk", distance=21)
    assert cited(lines, "konflikt-10", "far range: -2")


def test_konflikt_10_shots_are_counted() -> None:
    fight = duel(attacks=[{**BOW, "uses": 1}])
    strike(fight, "taren", "ogre", 2)
    by_hand(fight, "taren", acted=False)
    with pytest.raises(Refusal, match="nothing left to shoot"):
        strike(fight, "taren", "ogre")


def test_konflikt_10_what_was_thrown_is_thought_to_be_picked_up_after_the_fight() -> None:
    thrown = {**KNIFE, "kind": "ranged", "thrown": True, "uses": 1}
    for weapon, wanted in ((thrown, False), ({**BOW, "uses": 1}, True)):
        fight = duel(attacks=[weapon])
        strike(fight, "taren", "ogre", 2)
        (change,) = fight.rules.changes(fight.state, "taren")
        assert (change.before, change.after, change.wanted) == (1, 0, wanted)


def test_konflikt_10_weapons_of_one_name_have_names_and_shots_of_their_own() -> None:
    throwing = {**KNIFE, "kind": "ranged", "thrown": True, "uses": 1}
    fight = fight_of(creature("taren", attacks=[throwing, throwing]), ogre())
    strike(fight, "taren", "ogre", 2, with_="Nůž")
    assert fight.state["taren"].changed == {"attacks[0].uses": 0}
    end_turn(fight)
    end_turn(fight)
    with pytest.raises(Refusal, match="nothing left to throw"):
        strike(fight, "taren", "ogre", 2, with_="Nůž")
    strike(fight, "taren", "ogre", 2, with_="Nůž (2)")
    assert fight.state["taren"].changed == {"attacks[0].uses": 0, "attacks[1].uses": 0}


def test_konflikt_10_a_thrown_weapon_is_not_struck_with_until_it_is_picked_up() -> None:
    throwing = {**KNIFE, "name": "Nůž (hod)", "kind": "ranged", "thrown": True, "uses": 2}
    fight = fight_of(creature("taren", attacks=[KNIFE, throwing], momentum=6), ogre())

    def at_hand() -> list[str]:
        option = next(o for o in fight.options() if o.action == "attack")
        weapons = next(f for f in fight.parameters(option) if f.id == "with").choices
        return [choice.value for choice in weapons if choice.why_not is None]

    def struck_with() -> Any:
        command = POLICIES["raider"].choose(fight.state, "taren")
        return isinstance(command, Attack) and command.with_

    def throw() -> None:
        by_hand(fight, "taren", acted=False, reached_by=["ogre"])
        strike(fight, "taren", "ogre", 2, with_="Nůž (hod)")
        by_hand(fight, "taren", acted=False)

    throw()
    assert at_hand() == ["Nůž", "Nůž (hod)", FIST]
    assert struck_with() == "Nůž"
    throw()
    assert at_hand() == [FIST]
    assert struck_with() == FIST
    act(fight, "taren", "interact", doing="pick_up", threatened=False)
    assert at_hand() == ["Nůž", "Nůž (hod)", FIST]
    assert struck_with() == "Nůž"
    throw()
    strike(fight, "taren", "ogre", 2, with_="Nůž")  # as a fight that was saved before may have it


def test_konflikt_6_items_of_one_name_are_used_up_apart() -> None:
    fight = fight_of(creature("taren", hp=2, items=[POTION, POTION]), ogre())
    act(fight, "taren", "use_item", 1, 1, with_="Lektvar (2)")
    assert fight.state["taren"].changed == {"items[1].uses": 0}


def test_konflikt_18_two_weapons_of_one_name() -> None:
    fight = fight_of(creature("taren", attacks=[KNIFE, KNIFE]), ogre())
    lines = act(fight, "taren", "two_weapons", 20, 1, 20, 1, target="ogre", with_="Nůž",
                with_other="Nůž")  # fmt: skip
    assert cited(lines, "konflikt-10", "Nůž (2)")
    assert fight.state["ogre"].hp == 28


def test_konflikt_16_the_log_says_where_steps_are_cut_off() -> None:
    lines = strike(duel(), "taren", "ogre", 2, modifiers={"cover": "full", "penalty": 2})
    assert cited(lines, "konflikt-16", "count up to: 3")


def test_konflikt_11_armour_lowers_a_hit_to_one_at_least() -> None:
    fight = fight_of(creature("taren"), ogre(armor=5))
    strike(fight, "taren", "ogre", 12, 3)
    assert fight.state["ogre"].hp == 29
    by_hand(fight, "taren", acted=False)
    strike(fight, "taren", "ogre", 12, 8)
    assert fight.state["ogre"].hp == 26


def test_konflikt_11_the_immune_take_nothing() -> None:
    fight = fight_of(
        creature("taren", attacks=[{**SWORD, "tags": ["fire"]}]), ogre(immune=["fire"])
    )
    assert cited(strike(fight, "taren", "ogre", 15), "konflikt-11", "Ogre: immune")
    assert fight.state["ogre"].hp == 30


def test_konflikt_11_twenty_does_no_more_damage() -> None:
    fight = duel()
    strike(fight, "taren", "ogre", 20, 4)
    assert fight.state["ogre"].hp == 26


@pytest.mark.parametrize(("die", "defence", "hits"), [(20, 40, True), (1, 1, False)])
def test_konflikt_12_naturals_stand_whatever_is_added(die: int, defence: int, hits: bool) -> None:
    fight = fight_of(creature("taren", skills={"prowess": 5}), ogre(defence=defence))
    lines = strike(fight, "taren", "ogre", die, *([1] if hits else []))
    assert cited(lines, "konflikt-12", "success" if hits else "failure")


def test_konflikt_12_a_check_that_names_no_number_needs_11() -> None:
    fight = duel(skills={"dexterity": 1})
    lines = act(fight, "taren", "check", 10, skill="dexterity")
    assert cited(lines, "konflikt-12", "10 +1 = 11 against 11: success")
    act(fight, "ogre", "check", 10, skill="prowess")  # anybody, at any time


def threatened(**sheet: Any) -> Fight:
    """Taren in reach of the ogre."""
    fight = duel(**sheet)
    by_hand(fight, "taren", reached_by=["ogre"])
    return fight


def test_konflikt_13_a_shot_under_threat_needs_luck_first() -> None:
    fight = threatened()
    lines = strike(fight, "taren", "ogre", 10, with_="Krátký luk")
    assert cited(lines, "konflikt-22", "10 +0 = 10 against 11: failure")
    assert cited(lines, "konflikt-13", "Taren misses")
    assert fight.state["taren"].changed == {"attacks[1].uses": 19}
    by_hand(fight, "taren", acted=False)
    strike(fight, "taren", "ogre", 11, 12, 4, with_="Krátký luk")
    assert fight.state["ogre"].hp == 26


def test_konflikt_13_a_blow_under_threat_needs_none_and_threatens() -> None:
    fight = duel()
    strike(fight, "taren", "ogre", 2)
    assert fight.state["ogre"].reached_by == ["taren"]
    assert fight.state["taren"].reached_by == ["ogre"]


def test_konflikt_13_an_item_under_threat_falls_to_the_ground() -> None:
    fight = threatened(items=[POTION])
    assert cited(act(fight, "taren", "use_item", 3), "konflikt-13", "Taren drops: Lektvar")
    by_hand(fight, "taren", acted=False, reached_by=[])
    with pytest.raises(Refusal, match="it lies on the ground"):
        act(fight, "taren", "use_item")
    option = next(o for o in fight.options() if (o.actor, o.action) == ("taren", "use_item"))
    assert str(option.why_not) == "it lies on the ground (konflikt-13)"
    act(fight, "taren", "interact", doing="pick_up", item="Lektvar")
    act(fight, "taren", "use_item", 1, 1)


def test_konflikt_7_what_was_prepared_is_not_offered_once_nothing_is_left_of_it() -> None:
    fight = threatened(items=[POTION])
    act(fight, "taren", "prepare", when="the ogre comes", prepared="use_item")
    swap = {"doing": "swap", "item": "Lektvar", "overrule": True}
    act(fight, "taren", "interact", 4, **swap)
    trigger = next(o for o in fight.options() if (o.actor, o.do) == ("taren", "trigger"))
    assert str(trigger.why_not) == "it lies on the ground (konflikt-13)"


def test_konflikt_13_swapping_weapons_handles_items_a_door_does_not() -> None:
    fight = threatened()
    act(fight, "taren", "interact", doing="open")
    lines = act(fight, "taren", "interact", 4, doing="swap", item="Dlouhý meč")
    assert cited(lines, "konflikt-13", "drops: ")
    with pytest.raises(Refusal, match="it lies on the ground"):
        strike(fight, "taren", "ogre", with_="Dlouhý meč")


def test_konflikt_13_a_spell_under_threat_is_lost() -> None:
    fight = threatened(spells=[FIRE])
    lines = act(fight, "taren", "cast", 10, target="ogre")
    assert cited(lines, "konflikt-6", "casts: Oheň")
    assert cited(lines, "konflikt-13", "the spell fails and is lost")
    assert fight.state["taren"].changed == {"spells[0].uses": 1}


def test_konflikt_6_a_power_and_a_weapon_say_how_often_they_can_still_be_used() -> None:
    fight = duel(spells=[FIRE, CURE])
    act(fight, "taren", "cast", 10, target="ogre")
    by_hand(fight, "taren", acted=False)
    notes: dict[str, str] = {}
    for action in ("cast", "attack"):
        option = next(o for o in fight.options() if (o.actor, o.action) == ("taren", action))
        offered = next(field for field in fight.parameters(option) if field.id == "with")
        notes |= {choice.value: str(choice.note) for choice in offered.choices}
    assert notes["Oheň"] == "1k8, left: 1"
    assert notes["Krátký luk"] == "1k6, left: 20"
    assert notes["Dlouhý meč"] == "1k8"


def test_konflikt_13_the_game_master_can_state_threat_either_way() -> None:
    fight = threatened()
    strike(fight, "taren", "ogre", 2, with_="Krátký luk", threatened=False)
    by_hand(fight, "taren", acted=False, reached_by=[])
    strike(fight, "taren", "ogre", 5, with_="Krátký luk", threatened=True)


def test_konflikt_13_a_large_creature_reaches_as_far_as_it_is_large() -> None:
    fight = duel()
    end_turn(fight)
    strike(fight, "ogre", "taren", 2, distance=2)
    by_hand(fight, "ogre", acted=False)
    with pytest.raises(Refusal, match="reaches 2 m"):
        strike(fight, "ogre", "taren", distance=3)


@pytest.mark.parametrize(
    "values",
    [
        {"prone": True},
        {"threatens": False},
        {"effects": [{"name": "Spánek", "helpless": True}]},
        {"hp": 0},
    ],
)
def test_konflikt_15_the_helpless_prone_or_unable_threaten_nobody(values: dict[str, Any]) -> None:
    fight = fight_of(creature("taren"), ogre(), creature("wolf", "foes"))
    by_hand(fight, "taren", reached_by=["ogre"])
    by_hand(fight, "ogre", **values)
    strike(fight, "taren", "wolf", 2, with_="Krátký luk")


@pytest.mark.parametrize(
    ("modifiers", "plus"),
    [
        ({"cover": "partial"}, "-2"),
        ({"cover": "full"}, "-4"),
        ({"cover": "full", "bonus": 1}, "-2"),
        ({"cover": "full", "penalty": 4}, "-6"),
        ({"bonus": 9}, "+6"),
    ],
)
def test_konflikt_16_cover_penalties_and_bonuses_are_steps(
    modifiers: dict[str, Any], plus: str
) -> None:
    lines = strike(duel(), "taren", "ogre", 2, modifiers=modifiers)
    assert cited(lines, "konflikt-10", f"2 {plus} =")


def test_konflikt_16_the_house_sets_the_step_and_the_cap() -> None:
    fight = fight_of(creature("taren"), ogre(), bonus_step=1, bonus_cap=5)
    lines = strike(fight, "taren", "ogre", 2, modifiers={"penalty": 9})
    assert cited(lines, "konflikt-10", "2 -5 =")


def test_konflikt_16_cover_helps_ones_own_check_against_an_effect() -> None:
    fight = duel()
    by_hand(fight, "taren", effects=[{"name": "Hoření", "overcome": "dexterity", "penalty": 1}])
    lines = act(fight, "taren", "overcome", 9, modifiers={"cover": "full"})
    assert cited(lines, "konflikt-16", "Hoření: -2")
    assert cited(lines, "konflikt-16", "cover: +4")
    assert cited(lines, "konflikt-6", "9 +2 = 11 against 11: success")


def test_konflikt_16_cover_counts_against_spells_too() -> None:
    fight = duel(spells=[FIRE], skills={"intelligence": 4})
    lines = act(fight, "taren", "cast", 8, target="ogre", modifiers={"cover": "partial"})
    assert cited(lines, "konflikt-10", "8 +2 = 10 against 12: failure")


@pytest.mark.parametrize(("second", "plus"), [("Dýka", "-2"), ("Dlouhý meč", "-4"), (FIST, "-2")])
def test_konflikt_18_two_weapons_each_with_a_penalty_and_one_more_unless_both_are_light(
    second: str, plus: str
) -> None:
    fight = duel(attacks=[KNIFE, DIRK, SWORD])
    lines = act(
        fight, "taren", "two_weapons", 18, 3, 2, target="ogre", with_="Nůž", with_other=second
    )
    assert cited(lines, "konflikt-10", f"18 {plus}")
    assert cited(lines, "konflikt-18", "two weapons")
    assert cited(lines, "konflikt-18", "not both are light") is (second == "Dlouhý meč")
    assert fight.state["ogre"].hp == 27


def test_konflikt_18_both_hit_apart_and_may_have_two_targets() -> None:
    people = [creature("taren", attacks=[KNIFE, DIRK]), ogre(), creature("wolf", "foes")]
    fight = fight_of(*people)
    act(
        fight, "taren", "two_weapons", 14, 1, 15, 4, target="ogre", with_="Nůž",
        with_other="Dýka", target_other="wolf",
    )  # fmt: skip
    assert (fight.state["ogre"].hp, fight.state["wolf"].hp) == (29, 6)
    by_hand(fight, "taren", acted=False)
    with pytest.raises(Refusal, match="second weapon"):
        act(fight, "taren", "two_weapons", target="ogre", with_="Nůž", with_other="Nůž")


@pytest.mark.parametrize(("die", "breaks"), [(9, True), (10, False)])
def test_konflikt_19_an_improvised_weapon_breaks_below_ten(die: int, breaks: bool) -> None:
    fight = duel(attacks=[CHAIR])
    lines = strike(fight, "taren", "ogre", die)
    assert cited(lines, "konflikt-19", "improvised: -2")
    assert cited(lines, "konflikt-19", "Židle breaks") is breaks
    assert fight.state["taren"].changed == ({"attacks[0].broken": True} if breaks else {})


def test_konflikt_19_a_weapon_not_used_as_meant_or_too_heavy_is_improvised() -> None:
    heavy = {"name": "Kladivo", "damage": "1k12", "needs_prowess": 4}
    fight = duel(attacks=[SWORD, heavy])
    assert cited(strike(fight, "taren", "ogre", 15, 6, improvised=True), "konflikt-19")
    assert fight.state["ogre"].hp == 24  # a die of six sides
    by_hand(fight, "taren", acted=False)
    strike(fight, "taren", "ogre", 15, 5, with_="Kladivo")
    assert fight.state["ogre"].hp == 19


def test_konflikt_20_bare_hands_are_agile_light_and_never_break() -> None:
    fight = duel(skills={"dexterity": 2}, attacks=[])
    lines = strike(fight, "taren", "ogre", 8)
    assert cited(lines, "konflikt-20", "improvised: -2")
    assert cited(lines, "konflikt-10", "Dexterity: 8 +0")
    by_hand(fight, "taren", acted=False)
    strike(fight, "taren", "ogre", 15, 4)
    assert fight.state["ogre"].hp == 26


@pytest.mark.parametrize(("factor", "left"), [(1.0, 26), (0.5, 28), (0.0, 30)])
def test_konflikt_20_less_damage_to_a_much_larger_target(factor: float, left: int) -> None:
    fight = fight_of(creature("taren", attacks=[]), ogre(size=3))
    strike(fight, "taren", "ogre", 15, 4, damage_factor=factor)
    assert fight.state["ogre"].hp == left


def test_konflikt_20_no_less_to_one_not_much_larger_or_with_a_weapon() -> None:
    for fight in (duel(attacks=[]), fight_of(creature("taren"), ogre(size=3))):
        with pytest.raises(Refusal, match="much larger"):
            strike(fight, "taren", "ogre", damage_factor=0.5)


@pytest.mark.parametrize(("way", "fallen"), [("kill", "killed"), ("subdue", "subdued")])
def test_konflikt_21_a_deadly_blow_kills_or_subdues(way: str, fallen: str) -> None:
    fight = fight_of(creature("taren"), ogre(max_hp=3))
    lines = strike(fight, "taren", "ogre", 15, 8, answers={"deadly_blow": way})
    assert cited(lines, "konflikt-21")
    assert fight.state["ogre"].fallen == fallen
    assert fight.outcome
    assert fight.outcome.winner == "players"


def test_konflikt_21_by_no_blow_a_player_is_down_and_an_enemy_dead() -> None:
    fight = fight_of(creature("taren"), creature("carl"), ogre(), creature("wolf", "foes"))
    by_hand(fight, "taren", hp=0)
    by_hand(fight, "ogre", hp=0)
    assert (fight.state["taren"].fallen, fight.state["ogre"].fallen) == ("subdued", "killed")
    by_hand(fight, "taren", hp=4)  # the game master can say otherwise
    assert fight.state["taren"].fallen is None


def test_konflikt_22_luck_knows_neither_bonuses_nor_penalties() -> None:
    fight = duel(luck=2)
    by_hand(fight, "taren", effects=[{"name": "Smůla", "penalty": 3}])
    assert cited(act(fight, "taren", "luck", 9), "konflikt-22", "9 +2 = 11 against 11: success")


def test_what_a_fight_changes_is_written_back() -> None:
    fight = duel(attacks=[CHAIR, BOW], items=[POTION])
    strike(fight, "taren", "ogre", 5, with_="Židle")
    by_hand(fight, "taren", hp=7, acted=False)
    act(fight, "taren", "use_item", 1, 1, threatened=False)
    by_hand(fight, "taren", hp=6)
    changes = fight.rules.changes(fight.state, "taren")
    kept = with_changes(fight.state["taren"].sheet.model_dump(mode="json"), changes)
    assert {c.path for c in changes} == {"hp", "items[0].uses", "attacks[0].broken"}
    assert [(c.of, c.native) for c in changes] == [
        ("", "Životy"), (POTION["name"], "Použití"), ("Židle", "Rozbité"),
    ]  # fmt: skip
    assert (kept["hp"], kept["items"][0]["uses"], kept["attacks"][0]["broken"]) == (6, 0, True)


def test_shots_are_written_back_as_a_sheet_calls_them() -> None:
    fight = duel(attacks=[{**BOW, "uses": 20}])
    strike(fight, "taren", "ogre", 5, with_=BOW["name"])
    (left,) = fight.rules.changes(fight.state, "taren")
    field = next(f for f in fields_of(Weapon) if f.id == "uses")
    assert (left.path, left.after, left.native) == ("attacks[0].uses", 19, field.native)


@pytest.mark.parametrize(
    ("sheet", "words"),
    [
        ({"hp": 11, "max_hp": 10}, r"hp can be at most max_hp \(10\)"),
        ({"attacks": [{"name": "A", "damage": "k"}]}, "needs a number or dice such as 1k6"),
    ],
)
def test_a_sheet_that_cannot_be_is_refused(sheet: dict[str, Any], words: str) -> None:
    with pytest.raises(Exception, match=words):
        duel(**sheet)


@pytest.mark.parametrize(("hp", "most"), [(3, 10), (10, 10), (14, 14)])
def test_konflikt_11_more_hit_points_than_usual_are_the_most_where_no_other_is_said(
    hp: int, most: int
) -> None:
    sheet = Sheet(name="Taren", hp=hp)
    assert (sheet.hp, sheet.max_hp) == (hp, most)


def test_no_value_by_hand_breaks_the_state() -> None:
    fight = duel(attacks=[CLUB])
    for values in ({"hp": 11}, {"reached_by": ["nobody"]}, {"effects": [{"name": ""}]}):
        with pytest.raises(Refusal):
            by_hand(fight, "taren", **values)
    do(fight, {"do": "edit", "combatant": "taren", "set": {"fallen": "subdued"}})
    assert fight.state["taren"].hp == 0


def test_konflikt_10_a_blow_within_a_longer_reach_is_not_far() -> None:
    fist = {"name": "Pěst", "damage": "1k8", "range": 1}
    fight = duel(size=3, attacks=[fist])
    lines = strike(fight, "taren", "ogre", 12, 4, distance=3)
    assert not cited(lines, "konflikt-10", "far range")
    assert fight.state["ogre"].hp == 26


def test_konflikt_18_the_second_blow_at_somebody_who_fell_by_the_first_does_nothing() -> None:
    fight = fight_of(creature("taren", attacks=[KNIFE, DIRK]), creature("wolf", "foes", max_hp=1))
    lines = act(fight, "taren", "two_weapons", 15, 4, 15, 3, target="wolf",
                answers={"deadly_blow": "subdue"})  # fmt: skip
    assert cited(lines, "konflikt-11", "Wolf: already out of the fight")
    assert not any(line.rule == "konflikt-7" for line in lines)
    assert fight.state["wolf"].fallen == "subdued"


def test_konflikt_18_the_second_blow_is_held_back_from_who_fell_by_the_first() -> None:
    axe = {**DIRK, "uses": 2}
    fight = fight_of(creature("taren", attacks=[KNIFE, axe]), creature("wolf", "foes", max_hp=1))
    (offer,) = (o for o in fight.options() if o.action == "two_weapons")
    (held,) = (f for f in fight.parameters(offer) if f.id == "held_back")
    assert held.default is True
    lines = act(fight, "taren", "two_weapons", 15, 4, target="wolf", with_="Nůž",
                with_other="Dýka", held_back=True, answers={"deadly_blow": "kill"})  # fmt: skip
    assert cited(lines, "konflikt-18", "Taren holds back: Dýka")
    assert fight.state["taren"].changed == {}


def test_konflikt_18_the_second_blow_falls_on_who_stands_after_the_first() -> None:
    both = {"target": "wolf", "with_": "Nůž", "with_other": "Dýka", "held_back": True}
    for dice, hp in (((2, 15, 1), 9), ((15, 1, 15, 1), 8)):
        fight = fight_of(creature("taren", attacks=[KNIFE, DIRK]), creature("wolf", "foes"))
        act(fight, "taren", "two_weapons", *dice, **both)
        assert fight.state["wolf"].hp == hp


def test_konflikt_18_in_the_other_hand_is_what_fits_beside_the_weapon_that_is_chosen() -> None:
    fight = duel(attacks=[CROSSBOW, KNIFE, DIRK])
    option = next(o for o in fight.options() if o.action == "two_weapons")
    for first, other, greyed in (
        ("Nůž", "Dýka", {"Kuše", "Nůž"}),
        ("Dýka", "Nůž", {"Kuše", "Dýka"}),
        ("Kuše", FIST, {"Kuše", "Nůž", "Dýka"}),
        (FIST, "Kuše", set()),
    ):
        fields = fight.parameters(option, {"with": first})
        field = next(field for field in fields if field.id == "with_other")
        assert field.default == other
        assert {choice.value for choice in field.choices if choice.why_not} == greyed
        act(fight, "taren", "two_weapons", 2, 2, target="ogre", with_=first, with_other=other)
        fight.undo()


def test_konflikt_10_with_nobody_else_left_there_is_nothing_to_attack() -> None:
    fight = fight_of(creature("taren", items=[{**POTION, "healing": "", "damage": "1k6"}]), ogre())
    by_hand(fight, "ogre", hp=0)
    shown = {option.action: str(option.why_not) for option in fight.options()}
    for action in ("attack", "two_weapons", "use_item"):
        assert shown[action] == "nobody else is left"


@pytest.mark.parametrize(
    ("weapons", "pair"),
    [
        ([{**SWORD, "broken": True}, KNIFE], ["Nůž", FIST]),
        ([SWORD, {**BOW, "uses": 0}, KNIFE], ["Dlouhý meč", "Nůž"]),
        ([{**SWORD, "broken": True}], [FIST, FIST]),
        ([CROSSBOW, KNIFE, DIRK], ["Nůž", "Dýka"]),
        ([CROSSBOW, KNIFE], ["Kuše", FIST]),
    ],
)
def test_konflikt_18_the_two_weapons_on_offer_first_can_be_used_together(
    weapons: list[Any], pair: list[str]
) -> None:
    fight = duel(attacks=weapons)
    option = next(o for o in fight.options() if o.action == "two_weapons")
    asked = {field.id: field.default for field in fight.parameters(option)}
    assert [asked["with"], asked["with_other"]] == pair
    act(fight, "taren", "two_weapons", 2, 2, target="ogre", with_=pair[0], with_other=pair[1])


def test_konflikt_6_the_power_that_is_chosen_says_who_comes_first_as_its_target() -> None:
    cure, spark = {"name": "Hojení", "healing": "1k4"}, {"name": "Jiskra", "damage": "1k6"}
    fight = fight_of(creature("taren", spells=[cure, spark]), creature("abigail"), ogre())
    option = next(o for o in fight.options() if (o.actor, o.action) == ("taren", "cast"))
    for chosen, first in (("Hojení", {"", "abigail"}), ("Jiskra", {"ogre"})):
        fields = fight.parameters(option, {"with": chosen})
        target = next(field for field in fields if field.id == "target")
        assert target.choices[0].value in first


def test_konflikt_6_what_heals_never_hurts() -> None:
    fight = duel(hp=1, items=[{"name": "Odvar", "healing": "1k4-3"}])
    assert cited(act(fight, "taren", "use_item", 1), "konflikt-11", "regains 0 hit points")
    assert fight.state["taren"].hp == 1


@pytest.mark.parametrize(("luck", "die", "verdict"), [(10, 1, "success"), (-10, 20, "failure")])
def test_konflikt_22_a_natural_20_or_1_decides_nothing_about_luck(
    luck: int, die: int, verdict: str
) -> None:
    fight = duel(luck=luck)
    sure = fight.odds({"do": "act", "actor": "taren", "action": "luck"}).probability("success")
    assert sure == (verdict == "success")
    assert cited(act(fight, "taren", "luck", die), "konflikt-22", verdict)


@pytest.mark.parametrize(("distance", "threatened"), [(2, []), (1, ["taren"]), (None, ["taren"])])
def test_konflikt_13_who_strikes_from_farther_off_than_the_other_reaches_is_not_threatened(
    distance: int | None, threatened: list[str]
) -> None:
    fight = duel()
    end_turn(fight)
    strike(fight, "ogre", "taren", 2, distance=distance)
    assert fight.state["taren"].reached_by == ["ogre"]
    assert fight.state["ogre"].reached_by == threatened


@pytest.mark.parametrize(
    ("spells", "first", "oneself"),
    [
        ([FIRE], "ogre", False),
        ([FIRE, CURE], "ogre", True),
        ([{**FIRE, "uses": 0}, CURE], "", True),
    ],
)
def test_konflikt_6_on_whom_a_power_is_used_goes_by_those_that_are_left(
    spells: list[Any], first: str, oneself: bool
) -> None:
    fight = duel(spells=spells)
    option = next(o for o in fight.options() if o.action == "cast")
    asked = {field.id: field for field in fight.parameters(option)}
    assert asked["target"].default == first
    assert ("" in [choice.value for choice in asked["target"].choices]) is oneself
    act(fight, "taren", "cast", 4, target=first, with_=asked["with"].default)


@pytest.mark.parametrize(("spell", "first"), [(BLESSING, "carl"), (FIRE, "ogre")])
def test_konflikt_6_who_else_is_in_the_area_of_a_blessing_is_a_friend_first(
    spell: Any, first: str
) -> None:
    fight = fight_of(creature("taren", spells=[FIRE, BLESSING]), ogre(), creature("carl"))
    option = next(o for o in fight.options() if o.action == "cast")
    asked = {field.id: field for field in fight.parameters(option, {"with": spell["name"]})}
    assert asked["also"].choices[0].value == first


@pytest.mark.parametrize(("own", "other", "aim"), [(0, 0, ""), (1, 0, ""), (1, 4, "mira")])
def test_konflikt_6_what_heals_is_offered_for_the_friend_who_lacks_most(
    own: int, other: int, aim: str
) -> None:
    taren, mira = creature("taren", items=[POTION]), creature("mira")
    fight = fight_of(taren, mira, ogre())
    for id, lost in (("taren", own), ("mira", other)):
        by_hand(fight, id, hp=fight.state[id].hp - lost)
    option = next(o for o in fight.options() if o.action == "use_item")
    asked = {field.id: field for field in fight.parameters(option)}
    assert asked["target"].default == aim


def test_konflikt_19_a_bow_not_used_as_meant_is_struck_with() -> None:
    fight = threatened(attacks=[{**BOW, "uses": 1}], skills={"prowess": 3})
    lines = strike(fight, "taren", "ogre", 12, 5, improvised=True)
    assert cited(lines, "konflikt-10", "Prowess: 12 +1 = 13")
    assert not cited(lines, "konflikt-22"), "no shot, so no luck is needed"
    assert (fight.state["ogre"].hp, fight.state["taren"].changed) == (25, {})
    by_hand(fight, "taren", acted=False)
    with pytest.raises(Refusal, match="reaches 1 m"):
        strike(fight, "taren", "ogre", improvised=True, distance=2)
    strike(fight, "taren", "ogre", 11, 2, improvised=False)
    by_hand(fight, "taren", acted=False)
    strike(fight, "taren", "ogre", 10, improvised=True)  # and needs nothing to shoot


def test_konflikt_12_a_check_that_attacks_nobody_is_a_success_and_no_hit() -> None:
    cheer = {"name": "Pokřik", "skill": "personality", "effect": {"name": "P", "negative": False}}
    fight = duel(abilities=[cheer], spells=[FIRE])
    shout = {"do": "act", "actor": "taren", "action": "use_ability"}
    assert fight.odds(shout).probability("success", "taren") == Fraction(1, 2)
    assert not fight.odds(shout).probability("hit")
    assert cited(act(fight, "taren", "use_ability", 11), "konflikt-12", "against 11: success")
    by_hand(fight, "taren", acted=False)
    assert cited(act(fight, "taren", "cast", 2, target="ogre"), "konflikt-10", "against 12")


def test_konflikt_13_a_spell_does_not_fall_with_an_item_of_its_name() -> None:
    fight = threatened(items=[{**POTION, "name": "Oheň"}], spells=[FIRE])
    act(fight, "taren", "use_item", 3)
    by_hand(fight, "taren", acted=False, reached_by=[])
    act(fight, "taren", "cast", 2, target="ogre")


def test_konflikt_11_the_log_says_what_lowers_the_damage() -> None:
    fight = fight_of(creature("taren", attacks=[]), ogre(size=3, armor=1))
    lines = strike(fight, "taren", "ogre", 15, 4, damage_factor=0.5)
    told = [(line.rule, str(line.text), list(line.dice)) for line in lines[-3:]]
    assert told == [
        ("konflikt-20", "share of the damage: 0.5", []),
        ("konflikt-11", "Ogre, armour: 1", []),
        ("konflikt-11", "Ogre takes damage: 1; hit points left: 29", [4]),
    ]


def test_konflikt_20_bare_hands_that_the_sheet_names_are_there_once() -> None:
    claws = {"name": FIST, "damage": "1k6", "light": True, "agile": True, "improvised": True}
    fight = duel(attacks=[SWORD, claws])
    option = next(o for o in fight.options() if o.action == "attack")
    (asked,) = (field for field in fight.parameters(option) if field.id == "with")
    assert [(c.value, c.note) for c in asked.choices] == [("Dlouhý meč", "1k8"), (FIST, "1k6")]
    groups = fight.rules.figures(fight.state, "taren")
    assert [group.term.label for group in groups][:2] == ["Dlouhý meč", FIST]
    assert cited(
        strike(fight, "taren", "ogre", 15, 6, with_=FIST), "konflikt-11", "takes damage: 6;"
    )


def test_konflikt_11_damage_can_be_a_plain_number() -> None:
    claw = {"name": "Dráp", "damage": 3}
    fight = duel(attacks=[claw], spells=[{"name": "Blesk", "damage": 2}])
    assert strike(fight, "taren", "ogre", 19)
    assert fight.state["ogre"].hp == 27
    assert fight.state["taren"].sheet.attacks[0].damage == "3"
