"""Pages of the campaign on their way to paper: made, printed, saved as PDF.

Imported when something is printed for the first time.
"""

from __future__ import annotations

from asyncio import to_thread
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QByteArray, QRectF, QSizeF, Qt
from PySide6.QtGui import QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QWidget

from desktop import paper
from desktop.encounter.fight import start
from desktop.encounter.roster import read_plan, to_script
from desktop.encounter.statistics import Statistics
from desktop.languages import OWN_TERMS
from desktop.library import errors, files, records
from desktop.library.campaign import Campaign
from desktop.paper import Pages, choice, fights
from desktop.rules import systems
from desktop.rules.text import Text
from desktop.window.pages import encounter, note, throws
from desktop.window.pages.fight import FightPage
from desktop.window.pages.page import Page
from desktop.window.pages.sheet import SheetPage
from desktop.window.printing import chosen
from desktop.window.widgets import language
from desktop.window.widgets.file_dialogs import path_to_write
from desktop.window.widgets.language import day_in_words, in_words, rule_mark, terms_of, tr

What = Literal["card", "sheet", "cards", "report", "throws", "note"]


def pages_of(
    page: Page | None,
    what: What,
    portraits: Mapping[str, bytes] | None = None,
    statistics: Statistics | None = None,
) -> Pages | None:
    """The pages of that kind, or None where the page has none.

    ``portraits`` are those of the system's characters, by name. ``statistics`` is what the fight
    came to; a report without it works it out, which can take long.
    Fields go by the words that lead on the screen.
    Raises Refusal where an encounter cannot be started as it stands.
    """
    style = chosen.style(language.chosen() if page else OWN_TERMS)
    match page, what:
        case SheetPage(held=held), "card" | "sheet" if held:
            rules = systems().usable(held.system)
            assert rules
            if what == "card" and not paper.has_cards(rules.id):
                faces = {held.name: page.portrait.png} if page.portrait.png else {}
                house = page.house_rules
                return choice.cards_of_people(rules, [held], held.name, style, house, faces)
            make = paper.card if what == "card" else paper.sheet
            return make(
                rules,
                [held.sheet],
                style=style,
                title=held.name,
                portraits=[page.portrait.png],
                house_rules=page.house_rules,
            )
        case encounter.EncounterPage(held=held), "cards" if held:
            fight = start(to_script(read_plan(page.plan())))
            return fights.cards_of_fight(fight, held.name, style, portraits)
        case FightPage(fight=fight), "cards" if fight:
            return fights.cards_of_fight(fight, fight.script.name, style, portraits)
        case FightPage(fight=fight), "report" if fight:
            return paper.report_of(fight, statistics, style=style)
        case throws.ThrowsPage(kept=kept), "throws" if kept:
            header = page.ui.list.headerItem()
            columns = [header.text(column) for column in range(header.columnCount())]
            rows = (
                [*cells, rule_mark(rule)] for throw in kept for cells, rule in throws.told(throw)
            )
            return paper.throws(page.title, columns, rows, style)
        case note.NotePage(held=held), "note" if held:
            above = day_in_words(held.day) if held.day else in_words(note.ABOUT[held.kind])
            return paper.note(held.name, above, records.without_links(page.text), page.log, style)
    return None


async def encounter_of(page: Page | None, *, alone: bool = False) -> Pages | None:
    """The sheet of an encounter, or its map ``alone``; None where the page has none.

    Odds are worked out, which can take a second: that is done beside the window.
    Raises Refusal where an encounter cannot be started as it stands.
    """
    match page:
        case encounter.EncounterPage(held=held) if held:
            plan = read_plan(page.plan())
            fight, name, notes = start(to_script(plan)), held.name, plan.notes
        case FightPage(fight=running, held=held) if running and held:
            fight, name = running, running.script.name
            notes = await page.shared.store.read(partial(_notes_of, id=held.encounter_id))
        case _:
            return None
    style, field = chosen.style(language.chosen()), fight.state.battlefield
    png = await page.shared.store.read(lambda c: c.picture(field.picture)) if field else None
    if not alone:
        make = partial(paper.encounter_sheet, fight, notes=notes)
    elif field:
        make = partial(paper.map_sheet, fight)
    else:
        return None
    return await to_thread(make, title=name, ground=png, style=style)


def _notes_of(campaign: Campaign, id: int | None) -> str:
    """The notes of an encounter; empty where it is there no more."""
    if id is None or id not in {line.id for line in campaign.encounters()}:
        return ""
    return read_plan(campaign.encounter(id).document).notes


def blank_of(system: str) -> Pages:
    """An empty sheet of a system."""
    return paper.blank(system, style=chosen.style(terms_of(system)))


async def save(parent: QWidget, pages: Pages, suggested_name: str) -> Path | None:
    """Asks where to, writes the PDF there, and returns where it lies; None if cancelled.

    Raises LibraryError where it cannot be written; an old file then stands.
    """
    suggested, files_of = file_name(suggested_name), tr("PDF files (*.pdf)")
    path = await path_to_write(parent, tr("Save as PDF"), suggested, files_of, ".pdf")
    if path:
        try:
            await to_thread(pages.write_pdf, path)
        except OSError as error:
            why = files.explain(error)
            said = Text("{path} cannot be written: {why}.", path=str(path), why=why)
            raise errors.LibraryError(said) from None
    return path


def file_name(suggestion: str) -> str:
    """The suggestion as a file name that every system takes, ending in ``.pdf``."""
    return f"{files.file_name(suggestion.removesuffix('.pdf'))}.pdf"


def picture(page: str) -> QSvgRenderer:
    """A page as a picture that can be drawn at any resolution."""
    # On paper Qt strokes also what has no stroke, one point wide, and all letters come out fat:
    # a width of 0 stops it. Lines that are meant to be there bring their own width.
    return QSvgRenderer(QByteArray(page.replace("<svg ", '<svg stroke-width="0" ', 1).encode()))


def printer_for(title: str, points: QSizeF) -> QPrinter:
    """A printer set up for pages of this size: its paper, upright or on its side.

    Our pages have margins of their own, so the whole sheet is drawn on.
    """
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title[:200])
    printer.setFullPage(True)
    upright = QSizeF(min(points.toTuple()), max(points.toTuple()))
    printer.setPageSize(QPageSize(upright, QPageSize.Unit.Point))
    way, lies = QPageLayout.Orientation, points.width() > points.height()
    printer.setPageOrientation(way.Landscape if lies else way.Portrait)
    return printer


def drawn(pages: Sequence[str], printer: QPrinter) -> Iterator[int]:
    """Draws the pages that were asked for, each as large as its sheet of paper lets it be.

    ``pages`` are SVG. Gives the number of each page, counted from 1, once it is drawn; closed
    before the last one, it takes back what went to the printer.
    """
    wanted = [number for number in range(1, len(pages) + 1) if is_wanted(number, printer)]
    painter = QPainter()
    if not wanted or not painter.begin(printer):
        return
    try:
        for number in wanted:
            if number != wanted[0]:
                printer.newPage()
            renderer = picture(pages[number - 1])
            painter.save()
            renderer.render(painter, fit(painter, renderer.viewBoxF().size(), printer))
            painter.restore()
            yield number
    except GeneratorExit:
        printer.abort()
        raise
    finally:
        painter.end()


def is_wanted(number: int, printer: QPrinter) -> bool:
    """Whether a page, counted from 1, is among those that the person chose to print."""
    if printer.printRange() != QPrinter.PrintRange.PageRange:
        return True
    ranges = printer.pageRanges()
    return ranges.isEmpty() or ranges.contains(number)


def fit(painter: QPainter, page: QSizeF, printer: QPrinter) -> QRectF:
    """Where on the sheet a page of this size in points is drawn, in the painter's coordinates.

    On paper of its own size a page fills the sheet. On other paper it is fitted between the
    printer's margins and centred; lying the other way, the painter is turned by 90°.
    """
    layout = printer.pageLayout()
    sheet = QRectF(layout.fullRectPixels(printer.resolution()))
    if not alike(layout.fullRectPoints().size().toSizeF(), page):
        room = sheet.marginsRemoved(layout.marginsPixels(printer.resolution()).toMarginsF())
        sheet = room if room.isValid() else sheet
    if (sheet.width() > sheet.height()) != (page.width() > page.height()):
        painter.translate(sheet.x() + sheet.right(), 0)
        painter.rotate(90)
        sheet = QRectF(sheet.y(), sheet.x(), sheet.height(), sheet.width())
    size = page.scaled(sheet.size(), Qt.AspectRatioMode.KeepAspectRatio)
    drawn = QRectF(0, 0, size.width(), size.height())
    drawn.moveCenter(sheet.center())
    return drawn


def alike(size: QSizeF, other: QSizeF) -> bool:
    """Whether two papers are the same, whichever way they lie, to two points."""
    gaps = zip(sorted(size.toTuple()), sorted(other.toTuple()), strict=True)
    return all(abs(a - b) <= 2 for a, b in gaps)
