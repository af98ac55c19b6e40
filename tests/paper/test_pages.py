"""What holds for all pages: equal bytes, hostile texts, templates, files, and no Qt."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, get_args

import pytest
from pydantic import Field as Limits

from desktop import assets, paper
from desktop.encounter.fight import Fight, start
from desktop.languages import Language
from desktop.paper import Dossier, Pages, Size, Style, Told
from desktop.paper.pages import CannotPrint, Kind, clean, template
from desktop.paper.sheets import CardLine
from desktop.rules import systems
from desktop.rules.display import Outcome, Vital
from desktop.rules.fields import Record, Shown
from desktop.rules.table import Refusal
from desktop.rules.text import Text, as_percent
from tests.paper.bands import BAND, ZENON
from tests.paper.reading import POINTS, letters_outside, sizes, squeezed, texts

HOSTILE = [
    '#eval("1 + 1") #read("common.typ") #panic()',
    "*bold* _slanted_ `raw` $x^2 + sum$ = heading",
    "<script>alert(1)</script> <b>fat</b> &amp; <label> @label",
    "// gone? /* gone? */ \\ \\u{1F600} ~ --- ... - item + item / term: x",
    "https://example.org/?a=b#c [link] {code} ; , #",
    '"quoted" \'quoted\' #"string" #[content]',
    "{{ data }} ${HOME} %s %n `rm -rf /`",
]


def _all_kinds(text: str) -> dict[str, Pages]:
    """Every kind of page with the text wherever a text can stand."""
    sheet = {
        **ZENON,
        **dict.fromkeys(("name", "band", "archetype", "notes"), text),
        "traits": [{"name": text, "text": text, "advantage_on": [text], "active": True}],
        "attacks": [{"name": text, "text": text}],
    }
    vital = Vital("badge", "x", text, text=text)
    fighter = Dossier(text, text, [vital], [CardLine(text, text)], text)
    return {
        "card": paper.card("teohiphip", [sheet], title=text),
        "sheet": paper.sheet(_stranger(), [sheet], title=text),
        "cards": paper.cards([fighter], title=text),
        "encounter": paper.encounter_sheet(_fight(text), title=text, notes=text),
        "report": paper.report(
            text,
            [Told(1, "by-hand", Text(text), ("1", "6"))],
            combatants=[fighter],
            objectives=[(text, True)],
            outcome=Outcome(text, Text(text), "x-1"),
            system_title=text,
        ),
    }


def _fight(text: str) -> Fight:
    """A fight of two who are called so, and whose weapons are; what is too long for it is cut."""
    name = " ".join(str(clean(text)).split())[:100] or "?"
    sheet = {"name": name, "attacks": [{"name": name}]}
    return start(
        {
            "format": "fight/1",
            "system": "teohiphip",
            "combatants": [
                {"id": "a", "side": name, "sheet": sheet},
                {"id": "b", "side": "foes", "sheet": sheet},
            ],
            "objectives": [{"text": name}],
        }
    )


def _stranger() -> Any:
    """A system of somebody else's, for which there is no template."""
    kind = type(systems()["teohiphip"])
    own = {"id": "stranger", "title": "Obcy", "language": "pl", "muster": _no_fights}
    return type("Stranger", (kind,), own)()


def _no_fights(rules: Any, roster: Any, house: Any) -> None:
    raise Refusal("there are no fights in it yet")


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("kind", ["card", "sheet", "cards", "encounter", "report"])
def test_text_that_looks_like_markup_is_printed_as_it_is(kind: str, text: str) -> None:
    everything = squeezed(" ".join(texts(_all_kinds(text)[kind])))
    assert everything.count(squeezed(text)) >= 3


@pytest.mark.parametrize("kind", ["card", "sheet", "cards", "encounter", "report"])
@pytest.mark.parametrize("letters", ["x" * 5_000, "Щ" * 1_000, "a b " * 2_000, "\n" * 3_000 + "e"])
def test_words_and_texts_without_end_stay_on_their_pages(kind: str, letters: str) -> None:
    pages = _all_kinds(letters)[kind]
    assert not list(letters_outside(pages))


def test_control_characters_are_left_out_and_line_ends_kept() -> None:
    dirty = "a\x00b\x1b[31mc\x7fd\te\r\nf\x0bg\u2028h\ud800i"
    assert clean(dirty) == "ab[31mcd e\nf\ng\nh\ufffdi"
    for pages in _all_kinds(dirty).values():
        assert "ab[31mcd e" in " ".join(texts(pages))


def test_what_comes_along_with_copied_text_keeps_nothing_from_being_printed() -> None:
    for pages in _all_kinds("\ufeffKrok 1\ufe0f\u20e3 Za\u00adżółć").values():
        assert "Krok 1" in " ".join(texts(pages))


def test_numbers_that_json_cannot_hold_do_no_harm() -> None:
    assert clean({"a": float("nan"), "b": float("inf"), "c": 10**400, 4: (1, None, True)}) == {
        "a": None,
        "b": None,
        "c": 10**15,
        "4": [1, None, True],
    }


def test_a_chance_is_printed_as_the_screen_says_it() -> None:
    chances = [as_percent(p) for p in (0.0, 0.002, 0.125, 0.998, 1.0)]
    assert clean(chances, Language("cs")) == [
        "0\xa0%",
        "<1\xa0%",
        "12\xa0%",
        ">99\xa0%",
        "100\xa0%",
    ]


@pytest.mark.parametrize("kind", ["card", "sheet", "cards", "encounter", "report"])
def test_equal_data_make_equal_bytes(kind: str) -> None:
    first, second = _all_kinds("Zażółć")[kind], _all_kinds("Zażółć")[kind]
    assert first.pdf() == second.pdf()
    assert first.svg() == second.svg()
    assert first.png(50) == second.png(50)
    assert first.pdf() != _all_kinds("Zażółc")[kind].pdf()


@pytest.mark.parametrize("size", ["A4", "Letter"])
def test_pages_that_stand_upright_have_exactly_the_size_of_the_paper(size: Size) -> None:
    for pages in (
        paper.sheet(_stranger(), BAND, style=Style(size)),
        paper.cards([Dossier("A")], style=Style(size)),
        paper.report("B", [], style=Style(size)),
    ):
        assert all(found == pytest.approx(POINTS[size], abs=0.01) for found in sizes(pages))


def test_another_size_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="paper: there is no 'A6'; there is: A4, Letter, A5, 3x5"):
        Style("A6")  # type: ignore[arg-type]


def test_a_picture_for_every_page() -> None:
    pages = paper.sheet(_stranger(), BAND)
    assert len(pages.svg()) == len(pages.png(40)) == len(sizes(pages)) == 3
    assert all(page.startswith("<svg ") for page in pages.svg())
    assert all(page.startswith(b"\x89PNG") for page in pages.png(40))


def test_a_letter_that_no_font_has_is_named_on_screen_and_on_paper() -> None:
    pages = paper.sheet("walka", [{"name": "Żółw 漢"}])
    for make in (pages.pdf, pages.svg):
        with pytest.raises(CannotPrint, match=r"Żółw 漢: 漢 \(U\+6F22\) stands in none of the"):
            make()


@pytest.mark.parametrize(
    "reaching",
    [
        'read("/etc/passwd")',
        'read("../rules/walka.json")',
        'read("/../rules/walka.json")',
        'json("../../samples/walka.json")',
        'image("../icons/fraydesk.svg")',
        'include "../../README.md"',
    ],
)
def test_a_template_cannot_reach_a_file_outside_its_folder(reaching: str) -> None:
    source = f'#import "common.typ": *\n#{reaching}'.encode()
    data = paper.sheet("walka", [{}]).data
    with pytest.raises(CannotPrint, match=r"own\.sheet\.typ cannot be set"):
        Pages("Own", "own.sheet.typ", data, source).pdf()


@pytest.mark.parametrize("word", ["#panic()", "#sys.inputs", '#import "x.typ"', "#while true {}"])
def test_no_word_of_a_campaign_is_run_wherever_it_stands(word: str) -> None:
    sheet = {
        "name": word,
        "attributes": {word: 3},
        "skills": {word: 1},
        "weapons": [{"name": word, "notes": word}],
        "armor": [{"name": word, "reduction": {word: 1}}],
        "notes": word,
    }
    everything = squeezed(" ".join(texts(paper.sheet("walka", [sheet], title=word))))
    assert everything.count(squeezed(word)) >= 5


# Systems without a template


class _Weapon(Record):
    name: str = ""
    rounds: Annotated[int | None, Shown("Rounds", "Naboje", unit="szt.")] = None
    loud: Annotated[bool, Shown("Loud", "Głośna")] = False
    notes: Annotated[str, Shown("Notes", "Uwagi", long=True)] = ""


class _NewSheet(Record):
    name: str
    rank: Annotated[str, Shown("Rank", "Stopień", rule="new-3")] = ""
    alive: Annotated[bool, Shown("Alive", "Żyje")] = True
    strength: Annotated[int, Limits(ge=1, le=5), Shown("Strength", "Siła", group="Cechy")] = 2
    skills: Annotated[dict[str, int], Shown("Skills", "Umiejętności", group="Cechy")] = {}
    weapons: Annotated[list[_Weapon], Shown("Weapons", "Broń")] = []
    notes: Annotated[str, Shown("Notes", "Notatki", long=True)] = ""


def test_a_new_system_is_printed_on_its_first_day() -> None:
    rules = _stranger()
    rules.sheet = _NewSheet
    sheet = {
        "name": "Ćma",
        "rank": "kapral",
        "skills": {"Kłamanie": 4, "Pływanie": 1},
        "weapons": [{"name": "Bagnet", "rounds": 3, "loud": True, "notes": "Tępy."}],
        "notes": "Nie lubi światła.",
    }
    for make in (paper.sheet, paper.card):
        (page,) = texts(make(rules, [sheet]))
        assert "Obcy Ćma" in page
        assert "Stopień §3 kapral" in page
        assert "Żyje" in page
        assert "Cechy" in page
        assert "Siła 2" in page
        assert "Kłamanie 4" in page
        assert "Pływanie 1" in page
        assert "Bagnet Naboje 3 szt. · Głośna Tępy." in page
        assert "Nie lubi światła." in page


def test_a_template_is_found_by_its_name_and_else_the_plain_one() -> None:
    assert template("card", "teohiphip")[0] == "teohiphip.card.typ"
    assert template("sheet", "teohiphip")[0] == "teohiphip.card.typ"
    assert template("card", "stranger")[0] == "plain.sheet.typ"
    assert template("cards", "teohiphip")[0] == "plain.cards.typ"
    assert template("report", "stranger")[0] == "plain.report.typ"


def test_every_template_belongs_to_a_system_of_ours() -> None:
    ours = {"walka", "boj", "teohiphip", "konflikt", "mir_tmy"}
    for path in assets.path("paper").glob("*.*.typ"):
        owner, kind, _ = path.name.split(".")
        assert owner in {"plain", *ours}
        assert kind in get_args(Kind)


def test_no_template_reaches_out_of_its_folder() -> None:
    for path in assets.path("paper").glob("*.typ"):
        source = path.read_text(encoding="utf-8")
        assert "@preview" not in source
        assert "eval(" not in source
        assert "read(" not in source


# Files


def _listing(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_pdf_is_written_over_an_old_one(tmp_path: Path) -> None:
    pages = paper.card("teohiphip", BAND)
    target = tmp_path / "Banda Żółci.pdf"
    target.write_bytes(b"old")
    pages.write_pdf(target)
    assert target.read_bytes() == pages.pdf()
    assert _listing(tmp_path) == ["Banda Żółci.pdf"]


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = tmp_path / "band.pdf"
    target.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no space"):
        paper.card("teohiphip", BAND).write_pdf(target)
    assert target.read_bytes() == b"old"
    assert _listing(tmp_path) == ["band.pdf"]


def test_a_folder_that_is_not_there_is_an_os_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        paper.card("teohiphip", BAND).write_pdf(tmp_path / "nowhere" / "band.pdf")


def test_pages_are_made_without_qt() -> None:
    code = (
        "import sys; from desktop import paper; paper.card('teohiphip', [{}]).pdf();"
        "sys.exit(any(name.startswith('PySide6') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_pages_can_be_made_in_another_thread() -> None:
    from concurrent.futures import ThreadPoolExecutor

    make: Callable[[int], bytes] = lambda n: paper.card("teohiphip", BAND[: 1 + n % 3]).pdf()  # noqa: E731
    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(make, range(6)))
    assert made[:3] == made[3:]
