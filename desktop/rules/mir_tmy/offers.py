"""What is on offer: the options of a state, and the values of their parameters."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from desktop.rules.cast import combatant_choices
from desktop.rules.contract import Option
from desktop.rules.fields import Choice, Field
from desktop.rules.mir_tmy import deeds
from desktop.rules.mir_tmy.actions import ACTIONS, BY_ID, Action, default_parts, unable
from desktop.rules.mir_tmy.attacks import HOLDING
from desktop.rules.mir_tmy.reckon import (
    close_weapons,
    cutters,
    firearms,
    melee_weapons,
    sweepers,
)
from desktop.rules.mir_tmy.sheet import Weapon
from desktop.rules.mir_tmy.state import Declared, Fighter, Scene
from desktop.rules.mir_tmy.words import ABILITIES, ATTRIBUTES, said
from desktop.rules.state import Combatant

FREE = ("move", "speak")
"""What can be done beside a declared action (mir_tmy-52, 54)."""


def options(state: Scene) -> list[Option]:
    if state.turn is None:
        return []
    fighter = state[state.turn]
    found = _declarations(state, fighter) if state.declaring else _actions(state, fighter)
    found += _for_others(state, fighter)
    return found


# ---- who is on turn


def _declarations(state: Scene, fighter: Fighter) -> list[Option]:
    found = [
        _option(state, fighter, action, "declare", unable(state, fighter, action.id, state.wave))
        for action in ACTIONS
        if action.id not in ("ambush", "pass")
    ]
    found.append(_end_turn(fighter, "Declare nothing", "Без заявки"))
    if state.fresh:
        found += _ambushes(state)
    return found


def _actions(state: Scene, fighter: Fighter) -> list[Option]:
    plan = fighter.plan(state.wave)
    found = []
    for action in ACTIONS:
        if action.id in ("ambush", "pass"):
            continue
        why_not = unable(state, fighter, action.id, state.wave)
        free = action.id in FREE and not (action.id == "move" and fighter.moved)
        if plan and action.id not in (plan.command.action, fighter.forced) and not free:
            continue
        option = _option(state, fighter, action, "act", why_not)
        if plan and action.id == plan.command.action:
            option = replace(option, group="actions", main=True, key="A")
        found.append(option)
    if len(state.queue) > 1:
        found.append(
            Option(
                "wait",
                fighter.id,
                "",
                "Wait",
                native="Ждать",
                rule="mir_tmy-8",
                key="W",
                group="turn",
            )
        )
    found.append(_end_turn(fighter, "Do not act", "Не действовать"))
    if state.fresh:
        found += _ambushes(state)
    return found


def _option(state: Scene, fighter: Fighter, action: Action, do: str, why_not: str | None) -> Option:
    return Option(
        do,
        fighter.id,
        action.id,
        action.label,
        native=action.native,
        rule=action.rule,
        why_not=why_not,
        key=action.key,
        group=action.group,
    )


def _end_turn(fighter: Fighter, label: str, native: str) -> Option:
    return Option(
        "end_turn",
        fighter.id,
        "",
        label,
        native=native,
        rule="mir_tmy-7",
        key="Space",
        group="turn",
    )


# ---- everybody else


def _ambushes(state: Scene) -> list[Option]:
    """mir_tmy-19: before anything else, by anybody with somebody to ambush."""
    if state.round > 1 or state.wave:
        return []
    able = [c for c in state.standing() if c.id not in state.surprised]
    return [
        replace(
            _option(state, c, BY_ID["ambush"], "act", unable(state, c, "ambush", 0)),
            aside=True,
            group="reactions",
        )
        for c in able
        if any(deeds.not_ambushed(state, other) is None for other in _enemies(state, c))
    ]


def _enemies(state: Scene, fighter: Fighter) -> list[Fighter]:
    return [c for c in state.combatants.values() if c.side != fighter.side and not c.out]


def _for_others(state: Scene, on_turn: Fighter) -> list[Option]:
    found = [
        Option(
            "change_to_defence",
            c.id,
            "",
            "Change to a defence",
            native="Сменить на защиту",
            rule="mir_tmy-7",
            key="X" if c.id == on_turn.id else "",
            group="reactions",
            aside=c.id != on_turn.id,
        )
        for c in state.downward()
        if _may_change(state, c)
    ]
    if state.fresh and state.round > 1 and not state.wave:
        found += [
            Option(
                "reroll_initiative",
                c.id,
                "",
                "Reroll initiative",
                native="Перебросить инициативу",
                rule="mir_tmy-6",
                group="others",
                aside=c.id != on_turn.id,
            )
            for c in state.downward()
            if not c.rerolled
        ]
        found.append(
            Option(
                "reroll_all",
                on_turn.id,
                "",
                "All reroll initiative",
                native="Все перебрасывают инициативу",
                rule="mir_tmy-6",
                group="others",
            )
        )
    found += [
        Option(
            "knockdown",
            c.id,
            "",
            "Knocked down",
            native="Нокдаун",
            rule="mir_tmy-27",
            group="reactions",
            aside=True,
        )
        for c in state.downward()
        if not c.down
    ]
    return found


def _may_change(state: Scene, fighter: Fighter) -> bool:
    """mir_tmy-7: whether there is an action left to give for a defence.

    Who is still to declare declares the defence; who declared one already has it.
    """
    wave = fighter.next_action
    if fighter.grappled_by or fighter.must_rise or wave is None:
        return False
    if state.declaring and wave == state.wave and fighter.plan(wave) is None:
        return False
    return state.house.declare or state.turn != fighter.id


# ---- parameters


def offered(state: Scene, option: Option, fields: Sequence[Field]) -> list[Field]:
    """The parameters of an option with what is on offer; as declared, where it is declared."""
    fighter = state[option.actor]
    plan = declared_already(state, option)
    found = []
    for field in fields:
        if field.id == "concealed" and option.do == "act":
            continue
        filled = _offered(state, fighter, option, field)
        if plan:
            name = "with_" if field.id == "with" else field.id
            value = getattr(plan.command, name, None)
            if field.id == "target" and value:
                filled = filled.offering([_as_said(c, value) for c in filled.choices])
            if value not in (None, ""):
                filled = replace(filled, default=_plain(value), required=False)
        found.append(filled)
    return found


def _as_said(choice: Choice, declared: Any) -> Choice:
    if choice.value == declared or choice.why_not:
        return choice
    return replace(choice, why_not="not declared (mir_tmy-7)")


def declared_already(state: Scene, option: Option) -> Declared | None:
    """The declaration that this option carries out."""
    if option.do != "act" or option.actor not in state.combatants:
        return None
    plan = state[option.actor].plan(state.wave)
    return plan if plan and plan.command.action == option.action else None


def _plain(value: Any) -> Any:
    """A value as the field shows it: records as they are, lists of records as JSON."""
    if isinstance(value, list):
        return [v.model_dump(by_alias=True) if hasattr(v, "model_dump") else v for v in value]
    return value


def _offered(state: Scene, fighter: Fighter, option: Option, field: Field) -> Field:
    match field.id:
        case "target" | "second_target" | "until":
            choices = _people(state, fighter, option)
            first = next((c.value for c in choices if c.why_not is None), None)
            return field.offering(choices, default=first if field.required else None)
        case "targets":
            choices = _people(state, fighter, option)
            return field.offering(choices)
        case "past":
            others = [c for c in state.downward() if c.id != fighter.id]
            return field.offering(combatant_choices(others, _lets_pass))
        case "with" | "off":
            weapons = _weapons(fighter, option.action)
            arms = [Choice("", "что в руке")]
            for w in weapons:
                held = fighter.has_ready(w) or option.action == "ready_weapon"
                why_not = None if held else "not in hand"
                arms.append(Choice(w.name, w.name, _note(fighter, w), why_not))
            return field.offering(arms, default="")
        case "ability":
            return field.offering(_abilities(fighter, option.action), default="")
        case "attribute" if not field.choices:
            return field.offering([Choice("", "—"), *(Choice(a, w) for a, w in ATTRIBUTES)])
        case "parts":
            return _parts(state, fighter, option, field)
        case "metres":
            reach = deeds.farthest(fighter, option.action == "run")
            return replace(field, maximum=reach)
        case _:
            return field


def _people(state: Scene, fighter: Fighter, option: Option) -> tuple[Choice, ...]:
    others: list[Fighter] = [c for c in state.combatants.values() if c.id != fighter.id]
    if option.do == "wait":
        behind = state.queue[1:]
        return combatant_choices([state[id] for id in behind])
    friendly = option.do == "change_to_defence" or option.action == "cover_ally"

    def late(c: Combatant) -> tuple[bool, bool]:
        return (c.side == fighter.side) != friendly, c.out

    def why_not(c: Fighter) -> str | None:
        if c.dead:
            return "dead"
        return deeds.not_ambushed(state, c) if option.action == "ambush" else None

    return combatant_choices(sorted(others, key=late), why_not)


def _lets_pass(fighter: Fighter) -> str | None:
    return None if fighter.countering or fighter.suppressing else "lets anybody pass"


_FITTING: dict[str, Callable[[Fighter], list[Weapon]]] = {
    "cut_tendon": cutters,
    "sweep": sweepers,
    "disarm": close_weapons,
    "counter": close_weapons,
    "parry": melee_weapons,
    "aim": firearms,
    "full_auto": lambda fighter: [w for w in firearms(fighter) if w.automatic],
    "strafe": lambda fighter: [w for w in firearms(fighter) if w.automatic],
    "suppress": lambda fighter: [w for w in firearms(fighter) if w.automatic],
    "short_burst": lambda fighter: [w for w in firearms(fighter) if w.burst],
    "two_guns": lambda fighter: [w for w in firearms(fighter) if w.light],
    "reload": lambda fighter: [w for w in firearms(fighter) if w.clip is not None],
    "ready_weapon": lambda fighter: [w for w in fighter.sheet.weapons if w.name in fighter.unready],
}


def _weapons(fighter: Fighter, action: str) -> list[Weapon]:
    fitting = _FITTING.get(action)
    return fitting(fighter) if fitting else fighter.weapons


def _note(fighter: Fighter, weapon: Weapon) -> str:
    parts = [f"{weapon.damage:+d} {said(weapon.type)}"]
    if weapon.clip is not None:
        parts.append(f"{fighter.loaded.get(weapon.name, 0)}/{weapon.clip}")
    if weapon.range is not None:
        parts.append(f"{weapon.range} m")
    return ", ".join(parts)


def _abilities(fighter: Fighter, action: str) -> list[Choice]:
    fitting = {
        "grapple": HOLDING,
        "break_free": HOLDING,
        "break_joint": ("brawl", "do"),
        "neck_twist": ("brawl", "do"),
        "speak": deeds.SPEAKING,
    }.get(action)
    names = list(fitting or dict(ABILITIES))
    if fitting is None:
        names += [name for name in fighter.ratings if name not in names]
    choices = [Choice(name, said(name), str(fighter.ability(name))) for name in names]
    return [Choice("", "best" if fitting else "—"), *choices]


def _parts(state: Scene, fighter: Fighter, option: Option, field: Field) -> Field:
    enemies = _enemies(state, fighter)
    inner = tuple(_of_part(state, fighter, option, part) for part in field.fields)
    target = enemies[0].id if enemies else ""
    return replace(field, fields=inner, default=default_parts(fighter, target))


def _of_part(state: Scene, fighter: Fighter, option: Option, field: Field) -> Field:
    """A field of one of several actions; what only few actions need is folded away."""
    if field.id == "action":
        return field.offering([Choice(c.value, BY_ID[c.value].native) for c in field.choices])
    often = field.id in ("dice", "target", "with")
    return replace(_offered(state, fighter, option, field), seldom=not often)
