"""A field on a form: its editor, its name and rule, and what is refused, in two looks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from PySide6 import QtWidgets
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent

from desktop.rules.contract import Known
from desktop.rules.fields import Field
from desktop.window.fields.editor import Editor, Path, Problems, Surroundings, first_value, to_json
from desktop.window.fields.editors import LongEditor
from desktop.window.widgets import basics, icons, theme
from desktop.window.widgets.basics import RuleLink, as_tip, label, row, tight
from desktop.window.widgets.elided import Elided, ElidedLine, WholeLine
from desktop.window.widgets.flow import Flow
from desktop.window.widgets.language import decimal, in_words, of_model, tr
from desktop.window.widgets.theme import px, scaled


class FieldBox(QtWidgets.QWidget):
    """One field of a form: the editor of its value, and below it what is refused.

    ``editor`` stands in for the usual one of the field's kind; ``path`` says where the value goes.
    """

    changed = Signal()

    def __init__(
        self, field: Field, around: Surroundings, editor: Editor | None = None, path: Path = ()
    ) -> None:
        super().__init__()
        self.field, self.path = field, path or (field.id,)
        self._around = around
        self.editor = editor or around.editor(field)
        self.refusal = label("", "refusal", wrap=True, name="refusal")
        self.refusal.hide()
        self._refuses = False
        self.editor.changed.connect(self._on_edited)

    def _on_edited(self) -> None:
        self.changed.emit()

    @property
    def name(self) -> str:
        """The dotted path: ``modifiers.cover``."""
        return ".".join(self.path)

    def rule_link(self, *, bare: bool = True) -> RuleLink:
        """The link that opens the field's rule."""
        link = RuleLink(number=self.field.rule, bare=bare)
        link.asked.connect(self._around.open_rule)
        return link

    def use_terms(self) -> None:
        """Says the name and what is inside in the terms that lead now."""
        self.editor.use_terms()

    def show_whether_it_counts(self, counts: bool) -> None:
        """Hides a field that means nothing with what is chosen beside it."""
        self.setVisible(counts)

    def refuse(self, problems: Problems) -> None:
        """Shows what is refused here; an empty list hides it."""
        if not problems and not self._refuses:
            return
        self._refuses = bool(problems)
        basics.say(self.refusal, "\n".join(self.editor.refuse(problems)))


class SheetBox(FieldBox):
    """A field of a sheet, with room: its name in two words above the editor, its rule beside them.

    ``beside`` puts the name before the editor and leaves the rule to the tooltip: for many short
    rows under one another; without ``two_words`` the other word for it is left there too.
    ``headed`` makes a heading of the name.
    """

    def __init__(
        self,
        field: Field,
        around: Surroundings,
        editor: Editor | None = None,
        path: Path = (),
        *,
        beside: bool = False,
        two_words: bool = True,
        headed: bool = False,
    ) -> None:
        super().__init__(field, around, editor, path)
        self._beside, self._two_words = beside, two_words
        self.setSizePolicy(
            QtWidgets.QSizePolicy.Policy.Preferred, QtWidgets.QSizePolicy.Policy.Preferred
        )
        big = headed or field.kind in ("records", "record")
        look = "heading" if big else "fieldname"
        self._first = Elided(look=look) if beside else ElidedLine(look=look, least=20)
        self._second = WholeLine(look="small")
        self._rule = self.rule_link()
        self._die: QtWidgets.QToolButton | None = None
        for part in (self._first, self._second, self._rule):
            part.setParent(self)  # so that it goes with the box, wherever or whether it is shown
        self._rule.setVisible(bool(field.rule))
        self._above: QtWidgets.QSpacerItem | None = None
        inside = tight(QtWidgets.QVBoxLayout(self), 3)
        if beside:
            self._stand_beside(inside)
        elif field.kind in ("flag", "reason"):
            self._stand_level(inside)
        else:
            heading = row(self._first, self._second, self._rule, spacing=6, grows=self._second)
            heading.setStretchFactor(self._rule, 100)  # so that it is short before the name is
            inside.addLayout(heading)
            self.line = heading
            if field.unit:
                inside.addLayout(row(self.editor, label(of_model(field.unit), "muted"), spacing=6))
            else:
                inside.addWidget(self.editor, 1 if isinstance(self.editor, LongEditor) else 0)
        inside.addWidget(self.refusal)
        if not isinstance(self.editor, LongEditor) and not beside:
            inside.addStretch(1)
        self.use_terms()

    def _stand_beside(self, inside: QtWidgets.QBoxLayout) -> None:
        self._rule.hide()
        if self._two_words:
            self._first.setMinimumWidth(px(84))  # most of most words
        names = tight(QtWidgets.QVBoxLayout())
        names.addWidget(self._first)
        names.addWidget(self._second)
        self.line = row(self.editor)
        self.line.insertLayout(0, names, 1)
        inside.addLayout(self.line)

    def _stand_level(self, inside: QtWidgets.QBoxLayout) -> None:
        """A tick box is level with the editors of its neighbours, whose names stand above them."""
        self._first.hide()
        self._above = QtWidgets.QSpacerItem(0, 0)
        inside.addItem(self._above)
        self.stand_close(False)
        inside.addLayout(row(self.editor, self._rule, None, spacing=6))
        inside.addStretch(1)

    def use_terms(self) -> None:
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
        super().use_terms()

    def name_width(self) -> int:
        """The pixels that the name needs."""
        return self._first.sizeHint().width()

    def keep_for_name(self, wide: int) -> None:
        """Keeps this width for the name, whatever stands beside it."""
        self._first.setMinimumWidth(wide)

    def place(self) -> tuple[str | int, ...]:
        """Where the field stands on the sheet: ``weapons``, 0, ``damage``."""
        path: list[str | int] = list(self.path)
        above = self.parentWidget()
        while above is not None:
            if isinstance(above, Editor) and (record := above.shown_record()) is not None:
                path.insert(0, record)
            elif isinstance(above, SheetBox):
                path[:0] = above.path
            above = above.parentWidget()
        return tuple(path)

    def showEvent(self, event: QShowEvent) -> None:
        """Puts a die beside a number that is thrown with, once it is known where it stands."""
        super().showEvent(event)
        if self._die is None and self._around.thrown_with(self.place()):
            self._die = QtWidgets.QToolButton()
            self._die.setAutoRaise(True)
            self._die.setFixedSize(scaled(22, 18))
            self._die.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # Ctrl+K throws from the field
            icons.wear(self._die, "d20", "muted", 14)
            name = tr("Throw: {name}", name=self._around.words(self.field)[0])
            self._die.setAccessibleName(name)
            self._die.setToolTip(as_tip(tr("{name} (Ctrl+K)", name=name)))
            self._die.clicked.connect(lambda: self._around.throw(self.place()))
            self.line.insertWidget(self.line.count(), self._die)
            if self._beside and self._two_words:  # the die takes of the name's room
                self._first.setMinimumWidth(px(54))

    def stand_close(self, close: bool) -> None:
        """Removes the space above a tick box: in a line of tick boxes nothing else needs it."""
        if self._above is not None:
            self._above.changeSize(0, 0 if close else self._first.sizeHint().height() + px(3))
            self.editor.setMinimumHeight(px(22 if close else 30))
            self.updateGeometry()


def hint(field: Field, other: str) -> str:
    """What a tooltip says of a field: the other word for it, help, limits, rule."""
    parts = [other, of_model(field.help)]
    limits = (field.minimum, field.maximum)
    low, high = ("" if limit is None else decimal(limit) for limit in limits)
    if low and high:
        parts.append(tr("from {low} to {high}", low=low, high=high))
    elif low:
        parts.append(tr("at least {low}", low=low))
    elif high:
        parts.append(tr("at most {high}", high=high))
    if field.optional:
        parts.append(tr("may stay empty"))
    if field.rule:
        parts.append(field.rule)
    return "\n".join(part for part in parts if part)


Shape = Literal["row", "cell", "tick", "list"]
"""How a field stands in the panel: on a row of its own, among short ones on a line, as a tick box,
as a list of records."""


class PanelBox(FieldBox):
    """A field in the combat panel, close to others. The map may know its value, and says why.

    ``title`` is its name where that stands in the column of names.
    """

    def __init__(
        self,
        field: Field,
        around: Surroundings,
        editor: Editor,
        path: Path,
        shape: Shape,
        title: QtWidgets.QLabel | None = None,
    ) -> None:
        super().__init__(field, around, editor, path)
        self.shape, self.title = shape, title
        self.known: Known | None = None
        """What the map knows of it."""
        self.typed = False
        """Whether its value was given, and is no default."""
        self.note: MapNote | None = None
        """Made when the map knows something for the first time."""
        self.flow: Flow | None = None
        """The line of short fields it stands on."""
        rule = self.rule_link(bare=False) if field.rule else None  # what is beside it can be cut
        if rule is not None:
            rule.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        if shape in ("row", "list"):
            self._stand_on_a_row(rule)
        else:
            self._stand_among_others(rule)

    def _stand_on_a_row(self, rule: RuleLink | None) -> None:
        if rule is not None and self.editor.foot is not None:
            self.editor.foot.addWidget(rule)
            rule = None
        line = row(*filter(None, (self.title, self.editor, rule)), grows=self.editor, top=True)
        self._lines = tight(QtWidgets.QVBoxLayout(self), 5)
        self._lines.addLayout(line)
        self._lines.addWidget(self.refusal)

    def _stand_among_others(self, rule: RuleLink | None) -> None:
        """On a line with others; the form has a place for the refusal."""
        if self.shape == "tick":
            line = row(*filter(None, (self.editor, rule)), spacing=6, grows=self.editor)
        else:
            name = label(self.editor.label, "muted") if self.title is None else None
            unit = label(of_model(self.field.unit), "muted") if self.field.unit else None
            parts = filter(None, (name, self.editor, unit, rule))
            line = row(*parts, spacing=6, grows=self.editor)  # it is narrow before the rule is
            line.setContentsMargins(0, 0, px(11), 0)
        self._lines = tight(QtWidgets.QVBoxLayout(self))
        self._lines.addLayout(line)
        self._lines.addStretch(1)

    def _on_edited(self) -> None:
        self.typed = True
        super()._on_edited()

    def start_again(self, field: Field) -> None:
        """Shows the default of the field as it is offered now; nothing is typed or known of it."""
        self.field = field
        self.typed = False
        self.editor.show_value(first_value(field))
        self.show_known(None)
        self.refuse([])

    @property
    def overruled(self) -> bool:
        """Whether a value was given though the map knows one."""
        return self.known is not None and self.typed

    def show_known(self, known: Known | None) -> None:
        """Shows what the map knows of it, unless that was overruled and is the same still."""
        if known is not None and self.note is None:
            self._add_note()
        if known != self.known:
            first, self.known = self.known is None, known
            self.typed = self.typed and first
            if known is None or not self.typed:
                value = first_value(self.field) if known is None else to_json(known.value)
                self.editor.show_value(value)
        if self.note is not None:
            why = in_words(known.why) if known else ""
            self.note.show_reason(why, overruled=self.overruled)
            self.editor.focus_widget().setAccessibleDescription(why)

    def _add_note(self) -> None:
        """The reason stands beside a short field, else below, above the place of a refusal."""
        if self.flow is not None:
            self.note = MapNote()
            self.flow.flow.insert_after(self, self.note)
        else:
            self.note = MapNote(below=TICK if self.shape == "tick" else LABELS)
            self._lines.insertWidget(1, self.note)
        self.note.taken.connect(self._take_known)

    def _take_known(self) -> None:
        """Takes the map's value again."""
        self.typed = False
        if self.known is not None:
            self.editor.show_value(to_json(self.known.value))
        self.changed.emit()

    def show_whether_it_counts(self, counts: bool) -> None:
        super().show_whether_it_counts(counts)
        if self.title is not None:
            self.title.setVisible(counts)


def hand_on(boxes: Mapping[Path, FieldBox], problems: Problems) -> list[str]:
    """Gives each box its refusals; returns those that belong to no box."""
    claimed: set[int] = set()
    for own, box in boxes.items():
        here = {
            number: (path[len(own) :], sentence)
            for number, (path, sentence) in enumerate(problems)
            if path[: len(own)] == own
        }
        box.refuse(list(here.values()))
        claimed.update(here)
    return [
        f"{path[0]}: {sentence}" if path else sentence
        for number, (path, sentence) in enumerate(problems)
        if number not in claimed
    ]


LABELS, TICK, EDITOR = 88, 24, 28
"""Pixels: how far in a note begins below a line of its own, and below a tick; how high an editor
is, beside which it stands."""


class MapNote(QtWidgets.QWidget):
    """The reason of a value that the map knows; struck out over a typed one, with the way back."""

    taken = Signal()
    """The map's value is wanted again."""

    def __init__(self, below: int | None = None) -> None:
        """``below``: so many pixels further in it stands below its editor, in as many lines as it
        takes, and not on one line beside it."""
        super().__init__()
        beside = below is None
        self.text = ElidedLine(look="small", least=56) if beside else label("", "small", wrap=True)
        self.back = basics.button(tr("as on the map"), "link")
        self.back.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.back.clicked.connect(self.taken)
        line = basics.row(icons.label("map", "muted", 13), self.text, self.back, spacing=5)
        line.setStretch(1, int(not beside))
        line.setContentsMargins(px(below or 0), 0, 0, 0)
        self.setLayout(line)
        if beside:
            self.setMinimumHeight(px(EDITOR))
        self.hide()

    def show_reason(self, why: str, *, overruled: bool) -> None:
        """Says how the map knows it; nothing where it does not."""
        theme.dress(self.text, "struck" if overruled else "small")
        self.text.setText(why)
        self.back.setAccessibleName(tr("As on the map: {why}", why=why))
        self.back.setVisible(overruled)
        self.setVisible(bool(why))
