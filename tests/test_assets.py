"""The program's own files: found wherever it is installed, and fit for use."""

import re
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtGui import QFontDatabase, QImage, QPainter, QRawFont
from PySide6.QtSvg import QSvgRenderer
from pytestqt.qtbot import QtBot

from desktop import assets

ROOT = Path(__file__).resolve().parent.parent
FONTS = sorted((ROOT / "resources" / "fonts").glob("*.ttf"))
ICONS = sorted((ROOT / "resources" / "icons").glob("*.svg"))
LINE_ICONS = [icon for icon in ICONS if icon.stem != "fraydesk"]

LATIN = "".join(map(chr, range(0x20, 0x7F)))
LATIN_2 = bytes(range(0xA1, 0x100)).decode("iso8859-2").replace("\xad", "")
CYRILLIC = "".join(map(chr, range(0x400, 0x460))) + "ҐґЎў№"
PUNCTUATION = "–—−×±°″′…„”“’«»·½"


def test_a_checkout_reads_its_own_resources() -> None:
    assert assets.path("fonts") == ROOT / "resources" / "fonts"
    assert assets.path() == ROOT / "resources"


def test_an_installed_package_carries_its_resources(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "site-packages" / "desktop"
    (package / "resources" / "fonts").mkdir(parents=True)
    monkeypatch.setattr(assets, "__file__", str(package / "assets.py"))
    assert assets.path("fonts") == package / "resources" / "fonts"


def test_a_binary_carries_its_resources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "resources" / "icons").mkdir(parents=True)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert assets.path("icons") == tmp_path / "resources" / "icons"


def test_a_missing_file_is_named_in_one_line() -> None:
    with pytest.raises(FileNotFoundError, match=r"^[^\n]*no-such-font\.ttf\. Install[^\n]*$"):
        assets.path("fonts", "no-such-font.ttf")


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.stem)
def test_a_font_writes_polish_czech_and_russian(font: Path, qtbot: QtBot) -> None:
    raw = QRawFont(str(font), 12)
    assert raw.isValid()
    letters = LATIN + LATIN_2 + CYRILLIC + PUNCTUATION
    assert [letter for letter in letters if not raw.supportsCharacter(ord(letter))] == []


@pytest.mark.parametrize("font", FONTS, ids=lambda font: font.stem)
def test_a_font_lies_beside_its_licence(font: Path) -> None:
    family = font.stem.partition("-")[0]
    texts = [licence.read_text("utf-8") for licence in font.parent.glob(f"{family}-*.txt")]
    assert len(texts) == 1
    assert "SIL OPEN FONT LICENSE Version 1.1" in texts[0] or "Bitstream Vera" in texts[0]


def test_the_last_resort_draws_the_signs_the_texts_use(qtbot: QtBot) -> None:
    raw = QRawFont(str(assets.path("fonts", "DejaVuSans.ttf")), 12)
    assert [sign for sign in "→←↑↓≤≥≈−×″·…" if not raw.supportsCharacter(ord(sign))] == []


def test_the_families_are_complete(qtbot: QtBot) -> None:
    families = set()
    for font in FONTS:
        number = QFontDatabase.addApplicationFont(str(font))
        families.update(QFontDatabase.applicationFontFamilies(number))
    assert {"Noto Sans", "Alegreya Sans", "Alegreya Sans SC"} <= families
    assert {"Regular", "Italic", "Bold"} <= set(QFontDatabase.styles("Noto Sans"))
    assert {"Regular", "Italic", "Bold"} <= set(QFontDatabase.styles("Alegreya Sans"))
    assert {"Regular", "Italic", "Bold"} <= set(QFontDatabase.styles("Alegreya Sans SC"))


def painted(icon: Path) -> int:
    """How many of 48 × 48 pixels an icon covers."""
    image = QImage(48, 48, QImage.Format.Format_ARGB32)
    image.fill(0)
    painter = QPainter(image)
    renderer = QSvgRenderer(str(icon))
    assert renderer.isValid()
    renderer.render(painter)
    painter.end()
    return sum(image.pixelColor(x, y).alpha() > 100 for x in range(48) for y in range(48))


@pytest.mark.parametrize("icon", ICONS, ids=lambda icon: icon.stem)
def test_an_icon_can_be_painted(icon: Path, qtbot: QtBot) -> None:
    assert 40 < painted(icon) < 48 * 48


@pytest.mark.parametrize("icon", LINE_ICONS, ids=lambda icon: icon.stem)
def test_a_line_icon_takes_any_colour(icon: Path) -> None:
    root = ElementTree.parse(icon).getroot()
    assert root.get("viewBox") == "0 0 24 24"
    assert root.get("stroke") == "currentColor"
    assert root.get("stroke-width") == "2"
    assert root.get("stroke-linecap") == "round"
    text = icon.read_text("utf-8")
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', text)) <= {"none", "currentColor"}
    assert "style=" not in text
