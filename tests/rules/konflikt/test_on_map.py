"""What the map fills in, in a conflict (konflikt-9, 10, 13, 14, 16, 17)."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.encounter.fight import Fight, play, start
from desktop.encounter.odds import Odds
from desktop.rules.konflikt.policies import POLICIES
from desktop.rules.konflikt.state import Conflict
from desktop.rules.squares import ground_of, reaches, token
from desktop.rules.table import Refusal
from tests.rules.konflikt.bench import BOW, KNIFE, SWORD, by_hand, creature, ogre
from tests.rules.maps import squares
from tests.rules.steps import act, do, perform

# 0 1 2 3 4 5 6 7 8 9
# T . . . . . . . O O    Taren and the ogre of size 2
# . . . . . . . . O O
# . . . . . ~ ~ . . .    difficult ground
# . . . . . ~ ~ . . .
MIRE = {"kind": "difficult", "points": [[5, 2], [7, 2], [7, 4], [5, 4], [5, 2]]}
HEDGE = {"kind": "partial", "points": [[4, 0], [4, 2]]}
WALL = {"kind": "wall", "points": [[4, 0], [4, 2]]}


def on_map(*people: Any, ground: Any = (), width: int = 10, height: int = 4, **at: Any) -> Fight:
    """A fight that has begun on a map; who is named stands there."""
    fight = start(
        {
            "format": "fight/1",
            "system": "konflikt",
            "combatants": [
                {**one, "at": at[one["id"]]} if one["id"] in at else one for one in people
            ],
            "map": {"width": width, "height": height, "ground": list(ground)},
        }
    )
    do(fight, {"do": "begin"})
    return fight


def duel(*ground: Any, taren: Any = (0, 0), the_ogre: Any = (8, 0), **sheet: Any) -> Fight:
    people = creature("taren", **sheet), ogre()
    return on_map(*people, ground=ground, taren=list(taren), ogre=list(the_ogre))


def told(fight: Fight, step: Any) -> str:
    return " ".join(str(line.text) for line in fight.preview(step).lines)


SHOT = {"do": "act", "actor": "taren", "action": "attack", "target": "ogre", "with": BOW["name"]}
BLOW = {**SHOT, "with": SWORD["name"]}


def move(*to: float, **more: Any) -> dict[str, Any]:
    return {"do": "act", "actor": "taren", "action": "move", "to": list(to), **more}


# ---- distance, sight, cover


def test_konflikt_10_a_weapon_that_does_not_reach_is_refused_by_the_map() -> None:
    with pytest.raises(Refusal, match="distance: Dlouhý meč reaches 1 m"):
        duel().perform(BLOW)
    assert duel(the_ogre=(1, 1)).perform({**BLOW, "dice": [15, 4]})


def test_konflikt_10_what_is_said_overrules_the_map() -> None:
    assert duel().perform({**BLOW, "distance": 1, "dice": [15, 4]})
    assert duel().perform({**BLOW, "distance": None, "dice": [15, 4]})


def test_konflikt_10_far_range_counts_by_the_squares_between_them() -> None:
    short = {**BOW, "range": 7}
    assert "far range" in told(duel(attacks=[SWORD, short]), {**SHOT, "dice": [11]})
    assert "far range" not in told(
        duel(attacks=[SWORD, short], taren=(1, 0)), {**SHOT, "dice": [11]}
    )


def test_konflikt_17_cover_comes_from_what_stands_on_the_line() -> None:
    odds = duel().odds(SHOT)
    covered = duel(HEDGE).odds(SHOT)
    said = duel().odds({**SHOT, "modifiers": {"cover": "partial"}})
    assert covered.as_json() == said.as_json() != odds.as_json()
    clear = duel(HEDGE).odds({**SHOT, "modifiers": {"cover": "clear"}})
    assert clear.as_json() == odds.as_json(), "and what is said stands, though it is the default"


def test_konflikt_17_a_body_as_large_as_the_target_covers_a_part() -> None:
    people = creature("taren"), creature("carl"), creature("orc", "foes")
    shot = {**SHOT, "target": "orc", "dice": [5]}
    between = on_map(*people, taren=[0, 0], carl=[3, 0], orc=[6, 0])
    assert "partial cover" in told(between, shot)
    aside = on_map(*people, taren=[0, 0], carl=[3, 1], orc=[6, 0])
    assert "partial cover" not in told(aside, shot)


def test_konflikt_10_nobody_is_aimed_at_through_a_wall() -> None:
    with pytest.raises(Refusal, match="visible: the target has to be in sight"):
        duel(WALL).perform(SHOT)
    assert duel(WALL).perform({**SHOT, "visible": True, "dice": [2]})


def test_konflikt_18_two_weapons_at_two_targets_have_each_their_own_distance_and_cover() -> None:
    dart = {"name": "Šipka", "kind": "ranged", "damage": "1k4", "range": 20, "light": True}
    people = [creature("taren", attacks=[KNIFE, dart])]
    people += [creature("orc", "foes"), creature("elk", "foes")]
    wall = {"kind": "full", "points": [[5.5, 0], [5.5, 9]]}
    fight = on_map(*people, ground=[wall], taren=[0, 0], orc=[1, 0], elk=[9, 0])
    by_hand(fight, "orc", threatens=False)
    both = {"do": "act", "actor": "taren", "action": "two_weapons", "target": "orc"}
    both |= {"with": "Nůž", "with_other": "Šipka"}
    known = fight.rules.by_map(fight.state, "taren", {**both, "target_other": "elk"})
    assert (known["distance"].value, known["modifiers.cover"].value) == (1, "clear")
    assert (known["distance_other"].value, known["cover_other"].value) == (9, "full")
    alone = fight.rules.by_map(fight.state, "taren", both)
    assert alone["distance"].value == 1
    assert "cover_other" not in alone
    swapped = {**both, "with": "Šipka", "with_other": "Nůž", "target_other": "elk"}
    with pytest.raises(Refusal, match="distance_other: Nůž reaches 1 m"):
        fight.perform(swapped)
    lines = perform(fight, {**both, "target_other": "elk"}, [2, 2])
    covered = [line for line in lines if "cover: -4" in line.text]
    assert len(covered) == 1, "a long and a short weapon, and only one of the two in cover"


def test_konflikt_7_who_runs_past_within_reach_can_be_struck_on_the_way() -> None:
    people = creature("taren"), creature("orc", "foes", momentum=20)
    fight = on_map(*people, width=15, height=2, taren=[5, 1], orc=[0, 0])
    act(fight, "taren", "prepare", when="somebody runs past")
    act(fight, "orc", "move", to=[11, 0])
    assert fight.state["orc"].reached_by == []
    blow = {"do": "trigger", "actor": "taren", "target": "orc", "with": SWORD["name"]}
    assert fight.rules.by_map(fight.state, "taren", blow)["distance"].value == 1
    perform(fight, blow, [15, 3])
    assert fight.state["orc"].hp == 7


# ---- threat


def test_konflikt_13_threat_follows_from_where_they_stand() -> None:
    fight = duel(the_ogre=(2, 0))
    assert fight.state["taren"].reached_by == ["ogre"], "an ogre of size 2 reaches 2 m"
    assert fight.state["ogre"].reached_by == [], "and Taren reaches 1 m"
    do(fight, {"do": "place", "places": {"taren": [1, 0]}})
    assert fight.state["ogre"].reached_by == ["taren"]
    do(fight, {"do": "place", "places": {"taren": None}})
    assert fight.state["taren"].reached_by == fight.state["ogre"].reached_by == []
    fight.undo()
    assert fight.state["taren"].reached_by == ["ogre"]


def test_konflikt_13_a_shot_in_reach_needs_luck_and_a_blow_brings_nobody_nearer() -> None:
    fight = duel(the_ogre=(2, 0))
    assert "under threat" in told(fight, {**SHOT, "dice": [12]})
    act(fight, "taren", "attack", 2, target="ogre", distance=1, **{"with": SWORD["name"]})
    assert fight.state["ogre"].reached_by == [], "the map knows who reaches whom"


def test_konflikt_14_who_begins_the_turn_in_reach_goes_as_on_difficult_ground() -> None:
    fight = duel(the_ogre=(2, 0), taren=(1, 0))
    assert fight.state["taren"].threatened_at_start
    before = fight.state["taren"].momentum
    do(fight, move(0, 0))
    assert fight.state["taren"].momentum == before - 2


def test_konflikt_13_newcomers_and_deserters_are_threatened_where_they_stand() -> None:
    fight = duel()
    orc = {**creature("orc", "foes"), "at": [1, 1]}
    do(fight, {"do": "join", "combatants": [orc]})
    assert fight.state["taren"].reached_by == ["orc"]
    do(fight, {"do": "change_side", "combatant": "orc", "side": "players"})
    assert fight.state["taren"].reached_by == []


# ---- ways


def test_konflikt_9_a_move_to_a_square_costs_its_way_and_goes_there() -> None:
    fight = duel()
    assert squares(fight, "taren")[5.0, 1.0] == 5
    do(fight, move(5, 1))
    assert fight.state.positions["taren"] == (5, 1)
    assert fight.state["taren"].momentum == 1
    assert fight.state["taren"].reached_by == []
    do(fight, move(6, 1))
    assert fight.state["taren"].reached_by == ["ogre"]
    assert fight.state["ogre"].reached_by == []


def test_konflikt_9_difficult_ground_is_gone_around_where_that_is_cheaper() -> None:
    fight = duel(MIRE, taren=(4, 2))
    found = squares(fight, "taren")
    assert found[5.0, 2.0] == 2
    assert found[6.0, 2.0] == 3, "two metres straight over the first, or one more around it"
    lines = do(fight, move(5, 3))
    assert "1 m; momentum spent: 2," in str(lines[0].text)


def test_konflikt_9_no_move_ends_where_none_leads_to() -> None:
    fight = duel(WALL, {"kind": "wall", "points": [[4, 2], [4, 4]]})
    before = fight.state
    for to in ((5, 0), (0, 0)):
        with pytest.raises(Refusal, match="to: no way leads there"):
            fight.perform(move(*to))
    with pytest.raises(Refusal, match="to: lies outside the map, which is 10 × 4"):
        fight.perform(move(12, 0))
    with pytest.raises(Refusal, match="to: needs a square"):
        fight.perform(move(1.5, 0))
    assert fight.state is before
    assert fight.perform(move(5, 0, overrule=True)), "unless the game master says so"
    assert fight.state.positions["taren"] == (5, 0)


def test_konflikt_9_a_typed_length_stands_and_a_move_without_a_square_moves_no_token() -> None:
    fight = duel()
    do(fight, move(5, 0, metres=2))
    assert fight.state["taren"].momentum == 4
    do(fight, {"do": "act", "actor": "taren", "action": "move", "metres": 1})
    assert fight.state.positions["taren"] == (5, 0)


def test_konflikt_9_the_command_to_a_square_is_offered_priced_and_refused_like_any_other() -> None:
    fight = duel()
    rules, state = fight.rules, fight.state
    command = rules.go_to(state, "taren", (3.0, 1.0))
    assert command is not None
    filled = rules.filled_in(state, command)
    action = rules.action_of(filled)
    assert rules.price(state, state["taren"], action, filled) == 3
    assert rules.why_not(state, "taren", action, filled) is None
    assert rules.go_to(state, "nobody", (3.0, 1.0)) is None


def test_konflikt_9_a_move_on_a_fight_without_a_map_says_what_is_missing() -> None:
    fight = start(
        {"format": "fight/1", "system": "konflikt", "combatants": [creature("taren"), ogre()]}
    )
    do(fight, {"do": "begin"})
    with pytest.raises(Refusal, match="to: there is no map"):
        fight.perform(move(1, 1))
    assert fight.rules.within_reach(fight.state, "taren") is None


# ---- odds, replay


def test_konflikt_odds_by_the_map_are_the_odds_of_what_is_said() -> None:
    fight = duel(HEDGE)
    by_map: Odds = fight.odds(SHOT)
    said = fight.odds({**SHOT, "distance": 8, "visible": True, "modifiers": {"cover": "partial"}})
    assert by_map.as_json() == said.as_json()


def test_konflikt_odds_by_the_map_are_how_the_dice_then_fall() -> None:
    """Every face of the d20, and of the damage where it hits: behind a hedge, at 8 m."""
    fight = duel(HEDGE, attacks=[SWORD, {**BOW, "range": 7}], skills={"dexterity": 3})
    hits = damage = Fraction(0)
    for die in range(1, 21):
        fight.perform({**SHOT, "dice": [die]}, lambda sides: 1)
        assert fight.state["taren"].acted
        lost = 30 - fight.state["ogre"].hp
        fight.undo()
        if not lost:
            continue
        hits += Fraction(1, 20)
        for face in range(1, 7):
            fight.perform({**SHOT, "dice": [die, face]})
            damage += Fraction(30 - fight.state["ogre"].hp, 20 * 6)
            fight.undo()
    odds = fight.odds(SHOT)
    assert odds.probability("hit", "ogre") == hits
    assert odds.expected("damage", "ogre") == damage
    assert hits < duel(skills={"dexterity": 3}).odds(SHOT).probability("hit", "ogre")


def test_konflikt_a_fight_on_a_map_replays_to_the_same() -> None:
    fight = duel(HEDGE, MIRE)
    do(fight, move(6, 1))
    do(fight, {"do": "place", "places": {"ogre": [8, 2], "taren": [3, 1]}})
    act(fight, "taren", "attack", 14, 3, target="ogre", **{"with": BOW["name"]})
    again = play(fight.as_script())
    assert again.as_json() == fight.as_json()
    assert again.state.positions == fight.state.positions == {"taren": (3, 1), "ogre": (8, 2)}


PEOPLE = [creature(f"p{n}") for n in range(4)] + [ogre()]
spots = st.one_of(st.none(), st.tuples(st.integers(0, 8), st.integers(0, 6)))


@given(
    st.lists(spots, min_size=5, max_size=5),
    st.lists(st.tuples(st.integers(0, 4), spots), max_size=4),
)
@settings(max_examples=40, deadline=None)
def test_konflikt_13_whoever_is_put_down_where_each_pair_says_who_reaches_whom(
    first: list[Any], later: list[Any]
) -> None:
    ids = [one["id"] for one in PEOPLE]
    at: Any = {id: list(spot) for id, spot in zip(ids, first, strict=True) if spot}
    fight = on_map(*PEOPLE, ground=[WALL], height=8, **at)
    for who, spot in later:
        do(fight, {"do": "place", "places": {ids[who]: spot and list(spot)}})
    state = fight.state
    assert isinstance(state, Conflict)
    field, tokens = ground_of(state.battlefield), {id: token(state, id) for id in ids}
    for id, mine in tokens.items():
        expected = {
            other
            for other, theirs in tokens.items()
            if mine and theirs and state[id].side != state[other].side
            if reaches(theirs, mine, field)
        }
        assert set(state[id].reached_by) == expected
        assert len(state[id].reached_by) == len(expected)


def test_konflikt_13_a_long_reach_finds_somebody_large_from_afar() -> None:
    large = {**ogre(), "sheet": {**ogre()["sheet"], "size": 3}}
    people = creature("taren", reach=6), large
    fight = on_map(*people, width=40, height=9, taren=[8, 1], ogre=[0, 1])
    for x in range(30):
        do(fight, {"do": "place", "places": {"taren": [x + 8, 1], "ogre": [x, 1]}})
        assert fight.state["ogre"].reached_by == ["taren"], f"6 m away, at {x}"


# ---- behaviours


def by(policy: str, fight: Fight, actor: str = "taren") -> dict[str, Any] | None:
    command = POLICIES[policy].choose(fight.state, actor)
    return command.as_step() if command else None


def test_a_raider_goes_into_reach_around_what_stands_in_its_way() -> None:
    fence = {"kind": "wall", "points": [[4, 0], [4, 3]]}
    fight = duel(fence, taren=(3, 0), the_ogre=(5, 0))
    assert by("raider", fight) == move(4, 2), "through the gate"
    near = duel(fence, taren=(3, 2), the_ogre=(5, 1))
    step = by("raider", near)
    assert step is not None
    near.perform(step)
    assert near.state["ogre"].reached_by == ["taren"]
    assert by("raider", near) == {**BLOW, "with": SWORD["name"]}


def test_a_shooter_shoots_whom_it_sees_and_goes_where_it_does() -> None:
    assert by("shooter", duel()) == SHOT
    hidden = by("shooter", duel(WALL))
    assert hidden is not None
    assert hidden["action"] == "move"
    people = creature("taren"), creature("orc", "foes", hp=1), ogre()
    long = {"kind": "wall", "points": [[10, 0], [10, 6]]}
    fight = on_map(
        *people, ground=[long], width=14, height=12, taren=[4, 4], orc=[13, 0], ogre=[6, 6]
    )
    assert fight.state["taren"].reached_by == ["ogre"]
    away = by("shooter", fight)
    assert away is not None
    fight.perform(away)
    assert fight.state["taren"].reached_by == []
    shot = by("shooter", fight)
    assert shot is not None
    assert (shot["action"], shot["target"]) == ("attack", "ogre"), "the orc is behind the wall"


def test_a_supporter_comes_to_where_it_sees_somebody() -> None:
    fight = duel(WALL, taren=(3, 0))
    step = by("supporter", fight)
    assert step is not None
    assert step["action"] == "move"
    fight.perform(step)
    assert by("supporter", fight) == SHOT


@pytest.mark.parametrize(
    ("bow", "items", "expected"),
    [
        ({**BOW, "uses": 0}, [{"name": "Lektvar", "healing": "2k4"}], ["move"]),
        ({**BOW, "range": 4, "far": None}, [], ["move", "attack"]),
    ],
)
def test_konflikt_10_the_supporter_goes_to_where_it_can_shoot_from_or_strike(
    bow: dict[str, Any], items: list[Any], expected: list[str]
) -> None:
    taren = creature("taren", attacks=[bow], items=items)
    fight = on_map(taren, ogre(), taren=(0, 0), ogre=(8, 0))
    done = []
    while "taren" in fight.rules.to_act(fight.state) and fight.state.round == 1:
        command = POLICIES["supporter"].choose(fight.state, "taren")
        assert command is not None
        fight.perform(command.as_step(), lambda sides: sides, fight.rules.decide)
        done.append(command.action or command.do)
    assert done[:-1] == expected


SPEAR = {"name": "Kopí", "damage": "1k4", "range": 2}


@pytest.mark.parametrize(
    ("spear", "threatens"),
    [({}, True), ({"broken": True}, False), ({"needs_prowess": 1}, False)],
)
def test_konflikt_13_a_long_weapon_that_can_be_used_threatens_as_far_as_it_strikes(
    spear: dict[str, Any], threatens: bool
) -> None:
    taren = creature("taren", attacks=[SWORD, {**SPEAR, **spear}])
    fight = on_map(taren, creature("orc", "foes"), taren=(0, 0), orc=(2, 0))
    assert fight.state["orc"].reached_by == (["taren"] if threatens else [])
    assert fight.state["taren"].reached_by == []
    with pytest.raises(Refusal, match="distance: Dlouhý meč reaches 1 m"):
        fight.perform({**BLOW, "target": "orc"})


def test_konflikt_13_a_long_weapon_threatens_nobody_while_it_lies_on_the_ground() -> None:
    people = creature("taren", attacks=[SPEAR]), creature("orc", "foes")
    fight = on_map(*people, taren=(0, 0), orc=(2, 0))
    swap = {"doing": "swap", "item": "Kopí", "threatened": True}
    act(fight, "taren", "interact", 2, **swap)
    assert fight.state["orc"].reached_by == []
    act(fight, "taren", "interact", doing="pick_up", item="Kopí")
    assert fight.state["orc"].reached_by == ["taren"]


@pytest.mark.parametrize("spear", [{"improvised": True}, {"uses": 1}])
def test_konflikt_13_a_long_weapon_that_breaks_or_is_used_up_threatens_nobody_any_more(
    spear: dict[str, Any],
) -> None:
    people = creature("taren", attacks=[{**SPEAR, **spear}]), creature("orc", "foes")
    fight = on_map(*people, taren=(0, 0), orc=(2, 0))
    act(fight, "taren", "attack", 2, target="orc", with_="Kopí")
    assert fight.state["orc"].reached_by == []


def test_konflikt_7_the_guard_answers_with_what_reaches() -> None:
    taren = creature("taren", attacks=[{**SWORD, "damage": "2k8"}, SPEAR])
    fight = on_map(taren, creature("orc", "foes"), taren=(0, 0), orc=(6, 0))
    act(fight, "taren", "prepare", when="it comes near")
    act(fight, "orc", "move", to=[2, 0])
    answer = by("guard", fight)
    assert answer is not None
    assert answer["with"] == "Kopí"
    assert fight.perform({**answer, "dice": [2]})


def test_konflikt_13_who_stands_up_again_beside_somebody_threatens_them() -> None:
    people = creature("taren"), creature("orc", "foes"), ogre()
    fight = on_map(*people, taren=(0, 0), orc=(3, 0))
    do(fight, {"do": "edit", "combatant": "orc", "set": {"hp": 0}})
    do(fight, move(2, 0))
    do(fight, {"do": "edit", "combatant": "orc", "set": {"hp": 3}})
    assert fight.state["taren"].reached_by == ["orc"]


@pytest.mark.parametrize(("start", "end"), [((1, 0), (6, 0)), ((6, 0), (1, 0))])
def test_konflikt_7_who_goes_is_answered_where_the_move_begins_and_where_it_ends(
    start: tuple[int, int], end: tuple[int, int]
) -> None:
    people = creature("taren"), creature("orc", "foes")
    fight = on_map(*people, ground=[MIRE], taren=(0, 0), orc=start)
    act(fight, "taren", "prepare", when="it goes")
    do(fight, {"do": "edit", "combatant": "orc", "set": {"momentum": 20}})
    answer = {"do": "trigger", "actor": "taren", "target": "orc", "with": SWORD["name"]}
    do(fight, {**move(*end), "actor": "orc"})
    assert fight.rules.by_map(fight.state, "taren", answer)["distance"].value == 1
    fight.perform({**answer, "dice": [15, 4]})
    assert fight.state["orc"].hp == 6


def test_konflikt_7_a_later_act_is_answered_where_they_stand_now() -> None:
    people = creature("taren"), creature("orc", "foes")
    fight = on_map(*people, taren=(0, 0), orc=(1, 0))
    act(fight, "taren", "prepare", when="it goes")
    do(fight, {"do": "edit", "combatant": "orc", "set": {"momentum": 20}})
    do(fight, {**move(6, 0), "actor": "orc"})
    act(fight, "orc", "interact")
    with pytest.raises(Refusal, match="distance: Dlouhý meč reaches 1 m"):
        fight.perform({"do": "trigger", "actor": "taren", "target": "orc", "with": SWORD["name"]})


@pytest.mark.parametrize(("start", "end"), [((5, 0), (6, 3)), ((6, 3), (5, 0))])
def test_konflikt_7_who_goes_is_shot_at_where_there_is_less_cover(
    start: tuple[int, int], end: tuple[int, int]
) -> None:
    people = creature("taren"), creature("orc", "foes")
    fight = on_map(*people, ground=[HEDGE], taren=(0, 2), orc=start)
    act(fight, "taren", "prepare", when="it goes")
    do(fight, {**move(*end), "actor": "orc"})
    answer = {"do": "trigger", "actor": "taren", "target": "orc", "with": BOW["name"]}
    found = fight.rules.by_map(fight.state, "taren", answer)
    assert (found["modifiers.cover"].value, found["distance"].value) == ("clear", 5)


def test_konflikt_10_a_newcomer_behind_a_wall_is_not_in_sight_of_who_waits() -> None:
    people = creature("taren"), creature("orc", "foes")
    fight = on_map(*people, ground=[WALL], taren=(0, 0), orc=(9, 3))
    act(fight, "taren", "prepare", when="somebody comes")
    do(fight, {**move(8, 3), "actor": "orc"})
    do(fight, {"do": "join", "combatants": [{**creature("wolf", "foes"), "at": [6, 0]}]})
    answer = {"do": "trigger", "actor": "taren", "target": "wolf", "with": BOW["name"]}
    with pytest.raises(Refusal, match="the target has to be in sight"):
        fight.perform({**answer, "dice": [15, 4]})


def test_konflikt_13_a_move_that_names_no_place_leaves_nobody_who_stands_beside_on_the_map() -> (
    None
):
    fight = on_map(creature("taren"), creature("orc", "foes"), taren=(0, 0), orc=(1, 0))
    act(fight, "taren", "move", metres=2)
    assert fight.state["taren"].reached_by == ["orc"]
    assert fight.state["orc"].reached_by == ["taren"]


def test_konflikt_7_a_prepared_attack_is_asked_about_after_it_was_given_up() -> None:
    fight = duel()
    act(fight, "taren", "prepare", when="it comes near")
    answer = {"do": "trigger", "actor": "taren", "target": "ogre", "with": BOW["name"]}
    assert fight.rules.by_map(fight.state, "taren", answer)["distance"].value == 8
    given_up = fight.preview({"do": "pass", "actor": "taren"}).state
    assert fight.rules.by_map(given_up, "taren", answer) == {}
    with pytest.raises(Refusal):
        fight.search_odds(answer, state=given_up).whole()
