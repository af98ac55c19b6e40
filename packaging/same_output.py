"""Whether the binary says what the source says: fights of every system, and pages on paper.

    .venv/bin/python packaging/same_output.py [BINARY]

Plays the sample encounters by the systems' own behaviours, writes them down, and has both
programs run, forecast and print each of them, and print the sample campaigns; in a system of
somebody else's too. Tells every difference; the exit status is 1 when there is one.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from desktop.encounter.roster import read_plan, to_script
from desktop.library.campaign import Campaign
from desktop.library.documents import read_json
from desktop.library.samples import pour, samples
from desktop.plugins import add_own
from desktop.plugins import folder as folder_of_own
from desktop.rules import systems
from tests.playouts import play_by_policies
from tests.systems.installing import DATA_HOME

ROOT = Path(__file__).resolve().parent.parent
BUILT = ROOT / "dist" / "fraydesk" / ("fraydesk.com" if sys.platform == "win32" else "fraydesk")

ADDED = ROOT / "tests" / "systems" / "wrack"
"""A system of somebody else's, which both are to find in the person's own folder."""

MOVES = 12
"""Steps of each fight."""


def scripts() -> Iterator[tuple[str, dict[str, Any]]]:
    """A name and a fight for every encounter of every sample, as a script with all its steps."""
    found = {sample.system: sample.path for sample in samples()}
    for system, path in found.items():
        sample = read_json(path)
        assert isinstance(sample, dict)
        for number, encounter in enumerate(sample["encounters"], start=1):
            fight = play_by_policies(to_script(read_plan(encounter["plan"])), 1, MOVES)
            yield f"{system}-{number}", fight.as_script()


def calls(folder: Path) -> Iterator[list[str]]:
    """What both programs are asked for, with the files for it in ``folder``."""
    bad = folder / "bad.json"
    bad.write_text('{"format": "fight/1", "seed": NaN}')
    yield ["run", str(bad)]
    for sample in samples():
        campaign = folder / f"{sample.system}.fray"
        with Campaign.create(campaign, sample.title) as made:
            pour(made, sample.path)
        yield ["print", str(campaign), "--output", "-"]
    for name, script in scripts():
        file = folder / f"{name}.json"
        file.write_text(json.dumps(script, ensure_ascii=False), encoding="utf-8")
        yield ["run", str(file)]
        yield ["run", str(file), "--json"]
        yield ["odds", str(file)]
        yield ["odds", str(file), "--json"]
        yield ["print", str(file), "--output", "-"]
        yield ["simulate", str(file), "--fights", "4", "--workers", "2"]
    for system in systems():
        yield ["describe", system]


def said(program: list[str], words: list[str]) -> tuple[int, bytes, bytes]:
    done = subprocess.run([*program, *words], capture_output=True, check=False)
    return done.returncode, done.stdout, done.stderr


def main(binary: Path) -> int:
    source = [sys.executable, "-c", "import sys; from desktop.cli import main; sys.exit(main())"]
    differences = compared = 0
    with TemporaryDirectory() as place:
        folder = Path(place)
        os.environ[DATA_HOME] = place
        shutil.copytree(ADDED, folder_of_own() / ADDED.name)
        add_own()
        for words in calls(folder):
            expected, got = said(source, words), said([str(binary)], words)
            called = " ".join(words).replace(place, "…")
            compared += 1
            if got != expected:
                differences += 1
                print(f"differs: {called}: {short(expected)} != {short(got)}")
            elif expected[0] != 0 and "bad.json" not in called:
                differences += 1
                print(f"failed: {called}: {expected[2].decode()}")
    print(f"{compared} outputs compared, {differences} differ")
    return 1 if differences or not compared else 0


def short(answer: tuple[int, bytes, bytes]) -> str:
    """The status, and the ends of what was said."""
    status, out, err = answer
    return f"({status}, {len(out)} bytes …{out[-200:]!r}, …{err[-600:]!r})"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]) if len(sys.argv) > 1 else BUILT))
