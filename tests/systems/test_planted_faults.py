"""check-system finds faults that are planted in the whole example."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from desktop import assets
from tests.systems.installing import DATA_HOME

DELVE = assets.root() / "systems" / "delve"


@pytest.mark.parametrize(
    ("file", "right", "wrong", "said"),
    [
        (
            "__init__.py",
            "    afflict(state, delver, PRONE, table)\n",
            "    raise Refusal('no', 'target')\n",
            "'action': 'drop'} is offered and was refused: target: no",
        ),
        (
            "__init__.py",
            'table.mark("hit", foe.id)',
            'table.mark("struck", foe.id)',
            "the mark 'struck' is not among the declared marks",
        ),
        (
            "card.typ",
            "#import",
            '#panic("no ink")\n#import',
            "card cannot be printed",
        ),
        ("catalogue.json", '"sides": 8', '"sides": 88', "sides: can be at most 20"),
    ],
    ids=["a button that is always refused", "a mark of nobody", "a card", "a weapon"],
)
def test_a_planted_fault_is_found(
    tmp_path: Path, file: str, right: str, wrong: str, said: str
) -> None:
    delve = tmp_path / "Fraydesk" / "systems" / "delve"
    shutil.copytree(DELVE, delve)
    text = (delve / file).read_text("utf-8")
    assert right in text
    (delve / file).write_text(text.replace(right, wrong, 1), "utf-8")
    found = subprocess.run(
        [sys.executable, "-m", "desktop", "check-system", "delve"],
        env={**os.environ, DATA_HOME: str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert found.returncode != 0
    assert said in found.stderr
