"""A plan becomes a script: ids, names, groups, and what is wrong with a plan."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.encounter.fight import start
from desktop.encounter.roster import (
    Plan,
    newcomers,
    of_no_campaign,
    places,
    read_plan,
    slug,
    to_script,
    under,
)
from desktop.rules.table import Refusal


def plan(*lines: dict[str, Any], **more: Any) -> Plan:
    return read_plan({"system": "teohiphip", "lines": list(lines), **more})


def line(name: str = "Strażnik", side: str = "foes", **more: Any) -> dict[str, Any]:
    return {"sheet": {"name": name}, "side": side, **more}


def ids(script: dict[str, Any]) -> list[str]:
    return [combatant["id"] for combatant in script["combatants"]]


def test_several_of_a_kind_are_numbered_in_name_and_id() -> None:
    script = to_script(plan(line("Zenon Kowalski", "players"), line(count=3)))
    assert ids(script) == ["zenon-kowalski", "straznik-1", "straznik-2", "straznik-3"]
    names = [combatant["sheet"]["name"] for combatant in script["combatants"]]
    assert names == ["Zenon Kowalski", "Strażnik 1", "Strażnik 2", "Strażnik 3"]


def test_the_longest_name_is_numbered_within_what_a_sheet_takes() -> None:
    script = to_script(plan(line("Strażnik" * 12 + "Moir", count=12)))
    names = [combatant["sheet"]["name"] for combatant in script["combatants"]]
    assert len(set(names)) == 12
    assert {len(name) for name in names} == {100}
    assert names[11].endswith(" 12")


def test_everybody_says_which_character_they_came_from_and_copies_do_not() -> None:
    made = plan(
        line("Ala", character=3),
        line(count=2, character=4),
        line("Ola", character=5, wave="late"),
        line("Ula", character="Ula"),
    )
    script = to_script(made)
    assert [one.get("character") for one in script["combatants"]] == [3, None, None, None]
    assert [one.get("character") for one in script["waves"][0]["combatants"]] == [5]
    elsewhere = of_no_campaign({**script, "steps": []})
    for part in (elsewhere, elsewhere["waves"][0]):
        assert not any("character" in one for one in part["combatants"])
    effect = {"do": "effect", "combatants": ["ala"], "name": "x"}
    assert of_no_campaign(effect) == effect


def test_newcomers_of_the_longest_name_are_numbered_within_what_a_sheet_takes() -> None:
    guards = plan(line("S" * 100, count=2)).lines
    found = [one["sheet"]["name"] for one in newcomers(guards, {"x": "S" * 100})]
    assert found == ["S" * 98 + " 2", "S" * 98 + " 3"]


def test_one_name_in_two_lines_is_numbered_on() -> None:
    script = to_script(plan(line(count=2), line(side="guests")))
    assert ids(script) == ["straznik-1", "straznik-2", "straznik-3"]


def test_ids_stay_unique_when_somebody_is_called_like_a_numbered_one() -> None:
    script = to_script(plan(line("Strażnik 1"), line(count=2)))
    assert ids(script) == ["straznik-1", "straznik-1-2", "straznik-2"]


def test_a_grouped_line_shares_a_group_and_a_single_one_has_none() -> None:
    script = to_script(plan(line(count=2, group=True), line("Pies", count=1, group=True)))
    groups = [combatant.get("group") for combatant in script["combatants"]]
    assert groups == ["straznik", "straznik", None]


def test_two_groups_of_one_name_stay_two_groups() -> None:
    script = to_script(plan(line(count=2, group=True), line(count=2, group=True)))
    groups = [combatant["group"] for combatant in script["combatants"]]
    assert groups == ["straznik", "straznik", "straznik-2", "straznik-2"]


def test_places_tell_which_line_a_combatant_comes_from() -> None:
    found = places(plan(line("Ala", "players", character=7), line(count=2)))
    assert [(place.id, place.line) for place in found] == [
        ("ala", 0),
        ("straznik-1", 1),
        ("straznik-2", 1),
    ]


def test_objectives_and_house_rules_reach_the_fight() -> None:
    fight = start(
        to_script(
            plan(
                line("Ala", "players"),
                line(),
                objectives=[{"text": "Broszura u Platona"}],
                house_rules={"round_limit": 5},
            )
        )
    )
    assert [goal.text for goal in fight.state.objectives] == ["Broszura u Platona"]
    assert fight.state.house.round_limit == 5


def test_an_objective_that_is_yet_to_be_typed_is_none() -> None:
    made = plan(line(), objectives=[{"text": " "}, {"text": "Most"}, {"text": "", "met": True}])
    assert [goal.text for goal in made.objectives] == ["Most"]


def test_the_rules_of_the_campaign_lie_under_those_of_the_encounter() -> None:
    ours = {"darkness": True, "order": "fixed"}
    document = {"lines": [], "house_rules": {"order": "roll"}}
    assert under(ours, document)["house_rules"] == {"darkness": True, "order": "roll"}
    assert under(ours, {"lines": []})["house_rules"] == ours
    assert under(ours, {"house_rules": "x"}) == {"house_rules": "x"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Halina Żółć", "halina-zolc"),
        ("Příšerně žluťoučký kůň", "priserne-zlutoucky-kun"),
        ("Вера Щукина", "vera-shchukina"),
        ("Йод", "yod"),
        ("T-Rex / boss", "t-rex-boss"),
        ("!?", "combatant"),
    ],
)
def test_a_slug_is_readable_ascii(name: str, expected: str) -> None:
    assert slug(name) == expected


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], 'a plan is an object: {"system": …, "lines": […]}'),
        ({}, "system: is needed"),
        ({"system": "chess", "lines": [line()]}, "system: there is no 'chess'"),
        ({"system": "teohiphip"}, "lines: needs at least one combatant"),
        ({"system": "teohiphip", "lines": [line(count=51)]}, "lines[0].count: can be at most 50"),
        ({"system": "teohiphip", "lines": [line(count=0)]}, "lines[0].count: needs at least 1"),
        ({"system": "teohiphip", "lines": [line(""), line()]}, "lines[0].sheet.name: cannot be"),
        (
            {"system": "teohiphip", "lines": [line(), {"sheet": {"name": "A", "hp": "4"}}]},
            "lines[1].side: is needed",
        ),
        (
            {"system": "teohiphip", "lines": [{"side": "foes", "sheet": {"name": "A", "hp": "4"}}]},
            "lines[0].sheet.hp: needs a whole number",
        ),
        (
            {"system": "teohiphip", "lines": [line(policy="brave")]},
            "lines[0].policy: there is no 'brave'; there is: ",
        ),
        (
            {"system": "teohiphip", "lines": [line()], "house_rules": {"order": "alphabet"}},
            "house_rules.order: is not one of",
        ),
        (
            {"system": "teohiphip", "lines": [line()], "objectives": [{"met": True}]},
            "objectives[0].text: is needed",
        ),
    ],
)
def test_a_wrong_plan_is_refused_with_its_place(document: Any, message: str) -> None:
    with pytest.raises(Refusal) as refusal:
        to_script(read_plan(document))
    assert str(refusal.value).startswith(message)


lines = st.lists(
    st.builds(
        line,
        st.sampled_from(["Strażnik", "Strażnik 1", "Żółw", "Zolw", "!", "Вера"]),
        count=st.integers(1, 6),
        group=st.booleans(),
    ),
    min_size=1,
    max_size=6,
)


@given(lines)
def test_ids_are_unique_and_nobody_is_lost(found: list[dict[str, Any]]) -> None:
    made = plan(*found)
    script = to_script(made)
    assert len(set(ids(script))) == len(ids(script)) == sum(one["count"] for one in found)
    assert len(start(script).state.combatants) == len(ids(script))
    by_line = [place.line for place in places(made)]
    assert [by_line.count(index) for index in range(len(found))] == [one["count"] for one in found]


@given(lines)
def test_a_group_holds_exactly_the_combatants_of_its_line(found: list[dict[str, Any]]) -> None:
    found_groups: dict[str, set[int]] = {}
    for place in places(plan(*found)):
        if place.group:
            found_groups.setdefault(place.group, set()).add(place.line)
    expected = sum(one["group"] and one["count"] > 1 for one in found)
    assert len(found_groups) == expected
    assert all(len(of) == 1 for of in found_groups.values())


@given(st.text(max_size=80))
def test_a_slug_of_any_text_is_a_usable_id(name: str) -> None:
    made = slug(name)
    assert made
    assert made.isascii()
    assert all(c.isalnum() or c == "-" for c in made)


def test_lines_of_a_wave_stand_ready_and_are_numbered_with_the_others() -> None:
    plan = read_plan(
        {
            "system": "teohiphip",
            "lines": [
                {"side": "foes", "sheet": {"name": "Guard"}},
                {"side": "foes", "sheet": {"name": "Guard"}, "count": 2, "wave": "Patrol"},
                {"side": "beasts", "sheet": {"name": "Hound"}, "wave": "Kennel"},
            ],
        }
    )
    script = to_script(plan)
    assert [one["id"] for one in script["combatants"]] == ["guard-1"]
    assert [(w["name"], [one["id"] for one in w["combatants"]]) for w in script["waves"]] == [
        ("Patrol", ["guard-2", "guard-3"]),
        ("Kennel", ["hound"]),
    ]
    assert [wave.name for wave in start(script).script.waves] == ["Patrol", "Kennel"]


def test_somebody_has_to_be_there_from_the_start() -> None:
    line = {"side": "foes", "sheet": {"name": "Guard"}, "wave": "Patrol"}
    with pytest.raises(Refusal, match="lines: needs at least one combatant from the start"):
        to_script(read_plan({"system": "teohiphip", "lines": [line]}))
