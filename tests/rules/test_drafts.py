"""Drafts of a state: who may write to what."""

from __future__ import annotations

from dataclasses import dataclass, field, fields

from desktop.encounter.fight import start
from desktop.rules.state import Combatant, shallow_copy
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


@dataclass
class Beast(Combatant):
    """Hit points come from the sheet as it enters the fight; its scent is no argument."""

    hp: int = 0
    scent: list[str] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.hp = self.sheet["hp"]


def test_a_copy_has_every_value_as_it_stands_and_is_not_made_anew() -> None:
    beast = Beast("wolf", "Wolf", "foes", {"hp": 7})
    beast.hp, beast.scent = 3, ["blood"]
    copy = shallow_copy(beast)
    assert copy is not beast
    assert [getattr(copy, value.name) for value in fields(beast)] == [
        getattr(beast, value.name) for value in fields(beast)
    ]
    assert copy.scent is beast.scent
    for combatant in start(sample_scripts("walka")[0]).state.combatants.values():
        assert combatant.copy() == combatant
