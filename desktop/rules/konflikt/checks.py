"""Checks: a d20 against a number, what is added to it, and luck (konflikt-12, 16, 22)."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from desktop.rules.cast import unknown
from desktop.rules.dice import Pool, Reach, Reached, pool
from desktop.rules.effects import EffectUnit
from desktop.rules.konflikt.commands import Check, Luck, Modifiers
from desktop.rules.konflikt.sheet import PROWESS, USUAL, HouseRules, skill_term
from desktop.rules.konflikt.state import Conflict, Fighter, People, is_threatened
from desktop.rules.table import BY_HAND, Refusal, Table
from desktop.rules.text import Text, Words

UNBROKEN = 10
"""An improvised weapon holds when the die shows this or more (konflikt-19)."""

COVER = {"clear": 0, "partial": 1, "full": 2}
"""Steps that cover is worth (konflikt-16)."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a check is easier (steps above 0) or harder, and by which rule."""

    label: Words
    steps: int
    rule: str


def counted(house: HouseRules, steps: int) -> int:
    """What steps add, of which only a limited number of either kind count."""
    return max(-house.bonus_cap, min(steps, house.bonus_cap)) * house.bonus_step


BONUS = EffectUnit("bonus", Text("Steps of bonus to checks"), "Bonus", rule="konflikt-16")


def net_steps(reasons: Sequence[Reason]) -> int:
    """konflikt-16: what reasons come to; bonuses and penalties are steps that cancel each other."""
    return sum([reason.steps for reason in reasons])


def steps_of(fighter: Fighter) -> int:
    """What its effects bring to any check."""
    return net_steps(own_reasons(fighter))


def own_reasons(fighter: Fighter) -> list[Reason]:
    """konflikt-16: what its effects bring to any check, each by its name."""
    reasons = [
        Reason(effect.name, effect.bonus - effect.penalty, "konflikt-16")
        for effect in fighter.effects
        if effect.bonus != effect.penalty
    ]
    return reasons + [Reason(name, steps, BY_HAND) for name, steps in BONUS.each(fighter)]


def reasons_of(fighter: Fighter, modifiers: Modifiers, cover: int) -> list[Reason]:
    """What its effects and the game master bring; cover counts ``cover`` times its steps.

    Cover hinders a check against the covered one and helps its own against effects: −1 or +1.
    """
    reasons = own_reasons(fighter)
    if cover and modifiers.cover != "clear":
        label = Text("partial cover") if modifiers.cover == "partial" else Text("cover")
        reasons.append(Reason(label, cover * COVER[modifiers.cover], "konflikt-16"))
    if modifiers.bonus:
        reasons.append(Reason(Text("bonus"), modifiers.bonus, "konflikt-16"))
    if modifiers.penalty:
        reasons.append(Reason(Text("penalty"), -modifiers.penalty, "konflikt-16"))
    return reasons


def added(
    house: HouseRules, fighter: Fighter, skill: str, reasons: Sequence[Reason], extra: int = 0
) -> int:
    """konflikt-12 and 16: what is added to the d20 of a check. ``extra`` is a plain number."""
    return fighter.skill(skill) + extra + counted(house, net_steps(reasons))


@lru_cache(maxsize=1024)
def d20(number: int, plus: int, apart: tuple[int, ...] = ()) -> Pool[Reached]:
    """konflikt-12: a natural 20 always succeeds, a natural 1 always fails.

    From each face of ``apart`` on a rule tells the falls apart.
    """
    return pool(1, 20, Reach(number, plus, always=(20,), never=(1,), apart=apart))


def make_check(
    state: Conflict,
    fighter: Fighter,
    skill: str,
    number: int,
    reasons: Sequence[Reason],
    table: Table,
    *,
    rule: str = "konflikt-12",
    what: Words = "",
    extra: int = 0,
    apart: tuple[int, ...] = (),
) -> Reached:
    """A check of a skill against a number. ``extra`` is a plain number added to the die."""
    if table.keeps_log:
        _tell_reasons(state, fighter, reasons, table)
    plus = added(state.house, fighter, skill, reasons, extra)
    named = skill_term(skill)
    throw = d20(number, plus, apart)
    reached = table.roll(throw, why=rule, by=fighter.id, label=what or Text("{skill}", skill=named))
    if not table.keeps_log:
        return reached
    rule, verdict = _verdict(reached, number, rule)
    table.note(
        rule, fighter, "{name}, {skill}: {natural} {plus:+d} = {total} against {number}: {verdict}",
        skill=named, natural=reached.natural, plus=plus, total=reached.total, number=number,
        verdict=verdict,
    )  # fmt: skip
    return reached


def _verdict(reached: Reached, number: int, rule: str) -> tuple[str, Text]:
    """konflikt-12: the rule that decided, and how; the die itself does where it shows 20 or 1."""
    if reached.success == (reached.total >= number):
        return rule, Text("success") if reached.success else Text("failure")
    by_die = Text("success by a natural 20") if reached.success else Text("failure by a natural 1")
    return "konflikt-12", by_die


def _tell_reasons(
    state: Conflict, fighter: Fighter, reasons: Sequence[Reason], table: Table
) -> None:
    for reason in reasons:
        amount = reason.steps * state.house.bonus_step
        table.note(reason.rule, fighter, "{why}: {amount:+d}", why=reason.label, amount=amount)
    most = state.house.bonus_cap
    if abs(net_steps(reasons)) > most:
        table.note("konflikt-16", fighter, "Bonuses and penalties count up to: {most}", most=most)


def is_lucky(fighter: Fighter, table: Table, what: Words) -> bool:
    """konflikt-22: d20 and luck against 11; bonuses and penalties do not count."""
    luck = fighter.sheet.luck
    # Luck is no skill, so a natural 20 or 1 decides nothing by itself (konflikt-12).
    throw = pool(1, 20, Reach(USUAL, luck))
    label = Text("luck ({what}), against {number}", what=what, number=USUAL)
    reached = table.roll(throw, why="konflikt-22", by=fighter.id, label=label)
    table.note(
        "konflikt-22", fighter,
        "{name}, luck ({what}): {natural} {luck:+d} = {total} against 11: {verdict}", what=what,
        natural=reached.natural, luck=luck, total=reached.total,
        verdict=Text("success") if reached.success else Text("failure"),
    )  # fmt: skip
    return reached.success


def gets_past_threat(
    people: People, fighter: Fighter, stated: bool | None, table: Table, what: Words
) -> bool:
    """konflikt-13: under threat it takes luck; ``stated`` is the game master's word on it."""
    if not (is_threatened(people, fighter) if stated is None else stated):
        return True
    table.note("konflikt-13", fighter, "{name}: under threat")
    return is_lucky(fighter, table, what)


def present_target(people: People, id: str, place: str = "target") -> Fighter:
    """konflikt-10: whom something is done to: somebody who is still in the fight."""
    target = known_target(people, id, place)
    if target.out:
        raise Refusal(Text("{name} is out of the fight", name=target.name), place)
    return target


def known_target(people: People, id: str, place: str = "target") -> Fighter:
    """Whom a command names. ``place`` is the field that names it."""
    if not id:
        raise Refusal("needs a target", place)
    target = people.get(id)
    if target is None:
        raise unknown(id, place)
    return target


def refuse_unseen(visible: bool, overrule: bool, place: str = "visible") -> None:
    """konflikt-10: whom something is done to has to be seen. Raises :class:`Refusal`."""
    if not visible and not overrule:
        raise Refusal("the target has to be in sight", place, rule="konflikt-10")


def any_check(state: Conflict, fighter: Fighter, command: Check, table: Table) -> None:
    """konflikt-12: whatever the game master calls for."""
    reasons = reasons_of(fighter, command.modifiers, cover=1)
    skill = command.skill or PROWESS
    reached = make_check(state, fighter, skill, command.number, reasons, table, what=command.what)
    if reached.success:
        table.mark("success", fighter.id)


def any_luck(state: Conflict, fighter: Fighter, command: Luck, table: Table) -> None:
    """konflikt-22: a luck check that the game master calls for."""
    if is_lucky(fighter, table, command.what or Text("asked for")):
        table.mark("success", fighter.id)
