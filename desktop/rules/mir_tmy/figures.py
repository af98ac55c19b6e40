"""The numbers that a fighter is played from, each from the function that play calls."""

from collections.abc import Iterator

from desktop.rules.figures import NO_TERM, Figure, FigureGroup, Part
from desktop.rules.mir_tmy import (
    attacks,
    automatic_actions,
    defence,
    initiative,
    pools,
    sheet,
    wounds,
)
from desktop.rules.mir_tmy.commands import DEFENCES
from desktop.rules.mir_tmy.sheet import Armor, Weapon, known_as, level_word, word
from desktop.rules.mir_tmy.state import HELPLESS, PENALTIES, Fighter, Scene
from desktop.rules.text import Term, Text, terms

METRES = Term("m", "м")
REASONS = {"mir_tmy-16": Term("armour", "броня"), "mir_tmy-17": Term("wounds", "раны")}
FLAGS = {
    "automatic": Term("automatic", "автоматическое"),
    "burst": Term("short bursts", "короткие очереди"),
    "silver": Term("silver", "серебро"),
    "concealed": Term("not in hand", "спрятано"),
}
"""What is said of a weapon that has it."""


def figures(state: Scene, fighter: Fighter) -> Iterator[FigureGroup]:
    """Attacks, soak, defences, initiative and ways, health, armour, and the scores themselves."""
    for index, weapon in enumerate(fighter.sheet.weapons):
        yield _attack(state, fighter, weapon, f"weapons[{index}]")
    yield _attack(state, fighter, sheet.FISTS, "fists")
    yield FigureGroup("soak", Term("Soak", "Поглощение"), _soak(state, fighter), rule="mir_tmy-16")
    yield FigureGroup("defence", Term("Defence", "Защита"), _defence(fighter), rule="mir_tmy-43")
    yield FigureGroup("fighter", Term("In a fight", "В бою"), _fighter(fighter), rule="mir_tmy-3")
    yield _health(fighter)
    for index, armor in enumerate(fighter.armor):
        yield _armor(armor, f"armor[{index}]")
    yield from _scores(fighter)


def _pool(
    fighter: Fighter, id: str, term: Term, pool: pools.Pool, traits: tuple[str, str], rule: str,
    thrown_in: str = "",
) -> Figure:  # fmt: skip
    """A pool with its difficulty, and what its dice are added up from; never fewer than none."""
    attribute, ability = traits
    parts = [
        Part(word(attribute), getattr(fighter.attributes, attribute)),
        Part(word(ability), fighter.ability(ability)),
        *(
            Part(REASONS.get(reason, Term(why)), dice, reason)
            for reason, why, dice, _ in pool.reasons
            if dice
        ),
    ]
    against = Term(Text("against {number}", number=pool.against), f"по сложности {pool.against}")
    return Figure(id, term, max(pool.dice, 0), against, rule, tuple(parts), thrown_in=thrown_in)


def _attack(state: Scene, fighter: Fighter, weapon: Weapon, id: str) -> FigureGroup:
    """A weapon: its pool (mir_tmy-10), damage (12), range (23), clip (38) and parrying (44)."""
    pool = pools.trait_pool(fighter, "dexterity", weapon.skill)
    if weapon.close:
        pools.on_the_ground(pool, weapon.skill)
    traits = ("dexterity", weapon.skill)
    figures = [
        _pool(fighter, "pool", Term("pool", "запас"), pool, traits, "mir_tmy-10", "attack"),
        _damage(state, fighter, weapon, "damage", Term("damage", "урон")),
    ]
    if weapon.range is not None:
        beyond = attacks.damage_dice(fighter, weapon, weapon.farthest)
        if beyond != attacks.damage_dice(fighter, weapon):
            term = Term("damage far off", "урон издали")
            figures.append(_damage(state, fighter, weapon, "damage_far", term, weapon.farthest))
        ranges = f"{weapon.range}/{weapon.farthest}"
        figures.append(Figure("range", NO_TERM, ranges, METRES, "mir_tmy-23"))
    if weapon.clip is not None:
        rounds = fighter.loaded.get(weapon.name, weapon.clip)
        holds = f"{rounds}/{weapon.clip}" if rounds < weapon.clip else weapon.clip
        figures.append(Figure("clip", Term("clip", "обойма"), holds, rule="mir_tmy-38"))
    if weapon.kind == "melee":
        parries = Term("parries against", "сложность парирования")
        figures.append(Figure("parry", parries, weapon.parry, rule="mir_tmy-44"))
    if weapon.strength:
        needs = Term("needs strength", "нужна Сила")
        figures.append(Figure("strength", needs, weapon.strength, rule="mir_tmy-12"))
    facts = tuple(term for flag, term in FLAGS.items() if getattr(weapon, flag))
    name = Term(weapon.name)
    return FigureGroup(id, name, tuple(figures), facts, weapon.notes, rule="mir_tmy-10")


def _damage(
    state: Scene, fighter: Fighter, weapon: Weapon, id: str, term: Term, distance: int | None = None
) -> Figure:
    """mir_tmy-12: the dice of damage at a distance, without extra successes."""
    dice = attacks.damage_dice(fighter, weapon, distance)
    blow = wounds.Wounding(dice, weapon.type, weapon, fighter)
    parts = [Part(Term("weapon", "оружие"), weapon.damage)]
    if dice != weapon.damage:
        parts.insert(0, Part(word("strength"), dice - weapon.damage))
    parts += [Part(Term(name), more) for name, more in wounds.DAMAGE.each(fighter)]
    value = wounds.harm_to(state, fighter, blow).dice
    return Figure(id, term, value, word(weapon.type), "mir_tmy-12", tuple(parts))


def _soak(state: Scene, fighter: Fighter) -> tuple[Figure, ...]:
    """mir_tmy-16: dice against a blow and, where that is another number, against a shot."""
    figures = []
    for type, _ in sheet.HARM:
        blow, shot = (
            wounds.harm_to(state, fighter, wounds.Wounding(0, type, weapon, fighter)).soak
            for weapon in (Weapon(name="-"), Weapon(name="-", kind="firearm"))
        )
        value = blow if blow == shot else f"{blow}/{shot}"
        figures.append(Figure(type, word(type), value, rule="mir_tmy-16"))
    return tuple(figures)


def _defence(fighter: Fighter) -> tuple[Figure, ...]:
    """mir_tmy-43 to 45: the pools of the defences there are against a blow, the first this turn."""
    blow = defence.Assault(close=True, type="bashing", strength=0)
    figures = []
    for kind in defence.possible(fighter, blow):
        pool = defence.prepared(fighter, kind, blow, attackers=0).pool
        manner = DEFENCES[kind]
        traits, term = ("dexterity", manner.ability), Term(kind, manner.native)
        figures.append(_pool(fighter, kind, term, pool, traits, manner.rule))
    return tuple(figures)


def _fighter(fighter: Fighter) -> tuple[Figure, ...]:
    """mir_tmy-3 and 52: initiative before the d10, and metres of a move and of a run."""
    parts = [
        Part(word("dexterity"), fighter.attributes.dexterity),
        Part(word("wits"), fighter.attributes.wits),
    ]
    if fighter.penalty:
        parts.append(Part(REASONS["mir_tmy-17"], fighter.penalty, "mir_tmy-17"))
    parts += [Part(Term(name), more) for name, more in initiative.INITIATIVE.each(fighter)]
    die = Term("+ d10", "+ к10")
    base = initiative.base(fighter)
    name = Term("initiative", "инициатива")
    figures = [Figure("initiative", name, base, die, "mir_tmy-3", tuple(parts))]
    ways = [("move", Term("move", "движение"), False)] if not fighter.out else []
    if ways and fighter.level not in automatic_actions.TOO_HURT_TO_RUN:
        ways.append(("run", Term("run", "бег"), True))
    for id, name, running in ways:
        metres = automatic_actions.farthest(fighter, running)
        figures.append(Figure(id, name, metres, METRES, "mir_tmy-52"))
    return tuple(figures)


def _health(fighter: Fighter) -> FigureGroup:
    """mir_tmy-17: the penalty of each level on which somebody can still act, then the others."""
    levels = list(dict.fromkeys(fighter.sheet.health))
    figures = [
        Figure(level, word(level), PENALTIES[level], rule="mir_tmy-17", signed=PENALTIES[level] < 0)
        for level in levels
        if level not in HELPLESS
    ]
    facts = [level_word(level, fighter.kind) for level in levels if level in HELPLESS]
    term = Term("Health levels", "Уровни здоровья")
    return FigureGroup("health", term, tuple(figures), tuple(facts), rule="mir_tmy-17")


def _armor(armor: Armor, id: str) -> FigureGroup:
    """mir_tmy-16: soak dice, against what, and what it takes from pools of dexterity."""
    soak = Term("soak", "поглощение")
    figures = [Figure("soak", soak, armor.rating, rule="mir_tmy-16", signed=True)]
    if armor.penalty:
        dexterity = word("dexterity")
        figures.append(Figure("penalty", dexterity, -armor.penalty, rule="mir_tmy-16", signed=True))
    stops = tuple(map(dict(terms(sheet.STOPPED)).__getitem__, armor.stops))
    return FigureGroup(id, Term(armor.name), tuple(figures), stops, armor.notes, rule="mir_tmy-16")


def _scores(fighter: Fighter) -> Iterator[FigureGroup]:
    """Attributes, abilities and powers, each as it counts now."""
    body = fighter.attributes
    attributes = [Figure(id, word(id), getattr(body, id)) for id, _ in sheet.ATTRIBUTES]
    yield FigureGroup("attributes", Term("Attributes", "Атрибуты"), tuple(attributes))
    for id, term in (
        ("abilities", Term("Abilities", "Способности")),
        ("powers", Term("Powers", "Силы")),
    ):
        ids = dict.fromkeys(map(known_as, getattr(fighter.sheet, id)))
        scores = [Figure(score, word(score), fighter.ability(score)) for score in ids]
        if scores:
            yield FigureGroup(id, term, tuple(scores))
