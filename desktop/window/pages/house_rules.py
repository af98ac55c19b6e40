"""The campaign's house rules: the choices a system leaves, with the rule each belongs to."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.forms.house_rules import Ui_HouseRulesForm
from desktop.library.records import Document
from desktop.rules import systems
from desktop.window.fields.binder import Binder, as_document, refusals, settle
from desktop.window.pages.page import DocumentPage, Shared, centred
from desktop.window.widgets import icons
from desktop.window.widgets.plain import label


class HouseRulesPage(DocumentPage):
    """One system at a time."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self.ui = Ui_HouseRulesForm()
        self.ui.setupUi(self)  # type: ignore[no-untyped-call]
        self.system = ""
        self.binder: Binder | None = None
        self._before: Document = {}
        self._forms: dict[str, tuple[QWidget, Binder]] = {}
        self._column = QVBoxLayout(centred(self.ui.scroll, 820))
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self._column.addWidget(
            label(
                "They hold for every fight of this campaign that is started from now on. "
                "An encounter can have others.",
                "muted",
                wrap=True,
            )
        )
        self._general = label("", "refusal", wrap=True)
        self._column.addWidget(self._general)
        self._column.addStretch(1)
        for id, rules in systems().items():
            self.ui.system.addItem(rules.title, id)
        self.ui.system.activated.connect(
            lambda _: self.shared.tasks.start(self.open(self.ui.system.currentData()))
        )
        icons.wear(self.ui.reset_button, "undo", "muted", 14)
        self.ui.reset_button.clicked.connect(self._reset)

    async def open(self, system: str) -> None:
        """Shows the house rules of a system."""
        await self.flush()
        rules = systems()[system]
        stored = await self.shared.store.read(lambda c: c.house_rules(system))
        if system not in self._forms:
            form = QWidget()
            binder = Binder(rules.house_rules, form, self.shared.around(rules), columns=2)
            binder.changed.connect(self._typed)
            self._column.insertWidget(1, form)
            self._forms[system] = form, binder
        if system != self.system:
            self._forget()
        self.system, self._before = system, stored
        shown, self.binder = self._forms[system]
        for form, _ in self._forms.values():
            form.setVisible(form is shown)
        self.ui.system.setCurrentIndex(self.ui.system.findData(system))
        self.binder.show_document(stored)
        self._check()
        self.state_changed.emit()

    def use_english(self, english: bool) -> None:
        for _, binder in self._forms.values():
            binder.use_english(english)

    def _typed(self) -> None:
        self._check()
        self.touch()

    def _check(self) -> None:
        assert self.binder
        general = self.binder.refuse(refusals(self.binder.model, self.binder.document()))
        self._general.setText("\n".join(general))
        self._general.setVisible(bool(general))

    async def save(self) -> None:
        assert self.binder
        settled = settle(self.binder.model, self.binder.document(), self._before)
        if settled is not None:
            new = as_document(settled)
            if new != self._before:
                self._keep(self._before)
                await self._store(new)

    async def _store(self, new: Document) -> None:
        system, self._before = self.system, new
        await self.shared.store.save(lambda c: c.set_house_rules(system, new))
        self.state_changed.emit()
        self.stored.emit()

    def _reset(self) -> None:
        if self.binder:
            self.binder.show_document({})
            self._typed()

    def _standing(self) -> Document | None:
        return self._before if self.binder else None

    async def _bring_back(self, document: Document) -> None:
        assert self.binder
        await self._store(document)
        self.binder.show_document(document)
        self._check()
