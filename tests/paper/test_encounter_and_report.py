"""The encounter's sheet, the blank sheet, the report by rounds, bookmarks and books of many."""

import io
import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pypdfium2
import pytest
from pypdf import PdfReader
from PySide6.QtGui import QColor, QImage

from desktop import assets, paper
from desktop.encounter.fight import Fight, start
from desktop.encounter.playout import play_by_policies
from desktop.encounter.script import read_script
from desktop.encounter.simulate.course import (
    keep_chance,
    missing,
    stretches,
    turning_points,
)
from desktop.encounter.statistics import statistics_of
from desktop.languages import ENGLISH
from desktop.library.foreign import read_import
from desktop.library.languages import spoken
from desktop.library.samples import sample_scripts
from desktop.paper import Style, Told, choice, fights
from desktop.paper.fights import course
from desktop.paper.pages import Book
from desktop.paper.rounds import told
from desktop.rules import systems
from desktop.rules.in_words import after_number
from desktop.rules.text import Text, as_text
from tests.paper.reading import POINTS, fonts, letters_outside, sizes, texts
from tests.pictures import png
from tests.playouts import by_policies
from tests.rules.boj.bench import CULTIST, VERA, act, fight
from tests.rules.konflikt import bench as konflikt
from tests.rules.maps import on_map
from tests.rules.mir_tmy import bench as mir_tmy
from tests.rules.teohiphip import bench as teohiphip
from tests.rules.walka.bench import PAIN, SMG, do, fight_of, sheet
from tests.rules.walka.bench import act as walka_act


def played(system: str) -> Fight:
    return play_by_policies(sample_scripts(system)[0], seed=1)


@pytest.mark.parametrize("system", list(systems()))
def test_an_encounter_sheet_has_everybody_what_is_at_stake_and_the_odds(system: str) -> None:
    fight = start(sample_scripts(system)[0])
    pages = paper.encounter_sheet(fight, notes="Tu jest [[ciemno]].")
    everything = " ".join(texts(pages))
    for combatant in fight.state.combatants.values():
        assert combatant.name in everything
    assert "Tu jest ciemno." in everything
    assert " %" in everything
    assert not list(letters_outside(pages))


def test_all_damage_to_be_expected_has_two_decimals_and_is_0_only_where_nothing_is() -> None:
    czech = Style(language=spoken("cs"))
    (table,) = (
        page.partition("Šance bez úprav")[2]
        for page in texts(paper.encounter_sheet(start(sample_scripts("mir_tmy")[0]), style=czech))
        if "Šance bez úprav" in page
    )
    damage = re.findall(r"\d\s%\s+(<?[\d,]+)", table)
    assert len(damage) > 20
    assert all(re.fullmatch(r"\d+,\d\d|<0,01", each) for each in damage)
    written = {"0": "0.00", "0.001": "<0.01", "0.006": "0.01", "2.8": "2.80", "2.275": "2.28"}
    for mean, on_paper in written.items():
        assert fights._damage(Fraction(mean)) == on_paper, "rounded as on the screen"


@pytest.mark.parametrize(("system", "rounds"), [("teohiphip", 6), ("boj", 8)])
def test_an_encounter_sheet_has_a_box_for_each_round_that_there_can_be(
    system: str, rounds: int
) -> None:
    everything = texts(paper.encounter_sheet(start(sample_scripts(system)[0])))[0].split()
    first = everything.index("1")
    assert everything[first : first + rounds] == [str(n + 1) for n in range(rounds)]
    assert not everything[first + rounds].isdigit()


MAP = {
    "width": 12,
    "height": 8,
    "ground": [
        {"kind": "wall", "points": [[1, 1], [5, 1]]},
        {"kind": "door", "points": [[5, 1], [6, 1]]},
        {"kind": "full", "points": [[2, 3], [3, 3], [3, 4], [2, 3]]},
        {"kind": "partial", "points": [[6, 3], [7, 3]]},
        {"kind": "difficult", "points": [[8, 3], [9, 3], [9, 4], [8, 3]]},
    ],
}


@pytest.mark.parametrize("system", list(systems()))
def test_an_encounter_is_run_from_two_pages_with_map_waves_and_what_adversaries_have(
    system: str,
) -> None:
    script = read_script(sample_scripts(system)[0]).model_dump(mode="json")
    people = script["combatants"]
    people[0]["at"] = [2, 2]
    newcomer = {**people[-1], "id": "late", "at": None}
    script |= {"map": MAP, "waves": [{"name": "Guards", "combatants": [newcomer]}]}
    pages = paper.encounter_sheet(start(script), style=Style(language=ENGLISH))
    assert len(sizes(pages)) <= 2
    everything = " ".join(texts(pages))
    rules = systems()[system]
    square, unit = rules.map_square, after_number(rules.map_unit, " ")
    size, between = f"{12 * square:g} × {8 * square:g}{unit}", f"{square:g}{unit} from line to line"
    for word in ("Order", "Map", size, between, "difficult ground", "Wave: Guards", "Adversaries"):
        assert word.casefold() in everything.casefold()
    partial = str(rules.ground_words.get("partial", "partial cover")).lower()
    assert partial in everything, "the kinds of ground by the words of the system"
    people[0]["at"] = None
    plain = paper.encounter_sheet(start({**script, "map": None}), style=Style(language=ENGLISH))
    assert "difficult ground" not in " ".join(texts(plain))


def test_adversaries_of_a_kind_who_are_wounded_differently_are_told_apart() -> None:
    pirate = sheet(weapons=[SMG])
    fight = fight_of(pirat={**pirate, "name": "Pirat 1"}, drugi={**pirate, "name": "Pirat 2"})
    kinds = " ".join(texts(paper.encounter_sheet(fight))).split("Przeciwnicy")[1]
    assert "Pirat 2" not in kinds
    wounds = [{"level": "heavy", "location": "torso"}]
    do(fight, {"do": "edit", "combatant": "drugi", "set": {"wounds": wounds}})
    kinds = " ".join(texts(paper.encounter_sheet(fight))).split("Przeciwnicy")[1]
    assert "Pirat 2" in kinds


def test_teohiphip_11_how_often_an_attack_can_be_made_stands_with_the_adversaries() -> None:
    def paths(uses: int | None) -> int:
        """How many lines and boxes the page is drawn with."""
        pistol = {"name": "Krócica", "range": 9, "uses": uses}
        pirate = teohiphip.figure("pirate", "foes", attacks=[pistol])
        pages = paper.encounter_sheet(teohiphip.fight_of(pirate))
        (page,) = pypdfium2.PdfDocument(pages.pdf())
        return len(list(page.get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_PATH])))

    assert paths(3) == paths(None) + 3


def test_who_comes_with_a_wave_has_a_card() -> None:
    script = read_script(sample_scripts("konflikt")[0]).model_dump(mode="json")
    newcomer = {**script["combatants"][-1], "id": "late", "at": None}
    newcomer["sheet"]["name"] = "Pozdní host"
    script |= {"waves": [{"name": "Guards", "combatants": [newcomer]}]}
    everything = " ".join(texts(fights.cards_of_fight(start(script), "Bitva", Style())))
    assert "Pozdní host" in everything


def test_a_blank_sheet_has_every_skill_of_a_new_one() -> None:
    everything = " ".join(texts(paper.blank("konflikt")))
    assert all(skill in everything for skill in ("Zdatnost", "Zručnost", "Inteligence", "Osobnost"))


def test_a_printed_map_says_its_unit_in_the_language_of_the_words() -> None:
    fight = start({**sample_scripts("mir_tmy")[0], "map": MAP})
    said = " ".join(texts(paper.map_sheet(fight, style=Style(language=spoken("ru")))))
    assert "12 × 8 м" in said.replace("\N{NO-BREAK SPACE}", " ")


def test_low_ground_drawn_as_a_line_has_another_stroke_than_a_wall() -> None:
    def middle(kind: str) -> set[str]:
        """The colours half way down a line in the middle of the map."""
        ground = [{"kind": kind, "points": [[6.5, 0], [6.5, 8]]}]
        fight = start({**sample_scripts("teohiphip")[0], "map": {**MAP, "ground": ground}})
        (page,) = paper.map_sheet(fight).png(ppi=288)
        drawn = QImage.fromData(page)
        row = (drawn.pixelColor(x, drawn.height() // 2) for x in range(drawn.width()))
        return {colour.name() for colour in row}

    grey = "#b8b8b8"
    assert grey in middle("full")
    assert grey not in middle("wall")


@pytest.mark.parametrize(("width", "height"), [(90, 60), (60, 90)])
def test_a_picture_lies_behind_the_whole_printed_map(width: int, height: int) -> None:
    fight = start({**sample_scripts("konflikt")[0], "map": {**MAP, "ground": []}})
    (page,) = paper.map_sheet(fight, ground=png(width, height, b"\xff\x00\x00")).png(ppi=40)
    drawn = QImage.fromData(page)
    places = product(range(drawn.width()), range(drawn.height()))
    red = [(x, y) for x, y in places if is_red(drawn.pixelColor(x, y))]
    wide, high = (max(part) - min(part) + 1 for part in zip(*red, strict=True))
    assert wide == pytest.approx(high * 12 / 8, abs=2)
    assert high > 0.7 * drawn.height()


def is_red(colour: QColor) -> bool:
    return colour.red() > 180 and colour.green() < 90 and colour.blue() < 90


def test_a_players_card_is_printed_once_in_a_campaign() -> None:
    bundle = read_import(assets.path("samples", "konflikt.json")).bundle
    book = choice.of_bundle(bundle, "Doupě", "cards")
    everything = " ".join(text for part in book.parts for text in texts(part))
    player = next(one.name for one in bundle.characters if one.role == "player")
    assert everything.count(player) == 1
    (_, alone) = choice.of_encounter(bundle.encounters[0], "all")
    assert player in " ".join(texts(alone))


@pytest.mark.parametrize("size", ["A4", "Letter"])
@pytest.mark.parametrize("system", list(systems()))
def test_a_blank_sheet_names_every_field_and_has_no_value(system: str, size: Any) -> None:
    pages = paper.blank(system, style=Style(size))
    everything = " ".join(texts(pages))
    assert systems()[system].title in everything
    assert all(sorted(found) == pytest.approx(POINTS[size], abs=0.01) for found in sizes(pages))
    assert not list(letters_outside(pages))
    english = " ".join(texts(paper.blank(system, style=Style(size, language=ENGLISH))))
    assert "Notes" in english


def test_a_report_tells_what_was_done_and_what_came_of_it() -> None:
    fight = start(
        {
            "format": "fight/1",
            "system": "teohiphip",
            "name": "Most",
            "house_rules": {"order": "fixed"},
            "combatants": [
                {
                    "id": "zenon",
                    "side": "players",
                    "sheet": {"name": "Zenon", "attacks": [{"name": "Pistolet"}]},
                },
                {"id": "guard", "side": "foes", "sheet": {"name": "Strażnik", "max_hp": 3}},
            ],
        }
    )
    for step, dice in (
        ({"do": "begin"}, [6, 4, 3, 1]),
        ({"do": "activate", "actor": "zenon"}, []),
        ({"do": "act", "actor": "zenon", "action": "attack", "target": "guard"}, [5, 2]),
    ):
        fight.perform({**step, "dice": dice, "answers": "default"})
    assert fight.pending is None
    shot = told(fight)[-1]
    assert shot.round == 1
    assert shot.dice == ("5", "2")
    assert "Strażnik: PŻ 3 → 2" in shot.changes
    # One thing done is one line, however many rules had their say in it.
    assert len(told(fight)) == 2 < len(fight.log)
    miss = {"do": "act", "actor": "zenon", "action": "attack", "target": "guard"}
    fight.perform({**miss, "dice": [1, 2], "answers": "default"})
    assert told(fight)[-1].changes == ("Zenon misses",)


def named(fight: Fight, round: int) -> str:
    """A round as the system calls it, in the words of a report."""
    words = as_text(fight.rules.round_named(round))
    return words.said(Style().of_system(fight.rules).language)


def test_a_hit_that_is_soaked_is_told_with_its_result_where_it_was_declared() -> None:
    """Who carries out a declaration names no action in the step."""
    soaked = Text("without effect", context="what a throw came to").said(ENGLISH)
    results: list[str] = []
    for script in sample_scripts("mir_tmy"):
        *_, fight = by_policies(script, 60)
        assert any("action" not in moment.step for moment in fight.moments)
        for thing in told(fight, ENGLISH):
            if "attack" in str(thing.text) and "→" in str(thing.text) and thing.dice:
                assert thing.changes, thing
                results += thing.changes
    assert any(soaked in result for result in results)


@pytest.mark.parametrize("system", ["walka", "boj", "mir_tmy", "konflikt"])
def test_every_round_of_a_played_fight_is_in_its_report(system: str) -> None:
    fight = played(system)
    everything = " ".join(texts(paper.report_of(fight)))
    for round in range(1, fight.state.round):
        assert named(fight, round) in everything
    assert any(thing.changes for thing in told(fight))


@pytest.mark.parametrize("system", list(systems()))
def test_no_line_of_a_report_is_empty(system: str) -> None:
    things = told(played(system))
    assert any(thing.changes for thing in things)
    assert all(all(thing.changes) for thing in things)


@pytest.mark.parametrize("system", list(systems()))
def test_a_report_says_how_the_fight_went_against_its_odds(system: str) -> None:
    fight = played(system)
    found = statistics_of(fight)
    everything = " ".join(texts(paper.report_of(fight, found)))
    assert "Against the odds" in everything
    assert (
        f"count only as taken. Dealt and taken: {systems()[system].marks['damage']}." in everything
    )
    for one in found.active:
        tally = f"{one.hits.reached}({float(round(one.hits.expected, 1)):.1f})"
        assert tally in everything.replace(" ", "")
    assert "The chance to win" not in everything  # it is never worked out for the paper alone


def test_what_is_known_of_the_chances_is_in_the_report() -> None:
    fight = played("boj")
    keep_chance(fight, 7, 0.5)
    assert course(fight, ENGLISH) is None, "a single chance is no course"
    keep_chance(fight, 8, 0.875)
    pages = paper.report_of(fight)
    everything = " ".join(texts(pages))
    assert "The chance to win, step by step: players" in everything
    (turn,) = turning_points(fight, stretches(fight))
    partly = f"Steps after which the chance is not known yet: {len(missing(fight))}."
    assert partly in everything.replace("\u00a0", " ")
    assert f"{named(fight, turn.round)}: 50 % → 88 %" in everything
    assert pages.pdf() == paper.report_of(fight).pdf()
    russian = " ".join(texts(paper.report_of(fight, style=Style(language=spoken("ru")))))
    assert "шаг за шагом: игроки" in russian


def test_a_report_says_who_counts_as_ahead_where_nobody_won() -> None:
    *_, fight = by_policies(sample_scripts("boj")[0], 4)
    keep_chance(fight, 1, 0.5)
    assert course(fight, ENGLISH) is None, "a single chance is drawn as no course"
    keep_chance(fight, 2, 0.6)
    for nobody_won in (False, True):
        known = course(fight, ENGLISH)
        assert known
        assert known["nobody_won"] == nobody_won
        if not nobody_won:
            fight.perform({"do": "end"})
    everything = " ".join(texts(paper.report_of(fight)))
    assert "Nobody won: a side counts as ahead" in everything


def test_an_effect_that_is_laid_on_several_is_told_of_all_of_them() -> None:
    a_fight = fight()
    people = list(a_fight.state.combatants)[:2]
    first, second = (a_fight.state[id].name for id in people)
    do(a_fight, {"do": "effect", "combatants": people, "name": "Дым"})
    assert str(told(a_fight)[-1].text) == f"{first}, {second}: Дым"


def test_a_report_tells_who_waits() -> None:
    a_fight = fight()
    do(a_fight, {"do": "wait", "actor": "vera", "after": "cultist"})
    assert str(told(a_fight)[-1].text) == "Вера waits and acts after: Культист"


def test_a_report_tells_who_is_put_elsewhere_on_the_map_while_the_fight_goes_on() -> None:
    script = on_map(fight(), vera=[1, 1], cultist=[3, 1]).as_script()
    a_fight = start({**script, "steps": [], "dice": []})
    there, back = ({"do": "place", "places": {"vera": at}} for at in ([2, 1], [1, 1]))
    for step in (there, {"do": "begin", "dice": [52, 51]}, back):
        a_fight.perform(step)
    said = [str(thing.text) for thing in told(a_fight)]
    assert said.count("Вера is put elsewhere on the map") == 1


def test_what_is_set_by_hand_is_said_once_in_a_report() -> None:
    a_fight = fight()
    do(a_fight, {"do": "edit", "combatant": "cultist", "set": {"hp": 7}})
    do(a_fight, {"do": "effect", "combatants": ["vera"], "name": "Дым"})
    style = Style(language=ENGLISH)
    said = [(str(t.text), list(t.changes)) for t in told(a_fight, style.language)][-2:]
    assert [changes for _, changes in said] == [[], []]
    assert "7" in said[0][0]
    assert "Дым" in said[1][0]


def test_walka_25_what_is_lost_to_suppression_is_told_in_a_report() -> None:
    scene = fight_of(sheet(), sheet("Pirat", weapons=[SMG]))
    walka_act(walka_act(scene, "kneel"), "shot", target="pirat", aim=2)
    scene.perform({"do": "end_turn"})
    walka_act(scene, "continuous_fire", [20], actor="pirat", target="vera")
    scene.perform({"do": "end_turn"})
    *_, lost = told(scene)
    assert str(lost.text) == "Vera: Shot comes to nothing (suppressed, may only seek cover)"


def test_boj_11_what_ended_as_a_turn_began_is_told_with_what_comes_next() -> None:
    scene = fight(VERA, CULTIST)
    act(scene, "dodge", 9)
    for _ in range(2):
        scene.perform({"do": "end_turn"})
    assert scene.state.turn == "vera", "which tells nothing"
    act(scene, "attack", 99, target="cultist", **{"with": "Нож"})
    *_, dodge, attack = told(scene)
    assert dodge.changes == ("Вера: + уклоняется: 9",)
    assert "− уклоняется: 9" in attack.changes[-1]


def test_boj_22_whom_a_burst_hits_stand_in_a_report_as_their_dice_fell() -> None:
    scene = fight(VERA, CULTIST, {**CULTIST, "name": "Жнец"})
    act(
        scene, "attack", 30, 37, 8, target="c2", targets=["cultist"], mode="burst",
        **{"with": "Автомат"},
    )  # fmt: skip
    *_, burst = told(scene)
    assert burst.dice == ("30", "·", "37", "·", "8")
    assert [line.partition(":")[0] for line in burst.changes] == ["Жнец", "Культист"]


def test_boj_2_18_a_report_names_everybody_in_the_order_and_says_who_is_out() -> None:
    names = [f"Жнец {number}" for number in range(2, 9)]
    others = [{**CULTIST, "name": name} for name in names]
    scene = fight(VERA, CULTIST, *others, cards=tuple(range(52, 43, -1)))
    order = f"Initiative: Вера, Культист, {', '.join(names)}"
    assert order in [str(one.text) for one in told(scene)]
    scene.perform({"do": "edit", "combatant": "c2", "set": {"hp": 0}})
    out = [one.name for one in paper.dossiers(scene.rules, scene.state)
           if "out of the fight" in [vital.text for vital in one.vitals]]  # fmt: skip
    assert out == ["Жнец 2"]
    (change,) = scene.rules.changes(scene.state, "c2")
    assert (change.before, change.after, change.most) == (None, 0, scene.state["c2"].max_hp)


def test_without_an_attack_nothing_is_said_of_the_odds() -> None:
    fight = start(sample_scripts("boj")[0])
    assert "Against the odds" not in " ".join(texts(paper.report_of(fight)))


def outline(content: bytes) -> list[Any]:
    """Bookmarks; those of the next level stand in a list behind their own."""
    return list(PdfReader(io.BytesIO(content)).outline)


def bookmarks(content: bytes) -> list[str]:
    return [str(one.title) for one in outline(content) if not isinstance(one, list)]


def test_names_and_rounds_are_bookmarks() -> None:
    people = [{"name": "Iga w porcie"}, {"name": "Pirat"}]
    assert bookmarks(paper.sheet("walka", people).pdf()) == ["Iga w porcie", "Pirat"]
    things = [Told(n, "x-1", Text("nothing")) for n in (1, 2)]
    first, below = outline(paper.report("Walka", things).pdf())
    assert first.title == "Walka"
    assert [one.title for one in below] == ["Round 1", "Round 2"]


def test_a_file_says_its_title_and_language_and_brings_its_fonts() -> None:
    pages = paper.sheet("walka", [{"name": "Żółw"}], title="Drużyna")
    read = PdfReader(io.BytesIO(pages.pdf()))
    assert read.metadata
    assert read.metadata.title == "Drużyna"
    assert str(read.root_object["/Lang"]) == "pl"
    assert "/StructTreeRoot" in read.root_object
    assert fonts(pages)
    assert all(fonts(pages).values())


def test_in_black_and_white_nothing_has_a_colour() -> None:
    sheet = {"name": "Iga", "cyber": ["head"]}
    colour, bw = (
        paper.sheet("walka", [sheet], style=Style(colour=c)).svg()[0] for c in (True, False)
    )
    assert "#8c2f17" in colour
    assert "#8c2f17" not in bw


def a_book(count: int = 3) -> Book:
    parts = [paper.sheet("walka", [{"name": f"Pirat {n}"}], title="Piraci") for n in range(count)]
    return Book("Kampania Żółwia", [*parts, paper.sheet("boj", [{"name": "Вера"}])], "pl")


def test_a_book_joins_parts_of_several_systems_with_title_language_and_bookmarks() -> None:
    content = a_book().pdf()
    assert content == a_book().pdf()
    read = PdfReader(io.BytesIO(content))
    assert read.metadata
    assert read.metadata.title == "Kampania Żółwia"
    assert str(read.root_object["/Lang"]) == "pl"
    assert dict(read.root_object["/MarkInfo"])["/Marked"]  # type: ignore[call-overload]
    assert "/StructTreeRoot" in read.root_object
    assert len(read.pages) == 4
    assert bookmarks(content) == ["Pirat 0", "Pirat 1", "Pirat 2", "Вера"]


def test_a_book_is_in_its_own_language_whatever_comes_first_in_it() -> None:
    parts = [paper.sheet("boj", [{"name": "Вера"}]), paper.sheet("walka", [{"name": "Zofia"}])]
    read = PdfReader(io.BytesIO(Book("Dwie", parts, "pl").pdf()))
    assert str(read.root_object["/Lang"]) == "pl"


def test_a_book_names_the_part_that_cannot_be_set() -> None:
    parts = [paper.sheet("boj", [{"name": name}], title=name) for name in ("Вера", "漢")]
    with pytest.raises(paper.CannotPrint, match="漢: 漢"):
        Book("Dwie", parts).pdf()


def test_a_book_says_how_far_it_is_and_can_be_stopped() -> None:
    steps: list[tuple[int, int]] = []

    def progress(done: int, of: int) -> None:
        steps.append((done, of))
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        a_book().pdf(progress)
    assert steps == [(0, 4), (1, 4), (2, 4)]
    steps.clear()
    a_book(1).pdf(lambda done, of: steps.append((done, of)))
    assert steps == [(0, 2), (1, 2), (2, 2)]


def test_the_report_tells_badges_in_the_words_that_were_chosen() -> None:
    met = fight(VERA, CULTIST)
    act(met, "aim")
    (aimed,) = (thing for thing in told(met) if "aims" in str(thing.text))
    assert aimed.changes == ("Вера: + прицел +20",)
    (aimed,) = (thing for thing in told(met, terms=ENGLISH) if "aims" in str(thing.text))
    assert aimed.changes == ("Вера: + aiming +20",)


def test_the_report_says_that_fire_hit_nobody_whom_it_holds_down() -> None:
    met = fight_of(sheet(weapons=[SMG]))
    walka_act(met, "continuous_fire", [20], target="pirat")
    fired = told(met, terms=ENGLISH)[-1]
    assert fired.changes[0] == "Vera misses"
    assert any("suppress" in change for change in fired.changes[1:])


def test_the_report_says_which_wound_somebody_got_and_where() -> None:
    fight = fight_of()
    walka_act(fight, "shot", [4, *PAIN], target="pirat", location="torso")
    [change] = told(fight, spoken("pl"))[-1].changes
    assert change.startswith("Pirat: Rany 0 → 1 (lekka: tułów)")


def test_teohiphip_2_the_order_of_every_round_is_told_with_who_threw_what() -> None:
    *_, a_fight = by_policies(sample_scripts("teohiphip")[0], 60)
    orders = [t for t in told(a_fight, ENGLISH) if str(t.text).startswith("Round ")]
    assert [t.round for t in orders] == list(range(1, a_fight.state.round + 1))
    assert len(orders) > 1
    assert all(any("Order of the bands" in change for change in t.changes) for t in orders)
    assert not any(t.dice for t in orders), "each beside who threw it"


def test_mir_tmy_4_the_order_that_wounds_changed_is_told_in_its_round() -> None:
    *_, a_fight = by_policies(sample_scripts("mir_tmy")[0], 60)
    orders = [t.round for t in told(a_fight, ENGLISH) if str(t.text).startswith("Order: ")]
    assert orders == [1, 2]
    assert a_fight.state.round == 2


def test_walka_12_points_that_lower_a_die_stand_in_a_report() -> None:
    met = fight_of(sheet(weapons=[SMG], skills={"smgs": 4}))
    walka_act(met, "short_burst", [11, *PAIN * 3], answers={"skill_points": [2]}, target="pirat")
    assert "Vera, submachine guns: spends 2, 2 left" in told(met, ENGLISH)[-1].changes


def test_an_effect_that_is_over_is_said_by_its_own_line() -> None:
    met = fight_of()
    do(
        met,
        {"do": "effect", "combatants": ["vera"], "name": "Focus", "until": "rounds", "rounds": 1},
    )
    for _ in "vp":
        do(met, {"do": "end_turn"})
    said = [str(t.text) for t in told(met, ENGLISH) if "Vera: − Focus" in t.changes]
    assert said == ["Vera: Focus is over"]


@pytest.mark.parametrize(
    ("system", "alike"), [("walka", True), ("boj", True), ("teohiphip", False)]
)
def test_what_everybody_throws_stands_alike_or_below_a_line_for_all(
    system: str, alike: bool
) -> None:
    fight = play_by_policies(sample_scripts(system)[0], 1, most=0)
    begin = told(fight)
    lines = fight.moments[0].lines
    assert [len(begin), len(begin[0].changes)] == (
        [len(lines), 0] if alike else [1, len(lines) - 1]
    )


def test_mir_tmy_4_the_report_tells_a_roll_off_with_the_round_that_it_orders() -> None:
    people = [mir_tmy.person(name) for name in ("Олег", "Вера", "Марк")]
    met = mir_tmy.scene(*people, dice=[9, 8, 5])
    mir_tmy.set_by_hand(met, "a", damage={"lethal": 3})
    for id in "ab":
        mir_tmy.do(met, {"do": "end_turn", "actor": id})
    mir_tmy.do(met, {"do": "end_turn", "actor": "c", "dice": [7, 5]})
    (tie,) = (thing for thing in told(met, terms=ENGLISH) if thing.dice)
    assert (tie.round, tie.dice) == (2, ("7", "·", "5"))
    assert str(tie.text) == "Roll-off: Олег, Вера; Олег is first"


def test_konflikt_2_what_only_runs_down_is_told_as_the_number_that_changed() -> None:
    met = konflikt.duel()
    konflikt.by_hand(met, "ogre", effects=[{**konflikt.BURNING, "ends": "rounds", "rounds": 3}])
    for _ in range(2):
        konflikt.end_turn(met)
    last = told(met, terms=ENGLISH)[-1]
    assert any("3 → 2 more rounds" in change for change in last.changes)


def test_teohiphip_the_first_round_is_told_as_the_others_are() -> None:
    script = sample_scripts("teohiphip")[0]
    sheet = script["combatants"][0]["sheet"]
    sheet["traits"] = [*sheet.get("traits", []), {"name": "Szybki"}]
    *_, met = by_policies(script, 60)
    orders = [thing for thing in told(met) if str(thing.text).startswith("Round ")]
    assert len(orders) > 1
    assert all(any("initiative pool" in line for line in t.changes) for t in orders)


def test_mir_tmy_52_a_run_that_was_declared_is_told_where_it_is_done() -> None:
    fight = mir_tmy.scene(mir_tmy.person("Олег"), mir_tmy.person("Громила"), declare=True)
    for _ in fight.state.combatants:
        run = {"action": "run", "metres": 6}
        fight.perform({"do": "declare", "actor": fight.state.turn, **run})
    assert [str(thing.text) for thing in told(fight, ENGLISH)][-1].endswith(" declares: run")
    fight.perform({"do": "act", "actor": fight.state.turn})
    runner = fight.moments[-1].step["actor"]
    assert told(fight, ENGLISH)[-1].text == f"{fight.state[runner].name} runs 6 m"


def test_walka_9_a_report_says_where_something_else_was_done_than_declared() -> None:
    fight = fight_of()
    do(fight, {"do": "declare", "actor": "vera", "actions": [{"action": "aim"}]})
    walka_act(fight, "kneel")
    said = "Vera does something else than declared: Kneel, not Aim"
    assert told(fight, ENGLISH)[-1].changes == (said, "Vera: + kneeling")


def test_every_die_of_a_throw_is_in_the_report() -> None:
    fight = mir_tmy.scene(mir_tmy.person("Олег"), mir_tmy.person("Громила"))
    mir_tmy.act(fight, "a", "attack", [2] * 3, target="b")
    many = tuple(str(n % 10 + 1) for n in range(70))
    moment = fight.moments[-1]
    lines = (moment.lines[0]._replace(dice=tuple(map(int, many))), *moment.lines[1:])
    fight.moments[-1] = replace(moment, _lines=lines)
    said = "".join(texts(paper.report_of(fight))).replace(" ", "")
    assert "".join(many) in said
