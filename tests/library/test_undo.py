"""An act changes the campaign as a whole, and is undone and redone as a whole: one transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from desktop.library import rows
from desktop.library.campaign import Campaign
from desktop.library.catalogue_import import as_rows, plan
from desktop.library.errors import CampaignError
from desktop.library.records import Bundle, NewCharacter, NewEncounter, NewEntry
from desktop.library.undo import Change, backwards, joined, only_drafts


def vera(**sheet: Any) -> NewCharacter:
    return NewCharacter(system="boj", role="player", name="Вера", sheet=sheet)


def knife(**data: Any) -> NewEntry:
    return NewEntry(system="boj", kind="weapon", name="Нож", data=data)


def everything(campaign: Campaign) -> Any:
    """All that an act can change, as a person sees it."""
    people = [campaign.character(line.id) for line in campaign.characters()]
    return (
        [(one.name, one.role, one.sheet, one.portrait, campaign.draft(one.id)) for one in people],
        [campaign.entry(one.id) for one in campaign.entries(limit=None)],
        [(one.name, campaign.encounter(one.id).document) for one in campaign.encounters()],
        [(one.name, campaign.fight(one.id).written) for one in campaign.fights()],
        campaign.house_rules("boj"),
        campaign.page_draft("entry/1"),
        [line.name for line in campaign.characters(search="вера")],
        [one.name for one in campaign.entries(search="нож")],
    )


def two_things(c: Campaign) -> None:
    """An act on more than one row."""
    c.set_role(1, "template")
    c.remove("entry", 1)


ACTS: dict[str, Callable[[Campaign], object]] = {
    "add a character": lambda c: c.add_character(vera()),
    "add and remove": lambda c: c.remove("character", c.add_character(vera()).id),
    "change a sheet": lambda c: c.save_character(
        1, name="Надя", sheet={"hp": 2}, draft={"hp": "x"}
    ),
    "go to a version": lambda c: c.show_revision(1, 1),
    "change a role": lambda c: c.set_role(1, "adversary"),
    "remove a character": lambda c: c.remove("character", 1),
    "add entries": lambda c: c.add_bundle(Bundle(entries=(knife(), knife(n=2)))),
    "change an entry": lambda c: c.save_entry(1, name="Топор", data={"n": 3}),
    "remove an entry": lambda c: c.remove("entry", 1),
    "change an encounter": lambda c: c.save_encounter(1, name="Засада", document={"a": 1}),
    "start a fight": lambda c: c.start_fight(system="boj", name="Ночь", header={}),
    "remove a fight": lambda c: c.remove("fight", 1),
    "write values": lambda c: c.set_written(1, {"vera": {"hp": 1}}),
    "set house rules": lambda c: c.set_house_rules("boj", {"fast": True}),
    "keep a draft": lambda c: c.set_page_draft("entry/1", {"n": "many"}),
    "two things": two_things,
}


@pytest.fixture
def full(campaign: Campaign) -> Campaign:
    campaign.add_character(vera(hp=1))
    campaign.save_character(1, name="Вера", sheet={"hp": 3})
    campaign.add_entry(knife(n=1))
    campaign.add_encounter(NewEncounter(system="boj", name="Ночь", document={}))
    campaign.start_fight(system="boj", name="Ночь", header={"name": "Ночь"}, encounter_id=1)
    return campaign


@pytest.mark.parametrize("doing", ACTS)
def test_an_act_is_taken_back_and_done_again(full: Campaign, doing: str) -> None:
    before = everything(full)
    with full.act() as changes:
        ACTS[doing](full)
    after = everything(full)
    full.repeat(backwards(changes))
    assert everything(full) == before
    full.repeat(changes)
    assert everything(full) == after


def test_all_acts_after_one_another_are_taken_back_in_order(full: Campaign) -> None:
    for first in ("remove a character", "remove an entry", "two things"):
        seen, done = [everything(full)], []
        for doing in (
            *(name for name in ACTS if "remove" not in name and name != "two things"),
            first,
        ):
            with full.act() as changes:
                ACTS[doing](full)
            done.append(changes)
            seen.append(everything(full))
        for changes, before in zip(reversed(done), reversed(seen[:-1]), strict=True):
            full.repeat(backwards(changes))
            assert everything(full) == before


def test_an_act_that_is_refused_half_way_changes_nothing(full: Campaign) -> None:
    before = everything(full)

    def half_way() -> None:
        with full.act():
            full.set_role(1, "adversary")
            assert full.character(1).role == "adversary"
            full.remove("character", 99)

    with pytest.raises(CampaignError, match="no character 99"):
        half_way()
    assert everything(full) == before


def test_what_an_act_changes_and_puts_back_is_no_change(full: Campaign) -> None:
    with full.act() as changes:
        full.set_role(1, "adversary")
        full.set_role(1, "player")
    assert changes == []


def test_refused_typing_that_goes_on_is_one_act(full: Campaign) -> None:
    with full.act() as first:
        full.set_draft(1, {"hp": "t"})
    with full.act() as second:
        full.set_draft(1, {"hp": "ten"})
    assert only_drafts([*first, *second])
    full.repeat(backwards(joined(first, second)))
    assert full.draft(1) is None
    assert joined(first, backwards(first)) == []


def test_what_is_gone_for_good_cannot_be_undone(full: Campaign) -> None:
    with full.act() as changes:
        full.remove("entry", 1)
    full.empty_bin()
    with pytest.raises(CampaignError, match="damaged"):
        full.repeat(backwards(changes))


# ---- one transaction


@contextmanager
def commits(campaign: Campaign) -> Iterator[list[str]]:
    """The transactions that are committed in the block."""
    seen: list[str] = []
    connection: sqlite3.Connection = campaign._connection
    connection.set_trace_callback(lambda sql: seen.append(sql) if sql == "COMMIT" else None)
    try:
        yield seen
    finally:
        connection.set_trace_callback(None)


def imported(campaign: Campaign) -> list[Change]:
    """An import of 1,200 entries, one of them a change, with a character and an encounter."""
    new = tuple(
        NewEntry(system="boj", kind="weapon", name=f"Нож {n}", data={}) for n in range(1200)
    )
    bundle = Bundle(
        characters=(vera(),),
        encounters=(NewEncounter(system="boj", name="Рейд", document={}),),
        entries=(*new, knife(n=7)),
    )
    planned = plan(as_rows(bundle.entries), campaign.entries(limit=None), namesakes=False)
    with campaign.act() as changes:
        campaign.bring_in(planned, bundle)
    return changes


def test_undoing_an_import_is_one_transaction_of_few_statements(full: Campaign) -> None:
    before = everything(full)
    with commits(full) as done:
        changes = imported(full)
    assert len(done) == 1
    statements: list[str] = []
    full._connection.set_trace_callback(statements.append)
    full.repeat(backwards(changes))
    full._connection.set_trace_callback(None)
    assert statements.count("COMMIT") == 1
    assert len(statements) < 60
    assert everything(full) == before


def test_an_undo_that_ends_in_the_middle_has_changed_nothing(
    full: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = imported(full)
    after, written = everything(full), []

    def fails_late(*given: Any) -> None:
        written.append(given)
        if len(written) == 2:
            raise sqlite3.OperationalError("disk I/O error")
        set_removed(*given)

    set_removed = rows.set_removed
    monkeypatch.setattr(rows, "set_removed", fails_late)
    with pytest.raises(CampaignError):
        full.repeat(backwards(changes))
    monkeypatch.undo()
    assert everything(full) == after
