"""Every hostile file ends in words or in nothing: within 1.5 GB, and none of them for long."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.hostile.files import CAMPAIGNS, RAW, SCRIPTS, write_all

ROOT = Path(__file__).resolve().parents[2]
MEMORY = 1_500_000_000
"""Bytes of address space, in which the interpreter and its libraries lie, too."""
SECONDS = 240
"""Of the processor, for all of them together, on a slow machine."""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits as only Linux sets them")


def limit() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


@pytest.fixture(scope="module")
def attempts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("hostile")
    write_all(folder)
    run = subprocess.run(
        [sys.executable, "-m", "tests.hostile.attempt", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=limit,
        check=False,
        timeout=4 * SECONDS,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    return {found["name"]: found for found in map(json.loads, run.stdout.splitlines())}


HARMLESS = {"another search.fray", "the last id.fray"}
"""What can be read, and is only refused when something is added."""

NAMES = [
    *(f"{name}.json" for name in SCRIPTS),
    *(f"raw {name}.json" for name in RAW),
    *(f"raw {name}.fray" for name in RAW),
    *(f"{name}.fray" for name in CAMPAIGNS),
]


@pytest.mark.parametrize("name", NAMES)
def test_a_hostile_file_breaks_nothing(name: str, attempts: dict[str, dict[str, Any]]) -> None:
    found = attempts[name]
    assert found["broken"] == ""
    assert bool(found["said"]) == (name not in HARMLESS)
    assert len(found["said"]) < 1000
    assert found["said"].strip().isprintable()


def test_a_sound_campaign_among_them_is_read(attempts: dict[str, dict[str, Any]]) -> None:
    assert attempts["sound.fray"] == {**attempts["sound.fray"], "said": "", "broken": ""}
