"""What is painted by hand: boxes with their lines, dice."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.window.widgets import paint, theme
from desktop.window.widgets.buttons import ActionButton
from desktop.window.widgets.theme import current_colours
from tests.window.conftest import Painted

GROUND, FILL, LINE = QColor("#dddddd"), QColor("#ffffff"), QColor("#2266aa")


pytestmark = pytest.mark.usefixtures("qapp")  # it has our letters: not every screen has some


def canvas(scale: float = 1.0) -> QImage:
    made = QImage(int(60 * scale), int(40 * scale), QImage.Format.Format_RGB32)
    made.setDevicePixelRatio(scale)
    made.fill(GROUND)
    return made


@pytest.mark.parametrize("fill", [FILL, None])
@pytest.mark.parametrize("width", [1.0, 2.0])
def test_the_line_of_a_box_lies_inside_its_area(fill: QColor | None, width: float) -> None:
    picture = canvas()
    painter = QPainter(picture)
    paint.box(painter, QRectF(10, 10, 40, 20), fill, LINE, radius=5, width=width)
    painter.end()
    across = [picture.pixelColor(x, 20) for x in range(60)]
    lines = [x for x, colour in enumerate(across) if colour == LINE]
    assert lines == [*range(10, 10 + int(width)), *range(50 - int(width), 50)]
    assert across[9] == across[50] == GROUND
    assert across[30] == (fill or GROUND)
    assert picture.pixelColor(10, 10) == GROUND, "the corner is round"


def test_a_die_has_the_colours_in_force(qapp: QApplication) -> None:
    inside = {}
    for scheme in ("light", "dark", "light"):
        theme.apply(qapp, scheme)
        picture = canvas()
        painter = QPainter(picture)
        paint.die(painter, QPointF(10, 10), "6", current_colours(), qapp.font())
        painter.end()
        inside[scheme] = picture.pixelColor(13, 20)
        assert inside[scheme] == current_colours().card
    assert inside["light"] != inside["dark"]


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
@pytest.mark.parametrize("face", ["6", "00", "12"])
def test_a_die_is_as_wide_as_it_says(qapp: QApplication, face: str, scale: float) -> None:
    theme.apply(qapp, "light")
    picture = canvas(scale)
    painter = QPainter(picture)
    wide = paint.die(painter, QPointF(10, 10), face, current_colours(), qapp.font())
    painter.end()
    assert wide == paint.die_width(face, qapp.font())
    row = [x for x in range(picture.width()) if picture.pixelColor(x, int(20 * scale)) != GROUND]
    assert abs(row[0] - 10 * scale) <= 1
    assert abs(len(row) - wide * scale) <= 1


@pytest.mark.parametrize("primary", [True, False])
def test_the_number_of_an_answer_can_be_read_on_its_button(qtbot: QtBot, primary: bool) -> None:
    seen = []
    for key in ("1", "8"):
        button = ActionButton(label="Dodge", key=key, primary=primary)
        qtbot.addWidget(button)
        button.resize(button.sizeHint())
        seen.append(button.grab().toImage())
    assert seen[0].size() == seen[1].size()
    assert seen[0] != seen[1]


@pytest.mark.parametrize("scale", [1.0, 2.0])
@pytest.mark.parametrize("align", [Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight])
@pytest.mark.parametrize("smaller", [0, 1, 1.5])
def test_words_stand_where_qt_would_put_them(
    qapp: QApplication, scale: float, align: Qt.AlignmentFlag, smaller: float
) -> None:
    font = paint.smaller(qapp.font(), smaller)
    for top in (5.0, 5.5, 7.25):
        area = QRectF(4, top, 50, 24)
        ours, theirs = canvas(scale), canvas(scale)
        painter = QPainter(ours)
        paint.text(painter, area, "Zoë 2", LINE, font, align)
        painter.end()
        painter = QPainter(theirs)
        painter.setFont(font)
        painter.setPen(LINE)
        painter.drawText(area, int(align | Qt.AlignmentFlag.AlignVCenter), "Zoë 2")
        painter.end()
        assert ours != canvas(scale)
        assert ours == theirs


def test_four_levels_of_wounds_have_four_marks() -> None:
    drawn: list[QImage] = []
    for mark in range(5):
        image = canvas()
        painter = QPainter(image)
        paint.boxes(painter, QPointF(2, 1), [mark], current_colours(), 26)
        painter.end()
        assert image not in drawn
        drawn.append(image)


def test_things_without_room_are_counted_once_for_all_rows(words_painted: list[Painted]) -> None:
    page = QPixmap(200, 20)
    painter = QPainter(page)
    font, ink = QFont(), QColor("black")

    def thing(at: QPointF, room: float) -> float:
        return 50.0 if room >= 50 else 0.0

    for wide, end, said in ((200, 200.0, []), (199, None, ["+1"]), (120, None, ["+3"])):
        words_painted.clear()
        area = QRectF(0, 0, wide, 20)
        assert paint.in_a_row(painter, area, [thing] * 4, ink, font, 24) == end
        assert [each.words for each in words_painted] == said
    painter.end()
