"""The fight script, ``fight/1``: a whole fight written down. One format for a saved fight, a
replay, a bug report, a test and the command line."""

from collections.abc import Collection, Mapping, Sequence
from typing import Annotated, Any, Literal, TypeVar

from pydantic import Field as Limits
from pydantic import ValidationError

from desktop.encounter.behaviours import behaviours
from desktop.rules import battlefield, fields, systems, table
from desktop.rules.contract import Policy, Rules, checked
from desktop.rules.positions import refuse_place
from desktop.rules.state import MOST_COMBATANTS, Recruit
from desktop.rules.text import Text, TextError, Words, none_such, placed


class ScriptError(TextError):
    """A script that cannot be read or run. ``place`` says where, as in ``steps[3].target``."""

    def __init__(self, place: str, problem: Words) -> None:
        super().__init__(placed(place, problem))


Model = TypeVar("Model", bound=fields.Record)

MOST_STATES = 4_000_000
"""Combatants times steps: after each step a fight remembers how all of them stood."""


class Goal(fields.Record):
    """An objective as a script writes it down."""

    text: str = Limits(min_length=1, max_length=1000)
    met: bool = False


class Wave(fields.Record):
    """Newcomers that are ready to be called into the fight together."""

    name: str = Limits(min_length=1, max_length=200)
    combatants: list[Recruit] = Limits(min_length=1, max_length=MOST_COMBATANTS)


class Point(fields.Record):
    """The chance of a side after one step; ``step`` is its place in ``steps``, from 0."""

    step: int = Limits(ge=0)
    chance: float = Limits(ge=0, le=1)


class Course(fields.Record):
    """How the chance of a side to win went, as fights played on from its steps came out."""

    side: str
    points: list[Point] = Limits(default=[], max_length=1000)


class Script(fields.Record):
    """A fight as it is written down. ``sheet`` and ``house_rules`` are still plain JSON here."""

    format: Literal["fight/1"]
    system: str
    name: str = ""
    house_rules: dict[str, Any] = {}
    combatants: list[Recruit] = Limits(max_length=MOST_COMBATANTS)
    objectives: list[Goal] = []
    waves: list[Wave] = Limits(default=[], max_length=100)
    map: battlefield.Battlefield | None = None
    dice: list[Annotated[int, Limits(ge=1, le=1000)]] = Limits(default=[], max_length=100_000)
    seed: Annotated[int, Limits(ge=0, le=2**63 - 1)] | None = None
    steps: list[dict[str, Any]] = Limits(default=[], max_length=100_000)
    course: Course | None = None
    """What is worked out only when somebody asks, and is kept; the fight does not depend on it."""


def validated(model: type[Model], document: Mapping[str, Any]) -> Model:
    """What is written down in a document. Raises :class:`ScriptError` that names the place."""
    try:
        return model.model_validate(document)
    except ValidationError as error:
        raise ScriptError(*fields.problems(error, model)[0]) from None


def read_script(document: Any) -> Script:
    """Checks a parsed JSON document. Raises :class:`ScriptError` that names the place."""
    if not isinstance(document, dict):
        raise ScriptError("", 'a fight script is an object: {"format": "fight/1", …}')
    script = validated(Script, document)
    if len(script.combatants) * len(script.steps) > MOST_STATES:
        most = MOST_STATES // len(script.combatants)
        said = Text(
            "{steps} are too many for {combatants} combatants; at most {most}, or fewer combatants",
            steps=len(script.steps),
            combatants=len(script.combatants),
            most=most,
        )
        raise ScriptError("steps", said)
    if script.system not in systems():
        raise ScriptError("system", none_such(script.system, sorted(systems())))
    return script


def muster(script: Script) -> tuple[Rules[Any], list[Recruit], Any]:
    """The rules of a script, its roster with checked sheets, and its checked house rules.

    Raises :class:`ScriptError` that names the place.
    """
    rules = systems()[script.system]
    try:
        house = checked(rules.house_rules, script.house_rules, "house_rules.")
        roster = read_roster(rules, script.combatants, "combatants")
        taken = {recruit.id for recruit in roster}
        for index, wave in enumerate(script.waves):
            newcomers = read_roster(rules, wave.combatants, f"waves[{index}].combatants", taken)
            taken.update(recruit.id for recruit in newcomers)
            _refuse_places(rules, script, newcomers, f"waves[{index}].combatants")
        _refuse_places(rules, script, roster, "combatants")
    except table.Refusal as refusal:
        raise ScriptError(refusal.field, refusal.message) from None
    return rules, roster, house


def read_roster(
    rules: Rules[Any], recruits: Sequence[Recruit], place: str, taken: Collection[str] = ()
) -> list[Recruit]:
    """Recruits with checked sheets, and ids of their own. Raises :class:`Refusal`."""
    seen = set(taken)
    roster = []
    for index, recruit in enumerate(recruits):
        where = f"{place}[{index}]"
        if not recruit.id:
            raise table.Refusal("cannot be empty", f"{where}.id")
        if not recruit.side:  # nobody could tell its victory from nobody's
            raise table.Refusal("cannot be empty", f"{where}.side")
        if recruit.id in seen:
            raise table.Refusal(Text("{id} is there twice", id=repr(recruit.id)), f"{where}.id")
        seen.add(recruit.id)
        sheet = recruit.sheet
        if not isinstance(sheet, rules.sheet):
            if not isinstance(sheet, Mapping):
                raise table.Refusal("needs an object", f"{where}.sheet")
            sheet = checked(rules.sheet, sheet, f"{where}.sheet.")
        check_policy(rules, recruit.policy, f"{where}.policy")
        roster.append(recruit.model_copy(update={"sheet": sheet}))
    return roster


def _refuse_places(
    rules: Rules[Any], script: Script, recruits: Sequence[Recruit], place: str
) -> None:
    """Raises :class:`Refusal` where the map has no such place as a recruit is said to stand on."""
    for index, recruit in enumerate(recruits):
        if recruit.at is not None:
            refuse_place(script.map, recruit.at, f"{place}[{index}].at", squares=rules.map_grid)


def check_policy(rules: Rules[Any], policy: str | None, place: str = "policy") -> Policy | None:
    """The behaviour of that id, None for none. Raises :class:`Refusal`."""
    known = behaviours(rules)
    if policy is None or policy in known:
        return None if policy is None else known[policy]
    raise table.Refusal(none_such(policy, sorted(known)), place)


def step_error(position: int, refusal: table.Refusal) -> ScriptError:
    """A refusal as the error of a script: ``steps[3].target: …`` (counted from 0)."""
    place = f"steps[{position}]"
    return ScriptError(f"{place}.{refusal.field}" if refusal.field else place, refusal.message)
