"""How fighters and time are shown: vitals, the ledger's names, the column of declarations."""

from __future__ import annotations

from typing import Any

from desktop.rules.display import Bar, Lane, Timeline, Vital
from desktop.rules.mir_tmy.actions import BY_ID
from desktop.rules.mir_tmy.rounds import awareness
from desktop.rules.mir_tmy.state import Declared, Fighter, Scene
from desktop.rules.mir_tmy.words import said

PHASES = {"declare": "заявки", "act": "действия", "extra": "доп. действия", "end": "конец"}
AWARE = {
    "full": "всё видит",
    "threat": "чует угрозу",
    "gist": "понимает суть",
    "none": "не замечает",
}
BARS = {"planned": "planned", "held": "running", "done": "done", "struck": "struck"}


def vitals(state: Scene, fighter: Fighter) -> list[Vital]:
    found = [
        health(fighter),
        Vital("number", "initiative", "Инициатива", fighter.initiative, rule="mir_tmy-3"),
    ]
    if fighter.extra_actions:
        left = 0 if fighter.split else fighter.extra_actions - fighter.extras_spent
        found.append(
            Vital(
                "pips",
                "extra_actions",
                "Доп. действия",
                max(left, 0),
                fighter.extra_actions,
                rule="mir_tmy-50",
            )
        )
    found += [
        Vital("badge", id, text, text=text, tone=tone, rule=rule)  # type: ignore[arg-type]
        for on, id, text, tone, rule in _badges(state, fighter)
        if on
    ]
    return found


def health(fighter: Fighter) -> Vital:
    """mir_tmy-17: a box for each level, worst damage first."""
    damage = fighter.damage
    marks = [3] * damage.aggravated + [2] * damage.lethal + [1] * damage.bashing
    boxes = len(fighter.levels) + 1
    level = fighter.level
    penalty = fighter.penalty if not fighter.out else 0
    text = said(level) + (f" {penalty}" if penalty else "") if level else ""
    worst = fighter.out or level in ("mauled", "crippled")
    return Vital(
        "boxes",
        "damage",
        "Здоровье",
        value=min(fighter.marked, boxes),
        maximum=boxes,
        text=text,
        values=tuple([*marks, *[0] * boxes][:boxes]),
        tone="bad" if worst else "warn" if penalty else "good",
        rule="mir_tmy-17",
    )


def _badges(state: Scene, fighter: Fighter) -> list[tuple[bool, str, str, str, str]]:
    limbs = fighter.crippled_limbs
    grappler = state.combatants.get(fighter.grappled_by or "")
    defences = ", ".join(
        f"{guard.kind}{f' {guard.dice}' if guard.dice else ''}" for guard in fighter.guards
    ).replace("_", " ")
    hidden = any(
        plan.command.concealed and plan.status == "planned"
        for other in state.combatants.values()
        if other.id != fighter.id
        for plan in other.declared
    )
    change = fighter.initiative_next
    return [
        (fighter.acted and not fighter.out, "acted", "acted", "plain", "mir_tmy-4"),
        (fighter.shock, "shock", "shock", "bad", "mir_tmy-25"),
        (fighter.shock_next, "shock_next", "shock next turn", "bad", "mir_tmy-25"),
        (fighter.stunned, "stunned", "stunned", "bad", "mir_tmy-26"),
        (fighter.broken_neck, "broken_neck", "neck broken", "bad", "mir_tmy-33"),
        (fighter.down, "down", "down", "warn", "mir_tmy-27"),
        (
            grappler is not None,
            "grappled_by",
            f"held by {grappler.name if grappler else ''}",
            "warn",
            "mir_tmy-30",
        ),
        (bool(limbs), "crippled_limbs", f"crippled limbs: {limbs}", "bad", "mir_tmy-32"),
        (bool(fighter.aiming), "aiming", f"aiming +{fighter.aiming}", "good", "mir_tmy-36"),
        (bool(fighter.suppressing), "suppressing", "suppressing", "plain", "mir_tmy-42"),
        (bool(fighter.countering), "countering", "counterattack", "plain", "mir_tmy-46"),
        (bool(defences), "guards", f"ready: {defences}", "good", "mir_tmy-43"),
        (bool(change), "initiative_next", f"initiative {change:+d} next", "warn", "mir_tmy-27"),
        (hidden, "awareness", AWARE[awareness(fighter)], "plain", "mir_tmy-9"),
    ]


def describe(state: Scene, fighter: Fighter) -> dict[str, Any]:
    """The fighter under the ledger's names."""
    effects: dict[str, Any] = {
        "shock": fighter.shock,
        "shock_next": fighter.shock_next,
        "stunned": fighter.stunned,
        "broken_neck": fighter.broken_neck,
        "down": fighter.down,
        "must_rise": fighter.must_rise,
        "grappled_by": fighter.grappled_by,
        "aiming": fighter.aiming,
        "crippled_limbs": fighter.crippled_limbs,
        "initiative_next": fighter.initiative_next,
        "suppressing": fighter.suppressing,
        "countering": fighter.countering,
        "covering": next((guard.ally for guard in fighter.guards if guard.ally), None),
        "ready": [guard.kind for guard in fighter.guards],
    }
    return {
        "name": fighter.name,
        "side": fighter.side,
        "kind": fighter.kind,
        "form": fighter.form,
        "damage": fighter.damage.model_dump(),
        "level": fighter.level,
        "penalty": fighter.penalty,
        "initiative": fighter.initiative,
        "die": fighter.die,
        "declared": [
            plan.command.action for plan in fighter.declared if plan.status in ("planned", "held")
        ],
        "acted": fighter.acted,
        "extra_actions": fighter.extra_actions,
        "extras_spent": fighter.extras_spent,
        "attributes": fighter.attributes.model_dump(),
        "loaded": dict(fighter.loaded),
        "unready": list(fighter.unready),
        "awareness": awareness(fighter),
        "effects": {name: value for name, value in effects.items() if value},
        "out": fighter.out,
    }


def headline(state: Scene) -> list[str]:
    where = [f"Ход {state.round}"]
    phase = PHASES.get(state.phase, state.phase)
    if state.wave:
        phase = f"доп. действия {state.wave}" + (": заявки" if state.declaring else "")
    where.append(phase)
    if state.turn:
        where.append(state[state.turn].name)
    return where


def timeline(state: Scene) -> Timeline:
    """The declarations: the fastest on top, so that they fill upward; a tick for each wave.

    Only the wave in hand and the one before it, so that there is room to read them.
    """
    first = max(state.wave - 1, 0)
    ticks = [f"Доп. {wave}" if wave else "Действие" for wave in range(first, state.wave + 1)]
    lanes = [
        Lane(id, _bars(state, state[id], first))
        for id in state.order
        if not state[id].out or state[id].declared
    ]
    return Timeline("Заявки", tuple(ticks), tuple(lanes), now=float(state.wave - first))


def _bars(state: Scene, fighter: Fighter, first: int) -> tuple[Bar, ...]:
    """What was declared for the waves from ``first`` to now, and in its place what became of it."""
    found = []
    for wave in range(first, state.wave + 1):
        plans = [plan for plan in fighter.declared if plan.wave == wave]
        for index, plan in enumerate(plans):
            length = 1 / len(plans)
            found.append(_bar(state, plan, wave - first + index * length, length))
    waiting = fighter.plan(state.wave) is None and not fighter.spent(state.wave)
    if waiting and not fighter.out:
        found.append(Bar(float(state.wave - first), 1.0, "…", "waiting", "mir_tmy-5"))
    return tuple(found)


def _bar(state: Scene, plan: Declared, start: float, length: float) -> Bar:
    action = BY_ID[plan.command.action]
    at = [getattr(plan.command, "target", None), *getattr(plan.command, "targets", ())]
    names = ", ".join(state[id].name for id in at if id in state.combatants)
    label = action.native + (f" → {names}" if names else "")
    parts = getattr(plan.command, "parts", ())
    if parts:
        label = " + ".join(f"{BY_ID[part.action].native} {part.dice}" for part in parts)
    note = "неприметно" if plan.command.concealed else ""
    if note:
        label = f"({label})"
    kind: Any = BARS[plan.status]
    return Bar(start, length, label, kind, action.rule, note)
