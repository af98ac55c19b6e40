"""The whole window on the screen nobody sees, on campaigns in a folder that is thrown away."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Coroutine, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar

import pytest
import qasync
from PySide6.QtCore import QCoreApplication, QEvent, QRectF, Qt, SignalInstance
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from pytestqt.wait_signal import SignalBlocker

from desktop import assets
from desktop.languages import OWN_TERMS
from desktop.library.campaign import Campaign
from desktop.library.samples import pour
from desktop.paper import Pages
from desktop.rules import systems
from desktop.window import crash
from desktop.window.catalogue.dialog import ImportPreview
from desktop.window.fields.box import SheetBox
from desktop.window.forecast.balance import BalanceCard
from desktop.window.pages.encounter import EncounterPage
from desktop.window.pages.fight import FightPage
from desktop.window.pages.sheet import SheetPage
from desktop.window.printing import preview
from desktop.window.shell import contents, dialogs, message_bar
from desktop.window.shell.desk import Desk
from desktop.window.shell.main_window import MainWindow
from desktop.window.shell.settings import Settings
from desktop.window.widgets import language, paint, theme

PATIENCE = 60.0
"""Seconds that a test waits for something: more than a busy machine takes for anything."""

DAY = 24 * 3600 * 1000
"""Milliseconds."""


class PatientBot(QtBot):
    """Waits as long as a busy machine needs, and no longer than it takes."""

    def waitUntil(
        self, callback: Callable[[], bool | None], *, timeout: float = 1000 * PATIENCE
    ) -> None:
        super().waitUntil(callback, timeout=int(timeout))

    def waitSignal(
        self, signal: SignalInstance, *, timeout: float = 1000 * PATIENCE, **more: Any
    ) -> SignalBlocker:
        return super().waitSignal(signal, timeout=int(timeout), **more)


@pytest.fixture(scope="session")
def qapp(qapp: QApplication) -> QApplication:
    """Qt with our letters. Whoever loads them again makes it forget all that it knows of them."""
    theme.load_fonts(qapp)
    return qapp


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    return PatientBot(request)


@pytest.fixture(autouse=True)
def english_with_own_terms() -> None:
    """What is said does not depend on the test before."""
    language.use_system("")
    language.use_own_terms(True)
    language.use(OWN_TERMS)


@pytest.fixture(autouse=True, scope="session")
def what_others_leave_is_none_of_qt() -> None:
    """What tests without a window have left in memory is never looked through here."""
    gc.freeze()


@pytest.fixture(autouse=True)
def garbage_on_this_thread() -> Iterator[None]:
    """Python may collect garbage on any thread; what belongs to Qt has to go on the window's.

    Widgets that are to be deleted would wait for the next event loop, and be styled until then.
    What a test leaves in memory is looked through once, and never again.
    """
    gc.disable()
    yield
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def nothing_forecast(monkeypatch: pytest.MonkeyPatch) -> None:
    """No fights are played beside the window, but where a test is about them."""
    monkeypatch.setattr(BalanceCard, "fights", 0)


@pytest.fixture
def previewed(monkeypatch: pytest.MonkeyPatch) -> list[Pages]:
    """The papers that a preview opens for, instead of the preview."""
    papers: list[Pages] = []

    async def show(_: object, pages: Pages, start: object) -> None:
        papers.append(pages)

    monkeypatch.setattr(preview, "show", show)
    return papers


class Painted(NamedTuple):
    """Words that were painted, in their place."""

    words: str
    area: QRectF
    left: float
    """The room beside them; below 0 where they are cut short."""


@pytest.fixture
def words_painted(monkeypatch: pytest.MonkeyPatch) -> list[Painted]:
    """The words that are painted, from now on."""
    seen: list[Painted] = []
    plainly = paint.text

    def spying(painter: QPainter, area: QRectF, words: str, *rest: Any) -> float:
        left = area.width() - paint.width_of(words, rest[1])
        seen.append(Painted(words, QRectF(area), left))
        return plainly(painter, area, words, *rest)

    monkeypatch.setattr(paint, "text", spying)
    return seen


T = TypeVar("T")

SAMPLE = "teohiphip"


@pytest.fixture(autouse=True)
def crash_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Reports of what goes wrong in a test lie in a folder of the test's own."""
    folder = tmp_path / "crashes"
    monkeypatch.setattr(crash, "folder", lambda: folder)
    return folder


@cache
def campaign_of(sample: str, encounter: str, _: tuple[str, ...]) -> bytes:
    """The file of a new campaign filled with a sample, as one leaves it at an encounter.

    It has the catalogues of the systems there are.
    """
    with TemporaryDirectory() as folder:
        path = Path(folder, "Akropol.fray")
        with Campaign.create(path, path.stem) as campaign:
            pour(campaign, assets.path("samples", f"{sample}.json"))
            contents.update_catalogues(campaign)
            place: dict[str, Any] = {"section": "notes"}
            for line in campaign.encounters():
                if line.name == encounter:
                    place = {"kind": "encounter", "id": line.id}
            campaign.set_desk(campaign.desk() | place)
        return path.read_bytes()


class Person:
    """A game master before the window: opens, clicks, types, waits until all is done."""

    def __init__(self, qtbot: QtBot, folder: Path, settings: Settings | None = None) -> None:
        self.qtbot, self.folder = qtbot, folder
        self.loop = asyncio.get_event_loop_policy().get_event_loop()
        self.settings = settings or Settings(folder / "settings.ini")
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        self.application = application
        theme.resize(application, 100)
        theme.apply(application, "light")
        self.window = MainWindow()
        self.window.resize(1366, 768)
        with qtbot.waitExposed(self.window):
            self.window.show()
        self.desk = Desk(self.window, self.settings)

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Awaits something of the desk's, and all that follows from it."""

        async def all_of_it() -> T:
            result = await work
            await self.desk.tasks.wait_idle()
            return result

        return self.loop.run_until_complete(all_of_it())

    def wait(self, holds: Callable[[], object] = lambda: True) -> None:
        """Lets the window work until something holds, and nothing runs any more."""

        async def until() -> None:
            await self.desk.tasks.wait_idle()
            while not holds():
                await asyncio.sleep(0.01)
                await self.desk.tasks.wait_idle()

        self.loop.run_until_complete(asyncio.wait_for(until(), PATIENCE))

    def wait_while_working(self, holds: Callable[[], object]) -> None:
        """Waits for something while work goes on that does not end by itself."""

        async def until() -> None:
            while not holds():
                await asyncio.sleep(0.01)

        self.loop.run_until_complete(asyncio.wait_for(until(), PATIENCE))

    def begin(self, path: Path | None = None) -> None:
        self.do(self.desk.campaigns.begin(path))

    def open_sample(self, encounter: str = "", *, of: str = SAMPLE) -> Path:
        """Opens a sample where no page has to be made, or at an encounter."""
        path = self.folder / "Akropol.fray"
        path.write_bytes(campaign_of(of, encounter, tuple(systems().titles())))
        self.do(self.desk.campaigns.open(path))
        return path

    def close(self) -> None:
        self.window.close()
        self.wait(lambda: not self.window.isVisible())

    # ---- hands

    def click(self, widget: QWidget) -> None:
        assert widget.isVisibleTo(self.window), "it cannot be clicked: it is not to be seen"
        assert widget.isEnabled()

        async def press() -> None:
            self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton)
            await asyncio.sleep(0)
            await self.desk.tasks.wait_idle()

        self.loop.run_until_complete(press())

    def click_row(self, name: str) -> None:
        """Clicks a row of the library."""
        library = self.window.library
        index = library.model.index(self.names().index(name), 0)
        library.ui.list.clicked.emit(index)
        self.wait()

    def key(
        self,
        widget: QWidget,
        key: Qt.Key,
        modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
    ) -> None:
        async def press() -> None:
            self.qtbot.keyClick(widget, key, modifier)
            await asyncio.sleep(0)
            await self.desk.tasks.wait_idle()

        self.loop.run_until_complete(press())

    def type(self, widget: QWidget, text: str) -> None:
        """Types any letters, one after the other."""

        async def press() -> None:
            for letter in text:
                for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
                    event = QKeyEvent(kind, 0, Qt.KeyboardModifier.NoModifier, letter)
                    QApplication.sendEvent(widget, event)
            await asyncio.sleep(0)

        self.loop.run_until_complete(press())

    def replace(self, widget: QWidget, text: str) -> None:
        """Selects everything in a field and types over it, so that it is never empty meanwhile."""
        self.key(widget, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        if text:
            self.type(widget, text)
        else:
            self.key(widget, Qt.Key.Key_Delete)

    def import_file(self, path: Path) -> None:
        """Imports a file, and agrees with what the preview says."""
        self.do(self.desk.commands.files.import_file(path))
        previews = self.window.findChildren(ImportPreview)
        if previews and previews[-1].isVisible():
            self.click_in(previews[-1].ui.bring)

    def click_in(self, control: QPushButton) -> None:
        """Clicks a button of a dialog."""
        control.click()
        self.wait()

    # ---- what is there

    @property
    def sheet(self) -> SheetPage:
        """The sheet that is open; before there was one, the first is opened."""
        if "character" not in self.desk.navigator.pages:
            self.do(self.desk.navigator.go_section("characters"))
        page = self.desk.navigator.sheet_page
        assert page
        return page

    @property
    def encounter(self) -> EncounterPage:
        page = self.desk.navigator.encounter_page
        assert page
        return page

    @property
    def fight(self) -> FightPage:
        page = self.desk.navigator.fight_page
        assert page
        return page

    def box(self, *path: str) -> SheetBox:
        """The box of a field on the open sheet."""
        return self.sheet.forms.form.boxes[path]

    def field(self, *path: str) -> QWidget:
        return self.box(*path).editor.focus_widget()

    def refusal(self, *path: str) -> str:
        """What is said to be wrong at a field."""
        label = self.box(*path).refusal
        return label.text() if label.isVisibleTo(self.window) else ""

    def stored(self, id: int) -> dict[str, Any]:
        """A character's sheet as the campaign has it."""
        return self.do(self.desk.store.read(lambda c: c.character(id))).sheet

    def names(self) -> list[str]:
        """What the library shows."""
        model = self.window.library.model
        return [str(model.index(row, 0).data()) for row in range(model.rowCount())]

    def go(self, kind: str, name: str) -> None:
        """Opens something by its name."""

        def find(c: Any) -> int:
            lines = getattr(c, f"{kind}s")()
            return int(next(line.id for line in lines if line.name == name))

        id = self.do(self.desk.store.read(find))
        self.do(self.desk.navigator.go(kind, id))  # type: ignore[arg-type]


@pytest.fixture
def loop(qapp: QApplication) -> Iterator[asyncio.AbstractEventLoop]:
    qapp.setQuitOnLastWindowClosed(False)
    made = qasync.QEventLoop(qapp)
    asyncio.set_event_loop(made)
    yield made
    made.close()
    asyncio.set_event_loop(None)


@pytest.fixture
def arrive(
    qtbot: QtBot,
    loop: asyncio.AbstractEventLoop,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Callable[[], Person]]:
    """Sits somebody down before a new window, as often as the program is started."""
    monkeypatch.setattr(dialogs, "home", lambda: tmp_path)
    monkeypatch.setattr(message_bar, "PASSING", DAY)
    people: list[Person] = []

    def sit_down() -> Person:
        people.append(Person(qtbot, tmp_path))
        return people[-1]

    yield sit_down
    for person in people:
        if person.window.isVisible():
            person.close()
        person.desk.navigator._place_timer.stop()
        person.wait()  # nothing that was begun as the last loop ended waits for another one
        person.window.deleteLater()


@pytest.fixture
def person(arrive: Callable[[], Person]) -> Person:
    """Somebody with the sample campaign open."""
    made = arrive()
    made.open_sample()
    return made
