"""The test (teohiphip-16, 17, 18), hit points (20) and leaving the table (22).

They stand together because each leads to the other: a swap in a test costs a hit point, and getting
hit points back may take a test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from desktop.rules.dice import Face, Faces
from desktop.rules.dice import pool as dice_pool
from desktop.rules.effects import EffectUnit
from desktop.rules.fields import Choice, Field
from desktop.rules.table import BY_HAND, Decision, LazyDecision, Refusal, Table
from desktop.rules.teohiphip import pool
from desktop.rules.teohiphip.sheet import PHYSICAL, Known, for_and_against
from desktop.rules.teohiphip.state import AP, SUCCESS, Fighter, Skirmish, part
from desktop.rules.text import Term, Text, Words, joined

ADVANTAGE = EffectUnit(
    "advantage", Text("Advantage (+) or disadvantage (−) in tests"), "Przewaga w testach",
    rule="teohiphip-17",
)  # fmt: skip

ARMOUR = EffectUnit("armour", Text("Off the damage taken"), "Pancerz", "hp", "teohiphip-20")


class Reason(NamedTuple):
    """Why a test has advantage or disadvantage, and by which rule."""

    text: Words
    rule: str = "teohiphip-17"


@dataclass(slots=True)
class Reasons:
    """Everything that speaks for and against a test; many reasons weigh as much as one."""

    advantage: list[Reason] = field(default_factory=list)
    disadvantage: list[Reason] = field(default_factory=list)

    def dice(self) -> int:
        """teohiphip-17: 3, 1, or 2 when neither or both apply."""
        if bool(self.advantage) == bool(self.disadvantage):
            return 2
        return 3 if self.advantage else 1


def own_reasons(state: Skirmish, fighter: Fighter, kinds: Sequence[str]) -> Reasons:
    """What the traits and the condition of a fighter say about a test of these kinds."""
    good, bad = for_and_against(fighter.sheet.trait_effects, kinds)
    if state.turn == fighter.id:
        did = fighter.did_before
        ran = did.count("move") >= AP  # a whole activation went into moving
        physical = Known.ANAEMIC in fighter.traits and any(
            kind.casefold() in PHYSICAL for kind in kinds
        )
        if physical:  # a great effort: a full move, a climb, nothing but melee
            only_melee = "melee" in did and len(did) >= AP and {"melee", "aim"}.issuperset(did)
            if ran or "climb" in did or only_melee:
                bad.append(Known.ANAEMIC)
        if Known.ASTHMATIC in fighter.traits and not fighter.tests and ran:
            bad.append(Known.ASTHMATIC)
    return Reasons([Reason(name) for name in good], [Reason(name) for name in bad])


def add_waiting(fighter: Fighter, reasons: Reasons) -> None:
    """Adds what waits for the next test of any kind: the game master's effects, an urging friend,
    a swap that made it waver."""
    for name, amount in ADVANTAGE.each(fighter):
        side = reasons.advantage if amount > 0 else reasons.disadvantage
        side.append(Reason(name, BY_HAND))
    if fighter.urged:
        reasons.advantage.append(Reason(Known.BORN_COMMANDER))
    if fighter.shaken:
        reasons.disadvantage.append(Reason(Known.WAVERING))


UNNAMED = Text("test")
"""What a test is called of which nobody has said what it is of."""

FORCED = Text("{actor} has to swap a die, {trait}: {price}")


def make_test(
    state: Skirmish,
    actor: Fighter,
    reasons: Reasons,
    table: Table,
    label: Words,
    *,
    against: Fighter | None = None,
    recovery: bool = False,
    worth: Callable[[int], int] = int,
) -> int:
    """teohiphip-16 to 18: roll, swap, keep the best two, count. Returns the successes.

    ``actor`` is taken for writing. ``against`` is whom an attack is aimed at; ``recovery`` is a
    test to get hit points back, which cannot give some back itself. ``worth`` says what a number
    of successes comes to.
    """
    add_waiting(actor, reasons)
    actor.urged = actor.shaken = False
    burn_for_advantage(actor, reasons, table)
    if table.keeps_log:
        for reason in reasons.advantage:
            table.note(reason.rule, actor, "{actor}: advantage, {reason}", reason=reason.text)
        for reason in reasons.disadvantage:
            table.note(reason.rule, actor, "{actor}: disadvantage, {reason}", reason=reason.text)
        if reasons.advantage and reasons.disadvantage:
            table.log("teohiphip-17", "advantage and disadvantage cancel out: 2d6", by=actor.id)
        if price := pool.forced_price(state, actor):
            trait = pool.must_swap(state, actor)
            table.note("teohiphip-18", actor, FORCED.template, price=price, trait=trait)
    fallen = throw(state, actor, reasons.dice(), table, label)
    fallen = second_chance(state, actor, against, fallen, table, label)
    dice = swap(state, actor, fallen, table, worth)
    if state.turn == actor.id:
        actor.tests += 1
    if Known.WITH_INTEREST in actor.traits and fallen.count(6) >= 2 and not recovery:
        recover(state, actor, 1, Known.WITH_INTEREST, table)
    if actor.temporary:
        values = {"left": actor.hp - actor.temporary, "trait": Known.HARDY}
        table.note(
            "teohiphip-20", actor, "{actor} loses the temporary hp, {left} left: {trait}", **values
        )
        lose(state, actor, actor.temporary, table)
    return pool.successes(dice)


def throw(
    state: Skirmish, actor: Fighter, count: int, table: Table, label: Words
) -> tuple[int, ...]:
    """The dice of a test, as they fell."""
    if pool.is_first_test(state, actor) and Known.OPPORTUNIST in actor.traits:
        alike: tuple[tuple[int, ...], ...] = ()
    elif Known.WITH_INTEREST in actor.traits:
        alike = ((1, 2, 3, 4),)
    else:
        alike = ((1, 2, 3, 4), (5, 6))
    dice = dice_pool(count, 6, Faces(alike, ordered=True))
    fallen = table.roll(dice, why="teohiphip-16", by=actor.id, label=label)
    if label is UNNAMED:
        table.note("teohiphip-16", actor, "{actor} makes a test")
    else:
        table.note("teohiphip-16", actor, "{actor} tests: {label}", label=label)
    return fallen


def burn_for_advantage(actor: Fighter, reasons: Reasons, table: Table) -> None:
    """Taktyk: once a round a 5 or 6 of the pool, turned to its other side, gives advantage."""
    if Known.TACTICIAN not in actor.traits or Known.TACTICIAN in actor.used or actor.jinxed:
        return
    dice = {die: j for j, die in enumerate(actor.pool) if die >= SUCCESS}
    if not dice or reasons.advantage:
        return

    def ways() -> list[Choice]:
        note = Text("advantage")
        return [
            Choice(j, Text("Turn the {die} to {number}", die=d, number=7 - d), note)
            for d, j in dice.items()
        ]

    question, label = Text("turn a pool die over for advantage?"), "Turn a die"
    chosen = pool.ask_for(
        table, actor, "tactician", Known.TACTICIAN, question, ways, label=label, rule="teohiphip-17"
    )
    if chosen is None:
        return
    actor.used |= {Known.TACTICIAN}
    actor.drawn += 1
    pool.turn_over(actor, chosen, table)
    reasons.advantage.append(Reason(Known.TACTICIAN))


AGAIN = Text("{holder}: {trait}, thrown again")


def second_chance(
    state: Skirmish,
    actor: Fighter,
    against: Fighter | None,
    fallen: tuple[int, ...],
    table: Table,
    label: Words,
) -> tuple[int, ...]:
    """Szczęście idioty: once a fight the actor, an ally or the one attacked has it thrown again."""
    for id in state.holders(Known.FOOLS_LUCK):
        holder = state[id]
        hostile = against is not None and holder.id == against.id
        if holder.spent.get(Known.FOOLS_LUCK) or not (hostile or holder.side == actor.side):
            continue
        question = partial(_throw_again, holder, actor, fallen, hostile)
        if table.ask(LazyDecision(False, question, "fools_luck", id)):
            state.take(id).once(Known.FOOLS_LUCK)
            trait = Known.FOOLS_LUCK
            table.note("teohiphip-16", holder, AGAIN.template, trait=trait)
            fallen = throw(state, actor, len(fallen), table, label)
    return fallen


def _throw_again(
    holder: Fighter, actor: Fighter, fallen: tuple[int, ...], hostile: bool
) -> Decision:
    now, why = pool.successes(fallen), Known.FOOLS_LUCK
    again = Choice(True, Text("Throw again"), Text("once a fight"))
    keep = Choice(False, Text("Keep"))
    field = Field("fools_luck", "choice", "Throw again", native=why, choices=(keep, again))
    text = Text(
        "{holder}: have dice thrown again? {actor}: {dice}",
        holder=holder.name, actor=actor.name, dice=pool.shown(fallen),
    )  # fmt: skip
    idle = not now if hostile else now == min(len(fallen), pool.KEPT)
    return Decision("fools_luck", holder.id, text, field, "teohiphip-16", idle)


def swap(
    state: Skirmish,
    actor: Fighter,
    fallen: tuple[int, ...],
    table: Table,
    worth: Callable[[int], int] = int,
) -> tuple[int, ...]:
    """teohiphip-18: exchanges dice of the test for dice of the pool, for 1 hp each."""
    if not actor.pool:
        return fallen
    terms: pool.Terms | None = None

    def question() -> Decision | None:
        nonlocal terms
        terms = pool.swap_terms(state, actor, fallen, table)
        return None if terms is None else pool.swap_decision(actor, fallen, terms, worth)

    forces = pool.must_swap(state, actor)
    asked = question() if forces else LazyDecision(pool.KEEP, question)
    chosen: pool.Pairs = table.ask(asked) if asked else pool.KEEP
    if not chosen and not (forces and asked):
        return fallen
    assert terms is not None
    why = pool.why_no_swap(actor, fallen, chosen, terms)
    made = None if why else pool.swapped(actor, fallen, chosen, terms.must)
    if made is None:
        if not why and Known.CAUTIOUS in actor.traits:
            why = Text("{actor} cannot swap: {trait}", actor=actor.name, trait=Known.CAUTIOUS)
        last = Text("{actor} cannot pay for that, the last hp stays", actor=actor.name)
        raise Refusal(why or last, "answers.swap")
    left, must = actor.hp, terms.must
    for (i, j), (cost, free) in zip(chosen, made.bill, strict=True):
        left -= cost
        price = Text("{cost} hp, {left} left", cost=cost, left=left)
        if free:
            price = Text("free, {free}", free=free)
        values = {"actor": actor.name, "fallen": fallen[i], "die": actor.pool[j], "price": price}
        line = Text("{actor} swaps {fallen} for {die} from the pool: {price}", **values)
        if must:
            line = Text(
                "{actor} has to swap {fallen} for {die} from the pool, {must}: {price}",
                must=must,
                **values,
            )
        table.log("teohiphip-18", line, by=actor.id)
        if free in pool.SPARED:
            actor.used |= {free}
        must = None
    actor.pool = made.pool
    actor.drawn += len(chosen)
    actor.unsure = False
    actor.shaken = Known.WAVERING in actor.traits and state.turn == actor.id
    for cost, _ in made.bill:
        if cost:
            table.mark("cost", actor.id, cost)
            lose(state, actor, cost, table)
    return made.dice


# ---- hit points


def hurt(state: Skirmish, target: Fighter, amount: int, table: Table) -> None:
    """Damage: what traits take off and add, then the hit points. ``target`` is taken."""
    if amount > 0:
        amount -= ARMOUR.counted(target, table)
    if amount > 0 and Known.TOUGH in target.traits and target.once(Known.TOUGH):
        amount -= 1
        table.note("teohiphip-20", target, "{target} takes 1 less: {trait}", trait=Known.TOUGH)
    if amount > 0:
        amount -= defended(state, target, amount, table)
    if amount > 0 and Known.OVERSENSITIVE in target.traits:
        amount += 1
        why = Known.OVERSENSITIVE
        table.note("teohiphip-20", target, "{target} takes 1 more: {trait}", trait=why)
    if amount <= 0:
        return
    lost, stays = loss(target, amount)
    if lost:
        table.mark("damage", target.id, lost)
    if not stays:
        values = {"amount": lost, "left": target.hp - lost}
        table.note("teohiphip-20", target, "{target} loses {amount} hp, {left} left", **values)
    lose(state, target, amount, table)
    if Known.ADRENALINE in target.traits:
        pool.add_die(state, target, Known.ADRENALINE, table)


def defended(state: Skirmish, target: Fighter, amount: int, table: Table) -> int:
    """Obrońca: allies may each spend a 5 or 6 of their pool and 1 hp to take 1 off the damage."""
    taken_off = 0
    others = [id for id in state.holders(Known.DEFENDER) if id != target.id]
    helpers = [id for id in others if state[id].side == target.side]
    for place, id in enumerate(helpers):
        helper = state.take(id)
        dice = {die: j for j, die in enumerate(helper.pool) if die >= SUCCESS}
        if taken_off == amount or not dice or helper.hp < 2 or helper.jinxed:
            continue
        question = Text(
            "spend a pool die and 1 hp for 1 damage less ({target})?", target=target.name
        )
        left, helping = amount - taken_off, len(helpers) - place
        chosen = pool.ask_for(
            table, helper, "defend", Known.DEFENDER, question,
            partial(_spending, dice, target, left - 1), partial(_in_vain, target, left, helping),
            label="Defend", rule="teohiphip-18", unused=partial(_harm, target, left),
        )  # fmt: skip
        if chosen is not None:
            taken_off += 1
            table.mark("cost", id)
            table.note(
                "teohiphip-18", helper, "{helper} spends a {die} and 1 hp, 1 damage less: {trait}",
                die=pool.draw(helper, chosen), trait=Known.DEFENDER,
            )  # fmt: skip
            lose(state, helper, 1, table)
    return taken_off


def _spending(dice: Mapping[int, int], target: Fighter, left: int) -> list[Choice]:
    note = _harm(target, left)
    return [Choice(j, Text("Spend the {die}", die=die), note) for die, j in dice.items()]


def _in_vain(target: Fighter, damage: int, helping: int) -> bool:
    """Whether it comes to the same even where all who may still help take 1 off."""
    return _harm(target, damage) == _harm(target, max(damage - helping, 0))


def _harm(target: Fighter, damage: int) -> Text:
    """What damage comes to for a target."""
    amount = damage and damage + (Known.OVERSENSITIVE in target.traits)
    lost, stays = loss(target, amount)
    return changed(target.hp, target.hp - lost, stays)


def changed(before: int, after: int, stays: int) -> Text:
    """Hit points as they change, and by which trait the last one stays: ``HP 2 → 1, Odporny``."""
    change = joined([Term("HP", "PŻ"), f"{before} → {after}"], " ")
    return joined([change, Known.RESISTANT]) if stays else change


def resisted(fighter: Fighter) -> int:
    """How often the last hit point has stayed."""
    return fighter.spent.get(Known.RESISTANT, 0)


def loss(fighter: Fighter, amount: int) -> tuple[int, int]:
    """teohiphip-20 and 22: how many of so many hit points are lost, no more than there are, and how
    many of those stay: with Odporny the last one, once."""
    resists = Known.RESISTANT in fighter.traits and not resisted(fighter)
    stays = int(resists and amount >= fighter.hp)
    return min(amount, fighter.hp) - stays, stays


def lose(state: Skirmish, fighter: Fighter, amount: int, table: Table) -> None:
    """Takes hit points away, temporary ones first, whatever the reason. ``fighter`` is taken."""
    before, (lost, stays) = fighter.hp, loss(fighter, amount)
    fighter.hp -= lost
    fighter.temporary = max(fighter.temporary - amount, 0)
    if stays and fighter.once(Known.RESISTANT):
        values = {"fighter": fighter.name, "trait": Known.RESISTANT}
        line = Text("{fighter} stays at 1 hp: {trait}", **values)
        if lost:
            line = Text("{fighter} loses {lost} hp, stays at 1 hp: {trait}", lost=lost, **values)
        table.log("teohiphip-22", line, by=fighter.id)
    if fighter.out:
        eliminate(state, fighter, table)
    elif fighter.hp == 1 < before:
        if Known.RELENTLESS in fighter.traits:
            pool.add_die(state, fighter, Known.RELENTLESS, table)
        if Known.SECOND_WIND in fighter.traits and fighter.once(Known.SECOND_WIND):
            die = table.roll(
                dice_pool(1, 6, Face()), why="teohiphip-20", by=fighter.id, label=Known.SECOND_WIND
            )
            recover(state, fighter, (die + 1) // 2, Known.SECOND_WIND, table)


REGAINED = Text("{fighter} gets {gained} hp back, {hp} now: {why}")


def recover(state: Skirmish, fighter: Fighter, amount: int, why: Known, table: Table) -> None:
    """Gives hit points back, up to the maximum. ``fighter`` is taken for writing."""
    if fighter.out or not wounded(fighter):
        return
    if Known.SLOW_HEALER in fighter.traits:
        trait = Known.SLOW_HEALER
        table.note("teohiphip-16", fighter, "{fighter} has to pass a test: {trait}", trait=trait)
        reasons = own_reasons(state, fighter, ())
        if not make_test(state, fighter, reasons, table, "recovery", recovery=True, worth=bool):
            table.note("teohiphip-20", fighter, "{fighter} recovers nothing")
            return
    gained = min(amount, wounded(fighter))
    fighter.hp += gained
    values = {"gained": gained, "hp": fighter.hp, "why": why}
    table.note("teohiphip-20", fighter, REGAINED.template, **values)


def wounded(fighter: Fighter) -> int:
    """How many hit points are missing; none where more were set by hand than the maximum."""
    return max(fighter.full_hp - fighter.hp, 0)


def eliminate(state: Skirmish, target: Fighter, table: Table) -> None:
    """teohiphip-22: leaves the table; nobody is in contact with it or waits for it any more."""
    table.mark("out", target.id)
    table.note("teohiphip-22", target, "{target} leaves the table")
    part(state, target)
    target.aiming = target.hunkered = False
    target.pool = []
    target.ap = 0
