"""Actors as Foundry VTT writes them for the system ``deltagreen``: made here, by the format."""

from typing import Any

STATISTICS = {"str": 12, "con": 11, "dex": 13, "int": 14, "pow": 10, "cha": 9}


def skill(label: str, proficiency: Any) -> dict[str, Any]:
    return {"label": label, "proficiency": proficiency, "failure": False}


def item(type: str, name: str, **system: Any) -> dict[str, Any]:
    return {"_id": name.lower(), "name": name, "type": type, "system": system, "effects": []}


RIFLE = item(
    "weapon",
    "Карабин Веера",
    description="<p>Тяжёлый, <strong>но верный</strong>.</p>",
    skill="firearms",
    skillModifier=0,
    customSkillTarget=50,
    range="100M",
    damage="1D12+2",
    armorPiercing=3,
    lethality=10,
    isLethal=True,
    killRadius="3M",
    ammo="20",
    expense="Unusual",
    equipped=True,
)
KNIFE = item("weapon", "Нож", skill="melee_weapons", damage="1D4", range="0M", lethality=10)
WHIP = item("weapon", "Кнут", skill="custom", customSkillTarget=35, damage="1D4-1", range="N/A")
VEST = item("armor", "Жилет", protection=3, equipped=True, expense="Standard")
HELMET = item("armor", "Каска", protection=1, equipped=True)
SPARE = item("armor", "Запасной жилет", protection=5, equipped=False)
BOND = item("bond", "Сестра", score=12, relationship="семья")


def agent(**changes: Any) -> dict[str, Any]:
    """An agent of the newest schema, with everything on it."""
    system: dict[str, Any] = {
        "schemaVersion": 2,
        "health": {"value": 9, "min": 0, "max": 12, "protection": 4, "maxBonus": 0},
        "wp": {"value": 8, "min": 0, "max": 10, "maxBonus": 0},
        "statistics": {
            name: {"value": value, "modifier": 0, "distinguishing_feature": ""}
            for name, value in STATISTICS.items()
        },
        "skills": {
            "firearms": skill("Firearms", 55),
            "melee_weapons": skill("Melee Weapons", 40),
            "unarmed_combat": skill("Unarmed Combat", 45),
            "athletics": skill("Athletics", 50),
            "dodge": skill("Dodge", 35),
            "heavy_weapons": skill("Heavy Weapons", 0),
            "demolitions": skill("Demolitions", 10),
            "occult": skill("Occult", 30),
            "law": skill("Law", 0),
        },
        "typedSkills": {
            "tskill_01": {"label": "Latin", "group": "Language", "proficiency": 20},
        },
        "specialTraining": [{"name": "Парашют", "attribute": "dex", "id": "x"}],
        "sanity": {"value": 48, "max": 99, "currentBreakingPoint": 40},
        "physical": {
            "description": "<p>Шрам&nbsp;на щеке.</p><ul><li>очки</li><li>трость</li></ul>",
            "wounds": "",
            "exhausted": False,
        },
        "biography": {"profession": "Федеральный агент", "age": "41", "education": ""},
        "corruption": {"value": 0, "haveSeenTheYellowSign": False, "gift": "", "insight": ""},
        "settings": {"rolling": {"defaultPercentileModifier": 20}},
        **changes.pop("system", {}),
    }
    return {
        "name": "Виктор Веер",
        "type": "agent",
        "img": "icons/svg/mystery-man.svg",
        "system": system,
        "items": [RIFLE, KNIFE, WHIP, VEST, HELMET, SPARE, BOND],
        "effects": [],
        "flags": {"exportSource": {"world": "test", "system": "deltagreen"}},
        "prototypeToken": {"name": "Виктор Веер"},
        "_stats": {"systemId": "deltagreen", "systemVersion": "2.0.0", "coreVersion": "14.350"},
        **changes,
    }


def old_agent() -> dict[str, Any]:
    """One of the first schema: values under ``data``, few of them, numbers as they were typed."""
    return {
        "name": "Старый агент",
        "type": "agent",
        "permission": {"default": 0},
        "token": {"name": "Старый агент"},
        "data": {
            "schemaVersion": 1,
            "health": {"value": 10, "min": 0, "max": 10},
            "statistics": {"str": {"value": "14"}, "con": {"value": 13}},
            "skills": {"firearms": {"proficiency": "60"}, "unarmed_combat": {"proficiency": 50}},
            "physical": {"description": "(Physical description of agent)"},
        },
        "items": [
            {
                "name": "Обрез",
                "type": "weapon",
                "data": {"skill": "firearms", "damage": "2D10", "lethality": 0, "range": "10 m"},
            }
        ],
    }
