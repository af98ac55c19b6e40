"""Drafts of a state: who may write to what."""

from __future__ import annotations

from desktop.encounter.fight import start
from tests.playouts import sample_scripts


def test_what_a_draft_takes_is_written_to_in_the_draft_alone() -> None:
    kept = start(sample_scripts("teohiphip")[0]).state
    id = next(iter(kept.combatants))
    draft = kept.copy()
    draft.take(id).note = "in the draft"
    assert (kept[id].note, draft[id].note) == ("", "in the draft")
    assert draft.take(id) is draft[id], "taken once, it is the draft's own"


def test_after_a_copy_both_have_to_take_again() -> None:
    state = start(sample_scripts("teohiphip")[0]).state.copy()
    id = next(iter(state.combatants))
    before = state.take(id)
    copy = state.copy()
    state.take(id).note = "here"
    copy.take(id).note = "there"
    assert (before.note, state[id].note, copy[id].note) == ("", "here", "there")


def test_what_was_taken_before_a_scratch_copy_stays_taken() -> None:
    state = start(sample_scripts("teohiphip")[0]).state.copy()
    id = next(iter(state.combatants))
    mine = state.take(id)
    state.scratch_copy().take(id).note = "tried"
    assert state.take(id) is mine
    assert mine.note == ""
