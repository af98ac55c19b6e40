"""A small table to try the rules of konflikt on: creatures, a fight, steps with their dice."""

from collections.abc import Sequence
from typing import Any

from desktop.encounter.fight import Fight, start
from desktop.encounter.play_table import LogLine
from tests.rules.steps import act, do

SWORD = {"name": "Dlouhý meč", "damage": "1k8"}
BOW = {"name": "Krátký luk", "kind": "ranged", "damage": "1k6", "range": 20, "far": 40, "uses": 20}
KNIFE = {"name": "Nůž", "damage": "1k4", "light": True, "agile": True}
DIRK = {"name": "Dýka", "damage": "1k4", "light": True, "agile": True}
CLUB = {"name": "Kyj", "damage": "2k6"}

BURNING = {"name": "Hoření", "ends": "luck", "per_round": -2, "overcome": "dexterity"}
FIRE = {"name": "Oheň", "skill": "intelligence", "against": "defence", "damage": "1k8", "uses": 2}
POTION = {"name": "Lektvar", "healing": "2k4", "uses": 1}


def creature(id: str, side: str = "players", **sheet: Any) -> Any:
    """One combatant with a sword and a bow, 10 hit points and a defence of 12, or as told."""
    told = {"name": id.capitalize(), "defence": 12, "max_hp": 10, "attacks": [SWORD, BOW], **sheet}
    return {"id": id, "side": side, "sheet": told}


def ogre(**sheet: Any) -> Any:
    told = {"skills": {"prowess": 4}, "max_hp": 30, "size": 2, "attacks": [CLUB], **sheet}
    return creature("ogre", "foes", **told)


def fight_of(*people: Any, surprised: Sequence[str] = (), **house: Any) -> Fight:
    """A fight that has begun."""
    fight = start(
        {
            "format": "fight/1",
            "system": "konflikt",
            "house_rules": house,
            "combatants": list(people),
        }
    )
    do(fight, {"do": "begin", "surprised": list(surprised)})
    return fight


def duel(**sheet: Any) -> Fight:
    """Taren, as told, against the ogre."""
    return fight_of(creature("taren", **sheet), ogre())


def strike(fight: Fight, actor: str, target: str, *dice: int, **more: Any) -> tuple[LogLine, ...]:
    return act(fight, actor, "attack", *dice, target=target, **more)


def trigger(fight: Fight, actor: str, *dice: int, **more: Any) -> tuple[LogLine, ...]:
    answers = more.pop("answers", {})
    return do(fight, {"do": "trigger", "actor": actor, **more}, *dice, **answers)


def end_turn(fight: Fight, *dice: int) -> tuple[LogLine, ...]:
    return do(fight, {"do": "end_turn"}, *dice)


def by_hand(fight: Fight, id: str, **values: Any) -> tuple[LogLine, ...]:
    return do(fight, {"do": "edit", "combatant": id, "set": values})
