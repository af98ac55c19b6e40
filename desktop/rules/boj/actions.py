"""The list of everything that can be done, and what stands against it."""

from __future__ import annotations

from typing import Any

from desktop.rules.boj import commands as say
from desktop.rules.boj import other_actions as do
from desktop.rules.boj.attacks import attack
from desktop.rules.boj.state import Fighter, Scene
from desktop.rules.boj.turns import end_turn, wait
from desktop.rules.cast import alone
from desktop.rules.contract import Action
from desktop.rules.text import Text


def held(state: Scene, fighter: Fighter) -> Text | None:
    """boj-13: somebody held can break free and do nothing else."""
    if fighter.grappled_by is None:
        return None
    return Text("held by {name}: can only break free", name=state[fighter.grappled_by].name)


def _no_target(state: Scene, fighter: Fighter) -> Text | None:
    return held(state, fighter) or alone(state, fighter)


def _no_disarm(state: Scene, fighter: Fighter) -> Text | None:
    found = _no_target(state, fighter)
    if not found and fighter.in_hand:
        return Text("hands are not free: {w}", w=fighter.in_hand)
    armed = any(c.in_hand for c in state.standing() if c.id != fighter.id)
    return found or (None if armed else Text("nobody holds anything"))


def _no_grapple(state: Scene, fighter: Fighter) -> Text | None:
    found = _no_target(state, fighter)
    if not found and fighter.grappling:
        return Text("holds {name}", name=state[fighter.grappling].name)
    free = any(not c.grappled_by for c in state.standing() if c.id != fighter.id)
    return found or (None if free else Text("all are held already"))


def _not_held(state: Scene, fighter: Fighter) -> Text | None:
    return None if fighter.grappled_by else Text("nobody holds {name}", name=fighter.name)


def _moved(state: Scene, fighter: Fighter) -> Text | None:
    """boj-16: the 3 m go with an action that is not itself a movement, and once."""
    return held(state, fighter) or (Text("has moved in this turn") if fighter.moved else None)


def _empty_handed(state: Scene, fighter: Fighter) -> Text | None:
    return held(state, fighter) or (None if fighter.in_hand else Text("hands are free"))


def _nothing_dropped(state: Scene, fighter: Fighter) -> Text | None:
    return held(state, fighter) or (None if fighter.disarmed else Text("nothing was dropped"))


def _acted(state: Scene, fighter: Fighter) -> Text | None:
    if fighter.acted:
        return Text("this turn's action is spent")
    others = (c for c in state.standing() if c.id != fighter.id and not c.over)
    return held(state, fighter) or (None if any(others) else Text("nobody is still to act"))


def _action(
    command: type[say.Act], perform: Any, label: str, native: str, rule: str, **more: Any
) -> Action[Scene, Fighter]:
    """An action that takes the turn's one action (boj-1), and that nobody held can take."""
    given: dict[str, Any] = {"price": 1, "why_not": held, **more}
    return Action(command, perform, Text(label), native, rule, **given)


ACTIONS = (
    _action(say.Attack, attack, "Attack", "Атака", "boj-5", key="A", why_not=_no_target),
    _action(
        say.CalledShot, attack, "Called shot", "Точное попадание", "boj-8",
        key="C", why_not=_no_target,
    ),
    _action(say.Aim, do.aim, "Aim", "Прицеливание", "boj-3", key="I"),
    _action(say.Dodge, do.dodge, "Dodge", "Уклонение", "boj-11", key="D"),
    _action(say.Resist, do.resist, "Resist", "Сопротивление", "boj-14", key="R"),
    _action(
        say.Disarm, do.disarm, "Disarm", "Обезоруживание", "boj-10", key="B", why_not=_no_disarm
    ),
    _action(say.Grapple, do.grapple, "Grapple", "Захват", "boj-13", key="G", why_not=_no_grapple),
    _action(
        say.Escape, do.escape, "Break free", "Высвобождение", "boj-12", key="E", why_not=_not_held
    ),
    _action(say.Move, do.move, "Move", "Движение", "boj-16", key="M", why_not=_moved),
    _action(
        say.Step, do.step, "Up to 3 m", "До 3 метров", "boj-16", key="S", price=0, why_not=_moved
    ),
    _action(
        say.PutAway, do.put_away, "Free the hands", "Освободить руки", "boj-10",
        key="F", price=0, group="others", why_not=_empty_handed,
    ),
    _action(
        say.PickUp, do.pick_up, "Pick up", "Подобрать", "boj-10",
        key="P", group="others", why_not=_nothing_dropped,
    ),
    _action(say.Other, do.other, "Other", "Другое", "boj-1", key="O", group="others"),
    Action(
        say.Wait, wait, Text("Wait"), "Пропустить вперёд", "boj-2",
        key="W", group="turn", why_not=_acted,
    ),
    Action(
        say.EndTurn, end_turn, Text("End turn"), "Конец хода", "boj-1",
        key="Space", group="turn", main=True,
    ),
)  # fmt: skip
