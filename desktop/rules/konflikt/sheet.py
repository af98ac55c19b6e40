"""The sheet of a creature, the house rules, and the catalogue (Pravidla pro konflikt)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BeforeValidator, model_validator
from pydantic import Field as Limits

from desktop.rules.dice import Dice
from desktop.rules.fields import KnownAs, Record, known_to_players, shown
from desktop.rules.text import Term, Text, joined

Name = Annotated[str, Limits(min_length=1, max_length=100)]
Tags = Annotated[list[Annotated[str, Limits(max_length=50)]], Limits(max_length=20)]
Prose = Annotated[str, Limits(max_length=2000)]
Metres = Annotated[int, Limits(ge=0, le=999)]
Steps = Annotated[int, Limits(ge=0, le=9)]
Uses = Annotated[int | None, Limits(ge=0, le=999)]

USUAL = 11
"""The number to reach where nothing names another."""
PROWESS, DEXTERITY, DEFENCE = "prowess", "dexterity", "defence"
SKILLS = (
    (PROWESS, Term("Prowess", "Zdatnost")),
    (DEXTERITY, Term("Dexterity", "Zručnost")),
    ("intelligence", Term("Intelligence", "Inteligence")),
    ("personality", Term("Personality", "Osobnost")),
)
AGAINST = ((DEFENCE, Term("Defence", "Obrana")), *SKILLS)
"""What a check can be against: the defence, or a skill."""

TERMS = dict(AGAINST)


def skill_term(skill: str) -> Term:
    """The name of a skill or of the defence; a skill of one's own stays as it is called."""
    return TERMS.get(skill, Term(skill))


def skill_in_words(skill: str) -> str:
    """The system's own name of a skill or of the defence."""
    return TERMS[skill].native if skill in TERMS else skill


_DATIVE = {
    DEFENCE: "Obraně",
    PROWESS: "Zdatnosti",
    DEXTERITY: "Zručnosti",
    "intelligence": "Inteligenci",
    "personality": "Osobnosti",
}


def against_in_words(skill: str) -> str:
    """The same as it stands after "proti"; a skill of one's own as it is called."""
    return f"proti {_DATIVE.get(skill, skill)}"


_DAMAGE = re.compile(r"(?:(?P<count>[1-9]\d?)[kd](?P<sides>[1-9]\d?))?(?P<plus>[+-]?\d{1,3})?")


@lru_cache(maxsize=512)
def dice_of(damage: str) -> tuple[Dice | None, int]:
    """The dice of ``"2k6+1"`` and what is added; a plain number has no dice."""
    parts = _DAMAGE.fullmatch(damage.replace(" ", ""))
    if parts is None:
        raise ValueError(Text("needs a number or dice such as 1k6+1"))
    count, sides, plus = parts["count"], parts["sides"], parts["plus"]
    return Dice(int(count), int(sides)) if count else None, int(plus or 0)


@lru_cache(maxsize=512)
def expected(damage: str) -> float:
    """What a damage comes to in the long run."""
    dice, plus = dice_of(damage)
    return plus + (dice.count * (dice.sides + 1) / 2 if dice else 0)


def _checked_damage(damage: str) -> str:
    dice_of(damage)
    return damage


def _number_as_text(damage: Any) -> Any:
    return str(damage) if type(damage) is int else damage


Damage = Annotated[
    str,
    Limits(max_length=20),
    BeforeValidator(_number_as_text, json_schema_input_type=str | int),
    AfterValidator(_checked_damage),
]
"""A number or dice: ``3``, ``"3"``, ``"1k8"``, ``"2k6+1"``; empty where there is none."""


class Effect(Record):
    """Something that lasts: what it does, who brought it, how it ends (konflikt-2, 6).

    A plain number as ``ends`` is a number of rounds; what is null is left out.
    """

    name: Name = shown(..., "Name", "Název", context="thing")
    negative: bool = shown(True, "Negative", "Negativní", "konflikt-2")
    ends: Literal["never", "luck", "rounds"] = shown(
        "never",
        "Ends",
        "Končí",
        "konflikt-2",
        labels=(
            ("never", Term("not by itself", "nikdy sám")),
            ("luck", Term("by a luck check", "ověřením štěstí")),
            ("rounds", Term("after some rounds", "po kolech")),
        ),
    )
    rounds: int = shown(1, "Rounds left", "Zbývá kol", ge=1, le=999, only_with=("ends", "rounds"))
    overcome: str = shown(
        "", "Overcome by", "Překonává", "konflikt-6", max_length=100, labels=SKILLS
    )
    against: int = shown(USUAL, "To overcome it", "Obtížnost", "konflikt-6", ge=1, le=99)
    per_round: int = shown(
        0, "Hit points each round", "Životy za kolo", "konflikt-2", ge=-99, le=99
    )
    bonus: Steps = shown(0, "Bonus to checks", "Bonus", "konflikt-16")
    penalty: Steps = shown(0, "Penalty to checks", "Postih", "konflikt-16")
    helpless: bool = shown(False, "Helpless", "Bezmocný", "konflikt-15")
    magical: bool = shown(False, "Magical", "Magický", "konflikt-6")
    by: str = shown("", "Brought by", "Původce", max_length=100, seldom=True)

    @model_validator(mode="before")
    @classmethod
    def _rounds_as_a_number(cls, values: Any) -> Any:
        if not isinstance(values, dict):
            return values
        said = {name: value for name, value in values.items() if value is not None}
        if type(said.get("ends")) is int:
            return {**said, "ends": "rounds", "rounds": said["ends"]}
        return said


def effect_term(effect: Effect) -> Term:
    """An effect as badges, sheets and the log have it: what it does, and how it ends.

    ``"Hoření: −2 hit points each round, till a luck check …"``.
    """
    points, skill, bonus, penalty = effect.per_round, effect.overcome, effect.bonus, effect.penalty
    each_round = f"{points:+d} za kolo".replace("-", "−")
    rounds = Text("{count} more round", "{count} more rounds", count=effect.rounds)
    at_luck = Text("till a luck check at the end of the round")
    number = [] if effect.against == USUAL else [f"({effect.against})"]
    overcome = Text("overcome by: {skill}", skill=joined([skill_term(skill), *number], " "))
    parts = (
        (points, Text("hit points each round: {points:+d}", points=points), each_round),
        (bonus, Text("bonus: {steps}", steps=bonus), f"bonus {bonus}"),
        (penalty, Text("penalty: {steps}", steps=penalty), f"postih {penalty}"),
        (effect.helpless, Text("helpless"), "bezmocný"),
        (effect.ends == "luck", at_luck, "končí ověřením štěstí"),
        (effect.ends == "rounds", rounds, f"kol: {effect.rounds}"),
        (skill, overcome, " ".join(("překonává", skill_in_words(skill), *number))),
    )
    said = [(words, native) for holds, words, native in parts if holds]
    if not said:
        return Term(Text("{name}", name=effect.name), effect.name)
    what, native = joined([words for words, _ in said]), ", ".join(native for _, native in said)
    return Term(Text("{name}: {what}", name=effect.name, what=what), f"{effect.name}: {native}")


NATURAL = (("20", "20"), ("1", "1"))


class Special(Record):
    """konflikt-12: what a natural 20 or 1 of an attack brings, by a weapon or a calling.

    A 20 is for the target, a 1 for the attacker.
    """

    on: Literal["20", "1"] = shown(
        "20", "On a natural", "Při přirozené", "konflikt-12", labels=NATURAL
    )
    damage: Damage = shown("", "Damage", "Poškození", "konflikt-11")
    effect: Effect | None = shown(None, "Effect", "Efekt", "konflikt-2")
    text: str = shown("", "Text", "Popis", max_length=500)


Specials = Annotated[list[Special], Limits(max_length=6)]


class Attack(Record):
    """A way to attack. Metres; ``far`` is the longest range, at a penalty."""

    name: Name = shown(..., "Name", "Název", context="thing")
    kind: Literal["melee", "ranged"] = shown(
        "melee",
        "Kind",
        "Druh",
        labels=(
            ("melee", Term(Text("melee", context="attack"), "na blízku")),
            ("ranged", Term("ranged", "na dálku")),
        ),
    )
    damage: Damage = shown("1k6", "Damage", "Poškození", "konflikt-11")
    bonus: int = shown(0, "To hit", "Na zásah", ge=-20, le=20)
    light: bool = shown(False, "Light", "Příruční", "konflikt-18")
    agile: bool = shown(False, "Agile", "Obratná", "konflikt-10")
    thrown: bool = shown(False, "Thrown", "Vrhací", "konflikt-10")
    improvised: bool = shown(False, "Improvised", "Improvizovaná", "konflikt-19")
    broken: bool = shown(False, "Broken", "Rozbitá", "konflikt-19")
    range: Metres | None = shown(None, "Range or reach", "Dosah", "konflikt-10", "m")
    far: Metres | None = shown(None, "Far range", "Daleký dosah", unit="m")
    skill: str = shown(
        "", "Skill", "Dovednost", "konflikt-10", max_length=100, seldom=True, labels=SKILLS
    )
    against: str = shown(
        "",
        "Against a skill",
        "Proti dovednosti",
        "konflikt-10",
        max_length=100,
        seldom=True,
        labels=AGAINST,
    )
    needs_prowess: int | None = shown(None, "Needs prowess", "Požaduje Zdatnost", ge=-10, le=20)
    needs_dexterity: int | None = shown(None, "Needs dexterity", "Požaduje Zručnost", ge=-10, le=20)
    uses: Uses = shown(None, "Shots left", "Střely")
    reload: bool = shown(False, "Loaded for each shot", "Nabíjí se", "konflikt-8", seldom=True)
    effect: Effect | None = shown(None, "Effect of a hit", "Efekt zásahu", seldom=True)
    specials: Specials = shown([], "On a natural 20 or 1", "Při 20 a 1", "konflikt-12", seldom=True)
    tags: Tags = shown([], "Tags", "Vlastnosti")
    notes: Prose = shown("", "Notes", "Poznámky", long=True)

    @property
    def hands(self) -> int:
        """konflikt-18: the hands that it takes; a fist, a kick or a bite needs none free."""
        if self.name == UNARMED.name:
            return 0
        return 2 if TWO_HANDED in self.tags else 1

    def fits(self, other: Attack) -> bool:
        """konflikt-18: whether there are hands enough for both."""
        return self.hands + other.hands <= HANDS


HANDS = 2
"""Hands that a creature has for weapons."""

TWO_HANDED = "obouruční"
"""The tag of a weapon that takes both hands."""

UNARMED = Attack(
    name="Neozbrojený útok", damage="1k4", light=True, agile=True, improvised=True, tags=["unarmed"]
)
"""What everybody can do (konflikt-20)."""


class Power(Record):
    """An item, an ability or a spell: a check if it names a skill, and what comes of it."""

    name: Name = shown(..., "Name", "Název", context="thing")
    skill: str = shown("", "Skill", "Dovednost", max_length=100, labels=SKILLS)
    against: str = shown("", "Against", "Proti", max_length=100, help="empty: 11", labels=AGAINST)
    damage: Damage = shown("", "Damage", "Poškození", "konflikt-11")
    healing: Damage = shown("", "Healing", "Léčení", "konflikt-6")
    uses: Uses = shown(None, "Uses left", "Použití")
    effect: Effect | None = shown(None, "Effect", "Efekt", "konflikt-2")
    area: Metres = shown(0, "Area around the target", "Oblast kolem cíle", "konflikt-16", "m")
    fragile: bool = shown(
        False, "Breaks when it falls", "Pádem se rozbije", "konflikt-13", seldom=True
    )
    broken: bool = shown(False, "Broken", "Rozbité", "konflikt-13", seldom=True)
    tags: Tags = shown([], "Tags", "Vlastnosti")
    text: Prose = shown("", "Text", "Popis", long=True)

    @property
    def harms(self) -> bool:
        """Whether nobody would use it on oneself."""
        return bool(self.damage) or (self.effect is not None and self.effect.negative)

    @property
    def heals(self) -> bool:
        """Whether it gives hit points back, at once or each round."""
        return bool(self.healing or (self.effect and self.effect.per_round > 0))

    @property
    def strengthens(self) -> bool:
        """Whether its effect is a bonus."""
        return bool(self.effect and self.effect.bonus)


T = TypeVar("T", Attack, Power)


def with_own_names(things: Sequence[T]) -> list[T]:
    """Things by names of their own: the second ``"Nůž"`` is ``"Nůž (2)"``."""
    by_name: dict[str, T] = {}
    for thing in things:
        name, count = thing.name, 1
        while name in by_name:
            count += 1
            name = f"{thing.name} ({count})"
        by_name[name] = thing if count == 1 else thing.model_copy(update={"name": name})
    return list(by_name.values())


class Armor(Record):
    """A piece of armour as the lists have it; ``defence`` goes into the sheet's own by hand."""

    name: Name = shown(..., "Name", "Název", context="thing")
    defence: int = shown(0, "Defence", "Obrana", "konflikt-10", ge=0, le=30)
    needs_prowess: int | None = shown(None, "Needs prowess", "Požaduje Zdatnost", ge=-10, le=20)
    notes: Prose = shown("", "Notes", "Poznámky", long=True)


class Race(Record):
    """A race as the lists have it; its figures go into the sheet by hand."""

    name: Name = shown(..., "Name", "Název", context="thing")
    max_hp: int = shown(5, "Hit points before any level", "Základ životů", ge=0, le=99)
    momentum: int = shown(6, "Momentum", "Hybnost", "konflikt-8", ge=0, le=99)
    notes: Prose = shown("", "Notes", "Poznámky", long=True)


class Calling(Record):
    """A calling as the lists have it; its figures go into the sheet by hand."""

    name: Name = shown(..., "Name", "Název", context="thing")
    defence: int = shown(10, "Defence without armour", "Obrana beze zbroje", ge=0, le=40)
    hp_per_level: int = shown(4, "Hit points a level", "Životy za úroveň", ge=0, le=99)
    notes: Prose = shown("", "Notes", "Poznámky", long=True)


Powers = Annotated[list[Power], Limits(max_length=40)]


class Sheet(Record):
    """A creature. ``skills`` are what is added to the d20; metres; ``size`` 1 is man-sized."""

    name: Name = shown(..., "Name", "Jméno")
    about: str = shown("", "Who it is", "Kdo to je", max_length=200)
    skills: dict[Name, Annotated[int, Limits(ge=-10, le=20)]] = shown(
        {}, "Skills", "Dovednosti", "konflikt-12", max_length=40, labels=SKILLS
    )
    defence: int = shown(10, "Defence", "Obrana", "konflikt-10", ge=0, le=40)
    hp: int | None = shown(
        None, "Hit points", "Životy", "konflikt-11", ge=0, le=999, help="empty: all of them"
    )
    max_hp: int = shown(10, "Most hit points", "Životy max.", ge=1, le=999)
    momentum: int = shown(6, "Momentum", "Hybnost", "konflikt-8", ge=0, le=99)
    size: float = shown(1, "Size", "Velikost", "konflikt-17", ge=0.25, le=20)
    luck: int = shown(0, "Luck", "Štěstí", "konflikt-22", ge=-10, le=10)
    reach: Metres = shown(1, "Reach", "Dosah", "konflikt-13", "m")
    armor: int = shown(0, "Armour", "Zbroj", "konflikt-11", ge=0, le=99)
    immune: Tags = shown([], "Immune to", "Imunní vůči", "konflikt-11")
    attacks: list[Attack] = shown([], "Attacks", "Útoky", max_length=20)
    abilities: Powers = shown([], "Abilities", "Schopnosti", "konflikt-6")
    spells: Powers = shown([], "Spells", "Kouzla", "konflikt-13")
    items: Powers = shown([], "Items", "Předměty", "konflikt-6")
    specials: Specials = shown(
        [], "On a natural 20 or 1", "Při přirozené 20 a 1", "konflikt-12", seldom=True
    )
    notes: str = shown("", "Notes", "Poznámky", max_length=10_000, long=True)
    known_as: Annotated[KnownAs, known_to_players("Hráči znají jako")] = ""

    @model_validator(mode="before")
    @classmethod
    def _hit_points_alone_are_the_most(cls, values: Any) -> Any:
        if isinstance(values, dict) and "max_hp" not in values and type(values.get("hp")) is int:
            return {**values, "max_hp": max(values["hp"], cls.model_fields["max_hp"].default)}
        return values

    @model_validator(mode="after")
    def _hit_points_fit(self) -> Sheet:
        if self.hp is not None and self.hp > self.max_hp:
            raise ValueError(
                Text("hp can be at most max_hp ({most})", most=self.max_hp), "hp", "max_hp"
            )
        return self

    @property
    def weapons(self) -> Sequence[Attack]:
        """konflikt-20: what it names, each by a name of its own, then bare hands if they are none
        of these."""
        named = with_own_names(self.attacks)
        return named if any(weapon.name == UNARMED.name for weapon in named) else [*named, UNARMED]

    def unmet_needs(self, weapon: Attack) -> list[tuple[str, int]]:
        """konflikt-19: the skills that a weapon asks for and the creature has not got, how much of
        them."""
        needs = ((PROWESS, weapon.needs_prowess), (DEXTERITY, weapon.needs_dexterity))
        return [
            (skill, needed)
            for skill, needed in needs
            if needed is not None and self.skills.get(skill, 0) < needed
        ]

    def is_fit_for(self, weapon: Attack) -> bool:
        """Whether it meets what the weapon asks for; if not, the weapon is improvised to it."""
        prowess, dexterity = weapon.needs_prowess, weapon.needs_dexterity
        skill = self.skills.get  # asked often, so nothing is listed
        return (prowess is None or skill(PROWESS, 0) >= prowess) and (
            dexterity is None or skill(DEXTERITY, 0) >= dexterity
        )


class HouseRules(Record):
    """The choices this system leaves; the defaults are the ledger's."""

    bonus_step: int = shown(2, "A step of bonus", "Krok bonusu", "konflikt-16", ge=1, le=10)
    bonus_cap: int = shown(3, "Most steps of either", "Nejvíce kroků", "konflikt-16", ge=1, le=20)
    improvised: Literal["breaks", "damaged"] = shown(
        "breaks",
        "An improvised weapon below 10",
        "Improvizovaná zbraň pod 10",
        "konflikt-19",
        labels=(("breaks", "breaks"), ("damaged", "is damaged first")),
    )
    prepared_until: Literal["round_end", "next_turn"] = shown(
        "round_end",
        "A prepared action waits until",
        "Připravená akce platí do",
        "konflikt-7",
        labels=(("round_end", "the end of the round"), ("next_turn", "the creature's next turn")),
    )
