"""Headings of a form in the system's own words or in English."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from desktop.window.fields.form import Onlooker, SheetForm
from desktop.window.widgets.basics import label, tight, tip


class Heading(Onlooker):
    """A heading over several fields. Properties: ``native``, ``label`` (English), ``look``."""

    def bound(self, form: SheetForm) -> None:
        text = label("", self.property("look") or "heading")
        tight(QVBoxLayout(self)).addWidget(text)
        own, english = str(self.property("native")), str(self.property("label"))

        def say() -> None:
            first, second = (english, own) if form.around.english else (own, english)
            text.setText(first)
            tip(text, second)

        form.shown.connect(say)
        say()
