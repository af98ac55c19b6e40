"""Templates: a character that others are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain, count
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from desktop.encounter.roster import LONGEST_NAME
from desktop.library.fold import begins_a_word, fold
from desktop.library.records import Character, CharacterLine
from desktop.rules import systems
from desktop.window.widgets.basics import button, label, row
from desktop.window.widgets.language import tr

if TYPE_CHECKING:  # a quarter of a second to import
    from desktop.library.campaign import Campaign

Person = Literal["player", "adversary"]


def make_template(c: Campaign, id: int) -> Character:
    """A template as a character is now; the character stays."""
    return _copied(c, id, "template")


def make_from_template(c: Campaign, id: int, role: Person) -> Character:
    """A character as a template is now; of those who bear its name, the later ones are numbered."""
    return _copied(c, id, role)


def _copied(c: Campaign, id: int, role: Person | Literal["template"]) -> Character:
    (held,) = c.bundle(characters=[id]).characters
    among = c.characters(held.system)
    taken = {line.name for line in among if (line.role == "template") == (role == "template")}
    numbered = (f"{held.name[: LONGEST_NAME - 5]} {number}" for number in count(2))
    name = next(name for name in chain([held.name], numbered) if name not in taken)
    return c.add_character(replace(held, role=role, name=name, sheet={**held.sheet, "name": name}))


class TemplatesDialog(QDialog):
    """The templates of a campaign, searched while typing; one of them becomes somebody."""

    def __init__(
        self,
        parent: QWidget,
        templates: Sequence[CharacterLine],
        chosen: Callable[[int, Person], object],
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("New from a template"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._chosen = chosen
        self.search = QLineEdit()
        self.search.setPlaceholderText(tr("Search"))
        self.search.setAccessibleName(tr("Search the templates"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._narrow)
        self.search.installEventFilter(self)
        self.list = QListWidget()
        self.list.setAccessibleName(tr("Templates"))
        several = len({line.system for line in templates}) > 1
        for line in templates:
            said = f"{line.name} · {systems().title(line.system)}" if several else line.name
            shown = QListWidgetItem(said, self.list)
            shown.setData(Qt.ItemDataRole.UserRole, line.id)
        self.list.setCurrentRow(0)
        self.as_player = button(tr("As a player character"))
        self.as_adversary = button(tr("As an adversary"))
        self.as_player.clicked.connect(lambda: self._take("player"))
        self.as_adversary.clicked.connect(lambda: self._take("adversary"))
        self.list.itemActivated.connect(lambda _: self._take("adversary"))
        column = QVBoxLayout(self)
        column.addWidget(self.search)
        column.addWidget(self.list, 1)
        nothing = label(tr("No character is a template yet."), "muted", wrap=True)
        nothing.setVisible(not templates)
        column.addWidget(nothing)
        column.addLayout(row(None, self.as_player, self.as_adversary))
        for made in (self.as_player, self.as_adversary):
            made.setEnabled(bool(templates))
        self.resize(420, 380)

    def _narrow(self, typed: str) -> None:
        words = fold(typed)
        items = [self.list.item(number) for number in range(self.list.count())]
        for item in items:
            item.setHidden(not begins_a_word(words, fold(item.text())))
        left = next((item for item in items if not item.isHidden()), None)
        if left is not None:
            self.list.setCurrentItem(left)
        for made in (self.as_player, self.as_adversary):
            made.setEnabled(left is not None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up, Down and Enter do in the search what they do in the list."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            if key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                QApplication.sendEvent(self.list, event)
                return True
        return super().eventFilter(watched, event)

    def _take(self, role: Person) -> None:
        item = self.list.currentItem()
        if item is not None and not item.isHidden():
            self.accept()
            self._chosen(item.data(Qt.ItemDataRole.UserRole), role)
