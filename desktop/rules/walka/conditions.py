"""Effects of the neighbouring chapter: what they hinder, and until when (walka-52 to 54)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from desktop.rules.dice import Pool, pool
from desktop.rules.table import Table
from desktop.rules.text import Reason, Text
from desktop.rules.walka import tables
from desktop.rules.walka.d20 import FACES, Pain
from desktop.rules.walka.sheet import EFFECTS, Affliction, Weapon
from desktop.rules.walka.state import Battle, Fighter


class Condition(NamedTuple):
    """What an effect does to the fighter under it."""

    rule: str
    tests: int = 0
    """What it adds to every test."""
    body: int = 0
    """What it adds hand to hand and where the body moves."""
    shots: int = 0
    """What it adds to shots and throws."""
    stops: tuple[str, ...] = ()
    """What cannot be done: ``act``, ``move``, ``sprint``."""
    eased_by: str = ""
    """A skill of the sheet's own, half of which eases body and shots."""
    wound: tables.Level | None = None
    """The wound that it does again and again."""
    every: int = tables.SEGMENTS
    """After how many segments it does that."""


CONDITIONS: Mapping[tables.Effect, Condition] = {
    "shocked": Condition("walka-52", -1),
    "stunned": Condition("walka-52", stops=("act", "move")),
    "afraid": Condition("walka-52", -4),
    "choking": Condition("walka-52", -3),
    "burning": Condition("walka-53", -5, stops=("act",), wound="light", every=1),
    "freezing": Condition("walka-53", -4, stops=("sprint",), wound="light"),
    "bleeding": Condition("walka-53", wound="scratch"),
    "haemorrhage": Condition("walka-53", wound="light"),
    "blind": Condition("walka-54", body=-6, shots=-10, eased_by="Nasłuchiwanie"),
    "dazzled": Condition("walka-54", -5),
    "deaf": Condition("walka-54"),
    "dazed": Condition("walka-54", stops=("act", "sprint")),
    "held": Condition("walka-54", stops=("move",)),
    "immobile": Condition("walka-54", stops=("act", "move")),
    "weightless": Condition("walka-54", body=-5, shots=-5, eased_by="Akrobatyka"),
    "smoke": Condition("walka-54", shots=-2),
    "sand": Condition("walka-44", -1),
}


def label(kind: tables.Effect) -> Text:
    """What an effect is called."""
    return Text("{effect}", effect=EFFECTS[kind])


def hindrances(fighter: Fighter, part: str) -> Iterator[tuple[Text, int, str]]:
    """What effects add to a test of this part (``body``, ``shots``, or neither): why, how much, by
    which rule."""
    for affliction in fighter.afflictions:
        kind = CONDITIONS[affliction.kind]
        of_part = {"body": kind.body, "shots": kind.shots}.get(part, 0)
        if of_part and kind.eased_by:
            of_part = min(of_part + fighter.skills.get(kind.eased_by, 0) // 2, 0)
        yield label(affliction.kind), kind.tests + of_part, kind.rule


MOVES = ("run", "sprint", "crawl")


def stopped(fighter: Fighter, action: str) -> Text | None:
    """walka-52 to 54: which effect keeps somebody from this; putting out a fire is always tried,
    and who stands fast in it does other things too (53)."""
    if action in ("put_out", "stand_fast", "other"):
        return None
    barred = {"move", action} if action in MOVES else {"act"}
    for affliction in fighter.afflictions:
        kind = CONDITIONS[affliction.kind]
        steadfast = fighter.steadfast and affliction.kind == "burning"
        if barred.intersection(kind.stops) and not steadfast:
            effect = EFFECTS[affliction.kind]
            return Reason("{effect}: cannot do this", rule=kind.rule, effect=effect)
    return None


def lasting(fighter: Fighter, kind: tables.Effect) -> int | None:
    """walka-52: how many segments an effect lasts by itself; None until somebody lifts it."""
    build = fighter.attributes["build"]
    less, choking = max(tables.STUN_TIME - build, 1), fighter.skills.get("Kondycja") or build
    return {"shocked": less, "stunned": less * tables.SEGMENTS, "choking": choking}.get(kind)


def afflict(
    fighter: Fighter, kind: tables.Effect, table: Table, segments: int | None = None
) -> None:
    """Puts a fighter, taken, under an effect anew; a third shock stuns (walka-52)."""
    left = lasting(fighter, kind) if segments is None else segments
    others = [each for each in fighter.afflictions if each.kind != kind]
    times = len(fighter.afflictions) - len(others) + 1 if kind == "shocked" else 1
    if times >= tables.SHOCKS:
        fighter.afflictions = others
        afflict(fighter, "stunned", table)
        return
    fighter.afflictions = [*others, *[Affliction(kind=kind, left=left)] * times]
    table.mark("afflicted", fighter.id)
    condition = CONDITIONS[kind]
    if left:
        table.note(
            condition.rule, fighter, "{name}: {effect} for {count} segment",
            "{name}: {effect} for {count} segments", effect=EFFECTS[kind], count=left,
        )  # fmt: skip
    else:
        table.note(condition.rule, fighter, "{name}: {effect}", effect=EFFECTS[kind])
    if kind == "stunned":
        fighter.posture, fighter.carry, fighter.presses, fighter.segments = "prone", None, [], 0


def lift(fighter: Fighter, kind: tables.Effect, table: Table) -> None:
    """Ends an effect on a fighter, taken."""
    fighter.afflictions = [each for each in fighter.afflictions if each.kind != kind]
    table.note(CONDITIONS[kind].rule, fighter, "{name}: {effect} is over", effect=EFFECTS[kind])


def struck(
    state: Battle,
    fighter: Fighter,
    weapon: Weapon,
    location: tables.Location | None,
    table: Table,
    *,
    metres: int | None = None,
) -> None:
    """What a hit by a weapon causes beside its wound. ``fighter`` is taken.

    ``metres`` is how far it came; some weapons stun from near. A droid is never shocked or stunned.
    """
    kind = weapon.causes
    if kind is None or fighter.out:
        return
    if metres is not None and weapon.stuns_within and metres <= weapon.stuns_within:
        kind = "stunned"
    turns = weapon.lasts
    afflict(fighter, kind, table, turns and turns * tables.SEGMENTS)
    if kind == "shocked" and location and not fighter.incapacitated:
        _bears_shock(state, fighter, location, table)


def _bears_shock(state: Battle, fighter: Fighter, location: tables.Location, table: Table) -> None:
    """walka-52: pain resistance at −3, or a segment is lost and what the hit hand holds falls."""
    threshold = fighter.attributes["build"] + tables.SHOCK_DIFFICULTY
    throw: Pool[tuple[bool, ...]] = pool(
        3, FACES, Pain((threshold,), fighter.skills["pain_resistance"], state.house.equal_succeeds)
    )
    if table.roll(throw, why="walka-52", by=fighter.id, label=Text("shock"))[0]:
        table.note("walka-52", fighter, "{name} bears the shock")
        return
    fighter.debt += 1
    table.note("walka-52", fighter, "{name} loses a segment to the shock")
    held = [i for i in range(len(fighter.sheet.weapons)) if i not in fighter.to_draw]
    if location == tables.ARMS[0] and held:
        fighter.to_draw = [*fighter.to_draw, held[0]]
        weapon = fighter.sheet.weapons[held[0]].name
        table.note("walka-52", fighter, "{name} drops: {weapon}", weapon=weapon)
