"""How fighters and time are shown: vitals, the ledger's names, the column of declarations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import Any

from desktop.rules.contract import WITHOUT_EFFECT, Rules
from desktop.rules.display import Bar, Lane, Measure, Standing, Timeline, Vital, badge, bar
from desktop.rules.figures import FigureGroup
from desktop.rules.mir_tmy.actions import BY_ID
from desktop.rules.mir_tmy.commands import named
from desktop.rules.mir_tmy.figures import figures
from desktop.rules.mir_tmy.initiative import awareness, base
from desktop.rules.mir_tmy.sheet import AWARE, level_word
from desktop.rules.mir_tmy.state import Declared, Fighter, Manoeuvre, Scene
from desktop.rules.text import NOTHING, Term, Text, Words, few, joined
from desktop.rules.values import badges, described

PHASES = {
    "declare": Text("declarations"),
    "act": Text("actions"),
    "end": Text("end", context="phase"),
}
BARS = {"planned": "planned", "held": "running", "done": "done", "struck": "struck"}


EFFECTS = (
    "shock", "shock_next", "stunned", "broken_neck", "down", "must_rise", "grappled_by", "aiming",
    "crippled_limbs", "initiative_next", "suppressing", "countering",
)  # fmt: skip

PARTS = {
    "limb": Term(Text("limb", context="part of the body"), "конечность"),
    "hand": Term(Text("hand", context="part of the body"), "кисть"),
    "head": Term(Text("head", context="part of the body"), "голова"),
    "heart": Term(Text("heart", context="part of the body"), "сердце"),
}
"""mir_tmy-29: what of a body an attack can be aimed at, as anybody sees it."""


ALSO = {"sweep": "down", "disarm": "disarmed", "break_joint": "crippled", "cut_tendon": "crippled"}
"""What manoeuvres are for beside damage, by the mark it has (mir_tmy-32, 34, 35)."""


class Display(Rules[Scene]):
    """How fighters and time are shown."""

    def vitals(self, state: Scene, id: str) -> list[Vital]:
        """Health, initiative, extra actions and badges."""
        fighter = state[id]
        shown = [health(fighter), initiative(fighter)]
        if fighter.extra_actions:
            most, label = fighter.extra_actions, Text("Extra actions")
            left = 0 if fighter.split else most - fighter.extras_spent
            pips = bar("extra_actions", label, left, most, "mir_tmy-50", "Доп. действия", "pips")
            shown.append(pips)
        return [*shown, *badges(fighter), *_badges(state, fighter)]

    def describe(self, state: Scene, id: str) -> dict[str, Any]:
        """The fighter under the ledger's names."""
        fighter = state[id]
        values = described(fighter)
        effects = {name: values.pop(name) for name in EFFECTS}
        effects["covering"] = next((guard.ally for guard in fighter.guards if guard.ally), None)
        effects["ready"] = [guard.kind for guard in fighter.guards]
        plans = (plan for plan in fighter.declared if plan.status in ("planned", "held"))
        return {
            **values,
            "kind": fighter.kind,
            "level": fighter.level,
            "penalty": fighter.penalty,
            "declared": [plan.command.action for plan in plans],
            "extras_spent": fighter.extras_spent,
            "attributes": fighter.attributes.model_dump(),
            "awareness": awareness(fighter),
            "effects": {name: value for name, value in effects.items() if value},
        }

    def measure(self, state: Scene, step: Mapping[str, Any]) -> Measure:
        levels = Term(Text("level", "levels", context="of health"), "ур.")
        return Measure("damage", levels, also=ALSO.get(step.get("action", ""), ""))

    def harm(self, before: Scene, after: Scene, id: str) -> Sequence[Words]:
        """As always; and by how much a sweep lowers the next initiative (mir_tmy-34)."""
        was, now = before.combatants.get(id), after[id]
        lowered = was.initiative_next - now.initiative_next if was else 0
        slower = Text("initiative −{lowered} next turn", lowered=lowered)
        return [*super().harm(before, after, id), *([slower] if lowered > 0 else [])]

    def came_to(
        self, before: Scene, after: Scene, marks: Mapping[tuple[str, str], int]
    ) -> Mapping[str, Sequence[Words]]:
        """As always, but for a hit in return or in the place of another: its harm comes of it."""
        first = [self.marks_for_players[what] for what in ("hit_back", "hit_instead")]
        came = super().came_to(before, after, marks)
        return {
            who: sorted(words, key=lambda said: said not in first) for who, words in came.items()
        }

    def mark_in_words(
        self, mark: str, before: Scene, after: Scene, id: str, times: int = 1
    ) -> Words:
        """mir_tmy-27: who is up again at once; 44: whether a hit in return did anything."""
        if mark == "down" and not after[id].down:
            return Text("is up at once")
        words = super().mark_in_words(mark, before, after, id, times)
        idle = mark == "hit_back" and not self.harm(before, after, id)
        return joined([words, WITHOUT_EFFECT]) if idle else words

    def where_hit(
        self, before: Scene, after: Scene, id: str, step: Mapping[str, Any]
    ) -> Words | None:
        """mir_tmy-29: what an attack was aimed at."""
        actor = before.combatants.get(step.get("actor") or before.turn or "")
        plan = actor.plan(before.wave) if actor else None
        said = {**(plan.command.model_dump() if plan else {}), **step}
        part = PARTS.get((said.get("modifiers") or {}).get("targeting") or "")
        return Text("{part}", part=part) if part and id == said.get("target") else None

    def headline(self, state: Scene) -> list[Words]:
        """The turn, its phase and wave, and who is on turn."""
        where: list[Words] = [self.round_named(state.round)]
        if not state.wave:
            where.append(PHASES.get(state.phase, state.phase))
        elif state.declaring:
            where.append(Text("extra actions {wave}: declarations", wave=state.wave))
        else:
            where.append(Text("extra actions {wave}", wave=state.wave))
        if state.turn:
            where.append(state[state.turn].name)
        return where

    def standing(self, state: Scene, id: str) -> Standing:
        """How one stands in the order: waiting, on turn, done or out."""
        waits = super().standing(state, id)
        return "done" if waits == "ready" and state[id].spent(state.wave) else waits

    def timeline(self, state: Scene) -> Timeline:
        """mir_tmy-5: the declarations, the fastest on top, so that they fill upward.

        There is a tick for the wave in hand and the one before it, so that there is room to read.
        """
        first = max(state.wave - 1, 0)
        ticks = tuple(
            Text("Extra {wave}", wave=wave) if wave else Text("Action")
            for wave in range(first, state.wave + 1)
        )
        lanes = tuple(
            Lane(id, _bars(state, state[id], first))
            for id in state.order
            if not state[id].out or state[id].declared
        )
        return Timeline(Text("Declarations"), ticks, lanes, now=float(state.wave - first))

    def figures(self, state: Scene, id: str) -> tuple[FigureGroup, ...]:
        """The numbers that one is played from."""
        return tuple(figures(state, state[id]))


def initiative(fighter: Fighter) -> Vital:
    """mir_tmy-3: what it came to; before the d10 is rolled, to what that will be added."""
    value, text = fighter.initiative, NOTHING
    if not fighter.die and not value:
        value = base(fighter)
        text = Text("{base} + d10", base=value)
    label, rule, native = Text("Initiative"), "mir_tmy-3", "Инициатива"
    return Vital("number", "initiative", label, value, text=text, rule=rule, native=native)


def health(fighter: Fighter) -> Vital:
    """mir_tmy-17: a box for each level, worst damage first."""
    damage = fighter.damage
    marks = [3] * damage.aggravated + [2] * damage.lethal + [1] * damage.bashing
    boxes = len(fighter.levels) + 1
    level = fighter.level
    penalty = fighter.penalty if not fighter.out else 0
    word = level_word(level, fighter.kind)
    text = Text("{level}", level=word) if level else NOTHING
    if level and penalty:
        text = Text("{level} −{penalty}", level=word, penalty=abs(penalty))
    worst = fighter.out or level in ("mauled", "crippled")
    return Vital(
        "boxes",
        "damage",
        Text("{damage}", damage=Term("Damage marked", "Повреждения")),
        value=min(fighter.marked, boxes),
        maximum=boxes,
        text=text,
        values=tuple([*marks, *[0] * boxes][:boxes]),
        tone="bad" if worst else "warn" if penalty else "good",
        rule="mir_tmy-17",
    )


def _badges(state: Scene, fighter: Fighter) -> list[Vital]:
    """What cannot be read off one declared value."""
    shown = []
    if fighter.grappled_by in state.combatants:
        name = state[fighter.grappled_by].name
        held = Text("{held}: {name}", held=Term("held by", "в захвате у"), name=name)
        shown.append(badge("grappled_by", held, "mir_tmy-30", "warn"))
    if fighter.guards:
        defences = []
        for guard in fighter.guards:
            what = Term(BY_ID[guard.kind].label, BY_ID[guard.kind].native)
            said = Text("{what!l}", what=what)
            if guard.dice is not None:
                said = Text("{what!l} {dice}", what=what, dice=guard.dice)
            defences.append(said)
        ready = Text("ready: {defences}", defences=defences)
        shown.append(badge("guards", ready, "mir_tmy-43", "good"))
    if any(
        plan.command.concealed and plan.status == "planned"
        for other in state.combatants.values()
        if other.id != fighter.id
        for plan in other.declared
    ):
        notices = Text("{notices}", notices=AWARE[awareness(fighter)])
        shown.append(badge("awareness", notices, "mir_tmy-9"))
    return shown


def _bars(state: Scene, fighter: Fighter, first: int) -> tuple[Bar, ...]:
    """What was declared for the waves from ``first`` to now, and in its place what became of it."""
    bars = []
    for wave in range(first, state.wave + 1):
        plans = [plan for plan in fighter.declared if plan.wave == wave]
        for index, plan in enumerate(plans):
            length = 1 / len(plans)
            kind = BARS[plan.status] if plan.status != "planned" or not fighter.out else "struck"
            bars.append(_bar(state, plan, kind, wave - first + index * length, length))
    waiting = fighter.plan(state.wave) is None and not fighter.spent(state.wave)
    if waiting and not fighter.out:
        bars.append(Bar(float(state.wave - first), 1.0, "…", "waiting", "mir_tmy-5"))
    return tuple(bars)


def _bar(state: Scene, plan: Declared, kind: Any, start: float, length: float) -> Bar:
    action = BY_ID[plan.command.action]
    names = [state[id].name for id in named(plan.command) if id in state.combatants]
    parts = getattr(plan.command, "parts", ())

    def label_by(word: Callable[[Manoeuvre], Words]) -> Words:
        label = word(action)
        if parts:
            labelled = ((word(BY_ID[part.action]), part.dice) for part in parts)
            label = joined([Text("{what} {dice}", what=w, dice=d) for w, d in labelled], " + ")
        elif names:
            label = Text("{action} → {names}", action=label, names=few(names))
        return Text("({label})", label=label) if plan.command.concealed else label

    note = Text("without outward sign") if plan.command.concealed else NOTHING
    label, native = label_by(attrgetter("label")), label_by(attrgetter("native"))
    return Bar(start, length, label, kind, action.rule, note, native)
