"""The plan of an encounter, who comes how often and on which side, and the script it becomes."""

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BeforeValidator
from pydantic import Field as Limits

from desktop.encounter.script import Goal, check_policy, muster, read_roster, read_script
from desktop.rules import contract, fields, geometry, systems, table
from desktop.rules.battlefield import At, Battlefield
from desktop.rules.names import numbered
from desktop.rules.positions import refuse_place
from desktop.rules.state import State
from desktop.rules.text import none_such

MOST_OF_A_KIND = 50

LONGEST_WAVE = 200
"""Letters of the word that a wave is called by."""


class Line(fields.Record):
    """One line of a plan: ``count`` combatants with the same sheet.

    With ``group`` all of them share one line in the order, each with hit points of its own.
    ``character`` refers to where the sheet came from; it says nothing to the fight.
    """

    sheet: dict[str, Any]
    side: Annotated[str, Limits(min_length=1, max_length=100)]
    count: Annotated[int, Limits(ge=1, le=MOST_OF_A_KIND)] = 1
    group: bool = False
    policy: str | None = None
    wave: Annotated[str, Limits(max_length=LONGEST_WAVE)] = ""
    """With which wave they come, when it is called; empty: they are there from the start."""
    character: str | int | None = None
    at: Annotated[
        list[At | None], Limits(max_length=MOST_OF_A_KIND), fields.Shown("Places", kind="points")
    ] = []
    """Where each of them stands on the map, the first one first."""


def _said(objectives: Any) -> Any:
    """The objectives that say something: a page has a line for one that is yet to be typed."""
    if not isinstance(objectives, list):
        return objectives
    return [goal for goal in objectives if not (isinstance(goal, dict) and _is_blank(goal))]


def _is_blank(goal: Mapping[str, Any]) -> bool:
    text = goal.get("text")
    return isinstance(text, str) and not text.strip()


class Plan(fields.Record):
    """An encounter as it is prepared. ``sheet`` and ``house_rules`` are the system's, as JSON."""

    system: str
    name: str = ""
    lines: list[Line] = Limits(default=[], max_length=200)
    objectives: Annotated[list[Goal], BeforeValidator(_said), Limits(max_length=100)] = []
    house_rules: dict[str, Any] = {}
    notes: str = ""
    map: Battlefield | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """One combatant of a plan: its id and name in the fight, and the line it comes from."""

    id: str
    name: str
    group: str | None
    line: int
    at: geometry.Point | None = None
    """Where it stands on the map."""


def under(house_rules: Mapping[str, Any], document: Mapping[str, Any]) -> dict[str, Any]:
    """An encounter's document with the house rules of its campaign beneath its own."""
    own = document.get("house_rules", {})
    return {**document, "house_rules": {**house_rules, **own} if isinstance(own, dict) else own}


def read_plan(document: Any) -> Plan:
    """Checks a parsed JSON document. Raises :class:`Refusal` that names the field."""
    if not isinstance(document, Mapping):
        raise table.Refusal('a plan is an object: {"system": …, "lines": […]}')
    return contract.checked(Plan, document)


def places(plan: Plan) -> list[Place]:
    """Everybody in the plan, line by line, with unique ids.

    Where several bear one name, in one line or in many, they are numbered: ``Strażnik 1``,
    ``straznik-1``.
    """
    names = [str(line.sheet.get("name") or line.side) for line in plan.lines]
    bearers: Counter[str] = Counter()
    for name, line in zip(names, plan.lines, strict=True):
        bearers[name] += line.count
    numbers: Counter[str] = Counter()
    ids: set[str] = set()
    groups: set[str] = set()
    everybody = []
    for index, (name, line) in enumerate(zip(names, plan.lines, strict=True)):
        together = line.group and line.count > 1
        group = _free(slug(name), groups) if together else None
        for nth in range(line.count):
            numbers[name] += 1
            full = numbered(name, numbers[name]) if bearers[name] > 1 else name
            at = line.at[nth] if nth < len(line.at) else None
            everybody.append(Place(_free(slug(full), ids), full, group, index, at))
    return everybody


def newcomers(lines: Sequence[Line], there: Mapping[str, str]) -> list[dict[str, Any]]:
    """Lines as recruits for a fight that goes on. Who comes alone carries its character along.

    ``there`` are the names of those in it, by id; numbers go on where theirs end.
    """
    ids = set(there)
    numbers: Counter[str] = Counter()
    for name in there.values():
        stem, _, number = name.rpartition(" ")
        known, so_far = (stem, int(number)) if stem and number.isdecimal() else (name, 1)
        numbers[known] = max(numbers[known], so_far)
    recruits = []
    for line in lines:
        name = str(line.sheet.get("name") or line.side)
        group = _free(slug(name), {*ids, *there}) if line.group and line.count > 1 else None
        for nth in range(line.count):
            numbers[name] += 1
            alone = line.count == 1 and numbers[name] == 1
            full = name if alone else numbered(name, numbers[name])
            at = line.at[nth] if nth < len(line.at) else None
            id, sheet = _free(slug(full), ids), {**line.sheet, "name": full}
            recruits.append(
                {"id": id, "side": line.side, "sheet": sheet, **_also_said(line, group, at)}
            )
    return recruits


def _also_said(line: Line, group: str | None, at: geometry.Point | None) -> dict[str, Any]:
    """What a recruit of a line has beside id, side and sheet, where it has it: several copies of
    one character do not stand for it."""
    stands_for = line.character if line.count == 1 and isinstance(line.character, int) else None
    said = {"group": group, "policy": line.policy, "at": at and list(at), "character": stands_for}
    return {name: value for name, value in said.items() if value}


def of_no_campaign(part: Mapping[str, Any]) -> dict[str, Any]:
    """A script, a wave or a step without the characters of the campaign it comes from."""
    copied = dict(part)
    if "combatants" in part:
        copied["combatants"] = [
            {k: v for k, v in recruit.items() if k != "character"}
            if isinstance(recruit, Mapping)
            else recruit
            for recruit in part["combatants"]
        ]
    if "waves" in part:
        copied["waves"] = [of_no_campaign(wave) for wave in part["waves"]]
    return copied


def to_script(plan: Plan) -> dict[str, Any]:
    """The plan as a ``fight/1`` document that can be started as it stands.

    Raises :class:`Refusal` that names the place in the plan: ``lines[1].sheet.hp``.
    """
    if plan.system not in systems():
        raise table.Refusal(none_such(plan.system, systems()), "system")
    if all(line.wave for line in plan.lines):
        raise table.Refusal("needs at least one combatant from the start", "lines")
    rules = systems()[plan.system]
    contract.checked(rules.house_rules, plan.house_rules, "house_rules.")
    for index, line in enumerate(plan.lines):
        contract.checked(rules.sheet, line.sheet, f"lines[{index}].sheet.")
        check_policy(rules, line.policy, f"lines[{index}].policy")
        for nth, at in enumerate(line.at):
            if at is not None:
                refuse_place(plan.map, at, f"lines[{index}].at[{nth}]", squares=rules.map_grid)
    by_wave: dict[str, list[dict[str, Any]]] = {"": []}
    for wave, recruit in _combatants(plan, rules.sheet):
        by_wave.setdefault(wave, []).append(recruit)
    script = {
        "format": "fight/1",
        "system": plan.system,
        "name": plan.name,
        "house_rules": dict(plan.house_rules),
        "combatants": by_wave.pop(""),
        "objectives": [goal.model_dump() for goal in plan.objectives],
    }
    waves = [{"name": name, "combatants": people} for name, people in by_wave.items()]
    if waves:
        script["waves"] = waves
    if plan.map:
        script["map"] = plan.map.model_dump(mode="json", exclude_defaults=True)
    return script


def everybody(plan: Plan) -> tuple[contract.Rules[Any], State[Any]]:
    """Everybody in a plan where they stand on its map, with those who come in a wave.

    Raises :class:`Refusal` or :class:`ScriptError` where no fight can start from the plan.
    """
    script = read_script(to_script(plan))
    rules, roster, house = muster(script)
    for wave in script.waves:
        roster += read_roster(rules, wave.combatants, "lines")
    state = rules.muster(roster, house)
    state.battlefield = plan.map
    state.positions = {recruit.id: recruit.at for recruit in roster if recruit.at is not None}
    return rules, state


def _combatants(plan: Plan, model: type[fields.Record]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Everybody as a recruit, with the wave they come with."""
    for place in places(plan):
        line = plan.lines[place.line]
        sheet = {**line.sheet, "name": place.name}
        if sheet != line.sheet:
            contract.checked(model, sheet, f"lines[{place.line}].sheet.")
        said = _also_said(line, place.group, place.at)
        yield line.wave, {"id": place.id, "side": line.side, **said, "sheet": sheet}


_LETTERS = str.maketrans(
    {
        **{"ł": "l", "đ": "d", "ø": "o", "ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"},
        **dict(zip("абвгдезийклмнопрстуфыэ", "abvgdeziyklmnoprstufye", strict=True)),
        **{"ё": "yo", "ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch"},
        **{"ъ": "", "ь": "", "ю": "yu", "я": "ya", "і": "i", "ї": "yi", "є": "ye", "ґ": "g"},
    }
)


def slug(name: str) -> str:
    """A name in small ASCII letters, digits and hyphens: ``"Halina Żółć"`` is ``halina-zolc``."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(_LETTERS)).translate(_LETTERS)
    kept = "".join(c if c.isascii() and c.isalnum() else "-" if c in " -_./" else "" for c in plain)
    return "-".join(part for part in kept[:60].split("-") if part) or "combatant"


def _free(wanted: str, taken: set[str]) -> str:
    """The wanted id, or with a number behind it where it is taken; it is taken from then on."""
    id, number = wanted, 2
    while id in taken:
        id, number = f"{wanted}-{number}", number + 1
    taken.add(id)
    return id
