"""The rules beside the page: a number that is clicked anywhere opens its text here."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtWidgets import QFrame, QListWidgetItem

from desktop.forms.rule_pane import Ui_RulePaneForm
from desktop.library.fold import fold
from desktop.library.resources import RuleText
from desktop.rules.table import BY_HAND
from desktop.window.fields.editor import leave_undo
from desktop.window.widgets.basics import as_tip, items_of, say
from desktop.window.widgets.boxes import offer
from desktop.window.widgets.language import rule_mark, tr

Book = Mapping[str, RuleText]


class RulePane(QFrame):
    """Every rule of a system, searchable, and the text of one."""

    closed = Signal()
    show_wanted = Signal(str, str)
    """A title and a text are to be shown to the players."""
    house_rules_asked = Signal(str)
    """The id of the system whose house rules are to be shown."""

    def __init__(self) -> None:
        super().__init__()
        self.ui = Ui_RulePaneForm(self)
        self.ui.show_button.clicked.connect(
            lambda: self.show_wanted.emit(self.ui.title.text(), self.ui.text.text())
        )
        self.ui.to_house_rules.clicked.connect(lambda: self.house_rules_asked.emit(self.system))
        self.ui.system.currentIndexChanged.connect(lambda _: self._fill())
        leave_undo(self.ui.search, empty_only=True)
        self.ui.search.textChanged.connect(lambda _: self._list())
        self.ui.list.currentItemChanged.connect(lambda item, _: self._show_item(item))
        for part in (self.ui.title, self.ui.text, self.ui.reading, self.ui.house):
            part.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._book: Callable[[str], Book] = lambda _: {}
        self._texts: Book = {}
        self._show_text("")

    @property
    def system(self) -> str:
        return self.ui.system.currentData() or ""

    def open(
        self, systems: Sequence[tuple[str, str]], book: Callable[[str], Book], chosen: str = ""
    ) -> None:
        """The systems by id and title, and where the rules of one are found."""
        self._book = book
        offer(self.ui.system, systems, chosen)
        self._fill()

    def show_system(self, system: str) -> None:
        """Turns to the rules of a system."""
        index = self.ui.system.findData(system)
        if index >= 0 and index != self.ui.system.currentIndex():
            self.ui.system.setCurrentIndex(index)

    def show_rule(self, number: str) -> None:
        """Opens the text of a rule by its number, in the book it stands in."""
        if number not in self._texts:
            for index in range(self.ui.system.count()):
                if number in self._book(self.ui.system.itemData(index)):
                    self.ui.system.setCurrentIndex(index)
                    break
        self.ui.search.clear()
        for item in items_of(self.ui.list):
            if item.data(Qt.ItemDataRole.UserRole) == number:
                self.ui.list.setCurrentItem(item)
                self.ui.list.scrollToItem(item)
                break
        self._show_text(number)

    def _fill(self) -> None:
        self._texts = self._book(self.system)
        self._list()

    def _list(self) -> None:
        wanted = [fold(word) for word in self.ui.search.text().split()]
        with QSignalBlocker(self.ui.list):
            self.ui.list.clear()
            for number, text in self._texts.items():
                all_of_it = fold(f"{rule_mark(number)} {text.title} {text.text} {text.house_rule}")
                if all(word in all_of_it for word in wanted):
                    short = "" if number == BY_HAND else number.rpartition("-")[2]
                    item = QListWidgetItem(f"{short}   {text.title}".strip(), self.ui.list)
                    item.setData(Qt.ItemDataRole.UserRole, number)
                    item.setToolTip(as_tip(f"{rule_mark(number)}\n{text.title}"))
        self._show_text("")

    def _show_item(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self._show_text(item.data(Qt.ItemDataRole.UserRole))

    def _show_text(self, number: str) -> None:
        text = self._texts.get(number)
        title, reading, house = (
            (text.title, text.reading, text.house_rule) if text else ("", "", "")
        )
        ui = self.ui
        say(ui.number, rule_mark(number) if number else "")
        say(ui.title, title)
        say(ui.reading, reading)
        say(ui.house, house)
        ui.show_button.setVisible(bool(text))
        ui.reading_title.setVisible(bool(reading))
        for part in (ui.house_title, ui.to_house_rules):
            part.setVisible(bool(house))
        choose = tr("Choose a rule, or click a number anywhere.")
        none = tr("There is no text for this number.") if number else choose
        ui.text.setText(text.text if text else none)
        ui.scroll.verticalScrollBar().setValue(0)
