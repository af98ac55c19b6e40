"""What steps came to: the sentence of one, and the digest of several."""

from __future__ import annotations

import pytest

from desktop.encounter.digest import account, digest, last_account
from desktop.encounter.players_view import players_view
from desktop.encounter.simulate.opening import opened, opening
from desktop.encounter.simulate.playing import written
from desktop.paper import rounds
from desktop.rules import systems
from desktop.rules.text import NOTHING
from tests.encounter.test_statistics import shots, simulated
from tests.playouts import sample_scripts
from tests.rules.boj.bench import CULTIST, VERA, turn_of
from tests.rules.boj.bench import act as act_boj
from tests.rules.boj.bench import attack as strike
from tests.rules.boj.bench import fight as boj_fight
from tests.rules.konflikt.bench import (
    BURNING,
    FIRE,
    SWORD,
    by_hand,
    creature,
    end_turn,
    ogre,
    trigger,
)
from tests.rules.konflikt.bench import fight_of as konflikt_fight
from tests.rules.mir_tmy.bench import act, do, person, scene
from tests.rules.steps import perform
from tests.rules.teohiphip.bench import activate, figure
from tests.rules.teohiphip.bench import fight_of as skirmish
from tests.rules.walka import bench as walka
from tests.rules.walka.bench import edit, fight_of, sheet, step_of
from tests.rules.walka.test_blasts import BLIND, GLUE, throw, thrower
from tests.rules.walka.test_exchange import BEHIND, LEVEL, LOSES, WINS, cross, duel

HIT, MISS = [20, 6], [90]


@pytest.mark.parametrize(("system", "order"), [("boj", "boj-2"), ("teohiphip", "teohiphip-2")])
def test_a_turn_that_only_begins_the_next_round_is_told_by_its_order(
    system: str, order: str
) -> None:
    fight, seen = written(opened(opening(sample_scripts(system)[-1])), 5, 1), 0
    for step, moment in enumerate(fight.moments[1:], start=2):
        said = [line.text for line in moment.lines if line.by is None and line.rule == order]
        if moment.step["do"] == "end_turn" and said:
            came = account(fight, step)
            assert came
            assert (came.deed, came.result) == (NOTHING, said[-1])
            seen += 1
    assert seen


def test_a_shot_that_fails_misses_and_one_that_hits_says_what_is_left() -> None:
    fight = shots(MISS, HIT)
    told = [account(fight, step + 1) for step in range(fight.cursor)]
    attacks = [one for one in told if one and one.attack]
    shooters = [fight.state[m.step["actor"]].name for m in fight.moments if "action" in m.step]
    assert [one.hit for one in attacks] == [False, True]
    assert attacks[0].result == f"{shooters[-2]} misses"
    assert str(attacks[1].result).startswith(f"{shooters[-2]}: HP ")
    assert " → " in str(attacks[1].result), "so much it was, so much it is"
    for one in attacks:
        assert "Пистолет" in one.deed, "with what it was done"


@pytest.mark.parametrize("system", list(systems()))
def test_the_beginning_is_told_by_what_holds_for_all(system: str) -> None:
    fight = simulated(system)
    begin = account(fight, 1)
    assert begin
    assert not begin.deed
    spoken = [line for line in fight.moments[0].lines if line.text is begin.result]
    assert [line.by for line in spoken] == [None]


def test_who_is_struck_back_was_stopped_first() -> None:
    scene = boj_fight()
    strike(scene, "Нож", 30, 31, 8, answers="strike_back")
    came = last_account(scene)
    assert came
    assert str(came.result).startswith("Культист, counterattack: stops the attack; Вера: ")
    assert (came.counts, came.hit) == (True, False), "a blow in return is no hit of the attack"


def test_a_headline_of_missed_attacks_tells_who_was_struck_back() -> None:
    scene = boj_fight(VERA, CULTIST, CULTIST)
    first = scene.cursor + 1
    strike(scene, "Нож", 60, 31, 4, answers="strike_back")
    turn_of(scene, "c2")
    strike(scene, "Мачете", 96, target="vera")
    made = digest(scene, first, scene.cursor)
    assert made
    assert str(made.headline) == ("2 attacks, hits: 0; Культист strikes back; Вера: HP 10 → 6")


def test_a_wave_says_who_is_new_in_the_fight() -> None:
    scene = boj_fight()
    pack = [{"id": f"{i}", "side": "foes", "sheet": {"name": f"Пёс {i}"}} for i in (1, 2)]
    scene.perform({"do": "join", "combatants": pack, "this_round": True, "dice": [3, 4]})
    came = last_account(scene)
    assert came
    assert not came.deed
    assert came.result == "Пёс 1, Пёс 2 join the fight"


def test_walka_54_who_comes_under_the_same_effect_is_named_in_a_row_and_the_effect_too() -> None:
    fight = fight_of(sheet(weapons=[GLUE]), zbir=sheet("Zbir"))
    came = last_account(throw(fight, [11], victims=[{"who": "zbir", "metres": 2}]))
    assert came
    assert came.result == "Pirat, Zbir: caught in the blast, immobile"


def test_walka_25_suppression_that_ended_in_the_same_step_is_not_told() -> None:
    fight = walka.end_turn(fight_of(olek=sheet("Olek", weapons=[walka.SMG])))
    for action in ("kneel", "rise_from_kneel"):
        walka.act(fight, action, actor="pirat")
    burst = [11, 20, 20, 20]
    walka.act(fight, "continuous_fire", burst, actor="olek", target="pirat", overrule=True)
    assert "Pirat: no longer held down by fire" in [line.text for line in fight.moments[-1].lines]
    came = last_account(fight)
    assert came
    assert came.result == "Pirat: light wound: torso"
    assert list(map(str, players_view(fight).throw.meaning)) == ["Olek → Pirat: hit, torso"]


def test_walka_9_what_carried_over_is_what_the_end_of_a_turn_is_about_where_it_is_done() -> None:
    fight = fight_of(thrower())
    walka.act(fight, "kneel")
    walka.act(fight, "pull_pin")
    walka.act(fight, "throw", target="pirat")
    walka.end_turn(fight)
    walka.do(fight, {"do": "end_turn"}, [5, *BLIND, 10], "default")
    came = last_account(fight)
    assert came
    assert came.deed == "Vera throws: Granat, 10 m"
    assert came.result == "Pirat: critical wound: torso, caught in the blast"
    thing = rounds.told(fight)[-1]
    assert (thing.round, thing.text, thing.dice) == (2, came.deed, ("5", "·", "20", "·", "10"))


def test_what_comes_to_several_is_said_of_all_of_them() -> None:
    people = [figure("ola"), figure("orc", "foes"), figure("troll", "foes")]
    fight = skirmish(*people, dice=[1] * 4)
    activate(fight, "ola")
    act(fight, "ola", "move", contact=["orc", "troll"])
    came = last_account(fight)
    assert came
    assert came.result == "Contact: Ola, Orc; Contact: Ola, Troll"


def test_the_last_sentence_stays_while_steps_tell_nothing() -> None:
    fight = shots(HIT)
    silent = fight.moments[fight.cursor - 1]
    assert silent.lines == (), "the turn was ended"
    last = last_account(fight)
    assert last is not None
    assert last.attack
    assert last.step < fight.cursor


def test_what_only_passes_the_turn_on_leaves_the_last_sentence_to_what_came_before_it() -> None:
    fight = scene(person("Олег"), person("Громила"))
    act(fight, "a", "attack", [2] * 3, target="b")
    assert do(fight, {"do": "end_turn", "actor": "b"}), "the log says that nothing is done"
    last = last_account(fight)
    assert last is not None
    assert last.attack


def test_a_digest_tells_attacks_hits_and_who_is_down_but_not_the_ends_of_turns() -> None:
    fight = shots(MISS, HIT, HIT)
    made = digest(fight, 2, fight.cursor)
    assert made is not None
    assert made.headline.values.get("hits", 2) == 2
    assert "3 attacks, hits: 2" in str(made.headline)
    steps = [one.step for one in made.accounts]
    assert [fight.moments[step - 1].step["do"] for step in steps] == ["act"] * 3


@pytest.mark.parametrize(
    ("steps", "headline"),
    [(2, "bruno does something else; anna does something else"), (3, "3 actions")],
)
def test_a_digest_of_steps_without_an_attack_tells_two_and_counts_more(
    steps: int, headline: str
) -> None:
    fight = shots()
    for _ in range(steps):
        actor = fight.state.turn
        fight.perform({"do": "act", "actor": actor, "action": "other"})
        while fight.state.turn == actor:
            fight.perform({"do": "end_turn", "actor": actor})
    made = digest(fight, 2, fight.cursor)
    assert made
    assert str(made.headline) == headline


def test_boj_16_a_move_over_difficult_ground_is_an_action_as_any_other_move() -> None:
    fight = boj_fight(VERA, CULTIST)
    act_boj(fight, "move", 45, difficult=True)
    fight.perform({"do": "end_turn"})
    fight.perform({"do": "act", "actor": "cultist", "action": "move"})
    made = digest(fight, 2, fight.cursor)
    assert made
    assert str(made.headline) == "Вера moves up to 20 m; Культист moves up to 20 m"
    assert [(str(one.deed), str(one.result)) for one in made.accounts] == [
        ("", "Вера moves up to 20 m"),
        ("", "Культист moves up to 20 m"),
    ]


def test_others_that_only_let_their_turn_pass_are_said_to_and_players_are_not() -> None:
    fight = fight_of()
    fight.perform({"do": "end_turn", "actor": "vera"})
    assert digest(fight, fight.cursor, fight.cursor) is None
    fight.perform({"do": "end_turn", "actor": "pirat"})
    came = digest(fight, fight.cursor - 1, fight.cursor)
    assert came
    assert came.headline == "Pirat leaves 3 segments unused"


def test_who_lets_go_of_what_was_declared_is_told_beside_what_others_declare() -> None:
    fight = scene(*map(person, ("Олег", "Громила", "Ловкач")), declare=True)
    for who in "cba":
        do(fight, {"do": "declare", "actor": who, "action": "run"})
    for who in "abc":
        do(fight, {"do": "end_turn", "actor": who})
    for who in "cb":
        do(fight, {"do": "declare", "actor": who, "action": "run"})
    made = digest(fight, fight.cursor - 3, fight.cursor)
    assert made
    assert len(made.accounts) == 4
    assert made.headline == "Громила does not act; Ловкач does not act"


def test_one_step_needs_no_digest() -> None:
    fight = shots(HIT)
    assert digest(fight, 2, fight.cursor) is None


@pytest.mark.parametrize("system", list(systems()))
def test_a_digest_of_a_whole_fight_agrees_with_its_steps_in_every_system(system: str) -> None:
    fight = simulated(system)
    made = digest(fight, 1, fight.cursor)
    assert made is not None
    assert all(str(one.result) for one in made.accounts)
    out = [c.name for c in fight.state.combatants.values() if c.out or c.incapacitated]
    assert out, "such a fight ends with somebody down"
    assert all(name in str(made.headline) for name in out[:3])
    assert fight.outcome
    assert str(fight.outcome.text) in str(made.ended[-1]), "it says that the fight is over"
    told = {one.step for one in made.accounts}
    for step, moment in enumerate(fight.moments, start=1):
        if any(n and what in ("damage", "hit", "out") for (what, _), n in moment.marks.items()):
            assert step in told
    for one in made.accounts:
        marks = fight.moments[one.step - 1].marks
        if one.attack and any(what in ("hit", "damage") and n for (what, _), n in marks.items()):
            assert "misses" not in str(one.result)
        if one.attack and not any(marks.values()):
            lines = {line.text.template for line in fight.moments[one.step - 1].lines}
            ended = lines & {outcome.template for outcome in fight.rules.outcomes}
            assert ("misses" in str(one.result)) != bool(ended)


def test_the_headline_of_several_attacks_says_what_the_only_hit_came_to() -> None:
    fight = konflikt_fight(creature("taren"), creature("carl"), ogre())
    blow = {"do": "act", "action": "attack", "target": "ogre"}
    perform(fight, {**blow, "actor": "taren"}, [2])
    perform(fight, {**blow, "actor": "carl"}, [15, 3])
    made = digest(fight, fight.cursor - 1, fight.cursor)
    assert made
    assert made.headline == "2 attacks, hits: 1; Ogre: HP 30 → 27"


def test_one_who_acts_and_is_done_is_told_by_what_it_did() -> None:
    fight = simulated("konflikt")
    passed = [moment.step["do"] for moment in fight.moments].index("pass") + 1
    assert account(fight, passed), "the log says that it is done"
    made = digest(fight, passed - 1, passed)
    assert made
    assert [one.step for one in made.accounts] == [passed - 1]


def test_an_attack_that_throws_nothing_is_not_told_by_the_next_round_which_it_begins() -> None:
    wounded = person("Громила", damage={"lethal": 6})
    fight = scene(person("Олег"), wounded)
    act(fight, "a", "attack", [2] * 3, target="b")
    act(fight, "b", "attack", [], target="a")
    told = account(fight, fight.cursor)
    assert told is not None
    assert fight.state.round == 2
    assert "initiative" not in str(told.result)


def test_boj_a_headline_says_who_stopped_an_attack_and_that_it_was_a_fumble() -> None:
    for dice, answers, ends in (
        ([30, 38], {"defence": "dodge"}, "Культист, dodge: stops the attack"),
        ([99], {"defence": "none"}, "99 of 50: fumble (the game master says what goes wrong)"),
        ([60], {"defence": "none"}, "Вера misses"),
    ):
        fight = boj_fight(VERA, CULTIST)
        step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist"}
        perform(fight, {**step, "with": "Нож"}, dice, answers)
        told = account(fight, fight.cursor)
        assert told
        assert str(told.result) == ends


def test_mir_tmy_47_what_was_done_is_no_line_of_the_turn_that_begins_after_it() -> None:
    """The order of the next turn names both, too."""
    fight = scene(person("Олег"), person("Вера"))
    act(fight, "a", "other")
    act(fight, "b", "cover_ally", target="a")
    told = account(fight, fight.cursor)
    assert told
    assert fight.state.round == 2
    assert str(told.result) == "Вера is ready: cover an ally → Олег"
    assert not told.deed


def test_mir_tmy_27_who_is_up_again_at_once_is_not_told_to_fall() -> None:
    for die, words in ((9, "is up at once"), (8, "falls")):
        fight = scene(person("Олег"), person("Вера"))
        fight.perform({"do": "knockdown", "actor": "b", "dice": [die] * 3})
        told = account(fight, fight.cursor)
        assert told
        assert words in str(told.result)


def test_walka_28_what_is_thrown_at_nobody_misses_nobody() -> None:
    for die, words in ((1, "success points"), (19, "failed")):
        fight = fight_of(sheet())
        perform(fight, {"do": "act", "actor": "vera", "action": "throw_large"}, [die])
        told = account(fight, fight.cursor)
        assert told
        assert words in str(told.result)


def test_teohiphip_18_what_a_test_came_to_is_told_beside_the_price_of_a_swap() -> None:
    fight = skirmish(figure("ola"), figure("orc", "foes"), dice=[6, 1, 1, 1])
    activate(fight, "ola")
    perform(fight, {"do": "act", "actor": "ola", "action": "test"}, [1, 2], {"swap": [[0, 0]]})
    told, said = account(fight, fight.cursor), rounds.told(fight)[-1]
    assert told
    assert str(told.result) == "Ola: 1 success; Ola: HP 4 → 3"
    assert "Ola: 1 success" in said.changes


def test_walka_1_a_test_is_told_by_what_was_tested_and_not_by_its_threshold() -> None:
    fight = fight_of(sheet())
    step = {"do": "act", "actor": "vera", "action": "test", "skill": "alertness"}
    perform(fight, step, [5])
    told, said = account(fight, fight.cursor), rounds.told(fight)[-1]
    assert told
    assert str(told.deed) == str(said.text) == "Vera, alertness: 5 is below 12, success"
    assert str(told.result) == "Vera: success points 7"


@pytest.mark.parametrize(
    ("way", "dice", "told_by"),
    [
        ("fight", [5], "Vera, alertness: 5 is not below −16, failed"),
        ("ordinary", [5, 6, 7], "Vera, alertness: 5 6 7, failed"),
    ],
)
def test_walka_17_a_test_that_fails_is_told_by_its_line_and_not_by_a_modifier(
    way: str, dice: list[int], told_by: str
) -> None:
    fight = fight_of(sheet())
    step = {"do": "act", "actor": "vera", "action": "test", "skill": "alertness", "way": way}
    perform(fight, {**step, "modifiers": {"other": -28, "why": "something"}}, dice)
    told, said = account(fight, fight.cursor), rounds.told(fight)[-1]
    assert told
    assert str(told.result) == str(said.text) == told_by
    assert not told.deed


def test_walka_8_who_takes_the_initiative_in_a_spotting_duel_is_told_of_either() -> None:
    for dice, who in (
        ([5, 5, 5, 19, 19, 19], "Vera → Pirat"),
        ([19] * 3 + [5] * 3, "Pirat → Vera"),
    ):
        fight = fight_of(sheet())
        perform(fight, {"do": "spotting_duel", "actor": "vera", "target": "pirat"}, dice)
        told = account(fight, fight.cursor)
        assert told
        assert str(told.result).endswith(f"{who}: takes the initiative")


def test_boj_17_a_headline_says_who_got_behind_cover_in_time() -> None:
    fight = boj_fight(VERA, CULTIST)
    by_hand(fight, "cultist", cover_near=5)
    step = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist"}
    perform(fight, step, [4, 20], {"defence": "dodge"})
    told = account(fight, fight.cursor)
    assert told
    assert str(told.result).startswith("Культист gets behind cover in time")


def test_an_exchange_that_hits_nobody_is_told_as_the_log_ends_it_and_is_no_miss() -> None:
    for dice, ends in (
        ([*WINS, *LEVEL * 3], "Vera → Pirat: nothing changes"),
        (
            [*WINS, *BEHIND, *LEVEL * 2, *WINS],
            "Vera → Pirat: a struggle; Vera → Pirat: keeps the initiative",
        ),
        (
            [*WINS, *BEHIND, *LEVEL * 2, *LOSES],
            "Vera → Pirat: a struggle; Pirat → Vera: takes the initiative",
        ),
    ):
        fight = cross(duel(), *dice)
        told = account(fight, fight.cursor)
        assert told
        assert (str(told.result), told.hit) == (ends, False)


def test_what_a_grenade_is_told_by_is_the_throw() -> None:
    fight = throw(fight_of(thrower()), [11, *BLIND, 10])
    told = account(fight, fight.cursor)
    assert told
    assert str(told.deed) == "Vera throws: Granat, 10 m"


def test_konflikt_14_a_move_is_told_by_its_line_and_not_by_what_made_it_dear() -> None:
    fight = konflikt_fight(creature("taren"), ogre())
    fight.perform({"do": "edit", "combatant": "taren", "set": {"threatened_at_start": True}})
    fight.perform({"do": "act", "actor": "taren", "action": "move", "metres": 1})
    told = account(fight, fight.cursor)
    assert told
    assert str(told.result) == "Taren moves 1 m; momentum spent: 2, left: 4"
    assert not told.deed


def test_konflikt_6_what_was_not_overcome_is_named() -> None:
    web = {"name": "Zapletení", "overcome": "prowess", "against": 13, "penalty": 1}
    fight = konflikt_fight(creature("taren", skills={"prowess": 4}), ogre())
    fight.perform({"do": "edit", "combatant": "taren", "set": {"effects": [web]}})
    step = {"do": "act", "actor": "taren", "action": "overcome", "dice": [7]}
    fight.perform(step)
    told = account(fight, fight.cursor)
    assert told
    assert str(told.deed) == "Taren tries to overcome: Zapletení"
    assert str(told.result) == "Taren, Prowess: 7 +2 = 9 against 13: failure"


def test_konflikt_7_an_attack_that_was_prepared_is_told_as_any_other() -> None:
    fight = konflikt_fight(creature("taren"), creature("carl"), ogre())
    perform(fight, {"do": "act", "actor": "taren", "action": "prepare", "when": "it comes"})
    end_turn(fight)
    step = {"do": "act", "actor": "ogre", "action": "move", "metres": 3, "reached_by": ["taren"]}
    perform(fight, step)
    trigger(fight, "taren", 2, target="ogre")
    told = account(fight, fight.cursor)
    assert told
    assert (told.attack, told.hit, str(told.result)) == (True, False, "Taren misses")
    assert "Taren → Ogre" in str(told.deed)


def test_walka_13_that_segments_are_frozen_is_told() -> None:
    fight = fight_of(thrower())
    perform(fight, {"do": "freeze", "actor": "vera", "count": 1, "trigger": "he shoots"})
    told = last_account(fight)
    assert told
    assert str(told.result) == "Vera freezes 1 segment until: he shoots"


def test_boj_12_who_does_not_break_free_is_said_to_stay_in_the_hold_and_who_holds_on() -> None:
    fight = boj_fight(VERA, CULTIST)
    perform(fight, {"do": "act", "action": "grapple", "target": "cultist"}, [10], decided=True)
    perform(fight, {"do": "end_turn"})
    perform(fight, {"do": "act", "actor": "cultist", "action": "escape"}, [37, 38], decided=True)
    assert fight.state["cultist"].grappled_by == "vera"
    last = last_account(fight)
    assert last
    assert str(last.result) == "Вера, holding on: 38, success; Культист stays in the hold"


def test_konflikt_2_what_a_round_brings_as_it_ends_is_told_with_the_attack_before_it() -> None:
    fight = konflikt_fight(creature("taren"), ogre())
    by_hand(fight, "ogre", effects=[BURNING])
    end_turn(fight)
    first = fight.cursor + 1
    perform(fight, {"do": "act", "actor": "ogre", "action": "attack", "target": "taren"}, [2])
    perform(fight, {"do": "pass", "actor": "ogre"}, [12])
    last, made = last_account(fight), digest(fight, first, fight.cursor)
    assert last
    assert made
    assert (str(last.deed), str(last.result)) == ("Ogre: done", "Ogre: HP 30 → 28, Hoření ends")
    assert str(made.headline) == "Ogre misses; Ogre: HP 30 → 28, Hoření ends"
    assert len(made.accounts) == 2


def test_konflikt_2_a_throw_against_an_effect_is_not_what_was_done_as_the_round_ended() -> None:
    fight = konflikt_fight(creature("taren"), creature("abigail"), ogre())
    for id in ("taren", "abigail"):
        by_hand(fight, id, effects=[BURNING])
    end_turn(fight)
    perform(fight, {"do": "pass", "actor": "ogre"}, [12, 3])
    told = account(fight, fight.cursor)
    assert told
    assert str(told.deed) == "Ogre: done"
    assert str(told.result).startswith("Taren: HP 10 → 8, Hoření ends; Abigail: Hoření, HP 10 → 8")


def test_konflikt_2_what_a_round_brings_is_told_with_the_only_hit_of_several_attacks() -> None:
    fight = konflikt_fight(creature("taren"), ogre(), creature("troll", "foes"))
    by_hand(fight, "taren", effects=[BURNING])
    end_turn(fight)
    first = fight.cursor + 1
    blow = {"do": "act", "action": "attack", "target": "taren"}
    perform(fight, {**blow, "actor": "ogre"}, [2])
    perform(fight, {"do": "pass", "actor": "ogre"})
    perform(fight, {**blow, "actor": "troll"}, [15, 1])
    perform(fight, {"do": "pass", "actor": "troll"}, [2])
    made = digest(fight, first, fight.cursor)
    assert made
    assert made.headline == "2 attacks, hits: 1; Taren: HP 10 → 9; Taren: Hoření, HP 9 → 7"


def test_konflikt_2_an_attack_that_ends_the_round_is_no_hit_by_what_that_brings() -> None:
    fight = konflikt_fight(creature("taren"), ogre(momentum=0))
    by_hand(fight, "ogre", effects=[{**BURNING, "per_round": -30}])
    end_turn(fight)
    perform(fight, {"do": "act", "actor": "ogre", "action": "attack", "target": "taren"}, [2])
    told = account(fight, fight.cursor)
    assert told
    assert not told.hit
    assert str(told.result) == "Ogre misses; Ogre: Hoření, HP 30 → 0, killed"


@pytest.mark.parametrize(
    ("dice", "came", "paper"),
    [
        ([15, 1, 1, 2], "Taren: HP 10 → 8", "Taren: Životy 10 → 8, + v ohrožení"),
        ([2, 2], "Ogre misses", "Ogre misses"),
    ],
)
def test_konflikt_2_what_an_effect_takes_as_an_attack_ends_the_round_is_a_part_of_its_own(
    dice: list[int], came: str, paper: str
) -> None:
    fight = konflikt_fight(creature("taren"), ogre(momentum=0), creature("troll", "foes"))
    by_hand(fight, "taren", effects=[BURNING])
    end_turn(fight)
    perform(fight, {"do": "pass", "actor": "troll"})
    blow = {"do": "act", "actor": "ogre", "action": "attack", "target": "taren"}
    perform(fight, blow, dice)
    of_fire = "8 → 6" if len(dice) > 2 else "10 → 8"
    told = account(fight, fight.cursor)
    assert told
    assert told.result == f"{came}; Taren: Hoření, HP {of_fire}"
    attack, fire = rounds.told(fight)[-2:]
    assert (attack.rule, attack.changes[0]) == ("konflikt-10", paper)
    assert "2" not in attack.dice[1:], "the luck check is the fire's"
    assert (fire.rule, fire.text, fire.dice) == ("konflikt-2", "Taren: Hoření", ("2",))
    assert fire.changes == (f"Taren: Životy {of_fire}",)


def test_konflikt_18_an_attack_with_two_weapons_is_told_with_both() -> None:
    axe = {**SWORD, "name": "Sekyrka", "light": True}
    pair = creature("taren", attacks=[{**SWORD, "light": True}, axe])
    fight = konflikt_fight(pair, ogre())
    blow = {"do": "act", "actor": "taren", "action": "two_weapons", "target": "ogre"}
    perform(fight, {**blow, "with": SWORD["name"], "with_other": "Sekyrka"}, [2, 2])
    told = account(fight, fight.cursor)
    assert told
    assert told.deed == f"Attack: Taren → Ogre ({SWORD['name']}, Sekyrka)"
    assert rounds.told(fight)[-1].text == told.deed


def test_konflikt_what_a_spell_did_stands_in_the_headline_beside_attacks() -> None:
    mage = creature("mag", "foes", spells=[FIRE])
    fight = konflikt_fight(creature("taren"), ogre(), mage)
    end_turn(fight)
    first = fight.cursor + 1
    at = {"target": "taren"}
    perform(fight, {"do": "act", "actor": "ogre", "action": "attack", **at}, [2])
    perform(fight, {"do": "act", "actor": "mag", "action": "cast", **at}, [20, 5])
    made = digest(fight, first, fight.cursor)
    assert made
    assert made.headline == "Ogre misses; Taren: HP 10 → 5"


def test_konflikt_2_what_an_effect_takes_stands_in_the_headline_of_attacks_that_missed() -> None:
    fight = konflikt_fight(creature("taren"), ogre(momentum=0), creature("troll", "foes"))
    by_hand(fight, "taren", effects=[BURNING])
    end_turn(fight)
    first = fight.cursor + 1
    blow = {"do": "act", "action": "attack", "target": "taren"}
    perform(fight, {**blow, "actor": "troll"}, [2])
    perform(fight, {"do": "pass", "actor": "troll"})
    perform(fight, {**blow, "actor": "ogre"}, [2, 2])
    made = digest(fight, first, fight.cursor)
    assert made
    assert made.headline == "2 attacks, hits: 0; Taren: Hoření, HP 10 → 8"


def test_walka_53_the_wounds_of_an_effect_are_told_with_its_name_beside_what_was_done() -> None:
    fight = edit(fight_of(), "vera", afflictions=[{"kind": "burning"}])
    walka.act(fight, "stand_fast", [4])
    walka.shoot(fight, [20, *walka.PAIN * 3])
    came = last_account(fight)
    assert came
    assert came.result == "Vera misses; Vera: burning, 3 light wounds: torso"
    shot, fire = rounds.told(fight)[-2:]
    assert (shot.dice, shot.changes) == (("20",), ("Vera misses",))
    assert (fire.text, fire.dice.count("1")) == ("Vera: burning", 9)
    assert fire.changes[0].startswith("Vera: Rany 0 → 3 ")


@pytest.mark.parametrize(
    ("damage", "dice", "came"), [("", [20], ""), ("1k8", [20, 5], "HP 30 → 25, ")]
)
def test_konflikt_2_an_effect_that_was_brought_is_told(
    damage: str, dice: list[int], came: str
) -> None:
    spell = {**FIRE, "damage": damage, "effect": BURNING}
    fight = konflikt_fight(creature("taren", spells=[spell]), ogre())
    perform(fight, {"do": "act", "actor": "taren", "action": "cast", "target": "ogre"}, dice)
    told = account(fight, fight.cursor)
    assert told
    assert str(told.result) == f"Ogre: {came}new effect: Hoření"


def test_who_is_out_by_the_only_attack_is_said_once() -> None:
    fight = konflikt_fight(creature("taren"), creature("carl"), ogre())
    end_turn(fight)
    first = fight.cursor + 1
    step = {"do": "act", "actor": "ogre", "action": "attack", "target": "taren"}
    perform(fight, step, [20, 6, 6], {"deadly_blow": "kill"})
    perform(fight, {"do": "pass", "actor": "ogre"})
    perform(fight, {"do": "act", "actor": "carl", "action": "prepare", "when": "it comes"})
    made = digest(fight, first, fight.cursor)
    assert made
    assert str(made.headline) == "Taren: HP 10 → 0, killed"


def test_walka_44_who_is_brought_down_is_told_and_who_is_not() -> None:
    for dice, came in ((WINS, "Pirat: prone"), (LOSES, "Pirat: without effect")):
        fight = edit(duel(), "vera", presses=["pirat"])
        perform(fight, step_of("bring_down", target="pirat"), dice, decided=True)
        told = last_account(fight)
        assert told
        assert str(told.deed).startswith("Vera against Pirat, bring down: ")
        assert str(told.result) == came


def test_what_is_put_on_several_by_hand_is_said_of_all_of_them_at_once() -> None:
    fight = fight_of(zbir=sheet("Zbir"))
    fight.perform({"do": "effect", "combatants": ["pirat", "zbir"], "name": "Dym", "why": "mgła"})
    came = last_account(fight)
    assert came
    assert not came.deed
    assert came.result == "Pirat, Zbir: Dym (mgła)"


def test_what_is_set_by_hand_is_said_once_with_what_comes_of_it() -> None:
    fight = konflikt_fight(creature("taren"), ogre())
    by_hand(fight, "ogre", hp=0)
    came = last_account(fight)
    assert came
    assert not came.deed
    assert came.result == "Ogre: Hit points 30 → 0; Ogre dies"


def test_a_move_is_told_as_one_whatever_an_effect_by_hand_adds_to_its_speed() -> None:
    fight = skirmish(figure("ola"), figure("orc", "foes"), dice=[1, 1, 1, 1])
    effect = {"name": "Odwaga", "changes": {"speed": 2}}
    fight.perform({"do": "effect", "combatants": ["ola"], **effect})
    activate(fight, "ola")
    fight.perform({"do": "act", "actor": "ola", "action": "move", "inches": 7, "contact": ["orc"]})
    came = last_account(fight)
    assert came
    assert came.deed == "Ola moves 7″"
    assert came.result == "Contact: Ola, Orc"


def test_boj_11_a_report_does_not_mix_the_words_of_two_badges() -> None:
    fight = boj_fight(VERA, CULTIST, CULTIST)
    strike(fight, "Нож", 30, 3)
    turn_of(fight, "cultist")
    turn_of(fight, "vera")
    act_boj(fight, "dodge", 18)
    assert rounds.told(fight)[-1].changes == ("Вера: отбивается: 30 → уклоняется: 18",)


def test_teohiphip_20_what_a_trait_gave_back_stands_beside_what_the_same_step_took() -> None:
    basia = figure("basia", "players", 4, "Drugi oddech", now=2)
    fight = skirmish(basia, figure("guard", "foes", 4), dice=[5, 1])
    activate(fight, "basia")
    attack = {"do": "act", "actor": "basia", "action": "attack", "target": "guard"}
    perform(fight, attack, [2, 3, 4], {"swap": [[0, 0]]})
    back = "Basia gets 2 hp back, 3 now: Drugi oddech"
    done = last_account(fight)
    assert done
    assert str(done.came) == f"{back}; Basia: HP 2 → 3; Guard: HP 4 → 3"
    *_, told = rounds.told(fight)
    swap = "Basia swaps 2 for 5 from the pool: 1 hp, 1 left"
    assert told.changes == (swap, back, "Basia: PŻ 2 → 3", "Guard: PŻ 4 → 3")


def test_teohiphip_4_what_traits_did_to_the_dice_of_a_throw_is_told_on_paper() -> None:
    zenon = figure("zenon", "players", 4, "Strateg", "Szczęście idioty", "Adrenalina")
    ola = figure("ola", "players", 1, "Taktyk")
    fight = skirmish(zenon, ola, figure("guard", "foes"), dice=[1, 2, 3, 4, 6])
    activate(fight, "zenon", 5, strategist=0)
    assert rounds.told(fight)[-1].changes == ("Zenon, Strateg: throws 1 again: 5",)
    attack = {"do": "act", "action": "attack", "line_of_sight": True}
    do(fight, {"do": "end_turn"})
    step = {**attack, "actor": "guard", "target": "zenon"}
    perform(fight, step, [6, 6, 6, 1, 2], {"fools_luck": True})
    assert rounds.told(fight)[-1].changes == (
        "Zenon: Szczęście idioty, thrown again",
        "Zenon: a 2 for the pool, Adrenalina",
        "Zenon: PŻ 4 → 3",
    )
    do(fight, {"do": "end_turn"})
    perform(fight, {**attack, "actor": "ola", "target": "guard"}, [1, 2, 3], {"tactician": 0})
    assert rounds.told(fight)[-1].changes == ("Ola turns a 6 of the pool to 1", "Ola misses")


def test_teohiphip_4_what_a_trait_is_used_for_is_told_once_on_paper() -> None:
    fight = skirmish(figure("zenon", "players", 1, "Oszust"), figure("guard", "foes"), dice=[2])
    use = {"do": "act", "actor": "zenon", "action": "use_trait", "trait": "Oszust"}
    perform(fight, use, [], {"trickster": 0})
    assert rounds.told(fight)[-1].changes == ("Zenon turns a 2 of the pool to 5",)


def test_teohiphip_7_a_move_through_difficult_ground_is_told_by_how_far_it_went() -> None:
    fight = skirmish(figure("zenon"), figure("guard", "foes"), dice=[1] * 4)
    move = {"do": "act", "actor": "zenon", "action": "move", "inches": 5, "difficult": 1}
    perform(fight, move, [])
    told = account(fight, fight.cursor)
    assert told
    assert str(told.result) == "Zenon moves 5″"


def test_teohiphip_18_a_forced_swap_is_told_before_the_throw_and_on_paper_once() -> None:
    zenon = figure("zenon", "players", 3, "Impulsywny")
    fight = skirmish(zenon, figure("guard", "foes"), dice=[6, 3, 1])
    attack = {"do": "act", "actor": "zenon", "action": "attack", "target": "guard"}
    said = [str(line.text) for line in fight.preview(attack).lines]
    assert "Zenon has to swap a die, Impulsywny: for 1 hp" in said
    perform(fight, attack, [1, 1], {"swap": [[0, 0]]})
    changes = rounds.told(fight)[-1].changes
    assert [line for line in changes if "has to swap" in line] == [
        "Zenon has to swap 1 for 6 from the pool, Impulsywny: 1 hp, 2 left"
    ]
    said = [str(line.text) for line in fight.preview(attack).lines]
    assert not any("has to swap" in line for line in said), "not in the first test"


def test_teohiphip_18_that_a_disadvantage_ends_with_the_activation_is_told() -> None:
    mira = figure("mira", "players", 4, "Chwiejny")
    fight = skirmish(mira, figure("guard", "foes"), dice=[6, 1, 1, 1])
    interact = {"do": "act", "actor": "mira", "action": "interact", "ap": 2, "test": True}
    perform(fight, interact, [1, 1], {"swap": [[0, 0]]})
    activate(fight, "guard")
    told = rounds.told(fight)[-1]
    assert str(told.text) == "foes: Guard begins to act"
    assert told.changes == (
        "Mira: the disadvantage ends with the activation",
        "Mira: − utrudnienie w następnym teście",
    )


def test_walka_16_of_two_weapons_one_with_a_comma_in_its_name_reads_as_one() -> None:
    names = ("Pistolet", "Pistolet, podręczny")
    guns = [{**walka.PISTOL, "name": name} for name in names]
    fight = walka.act(fight_of(sheet(weapons=guns)), "two_weapons", [20, 20], target="pirat")
    came = last_account(fight)
    assert came
    assert str(came.deed) == "Vera → Pirat: shoots, Pistolet; Pistolet, podręczny"
