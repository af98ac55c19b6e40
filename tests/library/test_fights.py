"""Encounters are kept, and a fight is the list of its steps, each saved when it is told so."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignError, DocumentError
from desktop.library.records import Fight, NewEncounter

HEADER = {"format": "fight/1", "system": "boj", "combatants": [{"id": "vera"}], "seed": 7}
documents = st.dictionaries(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    st.integers(-(2**60), 2**60) | st.text("aŻё\x00\n", max_size=5) | st.lists(st.booleans()),
    max_size=4,
)


def start(campaign: Campaign, **changes: Any) -> Fight:
    fields = {"system": "boj", "name": "Cellar", "header": HEADER} | changes
    return campaign.start_fight(**fields)


def test_a_renamed_encounter_renames_its_fights_but_none_with_a_name_of_its_own(
    path: Path,
) -> None:
    with Campaign.create(path, "Akropol") as campaign:
        new = NewEncounter(system="boj", name="Подвал", document={})
        held = campaign.add_encounter(new)
        fights = [
            campaign.start_fight(
                system="boj", name=name, header={"name": name}, encounter_id=held.id
            )
            for name in ("Подвал", "Второй раз")
        ]
        campaign.save_encounter(held.id, name="Чердак", document={})
        found = [campaign.fight(fight.id) for fight in fights]
        assert [(f.name, f.header["name"]) for f in found] == [
            ("Чердак", "Чердак"),
            ("Второй раз", "Второй раз"),
        ]


def test_an_encounter_is_kept_changed_and_copied(path: Path) -> None:
    new = NewEncounter(system="boj", name="Подвал", document={"roster": [{"count": 3}]})
    with Campaign.create(path, "Akropol") as campaign:
        added = campaign.add_encounter(new)
        saved = campaign.save_encounter(added.id, name="Чердак", document={"roster": []})
        copied = campaign.duplicate("encounter", added.id)
        campaign.add_encounter(NewEncounter(system="konflikt", name="Sklep", document={}))
    with Campaign.open(path) as campaign:
        assert campaign.encounter(added.id) == saved
        assert saved.changed > added.changed
        assert campaign.encounter(copied.id).name == "Чердак 2"
        assert [line.name for line in campaign.encounters("boj")] == ["Чердак", "Чердак 2"]
        assert [line.name for line in campaign.encounters(search="skl")] == ["Sklep"]
        campaign.remove("encounter", added.id)
        assert [line.name for line in campaign.encounters("boj")] == ["Чердак 2"]
        campaign.bring_back("encounter", added.id)
        assert campaign.encounter(added.id) == saved


def test_an_encounter_is_found_by_its_name_first_and_then_by_its_objectives_and_notes(
    campaign: Campaign,
) -> None:
    says: list[dict[str, Any]] = [
        {"objectives": [{"text": "Odzyskać skrzynię", "met": False}]},
        {"notes": "Przy skrzyni leży klucz.", "lines": [{"sheet": {"name": "Skrzynia"}}]},
        {"lines": [{"sheet": {"name": "Skrzynia"}}]},
        {},
    ]
    for name, document in zip(("Dok", "Brama", "Plac", "Skrzynia"), says, strict=True):
        campaign.add_encounter(NewEncounter(system="walka", name=name, document=document))
    assert [line.name for line in campaign.encounters(search="skrzyn")] == [
        "Skrzynia",
        "Brama",
        "Dok",
    ]
    assert [line.name for line in campaign.encounters(search="odzyskac SKRZYNIE")] == ["Dok"]
    campaign._connection.execute("UPDATE encounter SET document = '[1' WHERE name = 'Brama'")
    assert [line.name for line in campaign.encounters(search="klucz")] == []


def test_a_fight_is_read_as_it_was_saved(path: Path) -> None:
    with Campaign.create(path, "Akropol") as campaign:
        cellar = campaign.add_encounter(NewEncounter(system="boj", name="Cellar", document={}))
        fight = start(campaign, encounter_id=cellar.id)
        campaign.append_step(fight.id, 1, {"do": "begin"})
        campaign.append_step(
            fight.id, 2, {"do": "act", "dice": [37, 4]}, {"decision": "defence", "dice": [61]}
        )
    with Campaign.open(path) as campaign:
        kept = campaign.fight(fight.id)
        assert (kept.header, kept.encounter_id, kept.state) == (HEADER, cellar.id, "running")
        assert kept.pending == {"decision": "defence", "dice": [61]}
        assert kept.steps == 2
        assert kept.changed > kept.started
        steps = campaign.steps(fight.id)
        assert [(step.position, step.step) for step in steps] == [
            (1, {"do": "begin"}),
            (2, {"do": "act", "dice": [37, 4]}),
        ]
        assert kept.started <= steps[0].at <= steps[1].at == kept.changed


@pytest.mark.parametrize("position", [0, 1, 3, -1])
def test_a_step_out_of_its_place_is_refused(campaign: Campaign, position: int) -> None:
    fight = start(campaign)
    campaign.append_step(fight.id, 1, {"do": "begin"}, {"decision": "defence"})
    before = campaign.fight(fight.id)
    with pytest.raises(CampaignError, match=f"step {position} of Cellar cannot be saved"):
        campaign.append_step(fight.id, position, {"do": "end_turn"}, over=True)
    assert campaign.fight(fight.id) == before
    assert len(campaign.steps(fight.id)) == 1


def test_a_step_and_what_is_pending_are_saved_together_or_not_at_all(campaign: Campaign) -> None:
    fight = start(campaign)
    with pytest.raises(DocumentError, match=r"^pending\.dice: the number is not finite$"):
        campaign.append_step(fight.id, 1, {"do": "begin"}, {"dice": float("nan")})
    assert campaign.steps(fight.id) == []
    assert campaign.fight(fight.id) == fight


def test_a_half_finished_command_waits_until_it_is_answered_or_given_up(campaign: Campaign) -> None:
    fight = start(campaign)
    campaign.set_pending(fight.id, {"command": {"do": "act"}, "dice": [3], "answers": {}})
    kept = campaign.fight(fight.id).pending
    assert kept == {"command": {"do": "act"}, "dice": [3], "answers": {}}
    campaign.append_step(fight.id, 1, {"do": "act"})
    assert campaign.fight(fight.id).pending is None
    campaign.set_pending(fight.id, {"dice": [4]})
    campaign.set_pending(fight.id, None)
    assert campaign.fight(fight.id).pending is None


def test_a_fight_ends_with_its_last_step_and_goes_on_when_that_is_undone(
    campaign: Campaign,
) -> None:
    fight = start(campaign)
    campaign.append_step(fight.id, 1, {"do": "act"}, over=True)
    assert campaign.fight(fight.id).state == "over"
    campaign.append_step(fight.id, 2, {"do": "undo"})
    assert campaign.fight(fight.id).state == "running"


def test_the_fight_last_changed_is_listed_first(campaign: Campaign) -> None:
    first, second = start(campaign, name="First"), start(campaign, name="Second")
    third = start(campaign, name="Third", system="walka", steps=[{"do": "begin"}])
    campaign.append_step(first.id, 1, {"do": "begin"}, over=True)
    campaign.append_step(first.id, 2, {"do": "end_turn"}, over=True)
    listed = [(line.name, line.steps) for line in campaign.fights()]
    assert listed == [("First", 2), ("Third", 1), ("Second", 0)]
    assert [line.id for line in campaign.fights() if line.state == "running"] == [
        third.id,
        second.id,
    ]
    assert [line.id for line in campaign.fights("boj")] == [first.id, second.id]
    kept = campaign.fight(first.id)
    campaign.remove("fight", first.id)
    assert [line.name for line in campaign.fights("boj")] == ["Second"]
    with pytest.raises(CampaignError, match="there is no fight"):
        campaign.append_step(first.id, 3, {"do": "undo"})
    campaign.bring_back("fight", first.id)
    assert campaign.fight(first.id) == kept


def test_a_fight_begun_elsewhere_comes_in_whole_or_not_at_all(campaign: Campaign) -> None:
    fight = start(campaign, steps=({"do": step} for step in ("begin", "end_turn")))
    assert [step.step["do"] for step in campaign.steps(fight.id)] == ["begin", "end_turn"]
    assert fight.steps == 2
    with pytest.raises(DocumentError, match=r"^step: must be a JSON object$"):
        start(campaign, steps=[{"do": "begin"}, "end_turn"])
    with pytest.raises(CampaignError, match="there is no encounter 99 in it"):
        start(campaign, encounter_id=99)
    assert [line.id for line in campaign.fights()] == [fight.id]


@settings(max_examples=20)
@given(st.lists(st.tuples(documents, st.none() | documents, st.booleans()), max_size=8))
def test_the_journal_read_back_is_the_journal_written(
    saves: list[tuple[dict[str, Any], dict[str, Any] | None, bool]],
) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal.fray"
        with Campaign.create(path, "Journal") as campaign:
            fight = start(campaign)
        pending = None
        for position, (step, pending, reopen) in enumerate(saves, start=1):
            if reopen or position == 1:
                campaign.close()
                campaign = Campaign.open(path)
            campaign.append_step(fight.id, position, step, pending)
        campaign.close()
        with Campaign.open(path) as campaign:
            assert [step.step for step in campaign.steps(fight.id)] == [step for step, *_ in saves]
            assert campaign.fight(fight.id).pending == pending


def test_a_list_counts_the_steps_in_force_and_no_undone_ones(campaign: Campaign) -> None:
    fight = start(campaign)
    does = ["begin", "act", "act", "undo", "undo", "redo", "undo", "act"]
    for position, do in enumerate(does, 1):
        campaign.append_step(fight.id, position, {"do": do})
    assert [line.steps for line in campaign.fights()] == [2]
