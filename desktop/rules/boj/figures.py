"""The numbers that a fighter is played from, each from the function that play calls."""

from collections.abc import Iterator

from desktop.rules.boj.actions import escape_skill
from desktop.rules.boj.attacks import attack_chance
from desktop.rules.boj.checks import Chance, chance_of, five_fold, score_term
from desktop.rules.boj.damage import ARMOUR, damage_dealt, protection
from desktop.rules.boj.defence import defence_chance
from desktop.rules.boj.sheet import UNARMED, Characteristics, Weapon
from desktop.rules.boj.state import Fighter
from desktop.rules.fields import fields_of
from desktop.rules.figures import Figure, FigureGroup, Part
from desktop.rules.table import BY_HAND
from desktop.rules.text import Term, Text

PER_CENT = Term("%", "%")
METRES = Term("m", "м")
COVER = Term("cover", "укрытие")
CLOSE_ONLY = Term("close attacks only", "только в ближнем бою")
SHOT = Weapon(name="-", skill="ranged")
"""A weapon that is not close and pierces nothing, to ask armour about."""

_NATIVE_PARTS = {"boj-3": "прицел"}
"""What adds to a chance without a target, by its rule."""


def figures(fighter: Fighter) -> Iterator[FigureGroup]:
    """Weapons with bare hands last, defences, armour, characteristics, skills, hit points."""
    for number, weapon in enumerate(fighter.sheet.carried):
        own = number < len(fighter.sheet.weapons)
        yield _weapon(fighter, weapon, f"weapons[{number}]" if own else "bare_hands")
    yield _defence(fighter)
    if fighter.sheet.armor:
        yield _armour(fighter)
    fields = fields_of(Characteristics)
    body = tuple(
        Figure(field.id, Term(field.label, field.native), value, rule=field.rule)
        for field, (_, value) in zip(fields, fighter.sheet.characteristics, strict=True)
    )
    yield FigureGroup("characteristics", Term("Characteristics", "Характеристики"), body)
    chances = ((field, chance_of(fighter, five_fold(fighter, field.id))) for field in fields)
    five_times = tuple(
        Figure(field.id, Term(field.label, field.native), chance, PER_CENT, field.rule)
        for field, chance in chances
    )
    yield FigureGroup("five_fold", Term("Characteristics × 5", "Характеристики × 5"), five_times)
    skills = tuple(
        Figure(name, score_term(name), score, PER_CENT, "boj-5")
        for name, score in fighter.skills.items()
    )
    yield FigureGroup("skills", Term("Skills", "Навыки"), skills, rule="boj-5")
    hit_points = (
        Figure("hp", Term("left", "есть"), fighter.hp, rule="boj-18"),
        Figure("max_hp", Term("at most", "всего"), fighter.max_hp, rule="boj-18"),
    )
    yield FigureGroup("fighter", Term("Hit points", "Очки здоровья"), hit_points, rule="boj-18")


def _weapon(fighter: Fighter, weapon: Weapon, id: str) -> FigureGroup:
    chance = attack_chance(fighter, weapon)
    skill = score_term(weapon.skill)
    figures = [
        Figure(
            "chance", skill, chance.value, PER_CENT, "boj-5", _parts(fighter, weapon, chance),
            thrown_in="attack",
        )
    ]  # fmt: skip
    if weapon.damage:
        dice, plus = damage_dealt(fighter, weapon.damage)
        value = f"{dice}{plus:+d}" if plus else str(dice)
        damage = Term("damage", "урон")
        figures.append(Figure("damage", damage, value, rule="boj-18", thrown_in="attack"))
    if weapon.lethality:
        lethality = Term("Lethality", "Смертельность")
        figures.append(
            Figure("lethality", lethality, weapon.lethality, PER_CENT, "boj-19", thrown_in="attack")
        )
    if weapon.area:
        first, last = weapon.radii[0], weapon.radii[-1]
        value = str(last) if first == last else f"{first}–{last}"
        figures.append(Figure("radius", Term("radius", "радиус"), value, METRES, "boj-22"))
    if weapon.pierces:
        pierces = Term("pierces", "пробивает")
        figures.append(Figure("pierces", pierces, weapon.pierces, rule="boj-23"))
    if weapon.range is not None:
        figures.append(Figure("range", Term("up to", "до"), weapon.range, METRES))
    facts = [Term("automatic", "автоматическое")] if weapon.automatic else []
    if weapon.bullet:
        facts.append(Term("bullets or fragments", "пули или осколки"))
    name = Term(weapon.name, weapon.name)
    return FigureGroup(id, name, tuple(figures), tuple(facts), weapon.notes, rule="boj-5")


def _parts(fighter: Fighter, weapon: Weapon, chance: Chance) -> tuple[Part, ...]:
    """A skill and what adds to it, where anything does."""
    if not chance.parts:
        return ()
    base = Part(score_term(weapon.skill), fighter.skill(weapon.skill), "boj-5")
    more = (
        Part(Term(what, _NATIVE_PARTS.get(rule, "")), amount, rule)
        for rule, what, amount in chance.parts
    )
    return base, *more


def _defence(fighter: Fighter) -> FigureGroup:
    resist, escape = score_term(fighter.resists_with.skill), Term("break free", "высвобождение")
    free = chance_of(fighter, escape_skill(fighter))
    chances = (
        ("dodge", score_term("dodge"), defence_chance(fighter, "dodge"), "boj-11"),
        ("resist", resist, defence_chance(fighter, "block"), "boj-14"),
        ("escape", escape, free, "boj-12"),
    )
    figures = tuple(Figure(id, term, chance, PER_CENT, rule) for id, term, chance, rule in chances)
    return FigureGroup("defence", Term("Defence", "Защита"), figures, rule="boj-11")


def _armour(fighter: Fighter) -> FigureGroup:
    """What armour takes off shots, and off close attacks where that is more; then each piece."""
    against = []
    for id, term, weapon in (
        ("shots", Term("takes off", "вычитает"), SHOT),
        ("close", Term("in close combat", "в ближнем бою"), UNARMED),
    ):
        parts = tuple(
            Part(Term(piece.name, piece.name), piece.rating, "boj-23")
            for piece in fighter.sheet.worn[weapon.close]
        )
        by_hand = tuple(Part(Term(name), amount, BY_HAND) for name, amount in ARMOUR.each(fighter))
        points = protection(fighter, weapon, cover=0).total
        against.append(Figure(id, term, points, rule="boj-23", parts=(*parts, *by_hand)))
    shots, close = against
    pieces = []
    for piece in fighter.sheet.armor:
        rating = f"{piece.name} {'+' if piece.additive else ''}{piece.rating}"
        said = [COVER] if piece.kind == "cover" else []
        said += [CLOSE_ONLY] if piece.close_only else []
        text = Text("{rating} ({what})", rating=rating, what=said) if said else rating
        natives = "".join(f" ({term.native})" for term in said)
        pieces.append(Term(text, rating + natives))
    figures = (shots,) if close.value == shots.value else (shots, close)
    return FigureGroup("armour", Term("Armour", "Броня"), figures, tuple(pieces), rule="boj-23")
