"""A half-made document: what its model refuses, and what can be used of it all the same."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field as Limits
from pydantic import model_validator

from desktop.rules.fields import Record
from desktop.rules.repair import read
from desktop.rules.text import Text


class Purse(Record):
    coins: Annotated[int, Limits(ge=0)] = 0
    room: Annotated[int, Limits(ge=0)] = 10
    notes: list[str] = []

    validated: ClassVar[int] = 0

    @model_validator(mode="after")
    def _fits(self) -> Purse:
        Purse.validated += 1
        if self.coins > self.room:
            raise ValueError(Text("coins need room"), "coins", "room")
        return self


def test_a_right_document_is_validated_once() -> None:
    Purse.validated = 0
    checked = read(Purse, {"coins": 3}, {})
    assert (checked.record, checked.refused) == (Purse(coins=3), ())
    assert Purse.validated == 2, "once here, and once for the purse it is set against"


def test_a_refused_value_is_as_it_was_before_and_the_others_are_new() -> None:
    checked = read(Purse, {"coins": "x", "notes": ["new"]}, {"coins": 4, "notes": ["old"]})
    assert checked.record == Purse(coins=4, notes=["new"])
    assert [(path, str(said)) for path, said in checked.refused] == [
        (("coins",), "needs a whole number")
    ]


def test_what_is_refused_across_fields_stands_at_each_of_them() -> None:
    checked = read(Purse, {"coins": 12}, {})
    assert [path for path, _ in checked.refused] == [("coins",), ("room",)]
    assert checked.record == Purse()
