"""Rolls, initiative, declaring, attacks and damage: mir_tmy-1 to 18, the seed's own examples."""

from typing import Any

import pytest

from desktop.encounter.digest import last_account
from desktop.encounter.fight import Fight, start
from desktop.encounter.play_table import DiceWanted
from desktop.languages import ENGLISH
from desktop.rules.table import Refusal
from tests.rules.mir_tmy.bench import (
    CLUB,
    MAIL,
    PISTOL,
    RIFLE,
    SWORD,
    act,
    do,
    levels,
    option,
    person,
    rules_of,
    scene,
    scene_of,
    set_by_hand,
    told,
    who,
)

HIT, MISS = [8], [3]


def test_mir_tmy_1_ones_take_successes_away_and_a_botch_is_told() -> None:
    fight = scene(person("А", abilities={"brawl": 2}), person("Б"))
    lines = act(fight, "a", "attack", [10, 6, 1, 1, 5], target="b")
    assert told(lines, "mir_tmy-10").endswith("5 dice at 6: no success\nА misses")
    lines = act(fight, "b", "attack", [1, 2, 3], target="a")
    assert "a botch" in told(lines, "mir_tmy-1")
    assert levels(fight, "a") == levels(fight, "b") == (0, 0, 0)


def test_mir_tmy_1_wounds_take_dice_and_difficulties_stay_between_2_and_10() -> None:
    fight = scene(person("А", abilities={"brawl": 4}), person("Б"))
    set_by_hand(fight, "a", damage={"lethal": 4})
    hard = {"difficulty": 8, "targeting": "heart"}
    lines = act(fight, "a", "attack", [10, *MISS * 4, *MISS * 8], target="b", modifiers=hard)
    assert "5 dice at 10: 1" in told(lines, "mir_tmy-10")
    assert "dice -2" in told(lines, "mir_tmy-17")


def test_mir_tmy_1_house_rules_ones_and_tens() -> None:
    fight = scene(person("А"), person("Б"), ones_cancel=False, tens_again=True)
    # The 10 brings one more die, which is no success; the 1 takes nothing away.
    lines = act(fight, "a", "attack", [10, 7, 1, 2, *MISS * 3, *MISS * 3], target="b")
    assert told(lines, "mir_tmy-10").endswith("3 dice at 6: 2 successes")
    assert next(line for line in lines if "at 6: 2" in line.text).dice == (10, 7, 1, 2)


def test_mir_tmy_2_the_opponents_successes_are_subtracted() -> None:
    fight = scene(person("А", abilities={"brawl": 2}), person("Б", abilities={"dodge": 2}))
    dice = [*HIT * 5, *HIT * 3, *MISS * 2, *HIT, *MISS * 3, *MISS * 3]
    lines = act(fight, "a", "attack", dice, target="b", answers={"defence": "dodge"})
    assert "5 − 3: 2 left" in told(lines, "mir_tmy-2")
    assert levels(fight, "b") == (1, 0, 0)


def valeria() -> dict[str, Any]:
    return person("Валерия", kind="vampire", dexterity=4, wits=3, abilities={"melee": 5})


def test_mir_tmy_3_the_seeds_valeria_has_12_and_13_in_the_third_turn() -> None:
    fight = scene(valeria(), person("Б"), dice=[5, 1])
    assert who(fight, "a").initiative == 12
    do(fight, {"do": "end_turn"})
    do(fight, {"do": "end_turn"})
    assert fight.state.round == 2
    set_by_hand(fight, "a", dexterity=7, damage={"lethal": 4})
    assert (who(fight, "a").penalty, who(fight, "a").initiative) == (-2, 12)
    do(fight, {"do": "end_turn"})
    moment = do(fight, {"do": "end_turn"})
    assert fight.state.round == 3
    assert who(fight, "a").initiative == 13
    assert "initiative 13: dexterity 7, wits 3, d10 5, wounds -2" in told(moment, "mir_tmy-3")


def test_mir_tmy_4_from_high_to_low_and_equals_by_wits_dexterity_and_a_roll_off() -> None:
    fight = scene(
        person("А", wits=2, dexterity=4),
        person("Б", wits=4, dexterity=2),
        person("В", wits=4, dexterity=2),
        person("Г", wits=4, dexterity=4),
        dice=[5, 5, 5, 9, 3, 8],
    )
    assert fight.state.order == ["d", "c", "b", "a"]
    assert "Roll-off" in told(fight.log, "mir_tmy-4")
    for _ in range(4):
        do(fight, {"do": "end_turn"})
    assert fight.state.order == ["d", "c", "b", "a"]  # the roll-off holds


def test_mir_tmy_4_in_a_roll_off_everybody_throws_its_own_die_and_the_first_is_said() -> None:
    fight = scene(person("А"), person("Б"), dice=[5, 8])
    newcomer = {"id": "c", "side": "В", "sheet": person("В")}
    thrown_by: list[str] = []
    fight.perform({"do": "join", "combatants": [newcomer], "dice": [5]})
    while fight.pending:
        assert isinstance(fight.pending.question, DiceWanted)
        thrown_by.append(fight.pending.question.by)
        fight.answer([{"a": 2, "c": 9}[thrown_by[-1]]])
    assert thrown_by == ["a", "c"]
    assert "Roll-off: А, В; В is first" in told(fight.log, "mir_tmy-4")
    assert fight.state.order == ["b", "c", "a"]


def declared() -> Fight:
    return scene(person("А"), person("Б"), person("В"), declare=True)


def test_mir_tmy_5_declarations_go_from_low_to_high() -> None:
    fight = declared()
    assert (fight.state.phase, fight.state.turn) == ("declare", "c")
    with pytest.raises(Refusal, match="not А's turn"):
        do(fight, {"do": "declare", "actor": "a", "action": "attack", "target": "b"})
    with pytest.raises(Refusal):
        act(fight, "c", "attack", [3] * 9, target="a")
    lines = do(fight, {"do": "declare", "actor": "c", "action": "attack", "target": "a"})
    assert rules_of(lines) == {"mir_tmy-5"}
    do(fight, {"do": "declare", "actor": "b", "action": "attack", "target": "a"})
    do(fight, {"do": "declare", "actor": "a", "action": "attack", "target": "c"})
    assert (fight.state.phase, fight.state.turn) == ("act", "a")


def test_mir_tmy_5_a_declaration_names_the_weapon_that_is_said_or_in_hand() -> None:
    away = {**CLUB, "name": "Бита", "concealed": True}
    fight = scene(person("А"), person("Б", weapons=[CLUB, SWORD, away]), declare=True)
    said = {"do": "declare", "actor": "b", "action": "attack", "target": "a"}
    for more, weapon in (({}, "Дубинка"), ({"with": "Меч"}, "Меч")):
        [line] = do(fight, {**said, **more})
        assert str(line.text).endswith(f"attack → А ({weapon})")
        fight.undo()
    line, *_ = do(fight, {"do": "declare", "actor": "b", "action": "dodge"})
    assert str(line.text).endswith("dodge")


@pytest.mark.parametrize(("action", "meant"), [("attack", "Дубинка"), ("strafe", "Винтовка")])
def test_mir_tmy_5_what_is_in_hand_is_named_where_a_weapon_is_chosen(
    action: str, meant: str
) -> None:
    rifle = {**RIFLE, "name": "Винтовка"}
    fight = scene(person("А", weapons=[CLUB, rifle], strength=5), person("Б"), declare=True)
    while fight.state.turn != "a":
        do(fight, {"do": "end_turn", "actor": fight.state.turn})
    option = next(o for o in fight.options() if (o.actor, o.action) == ("a", action))
    (arms,) = (field for field in fight.parameters(option) if field.id == "with")
    assert (arms.choices[0].value, arms.choices[0].note) == ("", meant)


def test_mir_tmy_4_an_initiative_set_by_hand_reorders_the_turn() -> None:
    fight = scene(person("А"), person("Б"), person("В"))
    set_by_hand(fight, "c", initiative=40)
    assert (fight.state.order, fight.state.turn) == (["c", "a", "b"], "c")


def test_mir_tmy_5_acting_before_all_have_declared_is_refused_in_words() -> None:
    fight = declared()
    with pytest.raises(Refusal, match="declarations come first, and В is to declare"):
        act(fight, "a", "attack", MISS * 3, target="b")


@pytest.mark.parametrize(
    ("field", "value"), [("target", "nobody"), ("target", "c"), ("with", "Меч"), ("distance", -1)]
)
def test_mir_tmy_5_a_declaration_names_what_there_is(field: str, value: object) -> None:
    step = {"do": "declare", "actor": "c", "action": "attack", "target": "a", field: value}
    with pytest.raises(Refusal) as refused:
        do(declared(), step)
    assert refused.value.field == field


def test_mir_tmy_5_the_last_to_declare_may_act_at_once() -> None:
    fight = declared()
    for actor in "cb":
        do(fight, {"do": "declare", "actor": actor, "action": "attack", "target": "a"})
    lines = act(fight, "a", "attack", MISS * 3, target="c")
    assert {"mir_tmy-5", "mir_tmy-10"} <= rules_of(lines)
    do(fight, {"do": "act", "dice": MISS * 3})  # without repeating it
    act(fight, "c", "attack", MISS * 3, target="a")  # or repeated
    assert fight.state.round == 2


def test_mir_tmy_6_a_die_is_rerolled_before_declarations_from_the_second_turn_on() -> None:
    fight = scene(person("А"), person("Б"), dice=[3, 2], declare=True)
    assert option(fight, "b", "", "reroll_initiative") is None
    for actor in "ba":
        do(fight, {"do": "end_turn", "actor": actor})
    assert fight.state.round == 2
    lines = do(fight, {"do": "reroll_initiative", "actor": "b", "dice": [9]})
    assert "mir_tmy-6" in rules_of(lines)
    assert who(fight, "b").initiative == 15
    assert fight.state.turn == "a"
    with pytest.raises(Refusal):
        do(fight, {"do": "reroll_initiative", "actor": "b", "dice": [9]})
    do(fight, {"do": "reroll_all", "dice": [4, 1]})
    assert [who(fight, id).die for id in "ab"] == [4, 1]
    do(fight, {"do": "declare", "actor": "b", "action": "run"})
    with pytest.raises(Refusal):
        do(fight, {"do": "reroll_initiative", "actor": "a", "dice": [9]})


def test_mir_tmy_7_a_declared_action_changes_only_to_a_defence() -> None:
    fight = declared()
    do(fight, {"do": "declare", "actor": "c", "action": "run"})
    do(fight, {"do": "declare", "actor": "b", "action": "attack", "target": "a"})
    do(fight, {"do": "declare", "actor": "a", "action": "attack", "target": "b"})
    with pytest.raises(Refusal):
        act(fight, "a", "run")
    with pytest.raises(Refusal, match="not what was declared"):
        act(fight, "a", "attack", MISS * 3, target="c")
    lines = do(fight, {"do": "change_to_defence", "actor": "b", "defence": "dodge"})
    assert "dodge; declared before: attack" in told(lines, "mir_tmy-7")
    timeline = fight.rules.timeline(fight.state)
    assert timeline
    kinds = {bar.native: bar.kind for bar in timeline.lanes[1].bars}
    assert kinds == {"Атака → А": "struck", "Уклонение": "running"}
    # Changed before the opponent rolls, and used against that roll by default.
    act(fight, "a", "attack", MISS * 3 + MISS * 3, target="b")
    assert fight.state.turn == "c"


def test_mir_tmy_7_the_main_action_goes_first_then_the_extras_in_order() -> None:
    fight = scene(person("А"), person("Б", extra_actions=2))
    do(fight, {"do": "change_to_defence", "actor": "b", "defence": "dodge"})
    assert (who(fight, "b").acted, who(fight, "b").extras_spent) == (True, 0)
    do(fight, {"do": "change_to_defence", "actor": "b", "defence": "block"})
    assert who(fight, "b").extras_spent == 1
    do(fight, {"do": "end_turn", "actor": "a"})
    assert (scene_of(fight).wave, fight.state.turn) == (2, "b")


def test_mir_tmy_1_a_botch_is_told_above_the_log() -> None:
    fight = scene(person("А", weapons=[SWORD]), person("Б"))
    act(fight, "a", "attack", [2, 2, 1], target="b")
    last = last_account(fight)
    assert last
    assert last.result == "А, 3 dice at 6: a botch"


def test_mir_tmy_7_the_action_can_be_given_up() -> None:
    fight = scene(person("А"), person("Б"))
    lines = do(fight, {"do": "end_turn", "actor": "a"})
    assert rules_of(lines) == {"mir_tmy-7"}
    assert (fight.state.turn, who(fight, "a").acted) == ("b", True)


def test_mir_tmy_8_the_faster_waits_for_a_slower_one() -> None:
    fight = scene(person("А"), person("Б"), person("В"))
    assert fight.parameters(option(fight, "a", "", "wait"))[0].default == "b", "the next of them"
    lines = do(fight, {"do": "wait", "actor": "a", "until": "b"})
    assert rules_of(lines) == {"mir_tmy-8"}
    last = last_account(fight)
    assert last
    assert last.result == "А waits, until after: Б"
    turns = []
    for _ in range(3):
        turns.append(fight.state.turn)
        do(fight, {"do": "end_turn"})
    assert turns == ["b", "a", "c"]


@pytest.mark.parametrize(
    ("powers", "abilities", "tier"),
    [
        ({"Прорицание": 4}, {}, "full"),
        ({"auspex": 3}, {}, "none"),
        ({"Взгляд на Поле Боя": 1}, {}, "full"),
        ({"providence": 4}, {"awareness": 4}, "full"),
        ({"divination": 4}, {}, "full"),
        ({"fatalism": 4}, {}, "full"),
        ({}, {"Кеннинг": 4}, "threat"),
        ({}, {"intuition": 3, "primal_urge": 4}, "threat"),
        ({}, {"awareness": 3}, "none"),
        ({}, {"occult": 5}, "gist"),
        ({}, {"hypertech": 4}, "none"),
    ],
)
def test_mir_tmy_9_awareness_of_what_has_no_outward_sign(
    powers: dict[str, int], abilities: dict[str, int], tier: str
) -> None:
    onlooker = person("Онлукер", powers=powers, abilities=abilities)
    fight = scene(onlooker, person("Псайкер"), declare=True)
    step = {"do": "declare", "actor": "b", "action": "other", "what": "огонь", "concealed": True}
    lines = do(fight, step)
    noticed = {"full": "see all", "threat": "sense a threat", "gist": "grasp the gist"}
    assert f"{noticed.get(tier, 'notice nothing')}: Онлукер" in told(lines, "mir_tmy-9")
    badge = next(v for v in fight.rules.vitals(fight.state, "a") if v.id == "awareness")
    said = {
        "full": "sees everything",
        "threat": "senses a threat",
        "gist": "grasps the gist",
        "none": "notices nothing",
    }
    assert badge.text == said[tier]
    assert fight.as_json()["combatants"]["a"]["awareness"] == tier


def test_mir_tmy_9_the_storyteller_has_the_last_word_on_awareness() -> None:
    fight = scene(person("Онлукер"), person("Псайкер"), declare=True)
    do(fight, {"do": "edit", "combatant": "a", "set": {"aware": "full"}, "why": "слышал"})
    step = {"do": "declare", "actor": "b", "action": "other", "what": "огонь", "concealed": True}
    assert "see all: Онлукер" in told(do(fight, step), "mir_tmy-9")
    do(fight, {"do": "edit", "combatant": "a", "set": {"aware": None}, "why": "ослышался"})
    assert fight.as_json()["combatants"]["a"]["awareness"] == "none"


@pytest.mark.parametrize(
    ("weapon", "abilities", "dice"),
    [
        (PISTOL, {"Огнестрельное оружие": 4}, 7),
        (SWORD, {"Фехтование": 5}, 8),
        ({"name": "Копьё", "kind": "thrown", "damage": 2, "range": 10}, {"athletics": 3}, 6),
        ({"name": "Удар", "kind": "natural", "ability": "kailindo"}, {"kailindo": 2}, 5),
    ],
)
def test_mir_tmy_10_dexterity_and_the_weapons_ability_at_6(
    weapon: dict[str, Any], abilities: dict[str, int], dice: int
) -> None:
    fight = scene(person("А", abilities=abilities, weapons=[weapon]), person("Б"))
    lines = act(fight, "a", "attack", MISS * dice, target="b", **{"with": weapon["name"]})
    assert f"{dice} dice at 6: no success" in told(lines, "mir_tmy-10")


def test_mir_tmy_11_extra_successes_up_to_the_ability() -> None:
    fight = scene(person("А", abilities={"brawl": 1}), person("Б", stamina=1))
    lines = act(fight, "a", "attack", [*HIT * 4, *MISS * 4, *MISS], target="b")
    assert told(lines, "mir_tmy-11") == "Extra successes: 3, at most 1; dice +1"


@pytest.mark.parametrize(
    ("weapon", "distance", "dice"),
    [
        (SWORD, None, 5),
        (PISTOL, 10, 4),
        ({"name": "Нож", "kind": "thrown", "damage": 1, "range": 5}, 5, 4),
        ({"name": "Нож", "kind": "thrown", "damage": 1, "range": 5}, 9, 1),
    ],
)
def test_mir_tmy_12_strength_in_melee_and_thrown_close_the_weapon_alone_else(
    weapon: dict[str, Any], distance: int | None, dice: int
) -> None:
    fight = scene(person("А", weapons=[weapon]), person("Б"))
    lines = act(
        fight, "a", "attack", [*HIT, *MISS * 2, *MISS * dice], target="b", distance=distance
    )
    thrown = "1 die" if dice == 1 else f"{dice} dice"
    assert f"Damage, {thrown} at 6" in told(lines, "mir_tmy-12")


def test_mir_tmy_12_house_rule_ones_in_damage() -> None:
    for cancel, lost in ((False, 2), (True, 1)):
        fight = scene(person("А", weapons=[SWORD]), person("Б"), damage_ones_cancel=cancel)
        act(fight, "a", "attack", [*HIT, *MISS * 2, 9, 9, 1, 2, 2], target="b")
        assert levels(fight, "b") == (0, lost, 0)


def test_mir_tmy_13_masha_has_three_extra_dice() -> None:
    masha = person("Маша", dexterity=3, abilities={"firearms": 4}, weapons=[PISTOL])
    fight = scene(masha, person("Жертва"))
    lines = act(fight, "a", "attack", [*HIT * 4, *MISS * 3, *MISS * 7], target="b")
    assert "7 dice at 6: 4" in told(lines, "mir_tmy-10")
    assert told(lines, "mir_tmy-11") == "Extra successes: 3; dice +3"


def test_mir_tmy_14_oleg_has_only_three_extra_dice_of_seven_successes() -> None:
    oleg = person("Олег", kind="werewolf", dexterity=8, abilities={"Борьба": 3})
    fight = scene(oleg, person("Жертва"))
    dice = [*HIT * 7, *MISS * 4, *MISS * 6, *MISS * 3]
    lines = act(fight, "a", "attack", dice, target="b")
    assert "11 dice at 6: 7" in told(lines, "mir_tmy-10")
    assert told(lines, "mir_tmy-11") == "Extra successes: 6, at most 3; dice +3"


@pytest.mark.parametrize("type", ["bashing", "lethal", "aggravated"])
def test_mir_tmy_15_three_types_of_damage(type: str) -> None:
    weapon = {"name": "Оружие", "damage": -1, "type": type}
    soak = MISS * 3 if type == "bashing" else []
    fight = scene(person("А", weapons=[weapon]), person("Б"))
    lines = act(fight, "a", "attack", [*HIT, *MISS * 2, *HIT * 2, *soak], target="b")
    assert told(lines, "mir_tmy-15") == f"Б takes 2 levels of damage: {type}"
    assert fight.as_json()["combatants"]["b"]["damage"][type] == 2


@pytest.mark.parametrize(
    ("kind", "type", "soaks"),
    [
        ("human", "bashing", True),
        ("human", "lethal", False),
        ("changeling", "lethal", False),
        ("changeling_wyrd", "aggravated", True),
        ("werewolf", "aggravated", True),
        ("vampire", "lethal", True),
        ("vampire", "aggravated", False),
        ("monster", "lethal", True),
        ("monster", "aggravated", False),
    ],
)
def test_mir_tmy_16_who_may_soak_what(kind: str, type: str, soaks: bool) -> None:
    weapon = {"name": "Оружие", "damage": -1, "type": type}
    fight = scene(person("А", weapons=[weapon]), person("Б", kind=kind))
    dice = [*HIT, *MISS * 2, *HIT * 2, *([8, 3, 3] if soaks else [])]
    lines = act(fight, "a", "attack", dice, target="b")
    assert ("3 dice at 6: 1" in told(lines, "mir_tmy-16")) is soaks
    assert sum(levels(fight, "b")) == (1 if soaks else 2)


def test_mir_tmy_16_a_monster_soaks_as_its_sheet_says() -> None:
    fight = scene(person("А", weapons=[SWORD]), person("Б", kind="monster", soaks=["aggravated"]))
    act(fight, "a", "attack", [*HIT, *MISS * 2, *HIT * 2, *MISS * 3], target="b")
    assert levels(fight, "b") == (0, 2, 0)


def test_mir_tmy_16_bashing_is_halved_and_lethal_to_a_vampire_and_so_are_shots() -> None:
    fight = scene(person("А", weapons=[PISTOL]), person("Б", kind="vampire"))
    dice = [*HIT, *MISS * 2, *HIT * 4, 8, 3, 3]
    lines = act(fight, "a", "attack", dice, target="b")
    assert "takes half, as lethal: 1" in told(lines, "mir_tmy-16")
    assert levels(fight, "b") == (0, 1, 0)


def test_mir_tmy_16_armour_adds_its_dice_and_mail_is_no_help_against_an_ak47() -> None:
    valeria = person("Валерия", armor=MAIL)
    fight = scene(person("А", weapons=[SWORD, RIFLE]), valeria)
    lines = act(fight, "a", "attack", [*HIT, *MISS * 2, *HIT * 5, *HIT * 4], target="b")
    assert "4 dice at 6: 4" in told(lines, "mir_tmy-16")
    fight.undo()
    dice = [*HIT, *MISS * 2, *HIT, *MISS * 6]
    act(fight, "a", "attack", dice, target="b", **{"with": "АК47"})
    assert levels(fight, "b") == (0, 1, 0)


@pytest.mark.parametrize(
    ("marked", "level", "penalty", "run"),
    [
        (0, "", 0, 16),
        (1, "bruised", 0, 16),
        (2, "hurt", -1, 16),
        (3, "injured", -1, 8),
        (4, "wounded", -2, None),
        (5, "mauled", -2, None),
        (6, "crippled", -5, None),
    ],
)
def test_mir_tmy_17_levels_their_penalties_and_how_far_one_gets(
    marked: int, level: str, penalty: int, run: int | None
) -> None:
    fight = scene(person("А", abilities={"athletics": 3}), person("Б"))
    set_by_hand(fight, "a", damage={"bashing": marked})
    shown = fight.as_json()["combatants"]["a"]
    assert (shown["level"], shown["penalty"], shown["out"]) == (level, penalty, False)
    boxes = fight.rules.vitals(fight.state, "a")[0]
    assert boxes.values == (1,) * marked + (0,) * (8 - marked)
    if run is None:
        with pytest.raises(Refusal, match="mir_tmy-17"):
            act(fight, "a", "run")
    else:
        act(fight, "a", "run", metres=run)
    walk = {"mauled": 3, "crippled": 1}.get(level)
    if walk:
        lines = act(fight, "a", "move")
        assert told(lines, "mir_tmy-17") == f"А moves {walk} m"


def test_mir_tmy_17_a_wound_makes_no_move_longer() -> None:
    fight = scene(person("А", dexterity=2), person("Б"))
    set_by_hand(fight, "a", damage={"lethal": 5})
    assert told(act(fight, "a", "move"), "mir_tmy-17") == "А moves 2 m"


def test_mir_tmy_17_bashing_beyond_the_last_level_turns_into_lethal_and_then_kills() -> None:
    fist = {"name": "Кувалда", "damage": 7, "type": "bashing"}
    fight = scene(person("А", weapons=[fist]), person("Б", stamina=1))
    act(fight, "a", "attack", [*HIT, *MISS * 2, *HIT * 9, *MISS, 2], target="b")
    assert levels(fight, "b") == (5, 2, 0)
    assert who(fight, "b").level == "incapacitated"
    assert fight.outcome is not None
    act(fight, "a", "attack", [*HIT, *MISS * 2, *HIT * 9, *MISS, 2], target="b", overrule=True)
    assert who(fight, "b").dead
    assert levels(fight, "b") == (0, 8, 0)


def test_mir_tmy_17_lethal_pushes_bashing_and_aggravated_stands_above_both() -> None:
    fight = scene(person("А", weapons=[SWORD]), person("Б"))
    set_by_hand(fight, "b", damage={"bashing": 6, "aggravated": 1})
    act(fight, "a", "attack", [*HIT, *MISS * 2, *HIT, *MISS * 4], target="b", overrule=True)
    assert levels(fight, "b") == (4, 2, 1)
    boxes = fight.rules.vitals(fight.state, "b")[0]
    assert boxes.values == (3, 2, 2, 1, 1, 1, 1, 0)


@pytest.mark.parametrize(("kind", "last"), [("vampire", "torpor"), ("human", "dead")])
def test_mir_tmy_17_the_last_level_is_named_alike_wherever_it_stands(kind: str, last: str) -> None:
    fight = scene(person("А"), person("Б", kind=kind), person("В"))
    set_by_hand(fight, "b", damage={"lethal": 8})
    assert str(fight.rules.vitals(fight.state, "b")[0].text) == last
    (health,) = (g for g in fight.rules.figures(fight.state, "b") if g.id == "health")
    assert health.facts[-1].said(ENGLISH) == last
    grapple = option(fight, "a", "grapple")
    (target,) = (field for field in fight.parameters(grapple) if field.id == "target")
    assert [str(choice.why_not) for choice in target.choices if choice.value == "b"] == [last]
    with pytest.raises(Refusal, match=f"Б: {last}"):
        act(fight, "a", "attack", target="b")


def test_mir_tmy_18_attack_defence_damage_soak_in_this_order() -> None:
    defender = person("Б", abilities={"dodge": 1})
    script = {
        "format": "fight/1",
        "system": "mir_tmy",
        "house_rules": {"declare": False},
        "combatants": [
            {"id": "a", "side": "players", "sheet": person("А")},
            {"id": "b", "side": "foes", "sheet": defender},
        ],
    }
    fight = start(script)
    fight.perform({"do": "begin", "dice": [9, 1]})
    step = {"do": "act", "actor": "a", "action": "attack", "target": "b"}
    assert fight.perform({**step, "answers": {"defence": "dodge"}}) is None
    asked = []
    for dice in ([8, 8, 3], [3, 3, 3, 3], [8, 8, 3], [8, 3, 3]):
        pending = fight.pending
        assert pending is not None
        assert isinstance(pending.question, DiceWanted)
        question = pending.question
        asked.append((question.by, str(question.label), question.count))
        fight.answer(dice)
    assert asked == [
        ("a", "attack", 3), ("b", "dodge", 4), ("a", "damage", 3), ("b", "soak", 3),
    ]  # fmt: skip
    assert fight.pending is None
    lines = fight.moments[-1].lines
    assert "attack 3, dodge 4, damage 3 + extra successes, soak 3" in told(lines, "mir_tmy-18")
    assert [line.dice for line in lines if line.dice] == [
        (8, 8, 3),
        (3, 3, 3, 3),
        (8, 8, 3),
        (8, 3, 3),
    ]
    assert levels(fight, "b") == (1, 0, 0)


def test_clubs_are_what_bashes_and_parries_at_its_own_difficulty() -> None:
    fight = scene(person("А"), person("Б", abilities={"melee": 2}, weapons=[CLUB]))
    dice = [*HIT, *MISS * 2, 5, 5, *MISS * 3, *MISS * 4, *MISS * 3]
    lines = act(fight, "a", "attack", dice, target="b", answers={"defence": "parry"})
    assert "5 dice at 5: 2" in told(lines, "mir_tmy-44")


def test_a_form_asks_at_whom_and_with_what_before_what_bears_on_it() -> None:
    fight = scene(person("Олег"), person("Громила"))
    attack = next(o for o in fight.options() if o.action == "attack")
    fields = [field.id for field in fight.parameters(attack) if not field.seldom]
    assert fields.index("target") < fields.index("with") < fields.index("modifiers")
