"""What steps came to, in a sentence each: for the eye that was elsewhere while they were made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from desktop.encounter.answers import Step, actor_of
from desktop.encounter.by_hand import is_by_hand
from desktop.encounter.expiry import is_over
from desktop.encounter.fight import Fight, Moment
from desktop.encounter.play_table import LogLine
from desktop.rules.contract import WITHOUT_EFFECT, Action, Rules
from desktop.rules.state import PLAYERS, Combatant, State
from desktop.rules.table import BY_HAND
from desktop.rules.text import NOTHING, Term, Text, Words, few, joined

AT = "→"
"""What stands between the names in the line of an attack, in every system and language."""


MOST_TOLD = 2
"""Actions that came to something, of which a headline tells also where they hit nobody."""


@dataclass(frozen=True, slots=True)
class Account:
    """What one step was and what it came to."""

    step: int
    """Its number, counted from 1."""
    deed: Text
    """Who did what to whom with what; nothing where the result says that already."""
    came: Text
    """What it came to, but for what effects did by themselves."""
    group: str | None = None
    """Where its action stands: ``turn`` passes the turn on. None for no action."""
    attack: bool = False
    counts: bool = False
    """Whether it came to anything for anybody."""
    hit: bool = False
    """Whether an attack hit anybody but who attacks."""
    ends: Text = NOTHING
    """How an attack ended that did no harm: with it the result begins."""
    of_effects: Text = NOTHING
    """What effects did by themselves as the turn or the round ended, with their names."""

    @property
    def result(self) -> Text:
        return _in_one([part for part in (self.came, self.of_effects) if part])


@dataclass(frozen=True, slots=True)
class Digest:
    """What several steps in a row came to."""

    headline: Text
    accounts: Sequence[Account]
    ended: Sequence[Text] = ()
    """What ended meanwhile: effects, the fight."""


def account(fight: Fight, step: int) -> Account | None:
    """What the step of this number, counted from 1, came to; None where the log tells nothing."""
    moment, rules = fight.moments[step - 1], fight.rules
    if not moment.lines:
        return None
    begins = moment.step.get("do") == "begin" or _begins_round(fight, moment)
    actor, lines = ("", moment.lines) if begins else _whose(rules, moment)
    attack, marks = was_attack(rules, moment), [mark for mark, n in moment.marks.items() if n]
    hit = {who for what, who in marks if what not in rules.marks_of_misses}
    missed = hit <= {actor}  # who is struck back failed first
    ended = _how_it_ended(rules, lines) if missed else []
    of_others = bool(ended and not hit)
    came = _harm(rules, moment, () if begins else lines, only_others=of_others)
    by_itself = _in_one(_by_effects(rules, moment) if moment.effects else [])
    goes_on = lines is not moment.lines  # with what was begun before
    touched = hit and not _checked_for_a_move(rules, moment)
    counts = bool(touched or ((came or by_itself or (goes_on and ended)) and not attack))
    made = partial(
        Account, step, group=_group(rules, moment), attack=attack, counts=counts,
        hit=attack and not missed, of_effects=by_itself,
    )  # fmt: skip
    if joins := _who_joins(moment):
        return made(NOTHING, joins)
    if is_by_hand(moment.step):
        own = [line for line in lines if not line.of_effect]
        return made(NOTHING, joined(in_a_row(own, moment.state), "; "))
    ends: list[Text] = []
    besides = {text.template for text in rules.besides}
    told = [o for o in lines if o.rule and o.text.template not in besides] or lines
    last = _last_said([line for line in told if begins and line.by is None] or told, actor)
    if attack and (hit or actor in moment.state.combatants):
        if missed and not ended and _is_aimed(told):
            ended = [Text("{name} misses", name=moment.state[actor].name)]
        ends = [*ended, *(text for text in came if str(WITHOUT_EFFECT) in text)]
        came = [*ended, *came]
    elif any(what in rules.marks_of_misses for what, _ in marks):
        ends, came = last, [*last, *came]  # it is a price, for what the throw came to
    if not (came or ended or by_itself):
        came = _of_no_harm(rules, moment, told, actor, last)
    came = came or ended
    deed = NOTHING if begins else _deed(rules, moment, told, actor, attack or goes_on)
    came = [text for text in came if text is not deed] or came
    result = _in_one([*(line.text for line in regained(rules, moment, lines)), *came])
    ends = [text for text in ends if text is not deed]
    return made(NOTHING if deed == result else deed, result, ends=_in_one(ends))


def _how_it_ended(rules: Rules[Any], lines: Sequence[LogLine]) -> list[Text]:
    """The lines that say how an attack ended that hit nobody; of who stops it and strikes back the
    first."""
    outcomes = {outcome.template for outcome in rules.outcomes}
    said: dict[tuple[str | None, str], Text] = {}
    for line in lines:
        if line.text.template in outcomes:
            said.setdefault((line.by, line.rule), line.text)
    return list(said.values())


def regained(rules: Rules[Any], moment: Moment, lines: Sequence[LogLine]) -> list[LogLine]:
    """The lines that say by what those whom a step marks have got something back in it."""
    known, marked = {text.template for text in rules.regained}, {who for _, who in moment.marks}
    return [line for line in lines if line.text.template in known and line.by in marked]


def _is_aimed(lines: Sequence[LogLine]) -> bool:
    """Whether something goes at somebody, and not at a place."""
    return any(AT in line.text.template for line in lines)


def _who_joins(moment: Moment) -> Text | None:
    people = moment.state.combatants.items()
    names = [fighter.name for id, fighter in people if id not in moment.before.combatants]
    if not names:
        return None
    who, count = few(names), len(names)
    return Text("{names} joins the fight", "{names} join the fight", names=who, count=count)


def _of_no_harm(
    rules: Rules[Any], moment: Moment, lines: Sequence[LogLine], actor: str, last: Sequence[Text]
) -> list[Text]:
    """What is said of a step that did nobody any harm: the ``last`` of its log, or once that all
    its throws at others came to nothing."""
    idle = moment.fallen and not any(moment.marks.values()) and actor in moment.state.combatants
    if idle and len(last) > 1 and _is_aimed(lines):
        return [Text("{name}: {what}", name=moment.state[actor].name, what=WITHOUT_EFFECT)]
    return [*dict.fromkeys(last), *_befell(rules, moment, actor)]


def _in_one(texts: Sequence[Text]) -> Text:
    return joined(texts, "; ") if len(texts) > 1 else next(iter(texts), NOTHING)


def _whose(rules: Rules[Any], moment: Moment) -> tuple[str, Sequence[LogLine]]:
    """Who acts in a step, and the lines that tell of it.

    What was begun before is done as the turn goes on: that is what such a step is about.
    """
    actor, lines = actor_of(moment.step, moment.before), moment.lines
    ended = {outcome.template for outcome in rules.outcomes}
    of_others = (line for line in lines if line.by not in (None, actor) and not line.of_effect)
    other = next((line for line in of_others if line.faces or line.text.template in ended), None)
    if other is None or other.by is None or _group(rules, moment) != "turn":
        return actor, lines
    if not other.faces:
        return other.by, lines[lines.index(other) :]
    of_it = [(line.by, line.rule) == (other.by, other.rule) for line in lines]
    return other.by, lines[of_it.index(True) :]


def _begins_round(fight: Fight, moment: Moment) -> bool:
    """Whether a round ends and nothing is thrown but what was thrown as the fight began: the order
    of the next round is all it comes to."""
    first, thrown = ({o.rule for o in m.lines if o.faces} for m in (fight.moments[0], moment))
    return bool(thrown) and thrown <= first and moment.state.round > moment.before.round


def _harm(
    rules: Rules[Any], moment: Moment, lines: Sequence[LogLine], *, only_others: bool
) -> list[Text]:
    """What a step came to but for what effects did; ``only_others`` than those marked.

    What the turn that goes on brings is marked on nobody: it comes to those the ``lines`` tell of.
    """
    spoken_of = {("", line.by): 0 for line in lines if line.by}
    marked = {who for _, who in moment.marks}
    first, last = moment.around_effects()
    came = dict(rules.came_to(moment.before, first, {**moment.marks, **spoken_of}))
    if moment.effects:
        for who, what in rules.came_to(last, moment.state, spoken_of).items():
            came[who] = [*came.get(who, ()), *what]
    if only_others:
        came = {who: what for who, what in came.items() if who not in marked}
    return _alike(came, moment.state)


def _by_effects(rules: Rules[Any], moment: Moment) -> list[Text]:
    """What effects did by themselves, each with its name where the words do not say it."""
    came = {}
    touched = {("", who): 0 for who in moment.effects}
    for who, what in rules.came_to(*moment.around_effects(), touched).items():
        names = dict.fromkeys(moment.effects[who].names)
        came[who] = [*(name for name in names if str(name) not in joined(what)), *what]
    return _alike(came, moment.state)


def _alike(came: Mapping[str, Sequence[Words]], state: State[Any]) -> list[Text]:
    """What something came to for each, or for several alike."""
    alike: dict[Text, list[str]] = {}
    for who, what in came.items():
        alike.setdefault(joined(what), []).append(state[who].name)
    return [Text("{name}: {what}", name=joined(who), what=what) for what, who in alike.items()]


def _deed(
    rules: Rules[Any], moment: Moment, told: Sequence[LogLine], actor: str, attack: bool
) -> Text:
    """The line that says what was done: that of an attack, or of several as one; one that names
    both; the first of who acts, by the rule of the action if there is one, for others may tell
    what bears on a throw; or the first that tells of no effect by hand."""
    people, lines = moment.state.combatants, [line.text for line in told]
    target = people.get(str(moment.step.get("target")))
    names = [each.name for each in (target, people.get(actor)) if each]
    if aimed := [line for line in lines if attack and AT in line.template]:
        return _as_one([line for line in aimed if line.template == aimed[0].template])
    done = [line for line in told if not line.of_effect] or told
    of_round = [line for line in done if line.round == told[0].round] or done
    of_both = (o.text for o in of_round if target and all(name in o.text for name in names))
    doer, action = people.get(str(moment.step.get("actor"))), _action(rules, moment.step)
    own = [line for line in of_round if doer and doer.name in line.text] or of_round
    own = [line for line in own if line.rule != BY_HAND] or own
    if _checked_for_a_move(rules, moment):
        own = [line for line in own if not line.faces] or own
    by_action = (line.text for line in own if action and line.rule == action.rule)
    return next(of_both, next(by_action, own[0].text if own else lines[0]))


def _as_one(alike: Sequence[Text]) -> Text:
    """Lines of one template as one line, with each of their values."""
    first, *others = alike
    if not others:
        return first
    values = {key: list(dict.fromkeys(text.values[key] for text in alike)) for key in first.values}
    commas = any(", " in str(value) for each in values.values() for value in each)
    apart = "; " if commas else ", "
    said = {key: joined(each, apart) if len(each) > 1 else each[0] for key, each in values.items()}
    return Text(first.template, first.plural, context=first.context, **said)


def _last_said(telling: Sequence[LogLine], actor: str) -> list[Text]:
    """The last line of who acts, or of anybody, in the round in which the step began; those before
    it that say the same of others; and what passes from one to another by the same rule then."""
    of_it = [line for line in telling if not line.of_effect] or telling
    of_round = [line for line in of_it[::-1] if line.round == of_it[0].round]
    of_actor = [line for line in of_round if line.by == actor] or of_round[:1]
    last = of_actor[0]
    after = of_round[: of_round.index(last)][::-1]
    passes = [line.text for line in after if line.rule == last.rule and AT in line.text.template]
    said = [line.text for line in of_actor[::-1] if line.text.template == last.text.template]
    return [*said, *passes]


def in_a_row(lines: Sequence[LogLine], state: State[Any]) -> list[Text]:
    """What is said of one after the other is said once, of all of them."""
    alike: dict[Text, list[LogLine]] = {}
    for line in lines:
        alike.setdefault(_said_of(line.text, ""), []).append(line)
    said = []
    for same in alike.values():
        names = [state[line.by].name for line in same if line.by]
        said.append(_said_of(same[0].text, joined(names)) if len(names) > 1 else same[0].text)
    return said


def _said_of(text: Text, name: Words) -> Text:
    """The same sentence of somebody else."""
    said = {
        key: name if key == "name" else _said_of(value, name) if isinstance(value, Text) else value
        for key, value in text.values.items()
    }
    return Text(text.template, text.plural, context=text.context, **said)


def _befell(rules: Rules[Any], moment: Moment, actor: str) -> list[Text]:
    """What badges the target has since dice fell over it; else that they came to nothing."""
    id, before, after = str(moment.step.get("target")), moment.before, moment.state
    there = id in before.combatants and id in after.combatants
    if not moment.fallen or id == actor or not there:
        return []
    was, now = rules.vitals(before, id), rules.vitals(after, id)
    known = {vital.id for vital in was}
    new: list[Words] = [
        joined([Term(vital.text, vital.native)])
        for vital in now
        if vital.kind == "badge" and vital.id not in known
    ]
    if was == now and not any(moment.marks.values()):
        new = [WITHOUT_EFFECT]
    name = after[id].name
    return [Text("{name}: {what}", name=name, what=joined(new))] if new else []


def was_attack(rules: Rules[Any], moment: Moment) -> bool:
    """Whether a step was an attack for which dice fell, with a chance to hit or without.

    What was prepared was one if its log goes at somebody by the rule of an attack.
    """
    action = _action(rules, moment.step)
    if action is None or not moment.fallen:
        return False
    if action.section == "attack" or action.group != "reactions":
        return action.section == "attack"
    attacks = {other.rule for other in rules.actions if other.section == "attack"}
    return any(AT in line.text.template and line.rule in attacks for line in moment.lines)


def last_account(fight: Fight) -> Account | None:
    """What the last step in force came to of which the log tells something.

    One that only passes the turn on leaves to the eye what came before it.
    """
    last = None
    for step in range(fight.cursor, 0, -1):
        if outcome := account(fight, step):
            if outcome.counts or outcome.group != "turn":
                return outcome
            last = last or outcome
    return last


def digest(fight: Fight, first: int, last: int) -> Digest | None:
    """What the steps from ``first`` to ``last`` came to, but for those that only pass on a turn,
    unless nothing else was done in one of somebody who is no player.

    None where none is left, or one after which the log tells nothing: it is seen without a digest.
    """
    each_step = (account(fight, step) for step in range(first, last + 1))
    logged = [outcome for outcome in each_step if outcome]
    idle = {outcome.step for outcome in logged if _lets_pass(fight, outcome)}
    accounts = [
        o for o in logged if o.attack or o.counts or o.step in idle or o.group not in (None, "turn")
    ]
    if not accounts or (accounts[0] is logged[-1] and not idle):
        return None
    before, after = fight.moments[first - 1].before, fight.moments[last - 1].state
    attacks = [outcome for outcome in accounts if outcome.attack]
    hits = [attack for attack in attacks if attack.hit]
    headline = Text(
        "{count} attack, hits: {hits}",
        "{count} attacks, hits: {hits}",
        count=len(attacks),
        hits=len(hits),
    )
    down = _fallen(before, after)
    several = len(attacks) > 1
    # Some attacks are struck back, and spells are none though they harm.
    few_count = sum(o.counts for o in accounts if o.group not in (None, "turn")) <= MOST_TOLD
    told: dict[int, Text] = {}
    for o in accounts:
        struck = o.attack and (o.hit or not several)
        came = few_count and o.counts and o.group not in (None, "turn")
        if struck or came or (o.group == "turn" and (o.counts or not attacks)):
            told[o.step] = o.result
        elif attacks and o.of_effects:
            told[o.step] = o.of_effects
    if told and len(hits) < 2:
        results = list(told.values())
        headline = joined([headline, *results], "; ") if several else few(results, "; ")
        steps = [fight.moments[step - 1] for step in told]
        said = {c.id for moment in steps for c in _fallen(moment.before, moment.state) if c.out}
        down = [combatant for combatant in down if combatant.id not in said]
    elif not attacks:
        headline = Text("{count} action", "{count} actions", count=len(accounts))
        if len(accounts) <= MOST_TOLD:
            headline = _in_one([o.result for o in accounts])
    if down:
        headline = Text("{what}; down: {names}", what=headline, names=few([c.name for c in down]))
    ended = [
        is_over(combatant.name, effect.name)
        for combatant in before.combatants.values()
        for effect in combatant.effects_by_hand
        if combatant.id in after.combatants and effect not in after[combatant.id].effects_by_hand
    ]
    if last == fight.cursor and (end := fight.outcome):
        ended.append(Text("The fight is over: {text}", text=end.text))
    return Digest(headline, accounts, ended)


def in_short(fight: Fight) -> list[Text]:
    """How a fight stands or has ended, and who fell in it if anybody did."""
    outcome, fallen = fight.outcome, _fallen(fight.first, fight.state)
    now = fight.rules.round_named(fight.state.round)
    goes_on = Text("goes on: {round}", round=now) if fight.begun else Text("not begun")
    return [
        outcome.text if outcome else goes_on,
        *([Text("down: {names}", names=joined([c.name for c in fallen]))] if fallen else []),
    ]


def _fallen(before: State[Any], after: State[Any]) -> list[Combatant]:
    """Those who went down between two states."""
    was_down = {combatant.id for combatant in before.combatants.values() if _is_down(combatant)}
    down = filter(_is_down, after.combatants.values())
    return [combatant for combatant in down if combatant.id not in was_down]


def _is_down(combatant: Combatant) -> bool:
    return combatant.out or combatant.incapacitated


def _action(rules: Rules[Any], step: Step) -> Action[Any, Any] | None:
    """The action of a step; None for one that is no action: the beginning, or one by hand."""
    return rules.action_named(step.get("do", "act"), step.get("action", ""))


def _checked_for_a_move(rules: Rules[Any], moment: Moment) -> bool:
    """Whether all that a throw of who moves has come to is that the move can be made."""
    action, own = _action(rules, moment.step), ("success", actor_of(moment.step, moment.before))
    return action is not None and action.section == "move" and own in moment.marks


def _lets_pass(fight: Fight, outcome: Account) -> bool:
    """Whether somebody who is no player passes a turn on in which nothing was done, as is told."""
    moment = fight.moments[outcome.step - 1]
    actor = moment.before.combatants.get(moment.before.turn or "")
    if actor is None or actor.side == PLAYERS or outcome.group != "turn":
        return False
    of_it = any(line.by == actor.id for line in moment.lines)
    return of_it and not acted(fight, actor.id, outcome.step - 1)


def acted(fight: Fight, actor: str, until: int) -> bool:
    """Whether a combatant has done something in the turn that goes on after the step ``until``."""
    turn = fight.moments[until - 1].state.which_turn if until else None
    for moment in reversed(fight.moments[:until]):
        if moment.before.which_turn != turn:
            break
        if moment.step.get("actor", actor) == actor and not is_by_hand(moment.step):
            return True
    return False


def _group(rules: Rules[Any], moment: Moment) -> str | None:
    """Where the action of a step stands: ``turn`` passes the turn on. None for no action.

    What something has to be said of does more than that, as segments that are frozen, and what
    is not the main action of its group, as waiting for somebody.
    """
    action = _action(rules, moment.step)
    if action is None:
        return None
    asks = any(field.is_required() for field in action.command.model_fields.values())
    return "actions" if asks or (action.group == "turn" and not action.main) else action.group
