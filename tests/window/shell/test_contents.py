"""What the library lists: lines under headings, with what stands after each name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from inspect import isfunction
from pathlib import Path

import pytest

from desktop.library.campaign import Campaign
from desktop.library.languages import spoken
from desktop.library.records import (
    KIND_OF,
    CharacterLine,
    EncounterLine,
    Entry,
    FightLine,
    NewCharacter,
    NewEntry,
    NewNote,
    NoteLine,
)
from desktop.rules import systems
from desktop.window.shell import contents
from desktop.window.shell.contents import COLUMNS, SHOWN_FIGHTS, groups
from desktop.window.shell.library import ORDERS
from desktop.window.widgets.language import day_in_words

NOW = datetime(2026, 1, 1, tzinfo=UTC)
LINES = (
    CharacterLine(id=1, system="boj", role="player", name="Vera", changed=NOW),
    Entry(id=1, system="boj", kind="weapon", name="Nagant", data={}, source="own"),
    EncounterLine(id=1, system="boj", name="Ambush", changed=NOW),
    FightLine(
        id=1,
        encounter_id=None,
        system="boj",
        name="Night",
        state="over",
        started=NOW,
        changed=NOW,
        steps=0,
    ),
    NoteLine(id=1, kind="place", name="Mill", day=None, changed=NOW),
)


@pytest.fixture
def campaign(tmp_path: Path) -> Iterator[Campaign]:
    with Campaign.create(tmp_path / "c.fray", "C") as campaign:
        campaign.add_character(NewCharacter(system="boj", role="player", name="Vera", sheet={}))
        campaign.add_character(NewCharacter(system="walka", role="adversary", name="Iga", sheet={}))
        campaign.add_entry(NewEntry(system="boj", kind="weapon", name="Nagant", data={}))
        campaign.start_fight(system="boj", name="Night", header={})
        yield campaign


def notes(campaign: Campaign, system: str | None) -> dict[str, str]:
    """What stands after each name."""
    return {item.name: item.note for group in groups(campaign, system, "") for item in group.items}


def test_every_column_that_is_written_is_in_the_list() -> None:
    written = {
        made.__name__
        for made in vars(contents).values()
        if isfunction(made)
        and made.__module__ == contents.__name__
        and made.__annotations__["return"] == "str"
    }
    assert written == {column.__name__ for column in COLUMNS}, "not in contents.COLUMNS"


@pytest.mark.parametrize("order", ORDERS)
def test_each_order_has_a_place_for_every_kind_of_line_but_entries(order: str) -> None:
    lines = [line for line in LINES if not isinstance(line, Entry)]
    assert {*map(type, lines)} == KIND_OF.keys() - {Entry}
    assert len(sorted(lines, key=ORDERS[order][1])) == len(lines)


@pytest.mark.parametrize("column", COLUMNS)
def test_each_column_says_something_of_some_line(column: Callable[..., str]) -> None:
    assert any(column(line, {"boj", "walka"}) for line in LINES)


def test_a_column_that_is_added_is_shown_of_every_line(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contents, "COLUMNS", (*COLUMNS, lambda line, _: f"id {line.id}"))
    items = [item for group in groups(campaign, None, "") for item in group.items]
    assert {item.kind for item in items} == {"character", "entry", "fight"}
    for item in items:
        assert item.note.endswith(f"id {item.id}")


def test_a_system_is_named_where_several_are_shown(
    campaign: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contents, "COLUMNS", COLUMNS[:3])  # whatever else stands after these
    several = notes(campaign, None)
    assert (several["Vera"], several["Iga"]) == tuple(map(systems().title, ("boj", "walka")))
    of_boj = notes(campaign, "boj")
    assert (of_boj["Vera"], of_boj["Nagant"]) == ("", "own")
    assert of_boj["Night"].endswith(" · not begun")


def test_a_fight_is_under_way_once_it_has_begun(campaign: Campaign) -> None:
    (fight,) = campaign.fights("boj")
    campaign.append_step(fight.id, 1, {"do": "begin"})
    assert notes(campaign, "boj")["Night"].endswith(" · under way")
    campaign.append_step(fight.id, 2, {"do": "undo"})
    assert notes(campaign, "boj")["Night"].endswith(" · not begun")


def test_a_fight_says_when_it_was_fought_last(campaign: Campaign) -> None:
    (fight,) = campaign.fights("boj")
    now, before = datetime.now(UTC), datetime(2024, 3, 9, 12, tzinfo=UTC)
    said = [
        contents._state(replace(fight, changed=when, state="over"), ()) for when in (now, before)
    ]
    assert said == [f"{now.astimezone():%H:%M} · over", "9 Mar · over"]


def test_of_many_fights_the_first_are_listed_until_all_are_asked_for(campaign: Campaign) -> None:
    for number in range(SHOWN_FIGHTS):
        campaign.start_fight(system="boj", name=f"Fight {number}", header={})
    few = next(group for group in groups(campaign, None, "") if group.id == "fights")
    assert (len(few.items), few.more) == (SHOWN_FIGHTS, True)
    every = next(group for group in groups(campaign, None, "", {"fights"}) if group.id == "fights")
    assert (len(every.items), every.more) == (SHOWN_FIGHTS + 1, False)


def test_a_search_shows_the_systems_that_are_played_first(campaign: Campaign) -> None:
    for system in ("teohiphip", "konflikt", "walka", "boj"):
        kind = next(iter(systems().kinds(system)))
        new = NewEntry(system=system, kind=kind, name="Long", data={})
        campaign.add_entry(new)

    def order(at: str = "") -> list[str]:
        shown = groups(campaign, None, "long", at=at)
        return [group.id.split("/")[0] for group in shown]

    everyone = list(systems().titles())
    played = [id for id in everyone if id in ("walka", "boj")]
    rest = [id for id in everyone if id in ("teohiphip", "konflikt")]
    assert [id for id in order() if id in (*played, *rest)][:2] == played
    assert order("konflikt")[0] == "konflikt"


def test_the_day_of_an_evening_stands_once_in_its_line() -> None:
    day = date(2026, 1, 6)
    said = day_in_words(day)
    for name, about in ((f"Evening of {said}", "Evening"), ("The mill", said)):
        line = NoteLine(id=1, kind="evening", name=name, day=day, changed=NOW)
        assert contents._about(line, ()) == about


def test_notes_are_there_whichever_system_is_looked_at(campaign: Campaign) -> None:
    campaign.add_note(NewNote(kind="place", name="Ruiny"))
    assert "Ruiny" in notes(campaign, "teohiphip")


def test_an_entry_that_rules_look_up_by_its_name_is_listed_in_the_language(
    campaign: Campaign,
) -> None:
    campaign.add_entry(NewEntry(system="teohiphip", kind="attack", name="Bez broni", data={}))
    russian = spoken("ru").of_system("pl", False, "teohiphip")
    shown = groups(campaign, "teohiphip", "", terms=lambda _: russian)
    (attacks,) = (group for group in shown if group.id == "teohiphip/attack")
    assert "Без оружия" in [item.name for item in attacks.items]


def test_all_systems_are_also_those_of_which_there_is_only_an_entry_of_ones_own(
    campaign: Campaign,
) -> None:
    assert "teohiphip/attack" not in {group.id for group in groups(campaign, None, "")}
    campaign.add_entry(NewEntry(system="teohiphip", kind="attack", name="Proca", data={}))
    assert "Proca" in notes(campaign, None)
