"""What else an Attacker does hand to hand (walka-44)."""

from desktop.rules.cast import question
from desktop.rules.dice import Faces, pool
from desktop.rules.fields import Choice
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text
from desktop.rules.walka import checks, conditions, hits, tables
from desktop.rules.walka.commands import Act, Manoeuvre, Trick
from desktop.rules.walka.exchange import take_over
from desktop.rules.walka.sheet import word
from desktop.rules.walka.state import Battle, Fighter, opponent

AT_TIMES = ("bring_down", "sand", "trick", "step_away", "put_out", "stand_fast", "throw_sabre")
"""What is offered only where it can be done."""


def presses_nobody(state: Battle, fighter: Fighter) -> Text | None:
    """walka-44: these are for an Attacker."""
    pressed = any(not state[id].out for id in fighter.presses)
    return None if pressed else Text("presses nobody hand to hand")


def step_away(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    """walka-44: leaves all whom it presses. ``fighter`` is taken."""
    names = [state[id].name for id in fighter.presses]
    fighter.presses = []
    table.note("walka-44", fighter, "{name} steps away from: {names}", names=names)


def plan_manoeuvre(state: Battle, fighter: Fighter, command: Manoeuvre) -> None:
    """walka-44: against whom one presses. Raises :class:`Refusal`."""
    target = opponent(state, fighter, command.target)
    if target.id not in fighter.presses and not command.overrule:
        line = Text("{name} does not press {target}", name=fighter.name, target=target.name)
        raise Refusal(line, "target")


RESIST_WITH = ("build", "dexterity")
"""walka-44: what somebody who is to be brought down may resist with."""


def brings_down(fighter: Fighter, target: Fighter) -> float:
    """walka-44: how likely one is to bring somebody down."""
    theirs = max((_tested(target, name) for name in RESIST_WITH), key=lambda side: side[1].value)
    return checks.chance_to_win(_tested(fighter, "build"), theirs)


def bring_down(state: Battle, fighter: Fighter, command: Manoeuvre, table: Table) -> None:
    """walka-44: build against build or dexterity, as the Defender likes: prone, and unhurt."""
    plan_manoeuvre(state, fighter, command)
    target = state.take(command.target)
    chances = {name: _tested(target, name) for name in RESIST_WITH}
    best = max(chances, key=lambda name: chances[name][1].value)
    choices = [Choice(name, Text("{name}", name=word(name))) for name in chances]
    text = Text("{name}: resist with what?", name=target.name)
    asked = question(target, "resist_with", text, choices, "walka-44", default=best)
    if _won(_tested(fighter, "build"), chances[table.ask(asked)], Text("bring down"), table):
        hits.knock_down(target, Text("brought down"), "walka-44", table)


def sand(state: Battle, fighter: Fighter, command: Manoeuvre, table: Table) -> None:
    """walka-44: dexterity against dexterity: −1 for 1d6 turns, or the initiative is lost."""
    plan_manoeuvre(state, fighter, command)
    target = state.take(command.target)
    mine, theirs = (_tested(fencer, "dexterity") for fencer in (fighter, target))
    if not _won(mine, theirs, Text("sand in the eyes"), table):
        take_over(target, fighter, table)
        return
    throw = pool(1, 6, Faces(alike=(tuple(range(1, 7)),)))
    turns = table.roll(throw, why="walka-44", by=fighter.id, label=Text("turns of sand"))[0]
    conditions.afflict(target, "sand", table, turns * tables.SEGMENTS)


def trick(state: Battle, fighter: Fighter, command: Trick, table: Table) -> None:
    """walka-44: tests as the game master says: it works, or the initiative is lost."""
    plan_manoeuvre(state, fighter, command)
    target = state.take(command.target)
    mine = _tested(fighter, command.attribute, command.skill)
    mine[1].add_given(command.modifiers)
    theirs = _tested(target, command.their_attribute, command.their_skill)
    if not _won(mine, theirs, Text("trick"), table):
        take_over(target, fighter, table)
        return
    line = Text("{name} → {target}: the trick works")
    if command.what:
        line = Text("{name} → {target}: the trick works: {what}")
    table.note("walka-44", fighter, line.template, target=target.name, what=command.what)
    if command.causes:
        conditions.afflict(target, command.causes, table, command.turns * tables.SEGMENTS)


def _tested(fighter: Fighter, attribute: str, skill: str = "") -> checks.Side:
    """What is tested hand to hand, with the armour that is in its way."""
    part = "body" if attribute == "dexterity" else ""
    return fighter, checks.threshold_of(fighter, attribute, part), skill


def _won(mine: checks.Side, theirs: checks.Side, what: Text, table: Table) -> bool:
    """walka-44: an opposed test; whether the Attacker wins."""
    won, against = checks.duel((mine, theirs), what, "walka-44", table)
    if won > against:
        table.mark("success", mine[0].id)
    return won > against
