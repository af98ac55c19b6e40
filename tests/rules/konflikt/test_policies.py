"""What the behaviours do, and that the samples come to an end by them."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.rules.konflikt.commands import Cast, UseAbility
from desktop.rules.konflikt.policies import POLICIES, worth
from desktop.rules.table import Refusal
from tests.playouts import play_by_policies, sample_scripts
from tests.rules.konflikt.bench import (
    BOW,
    BURNING,
    DIRK,
    FIRE,
    KNIFE,
    POTION,
    SWORD,
    by_hand,
    creature,
    fight_of,
    ogre,
    strike,
)
from tests.rules.steps import act, do


def turn_of(fight: Fight, policy: str, actor: str = "taren") -> list[str]:
    """What a behaviour does till its turn is over; every throw shows its middle face."""
    done: list[str] = []
    while (
        len(done) < 9
        and fight.state.round == 1
        and actor in fight.rules.to_act(fight.state)
        and (command := POLICIES[policy].choose(fight.state, actor))
    ):
        fight.perform(command.as_step(), lambda sides: sides // 2 + 1, fight.rules.decide)
        done.append(command.action or command.do)
    return done


def scene(reached: bool, **sheet: Any) -> Fight:
    fight = fight_of(creature("taren", **sheet), creature("carl"), ogre())
    by_hand(fight, "taren", reached_by=["ogre"] if reached else [])
    return fight


@pytest.mark.parametrize(
    ("policy", "free", "reached"),
    [
        ("raider", ["move", "attack"], ["attack", "pass"]),
        ("shooter", ["attack", "pass"], ["move", "attack"]),
        ("supporter", ["attack", "pass"], ["move", "attack"]),
        ("guard", ["prepare"], ["attack", "pass"]),
        ("shy", ["pass"], ["move", "pass"]),
    ],
)
def test_each_behaviour_out_of_reach_and_in_it(
    policy: str, free: list[str], reached: list[str]
) -> None:
    assert turn_of(scene(False), policy) == free
    assert turn_of(scene(True), policy) == reached


def test_a_raider_closes_in_only_where_a_blow_promises_more_than_a_shot() -> None:
    fire = {"name": "Ohnivý šíp", "skill": "intelligence", "against": "defence", "damage": "1k8"}
    bow = {"name": "Luk", "kind": "ranged", "damage": "1k8", "range": 20}
    for sheet, first in (
        ({"attacks": [{**bow, "damage": "1k4"}, SWORD]}, "move"),
        ({"attacks": [bow, SWORD], "skills": {"dexterity": 4}}, "attack"),
        ({"attacks": [SWORD], "spells": [fire], "skills": {"intelligence": 4}}, "cast"),
    ):
        assert turn_of(scene(False, **sheet), "raider")[0] == first
        assert turn_of(scene(True, **sheet), "raider") == ["attack", "pass"], "in reach it strikes"


def test_konflikt_7_the_guard_strikes_whoever_comes() -> None:
    fight = scene(False)
    turn_of(fight, "guard")
    turn_of(fight, "shy", "carl")
    turn_of(fight, "raider", "ogre")
    assert fight.state["taren"].reached_by == ["ogre"] or fight.state["carl"].reached_by
    by_hand(fight, "taren", reached_by=["ogre"])
    assert turn_of(fight, "guard") == ["trigger"]


def test_konflikt_7_the_guard_prepares_nothing_that_the_round_ends_before_it_can_come() -> None:
    for until, does in (("round_end", "pass"), ("next_turn", "prepare")):
        fight = fight_of(creature("taren"), ogre(), prepared_until=until)
        do(fight, {"do": "end_turn"})
        assert turn_of(fight, "guard", "ogre") == [does]


def test_konflikt_20_who_has_claws_or_teeth_that_harm_does_not_strike_with_the_fist() -> None:
    bite = {"name": "Kousnutí", "damage": "1k2", "tags": ["bite"]}
    for immune, weapon in (([], "Kousnutí"), (["bite"], "Neozbrojený útok")):
        quick = creature("taren", skills={"dexterity": 3, "prowess": -2}, attacks=[bite])
        fight = fight_of(quick, ogre(immune=immune))
        by_hand(fight, "taren", reached_by=["ogre"])
        command = POLICIES["raider"].choose(fight.state, "taren")
        assert command is not None
        assert command.as_step()["with"] == weapon


def test_konflikt_6_what_burns_is_put_out_where_that_saves_more_than_a_blow_does() -> None:
    weak = {"attacks": [{"name": "Větev", "damage": "1"}], "skills": {"dexterity": 4}}
    for sheet, burning, expected in (
        ({}, BURNING, "attack"),  # 4 hit points at even odds against a sword
        ({}, {**BURNING, "per_round": -5}, "overcome"),
        (weak, BURNING, "overcome"),
    ):
        fight = scene(True, **sheet)
        by_hand(fight, "taren", effects=[burning])
        assert turn_of(fight, "raider")[0] == expected
    dying = scene(True)
    by_hand(dying, "taren", hp=2, effects=[BURNING])
    assert turn_of(dying, "raider")[0] == "overcome"


def test_konflikt_6_who_can_strike_nobody_puts_out_what_burns() -> None:
    fight = scene(False, attacks=[], momentum=0)
    by_hand(fight, "taren", momentum=0, effects=[BURNING])
    assert turn_of(fight, "raider") == ["overcome"]


def test_konflikt_18_a_beast_bites_and_does_not_strike_with_a_fist_beside_it() -> None:
    poison = {"name": "Jed", "per_round": -2, "ends": "luck"}
    bite = {"name": "Kousnutí", "damage": "1k6", "light": True, "effect": poison}
    fight = scene(True, attacks=[bite], skills={"prowess": 4})
    command = POLICIES["raider"].choose(fight.state, "taren")
    assert command
    assert (command.action, command.with_) == ("attack", "Kousnutí")  # type: ignore[attr-defined]


def test_konflikt_11_the_effect_of_a_hit_counts_among_weapons() -> None:
    burning = {"name": "Hoření", "per_round": -3, "ends": "luck"}
    torch = {"name": "Pochodeň", "damage": "1k4", "effect": burning}
    fight = scene(True, attacks=[SWORD, torch])
    command = POLICIES["raider"].choose(fight.state, "taren")
    assert command
    assert command.with_ == "Pochodeň"  # type: ignore[attr-defined]


def test_konflikt_6_a_potion_is_no_reason_to_stay_away() -> None:
    potion = {"name": "Lektvar", "healing": "2k4"}
    people = [
        creature("taren", attacks=[SWORD], items=[potion]),
        creature("ogre", "foes", attacks=[SWORD], items=[potion]),
    ]
    for person in people:
        person["policy"] = "supporter"
    fight = fight_of(*people)
    assert turn_of(fight, "supporter") == ["move", "attack"]


def test_konflikt_18_two_hands_hold_no_more_than_they_can() -> None:
    axe = {"name": "Sekera", "damage": "1k12", "tags": ["obouruční"]}
    fight = scene(True, attacks=[axe, SWORD])
    both = {"do": "act", "actor": "taren", "action": "two_weapons", "target": "ogre"}
    with pytest.raises(Refusal, match="not hands enough"):
        fight.perform({**both, "with": "Sekera", "with_other": SWORD["name"]})
    option = next(o for o in fight.options() if o.action == "two_weapons")
    field = next(f for f in fight.parameters(option) if f.id == "with_other")
    assert field.default == "Neozbrojený útok"
    fight.odds(both)


def test_a_shooter_without_a_shot_left_goes_and_strikes() -> None:
    fight = scene(False, attacks=[{**BOW, "uses": 0}, SWORD])
    assert turn_of(fight, "shooter") == ["move", "attack"]


@pytest.mark.parametrize(
    ("weapons", "action"),
    [
        ([KNIFE, DIRK], "two_weapons"),
        ([KNIFE, SWORD], "attack"),
        ([{**KNIFE, "tags": ["obouruční"]}], "attack"),
    ],
)
def test_konflikt_18_two_weapons_are_used_where_they_promise_more(
    weapons: list[dict[str, Any]], action: str
) -> None:
    """Against 12: a knife 9 in 20, two of them 7 in 20 each; with a sword both only 5 in 20."""
    fight = scene(True, attacks=weapons)
    assert turn_of(fight, "raider") == [action, "pass"]


@pytest.mark.parametrize("policy", ["raider", "shooter"])
def test_konflikt_6_a_spell_is_cast_where_it_promises_more_than_a_shot(policy: str) -> None:
    fight = scene(False, spells=[FIRE], skills={"intelligence": 4})
    by_hand(fight, "taren", momentum=0)
    assert turn_of(fight, policy)[0] == "cast"


def test_konflikt_13_nobody_casts_under_threat() -> None:
    fight = scene(True, spells=[FIRE], items=[POTION], hp=2, skills={"intelligence": 9})
    assert turn_of(fight, "raider")[0] == "attack"


@pytest.mark.parametrize("policy", ["raider", "shooter", "guard", "shy", "supporter"])
def test_konflikt_6_who_has_lost_more_than_half_drinks_what_heals(policy: str) -> None:
    fight = scene(False, items=[POTION], hp=4)
    assert turn_of(fight, policy)[0] == "use_item"
    assert fight.state["taren"].hp > 4


def test_konflikt_6_a_supporter_with_nothing_left_to_shoot_or_cast_strikes() -> None:
    assert turn_of(scene(False, attacks=[SWORD]), "supporter") == ["move", "attack"]
    assert turn_of(scene(True, attacks=[SWORD]), "supporter") == ["attack", "pass"]
    empty = {**BOW, "uses": 0}
    assert turn_of(scene(True, attacks=[SWORD, empty]), "supporter") == ["attack", "pass"]


def test_konflikt_6_the_supporter_heals_and_strengthens_others() -> None:
    bless = {"name": "Požehnání", "effect": {"name": "P", "negative": False, "bonus": 1}}
    fight = scene(False, spells=[{"name": "Zhojení", "healing": "1k4"}], abilities=[bless])
    by_hand(fight, "carl", hp=3)
    step = POLICIES["supporter"].choose(fight.state, "taren")
    assert isinstance(step, Cast)
    assert step.target == "carl"
    by_hand(fight, "carl", hp=10)
    step = POLICIES["supporter"].choose(fight.state, "taren")
    assert isinstance(step, UseAbility)
    assert step.target == "taren"
    by_hand(fight, "taren", effects=[bless["effect"]])
    step = POLICIES["supporter"].choose(fight.state, "taren")
    assert step
    assert step.as_step()["target"] == "carl"


@pytest.mark.parametrize("script", sample_scripts("konflikt"), ids=lambda script: script["name"])
@pytest.mark.parametrize("seed", range(5))
def test_the_samples_come_to_an_end(script: dict[str, object], seed: int) -> None:
    assert play_by_policies(dict(script), seed).outcome is not None


def test_konflikt_11_nobody_strikes_for_ever_at_one_whom_nothing_hurts() -> None:
    ghost = creature("ghost", "foes", max_hp=1, immune=["steel", "unarmed"])
    steel = {**SWORD, "tags": ["steel"]}
    fight = fight_of(creature("taren", attacks=[steel]), ghost, ogre())
    by_hand(fight, "taren", reached_by=["ghost", "ogre"])
    command = POLICIES["raider"].choose(fight.state, "taren")
    assert command is not None
    assert command.as_step()["target"] == "ogre"


def test_konflikt_7_the_guard_strikes_whoever_comes_though_another_acts_after() -> None:
    fight = fight_of({**creature("taren"), "policy": "guard"}, ogre(), creature("wolf", "foes"))
    assert turn_of(fight, "guard") == ["prepare"]
    act(fight, "ogre", "move", metres=1, reached_by=["taren"])
    act(fight, "wolf", "move", metres=6)
    for id in ("ogre", "wolf"):
        do(fight, {"do": "pass", "actor": id})
    answer = fight.suggest()
    assert answer
    assert (answer["do"], answer["target"]) == ("trigger", "ogre")


@pytest.mark.parametrize(
    ("action", "chosen"),
    [
        ("cast", {"target": "ogre", "with": "Oheň"}),
        ("use_item", {"with": "Lektvar"}),
        ("two_weapons", {"target": "ogre", "with": "Dlouhý meč"}),
        ("overcome", {}),
        ("end_effect", {"target": "ogre"}),
        ("other", {}),
    ],
)
def test_konflikt_7_behaviours_do_whatever_was_prepared(
    action: str, chosen: dict[str, str]
) -> None:
    taren = creature("taren", spells=[FIRE], items=[POTION])
    fight = fight_of({**taren, "policy": "guard"}, {**ogre(), "policy": "raider"})
    by_hand(fight, "taren", effects=[BURNING])
    by_hand(fight, "ogre", effects=[{"name": "Kletba", "magical": True, "by": "taren"}])
    act(fight, "taren", "prepare", when="it comes", prepared=action, what="Shouts")
    act(fight, "ogre", "move", metres=6, reached_by=["taren"])
    strike(fight, "ogre", "taren", 2)
    step = fight.suggest()
    assert step == {"do": "trigger", "actor": "taren", **chosen}
    fight.perform(step, lambda sides: sides, fight.rules.decide)
    assert not fight.state["taren"].prepared


def test_konflikt_7_who_sprints_in_the_opponents_turn_runs_out_of_reach() -> None:
    fight = fight_of({**creature("taren"), "policy": "guard"}, ogre())
    act(fight, "taren", "prepare", when="it comes", prepared="sprint")
    act(fight, "ogre", "move", metres=6, reached_by=["taren"])
    strike(fight, "ogre", "taren", 2)
    for expected in ("trigger", "act"):
        step = fight.suggest()
        assert step
        assert (step["do"], step["actor"]) == (expected, "taren")
        fight.perform(step)
    assert fight.state["taren"].reached_by == []


def test_konflikt_19_a_damaged_weapon_promises_less_to_a_behaviour() -> None:
    chair, bench = ({"name": n, "damage": "1k6", "improvised": True} for n in ("Židle", "Lavice"))
    fight = fight_of(creature("taren", attacks=[chair, bench]), ogre())
    state: Any = fight.state.copy()
    taren, foe = state.take("taren"), state["ogre"]
    weapons = {weapon.name: weapon for weapon in taren.weapons}
    whole = worth(state, taren, weapons["Židle"], foe)(0)
    assert whole == worth(state, taren, weapons["Lavice"], foe)(0)
    taren.damaged = ["Židle"]
    assert worth(state, taren, weapons["Židle"], foe)(0) < whole
    assert worth(state, taren, weapons["Lavice"], foe)(0) == whole
