"""One or several of a few choices, as chips; in the combat panel those are combatants mostly."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox, QWidget

from desktop.rules.fields import Choice, Field
from desktop.window.fields import editor, editors, tab_order
from desktop.window.widgets import buttons, flow, theme
from desktop.window.widgets.language import chosen, in_words, tr

Tint = Callable[[Any], int | None]
"""The colour number of a choice's value, if it is a combatant."""

MOST_CHIPS = 10
"""The most choices shown as chips; a list at the end has the others, and those that stand aside."""


class ChipsEditor(editor.Editor):
    """One or several of the choices, as chips. Values that are not on offer are kept."""

    def __init__(self, field: Field, tint: Tint = lambda _: None) -> None:
        super().__init__(field)
        self.many = field.kind in ("choices", "combatants")
        """Whether several can be picked."""
        self._tint = tint
        self._chips: dict[str, buttons.Chip] = {}
        self.picked: list[Any] = []
        """The values that are picked, one where only one can be."""
        self._empty: Any = None if field.optional or not self.many else []
        """The value while nothing is picked."""
        self._by_name = {_name(choice.value): choice for choice in field.choices}
        self._flow = flow.Flow()
        self._fill_with(self._flow)
        self.more: QComboBox | None = None
        self._lay_out()

    def offer(self, field: Field) -> bool:
        """Takes other combatants too, and the same choices said otherwise; other choices may need
        another editor."""
        values = [[choice.value for choice in offered.choices] for offered in (field, self.field)]
        if not field.choices or not (self.of_combatants or values[0] == values[1]):
            return super().offer(field)
        if replace(self.field, default=field.default, choices=field.choices) != field:
            return False
        if field.choices != self.field.choices:
            self._by_name = {_name(choice.value): choice for choice in field.choices}
            self._chips.clear()  # they are made anew when they are laid out
        self.field = field
        self.picked = []
        self._lay_out()
        for chip in self._chips.values():
            chip.show_odds("")
        return True

    def value(self) -> Any:
        if self.many:
            return list(self.picked) or self._empty
        return self.picked[0] if self.picked else None

    def _show(self, value: Any) -> None:
        if self.many:
            self.picked = list(value or [])
            self._empty = value if value in (None, []) else self._empty
        else:
            self.picked = [] if value is None else [value]
        self._lay_out()

    def focus_widget(self) -> QWidget:
        return next(iter(self._chips.values()), self._flow)

    def enter(self) -> None:
        """See the base; what is picked goes before the first."""
        picked = (chip for chip in self._chips.values() if chip.isChecked())
        next(picked, self.focus_widget()).setFocus(Qt.FocusReason.TabFocusReason)

    def name(self, text: str) -> None:
        self.label = text
        self.setAccessibleName(text)
        if self.more is not None:
            self.more.setAccessibleName(tr("{text}: another", text=text))

    def use_terms(self) -> None:
        self._chips.clear()  # they are made anew when they are laid out
        self._lay_out()

    def refuse(self, problems: Any) -> list[str]:
        return [sentence for _, sentence in problems]

    def chips(self) -> Mapping[str, buttons.Chip]:
        """The chips by the name of their value."""
        return self._chips

    def shown(self) -> list[Choice]:
        """The choices that are chips now, in their order."""
        return [self._by_name[name] for name in self._chips]

    @property
    def of_combatants(self) -> bool:
        """Whether the choices are combatants."""
        return self.field.kind in ("combatant", "combatants")

    def offers(self, value: Any) -> bool:
        """Whether this value can be picked now."""
        return any(c.value == value and c.why_not is None for c in self.field.choices)

    def step(self, by: int) -> bool:
        """Picks the next possible choice; False where several can be picked."""
        offered = [c for c in self.field.choices if c.why_not is None]
        possible = [c for c in offered if not c.aside or c.value in self.picked] or offered
        if self.many or not possible:
            return False
        now = next(
            (n for n, c in enumerate(possible) if c.value in self.picked), -1 if by > 0 else 0
        )
        self.put(possible[(now + by) % len(possible)].value)
        return True

    def _lay_out(self) -> None:
        """What is picked is always a chip, also when it was picked from the list at the end."""
        picked = {_name(value) for value in self.picked}
        names = self._shown_names(picked)
        if names != list(self._chips) or (self.more is None and len(names) < len(self._by_name)):
            self._build(names)
        for name, chip in self._chips.items():
            chip.setChecked(name in picked)

    def _shown_names(self, picked: set[str]) -> list[str]:
        """The choices that are chips: those that do not stand aside, as far as there is room.

        What is picked has room before what can be picked, and that before what cannot. Where
        several can be picked from too many, only what is picked is a chip.
        """
        offered = self._by_name
        names = [name for name in offered if name in picked or not offered[name].aside]
        names = names or list(offered)
        if len(names) <= MOST_CHIPS:
            return names
        if self.many:
            return [name for name in names if name in picked]
        by_want = sorted(
            names, key=lambda n: n not in picked and 1 + (offered[n].why_not is not None)
        )
        return [name for name in names if name in by_want[: MOST_CHIPS - 1]]

    def _build(self, names: list[str]) -> None:
        self._flow.clear()
        self._chips.clear()
        for name in names:
            choice = self._by_name[name]
            chip = buttons.Chip(
                in_words(choice.label),
                chosen().dice(in_words(choice.note)),
                why_not=None if choice.why_not is None else in_words(choice.why_not),
                tint=self._tint(choice.value),
            )
            chip.clicked.connect(lambda _=False, value=choice.value: self.pick(value))
            self._flow.add(chip)
            self._chips[name] = chip
        self._add_list([c for name, c in self._by_name.items() if name not in self._chips])

    def _add_list(self, rest: list[Choice]) -> None:
        self.more = None
        if not rest:
            return
        box = editors.QuietComboBox()
        box.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        box.setAccessibleName(tr("{label}: another", label=self.label))
        count = len(rest)
        words = tr("choose: {count}…", count=count)
        if all(choice.aside for choice in rest):
            words = tr("others: {name}…", name=in_words(rest[0].label))
        elif self._chips:
            words = tr("{count} more…", "{count} more…", count=count)
        box.addItem(words)
        values = editors.add_choices(box, rest)
        box.activated.connect(lambda at: self.pick(values[at - 1]) if at else None)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(13)
        box.setMinimumWidth(theme.px(110))  # it shortens its words before a form is too wide
        box.setMaximumWidth(theme.px(240))
        self._flow.add(box)
        self.more = box

    def pick(self, value: Any) -> None:
        """Picks a value, or takes it out where that can be: what a click on its chip does."""
        usual = _name(self.field.default) in self._by_name  # what would count without any
        if value in self.picked:
            if self.many or self.field.optional or not (self.field.required or usual):
                self.picked.remove(value)
        elif self.many:
            self.picked.append(value)
        else:
            self.picked = [value]
        focused = QApplication.focusWidget()
        here = focused is not None and self._flow.isAncestorOf(focused)
        self._lay_out()
        if here and not self._flow.isAncestorOf(QApplication.focusWidget() or self):
            # What was laid out anew took the focus with it.
            chip: QWidget | None = self._chips.get(_name(value))
            tab_order.focus_new(chip or self.more or self.focus_widget())
        self._emit_changed()


def _name(value: Any) -> str:
    """A name that tells values apart: they can be lists, and 1 is not "1"."""
    return repr(value)
