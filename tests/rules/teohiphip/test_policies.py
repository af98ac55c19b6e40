"""The published behaviours: what a figure does first, then, and when it is its turn to begin."""

from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.rules.contract import Command
from desktop.rules.teohiphip.policies import POLICIES
from tests.rules.steps import do
from tests.rules.teohiphip.bench import BATON, PILUM, RIFLE, activate, end_turn, fight_of, figure


def scene(attacks: list[Any], *, contact: bool = False, **house: Any) -> Fight:
    """Agent, on turn, against the hale Ala and the hurt Bogdan; maybe in contact with Ala."""
    fight = fight_of(
        figure("agent", "foes", 4, attacks=attacks),
        figure("ala", "players", 4),
        figure("bogdan", "players", 4, now=2),
        figure("crate", "players", 1, object=True),
        dice=[3] * 6,
        **house,
    )
    if contact:
        do(fight, {"do": "edit", "combatant": "agent", "set": {"engaged_with": ["ala"]}})
    activate(fight, "agent")
    return fight


def wants(fight: Fight, policy: str, actor: str = "agent") -> Command | None:
    return POLICIES[policy].choose(fight.state, actor)


def said(command: Command | None) -> tuple[str, ...]:
    """A command in short: its action, and whom it is aimed at with what."""
    if command is None:
        return ()
    step = command.as_step()
    aimed = [step["target"], step["with"]] if "target" in step else step.get("contact", [])
    return (command.action or command.do, *aimed)


def whole_turn(fight: Fight, policy: str) -> list[tuple[str, ...]]:
    """Everything a figure does in its activation, missing whatever it attacks."""
    done = []
    while fight.state.turn == "agent":
        command = wants(fight, policy)
        assert command is not None
        done.append(said(command))
        throw = [1, 1] if command.action == "attack" else []
        do(fight, command.as_step(), *throw)
    return done


@pytest.mark.parametrize(
    ("attacks", "contact", "turn"),
    [
        ([RIFLE, BATON], True, [("attack", "ala", "Pałka"), ("hunker",)]),
        ([RIFLE, BATON], False, [("attack", "bogdan", "Karabin"), ("hunker",)]),
        ([BATON], False, [("move", "bogdan"), ("attack", "bogdan", "Pałka")]),
        ([RIFLE], True, [("attack", "bogdan", "Karabin"), ("hunker",)]),
    ],
)
def test_agresywny_szturmowiec_strikes_else_shoots_else_closes_in(
    attacks: list[Any], contact: bool, turn: list[tuple[str, ...]]
) -> None:
    fight = scene(attacks, contact=contact)
    assert whole_turn(fight, "assault") == [*turn, ("end_turn",)]


def test_ochrona_keeps_down_and_loses_no_aim_until_it_is_threatened() -> None:
    assert whole_turn(scene([RIFLE, BATON]), "guard") == [("hunker",), ("end_turn",)]
    assert whole_turn(scene([RIFLE, BATON], contact=True), "guard") == [
        ("attack", "ala", "Pałka"),
        ("hunker",),
        ("end_turn",),
    ]


def test_ochrona_attacks_whoever_touches_its_own_side() -> None:
    fight = fight_of(
        figure("agent", "foes", 4),
        figure("shrine", "foes", 4, object=True),
        figure("ala", "players", 1),
        dice=[3],
    )
    activate(fight, "agent")
    do(fight, {"do": "edit", "combatant": "ala", "set": {"engaged_with": ["shrine"]}})
    assert said(wants(fight, "guard")) == ("attack", "ala", "Karabin")


def test_wsparcie_steps_back_and_shoots_the_weakest() -> None:
    assert whole_turn(scene([RIFLE, BATON], contact=True), "support") == [
        ("move",),
        ("attack", "bogdan", "Karabin"),
        ("end_turn",),
    ]
    assert whole_turn(scene([BATON]), "support") == [("hunker",), ("end_turn",)]


def test_drapieznik_runs_at_the_weakest_and_strikes_as_often_as_it_may() -> None:
    assert whole_turn(scene([BATON]), "predator") == [
        ("move", "bogdan"),
        ("attack", "bogdan", "Pałka"),
        ("end_turn",),
    ]
    twice = [("attack", "ala", "Pałka")] * 2
    assert whole_turn(scene([BATON], contact=True), "predator") == [*twice, ("end_turn",)]
    once = whole_turn(scene([BATON], contact=True, attacks_per_activation=1), "predator")
    assert once == [("attack", "ala", "Pałka"), ("end_turn",)]


def test_utrzymanie_linii_throws_what_it_has_and_holds() -> None:
    assert whole_turn(scene([BATON, PILUM]), "line") == [
        ("attack", "bogdan", "Pilum"),
        ("hunker",),
        ("end_turn",),
    ]
    assert whole_turn(scene([BATON, PILUM], contact=True), "line")[0] == ("attack", "ala", "Pałka")


@pytest.mark.parametrize(
    ("contact", "turn"),
    [(False, [("hunker",)]), (True, [("move",), ("hunker",)])],
)
def test_unikanie_walki_gets_away_and_never_attacks(
    contact: bool, turn: list[tuple[str, ...]]
) -> None:
    fight = scene([RIFLE, BATON], contact=contact)
    assert whole_turn(fight, "avoid") == [*turn, ("end_turn",)]


@pytest.mark.parametrize("policy", POLICIES)
def test_every_behaviour_begins_its_own_activation_and_no_other(policy: str) -> None:
    fight = fight_of(figure("agent", "foes"), figure("ala", hp=1), dice=[3])
    assert said(wants(fight, policy)) == ("activate",)
    assert wants(fight, policy, "ala") is None
    activate(fight, "agent")
    assert wants(fight, policy, "ala") is None
    end_turn(fight)
    assert wants(fight, policy) is None


@pytest.mark.parametrize("policy", POLICIES)
def test_no_behaviour_attacks_when_nobody_is_left(policy: str) -> None:
    fight = fight_of(figure("agent", "foes"), figure("ala", hp=1), dice=[3])
    do(fight, {"do": "edit", "combatant": "ala", "set": {"hp": 0}})
    activate(fight, "agent")
    assert "attack" not in {turn[0] for turn in whole_turn(fight, policy)}


def test_a_fight_suggests_what_the_behaviour_of_whoever_is_next_would_do() -> None:
    agent = {**figure("agent", "foes", attacks=[RIFLE]), "policy": "assault"}
    fight = fight_of(agent, figure("ala", hp=1), dice=[3])
    assert fight.suggest() == {"do": "activate", "actor": "agent"}
    activate(fight, "agent")
    assert fight.suggest() == {
        "do": "act",
        "actor": "agent",
        "action": "attack",
        "target": "ala",
        "with": "Karabin",
    }
    end_turn(fight)
    assert fight.suggest() is None


def test_teohiphip_20_behaviours_attack_whom_they_can_hurt_as_long_as_there_is_one() -> None:
    fight = scene([RIFLE, BATON])
    give = {"do": "effect", "name": "Pancerz", "changes": {"armour": 2}}
    do(fight, {**give, "combatants": ["bogdan"]})
    assert said(wants(fight, "assault")) == ("attack", "ala", "Karabin")
    assert said(wants(fight, "predator")) == ("move", "ala")
    do(fight, {"do": "edit", "combatant": "agent", "set": {"engaged_with": ["ala", "bogdan"]}})
    assert said(wants(fight, "line")) == ("attack", "ala", "Pałka")
    do(fight, {**give, "combatants": ["ala"]})
    assert said(wants(fight, "line")) == ("attack", "bogdan", "Pałka")
    do(fight, {**give, "combatants": ["ala", "bogdan"], "changes": {"armour": 1}})
    do(fight, {"do": "edit", "combatant": "bogdan", "set": {"hunkered": True}})
    assert said(wants(fight, "line")) == ("attack", "ala", "Pałka")


def test_teohiphip_13_17_who_has_one_die_attacks_in_the_open_or_aims_at_who_keeps_down() -> None:
    clumsy = {**RIFLE, "disadvantage": True}
    fight = scene([clumsy])
    keeps_down = {"do": "edit", "combatant": "bogdan", "set": {"hunkered": True}}
    do(fight, keeps_down)
    assert said(wants(fight, "assault")) == ("attack", "ala", "Karabin")
    do(fight, {**keeps_down, "combatant": "ala"})
    assert whole_turn(fight, "assault") == [
        ("aim",),
        ("attack", "bogdan", "Karabin"),
        ("end_turn",),
    ]


def test_teohiphip_13_17_who_strikes_with_one_die_aims_at_who_keeps_down() -> None:
    fight = scene([{**BATON, "disadvantage": True}], contact=True)
    do(fight, {"do": "edit", "combatant": "ala", "set": {"hunkered": True}})
    assert whole_turn(fight, "predator")[:2] == [("aim",), ("attack", "ala", "Pałka")]
    armoured = {"do": "effect", "name": "Pancerz", "changes": {"armour": 1}}
    fight = scene([{**BATON, "disadvantage": True}], contact=True)
    do(fight, {"do": "edit", "combatant": "ala", "set": {"hunkered": True}})
    do(fight, {**armoured, "combatants": ["ala"]})
    assert said(wants(fight, "predator")) == ("attack", "ala", "Pałka"), "aiming would not help"
