"""A fight script as it is read: what is wrong with it is said with its place."""

from typing import Any

import pytest

from desktop.encounter.fight import start
from desktop.encounter.script import ScriptError, read_script

GOOD: dict[str, Any] = {
    "format": "fight/1",
    "system": "teohiphip",
    "combatants": [{"id": "a", "side": "players", "sheet": {"name": "A"}}],
}


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (None, "a fight script is an object"),
        ("fight", "a fight script is an object"),
        ({}, "format: is needed"),
        ({**GOOD, "format": 1}, "format: is not one of 'fight/1'"),
        ({**GOOD, "system": 3}, "system: needs a text"),
        ({**GOOD, "system": "chess"}, "system: there is no 'chess'; there is: "),
        ({**GOOD, "combatants": {}}, "combatants: needs a list"),
        ({**GOOD, "combatants": [{"id": "a"}]}, "combatants[0].side: is needed"),
        ({**GOOD, "combatants": [{**GOOD["combatants"][0], "id": ""}]}, "combatants[0].id: cannot"),
        (
            {**GOOD, "combatants": [{**GOOD["combatants"][0], "side": ""}]},
            "combatants[0].side: can",
        ),
        ({**GOOD, "combatants": GOOD["combatants"] * 2}, "combatants[1].id: 'a' is there twice"),
        ({**GOOD, "combatants": [{"id": "a", "side": "b", "sheet": 3}]}, "combatants[0].sheet: "),
        (
            {**GOOD, "combatants": [{"id": "a", "side": "b", "sheet": {"name": "A", "spd": 99}}]},
            "combatants[0].sheet.spd: can be at most 60",
        ),
        (
            {
                **GOOD,
                "combatants": [
                    {"id": "a", "side": "b", "sheet": {"name": "A", "hp": 5, "max_hp": 4}}
                ],
            },
            "combatants[0].sheet.hp: hp can be at most max_hp (4)",
        ),
        ({**GOOD, "house_rules": {"weather": 1}}, "house_rules.weather: there is no such field"),
        ({**GOOD, "objectives": [{"text": ""}]}, "objectives[0].text: cannot be empty"),
        ({**GOOD, "dice": [1.5]}, "dice[0]: needs a whole number"),
        ({**GOOD, "steps": ["begin"]}, "steps[0]: "),
        ({**GOOD, "weather": 1}, "weather: there is no such field"),
    ],
)
def test_a_wrong_script_is_refused_with_its_place(document: Any, message: str) -> None:
    with pytest.raises(ScriptError) as error:
        start(document)
    assert str(error.value).startswith(message)


def test_a_script_leaves_everything_else_to_its_defaults() -> None:
    script = read_script(GOOD)
    assert (script.name, script.dice, script.seed, script.steps) == ("", [], None, [])
    assert start(script).state["a"].hp == 4


# ---- limits


def crowd(people: int, steps: int) -> dict[str, Any]:
    return {
        "format": "fight/1",
        "system": "teohiphip",
        "combatants": [
            {"id": str(n), "side": "a", "sheet": {"name": str(n)}} for n in range(people)
        ],
        "steps": [{"do": "begin"}] * steps,
    }


def test_a_crowd_no_table_holds_is_refused_in_words() -> None:
    with pytest.raises(ScriptError, match=r"combatants: can have at most 1000 entries"):
        read_script(crowd(1001, 1))
    assert len(read_script(crowd(1000, 1)).combatants) == 1000


def test_steps_and_combatants_are_limited_together() -> None:
    with pytest.raises(ScriptError, match=r"steps: 5000 are too many for 1000 combatants; at most"):
        read_script(crowd(1000, 5000))
    assert len(read_script(crowd(1000, 4000)).steps) == 4000


@pytest.mark.parametrize("system", ["walka", "boj", "mir_tmy"])
def test_one_suit_of_armour_may_stand_for_a_list_of_them_and_null_for_none(system: str) -> None:
    def sheet(**armor: Any) -> Any:
        person = {**GOOD["combatants"][0], "sheet": {"name": "A", **armor}}
        fight = start({**GOOD, "system": system, "combatants": [person]})
        return fight.first["a"].sheet

    suit = {"name": "Suit"}
    assert sheet(armor=suit) == sheet(armor=[suit])
    assert sheet(armor=None) == sheet()
