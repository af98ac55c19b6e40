"""The figure: six parts that are clicked, walked by keys and named."""

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from desktop.window.widgets.body_figure import SPOTS, BodyFigure, Part, Spot, outline


def figure(qtbot: QtBot) -> BodyFigure:
    made = BodyFigure()
    qtbot.addWidget(made)
    made.resize(made.sizeHint())
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_no_part_lies_under_another() -> None:
    bounds = [outline(spot).boundingRect() for spot in SPOTS]
    assert not any(
        one.intersects(other) for i, one in enumerate(bounds) for other in bounds[i + 1 :]
    )


@pytest.mark.parametrize("spot", SPOTS)
def test_a_click_in_the_middle_of_a_part_chooses_it(qtbot: QtBot, spot: Spot) -> None:
    made = figure(qtbot)
    with qtbot.waitSignal(made.chosen) as told:
        part = made.parts[spot]
        qtbot.mouseClick(part, Qt.MouseButton.LeftButton, pos=part.rect().center())
    assert told.args == [spot]
    assert [s for s, part in made.parts.items() if part.isChecked()] == [spot]


def test_a_click_beside_the_body_chooses_nothing(qtbot: QtBot) -> None:
    made = figure(qtbot)
    assert not made.parts["head"].hitButton(QPoint(1, 1))


def test_arrows_go_from_part_to_part(qtbot: QtBot) -> None:
    made = figure(qtbot)
    made.choose("head")
    made.activateWindow()
    made.parts["head"].setFocus()
    qtbot.waitUntil(made.parts["head"].hasFocus)
    with qtbot.waitSignal(made.chosen) as told:
        qtbot.keyClick(made.parts["head"], Qt.Key.Key_Down)
    assert told.args == ["torso"]


def test_a_screen_reader_hears_all_about_a_part(qtbot: QtBot) -> None:
    made = figure(qtbot)
    made.show_parts({"torso": Part("Tułów, Redukcja: 2", armour=2, wounds=("L",), useless=True)})
    assert made.parts["torso"].accessibleName() == "Tułów, Redukcja: 2"
    assert made.parts["left_leg"].accessibleName() == "left leg"


def test_armour_prostheses_wounds_and_uselessness_each_look_different(qtbot: QtBot) -> None:
    made = figure(qtbot)

    def picture(part: Part) -> bytes:
        made.show_parts({"torso": part})
        return bytes(made.parts["torso"].grab().toImage().constBits())

    looks = [
        picture(part)
        for part in (
            Part("a"),
            Part("a", armour=1),
            Part("a", armour=3),
            Part("a", artificial=True),
            Part("a", wounds=("L",)),
            Part("a", useless=True),
        )
    ]
    assert len(set(looks)) == len(looks)
