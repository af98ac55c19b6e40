"""Natural 20 and 1, attacks that are no blows, areas, things that break, and other ends."""

from typing import Any

import pytest

from desktop.encounter.digest import last_account
from desktop.encounter.fight import Fight, start
from desktop.encounter.play_table import DiceWanted
from desktop.rules.konflikt.policies import POLICIES
from desktop.rules.table import Refusal
from tests.rules.konflikt.bench import (
    BURNING,
    FIRE,
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
from tests.rules.maps import known
from tests.rules.steps import act, cited, do

DAZED = {"name": "Otřes", "penalty": 1}
KEEN = {**SWORD, "specials": [{"on": "20", "damage": "1k6", "effect": DAZED, "text": "Kritický"}]}
CLUMSY = {**SWORD, "specials": [{"on": "1", "effect": DAZED, "text": "Zaváhá"}]}
CROSSBOW = {"name": "Kuše", "kind": "ranged", "damage": "1k8", "range": 30, "reload": True}
CHAIR = {"name": "Židle", "damage": "1k6", "improvised": True}


def scene(*people: Any, **at: Any) -> Fight:
    """A fight that has begun on a map of squares."""
    placed = [{**one, "at": at[one["id"]]} if one["id"] in at else one for one in people]
    script = {"format": "fight/1", "system": "konflikt", "combatants": placed}
    fight = start({**script, "map": {"width": 12, "height": 6, "ground": []}})
    do(fight, {"do": "begin"})
    return fight


def test_konflikt_12_a_natural_20_brings_what_the_weapon_says() -> None:
    fight = duel(attacks=[KEEN])
    lines = strike(fight, "taren", "ogre", 20, 5, 4)
    assert cited(lines, "konflikt-12", "Natural 20: Kritický")
    assert fight.state["ogre"].hp == 30 - 5 - 4
    assert [effect.name for effect in fight.state["ogre"].effects] == ["Otřes"]
    plain = duel(attacks=[KEEN])
    strike(plain, "taren", "ogre", 19, 5)
    assert plain.state["ogre"].hp == 25


def test_konflikt_12_a_natural_1_falls_back_on_the_attacker() -> None:
    fight = duel(attacks=[CLUMSY])
    strike(fight, "taren", "ogre", 1)
    assert [effect.name for effect in fight.state["taren"].effects] == ["Otřes"]
    assert not fight.state["ogre"].effects


def test_konflikt_12_a_calling_counts_with_every_weapon_and_in_the_odds() -> None:
    fight = duel(attacks=[SWORD], specials=[{"on": "20", "damage": "9"}], skills={"prowess": 3})
    step = {"do": "act", "actor": "taren", "action": "attack", "target": "ogre"}
    outcomes = fight.odds(step).as_json()["outcomes"]
    taken = {o["damage"].get("ogre", 0): o["probability"] for o in outcomes}
    assert max(taken) == 8 + 9
    assert sum(p for damage, p in taken.items() if damage > 9) == pytest.approx(1 / 20)


def test_konflikt_10_an_attack_can_push_its_target_against_a_skill() -> None:
    fight = scene(creature("taren", skills={"prowess": 3}), ogre(size=1), taren=[2, 2], ogre=[3, 2])
    shove = {"what": "vráží do něj", "skill": "prowess", "against": "prowess", "target": "ogre"}
    lines = act(fight, "taren", "other", 11, **shove, outcome="push", metres=2)
    assert cited(lines, "konflikt-10", "against 14: success")
    assert fight.state.positions["ogre"] == (5, 2)
    assert fight.state["taren"].reached_by == []


def test_konflikt_10_a_push_ends_at_a_wall_of_people_and_a_failure_moves_nobody() -> None:
    people = creature("taren", skills={"prowess": 3}), ogre(size=1), creature("orc", "foes")
    fight = scene(*people, taren=[2, 2], ogre=[3, 2], orc=[5, 2])
    shove = {"what": "x", "skill": "prowess", "against": "defence", "target": "ogre"}
    act(fight, "taren", "other", 2, **shove, outcome="push", metres=3)
    assert fight.state.positions["ogre"] == (3, 2)
    by_hand(fight, "taren", acted=False)
    act(fight, "taren", "other", 19, **shove, outcome="push", metres=3)
    assert fight.state.positions["ogre"] == (4, 2)


@pytest.mark.parametrize(
    ("outcome", "reason"), [("break", "it is broken"), ("drop", "it lies on the ground")]
)
def test_konflikt_10_an_attack_can_harm_gear(outcome: str, reason: str) -> None:
    fight = duel(skills={"prowess": 3})
    harm = {"what": "láme kyj", "skill": "prowess", "against": "defence", "target": "ogre"}
    act(fight, "taren", "other", 15, **harm, outcome=outcome)
    end_turn(fight)
    with pytest.raises(Refusal, match=reason):
        strike(fight, "ogre", "taren", with_="Kyj")


def test_konflikt_10_a_damaged_weapon_hits_with_a_penalty() -> None:
    fight = duel(skills={"prowess": 3})
    act(fight, "taren", "other", what="x", target="ogre", outcome="damage")
    end_turn(fight)
    assert cited(strike(fight, "ogre", "taren", 2), "konflikt-19", "damaged: -2")


def test_konflikt_16_something_else_against_somebody_in_cover_has_a_penalty() -> None:
    fight = duel(skills={"prowess": 3})
    cover = {"modifiers": {"cover": "full"}, "what": "x", "skill": "prowess"}
    lines = act(fight, "taren", "other", 10, **cover, target="ogre", against="defence")
    assert cited(lines, "konflikt-10", ": 10 -1 = 9 against 12: failure")
    by_hand(fight, "taren", acted=False)
    lines = act(fight, "taren", "other", 10, **cover)
    assert cited(lines, "konflikt-12", ": 10 +7 = 17 against 11: success")


def test_konflikt_16_a_power_with_an_area_reaches_several_each_in_its_own_cover() -> None:
    blast = {"name": "Výbuch", "damage": "4", "area": 2, "skill": "intelligence"}
    blast |= {"against": "defence", "uses": 2}
    people = creature("taren", spells=[blast]), ogre(size=1), creature("orc", "foes")
    fight = scene(
        *people, creature("elk", "foes"), taren=[0, 0], ogre=[6, 2], orc=[7, 3], elk=[11, 5]
    )
    step = {"do": "act", "actor": "taren", "action": "cast", "target": "ogre"}
    assert known(fight, step)["also"] == ["orc"]
    for dice, name in (([], "Ogre"), ([15], "Orc")):
        asked = fight.preview({**step, "dice": dice}).question
        assert isinstance(asked, DiceWanted)
        assert str(asked.label) == f"Výbuch → {name}", "whose die it is"
    act(fight, "taren", "cast", 15, 15, target="ogre")
    assert [fight.state[id].hp for id in ("ogre", "orc", "elk")] == [26, 6, 10]
    assert fight.state["taren"].left("spells[0]", 2) == 1
    by_hand(fight, "taren", acted=False)
    act(fight, "taren", "cast", 1, 1, target="ogre")
    last = last_account(fight)
    assert last
    assert str(last.result).endswith(": without effect")
    assert str(last.result).count(":") == 1, "it does not say every check"


def test_konflikt_16_without_a_map_those_in_the_area_are_named() -> None:
    blast = {"name": "Výbuch", "damage": "4", "area": 2}
    fight = fight_of(creature("taren", spells=[blast]), ogre(), creature("orc", "foes"))
    act(fight, "taren", "cast", target="ogre", also=["orc"])
    fire = creature("taren", spells=[{**FIRE, "area": 2}])
    several = fight_of(fire, ogre(), creature("orc", "foes"))
    lines = act(several, "taren", "cast", 1, 15, 8, target="ogre", also=["orc"])
    assert [n for n, line in enumerate(lines) if "Oheň → " in line.text][1:] == [1, 3]
    assert "failure" in lines[2].text
    assert (fight.state["ogre"].hp, fight.state["orc"].hp) == (26, 6)
    bolt = creature("taren", spells=[{**blast, "area": 0}])
    fight = fight_of(bolt, ogre(), creature("orc", "foes"))
    with pytest.raises(Refusal, match="has no area"):
        act(fight, "taren", "cast", target="ogre", also=["orc"])


def test_konflikt_13_a_fragile_thing_breaks_when_it_falls() -> None:
    vial = {"name": "Lahvička", "healing": "2k4", "fragile": True}
    fight = duel(items=[vial])
    lines = act(fight, "taren", "use_item", 2, threatened=True)
    assert cited(lines, "konflikt-13", "Lahvička breaks")
    assert fight.state["taren"].changed == {"items[0].broken": True}
    by_hand(fight, "taren", acted=False)
    with pytest.raises(Refusal, match="it is broken"):
        act(fight, "taren", "use_item")


def test_konflikt_19_by_house_rule_an_improvised_weapon_is_damaged_before_it_breaks() -> None:
    fight = fight_of(creature("taren", attacks=[CHAIR]), ogre(), improvised="damaged")
    assert cited(strike(fight, "taren", "ogre", 4), "konflikt-19", "Gear damaged: Židle")
    by_hand(fight, "taren", acted=False)
    lines = strike(fight, "taren", "ogre", 5)
    assert cited(lines, "konflikt-19", "damaged: -2")
    assert cited(lines, "konflikt-19", "Židle breaks")


def test_konflikt_8_a_crossbow_is_loaded_again_after_each_shot() -> None:
    fight = duel(attacks=[CROSSBOW])
    strike(fight, "taren", "ogre", 2)
    by_hand(fight, "taren", acted=False)
    with pytest.raises(Refusal, match="has to be loaded"):
        strike(fight, "taren", "ogre", with_="Kuše")
    command = POLICIES["shooter"].choose(fight.state, "taren")
    assert command
    assert command.action == "interact"
    act(fight, "taren", "interact", doing="reload")
    assert fight.state["taren"].momentum == 4
    strike(fight, "taren", "ogre", 2, with_="Kuše")


@pytest.mark.parametrize(("die", "ends"), [(2, (0, 0)), (15, (3, 0))])
def test_konflikt_9_the_game_master_asks_for_a_check_to_get_through_an_enemy(
    die: int, ends: tuple[int, int]
) -> None:
    people = creature("taren", skills={"dexterity": 2}), ogre(size=1)
    script = {"format": "fight/1", "system": "konflikt"}
    placed = [{**people[0], "at": [0, 0]}, {**people[1], "at": [1, 0]}]
    field = {"width": 5, "height": 1, "ground": []}
    fight = start({**script, "combatants": placed, "map": field})
    do(fight, {"do": "begin"})
    by_hand(fight, "taren", momentum=12)
    lines = act(fight, "taren", "move", die, to=[3, 0], force=True, skill="dexterity")
    assert fight.state.positions["taren"] == ends
    assert cited(lines, "konflikt-9", "Dexterity")


def test_konflikt_7_a_prepared_sprint_runs_in_the_opponents_turn() -> None:
    fight = duel()
    act(fight, "taren", "prepare", prepared="sprint", when="it comes")
    act(fight, "ogre", "move", metres=2)
    trigger(fight, "taren")
    assert fight.state["taren"].momentum == 6
    act(fight, "taren", "move", metres=5)
    assert fight.state["taren"].momentum == 1
    end_turn(fight)
    assert fight.state.round == 2


@pytest.mark.parametrize(
    ("how", "winner"), [("talk", None), ("enemies_flee", "players"), ("players_flee", "foes")]
)
def test_konflikt_1_a_conflict_can_end_by_flight_and_talk(how: str, winner: str | None) -> None:
    fight = duel()
    assert fight.outcome is None
    (line,) = do(fight, {"do": "end_conflict", "how": how})
    assert fight.outcome
    assert line.text == f"The fight is over: {fight.outcome.text}"
    assert (fight.outcome.winner, fight.outcome.rule) == (winner, "konflikt-1")
    fight.undo()
    assert fight.outcome is None


def test_konflikt_21_that_somebody_is_dead_is_said_before_the_effects_on_it() -> None:
    fight = duel()
    by_hand(fight, "ogre", effects=[BURNING])
    do(fight, {"do": "edit", "combatant": "ogre", "set": {"hp": 0, "fallen": "killed"}})
    said = [vital.id for vital in fight.rules.vitals(fight.state, "ogre") if vital.kind == "badge"]
    assert said == ["fallen", "effect-Hoření"]
