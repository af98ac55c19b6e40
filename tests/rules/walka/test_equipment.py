"""Figures of armour, shields and launchers that bear on tests: walka-10, 15, 17, 19, 20, 23, 28."""

from collections.abc import Mapping
from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.library.resources import shipped_entries
from desktop.rules.figures import by_path
from desktop.rules.table import Refusal
from tests.rules.walka.bench import (
    BLADE,
    GRENADE,
    PAIN,
    PISTOL,
    do,
    edit,
    fight_of,
    mustered,
    sheet,
    step_of,
    who,
)

SHIPPED = {entry.name: entry.data for entry in shipped_entries("walka")}


def worn(*names: str, **more: Any) -> dict[str, Any]:
    """Somebody in armour of the catalogue."""
    wearing: list[Mapping[str, Any]] = [SHIPPED[name] for name in names]
    return {**sheet(**more), "armor": [dict(piece) for piece in wearing]}


def threshold(step: dict[str, Any], vera: dict[str, Any], pirat: dict[str, Any]) -> str:
    """What was told of the threshold of Vera's step."""
    fight = do(fight_of(vera, pirat), {"do": "act", "actor": "vera", **step}, dice=[20])
    return next(line for line in said(fight) if "threshold" in line)


def said(fight: Fight) -> list[str]:
    """Everything that the last step told."""
    return [str(line.text) for line in fight.moments[fight.cursor - 1].lines]


SHOT = {"action": "shot", "target": "pirat", "distance": 10}


@pytest.mark.parametrize(
    ("build", "value"), [(12, "9 = dexterity 12 −3"), (14, "10.5"), (16, "11 "), (18, "12 ")]
)
def test_walka_17_armour_is_in_the_way_of_shots_and_build_eases_every_piece(
    build: int, value: str
) -> None:
    # head −2, arms −0.5 each; build 14 takes 0.5 off each of the three, 16 one, 18 two
    vera = worn("Pancerz bojowy lekki", build=build)
    assert f"threshold {value}" in threshold(SHOT, vera, sheet("Pirat"))


def test_walka_17_armour_of_torso_and_legs_is_in_the_way_of_blows_and_not_of_shots() -> None:
    blow = {"action": "strike", "target": "pirat"}
    vera = worn("Lekki pancerz", weapons=[PISTOL, BLADE])
    assert "threshold 9 = " in threshold(blow, vera, sheet("Pirat"))  # −1 −2×0.5 −2×0.5
    assert "threshold 10 = " in threshold(SHOT, vera, sheet("Pirat"))  # head −1 −2×0.5


def test_walka_17_a_helmet_is_in_the_way_of_the_senses() -> None:
    test = {"action": "test", "attribute": "senses"}
    vera = worn("Lekki pancerz")
    assert "threshold 11 = " in threshold(test, vera, sheet("Pirat"))


def test_walka_5_a_helmet_and_effects_of_the_game_masters_count_in_initiative_as_in_any_test() -> (
    None
):
    fight = mustered(worn("Lekki pancerz"))
    effect = {
        "do": "effect",
        "combatants": ["pirat"],
        "name": "Zaspany",
        "changes": {"threshold": -3},
    }
    do(fight, effect)
    do(fight, {"do": "begin"}, [6] * 6)
    lines = [line for line in said(fight) if "initiative, " in line]
    assert lines == [
        "Vera: initiative, senses 11, success points: 5",
        "Pirat: initiative, senses 9, success points: 3",
    ]


def test_walka_15_powered_armour_carries_the_weapon() -> None:
    heavy = {**PISTOL, "required_build": 16}
    plain, powered = sheet(weapons=[heavy]), worn("Rama bojowa", weapons=[heavy])
    assert "threshold 8 = " in threshold(SHOT, plain, sheet("Pirat"))
    # build 12 + 4 is enough for it, and takes one off each piece of −0.5
    assert "threshold 12 = " in threshold(SHOT, powered, sheet("Pirat"))


def test_walka_15_nobody_is_cautioned_of_a_weapon_that_powered_armour_carries() -> None:
    heavy = {**PISTOL, "required_build": 16}
    for vera, cautions in ((sheet(weapons=[heavy]), 1), (worn("Rama bojowa", weapons=[heavy]), 0)):
        fight = fight_of(vera)
        assert len(fight.rules.cautions(fight.state["vera"].sheet)) == cautions


def test_walka_10_nobody_runs_in_armour_that_forbids_it() -> None:
    fight = fight_of(worn("Pancerz bojowy ciężki"))
    with pytest.raises(Refusal, match="nobody runs"):
        do(fight, {"do": "act", "actor": "vera", "action": "run"})


@pytest.mark.parametrize(
    ("shield", "value"),
    [
        ("Mała tarcza naręczna (L)", 11),
        ("Średnia tarcza naręczna (K)", 9),
        ("Tarcza okalająca (L)", 12),
    ],
)
def test_walka_20_a_shield_is_cover_wherever_its_bearer_goes(shield: str, value: int) -> None:
    assert f"threshold {value} = " in threshold(SHOT, sheet(), worn(shield, name="Pirat"))


def test_walka_23_a_shield_parries() -> None:
    fight = fight_of(sheet(weapons=[BLADE]), worn("Duża tarcza naręczna (L)", name="Pirat"))
    do(fight, step_of("strike", target="pirat"), [1, 20, *PAIN])
    assert any("threshold 16 = dexterity 12 +4" in line for line in said(fight))


@pytest.mark.parametrize(
    ("metres", "value"), [(10, 9), (20, 10), (30, 10), (40, 8), (60, 4), (80, 2)]
)
def test_walka_19_a_launcher_has_distances_of_its_own_and_takes_one_segment(
    metres: int, value: int
) -> None:
    launcher = dict(SHIPPED["Wyrzutnia granatów"])
    fight = fight_of(sheet(weapons=[launcher], build=14), house={"pins": True})
    step = {"do": "act", "actor": "vera", "action": "throw", "distance": metres}
    do(fight, step, dice=[1])
    assert any(f"threshold {value} = " in line for line in said(fight))
    assert fight.state["vera"].segments == 2
    with pytest.raises(Refusal, match="Wyrzutnia granatów: no rounds left"):
        do(fight, step)


def test_walka_19_nobody_shoots_a_launcher_beyond_80_m_and_throws_stay_as_they_are() -> None:
    launcher = dict(SHIPPED["Wyrzutnia granatów"])
    fight = fight_of(sheet(weapons=[GRENADE, launcher], build=14))
    step = {"do": "act", "actor": "vera", "action": "throw", "distance": 80}
    with pytest.raises(Refusal, match="beyond 60 m"):
        do(fight, step)
    with pytest.raises(Refusal, match="beyond 80 m"):
        do(fight, {**step, "distance": 81, "with": launcher["name"]})


def test_walka_10_nobody_strikes_or_parries_with_a_blade_that_is_not_drawn() -> None:
    blade = {**BLADE, "parry": 3, "put_away": True}
    house = {"melee": "throw"}
    fight = fight_of(sheet(weapons=[blade]), sheet("Pirat", weapons=[blade]), house)
    blow = step_of("strike", target="pirat")
    option = next(o for o in fight.options() if (o.actor, o.action) == ("vera", "strike"))
    assert str(option.why_not) == "Wibroostrze: not in hand"
    with pytest.raises(Refusal, match="Wibroostrze: not in hand"):
        fight.perform(blow)
    do(fight, step_of("draw"))
    do(fight, blow, [5, 1])
    assert "Pirat: threshold 12 = dexterity 12" in said(fight)


@pytest.mark.parametrize("weapon", [PISTOL, BLADE, GRENADE])
def test_walka_17_the_threshold_that_is_shown_is_that_of_the_fight(weapon: dict[str, Any]) -> None:
    weapon = {**weapon, "required_build": 14, "accuracy": 2, "skill": "alertness"}
    vera = {**worn("Lekki pancerz"), "weapons": [weapon]}
    fight = fight_of(vera)
    shown = dict(by_path(fight.rules.figures(fight.state, "vera")))["weapons[0].threshold"].number
    step = {
        "pistol": {"action": "shot", "target": "pirat"},
        "melee": {"action": "strike", "target": "pirat"},
        "grenade": {"action": "throw"},
    }[weapon["category"]]
    assert f"threshold {shown} = " in threshold(step, vera, sheet("Pirat"))


def test_walka_9_each_of_several_shots_with_a_slow_weapon_takes_its_time() -> None:
    slow: dict[str, Any] = {**PISTOL, "shot_segments": 2}
    weapons: list[dict[str, Any]] = [PISTOL, {**slow, "name": "Dezintegrator"}]
    fight = fight_of(sheet(weapons=weapons))
    rules, state = fight.rules, fight.state

    def price(**step: Any) -> int:
        command = rules.read(step_of(**step))
        return rules.price(state, state["vera"], rules.action_of(command), command)

    two = [{"target": "pirat", "with": gun} for gun in ("Pistolet", "Dezintegrator")]
    assert price(action="shot", target="pirat", weapon="Dezintegrator") == 2
    assert price(action="several_shots", shots=two) == 3
    assert price(action="several_shots", shots=[two[1]] * 2) == 4
    assert price(action="two_weapons", target="pirat") == 2
    assert price(action="two_weapons", target="pirat", aim=1) == 3
    assert price(action="two_weapons", target="pirat", burst="short_burst") == 1


def test_walka_8_what_bears_on_spotting_bears_on_the_duel_too() -> None:
    fight = fight_of(worn("Lekki pancerz"))
    do(fight, {"do": "spotting_duel", "actor": "vera", "target": "pirat"}, [5, 5, 5, 9, 9, 9])
    assert "Vera: threshold 11 = senses 12 −1" in said(fight)
    assert "Vera against Pirat, spotting and hiding: success points 6 to 3" in said(fight)


def test_walka_24_of_two_weapons_of_a_name_the_one_that_can_be_used_is_used() -> None:
    two = [{**PISTOL, "magazine": 5, "loaded": 0, "reload": "cell"}, {**PISTOL, "magazine": 5}]
    fight = fight_of(sheet(weapons=two))
    shot = next(o for o in fight.options() if (o.actor, o.action) == ("vera", "shot"))
    held = next(field for field in fight.parameters(shot) if field.id == "with")
    assert [(choice.value, choice.why_not) for choice in held.choices] == [("Pistolet", None)]
    do(fight, step_of("shot", target="pirat", weapon="Pistolet"), [20])
    assert who(fight, "vera").loaded == [0, 4]
    do(fight, step_of("change_cell", weapon="Pistolet", cost=1))
    assert who(fight, "vera").loaded == [5, 4]


def test_walka_24_weapons_of_one_name_are_shown_and_set_by_hand_each_for_itself() -> None:
    gun = {**PISTOL, "magazine": 6}
    fight = edit(fight_of(sheet(weapons=[gun, gun])), "vera", loaded={"Pistolet": 1})
    loaded = {"Pistolet": 1, "Pistolet (2)": 6}
    assert fight.as_json()["combatants"]["vera"]["loaded"] == loaded
    edit(fight, "vera", loaded={"Pistolet (2)": 2})
    assert fight.state["vera"].loaded == [1, 2]


def test_walka_12_several_shots_go_on_with_the_other_weapon_of_the_name() -> None:
    gun = {**PISTOL, "magazine": 6, "loaded": 1}
    fight = fight_of(sheet(weapons=[gun, gun]))
    shots = [{"target": "pirat", "with": "Pistolet"}] * 3
    with pytest.raises(Refusal, match="Pistolet: no rounds left"):
        do(fight, step_of("several_shots", shots=shots), [20] * 3)
    do(fight, step_of("several_shots", shots=shots[:2]), [20] * 2)
    assert fight.state["vera"].loaded == [0, 0]


def test_walka_11_no_more_aiming_is_offered_than_helps() -> None:
    fight = fight_of()
    for most in (2, 1, None):
        shot = next(o for o in fight.options() if (o.actor, o.action) == ("vera", "shot"))
        offered = [field.maximum for field in fight.parameters(shot) if field.id == "aim"]
        assert offered == ([] if most is None else [most])
        if most:
            do(fight, step_of("aim"))
