"""Everything can be shown larger and smaller, and the program remembers it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from ctypes.util import find_library
from pathlib import Path

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QApplication, QWidget

from desktop.library.languages import spoken
from desktop.rules import systems
from desktop.window.pages.house_rules import HouseRulesPage
from desktop.window.shell.settings import Settings
from desktop.window.widgets import language, theme
from tests.window.conftest import PATIENCE, Person
from tests.window.shell.test_fits import check, every_page, with_long_names

Arrive = Callable[[], Person]


def test_steps_go_from_80_to_200_per_cent_and_no_further() -> None:
    assert [theme.stepped(size, 1) for size in (80, 100, 150, 200)] == [90, 110, 175, 200]
    assert [theme.stepped(size, -1) for size in (200, 100, 80)] == [175, 90, 80]
    assert theme.stepped(137, 1) == 150


def at(person: Person, percent: int) -> None:
    """Shows everything at a size."""
    person.settings.zoom = percent
    person.desk.menus.use_size()


def test_ten_quick_presses_are_one_change_that_acts_at_once(person: Person) -> None:
    changes: list[float] = []
    theme.notifier().changed.connect(lambda: changes.append(theme.scale()))
    person.window.library.ui.search.setText("half a wo")
    ui = person.window.ui
    for action in (ui.larger, ui.larger, ui.larger, ui.smaller, ui.larger) * 2:
        action.trigger()
    assert "200 %" in person.window.message.text.text()
    person.wait(lambda: theme.scale() == 2)
    assert changes == [2.0]
    assert person.window.isVisible()
    assert person.window.font().pointSizeF() == 2 * theme.POINTS
    assert person.window.library.ui.search.text() == "half a wo"
    assert Settings(person.folder / "settings.ini").zoom == 200


def test_back_at_the_usual_size_everything_stands_where_it_stood(arrive: Arrive) -> None:
    person = with_long_names(arrive, "walka")
    *_, last = every_page(person, "walka")
    assert last == "fight begun"

    def places() -> dict[str, QRect]:
        check(person, 1366, 768)
        shown = person.fight.findChildren(QWidget)
        return {
            f"{number} {widget.objectName()}": widget.geometry()
            for number, widget in enumerate(shown)
            if widget.isVisible()
        }

    at(person, 100)
    before = places()
    at(person, 150)
    check(person, 1366 * 3 // 2, 768 * 3 // 2)
    at(person, 100)
    assert places() == before


def test_large_letters_leave_the_title_of_the_house_rules_whole(person: Person) -> None:
    language.use(spoken("ru"))
    person.window.resize(1366, 768)
    person.do(person.desk.navigator.go_house_rules("mir_tmy"))
    at(person, 150)
    QApplication.processEvents()
    page = person.desk.navigator.open_page
    assert isinstance(page, HouseRulesPage)
    title = page.ui.title
    title.setText("Домашние правила")
    assert title.width() >= title.fontMetrics().horizontalAdvance(title.text())
    assert page.width() <= person.window.width()


def test_who_is_on_turn_stays_in_sight_when_the_size_changes(arrive: Arrive) -> None:
    person = arrive()
    person.open_sample(of="walka")
    person.window.resize(1366, 768)
    person.go("encounter", "Zasadzka w suchym doku")
    person.do(person.desk.commands.start_fight())
    person.fight.panel.main()
    order = person.fight.panel.ui.order
    last = order.rows.index(order.rows.rowCount() - 1)
    order.setCurrentIndex(last)
    for percent in (150, 100, 175):
        at(person, percent)
        person.wait()
        QApplication.processEvents()
        row = order.visualRect(order.currentIndex())
        assert 0 <= row.top() <= row.bottom() <= order.viewport().height(), percent


def test_a_message_is_as_high_as_its_letters_at_the_size_of_now(person: Person) -> None:
    message = person.window.message
    message.notice("Rozmiar")
    heights = []
    for percent in (200, 100):
        at(person, percent)
        QApplication.processEvents()
        heights.append(message.height())
        message.notice("Rozmiar")
        assert message.height() == heights[-1]
    assert heights[0] > heights[1]


@pytest.mark.parametrize("stored", ["very large", "9" * 5000, "@Point(3 4)"])
def test_spoiled_settings_mean_the_usual_size(stored: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.ini"
    file.write_text(f"[look]\nzoom={stored}\n", "utf-8")
    assert Settings(file).zoom == 100


@pytest.mark.parametrize(
    "stored", ["@Point(3 4)", "@ByteArray(abc)", r"@Variant(\0\0\0\t\0\0\0\x1\0\0\0\x2\0\0\0\x5)"]
)
def test_spoiled_settings_remember_no_campaign(stored: str, tmp_path: Path) -> None:
    file = tmp_path / "settings.ini"
    file.write_text(f"[campaigns]\nrecent={stored}\nreopen=true\n", "utf-8")
    assert Settings(file).recent == []
    assert Settings(file).last is None


@pytest.mark.parametrize("system", systems())
def test_at_200_per_cent_on_small_screens_all_can_be_scrolled_to(
    arrive: Arrive, system: str
) -> None:
    person = with_long_names(arrive, system)
    at(person, 200)
    for _ in every_page(person, system):
        check(person, 1366, 768, sideways=True)
        check(person, 1024, 700, sideways=True)


def test_where_there_is_little_room_the_menus_have_it(person: Person) -> None:
    window, bar = person.window, person.window.menuBar()
    for percent, wordy in ((100, True), (200, False), (100, True)):
        at(person, percent)
        window.resize(1366, 500)
        for _ in range(3):
            person.wait()
            QApplication.processEvents()
        assert window.width() == 1366
        assert all(bool(made.text()) == wordy for made in window.nav.values())
        assert all(made.accessibleName() for made in window.nav.values())
        last = bar.actionGeometry(bar.actions()[-1])
        assert 0 < last.right() < bar.cornerWidget().x()


@pytest.mark.parametrize("system", systems())
def test_at_150_per_cent_nothing_is_cut_off_on_1920_by_1080(arrive: Arrive, system: str) -> None:
    person = with_long_names(arrive, system)
    at(person, 150)
    for _ in every_page(person, system):
        check(person, 1920, 1080)


def test_at_200_per_cent_the_header_of_a_fight_shows_whole_chips_and_no_idle_redo(
    person: Person,
) -> None:
    at(person, 200)
    person.window.resize(1366, 768)
    person.go("encounter", "Patrol MOIRY")
    person.do(person.desk.commands.start_fight())
    panel = person.fight.panel
    panel.main()
    person.wait()
    chips = [chip for chip in panel.views._chips if chip.isVisible()]
    assert len(chips) > 1
    assert all(chip.width() >= chip.sizeHint().width() for chip in chips)
    assert panel.minimumSizeHint().width() <= 1366
    assert panel.ui.redoButton.isHidden()
    panel.undo()
    assert not panel.ui.redoButton.isHidden()
    panel.redo()
    at(person, 100)
    assert not panel.ui.redoButton.isHidden()


TOOLS = ("Xvfb", "xdotool")
LIBRARIES = ("xcb-cursor", "xcb-icccm", "xcb-keysyms")  # Qt shows no window under X without them


@pytest.mark.skipif(
    not all([*map(shutil.which, TOOLS), *map(find_library, LIBRARIES)]),
    reason=f"needs {', '.join(TOOLS + LIBRARIES)}",
)
def test_the_program_itself_is_shown_larger_with_a_key_and_goes_on(tmp_path: Path) -> None:
    """As a process of its own on a screen of its own, with a key that is really pressed."""
    with ExitStack() as stack:
        out, into = os.pipe()
        screen = ["Xvfb", "-displayfd", str(into), "-noreset", "-screen", "0", "1366x768x24"]
        server = stack.enter_context(
            subprocess.Popen(screen, pass_fds=[into], stderr=subprocess.DEVNULL)
        )
        stack.callback(server.terminate)
        display = f":{os.read(out, 20).decode().strip()}"
        environment = {**os.environ, "DISPLAY": display, "HOME": str(tmp_path)}
        environment |= {f"XDG_{name}_HOME": str(tmp_path) for name in ("CONFIG", "DATA", "CACHE")}
        environment["QT_QPA_PLATFORM"] = "xcb"
        program = [sys.executable, "-m", "desktop"]
        running = stack.enter_context(subprocess.Popen(program, env=environment))
        stack.callback(running.terminate)

        def hands(*words: str) -> str:
            done = subprocess.run(
                ["xdotool", *words], capture_output=True, text=True, env=environment
            )
            return done.stdout

        def until(holds: Callable[[], object]) -> None:
            end = time.monotonic() + PATIENCE
            while not holds():
                assert time.monotonic() < end, "it never came to that"
                time.sleep(0.1)

        def shown() -> list[str]:
            return hands("search", "--onlyvisible", "--name", "Fraydesk").split()

        def press() -> bool:
            hands("mousemove", "683", "700", "click", "1", "key", "ctrl+plus")
            return Settings(tmp_path / "Fraydesk" / "Fraydesk.ini").zoom > 100

        def fills_the_screen() -> bool:
            found = shown()
            said = hands("getwindowgeometry", "--shell", min(found, key=int)) if found else ""
            size = {"WIDTH": "0", "HEIGHT": "0"} | dict(line.split("=") for line in said.split())
            wide, high = int(size["WIDTH"]), int(size["HEIGHT"])
            return 1300 < wide <= 1366 and 700 < high <= 768

        until(shown)
        until(press)  # a program that is slow to begin takes several presses, and is larger for it
        until(fills_the_screen)
        assert running.poll() is None
