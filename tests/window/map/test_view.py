"""The view of a map: zoom, pan, what is never too small, and where people are put down."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QImage,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.rules.battlefield import Shape
from desktop.rules.geometry import Point, crossed_of
from desktop.window.map.overlay import Reach, shadow
from desktop.window.map.pane import MapPane
from desktop.window.map.plane import Newcomer, Plane, arrange
from desktop.window.map.token import LEAST, UNIT, Token, on_scene
from desktop.window.map.tools import DrawTool
from desktop.window.widgets import theme
from tests.window.map.hand import CONTROL, LEFT, PLAIN, Hand

Key = Qt.Key


@pytest.fixture
def pane(qtbot: QtBot) -> MapPane:
    """A map of 200 × 100 m with two tokens, larger than the view."""
    application = QApplication.instance()
    assert isinstance(application, QApplication)
    theme.apply(application, "light")
    made = MapPane()
    qtbot.addWidget(made)
    made.resize(640, 440)
    made.map.show_plane(Plane(200, 100))
    made.map.show_tokens(
        {"ama": Token("Ama", (100, 50), 1, 0), "wilk": Token("Wilk", (20, 20), 1, 1)}
    )
    with qtbot.waitExposed(made):
        made.show()
    made.view.fit()
    return made


def turn_wheel(pane: MapPane, at: QPoint, notches: int) -> None:
    """Turns the wheel with Ctrl held down."""
    port = pane.view.viewport()
    event = QWheelEvent(
        QPointF(at), QPointF(port.mapToGlobal(at)), QPoint(), QPoint(0, 120 * notches),
        Qt.MouseButton.NoButton, CONTROL, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(port, event)


def test_the_wheel_zooms_about_the_place_under_the_mouse(qtbot: QtBot, pane: MapPane) -> None:
    hand = Hand(qtbot, pane.view)
    at = hand.pixel((60, 40))
    zoom = pane.view.zoom
    turn_wheel(pane, at, 4)
    assert pane.view.zoom > 2 * zoom
    moved = hand.pixel((60, 40)) - at
    assert moved.manhattanLength() <= 4
    hand.keys(Key.Key_Home)
    assert pane.view.zoom == pytest.approx(zoom)


def test_zoom_has_ends(qtbot: QtBot, pane: MapPane) -> None:
    hand = Hand(qtbot, pane.view)
    hand.keys(*[Key.Key_Plus] * 60)
    nearest = pane.view.zoom
    hand.keys(*[Key.Key_Minus] * 120)
    assert 1 < nearest < 10
    assert 0.01 < pane.view.zoom < 0.2


def test_the_whole_map_stays_whole_when_there_is_other_room(pane: MapPane) -> None:
    pane.resize(900, 700)
    ground = pane.view.mapFromScene(pane.map.ground_rect).boundingRect()
    assert pane.view.viewport().rect().contains(ground)


def test_a_drag_with_the_middle_button_pans_and_moves_nobody(qtbot: QtBot, pane: MapPane) -> None:
    hand = Hand(qtbot, pane.view)
    pane.view.zoom_by(5)
    before = hand.pixel((90, 45))
    hand.drag((90, 45), (95, 45), button=Qt.MouseButton.MiddleButton)
    assert (hand.pixel((90, 45)) - before).x() > 50
    assert pane.map.tokens["ama"].token.at == (100, 50)


def test_a_drag_over_free_ground_chooses_all_in_the_frame(qtbot: QtBot, pane: MapPane) -> None:
    hand = Hand(qtbot, pane.view)
    clicked: list[object] = []
    pane.choose.clicked.connect(clicked.append)
    before = hand.pixel((90, 45))
    hand.drag((10, 10), (120, 60))
    assert set(pane.map.chosen) == {"ama", "wilk"}
    assert pane.ui.said.text() == "2 chosen"
    assert hand.pixel((90, 45)) == before, "nothing is panned"
    hand.drag((40, 60), (10, 10))
    assert [*pane.map.chosen] == ["wilk"], "in whichever direction it is drawn"
    hand.drag((90, 40), (110, 60), CONTROL)
    assert [*pane.map.chosen] == ["wilk", "ama"], "with Ctrl they come to those that are chosen"
    hand.drag((150, 80), (160, 90))
    assert [*pane.map.chosen] == []
    assert clicked == []
    hand.click((90, 45))
    assert len(clicked) == 1


def test_those_at_one_place_are_shown_around_it_and_each_is_clicked(
    qtbot: QtBot, pane: MapPane
) -> None:
    here: Point = (60.0, 40.0)
    crowd = {f"wilk {n}": Token(f"Wilk {n}", here, 1, 1) for n in range(6)}
    pane.map.show_tokens({"ama": Token("Ama", (100, 50), 1, 0), **crowd})
    hand = Hand(qtbot, pane.view)
    for id in crowd:
        shown = pane.map.tokens[id].pos() / UNIT
        hand.click((shown.x(), shown.y()))
        assert pane.map.chosen == (id,)
    assert pane.map.tokens["ama"].pos() == on_scene((100, 50)), "who stands alone is where it is"
    far_apart = [(20.0 + 10 * n, 20.0) for n in range(6)]
    pane.map.show_tokens({id: Token(id, at, 1, 1) for id, at in zip(crowd, far_apart, strict=True)})
    assert [pane.map.tokens[id].pos() for id in crowd] == [on_scene(at) for at in far_apart]


def test_a_small_token_lies_above_a_large_one(pane: MapPane) -> None:
    pane.map.show_tokens({"ama": Token("Ama", (51, 50), 1, 0), "obr": Token("Obr", (50, 50), 9, 1)})
    top = pane.map.token_at((51, 50))
    assert top is not None
    assert top.id == "ama"


def test_what_is_drawn_keeps_to_the_grid_and_says_how_long_it_is(
    qtbot: QtBot, pane: MapPane
) -> None:
    draw, hand = DrawTool(pane.map, pane, "line"), Hand(qtbot, pane.view)
    drawn: list[tuple[Point, ...]] = []
    draw.drawn.connect(drawn.append)
    draw.said.connect(pane.say)
    pane.view.hold(draw)
    pane.view.zoom_by(8, hand.pixel((30, 30)))
    hand.click((30.3, 29.8))
    assert pane.ui.said.text() == "30; 30"
    hand.click((33.2, 34.1))
    assert pane.ui.said.text() == "5 m"
    hand.click((33.2, 36.1))
    assert pane.ui.said.text() == "2 m, 7 m in all"
    hand.click((32.68, 36.1), Qt.KeyboardModifier.AltModifier)
    hand.click((32.68, 36.1), Qt.KeyboardModifier.AltModifier)
    (line,) = drawn
    assert line[:-1] == ((30, 30), (33, 34), (33, 36))
    assert line[-1][0] == pytest.approx(32.7, abs=0.11), "Alt lets go of the grid"


def test_where_the_mouse_left_a_drawn_line_no_words_stay(qtbot: QtBot, pane: MapPane) -> None:
    draw, hand = DrawTool(pane.map, pane, "line"), Hand(qtbot, pane.view)
    pane.view.hold(draw)
    hand.click((30, 30))
    draw.hover(None)
    assert pane.map.label.isVisible(), "a line is being drawn"
    hand.click((50, 30))
    hand.click((50, 30))
    draw.hover(None)
    assert not pane.map.label.isVisible()


def test_esc_gives_up_a_frame(qtbot: QtBot, pane: MapPane) -> None:
    hand = Hand(qtbot, pane.view)
    hand.drag((10, 10), (120, 60), hold=True)
    assert not pane.map.sketch.path().isEmpty()
    hand.keys(Key.Key_Escape)
    assert pane.map.sketch.path().isEmpty()
    assert pane.map.chosen == ()


def test_arrows_pan_where_nobody_is_chosen(qtbot: QtBot, pane: MapPane) -> None:
    hand = Hand(qtbot, pane.view)
    pane.view.zoom_by(5)
    before = hand.pixel((100, 50))
    hand.keys(Key.Key_Right)
    assert hand.pixel((100, 50)).x() < before.x()


def test_alt_and_an_arrow_move_by_a_tenth_where_there_are_no_squares(
    qtbot: QtBot, pane: MapPane
) -> None:
    hand, placed = Hand(qtbot, pane.view), []
    pane.choose.placed.connect(lambda middles, _: placed.append(middles["ama"]))
    pane.map.choose(["ama"])
    alt = Qt.KeyboardModifier.AltModifier
    hand.keys(Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Up, modifier=alt)
    hand.keys(Qt.Key.Key_Return)
    assert placed == [(100.2, 49.9)]
    pane.map.show_plane(Plane(200, 100, squares=True))
    pane.map.show_tokens({"ama": Token("Ama", (100.5, 50.5), 1, 0)})
    pane.map.choose(["ama"])
    hand.keys(Qt.Key.Key_Right, modifier=alt)
    hand.keys(Qt.Key.Key_Return)
    assert placed[1:] == [(101.5, 50.5)]


def test_space_pans_while_a_tool_measures(qtbot: QtBot, pane: MapPane) -> None:
    hand = Hand(qtbot, pane.view)
    pane.view.zoom_by(5)
    pane.take(pane.measure)
    before = hand.pixel((90, 45))
    qtbot.keyPress(pane.view, Key.Key_Space)
    hand.drag((90, 45), (95, 45))
    qtbot.keyRelease(pane.view, Key.Key_Space)
    assert hand.pixel((90, 45)) != before
    assert pane.measure.points == []


def test_a_token_is_never_too_small_to_be_seen_and_hit(qtbot: QtBot, pane: MapPane) -> None:
    item = pane.map.tokens["ama"]
    assert item.diameter * pane.view.zoom == pytest.approx(LEAST)
    middle = Hand(qtbot, pane.view).pixel((100, 50))
    beside = pane.view.mapToScene(middle + QPoint(int(LEAST / 2) - 2, 0))
    assert item.covers(beside)


def test_the_lines_are_farther_apart_on_a_map_that_is_far_away(pane: MapPane) -> None:
    assert pane.map.between_lines > 1
    pane.view.zoom_by(20)
    assert pane.map.between_lines == 1


def test_a_thin_wall_can_be_chosen_however_far_the_map_is(qtbot: QtBot, pane: MapPane) -> None:
    pane.choose.shapes = True
    pane.map.show_ground([Shape(kind="wall", points=((50, 10), (50, 90)))])
    hand = Hand(qtbot, pane.view)
    hand.qtbot.mouseClick(
        pane.view.viewport(), Qt.MouseButton.LeftButton, pos=hand.pixel((50, 30)) + QPoint(3, 0)
    )
    assert pane.map.chosen_shape == 0


@pytest.mark.parametrize("squares", [True, False])
@pytest.mark.parametrize("size", [0.5, 1.0, 2.0, 3.0])
def test_people_are_put_down_on_the_map_beside_each_other(squares: bool, size: float) -> None:
    plane = Plane(60, 40, squares=squares)
    crowd = [Newcomer(f"{number}", size, number % 4) for number in range(60)]
    found = arrange(plane, crowd, [(5.0, 20.0)])
    assert len(found) == 60
    middles = [plane.middle(at, size) for at in found.values()]
    assert all(plane.holds(at) for at in middles)
    near = max(size, 1.0 if squares else size) * 0.98
    for (x, y), (a, b) in combinations([*middles, (5.0, 20.0)], 2):
        assert abs(x - a) >= near or abs(y - b) >= near


@pytest.mark.parametrize("wide", [250, 400, 900])
@pytest.mark.parametrize("at", [(5, 50), (60, 50), (100, 50), (195, 50), (100, 1), (100, 99)])
def test_a_long_sentence_beside_a_place_stands_within_the_view(
    pane: MapPane, at: Point, wide: int
) -> None:
    label = pane.map.label
    pane.resize(wide, 500)
    QApplication.processEvents()
    pane.view.fit()
    label.say("4 m · " + "what cannot be is told at some length; " * 4, at, refused=True)
    pixel = QPointF(pane.view.mapFromScene(label.pos()))
    assert QRectF(pane.view.viewport().rect()).contains(label.boundingRect().translated(pixel))


def test_a_shadow_is_what_lies_behind_a_wall() -> None:
    dice = Random(7)
    for _ in range(20):
        corners = [(dice.randint(0, 20), dice.randint(0, 20)) for _ in range(12)]
        walls = [corners[n : n + 2] for n in range(0, 12, 2)]
        walls.append([(15, 3), (18, 3), (18, 6), (15, 6), (15, 3)])
        middle = dice.uniform(0, 14), dice.uniform(0, 20)
        behind = shadow(walls, middle, 30)
        for _ in range(200):
            at = dice.uniform(0, 20), dice.uniform(0, 20)
            assert behind.contains(on_scene(at)) == bool(crossed_of(middle, at, walls))


def test_on_a_map_that_is_full_the_others_stand_in_its_middle() -> None:
    plane = Plane(3, 3, squares=True)
    found = arrange(plane, [Newcomer(f"{number}", 1, 0) for number in range(20)], [])
    assert len(found) == 20
    assert all(plane.holds(plane.middle(at, 1)) for at in found.values())


def test_another_button_while_one_is_held_down_spoils_no_drag(qtbot: QtBot, pane: MapPane) -> None:
    hand, port, item = Hand(qtbot, pane.view), pane.view.viewport(), pane.map.tokens["ama"]
    placed: list[dict[str, Point]] = []
    pane.choose.placed.connect(lambda middles, _: placed.append(middles))

    def send(kind: QEvent.Type, button: Qt.MouseButton, held: Qt.MouseButton, at: Point) -> None:
        pixel = QPointF(hand.pixel(at))
        event = QMouseEvent(kind, pixel, port.mapToGlobal(pixel), button, held, PLAIN)
        QApplication.sendEvent(port, event)

    press, release = QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease
    hand.drag((100, 50), (60, 60), hold=True)
    for middle in (Qt.MouseButton.MiddleButton, Qt.MouseButton.RightButton):
        send(press, middle, LEFT | middle, (60, 60))
        at = hand.pixel((60, 60))
        reason = QContextMenuEvent.Reason.Mouse
        QApplication.sendEvent(port, QContextMenuEvent(reason, at, port.mapToGlobal(at)))
        send(release, middle, LEFT, (60, 60))
        assert not placed
    send(release, LEFT, Qt.MouseButton.NoButton, (60, 60))
    assert [list(one) for one in placed] == [["ama"]]
    assert item.pos() == QPointF(*item.token.at) * UNIT, "and nobody is left where they are not"


def test_of_two_on_each_other_a_click_takes_the_one_that_is_seen(
    qtbot: QtBot, pane: MapPane
) -> None:
    tokens = {id: Token(id, (50, 50), 1, 0) for id in ("below", "above")}
    pane.map.show_tokens(tokens)
    seen = pane.map.items(QPointF(50, 50) * UNIT)[0]
    assert pane.map.token_at((50, 50)) is seen
    pane.map.show_tokens({"above": tokens["above"]})
    pane.map.show_tokens(tokens)
    seen = pane.map.items(QPointF(50, 50) * UNIT)[0]
    assert pane.map.token_at((50, 50)) is seen, "who was put there later lies above"


def test_a_click_that_trembles_chooses_a_wall_and_moves_it_nowhere(
    qtbot: QtBot, pane: MapPane
) -> None:
    pane.choose.shapes = True
    pane.map.show_ground([Shape(kind="wall", points=((60, 20), (60, 80)))])
    moved: list[object] = []
    pane.choose.shape_moved.connect(lambda *by: moved.append(by))
    start = Hand(qtbot, pane.view).pixel((60, 50))
    port = pane.view.viewport()
    qtbot.mousePress(port, LEFT, PLAIN, start)
    qtbot.mouseMove(port, start + QPoint(1, 1))
    qtbot.mouseRelease(port, LEFT, PLAIN, start + QPoint(1, 1))
    assert pane.map.chosen_shape == 0
    assert moved == []


def test_shading_where_one_can_go_leaves_the_colours_of_the_scheme_as_they_are(
    qtbot: QtBot,
) -> None:
    reach, area = Reach(), QPainterPath()
    area.addRect(0, 0, 10, 10)
    reach.show_areas([(area, 0.5)])
    image = QImage(10, 10, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    reach.draw(painter)
    painter.end()
    assert theme.current_colours().players.alpha() == 255


def test_tokens_of_two_kinds_that_begin_alike_differ_by_a_letter(pane: MapPane) -> None:
    names = ["Pirat abordażowy 1", "Pirat abordażowy 2", "Przemytnik 1", "Strażnik 1", "Ama"]
    tokens = {name: Token(name, (n * 9, 5), 1, 1) for n, name in enumerate(names)}
    pane.map.show_tokens(tokens)
    letters = [pane.map.tokens[name].letters for name in names]
    assert letters == ["Pi1", "Pi2", "Pr1", "S1", "A"]
    pane.map.show_tokens({name: tokens[name] for name in names[:2]})
    assert [item.letters for item in pane.map.tokens.values()] == ["P1", "P2"]
