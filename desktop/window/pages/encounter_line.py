"""One line of an encounter's plan: who, how many, on which side, and who decides for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLineEdit, QMenu, QSpinBox, QWidget

from desktop.encounter.behaviours import behaviours
from desktop.encounter.roster import LONGEST_WAVE, MOST_OF_A_KIND
from desktop.rules.contract import Rules
from desktop.rules.state import PLAYERS
from desktop.window.combat.session.preferences import option_word
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
        english: bool,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._line, self._rules, self._english = line, rules, english
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
        """Whether a widget is one of this line's, or within one."""
        return widget is not None and any(
            one is widget or one.isAncestorOf(widget) for one in self.widgets
        )

    def fill_menu(self, menu: QMenu) -> None:
        """Puts in what can be done with this line."""
        character = self._line.get("character")
        if isinstance(character, int):
            label = tr("Open the sheet of {name}", name=self._name)
            add(menu, label, lambda: self.character_asked.emit(character))
        count = self._line.get("count", 1)
        step = self._counter.stepBy
        add(menu, tr("One more"), lambda: step(1), on=count < MOST_OF_A_KIND)
        add(menu, tr("One fewer"), lambda: step(-1), on=count > 1)
        add(menu, tr("Take {name} out", name=self._name), self.dropped.emit)

    def _icon(self) -> str:
        return "character" if self._line["side"] == PLAYERS else "foe"

    def _who(self) -> QWidget:
        made = QWidget()
        name = Elided(self._name, "strong")
        name.setMinimumWidth(READABLE)
        parts: list[QWidget] = [self._mark, name]
        character = self._line.get("character")
        if isinstance(character, int):
            open_it = button("", "quiet", about=tr("Open the sheet of {name}", name=self._name))
            icons.wear(open_it, "chevron-right", "muted", 13)
            open_it.clicked.connect(lambda: self.character_asked.emit(character))
            parts.append(open_it)
        line = row(*parts, spacing=6)
        line.setStretch(1, 1)
        made.setLayout(line)
        return made

    def _count(self) -> QSpinBox:
        made = QuietSpinBox()
        made.setRange(1, MOST_OF_A_KIND)
        made.setValue(self._line.get("count", 1))
        leave_undo(made.lineEdit())
        made.setAccessibleName(tr("How many of {name}", name=self._name))
        made.setFixedWidth(74)
        made.lineEdit().setTextMargins(6, 0, 0, 0)
        made.valueChanged.connect(lambda value: self._put("count", value, 1))
        return made

    def _side(self, sides: Sequence[str]) -> QComboBox:
        made = QuietComboBox()
        made.setEditable(True)
        line = made.lineEdit()
        assert line
        made.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        keep_to_one_line(line)
        leave_undo(line)
        made.addItems(sides)
        made.setCurrentText(self._line["side"])
        made.setAccessibleName(tr("Side of {name}", name=self._name))
        made.setFixedWidth(110)
        made.currentTextChanged.connect(self._change_side)
        return made

    def _change_side(self, side: str) -> None:
        self._line["side"] = side.strip()
        icons.wear(self._mark, self._icon(), "muted", 17)
        self.changed.emit()

    def _together(self) -> QCheckBox:
        made = QCheckBox()
        made.setChecked(bool(self._line.get("group")))
        made.setAccessibleName(tr("{name}: one line of the order for all of them", name=self._name))
        tip(made, tr("One line of the order for all of them, hit points each"))
        made.setEnabled(self._line.get("count", 1) > 1)
        made.toggled.connect(lambda on: self._put("group", on, False))
        return made

    def _policy(self) -> QComboBox:
        made = QuietComboBox()
        made.addItem(tr("by hand"), None)
        for id, policy in behaviours(self._rules).items():
            made.addItem(option_word(policy, self._english), id)
            text = as_tip(in_words(policy.text))
            made.setItemData(made.count() - 1, text, Qt.ItemDataRole.ToolTipRole)
        made.setCurrentIndex(max(made.findData(self._line.get("policy")), 0))
        made.setAccessibleName(tr("Who decides for {name}", name=self._name))
        made.setMinimumWidth(150)
        made.setMaximumWidth(200)
        made.activated.connect(lambda _: self._put("policy", made.currentData(), None))
        return made

    def _wave(self) -> QWidget:
        made = QLineEdit(str(self._line.get("wave", "")))
        made.setMaxLength(LONGEST_WAVE)
        keep_to_one_line(made)
        leave_undo(made)
        made.setAccessibleName(tr("Wave of {name}", name=self._name))
        tip(made, tr("Empty: there from the start. All with the same word come when you call them"))
        made.setFixedWidth(84)
        made.textEdited.connect(lambda text: self._put("wave", text.strip(), ""))
        return made

    def _drop(self) -> QWidget:
        made = button("", "quiet", about=tr("Take {name} out", name=self._name))
        icons.wear(made, "cross", "muted", 14)
        made.clicked.connect(self.dropped)
        return made

    def _put(self, key: str, value: Any, default: Any) -> None:
        if value == default:
            self._line.pop(key, None)
        else:
            self._line[key] = value
        self.changed.emit()
