"""What a conflict changes about a creature, what it has at hand, and where the round stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from desktop.rules.effects import EffectUnit
from desktop.rules.fields import Record
from desktop.rules.geometry import Point
from desktop.rules.konflikt import sheet as sheets
from desktop.rules.konflikt.sheet import UNARMED, Effect, HouseRules, Power, Sheet
from desktop.rules.konflikt.sheet import Attack as Weapon
from desktop.rules.state import Combatant, State
from desktop.rules.text import Reason, Term, Text, UsedUp
from desktop.rules.values import EDITABLE, Badge, tracked

Fallen = Literal["killed", "subdued"]
FALLEN: Mapping[Fallen, Term] = {
    "killed": Term("killed", "smrt"),
    "subdued": Term("subdued", "zneškodnění"),
}

Kind = Literal[
    "attack",
    "two_weapons",
    "use_item",
    "use_ability",
    "cast",
    "overcome",
    "end_effect",
    "sprint",
    "other",
]
"""What can be prepared (konflikt-7)."""

NUMBER = EffectUnit("defence", Text("Number to reach against it"), "Obrana", rule="konflikt-10")

MOST_MOMENTUM = 199


class Prepared(Record):
    """An action that waits for its condition (konflikt-7)."""

    action: Kind
    when: str
    what: str = ""


@dataclass(slots=True)
class Fighter(Combatant):
    """A creature in a conflict. Its lists and mappings are replaced, never written to."""

    sheet: Sheet
    hp: int = tracked(0, "Hit points", "Životy", "konflikt-11", EDITABLE, ge=0, le=999)
    momentum: int = tracked(
        0, "Momentum", "Hybnost", "konflikt-8", EDITABLE, ge=0, le=MOST_MOMENTUM
    )
    acted: bool = tracked(False, "Has acted", "Akce využita", "konflikt-5", EDITABLE)
    effects: list[Effect] = tracked([], "Effects", "Efekty", "konflikt-2", EDITABLE, max_length=40)
    reached_by: list[str] = tracked(
        [], "In reach of", "V dosahu", "konflikt-13", EDITABLE, max_length=99, kind="combatants"
    )
    """Enemies in whose melee reach this one stands."""
    prone: bool = tracked(False, "Prone", "Ležící", "konflikt-15", EDITABLE, Badge("prone", "warn"))
    threatens: bool = tracked(True, "Can threaten", "Ohrožuje", "konflikt-15", EDITABLE)
    fallen: Fallen | None = tracked(
        None,
        "Fallen",
        "Přemožení",
        "konflikt-21",
        EDITABLE,
        Badge("{value}", "bad"),
        labels=tuple(FALLEN.items()),
    )
    prepared: Prepared | None = tracked(None, "Prepared", "Připraveno", "konflikt-7")
    turn_in: int = 0
    """The round in which it last had its turn (konflikt-1)."""
    begun: bool = False
    """Whether it has done anything yet in its turn, which it then cannot skip (konflikt-7)."""
    stepped_in: int = 0
    """The round in which it last stepped into the opponents' turn (konflikt-7)."""
    surprised: bool = tracked(
        False, "Surprised", "Překvapen", "konflikt-4", Badge("surprised", "warn")
    )
    threatened_at_start: bool = tracked(
        False, "Threatened as its turn began", "Začal v ohrožení", "konflikt-14", EDITABLE
    )
    weapons: Sequence[Weapon] = (UNARMED,)
    """What it can attack with, each by a name of its own, bare hands too (konflikt-20)."""
    powers: Mapping[str, Sequence[Power]] = field(default_factory=dict)
    """Its items, abilities and spells under these words, each by a name of its own."""
    dropped: list[str] = tracked([], "Dropped", "Na zemi", "konflikt-13")
    unloaded: list[str] = tracked([], "Not loaded", "Nenabité", "konflikt-8")
    damaged: list[str] = tracked([], "Damaged", "Poškozené", "konflikt-19")
    changed: dict[str, Any] = tracked({}, "Changed on the sheet", "Změněno")
    """What the fight changed on the sheet for good, by path: ``{"items[0].uses": 1}``."""

    @property
    def out(self) -> bool:
        """Whether it takes no part any more (konflikt-21)."""
        return self.has_left or self.fallen is not None

    @property
    def spent(self) -> bool:
        """Whether nothing is left of its turn (konflikt-3)."""
        return self.acted and self.momentum <= 0

    @property
    def can_act(self) -> bool:
        """Whether it can take part in its side's turn (konflikt-4, 5)."""
        return not (self.spent or self.surprised or self.out)

    @property
    def size(self) -> float:
        """Metres (konflikt-17)."""
        size: float = self.sheet.size
        return size

    @property
    def bare_reach(self) -> int:
        """Metres: a creature of size 2 or more reaches at least as far as it is large."""
        return max(self.sheet.reach, int(self.size) if self.size >= 2 else 0)

    @property
    def reach(self) -> int:
        """Metres within which it threatens (konflikt-13): a long weapon at hand carries farther."""
        farthest = self.bare_reach
        for weapon in self.weapons:
            longer = weapon.kind == "melee" and (weapon.range or 0) > farthest
            if longer and self.sheet.is_fit_for(weapon) and not self.why_not_with(weapon):
                farthest = weapon.range or 0
        return farthest

    @property
    def to_overcome(self) -> list[Effect]:
        """konflikt-6: the negative effects that a check of a skill ends."""
        return [effect for effect in self.effects if effect.negative and effect.overcome]

    def under_effects_of(self, other: Fighter) -> list[Effect]:
        """konflikt-6: the magical effects on it that are another's own."""
        return [effect for effect in self.effects if effect.magical and effect.by == other.id]

    def is_immune(self, tags: Sequence[str]) -> bool:
        """konflikt-11: whether nothing of the kind can hurt it."""
        immune = self.sheet.immune
        return bool(immune) and any(tag in immune for tag in tags)

    @property
    def menacing(self) -> bool:
        """konflikt-15: whether it can threaten anybody at all."""
        able = self.threatens and not self.prone and not self.out
        return able and not any(effect.helpless for effect in self.effects)

    def skill(self, name: str) -> int:
        """What is added to the d20; a skill the sheet does not name adds nothing."""
        return self.sheet.skills.get(name, 0)

    def skills(self) -> dict[str, int]:
        """Every skill it has; prowess and dexterity everybody has."""
        return {sheets.PROWESS: 0, sheets.DEXTERITY: 0, **self.sheet.skills}

    def number(self, against: str) -> int:
        """The number to reach against it: its defence, or a skill's value, ten and its bonus."""
        number = self.sheet.defence if against in ("", sheets.DEFENCE) else 10 + self.skill(against)
        return number + NUMBER.of(self)

    def left(self, path: str, uses: int | None) -> int | None:
        """How often the thing at this path of the sheet can still be used; None: any time."""
        left: int | None = self.changed.get(f"{path}.uses", uses)
        return left

    def use_up(self, path: str, uses: int | None) -> None:
        """One use less of the thing at this path, where its uses are counted."""
        left = self.left(path, uses)
        if left is not None:
            self.changed = {**self.changed, f"{path}.uses": max(left - 1, 0)}

    # ---- what is at hand (konflikt-10, 13, 19)

    def path_of(self, weapon: Weapon) -> str:
        """Where the weapon stands on the sheet; bare hands stand nowhere unless it names them."""
        for place, known in enumerate(self.weapons[: len(self.sheet.attacks)]):
            if known.name == weapon.name:
                return f"attacks[{place}]"
        return "attacks"

    def why_not_with(self, weapon: Weapon) -> Text | None:
        """Why a weapon cannot be used now."""
        left = weapon.uses
        if self.changed and left is not None:
            left = self.left(self.path_of(weapon), left)
        if self.is_broken(weapon):
            return Reason("it is broken", rule="konflikt-19")
        if left == 0 and weapon.thrown:
            return UsedUp("nothing left to throw", rule="konflikt-10")
        if left == 0:
            return UsedUp("nothing left to shoot", rule="konflikt-10")
        if weapon.name in self.unloaded:
            return Reason("it has to be loaded", rule="konflikt-8")
        if weapon.name in self.dropped:
            return Reason("it lies on the ground", rule="konflikt-13")
        return None

    def last_throw(self, weapon: Weapon) -> str:
        """The path of the uses of a throw, after which a weapon is no longer at hand to strike
        with, as ``"Sekyrka"`` after the last ``"Sekyrka (hod)"`` of this fight (konflikt-10); else
        empty."""
        if not self.changed or weapon.kind != "melee":
            return ""
        others = (w for w in self.weapons if w.thrown and w.name.startswith(f"{weapon.name} ("))
        throws = [f"{self.path_of(other)}.uses" for other in others]
        spent = all(self.changed.get(path) == 0 for path in throws)
        return throws[-1] if throws and spent else ""

    def why_not_at_hand(self, weapon: Weapon) -> Text | None:
        """Why a weapon is not offered: it cannot be used, or was thrown and lies where it fell. The
        rules refuse no blow with the latter, for the game master may see it taken up in passing."""
        return self.why_not_with(weapon) or (THROWN if self.last_throw(weapon) else None)

    @property
    def on_the_ground(self) -> list[str]:
        """konflikt-8: what it can pick up again: what fell, and what it threw."""
        return [*self.dropped, *(weapon.name for weapon in self.weapons if self.last_throw(weapon))]

    @property
    def in_hand(self) -> str:
        """The first weapon that it can use now; empty for bare hands."""
        usable = (weapon.name for weapon in self.weapons if not self.why_not_with(weapon))
        return next((name for name in usable if name != UNARMED.name), "")

    def is_broken(self, weapon: Weapon) -> bool:
        """konflikt-19: whether it is of no use any more, on the sheet or since this fight."""
        if not self.changed:
            return weapon.broken
        broken: bool = self.changed.get(f"{self.path_of(weapon)}.broken", weapon.broken)
        return broken

    def as_used(self, weapon: Weapon, improvised: bool = False) -> Weapon:
        """konflikt-19: what is not used as meant, or by somebody not fit for it, is improvised.

        What is meant for shooting or throwing and not used so, is struck with.
        """
        unfit = not self.sheet.is_fit_for(weapon)
        if not (improvised or unfit) or weapon.name == UNARMED.name:
            return weapon
        damage = IMPROVISED_DAMAGE
        if unfit and weapon.damage:
            damage = min(damage, weapon.damage, key=sheets.expected)
        changes: dict[str, Any] = {"improvised": True, "light": False, "agile": False}
        if improvised:
            changes |= {"kind": "melee", "uses": None}
        if improvised or weapon.kind == "melee":
            changes["range"] = None
        return weapon.model_copy(update={**changes, "damage": damage})

    def range_of(self, weapon: Weapon) -> int | None:
        """Metres: how far it reaches at all; None where the sheet does not say."""
        if weapon.kind == "melee":
            return max(weapon.range or 0, self.bare_reach)
        return weapon.far or weapon.range


People = Mapping[str, Fighter]
"""Everybody as the rules are to see them, see :attr:`Conflict.people`."""


@dataclass(slots=True)
class Conflict(State[Fighter]):
    """Phases: ``players``, ``enemies``. A whole side has its turn, so ``turn`` is empty."""

    house: HouseRules
    sides: tuple[str, ...] = ()
    """The sides in the order of their turns (konflikt-1)."""
    side: str = ""
    """The side whose turn it is."""
    holders: tuple[str, ...] = ()
    """Those who wait with a prepared action (konflikt-7)."""
    before: People = field(default_factory=dict, repr=False, compare=False)
    """Everybody as they stood before the last act, kept while somebody waits (konflikt-7)."""
    before_at: Mapping[str, Point] = field(default_factory=dict, repr=False, compare=False)
    """Where they stood on the map then."""
    answering: bool = field(default=False, repr=False, compare=False)
    """Whether what is done now was prepared, and comes at the same moment as the last act."""
    runners: tuple[str, ...] = ()
    """Those who run in the opponents' turn, by a sprint that was prepared (konflikt-7)."""
    ended: str = ""
    """How the conflict ended without a last blow: ``talk``, ``players_flee``, ``enemies_flee``."""
    passed: tuple[Point, ...] = field(default=(), repr=False, compare=False)
    """The squares over which the last act led its actor, kept while somebody waits."""
    last_actor: str = ""
    """Who acted last in this side's turn."""

    @property
    def people(self) -> People:
        """Everybody as they count for what is done now: as they stood before the act that is
        answered (konflikt-7), newcomers as they stand."""
        return {**self.combatants, **self.before} if self.answering else self.combatants

    def members(self, side: str) -> Iterator[Fighter]:
        """Everybody of a side."""
        return (c for c in self.combatants.values() if c.side == side)


def is_threatened(people: People, fighter: Fighter) -> bool:
    """konflikt-13: in the melee reach of an enemy who can threaten."""
    return bool(fighter.reached_by) and any(
        enemy is not None and enemy.side != fighter.side and enemy.menacing
        for enemy in map(people.get, fighter.reached_by)
    )


IMPROVISED_DAMAGE = "1k6"
THROWN = Reason("it lies on the ground", rule="konflikt-10")
