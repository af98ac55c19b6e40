"""Actors of the Foundry VTT system ``deltagreen``, the kindred game, as characters of «Бой».

What Foundry writes for one actor: ``name``, ``type`` (``agent``, ``npc``, ``unnatural``), its
values under ``system`` (before Foundry 10 under ``data``) and what it carries in ``items``. There
``health`` has ``value`` and ``max``, ``statistics`` six entries with ``value``, ``skills`` and
``typedSkills`` entries with ``proficiency``. Older versions lack some of it; whatever is missing
has its default.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from desktop.library.errors import DocumentError, short
from desktop.library.foreign.reading import Place, Reading, Remarks
from desktop.library.records import Bundle, NewCharacter, NewEntry
from desktop.rules import systems
from desktop.rules.contract import checked
from desktop.rules.table import Refusal
from desktop.rules.text import Text

OURS = "deltagreen"
ACTORS = {"agent": "player", "npc": "adversary", "unnatural": "adversary"}
ITEMS = ("weapon", "armor")
LONGEST_NAME = 100
LONGEST_NOTES = 10_000
MOST_THINGS = {"weapons": 30, "armor": 20, "skills": 100}

CHARACTERISTICS = {
    "str": "strength",
    "con": "constitution",
    "dex": "dexterity",
    "int": "intelligence",
    "pow": "power",
    "cha": "charisma",
}
SKILLS = {
    "firearms": "ranged",
    "melee_weapons": "melee",
    "unarmed_combat": "unarmed",
    "athletics": "athletics",
    "dodge": "dodge",
    "heavy_weapons": "heavy_weapons",
    "demolitions": "demolitions",
}
BIOGRAPHY = {
    "employer": "Работодатель",
    "nationality": "Гражданство",
    "sex": "Пол",
    "age": "Возраст",
    "education": "Образование",
}
KEPT_IN_NOTES = {
    "bond": "Связь",
    "motivation": "Мотивация",
    "gear": "Снаряжение",
    "tome": "Книга",
    "ritual": "Ритуал",
    "profession": "Профессия",
}
UNTOUCHED = "(Physical description of agent)"
"""What stands in an agent nobody has described."""

FOUNDRYS_OWN = (
    "_id", "_key", "_stats", "flags", "folder", "img", "sort", "ownership", "permission",
    "prototypeToken", "token", "type", "system", "data", "items", "name",
)  # fmt: skip


def is_it(value: object) -> bool:
    """Whether it is a document of Foundry VTT; :func:`read` says of which system."""
    if not isinstance(value, Mapping) or not isinstance(value.get("type"), str):
        return False
    if "format" in value:
        return False
    marked = any(name in value for name in ("_stats", "flags", "prototypeToken", "permission"))
    values = value.get("system", value.get("data"))
    return marked or isinstance(values, Mapping)


def read(value: Any) -> Reading:
    """One actor as a character, one weapon or armour as an entry of the catalogue.

    Raises DocumentError that names the place of what cannot be.
    """
    remarks = Remarks()
    document = Place(value, "", remarks)
    _check_system(document)
    kind = value["type"]
    if kind in ACTORS:
        return _actor(document, kind)
    if kind in ITEMS:
        return _item(document, kind)
    there_is = ", ".join((*ACTORS, *ITEMS))
    raise DocumentError(
        "type",
        Text(
            "{kind} cannot be brought in; there is: {there_is}",
            kind=short(repr(kind)),
            there_is=there_is,
        ),
    )


def _check_system(document: Place) -> None:
    """Refuses what says that it is of another system, and what looks like nothing known."""
    flags = document.part("flags").part("exportSource")
    named = [document.part("_stats").raw("systemId"), flags.raw("system")]
    for system in named:
        if system is not None and system != OURS:
            raise DocumentError(
                "",
                Text(
                    "a Foundry document of {system}; only {ours!r} is read here",
                    system=short(repr(system)),
                    ours=OURS,
                ),
            )
    if document.values["type"] in ACTORS and OURS not in named:
        values = _values(document)
        if not {"statistics", "skills", "health"} & set(values.values):
            raise DocumentError(
                "", Text("does not look like an actor of the Foundry system {ours!r}", ours=OURS)
            )


def _values(document: Place) -> Place:
    """The values of the system: under ``system``, in older files under ``data``."""
    return document.part("system" if "system" in document.values else "data")


# ---- an actor


def _actor(document: Place, kind: str) -> Reading:
    remarks = document.remarks
    values = _values(document)
    values.ignore("schemaVersion", "settings", "rollTarget", "showUntrainedSkills", "name")
    notes: list[str] = []
    sheet: dict[str, Any] = {"name": _name(document)}
    sheet["characteristics"] = _characteristics(values.part("statistics"), notes)
    sheet["skills"] = _skills(values)
    _hit_points(values.part("health"), sheet)
    biography = values.part("biography")
    sheet["profession"] = biography.line("profession", 200)
    notes += [
        f"{label}: {said}"
        for name, label in BIOGRAPHY.items()
        if (said := biography.line(name, 500))
    ]
    biography.tell_rest()
    _texts(values, notes)
    _without_place(values, notes)
    _things(document, sheet, notes)
    _tell_effects(document)
    document.ignore(*FOUNDRYS_OWN)
    document.tell_rest()
    values.tell_rest()
    sheet["notes"] = _joined(notes, remarks)
    valid = _valid("sheet", sheet)
    one = NewCharacter(
        system="boj",
        role="player" if ACTORS[kind] == "player" else "adversary",
        name=valid["name"],
        sheet=valid,
    )
    return Reading(Bundle(characters=(one,)), tuple(remarks.lines))


def _tell_effects(document: Place) -> None:
    if document.raw("effects"):
        said = "active effects have no place here and are left out"
        document.remarks.add(f"{document.path}.effects".lstrip("."), said)


def _name(document: Place) -> str:
    name = document.line("name", LONGEST_NAME)
    if not name:
        document.remarks.add("name", "is missing")
    return name or "Без имени"


def _characteristics(statistics: Place, notes: list[str]) -> dict[str, int]:
    found = {}
    for foreign, ours in CHARACTERISTICS.items():
        one = statistics.part(foreign)
        one.ignore("x5", "effectiveValue", "label", "meleeDamageBonus", "meleeDamageBonusFormula")
        found[ours] = one.number("value", 0, 200, usual=10) or 0
        if one.number("modifier", -200, 200, usual=0):
            statistics.remarks.add(f"{one.path}.modifier", "is left out")
        if feature := one.line("distinguishing_feature", 500):
            notes.append(f"{foreign.upper()} {found[ours]}: {feature}")
        one.tell_rest()
    statistics.tell_rest()
    return found


def _skills(values: Place) -> dict[str, int]:
    """Skills by our names where there are such, else by what the file calls them."""
    found: dict[str, int] = {}
    skills = values.part("skills")
    for name in list(skills.values):
        bare = not isinstance(skills.values[name], Mapping)  # a number by itself
        one = skills if bare else skills.part(name)
        score = one.number(name if bare else "proficiency", 0, 99)
        said = "" if bare else one.line("label", LONGEST_NAME)
        label = said or name.replace("_", " ").capitalize()
        if score is not None and name in SKILLS:
            found[SKILLS[name]] = score
        elif score:
            _add_skill(found, label[:LONGEST_NAME], score, one)
    typed = values.part("typedSkills")
    for name in list(typed.values):
        one = typed.part(name)
        score = one.number("proficiency", 0, 99, usual=0) or 0
        group, label = one.line("group", 45), one.line("label", 45)
        if score:
            said = f"{group} ({label})" if group and label else group or label or name
            _add_skill(found, said[:LONGEST_NAME], score, one)
    return found


def _add_skill(found: dict[str, int], name: str, score: int, place: Place) -> None:
    """Adds a skill; of several of one name the later ones are numbered."""
    if len(found) >= MOST_THINGS["skills"]:
        place.remarks.add(place.path, "has no place here and is left out")
        return
    free, number = name, 2
    while free in found:
        free, number = f"{name[:96]} {number}", number + 1
    found[free] = score


def _hit_points(health: Place, sheet: dict[str, Any]) -> None:
    health.ignore("min", "protection", "maxBonus", "maxNeedsUpdate")
    most = health.number("max", 1, 999)
    if most is None:
        body = sheet["characteristics"]
        most = max(-(-(body["strength"] + body["constitution"]) // 2), 1)
    sheet["max_hp"] = most
    sheet["hp"] = health.number("value", 0, most, usual=most)
    health.tell_rest()


def _texts(values: Place, notes: list[str]) -> None:
    physical = values.part("physical")
    physical.ignore("firstAidAttempted", "exhaustedPenalty", "suppressExhaustion")
    for place, name, label in (
        (values, "shortDescription", ""),
        (physical, "description", "Внешность: "),
        (physical, "wounds", "Раны: "),
        (values, "notes", ""),
    ):
        said = place.text(name)
        if said and said != UNTOUCHED:
            notes.append(label + said)
    if physical.flag("exhausted", False):
        notes.append("Истощение")
    physical.tell_rest()
    for training in values.parts("specialTraining"):
        name, attribute = training.line("name", 200), training.line("attribute", 100)
        if name:
            notes.append(f"Особая подготовка: {name} ({attribute})" if attribute else name)


def _without_place(values: Place, notes: list[str]) -> None:
    """What «Бой» has no rules for: kept in the notes, and told."""
    for name, label in (("wp", "Очки воли"), ("sanity", "Рассудок")):
        one = values.part(name)
        now, most = one.number("value", 0, 999), one.number("max", 0, 999)
        breaking = one.number("currentBreakingPoint", -999, 999)
        if now is not None:
            of = f" из {most}" if most is not None else ""
            at = f", предел {breaking}" if breaking is not None else ""
            notes.append(f"{label}: {now}{of}{at}")
            values.remarks.add(one.path, "«Бой» has no such value; kept in the notes")
        loss = [one.line(part, 50) for part in ("successLoss", "failedLoss")]
        if any(loss):
            notes.append(f"{label}, потеря: {loss[0] or '0'} / {loss[1] or '0'}")
            values.remarks.add(one.path, "«Бой» has no such value; kept in the notes")
        if said := one.text("notes"):
            notes.append(said)
        one.ignore("adaptations", "min", "maxBonus", "maxNeedsUpdate", "ritual")
        one.tell_rest()
    corruption = values.part("corruption")
    if score := corruption.number("value", 0, 999, usual=0):
        notes.append(f"Порча: {score}")
        values.remarks.add(corruption.path, "«Бой» has no such value; kept in the notes")
    for part in ("gift", "insight"):
        if said := corruption.text(part):
            notes.append(said)


# ---- what is carried


def _things(document: Place, sheet: dict[str, Any], notes: list[str]) -> None:
    weapons: list[dict[str, Any]] = []
    worn: list[dict[str, Any]] = []
    for item in document.parts("items"):
        kind = item.raw("type")
        _tell_effects(item)
        match kind:
            case "weapon" if len(weapons) < MOST_THINGS["weapons"]:
                weapons.append(_weapon(item, sheet["skills"]))
            case "armor" if len(worn) < MOST_THINGS["armor"]:
                piece, on = _armor(item)
                if on:
                    worn.append(piece)
                else:
                    notes.append(f"Не надето: {piece['name']}, броня {piece['rating']}")
                    item.remarks.add(item.path, f"{piece['name']} is not worn; kept in the notes")
            case str() if kind in KEPT_IN_NOTES:
                notes.append(_in_notes(item, KEPT_IN_NOTES[kind]))
            case _:
                told = f"{short(repr(kind))} has no place here and is left out"
                item.remarks.add(item.path, told)
    sheet["weapons"] = weapons
    # Foundry adds up all that is worn: the best piece counts here, and the others add to it.
    worn.sort(key=lambda piece: -int(piece["rating"]))
    sheet["armor"] = [{**piece, "additive": number > 0} for number, piece in enumerate(worn)]


def _in_notes(item: Place, label: str) -> str:
    values = _values(item)
    values.ignore("name", "expense", "equipped", "revealed")
    facts_of = ("relationship", "score", "disorder")
    told = [part for name in facts_of if (part := values.line(name, 200))]
    facts = f" ({', '.join(told)})" if told else ""
    what = values.text("description")
    values.tell_rest()
    return f"{label}: {item.line('name', 200, '?')}{facts}" + (f". {what}" if what else "")


def _weapon(item: Place, skills: dict[str, int]) -> dict[str, Any]:
    values, remarks = _values(item), item.remarks
    values.ignore("expense", "name")
    name = item.line("name", LONGEST_NAME, "Оружие")
    notes = [values.text("description")]
    foreign = values.line("skill", 100)
    skill = _weapon_skill(values, foreign, name, skills)
    close = skill in ("melee", "unarmed")
    damage = _damage(values, notes)
    lethality = values.number("lethality", 0, 99, usual=0) or None
    # The oldest files do not say whether a rating is meant; without damage it has to be.
    if values.flag("isLethal", damage is None):
        if lethality and damage and skill != "ranged":
            remarks.add(f"{values.path}.damage", "goes by Lethality; the damage is left out")
            damage = None
    elif lethality and (close or damage is None):
        lethality = None
    elif lethality:
        remarks.add(f"{values.path}.lethality", "is off in the file; kept for bursts")
    if modifier := values.number("skillModifier", -100, 100, usual=0):
        notes.append(f"Модификатор навыка {modifier:+d} %")
        remarks.add(f"{values.path}.skillModifier", "has no place here; kept in the notes")
    if ammo := values.line("ammo", 100):
        notes.append(f"Боезапас: {ammo}")
    if not values.flag("equipped", True):
        notes.append("Не в руках")
    radius, reach = _metres(values, "killRadius"), _metres(values, "range")
    pierces = values.number("armorPiercing", 0, 50, usual=0)
    values.tell_rest()
    return {
        "name": name,
        "skill": skill,
        "damage": damage,
        "lethality": lethality,
        "radius": min(radius, 1000) if radius and lethality else None,
        "automatic": bool(lethality and damage),
        "bullet": foreign in ("firearms", "heavy_weapons", "artillery", "demolitions"),
        "melee": close,
        "pierces": pierces,
        "range": reach,
        "notes": _joined(notes, remarks),
    }


def _weapon_skill(values: Place, foreign: str, name: str, skills: dict[str, int]) -> str:
    """Our skill, the one of the sheet under its own name, or one made for this weapon alone."""
    target = values.number("customSkillTarget", 0, 99, usual=50) or 0
    if foreign in SKILLS:
        return SKILLS[foreign]
    if foreign == "custom" or not foreign:
        if foreign and (name in skills or len(skills) < MOST_THINGS["skills"]):
            skills.setdefault(name, target)
            return name
        values.remarks.add(f"{values.path}.skill", "is missing; taken for unarmed combat")
        return "unarmed"
    readable = foreign.replace("_", " ").capitalize()
    return next((known for known in skills if known.casefold() == readable.casefold()), readable)


_NO_DAMAGE = {"", "-", "–", "—", "0", "n/a", "na", "none", "see description"}


def _damage(values: Place, notes: list[str]) -> str | None:
    said = values.line("damage", 200)
    if said.casefold() in _NO_DAMAGE:
        return None
    from desktop.rules.boj.sheet import damage_dice  # with its system, when it is used

    plain = said.casefold().replace(" ", "")
    try:
        damage_dice(plain)
    except ValueError:
        notes.append(f"Урон: {said}")
        values.remarks.add(
            f"{values.path}.damage",
            f"{short(repr(said))} is not one kind of dice; kept in the notes",
        )
        return None
    return plain


def _metres(values: Place, name: str) -> int | None:
    """``"15M"``, ``"15 m"`` or 15 as metres; None for what is no distance, or none at all."""
    said = values.line(name, 50)
    found = re.fullmatch(r"(\d{1,5})(?:[.,]\d+)?\s*(?:m|м|meters?|metres?)?\.?", said, re.I)
    if found:
        return min(int(found[1]), 10_000) or None
    if said and said.casefold() not in _NO_DAMAGE:
        values.remarks.add(f"{values.path}.{name}", f"{short(repr(said))} is no distance in metres")
    return None


def _armor(item: Place) -> tuple[dict[str, Any], bool]:
    values = _values(item)
    values.ignore("expense", "name")
    piece = {
        "name": item.line("name", LONGEST_NAME, "Броня"),
        "rating": values.number("protection", 0, 100, usual=3),
        "notes": _joined([values.text("description")], item.remarks),
    }
    worn = values.flag("equipped", True)
    values.tell_rest()
    return piece, worn


# ---- a weapon or an armour by itself


def _item(document: Place, kind: str) -> Reading:
    data = _weapon(document, {}) if kind == "weapon" else _armor(document)[0]
    _tell_effects(document)
    document.ignore(*FOUNDRYS_OWN)
    document.tell_rest()
    valid = _valid(kind, data)
    entry = NewEntry(system="boj", kind=kind, name=valid["name"], data=valid)
    return Reading(Bundle(entries=(entry,)), tuple(document.remarks.lines))


def _joined(notes: list[str], remarks: Remarks) -> str:
    text = "\n\n".join(filter(None, notes))
    if len(text) > LONGEST_NOTES:
        remarks.add("notes", f"cut to {LONGEST_NOTES} letters")
    return text[:LONGEST_NOTES]


def _valid(kind: str, values: dict[str, Any]) -> dict[str, Any]:
    """The values as the system's own model has them, without what is at its default."""
    rules = systems()["boj"]
    model = rules.sheet if kind == "sheet" else rules.catalogue[kind]
    try:
        return checked(model, values).model_dump(mode="json", exclude_defaults=True)
    except Refusal as refusal:
        raise DocumentError(refusal.field, str(refusal.message)) from None
