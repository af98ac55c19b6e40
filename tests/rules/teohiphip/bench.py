"""A small table to try the rules of TEOHIPHIP on: figures, a fight, steps with their dice."""

from collections.abc import Sequence
from typing import Any

from desktop.encounter.fight import Fight, start
from desktop.encounter.play_table import LogLine
from desktop.rules.teohiphip.state import Skirmish
from tests.rules.steps import act, do

RIFLE = {"name": "Karabin", "kind": "ranged", "range": 24}
BATON = {"name": "Pałka", "kind": "melee"}
PILUM = {"name": "Pilum", "kind": "ranged", "range": 6, "uses": 1, "thrown": True}


def figure(
    id: str,
    side: str = "players",
    hp: int = 4,
    *traits: str,
    now: int | None = None,
    **sheet: Any,
) -> Any:
    """One combatant of so many hp, ``now`` of them left: with a rifle and a baton, or as told."""
    return {
        "id": id,
        "side": side,
        "sheet": {
            "name": id.capitalize(),
            "max_hp": hp,
            "hp": now,
            "traits": [{"name": trait} for trait in traits],
            "attacks": [RIFLE, BATON],
            **sheet,
        },
    }


def fight_of(
    *figures: Any,
    dice: Sequence[int] | None = None,
    objectives: Sequence[str] = (),
    **house: Any,
) -> Fight:
    """A fight in the fixed order of its bands; begun with these dice, if any are given."""
    fight = start(
        {
            "format": "fight/1",
            "system": "teohiphip",
            "house_rules": {"order": "fixed", **house},
            "combatants": list(figures),
            "objectives": [{"text": text} for text in objectives],
        }
    )
    if dice is not None:
        do(fight, {"do": "begin"}, *dice)
    return fight


def shoot(fight: Fight, actor: str, target: str, *dice: int, **more: Any) -> tuple[LogLine, ...]:
    return act(fight, actor, "attack", *dice, target=target, **more)


def strike(fight: Fight, actor: str, target: str, *dice: int, **more: Any) -> tuple[LogLine, ...]:
    return act(fight, actor, "attack", *dice, target=target, with_="Pałka", **more)


def activate(fight: Fight, actor: str, *dice: int, **answers: Any) -> tuple[LogLine, ...]:
    return do(fight, {"do": "activate", "actor": actor}, *dice, **answers)


def end_turn(fight: Fight, *dice: int, **answers: Any) -> tuple[LogLine, ...]:
    return do(fight, {"do": "end_turn"}, *dice, **answers)


def skirmish(fight: Fight) -> Skirmish:
    state = fight.state
    assert isinstance(state, Skirmish)
    return state
