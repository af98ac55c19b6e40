"""Preview, printer and saving: what Qt makes of the pages."""

from collections.abc import Callable
from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import QMarginsF, QSizeF, Qt
from PySide6.QtGui import QPageLayout, QPageRanges, QPageSize
from PySide6.QtPrintSupport import QPrintDialog, QPrinter, QPrinterInfo
from PySide6.QtWidgets import QFileDialog

from desktop import paper
from desktop.paper import Pages, Told
from desktop.rules.text import Text
from desktop.window.printing import preview
from desktop.window.printing.on_paper import drawn, file_name, picture, printer_for
from desktop.window.printing.preview import PrintPreview
from tests.paper.bands import BAND
from tests.window.conftest import Person

pytestmark = pytest.mark.usefixtures("qapp")

CARD = paper.card("teohiphip", BAND)
REPORT = paper.report("Raport", [Told(n // 5, "x-1", Text("linia {n}", n=n)) for n in range(200)])


def _printer(pages: Pages, path: Path) -> QPrinter:
    printer = printer_for(pages.title, picture(pages.svg()[0]).viewBoxF().size())
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    return printer


def _draw(pages: Pages, printer: QPrinter) -> list[int]:
    return list(drawn(pages.svg(), printer))


def _printed(path: Path) -> list[tuple[float, float]]:
    return [page.get_size() for page in pypdfium2.PdfDocument(path)]


def _darkness(document: Path | bytes, page: int = 0) -> list[list[int]]:
    """The page as grey pixels, 0 is black."""
    bitmap = pypdfium2.PdfDocument(document)[page].render(scale=1, grayscale=True)
    width, height, row = bitmap.width, bitmap.height, bitmap.stride
    raw = bytes(bitmap.buffer)
    return [list(raw[y * row : y * row + width]) for y in range(height)]


def _ink(rows: list[list[int]]) -> float:
    return sum(255 - value for row in rows for value in row) / 255


def _bounds(rows: list[list[int]]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is not white."""
    down = [y for y, row in enumerate(rows) if min(row) < 200]
    across = [x for x in range(len(rows[0])) if min(row[x] for row in rows) < 200]
    return across[0], down[0], across[-1], down[-1]


@pytest.mark.parametrize("pages", [CARD, REPORT], ids=["on its side", "upright"])
def test_paper_is_as_large_and_lies_as_the_pages_do(pages: Pages, tmp_path: Path) -> None:
    target = tmp_path / "out.pdf"
    _draw(pages, _printer(pages, target))
    expected = [page.get_size() for page in pypdfium2.PdfDocument(pages.pdf())]
    assert _printed(target) == [pytest.approx(size, abs=1) for size in expected]


def test_a_printed_page_looks_like_the_pdf_and_its_letters_are_not_fat(tmp_path: Path) -> None:
    target = tmp_path / "out.pdf"
    _draw(CARD, _printer(CARD, target))
    saved, printed = _darkness(CARD.pdf()), _darkness(target)
    assert _bounds(printed) == pytest.approx(_bounds(saved), abs=2)
    assert _ink(printed) == pytest.approx(_ink(saved), rel=0.15)


@pytest.mark.parametrize(
    "orientation", [QPageLayout.Orientation.Portrait, QPageLayout.Orientation.Landscape]
)
@pytest.mark.parametrize("width_and_height", [(148, 210), (297, 420), (120, 400)])
def test_on_other_paper_pages_are_fitted_between_the_margins(
    orientation: QPageLayout.Orientation, width_and_height: tuple[float, float], tmp_path: Path
) -> None:
    target = tmp_path / "out.pdf"
    printer = _printer(CARD, target)
    printer.setPageSize(QPageSize(QSizeF(*width_and_height), QPageSize.Unit.Millimeter))
    printer.setPageOrientation(orientation)
    printer.setPageMargins(QMarginsF(10, 10, 10, 10), QPageLayout.Unit.Millimeter)
    _draw(CARD, printer)
    rows = _darkness(target)
    left, top, right, bottom = _bounds(rows)
    margin = 10 / 25.4 * 72
    width, height = len(rows[0]), len(rows)
    assert left >= margin
    assert top >= margin
    assert right <= width - margin
    assert bottom <= height - margin
    # As large as can be: our own margins are under a tenth of the page.
    across, down = (right - left) / (width - 2 * margin), (bottom - top) / (height - 2 * margin)
    assert max(across, down) > 0.8


def test_only_the_pages_asked_for_are_printed(tmp_path: Path) -> None:
    target = tmp_path / "out.pdf"
    printer = _printer(REPORT, target)
    printer.setPrintRange(QPrinter.PrintRange.PageRange)
    ranges = QPageRanges()
    ranges.addRange(2, 3)
    ranges.addPage(5)
    printer.setPageRanges(ranges)
    assert _draw(REPORT, printer) == [2, 3, 5]
    assert len(_printed(target)) == 3
    third = _darkness(target, 2)
    assert _bounds(third) == pytest.approx(_bounds(_darkness(REPORT.pdf(), 4)), abs=2)


# The preview


Previewing = Callable[[Pages], PrintPreview]


@pytest.fixture
def previewing(person: Person) -> Previewing:
    """Opens the preview of pages beside the window."""

    def show(pages: Pages) -> PrintPreview:
        person.do(preview.show(person.window, pages, person.desk.start))
        (shown,) = person.window.findChildren(PrintPreview)
        return shown

    return show


def test_the_preview_shows_every_page_and_goes_to_each(previewing: Previewing) -> None:
    shown = previewing(REPORT)
    assert shown.ui.list.count() == len(REPORT.svg()) == len(shown.sheets.places)
    shown.ui.list.setCurrentRow(2)
    area = shown.ui.area
    assert shown.sheets.at(area.verticalScrollBar().value()) == 2
    area.verticalScrollBar().setValue(0)
    assert shown.ui.list.currentRow() == 0


def test_a_page_is_as_wide_as_there_is_room_or_whole_or_as_large_as_is_wanted(
    previewing: Previewing,
) -> None:
    shown = previewing(REPORT)
    room, first = shown.ui.area.viewport().size(), shown.sheets.places
    assert 0.9 * room.width() < first[0].width() <= room.width()
    shown.ui.list.setCurrentRow(3)
    shown.ui.whole.click()
    assert shown.sheets.places[0].height() <= room.height()
    assert shown.ui.list.currentRow() == 3  # stays in sight
    before = shown.sheets.zoom
    shown.ui.larger.click()
    assert shown.sheets.zoom > before
    assert not shown.ui.whole.isChecked()
    for _ in range(30):
        shown.ui.smaller.click()
    assert shown.sheets.zoom == preview.SMALLEST


def test_what_is_painted_is_the_page(previewing: Previewing) -> None:
    seen = previewing(CARD).ui.area.viewport().grab().toImage()
    colours = {seen.pixelColor(x, y).lightness() for x in range(0, seen.width(), 2) for y in (60,)}
    assert max(colours) > 250
    assert min(colours) < 120


def test_the_preview_prints_on_the_printer_that_is_chosen_and_closes(
    previewing: Previewing, person: Person, tmp_path: Path
) -> None:
    shown = previewing(REPORT)
    if not preview.PRINTS_TO_FILES and not QPrinterInfo.availablePrinterNames():
        pytest.skip("the dialog of this system needs a printer")
    shown.ui.print_button.click()
    (dialog,) = shown.findChildren(QPrintDialog)
    dialog.printer().setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    dialog.printer().setOutputFileName(str(tmp_path / "out.pdf"))
    dialog.done(1)
    person.wait(lambda: not person.window.findChildren(PrintPreview))
    assert len(_printed(tmp_path / "out.pdf")) == len(REPORT.svg())


@pytest.mark.skipif(bool(QPrinterInfo.availablePrinterNames()), reason="there is a printer")
def test_where_no_printer_is_set_up_the_preview_says_so(
    previewing: Previewing, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(preview, "PRINTS_TO_FILES", False)
    shown = previewing(REPORT)
    shown.ui.print_button.click()
    assert not shown.findChildren(QPrintDialog)
    assert shown.ui.said.text() == "No printer is set up on this computer. Save a PDF instead."


def test_everything_else_goes_on_while_the_preview_is_open(
    previewing: Previewing, person: Person
) -> None:
    shown = previewing(CARD)
    assert shown.isVisible()
    assert not shown.isModal()
    context = person.window.ui.quit.shortcutContext()
    assert context == Qt.ShortcutContext.ApplicationShortcut, "Ctrl+Q quits from the preview, too"
    person.go("character", "Halina Żółć")
    assert person.desk.navigator.sheet_page


# Saving


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What the person picks in the file dialog; nothing is a way out without saving."""
    picks: list[Path] = []

    def answer(dialog: QFileDialog) -> None:
        dialog.done(len(picks))

    monkeypatch.setattr(QFileDialog, "open", answer)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda dialog: [str(p) for p in picks])
    return picks


def test_save_writes_the_pdf_where_the_person_says(
    previewing: Previewing, person: Person, choose: list[Path], tmp_path: Path
) -> None:
    choose.append(tmp_path / "banda.pdf")
    shown = previewing(CARD)
    shown.ui.pdf_button.click()
    person.wait(lambda: "banda.pdf" in shown.ui.said.text())
    assert (tmp_path / "banda.pdf").read_bytes() == CARD.pdf()


def test_save_without_a_choice_writes_nothing(
    previewing: Previewing, person: Person, choose: list[Path], tmp_path: Path
) -> None:
    shown = previewing(CARD)
    shown.ui.pdf_button.click()
    person.wait()
    assert not shown.ui.said.text()
    assert not list(tmp_path.glob("*.pdf"))


def test_save_that_cannot_be_says_why(
    previewing: Previewing, person: Person, choose: list[Path], tmp_path: Path
) -> None:
    choose.append(tmp_path / "no such folder" / "banda.pdf")
    shown = previewing(CARD)
    shown.ui.pdf_button.click()
    person.wait(lambda: "there is no such file or folder" in shown.ui.said.text())


@pytest.mark.parametrize(
    ("suggestion", "name"),
    [
        ("Referat Paradoksów", "Referat Paradoksów.pdf"),
        ("Operacja: Kura/Jajko", "Operacja Kura Jajko.pdf"),
        ("raport.pdf", "raport.pdf"),
        ("..\\..\\x\x00\n", "x.pdf"),
        ("", "Fraydesk.pdf"),
        ("ą" * 200, "ą" * 80 + ".pdf"),
    ],
)
def test_a_suggested_name_is_one_that_every_system_takes(suggestion: str, name: str) -> None:
    assert file_name(suggestion) == name
