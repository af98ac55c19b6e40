"""What an encounter's attacks come to: each weapon of each side against each of the others.

The odds are those of the rules themselves, with the game master overruling turn and place, and
without any modifier, wherever on a map they stand. Who has the same sheet is one line.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

from desktop.encounter.fight import Fight, start
from desktop.encounter.playout import decider, thrower
from desktop.rules import SystemFailed, names, table
from desktop.rules.contract import Action
from desktop.rules.state import Combatant
from desktop.rules.text import UsedUp

MOST_CELLS = 240
"""Attacks looked at; an encounter of many kinds of people is told by the first of them."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The odds of one attack: how likely it hits, and how much damage is to be expected."""

    hit: float
    damage: Fraction | None
    """None where it does no damage at all."""
    estimated: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One weapon of one attacker; ``cells`` by the name of the target."""

    attacker: str
    weapon: str
    cells: dict[str, Cell]


def attack_table(fight: Fight) -> list[Row]:
    """Rows for everybody who can attack somebody, in the order of the encounter."""
    if not fight.begun:
        fight = _begun(fight)
    kinds = _kinds(fight)
    rows, left = [], MOST_CELLS
    for name, attacker in kinds.items():
        foes = {of: foe for of, foe in kinds.items() if foe.side != attacker.side}
        for weapon, action in _attacks(fight, attacker):
            cells = {}
            for of, foe in foes.items():
                left -= 1
                cell = _cell(fight, attacker, action, weapon, foe) if left >= 0 else None
                if cell:
                    cells[of] = cell
            if cells:
                rows.append(Row(name, weapon, cells))
    return rows


def _begun(fight: Fight) -> Fight:
    """The same fight in its first round, by the default answers and the same dice each time."""
    made, dice = start(fight.script), Random(1)
    try:
        made.perform({"do": "begin"}, thrower(dice), decider(made.rules, dice))
    except table.Refusal:
        made.cancel()
    return made


def _kinds(fight: Fight) -> dict[str, Combatant]:
    """One of each kind of combatant by what the kind is called: ``Pirat`` for ``Pirat 1`` to 3."""
    alike: dict[tuple[str, str], list[Combatant]] = {}
    for combatant in fight.state.combatants.values():
        if not combatant.out:
            sheet = combatant.sheet.model_copy(update={"name": "-"}).model_dump_json()
            alike.setdefault((combatant.side, sheet), []).append(combatant)
    by_name: dict[str, Combatant] = {}
    for people in alike.values():
        first = people[0]
        name = names.unnumbered(first.name) if len(people) > 1 else first.name
        by_name[name if name not in by_name else first.name] = first
    return by_name


def _attacks(fight: Fight, attacker: Combatant) -> Iterator[tuple[str, Action[Any, Any]]]:
    """Each weapon of which anything is left, with the first action that is an attack with it."""
    rules, state = fight.rules, fight.state
    known: set[str] = set()
    foes = (foe for foe in state.combatants.values() if foe.side != attacker.side)
    foe = next((foe for foe in foes if not foe.out), None)
    if foe is None or not fight.begun:
        return
    for action in rules.actions:
        if action.whose == "nobody":
            continue
        try:
            fields = rules.parameters(state, rules.option(state, attacker, action))
        except (table.Refusal, SystemFailed):
            continue
        by_id = {field.id: field for field in fields}
        if "target" not in by_id or "with" not in by_id:
            continue
        for choice in by_id["with"].choices:
            weapon = str(choice.value or "")
            if not weapon or weapon in known or isinstance(choice.why_not, UsedUp):
                continue
            if _cell(fight, attacker, action, weapon, foe):
                known.add(weapon)
                yield weapon, action


def _cell(
    fight: Fight, attacker: Combatant, action: Action[Any, Any], weapon: str, foe: Combatant
) -> Cell | None:
    """The odds of an attack; None where it cannot be, or nobody can be hit or hurt by it."""
    step = {"do": action.do, "actor": attacker.id, "action": action.id, "overrule": True}
    aimed = {**step, "target": foe.id, "with": weapon}
    nowhere = fight.state.copy()
    nowhere.positions = {}
    nowhere.take(foe.id).policy = None  # a behaviour would choose a defence, which is a modifier
    try:
        odds = fight.search_odds(aimed, state=nowhere).whole()
    except (table.Refusal, SystemFailed):
        return None
    marked = odds.marked()
    if not marked.keys() & {"hit", "damage"}:
        return None
    hit = odds.probability("hit" if "hit" in marked else "damage", foe.id)
    damage = odds.expected("damage", foe.id) if "damage" in marked else None
    return Cell(float(hit), damage, bool(odds.samples))
