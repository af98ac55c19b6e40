"""Uses the real window without a person: a sample, a sheet, a fight, a page; and all is stored.

For a binary that has just been built, and for the tests. Nothing of the person's is touched:
campaign and settings lie in a folder that is thrown away.
"""

from __future__ import annotations

import asyncio
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop.window import app
from desktop.window.shell.main_window import MainWindow
from desktop.window.shell.settings import Settings
from desktop.window.widgets.language import tr

LONGEST = 120
"""Seconds until it is given up."""


def run(language: str = "") -> int:
    """Tests the program by using it; 0 when all went well, 1 when not. Says what it does.

    ``language`` is the code of the one to do that in; empty: that of the desktop.
    """
    with TemporaryDirectory(prefix="fraydesk-selftest-") as folder:
        try:
            _run(Path(folder), language)
        except Exception:
            traceback.print_exc()
            print(f"selftest: {tr('FAILED')}", file=sys.stderr)
            return 1
    _say(tr("everything works"))
    return 0


def _run(folder: Path, language: str) -> None:
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = app.make_application(sys.argv[0])
    settings = Settings(folder / "settings.ini")
    settings.set_flag("typed", False)
    settings.language = language
    app.translate(application, settings.spoken)
    window = app.show_window(application, settings)
    app.wait_for_paint(window)
    _say(tr("the window is painted"))

    import qasync

    application.setQuitOnLastWindowClosed(False)
    loop = qasync.QEventLoop(application)
    asyncio.set_event_loop(loop)
    with loop:
        loop.run_until_complete(asyncio.wait_for(use(window, settings, folder), LONGEST))


async def use(window: MainWindow, settings: Settings, folder: Path) -> None:
    """Does what a person would do in the first minutes. Raises where something is not right."""
    from desktop.library.samples import pour, samples
    from desktop.window.pages.fight import FightPage
    from desktop.window.printing import on_paper
    from desktop.window.shell.desk import Desk

    desk = Desk(window, settings)
    troubles: list[str] = []
    report = desk.report

    def remember(error: BaseException) -> None:
        troubles.append("".join(traceback.format_exception(error)))
        report(error)

    desk.report = remember  # type: ignore[method-assign]
    desk.tasks.report = remember
    await desk.campaigns.begin(None)
    sample = samples()[0]
    campaign = folder / "Selftest.fray"
    await desk.campaigns.create(campaign, lambda c: pour(c, sample.path))
    _check(desk.store.path is not None, tr("the sample campaign is open"), troubles)

    await desk.navigator.go_section("characters")
    page = desk.navigator.sheet_page
    _check(page is not None and page.held is not None, tr("a sheet is shown"), troubles)
    assert page
    assert page.held
    name = page.forms.form.boxes["name",].editor.focus_widget()
    before = page.held.name
    press(name, Qt.Key.Key_End)
    press(name, Qt.Key.Key_X, "x")
    await page.flush()
    _check(page.held.name == f"{before}x", tr("what is typed is saved"), troubles)
    await desk.navigator.undo()
    _check(page.held.name == before, tr("and taken back"), troubles)
    pages = on_paper.pages_of(page, "card")
    assert pages
    paper = folder / "card.pdf"
    pages.write_pdf(paper)
    _check(paper.read_bytes().startswith(b"%PDF"), tr("its card is a PDF"), troubles)

    await desk.navigator.go_section("encounters")
    await desk.commands.start_fight()
    shown = desk.navigator.fight_page
    _check(isinstance(shown, FightPage), tr("the fight is on the screen"), troubles)
    assert shown
    fight = shown.fight
    assert fight
    for _ in range(60):
        if _attacked(fight.journal):
            break
        one_move(shown)
        await asyncio.sleep(0)
    _check(_attacked(fight.journal), tr("an attack was made"), troubles)
    _check(
        bool(fight.log) and all(line.rule for line in fight.log), tr("the log tells why"), troubles
    )
    for _ in range(20):
        if fight.pending is None:
            break
        press(shown.panel, Qt.Key.Key_Return)
    await shown.flush()
    steps, id = len(fight.journal), shown.held.id if shown.held else 0
    window.close()
    await _until(lambda: desk.store.path is None and not window.isVisible())
    _check(not troubles, tr("and is closed without a complaint"), troubles)

    from desktop.library.campaign import Campaign

    with Campaign.open(campaign) as kept:
        _check(len(kept.steps(id)) == steps, tr("all steps are in the file"), troubles)


def one_move(page: object) -> None:
    """Answers what is asked, or attacks where that can be done, or goes on to the next."""
    from desktop.window.pages.fight import FightPage

    assert isinstance(page, FightPage)
    panel, fight = page.panel, page.fight
    assert fight
    if fight.pending:
        press(panel, Qt.Key.Key_Return)
        return
    for option in fight.options():
        if option.why_not or option.out_of_turn:
            continue
        if any(field.kind == "combatant" for field in fight.parameters(option)):
            panel.choose(option)
            panel.go()
            return
    panel.main()


def _attacked(journal: Sequence[object]) -> bool:
    return any(isinstance(step, dict) and step.get("target") for step in journal)


def press(widget: QWidget, key: Qt.Key, text: str = "") -> None:
    """A key as a person presses it."""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        QApplication.sendEvent(widget, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text))


async def _until(holds: Callable[[], bool]) -> None:
    while not holds():
        await asyncio.sleep(0.01)


def _check(right: bool, what: str, troubles: list[str]) -> None:
    if not right:
        raise AssertionError("\n".join([tr("not so: {what}", what=what), *troubles]))
    _say(what)


def _say(what: str) -> None:
    print(f"selftest: {what}", flush=True)
