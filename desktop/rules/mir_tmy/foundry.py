"""Actors of the Foundry VTT system ``worldofdarkness`` as characters of the World of Darkness.

What Foundry writes for one actor: ``name``, ``type`` (``Vampire``, ``Mortal``, ``Werewolf``…, or
``PC`` with the kind under ``settings.splat``), and its values (:mod:`desktop.rules.foundry`). There
``attributes`` has nine entries with ``value`` and ``total``, ``health`` the number of boxes of each
level and the ``damage`` marked. Abilities stand under ``abilities``, of a ``PC`` among the
``items``, as do powers, weapons and armour.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from desktop.rules import foundry
from desktop.rules.foreign import ForeignCharacter, ForeignEntry, Place, Remarks, quoted
from desktop.rules.mir_tmy.sheet import ABILITIES, ATTRIBUTES, FORMS, LEVELS, TYPES
from desktop.rules.names import next_numbered
from desktop.rules.text import Text

OURS = "worldofdarkness"

KINDS = {
    "vampire": "vampire",
    **dict.fromkeys(("werewolf", "changingbreed"), "werewolf"),
    "changeling": "changeling",
    **dict.fromkeys(("mortal", "hunter", "mage"), "human"),
    **dict.fromkeys(("demon", "wraith", "mummy", "exalted", "creature", "spirit"), "monster"),
}
"""Our kind for each of the module's. Mages and hunters have the bodies of people (mir_tmy-16)."""

ITEMS = ("Melee Weapon", "Ranged Weapon", "Armor")
ABILITY_NAMES = {"martialarts": "martial_arts", "primalurge": "primal_urge"}
RATED_POWERS = ("discipline", "art", "sphere", "numina", "arcanoi", "lore", "edge", "hekau")
KEPT_IN_NOTES = ("Item", "Fetish", "Trait", "Feature", "Rote", "Power", "Splat", "Realm")
SAID_OF_A_LIFE = {
    "concept": "Концепция",
    "nature": "Натура",
    "demeanor": "Маска",
    "clan": "Клан",
    "bloodline": "Линия крови",
    "generation": "Поколение",
    "sect": "Секта",
    "tribe": "Племя",
    "breed": "Порода",
    "auspice": "Предзнаменование",
    "kith": "Кит",
    "house": "Дом",
    "affiliation": "Принадлежность",
    "creed": "Кредо",
}
LONG_TEXTS = ("appearance", "background", "derangement", "roleplaytip", "notes", "gear")
RESOURCES = {
    "willpower": "Сила воли",
    "bloodpool": "Запас крови",
    "rage": "Ярость",
    "gnosis": "Гнозис",
    "path": "Путь",
    "arete": "Арете",
    "quintessence": "Квинтэссенция",
    "glamour": "Гламур",
    "banality": "Банальность",
    "faith": "Вера",
}
DERIVED = (
    "soak", "initiative", "movement", "traits", "listdata", "favoriterolls", "money", "worldanvil",
    "player", "custom", "settings", "variant", "conditions", "isupdated", "changingbreed",
)  # fmt: skip
"""Values that the module works out or uses for itself; what soaks is read from ``settings``."""

MOST_WEAPONS, MOST_ARMOUR, MOST_SCORES = 20, 5, 100
LONGEST_NAME, LONGEST_NOTES, LONGEST_WEAPON_NOTES = 100, 10_000, 2_000
MOST_LEVELS = 40


def _splat(value: Mapping[str, Any]) -> str | None:
    """The module's kind of an actor: its type, or of a ``PC`` what its settings say; else None."""
    kind = str(value.get("type")).lower().replace(" ", "")
    values = value.get("system", value.get("data"))
    settings = values.get("settings") if isinstance(values, Mapping) else None
    if kind != "pc":
        return kind if kind in KINDS else None
    splat = settings.get("splat") if isinstance(settings, Mapping) else None
    return str(splat) if splat in KINDS else "mortal"


def _entries(item: Place, kind: str) -> list[ForeignEntry]:
    """One weapon, or the pieces of a suit, as entries of the catalogue."""
    if kind == "Armor":
        return [ForeignEntry("armor", piece) for piece in _armor(item)[0]]
    return [ForeignEntry("weapon", _weapon(item, kind, strength=0))]


# ---- an actor


@dataclass
class _Carried:
    """What the items of an actor come to."""

    weapons: list[dict[str, Any]] = field(default_factory=list)
    armor: list[dict[str, Any]] = field(default_factory=list)
    abilities: dict[str, int] = field(default_factory=dict)
    powers: dict[str, int] = field(default_factory=dict)
    form: str | None = None
    notes: list[str] = field(default_factory=list)


def _actor(document: Place, splat: str) -> ForeignCharacter:
    values = foundry.values_of(document)
    values.ignore(*DERIVED, "name")
    attributes = _attributes(values.part("attributes"))
    abilities = _scores(values.part("abilities"))
    health, damage = _health(values.part("health"))
    notes = _life(values)
    powers = _scores(values.part("spheres"))
    powers |= _resources(values.part("advantages"), notes)
    carried = _items(document, attributes["strength"])
    sheet: dict[str, Any] = {
        "name": foundry.name_of(document, LONGEST_NAME),
        "kind": KINDS[splat],
        "attributes": attributes,
        "abilities": _fewest(abilities | carried.abilities, "abilities", document.remarks),
        "powers": _fewest(powers | carried.powers, "powers", document.remarks),
        "health": health,
        "damage": damage,
        "soaks": _soaks(values),
        "weapons": carried.weapons,
        "armor": carried.armor,
    }
    if KINDS[splat] == "werewolf":
        sheet["form"] = carried.form or _form(values.part("shapes"))
    values.ignore("shapes")
    values.tell_rest()
    sheet["notes"] = foundry.joined([*notes, *carried.notes], LONGEST_NOTES, document.remarks)
    token = document.values.get("prototypeToken")
    hostile = isinstance(token, Mapping) and token.get("disposition") == -1
    role: Literal["player", "adversary"] = (
        "adversary" if hostile or splat in ("creature", "spirit") else "player"
    )
    return ForeignCharacter(role, sheet)


def _attributes(attributes: Place) -> dict[str, int]:
    """The nine attributes as they are in the form that the character is in."""
    scores = {}
    for name, _ in ATTRIBUTES:
        place = attributes.part(name)
        value = place.number("value", 0, 10, usual=1) or 0
        scores[name] = max(place.number("total", 0, 10, usual=value) or value, 1)
    return scores


def _scores(scores: Place) -> dict[str, int]:
    """Abilities or spheres with dots, by our names where there are such."""
    dots = {name: scores.part(name).number("value", 0, 10, usual=0) for name in scores.values}
    return {ABILITY_NAMES.get(name, name)[:LONGEST_NAME]: n for name, n in dots.items() if n}


def _fewest(scores: dict[str, int], name: str, remarks: Remarks) -> dict[str, int]:
    """The scores, or the first of them where there are more than a sheet holds."""
    if len(scores) > MOST_SCORES:
        left_out = len(scores) - MOST_SCORES
        remarks.add(name, Text("more than a sheet holds, left out: {number}", number=left_out))
    return dict(list(scores.items())[:MOST_SCORES])


def _health(health: Place) -> tuple[list[str], dict[str, int]]:
    """The levels with as many boxes as the actor has, and what is marked of them (mir_tmy-17)."""
    levels: list[str] = []
    for level, _ in LEVELS:
        if level == "dead":
            continue
        place = health.part(level)
        boxes = place.number("total", 0, 20, usual=place.number("value", 0, 20, usual=1))
        levels += [level] * (boxes or 0)
    if not levels:
        levels = [level for level, _ in LEVELS if level != "dead"]
    levels = levels[: MOST_LEVELS - 1]
    marked = health.part("damage")
    left, damage = len(levels) + 1, {}
    for type in ("aggravated", "lethal", "bashing"):  # the worst first, where not all find room
        amount = marked.number(type, 0, 99, usual=0) or 0
        damage[type] = min(amount, left)
        left -= damage[type]
        if damage[type] < amount:
            marked.remark(type, Text("is more than there are levels"))
    return [*levels, "dead"], damage


def _soaks(values: Place) -> list[str] | None:
    """mir_tmy-16: what stamina soaks; None, where the file says nothing: what the kind may."""
    soak = values.part("settings").part("soak")
    return [type for type in TYPES if soak.part(type).flag("isrollable", False)] or None


def _form(shapes: Place) -> str | None:
    """The form that a werewolf is in."""
    return next((form for form, _ in FORMS if shapes.part(form).flag("isactive", False)), None)


def _life(values: Place) -> list[str]:
    """Who somebody is, in words; of a ``PC`` that stands under ``bio``."""
    bio = values.part("bio")
    fields = bio.part("splatfields")
    notes = []
    for name, label in SAID_OF_A_LIFE.items():
        special = fields.raw(name)
        said = values.line(name, 500) or bio.line(name, 500)
        if isinstance(special, Mapping):
            said = said or Place(special, fields.path, bio.remarks).line("value", 500)
        if said:
            notes.append(f"{label}: {said}")
    for name in LONG_TEXTS:
        for place in (values, bio):
            if isinstance(place.values.get(name), str) and (text := place.text(name)):
                notes.append(text)
    gear = values.raw("gear")
    if isinstance(gear, Mapping) and (text := Place(gear, "gear", bio.remarks).text("notes")):
        notes.append(text)
    bio.ignore("name", "worldanvil")
    return notes


def _resources(advantages: Place, notes: list[str]) -> dict[str, int]:
    """Willpower, blood and the like into the notes; rage is a power here (mir_tmy-50)."""
    powers = {}
    for name in list(advantages.values):
        place = advantages.part(name)
        permanent = place.number("permanent", 0, 100, usual=0) or 0
        left = place.number("temporary", 0, 100, usual=0) or 0
        most = place.number("max", 0, 100, usual=0) or 0
        if name == "rage" and permanent:
            powers["rage"] = min(permanent, 10)
        elif name == "bloodpool" and left:
            notes.append(f"{RESOURCES[name]}: {left} из {most}")
        elif permanent:
            notes.append(f"{RESOURCES.get(name, name)}: {permanent} (сейчас {left})")
        else:
            continue
        if name not in powers:
            advantages.remarks.add(place.path, Text("has no place here; kept in the notes"))
    return powers


# ---- what is carried


def _items(document: Place, strength: int) -> _Carried:
    carried, left_out, kept = _Carried(), Counter[str](), dict[str, list[str]]()
    for item in document.parts("items"):
        values, kind = foundry.values_of(item), item.raw("type")
        type, label = _last(values.raw("type")), _last(values.raw("label"))
        name = item.line("name", LONGEST_NAME, "?")
        score = values.number("value", 0, 10, usual=0) or 0
        match kind:
            case "Melee Weapon" | "Ranged Weapon" if len(carried.weapons) < MOST_WEAPONS:
                foundry.remark_on_effects(item)
                weapon = _weapon(item, kind, strength)
                taken = {known["name"] for known in carried.weapons}
                if weapon["name"] in taken:
                    weapon["name"] = next_numbered(weapon["name"], taken)
                carried.weapons.append(weapon)
            case "Armor":
                pieces, worn = _armor(item)
                if worn and len(carried.armor) + len(pieces) <= MOST_ARMOUR:
                    carried.armor += pieces
                else:
                    kept.setdefault("Не надето" if not worn else "Ещё броня", []).append(name)
            case "Ability" | "Trait" if score and (kind == "Ability" or "second" in type):
                named = label if kind == "Ability" else name
                known = ABILITY_NAMES.get(named, named) or name
                carried.abilities[known if known in dict(ABILITIES) else name] = score
            case "Power" | "Sphere" if score and (kind == "Sphere" or type in RATED_POWERS):
                carried.powers[name.casefold().replace(" ", "_")] = score
            case "Advantage":
                id = str(values.raw("id") or label) or "?"
                advantage = Place({id: values.values}, item.path, item.remarks)
                carried.powers |= _resources(advantage, carried.notes)
            case "Trait" if type == "shapeform":
                if values.flag("isactive", False) and label in dict(FORMS):
                    carried.form = label
            case str() if kind in KEPT_IN_NOTES:
                kept.setdefault(kind, []).append(name)
            case "Experience" | "Ability":
                pass  # says nothing about a fight, or has no dots
            case _:
                left_out[quoted(kind)] += 1
    for why, names in kept.items():
        carried.notes.append(f"{why}: {', '.join(names)}")
        remark = Text(
            "no place here, kept in the notes: {kind} ×{number}", kind=why, number=len(names)
        )
        document.remark("items", remark)
    foundry.remark_left_out(left_out, document.remarks)
    return carried


def _last(label: object) -> str:
    """``celerity`` of ``"wod.disciplines.celerity"``."""
    return str(label or "").rpartition(".")[2]


def _weapon(item: Place, kind: str, strength: int) -> dict[str, Any]:
    """A weapon; ``strength`` is that of the actor, which some weapons do not add to damage."""
    values, remarks = foundry.values_of(item), item.remarks
    attack, damage = values.part("attack"), values.part("damage")
    notes = [values.text("description"), values.text("details")]
    ability = attack.line("ability", LONGEST_NAME)
    ability = ABILITY_NAMES.get(ability, ability)
    clip, mode = values.part("clip"), values.part("mode")
    most, loaded = clip.number("max", 0, 999, usual=0), clip.number("value", 0, 999, usual=0)
    adds_strength = damage.line("attribute", 50) == "strength"
    dice = damage.number("bonus", -20, 40, usual=0) or 0
    if kind == "Melee Weapon":
        ours = "natural" if values.flag("isnatural", False) else "melee"
    else:
        ours = "thrown" if ability == "athletics" and not most else "firearm"
    if ours == "firearm" and adds_strength:
        dice += strength
        damage.remark("attribute", Text("strength is in the damage once and for all"))
    elif ours != "firearm" and not adds_strength and strength:
        dice -= strength
        damage.remark("attribute", Text("adds no strength there; its dice are taken off"))
    type = _last(damage.raw("type")) or ("bashing" if ours == "natural" else "lethal")
    difficulty = values.number("difficulty", 2, 10, usual=6) or 6
    for place, name, label in (
        (attack, "accuracy", "Точность"),
        (values, "piercing", "Пробивание"),
    ):
        if value := place.number(name, -20, 20, usual=0):
            notes.append(f"{label}: {value:+d}")
            place.remark(name, Text("has no place here; kept in the notes"))
    if ours != "melee" and difficulty != 6:
        notes.append(f"Сложность: {difficulty}")
        values.remark("difficulty", Text("has no place here; kept in the notes"))
    if (attribute := attack.line("attribute", 50)) not in ("", "dexterity"):
        notes.append(f"Атака: {dict(ATTRIBUTES).get(attribute, attribute)}")
        instead = Text("attacks go by dexterity here, not by {attribute}", attribute=attribute)
        attack.remark("attribute", instead)
    if values.flag("istwohanded", False):
        notes.append("Двуручное")
    if (conceal := values.line("conceal", 50)) not in ("", "NA"):
        notes.append(f"Скрытность: {conceal}")
    return {
        "name": item.line("name", LONGEST_NAME, "Оружие"),
        "ability": ability,
        "kind": ours,
        "damage": min(max(dice, -5), 40),
        "type": type if type in TYPES else "lethal",
        "range": values.number("range", 0, 5000, usual=0) or None,
        "clip": most or None,
        "loaded": min(loaded or 0, most) or None if most else None,
        "automatic": mode.flag("hasfullauto", False) or mode.flag("hasspray", False),
        "burst": mode.flag("hasburst", False),
        "rate": values.number("rate", 0, 99, usual=0) or None,
        "parry": difficulty if ours == "melee" else 6,
        "strength": values.number("minstrength", 0, 10, usual=0),
        "notes": foundry.joined(notes, LONGEST_WEAPON_NOTES, remarks),
    }


def _armor(item: Place) -> tuple[list[dict[str, Any]], bool]:
    """A suit as one piece for each number of soak dice, and whether it is worn (mir_tmy-16).

    A suit of 4 against bashing and 2 against lethal is 2 against both, and 2 more against bashing.
    """
    values = foundry.values_of(item)
    soak = values.part("soak")
    dice = {type: soak.number(type, 0, 20, usual=0) or 0 for type in TYPES}
    name = item.line("name", LONGEST_NAME - 4, "Броня")
    penalty = abs(values.number("dexpenalty", -9, 9, usual=0) or 0)
    notes = foundry.joined([values.text("description")], LONGEST_WEAPON_NOTES, item.remarks)
    pieces: list[dict[str, Any]] = []
    reached = 0
    for rating in sorted(set(dice.values()) - {0}):
        called = f"{name} {len(pieces) + 1}" if pieces else name
        stops = [type for type in dice if dice[type] >= rating]
        everything = len(stops) == len(dice)
        piece = {"name": called, "rating": rating - reached, "stops": [] if everything else stops}
        pieces.append(piece)
        reached = rating
    pieces = pieces or [{"name": name, "rating": 0}]
    pieces[0] |= {"penalty": penalty, "notes": notes}
    return pieces, values.flag("isequipped", False)


READER = foundry.reader(
    OURS,
    ITEMS,
    _splat,
    {"attributes", "health", "soak"}.issubset,
    _actor,
    _entries,
    ("PC", *(name.capitalize() for name in KINDS), *ITEMS),
)
