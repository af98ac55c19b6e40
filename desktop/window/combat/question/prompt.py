"""The question that waits: dice, or a decision. It is part of the panel, not a dialog."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from desktop.encounter.play_table import DiceWanted, LogLine
from desktop.rules.dice import Dice
from desktop.rules.fields import Field
from desktop.rules.table import Decision
from desktop.window.combat.question.typed_dice import TypedDice
from desktop.window.fields.documents import to_json
from desktop.window.fields.editor import Editor, Surroundings
from desktop.window.widgets import basics, paint, theme
from desktop.window.widgets.buttons import ActionButton
from desktop.window.widgets.colours import current_colours
from desktop.window.widgets.flow import Flow
from desktop.window.widgets.language import in_words, tr

BOX = 30.0

FREE = ("integer", "number", "text", "reason", "numbers", "pairs", "texts", "scores", "choices")
"""Kinds of answers that can be other than the choices on offer."""

MORE = "0"
"""The key that shows the answers which are folded away."""

TOLD = 4
"""So many lines of what the command has told so far stand above the question."""


class DiceBoxes(QWidget):
    """A box for each die of the throw, filled as the dice are typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._typed: TypedDice | None = None
        self._fallen: tuple[int, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        theme.notifier().changed.connect(self.update)

    def show_dice(self, typed: TypedDice | None, fallen: Sequence[int] = ()) -> None:
        """``fallen`` are dice of this throw that lie there already."""
        self._typed, self._fallen = typed, tuple(fallen)
        if typed is not None:
            dice = " ".join(typed.names())
            words = tr("Dice: {dice}; {left} to go", dice=dice or "–", left=typed.left)
            self.setAccessibleName(words)
        self.updateGeometry()
        self.update()

    def _faces(self) -> list[tuple[str, str]]:
        """For each box what stands in it, and what is expected there."""
        faces = [(str(face), "") for face in self._fallen]
        if self._typed is None:
            return faces
        done = self._typed.names()[: len(self._typed.faces)]
        typed = [*done, *([self._typed.begun] if self._typed.begun else [])]
        for number, dice in enumerate(self._typed.each):
            faces.append((typed[number] if number < len(typed) else "", dice.one))
        return faces

    def _per_line(self, wide: int) -> int:
        return max(int((wide + 5) // (BOX + 5)), 1)

    def heightForWidth(self, width: int) -> int:
        lines = -(-len(self._faces()) // self._per_line(width))
        return int(min(lines, 8) * (BOX + 5))

    def sizeHint(self) -> QSize:
        wide = int(min(len(self._faces()), 12) * (BOX + 5))
        return QSize(wide, self.heightForWidth(max(wide, self.width())))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = current_colours()
        faces = self._faces()
        next_one = next((n for n, (face, _) in enumerate(faces) if not face), -1)
        if self._typed is not None and self._typed.begun:
            next_one = len(self._fallen) + len(self._typed.faces)
        per_line = self._per_line(self.width())
        strong = paint.bold(self.font())
        strong.setPointSizeF(strong.pointSizeF() + 1.5)
        small = paint.smaller(self.font(), 2)
        for number, (face, hint) in enumerate(faces):
            at = QPointF((number % per_line) * (BOX + 5), (number // per_line) * (BOX + 5) + 1)
            area = QRectF(at.x(), at.y(), BOX, BOX)
            here = number == next_one
            line = colours.accent if here else colours.edge
            paint.box(painter, area, colours.card, line, radius=6, width=2.0 if here else 1.0)
            font = strong if face else small
            if QFontMetrics(font).horizontalAdvance(face or hint) > BOX - 4:
                font = small
            painter.setFont(font)
            painter.setPen(colours.ink if face else colours.faint)
            painter.drawText(area, Qt.AlignmentFlag.AlignCenter, face or hint)
        painter.end()


class FallenDice(QWidget):
    """The dice of a line, as they fell; on several lines where they are many."""

    GAP = 4
    MOST = 40
    BESIDE = 6
    """So many fit beside what is told; more stand below it."""

    def __init__(self, faces: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._faces = list(faces[: self.MOST])
        if len(faces) > self.MOST:
            self._faces.append("…")
        self.setAccessibleName(tr("Dice: {dice}", dice=" ".join(faces)))
        self.beside = len(self._faces) <= self.BESIDE
        if self.beside:
            self.setFixedSize(self.sizeHint())
        else:
            policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            policy.setHeightForWidth(True)
            self.setSizePolicy(policy)
        theme.notifier().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        widths = [self._width_of(face) for face in self._faces[: self.BESIDE]]
        return QSize(int(sum(widths)) + 1, self.heightForWidth(int(sum(widths)) + 1))

    def minimumSizeHint(self) -> QSize:
        return QSize(1, 1)

    def heightForWidth(self, width: int) -> int:
        last = self._places(width)[-1] if self._faces else QPointF()
        return int(last.y() + paint.DIE) + 1

    def _width_of(self, face: str) -> float:
        return paint.die_width(face, self.font()) + self.GAP

    def _places(self, width: int) -> list[QPointF]:
        """Where each die lies, line after line."""
        places = []
        at = QPointF(0, 1)
        for face in self._faces:
            if at.x() and at.x() + self._width_of(face) - self.GAP > width:
                at = QPointF(0, at.y() + paint.DIE + self.GAP)
            places.append(at)
            at = at + QPointF(self._width_of(face), 0)
        return places

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = current_colours()
        for at, face in zip(self._places(self.width()), self._faces, strict=True):
            paint.die(painter, at, face, colours, self.font())
        painter.end()


class ToldLines(QWidget):
    """The last few lines a command has told, each with its rule."""

    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(1)

    def show_lines(self, lines: Sequence[LogLine], most: int = TOLD) -> None:
        self.hide()  # or Qt shows each new line by itself, and lays out everything each time
        basics.clear(self._column)
        for line in lines[-most:]:
            row = QHBoxLayout()
            row.setSpacing(8)
            words: QWidget = basics.label(in_words(line.text), "muted", wrap=True)
            row.addWidget(words, 1)
            dice = FallenDice(line.faces) if line.dice else None
            if dice is not None and dice.beside:
                row.addWidget(dice, 0, Qt.AlignmentFlag.AlignTop)
            if not line.rule.startswith("by-"):
                link = basics.RuleLink(number=line.rule)
                link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                link.asked.connect(self.rule_wanted)
                row.addWidget(link, 0, Qt.AlignmentFlag.AlignTop)
            self._column.addLayout(row)
            if dice is not None and not dice.beside:
                self._column.addWidget(dice)
        self.setVisible(bool(lines))


class PromptCard(QFrame):
    """The question that is waited for. Dice: boxes to type into. A decision: numbered buttons."""

    answered = Signal(object)
    roll_wanted = Signal()
    back_wanted = Signal()
    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.dress(self, "card-asking")
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 9, 12, 10)
        column.setSpacing(6)
        self.told = ToldLines()
        self.told.rule_wanted.connect(self.rule_wanted)
        column.addWidget(self.told)
        head = QHBoxLayout()
        head.setSpacing(8)
        self.text = basics.label("", "heading", wrap=True, name="question")
        head.addWidget(self.text, 1)
        self.rule = basics.RuleLink()
        self.rule.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.rule.asked.connect(self.rule_wanted)
        head.addWidget(self.rule, 0, Qt.AlignmentFlag.AlignTop)
        column.addLayout(head)
        self.boxes = DiceBoxes()
        column.addWidget(self.boxes)
        self.choices = Flow(gap=7)
        column.addWidget(self.choices)
        self._free = QHBoxLayout()
        self._free.setSpacing(8)
        column.addLayout(self._free)
        self.refusal = basics.label("", "refusal", wrap=True, name="refusal")
        self.refusal.hide()
        column.addWidget(self.refusal)
        self.typed: TypedDice | None = None
        self.decision: Decision | None = None
        self.editor: Editor | None = None
        self._default: Any = None
        self._fallen: tuple[int, ...] = ()
        self.buttons: list[ActionButton] = []
        self._folded: list[ActionButton] = []
        self.hide()

    # ---- what is asked

    def ask_dice(
        self,
        wanted: DiceWanted,
        who: str,
        told: Sequence[LogLine],
        typed: TypedDice | None = None,
    ) -> None:
        """Shows boxes for the dice of a throw; ``typed`` are those that were typed already."""
        self._clear()
        self.typed = typed or TypedDice(wanted.missing)
        dice = " + ".join(str(handful) for handful in wanted.missing if handful.count)
        what = f" · {in_words(wanted.label)}" if wanted.label else ""
        self.text.setText(tr("{who}{what}: {dice}", who=who, what=what, dice=dice))
        self.rule.show_rule(wanted.rule)
        self.told.show_lines(told)
        self._fallen = wanted.fallen
        self.boxes.show_dice(self.typed, wanted.fallen)
        self.boxes.show()
        roll = ActionButton(label=_roll(self.typed.each), key="Enter", primary=True)
        roll.clicked.connect(self.enter)
        back = ActionButton(label=tr("Back"), key="Esc")
        back.clicked.connect(self.back_wanted)
        for button in (roll, back):
            self.choices.add(button)
        self.buttons = [roll]
        if not self.typed.empty:
            self._typed_changed()
        self.show()

    def ask_decision(
        self,
        decision: Decision,
        default: Any,
        told: Sequence[LogLine],
        around: Surroundings,
        folded: int = 0,
        entry: Any = None,
    ) -> None:
        """Shows the choices as numbered buttons, and a line for any other answer.

        The last ``folded`` of the choices stand behind a button of their own, and its key.
        ``entry`` is what was entered as another answer already.
        """
        self._clear()
        self.decision, self._default = decision, default
        self.text.setText(in_words(decision.text))
        self.rule.show_rule(decision.rule)
        self.told.show_lines(told)
        field = decision.field
        single = field.kind not in ("choices", "combatants")
        for number, choice in enumerate(field.choices if single else ()):
            key = str(number + 1) if number < 9 else ""
            button = ActionButton(primary=choice.value == default)
            button.show_label(in_words(choice.label), key, in_words(choice.why_not or choice.note))
            button.setEnabled(choice.why_not is None)
            button.clicked.connect(lambda _=False, value=choice.value: self.answered.emit(value))
            self.choices.add(button)
            self.buttons.append(button)
        self._folded = self.buttons[len(self.buttons) - folded :] if folded else []
        if self._folded:
            self._fold()
        if field.kind in ("flag", "reason") and not field.choices:
            self._yes_or_no(default)
        elif not single or not field.choices or field.kind in FREE:
            self._free_entry(field, default, around, entry)
        self.choices.setVisible(bool(self.buttons))
        self.show()

    def _fold(self) -> None:
        """Hides what another answer beats in every way, behind a button that shows it."""
        for button in self._folded:
            button.hide()
        count = len(self._folded)
        words = tr("{count} more…", "{count} more…", count=count)
        self.more = ActionButton(label=words, key=MORE)
        self.more.setToolTip(basics.as_tip(tr("Answers that another one beats in every way")))
        self.more.clicked.connect(self.unfold)
        self.choices.add(self.more)

    def unfold(self) -> None:
        """Shows every answer."""
        if self._folded:
            self.more.hide()
            for button in self._folded:
                button.show()
            self._folded[0].setFocus()
            self._folded = []

    def _yes_or_no(self, default: Any) -> None:
        for number, (words, value) in enumerate(((tr("Yes"), True), (tr("No"), False))):
            button = ActionButton(label=words, key=str(number + 1), primary=bool(default) == value)
            button.clicked.connect(lambda _=False, value=value: self.answered.emit(value))
            self.choices.add(button)
            self.buttons.append(button)

    def _free_entry(
        self, field: Field, default: Any, around: Surroundings, entry: Any = None
    ) -> None:
        """Any other value the field allows; behind a link where choices are on offer."""
        editor = around.editor(field)
        editor.show_value(to_json(default) if entry is None else entry)
        ready = ActionButton(label=tr("Answer"), key="Enter", primary=not self.buttons)
        ready.clicked.connect(self.take_entry)
        row: list[QWidget] = [basics.label(editor.label, "muted"), editor, ready]
        for widget in row:
            self._free.addWidget(widget, 1 if widget is editor else 0)
        if not self.buttons:
            self.editor = editor
            return
        for widget in row:
            widget.hide()
        other = basics.button(tr("another answer…"), "link")
        other.setFocusPolicy(Qt.FocusPolicy.TabFocus)

        def unfold() -> None:
            other.hide()
            self.editor = editor
            for widget in row:
                widget.show()
            editor.enter()

        other.clicked.connect(unfold)
        self.choices.add(other)
        if entry is not None:
            unfold()

    def _clear(self) -> None:
        self.typed = self.decision = self.editor = None
        self.buttons, self._folded = [], []
        self.choices.clear()
        self.choices.show()
        basics.clear(self._free)
        self.boxes.hide()
        self.refuse("")

    # ---- answers

    def refuse(self, message: str) -> None:
        self.refusal.setText(message)
        self.refusal.setVisible(bool(message))

    def type(self, key: str) -> None:
        """A digit or separator for the dice, or the number of a choice."""
        if self.typed is not None:
            self.refuse(self.typed.type(key))
            self._typed_changed()
        elif key == MORE:
            self.unfold()
        elif key.isdecimal() and 0 < int(key) <= len(self.buttons):
            button = self.buttons[int(key) - 1]
            if button in self._folded:
                self.unfold()
            elif button.isEnabled():
                button.click()
            else:
                self.refuse(button.note)

    @property
    def offered(self) -> set[str]:
        """The answers on the buttons that can be given now, as far as they are words."""
        shown = zip(
            self.decision.field.choices if self.decision else (), self.buttons, strict=False
        )
        found = (choice.value for choice, button in shown if button.isEnabled())
        return {value for value in found if isinstance(value, str)}

    def press(self, answer: str) -> bool:
        """Gives an answer for which there is a button; False where there is none."""
        if answer not in self.offered:
            return False
        self.answered.emit(answer)
        return True

    def backspace(self) -> bool:
        """Takes back a digit; False when there is none to take back."""
        if self.typed is None or not self.typed.backspace():
            return False
        self.refuse("")
        self._typed_changed()
        return True

    def _typed_changed(self) -> None:
        assert self.typed is not None
        self.boxes.show_dice(self.typed, self._fallen)
        if self.buttons:
            if self.typed.empty:
                words = _roll(self.typed.each)
            else:
                words = tr("Take {dice}", dice=" ".join(self.typed.names()))
            self.buttons[0].show_label(words, "Enter")

    def enter(self) -> None:
        """Enter: the dice as typed, or the program's; the default answer, or the one typed in."""
        if self.typed is not None:
            if self.typed.empty:
                self.roll_wanted.emit()
            elif self.typed.full:
                self.answered.emit(self.typed.dice())
            else:
                self.refuse(tr("{left} more to type", left=self.typed.left))
        elif self.editor is not None:
            self.take_entry()
        elif self.decision is not None:
            self.answered.emit(self._default)

    def take_entry(self) -> None:
        """Answers with what stands in the line for other answers."""
        if self.editor is None:
            return
        self.answered.emit(self.editor.value())

    def show_chance(self, number: int, words: str) -> None:
        """Adds how likely it is to the note of a choice."""
        if self.decision is None or number >= len(self.buttons):
            return
        choice = self.decision.field.choices[number]
        note = in_words(choice.why_not or "") or " · ".join(
            filter(None, (in_words(choice.note), words))
        )
        button = self.buttons[number]
        button.show_label(button.label, button.key, note)


def _roll(each: Sequence[Dice]) -> str:
    """What the button says that has the program throw: ``Roll 2d6 + 1d10``, ``Draw 1 card``."""
    dice = " + ".join(str(replace(one, count=each.count(one))) for one in dict.fromkeys(each))
    if any(one.names for one in each):
        return tr("Draw {dice}", dice=dice)
    return tr("Roll {dice}", dice=dice)
