"""A program killed in the middle of saving loses nothing that it had been told was saved."""

import multiprocessing
import random
import sys
import time
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from desktop.library.campaign import Campaign

ROUNDS = 20

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="kills as only POSIX does")


def step_at(position: int) -> dict[str, Any]:
    return {"do": "act", "position": position, "why": "x" * (position * 37 % 9000)}


def save_for_ever(path: Path, fight: int, acknowledged: Connection) -> None:
    """Plays the fight on from the step after the last, telling the position of each save."""
    campaign = Campaign.open(path)
    position = campaign.fight(fight).steps
    acknowledged.send(position)
    while True:
        position += 1
        campaign.append_step(fight, position, step_at(position), {"next": position + 1})
        acknowledged.send(position)


def test_every_acknowledged_step_outlives_kill_9(path: Path) -> None:
    # The children start from one process that has imported what they need.
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload([__name__])
    chance = random.Random(20)
    with Campaign.create(path, "Akropol") as campaign:
        fight = campaign.start_fight(system="boj", name="Cellar", header={}).id
    saved = 0
    for _ in range(ROUNDS):
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
        with Campaign.open(path) as campaign:  # free at once
            kept = campaign.steps(fight)
            assert len(kept) in (saved, saved + 1)  # saved, and killed before it could say so
            saved = len(kept)
            assert [step.position for step in kept] == list(range(1, saved + 1))
            assert all(step.step == step_at(step.position) for step in kept)
            pending = campaign.fight(fight).pending
            assert pending == ({"next": saved + 1} if saved else None)
    assert saved >= ROUNDS
