"""The forms of a page: one for each kind of document, with what is refused in it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.rules.contract import Rules
from desktop.rules.repair import repaired
from desktop.window.fields.binder import Binder
from desktop.window.fields.documents import refusals
from desktop.window.fields.tab_order import TabOrder
from desktop.window.pages.page import Shared
from desktop.window.widgets.basics import label, tight


class Forms(QWidget):
    """Shows one form at a time. A form is made when it is first shown, and kept."""

    changed = Signal()
    """The person changed something on the form that is shown."""

    def __init__(self, shared: Shared, columns: int = 4, *, framed: bool = True) -> None:
        super().__init__()
        self._shared, self._columns, self._framed = shared, columns, framed
        self._made: dict[Hashable, tuple[QWidget, Binder]] = {}
        self._shown: Binder | None = None
        self._general = label("", "refusal", wrap=True, name="general_refusal")
        self._column = tight(QVBoxLayout(self))
        self._column.addWidget(self._general)
        self._general.hide()

    def show_form(
        self,
        key: Hashable,
        rules: Rules[Any],
        model: type[BaseModel],
        document: Mapping[str, Any],
        make: Callable[[], QWidget] = QWidget,
    ) -> None:
        """Shows a document on the form of that key; ``make`` makes what a new form stands on."""
        if key not in self._made:
            form = make()
            around = self._shared.around(rules)
            binder = Binder(model, form, around, self._columns, framed=self._framed)
            binder.changed.connect(self.changed)
            self._column.insertWidget(0, form)
            self._made[key] = form, binder
            TabOrder(form).arrange()
        shown, self._shown = self._made[key]
        for form, _ in self._made.values():
            form.setVisible(form is shown)
        self._shown.show_document(document)

    @property
    def shown(self) -> Binder | None:
        """The form that is shown; None before the first."""
        return self._shown

    @property
    def binder(self) -> Binder:
        """The form that is shown; only after :meth:`show_form`."""
        assert self._shown
        return self._shown

    def check(self) -> int:
        """Shows what is refused, each at its field, the rest below; returns how many there are."""
        found = refusals(self.binder.model, self.binder.document())
        general = self.binder.refuse(found)
        self._general.setText("\n".join(general))
        self._general.setVisible(bool(general))
        return len(found)

    def repaired(self, before: Mapping[str, Any]) -> BaseModel | None:
        """What can be stored: the form, with what is refused as it was ``before``."""
        return repaired(self.binder.model, self.binder.document(), before)

    def use_english(self, english: bool) -> None:
        for _, binder in self._made.values():
            binder.use_english(english)
