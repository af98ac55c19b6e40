"""What a character may swap between a test and its pool, and what it costs (teohiphip-18)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision, Refusal, Table
from desktop.rules.teohiphip.state import SUCCESS, Fighter, Skirmish
from desktop.rules.teohiphip.traits import Known
from desktop.rules.text import Text

KEPT = 2
"""With advantage the best two of three count (teohiphip-17)."""


def successes(dice: Iterable[int]) -> int:
    """teohiphip-16 and 17: dice of 5 or 6, of the best two."""
    return min(sum([die >= SUCCESS for die in dice]), KEPT)


def is_first_test(state: Skirmish, actor: Fighter) -> bool:
    """Whether the next test is the first one of the actor's own activation."""
    return state.turn == actor.id and not actor.tests


def has_to_swap(state: Skirmish, actor: Fighter) -> bool:
    """Whether a trait makes the actor swap in the next test, if that can be."""
    traits = actor.traits
    return is_first_test(state, actor) and (
        Known.OPPORTUNIST in traits or Known.IMPULSIVE in traits
    )


@dataclass(frozen=True, slots=True)
class Terms:
    """What a character may swap in one test: how often, which dice, and whether it has to.

    Dice are told by their places, from 0.
    """

    most: int
    pool_dice: Sequence[int]
    first_test_dice: Sequence[int]
    first_pool_dice: Sequence[int]
    """The dice of the test and of the pool that the first swap may use."""
    must: Known | None = None
    """The trait that makes the first swap one that has to be; it leaves the others free."""


Pairs = Sequence[Sequence[int]]
"""Swaps as they are answered: [test die, pool die], each counted from 0."""

KEEP: Pairs = ()
"""No swap: the usual answer of somebody who need not swap."""


def swap_terms(
    state: Skirmish, actor: Fighter, fallen: Sequence[int], table: Table
) -> Terms | None:
    """What the rules and the traits allow in this test, or None when there is no swap at all."""
    tell = partial(table.log, "teohiphip-18", by=actor.id)
    first = is_first_test(state, actor)
    for bars, trait in (
        (actor.jinxed, Known.JINXED),
        (actor.hp <= 3, Known.CAUTIOUS),
        (first, Known.SLOW_REFLEXES),
    ):
        if bars and trait in actor.traits:
            tell(Text("{actor} cannot swap: {trait}", actor=actor.name, trait=trait))
            return None
    dice = list(range(len(actor.pool)))
    if Known.SYNCHRONOUS in actor.traits:
        dice = [j for j in dice if actor.pool[j] % 2 == state.round % 2]
        if len(dice) < len(actor.pool):
            told = {"actor": actor.name, "trait": Known.SYNCHRONOUS}
            odd = Text("{actor} can use odd pool dice only: {trait}", **told)
            even = Text("{actor} can use even pool dice only: {trait}", **told)
            tell(odd if state.round % 2 else even)
    if not dice:
        return None
    weak = [j for j in dice if actor.pool[j] <= 2] if actor.unsure else []
    if weak and len(weak) < len(dice):
        tell(Text("{actor} has to use a 1 or 2: {trait}", actor=actor.name, trait=Known.UNSURE))
    limit = state.house.swaps_per_test
    most = min(len(dice), len(fallen), limit or len(fallen))
    every, at_first = range(len(fallen)), weak or dice
    if first and Known.OPPORTUNIST in actor.traits:
        highest = [i for i in every if fallen[i] == max(fallen)]
        return Terms(most, dice, highest, at_first, Known.OPPORTUNIST)
    if first and Known.IMPULSIVE in actor.traits:
        best = max(actor.pool[j] for j in at_first)
        top = [j for j in at_first if actor.pool[j] == best]
        return Terms(most, dice, every, top, Known.IMPULSIVE)
    return Terms(most, dice, every, at_first)


def prices(
    actor: Fighter, dice: Sequence[int], must: Known | None = None
) -> list[tuple[int, Known | None]] | None:
    """What swaps for these pool dice cost, one after the other: hp, and the trait that spares them.

    ``must`` is the trait that forces the first of them. None when they cannot be paid: never with
    the last hit point, or by the cautious the third.
    """
    hp, used, bill = actor.hp, actor.used, list[tuple[int, Known | None]]()
    for die in dice:
        if hp <= 3 and Known.CAUTIOUS in actor.traits:
            return None
        if must is Known.OPPORTUNIST and not bill:
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


def swap_decision(actor: Fighter, fallen: tuple[int, ...], terms: Terms) -> Decision | None:
    """The question, with the swaps that can be paid, the best first; None when there is none."""
    before = successes(fallen)
    swaps: list[tuple[int, int, list[list[int]]]] = []
    seen: set[tuple[int, int]] = set()
    for i in terms.first_test_dice:
        for j in terms.first_pool_dice:
            faces = (fallen[i], actor.pool[j])
            # Equal faces change nothing, but a swap that has to be made may be made with them.
            idle = faces[0] == faces[1] and not (terms.must or actor.unsure)
            if faces in seen or idle:
                continue
            seen.add(faces)
            _add_swap(actor, fallen, [[i, j]], terms, swaps)
    low = _from(
        min(terms.first_test_dice, key=fallen.__getitem__),
        sorted(range(len(fallen)), key=fallen.__getitem__),
    )
    high = _from(
        max(terms.first_pool_dice, key=actor.pool.__getitem__),
        sorted(terms.pool_dice, key=actor.pool.__getitem__, reverse=True),
    )
    for count in range(2, terms.most + 1):
        pairs = [[i, j] for i, j in zip(low[:count], high[:count], strict=True)]
        _add_swap(actor, fallen, pairs, terms, swaps)
    if not swaps:
        return None
    swaps.sort(key=lambda swap: (-swap[0], swap[1]))
    choices = [_choice(actor, fallen, terms, *swap) for swap in swaps]
    if not terms.must:
        worth = _worth(actor, fallen, terms, before, [])
        choices.insert(0, Choice([], Text("Keep"), _counted(before), worth=worth))
    gains = swaps[0][0] > before
    # Who has to swap and says nothing makes that one swap, and pays for no more.
    forced = next(pairs for *_, pairs in swaps if len(pairs) == 1) if terms.must else None
    return Decision(
        id="swap",
        by=actor.id,
        text=_swap_question(actor, terms),
        field=Field(
            "swap",
            "pairs",
            "Swap",
            native="Wymiana",
            default=forced,
            choices=tuple(choices),
            length=terms.most,
        ),
        rule="teohiphip-18",
        no_benefit=len(choices) == 1 if terms.must else not gains,
        best_case=swaps[0][2] if terms.must or gains else None,
    )


def _from(first: int, places: Sequence[int]) -> list[int]:
    return [first, *(place for place in places if place != first)]


def _swap_question(actor: Fighter, terms: Terms) -> Text:
    if terms.must:
        return Text("{name}: swap a die? It has to be: {trait}", name=actor.name, trait=terms.must)
    return Text("{name}: swap a die?", name=actor.name)


def _add_swap(
    actor: Fighter,
    fallen: Sequence[int],
    pairs: list[list[int]],
    terms: Terms,
    swaps: list[tuple[int, int, list[list[int]]]],
) -> None:
    """Adds what these swaps would make of the test and cost, when they can be paid."""
    bill = prices(actor, [actor.pool[j] for _, j in pairs], terms.must)
    if bill is not None:
        dice = list(fallen)
        for i, j in pairs:
            dice[i] = actor.pool[j]
        swaps.append((successes(dice), sum(cost for cost, _ in bill), pairs))


def _choice(
    actor: Fighter,
    fallen: Sequence[int],
    terms: Terms,
    after: int,
    cost: int,
    pairs: list[list[int]],
) -> Choice:
    label = ", ".join(f"{fallen[i]} → {actor.pool[j]}" for i, j in pairs)
    price = Text("{cost} hp", cost=cost) if cost else Text("free")
    return Choice(
        pairs,
        label,
        Text("{successes}, {price}", successes=_counted(after), price=price),
        worth=_worth(actor, fallen, terms, after, pairs),
    )


SPARED = (Known.COMPOSED, Known.ECONOMICAL)
"""Traits that spare a swap its price once."""

LESS_IS_OF_USE = frozenset(
    {
        Known.RELENTLESS, Known.VITALITY, Known.MINDFUL, Known.LUCKY, Known.STRATEGIST,
        Known.MYSTIC, Known.TRICKSTER, Known.FATE_SMITH, Known.GAMBLER, Known.PROVIDENT,
        Known.CARELESS, Known.SPENDTHRIFT, Known.SUPERSTITIOUS, Known.CHAOTIC, Known.NERVOUS,
        Known.NIGHT_BLIND, Known.NIGHT_HUNTER, Known.LEADER, Known.PERSISTENT, Known.SYNCHRONOUS,
        Known.JINXED, Known.WAVERING, Known.UNSURE,
    }
)  # fmt: skip
"""Traits for which a lower die in the pool, fewer of them or fewer hit points can be of use."""


def _worth(
    actor: Fighter, fallen: Sequence[int], terms: Terms, after: int, pairs: Pairs
) -> tuple[int, ...]:
    """How good an answer is: successes, hp that stay, traits that spare one, the pool that stays.

    Nothing is said of it for those to whom less can be more.
    """
    if actor.traits & LESS_IS_OF_USE:
        return ()
    bill = prices(actor, [actor.pool[j] for _, j in pairs], terms.must) or []
    gone = {j for _, j in pairs}
    pool = [die for j, die in enumerate(actor.pool) if j not in gone]
    if terms.must is Known.OPPORTUNIST:
        pool += [fallen[i] for i, _ in pairs[:1]]
    left = sorted(pool, reverse=True) + [0] * (len(actor.pool) - len(pool))
    spared = [free for _, free in bill]
    return (
        after,
        -sum(cost for cost, _ in bill),
        *(-spared.count(trait) for trait in SPARED),
        *left,
    )


def _counted(count: int) -> Text:
    return Text("{count} success", "{count} successes", count=count)


def check_swaps(actor: Fighter, fallen: Sequence[int], chosen: Pairs, terms: Terms) -> None:
    place = "answers.swap"
    if len(chosen) > terms.most:
        raise Refusal(
            Text(
                "{actor} can swap {most} here, not {count}",
                actor=actor.name,
                most=terms.most,
                count=len(chosen),
            ),
            place,
        )
    if terms.must and not chosen:
        raise Refusal(Text("{actor} has to swap: {must}", actor=actor.name, must=terms.must), place)
    tests = (fallen, range(len(fallen)), terms.first_test_dice, Text("test"))
    pools = (actor.pool, terms.pool_dice, terms.first_pool_dice, Text("pool"))
    for index, (dice, allowed, first, what) in enumerate((tests, pools)):
        picked = [pair[index] for pair in chosen]
        if len(set(picked)) < len(picked):
            raise Refusal(Text("one {what} die cannot be swapped twice", what=what), place)
        for die in picked:
            if not 0 <= die < len(dice):
                raise Refusal(
                    Text(
                        "the {what} dice are numbered 0 to {last}",
                        what=what,
                        last=len(dice) - 1,
                    ),
                    place,
                )
            if die not in allowed:
                raise Refusal(
                    Text(
                        "the {die} of the {what} cannot be swapped here", die=dice[die], what=what
                    ),
                    place,
                )
        if picked and picked[0] not in first:
            raise Refusal(
                Text(
                    "the {die} of the {what} cannot be swapped first",
                    die=dice[picked[0]],
                    what=what,
                ),
                place,
            )
