"""How the window starts, and what is said when it cannot, or ends suddenly."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from multiprocessing.connection import Listener
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from desktop import cli, versions
from desktop.library.campaign import Campaign
from desktop.library.samples import samples
from desktop.rules import systems
from desktop.window import app, crash, one_program, screen
from desktop.window.shell.message_bar import show_sudden_end
from tests.window.conftest import PATIENCE, Person

ROOT = Path(__file__).resolve().parents[3]

ON_LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="Linux only")


@ON_LINUX
def test_no_screen_at_all_is_said_in_one_line() -> None:
    with pytest.raises(screen.NoScreen, match="neither DISPLAY nor WAYLAND_DISPLAY") as said:
        screen.check({})
    assert "\n" not in str(said.value)


@ON_LINUX
def test_a_dead_display_is_one_line_and_status_2(tmp_path: Path) -> None:
    kept = {k: v for k, v in os.environ.items() if k not in ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY")}
    done = subprocess.run(
        [sys.executable, "-c", "import sys; from desktop.cli import main; sys.exit(main())"],
        env={**kept, "DISPLAY": ":4711", "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("fraydesk: ")
    assert ":4711" in done.stderr or "libxcb" in done.stderr


@ON_LINUX
def test_a_screen_that_answers_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(screen, "_load_plugin", lambda: None)
    left: list[str] = []
    tries = iter([None, lambda: left.append("left")])  # the first comes while it starts anew
    monkeypatch.setattr(screen, "_connected", lambda: next(tries))
    let_go = screen.check({"DISPLAY": ":0"})
    assert not left
    let_go()
    assert left
    monkeypatch.setattr(screen, "_connected", lambda: lambda: None)
    screen.check({"DISPLAY": ":0", "WAYLAND_DISPLAY": "gone"})
    screen.check({"QT_QPA_PLATFORM": "offscreen"})


@ON_LINUX
def test_a_compositor_is_asked_at_its_socket(tmp_path: Path) -> None:
    if sys.platform == "win32":
        return
    with socket.socket(socket.AF_UNIX) as compositor:
        compositor.bind(str(tmp_path / "wayland-7"))
        compositor.listen()
        screen.check({"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "wayland-7"})
        screen.check({"WAYLAND_DISPLAY": str(tmp_path / "wayland-7")})
    with pytest.raises(screen.NoScreen, match="WAYLAND_DISPLAY=wayland-7 does not answer"):
        screen.check({"XDG_RUNTIME_DIR": str(tmp_path), "WAYLAND_DISPLAY": "wayland-7"})


def test_a_platform_that_qt_does_not_have_is_refused_by_name() -> None:
    with pytest.raises(
        screen.NoScreen, match="QT_QPA_PLATFORM=zzz is no platform of Qt; there is: "
    ):
        screen.check({"QT_QPA_PLATFORM": "zzz"})
    screen.check({"QT_QPA_PLATFORM": "zzz;offscreen:enable_fonts"})
    screen.check({"QT_QPA_PLATFORM": "zzz", "QT_PLUGIN_PATH": "/somewhere"})


@ON_LINUX
def test_a_missing_library_of_qt_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Missing:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "desktop.window.app":
                raise ImportError("libGL.so.1: cannot open shared object file: No such file")

    monkeypatch.delitem(sys.modules, "desktop.window.app")
    monkeypatch.setattr(sys, "meta_path", [Missing(), *sys.meta_path])
    assert cli.main([]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "libGL.so.1 is missing" in said


def test_qt_reads_no_module_that_is_imported_after_the_application_is_made() -> None:
    script = """
import linecache
from desktop.window import app
application = app.make_application("fraydesk")
import colorsys
assert colorsys.__file__ not in linecache.cache
"""
    subprocess.run([sys.executable, "-c", script], timeout=PATIENCE, check=True)


def test_no_enum_of_qt_or_of_styles_is_made_for_the_first_paint(tmp_path: Path) -> None:
    script = """
import gc
import sys
from enum import EnumType
from pathlib import Path
from desktop.window import app
from desktop.window.shell.settings import Settings
application = app.make_application("fraydesk")
app.wait_for_paint(app.show_window(application, Settings(Path(sys.argv[1]))))
made = {kind.__name__ for kind in gc.get_objects() if isinstance(kind, EnumType)}
assert "ColorRole" in made
assert not {"WindowType", "PixelMetric"} & made
"""
    place = str(tmp_path / "settings.ini")
    subprocess.run([sys.executable, "-c", script, place], timeout=PATIENCE, check=True)


def test_a_second_start_opens_its_campaign_in_the_window_that_is_there(tmp_path: Path) -> None:
    first, second = tmp_path / "Akropol.fray", tmp_path / "Город ж.fray"
    for campaign in (first, second):
        Campaign.create(campaign, campaign.stem).close()
    names = ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR", "TMPDIR", "APPDATA")
    environment = {**os.environ, **dict.fromkeys(names, str(tmp_path))}

    def command(campaign: Path) -> list[str]:
        return [sys.executable, "-m", "desktop", str(campaign)]

    def wait_for(lock: Path, there: bool) -> None:
        end = time.monotonic() + PATIENCE
        while lock.exists() != there:
            assert program.poll() is None
            assert time.monotonic() < end
            time.sleep(0.05)

    with subprocess.Popen(command(first), env=environment, cwd=ROOT) as program:
        try:
            wait_for(first.with_name("Akropol.fray.lock"), there=True)
            time.sleep(0.5)  # it listens after its first campaign
            again = subprocess.run(command(second), env=environment, cwd=ROOT, timeout=PATIENCE)
            assert again.returncode == 0
            wait_for(second.with_name("Город ж.fray.lock"), there=True)
            wait_for(first.with_name("Akropol.fray.lock"), there=False)
        finally:
            program.kill()


def test_what_a_killed_program_left_does_not_keep_the_next_from_listening(
    qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    place = one_program.address(tmp_path / "Fraydesk.ini")
    if sys.platform != "win32":
        with socket.socket(socket.AF_UNIX) as killed:
            killed.bind(place)
    assert not one_program.hand_over(place, None)
    listening = one_program.SecondStarts(place)
    listening.start()
    try:
        with qtbot.waitSignal(listening.asked) as asked:
            assert one_program.hand_over(place, tmp_path / "Ёлка.fray")
        assert asked.args == [str(tmp_path / "Ёлка.fray")]
    finally:
        listening.stop()
    assert not one_program.hand_over(place, None)


def test_a_program_that_does_not_answer_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(one_program, "PATIENCE", 0.2)
    place = one_program.address(tmp_path / "Fraydesk.ini")
    with Listener(place):
        for _ in range(2):  # the first of them takes the pipe, the second finds it busy
            assert not one_program.hand_over(place, tmp_path / "Akropol.fray")


@pytest.mark.skipif(sys.platform == "win32", reason="asks as only POSIX does")
@pytest.mark.parametrize("asked", ["SIGTERM", "SIGINT"])
def test_asked_to_end_it_closes_and_leaves_nothing_behind(asked: str, tmp_path: Path) -> None:
    campaign, temporary = tmp_path / "Akropol.fray", tmp_path / "temporary"
    Campaign.create(campaign, "Akropol").close()
    temporary.mkdir()
    homes = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    environment = {**os.environ, **homes, "TMPDIR": str(temporary)}
    command = [sys.executable, "-m", "desktop", str(campaign)]
    number = getattr(signal, asked)
    # Tests that run in the background may ignore it, and would hand that on.
    before = signal.signal(number, signal.SIG_DFL)
    try:
        program = subprocess.Popen(command, env=environment, cwd=ROOT)
    finally:
        signal.signal(number, before)
    end = time.monotonic() + PATIENCE
    with program:
        try:
            while not campaign.with_name("Akropol.fray.lock").exists():
                assert program.poll() is None
                assert time.monotonic() < end
                time.sleep(0.05)
            program.send_signal(number)
            assert program.wait(PATIENCE) == 0
        finally:
            program.kill()
    assert not list(temporary.iterdir())
    left = {file.name for file in tmp_path.rglob("*") if file.is_file()}
    assert {name for name in left if not name.endswith(".bak")} == {"Akropol.fray", "Fraydesk.ini"}


def test_it_looks_the_same_on_every_desktop() -> None:
    script = """
from desktop.window import app
assert app.make_application("fraydesk").style().objectName() == "fusion"
"""
    environment = {**os.environ, "QT_STYLE_OVERRIDE": "windows"}
    subprocess.run([sys.executable, "-c", script], env=environment, timeout=PATIENCE, check=True)


def test_the_desktops_own_colours_tell_whether_it_is_dark() -> None:
    script = """
from PySide6.QtGui import QColor, QPalette
from desktop.window import app
from desktop.window.widgets import theme
application = app.make_application("fraydesk")
for desktop, looks in ((QPalette(QColor("#202326")), theme.DARK), (QPalette(), theme.LIGHT)):
    theme.desktop_colours = lambda _: desktop
    theme.apply(application, "system")
    assert theme.palette() is looks
    theme.apply(application, "light")
    assert theme.palette() is theme.LIGHT
theme.apply(application, "dark")
assert theme.desktop_colours(application).window() != application.palette().window()
"""
    subprocess.run([sys.executable, "-c", script], timeout=PATIENCE, check=True)


def test_the_versions_of_all_it_stands_on_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["--version"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"Fraydesk {versions.program()}"
    assert [line.rsplit(" ", 1)[0] for line in lines[2:-2]] == [n for n, _ in versions.STANDS_ON]
    assert not any("unknown" in line for line in lines)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = {re.split(r"[<>=]", wanted)[0] for wanted in project["dependencies"]}
    assert asked <= {package for _, package in versions.STANDS_ON}


def test_a_campaign_the_system_asks_for_is_opened(
    person: Person, qapp: app.Application, tmp_path: Path
) -> None:
    person.do(person.desk.campaigns.create(tmp_path / "First.fray"))
    person.do(person.desk.campaigns.create(tmp_path / "Second.fray"))
    asked = qapp.file_asked.connect(
        lambda path: person.desk.start(person.desk.campaigns.open(path))
    )
    try:
        QCoreApplication.sendEvent(qapp, QFileOpenEvent(str(tmp_path / "First.fray")))
        assert qapp.first_file == tmp_path / "First.fray"
        person.wait(lambda: person.desk.store.path == tmp_path / "First.fray")
    finally:
        qapp.file_asked.disconnect(asked)


def test_an_error_inside_is_written_down_and_its_place_told(
    person: Person, crash_folder: Path
) -> None:
    person.desk.report(ZeroDivisionError("a fault of ours"))
    (report,) = crash_folder.glob("crash-*.txt")
    text = report.read_text("utf-8")
    assert text.startswith(f"Fraydesk {versions.program()}\n")
    assert "ZeroDivisionError: a fault of ours" in text
    message = person.window.message
    assert str(report) in message.text.text()
    assert "nothing is sent" in message.text.text()
    assert message.act.text() == "Open its folder"


def test_where_no_report_can_be_written_the_error_is_still_shown(
    person: Person, crash_folder: Path
) -> None:
    crash_folder.write_text("no folder")
    person.desk.report(ZeroDivisionError("a fault of ours"))
    assert "No report could be written" in person.window.message.text.text()
    assert person.window.message.more.isVisible()


def test_only_so_many_reports_are_kept(tmp_path: Path) -> None:
    written = [crash.write(ValueError(str(n)), tmp_path) for n in range(crash.MOST + 3)]
    assert sorted(tmp_path.iterdir()) == sorted(path for path in written[3:] if path)


def test_a_start_that_fails_is_told_in_a_box(
    qapp: QApplication,
    crash_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(box.text()))
    app.give_up(FileNotFoundError("A file of Fraydesk's own is missing: letters"))
    (report,) = crash_folder.glob("crash-*.txt")
    assert str(report) in told[0]
    assert "letters" in capsys.readouterr().err


SUDDEN = """
import sys
from pathlib import Path
from desktop.window import crash
watch = crash.Watch(Path(sys.argv[1]))
watch.start()
print(watch.left)
if sys.argv[2] == "fault":
    import faulthandler
    faulthandler._sigsegv()
watch.stop()
"""


def test_a_sudden_end_is_told_at_the_next_start_and_only_once(tmp_path: Path) -> None:
    def start(how: str) -> str:
        done = subprocess.run(
            [sys.executable, "-c", SUDDEN, tmp_path, how], capture_output=True, text=True
        )
        assert (done.returncode == 0) == (how == "well")
        return done.stdout.strip()

    assert start("well") == "None"
    start("fault")
    (report,) = [start("well")]
    text = Path(report).read_text("utf-8")
    assert "Segmentation fault" in text or "access violation" in text
    assert f"Fraydesk {versions.program()}" in text
    assert start("well") == "None"
    assert [path.name for path in tmp_path.iterdir()] == [Path(report).name]


def test_a_report_of_the_last_run_is_shown(person: Person, tmp_path: Path) -> None:
    show_sudden_end(person.window.message, tmp_path / "crash-1.txt")
    assert str(tmp_path / "crash-1.txt") in person.window.message.text.text()
    assert "ended suddenly" in person.window.message.text.text()


def test_the_menu_names_the_system_of_each_sample_as_the_welcome_does(
    arrive: Callable[[], Person],
) -> None:
    person = arrive()
    person.begin()
    menu = person.window.ui.menu_samples
    menu.aboutToShow.emit()
    shown = person.window.welcome.ui.samples.findChildren(QPushButton)
    assert [action.text() for action in menu.actions()] == [button.text() for button in shown]


def test_nothing_on_the_welcome_page_takes_keys_while_a_campaign_opens(
    arrive: Callable[[], Person],
) -> None:
    person = arrive()
    person.begin()
    welcome = person.window.welcome
    welcome.setFocus()
    work = person.desk.campaigns.create(person.folder / "C.fray", lambda _: None)

    async def open_and_look() -> None:
        opening = person.desk.start(work)
        await asyncio.sleep(0)
        assert not welcome.ui.new_button.isEnabled()
        assert welcome.ui.state.text() == "Opening…"
        assert welcome.ui.state.hasFocus()
        await opening

    person.do(open_and_look())
    assert person.desk.store.path


def test_the_welcome_offers_every_system_by_a_sample(person: Person) -> None:
    person.do(person.desk.campaigns.close_campaign())
    offered = [made.text() for made in person.window.welcome.ui.samples.findChildren(QPushButton)]
    assert len(offered) == len(samples())
    for rules in systems().values():
        if any(sample.system == rules.id for sample in samples()):
            assert any(text.endswith(f" · {rules.title}") for text in offered)


def test_a_new_campaign_gets_the_catalogues_of_all_systems_and_shows_them(
    arrive: Callable[[], Person],
) -> None:
    person = arrive()
    person.do(person.desk.campaigns.create(person.folder / "New.fray"))
    shipped = person.do(person.desk.store.read(lambda c: c.entries(limit=None)))
    assert {entry.system for entry in shipped} == set(systems())
    titles = systems().titles().values()
    assert {name.split(" · ")[-1] for name in person.names()} == set(titles)
