"""Pages as they will be printed: looked through, printed, saved as PDF."""

from __future__ import annotations

import sys
from asyncio import sleep, to_thread
from bisect import bisect
from collections.abc import Callable, Coroutine, Sequence
from functools import lru_cache, reduce
from typing import Any

from PySide6.QtCore import QPoint, QRect, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtPrintSupport import QPrintDialog, QPrinter
from PySide6.QtWidgets import QDialog, QWidget

from desktop.forms.print_preview import Ui_PrintPreviewForm
from desktop.library.errors import LibraryError
from desktop.library.pictures import size
from desktop.paper import Pages
from desktop.window.printing import on_paper
from desktop.window.store import if_open, while_open
from desktop.window.widgets.language import error_in_words, tr
from desktop.window.widgets.pictures import pixmap
from desktop.window.widgets.theme import current_colours, px

Start = Callable[[Coroutine[Any, Any, Any]], object]

PPI = 144
"""Pixels an inch that pages are drawn with for the screen."""
GAP = 14
"""Pixels around a page."""
PRINTS_TO_FILES = sys.platform not in ("win32", "darwin")
"""Whether the system's dialog opens where there is no printer; elsewhere it does not, unsaid."""
SMALLEST, LARGEST = 0.25, 2.0
STEP = 1.25
KEPT = 6
"""Pages that are kept as they are painted, some 8 MB each."""


async def show(parent: QWidget, pages: Pages, start: Start) -> None:
    """Opens the preview of pages beside the window, which stays in use; ``start`` starts work.

    Raises CannotPrint.
    """

    def drawn() -> list[bytes]:
        pages.pdf()  # which finds the letters that no font has
        return pages.png(PPI)

    images = await to_thread(drawn)
    PrintPreview(parent, pages, images, start).show()


class Sheets(QWidget):
    """Pages one below the other, ``zoom`` times as large as the pixels they were drawn with."""

    def __init__(self, pages: Sequence[bytes]) -> None:
        """``pages`` are PNGs."""
        super().__init__()
        self.sizes = [QSize(*size(png)) for png in pages]
        self._drawn = lru_cache(KEPT)(lambda number: pixmap(pages[number]))
        self.page = reduce(QSize.expandedTo, self.sizes)
        """The size of the largest page at a zoom of 1, in pixels."""
        self.zoom_to(1)

    def zoom_to(self, zoom: float) -> None:
        """Shows the pages in another size."""
        self.zoom = min(max(zoom, SMALLEST), LARGEST)
        self.places: list[QRect] = []
        """Where each page is shown."""
        gap = top = px(GAP)
        for drawn in self.sizes:
            self.places.append(QRect(QPoint(gap, top), drawn * self.zoom))
            top += self.places[-1].height() + gap
        self.resize(round(self.page.width() * self.zoom) + 2 * gap, top)
        self.update()

    def at(self, y: int) -> int:
        """The page, counted from 0, that is shown at a height."""
        return min(bisect(self.places, y, key=QRect.bottom), len(self.places) - 1)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        for number, place in enumerate(self.places):
            if place.intersects(event.rect()):
                painter.drawPixmap(place, self._drawn(number))
                painter.setPen(current_colours().line)
                painter.drawRect(place)
        painter.end()


class PrintPreview(QDialog):
    """The pages at the right, their numbers at the left; print and PDF above."""

    def __init__(
        self, parent: QWidget, pages: Pages, images: Sequence[bytes], start: Start
    ) -> None:
        """``images`` are the pages as PNGs; ``start`` starts work."""
        super().__init__(parent)
        self.ui = ui = Ui_PrintPreviewForm(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowFlag(Qt.WindowType.WindowMaximizeButtonHint)
        self.setWindowTitle(tr("Print: {title}", title=pages.title[:100]))
        self._pages, self._start = pages, start
        self.sheets = Sheets(images)
        ui.area.setWidget(self.sheets)
        ui.list.addItems([tr("Page {number}", number=n + 1) for n in range(len(images))])
        ui.list.setVisible(len(images) > 1)
        ui.smaller.clicked.connect(lambda: self._zoom_to(self.sheets.zoom / STEP))
        ui.larger.clicked.connect(lambda: self._zoom_to(self.sheets.zoom * STEP))
        ui.whole.clicked.connect(lambda: self._fit())
        ui.list.currentRowChanged.connect(self._show_page)
        ui.area.verticalScrollBar().valueChanged.connect(self._mark_page)
        ui.pdf_button.clicked.connect(lambda: start(if_open(self, self._save())))
        ui.print_button.clicked.connect(self._choose_printer)
        ui.area.setFocus()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not event.oldSize().isValid() or self.ui.whole.isChecked():
            self._fit()

    # ---- looking

    def _fit(self) -> None:
        """Shows a whole page where that is chosen; else one as wide as there is room."""
        room = self.ui.area.maximumViewportSize()
        beside = self.ui.area.verticalScrollBar().sizeHint().width()
        page = self.sheets.page
        zoom = (room.width() - 2 * px(GAP) - beside) / page.width()
        if self.ui.whole.isChecked():
            zoom = min(zoom, (room.height() - 2 * px(GAP)) / page.height())
        self._keep_place(min(zoom, 1))

    def _zoom_to(self, zoom: float) -> None:
        self.ui.whole.setChecked(False)
        self._keep_place(zoom)

    def _keep_place(self, zoom: float) -> None:
        """Shows the pages in another size; the page that is looked at stays in sight."""
        bar = self.ui.area.verticalScrollBar()
        number = self.sheets.at(bar.value())
        self.sheets.zoom_to(zoom)
        self._show_page(number)

    def _show_page(self, number: int) -> None:
        self.ui.area.verticalScrollBar().setValue(self.sheets.places[number].top() - px(GAP))

    def _mark_page(self, y: int) -> None:
        with QSignalBlocker(self.ui.list):
            self.ui.list.setCurrentRow(self.sheets.at(y))

    # ---- printing, saving

    def _choose_printer(self) -> None:
        points = self.sheets.sizes[0].toSizeF() * (72 / PPI)
        printer = on_paper.printer_for(self._pages.title, points)
        if printer.outputFormat() != QPrinter.OutputFormat.NativeFormat and not PRINTS_TO_FILES:
            self.ui.said.setText(tr("No printer is set up on this computer. Save a PDF instead."))
            return
        dialog = QPrintDialog(printer, self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.accepted.connect(lambda: self._start(if_open(self, self._print(printer))))
        QDialog.open(dialog)

    async def _print(self, printer: QPrinter) -> None:
        self.ui.print_button.setEnabled(False)
        svg = await while_open(self, to_thread(self._pages.svg))
        for number in on_paper.drawn(svg, printer):
            self.ui.said.setText(tr("Printing page {number}…", number=number))
            await while_open(self, sleep(0))  # closed meanwhile, no more is printed
        self.accept()

    async def _save(self) -> None:
        try:
            path = await while_open(self, on_paper.save(self, self._pages, self._pages.title))
        except LibraryError as error:
            self.ui.said.setText(error_in_words(error))
        else:
            if path:
                self.ui.said.setText(tr("Written to {path}.", path=path))
