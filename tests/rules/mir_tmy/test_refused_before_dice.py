"""Attacks that cannot be made are refused, or fall away, before their dice (mir_tmy-19, 49)."""

from typing import Any

import pytest

from desktop.rules.table import Refusal
from tests.rules.mir_tmy.bench import CLUB, PISTOL, RIFLE, act, do, person, scene, told, who

SKILLED = dict.fromkeys(("firearms", "melee", "brawl", "stealth"), 5)


def armed(*weapons: dict[str, Any], kind: str = "human") -> Any:
    """A with these weapons against b and c, who have clubs."""
    a = person("A", weapons=list(weapons), dexterity=5, abilities=SKILLED, kind=kind)
    return scene(a, *(person(name, weapons=[CLUB]) for name in "BC"))


@pytest.mark.parametrize(
    ("weapon", "kind", "said", "reason"),
    [
        (PISTOL, "vampire", {"by": "bite"}, "target: B has to be helpless"),
        (
            {**PISTOL, "loaded": 0},
            "human",
            {"with": "Пистолет"},
            "with: Пистолет: no rounds are left",
        ),
        (PISTOL, "human", {"with": "Пистолет", "distance": 99}, "distance: out of range: 99 m"),
        (PISTOL, "human", {"by": "disarm", "what": "Меч"}, "what: B: not in hand: 'Меч'"),
        (CLUB, "human", {"with": "Дубинка", "modifiers": {"cover": "light"}}, "modifiers.cover"),
    ],
)
def test_mir_tmy_19_an_ambush_that_cannot_be_is_refused_before_the_dice(
    weapon: dict[str, Any], kind: str, said: dict[str, Any], reason: str
) -> None:
    fight = armed(weapon, kind=kind)
    step = {"do": "act", "actor": "a", "action": "ambush", "target": "b", **said}
    with pytest.raises(Refusal, match=reason):
        fight.perform(step)
    assert fight.pending is None


def test_mir_tmy_49_whom_a_grapple_misses_is_not_bitten() -> None:
    parts = [{"action": action, "dice": 4, "target": "b"} for action in ("grapple", "bite")]
    fight = armed(kind="vampire")
    lines = act(fight, "a", "multiple", [2] * 4, parts=parts)
    assert "A, bite: not possible, B has to be helpless" in told(lines, "mir_tmy-49")
    fight = armed(kind="vampire")
    assert fight.odds({"do": "act", "actor": "a", "action": "multiple", "parts": parts})
    lines = act(fight, "a", "multiple", [9] * 4 + [2] * 4, parts=parts)
    assert "A → B: bite" in told(lines, "mir_tmy-31")


def test_mir_tmy_49_who_has_lost_the_weapon_is_not_disarmed_again() -> None:
    parts = [{"action": "disarm", "dice": 5, "target": "b", "with": "Дубинка"}] * 2
    fight = armed({**CLUB, "damage": 3})
    lines = act(fight, "a", "multiple", [9] * 5 + [9] * 10, parts=parts)
    assert who(fight, "b").unready == ["Дубинка"]
    assert "A, disarm: not possible, B has no weapon in hand" in told(lines, "mir_tmy-49")


def test_mir_tmy_37_no_clip_is_emptied_twice() -> None:
    other = {**RIFLE, "name": "Второй"}
    parts = [{"action": "full_auto", "dice": 4, "target": "b", "with": "АК47"}] * 2
    fight = armed(RIFLE, other)
    lines = act(fight, "a", "multiple", [2] * 4, parts=parts)
    assert "A, automatic fire: not possible, needs a full clip" in told(lines, "mir_tmy-49")


def test_mir_tmy_49_what_cannot_be_from_the_start_is_refused() -> None:
    parts = [{"action": "bite", "dice": 2, "target": "b"}, {"action": "dodge", "dice": 2}]
    with pytest.raises(Refusal, match="target: B has to be helpless"):
        do(armed(kind="vampire"), {"do": "act", "actor": "a", "action": "multiple", "parts": parts})


def test_mir_tmy_19_trying_an_ambush_out_leaves_nothing_behind() -> None:
    fight = armed(PISTOL)
    step = {"do": "act", "actor": "a", "action": "ambush", "target": "b", "with": "Пистолет"}
    before = fight.rules.describe(fight.state, "a"), fight.rules.describe(fight.state, "b")
    do(fight, {**step, "dice": [9] * 10 + [2] * 23, "answers": {}})
    a, b = who(fight, "a"), who(fight, "b")
    assert (a.fighting, a.from_ambush, a.loaded) == (True, 0, {"Пистолет": 9})
    assert (b.fighting, b.unaware) == (True, False)
    fight.undo()
    assert before == (
        fight.rules.describe(fight.state, "a"),
        fight.rules.describe(fight.state, "b"),
    )


def test_mir_tmy_49_what_a_later_action_does_to_the_actor_stays() -> None:
    parts = [
        {"action": "attack", "dice": 4, "target": "b", "with": "АК47"},
        {"action": "short_burst", "dice": 4, "target": "c", "with": "АК47"},
    ]
    fight = armed(RIFLE)
    act(fight, "a", "multiple", [2] * 4 + [2] * 7 + [1], parts=parts)
    a = who(fight, "a")
    assert (a.loaded, a.aiming, a.split, a.acted) == ({"АК47": 26}, 0, True, True)
    assert who(fight, "c").attackers == ("a",)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ({"off": "Второй"}, "off: Второй: no rounds are left"),
        ({"off": "Третий", "second_distance": 41}, "second_distance: out of range: 41 m"),
    ],
)
def test_mir_tmy_41_what_the_second_gun_cannot_do_is_refused_before_the_dice_of_the_first(
    said: dict[str, Any], reason: str
) -> None:
    fight = armed(PISTOL, {**PISTOL, "name": "Второй", "loaded": 0}, {**PISTOL, "name": "Третий"})
    with pytest.raises(Refusal, match=reason):
        fight.perform({"do": "act", "actor": "a", "action": "two_guns", "target": "b", **said})
    assert fight.pending is None


@pytest.mark.parametrize(
    ("action", "modifiers", "told_as"),
    [
        ("attack", {"cover": "partial"}, "mir_tmy-24"),
        ("full_auto", {"targeting": "head"}, "mir_tmy-29"),
    ],
)
def test_mir_tmy_24_37_what_does_not_go_with_the_weapon_counts_when_it_is_overruled(
    action: str, modifiers: dict[str, Any], told_as: str
) -> None:
    fight = scene(person("A", weapons=[RIFLE]), person("B"), declare=True)
    do(fight, {"do": "declare", "actor": "b", "action": "other"})
    weapon = "АК47" if action == "full_auto" else "Кулаки"
    step = {"actor": "a", "action": action, "target": "b", "with": weapon, "modifiers": modifiers}
    with pytest.raises(Refusal, match="modifiers"):
        do(fight, {"do": "declare", **step})
    do(fight, {"do": "declare", **step, "overrule": True})
    with pytest.raises(Refusal, match="modifiers"):
        do(fight, {"do": "act", "actor": "a"})
    lines = do(fight, {"do": "act", "actor": "a", "overrule": True, "dice": [2] * 3})
    assert "difficulty" in told(lines, told_as)


def test_mir_tmy_36_aiming_at_somebody_fast_without_a_laser_is_refused_when_declared() -> None:
    gunner = person("Б", abilities={"firearms": 1}, weapons=[PISTOL])
    fight = scene(person("А"), gunner, declare=True)
    aim = {"do": "declare", "actor": "b", "action": "aim", "target": "a", "fast": True}
    with pytest.raises(Refusal, match="laser") as refusal:
        do(fight, aim)
    assert (refusal.value.field, refusal.value.rule) == ("fast", "mir_tmy-36")
    lasered = person("Б", abilities={"firearms": 1}, weapons=[{**PISTOL, "sight": "laser"}])
    assert do(scene(person("А"), lasered, declare=True), aim)
