"""The same figures come from a cluster of processes, also when one of them is killed."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from distributed import Client

from tests.playouts import sample_scripts

CLUSTER = """
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        input()
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster of two processes; one that is killed is started again."""
    program = tmp_path_factory.mktemp("cluster") / "cluster.py"
    program.write_text(CLUSTER, "utf-8")
    cluster = subprocess.Popen(
        [sys.executable, program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with cluster, ThreadPoolExecutor(1) as reading:
        assert cluster.stdout
        try:
            address = reading.submit(cluster.stdout.readline).result(timeout=120)
        except TimeoutError:
            cluster.kill()
            raise
        yield address.strip()
        cluster.communicate("\n", timeout=60)


def simulate(file: Path, fights: int, *words: str) -> "subprocess.Popen[bytes]":
    """``fraydesk simulate`` of a fight, begun."""
    program = "from desktop.cli import main; raise SystemExit(main())"
    numbers = ["--fights", str(fights), "--seed", "5"]
    command = [sys.executable, "-c", program, "simulate", str(file), "--json", *numbers, *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


@pytest.fixture
def fight(tmp_path: Path) -> Path:
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(sample_scripts("boj")[0]), "utf-8")
    return file


def figures(simulation: "subprocess.Popen[bytes]") -> bytes:
    """What it prints in the end."""
    with simulation:
        printed, trouble = simulation.communicate(timeout=300)
    assert simulation.returncode == 0, trouble
    return printed


def test_a_cluster_and_this_process_agree(address: str, fight: Path) -> None:
    there = figures(simulate(fight, 60, "--scheduler", address))
    assert there == figures(simulate(fight, 60, "--workers", "1"))
    assert json.loads(there)["fights"] == 60


def test_a_killed_worker_changes_no_figure(address: str, fight: Path) -> None:
    running = simulate(fight, 800, "--scheduler", address)
    with Client(address) as client:
        victim = next(iter(client.run(os.getpid).values()))
        while not any(client.processing().values()) and running.poll() is None:
            pass
        os.kill(victim, getattr(signal, "SIGKILL", signal.SIGTERM))  # to Windows they are one
    assert figures(running) == figures(simulate(fight, 800, "--workers", "1"))
