"""What a fight changes about somebody, and where the turn stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from desktop.rules.boj.sheet import HouseRules, Sheet, Weapon, skill_id, with_bare_hands
from desktop.rules.dice import Percent
from desktop.rules.state import Combatant, State
from desktop.rules.text import Term
from desktop.rules.values import EDITABLE, Badge, tracked

Answer = Literal["none", "dodge", "block", "strike_back"]
"""What somebody does about an attack: nothing, get out of the way, stop it, or strike back."""

CAREFUL = "careful"
"""The behaviour of those who spend their action to defend."""


class Guard(NamedTuple):
    """A roll that stands against attacks until its owner's next turn (boj-7, 11, 14)."""

    kind: Literal["dodge", "block", "strike_back", "attack"]
    """``attack``: the roll of one's own close attack, to block or strike back with."""
    roll: Percent
    weapon: str = ""
    """What it was rolled with; struck back with as long as it is in hand, else by bare hands."""
    against: str = ""
    """Whom the attack was aimed at."""


@dataclass(slots=True)
class Fighter(Combatant):
    """Somebody in the fight. Its list is replaced, never written to. A card is 1 to 52 as ``cards``
    has it, 0 before the draw."""

    sheet: Sheet
    hp: int = tracked(0, "Hit points", "ОЗ", "boj-18", EDITABLE, ge=0, le=999)
    max_hp: int = tracked(1, "Most hit points", "ОЗ макс.", "", EDITABLE, ge=1, le=999)
    card: int = tracked(0, "Card", "Карта", "boj-2", ge=0, le=52)
    acted: bool = tracked(
        False, "This turn's action is spent", "Действие потрачено", "boj-1", EDITABLE
    )
    aiming: bool = tracked(
        False,
        "Aiming",
        "Прицеливание",
        "boj-3",
        EDITABLE,
        Badge("aiming +20", "good", "прицел +20"),
    )
    behind: int = tracked(
        0,
        "Behind cover of rating",
        "За укрытием",
        "boj-23",
        EDITABLE,
        Badge("behind cover: {value}", "good", "за укрытием {value}"),
        ge=0,
        le=100,
    )
    cover_near: int = tracked(
        0,
        "Cover within 3 m, of rating",
        "Укрытие в 3\N{NO-BREAK SPACE}м",
        "boj-17",
        EDITABLE,
        Badge("cover near: {value}", native="укрытие {value} рядом"),
        ge=0,
        le=100,
    )
    grappled_by: str | None = tracked(
        None, "Held by", "В захвате у", "boj-13", EDITABLE, kind="combatant"
    )
    grappling: str | None = tracked(None, "Holds", "Держит", "boj-13", kind="combatant")
    in_hand: str = tracked("", "In hand", "В руках", "boj-10", EDITABLE, max_length=100)
    disarmed: list[str] = tracked(
        [], "Dropped", "Обронено", "boj-10", Badge("disarmed"), max_length=30
    )
    unaware: bool = tracked(
        False,
        "Does not know of the danger",
        "Не ждёт нападения",
        "boj-17",
        EDITABLE,
        Badge("unaware", "warn"),
    )
    condition: Literal["", "unconscious", "dying", "dead"] = tracked(
        "",
        "At 0 hit points",
        "При 0 ОЗ",
        "boj-18",
        EDITABLE,
        Badge("{value}", "bad"),
        labels=(
            ("", "—"),
            ("unconscious", Term("unconscious", "без сознания")),
            ("dying", Term("dying", "умирает")),
            ("dead", Term("dead", "смерть")),
        ),
    )
    skills: Mapping[str, int] = field(default_factory=dict)
    """The skills of the sheet by their ids."""
    over: bool = False
    """Its turn is over."""
    moved: bool = False
    """It has moved in this turn, as its action or 3 m beside another one (boj-16)."""
    aimed: bool = False
    """What it did in this turn was to aim."""
    thrown: tuple[str, ...] = ()
    """The names of grenades and the like that it has thrown; behaviours keep the last one."""
    guard: Guard | None = None
    held_by_roll: Percent | None = None
    """The roll of its attack on the one it holds, in this turn (boj-12)."""

    @property
    def out(self) -> bool:
        """boj-18: at 0 hp, out of the fight."""
        return self.has_left or self.hp <= 0

    @property
    def may_defend(self) -> bool:
        """boj-13, 17: not who is held, nor who does not know of the danger."""
        return not (self.grappled_by or self.unaware or self.out)

    def skill(self, name: str) -> int:
        """The percentage of a skill."""
        return self.skills.get(skill_id(name), 0)

    @property
    def weapons(self) -> list[Weapon]:
        """What it can attack with: what it has not dropped, and its bare hands."""
        if not self.disarmed:
            return self.sheet.carried
        dropped, left = list(self.disarmed), list[Weapon]()
        for weapon in self.sheet.weapons:
            if weapon.name in dropped:
                dropped.remove(weapon.name)  # of two of one name only one may lie there
            else:
                left.append(weapon)
        return with_bare_hands(left)

    @property
    def held(self) -> str:
        """boj-10: what is in hand and could be dropped, as teeth and claws could not."""
        natural = any(weapon.natural for weapon in self.weapons if weapon.name == self.in_hand)
        return "" if natural else self.in_hand

    @property
    def close_weapon(self) -> Weapon:
        """The close weapon in hand, to strike with; else bare hands."""
        held = (w for w in self.weapons if w.name == self.in_hand and w.close and w.harms)
        return next(held, None) or self.sheet.bare_hands

    @property
    def resists_with(self) -> Weapon:
        """boj-14: the close weapon in hand or bare hands, whichever skill is better."""
        weapon, bare = self.close_weapon, self.sheet.bare_hands
        return bare if self.skill(bare.skill) > self.skill(weapon.skill) else weapon

    def strikes_back_with(self, rolled: str) -> Weapon:
        """boj-14: the weapon of that name it was rolled with if it is in hand, else bare hands."""
        held = self.close_weapon
        return held if held.name == rolled else self.sheet.bare_hands

    @property
    def touches(self) -> list[str]:
        """boj-13: the ids of those whom it holds, or is held by, in contact on any map."""
        return [id for id in (self.grappling, self.grappled_by) if id]

    def take_in_hand(self, weapon: Weapon) -> None:
        """boj-10: what is used is in hand, and what is thrown no more; bare hands keep what they
        hold, and so does the hand that throws."""
        if weapon.thrown:
            self.in_hand = "" if self.in_hand == weapon.name else self.in_hand
        elif not weapon.bare:
            self.in_hand = weapon.name


@dataclass(slots=True)
class Scene(State[Fighter]):
    """One phase, ``turn``: the fighters act in the order of their cards."""

    house: HouseRules


def hold(state: Scene, holder: Fighter, held: Fighter) -> None:
    """boj-13: one holds the other; nobody holds two, or holds and is held."""
    let_go(state, holder)
    let_go(state, held)
    if holder.grappled_by:
        let_go(state, state.take(holder.grappled_by))
    held.grappled_by, holder.grappling = holder.id, held.id


def let_go(state: Scene, holder: Fighter) -> None:
    """boj-13: the hold of somebody ends, if there is one."""
    held = holder.grappling
    holder.grappling = holder.held_by_roll = None
    if held in state.combatants:
        state.take(held).grappled_by = None
