"""Limits that were given to a type under a name of its own are read like any others."""

from typing import Annotated, Any

import pytest
from pydantic import Field as Limits
from pydantic import ValidationError

from desktop.rules.fields import Record, Shown, fields_of, problems

Inches = Annotated[int, Limits(ge=0, le=200)]
Fact = bool | Annotated[str, Limits(min_length=1, max_length=200)]


class Sample(Record):
    distance: Annotated[Inches | None, Shown("Distance")] = None
    difficult: Annotated[Inches, Shown("Difficult")] = 0
    smoke: Annotated[Fact, Shown("Smoke")] = False
    dice: Annotated[list[Annotated[int, Limits(ge=1, le=6)]], Shown("Dice")] = []


def test_a_named_type_keeps_its_kind_and_limits() -> None:
    distance, difficult, smoke, dice = fields_of(Sample)
    assert (distance.kind, distance.optional) == ("integer", True)
    assert (distance.minimum, distance.maximum) == (0, 200)
    assert (difficult.kind, difficult.minimum, difficult.maximum) == ("integer", 0, 200)
    assert (smoke.kind, smoke.length) == ("reason", 200)
    assert dice.kind == "numbers"


class Reasoned(Record):
    """What a system may declare: yes, no, or yes with a reason."""

    blind: Annotated[bool | Annotated[str, Limits(max_length=3)], Shown("Blind")] = False
    who: str | int | None = None


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"blind": 5}, ("blind", "needs true, false or a reason")),
        ({"blind": "dust"}, ("blind", "can have at most 3 letters")),
        ({"who": []}, ("who", "needs a text")),
    ],
)
def test_a_value_of_several_kinds_is_refused_once_and_at_its_own_place(
    values: dict[str, Any], said: tuple[str, str]
) -> None:
    with pytest.raises(ValidationError) as refused:
        Reasoned.model_validate(values)
    place, why = problems(refused.value, Reasoned)[0]
    assert (place, str(why)) == said
