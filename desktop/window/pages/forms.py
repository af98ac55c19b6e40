"""The forms of a page: one for each kind of document, with what is refused in it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any

from pydantic import BaseModel
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop.rules.contract import Rules
from desktop.rules.fields import fields_of
from desktop.rules.repair import Checked, read
from desktop.window.fields.editor import Surroundings
from desktop.window.fields.form import SheetForm
from desktop.window.fields.tab_order import TabOrder
from desktop.window.pages.page import Shared
from desktop.window.widgets.basics import label, tight
from desktop.window.widgets.language import in_words


class Forms(QWidget):
    """Shows one form at a time. A form is made when it is first shown, and kept."""

    changed = Signal()
    """The person changed something on the form that is shown."""

    def __init__(self, shared: Shared, columns: int = 4, *, framed: bool = True) -> None:
        super().__init__()
        self._shared, self._columns, self._framed = shared, columns, framed
        self._forms: dict[Hashable, SheetForm] = {}
        self._shown: SheetForm | None = None
        self._model: type[BaseModel] = BaseModel
        self._checked: Checked | None = None
        """What the model says of the form as it is; None when something was changed since."""
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
        make: Callable[[Surroundings], SheetForm] = SheetForm,
    ) -> None:
        """Shows a document on the form of that key; ``make`` makes what a new form stands on."""
        if key not in self._forms:
            form = make(self._shared.around(rules))
            form.fill(fields_of(model), self._columns, framed=self._framed)
            form.changed.connect(self._on_changed)
            form.shown.connect(self._forget_check)
            self._column.insertWidget(0, form)
            self._forms[key] = form
            TabOrder(form).arrange()
        self._shown, self._model = self._forms[key], model
        for form in self._forms.values():
            form.setVisible(form is self._shown)
        self._shown.show_document(document)

    def _forget_check(self) -> None:
        self._checked = None

    def _on_changed(self) -> None:
        self._forget_check()
        self.changed.emit()

    @property
    def shown(self) -> SheetForm | None:
        """The form that is shown; None before the first."""
        return self._shown

    @property
    def form(self) -> SheetForm:
        """The form that is shown; only after :meth:`show_form`."""
        assert self._shown
        return self._shown

    def check(self, before: Mapping[str, Any]) -> Checked:
        """What the model makes of the form, with refused values as they were ``before``.

        Shows what is refused, each at its field and the rest below. The form is validated once,
        until something on it is changed.
        """
        if self._checked is None:
            self._checked = read(self._model, self.form.document(), before)
            sentences = [(path, in_words(said)) for path, said in self._checked.refused]
            of_no_field = self.form.refuse(sentences)
            self._general.setText("\n".join(of_no_field))
            self._general.setVisible(bool(of_no_field))
        return self._checked

    def use_english(self, english: bool) -> None:
        """Sets the language of the labels on all forms."""
        for form in self._forms.values():
            form.use_english(english)
