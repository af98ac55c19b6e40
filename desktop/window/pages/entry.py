"""A catalogue entry: an own one is filled in, a shipped one is read and copied."""

from __future__ import annotations

from PySide6.QtCore import Signal

from desktop.forms.entry_page import Ui_EntryPageForm
from desktop.library import checks, copies, records
from desktop.rules import systems
from desktop.rules.table import Refusal
from desktop.window.history import Place
from desktop.window.pages import forms, page
from desktop.window.widgets.language import chosen, tr


class EntryPage(forms.DraftPage):
    """Shows one entry at a time; the form is built from the fields of its kind."""

    copy_asked = Signal()

    held: records.Entry | None = None

    def __init__(self, shared: page.Shared) -> None:
        super().__init__(shared)
        self.ui = Ui_EntryPageForm(self)
        self.forms.changed.connect(self._typed)
        self.ui.forms_column.insertWidget(0, self.forms)
        self._encounter_open = False

    async def open(self, id: int) -> None:
        """Shows an entry, with what was typed and could not be saved."""
        await self.flush()
        other = self.held is None or self.held.id != id
        entry, draft = await self.shared.store.read(
            lambda c: (c.entry(id), c.page_draft(forms.draft_key(("entry", id))))
        )
        rules = systems().usable(entry.system)
        if rules is None or entry.kind not in rules.catalogue:
            of = {"name": entry.name, "kind": entry.kind, "system": entry.system}
            raise Refusal(tr("{name}: {system} has no catalogue {kind} here", **of))
        checks.check_shown(rules.catalogue[entry.kind], entry.data, entry.name)
        if self.unsaved:  # somebody typed meanwhile
            await self.open(id)
            return
        self.held = entry
        own = entry.source == "own"
        self._show_kind()
        said = [tr("your own") if own else tr("comes with the program")]
        if copies.goes_by_hand(rules, entry.kind):
            said.append(tr("its numbers go onto a sheet by hand"))
        self.ui.source.setText(" · ".join(said))
        self.ui.remove_button.setVisible(own)
        model = rules.catalogue[entry.kind]
        document = (self.take_draft(model, draft) if own else None) or entry.data
        self.forms.show_form((entry.system, entry.kind), rules, model, document)
        self.forms.form.lock(not own)
        self._show_add()
        self._check()
        if other:
            self.ui.scroll.verticalScrollBar().setValue(0)
        self.state_changed.emit()

    @property
    def place(self) -> Place:
        assert self.held
        return "entry", self.held.id

    def set_encounter_open(self, there: bool) -> None:
        self._encounter_open = there
        self._show_add()

    def _show_add(self) -> None:
        """Only an entry that is a sheet can come to a fight."""
        entry, rules = self.held, systems().usable(self.system)
        fights = bool(entry and rules and rules.fights(entry.kind))
        self.ui.add_button.setVisible(self._encounter_open and fights)

    def use_terms(self) -> None:
        super().use_terms()
        self._show_kind()

    def _show_kind(self) -> None:
        if self.held:
            called = systems().kinds(self.held.system)[self.held.kind].said(chosen())
            self.ui.kind.setText(f"{systems().title(self.held.system)} · {called}")

    def _typed(self) -> None:
        self._check()
        self.touch()

    def _check(self) -> None:
        assert self.held
        forms.show_refused(self.ui.draft_note, self.forms.check(self.held.data))
        self.ui.title.setText(str(self.forms.form.document().get("name") or self.held.name))

    async def save(self) -> None:
        entry = self.held
        assert entry
        if entry.source == "own":
            saved = await self.save_named(
                entry.data, lambda c, name, data: c.save_entry(entry.id, name=name, data=data)
            )
            self.held = saved or self.held
            self.stored.emit()
