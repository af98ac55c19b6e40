"""Odds against play: what can come of a command, and what does come of it, over and over.

For every system and every action that is decided by dice, in situations out of random fights, the
same command is played many times by the default policy. All dice are seeded, so a run always ends
in the same way. ``FRAYDESK_PLAYS=20000`` plays each command that often.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from math import sqrt
from random import Random
from typing import Any, NamedTuple

import pytest

from desktop.encounter.fight import Fight, start
from desktop.encounter.odds import Odds, OddsSearch
from desktop.encounter.play_table import PlayTable
from desktop.encounter.playout import decider, random_step, thrower
from desktop.rules import systems
from desktop.rules.contract import Command, Rules
from desktop.rules.state import Effect, State
from desktop.rules.table import Refusal
from tests.playouts import sample_scripts

PLAYS = int(os.environ.get("FRAYDESK_PLAYS", "250"))
SITUATIONS = 2
"""How many situations of each action are looked for in random fights."""
STEPS = 150
"""How long they are looked for, over all fights of a system."""
MOST_PATHS = 400
"""Commands that can end in more ways are left out, to keep the tests quick."""
SIGMAS = 5.5
"""No deviation so large comes by chance in all the comparisons made here together."""

Marks = frozenset[tuple[str, str, int]]


class Situation(NamedTuple):
    """A command in a state, with its exact odds."""

    state: State[Any]
    command: Command
    odds: Odds


def expected(odds: Odds) -> dict[Marks, float]:
    chances: Counter[Marks] = Counter()
    for chance in odds.chances:
        marks = frozenset(
            (what, who, n)
            for what, by_who in chance.marks.items()
            for who, n in by_who.items()
            if n
        )
        chances[marks] += chance.p  # type: ignore[assignment]
    return {marks: float(p) for marks, p in chances.items()}


def played(
    rules: Rules[Any], situation: Situation, times: int, seed: int, answers: Mapping[str, Any]
) -> Counter[Marks]:
    """How often the command came to which marks."""
    dice = Random(seed)
    found: Counter[Marks] = Counter()
    for _ in range(times):
        draft = situation.state.copy()
        table = PlayTable(
            draft,
            source=partial(dice.randint, 1),
            answers=answers,
            decide=rules.decide,
        )
        rules.perform(draft, situation.command, table)
        found[frozenset((what, who, n) for (what, who), n in table.marks.items() if n)] += 1
    return found


def disagreements(
    rules: Rules[Any],
    situation: Situation,
    times: int,
    seed: int = 7,
    answers: Mapping[str, Any] | None = None,
) -> list[str]:
    """What was played more often or more seldom than the odds allow, in words."""
    chances = expected(situation.odds)
    counted = played(rules, situation, times, seed, answers or {})
    wrong = [f"{sorted(marks)} is not in the odds" for marks in counted if marks not in chances]
    usual = {marks for marks, p in chances.items() if p * times >= 10}
    sums = [({marks}, chances[marks]) for marks in usual]
    rare = set(chances) - usual
    sums.append((rare, sum(chances[marks] for marks in rare)))
    for bucket, p in sums:
        share = sum(counted[marks] for marks in bucket) / times
        if abs(share - p) > SIGMAS * sqrt(p * max(1 - p, 0) / times) + SIGMAS / times:
            wrong.append(
                f"{[sorted(marks) for marks in bucket][:3]}: odds {p:.4f}, played {share:.4f}"
            )
    return wrong


def _wanted(rules: Rules[Any], fight: Fight, rng: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every option on offer with something filled in, under the name of its action."""
    for option in fight.options():
        if option.why_not is None:
            name = f"{option.do} {option.action}".strip()
            yield name, random_step(option, fight.parameters(option), rng)


def situations(system: str, seed: int = 1) -> dict[str, list[Situation]]:
    """Situations out of random fights in which dice decide, by action."""
    rules = systems()[system]
    rng = Random(seed)
    found: dict[str, list[Situation]] = {}
    scripts = sample_scripts(system)
    for script in scripts:
        fight = start(script)
        fight.perform({"do": "begin"}, thrower(rng), decider(fight.rules, rng))
        for _ in range(STEPS // len(scripts)):
            wanted = list(_wanted(rules, fight, rng))
            for name, step in wanted:
                if len(found.get(name, ())) < SITUATIONS:
                    situation = _situation(fight, step)
                    if situation:
                        found.setdefault(name, []).append(situation)
            if not wanted or fight.outcome:
                break
            _go_on(fight, rng.choice(wanted)[1], rng)
    return found


def _situation(fight: Fight, step: dict[str, Any]) -> Situation | None:
    try:
        search: OddsSearch = fight.search_odds(step)
        if not search.advance(MOST_PATHS) or len(search.odds.chances) < 2:
            return None
    except Refusal:
        return None
    return Situation(fight.state, fight.rules.read(step), search.odds)


def _go_on(fight: Fight, step: dict[str, Any], rng: Random) -> None:
    try:
        fight.perform(step, thrower(rng), decider(fight.rules, rng))
    except Refusal:
        fight.cancel()


@pytest.mark.parametrize("system", systems())
def test_odds_are_what_play_comes_to(system: str) -> None:
    rules = systems()[system]
    found = situations(system)
    assert found, "no action of this system is decided by dice"
    wrong = {
        f"{name} #{number} {situation.command.as_step()}": differ
        for name, known in found.items()
        for number, situation in enumerate(known)
        if (differ := disagreements(rules, situation, PLAYS))
    }
    assert wrong == {}


def under_effects(state: State[Any], rules: Rules[Any], amount: int) -> State[Any]:
    """The same, with an effect on everybody that changes all that this system declares."""
    changes = {unit.id: amount for unit in rules.effect_units}
    draft = state.copy()
    for one in draft.take_all():
        one.effects_by_hand = (Effect("blessing", changes),)
    return draft


@pytest.mark.parametrize("amount", [1, -2])
@pytest.mark.parametrize("system", systems())
def test_odds_and_play_agree_under_the_game_masters_own_effects(system: str, amount: int) -> None:
    rules = systems()[system]
    known = [one for found in situations(system).values() for one in found]
    changed, wrong = 0, {}
    for situation in known[:12]:
        state = under_effects(situation.state, rules, amount)
        try:
            search = OddsSearch(rules, state, situation.command)
            if not search.advance(MOST_PATHS):
                continue
        except Refusal:
            continue
        now = Situation(state, situation.command, search.odds)
        changed += expected(now.odds) != expected(situation.odds)
        differ = disagreements(rules, now, PLAYS)
        if differ:
            wrong[str(situation.command.as_step())] = differ
    assert wrong == {}
    assert changed > 2


def test_the_comparison_finds_odds_that_are_wrong() -> None:
    rules = systems()["walka"]
    one, other = situations("walka")["act shot"]
    assert disagreements(rules, one, PLAYS) == []
    assert disagreements(rules, one._replace(odds=other.odds), PLAYS)
