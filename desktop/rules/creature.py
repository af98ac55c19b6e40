"""Somebody with hit points, who lies dying before it is dead; for systems on the kit.

::

    @dataclass(slots=True)
    class Delver(Creature):                       # its sheet has ``max_hp``
        hp_rule, dying = "delve-4", Dying("delve-5")

    hurt(state, foe, damage, table, "fire")
    heal(friend, 5, table)

``hurt`` halves what is resisted, logs and marks, asks those who concentrate for a save, and sees to
dying. Death saves come by themselves, in the turns of those who are dying.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from desktop.rules.conditions import ConditionKind, after_resistance, shake
from desktop.rules.contract import WrittenBack
from desktop.rules.dice import Degree, Reach, pool
from desktop.rules.kit import TurnTaker
from desktop.rules.state import State
from desktop.rules.table import Table
from desktop.rules.text import Text
from desktop.rules.values import EDITABLE, Badge, Bar, tracked


@dataclass(frozen=True, slots=True)
class Dying:
    """Death saves: a d20 in each turn of one without hit points, a success from ``number`` on.

    After ``failures`` it is dead (0: as soon as it has no hit points), after ``successes`` it is
    stable (0: never). The face ``twice`` is two failures, the face ``back`` brings back one hit
    point (0: no face).

    On a ``track`` a success takes a failure back, the face ``back`` two, and who has none left is
    stable: ``Dying("x-1", lambda one: 10 + one.failures, failures=4, track=True, begins=1)``.
    """

    rule: str = ""
    number: int | Callable[[Any], int] = 10
    failures: int = 3
    successes: int = 3
    at: Literal["turn_start", "turn_end"] = "turn_start"
    twice: int = 1
    back: int = 20
    track: bool = False
    begins: int = 0
    """How many failures who goes down begins with, as if the last of them was that blow."""
    by: int = 0
    """How much above or below the number counts twice, on a track."""
    wounds: ConditionKind | None = None
    """What goes up by one each time somebody dies no more: that many failures more one begins with
    where one begins with any."""

    def reading(self, fighter: Any) -> Reach:
        """How the die of a death save is read."""
        number = self.number(fighter) if callable(self.number) else self.number
        back, twice = (self.back,), (self.twice,)
        return Reach(number, 0, back, twice, by=self.by, raises=back, lowers=twice)


@dataclass(slots=True)
class Creature(TurnTaker):
    """A fighter with hit points: the ``max_hp`` of its sheet, or what that has as its ``hp``, None
    for all. A value can be declared anew, with other words or limits."""

    hp: int = tracked(0, "Hit points", EDITABLE, Bar("max_hp"), ge=0, le=999)
    initiative: int | None = tracked(None, "Initiative", EDITABLE, ge=-99, le=999)
    failures: int = tracked(
        0, "Death saves failed", EDITABLE, Badge("death saves failed: {value}", "bad"), ge=0
    )
    successes: int = tracked(
        0, "Death saves made", EDITABLE, Badge("death saves made: {value}", "good"), ge=0
    )

    hp_rule, dying = "", Dying()
    """The rule by which hit points are lost, and how it dies; a property where it depends."""

    @property
    def out(self) -> bool:
        return self.hp <= 0 and self.failures >= self.dying.failures

    @property
    def incapacitated(self) -> bool:
        return self.hp <= 0 and not self.out

    @property
    def stable(self) -> bool:
        """Whether it is dying no longer, though it has no hit points."""
        if self.dying.track:
            return not self.failures
        return 0 < self.dying.successes <= self.successes

    @classmethod
    def begins_with(cls, sheet: Any) -> dict[str, Any]:
        left = getattr(sheet, "hp", None)
        return {"hp": sheet.max_hp if left is None else left}

    def at_turn(self, moment: Literal["turn_start", "turn_end"], table: Table) -> None:
        dying = self.dying
        if moment != dying.at or not self.incapacitated or self.stable:
            return
        throw, label = pool(1, 20, dying.reading(self)), Text("death save")
        degree = table.roll(throw, why=dying.rule, by=self.id, label=label).degree
        if degree < Degree.SUCCESS:
            fail(self, 2 if degree == Degree.FUMBLE else 1, table)
        elif dying.track and degree - 1 < self.failures:
            self.failures -= degree - 1
            table.note(dying.rule, self, "{name} holds on")
        elif dying.track:
            stabilize(self, table)
        elif degree == Degree.CRITICAL:
            heal(self, 1, table)
        else:
            self.successes += 1
            table.note(dying.rule, self, "{name} holds on")


def value_of(fighter: Creature, name: str) -> Any:
    """A value of a fighter, or else of its sheet; empty where neither has it."""
    return getattr(fighter, name, None) or getattr(fighter.sheet, name, ())


def hurt(
    state: State[Any], fighter: Creature, damage: int, table: Table, *kinds: str, fails: int = 1
) -> int:
    """Takes damage of these kinds off the hit points of a fighter, taken; returns how many.

    What it or its sheet calls ``immune``, ``resists`` and ``weak`` changes the damage. A dying
    fighter fails death saves by it, ``fails`` of them. Conditions that a wound may end, as
    concentration, are asked.
    """
    immune, resists, weak = (value_of(fighter, name) for name in ("immune", "resists", "weak"))
    damage = after_resistance(damage, kinds, immune=immune, resists=resists, weak=weak)
    if damage <= 0:
        return 0
    was_dying, lost = fighter.incapacitated, min(damage, fighter.hp)
    fighter.hp -= lost
    table.mark("damage", fighter.id, lost)
    table.note(
        fighter.hp_rule, fighter,
        "{name} loses {count} hit point", "{name} loses {count} hit points", count=lost,
    )  # fmt: skip
    if was_dying and fighter.stable:
        fighter.successes = 0
    if was_dying and not fighter.stable:
        fail(fighter, fails, table)
    elif fighter.hp <= 0:
        _go_down(fighter, fails, table)
    else:
        shake(state, fighter, damage, table)
    return lost


def _go_down(fighter: Creature, fails: int, table: Table) -> None:
    """Somebody, taken, has no hit points left, or is stable no more."""
    dying = fighter.dying
    if dying.begins:
        wounds = dying.wounds.value_on(fighter) if dying.wounds else 0
        fighter.failures = min(dying.begins + fails - 1 + wounds, dying.failures)
    table.mark("out", fighter.id)
    table.note(fighter.hp_rule, fighter, "{name} goes down")
    if fighter.out and dying.failures:
        table.note(dying.rule, fighter, "{name} dies")


def fail(fighter: Creature, times: int, table: Table) -> None:
    """One who is dying, taken, fails death saves."""
    fighter.failures = min(fighter.failures + times, fighter.dying.failures)
    if fighter.out:
        table.mark("out", fighter.id)
        table.note(fighter.dying.rule, fighter, "{name} dies")
    else:
        table.note(fighter.dying.rule, fighter, "{name} fades")


def heal(fighter: Creature, points: int, table: Table) -> int:
    """Hit points come back to a fighter, taken, up to the ``max_hp`` of it or of its sheet; who was
    dying is up again. Returns how many."""
    gained: int = min(max(points, 0), value_of(fighter, "max_hp") - fighter.hp)
    if gained and fighter.incapacitated:
        _wound(fighter, table)
    fighter.hp += gained
    if fighter.hp:
        fighter.failures = fighter.successes = 0
    table.mark("healing", fighter.id, gained)
    table.note(
        fighter.hp_rule, fighter,
        "{name} regains {count} hit point", "{name} regains {count} hit points", count=gained,
    )  # fmt: skip
    return gained


def hp_kept(rule: str = "", least: int = 0) -> WrittenBack:
    """What ``written_back`` says of hit points: the sheet keeps as ``hp`` those that are left, and
    at least these: who lives wakes up with one."""

    def left(creature: Creature) -> dict[str, int]:
        return {"hp": max(min(creature.hp, value_of(creature, "max_hp")), least)}

    return WrittenBack(Text("Hit points"), left, rule=rule)


def stabilize(fighter: Creature, table: Table) -> None:
    """One who is dying, taken, dies no more."""
    _wound(fighter, table)
    dying = fighter.dying
    fighter.failures, fighter.successes = 0, 0 if dying.track else dying.successes
    table.note(fighter.dying.rule, fighter, "{name} is stable")


def _wound(fighter: Creature, table: Table) -> None:
    """One who is about to die no more is wounded by it, where such a thing is declared."""
    if fighter.dying.wounds and not fighter.stable:
        fighter.dying.wounds.grow(fighter, table)
