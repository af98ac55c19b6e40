"""How what can be done is offered: which options there are now, and what they can be told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

from desktop.rules.cast import combatant_choices, gone, targets
from desktop.rules.contract import Option
from desktop.rules.fields import Choice, Field
from desktop.rules.positions import behind_wall
from desktop.rules.text import NOTHING, Text
from desktop.rules.walka.actions import BY_ID
from desktop.rules.walka.commands import Act
from desktop.rules.walka.data import SEGMENTS
from desktop.rules.walka.initiative import cannot_hand_over, cannot_take
from desktop.rules.walka.segments import available, cannot_go_on
from desktop.rules.walka.sheet import CATEGORY_WORDS, RESTS_ON
from desktop.rules.walka.state import Battle, Fighter
from desktop.rules.walka.targeting import disabled_hand
from desktop.rules.walka.throws import OBJECT, not_thrown
from desktop.rules.walka.turns import waiting
from desktop.rules.walka.weapons import fitting, not_ready

BLASTS = ("throw", "throw_large", "detonate")

PLACES = {
    "target": 0, "with": 1, "with_other": 2, "target_other": 3, "hand": 4, "aim": 5, "in_steps": 99,
}  # fmt: skip
"""Where fields stand in a form, the others between; short ones then stand beside each other."""


def as_they_stand(state: Battle, found: Iterable[Option]) -> list[Option]:
    """The options as they are offered in this state, without those that would be in the way."""
    shown = (as_it_stands(state, option) for option in found)
    return [option for option in shown if option is not None]


def as_it_stands(state: Battle, option: Option) -> Option | None:
    """The option as it is offered in this state; None where it would only be in the way."""
    if not option.actor:
        return option
    fighter = state[option.actor]
    mine = state.turn == fighter.id
    match option.do:
        case "act" if mine and fighter.declared and fighter.declared[0].id == option.action:
            return replace(option, main=option.why_not is None)
        case "declare":
            return replace(option, group="turn")
        case "freeze":
            return None if state.clash else option
        case "go_on":
            return _go_on(state, fighter, option)
        case "hand_over":
            return option if mine or cannot_hand_over(state, fighter) is None else None
        case "abandon" if fighter.carry:
            given_up = Text("Give up: {action}", action=fighter.carry.label)
            return replace(option, label=given_up, group="others")
        case "abandon":
            return None
        case "spotting_duel":
            return replace(option, group="others")
        case "end_turn":
            return _end_turn(state, fighter, option)
        case "trigger":
            return _trigger(state, fighter, option)
    return option


def _go_on(state: Battle, fighter: Fighter, option: Option) -> Option | None:
    if cannot_go_on(state, fighter) or fighter.carry is None:
        return None
    carry = fighter.carry
    return replace(
        option,
        label=Text("Next segment: {action}", action=carry.label),
        native=f"{option.native}: {carry.doing.native}",
        cost=Text("1 / {left} seg.", left=carry.segments),
    )


def _end_turn(state: Battle, fighter: Fighter, option: Option) -> Option:
    """The main thing to do, unless an action goes on segment by segment."""
    cut = cannot_go_on(state, fighter) is None or bool(fighter.declared)
    option = replace(option, key="" if cut else option.key, main=not cut)
    if not state.clash and not state.parallel:
        return option
    return replace(option, label=Text("Let the others go on"), native="Niech inni działają dalej")


def _trigger(state: Battle, fighter: Fighter, option: Option) -> Option | None:
    if not fighter.frozen or fighter.id == state.turn or fighter.id in state.clash:
        return None
    return replace(
        option,
        label=Text("Trigger: {trigger}", trigger=fighter.frozen.trigger),
        native=f"{option.native}: {fighter.name}",
        cost=Text("{segments} seg.", segments=fighter.frozen.count),
        out_of_turn=False,
    )


# ---- what an option can be told


def in_order(fields: Sequence[Field]) -> list[Field]:
    return sorted(fields, key=lambda field: PLACES.get(field.id, len(PLACES)))


def offered(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field | None:
    """A parameter with what is on offer for it in this state."""
    match field.id:
        case "victims" if not (_explosive(fighter) or option.action in BLASTS):
            return None
        case "burst" if len(fitting(fighter, "short_burst")) < 2:
            return None
        case "hand" if fighter.disabled:
            return _hands(fighter, field)
        case "in_steps" if not _can_be_cut(state, fighter, option):
            return None
        case "target" if option.action == "first_aid":
            oneself = combatant_choices([fighter], _not_dying)
            people = targets(state, fighter, _not_dying, friends_first=True)
            return field.offering([*people, *oneself])
        case "target" if option.action == "spot":
            return field.offering(targets(state, fighter, _in_sight))
        case "target" | "targets" | "target_other":
            hindered = behind_wall(state, fighter.id)
            people = targets(state, fighter, gone, near=seen(state), hindered=hindered)
            return field.offering(people)
        case "to":
            why_not = partial(cannot_take, state, fighter)
            return field.offering(targets(state, fighter, why_not, friends_first=True))
        case "victims":
            people = targets(state, fighter, gone, near=seen(state))
            who = [*people, *combatant_choices([fighter])]
            parts = tuple(part.offering(who) if part.id == "who" else part for part in field.fields)
            return replace(field, fields=parts)
        case "shots":
            asked = (offered(state, fighter, option, part) for part in field.fields)
            return replace(field, fields=tuple(part for part in asked if part is not None))
        case "actions":
            buys = [Choice(a.id, a.label) for a in BY_ID.values() if a.price]
            parts = tuple(part.offering(buys) for part in field.fields)
            return replace(field, fields=parts)
        case "with" | "with_other":
            return _weapons(state, fighter, option, field)
        case "count":
            frozen = fighter.frozen.count if fighter.frozen else 0
            most = max(min(fighter.segments, SEGMENTS - frozen), 1)
            return replace(field, maximum=most, default=most)
        case "safe" if not free_segments(state, fighter):
            return replace(field, default=True)
        case "segments" if not free_segments(state, fighter):
            return replace(field, default=0)
        case "aim":
            return replace(field, maximum=2 - fighter.aiming) if fighter.aiming < 2 else None
        case "attribute":
            names = attributes_of(fighter)
            return field.offering([Choice(n, n, str(fighter.attribute(n))) for n in names])
        case "skill":
            known = [Choice(n, n, str(fighter.skill(n))) for n in skills_of(fighter)]
            return field.offering([Choice("", Text("none")), *known])
        case _:
            return field


def _hands(fighter: Fighter, field: Field) -> Field:
    """walka-27: only hands whose arms move; the first of them where both are not there."""
    free = tuple(replace(one, why_not=disabled_hand(fighter, one.value)) for one in field.choices)
    first = next((one.value for one in free if one.why_not is None), field.default)
    return field.offering(free, default=first)


def free_segments(state: Battle, fighter: Fighter) -> int:
    """walka-9: segments that something new can be begun with."""
    return 0 if fighter.carry else available(state, fighter)


def _explosive(fighter: Fighter) -> bool:
    return any(fighter.weapon(index).critical_range for index in fighter.guns)


def _can_be_cut(state: Battle, fighter: Fighter, option: Option) -> bool:
    """walka-13: whether somebody waits who could break in between this action's segments."""
    action = BY_ID[option.action]
    longer = action.price > 1 or action.command.segments_of is not Act.segments_of  # type: ignore[attr-defined]
    return longer and not state.clash and waiting(state, fighter)


def _not_dying(fighter: Fighter) -> Text | None:
    return None if fighter.dying else Text("not dying")


def _in_sight(fighter: Fighter) -> Text | None:
    return gone(fighter) or (None if fighter.hidden else Text("in sight"))


def seen(state: Battle) -> list[str]:
    """Those who are not out of sight."""
    return [one.id for one in state.combatants.values() if not one.hidden]


def _weapons(state: Battle, fighter: Fighter, option: Option, field: Field) -> Field:
    choices: list[Choice] = []
    throws = option.action in ("throw", "throw_large")
    ready = option.action not in ("pump", "change_cell", "change_gas", "draw", "safety_off")
    for index in fitting(fighter, option.action):
        weapon, rounds = fighter.weapon(index), fighter.loaded[index]
        left = NOTHING if rounds is None else Text(", {rounds} left", rounds=rounds)
        category = dict[str, str](CATEGORY_WORDS)[weapon.category]
        note = Text("{category}{left}", category=category, left=left)
        why_not = not_ready(fighter, index) if ready else None
        if throws:
            why_not = not_thrown(state.house, fighter, index)
        choices.append(Choice(weapon.name, weapon.name, note, why_not))
    if not choices:
        return field.offering([Choice("", "–")])
    if throws and choices:
        choices.append(Choice(OBJECT, Text("something else")))
    usable = {choice.value for choice in choices if choice.why_not is None}
    choices = [c for c in choices if c.why_not is None or c.value not in usable]
    best = [choice for choice in choices if choice.why_not is None] or choices
    first = best[1] if field.id == "with_other" and len(best) > 1 else best[0]
    return field.offering(choices, default=first.value)


def skills_of(fighter: Fighter) -> list[str]:
    """The skills a sheet has points in, the known ones first."""
    names = dict.fromkeys([*RESTS_ON, *fighter.sheet.skills.names()])
    return [name for name in names if fighter.skill(name)]


def attributes_of(fighter: Fighter) -> list[str]:
    sheet = fighter.sheet.attributes
    return [*type(sheet).model_fields, *(sheet.model_extra or {})]
