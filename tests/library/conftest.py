"""A campaign to try things on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.library.campaign import Campaign


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the campaign of a test lies."""
    return tmp_path / "Akropol.fray"


@pytest.fixture
def campaign(path: Path) -> Iterator[Campaign]:
    with Campaign.create(path, "Akropol") as made:
        yield made
