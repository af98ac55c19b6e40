"""Who comes to an encounter or a fight: added one by one, or picked in a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from desktop.encounter.roster import MOST_OF_A_KIND, Line, read_plan
from desktop.library import records
from desktop.rules import adversaries, systems
from desktop.rules.state import FOES, PLAYERS
from desktop.rules.table import Refusal
from desktop.window.pages.encounter import EncounterPage
from desktop.window.pages.stored import stored
from desktop.window.shell.panes import DeskService
from desktop.window.shell.people import Candidate, PeopleDialog, candidates
from desktop.window.widgets.file_dialogs import open_once
from desktop.window.widgets.language import tr

if TYPE_CHECKING:
    from desktop.library.campaign import Campaign


class Cast(DeskService):
    """Brings characters, entries and everybody of another encounter to where they are to fight."""

    async def add_open_to_encounter(self) -> None:
        """Puts the open character or entry into the encounter that was open last."""
        if self._navigator.opened and self._navigator.opened[0] in ("character", "entry"):
            await self.add_to_encounter(*self._navigator.opened)

    async def add_to_encounter(self, kind: str, id: int) -> None:
        """Puts somebody into the encounter that is open, or was open last."""
        page = self._navigator.encounter_page
        if page is None or page.held is None:
            self._window.message.notice(tr("Open an encounter first; then add to it."))
            return
        await self._navigator.flush()
        name = await self._add(page, kind, id)
        await page.flush()
        if self._navigator.open_page is not page:
            encounter = page.held
            self._window.message.notice(
                tr("{encounter}: {name} joins.", name=name, encounter=encounter.name),
                tr("Show the encounter"),
                lambda: self._start(self._navigator.go("encounter", encounter.id)),
            )

    async def _add(self, page: EncounterPage, kind: str, id: int, count: int = 1) -> str:
        """Adds copies of a character or an entry to an encounter; returns the name."""
        assert page.held
        foes = _foes([line["side"] for line in page.lines])
        (system, name, _), line = await self._store.read(
            lambda c: (stored(c, kind, id), _line(c, kind, id, count, foes))
        )
        if system != page.held.system:
            title, other = map(systems().title, (system, page.held.system))
            of = {"name": name, "system": title, "other": other}
            raise Refusal(
                tr("{name}: the system is {system}, that of the encounter is {other}", **of)
            )
        page.add(line)
        return name

    async def pick_for_encounter(self) -> None:
        """Opens the search for those who are to come to the open encounter."""
        page = self._navigator.encounter_page
        if page is None or page.held is None:
            return
        await self._navigator.flush()
        dialog = await self._pick_people(page.held.system, page.held.id)
        dialog.accepted.connect(lambda: self._start(self.add_people(dialog.taken)))

    async def pick_newcomers(self) -> None:
        """Opens the search for those who are to join the open fight."""
        page = self._navigator.fight_page
        if page is None or page.session is None:
            return
        dialog = await self._pick_people(page.system, None, page.sides)
        ticked = dialog.ui.this_round.isChecked
        dialog.accepted.connect(
            lambda: self._start(self.add_newcomers(dialog.taken, dialog.side, this_round=ticked()))
        )

    async def _pick_people(
        self, system: str, without: int | None, sides: Sequence[str] = ()
    ) -> PeopleDialog:
        there = await self._store.read(lambda c: candidates(c, system, without))
        party, keep = self._navigator.party, self._navigator.keep_party
        dialog = PeopleDialog(self._window, there, party, keep, sides)
        open_once(dialog)
        return dialog

    async def add_people(self, taken: Mapping[Candidate, int]) -> None:
        """Adds all who were taken to the open encounter, as one change."""
        page = self._navigator.encounter_page
        if page is None or page.held is None:
            return
        with page.one_change():
            for candidate, count in taken.items():
                if candidate.kind == "encounter":
                    document = await self._plan_of(candidate.id)
                    for _ in range(count):
                        await page.add_people_of(document)
                else:
                    await self._add(page, candidate.kind, candidate.id, count)
        await page.flush()

    async def add_newcomers(
        self, taken: Mapping[Candidate, int], side: str = "", *, this_round: bool
    ) -> None:
        """All who were taken join the open fight, with their sheets as they are now: a ``side``, or
        each their own."""
        page = self._navigator.fight_page
        if page is None or not taken:
            return
        foes = _foes(page.sides)
        lines = await self._store.read(
            lambda c: [
                line for candidate, n in taken.items() for line in _lines(c, candidate, n, foes)
            ]
        )
        if side:
            lines = [line.model_copy(update={"side": side}) for line in lines]
        await page.join(lines, this_round=this_round)

    async def _plan_of(self, encounter_id: int) -> records.Document:
        encounter = await self._store.read(lambda c: c.encounter(encounter_id))
        return encounter.document


def _foes(sides: Sequence[str]) -> str:
    """The side that adversaries join: the last of those there are that is not the players'."""
    return next((side for side in reversed(sides) if side != PLAYERS), FOES)


def _lines(c: Campaign, candidate: Candidate, count: int, foes: str) -> list[Line]:
    """A candidate as lines of newcomers; of an encounter everybody, ``count`` times."""
    if candidate.kind != "encounter":
        return [_line(c, candidate.kind, candidate.id, count, foes)]
    lines = read_plan(c.as_now(c.encounter(candidate.id).document)).lines
    return [
        line.model_copy(update={"count": min(line.count * count, MOST_OF_A_KIND)}) for line in lines
    ]


def _line(c: Campaign, kind: str, id: int, count: int, foes: str) -> Line:
    """A character or an entry as a line. Raises Refusal for an entry that is no combatant."""
    if kind == "character":
        person = c.character(id)
        side = PLAYERS if person.role == "player" else foes
        # What a fight leaves is written back to characters, never to templates.
        character = None if person.role == "template" else id
        return Line(sheet=person.sheet, side=side, count=count, character=character)
    entry = c.entry(id)
    rules = systems()[entry.system]
    if not rules.fights(entry.kind):
        raise Refusal(tr("{name}: no combatant, cannot come to a fight", name=entry.name))
    sheet, policy = adversaries.as_combatant(entry.data)
    return Line(sheet=sheet, side=foes, count=count, policy=policy)
