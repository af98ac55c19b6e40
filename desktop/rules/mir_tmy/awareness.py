"""Who notices actions without outward sign (mir_tmy-9)."""

from __future__ import annotations

from desktop.rules.mir_tmy.state import Fighter

FULL = {
    "auspex": 4,
    "gaze_of_the_battlefield": 1,
    "providence": 4,
    "divination": 4,
    "fatalism": 4,
}
SENSES = ("awareness", "kenning", "primal_urge", "malkavian_time", "intuition")
LORE = ("occult", "grimoires", "rituals", "hypertech")


def awareness(fighter: Fighter) -> str:
    """mir_tmy-9: what this one makes of an action without outward sign, or what was set by hand."""
    if fighter.aware is not None:
        return fighter.aware
    if any(fighter.ability(power) >= level for power, level in FULL.items()):
        return "full"
    threat = fighter.attributes.perception + max(map(fighter.ability, SENSES)) >= 7
    gist = fighter.attributes.intelligence + max(map(fighter.ability, LORE)) >= 8
    if threat and gist:
        return "threat_and_gist"
    return "threat" if threat else "gist" if gist else "none"
