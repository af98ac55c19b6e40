"""What the map fills in, in a battle (walka-10, 19, 20, 29)."""

from typing import Any

import pytest

from desktop.encounter.digest import last_account
from desktop.encounter.fight import Fight, play
from desktop.rules.table import Refusal
from tests.rules.maps import across, known, on_map, radii
from tests.rules.walka.bench import (
    BLADE,
    GRENADE,
    PAIN,
    PISTOL,
    RIFLE,
    act,
    do,
    edit,
    end_turn,
    fight_of,
    sheet,
    shoot,
    step_of,
    threshold,
    told,
    who,
)


def duel(*ground: Any, far: float = 10, **more: Any) -> Fight:
    """Vera and the pirate, so many metres apart."""
    fight = fight_of(sheet(weapons=[PISTOL, RIFLE]), sheet("Pirat"), **more)
    return on_map(fight, *ground, vera=(5, 50), pirat=(5 + far, 50))


SHOT = step_of("shot", target="pirat", weapon="Pistolet")


@pytest.mark.parametrize(("far", "expected"), [(10, "12"), (10.2, "11"), (25, "9"), (55, "3")])
def test_walka_19_the_tier_comes_from_the_distance_on_the_map(far: float, expected: str) -> None:
    assert threshold(shoot(duel(far=far), [20])) == expected


def test_walka_19_what_is_said_overrules_the_map_and_too_far_is_refused() -> None:
    assert threshold(shoot(duel(far=55), [20], distance=10)) == "12"
    with pytest.raises(Refusal, match="distance: 90 m is out of reach, Pistolet reaches 80 m"):
        duel(far=90).perform(SHOT)


def test_walka_19_each_of_several_shots_and_of_two_weapons_has_its_own_distance() -> None:
    fight = on_map(fight_of(olek=sheet("Olek")), vera=(0, 0), pirat=(12, 0), olek=(0, 30))
    shots: Any = {
        "shots": [{"target": "pirat"}, {"target": "olek"}, {"target": "olek", "distance": 7}]
    }
    found = known(fight, step_of("several_shots", **shots))
    assert {path: found[path] for path in ("shots[0].distance", "shots[1].distance")} == {
        "shots[0].distance": 12,
        "shots[1].distance": 30,
    }
    command = fight.rules.filled_in(
        fight.state, fight.rules.read(step_of("several_shots", **shots))
    )
    assert [shot.distance for shot in command.shots] == [12, 30, 7]  # type: ignore[attr-defined]
    two = known(fight, step_of("two_weapons", target="pirat", target_other="olek"))
    assert (two["distance"], two["distance_other"]) == (12, 30)


def test_walka_20_what_stands_on_the_line_leaves_less_to_be_seen() -> None:
    assert threshold(shoot(duel(across("partial", 10)), [20])) == "9"
    assert threshold(shoot(duel(across("full", 10)), [20])) == "7"
    assert threshold(shoot(duel(across("partial", 20)), [20])) == "12", "behind the pirate"
    assert threshold(shoot(duel(across("full", 6)), [20])) == "12", "Vera leans out from behind it"


@pytest.mark.parametrize(
    ("kind", "hides", "expected"),
    [
        ("full", -0.3, "12"),  # a fifth of the body is hidden
        ("full", -0.1, "11"),  # two fifths
        ("full", 0.1, "7"),  # three fifths, so a third is nearest
        ("wall", -0.1, "11"),  # the corner of a house
        ("wall", 0.1, "7"),
        ("partial", -0.1, "12"),
        ("partial", 0.1, "11"),
        ("partial", 2, "9"),
    ],
)
def test_walka_20_a_corner_hides_a_part_of_the_body(kind: str, hides: float, expected: str) -> None:
    """The corner reaches so many metres past the middle of the target."""
    corner = {"kind": kind, "points": [(14, 40), (14, 50 + hides), (13.9, 50 + hides), (13.9, 40)]}
    assert threshold(shoot(duel(corner), [20])) == expected


def test_walka_20_of_two_targets_each_is_seen_by_what_stands_on_its_own_line() -> None:
    guns = [PISTOL, {**PISTOL, "name": "Drugi"}]
    fight = fight_of(sheet(weapons=guns), zbir=sheet("Zbir"))
    fight = on_map(fight, across("partial", 10), vera=(5, 50), pirat=(15, 50), zbir=(5, 60))
    act(fight, "two_weapons", [20, 20], target="pirat", target_other="zbir")
    assert [line for line in told(fight, 17) if "threshold" in line] == [
        "Vera: threshold 7 = dexterity 12 −3 −2",
        "Vera: threshold 8 = dexterity 12 −4",
    ]
    fight.undo()
    act(fight, "two_weapons", [20, 20], target="zbir", target_other="pirat")
    assert told(fight, 17)[-1] == "Vera: threshold 5 = dexterity 12 −3 −4"


def test_walka_48_what_stands_on_the_line_is_nothing_to_a_thrown_sabre() -> None:
    sabre = {"name": "Szabla", "category": "melee", "damage": "light", "sabre": True}
    fight = fight_of(sheet(weapons=[sabre]), sheet("Pirat"))
    fight = on_map(fight, across("partial", 8), vera=(5, 50), pirat=(11, 50))
    step = step_of("throw_sabre", target="pirat")
    assert known(fight, step) == {"distance": 6}
    assert fight.odds(step).probability("hit")


def test_walka_17_nobody_shoots_through_a_wall_unless_the_game_master_says_so() -> None:
    with pytest.raises(Refusal, match="target: a wall stands between them"):
        duel(across("wall", 10)).perform(SHOT)
    assert duel(across("wall", 10)).perform({**SHOT, "overrule": True, "dice": [20]})


def test_walka_23_nobody_strikes_from_afar() -> None:
    blow = step_of("strike", target="pirat", weapon="Wibroostrze")
    fight = fight_of(sheet(weapons=[BLADE]))
    with pytest.raises(Refusal, match="target: 3 m away, too far to fight hand to hand"):
        on_map(fight, vera=(5, 5), pirat=(8, 5)).perform(blow)
    assert on_map(fight, vera=(5, 5), pirat=(6, 6)).preview(blow).question
    assert on_map(fight, vera=(5, 5), pirat=(8, 5)).preview({**blow, "overrule": True}).question


def test_walka_29_the_blast_lists_its_victims_by_itself() -> None:
    fight = fight_of(sheet(weapons=[GRENADE]), olek=sheet("Olek"), mat=sheet("Mat"))
    here = on_map(
        fight, across("full", 17), vera=(1, 50), pirat=(15, 50), olek=(15, 54.5), mat=(19, 50)
    )
    step = step_of("throw", target="pirat", weapon="Granat")
    assert known(here, step)["victims"] == [
        {"who": "mat", "metres": 4, "cover": True},
        {"who": "olek", "metres": 5, "cover": False},
    ], "Vera stands beyond four times the critical range of 3 m"
    some = [{"who": "vera"}, {"who": "mat", "metres": 1}]
    command = here.rules.filled_in(here.state, here.rules.read({**step, "victims": some}))
    assert [(v.who, v.metres) for v in command.victims] == [("vera", 14), ("mat", 1)]  # type: ignore[attr-defined]


def test_walka_29_the_log_says_whose_each_distance_is() -> None:
    fight = fight_of(sheet(weapons=[GRENADE]), olek=sheet("Olek"), mat=sheet("Mat"))
    here = on_map(fight, vera=(1, 50), pirat=(14.5, 50), olek=(14.5, 54.1), mat=(18.5, 50))
    act(here, "throw", [1, 10, 1, 1, *[10] * 10], target="pirat")
    lines = here.moments[here.cursor - 1].lines
    assert next(line.text for line in lines if not line.rule) == (
        "By where they stand: Pirat: 13.5 m on the map, counts as 14 m; "
        "Mat: 4 m on the map; Olek: 4.1 m on the map, counts as 5 m"
    )


def test_walka_29_odds_of_a_throw_by_the_map_are_the_odds_of_what_is_said() -> None:
    fight = fight_of(sheet(weapons=[GRENADE]), olek=sheet("Olek"))
    here = on_map(fight, vera=(5, 50), pirat=(15, 50), olek=(15, 52.5))
    step = step_of("throw", target="pirat", weapon="Granat", overrule=True)
    victims = [{"who": "olek", "metres": 3}, {"who": "vera", "metres": 10}]
    said = {**step, "distance": 10, "victims": victims}
    assert here.odds(step).as_json() == fight.odds(said).as_json()


def test_walka_10_a_way_that_is_no_run_is_not_said_to_be_of_two_metres() -> None:
    fight = duel()
    x, y = fight.state.positions["vera"]
    act(fight, "sprint", to=[x + 0.3, y + 2])
    assert "Vera sprints 2.1 m" in told(fight, 10), "2.02 m"


def test_walka_10_a_segment_of_running_leads_two_metres() -> None:
    fight = duel()
    rules, state = fight.rules, fight.state
    near, far = rules.go_to(state, "vera", (6.5, 50)), rules.go_to(state, "vera", (8, 50))
    assert near
    assert far
    assert (near.action, far.action) == ("run", "sprint")
    assert radii(fight, "vera") == [(2, 1), (4, 1)]
    act(fight, "run", to=[6.5, 50])
    assert fight.state.positions["vera"] == (6.5, 50)
    assert told(fight, 21) == ["Vera: running until the next move"]
    with pytest.raises(Refusal, match=r"to: 3.0 m away, a segment leads 2 m"):
        fight.perform(step_of("run", to=[9.5, 50]))
    with pytest.raises(Refusal, match=r"to: 2.1 m away, a segment leads 2 m"):  # 2.02 m
        fight.perform(step_of("run", to=[8.5, 50.3]))


def test_walka_10_the_log_tells_how_far_somebody_went_on_the_map() -> None:
    fight = duel()
    act(fight, "sprint", to=[8, 50])
    assert told(fight, 10) == ["Vera sprints 3 m"]
    assert told(act(fight_of(), "sprint"), 10) == ["Vera sprints 4 m"], "as far as it leads"


def test_walka_10_nothing_is_within_reach_of_who_kneels_or_has_a_leg_that_does_not_move() -> None:
    assert radii(edit(duel(), "vera", posture="kneeling"), "vera") == []
    assert radii(edit(duel(), "vera", disabled=["left_leg"]), "vera") == []
    assert radii(edit(duel(), "vera", disabled=["left_leg"], posture="prone"), "vera") == [(0.5, 1)]


def test_walka_54_nothing_is_within_reach_of_who_cannot_move() -> None:
    assert radii(edit(duel(), "vera", afflictions=[{"kind": "immobile", "left": 2}]), "vera") == []


def test_walka_9_nothing_is_within_reach_of_who_has_no_segment_left() -> None:
    fight = duel()
    while who(fight, "vera").segments:
        act(fight, "kneel" if who(fight, "vera").posture == "standing" else "rise_from_kneel")
    assert radii(fight, "vera") == []


def test_walka_10_on_the_ground_one_crawls() -> None:
    fight = duel()
    act(fight, "drop_prone")
    assert who(fight, "vera").posture == "prone"
    command = fight.rules.go_to(fight.state, "vera", (5.5, 50))
    assert command
    assert command.action == "crawl"
    assert radii(fight, "vera") == [(0.5, 1)]


def test_walka_10_nobody_runs_through_a_wall_or_off_the_map() -> None:
    with pytest.raises(Refusal, match="to: a wall stands in the way"):
        duel(across("wall", 6)).perform(step_of("run", to=[7, 50]))
    with pytest.raises(Refusal, match="to: lies outside the map"):
        duel().perform(step_of("run", to=[5, 500], overrule=True))


def test_walka_10_nobody_gets_through_a_wall_by_stopping_on_it() -> None:
    with pytest.raises(Refusal, match="to: a wall stands in the way"):
        duel(across("wall", 6)).perform(step_of("run", to=[6, 50]))
    fight = duel(across("wall", 6))
    do(fight, {"do": "place", "places": {"vera": [6, 50]}})
    act(fight, "run", to=[5, 50])
    assert fight.state.positions["vera"] == (5, 50), "put there by hand one gets off again"


def test_walka_a_battle_on_a_map_replays_to_the_same() -> None:
    fight = duel(across("partial", 10))
    act(fight, "run", to=[6.5, 50])
    do(fight, {"do": "place", "places": {"pirat": [30, 50]}})
    shoot(fight, [20])
    assert play(fight.as_script()).as_json() == fight.as_json()


@pytest.mark.parametrize(
    ("to", "ground", "expected"),
    [((12, 50), (), "9"), ((19, 50), (), "8"), ((15, 54), (across("partial", 10, 51),), "8")],
)
def test_walka_9_a_shot_under_way_is_told_by_the_map_as_it_is_when_it_is_fired(
    to: Any, ground: Any, expected: str
) -> None:
    fight = duel(*ground)
    act(fight, "kneel", cost=2)
    act(fight, "shot", target="pirat", aim=1)
    end_turn(fight)
    act(fight, "sprint", actor="pirat", to=to)
    do(fight, {"do": "end_turn"}, [20, 20])
    assert threshold(fight) == expected


@pytest.mark.parametrize("off", ["pirat", "vera"])
def test_walka_9_who_is_taken_off_the_map_is_as_far_away_as_when_the_shot_was_begun(
    off: str,
) -> None:
    fight = duel(far=25)
    act(fight, "kneel", cost=2)
    act(fight, "shot", target="pirat", aim=1)
    do(fight, {"do": "place", "places": {off: None}})
    end_turn(fight, 1)
    do(fight, {"do": "end_turn"}, [20, 20])
    assert threshold(fight) == "9"


def test_walka_9_what_is_said_of_a_shot_under_way_stands_whatever_the_map_says() -> None:
    fight = duel()
    act(fight, "kneel", cost=2)
    act(fight, "shot", target="pirat", aim=1, distance=25)
    end_turn(fight, 1)
    do(fight, {"do": "end_turn"}, [20, 20])
    assert threshold(fight) == "9"


def test_walka_9_a_throw_under_way_catches_who_is_near_when_it_lands() -> None:
    fight = fight_of(sheet(weapons=[GRENADE]), zbir=sheet("Zbir"))
    fight = on_map(fight, vera=(0, 50), pirat=(15, 50), zbir=(25, 50))
    act(fight, "kneel", cost=2)
    act(fight, "throw", target="pirat")
    end_turn(fight, 1)
    act(fight, "sprint", actor="zbir", to=(29, 50), overrule=True)
    end_turn(fight)
    do(fight, {"do": "end_turn"}, [1, 10], {"dodge_grenade": "stay"})
    assert told(fight, 29)[0] == "Pirat: 0 m, critical"
    assert not [line for line in told(fight, 29) if "Zbir" in line]


def test_walka_30_thrown_back_it_catches_who_is_near_the_thrower_and_odds_count_them() -> None:
    people = {"zbir": sheet("Zbir"), "olek": sheet("Olek")}
    fight = fight_of(sheet(weapons=[GRENADE]), sheet("Pirat", force=10), **people)
    fight = on_map(fight, vera=(5, 50), pirat=(17, 50), zbir=(5, 55), olek=(35, 50))
    fight.perform({**step_of("throw", target="pirat"), "dice": [7]})
    odds = fight.search_odds_of_answer("throw_back").whole()
    assert odds.probability("damage", "zbir") > 0
    fight.answer("throw_back")
    fight.answer([6])
    fight.answer([2])
    asked: Any = fight.pending
    assert (asked.question.id, asked.question.by) == ("dodge_grenade", "zbir")
    fight.answer("stay")
    fight.answer([10])
    fight.answer([10])
    fight.answer(PAIN)
    fight.answer([10])
    fight.answer(PAIN)
    assert fight.pending is None, "nobody is asked twice, nor who throws"
    assert [line for line in told(fight, 29) if " m, " in line] == [
        "Vera: 0 m, critical",
        "Zbir: 5 m, heavy",
        "Pirat: 12 m, scratch",
    ]
    blast = last_account(fight)
    assert blast
    assert str(blast.deed).startswith("Vera throws"), "not what the map says of it"


def test_walka_33_of_who_is_out_of_reach_of_a_hand_first_aid_says_so() -> None:
    fight = fight_of(olek=sheet("Olek"))
    for id in ("pirat", "olek"):
        edit(fight, id, wounds=[{"level": "critical", "location": "torso"}])
    fight = on_map(fight, vera=(5, 50), pirat=(6, 50), olek=(7, 51))
    option = next(o for o in fight.options() if (o.actor, o.action) == ("vera", "first_aid"))
    (whom,) = [field for field in fight.parameters(option) if field.id == "target"]
    assert [(str(choice.label), str(choice.note)) for choice in whom.choices[:2]] == [
        ("Olek", "2.3 m away, too far to touch"),
        ("Pirat", ""),
    ]
    with pytest.raises(Refusal, match=r"2\.3 m away, too far to fight"):
        act(fight, "exchange", target="olek")
    act(fight, "first_aid", target="olek")
    far, done = "Olek: 2.3 m away, too far to touch", "Vera → Olek: first aid, dies no more"
    assert told(fight, 33) == [far, done]
    assert who(fight, "olek").stabilised, "it is said, and the game master goes by it or not"
