"""What is read of a mapping of scores: the limits of its values, the names that are known."""

from typing import Annotated

from pydantic import Field as Limits

from desktop.rules.fields import Choice, Record, Shown, fields_of

Rating = Annotated[int, Limits(ge=0, le=10)]


class Known(Record):
    abilities: Annotated[
        dict[Annotated[str, Limits(max_length=9)], Rating],
        Limits(max_length=50),
        Shown("Abilities", labels=(("brawl", "Драка"),)),
    ] = {}


def test_scores_have_the_limits_of_their_values_and_their_known_names() -> None:
    (field,) = fields_of(Known)
    assert field.kind == "scores"
    assert (field.minimum, field.maximum, field.length) == (0, 10, 50)
    assert field.choices == (Choice("brawl", "Драка"),)
