"""What the form of a step by hand asks: the fields of its model, with what is on offer now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from desktop.encounter.by_hand import STEPS
from desktop.encounter.fight import Fight
from desktop.rules.effects import EffectUnit
from desktop.rules.fields import Choice, Field, fields_of
from desktop.rules.text import few
from desktop.window.widgets.language import in_words, of_model, tr


def by_hand_form(
    do: str, ids: Sequence[str], fight: Fight, offer: Callable[[Field], Field]
) -> tuple[str, dict[str, Any], list[Field]]:
    """A title, what is known of the step already, and the fields that are still to be filled in.

    ``offer`` gives a field for combatants everybody to choose from.
    """
    names = in_words(few([fight.state[id].name for id in ids]))
    titles = {
        "effect": tr("{names}: effect", names=names),
        "rename": tr("{names}: another name", names=names),
        "change_side": tr("{names}: another side", names=names),
        "note": tr("{names}: note", names=names),
    }
    if do == "effect":
        step: dict[str, Any] = {"do": do, "combatants": list(ids)}
    else:
        step = {"do": do, "combatant": ids[0]}
    fields = [
        _with_what_is(offer(field), fight, ids[0])
        for field in fields_of(STEPS[do])
        if field.id not in ("do", "why", "combatant", "combatants")
    ]
    return titles[do], step, fields


def _with_what_is(field: Field, fight: Fight, id: str) -> Field:
    """The field with what the combatant has now, and what this system and fight have on offer."""
    combatant = fight.state[id]
    match field.id:
        case "note":
            return replace(field, default=combatant.note)
        case "side":
            sides = dict.fromkeys(c.side for c in fight.state.combatants.values())
            others = tuple(Choice(side, side) for side in sides if side != combatant.side)
            return replace(field, choices=others)
        case "changes":
            units = tuple(map(_unit, fight.rules.effect_units))
            return replace(field, kind="record", fields=units)
        case "whose":
            return replace(field, choices=(Choice("", tr("of the one it is on")), *field.choices))
        case "until":
            labels = [replace(c, label=of_model(str(c.label))) for c in field.choices]
            return field.offering(labels)
    return field


def _unit(unit: EffectUnit) -> Field:
    """A unit as a number of the form; 0 is no change."""
    return Field(
        unit.id,
        "integer",
        in_words(unit.label),
        unit.native,
        default=0,
        minimum=-99,
        maximum=99,
        rule=unit.rule,
        unit=unit.unit,
    )
