"""The map of a fight: read, refused, placed by hand, undone, replayed; and what it fills in."""

import json
from collections.abc import Iterator
from typing import Annotated, Any

import pytest
from pydantic import Field as Limits
from skeleton import Person, Skeleton

from desktop.encounter.fight import Fight, play, resume, start
from desktop.encounter.roster import newcomers, read_plan, to_script
from desktop.encounter.script import ScriptError
from desktop.rules import systems
from desktop.rules.battlefield import LARGEST, MOST_POINTS, MOST_SHAPES
from desktop.rules.cast import another
from desktop.rules.contract import Action, Command
from desktop.rules.fields import Record, Shown
from desktop.rules.state import State
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text

BOX = [[2, 2], [4, 2], [4, 4], [2, 4], [2, 2]]
GROUND = [
    {"kind": "wall", "points": [[10, 0], [10, 8]]},
    {"kind": "difficult", "points": BOX},
]


def script(system: str = "teohiphip", **more: Any) -> dict[str, Any]:
    """Two on a map of 30 × 20; the guard stands nowhere."""
    return {
        "format": "fight/1",
        "system": system,
        "combatants": [
            {"id": "zenon", "side": "players", "sheet": {"name": "Zenon"}, "at": [3, 4]},
            {"id": "guard", "side": "foes", "sheet": {"name": "Guard"}},
        ],
        "map": {"width": 30, "height": 20, "ground": GROUND},
        "seed": 1,
        "steps": [{"do": "begin"}],
        **more,
    }


def place(**places: Any) -> dict[str, Any]:
    return {"do": "place", "places": places}


# ---- what is read, and what is refused


@pytest.mark.parametrize(
    ("field", "refused"),
    [
        ({"width": 0}, "map.width: needs at least 1"),
        ({"width": LARGEST + 1}, "map.width: can be at most 2000"),
        ({"width": "wide"}, "map.width: needs a number"),
        ({"width": True}, "map.width: needs a number"),
        ({"height": float("nan")}, "map.height: needs a number"),
        ({"height": 1e400}, "map.height: needs a number"),
        ({"colour": "red"}, "map.colour: there is no such field"),
        ({"picture": "x" * 201}, "map.picture: can have at most 200 letters"),
        ({"ground": {}}, "map.ground: needs a list"),
        ({"ground": [GROUND[0]] * (MOST_SHAPES + 1)}, "map.ground: can have at most 500 entries"),
        ({"ground": [{"kind": "lava", "points": BOX}]}, "map.ground[0].kind: is not one of"),
        ({"ground": [{"kind": "wall", "points": "ab"}]}, "map.ground[0].points: needs a list"),
        (
            {"ground": [{"kind": "wall", "points": [[1, 1]]}]},
            "map.ground[0].points: needs at least",
        ),
        (
            {"ground": [{"kind": "wall", "points": [[0, 0], [1, -1]]}]},
            "map.ground[0].points[1][1]: needs at least 0",
        ),
        (
            {"ground": [{"kind": "wall", "points": [[0, 0], [1, 1, 1]]}]},
            "map.ground[0].points[1]: can have at most 2 entries",
        ),
        (
            {"ground": [{"kind": "wall", "points": [[0, 0]] * (MOST_POINTS + 1)}]},
            "map.ground[0].points: can have at most 200 entries",
        ),
        (
            {"ground": [{"kind": "wall", "points": [[0, 0], [1, 1]] * 50}] * 41},
            "map.ground: can have at most 4000 points in all",
        ),
        (
            {"ground": [{"kind": "difficult", "points": [[0, 0], [1, 1]]}]},
            "map.ground[0].points: needs an outline whose last point is its first",
        ),
    ],
)
def test_a_hostile_map_is_refused_at_its_place(field: dict[str, Any], refused: str) -> None:
    with pytest.raises(ScriptError) as error:
        start(script(map={"width": 30, "height": 20, **field}))
    assert str(error.value).startswith(refused)


@pytest.mark.parametrize("document", [[], "map", 3, True])
def test_a_map_is_an_object(document: Any) -> None:
    with pytest.raises(ScriptError, match="map: needs an object"):
        start(script(map=document))


@pytest.mark.parametrize(
    ("at", "refused"),
    [
        ([31, 4], "at: lies outside the map, which is 30 × 20"),
        ([3, -1], r"at\[1\]: needs at least 0"),
        ([3], r"at\[1\]: is needed"),
        ("here", "at: needs a list"),
        ([float("inf"), 3], r"at\[0\]: "),
    ],
)
def test_nobody_stands_where_the_map_is_not(at: Any, refused: str) -> None:
    told = script()
    told["combatants"][0]["at"] = at
    with pytest.raises(ScriptError, match=r"combatants\[0\]." + refused):
        start(told)
    wave = [{"name": "late", "combatants": [{**told["combatants"][0], "id": "late"}]}]
    del told["combatants"][0]["at"]
    with pytest.raises(ScriptError, match=r"waves\[0\].combatants\[0\]." + refused):
        start({**told, "waves": wave})


def test_a_place_without_a_map_is_refused() -> None:
    told = script()
    del told["map"]
    with pytest.raises(ScriptError, match=r"combatants\[0\].at: there is no map"):
        start(told)
    del told["combatants"][0]["at"]
    with pytest.raises(Refusal, match=r"places\.guard: there is no map"):
        play(told).perform(place(guard=[1, 1]))


def test_on_squares_a_place_is_a_whole_square_of_the_map() -> None:
    fight = start(script("konflikt", steps=[]))
    assert fight.state.positions == {"zenon": (3, 4)}
    for at, refused in (([1.5, 2], "needs a square"), ([30, 4], "lies outside the map")):
        with pytest.raises(Refusal, match=f"places.guard: {refused}"):
            fight.perform(place(guard=at))
    assert fight.perform(place(guard=[29, 19]))


# ---- by hand


def test_tokens_are_put_down_several_at_once_and_taken_off() -> None:
    fight = play(script())
    moment = fight.perform({**place(guard=[5.5, 4], zenon=[6, 6]), "why": "so it is"})
    assert moment is not None
    assert [str(line.text) for line in moment.lines] == [
        "Guard, Zenon are put elsewhere on the map (so it is)"
    ]
    assert fight.state.positions == {"guard": (5.5, 4), "zenon": (6, 6)}
    fight.perform(place(zenon=None))
    assert fight.state.positions == {"guard": (5.5, 4)}


def test_a_step_that_is_refused_moves_nobody() -> None:
    fight = play(script())
    before = fight.state
    for places in ({"zenon": [1, 1], "guard": [99, 1]}, {"zenon": [1, 1], "nobody": [1, 1]}, {}):
        with pytest.raises(Refusal, match="places"):
            fight.perform(place(**places))
    assert fight.state is before
    assert before.positions == {"zenon": (3, 4)}


def test_places_are_undone_redone_and_replayed() -> None:
    fight = play(script())
    fight.perform(place(guard=[5.5, 4]))
    fight.perform(place(guard=[7, 7], zenon=[1, 1]))
    fight.undo()
    assert fight.state.positions == {"zenon": (3, 4), "guard": (5.5, 4)}
    fight.redo()
    kept = {"zenon": (1, 1), "guard": (7, 7)}
    assert fight.state.positions == kept
    written = json.loads(json.dumps(fight.as_script()))
    assert start(written).state.battlefield == fight.state.battlefield
    again = play(written)
    assert again.state.positions == kept
    assert again.as_json() == fight.as_json()
    steps = [moment.step for moment in fight.moments]
    assert resume(fight.script, steps, None).state.positions == kept


def test_people_are_placed_before_the_fight_has_begun() -> None:
    fight = start(script())
    fight.perform(place(guard=[9, 9]))
    assert fight.state.positions["guard"] == (9, 9)
    assert not fight.begun


def test_newcomers_come_to_their_place() -> None:
    late = {"id": "late", "side": "foes", "sheet": {"name": "Late"}, "at": [20, 10]}
    fight = play(script(waves=[{"name": "more", "combatants": [{**late, "id": "wave"}]}]))
    fight.perform({"do": "join", "combatants": [late], "dice": []}, lambda sides: 1)
    with pytest.raises(Refusal, match=r"places.wafe: there is no 'wafe'"):
        fight.perform({"do": "join", "wave": "more", "places": {"wafe": [3, 3]}}, lambda sides: 1)
    fight.perform({"do": "join", "wave": "more"}, lambda sides: 1)
    assert fight.state.positions["late"] == fight.state.positions["wave"] == (20, 10)
    outside = {**late, "id": "far", "at": [40, 1]}
    with pytest.raises(Refusal, match=r"combatants\[0\].at: lies outside the map"):
        fight.perform({"do": "join", "combatants": [outside]}, lambda sides: 1)
    assert play(fight.as_script()).state.positions == fight.state.positions


def test_what_a_fight_prints_says_where_they_stand() -> None:
    printed = play(script()).as_json()["combatants"]
    assert printed["zenon"]["at"] == [3, 4]
    assert "at" not in printed["guard"]


# ---- the plan


def plan(*at: Any, **more: Any) -> dict[str, Any]:
    return {
        "system": "teohiphip",
        "lines": [
            {"sheet": {"name": "Zenon"}, "side": "players", "at": [[1, 1]]},
            {"sheet": {"name": "Guard"}, "side": "foes", "count": 3, "at": list(at)},
        ],
        "map": {"width": 30, "height": 20, "ground": GROUND},
        **more,
    }


def test_of_several_in_a_line_each_has_its_place_as_far_as_they_are_given() -> None:
    made = to_script(read_plan(plan([5, 5], None)))
    assert [one.get("at") for one in made["combatants"]] == [[1, 1], [5, 5], None, None]
    assert start(made).state.battlefield == start(script()).state.battlefield


def test_a_plan_with_a_place_off_its_map_is_refused_at_its_place() -> None:
    with pytest.raises(Refusal, match=r"lines\[1\].at\[1\]: lies outside the map"):
        to_script(read_plan(plan([5, 5], [5, 21])))
    with pytest.raises(Refusal, match=r"lines\[0\].at\[0\]: there is no map"):
        to_script(read_plan(plan(map=None)))
    with pytest.raises(Refusal, match=r"map\.width: needs at least 1"):
        read_plan(plan(map={"width": 0, "height": 1}))


def test_lines_that_come_to_a_running_fight_bring_their_places() -> None:
    lines = read_plan(plan([5, 5], [6, 6])).lines
    found = newcomers(lines, {"guard-1": "Guard 1"})
    assert [one.get("at") for one in found] == [[1, 1], [5, 5], [6, 6], None]


# ---- a system of somebody's own


class Shot(Record):
    at: Annotated[str, Shown("At", kind="combatant")]
    far: Annotated[float | None, Shown("How far", unit="m", distance_to="at")] = None


class Shoot(Command, action="shoot"):
    target: Annotated[str, Shown("Target", kind="combatant")]
    distance: Annotated[
        int | None, Limits(ge=0, le=50), Shown("Distance", unit="m", distance_to="target")
    ] = None
    shots: list[Shot] = []


def shoot(state: State[Person], person: Person, command: Shoot, table: Table) -> None:
    foe = another(state, person, command.target)
    told = Text("{name} shoots {metres} m", name=foe.name, metres=command.distance)
    table.log("archery-1", told, by=person.id)
    for shot in command.shots:
        table.log("archery-1", Text("and {metres} m", metres=shot.far), by=person.id)


class Archery(Skeleton):
    actions = (Action(Shoot, shoot, Text("Shoot"), key="S"),)


@pytest.fixture
def archery() -> Iterator[Fight]:
    systems.cache_clear()
    systems().add("skeleton", lambda: Archery)
    told = script("skeleton")
    told["combatants"][1]["at"] = [3, 16.4]
    yield play(told)
    systems.cache_clear()


SHOOT = {"do": "act", "actor": "zenon", "action": "shoot", "target": "guard"}


def lines(fight: Fight, step: dict[str, Any]) -> list[str]:
    return [str(line.text) for line in fight.preview(step).lines]


def test_a_system_of_ones_own_has_its_distances_for_nothing(archery: Fight) -> None:
    assert lines(archery, SHOOT) == ["Guard shoots 13 m"], "a whole number is rounded up"
    assert lines(archery, {**SHOOT, "distance": 4}) == ["Guard shoots 4 m"]
    assert lines(archery, {**SHOOT, "distance": None}) == ["Guard shoots None m"]
    several = {**SHOOT, "shots": [{"at": "guard"}, {"at": "guard", "far": 2.0}]}
    assert lines(archery, several)[1:] == ["and 12.4 m", "and 2.0 m"]


def test_it_says_how_it_knows(archery: Fight) -> None:
    known = archery.rules.by_map(archery.state, "zenon", SHOOT)
    assert {path: str(one.why) for path, one in known.items()} == {
        "distance": "12.4 m on the map, counts as 13 m"
    }


def test_what_the_map_knows_is_refused_like_anything_typed(archery: Fight) -> None:
    archery.perform(place(zenon=[0, 0], guard=[30, 20]))
    assert lines(archery, SHOOT) == ["Guard shoots 37 m"]
    wide = script("skeleton", map={"width": 200, "height": 20})
    wide["combatants"][1]["at"] = [190, 4]
    with pytest.raises(Refusal, match="distance: can be at most 50"):
        play(wide).perform(SHOOT)


def test_without_a_move_of_its_own_a_system_is_placed_by_hand(archery: Fight) -> None:
    assert archery.rules.go_to(archery.state, "zenon", (1, 1)) is None
    assert archery.rules.within_reach(archery.state, "zenon") is None
    archery.perform(place(zenon=[1, 1]))
    assert archery.rules.centre(archery.state, "zenon") == (1, 1)


def test_the_middle_of_a_token_on_squares_is_that_of_all_it_stands_on() -> None:
    told = script("konflikt", steps=[])
    told["combatants"][0]["sheet"]["size"] = 2
    fight = start(told)
    assert fight.rules.centre(fight.state, "zenon") == (4, 5)
    assert fight.rules.centre(fight.state, "guard") is None
