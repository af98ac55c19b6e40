"""A sheet's form as the sheet page makes it, without the page."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from pydantic import BaseModel
from pytestqt.qtbot import QtBot

from desktop.rules import systems
from desktop.rules.fields import fields_of
from desktop.rules.repair import read
from desktop.window.fields.editor import Surroundings
from desktop.window.fields.factory import make_editor
from desktop.window.fields.form import SheetForm
from desktop.window.widgets.language import in_words


class BoundForm(SheetForm):
    """A form that knows its model."""

    model: type[BaseModel]

    def check(self) -> BaseModel | None:
        """The sheet; None where something is refused, which is shown."""
        checked = read(self.model, self.document(), {})
        self.refuse([(path, in_words(said)) for path, said in checked.refused])
        return None if checked.refused else checked.record


def bind(qtbot: QtBot, system: str, document: dict[str, Any] | None = None) -> BoundForm:
    """The form of a system on the screen, showing a document."""
    form = BoundForm(Surroundings(make_editor))
    form.model = systems()[system].sheet
    qtbot.addWidget(form)
    import_module(f"desktop.forms.sheet_{system}").Ui_Sheet().setupUi(form)
    form.fill(fields_of(form.model))
    form.show_document(document or {"name": "Zofia"})
    form.resize(1040, 1200)
    with qtbot.waitExposed(form):
        form.show()
    return form
