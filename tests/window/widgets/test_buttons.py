"""Buttons that paint themselves."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from desktop.window.widgets.buttons import Chip


@pytest.mark.parametrize(
    ("why_not", "said"),
    [("Zenon: no hit point is missing", 1), ("no hit point is missing", 1), (None, 0)],
)
def test_why_something_cannot_be_names_it_once(
    qtbot: QtBot, why_not: str | None, said: int
) -> None:
    chip = Chip("Zenon", why_not=why_not)
    qtbot.addWidget(chip)
    assert chip.toolTip().count("Zenon: ") == said
