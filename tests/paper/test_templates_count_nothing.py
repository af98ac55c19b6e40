"""Templates place what the rules have worked out; none works a number out from a sheet."""

from pathlib import Path

import pytest

from desktop import assets
from desktop.library.system_files import counting

TEMPLATES = [
    path
    for path in sorted(assets.path("paper").glob("*.typ"))
    if not path.name.startswith("plain.")
]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_counts_with_no_value_of_a_sheet(path: Path) -> None:
    assert not list(counting(path.read_text("utf-8")))


@pytest.mark.parametrize(
    "line",
    [
        "#(sheet.attributes.dexterity + sheet.attributes.wits)",
        "[#one.range / #(2 * one.range)]",
        "calc.max(calc.ceil((body.strength + body.constitution) / 2), 1)",
        "#let penalties = (bruised: 0, hurt: -1, injured: -1)",
        "by-id(sheet.skills).at(skill, default: 20)",
        "calc.max(sheet.reach, 2)",
    ],
)
def test_arithmetic_on_a_value_of_a_sheet_is_seen(line: str) -> None:
    assert list(counting(line))


@pytest.mark.parametrize(
    "line",
    [
        "boxes(calc.min(one.uses, 20), size: 2.6mm)",
        '(either("урон ", "damage ") + one.damage,)',
        'lower(word("armor.stops")) + ": " + piece.stops.join(", ")',
        "inset: (x: 0mm, y: 1.6mm)",
        "columns: (1fr, 26mm, 22mm)",
    ],
)
def test_placing_a_value_is_no_arithmetic(line: str) -> None:
    assert not list(counting(line))
