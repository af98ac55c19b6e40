"""Whom the players know, what they have seen of the map, and what is done to both by hand."""

from random import Random
from typing import Any

import pytest

from desktop.encounter.fight import Fight, resume, start
from desktop.encounter.players_view import PlayersView, Wanted, players_view
from desktop.encounter.playout import bare_script, thrower
from desktop.rules import systems
from desktop.rules.display import badge
from desktop.rules.table import Refusal
from desktop.rules.text import Text, joined
from tests.players import says
from tests.rules.konflikt.bench import BURNING, by_hand, creature, ogre
from tests.rules.konflikt.bench import fight_of as konflikt_fight
from tests.rules.walka.bench import edit
from tests.rules.walka.bench import fight_of as walka_fight

WALLS = [
    {"kind": "door", "points": [[10, 8], [10, 12]]},
    {"kind": "wall", "points": [[10, 0], [10, 8]]},
    {"kind": "wall", "points": [[10, 12], [10, 20]]},
]
BOX = [[11, 1], [19, 1], [19, 19], [11, 19], [11, 1]]


def person(id: str, name: str, side: str = "foes", **at: Any) -> dict[str, Any]:
    return {"id": id, "side": side, "sheet": {"name": name}, **at}


def begun(*others: dict[str, Any], walls: Any = None) -> Fight:
    """Ama, and others; with walls on a map that a wall with a door in it divides."""
    script: dict[str, Any] = {"format": "fight/1", "system": "boj", "seed": 1}
    ama = person("ama", "Ama", "players")
    if walls is not None:
        ama["at"] = [3, 10]
        script["map"] = {"width": 20, "height": 20, "ground": walls}
    fight = start({**script, "combatants": [ama, *others]})
    cards = iter((37, 2, 3, 4, 5))  # Ama draws the highest
    fight.perform({"do": "begin"}, lambda _: next(cards))
    return fight


def names(fight: Fight) -> list[str]:
    return sorted(one.name for one in players_view(fight).people)


def does(fight: Fight, **step: Any) -> PlayersView:
    fight.perform(step)
    return players_view(fight)


# ---- whom they know


def test_before_the_fight_there_is_the_party_alone() -> None:
    fight = start(begun(person("bandit", "Bandit")).as_script())
    assert [one.name for one in players_view(fight).people] == ["Ama"]


def test_somebody_hidden_is_not_there_and_leaves_no_gap_among_the_numbers() -> None:
    people = (person(f"bandit-{n}", f"Bandit {n}") for n in (1, 2, 3))
    fight = begun(*people)
    assert names(fight) == ["Ama", "Bandit 1", "Bandit 2", "Bandit 3"]
    does(fight, do="let_know", combatant="bandit-2", hidden=True)
    assert names(fight) == ["Ama", "Bandit 1", "Bandit 2"]
    does(fight, do="let_know", combatant="bandit-2", hidden=False)
    assert names(fight) == ["Ama", "Bandit 1", "Bandit 2", "Bandit 3"]
    fight.undo()
    assert names(fight) == ["Ama", "Bandit 1", "Bandit 2"]


def test_somebody_is_called_as_the_players_know_it_until_the_name_is_told() -> None:
    fight = begun(person("baron", "The Baron"))
    view = does(fight, do="let_know", combatant="baron", known_as="a masked man")
    masked = next(one for one in view.people if one.side)
    assert (masked.name, masked.portrait) == ("a masked man", "")
    assert masked.condition == "unhurt"
    view = does(fight, do="let_know", combatant="baron", known_as="")
    assert next(one for one in view.people if one.side).name == "The Baron"


@pytest.mark.parametrize("system", systems())
def test_the_sheet_says_by_which_name_the_players_know_somebody(system: str) -> None:
    script = bare_script(system)
    foe = next(one for one in script["combatants"] if one["side"] != "players")
    foe["sheet"] = {**foe["sheet"], "name": "The Baron", "known_as": "a masked man"}
    fight = start(script)
    fight.perform({"do": "begin"}, thrower(Random(1)), fight.rules.decide)
    assert "a masked man" in names(fight)
    does(fight, do="let_know", combatant=foe["id"], known_as="")
    assert "The Baron" in names(fight)


def test_while_somebody_hidden_acts_who_acted_before_seems_to_act() -> None:
    fight = begun(person("bandit", "Bandit"))
    assert fight.state.turn == "ama"
    does(fight, do="let_know", combatant="bandit", hidden=True)
    before = [one.standing for one in players_view(fight).people]
    option = next(o for o in fight.options() if o.main and not o.why_not)
    view = does(fight, **option.as_step())
    assert fight.state.turn == "bandit"
    assert [one.standing for one in view.people] == before == ["active"]


def test_numbers_of_an_enemy_are_shown_where_the_game_master_ticks_it() -> None:
    fight = begun(person("bandit", "Bandit"))
    view = players_view(fight, Wanted(players="nothing"))
    assert not any(one.vitals for one in view.people)
    does(fight, do="let_know", combatant="bandit", numbers=True)
    bandit = next(one for one in players_view(fight).people if one.side)
    assert [vital.kind for vital in bandit.vitals] == ["bar"]


def test_what_is_told_of_somebody_names_nobody_whom_the_players_do_not_know(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fight = begun(person("bandit", "Bandit"), person("baron", "The Baron"))
    worn = [
        badge("held", Text("held by: {name}", name="The Baron"), native="v držení: The Baron"),
        badge("told", Text("{line}", line=joined(["Bandit", "The Baron"]))),
        badge("guard", Text("guard {number}", number=3)),
        badge("down", Text("lies down")),
    ]
    monkeypatch.setattr(type(fight.rules), "own_badges", lambda *_: worn)

    def told() -> list[tuple[str, ...]]:
        bandit = next(one for one in players_view(fight).people if one.name == "Bandit")
        return [(str(vital.text), vital.native) for vital in bandit.badges]

    assert ("held by: The Baron", "v držení: The Baron") in told()
    does(fight, do="let_know", combatant="baron", known_as="a masked man")
    assert told() == [("held by: a masked man", "v držení: a masked man"), ("lies down", "")]
    does(fight, do="let_know", combatant="baron", hidden=True)
    assert told() == [("lies down", "")]


@pytest.mark.parametrize("side", ["taren", "ogre"])
def test_konflikt_2_effects_are_seen_by_their_name(side: str) -> None:
    fight = konflikt_fight(creature("taren"), ogre())
    by_hand(fight, side, effects=[BURNING, {"name": "Spánek", "helpless": True}])
    person = next(one for one in players_view(fight).people if one.name == side.capitalize())
    assert {"Hoření", "Spánek"} <= {str(vital.text) for vital in person.badges}
    does(fight, do="effect", combatants=[side], name="Kletba", secret=True)
    assert not says(players_view(fight), "Kletba")


def test_walka_53_effects_are_seen_by_their_name_and_a_word_of_the_game_master_too() -> None:
    fight = walka_fight()
    afflictions = [{"kind": "choking", "left": 12}]
    edit(fight, "pirat", afflictions=afflictions, effects=["zatruty"])
    pirate = next(one for one in players_view(fight).people if one.name == "Pirat")
    assert [str(vital.text) for vital in pirate.badges] == ["zatruty", "choking"]


def test_a_step_that_lets_nothing_know_is_refused() -> None:
    with pytest.raises(Refusal, match="hidden: needs hidden, known_as or numbers"):
        begun().perform({"do": "let_know", "combatant": "ama"})


# ---- what they see


def test_a_foe_behind_a_closed_door_is_met_when_it_opens() -> None:
    fight = begun(person("bandit", "Bandit", at=[17, 10]), walls=WALLS)
    assert names(fight) == ["Ama"]
    view = does(fight, do="door", door=0, open=True)
    assert names(fight) == ["Ama", "Bandit"]
    assert view.map
    assert len(view.map.tokens) == 2
    view = does(fight, do="door", door=0, open=False)
    assert names(fight) == ["Ama", "Bandit"]
    assert view.map
    assert len(view.map.tokens) == 1


def test_a_door_is_a_wall_to_the_rules_until_it_is_open() -> None:
    fight = begun(person("bandit", "Bandit", at=[17, 10]), walls=WALLS)
    assert not fight.rules.sees(fight.state, "ama", "bandit")
    assert "a wall stands between them" in _notes(fight)
    does(fight, do="door", door=0, open=True)
    assert fight.rules.sees(fight.state, "ama", "bandit")
    assert "a wall stands between them" not in _notes(fight)


def _notes(fight: Fight) -> list[Any]:
    """What stands beside the choices of an attack."""
    attack = next(o for o in fight.options() if (o.actor, o.action) == ("ama", "attack"))
    return [choice.note for field in fight.parameters(attack) for choice in field.choices]


def test_a_foe_that_the_game_master_moves_uncovers_nothing() -> None:
    fight = begun(person("bandit", "Bandit", at=[17, 10]), walls=WALLS)
    before = players_view(fight).map
    assert does(fight, do="place", places={"bandit": [15, 3]}).map == before
    assert does(fight, do="place", places={"bandit": None}).map == before


def test_all_of_the_party_see_and_what_was_seen_stays_dimmed() -> None:
    fight = begun(person("bo", "Bo", "players", at=[17, 3]), walls=WALLS)
    view = players_view(fight).map
    assert view
    assert len(view.seen) == len(view.before) == 2
    view = does(fight, do="place", places={"bo": [17, 17]}).map
    assert view
    assert (len(view.seen), len(view.before)) == (2, 3)
    fight.undo()
    view = players_view(fight).map
    assert view
    assert len(view.before) == 2


def test_what_is_shown_and_hidden_by_hand_holds_over_what_they_see() -> None:
    fight = begun(person("bandit", "Bandit", at=[17, 10]), walls=WALLS)
    does(fight, do="fog", how="reveal", outline=BOX)
    assert names(fight) == ["Ama", "Bandit"]
    view = does(fight, do="fog", how="hide").map
    assert view
    assert [token.at for token in view.tokens] == [(3, 10)]
    view = does(fight, do="fog", how="sight").map
    assert view
    assert view.fog == ()
    with pytest.raises(Refusal, match="outline: needs an outline whose last point is its first"):
        fight.perform({"do": "fog", "how": "hide", "outline": BOX[:-1]})
    with pytest.raises(Refusal, match="door: there is no 1"):
        fight.perform({"do": "door", "door": 1})


def test_a_measured_line_is_shown_where_both_its_ends_are_seen() -> None:
    fight = begun(walls=WALLS)
    inside = players_view(fight, measured=[(3, 3), (8, 3)]).map
    behind = players_view(fight, measured=[(3, 3), (15, 3)]).map
    assert inside
    assert behind
    assert (inside.measured, behind.measured) == (((3, 3), (8, 3)), ())


def test_what_the_players_know_comes_back_with_the_fight() -> None:
    fight = begun(person("bandit", "Bandit", at=[17, 10]), walls=WALLS)
    does(fight, do="fog", how="reveal", outline=BOX)
    does(fight, do="let_know", combatant="bandit", known_as="a masked man")
    does(fight, do="place", places={"ama": [5, 15]})
    header = {**fight.as_script(), "steps": [], "dice": []}
    again = resume(header, [*fight.journal], None)
    assert players_view(again) == players_view(fight)


def test_a_blast_is_shown_around_its_target_where_that_is_seen() -> None:
    """In each system that has such a thing: its middle, and how far it reaches."""
    grenade = {"name": "Граната", "skill": "throwing", "lethality": 40, "radius": 5}
    fight = begun(person("bandit", "Bandit", at=[7, 10]), walls=WALLS)
    script = fight.as_script()
    script["combatants"][0]["sheet"]["weapons"] = [grenade]
    thrown = start({**script, "steps": [], "dice": []})
    step = {"do": "act", "actor": "ama", "action": "attack", "target": "bandit"}
    assert thrown.rules.blast(thrown.state, step) == ((7, 10), 5.0)
    assert thrown.rules.blast(thrown.state, {**step, "mode": "single"}) is None
    flask = {"name": "Oheň", "damage": "1k6", "area": 2}
    people = [
        {"id": "mág", "side": "players", "at": [1, 1], "sheet": {"name": "Mág", "spells": [flask]}},
        {"id": "obr", "side": "foes", "at": [5, 5], "sheet": {"name": "Obr", "size": 2}},
    ]
    field = {"width": 20, "height": 20}
    header = {"format": "fight/1", "system": "konflikt", "combatants": people, "map": field}
    cast = start(header)
    step = {"do": "act", "actor": "mág", "action": "cast", "target": "obr"}
    assert cast.rules.blast(cast.state, step) == ((6.0, 6.0), 3.0)


def test_a_bar_of_nothing_is_told_in_words() -> None:
    people = [person("a", "Ama", "players"), person("b", "Bo")]
    fight = start({"format": "fight/1", "system": "walka", "combatants": people})
    fight.perform({"do": "begin"}, thrower(Random(1)), fight.rules.decide)
    wound = {"location": "torso", "level": "heavy"}
    for wounds, words in (([], "unhurt"), ([wound], "badly hurt")):
        fight.perform({"do": "edit", "combatant": "a", "set": {"wounds": wounds}})
        ama = next(one for one in players_view(fight).people if one.name == "Ama")
        assert not ama.vitals
        assert ama.condition == words
