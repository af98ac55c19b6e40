"""What the map fills in, in «Бой» (boj-16, 22)."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight, play
from desktop.library.languages import spoken
from desktop.rules.boj.actions import Step
from desktop.rules.boj.policies import POLICIES
from desktop.rules.geometry import NEARLY, distance
from desktop.rules.positions import put, towards
from desktop.rules.table import Refusal
from desktop.rules.text import as_text
from tests.rules.boj.bench import (
    BOW,
    CULTIST,
    GRENADE,
    KNIFE,
    REVOLVER,
    RIFLE,
    VERA,
    act,
    attack,
    end_turn,
    fight,
    one,
    sheet,
    told,
    turn_of,
)
from tests.rules.maps import across, block, known, on_map, radii


def scene(*ground: Any, far: float = 18) -> Fight:
    """Vera, the cultist so many metres away, and two beside him: at 2 m, and at 9 m."""
    return on_map(
        fight(VERA, CULTIST, CULTIST, CULTIST),
        *ground,
        vera=(10, 50),
        cultist=(10 + far, 50),
        c2=(10 + far, 52),
        c3=(10 + far, 59),
    )


SHOT = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist", "with": "Автомат"}
THROW = {**SHOT, "with": "Граната"}


def test_boj_5_the_distance_is_known() -> None:
    assert known(scene(), SHOT) == {"distance": 18}
    assert known(scene(far=18.2), SHOT) == {"distance": 19}


def test_boj_22_everybody_in_the_radius_is_hit() -> None:
    assert known(scene(), {**SHOT, "mode": "burst"})["targets"] == ["c2"]
    assert known(scene(), {**SHOT, "mode": "burst", "radius": 1}) == {"distance": 18}
    assert "targets" not in known(scene(), {**SHOT, "mode": "single"})
    assert known(scene(), THROW)["targets"] == ["c2", "c3"]
    assert known(scene(far=8), THROW)["targets"] == ["vera", "c2", "c3"]


def test_boj_9_a_called_shot_in_a_burst_reaches_nobody_around() -> None:
    here, shot = scene(), {**SHOT, "action": "called_shot", "mode": "burst"}
    assert "targets" not in known(here, shot)
    assert here.rules.blast(here.state, shot) is None
    assert here.rules.blast(here.state, {**shot, "with": "Граната"}) == ((28, 50), 10)


def test_boj_22_nobody_stands_in_the_way_of_their_own_automatic_fire() -> None:
    here = scene(far=2)
    assert known(here, {**SHOT, "mode": "burst"})["targets"] == ["c2"]
    here.perform({"do": "policy", "combatant": "vera", "policy": "fierce"})
    assert here.suggest() == {**SHOT, "mode": "burst"}


def test_boj_22_odds_by_the_map_are_the_odds_of_what_is_said() -> None:
    here = scene()
    burst = {**SHOT, "mode": "burst"}
    assert here.odds(burst).as_json() == here.odds({**burst, "targets": ["c2"]}).as_json()
    alone = here.odds({**burst, "targets": []})
    assert alone.as_json() != here.odds(burst).as_json(), "what is said stands"


def test_boj_22_the_log_counts_those_in_the_radius() -> None:
    here = scene()
    attack(here, "Автомат", 1, 5, 5, mode="burst")
    assert "Radius 3 m, targets in it: 2" in told(here, "boj-22")


def test_boj_5_nobody_is_attacked_through_a_wall_unless_the_game_master_says_so() -> None:
    with pytest.raises(Refusal, match="target: a wall stands between them"):
        scene(across("wall", 20)).perform(SHOT)
    assert scene(across("wall", 20)).perform(
        {**SHOT, "overrule": True, "mode": "single", "dice": [99], "answers": "default"}
    )


@pytest.mark.parametrize("step", [{**SHOT, "with": "Нож"}, {**SHOT, "action": "grapple"}])
def test_boj_7_nobody_fights_hand_to_hand_from_afar(step: dict[str, Any]) -> None:
    if step["action"] == "grapple":
        step = {key: value for key, value in step.items() if key != "with"}
    with pytest.raises(Refusal, match="18 m away, too far to fight hand to hand"):
        scene().perform(step)
    assert scene(far=1).preview(step).question
    assert scene().preview({**step, "overrule": True}).question


@pytest.mark.parametrize(
    ("metres", "action", "pace"),
    [(3, "step", None), (4, "move", "dash"), (20, "move", "run"), (35, "move", "sprint")],
)
def test_boj_16_the_slowest_pace_that_leads_there(
    metres: int, action: str, pace: str | None
) -> None:
    here = scene()
    command = here.rules.go_to(here.state, "vera", (10, 50 + metres))
    assert command
    assert command.action == action
    assert getattr(command, "pace", None) == pace


def test_boj_16_a_move_goes_there_and_no_farther_than_its_pace() -> None:
    here = scene()
    act(here, "move", to=[10, 60], pace="dash")
    assert here.state.positions["vera"] == (10, 60)
    assert one(here, "vera").acted
    with pytest.raises(Refusal, match=r"to: 35\.0 m away, farther than 30 m"):
        scene().perform(
            {"do": "act", "actor": "vera", "action": "move", "to": [10, 85], "pace": "sprint"}
        )


def test_boj_16_who_has_acted_has_a_few_steps_left() -> None:
    here = scene()
    assert radii(here, "vera") == [(3, 0), (10, 1), (20, 1), (30, 1)]
    attack(here, "Автомат", 99)
    assert one(here, "vera").acted
    assert radii(here, "vera") == [(3, 0)]


def test_boj_12_nothing_is_within_reach_of_who_is_held() -> None:
    here = scene()
    here.perform({"do": "edit", "combatant": "vera", "set": {"grappled_by": "cultist"}})
    assert here.rules.within_reach(here.state, "vera") is None


def test_boj_16_difficult_ground_demands_a_roll_and_who_slips_stays() -> None:
    here = scene(block("difficult", 0, 55, 40, 58))
    move = {"do": "act", "actor": "vera", "action": "move", "to": [10, 60]}
    assert known(here, move) == {"difficult": True}
    here.perform({**move, "dice": [99]})
    assert here.state.positions["vera"] == (10, 50)
    assert scene(block("difficult", 0, 55, 40, 58)).perform({**move, "difficult": False})


def test_boj_a_fight_on_a_map_replays_to_the_same() -> None:
    here = scene()
    act(here, "step", to=[12, 50])
    attack(here, "Автомат", 1, 5, 5, mode="burst")
    assert play(here.as_script()).as_json() == here.as_json()


@pytest.mark.parametrize(
    ("weapon", "far", "friend", "done"),
    [
        (GRENADE, 20, 40, {"with": "Граната"}),
        (GRENADE, 20, 19, {"action": "move"}),
        (GRENADE, 8, 40, {"action": "move"}),
        (GRENADE, 1, 40, {"with": "Голые руки и ноги"}),
        (RIFLE, 20, 40, {"with": "Автомат", "mode": "burst"}),
        (RIFLE, 20, 18, {"with": "Автомат", "mode": "burst", "radius": 1}),
        (RIFLE, 20, 19, {"with": "Автомат", "mode": "single"}),
    ],
)
def test_boj_22_nobody_who_acts_alone_bombs_their_own_side(
    weapon: dict[str, Any], far: float, friend: float, done: dict[str, Any]
) -> None:
    here = on_map(
        fight(sheet("Вера", KNIFE), sheet("Жнец", weapon), sheet("Жнец", KNIFE), cards=(1, 52, 2)),
        cultist=(50, 50),
        vera=(50 + far, 50),
        c2=(50 + friend, 50),
    )
    command = POLICIES["fierce"].choose(here.state, "cultist")
    assert command is not None
    step = command.as_step()
    kept = {key: step.get(key) for key in ("with", "mode", "radius")}
    wanted = {"with": None, "mode": None, "radius": None, "action": "attack", **done}
    assert {**kept, "action": step["action"]} == wanted


def test_boj_16_two_who_close_in_do_not_stand_on_one_place() -> None:
    """One comes from behind the other; both want to the same place beside Vera."""
    met = on_map(
        fight(VERA, CULTIST, CULTIST, CULTIST),
        vera=(10, 50), cultist=(11, 50), c2=(15, 50), c3=(16, 50),
    )  # fmt: skip
    state = met.state
    to = towards(state, "c2", (10, 50), 10, stop=1.0)
    assert to is not None
    assert distance(to, (11, 50)) >= 1 - NEARLY
    assert distance(to, (10, 50)) == pytest.approx(1), "as near as it wanted to come"
    put(state, "c2", to, "to")
    last = towards(state, "c3", (10, 50), 10, stop=1.0)
    assert last is not None
    assert all(distance(last, at) >= 1 - NEARLY for at in ((11, 50), to))


def test_boj_16_who_is_down_does_not_stand_in_the_way() -> None:
    met = on_map(fight(VERA, CULTIST, CULTIST), vera=(10, 50), cultist=(11, 50), c2=(15, 50))
    met.perform({"do": "edit", "combatant": "cultist", "set": {"hp": 0}})
    assert met.state["cultist"].out
    assert towards(met.state, "c2", (10, 50), 10, stop=1.0) == pytest.approx((11, 50))


def test_boj_12_who_is_held_by_hand_is_at_hand_wherever_the_map_shows_them() -> None:
    held = scene(across("wall", 15))
    held.perform({"do": "edit", "combatant": "cultist", "set": {"grappled_by": "vera"}})
    assert held.preview({**SHOT, "with": "Нож"}).question
    with pytest.raises(Refusal, match="a wall stands between them"):
        held.preview({**SHOT, "with": "Нож", "target": "c2"})


def test_boj_10_who_is_held_can_be_disarmed_wherever_the_map_shows_them() -> None:
    held = scene(across("wall", 15))
    held.perform({"do": "edit", "combatant": "cultist", "set": {"grappled_by": "vera"}})
    act(held, "put_away")
    act(held, "disarm", 30, target="cultist")
    assert one(held, "cultist").disarmed == ["Мачете"]


# ---- what is drawn on the map


def wall_between() -> Any:
    """A wall along x = 29, between the cultist and those at his right."""
    return {"kind": "wall", "points": [[29, 40], [29, 70]]}


def test_boj_22_a_blast_stops_at_a_wall() -> None:
    here = on_map(
        fight(VERA, CULTIST, CULTIST, CULTIST), wall_between(),
        vera=(10, 50), cultist=(28, 50), c2=(27, 52), c3=(31, 52),
    )  # fmt: skip
    assert known(here, THROW)["targets"] == ["c2"]


def test_boj_8_a_called_grenade_goes_over_a_wall_and_no_other_shot_does() -> None:
    here = scene(across("wall", 20))
    called = {**THROW, "action": "called_shot"}
    assert here.preview(called).question
    assert known(here, called)["exposure"] == "mostly"
    for step in (THROW, {**called, "with": "Автомат", "mode": "single"}):
        with pytest.raises(Refusal, match="target: a wall stands between them"):
            here.preview(step)


@pytest.mark.parametrize(
    ("kind", "behind", "exposure"), [("partial", 5, "partial"), ("full", 5, "mostly")]
)
def test_boj_8_23_drawn_cover_is_the_cover_of_the_target(
    kind: str, behind: int, exposure: str
) -> None:
    here = scene(across(kind, 27))
    assert known(here, {**SHOT, "mode": "single"})["behind"] == behind
    called = known(here, {**SHOT, "action": "called_shot", "mode": "single"})
    assert called["exposure"] == exposure
    attack(here, "Автомат", 30, 9, mode="single")
    assert one(here, "cultist").hp == 6, "9, less the cover of 5"


def test_boj_23_cover_beside_the_shooter_is_none_of_the_target() -> None:
    here = scene(across("full", 11))
    assert "behind" not in known(here, {**SHOT, "mode": "single"})
    attack(here, "Автомат", 30, 9, mode="single")
    assert one(here, "cultist").hp == 1


@pytest.mark.parametrize(("ground", "hp"), [((), 8), ((across("partial", 10.7),), 10)])
def test_boj_23_cover_that_was_taken_is_none_against_somebody_beside(ground: Any, hp: int) -> None:
    here = scene(*ground, far=1.4)
    here.perform({"do": "edit", "combatant": "cultist", "set": {"behind": 5}})
    attack(here, "Нож", 30, 2)
    assert one(here, "cultist").hp == hp


def test_boj_23_in_the_open_the_map_says_nothing_of_cover_and_what_is_said_stands() -> None:
    assert "behind" not in known(scene(), {**SHOT, "mode": "single"})
    here = scene(across("full", 27))
    attack(here, "Автомат", 30, 9, mode="single", behind=0)
    assert one(here, "cultist").hp == 1


def test_boj_22_23_cover_against_a_blast_stands_between_it_and_the_others() -> None:
    here = on_map(
        fight(VERA, CULTIST, CULTIST), across("full", 27), vera=(10, 50), cultist=(28, 50),
        c2=(29, 52),
    )  # fmt: skip
    # 8 + 9 = 17 by the cover of the one aimed at; nothing stands between him and the other.
    attack(here, "Граната", 30, 89, 22, targets=["c2"])
    assert (one(here, "cultist").hp, one(here, "c2").hp) == (0, 6)


def test_boj_17_drawn_cover_within_three_metres_is_there_to_get_behind() -> None:
    near, far = scene(across("full", 25.5)), scene(across("full", 23))
    for here, ways in ((near, [["none", "dodge"]]), (far, [])):
        asked = here.decisions({**SHOT, "mode": "single", "behind": 0})
        assert [[choice.value for choice in one[0].field.choices] for one in asked] == ways
    badges = {v.id for v in near.rules.vitals(near.state, "cultist")}
    assert "cover_near" in badges
    by_hand = {field.id: field.default for field in near.rules.editable(near.state, "cultist")}
    assert by_hand["cover_near"] == 5


def test_boj_17_who_is_behind_drawn_cover_dives_behind_no_other_and_the_log_says_so() -> None:
    here = scene(across("full", 25.5))
    attack(here, "Автомат", 30, 9, mode="single")
    assert told(here, "boj-17") == ["Культист is behind cover and dives behind no other"]
    here.perform({"do": "edit", "combatant": "cultist", "set": {"acted": True}})
    attack(here, "Автомат", 30, 9, mode="single", overrule=True)
    assert len(told(here, "boj-17")) == 1, "whose action is spent is not asked in any case"


def test_boj_23_who_is_careful_goes_behind_what_the_map_shows() -> None:
    """Not behind what stands beside him and hides him from nobody."""
    for at, kind, weapon, reached in (
        ((12.5, 53), "full", BOW, True),
        ((12.5, 53), "full", KNIFE, False),
        ((11.5, 50), "wall", BOW, False),
        ((20, 50), "full", BOW, False),
    ):
        wall = {"kind": kind, "points": [[12, 49], [12, 51.5]]}
        here = on_map(fight(cultist=sheet("Стрелок", weapon)), wall, vera=(5, 50), cultist=at)
        here.perform({"do": "edit", "combatant": "cultist", "set": {"cover_near": 5}})
        turn_of(here, "cultist")
        command = POLICIES["careful"].choose(here.state, "cultist")
        assert command
        assert (command.action == "step") == reached
        if isinstance(command, Step) and reached:
            assert not command.behind
            act(here, "step", to=command.to)
            shot = {**SHOT, "with": "Револьвер"}
            assert known(here, shot)["behind"] == 5
            turn_of(here, "vera")
            turn_of(here, "cultist")
            again = POLICIES["careful"].choose(here.state, "cultist")
            assert again
            assert again.action != "step", "he is behind it"


def test_boj_17_23_behaviours_know_the_cover_that_counts_on_a_map() -> None:
    """Who is hurt dodges bullets beside a wall; cover taken is none against bare hands."""
    hurt, gun = sheet("Стрелок", KNIFE, hp=3), sheet("Вера", REVOLVER)
    wall = {"kind": "wall", "points": [[28, 48], [31, 48]]}
    chosen = []
    for ground in ((wall,), ()):
        here = on_map(fight(gun, hurt), *ground, vera=(10, 50), cultist=(30, 50))
        turn_of(here, "cultist")
        end_turn(here)
        turn_of(here, "cultist")
        command = POLICIES["careful"].choose(here.state, "cultist")
        assert command
        chosen.append(command.action)
    assert chosen == ["dodge", "move"]
    near = scene(far=1.4)
    near.perform({"do": "edit", "combatant": "cultist", "set": {"behind": 5}})
    held = POLICIES["take_alive"].choose(near.state, "vera")
    assert held
    assert (held.action, held.as_step()["target"]) == ("grapple", "cultist")


def test_boj_23_cover_that_was_taken_is_named_where_it_counts() -> None:
    for here in (scene(), fight()):
        here.perform({"do": "edit", "combatant": "cultist", "set": {"behind": 10}})
        shot = here.rules.by_map(here.state, "vera", SHOT)["behind"]
        assert (shot.value, str(shot.why)) == (10, "behind cover: 10")
    near = scene(far=1.4)
    near.perform({"do": "edit", "combatant": "cultist", "set": {"behind": 10}})
    assert "behind" not in known(near, {**SHOT, "with": "Нож"})


@pytest.mark.parametrize(("to", "held"), [((10, 51.9), True), ((10, 52.9), False)])
def test_boj_13_a_hold_ends_when_they_stand_apart(to: tuple[float, float], held: bool) -> None:
    for by_hand in (False, True):
        here = on_map(fight(), vera=(10, 51), cultist=(10, 50))
        here.perform({"do": "edit", "combatant": "cultist", "set": {"grappled_by": "vera"}})
        if by_hand:
            here.perform({"do": "place", "places": {"vera": list(to)}})
        else:
            act(here, "step", to=list(to))
        assert (one(here, "vera").grappling == "cultist") == held


def test_boj_7_a_knife_at_500_m_is_refused_without_a_map_too() -> None:
    here = fight()
    with pytest.raises(Refusal, match="distance: 500 m away, too far to fight hand to hand"):
        attack(here, "Нож", 30, 4, distance=500)
    attack(here, "Нож", 30, 4, distance=2)


@pytest.mark.parametrize(("action", "given"), [("attack", {"with": "Нож"}), ("grapple", {})])
def test_boj_5_13_one_distance_is_said_alike_whatever_is_too_far(action: str, given: Any) -> None:
    step = {"do": "act", "actor": "vera", "action": action, "target": "cultist", **given}
    with pytest.raises(Refusal, match=r"3\.6 m away, too far to fight hand to hand"):
        scene(far=3.59).preview(step)


@pytest.mark.parametrize("action", ["step", "move"])
def test_boj_17_a_move_ends_near_drawn_cover(action: str) -> None:
    here = scene(across("partial", 13))
    go = {"do": "act", "actor": "vera", "action": action}
    assert known(here, {**go, "to": [11, 50]}) == {"cover_near": 5}
    assert known(here, {**go, "to": [9, 50]}) == {}
    act(here, action, to=[11, 50])
    assert one(here, "vera").cover_near == 5


@pytest.mark.parametrize(("far", "wanted"), [(4.4, ("step", (13, 50))), (9, ("move", (18, 50)))])
def test_boj_16_who_is_within_a_blow_after_a_step_does_not_spend_the_turn_on_moving(
    far: float, wanted: Any
) -> None:
    here = on_map(fight(sheet("Вера", KNIFE), CULTIST), vera=(10, 50), cultist=(10 + far, 50))
    command: Any = POLICIES["fierce"].choose(here.state, "vera")
    x, y = command.to
    assert (command.action, (round(x, 2), round(y, 2))) == wanted
    assert getattr(command, "pace", "dash") == "dash", "no more is said than is gone"


def test_boj_16_who_sees_an_enemy_after_a_step_steps_there_and_shoots() -> None:
    wall = {"kind": "wall", "points": [[12, 40], [12, 51]]}
    here = on_map(fight(sheet("Вера", RIFLE), CULTIST), wall, vera=(10, 50), cultist=(30, 50))
    step: Any = POLICIES["fierce"].choose(here.state, "vera")
    assert step.action == "step"
    act(here, "step", to=step.to)
    gone = distance((10, 50), step.to)
    assert told(here, "boj-16") == [f"Вера moves {gone:.2g} m"], "no more is said than is gone"
    shot: Any = POLICIES["fierce"].choose(here.state, "vera")
    assert shot.action == "attack"


def test_boj_5_a_distance_a_little_over_a_metre_is_not_said_to_be_one() -> None:
    assert known_words(scene(far=1.002)) == ("2", "1.01 m on the map, counts as 2 m")
    assert known_words(scene(far=1)) == ("1", "1 m on the map")
    assert known_words(scene(far=18.2)) == ("19", "18.2 m on the map, counts as 19 m")


def test_a_distance_has_its_unit_in_the_words_of_the_language() -> None:
    fight = scene(far=18.2)
    known = fight.rules.by_map(fight.state, "vera", {**SHOT, "mode": "single"})["distance"]
    assert as_text(known.why).said(spoken("ru")) == "18,2\xa0м на карте, считается за 19\xa0м"


def known_words(scene: Fight) -> tuple[str, str]:
    distance = scene.rules.by_map(scene.state, "vera", {**SHOT, "mode": "single"})["distance"]
    return str(distance.value), str(distance.why)
