"""Time as lanes of bars, for systems that have a timeline."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QCursor, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QToolTip, QWidget

from desktop.rules.display import Bar, Lane, Timeline
from desktop.window.widgets import basics, paint
from desktop.window.widgets.language import in_words, tr
from desktop.window.widgets.theme import Colours, current_colours, px, scale, scaled

NAMES = 112.0
LANE = 21.0
HEAD = 18.0
MOST_LANES = 8
"""The most lanes seen at once; the others are scrolled to."""

People = Mapping[str, tuple[str, int]]
"""By combatant the name, and the colour number of the side."""


class TimelineStrip(QWidget):
    """The painted lanes. A click on a lane looks at its combatant."""

    looked_at = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._timeline = Timeline("", (), ())
        self._people: People = {}
        self._turn: str | None = None
        self._span = 1.0
        """How long the time is that the width of the strip stands for."""
        self.setMouseTracking(True)
        self.setCursor(QCursor(Qt.CursorShape.PointingHandCursor))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_timeline(self, timeline: Timeline, people: People, turn: str | None = None) -> None:
        """``turn`` is the combatant on turn."""
        if (timeline, people, turn) == (self._timeline, self._people, self._turn):
            return
        self._timeline, self._people, self._turn = timeline, people, turn
        ends = [bar.start + bar.length for lane in timeline.lanes for bar in lane.bars]
        self._span = max([float(len(timeline.ticks)), timeline.now, 1.0, *ends])
        self.setFixedHeight(self.sizeHint().height())
        self.setAccessibleName(in_words(timeline.title))
        self.setAccessibleDescription("; ".join(map(self._said, timeline.lanes)))
        self.update()

    def _said(self, lane: Lane) -> str:
        bars = ", ".join(
            f"{in_words(bar.label)} ({kind_in_words(bar.kind)})".lstrip() for bar in lane.bars
        )
        return f"{self._whose(lane)[0]}: {bars or '–'}"

    def _whose(self, lane: Lane) -> tuple[str, int]:
        return self._people.get(lane.combatant, (lane.combatant, 1))

    def sizeHint(self) -> QSize:
        return scaled(300, HEAD + len(self._timeline.lanes) * LANE + 4)

    # ---- where things are

    def middle_of(self, combatant: str | None) -> int | None:
        """The height at which a combatant's lane is, or None without one."""
        lanes = enumerate(self._timeline.lanes)
        at = next((n for n, lane in lanes if lane.combatant == combatant), None)
        return None if at is None else px(HEAD + (at + 0.5) * LANE)

    def _x(self, at: float) -> float:
        return NAMES + (self.width() / scale() - NAMES - 8) * at / self._span

    def _area(self, number: int, bar: Bar) -> QRectF:
        left = self._x(bar.start)
        wide = max(self._x(bar.start + bar.length) - left - 2, 6.0)
        return QRectF(left + 1, HEAD + number * LANE + 2, wide, LANE - 4)

    def _lane_at(self, y: float) -> int:
        number = int((y - HEAD) // LANE)
        return number if y >= HEAD and number < len(self._timeline.lanes) else -1

    def _tip(self, x: float, y: float) -> str:
        number = self._lane_at(y)
        if number < 0:
            return ""
        for bar in self._timeline.lanes[number].bars:
            area = self._area(number, bar)
            if area.left() <= x <= area.right():
                words = in_words(bar.label), kind_in_words(bar.kind), in_words(bar.note), bar.rule
                return " · ".join(filter(None, words))
        return ""

    # ---- events

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        number = self._lane_at(event.position().y() / scale())
        if number >= 0 and event.button() == Qt.MouseButton.LeftButton:
            self.looked_at.emit(self._timeline.lanes[number].combatant)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent):
            at = QPointF(event.pos()) / scale()
            QToolTip.showText(event.globalPos(), basics.as_tip(self._tip(at.x(), at.y())), self)
            return True
        return super().event(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        with paint.on(self) as (painter, area):
            colours, timeline = current_colours(), self._timeline
            small = paint.smaller(paint.usual(self.font()), 1.5)
            ticks = timeline.ticks
            every = max(int(len(ticks) * 34 // max(area.width() - NAMES, 1)) + 1, 1)
            for number, tick in enumerate(ticks):
                x = self._x(number)
                painter.setPen(QPen(colours.line, 1))
                painter.drawLine(int(x), int(HEAD - 3), int(x), int(area.height()) - 2)
                if number % every == 0:
                    place = QRectF(x + 3, 0, self._x(number + every) - x - 3, HEAD - 2)
                    paint.text(painter, place, in_words(tick), colours.muted, small)
            for number, lane in enumerate(timeline.lanes):
                top = HEAD + number * LANE
                if not event.rect().intersects(QRect(0, px(top), self.width(), px(LANE))):
                    continue
                name, side = self._whose(lane)
                place = QRectF(12, top, NAMES - 18, LANE)
                tint = colours.tint(side)
                mark = QRectF(1, top + LANE / 2 - 4.5, 9, 9)
                painter.fillPath(paint.shape(mark, side), tint)
                font = paint.bold(small) if lane.combatant == self._turn else small
                paint.text(painter, place, name, colours.ink, font)
                for bar in lane.bars:
                    self._bar(painter, self._area(number, bar), bar, tint, colours)
            self._now(painter, area, colours)

    def _now(self, painter: QPainter, area: QRectF, colours: Colours) -> None:
        """A line at the present time: through all lanes, or in the lane that is on turn."""
        top, bottom = HEAD - 4, area.height() - 2.0
        for number, lane in enumerate(self._timeline.lanes):
            if lane.combatant == self._timeline.on:
                top = HEAD + number * LANE
                bottom = top + LANE
                lane_area = QRectF(0, top, area.width(), LANE)
                paint.box(painter, lane_area, None, colours.accent, radius=5)
        x = self._x(self._timeline.now)
        painter.setPen(QPen(colours.accent, 2.4 if self._timeline.on else 1.6))
        painter.drawLine(int(x), int(top), int(x), int(bottom))

    def _bar(
        self, painter: QPainter, area: QRectF, bar: Bar, tint: QColor, colours: Colours
    ) -> None:
        small = paint.smaller(paint.usual(self.font()), 2)
        ink = colours.ink
        match bar.kind:
            case "done":
                paint.box(painter, area, colours.well, radius=4)
                ink = colours.muted
            case "running":
                paint.box(painter, area, tint, radius=4)
                ink = colours.card
            case "planned":
                paint.box(painter, area, colours.card, tint, radius=4, width=1.3)
            case "waiting":
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(tint, 1.3, Qt.PenStyle.DashLine))
                painter.drawRoundedRect(area.adjusted(0.7, 0.7, -0.7, -0.7), 4, 4)
                ink = colours.muted
            case "struck":
                paint.box(painter, area, colours.bar, colours.line, radius=4)
                ink = colours.faint
        inside = area.adjusted(3, 0, -1, 0)
        wide = paint.text(painter, inside, in_words(bar.label), ink, small)
        if bar.kind == "struck":
            middle = int(area.center().y()) + 1
            painter.setPen(QPen(colours.faint, 1))
            painter.drawLine(int(inside.x()), middle, int(inside.x() + wide), middle)


def kind_in_words(kind: str) -> str:
    """How far the action of a bar is."""
    return {
        "done": tr("done", context="action in time"),
        "running": tr("running", context="action in time"),
        "planned": tr("planned", context="action in time"),
        "waiting": tr("waiting", context="action in time"),
        "struck": tr("struck", context="action in time"),
    }[kind]


class TimelineView(QScrollArea):
    """The strip, in a frame that shows a few lanes at a time."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.strip = TimelineStrip()
        self.setWidget(self.strip)

    def show_timeline(self, timeline: Timeline, people: People, turn: str | None = None) -> None:
        """As the strip does, and scrolls to the lane of the combatant on turn."""
        self.strip.show_timeline(timeline, people, turn)
        self.setFixedHeight(px(HEAD + min(len(timeline.lanes), MOST_LANES) * LANE + 6))
        middle = self.strip.middle_of(turn)
        if middle is not None:
            self.strip.resize(self.strip.width(), self.strip.minimumHeight())
            self.ensureVisible(0, middle, 0, px(LANE * 1.5))
