"""A colour scheme is whole: every colour is one, words can be read, and it can be chosen."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import Any

import pytest
from PySide6.QtGui import QColor, QFont
from PySide6.QtWidgets import QApplication

from desktop.window.widgets import theme
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
    for field in fields(palette):
        value = getattr(palette, field.name)
        if field.type == "str":
            assert re.fullmatch("#[0-9a-f]{6}", value), field.name
    for ground in (palette.paper, palette.bar, palette.card):
        assert contrast(palette.ink, ground) >= 7
        assert contrast(palette.muted, ground) >= 4.5
    assert palette.dark == (QColor(palette.paper).lightness() < 128)


@pytest.mark.parametrize("id", PALETTES)
def test_a_scheme_that_is_applied_is_in_force(id: str, qapp: QApplication) -> None:
    theme.apply(qapp, id)
    assert theme.asked() == id
    assert theme.palette() is PALETTES[id]
    assert PALETTES[id].accent in qapp.styleSheet()


def test_no_two_schemes_are_called_alike() -> None:
    titles = [str(scheme.title) for scheme in SCHEMES.values()]
    names = [str(palette.name) for palette in PALETTES.values()]
    letters = [title.partition("&")[2][0].lower() for title in titles]
    assert len(set(titles)) == len(set(letters)) == len(SCHEMES)
    assert len(set(names)) == len(PALETTES)


CLASSES = ("QMenu", "QStatusBar", "QAbstractItemView")
FONTS: Any = QApplication
"""Its stubs want bytes where it takes text."""


def test_fonts_that_come_with_the_first_style_sheet_give_way_to_ours(qapp: QApplication) -> None:
    def as_windows_does() -> None:
        for of_class in CLASSES:
            FONTS.setFont(QFont("DejaVu Sans", 7), of_class)

    qapp.setStyleSheet("")
    theme.notifier().changed.connect(as_windows_does)
    try:
        theme.apply(qapp, "light")
    finally:
        theme.notifier().changed.disconnect(as_windows_does)
    assert [FONTS.font(of_class) for of_class in CLASSES] == [qapp.font()] * len(CLASSES)
