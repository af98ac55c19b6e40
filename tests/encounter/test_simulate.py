"""A forecast is of the fights that are played: reproducible, replayable, and right."""

import json
import os
import pickle
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from random import Random
from typing import Any, ClassVar

import pytest
from skeleton import Attack, Person, Skeleton

from desktop.encounter.fight import play, start
from desktop.encounter.script import ScriptError
from desktop.encounter.simulate.forecast import Forecast, share
from desktop.encounter.simulate.opening import Opening, opened, opening
from desktop.encounter.simulate.playing import (
    NO_END,
    NOBODY_ACTS,
    FastTable,
    Played,
    play_out,
    written,
)
from desktop.encounter.simulate.variation import Variation, varied
from desktop.encounter.simulate.work import Here, forecast, forecasts, play_portion
from desktop.rules import systems
from desktop.rules.boj import Boj
from desktop.rules.contract import Command, Policy, Rules
from desktop.rules.failures import SystemFailed
from desktop.rules.fields import fields_of
from desktop.rules.state import State
from desktop.rules.table import Decision, LazyDecision
from desktop.rules.text import Text, TextError
from tests.encounter.duel import exact_chances
from tests.playouts import by_policies, sample_scripts

FIGHTS = int(os.environ.get("FRAYDESK_PLAYS", "600"))
"""Fights against the exact solution; 40000 holds it to half a point."""

SAMPLES = {f"{id}: {script['name']}": script for id in systems() for script in sample_scripts(id)}


def duel(**more: Any) -> dict[str, Any]:
    """Two with pistols, who have drawn their cards: the first shoots better."""
    pistol = {"name": "Пистолет", "skill": "ranged", "damage": "1d6", "bullet": True}
    return {
        "format": "fight/1",
        "system": "boj",
        "combatants": [
            {
                "id": id,
                "side": side,
                "policy": "fierce",
                "sheet": {"name": id, "hp": 10, "weapons": [pistol], "skills": {"ranged": skill}},
            }
            for id, side, skill in (("anna", "players", 60), ("bruno", "foes", 50))
        ],
        "dice": [30, 20],
        "steps": [{"do": "begin"}],
        **more,
    }


def patrol() -> dict[str, Any]:
    return sample_scripts("teohiphip")[0]


def test_a_duel_comes_out_as_its_markov_chain_says() -> None:
    start = opening(duel())
    exact = exact_chances(opened(start), rest=1e-4)
    found = forecast(start, FIGHTS, seed=1)
    # Four standard deviations: at 40,000 fights one point, and in fact half of one.
    allowed = 0.005 if FIGHTS >= 40_000 else 2 / FIGHTS**0.5
    assert sum(exact.values()) == pytest.approx(1, abs=1e-4)
    for side in ("players", "foes"):
        assert found.wins_of(side).p == pytest.approx(exact[side], abs=allowed)


UNTIL: list[dict[str, Any]] = [
    {"until": "rounds", "rounds": 2},
    {"until": "turn_end"},
    {"until": "check"},
]


@pytest.mark.parametrize("script", SAMPLES.values(), ids=SAMPLES)
def test_effects_end_in_a_forecast_as_they_do_in_play(script: dict[str, Any]) -> None:
    first = script["combatants"][0]["id"]
    steps = [
        {
            "do": "effect",
            "combatants": [first],
            "name": f"{unit.id} {until['until']}",
            "changes": {unit.id: 1},
            "whose": first,
            **until,
        }
        for unit in systems()[script["system"]].effect_units
        for until in UNTIL
    ]
    start = opened(opening({**script, "steps": steps}))
    for number in range(3):
        played = play_out(start, 5, number).state
        replayed = written(start, 5, number)
        for id, one in played.combatants.items():
            assert replayed.state[id].effects_by_hand == one.effects_by_hand
            assert replayed.rules.describe(replayed.state, id) == replayed.rules.describe(
                played, id
            )
        left = [effect.until for effect in played[first].effects_by_hand]
        assert played.round < 3 or "rounds" not in left


@pytest.mark.parametrize("script", SAMPLES.values(), ids=SAMPLES)
def test_a_simulated_fight_replays_as_a_script_to_the_same_end(script: dict[str, Any]) -> None:
    start = opened(opening(script))
    for number in range(2):
        played = play_out(start, 5, number)
        replayed = play(json.loads(json.dumps(written(start, 5, number).as_script())))
        assert (replayed.outcome and replayed.outcome.winner) == played.winner
        assert replayed.state.round == played.state.round
        for id, one in played.state.combatants.items():
            assert replayed.rules.describe(replayed.state, id) == replayed.rules.describe(
                played.state, id
            ), one.name


@pytest.mark.parametrize("script", SAMPLES.values(), ids=SAMPLES)
def test_what_is_usually_answered_is_what_the_system_decides(
    script: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    others = []

    ask = FastTable.ask

    def asked(table: FastTable, decision: Decision | LazyDecision[Any]) -> Any:
        if not isinstance(decision, LazyDecision):
            return ask(table, decision)
        described = decision.describe()
        if decision.id:
            assert described
            assert (described.id, described.by) == (decision.id, decision.by)
        decided = decision.usual if described is None else ask(table, described)
        if (decided or None) != (decision.usual or None):
            others.append((described, decision.usual))
        return decided

    monkeypatch.setattr(FastTable, "ask", asked)
    for policy in systems()[script["system"]].policies:
        people = [{**one, "policy": policy} for one in script["combatants"]]
        start = opened(opening({**script, "combatants": people}))
        for number in range(2):
            play_out(start, 5, number)
    assert not others


def house_rules(rules: Rules[Any]) -> Iterator[dict[str, Any]]:
    """The house rules as they are, and with each switch and choice the other way."""
    yield {}
    for field in fields_of(rules.house_rules):
        values = [choice.value for choice in field.choices]
        if field.kind == "flag":
            values = [not field.default]
        yield from ({field.id: value} for value in values if value != field.default)


@pytest.mark.parametrize("mapped", [False, True], ids=("as it is", "on a map"))
@pytest.mark.parametrize("script", SAMPLES.values(), ids=SAMPLES)
def test_a_behaviour_said_to_be_always_legal_is_never_refused(
    script: dict[str, Any], mapped: bool
) -> None:
    """So forecasts need not check what it does; a fight that is recorded checks it all the same."""
    rules = systems()[script["system"]]
    for policy in rules.policies.values():
        assert policy.always_legal
        people = [{**one, "policy": policy.id} for one in script["combatants"]]
        if mapped:
            wall = {"kind": "wall", "points": [[12, 0], [12, 20]]}
            script = {**script, "map": {"width": 30, "height": 30, "ground": [wall]}}
            people = [{**one, "at": [5 * n % 24 + 1, 7 * n % 29]} for n, one in enumerate(people)]
        for number, house in enumerate(house_rules(rules)):
            start = opened(opening({**script, "combatants": people, "house_rules": house}))
            assert play_out(start, 5, number, []).unfinished in ("", NO_END, NOBODY_ACTS), house


@pytest.mark.parametrize("system", systems())
def test_a_fight_of_a_hundred_is_played_to_its_end(system: str) -> None:
    script = sample_scripts(system)[0]
    people = [
        {**one, "id": f"{one['id']}-{n}", "group": None, "policy": None}
        for one in script["combatants"]
        for n in range(100 // len(script["combatants"]) + 1)
    ]
    start = opened(opening({**script, "combatants": people, "map": None}))
    assert play_out(start, 1, 0).unfinished == ""


def out_of_turn(state: State[Person], actor: str) -> Command:
    other = next(id for id in state.combatants if id != actor)
    return Attack(actor=other, target=actor)


class Hasty(Skeleton):
    policies: ClassVar = {
        "hasty": Policy("hasty", Text("Hasty"), "", Text("Strikes out of turn."), out_of_turn)
    }


@pytest.fixture
def hasty() -> Iterator[None]:
    systems.cache_clear()
    systems().add("skeleton", lambda: Hasty)
    yield
    systems.cache_clear()


@pytest.mark.usefixtures("hasty")
def test_a_behaviour_that_was_added_is_refused_what_it_may_not_do() -> None:
    people = [{"id": id, "side": id, "sheet": {"name": id}} for id in ("vera", "pirat")]
    start = opened(opening({"format": "fight/1", "system": "skeleton", "combatants": people}))
    refused = "a behaviour is refused: actor: it is not pirat's turn; it is vera's"
    assert play_out(start, 5, 0).unfinished == refused


def test_a_side_that_all_have_left_is_counted_as_one_without_people(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    perform = Boj.perform

    def turns_coats(self: Any, state: Any, *args: Any) -> None:
        perform(self, state, *args)
        for one in state.take_all():
            one.side = "turncoats"

    start = opening(duel())
    monkeypatch.setattr(Boj, "perform", turns_coats)
    found = forecast(start, 2)
    assert (found.fights, found.wins_of("players").p) == (2, 0)
    assert found.best.keys() == {"players", "foes"}


class Backwards(Executor):
    """Comes back with the last portions first."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(1)

    def submit(self, fn: Any, /, *args: Any, **values: Any) -> Any:
        return self._threads.submit(fn, *args, **values)


def test_the_same_figures_come_from_any_executor_in_any_portions() -> None:
    start = opening(patrol())
    whole = play_portion(start, 3, 0, 47)
    assert forecast(start, 47, seed=3) == whole
    assert forecast(start, 47, seed=3, executor=Backwards()) == whole
    parts = Forecast()
    for first, count in ((30, 17), (0, 1), (1, 29)):
        parts.add(play_portion(start, 3, first, count))
    assert parts == whole
    assert parts.as_json() == whole.as_json()
    assert forecast(start, 47, seed=4) != whole


def test_the_best_and_the_worst_fight_are_kept_by_number() -> None:
    start = opening(duel())
    found = forecast(start, 60, seed=2)
    best, worst = (written(opened(start), 2, -ranks["players"].fight) for ranks in
                   (found.best, found.worst))  # fmt: skip
    assert best.outcome
    assert worst.outcome
    assert (best.outcome.winner, worst.outcome.winner) == ("players", "foes")
    assert best.state["anna"].hp == 10
    assert found.best["foes"].won == 1


def test_what_an_effect_does_is_suffered_and_done_by_nobody_who_acts() -> None:
    state = start(duel()).state.copy()
    played = Played(state)
    table = FastTable(systems()["boj"], state, Random(1), played)
    anna, table.actor = state.take("anna"), "bruno"
    with table.effect(anna, "poison"):
        table.mark("damage", "anna", 2)
    table.mark("damage", "anna", 3)
    assert (played.taken["damage", "anna"], played.dealt["damage", "bruno"]) == (5, 3)


def test_a_forecast_counts_what_happens() -> None:
    found = forecast(opening(duel()), 80, seed=2)
    wins = {side: found.wins[side] for side in found.sides}
    assert sum(wins.values()) == found.fights == 80
    assert found.out == {"anna": wins["foes"], "bruno": wins["players"]}
    assert found.taken["damage", "anna"] == found.dealt["damage", "bruno"]
    assert sum(found.rounds.values()) == 80
    course = list(found.course())
    assert course[-1].going_on == 0
    assert course[-1].standing["players"] == pytest.approx(wins["players"] / 80)
    assert found.mean_spent("anna")["hp"] > 0
    assert found.rounds_within(0.05) <= found.mean_rounds <= found.rounds_within(1)
    json.dumps(found.as_json())


def test_a_fight_is_forecast_from_the_middle() -> None:
    fights = list(by_policies(sample_scripts("boj")[0], 12, seed=3))
    fight = fights[-1]
    start = opening(fight.as_script())
    first = written(opened(start), 1, 0)
    assert [m.step for m in first.moments[:12]] == [m.step for m in fight.moments[:12]]
    assert opened(start).fight.state.combatants == fight.state.combatants
    assert forecast(start, 5).fights == 5


def test_objectives_do_not_keep_a_forecast_from_its_end() -> None:
    script = {**patrol(), "objectives": [{"text": "Reach the gate"}]}
    assert forecast(opening(script), 5) == forecast(opening(patrol()), 5)


def test_an_objective_that_is_taken_back_takes_no_other_step_of_a_forecast_with_it() -> None:
    fallen = {"do": "edit", "combatant": "agent-moiry-1", "set": {"hp": 0}}
    begun = {**patrol(), "steps": [{"do": "begin"}, fallen]}
    ticked: dict[str, Any] = {
        **begun,
        "objectives": [{"text": "Reach the gate"}],
        "steps": [*begun["steps"], {"do": "objective", "objective": 0}, {"do": "undo"}],
    }
    assert opened(opening(ticked)).steps == opened(opening(begun)).steps
    assert forecast(opening(ticked), 5) == forecast(opening(begun), 5)


def test_a_fight_that_was_ended_by_hand_is_forecast_as_if_it_had_not_been() -> None:
    ended = {**duel(), "steps": [{"do": "begin"}, {"do": "end"}]}
    assert forecast(opening(ended), 5) == forecast(opening(duel()), 5)
    assert written(opened(opening(ended)), 0, 1).outcome is not None


def test_a_step_that_cannot_be_is_counted_with_the_objectives_before_it() -> None:
    steps = [{"do": "begin"}, {"do": "objective", "objective": 0}, {"do": "fly"}]
    script = {**patrol(), "objectives": [{"text": "Reach the gate"}], "steps": steps}
    with pytest.raises(ScriptError, match=r"^steps\[2\]\.do: "):
        opening(script)


def test_who_is_refused_or_a_fault_of_the_rules_ends_that_fight_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    start = opening(duel())
    perform, calls = Boj.perform, iter(range(10**9))

    def fails_once(self: Any, *args: Any) -> None:
        if next(calls) == 3:
            raise ZeroDivisionError("by nought")
        perform(self, *args)

    monkeypatch.setattr(Boj, "perform", fails_once)
    found = forecast(start, 6)
    assert found.unfinished == {"the rules failed: ZeroDivisionError: by nought": 1}
    assert sum(found.wins.values()) == 5


def test_the_reasons_why_fights_have_no_end_stand_by_their_words_whatever_came_first() -> None:
    forecasts = [Forecast(fights=2), Forecast(fights=2)]
    for found, reasons in zip(
        forecasts, ([NO_END, NOBODY_ACTS], [NOBODY_ACTS, NO_END]), strict=True
    ):
        found.unfinished.update(reasons)
    first, second = (list(found.as_json()["unfinished"]) for found in forecasts)
    assert first == second == sorted([str(NO_END), str(NOBODY_ACTS)])


def test_a_forecast_grows_and_is_given_up_when_it_is_closed() -> None:
    submitted: list[int] = []

    class Counting(Here):
        def submit(self, fn: Any, /, *args: Any, **values: Any) -> Any:
            submitted.append(args[3])
            return super().submit(fn, *args, **values)

    growing: Iterator[Forecast] = forecasts(Counting(), opening(duel()), 1000, ahead=1)
    assert next(growing).fights == submitted[0]
    growing.close()  # type: ignore[attr-defined]
    assert len(submitted) == 2, "the one that came back, and one ahead"


def test_a_portion_that_fails_says_so_in_words_that_can_be_sent_home(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fails(*_: object) -> None:
        raise SystemFailed("boj", Text("boj failed in muster()"))

    monkeypatch.setattr(Boj, "muster", fails)
    opened.cache_clear()
    start = opening(duel(), check=False)
    with pytest.raises(TextError) as failed:
        play_portion(start, 0, 0, 1)
    assert str(pickle.loads(pickle.dumps(failed.value))) == "boj failed in muster()"


def test_the_course_of_a_fight_in_its_middle_begins_with_the_present_round() -> None:
    fight = next(f for f in by_policies(sample_scripts("boj")[0], 60, seed=3) if f.state.round == 3)
    course = list(forecast(opening(fight.as_script()), 10).course())
    assert course[0].round == 3
    assert course[0].going_on > 0


def test_an_interval_holds_at_the_ends_too() -> None:
    assert share(0, 0) == (0, 0, 1)
    assert share(0, 100).low == 0
    assert share(0, 100).high == pytest.approx(0.0370, abs=1e-4)
    assert share(100, 100).low == pytest.approx(0.9630, abs=1e-4)
    assert share(50, 100).margin == pytest.approx(0.0962, abs=1e-4)


# ---- what if


def names(start: Opening) -> list[str]:
    return [one.name for one in opened(start).fight.state.combatants.values()]


def test_a_variation_changes_who_is_there_and_how() -> None:
    script = duel(steps=[], dice=[])
    armour = {"name": "Жилет", "rating": 2}
    script["combatants"][1]["sheet"]["armor"] = [armour]
    more = varied(script, Variation(more={"bruno": 2}))
    assert names(more) == ["anna", "bruno", "bruno +1", "bruno +2"]
    assert names(varied(script, Variation(more={"players": 1}))) == ["anna", "anna +1", "bruno"]
    bare = opened(varied(script, Variation(without_armour=["foes"])))
    assert not bare.fight.state["bruno"].sheet.armor
    surprised = opened(varied(script, Variation(surprised=["foes"])))
    assert surprised.begin
    assert surprised.begin.surprised == ["bruno"]
    careful = opened(varied(script, Variation(policies={"foes": "careful"})))
    assert {id: policy.id for id, policy in careful.policies.items()} == {
        "anna": "fierce",
        "bruno": "careful",
    }


def test_what_does_not_change_falls_the_same() -> None:
    script = duel(steps=[], dice=[])
    one, other = (varied(script, change) for change in (Variation(), Variation(name="again")))
    assert [play_out(opened(one), 1, n).winner for n in range(8)] == [
        play_out(opened(other), 1, n).winner for n in range(8)
    ]


@pytest.mark.parametrize(
    ("script", "change", "message"),
    [
        (duel(), {"more": {"bruno": 1}}, "has begun"),
        (duel(steps=[], dice=[]), {"without": ["carl"]}, "without: there is no 'carl'"),
        (duel(steps=[], dice=[]), {"policies": {"foes": "brave"}}, "policy: there is no 'brave'"),
        (duel(steps=[], dice=[]), {"without": ["foes"]}, "all are on one side"),
        (patrol(), {"without_armour": ["players"]}, "has no armour"),
    ],
)
def test_a_change_that_cannot_be_made_says_why(
    script: dict[str, Any], change: dict[str, Any], message: str
) -> None:
    with pytest.raises(ScriptError, match=message):
        varied(script, Variation(**change))
