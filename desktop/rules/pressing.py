"""The behaviour that needs no line of a system: it goes by what the actions declare."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, product
from operator import itemgetter
from typing import Any

from desktop.rules.cast import enemies
from desktop.rules.contract import Action, Command, Option, Policy, Rules
from desktop.rules.display import left
from desktop.rules.fields import fields_of
from desktop.rules.state import State
from desktop.rules.table import Refusal
from desktop.rules.text import Text

PRESSING = "pressing"
BADLY = 0.5
"""Who has this share of its first bar left, or less, is healed."""
Actions = Sequence[Action[Any, Any]]
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
    steps = {a: rules.steps_with(me, a) for a in aimed if a.applies(state, me)}
    attacks = [a for a in steps if a.section == "attack"] or [*steps][:1]
    helps = [a for a, each in steps.items() if any(rules.for_friends(me, s) for s in each)]
    wide = [a for a, each in steps.items() if any(rules.around(state, me, s) for s in each)]
    hurt = _badly_hurt(rules, state, me) if helps else ()
    wanted = chain(
        _ways(rules, state, me, helps, hurt, for_friends=True),
        _areas(rules, state, me, wide, foes),
        _ways(rules, state, me, attacks, foes),
        filter(None, (rules.nearer(state, actor, foe) for foe in foes)),
    )
    for command in wanted:
        with suppress(Refusal):
            command = rules.filled_in(state, command)
            rules.check(state, command)
            return command
    mine = (o for o in rules.turn_options(state) if o.actor == actor and o.why_not is None)
    return next((rules.read(option.as_step()) for option in mine if option.main), None)


def _badly_hurt(rules: Rules[Any], state: State[Any], me: Any) -> Sequence[str]:
    """Those of one's own side of whom half or less is left, the worst hurt first."""
    friends = [friend.id for friend in state.standing() if friend.side == me.side]
    shares = {id: left(rules.vitals(state, id))[0] for id in friends}
    hurt = {id: share for id, share in shares.items() if share is not None and share <= BADLY}
    return sorted(hurt, key=lambda id: hurt[id])


def _areas(
    rules: Rules[Any], state: State[Any], me: Any, wide: Actions, foes: Sequence[str]
) -> Sequence[Command]:
    """What reaches several enemies by the map and nobody else, the most first."""
    caught: list[tuple[int, Command]] = []
    for way in _ways(rules, state, me, wide, foes):
        fields = fields_of(rules.commands[way.do, way.action])
        others = next(field.id for field in fields if field.kind == "combatants")
        with suppress(Refusal):
            ids = {way.target, *getattr(rules.filled_in(state, way), others)}
            if len(ids) > 1 and all(state[id].side != me.side for id in ids):
                caught.append((-len(ids), way))
    return [way for _, way in sorted(caught, key=itemgetter(0))]


def _ways(
    rules: Rules[Any],
    state: State[Any],
    me: Any,
    actions: Actions,
    targets: Iterable[str],
    *,
    for_friends: bool = False,
) -> Iterator[Any]:
    """What can be done of this at the targets, the first of them first."""
    options = [rules.option(state, me, action) for action in actions]
    for target, option in product(targets, [o for o in options if o.why_not is None]):
        for way in _at(rules, state, option, target):
            if rules.for_friends(me, way.model_dump(by_alias=True)) == for_friends:
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
