"""A field on a form: its label, its rule, its editor, and what is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QSizePolicy,
    QSpacerItem,
    QVBoxLayout,
    QWidget,
)

from desktop.rules.fields import Field
from desktop.window.fields.editor import Editor, Problems, Surroundings
from desktop.window.fields.editors import LongEditor
from desktop.window.widgets.basics import RuleLink, as_tip, label, row, tight
from desktop.window.widgets.elided import Elided, ElidedLine
from desktop.window.widgets.language import tr


class FieldBox(QWidget):
    """One field: label, rule, editor, and what is refused.

    ``editor`` stands in for the usual one of the field's kind. ``beside`` puts the label before
    the editor and leaves the rule to the tooltip: for many short rows under one another; without
    ``two_words`` the other word for it is left there too. ``headed`` makes a heading of the label.
    """

    changed = Signal()

    def __init__(
        self,
        field: Field,
        around: Surroundings,
        editor: Editor | None = None,
        *,
        beside: bool = False,
        two_words: bool = True,
        headed: bool = False,
    ) -> None:
        super().__init__()
        self.field = field
        self._around = around
        self.editor = editor or around.editor(field)
        self._beside, self._two_words = beside, two_words
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        big = headed or field.kind in ("records", "record")
        look = "heading" if big else "fieldname"
        self._first = Elided("", look) if beside else ElidedLine(look=look, least=20)
        self._second = Elided("", "small", whole=True)
        self._rule = RuleLink(number=field.rule)
        for part in (self._first, self._second, self._rule):
            part.setParent(self)  # so that it goes with the box, wherever or whether it is shown
        if not field.rule:
            self._rule.hide()
        self._rule.asked.connect(around.open_rule)
        self._refusal = label("", "refusal", wrap=True)
        self._refusal.hide()
        self._above: QSpacerItem | None = None
        inside = QVBoxLayout(self)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(3)
        if beside:
            self._rule.hide()
            if two_words:
                self._first.setMinimumWidth(84)  # most of most words
            names = tight(QVBoxLayout())
            names.addWidget(self._first)
            names.addWidget(self._second)
            self.line = QHBoxLayout()
            self.line.setSpacing(8)
            self.line.addLayout(names, 1)
            self.line.addWidget(self.editor)
            inside.addLayout(self.line)
        elif field.kind in ("flag", "reason"):
            self._first.hide()
            # Level with the editors of its neighbours, whose labels stand above them.
            self._above = QSpacerItem(0, self._first.sizeHint().height() + 3)
            inside.addItem(self._above)
            self.editor.setMinimumHeight(30)
            inside.addLayout(row(self.editor, self._rule, None, spacing=6))
            inside.addStretch(1)
        else:
            heading = row(self._first, self._second, self._rule, spacing=6)
            heading.setStretchFactor(self._second, 1)
            inside.addLayout(heading)
            if field.unit:
                inside.addLayout(row(self.editor, label(field.unit, "muted"), spacing=6))
            else:
                inside.addWidget(self.editor, 1 if isinstance(self.editor, LongEditor) else 0)
        inside.addWidget(self._refusal)
        if not isinstance(self.editor, LongEditor) and not beside:
            inside.addStretch(1)
        self.editor.changed.connect(self.changed)
        self.use_english(around.english)

    def use_english(self, english: bool) -> None:
        first, second = self._around.words(self.field)
        self._first.setText(first)
        self._second.setText(second)
        shown = self.field.kind not in ("flag", "reason")
        if self._beside:
            shown = shown and self._two_words and bool(second)
        self._second.setVisible(shown)
        self.editor.name(first)
        tip = as_tip(hint(self.field, second))
        self._first.setToolTip(tip)
        self.editor.focus_widget().setToolTip(tip)
        self.editor.use_english(english)

    def stand_close(self) -> None:
        """Removes the space above a tick box: in a line of tick boxes nothing else needs it."""
        if self._above is not None:
            self._above.changeSize(0, 0)
            self.editor.setMinimumHeight(22)

    def refuse(self, found: Problems) -> None:
        """Shows what is refused here; an empty list hides it."""
        sentences = self.editor.refuse(found)
        self._refusal.setText("\n".join(sentences))
        self._refusal.setVisible(bool(sentences))


def hint(field: Field, other: str) -> str:
    """What a tooltip says of a field: the other word for it, help, limits, rule."""
    parts = [other, field.help]
    match field.minimum, field.maximum:
        case None, None:
            pass
        case low, None:
            parts.append(tr("at least {low}", low=f"{low:g}"))
        case None, high:
            parts.append(tr("at most {high}", high=f"{high:g}"))
        case low, high:
            parts.append(tr("from {low} to {high}", low=f"{low:g}", high=f"{high:g}"))
    if field.optional:
        parts.append(tr("may stay empty"))
    if field.rule:
        parts.append(field.rule)
    return "\n".join(part for part in parts if part)


class Place(QWidget):
    """Where a form wants a field with an editor of its own: promote the widget to a subclass."""

    beside = False
    """Whether the label stands before the editor."""
    headed = False
    """Whether the label is a heading."""

    def editor(self, field: Field, around: Surroundings) -> Editor:
        """The editor to be put here."""
        raise NotImplementedError


def hand_on(boxes: Mapping[str, FieldBox], found: Problems) -> list[str]:
    """Gives each box its refusals; returns those that belong to no box."""
    for id, box in boxes.items():
        box.refuse([(path[1:], said) for path, said in found if path and path[0] == id])
    return [
        f"{path[0]}: {said}" if path else said
        for path, said in found
        if not path or path[0] not in boxes
    ]


def _width(field: Field, columns: int) -> int:
    """How many columns of a grid a field takes."""
    match field.kind:
        case "integer" | "number" | "flag":
            return 1
        case "choice":
            return min(columns, 1 if columns <= 4 else 2)
        case "text" if not field.long:
            return min(columns, 2)
        case "reason" | "texts" | "numbers" | "pairs" | "combatant":
            return min(columns, 2)
        case _:
            return columns


def lay_out(boxes: Sequence[FieldBox], grid: QGridLayout, columns: int) -> None:
    """Puts boxes side by side, each as wide as its kind needs, without gaps at the ends."""
    grid.setHorizontalSpacing(14)
    grid.setVerticalSpacing(10)
    for column in range(columns):
        grid.setColumnStretch(column, 1)
    lines: list[list[FieldBox]] = [[]]
    column = 0
    for box in boxes:
        width = _width(box.field, columns)
        if column + width > columns:
            lines.append([])
            column = 0
        grid.addWidget(box, len(lines) - 1, column, 1, width)
        lines[-1].append(box)
        column += width
    for line in lines:
        if all(box.field.kind == "flag" for box in line):
            for box in line:
                box.stand_close()
