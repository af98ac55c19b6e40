"""The test (teohiphip-16), advantage and disadvantage (17), and swaps with the pool (18)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial

from desktop.rules.dice import Faces, pool
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision, Refusal, Table
from desktop.rules.teohiphip import wounds
from desktop.rules.teohiphip.state import AP, SUCCESS, Fighter, Skirmish
from desktop.rules.teohiphip.traits import PHYSICAL, Known, for_and_against

KEPT = 2
"""With advantage the best two of three count (teohiphip-17)."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a test has advantage or disadvantage, and by which rule."""

    text: str
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


def reasons(state: Skirmish, fighter: Fighter, kinds: Iterable[str]) -> Reasons:
    """What the traits and the condition of a fighter say about a test of these kinds."""
    kinds = {kind.casefold() for kind in kinds}
    good, bad = for_and_against(fighter.sheet, kinds)
    if state.turn == fighter.id:
        if Known.ANAEMIC in fighter.traits and kinds & PHYSICAL and strained(fighter.did_before):
            bad.append(Known.ANAEMIC)
        if Known.ASTHMATIC in fighter.traits and not fighter.tests and ran(fighter.did_before):
            bad.append(Known.ASTHMATIC)
    return Reasons([Reason(name) for name in good], [Reason(name) for name in bad])


def ran(did: Sequence[str]) -> bool:
    """Whether a whole activation went into moving."""
    return did.count("move") >= AP


def strained(did: Sequence[str]) -> bool:
    """Whether an activation took great effort: a full move, a climb, nothing but melee."""
    only_melee = "melee" in did and len(did) >= AP and {"melee", "aim"}.issuperset(did)
    return ran(did) or "climb" in did or only_melee


def make_test(
    state: Skirmish,
    actor: Fighter,
    found: Reasons,
    table: Table,
    label: str,
    *,
    against: Fighter | None = None,
    recovery: bool = False,
) -> int:
    """teohiphip-16 to 18: roll, swap, keep the best two, count. Returns the successes.

    ``actor`` is taken for writing. ``against`` is whom an attack is aimed at; ``recovery`` is a
    test to get hit points back, which cannot give some back itself.
    """
    if actor.urged:
        actor.urged = False
        found.advantage.append(Reason(Known.BORN_COMMANDER))
    if actor.shaken:
        actor.shaken = False
        found.disadvantage.append(Reason(Known.WAVERING))
    burn_for_advantage(actor, found, table)
    for word, why in (("advantage", found.advantage), ("disadvantage", found.disadvantage)):
        for reason in why:
            table.log(reason.rule, f"{actor.name}: {word}, {reason.text}", by=actor.id)
    if found.advantage and found.disadvantage:
        table.log("teohiphip-17", "advantage and disadvantage cancel out: 2d6", by=actor.id)
    fallen = throw(state, actor, found.dice(), table, label)
    fallen = second_chance(state, actor, against, fallen, table, label)
    dice = swap(state, actor, fallen, table)
    if state.turn == actor.id:
        actor.tests += 1
    if Known.WITH_INTEREST in actor.traits and fallen.count(6) >= 2 and not recovery:
        wounds.recover(state, actor, 1, Known.WITH_INTEREST, table)
    if actor.temporary:
        left = actor.hp - actor.temporary
        table.log(
            "teohiphip-20",
            f"{actor.name} loses the temporary hp, {left} left: {Known.HARDY}",
            by=actor.id,
        )
        wounds.lose(state, actor, actor.temporary, table)
    return successes(dice)


def successes(dice: Iterable[int]) -> int:
    """teohiphip-16 and 17: dice of 5 or 6, of the best two."""
    return min(sum(die >= SUCCESS for die in dice), KEPT)


def throw(state: Skirmish, actor: Fighter, count: int, table: Table, label: str) -> tuple[int, ...]:
    """The dice of a test, as they fell."""
    if _first(state, actor) and Known.OPPORTUNIST in actor.traits:
        alike: tuple[tuple[int, ...], ...] = ()
    elif Known.WITH_INTEREST in actor.traits:
        alike = ((1, 2, 3, 4),)
    else:
        alike = ((1, 2, 3, 4), (5, 6))
    fallen = table.roll(
        pool(count, 6, Faces(alike, ordered=True)), why="teohiphip-16", by=actor.id, label=label
    )
    table.log("teohiphip-16", f"{actor.name} tests: {label}", by=actor.id)
    return fallen


def _first(state: Skirmish, actor: Fighter) -> bool:
    """Whether the next test is the first one of the actor's own activation."""
    return state.turn == actor.id and not actor.tests


def burn_for_advantage(actor: Fighter, found: Reasons, table: Table) -> None:
    """Taktyk: once a round a 5 or 6 of the pool, turned to its other side, gives advantage."""
    if Known.TACTICIAN not in actor.traits or Known.TACTICIAN in actor.used or actor.jinxed:
        return
    dice = {die: j for j, die in enumerate(actor.pool) if die >= SUCCESS}
    if not dice or (found.advantage and not found.disadvantage):
        return
    choices = [Choice(j, f"Turn the {die} to {7 - die}", "advantage") for die, j in dice.items()]
    chosen = table.ask(
        Decision(
            id="tactician",
            by=actor.id,
            text=f"{actor.name}: turn a pool die over for advantage?",
            field=Field(
                "tactician",
                "choice",
                "Turn a die",
                native=Known.TACTICIAN,
                optional=True,
                choices=(Choice(None, "No"), *choices),
            ),
            rule="teohiphip-17",
        )
    )
    if chosen is None:
        return
    die = actor.pool[chosen]
    actor.pool[chosen] = 7 - die
    actor.used |= {Known.TACTICIAN}
    actor.drawn += 1
    table.log("teohiphip-4", f"{actor.name} turns a {die} of the pool to {7 - die}", by=actor.id)
    found.advantage.append(Reason(Known.TACTICIAN))


def second_chance(
    state: Skirmish,
    actor: Fighter,
    against: Fighter | None,
    fallen: tuple[int, ...],
    table: Table,
    label: str,
) -> tuple[int, ...]:
    """Szczęście idioty: once a fight the actor, an ally or the one attacked has it thrown again."""
    for id in state.holders(Known.FOOLS_LUCK):
        holder = state[id]
        hostile = against is not None and holder.id == against.id
        if holder.spent.get(Known.FOOLS_LUCK) or not (hostile or holder.side == actor.side):
            continue
        now = successes(fallen)
        again = table.ask(
            Decision(
                id="fools_luck",
                by=id,
                text=f"{holder.name}: have {actor.name} throw {' '.join(map(str, fallen))} again?",
                field=Field(
                    "fools_luck",
                    "choice",
                    "Throw again",
                    native=Known.FOOLS_LUCK,
                    choices=(Choice(False, "Keep"), Choice(True, "Throw again", "once a fight")),
                ),
                rule="teohiphip-16",
                no_benefit=not now if hostile else now == min(len(fallen), KEPT),
            )
        )
        if again:
            state.take(id).once(Known.FOOLS_LUCK)
            table.log("teohiphip-16", f"{holder.name}: {Known.FOOLS_LUCK}, thrown again", by=id)
            fallen = throw(state, actor, len(fallen), table, label)
    return fallen


# ---- swaps


@dataclass(frozen=True, slots=True)
class Terms:
    """What a character may swap in one test: how often, which dice, and whether it has to."""

    most: int
    test_dice: Sequence[int]
    pool_dice: Sequence[int]
    must: Known | None = None


Pairs = Sequence[Sequence[int]]
"""Swaps as they are answered: [test die, pool die], each counted from 0."""


def swap(state: Skirmish, actor: Fighter, fallen: tuple[int, ...], table: Table) -> tuple[int, ...]:
    """teohiphip-18: exchanges dice of the test for dice of the pool, for 1 hp each."""
    terms = swap_terms(state, actor, fallen, table)
    decision = _swap_decision(actor, fallen, terms) if terms else None
    if terms is None or decision is None:
        return fallen
    chosen: Pairs = table.ask(decision)
    _check_swaps(actor, fallen, chosen, terms)
    bill = prices(actor, [actor.pool[j] for _, j in chosen], terms.must)
    if bill is None:
        raise Refusal(f"{actor.name} cannot pay for that, the last hp stays", "answers.swap")
    dice, gone, left = list(fallen), set[int](), actor.hp
    for (i, j), (cost, free) in zip(chosen, bill, strict=True):
        die = actor.pool[j]
        dice[i] = die
        if terms.must is Known.OPPORTUNIST:
            actor.pool[j] = fallen[i]
        else:
            gone.add(j)
        left -= cost
        price = f"free, {free}" if free else f"{cost} hp, {left} left"
        forced = f" (has to: {terms.must})" if terms.must else ""
        table.log(
            "teohiphip-18",
            f"{actor.name} swaps {fallen[i]} for {die} from the pool{forced}: {price}",
            by=actor.id,
        )
        if free in (Known.COMPOSED, Known.ECONOMICAL):
            actor.used |= {free}
    if chosen:
        actor.pool = [die for j, die in enumerate(actor.pool) if j not in gone]
        actor.drawn += len(chosen)
        actor.unsure = False
        actor.shaken = Known.WAVERING in actor.traits
    for cost, _ in bill:
        if cost:
            table.mark("cost", actor.id, cost)
            wounds.lose(state, actor, cost, table)
    return tuple(dice)


def swap_terms(
    state: Skirmish, actor: Fighter, fallen: Sequence[int], table: Table
) -> Terms | None:
    """What the rules and the traits allow in this test, or None when there is no swap at all."""
    if not actor.pool:
        return None
    tell = partial(table.log, "teohiphip-18", by=actor.id)
    first = _first(state, actor)
    for bars, trait in (
        (actor.jinxed, Known.JINXED),
        (actor.hp <= 3, Known.CAUTIOUS),
        (first, Known.SLOW_REFLEXES),
    ):
        if bars and trait in actor.traits:
            tell(f"{actor.name} cannot swap: {trait}")
            return None
    dice = list(range(len(actor.pool)))
    if Known.SYNCHRONOUS in actor.traits:
        dice = [j for j in dice if actor.pool[j] % 2 == state.round % 2]
        if len(dice) < len(actor.pool):
            parity = "odd" if state.round % 2 else "even"
            tell(f"{actor.name} can use {parity} pool dice only: {Known.SYNCHRONOUS}")
    if actor.unsure:
        weak = [j for j in dice if actor.pool[j] <= 2]
        if weak and len(weak) < len(dice):
            tell(f"{actor.name} has to use a 1 or 2: {Known.UNSURE}")
        dice = weak or dice
    if not dice:
        return None
    every = range(len(fallen))
    if first and Known.OPPORTUNIST in actor.traits:
        return Terms(1, [max(every, key=fallen.__getitem__)], dice, Known.OPPORTUNIST)
    if first and Known.IMPULSIVE in actor.traits:
        highest = max(actor.pool[j] for j in dice)
        top = [j for j in dice if actor.pool[j] == highest]
        return Terms(1, every, top, Known.IMPULSIVE)
    limit = state.house.swaps_per_test
    return Terms(min(len(dice), len(fallen), limit or len(fallen)), every, dice)


def prices(
    actor: Fighter, dice: Sequence[int], must: Known | None = None
) -> list[tuple[int, Known | None]] | None:
    """What swaps for these pool dice cost, one after the other: hp, and the trait that spares them.

    None when they cannot be paid: never with the last hit point.
    """
    hp, used, bill = actor.hp, actor.used, list[tuple[int, Known | None]]()
    for die in dice:
        if must is Known.OPPORTUNIST:
            bill.append((0, must))
        elif Known.PERSISTENT in actor.traits and hp <= 2:
            bill.append((0, Known.PERSISTENT))
        elif die == 6 and Known.COMPOSED in actor.traits - used:
            used |= {Known.COMPOSED}
            bill.append((0, Known.COMPOSED))
        elif Known.ECONOMICAL in actor.traits - used:
            used |= {Known.ECONOMICAL}
            bill.append((0, Known.ECONOMICAL))
        elif hp > 1:
            hp -= 1
            bill.append((1, None))
        else:
            return None
    return bill


def _swap_decision(actor: Fighter, fallen: tuple[int, ...], terms: Terms) -> Decision | None:
    """The question, with the swaps that can be paid, the best first; None when there is none."""
    before = successes(fallen)
    offers: list[tuple[int, int, list[list[int]]]] = []
    seen: set[tuple[int, int]] = set()
    for i in terms.test_dice:
        for j in terms.pool_dice:
            faces = (fallen[i], actor.pool[j])
            if faces in seen or (faces[0] == faces[1] and not terms.must):
                continue
            seen.add(faces)
            _offer(actor, fallen, [[i, j]], terms, offers)
    low = sorted(terms.test_dice, key=fallen.__getitem__)
    high = sorted(terms.pool_dice, key=actor.pool.__getitem__, reverse=True)
    for count in range(2, terms.most + 1):
        pairs = [[i, j] for i, j in zip(low[:count], high[:count], strict=True)]
        _offer(actor, fallen, pairs, terms, offers)
    if not offers:
        return None
    offers.sort(key=lambda offer: (-offer[0], offer[1]))
    choices = [_choice(actor, fallen, *offer) for offer in offers]
    if not terms.must:
        choices.insert(0, Choice([], "Keep", _counted(before)))
    gains = offers[0][0] > before
    return Decision(
        id="swap",
        by=actor.id,
        text=f"{actor.name}: swap a die?" + (f" It has to be: {terms.must}" if terms.must else ""),
        field=Field(
            "swap", "pairs", "Swap", native="Wymiana", choices=tuple(choices), length=terms.most
        ),
        rule="teohiphip-18",
        no_benefit=len(choices) == 1 if terms.must else not gains,
        best_case=offers[0][2] if terms.must or gains else None,
    )


def _offer(
    actor: Fighter,
    fallen: Sequence[int],
    pairs: list[list[int]],
    terms: Terms,
    offers: list[tuple[int, int, list[list[int]]]],
) -> None:
    """Adds what these swaps would make of the test and cost, when they can be paid."""
    bill = prices(actor, [actor.pool[j] for _, j in pairs], terms.must)
    if bill is not None:
        dice = list(fallen)
        for i, j in pairs:
            dice[i] = actor.pool[j]
        offers.append((successes(dice), sum(cost for cost, _ in bill), pairs))


def _choice(
    actor: Fighter, fallen: Sequence[int], after: int, cost: int, pairs: list[list[int]]
) -> Choice:
    label = ", ".join(f"{fallen[i]} → {actor.pool[j]}" for i, j in pairs)
    return Choice(pairs, label, f"{_counted(after)}, {f'{cost} hp' if cost else 'free'}")


def _counted(count: int) -> str:
    return "1 success" if count == 1 else f"{count} successes"


def _check_swaps(actor: Fighter, fallen: Sequence[int], chosen: Pairs, terms: Terms) -> None:
    place = "answers.swap"
    if len(chosen) > terms.most:
        raise Refusal(f"{actor.name} can swap {terms.most} here, not {len(chosen)}", place)
    if terms.must and not chosen:
        raise Refusal(f"{actor.name} has to swap: {terms.must}", place)
    for index, (dice, allowed, what) in enumerate(
        ((fallen, terms.test_dice, "test"), (actor.pool, terms.pool_dice, "pool"))
    ):
        picked = [pair[index] for pair in chosen]
        if len(set(picked)) < len(picked):
            raise Refusal(f"one {what} die cannot be swapped twice", place)
        for die in picked:
            if not 0 <= die < len(dice):
                raise Refusal(f"the {what} dice are numbered 0 to {len(dice) - 1}", place)
            if die not in allowed:
                raise Refusal(f"the {dice[die]} of the {what} cannot be swapped here", place)
