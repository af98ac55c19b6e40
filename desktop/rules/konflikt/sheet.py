"""The sheet of a creature, the house rules, and the catalogue (Pravidla pro konflikt)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BeforeValidator, model_validator
from pydantic import Field as Limits

from desktop.rules.dice import Dice, Pool, Total
from desktop.rules.fields import KnownAs, Record, Shown, known_to_players
from desktop.rules.text import Term, Text, joined

Name = Annotated[str, Limits(min_length=1, max_length=100)]
Tags = Annotated[list[Annotated[str, Limits(max_length=50)]], Limits(max_length=20)]
Prose = Annotated[str, Limits(max_length=2000)]
Metres = Annotated[int, Limits(ge=0, le=999)]
Steps = Annotated[int, Limits(ge=0, le=9)]
Uses = Annotated[int | None, Limits(ge=0, le=999)]

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
def throw_of(damage: str) -> Pool[int] | None:
    """The throw that a damage stands for; None for a plain number."""
    dice, plus = dice_of(damage)
    return Pool(dice, Total(plus)) if dice else None


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

    name: Annotated[Name, Shown("Name", "Název", context="thing")]
    negative: Annotated[bool, Shown("Negative", "Negativní", rule="konflikt-2")] = True
    ends: Annotated[
        Literal["never", "luck", "rounds"],
        Shown(
            "Ends",
            "Končí",
            rule="konflikt-2",
            labels=(
                ("never", Term("not by itself", "nikdy sám")),
                ("luck", Term("by a luck check", "ověřením štěstí")),
                ("rounds", Term("after some rounds", "po kolech")),
            ),
        ),
    ] = "never"
    rounds: Annotated[int, Limits(ge=1, le=999), Shown("Rounds left", "Zbývá kol")] = 1
    overcome: Annotated[
        str,
        Limits(max_length=100),
        Shown("Overcome by", "Překonává", rule="konflikt-6", labels=SKILLS),
    ] = ""
    against: Annotated[
        int, Limits(ge=1, le=99), Shown("To overcome it", "Obtížnost", rule="konflikt-6")
    ] = 11
    per_round: Annotated[
        int,
        Limits(ge=-99, le=99),
        Shown("Hit points each round", "Životy za kolo", rule="konflikt-2"),
    ] = 0
    bonus: Annotated[Steps, Shown("Bonus to checks", "Bonus")] = 0
    penalty: Annotated[Steps, Shown("Penalty to checks", "Postih")] = 0
    helpless: Annotated[bool, Shown("Helpless", "Bezmocný", rule="konflikt-15")] = False
    magical: Annotated[bool, Shown("Magical", "Magický", rule="konflikt-6")] = False
    by: Annotated[str, Limits(max_length=100), Shown("Brought by", "Původce", seldom=True)] = ""

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
    overcome = Text("overcome by: {skill}", skill=skill_term(skill))
    parts = (
        (points, Text("hit points each round: {points:+d}", points=points), each_round),
        (bonus, Text("bonus: {steps}", steps=bonus), f"bonus {bonus}"),
        (penalty, Text("penalty: {steps}", steps=penalty), f"postih {penalty}"),
        (effect.helpless, Text("helpless"), "bezmocný"),
        (effect.ends == "luck", at_luck, "končí ověřením štěstí"),
        (effect.ends == "rounds", rounds, f"kol: {effect.rounds}"),
        (skill, overcome, f"překonává {skill_in_words(skill)}"),
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

    on: Annotated[
        Literal["20", "1"],
        Shown("On a natural", "Při přirozené", rule="konflikt-12", labels=NATURAL),
    ] = "20"
    damage: Annotated[Damage, Shown("Damage", "Poškození", rule="konflikt-11")] = ""
    effect: Annotated[Effect | None, Shown("Effect", "Efekt", rule="konflikt-2")] = None
    text: Annotated[str, Limits(max_length=500), Shown("Text", "Popis")] = ""


Specials = Annotated[list[Special], Limits(max_length=6)]


class Attack(Record):
    """A way to attack. Metres; ``far`` is the longest range, at a penalty."""

    name: Annotated[Name, Shown("Name", "Název", context="thing")]
    kind: Annotated[
        Literal["melee", "ranged"],
        Shown(
            "Kind",
            "Druh",
            labels=(
                ("melee", Term(Text("melee", context="attack"), "na blízku")),
                ("ranged", Term("ranged", "na dálku")),
            ),
        ),
    ] = "melee"
    damage: Annotated[Damage, Shown("Damage", "Poškození", rule="konflikt-11")] = "1k6"
    bonus: Annotated[int, Limits(ge=-20, le=20), Shown("To hit", "Na zásah")] = 0
    light: Annotated[bool, Shown("Light", "Příruční", rule="konflikt-18")] = False
    agile: Annotated[bool, Shown("Agile", "Obratná", rule="konflikt-10")] = False
    thrown: Annotated[bool, Shown("Thrown", "Vrhací", rule="konflikt-10")] = False
    improvised: Annotated[bool, Shown("Improvised", "Improvizovaná", rule="konflikt-19")] = False
    broken: Annotated[bool, Shown("Broken", "Rozbitá", rule="konflikt-19")] = False
    range: Annotated[
        Metres | None, Shown("Range or reach", "Dosah", unit="m", rule="konflikt-10")
    ] = None
    far: Annotated[Metres | None, Shown("Far range", "Daleký dosah", unit="m")] = None
    skill: Annotated[
        str,
        Limits(max_length=100),
        Shown("Skill", "Dovednost", rule="konflikt-10", seldom=True, labels=SKILLS),
    ] = ""
    against: Annotated[
        str,
        Limits(max_length=100),
        Shown(
            "Against a skill", "Proti dovednosti", rule="konflikt-10", seldom=True, labels=AGAINST
        ),
    ] = ""
    needs_prowess: Annotated[
        int, Limits(ge=-10, le=20), Shown("Needs prowess", "Požaduje Zdatnost")
    ] = -10
    needs_dexterity: Annotated[
        int, Limits(ge=-10, le=20), Shown("Needs dexterity", "Požaduje Zručnost")
    ] = -10
    uses: Annotated[Uses, Shown("Shots left", "Střely")] = None
    reload: Annotated[
        bool, Shown("Loaded for each shot", "Nabíjí se", rule="konflikt-8", seldom=True)
    ] = False
    effect: Annotated[Effect | None, Shown("Effect of a hit", "Efekt zásahu", seldom=True)] = None
    specials: Annotated[
        Specials, Shown("On a natural 20 or 1", "Při 20 a 1", rule="konflikt-12", seldom=True)
    ] = []
    tags: Annotated[Tags, Shown("Tags", "Vlastnosti")] = []
    notes: Annotated[Prose, Shown("Notes", "Poznámky", long=True)] = ""


UNARMED = Attack(
    name="Neozbrojený útok", damage="1k4", light=True, agile=True, improvised=True, tags=["unarmed"]
)
"""What everybody can do (konflikt-20)."""


class Power(Record):
    """An item, an ability or a spell: a check if it names a skill, and what comes of it."""

    name: Annotated[Name, Shown("Name", "Název", context="thing")]
    skill: Annotated[str, Limits(max_length=100), Shown("Skill", "Dovednost", labels=SKILLS)] = ""
    against: Annotated[
        str, Limits(max_length=100), Shown("Against", "Proti", help="empty: 11", labels=AGAINST)
    ] = ""
    damage: Annotated[Damage, Shown("Damage", "Poškození", rule="konflikt-11")] = ""
    healing: Annotated[Damage, Shown("Healing", "Léčení")] = ""
    uses: Annotated[Uses, Shown("Uses left", "Použití")] = None
    effect: Annotated[Effect | None, Shown("Effect", "Efekt", rule="konflikt-2")] = None
    area: Annotated[
        Metres, Shown("Area around the target", "Oblast kolem cíle", unit="m", rule="konflikt-16")
    ] = 0
    fragile: Annotated[
        bool, Shown("Breaks when it falls", "Pádem se rozbije", rule="konflikt-13", seldom=True)
    ] = False
    broken: Annotated[bool, Shown("Broken", "Rozbité", rule="konflikt-13", seldom=True)] = False
    tags: Annotated[Tags, Shown("Tags", "Vlastnosti")] = []
    text: Annotated[Prose, Shown("Text", "Popis", long=True)] = ""


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

    name: Annotated[Name, Shown("Name", "Název", context="thing")]
    defence: Annotated[int, Limits(ge=0, le=30), Shown("Defence", "Obrana", rule="konflikt-10")] = 0
    needs_prowess: Annotated[
        int, Limits(ge=-10, le=20), Shown("Needs prowess", "Požaduje Zdatnost")
    ] = -10
    notes: Annotated[Prose, Shown("Notes", "Poznámky", long=True)] = ""


class Race(Record):
    """A race as the lists have it; its figures go into the sheet by hand."""

    name: Annotated[Name, Shown("Name", "Název", context="thing")]
    max_hp: Annotated[
        int, Limits(ge=0, le=99), Shown("Hit points before any level", "Základ životů")
    ] = 5
    momentum: Annotated[
        int, Limits(ge=0, le=99), Shown("Momentum", "Hybnost", rule="konflikt-8")
    ] = 6
    notes: Annotated[Prose, Shown("Notes", "Poznámky", long=True)] = ""


class Calling(Record):
    """A calling as the lists have it; its figures go into the sheet by hand."""

    name: Annotated[Name, Shown("Name", "Název", context="thing")]
    defence: Annotated[
        int, Limits(ge=0, le=40), Shown("Defence without armour", "Obrana beze zbroje")
    ] = 10
    hp_per_level: Annotated[
        int, Limits(ge=0, le=99), Shown("Hit points a level", "Životy za úroveň")
    ] = 4
    notes: Annotated[Prose, Shown("Notes", "Poznámky", long=True)] = ""


Powers = Annotated[list[Power], Limits(max_length=40)]


class Sheet(Record):
    """A creature. ``skills`` are what is added to the d20; metres; ``size`` 1 is man-sized."""

    name: Annotated[Name, Shown("Name", "Jméno")]
    about: Annotated[str, Limits(max_length=200), Shown("Who it is", "Kdo to je")] = ""
    skills: Annotated[
        dict[Name, Annotated[int, Limits(ge=-10, le=20)]],
        Limits(max_length=40),
        Shown("Skills", "Dovednosti", rule="konflikt-10", labels=SKILLS),
    ] = {}
    defence: Annotated[int, Limits(ge=0, le=40), Shown("Defence", "Obrana", rule="konflikt-10")] = (
        10
    )
    hp: Annotated[
        int | None,
        Limits(ge=0, le=999),
        Shown("Hit points", "Životy", rule="konflikt-11", help="empty: all of them"),
    ] = None
    max_hp: Annotated[int, Limits(ge=1, le=999), Shown("Most hit points", "Životy max.")] = 10
    momentum: Annotated[
        int, Limits(ge=0, le=99), Shown("Momentum", "Hybnost", rule="konflikt-8")
    ] = 6
    size: Annotated[
        float, Limits(ge=0.25, le=20), Shown("Size", "Velikost", rule="konflikt-17")
    ] = 1
    luck: Annotated[int, Limits(ge=-10, le=10), Shown("Luck", "Štěstí", rule="konflikt-22")] = 0
    reach: Annotated[Metres, Shown("Reach", "Dosah", unit="m", rule="konflikt-13")] = 1
    armor: Annotated[int, Limits(ge=0, le=99), Shown("Armour", "Zbroj", rule="konflikt-11")] = 0
    immune: Annotated[Tags, Shown("Immune to", "Imunní vůči", rule="konflikt-11")] = []
    attacks: Annotated[list[Attack], Limits(max_length=20), Shown("Attacks", "Útoky")] = []
    abilities: Annotated[Powers, Shown("Abilities", "Schopnosti", rule="konflikt-6")] = []
    spells: Annotated[Powers, Shown("Spells", "Kouzla", rule="konflikt-13")] = []
    items: Annotated[Powers, Shown("Items", "Předměty", rule="konflikt-6")] = []
    specials: Annotated[
        Specials,
        Shown("On a natural 20 or 1", "Při přirozené 20 a 1", rule="konflikt-12", seldom=True),
    ] = []
    notes: Annotated[str, Limits(max_length=10_000), Shown("Notes", "Poznámky", long=True)] = ""
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


class HouseRules(Record):
    """The choices this system leaves; the defaults are the ledger's."""

    bonus_step: Annotated[
        int,
        Limits(ge=1, le=10),
        Shown("A step of bonus", "Krok bonusu", rule="konflikt-16"),
    ] = 2
    bonus_cap: Annotated[
        int, Limits(ge=1, le=20), Shown("Most steps of either", "Nejvíce kroků", rule="konflikt-16")
    ] = 3
    improvised: Annotated[
        Literal["breaks", "damaged"],
        Shown(
            "An improvised weapon below 10",
            "Improvizovaná zbraň pod 10",
            rule="konflikt-19",
            labels=(("breaks", "breaks"), ("damaged", "is damaged first")),
        ),
    ] = "breaks"
    prepared_until: Annotated[
        Literal["round_end", "next_turn"],
        Shown(
            "A prepared action waits until",
            "Připravená akce platí do",
            rule="konflikt-7",
            labels=(
                ("round_end", "the end of the round"),
                ("next_turn", "the creature's next turn"),
            ),
        ),
    ] = "round_end"
