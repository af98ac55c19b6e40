"""A small fight of «Бой» to test rules on: Vera against a cultist, with dice as they are given."""

from __future__ import annotations

from typing import Any

from desktop.encounter.fight import Fight, start
from desktop.rules.boj.state import Fighter
from tests.rules.steps import perform

REVOLVER = {"name": "Револьвер", "damage": "1d10", "bullet": True}
BOW = {"name": "Лук", "damage": "1d8"}
RIFLE = {
    **{"name": "Автомат", "damage": "1d12", "lethality": 10, "bullet": True},
    **{"radius": 3, "radius_from": 1, "automatic": True},
}
GRENADE = {"name": "Граната", "skill": "athletics", "lethality": 15, "radius": 10, "bullet": True}
DEVICE = {"name": "Взрывчатка", "skill": "demolitions", "radius": 10, "bullet": True}
KNIFE = {"name": "Нож", "skill": "melee", "damage": "1d6"}
MACHETE = {"name": "Мачете", "skill": "melee", "damage": "1d8"}
VEST = {"name": "Бронежилет", "rating": 3}
HELMET = {"name": "Каска", "rating": 1, "additive": True}
WALL = {"name": "Стена", "kind": "cover", "rating": 5}

SKILLS = {
    **{"ranged": 60, "melee": 50, "unarmed": 50, "dodge": 40, "athletics": 50},
    **{"heavy_weapons": 50, "demolitions": 50},
}
ACE, KING, QUEEN, JACK = 52, 51, 50, 49
"""Of spades: so they act in this order."""


def sheet(name: str, *weapons: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": name, "skills": SKILLS, "weapons": list(weapons), **more}


VERA = sheet("Вера", REVOLVER, BOW, RIFLE, GRENADE, DEVICE, KNIFE)
CULTIST = sheet("Культист", MACHETE)


def fight(
    vera: dict[str, Any] = VERA,
    cultist: dict[str, Any] = CULTIST,
    *others: dict[str, Any],
    cards: tuple[int, ...] = (ACE, KING, QUEEN, JACK),
    surprised: tuple[str, ...] = (),
    **house: Any,
) -> Fight:
    """A fight that has begun: ``vera`` acts first, then ``cultist``, then ``c2``, ``c3``."""
    combatants = [
        {"id": "vera", "side": "players", "sheet": vera},
        {"id": "cultist", "side": "foes", "sheet": cultist},
        *(
            {"id": f"c{number}", "side": "foes", "sheet": other}
            for number, other in enumerate(others, start=2)
        ),
    ]
    begun = start(
        {"format": "fight/1", "system": "boj", "combatants": combatants, "house_rules": house}
    )
    dice = list(cards[: len(combatants)])
    begun.perform({"do": "begin", "dice": dice, "surprised": list(surprised)})
    return begun


def act(fight: Fight, action: str, *dice: int, answers: Any = None, **step: Any) -> None:
    """One action with its dice; nobody defends unless ``answers`` says so."""
    actor = step.pop("actor", fight.state.turn)
    given = {"do": "act", "actor": actor, "action": action, **step}
    answered = {"defence": answers} if isinstance(answers, str) else answers
    perform(fight, given, dice, answered, decided=True)


def attack(fight: Fight, weapon: str, *dice: int, answers: Any = None, **step: Any) -> None:
    step = {"target": "cultist", "with": weapon, **step}
    act(fight, "attack", *dice, answers=answers, **step)


def end_turn(fight: Fight, *dice: int) -> None:
    fight.perform({"do": "end_turn", "dice": list(dice)})


def turn_of(fight: Fight, id: str) -> None:
    """Ends turns until it is this one's."""
    for _ in range(20):
        if fight.state.turn == id:
            return
        end_turn(fight)
    raise AssertionError(f"it never was {id}'s turn")


def one(fight: Fight, id: str) -> Fighter:
    found: Fighter = fight.state[id]
    return found


def told(fight: Fight, rule: str) -> list[str]:
    """What the log says by this rule."""
    return [str(line.text) for line in fight.log if line.rule == rule]
