"""Small fights to test rules in: people by a few numbers, steps with the dice that fell."""

from collections.abc import Sequence
from typing import Any

from desktop.encounter.fight import Fight, start
from desktop.rules.mir_tmy.state import Fighter, Scene
from tests.rules.steps import perform

BODY = dict.fromkeys(
    ("strength", "dexterity", "stamina", "charisma", "manipulation", "appearance"), 3
) | dict.fromkeys(("perception", "intelligence", "wits"), 3)

PISTOL = {
    "name": "Пистолет",
    "kind": "firearm",
    "damage": 4,
    "range": 20,
    "clip": 10,
    "light": True,
}
RIFLE = {
    "name": "АК47",
    "kind": "firearm",
    "damage": 7,
    "range": 150,
    "clip": 30,
    "automatic": True,
    "burst": True,
}
SWORD = {"name": "Меч", "damage": 2, "type": "lethal", "cutting": True}
CLUB = {"name": "Дубинка", "damage": 1, "type": "bashing", "parry": 5}
MAIL = {"name": "Кольчуга", "rating": 4, "stops": ["melee", "natural", "thrown"]}


def person(name: str, **more: Any) -> dict[str, Any]:
    """A sheet: threes in every attribute, and what is said otherwise."""
    body = {key: more.pop(key) for key in list(more) if key in BODY}
    return {"name": name, "attributes": {**BODY, **body}, **more}


def scene(
    *people: dict[str, Any],
    dice: Sequence[int] = (),
    begin: dict[str, Any] | None = None,
    players: int = 1,
    **house: Any,
) -> Fight:
    """A begun fight of a, b, c…; the first are players. Nobody declares unless ``declare=True``.

    Without ``dice`` the initiative falls from 9 down, so that equals act in the order given.
    """
    combatants = [
        {"id": "abcdefgh"[i], "side": "players" if i < players else "foes", "sheet": sheet}
        for i, sheet in enumerate(people)
    ]
    fight = start(
        {
            "format": "fight/1",
            "system": "mir_tmy",
            "house_rules": {"declare": False, **house},
            "combatants": combatants,
        }
    )
    step = {"do": "begin", **(begin or {})}
    fight.perform({**step, "dice": list(dice) or [9 - i for i in range(len(people))]})
    assert fight.pending is None
    return fight


def act(fight: Fight, actor: str, action: str, dice: Sequence[int] = (), **more: Any) -> list[Any]:
    """Performs an action with just these dice; the lines it told. Undecided is no defence.

    ``with_`` stands for ``with``.
    """
    named = {name.rstrip("_"): value for name, value in more.items()}
    step = {"do": "act", "actor": actor, "action": action, "dice": list(dice), **named}
    return do(fight, step)


def do(fight: Fight, step: dict[str, Any]) -> list[Any]:
    """Performs a step whose dice and answers are all there; the lines it told."""
    told = dict(step)
    dice, answers = told.pop("dice", ()), told.pop("answers", None)
    return list(perform(fight, told, dice, answers, decided=True))


def rules_of(lines: Sequence[Any]) -> set[str]:
    return {line.rule for line in lines}


def told(lines: Sequence[Any], rule: str) -> str:
    """Everything that was told under a rule's number."""
    return "\n".join(str(line.text) for line in lines if line.rule == rule)


def scene_of(fight: Fight) -> Scene:
    state = fight.state
    assert isinstance(state, Scene)
    return state


def who(fight: Fight, id: str) -> Fighter:
    found: Fighter = fight.state[id]
    return found


def set_by_hand(fight: Fight, id: str, **values: Any) -> None:
    fight.perform({"do": "edit", "combatant": id, "set": values})


def option(fight: Fight, actor: str, action: str, do: str = "act") -> Any:
    """The option on offer, or None."""
    for found in fight.options():
        if (found.do, found.actor, found.action) == (do, actor, action):
            return found
    return None


def levels(fight: Fight, id: str) -> tuple[int, int, int]:
    damage = who(fight, id).damage
    return damage.bashing, damage.lethal, damage.aggravated
