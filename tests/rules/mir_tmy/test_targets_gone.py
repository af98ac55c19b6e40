"""What was declared at several of whom some are gone by the time it is done (mir_tmy-7)."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.rules.table import Refusal
from tests.rules.mir_tmy.bench import (
    CLUB,
    PISTOL,
    RIFLE,
    SWORD,
    act,
    do,
    levels,
    person,
    scene,
    set_by_hand,
    told,
    who,
)

SECOND = {**PISTOL, "name": "Второй"}


def declared(**said: Any) -> Fight:
    """A has declared this against b and c, who do nothing."""
    shooter = person("A", weapons=[PISTOL, SECOND, RIFLE], abilities={"firearms": 3})
    fight = scene(shooter, person("B"), person("C"), declare=True)
    for id in ("c", "b"):
        do(fight, {"do": "declare", "actor": id, "action": "pass"})
    do(fight, {"do": "declare", "actor": "a", **said})
    assert (fight.state.turn, fight.state.phase) == ("a", "act")
    return fight


STRAFE: dict[str, Any] = {"action": "strafe", "targets": ["b", "c"], "with": "АК47"}
TWO_GUNS: dict[str, Any] = {
    "action": "two_guns",
    "target": "b",
    "second_target": "c",
    "with": "Пистолет",
    "off": "Второй",
}
SPLIT: dict[str, Any] = {
    "action": "multiple",
    "parts": [
        {"dice": 2, "target": "b", "with": "Пистолет"},
        {"dice": 2, "target": "c", "with": "Пистолет"},
    ],
}


@pytest.mark.parametrize("targets", [None, ["c"], ["b", "c"]])
def test_mir_tmy_39_a_strafe_goes_on_at_those_who_are_left(targets: list[str] | None) -> None:
    fight = declared(**STRAFE)
    set_by_hand(fight, "b", damage={"lethal": 8})
    again: Any = {"action": "strafe", "targets": targets} if targets else {}
    lines = do(fight, {"do": "act", "actor": "a", "dice": [8] * 4 + [2] * 12 + [2] * 8, **again})
    assert "A → C: strafes, 16 dice at 8" in told(lines, "mir_tmy-39")


def test_mir_tmy_39_a_strafe_at_nobody_who_is_left_is_refused() -> None:
    fight = declared(**STRAFE)
    for id in ("b", "c"):
        set_by_hand(fight, id, broken_neck=True, damage={"lethal": 8})
    with pytest.raises(Refusal, match="targets: B: dead"):
        fight.perform({"do": "act", "actor": "a", "overrule": True})


@pytest.mark.parametrize(("second", "said"), [("c", "→ B, C"), ("b", "→ B (")])
def test_mir_tmy_5_41_a_declaration_of_two_guns_names_both_targets_once(
    second: str, said: str
) -> None:
    assert said in told(declared(**{**TWO_GUNS, "second_target": second}).log, "mir_tmy-5")


def test_mir_tmy_41_the_gun_whose_target_is_gone_is_not_fired() -> None:
    fight = declared(**TWO_GUNS)
    fight.perform({"do": "leave", "combatant": "b"})
    lines = do(fight, {"do": "act", "actor": "a", "dice": [1] * 6})
    assert told(lines, "mir_tmy-41").startswith("A does not fire: Пистолет\nA → C: off hand")
    assert who(fight, "a").loaded["Пистолет"] == 10
    assert who(fight, "a").loaded["Второй"] == 9


def test_mir_tmy_49_of_several_actions_those_at_who_is_gone_fall_away() -> None:
    fight = declared(**SPLIT)
    fight.perform({"do": "leave", "combatant": "b"})
    lines = do(fight, {"do": "act", "actor": "a", "dice": [1, 1]})
    assert "A, attack: not possible, B has left" in told(lines, "mir_tmy-49")
    assert "A → C: attack" in told(lines, "mir_tmy-10")


def test_mir_tmy_17_who_is_hurt_walks_as_far_as_ever() -> None:
    fight = scene(person("A"), person("B"))
    set_by_hand(fight, "a", damage={"bashing": 3})
    with pytest.raises(Refusal, match=r"A gets 3 m at most \(mir_tmy-52\)"):
        act(fight, "a", "move", metres=4)
    with pytest.raises(Refusal, match=r"A gets 6 m at most \(mir_tmy-17\)"):
        act(fight, "a", "run", metres=7)


def test_mir_tmy_28_a_parry_strikes_the_fallen_harder() -> None:
    fight = scene(
        person("A", weapons=[CLUB], abilities={"melee": 1}),
        person("B", weapons=[SWORD], abilities={"melee": 1}),
    )
    set_by_hand(fight, "a", down=True)
    dice = [7, 7, 7, 7, 9, 9, 9, 9, *[6, 6, 6, 6, 6, 6, 1]]
    step = {"do": "act", "actor": "a", "action": "attack", "target": "b", "with": "Дубинка"}
    lines = do(fight, {**step, "dice": dice, "answers": {"defence": "parry"}})
    assert "Damage, 7 dice at 6: 6, lethal" in told(lines, "mir_tmy-44")
    assert levels(fight, "a") == (0, 6, 0)


def test_mir_tmy_7_what_was_declared_is_filled_in_and_still_has_to_be_said() -> None:
    fight = declared(action="sweep", target="b")
    (option,) = (o for o in fight.options() if (o.actor, o.action) == ("a", "sweep"))
    target = next(field for field in fight.parameters(option) if field.id == "target")
    assert target.required
    assert target.default == "b"
    with pytest.raises(Refusal, match="target: is needed"):
        do(fight, {"do": "act", "actor": "a", "action": "sweep"})
