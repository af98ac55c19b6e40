"""What the commands of this system share: fields, free modifiers, and finding people and things."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from pydantic import Field as Limits

from desktop.rules.contract import Command
from desktop.rules.fields import Record, Shown
from desktop.rules.table import Refusal
from desktop.rules.walka.check import Threshold
from desktop.rules.walka.state import Battle, Fighter

Metres = Annotated[int, Limits(ge=0, le=5000)]
WeaponName = Annotated[
    str, Limits(max_length=100), Shown("With", "Broń", kind="choice", rule="walka-19")
]


class Act(Command):
    do: Literal["act"] = "act"
    in_steps: Annotated[
        bool,
        Shown(
            "Segment by segment",
            "Segment po segmencie",
            rule="walka-13",
            help="whoever waits can break in between",
        ),
    ] = False


class Modifiers(Record):
    """What the game master adds, with a reason (walka-17)."""

    other: Annotated[int, Limits(ge=-40, le=40), Shown("Other", "Inne", rule="walka-17")] = 0
    why: Annotated[str, Limits(max_length=200), Shown("Why", "Dlaczego")] = ""

    def add_to(self, threshold: Threshold) -> None:
        threshold.add(self.why or "by the game master", self.other, "walka-17")


class Victim(Record):
    """walka-29: somebody in a blast, and how far from its middle."""

    who: Annotated[str, Shown("Who", "Kto", kind="combatant")]
    metres: Annotated[
        int, Limits(ge=0, le=1000), Shown("From the middle", "Od epicentrum", unit="m")
    ] = 0
    cover: Annotated[
        bool, Shown("Behind solid cover", "Za porządną osłoną", help="the blast destroys it")
    ] = False


Victims = Annotated[
    list[Victim], Limits(max_length=20), Shown("In the blast", "W wybuchu", rule="walka-29")
]


def opponent(state: Battle, fighter: Fighter, id: str, place: str = "target") -> Fighter:
    """Another fighter who is still in the fight, to be read."""
    if id == fighter.id:
        raise Refusal("needs somebody else", place)
    return present(state, id, place)


def present(state: Battle, id: str, place: str) -> Fighter:
    """A fighter who is still in the fight, to be read."""
    if id not in state.combatants:
        raise Refusal(f"there is no combatant {id!r}", place)
    if state[id].out:
        raise Refusal(f"{state[id].name} is out of the fight", place)
    return state[id]


def find_weapon(fighter: Fighter, name: str, among: Sequence[int], place: str = "with") -> int:
    """The index of the weapon of that name; of the first one when none is named."""
    for index in among:
        if not name or fighter.weapon(index).name == name:
            return index
    there_is = ", ".join(fighter.weapon(index).name for index in among) or "nothing"
    raise Refusal(
        f"{fighter.name} has no {f'{name!r}' if name else 'weapon'} for this; there is: {there_is}",
        place,
    )


def not_ready(fighter: Fighter, index: int) -> str | None:
    """Why a weapon cannot be used now, or None (walka-10, 24)."""
    weapon = fighter.weapon(index)
    if fighter.loaded[index] == 0:
        return f"none of {weapon.name} is left" if not weapon.gun else f"{weapon.name} is empty"
    if index in fighter.to_pump:
        return f"{weapon.name} has to be pumped first"
    return None


def use_round(fighter: Fighter, index: int, rounds: int = 1) -> int:
    """Takes rounds out of a weapon; how many there were (walka-24). ``fighter`` is taken."""
    weapon, loaded = fighter.weapon(index), fighter.loaded[index]
    if weapon.reload == "pump" and index not in fighter.to_pump:
        fighter.to_pump.append(index)
    if loaded is None:
        return rounds
    fired = min(loaded, rounds)
    fighter.loaded[index] = loaded - fired
    return fired
