"""What if: an encounter with one thing changed, to be forecast with the dice of the other."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field as Limits

from desktop.encounter.script import ScriptError, read_script
from desktop.encounter.simulate.opening import Opening, opening
from desktop.rules import systems
from desktop.rules.contract import Rules
from desktop.rules.fields import Record
from desktop.rules.text import Text, none_such

MOST_MORE = 20


class Variation(Record):
    """What is different. Whoever is named may be a combatant's id, or a side for all of it."""

    name: Annotated[str, Limits(max_length=200)] = ""
    more: dict[str, Annotated[int, Limits(ge=1, le=MOST_MORE)]] = {}
    """How many more like this one there are, or like each of a side."""
    without: list[str] = []
    """Who does not come."""
    without_armour: list[str] = []
    policies: dict[str, str] = {}
    """Other behaviours."""
    surprised: list[str] = []


AS_IT_IS = Variation()


def varied(script: Mapping[str, Any], variation: Variation, policy: str = "") -> Opening:
    """The opening of an encounter with this change; ``policy`` acts where no behaviour is set.

    Raises :class:`ScriptError` where the change cannot be made.
    """
    if script.get("steps") and (
        variation.more or variation.without or variation.without_armour or variation.surprised
    ):
        raise ScriptError("steps", "who is there cannot be changed in a fight that has begun")
    combatants = list(_combatants(script, variation))
    sides = {recruit["id"]: recruit["side"] for recruit in script["combatants"]}
    instead: dict[str, str] = {}
    for name, behaviour in variation.policies.items():
        instead |= dict.fromkeys(_named([name], sides, "policies"), behaviour)
    left = {recruit["id"] for recruit in combatants}
    return opening(
        {**script, "combatants": combatants},
        surprised=tuple(id for id in _named(variation.surprised, sides, "surprised") if id in left),
        policy=policy,
        instead={id: behaviour for id, behaviour in instead.items() if id in left},
    )


def armour_of(rules: Rules[Any]) -> str | None:
    """The field of the sheet that says what somebody wears; None where there is none."""
    return "armor" if "armor" in rules.sheet.model_fields else None


def _combatants(script: Mapping[str, Any], variation: Variation) -> Iterator[dict[str, Any]]:
    read = read_script(dict(script))
    sides = {recruit.id: recruit.side for recruit in read.combatants}
    field = armour_of(systems()[read.system])
    bare = _named(variation.without_armour, sides, "without_armour")
    if bare and field is None:
        raise ScriptError(
            "without_armour", Text("a sheet of {system} has no armour", system=read.system)
        )
    absent = _named(variation.without, sides, "without")
    more: dict[str, int] = {}
    for name, count in variation.more.items():
        more |= dict.fromkeys(_named([name], sides, "more"), count)
    taken = set(sides)
    for recruit in script["combatants"]:
        if recruit["id"] in absent:
            continue
        if recruit["id"] in bare:
            sheet = {name: value for name, value in recruit["sheet"].items() if name != field}
            recruit = {**recruit, "sheet": sheet}
        yield recruit
        for number in range(more.get(recruit["id"], 0)):
            id = _free(f"{recruit['id']}-more-{number + 1}", taken)
            name = f"{recruit['sheet'].get('name', id)} +{number + 1}"
            yield {**recruit, "id": id, "sheet": {**recruit["sheet"], "name": name}}


def _named(names: list[str], sides: Mapping[str, str], place: str) -> list[str]:
    """The ids of those who are named, by themselves or by their side."""
    ids: list[str] = []
    for name in names:
        of_side = [id for id, side in sides.items() if side == name]
        if not of_side and name not in sides:
            raise ScriptError(place, none_such(name, [*dict.fromkeys(sides.values()), *sides]))
        ids += of_side or [name]
    return ids


def _free(wanted: str, taken: set[str]) -> str:
    while wanted in taken:
        wanted += "-"
    taken.add(wanted)
    return wanted
