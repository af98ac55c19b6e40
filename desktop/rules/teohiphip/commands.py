"""What can be said of a character's turn, as commands (teohiphip-3 to 15)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field as Limits

from desktop.rules.battlefield import At
from desktop.rules.contract import Command
from desktop.rules.fields import Record, Shown
from desktop.rules.teohiphip.sheet import Tags

Inches = Annotated[int, Limits(ge=0, le=200)]
Fact = bool | Annotated[str, Limits(min_length=1, max_length=200)]
"""Whether something holds: yes, no, or yes with the reason in words."""


class TestModifiers(Record):
    """What the game master sees on the table about a test (teohiphip-17)."""

    advantage: Annotated[Fact, Shown("Advantage", "Przewaga", rule="teohiphip-17")] = False
    disadvantage: Annotated[Fact, Shown("Disadvantage", "Utrudnienie", rule="teohiphip-17")] = False


class AttackModifiers(TestModifiers):
    concealed: Annotated[bool, Shown("Target concealed", "Ukrycie", rule="teohiphip-9")] = False
    cover: Annotated[bool, Shown("Target in cover", "Osłona", rule="teohiphip-10")] = False


class Activate(Command):
    do: Literal["activate"] = "activate"


class EndTurn(Command):
    do: Literal["end_turn"] = "end_turn"


class Act(Command):
    do: Literal["act"] = "act"


class Move(Act):
    """A move; with ``to``, a point of the map, straight there."""

    action: Literal["move"] = "move"
    to: Annotated[At | None, Shown("To", "Dokąd", kind="point", rule="teohiphip-6")] = None
    inches: Annotated[
        Inches | None,
        Shown("Distance", "Dystans", unit="″", rule="teohiphip-6", help="half inches count whole"),
    ] = None
    difficult: Annotated[
        Inches, Shown("of it difficult", "w tym trudny teren", unit="″", rule="teohiphip-7")
    ] = 0
    contact: Annotated[
        list[str],
        Limits(max_length=20),
        Shown("Into contact with", "W zwarcie z", kind="combatants", rule="teohiphip-21"),
    ] = []


class FullMove(Move):
    action: Literal["full_move"] = "full_move"  # type: ignore[assignment]


class Climb(Act):
    action: Literal["climb"] = "climb"
    hard: Annotated[bool, Shown("A hard obstacle", "Trudna przeszkoda", rule="teohiphip-8")] = True
    modifiers: Annotated[TestModifiers, Shown("Modifiers")] = TestModifiers()


class Strike(Act):
    action: Literal["attack"] = "attack"
    target: Annotated[str, Shown("Target", "Cel", kind="combatant", rule="teohiphip-11")]
    with_: Annotated[
        str, Limits(alias="with", max_length=100), Shown("With", "Broń", kind="choice")
    ] = ""
    distance: Annotated[
        Inches | None,
        Shown("Distance", "Dystans", unit="″", rule="teohiphip-11", distance_to="target"),
    ] = None
    line_of_sight: Annotated[bool, Shown("Line of sight", "Linia wzroku", rule="teohiphip-9")] = (
        True
    )
    modifiers: Annotated[AttackModifiers, Shown("Modifiers")] = AttackModifiers()


class Aim(Act):
    action: Literal["aim"] = "aim"


class Hunker(Act):
    action: Literal["hunker"] = "hunker"


class Interact(Act):
    action: Literal["interact"] = "interact"
    ap: Annotated[int, Limits(ge=0, le=2), Shown("Cost", "Koszt", unit="AP")] = 1
    what: Annotated[str, Limits(max_length=200), Shown("With what", "Z czym")] = ""
    test: Annotated[bool, Shown("Needs a test", "Wymaga testu", rule="teohiphip-16")] = False
    tags: Annotated[Tags, Shown("Kind of test", "Rodzaj testu", rule="teohiphip-17")] = []
    modifiers: Annotated[TestModifiers, Shown("Modifiers")] = TestModifiers()


class UseTrait(Act):
    action: Literal["use_trait"] = "use_trait"
    trait: Annotated[str, Limits(max_length=100), Shown("Trait", "Cecha", kind="choice")]
    target: Annotated[str | None, Shown("For", "Dla", kind="combatant")] = None


class Test(Act):
    """Any test of any character, also outside its activation (teohiphip-18)."""

    action: Literal["test"] = "test"
    what: Annotated[str, Limits(max_length=200), Shown("Of what", "Czego")] = ""
    tags: Annotated[Tags, Shown("Kind of test", "Rodzaj testu", rule="teohiphip-17")] = []
    modifiers: Annotated[TestModifiers, Shown("Modifiers")] = TestModifiers()


class Other(Act):
    """Whatever the game master allows, at the price the game master sets."""

    action: Literal["other"] = "other"
    what: Annotated[str, Limits(min_length=1, max_length=500), Shown("What", "Co")]
    ap: Annotated[int, Limits(ge=0, le=2), Shown("Cost", "Koszt", unit="AP")] = 1
