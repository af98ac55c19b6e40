"""The page of a character's sheet. It saves by itself, shows refusals, and can be undone."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from pydantic import BaseModel
from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from desktop.forms.in_a_fight import Ui_InAFightForm
from desktop.forms.sheet_page import Ui_SheetPageForm
from desktop.library import checks, copies, resources
from desktop.library.pictures import PORTRAIT_SIDE
from desktop.library.records import Character, Document, Role
from desktop.rules import SystemFailed, display, failures, systems, table
from desktop.rules.contract import Rules, checked
from desktop.rules.fields import Field, Record, fields_of
from desktop.rules.figures import FigureGroup
from desktop.rules.in_words import after_number, value_in_words
from desktop.rules.state import PLAYERS, Recruit
from desktop.window.fields.editor import Surroundings
from desktop.window.fields.form import SheetForm, check_places
from desktop.window.history import Offer, Place
from desktop.window.pages import forms, page
from desktop.window.pages.changes import TakeOverDialog, VersionsDialog
from desktop.window.widgets import basics, icons
from desktop.window.widgets.boxes import offer
from desktop.window.widgets.file_dialogs import open_once
from desktop.window.widgets.language import capitalised, chosen, error_in_words, in_words, tr
from desktop.window.widgets.pictures import read_picture

if TYPE_CHECKING:
    from desktop.library.campaign import Campaign
    from desktop.library.reader import Reader

BESIDE = 24
"""Letters of a name and its value that have room beside one another."""

ON_ONE_LINE = 32
"""Letters of a name that is not broken."""

COLUMNS = 3
"""Weapons and the like that stand side by side."""

SINGLE = ("integer", "number", "text", "flag", "choice", "reason")
"""Kinds of fields that hold one value. Figures called as another one are read there."""


class SheetPage(forms.DraftPage):
    """Shows one character at a time; a form is built once for each system."""

    throw_asked = Signal(object)
    """With the number at this place of the sheet."""

    printed: page.Printed = "card"
    held: Character | None = None

    def __init__(self, shared: page.Shared) -> None:
        super().__init__(shared)
        self.setAcceptDrops(True)
        self.ui = Ui_SheetPageForm(self)
        self._sheet: BaseModel | None = None
        self.house_rules: Document = {}
        """Those of the campaign."""
        self._in_a_fight: dict[str, InAFight] = {}
        self.forms.changed.connect(self._typed)
        self.ui.forms_column.insertWidget(0, self.forms)
        self.portrait = self.ui.portrait
        start = shared.tasks.start
        self.portrait.chosen.connect(lambda path: start(self.set_portrait(path)))
        self.portrait.there.connect(self.ui.show_portrait.setVisible)
        self.ui.show_portrait.clicked.connect(
            lambda: shared.present(self.title, picture=self.portrait.png or b"")
        )
        roles = tr("Player character"), tr("Adversary"), tr("Template")
        offer(self.ui.role, zip(get_args(Role), roles, strict=True))
        self.ui.role.activated.connect(lambda _: start(self._set_role()))
        self._derive_timer = QTimer(self, singleShot=True, interval=60)
        self._derive_timer.timeout.connect(self._show_in_a_fight)

    @property
    def place(self) -> Place:
        assert self.held
        return "character", self.held.id

    def keep_draft(self, campaign: Campaign, place: Place, draft: Document | None) -> None:
        campaign.set_draft(int(place[1]), draft)

    # ---- opening

    async def open(self, id: int) -> None:
        """Shows a character, with what was typed and could not be saved."""
        await self.flush()

        def read(c: Reader) -> tuple[Character, Document | None, bytes | None, Document]:
            character = c.character(id)
            portrait = c.picture(character.portrait) if character.portrait else None
            return character, c.draft(id), portrait, c.house_rules(character.system)

        character, draft, portrait, house = await self.shared.store.read_early(read)
        if self.unsaved:  # somebody typed meanwhile
            await self.open(id)
            return
        other = self.held is None or self.held.id != id
        rules = self.shared.rules_of(character)
        checks.check_shown(rules.sheet, character.sheet, character.name)
        self.held, self.house_rules = character, house
        self.ui.system.setText(rules.title)
        self.portrait.show_portrait(character.name, portrait)
        self.ui.role.setCurrentIndex(self.ui.role.findData(character.role))
        document = self.take_draft(rules.sheet, draft) or character.sheet
        make = partial(self._make_form, rules)
        self.forms.show_form(rules.id, rules, rules.sheet, document, make)
        self._check()
        self._show_in_a_fight()
        self.shared.tasks.start(self.ui.mentions.show_those_of(self.shared.store, self.title))
        if other:
            self.ui.scroll.verticalScrollBar().setValue(0)
        self.state_changed.emit()

    def _make_form(self, rules: Rules[Any], around: Surroundings) -> SheetForm:
        """The form of a system as it was drawn, with the card of derived values in its place."""
        around.thrown_with = lambda path: any(c.pattern_of(path) for c in rules.checks)
        around.throw = self.throw_asked.emit
        form = self._drawn(rules, around)
        derived = self._in_a_fight[rules.id] = InAFight(self.shared)
        place, column = form.findChild(QWidget, "derived"), form.layout()
        if place is None and column is not None:
            column.addWidget(derived)
        else:
            basics.tight(QVBoxLayout(place or form)).addWidget(derived)
        return form

    def _drawn(self, rules: Rules[Any], around: Surroundings) -> SheetForm:
        """The sheet as somebody drew it; where that fails, an empty place for all the fields."""
        form, module = SheetForm(around), resources.form_module(rules.id)
        try:
            if module and find_spec(module):
                import_module(module).Ui_Sheet().setupUi(form)
                check_places(fields_of(rules.sheet), form)
        except (Exception, SystemExit) as error:
            if systems().ships(rules.id):
                raise
            self.shared.tasks.report(failures.failure(rules.id, rules.title, "Ui_Sheet", error))
            form.deleteLater()
            form = SheetForm(around)
        return form

    def use_terms(self) -> None:
        super().use_terms()
        self._show_in_a_fight()

    def set_encounter_open(self, there: bool) -> None:
        """Whether there is an encounter this character can be added to."""
        self.ui.add_button.setVisible(there)

    # ---- typing

    def _typed(self) -> None:
        self._check()
        self._derive_timer.start()
        self.touch()
        self.state_changed.emit()

    def _check(self) -> None:
        assert self.held
        checked = self.forms.check(self.held.sheet)
        forms.show_refused(self.ui.draft_note, checked)
        self._sheet = checked.record
        self.ui.title.setText(str(getattr(self._sheet, "name", "") or self.held.name))

    # ---- saving

    async def save(self) -> None:
        assert self.held
        id = self.held.id
        saved = await self.save_named(
            self.held.sheet,
            lambda c, name, sheet: c.save_character(id, name=name, sheet=sheet),
        )
        if saved and self.held and self.held.id == id:
            self.held = saved
            self.portrait.show_portrait(saved.name, self.portrait.png)
        self.state_changed.emit()
        self.stored.emit()

    async def set_portrait(self, path: Path | None) -> None:
        """Gives the character the picture in a file as a portrait; None takes the portrait away.

        Raises DocumentError for a file that is no picture, or not a safe one.
        """
        await self.flush()
        if self.held is None:
            return
        id, name, png = self.held.id, self.held.name, None
        if path is not None:
            png = await asyncio.to_thread(read_picture, path, PORTRAIT_SIDE)
        text = tr("change the portrait · {name}", name=name)
        saved = await self.shared.store.history.do(text, lambda c: c.set_portrait(id, png))
        if self.held.id == id:
            self.held = saved
            self.portrait.show_portrait(saved.name, png)
        self.state_changed.emit()
        self.stored.emit()

    # ---- from the catalogue

    async def give(self, entry_id: int) -> str:
        """Puts a copy of a catalogue entry on the sheet, and returns its name.

        Raises Refusal for an entry that has no place there.
        """
        await self.flush()
        entry = await self.shared.store.read(lambda c: c.entry(entry_id))
        rules = systems().usable(self.system)
        if rules is None:
            raise table.Refusal(tr("Open a character first; then give something to it."))
        await self._change(copies.given(rules, self.forms.form.document(), entry))
        return entry.name

    async def compare_with_catalogue(self) -> None:
        """Opens what differs from the catalogue; what is ticked is taken over."""
        await self.flush()
        rules = systems().usable(self.system)
        if rules is None:
            return
        system, terms = self.system, chosen()
        entries = await self.shared.store.read(lambda c: c.entries(system, limit=None))
        offered = copies.outdated(rules, self.forms.form.document(), entries, terms)

        dialog = TakeOverDialog(self, offered)
        dialog.accepted.connect(lambda: self.shared.tasks.start(self.take_over(dialog.ticked())))
        open_once(dialog)

    async def take_over(self, chosen: Sequence[copies.Outdated]) -> None:
        """Makes copies on the sheet what the catalogue has now."""
        await self._change(copies.brought_up_to_date(self.forms.form.document(), chosen))

    async def _change(self, document: Document) -> None:
        """Shows another document and saves it, as if it had been typed."""
        self.forms.form.show_document(document)
        self._typed()
        await self.flush()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if basics.dragged_from(event.mimeData())[0] == "entry":
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        kind, id = basics.dragged_from(event.mimeData())
        if kind == "entry":
            self.wanted.emit("give", kind, id)
            event.acceptProposedAction()

    # ---- versions

    async def show_versions(self) -> None:
        """Opens what changed from one version of the sheet to another."""
        await self.flush()
        if self.held is None:
            return
        id, rules = self.held.id, self.shared.rules_of(self.held)
        versions = await self.shared.store.read(lambda c: c.sheet_versions(id))

        dialog = VersionsDialog(self, rules, versions, self.held.revision)
        dialog.accepted.connect(
            lambda: self.shared.tasks.start(self.go_to_version(dialog.before.currentData()))
        )
        open_once(dialog)

    async def go_to_version(self, revision: int) -> None:
        """Makes a version of the sheet the one that stands; undo takes that back."""
        await self.flush()
        if self.held is None:
            return
        id, name = self.held.id, self.held.name
        text = tr("go to version {number} · {name}", number=revision, name=name)
        await self.shared.store.history.do(text, lambda c: c.show_revision(id, revision))
        await self.open(id)
        self.stored.emit()

    async def _set_role(self) -> None:
        if self.held:
            id, before, role = self.held.id, self.held.role, self.ui.role.currentData()
            try:
                text = tr("change the role · {name}", name=self.held.name)
                await self.shared.store.history.do(text, lambda c: c.set_role(id, role))
            except BaseException:
                self.ui.role.setCurrentIndex(self.ui.role.findData(before))
                raise
            self.held = await self.shared.store.read(lambda c: c.character(id))
            self.stored.emit()

    # ---- undo

    @property
    def earlier(self) -> Offer | None:
        """A draft is given up that was kept before the campaign was opened, then a version."""
        if self._drafted or self.held is None or not self.held.can_undo:
            return super().earlier
        id, text = self.held.id, tr("change · {name}", name=self.title)
        return Offer(text, self.place, lambda c: c.undo_sheet(id))

    @property
    def later(self) -> Offer | None:
        if self.held is None or not self.held.can_redo:
            return None
        id, text = self.held.id, tr("change · {name}", name=self.title)
        return Offer(text, self.place, lambda c: c.redo_sheet(id))

    # ---- what the rules make of it

    def _show_in_a_fight(self) -> None:
        if self.held and isinstance(self._sheet, Record):
            rules = systems().usable(self.held.system)
            if rules is not None:
                self._in_a_fight[rules.id].show_sheet(rules, self._sheet, self.house_rules)


class InAFight(QFrame):
    """How the rules see a sheet at the beginning of a fight: its vitals and its figures."""

    def __init__(self, shared: page.Shared) -> None:
        super().__init__()
        self._shared = shared
        self.ui = Ui_InAFightForm(self)

    def show_sheet(self, rules: Rules[Any], sheet: Record, house: Document) -> None:
        """Makes a combatant from the sheet and shows what the rules make of it."""
        for part in (self.ui.lines, self.ui.groups, self.ui.badges.flow):
            basics.clear(part)
        self.ui.trouble.hide()
        try:
            model = checked(rules.house_rules, house)
            state = rules.muster([Recruit(id="one", side=PLAYERS, sheet=sheet)], model)
            vitals = display.in_terms(rules.vitals(state, "one"), chosen())
            groups = rules.figures(state, "one")
            seen = rules.describe(state, "one")
            cautions = rules.cautions(sheet)
        except (table.Refusal, SystemFailed) as refusal:
            basics.say(self.ui.trouble, error_in_words(refusal))
            return
        for vital in vitals:
            self._add(vital)
        for caution in cautions:  # what can be, and costs something: said, not refused
            said = basics.label(in_words(caution.text), wrap=True, name="caution")
            mark = icons.label("warning", "warn", 15)
            self.ui.lines.addLayout(basics.row(mark, said, self._link(caution.rule), grows=said))
        shown, fields = {vital.id for vital in vitals}, fields_of(type(sheet))
        on_the_sheet = {field.id for field in fields if field.kind not in SINGLE}
        for group in groups:
            if group.id not in on_the_sheet:  # scores are read there
                self._add_figures(group, shown)
        for field in () if groups else fields:
            value = seen.get(field.id)
            plain = getattr(sheet, field.id, None)
            if field.kind == "integer" and field.id not in shown and type(value) is int:
                self._add_difference(field, value, plain)
        self.ui.badges.setVisible(self.ui.badges.flow.count() > 0)

    def _add(self, vital: display.Vital) -> None:
        if vital.kind == "badge":
            self.ui.badges.add(basics.label(in_words(vital.text or vital.label), "badge"))
            return
        match vital.kind:
            case "bar" | "pips" | "boxes":
                value, most = vital.value, vital.maximum
                said = f"{value} / {most}" if most not in (0, value) else str(value)
            case "dice":
                said = " ".join(map(str, vital.values))
            case _:
                said = in_words(vital.text) or str(vital.value)
        self._line(capitalised(in_words(vital.label)), said, vital.rule)

    def _add_figures(self, group: FigureGroup, shown: Collection[str]) -> None:
        """Shows figures; the tip says what they are made of.

        Those of the fighter that no vital shows stand line by line, those of a weapon or the like
        together below its name, side by side with other weapons.
        """
        terms = chosen()
        figures = group.figures
        if group.id == "fighter":
            for figure in (figure for figure in figures if figure.id not in shown):
                value = f"{terms.written(figure.number)}{after_number(figure.unit.said(terms))}"
                said = self._line(capitalised(figure.term.said(terms)), value, figure.rule)
                said.setToolTip(basics.as_tip(figure.parts_in_words(terms)))
        elif figures:
            name = basics.label(group.term.said(terms), "muted", wrap=True)
            values = (figure.said(terms) for figure in figures)
            said = basics.label(" · ".join(values), "strong", wrap=True)
            parts = (
                f"{figure.said(terms)}: {figure.parts_in_words(terms)}"
                for figure in figures
                if figure.parts
            )
            said.setToolTip(basics.as_tip("\n".join(parts)))
            block = basics.tight(QVBoxLayout(), 2)
            block.addLayout(basics.row(name, self._link(group.rule), grows=name, top=True))
            block.addWidget(said)
            block.addStretch(1)
            self.ui.groups.addLayout(block, *divmod(self.ui.groups.count(), COLUMNS))

    def _link(self, rule: str) -> basics.RuleLink:
        link = basics.RuleLink(number=rule)
        link.asked.connect(self._shared.open_rule)
        if not rule:  # shown it would be a window of its own as long as it has no parent
            link.hide()
        return link

    def _add_difference(self, field: Field, value: int, plain: object) -> None:
        said = value_in_words(field, value, chosen())
        if plain not in (None, value):
            said = tr("{said} (sheet: {plain})", said=said, plain=plain)
        self._line(field.called(chosen()), said, field.rule)

    def _line(self, name: str, value: str, rule: str) -> QLabel:
        """Below its name a value stands that has no room beside it."""
        long = len(name) + len(value) > BESIDE
        named, shown = (
            # Where it wrapped, a value that makes the column wider would move the whole page.
            basics.label(name, "muted", wrap=len(name) > ON_ONE_LINE),
            basics.label(value, "strong", wrap=long),
        )
        if long:
            self.ui.lines.addLayout(basics.row(named, self._link(rule)))
            self.ui.lines.addWidget(shown)
        else:
            self.ui.lines.addLayout(basics.row(named, shown, None, self._link(rule)))
        return shown
