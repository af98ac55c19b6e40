"""Actors as Foundry VTT writes them for ``worldofdarkness``: made here, by the format."""

from typing import Any

LEVELS = ("bruised", "hurt", "injured", "wounded", "mauled", "crippled", "incapacitated")


def attribute(value: int, **more: Any) -> dict[str, Any]:
    return {"value": value, "bonus": 0, "total": value, "max": 5, "type": "physical", **more}


def item(kind: str, name: str, /, **system: Any) -> dict[str, Any]:
    return {"_id": name.lower(), "name": name, "type": kind, "system": system, "effects": []}


SWORD = item(
    "Melee Weapon",
    "Сабля",
    attack={"attribute": "dexterity", "ability": "melee", "accuracy": 1},
    damage={"attribute": "strength", "bonus": 2, "type": "lethal"},
    difficulty=5,
    minstrength=2,
    conceal="T",
    description="<p>Семейная.</p>",
)
CLAWS = item(
    "Melee Weapon",
    "Когти",
    isnatural=True,
    attack={"attribute": "dexterity", "ability": "brawl"},
    damage={"attribute": "strength", "bonus": 1, "type": "aggravated"},
    difficulty=6,
)
RIFLE = item(
    "Ranged Weapon",
    "Винтовка",
    attack={"attribute": "dexterity", "ability": "firearms", "accuracy": 0},
    damage={"attribute": "", "bonus": 7, "type": "lethal"},
    difficulty=6,
    range=200,
    rate=3,
    mode={"hasburst": True, "hasfullauto": True, "hasspray": True},
    clip={"value": 12, "max": 30},
)
KNIFE = item(
    "Ranged Weapon",
    "Метательный нож",
    attack={"attribute": "dexterity", "ability": "athletics"},
    damage={"attribute": "strength", "bonus": 1, "type": "lethal"},
    range=20,
)
VEST = item(
    "Armor",
    "Жилет",
    isequipped=True,
    dexpenalty=-1,
    soak={"bashing": 4, "lethal": 2, "aggravated": 0},
)
COAT = item("Armor", "Пальто", isequipped=False, soak={"bashing": 1, "lethal": 1, "aggravated": 0})
CELERITY = item("Power", "Celerity", type="wod.types.discipline", value=3)
RAPIDITY = item("Power", "Rapidity", type="wod.types.disciplinepower", level="1")


def vampire(**changes: Any) -> dict[str, Any]:
    """An actor with its abilities among its values, as all were before ``PC``."""
    system: dict[str, Any] = {
        "attributes": {
            **{"strength": attribute(3), "dexterity": attribute(4), "stamina": attribute(2)},
            **{"charisma": attribute(2), "manipulation": attribute(3), "appearance": attribute(1)},
            **{"perception": attribute(2), "intelligence": attribute(3), "wits": attribute(4)},
        },
        "abilities": {
            "brawl": {"type": "talent", "value": 2, "max": 5, "label": "wod.abilities.brawl"},
            "martialarts": {"type": "skill", "value": 1, "max": 5},
            "melee": {"type": "skill", "value": 3, "max": 5},
            "drive": {"type": "skill", "value": 0, "max": 5},
        },
        "health": {
            "damage": {"bashing": 1, "lethal": 2, "aggravated": 0, "woundlevel": "x"},
            **{level: {"value": 1, "total": 1, "penalty": 0} for level in LEVELS},
            "bruised": {"value": 1, "total": 2, "penalty": 0},
        },
        "advantages": {
            "willpower": {"permanent": 6, "temporary": 4, "max": 10, "roll": 4},
            "bloodpool": {"temporary": 9, "max": 13, "perturn": 2},
            "rage": {"permanent": 0, "temporary": 0, "max": 10},
        },
        "settings": {
            "soak": {
                "bashing": {"isrollable": True},
                "lethal": {"isrollable": True},
                "aggravated": {"isrollable": False},
            }
        },
        "soak": {"bashing": 2, "lethal": 2, "aggravated": 0},
        "initiative": {"base": 8, "bonus": 0, "total": 8},
        "clan": "Бруха",
        "concept": "Дуэлянт",
        "background": "<p>Из <b>Праги</b>.</p>",
        **changes.pop("system", {}),
    }
    return {
        "name": "Иржи",
        "type": "Vampire",
        "system": system,
        "items": [SWORD, RIFLE, KNIFE, VEST, COAT, CELERITY, RAPIDITY],
        "_stats": {"systemId": "worldofdarkness", "coreVersion": "13"},
        **changes,
    }


def pc(splat: str, *items: dict[str, Any], **system: Any) -> dict[str, Any]:
    """An actor of the newest kind: abilities and advantages among its items."""
    values = vampire()["system"]
    settings = {**values["settings"], "splat": splat}
    kept = {name: values[name] for name in ("attributes", "health", "soak")}
    bio = {"concept": "Страж", "splatfields": {"tribe": {"value": "Фенрир"}}}
    own = {**kept, "settings": settings, "bio": bio, "gear": {"notes": "<p>Рация</p>"}, **system}
    return vampire(type="PC", system={}, items=list(items)) | {"system": own}
