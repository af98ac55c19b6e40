"""Tries every file of a folder in this process, and prints what became of each as JSON.

::

    python -m tests.hostile.attempt FOLDER

Started with limits of memory and time by the tests.
"""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import sys
import tempfile
import time
import traceback
from collections.abc import Callable
from pathlib import Path

from desktop import cli
from desktop.cli.words import WRONG_INPUT
from desktop.library.campaign import Campaign
from desktop.library.errors import LibraryError
from desktop.library.foreign import read_import


def open_campaign(file: Path) -> str:
    """Opens a copy of a campaign and reads all that is in it."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.fray"
        shutil.copy(file, copy)
        refused = []
        with Campaign.open(copy) as campaign:
            reads: list[Callable[[], object]] = [campaign.info, campaign.desk]
            for line in campaign.characters():
                reads.append(lambda id=line.id: campaign.character(id))  # type: ignore[misc]
            for entry in campaign.entries(search="a"):
                reads.append(lambda id=entry.id: campaign.entry(id))  # type: ignore[misc]
            for plan in campaign.encounters():
                reads.append(lambda id=plan.id: campaign.encounter(id))  # type: ignore[misc]
            for fight in campaign.fights():
                reads.append(lambda id=fight.id: campaign.steps(id))  # type: ignore[misc]
            for read in reads:
                try:
                    read()
                except LibraryError as error:
                    refused.append(str(error))
        return " ".join(refused[:3])


def on_the_command_line(command: str, file: Path) -> str:
    said, out = io.StringIO(), io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(out):
        status = cli.main([command, str(file)])
    assert status in (0, WRONG_INPUT), f"exit status {status}"
    assert (status == 0) == (said.getvalue() == "")
    return said.getvalue()


def bring_in(file: Path) -> str:
    read_import(file)
    return ""


WAYS: dict[str, list[Callable[[Path], str]]] = {
    ".fray": [open_campaign],
    ".json": [
        lambda file: on_the_command_line("run", file),
        lambda file: on_the_command_line("odds", file),
        bring_in,
    ],
}


def attempt(file: Path) -> dict[str, object]:
    """What became of a file: what was said, how long it took, and what broke."""
    begun, said, broken = time.monotonic(), [], ""
    for way in WAYS[file.suffix]:
        try:
            said.append(way(file))
        except LibraryError as error:
            said.append(str(error))
        except Exception:
            broken = traceback.format_exc()
    return {
        "name": file.name,
        "said": max(said, key=len, default=""),
        "broken": broken,
        "seconds": round(time.monotonic() - begun, 2),
    }


if __name__ == "__main__":
    for found in sorted(Path(sys.argv[1]).iterdir()):
        if found.suffix in WAYS:
            print(json.dumps(attempt(found)), flush=True)
