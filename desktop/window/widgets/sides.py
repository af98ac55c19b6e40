"""A box to choose a side from, or to name a new one in."""

from collections.abc import Iterable

from PySide6.QtWidgets import QComboBox

from desktop.rules.state import side_in_words
from desktop.window.widgets.language import in_words


def offer_sides(box: QComboBox, sides: Iterable[str]) -> None:
    """Adds sides by what they are called in the language that is chosen."""
    for side in sides:
        box.addItem(in_words(side_in_words(side)), side)


def chosen_side(box: QComboBox) -> str:
    """The side that is chosen, or a new one as it was typed."""
    text = box.currentText().strip()
    return box.itemData(box.findText(text)) or text
