"""The behaviour that needs no line of a system: it goes by what the actions declare."""

from collections.abc import Iterator, Sequence
from itertools import chain, product
from typing import Any

from desktop.rules.cast import enemies
from desktop.rules.contract import Command, Option, Policy, Rules
from desktop.rules.state import State
from desktop.rules.table import Refusal
from desktop.rules.text import Text

PRESSING = "pressing"
NEAREST = 3
"""The most of the nearest enemies of which it looks which it can attack."""


def pressing(kind: type[Rules[Any]]) -> Policy:
    """The behaviour for a system: the first attack that can be made at the nearest enemy, else a
    move nearer, else the action that moves the fight on."""
    text = Text("Attacks the nearest enemy with the first thing that can be used, or goes nearer.")
    return Policy(
        PRESSING, Text("Presses"), "", text, lambda state, id: press(kind(), state, id), True
    )


def press(
    rules: Rules[Any], state: State[Any], actor: str, first: Sequence[type[Command]] = ()
) -> Command | None:
    """What the actor does now; None where it is not to act, or nothing can be done. What comes
    ``first``, without parameters, is done wherever it can be: getting up."""
    if not rules.is_to_act(state, actor):
        return None
    for command in [model(actor=actor) for model in first]:
        if not rules.why_not(state, actor, rules.action_of(command), command):
            return command
    me = state[actor]
    standing = [foe for foe in enemies(state, me) if not foe.incapacitated]
    foes = sorted(standing, key=lambda foe: rules.distance(state, actor, foe.id) or 0.0)[:NEAREST]
    aimed = [a for a in rules.actions if "target" in a.command.model_fields]
    attacks = [a for a in aimed if a.section == "attack"] or aimed[:1]
    options = [rules.option(state, me, a) for a in attacks if a.applies(state, me)]
    can = [option for option in options if option.why_not is None]
    ways = (way for foe in foes for option in can for way in _at(rules, state, option, foe.id))
    nearer = (rules.nearer(state, actor, foe.id) for foe in foes)
    for command in chain(ways, filter(None, nearer)):
        try:
            command = rules.filled_in(state, command)
            rules.check(state, command)
        except Refusal:
            continue
        return command
    mine = (o for o in rules.turn_options(state) if o.actor == actor and o.why_not is None)
    return next((rules.read(option.as_step()) for option in mine if option.main), None)


def _at(rules: Rules[Any], state: State[Any], option: Option, target: str) -> Iterator[Command]:
    """An attack at a target, with each of the things on offer that can be used for it."""
    fields = rules.parameters(state, option, {"target": target})
    aim = next(field for field in fields if field.id == "target")
    offered = [
        [(field.id, choice.value) for choice in field.choices if not choice.why_not]
        for field in fields
        if field.offers
    ]
    if not offered and any(c.value == target and c.why_not for c in aim.choices):
        return
    for things in product(*offered):
        yield rules.read(option.as_step(target=target, **dict(things)))
