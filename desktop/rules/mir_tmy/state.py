"""What a fight changes about a character, and where the turn stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

from pydantic import Field as Limits

from desktop.rules.fields import Record, Shown
from desktop.rules.mir_tmy.commands import Act
from desktop.rules.mir_tmy.sheet import (
    FISTS,
    Attributes,
    Dots,
    Form,
    HouseRules,
    Sheet,
    Weapon,
)
from desktop.rules.mir_tmy.words import FORMS, known_as
from desktop.rules.state import Combatant, State

PENALTIES = {
    "bruised": 0,
    "hurt": -1,
    "injured": -1,
    "wounded": -2,
    "mauled": -2,
    "crippled": -5,
    "incapacitated": -5,
    "dead": -5,
}
"""mir_tmy-17: dice off every pool but damage and soak, and off the initiative."""


Aware = Literal["full", "threat", "gist", "none"]
"""How much somebody notices of an action without outward sign (mir_tmy-9)."""


class Damage(Record):
    """Levels marked, by type (mir_tmy-15, 17)."""

    bashing: Annotated[int, Limits(ge=0, le=99), Shown("Bashing", "Ударный")] = 0
    lethal: Annotated[int, Limits(ge=0, le=99), Shown("Lethal", "Летальный")] = 0
    aggravated: Annotated[int, Limits(ge=0, le=99), Shown("Aggravated", "Тяжёлый")] = 0


Status = Literal["planned", "held", "done", "struck"]


@dataclass(frozen=True, slots=True)
class Declared:
    """An action somebody declared, or took without declaring (mir_tmy-5, 7)."""

    command: Act
    wave: int = 0
    """0 is the ordinary action of the turn, 1 the first extra action (mir_tmy-50)."""
    status: Status = "planned"


@dataclass(frozen=True, slots=True)
class Guard:
    """A defence somebody is ready for (mir_tmy-43 to 48)."""

    kind: str
    wave: int = 0
    dice: int | None = None
    """The share of a split pool (mir_tmy-49)."""
    endless: bool = False
    used: int = 0
    weapon: str = ""
    ally: str = ""
    """Whom it is for (mir_tmy-47); empty: oneself."""


@dataclass(slots=True)
class Fighter(Combatant):
    """A character in a fight. Distances in metres."""

    sheet: Sheet
    attributes: Attributes = field(default_factory=Attributes)
    ratings: Mapping[str, int] = field(default_factory=dict)
    """Abilities and powers by id. Never written to."""
    form: Form | None = None
    levels: tuple[str, ...] = ()
    """The health levels that can be marked before the last, ``dead``."""
    damage: Damage = field(default_factory=Damage)
    loaded: dict[str, int] = field(default_factory=dict)
    """Rounds in each weapon that has a clip."""
    unready: tuple[str, ...] = ()
    """Weapons that are not in hand: hidden, sheathed, or knocked away."""

    die: int = 0
    """The d10 of the initiative, kept from turn to turn (mir_tmy-3)."""
    roll_off: int = 0
    initiative: int = 0
    initiative_next: int = 0
    """What is added to the initiative in the next turn alone."""
    rerolled: bool = False

    declared: tuple[Declared, ...] = ()
    acted: bool = False
    """Whether the ordinary action of this turn is spent."""
    extra_actions: int = 0
    extras_spent: int = 0
    split: bool = False
    """Whether the ordinary action of this turn was shared out (mir_tmy-49)."""
    guards: tuple[Guard, ...] = ()
    attackers: tuple[str, ...] = ()
    """Who has attacked this one this turn (mir_tmy-22)."""
    moved: int = 0
    spoken: bool = False

    shock: bool = False
    shock_next: bool = False
    stunned: bool = False
    broken_neck: bool = False
    down: bool = False
    must_rise: bool = False
    grappled_by: str | None = None
    aiming: int = 0
    aimed_at: str | None = None
    crippled_limbs: int = 0
    countering: str | None = None
    """The weapon with which this one strikes at those who pass (mir_tmy-46)."""
    suppressing: str | None = None
    """The weapon that keeps a place under fire (mir_tmy-42)."""
    aware: Aware | None = None
    """The storyteller's last word on what this one makes of hidden actions (mir_tmy-9)."""
    fighting: bool = False
    """Whether this one has done anything yet or been attacked; then no ambush (mir_tmy-19)."""

    # ---- wounds

    @property
    def marked(self) -> int:
        return self.damage.bashing + self.damage.lethal + self.damage.aggravated

    @property
    def dead(self) -> bool:
        """mir_tmy-17: more than all levels marked (a vampire: torpor)."""
        return self.marked > len(self.levels)

    @property
    def level(self) -> str:
        """The worst marked level; empty when nothing is marked."""
        damage = self.damage
        marked = damage.bashing + damage.lethal + damage.aggravated
        if not marked:
            return ""
        return self.levels[marked - 1] if marked <= len(self.levels) else "dead"

    @property
    def penalty(self) -> int:
        """mir_tmy-17: the worst level's, 0 or below."""
        return PENALTIES.get(self.level, 0)

    @property
    def out(self) -> bool:
        return self.stunned or self.broken_neck or self.level in ("incapacitated", "dead")

    # ---- traits

    @property
    def kind(self) -> str:
        return self.sheet.kind

    def attribute(self, name: str) -> int:
        value: int = getattr(self.attributes, name)
        return value

    def ability(self, name: str) -> int:
        return self.ratings.get(name, 0)

    @property
    def encumbrance(self) -> int:
        """mir_tmy-16: dice that armour takes from pools of dexterity."""
        return sum(armor.penalty for armor in self.sheet.armor)

    @property
    def weapons(self) -> list[Weapon]:
        return [*self.sheet.weapons, FISTS]

    def has_ready(self, weapon: Weapon) -> bool:
        return weapon.name not in self.unready

    # ---- the turn

    @property
    def next_action(self) -> int | None:
        """The wave of the first action not spent yet (mir_tmy-7); None when all are."""
        if not self.acted:
            return 0
        if self.split or self.extras_spent >= self.extra_actions:
            return None
        return self.extras_spent + 1

    def spent(self, wave: int) -> bool:
        """Whether the action of this wave is spent, or there is none."""
        if wave == 0:
            return self.acted
        return self.split or wave > self.extra_actions or self.extras_spent >= wave

    @property
    def forced(self) -> str | None:
        """What the next action has to be, whatever was declared (mir_tmy-27, 30)."""
        if self.grappled_by:
            return "break_free"
        return "rise" if self.must_rise else None

    def plan(self, wave: int) -> Declared | None:
        """What is declared for this wave and still to be done."""
        for declared in self.declared:
            if declared.wave == wave and declared.status == "planned":
                return declared
        return None

    def close(self, wave: int, status: Status) -> None:
        """The action of this wave is spent; what was declared for it is now ``status``."""
        self.declared = tuple(
            replace(declared, status=status)
            if declared.wave == wave and declared.status in ("planned", "held")
            else declared
            for declared in self.declared
        )
        if wave == 0:
            self.acted = True
        else:
            self.extras_spent = max(self.extras_spent, wave)

    def copy(self) -> Fighter:
        twin = Combatant.copy(self)
        twin.loaded = self.loaded.copy()
        return twin


@dataclass(slots=True)
class Scene(State[Fighter]):
    """Phases: ``declare`` (upward), ``act`` (downward), ``extra`` (waves of both), ``end``."""

    house: HouseRules
    queue: list[str] = field(default_factory=list)
    """Who is still to declare, or to act, in order; the first is on turn."""
    declaring: bool = False
    wave: int = 0
    """0: ordinary actions; from 1: the wave of extra actions (mir_tmy-50)."""
    fresh: bool = False
    """Whether nothing has been declared or done this turn, so dice may be rerolled (mir_tmy-6)."""
    surprised: tuple[str, ...] = ()
    """Who may be ambushed (mir_tmy-19); empty: anybody who is not fighting yet."""

    def copy(self) -> Scene:
        draft = State.copy(self)
        draft.queue = self.queue.copy()
        return draft

    def plan_of(self, id: str) -> Declared | None:
        """What a fighter has declared for the present wave and not done yet."""
        return self.combatants[id].plan(self.wave)

    def downward(self) -> Iterator[Fighter]:
        """Those still in the fight, from the highest initiative to the lowest."""
        return (self.combatants[id] for id in self.order if not self.combatants[id].out)


def enlist(id: str, side: str, sheet: Sheet, **more: Any) -> Fighter:
    """A sheet becomes a fighter: whole, armed, and before its first die."""
    ratings: dict[str, int] = {}
    for name, value in (*sheet.abilities.items(), *sheet.powers.items()):
        key = known_as(name)
        ratings[key] = max(value, ratings.get(key, 0))
    return Fighter(
        id=id,
        name=sheet.name,
        side=side,
        sheet=sheet,
        attributes=sheet.attributes,
        ratings=ratings,
        form=sheet.form,
        levels=tuple(level for level in sheet.health if level != "dead"),
        loaded={
            weapon.name: weapon.clip if weapon.loaded is None else weapon.loaded
            for weapon in sheet.weapons
            if weapon.clip is not None
        },
        unready=tuple(weapon.name for weapon in sheet.weapons if weapon.concealed),
        extra_actions=sheet.extra_actions,
        **more,
    )


class Edits(Record):
    """What the game master can set by hand."""

    damage: Annotated[Damage, Shown("Damage", "Повреждения", rule="mir_tmy-17")] = Damage()
    initiative: Annotated[int, Limits(ge=-20, le=60), Shown("Initiative", "Инициатива")] = 0
    die: Annotated[
        int, Limits(ge=0, le=10), Shown("Initiative die", "Кубик инициативы", rule="mir_tmy-3")
    ] = 0
    initiative_next: Annotated[
        int, Limits(ge=-20, le=20), Shown("Initiative next turn", "Инициатива в след. ход")
    ] = 0
    strength: Annotated[Dots, Shown("Strength", "Сила")] = 1
    dexterity: Annotated[Dots, Shown("Dexterity", "Ловкость")] = 1
    stamina: Annotated[Dots, Shown("Stamina", "Выносливость")] = 1
    charisma: Annotated[Dots, Shown("Charisma", "Обаяние", seldom=True)] = 1
    manipulation: Annotated[Dots, Shown("Manipulation", "Манипулирование", seldom=True)] = 1
    appearance: Annotated[Dots, Shown("Appearance", "Привлекательность", seldom=True)] = 1
    perception: Annotated[Dots, Shown("Perception", "Восприятие")] = 1
    intelligence: Annotated[Dots, Shown("Intelligence", "Интеллект", seldom=True)] = 1
    wits: Annotated[Dots, Shown("Wits", "Смекалка")] = 1
    form: Annotated[Form | None, Shown("Form", "Форма", labels=FORMS)] = None
    extra_actions: Annotated[
        int, Limits(ge=0, le=10), Shown("Extra actions", "Доп. действия", rule="mir_tmy-50")
    ] = 0
    acted: Annotated[bool, Shown("Has acted this turn", "Действовал")] = False
    loaded: Annotated[
        dict[Annotated[str, Limits(max_length=100)], Annotated[int, Limits(ge=0, le=999)]],
        Limits(max_length=20),
        Shown("Rounds loaded", "Заряжено"),
    ] = {}
    unready: Annotated[
        list[Annotated[str, Limits(max_length=100)]],
        Limits(max_length=20),
        Shown("Weapons not in hand", "Оружие не в руках", rule="mir_tmy-53"),
    ] = []
    shock: Annotated[bool, Shown("In shock", "Шок", rule="mir_tmy-25")] = False
    shock_next: Annotated[bool, Shown("In shock next turn", "Шок в след. ход")] = False
    stunned: Annotated[bool, Shown("Stunned", "Оглушение", rule="mir_tmy-26")] = False
    broken_neck: Annotated[bool, Shown("Neck broken", "Шея сломана", rule="mir_tmy-33")] = False
    down: Annotated[bool, Shown("Down", "Лежит", rule="mir_tmy-27")] = False
    must_rise: Annotated[bool, Shown("Has to rise", "Поднимается")] = False
    grappled_by: Annotated[
        str | None, Shown("Grappled by", "В захвате у", kind="combatant", rule="mir_tmy-30")
    ] = None
    aiming: Annotated[
        int, Limits(ge=0, le=15), Shown("Dice from aiming", "Прицеливание", rule="mir_tmy-36")
    ] = 0
    aware: Annotated[
        Aware | None,
        Shown(
            "Awareness of hidden actions",
            "Неприметное",
            rule="mir_tmy-9",
            help="empty: as the traits say",
            labels=(
                ("full", "всё видит"),
                ("threat", "чует угрозу"),
                ("gist", "понимает суть"),
                ("none", "не замечает"),
            ),
        ),
    ] = None
    crippled_limbs: Annotated[
        int, Limits(ge=0, le=8), Shown("Crippled limbs", "Повреждённые конечности")
    ] = 0
