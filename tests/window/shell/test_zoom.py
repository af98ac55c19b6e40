"""Everything can be shown larger and smaller, and the program remembers it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop.rules import systems
from desktop.window import zoom
from desktop.window.shell.settings import Settings
from tests.window.conftest import Person
from tests.window.shell.test_fits import check, every_page, with_long_names

Arrive = Callable[[], Person]


def test_steps_go_from_80_to_200_per_cent_and_no_further() -> None:
    assert [zoom.stepped(size, 1) for size in (80, 100, 150, 200)] == [90, 110, 175, 200]
    assert [zoom.stepped(size, -1) for size in (200, 100, 80)] == [175, 90, 80]
    assert zoom.stepped(137, 1) == 150


@pytest.mark.parametrize(
    ("percent", "own", "scale"),
    [(150, "", "1.5"), (100, "", None), (80, "2", "1.6"), (100, "2", "2"), (150, "two", "two")],
)
def test_the_scale_is_put_on_that_of_the_desktop(percent: int, own: str, scale: str | None) -> None:
    environment = {zoom.SCALE: own} if own else {}
    zoom.use(percent, environment)
    assert environment.get(zoom.SCALE) == scale
    zoom.use(percent, environment)  # as when the program starts again
    assert environment.get(zoom.SCALE) == scale


def test_ctrl_plus_is_remembered_and_starts_the_program_again(person: Person) -> None:
    assert person.settings.zoom == 100
    ui = person.window.ui
    for action in (ui.larger, ui.larger, ui.larger, ui.smaller, ui.larger):
        action.trigger()
    assert "150 %" in person.window.message.text.text()
    person.desk.menus._sizes.take_effect()
    person.wait(lambda: not person.window.isVisible())
    assert person.window.starts_again
    assert Settings(person.folder / "settings.ini").zoom == 150


def test_back_to_the_usual_size_in_time_changes_nothing(person: Person) -> None:
    person.window.ui.larger.trigger()
    person.window.ui.usual_size.trigger()
    person.desk.menus._sizes.take_effect()
    assert person.window.isVisible()
    assert not person.window.starts_again


def test_spoiled_settings_mean_the_usual_size(tmp_path: Path) -> None:
    file = tmp_path / "settings.ini"
    file.write_text("[look]\nzoom=very large\n", "utf-8")
    assert Settings(file).zoom == 100


def test_qt_draws_at_the_scale_that_is_set() -> None:
    asked = (
        "from desktop.window import zoom; zoom.use(150);"
        "from PySide6.QtWidgets import QApplication;"
        "print(QApplication([]).devicePixelRatio())"
    )
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert float(said.stdout) == 1.5


@pytest.mark.parametrize("system", systems())
def test_at_150_per_cent_nothing_is_cut_off_on_1920_by_1080(arrive: Arrive, system: str) -> None:
    person = with_long_names(arrive, system)
    for _ in every_page(person, system):
        check(person, 1920 * 2 // 3, 1080 * 2 // 3)
