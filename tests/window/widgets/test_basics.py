"""Tooltips: what Qt makes of them, and what a screen reader reads aloud."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import Qt

from desktop.window.widgets.basics import TIP_WIDTH, as_tip


@pytest.mark.parametrize("text", ["<b>bold</b>", "a <i>b</i>", "&lt;b>", "x\n<table>", "<br>"])
def test_a_tooltip_is_never_taken_for_markup(text: str) -> None:
    assert Qt.mightBeRichText(text.split("\n")[-1])
    assert not any(Qt.mightBeRichText(line) for line in as_tip(text).split("\n"))


@given(st.text())
def test_no_text_makes_a_tooltip_that_qt_reads_as_markup(text: str) -> None:
    assert not Qt.mightBeRichText(as_tip(text))


def test_a_tooltip_keeps_its_lines_and_breaks_long_ones_between_words() -> None:
    lines = as_tip("first\n\n" + "walka-18 zażółć " * 20).split("\n")
    assert lines[:2] == ["first", ""]
    assert all(len(line) <= TIP_WIDTH and not line.endswith("-") for line in lines)
    assert " ".join(lines[2:]).split() == ["walka-18", "zażółć"] * 20
    assert as_tip("") == ""
