"""The campaign's house rules: the choices a system leaves, with the rule each belongs to."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.forms.house_rules import Ui_HouseRulesForm
from desktop.library.checks import check_shown
from desktop.library.records import Document
from desktop.rules import systems
from desktop.rules.fields import Field
from desktop.window.fields.editor import as_document
from desktop.window.fields.form import SheetForm
from desktop.window.history import Place
from desktop.window.pages.forms import DraftPage, draft_key
from desktop.window.pages.page import Shared
from desktop.window.widgets.boxes import offer
from desktop.window.widgets.language import tr


class HouseRulesForm(SheetForm):
    """Boxes with a name above stand in their lines, ticks in lines of their own below."""

    def fill(self, fields: Sequence[Field], columns: int = 4, *, framed: bool = True) -> None:
        """Makes the boxes."""
        ticks_last = sorted(fields, key=lambda field: field.kind == "flag")
        super().fill(ticks_last, columns, framed=framed)


class HouseRulesPage(DraftPage):
    """One system at a time."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared, columns=2)
        self.ui = Ui_HouseRulesForm(self)
        self._system = ""
        self._before: Document = {}
        self.forms.changed.connect(self._typed)
        self.ui.forms_column.insertWidget(1, self.forms)
        offer(self.ui.system, systems().titles().items())
        self.ui.system.activated.connect(
            lambda _: self.shared.tasks.start(self.turn_to(self.ui.system.currentData()))
        )
        self.ui.reset_button.clicked.connect(self._reset)

    @property
    def title(self) -> str:
        return tr("house rules · {system}", system=systems().title(self._system))

    @property
    def place(self) -> Place:
        return "house_rules", self._system

    @property
    def system(self) -> str:
        return self._system

    async def turn_to(self, system: str) -> None:
        """Shows the house rules of a system, with what was typed and could not be saved."""
        await self.flush()
        rules = systems()[system]
        stored, draft = await self.shared.store.read(
            lambda c: (c.house_rules(system), c.page_draft(draft_key(("house_rules", system))))
        )
        check_shown(rules.house_rules, stored, tr("house rules · {system}", system=rules.title))
        if self.unsaved:  # somebody typed meanwhile
            await self.turn_to(system)
            return
        if system != self._system:
            self.ui.scroll.verticalScrollBar().setValue(0)
        self._system, self._before = system, stored
        self.ui.system.setCurrentIndex(self.ui.system.findData(system))
        document = self.take_draft(rules.house_rules, draft) or stored
        self.forms.show_form(system, rules, rules.house_rules, document, HouseRulesForm)
        self.forms.check(stored)
        self.state_changed.emit()

    def _typed(self) -> None:
        self.forms.check(self._before)
        self.touch()

    async def save(self) -> None:
        """What is right becomes the house rules; what is not is kept beside them as typed."""
        system, before = self._system, self._before
        checked = self.forms.check(before)
        new = before if checked.record is None else as_document(checked.record)
        if new == before:
            await self.keep(checked)
            return
        self._before = new
        try:
            await self.keep(
                checked,
                tr("change the house rules · {system}", system=systems().title(system)),
                lambda c: c.set_house_rules(system, new),
            )
        except BaseException:
            self._before = before
            raise
        self.stored.emit()

    async def read_again(self) -> None:
        if self._system:
            await self.turn_to(self._system)

    def _reset(self) -> None:
        self.forms.form.show_document({})
        self._typed()
