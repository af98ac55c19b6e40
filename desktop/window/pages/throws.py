"""The throws of the campaign: when, who, what, result and rule; searched and marked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHeaderView

from desktop.forms.throws_page import Ui_ThrowsPageForm
from desktop.library.records import KeptThrow
from desktop.rules import systems
from desktop.rules.text import from_json, joined
from desktop.window.pages.page import PAUSE, Page, Printed, Shared, row_with_rule
from desktop.window.widgets import icons
from desktop.window.widgets.language import chosen, date_and_time, day_in_words, terms_of, tr
from desktop.window.widgets.theme import px

KEPT = Qt.ItemDataRole.UserRole
WIDTHS = (175, 190)
"""Pixels of the columns that say when and who."""
WRAPPED = (2, 3)
"""The columns of what was thrown and of the result, which share the room there is."""


def what_and_result(kept: KeptThrow) -> tuple[str, str]:
    """What was thrown and what came of it, in the language of today and with the words of its
    system, whatever page is open; of an older file as it was said then."""
    name, result = kept.document.get("name", kept.name), kept.document.get("result", kept.result)
    return _said(name, kept), _said(result, kept)


def _said(words: Any, kept: KeptThrow) -> str:
    known = systems().usable(kept.system)
    return joined([from_json(words)]).said(terms_of(kept.system) if known else chosen())


def told(kept: KeptThrow) -> Iterator[tuple[list[str], str]]:
    """A throw as a line of the list, on the screen and on paper, and those told of it: when, who,
    what and result, and by which rule."""
    who = tr("{who} (secret)", who=kept.who) if kept.secret else kept.who
    yield [date_and_time(kept.at), who, *what_and_result(kept)], kept.rule
    for rule, text in kept.document.get("lines", []):
        yield ["", "", "", _said(text, kept)], str(rule)


class ThrowsPage(Page):
    """A list, the last throw first; what was told of a throw stands below it."""

    throw_asked = Signal()
    who_has_asked = Signal()

    printed: Printed = "throws"

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self.ui = ui = Ui_ThrowsPageForm(self)
        self.kept: list[KeptThrow] = []
        """What the list shows."""
        for column, wide in enumerate(WIDTHS):
            ui.list.setColumnWidth(column, px(wide))
        ui.list.header().setStretchLastSection(False)
        for column in WRAPPED:
            ui.list.header().setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self._look = QTimer(self, singleShot=True, interval=PAUSE)
        self._look.timeout.connect(lambda: shared.tasks.start(self.read_again()))
        ui.search.textEdited.connect(lambda _: self._look.start())
        ui.only_marked.toggled.connect(lambda _: self._look.start(0))
        ui.mark_button.clicked.connect(self._mark)
        ui.evening.activated.connect(lambda _: self._look.start(0))
        ui.list.itemActivated.connect(lambda item, _: shared.open_rule(item.data(4, KEPT)))
        QShortcut(QKeySequence("M"), ui.list, self._mark, context=Qt.ShortcutContext.WidgetShortcut)

    @property
    def title(self) -> str:
        return tr("Throws", context="page")

    async def read_again(self) -> None:
        """Reads the throws that are searched for."""
        from desktop.library.notes import evenings_of_throws, hours_of

        search, marked = self.ui.search.text(), self.ui.only_marked.isChecked()
        day, box = self.ui.evening.currentData(), self.ui.evening
        between = hours_of(day) if day else None
        self.kept, days = await self.shared.store.read(
            lambda c: (c.throws(search, marked=marked, between=between), evenings_of_throws(c))
        )
        box.clear()
        box.addItem(tr("All evenings"), None)
        for day in days:
            box.addItem(day_in_words(day), day)
        box.setCurrentIndex(days.index(day) + 1 if day in days else 0)
        chosen = self.ui.list.currentItem()
        current = chosen.data(0, KEPT).id if chosen and chosen.data(0, KEPT) else None
        self.ui.list.clear()
        for kept in self.kept:
            item, *lines = (row_with_rule(cells, rule) for cells, rule in told(kept))
            self.ui.list.addTopLevelItem(item)
            item.addChildren(lines)
            item.setData(0, KEPT, kept)
            if kept.marked:
                item.setIcon(0, icons.icon("flag", "accent", 14))
            if kept.id == current:
                self.ui.list.setCurrentItem(item)
        sought = search or marked or between
        self.ui.none.setText(tr("Nothing found") if sought else tr("Nothing was thrown yet."))
        self.ui.none.setVisible(not self.kept)

    def _mark(self) -> None:
        item = self.ui.list.currentItem()
        above = item.parent() if item else None
        kept = (above or item).data(0, KEPT) if item else None
        if kept:
            self.shared.tasks.start(self._set_mark(kept))

    async def _set_mark(self, kept: KeptThrow) -> None:
        what = f"{kept.name} {kept.who}".strip()
        await self.shared.store.history.do(
            tr("mark · {what}", what=what), lambda c: c.mark_throw(kept.id, not kept.marked)
        )
        await self.read_again()
