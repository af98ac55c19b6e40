"""Buttons that paint themselves: chips, options, actions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from PySide6.QtCore import QEvent, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QCursor, QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from desktop.window.widgets import basics, paint
from desktop.window.widgets.language import tr
from desktop.window.widgets.theme import Colours, current_colours, px, scale, scaled

MOST_NEEDED = 130
"""Pixels that the label of an action can insist on."""
ONE_LINE, EACH_MORE = 30, 16
"""Pixels: how high an action is, and a line of its note that has no room beside its label."""


def why_in_words(label: str, why_not: str | None) -> str:
    """Why something cannot be, after what it is where the reason does not say that already."""
    if not why_not or why_not.startswith(label):
        return why_not or ""
    return tr("{name}: {what}", name=label, what=why_not)


class PaintedButton(QPushButton):
    """A button that paints itself; the keyboard reaches it, but a click leaves the focus alone."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAutoDefault(False)
        self.setCursor(QCursor(Qt.CursorShape.PointingHandCursor))
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def paintEvent(self, event: QPaintEvent) -> None:
        with paint.on(self) as (painter, area):
            self.paint(painter, area, current_colours())
            if self.hasFocus():
                ring = area.adjusted(2.5, 2.5, -2.5, -2.5)
                paint.box(painter, ring, None, self.ring(current_colours()), radius=5, width=1.5)

    @property
    def letters(self) -> QFont:
        """Its font at the usual size."""
        return paint.usual(self.font())

    def ring(self, colours: Colours) -> QColor:
        """The colour of the focus ring."""
        return colours.accent_ink

    def ground(self, colours: Colours, *, on: bool, grey: bool) -> tuple[QColor, QColor]:
        """The colours of what is chosen, or cannot be: what fills it, and the line around it."""
        fill = colours.accent_soft if on else colours.bar if grey else colours.card
        if self.underMouse() and not grey and not on:
            fill = colours.well
        return fill, colours.accent if on else colours.line if grey else colours.edge

    def paint(self, painter: QPainter, area: QRectF, colours: Colours) -> None:
        raise NotImplementedError


class WrappingButton(PaintedButton):
    """No wider than it needs, and as high as its lines where it has no room for all on one."""

    one_line, narrowest = 28, 40
    """Pixels: how high it is with one line, and how narrow it can be."""

    def __init__(self) -> None:
        super().__init__()
        policy = QSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def lines(self, width: float) -> Sequence[object]:
        """Its lines in this width."""
        raise NotImplementedError

    def minimumSizeHint(self) -> QSize:
        return scaled(self.narrowest, self.one_line)

    def heightForWidth(self, width: int) -> int:
        return px(self.one_line + EACH_MORE * (len(self.lines(width / scale())) - 1))


class OptionButton(PaintedButton):
    """An option of the rules: label, price and key; greyed with its reason."""

    refused = Signal()
    """It was clicked although it is greyed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = self.note = self.key = ""
        self.why_not: str | None = None
        self.chosen = False
        self._needed = 0
        self._shown: tuple[object, ...] | None = None
        self.quiet = False
        """One that stands beside the options: no box, and words in grey."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_option(
        self, label: str, note: str, key: str, why_not: str | None, chosen: bool, may: bool = False
    ) -> None:
        """One that cannot be shows its reason in place of the price, where there is room for all of
        it; ``may`` lets it be chosen."""
        now = (label, note, key, why_not, chosen, may)
        if now == self._shown:
            return
        self._shown = now
        self._needed = 0
        self.label, self.note, self.key = label, note, basics.native_keys(key)
        self.why_not, self.chosen = why_not, chosen
        self.setEnabled(why_not is None or may)
        self.setAccessibleName(label)
        self.setAccessibleDescription(why_not or " · ".join(filter(None, (note, key))))
        priced = f"{label} · {note}" if note else ""  # which may have no room on the button
        self.setToolTip(basics.as_tip(why_in_words(label, why_not) or priced))
        self.update()

    def event(self, event: QEvent) -> bool:
        """Hears a click on what is greyed, which a button swallows."""
        if not self.isEnabled() and event.type() == QEvent.Type.MouseButtonPress:
            self.refused.emit()
        return super().event(event)

    def sizeHint(self) -> QSize:
        return scaled(140, 29)

    def minimumSizeHint(self) -> QSize:
        return scaled(60, 29)

    def needed(self) -> int:
        """The width at which label, key and the number of the price have room: the same whether it
        can be now or not."""
        if not self._needed:
            small = paint.smaller(self.letters, 1.5)
            self._needed = max(
                paint.width_of(self.label, font) + paint.width_of(note, small) + apart
                for font, note, apart in (
                    (paint.bold(self.letters), self.key, 28),
                    (paint.smaller(self.letters, 0.5), self._priced()[-1], 24),
                )
            )
        return px(self._needed)

    def _priced(self) -> list[str]:
        """Price and key, then as they stand where room is short: of the price the number."""
        notes = (self.note, *self.note.split()[:1])
        return [" · ".join(filter(None, (note, self.key))) for note in notes]

    def paint(self, painter: QPainter, area: QRectF, colours: Colours) -> None:
        grey = self.why_not is not None and not self.isEnabled()
        fill, line = self.ground(colours, on=self.chosen, grey=grey)
        if not self.quiet or self.chosen or self.underMouse():
            paint.box(painter, area, fill, line, width=2.0 if self.chosen else 1.0)
        fonts = [self.letters, paint.smaller(self.letters, 0.5)]
        fonts = [*map(paint.bold, fonts), fonts[1]] if self.chosen else fonts
        small = paint.smaller(self.letters, 1.5)
        inside = area.adjusted(8, 0, -7, 0)
        room = inside.width() - 9
        # Of a price without room the number stays, beside a smaller label if need be.
        priced = [self.why_not] if self.why_not else self._priced()
        fits = (
            (note, font)
            for font, note in product(fonts[:1] if self.why_not else fonts, priced)
            if paint.width_of(self.label, font) + paint.width_of(note, small) <= room
        )
        note, font = next(fits, (self.key, fonts[0]))
        note_width = paint.width_of(note, small) + 2.0
        ink = colours.faint if grey else colours.muted if self.quiet else colours.ink
        paint.text(painter, inside.adjusted(0, 0, -(note_width + 5), 0), self.label, ink, font)
        colour = colours.faint if grey else colours.muted
        right = inside.adjusted(inside.width() - note_width, 0, 0, 0)
        paint.text(painter, right, note, colour, small, Qt.AlignmentFlag.AlignRight)


def _after(words: str) -> str:
    return f" · {words}" if words else ""


class Chip(WrappingButton):
    """Something to choose: a combatant with its disc, a weapon, a value. Greyed with its reason."""

    def __init__(
        self, label: str, note: str = "", *, why_not: str | None = None, tint: int | None = None
    ) -> None:
        super().__init__()
        self.label, self.note, self.why_not, self.tint = label, note, why_not, tint
        self.odds = ""
        self._left = 11 if tint is None else 30
        """Pixels before its words: a margin, or the disc of a combatant."""
        self._beside = (why_not or note).removeprefix(f"{label}: ")
        """What stands after the label, which is not said again."""
        self.setCheckable(True)
        self.setEnabled(why_not is None)
        self._name()

    def show_odds(self, odds: str) -> None:
        """A few words on how likely it is, once they are known."""
        if odds != self.odds:
            self.odds = odds
            self._name()
            self.updateGeometry()
            self.update()

    def _name(self) -> None:
        self.setAccessibleName(self.label)
        self.setAccessibleDescription(self._said())
        self.setToolTip(basics.as_tip(why_in_words(self.label, self.why_not) or self._said()))

    def _said(self) -> str:
        return " · ".join(part for part in (self._beside, self.odds) if part)

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(paint.bold(self.letters) if self.odds else self.letters)
        words = " · ".join(part for part in (self.label, self._said()) if part)
        return scaled(self._left + metrics.horizontalAdvance(words) + 14, self.one_line)

    def lines(self, width: float) -> Sequence[tuple[str, str]]:
        """Of each its part of the label, and of what stands after that: beside it or below."""
        letters, inside = self.letters, width - self._left - 10
        room = inside - paint.width_of(_after(self.odds), paint.bold(letters))
        if paint.width_of(self.label + _after(self._beside), letters) <= room:
            return [(self.label, _after(self._beside))]
        below = paint.wrapped(self._beside, letters, inside) if self._beside else []
        return [*((w, "") for w in paint.wrapped(self.label, letters, room)), *product([""], below)]

    def paint(self, painter: QPainter, area: QRectF, colours: Colours) -> None:
        grey = self.why_not is not None
        on = self.isChecked()
        fill, line = self.ground(colours, on=on, grey=grey)
        paint.box(painter, area, fill, line, radius=14, width=1.5 if on else 1.0)
        if self.tint is not None:
            disc = QRectF(5, 4.5, 19, 19)
            colour = colours.faint if grey else colours.tint(self.tint)
            font = paint.smaller(self.letters, 3, bold=True)
            letters = paint.initials(self.label)
            paint.disc(painter, disc, letters, colour, colours.card, font, side=self.tint)
        inks = (colours.faint,) * 2 if grey else (colours.ink, colours.muted)
        odds = _after(self.odds), colours.accent_ink, paint.bold(self.letters)
        place = QRectF(self._left, 0, area.width() - self._left - 10, self.one_line)
        for number, words in enumerate(self.lines(area.width())):
            parts = [(part, ink, self.letters) for part, ink in zip(words, inks, strict=True)]
            taken = 0.0
            for part in (*parts, odds)[: 2 if number else 3]:
                taken += paint.text(painter, place.adjusted(taken, 0, 0, 0), *part)
            place.translate(0, EACH_MORE)


class ActionButton(PaintedButton):
    """A button with its key beside the label; the primary one is filled."""

    def __init__(
        self,
        parent: QWidget | None = None,
        *,
        label: str = "",
        key: str = "",
        primary: bool = False,
    ) -> None:
        super().__init__(parent)
        self.label, self.key, self.note, self.primary = label, key, "", primary
        self._end: str | None = None
        self._beside, self._below = "", list[str]()
        """What of the note stands beside the label, and the lines below it."""
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._name()

    def show_label(self, label: str, key: str = "", note: str = "", end: str | None = None) -> None:
        """``end`` is the end of the note that stays beside the label where there is no room for
        all; the rest stands below then. Without it a note without room is left out."""
        self.label, self.key, self.note, self._end = label, basics.native_keys(key), note, end
        self._name()
        self._beside = note
        if self._below:  # else it is as wide as it has to be, or will be
            self._wrap()
        self.updateGeometry()
        self.update()

    def _name(self) -> None:
        self.setAccessibleName(self.label)
        self.setAccessibleDescription(" · ".join(filter(None, (self.note, self.key))))

    def ring(self, colours: Colours) -> QColor:
        return colours.on_accent if self.primary else super().ring(colours)

    def sizeHint(self) -> QSize:
        wide = QFontMetrics(self.letters).horizontalAdvance(self.label) + 24
        small = QFontMetrics(paint.smaller(self.letters, 1.5))
        for words in filter(None, (self.note, self.key)):
            wide += small.horizontalAdvance(words) + 7
        high = ONE_LINE + EACH_MORE * len(self._below)
        return scaled(wide + (10 if self.key.isdigit() else 0), high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._wrap()

    def _wrap(self) -> None:
        """Puts the note below the label where there is no room for it; its end stays if it can."""
        self._beside, below = self.note, list[str]()
        if self._end is not None and self.note and self.width() < self.sizeHint().width():
            small = paint.smaller(self.letters, 1.5)
            room = self.width() / scale() - (41 if self.key.isdigit() else 20)
            taken = paint.width_of(self.label, self.letters) + 7 + paint.width_of(self._end, small)
            self._beside = self._end if taken <= room else ""
            below = paint.wrapped(self.note.removesuffix(self._beside).rstrip(" ·"), small, room)
        if below != self._below:
            self._below = below
            self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """Room for the label; the key and the note beside it may go."""
        wide = QFontMetrics(self.letters).horizontalAdvance(self.label) + 24
        return scaled(min(wide, MOST_NEEDED), ONE_LINE)

    def paint(self, painter: QPainter, area: QRectF, colours: Colours) -> None:
        alive = self.isEnabled()
        strong = self.primary and alive
        fill = colours.accent if strong else colours.card if alive else colours.bar
        if self.underMouse() and alive:
            fill = fill.darker(108) if strong else colours.well
        paint.box(painter, area, fill, None if strong else colours.edge if alive else colours.line)
        inside = area.adjusted(12, 0, -8, 0)
        colour = colours.on_accent if strong else colours.ink if alive else colours.faint
        line = QRectF(inside.left(), inside.top(), inside.width(), min(inside.height(), ONE_LINE))
        taken = paint.text(painter, line, self.label, colour, self.letters)
        small = paint.smaller(self.letters, 1.5)
        quiet = colours.on_accent if strong else colours.muted if alive else colours.faint
        if self.key.isdigit():
            cap = QRectF(area.right() - 25, area.center().y() - 8.5, 17, 17)
            paint.box(painter, cap, None, quiet, radius=4)
            painter.setFont(small)
            painter.setPen(quiet)
            painter.drawText(cap, Qt.AlignmentFlag.AlignCenter, self.key)
            inside.setRight(cap.left() - 4)
            line.setRight(cap.left() - 4)
        for number, words in enumerate(self._below):
            top = inside.top() + ONE_LINE - 9 + number * EACH_MORE
            paint.text(painter, QRectF(inside.left(), top, inside.width(), 25), words, quiet, small)
        for words in filter(None, (self._beside, "" if self.key.isdigit() else self.key)):
            rest = line.adjusted(taken + 7, 1, 0, 1)
            if paint.width_of(words, small) > rest.width() and words is not self._end:
                break
            taken += 7 + paint.text(painter, rest, words, quiet, small)
