"""«Walka»: 3d20 against attributes, turns of three segments, hit locations, bursts and blasts.

Rooms: ``data`` (the tables), ``sheet`` (what is filled in), ``state`` (what a fight changes),
``check`` (tests and skill points), ``turns`` (initiative, segments, triggers), ``actions`` (what
segments buy), ``shooting``, ``blast``, ``wounds``, ``policies``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import floor
from typing import Annotated, Any, ClassVar, Literal

from desktop.rules.cast import combatant_choices
from desktop.rules.contract import Begin, Command, Option, Policy, Rules, checked
from desktop.rules.display import Bar, Lane, Measure, Outcome, Standing, Timeline, Vital
from desktop.rules.fields import Choice, Field, Shown, fields_of
from desktop.rules.state import Roster
from desktop.rules.table import Decision, Refusal, Table
from desktop.rules.text import Text
from desktop.rules.walka import actions, blast, turns
from desktop.rules.walka.actions import ACTIONS, BY_ID, Action, price
from desktop.rules.walka.check import number
from desktop.rules.walka.commands import not_ready
from desktop.rules.walka.data import SEGMENTS, level_number
from desktop.rules.walka.policies import POLICIES
from desktop.rules.walka.sheet import LEVEL_WORDS, Armor, HouseRules, Sheet, Species, Weapon
from desktop.rules.walka.state import Battle, Edits, Fighter, armour_of, points_left
from desktop.rules.walka.wounds import equivalent, leave, minutes_to_live


class BeginBattle(Begin):
    """The start of the fight; the attribute for initiative as the situation asks (walka-5)."""

    initiative_by: Annotated[
        Literal["dexterity", "senses"] | None,
        Shown("Initiative by", "Inicjatywa z", rule="walka-5", help="empty: as the house rule"),
    ] = None


class Walka(Rules[Battle]):
    id: ClassVar[str] = "walka"
    title: ClassVar[str] = "Walka"
    language: ClassVar[str] = "pl"
    sheet = Sheet
    house_rules = HouseRules
    edits = Edits
    catalogue: ClassVar = {"weapon": Weapon, "armor": Armor, "species": Species}
    commands: ClassVar = {
        ("end_turn", ""): turns.EndTurn,
        ("hand_over", ""): turns.HandOver,
        ("freeze", ""): turns.Freeze,
        ("trigger", ""): turns.Trigger,
        ("spotting_duel", ""): turns.SpottingDuel,
        ("go_on", ""): turns.GoOn,
        ("abandon", ""): turns.Abandon,
        ("end_fight", ""): turns.EndFight,
        **{("act", action.id): action.command for action in ACTIONS},
    }

    # ---- a fight

    def muster(self, roster: Roster, house: HouseRules) -> Battle:
        state = Battle(house=house)
        for recruit in roster:
            sheet: Sheet = recruit.sheet
            state.combatants[recruit.id] = Fighter(
                id=recruit.id,
                name=sheet.name,
                side=recruit.side,
                sheet=sheet,
                group=recruit.group,
                policy=recruit.policy,
                armour=armour_of(sheet),
                guns=tuple(i for i, weapon in enumerate(sheet.weapons) if weapon.gun),
                loaded=[
                    weapon.magazine if weapon.loaded is None else weapon.loaded
                    for weapon in sheet.weapons
                ],
            )
        return state

    def read_begin(self, step: Mapping[str, Any]) -> Begin:
        return checked(BeginBattle, step)

    def begin(self, state: Battle, command: Begin, table: Table) -> None:
        if command.surprised:
            raise Refusal("there is no surprise in this system", "surprised")
        by = command.initiative_by if isinstance(command, BeginBattle) else None
        turns.begin(state, by or state.house.initiative_by, table)

    def options(self, state: Battle) -> Sequence[Option]:
        if state.phase != "turn":
            return ()
        found: list[Option] = []
        if state.turn is not None:
            fighter = state[state.turn]
            if not fighter.out:
                found += [_act_option(state, fighter, action) for action in ACTIONS]
                found += _turn_options(state, fighter)
            found.append(_end_turn(state, fighter))
        for fighter in state.standing():
            found += _out_of_turn(state, fighter)
        found.append(
            Option(
                "end_fight",
                "",
                "",
                "End the fight",
                native="Koniec walki",
                rule="walka-7",
                why_not=turns.all_behind_cover(state),
                group="turn",
            )
        )
        return found

    def parameters(self, state: Battle, option: Option) -> Sequence[Field]:
        fields = super().parameters(state, option)
        if not option.actor:
            return fields
        fighter = state[option.actor]
        explosive = any(w.gun and w.critical_range for w in fighter.sheet.weapons)
        fields = sorted(fields, key=lambda field: _PLACES.get(field.id, len(_PLACES)))
        return [
            _offered(state, fighter, option, field)
            for field in fields
            if (field.id != "victims" or explosive or option.action in _BLASTS)
            and (field.id != "in_steps" or _can_be_cut(state, fighter, option))
        ]

    def check(self, state: Battle, command: Command) -> None:
        """As always, and the next in the order may act when who is on turn has nothing left.

        What the game master makes free needs no segment (walka-9).
        """
        if state.phase == "over":
            raise Refusal("the fight is over; time runs normally", "do")
        if command.do == "act" and command.cost == 0 and command.actor == state.turn:
            problem = actions.why_not(state, state[command.actor], BY_ID[command.action])
            if problem:
                raise Refusal(problem, "action")
        elif not _comes_next(state, command):
            super().check(state, command)

    def perform(self, state: Battle, command: Command, table: Table) -> None:
        if command.actor and command.actor not in state.combatants:
            raise Refusal("needs the id of a combatant", "actor")
        if not command.actor and not isinstance(command, turns.EndTurn | turns.EndFight):
            raise Refusal("needs the id of a combatant", "actor")
        if _comes_next(state, command):
            turns.end_turn(state, table)
            self.check(state, command)
        match command:
            case turns.EndTurn():
                turns.end_turn(state, table)
            case turns.EndFight():
                turns.end_fight(state, command, table)
            case turns.HandOver():
                turns.hand_over(state, command, table)
            case turns.Freeze():
                turns.freeze(state, command, table)
            case turns.Trigger():
                turns.trigger(state, command, table)
            case turns.SpottingDuel():
                turns.spotting_duel(state, command, table)
            case turns.GoOn():
                turns.one_more(state, command, table)
            case turns.Abandon():
                turns.abandon(state, command, table)
            case _:
                turns.act(state, command, table)

    def decide(self, state: Battle, decision: Decision) -> Any:
        """Every question carries what is best as its default (walka-11, 12, 30)."""
        return decision.field.default

    def outcome(self, state: Battle) -> Outcome | None:
        """walka-7: over by the game master's word; or one side is left standing."""
        if state.phase == "over":
            return Outcome(None, Text("every player is behind cover"), "walka-7")
        sides = {fighter.side for fighter in state.combatants.values()}
        standing = {fighter.side for fighter in state.standing()}
        if len(sides) > 1 and len(standing) < 2:
            winner = next(iter(standing), None)
            return Outcome(
                winner, Text("{side} left standing", side=winner or Text("nobody")), "walka-33"
            )
        return None

    def edit(self, state: Battle, id: str, values: Mapping[str, Any]) -> None:
        """As always; skill points and rounds are set by name."""
        edits = checked(Edits, values, "set.")
        fighter = state.take(id)
        for name in edits.model_fields_set:
            if name == "skill_points":
                _set_points(state, fighter, edits.skill_points)
            elif name == "loaded":
                _set_loaded(fighter, edits.loaded)
            else:
                value = getattr(edits, name)
                setattr(fighter, name, list(value) if isinstance(value, list) else value)

    def after_edit(self, state: Battle, id: str, values: Mapping[str, Any], table: Table) -> None:
        """Who is out by what was set waits for nothing and holds nobody down any more."""
        fighter = state.take(id)
        if fighter.out:
            leave(state, fighter, table)
        elif values.get("suppressed") is False:
            for other in state.take_all():
                other.suppressing = tuple(held for held in other.suppressing if held != id)
        turns.settle(state, table)

    def editable(self, state: Battle, id: str) -> Sequence[Field]:
        fighter, shown = state[id], self.describe(state, id)
        named = {"skill_points": shown["skill_points"], "loaded": shown["loaded"]}
        return [
            replace(field, default=named[field.id] if field.id in named else getattr(fighter, name))
            for name, field in zip(Edits.model_fields, fields_of(Edits), strict=True)
        ]

    @property
    def policies(self) -> Mapping[str, Policy]:
        return POLICIES

    # ---- how it is shown

    def vitals(self, state: Battle, id: str) -> Sequence[Vital]:
        fighter = state[id]
        found = [_wounds(fighter)]
        if state.turn == id:
            mine = turns.in_hand(state, fighter)
            found.append(Vital("pips", "segments", "seg.", mine, SEGMENTS, rule="walka-9"))
        if fighter.penalty:
            found.append(
                Vital(
                    "number",
                    "penalty",
                    "penalty",
                    value=floor(fighter.penalty),
                    text=number(fighter.penalty),
                    tone="bad" if fighter.penalty <= -5 else "warn",
                    rule="walka-32",
                )
            )
        return [*found, *_badges(fighter)]

    def describe(self, state: Battle, id: str) -> dict[str, Any]:
        fighter = state[id]
        named = [*actions.skills_of(fighter), *fighter.spent]
        return {
            "name": fighter.name,
            "side": fighter.side,
            "segments": fighter.segments,
            "frozen": fighter.frozen.model_dump() if fighter.frozen else None,
            "skill_points": {
                name: points_left(state.house, fighter, name)[name] for name in dict.fromkeys(named)
            },
            "wounds": [
                {"level": wound.level, "location": wound.location} for wound in fighter.wounds
            ],
            "pain_passed": [wound.pain_passed for wound in fighter.wounds],
            "penalty": fighter.penalty,
            "posture": fighter.posture,
            "leaning": fighter.leaning,
            "covered": fighter.covered,
            "seen": fighter.seen,
            "running": fighter.running,
            "suppressed": fighter.suppressed,
            "disabled": list(fighter.disabled),
            "deactivated": fighter.deactivated,
            "stabilised": fighter.stabilised,
            "dying": minutes_to_live(fighter) if fighter.dying else None,
            "dead": fighter.dead,
            "aiming": fighter.aiming,
            "debt": fighter.debt,
            "carry": fighter.carry
            and {"action": fighter.carry.action, "segments": fighter.carry.segments},
            "effects": list(fighter.effects),
            "loaded": {
                weapon.name: rounds
                for weapon, rounds in zip(fighter.sheet.weapons, fighter.loaded, strict=True)
                if rounds is not None
            },
            "out": fighter.out,
        }

    def headline(self, state: Battle) -> Sequence[str]:
        where = [f"Tura {state.round}"]
        if state.phase == "over":
            return [*where, "behind cover"]
        if state.turn:
            fighter = state[state.turn]
            where.append(fighter.name)
            if state.clash and state.interrupted:
                where.append(f"breaks into the move of {state[state.interrupted].name}")
            else:
                where.append(f"{fighter.segments} / {SEGMENTS} seg.")
        return where

    def standing(self, state: Battle, id: str) -> Standing:
        fighter = state[id]
        if fighter.out:
            return "out"
        if state.turn == id:
            return "active"
        return "done" if fighter.moved and state.interrupted != id else "ready"

    def timeline(self, state: Battle) -> Timeline | None:
        """walka-9: this turn's segments and the next turn's, a lane for each in the order."""
        if not state.round:
            return None
        now = state[state.turn].used if state.turn else 0.0
        ticks = tuple(str(n) for n in range(1, SEGMENTS + 1))
        lanes = tuple(Lane(id, _bars(state[id])) for id in state.order if not state[id].out)
        return Timeline(
            f"Tura {state.round}",
            (*ticks, *(f"+{tick}" for tick in ticks)),
            lanes,
            now,
            on=state.turn or "",
        )

    def measure(self, state: Battle, step: Mapping[str, Any]) -> Measure | None:
        """Rounds that hit for bursts and two weapons; the level of a wound where there is one."""
        action = step.get("action", "")
        hits, levels = Measure("hit", "traf."), Measure("damage", "st. ran")
        wound = Measure("damage", words=("", *(word for _, word in LEVEL_WORDS)))
        if action in ("short_burst", "long_burst", "continuous_fire", "two_weapons"):
            return hits
        if action == "strike":
            return wound
        if action in _BLASTS:
            return levels if step.get("victims") else wound
        if action not in ("shot", "sniper_shot"):
            return None
        guns = [state[step["actor"]].weapon(index) for index in state[step["actor"]].guns]
        gun = next((gun for gun in guns if step.get("with", gun.name) == gun.name), None)
        if gun is None or gun.ion:
            return hits
        return levels if gun.category == "shotgun" or step.get("victims") else wound


def _can_be_cut(state: Battle, fighter: Fighter, option: Option) -> bool:
    """walka-13: whether somebody waits who could break in between this action's segments."""
    action = BY_ID[option.action]
    longer = action.segments > 1 or "aim" in action.command.model_fields or action.id == "other"
    return longer and not state.clash and turns.waiting(state, fighter)


_PLACES = {"target": 0, "with": 1, "with_other": 2, "hand": 3, "aim": 4, "in_steps": 99}
"""Where fields stand in a form, the others between; short ones then stand beside each other."""

_BLASTS = ("throw", "throw_large", "detonate")


def _comes_next(state: Battle, command: Command) -> bool:
    """Whether this one is next in the order and who is on turn has no segment left."""
    if state.clash or state.turn is None or command.actor == state.turn or command.overrule:
        return False
    if command.do not in ("act", "freeze", "hand_over") or state[state.turn].segments:
        return False
    if command.do == "act" and BY_ID[command.action].free:
        return False
    waiting = [id for id in state.order if not state[id].moved and not state[id].out]
    again = [id for id in state.initiative if not state[id].out]
    return command.actor in (waiting or again)[:1]


# ---- options


def _act_option(state: Battle, fighter: Fighter, action: Action) -> Option:
    return Option(
        "act",
        fighter.id,
        action.id,
        action.label,
        native=action.native,
        rule=action.rule,
        cost=f"{action.segments} seg." if action.segments else "",
        why_not=_why_not(state, fighter, action),
        key=action.key,
        group="others" if action.free or action.id in ("other", "detonate") else "actions",
    )


def _why_not(state: Battle, fighter: Fighter, action: Action) -> str | None:
    if not action.free:
        if fighter.carry:
            return f"busy: {fighter.carry.label}"
        if not turns.available(state, fighter):
            return "no segments left"
    return actions.why_not(state, fighter, action)


def _turn_options(state: Battle, fighter: Fighter) -> list[Option]:
    found = []
    if not state.clash:
        why_not = None if fighter.segments else "no segments left"
        if fighter.carry:
            why_not = f"busy: {fighter.carry.label}"
        found.append(
            Option(
                "freeze",
                fighter.id,
                "",
                "Freeze segments",
                native="Zamrożenie segmentów",
                rule="walka-13",
                why_not=why_not,
                key="F",
                group="turn",
            )
        )
    if _under_way(state, fighter):
        found.append(_go_on(fighter))
    found.append(_hand_over(state, fighter))
    found.append(_duel(fighter))
    if fighter.carry:
        found.append(_abandon(fighter))
    return found


def _under_way(state: Battle, fighter: Fighter) -> bool:
    """walka-13: the move stands in the middle of an action done segment by segment."""
    return bool(fighter.carry and turns.available(state, fighter) and not state.clash)


def _go_on(fighter: Fighter) -> Option:
    label, left = (fighter.carry.label, fighter.carry.segments) if fighter.carry else ("", 0)
    return Option(
        "go_on",
        fighter.id,
        "",
        f"Next segment: {label}",
        native=f"Następny segment: {label}",
        rule="walka-13",
        cost=f"1 / {left} seg.",
        key="Space",
        group="turn",
        main=True,
    )


def _out_of_turn(state: Battle, fighter: Fighter) -> list[Option]:
    """What somebody who is not on turn can do: break in, hand over, and what is always there."""
    if fighter.id == state.turn:
        return []
    found = []
    if fighter.frozen and fighter.id not in state.clash:
        found.append(
            Option(
                "trigger",
                fighter.id,
                "",
                f"Trigger: {fighter.frozen.trigger}",
                native=f"Wyzwalacz: {fighter.name}",
                rule="walka-13",
                cost=f"{fighter.frozen.count} seg.",
                why_not=None if state.turn else "nobody's move to break into",
                group="reactions",
            )
        )
    if turns.may_hand_over(state, fighter) is None:
        found.append(replace(_hand_over(state, fighter), aside=True))
    if fighter.carry:
        found.append(replace(_abandon(fighter), aside=True))
    found.append(replace(_duel(fighter), aside=True))
    for action in ACTIONS:
        if action.free:
            option = _act_option(state, fighter, action)
            found.append(replace(option, aside=True, group="reactions", key=""))
    return found


def _end_turn(state: Battle, fighter: Fighter) -> Option:
    cut = _under_way(state, fighter)
    return Option(
        "end_turn",
        fighter.id,
        "",
        "Let the others go on" if state.clash else "End move",
        native="Niech inni działają dalej" if state.clash else "Koniec ruchu",
        rule="walka-9",
        key="" if cut else "Space",
        group="turn",
        main=not cut,
    )


def _hand_over(state: Battle, fighter: Fighter) -> Option:
    why_not = turns.may_hand_over(state, fighter)
    if not why_not and not _takers(state, fighter):
        why_not = "nobody is still to move"
    return Option(
        "hand_over",
        fighter.id,
        "",
        "Hand over the initiative",
        native="Oddanie inicjatywy",
        rule="walka-6",
        why_not=why_not,
        key="H",
        group="turn",
    )


def _takers(state: Battle, fighter: Fighter) -> list[Fighter]:
    return [
        other
        for other in state.standing()
        if other.id != fighter.id and not turns.cannot_hand_over(state, fighter, other)
    ]


def _duel(fighter: Fighter) -> Option:
    return Option(
        "spotting_duel",
        fighter.id,
        "",
        "Spotting duel",
        native="Wypatrywanie przeciw Ukrywaniu",
        rule="walka-8",
        group="others",
    )


def _abandon(fighter: Fighter) -> Option:
    label = fighter.carry.label if fighter.carry else ""
    return Option(
        "abandon",
        fighter.id,
        "",
        f"Give up: {label}",
        native="Porzucenie akcji",
        rule="walka-9",
        group="others",
    )


# ---- parameters


def _offered(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field:
    """A parameter with what is on offer for it in this state."""
    match field.id:
        case "target" | "targets" if option.action == "first_aid":
            everybody = list(state.combatants.values())
            return field.offering(
                combatant_choices(everybody, lambda c: None if c.dying else "not dying")
            )
        case "target" | "targets":
            return field.offering(combatant_choices(_enemies_first(state, fighter), _gone))
        case "to":
            others = _enemies_first(state, fighter)[::-1]
            return field.offering(
                combatant_choices(others, lambda c: turns.cannot_hand_over(state, fighter, c))
            )
        case "victims":
            everybody = [*_enemies_first(state, fighter), fighter]
            who = combatant_choices(everybody, _gone)
            parts = tuple(part.offering(who) if part.id == "who" else part for part in field.fields)
            return replace(field, fields=parts)
        case "with" | "with_other":
            return _weapons_offered(fighter, option, field)
        case "count":
            return replace(
                field, maximum=max(fighter.segments, 1), default=max(fighter.segments, 1)
            )
        case "attribute":
            names = actions.attributes_of(fighter)
            return field.offering([Choice(n, n, str(fighter.attribute(n))) for n in names])
        case "skill":
            names = actions.skills_of(fighter)
            return field.offering(
                [Choice("", "none"), *(Choice(n, n, str(fighter.skill(n))) for n in names)]
            )
        case _:
            return field


def _gone(fighter: Fighter) -> str | None:
    return "out of the fight" if fighter.out else None


def _enemies_first(state: Battle, fighter: Fighter) -> list[Fighter]:
    others = [other for other in state.combatants.values() if other.id != fighter.id]
    return sorted(others, key=lambda other: (other.side == fighter.side, other.out, other.hidden))


def _weapons_offered(fighter: Fighter, option: Option, field: Field) -> Field:
    offered: list[Choice] = []
    for index in _fitting(fighter, option.action):
        weapon, rounds = fighter.weapon(index), fighter.loaded[index]
        left = "" if rounds is None else f", {rounds} left"
        shots = option.action not in ("pump", "change_cell", "change_gas", "draw", "safety_off")
        offered.append(
            Choice(
                weapon.name,
                weapon.name,
                f"{weapon.category}{left}",
                not_ready(fighter, index) if shots else None,
            )
        )
    if not offered:
        return field.offering([Choice("", "–")])
    first = next((choice for choice in offered if choice.why_not is None), offered[0])
    if field.id == "with_other":
        first = offered[1] if len(offered) > 1 else first
    return field.offering(offered, default=first.value)


def _fitting(fighter: Fighter, action: str) -> Sequence[int]:
    """The weapons an action can be done with, by index."""
    match action:
        case "short_burst" | "long_burst" | "continuous_fire":
            return [i for i in fighter.guns if (fighter.weapon(i).rate_of_fire or 1) > 1]
        case "throw" | "throw_large" | "pull_pin":
            return blast.grenades(fighter)
        case "detonate":
            return blast.charges(fighter)
        case "strike":
            return actions.blades(fighter)
        case "pump":
            return fighter.to_pump
        case "change_cell" | "change_gas":
            return actions.reloadable(fighter, action)
        case "draw" | "safety_off":
            return range(len(fighter.sheet.weapons))
        case _:
            return fighter.guns


# ---- by hand


def _set_points(state: Battle, fighter: Fighter, left: Mapping[str, int]) -> None:
    for name, points in left.items():
        fighter.spent[name] = fighter.spent.get(name, 0)
        fighter.spent[name] += points_left(state.house, fighter, name)[name] - points


def _set_loaded(fighter: Fighter, left: Mapping[str, int]) -> None:
    for name, rounds in left.items():
        index = next((i for i, w in enumerate(fighter.sheet.weapons) if w.name == name), None)
        if index is None:
            raise Refusal(f"{fighter.name} has no {name!r}", f"set.loaded.{name}")
        fighter.loaded[index] = rounds


# ---- shown


def _wounds(fighter: Fighter) -> Vital:
    """Boxes: one for each wound, darker the worse it is; with the places in words."""
    worst_first = sorted(fighter.wounds, key=lambda wound: -level_number(wound.level))
    counted = Counter((w.level, w.location.replace("_", " ")) for w in worst_first)
    places = ", ".join(
        f"{count if count > 1 else ''} {level} {place}".strip()
        for (level, place), count in counted.items()
    )
    merged = equivalent(fighter)
    heavy = any(level_number(wound.level) >= 3 for wound in fighter.wounds)
    return Vital(
        "boxes",
        "wounds",
        "Rany",
        value=len(fighter.wounds),
        maximum=4,
        text=f"{places} ({merged})" if merged else places,
        values=tuple(level_number(wound.level) for wound in worst_first),
        tone="bad" if heavy else "warn" if fighter.wounds else "good",
        rule="walka-31",
    )


def _badges(fighter: Fighter) -> list[Vital]:
    frozen, carry = fighter.frozen, fighter.carry
    disabled = ", ".join(place.replace("_", " ") for place in fighter.disabled)
    shown: list[tuple[bool, str, str, str, Literal["plain", "good", "warn", "bad"]]] = [
        (fighter.dead, "dead", "dead", "walka-33", "bad"),
        (fighter.deactivated, "deactivated", "deactivated", "walka-27", "bad"),
        (fighter.dying, "dying", f"dying, {minutes_to_live(fighter)} min", "walka-33", "bad"),
        (fighter.posture != "standing", "posture", fighter.posture, "walka-20", "plain"),
        (fighter.hidden, "covered", "behind cover", "walka-7", "good"),
        (fighter.leaning, "leaning", "leaning out", "walka-20", "plain"),
        (fighter.running != "still", "running", fighter.running, "walka-21", "plain"),
        (fighter.suppressed, "suppressed", "suppressed", "walka-25", "warn"),
        (fighter.aiming > 0, "aiming", f"aims +{fighter.aiming}", "walka-11", "plain"),
        (
            frozen is not None,
            "frozen",
            f"{frozen.count} frozen: {frozen.trigger}" if frozen else "",
            "walka-13",
            "plain",
        ),
        (
            carry is not None,
            "carry",
            f"{carry.label}, {carry.segments} seg." if carry else "",
            "walka-9",
            "plain",
        ),
        (bool(disabled), "disabled", f"disabled: {disabled}", "walka-27", "bad"),
        (fighter.debt > 0, "debt", f"loses {fighter.debt} seg.", "walka-32", "warn"),
    ]
    badges = [
        Vital("badge", id, text, text=text, tone=tone, rule=rule)
        for on, id, text, rule, tone in shown
        if on
    ]
    badges += [
        Vital("badge", f"effect-{n}", text, text=text, rule="walka-10")
        for n, text in enumerate(fighter.effects)
    ]
    return badges


def _bars(fighter: Fighter) -> tuple[Bar, ...]:
    """A lane: what was done this turn, what is under way, and what waits."""
    bars = list(fighter.track) if fighter.moved else []
    start = fighter.used if fighter.moved else 0.0
    if fighter.frozen:
        trigger = fighter.frozen.trigger
        bars.append(Bar(start, fighter.frozen.count, "frozen", "waiting", "walka-13", trigger))
        start += fighter.frozen.count
    if fighter.moved and fighter.segments:
        _ahead(fighter, bars, start, fighter.segments)
    else:
        lost = min(fighter.debt, SEGMENTS)
        start = float(SEGMENTS) if fighter.moved else start
        if lost:
            bars.append(Bar(start, lost, "wounds", "struck", "walka-32"))
        _ahead(fighter, bars, start + lost, 0 if fighter.moved else SEGMENTS - lost)
    return tuple(bars)


def _ahead(fighter: Fighter, bars: list[Bar], start: float, mine: int) -> None:
    """Adds what is under way, and the segments of this turn that are still to be spent."""
    carry = fighter.carry
    if carry:
        bars.append(Bar(start, carry.segments, carry.label, "running", "walka-9"))
    taken = carry.segments if carry else 0
    if mine > taken:
        bars.append(Bar(start + taken, mine - taken, "", "planned", "walka-9", "to be spent"))


__all__ = ["BeginBattle", "Walka", "price"]
