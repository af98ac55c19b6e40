"""Throws away from a fight: a check of one sheet or of many, and free dice, with exact odds.

A script of a check, ``check/1``, has sheets as a fight script has, one check with its modifiers,
and dice or a seed. The window makes the same script.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, Literal, NamedTuple, cast

from pydantic import Field as Limits

from desktop.encounter.fight import Sequel
from desktop.encounter.odds import Odds, OddsSearch
from desktop.encounter.play_table import DiceSource, Fallen, LogLine, PlayTable, Unanswered, surplus
from desktop.encounter.script import ScriptError, read_roster, validated
from desktop.rules import systems
from desktop.rules.checks import Check
from desktop.rules.contract import Change, Command, Option, Rules, checked
from desktop.rules.fields import Field, Record
from desktop.rules.free_dice import FreeDice, free_dice
from desktop.rules.state import Effect, Recruit, State
from desktop.rules.table import Decision, Refusal, Table
from desktop.rules.text import Text, Words, none_such

MOST_THROWING = 200
"""The most sheets that throw at once."""


class OwnEffect(Record):
    """An effect of the game master's own that counts for this throw."""

    name: str = Limits(min_length=1, max_length=200)
    changes: dict[str, Annotated[int, Limits(ge=-99, le=99)]] = Limits(default={}, max_length=20)


class CheckScript(Record):
    """A throw as it is written down. Without ``by`` all throw but who is thrown against."""

    format: Literal["check/1"]
    system: str = ""
    house_rules: dict[str, Any] = {}
    combatants: list[Recruit] = Limits(default=[], max_length=MOST_THROWING)
    check: dict[str, Any] = {}
    by: list[str] = Limits(default=[], max_length=MOST_THROWING)
    effects: dict[str, list[OwnEffect]] = {}
    throw: str = ""
    """Free dice, in place of a check."""
    dice: list[Annotated[int, Limits(ge=1, le=1000)]] = Limits(default=[], max_length=100_000)
    seed: Annotated[int, Limits(ge=0, le=2**63 - 1)] | None = None
    answers: dict[str, Any] = {}
    """Decisions by their ids; the default policy gives the others."""


def read_check(document: Any) -> CheckScript:
    """Checks a parsed JSON document. Raises :class:`ScriptError` that names the place."""
    if not isinstance(document, dict):
        raise ScriptError("", 'a check is an object: {"format": "check/1", …}')
    script = validated(CheckScript, document)
    if bool(script.throw) == bool(script.check):
        raise ScriptError("check", "needs a check of a sheet, or a throw of free dice")
    if script.check and script.system not in systems():
        raise ScriptError("system", none_such(script.system, sorted(systems())))
    return script


class Outcome(NamedTuple):
    """What a throw can come to: the amount, what that is called, and how likely it is."""

    amount: int
    said: Words
    p: Fraction


@dataclass(frozen=True, slots=True)
class Thrown:
    """A throw that was made. ``success`` is None where nothing succeeds or fails."""

    id: str
    name: str
    amount: int
    said: Words
    success: bool | None
    rule: str
    lines: tuple[LogLine, ...]
    dice: tuple[int, ...]
    answers: Mapping[str, Any]
    fallen: tuple[Fallen, ...] = ()
    """Its dice, each with whose it was."""
    changes: tuple[Change, ...] = ()
    """What it used up on the sheet."""


class Sheets:
    """Sheets that can throw: mustered as for a fight, which does not begin."""

    def __init__(self, rules: Rules[Any], roster: Sequence[Recruit], house: Any) -> None:
        """Raises :class:`Refusal` where the rules refuse a sheet."""
        self.rules = rules
        self.state: State[Any] = rules.muster(roster, house)

    def give(self, id: str, effects: Sequence[OwnEffect]) -> None:
        """Puts the game master's own effects on somebody. Raises :class:`Refusal`."""
        units = {unit.id for unit in self.rules.effect_units}
        if id not in self.state.combatants:
            raise Refusal(none_such(id, list(self.state.combatants)), "effects")
        for effect in effects:
            for unit in effect.changes.keys() - units:
                raise Refusal(none_such(unit, sorted(units)), f"effects.{id}")
        self.state.take(id).effects_by_hand = tuple(
            Effect(effect.name, effect.changes) for effect in effects
        )

    def check(self, id: object) -> Check:
        """The check of that id. Raises :class:`Refusal`."""
        check_named = next((check for check in self.rules.checks if check.id == id), None)
        if check_named is None:
            raise Refusal(none_such(str(id), [check.id for check in self.rules.checks]), "check")
        return check_named

    def fields(self, check: Check, id: str) -> Sequence[Field]:
        """What is to be told of a check, with what is on offer for this one."""
        fields = check.command.model_fields
        option = Option(fields["do"].default, id, fields["action"].default, check.label)
        asked = self.rules.asked_for(self.state, option, check.command)
        return [field for field in asked if field.id not in check.given]

    def command(self, check: Check, id: str, values: Mapping[str, Any]) -> Command:
        """The check of somebody, with these modifiers. Raises :class:`Refusal`: what a rule
        refuses it says why."""
        combatant = self.state.combatants.get(id)
        if combatant is None:
            raise Refusal(none_such(id, list(self.state.combatants)), "by")
        if combatant.out or combatant.incapacitated:
            said = Text("{name} is in no condition to throw", name=combatant.name)
            raise Refusal(said, "by", rule=self.rules.out_rule)
        command: Any = checked(check.command, {**values, **check.given, "actor": id})
        return cast("Command", command)

    def search(self, check: Check, id: str, values: Mapping[str, Any]) -> OddsSearch:
        """The search for the exact odds of a check. Raises :class:`Refusal`."""
        command = self.command(check, id, values)
        return OddsSearch(self.rules, self.state, command, perform=partial(_perform, check))

    def throw(
        self,
        check: Check,
        id: str,
        values: Mapping[str, Any],
        source: DiceSource | None,
        *,
        dice: Sequence[int] = (),
        answers: Mapping[str, Any] | None = None,
        asks: bool = False,
    ) -> Thrown:
        """Makes the check; the sheets stay as they are. Raises :class:`Refusal`.

        Raises ``Unanswered`` where there are too few ``dice`` and no ``source`` of more, and where
        it ``asks``: with a decision to which no answer is given; else that is the usual one.
        """
        command, draft = self.command(check, id, values), self.state.copy()
        decide = None if asks else self.rules.decide
        table = PlayTable(draft, dice=dice, source=source, answers=answers, decide=decide)
        try:
            _perform(check, draft, command, table)
        except Unanswered as wanted:
            wanted.dice, wanted.answers, wanted.lines = table.dice, table.answers, table.lines
            if isinstance(wanted.question, Decision):
                wanted.usual = self.rules.decide(draft, wanted.question)
            raise
        if table.unread:
            raise Refusal(surplus(table.unread), "dice")
        amount = table.marks.get((check.mark, id), 0)
        before = {(c.path, str(c.after)) for c in self.rules.changes(self.state, id)}
        changes = self.rules.changes(draft, id)
        rule = table.lines[-1].rule if table.lines else check.rule
        return Thrown(
            id, draft[id].name, amount, check.says(amount), succeeds(check, amount), rule,
            tuple(table.lines), tuple(table.dice), table.answers, tuple(table.fallen),
            tuple(c for c in changes if (c.path, str(c.after)) not in before),
        )  # fmt: skip


def _perform(check: Check, draft: State[Any], command: Command, table: Table) -> None:
    """Makes the check of a command on a draft, at a table."""
    check.perform(draft, draft.take(command.actor), command, table)
    table.finish()


def usual_values(fields: Sequence[Field]) -> dict[str, Any]:
    """The first that can be chosen, of each field whose default cannot be."""
    values = {}
    for field in fields:
        possible = [choice.value for choice in field.choices if not choice.why_not]
        if field.kind in ("choice", "combatant") and possible and field.default not in possible:
            values[field.id] = possible[0]
    return values


def succeeds(check: Check, amount: int) -> bool | None:
    """Whether an amount is a success; None where nothing succeeds or fails."""
    return None if check.succeeds is None else amount >= check.succeeds


def outcomes(check: Check, odds: Odds, id: str) -> list[Outcome]:
    """Everything that a check can come to, the best first."""
    spread = odds.spread(check.mark, id)
    return [Outcome(n, check.says(n), p) for n, p in sorted(spread.items())[::-1]]


def success(check: Check, results: Sequence[Outcome]) -> Fraction:
    """How likely a success is."""
    return sum((outcome.p for outcome in results if succeeds(check, outcome.amount)), Fraction(0))


def together(chances: Sequence[Fraction]) -> tuple[Fraction, Fraction, Fraction]:
    """How likely it is that nobody succeeds, exactly one, and all."""
    nobody, single, everybody = Fraction(1), Fraction(0), Fraction(1)
    for p in chances:
        nobody, single, everybody = nobody * (1 - p), single * (1 - p) + nobody * p, everybody * p
    return nobody, single, everybody


def ranked(thrown: Sequence[Thrown]) -> list[Thrown]:
    """Throws of the same check by result, the best first; equals in the order of the roster."""
    return sorted(thrown, key=lambda throw: -throw.amount)


# ---- free dice


def free_outcomes(free: FreeDice) -> list[Outcome]:
    """Everything that free dice can come to, the most first."""
    spread = free.spread()
    total = sum(spread.values())
    return [Outcome(n, str(n), Fraction(ways, total)) for n, ways in sorted(spread.items())[::-1]]


def throw_free(free: FreeDice, source: DiceSource | None) -> Thrown:
    """Throws free dice. Raises :class:`Refusal`, and ``Unanswered`` without enough dice."""
    table = PlayTable(State(house=None), source=source)
    amount = table.roll(free, why="", by="", label=free.written)
    faces = ", ".join(map(str, table.dice))
    table.log("", Text("{dice}: {faces} = {total}", dice=free.written, faces=faces, total=amount))
    return Thrown("", free.written, amount, str(amount), None, "", tuple(table.lines),
                  tuple(table.dice), {}, tuple(table.fallen))  # fmt: skip


# ---- a script of a check


@dataclass(frozen=True, slots=True)
class Made:
    """What a script of a check came to: every throw, the odds of each, and of all together."""

    check: Check | None
    thrown: Sequence[Thrown]
    odds: Mapping[str, Sequence[Outcome]]
    together: tuple[Fraction, Fraction, Fraction] | None = None
    samples: int = 0
    """How many throws by chance an estimate comes from; 0 where odds are exact."""

    def as_json(self) -> dict[str, Any]:
        """The throws by result, the best first, and the odds as exact fractions."""
        made: dict[str, Any] = {"check": self.check.id if self.check else None}
        made["throws"] = [_thrown_json(throw, self.check) for throw in self.thrown]
        made["odds"] = {
            id: [
                {"amount": amount, "outcome": str(said), "p": str(p), "probability": float(p)}
                for amount, said, p in each
            ]
            for id, each in self.odds.items()
        }
        if self.together:
            names = ("nobody", "one", "all")
            made["together"] = dict(zip(names, map(str, self.together), strict=True))
        return {**made, "samples": self.samples} if self.samples else made


def _thrown_json(thrown: Thrown, check: Check | None) -> dict[str, Any]:
    who = {"id": thrown.id, "name": thrown.name} if check else {"throw": thrown.name}
    return {
        **who,
        "result": str(thrown.said),
        "amount": thrown.amount,
        "success": thrown.success,
        "dice": list(thrown.dice),
        "log": [{k: v for k, v in line.as_json().items() if k != "round"} for line in thrown.lines],
        "changes": [{"path": c.path, "before": c.before, "after": c.after} for c in thrown.changes],
    }


def make(script: CheckScript) -> Made:
    """Throws what a script says, with its odds. Raises :class:`ScriptError`."""
    source = Sequel(script.dice, script.seed)
    try:
        if script.throw:
            free = free_dice(script.throw)
            odds = {free.written: free_outcomes(free)}
            made = Made(None, [throw_free(free, source)], odds)
        else:
            made = _make_check(script, source)
        if source.unread:
            raise Refusal(surplus(source.unread), "dice")
    except Refusal as refusal:
        raise ScriptError(refusal.field, refusal.message) from None
    return made


def _make_check(script: CheckScript, source: Sequel) -> Made:
    rules = systems()[script.system]
    house = checked(rules.house_rules, script.house_rules, "house_rules.")
    sheets = Sheets(rules, read_roster(rules, script.combatants, "combatants"), house)
    for id, effects in script.effects.items():
        sheets.give(id, effects)
    values = {name: value for name, value in script.check.items() if name != "check"}
    check = sheets.check(script.check.get("check"))
    against = values.get(check.against) if check.against else None
    by = script.by or [id for id in sheets.state.combatants if id != against]
    if not by:
        raise Refusal("needs somebody who throws", "combatants")
    thrown, odds, samples = [], {}, 0
    for id in by:
        try:
            spread = sheets.search(check, id, values).whole()
            thrown.append(sheets.throw(check, id, values, source, answers=script.answers))
        except Refusal as refusal:
            place = refusal.field if refusal.field in ("by", "dice") else f"check.{refusal.field}"
            raise Refusal(refusal.message, place.rstrip(".")) from None
        odds[id], samples = outcomes(check, spread, id), max(samples, spread.samples)
    chances = [success(check, odds[id]) for id in by]
    all_of_them = together(chances) if check.succeeds is not None and len(by) > 1 else None
    return Made(check, ranked(thrown), odds, all_of_them, samples)
