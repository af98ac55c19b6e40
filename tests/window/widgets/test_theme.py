"""A colour scheme is whole: every colour is one, words can be read, and it can be chosen."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QFont, QIcon, QKeySequence
from PySide6.QtWidgets import QApplication, QListWidget, QMainWindow
from pytestqt.qtbot import QtBot

from desktop import assets
from desktop.languages import LANGUAGES, Language
from desktop.library.languages import catalogue
from desktop.window.combat.odds.bar import OddsBar
from desktop.window.widgets import icons, paint, theme
from desktop.window.widgets.theme import SCHEMES, Palette

PALETTES = {id: scheme.palette for id, scheme in SCHEMES.items() if scheme.palette}


def contrast(one: str, other: str) -> float:
    """How well one colour is told from another, 1 to 21 (WCAG)."""

    def light(colour: str) -> float:
        shown = QColor(colour)
        parts = shown.redF(), shown.greenF(), shown.blueF()
        red, green, blue = (
            part / 12.92 if part <= 0.03928 else float(((part + 0.055) / 1.055) ** 2.4)
            for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dim, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dim + 0.05)


def test_every_palette_can_be_chosen() -> None:
    made = [value for value in vars(theme).values() if isinstance(value, Palette)]
    for palette in made:
        assert palette in PALETTES.values(), f"{palette.name} is in no scheme"


@pytest.mark.parametrize("id", PALETTES)
def test_every_colour_of_a_scheme_is_one_and_words_can_be_read(id: str) -> None:
    palette = PALETTES[id]
    for name, value in palette._asdict().items():
        if isinstance(value, str):
            assert re.fullmatch("#[0-9a-f]{6}", value), name
    for ground in (palette.paper, palette.bar, palette.card):
        assert contrast(palette.ink, ground) >= 7
    assert palette.dark == (QColor(palette.paper).lightness() < 128)


SURFACES = "paper", "bar", "card"
TEXT = {
    "ink": (*SURFACES, "well", "accent_soft", "players_soft", "good_soft"),
    "muted": (*SURFACES, "well", "accent_soft", "players_soft"),
    "faint": SURFACES,
    "accent_ink": (*SURFACES, "well", "accent_soft"),
    "on_accent": ("accent", "accent_hover"),
    "on_nothing": ("nothing",),
    "players_ink": ("players_soft",),
    "card": ("players", "foes", "faint"),
    "good": ("card", "well", "good_soft"),
    "warn": ("card", "well"),
    "bad": ("card", "bar", "well"),
    "hand": ("card", "bar"),
}
"""Words, and what they stand on: letters on a disc have the colour of a card."""
GRAPHICS = {
    "edge": SURFACES,
    "accent": SURFACES,
    "accent_ink": (*SURFACES, "well", "accent_soft"),
    "players": (*SURFACES, "well"),
    "foes": (*SURFACES, "well"),
    "good": ("well",),
    "warn": ("well",),
    "bad": ("card", "well"),
}
"""Borders, bars and marks, and what they stand on."""


@pytest.mark.parametrize("id", PALETTES)
@pytest.mark.parametrize(("least", "pairs"), [(4.5, TEXT), (3, GRAPHICS)])
def test_words_and_graphics_are_told_from_their_ground(
    id: str, least: float, pairs: dict[str, tuple[str, ...]]
) -> None:
    palette = PALETTES[id]
    low = {
        (colour, ground): round(measured, 2)
        for colour, grounds in pairs.items()
        for ground in grounds
        if (measured := contrast(getattr(palette, colour), getattr(palette, ground))) < least
    }
    assert low == {}
    assert min(contrast(palette.card, other) for other in palette.others) >= 4.5


@pytest.mark.parametrize("id", PALETTES)
def test_words_can_be_read_in_every_rule_of_the_style_sheet(id: str) -> None:
    rules = re.findall(r"([^{}]+)\{([^{}]+)\}", theme.stylesheet(PALETTES[id]))
    low = {}
    for selector, body in rules:
        # After a colon or a space: neither a border's nor a selection's.
        style = dict(re.findall(r"(?:^|[;\s])(background|color): (#\w+)", body))
        if len(style) == 2 and ":disabled" not in selector:
            measured = contrast(style["color"], style["background"])
            if measured < 4.5:
                low[selector.strip()] = round(measured, 2)
    assert low == {}


@pytest.mark.parametrize("id", PALETTES)
def test_words_on_each_shade_of_the_odds_can_be_read(id: str, qapp: QApplication) -> None:
    theme.apply(qapp, id)
    colours, bar = theme.current_colours(), OddsBar()
    shades = [bar._shade(colours, amount, 20).name() for amount in range(1, 21)]
    assert min(contrast(PALETTES[id].on_accent, shade) for shade in shades) >= 4.5
    healed = [bar._shade(colours, amount, 20, heals=True).name() for amount in range(1, 21)]
    assert min(contrast(PALETTES[id].card, shade) for shade in healed) >= 4.5
    assert not {*shades} & {*healed}


@pytest.mark.parametrize("id", PALETTES)
def test_no_side_has_the_colour_of_the_accent_or_of_another(id: str) -> None:
    palette = PALETTES[id]
    assert len({palette.accent, *(palette.tint(side) for side in range(5))}) == 6


def test_every_side_has_a_shape_of_its_own() -> None:
    area = QRectF(0, 0, 32, 32)
    shapes = [paint.shape(area, side) for side in range(5)]
    assert all(one != other for one, other in combinations(shapes, 2))
    assert paint.shape(area, 9) == shapes[1 + 9 % 4]


@pytest.mark.parametrize("id", PALETTES)
def test_a_scheme_that_is_applied_is_in_force(id: str, qapp: QApplication) -> None:
    theme.apply(qapp, id)
    assert theme.asked() == id
    assert theme.palette() is PALETTES[id]
    assert PALETTES[id].accent in qapp.styleSheet()


@pytest.mark.parametrize("id", PALETTES)
def test_the_drawings_of_the_stylesheet_lie_ready_in_its_colours(id: str) -> None:
    drawings = re.findall(r"url\(coloured:([\w-]+)-(\w{6})\.svg\)", theme.stylesheet(PALETTES[id]))
    arrows = {f"chevron-{way}" for way in ("down", "up", "left", "right")}
    assert {name for name, _ in drawings} == {"check", *arrows}
    for name, colour in drawings:
        drawing = assets.path("icons", f"{name}.svg").read_bytes()
        file = assets.path("icons", "coloured") / theme.image(name, f"#{colour}")
        recoloured = theme.recoloured(drawing, f"#{colour}")
        wanted = f"{file.name} has to be {name}.svg with #{colour} in place of currentColor"
        assert file.is_file(), wanted
        assert file.read_bytes() == recoloured, wanted


@pytest.mark.parametrize("code", LANGUAGES)
def test_no_two_schemes_are_called_alike_or_chosen_by_one_letter(code: str) -> None:
    language = Language(code, catalogue(code))
    titles = [scheme.title.said(language) for scheme in SCHEMES.values()]
    names = [palette.name.said(language) for palette in PALETTES.values()]
    letters = [QKeySequence.mnemonic(title).toString() for title in titles]
    place = f"resources/languages/{code}.po" if code != "en" else "theme.SCHEMES"
    assert all(letters), f"{place}: each needs a & before its letter: {titles}"
    assert len(set(letters)) == len(SCHEMES), f"{place}: put each & before another letter: {titles}"
    assert len({title.replace("&", "") for title in titles}) == len(SCHEMES), place
    assert len(set(names)) == len(PALETTES), place


CLASSES = ("QMenu", "QMenuBar", "QStatusBar", "QAbstractItemView")
FONTS: Any = QApplication
"""Its stubs want bytes where it takes text."""


@pytest.fixture
def fonts_of_windows(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    """A style sheet brings back a font for each class, as on Windows where there was none."""
    set_style_sheet = qapp.setStyleSheet

    def as_windows_does(sheet: str) -> None:
        set_style_sheet(sheet)
        for of_class in CLASSES:
            FONTS.setFont(QFont("DejaVu Sans", 7), of_class)

    monkeypatch.setattr(qapp, "setStyleSheet", as_windows_does)


@pytest.mark.usefixtures("fonts_of_windows")
def test_fonts_that_come_with_the_first_style_sheet_give_way_to_ours(qapp: QApplication) -> None:
    qapp.setStyleSheet("")
    theme.apply(qapp, "light")
    assert [FONTS.font(of_class) for of_class in CLASSES] == [qapp.font()] * len(CLASSES)


@pytest.mark.usefixtures("fonts_of_windows")
def test_what_is_shown_keeps_our_font_at_another_size_and_in_other_colours(
    qapp: QApplication, qtbot: QtBot
) -> None:
    theme.apply(qapp, "light")
    window = QMainWindow()
    qtbot.addWidget(window)
    parts = window.menuBar(), QListWidget(window), window.statusBar()
    window.show()
    theme.resize(qapp, 125)
    theme.apply(qapp, "dark")
    fonts = [part.font() for part in parts]
    theme.apply(qapp, "light")
    theme.resize(qapp, 100)
    for font in fonts:
        assert (font.family(), font.pointSizeF()) == ("Noto Sans", 12.5)
    for part in parts:
        assert part.font() == qapp.font()


def test_an_icon_on_the_accent_is_seen_where_its_button_cannot_be_used(qapp: QApplication) -> None:
    theme.apply(qapp, "light")
    worn = icons.icon("plus", "on_accent")
    off = worn.pixmap(18, 18, QIcon.Mode.Disabled).toImage()
    faint = icons.pixmap("plus", "faint", 18).toImage()
    assert off == faint != worn.pixmap(18, 18).toImage()
