"""The processes that play forecasts go when the program goes, however it does."""

import subprocess
import sys

PROGRAM = """
from time import sleep
from desktop.processes import processes
from desktop.encounter.simulate.work import ready

if __name__ == "__main__":
    workers = processes(2)
    for done in [workers.submit(ready) for _ in range(2)]:
        done.result()
    print("ready", flush=True)
    sleep(600)
"""


def test_they_end_when_the_program_is_killed() -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE) as program:
        assert program.stdout
        assert program.stdout.readline() == b"ready\n"
        program.kill()
        # Its output ends when the last of those who could write to it is gone.
        rest, _ = program.communicate(timeout=60)
    assert rest == b""
