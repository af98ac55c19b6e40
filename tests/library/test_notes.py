"""The notes of a campaign: kept, searched, linked, undone; what happened on an evening."""

from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop.library.campaign import Campaign
from desktop.library.errors import DocumentError
from desktop.library.notes import (
    evening,
    evening_of,
    last_evening,
    links_in,
    mentioning,
    named,
)
from desktop.library.records import NewCharacter, NewEncounter, NewNote, NewThrow
from desktop.library.undo import backwards

DAY = date(2026, 11, 21)
VERA = NewCharacter(system="boj", role="player", name="Вера Ёлкина", sheet={})


def test_a_note_is_kept_as_it_is_saved(campaign: Campaign) -> None:
    made = campaign.add_note(NewNote(kind="evening", name="Wieczór", text="Żółć", day=str(DAY)))
    assert campaign.note(made.id) == made
    saved = campaign.save_note(made.id, NewNote(kind="place", name="Młyn", text="# Stary"))
    assert (saved.kind, saved.name, saved.text, saved.day) == ("place", "Młyn", "# Stary", None)
    assert campaign.system_of("note", made.id) == ""


def test_notes_are_found_by_name_first_and_then_by_any_words_of_their_text(
    campaign: Campaign,
) -> None:
    by_text = campaign.add_note(NewNote(kind="person", name="Miller", text="Он ждёт у мельницы."))
    by_name = campaign.add_note(NewNote(kind="place", name="Мельницы", text=""))
    campaign.add_note(NewNote(kind="note", name="Nothing", text="else"))
    assert [line.id for line in campaign.notes("МЕЛЬНИЦЫ")] == [by_name.id, by_text.id]
    assert [line.id for line in campaign.notes("ждет мельницы")] == [by_text.id]


@pytest.mark.parametrize(("name", "text"), [("", "text"), ("x" * 201, ""), ("a", "\0")])
def test_what_no_campaign_can_keep_is_refused_and_nothing_is_saved(
    campaign: Campaign, name: str, text: str
) -> None:
    with pytest.raises(DocumentError):
        campaign.add_note(NewNote(kind="note", name=name, text=text))
    assert not campaign.notes()


def test_notes_are_undone_and_go_through_the_bin(campaign: Campaign) -> None:
    with campaign.act() as made:
        note = campaign.add_note(NewNote(kind="note", name="One", text="first"))
    with campaign.act() as changed:
        campaign.save_note(note.id, NewNote(kind="scene", name="Two", text="second"))
    campaign.repeat(backwards(changed))
    assert campaign.note(note.id).text == "first"
    assert [line.id for line in campaign.notes("first")] == [note.id]
    campaign.repeat(backwards(made))
    assert not campaign.notes()
    campaign.repeat([*made, *changed])
    assert campaign.note(note.id).kind == "scene"
    campaign.remove("note", note.id)
    assert [thing.name for thing in campaign.removed()] == ["Two"]
    campaign.bring_back("note", note.id)
    assert campaign.duplicate("note", note.id).name == "Two 2"


def test_links_lead_to_everything_of_that_name_whatever_its_case(campaign: Campaign) -> None:
    person = campaign.add_character(VERA)
    campaign.add_encounter(NewEncounter(system="boj", name="вера ёлкина", document={}))
    note = campaign.add_note(
        NewNote(kind="note", name="Plan", text="[[ вера  ЁЛКИНА ]] и [[Plan B]]")
    )
    assert links_in(note.text) == ["вера  ЁЛКИНА", "Plan B"]
    assert [thing.kind for thing in named(campaign, "Вера Ёлкина")] == ["character", "encounter"]
    assert not named(campaign, "Вера")
    assert [thing.id for thing in mentioning(campaign, person.name)] == [note.id]
    campaign.save_note(note.id, NewNote(kind="note", name="Plan", text="Вера Ёлкина"))
    assert not mentioning(campaign, person.name)


@given(st.text(max_size=60))
def test_links_in_any_text_are_one_line_and_not_blank(text: str) -> None:
    for link in links_in(f"[[{text}]] {text}"):
        assert link == link.strip() != ""
        assert "\n" not in link


def test_an_evening_runs_on_until_the_morning_and_knows_what_happened_on_it(
    campaign: Campaign,
) -> None:
    fight = campaign.start_fight(system="boj", name="Подвал", header={})
    throw = campaign.add_throw(NewThrow(system="", name="3k20", who="", result="31", rule=""))
    place = campaign.add_note(NewNote(kind="place", name="Mill"))
    today = evening_of(throw.at)
    log = campaign.add_note(NewNote(kind="evening", name="Tonight", day=str(today)))
    happened = evening(campaign, today)
    assert [f.id for f in happened.fights] == [fight.id]
    assert [t.id for t in happened.throws] == [throw.id]
    assert [line.id for line in happened.notes] == [place.id]
    assert evening(campaign, today - timedelta(days=1)) == type(happened)((), (), ())
    assert last_evening(campaign) == next(n for n in campaign.notes() if n.id == log.id)
    assert last_evening(campaign, today) is None
    late = datetime(2026, 11, 22, 2, 30).astimezone()
    assert evening_of(late) == DAY
    assert evening_of(late + timedelta(hours=4)) == DAY + timedelta(days=1)
