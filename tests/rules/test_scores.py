"""What is read of a mapping of scores: the limits of its values, the names that are known."""

from typing import Annotated, Literal

from pydantic import Field as Limits

from desktop.languages import Language
from desktop.rules.fields import Choice, Record, Shown, fields_of
from desktop.rules.in_words import choices_in_words
from desktop.rules.text import Text
from tests.planted import Planted

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


class Strike(Record):
    cover: Annotated[
        Literal["open", "half_covered"], Shown("Cover", labels={"open": Text("in the open")})
    ] = "open"


def test_choices_are_called_by_a_mapping_and_one_without_a_label_by_its_value_in_any_language() -> (
    None
):
    (field,) = fields_of(Strike)
    polish = Language("pl", Planted({"in the open": "na widoku", "half covered": "częściowo"}))
    assert list(choices_in_words(field, polish).values()) == ["na widoku", "częściowo"]
