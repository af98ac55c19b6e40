"""How a fighter and the turn are shown: wounds, badges, lanes of segments, odds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from math import floor
from typing import Any

from desktop.rules.display import Bar, Lane, Measure, Timeline, Vital, badge
from desktop.rules.text import Text, Words, joined
from desktop.rules.values import badges, described
from desktop.rules.walka import words
from desktop.rules.walka.body import LEVEL_WORDS, LOCATION_WORDS
from desktop.rules.walka.data import BURSTS, SEGMENTS, level_number
from desktop.rules.walka.options import BLASTS, skills_of
from desktop.rules.walka.segments import in_hand
from desktop.rules.walka.state import (
    MOVEMENT_WORDS,
    POSTURE_WORDS,
    Battle,
    Fighter,
    points_left,
)
from desktop.rules.walka.threshold import number
from desktop.rules.walka.wounds import equivalent, lost_to_wounds, minutes_to_live

PLACES, POSTURES, MOVEMENTS = map(dict, (LOCATION_WORDS, POSTURE_WORDS, MOVEMENT_WORDS))
LEVELS_OF_WOUNDS = dict(LEVEL_WORDS)
"""The system's own words for the badges."""


def vitals(state: Battle, fighter: Fighter) -> list[Vital]:
    found = [_wounds(fighter)]
    if state.turn == fighter.id:
        mine = in_hand(state, fighter)
        found.append(Vital("pips", "segments", "seg.", mine, SEGMENTS, rule="walka-9"))
    if fighter.penalty:
        found.append(
            Vital(
                "number",
                "penalty",
                Text("penalty"),
                value=floor(fighter.penalty),
                text=number(fighter.penalty),
                tone="bad" if fighter.penalty <= -5 else "warn",
                rule="walka-32",
                native="kara",
            )
        )
    return [*found, *_badges(fighter)]


def _wounds(fighter: Fighter) -> Vital:
    """Boxes: one for each wound, darker the worse it is; with the places in words."""
    worst_first = sorted(fighter.wounds, key=lambda wound: -level_number(wound.level))
    counted = Counter((wound.level, wound.location) for wound in worst_first)
    merged = equivalent(fighter)
    text = joined([
        Text("{level} {where}{times}", level=words.LEVEL[level], where=words.LOCATION[location],
             times=_times(count))
        for (level, location), count in counted.items()
    ])  # fmt: skip
    native = ", ".join(
        f"{LEVELS_OF_WOUNDS[level]}: {PLACES[location]}{_times(count)}"
        for (level, location), count in counted.items()
    )
    if merged:
        sums = [Text("{count} {level}", count=n, level=words.LEVEL[level]) for level, n in merged]
        text = Text("{wounds} (counts as {merged})", wounds=text, merged=sums)
        native += f" (jak {', '.join(f'{n} {LEVELS_OF_WOUNDS[level]}' for level, n in merged)})"
    heavy = any(level_number(wound.level) >= 3 for wound in fighter.wounds)
    return Vital(
        "boxes",
        "wounds",
        "Rany",
        value=len(fighter.wounds),
        maximum=4,
        text=text,
        values=tuple(level_number(wound.level) for wound in worst_first),
        tone="bad" if heavy else "warn" if fighter.wounds else "good",
        rule="walka-31",
        native=native,
    )


def _times(count: int) -> str:
    return f" ×{count}" if count > 1 else ""


def _badges(fighter: Fighter) -> list[Vital]:
    """The declared ones, and those that say more than one value."""
    found: list[Vital] = []
    if fighter.dead:
        found.append(badge("dead", Text("dead"), "walka-33", "bad", "martwy"))
    if fighter.dying:
        minutes = minutes_to_live(fighter)
        text = Text("dying, {minutes} min", minutes=minutes)
        found.append(badge("dying", text, "walka-33", "bad", f"umiera, {minutes} min"))
    if fighter.posture != "standing":
        text, native = words.POSTURE[fighter.posture], POSTURES[fighter.posture]
        found.append(badge("posture", text, "walka-20", native=native))
    if fighter.hidden:
        found.append(badge("covered", Text("behind cover"), "walka-7", "good", "za osłoną"))
    if fighter.running != "still":
        text, native = words.MOVEMENT[fighter.running], MOVEMENTS[fighter.running]
        found.append(badge("running", text, "walka-21", native=native))
    if fighter.disabled:
        text = Text("disabled: {places}", places=words.locations(fighter.disabled))
        native = f"niesprawne: {', '.join(PLACES[place] for place in fighter.disabled)}"
        found.append(badge("disabled", text, "walka-27", "bad", native))
    found += badges(fighter)
    if fighter.frozen:
        frozen = fighter.frozen
        text = Text("{count} frozen: {trigger}", count=frozen.count, trigger=frozen.trigger)
        native = f"zamrożone {frozen.count}: {frozen.trigger}"
        found.append(badge("frozen", text, "walka-13", native=native))
    if fighter.carry:
        carry = fighter.carry
        text = Text("{action}, {segments} seg.", action=carry.label, segments=carry.segments)
        found.append(badge("carry", text, "walka-9"))
    found += [badge(f"effect-{n}", effect, "walka-10") for n, effect in enumerate(fighter.effects)]
    return found


def description(state: Battle, fighter: Fighter) -> dict[str, Any]:
    """The declared values, and what follows from them, as JSON."""
    carry = fighter.carry
    named = dict.fromkeys([*skills_of(fighter), *fighter.spent])
    return {
        **described(fighter),
        "skill_points": {name: points_left(state.house, fighter, name) for name in named},
        "wounds": [{"level": wound.level, "location": wound.location} for wound in fighter.wounds],
        "pain_passed": [wound.pain_passed for wound in fighter.wounds],
        "penalty": fighter.penalty,
        "dying": minutes_to_live(fighter) if fighter.dying else None,
        "dead": fighter.dead,
        "declared": [action.id for action in fighter.declared],
        "carry": carry and {"action": carry.action, "segments": carry.segments},
        "loaded": {
            weapon.name: rounds
            for weapon, rounds in zip(fighter.sheet.weapons, fighter.loaded, strict=True)
            if rounds is not None
        },
    }


def headline(state: Battle) -> Sequence[Words]:
    where: list[Words] = [Text("Tura {round}", round=state.round)]
    if state.phase == "over":
        return [*where, Text("behind cover")]
    if state.turn is None:
        return where
    fighter = state[state.turn]
    if state.clash and state.interrupted:
        whom = state[state.interrupted].name
        how = Text("breaks into the move of {whom}", whom=whom)
    else:
        how = Text("{left} / {all} seg.", left=fighter.segments, all=SEGMENTS)
    return [*where, fighter.name, how]


# ---- lanes of segments (walka-9)


def timeline(state: Battle) -> Timeline | None:
    """This turn's segments and the next turn's, a lane for each in the order."""
    if not state.round:
        return None
    now = state[state.turn].used if state.turn else 0.0
    ticks = [str(n) for n in range(1, SEGMENTS + 1)]
    lanes = tuple(Lane(id, _bars(state[id])) for id in state.order if not state[id].out)
    title = Text("Tura {round}", round=state.round)
    both = (*ticks, *("+" + tick for tick in ticks))
    return Timeline(title, both, lanes, now, on="" if state.parallel else state.turn or "")


def _bars(fighter: Fighter) -> tuple[Bar, ...]:
    """A lane: what was done this turn, what is under way, and what waits."""
    bars = list(fighter.track) if fighter.moved else []
    start = fighter.used if fighter.moved else 0.0
    if fighter.frozen:
        count, trigger = fighter.frozen.count, fighter.frozen.trigger
        frozen = Text("frozen")
        bars.append(Bar(start, count, frozen, "waiting", "walka-13", trigger, "zamrożone"))
        start += count
    if fighter.moved and fighter.segments:
        _ahead(fighter, bars, start, fighter.segments)
    else:
        lost = min(fighter.debt, SEGMENTS)
        start = float(SEGMENTS) if fighter.moved else start
        if lost:
            bars.append(lost_to_wounds(start, lost))
        _ahead(fighter, bars, start + lost, 0 if fighter.moved else SEGMENTS - lost)
    return tuple(bars)


def _ahead(fighter: Fighter, bars: list[Bar], start: float, mine: int) -> None:
    """Adds what is under way, and the segments of this turn that are still to be spent."""
    carry = fighter.carry
    if carry:
        native = carry.doing.native
        bars.append(Bar(start, carry.segments, carry.label, "running", "walka-9", native=native))
    taken = carry.segments if carry else 0
    for action in fighter.declared:
        at, declared = start + taken, Text("declared")
        bar = Bar(at, action.price, action.label, "planned", action.rule, declared, action.native)
        bars.append(bar)
        taken += action.price
    if mine > taken:
        to_spend = Text("to be spent")
        bars.append(Bar(start + taken, mine - taken, "", "planned", "walka-9", to_spend))


# ---- odds


def measure(state: Battle, step: Mapping[str, Any]) -> Measure | None:
    """Rounds that hit for bursts and several shots; the level of a wound where there is one."""
    action = step.get("action", "")
    hits, levels = Measure("hit", "traf."), Measure("damage", "st. ran")
    wound = Measure("damage", words=("", *(word for _, word in LEVEL_WORDS)))
    if action in (*BURSTS, "two_weapons", "several_shots"):
        return hits
    if action == "strike":
        return wound
    if action in BLASTS:
        return levels if step.get("victims") else wound
    if action not in ("shot", "sniper_shot"):
        return None
    fighter = state[step["actor"]]
    guns = [fighter.weapon(index) for index in fighter.guns]
    gun = next((gun for gun in guns if step.get("with", gun.name) == gun.name), None)
    if gun is None or gun.ion:
        return hits
    return levels if gun.category == "shotgun" or step.get("victims") else wound
