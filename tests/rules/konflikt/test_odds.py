"""Odds against play: what is promised before a roll is what many rolls come to."""

from collections import Counter
from collections.abc import Sequence
from math import sqrt
from random import Random
from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.encounter.play_table import LogLine, PlayTable
from tests.rules.konflikt.bench import (
    BOW,
    BURNING,
    DIRK,
    FIRE,
    KNIFE,
    POTION,
    SWORD,
    by_hand,
    creature,
    fight_of,
    ogre,
)
from tests.rules.steps import do

PLAYS = 2_000
APART = 5
"""Standard deviations a frequency may be off: once in two million, and the dice are seeded."""

CHAIR = {"name": "Židle", "damage": "1k6", "improvised": True}
CHEER = {"name": "Odhodlání", "negative": False, "ends": "rounds", "bonus": 1}

COMMANDS: dict[str, dict[str, Any]] = {
    "sword": {"action": "attack", "with": "Meč"},
    "behind cover": {"action": "attack", "with": "Meč", "modifiers": {"cover": "full"}},
    "deadly": {"action": "attack", "with": "Meč", "target": "wolf"},
    "shot": {"action": "attack", "with": "Krátký luk"},
    "shot under threat": {"action": "attack", "with": "Krátký luk", "threatened": True},
    "chair": {"action": "attack", "with": "Židle"},
    "bare hands": {"action": "attack", "with": "Neozbrojený útok", "damage_factor": 0.5},
    "two knives": {"action": "two_weapons", "with": "Nůž", "with_other": "Dýka"},
    "two at two": {
        "action": "two_weapons",
        "with": "Nůž",
        "with_other": "Meč",
        "target_other": "wolf",
    },
    "the second held back": {
        "action": "two_weapons",
        "with": "Nůž",
        "with_other": "Dýka",
        "target": "wolf",
        "held_back": True,
    },
    "spell": {"action": "cast", "with": "Oheň"},
    "spell under threat": {"action": "cast", "with": "Oheň", "threatened": True},
    "potion": {"action": "use_item", "target": "taren", "threatened": True},
    "ability": {"action": "use_ability", "target": "taren"},
    "overcome": {"action": "overcome"},
    "check": {"action": "check", "skill": "prowess", "number": 14},
    "luck": {"action": "luck"},
    "prepared": {"do": "trigger", "with": "Meč"},
}


TOLD = ("overcome", "check", "luck")
"""Actions whose success is nowhere in the state."""


def scene(name: str) -> tuple[Fight, dict[str, Any]]:
    """A fight in which the command can be done, and the command."""
    taren = creature(
        "taren",
        skills={"prowess": 3, "intelligence": 2},
        luck=1,
        attacks=[{**SWORD, "name": "Meč"}, BOW, CHAIR, KNIFE, DIRK],
        spells=[{**FIRE, "effect": BURNING}],
        abilities=[{"name": "Pokřik", "skill": "personality", "effect": CHEER}],
        items=[POTION],
    )
    fight = fight_of(taren, ogre(size=3, armor=1), creature("wolf", "foes", max_hp=4))
    by_hand(fight, "taren", hp=4, effects=[BURNING])
    step = {"do": "act", "actor": "taren", "target": "ogre", **COMMANDS[name]}
    if step["do"] == "trigger":
        do(fight, {"do": "act", "actor": "taren", "action": "prepare", "when": "they come"})
        do(fight, {"do": "act", "actor": "ogre", "action": "move", "metres": 1})
    if step.get("action") in TOLD:
        del step["target"]
    return fight, step


Marks = frozenset[tuple[str, str, int]]


def marks_of(before: Any, after: Any, lines: Sequence[LogLine]) -> Marks:
    """What a play came to, seen in the state; only a success has to be told."""
    found = set()
    for id, then in before.combatants.items():
        now = after.combatants[id]
        if now.hp < then.hp and not now.out:
            found.add(("damage", id, then.hp - now.hp))
        if now.hp > then.hp:
            found.add(("healing", id, now.hp - then.hp))
        if now.out:
            found.add(("out", id, 1))
    if not found and any("success" in line.text for line in lines):
        found.add(("success", "taren", 1))
    if any(effect.by == "taren" for c in after.combatants.values() for effect in c.effects):
        found.add(("effect", "", 1))
    return frozenset(found)


def marks_in(chance: Any) -> Marks:
    """The same of what the odds say: a fallen one's damage is not seen in the state."""
    marks = {what: dict(who) for what, who in chance.marks.items()}
    out = set(marks.get("out", ()))
    found = {("damage", who, n) for who, n in marks.get("damage", {}).items() if who not in out}
    found |= {("out", who, 1) for who in out}
    found |= {("healing", who, n) for who, n in marks.get("healing", {}).items() if n}
    if marks.get("effect"):  # and whatever check brought it
        found.add(("effect", "", 1))
    else:
        found |= {("success", who, 1) for who in marks.get("success", ())}
    return frozenset(found)


@pytest.mark.parametrize("name", COMMANDS)
def test_odds_agree_with_many_plays(name: str) -> None:
    fight, step = scene(name)
    promised: Counter[Marks] = Counter()
    for chance in fight.odds(step).chances:
        promised[marks_in(chance)] += chance.p  # type: ignore[assignment]
    assert sum(promised.values()) == 1
    dice, seen = Random(f"konflikt {name}"), Counter[Marks]()
    rules, before, command = fight.rules, fight.state, fight.rules.read(step)
    for _ in range(PLAYS):
        draft = before.copy()
        table = PlayTable(
            draft,
            source=lambda sides: dice.randint(1, sides),
            decide=rules.decide,
        )
        rules.perform(draft, command, table)
        told = table.lines if command.action in TOLD else ()
        seen[marks_of(before, draft, told)] += 1
    assert set(seen) <= set(promised)
    for marks, p in promised.items():
        off = APART * sqrt(float(p) * (1 - float(p)) / PLAYS)
        assert abs(seen[marks] / PLAYS - float(p)) <= off, marks


def test_odds_of_every_attack_on_offer_add_up_to_one() -> None:
    fight, _ = scene("sword")
    offered = [o for o in fight.options() if not o.out_of_turn and not o.why_not and o.action]
    asked = 0
    for option in offered:
        fields = {field.id: field for field in fight.parameters(option)}
        if "target" not in fields or "with" not in fields or option.actor != "taren":
            continue
        for target in fields["target"].choices:
            for weapon in fields["with"].choices:
                if target.why_not or weapon.why_not or not target.value:
                    continue
                step = {"do": "act", "actor": "taren", "action": option.action}
                odds = fight.odds({**step, "target": target.value, "with": weapon.value})
                assert sum(chance.p for chance in odds.chances) == 1
                asked += 1
    assert asked > 20
