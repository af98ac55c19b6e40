"""Adversaries of a catalogue: a sheet, who plays it, and how strong it is.

Every system's catalogue has this kind, made from its sheet. A system that calls it otherwise gives
:func:`adversary_of` its sheet under a kind of its own.
"""

from collections.abc import Mapping
from typing import Annotated, Any, cast

from pydantic import Field as Limits
from pydantic import create_model

from desktop.rules.fields import Record, Shown

ADVERSARY = "adversary"
"""The kind of entry that every system's catalogue has, where it has no other kind of sheets."""

USUAL_PARTY = 4
"""Players against whom the strength of an adversary is measured."""

MOST_FOES = 12
"""How many of one adversary are tried against them."""


class Adversary(Record):
    """What a catalogue says of an adversary beside its sheet."""

    policy: Annotated[str, Limits(max_length=100), Shown("Behaviour", offers="policies")] = ""
    """The id of the behaviour that plays it."""
    tactics: Annotated[str, Limits(max_length=500), Shown("How it fights", long=True)] = ""
    even: Annotated[
        float | None,
        Limits(gt=0, le=99),
        Shown("An even fight against four", help="that many of them; 0.5: one against eight"),
    ] = None
    """How many of them have an even chance against the usual party of four, by forecast."""


def adversary_of(sheet: type[Record]) -> type[Adversary]:
    """The model of the adversaries of a system with this sheet: a sheet too."""
    bases = cast(tuple[type[Adversary], ...], (Adversary, sheet))
    return create_model("Adversary", __base__=bases, __doc__=Adversary.__doc__)


def with_adversaries(catalogue: Mapping[str, Any], sheet: object) -> Mapping[str, Any]:
    """A catalogue with the kind ``adversary``, unless it has adversaries or they cannot be made.

    They cannot be made of something that is no sheet, or of a sheet with fields of their names.
    """
    models = [model for model in catalogue.values() if isinstance(model, type)]
    if (
        ADVERSARY in catalogue
        or any(issubclass(model, Adversary) for model in models)
        or not (isinstance(sheet, type) and issubclass(sheet, Record))
        or sheet.model_fields.keys() & Adversary.model_fields.keys()
    ):
        return catalogue
    return {**catalogue, ADVERSARY: adversary_of(sheet)}


def as_combatant(data: Mapping[str, Any]) -> tuple[dict[str, Any], str | None]:
    """The sheet of a catalogue entry that can fight, and the behaviour that plays it."""
    sheet = {name: value for name, value in data.items() if name not in Adversary.model_fields}
    return sheet, data.get("policy") or None
