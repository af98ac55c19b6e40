"""A broken system of somebody else's is said in one line, whatever is asked, and harms no other."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from skeleton import Skeleton

from desktop import cli
from desktop.cli.words import FAULT, STOPPED, WRONG_INPUT
from desktop.rules.failures import SystemFailed
from desktop.rules.guarded import fits, guarded
from desktop.rules.state import State
from desktop.rules.text import Words
from tests.hostile.test_hostile import ROOT, SECONDS, limit

STRIDE = 17
"""Every so many of the tries; `python -m tests.hostile.systems` makes all of them."""


@pytest.mark.skipif(sys.platform != "linux", reason="limits as only Linux sets them")
def test_a_broken_system_is_said_in_one_line(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.hostile.systems", str(tmp_path), str(STRIDE)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=limit,
        check=False,
        timeout=4 * SECONDS,
    )
    assert run.returncode == 0, run.stderr[-2000:]
    found = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(found) > 300
    assert [one for one in found if wrong(one)] == []
    assert {WRONG_INPUT, FAULT, 0} <= {one["status"] for one in found}


def wrong(found: dict[str, Any]) -> bool:
    """Whether it ended otherwise than in words: nothing of it is a traceback or moves a cursor."""
    said = found["said"].removesuffix("\n")
    expected = [0, FAULT, WRONG_INPUT]
    if "a stop as it is read" in found["name"]:
        expected.append(STOPPED)
    return bool(
        found["broken"]
        or found["status"] not in expected
        or (found["status"] in (0, STOPPED)) != (said == "")
        or not said.isprintable()
        or len(said) > 5 * cli.LONGEST_MESSAGE  # of odd letters only their numbers are said
        or (found["words"] in ("--version",) and found["status"])
    )


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        (None, int | None, True),
        ("x", int | None, False),
        (["a"], list[str], True),
        (["a", 1], list[str], False),
        ({"a": 1}, dict[str, Any], True),
        ({1: 1}, dict[str, Any], False),
        (ZeroDivisionError, Exception, False),
    ],
)
def test_what_a_system_answers_is_of_its_kind(value: object, kind: Any, expected: bool) -> None:
    assert fits(value, kind) is expected


@pytest.mark.parametrize("error", [GeneratorExit, SystemExit, BaseException, ZeroDivisionError])
def test_whatever_a_system_raises_is_contained(error: type[BaseException]) -> None:
    class Broken(Skeleton):
        def headline(self, state: State[Any]) -> Sequence[Words]:
            raise error

    rules = guarded(Broken(), "broken")
    with pytest.raises(SystemFailed, match=f"headline.*{error.__name__}"):
        rules.headline(None)


def test_a_person_can_stop_the_program_in_a_call_of_a_system() -> None:
    class Slow(Skeleton):
        def headline(self, state: State[Any]) -> Sequence[Words]:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        guarded(Slow(), "slow").headline(None)
