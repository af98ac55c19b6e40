"""What every page of the campaign is and has; the page with nothing on it yet; the way back from
what is open to the notes that name it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from typing import Any, Literal

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QMenu, QPushButton, QTreeWidgetItem, QWidget

from desktop.encounter.behaviours import to_choose
from desktop.forms.empty_page import Ui_EmptyPageForm
from desktop.library import copies, records
from desktop.library.fold import fold
from desktop.library.resources import RuleText, own_texts
from desktop.rules import contract, fields, systems, table
from desktop.window.fields import editor, factory
from desktop.window.fields.records import summary
from desktop.window.history import Offer
from desktop.window.store import Store, Tasks
from desktop.window.widgets import icons
from desktop.window.widgets.language import chosen, rule_mark, tr
from desktop.window.widgets.menu import add

Printed = Literal["card", "sheet", "cards", "encounter", "map", "report", "throws", "note", "blank"]

PAUSE = 350
"""Milliseconds after the last key until what was typed is saved."""


def how_far(fight: records.FightLine) -> str:
    """How far a fight is, in a word."""
    if fight.state == "over":
        return tr("over", context="fight")
    return tr("under way", context="fight") if fight.steps else tr("not begun")


def row_with_rule(cells: Sequence[str], rule: str) -> QTreeWidgetItem:
    """A row of a list whose last cell is a rule, with the rule's number as its data."""
    row = QTreeWidgetItem([*cells, rule_mark(rule)])
    row.setData(len(cells), Qt.ItemDataRole.UserRole, rule)
    return row


@dataclass
class Shared:
    """What pages share: the campaign, running work, where rules open."""

    store: Store
    tasks: Tasks
    open_rule: Callable[[str], None]
    book: Callable[[str], Mapping[str, RuleText]] = lambda _: {}
    """The rules of a system by number."""
    present: Callable[..., None] = lambda *_, **__: None
    """Shows the players a ``title``, a ``text`` and a ``picture``, a PNG; each may be left out."""

    def rules_of(self, held: records.Character | records.Encounter) -> contract.Rules[Any]:
        """The rules of what is open. Raises Refusal where they are not installed here."""
        if rules := systems().usable(held.system):
            return rules
        said = tr(
            "{name}: the system {system} is not installed here", name=held.name, system=held.system
        )
        raise table.Refusal(said)

    async def picture(self, id: str) -> QImage | None:
        """A picture of the campaign, unpacked beside the window; None where there is none."""
        png = await self.store.read(lambda c: c.picture(id)) if id else None
        if png is None:
            return None
        return await asyncio.to_thread(QImage.fromData, png)

    def around(self, rules: contract.Rules[Any]) -> editor.Surroundings:
        """The surroundings of a form of this system."""
        return editor.Surroundings(
            factory.make_editor,
            terms=chosen(),
            open_rule=self.open_rule,
            kind_in=lambda field: next(iter(copies.kinds_in(rules, field)), ""),
            find=partial(self.find, rules.id),
            own_texts=own_texts(rules.id),
            offered=lambda what: to_choose(rules) if what == "policies" else (),
        )

    def find(
        self, system: str, kind: str, search: str, answer: Callable[[editor.Found], None]
    ) -> None:
        """Answers with the entries whose name, or whose line, says what is searched."""

        async def find() -> None:
            rules = systems()[system]
            in_fields, around = fields.fields_of(rules.catalogue[kind]), self.around(rules)
            words = fold(search).split()
            hits, others = await self.store.read(
                lambda c: (c.entries(system, kind, search), c.entries(system, kind) * bool(words))
            )
            summed = [(*summary(in_fields, entry.data, around), entry) for entry in hits]
            there = {hit.id for hit in hits}
            for other in (entry for entry in others if entry.id not in there):
                name, note = summary(in_fields, other.data, around)
                if all(word in fold(note) for word in words):  # its line says what is searched
                    summed.append((name, note, other))
            answer([(name, _note(e.source, note), e.data) for name, note, e in summed])

        self.tasks.start(find())


def _note(source: records.Source, facts: str) -> str:
    """What a picker says after the name of an entry; those of one's own are marked."""
    own = tr("own", context="catalogue entry") if source == "own" else ""
    return " · ".join(filter(None, (own, facts)))


class Page(QWidget):
    """A page that saves what is typed on it by itself, a moment later or when it is left."""

    state_changed = Signal()
    """Undo and redo, or the title, may have changed."""
    stored = Signal()
    """The campaign has something new that lists show."""
    wanted = Signal(str, str, int)
    """What is to be done with something (see ``Commands.do``), its kind and its id."""
    print_asked = Signal()
    remove_asked = Signal()
    """What is open is to go to the bin."""
    add_asked = Signal()
    """What is open is to come to the encounter that was open last."""

    printed: Printed | None = None
    """What its button and Ctrl+P print of it."""
    held: records.Line | None = None
    """What is open; None while nothing is, and on a page that shows nothing of the library."""

    def __init__(self, shared: Shared) -> None:
        super().__init__()
        self.shared = shared
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._pause.timeout.connect(lambda: self.shared.tasks.start(self.flush()))
        self._dirty = False
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setAccessibleName(tr("Page"))

    def touch(self) -> None:
        """Something was typed."""
        self._dirty = True
        self._pause.start()

    async def flush(self) -> None:
        """Saves what is not saved yet."""
        self._pause.stop()
        if self._dirty:
            self._dirty = False
            try:
                await self.save()
            except BaseException:
                self._dirty = True
                raise

    @contextmanager
    def one_change(self) -> Iterator[None]:
        """What is added in it is saved together, however long that takes."""
        self._pause.blockSignals(True)
        try:
            yield
        finally:
            self._pause.blockSignals(False)
            if self._dirty:
                self._pause.start()

    def forget(self) -> None:
        """What is open is in the bin, or of another campaign: nothing of it is stored any more."""
        self._pause.stop()
        self._dirty = False

    async def save(self) -> None:
        """Saves the page."""

    @property
    def unsaved(self) -> bool:
        """Whether anything on the page is not on the disk."""
        return self._dirty

    @property
    def system(self) -> str:
        """The system of what is open; empty while nothing is."""
        return self.held.system if self.held else ""

    @property
    def title(self) -> str:
        """The name of what is open; empty while nothing is."""
        return self.held.name if self.held else ""

    def set_encounter_open(self, there: bool) -> None:
        """Sets whether there is an encounter that what is open can be added to."""

    @property
    def earlier(self) -> Offer | None:
        """What undo takes back here when the campaign's history is empty."""
        return None

    @property
    def later(self) -> Offer | None:
        """What redo does again here when the campaign's history is empty."""
        return None

    async def open(self, id: int) -> None:
        """Shows something of the library."""

    async def read_again(self) -> None:
        """Shows what is open as it is stored now."""
        if self.held:
            await self.open(self.held.id)

    def use_terms(self) -> None:
        """Says the labels in the terms that are chosen now."""


class EmptyPage(QWidget):
    """Says what would stand here and offers the first steps."""

    def __init__(self) -> None:
        super().__init__()
        self.ui = Ui_EmptyPageForm(self)
        self._does: dict[QPushButton, Callable[[], object]] = {}
        for control in (self.ui.first, self.ui.second):
            control.clicked.connect(lambda _=False, control=control: self._does[control]())
        self.say("character", "")

    def say(self, icon: str, text: str, *offers: tuple[str, Callable[[], object]]) -> None:
        """Shows a text and up to two buttons; the first has the keys where the page gets them."""
        icons.wear(self.ui.icon, icon, "faint", 44)
        self.ui.text.setText(text)
        for control, offer in zip_longest((self.ui.first, self.ui.second), offers):
            control.setVisible(offer is not None)
            if offer:
                words, self._does[control] = offer
                control.setText(words)
                control.setAccessibleName(words)
        self.setFocusProxy(self.ui.first if offers else None)  # type: ignore[arg-type]


class Mentions(QPushButton):
    """A menu of the notes that have a link to what is open; not there where none has."""

    wanted = Signal(str, str, int)
    """A note is to be opened, as a page asks for it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Notes"), parent)
        self.setAutoDefault(False)
        self.setAccessibleName(tr("Notes that name it"))
        self.setToolTip(self.accessibleName())
        icons.wear(self, "pencil", "muted", 15)
        self.setMenu(QMenu(self))
        self.hide()

    async def show_those_of(self, store: Store, name: str) -> None:
        """Offers the notes that name ``name``."""
        from desktop.library.notes import mentioning

        self._name = name
        notes = await store.read(lambda c: mentioning(c, name))
        if self._name == name:  # else something else was opened meanwhile
            self.menu().clear()
            for note in notes:
                add(self.menu(), note.name, partial(self.wanted.emit, "open", "note", note.id))
            self.setVisible(bool(notes))
