"""The behaviours of «Бой»."""

from desktop.encounter.fight import Fight
from desktop.rules.boj.actions import Grapple, PickUp
from desktop.rules.boj.attacks import Attack
from desktop.rules.boj.policies import POLICIES
from desktop.rules.boj.sheet import UNARMED
from desktop.rules.contract import Command
from tests.rules.boj.bench import (
    CULTIST,
    GRENADE,
    KNIFE,
    REVOLVER,
    VERA,
    VEST,
    act,
    end_turn,
    fight,
    one,
    sheet,
    turn_of,
)

PLATE = {**VEST, "rating": 5}


def prisoners_taken_by_vera(fight: Fight) -> Command | None:
    return POLICIES["take_alive"].choose(fight.state, "vera")


def test_boj_23_whoever_takes_prisoners_fights_those_whom_bare_hands_cannot_hurt() -> None:
    armoured = {**CULTIST, "armor": [PLATE]}
    both = fight(VERA, armoured, {**CULTIST, "weapons": []})
    both.perform({"do": "edit", "combatant": "vera", "set": {"in_hand": ""}})
    chosen = prisoners_taken_by_vera(both)
    assert isinstance(chosen, Grapple)
    assert chosen.target == "c2", "the other is held first"
    alone = fight(VERA, armoured)
    chosen = prisoners_taken_by_vera(alone)
    assert isinstance(chosen, Attack)
    assert chosen.with_ != UNARMED.name


def test_boj_10_whoever_has_only_bare_hands_left_picks_up_what_was_dropped() -> None:
    scene = fight(cards=(1, 52))
    scene.perform({"do": "edit", "combatant": "vera", "set": {"in_hand": ""}})
    scene.perform({"do": "end_turn"})
    act(scene, "disarm", 50, target="cultist")
    scene.perform({"do": "end_turn"})
    assert one(scene, "cultist").disarmed == ["Мачете"]
    for policy in ("fierce", "careful"):
        assert isinstance(POLICIES[policy].choose(scene.state, "cultist"), PickUp)
    act(scene, "pick_up")
    assert one(scene, "cultist").in_hand == "Мачете"
    scene.perform({"do": "end_turn"})
    scene.perform({"do": "end_turn"})
    assert isinstance(POLICIES["fierce"].choose(scene.state, "cultist"), Attack)


def test_boj_10_whoever_has_another_weapon_fights_on_with_that() -> None:
    scene = fight(cards=(52, 1))
    scene.perform({"do": "edit", "combatant": "cultist", "set": {"in_hand": ""}})
    scene.perform({"do": "end_turn"})
    act(scene, "disarm", 50, target="vera")
    scene.perform({"do": "end_turn"})
    assert one(scene, "vera").disarmed == ["Револьвер"]
    assert isinstance(POLICIES["fierce"].choose(scene.state, "vera"), Attack)


def test_a_behaviour_keeps_the_last_grenade() -> None:
    people = sheet("Артём", GRENADE, GRENADE, KNIFE), {**CULTIST, "max_hp": 500}
    scene = fight(*people)
    thrown = 0
    for _ in range(6):
        turn_of(scene, "vera")
        step = POLICIES["fierce"].choose(scene.state, "vera")
        assert isinstance(step, Attack)
        thrown += step.with_ == "Граната"
        dice = (99, 99) if step.with_ == "Граната" else (99,)
        act(scene, "attack", dice[0], target="cultist", **{"with": step.with_})
        end_turn(scene)
    assert thrown == 1


def test_a_behaviour_throws_the_last_grenade_where_only_hands_are_left() -> None:
    scene = fight(sheet("Артём", GRENADE))
    step = POLICIES["fierce"].choose(scene.state, "vera")
    assert isinstance(step, Attack)
    assert step.with_ == "Граната"


def test_taking_alive_holds_an_armed_enemy_with_a_weapon_in_hand() -> None:
    scene = fight(sheet("Артём", KNIFE))
    assert one(scene, "vera").in_hand == "Нож"
    assert one(scene, "cultist").in_hand == "Мачете"
    assert isinstance(POLICIES["take_alive"].choose(scene.state, "vera"), Grapple)


def test_boj_17_who_is_badly_hurt_does_not_dodge_bullets_without_cover() -> None:
    hurt = {**VERA, "hp": 3}
    chosen = []
    for weapon in (REVOLVER, KNIFE):
        scene = fight(hurt, sheet("Стрелок", weapon))
        end_turn(scene)
        turn_of(scene, "vera")
        command = POLICIES["careful"].choose(scene.state, "vera")
        assert command
        chosen.append(command.action)
    assert chosen == ["attack", "dodge"]
