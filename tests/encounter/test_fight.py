"""A fight as a list of steps: what waits, what is taken back, what is written down."""

import json
from typing import Any

import pytest

from desktop.encounter.fight import Fight, Resuming, Stop, play, resume, start
from desktop.encounter.play_table import DiceWanted, PlayTable
from desktop.rules.contract import Command
from desktop.rules.failures import SystemFailed
from desktop.rules.fields import Choice, Field
from desktop.rules.state import State
from desktop.rules.table import Decision, LazyDecision, Refusal
from desktop.rules.text import Text

BEGIN = {"do": "begin"}
SHOT = {"do": "act", "actor": "zenon", "action": "attack", "target": "guard"}
AIM = {"do": "act", "actor": "zenon", "action": "aim"}


def document(**more: Any) -> dict[str, Any]:
    return {
        "format": "fight/1",
        "system": "teohiphip",
        "house_rules": {"order": "fixed"},
        "combatants": [
            {"id": "zenon", "side": "players", "sheet": {"name": "Zenon", "max_hp": 4}},
            {"id": "guard", "side": "foes", "sheet": {"name": "Strażnik", "max_hp": 3}},
        ],
        "objectives": [{"text": "Broszura"}],
        **more,
    }


@pytest.fixture
def fight() -> Fight:
    fight = start(document())
    fight.perform({**BEGIN, "dice": [6, 4, 3, 1]})
    return fight


def sixes(sides: int) -> int:
    return sides


# ---- undo and redo


def test_undo_and_redo_walk_over_the_same_states(fight: Fight) -> None:
    begun = fight.as_json()
    fight.perform(AIM)
    aimed, state = fight.as_json(), fight.state
    fight.undo()
    assert fight.as_json() == begun
    assert fight.can_redo
    fight.redo()
    assert fight.as_json() == aimed
    assert fight.state is state
    assert not fight.can_redo


def test_redo_uses_the_dice_that_had_fallen(fight: Fight) -> None:
    fight.perform({**SHOT, "answers": {"swap": []}}, sixes)
    fight.undo()
    fight.redo()
    assert fight.state["guard"].hp == 1
    assert fight.moments[-1].step["dice"] == [6, 6]


def test_a_new_act_cuts_off_what_was_undone_but_not_what_was_written_down(fight: Fight) -> None:
    fight.perform(AIM)
    fight.undo()
    fight.perform({"do": "act", "actor": "zenon", "action": "hunker"})
    with pytest.raises(Refusal, match="there is nothing to redo"):
        fight.redo()
    assert [step["do"] for step in fight.journal] == ["begin", "act", "undo", "act"]
    assert play(fight.as_script()).as_json() == fight.as_json()


def test_there_is_an_end_to_undoing(fight: Fight) -> None:
    fight.perform({"do": "undo"})
    assert not fight.can_undo
    assert not fight.begun
    with pytest.raises(Refusal, match="there is nothing to undo"):
        fight.undo()
    fight.perform({"do": "redo"})
    assert fight.begun


# ---- what waits


def test_without_dice_the_fight_waits_for_them(fight: Fight) -> None:
    before = fight.state
    assert fight.perform(SHOT) is None
    assert fight.state is before
    assert fight.pending is not None
    question = fight.pending.question
    assert isinstance(question, DiceWanted)
    assert (question.by, question.label, question.rule) == ("zenon", "attack", "teohiphip-16")
    assert [str(dice) for dice in question.missing] == ["2d6"]
    assert fight.as_json()["pending"] == {
        "decision": "dice",
        "by": "zenon",
        "options": ["2d6"],
    }


def test_dice_can_be_typed_in_one_by_one_and_a_wrong_one_is_refused(fight: Fight) -> None:
    fight.perform(SHOT)
    fight.answer([2])
    assert fight.pending is not None
    question = fight.pending.question
    assert isinstance(question, DiceWanted)
    assert (question.fallen, question.count) == ((2,), 1)
    with pytest.raises(Refusal, match="die 2 of this step shows 7, but it is a d6"):
        fight.answer([7])
    with pytest.raises(Refusal, match="needs a list of whole numbers"):
        fight.answer("5")
    assert fight.pending.question is question
    fight.answer([4])
    assert isinstance(fight.pending.question, Decision)


def test_what_is_left_to_the_usual_answers_stays_so_while_dice_are_typed(fight: Fight) -> None:
    assert fight.perform({**SHOT, "answers": "default"}) is None
    fight.answer([2])
    assert fight.pending is not None
    kept = fight.pending.as_json()
    assert kept == {**SHOT, "dice": [2], "answers": "default"}
    fight.cancel()
    fight.perform(json.loads(json.dumps(kept)))  # as it comes back from the file
    moment = fight.answer([4])
    assert moment is not None, "nobody is asked"
    fight.undo()
    again = fight.perform({**SHOT, "dice": [2, 4], "answers": "default"})
    assert again is not None
    assert moment.step == again.step


def test_rules_are_asked_once_whether_a_step_is_legal(
    fight: Fight, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Command] = []
    check = fight.rules.check

    def counted(state: Any, command: Command) -> None:
        asked.append(command)
        check(state, command)

    monkeypatch.setattr(fight.rules, "check", counted)
    fight.odds(SHOT)
    fight.preview(SHOT)
    fight.decisions(SHOT)
    fight.perform(SHOT, sixes)
    assert len(asked) == 1
    fight.undo()
    fight.perform({"do": "leave", "combatant": "guard"})
    with pytest.raises(Refusal):
        fight.preview(SHOT)  # legal a moment ago, and not any more


def test_a_decision_waits_and_its_answer_ends_the_step(fight: Fight) -> None:
    assert fight.perform({**SHOT, "dice": [2, 4]}) is None
    assert fight.pending is not None
    assert fight.pending.as_json() == {**SHOT, "dice": [2, 4], "answers": {}}
    with pytest.raises(Refusal, match="pool: the dice are numbered 0 to 3"):
        fight.answer([[0, 4]])
    moment = fight.answer([[0, 0]])
    assert moment is not None
    assert moment.step == {**SHOT, "dice": [2, 4], "answers": {"swap@zenon": [[0, 0]]}}
    assert fight.state["guard"].hp == 2
    assert fight.pending is None


def test_the_program_can_roll_what_is_waited_for(fight: Fight) -> None:
    fight.perform(SHOT)
    fight.answer([], sixes, lambda state, decision: [])
    assert fight.state["guard"].hp == 1


def test_what_waits_can_be_given_up_or_undone(fight: Fight) -> None:
    fight.perform(SHOT)
    fight.cancel()
    assert fight.pending is None
    fight.perform(SHOT)
    fight.undo()
    assert fight.pending is None
    assert fight.begun
    with pytest.raises(Refusal, match="nothing is waiting for an answer"):
        fight.answer([1])


def test_what_waited_when_it_was_undone_waits_again_once_all_is_redone(fight: Fight) -> None:
    fight.perform(SHOT)
    fight.answer([2])
    waited = fight.pending
    assert waited
    fight.perform({"do": "objective", "objective": 0})
    fight.perform(waited.as_json())
    for _ in range(2):
        fight.undo()
    assert not fight.state.objectives[0].met
    for _ in range(2):
        assert fight.can_redo
        fight.redo()
    assert fight.state.objectives[0].met
    assert fight.pending == waited
    assert not fight.can_redo


def test_what_waited_is_forgotten_where_something_else_is_done(fight: Fight) -> None:
    fight.perform(SHOT)
    fight.undo()
    fight.perform({**SHOT, "overrule": True})
    assert not fight.can_redo
    fight.cancel()
    fight.perform(AIM)
    fight.undo()
    fight.redo()
    assert not fight.can_redo


def test_the_odds_of_each_answer_are_known_while_it_waits(fight: Fight) -> None:
    fight.perform({**SHOT, "dice": [2, 4]})
    assert fight.search_odds_of_answer([]).whole().expected("damage") == 0
    assert fight.search_odds_of_answer([[0, 0]]).whole().expected("damage") == 1
    assert fight.search_odds_of_answer([[0, 0]]).whole().expected("cost", "zenon") == 1


def test_the_default_policy_answers_when_told_to(fight: Fight) -> None:
    moment = fight.perform({**SHOT, "dice": [2, 4], "answers": "default"})
    assert moment is not None
    assert moment.step["answers"] == {"swap@zenon": []}


@pytest.mark.parametrize("name", ["defend", "defend@ala", "defend@ala#1", "defend@ala#2"])
def test_an_answer_can_be_named_for_all_or_for_one(name: str) -> None:
    guards = [{"name": "Obrońca"}]
    script = document(
        combatants=[
            {"id": "raptor", "side": "foes", "sheet": {"name": "Raptor"}},
            {"id": "zenon", "side": "players", "sheet": {"name": "Zenon"}},
            {"id": "ala", "side": "players", "sheet": {"name": "Ala", "traits": guards}},
            {"id": "bob", "side": "players", "sheet": {"name": "Bob", "traits": guards}},
        ]
    )
    fight = start(script)
    fight.perform({**BEGIN, "dice": [3] * 4 + [6, 1, 1, 1] + [5, 1, 1, 1]})
    answers = {name: 0, "defend@bob": None}
    step = {**SHOT, "actor": "raptor", "target": "zenon", "dice": [6, 6], "answers": answers}
    waits = fight.perform(step) is None
    assert waits == (name == "defend@ala#2")
    if not waits:
        assert [fight.state[id].hp for id in ("zenon", "ala", "bob")] == [3, 3, 4]


# ---- resuming


def test_a_half_finished_attack_survives_a_closed_lid(fight: Fight) -> None:
    fight.perform(AIM)
    fight.perform({**SHOT, "dice": [2, 4, 1]})
    assert fight.pending is not None
    kept = json.loads(
        json.dumps({"steps": list(fight.journal), "pending": fight.pending.as_json()})
    )
    again = resume(document(), kept["steps"], kept["pending"])
    assert again.as_json() == fight.as_json()
    for one in (fight, again):
        one.answer([[2, 0]])
    assert again.as_json() == fight.as_json()
    assert again.state["guard"].hp == 2


@pytest.mark.parametrize("do", ["undo", "redo"])
def test_what_undo_and_redo_do_not_know_is_refused(fight: Fight, do: str) -> None:
    before = fight.as_json()
    with pytest.raises(Refusal, match="there is no such field"):
        fight.perform({"do": do, "times": 3})
    assert fight.as_json() == before


def test_a_saved_fight_that_lacks_dice_stands_before_that_step_and_says_so() -> None:
    fight = resume(document(), [BEGIN], None)
    assert fight.stopped == Stop(0, 1, Text("dice: zenon still has to roll 4d6"))
    assert fight.pending is None
    assert not fight.begun


@pytest.mark.parametrize(
    "bad",
    [
        {"do": "nonsense"},
        {"do": "act", "actor": "nobody", "action": "aim"},
        {"do": "undo", "dice": "x"},
        {"do": ["act"]},
        {},
        {"do": "edit", "combatant": "guard", "set": {"hp": "many"}},
        {**AIM, "dice": [1, 2, 3, 4, 5]},
    ],
)
def test_a_saved_fight_opens_up_to_its_first_bad_step(fight: Fight, bad: dict[str, Any]) -> None:
    good = [dict(step) for step in fight.journal]
    again = resume(document(), [*good, bad, AIM], {"do": "act"})
    assert again.stopped is not None
    assert (again.stopped.done, again.stopped.steps) == (len(good), len(good) + 2)
    assert again.stopped.why
    assert again.as_json() == fight.as_json()


def test_a_rule_that_breaks_keeps_the_fight_up_to_there(
    fight: Fight, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise RecursionError("maximum recursion depth exceeded")

    good = [dict(step) for step in fight.journal]
    monkeypatch.setattr(type(fight.rules), "perform", broken)
    again = resume(document(), [*good, AIM], None)
    assert again.stopped is not None
    assert str(again.stopped.why).startswith("the rules failed: RecursionError")
    assert again.as_json() == fight.as_json()


def test_a_system_that_fails_is_told_in_its_own_sentence(
    fight: Fight, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> None:
        raise SystemFailed("barrow", Text("Barrow failed in perform(): KeyError"))

    good = [dict(step) for step in fight.journal]
    monkeypatch.setattr(type(fight.rules), "perform", broken)
    again = resume(document(), [*good, AIM], None)
    assert again.stopped
    assert str(again.stopped.why) == "the rules failed: Barrow failed in perform(): KeyError"


def test_a_saved_fight_comes_back_a_few_steps_at_a_time(fight: Fight) -> None:
    fight.perform(AIM)
    resuming = Resuming(document(), list(fight.journal), None)
    assert not resuming.advance(1)
    assert resuming.done == 1
    assert resuming.advance(1)
    assert resuming.fight.as_json() == fight.as_json()


def test_a_fight_that_is_opened_again_is_put_into_words_where_they_are_read(
    fight: Fight, monkeypatch: pytest.MonkeyPatch
) -> None:
    fight.perform({**SHOT, "dice": [6, 6], "answers": {"swap": []}})
    fight.perform(AIM)
    again = resume(document(), fight.journal, None)
    assert [moment.marks for moment in again.moments] == [moment.marks for moment in fight.moments]
    assert again.moments[-1].lines == fight.moments[-1].lines
    assert again.moments[-1].lines is again.moments[-1].lines

    def broken(*_: Any) -> None:
        raise KeyError("hp")

    monkeypatch.setattr(type(fight.rules), "perform", broken)
    (line,) = again.moments[-2].lines
    assert (line.round, str(line.text)) == (1, "the rules failed: KeyError: 'hp'")
    assert again.moments[-2].marks["damage", "guard"]


def test_an_effect_that_counts_once_is_over_when_the_fight_is_opened_again(fight: Fight) -> None:
    rage = {"name": "rage", "changes": {"damage": 1}, "until": "check"}
    fight.perform({"do": "effect", "combatants": ["zenon"], **rage})
    fight.perform({**SHOT, "dice": [6, 6], "answers": {"swap": []}})
    assert not fight.state["zenon"].effects_by_hand
    again = resume(document(), fight.journal, None)
    assert not again.state["zenon"].effects_by_hand
    assert again.as_json() == fight.as_json()


def test_the_whole_fight_written_down_replays_to_the_same(fight: Fight) -> None:
    fight.perform(AIM)
    fight.perform({**SHOT, "dice": [2, 4, 6], "answers": {"swap": [[1, 1]]}})
    fight.perform({"do": "edit", "combatant": "guard", "set": {"hp": 3}, "why": "bandaged"})
    fight.undo()
    fight.perform({"do": "objective", "objective": 0, "met": True})
    written = json.loads(json.dumps(fight.as_script()))
    assert written["dice"] == [6, 4, 3, 1, 2, 4, 6]
    assert play(written).as_json() == fight.as_json()


def test_dice_of_a_script_come_first_then_those_of_its_seed() -> None:
    steps = [BEGIN, {**SHOT, "answers": "default"}]
    runs = [
        play(document(dice=[6, 4, 3, 1, 5], seed=seed, steps=steps)).journal[-1]["dice"]
        for seed in (1, 1, 2, 3, 4)
    ]
    assert {dice[0] for dice in runs} == {5}
    assert runs[0] == runs[1]
    assert len({dice[1] for dice in runs}) > 1


# ---- the game master


def test_the_game_master_overrules_turn_and_cost_and_the_log_says_so(fight: Fight) -> None:
    out_of_turn = {"do": "act", "actor": "guard", "action": "move"}
    with pytest.raises(Refusal, match="it is not Strażnik's turn"):
        fight.perform(out_of_turn)
    moment = fight.perform({**out_of_turn, "overrule": True, "why": "a rope"})
    assert moment is not None
    assert (moment.lines[0].rule, moment.lines[0].by) == ("by-hand", "guard")
    assert moment.lines[0].text == "The game master overrules the rules: a rope"
    moment = fight.perform({**AIM, "cost": 0})
    assert moment is not None
    assert "sets the cost to 0" in moment.lines[0].text
    assert fight.state["zenon"].ap == 2


def test_an_edit_is_a_step_like_any_other(fight: Fight) -> None:
    edit = {"do": "edit", "combatant": "zenon", "set": {"hp": 3}, "why": "fell down the stairs"}
    moment = fight.perform(edit)
    assert moment is not None
    assert moment.lines[0].text == "Zenon: Hit points 4 → 3 (fell down the stairs)"
    assert fight.state["zenon"].hp == 3
    fight.undo()
    assert fight.state["zenon"].hp == 4


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ({"do": "edit", "combatant": "bob", "set": {"hp": 1}}, "combatant: there is no combatant"),
        ({"do": "edit", "combatant": 1, "set": {"hp": 1}}, "combatant: needs the id"),
        ({"do": "edit", "combatant": "zenon"}, "set: needs an object with at least one value"),
        ({"do": "edit", "combatant": "zenon", "set": {}}, "set: needs an object with at least"),
        ({"do": "edit", "combatant": "zenon", "set": {"hp": "1"}}, "set.hp: needs a whole number"),
        ({"do": "edit", "combatant": "zenon", "set": {"hp": 1}, "why": 2}, "why: needs a text"),
        ({"do": "edit", "combatant": "zenon", "set": {"hp": 1}, "at": 2}, "at: there is no such"),
        ({"do": "objective", "objective": 1}, "objective: needs a number from 0 to 0"),
        ({"do": "objective", "objective": 0, "met": 1}, "met: needs true or false"),
        ({"do": "objective", "objective": True}, "objective: needs a whole number"),
        (BEGIN, "do: the fight has begun already"),
        ({**AIM, "dice": [1.5]}, "dice: needs a list of whole numbers"),
        ({**AIM, "dice": [True]}, "dice: needs a list of whole numbers"),
        ({**AIM, "answers": 3}, "answers: needs an object"),
        ({**AIM, "overrule": 1}, "overrule: needs true or false"),
        ({**AIM, "cost": 100}, "cost: can be at most 99"),
    ],
)
def test_a_refused_step_names_its_field_and_changes_nothing(
    fight: Fight, step: dict[str, Any], message: str
) -> None:
    state, journal = fight.state, list(fight.journal)
    with pytest.raises(Refusal) as refusal:
        fight.perform(step)
    assert str(refusal.value).startswith(message)
    assert fight.state is state
    assert fight.journal == journal
    assert fight.pending is None


def test_the_first_step_is_begin() -> None:
    fight = start(document())
    assert fight.options() == ()
    assert fight.outcome is None
    with pytest.raises(Refusal, match="the fight has not begun"):
        fight.perform(AIM)
    with pytest.raises(Refusal, match="surprised: there is no combatant 'bob'"):
        fight.perform({**BEGIN, "surprised": ["bob"]})
    with pytest.raises(Refusal, match="surprised: there is no surprise in this system"):
        fight.perform({**BEGIN, "surprised": ["guard"]})


def test_an_objective_can_be_ticked_off_and_opened_again(fight: Fight) -> None:
    fight.perform({"do": "objective", "objective": 0})
    assert fight.as_json()["objectives"] == [{"text": "Broszura", "met": True}]
    fight.perform({"do": "objective", "objective": 0, "met": False})
    assert fight.log[-1].text == "Objective open again: Broszura"
    assert not fight.state.objectives[0].met


def test_an_objective_can_be_ticked_off_after_the_end(fight: Fight) -> None:
    fight.perform({"do": "end"})
    fight.perform({"do": "objective", "objective": 0})
    assert fight.state.objectives[0].met
    assert fight.outcome is not None
    with pytest.raises(Refusal, match="has ended the fight"):
        fight.perform({"do": "note", "combatant": "zenon", "note": "late"})


# ---- the log


def test_what_the_game_master_has_ended_has_no_odds_any_more(fight: Fight) -> None:
    before = fight.state
    assert fight.odds(SHOT).chances
    fight.perform({"do": "end"})
    with pytest.raises(Refusal, match=r"^do: the game master has ended the fight"):
        fight.odds(SHOT)
    assert fight.search_odds(SHOT, state=before).whole().chances


def test_each_line_carries_its_round_its_dice_and_who(fight: Fight) -> None:
    fight.perform({**SHOT, "dice": [2, 4], "answers": "default"})
    line = next(line for line in fight.log if line.dice == (2, 4))
    assert line.as_json() == {
        "round": 1,
        "rule": "teohiphip-16",
        "text": "Zenon tests: attack",
        "dice": [2, 4],
        "by": "zenon",
    }
    assert [line.dice for line in fight.log if line.rule == "teohiphip-4"] == [(6, 4, 3, 1)]


def test_a_step_done_again_has_only_an_unusual_answer_described() -> None:
    described = []

    def describe() -> Decision:
        described.append("swap")
        choices = (Choice("keep", "Keep"), Choice("swap", "Swap"))
        return Decision("swap", "zenon", "swap?", Field("swap", "choice", "", choices=choices), "x")

    lazy = LazyDecision("keep", describe, "swap", "zenon")
    given = {"swap@zenon": "keep", "swap@zenon#2": "swap"}
    table = PlayTable(State(house=None), answers=given, keeps_log=False)
    assert (table.ask(lazy), described) == ("keep", [])
    assert (table.ask(lazy), described) == ("swap", ["swap"])
    assert (table.answers, table.unasked) == (given, ())
