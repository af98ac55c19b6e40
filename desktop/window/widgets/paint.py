"""Painting by hand: pills, dice, discs, bars, boxes. Text is always plain text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import zip_longest
from string import digits

from PySide6 import QtCore, QtGui
from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from desktop.rules.display import BETWEEN_HANDS, Vital
from desktop.rules.names import unnumbered
from desktop.rules.state import PLAYERS
from desktop.window.widgets import theme
from desktop.window.widgets.language import in_words
from desktop.window.widgets.theme import Colours

Index = QtCore.QModelIndex | QtCore.QPersistentModelIndex
"""Which row of a list, or cell of a table, a delegate paints."""

DIE = 20.0
"""The side of a die in a line of text, in pixels."""


def usual(font: QFont) -> QFont:
    """A font of a widget as it is at the usual size."""
    if theme.scale() == 1:
        return font
    result = QFont(font)
    result.setPointSizeF(font.pointSizeF() / theme.scale())
    return result


@contextmanager
def on(widget: QWidget) -> Iterator[tuple[QPainter, QRectF]]:
    """Paints on a widget in pixels of the usual size, whatever the size in force; with its area."""
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scale = theme.scale()
    painter.scale(scale, scale)
    yield painter, QRectF(0, 0, widget.width() / scale, widget.height() / scale)
    painter.end()


@contextmanager
def row(painter: QPainter, option: QStyleOptionViewItem) -> Iterator[tuple[QRectF, QFont]]:
    """Paints a row of a list in pixels of the usual size; with its area and its font."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    scale = theme.scale()
    painter.translate(option.rect.topLeft())
    painter.scale(scale, scale)
    size = option.rect.size()
    yield QRectF(0, 0, size.width() / scale, size.height() / scale), usual(option.font)
    painter.restore()


def smaller(font: QFont, by: float = 1.0, bold: bool = False) -> QFont:
    """The font, some points smaller."""
    result = QFont(font)
    result.setPointSizeF(max(font.pointSizeF() - by, 6.0))
    result.setBold(bold)
    return result


def bold(font: QFont) -> QFont:
    result = QFont(font)
    result.setBold(True)
    return result


def text(
    painter: QPainter,
    area: QRectF,
    words: str,
    colour: QColor,
    font: QFont,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> float:
    """One line, elided where it does not fit; returns the width it took."""
    line, size, wide = _line(words, QFont(font))
    if wide > int(area.width()):
        words = elided(words, QFontMetrics(font), int(area.width()))
        line, size, wide = _line(words, QFont(font))
    x = area.right() - size.width() if align == Qt.AlignmentFlag.AlignRight else area.x()
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawStaticText(QPointF(x, area.y() + (area.height() - size.height()) / 2), line)
    return min(float(wide), area.width())


def width_of(words: str, font: QFont) -> int:
    """The width of words that are painted, in whole pixels."""
    return _line(words, QFont(font))[2]


@lru_cache(maxsize=512)
def _line(words: str, font: QFont) -> tuple[QtGui.QStaticText, QSizeF, int]:
    """A line, its size and its width in whole pixels: most lines are painted again and again."""
    line = QtGui.QStaticText(words)
    line.setTextFormat(Qt.TextFormat.PlainText)
    line.prepare(font=font)
    exact = QtGui.QFontMetricsF(font)
    size = QSizeF(exact.horizontalAdvance(words), exact.height())
    return line, size, QFontMetrics(font).horizontalAdvance(words)


def wrapped(words: str, font: QFont, width: float) -> list[str]:
    """Words in as many lines as they take in this width."""
    lines: list[str] = []
    for word in words.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of(longer, font) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


_NUMBERED = re.compile(r"([^·]*\S)(\s+\d+)")


def elided(words: str, metrics: QFontMetrics, width: int) -> str:
    """Words cut to a width in pixels; of ``Szturmowiec łajdak 2`` the number stays."""
    if metrics.horizontalAdvance(words) <= width:
        return words
    numbered = _NUMBERED.fullmatch(words)
    if numbered is None:
        return metrics.elidedText(words, Qt.TextElideMode.ElideRight, width)
    stem, number = numbered.groups()
    room = width - metrics.horizontalAdvance(number)
    return metrics.elidedText(stem, Qt.TextElideMode.ElideRight, room) + number


def box(
    painter: QPainter,
    area: QRectF,
    fill: QColor | None,
    line: QColor | None = None,
    radius: float = 6.0,
    width: float = 1.0,
) -> None:
    """A rounded rectangle; what fills one with a line is opaque.

    The line is a shape that is filled as well: with a pen it takes Qt up to six times as long.
    """
    painter.setPen(Qt.PenStyle.NoPen)
    if line is not None:
        shape, outer = QPainterPath(), radius + width / 2
        shape.addRoundedRect(area, outer, outer)
        area, radius = area.adjusted(width, width, -width, -width), radius - width / 2
        if fill is None:
            shape.addRoundedRect(area, radius, radius)
        painter.setBrush(line)
        painter.drawPath(shape)
    if fill is not None:
        painter.setBrush(fill)
        painter.drawRoundedRect(area, radius, radius)


def die(
    painter: QPainter, at: QPointF, face: str, colours: Colours, font: QFont, size: float = DIE
) -> float:
    """A die with this face, its left upper corner at ``at``; returns its width."""
    inks = colours.card.rgb(), colours.edge.rgb(), colours.ink.rgb()
    picture, wide = _die(face, font.toString(), size, inks, painter.deviceTransform().m11())
    painter.drawImage(at, picture)
    return wide


@lru_cache(maxsize=512)
def _die(
    face: str, description: str, size: float, inks: tuple[int, int, int], scale: float
) -> tuple[QtGui.QImage, float]:
    """The picture of a die and its width: a log shows eighty dice, few of them different."""
    font = QFont()
    font.fromString(description)
    wide = die_width(face, font, size)
    picture = QtGui.QImage(
        QSizeF(wide * scale, size * scale).toSize(), QtGui.QImage.Format.Format_ARGB32_Premultiplied
    )
    picture.setDevicePixelRatio(scale)
    picture.fill(Qt.GlobalColor.transparent)
    fill, line, ink = map(QColor, inks)
    area = QRectF(0, 0, wide, size)
    painter = QPainter(picture)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if face != BETWEEN_HANDS:
        box(painter, area, fill, line, radius=4)
    painter.setFont(_on_die(font, size))
    painter.setPen(ink)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, face)
    painter.end()
    return picture, wide


def die_width(face: str, font: QFont, size: float = DIE) -> float:
    if face == BETWEEN_HANDS:
        return 8.0
    return max(size, QFontMetrics(_on_die(font, size)).horizontalAdvance(face) + 8.0)


def _on_die(font: QFont, size: float) -> QFont:
    return smaller(font, 0.5 if size < 24 else -2, bold=True)


def card(
    painter: QPainter, at: QPointF, shows: str, colours: Colours, colour: QColor, font: QFont
) -> float:
    """A playing card lying on the table, as high as a die in the order; returns its width."""
    strong = smaller(font, -0.5, bold=True)
    wide = max(22.0, QFontMetrics(strong).horizontalAdvance(shows) + 7.0)
    area = QRectF(at.x(), at.y(), wide, 18)
    box(painter, area, colours.card, colours.edge, radius=3)
    painter.setFont(strong)
    painter.setPen(colour)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, shows)
    return wide


LEAST_PILL = 44.0
"""Pixels that a badge cut short is worth its place in: a few letters of what it says."""


def pill(
    painter: QPainter,
    at: QPointF,
    words: str,
    font: QFont,
    fill: QColor,
    colour: QColor,
    most: float = 1e6,
    height: float = 17.0,
) -> float:
    """A badge; returns its width, 0 when there is no room for it."""
    wide = pill_width(words, font)
    if wide > most:
        if most < LEAST_PILL:
            return 0.0
        wide = most
    area = QRectF(at.x(), at.y(), wide, height)
    box(painter, area, fill, radius=height / 2)
    text(painter, area.adjusted(7, 0, -6, 0), words, colour, font)
    return wide


def pill_width(words: str, font: QFont) -> float:
    return width_of(words, font) + 14.0


def longest(
    painter: QPainter, area: QRectF, ways: Iterable[str], ink: QColor, font: QFont, around: int
) -> None:
    """The first of some ways to say a thing that fits, with so many pixels around it; none where
    none does."""
    metrics = QFontMetrics(font)
    fits = (words for words in ways if metrics.horizontalAdvance(words) + around <= area.width())
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, next(fits, ""))


def in_a_row(
    painter: QPainter,
    area: QRectF,
    things: Sequence[Callable[[QPointF, float], float]],
    colour: QColor,
    font: QFont,
    more: float,
) -> float | None:
    """Paints things side by side, and ``+3`` in the place of those for which there is no room.

    Each is given its place and its room, ``more`` less where others follow, and gives back where
    the next begins, 0 where it has no room. Returns where they end; None where some are left out.
    """
    x = area.x()
    for left, thing in zip(range(len(things), 0, -1), things, strict=True):
        taken = thing(QPointF(x, area.y()), area.right() - x - (more if left > 1 else 0))
        if not taken:
            rest = QRectF(x, area.y(), max(more, area.right() - x), area.height())
            text(painter, rest, f"+{left}", colour, font)
            return None
        x += taken
    return x


def disc(
    painter: QPainter,
    area: QRectF,
    initials: str,
    fill: QColor | None,
    colour: QColor,
    font: QFont,
    face: QPixmap | None = None,
    side: int = 0,
) -> None:
    """A disc in the colour and shape of a side with initials, or with a face that leaves a rim;
    without ``fill`` only what stands on it."""
    if fill is not None:
        painter.fillPath(shape(area, side), fill)
    if face is not None:
        inside = area.adjusted(1.5, 1.5, -1.5, -1.5)
        painter.save()
        painter.setClipPath(shape(inside, side), Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.drawPixmap(inside, face, QRectF(face.rect()))
        painter.restore()
        return
    painter.setFont(font)
    painter.setPen(colour)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, initials)


SHAPES = ((0, 1.0, 0.0), (4, 1.2, 45.0), (6, 1.05, 0.0), (3, 1.25, 90.0), (4, 1.1, 0.0))
"""The corners of each side's shape, its size, and the direction of the first corner in degrees."""


def shape(area: QRectF, side: int) -> QPainterPath:
    """The outline of a side, numbered as by :func:`tints`: sides differ not by colour alone."""
    corners, size, turn = SHAPES[side if side < len(SHAPES) else 1 + side % 4]
    if corners:
        return polygon(area, corners, size, turn)
    path = QPainterPath()
    path.addEllipse(area)
    return path


def polygon(area: QRectF, corners: int, size: float, turn: float) -> QPainterPath:
    """A regular polygon, ``size`` times as wide as an area; ``turn`` is the direction of its first
    corner in degrees."""
    path = QPainterPath()
    spoke = QLineF(area.center(), area.center() + QPointF(area.width() / 2 * size, 0))
    polygon = QtGui.QPolygonF()
    for corner in range(corners):
        spoke.setAngle(turn + corner * 360 / corners)
        polygon.append(spoke.p2())
    path.addPolygon(polygon)
    path.closeSubpath()
    return path


def bar(
    painter: QPainter, area: QRectF, value: float, maximum: int, fill: QColor, ground: QColor
) -> None:
    """How much is left of something."""
    radius = area.height() / 2
    box(painter, area, ground, radius=radius)
    share = min(max(value / maximum, 0.0), 1.0) if maximum > 0 else 0.0
    if share > 0:
        wide = max(area.width() * share, area.height())
        box(painter, QRectF(area.x(), area.y(), wide, area.height()), fill, radius=radius)


def pips(painter: QPainter, right: QPointF, vital: Vital, colours: Colours) -> float:
    """Filled and empty dots, ending at ``right``; returns the width they took."""
    many = min(vital.maximum, 12)
    size, step = 9, 13
    left = right.x() - many * step + 4
    for index in range(many):
        area = QRectF(left + index * step, right.y(), size, size)
        painter.setPen(QPen(colours.accent, 1))
        painter.setBrush(colours.accent if index < vital.value else colours.card)
        painter.drawEllipse(area)
    return many * step


def boxes(
    painter: QPainter, at: QPointF, marks: Sequence[int], colours: Colours, step: float
) -> float:
    """Health boxes: empty, a stroke, a cross, a star on a full box, a star of eight points there;
    returns their width.

    ``step`` is from one to the next.
    """
    size = step * 10 / 13
    for index, mark in enumerate(marks):
        area = QRectF(at.x() + index * step, at.y() + (10 - size) / 2, size, size)
        worst = mark >= 3
        box(painter, area, colours.bad if worst else colours.card, colours.edge, radius=2)
        painter.setPen(QPen(colours.card if worst else colours.bad, 1.6))
        inner = area.adjusted(2, 2, -2, -2)
        if mark >= 1:
            painter.drawLine(inner.bottomLeft(), inner.topRight())
        if mark >= 2:
            painter.drawLine(inner.topLeft(), inner.bottomRight())
        middle, reach = area.center(), size / 2 - 1
        for ray in (QPointF(0, reach), QPointF(reach, 0))[: max(mark - 2, 0)]:
            painter.drawLine(middle - ray, middle + ray)
    return len(marks) * step


def chevron(painter: QPainter, middle: QPointF, colour: QColor, up: bool) -> None:
    """A small arrow head that says something unfolds."""
    rise = -2.5 if up else 2.5
    painter.setPen(QPen(colour, 1.8, c=Qt.PenCapStyle.RoundCap))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    tip = QPointF(middle.x(), middle.y() + rise)
    painter.drawLine(QPointF(middle.x() - 5, middle.y() - rise), tip)
    painter.drawLine(tip, QPointF(middle.x() + 5, middle.y() - rise))


def dotted(painter: QPainter, x: float, y: float, wide: float, colour: QColor) -> None:
    """The dotted line under a rule's number that says it can be opened."""
    painter.setPen(QPen(colour, 1.0, Qt.PenStyle.DotLine))
    painter.drawLine(QPointF(x, y), QPointF(x + wide, y))


def pencil(painter: QPainter, at: QPointF, colour: QColor) -> None:
    """A small pencil: entered by hand."""
    painter.save()
    painter.translate(at)
    painter.setPen(QPen(colour, 1.3, j=Qt.PenJoinStyle.RoundJoin))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPolygon(
        [QPointF(1, 11), QPointF(1.8, 8), QPointF(8.6, 1.2), QPointF(10.8, 3.4), QPointF(4, 10.2)]
    )
    painter.restore()


@lru_cache(maxsize=4096)
def initials(name: str) -> str:
    """``Zenon Kowalski`` as ZK, ``Platon`` as P, ``Szturmowiec łajdak 12`` as S12."""
    words = [word for word in name.replace("-", " ").split() if word[0].isalnum()]
    if len(words) > 1 and words[-1].isdecimal() and len(words[-1]) < 3:
        return words[0][0].upper() + words[-1]
    return "".join(word[0].upper() for word in words[:2]) or "?"


def initials_apart(names: Iterable[str]) -> dict[str, str]:
    """The initials of each name; where people of several kinds have the same, with the letter in
    which their names differ: ``Pi1`` of Pirat 1, ``Pr1`` of Przemytnik 1."""
    apart = {name: initials(name) for name in names}
    alike: dict[str, set[str]] = {}
    for name, letters in apart.items():
        alike.setdefault(letters.rstrip(digits), set()).add(unnumbered(name))
    for name, letters in apart.items():
        alone = letters.rstrip(digits)
        if len(kinds := alike[alone]) > 1:
            at = next(n for n, each in enumerate(zip_longest(*kinds)) if len({*each}) > 1)
            if differs := unnumbered(name)[at:].lstrip().lower()[:1]:
                apart[name] = letters[0] + differs + letters.removeprefix(alone)
    return apart


def spoken(vitals: Iterable[Vital]) -> str:
    """Vitals as a screen reader says them."""
    said = []
    for vital in vitals:
        label = in_words(vital.label)
        match vital.kind:
            case "bar" | "pips":
                said.append(f"{label} {vital.value} / {vital.maximum}")
            case "number":
                said.append(f"{label} {in_words(vital.text) or vital.value}")
            case "dice":
                said.append(f"{label} {' '.join(map(str, vital.values))}")
            case "boxes":
                hurt, which = sum(1 for mark in vital.values if mark), in_words(vital.text)
                most = f" / {vital.maximum}" if vital.maximum else ""
                said.append(f"{label} {hurt}{most}" + (f": {which}" if which else ""))
            case "card":
                said.append(f"{label} {in_words(vital.text)}")
            case "badge":
                lasts = in_words(vital.lasts)
                said.append(in_words(vital.text or vital.label) + (f" ({lasts})" if lasts else ""))
    return ", ".join(said)


def tints(sides: Iterable[str]) -> dict[str, int]:
    """The number of each side's colour: 0 for the players, the others as they come."""
    others = dict.fromkeys(side for side in sides if side != PLAYERS)
    return {PLAYERS: 0, **{side: number for number, side in enumerate(others, 1)}}
