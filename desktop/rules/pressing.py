"""The behaviour that needs no line of a system: it goes by what the actions declare."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, product
from typing import Any

from desktop.rules.cast import enemies
from desktop.rules.contract import Command, Option, Policy, Rules
from desktop.rules.display import left
from desktop.rules.fields import fields_of
from desktop.rules.state import State
from desktop.rules.table import Refusal
from desktop.rules.text import Text

PRESSING = "pressing"
BADLY = 0.5
"""Who has this share of its first bar left, or less, is healed."""
NEAREST = 3
"""The most of the nearest enemies of which it looks which it can attack."""


def pressing(kind: type[Rules[Any]]) -> Policy:
    """The behaviour for a system: what is for friends, at one who is badly hurt; an area that
    reaches several enemies; the first attack that can be made at the nearest enemy; a move nearer;
    the action that moves the fight on."""
    text = Text(
        "Heals who is badly hurt, aims an area at several; else attacks the nearest enemy with the"
        " first thing that can be used, or goes nearer."
    )
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
    near = sorted(standing, key=lambda foe: rules.distance(state, actor, foe.id) or 0.0)[:NEAREST]
    foes = [foe.id for foe in near]
    aimed = [a for a in rules.actions if a.whose == "to_act" and "target" in a.command.model_fields]
    offered = [rules.option(state, me, a) for a in aimed if a.applies(state, me)]
    attacks = [option for option in offered if option.section == "attack"] or offered[:1]
    wanted = chain(
        _ways(rules, state, offered, _badly_hurt(rules, state, me), for_friends=True),
        _areas(rules, state, offered, foes),
        _ways(rules, state, attacks, foes),
        filter(None, (rules.nearer(state, actor, foe) for foe in foes)),
    )
    for command in wanted:
        with suppress(Refusal):
            command = rules.filled_in(state, command)
            rules.check(state, command)
            return command
    mine = (o for o in rules.turn_options(state) if o.actor == actor and o.why_not is None)
    return next((rules.read(option.as_step()) for option in mine if option.main), None)


def _badly_hurt(rules: Rules[Any], state: State[Any], me: Any) -> Iterator[str]:
    """Those of one's own side of whom half or less is left, the worst hurt first."""
    friends = [friend.id for friend in state.standing() if friend.side == me.side]
    shares = {id: left(rules.vitals(state, id))[0] for id in friends}
    hurt = {id: share for id, share in shares.items() if share is not None and share <= BADLY}
    yield from sorted(hurt, key=lambda id: hurt[id])


def _areas(
    rules: Rules[Any], state: State[Any], options: Sequence[Option], foes: Sequence[str]
) -> Iterator[Command]:
    """What reaches several enemies by the map and nobody else, the most first."""
    caught: list[tuple[int, Command]] = []
    fields = [(o, field) for o in options for field in fields_of(rules.commands[o.do, o.action])]
    wide = {option: field.id for option, field in fields if field.kind == "combatants"}
    for way in _ways(rules, state, wide, foes):
        with suppress(Refusal):
            others = next(id for option, id in wide.items() if option.action == way.action)
            ids = {way.target, *getattr(rules.filled_in(state, way), others)}
            if len(ids) > 1 and all(state[id].side != state[way.actor].side for id in ids):
                caught.append((len(ids), way))
    yield from (way for _, way in sorted(caught, key=lambda each: -each[0]))


def _ways(
    rules: Rules[Any],
    state: State[Any],
    options: Iterable[Option],
    targets: Iterable[str],
    *,
    for_friends: bool = False,
) -> Iterator[Any]:
    """What can be done of this at the targets, the first of them first."""
    can = [option for option in options if option.why_not is None]
    for target, option in product(targets, can):
        for way in _at(rules, state, option, target):
            step = way.model_dump(by_alias=True)
            if rules.for_friends(state[option.actor], step) == for_friends:
                yield way


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
