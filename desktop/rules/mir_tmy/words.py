"""The system's own words: its terms by id, and the other spellings by which they are known."""

from __future__ import annotations

from desktop.rules.text import Text

Terms = tuple[tuple[str, str], ...]

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
TYPES = {
    "bashing": Text("bashing"),
    "lethal": Text("lethal"),
    "aggravated": Text("aggravated"),
}
"""Types of damage as they stand in a sentence."""

WEAPON_KINDS: Terms = (
    ("melee", "холодное"),
    ("firearm", "огнестрельное"),
    ("thrown", "метательное"),
    ("natural", "естественное"),
)
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
    ("charisma", "Обаяние"),
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

AWARENESS: Terms = (
    ("full", "всё видит"),
    ("threat_and_gist", "чует угрозу, понимает суть"),
    ("threat", "чует угрозу"),
    ("gist", "понимает суть"),
    ("none", "не замечает"),
)

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


def known_as(name: str) -> str:
    """The id of an attribute, ability or power by any of its names; another name as it is."""
    plain = name.strip().casefold().replace("ё", "е")
    return _KNOWN.get(plain) or plain.replace(" ", "_")


_SAID = dict((*ATTRIBUTES, *ABILITIES, *POWERS, *KINDS, *FORMS, *HARM, *LEVELS))


def said(id: str) -> str:
    """A term in the system's own language."""
    return _SAID.get(id, id.replace("_", " "))
