"""A small table to try the rules of TEOHIPHIP on: figures, a fight, steps with their dice."""

from collections.abc import Sequence
from typing import Any

from desktop.encounter.fight import Fight, start
from desktop.encounter.tables import LogLine
from desktop.rules.teohiphip.state import Skirmish

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


def do(fight: Fight, step: dict[str, Any], *dice: int, **answers: Any) -> tuple[LogLine, ...]:
    """Performs a step with exactly these dice and answers; returns what it told."""
    moment = fight.perform({**step, "dice": list(dice), "answers": answers})
    assert moment is not None, f"unanswered: {fight.pending and fight.pending.question}"
    return moment.lines


def act(
    fight: Fight, actor: str, action: str, *dice: int, answers: Any = None, **parameters: Any
) -> tuple[LogLine, ...]:
    """An action with its dice, answers and parameters; ``with_`` stands for ``with``."""
    named = {key.rstrip("_"): value for key, value in parameters.items()}
    step = {"do": "act", "actor": actor, "action": action, **named}
    return do(fight, step, *dice, **(answers or {}))


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


def cited(lines: Sequence[LogLine], rule: str, *words: str) -> bool:
    """Whether a line cites the rule, with all of these words in its text."""
    return any(line.rule == rule and all(word in line.text for word in words) for line in lines)
