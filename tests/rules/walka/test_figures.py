"""What is shown of a fighter is what play throws and counts: each figure against a fight."""

from collections.abc import Mapping
from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.rules import systems
from desktop.rules.figures import Figure, FigureGroup, by_path
from tests.rules.walka.bench import (
    BLADE,
    GRENADE,
    ION,
    PAIN,
    PISTOL,
    RIFLE,
    SCREAM,
    SHOTGUN,
    SMG,
    SNIPER,
    act,
    edit,
    end_turn,
    fight_of,
    sheet,
    shoot,
    threshold,
    told,
    who,
    wounds,
)

FAR = {"name": "Krótki", "category": "rifle", "further": 15, "reach": 90, "accuracy": -1}
HEAVY = {"name": "Ciężki", "category": "rifle", "required_build": 14, "magazine": 40}
MINE = {**GRENADE, "name": "Mina", "critical_range": 2, "accuracy": 1}
LEVELS = ("scratch", "light", "heavy", "critical")
HELMET = {"name": "Hełm", "reduction": {"head": 2}, "head_penalty": -2, "arm_penalty": -0.5}
GUNS: list[Mapping[str, Any]] = [PISTOL, SMG, RIFLE, SNIPER, SHOTGUN, ION, FAR, HEAVY]
WEAPONS = [*GUNS, GRENADE, MINE, BLADE]


def vera(**more: Any) -> dict[str, Any]:
    """Somebody with every kind of weapon, hindered by armour and by a wound."""
    scratch = {"level": "scratch", "location": "left_leg", "pain_passed": True}
    skills = {"pistols": 4, "smgs": 3, "melee": 2, "throwing": 5, "pain_resistance": 1}
    return sheet(weapons=WEAPONS, skills=skills, dexterity=13, **{"wounds": [scratch], **more}) | {
        "armor": [HELMET]
    }


def groups(fight: Fight, id: str = "vera") -> dict[str, FigureGroup]:
    return {group.id: group for group in fight.rules.figures(fight.state, id)}


def shown(fight: Fight, id: str = "vera") -> Mapping[str, Figure]:
    return dict(by_path(fight.rules.figures(fight.state, id)))


def number(figure: Figure) -> float:
    return float(str(figure.value).replace("−", "-"))


def place_of(weapon: Mapping[str, Any]) -> str:
    return f"weapons[{WEAPONS.index(dict(weapon))}]"


@pytest.mark.parametrize("gun", GUNS, ids=lambda gun: str(gun["name"]))
def test_walka_17_19_threshold_and_distances_are_those_of_a_shot(gun: dict[str, Any]) -> None:
    figures = shown(fight_of(vera()))
    path = place_of(gun)
    bands = {id: f for id, f in figures.items() if id.startswith(f"{path}.to_")}
    assert bands
    before = 0
    for id, figure in bands.items():
        last = int(id.removeprefix(f"{path}.to_"))
        for metres in (before + 1, last):
            fight = fight_of(vera())
            shoot(fight, [20], distance=metres, weapon=gun["name"])
            want = number(figures[f"{path}.threshold"]) + number(figure)
            assert float(threshold(fight)) == want, (metres, id)
        before = last
    with pytest.raises(Exception, match=r"out of reach|is too far"):
        shoot(fight_of(vera()), [20], distance=before + 1, weapon=gun["name"])


def thrown(fight: Fight) -> float:
    return float(told(fight, 28)[1].split("threshold ")[1].split(" =")[0].replace("−", "-"))


@pytest.mark.parametrize("grenade", [GRENADE, MINE], ids=lambda grenade: str(grenade["name"]))
def test_walka_19_28_threshold_and_distances_are_those_of_a_throw(grenade: dict[str, Any]) -> None:
    figures = shown(fight_of(vera()))
    path = place_of(grenade)
    bands = {id: f for id, f in figures.items() if id.startswith(f"{path}.to_")}
    assert len(bands) == 5
    for id, figure in bands.items():
        fight, last = fight_of(vera()), int(id.removeprefix(f"{path}.to_"))
        act(fight, "throw", [19], distance=last, weapon=grenade["name"])
        assert thrown(fight) == number(figures[f"{path}.threshold"]) + number(figure)


def test_walka_17_23_threshold_of_a_blow_and_of_a_parry() -> None:
    fight = fight_of(vera(), vera())
    before = shown(fight, "pirat")
    act(fight, "strike", [1, 20, *PAIN], target="pirat", weapon=BLADE["name"])
    blow, parry = (
        float(line.split("threshold ")[1].split(" =")[0]) for line in told(fight, 17) if "=" in line
    )
    assert blow == number(shown(fight)[f"{place_of(BLADE)}.threshold"])
    assert parry == number(before["fighter.parry"])


def test_walka_17_a_threshold_is_the_sum_of_its_parts() -> None:
    for figure in shown(fight_of(vera())).values():
        if figure.parts:
            assert sum(part.amount for part in figure.parts) == number(figure)
            assert all(part.term.native for part in figure.parts)


def test_walka_12_the_points_that_lower_a_die_are_those_that_are_left() -> None:
    fight = fight_of(vera(wounds=[]))
    die = f"{place_of(PISTOL)}.skill"
    assert shown(fight)[die].value == -4
    shoot(fight, [12, *PAIN], distance=10)  # with 3 points below a threshold of 10
    assert "4 left" not in told(fight, 12)[0]
    left = 4 - sum(who(fight, "vera").spent.values())
    assert left < 4
    assert shown(fight)[die].value == -left


@pytest.mark.parametrize(
    ("nth", "burst"), [*enumerate(["short_burst", "long_burst", "continuous_fire"])]
)
@pytest.mark.parametrize("gun", [SMG, RIFLE], ids=lambda gun: str(gun["name"]))
def test_walka_24_bursts_are_the_rounds_that_are_fired(
    gun: dict[str, Any], nth: int, burst: str
) -> None:
    armed = [{**gun, "magazine": 60}]
    fight = fight_of(sheet(weapons=armed))
    rounds = int(str(shown(fight)["weapons[0].bursts"].value).split("/")[nth])
    act(fight, burst, [20], target="pirat")
    assert who(fight, "vera").loaded == [60 - rounds]


@pytest.mark.parametrize(("loaded", "said"), [(None, 30), (30, 30), (27, "27/30"), (0, "0/30")])
def test_walka_24_what_is_left_in_a_magazine_stands_beside_what_it_holds(
    loaded: int | None, said: int | str
) -> None:
    rifle = {**RIFLE, "magazine": 30, "loaded": loaded}
    fight = fight_of(sheet(weapons=[rifle]))
    assert shown(fight)["weapons[0].magazine"].value == said
    assert who(fight, "vera").loaded == [30 if loaded is None else loaded]


def test_walka_24_a_fight_shows_what_is_left_in_a_magazine_now() -> None:
    fight = fight_of(sheet(weapons=[{**RIFLE, "magazine": 30}]))
    act(fight, "shot", [1], target="pirat")
    assert shown(fight)["weapons[0].magazine"].value == "29/30"


def test_walka_15_build_needed_with_two_hands_and_with_one() -> None:
    build = shown(fight_of(vera()))[f"{place_of(HEAVY)}.build"]
    for hand, needed in zip(("both", "dominant"), str(build.value).split("/"), strict=True):
        for lacks in (0, 1):
            fight = fight_of(sheet(weapons=[HEAVY], build=int(needed) - lacks))
            shoot(fight, [20], hand=hand)
            assert float(threshold(fight)) == 12 - lacks


def test_walka_26_29_bands_are_those_in_which_a_wound_of_that_level_comes() -> None:
    figures = shown(fight_of(vera()))
    for level in ("critical", "heavy", "light", "scratch"):
        last = int(figures[f"{place_of(GRENADE)}.{level}"].value)
        for metres in (last, last + 1):
            fight = fight_of(vera())
            blast = [{"who": "pirat", "metres": metres}]
            dice = [10, *PAIN] if level != "critical" or metres > last else [10]
            if level == "scratch" and metres > last:
                dice = []
            act(fight, "detonate", dice, weapon=GRENADE["name"], victims=blast)
            assert (wounds(fight) == [(level, "torso")]) == (metres == last)
    for level in ("critical", "heavy", "light"):
        last = int(figures[f"{place_of(SHOTGUN)}.{level}"].value)
        lower = {"critical": "heavy", "heavy": "light", "light": "scratch"}[level]
        for metres, worst in ((last, level), (last + 1, lower)):
            fight = fight_of(sheet(weapons=[SHOTGUN], dexterity=12))
            edit(fight, "vera", skill_points={})
            cover = {"cover": "two_thirds"}
            # One success point, so one scratch: a die just below the threshold.
            at_hand = 2 if metres <= 10 else 0
            shoot(
                fight,
                [10 + at_hand, 10, *([] if worst == "critical" else SCREAM), *SCREAM][
                    : 8 if worst not in ("critical", "scratch") else 5
                ],
                distance=metres,
                modifiers=cover,
            )
            assert max(LEVELS.index(level) for level, _ in wounds(fight)) == LEVELS.index(worst)


def test_walka_18_31_faces_and_armour_of_each_location_are_those_of_a_hit() -> None:
    worn = {"head": 1, "torso": 2, "left_leg": 3}
    target = sheet("Pirat", armor=worn)
    fight = fight_of(sheet(weapons=[SNIPER], dexterity=40), target)
    figures = shown(fight, "pirat")
    seen = set()
    for id, figure in figures.items():
        if not id.endswith(".faces"):
            continue
        location = id.split(".")[1]
        first, last = map(int, str(figure.value).split("–"))
        for face in range(first, last + 1):
            seen.add(face)
            fight = fight_of(sheet(weapons=[SNIPER], dexterity=40), target)
            level = 4 + (location == "head") - int(figures[f"body.{location}.armour"].value)
            dice = [face] if level >= 4 else [face, *PAIN]
            act(fight, "shot", dice, target="pirat", distance=20)
            assert wounds(fight) == [
                (("scratch", "light", "heavy", "critical")[min(level, 4) - 1], location)
            ]
    assert seen == set(range(1, 20))


def test_walka_32_pain_tests_are_those_that_are_thrown() -> None:
    weapons = [
        {**PISTOL, "name": level, "damage": level} for level in ("scratch", "light", "heavy")
    ]
    thresholds = str(shown(fight_of())["fighter.pain"].value).split("/")
    for weapon, wanted in zip(weapons, thresholds, strict=True):
        for die, passed in ((int(wanted) - 1, True), (int(wanted), False)):
            fight = fight_of(sheet(weapons=[weapon]))
            shoot(fight, [10, die, die, 20], distance=10)
            assert who(fight, "pirat").wounds[0].pain_passed is passed


def test_walka_32_penalties_are_those_that_tests_bear() -> None:
    fight = fight_of()
    penalties = str(shown(fight)["fighter.penalties"].value).replace("−", "-").split(", ")
    for level, both in zip(LEVELS, penalties, strict=True):
        for passed, penalty in zip((True, False), both.split("/") * 2, strict=False):
            hurt = {"level": level, "location": "torso", "pain_passed": passed}
            edit(fight, "vera", wounds=[hurt])
            assert number(shown(fight)["fighter.initiative"]) == 12 + float(penalty)


def test_walka_32_what_wounds_take_is_shown_beside_what_they_have_taken() -> None:
    fight = edit(fight_of(), "vera", wounds=[{"level": "light", "location": "torso"}])
    vitals = {vital.id for vital in fight.rules.vitals(fight.state, "vera")}
    assert not vitals & {figure.id for figure in groups(fight, "vera")["fighter"].figures}


def test_walka_33_minutes_to_live_and_boxes_for_wounds() -> None:
    fight = fight_of(sheet(weapons=[{**PISTOL, "damage": "critical"}]))
    minutes = shown(fight, "pirat")["fighter.minutes"].value
    shoot(fight, [10], distance=10)
    assert f"{minutes} minutes" in told(fight, 33)[0]
    for place, level in enumerate(("scratch", "light", "heavy")):
        boxes = groups(fight, "vera")["body.torso"].boxes[place]
        for count in (boxes.count - 1, boxes.count):
            edit(fight, "vera", wounds=[{"level": level, "location": "torso"}] * count)
            option = next(
                o for o in fight.options() if o.action == "merge_wounds" and o.actor == "vera"
            )
            assert (option.why_not is None) == (count == boxes.count)
    critical = groups(fight, "vera")["body.torso"].boxes[3].count
    edit(fight, "vera", wounds=[{"level": "critical", "location": "torso"}] * (critical - 1))
    assert not who(fight, "vera").out
    edit(fight, "vera", wounds=[{"level": "critical", "location": "torso"}] * critical)
    assert who(fight, "vera").out


def test_walka_5_initiative_is_the_threshold_of_the_roll() -> None:
    for by in ("dexterity", "senses"):
        fight = fight_of(vera(senses=14), vera(), house={"initiative_by": by})
        rolled = next(line for line in told(fight, 5) if line.startswith("Vera: initiative"))
        assert f"initiative, {by} {shown(fight)['fighter.initiative'].number}," in rolled


def test_walka_9_segments_are_those_of_a_turn() -> None:
    fight = fight_of()
    (segments,) = groups(fight)["fighter"].boxes
    assert who(fight, "vera").segments == segments.count
    end_turn(fight)
    assert who(fight, "pirat").segments == segments.count


def test_every_figure_of_the_samples_has_a_rule_or_stands_on_the_sheet() -> None:
    rules = systems()["walka"]
    assert rules.id == "walka"
    fight = fight_of(vera())
    for group in fight.rules.figures(fight.state, "vera"):
        for figure in group.figures:
            assert figure.rule or group.id in ("attributes", "skills"), (group.id, figure.id)
