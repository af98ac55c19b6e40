"""Who is added to an encounter or joins a fight: searched, several at a time, with copies."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.library.collate import sort_key
from desktop.library.fold import begins_a_word, fold
from desktop.rules import systems
from desktop.rules.text import few
from desktop.window.fields.record_list import NOTE, RecordDelegate
from desktop.window.widgets import icons
from desktop.window.widgets.basics import button, label, row
from desktop.window.widgets.language import in_words, tr
from desktop.window.widgets.sort_box import SortBox

if TYPE_CHECKING:  # a quarter of a second to import
    from desktop.library.campaign import Campaign

MOST_COPIES = 50


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who can be added, or all the people of another encounter."""

    kind: Literal["character", "entry", "encounter"]
    id: int
    name: str
    note: str


def candidates(c: Campaign, system: str, without: int | None) -> list[Candidate]:
    """Who can come to an encounter or a fight of a system; ``without`` is an encounter's own id."""
    rules = systems()[system]
    found = [
        Candidate("character", line.id, line.name, _role(line.role))
        for role in ("player", "adversary")
        for line in c.characters(system, role)
    ]
    for kind, model in rules.catalogue.items():
        if issubclass(model, rules.sheet):
            found += [
                Candidate("entry", entry.id, entry.name, tr("catalogue"))
                for entry in c.entries(system, kind, limit=None)
            ]
    found += [
        Candidate("encounter", line.id, line.name, tr("everybody of this encounter"))
        for line in c.encounters(system)
        if line.id != without
    ]
    return found


def _role(role: str) -> str:
    return tr("player character") if role == "player" else tr("adversary")


@dataclass(frozen=True, slots=True)
class Joining:
    """How those who join a fight that goes on come to it."""

    side: str
    """Empty: each on their own side."""
    this_round: bool
    """Whether they act in the round in which they come."""


class PeopleDialog(QDialog):
    """Counts copies of those who are to come, and keeps the party.

    Enter takes one copy of the chosen row, Ctrl+Enter adds all that were taken.
    """

    def __init__(
        self,
        parent: QWidget,
        there: Sequence[Candidate],
        party: Sequence[int],
        add: Callable[[Mapping[Candidate, int], Joining], object],
        keep_party: Callable[[Sequence[int]], object],
        sides: Sequence[str] = (),
    ) -> None:
        """``sides`` are those of a fight that goes on; none: it is for an encounter."""
        super().__init__(parent)
        self.setWindowTitle(tr("Newcomers") if sides else tr("Add to the encounter"))
        self.resize(620, 520)
        self._there, self._add, self._keep_party = there, add, keep_party
        self._folded = {candidate: fold(candidate.name) for candidate in there}
        self._sides = sides
        self._party = [id for id in party if any(_is_character(c, id) for c in there)]
        self.taken: dict[Candidate, int] = {}
        """How many copies of each are to be added, in the order in which they were taken."""
        self._shown: list[Candidate] = []
        self._make()
        self._list("")

    def _make(self) -> None:
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search"))
        self.search.setAccessibleName(tr("Search for somebody to add"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._list)
        self.search.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Who can be added"))
        self.list.setItemDelegate(RecordDelegate(self.list))
        self.list.setUniformItemSizes(True)
        self.list.installEventFilter(self)
        self.list.itemDoubleClicked.connect(lambda _: self.take(1))
        self.more = button(tr("One more"), name="one_more")
        icons.wear(self.more, "plus", "muted", 14)
        self.more.clicked.connect(lambda: self.take(1))
        self.fewer = button(tr("One fewer"), name="one_fewer")
        icons.wear(self.fewer, "minus", "muted", 14)
        self.fewer.clicked.connect(lambda: self.take(-1))
        self.whole_party = button(tr("The party"), name="whole_party")
        icons.wear(self.whole_party, "character", "muted", 14)
        self.whole_party.clicked.connect(self.take_party)
        self.save_party = button(tr("Keep these as the party"), "quiet", name="save_party")
        self.save_party.clicked.connect(self._save_party)
        for made in (self.more, self.fewer, self.whole_party, self.save_party):
            made.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # a click leaves the search to the keys
        self.said = label("", "muted", wrap=True)
        self.order = SortBox(
            (tr("Players first"), lambda _: 0),
            (tr("By name"), lambda c: sort_key(c.name)),
            (tr("Most copies first"), lambda c: -self.taken.get(c, 0)),
        )
        self.order.currentIndexChanged.connect(lambda _: self._list(self.search.text()))
        self.side = QComboBox()
        self.side.setEditable(True)
        self.side.setAccessibleName(tr("Side"))
        self.side.addItems([tr("each on their own side"), *self._sides])
        self.this_round = QCheckBox(tr("Act in this round"))
        self.this_round.setChecked(True)
        self.joining = QWidget()
        side = label(tr("Side"), "muted")
        self.joining.setLayout(row(side, self.side, self.this_round, None))
        self.joining.setVisible(bool(self._sides))
        word = tr("Join the fight") if self._sides else tr("Add")
        self.add_all = button(word, "primary", name="add_people")
        self.add_all.clicked.connect(self.finish)
        cancel = button(tr("Cancel"))
        cancel.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.addLayout(row(self.search, self.order))
        column.addWidget(self.list)
        column.addLayout(row(self.more, self.fewer, self.whole_party, None, self.save_party))
        column.addWidget(self.joining)
        column.addWidget(self.said)
        column.addLayout(row(None, cancel, self.add_all))
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):  # wherever the focus is
            done = QShortcut(QKeySequence(Qt.Modifier.CTRL | key), self)
            done.activated.connect(self.finish)
        self.search.setFocus()

    # ---- what is shown

    def _list(self, text: str) -> None:
        words = fold(text)
        names = self._folded
        found = [c for c in self._there if all(word in names[c] for word in words.split())]
        found = self.order.sorted(found)
        found.sort(key=lambda c: (names[c] != words, not begins_a_word(words, names[c])))
        self._shown = found
        self.list.clear()
        for candidate in found:
            self.list.addItem(QListWidgetItem(candidate.name))
        self.list.setCurrentRow(0)
        self._say()

    def _say(self) -> None:
        for number, candidate in enumerate(self._shown):
            count = self.taken.get(candidate, 0)
            times = tr("taken × {count}", count=count) if count else ""
            note = " · ".join(filter(None, [times, candidate.note]))
            item = self.list.item(number)
            item.setData(NOTE, note)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{candidate.name}, {note}")
        said = [c.name if n == 1 else f"{c.name} × {n}" for c, n in self.taken.items()]
        self.said.setText(
            tr("To be added: {names}", names=in_words(few(said)))
            if said
            else tr("Enter takes one copy, Ctrl+Enter adds all that were taken.")
            if self._there
            else tr("Nobody of this system yet. Make a character or an adversary with “New” first.")
        )
        self.add_all.setEnabled(bool(said))
        self.save_party.setEnabled(bool(self._characters()))
        self.whole_party.setVisible(bool(self._party))
        self.fewer.setEnabled(bool(said))

    def _characters(self) -> list[int]:
        return [c.id for c in self.taken if c.kind == "character"]

    # ---- what is done

    def take(self, by: int) -> None:
        """Takes one copy more, or one fewer, of the chosen row."""
        place = self.list.currentRow()
        if 0 <= place < len(self._shown):
            chosen = self._shown[place]
            count = min(self.taken.get(chosen, 0) + by, MOST_COPIES)
            if count > 0:
                self.taken[chosen] = count
            else:
                self.taken.pop(chosen, None)
            self._say()

    def take_party(self) -> None:
        """Takes everybody of the party once."""
        for candidate in self._there:
            if any(_is_character(candidate, id) for id in self._party):
                self.taken.setdefault(candidate, 1)
        self._say()

    def _save_party(self) -> None:
        self._party = self._characters()
        self._keep_party(self._party)
        self._say()
        self.said.setText(
            tr(
                "The party has {count} member.",
                "The party has {count} members.",
                count=len(self._party),
            )
        )

    def finish(self) -> None:
        """Adds what was taken, or the chosen row where nothing was."""
        if not self.taken:
            self.take(1)
        self.accept()
        if self.taken:
            side = self.side.currentText().strip()
            own = side == self.side.itemText(0)
            self._add(self.taken, Joining("" if own else side, self.this_round.isChecked()))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            match event.key():
                case Qt.Key.Key_Return | Qt.Key.Key_Enter if not control:
                    self.take(1)
                    self.search.selectAll()
                    return True
                case Qt.Key.Key_Up | Qt.Key.Key_Down if watched is self.search:
                    by = 1 if event.key() == Qt.Key.Key_Down else -1
                    last = self.list.count() - 1
                    self.list.setCurrentRow(max(0, min(self.list.currentRow() + by, last)))
                    return True
                case Qt.Key.Key_Plus | Qt.Key.Key_Minus if watched is self.list:
                    self.take(1 if event.key() == Qt.Key.Key_Plus else -1)
                    return True
        return super().eventFilter(watched, event)


def _is_character(candidate: Candidate, id: int) -> bool:
    return candidate.kind == "character" and candidate.id == id
