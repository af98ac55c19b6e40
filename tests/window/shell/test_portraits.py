"""A portrait is chosen and removed on its sheet, and looks out of the order of a fight."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFileDialog

from desktop.library.errors import DocumentError
from desktop.library.pictures import PORTRAIT_SIDE, size
from desktop.window.printing import on_paper
from tests.window.conftest import Person


def photo(path: Path, colour: str = "darkgreen") -> Path:
    image = QImage(900, 1200, QImage.Format.Format_RGB32)
    image.fill(QColor(colour))
    assert image.save(str(path))
    return path


def choose(person: Person, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(path), ""))
    entry(person, "Choose a picture…")


def entry(person: Person, text: str) -> None:
    """Takes an entry of the menu behind the portrait."""
    menu = person.sheet.portrait.menu()
    menu.aboutToShow.emit()
    next(action for action in menu.actions() if action.text() == text).trigger()
    person.wait()


def entries(person: Person) -> list[str]:
    menu = person.sheet.portrait.menu()
    menu.aboutToShow.emit()
    return [action.text() for action in menu.actions() if action.text()]


def shown(image: QImage) -> set[str]:
    """The colours of a picture."""
    places = range(image.width()), range(image.height())
    return {image.pixelColor(x, y).name() for x in places[0] for y in places[1]}


@pytest.fixture
def zenon(person: Person) -> Person:
    person.open_sample()
    person.go("character", "Zenon Kowalski")
    return person


def test_a_portrait_is_chosen_scaled_shown_undone_and_removed(
    zenon: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = zenon.sheet
    assert entries(zenon) == ["Choose a picture…"]
    choose(zenon, photo(tmp_path / "zenon.jpg"), monkeypatch)
    assert page.portrait.png
    assert size(page.portrait.png) == (PORTRAIT_SIDE * 3 // 4, PORTRAIT_SIDE)
    assert page.held
    assert page.held.portrait
    green = QColor(page.portrait.grab().toImage().pixelColor(17, 17))
    assert green.green() > 80 > green.red()
    assert entries(zenon) == ["Choose a picture…", "Remove the picture"]

    assert zenon.window.ui.undo.text() == "&Undo: change the portrait · Zenon Kowalski"
    zenon.window.ui.undo.trigger()
    zenon.wait()
    assert page.portrait.png is None
    zenon.window.ui.redo.trigger()
    zenon.wait()
    assert page.portrait.png

    entry(zenon, "Remove the picture")
    assert page.portrait.png is None
    assert page.held.portrait is None


def test_what_is_typed_meanwhile_keeps_the_portrait(
    zenon: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    zenon.replace(zenon.field("archetype"), "referent")
    choose(zenon, photo(tmp_path / "zenon.png"), monkeypatch)
    zenon.replace(zenon.field("archetype"), "inspektor")
    zenon.do(zenon.sheet.flush())
    assert zenon.sheet.held
    assert zenon.sheet.held.sheet["archetype"] == "inspektor"
    assert zenon.sheet.held.portrait
    zenon.go("character", "Halina Żółć")
    assert zenon.sheet.portrait.png is None
    zenon.go("character", "Zenon Kowalski")
    assert zenon.sheet.portrait.png


def test_a_file_that_is_no_picture_is_refused_in_words_and_changes_nothing(
    zenon: Person, tmp_path: Path
) -> None:
    path = tmp_path / "portrait.png"
    path.write_text("<svg xmlns='http://www.w3.org/2000/svg'><script>evil()</script></svg>")
    with pytest.raises(DocumentError, match=r"portrait\.png: is not a picture in PNG, JPEG"):
        zenon.do(zenon.sheet.set_portrait(path))
    assert zenon.sheet.portrait.png is None


def test_the_portrait_can_be_reached_with_the_keyboard_and_has_a_name(zenon: Person) -> None:
    button = zenon.sheet.portrait
    assert button.accessibleName() == "Portrait"
    zenon.sheet.ui.role.setFocus()
    zenon.key(zenon.sheet.ui.role, Qt.Key.Key_Backtab)
    assert zenon.application.focusWidget() is button


def test_a_face_looks_out_of_the_order_of_a_fight(zenon: Person, tmp_path: Path) -> None:
    zenon.do(zenon.sheet.set_portrait(photo(tmp_path / "zenon.png")))
    zenon.do(zenon.desk.navigator.go_section("encounters"))
    zenon.do(zenon.desk.commands.start_fight())
    rows = zenon.fight.panel.ui.order.rows
    faces = {row.name: row.face for row in map(rows.row, range(rows.rowCount()))}
    assert faces["Zenon Kowalski"] is not None
    assert faces["Zenon Kowalski"].toImage().pixelColor(40, 40) == QColor("darkgreen")
    assert [name for name, face in faces.items() if face] == ["Zenon Kowalski"]


def test_the_preview_of_a_card_draws_the_portrait(zenon: Person, tmp_path: Path) -> None:
    zenon.do(zenon.sheet.set_portrait(photo(tmp_path / "zenon.png", "#00c8fa")))
    pages = on_paper.pages_of(zenon.sheet, "card")
    assert pages
    (page,) = map(on_paper.picture, pages.svg())
    assert isinstance(page, QSvgRenderer)
    image = QImage(page.defaultSize(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    page.render(painter)
    painter.end()
    assert "#00c8fa" in shown(image)
