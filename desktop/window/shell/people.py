"""Searches for people: who is added to an encounter or a fight, made from which template."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from PySide6 import QtWidgets
from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut

from desktop.forms.people import Ui_PeopleForm
from desktop.forms.templates import Ui_TemplatesForm
from desktop.library.fold import begins_a_word, fold
from desktop.library.records import Character, NewCharacter
from desktop.rules import systems
from desktop.rules.adversaries import MOST_FOES, USUAL_PARTY, as_combatant
from desktop.rules.names import next_numbered
from desktop.rules.text import few
from desktop.window.fields.records import KeysToList, RecordDelegate, show_record
from desktop.window.widgets.basics import items_of
from desktop.window.widgets.boxes import chosen_side, offer_sides
from desktop.window.widgets.language import by_name, decimal, in_words, tr

if TYPE_CHECKING:  # a quarter of a second to import
    from desktop.library.campaign import Campaign
    from desktop.library.records import Entry

MOST_COPIES = 50


@dataclass(frozen=True, slots=True)
class Candidate:
    """Somebody who can be added, or all the people of another encounter."""

    kind: Literal["character", "entry", "encounter"]
    id: int
    name: str
    note: str
    even: float | None = None
    """As many as make an even fight against four; None where that was not measured."""


def candidates(c: Campaign, system: str, without: int | None) -> list[Candidate]:
    """Who can come to an encounter or a fight of a system; ``without`` is an encounter's own id."""
    rules = systems()[system]
    people = [
        Candidate("character", line.id, line.name, said)
        for said, lines in (
            (tr("player character"), c.characters(system, "player")),
            (tr("adversary"), c.characters(system, "adversary")),
        )
        for line in lines
    ]
    for kind in rules.catalogue:
        if rules.fights(kind):
            people += [_of_catalogue(entry) for entry in c.entries(system, kind, limit=None)]
    people += [
        Candidate("encounter", line.id, line.name, tr("everybody of this encounter"))
        for line in c.encounters(system)
        if line.id != without
    ]
    return people


def _of_catalogue(entry: Entry) -> Candidate:
    even = entry.data.get("even")
    if not isinstance(even, int | float):
        return Candidate("entry", entry.id, entry.name, tr("catalogue"))
    if even >= MOST_FOES:
        note = tr("catalogue · weaker than {count} against four", count=MOST_FOES)
    elif even < 1:
        note = tr("catalogue · an even fight: 1 against {count}", count=round(USUAL_PARTY / even))
    else:
        note = tr(
            "catalogue · an even fight: {count} against four", count=decimal(float(f"{even:.2g}"))
        )
    return Candidate("entry", entry.id, entry.name, note, float(even))


class PeopleDialog(QtWidgets.QDialog):
    """Counts copies of those who are to come, and keeps the party.

    Enter takes one copy of the chosen row, Ctrl+Enter adds those taken.
    """

    def __init__(
        self,
        parent: QtWidgets.QWidget,
        there: Sequence[Candidate],
        party: Sequence[int],
        keep_party: Callable[[Sequence[int]], object],
        sides: Sequence[str] = (),
    ) -> None:
        """``sides`` are those of a fight that goes on; none: it is for an encounter.

        Accepted, those who are ``taken`` come.
        """
        super().__init__(parent)
        self.ui = Ui_PeopleForm(self)
        self._there, self._keep_party = there, keep_party
        self._folded = {candidate: fold(candidate.name) for candidate in there}
        self._sides = sides
        self._party = set(party) & {c.id for c in there if c.kind == "character"}
        self.taken: dict[Candidate, int] = {}
        """How many copies of each are to be added, in the order in which they were taken."""
        self._shown: list[Candidate] = []
        ui = self.ui
        ui.search.textChanged.connect(self._list)
        ui.search.installEventFilter(self)
        ui.list.setItemDelegate(RecordDelegate(ui.list))
        ui.list.installEventFilter(self)
        ui.list.itemDoubleClicked.connect(lambda _: self.take(1))
        ui.one_more.clicked.connect(lambda: self.take(1))
        ui.one_fewer.clicked.connect(lambda: self.take(-1))
        ui.whole_party.clicked.connect(self.take_party)
        ui.save_party.clicked.connect(self._save_party)
        ui.order.offer(
            (tr("Players first"), lambda _: 0),
            (tr("By name"), lambda c: by_name(c.name)),
            (tr("Most copies first"), lambda c: -self.taken.get(c, 0)),
            (tr("Strongest first"), lambda c: (c.even is None, c.even or 0)),
        )
        ui.order.currentIndexChanged.connect(lambda _: self._list(ui.search.text()))
        offer_sides(ui.side, self._sides)
        ui.joining.setVisible(bool(self._sides))
        if self._sides:
            self.setWindowTitle(tr("Newcomers"))
            ui.add_people.setText(tr("Join the fight"))
            ui.add_people.setAccessibleName(ui.add_people.text())
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):  # wherever the focus is
            QShortcut(QKeySequence(Qt.Modifier.CTRL | key), self).activated.connect(self.finish)
        ui.search.setFocus()
        self._list("")

    # ---- what is shown

    def _list(self, text: str) -> None:
        words = fold(text)
        names = self._folded
        matching = [c for c in self._there if all(word in names[c] for word in words.split())]
        matching = self.ui.order.sorted(matching)
        matching.sort(key=lambda c: (names[c] != words, not begins_a_word(words, names[c])))
        self._shown = matching
        self.ui.list.clear()
        self.ui.list.addItems([candidate.name for candidate in matching])
        self.ui.list.setCurrentRow(0)
        self._say()

    def _say(self) -> None:
        for number, candidate in enumerate(self._shown):
            count = self.taken.get(candidate, 0)
            times = tr("taken × {count}", count=count) if count else ""
            note = " · ".join(filter(None, [times, candidate.note]))
            show_record(self.ui.list.item(number), candidate.name, note)
        said = [c.name if n == 1 else f"{c.name} × {n}" for c, n in self.taken.items()]
        lines = [tr("Nothing is called that.")] if self._there and not self._shown else []
        lines += [tr("To be added: {names}", names=in_words(few(said)))] if said else []
        keys = tr("Enter takes one copy, Ctrl+Enter adds everybody who was taken.")
        none = tr("Nobody of this system yet. Make a character or an adversary with “New” first.")
        self.ui.said.setText((" ".join(lines) or keys) if self._there else none)
        self.ui.add_people.setEnabled(bool(said))
        self.ui.save_party.setEnabled(bool(self._characters()))
        self.ui.whole_party.setVisible(bool(self._party))
        self.ui.one_more.setEnabled(bool(self._shown))
        self.ui.one_fewer.setEnabled(bool(said and self._shown))

    def _characters(self) -> list[int]:
        return [c.id for c in self.taken if c.kind == "character"]

    # ---- what is done

    def take(self, by: int) -> None:
        """Takes one copy more, or one fewer, of the chosen row."""
        place = self.ui.list.currentRow()
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
            if candidate.kind == "character" and candidate.id in self._party:
                self.taken.setdefault(candidate, 1)
        self._say()

    def _save_party(self) -> None:
        party = self._characters()
        self._party = set(party)
        self._keep_party(party)
        self._say()
        members = len(self._party)
        self.ui.said.setText(
            tr("The party has {count} member.", "The party has {count} members.", count=members)
        )

    def finish(self) -> None:
        """Adds what was taken, or the chosen row where nothing was."""
        if not self.taken:
            self.take(1)
        self.accept()

    @property
    def side(self) -> str:
        """The side that all of them join; empty: each their own."""
        side = chosen_side(self.ui.side)
        return "" if side == self.ui.side.itemText(0) else side

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
            match event.key():
                case Qt.Key.Key_Return | Qt.Key.Key_Enter if not control:
                    self.take(1)
                    self.ui.search.selectAll()
                    return True
                case Qt.Key.Key_Up | Qt.Key.Key_Down if watched is self.ui.search:
                    return QtWidgets.QApplication.sendEvent(self.ui.list, event)
                case Qt.Key.Key_Plus | Qt.Key.Key_Minus if watched is self.ui.list:
                    self.take(1 if event.key() == Qt.Key.Key_Plus else -1)
                    return True
        return super().eventFilter(watched, event)


Person = Literal["player", "adversary"]


def make_template(c: Campaign, id: int) -> Character:
    """A template as a character is now; the character stays."""
    return _copied(c, id, "template")


def patterns(c: Campaign, system: str) -> list[Candidate]:
    """Of whom others can be made: the templates, and whom the catalogue of a system has."""
    lines = c.characters(None, "template")
    several = len({line.system for line in lines}) > 1
    templates = [
        Candidate("character", line.id, line.name, systems().title(line.system) if several else "")
        for line in lines
    ]
    return templates + [who for who in candidates(c, system, None) if who.kind == "entry"]


def make_from(c: Campaign, pattern: Candidate, role: Person) -> Character:
    """A character as a template or an entry of the catalogue is now; of those who bear its name,
    the later ones are numbered."""
    if pattern.kind == "character":
        return _copied(c, pattern.id, role)
    entry = c.entry(pattern.id)
    sheet, _ = as_combatant(entry.data)
    return _added(c, NewCharacter(system=entry.system, role=role, name=entry.name, sheet=sheet))


def _copied(c: Campaign, id: int, role: Person | Literal["template"]) -> Character:
    (held,) = c.bundle(characters=[id]).characters
    return _added(c, replace(held, role=role))


def _added(c: Campaign, held: NewCharacter) -> Character:
    role = held.role
    among = c.characters(held.system)
    taken = {line.name for line in among if (line.role == "template") == (role == "template")}
    name = next_numbered(held.name, taken) if held.name in taken else held.name
    return c.add_character(replace(held, name=name, sheet={**held.sheet, "name": name}))


class TemplatesDialog(QtWidgets.QDialog):
    """Of whom others can be made, searched while typing; one of them becomes somebody."""

    chosen = Signal(object, str)
    """Of whom, and whether a player or an adversary is to be made."""

    def __init__(self, parent: QtWidgets.QWidget, there: Sequence[Candidate]) -> None:
        super().__init__(parent)
        self.ui = ui = Ui_TemplatesForm(self)
        ui.search.textChanged.connect(self._narrow)
        KeysToList(ui.search, ui.list)
        for who in there:
            said = " · ".join(filter(None, (who.name, who.note)))
            QtWidgets.QListWidgetItem(said, ui.list).setData(Qt.ItemDataRole.UserRole, who)
        ui.list.itemActivated.connect(lambda _: self._take("adversary"))
        ui.as_player.clicked.connect(lambda: self._take("player"))
        ui.as_adversary.clicked.connect(lambda: self._take("adversary"))
        ui.nothing.setVisible(not there)
        self._narrow("")

    def _narrow(self, typed: str) -> None:
        words = fold(typed)
        for item in items_of(self.ui.list):
            item.setHidden(not begins_a_word(words, fold(item.text())))
        left = next((item for item in items_of(self.ui.list) if not item.isHidden()), None)
        if left is not None:
            self.ui.list.setCurrentItem(left)
        for made in (self.ui.as_player, self.ui.as_adversary):
            made.setEnabled(left is not None)

    def _take(self, role: Person) -> None:
        item = self.ui.list.currentItem()
        if item is not None and not item.isHidden():
            self.accept()
            self.chosen.emit(item.data(Qt.ItemDataRole.UserRole), role)
