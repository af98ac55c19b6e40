"""Templates: a character that others are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QListWidgetItem,
    QWidget,
)

from desktop.forms.templates import Ui_TemplatesForm
from desktop.library.fold import begins_a_word, fold
from desktop.library.records import Character, CharacterLine
from desktop.rules import systems
from desktop.rules.names import next_numbered

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
    name = next_numbered(held.name, taken) if held.name in taken else held.name
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
        self.ui = ui = Ui_TemplatesForm()
        ui.setupUi(self)  # type: ignore[no-untyped-call]
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._chosen = chosen
        ui.search.textChanged.connect(self._narrow)
        ui.search.installEventFilter(self)
        several = len({line.system for line in templates}) > 1
        for line in templates:
            said = f"{line.name} · {systems().title(line.system)}" if several else line.name
            shown = QListWidgetItem(said, ui.list)
            shown.setData(Qt.ItemDataRole.UserRole, line.id)
        ui.list.setCurrentRow(0)
        ui.list.itemActivated.connect(lambda _: self._take("adversary"))
        ui.as_player.clicked.connect(lambda: self._take("player"))
        ui.as_adversary.clicked.connect(lambda: self._take("adversary"))
        ui.nothing.setVisible(not templates)
        for made in (ui.as_player, ui.as_adversary):
            made.setEnabled(bool(templates))

    def _narrow(self, typed: str) -> None:
        words = fold(typed)
        items = [self.ui.list.item(number) for number in range(self.ui.list.count())]
        for item in items:
            item.setHidden(not begins_a_word(words, fold(item.text())))
        left = next((item for item in items if not item.isHidden()), None)
        if left is not None:
            self.ui.list.setCurrentItem(left)
        for made in (self.ui.as_player, self.ui.as_adversary):
            made.setEnabled(left is not None)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up, Down and Enter do in the search what they do in the list."""
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            key = Qt.Key(event.key())
            if key in (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter):
                QApplication.sendEvent(self.ui.list, event)
                return True
        return super().eventFilter(watched, event)

    def _take(self, role: Person) -> None:
        item = self.ui.list.currentItem()
        if item is not None and not item.isHidden():
            self.accept()
            self._chosen(item.data(Qt.ItemDataRole.UserRole), role)
