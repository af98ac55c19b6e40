"""«Боевая система Мира Тьмы»: pools of d10, declared upward and acted downward.

Rooms: ``sheet`` and ``words`` (what is filled in), ``state`` (what a fight changes), ``pools``
(dice and their meaning), ``commands`` (what can be said), ``reckon`` (pools and difficulties),
``defence``, ``wounds``, ``attacks``, ``shooting``, ``deeds`` (the rules of each), ``actions`` (the
list of them), ``rounds`` (the turn), ``policies``, ``shown`` (how it looks).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from desktop.rules.contract import Begin, Command, Option, Policy, Rules, checked
from desktop.rules.display import Outcome, Standing, Timeline, Vital
from desktop.rules.fields import Field, fields_of
from desktop.rules.mir_tmy import shown
from desktop.rules.mir_tmy.actions import ACTIONS, BY_ID
from desktop.rules.mir_tmy.commands import (
    Act,
    ChangeToDefence,
    EndTurn,
    Knockdown,
    Perform,
    RerollAll,
    RerollInitiative,
    Wait,
)
from desktop.rules.mir_tmy.offers import offered, options
from desktop.rules.mir_tmy.policies import POLICIES
from desktop.rules.mir_tmy.rounds import (
    act,
    change_to_defence,
    declare,
    enter,
    give_up,
    go_on,
    reorder,
    reroll_all,
    reroll_one,
    start_round,
    wait,
)
from desktop.rules.mir_tmy.sheet import Armor, HouseRules, Sheet, Weapon
from desktop.rules.mir_tmy.state import Edits, Fighter, Scene, enlist
from desktop.rules.mir_tmy.words import ATTRIBUTES
from desktop.rules.mir_tmy.wounds import fall_out, knock_down
from desktop.rules.state import Roster
from desktop.rules.table import Decision, Refusal, Table
from desktop.rules.text import Text

_ATTRIBUTES = frozenset(name for name, _ in ATTRIBUTES)


class MirTmy(Rules[Scene]):
    id: ClassVar[str] = "mir_tmy"
    title: ClassVar[str] = "Боевая система Мира Тьмы"
    language: ClassVar[str] = "ru"
    sheet = Sheet
    house_rules = HouseRules
    edits = Edits
    catalogue: ClassVar = {"weapon": Weapon, "armor": Armor}
    commands: ClassVar = {
        ("act", ""): Perform,
        **{("act", action.id): action.command for action in ACTIONS},
        **{("declare", action.id): action.command for action in ACTIONS},
        ("change_to_defence", ""): ChangeToDefence,
        ("wait", ""): Wait,
        ("reroll_initiative", ""): RerollInitiative,
        ("reroll_all", ""): RerollAll,
        ("knockdown", ""): Knockdown,
        ("end_turn", ""): EndTurn,
    }

    # ---- a fight

    def muster(self, roster: Roster, house: HouseRules) -> Scene:
        state = Scene(house=house)
        for recruit in roster:
            state.combatants[recruit.id] = enlist(
                recruit.id,
                recruit.side,
                recruit.sheet,
                group=recruit.group,
                policy=recruit.policy,
            )
        return state

    def begin(self, state: Scene, command: Begin, table: Table) -> None:
        state.surprised = tuple(command.surprised)
        if command.surprised:
            names = ", ".join(state[id].name for id in command.surprised)
            table.log("mir_tmy-19", f"May be ambushed: {names}")
        enter(state, table)
        start_round(state, table)
        go_on(state, table)

    def read(self, step: Mapping[str, Any]) -> Command:
        """A command. Without an action, ``act`` is what was declared; others have to be known."""
        do, action = step.get("do", "act"), step.get("action", "")
        known = isinstance(action, str) and action in BY_ID
        if not known and (do == "declare" or (do == "act" and action != "")):
            there_is = ", ".join(BY_ID)
            raise Refusal(f"{self.id} has no action {action!r}; there is: {there_is}", "action")
        return super().read(step)

    def options(self, state: Scene) -> Sequence[Option]:
        return options(state)

    def parameters(self, state: Scene, option: Option) -> Sequence[Field]:
        fields = super().parameters(state, option)
        return offered(state, option, fields)

    def check(self, state: Scene, command: Command) -> None:
        """As always; and what was declared may be done without saying it again.

        The last to declare is the first to act, so for that one acting declares as well.
        """
        if isinstance(command, Perform):
            actor = command.actor or state.turn
            if actor != state.turn or state.declaring:
                super().check(state, command)
            if not actor:
                raise Refusal("nobody is on turn", "actor")
            if state[actor].plan(state.wave) is None:
                raise Refusal(f"{state[actor].name} has declared nothing", "action")
            return
        if isinstance(command, Act) and command.do == "act" and state.declaring:
            if _implied(state, command):
                return
            if command.action != "ambush":
                raise Refusal(
                    f"declarations come first, and {state[state.turn or ''].name} is to declare "
                    "(mir_tmy-5)",
                    "do",
                )
        super().check(state, command)

    def perform(self, state: Scene, command: Command, table: Table) -> None:
        if isinstance(command, RerollAll):
            reroll_all(state, table)
        else:
            id = command.actor or state.turn
            if id is None or id not in state.combatants:
                raise Refusal("needs the id of a combatant", "actor")
            _perform(state, state.take(id), command, table)
        table.turn_only()
        go_on(state, table)

    def decide(self, state: Scene, decision: Decision) -> Any:
        """What was declared; a careful fighter also gives an action for a defence."""
        default = decision.field.default
        by = state[decision.by]
        careful = by.policy == "defensive" and by.penalty < 0
        if decision.id == "defence" and default == "none" and careful:
            return decision.field.choices[1].value
        return default

    def outcome(self, state: Scene) -> Outcome | None:
        """mir_tmy-17: one side is left on its feet, or nobody."""
        sides = {c.side for c in state.combatants.values()}
        standing = {c.side for c in state.combatants.values() if not c.out}
        if len(standing) > 1 or (len(sides) == 1 and standing):
            return None
        winner = next(iter(standing), None)
        said = Text("{side} left standing", side=winner or Text("nobody"))
        return Outcome(winner, said, "mir_tmy-17")

    def edit(self, state: Scene, id: str, values: Mapping[str, Any]) -> None:
        flat = dict(values)
        attributes = flat.pop("attributes", {})
        if not isinstance(attributes, Mapping):
            raise Refusal("needs an object", "set.attributes")
        edits = checked(Edits, {**attributes, **flat}, "set.")
        fighter = state.take(id)
        body = {}
        for name in edits.model_fields_set:
            value = getattr(edits, name)
            if name in _ATTRIBUTES:
                body[name] = value
            elif name == "grappled_by" and value is not None and value not in state.combatants:
                raise Refusal(f"there is no combatant {value!r}", "set.grappled_by")
            elif name == "loaded":
                fighter.loaded = {**fighter.loaded, **value}
            elif name == "unready":
                fighter.unready = tuple(value)
            else:
                setattr(fighter, name, value)
        if body:
            fighter.attributes = fighter.attributes.model_copy(update=body)

    def after_edit(self, state: Scene, id: str, values: Mapping[str, Any], table: Table) -> None:
        fighter = state.take(id)
        if fighter.out:
            fall_out(state, fighter, table)
        if "initiative" in values:
            reorder(state)
        if state.turn is not None or state.phase == "end":
            go_on(state, table)

    def editable(self, state: Scene, id: str) -> Sequence[Field]:
        fighter = state[id]
        return [
            replace(
                field,
                default=_present(fighter, name),
            )
            for name, field in zip(self.edits.model_fields, fields_of(self.edits), strict=True)
        ]

    # ---- how it is shown

    def vitals(self, state: Scene, id: str) -> Sequence[Vital]:
        return shown.vitals(state, state[id])

    def describe(self, state: Scene, id: str) -> dict[str, Any]:
        return shown.describe(state, state[id])

    def headline(self, state: Scene) -> Sequence[str]:
        return shown.headline(state)

    def standing(self, state: Scene, id: str) -> Standing:
        fighter = state[id]
        if fighter.out:
            return "out"
        if state.turn == id:
            return "active"
        return "done" if fighter.spent(state.wave) else "ready"

    def timeline(self, state: Scene) -> Timeline | None:
        return shown.timeline(state)

    @property
    def policies(self) -> Mapping[str, Policy]:
        return POLICIES


def _present(fighter: Fighter, name: str) -> Any:
    if name in _ATTRIBUTES:
        return fighter.attribute(name)
    value = getattr(fighter, name)
    return list(value) if isinstance(value, tuple) else value


def _implied(state: Scene, command: Act) -> bool:
    """Whether acting now declares at once: by the last to declare, who acts first (mir_tmy-5)."""
    if not state.declaring or len(state.queue) != 1:
        return False
    last = state.queue[0]
    acts_first = next((f.id for f in state.downward() if not f.spent(state.wave)), None)
    return command.actor in ("", last) and last == acts_first and command.action != "ambush"


def _perform(state: Scene, fighter: Fighter, command: Command, table: Table) -> None:
    match command:
        case Act(do="declare"):
            declare(state, fighter, command, table)
        case Act():
            if _implied(state, command) and not isinstance(command, Perform):
                declare(state, fighter, command.model_copy(update={"do": "declare"}), table)
                go_on(state, table)
                if state.turn != fighter.id or state.declaring:
                    return
                command = Perform(actor=fighter.id, overrule=command.overrule)
            act(state, fighter, command, table)
        case ChangeToDefence():
            change_to_defence(state, fighter, command, table)
        case Wait():
            wait(state, fighter, command.until, table)
        case RerollInitiative():
            reroll_one(state, fighter, table)
        case Knockdown():
            knock_down(state, fighter, table)
        case EndTurn():
            give_up(state, fighter, table)
