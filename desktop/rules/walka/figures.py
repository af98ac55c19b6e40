"""The numbers that a fighter is played from, each from the function that play calls."""

from collections.abc import Iterator

from desktop.rules.figures import NO_TERM, Boxes, Figure, FigureGroup, Part
from desktop.rules.text import Term, Text
from desktop.rules.walka import checks, grenades, hits, initiative, shooting, tables, weapons
from desktop.rules.walka.sheet import LEVEL_WORDS, LOCATION_WORDS, Weapon, word
from desktop.rules.walka.state import Battle, Fighter, points_left

METRES = Term("m", "m")
UP_TO = {
    "scratch": Term("scratch to", "draśnięcie do"),
    "light": Term("light to", "lekka do"),
    "heavy": Term("heavy to", "ciężka do"),
    "critical": Term("critical to", "krytyczna do"),
}
WOUND = {
    "scratch": Term("scratch wound", "rana draśnięcie"),
    "light": Term("light wound", "rana lekka"),
    "heavy": Term("heavy wound", "rana ciężka"),
    "critical": Term("critical wound", "rana krytyczna"),
}
REASONS = {
    "wounds": Term("wounds", "rany"),
    "armour in the way": Term("armour", "pancerz"),
    "{weapon} needs build {needed}": Term("build", "budowa"),
    "accuracy: {weapon}": Term("accuracy", "celność"),
    "shooting past a sliver of cover": Term("cover", "osłona"),
    "running": Term("running", "bieg"),
    "parry of the weapon": Term("weapon", "broń"),
    "parry of the shield": Term("shield", "tarcza"),
}
"""What is added to a threshold, by the template of its reason."""
TICKS = (Term("S", "D"), Term("L", "L"), Term("H", "C"), Term("C", "K"))
"""The letter of each level of wound, from a scratch."""


def figures(state: Battle, fighter: Fighter) -> Iterator[FigureGroup]:
    """Each attack, the fighter, the body by location, attributes and skills."""
    for index in range(len(fighter.sheet.weapons)):
        yield _attack(state, fighter, index)
    yield _fighter(state, fighter)
    for location in tables.LOCATIONS:
        yield _location(fighter, location, dict(LOCATION_WORDS)[location])
    attributes = [
        Figure(id, word(id), value) for id, value in fighter.sheet.attributes.model_dump().items()
    ]
    yield FigureGroup("attributes", Term("Attributes", "Cechy"), tuple(attributes))
    skills = [
        Figure(id, word(id), points)
        for id, points in fighter.sheet.skills.model_dump().items()
        if points
    ]
    if skills:
        yield FigureGroup("skills", Term("Skills", "Umiejętności"), tuple(skills), rule="walka-12")


def _threshold(
    id: str, term: Term, threshold: checks.Threshold, rule: str, thrown_in: str = ""
) -> Figure:
    """A threshold with the attribute and the modifiers that it is added up from."""
    parts = [Part(word(threshold.attribute), threshold.base)]
    for text, amount, why in threshold.modifiers:
        template = text.template if isinstance(text, Text) else text
        parts.append(Part(REASONS.get(template, Term(text)), amount, why))
    value = int(threshold.value) if threshold.value % 1 == 0 else checks.number(threshold.value)
    return Figure(id, term, value, NO_TERM, rule, tuple(parts), thrown_in=thrown_in)


def _attack(state: Battle, fighter: Fighter, index: int) -> FigureGroup:
    """A weapon: threshold (walka-17), skill (12), rounds (24), distances (19), what it does."""
    weapon, loaded = fighter.sheet.weapons[index], fighter.loaded[index]
    if weapon.category == "melee":
        threshold = checks.threshold_of_blow(fighter, weapon)
    elif weapon.thrown:
        threshold = grenades.threshold_of_throw(fighter, weapon)
    else:
        threshold = shooting.threshold_of_shot(fighter, weapon)
    scatters = weapon.category == "shotgun"  # its distance counts even where nobody says it
    thrown_in = "shot" if weapon.gun and not scatters else ""
    shown = [_threshold("threshold", Term("threshold", "próg"), threshold, "walka-17", thrown_in)]
    if points := points_left(state.house, fighter, weapon.uses):
        shown.append(Figure("skill", Term("die", "kość"), -points, rule="walka-12", signed=True))
    if weapon.penetration is not None:
        term = Term("penetration", "PP")
        shown.append(Figure("penetration", term, weapon.penetration, rule="walka-31"))
    if weapon.rate_of_fire:
        rounds = "/".join(str(shooting.rounds_of(weapon, burst)) for burst in tables.BURSTS)
        shown.append(Figure("bursts", Term("bursts", "serie"), rounds, rule="walka-24"))
    if (build := weapons.build_needed(weapon)) is not None:
        one_handed = weapons.build_needed(weapon, "dominant")
        needed = f"{build}/{one_handed}" if weapon.gun else build
        shown.append(Figure("build", Term("build", "budowa"), needed, rule="walka-15"))
    if weapon.magazine:
        term = Term("magazine", "magazynek")
        full = loaded == weapon.magazine
        holds = weapon.magazine if full else f"{loaded}/{weapon.magazine}"
        shown.append(Figure("magazine", term, holds, rule="walka-24"))
    if weapon.scope:
        shown.append(Figure("scope", Term("scope", "luneta"), weapon.scope, rule="walka-14"))
    for metres, value in weapons.ranges(weapon):
        term, adds = Term(Text("{metres} m", metres=metres)), checks.signed(value) if value else "0"
        shown.append(Figure(f"to_{metres}", term, adds, rule="walka-19"))
    shown += _bands(weapon)
    name, facts = Term(weapon.name), _facts(weapon, fighter.strength)
    id = f"weapons[{index}]"
    return FigureGroup(id, name, tuple(shown), facts, weapon.notes, rule="walka-17")


def _bands(weapon: Weapon) -> Iterator[Figure]:
    """How far which wound reaches: of a blast (walka-29), of a shotgun (walka-26)."""
    bands, rule = [], "walka-29"
    if weapon.critical_range is not None:
        bands = grenades.rings(weapon.critical_range)
    elif weapon.category == "shotgun" and not weapon.ion:
        bands, rule = [(level or 1, metres) for metres, level in tables.SHOTGUN], "walka-26"
    for level, metres in bands:
        name, _ = LEVEL_WORDS[level - 1]
        yield Figure(name, UP_TO[name], metres, METRES, rule)


def _facts(weapon: Weapon, strength: int) -> tuple[Term, ...]:
    """What is said of a weapon behind its numbers; its wounds by successes (walka-46)."""
    if weapon.ion:
        ion = Term("ion", "jonowa")
        return (ion, Term("whole body", "całe ciało")) if weapon.whole_body else (ion,)
    if weapon.category == "melee":
        return tuple(WOUND[tables.LEVELS[n - 1]] for n in weapons.levels_of(weapon, strength))
    varies = weapon.category in ("shotgun", "grenade") or weapon.critical_range
    return () if varies or weapon.harmless else (WOUND[weapon.damage],)


def _fighter(state: Battle, fighter: Fighter) -> FigureGroup:
    """Initiative (walka-5), parry (23), pain (32) and the time to live (33)."""
    first = initiative.initiative_threshold(state, fighter, state.house.initiative_by)
    parry = checks.threshold_of_parry(fighter)
    shown = [
        _threshold("initiative", Term("initiative", "inicjatywa"), first, "walka-5"),
        _threshold("parry", Term("parry", "obrona"), parry, "walka-23"),
    ]
    if fighter.powered:
        term = Term("build for weapons", "Budowa do broni")
        shown.append(Figure("strength", term, fighter.strength, rule="walka-15"))
    thresholds = "/".join(
        str(hits.pain_threshold(fighter, level)) for level in tables.PAIN_DIFFICULTY
    )
    pain = Term("pain test S/L/H", "test bólu D/L/C")
    shown.append(Figure("pain", pain, thresholds, rule="walka-32"))
    penalties = Term("penalty of a wound S/L/H/C", "kara za ranę D/L/C/K")
    shown.append(Figure("penalties", penalties, _wound_penalties(), rule="walka-32"))
    minutes = hits.minutes_to_live(fighter)
    critical = Term("a critical wound kills in", "rana krytyczna zabija po")
    shown.append(Figure("minutes", critical, minutes, Term("min"), "walka-33"))
    segments = (Boxes(Term("segments", "segmenty"), tables.SEGMENTS, 0),)
    term = Term("In a fight", "W walce")
    return FigureGroup("fighter", term, tuple(shown), boxes=segments, rule="walka-17")


def _wound_penalties() -> str:
    """walka-32: what a wound of each level adds with its pain test passed, and failed."""
    levels = []
    for level in tables.LEVELS:
        wounds = (hits.fresh_wound(level, "torso", borne) for borne in (True, False))
        levels.append("/".join(dict.fromkeys(checks.number(wound.penalty) for wound in wounds)))
    return ", ".join(levels)


def _location(fighter: Fighter, location: tables.Location, native: str) -> FigureGroup:
    """walka-18 and 31: faces and armour of a location; walka-33: boxes for its wounds."""
    place = tables.PLACE[location]
    first, *_, last = (f for f in range(1, tables.UNLUCKY) if tables.location_of(f) == location)
    armour = fighter.protection[place]
    shown = (
        Figure("faces", NO_TERM, f"{first}–{last}", rule="walka-18"),
        Figure("armour", Term("armour", "pancerz"), armour, rule="walka-31"),
    )
    most = (*[tables.MERGED] * 3, tables.KILLING)
    levels = [wound.level for wound in fighter.wounds if wound.location == location]
    boxes = tuple(
        Boxes(mark, max(count, levels.count(level)), levels.count(level))
        for mark, level, count in zip(TICKS, tables.LEVELS, most, strict=True)
    )
    term = Term(location.replace("_", " "), native)
    return FigureGroup(f"body.{location}", term, shown, boxes=boxes, rule="walka-31")
