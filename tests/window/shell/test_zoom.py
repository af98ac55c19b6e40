"""Everything can be shown larger and smaller, and the program remembers it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from desktop.rules import systems
from desktop.window import zoom
from desktop.window.shell.settings import Settings
from tests.window.conftest import PATIENCE, Person
from tests.window.shell.test_fits import check, every_page, with_long_names

Arrive = Callable[[], Person]


def test_steps_go_from_80_to_200_per_cent_and_no_further() -> None:
    assert [zoom.stepped(size, 1) for size in (80, 100, 150, 200)] == [90, 110, 175, 200]
    assert [zoom.stepped(size, -1) for size in (200, 100, 80)] == [175, 90, 80]
    assert zoom.stepped(137, 1) == 150


@pytest.mark.parametrize(
    ("percent", "own", "scale"),
    [(150, "", "1.5"), (100, "", None), (80, "2", "1.6"), (100, "2", "2"), (150, "two", "two")],
)
def test_the_scale_is_put_on_that_of_the_desktop(percent: int, own: str, scale: str | None) -> None:
    environment = {zoom.SCALE: own} if own else {}
    zoom.use(percent, environment)
    assert environment.get(zoom.SCALE) == scale
    zoom.use(percent, environment)  # as when the program starts again
    assert environment.get(zoom.SCALE) == scale


def test_the_usual_size_comes_back_where_empty_variables_are_not_handed_on() -> None:
    environment: dict[str, str] = {}
    zoom.use(150, environment)
    inherited = {name: value for name, value in environment.items() if value}  # as on Windows
    zoom.use(100, inherited)
    assert zoom.SCALE not in inherited


def test_ctrl_plus_is_remembered_and_starts_the_program_again(person: Person) -> None:
    assert person.settings.zoom == 100
    ui = person.window.ui
    for action in (ui.larger, ui.larger, ui.larger, ui.smaller, ui.larger):
        action.trigger()
    assert "150 %" in person.window.message.text.text()
    person.desk.menus._sizes.take_effect()
    person.wait(lambda: not person.window.isVisible())
    assert person.window.starts_again
    assert Settings(person.folder / "settings.ini").zoom == 150


def test_back_to_the_usual_size_in_time_changes_nothing(person: Person) -> None:
    person.window.ui.larger.trigger()
    person.window.ui.usual_size.trigger()
    person.desk.menus._sizes.take_effect()
    assert person.window.isVisible()
    assert not person.window.starts_again


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


def test_qt_draws_at_the_scale_that_is_set() -> None:
    asked = (
        "from desktop.window import zoom; zoom.use(150);"
        "from PySide6.QtWidgets import QApplication;"
        "print(QApplication([]).devicePixelRatio())"
    )
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert float(said.stdout) == 1.5


@pytest.mark.parametrize("system", systems())
def test_at_200_per_cent_on_small_screens_all_can_be_scrolled_to(
    arrive: Arrive, system: str
) -> None:
    person = with_long_names(arrive, system)
    for _ in every_page(person, system):
        check(person, 1366 // 2, 768 // 2, sideways=True)
        check(person, 1024 // 2, 700 // 2, sideways=True)


def test_where_there_is_little_room_the_menus_have_it(person: Person) -> None:
    window, bar = person.window, person.window.menuBar()
    for width, wordy in ((1366, True), (1366 // 2, False), (1366, True)):  # at 200 per cent
        window.resize(width, 500)
        for _ in range(3):
            person.wait()
            QApplication.processEvents()
        assert window.width() == width
        assert all(bool(made.text()) == wordy for made in window.nav.values())
        assert all(made.accessibleName() for made in window.nav.values())
        last = bar.actionGeometry(bar.actions()[-1])
        assert 0 < last.right() < bar.cornerWidget().x()


@pytest.mark.parametrize("system", systems())
def test_at_150_per_cent_nothing_is_cut_off_on_1920_by_1080(arrive: Arrive, system: str) -> None:
    person = with_long_names(arrive, system)
    for _ in every_page(person, system):
        check(person, 1920 * 2 // 3, 1080 * 2 // 3)


TOOLS = ("Xvfb", "xdotool")

SCALED_PIXEL = 2
"""Qt counts the screen in whole pixels of its own: at 150 %, 1366 are 911, which are 1367."""


@pytest.mark.skipif(not all(map(shutil.which, TOOLS)), reason=f"needs {' and '.join(TOOLS)}")
def test_the_program_itself_starts_again_at_the_size_that_was_chosen(tmp_path: Path) -> None:
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

        def started_again() -> bool:
            """A program that begins with what this one puts into its environment."""
            return zoom.OWN.encode() in Path(f"/proc/{running.pid}/environ").read_bytes()

        def fills_the_screen() -> bool:
            found = shown()
            said = hands("getwindowgeometry", "--shell", min(found, key=int)) if found else ""
            size = {"WIDTH": "0", "HEIGHT": "0"} | dict(line.split("=") for line in said.split())
            wide, high = int(size["WIDTH"]), int(size["HEIGHT"])
            return 1300 < wide < 1366 + SCALED_PIXEL and 700 < high < 768 + SCALED_PIXEL

        until(shown)
        until(press)  # a program that is slow to begin takes several presses, and is larger for it
        until(started_again)
        until(fills_the_screen)
        assert running.poll() is None
