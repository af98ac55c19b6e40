"""How figures are said, and how paper finds them."""

from desktop.languages import ENGLISH, OWN_TERMS
from desktop.paper.sheets import card_lines, figures_in_words
from desktop.rules.figures import Boxes, Figure, FigureGroup, Part, by_path
from desktop.rules.text import Term

POOL = Figure(
    "pool",
    Term("pool", "запас"),
    -1,
    rule="mir_tmy-10",
    parts=(Part(Term("brawl", "Драка"), 1), Part(Term("wounds", "раны"), -2, "mir_tmy-17")),
)
DAMAGE = Figure("damage", Term("damage", "урон"), "2d6-1", Term("lethal", "летальный"))
KNIFE = FigureGroup(
    "weapons[0]",
    Term("Knife", "Нож"),
    (POOL, DAMAGE),
    facts=(Term("silver", "серебро"),),
    notes="Rusty",
    boxes=(Boxes(Term("", ""), 3, 1),),
    rule="mir_tmy-10",
)


def test_a_figure_is_said_with_its_unit_and_a_real_minus() -> None:
    assert DAMAGE.said(ENGLISH) == "damage 2d6−1 lethal"
    assert DAMAGE.said(OWN_TERMS) == "урон 2d6−1 летальный"
    assert Figure("hit", Term("d20"), 3, signed=True).said(ENGLISH) == "d20 +3"


def test_the_parts_of_a_figure_say_what_it_is_added_up_from() -> None:
    assert POOL.parts_in_words(ENGLISH) == "brawl 1, wounds −2"


def test_a_group_is_said_in_one_line_with_facts_and_notes() -> None:
    assert KNIFE.said(OWN_TERMS) == "запас −1 · урон 2d6−1 летальный · серебро. Rusty"


def test_figures_are_found_by_the_path_of_their_thing_on_the_sheet() -> None:
    assert [path for path, _ in by_path([KNIFE])] == ["weapons[0].pool", "weapons[0].damage"]
    data = figures_in_words([KNIFE], terms=ENGLISH)
    assert data["figures"]["weapons[0].pool"]["number"] == "−1"
    assert data["figures"]["weapons[0].damage"]["unit"] == "lethal"
    assert data["groups"][0]["boxes"] == [("", 3, 1)]


def test_a_line_of_a_card_is_a_group_of_figures_with_its_boxes() -> None:
    (line,) = card_lines([KNIFE], terms=ENGLISH)
    assert (line.head, line.rule, line.boxes) == ("Knife", "mir_tmy-10", (("", 3, 1),))
    assert line.text == "pool −1 · damage 2d6−1 lethal · silver. Rusty"
