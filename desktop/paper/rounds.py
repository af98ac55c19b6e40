"""How a fight is told on paper: by rounds, a line for each thing done, with what came of it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from desktop.encounter.by_hand import is_by_hand
from desktop.encounter.digest import Account, account, in_a_row, regained
from desktop.encounter.fight import Fight, Moment
from desktop.encounter.play_table import LogLine, parted
from desktop.languages import OWN_TERMS, Language
from desktop.rules.contract import Rules, at_a_glance
from desktop.rules.display import Vital, in_terms
from desktop.rules.state import State
from desktop.rules.table import BY_HAND
from desktop.rules.text import Text, Words, as_text, in_full, joined

NOT_TOLD = ("note", "policy", "declare", "pass", "end_turn")
"""Steps that a report leaves out where they change nothing; what is declared is told as it is done.
"""


@dataclass(frozen=True, slots=True)
class Told:
    """One thing done: what it was, the dice of it, and how it left people."""

    round: int
    rule: str
    text: Words
    dice: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    """``Pirat 1: Rany 0 → 2``, ``Pirat 1: + leży``."""


def told(fight: Fight, terms: Language = OWN_TERMS) -> list[Told]:
    """A fight as the things that were done in it; steps that tell nothing are left out.

    ``terms``: the words in which badges are told.
    """
    at_first = {line.rule for moment in fight.moments[:1] for line in moment.lines}
    things: list[Told] = []
    since = fight.first  # what ended meanwhile in a step that tells nothing is told by the next
    for step, moment in enumerate(fight.moments[: fight.cursor], 1):
        if moment.lines:
            things += _told(fight, step, since, at_first, terms)
            since = moment.state
    return things


def _is_told(moment: Moment, outcome: Account) -> bool:
    """Whether a step is told even if it changed nothing: all but the end of a turn and the like."""
    do = moment.step.get("do", "act")
    by_hand = is_by_hand(moment.step) and (do != "place" or moment.before.round > 0)
    done = by_hand or do in ("act", "begin") or outcome.group not in (None, "turn")
    return "action" in moment.step or (done and do not in NOT_TOLD)


def _told(
    fight: Fight, step: int, since: State[Any], at_first: Collection[str], terms: Language
) -> Iterator[Told]:
    """A step, counted from 1, with what changed for people ``since`` then; if nothing, with its
    result. Where a round begins in it for which several throw, by the rules ``at_first``, that is a
    thing of its own."""
    moment, outcome = fight.moments[step - 1], account(fight, step)
    assert outcome  # its log tells something
    begun = [
        line
        for line in moment.lines
        if step == 1 or (line.round > moment.before.round and line.rule in at_first)
    ]
    if len({line.by for line in begun if line.faces}) < 2:
        ordered = (line for line in begun if line.by is None or line.faces)
        begun = [line for line in ordered if _is_an_order(line, moment.state)]
    lines = [line for line in moment.lines if line not in begun and not line.of_effect]
    done = _done(fight.rules, moment, since, outcome, lines, terms) if lines else None
    if done and (done.dice or done.changes or outcome.counts or _is_told(moment, outcome)):
        yield done
    if moment.effects:
        yield from _by_effects(fight.rules, moment, terms)
    title = next((n for n, line in enumerate(begun) if line.by is None or line.faces), 0)
    below = title if begun and begun[title].by is None else len(begun)
    for line in begun[:below]:
        yield Told(line.round, line.rule, in_full(line.text), line.faces_beside)
    if begun[below:]:
        yield _in_lines(begun[below:], terms)


def _is_an_order(line: LogLine, state: State[Any]) -> bool:
    """Whether a line names several in a row, as the order of a round or a roll-off does."""
    return sum(c.name in line.text for c in state.combatants.values()) > 1


def _in_lines(lines: Sequence[LogLine], terms: Language) -> Told:
    """Something that several did, with a line for each after the first."""
    first, *others = lines
    each = tuple(_with_dice(line, terms) for line in others)
    return Told(first.round, first.rule, in_full(first.text), first.faces_beside, each)


def _done(
    rules: Rules[Any],
    moment: Moment,
    since: State[Any],
    outcome: Account,
    lines: Sequence[LogLine],
    terms: Language,
) -> Told:
    """What was done in a step, as these lines of it tell."""
    if moment.step.get("do") == "join":
        return _in_lines(lines, terms)
    acted = outcome.attack or "action" in moment.step  # or what was declared, carried out
    ended = [line for line in lines if line.rule == BY_HAND and not acted]
    said = outcome.deed or outcome.came
    of_deed = (line for line in lines if line.text.template == said.template)
    deed = next(iter(ended), next(of_deed, lines[0]))
    text = said if deed.text.template == said.template else deed.text
    first, last = moment.around_effects()
    apart = [(since, first), (last, moment.state)] if moment.effects else [(since, first)]
    changes = tuple(
        said
        for before, after in apart
        for _, said in _changes(rules, before, after, terms, [who for _, who in moment.marks])
    )
    if moment.step.get("do") in ("edit", "effect"):  # which say themselves what they set
        text = joined(in_a_row(ended, moment.state), "; ")
        changes = tuple(
            Text("{name} is out of the fight", name=combatant.name).said(terms)
            for id, combatant in moment.state.combatants.items()
            if combatant.out and not moment.before[id].out
        )
    if not changes and outcome.deed and outcome.came and acted:
        changes = (outcome.came.said(terms),)
    else:
        back = (line.text for line in regained(rules, moment, lines))
        beside = [outcome.ends, *back] if outcome.ends else back
        changes = (*(text.said(terms) for text in beside), *changes)
    dice = parted(hand for line in lines for hand in line.hands)
    besides = {text.template for text in rules.besides}
    of_dice = (o.text for o in lines if {o.rule, o.text.template} & {*rules.rules_of_dice})
    made = [o.said(terms) for o in of_dice if o != text and o.template not in besides]
    changes = (*made, *(said for said in changes if said not in made))
    return Told(deed.round, deed.rule, in_full(text), dice, changes)


def _by_effects(rules: Rules[Any], moment: Moment, terms: Language) -> Iterator[Told]:
    """What effects did by themselves to each; to the last also what that changed for others."""
    changes, last = dict(_changes(rules, *moment.around_effects(), terms)), [*moment.effects][-1]
    others = [said for id, said in changes.items() if id not in moment.effects]
    for who, effects in moment.effects.items():
        lines = [line for line in moment.lines if line.of_effect == who]
        dice = parted(hand for line in lines for hand in line.hands)
        changed = [changes[who]] if who in changes else []
        if lines and (dice or changed):
            names = joined(list(dict.fromkeys(effects.names)))
            text = Text("{name}: {effect}", name=moment.state[who].name, effect=names)
            changed += others if who == last else []
            yield Told(lines[0].round, lines[0].rule, text, dice, tuple(changed))


def _with_dice(line: LogLine, terms: Language) -> str:
    """A line with its dice, unless it says them itself."""
    said = line.text.said(terms)
    dice = line.faces_beside
    return f"{said} [{' '.join(dice)}]" if dice else said


def _changes(
    rules: Rules[Any],
    before: State[Any],
    after: State[Any],
    terms: Language,
    first: Sequence[str] = (),
) -> Iterator[tuple[str, str]]:
    """Who has changed between two states, and how: ``first`` these, as the dice fell for them."""
    for id in dict.fromkeys([*first, *after.combatants]):
        if id not in before.combatants or id not in after.combatants:
            continue
        combatant = after[id]
        old, new = (_seen(rules, state, id, terms) for state in (before, after))
        parts = [
            said
            for name in {**old, **new}
            if (said := _change(old.get(name), new.get(name), terms))
        ]
        if combatant.out and not before[id].out:
            parts.append(Text("out of the fight").said(terms))
        if parts:
            yield id, f"{combatant.name}: {', '.join(parts)}"


def _change(was: Vital | None, now: Vital | None, terms: Language) -> str:
    if was is None or now is None:
        there, mark = (now, "+") if was is None else (was, "−")
        shown = there is not None and there.kind in ("badge", "card")
        shown_as = as_text(there.text or there.label).said(terms) if there and shown else ""
        return f"{mark} {shown_as}" if shown_as else ""
    old, new = _value(was, terms), _value(now, terms)
    if old == new:
        return ""
    if now.kind == "badge":
        words = old.split(" "), new.split(" ")
        others = [pair for pair in zip(*words, strict=False) if pair[0] != pair[1]]
        numbers = all(any(map(str.isdigit, word)) for pair in others for word in pair)
        alike = len(words[0]) == len(words[1]) > 1 and numbers
        each = (a if a == b else f"{a} → {b}" for a, b in zip(*words, strict=alike))
        return " ".join(each) if alike else f"{old} → {new}"
    # Which boxes they are: the level of a wound and its place.
    boxes = as_text(now.text).said(terms) if now.kind == "boxes" else ""
    which = f" ({boxes})" if boxes else ""
    return f"{as_text(now.label).said(terms)} {old} → {new}{which}"


def _value(vital: Vital, terms: Language) -> str:
    if vital.kind == "boxes" and vital.values:
        return str(sum(1 for mark in vital.values if mark))
    return as_text(vital.text).said(terms) or str(vital.value)


def _seen(rules: Rules[Any], state: State[Any], id: str, terms: Language) -> Mapping[str, Vital]:
    """The vitals that last: not the points of a turn, nor the dice of a pool."""
    return {
        vital.id: vital
        for vital in in_terms(at_a_glance(rules, state, id), terms)
        if vital.kind in ("bar", "boxes", "badge", "card")
    }
