"""A program killed, or without power, in the middle of saving loses nothing it was told is saved.

Longer on demand: ``python -m tests.campaign kill --times 1000``.
"""

import shutil
from pathlib import Path

import pytest

from tests.campaign import cut_power, kill


def test_every_acknowledged_step_outlives_kill_9(tmp_path: Path) -> None:
    assert kill(tmp_path, 12) >= 12


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_every_acknowledged_step_outlives_a_power_cut(tmp_path: Path) -> None:
    assert cut_power(tmp_path, 40) == 40
