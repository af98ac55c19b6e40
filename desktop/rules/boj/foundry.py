"""Actors of the Foundry VTT system ``deltagreen``, the kindred game, as characters of «Бой».

What Foundry writes for one actor: ``name``, ``type`` (``agent``, ``npc``, ``unnatural``), its
values (:mod:`desktop.rules.foundry`) and what it carries in ``items``. There
``health`` has ``value`` and ``max``, ``statistics`` six entries with ``value``, ``skills`` and
``typedSkills`` entries with ``proficiency``. Older versions lack some of it; a value that is
missing has its default.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from desktop.rules import foundry
from desktop.rules.boj.sheet import BARE_HANDS, UNARMED, Characteristics, damage_dice
from desktop.rules.foreign import ForeignCharacter, ForeignEntry, Place, quoted
from desktop.rules.names import next_numbered
from desktop.rules.text import Text

OURS = "deltagreen"
ACTORS: Mapping[str, Literal["player", "adversary"]] = {
    "agent": "player", "npc": "adversary", "unnatural": "adversary",
}  # fmt: skip
ITEMS = ("weapon", "armor")
LONGEST_NAME = 100
LONGEST_NOTES = 10_000
STRENGTH_BONUS = ((4, -2), (8, -1), (12, 0), (16, 1))
"""The bonus to blows up to a strength; 2 above the last (the module's own table)."""
FURTHEST_BLOW = 3
"""Metres: a weapon that reaches farther is not used hand to hand."""
MOST_THINGS = {"weapons": 30, "armor": 20, "skills": 100}

CHARACTERISTICS = {name[:3]: name for name in Characteristics.model_fields}
"""Foundry calls each by its first three letters."""
SKILLS = {"firearms": "ranged", "melee_weapons": "melee", "unarmed_combat": "unarmed"} | {
    name: name for name in ("athletics", "dodge", "heavy_weapons", "demolitions")
}
BIOGRAPHY = {
    "employer": "Работодатель", "nationality": "Гражданство", "sex": "Пол", "age": "Возраст",
    "education": "Образование",
}  # fmt: skip
KEPT_IN_NOTES = {
    "bond": "Связь", "motivation": "Мотивация", "gear": "Снаряжение", "tome": "Книга",
    "ritual": "Ритуал", "profession": "Профессия",
}  # fmt: skip
UNTOUCHED = "(Physical description of agent)"
"""What stands in an agent nobody has described."""


def _entries(item: Place, kind: str) -> tuple[ForeignEntry]:
    """One weapon or armour as an entry of the catalogue."""
    return (ForeignEntry(kind, _weapon(item, _Owner()) if kind == "weapon" else _armor(item)[0]),)


# ---- an actor


def _actor(document: Place, kind: str) -> ForeignCharacter:
    values = foundry.values_of(document)
    values.ignore("schemaVersion", "settings", "rollTarget", "showUntrainedSkills", "name")
    notes: list[str] = []
    sheet: dict[str, Any] = {"name": foundry.name_of(document, LONGEST_NAME)}
    sheet["characteristics"] = _characteristics(values.part("statistics"), notes)
    sheet["skills"], typed = _skills(values)
    _hit_points(values.part("health"), sheet, worked_out=kind != "unnatural")
    biography = values.part("biography")
    sheet["profession"] = biography.line("profession", 200)
    told = {label: biography.line(name, 500) for name, label in BIOGRAPHY.items()}
    notes += [f"{label}: {said}" for label, said in told.items() if said]
    biography.tell_rest()
    _texts(values, notes)
    _without_place(values, notes)
    body = sheet["characteristics"]
    bonus = next((bonus for most, bonus in STRENGTH_BONUS if body["strength"] <= most), 2)
    bonus = 0 if kind == "unnatural" else bonus
    _things(document, sheet, _Owner(sheet["skills"], typed, body, bonus), notes)
    foundry.remark_on_effects(document)
    values.tell_rest()
    sheet["notes"] = foundry.joined(notes, LONGEST_NOTES, document.remarks)
    return ForeignCharacter(ACTORS[kind], sheet)


def _characteristics(statistics: Place, notes: list[str]) -> dict[str, int]:
    """The six characteristics, each with the modifier that Foundry adds to it."""
    characteristics = {}
    for foreign, ours in CHARACTERISTICS.items():
        place = statistics.part(foreign)
        place.ignore("x5", "effectiveValue", "label", "meleeDamageBonus", "meleeDamageBonusFormula")
        value = place.number("value", 0, 200, usual=10) or 0
        modifier = place.number("modifier", -200, 200, usual=0) or 0
        characteristics[ours] = min(max(value + modifier, 0), 200)
        if feature := place.line("distinguishing_feature", 500):
            notes.append(f"{foreign.upper()} {characteristics[ours]}: {feature}")
        place.tell_rest()
    statistics.tell_rest()
    return characteristics


def _skills(values: Place) -> tuple[dict[str, int], dict[str, str]]:
    """Skills by our names where there are such, else by what the file calls them.

    The second value is the name of each typed skill by its key, by which weapons name it.
    """
    scores: dict[str, int] = {}
    skills = values.part("skills")
    for name in list(skills.values):
        bare = not isinstance(skills.values[name], Mapping)  # a number by itself
        place = skills if bare else skills.part(name)
        score = place.number(name if bare else "proficiency", 0, 99)
        said = "" if bare else place.line("label", LONGEST_NAME)
        label = said or name.replace("_", " ").capitalize()
        if score is not None and name in SKILLS:
            scores[SKILLS[name]] = score
        elif score:
            _add_skill(scores, label[:LONGEST_NAME], score, place)
    names: dict[str, str] = {}
    typed = values.part("typedSkills")
    for key in list(typed.values):
        place = typed.part(key)
        score = place.number("proficiency", 0, 99, usual=0) or 0
        group, label = place.line("group", 45), place.line("label", 45)
        if score:
            said = f"{group} ({label})" if group and label else group or label or key
            names[key] = _add_skill(scores, said[:LONGEST_NAME], score, place)
    return scores, names


def _add_skill(scores: dict[str, int], name: str, score: int, place: Place) -> str:
    """Adds a skill and gives its name; of several of one name the later ones are numbered."""
    if len(scores) >= MOST_THINGS["skills"]:
        place.remarks.add(place.path, Text("has no place here and is left out"))
        return name
    free = next_numbered(name, scores) if name in scores else name
    scores[free] = score
    return free


def _hit_points(health: Place, sheet: dict[str, Any], *, worked_out: bool) -> None:
    """Hit points; of agents and npcs Foundry works out the maximum and exports a mere default."""
    health.ignore("min", "protection")
    body = sheet["characteristics"]
    most = max(-(-(body["strength"] + body["constitution"]) // 2), 1)
    bonus = health.number("maxBonus", -999, 999, usual=0) or 0
    stated = health.number("max", 0, 999)
    worked_out = worked_out or health.flag("maxNeedsUpdate", False)
    most = min(max(most + bonus, 1), 999) if worked_out or not stated else stated
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
        place = values.part(name)
        now, most = place.number("value", 0, 999), place.number("max", 0, 999)
        breaking = place.number("currentBreakingPoint", -999, 999)
        if now is not None:
            of = f" из {most}" if most is not None else ""
            at = f", предел {breaking}" if breaking is not None else ""
            notes.append(f"{label}: {now}{of}{at}")
            values.remarks.add(place.path, Text("«Бой» has no such value; kept in the notes"))
        loss = [place.line(part, 50) for part in ("successLoss", "failedLoss")]
        if any(loss):
            notes.append(f"{label}, потеря: {loss[0] or '0'} / {loss[1] or '0'}")
            values.remarks.add(place.path, Text("«Бой» has no such value; kept in the notes"))
        if said := place.text("notes"):
            notes.append(said)
        place.ignore("adaptations", "min", "maxBonus", "maxNeedsUpdate", "ritual")
        place.tell_rest()
    corruption = values.part("corruption")
    if score := corruption.number("value", 0, 999, usual=0):
        notes.append(f"Порча: {score}")
        values.remarks.add(corruption.path, Text("«Бой» has no such value; kept in the notes"))
    for part in ("gift", "insight"):
        if said := corruption.text(part):
            notes.append(said)


# ---- what is carried


@dataclass
class _Owner:
    """What of an actor counts for its weapons; an item by itself has none of it."""

    skills: dict[str, int] = field(default_factory=dict)
    """Per cent by our names; a weapon may add a skill of its own."""
    typed: Mapping[str, str] = field(default_factory=dict)
    """The names of typed skills by their keys."""
    characteristics: Mapping[str, int] = field(default_factory=dict)
    bonus: int = 0
    """What strength adds to the damage of blows."""


def _things(document: Place, sheet: dict[str, Any], owner: _Owner, notes: list[str]) -> None:
    weapons: list[dict[str, Any]] = []
    worn: list[dict[str, Any]] = []
    left_out: Counter[str] = Counter()
    for item in document.parts("items"):
        kind = item.raw("type")
        match kind:
            case "weapon" if len(weapons) < MOST_THINGS["weapons"]:
                foundry.remark_on_effects(item)
                weapons.append(_weapon(item, owner))
            case "armor" if len(worn) < MOST_THINGS["armor"]:
                foundry.remark_on_effects(item)
                piece, on = _armor(item)
                if on:
                    worn.append(piece)
                else:
                    notes.append(f"Не надето: {piece['name']}, броня {piece['rating']}")
                    not_worn = Text("not worn, kept in the notes: {name}", name=piece["name"])
                    item.remarks.add(item.path, not_worn)
            case str() if kind in KEPT_IN_NOTES:
                foundry.remark_on_effects(item)
                notes.append(_in_notes(item, KEPT_IN_NOTES[kind]))
            case _:
                left_out[quoted(kind)] += 1
    sheet["weapons"] = weapons
    # Foundry adds up everything worn: the best piece counts here, and the others add to it.
    worn.sort(key=lambda piece: (piece["additive"], -int(piece["rating"])))
    sheet["armor"] = [
        {**piece, "additive": number > 0 or piece["additive"]} for number, piece in enumerate(worn)
    ]
    foundry.remark_left_out(left_out, document.remarks)


def _in_notes(item: Place, label: str) -> str:
    values = foundry.values_of(item)
    values.ignore("name", "expense", "equipped", "revealed")
    facts_of = ("relationship", "score", "disorder")
    facts = [part for name in facts_of if (part := values.line(name, 200))]
    bracketed = f" ({', '.join(facts)})" if facts else ""
    what = values.text("description")
    values.tell_rest()
    return f"{label}: {item.line('name', 200, '?')}{bracketed}" + (f". {what}" if what else "")


def _weapon(item: Place, owner: _Owner) -> dict[str, Any]:
    values = foundry.values_of(item)
    values.ignore("expense", "name")
    name = item.line("name", LONGEST_NAME, "Оружие")
    notes = [values.text("description")]
    foreign = values.line("skill", 100)
    radius, reach = _metres(values, "killRadius"), _metres(values, "range")
    skill = _weapon_skill(values, foreign, name, owner)
    use = _use(values, foreign, skill, name, reach)
    damage = _damage(values, notes)
    if damage and skill == "unarmed" and damage_dice(damage) == damage_dice(BARE_HANDS):
        name = UNARMED.name
    if damage and owner.bonus and foreign in ("unarmed_combat", "melee_weapons"):
        dice, total = damage_dice(damage)
        plus = total.plus + owner.bonus  # 1d4-1 with a bonus of 2: 1d4+1
        damage = f"{dice}{plus:+d}" if plus else str(dice)
    lethality = values.number("lethality", 0, 99, usual=0) or None
    # The oldest files do not say whether a rating is meant; without damage it has to be.
    by_rating = values.flag("isLethal", damage is None)
    if by_rating:
        if lethality and damage and skill != "ranged":
            values.remark("damage", Text("goes by Lethality; the damage is left out"))
            damage = None
    elif lethality and (use == "close" or damage is None):
        lethality = None
    elif lethality:
        values.remark("lethality", Text("is off in the file; kept for bursts"))
    if modifier := values.number("skillModifier", -100, 100, usual=0):
        notes.append(f"Модификатор навыка {modifier:+d} %")
        values.remark("skillModifier", Text("has no place here; kept in the notes"))
    if ammo := values.line("ammo", 100):
        notes.append(f"Боезапас: {ammo}")
    if not values.flag("equipped", True):
        notes.append("Не в руках")
    pierces = values.number("armorPiercing", 0, 50, usual=0)
    values.tell_rest()
    return {
        "name": name,
        "skill": skill,
        "damage": damage,
        "lethality": lethality,
        "radius": min(radius, 1000) if radius and lethality else None,
        # A rating beside the damage is for bursts; where it is the usual thing, bullets that
        # reach several are a burst too.
        "automatic": bool(lethality and damage and use == "fired" and (radius or not by_rating)),
        # A thing with a rating that is thrown bursts; its splinters are as fast as bullets.
        "bullet": use == "fired"
        or (bool(lethality) and (use == "explodes" or foreign == "athletics")),
        "melee": use == "close",
        "pierces": pierces,
        "range": reach,
        "notes": foundry.joined(notes, LONGEST_NOTES, item.remarks),
    }


def _weapon_skill(values: Place, foreign: str, name: str, owner: _Owner) -> str:
    """Our skill, a skill of the sheet under its own name, or one made for this weapon alone."""
    target = values.number("customSkillTarget", 0, 99, usual=50) or 0
    if foreign in SKILLS:
        return SKILLS[foreign]
    if foreign in CHARACTERISTICS:  # five times it is rolled under
        name = f"{foreign.upper()}×5"
        target = min(5 * owner.characteristics.get(CHARACTERISTICS[foreign], 0), 99)
    elif foreign in owner.typed:
        return owner.typed[foreign]
    elif foreign != "custom":
        readable = foreign.replace("_", " ").capitalize()
        known = (skill for skill in owner.skills if skill.casefold() == readable.casefold())
        if not foreign:
            values.remark("skill", Text("is missing; taken for unarmed combat"))
        return next(known, readable) if foreign else "unarmed"
    if name in owner.skills or len(owner.skills) < MOST_THINGS["skills"]:
        owner.skills.setdefault(name, target)
        return name
    values.remark("skill", Text("is one too many; taken for unarmed combat"))
    return "unarmed"


Use = Literal["close", "fired", "explodes", "thrown"]
USES: Mapping[Use, Text] = {
    "close": Text("a weapon for close combat"),
    "fired": Text("a firearm"),
    "explodes": Text("an explosive"),
    "thrown": Text("a thrown weapon"),
}
"""How a weapon is used: hand to hand, firing bullets, exploding, thrown or shot otherwise."""

_FIRED = re.compile(
    r"\b(?:\w*gun|rifle|pistol|revolver|carbine|shotgun|smg|lmg|hmg|glock|uzi|musket|derringer|"
    r"(?:ak|ar|fn|hk|mp|m|g|p)-?\d{1,3}\w?|\d+(?:\.\d+)?\s*mm|\d+[- ]gauge|винтовка|пистолет|"
    r"револьвер|ружь[её]|автомат|пулем[её]т|карабин|обрез|дробовик)\b|(?<!\d)\.\d{2,3}\b",
    re.I,
)
_EXPLODES = re.compile(
    r"grenade|bomb|rocket|missile|mortar|explos|dynamite|\b(?:mine|rpg|ied|shell)\b|"
    r"гранат|бомб|ракет|мин[аы]\b|взрыв|снаряд|рпг",
    re.I,
)
_THROWN = re.compile(
    r"\bbow\b|crossbow|arrow|\bdart|throw|thrown|spit|javelin|sling|лук\b|арбалет|мет(?:ать|ание)",
    re.I,
)


def _use(values: Place, foreign: str, skill: str, name: str, reach: int | None) -> Use:
    """How a weapon is used: by its skill, else by its name and its range.

    Stat blocks make every weapon a ``custom`` one without a range, so then the name decides.
    """
    if skill in ("melee", "unarmed"):
        return "close"
    if foreign in ("demolitions", "artillery") or _EXPLODES.search(name):
        return "explodes"
    if foreign in ("firearms", "heavy_weapons"):
        return "fired"
    if foreign == "athletics":
        return "thrown"
    if _FIRED.search(name):
        use: Use = "fired"
    elif _THROWN.search(name) or (reach or 0) > FURTHEST_BLOW:
        use = "thrown"
    else:
        use = "close"
    values.remark("skill", Text("does not say how it is used; taken as {use}", use=USES[use]))
    return use


_NO_DAMAGE = {"", "-", "–", "—", "0", "n/a", "na", "none", "see description"}


def _damage(values: Place, notes: list[str]) -> str | None:
    said = values.line("damage", 200)
    if said.casefold() in _NO_DAMAGE:
        return None
    plain = said.casefold().replace(" ", "")
    try:
        damage_dice(plain)
    except ValueError:
        notes.append(f"Урон: {said}")
        remark = Text("no single kind of dice, kept in the notes: {said}", said=quoted(said))
        values.remark("damage", remark)
        return None
    return plain


def _metres(values: Place, name: str) -> int | None:
    """``"15M"``, ``"15 m"`` or 15 as metres; None for what is no distance, or none at all."""
    said = values.line(name, 50)
    match = re.fullmatch(r"(\d{1,5})(?:[.,]\d+)?\s*(?:m|м|meters?|metres?)?\.?", said, re.I)
    if match:
        return min(int(match[1]), 10_000) or None
    if said and said.casefold() not in _NO_DAMAGE:
        values.remark(name, Text("no distance in metres: {said}", said=quoted(said)))
    return None


_HELMET = re.compile(r"helmet|каска|шлем", re.I)


def _armor(item: Place) -> tuple[dict[str, Any], bool]:
    """A piece of armour, and whether it is worn. A helmet adds to what else is worn (boj-23)."""
    values = foundry.values_of(item)
    values.ignore("expense", "name")
    name = item.line("name", LONGEST_NAME, "Броня")
    piece = {
        "name": name,
        "rating": values.number("protection", 0, 100, usual=3),
        "additive": bool(_HELMET.search(name)),
        "notes": foundry.joined([values.text("description")], LONGEST_NOTES, item.remarks),
    }
    worn = values.flag("equipped", True)
    values.tell_rest()
    return piece, worn


READER = foundry.reader(
    OURS, ITEMS, lambda value: value["type"] if value["type"] in ACTORS else None,
    {"statistics", "skills", "health"}.intersection, _actor, _entries, (*ACTORS, *ITEMS),
)  # fmt: skip
