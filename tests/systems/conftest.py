"""The example systems, installed in turn by entry point and from one's own folder."""

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from desktop import assets, plugins
from desktop.library.resources import rulebook, shipped_entries
from desktop.rules import systems
from desktop.rules.registry import FOLDER
from tests.systems.installing import install

HERE = Path(__file__).parent
SHIPPED = assets.root() / "systems"
"""The examples that come with the program."""


def by_entry_point(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(
        folder,
        {
            "skeleton": "skeleton:Skeleton",
            "wrack": "tests.systems.wrack:Wrack",
            "blaze": "tests.systems.blaze:Blaze",
            "delve": "delve:Delve",
            "trio": "tests.systems.trio:Trio",
        },
    )
    monkeypatch.syspath_prepend(str(folder))


def from_own_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for home in (
        SHIPPED / "skeleton",
        HERE / "wrack",
        HERE / "blaze",
        SHIPPED / "delve",
        HERE / "trio",
    ):
        shutil.copytree(home, folder / home.name)
    monkeypatch.setattr(plugins, "folder", lambda: folder)


@pytest.fixture(params=[by_entry_point, from_own_folder])
def installed(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    way: Callable[[Path, pytest.MonkeyPatch], None] = request.param
    way(tmp_path / "installed", monkeypatch)
    forget()
    plugins.add_own()
    yield
    forget()
    for name in [name for name in sys.modules if name.partition(".")[0] == FOLDER]:
        del sys.modules[name]


def forget() -> None:
    """What was kept of the systems there were."""
    for kept in (systems, rulebook, shipped_entries):
        kept.cache_clear()
