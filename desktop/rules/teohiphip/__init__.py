"""TEOHIPHIP, «Zasady potyczki»: bands of up to three, 2 AP, pools of dice to swap with.

Rooms: ``sheet`` (what is filled in), ``state`` (what a fight changes), ``rounds`` (order and
activation), ``actions`` (what AP buy), ``check`` (tests and swaps), ``wounds`` (hit points),
``pool`` (initiative dice), ``traits`` and ``talents`` (what traits do), ``policies`` (behaviours).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from desktop.rules.cast import combatant_choices
from desktop.rules.contract import Begin, Command, Group, Option, Policy, Rules
from desktop.rules.display import Outcome, Standing, Vital
from desktop.rules.fields import Choice, Field
from desktop.rules.state import Roster
from desktop.rules.table import Decision, Refusal, Table
from desktop.rules.teohiphip import talents
from desktop.rules.teohiphip.actions import (
    ACTIONS,
    BY_ID,
    Action,
    Activate,
    EndTurn,
    attacks_left,
    has_uses,
    price,
    weapons_of,
)
from desktop.rules.teohiphip.policies import POLICIES
from desktop.rules.teohiphip.rounds import (
    activate,
    end_activation,
    settle,
    start_round,
    tell_builds,
)
from desktop.rules.teohiphip.sheet import Attack, HouseRules, Sheet, Trait
from desktop.rules.teohiphip.state import AP, Edits, Fighter, Skirmish, can_be_activated
from desktop.rules.teohiphip.traits import (
    TAGS,
    Known,
    hit_points,
    known_traits,
    most_hit_points,
    speed,
)
from desktop.rules.teohiphip.wounds import eliminate, engage, part
from desktop.rules.text import Text


class Teohiphip(Rules[Skirmish]):
    id: ClassVar[str] = "teohiphip"
    title: ClassVar[str] = "TEOHIPHIP"
    language: ClassVar[str] = "pl"
    sheet = Sheet
    house_rules = HouseRules
    edits = Edits
    catalogue: ClassVar = {"attack": Attack, "trait": Trait}
    commands: ClassVar = {
        ("activate", ""): Activate,
        ("end_turn", ""): EndTurn,
        **{("act", action.id): action.command for action in ACTIONS},
    }

    # ---- a fight

    def muster(self, roster: Roster, house: HouseRules) -> Skirmish:
        state = Skirmish(house=house)
        for recruit in roster:
            sheet: Sheet = recruit.sheet
            traits, hp = known_traits(sheet), hit_points(sheet)
            temporary = int(Known.HARDY in traits and hp > 0)
            state.combatants[recruit.id] = Fighter(
                id=recruit.id,
                name=sheet.name,
                side=recruit.side,
                sheet=sheet,
                group=recruit.group,
                policy=recruit.policy,
                band=sheet.band or recruit.side,
                traits=traits,
                max_hp=most_hit_points(sheet),
                hp=hp + temporary,
                temporary=temporary,
                spd=speed(sheet),
            )
        state.known = frozenset[Known]().union(*(c.traits for c in state.combatants.values()))
        return state

    def begin(self, state: Skirmish, command: Begin, table: Table) -> None:
        if command.surprised:
            raise Refusal("there is no surprise in this system", "surprised")
        tell_builds(state, table)
        start_round(state, table)

    def to_act(self, state: Skirmish) -> Sequence[str]:
        """The one on turn, or everybody of the band that is to choose (teohiphip-3)."""
        if state.turn is not None:
            return (state.turn,)
        return [fighter.id for fighter in state.ready(state.band or "")]

    def options(self, state: Skirmish) -> Sequence[Option]:
        if state.phase == "end":
            return ()
        found: list[Option] = []
        if state.turn is not None:
            fighter = state[state.turn]
            found += [_option(state, fighter, action) for action in ACTIONS]
            found.append(
                Option(
                    "end_turn",
                    fighter.id,
                    "",
                    "End activation",
                    native="Koniec aktywacji",
                    rule="teohiphip-5",
                    key="Space",
                    group="turn",
                    main=True,
                )
            )
        else:
            found += [
                Option(
                    "activate",
                    fighter.id,
                    "",
                    f"Activate {fighter.name}",
                    native=f"Aktywuj: {fighter.name}",
                    rule="teohiphip-3",
                    group="turn",
                    main=True,
                )
                for fighter in state.ready(state.band or "")
            ]
        found += [
            _option(state, fighter, BY_ID["test"], aside=True)
            for fighter in state.standing()
            if fighter.id != state.turn and not fighter.sheet.object
        ]
        return found

    def parameters(self, state: Skirmish, option: Option) -> Sequence[Field]:
        fields = super().parameters(state, option)
        if option.do != "act":
            return fields
        fighter = state[option.actor]
        return [_offered(state, fighter, field) for field in fields]

    def check(self, state: Skirmish, command: Command) -> None:
        """As always, and an act of somebody who may be activated now activates them first."""
        if command.do == "activate" and _may_come_next(state, command.actor):
            return
        if command.do != "act" or command.action == "test" or state.phase == "end":
            super().check(state, command)
            return
        if _may_come_next(state, command.actor):
            fighter = state[command.actor].copy()
            fighter.ap, fighter.did, fighter.aiming, fighter.hunkered = AP, (), False, False
        elif command.actor == state.turn:
            fighter = state[command.actor]
        else:
            super().check(state, command)
            return
        why_not = _why_not(state, fighter, BY_ID[command.action])
        if why_not:
            raise Refusal(why_not, "action")

    def perform(self, state: Skirmish, command: Command, table: Table) -> None:
        if isinstance(command, EndTurn):
            end_activation(state, table)
            return
        if command.actor not in state.combatants:
            raise Refusal("needs the id of a combatant", "actor")
        if isinstance(command, Activate):
            activate(state, command.actor, table)
            return
        if command.action != "test" and _may_come_next(state, command.actor):
            activate(state, command.actor, table)
        fighter = state.take(command.actor)
        cost = price(fighter, command)
        if cost > fighter.ap and not command.overrule and command.action != "test":
            raise Refusal(f"needs {cost} AP, {fighter.name} has {fighter.ap}", "action")
        fighter.ap = max(fighter.ap - cost, 0)
        BY_ID[command.action].perform(state, fighter, command, table)
        settle(state, table)

    def edit(self, state: Skirmish, id: str, values: Mapping[str, Any]) -> None:
        """As always; contact is mutual (teohiphip-21), and no hit point so set is temporary."""
        fighter = state.take(id)
        before = list(fighter.engaged_with)
        super().edit(state, id, values)
        if "hp" in values:
            fighter.temporary = 0
        if "engaged_with" in values:
            wanted, fighter.engaged_with = fighter.engaged_with, before
            part(state, fighter)
            for other in wanted:
                if other not in state.combatants or other == id:
                    raise Refusal(f"there is no other combatant {other!r}", "set.engaged_with")
                engage(fighter, state.take(other))

    def editable(self, state: Skirmish, id: str) -> Sequence[Field]:
        others = [c for c in state.combatants.values() if c.id != id]
        return [
            field.offering(combatant_choices(others)) if field.kind == "combatants" else field
            for field in super().editable(state, id)
        ]

    def after_edit(self, state: Skirmish, id: str, values: Mapping[str, Any], table: Table) -> None:
        """teohiphip-22: one whose hit points were set to 0 or below is eliminated."""
        if "hp" in values and state[id].out:
            eliminate(state, state.take(id), table)
        if state.round:
            settle(state, table)

    def decide(self, state: Skirmish, decision: Decision) -> Any:
        """The first answer on offer: what costs nothing, or the best where something has to be."""
        return decision.field.choices[0].value

    def outcome(self, state: Skirmish) -> Outcome | None:
        """teohiphip-22: one side left; teohiphip-1: the last round is over."""
        people = [c for c in state.combatants.values() if not c.sheet.object]
        sides = {c.side for c in people}
        standing = {c.side for c in people if not c.out}
        met = sum(goal.met for goal in state.objectives)
        goals = f"; objectives met: {met} of {len(state.objectives)}" if state.objectives else ""
        if len(sides) > 1 and len(standing) < 2:
            winner = next(iter(standing), None)
            return Outcome(
                winner,
                Text("{side} left standing{goals}", side=winner or Text("nobody"), goals=goals),
                "teohiphip-22",
            )
        if state.phase == "end":
            return Outcome(None, Text("the last round is over{goals}", goals=goals), "teohiphip-1")
        return None

    # ---- how it is shown

    def vitals(self, state: Skirmish, id: str) -> Sequence[Vital]:
        fighter = state[id]
        hp = max(fighter.hp, 0)
        share = hp / fighter.max_hp if fighter.max_hp else 0
        tone: Any = "good" if share > 0.5 else "warn" if share > 0.25 else "bad"
        found = [
            Vital("bar", "hp", "PŻ", hp, fighter.max_hp, tone=tone, rule="teohiphip-20"),
        ]
        if state.turn == id:
            found.append(Vital("pips", "ap", "AP", fighter.ap, AP, rule="teohiphip-5"))
        if fighter.pool:
            dice = tuple(fighter.pool)
            found.append(Vital("dice", "pool", "pool", values=dice, rule="teohiphip-4"))
        for on, badge, text, rule in (
            (fighter.aiming, "aiming", "aiming", "teohiphip-12"),
            (fighter.hunkered, "hunkered", "hunkered", "teohiphip-13"),
            (bool(fighter.engaged_with), "engaged_with", "in contact", "teohiphip-21"),
            (bool(fighter.temporary), "temporary", "temporary PŻ", "teohiphip-20"),
            (fighter.urged, "urged", "advantage on the next test", "teohiphip-17"),
            (fighter.shaken, "shaken", "disadvantage on the next test", "teohiphip-17"),
            (fighter.jinxed, "jinxed", "pool out of use", "teohiphip-18"),
            (fighter.unsure, "unsure", "must swap a 1 or 2", "teohiphip-18"),
        ):
            if on:
                found.append(Vital("badge", badge, text, text=text, rule=rule))
        return found

    def describe(self, state: Skirmish, id: str) -> dict[str, Any]:
        fighter = state[id]
        flags = ("aiming", "hunkered", "urged", "shaken", "jinxed", "unsure")
        effects: dict[str, Any] = {flag: True for flag in flags if getattr(fighter, flag)}
        if fighter.temporary:
            effects["temporary"] = fighter.temporary
        if fighter.engaged_with:
            effects["engaged_with"] = list(fighter.engaged_with)
        return {
            "name": fighter.name,
            "side": fighter.side,
            "band": fighter.band,
            "hp": fighter.hp,
            "max_hp": fighter.max_hp,
            "spd": fighter.spd,
            "ap": fighter.ap,
            "pool": list(fighter.pool),
            "activated": fighter.activated,
            "effects": effects,
            "out": fighter.out,
        }

    def headline(self, state: Skirmish) -> Sequence[str]:
        where = [f"Runda {state.round} / {state.house.round_limit}"]
        if state.band:
            where.append(state.band)
        if state.turn:
            where.append(state[state.turn].name)
        return where

    @property
    def policies(self) -> Mapping[str, Policy]:
        return POLICIES

    def standing(self, state: Skirmish, id: str) -> Standing:
        fighter = state[id]
        if fighter.out:
            return "out"
        if state.turn == id:
            return "active"
        return "done" if fighter.activated else "ready"


def _may_come_next(state: Skirmish, id: str) -> bool:
    """Whether this one may be activated without anybody ending a turn first (teohiphip-3).

    Either its band is to choose, or who acts has no AP left and its band is next.
    """
    if id not in state.combatants or not can_be_activated(state[id]):
        return False
    if state.phase == "activate":
        return state[id].band == state.band
    if state.phase != "act" or state.turn is None or state[state.turn].ap:
        return False
    bands, now = state.bands, state.bands.index(state.band) if state.band in state.bands else 0
    waiting = [b for b in bands[now + 1 :] + bands[: now + 1] if state.ready(b)]
    return bool(waiting) and waiting[0] == state[id].band


def _option(state: Skirmish, fighter: Fighter, action: Action, aside: bool = False) -> Option:
    group: Group = (
        "reactions" if aside else "others" if action.id in ("test", "other") else "actions"
    )
    return Option(
        "act",
        fighter.id,
        action.id,
        action.label,
        native=action.native,
        rule=action.rule,
        cost=f"{action.ap} AP" if action.ap else "",
        why_not=_why_not(state, fighter, action),
        key="" if aside else action.key,
        group=group,
        aside=aside,
    )


def _why_not(state: Skirmish, fighter: Fighter, action: Action) -> str | None:
    """Why an action cannot be taken now, in a few words, or None."""
    if fighter.out:
        return "out of the fight"
    match action.id:
        case "test":
            return None
        case "attack" if not attacks_left(state, fighter):
            return f"no more than {fighter.attacks_made} in an activation"
        case "aim" if fighter.aiming:
            return "already aiming"
        case "hunker" if fighter.hunkered:
            return "already hunkered"
        case "use_trait" if not talents.active_traits(fighter):
            return "no active trait"
        case "interact" | "use_trait" | "other":
            return None
    if fighter.ap < action.ap:
        return f"needs {action.ap} AP, {fighter.name} has {fighter.ap}"
    return None


def _offered(state: Skirmish, fighter: Fighter, field: Field) -> Field:
    """A parameter with what is on offer for it in this state."""
    others = [c for c in state.combatants.values() if c.id != fighter.id]
    enemies_first = sorted(others, key=lambda c: c.side == fighter.side)
    match field.id:
        case "target" if field.optional:
            allies = [c for c in others if c.side == fighter.side]
            return field.offering(combatant_choices(allies, _gone))
        case "target" | "contact":
            return field.offering(combatant_choices(enemies_first, _gone))
        case "with":
            weapons = weapons_of(fighter)
            offered = [
                Choice(w.name, w.name, _reach(w), None if has_uses(fighter, w) else "used up")
                for w in weapons
            ]
            usable = next((w for w in weapons if has_uses(fighter, w)), weapons[0])
            return field.offering(offered, default=usable.name)
        case "trait":
            return field.offering(
                [
                    Choice(
                        trait.name,
                        trait.name,
                        f"{talents.price_of(trait)} AP",
                        talents.not_now(state, fighter, trait),
                    )
                    for trait in talents.active_traits(fighter)
                ]
            )
        case "tags":
            return field.offering([Choice(tag, native, tag) for tag, native in TAGS.items()])
        case _:
            return field


def _gone(combatant: Fighter) -> str | None:
    return "out of the fight" if combatant.out else None


def _reach(weapon: Attack) -> str:
    if weapon.kind == "melee":
        return "melee"
    return "any range" if weapon.range is None else f"{weapon.range}″"
