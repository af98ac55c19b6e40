"""An encounter: who comes, how many, on which side; the objectives; the fights made from it."""

from __future__ import annotations

import asyncio
import copy
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QWidget

from desktop.encounter.roster import MOST_OF_A_KIND, Line, read_plan, to_script, under
from desktop.forms.encounter import Ui_EncounterForm
from desktop.forms.fight_line import Ui_FightLineForm
from desktop.forms.objective_line import Ui_ObjectiveLineForm
from desktop.library import checks, documents, records
from desktop.library.pictures import size as size_of_picture
from desktop.rules import SystemFailed, contract, table
from desktop.rules.state import FOES, PLAYERS
from desktop.rules.text import Text
from desktop.window.fields import marks, tab_order
from desktop.window.fields.editor import keep_to_one_line, leave_undo, show_text, text_in
from desktop.window.pages import encounter_map, forms, page
from desktop.window.pages.encounter_line import PlanLine, put
from desktop.window.widgets import basics, icons, language, pictures, theme
from desktop.window.widgets.file_dialogs import open_once
from desktop.window.widgets.flow import bring_into_sight
from desktop.window.widgets.language import by_name, date_and_time, error_in_words, in_words, tr
from desktop.window.widgets.menu import add, offer_menu, pop_up

COLUMNS: Sequence[tuple[Text, Callable[[dict[str, Any]], Any]]] = (
    (Text("Who", context="column"), lambda line: by_name(str(line["sheet"].get("name", "")))),
    (Text("How many", context="column"), lambda line: line.get("count", 1)),
    (Text("Side", context="column"), lambda line: (line["side"] != PLAYERS, by_name(line["side"]))),
    (Text("Together", context="column"), lambda line: bool(line.get("group"))),
    (Text("Acts", context="column"), lambda line: str(line.get("policy") or "")),
    (Text("Wave", context="column"), lambda line: by_name(line.get("wave", ""))),
)
"""The headings over the lines, and what they sort by."""


class EncounterPage(page.Page):
    """Shows one encounter at a time. Its document is a plan (see ``encounter.roster``)."""

    start_asked = Signal()
    library_asked = Signal()

    printed: page.Printed = "encounter"
    held: records.Encounter | None = None

    def __init__(self, shared: page.Shared) -> None:
        # Forecasts bring half of the rules' machinery: not before the first page is made.
        from desktop.window.forecast.balance import BalanceCard

        super().__init__(shared)
        self.ui = Ui_EncounterForm(self)
        self._document: records.Document = {}
        self._house: records.Document = {}
        self._drafts: list[records.Document] = []
        """Earlier versions of the document that are not saved yet, each a step of undo."""
        self._edit: object = None
        """The last edit of the map that is not saved yet."""
        self._quiet = False
        self._plan_lines: list[PlanLine] = []
        self.house_forms = forms.Forms(shared, columns=2, framed=False)
        self.house_forms.changed.connect(self._house_typed)
        self.ui.house_column.addWidget(self.house_forms)
        self.balance = BalanceCard(self.script)
        self.balance.what_if_asked.connect(self._what_if)
        self.balance.even_asked.connect(self._choose_even)
        ui = self.ui
        ui.column.insertWidget(ui.column.indexOf(ui.lines_card) + 1, self.balance)
        offer_menu(ui.lines, self._fill_menu)
        self.map = encounter_map.EncounterMap(ui, self.plan, self)
        self.map.changing.connect(self._before_edit)
        self.map.changed.connect(self._typed)
        start = shared.tasks.start
        self.map.picture_chosen.connect(lambda path: start(self.set_picture(path)))
        self.map.picture_wanted.connect(lambda id: start(self._show_picture(id)))
        self.unfold_house(False)
        ui.name.setMaxLength(documents.LONGEST_NAME)
        keep_to_one_line(ui.name)
        leave_undo(ui.name)
        leave_undo(ui.notes)
        marks.Marks(ui.notes)
        ui.name.textEdited.connect(lambda _: self._typed())
        ui.notes.textChanged.connect(self._typed)

    # ---- opening

    async def open(self, id: int) -> None:
        """Shows an encounter; its lines have the sheets of their characters as they are now."""
        await self.flush()
        other = self.held is None or self.held.id != id
        encounter, fights = await self.shared.store.read(
            lambda c: (c.encounter(id), [f for f in c.fights() if f.encounter_id == id])
        )
        faces = await self.shared.store.read(lambda c: c.portraits(encounter.system))
        rules = self.shared.rules_of(encounter)
        checks.check_plan_shown(rules, encounter.document, encounter.name)
        self._house = await self.shared.store.read(lambda c: c.house_rules(encounter.system))
        document = await self.shared.store.read(lambda c: c.as_now(encounter.document))
        checks.check_plan_shown(rules, document, encounter.name)
        if self.unsaved:  # somebody typed meanwhile
            await self.open(id)
            return
        self.held, self._document = encounter, document
        if other:
            self.ui.scroll.verticalScrollBar().setValue(0)
            self.balance.forget()
        self.map.follow(self._document, pictures.Portraits(faces), other=other)
        self._show()
        self.show_fights(fights)
        self.shared.tasks.start(self.ui.mentions.show_those_of(self.shared.store, self.title))
        self.state_changed.emit()

    @property
    def rules(self) -> contract.Rules[Any]:
        """The rules of the encounter that is open."""
        assert self.held
        return self.shared.rules_of(self.held)

    def show_fights(self, fights: Sequence[records.FightLine]) -> None:
        """Shows the fights that were started from this encounter, the latest first."""
        with tab_order.keeping_focus(self.ui.fights_column, self.ui.start_button):
            basics.clear(self.ui.fights_column)
            self.ui.fights_card.setVisible(bool(fights))
            for fight in fights:
                self.ui.fights_column.addWidget(self._fight(fight))

    def _fight(self, fight: records.FightLine) -> QWidget:
        when, over, shown = date_and_time(fight.started), fight.state == "over", QWidget()
        line = Ui_FightLineForm(shown)
        line.when.setText(when)
        line.state.setText(page.how_far(fight))
        theme.dress_new(line.state, "chip" if over else "chip-players")
        line.steps.setText(tr("{count} step", "{count} steps", count=fight.steps))
        line.go.setText(tr("Look", context="fight") if over else tr("Continue", context="fight"))
        for control, about, what in (
            (line.go, tr("Open the fight: {when}", when=when), "open"),
            (line.again, tr("Replay the fight: {when}", when=when), "replay"),
            (line.drop, tr("Remove the fight: {when}", when=when), "remove"),
        ):
            control.setAccessibleName(about)
            control.clicked.connect(
                lambda _=False, what=what: self.wanted.emit(what, "fight", fight.id)
            )
        icons.wear(line.go, "eye" if over else "play", "muted", 14)
        return shown

    # ---- showing

    def _show(self) -> None:
        document = self._document
        assert self.held
        self._quiet = True
        try:
            if self.ui.name.text() != document.get("name", ""):
                at = self.ui.name.cursorPosition()
                self.ui.name.setText(str(document.get("name", "") or self.held.name))
                self.ui.name.setCursorPosition(at if self.ui.name.hasFocus() else 0)
            if text_in(self.ui.notes) != document.get("notes", ""):
                show_text(self.ui.notes, str(document.get("notes", "")))
            self.ui.system.setText(self.rules.title)
            self._show_lines()
            self._show_goals()
            self._show_house()
        finally:
            self._quiet = False
        self._check()

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The lines of the plan, to be written to."""
        lines: list[dict[str, Any]] = self._document.setdefault("lines", [])
        return lines

    def _show_lines(self) -> None:
        with tab_order.keeping_focus(self.ui.lines_grid, self.ui.add_button) as focused:
            if focused:
                self.setFocus()  # or Qt gives the keys to what is next, and scrolls there
            basics.clear(self.ui.lines_grid)
            for made in self._plan_lines:
                made.deleteLater()
            self._plan_lines.clear()
            self.ui.lines.setVisible(bool(self.lines))
            self.ui.lines_empty.setVisible(not self.lines)
            for column, (words, _) in enumerate(COLUMNS if self.lines else ()):
                title = in_words(words)
                head = basics.button(title, "column", about=tr("Sort by: {column}", column=title))
                head.clicked.connect(lambda _=False, column=column: self._sort_lines(column))
                self.ui.lines_grid.addWidget(head, 0, column)
            for index, line in enumerate(self.lines):
                self._show_line(index, line)

    def _sort_lines(self, column: int) -> None:
        """Sorts the lines by a column; a second time the other way round."""
        _, key = COLUMNS[column]
        before = list(self.lines)
        self.lines.sort(key=key)
        if self.lines == before:
            self.lines.sort(key=key, reverse=True)
        self._show_changed()

    def _show_line(self, index: int, line: dict[str, Any]) -> None:
        sides = dict.fromkeys([PLAYERS, FOES, *(line["side"] for line in self.lines)])
        plan_line = PlanLine(line, self.rules, [*sides], self)
        plan_line.changed.connect(self._typed)
        plan_line.dropped.connect(lambda: self._drop(self.lines, index))
        plan_line.character_asked.connect(partial(self.wanted.emit, "open", "character"))
        plan_line.even_asked.connect(lambda: self._even(index))
        self._plan_lines.append(plan_line)
        for column, widget in enumerate(plan_line.widgets):
            self.ui.lines_grid.addWidget(widget, index + 1, column)

    def _fill_menu(self, menu: QMenu, at: QPoint) -> None:
        """What can be done with the line at a place, and with all of them."""
        here = self.ui.lines.childAt(at)
        line = next((line for line in self._plan_lines if line.has(here)), None)
        if line is not None:
            line.fill_menu(menu)
            menu.addSeparator()
        add(menu, tr("Add from the library…"), self.library_asked.emit)
        for column, (words, _) in enumerate(COLUMNS):
            label = tr("Sort by: {column}", column=in_words(words))
            add(menu, label, partial(self._sort_lines, column))

    def _show_goals(self) -> None:
        goals = self._document.get("objectives", [])
        with tab_order.keeping_focus(self.ui.objectives_column, self.ui.add_objective):
            basics.clear(self.ui.objectives_column)
            self.ui.objectives.setVisible(bool(goals))
            for index, goal in enumerate(goals):
                self.ui.objectives_column.addWidget(self._goal(index, goal))

    def _goal(self, index: int, goal: dict[str, Any]) -> QWidget:
        shown = QWidget()
        line = Ui_ObjectiveLineForm(shown)
        line.edit.setText(str(goal.get("text", "")))
        line.edit.setAccessibleName(tr("Objective {number}", number=index + 1))
        keep_to_one_line(line.edit)
        leave_undo(line.edit)
        line.edit.textEdited.connect(lambda text: self._change(goal, "text", text))
        line.drop.setAccessibleName(tr("Remove objective {number}", number=index + 1))
        line.drop.clicked.connect(lambda: self._drop(self._document["objectives"], index))
        return shown

    def _show_house(self) -> None:
        document = {**self._house, **self._own_house}
        self.house_forms.show_form(self.rules.id, self.rules, self.rules.house_rules, document)
        self.house_forms.check(document)
        self._show_house_note()

    def _show_house_note(self) -> None:
        own = len(self._document.get("house_rules", {}))
        other = tr("other than in the campaign: {count}", count=own)
        self.ui.house_note.setText(other if own else tr("as in the campaign"))
        self.ui.house_reset.setVisible(bool(own))

    def unfold_house(self, on: bool) -> None:
        """Shows the house rules of the encounter, or only that there are such."""
        self.ui.house.setVisible(on)
        icons.wear(self.ui.house_toggle, "chevron-down" if on else "chevron-right", "muted", 14)

    def use_terms(self) -> None:
        self.house_forms.use_terms()
        if self.held:
            self._show()

    # ---- changing

    def _change(self, place: dict[str, Any], key: str, value: Any, default: Any = ...) -> None:
        put(place, key, value, default)
        self._typed()

    def add(self, new: Line) -> None:
        """Adds combatants: to an equal line that no wave brings, or as a new line."""
        for line in self.lines:
            same = new.character is not None and line.get("character") == new.character
            if same and new.side != PLAYERS and not line.get("wave"):
                line["count"] = min(line.get("count", 1) + new.count, MOST_OF_A_KIND)
                break
        else:
            self.lines.append(new.model_dump(exclude_defaults=True))
        self._show_changed()

    async def add_people_of(self, document: records.Document) -> None:
        """Adds all the lines of another encounter, with their sheets as they are now."""
        fresh = await self.shared.store.read(lambda c: c.as_now(document))
        self.lines.extend(copy.deepcopy(line) for line in fresh.get("lines", []))
        self._show_changed()

    def _show_changed(self) -> None:
        """Shows the document after a change that the widgets do not show yet."""
        self._show()
        self._typed()

    def _drop(self, of: list[Any], index: int) -> None:
        del of[index]
        self._show_changed()

    def add_objective(self) -> None:
        """Adds an objective, ready to be written."""
        self._document.setdefault("objectives", []).append({"text": ""})
        self._show()
        edits = self.ui.objectives.findChildren(QLineEdit)
        if edits:
            edits[-1].setFocus()
            bring_into_sight(edits[-1])

    def _house_typed(self) -> None:
        chosen = self.house_forms.check({**self._house, **self._own_house}).record
        if chosen is not None:
            full = chosen.model_dump(mode="json", by_alias=True)
            base = self.rules.house_rules.model_validate(self._house)
            campaign = base.model_dump(mode="json", by_alias=True)
            own = {key: value for key, value in full.items() if value != campaign[key]}
            self._change(self._document, "house_rules", own, {})
            self._show_house_note()

    @property
    def _own_house(self) -> records.Document:
        own: records.Document = self._document.get("house_rules", {})
        return own

    def reset_house(self) -> None:
        """Takes the house rules of the campaign again."""
        self._document.pop("house_rules", None)
        self._show_changed()

    def show_notes(self) -> None:
        """Shows what is chosen of the notes to the players, or all of them."""
        notes = self.ui.notes
        if text := notes.textCursor().selection().toPlainText() or text_in(notes):
            self.shared.present(text=text)

    def _typed(self) -> None:
        if self._quiet or not self.held:
            return
        self._document["name"] = self.ui.name.text().strip()
        self._document["notes"] = text_in(self.ui.notes)
        self.map.place_newcomers()
        self._check()
        self.touch()
        self.state_changed.emit()

    def _before_edit(self, edit: object) -> None:
        """Keeps what is not saved yet as a step of undo of its own, if another edit follows it."""
        if self.unsaved and edit != self._edit:
            self._drafts.append(copy.deepcopy(self._document))
        self._edit = edit

    def _check(self) -> None:
        count = sum(line.get("count", 1) for line in self.lines)
        self.ui.lines_sum.setText(tr("in all: {count}", count=count) if count else "")
        problem = self.problem()
        basics.say(self.ui.lines_refused, problem if self.lines else "")
        self.ui.start_button.setEnabled(not problem)
        basics.tip(self.ui.start_button, problem and tr("First: {problem}", problem=problem))
        self.balance.changed()
        self.map.refresh()
        theme.dress(self.ui.name, *(["titleedit"] if self.ui.name.text().strip() else ["refused"]))

    def script(self) -> dict[str, Any] | None:
        """The encounter as a fight script; None where it cannot be one."""
        if not self.held:
            return None
        try:
            return to_script(read_plan(self.plan()))
        except (table.Refusal, SystemFailed):
            return None

    def _what_if(self) -> None:
        script = self.script()
        if script is not None:
            from desktop.window.forecast.what_if import WhatIfDialog

            open_once(WhatIfDialog(self, script, self.rules, language.chosen()))

    def _choose_even(self) -> None:
        """Asks of which line there are to be as many as make an even fight; of the only one."""
        menu = QMenu(self)
        for index, line in enumerate(self.lines):
            if line["side"] != PLAYERS and not line.get("wave"):
                add(menu, self._plan_lines[index].name, partial(self._even, index))
        if len(menu.actions()) == 1:
            menu.actions()[0].trigger()
            menu.deleteLater()
        else:
            under = self.balance.ui.even_button
            pop_up(menu, under.mapToGlobal(under.rect().bottomLeft()))

    def _even(self, index: int) -> None:
        """Finds how many of a line make an even fight; the answer can be put into its count."""
        from desktop.window.forecast.even import EvenDialog

        if self.problem():  # the page says it under the lines
            self.ui.scroll.ensureWidgetVisible(self.ui.lines_refused)
            return
        dialog = EvenDialog(self, read_plan(self.plan()), index, self._plan_lines[index].name)
        dialog.chosen.connect(lambda count: self._plan_lines[index].ui.count.setValue(count))
        open_once(dialog)

    def problem(self) -> str:
        """Why no fight can start from this, in words; empty when one can."""
        try:
            to_script(read_plan(self.plan()))
        except table.Refusal as refusal:
            return self._say(refusal)
        except SystemFailed as failure:
            return error_in_words(failure)
        return ""

    def _say(self, refusal: table.Refusal) -> str:
        """A refusal with the name of who is at fault in place of ``lines[2].sheet``."""
        place, sentence = refusal.field, in_words(refusal.message)
        for index, line in enumerate(self.lines):
            head = f"lines[{index}]"
            if place.startswith(head):
                rest = place[len(head) :].removeprefix(".").removeprefix("sheet.")
                name = line["sheet"].get("name") or tr("Line {number}", number=index + 1)
                return f"{name}: {rest}: {sentence}" if rest else f"{name}: {sentence}"
        return error_in_words(refusal)

    def plan(self) -> records.Document:
        """The plan as it stands, with the campaign's house rules under its own."""
        assert self.held
        return {
            **under(self._house, copy.deepcopy(self._document)),
            "system": self.held.system,
            "name": self.ui.name.text().strip() or self.held.name,
        }

    # ---- the picture of the map

    async def set_picture(self, path: Path) -> None:
        """Lays the picture in a file behind the map.

        Raises DocumentError for a file that is no picture, or not a safe one.
        """
        encounter, editor = self.held, self.map.editor
        png = await asyncio.to_thread(pictures.read_picture, path)
        id = await self.shared.store.save(lambda c: c.add_picture(png))
        if encounter and self.held and encounter.id == self.held.id and editor:
            editor.put_picture(id, *size_of_picture(png))

    async def _show_picture(self, id: str) -> None:
        self.map.show_picture(id, await self.shared.picture(id))

    # ---- saving

    def forget(self) -> None:
        super().forget()
        self.held = None
        self._drafts.clear()

    async def save(self) -> None:
        waiting = [*self._drafts, copy.deepcopy(self._document)]
        self._drafts, self._edit = [], None
        try:
            while waiting:
                await self._save(waiting[0])
                del waiting[0]
        except BaseException:
            self._drafts[:0] = waiting[:-1]  # the page is saved again later
            raise
        self.state_changed.emit()
        self.stored.emit()

    async def _save(self, document: records.Document) -> None:
        """Saves the encounter as it is in a document, as one change."""
        assert self.held
        id = self.held.id
        document["system"] = self.held.system
        name = document.get("name") or self.held.name
        document["name"] = name
        self.held = await self.shared.store.history.do(
            tr("change · {name}", name=name),
            lambda c: c.save_encounter(id, name=name, document=document),
        )

    # ---- drag and drop

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if event.mimeData().hasFormat(basics.MIME):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        kind, id = basics.dragged_from(event.mimeData())
        if kind in ("character", "entry"):
            self.wanted.emit("add", kind, id)
            event.acceptProposedAction()
