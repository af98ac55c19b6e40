"""Nothing stands outside the window, however long a name is and whatever pane is open."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

import pytest
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from desktop.library.campaign import Campaign
from desktop.library.records import NewEntry
from desktop.library.samples import pour, samples
from desktop.rules import systems
from desktop.rules.fields import fields_of
from desktop.window.pages.sheet import SheetPage
from desktop.window.shell import contents
from tests.window.conftest import Person

Arrive = Callable[[], Person]

LONG = "Żółć Ёлкина-Wąsowiczówna z Podgórza nad Łąką, zwana przez przyjaciół i wrogów Grzmotem "
LONG = (LONG * 2)[:117] + " 12"
"""A name of 120 letters, with all the alphabets in it."""


def outside(window: QWidget, *, sideways: bool = False) -> Iterator[str]:
    """Visible widgets that stand, in whole or in part, outside the window or what they stand in.

    What scrolls may be longer than what is seen of it, and wider only where it may scroll
    ``sideways`` and has a bar for that.
    """
    whole = window.rect()
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.isWindow():
            continue
        frame = _frame(widget, window)
        rect = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
        parent = widget.parentWidget()
        if (
            parent is not None
            and parent is not frame
            and not parent.rect().contains(widget.geometry())
        ):
            yield f"{_named(widget)}: {widget.geometry().getRect()} is cut at {parent.rect()}"
        if frame is None:
            if not whole.contains(rect):
                yield f"{_named(widget)}: {rect.getRect()} is outside {whole.getRect()}"
        elif not (sideways and _scrolls_sideways(frame)):
            left = frame.mapTo(window, frame.rect().topLeft()).x()
            if rect.left() < left or rect.right() > left + frame.width() - 1:
                yield f"{_named(widget)}: {rect.getRect()} is outside {left} + {frame.width()}"


def _frame(widget: QWidget, window: QWidget) -> QWidget | None:
    """What is seen of the scrolled area that a widget stands in."""
    parent = widget.parentWidget()
    while parent is not None and parent is not window:
        area = parent.parentWidget()
        if isinstance(area, QAbstractScrollArea) and area.viewport() is parent:
            return parent
        parent = area
    return None


def _scrolls_sideways(frame: QWidget) -> bool:
    area = frame.parentWidget()
    assert isinstance(area, QAbstractScrollArea)
    return area.horizontalScrollBar().isVisible()


def _named(widget: QWidget) -> str:
    parent = widget.parentWidget()
    return f"{type(widget).__name__} {widget.objectName()!r} in {type(parent).__name__}"


@cache
def long_named(system: str) -> bytes:
    """The file of a system's sample in which everything is called by the longest name."""
    sample = next(sample for sample in samples() if sample.system == system)
    named = next(field for field in fields_of(systems()[system].sheet) if field.id == "name")
    most = min(named.length or len(LONG), len(LONG))
    with TemporaryDirectory() as folder:
        path = Path(folder, f"{system}.fray")
        with Campaign.create(path, system) as c:
            pour(c, sample.path)
            for number, line in enumerate(c.characters()):
                # What is too long for the sheet is shown all the same, with the refusal under it.
                name = LONG if number == 0 else LONG[:most]
                draft = {**c.character(line.id).sheet, "name": LONG}
                c.save_character(
                    line.id, name=name, sheet={**draft, "name": LONG[:most]}, draft=draft
                )
            for plan in c.encounters():
                document = {**c.encounter(plan.id).document, "name": LONG}
                document["objectives"] = [{"text": LONG}]
                c.save_encounter(plan.id, name=LONG, document=document)
            for kind in systems().kinds(system):
                c.add_entry(NewEntry(system=system, kind=kind, name=LONG, data={"name": LONG}))
            contents.update_catalogues(c)
        return path.read_bytes()


def with_long_names(arrive: Arrive, system: str) -> Person:
    """Somebody who has opened that file."""
    person = arrive()
    path = person.folder / f"{system}.fray"
    path.write_bytes(long_named(system))
    person.do(person.desk.campaigns.open(path))
    return person


def check(person: Person, width: int = 1024, height: int = 700, *, sideways: bool = False) -> None:
    window = person.window
    for _ in range(2):  # what gives way for want of room gives its room then
        window.resize(width, height)
        person.wait()
        for _ in range(10):
            QApplication.processEvents()
    size = window.width(), window.height()
    assert size == (width, height), (size, window.minimumSizeHint().width())
    assert list(outside(window, sideways=sideways))[:4] == []


def every_page(person: Person, system: str) -> Iterator[str]:
    """Goes to every page of a campaign, one after the other, and says which it is."""
    desk = person.desk
    ids = cast(Any, person.do(desk.store.read(_ids)))
    for kind in ("character", "encounter", "entry"):
        for id in ids[kind]:
            person.do(desk.navigator.go(cast(Any, kind), id))
            yield f"{kind} {id}"
    person.do(desk.navigator.go_house_rules(system))
    yield "house rules"
    person.do(desk.navigator.go("encounter", ids["encounter"][0]))
    person.encounter.ui.house_toggle.setChecked(True)
    yield "encounter with house rules"
    person.do(desk.commands.start_fight())
    yield "fight"
    person.fight.panel.main()
    person.wait()
    yield "fight begun"


def _ids(c: Any) -> dict[str, list[int]]:
    return {
        "character": [line.id for line in c.characters()][:2],
        "encounter": [line.id for line in c.encounters()],
        "entry": [entry.id for entry in c.entries(limit=None) if entry.source == "own"],
    }


class Windows(QObject):
    """Notes each widget that is shown as a window of its own, for lack of a parent."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.Show
            and isinstance(watched, QWidget)
            and watched.parentWidget() is None
        ):
            self.seen.append(f"{type(watched).__name__} {watched.objectName()!r}")
        return False


@pytest.fixture
def no_part_of_a_page_flashes_as_a_window_of_its_own(qapp: QApplication) -> Iterator[None]:
    windows = Windows()
    qapp.installEventFilter(windows)
    yield
    qapp.removeEventFilter(windows)
    assert windows.seen == ["MainWindow 'MainWindow'"]


@pytest.mark.usefixtures("no_part_of_a_page_flashes_as_a_window_of_its_own")
@pytest.mark.parametrize("system", systems())
def test_every_page_fits_1024_by_700_with_names_of_120_letters(arrive: Arrive, system: str) -> None:
    person = with_long_names(arrive, system)
    person.window.resize(1024, 700)
    wrong: list[str] = []
    for page in every_page(person, system):
        for rules in (True, False):
            if "fight" in page:
                person.desk.panes.show_library(rules)
            else:
                person.desk.panes.show_rules(rules)
            try:
                check(person)
            except AssertionError as error:
                wrong.append(f"{page}, panes {rules}: {str(error)[:300]}")
            if isinstance(person.desk.navigator.open_page, SheetPage):
                scroll = person.sheet.ui.scroll
                if scroll.horizontalScrollBar().maximum():
                    wrong.append(f"{page}, panes {rules}: the sheet scrolls sideways")
    assert not wrong, "\n".join(wrong)
