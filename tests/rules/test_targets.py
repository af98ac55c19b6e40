"""Whom one can aim at: in the order in which they are wanted, and no sentence names a crowd."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from desktop.encounter.fight import Fight, start
from desktop.encounter.playout import decider, thrower
from desktop.rules import systems
from desktop.rules.cast import gone, targets
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Refusal
from desktop.rules.text import Reason, Text, few, in_full
from tests.playouts import by_policies, sample_scripts
from tests.thirty import begun, thirty
from tests.window.combat.skirmish import skirmish

LONGEST = 260
"""Letters of a sentence in a fight of thirty."""


def seen(choices: Sequence[Choice]) -> list[tuple[str, bool]]:
    return [(choice.value, choice.aside) for choice in choices]


def a_skirmish() -> Fight:
    fight = start(skirmish())
    fight.perform({"do": "begin"}, thrower(Random(1)))
    return fight


def test_those_near_come_first_then_other_enemies_and_ones_own_side_stands_aside() -> None:
    state = a_skirmish().state
    choices = targets(state, state["zenon"], near=["platon", "halina"])
    assert seen(choices)[0] == ("platon", False)
    assert [aside for _, aside in seen(choices)] == [False] * 5 + [True] * 2
    assert seen(choices)[5] == ("halina", True)


def test_who_is_near_in_two_ways_comes_before_the_others_all_the_same() -> None:
    state = a_skirmish().state
    foes = [value for value, aside in seen(targets(state, state["zenon"])) if not aside]
    near = foes[-2:]
    choices = seen(targets(state, state["zenon"], near=[*near, *near]))
    assert [value for value, _ in choices[:2]] == near


def test_on_a_map_the_nearest_comes_first_and_who_stands_nowhere_last() -> None:
    state = a_skirmish().state.copy()
    foes = [value for value, aside in seen(targets(state, state["zenon"])) if not aside]
    places = [(float(10 + far), 0.0) for far in range(len(foes) - 1)]
    state.positions = {"zenon": (0.0, 0.0), **dict(zip(reversed(foes), places, strict=False))}
    choices = seen(targets(state, state["zenon"]))
    assert [value for value, aside in choices if not aside] == [*reversed(foes[1:]), foes[0]]


def test_who_cannot_be_chosen_comes_last_of_its_side() -> None:
    state = a_skirmish().state
    choices = targets(
        state, state["zenon"], lambda c: Text("no") if c.id == "platon" else None, near=["platon"]
    )
    assert seen(choices)[4] == ("platon", False)


def test_who_is_out_stands_aside_where_nothing_can_be_done_to_them() -> None:
    state: Any = a_skirmish().state.copy()
    state.take("platon").hp = 0
    for why_not, aside in ((gone, True), (lambda _: None, False)):
        choices = dict(seen(targets(state, state["zenon"], why_not)))
        assert (choices["platon"], choices["guard1"], choices["halina"]) == (aside, False, True)


def test_help_is_for_friends_and_enemies_stand_aside() -> None:
    state = a_skirmish().state
    choices = targets(state, state["zenon"], friends_first=True)
    assert seen(choices)[:3] == [("halina", False), ("bogdan", False), ("agent", True)]


def test_where_only_the_others_can_be_chosen_they_do_not_stand_aside() -> None:
    state = a_skirmish().state
    choices = targets(state, state["zenon"], lambda c: None if c.side == "players" else Text("no"))
    assert seen(choices)[:2] == [("halina", False), ("bogdan", False)]


def aimed_at(fight: Fight, actor: str, action: str) -> Field:
    option = fight.rules.option(fight.state, fight.state[actor], actions(fight)[action])
    return next(field for field in fight.parameters(option) if field.id == "target")


def actions(fight: Fight) -> dict[str, Any]:
    return {action.id: action for action in fight.rules.actions}


@pytest.mark.parametrize(
    ("system", "by_hand"),
    [
        ("teohiphip", {"engaged_with": ["c20"]}),
        ("boj", {"grappled_by": "c20"}),
        ("konflikt", {"reached_by": ["c20"]}),
        ("mir_tmy", {"grappled_by": "c20"}),
    ],
)
def test_who_is_in_contact_is_offered_first(system: str, by_hand: dict[str, Any]) -> None:
    fight = begun(system)
    assert aimed_at(fight, "c0", "attack").choices[0].value != "c20"
    fight.perform({"do": "edit", "combatant": "c0", "set": by_hand})
    assert aimed_at(fight, "c0", "attack").choices[0].value == "c20"


def test_walka_who_is_out_of_sight_is_offered_after_those_who_are_seen() -> None:
    fight = begun("walka")
    first = aimed_at(fight, "c0", "shot").choices[0].value
    fight.perform({"do": "edit", "combatant": first, "set": {"covered": True}})
    choices = aimed_at(fight, "c0", "shot").choices
    foes = [choice.value for choice in choices if not choice.aside]
    assert foes[-1] == first


@pytest.mark.parametrize("system", systems())
def test_in_every_form_the_own_side_stands_aside_from_the_enemies(system: str) -> None:
    fight = begun(system)
    side, aimed = fight.state["c0"].side, 0
    for action in fight.rules.actions:
        if action.whose == "nobody":
            continue
        for field in fight.parameters(fight.rules.option(fight.state, fight.state["c0"], action)):
            people = [c for c in field.choices if c.value in fight.state.combatants]
            if any(c.aside for c in people):
                aimed += 1
                asides = [c.aside for c in people if c.value != "c0"]
                assert asides == sorted(asides)
                assert (
                    len(
                        {
                            fight.state[c.value].side == side
                            for c in people
                            if c.aside and not c.why_not
                        }
                    )
                    < 2
                )
    assert aimed


def test_a_crowd_is_named_by_its_first() -> None:
    names = [f"A{number}" for number in range(30)]
    assert few(names) == "A0, A1, A2, A3, A4, A5 and 24 more"
    assert few(names[:7]) == "A0, A1, A2, A3, A4, A5, A6"
    assert few([]) == ""


def test_on_paper_all_are_named_and_nothing_else_of_a_sentence_changes() -> None:
    names = [f"A{number}" for number in range(9)]
    line = Reason("Order: {order}, shot 1 of {all}", rule="barrow-4", order=few(names), all=2)
    assert in_full(line) == f"Order: {', '.join(names)}, shot 1 of 2 (barrow-4)"
    assert "and 3 more" in line, "the line itself stays"


@pytest.mark.parametrize("system", systems())
def test_no_sentence_of_a_fight_of_thirty_names_everybody(system: str) -> None:
    for fight in by_policies(thirty(system), 40):
        said = [str(line.text) for line in fight.log]
        said += [str(o.why_not) for o in fight.options() if o.why_not]
        said += [str(c) for c in fight.rules.headline(fight.state)]
        assert max(map(len, said)) < LONGEST


@pytest.mark.parametrize("system", systems())
def test_no_sentence_of_its_beginning_names_everybody(system: str) -> None:
    fight = start(thirty(system))
    step = {"do": "begin", "surprised": [f"c{number}" for number in range(1, 28)]}
    with suppress(Refusal):  # two systems know no surprise
        fight.perform(step, thrower(Random(1)), decider(fight.rules, Random(1)))
    if not fight.begun:
        fight.perform({"do": "begin"}, thrower(Random(1)), decider(fight.rules, Random(1)))
    assert all(len(str(line.text)) < LONGEST for line in fight.log)


SAMPLES = {
    id: max(sample_scripts(id), key=lambda script: len(script["combatants"])) for id in systems()
}


@pytest.mark.parametrize("script", SAMPLES.values(), ids=SAMPLES)
def test_who_stands_behind_a_wall_comes_after_those_in_sight_and_is_said_to(script: Any) -> None:
    """They can be chosen all the same: the game master may overrule the map."""
    own, *_ = people = [{**one, "at": [40, 40]} for one in script["combatants"]]
    near, far, *_ = (one for one in people if one["side"] != own["side"])
    own["at"], near["at"], far["at"] = [2, 10], [6, 10], [2, 20]
    wall = {"kind": "wall", "points": [[5, 0], [5, 30]]}
    field = {"width": 60, "height": 60, "ground": [wall]}
    fight = start({**script, "combatants": people, "map": field})
    action = "shot" if script["system"] == "walka" else "attack"
    first, *others = aimed_at(fight, own["id"], action).choices
    assert (first.value, first.note) == (far["id"], "")
    hidden = next(choice for choice in others if choice.value == near["id"])
    assert (str(hidden.note), hidden.why_not) == ("a wall stands between them", None)
