"""The processes that play forecasts: they go with the program, and a lost one is replaced."""

import os
import subprocess
import sys
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from desktop import processes
from desktop.encounter.simulate.work import Here
from desktop.processes import MOST_RESTARTS, Processes

PROGRAM = """
from time import sleep
from desktop.processes import Processes
from desktop.encounter.simulate.work import ready

if __name__ == "__main__":
    workers = Processes(2)
    for done in [workers.submit(ready) for _ in range(2)]:
        done.result()
    print("ready", flush=True)
    sleep(600)
"""


def test_they_end_when_the_program_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE) as program:
        assert program.stdout
        begun = program.stdout.readline().strip()
        program.kill()
        # Its output ends when the last of those who could write to it is gone.
        rest, _ = program.communicate(timeout=60)
    assert (begun, rest) == (b"ready", b"")


def die_once(mark: Path) -> str:
    """Ends the process in which it is called for the first time."""
    if not mark.exists():
        mark.touch()
        os._exit(9)
    return "done"


def die() -> None:
    os._exit(9)


def test_the_work_of_a_killed_process_is_done_by_another(tmp_path: Path) -> None:
    losses: list[None] = []
    with Processes(2, lost=lambda: losses.append(None)) as workers:
        killed, another = workers.submit(die_once, tmp_path / "mark"), workers.submit(abs, -32)
        assert (killed.result(timeout=60), another.result(timeout=60)) == ("done", 32)
    assert len(losses) == 1


def test_work_that_kills_every_process_fails_after_some_tries() -> None:
    losses: list[None] = []
    workers = Processes(1, lost=lambda: losses.append(None))
    with workers, pytest.raises(BrokenProcessPool):
        workers.submit(die).result(timeout=120)
    assert len(losses) == MOST_RESTARTS


def test_a_fault_of_the_work_itself_comes_back() -> None:
    with Processes(1) as workers, pytest.raises(ZeroDivisionError):
        workers.submit(divmod, 1, 0).result(timeout=60)


def test_where_no_process_can_be_started_the_work_is_done_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(processes, "ProcessPoolExecutor", refuse)
    alone, refused = Here(), list[OSError]()
    assert processes.started(2, alone, refused.append) is alone
    assert [error.errno for error in refused] == [13]
