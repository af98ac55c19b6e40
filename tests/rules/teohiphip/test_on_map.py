"""What the map fills in, in a skirmish (teohiphip-6, 7, 9 to 11, 21)."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight, play, start
from desktop.rules.table import Refusal
from desktop.rules.teohiphip.on_map import free_places_at
from desktop.rules.teohiphip.policies import POLICIES
from desktop.rules.teohiphip.sheet import Attack
from tests.rules.maps import block, radii
from tests.rules.steps import act, do
from tests.rules.teohiphip.bench import activate, figure, skirmish

WALL = {"kind": "wall", "points": [[10, 0], [10, 10]]}
BUSH = {"kind": "partial", "points": [[10, 0], [10, 10]]}
MIRE = {"kind": "difficult", "points": [[6, 0], [8, 0], [8, 30], [6, 30], [6, 0]]}


def rocks(right: float) -> dict[str, Any]:
    """Something solid of 1″, up to there."""
    left = right - 1
    return {"kind": "full", "points": [[left, 0], [right, 0], [right, 9], [left, 9], [left, 0]]}


def on_map(*ground: Any, ola: Any = (5, 5), orc: Any = (20, 5), others: Any = ()) -> Fight:
    """Ola, who is activated, and an orc on a table of 40 × 30 inches."""
    people = [
        {**figure("ola"), "at": list(ola)},
        {**figure("orc", "foes"), "at": list(orc)},
        *others,
    ]
    fight = start(
        {
            "format": "fight/1",
            "system": "teohiphip",
            "house_rules": {"order": "fixed"},
            "combatants": people,
            "map": {"width": 40, "height": 30, "ground": list(ground)},
        }
    )
    do(fight, {"do": "begin"}, *[1] * 4 * sum(one["side"] == "players" for one in people))
    activate(fight, "ola")
    return fight


def test_teohiphip_11_who_supports_from_the_rear_comes_into_range_and_shoots() -> None:
    fight = on_map(orc=(31.5, 5))
    done = []
    while fight.state.turn == "ola":
        command = POLICIES["support"].choose(fight.state, "ola")
        assert command is not None
        done.append(command.action or command.do)
        do(fight, command.as_step(), *([1, 1] if command.action == "attack" else []))
    assert done == ["move", "attack", "end_turn"]
    assert fight.state.positions["ola"][0] == pytest.approx(7.5)


SHOT = {"do": "act", "actor": "ola", "action": "attack", "target": "orc", "with": "Karabin"}


def known(fight: Fight, step: Any = SHOT) -> dict[str, Any]:
    found = fight.rules.by_map(fight.state, "ola", step)
    return {path: one.value for path, one in found.items()}


def move(*to: float, action: str = "move", **more: Any) -> dict[str, Any]:
    return {"do": "act", "actor": "ola", "action": action, "to": list(to), **more}


def test_teohiphip_11_range_is_from_base_to_base_and_half_inches_count_whole() -> None:
    assert known(on_map())["distance"] == 14
    assert known(on_map(orc=(20.2, 5)))["distance"] == 15
    why = on_map().rules.by_map(on_map().state, "ola", SHOT)["distance"].why
    assert str(why).endswith("″ on the map")
    assert " ″" not in str(why)
    with pytest.raises(Refusal, match="distance: 28″ is out of range, Karabin reaches 24″"):
        on_map(orc=(34, 5)).perform(SHOT)
    said = {**SHOT, "distance": 20, "dice": [1, 1], "answers": "default"}
    assert on_map(orc=(34, 5)).perform(said), "what is said stands"


@pytest.mark.parametrize(("at", "note"), [((34, 5), "out of reach now"), ((20, 5), "")])
def test_teohiphip_11_who_is_out_of_range_is_said_to_be_where_a_target_is_chosen(
    at: tuple[int, int], note: str
) -> None:
    fight = on_map(orc=at)
    shot = next(option for option in fight.options() if option.action == "attack")
    target = next(field for field in fight.parameters(shot) if field.id == "target")
    assert [str(c.note) for c in target.choices if c.value == "orc"] == [note]


@pytest.mark.parametrize(("typed", "note"), [(20, ""), (30, "out of reach now")])
def test_teohiphip_11_a_distance_typed_by_hand_says_who_is_in_reach(typed: int, note: str) -> None:
    fight = on_map(orc=(34, 5))
    shot = next(option for option in fight.options() if option.action == "attack")
    fields = fight.parameters(shot, {"target": "orc", "distance": typed})
    (target,) = (field for field in fields if field.id == "target")
    assert [str(c.note) for c in target.choices if c.value == "orc"] == [note]


def test_teohiphip_9_walls_and_figures_block_the_line_of_sight() -> None:
    assert "line_of_sight" not in known(on_map())
    with pytest.raises(Refusal, match="line_of_sight: no line of sight"):
        on_map(WALL).perform(SHOT)
    friend = {**figure("ada"), "at": [12, 5.3]}
    fight = on_map(others=[friend])
    found = fight.rules.by_map(fight.state, "ola", SHOT)["line_of_sight"]
    assert found.value is False
    assert str(found.why) == "Ada stands between them"
    shot = next(option for option in fight.options() if option.action == "attack")
    target = next(field for field in fight.parameters(shot) if field.id == "target")
    notes = {str(choice.value): str(choice.note) for choice in target.choices}
    assert notes["orc"] == "Ada stands between them", "and it is said where a target is chosen"
    aside = {**figure("ada"), "at": [12, 6.2]}
    assert "line_of_sight" not in known(on_map(others=[aside]))


def test_teohiphip_9_something_light_conceals_and_10_something_solid_near_covers() -> None:
    assert known(on_map(BUSH))["modifiers.concealed"] is True
    assert "modifiers.cover" not in known(on_map(BUSH))
    assert known(on_map(rocks(19)))["modifiers.cover"] is True
    far = on_map(rocks(12)).rules.by_map(on_map(rocks(12)).state, "ola", SHOT)["modifiers.cover"]
    assert far.value is False, "10: within about 1″ of the orc"
    assert str(far.why) == "something solid stands between them, too far before the target"
    assert on_map(rocks(12)).odds(SHOT).as_json() == on_map().odds(SHOT).as_json()


def test_teohiphip_odds_by_the_map_are_the_odds_of_what_is_said() -> None:
    fight = on_map(BUSH, rocks(19))
    modifiers = {"concealed": True, "cover": True}
    said = {**SHOT, "distance": 14, "modifiers": modifiers}
    assert fight.odds(SHOT).as_json() == fight.odds(said).as_json()
    open_field = {**SHOT, "modifiers": {"concealed": False, "cover": False}}
    assert fight.odds(open_field).as_json() == on_map().odds(SHOT).as_json()


def test_teohiphip_6_a_move_goes_straight_within_the_speed() -> None:
    fight = on_map()
    do(fight, move(10.5, 5))
    assert fight.state.positions["ola"] == (10.5, 5)
    assert skirmish(fight)["ola"].ap == 1
    with pytest.raises(Refusal, match="inches: 7″ of speed needed, Ola has 6″"):
        fight.perform(move(17.5, 5))


def test_teohiphip_6_a_longer_way_is_a_full_move() -> None:
    fight = on_map()
    rules, state = fight.rules, fight.state
    near, far = rules.go_to(state, "ola", (8, 5)), rules.go_to(state, "ola", (14, 5))
    assert near
    assert far
    assert (near.action, far.action) == ("move", "full_move")
    assert radii(fight, "ola") == [(6.0, 1), (12.0, 2)]
    do(fight, move(14, 5, action="full_move"))
    assert radii(fight, "ola") == []


def test_teohiphip_7_difficult_ground_on_the_way_counts_twice() -> None:
    fight = on_map(MIRE)
    assert known(fight, move(9, 5)) == {"inches": 4, "difficult": 2, "contact": []}
    with pytest.raises(Refusal, match="8″ of speed needed"):
        fight.perform(move(11, 5))


def test_teohiphip_7_one_mire_after_another_is_as_difficult_as_both() -> None:
    further = {"kind": "difficult", "points": [[9, 0], [10, 0], [10, 30], [9, 30], [9, 0]]}
    over = {"kind": "difficult", "points": [[7, 0], [9, 0], [9, 30], [7, 30], [7, 0]]}
    assert known(on_map(MIRE, further), move(11, 5))["difficult"] == 3
    assert known(on_map(MIRE, further, over), move(11, 5))["difficult"] == 4, "and once, not twice"


def test_teohiphip_6_nobody_goes_through_a_wall_but_by_a_way_that_is_said() -> None:
    fight = on_map(WALL, ola=(9, 5))
    with pytest.raises(Refusal, match="to: a wall stands in the way"):
        fight.perform(move(11, 5))
    assert fight.perform(move(11, 5, inches=6))


def test_teohiphip_21_contact_follows_from_where_they_stand() -> None:
    fight = on_map(orc=(12, 5))
    assert skirmish(fight)["ola"].engaged_with == []
    do(fight, move(10.5, 5))
    assert skirmish(fight)["orc"].engaged_with == ["ola"]
    do(fight, {"do": "place", "places": {"orc": [20, 5]}})
    assert skirmish(fight)["ola"].engaged_with == []
    do(fight, {"do": "place", "places": {"orc": [11.5, 5]}})
    assert skirmish(fight)["ola"].engaged_with == ["orc"]
    do(fight, move(6, 5))
    assert skirmish(fight)["orc"].engaged_with == []


def test_teohiphip_21_a_blow_needs_contact_on_the_map() -> None:
    with pytest.raises(Refusal, match="distance: 14″ is out of range, Pałka reaches 1″"):
        on_map().perform({**SHOT, "with": "Pałka"})


def test_teohiphip_21_contact_set_by_hand_holds_however_far_the_map_says() -> None:
    fight = on_map()
    fight.perform({"do": "edit", "combatant": "ola", "set": {"engaged_with": ["orc"]}})
    assert fight.preview({**SHOT, "with": "Pałka"}).question


def test_teohiphip_a_fight_on_a_map_replays_to_the_same() -> None:
    fight = on_map(BUSH)
    do(fight, move(8, 5))
    act(fight, "ola", "attack", 1, target="orc", with_="Karabin", answers={"swap": []})
    again = play(fight.as_script())
    assert again.as_json() == fight.as_json()
    assert again.state.positions == fight.state.positions


@pytest.mark.parametrize(
    ("orc", "weapon"), [((20, 5), "Karabin"), ((6, 5), "Pałka"), ((38, 5), "Pałka")]
)
def test_teohiphip_11_the_weapon_that_is_meant_reaches_the_nearest_enemy(
    orc: tuple[float, float], weapon: str
) -> None:
    """Where none reaches it is the first."""
    met = on_map(orc=orc)
    weapons = [Attack(name="Pałka", kind="melee"), Attack(name="Karabin", range=24)]
    ola = met.state.take("ola")
    ola.sheet = ola.sheet.model_copy(update={"attacks": weapons})
    (option,) = (o for o in met.options() if (o.actor, o.action) == ("ola", "attack"))
    (field,) = (f for f in met.parameters(option) if f.id == "with")
    assert field.default == weapon


def test_teohiphip_6_where_one_can_go_counts_the_ap_of_an_effect_before_the_activation() -> None:
    fight = on_map()
    do(fight, {"do": "end_turn"})
    do(fight, {"do": "effect", "combatants": ["orc"], "name": "Szok", "changes": {"ap": -1}})
    assert radii(fight, "orc") == [(6.0, 1)]


def test_teohiphip_21_nobody_is_in_contact_through_a_wall() -> None:
    fight = on_map(WALL, ola=(9.2, 5), orc=(10.8, 5))
    state = skirmish(fight)
    assert state["ola"].engaged_with == []
    with pytest.raises(Refusal, match="target: a wall stands between them"):
        fight.perform({**SHOT, "with": "Pałka"})
    assert known(fight, move(9.2, 6))["contact"] == []
    assert all(at[0] > 10 for at in free_places_at(state, state["ola"], state["orc"]))
    do(fight, {"do": "edit", "combatant": "ola", "set": {"engaged_with": ["orc"]}})
    do(fight, {**SHOT, "with": "Pałka"}, 1, 1)


@pytest.mark.parametrize(("at", "used"), [((6.5, 5), 0), ((10, 5), 1), ((15, 5), 2)])
def test_teohiphip_11_of_one_name_a_knife_cuts_in_contact_and_flies_out_of_it(
    at: Any, used: int
) -> None:
    knives: Any = [
        {"name": "Nóż", "kind": "melee"},
        {"name": "Nóż", "kind": "ranged", "range": 6, "thrown": True},
        {"name": "Nóż", "kind": "ranged", "range": 12},
    ]
    thug = {**figure("thug", "foes", attacks=knives), "at": list(at)}
    fight = on_map(orc=(39, 29), others=[thug])
    do(fight, {"do": "end_turn"})
    activate(fight, "thug")
    command = POLICIES["assault"].choose(fight.state, "thug")
    assert command
    do(fight, command.as_step(), 1, 1)
    assert skirmish(fight)["thug"].uses == {used: 1}


def test_teohiphip_15_ofiara_is_for_an_ally_in_contact() -> None:
    ada: Any = {**figure("ada", "players", 4, now=2), "at": [16, 5]}
    ivy: Any = {**figure("ivy", "players", 4, now=2), "at": [18, 5]}
    one = {**figure("ola", "players", 4, "Ofiara"), "at": [14.5, 5]}
    fight = start(
        {
            "format": "fight/1",
            "system": "teohiphip",
            "house_rules": {"order": "fixed"},
            "combatants": [one, ada, ivy, {**figure("orc", "foes"), "at": [30, 5]}],
            "map": {"width": 40, "height": 30, "ground": []},
        }
    )
    do(fight, {"do": "begin"}, *[1] * 8)
    activate(fight, "ola")
    trait = next(o for o in fight.turn_options() if o.action == "use_trait")
    (field,) = (f for f in fight.parameters(trait, {"trait": "Ofiara"}) if f.id == "target")
    said = {choice.value: choice.why_not for choice in field.choices}
    assert said == {"ada": None, "ivy": "not in contact"}
    with pytest.raises(Refusal, match="target: Ivy is not in contact"):
        act(fight, "ola", "use_trait", trait="Ofiara", target="ivy")
    act(fight, "ola", "use_trait", trait="Ofiara", target="ada")
    assert skirmish(fight)["ada"].hp == 3
    do(fight, {"do": "place", "places": {"ada": [18, 6]}})
    option = next(o for o in fight.turn_options() if o.action == "use_trait")
    assert str(option.why_not) == "Ofiara: no ally whom it would help"


def test_teohiphip_21_who_went_over_and_is_put_elsewhere_is_not_in_contact_any_more() -> None:
    fight = on_map(orc=(6.5, 5))
    assert skirmish(fight)["ola"].engaged_with == ["orc"]
    do(fight, {"do": "change_side", "combatant": "orc", "side": "players"})
    do(fight, {"do": "place", "places": {"orc": [20, 5]}})
    assert skirmish(fight)["ola"].engaged_with == skirmish(fight)["orc"].engaged_with == []


def test_teohiphip_21_who_is_raised_is_in_contact_with_the_enemy_who_stands_there() -> None:
    fight = on_map(orc=(6.5, 5))
    for hp, contact in ((0, []), (2, ["ola"])):
        do(fight, {"do": "edit", "combatant": "orc", "set": {"hp": hp}})
        assert skirmish(fight)["orc"].engaged_with == contact


def test_teohiphip_11_a_name_is_offered_first_if_any_attack_of_that_name_reaches() -> None:
    attacks: Any = [
        {"name": "Nóż", "kind": "ranged", "range": 12},
        {"name": "Karabin", "kind": "ranged", "range": 24},
        {"name": "Nóż", "kind": "melee"},
    ]
    fight = on_map(others=[{**figure("thug", "foes", attacks=attacks), "at": [13, 5]}])
    do(fight, {"do": "end_turn"})
    activate(fight, "thug")
    attack = next(o for o in fight.turn_options() if o.action == "attack")
    (weapon,) = (field for field in fight.parameters(attack) if field.id == "with")
    assert weapon.default == "Nóż"


@pytest.mark.parametrize("away", [1.0, 1.5, 6.0])
def test_teohiphip_10_what_lies_under_half_a_base_is_not_before_the_target(away: float) -> None:
    """The target stands with a half of its base on a block, at its corner."""
    corner = block("full", 19.6, 5.1, 24, 9)
    assert "modifiers.cover" not in known(on_map(corner, ola=(20 - away, 5)))
    ahead = block("full", 19.2, 5.1, 24, 9)
    assert known(on_map(ahead, ola=(14, 5)))["modifiers.cover"] is True, "a half is behind it"
    assert known(on_map(rocks(19.8), ola=(14, 5)))["modifiers.cover"] is True, "close up to it"
    under = block("full", 19.6, 1, 24, 9)
    assert known(on_map(under, ola=(20 - away, 5)))["modifiers.cover"] is True, "and upon it"


def test_teohiphip_10_what_the_attacker_stands_on_is_not_before_the_target() -> None:
    aside = block("full", 15, 5.05, 19.4, 9)
    assert "modifiers.cover" not in known(on_map(aside, ola=(19, 5)))


def test_teohiphip_8_who_gets_over_has_to_be_put_there_on_the_map() -> None:
    """Who has broken away is not struck from where it stood: a move back comes first (21)."""
    fight = on_map(ola=(5, 5), orc=(6.8, 5))
    assert skirmish(fight)["ola"].engaged_with == ["orc"]
    lines = act(fight, "ola", "climb", 5, 1, answers={"swap": []})
    assert str(lines[-1].text) == "Ola gets over, move the token there"
    do(fight, {"do": "end_turn"})
    activate(fight, "orc")
    with pytest.raises(Refusal, match="not in contact, move there first: Ola"):
        act(fight, "orc", "attack", target="ola", with_="Pałka", distance=1)
    command = POLICIES["predator"].choose(fight.state, "orc")
    assert command
    assert command.action == "move"
