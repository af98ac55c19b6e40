"""The timeline: clicks, tooltips, and what a screen reader says."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from desktop.rules.display import Bar, Lane, Timeline
from desktop.window.combat.order.timeline import HEAD, LANE, NAMES, TimelineView


@pytest.fixture
def strip(qtbot: QtBot) -> TimelineView:
    view = TimelineView()
    qtbot.addWidget(view)
    view.resize(400, 120)
    bars = (Bar(0, 1, "Strzał", "done"), Bar(1, 2, "Bieg", "planned", "walka-9", "<i>dwa</i>"))
    lanes = (Lane("iga", bars), Lane("pirat", (Bar(0, 3, "Czeka", "waiting"),)))
    timeline = Timeline("Tura 1", ("1", "2", "3"), lanes, 1.0)
    view.show_timeline(timeline, {"iga": ("Iga", 0), "pirat": ("Pirat", 1)})
    with qtbot.waitExposed(view):
        view.show()
    return view


def test_a_click_on_a_lane_looks_at_its_combatant(strip: TimelineView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(strip.strip.looked_at) as heard:
        at = QPoint(20, int(HEAD + 1.5 * LANE))
        qtbot.mouseClick(strip.strip, Qt.MouseButton.LeftButton, pos=at)
    assert heard.args == ["pirat"]


def test_a_bar_tells_its_note_and_rule(strip: TimelineView) -> None:
    x = NAMES + (strip.strip.width() - NAMES) / 2
    assert strip.strip._tip(x, HEAD + 5) == "Bieg · planned · <i>dwa</i> · walka-9"
    assert strip.strip._tip(20, HEAD + 5) == ""


def test_the_strip_says_its_lanes_to_a_screen_reader(strip: TimelineView) -> None:
    assert strip.strip.accessibleName() == "Tura 1"
    said = "Iga: Strzał (done), Bieg (planned); Pirat: Czeka (waiting)"
    assert strip.strip.accessibleDescription() == said


class PaintedAreas(QObject):
    """Hears which parts of a widget are painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.areas: list[QRect] = []
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.areas.append(event.region().boundingRect())
        return False


def test_another_timeline_is_painted_once_and_the_same_not_at_all(strip: TimelineView) -> None:
    timeline = strip.strip._timeline
    people = {"iga": ("Iga", 0), "pirat": ("Pirat", 1)}
    QApplication.processEvents()
    painted = PaintedAreas(strip.strip)
    strip.show_timeline(replace(timeline), people)
    QApplication.processEvents()
    assert painted.areas == []
    waits = Lane("pirat", (Bar(0, 2, "Czeka", "waiting"),))
    strip.show_timeline(replace(timeline, lanes=(timeline.lanes[0], waits)), people)
    QApplication.processEvents()
    assert painted.areas == [strip.strip.rect()]
