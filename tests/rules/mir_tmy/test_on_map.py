"""What the map fills in, in «Мир Тьмы» (mir_tmy-23, 24, 39, 47, 52)."""

from typing import Any

import pytest

from desktop.encounter.best_choice import best_choice
from desktop.encounter.fight import Fight, play
from desktop.rules.mir_tmy.actions import BY_ID
from desktop.rules.mir_tmy.policies import POLICIES
from desktop.rules.table import Refusal
from tests.rules.maps import across, known, on_map, radii
from tests.rules.mir_tmy.bench import CLUB, PISTOL, RIFLE, act, do, option, person, scene, told, who


def here(*ground: Any, far: float = 15, c: Any = (50, 50), **house: Any) -> Fight:
    """A with a pistol and a rifle, b so many metres away, and c."""
    people = (
        person("Олег", weapons=[PISTOL, RIFLE]),
        person("Борис", weapons=[CLUB]),
        person("Вера", weapons=[CLUB]),
    )
    return on_map(scene(*people, **house), *ground, a=(10, 50), b=(10 + far, 50), c=c)


def shot(**more: Any) -> dict[str, Any]:
    named = {"do": "act", "actor": "a", "action": "attack", "target": "b", "with": "Пистолет"}
    return {**named, **more}


def test_mir_tmy_23_range_comes_from_the_map() -> None:
    assert known(here(), shot()) == {"distance": 15}
    for far, difficulty in ((2, 5), (15, 6), (20.5, 8)):
        dice = {"dice": [1] * 3, "answers": {"defence": "none"}}
        lines = do(here(far=far), {**shot(), **dice})
        assert f"3 dice at {difficulty}" in told(lines, "mir_tmy-1")
    with pytest.raises(Refusal, match="distance: out of range: 41 m"):
        here(far=41).perform(shot())
    assert here(far=41).preview(shot(distance=10)), "what is said stands"


def test_mir_tmy_24_cover_comes_from_the_line() -> None:
    assert known(here(across("full", 20)), shot())["modifiers.cover"] == "full"
    assert known(here(across("partial", 20)), shot())["modifiers.cover"] == "partial"
    covered = here(across("partial", 20)).odds(shot())
    said = here().odds(shot(modifiers={"cover": "partial"}))
    assert covered.as_json() == said.as_json() != here().odds(shot()).as_json()


@pytest.mark.parametrize(("kind", "harder"), [("partial", 1), ("full", 2)])
def test_mir_tmy_24_cover_beside_the_shooter_is_its_own(kind: str, harder: int) -> None:
    behind = here(across(kind, 11))
    assert known(behind, shot()) == {"distance": 15, "modifiers.own_cover": kind}
    lines = do(behind, {**shot(), "dice": [1] * 3, "answers": {"defence": "none"}})
    assert f"3 dice at {6 + harder}" in told(lines, "mir_tmy-1")
    both = here(across(kind, 11), far=2)
    assert known(both, shot())["modifiers.cover"] == kind, "who stands behind it, too"


def test_mir_tmy_24_each_fires_out_of_its_own_cover_at_the_other() -> None:
    both = here(across("partial", 11), across("partial", 24))
    covers = {"modifiers.cover": "partial", "modifiers.own_cover": "partial"}
    assert known(both, shot()) == {"distance": 15, **covers}
    lines = do(both, {**shot(), "dice": [1] * 3, "answers": {"defence": "none"}})
    assert "3 dice at 10" in told(lines, "mir_tmy-1")


def test_mir_tmy_10_nobody_is_attacked_through_a_wall() -> None:
    with pytest.raises(Refusal, match="target: a wall stands between them"):
        here(across("wall", 20)).perform(shot())
    assert here(across("wall", 20)).preview(shot(overrule=True))


def test_mir_tmy_10_a_declared_blow_opens_with_whom_it_can_reach_or_else_the_nearest() -> None:
    club = {"weapons": [CLUB]}
    weak = person("Вера", **club, stamina=1)
    people = person("Олег", **club), person("Борис", **club), weak
    for near, notes in ((11, ["", "out of reach now"]), (14, ["out of reach now"] * 2)):
        fight = on_map(scene(*people, declare=True), a=(10, 50), b=(near, 50), c=(20, 50))
        while fight.state.turn != "a":
            do(fight, {"do": "end_turn", "actor": fight.state.turn})
        attack = next(o for o in fight.options() if o.action == "attack")
        fields = fight.parameters(attack)
        (target,) = (field for field in fields if field.id == "target")
        assert [str(choice.note) for choice in target.choices] == notes
        assert best_choice(fight, attack, fields, {})["target"] == "b"


def test_mir_tmy_10_an_empty_gun_reaches_nobody() -> None:
    gun = {"name": "Обрез", "kind": "firearm", "clip": 2, "loaded": 0, "range": 20, "damage": 8}
    people = person("Олег", weapons=[gun, CLUB]), person("Борис"), person("Вера")
    fight = on_map(scene(*people, declare=True), a=(10, 50), b=(11, 50), c=(20, 50))
    while fight.state.turn != "a":
        do(fight, {"do": "end_turn", "actor": fight.state.turn})
    attack = next(o for o in fight.options() if o.action == "attack")
    (target,) = (field for field in fight.parameters(attack) if field.id == "target")
    assert [str(choice.note) for choice in target.choices] == ["", "out of reach now"]


def test_mir_tmy_10_nobody_fights_hand_to_hand_from_afar() -> None:
    blow = {"do": "act", "actor": "a", "action": "attack", "target": "b", "with": "Дубинка"}
    people = person("Олег", weapons=[CLUB]), person("Борис", weapons=[CLUB])
    far: Any = {"a": (10, 50), "b": (15, 50)}
    near: Any = {"a": (10, 50), "b": (11, 50)}
    with pytest.raises(Refusal, match="distance: 5 m away, too far to fight hand to hand"):
        on_map(scene(*people), **far).perform(blow)
    assert on_map(scene(*people), **far).preview({**blow, "distance": 1}).lines
    assert on_map(scene(*people), **near).preview(blow).lines
    hold = {"do": "act", "actor": "a", "action": "grapple", "target": "b"}
    with pytest.raises(Refusal, match="target: 5 m away, too far to fight hand to hand"):
        on_map(scene(*people), **far).perform(hold)
    declared = on_map(scene(*people, declare=True), **far)
    with pytest.raises(Refusal, match="target: 5 m away, too far to fight hand to hand"):
        declared.rules.check_reach(declared.state, hold)
    assert on_map(scene(*people), **near).preview(hold).lines


@pytest.mark.parametrize("named", [{"with": "Дубинка"}, {}])
def test_mir_tmy_52_a_behaviour_comes_near_for_what_was_declared(named: dict[str, str]) -> None:
    people = person("Олег", weapons=[CLUB]), person("Борис", weapons=[CLUB])
    fight = on_map(scene(*people, declare=True), a=(10, 50), b=(12.6, 50))
    said = {"do": "declare", "action": "attack", "target": "b", **named}
    do(fight, {"do": "declare", "actor": "b", "action": "pass"})
    do(fight, {**said, "actor": "a"})
    while fight.state.turn != "a":
        do(fight, {"do": "end_turn", "actor": fight.state.turn})
    command: Any = POLICIES["aggressive"].choose(fight.state, "a")
    assert command.action == "move"


def test_mir_tmy_52_a_behaviour_runs_as_far_as_wounds_let_it_of_what_was_declared() -> None:
    fight = on_map(scene(person("A"), person("B"), dice=[9, 1], declare=True), a=(10, 50))
    do(fight, {"do": "declare", "actor": "b", "action": "pass"})
    do(fight, {"do": "declare", "actor": "a", "action": "run", "to": [22, 50]})
    do(fight, {"do": "edit", "combatant": "a", "set": {"damage": {"lethal": 3}}})
    assert fight.state["a"].level == "injured"
    command: Any = POLICIES["aggressive"].choose(fight.state, "a")
    assert (command.action, command.to) == ("run", (16, 50))
    assert fight.preview({**command.as_step(), "answers": "default"}).lines


def test_mir_tmy_5_what_is_declared_is_measured_when_it_is_done() -> None:
    fight = here(declare=True)
    for actor in "cba":
        said = {"do": "declare", "actor": actor, "action": "pass"}
        if actor == "a":
            said = {**shot(), "do": "declare"}
            assert known(fight, said) == {"distance": 15}, "shown to whoever declares"
        fight.perform(said)
    do(fight, {"do": "place", "places": {"b": [35, 50]}})
    lines = do(fight, {"do": "act", "actor": "a", "dice": [1] * 3, "answers": {"defence": "none"}})
    assert "3 dice at 8" in told(lines, "mir_tmy-1"), "25 m by now"


def test_mir_tmy_49_each_of_several_actions_has_its_own_distance() -> None:
    parts = [
        {"action": "attack", "dice": 2, "target": "b", "with": "Пистолет"},
        {"action": "attack", "dice": 2, "target": "c", "with": "Пистолет"},
    ]
    fight = here(c=(10, 80))
    step = {"do": "act", "actor": "a", "action": "multiple", "parts": parts}
    assert known(fight, step) == {"parts[0].distance": 15, "parts[1].distance": 30}
    command = fight.rules.filled_in(fight.state, fight.rules.read(step))
    assert [part.distance for part in command.parts] == [15, 30]  # type: ignore[attr-defined]


def test_mir_tmy_41_the_second_target_of_two_guns_has_its_own_distance() -> None:
    step = shot(action="two_guns", second_target="c")
    assert known(here(c=(10, 80)), step) == {"distance": 15, "second_distance": 30}


def test_mir_tmy_39_a_strafe_goes_over_four_metres_and_tells_apart_who_stands_elsewhere() -> None:
    strafe = {
        "do": "act", "actor": "a", "action": "strafe", "targets": ["b", "c"], "with": "АК47",
    }  # fmt: skip
    near = here(c=(28, 52))
    found = known(near, strafe)
    assert found["distance"] == 15
    assert [(one["target"], one["distance"]) for one in found["apart"]] == [("c", 19)]
    assert near.preview(strafe)
    assert "apart" not in known(here(c=(25, 50)), strafe)
    with pytest.raises(Refusal, match="targets: stand wider apart than 4 × 4 m"):
        here(c=(25, 55)).perform(strafe)
    assert here(c=(25, 55)).preview({**strafe, "overrule": True})


def test_mir_tmy_47_only_a_neighbour_covers_somebody() -> None:
    for at, asked in (((25, 51.5), True), ((25, 53), False)):
        fight = here(c=at)
        act(fight, "c", "cover_ally", target="b", overrule=True)
        fight.perform(shot(overrule=True))
        question = fight.pending and fight.pending.question
        assert (getattr(question, "id", "") == "cover") is asked
        lines = do(fight, {**shot(overrule=True), "dice": [3] * 3}) if not asked else []
        too_far = "Вера cannot cover: Борис (3 m away, too far to touch)"
        assert (told(lines, "mir_tmy-47") == too_far) is not asked


def test_mir_tmy_47_at_whom_to_cover_it_is_said_who_is_too_far() -> None:
    people = person("Олег", weapons=[PISTOL]), *(person(name) for name in ("Борис", "Вера", "Глеб"))
    met = on_map(scene(*people, players=3, declare=True), a=(10, 50), b=(11, 50), c=(13.1, 50))
    for id in "dcb":
        do(met, {"do": "declare", "actor": id, "action": "pass"})
    cover = option(met, "a", "cover_ally", "declare")
    (whom,) = (field for field in met.parameters(cover) if field.id == "target")
    notes = {choice.value: str(choice.note) for choice in whom.choices if not choice.aside}
    assert notes == {"b": "", "c": "3.1 m away, too far to touch"}


def test_mir_tmy_52_a_way_on_the_map_is_a_move_or_a_run() -> None:
    fight = here()
    rules, state = fight.rules, fight.state
    near, far = rules.go_to(state, "a", (12, 50)), rules.go_to(state, "a", (20, 50))
    assert near
    assert far
    assert (near.action, far.action) == ("move", "run")
    assert [reach for reach, _ in radii(fight, "a")] == [3, 13]
    do(fight, {"do": "act", "actor": "a", "action": "run", "to": [20, 50]})
    assert fight.state.positions["a"] == (20, 50)
    assert radii(fight, "a") == [(3, 0)], "nobody runs twice in a turn"
    with pytest.raises(Refusal, match="metres: Олег gets 3 m at most"):
        here().perform({"do": "act", "actor": "a", "action": "move", "to": [14, 50]})


def test_mir_tmy_52_a_way_declared_as_an_extra_action_is_not_free() -> None:
    people = person("Олег", extra_actions=1), person("Борис")
    fight = on_map(scene(*people, declare=True), a=(10, 50), b=(25, 50))
    while fight.state.phase != "extra":
        do(fight, {"do": "end_turn", "actor": fight.state.turn})
    near = fight.rules.go_to(fight.state, "a", (12, 50))
    assert near
    assert (near.do, near.action) == ("declare", "move")
    assert fight.rules.price(fight.state, who(fight, "a"), BY_ID["move"], near) == 1


def test_mir_tmy_52_no_straight_way_leads_through_a_wall() -> None:
    run = {"do": "act", "actor": "a", "action": "run", "to": [15, 50]}
    with pytest.raises(Refusal, match="metres: no straight way leads there"):
        here(across("wall", 12)).perform(run)
    fight = here(across("wall", 12))
    fight.perform({**run, "metres": 12})
    assert fight.state.positions["a"] == (15, 50)


def test_mir_tmy_a_fight_on_a_map_replays_to_the_same() -> None:
    fight = here(across("partial", 20))
    do(fight, {**shot(), "dice": [1] * 3, "answers": {"defence": "none"}})
    do(fight, {"do": "place", "places": {"b": [12, 50]}})
    assert not who(fight, "b").out
    assert play(fight.as_script()).as_json() == fight.as_json()


BESIDE: Any = {"a": (10, 50), "b": (11, 50), "c": (60, 50)}
AFAR: Any = {"a": (10, 50), "b": (30, 50), "c": (60, 50)}


def brawl(*ground: Any, **at: Any) -> Fight:
    """A with a club against b and c."""
    skilled = dict.fromkeys(("melee", "firearms", "athletics", "dodge", "brawl"), 2)
    names = ("Олег", "Борис", "Вера")
    people = (person(name, weapons=[CLUB, PISTOL], abilities=skilled) for name in names)
    return on_map(scene(*people), *ground, **at)


def several(*parts: dict[str, Any]) -> dict[str, Any]:
    return {
        "do": "act",
        "actor": "a",
        "action": "multiple",
        "parts": [{"dice": 2, **part} for part in parts],
    }


BLOWS: list[dict[str, Any]] = [
    {"do": "act", "actor": "a", "action": "attack", "target": "b", "with": "Дубинка"},
    {"do": "act", "actor": "a", "action": "grapple", "target": "b"},
    {"do": "act", "actor": "a", "action": "ambush", "target": "b", "with": "Дубинка"},
    {"do": "act", "actor": "a", "action": "ambush", "target": "b", "by": "grapple"},
    several({"target": "b", "with": "Дубинка"}, {"action": "dodge"}),
    several({"action": "grapple", "target": "b"}, {"action": "dodge"}),
]


@pytest.mark.parametrize("blow", BLOWS, ids=lambda blow: blow["action"])
def test_mir_tmy_24_cover_on_the_line_is_not_in_the_way_of_a_blow(blow: dict[str, Any]) -> None:
    assert brawl(across("partial", 10.5), **BESIDE).preview(blow)


@pytest.mark.parametrize("blow", BLOWS, ids=lambda blow: blow["action"])
def test_mir_tmy_10_no_blow_from_afar_or_through_a_wall(blow: dict[str, Any]) -> None:
    with pytest.raises(Refusal, match="20 m away, too far to fight hand to hand"):
        brawl(**AFAR).perform(blow)
    with pytest.raises(Refusal, match="target: a wall stands between them"):
        brawl(across("wall", 10.5), **BESIDE).perform(blow)
    assert brawl(**AFAR).preview({**blow, "overrule": True})


def test_mir_tmy_19_nobody_is_shot_at_from_ambush_through_a_wall() -> None:
    shot = {"do": "act", "actor": "a", "action": "ambush", "target": "b", "with": "Пистолет"}
    assert brawl(**AFAR).preview(shot)
    with pytest.raises(Refusal, match="target: a wall stands between them"):
        brawl(across("wall", 20), **AFAR).perform(shot)


def test_mir_tmy_49_only_those_of_several_actions_that_shoot_are_told_a_distance() -> None:
    parts = ({"target": "b", "with": "Пистолет"}, {"action": "cover_ally", "target": "c"})
    assert known(brawl(**AFAR), several(*parts)) == {"parts[0].distance": 20}
    assert brawl(**AFAR).preview(several(*parts))


def test_mir_tmy_49_who_steps_nearer_first_may_strike_then() -> None:
    near = several({"action": "move", "metres": 2}, {"action": "grapple", "target": "b"})
    assert brawl(**AFAR).preview(near)


def test_mir_tmy_39_who_stands_apart_is_chosen_among_those_there_are() -> None:
    met = here()
    (option,) = (o for o in met.options() if (o.actor, o.action) == ("a", "strafe"))
    (apart,) = (f for f in met.parameters(option) if f.id == "apart")
    (target,) = (f for f in apart.fields if f.id == "target")
    assert {choice.value for choice in target.choices} == {"b", "c"}


def test_mir_tmy_49_of_several_declared_actions_those_out_of_reach_fall_away() -> None:
    fight = scene(person("A", dexterity=5), person("B"), person("C"), declare=True)
    fight = on_map(fight, a=(10, 50), b=(11, 50), c=(9, 50))
    for id in "cb":
        fight.perform({"do": "declare", "actor": id, "action": "other"})
    parts = [{"action": action, "target": id} for action, id in (("attack", "b"), ("sweep", "c"))]
    fight.perform({"do": "declare", "actor": "a", "action": "multiple", "parts": parts})
    fight.perform({"do": "place", "places": {"b": [19, 50]}})
    lines = do(fight, {"do": "act", "actor": "a", "dice": [3, 3]})
    assert "attack: not possible, 9 m away" in told(lines, "mir_tmy-49")
    assert "A → C: sweep" in told(lines, "mir_tmy-34")


def test_mir_tmy_39_a_strafe_among_several_actions_goes_no_wider_either() -> None:
    fight = scene(person("A", weapons=[RIFLE]), person("B"), person("C"))
    fight = on_map(fight, a=(10, 50), b=(21, 50), c=(39, 50))
    parts = [{"action": "move"}, {"action": "strafe", "targets": ["b", "c"]}]
    with pytest.raises(Refusal, match=r"parts\[1\].targets: stand wider apart than 4"):
        act(fight, "a", "multiple", parts=parts)


def test_mir_tmy_46_a_runner_who_defends_stops_on_the_map_beside_the_counterattack() -> None:
    people = person("Олег"), person("Борис", weapons=[CLUB])
    fight = on_map(scene(*people, dice=[1, 9]), a=(10, 50), b=(15, 51))
    act(fight, "b", "counter")
    run = {"do": "act", "actor": "a", "action": "run", "to": [20, 50], "past": ["b"]}
    do(fight, {**run, "dice": [3] * 6, "answers": {"defence": "dodge"}})
    assert fight.state.positions["a"] == (15, 50)
    fight.undo()
    do(fight, {**run, "dice": [3] * 3, "answers": {"defence": "none"}})
    assert fight.state.positions["a"] == (20, 50)


def test_mir_tmy_38_an_empty_gun_is_not_left_for_fists_that_reach_nobody() -> None:
    armed = person("Олег", weapons=[PISTOL]), person("Борис", weapons=[CLUB])
    fight = on_map(scene(*armed, declare=True), a=(10, 50), b=(24, 50))
    do(fight, {"do": "edit", "combatant": "a", "set": {"loaded": {PISTOL["name"]: 0}}})
    do(fight, {"do": "declare", "actor": "b", "action": "pass"})
    attack = next(o for o in fight.options() if (o.actor, o.action) == ("a", "attack"))
    chosen = best_choice(fight, attack, fight.parameters(attack), {})
    assert dict(chosen) == {"target": "b"}


def test_mir_tmy_39_the_log_says_of_each_target_how_far_it_is() -> None:
    fight = on_map(scene(person("A", weapons=[RIFLE]), person("B"), person("C")), a=(10, 50))
    fight = on_map(fight, b=(20, 50), c=(20.7, 51.5))
    lines = act(fight, "a", "strafe", [3] * 13, targets=["b", "c"])
    assert told(lines, "") == (
        "By where they stand: B: 10 m on the map; C: at another distance, or behind cover; "
        "C: 10.8 m on the map, counts as 11 m"
    )


def test_mir_tmy_5_a_declared_strafe_names_its_targets() -> None:
    people = (person("A", weapons=[RIFLE]), person("B"), person("C"))
    fight = scene(*people, declare=True)
    for id in "cb":
        do(fight, {"do": "declare", "actor": id, "action": "dodge"})
    strafe = {"do": "declare", "actor": "a", "action": "strafe", "targets": ["b", "c"]}
    assert told(do(fight, strafe), "mir_tmy-5") == "A declares: strafe → B, C (АК47)"


def test_mir_tmy_24_39_a_strafe_leans_out_of_its_own_cover_against_every_target() -> None:
    fight = scene(person("A", weapons=[RIFLE]), *(person(name) for name in "BCD"))
    at: Any = {"a": (2, 10), "b": (15, 8), "c": (15, 10), "d": (15, 12)}
    fight = on_map(fight, across("partial", 4, 20), **at)
    lines = act(fight, "a", "strafe", [3] * 13, targets=["b", "c", "d"])
    assert told(lines, "mir_tmy-24").count("from behind cover, difficulty +1") == 1
    assert "against 8" not in told(lines, "mir_tmy-39")


def test_mir_tmy_23_a_distance_typed_by_hand_says_who_is_in_reach() -> None:
    club = {"weapons": [CLUB]}
    fight = on_map(scene(person("Олег", **club), person("Борис", **club)), a=(10, 50), b=(20, 50))
    attack = next(o for o in fight.options() if o.action == "attack")

    def note(**chosen: Any) -> str:
        (target,) = (f for f in fight.parameters(attack, chosen) if f.id == "target")
        return str(target.choices[0].note)

    assert note() == "out of reach now"
    assert note(target="b", distance=2) == "", "the attack is made at that distance"
    assert note(target="b", distance=9) == "out of reach now"
