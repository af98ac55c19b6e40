"""What a system that somebody added has by declaring it: vitals, things on offer, a behaviour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import pytest
from delve import Delve, Delver, Sheet

from desktop.encounter.fight import Fight, start
from desktop.encounter.play_table import PlayTable
from desktop.encounter.simulate.opening import opening
from desktop.encounter.simulate.work import forecast
from desktop.rules import systems
from desktop.rules.conditions import ConditionKind, afflict
from desktop.rules.contract import Begin, Command, Rules, bare
from desktop.rules.fields import Shown
from desktop.rules.kit import Counter
from desktop.rules.pressing import PRESSING, press
from desktop.rules.state import Recruit, State
from desktop.rules.table import Refusal
from desktop.rules.text import Text
from tests.systems.test_squares_for_others import BOW, SWORD, fight_on_map

pytestmark = pytest.mark.usefixtures("installed")


class Shout(Command, action="shout"):
    words: Annotated[str, Shown("Words")] = ""


def test_a_command_is_named_where_its_class_begins() -> None:
    assert Shout().as_step() == {"do": "act", "action": "shout"}
    assert bare("whisper", base=Shout)(words="hush").as_step() == {
        "do": "act", "action": "whisper", "words": "hush",
    }  # fmt: skip
    with pytest.raises(ValueError, match="shout"):
        Shout.model_validate({"action": "sing"})


def script(system: str, **sheets: Any) -> dict[str, Any]:
    return {
        "format": "fight/1",
        "system": system,
        "combatants": [
            {"id": id, "side": id, "sheet": {"name": id.capitalize(), **sheet}}
            for id, sheet in sheets.items()
        ],
    }


def begun(system: str, **sheets: Any) -> Fight:
    fight = start(script(system, **sheets))
    fight.perform({"do": "begin", "dice": [20 - place for place in range(len(sheets))]})
    return fight


def test_values_begin_as_the_sheet_has_them_and_are_shown_as_declared() -> None:
    fight = begun("delve", ama={"max_hp": 9}, rat={})
    fight.perform({"do": "edit", "combatant": "ama", "set": {"hp": 3, "failures": 2}})
    vitals = {vital.id: vital for vital in fight.rules.vitals(fight.state, "ama")}
    assert (vitals["hp"].kind, vitals["hp"].value, vitals["hp"].maximum) == (
        "bar",
        3,
        9,
    )
    assert str(vitals["failures"].text) == "death saves failed: 2"
    assert [id for id in vitals if id in ("hp", "action", "failures")] == [
        "hp", "action", "failures",
    ]  # fmt: skip


def test_every_system_has_the_marks_that_all_have_and_its_own_words_for_them() -> None:
    delve = systems()["delve"]
    assert str(delve.marks["success"]) == str(Rules.marks["success"])
    assert str(delve.marks["out"]) == "somebody goes down, or dies"


class Archers(Delve):
    """Delve, where nothing but bows can be used."""

    id, title = "archers", "Archers"

    def why_not_with(self, state: Any, fighter: Any, thing: Any, step: Any) -> Text | None:
        return None if thing.name == "Bow" else Text("{thing} is blunt", thing=thing.name)


def archers(*weapons: dict[str, Any]) -> tuple[Archers, State[Any]]:
    """Ama, who has these weapons and is on turn, and a rat."""
    rules = Archers()
    sheets: dict[str, dict[str, Any]] = {
        "ama": {"name": "Ama", "weapons": [*weapons]},
        "rat": {"name": "Rat"},
    }
    state = rules.muster(
        [Recruit(id=id, side=id, sheet=Sheet(**sheet)) for id, sheet in sheets.items()], None
    )
    state.turn, state.order, state.round = "ama", ["ama", "rat"], 1
    return rules, state


def test_a_thing_that_cannot_be_used_greys_its_choice_and_is_refused_in_the_same_words() -> None:
    rules, state = archers(SWORD, BOW)
    option = next(o for o in rules.turn_options(state) if o.action == "strike")
    assert option.why_not is None
    offered = next(field for field in rules.parameters(state, option) if field.id == "with")
    assert offered.default == "Bow"
    assert str(offered.choices[0].why_not) == "Sword is blunt"
    with pytest.raises(Refusal, match="with: Sword is blunt"):
        rules.check(state, rules.read(option.as_step(target="rat", **{"with": "Sword"})))
    rules.check(state, rules.read(option.as_step(target="rat", **{"with": "Bow"})))


def test_an_action_with_nothing_that_can_be_used_is_grey_with_the_first_reason() -> None:
    rules, state = archers(SWORD)
    strike = next(option for option in rules.turn_options(state) if option.action == "strike")
    assert str(strike.why_not) == "Sword is blunt"


def test_who_presses_uses_what_reaches_the_nearest_and_goes_nearer_with_what_does_not() -> None:
    fight = fight_on_map(rat={"at": [8, 1]}, dog={"at": [18, 1]})
    shot = press(fight.rules, fight.state, "ama")
    assert shot is not None
    assert shot.as_step() == {
        "do": "act", "actor": "ama", "action": "strike", "target": "rat", "with": "Bow",
        "distance": 35,
    }  # fmt: skip
    fight = fight_on_map(ama={"at": [1, 1], "weapons": [SWORD]}, rat={"at": [9, 1]})
    walk = press(fight.rules, fight.state, "ama")
    assert walk is not None
    step = walk.as_step()
    assert (step["action"], step["to"][0], step["feet"]) == ("walk", 7, 30)


def test_who_presses_ends_the_turn_when_nothing_is_left_and_waits_for_its_turn() -> None:
    fight = begun("delve", ama={}, rat={})
    assert press(fight.rules, fight.state, "rat") is None
    fight.perform({"do": "act", "action": "strike", "actor": "ama", "target": "rat", "dice": [1]})
    over = press(fight.rules, fight.state, "ama")
    assert over is not None
    assert over.do == "end_turn"


@pytest.mark.parametrize("id", ["skeleton", "wrack", "delve"])
def test_every_system_on_the_kit_has_a_behaviour_that_fights_to_the_end(id: str) -> None:
    header = script(id, ama={}, rat={})
    for combatant in header["combatants"]:
        combatant["policy"] = PRESSING
    assert not forecast(opening(header), 5).unfinished


def test_a_derived_system_presses_by_its_own_rules() -> None:
    rules, state = archers(SWORD, BOW)
    shot = rules.policies[PRESSING].choose(state, "ama")
    assert shot is not None
    assert shot.as_step()["with"] == "Bow"


@dataclass(slots=True)
class Soul(Delver):
    """One who can be frightened, and burn."""


FRIGHTENED = ConditionKind("frightened", Text("frightened"), value=True, falls_at="turn_end")
DRAINED = ConditionKind("drained", Text("drained"), value=True)


class Fearful(Delve):
    """Delve with conditions that have a value, and a counter with a plural."""

    id, title, fighter = "fearful", "Fearful", Soul
    conditions: ClassVar[Any] = (*Delve.conditions, FRIGHTENED, DRAINED)
    counters = (
        Counter("action", Text("action", "actions"), 3),
        *(counter for counter in Delve.counters if counter.id != "action"),
    )


def test_a_condition_with_a_value_falls_with_each_turn_of_its_own_and_ends_at_0() -> None:
    rules = Fearful()
    people = [Recruit(id=id, side=id, sheet=Sheet(name=id)) for id in ("ama", "rat")]
    state = rules.muster(people, rules.house_rules())
    table = PlayTable(state, source=lambda sides: sides)
    rules.begin(state, Begin(), table)
    ama = state.take("ama")
    afflict(state, ama, FRIGHTENED, table, value=2)
    rules.edit(state, "ama", {"drained": 3})

    def shown() -> list[str]:
        return [str(badge.text) for badge in rules.own_badges(state, "ama")]

    assert str(table.lines[-1].text) == "ama: frightened 2"
    assert shown() == ["frightened 2", "drained 3"]
    falls = []
    for _ in range(4):
        rules.pass_turn(state, table)
        falls.append(FRIGHTENED.value_on(state["ama"]))
    assert falls == [1, 1, 0, 0]
    assert "ama: frightened is over" in [str(line.text) for line in table.lines]
    assert shown() == ["drained 3"]
    assert rules.value_of(state["ama"], "drained") == 3
    rules.edit(state, "ama", {"drained": 0, "frightened": 1})
    assert shown() == ["frightened 1"]
    afflict(state, state.take("rat"), FRIGHTENED, table, value=0)
    assert not state["rat"].conditions


def test_what_is_taken_of_a_counter_is_said_in_its_plural() -> None:
    action = Fearful.counters[0]
    assert [str(action.counted(n)) for n in (1, 2)] == ["action", "actions"]
    assert str(Fearful.counters[1].counted(2)) == "strikes"
