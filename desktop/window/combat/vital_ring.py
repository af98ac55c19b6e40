"""How much of somebody's vitals is left, as one share: the ring around a token."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.rules.display import Tone, Vital


def ring(vitals: Sequence[Vital]) -> tuple[float | None, Tone]:
    """The share that is left, from 0 to 1, and its tone; None where nothing can be lost."""
    for vital in vitals:
        if vital.kind == "bar" and vital.maximum > 0:
            return vital.value / vital.maximum, vital.tone
        if vital.kind == "boxes" and vital.values:
            whole = sum(1 for mark in vital.values if not mark)
            share = whole / len(vital.values)
            tone: Tone = "good" if share > 0.5 else "warn" if share > 0.25 else "bad"
            return share, tone
    return None, "plain"
