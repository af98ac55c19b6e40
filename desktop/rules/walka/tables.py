"""The tables of the rules as data, and what their rows are called."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal, get_args

from desktop.rules.text import Text, joined

Category = Literal["pistol", "smg", "rifle", "marksman", "shotgun", "grenade", "launcher", "melee"]
Location = Literal["head", "dominant_arm", "other_arm", "torso", "right_leg", "left_leg"]
Level = Literal["scratch", "light", "heavy", "critical"]
Cover = Literal["two_thirds", "half", "third", "sliver"]
Movement = Literal["still", "running", "rushing"]
Posture = Literal["standing", "kneeling", "prone"]
Burst = Literal["short_burst", "long_burst", "continuous_fire"]
Effect = Literal[
    "shocked", "stunned", "afraid", "choking", "burning", "freezing", "bleeding", "haemorrhage",
    "blind", "dazzled", "deaf", "dazed", "held", "immobile", "weightless", "smoke", "sand",
]  # fmt: skip
Length = Literal["touch", "very_short", "short", "medium", "long", "very_long"]
Size = Literal["very_small", "small", "medium", "large", "great", "huge", "gigantic"]

SEGMENTS = 3
"""Segments of a turn (walka-9)."""

MOST_AIM = 2
"""Segments of aiming that help a shot (walka-11)."""

UNLUCKY = 20
"""The face that always fails (walka-2)."""

COLUMNS: tuple[Category, ...] = get_args(Category)[:-1]
"""All but melee."""

DISTANCE: tuple[tuple[int, tuple[int | None, ...]], ...] = (
    (10, (0, 0, 0, 0, 2, 0, -3)),
    (20, (-1, 0, 0, 0, 0, -1, -2)),
    (30, (-3, -2, 0, 0, -2, -3, -2)),
    (40, (-5, -3, -1, 0, None, -8, -4)),
    (60, (-9, -4, -2, -1, None, -12, -8)),
    (80, (-12, -5, -2, -1, None, None, -10)),
    (100, (None, -6, -3, -2, None, None, None)),
    (150, (None, -9, -4, -2, None, None, None)),
    (200, (None, -11, -4, -2, None, None, None)),
    (250, (None, None, -5, -2, None, None, None)),
    (300, (None, None, -8, -3, None, None, None)),
    (400, (None, None, -10, -5, None, None, None)),
    (600, (None, None, None, -6, None, None, None)),
    (1000, (None, None, None, -8, None, None, None)),
    (1500, (None, None, None, -10, None, None, None)),
)
"""walka-19: up to a distance in metres a modifier for each of :data:`COLUMNS`; None is impossible.

The seed has no column for launchers; theirs is the one of the book it is a chapter of.
"""


@lru_cache(maxsize=1024)
def distance_modifier(category: Category, metres: int) -> int | None:
    """walka-19: the cell of the table, or None where nothing can be hit."""
    column = COLUMNS.index(category)
    for limit, row in DISTANCE:
        if metres <= limit:
            return row[column]
    return None


@lru_cache(maxsize=64)
def reach(category: Category) -> int:
    """The last row of a category's column that is not impossible, in metres (walka-19)."""
    column = COLUMNS.index(category)
    return max(limit for limit, row in DISTANCE if row[column] is not None)


COVER: Mapping[Cover, int] = {"two_thirds": -1, "half": -3, "third": -5, "sliver": -8}
"""walka-20."""

POSTURE_COVER: Mapping[Posture, Cover] = {"kneeling": "half", "prone": "third"}
"""walka-20: who kneels or lies shows as little as behind such cover."""

MOVING_TARGET: Mapping[Movement, int] = {"still": 0, "running": -1, "rushing": -3}
"""walka-21."""

RUNNING_SHOOTER = -2
"""walka-21: the runner's own shots; who rushes cannot shoot at all."""

SIZE: Mapping[Size, int] = {
    "very_small": -4,
    "small": -2,
    "medium": 0,
    "large": 1,
    "great": 2,
    "huge": 3,
    "gigantic": 5,
}
"""walka-22."""

SMALLER_THAN_MEDIUM: frozenset[Size] = frozenset({"very_small", "small"})

LOCATIONS: tuple[Location, ...] = get_args(Location)
PLACE: Mapping[Location, int] = {location: n for n, location in enumerate(LOCATIONS)}
ARMS: tuple[Location, ...] = ("dominant_arm", "other_arm")
LEGS: tuple[Location, ...] = ("right_leg", "left_leg")

_LAST_FACE: tuple[tuple[int, Location], ...] = (
    (2, "head"),
    (4, "dominant_arm"),
    (6, "other_arm"),
    (15, "torso"),
    (17, "right_leg"),
    (19, "left_leg"),
)
"""walka-18: the last face of each location."""


LOCATION_OF: tuple[Location, ...] = tuple(
    next(location for last, location in _LAST_FACE if face <= last) for face in range(1, 20)
)


def location_of(face: int) -> Location:
    """walka-18: where the die that hit says; 20 never hits and has no location."""
    return LOCATION_OF[face - 1]


CHOSEN: Mapping[Location, tuple[int, int]] = {
    "torso": (-1, -5),
    "right_leg": (-3, -3),
    "left_leg": (-3, -3),
    "dominant_arm": (-5, -3),
    "other_arm": (-5, -3),
    "head": (-7, -7),
}
"""walka-23: a chosen location, shooting and in melee."""

LEVELS: tuple[Level, ...] = get_args(Level)
"""walka-31, from the least."""

LEVEL_NUMBER: Mapping[Level, int] = {level: n for n, level in enumerate(LEVELS, start=1)}
"""1 for a scratch to 4 for a critical wound; 0 is none."""

MERGED = 3
"""walka-33: the number of wounds of a level that come to one of the next."""

KILLING = 2
"""walka-33: the number of critical wounds that kill."""

PAIN_DIFFICULTY: Mapping[Level, int] = {"scratch": 0, "light": -2, "heavy": -5}
"""walka-32: the difficulty of the pain test; a critical wound has none."""

PAIN_PENALTY: Mapping[Level, tuple[float, float]] = {
    "scratch": (-0.5, -1),
    "light": (-2, -5),
    "heavy": (-5, -8),
    "critical": (-15, -15),
}
"""walka-32: the penalty of a wound with the pain test passed, and failed."""

LENGTHS: tuple[Length, ...] = get_args(Length)
"""walka-42, from the shortest."""

NARROW: Mapping[Length, int] = {"medium": -2, "long": -4, "very_long": -8}
"""walka-42: what long weapons lose in a crowd or a narrow place."""

THROWS = 3
"""walka-35: opposed throws of an exchange."""

FISTS: tuple[tuple[int | None, Level, Level, Level], ...] = (
    (10, "scratch", "scratch", "scratch"),
    (12, "scratch", "scratch", "light"),
    (14, "scratch", "light", "light"),
    (15, "scratch", "light", "heavy"),
    (18, "light", "light", "heavy"),
    (None, "light", "heavy", "heavy"),
)
"""walka-46: up to a build the bruises of one, two and three successes with bare hands."""

FULL_DEFENCE, FURY, LONGER = 2, 2, 1
"""walka-45 and 42."""

STUN_TIME, SHOCKS, SHOCK_DIFFICULTY = 20, 3, -3
"""walka-52: what build is taken from, how many shocks stun, and the test of each."""

STEADFASTNESS = "Niezłomność"
"""walka-53: the skill, of the sheet's own, of the test that lets who burns act."""

SABRES_ADVANTAGE, IN_A_GAP = 3, -4
"""walka-47 and 50: points that win a throw of sabres, and a chosen place that is proof."""

DEFLECT, DEFLECT_STANCE, DEFLECT_BACK = -5, 3, -3
"""walka-49."""

PRONE, DEAF_BEHIND = -3, 2
"""walka-54: what one loses hand to hand on the ground, and others gain behind the deaf."""

APPROACH: Mapping[str, int] = {"front": 0, "flank": 0, "behind": -2, "unaware": -5}
"""walka-39."""

BURSTS: Mapping[str, int] = {"short_burst": 1, "long_burst": 3, "continuous_fire": 6}
"""walka-24: rounds fired, as a multiple of the rate of fire."""

BURST_SEGMENTS: Mapping[str, int] = {"short_burst": 1, "long_burst": 2, "continuous_fire": 3}
"""walka-24."""

SUPPRESSING = 3
"""walka-25: from this number of segments on a burst suppresses."""

SHOTGUN: tuple[tuple[int, int], ...] = ((2, 4), (5, 3), (10, 2), (20, 0))
"""walka-26: a distance in metres, and the level of the main wound up to it."""

BLAST: tuple[int, ...] = (4, 3, 2, 1)
"""walka-29: the level in each ring, one critical range wide."""

EASED: tuple[tuple[int, float], ...] = ((18, 2), (16, 1), (14, 0.5))
"""By the least build, what it takes off the penalty of each piece of armour."""

ONE_HANDED_BUILD = 4
"""walka-15: how much more build a weapon needs in one hand."""

TWO_WEAPONS = (-2, -4)
"""walka-16: both at once, the dominant hand and the other."""

OTHER_HAND = -2
"""walka-16: one of two held, in the other hand."""

METRES: Mapping[str, float] = {"run": 2, "sprint": 4, "crawl": 0.5}
"""walka-10: metres a segment."""

SCATTER_STEP = 10
"""A missed throw lands a metre off for each point it failed by, twice that beyond 10 m, …"""


# ---- what the rows are called


LOCATION_TEXT: Mapping[Location, Text] = {
    "head": Text("head", context="location"),
    "dominant_arm": Text("dominant arm", context="location"),
    "other_arm": Text("other arm", context="location"),
    "torso": Text("torso", context="location"),
    "right_leg": Text("right leg", context="location"),
    "left_leg": Text("left leg", context="location"),
}
LEVEL_TEXT: Mapping[Level, Text] = {
    "scratch": Text("scratch", context="wound"),
    "light": Text("light", context="wound"),
    "heavy": Text("heavy", context="wound"),
    "critical": Text("critical", context="wound"),
}
COVER_TEXT: Mapping[Cover, Text] = {
    "two_thirds": Text("two thirds", context="share of the target that is seen"),
    "half": Text("half", context="share of the target that is seen"),
    "third": Text("third", context="share of the target that is seen"),
    "sliver": Text("sliver", context="share of the target that is seen"),
}
MOVEMENT_TEXT: Mapping[Movement, Text] = {
    "still": Text("still", context="movement"),
    "running": Text("running", context="movement"),
    "rushing": Text("rushing", context="movement"),
}
POSTURE_TEXT: Mapping[Posture, Text] = {
    "standing": Text("standing", context="posture"),
    "kneeling": Text("kneeling", context="posture"),
    "prone": Text("prone", context="posture"),
}
SIZE_TEXT: Mapping[Size, Text] = {
    "very_small": Text("very small", context="size"),
    "small": Text("small", context="size"),
    "medium": Text("medium", context="size"),
    "large": Text("large", context="size"),
    "great": Text("great", context="size"),
    "huge": Text("huge", context="size"),
    "gigantic": Text("gigantic", context="size"),
}


def level_text(number: int) -> Text:
    """The level of a wound by its number; 0 is nothing."""
    return LEVEL_TEXT[LEVELS[number - 1]] if number else Text("nothing", context="wound")


def locations_text(places: Iterable[Location]) -> Text:
    """Locations in a sentence."""
    return joined([LOCATION_TEXT[place] for place in places])


def faces_text(dice: Iterable[int]) -> str:
    """Dice as they fell: ``"14 3"``."""
    return " ".join(map(str, dice))
