"""A behaviour for every system: it weighs what can be done by the odds, on the contract alone.

It looks at the options on offer, each with the targets and choices that matter, and takes the one
whose marks promise most for its side: who goes out, what damage does of what is left, what it does
to friends, what it costs. What marks nothing itself (to aim, to reload, to take cover) is worth
what can be done after it, or what it takes from the odds of the enemies against the one who does
it. Where nothing promises anything, the system's own behaviour acts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from desktop.encounter.odds import Odds, OddsSearch
from desktop.encounter.tables import PlayTable
from desktop.rules.cast import enemies
from desktop.rules.contract import Command, Option, Policy, Rules
from desktop.rules.fields import Field, fields_of
from desktop.rules.state import State
from desktop.rules.table import Decision, TableSignal
from desktop.rules.text import NOTHING, Text, Words

TACTICIAN = "tactician"

ENEMIES = 3
"""Of so many enemies it weighs to attack each: those with least left of what is theirs."""
CHOICES = 4
"""It tries at most so many of the choices for one parameter."""
FILLINGS = 12
"""It fills an option in at most in so many ways."""
WEIGHED = 30
"""It weighs at most so many commands each time."""
PATHS = 200
"""It follows at most so many paths of one command; with more, the command is passed over."""
BUDGET = 1_500
"""It follows at most so many paths before it has to choose."""
BUDGET_AFTER = 150
"""And so many of what can be done after one quiet command."""
QUIET = 5
"""It looks behind at most so many quiet commands."""

OUT = 1.0
"""The worth of an enemy who goes out, in the unit of all worths."""
ALL_LEFT = 0.5
"""The worth of damage as large as all that an enemy has left."""
OTHER = 0.05
"""The worth of any other mark, as to be shaken or held."""
LATER = 0.8
"""What can be done only after this is worth so much of what it would be worth now."""
THREATS = 2
"""What so many enemies could do is looked at, to see how much a defence takes from it."""
LEAST = 0.01
"""Less than this is no gain."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What to do now, and why."""

    command: Command
    reason: Text
    worth: float = 0.0


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
    if not rules.is_to_act(state, actor):
        return None
    options = [o for o in rules.options(state) if o.actor == actor and o.why_not is None]
    quiet: list[tuple[Option, Command]] = []
    best = _best(rules, state, actor, options, BUDGET, quiet)
    if best is None and actor in state.positions:
        # Whoever harms nobody from where it stands has to go somewhere first.
        return _usual(rules, state, actor) or _pass_on(rules, state, options)
    threats = _threats(rules, state, actor) if quiet else []
    for option, command in quiet[:QUIET]:
        draft = _done(rules, state, command)
        if draft is None:
            continue
        later = _after(rules, state, draft, actor)
        then = LATER * later.worth if later else 0.0
        spared = sum(before - _harm(rules, draft, actor, threat) for threat, before in threats)
        spared /= _price(rules, state, actor, command)
        worth = max(then, spared)
        if worth > LEAST and (best is None or worth > best.worth):
            if later and then >= spared:
                reason = Text("{what}, and then: {then}", what=option.label, then=later.reason)
            else:
                name = state[actor].name
                reason = Text("{what}: {name} is harder to harm", what=option.label, name=name)
            best = Advice(command, reason, worth)
    return best or _usual(rules, state, actor) or _pass_on(rules, state, options)


def answer(
    rules: Rules[Any],
    state: State[Any],
    command: Command,
    dice: Sequence[int],
    answers: Mapping[str, Any],
    name: str,
    decision: Decision,
) -> Any:
    """The answer to a decision that gains most for the one who decides.

    ``state`` is from before the command, ``dice`` have fallen since, ``answers`` are given, and
    ``name`` is the exact name of this question among them. The usual answer stands unless another
    is better.
    """
    usual = rules.decide(state, decision)
    gains = _Gains(rules, state, decision.by)
    found = usual
    best: float | None = None
    others = (c.value for c in decision.field.choices if c.why_not is None and c.value != usual)
    for value in (usual, *islice(others, CHOICES)):
        given = {**answers, name: value}
        odds = _found(OddsSearch(rules, state, command, dice=dice, answers=given), PATHS)
        worth = gains.of(odds) if odds else None
        if worth is not None and (best is None or worth > best + LEAST):
            found, best = value, worth
    return found


def _best(
    rules: Rules[Any],
    state: State[Any],
    actor: str,
    options: Sequence[Option],
    budget: int,
    quiet: list[tuple[Option, Command]],
) -> Advice | None:
    """The command that promises most; those that mark nothing are added to ``quiet``."""
    gains, best = _Gains(rules, state, actor), None
    commands = ((o, c) for o in options if o.group == "actions" for c in _filled(rules, state, o))
    for option, command in islice(commands, WEIGHED):
        search = OddsSearch(rules, state, _as_done(rules, command))
        odds = _found(search, min(budget, PATHS))
        budget -= search.paths
        if odds and not odds.marked():
            quiet.append((option, command))
        elif odds:
            worth = gains.of(odds) / _price(rules, state, actor, command)
            if worth > LEAST and (best is None or worth > best.worth):
                best = Advice(command, _reason(state, option, command, odds), worth)
        if budget <= 0:
            break
    return best


# ---- what can be done


def _filled(
    rules: Rules[Any], state: State[Any], option: Option, target: str = ""
) -> Iterator[Command]:
    """An option with the targets and choices that matter.

    With ``target`` only at that one, and it is not asked whether it can be done now.
    """
    step: dict[str, Any] = {"do": option.do, "actor": option.actor}
    if option.action:
        step["action"] = option.action
    ways, aimed = [], not target
    if option.actor in state.positions and _leads_somewhere(rules, option):
        return
    for field in rules.parameters(state, option):
        values = list(_values(state, option.actor, field))
        if target and field.kind == "combatant":
            aimed, values = True, [target]
        if not values and field.required:
            return
        if values:
            ways.append([(field.id, value) for value in values])
    if not aimed:
        return
    for filling in islice(product(*ways), FILLINGS):
        try:
            command = rules.filled_in(state, rules.read({**step, **dict(filling)}))
            if not target:
                rules.check(state, command)
        except TableSignal:
            continue
        yield command


def _leads_somewhere(rules: Rules[Any], option: Option) -> bool:
    """Whether it is a move to a place of the map; to choose one is left to the system."""
    return any(f.kind == "point" for f in fields_of(rules.commands[option.do, option.action]))


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
            usual = [] if field.required or field.default is None else [field.default]
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
    do = rules.action_of(command).do
    return command if command.do == do else command.model_copy(update={"do": do})


def _found(search: OddsSearch, paths: int) -> Odds | None:
    """The exact odds; None where the command is refused, or has too many ways to go."""
    try:
        return search.odds if search.advance(paths) else None
    except TableSignal:
        return None


def _done(rules: Rules[Any], state: State[Any], command: Command) -> State[Any] | None:
    """How the fight stands after a command, with middling dice; None where it is refused."""
    draft = state.copy()
    table = PlayTable(
        lambda: draft.round,
        source=lambda sides: (sides + 1) // 2,
        decide=lambda decision: rules.decide(draft, decision),
    )
    try:
        rules.perform(draft, command, table)
    except TableSignal:
        return None
    return draft


def _threats(rules: Rules[Any], state: State[Any], actor: str) -> list[tuple[Command, float]]:
    """What the first enemies can do to this one that harms it most, and how much that is.

    They are not on turn, so it is asked what the odds are if they were.
    """
    found: list[tuple[Command, float]] = []
    for enemy in islice(enemies(state, state[actor]), THREATS):
        worst: tuple[Command, float] | None = None
        options = [Option(a.do, enemy.id, a.id, a.label) for a in rules.actions if a.id]
        aimed = (c for o in options for c in islice(_filled(rules, state, o, actor), 1))
        for command in islice(aimed, CHOICES):
            harm = _harm(rules, state, actor, command)
            if harm > LEAST and (worst is None or harm > worst[1]):
                worst = command, harm
        if worst:
            found.append(worst)
    return found


def _harm(rules: Rules[Any], state: State[Any], actor: str, command: Command) -> float:
    """How much a command harms this one, by its odds in this state."""
    # Neither their turn nor what they have left to pay with stands against it.
    forced = _as_done(rules, command).model_copy(update={"overrule": True})
    odds = _found(OddsSearch(rules, state, forced), PATHS)
    return -min(_Gains(rules, state, actor).of(odds), 0.0) if odds else 0.0


def _after(rules: Rules[Any], state: State[Any], draft: State[Any], actor: str) -> Advice | None:
    """The best that can be done at once in the draft, where the same one still acts."""
    if rules.outcome(draft) or draft.round != state.round or not rules.is_to_act(draft, actor):
        return None
    options = [o for o in rules.options(draft) if o.actor == actor and o.why_not is None]
    return _best(rules, draft, actor, options, BUDGET_AFTER, [])


def _usual(rules: Rules[Any], state: State[Any], actor: str) -> Advice | None:
    """What the system's own behaviour does: its ways to do nothing much are better than ours."""
    for policy in islice(rules.policies.values(), 1):
        command = policy.choose(state, actor)
        if command is not None:
            return Advice(command, Text("nothing promises a gain: {usual}", usual=policy.label))
    return None


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
        """The worth of all that odds promise; harm to one's own counts against it."""
        total = 0.0
        for mark, people in odds.marked().items():
            for who in people:
                if who in self._state.combatants:
                    total += self._worth(odds, mark, who)
        return total

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


def _reason(state: State[Any], option: Option, command: Command, odds: Odds) -> Text:
    """Why this is the best: what it promises, in numbers."""
    target = getattr(command, "target", None)
    at: Words = NOTHING
    if isinstance(target, str) and target in state.combatants:
        at = Text(" at {name}", name=state[target].name)
    return Text(
        "{what}{at}: hits {hit:.0%}, damage {damage:.1f}, out {out:.0%}",
        what=option.label,
        at=at,
        hit=float(odds.probability("hit")),
        damage=float(odds.expected("damage")),
        out=float(odds.probability("out")),
    )
