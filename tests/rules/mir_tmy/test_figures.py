"""What is shown of a fighter is what play throws and counts: each figure against the dice."""

from collections.abc import Callable, Iterator
from itertools import chain, repeat
from typing import Any

import pytest

from desktop.encounter.fight import Fight
from desktop.languages import ENGLISH, OWN_TERMS
from desktop.rules.figures import Figure, by_path
from desktop.rules.mir_tmy.sheet import LEVELS
from desktop.rules.table import Refusal
from tests.rules.mir_tmy.bench import CLUB, PISTOL, SWORD, act, person, scene, set_by_hand, who

DART = {"name": "Дротик", "kind": "thrown", "damage": 1, "range": 6}
GRENADE = {"name": "Граната", "kind": "thrown", "damage": 8, "range": 20, "explosive": True}
LEATHER = {"name": "Куртка", "rating": 2, "stops": ["melee", "natural"], "penalty": 1}
SKILLS = {"melee": 2, "firearms": 3, "athletics": 1, "brawl": 4, "dodge": 2}
WEAPONS = [SWORD, PISTOL, DART, GRENADE, CLUB]


def armed(**more: Any) -> dict[str, Any]:
    values = {"abilities": SKILLS, "weapons": WEAPONS, "armor": [LEATHER], "strength": 4}
    return person("А", **{**values, **more})


def figures_of(fight: Fight, id: str = "a") -> dict[str, Figure]:
    return dict(by_path(fight.rules.figures(fight.state, id)))


def one_success() -> Callable[[int], int]:
    """Dice of which only the first is a success."""
    faces = chain([8], repeat(3))
    return lambda sides: next(faces)


def strike(fight: Fight, name: str, **more: Any) -> dict[str, int]:
    """How many dice an attack, its damage and the soak take, where one success hits."""
    step = {"do": "act", "actor": "a", "action": "attack", "target": "b", "with": name, **more}
    moment = fight.perform(step, one_success(), decide=fight.rules.decide)
    assert moment
    dice = {line.rule: len(line.dice) for line in moment.lines if line.dice}
    return {"attack": dice["mir_tmy-10"], "damage": dice.get("mir_tmy-12", 0)}


@pytest.mark.parametrize("place", range(len(WEAPONS)))
@pytest.mark.parametrize("hurt", [0, 3, 5])
def test_mir_tmy_10_12_an_attack_throws_the_pool_and_the_damage_that_are_shown(
    place: int, hurt: int
) -> None:
    fight = scene(armed(), person("Б"))
    set_by_hand(fight, "a", damage={"lethal": hurt})
    name = str(WEAPONS[place]["name"])
    figures = figures_of(fight)
    thrown = strike(fight, name)
    assert thrown["attack"] == figures[f"weapons[{place}].pool"].value
    assert thrown["damage"] == figures[f"weapons[{place}].damage"].value


@pytest.mark.parametrize(("loaded", "said"), [(None, 7), (8, 7), (7, 7), (4, "4/7"), (0, "0/7")])
def test_mir_tmy_38_what_is_left_in_a_clip_stands_beside_what_it_holds(
    loaded: int | None, said: int | str
) -> None:
    pistol = {**PISTOL, "clip": 7, "chamber": 1, "loaded": loaded}
    fight = scene(armed(weapons=[pistol]), person("Б"))
    assert figures_of(fight)["weapons[0].clip"].value == said
    assert who(fight, "a").loaded == {PISTOL["name"]: 8 if loaded is None else loaded}


def test_mir_tmy_12_no_strength_is_shown_behind_explosives_nor_behind_a_throw_from_afar() -> None:
    fight = scene(armed(), person("Б"))
    figures = figures_of(fight)
    assert figures["weapons[3].damage"].value == GRENADE["damage"]
    assert "weapons[3].damage_far" not in figures
    assert figures["weapons[2].damage"].value == 4 + 1
    assert figures["weapons[2].damage_far"].value == 1
    assert strike(fight, "Дротик", distance=7)["damage"] == 1


def test_mir_tmy_12_an_effect_that_adds_damage_is_shown_as_it_is_thrown() -> None:
    fight = scene(armed(), person("Б"))
    changes = {"damage": 2, "dice": 1, "initiative": 3}
    effect = {"name": "Благословение", "changes": changes}
    fight.perform({"do": "effect", "combatants": ["a"], **effect})
    figures = figures_of(fight)
    thrown = strike(fight, "Меч")
    assert thrown["attack"] == figures["weapons[0].pool"].value
    assert thrown["damage"] == figures["weapons[0].damage"].value == 4 + 2 + 2
    assert "Благословение 3" in figures["fighter.initiative"].parts_in_words(ENGLISH)


def test_mir_tmy_16_soak_takes_the_dice_that_are_shown_against_blows_and_shots() -> None:
    for kind, name in (("vampire", "Меч"), ("vampire", "Пистолет"), ("human", "Дубинка")):
        fight = scene(armed(armor=[]), person("Б", kind=kind, armor=[LEATHER]))
        shot = name == "Пистолет"
        step = {"do": "act", "actor": "a", "action": "attack", "target": "b", "with": name}
        moment = fight.perform(step, one_success(), decide=fight.rules.decide)
        assert moment
        soaked = max(len(line.dice) for line in moment.lines if line.rule == "mir_tmy-16")
        type = "bashing" if name == "Дубинка" else "lethal"
        shown = str(figures_of(fight, "b")[f"soak.{type}"].value).split("/")
        assert soaked == int(shown[-1 if shot else 0])


def test_mir_tmy_23_a_weapon_reaches_as_far_as_is_shown_and_no_farther() -> None:
    fight = scene(armed(), person("Б"))
    near, far = map(int, str(figures_of(fight)["weapons[1].range"].value).split("/"))
    lines = act(fight, "a", "attack", [3] * 5, target="b", with_="Пистолет", distance=near)
    assert any("5 dice at 6" in str(line.text) for line in lines)
    fight.undo()
    lines = act(fight, "a", "attack", [3] * 5, target="b", with_="Пистолет", distance=far)
    assert any("5 dice at 8" in str(line.text) for line in lines)
    fight.undo()
    with pytest.raises(Refusal, match="out of range"):
        act(fight, "a", "attack", target="b", with_="Пистолет", distance=far + 1)


@pytest.mark.parametrize("kind", ["dodge", "parry", "block"])
def test_mir_tmy_43_44_45_a_defence_throws_the_pool_at_the_difficulty_that_is_shown(
    kind: str,
) -> None:
    fight = scene(person("Б"), armed(weapons=[CLUB]))
    figure = figures_of(fight, "b")[f"defence.{kind}"]
    step = {"do": "act", "actor": "a", "action": "attack", "target": "b"}
    moment = fight.perform({**step, "answers": {"defence": kind}}, lambda sides: 3)
    assert moment
    line = next(line for line in moment.lines if line.rule == figure.rule)
    assert len(line.dice) == figure.value
    assert f"{figure.value} dice at {str(figure.unit.label).split()[-1]}" in str(line.text)


def test_mir_tmy_3_17_initiative_and_wound_penalties_are_those_that_count() -> None:
    for marked, (level, _) in enumerate(LEVELS[:-2]):
        fight = scene(armed(damage={"lethal": marked + 1}), person("Б"), dice=[1, 10])
        figures, fighter = figures_of(fight), who(fight, "a")
        assert fighter.level == level
        assert figures[f"health.{level}"].value == fighter.penalty
        assert figures["fighter.initiative"].value == fighter.initiative - fighter.die


def test_mir_tmy_3_the_initiative_that_is_shown_is_that_of_the_wounded() -> None:
    fight = scene(person("А", damage={"lethal": 2}), person("Б"), dice=[5, 3])
    assert figures_of(fight, "a")["fighter.initiative"].said(ENGLISH) == "initiative 5 + d10"
    assert figures_of(fight, "b")["fighter.initiative"].said(ENGLISH) == "initiative 6 + d10"


@pytest.mark.parametrize("marked", range(7))
@pytest.mark.parametrize("action", ["move", "run"])
def test_mir_tmy_52_somebody_gets_as_far_as_is_shown_and_no_farther(
    action: str, marked: int
) -> None:
    fight = scene(armed(damage={"lethal": marked}), person("Б", dexterity=1, wits=1), dice=[10, 1])
    figure = figures_of(fight).get(f"fighter.{action}")
    reach = int(figure.value) if figure else -1
    with pytest.raises(Refusal, match=r"at most|too badly hurt"):
        act(fight, "a", action, metres=reach + 1)
    assert figure is None or act(fight, "a", action, metres=reach)


def every_figure() -> Iterator[tuple[str, Figure]]:
    for hurt in (0, 5):
        fight = scene(armed(damage={"lethal": hurt}), person("Б"))
        set_by_hand(fight, "a", down=True)
        yield from figures_of(fight).items()


def test_the_parts_of_every_figure_add_up_to_it() -> None:
    sums = {path: figure for path, figure in every_figure() if figure.parts}
    assert {"weapons[0].pool", "weapons[3].damage", "defence.block"} <= sums.keys()
    for path, figure in sums.items():
        assert figure.value == max(sum(part.amount for part in figure.parts), 0), path


def test_every_figure_has_its_rule_and_words_in_both_languages() -> None:
    for path, figure in every_figure():
        assert figure.said(ENGLISH), path
        assert figure.said(OWN_TERMS), path
        group = path.split(".")[0]
        assert figure.rule or group in ("attributes", "abilities", "powers"), path
