"""One line of an encounter's plan: who, how many, on which side, and who decides for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QMenu, QSpinBox, QWidget

from desktop.encounter.behaviours import behaviours
from desktop.encounter.roster import LONGEST_WAVE, MOST_OF_A_KIND
from desktop.languages import Language
from desktop.rules.contract import Rules, option_word
from desktop.rules.state import PLAYERS
from desktop.window.fields.editor import keep_to_one_line, leave_undo
from desktop.window.fields.editors import QuietComboBox, QuietSpinBox
from desktop.window.widgets import icons
from desktop.window.widgets.basics import as_tip, button, row, tip
from desktop.window.widgets.elided import READABLE, Elided
from desktop.window.widgets.language import in_words, tr
from desktop.window.widgets.menu import add


class PlanLine(QObject):
    """The widgets of a line, which they write to; the page puts them into its grid."""

    changed = Signal()
    dropped = Signal()
    character_asked = Signal(int)

    def __init__(
        self,
        line: dict[str, Any],
        rules: Rules[Any],
        sides: Sequence[str],
        terms: Language,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._line, self._rules, self._terms = line, rules, terms
        self._name = str(line["sheet"].get("name") or tr("(no name)"))
        self._mark = icons.label(self._icon(), "muted", 17)
        self._counter = count = self._count()
        together = self._together()
        count.valueChanged.connect(lambda value: together.setEnabled(value > 1))
        self.widgets: tuple[QWidget, ...] = (
            self._who(),
            count,
            self._side(sides),
            together,
            self._policy(),
            self._wave(),
            self._drop(),
        )
        """One for each column of the grid."""

    def has(self, widget: QWidget | None) -> bool:
        """Whether a widget is one of this line's, or within one of them."""
        return widget is not None and any(
            part is widget or part.isAncestorOf(widget) for part in self.widgets
        )

    def fill_menu(self, menu: QMenu) -> None:
        """Puts in what can be done with this line."""
        character = self._line.get("character")
        if isinstance(character, int):
            label = tr("Open the sheet: {name}", name=self._name)
            add(menu, label, lambda: self.character_asked.emit(character))
        count = self._line.get("count", 1)
        step = self._counter.stepBy
        add(menu, tr("One more"), lambda: step(1), on=count < MOST_OF_A_KIND)
        add(menu, tr("One fewer"), lambda: step(-1), on=count > 1)
        add(menu, tr("Take out: {name}", name=self._name), self.dropped.emit)

    def _icon(self) -> str:
        return "character" if self._line["side"] == PLAYERS else "foe"

    def _who(self) -> QWidget:
        who = QWidget()
        name = Elided(self._name, "strong")
        name.setMinimumWidth(READABLE)
        parts: list[QWidget] = [self._mark, name]
        character = self._line.get("character")
        if isinstance(character, int):
            open_it = button("", "quiet", about=tr("Open the sheet: {name}", name=self._name))
            icons.wear(open_it, "chevron-right", "muted", 13)
            open_it.clicked.connect(lambda: self.character_asked.emit(character))
            parts.append(open_it)
        line = row(*parts, spacing=6)
        line.setStretch(1, 1)
        who.setLayout(line)
        return who

    def _count(self) -> QSpinBox:
        count = QuietSpinBox()
        count.setRange(1, MOST_OF_A_KIND)
        count.setValue(self._line.get("count", 1))
        leave_undo(count.lineEdit())
        count.setAccessibleName(tr("{name}: how many", name=self._name))
        count.setFixedWidth(74)
        count.lineEdit().setTextMargins(6, 0, 0, 0)
        count.valueChanged.connect(lambda value: self._put("count", value, 1))
        return count

    def _side(self, sides: Sequence[str]) -> QComboBox:
        side = QuietComboBox()
        side.setEditable(True)
        line = side.lineEdit()
        assert line
        side.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        keep_to_one_line(line)
        leave_undo(line)
        side.addItems(sides)
        side.setCurrentText(self._line["side"])
        side.setAccessibleName(tr("{name}: side", name=self._name))
        side.setFixedWidth(110)
        side.currentTextChanged.connect(self._change_side)
        return side

    def _change_side(self, side: str) -> None:
        self._line["side"] = side.strip()
        icons.wear(self._mark, self._icon(), "muted", 17)
        self.changed.emit()

    def _together(self) -> QCheckBox:
        together = QCheckBox()
        together.setChecked(bool(self._line.get("group")))
        together.setAccessibleName(
            tr("{name}: one line of the order for all of them", name=self._name)
        )
        tip(together, tr("One line of the order for all of them, hit points each"))
        together.setEnabled(self._line.get("count", 1) > 1)
        together.toggled.connect(lambda on: self._put("group", on, False))
        return together

    def _policy(self) -> QComboBox:
        chooser = QuietComboBox()
        chooser.addItem(tr("by hand"), None)
        for id, policy in behaviours(self._rules).items():
            chooser.addItem(option_word(policy, self._terms), id)
            text = as_tip(in_words(policy.text))
            chooser.setItemData(chooser.count() - 1, text, Qt.ItemDataRole.ToolTipRole)
        chooser.setCurrentIndex(max(chooser.findData(self._line.get("policy")), 0))
        chooser.setAccessibleName(tr("{name}: who decides", name=self._name))
        chooser.setMinimumWidth(150)
        chooser.setMaximumWidth(200)
        chooser.activated.connect(lambda _: self._put("policy", chooser.currentData(), None))
        return chooser

    def _wave(self) -> QWidget:
        wave = QLineEdit(str(self._line.get("wave", "")))
        wave.setMaxLength(LONGEST_WAVE)
        keep_to_one_line(wave)
        leave_undo(wave)
        wave.setAccessibleName(tr("{name}: wave", name=self._name))
        tip(wave, tr("Empty: there from the start. All with the same word come when you call them"))
        wave.setFixedWidth(84)
        wave.textEdited.connect(lambda text: self._put("wave", text.strip(), ""))
        return wave

    def _drop(self) -> QWidget:
        drop = button("", "quiet", about=tr("Take out: {name}", name=self._name))
        icons.wear(drop, "cross", "muted", 14)
        drop.clicked.connect(self.dropped)
        return drop

    def _put(self, key: str, value: Any, default: Any) -> None:
        if value == default:
            self._line.pop(key, None)
        else:
            self._line[key] = value
        self.changed.emit()
