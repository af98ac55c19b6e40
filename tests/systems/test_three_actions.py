"""Degrees, a track of dying, amounts by kind, what burns on or is kept up, flanking, counting."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest
from delve import Delve

from desktop.encounter.digest import account
from desktop.encounter.fight import Fight, start
from desktop.encounter.playout import check_fight
from desktop.encounter.simulate.opening import opening
from desktop.encounter.simulate.work import forecast
from desktop.rules import systems
from desktop.rules.conditions import after_resistance
from desktop.rules.dice import Degree, Reach, pool
from desktop.rules.fields import Record
from desktop.rules.table import Refusal

pytestmark = pytest.mark.usefixtures("installed")

FIRE, MEND = {"name": "Fire"}, {"name": "Mending", "work": "mend", "rank": 0}
HOLD = {"name": "Holding", "work": "hold", "rank": 0}
PEOPLE: dict[str, Any] = {"ama": {}, "ogre": {}}


def script(places: dict[str, Any] | None = None, **people: Any) -> dict[str, Any]:
    """Ama and Bo are players, all others foes; ``places`` has them on a map."""
    lines = [
        {
            "id": id,
            "side": "players" if id in ("ama", "bo") else "foes",
            "sheet": {"name": id.capitalize(), **sheet},
            **({"at": places[id]} if places else {}),
        }
        for id, sheet in people.items()
    ]
    ground = {"map": {"width": 20, "height": 12, "ground": []}} if places else {}
    return {"format": "fight/1", "system": "trio", **ground, "combatants": lines}


def begun(places: dict[str, Any] | None = None, **people: Any) -> Fight:
    fight = start(script(places, **people))
    fight.perform({"do": "begin", "dice": [20 - place for place in range(len(people))]})
    return fight


def act(fight: Fight, action: str, *dice: int, **more: Any) -> None:
    actor = fight.state.turn
    fight.perform({"do": "act", "actor": actor, "action": action, "dice": list(dice), **more})


def end_turn(fight: Fight, *dice: int) -> None:
    fight.perform({"do": "end_turn", "dice": list(dice)})


def edit(fight: Fight, id: str, **values: Any) -> None:
    fight.perform({"do": "edit", "combatant": id, "set": values})


def options(fight: Fight) -> dict[str, Any]:
    return {option.action: option for option in fight.turn_options()}


# ---- dice


@pytest.mark.parametrize(
    ("face", "degree"),
    [
        (1, Degree.FUMBLE), (5, Degree.FUMBLE), (6, Degree.FAILURE), (14, Degree.FAILURE),
        (15, Degree.SUCCESS), (19, Degree.SUCCESS), (20, Degree.CRITICAL),
    ],
)  # fmt: skip
def test_degrees_are_ten_from_the_number_and_the_outer_faces_change_them(
    face: int, degree: Degree
) -> None:
    assert Reach(15, by=10, raises=(20,), lowers=(1,)).read([face]).degree == degree


def test_a_20_that_would_fail_by_ten_is_a_failure_and_a_1_that_would_be_critical_a_success() -> (
    None
):
    reading = Reach(31, by=10, raises=(20,), lowers=(1,))
    assert (reading.read([20]).degree, reading.read([20]).success) == (Degree.FAILURE, False)
    reading = Reach(5, 20, by=10, raises=(20,), lowers=(1,))
    assert (reading.read([1]).degree, reading.read([1]).success) == (Degree.SUCCESS, True)


@pytest.mark.parametrize("number", [3, 11, 15, 26, 35])
@pytest.mark.parametrize("sides", [6, 20])
def test_a_spread_has_each_degree_as_often_as_it_is_read(number: int, sides: int) -> None:
    reading = Reach(number, 4, by=sides // 2, raises=(sides,), lowers=(1,))
    read = [reading.read([face]).degree for face in range(1, sides + 1)]
    spread = {reached.degree: ways for reached, ways in pool(1, sides, reading).spread().items()}
    assert spread == {degree: read.count(degree) for degree in set(read)}


def test_a_throw_under_a_number_is_better_the_lower_it_is() -> None:
    reading = Reach(12, under=True, by=10, lowers=(18,))
    degrees = [reading.read([sum_]).degree.name for sum_ in (2, 3, 12, 13, 18)]
    assert degrees == ["CRITICAL", "SUCCESS", "SUCCESS", "FAILURE", "FUMBLE"]
    percent = Reach(45, under=True, raises=range(1, 10), lowers=(99, 100))
    spread = {reached.degree.name: n for reached, n in pool(1, 100, percent).spread().items()}
    assert spread == {"CRITICAL": 9, "SUCCESS": 36, "FAILURE": 53, "FUMBLE": 2}


def test_a_save_leaves_nothing_half_all_or_twice_the_damage() -> None:
    reading = Reach(15, by=10, raises=(20,), lowers=(1,))
    assert [reading.read([face]).after_save(9) for face in (20, 15, 14, 5)] == [0, 4, 9, 18]
    assert [Reach(10).read([face]).after_save(9) for face in (10, 1)] == [4, 9]


def test_the_odds_of_a_strike_are_those_of_its_degrees() -> None:
    fight = begun(**PEOPLE)
    strike = {"do": "act", "actor": "ama", "action": "strike", "target": "ogre"}
    odds = fight.odds(strike)
    assert odds.probability("hit", "ogre") == Fraction(11, 20), "5 against 15"
    average = Fraction(9, 2)
    assert odds.expected("damage", "ogre") == average * (10 + 2) / 20, "a 20 twice"


def test_the_odds_of_saves_are_those_of_their_degrees() -> None:
    fight = begun(ama={"spells": [FIRE], "slots": [1]}, ogre={})
    cast = {"do": "act", "actor": "ama", "action": "cast", "target": "ogre"}
    expected = [8 * 2] * 4 + [8] * 9 + [4] * 6 + [0]
    assert fight.odds(cast).expected("damage", "ogre") == Fraction(sum(expected), 20)


# ---- hit points


def test_amounts_by_kind_are_added_to_damage_and_taken_off_it() -> None:
    assert after_resistance(5, ["fire"], weak={"fire": 3, "blade": 9}) == 8
    assert after_resistance(5, ["fire", "blade"], resists={"fire": 2, "blade": 3}) == 2
    assert after_resistance(5, ["fire"], resists={"all": 7}) == 0
    assert after_resistance(5, ["fire"], weak={"fire": 5}, resists={"all": 3}) == 7
    assert after_resistance(5, ["fire"], immune=["fire"], weak={"fire": 5}) == 0
    assert after_resistance(0, ["fire"], weak={"fire": 5}) == 0, "no damage, no weakness"
    assert after_resistance(5, ["fire"], resists=["fire"], weak=["fire"]) == 4, "2 and twice"


def test_a_sheet_says_what_it_resists_by_amounts() -> None:
    fight = begun(ama={}, ogre={"resists": {"blade": 3}})
    act(fight, "strike", 15, 8, target="ogre")
    assert fight.state["ogre"].hp == 15


def downed(*, blow: int = 15, **values: Any) -> Fight:
    """A fight whose ogre has gone down by a blow."""
    fight = begun(**PEOPLE, rat={})
    edit(fight, "ogre", hp=1, **values)
    act(fight, "strike", blow, 8, target="ogre")
    return fight


def test_who_goes_down_begins_on_the_track_and_a_critical_blow_counts_twice() -> None:
    assert downed().state["ogre"].failures == 1
    assert downed(blow=20).state["ogre"].failures == 2
    assert downed(wounded=1).state["ogre"].failures == 2
    assert downed(wounded=3).state["ogre"].out


@pytest.mark.parametrize(("face", "failures"), [(1, 3), (2, 2), (10, 2), (11, 0), (20, 0)])
def test_a_success_takes_a_failure_back_and_a_failure_is_one_more(face: int, failures: int) -> None:
    fight = downed()
    end_turn(fight, face)
    assert fight.state["ogre"].failures == failures
    assert fight.state["ogre"].stable == (failures == 0)


def test_ten_below_the_number_counts_twice_on_the_track() -> None:
    fight = downed(blow=20)
    end_turn(fight, 2)
    assert fight.state["ogre"].out, "2 against 12 is ten below: dying 2 becomes 4"


def test_who_dies_no_more_is_wounded_and_the_next_time_begins_higher() -> None:
    fight = downed()
    end_turn(fight, 12)
    ogre = fight.state["ogre"]
    assert (ogre.stable, [(c.kind, c.value) for c in ogre.conditions]) == (True, [("wounded", 1)])
    assert not ogre.successes, "a track counts none"
    end_turn(fight)
    end_turn(fight)
    act(fight, "strike", 15, 8, target="ogre")
    assert fight.state["ogre"].failures == 2, "a blow at who is stable"


# ---- conditions


def test_what_burns_on_hurts_at_the_end_of_each_turn_until_a_flat_check() -> None:
    fight = begun(ama={"spells": [FIRE], "slots": [1]}, ogre={"resists": {"fire": 1}})
    act(fight, "cast", 2, target="ogre")
    assert fight.state["ogre"].hp == 20 - 15
    end_turn(fight)
    end_turn(fight, 14)
    assert fight.state["ogre"].hp == 3
    came = account(fight, fight.cursor)
    assert came
    assert came.of_effects == "Ogre: burning, Hit points 5 → 3"
    end_turn(fight)
    end_turn(fight, 15)
    assert (fight.state["ogre"].hp, fight.state["ogre"].conditions) == (1, ())
    end_turn(fight)
    end_turn(fight)
    assert fight.state["ogre"].hp == 1


def test_a_spell_that_is_not_kept_up_is_over_with_the_next_turn() -> None:
    fight = begun(ama={"spells": [HOLD]}, ogre={})
    act(fight, "cast", target="ogre")
    for kept_up in (True, False):
        end_turn(fight)
        assert [c.kind for c in fight.state["ogre"].conditions] == ["held"]
        end_turn(fight)
        if kept_up:
            act(fight, "sustain")
    end_turn(fight)
    assert not fight.state["ogre"].conditions
    assert not fight.state["ama"].conditions
    assert "sustain" not in options(fight)


def test_an_action_puts_a_condition_with_its_value() -> None:
    fight = begun(**PEOPLE)
    act(fight, "raise")
    assert [(c.kind, c.value) for c in fight.state["ama"].conditions] == [("raised", 2)]


# ---- turns


def test_each_further_attack_of_a_turn_is_harder_and_the_count_ends_with_it() -> None:
    fight = begun(**PEOPLE)
    strike = {"do": "act", "actor": "ama", "action": "strike", "target": "ogre"}
    chances = []
    for _ in range(3):
        chances.append(fight.odds(strike).probability("hit", "ogre"))
        act(fight, "strike", 2, target="ogre")
    assert chances == [Fraction(11, 20), Fraction(6, 20), Fraction(1, 20)]
    shown = {vital.id: vital.value for vital in fight.rules.vitals(fight.state, "ama")}
    assert (shown["attacks"], shown["action"]) == (3, 0)
    assert str(options(fight)["strike"].cost) == "1 action"
    end_turn(fight)
    end_turn(fight)
    assert fight.state["ama"].used == {}


def test_a_way_takes_as_many_actions_as_it_needs_and_all_of_them_are_shown() -> None:
    fight = begun({"ama": [1, 1], "ogre": [18, 10]}, **PEOPLE)
    reach = fight.rules.within_reach(fight.state, "ama")
    assert reach is not None
    assert max(reach.squares.values()) == 75
    act(fight, "stride", to=[8, 1])
    assert fight.state["ama"].used == {"action": 2, "feet": -15}
    with pytest.raises(Refusal, match="too far"):
        act(fight, "step", to=[10, 1])
    act(fight, "step", to=[9, 1])
    assert fight.state["ama"].used["action"] == 3


def test_a_step_is_no_chance_for_those_whose_reach_is_left() -> None:
    fight = begun({"ama": [5, 5], "ogre": [6, 5]}, **PEOPLE)
    act(fight, "step", to=[4, 5])
    assert "Ogre has a chance" not in [str(line.text) for line in fight.log]
    act(fight, "stride", to=[5, 5])
    act(fight, "stride", to=[3, 5])
    assert "Ogre has a chance" in [str(line.text) for line in fight.log]


def test_slots_are_set_by_hand_of_those_who_have_any() -> None:
    fight = begun(ama={"slots": [0, 2]}, ogre={})
    ids = {id: {f.id for f in fight.rules.editable(fight.state, id)} for id in ("ama", "ogre")}
    assert ids["ama"] - ids["ogre"] == {"rank_2"}
    assert {"action", "feet", "burning"} <= ids["ogre"]


# ---- the map


@pytest.mark.parametrize(
    ("friend", "flanked"),
    [
        ([7, 5], True), ([7, 6], False), ([6, 4], False), ([7, 4], False), ([5, 4], False),
        ([8, 5], False),
    ],
)  # fmt: skip
def test_a_target_between_two_is_flanked(friend: list[int], flanked: bool) -> None:
    fight = begun({"ama": [5, 5], "bo": friend, "ogre": [6, 5]}, ama={}, bo={}, ogre={})
    strike = {"do": "act", "actor": "ama", "action": "strike", "target": "ogre"}
    known = fight.rules.by_map(fight.state, "ama", strike)
    assert known["flanked"].value == flanked
    chance = fight.odds(fight.as_done(strike)).probability("hit", "ogre")
    assert chance == Fraction(13 if flanked else 11, 20)


def test_nobody_flanks_with_one_who_is_dying() -> None:
    fight = begun({"ama": [5, 4], "bo": [7, 6], "ogre": [6, 5]}, ama={}, bo={}, ogre={})
    strike = {"do": "act", "actor": "ama", "action": "strike", "target": "ogre"}
    assert fight.rules.by_map(fight.state, "ama", strike)["flanked"].value
    edit(fight, "bo", hp=0)
    assert not fight.rules.by_map(fight.state, "ama", strike)["flanked"].value


def test_an_area_or_a_range_in_words_is_none_that_can_be_measured() -> None:
    class Scroll(Record):
        name: str = "Scroll"
        range: str = "touch"
        area: str = "a room"

    fight = begun({"ama": [5, 4], "ogre": [6, 5]}, **PEOPLE)
    ama = fight.state["ama"]
    rules = systems()["trio"]
    assert Delve().reach_with(ama, Scroll()) is None
    object.__setattr__(ama.sheet, "spells", [Scroll()])
    cast = {"do": "act", "actor": "ama", "action": "cast", "target": "ogre"}
    assert rules.around(fight.state, ama, cast) is None


def test_a_weapon_with_an_area_in_an_attack_at_one_has_nobody_else() -> None:
    class Bomb(Record):
        name: str = "Bomb"
        area: int = 30

    class Bombers(Delve):
        id, title = "bombers", "Bombers"

    fight = begun({"ama": [5, 4], "ogre": [6, 5]}, **PEOPLE)
    ama = fight.state["ama"]
    object.__setattr__(ama.sheet, "weapons", [Bomb()])
    strike = {"do": "act", "actor": "ama", "action": "strike", "target": "ogre", "with": "Bomb"}
    assert Bombers().around(fight.state, ama, strike) == 30
    assert "others" not in Bombers().by_map(fight.state, "ama", strike)


# ---- what is on offer, and behaviours


def test_a_form_opens_on_the_first_spell_that_has_a_target() -> None:
    fight = begun(ama={"spells": [MEND, FIRE], "slots": [1]}, ogre={})

    def opens_on() -> Any:
        fields = {field.id: field for field in fight.parameters(options(fight)["cast"])}
        return fields["spell"].default

    assert opens_on() == "Fire"
    aims = {field.id: field for field in fight.parameters(options(fight)["cast"])}["target"]
    assert [choice.value for choice in aims.choices if not choice.why_not] == ["ogre", "ama"]
    edit(fight, "ama", hp=5)
    assert opens_on() == "Mending"


def test_what_is_for_friends_has_them_first_oneself_too() -> None:
    fight = begun(ama={"spells": [MEND]}, bo={}, ogre={})
    for id in ("ama", "ogre"):
        edit(fight, id, hp=5)
    fields = fight.parameters(options(fight)["cast"], {"spell": "Mending"})
    aim = next(field for field in fields if field.id == "target")
    assert aim.choices[0].value == "ama"
    assert [choice.aside for choice in aim.choices] == [False, False, True]


def presses(fight: Fight) -> dict[str, Any]:
    command = fight.rules.policies["pressing"].choose(fight.state, fight.state.turn or "")
    assert command is not None
    fight.rules.check(fight.state, command)
    return command.as_step()


def test_who_presses_heals_who_is_worst_hurt() -> None:
    fight = begun(ama={"spells": [FIRE, MEND], "slots": [1]}, bo={}, ogre={})
    assert presses(fight)["action"] == "strike"
    edit(fight, "ama", hp=10)
    edit(fight, "bo", hp=1)
    assert (presses(fight)["spell"], presses(fight)["target"]) == ("Mending", "bo")


def test_who_presses_aims_an_area_where_it_reaches_most_and_no_friend() -> None:
    mage = {"spells": [FIRE], "slots": [1]}
    places = {"ama": [1, 1], "bo": [12, 5], "rat": [8, 5], "ogre": [10, 5], "dog": [6, 5]}
    fight = begun(places, ama=mage, bo={}, rat={}, ogre={}, dog={})
    area = presses(fight)
    assert (area["action"], area["target"], area["others"]) == ("cast", "rat", ["ogre", "dog"])
    fight = begun({**places, "bo": [8, 6]}, ama=mage, bo={}, rat={}, ogre={}, dog={})
    assert presses(fight)["action"] == "stride", "Bo would burn"


def test_a_figure_is_what_play_adds_and_names_its_parts() -> None:
    fight = begun(ama={"level": 3}, ogre={})
    [group] = fight.rules.figures(fight.state, "ama")
    [bonus] = group.figures
    assert (group.id, bonus.number) == ("fighter", "+7")
    assert [(str(part.term.label), part.amount) for part in bonus.parts] == [
        ("level", 3), ("might", 4),
    ]  # fmt: skip
    hit = {"do": "act", "actor": "ama", "action": "strike", "target": "ogre"}
    assert fight.odds(hit).probability("hit", "ogre") == Fraction(13, 20)


def test_random_fights_hold_what_must_hold() -> None:
    sheet = {"spells": [FIRE, MEND, HOLD], "slots": [2, 1]}
    places = {"ama": [2, 2], "bo": [3, 5], "rat": [7, 5], "ogre": [8, 4]}
    header = script(places, ama=sheet, bo={}, rat={"weak": {"fire": 2}}, ogre=sheet)
    for seed in range(4):
        chance = Random(seed)
        fight = check_fight(header, seed, [chance.randrange(999) for _ in range(25)])
        assert fight.cursor > 1
    assert not forecast(opening(header), 5).unfinished
