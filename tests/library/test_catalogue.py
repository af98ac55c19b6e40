"""The catalogue: shipped entries and the game master's own, found while one types."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignError, DocumentError
from desktop.library.fold import begins_a_word, fold
from desktop.library.records import Bundle, NewEntry
from desktop.library.search import HITS


def weapon(name: str, system: str = "boj", **data: object) -> NewEntry:
    return NewEntry(system=system, kind="weapon", name=name, data=data)


def names(campaign: Campaign, search: str = "", system: str | None = None) -> list[str]:
    return [entry.name for entry in campaign.entries(system, search=search)]


def test_an_entry_is_found_by_the_beginnings_of_its_words(campaign: Campaign) -> None:
    for name in ("Пистолет ТТ", "Пулемёт Дегтярёва", "Тяжёлый пулемёт", "АК-47"):
        campaign.add_entry(weapon(name))
    assert names(campaign, "пуле") == ["Пулемёт Дегтярёва", "Тяжёлый пулемёт"]
    assert names(campaign, "пуле ДЕГ") == ["Пулемёт Дегтярёва"]
    assert names(campaign, "тяжелый") == ["Тяжёлый пулемёт"]
    assert names(campaign, "ак-4") == ["АК-47"]


def test_where_no_word_begins_so_the_inside_of_a_name_is_searched(campaign: Campaign) -> None:
    for name in ("Miecz długi", "Pistolet", "Tolerancja"):
        campaign.add_entry(weapon(name))
    assert names(campaign, "olet") == ["Pistolet"]
    assert names(campaign, "ecz dl") == ["Miecz długi"]
    assert names(campaign, "tole") == ["Tolerancja"]
    assert names(campaign, "zzz") == []


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("a OR b", []),
        ("NOT a", []),
        ("al*fa", []),
        ("folded:a", []),
        ("^a", ["Alfa"]),
        ('"a', ["Alfa"]),
        ("a(", ["Alfa"]),
        ("-a'", ["Alfa"]),
        ("*", ["Alfa", "Beta"]),
    ],
)
def test_what_is_typed_is_never_an_operator_of_the_search(
    campaign: Campaign, search: str, found: list[str]
) -> None:
    campaign.add_entry(weapon("Alfa"))
    campaign.add_entry(weapon("Beta"))
    assert names(campaign, search) == found


def test_the_list_is_by_shelf_in_the_order_of_adding_and_has_an_end(campaign: Campaign) -> None:
    shipped = [weapon(f"Nóż {number}", "walka") for number in range(HITS + 50)]
    campaign.replace_shipped("walka", shipped)
    campaign.add_entry(NewEntry(system="walka", kind="armor", name="Kolczuga", data={}))
    campaign.add_entry(weapon("Nagant"))
    assert names(campaign, "noz", "walka") == [entry.name for entry in shipped[:HITS]]
    assert len(names(campaign, "oz", "walka")) == HITS
    assert names(campaign, "", "walka") == [
        "Kolczuga",
        *(entry.name for entry in shipped[: HITS - 1]),
    ]
    assert len(campaign.entries("walka", limit=None)) == HITS + 51
    assert [entry.name for entry in campaign.entries("walka", "armor")] == ["Kolczuga"]
    assert [entry.name for entry in campaign.entries("walka", "armor", "kol")] == ["Kolczuga"]
    assert campaign.entries("walka", "weapon", "kol") == []
    assert names(campaign, "na", "boj") == ["Nagant"]


def test_kind_and_texts_are_searched_behind_the_names(campaign: Campaign) -> None:
    rope = NewEntry(system="boj", kind="tool", name="Верёвка", data={"notes": "Крепкая, ещё новая"})
    knife = NewEntry(system="boj", kind="weapon", name="Нож", data={"skill": "melee", "damage": 4})
    hard = NewEntry(system="boj", kind="weapon", name="Крепкий лом", data={"tags": [["тяжёлый"]]})
    for new in (rope, knife, hard):
        campaign.add_entry(new)
    assert names(campaign, "крепк") == ["Крепкий лом", "Верёвка"]
    assert names(campaign, "еще нов") == ["Верёвка"]
    assert names(campaign, "тяжелый") == ["Крепкий лом"]
    assert names(campaign, "tool") == ["Верёвка"]
    assert names(campaign, "mel") == ["Нож"]
    # Two letters are too little to look into texts for.
    assert names(campaign, "me") == []
    (found,) = campaign.entries(search="mel")
    campaign.save_entry(found.id, name="Нож", data={"skill": "thrown"})
    assert names(campaign, "mel") == []
    assert names(campaign, "thr") == ["Нож"]
    assert campaign.entries(search="крепк", limit=1)[0].name == "Крепкий лом"


def test_a_shipped_catalogue_takes_the_place_of_the_one_before(campaign: Campaign) -> None:
    own = campaign.add_entry(weapon("Свой нож"))
    campaign.replace_shipped("walka", [weapon("Topór", "walka")])
    assert campaign.replace_shipped("boj", [weapon("Нож", damage=1), weapon("Нож", damage=2)])
    assert campaign.replace_shipped("boj", [weapon("Нож", damage=3), weapon("Наган")])
    shown = [(entry.name, entry.data, entry.source) for entry in campaign.entries("boj")]
    assert shown == [
        ("Свой нож", {}, "own"),
        ("Нож", {"damage": 3}, "shipped"),
        ("Наган", {}, "shipped"),
    ]
    assert campaign.entry(own.id) == own
    assert names(campaign, "нож") == ["Нож", "Свой нож"]
    assert names(campaign, "top") == ["Topór"]
    assert campaign.replace_shipped("boj", [])
    assert names(campaign, "на", "boj") == []
    count = "SELECT (SELECT count(*) FROM entry), (SELECT count(*) FROM entry_search)"
    assert campaign._connection.execute(count).fetchone() == (2, 2)


def test_a_catalogue_that_is_shipped_already_is_left_as_it_is(campaign: Campaign) -> None:
    shipped = [weapon("Нож", damage=1), weapon("Наган")]
    campaign.replace_shipped("boj", shipped)
    before = campaign.entries()
    assert not campaign.replace_shipped("boj", shipped)
    assert campaign.entries() == before


def test_what_cannot_be_stored_is_refused_though_its_name_stands(campaign: Campaign) -> None:
    campaign.replace_shipped("boj", [weapon("Нож", damage=1)])
    for damage in (float("nan"), object(), "\ud800"):
        with pytest.raises(DocumentError, match=r"data\.damage"):
            campaign.replace_shipped("boj", [weapon("Нож", damage=damage)])
    assert campaign.replace_shipped("boj", [weapon("Нож", damage=True)]), "true is not 1"


def test_a_catalogue_comes_in_whole_or_not_at_all(campaign: Campaign) -> None:
    campaign.replace_shipped("boj", [weapon("Нож")])
    with pytest.raises(DocumentError, match="Topór is of walka, not of boj"):
        campaign.replace_shipped("boj", [weapon("Наган"), weapon("Topór", "walka")])
    with pytest.raises(DocumentError, match="name: must have 1 to 200 characters"):
        campaign.replace_shipped("boj", [weapon("Наган"), weapon("")])
    assert names(campaign) == ["Нож"]


def test_a_shipped_entry_is_changed_as_a_copy(campaign: Campaign) -> None:
    campaign.replace_shipped("boj", [weapon("Нож", damage=1)])
    (shipped,) = campaign.entries()
    with pytest.raises(CampaignError, match="Нож comes with the program; duplicate it"):
        campaign.save_entry(shipped.id, name="Нож", data={"damage": 9})
    with pytest.raises(CampaignError, match="Нож comes with the program"):
        campaign.remove("entry", shipped.id)
    copied = campaign.duplicate("entry", shipped.id)
    assert (copied.name, copied.source, copied.data) == ("Нож 2", "own", {"damage": 1})
    saved = campaign.save_entry(copied.id, name="Финка", data={"damage": 9})
    assert campaign.entry(copied.id) == saved
    assert campaign.entry(shipped.id) == shipped
    assert names(campaign, "фин") == ["Финка"]
    assert names(campaign, "нож") == ["Нож"]


def test_a_removed_entry_is_hidden_and_comes_back_as_it_was(campaign: Campaign) -> None:
    own = campaign.add_entry(weapon("Нож", damage=1))
    campaign.remove("entry", own.id)
    assert names(campaign) == names(campaign, "нож") == names(campaign, "ож") == []
    with pytest.raises(CampaignError, match=f"there is no entry {own.id} in it"):
        campaign.entry(own.id)
    campaign.bring_back("entry", own.id)
    assert campaign.entry(own.id) == own
    assert names(campaign, "нож") == ["Нож"]


def test_the_number_of_an_entry_never_comes_to_mean_another(path: Path) -> None:
    with Campaign.create(path, "Akropol") as campaign:
        campaign.replace_shipped("boj", [weapon("Нож")])
        (before,) = campaign.entries()
        campaign.replace_shipped("boj", [weapon("Наган")])
    with Campaign.open(path) as campaign:
        (after,) = campaign.entries()
        assert after.id > before.id


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
@given(
    st.lists(st.text("abcłżё1 -", min_size=1, max_size=8).filter(str.strip), max_size=8),
    st.text("abclzе1 ", max_size=3),
)
def test_the_search_finds_what_its_meaning_says(
    campaign: Campaign, shelf: list[str], search: str
) -> None:
    campaign.replace_shipped("boj", [weapon(name) for name in shelf])
    words = fold(search)
    expected = [name for name in shelf if begins_a_word(words, fold(name))]
    found = expected or [name for name in shelf if words in fold(name)]

    def rank(name: str) -> tuple[bool, bool]:
        asked = set(words.split())
        return bool(words) and fold(name) != words, not asked <= set(fold(name).split())

    assert names(campaign, search) == sorted(found, key=rank)


def test_a_whole_word_stands_before_one_that_only_begins_so(campaign: Campaign) -> None:
    shelf = ["Wyrzutnia granatów", "Granatnik", "Granat odłamkowy", "Ciężki granat"]
    campaign.replace_shipped("boj", [weapon(name) for name in shelf])
    assert names(campaign, "granat") == [*shelf[2:], *shelf[:2]]


def test_the_name_that_is_searched_stands_first_then_those_of_ones_own(
    campaign: Campaign,
) -> None:
    campaign.replace_shipped("boj", [weapon("Karabinek"), weapon("Karabin blasterowy długi")])
    for name in ("Karabin stary", "Karabin blasterowy", "Karabin"):
        campaign.add_entry(weapon(name))
    assert names(campaign, "karabin")[:2] == ["Karabin", "Karabin stary"]
    assert names(campaign, "Karabin blasterowy")[0] == "Karabin blasterowy"
    assert names(campaign, "")[:3] == ["Karabin stary", "Karabin blasterowy", "Karabin"]
    assert names(campaign, "")[3:] == ["Karabinek", "Karabin blasterowy długi"]


def test_a_search_on_one_shelf_finds_nothing_of_another(campaign: Campaign) -> None:
    shelves = [("mir", "weapon"), ("mir_tmy", "weapon"), ("mir", "tmy_weapon"), ('m"x', "weapon")]
    for number, (system, kind) in enumerate(shelves):
        data = {"notes": "stare"}
        entry = NewEntry(system=system, kind=kind, name=f"Nóż {number}", data=data)
        campaign.add_entry(entry)
    for number, (system, kind) in enumerate(shelves):
        for search in ("noz", f"noz {number}", "oz", "stare", ""):
            found = [entry.name for entry in campaign.entries(system, kind, search)]
            assert found == [f"Nóż {number}"]
    assert names(campaign, "noz", "mir") == ["Nóż 0", "Nóż 2"]
    assert [entry.name for entry in campaign.entries(None, "weapon", "noz")] == [
        "Nóż 0",
        "Nóż 1",
        "Nóż 3",
    ]


def test_many_entries_that_come_at_once_keep_their_order_and_are_found(campaign: Campaign) -> None:
    many = tuple(weapon(f"Nóż {number}") for number in range(2500))
    added = campaign.add_bundle(Bundle(entries=many))
    assert [campaign.entry(id).name for id in added.entries[::500]] == [
        f"Nóż {number}" for number in range(0, 2500, 500)
    ]
    assert names(campaign, "2499") == ["Nóż 2499"]
    assert len(campaign.entries(limit=None)) == 2500


def test_an_index_that_names_what_is_gone_is_said_to_be_spoilt(path: Path) -> None:
    with Campaign.create(path, "Akropol") as campaign:
        for name in ("Nóż", "Łuk"):
            campaign.add_entry(NewEntry(system="boj", kind="weapon", name=name, data={}))
    schema = "WHERE type = 'index' AND tbl_name = 'entry'"
    with closing(sqlite3.connect(path)) as connection:
        kept = connection.execute(f"SELECT * FROM sqlite_master {schema}").fetchall()
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute(f"DELETE FROM sqlite_master {schema}")
        connection.commit()
    with closing(sqlite3.connect(path)) as connection:  # the indexes stay as they were
        connection.execute("DELETE FROM entry WHERE name = 'Nóż'")
        connection.execute("PRAGMA writable_schema=ON")
        connection.executemany("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", kept)
        connection.commit()
    with Campaign.open(path) as campaign, pytest.raises(CampaignError):
        campaign.entries(search="óż")
