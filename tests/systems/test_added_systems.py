"""A system that somebody has added gets everything, and nothing above the rules knows of it."""

import json
import re
import runpy
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from desktop import paper
from desktop.encounter.fight import Fight, play
from desktop.encounter.playout import bare_script
from desktop.encounter.roster import read_plan, to_script
from desktop.encounter.statistics import statistics_of
from desktop.library.campaign import Campaign
from desktop.library.resources import resource, rulebook, shipped_entries
from desktop.library.samples import pour, sample_scripts, samples
from desktop.plugins import add_own, lay_down
from desktop.rules import systems
from desktop.rules.text import TextError
from desktop.window.shell import contents
from tests.paper.reading import texts
from tests.playouts import check_fight, play_by_policies
from tests.systems.conftest import SHIPPED

pytestmark = pytest.mark.usefixtures("installed")

HERE = Path(__file__).parent

SKELETON = {
    "format": "fight/1",
    "system": "skeleton",
    "combatants": [
        {"id": "anna", "side": "players", "sheet": {"name": "Anna", "skill": 4}},
        {"id": "guard", "side": "foes", "sheet": {"name": "Guard", "hearts": 2}},
    ],
}


def wrack() -> dict[str, Any]:
    sample = json.loads((HERE / "wrack" / "sample.json").read_text("utf-8"))
    return to_script(read_plan(sample["encounters"][0]["plan"]))


def played(script: dict[str, Any], steps: list[dict[str, Any]], dice: list[int]) -> Fight:
    return play({**script, "steps": [{"do": "begin"}, *steps], "dice": dice})


def lines(fight: Fight) -> list[str]:
    return [str(line.text) for line in fight.log]


# ---- the skeleton


def test_the_skeleton_and_its_texts_have_at_most_150_lines() -> None:
    files = [SHIPPED / "skeleton" / name for name in ("__init__.py", "rules.json")]
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= 150


def test_the_larger_example_has_at_most_260_lines() -> None:
    assert len((HERE / "wrack" / "__init__.py").read_text("utf-8").splitlines()) <= 260


def test_a_fight_is_played_turn_by_turn() -> None:
    attack = {"do": "act", "actor": "anna", "action": "attack", "target": "guard"}
    fight = played(SKELETON, [attack, {"do": "end_turn", "actor": "guard"}, attack], [4, 1])
    assert lines(fight) == [
        "Anna hits Guard, who loses a heart",
        "Anna hits Guard, who loses a heart",
        "Guard is out of the fight",
    ]
    assert fight.state.round == 2
    assert fight.outcome
    assert fight.outcome.winner == "players"
    assert [c.path for c in fight.rules.changes(fight.state, "guard")] == ["hearts"]


def test_odds_are_exact() -> None:
    fight = played(SKELETON, [], [])
    odds = fight.odds({"do": "act", "actor": "anna", "action": "attack", "target": "guard"})
    assert odds.probability("hit") == Fraction(2, 3)


def test_nobody_acts_twice_in_a_round() -> None:
    fight = played(SKELETON, [{"do": "end_turn", "actor": "anna"}], [])
    offered = {(o.actor, o.action) for o in fight.options() if not o.why_not}
    assert offered == {("guard", "attack"), ("guard", "")}
    assert [fight.rules.standing(fight.state, id) for id in ("anna", "guard")] == ["done", "active"]


# ---- the larger example


def test_decisions_house_rules_and_values_by_hand() -> None:
    aim = {"do": "act", "actor": "ama-wielicka", "action": "aim"}
    shot = {
        "do": "act",
        "actor": "ama-wielicka",
        "action": "strike",
        "target": "ferryman-1",
        "modifiers": {"cover": True},
        "answers": {"brace": True},
    }
    fight = played(wrack(), [shot], [3, 1])
    assert lines(fight) == [
        "Ama Wielicka strikes at Ferryman 1 with Flare pistol, 4 or less: hit",
        "Ferryman 1 braces, and will not act",
        "Ferryman 1 loses 1 grit, the coat takes 1",
    ]
    assert fight.state.turn == "ferryman-2"
    strict = {**wrack(), "house_rules": {"bracing": False}}
    del shot["answers"]
    assert len(lines(played(strict, [shot], [3, 1]))) == 2
    fight = played(wrack(), [aim], [])
    badges = [str(vital.text) for vital in fight.rules.vitals(fight.state, "ama-wielicka")]
    assert "aims +1" in badges
    fight.perform({"do": "edit", "combatant": "ferryman-1", "set": {"down": True}})
    assert fight.state.turn == "ferryman-2"


def test_what_is_written_back_names_the_place_on_the_sheet() -> None:
    shot = {"do": "act", "actor": "ama-wielicka", "action": "strike", "target": "ferryman-1"}
    fight = played(wrack(), [{**shot, "answers": "default"}], [6, 6])
    changed = fight.rules.changes(fight.state, "ama-wielicka")
    assert [(c.path, c.before, c.after) for c in changed] == [("weapons[0].loaded", 1, 0)]


@pytest.mark.parametrize("system", ["skeleton", "wrack"])
def test_behaviours_play_a_fight_to_its_end(system: str) -> None:
    script = SKELETON if system == "skeleton" else wrack()
    fight = play_by_policies(script, seed=3)
    assert fight.outcome is not None


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("system", ["skeleton", "wrack"])
def test_whatever_is_done_holds(system: str, seed: int) -> None:
    script = SKELETON if system == "skeleton" else wrack()
    check_fight(script, seed, [seed * 1000 + n for n in range(30)], meddling=True)


# ---- what comes with a system


@pytest.mark.parametrize("system", ["skeleton", "wrack"])
def test_what_a_fight_came_to_is_counted_against_its_odds(system: str) -> None:
    fight = play_by_policies(wrack() if system == "wrack" else SKELETON, seed=3)
    found = statistics_of(fight)
    assert found.unknown == 0
    assert sum(one.hits.reached for one in found.people) > 0
    assert sum(one.hits.expected for one in found.people) > 0
    dealt = sum(one.dealt.reached for one in found.people)
    assert dealt == sum(one.taken.reached for one in found.people) > 0
    assert any(one.dice["d6"].count for one in found.active)


def test_rule_texts_and_catalogue_live_with_the_system() -> None:
    assert list(rulebook("skeleton")) == ["skeleton-1", "skeleton-2", "skeleton-3", "by-hand"]
    assert [entry.name for entry in shipped_entries("wrack")] == ["Boat hook", "Flare pistol"]
    assert resource("skeleton", "catalogue.json") is None
    for script in (SKELETON, wrack()):
        fight = play_by_policies(script, seed=5)
        assert {line.rule for line in fight.log} <= set(rulebook(fight.rules.id))


def test_its_sheets_print_on_plain_paper_or_on_its_own() -> None:
    plain = paper.sheet("skeleton", [{"name": "Anna", "skill": 4}])
    assert plain.template == "plain.sheet.typ"
    assert "Anna" in "".join(texts(plain.pdf()))
    own = paper.card("wrack", [{"name": "Ama Wielicka"}])
    assert own.template == "wrack.card.typ"
    said = "".join(texts(own.pdf()))
    assert "A card of the wrack" in said
    assert "Ama Wielicka" in said


def test_its_sample_is_offered_and_fills_a_campaign(tmp_path: Path) -> None:
    offered = {sample.title: sample.path for sample in samples()}
    with Campaign.create(tmp_path / "Low.fray", "Low") as campaign:
        pour(campaign, offered["The Low Water"])
        assert contents.update_catalogues(campaign)
        assert [line.name for line in campaign.characters("wrack")] == ["Ama Wielicka", "Ferryman"]
        titles = [group.title for group in contents.groups(campaign, "wrack", "")]
        assert "Catalogue: Weapon" in titles


def test_added_ones_are_listed_after_those_that_ship() -> None:
    assert set(list(systems().titles().values())[-5:]) == {
        "Blaze",
        "Delve",
        "Skeleton",
        "Trio",
        "Wrack",
    }


# ---- what the game master does by hand


def test_an_added_system_declares_a_unit_in_one_line_and_effects_count_in_it() -> None:
    gloom: dict[str, Any] = {"do": "effect", "combatants": ["ama-wielicka"], "name": "Gloom"}
    gloom |= {"changes": {"score": -2}, "until": "check"}
    fight = played(wrack(), [gloom], [])
    foe = next(one.id for one in fight.state.combatants.values() if one.side != "players")
    strike = {"do": "act", "actor": "ama-wielicka", "action": "strike", "target": foe}
    while fight.state.turn != "ama-wielicka":
        fight.perform({"do": "end_turn", "actor": fight.state.turn})
    worse = fight.odds(strike).probability("hit")
    fight.perform(strike, lambda _: 1, fight.rules.decide)
    assert "Ama Wielicka: Gloom, Score to strike -2" in lines(fight)
    assert "Ama Wielicka: Gloom is over" in lines(fight)
    fight.undo()
    fight.perform({"do": "end_effect", "combatant": "ama-wielicka", "name": "Gloom"})
    assert fight.odds(strike).probability("hit") > worse


def test_a_system_made_from_another_has_one_end_of_the_turn() -> None:
    from skeleton import Skeleton

    twice = {"actions": (*Skeleton.actions, *Skeleton.actions[:1])}
    kin: Any = type("Kin", (Skeleton,), twice)
    assert [action.do for action in kin.actions] == ["act", "act", "end_turn"]


def test_somebody_can_join_and_leave_a_fight_of_an_added_system() -> None:
    late = {"id": "late", "side": "foes", "sheet": {"name": "Late", "hearts": 2}}
    fight = played(SKELETON, [{"do": "join", "combatants": [late]}], [])
    assert fight.state.order == ["anna", "guard", "late"]
    fight.perform({"do": "leave", "combatant": "guard"})
    fight.perform({"do": "leave", "combatant": "late"})
    assert fight.state["late"].out
    assert fight.outcome is not None
    assert fight.outcome.winner == "players"


def test_a_template_without_words_for_a_picture_is_set_all_the_same() -> None:
    """What the standard for readers who cannot see wants more is not asked of a stranger."""
    shown = paper.card("wrack", [{"name": "Ama"}])
    bare = b"#let data = json(bytes(sys.inputs.data))\n=== Deep\n#curve(curve.line((9pt, 9pt)))"
    assert replace(shown, source=bare).pdf().startswith(b"%PDF")
    with pytest.raises(paper.CannotPrint, match=r"card\.typ cannot be set, line 2: unknown"):
        replace(shown, source=b"= Deep\n#nothing").pdf()


@pytest.mark.parametrize("like", ["skeleton", "delve"])
def test_a_new_system_is_a_copy_under_its_own_name_that_plays(like: str, tmp_path: Path) -> None:
    made = lay_down("sand_box", like, tmp_path)
    assert made == tmp_path / "sand_box"
    names = {file.name for file in made.iterdir()}
    assert {"__init__.py", "rules.json", "test_sand_box.py"} <= names
    told = "".join(file.read_text("utf-8") for file in made.iterdir())
    assert re.findall(rf"(?<!--like )(?<![a-z]){like}(?![a-z])", told.casefold()) == []
    assert ("class Delver(Creature)" in told) == (like == "delve")  # words that begin so stay whole
    add_own(tmp_path)
    assert systems()["sand_box"].title == "SandBox"
    tried = runpy.run_path(str(made / "test_sand_box.py"))
    (test,) = (thing for name, thing in tried.items() if name.startswith("test_"))
    test()
    for script in sample_scripts("sand_box") or [bare_script("sand_box")]:
        check_fight(script, 1, range(12))


@pytest.mark.parametrize("id", ["Sand", "1sand", "walka", "sand-box", "", "../sand"])
def test_an_id_that_cannot_be_is_refused_and_nothing_is_made(id: str, tmp_path: Path) -> None:
    with pytest.raises(TextError, match="an id is small letters"):
        lay_down(id, "skeleton", tmp_path / "systems")
    assert not (tmp_path / "systems").exists()


def test_what_is_there_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "sand").mkdir()
    with pytest.raises(TextError, match="is there already"):
        lay_down("sand", "skeleton", tmp_path)
