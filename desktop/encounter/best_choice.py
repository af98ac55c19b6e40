"""With which target and weapon an action does the most: what its form opens with."""

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product
from typing import Any

from desktop.encounter.fight import Fight
from desktop.encounter.odds import HARM, Odds
from desktop.rules import contract, failures, table
from desktop.rules.fields import Field
from desktop.rules.state import Combatant

MOST_TRIED = 12
"""Targets, and weapons of each hand, that are tried at most: the first ones on offer."""

HELP = ("healing", "helping_effect")
"""Marks of what does somebody good, by how much."""

PATHS, ALL_PATHS = 60, 500
"""Paths through the dice of one pair, and of all of them: a window waits for this."""


def best_choice(
    fight: Fight,
    option: contract.Option,
    fields: Sequence[Field],
    values: Mapping[str, Any],
    kept: Collection[str] = (),
) -> Mapping[str, Any]:
    """The target that is put out most likely, in per cent, or to which most harm is to be expected,
    with all around it whom that reaches too, and the first weapons that can harm it.
    Where nothing harms, whom it does most else to: who comes under an effect of a grenade.

    A hit of which nothing can come is worth less than any harm, and what reaches nobody yet less.
    Of equal ones the first on offer. Of whom a note says what hinders, or who lies there, only
    where there is nobody else: then the first.
    ``values`` are those of the form so far; the ids in ``kept`` are to stay as they are there.
    Empty where nothing on offer does anything to an enemy, or where there is nothing to choose.
    """
    people = fight.state.combatants
    targets = (f for f in fields if f.kind == "combatant" and (f.required or f.id == "target"))
    target = next(targets, None)  # what may go at a place, too, goes at somebody
    # The weapon in one hand, and that in the other.
    weapons = [f for f in fields if f.kind == "choice" and f.id.partition("_")[0] == "with"]
    if target is None or option.actor not in people:
        return {}
    side, left = people[option.actor].side, ALL_PATHS
    best: tuple[float, ...] = ()
    chosen: dict[str, Any] = {}
    aims = _possible(target, values, kept)
    hindered = {choice.value for choice in target.choices if choice.note}
    down = {id for id in aims if id in people and (people[id].incapacitated or people[id].out)}
    first = {**values, target.id: next(iter(aims), None)}

    def narrowed(held: Mapping[str, Any]) -> Sequence[Field]:
        return fight.parameters(option, {**first, **held})

    armed = [_careful(weapon, narrowed, values, kept) for weapon in weapons]
    foes = [aim for aim in aims if aim in people and people[aim].side != side]
    standing = [foe for foe in foes if foe not in down]
    for aim in [foe for foe in standing if foe not in hindered] or (standing or foes)[:1]:
        for held in islice(product(*armed), MOST_TRIED * len(weapons) or 1):
            if left <= 0:
                break
            pair = {target.id: aim, **{w.id: h for w, h in zip(weapons, held, strict=True)}}
            try:
                said = _with_map(fight, option.as_step(**{**values, **pair}))
                step = fight.as_done(said)
                search = fight.search_odds(step)
                known = search.advance(min(PATHS, left))
            except (table.Refusal, failures.SystemFailed):
                continue
            left -= search.paths
            marks = {what for what, who in search.marked if who == aim}
            helps = not marks.isdisjoint(HELP) and marks.isdisjoint(HARM)
            if not helps and (marks := marks.difference(HELP)):
                odds = search.odds.apart_from(option.actor) if known else None
                harms = marks != {"hit"}
                harm: tuple[Fraction | float, ...] = ()
                if odds:
                    fall, hurt = (_on_everybody(odds, w, people, side) for w in ("out", "damage"))
                    other = max(
                        _on_everybody(odds, what, people, side)
                        if marks.isdisjoint(HARM)
                        else odds.probability(what, aim)
                        for what in marks
                    )
                    harm = round(float(fall), 2), hurt, odds.probability("hit", aim), other
                reaches = step is said or _reaches(fight, step)
                if (score := (reaches, harms, *map(float, harm))) > best or not chosen:
                    best, chosen = score, pair
                if reaches and harms:
                    break
    # What is in hand is no worse than what reaches nobody from here.
    return chosen if not best or best[0] else {target.id: chosen[target.id]}


def suited_target(
    fight: Fight, option: contract.Option, fields: Sequence[Field], values: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Another target where the one in ``values`` is none for what is chosen beside it: for what
    helps the friend who gains most, for what harms an enemy. Empty where it may stay."""
    people = fight.state.combatants
    target = next((field for field in fields if field.kind == "combatant"), None)
    aim = values.get(target.id, target.default) if target else None
    if target is None or aim not in people or option.actor not in people:
        return {}

    def odds_at(id: str) -> Odds | None:
        with suppress(table.Refusal, failures.SystemFailed):
            step = option.as_step(**{**values, target.id: id})
            search = fight.search_odds(fight.as_done(_with_map(fight, step)))
            return search.odds if search.advance(PATHS) else None
        return None

    def gain(id: str) -> float:
        odds = odds_at(id)
        return float(sum(odds.expected(what, id or option.actor) for what in HELP)) if odds else 0.0

    odds, side = odds_at(aim), people[option.actor].side
    marked = odds.marked() if odds else {}
    if any(aim in marked.get(what, ()) for what in HARM):
        if people[aim].side != side:
            return {}
        aimed = [replace(field, required=field.required or field is target) for field in fields]
        return best_choice(fight, option, aimed, values, values.keys() - {target.id})
    helps = any(aim in marked.get(what, ()) for what in HELP)
    helps = helps and not (people[aim].side == side and gain(aim))
    if odds and not helps:
        return {}
    offered = {id: people.get(id or option.actor) for id in _possible(target, {}, ())}
    friends = [id for id, who in offered.items() if who and who.side == side]  # "": oneself
    best = max(friends, key=gain, default=None)
    # Where it cannot be done to the one aimed at, only what it does to friends says what it is.
    return {target.id: best} if best is not None and (helps or gain(best)) else {}


def _on_everybody(odds: Odds, what: str, people: Mapping[str, Combatant], side: str) -> Fraction:
    """What is to be expected of a mark on all whom it comes to, less that on one's own side."""
    marked = [(who, people[who].side) for who in odds.marked().get(what, ()) if who in people]
    of = odds.expected
    return sum((of(what, who) * (-1 if own == side else 1) for who, own in marked), Fraction())


def _reaches(fight: Fight, step: Mapping[str, Any]) -> bool:
    """Whether what is only declared would reach its target from here; else it is no good yet."""
    with suppress(table.Refusal):
        fight.rules.check_reach(fight.state, step)
        return True
    return False


def _careful(
    weapon: Field,
    narrowed: Callable[[Mapping[str, Any]], Sequence[Field]],
    values: Mapping[str, Any],
    kept: Collection[str],
) -> list[Any]:
    """The weapons that can be chosen, those that reach several people last: as the form opens, for
    a burst may have to be asked for."""

    def wide(held: Mapping[str, Any]) -> set[Any]:
        fields = (field for field in narrowed(held) if field.kind == "combatants")
        return {name for field in fields if field.only_with[:1] == (weapon.id,)
                for name in field.only_with[1:]}  # fmt: skip

    several = {name for name in wide({}) if name in wide({weapon.id: name})}
    return sorted(_possible(weapon, values, kept), key=lambda name: name in several)


def _possible(field: Field, values: Mapping[str, Any], kept: Collection[str]) -> list[Any]:
    """What can be chosen, the usual first; what is kept alone."""
    if field.id in kept:
        return [values[field.id]]
    possible = [choice.value for choice in field.choices if choice.why_not is None]
    usual = values.get(field.id, field.default)
    return sorted(possible, key=lambda value: value != usual)[:MOST_TRIED]


def _with_map(fight: Fight, step: dict[str, Any]) -> dict[str, Any]:
    """A step with what the map knows of it."""
    state = fight.state
    known = fight.rules.by_map(state, step["actor"], step) if state.battlefield else {}
    return contract.with_known(step, known)
