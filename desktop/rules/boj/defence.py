"""What the one attacked can do about it, and what that costs (boj-7, 11, 14, 15, 17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from desktop.rules.boj.checks import OwnRoll
from desktop.rules.boj.sheet import Weapon
from desktop.rules.boj.state import Answer, Fighter, Guard
from desktop.rules.cast import ask
from desktop.rules.dice import Degree, Percent
from desktop.rules.fields import Choice
from desktop.rules.table import Table
from desktop.rules.text import Text

RULES: dict[Answer, str] = {"dodge": "boj-11", "block": "boj-14", "strike_back": "boj-14"}
LABELS: dict[Answer, Text] = {
    "none": Text("Let it come"),
    "dodge": Text("Dodge"),
    "block": Text("Block"),
    "strike_back": Text("Counterattack"),
}
TAKE_COVER = Text("Take cover")


@dataclass(frozen=True, slots=True)
class Assault:
    """What a defender sees of an attack."""

    by: str
    close: bool
    """It is made in close combat, so it can be blocked (boj-14)."""
    bullet: bool = False
    """Bullets or fragments: nobody gets out of their way, but behind cover (boj-17)."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to defend: with a roll that stands already, or with one still to be made."""

    answer: Answer
    skill: str
    chance: int = 0
    guard: Guard | None = None

    @property
    def strength(self) -> int:
        """How good it is, to choose between ways: about the chance in per cent."""
        if self.guard is None:
            return self.chance
        roll = self.guard.roll
        return 0 if not roll.success else 100 if roll.degree == Degree.CRITICAL else roll.roll


@dataclass(slots=True)
class Defence:
    """What somebody does about an attack, and the roll that is to beat it once there is one."""

    by: Fighter
    answer: Answer = "none"
    way: Way | None = None
    roll: Percent | None = None

    def beats(self, attack: Percent) -> bool:
        """boj-11, 14: only a better roll helps; at a tie the attack hits."""
        return self.roll is not None and self.roll.success and self.roll.better(attack)

    def own_roll(self, bullet: bool, with_others: bool) -> OwnRoll | None:
        """The roll it still needs."""
        if self.way is None or self.way.guard:
            return None
        rule = "boj-17" if bullet else RULES[self.answer]
        label = TAKE_COVER if bullet else LABELS[self.answer]
        return OwnRoll(self.by.id, self.way.chance, rule, label, with_others)


def close_skill(fighter: Fighter, weapon: Weapon | None = None) -> str:
    """boj-14: the skill to resist with: the weapon's, else the better of the two."""
    if weapon and weapon.close:
        return weapon.skill
    armed = fighter.close_weapon.skill
    return max((armed, "unarmed"), key=fighter.skill)


def ways(target: Fighter, assault: Assault, behind: int) -> list[Way]:
    """The ways to defend that there are; those that cost nothing come first."""
    if target.grappled_by or target.unaware or target.out:
        return []
    found: dict[Answer, Way] = {}
    useful: list[Answer] = []
    if not assault.bullet or (target.cover_near and not behind):
        useful.append("dodge")
    if assault.close:
        useful += ["block", "strike_back"]
    guard = target.guard
    if guard:
        for answer in useful:
            if _serves(guard, answer, assault):
                found[answer] = Way(answer, guard.skill, guard=guard)
    if not target.acted:
        resisting = close_skill(target)
        for answer in useful:
            skill = "dodge" if answer == "dodge" else resisting
            found.setdefault(answer, Way(answer, skill, target.skill(skill)))
    return sorted(found.values(), key=lambda way: way.guard is None)


def _serves(guard: Guard, answer: Answer, assault: Assault) -> bool:
    """boj-7: one's own close attack blocks anybody, and harms only the one it was aimed at."""
    if guard.kind == "attack":
        return answer == "block" or (answer == "strike_back" and guard.against == assault.by)
    return guard.kind == answer


def choose(
    target: Fighter, attacker: Fighter, assault: Assault, behind: int, table: Table
) -> Defence:
    """Asks how the target defends, where there is a choice, and takes the price for it."""
    there_are = ways(target, assault, behind)
    if not there_are:
        return Defence(target)
    if len(there_are) == 1 and there_are[0].guard:
        way = there_are[0]
        return Defence(target, way.answer, way, way.guard.roll if way.guard else None)
    answer = _asked(target, attacker, assault, there_are, table)
    if answer == "none":
        return Defence(target)
    way = next(way for way in there_are if way.answer == answer)
    if way.guard is None:
        spend(target, LABELS[answer], table)
    return Defence(target, answer, way, way.guard.roll if way.guard else None)


def spend(target: Fighter, what: Text, table: Table) -> None:
    """boj-11, 15: reacting before one's turn spends this turn's action."""
    target.acted = True
    template = "{name} spends this turn's action: {what!l}"
    table.log("boj-1", Text(template, name=target.name, what=what), by=target.id)


def _asked(
    target: Fighter, attacker: Fighter, assault: Assault, there_are: list[Way], table: Table
) -> Answer:
    free = [way for way in there_are if way.guard]
    default: Answer = free[-1].answer if free else "none"
    best = max(there_are, key=lambda way: (way.strength, way.guard is not None))
    choices = [Choice("none", LABELS["none"], Text("no defence"))]
    choices += [Choice(way.answer, _label(way, assault), _note(way)) for way in there_are]
    text = Text("{name}: defend against {other}?", name=target.name, other=attacker.name)
    rule = "boj-17" if assault.bullet else "boj-11"
    answer: Answer = ask(
        table, target, "defence", text, choices, rule, default=default, best_case=best.answer
    )
    return answer


def _label(way: Way, assault: Assault) -> Text:
    return TAKE_COVER if assault.bullet and way.answer == "dodge" else LABELS[way.answer]


def _note(way: Way) -> Text:
    """What it costs and what it comes to."""
    if way.guard is None:
        return Text("{chance} %, costs this turn's action", chance=way.chance)
    if way.guard.kind == "attack":
        return Text("with the {roll} of its own attack, free", roll=way.guard.roll.roll)
    return Text("with the {roll} rolled already, free", roll=way.guard.roll.roll)


def stand_guard(defence: Defence, roll: Percent) -> None:
    """The roll that was made stands against further attacks until the next turn (boj-11)."""
    defence.roll = roll
    assert defence.way is not None
    kind: Literal["dodge", "block", "strike_back"]
    if defence.answer == "dodge":
        kind = "dodge"
    elif defence.answer == "block":
        kind = "block"
    else:
        kind = "strike_back"
    weapon = defence.by.close_weapon.name
    defence.by.guard = Guard(kind, defence.way.skill, roll, weapon)
