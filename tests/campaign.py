"""Tries at losing what was saved: a program killed while it saves, the power cut while it saves.

::

    python -m tests.campaign kill --times 1000
    python -m tests.campaign power-cut --times 1000      (needs strace)

A short run of both is part of the tests.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from desktop.library.campaign import Campaign

ROOT = Path(__file__).resolve().parent.parent


def step_at(position: int) -> dict[str, Any]:
    """The step saved at a position: of another size each time, and known in advance."""
    return {"do": "act", "position": position, "why": "x" * (position * 37 % 9000)}


def check_steps(path: Path, fight: int, saved: int) -> int:
    """Opens a campaign that was cut off; how many steps are in it, none lost and none torn.

    ``saved`` were acknowledged; one more may have been written before it could be told.
    """
    with Campaign.open(path) as campaign:
        kept = campaign.steps(fight)
        assert len(kept) in (saved, saved + 1), f"{saved} were saved, {len(kept)} are there"
        assert [step.position for step in kept] == list(range(1, len(kept) + 1))
        assert all(step.step == step_at(step.position) for step in kept)
        pending = campaign.fight(fight).pending
        assert pending == ({"next": len(kept) + 1} if kept else None)
    return len(kept)


# ---- kill -9


def save_for_ever(path: Path, fight: int, acknowledged: Connection) -> None:
    """Plays the fight on from the step after the last, telling the position of each save."""
    campaign = Campaign.open(path)
    position = campaign.fight(fight).steps
    acknowledged.send(position)
    while True:
        position += 1
        campaign.append_step(fight, position, step_at(position), {"next": position + 1})
        acknowledged.send(position)


A_CAMPAIGN = 100
"""Kills in one campaign: all its steps are read after each, so a long run takes several."""


def kill(folder: Path, times: int, seed: int = 20) -> int:
    """Kills a saving program so many times; how many saves were acknowledged, all of them kept."""
    processes: Any = multiprocessing.get_context("spawn")
    if sys.platform != "win32":
        # The children start from one process that has imported what they need.
        processes = multiprocessing.get_context("forkserver")
        processes.set_forkserver_preload([Campaign.__module__])
    chance = random.Random(seed)
    kept = 0
    for begun in range(0, times, A_CAMPAIGN):
        path = folder / "Akropol.fray"
        with Campaign.create(path, "Akropol") as campaign:
            fight = campaign.start_fight(system="boj", name="Cellar", header={}).id
        saved = 0
        for _ in range(min(A_CAMPAIGN, times - begun)):
            saved = _killed_once(processes, path, fight, saved, chance)
        kept += saved
        path.unlink()
    return kept


def _killed_once(processes: Any, path: Path, fight: int, saved: int, chance: random.Random) -> int:
    """Kills one program that goes on with a fight; the steps that are in it afterwards."""
    heard, acknowledged = processes.Pipe(duplex=False)
    player = processes.Process(target=save_for_ever, args=(path, fight, acknowledged))
    player.start()
    acknowledged.close()
    assert heard.recv() == saved
    for _ in range(chance.randrange(1, 4)):
        saved = heard.recv()
    time.sleep(chance.uniform(0, 0.02))
    player.kill()
    player.join()
    player.close()
    try:
        while True:
            saved = heard.recv()
    except EOFError:
        heard.close()
    return check_steps(path, fight, saved)  # its lock is free at once


# ---- the power goes


@dataclass
class File:
    """A file as a disk knows it: what is safe, and writes that may get there in any order."""

    safe: bytearray = field(default_factory=bytearray)
    waiting: list[tuple[int, bytes | None]] = field(default_factory=list)
    """Offset and bytes; None as bytes cuts the file off there."""

    def sync(self) -> None:
        for offset, data in self.waiting:
            _put(self.safe, offset, data)
        self.waiting.clear()

    def after_a_cut(self, chance: random.Random) -> bytes:
        """What is found later: of what was not synced, any part, sector by sector."""
        found = bytearray(self.safe)
        for offset, data in self.waiting:
            if data is None:
                if chance.random() < 0.5:
                    _put(found, offset, data)
                continue
            for start in range(0, len(data), SECTOR):
                if chance.random() < 0.5:
                    _put(found, offset + start, data[start : start + SECTOR])
        return bytes(found)


SECTOR = 512


def _put(content: bytearray, offset: int, data: bytes | None) -> None:
    if data is None:
        del content[offset:]
        content.extend(bytes(offset - len(content)))
        return
    if len(content) < offset:
        content.extend(bytes(offset - len(content)))
    content[offset : offset + len(data)] = data


CALL = re.compile(r"^(?:\d+ +)?(\w+)\((.*)\) += (-?\d+)")
SAVES = 12


def trace(folder: Path) -> tuple[list[str], Path, int]:
    """What a saving program asks of the system, the file it began with, and the fight's id."""
    path, before = folder / "Akropol.fray", folder / "before"
    with Campaign.create(path, "Akropol") as campaign:
        fight = campaign.start_fight(system="boj", name="Cellar", header={}).id
    shutil.copy(path, before)
    log = folder / "strace.log"
    calls = "open,openat,close,write,pwrite64,ftruncate,fsync,fdatasync,unlink"
    command = ["strace", "-f", "-xx", "-s", "100000", "-e", f"trace={calls}", "-o", str(log)]
    program = [sys.executable, "-m", "tests.campaign", "save", str(path), str(fight)]
    subprocess.run([*command, *program], cwd=ROOT, check=True, capture_output=True, timeout=300)
    return log.read_text().splitlines(), before, fight


def save_some(path: Path, fight: int) -> None:
    """Saves a few steps, and tells of each on a file of its own once it is saved."""
    with path.with_name("told").open("wb", buffering=0) as told, Campaign.open(path) as campaign:
        for position in range(1, SAVES + 1):
            campaign.append_step(fight, position, step_at(position), {"next": position + 1})
            told.write(b"%d\n" % position)


def moments(lines: list[str], path: Path, before: bytes) -> Iterator[tuple[dict[str, File], int]]:
    """The disk before every call, and how many saves were acknowledged by then."""
    names = [path.name, f"{path.name}-wal"]
    disk = {path.name: File(bytearray(before))}
    open_files: dict[str, str] = {}
    told = 0
    for line in lines:
        found = CALL.match(line)
        if not found or int(found[3]) < 0:
            continue
        call, given, result = found[1], found[2], found[3]
        if call in ("open", "openat"):
            quoted = re.search(r'"([^"]*)"', given)
            name = Path(_bytes(quoted[1]).decode()).name if quoted else ""
            open_files[result] = name
            if name in names:
                disk.setdefault(name, File())
            continue
        number = given.split(",", 1)[0].strip()
        name = open_files.get(number, "")
        if call == "unlink":
            quoted = re.search(r'"([^"]*)"', given)
            disk.pop(Path(_bytes(quoted[1]).decode()).name if quoted else "", None)
        elif call == "close":
            open_files.pop(number, None)
        elif name == "told" and call == "write":
            told += 1
        elif name in names:
            yield disk, told
            match call:
                case "pwrite64":
                    content = _bytes(given.split('"')[1])
                    offset = int(given.rsplit(",", 1)[1])
                    disk[name].waiting.append((offset, content))
                case "ftruncate":
                    disk[name].waiting.append((int(given.rsplit(",", 1)[1]), None))
                case "fsync" | "fdatasync":
                    disk[name].sync()
    yield disk, told


def _bytes(quoted: str) -> bytes:
    return bytes.fromhex(quoted.replace("\\x", ""))


def cut_power(folder: Path, times: int, seed: int = 20) -> int:
    """Cuts the power at so many moments of a saving program; how many campaigns opened whole."""
    lines, before, fight = trace(folder)
    path = folder / "Akropol.fray"
    chance = random.Random(seed)
    count = sum(1 for _ in moments(lines, path, before.read_bytes()))
    assert count > 5 * SAVES, "strace saw too little of it"
    chosen = sorted(chance.randrange(count) for _ in range(times))
    whole = 0
    for at, (disk, told) in enumerate(moments(lines, path, before.read_bytes())):
        while chosen and chosen[0] == at:
            chosen.pop(0)
            found = Path(tempfile.mkdtemp(dir=folder))
            for name, file in disk.items():
                (found / name).write_bytes(file.after_a_cut(chance))
            check_steps(found / path.name, fight, told)
            shutil.rmtree(found)
            whole += 1
    return whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("kill", "power-cut"):
        command = commands.add_parser(name)
        command.add_argument("--times", type=int, default=100)
        command.add_argument("--seed", type=int, default=20)
    saving = commands.add_parser("save")
    saving.add_argument("path", type=Path)
    saving.add_argument("fight", type=int)
    given = parser.parse_args()
    if given.command == "save":
        save_some(given.path, given.fight)
        return
    with tempfile.TemporaryDirectory() as folder:
        if given.command == "kill":
            saved = kill(Path(folder), given.times, given.seed)
            print(f"killed {given.times} times; {saved} acknowledged saves, none lost")
        else:
            whole = cut_power(Path(folder), given.times, given.seed)
            print(f"{whole} power cuts; every campaign opened with all that was acknowledged")


if __name__ == "__main__":
    main()
