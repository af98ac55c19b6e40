"""Preview, printer and saving: what Qt makes of the pages."""

from pathlib import Path

import pypdfium2
import pytest
from PySide6.QtCore import QMarginsF, QSizeF, QTimer
from PySide6.QtGui import QPageLayout, QPageRanges, QPageSize
from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog, QPrintPreviewWidget
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox
from pytestqt.qtbot import QtBot

from desktop import paper
from desktop.paper import Pages, Told
from desktop.rules.text import Text
from desktop.window.printing.on_paper import (
    draw,
    file_name,
    pictures,
    preview,
    printer_for,
    save,
)
from tests.paper.bands import BAND

pytestmark = pytest.mark.usefixtures("qapp")

CARD = paper.card("teohiphip", BAND)
REPORT = paper.report("Raport", [Told(n // 5, "x-1", Text("linia {n}", n=n)) for n in range(200)])


def _printer(pages: Pages, path: Path) -> QPrinter:
    printer = printer_for(pictures(pages), pages.title)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(path))
    return printer


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
    draw(pictures(pages), _printer(pages, target))
    expected = [page.get_size() for page in pypdfium2.PdfDocument(pages.pdf())]
    assert _printed(target) == [pytest.approx(size, abs=1) for size in expected]


def test_a_printed_page_looks_like_the_pdf_and_its_letters_are_not_fat(tmp_path: Path) -> None:
    target = tmp_path / "out.pdf"
    draw(pictures(CARD), _printer(CARD, target))
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
    draw(pictures(CARD), printer)
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
    draw(pictures(REPORT), printer)
    assert len(_printed(target)) == 3
    third = _darkness(target, 2)
    assert _bounds(third) == pytest.approx(_bounds(_darkness(REPORT.pdf(), 4)), abs=2)


@pytest.mark.qt_log_ignore("propagateSizeHints")
def test_the_preview_shows_every_page(qtbot: QtBot) -> None:
    seen: list[int] = []

    def look() -> None:
        dialog = QApplication.activeModalWidget()
        assert isinstance(dialog, QPrintPreviewDialog)
        preview = dialog.findChild(QPrintPreviewWidget)
        assert preview is not None
        seen.append(preview.pageCount())
        dialog.reject()

    QTimer.singleShot(300, look)
    preview(None, REPORT)
    assert seen == [len(REPORT.svg())]


# Saving


@pytest.fixture
def choose(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """What the person picks in the file dialog; nothing is a way out without saving."""
    picks: list[Path] = []
    monkeypatch.setattr(QFileDialog, "exec", lambda dialog: bool(picks))
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda dialog: [str(p) for p in picks])
    return picks


def test_save_writes_the_pdf_where_the_person_says(choose: list[Path], tmp_path: Path) -> None:
    choose.append(tmp_path / "banda.pdf")
    assert save(None, CARD, "Referat") == tmp_path / "banda.pdf"
    assert (tmp_path / "banda.pdf").read_bytes() == CARD.pdf()


def test_save_without_a_choice_writes_nothing(choose: list[Path], tmp_path: Path) -> None:
    assert save(None, CARD, "Referat") is None
    assert list(tmp_path.iterdir()) == []


def test_save_that_cannot_be_says_why(
    choose: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: told.append(box.text()))
    choose.append(tmp_path / "no such folder" / "banda.pdf")
    assert save(None, CARD, "Referat") is None
    assert "there is no such file or folder" in told[0]


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
