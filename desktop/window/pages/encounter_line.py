"""One line of an encounter's plan: who, how many, on which side, and who decides for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget

from desktop.encounter.behaviours import behaviours
from desktop.encounter.roster import LONGEST_WAVE, MOST_OF_A_KIND
from desktop.forms.plan_line import Ui_PlanLineForm
from desktop.rules.contract import Rules, option_word
from desktop.rules.state import PLAYERS, side_in_words
from desktop.window.fields.editor import keep_to_one_line, leave_undo
from desktop.window.widgets import basics, boxes, icons, theme
from desktop.window.widgets.language import chosen, in_words, tr
from desktop.window.widgets.menu import add

NAME_WIDE = 120
"""Pixels of a name that is cut short, where the choices beside it are already narrow."""


class PlanLine(QObject):
    """The widgets of a line, which they write to; the page puts them into its grid."""

    changed = Signal()
    dropped = Signal()
    even_asked = Signal()
    character_asked = Signal(int)

    def __init__(
        self, line: dict[str, Any], rules: Rules[Any], sides: Sequence[str], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._line, self._rules = line, rules
        self.name = str(line["sheet"].get("name") or tr("(no name)"))
        self._form = QWidget()
        self.ui = ui = Ui_PlanLineForm(self._form)
        self.widgets: tuple[QWidget, ...] = (
            ui.who, ui.count, ui.side, ui.together, ui.policy, ui.wave, ui.drop,
        )  # fmt: skip
        """One for each column of the grid."""
        self._show(sides)
        self._connect()

    def has(self, widget: QWidget | None) -> bool:
        """Whether a widget is one of this line's, or within one of them."""
        return widget is not None and any(
            part is widget or part.isAncestorOf(widget) for part in self.widgets
        )

    def fill_menu(self, menu: QMenu) -> None:
        """Puts in what can be done with this line."""
        character = self._line.get("character")
        if isinstance(character, int):
            label = tr("Open the sheet: {name}", name=self.name)
            add(menu, label, lambda: self.character_asked.emit(character))
        count = self._line.get("count", 1)
        step = self.ui.count.stepBy
        add(menu, tr("One more"), lambda: step(1), on=count < MOST_OF_A_KIND)
        add(menu, tr("One fewer"), lambda: step(-1), on=count > 1)
        if self._line["side"] != PLAYERS:
            add(menu, tr("How many for an even fight?"), self.even_asked.emit)
        add(menu, tr("Take out: {name}", name=self.name), self.dropped.emit)

    def _icon(self) -> str:
        return "character" if self._line["side"] == PLAYERS else "foe"

    def _show(self, sides: Sequence[str]) -> None:
        ui, line, name = self.ui, self._line, self.name
        icons.wear(ui.mark, self._icon(), "muted", 17)
        ui.name.setText(name)
        ui.name.setMinimumWidth(min(ui.name.sizeHint().width(), theme.px(NAME_WIDE)))
        ui.open_button.setVisible(isinstance(line.get("character"), int))
        ui.count.setMaximum(MOST_OF_A_KIND)
        ui.count.setValue(line.get("count", 1))
        ui.count.lineEdit().setTextMargins(theme.px(6), 0, 0, 0)
        boxes.offer_sides(ui.side, sides)
        ui.side.setCurrentIndex(ui.side.findData(line["side"]))
        ui.side.setEditText(in_words(side_in_words(line["side"])))
        ui.together.setChecked(bool(line.get("group")))
        ui.together.setEnabled(line.get("count", 1) > 1)
        ui.policy.addItem(tr("by hand"), None)
        for id, policy in behaviours(self._rules).items():
            ui.policy.addItem(option_word(policy, chosen()), id)
            text = basics.as_tip(in_words(policy.text))
            ui.policy.setItemData(ui.policy.count() - 1, text, Qt.ItemDataRole.ToolTipRole)
        ui.policy.setCurrentIndex(max(ui.policy.findData(line.get("policy")), 0))
        ui.wave.setMaxLength(LONGEST_WAVE)
        ui.wave.setText(str(line.get("wave", "")))
        typed_side = ui.side.lineEdit()
        assert typed_side
        for edit in (ui.count.lineEdit(), typed_side, ui.wave):
            leave_undo(edit)
        for edit in (typed_side, ui.wave):
            keep_to_one_line(edit)
            edit.setCursorPosition(0)
        for widget, about in (
            (ui.open_button, tr("Open the sheet: {name}", name=name)),
            (ui.count, tr("{name}: how many", name=name)),
            (ui.side, tr("{name}: side", name=name)),
            (ui.together, tr("{name}: one line of the order for all of them", name=name)),
            (ui.policy, tr("{name}: who decides", name=name)),
            (ui.wave, tr("{name}: wave", name=name)),
            (ui.drop, tr("Take out: {name}", name=name)),
        ):
            widget.setAccessibleName(about)

    def _connect(self) -> None:
        ui = self.ui
        ui.open_button.clicked.connect(lambda: self.character_asked.emit(self._line["character"]))
        ui.count.valueChanged.connect(lambda count: ui.together.setEnabled(count > 1))
        ui.count.valueChanged.connect(lambda count: self._put("count", count, 1))
        ui.side.currentTextChanged.connect(self._change_side)
        ui.together.toggled.connect(lambda on: self._put("group", on, False))
        ui.policy.activated.connect(lambda _: self._put("policy", ui.policy.currentData(), None))
        ui.wave.textEdited.connect(lambda text: self._put("wave", text.strip(), ""))
        ui.drop.clicked.connect(self.dropped)

    def _change_side(self) -> None:
        self._line["side"] = boxes.chosen_side(self.ui.side)
        icons.wear(self.ui.mark, self._icon(), "muted", 17)
        self.changed.emit()

    def _put(self, key: str, value: Any, default: Any) -> None:
        put(self._line, key, value, default)
        self.changed.emit()


def put(place: dict[str, Any], key: str, value: Any, default: Any) -> None:
    """Writes a value into a part of a plan, which does not say what is as always."""
    if value == default:
        place.pop(key, None)
    else:
        place[key] = value
