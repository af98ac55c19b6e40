"""What the tables' own names are called in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from desktop.rules.text import Text, joined
from desktop.rules.walka.data import LEVELS, Cover, Level, Location, Movement, Posture, Size

LOCATION: Mapping[Location, Text] = {
    "head": Text("head"),
    "dominant_arm": Text("dominant arm"),
    "other_arm": Text("other arm"),
    "torso": Text("torso"),
    "right_leg": Text("right leg"),
    "left_leg": Text("left leg"),
}
LEVEL: Mapping[Level, Text] = {
    "scratch": Text("scratch"),
    "light": Text("light"),
    "heavy": Text("heavy"),
    "critical": Text("critical"),
}
COVER: Mapping[Cover, Text] = {
    "two_thirds": Text("two thirds"),
    "half": Text("half"),
    "third": Text("third"),
    "sliver": Text("sliver"),
}
MOVEMENT: Mapping[Movement, Text] = {
    "still": Text("still"),
    "running": Text("running"),
    "rushing": Text("rushing"),
}
POSTURE: Mapping[Posture, Text] = {
    "standing": Text("standing"),
    "kneeling": Text("kneeling"),
    "prone": Text("prone"),
}
SIZE: Mapping[Size, Text] = {
    "very_small": Text("very small"),
    "small": Text("small"),
    "medium": Text("medium"),
    "large": Text("large"),
    "great": Text("great"),
    "huge": Text("huge"),
    "gigantic": Text("gigantic"),
}


def level(number: int) -> Text:
    """The level of a wound by its number; 0 is nothing."""
    return LEVEL[LEVELS[number - 1]] if number else Text("nothing")


def locations(places: Iterable[Location]) -> Text:
    return joined([LOCATION[place] for place in places])


def faces(dice: Iterable[int]) -> str:
    """Dice as they fell: ``"14 3"``."""
    return " ".join(map(str, dice))
