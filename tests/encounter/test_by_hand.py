"""Who comes and goes in the middle of a fight, and what else the game master does by hand."""

import json
from random import Random
from typing import Any

import pytest

from desktop.encounter.by_hand import MOST_EFFECTS
from desktop.encounter.expiry import reminders
from desktop.encounter.fight import Fight, play, start
from desktop.encounter.playout import bare_script, thrower
from desktop.encounter.script import ScriptError
from desktop.rules import systems
from desktop.rules.contract import at_a_glance
from desktop.rules.table import Refusal
from tests.rules.konflikt.bench import creature, fight_of

DICE = Random(5)


def begun(script: dict[str, Any]) -> Fight:
    fight = start(script)
    does(fight, {"do": "begin"})
    return fight


def does(fight: Fight, step: dict[str, Any]) -> list[str]:
    """Performs a step; what the log tells of it."""
    moment = fight.perform(step, thrower(DICE), fight.rules.decide)
    assert moment is not None
    return [str(line.text) for line in moment.lines]


def newcomer(system: str, id: str = "late", side: str = "foes") -> dict[str, Any]:
    sheet = {**bare_script(system)["combatants"][0]["sheet"], "name": id.capitalize()}
    return {"id": id, "side": side, "sheet": sheet}


def turns_of(fight: Fight, id: str, steps: int = 60) -> set[int]:
    """The rounds in which somebody may act, when everybody else just passes."""
    rounds = set()
    for _ in range(steps):
        if id in fight.rules.to_act(fight.state):
            rounds.add(fight.state.round)
        passes = [
            option
            for option in fight.options()
            if option.group == "turn" and option.why_not is None and option.do != "freeze"
        ]
        if not passes or len(rounds) > 1:
            break
        option = next((o for o in passes if o.main), passes[0])
        step = {"do": option.do, "actor": option.actor, "action": option.action}
        does(fight, {key: value for key, value in step.items() if value})
    return rounds


@pytest.mark.parametrize("system", systems())
def test_a_newcomer_takes_a_place_and_acts_undoes_and_replays(system: str) -> None:
    fight = begun(bare_script(system))
    before = fight.as_json()
    told = does(fight, {"do": "join", "combatants": [newcomer(system)], "why": "from the cellar"})
    assert told[0] == "Late joins the fight, side foes (from the cellar)"
    assert "late" in fight.state.order
    assert "late" in {o.actor for o in fight.options()} or fight.rules.standing(
        fight.state, "late"
    ) in ("ready", "active")
    after = fight.as_json()
    assert play(json.loads(json.dumps(fight.as_script()))).as_json() == after
    fight.undo()
    assert fight.as_json() == before
    fight.redo()
    assert fight.as_json() == after
    assert min(turns_of(fight, "late")) == 1


@pytest.mark.parametrize("system", systems())
def test_a_newcomer_who_comes_too_late_acts_in_the_next_round(system: str) -> None:
    fight = begun(bare_script(system))
    does(fight, {"do": "join", "combatants": [newcomer(system)], "this_round": False})
    assert min(turns_of(fight, "late")) == 2


@pytest.mark.parametrize("system", systems())
def test_whoever_leaves_is_out_unhurt_and_nobody_waits_for_them(system: str) -> None:
    fight = begun(bare_script(system))
    whose = fight.rules.to_act(fight.state)[0]
    hurt = {change.path for change in fight.rules.changes(fight.state, whose)}
    told = does(fight, {"do": "leave", "combatant": whose})
    assert told[0].endswith("leaves the fight")
    assert fight.state[whose].out
    assert whose not in fight.rules.to_act(fight.state)
    assert {change.path for change in fight.rules.changes(fight.state, whose)} == hurt
    with pytest.raises(Refusal, match="has left already"):
        fight.perform({"do": "leave", "combatant": whose})
    for one in list(fight.state.combatants.values()):
        if one.side == fight.state[whose].side and not one.out:
            does(fight, {"do": "leave", "combatant": one.id})
    assert fight.outcome is not None


@pytest.mark.parametrize("system", systems())
def test_who_changes_sides_is_an_enemy_of_former_friends(system: str) -> None:
    fight = begun(bare_script(system))
    does(fight, {"do": "change_side", "combatant": "guard", "side": "players"})
    assert fight.state["guard"].side == "players"
    assert fight.outcome is None
    does(fight, {"do": "leave", "combatant": "hound"})
    does(fight, {"do": "change_side", "combatant": "bruno", "side": "deserters"})
    assert turns_of(fight, "bruno")
    assert play(json.loads(json.dumps(fight.as_script()))).as_json() == fight.as_json()


@pytest.mark.parametrize("system", systems())
def test_a_name_a_note_and_a_behaviour_are_steps(system: str) -> None:
    fight = begun(bare_script(system))
    assert does(fight, {"do": "rename", "combatant": "guard", "name": "Sergeant"}) == [
        "Guard is called Sergeant from now on"
    ]
    does(fight, {"do": "note", "combatant": "guard", "note": "has the key"})
    policy = next(iter(fight.rules.policies))
    does(fight, {"do": "policy", "combatant": "anna", "policy": policy})
    guard = fight.state["guard"]
    assert (guard.name, guard.note, fight.state["anna"].policy) == (
        "Sergeant", "has the key", policy,
    )  # fmt: skip
    assert fight.as_json()["combatants"]["guard"]["note"] == "has the key"
    assert play(json.loads(json.dumps(fight.as_script()))).as_json() == fight.as_json()


def with_a_wave() -> dict[str, Any]:
    waves = [{"name": "Patrol", "combatants": [newcomer("boj", "one"), newcomer("boj", "two")]}]
    return {**bare_script("boj"), "waves": waves}


def test_a_wave_that_was_prepared_is_called_by_its_name() -> None:
    fight = begun(with_a_wave())
    does(fight, {"do": "join", "wave": "Patrol"})
    assert {"one", "two"} < set(fight.state.order)
    assert play(json.loads(json.dumps(fight.as_script()))).as_json() == fight.as_json()
    with pytest.raises(Refusal, match="'one' is there twice"):
        fight.perform({"do": "join", "wave": "Patrol"})
    with pytest.raises(Refusal, match="there is no 'Horde'; there is: Patrol"):
        fight.perform({"do": "join", "wave": "Horde"})


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"do": "join"}, "combatants: needs newcomers, or the name of a wave"),
        ({"do": "join", "combatants": [{"id": "x"}]}, "combatants[0].side: is needed"),
        (
            {"do": "join", "combatants": [{**newcomer("boj"), "id": "anna"}]},
            "combatants[0].id: 'anna' is there twice",
        ),
        (
            {"do": "join", "combatants": [{**newcomer("boj"), "sheet": {"name": ""}}]},
            "combatants[0].sheet.name: cannot be empty",
        ),
        (
            {"do": "join", "combatants": [{**newcomer("boj"), "policy": "dance"}]},
            "combatants[0].policy: there is no 'dance'; there is: ",
        ),
        ({"do": "leave", "combatant": "bob"}, "combatant: there is no combatant 'bob'"),
        ({"do": "rename", "combatant": "anna", "name": ""}, "name: cannot be empty"),
        ({"do": "change_side", "combatant": "anna", "side": "players"}, "side: Anna is on this"),
        (
            {"do": "policy", "combatant": "anna", "policy": "dance"},
            "policy: there is no 'dance'; there",
        ),
        ({"do": "effect", "combatants": [], "name": "gloom"}, "combatants: "),
        ({"do": "effect", "combatants": ["bob"], "name": "gloom"}, "combatants[0]: there is no"),
        (
            {"do": "effect", "combatants": ["anna"], "name": "gloom", "changes": {"luck": 1}},
            "changes.luck: there is no 'luck'; there is: ",
        ),
        ({"do": "end_effect", "combatant": "anna", "name": "gloom"}, "name: there is no 'gloom'"),
    ],
)
def test_a_refused_step_by_hand_names_its_field(step: dict[str, Any], message: str) -> None:
    fight = begun(bare_script("boj"))
    state = fight.state
    with pytest.raises(Refusal) as refusal:
        fight.perform(step)
    assert str(refusal.value).startswith(message)
    assert fight.state is state


def test_nobody_joins_before_the_fight_begins() -> None:
    with pytest.raises(Refusal, match="has not begun"):
        start(bare_script("boj")).perform({"do": "join", "combatants": [newcomer("boj")]})


def test_a_wave_is_checked_when_the_script_is_read() -> None:
    script = with_a_wave()
    script["waves"][0]["combatants"][1]["sheet"]["name"] = ""
    with pytest.raises(ScriptError, match=r"waves\[0\].combatants\[1\].sheet.name: cannot be"):
        start(script)


# ---- effects


def effect(**more: Any) -> dict[str, Any]:
    given = {"do": "effect", "combatants": ["anna"], "name": "gloom", "changes": {"chance": -10}}
    return {**given, **more}


def pass_turns(fight: Fight, count: int) -> list[str]:
    told = []
    for _ in range(count):
        told += does(fight, {"do": "end_turn", "actor": fight.state.turn})
    return told


def test_what_is_told_of_an_effect_says_until_when_it_lasts() -> None:
    fight = begun(bare_script("boj"))
    said = does(fight, effect(until="rounds", rounds=2))
    assert said == ["Anna: gloom, Chance of tests -10 %, until the end: Turn 2"]
    said = does(fight, effect(changes={}, until="turn_end", whose="guard"))
    assert said == ["Anna: gloom, until the next turn of Guard ends"]


def in_force(fight: Fight, id: str = "anna") -> list[str]:
    return [one.name for one in fight.state[id].effects_by_hand]


def test_an_effect_is_told_seen_and_ended_by_hand() -> None:
    fight = begun(bare_script("boj"))
    assert does(fight, effect(why="the lamp is out")) == [
        "Anna: gloom, Chance of tests -10 % (the lamp is out)"
    ]
    badges = [str(vital.text) for vital in at_a_glance(fight.rules, fight.state, "anna")]
    assert "gloom: Chance of tests -10 %" in badges
    pass_turns(fight, 20)
    assert in_force(fight) == ["gloom"]
    assert does(fight, {"do": "end_effect", "combatant": "anna", "name": "gloom"}) == [
        "Anna: gloom is over"
    ]
    assert in_force(fight) == []


def test_a_combatant_has_room_for_a_limited_number_of_effects() -> None:
    fight = begun(bare_script("boj"))
    for number in range(MOST_EFFECTS):
        does(fight, effect(name=f"gloom {number}"))
    with pytest.raises(Refusal, match="Anna is under 200 effects already; end one of them first"):
        does(fight, effect(name="one more"))
    does(fight, effect(name="gloom 7", changes={"chance": -20}))  # the same one anew
    assert len(in_force(fight)) == MOST_EFFECTS


def test_an_effect_given_before_the_fight_counts_its_rounds_from_the_first() -> None:
    fight = start(bare_script("boj"))
    does(fight, effect(until="rounds", rounds=1))
    does(fight, {"do": "begin"})
    assert in_force(fight) == ["gloom"]
    while fight.state.round < 2:
        pass_turns(fight, 1)
    assert in_force(fight) == []


def test_an_effect_of_two_rounds_ends_with_the_next_one() -> None:
    fight = begun(bare_script("boj"))
    does(fight, effect(until="rounds", rounds=2))
    while fight.state.round < 2:
        pass_turns(fight, 1)
    assert in_force(fight) == ["gloom"]
    told = []
    while fight.state.round < 3:
        told = pass_turns(fight, 1)
    assert "Anna: gloom is over" in told
    fight.undo()
    assert in_force(fight) == ["gloom"]


@pytest.mark.parametrize("system", systems())
@pytest.mark.parametrize("until", ["turn_start", "turn_end"])
def test_an_effect_lasts_until_somebodys_turn_comes_or_goes(system: str, until: str) -> None:
    fight = begun(bare_script(system))
    does(fight, effect(until=until, whose="bruno", changes={}))
    for _ in range(60):
        before = set(fight.rules.on_turn(fight.state))
        turns_of(fight, "nobody", steps=1)
        now = set(fight.rules.on_turn(fight.state))
        turned = "bruno" in (now - before if until == "turn_start" else before - now)
        if turned or not in_force(fight):
            break
    # Where everybody only passes, turns are passed over; then the next round's end ends it.
    assert turned or fight.state.round > 2
    assert in_force(fight) == []


def reminded(fight: Fight) -> list[tuple[int, str | None]]:
    """Of each reminder the round that stands after its step, and who is on turn then."""
    return [
        (moment.state.round, moment.state.turn)
        for moment in fight.moments[: fight.cursor]
        for _ in reminders(line.text for line in moment.lines)
    ]


@pytest.mark.parametrize(
    ("when", "heard"),
    [
        ({"remind": "turn_start"}, {(round, "anna") for round in (2, 3)}),
        ({"remind": "round", "remind_round": 3}, {(3, None)}),
        ({"remind": "never"}, set()),
    ],
)
def test_an_effect_reminds_of_itself_each_time_and_stays(
    when: dict[str, Any], heard: set[tuple[int, str | None]]
) -> None:
    fight = begun(bare_script("boj"))
    while fight.state.turn != "anna":
        pass_turns(fight, 1)
    does(fight, effect(changes={}, **when))
    while fight.state.round < 4:
        pass_turns(fight, 1)
    told = {(round, turn if "turn" in when["remind"] else None) for round, turn in reminded(fight)}
    assert {one for one in told if one[0] < 4} == heard
    assert len(reminded(fight)) - sum(round > 3 for round, _ in reminded(fight)) == len(heard)
    assert in_force(fight) == ["gloom"]
    assert play(json.loads(json.dumps(fight.as_script()))).as_json() == fight.as_json()


def test_a_reminder_of_the_end_of_a_turn_comes_as_that_ends() -> None:
    fight = begun(bare_script("boj"))
    while fight.state.turn != "anna":
        pass_turns(fight, 1)
    does(fight, effect(changes={}, remind="turn_end"))
    told = pass_turns(fight, 1)
    assert "Remember · Anna: gloom" in told
    fight.undo()
    assert fight.state.turn == "anna"


def test_a_turn_of_several_reminds_of_all_of_them_but_those_who_are_out() -> None:
    foes = [creature(id, "foes") for id in ("ogre", "orc", "wolf")]
    fight = fight_of(creature("carl"), *foes)
    hand = {"until": "by_hand", "remind": "turn_start", "name": "fear"}
    fight.perform({"do": "effect", "combatants": ["ogre", "orc", "wolf"], **hand})
    fight.perform({"do": "edit", "combatant": "wolf", "set": {"hp": 0}})
    fight.perform({"do": "end_turn"})
    said = reminders(line.text for moment in fight.moments for line in moment.lines)
    assert said == ["Remember · Ogre, Orc: fear"]


def test_an_effect_until_a_check_counts_once() -> None:
    fight = begun(bare_script("boj"))
    does(fight, effect(until="check"))
    while fight.state.turn != "anna":
        pass_turns(fight, 1)
    assert in_force(fight) == ["gloom"]
    told = does(fight, {"do": "act", "actor": "anna", "action": "attack", "target": "guard"})
    assert "-10 %: gloom" in told
    assert told[-1] == "Anna: gloom is over"
    assert in_force(fight) == []
    assert play(json.loads(json.dumps(fight.as_script()))).as_json() == fight.as_json()


def test_an_effect_takes_the_place_of_one_of_the_same_name() -> None:
    fight = begun(bare_script("boj"))
    does(fight, effect())
    does(fight, effect(changes={"chance": 20}))
    assert [dict(one.changes) for one in fight.state["anna"].effects_by_hand] == [{"chance": 20}]


def test_walka_31_a_wound_set_by_hand_is_told_with_its_place_as_it_was_before() -> None:
    fight = begun(bare_script("walka"))
    who = next(iter(fight.state.combatants))
    step = {"do": "edit", "combatant": who, "set": {"wounds": [{"level": "light"}]}}
    assert does(fight, step)[0].endswith("Wounds – → light, torso, Pain test passed")
    step["set"] = {"wounds": []}
    assert does(fight, step)[0].endswith("Wounds light, torso, Pain test passed → –")
    light, heavy = {"level": "light"}, {"level": "heavy"}
    step["set"] = {"wounds": [light, light, heavy]}
    does(fight, step)
    step["set"] = {"wounds": [light, heavy]}  # what stays is not told
    assert does(fight, step)[0].endswith("Wounds light, torso, Pain test passed → –")
    step["set"] = {"wounds": [{"level": "critical", "location": "torso"}]}
    assert does(fight, step)[0].endswith(" → critical, torso"), "of which no pain is tested"


def test_of_a_named_record_set_by_hand_what_changed_in_it_is_told() -> None:
    fight = begun(bare_script("konflikt"))
    who = next(iter(fight.state.combatants))
    does(fight, {"do": "edit", "combatant": who, "set": {"effects": [{"name": "Bleeding"}]}})
    effects = [{"name": "Bleeding", "per_round": -1}]
    (said,) = does(fight, {"do": "edit", "combatant": who, "set": {"effects": effects}})
    assert said.endswith("Effects Bleeding → Bleeding: Hit points each round -1")
