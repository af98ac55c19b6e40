"""What is filled in: characters, weapons and armour (chapter 14), house rules, and their words."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, get_args

from pydantic import Field as Limits
from pydantic import field_validator, model_validator

from desktop.rules.fields import ONE_OR_MORE, KnownAs, Record, Shown, known_to_players
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

FORM_ATTRIBUTES: dict[str | None, dict[str, int]] = {
    "homid": {},
    "glabro": {"strength": 2, "stamina": 2, "manipulation": -1},
    "crinos": {
        "strength": 4,
        "dexterity": 1,
        "stamina": 3,
        "manipulation": -3,
    },
    "hispo": {"strength": 3, "dexterity": 2, "stamina": 3, "manipulation": -3},
    "lupus": {"strength": 1, "dexterity": 2, "stamina": 2, "manipulation": -3},
}
"""What each form of a werewolf adds to the attributes of the homid, as far as a fight asks."""

HARM: Terms = (
    ("bashing", "ударный"),
    ("lethal", "летальный"),
    ("aggravated", "тяжёлый"),
)

WEAPON_KINDS: Terms = (
    ("melee", "холодное"),
    ("firearm", "огнестрельное"),
    ("thrown", "метательное"),
    ("natural", "естественное"),
)

STOPPED = terms((*HARM, *WEAPON_KINDS))
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


# ---- values


Name = Annotated[str, Limits(min_length=1, max_length=100)]

Dots = Annotated[int, Limits(ge=1, le=10)]

Rating = Annotated[int, Limits(ge=0, le=10)]

Harm = Literal["bashing", "lethal", "aggravated"]

Kind = Literal["human", "changeling", "changeling_wyrd", "vampire", "werewolf", "monster"]

WeaponKind = Literal["melee", "firearm", "thrown", "natural"]

Form = Literal["homid", "glabro", "crinos", "hispo", "lupus"]

Level = Literal[
    "bruised", "hurt", "injured", "wounded", "mauled", "crippled", "incapacitated", "dead"
]

AttributeName = Literal[
    "strength", "dexterity", "stamina", "charisma", "manipulation", "appearance", "perception",
    "intelligence", "wits",
]  # fmt: skip

Scores = Annotated[dict[Annotated[str, Limits(max_length=100)], Rating], Limits(max_length=100)]

MOST_LIMBS = 8
"""That can be crippled (mir_tmy-32)."""


class Damage(Record):
    """Levels marked, by type (mir_tmy-15, 17)."""

    bashing: Annotated[int, Limits(ge=0, le=99), Shown("Bashing", "Ударный")] = 0
    lethal: Annotated[int, Limits(ge=0, le=99), Shown("Lethal", "Летальный")] = 0
    aggravated: Annotated[int, Limits(ge=0, le=99), Shown("Aggravated", "Тяжёлый")] = 0


class Attributes(Record):
    """The nine attributes, 1 to 10, as they are in the form the character is in."""

    strength: Annotated[Dots, Shown("Strength", "Сила", group="physical")] = 1
    dexterity: Annotated[Dots, Shown("Dexterity", "Ловкость", group="physical")] = 1
    stamina: Annotated[Dots, Shown("Stamina", "Выносливость", group="physical")] = 1
    charisma: Annotated[Dots, Shown("Charisma", "Харизма", group="social")] = 1
    manipulation: Annotated[Dots, Shown("Manipulation", "Манипулирование", group="social")] = 1
    appearance: Annotated[Dots, Shown("Appearance", "Привлекательность", group="social")] = 1
    perception: Annotated[Dots, Shown("Perception", "Восприятие", group="mental")] = 1
    intelligence: Annotated[Dots, Shown("Intelligence", "Интеллект", group="mental")] = 1
    wits: Annotated[Dots, Shown("Wits", "Смекалка", group="mental")] = 1


# ---- weapons and armour


USUAL_ABILITY = {
    "melee": "melee",
    "firearm": "firearms",
    "thrown": "athletics",
    "natural": "brawl",
}


class Weapon(Record):
    """A weapon. ``damage`` in dice, to which hand weapons and throws add strength (mir_tmy-12).

    A melee weapon that deals bashing damage is a club (mir_tmy-26) and can sweep (34); a firearm
    that deals bashing damage is a taser (26).
    """

    name: Annotated[Name, Shown("Name", "Название", context="thing")]
    ability: Annotated[
        str,
        Limits(max_length=100),
        Shown(
            "Ability",
            "Навык",
            rule="mir_tmy-10",
            help="empty: the usual one of its kind",
            labels=terms(ABILITIES),
        ),
    ] = ""
    kind: Annotated[WeaponKind, Shown("Kind", "Вид", labels=terms(WEAPON_KINDS))] = "melee"
    damage: Annotated[
        int,
        Limits(ge=-5, le=40),
        Shown("Damage", "Повреждения", rule="mir_tmy-12", help="in melee added to strength"),
    ] = 0
    type: Annotated[Harm, Shown("Type", "Тип урона", rule="mir_tmy-15", labels=terms(HARM))] = (
        "lethal"
    )
    range: Annotated[
        int | None, Limits(ge=1, le=5000), Shown("Range", "Дистанция", unit="m", rule="mir_tmy-23")
    ] = None
    clip: Annotated[
        int | None, Limits(ge=1, le=999), Shown("Clip", "Обойма", rule="mir_tmy-38")
    ] = None
    loaded: Annotated[
        int | None,
        Limits(ge=0, le=999),
        Shown("Loaded", "Заряжено", rule="mir_tmy-38", help="empty: a full clip"),
    ] = None
    automatic: Annotated[bool, Shown("Automatic", "Автоматическое", rule="mir_tmy-37")] = False
    burst: Annotated[bool, Shown("Short bursts", "Короткие очереди", rule="mir_tmy-40")] = False
    chamber: Annotated[
        int,
        Limits(ge=0, le=9),
        Shown(
            "In the chamber",
            "В стволе",
            rule="mir_tmy-38",
            help="rounds beyond the clip; without them the clip is full all the same",
        ),
    ] = 0
    rate: Annotated[
        int | None,
        Limits(ge=1, le=99),
        Shown(
            "Rate of fire",
            "Темп стрельбы",
            rule="mir_tmy-10",
            help="single shots a turn, where the house rule asks for it",
        ),
    ] = None
    light: Annotated[bool, Shown("Light", "Лёгкое", rule="mir_tmy-41")] = False
    sight: Annotated[
        Literal["none", "optic", "laser"],
        Shown(
            "Sight",
            "Прицел",
            rule="mir_tmy-36",
            labels=(
                ("none", Term("none", "нет")),
                ("optic", Term("optic", "оптический")),
                ("laser", Term("laser", "лазерный")),
            ),
        ),
    ] = "none"
    parry: Annotated[
        int, Limits(ge=2, le=10), Shown("Parry difficulty", "Парирование", rule="mir_tmy-44")
    ] = 6
    strength: Annotated[
        int,
        Limits(ge=0, le=10),
        Shown("Needs strength", "Нужна Сила", rule="mir_tmy-12", help="with less it is no use"),
    ] = 0
    silver: Annotated[
        bool,
        Shown("Silver", "Серебро", rule="mir_tmy-16", help="aggravated damage to werewolves"),
    ] = False
    cutting: Annotated[bool, Shown("Cutting", "Режущее", rule="mir_tmy-32")] = False
    explosive: Annotated[
        bool,
        Shown(
            "Explosive",
            "Взрывчатка",
            rule="mir_tmy-16",
            help="thrown, but no strength is added; bashing to a vampire",
        ),
    ] = False
    concealed: Annotated[
        bool,
        Shown(
            "Not in hand",
            "Спрятано",
            rule="mir_tmy-53",
            help="sheathed or hidden at first: it has to be made ready",
        ),
    ] = False
    notes: Annotated[str, Limits(max_length=2000), Shown("Notes", "Заметки", long=True)] = ""

    @model_validator(mode="after")
    def _rounds_fit(self) -> Weapon:
        if self.loaded is None or self.clip is None:
            return self
        most = self.clip + self.chamber
        if self.loaded > most:
            raise ValueError(
                Text("loaded can be at most the clip ({clip})", clip=most), "loaded", "clip"
            )
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

Stopped = Literal["bashing", "lethal", "aggravated", "melee", "firearm", "thrown", "natural"]


class Armor(Record):
    """Armour: soak dice against what it is good for (mir_tmy-16).

    ``stops`` may name types of damage and kinds of weapon; of types or kinds that it does not name
    at all it stops every one: mail is ``["melee", "natural", "thrown"]``.
    """

    name: Annotated[Name, Shown("Name", "Название", context="thing")]
    rating: Annotated[
        int, Limits(ge=0, le=20), Shown("Soak dice", "Кубики поглощения", rule="mir_tmy-16")
    ] = 1
    stops: Annotated[
        list[Stopped],
        Limits(max_length=7),
        Shown(
            "Stops",
            "Защищает от",
            rule="mir_tmy-16",
            help="empty: everything",
            labels=STOPPED,
        ),
    ] = []
    penalty: Annotated[
        int,
        Limits(ge=0, le=9),
        Shown("Penalty", "Штраф к Ловкости", rule="mir_tmy-16", help="dice of dexterity pools"),
    ] = 0
    notes: Annotated[str, Limits(max_length=2000), Shown("Notes", "Заметки", long=True)] = ""

    def against(self, type: str, kind: str) -> int:
        """mir_tmy-16: its dice against this type of damage from this kind of weapon."""
        types = [tag for tag in self.stops if tag in ("bashing", "lethal", "aggravated")]
        kinds = [tag for tag in self.stops if tag not in ("bashing", "lethal", "aggravated")]
        good = (not types or type in types) and (not kinds or kind in kinds)
        return self.rating if good else 0


# ---- a character


class Sheet(Record):
    """One character."""

    name: Annotated[Name, Shown("Name", "Имя")]
    kind: Annotated[Kind, Shown("Kind", "Существо", rule="mir_tmy-16", labels=terms(KINDS))] = (
        "human"
    )
    form: Annotated[
        Form | None,
        Shown("Form", "Форма", rule="mir_tmy-25", help="of a werewolf", labels=terms(FORMS)),
    ] = None
    attributes: Annotated[Attributes, Shown("Attributes", "Атрибуты")] = Attributes()
    abilities: Annotated[Scores, Shown("Abilities", "Способности", labels=terms(ABILITIES))] = {}
    powers: Annotated[Scores, Shown("Powers", "Силы", rule="mir_tmy-9", labels=terms(POWERS))] = {}
    extra_actions: Annotated[
        int, Limits(ge=0, le=10), Shown("Extra actions", "Доп. действия", rule="mir_tmy-50")
    ] = 0
    ambidextrous: Annotated[bool, Shown("Ambidextrous", "Обоерукость", rule="mir_tmy-41")] = False
    health: Annotated[
        list[Level],
        Limits(min_length=1, max_length=40),
        Shown("Health levels", "Уровни здоровья", rule="mir_tmy-17", labels=terms(LEVELS)),
    ] = list(get_args(Level))
    damage: Annotated[
        Damage,
        Shown("Damage marked", "Повреждения", rule="mir_tmy-17", help="what is not healed yet"),
    ] = Damage()
    crippled_limbs: Annotated[
        int,
        Limits(ge=0, le=MOST_LIMBS),
        Shown("Crippled limbs", "Повреждённые конечности", rule="mir_tmy-32", help="until healed"),
    ] = 0
    soaks: Annotated[
        list[Harm] | None,
        Limits(max_length=3),
        Shown(
            "Stamina soaks",
            "Выносливость поглощает",
            rule="mir_tmy-16",
            help="empty: what its kind may; a monster bashing and lethal",
            labels=terms(HARM),
        ),
    ] = None
    armor: Annotated[list[Armor], ONE_OR_MORE, Limits(max_length=5), Shown("Armour", "Броня")] = []
    weapons: Annotated[list[Weapon], Limits(max_length=20), Shown("Weapons", "Оружие")] = []
    notes: Annotated[str, Limits(max_length=10_000), Shown("Notes", "Заметки", long=True)] = ""
    known_as: Annotated[KnownAs, known_to_players("Игроки знают как")] = ""

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
            raise ValueError(
                Text("damage, levels to mark: {count}", count=most), "damage", "health"
            )
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

    ones_cancel: Annotated[
        bool, Shown("Ones take successes away", "Единицы отнимают", rule="mir_tmy-1")
    ] = True
    tens_again: Annotated[
        bool,
        Shown(
            "Tens are thrown again",
            "Десятки перебрасываются",
            rule="mir_tmy-1",
            help="a 10 counts and brings one more die, once",
        ),
    ] = False
    damage_ones_cancel: Annotated[
        bool,
        Shown(
            "Ones take away in damage and soak too",
            "Единицы в уроне и поглощении",
            rule="mir_tmy-12",
        ),
    ] = False
    declare: Annotated[
        bool,
        Shown(
            "Actions are declared",
            "Заявки",
            rule="mir_tmy-5",
            help="if not, everybody decides when on turn",
        ),
    ] = True
    rate_of_fire: Annotated[
        bool,
        Shown(
            "Rate of fire counts",
            "Темп стрельбы",
            rule="mir_tmy-10",
            help="no gun fires more single shots a turn than its rate",
        ),
    ] = False
    form_attributes: Annotated[
        bool,
        Shown(
            "Changing form changes attributes",
            "Форма меняет атрибуты",
            rule="mir_tmy-25",
            help="when the form of a werewolf is set by hand",
        ),
    ] = True
    many_on_one: Annotated[
        Literal["known", "so_far"],
        Shown(
            "Many on one: who counts",
            "Толпа на одного",
            rule="mir_tmy-22",
            help="attackers who are known, or only those who have struck",
            labels=(("known", "declared or struck"), ("so_far", "struck so far")),
        ),
    ] = "known"
    sweep_initiative: Annotated[
        int,
        Limits(ge=0, le=20),
        Shown("A sweep lowers initiative by", "Подсечка: инициатива", rule="mir_tmy-34"),
    ] = 5
    disarm_miss: Annotated[
        Literal["damage", "nothing"],
        Shown(
            "Disarming that falls short",
            "Неудачное разоружение",
            rule="mir_tmy-35",
            labels=(("damage", "ordinary damage"), ("nothing", "nothing")),
        ),
    ] = "damage"
