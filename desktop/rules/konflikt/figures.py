"""The numbers that a creature is played from, each from the function that play calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from desktop.rules.effects import EffectUnit
from desktop.rules.figures import Boxes, Figure, FigureGroup, Part
from desktop.rules.konflikt import attacks, checks, harm, turn
from desktop.rules.konflikt import sheet as sheets
from desktop.rules.konflikt.sheet import UNARMED, Attack, HouseRules, Power, Special
from desktop.rules.konflikt.state import NUMBER, Conflict, Fighter
from desktop.rules.text import Term, Text

D20 = Term("d20", "k20")
METRES = Term("m")
IMPROVISED = ("konflikt-19", "konflikt-20")
HEALING = Term("healing", "léčení")
USED_UP = Term("used up", "spotřebováno")


def figures(state: Conflict, fighter: Fighter) -> Iterator[FigureGroup]:
    """Each attack as it is used (konflikt-10, 11, 19), then the creature, its skills and powers."""
    for weapon in fighter.weapons:
        yield _weapon(state.house, fighter, weapon)
    yield _creature(fighter)
    known = fighter.skills()  # the system's own skills first, then those by other names
    names = [*(n for n in sheets.TERMS if n in known), *(n for n in known if n not in sheets.TERMS)]
    skills = tuple(Figure(n, sheets.skill_term(n), fighter.skill(n), signed=True) for n in names)
    yield FigureGroup("skills", Term("Skills", "Dovednosti"), skills, rule="konflikt-12")
    for craft in turn.CRAFTS.values():
        for power in craft.of(fighter):
            yield _power(state.house, fighter, craft.path_of(fighter, power), power)


def _weapon(house: HouseRules, fighter: Fighter, weapon: Attack) -> FigureGroup:
    used, path = fighter.as_used(weapon), fighter.path_of(weapon)
    reasons = attacks.reasons_to_hit(fighter, used)
    skill = attacks.skill_for(fighter, used)
    hit = _to_add(house, fighter, skill, reasons, used.bonus)
    against = _against(used.against) if used.against else Term("")
    shown = [replace(hit, term=D20, unit=against, rule="konflikt-10", thrown_in="attack")]
    if used.damage:
        shown.append(replace(_damage(fighter, used.damage), thrown_in="attack"))
    reach = fighter.range_of(used)
    if reach is not None:
        usual = used.range if used.kind == "ranged" else None
        said = reach if usual in (None, reach) else f"{usual}/{reach}"
        shown.append(Figure("range", Term("range", "dosah"), said, METRES, "konflikt-10"))
    facts = [
        term
        for holds, term in (
            (used.light, Term(Text("light", context="weapon"), "příruční")),
            (used.agile, Term("agile", "obratná")),
            (used.thrown, Term("thrown", "vrhací")),
            (used.improvised, Term("improvised", "improvizovaná")),
            (used.reload, Term("loaded for each shot", "nabíjí se")),
            (fighter.is_broken(weapon), Term("broken", "rozbitá")),
            (weapon.uses == 0, USED_UP),
        )
        if holds
    ]
    facts += [
        Term(
            Text("needs {skill} {needed}", skill=sheets.skill_term(skill), needed=needed),
            f"chce {sheets.skill_in_words(skill)} {needed}",
        )
        for skill, needed in fighter.sheet.unmet_needs(weapon)
    ]
    if weapon.name != UNARMED.name:
        facts += [Term(tag) for tag in used.tags]
    if used.effect:
        facts.append(sheets.effect_term(used.effect))
    facts += [_special(special) for special in used.specials]
    return FigureGroup(
        path if weapon.name != UNARMED.name or path != "attacks" else "unarmed", Term(weapon.name),
        tuple(shown), tuple(facts), used.notes, _uses(fighter, path, weapon.uses), "konflikt-10",
    )  # fmt: skip


def _to_add(
    house: HouseRules,
    fighter: Fighter,
    skill: str,
    reasons: Sequence[checks.Reason],
    bonus: int = 0,
) -> Figure:
    """What is added to the d20 of a check: the skill, what weapon and effects bring (16)."""
    parts = [Part(sheets.skill_term(skill), fighter.skill(skill))]
    if bonus:
        parts.append(Part(Term("weapon", "zbraň"), bonus))
    for reason in reasons:
        label = Term(reason.label, "improvizovaná" if reason.rule in IMPROVISED else "")
        parts.append(Part(label, reason.steps * house.bonus_step, reason.rule))
    value = checks.added(house, fighter, skill, reasons, bonus)
    too_many = value - sum(part.amount for part in parts)
    if too_many:
        cap = house.bonus_cap
        most = Term(Text("at most {cap} of either", cap=cap), f"nejvýše {cap}")
        parts.append(Part(most, too_many, "konflikt-16"))
    named = sheets.skill_term(skill)
    return Figure("hit", named, value, rule="konflikt-12", parts=tuple(parts), signed=True)


def _damage(fighter: Fighter, dice: str) -> Figure:
    """konflikt-11: the dice, and what effects add to them."""
    more = harm.DAMAGE.of(fighter)
    value = f"{dice}{more:+d}" if more else dice
    return Figure(
        "damage", Term("damage", "poškození"), value, rule="konflikt-11",
        parts=_by_effects(fighter, harm.DAMAGE),
    )  # fmt: skip


def _by_effects(fighter: Fighter, unit: EffectUnit) -> tuple[Part, ...]:
    """What the game master's own effects add."""
    return tuple(Part(Term(name), amount, unit.rule) for name, amount in unit.each(fighter))


def _creature(fighter: Fighter) -> FigureGroup:
    """konflikt-8, 10, 11, 13, 17, 22: what is reached against it, what it does without weapons."""
    sheet = fighter.sheet

    def changed(term: Term, value: int, base: int, unit: EffectUnit) -> Figure:
        """A number of the sheet with what effects add to it."""
        effects = _by_effects(fighter, unit)
        parts = (Part(Term("sheet", "deník"), base, unit.rule), *effects) if effects else ()
        return Figure(str(term.label).lower(), term, value, rule=unit.rule, parts=parts)

    momentum = turn.momentum_of_a_turn(fighter)
    shown = (
        changed(Term("Defence", "Obrana"), fighter.number(""), sheet.defence, NUMBER),
        changed(Term("Armour", "Zbroj"), harm.armour_of(fighter), sheet.armor, harm.ARMOUR),
        Figure("reach", Term("Reach", "Dosah"), fighter.reach, METRES, "konflikt-13"),
        Figure("size", Term("Size", "Velikost"), f"{sheet.size:g}", rule="konflikt-17"),
        changed(Term("Momentum", "Hybnost"), momentum, sheet.momentum, turn.MOMENTUM),
        Figure("luck", Term("Luck", "Štěstí"), sheet.luck, rule="konflikt-22", signed=True),
    )
    what = Text("immune: {what}", what=sheet.immune)
    facts = [Term(what, f"imunní: {', '.join(sheet.immune)}")] if sheet.immune else []
    facts += [_special(special) for special in sheet.specials]
    return FigureGroup("fighter", Term(sheet.about), shown, tuple(facts), rule="konflikt-10")


def _special(special: Special) -> Term:
    """konflikt-12: what a natural 20 or 1 brings."""
    said = [part for part in (special.text, special.damage) if part]
    effect = sheets.effect_term(special.effect) if special.effect else None
    what, native = (
        (said, said) if effect is None else ([*said, effect.label], [*said, effect.native])
    )
    label = Text("{roll}: {what}", roll=special.on, what=what)
    return Term(label, f"{special.on}: {', '.join(native)}")


def _power(house: HouseRules, fighter: Fighter, path: str, power: Power) -> FigureGroup:
    """konflikt-6: what is added where it needs a check, and what it does."""
    shown = []
    if power.skill:
        hit = _to_add(house, fighter, power.skill, checks.own_reasons(fighter))
        shown.append(replace(hit, unit=_against(power.against)))
    if power.damage:
        shown.append(_damage(fighter, power.damage))
    if power.healing:
        shown.append(Figure("healing", HEALING, power.healing, rule="konflikt-6"))
    if power.area:
        shown.append(Figure("area", Term("area", "oblast"), power.area, METRES, "konflikt-16"))
    facts = [USED_UP] if power.uses == 0 else []  # as a fight has left it
    facts += [Term(tag) for tag in power.tags]
    if power.effect:
        facts.append(sheets.effect_term(power.effect))
    boxes = _uses(fighter, path, power.uses)
    return FigureGroup(
        path, Term(power.name), tuple(shown), tuple(facts), power.text, boxes, "konflikt-6"
    )


def _uses(fighter: Fighter, path: str, uses: int | None) -> tuple[Boxes, ...]:
    """A box for each use that the thing at this path has; those that are gone are ticked."""
    return (Boxes(Term(""), uses, uses - (fighter.left(path, uses) or 0)),) if uses else ()


def _against(what: str) -> Term:
    """What a check is made against: a skill, the defence, or the usual number."""
    number = what or str(sheets.USUAL)
    return Term(
        Text("against {what}", what=sheets.skill_term(number)), sheets.against_in_words(number)
    )
