"""Starts the program: the window is painted first, slower things are loaded after that."""

from __future__ import annotations

import os
import signal
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QEventLoop, QSize, QTimer, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication

from desktop.languages import OWN_TERMS
from desktop.window import one_program, screen
from desktop.window.shell.main_window import MainWindow
from desktop.window.shell.settings import THIS_RUN, Settings
from desktop.window.widgets import theme
from desktop.window.widgets.language import install, tr, use

if TYPE_CHECKING:
    import asyncio

    from desktop.window.shell.desk import Desk

SMALLEST = QSize(1400, 820)
"""On a screen that is smaller than this the window starts maximized."""

FIRST_PAINT = 1500
"""Milliseconds after which work begins though nothing was painted (a window behind others)."""


def main(path: str | Path | None = None, language: str = "") -> int:
    """Runs the window until it is closed. ``path`` is a campaign to open instead of the last.

    ``language`` is the code of one that is spoken in this run, whatever is stored.
    Where the program runs already, its window opens the campaign, and this one ends at once.
    Raises NoScreen where no window can be shown.
    """
    if language:
        os.environ[THIS_RUN] = language
    settings = Settings()
    if one_program.hand_over(one_program.address(settings.path), Path(path) if path else None):
        return 0
    let_go = screen.check()
    application = make_application(sys.argv[0])
    theme.resize(application, settings.zoom)
    translate(application, settings.spoken)
    let_go()
    try:
        window = show_window(application, settings)
        wait_for_paint(window)
        status = work(application, window, settings, Path(path) if path else None)
        if window.starts_again:
            start_again()
        return status
    except Exception as error:
        give_up(error)
        return 1


def start_again() -> None:
    """Starts the program again, in the place of this one where the system can do that.

    It opens the last campaign, and speaks the language that was chosen.
    """
    frozen = getattr(sys, "frozen", False)
    command = [sys.executable] if frozen else [sys.executable, "-m", "desktop"]
    if os.name == "nt":
        import subprocess  # a window is painted before anybody asks

        subprocess.Popen(command)
    else:
        os.execv(sys.executable, command)


class Application(QApplication):
    """Also hears which campaigns the system asks to open: on macOS a double click is an event.

    A filter would hear it, too, but every event of every widget would go through it.
    """

    file_asked = Signal(Path)

    first_file: Path | None = None
    """Asked for before anybody could open it."""

    def event(self, event: QEvent) -> bool:
        if not isinstance(event, QFileOpenEvent) or not event.file():
            return super().event(event)
        self.first_file = Path(event.file())
        self.file_asked.emit(self.first_file)
        return True

    def take_second_start(self, path: str) -> None:
        """Comes to the front, and opens the campaign that a second start was asked for."""
        from PySide6.QtCore import Qt

        for window in self.topLevelWidgets():
            if isinstance(window, MainWindow):
                window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
                window.raise_()
                window.activateWindow()
        if path:
            self.file_asked.emit(Path(path))


def give_up(error: Exception) -> None:
    """Says that the program could not start or go on, and where the report lies."""
    from PySide6.QtCore import Qt
    from PySide6.QtWidgets import QMessageBox

    from desktop.window import crash

    sys.__excepthook__(type(error), error, error.__traceback__)
    box = QMessageBox(QMessageBox.Icon.Critical, "Fraydesk", crash.sentence(crash.write(error)))
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setInformativeText(tr("What was saved is safe. Start the program again."))
    box.setDetailedText("".join(traceback.format_exception(error)))
    box.exec()


def make_application(program: str) -> Application:
    """Qt's application object, with our style and fonts."""
    # Nothing goes out of the house, so asyncio need not bring OpenSSL along; the binary has none.
    for name in ("ssl", "_hashlib"):
        sys.modules.setdefault(name, None)  # type: ignore[arg-type]
    application = Application([program, *theme.STYLE])
    application.setApplicationName("Fraydesk")
    application.setOrganizationName("Fraydesk")
    application.setDesktopFileName("fraydesk")
    theme.load_fonts(application)
    return application


def translate(application: QApplication, code: str) -> None:
    """Says everything in a language; where none is named in English, and names as they are."""
    if not code:
        use(OWN_TERMS)
        return
    from desktop.library.languages import spoken

    install(application, spoken(code))


def show_window(application: QApplication, settings: Settings) -> MainWindow:
    """Shows the window while it is still empty."""
    theme.apply(application, settings.scheme)
    window = MainWindow()
    window.welcome.busy(tr("Opening…"))
    room = application.primaryScreen().availableGeometry()
    if window.restoreGeometry(settings.geometry):
        window.show()
    elif room.width() < SMALLEST.width() or room.height() < SMALLEST.height():
        window.setGeometry(room)  # as large as this, too, where nobody maximizes it
        window.showMaximized()
    else:
        window.resize(1366, 768)
        window.show()
    return window


def wait_for_paint(window: MainWindow) -> None:
    """Returns when the window has been painted."""
    loop = QEventLoop()
    window.painted.connect(loop.quit)
    QTimer.singleShot(FIRST_PAINT, loop.quit)
    loop.exec()


def work(
    application: Application, window: MainWindow, settings: Settings, path: Path | None
) -> int:
    """Everything after the first paint, until the window is closed."""
    import asyncio

    import qasync
    from PySide6.QtCore import Qt

    from desktop import endless
    from desktop.plugins import add_own
    from desktop.rules import systems
    from desktop.window import crash
    from desktop.window.garbage import GarbageCollector
    from desktop.window.shell.desk import Desk
    from desktop.window.shell.message_bar import show_sudden_end

    add_own()
    application.setQuitOnLastWindowClosed(False)
    loop = qasync.QEventLoop(application)
    asyncio.set_event_loop(loop)
    desk = Desk(window, settings)
    catch_everything(desk, loop)
    ended = asyncio.Event()
    desk.campaigns.closed.connect(ended.set)

    end_when_asked(window, loop)

    watch = crash.Watch()
    watch.start()
    garbage = GarbageCollector(application)
    second_starts = one_program.SecondStarts(one_program.address(settings.path), application)
    second_starts.asked.connect(application.take_second_start, Qt.ConnectionType.QueuedConnection)

    async def run() -> None:
        application.file_asked.connect(lambda file: desk.start(desk.campaigns.open(file)))
        await asyncio.wait({desk.start(desk.campaigns.begin(application.first_file or path))})
        garbage.start()
        second_starts.start()
        desk.grown.connect(garbage.settle)
        if watch.left:
            show_sudden_end(window.message, watch.left)
        await ended.wait()

    added = systems()
    with endless.stopped(lambda: [added.home(id) for id in added.added_in_use()]), loop:
        loop.run_until_complete(run())
    second_starts.stop()
    garbage.stop()
    watch.stop()
    return 0


def end_when_asked(window: MainWindow, loop: asyncio.AbstractEventLoop) -> None:
    """Closes the window, and stores everything, when the system asks for the end: at a logout.

    Asked again, the program ends at once.
    """

    def close(number: int) -> None:
        loop.remove_signal_handler(number)
        window.close()

    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        number = getattr(signal, name, None)
        # Whoever started it with ``nohup`` wants it to stay.
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            with suppress(NotImplementedError):  # as in Windows
                loop.add_signal_handler(number, close, number)


def catch_everything(desk: Desk, loop: object) -> None:
    """Shows every error that was not caught, and writes it to the standard error."""

    def show(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        sys.__excepthook__(kind, error, trace)
        if not issubclass(kind, KeyboardInterrupt):
            desk.report(error.with_traceback(trace))

    def from_loop(_: object, context: dict[str, object]) -> None:
        error = context.get("exception")
        if isinstance(error, BaseException):
            show(type(error), error, error.__traceback__)

    sys.excepthook = show
    loop.set_exception_handler(from_loop)  # type: ignore[attr-defined]
