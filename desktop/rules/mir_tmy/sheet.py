"""What is filled in: characters, weapons and armour (chapter 14), house rules, and their words."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, get_args

from pydantic import Field as Limits
from pydantic import field_validator, model_validator

from desktop.rules.fields import ONE_OR_MORE, KnownAs, Labels, Record, known_to_players, shown
from desktop.rules.text import Term, Terms, Text, terms

# ---- words


KINDS: Terms = (
    ("human", "человек"),
    ("changeling", "подменыш"),
    ("changeling_wyrd", "подменыш, воззвавший к Вирду"),
    ("vampire", "вампир"),
    ("werewolf", "оборотень"),
    ("monster", "монстр"),
)

FORMS: Terms = (
    ("homid", "хомид"),
    ("glabro", "глабро"),
    ("crinos", "кринос"),
    ("hispo", "хиспо"),
    ("lupus", "люпус"),
)

FORM_CHANGES: dict[str | None, dict[str, int]] = {
    "homid": {},
    "glabro": {"strength": 2, "stamina": 2, "manipulation": -1},
    "crinos": {"strength": 4, "dexterity": 1, "stamina": 3, "manipulation": -3},
    "hispo": {"strength": 3, "dexterity": 2, "stamina": 3, "manipulation": -3},
    "lupus": {"strength": 1, "dexterity": 2, "stamina": 2, "manipulation": -3},
}
"""What each form of a werewolf adds to the attributes of the homid, as far as a fight asks."""

HARM: Terms = (("bashing", "ударный"), ("lethal", "летальный"), ("aggravated", "тяжёлый"))

WEAPON_KINDS: Terms = (
    ("melee", "холодное"),
    ("firearm", "огнестрельное"),
    ("thrown", "метательное"),
    ("natural", "естественное"),
)

STOPPED = (*HARM, *WEAPON_KINDS)
"""What armour may be good against. A kind of weapon is not the ability of the same id."""

LEVELS: Terms = (
    ("bruised", "Синяки"),
    ("hurt", "Ушибы"),
    ("injured", "Травмы"),
    ("wounded", "Раны"),
    ("mauled", "Увечья"),
    ("crippled", "Калека"),
    ("incapacitated", "Без сознания"),
    ("dead", "Мёртв"),
)

ATTRIBUTES: Terms = (
    ("strength", "Сила"),
    ("dexterity", "Ловкость"),
    ("stamina", "Выносливость"),
    ("charisma", "Харизма"),
    ("manipulation", "Манипулирование"),
    ("appearance", "Привлекательность"),
    ("perception", "Восприятие"),
    ("intelligence", "Интеллект"),
    ("wits", "Смекалка"),
)

ABILITIES: Terms = (
    ("brawl", "Драка"),
    ("martial_arts", "Боевые искусства"),
    ("do", "До"),
    ("kailindo", "Кайлиндо"),
    ("melee", "Фехтование"),
    ("firearms", "Огнестрельное оружие"),
    ("athletics", "Атлетика"),
    ("dodge", "Уклонение"),
    ("stealth", "Незаметность"),
    ("alertness", "Бдительность"),
    ("awareness", "Осведомлённость"),
    ("kenning", "Кеннинг"),
    ("primal_urge", "Изначальные инстинкты"),
    ("malkavian_time", "Время малкавиан"),
    ("intuition", "Интуиция"),
    ("occult", "Оккультизм"),
    ("grimoires", "Гримуары"),
    ("rituals", "Ритуалы"),
    ("hypertech", "Гипертехнологии"),
    ("security", "Безопасность"),
    ("expression", "Экспрессия"),
    ("intimidation", "Запугивание"),
    ("leadership", "Лидерство"),
    ("etiquette", "Этикет"),
    ("performance", "Исполнение"),
)

POWERS: Terms = (
    ("auspex", "Прорицание"),
    ("gaze_of_the_battlefield", "Взгляд на поле боя"),
    ("providence", "Провидение"),
    ("divination", "Предсказания"),
    ("fatalism", "Фатализм"),
    ("celerity", "Стремительность"),
    ("potence", "Могущество"),
    ("rage", "Ярость"),
    ("time", "Время"),
    ("wayfare", "Странствие"),
)
"""Powers by their usual names. Of those that no rule asks for only the name counts."""

AWARE = {
    "full": Term("sees everything", "всё видит"),
    "threat_and_gist": Term("senses a threat, grasps the gist", "чует угрозу, понимает суть"),
    "threat": Term("senses a threat", "чует угрозу"),
    "gist": Term("grasps the gist", "понимает суть"),
    "none": Term("notices nothing", "не замечает"),
}
"""What somebody makes of an action without outward sign (mir_tmy-9)."""

AWARENESS = tuple(AWARE.items())

_ALSO = {
    "борьба": "brawl",
    "холодное оружие": "melee",
    "стрельба": "firearms",
    "огнестрел": "firearms",
    "атлетизм": "athletics",
    "уворот": "dodge",
    "скрытность": "stealth",
    "харизма": "charisma",
}

_KNOWN = {
    **_ALSO,
    **{said.casefold().replace("ё", "е"): id for id, said in (*ATTRIBUTES, *ABILITIES, *POWERS)},
}


@lru_cache(maxsize=1024)
def known_as(name: str) -> str:
    """The id of an attribute, ability or power by any of its names; another name as it is."""
    plain = name.strip().casefold().replace("ё", "е")
    return _KNOWN.get(plain) or plain.replace(" ", "_")


_SAID = dict((*ATTRIBUTES, *ABILITIES, *POWERS, *KINDS, *FORMS, *HARM, *LEVELS))


def word(id: str) -> Term:
    """An attribute, ability, power, type of damage or level, in both languages."""
    return Term(id.replace("_", " "), _SAID.get(id, ""))


def level_word(level: str, kind: str) -> Term:
    """mir_tmy-17: a level of health; the last one of a vampire is no death."""
    return Term("torpor", "Торпор") if (level, kind) == ("dead", "vampire") else word(level)


# ---- values


Name = Annotated[str, Limits(min_length=1, max_length=100)]

Dots = Annotated[int, Limits(ge=1, le=10)]

Rating = Annotated[int, Limits(ge=0, le=10)]

Harm = Literal["bashing", "lethal", "aggravated"]
TYPES: tuple[str, ...] = get_args(Harm)

Kind = Literal["human", "changeling", "changeling_wyrd", "vampire", "werewolf", "monster"]

WeaponKind = Literal["melee", "firearm", "thrown", "natural"]

Form = Annotated[Literal["homid", "glabro", "crinos", "hispo", "lupus"], Labels(FORMS)]

Level = Literal[
    "bruised", "hurt", "injured", "wounded", "mauled", "crippled", "incapacitated", "dead"
]

AttributeName = Annotated[Literal[
    "strength", "dexterity", "stamina", "charisma", "manipulation", "appearance", "perception",
    "intelligence", "wits",
], Labels(ATTRIBUTES)]  # fmt: skip

Scores = Annotated[dict[Annotated[str, Limits(max_length=100)], Rating], Limits(max_length=100)]

Rounds = Annotated[int, Limits(ge=0, le=999)]

MOST_LIMBS = 8
"""That can be crippled (mir_tmy-32)."""

Limbs = Annotated[int, Limits(ge=0, le=MOST_LIMBS)]


class Damage(Record):
    """Levels marked, by type (mir_tmy-15, 17)."""

    bashing: int = shown(0, "Bashing", "Ударный", ge=0, le=99)
    lethal: int = shown(0, "Lethal", "Летальный", ge=0, le=99)
    aggravated: int = shown(0, "Aggravated", "Тяжёлый", ge=0, le=99)


class Attributes(Record):
    """The nine attributes, 1 to 10, as they are in the form the character is in."""

    strength: Dots = shown(1, "Strength", "Сила", group="physical")
    dexterity: Dots = shown(1, "Dexterity", "Ловкость", group="physical")
    stamina: Dots = shown(1, "Stamina", "Выносливость", group="physical")
    charisma: Dots = shown(1, "Charisma", "Харизма", group="social")
    manipulation: Dots = shown(1, "Manipulation", "Манипулирование", group="social")
    appearance: Dots = shown(1, "Appearance", "Привлекательность", group="social")
    perception: Dots = shown(1, "Perception", "Восприятие", group="mental")
    intelligence: Dots = shown(1, "Intelligence", "Интеллект", group="mental")
    wits: Dots = shown(1, "Wits", "Смекалка", group="mental")


# ---- weapons and armour


USUAL_ABILITY = {"melee": "melee", "firearm": "firearms", "thrown": "athletics", "natural": "brawl"}


FIRED = ("kind", "firearm")
BY_HAND = ("kind", "melee")
"""Which weapons some fields are of."""


class Weapon(Record):
    """A weapon. ``damage`` in dice, to which hand weapons and throws add strength (mir_tmy-12).

    A melee weapon that deals bashing damage is a club (mir_tmy-26) and can sweep (34); a firearm
    that deals bashing damage is a taser (26).
    """

    name: Name = shown(..., "Name", "Название", context="thing")
    ability: str = shown(
        "",
        "Ability",
        "Навык",
        "mir_tmy-10",
        max_length=100,
        help="empty: the usual one of its kind",
        labels=terms(ABILITIES),
    )
    kind: WeaponKind = shown("melee", "Kind", "Вид", labels=terms(WEAPON_KINDS))
    damage: int = shown(
        0, "Damage", "Повреждения", "mir_tmy-12", ge=-5, le=40, help="in melee added to strength"
    )
    type: Harm = shown("lethal", "Type", "Тип урона", "mir_tmy-15", labels=terms(HARM))
    range: int | None = shown(None, "Range", "Дистанция", "mir_tmy-23", "m", ge=1, le=5000)
    clip: int | None = shown(None, "Clip", "Обойма", "mir_tmy-38", ge=1, le=999, only_with=FIRED)
    loaded: Rounds | None = shown(
        None, "Loaded", "Заряжено", "mir_tmy-38", help="empty: a full clip", only_with=FIRED
    )
    automatic: bool = shown(False, "Automatic", "Автоматическое", "mir_tmy-37", only_with=FIRED)
    burst: bool = shown(False, "Short bursts", "Короткие очереди", "mir_tmy-40", only_with=FIRED)
    chamber: int = shown(
        0,
        "In the chamber",
        "В стволе",
        "mir_tmy-38",
        ge=0,
        le=9,
        help="rounds beyond the clip; without them the clip is full all the same",
        only_with=FIRED,
    )
    rate: int | None = shown(
        None,
        "Rate of fire",
        "Темп стрельбы",
        "mir_tmy-10",
        ge=1,
        le=99,
        help="single shots a turn, where the house rule asks for it",
        only_with=("kind", "firearm", "thrown"),
    )
    light: bool = shown(False, "Light", "Лёгкое", "mir_tmy-41", only_with=FIRED)
    sight: Literal["none", "optic", "laser"] = shown(
        "none",
        "Sight",
        "Прицел",
        "mir_tmy-36",
        only_with=FIRED,
        labels=(
            ("none", Term("none", "нет")),
            ("optic", Term("optic", "оптический")),
            ("laser", Term("laser", "лазерный")),
        ),
    )
    parry: int = shown(
        6, "Parry difficulty", "Парирование", "mir_tmy-44", ge=2, le=10, only_with=BY_HAND
    )
    strength: int = shown(
        0, "Needs strength", "Нужна Сила", "mir_tmy-12", ge=0, le=10, help="with less it is no use"
    )
    silver: bool = shown(
        False, "Silver", "Серебро", "mir_tmy-16", help="aggravated damage to werewolves"
    )
    cutting: bool = shown(False, "Cutting", "Режущее", "mir_tmy-32", only_with=BY_HAND)
    explosive: bool = shown(
        False,
        "Explosive",
        "Взрывчатка",
        "mir_tmy-16",
        help="thrown, but no strength is added; bashing to a vampire",
    )
    concealed: bool = shown(
        False,
        "Not in hand",
        "Спрятано",
        "mir_tmy-53",
        help="sheathed or hidden at first: it has to be made ready",
    )
    notes: str = shown("", "Notes", "Заметки", max_length=2000, long=True)

    @model_validator(mode="after")
    def _rounds_fit(self) -> Weapon:
        most = (self.clip or 0) + self.chamber
        if self.loaded is not None and self.clip is not None and self.loaded > most:
            too_many = Text("loaded can be at most the clip ({clip})", clip=most)
            raise ValueError(too_many, "loaded", "clip")
        return self

    @property
    def close(self) -> bool:
        """Whether it strikes hand to hand."""
        return self.kind in ("melee", "natural")

    @property
    def club(self) -> bool:
        """mir_tmy-26 and 34: whether it is a hand weapon that deals bashing damage."""
        return self.kind == "melee" and self.type == "bashing"

    @property
    def skill(self) -> str:
        """mir_tmy-10: the id of the ability: the weapon's own, or the usual one of its kind."""
        return known_as(self.ability) if self.ability else USUAL_ABILITY[self.kind]

    @property
    def gunshot(self) -> bool:
        """mir_tmy-16: whether it is bashing to a vampire; a bow is no gun."""
        return self.explosive or (self.kind == "firearm" and self.skill == "firearms")

    @property
    def farthest(self) -> int | None:
        """mir_tmy-23: how far it reaches, in metres; None where nothing is said."""
        return None if self.range is None else 2 * self.range

    @property
    def rounds(self) -> int:
        """Rounds in the clip and the chamber, all there can be where nothing else is said."""
        return self.loaded if self.loaded is not None else (self.clip or 0) + self.chamber


FISTS = Weapon(name="Кулаки", ability="brawl", kind="natural", type="bashing")
"""What everybody can strike with."""

Stopped = Annotated[Literal[Harm, WeaponKind], Labels(STOPPED)]


class Armor(Record):
    """Armour: soak dice against what it is good for (mir_tmy-16).

    ``stops`` may name types of damage and kinds of weapon; of types or kinds that it does not name
    at all it stops every one: mail is ``["melee", "natural", "thrown"]``.
    """

    name: Name = shown(..., "Name", "Название", context="thing")
    rating: int = shown(
        1, "Soak dice", "Кубики поглощения", "mir_tmy-16", ge=0, le=20, telling=True
    )
    stops: list[Stopped] = shown(
        [], "Stops", "Защищает от", "mir_tmy-16", max_length=7, help="empty: everything"
    )
    penalty: int = shown(
        0, "Penalty", "Штраф к Ловкости", "mir_tmy-16", ge=0, le=9, help="dice of dexterity pools"
    )
    notes: str = shown("", "Notes", "Заметки", max_length=2000, long=True)

    def against(self, type: str, kind: str) -> int:
        """mir_tmy-16: its dice against this type of damage from this kind of weapon."""
        types = [tag for tag in self.stops if tag in TYPES]
        kinds = [tag for tag in self.stops if tag not in TYPES]
        good = (not types or type in types) and (not kinds or kind in kinds)
        return self.rating if good else 0


# ---- a character


class Sheet(Record):
    """One character."""

    name: Name = shown(..., "Name", "Имя")
    kind: Kind = shown("human", "Kind", "Существо", "mir_tmy-16", labels=terms(KINDS))
    form: Form | None = shown(None, "Form", "Форма", "mir_tmy-25", help="of a werewolf")
    attributes: Attributes = shown(Attributes(), "Attributes", "Атрибуты")
    abilities: Scores = shown({}, "Abilities", "Способности", labels=terms(ABILITIES))
    powers: Scores = shown({}, "Powers", "Силы", "mir_tmy-9", labels=terms(POWERS))
    extra_actions: int = shown(0, "Extra actions", "Доп. действия", "mir_tmy-50", ge=0, le=10)
    ambidextrous: bool = shown(False, "Ambidextrous", "Обоерукость", "mir_tmy-41")
    health: list[Level] = shown(
        list(get_args(Level)),
        "Health levels",
        "Уровни здоровья",
        "mir_tmy-17",
        min_length=1,
        max_length=40,
        labels=terms(LEVELS),
    )
    damage: Damage = shown(
        Damage(), "Damage marked", "Повреждения", "mir_tmy-17", help="what is not healed yet"
    )
    crippled_limbs: Limbs = shown(
        0, "Crippled limbs", "Повреждённые конечности", "mir_tmy-32", help="until healed"
    )
    soaks: list[Harm] | None = shown(
        None,
        "Stamina soaks",
        "Выносливость поглощает",
        "mir_tmy-16",
        max_length=3,
        help="empty: what its kind may; a monster bashing and lethal",
        labels=terms(HARM),
    )
    armor: Annotated[list[Armor], ONE_OR_MORE] = shown([], "Armour", "Броня", max_length=5)
    weapons: list[Weapon] = shown([], "Weapons", "Оружие", max_length=20)
    notes: str = shown("", "Notes", "Заметки", max_length=10_000, long=True)
    known_as: Annotated[KnownAs, known_to_players("Имя для игроков")] = ""

    @field_validator("health")
    @classmethod
    def _from_bad_to_worse(cls, health: list[Level]) -> list[Level]:
        ranks = [[level for level, _ in LEVELS].index(level) for level in health]
        if ranks != sorted(ranks):
            raise ValueError(Text("levels go from bruised to dead"))
        if health.count("dead") > 1 or set(health) == {"dead"}:
            raise ValueError(Text("there is one level dead, after others"))
        return health

    @model_validator(mode="after")
    def _damage_fits(self) -> Sheet:
        damage, most = self.damage, len([level for level in self.health if level != "dead"]) + 1
        if damage.bashing + damage.lethal + damage.aggravated > most:
            too_much = Text("damage, levels to mark: {count}", count=most)
            raise ValueError(too_much, "damage", "health")
        return self

    @model_validator(mode="after")
    def _weapons_are_told_apart(self) -> Sheet:
        names = [weapon.name for weapon in self.weapons]
        if len(set(names)) < len(names):
            raise ValueError(Text("two weapons have the same name"), "weapons")
        return self


# ---- house rules


class HouseRules(Record):
    """The choices this system leaves; the defaults are the ledger's."""

    ones_cancel: bool = shown(True, "Ones take successes away", "Единицы отнимают", "mir_tmy-1")
    tens_again: bool = shown(
        False,
        "Tens are thrown again",
        "Десятки перебрасываются",
        "mir_tmy-1",
        help="a 10 counts and brings one more die, once",
    )
    damage_ones_cancel: bool = shown(
        False, "Ones take away in damage and soak too", "Единицы в уроне и поглощении", "mir_tmy-12"
    )
    declare: bool = shown(
        True,
        "Actions are declared",
        "Заявки",
        "mir_tmy-5",
        help="if not, everybody decides when on turn",
    )
    rate_of_fire: bool = shown(
        False,
        "Rate of fire counts",
        "Темп стрельбы",
        "mir_tmy-10",
        help="no gun fires more single shots a turn than its rate",
    )
    form_attributes: bool = shown(
        True,
        "Changing form changes attributes",
        "Форма меняет атрибуты",
        "mir_tmy-25",
        help="when the form of a werewolf is set by hand",
    )
    many_on_one: Literal["known", "so_far"] = shown(
        "known",
        "Many on one: who counts",
        "Толпа на одного",
        "mir_tmy-22",
        help="attackers who are known, or only those who have struck",
        labels=(("known", "declared or struck"), ("so_far", "struck so far")),
    )
    sweep_initiative: int = shown(
        5, "A sweep lowers initiative by", "Подсечка: инициатива", "mir_tmy-34", ge=0, le=20
    )
    disarm_miss: Literal["damage", "nothing"] = shown(
        "damage",
        "Disarming that falls short",
        "Неудачное разоружение",
        "mir_tmy-35",
        labels=(("damage", "ordinary damage"), ("nothing", "nothing")),
    )
