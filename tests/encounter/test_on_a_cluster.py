"""The same figures come from a cluster of processes; skipped without ``fraydesk[dask]``."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.playouts import sample_scripts

pytest.importorskip("distributed")

CLUSTER = """
from distributed import LocalCluster
if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        print(cluster.scheduler_address, flush=True)
        input()
"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """The address of a cluster of two processes."""
    program = tmp_path / "cluster.py"
    program.write_text(CLUSTER, "utf-8")
    cluster = subprocess.Popen(
        [sys.executable, program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with cluster:
        assert cluster.stdout
        yield cluster.stdout.readline().strip()
        cluster.communicate("\n", timeout=60)


def test_a_cluster_and_this_process_agree(address: str, tmp_path: Path) -> None:
    file = tmp_path / "fight.json"
    file.write_text(json.dumps(sample_scripts("boj")[0]), "utf-8")
    command = [
        sys.executable,
        "-c",
        "from desktop.cli import main; raise SystemExit(main())",
        "simulate",
        str(file),
        "--json",
    ]
    found = [
        subprocess.run(
            [*command, "--fights", "60", "--seed", "5", *words],
            capture_output=True,
            timeout=120,
            check=False,
        )
        for words in (["--scheduler", address], ["--workers", "1"])
    ]
    assert [done.returncode for done in found] == [0, 0], found[0].stderr
    assert found[0].stdout == found[1].stdout
    assert json.loads(found[0].stdout)["fights"] == 60
