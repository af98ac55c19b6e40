"""Rounds, the order of the bands, pools, and who is activated when (teohiphip-1 to 5, 19)."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from desktop.rules.dice import Dice, pool
from desktop.rules.effects import EffectUnit
from desktop.rules.state import side_in_words
from desktop.rules.table import Table
from desktop.rules.teohiphip.checks import recover
from desktop.rules.teohiphip.pool import AT_ACTIVATION, READ, add_die, lose_pool, roll_pool
from desktop.rules.teohiphip.sheet import Known
from desktop.rules.teohiphip.state import AP, Fighter, Skirmish
from desktop.rules.text import Text, joined

ACTION_POINTS = EffectUnit("ap", Text("Action points"), "Punkty akcji", "AP", "teohiphip-5")

BAND = 3
"""The most characters in a player's band (teohiphip-1)."""


def tell_builds(state: Skirmish, ids: Iterable[str], table: Table) -> None:
    """Of those who come: what traits made of the speed and hit points on the sheets, and which of
    their bands are too large."""
    coming = [state[id] for id in ids]
    bands = {fighter.band for fighter in coming if not fighter.sheet.object}
    people = Counter(c.band for c in state.standing() if c.player and not c.sheet.object)
    for band, count in people.items():
        if count > BAND and band in bands:
            values = {"band": side_in_words(band), "number": count, "most": BAND}
            line = Text(
                "{band}: too many characters, {number}; a band has at most {most}", **values
            )
            table.log("teohiphip-1", line)
    for fighter in coming:
        if not fighter.traits:
            continue
        speed = Text("speed {spd}″", spd=fighter.spd)
        faster = Known.SLOW, Known.FAST, Known.OBESE
        _tell_build(fighter, "teohiphip-6", speed, faster, table)
        most = Text("{max_hp} hp at most", max_hp=fighter.max_hp)
        tougher = Known.STURDY, Known.HARDENED, Known.FRAIL, Known.FEEBLE
        _tell_build(fighter, "teohiphip-20", most, tougher, table)
        if fighter.temporary:
            _tell_build(fighter, "teohiphip-20", Text("1 temporary hp"), (Known.HARDY,), table)


def _tell_build(
    fighter: Fighter, rule: str, what: Text, traits: Sequence[Known], table: Table
) -> None:
    why = [trait for trait in traits if trait in fighter.traits]
    if why:
        table.note(rule, fighter, "{fighter}, {traits}: {what}", what=what, traits=why)


def start_round(state: Skirmish, table: Table) -> None:
    """Order of the bands, then pools, then the first band is on turn."""
    state.round += 1
    line = Text("Round {round} of {limit}", round=state.round, limit=state.house.round_limit)
    table.log("teohiphip-1", line)
    for fighter in state.take_all():
        fighter.activated = fighter.out or fighter.sheet.object
        fighter.ap = 0
        fighter.used = frozenset()
        fighter.urged = fighter.unsure = fighter.shaken = False
    state.bands = order_of_bands(state, table)
    _place(state)
    for id in state.order:
        fighter = state.take(id)
        roll_pool(state, fighter, table)
        fighter.drawn = 0
    state.band = None
    next_band(state, table)


def come_in(state: Skirmish, newcomers: Sequence[str], this_round: bool, table: Table) -> None:
    """Places in this round's order (teohiphip-2), and a pool for each (4)."""
    for fighter in [state.take(id) for id in newcomers]:
        name_band(state, fighter)
    tell_builds(state, newcomers, table)
    for fighter in [state.take(id) for id in newcomers]:
        fighter.activated = fighter.sheet.object or not this_round
        join_order(state, fighter)
        if this_round:
            roll_pool(state, fighter, table)
    pass_over_the_fallen(state, table)


def name_band(state: Skirmish, fighter: Fighter) -> None:
    """teohiphip-1: no band is of two sides; whose band has the name of another side's gets its own.

    ``fighter`` is taken for writing.
    """
    first = next(c for c in state.combatants.values() if c.band == fighter.band)
    if first.side != fighter.side:
        fighter.band = f"{fighter.band} ({fighter.side})"


def join_order(state: Skirmish, fighter: Fighter) -> None:
    """teohiphip-2: a band of which nobody stood as the round began comes last in it."""
    if fighter.band not in state.bands and not fighter.sheet.object:
        state.bands = [*state.bands, fighter.band]
    _place(state)


def _place(state: Skirmish) -> None:
    """Everybody stands in the order of the bands."""
    placed = [c.id for band in state.bands for c in state.members(band)]
    state.order = list(dict.fromkeys([*placed, *state.combatants]))


@dataclass(frozen=True, slots=True)
class OrderDie:
    """A die that settles who goes first. No odds ask for that: there it shows whose die it is."""

    number: int

    def read(self, dice: Sequence[int]) -> int:
        """The face that fell."""
        return dice[0]

    def spread(self, dice: Dice) -> dict[int, int]:
        """Whose die it is; odds ask for nothing more."""
        return {-self.number: len(dice.faces)}


MOST_ROLLS = 20
"""So often a band rolls against others with equal dice; then those stand as they are listed."""


def order_of_bands(state: Skirmish, table: Table) -> list[str]:
    """teohiphip-2: a d6 for each band, ties again among themselves, or the order of the roster."""
    bands = list(dict.fromkeys(c.band for c in state.standing() if not c.sheet.object))
    rolled: dict[str, list[int]] = {band: [] for band in bands}
    tied = [bands] if len(bands) > 1 and state.house.order != "fixed" else []
    while tied:
        groups: dict[int, list[str]] = {}
        equal = tied.pop()
        if len(rolled[equal[0]]) >= MOST_ROLLS:
            entry = Text("nothing is settled, rolls: {number}; as listed", number=MOST_ROLLS)
            table.log("teohiphip-2", entry)
            continue
        for number, band in enumerate(equal):
            speaker = next(c for c in state.standing() if c.band == band and not c.sheet.object)
            called = side_in_words(band)
            again = Text("{band}, order of the bands, again after a tie", band=called)
            what = again if rolled[band] else Text("{band}, order of the bands", band=called)
            die = table.roll(
                pool(1, 6, OrderDie(number)), why="teohiphip-2", by=speaker.id, label=what
            )
            line = Text("{band} rolls for the order: {die}", band=called, die=die)
            if rolled[band]:
                line = Text("{band} rolls for the order after a tie: {die}", band=called, die=die)
            table.log("teohiphip-2", line, by=speaker.id)
            rolled[band].append(die)
            groups.setdefault(die, []).append(band)
        tied += [groups[die] for die in sorted(groups) if len(groups[die]) > 1]
    bands.sort(key=rolled.__getitem__, reverse=True)
    table.log(
        "teohiphip-2", Text("Order of the bands: {bands}", bands=list(map(side_in_words, bands)))
    )
    return bands


def next_band(state: Skirmish, table: Table) -> None:
    """teohiphip-3: the turn passes to the next band that still has somebody to activate."""
    state.turn, state.phase = None, "activate"
    band = state.next_band()
    if band is None:
        end_round(state, table)
    else:
        state.band = band


def end_round(state: Skirmish, table: Table) -> None:
    """teohiphip-19: unused pool dice are lost; then the next round, or the end (teohiphip-1)."""
    for fighter in state.take_all():
        lose_pool(fighter, table)
    state.band = None
    if state.round >= state.house.round_limit:
        state.phase = "end"
        met = [goal.text for goal in state.objectives if goal.met]
        which = joined(met, "; ") if met else Text("none", context="objectives")
        table.log(
            "teohiphip-1", Text("The last round is over. Objectives met: {which}", which=which)
        )
        return
    if any(not c.sheet.object for c in state.standing()):
        start_round(state, table)


def activate(state: Skirmish, id: str, table: Table) -> None:
    """A band's character begins its activation with 2 AP (teohiphip-3, 5)."""
    if state.turn is not None:
        _finish(state.take(state.turn), table)
    fighter = state.take(id)
    state.band, state.turn, state.phase = fighter.band, id, "act"
    hunkered = fighter.hunkered
    fresh(fighter)
    if table.keeps_log:
        said = {"band": side_in_words(fighter.band), "fighter": fighter.name}
        table.note("teohiphip-3", fighter, "{band}: {fighter} begins to act", **said)
        ACTION_POINTS.tell(fighter, table)
        table.note("teohiphip-5", fighter, "{fighter} has {ap} AP", ap=fighter.ap)
        if hunkered:
            table.note("teohiphip-13", fighter, "{fighter} no longer hunkers down")
    if fighter.hp <= fighter.max_hp // 2:
        if Known.REGENERATION in fighter.traits:
            recover(state, fighter, 1, Known.REGENERATION, table)
        if Known.VITALITY in fighter.traits:
            add_die(state, fighter, Known.VITALITY, table, READ)
    for trait, change in AT_ACTIVATION.items():
        if trait in fighter.traits and (fighter.pool or trait is Known.PROVIDENT):
            change(state, fighter, table)


def action_points(fighter: Fighter) -> int:
    """teohiphip-5: the AP of an activation."""
    return max(AP + ACTION_POINTS.of(fighter), 0)


def fresh(fighter: Fighter) -> Fighter:
    """A fighter as an activation begins: 2 AP, nothing done, no longer hunkered (teohiphip-5, 13).

    Written to the fighter given, which is returned.
    """
    fighter.activated, fighter.ap = True, action_points(fighter)
    fighter.aiming = fighter.hunkered = False
    fighter.did_before, fighter.did, fighter.tests = fighter.did, (), 0
    return fighter


def end_activation(state: Skirmish, table: Table) -> None:
    """The turn passes on (teohiphip-3)."""
    if state.turn is not None:
        _finish(state.take(state.turn), table)
    next_band(state, table)


def _finish(fighter: Fighter, table: Table) -> None:
    """Unspent AP are lost (teohiphip-5), an unused aim too (12), and what a swap brought (18)."""
    if fighter.shaken:
        table.note("teohiphip-18", fighter, "{fighter}: the disadvantage ends with the activation")
    if fighter.ap:
        table.note("teohiphip-5", fighter, "{fighter} loses {ap} AP", ap=fighter.ap)
        fighter.ap = 0
    fighter.aiming = fighter.jinxed = fighter.shaken = False


def change_band(state: Skirmish, fighter: Fighter, side: str) -> None:
    """Who goes over to another side is of a band of that side (teohiphip-1)."""
    fighter.side = side
    fighter.band = next((c.band for c in state.standing() if c.side == side and c != fighter), side)
    join_order(state, fighter)


def pass_over_the_fallen(state: Skirmish, table: Table) -> None:
    """teohiphip-22: those who are out are not waited for, on turn or to be activated."""
    if state.turn is not None and state[state.turn].out:
        end_activation(state, table)
    elif state.phase == "activate" and not state.is_ready(state.band):
        next_band(state, table)
