"""A behaviour for every system: it weighs what can be done by the odds, on the contract alone.

It looks at the options on offer, each with the targets and choices that matter, and takes the one
that promises most for its side: who goes out, what damage does of what is left, what it does to
friends. The best of them, whatever marks nothing by itself (to aim, to take cover), and what the
usual behaviour would do are followed further: as the usual behaviours go on until all others have
had a turn, command by command with middling dice, each again weighed by its odds. So it sees what
an action makes possible, whom it leaves open to harm, and that an answer may cost an action.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, cycle, islice, product, repeat, zip_longest
from operator import attrgetter
from typing import Any, TypeVar

from desktop.encounter.odds import Odds, OddsSearch
from desktop.encounter.play_table import PlayTable
from desktop.rules.contract import Command, Option, Policy, Rules
from desktop.rules.fields import Field, fields_of
from desktop.rules.state import State
from desktop.rules.table import Decision, TableSignal
from desktop.rules.text import Term, Text, Words, as_percent, as_text

R = TypeVar("R")

TACTICIAN = "tactician"

ENEMIES = 3
"""The most enemies that it weighs to attack: those with least left of their vitals."""
CHOICES = 4
"""The most choices for one parameter that it tries."""
FILLINGS = 12
"""The most ways in which it fills an option in, beside the usual one at each target."""
WEIGHED = 60
"""The most commands that it weighs each time,"""
PATHS = 200
"""The most paths of one command that it follows; with more, the command is passed over."""
BUDGET = 1_500
"""The most paths that it follows before it has to choose."""
BEST = 2
"""The number of the best by their odds that it follows further,"""
QUIET = 4
"""and the most of those that mark nothing, one for each action."""
AHEAD = 16
"""The most following commands that it weighs,"""
AHEAD_STEPS = 60
"""and the most that it follows."""
BUDGET_AHEAD = 100
"""Where a system has no behaviours, the most paths by which it weighs what follows."""

OUT = 1.0
"""The worth of an enemy who goes out, in the unit of all worths."""
ALL_LEFT = 0.5
"""The worth of damage as large as everything an enemy has left."""
SURELY = 0.95
"""Whoever is out with this chance is counted as out."""
OTHER = 0.05
"""The worth of any other mark, as to be shaken or held."""
BETTER = 0.05
"""How much better than the usual something has to be to be done in its place: what is looked at
ahead goes by one course of the dice only."""
LEAST = 0.01
"""Less than this is no gain."""


Given = tuple[Sequence[int], Mapping[str, Any]]
"""The dice that have fallen in a command, and the answers that were given."""
NOTHING_GIVEN: Given = ((), {})


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do now, and why."""

    command: Command
    reason: Text


def tactician(rules: Rules[Any]) -> Policy:
    """The behaviour for one system."""

    def choose(state: State[Any], actor: str) -> Command | None:
        advice = advise(rules, state, actor)
        return advice.command if advice else None

    return Policy(
        TACTICIAN,
        Text("Tactician"),
        "",
        Text("Weighs what it can do by the exact odds: who goes out, damage, cost."),
        choose,
    )


def advise(rules: Rules[Any], state: State[Any], actor: str) -> Advice | None:
    """What this one should do now; None where it is not to act."""
    return result(weighing(rules, state, actor))


def weighing(
    rules: Rules[Any], state: State[Any], actor: str
) -> Generator[None, None, Advice | None]:
    """The same in small steps, for a window that must not stand still; it returns the advice."""
    if not rules.is_to_act(state, actor):
        return None
    return (yield from _weighing(rules, state, actor, _possible(rules, state, actor)))


def _weighing(
    rules: Rules[Any], state: State[Any], actor: str, options: Sequence[Option]
) -> Generator[None, None, Advice | None]:
    """The advice among these options, in small steps."""
    weighed = []
    for candidate in _weighed(rules, state, actor, options, BUDGET):
        weighed.append(candidate)
        yield
    candidates = _shortlist(weighed)
    usual = _usual(rules, state, actor) or _pass_on(rules, state, options)
    if actor in state.positions and all(candidate.quiet for candidate in candidates):
        # Who harms nobody from where it stands has to go somewhere first.
        return usual
    if usual and not any(candidate.command == usual.command for candidate in candidates):
        candidates.append(_usual_candidate(rules, state, actor, usual, options))
    if len(candidates) < 2:
        return candidates[0].advice if candidates else None
    followed = []
    for candidate in candidates:
        later, harm = yield from _ahead(rules, state, actor, candidate.command, candidate.odds)
        # What is only declared is done, and counted, in what follows.
        now = 0.0 if _is_declared(rules, candidate.command) else candidate.worth
        followed.append(replace(candidate, worth=now + later, harm=harm))
    best = max(followed, key=attrgetter("worth"))
    for candidate in followed:  # the usual stands unless another is better
        if usual and candidate.command == usual.command and candidate.worth > best.worth - BETTER:
            best = candidate
    if usual and best.command == usual.command:
        return best.advice
    if not best.quiet:
        at_once = max(candidates, key=attrgetter("worth"))
        reason = Text(
            "{what}; another promises no less at once, but less once all others have had a turn",
            what=best.reason,
        )
        return best.advice if best.command == at_once.command else Advice(best.command, reason)
    others_harm = max(candidate.harm for candidate in followed if candidate is not best)
    reason = Text("{what}: more is to be gained after it", what=best.label)
    if others_harm - best.harm > LEAST:
        name = state[actor].name
        reason = Text("{what}: {name} is harder to harm", what=best.label, name=name)
    return Advice(best.command, reason)


def _usual_candidate(
    rules: Rules[Any], state: State[Any], actor: str, usual: Advice, options: Sequence[Option]
) -> _Candidate:
    """What the usual behaviour does, with its odds where they can be worked out."""
    odds = _odds_of(OddsSearch(rules, state, _as_done(rules, usual.command)), PATHS)
    worth = _Gains(rules, state, actor).of(odds) if odds else 0.0
    reason, option = usual.reason, _option_of(usual.command, options)
    if option and odds and odds.marked():
        reason = _reason(state, actor, option, usual.command, odds)
    return _Candidate(usual.command, usual.reason, reason, worth, odds)


def weighing_for_a_reader(
    rules: Rules[Any], state: State[Any], actor: str
) -> Generator[None, None, Advice | None]:
    """As ``weighing``, for somebody who wants to know why.

    Where a turn has to begin before there is anything to weigh, it also tells what comes then.
    """
    if not rules.is_to_act(state, actor):
        return None
    options = _possible(rules, state, actor)
    advice = yield from _weighing(rules, state, actor, options)
    if advice is None or any(option.group != "turn" for option in options):
        return advice
    begun = _done(rules, state, advice.command, None)
    then = (yield from weighing(rules, begun, actor)) if begun else None
    if then is None:
        return advice
    option = _option_of(advice.command, options)
    first = option.label if option else advice.reason
    return replace(advice, reason=Text("{first}; then: {then}", first=first, then=then.reason))


def weighing_answer(
    rules: Rules[Any],
    state: State[Any],
    command: Command,
    dice: Sequence[int],
    answers: Mapping[str, Any],
    name: str,
    decision: Decision,
) -> Generator[None, None, Any]:
    """The answer to a decision that gains most for the one who decides, in small steps: a window
    must not stand still. It returns the answer, see :func:`result`.

    ``state`` is from before the command, ``dice`` have fallen since, ``answers`` are given, and
    ``name`` is the exact name of this question among them. The usual answer stands unless another
    is better, at once and when the fight goes on from there.
    """
    usual = rules.decide(state, decision)
    gains = _Gains(rules, state, decision.by)

    def odds_of(value: Any) -> Odds | None:
        given = {**answers, name: value}
        return _odds_of(OddsSearch(rules, state, command, dice=dice, answers=given), PATHS)

    def with_later(value: Any, odds: Odds) -> Generator[None, None, float]:
        given = dice, {**answers, name: value}
        later, _ = yield from _ahead(rules, state, decision.by, command, odds, given)
        return gains.of(odds) + later

    others = (c.value for c in decision.field.choices if c.why_not is None and c.value != usual)
    usual_odds = odds_of(usual)
    best, best_odds = usual, usual_odds
    for value in islice(others, CHOICES):
        yield
        odds = odds_of(value)
        if odds and (best_odds is None or gains.of(odds) > gains.of(best_odds) + LEAST):
            best, best_odds = value, odds
    if best_odds is None or usual_odds is None or best_odds is usual_odds:
        return best
    gain = yield from with_later(best, best_odds)
    return best if gain > (yield from with_later(usual, usual_odds)) + BETTER else usual


def result(steps: Generator[None, None, R]) -> R:
    """What comes of all the steps."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            value: R = end.value
            return value


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Something that can be done, and what it is worth: by its own odds, then with what follows."""

    command: Command
    label: Words
    reason: Text
    worth: float
    odds: Odds | None
    quiet: bool = False
    """It marks nothing."""
    price: int = 1
    harm: float = 0.0
    """What the others do to one's own side after it, once that is weighed."""

    @property
    def advice(self) -> Advice:
        return Advice(self.command, self.reason)


def _weighed(
    rules: Rules[Any], state: State[Any], actor: str, options: Sequence[Option], budget: int
) -> Iterator[_Candidate]:
    """What can be done, each with its worth; what cannot be weighed is left out."""
    gains = _Gains(rules, state, actor)
    actions = [option for option in options if option.group == "actions"]
    # Each action once, then each in its second way: many ways of the first crowd out no other.
    turns = zip_longest(*(zip(repeat(o), _filled(rules, state, o)) for o in actions))
    for option, command in islice(filter(None, chain.from_iterable(turns)), WEIGHED):
        search = OddsSearch(rules, state, _as_done(rules, command))
        odds = _odds_of(search, min(budget, PATHS))
        budget -= search.paths
        if odds and odds.marked():
            price, worth = _price(rules, state, actor, command), gains.of(odds)
            reason = _reason(state, actor, option, command, odds)
            yield _Candidate(command, option.label, reason, worth, odds, price=price)
        elif odds:
            yield _Candidate(command, option.label, as_text(option.label), 0.0, odds, quiet=True)
        if budget <= 0:
            return


def _shortlist(candidates: Iterable[_Candidate]) -> list[_Candidate]:
    """Those worth following further: the best for their price, and the first quiet ones of each
    action."""
    best: list[_Candidate] = []
    quiet: dict[tuple[str, str], _Candidate] = {}
    for candidate in candidates:
        if candidate.quiet:
            quiet.setdefault((candidate.command.do, candidate.command.action), candidate)
        elif candidate.worth > LEAST:
            best.append(candidate)
    best.sort(key=lambda candidate: -candidate.worth / candidate.price)
    return [*best[:BEST], *islice(quiet.values(), QUIET)]


# ---- how it goes on


def _ahead(
    rules: Rules[Any],
    state: State[Any],
    actor: str,
    command: Command,
    odds: Odds | None,
    given: Given = NOTHING_GIVEN,
) -> Generator[None, None, tuple[float, float]]:
    """What everybody does after this command is worth to the side of ``actor``, as the usual
    behaviours go on: until all others have had a turn and one of them has another. And what the
    others do to that side, which is taken off the worth already.

    ``odds`` are those of the command. Whoever may be out by then counts only as far as not.
    """
    gains, still = _Gains(rules, state, actor), defaultdict[str, float](lambda: 1.0)
    if odds and not _is_declared(rules, command):
        _may_be_out(still, odds, 1.0)
    draft = _done(rules, state, command, odds, given)
    weighed, worth, harm = 0, 0.0, 0.0
    last, acted = actor, set[str]()
    for _ in range(AHEAD_STEPS):
        yield
        if draft is None or rules.outcome(draft) or weighed == AHEAD:
            break
        next_command = _goes_on(rules, draft)
        if next_command is None:
            break
        next_odds = None
        if not _is_declared(rules, next_command):
            who = rules.actor_of(draft, next_command)
            if who not in (last, actor) and who in acted:
                break
            last = who
            acted.add(who)
            next_odds = _odds_of(OddsSearch(rules, draft, next_command), PATHS)
            for whom, gain in gains.by_person(next_odds).items() if next_odds else ():
                gain *= still[who] * still[whom]
                worth, harm = worth + gain, harm - min(gain, 0.0)
            if next_odds and next_odds.marked():
                weighed += 1
                _may_be_out(still, next_odds, still[who])
        draft = _done(rules, draft, next_command, next_odds)
    return worth, harm


def _may_be_out(still: dict[str, float], odds: Odds, done: float) -> None:
    """How likely everybody is still in the fight after a command of these odds, which is done with
    this chance."""
    for who in odds.marked().get("out", ()):
        still[who] *= 1 - done * float(odds.probability("out", who))


def _done(
    rules: Rules[Any],
    state: State[Any],
    command: Command,
    odds: Odds | None,
    given: Given = NOTHING_GIVEN,
) -> State[Any] | None:
    """How the fight stands after a command, with middling dice after those given; None where it
    is refused.

    Whoever may well stay in the fight stays in it, if lower or higher dice can bring that about:
    what others do to those who are out could not be weighed.
    """
    first: State[Any] | None = None
    for way in (MIDDLING, LOW, HIGH):
        draft = _performed(rules, state, command, way, given)
        if draft is None:
            continue
        out = [id for id, other in draft.combatants.items() if other.out and not state[id].out]
        if not any(odds and odds.probability("out", id) < SURELY for id in out):
            return draft
        first = first or draft
    return first


MIDDLING: Sequence[float] = (0.5, 0.6, 0.4)
"""Where on a die from 0 to 1 one after another falls: not quite the same, or a tie had no end."""
LOW: Sequence[float] = (0.0,)
HIGH: Sequence[float] = (1.0,)
MOST_DICE = 200
"""A rule that throws more has met a tie that such dice never break."""


def _performed(
    rules: Rules[Any], state: State[Any], command: Command, way: Sequence[float], given: Given
) -> State[Any] | None:
    """The draft after the command with dice that fall this way; None where it is refused."""
    draft, (dice, answers) = state.copy(), given
    falls = islice(cycle(way), MOST_DICE)

    def face(sides: int) -> int | None:
        fall = next(falls, None)
        return None if fall is None else 1 + round(fall * (sides - 1))

    table = PlayTable(draft, dice=dice, source=face, answers=answers, decide=rules.decide)
    try:
        rules.perform(draft, command, table)
        table.finish()
    except TableSignal:
        return None
    return draft


def _goes_on(rules: Rules[Any], state: State[Any]) -> Command | None:
    """What the next to act does: by its usual behaviour, or without one by the best odds."""
    for id in rules.to_act(state):
        advice = _usual(rules, state, id)
        if advice is None and not rules.policies:
            options = _possible(rules, state, id)
            candidates = _shortlist(_weighed(rules, state, id, options, BUDGET_AHEAD))
            advice = candidates[0].advice if candidates else _pass_on(rules, state, options)
        if advice:
            return advice.command
    return None


# ---- what can be done


def _possible(rules: Rules[Any], state: State[Any], actor: str) -> list[Option]:
    """What one who is to act can do now."""
    return [o for o in rules.turn_options(state) if o.actor == actor and o.why_not is None]


def _option_of(command: Command, options: Sequence[Option]) -> Option | None:
    """The option that a command is done by."""
    said = (command.do, command.action)
    return next((option for option in options if (option.do, option.action) == said), None)


def _filled(rules: Rules[Any], state: State[Any], option: Option) -> Iterator[Command]:
    """An option with the targets and choices that matter."""
    model = rules.commands[option.do, option.action]
    if option.actor in state.positions and any(f.kind == "point" for f in fields_of(model)):
        return  # to choose a place of the map is left to the system
    tried, aims = [], []
    for field in rules.parameters(state, option):
        values = [(field.id, value) for value in _values(state, option.actor, field)]
        if not values and field.required:
            return
        if values:
            tried.append(values)
            aims.append(values if field.kind == "combatant" else values[:1])
    # Nobody in reach is passed over for the many ways to attack the first.
    at_each = list(product(*aims))
    others = (filling for filling in product(*tried) if filling not in at_each)
    for filling in chain(at_each, islice(others, FILLINGS)):
        try:
            command = rules.filled_in(state, rules.read(option.as_step(**dict(filling))))
            rules.check(state, command)
        except TableSignal:
            continue
        yield command


def _values(state: State[Any], actor: str, field: Field) -> Iterator[Any]:
    """What to try for a parameter; nothing where its default will do."""
    offered = [choice.value for choice in field.choices if choice.why_not is None]
    match field.kind:
        case "combatant":
            yield from _people(state, actor, offered)
        case "combatants":
            several = [[id] for id in _people(state, actor, offered)]
            yield from several if field.required else ([], *several)
        case "choice":
            usual = [] if field.required else [field.default]
            yield from [*usual, *(v for v in offered if v not in usual)][:CHOICES]
        case "integer" | "number" if field.required:
            most = field.maximum if field.maximum is not None else field.minimum or 0
            yield from offered[-1:] or [int(most)]
        case "text" if field.required:
            yield "…"


def _people(state: State[Any], actor: str, offered: Sequence[Any]) -> list[Any]:
    """The enemies who are offered, the most hurt first, and the first friend."""
    side = state[actor].side
    there = [id for id in offered if id in state.combatants and not state[id].out]
    foes = [id for id in there if state[id].side != side]
    friends = [id for id in there if state[id].side == side]
    return [*foes[:ENEMIES], *friends[:1]]


def _as_done(rules: Rules[Any], command: Command) -> Command:
    """The command as it will be done, where it is only declared now."""
    if not _is_declared(rules, command):
        return command
    return command.model_copy(update={"do": rules.action_of(command).do})


def _is_declared(rules: Rules[Any], command: Command) -> bool:
    """Whether it is only said now, and done later."""
    return command.do != rules.action_of(command).do


def _odds_of(search: OddsSearch, paths: int) -> Odds | None:
    """The exact odds; None where the command is refused, or has too many ways to go."""
    try:
        return search.odds if search.advance(paths) else None
    except TableSignal:
        return None


def _usual(rules: Rules[Any], state: State[Any], actor: str) -> Advice | None:
    """What the system's own behaviour does: its ways to do nothing much are better than ours."""
    policies = rules.policies
    policy = policies.get(state[actor].policy or "") or next(iter(policies.values()), None)
    command = policy.choose(state, actor) if policy else None
    if policy is None or command is None:
        return None
    command = rules.filled_in(state, command)
    return Advice(
        command,
        Text(
            "as “{usual}” does; nothing weighed promises more",
            usual=Term(policy.label, policy.native),
        ),
    )


def _pass_on(rules: Rules[Any], state: State[Any], options: Sequence[Option]) -> Advice | None:
    passing = [o for o in options if o.group == "turn"]
    for option in sorted(passing, key=lambda option: not option.main):
        for command in islice(_filled(rules, state, option), 1):
            return Advice(command, Text("nothing promises a gain"))
    return None


# ---- what it is worth


class _Gains:
    """What marks are worth to one side."""

    def __init__(self, rules: Rules[Any], state: State[Any], actor: str) -> None:
        self._rules, self._state = rules, state
        self._side = state[actor].side
        self._left: dict[str, int] = {}

    def of(self, odds: Odds) -> float:
        """The worth of what odds promise; harm to one's own counts against it."""
        return sum(self.by_person(odds).values())

    def by_person(self, odds: Odds) -> dict[str, float]:
        """The same by whom it befalls."""
        gains: dict[str, float] = {}
        for mark, people in odds.marked().items():
            for who in people:
                if who in self._state.combatants:
                    gains[who] = gains.get(who, 0.0) + self._worth(odds, mark, who)
        return gains

    def _worth(self, odds: Odds, mark: str, who: str) -> float:
        sign = -1.0 if self._state[who].side == self._side else 1.0
        if mark == "out":
            return sign * OUT * float(odds.probability(mark, who))
        if mark.startswith("damage"):
            spread, left = odds.spread(mark, who), self._left_of(who)
            share = sum(float(p) * min(amount / left, 1.0) for amount, p in spread.items())
            return sign * ALL_LEFT * share
        if mark == "healing":
            return -sign * ALL_LEFT * min(float(odds.expected(mark, who)) / self._left_of(who), 1)
        if mark in ("success", "success_points", "cost"):
            return 0.0
        return sign * OTHER * float(odds.probability(mark, who))

    def _left_of(self, who: str) -> int:
        """What somebody has left before it is out, as its first bar shows it."""
        if who not in self._left:
            vitals = self._rules.vitals(self._state, who)
            bars = (v for v in vitals if v.kind in ("bar", "pips") and v.maximum)
            boxes = (v for v in vitals if v.kind == "boxes")
            bar, box = next(bars, None), next(boxes, None)
            left = bar.value if bar else sum(not mark for mark in box.values) if box else 1
            self._left[who] = max(left, 1)
        return self._left[who]


def _price(rules: Rules[Any], state: State[Any], actor: str, command: Command) -> int:
    """What it costs, where anything is paid for; at least 1."""
    if rules.funds(state, state[actor]) is None:
        return 1
    return max(rules.price(state, state[actor], rules.action_of(command), command), 1)


def _reason(state: State[Any], actor: str, option: Option, command: Command, odds: Odds) -> Text:
    """Why this is the best: what it promises, in numbers, for its target, or for all enemies if it
    has none; harm to anybody else stands apart."""
    side, target = state[actor].side, getattr(command, "target", None)
    harmed = [id for id in odds.harmed if id in state.combatants]
    meant = [id for id in harmed if state[id].side != side]
    aim: Words = option.label
    if isinstance(target, str) and target in state.combatants:
        aim = Text("{what} → {target}", what=aim, target=state[target].name)
        meant = [target]
    promised = odds.of_only(*meant)
    hit, out = (as_percent(promised.probability(what)) for what in ("hit", "out"))
    reason = Text(
        "{aim}: hits {hit}, damage {damage:.2f}, out {out}",
        aim=aim, hit=hit, damage=float(promised.expected("damage")), out=out,
    )  # fmt: skip
    for id in harmed:
        if id not in meant:
            reason = Text(
                "{promise}; {name}: damage {damage:.2f}, out {out}",
                promise=reason,
                name=state[id].name,
                damage=float(odds.expected("damage", id)),
                out=as_percent(odds.probability("out", id)),
            )
    return reason
