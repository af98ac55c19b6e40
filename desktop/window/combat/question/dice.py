"""The dice of a throw: typed key by key, in boxes, as they fell; the last lines of the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from desktop.encounter.play_table import LogLine
from desktop.rules.dice import Dice
from desktop.window.widgets import basics, paint, theme
from desktop.window.widgets.language import chosen, in_words, tr
from desktop.window.widgets.theme import current_colours

BOX = 30.0
"""Pixels: how wide and high the box of a die is."""


class DiceBoxes(QWidget):
    """A box for each die of the throw, filled as the dice are typed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._typed: TypedDice | None = None
        self._fallen: tuple[int, ...] = ()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_dice(self, typed: TypedDice | None, fallen: Sequence[int] = ()) -> None:
        """``fallen`` are dice of this throw that lie there already."""
        self._typed, self._fallen = typed, tuple(fallen)
        if typed is not None:
            dice = " ".join(typed.names())
            words = tr("Dice: {dice}; still to type: {left}", dice=dice or "–", left=typed.left)
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
            hint = "?" if dice.names else _called(dice)
            faces.append((typed[number] if number < len(typed) else "", hint))
        return faces

    def _per_line(self, wide: int) -> int:
        return max(int((wide / theme.scale() + 5) // (BOX + 5)), 1)

    def heightForWidth(self, width: int) -> int:
        lines = -(-len(self._faces()) // self._per_line(width))
        return theme.px(min(lines, 8) * (BOX + 5))

    def sizeHint(self) -> QSize:
        wide = theme.px(min(len(self._faces()), 12) * (BOX + 5))
        return QSize(wide, self.heightForWidth(max(wide, self.width())))

    def paintEvent(self, event: QPaintEvent) -> None:
        with paint.on(self) as (painter, _):
            colours = current_colours()
            faces = self._faces()
            next_one = next((n for n, (face, _) in enumerate(faces) if not face), -1)
            if self._typed is not None and self._typed.begun:
                next_one = len(self._fallen) + len(self._typed.faces)
            per_line = self._per_line(self.width())
            font = paint.usual(self.font())
            strong = paint.smaller(font, -1.5, bold=True)
            small = paint.smaller(font, 2)
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


class FallenDice(QWidget):
    """The dice of a line, as they fell; on several lines where they are many."""

    GAP = 4
    MOST = 40
    BESIDE = 6
    """The most that fit beside the words; more stand below them."""

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

    def sizeHint(self) -> QSize:
        wide = theme.px(sum(map(self._width_of, self._faces[: self.BESIDE])) + 1)
        return QSize(wide, self.heightForWidth(wide))

    def minimumSizeHint(self) -> QSize:
        return QSize(1, 1)

    def heightForWidth(self, width: int) -> int:
        last = self._places(width)[-1] if self._faces else QPointF()
        return theme.px(last.y() + paint.DIE + 1)

    def _width_of(self, face: str) -> float:
        return paint.die_width(face, paint.usual(self.font())) + self.GAP

    def _places(self, width: int) -> list[QPointF]:
        """Where each die lies, line after line."""
        places = []
        at = QPointF(0, 1)
        for face in self._faces:
            if at.x() and at.x() + self._width_of(face) - self.GAP > width / theme.scale():
                at = QPointF(0, at.y() + paint.DIE + self.GAP)
            places.append(at)
            at = at + QPointF(self._width_of(face), 0)
        return places

    def paintEvent(self, event: QPaintEvent) -> None:
        with paint.on(self) as (painter, _):
            font = paint.usual(self.font())
            for at, face in zip(self._places(self.width()), self._faces, strict=True):
                paint.die(painter, at, face, current_colours(), font)


class TypedDice:
    """The dice of one throw while they are typed in.

    Up to nine sides each digit is a die. On a d10 the 0 is a ten, as on the die. With more sides a
    number ends with a space, a comma, or where a further digit does not fit; 05 is a five, and on a
    d100 00 is a hundred. Faces with names are typed by these: a card as ``♠A``, ``AS`` or ``10h``.
    """

    def __init__(self, missing: Sequence[Dice], keys: str = "") -> None:
        """``keys`` are typed already (see :attr:`keys`)."""
        self.each = [dice for dice in missing for _ in range(dice.count)]
        self.faces: list[int] = []
        self.begun = ""
        """The digits of a number that is not finished."""
        for key in keys:
            self.type(key)

    @property
    def keys(self) -> str:
        """What comes to the same when it is typed."""
        names = (
            "0" if face == dice.sides == 10 else dice.name(face)
            for dice, face in zip(self.each, self.faces, strict=False)
        )
        return " ".join([*names, self.begun])

    @property
    def full(self) -> bool:
        """Every die is there, when the last number counts as finished."""
        return self.left == 0

    @property
    def empty(self) -> bool:
        """Nothing is typed yet."""
        return not self.faces and not self.begun

    @property
    def left(self) -> int:
        """How many dice are still to be typed."""
        return len(self.each) - len(self.faces) - bool(self._finished())

    def dice(self) -> list[int]:
        """The dice that were typed."""
        last = self._finished()
        return [*self.faces, last] if last else list(self.faces)

    def names(self) -> list[str]:
        """The dice that were typed, as they are read off the table."""
        each = zip(self.each, self.dice(), strict=False)
        return [in_words(dice.shown(face)) for dice, face in each]

    def takes(self, key: str) -> bool:
        """Whether a key can be part of what is typed now: letters only where faces have names."""
        if not key or key.isdecimal() or key in " ,;":
            return bool(key)
        dice = self._now()
        return key.isprintable() and dice is not None and dice.names is not None

    def _now(self) -> Dice | None:
        """The die that is typed now."""
        return self.each[len(self.faces)] if len(self.faces) < len(self.each) else None

    def type(self, key: str) -> str:
        """Takes a key; returns what is wrong with it, or nothing."""
        if key in " ,;":
            return self._end()
        dice = self._now()
        if dice is None:
            return tr("all the dice are there")
        faces = _typed(dice, self.begun + key)
        if faces:
            self.begun += key
            # Typed to the end, unless more could make it another one.
            return self._end() if all(whole for _, whole in faces) else ""
        if dice.names:
            return tr(
                "{thing}: none begins with {typed}", thing=_called(dice), typed=self.begun + key
            )
        if len(self.faces) + 1 == len(self.each) or not self._finished():
            return _shows_no(dice, self.begun + key)
        return self._end() or self.type(key)  # it is of the next die

    def backspace(self) -> bool:
        """Takes back the last digit; False when there is none."""
        if self.begun:
            self.begun = self.begun[:-1]
        elif self.faces:
            last = self.faces.pop()
            dice = self.each[len(self.faces)]
            self.begun = dice.name(last)[:-1] if dice.sides > 10 else ""
        else:
            return False
        return True

    def _end(self) -> str:
        if not self.begun:
            return ""
        face, dice = self._finished(), self.each[len(self.faces)]
        if not face:
            return _shows_no(dice, self.begun)
        if face in dice.gone or (dice.names and face in self.faces):
            self.begun = ""
            return tr("already drawn: {face}", face=in_words(dice.shown(face)))
        self.faces.append(face)
        self.begun = ""
        return ""

    def _finished(self) -> int:
        """What was begun, as a face; 0 when it is none."""
        faces = _typed(self.each[len(self.faces)], self.begun) if self.begun else ()
        return next((face for face, whole in faces if whole), 0)


def _typed(dice: Dice, begun: str) -> Sequence[tuple[int, bool]]:
    """The faces that begin so when they are typed, and whether that is all of it."""
    if dice.names:
        return dice.names.typed(begun)
    ways = {str(face): face for face in range(1, dice.sides + 1)}
    if dice.sides == 10:
        ways["0"] = ways.pop("10")
    elif dice.sides > 10:
        ways |= {f"0{face}": face for face in range(1, 10)}
    if dice.sides == 100:
        ways["00"] = 100
    return [(face, way == begun) for way, face in ways.items() if way.startswith(begun)]


def dice_in_words(kinds: Iterable[Dice]) -> str:
    """What is thrown together: ``2k6 + 1k10``, ``karta``."""
    return " + ".join(kind.said(chosen()) for kind in kinds if kind.count)


def _called(dice: Dice) -> str:
    """What one of these dice is called: ``k6``, ``karta``."""
    return chosen().text(dice.one) if dice.names else chosen().dice(dice.one)


def _shows_no(dice: Dice, face: str) -> str:
    return tr("{die} does not show {face}", die=_called(dice), face=face)


class LogLines(QWidget):
    """A few lines that a command has logged, each with its dice and its rule."""

    rule_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._column = basics.tight(QVBoxLayout(self), 1)

    def show_lines(self, lines: Sequence[LogLine]) -> None:
        """Shows these lines; hides itself where there are none."""
        self.hide()  # or Qt shows each new line by itself, and lays out everything each time
        basics.clear(self._column)
        for line in lines:
            words = basics.label(in_words(line.text), "muted", wrap=True)
            faces = line.faces_beside
            dice = FallenDice(faces) if faces else None
            beside: list[QWidget] = [dice] if dice is not None and dice.beside else []
            if line.rule and not line.rule.startswith("by-"):
                link = basics.RuleLink(number=line.rule)
                link.setFocusPolicy(Qt.FocusPolicy.TabFocus)
                link.asked.connect(self.rule_wanted)
                beside.append(link)
            self._column.addLayout(basics.row(words, *beside, grows=words, top=True))
            if dice is not None and not dice.beside:
                self._column.addWidget(dice)
        self._column.addStretch(1)  # where a card keeps more room, a rule stays beside its line
        self.setVisible(bool(lines))
