"""The guide: every page and picture is there, and the window under Help shows them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from desktop import assets
from desktop.languages import LANGUAGES, Language
from desktop.library.languages import catalogue
from desktop.window.shell import guide
from desktop.window.shell.guide_browser import Book
from tests.window.conftest import Person

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted(assets.guide().glob("*.md"))
TRANSLATED = sorted(assets.guide().glob("*/*.md"))
EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


@pytest.mark.parametrize("page", [*PAGES, *TRANSLATED], ids=lambda page: "-".join(page.parts[-2:]))
def test_every_link_and_picture_of_a_page_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text.startswith("# ")
    language = page.parent.name if page in TRANSLATED else "en"
    book = Book.of(assets.guide(), language)
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert target.startswith("https://") or book.file(target).is_file(), target


@EVERY_LANGUAGE
def test_every_page_can_be_reached_from_the_first(language: str) -> None:
    assert set(guide.pages(Book.of(assets.guide(), language))) == {page.name for page in PAGES}
    assert {page.name for page in TRANSLATED} <= {page.name for page in PAGES}


@EVERY_LANGUAGE
def test_pages_stand_in_the_order_in_which_the_first_one_names_them(language: str) -> None:
    book = Book.of(assets.guide(), language)
    named = guide.LINK.findall(book.file(guide.FIRST).read_text("utf-8"))
    order = list(guide.pages(book))
    assert [name for name in order if name in named] == named
    assert order[order.index("systems.md") + 1].startswith("system-")


@EVERY_LANGUAGE
def test_every_menu_that_the_guide_names_is_there(person: Person, language: str) -> None:
    said = Language(language, catalogue(language)).text
    there = {
        (plain(said(menu.text())), plain(said(entry.text())))
        for menu in person.window.menuBar().actions()
        for entry in getattr(menu.menu(), "actions", list)()
    }
    of_language = PAGES if language == "en" else assets.guide().glob(f"{language}/*.md")
    named = {
        (menu, entry.rstrip("…"))
        for page in of_language
        for menu, entry in re.findall(r"\*\*(\w+) → ([^*]+)\*\*", in_one_line(page))
    }
    assert len(named) > 10 or language != "en"
    assert named <= there, named - there


def test_what_a_language_lacks_is_there_in_english(
    person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cs").mkdir()
    (tmp_path / "index.md").write_text("# First\n\n[a](files.md)\n")
    (tmp_path / "files.md").write_text("# Files\n\n[a](index.md)\n")
    czech = "# První\n\nPříliš žluťoučký [a](files.md)\n"
    (tmp_path / "cs" / "index.md").write_text(czech, "utf-8")
    monkeypatch.setattr(guide, "chosen", lambda: Language("cs"))
    shown = guide.GuideWindow(person.window, tmp_path)
    assert [shown.list.item(row).text() for row in range(2)] == ["První", "Files"]
    shown.browser.setSource(QUrl("files.md"))
    assert shown.list.currentRow() == 1
    assert shown.browser.toPlainText().startswith("Files")
    shown.browser.setSource(QUrl("index.md"))
    assert shown.browser.toPlainText().startswith("První")
    shown.search.setText("prilis zlut")
    assert shown.list.item(1).isHidden()
    assert shown.browser.textCursor().selectedText() == "Příliš žluť"
    shown.close()


def in_one_line(page: Path) -> str:
    return " ".join(page.read_text("utf-8").split())


def plain(text: str) -> str:
    return text.replace("&", "").rstrip("…")


def test_every_button_that_the_guide_names_is_there() -> None:
    """Those that end with an ellipsis: other words in bold may be no button."""
    sources = [*(ROOT / "desktop" / "window").rglob("*.py"), *(ROOT / "ui").glob("*.ui")]
    there = "".join(source.read_text("utf-8").replace("&amp;", "") for source in sources)
    for page in PAGES:
        for name in re.findall(r"\*\*([^*→]*\S…)\*\*", in_one_line(page)):
            assert f'"{name}"' in there or f">{name}<" in there, (page.name, name)


def test_a_search_leaves_the_pages_that_say_it_and_marks_the_places(
    person: Person, qtbot: QtBot
) -> None:
    person.window.ui.guide.trigger()
    (shown,) = person.window.findChildren(guide.GuideWindow)

    def left() -> list[str]:
        items = [shown.list.item(row) for row in range(shown.list.count())]
        return [item.text() for item in items if not item.isHidden()]

    everything = left()
    shown.search.setText("beads the Tab")
    assert left() == []
    assert shown.ui.nothing.isVisible()
    shown.search.setText("AN ATTACK opens at the")  # in another case, and over a break of lines
    assert left() == ["First campaign"]
    assert shown.browser.textCursor().selectedText() == "an attack opens at the"
    shown.search.setText("sample")
    first = shown.browser.textCursor().position()
    qtbot.keyClick(shown.search, Qt.Key.Key_Return)
    assert shown.browser.textCursor().position() > first
    shown.search.setText("ogien CIAGLY")  # without accents
    assert left() == ["Walka"]
    assert shown.browser.textCursor().selectedText().casefold() == "ogień ciągły"
    shown.search.clear()
    assert left() == everything
    shown.close()


def test_help_opens_one_guide_and_links_lead_on(person: Person) -> None:
    person.window.ui.guide.trigger()
    person.window.ui.guide.trigger()
    (shown,) = person.window.findChildren(guide.GuideWindow)
    assert shown.isVisible()
    titles = [shown.list.item(row).text() for row in range(shown.list.count())]
    assert titles[0] == "Guide for game masters"
    assert "The fight" in titles
    assert "Guide for game masters" in shown.browser.toPlainText()
    shown.list.setCurrentRow(titles.index("The fight"))
    assert shown.browser.toPlainText().startswith("The fight")
    shown.browser.setSource(QUrl("files.md"))
    assert shown.list.currentItem().text() == "Files and backups"
    shown.close()


def test_a_picture_is_never_wider_than_the_page(qtbot: QtBot, tmp_path: Path) -> None:
    picture = QImage(2000, 500, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.red)
    assert picture.save(str(tmp_path / "wide.png"))
    (tmp_path / "index.md").write_text("# Wide\n\n![wide](wide.png)\n")
    shown = guide.GuideWindow(folder=tmp_path)
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    bar = shown.browser.horizontalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() == 0)
    shown.resize(700, 500)
    qtbot.waitUntil(lambda: bar.maximum() == 0 and shown.browser.viewport().width() < 700)
