"""What steps came to: the sentence of one, and the digest of several."""

from __future__ import annotations

import random
from typing import Any

import pytest

from desktop.encounter.digest import account, digest, last_account
from desktop.encounter.fight import Fight, start
from tests.encounter.duel import everybody_shoots

AGAINST = {"actor": "a", "action": "attack", "target": "b", "with": "Pistolet"}


def figure(id: str, side: str, hp: int = 4) -> dict[str, Any]:
    pistol = {"name": "Pistolet", "kind": "ranged", "range": 18}
    sheet = {"name": id.upper(), "band": side, "hp": hp, "max_hp": 4, "attacks": [pistol]}
    return {"id": id, "side": side, "sheet": sheet}
