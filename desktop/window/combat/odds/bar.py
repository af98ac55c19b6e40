"""The distribution of a command as a bar, and other ways as buttons with their chance."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.rules.display import Measure
from desktop.rules.text import as_percent
from desktop.window.combat.odds.reading import Reading
from desktop.window.widgets import basics, paint, theme
from desktop.window.widgets.buttons import PaintedButton
from desktop.window.widgets.colours import Colours, current_colours
from desktop.window.widgets.language import tr


class OddsBar(QWidget):
    """The distribution as a bar: nothing happens at the left, the more the further right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reading: Reading | None = None
        self._measure = Measure()
        self.setFixedHeight(30)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        theme.notifier().changed.connect(self.update)

    def clear(self) -> None:
        """Shows nothing: the odds are not known."""
        self._reading = None
        self.setAccessibleName("")
        self.setToolTip("")
        self.update()

    def show_reading(self, reading: Reading, measure: Measure) -> None:
        """Shows a distribution in the words of its measure."""
        self._reading, self._measure = reading, measure
        said = ", ".join(f"{self._label(n, p)}" for n, p in reading.spread.items())
        self.setAccessibleName(tr("Odds: {said}", said=said))
        self.setToolTip(basics.as_tip(said.replace(", ", "\n")))
        self.update()

    def _label(self, amount: int, p: Fraction) -> str:
        assert self._reading is not None
        if amount == 0 and not any(self._measure.words[:1]):
            nothing = {
                "damage": tr("no damage"),
                "success": tr("failure"),
                "hit": tr("miss"),
            }
            return f"{nothing.get(self._reading.what, '0')} {as_percent(p)}"
        return f"{self._measure.said(amount)} {as_percent(p)}"

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours, area = current_colours(), QRectF(self.rect())
        paint.box(painter, area, colours.well, radius=7)
        if self._reading is None:
            painter.end()
            return
        spread = self._reading.spread
        most = max(spread)
        x = area.x()
        font = paint.smaller(self.font(), 0.5)
        for number, (amount, p) in enumerate(spread.items()):
            wide = area.width() * float(p)
            segment = QRectF(x, area.y(), wide, area.height())
            self._segment(painter, segment, self._shade(colours, amount, most), number, len(spread))
            if number:
                painter.fillRect(QRectF(x - 0.5, area.y(), 1, area.height()), colours.card)
            ink = colours.on_nothing if amount == 0 else colours.on_accent
            metrics = QFontMetrics(font)
            short = as_percent(p) if self._measure.words else f"{amount} · {as_percent(p)}"
            for words in (self._label(amount, p), short, as_percent(p)):
                if metrics.horizontalAdvance(words) + 8 <= wide:
                    painter.setFont(font)
                    painter.setPen(ink)
                    painter.drawText(segment, Qt.AlignmentFlag.AlignCenter, words)
                    break
            x += wide
        painter.end()

    def _shade(self, colours: Colours, amount: int, most: int) -> QColor:
        """The colour of a segment: grey for nothing, then stronger with the amount."""
        if amount == 0:
            return colours.nothing
        share = amount / most if most else 1.0
        base = colours.accent
        return base.lighter(100 + int(26 * (1 - share))) if most > 1 else base

    def _segment(
        self, painter: QPainter, area: QRectF, fill: QColor, number: int, count: int
    ) -> None:
        """A segment with round corners only at the ends of the bar."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        radius = 7.0 if number in (0, count - 1) else 0.0
        painter.drawRoundedRect(area, min(radius, area.width() / 2), radius)
        if count > 1 and area.width() > 14:
            if number == 0:
                painter.drawRect(area.adjusted(area.width() / 2, 0, 0, 0))
            elif number == count - 1:
                painter.drawRect(area.adjusted(0, 0, -area.width() / 2, 0))


class OtherWay(PaintedButton):
    """Another way to do it, with its chance; a click takes it."""

    def __init__(self, label: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label, self.chance = label, ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(label)

    def show_chance(self, chance: str) -> None:
        """Shows the chance in a few words."""
        self.chance = chance
        self.setAccessibleDescription(chance)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(self.font())
        strong = QFontMetrics(paint.bold(self.font()))
        wide = metrics.horizontalAdvance(self.label) + strong.horizontalAdvance(self.chance) + 34
        return QSize(max(wide, 120), 26)

    def paint(self, painter: QPainter, area: QRectF, colours: Colours) -> None:
        paint.box(painter, area, colours.line if self.underMouse() else colours.well, radius=6)
        inside = area.adjusted(9, 0, -9, 0)
        strong = paint.bold(self.font())
        right = Qt.AlignmentFlag.AlignRight
        wide = paint.text(painter, inside, self.chance, colours.ink, strong, right)
        inside.setRight(inside.right() - wide - 8)
        paint.text(painter, inside, self.label, colours.ink, self.font())
