"""What a fight changed for good goes to the sheets: the list of it, and the writing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from desktop.encounter.roster import Plan, places, read_plan
from desktop.library.records import Character, Fight
from desktop.rules import contract, systems
from desktop.rules.contract import checked, with_changes
from desktop.rules.fields import fields_of
from desktop.window.pages.changes import Changes, ChangesDialog
from desktop.window.pages.fight import FightPage
from desktop.window.shell.navigator import Navigator
from desktop.window.shell.panes import Panes
from desktop.window.widgets.language import tr

if TYPE_CHECKING:
    from desktop.encounter.fight import Step
    from desktop.library.campaign import Campaign


class WriteBack:
    """Lists what the open fight changed on sheets of the campaign, and writes what is ticked."""

    def __init__(self, navigator: Navigator, panes: Panes) -> None:
        self._navigator, self._panes = navigator, panes
        self._window, self._store = navigator.window, navigator.store
        self._start = navigator.tasks.start
        self._dialog: ChangesDialog | None = None

    async def ask(self) -> None:
        """Opens the list; what stays ticked in it goes to the sheets."""
        page = self._page()
        if page is None:
            return
        changes = await self._changes(page)
        if changes:
            self._list(page, changes).activateWindow()
        else:
            self._window.message.notice(_nothing())

    async def offer(self) -> None:
        """Opens the list when the fight has ended, where there is something to be written.

        The keys stay with the fight, so that undo goes on working; it takes the list away again.
        """
        page = self._page()
        changes = await self._changes(page) if page else {}
        if page and changes and page.fight and page.fight.outcome is not None:
            self._list(page, changes)
            self._window.activateWindow()  # where a dialog takes the keys all the same

    async def write(self) -> None:
        """Writes all that the open fight changed to the sheets of those who have one."""
        page = self._page()
        if page is not None:
            await self._write(page, page.changes())

    async def _write(self, page: FightPage, changes: Changes) -> None:
        """Writes changes by combatant; somebody may look at a sheet meanwhile."""
        stored, steps = page.stored_fight, page.steps
        assert stored
        await page.flush()
        await self._navigator.flush()
        written = await self._store.save(lambda c: _write_back(c, stored, steps, changes))
        if written:
            self._store.history.add(
                tr("write {fight} to the sheets", fight=stored.name),
                None,
                lambda c: [c.show_revision(person.id, before) for person, before in written],
                lambda c: [c.show_revision(person.id, person.revision) for person, _ in written],
            )
        names = [person.name for person, _ in written]
        await self._navigator.reopen()
        await self._panes.refresh()
        self._window.message.notice(
            tr(
                "Written to the sheets of {names}; Undo on a sheet takes it back.",
                names=", ".join(names),
            )
            if names
            else _nothing()
        )

    def _page(self) -> FightPage | None:
        """The page of the open fight; None for a replay, of which nothing is kept."""
        page = self._navigator.fight_page
        open_and_kept = page and page.fight and page.stored_fight and not page.replaying
        return page if open_and_kept else None

    async def _changes(self, page: FightPage) -> Changes:
        """What the fight changed, by combatant, of those who have a sheet in the campaign."""
        stored, steps = page.stored_fight, page.steps
        assert stored
        sheets = await self._store.read(lambda c: sheets_of(c, stored, steps))
        return {id: found for id, found in page.changes().items() if id in sheets}

    def _list(self, page: FightPage, changes: Changes) -> ChangesDialog:
        """Shows the list beside the window, in the place of one that is open already."""
        assert page.fight
        self._close()
        names = {id: one.name for id, one in page.fight.state.combatants.items()}
        dialog = ChangesDialog(
            self._window,
            names,
            changes,
            lambda chosen: self._start(self._write(page, chosen)),
            fields_of(page.fight.rules.sheet),
            english=self._window.ui.english.isChecked(),
        )
        dialog.undo_asked.connect(page.panel.undo)
        dialog.finished.connect(lambda _: self._forget(dialog))
        page.state_changed.connect(dialog.reject)
        self._navigator.left.connect(dialog.reject)
        self._dialog = dialog
        dialog.show()
        return dialog

    def _close(self) -> None:
        if self._dialog is not None:
            self._dialog.reject()

    def _forget(self, dialog: ChangesDialog) -> None:
        if self._dialog is dialog:
            self._dialog = None


def _nothing() -> str:
    return tr("Nothing to write: nobody with a sheet of their own has changed.")


def sheets_of(campaign: Campaign, stored: Fight, steps: Sequence[Step]) -> dict[str, int]:
    """Whose changes go to which character of the campaign, by combatant.

    ``steps`` are those in force: newcomers carry the character they came from. Where several stand
    for one character it is the first of them; copies of one sheet stand for nobody.
    """
    there = {line.id for line in campaign.characters(stored.system)}
    found: dict[str, int] = {}

    def stands_for(id: str, character: object) -> None:
        known = id in found or character in found.values()
        if isinstance(character, int) and character in there and not known:
            found[id] = character

    if stored.encounter_id in {line.id for line in campaign.encounters(stored.system)}:
        assert stored.encounter_id is not None
        plan = read_plan(campaign.encounter(stored.encounter_id).document)
        parts = [stored.header, *stored.header.get("waves", ())]
        fighting = {one["id"] for part in parts for one in part["combatants"]}
        # Ids come from names, and people are renamed before a fight and after it began.
        for named in (_as_named_now(campaign, plan, there), plan):
            for place in places(named):
                line = plan.lines[place.line]
                if line.count == 1 and place.id in fighting:
                    stands_for(place.id, line.character)
    for step in steps:
        for recruit in step.get("combatants", ()) if step.get("do") == "join" else ():
            stands_for(recruit["id"], recruit.get("character"))
    return found


def _as_named_now(campaign: Campaign, plan: Plan, there: set[int]) -> Plan:
    """A plan whose lines have the sheets of their characters as they are now."""
    lines = [
        line.model_copy(update={"sheet": campaign.character(line.character).sheet})
        if isinstance(line.character, int) and line.character in there
        else line
        for line in plan.lines
    ]
    return plan.model_copy(update={"lines": lines})


def _write_back(
    campaign: Any,
    stored: Fight,
    steps: Sequence[Step],
    changes: Mapping[str, Sequence[contract.Change]],
) -> list[tuple[Character, int]]:
    """Writes changes to the sheets of those who have one.

    Returns those characters as they are now, each with the revision its sheet had before.

    Raises :class:`Refusal` where a sheet cannot take what the fight left; nothing is written then.
    """
    people, rules = sheets_of(campaign, stored, steps), systems()[stored.system]
    ready = []
    for id, character in people.items():
        if changes.get(id):
            person = campaign.character(character)
            sheet = with_changes(person.sheet, changes[id])
            checked(rules.sheet, sheet, f"{person.name}: ")
            draft = campaign.draft(character)  # what is typed there and refused stays
            ready.append((person, sheet, draft and with_changes(draft, changes[id])))
    return [
        (
            campaign.save_character(person.id, name=person.name, sheet=sheet, draft=draft),
            person.revision,
        )
        for person, sheet, draft in ready
    ]
