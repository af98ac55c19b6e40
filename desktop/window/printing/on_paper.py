"""Pages of the campaign on their way to paper: made, previewed, printed, saved as PDF.

Imported when something is printed for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QByteArray, QRectF, QSizeF, Qt
from PySide6.QtGui import QPageLayout, QPageSize, QPainter
from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from desktop import paper
from desktop.encounter.fight import Fight, start
from desktop.encounter.roster import read_plan, to_script
from desktop.encounter.statistics import Statistics
from desktop.languages import OWN_TERMS
from desktop.library import files
from desktop.paper import Pages
from desktop.window.fields.marks import without_links
from desktop.window.pages.encounter import EncounterPage
from desktop.window.pages.fight import FightPage
from desktop.window.pages.note import ABOUT, NotePage
from desktop.window.pages.page import Page
from desktop.window.pages.sheet import SheetPage
from desktop.window.pages.throws import ThrowsPage
from desktop.window.printing import chosen
from desktop.window.widgets.language import day_in_words, in_words, terms_of, tr

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
    style = chosen.style(page.shared.terms if page else OWN_TERMS)
    match page, what:
        case SheetPage(character=held), "card" | "sheet" if held:
            rules = page.shared.rules(held.system)
            assert rules
            make = paper.card if what == "card" else paper.sheet
            return make(
                rules,
                [held.sheet],
                style=style,
                title=held.name,
                portraits=[page.portrait.png],
                house_rules=page.house_rules,
            )
        case EncounterPage(encounter=held), "cards" if held:
            fight = start(to_script(read_plan(page.plan())))
            return _cards(fight, held.name, style, portraits)
        case FightPage(fight=fight), "cards" if fight:
            return _cards(fight, fight.script.name, style, portraits)
        case FightPage(fight=fight), "report" if fight:
            return paper.report_of(fight, statistics, style=style)
        case ThrowsPage(kept=kept), "throws" if kept:
            header = page.ui.list.headerItem()
            columns = [header.text(column) for column in range(header.columnCount())]
            return paper.throws(page.title, columns, map(page.cells, kept), style)
        case NotePage(note=held), "note" if held:
            above = day_in_words(held.day) if held.day else in_words(ABOUT[held.kind])
            return paper.note(held.name, above, without_links(page.text), page.log, style)
    return None


def encounter_of(page: Page | None) -> tuple[Fight, Callable[[bytes | None], Pages]] | None:
    """A fight, and what makes its sheet with the picture behind its map; None without a fight.

    Odds are worked out, which can take a second: it is called beside the window.
    Raises Refusal where an encounter cannot be started as it stands.
    """
    match page:
        case EncounterPage(encounter=held) if held:
            plan = read_plan(page.plan())
            fight, name, notes = start(to_script(plan)), held.name, plan.notes
        case FightPage(fight=running) if running:
            fight, name, notes = running, running.script.name, ""
        case _:
            return None
    style = chosen.style(page.shared.terms)
    return fight, lambda ground: paper.encounter_sheet(
        fight, title=name, notes=notes, ground=ground, style=style
    )


def _cards(
    fight: Fight, title: str, style: paper.Style, portraits: Mapping[str, bytes] | None
) -> Pages:
    return paper.cards(
        paper.dossiers(fight.rules, fight.state, style.language, portraits),
        style=style,
        title=title,
        system=fight.rules.id,
        language=fight.rules.language,
    )


def blank_of(system: str) -> Pages:
    """An empty sheet of a system."""
    return paper.blank(system, style=chosen.style(terms_of(system)))


def preview(parent: QWidget | None, pages: Pages) -> None:
    """Shows the pages as they will be printed, and prints them when that is wanted."""
    renderers = pictures(pages)
    # Dialog and preview hold the printer by a bare pointer: this name keeps it alive.
    printer = printer_for(renderers, pages.title)
    dialog = QPrintPreviewDialog(printer, parent)
    dialog.setWindowTitle(tr("Print: {title}", title=pages.title[:100]))
    dialog.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
    dialog.resize(1080, 680)
    dialog.paintRequested.connect(lambda device: draw(renderers, device))
    dialog.exec()
    dialog.deleteLater()


def save(parent: QWidget | None, pages: Pages, suggested_name: str) -> Path | None:
    """Asks where to, writes the PDF there, and returns where it lies; None if it does not.

    What goes wrong in writing is told to the person at the screen; an old file then stands.
    """
    dialog = QFileDialog(parent, tr("Save as PDF"))
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setFileMode(QFileDialog.FileMode.AnyFile)
    dialog.setNameFilter(tr("PDF files (*.pdf)"))
    dialog.setDefaultSuffix("pdf")
    dialog.selectFile(file_name(suggested_name))
    chosen = dialog.selectedFiles() if dialog.exec() else []
    dialog.deleteLater()
    if not chosen:
        return None
    path = Path(chosen[0])
    try:
        pages.write_pdf(path)
    except OSError as error:
        why = in_words(files.explain(error))
        box = QMessageBox(parent)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(tr("{path} cannot be written: {why}.", path=path, why=why))
        box.exec()
        box.deleteLater()
        return None
    return path


def file_name(suggestion: str) -> str:
    """The suggestion as a file name that every system takes, ending in ``.pdf``."""
    return f"{files.file_name(suggestion.removesuffix('.pdf'))}.pdf"


def pictures(pages: Pages) -> list[QSvgRenderer]:
    """Every page as a picture that can be drawn at any resolution."""
    # On paper Qt strokes also what has no stroke, one point wide, and all letters come out fat:
    # a width of 0 stops it. Lines that are meant to be there bring their own width.
    return [
        QSvgRenderer(QByteArray(page.replace("<svg ", '<svg stroke-width="0" ', 1).encode()))
        for page in pages.svg()
    ]


def printer_for(renderers: Sequence[QSvgRenderer], title: str) -> QPrinter:
    """A printer set up for these pages: their size of paper, and upright or on its side.

    Our pages have margins of their own, so the whole sheet is drawn on.
    """
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setDocName(title[:200])
    printer.setFullPage(True)
    if renderers:
        points = renderers[0].viewBoxF().size()
        upright = QSizeF(min(points.toTuple()), max(points.toTuple()))
        printer.setPageSize(QPageSize(upright, QPageSize.Unit.Point))
        printer.setPageOrientation(
            QPageLayout.Orientation.Landscape
            if points.width() > points.height()
            else QPageLayout.Orientation.Portrait
        )
    return printer


def draw(renderers: Sequence[QSvgRenderer], printer: QPrinter) -> None:
    """Draws the pages that were asked for, each as large as its sheet of paper lets it be."""
    wanted = [
        renderer for number, renderer in enumerate(renderers, 1) if is_wanted(number, printer)
    ]
    painter = QPainter()
    if not wanted or not painter.begin(printer):
        return
    for place, renderer in enumerate(wanted):
        if place:
            printer.newPage()
        painter.save()
        renderer.render(painter, fit(painter, renderer.viewBoxF().size(), printer))
        painter.restore()
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


def alike(one: QSizeF, other: QSizeF) -> bool:
    """Whether two papers are the same, whichever way they lie, to two points."""
    gaps = zip(sorted(one.toTuple()), sorted(other.toTuple()), strict=True)
    return all(abs(a - b) <= 2 for a, b in gaps)
