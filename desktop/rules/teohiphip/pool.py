"""The initiative pool (teohiphip-4, 19), the traits that change it, and swaps (18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from desktop.rules.dice import Dice, Face, Faces, Pool, pool
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision, LazyDecision, Refusal, Table
from desktop.rules.teohiphip.sheet import Known
from desktop.rules.teohiphip.state import SUCCESS, Fighter, Skirmish
from desktop.rules.text import Text

UNREAD = Faces(alike=((1, 2, 3, 4, 5, 6),))
"""Dice laid aside: nothing that the same command can still do depends on their faces."""


READ = Faces()
"""Dice that a swap in the same command may use."""


INITIATIVE_POOL = Text("initiative pool")


def has_pool(state: Skirmish, fighter: Fighter) -> bool:
    """teohiphip-4: player characters have one; others by house rule."""
    if not (fighter.player or state.house.npc_pools):
        return False
    return not (fighter.out or fighter.sheet.object)


def roll_pool(state: Skirmish, fighter: Fighter, table: Table) -> None:
    """teohiphip-4: as many d6 as hp now. ``fighter`` is taken for writing, as all through here."""
    fighter.pool = []
    if not has_pool(state, fighter):
        return
    count = fighter.hp
    if Known.MINDFUL in fighter.traits and fighter.left_over and not fighter.drawn:
        count += 1
        table.log(
            "teohiphip-4",
            Text("{fighter}: one die more, {trait}", fighter=fighter.name, trait=Known.MINDFUL),
            by=fighter.id,
        )
    dice = table.roll(_initiative(count), why="teohiphip-4", by=fighter.id, label=INITIATIVE_POOL)
    if table.keeps_log:
        table.log("teohiphip-4", Text("Pool of {fighter}", fighter=fighter.name), by=fighter.id)
    fighter.pool = _in_the_dark(state, fighter, dice, table)
    if Known.SUPERSTITIOUS in fighter.traits:
        _throw_equals_again(state, fighter, table)


@lru_cache(maxsize=128)
def _initiative(count: int) -> Pool[tuple[int, ...]]:
    return pool(count, 6, UNREAD)


def add_die(
    state: Skirmish, fighter: Fighter, why: Known, table: Table, reading: Faces = UNREAD
) -> None:
    """One more die in the pool, for those who have one."""
    if not has_pool(state, fighter):
        return
    dice = table.roll(pool(1, 6, reading), why="teohiphip-4", by=fighter.id, label=why)
    table.log(
        "teohiphip-4",
        Text("{fighter}: a {die} for the pool, {why}", fighter=fighter.name, die=dice[0], why=why),
        by=fighter.id,
    )
    fighter.pool += _in_the_dark(state, fighter, dice, table)


def draw(fighter: Fighter, index: int) -> int:
    """Takes a die from the pool and returns its face."""
    fighter.drawn += 1
    return fighter.pool.pop(index)


def lose_pool(fighter: Fighter, table: Table) -> None:
    """teohiphip-19: what is left at the end of a round is lost; it may be remembered."""
    left = fighter.pool.copy()
    if left and table.keeps_log:
        table.log(
            "teohiphip-19",
            Text("{fighter} loses the pool dice {dice}", fighter=fighter.name, dice=_shown(left)),
            by=fighter.id,
        )
    if fighter.kept in left:
        left.remove(fighter.kept)
    fighter.left_over, fighter.kept, fighter.pool = tuple(left), 0, []


def worth(state: Skirmish, fighter: Fighter, die: int) -> int:
    """What a pool die is good for: 0 for nothing, 1 for a success, 2 for one that is free."""
    if die < SUCCESS or (Known.SYNCHRONOUS in fighter.traits and (die + state.round) % 2):
        return 0
    return 2 if die == 6 and Known.COMPOSED in fighter.traits else 1


# ---- the start of an activation


def begin_activation(state: Skirmish, fighter: Fighter, table: Table) -> None:
    """What traits do to the pool as an activation begins: what comes back to it, what must change,
    what may be changed, and then what is held against it."""
    for trait, change in AT_ACTIVATION.items():
        if trait in fighter.traits and (fighter.pool or trait is Known.PROVIDENT):
            change(state, fighter, table)


def _keep_one(state: Skirmish, fighter: Fighter, table: Table) -> None:
    if Known.CARELESS in fighter.traits:
        return
    spendthrift = Known.SPENDTHRIFT in fighter.traits
    dice = {d: i for i, d in enumerate(fighter.left_over) if not (d == 6 and spendthrift)}
    if not dice:
        return
    chosen = _ask(
        table,
        fighter,
        "provident",
        Known.PROVIDENT,
        Text("keep a die of the last round?"),
        lambda: [
            Choice(i, Text("Keep the {die}", die=die))
            for die, i in sorted(dice.items(), reverse=True)
        ],
        no_benefit=lambda: not any(worth(state, fighter, die) for die in dice),
    )
    if chosen is not None:
        fighter.kept = fighter.left_over[chosen]
        fighter.pool.append(fighter.kept)
        _log(
            fighter,
            Text("keeps a {kept} of the last round", kept=fighter.kept),
            Known.PROVIDENT,
            table,
        )


def _throw_highest_again(state: Skirmish, fighter: Fighter, table: Table) -> None:
    highest = fighter.pool.index(max(fighter.pool))
    _throw_again(state, fighter, [highest], Known.CHAOTIC, table)


def _spoil_one(state: Skirmish, fighter: Fighter, table: Table) -> None:
    good = [j for j, die in enumerate(fighter.pool) if die >= SUCCESS]
    if len(good) * 2 <= len(fighter.pool):
        return
    spoiled = good[0]
    if len({fighter.pool[j] for j in good}) > 1:
        sides = max(len(good), 6)
        one_of = Pool(Dice(1, sides, frozenset(range(len(good) + 1, sides + 1))), Face())
        die = table.roll(one_of, why="teohiphip-4", by=fighter.id, label=Known.NERVOUS)
        spoiled = good[die - 1]
    _log(
        fighter,
        Text("turns a {die} of the pool to 1", die=fighter.pool[spoiled]),
        Known.NERVOUS,
        table,
    )
    fighter.pool[spoiled] = 1


def _throw_a_one_again(state: Skirmish, fighter: Fighter, table: Table) -> None:
    if 1 not in fighter.pool:
        return
    place = fighter.pool.index(1)
    chosen = _ask(
        table,
        fighter,
        "lucky",
        Known.LUCKY,
        Text("throw a 1 again?"),
        lambda: [Choice(place, Text("Throw a 1 again"))],
    )
    if chosen is not None:
        _throw_again(state, fighter, [place], Known.LUCKY, table)


def _throw_all_again(state: Skirmish, fighter: Fighter, table: Table) -> None:
    chosen = _ask(
        table,
        fighter,
        "gambler",
        Known.GAMBLER,
        Text("throw the whole pool again?"),
        lambda: [Choice(True, Text("Throw all of them again"))],
        no_benefit=lambda: all(worth(state, fighter, die) for die in fighter.pool),
    )
    if chosen:
        _throw_again(state, fighter, range(len(fighter.pool)), Known.GAMBLER, table)


def _throw_one_again(state: Skirmish, fighter: Fighter, table: Table) -> None:
    chosen = _ask(
        table,
        fighter,
        "strategist",
        Known.STRATEGIST,
        Text("throw a die of the pool again?"),
        lambda: [
            Choice(j, Text("Throw the {die} again", die=die)) for die, j in _distinct(fighter)
        ],
        no_benefit=lambda: all(worth(state, fighter, die) for die in fighter.pool),
    )
    if chosen is not None:
        _throw_again(state, fighter, [chosen], Known.STRATEGIST, table)


def _turn_by_one(state: Skirmish, fighter: Fighter, table: Table) -> None:
    _set_a_die(state, fighter, "mystic", Known.MYSTIC, lambda die: (die - 1, die + 1), table)


def _set_freely(state: Skirmish, fighter: Fighter, table: Table) -> None:
    if fighter.spent.get(Known.FATE_SMITH):
        return
    if _set_a_die(
        state, fighter, "fate_smith", Known.FATE_SMITH, lambda die: range(6, 0, -1), table
    ):
        fighter.once(Known.FATE_SMITH)


def _set_a_die(
    state: Skirmish,
    fighter: Fighter,
    id: str,
    why: Known,
    turns: Callable[[int], Sequence[int]],
    table: Table,
) -> bool:
    """Asks which die of the pool becomes which of the faces that its own can, and sets it."""

    def gains() -> list[tuple[int, int, int, int]]:
        gains = [
            (worth(state, fighter, face) - worth(state, fighter, die), j, die, face)
            for die, j in _distinct(fighter)
            for face in turns(die)
            if 1 <= face <= 6 and face != die
        ]
        return sorted(gains, key=lambda gain: -gain[0])

    chosen = _ask(
        table,
        fighter,
        id,
        why,
        Text("set a die of the pool?"),
        lambda: [Choice([j, face], f"{die} → {face}") for _, j, die, face in gains()],
        no_benefit=lambda: all(gain <= 0 for gain, *_ in gains()),
    )
    if chosen is None:
        return False
    index, face = chosen
    _log(
        fighter,
        Text("turns a {die} of the pool to {face}", die=fighter.pool[index], face=face),
        why,
        table,
    )
    fighter.pool[index] = face
    return True


def _shun(state: Skirmish, fighter: Fighter, table: Table) -> None:
    fighter.jinxed = 1 in fighter.pool
    if fighter.jinxed:
        _log(fighter, Text("cannot use the pool now, there is a 1 in it"), Known.JINXED, table)


def _waver(state: Skirmish, fighter: Fighter, table: Table) -> None:
    fighter.unsure = min(fighter.pool) <= 2
    if fighter.unsure:
        _log(fighter, Text("must use a 1 or 2 in the next swap"), Known.UNSURE, table)


AT_ACTIVATION: Mapping[Known, Callable[[Skirmish, Fighter, Table], None]] = {
    Known.PROVIDENT: _keep_one,
    Known.CHAOTIC: _throw_highest_again,
    Known.NERVOUS: _spoil_one,
    Known.LUCKY: _throw_a_one_again,
    Known.GAMBLER: _throw_all_again,
    Known.STRATEGIST: _throw_one_again,
    Known.MYSTIC: _turn_by_one,
    Known.FATE_SMITH: _set_freely,
    Known.JINXED: _shun,
    Known.UNSURE: _waver,
}


# ---- what they share


def _throw_equals_again(state: Skirmish, fighter: Fighter, table: Table) -> None:
    """Przesądny: of dice that show the same, one or more are thrown again, whichever is chosen."""
    places = {
        die: [j for j, other in enumerate(fighter.pool) if other == die]
        for die, times in sorted(Counter(fighter.pool).items())
        if times > 1
    }
    if not places:
        return
    choices = []
    for die, equal in places.items():
        counts = range(1, len(equal) + 1)
        for count in reversed(counts) if die < SUCCESS else counts:
            dice = " ".join([str(die)] * count)
            choices.append(Choice(equal[:count], Text("Throw {dice} again", dice=dice)))
    field = Field(
        "superstition",
        "choice",
        "Throw again",
        native=Known.SUPERSTITIOUS,
        choices=tuple(choices),
    )
    text = Text("{fighter}: which equal dice are thrown again?", fighter=fighter.name)
    chosen = table.ask(
        Decision(
            "superstition", fighter.id, text, field, "teohiphip-4", no_benefit=len(places) == 1
        )
    )
    _throw_again(state, fighter, chosen, Known.SUPERSTITIOUS, table, UNREAD)


def _throw_again(
    state: Skirmish,
    fighter: Fighter,
    dice: Sequence[int],
    why: Known,
    table: Table,
    reading: Faces = READ,
) -> None:
    before = [fighter.pool[j] for j in dice]
    thrown = table.roll(pool(len(dice), 6, reading), why="teohiphip-4", by=fighter.id, label=why)
    _log(
        fighter,
        Text("throws {before} again: {now}", before=_shown(before), now=_shown(thrown)),
        why,
        table,
    )
    for j, face in zip(dice, _in_the_dark(state, fighter, thrown, table), strict=True):
        fighter.pool[j] = face


def _in_the_dark(state: Skirmish, fighter: Fighter, dice: Sequence[int], table: Table) -> list[int]:
    """Fresh dice as they count: in the dark, 1 less or 1 more for those who see so."""
    if not state.house.darkness:
        return list(dice)
    shift = (Known.NIGHT_HUNTER in fighter.traits) - (Known.NIGHT_BLIND in fighter.traits)
    if not shift:
        return list(dice)
    shifted = [min(max(die + shift, 1), 6) for die in dice]
    why = Known.NIGHT_HUNTER if shift > 0 else Known.NIGHT_BLIND
    _log(fighter, Text("has {dice} in the dark", dice=_shown(shifted)), why, table)
    return shifted


def _distinct(fighter: Fighter) -> list[tuple[int, int]]:
    """The different faces in the pool, from low to high, each with one place where it lies."""
    return sorted({die: j for j, die in enumerate(fighter.pool)}.items())


def _ask(
    table: Table,
    fighter: Fighter,
    id: str,
    trait: Known,
    text: Text,
    choices: Callable[[], Sequence[Choice]],
    no_benefit: Callable[[], bool] = lambda: False,
) -> Any:
    """One of the choices, or None to leave the pool as it is."""

    def question() -> Decision:
        asked = Text("{fighter}: {text}", fighter=fighter.name, text=text)
        ways = (Choice(None, Text("Leave it")), *choices())
        return offer(fighter, id, trait, trait, asked, ways, "teohiphip-4", no_benefit())

    return table.ask(LazyDecision(None, question))


def offer(
    fighter: Fighter,
    id: str,
    label: str,
    trait: Known,
    text: Text,
    choices: Sequence[Choice],
    rule: str,
    no_benefit: bool = False,
) -> Decision:
    """The decision to use a trait in one of these ways, or not at all: that is None."""
    field = Field(id, "choice", label, native=trait, optional=True, choices=tuple(choices))
    return Decision(id, fighter.id, text, field, rule, no_benefit)


def _log(fighter: Fighter, what: Text, why: Known, table: Table) -> None:
    entry = Text("{fighter} {what}: {why}", fighter=fighter.name, what=what, why=why)
    table.log("teohiphip-4", entry, by=fighter.id)


def _shown(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))


# ---- swaps (teohiphip-18)


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
    barring = _bars_swaps(state, actor)
    if barring:
        entry = Text("{actor} cannot swap: {trait}", actor=actor.name, trait=barring)
        table.log("teohiphip-18", entry, by=actor.id)
        return None
    dice = _in_step_with_the_round(state, actor, table)
    if not dice:
        return None
    at_first = _weak_if_unsure(actor, dice, table)
    limit = state.house.swaps_per_test
    most = min(len(dice), len(fallen), limit or len(fallen))
    every = range(len(fallen))
    if is_first_test(state, actor) and Known.OPPORTUNIST in actor.traits:
        highest = [i for i in every if fallen[i] == max(fallen)]
        return Terms(most, dice, highest, at_first, Known.OPPORTUNIST)
    if is_first_test(state, actor) and Known.IMPULSIVE in actor.traits:
        best = max(actor.pool[j] for j in at_first)
        top = [j for j in at_first if actor.pool[j] == best]
        return Terms(most, dice, every, top, Known.IMPULSIVE)
    return Terms(most, dice, every, at_first)


def _bars_swaps(state: Skirmish, actor: Fighter) -> Known | None:
    """The trait by which there is no swap in this test."""
    for bars, trait in (
        (actor.jinxed, Known.JINXED),
        (actor.hp <= 3, Known.CAUTIOUS),
        (is_first_test(state, actor), Known.SLOW_REFLEXES),
    ):
        if bars and trait in actor.traits:
            return trait
    return None


def _in_step_with_the_round(state: Skirmish, actor: Fighter, table: Table) -> list[int]:
    """The places of the pool dice that can be used: with Synchroniczny those as odd or even as
    the round."""
    every = range(len(actor.pool))
    if Known.SYNCHRONOUS not in actor.traits:
        return list(every)
    dice = [j for j in every if actor.pool[j] % 2 == state.round % 2]
    if len(dice) < len(every):
        values = {"actor": actor.name, "trait": Known.SYNCHRONOUS}
        odd = Text("{actor} can use odd pool dice only: {trait}", **values)
        even = Text("{actor} can use even pool dice only: {trait}", **values)
        table.log("teohiphip-18", odd if state.round % 2 else even, by=actor.id)
    return dice


def _weak_if_unsure(actor: Fighter, dice: list[int], table: Table) -> list[int]:
    """The pool dice of the first swap: for the unsure a 1 or 2 where there is one."""
    weak = [j for j in dice if actor.pool[j] <= 2] if actor.unsure else []
    if weak and len(weak) < len(dice):
        entry = Text("{actor} has to use a 1 or 2: {trait}", actor=actor.name, trait=Known.UNSURE)
        table.log("teohiphip-18", entry, by=actor.id)
    return weak or dice


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
