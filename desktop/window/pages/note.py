"""A note of the campaign: its text, where its links lead, and what happened on its evening."""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, cast

from PySide6 import QtCore, QtWidgets
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QTextCursor

from desktop.forms.note_page import Ui_NotePageForm
from desktop.library import documents, records
from desktop.library.fold import same_name
from desktop.rules import systems
from desktop.rules.text import Text
from desktop.window.fields import editor, marks
from desktop.window.pages.page import Page, Printed, Shared
from desktop.window.pages.stored import KINDS, stored
from desktop.window.pages.throws import what_and_result
from desktop.window.store import while_open
from desktop.window.widgets import basics, icons, theme
from desktop.window.widgets.boxes import offer
from desktop.window.widgets.language import date_and_time, day_form, day_in_words, in_words, tr

if TYPE_CHECKING:
    from desktop.library.campaign import Campaign
    from desktop.library.notes import Evening
    from desktop.library.reader import Reader

ABOUT: Mapping[records.NoteKind, Text] = {
    "evening": Text("Evening", context="note"),
    "scene": Text("Scene", context="note"),
    "place": Text("Place", context="note"),
    "person": Text("Person", context="note"),
    "note": Text("Other", context="note"),
}
"""What a note can be about, as the list of them says it."""

ICONS: Mapping[records.Kind, str] = {
    "character": "character",
    "entry": "weapon",
    "encounter": "encounter",
    "fight": "fight",
    "note": "pencil",
}

LEADS_TO = Qt.ItemDataRole.UserRole


class LinksOffered(QtWidgets.QCompleter):
    """Offers names while a link is typed, from ``[[`` on; the one that is taken closes it."""

    def __init__(self, edit: QtWidgets.QPlainTextEdit) -> None:
        super().__init__(edit)
        self._edit = edit
        self.setWidget(edit)
        edit.cursorPositionChanged.connect(self._leave)
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
        self.setWrapAround(False)  # one name is always marked, so Enter takes one
        self.activated.connect(self._take)
        self.list = cast(QtWidgets.QAbstractItemView, self.popup())
        self.list.setAccessibleName(tr("Links"))

    @property
    def begun(self) -> str | None:
        """What is typed of the link before the cursor; None where none is open there."""
        cursor = self._edit.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        opened, name = before.rpartition("[[")[1:]
        return name if opened and "]" not in name else None

    def offer(self, names: Collection[str]) -> None:
        """Shows those of the names in which what is typed stands, first what is typed whole."""
        begun = self.begun
        ordered = sorted(names, key=lambda name: (same_name(name) != same_name(begun or ""), name))
        self.setModel(QtCore.QStringListModel(ordered, self))
        self.setCompletionPrefix(begun or "")
        if begun is None or not self.completionCount():
            self.list.hide()
            return
        place = self._edit.cursorRect()
        place.setWidth(theme.px(280))
        self.complete(place)
        self.list.setCurrentIndex(self.completionModel().index(0, 0))

    def _leave(self) -> None:
        if self.begun is None and self.list.isVisible():
            self.list.hide()

    def take_current(self) -> None:
        """Takes the name that is marked."""
        self.list.hide()
        self._take(self.list.currentIndex().data())

    def _take(self, name: str) -> None:
        cursor = self._edit.textCursor()
        letters = len(self.begun or "")
        closed = cursor.block().text().startswith("]]", cursor.positionInBlock())
        cursor.movePosition(cursor.MoveOperation.Left, n=letters)
        there = letters + 2 * closed
        cursor.movePosition(cursor.MoveOperation.Right, cursor.MoveMode.KeepAnchor, there)
        cursor.insertText(f"{name}]]")


def evening_named(day: date) -> str:
    """What the note of an evening is called as it is made."""
    return tr("Evening of {day}", day=day_in_words(day))


class NotePage(Page):
    """Shows one note at a time."""

    make_asked = Signal(str)
    """A link leads to nothing of this name yet: a note of it is to be made."""

    printed: Printed = "note"
    held: records.Note | None = None

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self.ui = ui = Ui_NotePageForm(self)
        self.evening: Evening | None = None
        """What happened on the evening that the note is of."""
        self._ends: dict[records.FightLine, list[str]] = {}
        """How each fight of that evening stands, and who fell in it, as far as it is known."""
        offer(ui.kind, ((kind, in_words(words)) for kind, words in ABOUT.items()))
        ui.name.setMaxLength(documents.LONGEST_NAME)
        editor.keep_to_one_line(ui.name)
        for typed in (ui.name, ui.day, ui.text):
            editor.leave_undo(typed)
        marks.Marks(ui.text, links=True)
        self._offered = LinksOffered(ui.text)
        for part in (ui.text, ui.text.viewport(), self._offered.list):
            part.installEventFilter(self)
        ui.parts.setStretchFactor(0, 3)
        ui.parts.setStretchFactor(1, 1)
        ui.name.textEdited.connect(lambda _: self.touch())
        ui.text.textChanged.connect(self._typed)
        ui.kind.activated.connect(lambda _: self._change_kind())
        ui.day.setDisplayFormat(day_form())
        ui.day.dateChanged.connect(lambda _: self.touch())
        ui.links.itemActivated.connect(self._activate)
        ui.show_button.clicked.connect(self._show_players)
        ui.collect_button.clicked.connect(lambda: shared.tasks.start(self.collect()))

    def make_narrow(self) -> None:
        """For a window beside: name and text fill it, and the links stand below the text."""
        ui = self.ui
        ui.parts.setOrientation(Qt.Orientation.Vertical)
        for button in (ui.show_button, ui.print_button):
            button.setToolTip(basics.as_tip(button.text()))
            button.setText("")
        for part in (ui.kind, ui.remove_button):
            part.hide()

    @property
    def text(self) -> str:
        """The text as it is typed."""
        return editor.text_in(self.ui.text)

    @property
    def kind(self) -> records.NoteKind:
        """What the note is about, as it is chosen."""
        kind: records.NoteKind = self.ui.kind.currentData()
        return kind

    # ---- opening

    async def open(self, id: int) -> None:
        """Shows a note."""
        await self.flush()
        other = self.held is None or self.held.id != id
        note = await self.shared.store.read(lambda c: c.note(id))
        if self.unsaved:  # somebody typed meanwhile
            await self.open(id)
            return
        self.held = note
        ui = self.ui
        with QtCore.QSignalBlocker(ui.text), QtCore.QSignalBlocker(ui.day):
            if ui.name.text() != note.name:
                ui.name.setText(note.name)
                ui.name.setCursorPosition(0)
            if self.text != note.text:
                editor.show_text(ui.text, note.text)
            day = note.day or date.today()
            ui.day.setDate(QtCore.QDate(day.year, day.month, day.day))
            ui.kind.setCurrentIndex(ui.kind.findData(note.kind))
        if other:
            ui.text.moveCursor(QTextCursor.MoveOperation.Start)
        await self._show_links()
        self.state_changed.emit()

    async def _show_links(self) -> None:
        """Shows where the note leads, what leads to it, and what happened on its evening."""
        assert self.held
        note = self.held
        links, mentions, self.evening = await self.shared.store.read(lambda c: _around(c, note))
        of_an_evening = note.kind == "evening"
        ui = self.ui
        ui.day.setVisible(of_an_evening and not ui.kind.isHidden())
        ui.collect_button.setVisible(of_an_evening and bool(self._lines()))
        ui.links.clear()
        if links:
            group = self._group(tr("Leads to"))
            for name, things in links.items():
                for thing in things:
                    self._item(group, f"{thing.name} · {in_words(KINDS[thing.kind])}", thing)
                if not things:
                    new = tr("{name} (make a note of it)", name=name)
                    self._item(group, name if _is_rule(name) else new, name)
        if mentions:
            group = self._group(tr("Mentioned in"))
            for thing in mentions:
                self._item(group, thing.name, thing)
        if self.evening:
            self._show_evening(self.evening)
            self.shared.tasks.start(self.look_at_fights())
        ui.links.expandAll()
        ui.beside.setVisible(ui.links.topLevelItemCount() > 0)

    def _show_evening(self, evening: Evening) -> None:
        if not (evening.fights or evening.throws or evening.notes):
            return
        group = self._group(tr("That evening"))
        for fight in evening.fights:
            linked = records.Linked(kind="fight", id=fight.id, name=fight.name)
            item = self._item(group, f"{fight.name} · {date_and_time(fight.changed)}", linked)
            for how in self._ends.get(fight, ()):
                QtWidgets.QTreeWidgetItem(item, [how]).setToolTip(0, basics.as_tip(how))
        for throw in evening.throws:
            self._item(group, _told(throw), throw.rule)
        for line in evening.notes:
            self._item(group, line.name, records.Linked(kind="note", id=line.id, name=line.name))

    async def look_at_fights(self) -> None:
        """Plays again, beside the window, the evening's fights of which no end is known yet."""
        evening = self.evening
        if evening is None:
            return
        unknown = [fight for fight in evening.fights if fight not in self._ends]
        for fight in unknown:
            read = partial(stored, kind="fight", id=fight.id)
            *_, script = await self.shared.store.read(read)
            how = await while_open(self, to_thread(_how_it_went, script))
            self._ends[fight] = list(map(in_words, how))
        if unknown and evening is self.evening:
            await self._show_links()

    def _group(self, title: str) -> QtWidgets.QTreeWidgetItem:
        return QtWidgets.QTreeWidgetItem(self.ui.links, [title])

    def _item(
        self, group: QtWidgets.QTreeWidgetItem, said: str, leads_to: records.Linked | str
    ) -> QtWidgets.QTreeWidgetItem:
        item = QtWidgets.QTreeWidgetItem(group, [said])
        item.setData(0, LEADS_TO, leads_to)
        item.setToolTip(0, basics.as_tip(said))
        icon = ICONS[leads_to.kind] if isinstance(leads_to, records.Linked) else "rule"
        if not isinstance(leads_to, str) or _is_rule(leads_to):
            item.setIcon(0, icons.icon(icon, "muted", 14))
        return item

    # ---- following

    def _activate(self, item: QtWidgets.QTreeWidgetItem) -> None:
        match item.data(0, LEADS_TO):
            case records.Linked(kind=kind, id=id):
                self.wanted.emit("open", kind, id)
            case str() as name if name:
                self.shared.tasks.start(self.follow(name))

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        ctrl = Qt.KeyboardModifier.ControlModifier
        edit = self.ui.text
        if isinstance(event, QKeyEvent) and event.type() == QtCore.QEvent.Type.KeyPress:
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if watched is self._offered.list and (enter or event.key() == Qt.Key.Key_Tab):
                self._offered.take_current()  # Qt would give the key to the text first
                return True
            if watched is edit and enter and event.modifiers() & ctrl:
                return self._follow_at(edit.textCursor())
        clicked = (
            event.type() == QtCore.QEvent.Type.MouseButtonRelease and watched is edit.viewport()
        )
        if clicked and isinstance(event, QMouseEvent) and event.modifiers() & ctrl:
            return self._follow_at(edit.cursorForPosition(event.position().toPoint()))
        return super().eventFilter(watched, event)

    def _follow_at(self, cursor: QTextCursor) -> bool:
        """Follows the link at a place of the text, if one is there."""
        line, at = cursor.block().text(), cursor.positionInBlock()
        link = next(
            (link for link in records.LINK.finditer(line) if link.start() <= at <= link.end()), None
        )
        if link:
            self.shared.tasks.start(self.follow(link[1].strip()))
        return link is not None

    async def follow(self, name: str) -> None:
        """Opens what a link names: a rule, the first thing of that name, or a new note."""
        await self.flush()
        from desktop.library.notes import named

        if _is_rule(name):
            self.shared.open_rule(name)
            return
        things = await self.shared.store.read(lambda c: named(c, name))
        if things:
            self.wanted.emit("open", things[0].kind, things[0].id)
        else:
            self.make_asked.emit(name)

    # ---- doing

    def _show_players(self) -> None:
        if self.held:
            self.shared.present(self.ui.name.text(), records.without_links(self.text))

    def _lines(self) -> list[str]:
        """What happened on the evening, as lines of a note, without secret throws."""
        if self.evening is None:
            return []
        fights = [
            " · ".join((f"[[{fight.name}]]", *self._ends.get(fight, ())))
            for fight in self.evening.fights
        ]
        throws = [_told(throw) for throw in self.evening.throws if not throw.secret]
        notes = [f"[[{line.name}]]" for line in self.evening.notes]
        return [f"- {line}" for line in (*fights, *throws, *notes)]

    @property
    def log(self) -> list[str]:
        """What happened on the evening, for paper: what does not stand in the text.

        How the fights went is in it after :meth:`look_at_fights`.
        """
        return [records.without_links(line).removeprefix("- ") for line in self._unwritten()]

    def _unwritten(self) -> list[str]:
        there = set(self.text.splitlines())
        return [line for line in self._lines() if line not in there]

    async def collect(self) -> None:
        """Writes at the end of the text what happened and does not stand there yet.

        Waits until it is known how each fight went.
        """
        id = self.held and self.held.id
        await self.look_at_fights()
        new = self._unwritten()
        if new and self.held and self.held.id == id:
            cursor = self.ui.text.textCursor()
            cursor.movePosition(QTextCursor.MoveOperation.End)
            before = "\n" if self.text and not self.text.endswith("\n") else ""
            cursor.insertText(before + "\n".join(new) + "\n")

    def _change_kind(self) -> None:
        self.ui.day.setVisible(self.kind == "evening")
        self.touch()

    def _typed(self) -> None:
        """A text that no campaign takes is not taken here: what stood there stays."""
        if self.ui.text.document().characterCount() > documents.LONGEST_NOTES:
            self.ui.text.undo()
            return
        self.touch()
        if self._offered.begun is not None and self.ui.text.hasFocus():
            self.shared.tasks.start(self._offer_links())

    async def _offer_links(self) -> None:
        self._offered.offer(await self.shared.store.read(linkable))

    async def save(self) -> None:
        note = self.held
        if note is None:
            return
        kind, text = self.kind, self.text
        name = self.ui.name.text().strip() or note.name
        chosen = self.ui.day.date()
        day = date(chosen.year(), chosen.month(), chosen.day()) if kind == "evening" else None
        if day and note.day and name == evening_named(note.day) != evening_named(day):
            name = evening_named(day)  # which nobody has given another name
            self.ui.name.setText(name)
        if (kind, name, text, day) == (note.kind, note.name, note.text, note.day):
            return
        new = records.NewNote(kind=kind, name=name, text=text, day=day.isoformat() if day else "")
        self.held = await self.shared.store.history.do(
            tr("change · {name}", name=name), lambda c: c.save_note(note.id, new), ("note", note.id)
        )
        await self._show_links()
        self.stored.emit()


def _how_it_went(script: records.Document) -> list[Text]:
    """How a stored fight stands and who fell in it; nothing where it cannot be played here."""
    from desktop.encounter.digest import in_short
    from desktop.encounter.fight import resume
    from desktop.encounter.script import ScriptError

    try:
        return in_short(resume({**script, "steps": []}, script["steps"], None))
    except ScriptError:
        return []


def linkable(c: Reader) -> set[str]:
    """The names of all to which a link can lead but rules."""
    lines: Iterable[records.Line] = chain(c.characters(), c.encounters(), c.notes())
    return {line.name for line in lines}


def _told(throw: records.KeptThrow) -> str:
    return " · ".join(filter(None, (throw.who, *what_and_result(throw))))


def _is_rule(name: str) -> bool:
    """Whether a link names a rule by its number: ``walka-12``."""
    system, _, number = name.rpartition("-")
    return system in systems().titles() and number.isdigit()


def _around(
    c: Campaign, note: records.Note
) -> tuple[dict[str, list[records.Linked]], list[records.Linked], Evening | None]:
    """Of each link of a note what it leads to, the notes that mention it, and its evening."""
    from desktop.library.notes import evening, links_in, mentioning, named

    links = {name: named(c, name) for name in links_in(note.text)}
    mentions = [thing for thing in mentioning(c, note.name) if thing.id != note.id]
    happened = evening(c, note.day) if note.kind == "evening" and note.day else None
    return links, mentions, happened
