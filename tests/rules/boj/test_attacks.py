"""Attacks, called shots, and what is done hand to hand (boj-5 to 10, 12, 13)."""

from collections import Counter
from typing import Any

import pytest

from desktop.encounter.play_table import DiceWanted
from desktop.languages import ENGLISH
from desktop.rules.dice import Degree, Dice, Percentile
from desktop.rules.table import Refusal
from tests.rules.boj.bench import (
    CULTIST,
    GRENADE,
    HELMET,
    KNIFE,
    MACHETE,
    REVOLVER,
    RIFLE,
    SKILLS,
    VERA,
    VEST,
    WALL,
    act,
    attack,
    end_turn,
    fight,
    one,
    sheet,
    told,
    turn_of,
)
from tests.rules.steps import do


@pytest.mark.parametrize(
    ("roll", "degree"),
    [
        (1, Degree.CRITICAL),
        (33, Degree.CRITICAL),
        (44, Degree.CRITICAL),
        (50, Degree.SUCCESS),
        (51, Degree.FAILURE),
        (55, Degree.FUMBLE),
        (99, Degree.FUMBLE),
        (100, Degree.FUMBLE),
    ],
)
def test_boj_5_doubles_go_further_than_success_and_failure(roll: int, degree: Degree) -> None:
    assert Percentile(50).read((roll,)).degree == degree


def test_boj_5_one_always_succeeds_and_a_hundred_always_fails() -> None:
    assert Percentile(1).read((1,)).success
    assert not Percentile(99).read((100,)).success
    assert not Percentile(200).read((100,)).success


@pytest.mark.parametrize("chance", [1, 7, 50, 99])
@pytest.mark.parametrize("against", [(), (20,), (11, 40), None])
def test_boj_5_a_spread_counts_every_roll_once(chance: int, against: Any) -> None:
    reading = Percentile(chance, against)
    spread = reading.spread(Dice(1, 100))
    assert sum(spread.values()) == 100
    degrees = Counter(reading.read((roll,)).degree for roll in range(1, 101))
    found: Counter[Degree] = Counter()
    for came, ways in spread.items():
        found[came.degree] += ways
    assert found == degrees


def test_boj_5_the_chance_is_kept_within_1_and_99() -> None:
    scene = fight()
    attack(scene, "Револьвер", 99, 1, modifier=100)
    assert "Attack: Вера → Культист, Револьвер, 99 %" in told(scene, "boj-5")
    turn_of(scene, "cultist")
    attack(scene, "Мачете", 1, 3, target="vera", modifier=-100)
    assert "Attack: Культист → Вера, Мачете, 1 %" in told(scene, "boj-5")


@pytest.mark.parametrize(
    ("weapon", "chance"), [("Лук", 60), ("Граната", 50), ("Нож", 45), ("Голые руки и ноги", 55)]
)
def test_boj_5_the_weapon_says_by_which_skill(weapon: str, chance: int) -> None:
    skills = {**SKILLS, "melee": 45, "unarmed": 55}
    scene = fight({**VERA, "skills": skills})
    attack(scene, weapon, chance + 1)
    assert told(scene, "boj-5")[0].endswith(f"{weapon}, {chance} %")


def test_boj_5_skills_are_known_by_their_own_names() -> None:
    bow = {"name": "Лук", "damage": "1d8", "skill": "Дальний Бой"}
    scene = fight({"name": "Вера", "skills": {"стрельба": 71}, "weapons": [bow]})
    attack(scene, "Лук", 72)
    assert told(scene, "boj-5")[0].endswith("71 %")


def test_boj_6_an_attack_is_one_roll_and_one_roll_of_damage() -> None:
    scene = fight()
    attack(scene, "Автомат", 20, 7, mode="single")
    assert [line.dice for line in scene.log if line.dice][-2:] == [(20,), (7,)]
    assert one(scene, "cultist").hp == 3


def test_boj_7_a_close_attack_blocks_with_its_own_roll_until_the_next_action() -> None:
    scene = fight(VERA, CULTIST, CULTIST)
    attack(scene, "Нож", 42, 1)
    end_turn(scene)
    attack(scene, "Мачете", 30, target="vera", answers="block")
    assert one(scene, "vera").hp == 10
    assert told(scene, "boj-15") == ["Вера, block: stops the attack"]
    end_turn(scene)
    # The same roll against another one: 43 is better than 42.
    attack(scene, "Мачете", 43, 5, target="vera")
    assert one(scene, "vera").hp == 5
    end_turn(scene)
    act(scene, "aim")
    assert one(scene, "vera").guard is None


def test_boj_7_the_roll_of_an_attack_stands_while_its_owner_waits() -> None:
    scene = fight(VERA, CULTIST, CULTIST)
    attack(scene, "Нож", 42, 1)
    turn_of(scene, "c2")
    end_turn(scene)
    scene.perform({"do": "wait", "actor": "vera", "after": "cultist"})
    attack(scene, "Мачете", 30, target="vera", answers="block")
    assert (one(scene, "vera").hp, one(scene, "vera").acted) == (10, False)
    turn_of(scene, "vera")
    end_turn(scene)
    assert one(scene, "vera").guard is None


def test_boj_7_a_ranged_attack_does_not_defend() -> None:
    scene = fight()
    attack(scene, "Револьвер", 90)
    assert one(scene, "vera").guard is None
    end_turn(scene)
    attack(scene, "Мачете", 30, 5, target="vera")
    assert one(scene, "vera").hp == 5


@pytest.mark.parametrize("action", ["called_shot", "disarm", "grapple"])
def test_boj_7_other_close_actions_defend_too(action: str) -> None:
    scene = fight()
    more = {"with": "Нож"} if action == "called_shot" else {}
    if action == "disarm":
        act(scene, "put_away")
    act(scene, action, 96, target="cultist", **more)
    guard = one(scene, "vera").guard
    assert guard is not None
    assert (guard.kind, guard.roll.roll) == ("attack", 96)


def test_boj_7_the_roll_harms_only_the_one_it_was_aimed_at() -> None:
    scene = fight(VERA, CULTIST, CULTIST)
    attack(scene, "Нож", 42, 1)
    end_turn(scene)
    attack(scene, "Мачете", 30, 2, target="vera", answers="strike_back")
    assert one(scene, "cultist").hp == 7
    end_turn(scene)
    # Against another it blocks, and there is nothing to decide.
    attack(scene, "Мачете", 30, target="vera")
    assert one(scene, "c2").hp == 10


@pytest.mark.parametrize(("exposure", "chance"), [("partial", 40), ("mostly", 20)])
def test_boj_8_a_called_shot_is_harder_and_passes_by_armour(exposure: str, chance: int) -> None:
    scene = fight(VERA, {**CULTIST, "armor": [VEST, HELMET]})
    act(
        scene, "called_shot", chance - 1, 6,
        target="cultist", part="нога", exposure=exposure, behind=10, **{"with": "Револьвер"},
    )  # fmt: skip
    assert told(scene, "boj-8")[0] == f"Called shot: Вера → Культист, Револьвер, {chance} %"
    assert told(scene, "boj-8")[1] == f"{chance - 60:+d} %: a called shot: нога"
    assert one(scene, "cultist").hp == 4


def test_boj_8_an_ordinary_attack_on_somebody_behind_cover_has_no_penalty() -> None:
    scene = fight()
    attack(scene, "Револьвер", 60, 8, behind=5)
    assert one(scene, "cultist").hp == 7


def test_boj_8_a_called_shot_gets_a_grenade_over_a_cover() -> None:
    behind = {**CULTIST, "name": "Вторая", "armor": [VEST]}
    scene = fight(VERA, {**CULTIST, "armor": [VEST]}, behind)
    scene.perform({"do": "edit", "combatant": "c2", "set": {"behind": 5}})
    act(
        scene, "called_shot", 30, 99, 36, target="cultist", targets=["c2"], behind=5,
        **{"with": "Граната"},
    )  # fmt: skip
    # 9 + 9 = 18 for the one aimed at; 3 + 6 = 9 less a vest of 3 and a cover of 5 for the other,
    # whom nobody aimed at.
    assert (one(scene, "cultist").hp, one(scene, "c2").hp) == (0, 9)
    assert told(scene, "boj-8")[2:] == ["Культист: armour does not help"]


def test_boj_8_nobody_without_armour_is_told_that_it_does_not_help() -> None:
    scene = fight()
    act(scene, "called_shot", 30, 5, target="cultist", **{"with": "Револьвер"})
    assert not any("armour does not help" in line for line in told(scene, "boj-8"))


def test_boj_22_somebody_in_his_own_blast_is_named_once() -> None:
    scene = fight()
    attack(scene, "Граната", 30, 99, 99, targets=["vera"])
    assert told(scene, "boj-5")[0] == "Attack: Вера → Культист, Граната, 50 %"
    assert told(scene, "boj-22") == ["Radius 10 m, targets in it: 2, Вера too"]


def test_boj_9_a_called_shot_with_automatic_fire_counts_for_the_first() -> None:
    scene = fight(VERA, CULTIST, CULTIST)
    act(
        scene, "called_shot", 30, 23, target="cultist", targets=["c2"], mode="burst",
        **{"with": "Автомат"},
    )  # fmt: skip
    assert told(scene, "boj-9") == ["A called shot counts for the first target"]
    assert (one(scene, "cultist").hp, one(scene, "c2").hp) == (5, 10)


def test_boj_10_a_disarm_makes_the_target_drop_what_it_holds() -> None:
    scene = fight()
    act(scene, "put_away")
    act(scene, "disarm", 50, target="cultist")
    assert one(scene, "cultist").disarmed == ["Мачете"]
    end_turn(scene)
    with pytest.raises(Refusal, match="has no 'Мачете'"):
        attack(scene, "Мачете", 30, target="vera")
    act(scene, "pick_up")
    assert one(scene, "cultist").in_hand == "Мачете"
    assert one(scene, "cultist").acted


def test_boj_10_of_two_weapons_of_one_name_one_is_dropped() -> None:
    scene = fight(VERA, sheet("Культист", MACHETE, MACHETE))
    act(scene, "put_away")
    act(scene, "disarm", 50, target="cultist")
    end_turn(scene)
    assert [weapon.name for weapon in one(scene, "cultist").weapons][:-1] == ["Мачете"]
    attack(scene, "Мачете", 99, target="vera", answers="none")
    assert one(scene, "cultist").in_hand == "Мачете"


def test_boj_10_hands_must_be_free_and_the_target_must_hold_something() -> None:
    scene = fight(VERA, sheet("Культист"), CULTIST)
    with pytest.raises(Refusal, match="the hands are not free: Револьвер"):
        act(scene, "disarm", target="cultist")
    act(scene, "put_away")
    assert not one(scene, "vera").acted
    with pytest.raises(Refusal, match="holds nothing"):
        act(scene, "disarm", target="cultist")


def test_boj_10_a_beast_does_not_drop_its_teeth_and_has_nothing_to_put_away() -> None:
    teeth = {"name": "Зубы", "skill": "unarmed", "damage": "1d6", "melee": True, "natural": True}
    scene = fight({**VERA, "weapons": []}, {**CULTIST, "weapons": [teeth]})
    with pytest.raises(Refusal, match="nobody holds anything"):
        act(scene, "disarm", target="cultist")
    turn_of(scene, "cultist")
    with pytest.raises(Refusal, match="the hands are free"):
        act(scene, "put_away")
    assert one(scene, "cultist").close_weapon.name == "Зубы"


def test_boj_10_a_disarm_can_be_dodged() -> None:
    scene = fight()
    act(scene, "put_away")
    act(scene, "disarm", 20, 30, target="cultist", answers="dodge")
    assert one(scene, "cultist").disarmed == []


def test_boj_12_breaking_free_is_opposed_by_the_holder() -> None:
    scene = fight(VERA, {**CULTIST, "characteristics": {"strength": 16}})
    act(scene, "grapple", 30, target="cultist")
    end_turn(scene)
    end_turn(scene)
    end_turn(scene)
    # Strength 16 × 5 = 80 is better than unarmed 50.
    step = {"do": "act", "actor": "cultist", "action": "escape", "dice": [80]}
    asked = scene.preview(step).question
    assert isinstance(asked, DiceWanted)
    assert str(asked.label) == "hold on, 50 %"
    act(scene, "escape", 80, 40)
    assert told(scene, "boj-12")[:2] == [
        "Культист tries to break free, 80 of 80: success",
        "Вера, holding on: 40, success",
    ]
    assert one(scene, "cultist").grappled_by is None
    assert one(scene, "vera").grappling is None


def test_boj_12_a_tie_does_not_free() -> None:
    scene = fight()
    act(scene, "grapple", 30, target="cultist")
    end_turn(scene)
    end_turn(scene)
    end_turn(scene)
    act(scene, "escape", 40, 40)
    assert one(scene, "cultist").grappled_by == "vera"


@pytest.mark.parametrize(("roll", "held"), [(39, "vera"), (40, "vera"), (41, None)])
def test_boj_12_an_escape_in_the_turn_of_the_grapple_meets_a_new_test(
    roll: int, held: str | None
) -> None:
    scene = fight()
    act(scene, "grapple", 30, target="cultist")
    end_turn(scene)
    act(scene, "escape", roll, 40)
    assert one(scene, "cultist").grappled_by == held


def test_boj_12_an_attack_on_the_one_held_is_the_roll_to_beat() -> None:
    scene = fight(cards=(1, 52))
    turn_of(scene, "vera")
    act(scene, "grapple", 30, target="cultist", answers="none")
    end_turn(scene)
    end_turn(scene)
    attack(scene, "Голые руки и ноги", 35, 3)
    guard = one(scene, "vera").guard
    assert guard, "boj-7: holding somebody leaves the defence that rides on one's attack"
    assert (guard.kind, guard.roll.roll) == ("attack", 35)
    scene.perform({"do": "edit", "combatant": "cultist", "set": {"hp": 9}})
    act(scene, "escape", 36, actor="cultist", overrule=True)
    assert one(scene, "cultist").grappled_by is None


def test_boj_13_somebody_held_can_only_break_free() -> None:
    scene = fight()
    act(scene, "grapple", 30, target="cultist")
    assert told(scene, "boj-13")[-1] == "Hold: Вера → Культист"
    end_turn(scene)
    for action in ("attack", "aim", "dodge", "move", "step"):
        with pytest.raises(Refusal, match="in a hold, can only break free: Вера holds on"):
            act(scene, action, **({"target": "vera"} if action == "attack" else {}))
    act(scene, "escape", 90, 40)


def test_boj_13_close_attacks_on_somebody_held_have_20_more() -> None:
    scene = fight(VERA, CULTIST, sheet("Жнец", MACHETE), cards=(52, 1, 40))
    act(scene, "grapple", 30, target="cultist")
    end_turn(scene)
    attack(scene, "Мачете", 70, 4)
    assert "+20 %: in a hold: Культист" in told(scene, "boj-13")
    assert one(scene, "cultist").hp == 6
    end_turn(scene)
    end_turn(scene)
    # Ranged attacks have not, and somebody held does not defend.
    attack(scene, "Револьвер", 61)
    assert one(scene, "cultist").hp == 6


def test_boj_13_a_hold_ends_when_either_is_out() -> None:
    scene = fight()
    act(scene, "grapple", 30, target="cultist")
    scene.perform({"do": "edit", "combatant": "vera", "set": {"hp": 0}})
    assert one(scene, "cultist").grappled_by is None


def test_boj_13_a_hold_set_by_hand_is_mutual() -> None:
    scene = fight()
    scene.perform({"do": "edit", "combatant": "vera", "set": {"grappled_by": "cultist"}})
    assert one(scene, "cultist").grappling == "vera"
    scene.perform({"do": "edit", "combatant": "vera", "set": {"grappled_by": None}})
    assert one(scene, "cultist").grappling is None
    assert told(scene, "by-hand") == ["Вера: held by: Культист", "Вера: held by: Культист → –"]
    with pytest.raises(Refusal, match="there is no other combatant 'nobody'"):
        scene.perform({"do": "edit", "combatant": "vera", "set": {"grappled_by": "nobody"}})


def test_boj_13_whoever_grapples_another_by_overruling_lets_the_first_go() -> None:
    scene = fight(VERA, CULTIST, sheet("Жнец", KNIFE))
    act(scene, "grapple", 30, target="cultist")
    turn_of(scene, "vera")
    act(scene, "grapple", 30, target="c2", overrule=True)
    assert one(scene, "vera").grappling == "c2"
    assert one(scene, "c2").grappled_by == "vera"
    assert one(scene, "cultist").grappled_by is None


@pytest.mark.parametrize(
    "step",
    [
        {"do": "act", "actor": "cultist", "action": "grapple", "target": "c2", "overrule": True},
        {"do": "edit", "combatant": "c2", "set": {"grappled_by": "cultist"}},
    ],
)
def test_boj_13_nobody_holds_somebody_and_is_held_at_once(step: dict[str, Any]) -> None:
    scene = fight(VERA, CULTIST, sheet("Жнец", KNIFE))
    act(scene, "grapple", 30, target="cultist")
    end_turn(scene)
    do(scene, step, *([30] if step["do"] == "act" else []), defence="none")
    assert one(scene, "cultist").grappling == "c2"
    assert one(scene, "c2").grappled_by == "cultist"
    assert one(scene, "cultist").grappled_by is None
    assert one(scene, "vera").grappling is None


def test_boj_13_whoever_runs_off_holds_nobody_any_more() -> None:
    scene = fight()
    act(scene, "grapple", 30, target="cultist")
    turn_of(scene, "vera")
    act(scene, "step")
    assert one(scene, "cultist").grappled_by == "vera"
    turn_of(scene, "cultist")
    turn_of(scene, "vera")
    act(scene, "move", 56, difficult=True)
    assert one(scene, "cultist").grappled_by == "vera"
    turn_of(scene, "cultist")
    turn_of(scene, "vera")
    act(scene, "move")
    assert told(scene, "boj-13")[-1] == "The hold ends: Вера → Культист"
    assert one(scene, "cultist").grappled_by is None
    assert one(scene, "vera").grappling is None


def test_boj_18_bare_hands_that_stand_on_a_sheet_are_offered_once() -> None:
    fists = {"name": "Голые руки и ноги", "skill": "unarmed", "damage": "1d6"}
    scene = fight(sheet("Вера", fists, KNIFE))
    (option,) = (o for o in scene.turn_options() if o.action == "attack")
    (weapons,) = (f for f in scene.parameters(option) if f.id == "with")
    assert [choice.value for choice in weapons.choices] == ["Голые руки и ноги", "Нож"]
    group, *_ = scene.rules.figures(scene.state, "vera")
    assert group.term.label == "Голые руки и ноги"
    assert group.said(ENGLISH) == "Unarmed combat 50 % · damage 1d6"


def test_boj_9_and_22_a_weapon_without_a_radius_hits_one() -> None:
    scene = fight({**VERA, "armor": [WALL]}, CULTIST, sheet("Жнец", KNIFE))
    with pytest.raises(Refusal, match="Револьвер hits one target only"):
        attack(scene, "Револьвер", targets=["c2"])
    with pytest.raises(Refusal, match="Автомат hits one target only"):
        attack(scene, "Автомат", mode="single", targets=["c2"])


def test_boj_22_the_radius_is_asked_for_only_where_several_are_reached() -> None:
    scene = fight(sheet("Вера", REVOLVER, RIFLE, GRENADE), CULTIST)
    (option,) = (o for o in scene.turn_options() if o.action == "attack")

    def asked(**chosen: str) -> set[tuple[str, ...]]:
        fields = scene.parameters(option, {"target": "cultist", **chosen})
        return {f.only_with for f in fields if f.id in ("targets", "radius")}

    assert asked() == asked(**{"with": "Граната"}) == {("with", "Автомат", "Граната")}
    assert asked(**{"with": "Автомат"}) == {("mode", "burst")}
    (option,) = (o for o in scene.turn_options() if o.action == "called_shot")
    assert asked(**{"with": "Автомат"}) == {("with", "Граната")}, "a burst hits the first (boj-9)"


def test_boj_22_single_or_burst_is_asked_for_with_the_weapons_that_have_both() -> None:
    scene = fight(sheet("Вера", REVOLVER, RIFLE, GRENADE), CULTIST)
    (option,) = (o for o in scene.turn_options() if o.action == "attack")
    (mode,) = (field for field in scene.parameters(option) if field.id == "mode")
    assert (mode.default, mode.only_with) == ("single", ("with", "Автомат"))


def test_boj_10_13_what_nobody_can_be_disarmed_or_held_for_is_greyed_with_its_reason() -> None:
    scene = fight(sheet("Вера"), sheet("Культист"), CULTIST)
    shown = {option.action: option for option in scene.options()}
    disarm, grapple = (scene.parameters(shown[action])[0] for action in ("disarm", "grapple"))
    reasons = {choice.value: str(choice.why_not) for choice in disarm.choices}
    assert reasons == {"cultist": "holds nothing (boj-10)", "c2": "None"}
    assert not any(choice.why_not for choice in grapple.choices)
    for id in ("cultist", "c2"):
        scene.perform({"do": "edit", "combatant": id, "set": {"in_hand": ""}})
    shown = {option.action: option for option in scene.options()}
    assert str(shown["disarm"].why_not) == "nobody holds anything (boj-10)"
    scene.perform({"do": "edit", "combatant": "c2", "set": {"hp": 0}})
    scene.perform({"do": "edit", "combatant": "cultist", "set": {"hp": 0}})
    shown = {option.action: option for option in scene.options()}
    assert str(shown["attack"].why_not) == "nobody else is left"


def test_boj_10_bare_hands_on_a_sheet_are_nothing_that_could_be_dropped() -> None:
    hands = {"name": "Удар без оружия", "skill": "unarmed", "damage": "1d4 - 1", "melee": True}
    scene = fight(sheet("Вера", hands), sheet("Культист", hands))
    with pytest.raises(Refusal, match="nobody holds anything"):
        act(scene, "disarm", target="cultist")
    attack(scene, "Удар без оружия", 96)
    assert one(scene, "vera").in_hand == ""


def test_boj_13_whoever_is_held_by_hand_lets_go_of_others_as_by_a_grapple() -> None:
    scene = fight(VERA, CULTIST, sheet("Жнец", KNIFE))
    act(scene, "grapple", 30, target="c2")
    scene.perform({"do": "edit", "combatant": "vera", "set": {"grappled_by": "cultist"}})
    assert one(scene, "vera").grappling is None
    assert one(scene, "c2").grappled_by is None


def test_boj_13_nobody_who_is_out_holds_or_is_held_by_hand() -> None:
    scene = fight(VERA, CULTIST, sheet("Жнец", KNIFE))
    scene.perform({"do": "edit", "combatant": "c2", "set": {"hp": 0}})
    (held_by,) = (f for f in scene.rules.editable(scene.state, "vera") if f.id == "grappled_by")
    assert {c.value: str(c.why_not) for c in held_by.choices}["c2"] == "out of the fight"
    for id, holder in (("vera", "c2"), ("c2", "vera")):
        with pytest.raises(Refusal, match="Жнец is out of the fight"):
            scene.perform({"do": "edit", "combatant": id, "set": {"grappled_by": holder}})


def test_boj_12_a_roll_against_one_held_before_does_not_hold_another() -> None:
    scene = fight(VERA, CULTIST, sheet("Жнец", KNIFE))
    act(scene, "grapple", 30, target="cultist")
    turn_of(scene, "cultist")
    turn_of(scene, "vera")
    attack(scene, "Голые руки и ноги", 68, 3)
    scene.perform({"do": "edit", "combatant": "c2", "set": {"grappled_by": "vera"}})
    turn_of(scene, "c2")
    act(scene, "escape", 20, 19)
    assert one(scene, "c2").grappled_by is None


def test_boj_8_an_effect_on_armour_does_not_count_against_a_called_shot() -> None:
    scene = fight()
    ward = {"name": "Оберег", "changes": {"armour": 3}, "until": "check"}
    scene.perform({"do": "effect", "combatants": ["cultist"], **ward})
    act(scene, "called_shot", 30, 4, target="cultist", **{"with": "Револьвер"})
    assert one(scene, "cultist").hp == 6
    assert one(scene, "cultist").effects_by_hand, "it has not counted yet"
    turn_of(scene, "cultist")
    turn_of(scene, "vera")
    attack(scene, "Револьвер", 30, 4)
    assert one(scene, "cultist").hp == 5
    assert not one(scene, "cultist").effects_by_hand


def test_boj_9_the_log_of_a_called_shot_counts_nobody_in_the_radius() -> None:
    scene = fight(VERA, CULTIST, CULTIST)
    act(
        scene, "called_shot", 90, target="cultist", targets=["c2"], mode="burst",
        **{"with": "Автомат"},
    )  # fmt: skip
    assert not told(scene, "boj-22")


def test_boj_12_an_effect_on_the_holder_does_not_count_for_a_roll_that_stands() -> None:
    scene = fight(cards=(1, 52))
    turn_of(scene, "vera")
    act(scene, "grapple", 30, target="cultist", answers="none")
    end_turn(scene)
    end_turn(scene)
    attack(scene, "Голые руки и ноги", 35, 3)
    tired = {"name": "Усталость", "changes": {"chance": -30}, "until": "check"}
    scene.perform({"do": "effect", "combatants": ["vera"], **tired})
    act(scene, "escape", 34, actor="cultist", overrule=True)
    assert one(scene, "vera").effects_by_hand


def test_boj_15_a_roll_that_rides_on_an_attack_is_cited_whether_it_helps_or_not() -> None:
    scene = fight()
    attack(scene, "Нож", 42, 1, answers="none")
    end_turn(scene)
    attack(scene, "Мачете", 43, 5, target="vera", answers="block")
    assert told(scene, "boj-15") == ["Вера, block: does not beat the attack"]


def test_boj_10_what_is_put_into_a_hand_by_hand_does_not_lie_on_the_ground() -> None:
    scene = fight()
    act(scene, "put_away")
    act(scene, "disarm", 50, target="cultist")
    scene.perform({"do": "edit", "combatant": "cultist", "set": {"in_hand": "Мачете"}})
    assert one(scene, "cultist").disarmed == []
    end_turn(scene)
    attack(scene, "Мачете", 99, target="vera", answers="none")


def test_boj_10_what_is_thrown_is_in_hand_no_more() -> None:
    """And what the other hand holds is held still, to block with or to drop."""
    for weapons, held in (((GRENADE, KNIFE), ""), ((KNIFE, GRENADE), "Нож")):
        scene = fight(sheet("Олег", *weapons))
        attack(scene, "Граната", 99)
        assert one(scene, "vera").in_hand == held
    launcher = {**GRENADE, "name": "Гранатомёт", "skill": "heavy_weapons"}
    scene = fight(sheet("Олег", KNIFE, launcher))
    attack(scene, "Гранатомёт", 98)
    assert one(scene, "vera").in_hand == "Гранатомёт"
