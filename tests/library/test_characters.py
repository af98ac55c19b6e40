"""Characters: found as one types, undone and redone, and nothing typed is lost."""

from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignError, DocumentError
from desktop.library.records import NewCharacter, NewEncounter, NewEntry, Role


def vera(name: str = "Вера", role: Role = "player", **sheet: Any) -> NewCharacter:
    return NewCharacter(system="boj", role=role, name=name, sheet=sheet)


def names(campaign: Campaign, search: str, **kwargs: Any) -> list[str]:
    return [line.name for line in campaign.characters(search=search, **kwargs)]


def test_a_character_is_there_when_the_campaign_is_opened_again(path: Path) -> None:
    before = datetime.now(UTC)
    with Campaign.create(path, "Akropol") as campaign:
        added = campaign.add_character(vera(hp=12, note="Žluťoučký „kůň“"))
    with Campaign.open(path) as campaign:
        assert campaign.character(added.id) == added
    assert added.sheet == {"hp": 12, "note": "Žluťoučký „kůň“"}
    assert (added.system, added.role, added.name, added.revision) == ("boj", "player", "Вера", 1)
    assert before <= added.created <= added.changed <= datetime.now(UTC)


def test_what_is_on_a_sheet_is_found_behind_the_names(campaign: Campaign) -> None:
    armed = {"weapons": [{"name": "Szabla świetlna"}]}
    for name, sheet in (("Bolesław", armed), ("Szablewski", {}), ("Wanda", {})):
        new = NewCharacter(system="walka", role="player", name=name, sheet=sheet)
        campaign.add_character(new)
    assert names(campaign, "szabl") == ["Szablewski", "Bolesław"]
    assert names(campaign, "swietlna SZABLA") == ["Bolesław"]
    assert names(campaign, "abla") == []  # within a word only names are searched
    assert names(campaign, "św") == []


def test_search_finds_the_parts_of_a_name_without_case_or_accents(campaign: Campaign) -> None:
    for name in ("Halina Żółć", "Семён Пулемётчик", "Řehoř z Brna", "Agent MOIRY"):
        campaign.add_character(vera(name))
    assert names(campaign, "zolc") == ["Halina Żółć"]
    assert names(campaign, "ŻÓŁ") == ["Halina Żółć"]
    assert names(campaign, "пулемет") == ["Семён Пулемётчик"]
    assert names(campaign, "СЕМЕН чик") == ["Семён Пулемётчик"]
    assert names(campaign, "hor") == ["Řehoř z Brna"]
    assert len(names(campaign, "")) == 4
    assert names(campaign, "%") == names(campaign, "")
    assert names(campaign, "oir x") == []


def test_names_with_a_word_beginning_so_come_before_those_that_hold_it(campaign: Campaign) -> None:
    for name in ("Adam Borek", "Robor", "Bořek", "Abor"):
        campaign.add_character(vera(name))
    assert names(campaign, "bor") == ["Adam Borek", "Bořek", "Abor", "Robor"]


def test_the_list_is_by_system_and_role_and_in_the_order_of_the_alphabet(
    campaign: Campaign,
) -> None:
    for name in ("Zenon", "Łada", "Lena", "Chrudoš", "Ivan"):
        campaign.add_character(vera(name))
    campaign.add_character(vera("Strażnik", "adversary"))
    campaign.add_character(NewCharacter(system="walka", role="player", name="Bogdan", sheet={}))
    assert names(campaign, "", system="boj", role="player") == [
        "Chrudoš",
        "Ivan",
        "Lena",
        "Łada",
        "Zenon",
    ]
    assert names(campaign, "", system="boj", language="cs")[:2] == ["Chrudoš", "Ivan"]
    assert names(campaign, "", role="adversary") == ["Strażnik"]
    assert names(campaign, "", system="walka") == ["Bogdan"]


def test_undo_and_redo_walk_over_the_saved_versions(campaign: Campaign) -> None:
    one = campaign.add_character(vera(hp=1))
    assert (one.can_undo, one.can_redo) == (False, False)
    campaign.save_character(one.id, name="Вера", sheet={"hp": 2})
    campaign.save_character(one.id, name="Вера II", sheet={"hp": 3})
    back = campaign.undo_sheet(one.id)
    assert (back.name, back.sheet, back.can_undo, back.can_redo) == ("Вера", {"hp": 2}, True, True)
    assert names(campaign, "ii") == []
    first = campaign.undo_sheet(one.id)
    assert (first.sheet, first.can_undo, first.can_redo) == ({"hp": 1}, False, True)
    campaign.redo_sheet(one.id)
    last = campaign.redo_sheet(one.id)
    assert (last.name, last.sheet, last.can_redo) == ("Вера II", {"hp": 3}, False)


def test_undo_outlives_the_program(path: Path) -> None:
    with Campaign.create(path, "Akropol") as campaign:
        added = campaign.add_character(vera(hp=1))
        campaign.save_character(added.id, name="Вера", sheet={"hp": 2})
        campaign.undo_sheet(added.id)
    with Campaign.open(path) as campaign:
        assert campaign.character(added.id).sheet == {"hp": 1}
        assert campaign.redo_sheet(added.id).sheet == {"hp": 2}


def test_an_edit_after_an_undo_keeps_the_version_undone(campaign: Campaign) -> None:
    added = campaign.add_character(vera(hp=1))
    campaign.save_character(added.id, name="Вера", sheet={"hp": 2})
    campaign.undo_sheet(added.id)
    edited = campaign.save_character(added.id, name="Вера", sheet={"hp": 3})
    assert (edited.revision, edited.can_redo) == (3, False)
    campaign.undo_sheet(added.id)
    assert campaign.redo_sheet(added.id).sheet == {"hp": 3}
    kept = [(v.revision, v.parent, v.sheet) for v in campaign.sheet_versions(added.id)]
    assert kept == [(1, None, {"hp": 1}), (2, 1, {"hp": 2}), (3, 1, {"hp": 3})]


def test_there_is_a_word_for_nothing_to_undo(campaign: Campaign) -> None:
    added = campaign.add_character(vera())
    with pytest.raises(CampaignError, match=r"^Akropol\.fray: there is nothing to undo on Вера$"):
        campaign.undo_sheet(added.id)
    with pytest.raises(CampaignError, match="there is nothing to redo on Вера"):
        campaign.redo_sheet(added.id)


def test_saving_a_sheet_as_it_was_makes_no_version(campaign: Campaign) -> None:
    added = campaign.add_character(vera(hp=1))
    assert campaign.save_character(added.id, name="Вера", sheet={"hp": 1}) == added


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25)
@given(st.lists(st.integers(0, 9) | st.sampled_from(["undo", "redo"]), max_size=12))
def test_undo_and_redo_do_what_a_list_with_a_cursor_does(
    campaign: Campaign, edits: list[int | str]
) -> None:
    person = campaign.add_character(vera(hp=-1))
    past, future = [-1], []
    for edit in edits:
        if edit == "undo" and len(past) > 1:
            future.append(past.pop())
            person = campaign.undo_sheet(person.id)
        elif edit == "redo" and future:
            past.append(future.pop())
            person = campaign.redo_sheet(person.id)
        elif isinstance(edit, int):
            if edit != past[-1]:
                past.append(edit)
                future.clear()
            person = campaign.save_character(person.id, name="Вера", sheet={"hp": edit})
        assert person.sheet == {"hp": past[-1]}
        assert person.can_undo == (len(past) > 1)
        assert person.can_redo == bool(future)


def test_refused_texts_are_kept_with_the_sheet_until_they_are_mended(path: Path) -> None:
    with Campaign.create(path, "Akropol") as campaign:
        added = campaign.add_character(vera(hp=1))
        assert campaign.draft(added.id) is None
        campaign.save_character(
            added.id, name="Вера", sheet={"hp": 2}, draft={"fields": {"agility": "twelve"}}
        )
    with Campaign.open(path) as campaign:
        assert campaign.draft(added.id) == {"fields": {"agility": "twelve"}}
        campaign.set_draft(added.id, {"fields": {"agility": "1x"}})
        assert campaign.draft(added.id) == {"fields": {"agility": "1x"}}
        campaign.save_character(added.id, name="Вера", sheet={"hp": 2, "agility": 12})
        assert campaign.draft(added.id) is None


def test_a_sheet_and_its_draft_are_saved_together_or_not_at_all(campaign: Campaign) -> None:
    added = campaign.add_character(vera(hp=1))
    with pytest.raises(DocumentError, match=r"^draft\.hp: the number is not finite"):
        campaign.save_character(added.id, name="Вера", sheet={"hp": 2}, draft={"hp": float("nan")})
    assert campaign.character(added.id) == added


def test_a_removed_character_is_hidden_and_comes_back_as_it_was(campaign: Campaign) -> None:
    added = campaign.add_character(vera(hp=1))
    campaign.remove("character", added.id)
    assert names(campaign, "") == names(campaign, "вер") == []
    remove = partial(campaign.remove, "character")
    for use in (campaign.character, remove, campaign.undo_sheet):
        with pytest.raises(CampaignError, match=f"there is no character {added.id} in it"):
            use(added.id)
    assert campaign.bring_back("character", added.id) == "Вера"
    assert campaign.character(added.id) == added
    assert names(campaign, "вер") == ["Вера"]
    with pytest.raises(CampaignError, match="among what was removed"):
        campaign.bring_back("character", added.id)


def test_a_copy_gets_the_next_free_number_and_goes_its_own_way(campaign: Campaign) -> None:
    guard = campaign.add_character(vera("Strażnik 2", "adversary", hp=3))
    campaign.add_character(vera("Strażnik 3", "adversary"))
    copied = campaign.duplicate("character", guard.id)
    assert (copied.name, copied.role, copied.sheet) == ("Strażnik 4", "adversary", {"hp": 3})
    campaign.save_character(copied.id, name=copied.name, sheet={"hp": 1})
    assert campaign.character(guard.id).sheet == {"hp": 3}
    longest = campaign.add_character(vera("x" * 200))
    assert campaign.duplicate("character", longest.id).name == "x" * 98 + " 2", "a sheet takes 100"
    spoilt = campaign.add_character(vera("Duch"))
    campaign._connection.execute(
        "UPDATE character SET name = 'Du' || char(10) || 'ch' WHERE id = ?", (spoilt.id,)
    )
    with pytest.raises(DocumentError, match="name: must be one line"):
        campaign.duplicate("character", spoilt.id)


def test_what_is_copied_bears_its_new_name_on_the_sheet_too(campaign: Campaign) -> None:
    sheet = {"name": "Strażnik", "hp": 3}
    guard = campaign.add_character(
        NewCharacter(system="boj", role="player", name="Strażnik", sheet=sheet)
    )
    assert campaign.duplicate("character", guard.id).sheet == {"name": "Strażnik 2", "hp": 3}
    knife = campaign.add_entry(
        NewEntry(system="boj", kind="weapon", name="Nůž", data={"name": "Nůž"})
    )
    assert campaign.duplicate("entry", knife.id).data == {"name": "Nůž 2"}
    plan = campaign.add_encounter(
        NewEncounter(system="boj", name="Sklep", document={"name": "Sklep", "lines": []})
    )
    assert campaign.duplicate("encounter", plan.id).document == {"name": "Sklep 2", "lines": []}


def test_a_player_character_may_turn_into_an_adversary(campaign: Campaign) -> None:
    added = campaign.add_character(vera())
    campaign.set_role(added.id, "adversary")
    assert names(campaign, "", role="adversary") == ["Вера"]
    assert campaign.character(added.id).role == "adversary"


@pytest.mark.parametrize(
    ("new", "message"),
    [
        (vera("Вера\n"), "name: must be one line without control characters"),
        (vera(role="npc"), 'role: must be "player", "adversary" or "template"'),  # type: ignore[arg-type]
        (vera(hp=float("nan")), "sheet.hp: the number is not finite"),
        (vera(hp=10**5000), "sheet.hp: the number is too large"),
    ],
)
def test_what_cannot_be_stored_is_refused_before_the_file_is_touched(
    campaign: Campaign, new: NewCharacter, message: str
) -> None:
    with pytest.raises(DocumentError) as refusal:
        campaign.add_character(new)
    assert str(refusal.value) == message
    assert campaign.characters() == []


@pytest.mark.parametrize("search", ['"', "a\x00b", "\ud800", "' OR 1=1 --", "x " * 50_000])
def test_any_text_may_be_searched_for(campaign: Campaign, search: str) -> None:
    campaign.add_character(vera())
    assert names(campaign, search) in ([], ["Вера"])
    campaign.entries(search=search)
    campaign.encounters(search=search)
