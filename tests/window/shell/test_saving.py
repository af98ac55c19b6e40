"""What becomes of the work when the file is gone, the disk is full, or a stranger made the file."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QPushButton

from desktop.encounter.play_table import DiceWanted
from desktop.library.campaign import Campaign
from desktop.library.errors import CampaignError
from desktop.library.records import NewCharacter, NewEncounter
from desktop.window.catalogue.dialog import ImportPreview
from desktop.window.combat.session.fight_session import FightWriter
from desktop.window.pages.house_rules import HouseRulesPage
from desktop.window.shell import dialogs, saving
from desktop.window.shell.navigator import readable
from tests.window.conftest import Person

Arrive = Callable[[], Person]


def start_fight(person: Person) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    person.do(person.fight.flush())


def fill_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Campaign, *_: Any, **__: Any) -> None:
        raise CampaignError(self.path, "cannot be read or saved: the disk is full")

    for name in ("append_step", "save_character", "set_desk", "set_pending"):
        monkeypatch.setattr(Campaign, name, full)


def attempt(person: Person, work: Coroutine[Any, Any, Any]) -> None:
    """Starts work as a click does: what goes wrong is shown."""

    async def start() -> None:
        person.desk.start(work)

    person.do(start())


def label(person: Person) -> str:
    return person.window.saved_label.text()


def steps_saved(person: Person) -> int:
    """How many steps of the open fight are on the disk."""
    assert person.fight.writer
    return person.fight.writer.steps


def test_what_a_full_disk_refuses_is_called_not_saved_until_it_is(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saving, "SAVED_AGAIN", 20)
    person.desk.saving._again.setInterval(20)
    start_fight(person)
    saved = steps_saved(person)
    assert label(person) == f"saved, step {saved}"
    with monkeypatch.context() as crowded:
        fill_the_disk(crowded)
        person.fight.panel.main()
        person.wait(lambda: label(person) == "not saved")
        person.do(asyncio.sleep(0.1))
        person.wait()
        assert label(person) == "not saved"
        assert "disk is full" in person.window.message.text.text()
        assert person.fight.unsaved
    person.wait(lambda: label(person) != "not saved")
    assert not person.fight.unsaved
    assert label(person) == f"saved, step {steps_saved(person)}"
    assert steps_saved(person) > saved


def test_house_rules_that_a_full_disk_refused_are_saved_when_there_is_room(
    person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: Campaign, *_: Any) -> None:
        raise CampaignError(self.path, "cannot be read or saved: the disk is full")

    def stored() -> Any:
        return person.do(person.desk.store.read(lambda c: c.house_rules("teohiphip")))

    person.do(person.desk.navigator.go_house_rules("teohiphip"))
    page = person.desk.navigator.open_page
    assert isinstance(page, HouseRulesPage)
    editor = page.forms.form.boxes["swaps_per_test",].editor
    person.replace(editor.focus_widget(), "3")
    with monkeypatch.context() as crowded:
        crowded.setattr(Campaign, "set_house_rules", full)
        with pytest.raises(CampaignError):
            person.do(page.flush())
    assert page.unsaved
    person.do(page.flush())
    assert stored() == {"swaps_per_test": 3}


def test_the_step_that_is_saved_is_the_one_on_the_screen(person: Person) -> None:
    start_fight(person)
    person.fight.panel.main()
    person.wait(lambda: label(person) == "saved, step 2")
    person.fight.panel.undo()
    person.wait(lambda: label(person) == "saved, step 1")
    assert steps_saved(person) == 3


def test_a_side_that_types_its_dice_still_does_when_the_fight_is_opened_again(
    person: Person,
) -> None:
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    held = person.fight.held
    session = person.fight.session
    assert held
    assert session
    session.perform({"do": "begin"}, typed=True)
    first = session.fight.pending
    assert first
    assert isinstance(first.question, DiceWanted)
    session.answer([1] * first.question.count)
    before = session.fight.pending
    assert before
    assert session.typing
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.navigator.go("fight", held.id))
    again = person.fight.session
    assert again
    assert again is not session
    assert (again.fight.pending, again.typing) == (before, session.typing)


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be renamed")
@pytest.mark.parametrize("how", ["renamed", "deleted", "replaced"])
def test_when_the_file_is_gone_the_campaign_goes_on_in_a_copy(
    how: str, person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_fight(person)
    path = person.desk.store.path
    assert path
    if how == "renamed":
        path.rename(tmp_path / "Renamed.fray")
    elif how == "replaced":  # as a cloud service puts the file of another computer there
        Campaign.create(tmp_path / "Elsewhere.fray", "Elsewhere").close()
        (tmp_path / "Elsewhere.fray").replace(path)
    else:
        path.unlink()
    person.fight.panel.main()
    person.wait(lambda: label(person) == "not saved")
    message = person.window.message
    assert "renamed, moved, deleted" in message.text.text()
    assert message.act.text() == "Save a copy and go on in it"
    assert person.fight.fight
    steps = len(person.fight.fight.journal)
    copy = tmp_path / "Copy.fray"

    async def campaign_path(*_: object) -> Path:
        return copy

    monkeypatch.setattr(dialogs, "campaign_path", campaign_path)
    person.click(message.act)
    person.wait(lambda: person.desk.store.path == copy)
    assert label(person) == f"saved, step {steps}"
    assert person.window.campaign_label.text() == "Campaign: Copy.fray"
    assert len(person.fight.fight.journal) == steps
    id = person.fight.held.id if person.fight.held else 0
    person.fight.panel.main()
    person.close()
    with Campaign.open(copy) as campaign:
        assert len(campaign.steps(id)) >= steps
        assert "Halina Żółć" in [line.name for line in campaign.characters()]
    if how == "renamed":
        with Campaign.open(tmp_path / "Renamed.fray") as campaign:
            assert len(campaign.steps(id)) == steps - 1
    if how == "replaced":
        with Campaign.open(path) as campaign:
            assert campaign.info().title == "Elsewhere"


def test_what_a_cloud_service_laid_beside_the_campaign_is_named(
    person: Person, tmp_path: Path
) -> None:
    beside = tmp_path / "Delfy (Anna's conflicted copy).fray"
    Campaign.create(beside, "Delfy").close()
    person.do(person.desk.campaigns.create(tmp_path / "Delfy.fray"))
    person.wait(lambda: beside.name in person.window.message.text.text())


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be renamed")
def test_a_backup_is_gone_on_with_in_a_copy_and_stays_as_it_is(
    person: Person, tmp_path: Path
) -> None:
    backup = tmp_path / "Akropol.2026-01-02-0304.bak"
    person.do(person.desk.campaigns.save_copy(backup))
    as_it_was, before = backup.read_bytes(), person.names()
    for name in ("Akropol 2026-01-02 0304.fray", "Akropol 2026-01-02 0304 2.fray"):
        person.do(person.desk.campaigns.open(backup))
        assert person.desk.store.path == (tmp_path / name).resolve()
        said = person.window.message.text.text()
        assert said == f"{backup.name} stays as it is; {name}, a copy of it, is open."
        assert person.settings.last == person.desk.store.path
    assert person.names() == before
    assert backup.read_bytes() == as_it_was
    assert not list(tmp_path.glob(f"{backup.name}*.bak"))


def test_a_damaged_backup_is_refused_and_no_copy_is_made(person: Person, tmp_path: Path) -> None:
    here = person.desk.store.path
    backup = tmp_path / "Akropol.version-1.2026-01-02-030405.bak"
    backup.write_bytes(b"SQLite format 3\x00 and nothing else")
    person.do(person.desk.campaigns.open(backup))
    assert "is damaged" in person.window.message.text.text()
    assert person.desk.store.path == here
    assert not list(tmp_path.glob("Akropol 2026*"))


@pytest.mark.skipif(sys.platform == "win32", reason="an open file cannot be renamed")
def test_the_window_closes_after_a_rename_when_nothing_is_lost(
    person: Person, tmp_path: Path
) -> None:
    path = person.desk.store.path
    assert path
    path.rename(tmp_path / "Renamed.fray")
    person.close()
    with Campaign.open(tmp_path / "Renamed.fray") as campaign:
        assert "Halina Żółć" in [line.name for line in campaign.characters()]


def test_when_the_window_rests_the_file_alone_has_everything(
    person: Person, tmp_path: Path
) -> None:
    start_fight(person)
    path = person.desk.store.path
    assert path
    assert person.desk.saving._idle.isActive()
    person.desk.saving._idle.stop()
    person.do(person.desk.store.rest())
    alone = tmp_path / "alone.fray"
    alone.write_bytes(path.read_bytes())
    with Campaign.open(alone) as campaign:
        assert campaign.fights()[0].steps == steps_saved(person)


# ---- a fight that cannot go on


def spoil_step(path: Path, position: int) -> None:
    with Campaign.open(path) as campaign:
        (line,) = campaign.fights()
        campaign._connection.execute(
            "UPDATE fight_step SET step = ? WHERE position = ?", ('{"do":"nonsense"}', position)
        )
        assert line.steps >= position


def test_a_fight_with_a_bad_step_opens_up_to_there_and_can_be_gone_on_with(
    arrive: Arrive,
) -> None:
    first = arrive()
    path = first.open_sample()
    start_fight(first)
    first.fight.panel.main()
    first.close()
    spoil_step(path, 2)
    person = arrive()
    person.begin()
    assert person.fight.fight
    assert len(person.fight.fight.journal) == 1
    assert person.fight.ui.banner.isVisibleTo(person.window)
    assert "step 2 of 2" in person.fight.ui.banner_text.text()
    old = person.fight.held
    (go_on,) = (
        b for b in person.fight.findChildren(QPushButton) if b.text().startswith("Go on from here")
    )
    person.click(go_on)
    person.wait(lambda: person.fight.held != old)
    assert not person.fight.ui.banner.isVisibleTo(person.window)
    person.fight.panel.main()
    person.close()
    with Campaign.open(path) as campaign:
        new, kept = campaign.fights()
        assert (kept.steps, new.steps) == (2, 2)
        assert old
        assert kept.id == old.id


# ---- what strangers send


def imported(person: Person, tmp_path: Path, **bundle: Any) -> str:
    """What is said when a file with this is brought in."""
    file = tmp_path / "stranger.json"
    file.write_text(json.dumps({"format": "fraydesk/1", **bundle}), "utf-8")
    person.window.message.dismiss()
    before = person.names()
    attempt(person, person.desk.commands.files.import_file(file))
    for preview in person.window.findChildren(ImportPreview):
        if preview.isVisible():
            person.click_in(preview.ui.bring)
    if person.window.message._details:
        raise AssertionError(person.window.message._details)
    said = person.window.message.text.text()
    assert "Brought in" in said or person.names() == before
    return said


def character(system: str, **sheet: Any) -> dict[str, Any]:
    return {"system": system, "role": "player", "name": "X", "sheet": {"name": "X", **sheet}}


BAD = {
    "a number in the place of a list": (
        {"characters": [character("mir_tmy", soaks=5)]},
        r"characters[0].sheet.soaks",
    ),
    "an encounter with a number for a line": (
        {
            "encounters": [
                {"system": "walka", "name": "E", "document": {"system": "walka", "lines": [1]}}
            ]
        },
        "encounters[0].document.lines[0]",
    ),
    "a sheet in a line": (
        {
            "encounters": [
                {
                    "system": "walka",
                    "name": "E",
                    "document": {
                        "system": "walka",
                        "lines": [{"side": "a", "sheet": {"name": "X", "weapons": "all"}}],
                    },
                }
            ]
        },
        "encounters[0].document.lines[0].sheet.weapons",
    ),
    "an unknown system": ({"characters": [character("chess")]}, "characters[0].system"),
    "an unknown kind": (
        {"entries": [{"system": "walka", "kind": "ship", "name": "X", "data": {}}]},
        "entries[0].kind",
    ),
    "a note of a megabyte": (
        {"characters": [character("walka", notes="x" * 1_000_000)]},
        "characters[0].sheet.notes",
    ),
    "two thousand attributes of one's own": (
        {"characters": [character("walka", attributes={f"a{n}": 1 for n in range(2000)})]},
        "characters[0].sheet.attributes",
    ),
}


@pytest.mark.parametrize(("bundle", "place"), BAD.values(), ids=BAD)
def test_what_the_systems_models_refuse_is_not_brought_in(
    bundle: dict[str, Any], place: str, person: Person, tmp_path: Path
) -> None:
    said = imported(person, tmp_path, **bundle)
    assert said.startswith(f"stranger.json: {place}")
    assert len(said) < 600


def test_an_encounter_brought_in_points_at_nobody_here(person: Person, tmp_path: Path) -> None:
    line = {"side": "a", "sheet": {"name": "X"}, "character": 1}
    document = {"system": "walka", "name": "E", "lines": [line]}
    said = imported(
        person, tmp_path, encounters=[{"system": "walka", "name": "E", "document": document}]
    )
    assert "1 encounter" in said
    page = person.desk.navigator.encounter_page
    assert page
    assert page.held
    assert page.held.document["lines"] == [{**line, "character": None}]


UNFIT_SHEETS: list[tuple[str, dict[str, Any]]] = [
    ("mir_tmy", {"soaks": 5}),
    ("walka", {"weapons": [1]}),
    ("walka", {"attributes": {f"a{n}": 1 for n in range(2000)}}),
    ("walka", {"notes": "x" * 1_000_000}),
    ("teohiphip", {"name": {"a": 1}}),
]


@pytest.mark.parametrize(("system", "sheet"), UNFIT_SHEETS)
def test_a_stored_sheet_that_no_page_can_show_is_refused_in_words(
    system: str, sheet: dict[str, Any], person: Person
) -> None:
    new = NewCharacter(system=system, role="player", name="Stranger", sheet=sheet)
    made = person.do(person.desk.store.save(lambda c: c.add_character(new)))
    attempt(person, person.desk.navigator.go("character", made.id))
    message = person.window.message
    assert message.text.text().startswith("Stranger: what is stored of it cannot be shown")
    assert not message._details


@pytest.mark.parametrize(
    "document",
    [
        {"system": "walka", "lines": [1]},
        {"system": "walka", "lines": {"a": 1}},
        {"system": "walka", "lines": [{"side": "a"}]},
        {"system": "walka", "lines": [{"side": "a", "sheet": {"weapons": 1}}]},
        {"system": "walka", "lines": [{"side": "a", "sheet": {}, "character": [1]}]},
        {"system": "walka", "lines": [{"side": "a", "sheet": {}, "count": "x"}]},
        {"system": "walka", "objectives": [3]},
        {"system": "walka", "house_rules": [3]},
        {"lines": "many"},
    ],
)
def test_a_stored_encounter_that_no_page_can_show_is_refused_in_words(
    document: dict[str, Any], person: Person
) -> None:
    new = NewEncounter(system="walka", name="Stranger", document=document)
    made = person.do(person.desk.store.save(lambda c: c.add_encounter(new)))
    attempt(person, person.desk.navigator.go("encounter", made.id))
    message = person.window.message
    assert message.text.text().startswith("Stranger: what is stored of it cannot be shown")
    assert not message._details


def test_a_draft_of_another_shape_gives_way_to_the_sheet(person: Person) -> None:
    new = NewCharacter(system="mir_tmy", role="player", name="Stranger", sheet={"name": "Iva"})
    made = person.do(person.desk.store.save(lambda c: c.add_character(new)))
    person.do(person.desk.store.save(lambda c: c.set_draft(made.id, {"soaks": 5})))
    person.do(person.desk.navigator.go("character", made.id))
    assert person.sheet.ui.title.text() == "Iva"


@pytest.mark.parametrize(
    "place",
    [
        {"folded": 3, "widths": ["a", "b"], "search": 5, "system": [], "section": {}},
        {"folded": {"a": [1]}, "kind": [1], "id": "x", "last_character": {"a": 1}},
        {"widths": [10**30, -5], "section": "nowhere", "kind": "character", "id": 10**30},
        {"library": "yes", "rules_wanted": [1], "unknown": 3},
    ],
)
def test_a_stored_place_of_another_shape_is_no_hindrance(
    place: dict[str, Any], arrive: Arrive
) -> None:
    first = arrive()
    path = first.open_sample()
    first.close()
    with Campaign.open(path) as campaign:
        campaign._connection.execute("UPDATE campaign SET desk = ?", (json.dumps(place),))
    second = arrive()
    second.begin()
    assert second.desk.store.path == path
    assert "Halina Żółć" in second.names()
    assert not second.window.message._details
    assert set(readable(place)) <= set(place)


def test_a_writer_knows_whether_anything_waits(person: Person) -> None:
    start_fight(person)
    writer = person.fight.writer
    assert isinstance(writer, FightWriter)
    assert not writer.waiting
    writer.keep([], None)
    assert writer.waiting
    person.do(writer.flush())
    assert not writer.waiting
