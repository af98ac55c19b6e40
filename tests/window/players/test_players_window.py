"""The players' window: opened, remembered, black; and nothing in it but what a view of them has."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from PySide6.QtCore import QObject, QRectF, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGraphicsView, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from desktop.encounter.fight import Fight, start
from desktop.encounter.players_view import Die, Roll, Shown, Throw, party_view
from desktop.rules.display import badge
from desktop.rules.state import Objective
from desktop.rules.text import Text
from desktop.window.combat.panel import CombatPanel
from desktop.window.combat.session.fight_session import FightSession
from desktop.window.combat.session.preferences import Preferences
from desktop.window.map.token import on_scene
from desktop.window.players.boards import OrderBoard, ThrowBoard
from desktop.window.players.screen import PlayersScreen
from desktop.window.players.window import OPENING, PlayersWindow
from desktop.window.widgets import theme
from desktop.window.widgets.pictures import Portraits
from tests.encounter.test_players_know import WALLS, begun
from tests.encounter.test_players_know import person as someone
from tests.pictures import png
from tests.players import SECRET, meddle
from tests.playouts import by_policies
from tests.test_players_view import FIGHTS
from tests.window.conftest import Painted, Person


def fail(error: BaseException) -> None:
    raise error


@pytest.fixture
def screen(qtbot: QtBot, qapp: QApplication) -> Iterator[PlayersScreen]:
    theme.apply(qapp, "light")
    kept: dict[str, str] = {}
    desk = QWidget()
    qtbot.addWidget(desk)
    made = PlayersScreen(desk, kept.get, kept.__setitem__, fail)
    yield made
    made.shut()


def shown(screen: PlayersScreen, fight: Fight) -> PlayersWindow:
    """The window with a fight in it."""
    screen.open(True)
    session = FightSession(fight, Preferences(screen), lambda *_: None, parent=screen)
    screen.follow(session)
    screen.refresh()
    assert screen.window
    screen.window.resize(1366, 768)
    QApplication.processEvents()
    return screen.window


def said(window: PlayersWindow) -> str:
    """All that the window says: texts, tips, names for screen readers, names on the map."""
    words = []
    things: list[QObject] = [window, *window.findChildren(QObject)]
    for thing in things:
        words.append(thing.objectName())
        if isinstance(thing, QWidget):
            words += [thing.toolTip(), thing.accessibleName(), thing.accessibleDescription()]
            words += [thing.statusTip(), thing.whatsThis(), thing.windowTitle()]
        if isinstance(thing, QLabel):
            words.append(thing.text())
    for id, item in window.ui.map.map.tokens.items():
        words += [id, item.token.name, item.token.spoken, item.toolTip()]
    words.append(window.ui.map.map.label.words)
    return "\n".join(words)


@pytest.mark.parametrize("script", FIGHTS.values(), ids=FIGHTS)
def test_nothing_in_the_window_tells_what_the_players_may_not_know(
    script: dict[str, Any], screen: PlayersScreen
) -> None:
    random = Random(3)
    for number, fight in enumerate(by_policies(script, 12, 5)):
        meddle(fight, random)
        if number % 4:
            continue
        words = said(shown(screen, fight)).casefold()
        assert SECRET not in words
        for id, one in fight.state.combatants.items():
            known = fight.state.players_know.of.get(id)
            if known and known.hidden and one.name.casefold() != "a masked man":
                assert one.name.casefold() not in words
                assert id not in words.split()


def test_what_the_characters_never_saw_is_black_and_what_they_see_is_not(
    screen: PlayersScreen,
) -> None:
    fight = begun(someone("bandit", "Bandit", at=[17, 10]), walls=WALLS)
    window = shown(screen, fight)
    view = window.ui.map
    assert colour(view, (15, 10)) == QColor("black")
    assert colour(view, (6.3, 5.3)) != QColor("black")
    fight.perform({"do": "door", "door": 0, "open": True})
    screen.refresh()
    assert colour(view, (15.3, 10.3)) != QColor("black")
    fight.perform({"do": "door", "door": 0, "open": False})
    screen.refresh()
    before = colour(view, (15.3, 10.3)).lightness()
    assert 0 < before < colour(view, (6.3, 5.3)).lightness()
    screen.choose("fog", 90)
    screen.refresh()
    assert colour(view, (15.3, 10.3)).lightness() < before


def colour(view: QGraphicsView, at: tuple[float, float]) -> QColor:
    """The colour of a place of the map on the screen, away from the lines of the grid."""
    QApplication.processEvents()
    grabbed: QImage = view.viewport().grab().toImage()
    return grabbed.pixelColor(view.mapFromScene(on_scene(at)))


def test_a_blast_and_a_ruler_are_shown_where_they_are_seen_now(screen: PlayersScreen) -> None:
    window = shown(screen, begun(walls=WALLS))
    screen.measure(((3, 3), (8, 3)))
    screen.refresh()
    assert window.ui.map.map.label.words == "5 m"
    screen.measure(((3, 3), (15, 3)))
    screen.refresh()
    assert window.ui.map.map.label.words == ""


def test_it_is_black_by_one_key_and_shows_what_is_held_up(
    screen: PlayersScreen, qtbot: QtBot
) -> None:
    window = shown(screen, begun(someone("bandit", "Bandit")))
    ui = window.ui
    assert ui.pages.currentWidget() is ui.fight
    screen.hold_up(Shown("The letter", "Come at **dusk**.", png(40, 30)))
    assert ui.pages.currentWidget() is ui.shown
    assert ui.shown_title.text() == "The letter"
    assert "<b>dusk</b>" in ui.shown_text.text()
    qtbot.keyClick(window, Qt.Key.Key_B)
    assert ui.pages.currentWidget() is ui.black
    assert window.grab().toImage().pixelColor(50, 50) == QColor("black")
    qtbot.keyClick(window, Qt.Key.Key_B)
    assert ui.pages.currentWidget() is ui.shown
    with_shift = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    for key, held in (
        (Qt.Key.Key_Escape, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_B, with_shift),
    ):
        qtbot.keyClick(window, key, held)
        assert ui.pages.currentWidget() is ui.fight
        screen.hold_up(Shown("The letter", "Come at dusk.", png(40, 30)))


def test_a_party_alone_has_the_whole_width(screen: PlayersScreen) -> None:
    fight = begun(someone("b", "Bandit"))
    window = shown(screen, fight)
    narrow = window.ui.order.width()
    window.show_view(party_view([("Вера Ильинична Соколова", "")]), Portraits(), None)
    QApplication.processEvents()
    assert window.ui.order.width() > narrow * 1.5


def test_throws_that_are_made_at_once_stand_beside_each_other(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = ThrowBoard()
    qtbot.addWidget(board)
    board.resize(700, 500)
    drawn: list[QRectF] = []
    monkeypatch.setattr(ThrowBoard, "_die", lambda self, painter, die, area: drawn.append(area))
    board.show_throw(Throw(tuple(Roll(f"Name {n}", 0, (Die("17", 20),)) for n in range(14))))
    board.grab()
    assert len(drawn) == 14
    assert all(QRectF(board.rect()).contains(area) for area in drawn)


def test_what_a_throw_came_to_is_wrapped_and_not_cut(
    qtbot: QtBot, words_painted: list[Painted]
) -> None:
    board = ThrowBoard()
    qtbot.addWidget(board)
    board.resize(700, 250)
    board.look(theme.ready(theme.palette()), 26)
    said = "Бледный господин → Уличный грабитель 1: попадание, Повреждения 0 → 4, падает"
    board.show_throw(Throw((Roll("Лев", 0, (Die("7", 10),)),), (Text(said),)))
    board.grab()
    lines = [each.words for each in words_painted][1:]
    assert len(lines) == 2
    assert " ".join(lines) == said


def test_who_is_asked_and_a_throw_beside_the_fight(screen: PlayersScreen) -> None:
    fight = begun(someone("bandit", "Bandit"))
    window = shown(screen, fight)
    attack = {"do": "act", "actor": "ama", "action": "attack", "target": "bandit"}
    fight.perform(attack)
    screen.refresh()
    assert window.ui.asked.text() == "Bandit decides"
    fight.perform({**attack, "answers": {"defence": "none"}})
    screen.refresh()
    assert window.ui.asked.text() == "Ama: throw 1d100"
    fight.cancel()
    screen.show_throw(Throw((Roll("Ama", 0, (Die("17", 20),)),)))
    screen.refresh()
    assert window.ui.throw_board.accessibleDescription() == "Ama: 17"
    assert window.ui.asked.isHidden()


def test_a_countdown_and_the_clock_of_the_turn_are_there_when_wanted(
    screen: PlayersScreen,
) -> None:
    window = shown(screen, begun(someone("bandit", "Bandit")))
    assert window.ui.clock.text() == ""
    assert window.ui.countdown.isHidden()
    screen.choose("clock", True)
    screen.count_down(90.0)
    assert window.ui.clock.text() == "0:00"
    assert window.ui.countdown.text() in ("1:30", "1:29")
    screen.count_down(None)
    assert window.ui.countdown.isHidden()


def test_the_window_comes_back_after_a_restart_and_not_once_it_was_closed(
    arrive: Callable[[], Person],
) -> None:
    person = arrive()
    assert not person.desk.players.is_open
    person.window.ui.players_window.trigger()
    assert person.desk.players.is_open
    assert person.window.ui.players_window.isChecked()
    person.close()
    again = arrive()
    assert again.desk.players.is_open
    assert again.desk.players.window
    again.desk.players.window.close()
    assert not again.window.ui.players_window.isChecked()
    again.close()
    assert not arrive().desk.players.is_open


def test_a_desktop_that_gives_it_the_keys_at_its_opening_gives_them_to_the_game_master(
    screen: PlayersScreen, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = screen._desk
    desk.show()
    monkeypatch.setattr(screen, "_other_screen", desk.screen)
    screen.open(True)
    window = screen.window
    assert window
    window.activateWindow()
    qtbot.waitUntil(desk.isActiveWindow)
    monkeypatch.setattr(window, "opened", window.opened - OPENING)
    window.activateWindow()  # somebody clicks on it later
    qtbot.waitUntil(window.isActiveWindow)
    QApplication.processEvents()
    assert window.isActiveWindow()


def test_on_a_single_screen_it_comes_to_the_front_where_it_is_opened_by_hand(
    screen: PlayersScreen, qtbot: QtBot
) -> None:
    desk = screen._desk
    desk.show()
    screen._keep("open", "yes")
    screen.open_as_before()
    qtbot.waitUntil(desk.isActiveWindow)
    screen.open(False)
    screen.open(True)
    assert screen.window
    qtbot.waitUntil(screen.window.isActiveWindow)
    QApplication.processEvents()
    assert screen.window.isActiveWindow()


def test_on_a_single_screen_it_comes_back_as_large_as_it_was_left(screen: PlayersScreen) -> None:
    screen.open(True)
    assert screen.window
    screen.window.showMaximized()
    screen.open(False)
    screen.open(True)
    assert screen.window.isMaximized()


def test_a_window_whose_screen_is_gone_does_not_cover_the_game_masters(
    screen: PlayersScreen, qapp: QApplication
) -> None:
    screen.open(True)
    assert screen.window
    screen.window.showFullScreen()
    qapp.screenRemoved.emit(qapp.primaryScreen())
    assert not screen.window.isFullScreen()


def test_a_rule_a_portrait_and_a_note_are_shown_from_where_they_stand(person: Person) -> None:
    players = person.desk.players
    person.window.rules.open([("boj", "boj")], person.desk.panes.book, "boj")
    person.window.rules.show_rule("boj-5")
    person.window.rules.ui.show_button.click()
    assert players.shown
    assert players.shown.title == person.desk.panes.book("boj")["boj-5"].title
    person.window.ui.players_back.trigger()
    assert players.shown is None
    person.go("encounter", "Patrol MOIRY")
    person.encounter.ui.notes.setPlainText("They smell smoke.")
    person.click(person.encounter.ui.show_notes)
    assert players.shown == Shown(text="They smell smoke.")


def test_the_party_with_its_portraits_stands_there_before_any_fight(person: Person) -> None:
    person.open_sample()
    players = person.desk.players
    person.go("character", "Zenon Kowalski")
    page = person.sheet
    assert page.ui.show_portrait.isHidden()
    picture = QImage(64, 64, QImage.Format.Format_RGB32)
    picture.fill(QColor("green"))
    path = person.folder / "zenon.png"
    picture.save(str(path))
    person.do(page.set_portrait(path))
    players.open(True)
    person.wait(lambda: players.window and "Zenon Kowalski" in said(players.window))
    assert players._view
    assert {one.side for one in players._view.people} == {0}
    assert players._portraits.face_of("Zenon Kowalski")
    person.click(page.ui.show_portrait)
    assert players.shown
    assert (players.shown.title, bool(players.shown.picture)) == ("Zenon Kowalski", True)


def test_an_objective_and_a_portrait_are_shown_by_one_click(person: Person) -> None:
    panel = CombatPanel()
    shown: list[Any] = []
    person.qtbot.addWidget(panel)
    panel.show_wanted.connect(shown.append)
    fight = begun(someone("baron", "Baron"), walls=WALLS)
    fight.state.objectives = (Objective("Burn the bridge"),)
    faces = Portraits({"Baron": png()})
    session = FightSession(fight, panel.preferences, lambda *_: None, portraits=faces, parent=panel)
    panel.show_session(session)
    (show,) = panel.ui.objectives.findChildren(QPushButton)
    show.click()
    assert shown.pop() == Shown(text="Burn the bridge")
    order, middle = panel.ui.order, Qt.MouseButton.MiddleButton
    at = order.visualRect(order.rows.index(order.rows.find("baron"))).center()
    QTest.mouseClick(order.viewport(), middle, pos=at)
    assert shown.pop().title == "Baron"
    session.perform_by_hand({"do": "let_know", "combatant": "baron", "known_as": "a masked man"})
    session.perform_by_hand({"do": "place", "places": {"baron": [5, 5]}})
    view = panel.map.pane.view
    token = view.map.tokens["baron"]
    person.wait(lambda: token in view.items(view.mapFromScene(token.pos())))  # it fits the map late
    QTest.mouseClick(view.viewport(), middle, pos=view.mapFromScene(token.pos()))
    assert shown.pop().title == "a masked man"


def test_badges_without_room_are_counted(
    screen: PlayersScreen, words_painted: list[Painted]
) -> None:
    window = shown(screen, begun(walls=WALLS))
    board = window.findChild(OrderBoard)
    assert board
    badges = tuple(badge(id, Text(id)) for id in ("threatened", "bleeding", "burning", "prone"))
    person = replace(board._view.people[0], badges=badges)
    board.show_people(replace(board._view, people=(person,)), board._portraits)
    board.resize(260, 120)
    words_painted.clear()
    board.grab()
    painted = [each.words for each in words_painted]
    said = [words for words in painted if words in map(str, (b.text for b in badges))]
    assert f"+{len(badges) - len(said)}" in painted


@pytest.mark.parametrize(("count", "all_seen"), [(6, True), (14, True), (40, False)])
def test_letters_of_the_order_are_smaller_where_many_are_there(
    screen: PlayersScreen, count: int, all_seen: bool
) -> None:
    people = [someone(f"p{number}", f"P {number}", "players") for number in range(count)]
    fight = start({"format": "fight/1", "system": "boj", "seed": 1, "combatants": people})
    fight.perform({"do": "begin", "dice": list(range(1, count + 1))})
    order = shown(screen, fight).ui.order
    rows, high = order._rows()
    assert (len(rows) == count) == all_seen
    assert high * (len(rows) + (len(rows) < count)) <= order.height() + 1
    assert (order.line < order.letters) == (count > 6)
    assert order.line >= 0.75 * order.letters
