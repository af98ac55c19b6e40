"""The initiative pool (teohiphip-4), and the traits that change it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from desktop.rules.dice import Dice, Face, Faces, Pool, pool
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision, Table
from desktop.rules.teohiphip.state import SUCCESS, Fighter, Skirmish
from desktop.rules.teohiphip.traits import Known
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
        _told(
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
    _told(
        fighter,
        Text("turns a {die} of the pool to 1", die=fighter.pool[spoiled]),
        Known.NERVOUS,
        table,
    )
    fighter.pool[spoiled] = 1


def _throw_a_one_again(state: Skirmish, fighter: Fighter, table: Table) -> None:
    if 1 not in fighter.pool:
        return
    one = fighter.pool.index(1)
    chosen = _ask(
        table,
        fighter,
        "lucky",
        Known.LUCKY,
        Text("throw a 1 again?"),
        lambda: [Choice(one, Text("Throw a 1 again"))],
    )
    if chosen is not None:
        _throw_again(state, fighter, [one], Known.LUCKY, table)


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
        found = [
            (worth(state, fighter, face) - worth(state, fighter, die), j, die, face)
            for die, j in _distinct(fighter)
            for face in turns(die)
            if 1 <= face <= 6 and face != die
        ]
        return sorted(found, key=lambda gain: -gain[0])

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
    _told(
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
        _told(fighter, Text("cannot use the pool now, there is a 1 in it"), Known.JINXED, table)


def _waver(state: Skirmish, fighter: Fighter, table: Table) -> None:
    fighter.unsure = min(fighter.pool) <= 2
    if fighter.unsure:
        _told(fighter, Text("must use a 1 or 2 in the next swap"), Known.UNSURE, table)


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
    for die, found in places.items():
        counts = range(1, len(found) + 1)
        for count in reversed(counts) if die < SUCCESS else counts:
            dice = " ".join([str(die)] * count)
            choices.append(Choice(found[:count], Text("Throw {dice} again", dice=dice)))
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
    _told(
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
    _told(fighter, Text("has {dice} in the dark", dice=_shown(shifted)), why, table)
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

    return table.ask_lazily(None, question)


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


def _told(fighter: Fighter, what: Text, why: Known, table: Table) -> None:
    told = Text("{fighter} {what}: {why}", fighter=fighter.name, what=what, why=why)
    table.log("teohiphip-4", told, by=fighter.id)


def _shown(dice: Sequence[int]) -> str:
    return " ".join(map(str, dice))
