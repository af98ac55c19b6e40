"""The sheet, weapons, armour and house rules of «Бой»."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Annotated, Literal

from pydantic import ConfigDict, field_validator, model_validator
from pydantic import Field as Limits

from desktop.rules.dice import Dice, Total
from desktop.rules.fields import ONE_OR_MORE, KnownAs, Record, fields_of, known_to_players, shown
from desktop.rules.text import Term, Text, Words, Written

Name = Annotated[str, Limits(min_length=1, max_length=100)]
Notes = Annotated[str, Limits(max_length=10_000)]
Score = Annotated[int, Limits(ge=0, le=200)]
Percentage = Annotated[int, Limits(ge=0, le=99)]

CLOSE_SKILLS = ("melee", "unarmed")
GUN_SKILLS = ("ranged", "heavy_weapons")

_DAMAGE = re.compile(r"\s*(\d*)[dDкК](\d+)\s*(?:([+\-−–])\s*(\d+))?\s*")


@lru_cache(maxsize=512)
def damage_dice(damage: str) -> tuple[Dice, Total]:
    """The dice of ``"1d12+2"``, ``"2d10"``, ``"d8"`` or ``"1d4-1"`` and how they add up.

    Raises ValueError.
    """
    match = _DAMAGE.fullmatch(damage)
    if not match:
        raise ValueError(Text("is dice such as 1d8, 2d10 or 1d12+2"))
    count, sides = int((match[1] or "1")[:4]), int(match[2][:4])
    if not (1 <= count <= 20 and 2 <= sides <= 100):
        raise ValueError(Text("can be at most 20 dice of 2 to 100 sides"))
    plus = int((match[4] or "0")[:4]) * (1 if match[3] in (None, "+") else -1)
    return Dice(count, sides), Total(plus)


class Characteristics(Record):
    """The six characteristics: 3 to 18 for people."""

    strength: Score = shown(10, "Strength", "СИЛ", "boj-12")
    constitution: Score = shown(10, "Constitution", "ВЫН")
    dexterity: Score = shown(10, "Dexterity", "ЛОВ", "boj-16")
    intelligence: Score = shown(10, "Intelligence", "ИНТ")
    power: Score = shown(10, "Power", "МОЩ")
    charisma: Score = shown(10, "Charisma", "ХАР")


class Skills(Record):
    """The skills of a fight, at what anybody has without training; any other may stand here too.

    The seed names no figures for the untrained; these are the kindred game's.
    """

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Percentage] = Limits(init=False)

    ranged: Percentage = shown(20, "Ranged", "Дальний бой")
    melee: Percentage = shown(30, "Melee weapons", "Оружие ближнего боя")
    unarmed: Percentage = shown(40, "Unarmed combat", "Рукопашный бой")
    athletics: Percentage = shown(30, "Athletics", "Атлетика")
    dodge: Percentage = shown(30, "Dodge", "Уклонение")
    heavy_weapons: Percentage = shown(0, "Heavy weapons", "Тяжёлое оружие")
    demolitions: Percentage = shown(0, "Demolitions", "Подрывное дело")

    @model_validator(mode="after")
    def _not_too_many(self) -> Skills:
        others = self.__pydantic_extra__ or {}
        if len(others) > 100 or any(len(name) > 100 for name in others):
            raise ValueError(Text("can have at most 100 skills of at most 100 letters"))
        return self


SKILL_TERMS = {field.id: Term(field.label, field.native) for field in fields_of(Skills)}


def _plain(name: str) -> str:
    return name.strip().casefold().replace("ё", "е")


_IDS = {_plain(term.native): id for id, term in SKILL_TERMS.items()} | {
    "стрельба": "ranged",
    "ближний бой": "melee",
}


@lru_cache(maxsize=1024)
def skill_id(name: str) -> str:
    """The id of a skill that is called by its own name, in any spelling of its letters."""
    plain = _plain(name)
    return _IDS.get(plain, plain if plain in SKILL_TERMS else name)


class Weapon(Record):
    """A weapon: ``damage`` in dice, ``lethality`` in per cent, ``radius`` and ``range`` in m."""

    name: Name = shown(..., "Name", "Название", context="thing")
    skill: str = shown(
        "ranged",
        "Skill",
        "Навык",
        "boj-5",
        max_length=100,
        help="дальний бой, атлетика, рукопашный бой…",
        labels=tuple(SKILL_TERMS.items()),
    )
    damage: str | None = shown(
        None,
        "Damage",
        "Урон",
        "boj-18",
        max_length=20,
        help="1d8, 2d10, 1d12+2; empty: Lethality only",
    )
    lethality: int | None = shown(None, "Lethality", "Смертельность", "boj-19", "%", ge=1, le=99)
    radius: int | None = shown(None, "Radius", "Радиус", "boj-22", "m", ge=1, le=1000)
    radius_from: int | None = shown(
        None,
        "Radius from",
        "Радиус от",
        "boj-22",
        "m",
        ge=1,
        le=1000,
        help="set: the shooter picks from here up",
    )
    automatic: bool = shown(False, "Automatic", "Автоматическое", "boj-9")
    bullet: bool = shown(False, "Bullets or fragments", "Пули или осколки", "boj-17")
    melee: bool = shown(False, "Close combat", "Ближний бой", "boj-7")
    natural: bool = shown(
        False, "Part of the body", "Часть тела", "boj-10", help="teeth, claws: nobody drops them"
    )
    pierces: int = shown(0, "Pierces armour", "Пробивает броню", "boj-23", ge=0, le=50)
    range: int | None = shown(None, "Range", "Дистанция", ge=0, le=10_000, unit="m")
    notes: Notes = shown("", "Notes", "Заметки", long=True)

    @field_validator("damage")
    @classmethod
    def _is_dice(cls, damage: str | None) -> str | None:
        if damage is not None:
            damage_dice(damage)
        return damage

    @model_validator(mode="after")
    def _radius_grows(self) -> Weapon:
        if self.radius_from and (self.radius is None or self.radius_from > self.radius):
            raise ValueError(Text("radius_from can be at most radius"), "radius_from", "radius")
        return self

    @cached_property
    def close(self) -> bool:
        """Whether it is used in close combat, so that it can be blocked (boj-7, 14)."""
        return self.melee or skill_id(self.skill) in CLOSE_SKILLS

    @cached_property
    def bare(self) -> bool:
        """Whether it is bare hands and feet: nothing to let go of (boj-10).

        That is so by their name, for a strong fighter's do more damage, or by their damage.
        """
        if skill_id(self.skill) != "unarmed" or self.damage is None:
            return False
        usual = damage_dice(self.damage) == damage_dice(BARE_HANDS)
        return usual or self.name == UNARMED.name

    @cached_property
    def does(self) -> list[Words]:
        """What it does in short, ``1d10`` and ``Lethality 10 %`` (boj-18, 19)."""
        damage = [Written(self.damage)] if self.damage else []
        rating = [Text("Lethality {rating} %", rating=self.lethality)] if self.lethality else []
        return [*damage, *rating]

    @cached_property
    def harms(self) -> bool:
        """Whether it deals damage or goes by Lethality (boj-18, 19)."""
        return bool(self.damage or self.lethality)

    @cached_property
    def radii(self) -> Sequence[int]:
        """The radii that the attacker can choose, in metres; none without a radius (boj-22)."""
        return range(self.radius_from or self.radius or 1, (self.radius or 0) + 1)

    @cached_property
    def blasts(self) -> bool:
        """Whether it goes off around the target, as a grenade does, and is no burst of shots."""
        return self.area and not self.automatic

    @cached_property
    def thrown(self) -> bool:
        """Whether it is gone once it is used, as a grenade, and is nothing that fires (boj-21)."""
        return self.blasts and skill_id(self.skill) not in GUN_SKILLS

    @property
    def area(self) -> bool:
        """Whether one attack with it reaches several (boj-22)."""
        return self.radius is not None


BARE_HANDS = "1d4-1"
UNARMED = Weapon(name="Голые руки и ноги", skill="unarmed", damage=BARE_HANDS, melee=True)
"""What everybody has (boj-18)."""


def with_bare_hands(weapons: list[Weapon]) -> list[Weapon]:
    """These and the bare hands of everybody, where a sheet does not list them itself (boj-18)."""
    return weapons if _bare_hands(weapons) else [*weapons, UNARMED]


def _bare_hands(weapons: Iterable[Weapon]) -> Weapon | None:
    """The bare hands among these weapons."""
    listed = (w for w in weapons if w.name == UNARMED.name and w.close and w.harms)
    return next(listed, None)


class Armor(Record):
    """Armour worn, or a cover that stands near when the fight begins (boj-23, 24)."""

    name: Name = shown(..., "Name", "Название", context="thing")
    kind: Literal["body", "cover"] = shown(
        "body",
        "Kind",
        "Вид",
        "boj-24",
        labels=(("body", Term("body armour", "бронежилет")), ("cover", Term("cover", "укрытие"))),
    )
    rating: int = shown(0, "Rating", "Броня", "boj-23", ge=0, le=100)
    additive: bool = shown(False, "Adds to other armour", "Прибавляется", "boj-23")
    close_only: bool = shown(False, "Against close attacks only", "Только в ближнем бою", "boj-23")
    notes: Notes = shown("", "Notes", "Заметки", long=True)


class Sheet(Record):
    """An investigator, a cultist, or something worse."""

    name: Name = shown(..., "Name", "Имя")
    profession: str = shown("", "Profession", "Профессия", max_length=200)
    characteristics: Characteristics = shown(Characteristics(), "Characteristics", "Характеристики")
    skills: Skills = shown(Skills(), "Skills", "Навыки", "boj-5")
    hp: int | None = shown(
        None, "Hit points", "ОЗ", "boj-18", ge=0, le=999, help="empty: all of them"
    )
    max_hp: int | None = shown(
        None, "Most hit points", "ОЗ макс.", ge=1, le=999, help="empty: (СИЛ + ВЫН) / 2, rounded up"
    )
    weapons: list[Weapon] = shown([], "Weapons", "Оружие", "boj-18", max_length=30)
    armor: Annotated[list[Armor], ONE_OR_MORE] = shown(
        [], "Armour", "Броня", "boj-23", max_length=20
    )
    notes: Notes = shown("", "Notes", "Заметки", long=True)
    known_as: Annotated[KnownAs, known_to_players("Имя для игроков")] = ""

    @model_validator(mode="after")
    def _hit_points_fit(self) -> Sheet:
        if self.hp is not None and self.hp > self.most:
            raise ValueError(Text("hp can be at most {most}", most=self.most), "hp")
        return self

    @cached_property
    def worn(self) -> Mapping[bool, tuple[Armor, ...]]:
        """boj-23: the armour that counts against close attacks (True) and against others.

        That is the best piece, and every one that adds to it.
        """
        counting: dict[bool, tuple[Armor, ...]] = {}
        for close in (False, True):
            body = [p for p in self.armor if p.kind == "body" and (close or not p.close_only)]
            others = [piece for piece in body if not piece.additive]
            best = [max(others, key=lambda piece: piece.rating)] if others else []
            counting[close] = (*best, *(piece for piece in body if piece.additive))
        return counting

    @cached_property
    def carried(self) -> list[Weapon]:
        """Everything to attack with: the weapons, and bare hands (boj-18). Not to be written to."""
        return with_bare_hands(self.weapons)

    @cached_property
    def bare_hands(self) -> Weapon:
        """Bare hands and feet as they are listed, else everybody's (boj-18)."""
        return _bare_hands(self.weapons) or UNARMED

    @property
    def most(self) -> int:
        """The maximum of hit points: as it is said, else by the body (boj-18), or as many as are
        there where that is more."""
        body = self.characteristics
        return self.max_hp or max(-(-(body.strength + body.constitution) // 2), self.hp or 0, 1)


class HouseRules(Record):
    """The choices this system leaves; the defaults are the ledger's."""

    redraw: Literal["once", "each_turn"] = shown(
        "once",
        "Cards are drawn",
        "Карты тянут",
        "boj-2",
        labels=(("once", "once a fight"), ("each_turn", "every turn")),
    )
    lethality_on_critical: Literal["double", "instant"] = shown(
        "double",
        "A critical attack with Lethality",
        "Критический успех и Смертельность",
        "boj-20",
        labels=(("double", "doubles the rating"), ("instant", "hit points to 0 at once")),
    )
    lethality_armor: Literal["by_kind", "same"] = shown(
        "by_kind",
        "Cover against Lethality",
        "Укрытие и Смертельность",
        "boj-24",
        labels=(("by_kind", "makes its success a failure"), ("same", "as body armour")),
    )
