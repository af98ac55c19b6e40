"""Cards for combatants and the report of a fight."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest

from desktop import paper
from desktop.encounter.fight import start
from desktop.encounter.script import read_script
from desktop.paper import Dossier, Told
from desktop.paper.sheets import CardLine
from desktop.rules.display import Outcome, Vital
from desktop.rules.text import Text
from tests.paper.bands import BOGDAN, ZENON
from tests.paper.reading import boxes, letters_outside, squeezed, texts

GUARD = Dossier(
    "Strażnik Akademii",
    "strażnicy",
    [Vital("bar", "hp", "PŻ", 3, 4), Vital("badge", "cover", "osłona", text="w osłonie")],
    [CardLine("Halabarda", "wręcz, 2 kości"), CardLine("Gwizdek")],
    "Nie schodzi z bramy.",
)

DICE = partial(Random(7).randint, 1)

FIGHT = {
    "format": "fight/1",
    "system": "teohiphip",
    "name": "Paradoks Kury i Jajka",
    "combatants": [
        {"id": "zenon", "side": "players", "sheet": ZENON},
        {"id": "bogdan", "side": "foes", "sheet": {**BOGDAN, "band": "Inni"}},
    ],
    "objectives": [{"text": "Jajko jest całe"}],
    "seed": 7,
}


@pytest.mark.parametrize(("count", "pages"), [(0, 1), (1, 1), (9, 1), (10, 2), (28, 4)])
def test_nine_cards_to_a_page(count: int, pages: int) -> None:
    found = texts(paper.cards([replace(GUARD, name=f"Strażnik {n}") for n in range(count)]))
    assert len(found) == pages
    assert sum(page.count("Halabarda") for page in found) == count


def test_a_card_tells_who_it_is_what_it_has_and_what_to_mind() -> None:
    (page,) = texts(paper.cards([GUARD]))
    assert "strażnicy Strażnik Akademii" in page
    assert "PŻ" in page
    assert "w osłonie" in page
    assert "Halabarda wręcz, 2 kości" in page
    assert "Gwizdek" in page
    assert "Nie schodzi z bramy." in page


@pytest.mark.parametrize(
    ("vital", "expected"),
    [
        (Vital("bar", "hp", "Životy", 120, 140), "Životy 120 / 140"),
        (Vital("number", "defence", "Obrana", 14), "Obrana 14"),
        (Vital("dice", "pool", "Pula", values=(6, 4, 3)), "Pula 6 4 3"),
        (Vital("boxes", "health", "Здоровье", values=(3, 2, 1, 0)), "Здоровье"),
        (Vital("pips", "ap", "AP", 1, 2), "AP"),
        (Vital("number", "level", "Раны", text="ранен"), "Раны ранен"),
    ],
)
def test_every_shape_of_vital_has_its_form_on_a_card(vital: Vital, expected: str) -> None:
    (page,) = texts(paper.cards([Dossier("Kdokoli", vitals=[vital])]))
    assert expected in page


def test_a_long_text_goes_on_on_further_cards_and_nothing_is_lost() -> None:
    words = [f"slovo{number}" for number in range(600)]
    pages = paper.cards([replace(GUARD, notes=" ".join(words)), GUARD], language="pl")
    everything = " ".join(texts(pages))
    assert all(word in squeezed(everything) for word in words)
    assert everything.count("ciąg dalszy") >= 2
    assert not list(letters_outside(pages))


def test_combatants_of_a_fight_become_cards() -> None:
    fight = start(read_script(FIGHT))
    fight.perform({"do": "begin"}, source=DICE)
    zenon, bogdan = paper.dossiers(fight.rules, fight.state)
    assert (zenon.name, zenon.side) == ("Zenon Kowalski", "players")
    (shot,) = (line for line in zenon.lines if line.head == "Pistolet energetyczny")
    assert shot.text == "2k6 · 18″ · dystansowy. Na mrozie odmawia współpracy."
    assert zenon.notes == ZENON["notes"]
    (page,) = texts(paper.cards([zenon, bogdan]))
    assert "Dubeltówka po wuju" in page


def test_a_report_tells_the_rounds_their_dice_and_rules_and_how_it_ended() -> None:
    lines = [
        Told(0, "teohiphip-1", Text("Dwie bandy naprzeciw siebie")),
        Told(1, "teohiphip-16", Text("Zenon strzela"), ("2", "5"), ("Bogdan: PŻ 3 → 2",)),
        Told(2, "by-hand", Text("Bogdan: PŻ 3 → 4 (opatrunek)")),
    ]
    (page,) = texts(
        paper.report(
            "Paradoks Kury i Jajka",
            lines,
            combatants=[GUARD],
            objectives=[("Jajko jest całe", True)],
            outcome=Outcome("players", Text("na stole zostali gracze"), "teohiphip-22"),
            language="pl",
        )
    )
    for expected in (
        "Paradoks Kury i Jajka",
        "Wynik teohiphip-22 na stole zostali gracze",
        "Cele Jajko jest całe",
        "Strażnik Akademii strażnicy PŻ 3 / 4",
        "Przed walką Dwie bandy naprzeciw siebie teohiphip-1",
        "Runda 1 Zenon strzela 2 5 Bogdan: PŻ 3 → 2 teohiphip-16",
        "Runda 2 Bogdan: PŻ 3 → 4 (opatrunek) ręcznie",
    ):
        assert expected in page


def test_a_report_says_that_somebody_has_no_wounds() -> None:
    unhurt = replace(GUARD, vitals=(Vital("boxes", "wounds", Text("Rany")),))
    (page,) = texts(paper.report("Starcie", [], combatants=[unhurt], language="pl"))
    assert "Rany 0" in page


def test_a_report_says_in_words_how_wounded_or_dead_somebody_is() -> None:
    dead = Vital("boxes", "damage", Text("Повреждения"), values=(2, 2, 1), text=Text("Мёртв"))
    (page,) = texts(paper.report("Бой", [], combatants=[replace(GUARD, vitals=(dead,))]))
    assert "Повреждения Мёртв" in page


def test_a_report_of_a_fight_that_goes_on_says_so() -> None:
    fight = start(read_script(FIGHT))
    fight.perform({"do": "begin"}, source=DICE)
    everything = " ".join(texts(paper.report_of(fight)))
    assert "Paradoks Kury i Jajka" in everything
    assert "The fight is not over." in everything
    assert "Jajko jest całe" in everything
    assert squeezed(str(fight.log[0].text)) in squeezed(everything)


def test_a_log_of_many_lines_fills_many_pages_and_loses_none() -> None:
    lines = [Told(n // 10, "x-1", Text(f"zdarzenie numer {n}."), ("1",)) for n in range(400)]
    pages = texts(paper.report("Długa walka", lines))
    assert len(pages) > 5
    assert all(f"zdarzenie numer {n}." in " ".join(pages) for n in range(400))


def test_nothing_at_all_is_still_a_page() -> None:
    (page,) = texts(paper.report("", [], language="cs"))
    assert "Nic se nestalo." in page


def test_what_was_done_by_hand_is_called_so() -> None:
    ended = Outcome(None, Text("ended by the game master"), "by-hand")
    pages = paper.report("Koniec", [Told(1, "by-hand", "Zenon: hp 4 → 3")], outcome=ended)
    page = " ".join(texts(pages))
    assert page.count("by hand") == 2
    assert "hand" not in page.replace("by hand", "")


def test_a_thing_done_and_what_came_of_it_stay_on_one_page() -> None:
    for lines in range(36, 44):
        things = [Told(1, "r-1", f"Akcja {n}.", (), (f"skutek {n}.",)) for n in range(lines)]
        for page in texts(paper.report("Długa", things)):
            assert all(f"skutek {n}." in page for n in range(lines) if f"Akcja {n}." in page)


def test_a_box_is_as_wide_as_the_card_in_it() -> None:
    pages = paper.report("Karty", [Told(1, "r-1", "Ciągną", ("♠10", "♥Q", "100", "6"))])
    ten, queen, hundred, six = (wide for wide, high in boxes(pages) if round(high) == 12)
    assert ten > queen > six
    assert hundred > six
