"""A system of one's own reads files of another program by a reader that it brings."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from desktop import plugins
from desktop.library.errors import DocumentError
from desktop.library.foreign import read_foreign
from desktop.rules.failures import SystemFailed
from desktop.rules.registry import FOLDER
from tests.systems.conftest import forget
from tests.systems.installing import write

BARROW = """
from desktop.rules.foreign import ForeignCharacter, ForeignReader, ForeignReading
from skeleton import Skeleton


def read(value):
    if value["hearts"] == "boom":
        raise ValueError("boom")
    sheet = {"name": value["called"], "hearts": value["hearts"]}
    return ForeignReading((ForeignCharacter("player", sheet),), remarks=("mood: left out",))


class Barrow(Skeleton):
    id = "barrow"
    title = "Barrow"
    foreign = (ForeignReader("bones", lambda value: value.get("bones") == 1, read),)
"""


@pytest.fixture(autouse=True)
def barrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    write(tmp_path, "barrow", BARROW)
    monkeypatch.setattr(plugins, "folder", lambda: tmp_path)
    forget()
    plugins.add_own()
    yield
    forget()
    for name in [name for name in sys.modules if name.partition(".")[0] == FOLDER]:
        del sys.modules[name]


def bones(hearts: Any) -> dict[str, Any]:
    return {"bones": 1, "called": "Ann", "hearts": hearts}


def test_its_reader_makes_characters_of_its_own_sheet() -> None:
    reading = read_foreign(bones(2))
    assert reading
    (character,) = reading.bundle.characters
    assert (character.system, character.name, character.role) == ("barrow", "Ann", "player")
    assert character.sheet["hearts"] == 2
    assert reading.remarks == ("mood: left out",)


def test_what_its_sheet_refuses_is_refused_with_its_place() -> None:
    with pytest.raises(DocumentError, match="hearts"):
        read_foreign(bones("many"))


def test_a_fault_of_its_reader_is_told_as_a_fault_of_the_system() -> None:
    with pytest.raises(SystemFailed, match=r"Barrow.*foreign\.read.*boom"):
        read_foreign(bones("boom"))
