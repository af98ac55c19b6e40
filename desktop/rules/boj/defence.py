"""«Уклонение», «Сопротивление», «Уклонение от дальних атак» (boj-7, 11, 14, 15, 17).

The attacked choose before the attack is rolled, and their roll stands against further attacks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from desktop.rules.boj.checks import CHANCE, LEAST, RESULT, against, chance_of, of_chance
from desktop.rules.boj.damage import protection, strike
from desktop.rules.boj.on_map import cover_at_hand, cover_near
from desktop.rules.boj.sheet import Weapon
from desktop.rules.boj.state import CAREFUL, Answer, Fighter, Guard, Scene
from desktop.rules.cast import question
from desktop.rules.dice import Degree, Percent
from desktop.rules.fields import Choice
from desktop.rules.table import Decision, LazyDecision, Table
from desktop.rules.text import Term, Text, joined

RULES: dict[Answer, str] = {"dodge": "boj-11", "block": "boj-14", "strike_back": "boj-14"}
LABELS: dict[Answer, Text] = {
    "none": Text("Let it come"),
    "dodge": Text("{way}", way=Term("Dodge", "Уклонение")),
    "block": Text("{way}", way=Term("Block", "Блок")),
    "strike_back": Text("{way}", way=Term("Counterattack", "Контратака")),
}
TAKE_COVER = Text("Take cover")
STOPPED = Text("{name}, {what!l}: stops the attack")
STRIKES_BACK = Text("{name} strikes back")
IN_TIME = Text("{name} gets behind cover in time")


class Assault(NamedTuple):
    """An attack, as those it is aimed at meet it."""

    by: str
    weapon: Weapon
    """What is close can be blocked (boj-14). Nobody gets out of the way of bullets and fragments,
    but behind cover (boj-17)."""
    chance: int
    lethality: int | None = None
    """Its rating, where it goes by Lethality and not by damage."""
    compared: tuple[int, ...] = ()
    """The ratings at or under which rolls kill by the house rule (boj-20)."""
    called_at: str = ""
    """Whose body a called shot is aimed at (boj-8)."""


class Way(NamedTuple):
    """One way to defend: with a roll that stands already, or with one still to be made."""

    answer: Answer
    chance: int = 0
    guard: Guard | None = None

    @property
    def beats(self) -> Sequence[int]:
        """The rolls with which it can succeed, which is what an attack is compared with."""
        return range(1, self.chance + 1) if self.guard is None else (self.guard.roll.roll,)

    def stops(self, chance: int) -> float:
        """About how many in a hundred rolls of an attack with this chance it stops: of those that
        hit, the lower ones."""
        if self.guard is None:  # each roll at or under the chance is as likely as any
            low = min(self.chance, chance)
            return (low * (low + 1) / 2 + (self.chance - low) * chance) / 100
        roll = self.guard.roll
        stopped = chance if roll.degree == Degree.CRITICAL else min(roll.roll, chance)
        return stopped if roll.success else 0


@dataclass(slots=True)
class Defence:
    """What somebody does about an attack, and the roll that is to beat it once there is one."""

    by: str
    cover: int
    """The rating of the cover it stands behind."""
    way: Way | None = None
    roll: Percent | None = None

    @property
    def answer(self) -> Answer:
        """What it is called."""
        return self.way.answer if self.way else "none"

    @property
    def to_roll(self) -> bool:
        """Whether it is by a roll of its own, and not by one that stands already."""
        return self.way is not None and self.way.guard is None

    def throw(self, assault: Assault) -> tuple[int, str, str, Text]:
        """Chance, who rolls, by which rule, and what for."""
        assert self.way is not None
        if assault.weapon.bullet:
            return self.way.chance, self.by, "boj-17", TAKE_COVER
        return self.way.chance, self.by, RULES[self.answer], LABELS[self.answer]


def ways_to_defend(target: Fighter, assault: Assault, behind: int, near: int) -> list[Way]:
    """The ways to defend that there are; those that cost nothing come first.

    ``behind`` is the rating of the cover that the target is behind, ``near`` of that within 3 m.
    """
    if not target.may_defend:
        return []
    useful: list[Answer] = []
    if not assault.weapon.bullet or (near and not behind):
        useful.append("dodge")
    if assault.weapon.close:
        useful += ["block", "strike_back"]
    guard = target.guard
    if guard and guard.kind == "attack" and not (guard.roll.success or target.acted):
        guard = None  # boj-15: a failed attack stops nothing, and there is an action to roll anew
    stands = [answer for answer in useful if guard and _serves(guard, answer, assault)]
    ways = [Way(answer, guard=guard) for answer in stands]
    if not target.acted:
        others = [answer for answer in useful if answer not in stands]
        ways += [Way(answer, defence_chance(target, answer)) for answer in others]
    return ways


def defence_chance(target: Fighter, answer: Answer) -> int:
    """The chance to dodge (boj-11), or to block or strike back (boj-14)."""
    skill = "dodge" if answer == "dodge" else target.resists_with.skill
    return chance_of(target, target.skill(skill))


def _serves(guard: Guard, answer: Answer, assault: Assault) -> bool:
    """boj-7: one's own close attack blocks anybody, and harms only the one it was aimed at."""
    if guard.kind == "attack":
        return answer == "block" or (answer == "strike_back" and guard.against == assault.by)
    return guard.kind == answer


def choose(
    state: Scene, target: Fighter, attacker: Fighter, assault: Assault, cover: int, table: Table
) -> Defence:
    """Asks how the target defends, where there is a choice, and takes the price for it."""
    near = cover_near(state, target) if assault.weapon.bullet else 0
    ways = ways_to_defend(target, assault, cover, near) if target.id != assault.by else []
    if not ways:
        if target.grappled_by:
            table.note("boj-13", target, "{name} is in a hold and does not defend")
        elif cover and near and target.may_defend and not (target.acted or target.id == assault.by):
            table.note("boj-17", target, "{name} is behind cover and dives behind no other")
        return Defence(target.id, cover)
    guard = ways[0].guard
    if len(ways) == 1 and guard and guard.kind != "attack":
        answer = ways[0].answer  # it was made to stand against every attack
    else:
        answer = _asked(target, attacker, assault, ways, table)
    way = next((way for way in ways if way.answer == answer), None)
    if way and way.guard is None:
        target.acted = True  # boj-11, 15: reacting before one's turn spends its action
        table.note(
            "boj-1", target, "{name} spends this turn's action: {what!l}", what=LABELS[answer]
        )
    return Defence(target.id, cover, way, way.guard.roll if way and way.guard else None)


def _asked(
    target: Fighter, attacker: Fighter, assault: Assault, ways: list[Way], table: Table
) -> Answer:
    """The careful defend by default; the others only where it costs nothing."""
    best = max(ways, key=lambda way: (way.stops(assault.chance), way.guard is not None))
    good = best.stops(assault.chance) > LEAST / 100
    usual: Answer = "none"
    if target.policy == CAREFUL:
        usual = best.answer
    elif any(way.guard for way in ways):
        usual = [way.answer for way in ways if way.guard][-1]

    def asked() -> Decision:
        choices = [Choice("none", LABELS["none"], Text("no defence"))]
        labels = {**LABELS, "dodge": TAKE_COVER} if assault.weapon.bullet else LABELS
        choices += [Choice(way.answer, labels[way.answer], _note(way, target)) for way in ways]
        text = Text("{other} → {name}: defend?", name=target.name, other=attacker.name)
        rule = "boj-17" if assault.weapon.bullet else "boj-11"
        return question(
            target, "defence", text, choices, rule,
            default=usual, no_benefit=not good, best_case=best.answer,
        )  # fmt: skip

    answer: Answer = table.ask(LazyDecision(usual, asked, "defence", target.id))
    return answer


def _note(way: Way, target: Fighter) -> Text:
    """What it costs and what it comes to; of a counterattack, what strikes (boj-14)."""
    price = _price(way)
    if way.answer != "strike_back":
        return price
    weapon = target.strikes_back_with(way.guard.weapon if way.guard else target.resists_with.name)
    strikes = Text("{price}; strikes: {weapon}", price=price, weapon=weapon.name)
    return joined([strikes, *weapon.does])


def _price(way: Way) -> Text:
    if way.guard is None:
        return Text("{chance} %, costs this turn's action", chance=way.chance)
    if way.guard.kind == "attack":
        return Text("free, by the roll of its own attack: {roll}", roll=way.guard.roll.roll)
    return Text("free, by the roll that stands: {roll}", roll=way.guard.roll.roll)


# ---- what the defence comes to


def answer(
    state: Scene,
    attacker: Fighter,
    target: Fighter,
    came: Percent,
    assault: Assault,
    defence: Defence,
    table: Table,
) -> int | None:
    """What the defence comes to: the cover that counts, or None where the attack is stopped."""
    if defence.to_roll:
        roll = defence.roll
        chance, by, why, label = defence.throw(assault)
        if roll is None:  # against an attack that has been rolled already
            roll = table.roll(against(chance, came, assault.compared), why=why, by=by, label=label)
        if table.keeps_log:
            CHANCE.tell(target, table)
            done = of_chance(roll, chance)
            table.note(why, target, "{name}, {what!l}: {came}", what=label, came=done)
        # boj-11: it stands against further attacks until the next turn.
        assert defence.answer != "none"
        target.guard = Guard(defence.answer, roll, target.resists_with.name)
    elif defence.roll:
        roll = defence.roll
    else:
        return defence.cover
    better = roll.success and roll.better(came)
    if defence.answer == "dodge" and assault.weapon.bullet:
        return _dive(target, cover_near(state, target), roll, better, table)
    what = LABELS[defence.answer]
    guard = defence.way.guard if defence.way else None
    rides = guard is not None and guard.kind == "attack"  # on the roll of one's own attack
    rule = "boj-15" if rides else RULES[defence.answer]
    if not better:
        if came.success:
            line = Text("{name}, {what!l}: does not beat the attack", name=target.name, what=what)
            table.log(rule, line)
        return defence.cover
    line = Text("{name}, {what!l}: succeeds", name=target.name, what=what)
    if came.success:
        line = Text(STOPPED.template, name=target.name, what=what)
    table.log(rule, line, by=target.id)
    if defence.answer == "strike_back":
        assert target.guard is not None
        weapon = target.strikes_back_with(target.guard.weapon)
        table.note(rule, target, STRIKES_BACK.template)
        # Cover between the two counts both ways (boj-23).
        cover = max(defence.cover, cover_at_hand(state, target, attacker))
        guarded = protection(attacker, weapon, cover)
        lethality = None if weapon.damage else weapon.lethality
        strike(state, target.id, attacker.id, weapon, roll, lethality, guarded, table)
    return None


def _dive(target: Fighter, near: int, roll: Percent, better: bool, table: Table) -> int | None:
    """boj-17: behind cover in time, behind it but hit, or hit in the open."""
    if not roll.success:
        result = RESULT[roll.degree]
        table.note("boj-17", target, "{name} does not get behind cover: {result}", result=result)
        return 0
    target.behind = near
    line = Text("{name} gets behind cover, which counts: {rating}", name=target.name, rating=near)
    if better:
        line = Text(IN_TIME.template, name=target.name)
    table.log("boj-17", line, by=target.id)
    return None if better else near
