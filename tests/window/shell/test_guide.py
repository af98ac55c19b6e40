"""The guide: every page and picture is there, and the window under Help shows them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from desktop import assets
from desktop.window.shell import guide
from tests.window.conftest import Person

PAGES = sorted(assets.guide().glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_link_and_picture_of_a_page_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    assert text.startswith("# ")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert target.startswith("https://") or (page.parent / target).is_file(), target


def test_every_page_can_be_reached_from_the_first() -> None:
    assert set(guide.pages(assets.guide())) == {page.name for page in PAGES}


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
