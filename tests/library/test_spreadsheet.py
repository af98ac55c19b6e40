"""Catalogue entries as CSV: what is written, what is read, what is planned and done."""

import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.library.campaign import Campaign
from desktop.library.catalogue_import import Planned, left_out, plan
from desktop.library.columns import Way, ways
from desktop.library.errors import DocumentError
from desktop.library.languages import spoken
from desktop.library.records import NewEntry
from desktop.library.resources import shipped_entries
from desktop.library.spreadsheet import _armed, csv_of, defused, read_csv, rows_of, write_csv
from desktop.rules import systems
from desktop.rules.text import placed


def weapon(name: str, **data: object) -> NewEntry:
    return NewEntry(system="walka", kind="weapon", name=name, data={"name": name, **data})


def entries_of(text: str) -> list[NewEntry | None]:
    return [row.entry for row in rows_of(text, "x.csv", "walka", "weapon")]


@pytest.mark.parametrize(
    "way", [None, *ways()], ids=lambda way: way and f"{way.code}-{way.own_terms}"
)
@pytest.mark.parametrize("system", list(systems()))
def test_all_that_is_shipped_comes_back_as_it_was_in_the_words_of_each_language(
    system: str, way: Way
) -> None:
    """Of all kinds of a system in one table, and of each kind in one of its own, as the window."""
    entries = [
        NewEntry(system=system, kind=one.kind, name=one.name, data=one.data)
        for one in shipped_entries(system)
    ]
    of_a_kind = [[one for one in entries if one.kind == kind] for kind in systems().kinds(system)]
    for some in (entries, *filter(None, of_a_kind)):
        rows = rows_of(csv_of(some, way), "x.csv")
        assert [fault for row in rows for fault in row.faults] == []
        for row, entry in zip(rows, some, strict=True):
            assert row.entry is not None
            assert row.left_out == ()
            model = systems()[system].catalogue[entry.kind]
            assert model.model_validate(row.entry.data) == model.model_validate(entry.data)
            assert (row.entry.name, row.entry.kind) == (entry.name, entry.kind)


def test_what_a_choice_can_be_is_said_in_the_words_of_the_table() -> None:
    polish = next(way for way in ways() if way.code == "pl")
    table = csv_of([weapon("Nóż", category="melee", damage="heavy")], polish)
    (row,) = rows_of(table.replace("ciężka", "ciężkka"), "x.csv")
    words = "draśnięcie, lekka, ciężka, krytyczna"
    assert [(place, str(why)) for place, why in row.faults] == [
        ("Obrażenia", f"is not one of {words}")
    ]
    (row,) = rows_of("name,damage\nNóż,heavyy\n", "x.csv", "walka", "weapon")
    assert [str(why) for _, why in row.faults] == ["is not one of scratch, light, heavy, critical"]


def test_columns_and_cells_are_called_as_in_the_window() -> None:
    vest = NewEntry(
        system="walka",
        kind="armor",
        name="Kamizelka",
        data={"name": "Kamizelka", "reduction": {"torso": 2}, "torso_penalty": -1.5},
    )
    written = csv_of([vest], spoken("pl").of_system("pl"))
    head, row = (line.split(";") for line in written.splitlines())
    said = dict(zip(head, row, strict=True))
    assert said["Redukcja: tułów"] == "2"
    assert said["Kara: tułów"] == "-1,5"
    assert (said["System"], said["Nazwa"]) == ("Walka", "Kamizelka")
    assert {"Redukcja: głowa", "Odporny na szable"} <= set(head)


def test_a_table_of_words_of_one_language_is_read_with_values_of_another() -> None:
    text = "Nazwa;Druh;Obrażenia;Zasięg\nNóż;pistol;lehké;2 m\n"
    (row,) = rows_of(text, "x.csv", "walka", "weapon")
    assert row.entry == weapon("Nóż", damage="light", reach=2)
    assert row.left_out == ("Druh",)


def test_parts_are_columns_by_ids_and_lists_by_their_numbers() -> None:
    text = "name,reduction.head,reduction.torso\nHełm,2,1\n"
    (row,) = rows_of(text, "x.csv", "walka", "armor")
    assert row.entry is not None
    assert row.entry.data == {"name": "Hełm", "reduction": {"head": 2, "torso": 1}}
    text = "Imię;Broń 1: Nazwa;Broń 2: Nazwa;Broń 2: Celność;Cechy: Budowa\nWilk;Kły;Pazury;-1;3\n"
    (row,) = rows_of(text, "x.csv", "walka", "adversary")
    assert row.entry is not None
    assert row.entry.data["weapons"] == [{"name": "Kły"}, {"name": "Pazury", "accuracy": -1}]
    assert row.entry.data["attributes"] == {"build": 3}


def test_an_unknown_column_is_named_and_left_out_and_the_rows_are_brought_in() -> None:
    rows = rows_of("name,Kolor,scope,Cena\nNóż,red,1,\nŁuk,,2,5 zł\n", "x.csv", "walka", "weapon")
    assert [row.entry for row in rows] == [weapon("Nóż", scope=1), weapon("Łuk", scope=2)]
    assert str(left_out(rows)) == "Left out, for nothing here is called so: Kolor, Cena"
    assert [one.doing for one in plan(rows, [])] == ["new", "new"]
    assert left_out(rows_of("name,scope\nNóż,1\n", "x.csv", "walka", "weapon")) is None


def test_all_faults_of_a_row_are_told_at_once_by_the_names_of_their_columns() -> None:
    text = "Nazwa;Luneta;Jonowa;Celność;Obrażenia\nNóż;99;może;dużo;śmiertelne\n"
    (one,) = plan(rows_of(text, "x.csv", "walka", "weapon"), [])
    for said in (
        "Luneta: can be at most 20",
        "Jonowa: needs yes or no, not 'może'",
        "Celność: needs a whole number, not 'dużo'",
        "Obrażenia: ",
    ):
        assert said in str(one.why)
    assert str(one.why).count(";") >= 3


def test_what_stands_whole_and_in_parts_is_refused() -> None:
    text = 'name,reduction,reduction.head\nA,"{""head"": 1}",2\n'
    (row,) = rows_of(text, "x.csv", "walka", "armor")
    assert [str(said) for _, said in row.faults] == ["stands in two columns"]
    (row,) = rows_of("name,scope,Luneta\nA,1,2\n", "x.csv", "walka", "weapon")
    assert [str(placed(*fault)) for fault in row.faults] == ["Luneta: stands in two columns"]


def test_parts_numbered_without_end_are_no_more_than_there_are() -> None:
    (row,) = rows_of("name,weapons[9999].name\nA,Kły\n", "x.csv", "walka", "adversary")
    assert row.entry is not None
    assert row.entry.data["weapons"] == [{"name": "Kły"}]


@pytest.mark.parametrize(
    "text", ["=1+1", "+cmd", "-2+3", "@SUM(A1)", "\tx", '=HYPERLINK("http://x")', "'=1", "''=1"]
)
def test_a_formula_is_defused_and_comes_back_as_it_was(text: str) -> None:
    assert defused(text).startswith("'")
    written = csv_of([weapon(f"Nóż {text}", notes=text)])
    (found,) = entries_of(written)
    assert found is not None
    assert found.data["notes"] == text


def test_no_text_where_one_is_usual_comes_back_as_none() -> None:
    net = NewEntry(
        system="konflikt",
        kind="attack",
        name="Síť",
        data={"name": "Síť", "damage": "", "notes": "'"},
    )
    (row,) = rows_of(csv_of([net]), "x.csv")
    assert row.entry == net


@given(st.text(max_size=40))
def test_no_cell_begins_as_a_formula(text: str) -> None:
    assert not defused(text).startswith(("=", "+", "-", "@", "\t", "\r"))


def test_a_spreadsheet_of_any_country_is_read() -> None:
    expected = weapon("Nóż", accuracy=-1, scope=2, ion=True)
    for text in (
        "name,accuracy,scope,ion\nNóż,-1,2,yes\n",
        "\ufeffname;accuracy;scope;ion\r\nNóż;-1;2;TRUE\r\n\r\n".removeprefix("\ufeff"),
        "name\taccuracy\tscope\tion\nNóż\t−1\t2\t1\n",
    ):
        assert entries_of(text) == [expected]


@pytest.mark.parametrize("written", ["1 000", "1\u00a0000", "1\u202f000", "1000"])
def test_a_space_between_thousands_is_read(written: str) -> None:
    assert entries_of(f"name,accuracy\nNóż,{written}\n") == [weapon("Nóż", accuracy=1000)]


@pytest.mark.parametrize(
    ("word", "means"),
    [("Tak", True), ("PRAWDA", True), ("ano", True), ("нет", False), ("ЛОЖЬ", False)],
)
def test_yes_and_no_are_read_in_every_language(word: str, means: bool) -> None:
    assert entries_of(f"name,ion\nNóż,{word}\n") == [weapon("Nóż", ion=means)]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("Nóż,abc,", "accuracy: needs a whole number, not 'abc'"),
        ("Nóż,1.5,", "accuracy: needs a whole number, not '1.5'"),
        ("Nóż,1,maybe", "ion: needs yes or no, not 'maybe'"),
        ("Nóż,1,yes,more", "has more cells than there are columns"),
    ],
)
def test_a_row_at_fault_says_why_and_the_others_are_read(row: str, why: str) -> None:
    rows = rows_of(f"name,accuracy,ion\n{row}\nMiecz,1,\n", "x.csv", "walka", "weapon")
    told = [(row.number, [str(placed(*fault)) for fault in row.faults]) for row in rows]
    assert told == [(2, [why]), (3, [])]
    assert rows[1].entry == weapon("Miecz", accuracy=1)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "x.csv: the first line names the columns, and one of them is 'name'"),
        ("a,b\n1,2\n", "x.csv: the first line names the columns, and one of them is 'name'"),
        ("name,ion,ion\n", "x.csv: the column 'ion' is there twice"),
        ('name\n"open\n', "x.csv: line 2: this is not CSV (unexpected end of data)"),
    ],
)
def test_a_file_that_is_no_table_is_refused(text: str, why: str) -> None:
    with pytest.raises(DocumentError) as refusal:
        rows_of(text, "x.csv", "walka", "weapon")
    assert str(refusal.value) == why


def test_a_row_of_an_unknown_system_or_kind_is_refused() -> None:
    rows = rows_of("system,catalogue,name\nnowhere,weapon,A\nwalka,song,B\n", "x.csv")
    system, kind = (str(placed(*row.faults[0])) for row in rows)
    assert system.startswith("system: there is no 'nowhere'; there is: ")
    assert kind.startswith("catalogue: there is no 'song'; there is: ")


def test_no_text_of_a_file_makes_it_fail_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "x.csv"
    for content in (b"\xff\xfe", b"name\n" + b"x" * 200_000, b"name,reduction\nA,[[[\n"):
        file.write_bytes(content)
        try:
            rows = read_csv(file, "walka", "armor")
        except DocumentError:
            continue
        assert all(row.faults for row in rows)
    with pytest.raises(DocumentError, match=r"nowhere\.csv: there is no such file"):
        read_csv(tmp_path / "nowhere.csv")


def test_a_table_in_another_coding_is_told_by_its_line_and_with_the_mend(tmp_path: Path) -> None:
    (tmp_path / "Broń.csv").write_bytes("name,notes\nLaska,\nNóż,\n".encode("cp1250"))
    with pytest.raises(DocumentError) as refusal:
        read_csv(tmp_path / "Broń.csv")
    said = "Broń.csv: line 3: the text is not UTF-8; save it as CSV in UTF-8"
    assert str(refusal.value) == said


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes in folders there")
def test_what_is_no_plain_file_is_refused_at_once(tmp_path: Path) -> None:
    if sys.platform == "win32":
        return  # nor do the types know of it
    os.mkfifo(tmp_path / "pipe.csv")
    with pytest.raises(DocumentError, match=r"pipe\.csv: there is no such file"):
        read_csv(tmp_path / "pipe.csv")


def planned(campaign: Campaign, text: str) -> list[Planned]:
    return plan(rows_of(text, "x.csv", "walka", "weapon"), campaign.entries(limit=None))


def test_a_plan_says_row_by_row_what_will_happen(campaign: Campaign) -> None:
    campaign.replace_shipped("walka", [weapon("Blaster", scope=1)])
    campaign.add_entry(weapon("Nóż", accuracy=1))
    text = "name,accuracy,scope\nNóż,2,\nBlaster,,1\nBlaster,,2\nŁuk,,\nŁUK,,\nProca,99,\n"
    found = planned(campaign, text)
    assert [str(one.said) for one in found] == [
        "row 2, Nóż: changes Accuracy",
        "row 3, Blaster: is there already",
        "row 4, Blaster: refused, the same name stands in row 3",
        "row 5, Łuk: is added",
        "row 6, ŁUK: refused, the same name stands in row 5",
        "row 7, Proca: refused, accuracy: can be at most 10",
    ]
    added = campaign.bring_in(found)
    assert [campaign.entry(id).name for id in added.entries] == ["Łuk"]
    assert [campaign.entry(id).name for id in added.changed] == ["Nóż"]
    own = {entry.name: entry.data for entry in campaign.entries("walka") if entry.source == "own"}
    assert own == {"Nóż": {"name": "Nóż", "accuracy": 2}, "Łuk": {"name": "Łuk"}}
    assert {one.doing for one in planned(campaign, text)} == {"same", "refuse"}


def test_a_plan_names_what_changes_in_the_words_of_the_table(campaign: Campaign) -> None:
    data = {"name": "Кураж", "until": "rounds", "rounds": 2, "changes": {"chance": 20}}
    campaign.add_entry(NewEntry(system="boj", kind="effect", name="Кураж", data=data))
    russian = spoken("ru")
    table = csv_of(campaign.entries("boj", "effect"), russian)
    (same,) = plan(rows_of(table, "x.csv", "boj", "effect"), campaign.entries(limit=None))
    assert same.doing == "same"
    changed = table.replace(";2;", ";3;").replace(";20;", ";30;")
    (row,) = plan(rows_of(changed, "x.csv", "boj", "effect"), campaign.entries(limit=None))
    assert row.said.said(russian) == (
        "строка 2, Кураж: меняет Изменения: Шанс проверок, Сколько раундов (ходов)"
    )
    assert str(row.said) == "row 2, Кураж: changes Changes: Chance of tests, How many rounds"


def test_a_file_travels_through_the_disk(tmp_path: Path) -> None:
    write_csv(tmp_path / "Broń.csv", [weapon("Nóż Żółwia", notes="=1")])
    assert (tmp_path / "Broń.csv").read_bytes().startswith(b"\xef\xbb\xbf")
    (row,) = read_csv(tmp_path / "Broń.csv")
    assert row.entry == weapon("Nóż Żółwia", notes="=1")
    with pytest.raises(DocumentError, match="cannot be written"):
        write_csv(tmp_path / "nowhere" / "x.csv", [])


def test_names_that_only_a_search_takes_for_one_travel_side_by_side(
    campaign: Campaign, tmp_path: Path
) -> None:
    names = ["Nóż +1", "Nóż -1", "Laska", "Łaska", "C", "C++", "★ !", "!"]
    entries = [weapon(name, scope=place) for place, name in enumerate(names)]
    write_csv(tmp_path / "out.csv", entries)
    campaign.bring_in(plan(read_csv(tmp_path / "out.csv"), campaign.entries(limit=None)))
    assert [(one.name, one.data) for one in campaign.entries(limit=None)] == [
        (one.name, one.data) for one in entries
    ]
    again = plan(read_csv(tmp_path / "out.csv"), campaign.entries(limit=None))
    assert {one.doing for one in again} == {"same"}
    assert planned(campaign, "name,scope\nc++,7\n")[0].doing == "change"


def test_a_table_of_too_many_columns_is_refused_at_once() -> None:
    with pytest.raises(DocumentError, match="has more than 500 columns"):
        rows_of(",".join(f"c{n}" for n in range(60_000)), "x.csv", "walka", "weapon")


def test_a_line_that_is_too_long_is_refused_by_its_number() -> None:
    with pytest.raises(DocumentError, match="line 2 has more than 1000000 letters"):
        rows_of(f'name,notes\nNóż,"{"x" * 1_000_001}"\n', "x.csv", "walka", "weapon")


@pytest.mark.parametrize("cell", ["1_0", "٣", "''1", "1e3", "0x10"])
def test_only_plain_digits_are_a_whole_number(cell: str) -> None:
    (row,) = rows_of(f"name,accuracy\nNóż,{cell}\n", "x.csv", "walka", "weapon")
    assert "needs a whole number" in str(row.faults[0][1])


@pytest.mark.parametrize("sign", [";", "\t", "|", "\n"])
def test_no_part_of_a_cell_is_a_formula_for_a_reader_that_separates_otherwise(sign: str) -> None:
    name = f"Nóż{sign}=1+1"
    assert f"{sign}=" not in defused(name)


@given(st.text(alphabet="a;\t\n|'=+-@ ", max_size=12))
def test_what_is_defused_comes_back_as_it_was(text: str) -> None:
    assert _armed(defused(text)) == text
