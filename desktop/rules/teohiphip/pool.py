"""The initiative pool (teohiphip-4, 19), the traits that change it, and swaps (18)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from desktop.rules.dice import Dice, Face, Faces, Pool, pool
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision, LazyDecision, Table
from desktop.rules.teohiphip.sheet import Known
from desktop.rules.teohiphip.state import SUCCESS, Fighter, Skirmish
from desktop.rules.text import Text, Words, joined

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
        table.note("teohiphip-4", fighter, "{fighter}: one die more, {trait}", trait=Known.MINDFUL)
    dice = table.roll(
        pool(count, 6, UNREAD), why="teohiphip-4", by=fighter.id, label=INITIATIVE_POOL
    )
    table.note("teohiphip-4", fighter, "{fighter}: initiative pool")
    fighter.pool = _in_the_dark(state, fighter, dice, table)
    if Known.SUPERSTITIOUS in fighter.traits:
        _throw_equals_again(state, fighter, table)


def add_die(
    state: Skirmish, fighter: Fighter, why: Known, table: Table, reading: Faces = UNREAD
) -> None:
    """One more die in the pool, for those who have one."""
    if not has_pool(state, fighter):
        return
    dice = table.roll(pool(1, 6, reading), why="teohiphip-4", by=fighter.id, label=why)
    table.note(
        "teohiphip-4", fighter, "{fighter}: a {die} for the pool, {why}", die=dice[0], why=why
    )
    fighter.pool += _in_the_dark(state, fighter, dice, table)


def draw(fighter: Fighter, index: int) -> int:
    """Takes a die from the pool and returns its face."""
    fighter.drawn += 1
    return fighter.pool.pop(index)


def turn_over(fighter: Fighter, index: int, table: Table) -> None:
    """A die of the pool shows its other side (teohiphip-4)."""
    die = fighter.pool[index]
    fighter.pool[index] = 7 - die
    values = {"die": die, "number": 7 - die}
    table.note("teohiphip-4", fighter, "{fighter} turns a {die} of the pool to {number}", **values)


def lose_pool(fighter: Fighter, table: Table) -> None:
    """teohiphip-19: what is left at the end of a round is lost; it may be remembered."""
    left = fighter.pool.copy()
    if left:
        lost = shown(left)
        table.note(
            "teohiphip-19", fighter, "{fighter} loses the rest of the pool: {dice}", dice=lost
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


def _keep_one(state: Skirmish, fighter: Fighter, table: Table) -> None:
    if Known.CARELESS in fighter.traits:
        return
    spendthrift = Known.SPENDTHRIFT in fighter.traits
    dice = {d: i for i, d in enumerate(fighter.left_over) if not (d == 6 and spendthrift)}
    if not dice:
        return
    question = Text("keep a die of the last round?")
    chosen = ask_for(
        table, fighter, "provident", Known.PROVIDENT, question,
        lambda: [Choice(i, Text("Keep the {die}", die=d)) for d, i in sorted(dice.items())[::-1]],
        lambda: not any(worth(state, fighter, die) for die in dice),
    )  # fmt: skip
    if chosen is not None:
        fighter.kept = fighter.left_over[chosen]
        fighter.pool.append(fighter.kept)
        kept = Text("keeps a {kept} of the last round", kept=fighter.kept)
        _log(fighter, kept, Known.PROVIDENT, table)


def _throw_highest_again(state: Skirmish, fighter: Fighter, table: Table) -> None:
    _throw_again(state, fighter, [fighter.pool.index(max(fighter.pool))], Known.CHAOTIC, table)


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
    turned = Text("turns a {die} of the pool to 1", die=fighter.pool[spoiled])
    _log(fighter, turned, Known.NERVOUS, table)
    fighter.pool[spoiled] = 1


def _throw_a_one_again(state: Skirmish, fighter: Fighter, table: Table) -> None:
    if 1 in fighter.pool:
        again = Choice(fighter.pool.index(1), Text("Throw a 1 again"))
        question = Text("throw a 1 again?")
        chosen = ask_for(table, fighter, "lucky", Known.LUCKY, question, lambda: [again])
        if chosen is not None:
            _throw_again(state, fighter, [chosen], Known.LUCKY, table)


def _throw_all_again(state: Skirmish, fighter: Fighter, table: Table) -> None:
    again = Choice(True, Text("Throw all of them again"))
    question, good = Text("throw the whole pool again?"), partial(_all_good, state, fighter)
    if ask_for(table, fighter, "gambler", Known.GAMBLER, question, lambda: [again], good):
        _throw_again(state, fighter, range(len(fighter.pool)), Known.GAMBLER, table)


def _throw_one_again(state: Skirmish, fighter: Fighter, table: Table) -> None:
    chosen = ask_for(
        table, fighter, "strategist", Known.STRATEGIST, Text("throw a die of the pool again?"),
        lambda: [Choice(j, Text("Throw the {die} again", die=d)) for d, j in _distinct(fighter)],
        partial(_all_good, state, fighter),
    )  # fmt: skip
    if chosen is not None:
        _throw_again(state, fighter, [chosen], Known.STRATEGIST, table)


def _all_good(state: Skirmish, fighter: Fighter) -> bool:
    return all(worth(state, fighter, die) for die in fighter.pool)


def _turn_by_one(state: Skirmish, fighter: Fighter, table: Table) -> None:
    _set_a_die(state, fighter, "mystic", Known.MYSTIC, lambda die: (die - 1, die + 1), table)


def _set_freely(state: Skirmish, fighter: Fighter, table: Table) -> None:
    if fighter.spent.get(Known.FATE_SMITH):
        return
    turns = range(6, 0, -1)
    if _set_a_die(state, fighter, "fate_smith", Known.FATE_SMITH, lambda die: turns, table):
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

    chosen = ask_for(
        table, fighter, id, why, Text("set a die of the pool?"),
        lambda: [Choice([j, face], f"{die} → {face}") for _, j, die, face in gains()],
        lambda: all(gain <= 0 for gain, *_ in gains()),
    )  # fmt: skip
    if chosen is None:
        return False
    index, face = chosen
    turned = Text("turns a {die} of the pool to {face}", die=fighter.pool[index], face=face)
    _log(fighter, turned, why, table)
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
    why = Known.SUPERSTITIOUS
    field = Field("superstition", "choice", "Throw again", native=why, choices=tuple(choices))
    text = Text("{fighter}: which equal dice are thrown again?", fighter=fighter.name)
    chosen = table.ask(
        Decision(field.id, fighter.id, text, field, "teohiphip-4", no_benefit=len(places) == 1)
    )
    _throw_again(state, fighter, chosen, why, table, UNREAD)


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
    again = Text("throws {before} again: {now}", before=shown(before), now=shown(thrown))
    _log(fighter, again, why, table)
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
    _log(fighter, Text("has {dice} in the dark", dice=shown(shifted)), why, table)
    return shifted


def _distinct(fighter: Fighter) -> list[tuple[int, int]]:
    """The different faces in the pool, from low to high, each with one place where it lies."""
    return sorted({die: j for j, die in enumerate(fighter.pool)}.items())


def ask_for(
    table: Table,
    fighter: Fighter,
    id: str,
    trait: Known,
    text: Text,
    ways: Callable[[], Sequence[Choice]],
    no_benefit: Callable[[], bool] = lambda: False,
    *,
    label: str = "",
    rule: str = "teohiphip-4",
    unused: Callable[[], Words] = str,
) -> Any:
    """Asks whether a trait is used in one of these ways; None where it is not used at all, which
    comes to what ``unused`` says.

    ``ways``, ``no_benefit`` and ``unused`` are worked out only where somebody may decide.
    """

    def question() -> Decision:
        asked = Text("{fighter}, {why}: {what}", fighter=fighter.name, why=trait, what=text)
        not_used = Text("No") if label else Text("Leave it")
        choices = (Choice(None, not_used, unused()), *ways())
        field = Field(id, "choice", label or trait, native=trait, optional=True, choices=choices)
        return Decision(id, fighter.id, asked, field, rule, no_benefit())

    return table.ask(LazyDecision(None, question, id, fighter.id))


def _log(fighter: Fighter, what: Text, why: Known, table: Table) -> None:
    table.note("teohiphip-4", fighter, "{fighter}, {why}: {what}", what=what, why=why)


def shown(dice: Sequence[int]) -> str:
    """Dice as they lie there: ``5 3 1``."""
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
    if barring := _barring(state, actor):
        table.note("teohiphip-18", actor, "{actor} cannot swap: {trait}", trait=barring)
        return None
    dice = _in_step_with_the_round(state, actor)
    if len(dice) < len(actor.pool):
        values = {"actor": actor.name, "trait": Known.SYNCHRONOUS}
        odd = Text("{actor} can use odd pool dice only: {trait}", **values)
        even = Text("{actor} can use even pool dice only: {trait}", **values)
        table.log("teohiphip-18", odd if state.round % 2 else even, by=actor.id)
    if not dice:
        return None
    at_first = _weak_if_unsure(actor, dice, table)
    limit = state.house.swaps_per_test
    most = min(len(dice), len(fallen), limit or len(fallen))
    must, tests = must_swap(state, actor), list(range(len(fallen)))
    if must is Known.OPPORTUNIST:
        tests = [i for i in tests if fallen[i] == max(fallen)]
    if must is Known.IMPULSIVE:
        best = max(actor.pool[j] for j in at_first)
        at_first = [j for j in at_first if actor.pool[j] == best]
    return Terms(most, dice, tests, at_first, must)


def must_swap(state: Skirmish, actor: Fighter) -> Known | None:
    """The trait by which the next test takes a swap, where one can be made."""
    first = is_first_test(state, actor)
    return _first_of(actor, (first, Known.OPPORTUNIST), (first, Known.IMPULSIVE))


def forced_price(state: Skirmish, actor: Fighter) -> Text | None:
    """What the swap costs that the next test takes; None where it takes none."""
    must, dice = must_swap(state, actor), _in_step_with_the_round(state, actor)
    if must is None or not dice or _barring(state, actor):
        return None
    made = swapped(actor, [0], [[0, max(dice, key=actor.pool.__getitem__)]], must)
    return None if made is None else _price(made)


def _barring(state: Skirmish, actor: Fighter) -> Known | None:
    """The trait by which there is no swap at all."""
    return _first_of(
        actor,
        (actor.jinxed, Known.JINXED),
        (actor.hp <= 3, Known.CAUTIOUS),
        (is_first_test(state, actor), Known.SLOW_REFLEXES),
    )


def _first_of(actor: Fighter, *traits: tuple[bool, Known]) -> Known | None:
    """The first of these traits that the actor has and that counts now."""
    return next((trait for counts, trait in traits if counts and trait in actor.traits), None)


def _in_step_with_the_round(state: Skirmish, actor: Fighter) -> list[int]:
    """The places of the pool dice that can be used: with Synchroniczny those as odd or even as
    the round."""
    every = Known.SYNCHRONOUS not in actor.traits
    return [j for j, die in enumerate(actor.pool) if every or die % 2 == state.round % 2]


def _weak_if_unsure(actor: Fighter, dice: list[int], table: Table) -> list[int]:
    """The pool dice of the first swap: for the unsure a 1 or 2 where there is one."""
    weak = [j for j in dice if actor.pool[j] <= 2] if actor.unsure else []
    if weak and len(weak) < len(dice):
        table.note(
            "teohiphip-18", actor, "{actor} has to use a 1 or 2: {trait}", trait=Known.UNSURE
        )
    return weak or dice


class Swap(NamedTuple):
    """What a character makes of a test by swaps, and what it pays for them."""

    pairs: Pairs
    dice: tuple[int, ...]
    """The dice of the test, with those of the pool among them."""
    bill: Sequence[tuple[int, Known | None]]
    """Of each swap its price in hp, and the trait that spares it."""
    pool: list[int]
    """What stays in the pool."""

    @property
    def successes(self) -> int:
        """What the test comes to."""
        return successes(self.dice)

    @property
    def cost(self) -> int:
        """Hit points for all of them."""
        return sum(cost for cost, _ in self.bill)


def swapped(actor: Fighter, fallen: Sequence[int], pairs: Pairs, must: Known | None) -> Swap | None:
    """These swaps, one after the other; None when they cannot be paid.

    That is never with the last hit point, or by the cautious the third. ``must`` is the trait that
    forces the first of them; by Oportunista that one costs nothing and leaves its die in the pool.
    """
    dice, pool, gone = list(fallen), actor.pool.copy(), set[int]()
    hp, used, bill = actor.hp, actor.used, list[tuple[int, Known | None]]()
    for i, j in pairs:
        die, dice[i] = pool[j], pool[j]
        if hp <= 3 and Known.CAUTIOUS in actor.traits:
            return None
        spared = _first_of(
            actor,
            (hp <= 2, Known.PERSISTENT),
            (die == 6 and Known.COMPOSED not in used, Known.COMPOSED),
            (Known.ECONOMICAL not in used, Known.ECONOMICAL),
        )
        if must is Known.OPPORTUNIST and not bill:
            pool[j], spared = fallen[i], must
        else:
            gone.add(j)
        if spared is None:
            hp -= 1
            if hp < 1:
                return None
        else:
            used |= {spared}
        bill.append((int(spared is None), spared))
    left = [die for j, die in enumerate(pool) if j not in gone]
    return Swap(pairs, tuple(dice), bill, left)


def swap_decision(
    actor: Fighter, fallen: tuple[int, ...], terms: Terms, worth: Callable[[int], int] = int
) -> Decision | None:
    """The question, with the swaps that can be paid, the best first; None when there is none.

    ``worth`` says what so many successes come to: no swap is of benefit that leaves it as it is.
    """
    must, pool = terms.must, actor.pool
    several: dict[tuple[int, ...], Pairs] = {}
    for i, j in product(terms.first_test_dice, terms.first_pool_dice):
        # Equal faces change nothing, but a swap that has to be made may be made with them.
        if fallen[i] != pool[j] or must or actor.unsure:
            several.setdefault((fallen[i], pool[j]), [[i, j]])
    low = _from(min(terms.first_test_dice, key=fallen.__getitem__), range(len(fallen)), fallen)
    high = _from(max(terms.first_pool_dice, key=pool.__getitem__), terms.pool_dice, pool, -1)
    for count in range(2, terms.most + 1):
        several[(count,)] = [[i, j] for i, j in zip(low[:count], high[:count], strict=True)]
    made = (swapped(actor, fallen, pairs, must) for pairs in several.values())
    swaps = [swap for swap in made if swap is not None]
    if not swaps:
        return None
    swaps.sort(key=lambda swap: (-swap.successes, swap.cost))
    choices = [_choice(actor, fallen, swap) for swap in swaps]
    before = Swap([], fallen, (), pool)
    if not must:
        kept = _counted(before.successes)
        choices.insert(0, Choice([], Text("Keep"), kept, worth=_worth(actor, before)))
    in_vain = worth(swaps[0].successes) <= worth(before.successes)
    gains = swaps[0].successes > before.successes
    # Who has to swap and says nothing makes that one swap, and pays for no more.
    forced = next(swap.pairs for swap in swaps if len(swap.pairs) == 1) if must else None
    text = Text("{name}: swap a die?", name=actor.name)
    if must:
        text = Text("{name}: swap a die? It has to be: {trait}", name=actor.name, trait=must)
    field = Field(
        "swap", "pairs", "Swap", native="Wymiana", default=forced, choices=tuple(choices),
        length=terms.most,
    )  # fmt: skip
    return Decision(
        "swap", actor.id, text, field, "teohiphip-18",
        no_benefit=len(choices) == 1 if must else in_vain,
        best_case=swaps[0].pairs if must or gains else None,
    )  # fmt: skip


def _from(first: int, places: Iterable[int], dice: Sequence[int], sign: int = 1) -> list[int]:
    """Places of dice, ``first`` before the others from low to high; with −1 from high to low."""
    return sorted(places, key=lambda place: (place != first, sign * dice[place]))


def _choice(actor: Fighter, fallen: Sequence[int], swap: Swap) -> Choice:
    label = ", ".join(f"{fallen[i]} → {actor.pool[j]}" for i, j in swap.pairs)
    note = joined([_counted(swap.successes), _price(swap)])
    return Choice(swap.pairs, label, note, worth=_worth(actor, swap))


def _price(swap: Swap) -> Text:
    return Text("for {cost} hp", cost=swap.cost) if swap.cost else Text("free", context="price")


SPARED = (Known.COMPOSED, Known.ECONOMICAL)
"""Traits that spare a swap its price once."""

FEWER_HP_ARE_OF_USE: Mapping[Known, Callable[[Fighter], int]] = {
    Known.RELENTLESS: lambda fighter: 1,
    Known.SECOND_WIND: lambda fighter: 1,
    Known.PERSISTENT: lambda fighter: 2,
    Known.VITALITY: lambda fighter: fighter.max_hp // 2,
}
"""Traits that are of use from so few hit points on."""
EACH_FACE_HAS_ITS_USE = frozenset({Known.TRICKSTER, Known.PROVIDENT, Known.SYNCHRONOUS})
"""Traits for which a lower die of the pool may be of more use than a higher one."""
FEWER_DICE_ARE_OF_USE = frozenset({Known.NERVOUS, Known.JINXED, Known.UNSURE})
"""Traits that count how many dice of the pool are good, or whether a bad one is among them.

What other traits make of dice is better with higher dice and with more: nobody has to throw one
again but for the highest (Chaotyczny).
"""


def _worth(actor: Fighter, swap: Swap) -> tuple[int, ...]:
    """How good an answer is: successes, hp that stay, traits that spare one, the pool that stays.

    Where less can be more, only what is the same in that is better or worse by the rest.
    """
    traits = actor.traits - {*actor.spent}
    low = [few(actor) for trait, few in FEWER_HP_ARE_OF_USE.items() if trait in traits]
    fewer_hp = any(actor.hp > most >= actor.hp - swap.cost for most in low)
    spared = [free for _, free in swap.bill]
    # A 1 that is left in the pool may be thrown again.
    lucky = {Known.LUCKY, Known.OPPORTUNIST} <= traits
    if traits & FEWER_DICE_ARE_OF_USE:
        left = [sign * swap.pool.count(face) for face in range(1, 7) for sign in (1, -1)]
    elif lucky or traits & EACH_FACE_HAS_ITS_USE:
        left = [swap.pool.count(face) for face in range(1, 7)]
    else:
        left = [sum(die >= face for die in swap.pool) for face in range(1, 7)]
    return (
        swap.successes, -swap.cost, fewer_hp, *(-spared.count(trait) for trait in SPARED), *left,
    )  # fmt: skip


def _counted(count: int) -> Text:
    return Text("{count} success", "{count} successes", count=count)


def why_no_swap(actor: Fighter, fallen: Sequence[int], chosen: Pairs, terms: Terms) -> Text | None:
    """Why these terms do not allow the swaps chosen."""
    if len(chosen) > terms.most:
        most = terms.most
        values = {"actor": actor.name, "most": most, "given": len(chosen)}
        return Text("{actor}: at most {most} can be swapped here, not {given}", **values)
    if terms.must and not chosen:
        return Text("{actor} has to swap: {must}", actor=actor.name, must=terms.must)
    tests = (fallen, range(len(fallen)), terms.first_test_dice, Text("test"))
    pools = (actor.pool, terms.pool_dice, terms.first_pool_dice, Text("pool"))
    for index, (dice, allowed, first, what) in enumerate((tests, pools)):
        picked, last = [pair[index] for pair in chosen], len(dice) - 1
        if len(set(picked)) < len(picked):
            return Text("{what}: no die can be swapped twice", what=what)
        for place, die in enumerate(picked):
            if not 0 <= die <= last:
                return Text("{what}: the dice are numbered 0 to {last}", what=what, last=last)
            if die not in allowed:
                return Text("{what}: the {die} cannot be swapped here", die=dice[die], what=what)
            if not place and die not in first:
                return Text("{what}: the {die} cannot be swapped first", die=dice[die], what=what)
    return None
