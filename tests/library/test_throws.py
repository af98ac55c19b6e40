"""The throws that a campaign keeps: listed, searched, marked, and gone when they are undone."""

from dataclasses import replace

from desktop.library.campaign import Campaign
from desktop.library.records import NewThrow
from desktop.library.undo import backwards

VERA = NewThrow(system="boj", name="Проверка", who="Вера Ёлкина", result="успех", rule="boj-5")
DICE = NewThrow(system="", name="3k20", who="", result="31", rule="", secret=True)


def test_throws_are_kept_with_what_they_were_the_last_first(campaign: Campaign) -> None:
    lines = {"lines": [["boj-5", "37 of 50"]]}
    first = campaign.add_throw(VERA)
    campaign.add_throw(replace(DICE, document=lines))
    last, before = campaign.throws()
    assert (last.name, last.secret, last.document) == ("3k20", True, lines)
    assert (before.id, before.who, before.marked) == (first.id, "Вера Ёлкина", False)


def test_throws_are_found_by_any_of_their_words_and_by_their_mark(campaign: Campaign) -> None:
    kept = campaign.add_throw(VERA)
    campaign.add_throw(DICE)
    assert [throw.id for throw in campaign.throws("елкина ПРОВ")] == [kept.id]
    assert [throw.id for throw in campaign.throws("boj-5")] == [kept.id]
    assert not campaign.throws("елкина 3k20")
    campaign.mark_throw(kept.id, True)
    assert [throw.id for throw in campaign.throws(marked=True)] == [kept.id]


def test_undo_takes_a_throw_away_and_redo_brings_it_back(campaign: Campaign) -> None:
    with campaign.act() as changes:
        campaign.add_throw(VERA)
        campaign.add_throw(DICE)
    campaign.repeat(backwards(changes))
    assert not campaign.throws()
    assert not campaign.removed()  # in no bin
    campaign.repeat(changes)
    assert len(campaign.throws()) == 2
    campaign.repeat(backwards(changes))
    campaign.empty_bin()
    assert not campaign.throws()


def test_a_mark_is_undone(campaign: Campaign) -> None:
    kept = campaign.add_throw(VERA)
    with campaign.act() as changes:
        campaign.mark_throw(kept.id, True)
    campaign.repeat(backwards(changes))
    assert not campaign.throws(marked=True)
