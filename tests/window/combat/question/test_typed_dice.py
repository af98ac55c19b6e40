"""Dice typed as they fell: six sides, ten, twenty, a hundred."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from desktop.encounter.play_table import DiceWanted, LogLine
from desktop.languages import Language
from desktop.library.languages import spoken
from desktop.rules.dice import Dice, FaceNames
from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision
from desktop.rules.text import Text
from desktop.window.combat.question.dice import DiceBoxes, TypedDice
from desktop.window.combat.question.prompt import PromptCard
from desktop.window.fields.editor import Surroundings
from desktop.window.fields.factory import make_editor
from desktop.window.widgets import language

AROUND = Surroundings(make_editor, look="panel")


def typed(keys: str, *dice: Dice) -> TypedDice:
    result = TypedDice(dice)
    for key in keys:
        result.type(key)
    return result


def test_up_to_nine_sides_each_digit_is_a_die() -> None:
    assert typed("263", Dice(3, 6)).dice() == [2, 6, 3]
    assert typed("263", Dice(3, 6)).full
    assert TypedDice([Dice(1, 6)]).type("7") == "d6 does not show 7"
    assert TypedDice([Dice(1, 6)]).type("0") == "d6 does not show 0"


def test_on_a_d10_nought_is_ten() -> None:
    assert typed("1037", Dice(4, 10)).dice() == [1, 10, 3, 7]


def test_numbers_are_separated_or_end_where_no_digit_fits() -> None:
    assert typed("1 20 4", Dice(3, 20)).dice() == [1, 20, 4]
    assert typed("1,2,", Dice(2, 20)).dice() == [1, 2]
    assert typed("397", Dice(3, 20)).dice() == [3, 9, 7]
    assert typed("2325", Dice(4, 20)).dice() == [2, 3, 2, 5]
    assert typed("105", Dice(2, 100)).dice() == [10, 5]
    assert typed("23", Dice(1, 20), Dice(1, 6)).dice() == [2, 3]
    half = typed("1", Dice(1, 20))
    assert half.full
    assert half.dice() == [1]
    assert half.type("9") == ""
    assert half.dice() == [19]


def test_a_d100_reads_two_noughts_as_a_hundred() -> None:
    assert typed("00 ", Dice(1, 100)).dice() == [100]
    assert typed("07", Dice(1, 100)).dice() == [7]
    assert typed("100", Dice(1, 100)).dice() == [100]
    assert typed("37", Dice(1, 100)).dice() == [37]


def test_a_nought_before_a_figure_is_part_of_it() -> None:
    of_twenty = TypedDice([Dice(2, 20)])
    assert [of_twenty.type(key) for key in "0115"] == [""] * 4
    assert of_twenty.dice() == [1, 15]
    assert TypedDice([Dice(1, 100)], "07").dice() == [7]
    assert TypedDice([Dice(1, 20)], "0").type("0"), "00 is a hundred, and no face here"


def test_more_digits_than_a_die_has_are_refused() -> None:
    die = TypedDice([Dice(1, 20)])
    assert die.type("2") == ""
    assert die.type("5") == "d20 does not show 25"
    assert die.dice() == [2]


def test_backspace_opens_the_last_die_again() -> None:
    die = typed("17 1", Dice(2, 20))
    assert die.backspace()
    assert die.dice() == [17]
    assert die.backspace()
    assert (die.faces, die.begun) == ([], "1")
    assert die.backspace()
    assert not die.backspace()


def test_handfuls_of_different_dice_are_one_row() -> None:
    both = TypedDice([Dice(2, 6), Dice(1, 20)])
    for key in "3412":
        both.type(key)
    assert both.dice() == [3, 4, 12]
    assert both.type("1") == "all the dice are there"


CARD = FaceNames("card", (("♠A", "AS"), ("♠10", "10S"), ("♥10", "10H")))


@pytest.mark.parametrize(
    ("keys", "face"), [("♠A", 1), ("as", 1), ("AS", 1), ("10h", 3), ("♥10", 3), ("♠10", 2)]
)
def test_faces_with_names_are_typed_by_their_names(keys: str, face: int) -> None:
    die = TypedDice([Dice(1, 3, names=CARD)])
    for key in keys:
        assert die.takes(key)
        assert die.type(key) == ""
    assert die.dice() == [face]
    assert die.full
    assert die.names() == [CARD.name(face)]


def test_a_name_there_is_not_or_that_is_gone_is_refused() -> None:
    die = TypedDice([Dice(1, 3, gone=frozenset({1}), names=CARD)])
    assert die.type("K") == "card: none begins with K"
    die.type("A")
    assert die.type("S") == "already drawn: ♠A"
    assert die.empty


def test_letters_are_for_faces_with_names_only() -> None:
    assert not TypedDice([Dice(1, 6)]).takes("a")
    assert TypedDice([Dice(1, 6)]).takes("3")


def test_a_box_says_which_die_goes_there_in_the_language_that_is_chosen(qtbot: QtBot) -> None:
    language.use(Language("pl"))
    boxes = DiceBoxes()
    qtbot.addWidget(boxes)
    boxes.show_dice(TypedDice([Dice(2, 20)]))
    assert [hint for _, hint in boxes._faces()] == ["k20", "k20"]


def test_the_same_throw_asked_again_shows_what_the_one_before_came_to(qtbot: QtBot) -> None:
    def line(words: str, *dice: int) -> LogLine:
        return LogLine(1, "walka-32", Text(words), dice)

    card = PromptCard()
    qtbot.addWidget(card)
    hit = [line(words) for words in ("a segment", "location", "armour", "wound", "heavy")]
    wanted = DiceWanted("ama", Text("pain"), "walka-32", (Dice(3, 20),), ())
    shot = line("Ork → Ama: a shot")
    card.ask_dice(wanted, "Ama", [shot, *hit, line("pain passed", 5, 6, 7), *hit])
    shown = [label.text() for label in card.log_lines.findChildren(QLabel)]
    assert shown[:3] == ["Ork → Ama: a shot", "…", "pain passed"], "what is done to whom stays"
    card.ask_dice(wanted, "Ama", hit)
    shown = [label.text() for label in card.log_lines.findChildren(QLabel)]
    assert shown == ["a segment", "location", "armour", "wound", "heavy"], "there is room for all"


@pytest.mark.parametrize("keys", ["1", "1 20 4", "15 ", "", "3 1"])
def test_what_is_typed_is_kept_as_keys_that_come_to_the_same(keys: str) -> None:
    dice = (Dice(3, 20),)
    half = typed(keys, *dice)
    again = TypedDice(dice, half.keys)
    assert (again.faces, again.begun) == (half.faces, half.begun)


def test_tens_and_cards_are_kept_as_keys_too() -> None:
    assert TypedDice([Dice(2, 10)], typed("04", Dice(2, 10)).keys).faces == [10, 4]
    card = Dice(2, 3, names=CARD)
    assert TypedDice([card], typed("10has", card).keys).faces == [3, 1]


def test_a_card_is_called_so_in_the_language_that_is_chosen(qtbot: QtBot) -> None:
    language.use(spoken("cs"))
    card = PromptCard()
    qtbot.addWidget(card)
    card.ask_dice(DiceWanted("vera", "", "boj-2", (Dice(1, 3, names=CARD),)), "Vera", ())
    assert card.question.text() == "Vera: karta"
    assert card.buttons[0].label == "Táhnout: karta"
    card.type("x")
    assert card.refusal.text().startswith("karta: ")


def test_enter_after_a_refused_digit_does_not_roll_in_place_of_it(qtbot: QtBot) -> None:
    card = PromptCard()
    qtbot.addWidget(card)
    card.ask_dice(DiceWanted("vera", "", "boj-5", (Dice(1, 6),)), "Vera", ())
    rolled: list[None] = []
    card.roll_wanted.connect(lambda: rolled.append(None))
    card.type("8")
    card.enter()
    assert not rolled
    assert not card.refusal.text()
    card.enter()
    assert rolled


@pytest.mark.parametrize(
    ("words", "beside"),
    [("Jan, luck: 2 +3 = 5", ()), ("Jan, luck: 2 −1 = 1", ()), ("Jan: success points 2", ()),
     ("Jan: 2 success points more", ("2",))],
)  # fmt: skip
def test_a_die_that_a_line_adds_up_is_not_shown_beside_it_again(
    words: str, beside: tuple[str, ...]
) -> None:
    assert LogLine(1, "konflikt-12", Text(words), (2,)).faces_beside == beside


def test_dice_of_somebody_else_stand_apart_beside_a_line() -> None:
    line = LogLine(1, "mir_tmy-10", Text("3 against 1"), (8, 7, 6, 3, 10), others=(3,))
    assert line.faces_beside == ("8", "7", "6", "·", "3", "10")


def test_a_choice_that_says_a_sure_number_is_not_told_it_again(qtbot: QtBot) -> None:
    card = PromptCard()
    qtbot.addWidget(card)
    offered = (Choice(1, Text("3 hits")), Choice(2, Text("1 hit, the pistol goes on")))
    field = Field("burst", "choice", "Burst", choices=offered)
    card.ask_decision(Decision("burst", "a", Text("?"), field, "walka-24"), 1, (), AROUND)
    card.show_chance(0, "hits 3")
    card.show_chance(1, "70 % · hits 1")
    assert [button.note for button in card.buttons] == ["", "70 % · hits 1"]
    noted = tuple(Choice(n, str(n), Text("{count} hits", count=8 + n)) for n in (4, 3))
    field = Field("points", "choice", "Points", choices=noted)
    card.ask_decision(Decision("points", "a", Text("?"), field, "walka-12"), 4, (), AROUND)
    card.show_chance(0, "…")
    card.show_chance(0, "hits: 12", of_hits=True)
    card.show_chance(1, "damage: 11")
    assert [button.note for button in card.buttons] == ["12 hits", "11 hits · damage: 11"]


def test_what_is_drawn_already_is_said_in_the_words_that_lead(qtbot: QtBot) -> None:
    names = FaceNames("card", CARD.spellings, native=("♠Т", "♠10", "♥10"))
    gone = [Dice(1, 3, gone=frozenset({1}), names=names)]
    assert TypedDice(gone).type("♠") == ""
    for leads, said in ((True, "♠Т"), (False, "♠A")):
        language.use_own_terms(leads)
        die = TypedDice(gone)
        die.type("A")
        assert die.type("S") == f"already drawn: {said}"
