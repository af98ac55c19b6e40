"""Damage, Lethality and armour (boj-18 to 24)."""

from typing import Any

import pytest

from desktop.library.resources import shipped_entries
from desktop.rules.boj.damage import Harm
from desktop.rules.boj.sheet import Sheet, damage_dice
from desktop.rules.contract import checked
from desktop.rules.dice import Dice
from desktop.rules.table import Refusal
from tests.rules.boj.bench import (
    CULTIST,
    HELMET,
    KING,
    QUEEN,
    REVOLVER,
    VERA,
    VEST,
    act,
    attack,
    fight,
    one,
    sheet,
    told,
    turn_of,
)

ARMOURED = {**CULTIST, "armor": [VEST, HELMET]}
CATALOGUE = {(entry.kind, entry.name): entry.data for entry in shipped_entries("boj")}


def test_boj_18_damage_comes_off_hit_points() -> None:
    scene = fight()
    attack(scene, "Револьвер", 30, 4)
    assert one(scene, "cultist").hp == 6


def test_boj_18_a_critical_hit_doubles_the_damage_rolled() -> None:
    scene = fight(VERA, ARMOURED)
    attack(scene, "Револьвер", 33, 4)
    assert one(scene, "cultist").hp == 6
    assert "Critical hit, damage now: 8" in told(scene, "boj-18")


def test_boj_18_neither_damage_nor_hit_points_go_below_0() -> None:
    scene = fight()
    attack(scene, "Голые руки и ноги", 30, 1, answers="none")
    assert one(scene, "cultist").hp == 10
    scene.perform({"do": "edit", "combatant": "cultist", "set": {"hp": 3}})
    act(scene, "attack", 30, 9, target="cultist", overrule=True, **{"with": "Револьвер"})
    assert one(scene, "cultist").hp == 0
    assert told(scene, "boj-18")[-1] == "Культист is out of the fight"


def test_boj_18_hit_points_are_half_of_strength_and_constitution_rounded_up() -> None:
    made = checked(Sheet, {"name": "A", "characteristics": {"strength": 12, "constitution": 13}})
    assert made.most == 13
    with pytest.raises(Refusal, match="hp can be at most 10"):
        checked(Sheet, {"name": "A", "hp": 11, "max_hp": 10})


@pytest.mark.parametrize(("hp", "most"), [(3, 10), (11, 11)])
def test_boj_18_more_hit_points_than_the_body_gives_are_the_most_where_no_other_is_said(
    hp: int, most: int
) -> None:
    assert checked(Sheet, {"name": "A", "hp": hp}).most == most


@pytest.mark.parametrize(
    ("damage", "low", "high"),
    [("1d4-1", 0, 3), ("d8", 1, 8), ("1D12+2", 3, 14), ("2d10", 2, 20), ("1к6", 1, 6)],
)
def test_boj_18_damage_is_read_as_dice(damage: str, low: int, high: int) -> None:
    dice, total = damage_dice(damage)
    spread = Harm(total.plus, 1, armour=0, hp=100).spread(dice)
    lost = [wound.left for wound in spread]
    assert (min(lost), max(lost)) == (low, high)


@pytest.mark.parametrize("damage", ["", "d", "1d", "0d6", "1d1", "21d6", "1d6+", "1d6 2", "9" * 99])
def test_boj_18_what_is_no_dice_is_refused(damage: str) -> None:
    with pytest.raises(Refusal, match=r"^weapons\[0\]\.damage: "):
        checked(Sheet, {"name": "A", "weapons": [{"name": "B", "damage": damage}]})


DAMAGE = {
    "Голые руки и ноги": "1d4-1",
    "Кастет, свинчатка, ботинки со стальным носком": "1d4",
    "Обычный нож или топор": "1d4",
    "Боевой нож или дубинка": "1d6",
    "Томагавк, мачете, бейсбольная бита": "1d8",
    "Пистолет (малый калибр)": "1d8",
    "Револьвер": "1d10",
    "Карабин": "1d12",
    "Винтовка": "1d12+2",
    "Дробовик": "2d10",
}


@pytest.mark.parametrize(("name", "damage"), DAMAGE.items())
def test_boj_18_the_table_of_damage_is_in_the_catalogue(name: str, damage: str) -> None:
    data = CATALOGUE["weapon", name]
    assert data["damage"] == damage
    assert "lethality" not in data


@pytest.mark.parametrize(
    ("roll", "total"), [(37, 10), (30, 13), (11, 2), (100, 20), (90, 19), (16, 7)]
)
def test_boj_19_two_digits_are_two_dice(roll: int, total: int) -> None:
    wound = Harm(0, 1, armour=0, hp=99, rating=10).read((roll,))
    assert (wound.kills, wound.total) == (False, total)


def test_boj_19_at_or_under_the_rating_hit_points_are_0_at_once() -> None:
    scene = fight(VERA, {**ARMOURED, "max_hp": 99})
    attack(scene, "Автомат", 30, 10, mode="burst")
    assert one(scene, "cultist").hp == 0


def test_boj_19_a_small_roll_that_kills_nobody_has_a_leading_zero() -> None:
    harm = Harm(0, 1, armour=0, hp=99, rating=5)
    assert harm.read((7,)).total == 17
    assert sum(harm.spread(Dice(1, 100)).values()) == 100


def test_boj_19_in_odds_what_is_enough_to_fall_is_a_kill() -> None:
    harm = Harm(0, 1, armour=3, hp=15, rating=10)
    spread = {wound.left: ways for wound, ways in harm.spread(Dice(1, 100)).items()}
    kills = sum((roll // 10 % 10 or 10) + (roll % 10 or 10) >= 18 for roll in range(11, 101))
    assert spread[15] == 10 + kills


def test_boj_23_in_odds_all_that_armour_stops_is_alike() -> None:
    spread = Harm(0, 1, armour=5, hp=2).spread(Dice(1, 8))
    assert {wound.left: ways for wound, ways in spread.items()} == {0: 5, 1: 1, 2: 2}


def test_boj_20_a_critical_attack_doubles_rating_and_damage() -> None:
    scene = fight(VERA, {**CULTIST, "max_hp": 99})
    attack(scene, "Автомат", 33, 21, mode="burst")
    assert one(scene, "cultist").hp == 99 - 2 * (2 + 1)
    scene = fight(VERA, {**CULTIST, "max_hp": 99})
    attack(scene, "Автомат", 33, 20, mode="burst")
    assert one(scene, "cultist").hp == 0


def test_boj_18_whoever_stands_again_is_dying_no_more() -> None:
    scene = fight()
    for values in ({"hp": 0, "condition": "dying"}, {"hp": 4}):
        scene.perform({"do": "edit", "combatant": "cultist", "set": values})
    assert one(scene, "cultist").condition == ""


def test_boj_19_an_effect_on_damage_counts_where_the_lethality_roll_deals_damage() -> None:
    scene = fight(VERA, sheet("Культист", max_hp=40))
    rage = {"name": "Ярость", "changes": {"damage": 3}, "until": "check"}
    scene.perform({"do": "effect", "combatants": ["vera"], **rage})
    attack(scene, "Автомат", 30, 5, mode="burst")  # a kill deals no damage
    assert one(scene, "vera").effects_by_hand
    scene.perform({"do": "edit", "combatant": "cultist", "set": {"hp": 40}})
    turn_of(scene, "cultist")
    turn_of(scene, "vera")
    step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist"}
    burst = {**step, "with": "Автомат", "mode": "burst"}
    assert min(scene.odds(burst, dice=[33]).spread("damage", "cultist")) == 2 * (2 + 1 + 3)
    attack(scene, "Автомат", 33, 37, mode="burst")
    assert one(scene, "cultist").hp == 40 - 2 * (3 + 7 + 3)
    assert not one(scene, "vera").effects_by_hand


def test_boj_20_house_rule_instant_kills_without_a_roll() -> None:
    for roll in (33, 7):
        scene = fight(lethality_on_critical="instant")
        attack(scene, "Автомат", roll, mode="burst")
        assert one(scene, "cultist").hp == 0
        assert told(scene, "boj-20") == [
            "Культист: hit points to 0 at once, by the attack roll itself"
        ]
    scene = fight(lethality_on_critical="instant")
    attack(scene, "Автомат", 12, 23, mode="burst")
    assert one(scene, "cultist").hp == 5


def test_boj_20_an_attack_roll_at_the_rating_is_nothing_by_default() -> None:
    scene = fight()
    attack(scene, "Автомат", 7, 23, mode="burst")
    assert one(scene, "cultist").hp == 5


LETHAL = {
    "Пистолет-пулемёт": ("ranged", 10, 1, 3),
    "Автомат": ("ranged", 10, 1, 3),
    "Тяжёлая винтовка": ("ranged", 20, None, None),
    "Лёгкий пулемёт": ("heavy_weapons", 10, None, 3),
    "Станковый пулемёт": ("heavy_weapons", 20, None, 3),
    "Ручная граната": ("athletics", 15, None, 10),
    "Самодельная взрывчатка": ("demolitions", None, None, 10),
}


@pytest.mark.parametrize(("name", "row"), LETHAL.items())
def test_boj_21_the_table_of_lethality_is_in_the_catalogue(name: str, row: Any) -> None:
    data = CATALOGUE["weapon", name]
    found = [data.get(key) for key in ("skill", "lethality", "radius_from", "radius")]
    assert tuple(found) == row
    assert "damage" not in data


def test_boj_21_a_device_without_a_rating_needs_one() -> None:
    scene = fight()
    with pytest.raises(Refusal, match="has no rating of its own; the game master sets one"):
        attack(scene, "Взрывчатка")
    attack(scene, "Взрывчатка", 30, 25, lethality=25)
    assert one(scene, "cultist").hp == 0


def test_boj_22_one_attack_and_everybody_in_the_radius_apart() -> None:
    scene = fight(VERA, CULTIST, CULTIST, CULTIST)
    attack(scene, "Автомат", 30, 10, 23, 34, mode="burst", targets=["c2", "c3"], radius=2)
    assert told(scene, "boj-22") == ["Radius 2 m, targets in it: 3"]
    assert [one(scene, id).hp for id in ("cultist", "c2", "c3")] == [0, 5, 3]


def test_boj_22_friends_and_the_thrower_are_hit_as_well() -> None:
    scene = fight()
    attack(scene, "Граната", 30, 23, 34, targets=["vera"])
    assert (one(scene, "cultist").hp, one(scene, "vera").hp) == (5, 3)


def test_boj_22_a_miss_harms_nobody() -> None:
    scene = fight(VERA, CULTIST, CULTIST)
    attack(scene, "Граната", 51, targets=["c2"])
    assert [one(scene, id).hp for id in ("cultist", "c2")] == [10, 10]


def test_boj_22_the_targets_alone_are_enough() -> None:
    scene = fight(VERA, CULTIST, CULTIST)
    step = {"do": "act", "actor": "vera", "action": "attack", "with": "Граната"}
    scene.perform({**step, "targets": ["cultist", "c2"], "dice": [30, 23, 34]})
    assert [one(scene, id).hp for id in ("cultist", "c2")] == [5, 3]


def test_boj_22_single_shots_deal_damage_and_bursts_go_by_lethality() -> None:
    scene = fight()
    attack(scene, "Автомат", 30, 4, mode="single")
    assert one(scene, "cultist").hp == 6
    with pytest.raises(Refusal, match=r"^mode: Револьвер has no Lethality"):
        attack(fight(), "Револьвер", mode="burst")
    with pytest.raises(Refusal, match="deals no damage by single shots"):
        attack(fight(), "Граната", mode="single")


def test_boj_22_the_shooter_picks_the_radius_within_its_limits() -> None:
    with pytest.raises(Refusal, match=r"^radius: Автомат: the radius is 1 to 3 m"):
        attack(fight(), "Автомат", mode="burst", radius=4)
    with pytest.raises(Refusal, match=r"^radius: Граната: the radius is 10 to 10 m"):
        attack(fight(), "Граната", radius=5)
    with pytest.raises(Refusal, match=r"^radius: Револьвер hits one target only"):
        attack(fight(), "Револьвер", radius=5)


def test_boj_23_worn_armour_and_what_adds_to_it_come_off_damage() -> None:
    scene = fight(VERA, {**ARMOURED, "armor": [VEST, HELMET, {"name": "Куртка", "rating": 1}]})
    attack(scene, "Револьвер", 30, 9)
    assert told(scene, "boj-23") == ["Armour 4, damage left: 5"]
    assert one(scene, "cultist").hp == 5


def test_boj_23_cover_adds_to_worn_armour() -> None:
    scene = fight(VERA, ARMOURED)
    attack(scene, "Револьвер", 30, 10, behind=5)
    assert one(scene, "cultist").hp == 9


def test_boj_23_what_pierces_counts_against_cover_first() -> None:
    piercing = {**REVOLVER, "pierces": 6}
    scene = fight(sheet("Вера", piercing), ARMOURED)
    attack(scene, "Револьвер", 30, 10, behind=5)
    assert told(scene, "boj-23") == ["Armour 3, damage left: 7"]


def test_boj_23_some_armour_helps_at_close_quarters_only() -> None:
    riot = {"name": "Шлем", "rating": 2, "close_only": True}
    scene = fight(VERA, {**CULTIST, "armor": [riot]})
    attack(scene, "Револьвер", 30, 4)
    assert one(scene, "cultist").hp == 6
    scene = fight(VERA, {**CULTIST, "armor": [riot]})
    attack(scene, "Нож", 30, 4, answers="none")
    assert one(scene, "cultist").hp == 8


ARMOUR = {
    "Армейская каска": ("body", 1, True),
    "Тяжёлая броня": ("body", 5, False),
    "Стена или толстая дверь, стенка автомобиля": ("cover", 5, False),
    "Толстая стена, бетон, камень, броневик": ("cover", 10, False),
    "Мешок с песком, укреплённая стена": ("cover", 15, False),
    "Лёгкий танк": ("cover", 20, False),
}


@pytest.mark.parametrize(("name", "row"), ARMOUR.items())
def test_boj_23_the_table_of_armour_is_in_the_catalogue(name: str, row: Any) -> None:
    data = CATALOGUE["armor", name]
    assert (data.get("kind", "body"), data["rating"], data.get("additive", False)) == row


def test_boj_24_body_armour_does_not_stop_a_kill_but_its_damage() -> None:
    scene = fight(VERA, ARMOURED)
    attack(scene, "Автомат", 30, 34, mode="burst")
    assert one(scene, "cultist").hp == 7
    scene = fight(VERA, ARMOURED)
    attack(scene, "Автомат", 30, 10, mode="burst")
    assert one(scene, "cultist").hp == 0


def test_boj_24_behind_cover_a_kill_is_none_and_the_rating_counts() -> None:
    scene = fight(VERA, {**CULTIST, "max_hp": 20})
    attack(scene, "Автомат", 30, 8, mode="burst", behind=5)
    # 08 is 10 + 8, less 5.
    assert one(scene, "cultist").hp == 20 - 13
    assert told(scene, "boj-24") == ["Behind cover no Lethality roll succeeds"]
    turn_of(scene, "cultist")
    turn_of(scene, "vera")
    attack(scene, "Автомат", 30, 31, mode="burst", behind=5)
    assert len(told(scene, "boj-24")) == 1, "a roll above the rating kills nobody in any case"


def test_boj_24_house_rule_same_takes_cover_for_body_armour() -> None:
    scene = fight(lethality_armor="same")
    attack(scene, "Автомат", 30, 8, mode="burst", behind=5)
    assert one(scene, "cultist").hp == 0


def test_boj_24_cover_stands_against_the_instant_kill_too() -> None:
    scene = fight(VERA, {**CULTIST, "max_hp": 20}, lethality_on_critical="instant")
    attack(scene, "Автомат", 32, 8, mode="burst", behind=5)
    assert one(scene, "cultist").hp == 7


def test_boj_20_a_critical_behind_cover_keeps_its_doubling_by_the_house_rule_too() -> None:
    scene = fight(VERA, {**CULTIST, "max_hp": 30}, lethality_on_critical="instant")
    attack(scene, "Автомат", 44, 35, mode="burst", behind=10)
    assert one(scene, "cultist").hp == 24, "3 + 5 = 8, twice 16, less 10"


def test_boj_14_23_cover_counts_against_a_counterattack_as_against_the_attack() -> None:
    scene = fight()
    scene.perform({"do": "edit", "combatant": "vera", "set": {"behind": 5}})
    attack(scene, "Нож", 20, 40, 8, answers="strike_back")
    assert one(scene, "vera").hp == 7, "a machete's 8, less 5"
    over = fight()
    attack(over, "Нож", 20, 40, 8, answers="strike_back", behind=5)
    assert one(over, "vera").hp == 7, "cover between the two counts both ways"


def test_boj_4_hit_points_lowered_by_hand_lose_the_aim() -> None:
    scene = fight()
    act(scene, "aim")
    scene.perform({"do": "edit", "combatant": "vera", "set": {"hp": 9}})
    assert not one(scene, "vera").aiming
    healed = fight({**VERA, "hp": 5})
    act(healed, "aim")
    healed.perform({"do": "edit", "combatant": "vera", "set": {"hp": 6}})
    assert one(healed, "vera").aiming


def test_boj_18_by_hand_nobody_has_more_hit_points_than_the_most() -> None:
    scene = fight()
    with pytest.raises(Refusal, match=r"^set\.hp: can be at most 10"):
        scene.perform({"do": "edit", "combatant": "vera", "set": {"hp": 11}})
    scene.perform({"do": "edit", "combatant": "vera", "set": {"max_hp": 6}})
    assert one(scene, "vera").hp == 6
    scene.perform({"do": "edit", "combatant": "vera", "set": {"max_hp": 20, "hp": 15}})
    assert one(scene, "vera").hp == 15
    kept = scene.rules.changes(scene.state, "vera")
    assert [change.after for change in kept] == [10], "the sheet itself has no more"


def test_boj_18_who_came_without_hit_points_and_has_all_again_keeps_them() -> None:
    scene = fight({**VERA, "hp": 0}, cards=(KING,))
    scene.perform({"do": "edit", "combatant": "vera", "set": {"hp": 10}, "dice": [QUEEN]})
    assert [change.after for change in scene.rules.changes(scene.state, "vera")] == [10]


def test_boj_18_a_lower_maximum_set_by_hand_heals_nobody() -> None:
    scene = fight()
    scene.perform({"do": "edit", "combatant": "vera", "set": {"max_hp": 3}})
    assert [change.after for change in scene.rules.changes(scene.state, "vera")] == [3]


def test_boj_18_nobody_falls_again_when_something_else_is_set_by_hand() -> None:
    scene = fight(VERA, CULTIST, CULTIST)
    scene.perform({"do": "edit", "combatant": "c2", "set": {"hp": 0}})
    scene.perform({"do": "edit", "combatant": "c2", "set": {"condition": "dead"}})
    scene.perform({"do": "leave", "combatant": "c2"})
    assert told(scene, "boj-18") == ["Культист is out of the fight"]
    scene.perform({"do": "leave", "combatant": "cultist"})
    scene.perform({"do": "edit", "combatant": "cultist", "set": {"hp": 3}})
    assert told(scene, "boj-18") == ["Культист is out of the fight"] * 2


def test_boj_22_the_cover_that_is_told_is_that_of_the_target_only() -> None:
    scene = fight(VERA, CULTIST, CULTIST)
    scene.perform({"do": "edit", "combatant": "c2", "set": {"behind": 1}})
    attack(scene, "Граната", 30, 23, 34, 21, targets=["c2", "vera"], behind=5)
    # 2 + 3 less 5, 3 + 4 less 1, and 2 + 1 for the thrower in the open.
    assert [one(scene, id).hp for id in ("cultist", "c2", "vera")] == [10, 4, 7]


def test_boj_22_single_shots_deal_damage_whatever_lethality_is_told() -> None:
    scene = fight()
    attack(scene, "Автомат", 30, 4, mode="single", lethality=50)
    assert one(scene, "cultist").hp == 6
