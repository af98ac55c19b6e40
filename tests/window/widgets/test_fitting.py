"""A scrolled area that is no higher than what is in it."""

from itertools import count

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSizePolicy, QWidget
from pytestqt.qtbot import QtBot

from desktop.window.widgets.flow import FittingScroll


class Restless(QWidget):
    """Asks for another height whenever it is asked, as a grid that flows anew at each width."""

    def __init__(self) -> None:
        super().__init__()
        self._asked = count()
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def heightForWidth(self, width: int) -> int:
        return 300 + next(self._asked) % 7


def test_content_that_never_comes_to_rest_does_not_go_round_for_ever(qtbot: QtBot) -> None:
    scroll = FittingScroll()
    qtbot.addWidget(scroll)
    scroll.setWidgetResizable(True)
    scroll.setWidget(Restless())
    scroll.resize(200, 200)
    with qtbot.waitExposed(scroll):
        scroll.show()
    for wide in range(200, 240):
        scroll.resize(wide, 200)
    inside = scroll.widget()
    assert inside
    assert inside.height() >= 300
    assert scroll.verticalScrollBar().maximum() > 0


def test_the_handle_of_a_bar_that_is_always_there_hides_where_there_is_nothing_to_scroll(
    qtbot: QtBot,
) -> None:
    scroll, inside = FittingScroll(), QWidget()
    qtbot.addWidget(scroll)
    scroll.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    scroll.setWidget(inside)
    scroll.resize(200, 200)
    with qtbot.waitExposed(scroll):
        scroll.show()
    seen = []
    for height in (400, 100):
        inside.resize(100, height)
        seen.append((scroll.verticalScrollBar().isEnabled(), scroll.viewport().width()))
    assert [enabled for enabled, _ in seen] == [True, False]
    assert len({width for _, width in seen}) == 1, "nothing moves aside"
