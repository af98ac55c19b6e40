"""Effects by the neighbouring chapter: walka-52 to 54."""

from typing import Any

import pytest

from desktop.encounter.digest import last_account
from desktop.library.resources import shipped_entries
from desktop.rules.table import Refusal
from tests.rules.walka.bench import (
    BLADE,
    PAIN,
    PISTOL,
    SCREAM,
    act,
    edit,
    end_turn,
    fight_of,
    sheet,
    shoot,
    step_of,
    threshold,
    told,
    who,
    wounds,
)
from tests.test_odds_agree import Situation, disagreements

CATALOGUE = {entry.name: dict(entry.data) for entry in shipped_entries("walka")}
STUNNER = CATALOGUE["Pistolet ogłuszający"]


def under(*kinds: str, left: int | None = None) -> dict[str, Any]:
    return {"afflictions": [{"kind": kind, "left": left} for kind in kinds]}


def kinds(fight: Any, id: str) -> list[tuple[str, int | None]]:
    return [(one.kind, one.left) for one in who(fight, id).afflictions]


@pytest.mark.parametrize(
    ("kind", "action", "expected"),
    [
        ("shocked", "shot", "11"),
        ("afraid", "shot", "8"),
        ("choking", "shot", "9"),
        ("freezing", "shot", "8"),
        ("blind", "shot", "2"),
        ("dazzled", "shot", "7"),
        ("weightless", "shot", "7"),
        ("smoke", "shot", "10"),
        ("deaf", "shot", "12"),
    ],
)
def test_walka_52_to_54_what_an_effect_takes_off_a_shot(
    kind: str, action: str, expected: str
) -> None:
    fight = edit(fight_of(), "vera", **under(kind))
    assert threshold(shoot(fight, [20])) == expected


def test_walka_54_half_of_a_skill_eases_what_it_is_good_for() -> None:
    fight = edit(fight_of(sheet(skills={"Nasłuchiwanie": 6})), "vera", **under("blind"))
    assert threshold(shoot(fight, [20])) == "5"


def test_walka_54_smoke_hides_who_is_in_it() -> None:
    fight = edit(fight_of(), "pirat", **under("smoke"))
    assert threshold(shoot(fight, [20])) == "10"


@pytest.mark.parametrize(
    ("kind", "barred", "allowed"),
    [
        ("dazed", ("shot", "sprint"), ("run",)),
        ("held", ("run", "sprint"), ("shot",)),
        ("immobile", ("shot", "run"), ()),
        ("burning", ("shot",), ("run", "put_out")),
        ("freezing", ("sprint",), ("run", "shot")),
    ],
)
def test_walka_53_and_54_what_an_effect_keeps_from(
    kind: str, barred: tuple[str, ...], allowed: tuple[str, ...]
) -> None:
    fight = edit(fight_of(), "vera", **under(kind))
    why_not = {o.action: o.why_not for o in fight.options() if o.actor == "vera"}
    assert all(why_not[action] for action in barred)
    assert not any(why_not[action] for action in allowed)
    with pytest.raises(Refusal):
        fight.preview(
            step_of(barred[0], target="pirat") if barred[0] == "shot" else step_of(barred[0])
        )


def test_walka_52_a_shock_lasts_by_build_and_a_third_one_stuns() -> None:
    fight = fight_of(sheet(weapons=[STUNNER]))
    for times in (1, 2):
        shoot(fight, [7, *PAIN])
        assert kinds(fight, "pirat") == [("shocked", 8)] * times
    shoot(fight, [7])
    assert kinds(fight, "pirat") == [("stunned", 24)]
    assert who(fight, "pirat").posture == "prone"
    assert not wounds(fight)
    assert fight.outcome


def test_walka_52_a_shock_that_is_not_borne_costs_a_segment_and_what_the_hand_holds() -> None:
    fight = fight_of(sheet(weapons=[STUNNER]), sheet("Pirat"))
    shoot(fight, [3, *SCREAM])
    assert told(fight, 52)[-2:] == ["Pirat loses a segment to the shock", "Pirat drops: Pistolet"]
    assert (who(fight, "pirat").debt, who(fight, "pirat").to_draw) == (1, [0])


def test_walka_52_a_stunner_stuns_from_near() -> None:
    fight = shoot(fight_of(sheet(weapons=[STUNNER])), [7], distance=4)
    assert kinds(fight, "pirat") == [("stunned", 24)]


def test_walka_52_who_is_stunned_has_no_move_until_it_is_over() -> None:
    fight = edit(fight_of(zbir=sheet("Zbir")), "pirat", **under("stunned", left=4))
    end_turn(fight)
    assert fight.state.turn == "zbir"
    end_turn(fight, 2)
    assert kinds(fight, "pirat") == []
    assert fight.state.turn == "zbir"


def test_walka_52_who_chokes_long_enough_is_stunned() -> None:
    fight = edit(fight_of(zbir=sheet("Zbir")), "vera", **under("choking", left=3))
    end_turn(fight)
    assert kinds(fight, "vera") == [("stunned", 24)]


def test_walka_53_fire_is_a_light_wound_a_segment_until_it_is_put_out() -> None:
    fight = edit(fight_of(), "vera", **under("burning"))
    act(fight, "run", PAIN * 3)
    assert wounds(fight, "vera") == [("light", "torso")] * 3
    fight = edit(fight_of(), "vera", **under("burning"))
    act(fight, "put_out")
    assert (kinds(fight, "vera"), wounds(fight, "vera")) == ([], [])


@pytest.mark.parametrize(("die", "stands"), [(4, True), (5, False)])
def test_walka_53_who_stands_fast_acts_in_fire_for_a_turn(die: int, stands: bool) -> None:
    fight = edit(fight_of(sheet("Vera")), "vera", **under("burning"))
    act(fight, "stand_fast", [die])
    assert who(fight, "vera").segments == 3

    def refusals() -> dict[str, bool]:
        return {o.action: bool(o.why_not) for o in fight.options() if o.actor == "vera"}

    assert refusals()["shot"] is not stands
    # Once a turn; the next needs another test.
    with pytest.raises(Refusal):
        act(fight, "stand_fast", [1])
    edit(fight, "vera", segments=0)
    end_turn(end_turn(fight))
    assert refusals()["shot"]
    assert not refusals()["stand_fast"]


def test_walka_53_steadfastness_lowers_the_die_and_needs_a_fire() -> None:
    tough = sheet("Vera", skills={"Niezłomność": 3})
    fight = edit(fight_of(tough), "vera", **under("burning"))
    act(fight, "stand_fast", [7])
    stands = "Vera stands fast, and acts this turn in the fire"
    assert told(fight, 53)[-2:] == ["Vera: threshold 5 = charisma 10 −5", stands]
    came_to = last_account(fight)
    assert came_to
    assert str(came_to.result) == stands
    assert who(fight, "vera").steadfast
    with pytest.raises(Refusal):
        act(fight_of(tough), "stand_fast", [1])


def test_odds_of_standing_fast_agree_with_play() -> None:
    fight = edit(fight_of(sheet(skills={"Niezłomność": 3})), "vera", **under("burning"))
    step = step_of("stand_fast")
    odds = fight.odds(step)
    assert float(odds.probability("success")) == 7 / 20
    assert not disagreements(fight.rules, Situation(fight.state, fight.rules.read(step), odds), 500)


def test_walka_54_the_deaf_are_hit_better_from_the_flank_and_from_behind() -> None:
    fight = edit(fight_of(sheet(weapons=[PISTOL, BLADE])), "pirat", **under("deaf"))
    assert threshold(shoot(fight, [20], modifiers={"flank": True})) == "14"
    edit(fight, "vera", presses=["pirat"])
    for approach in ("flank", "behind"):
        edit(fight, "vera", segments=3)
        act(fight, "exchange", [20] * 6, target="pirat", approach=approach)
        assert told(fight, 54) == ["Vera: Pirat is deaf +2"]
    hearing = fight_of()
    assert threshold(shoot(hearing, [20], modifiers={"flank": True})) == "12"


@pytest.mark.parametrize(
    ("kind", "level"),
    [("bleeding", "scratch"), ("haemorrhage", "light"), ("freezing", "light")],
)
def test_walka_53_bleeding_and_freezing_wound_once_a_turn(kind: str, level: str) -> None:
    fight = edit(fight_of(), "vera", **under(kind))
    act(fight, "other", what="waits")
    assert not wounds(fight, "vera")
    act(fight, "other", PAIN, what="waits", segments=2)
    assert wounds(fight, "vera") == [(level, "torso")]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Lepki granat", ("immobile", None)),
        ("Granat gazowy", ("choking", 12)),
        ("Granat błyskowy", ("dazzled", 9)),
        ("Granat wypalający", ("dazzled", 15)),
        ("Granat soniczny", ("deaf", None)),
        ("Granat dymny", ("smoke", None)),
    ],
)
def test_grenades_of_the_catalogue_cause_what_they_are_for(name: str, expected: Any) -> None:
    fight = fight_of(sheet(weapons=[CATALOGUE[name]]), zbir=sheet("Zbir"))
    near, far = {"who": "pirat"}, {"who": "zbir", "metres": 11}
    act(fight, "throw", [2], victims=[near, far], distance=10)
    assert (kinds(fight, "pirat"), kinds(fight, "zbir")) == ([expected], [])


def test_an_incendiary_sets_on_fire_whom_it_wounds() -> None:
    fight = fight_of(sheet(weapons=[CATALOGUE["Granat zapalający"]]))
    dice = [2, 20, 7]
    act(fight, "throw", dice, target="pirat", distance=10)
    assert kinds(fight, "pirat") == [("burning", None)]


def test_walka_44_sand_in_the_eyes_is_over_after_its_turns() -> None:
    fight = edit(fight_of(sheet(weapons=[BLADE])), "vera", presses=["pirat"])
    act(fight, "sand", [1, 1, 1, 20, 20, 20, 2], target="pirat")
    assert kinds(fight, "pirat") == [("sand", 6)]
    came_to = last_account(fight)
    assert came_to
    assert str(came_to.result) == "Pirat: sand, 6 seg."


@pytest.mark.parametrize("weapon", [STUNNER, {**PISTOL, "causes": "bleeding"}])
def test_odds_of_a_weapon_that_causes_something_agree_with_play(weapon: dict[str, Any]) -> None:
    fight = edit(fight_of(sheet(weapons=[weapon])), "pirat", **under("shocked", "shocked"))
    step = step_of("shot", target="pirat", distance=8)
    situation = Situation(fight.state, fight.rules.read(step), fight.odds(step))
    assert not disagreements(fight.rules, situation, 500)
