"""Whether a shot can be, and everything that bears on it (walka-15 to 17 and 19 to 23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from desktop.rules.cast import present
from desktop.rules.effects import EffectUnit
from desktop.rules.positions import WALL, walled
from desktop.rules.table import BY_HAND, Refusal
from desktop.rules.text import Text
from desktop.rules.walka import words
from desktop.rules.walka.blasts import refuse_victims
from desktop.rules.walka.commands import Aimed, Victim
from desktop.rules.walka.data import (
    ARMS,
    CHOSEN,
    COVER,
    MOVING_TARGET,
    ONE_HANDED_BUILD,
    OTHER_HAND,
    POSTURE_COVER,
    RUNNING_SHOOTER,
    SIZE,
    TWO_WEAPONS,
    Cover,
    Location,
    distance_modifier,
    reach,
)
from desktop.rules.walka.sheet import Weapon
from desktop.rules.walka.state import Battle, Fighter, Hand
from desktop.rules.walka.threshold import SHOOTING, Threshold, add_armour, add_build, threshold_of
from desktop.rules.walka.weapons import not_ready


class Plan(NamedTuple):
    """A shot that can be: at whom and where, with which weapon of the sheet, in which hand."""

    at: Aimed
    target: Fighter
    gun: int
    weapon: Weapon
    hand: Hand
    two: bool
    """One of two weapons that are fired at once (walka-16)."""
    scope: int
    victims: Sequence[Victim]


def plan(
    state: Battle,
    fighter: Fighter,
    at: Aimed,
    index: int,
    hand: Hand,
    *,
    overrule: bool,
    two: bool = False,
    scope: int = 0,
    victims: Sequence[Victim] = (),
    place: str = "",
) -> Plan:
    """What is shot at and with what. Raises :class:`Refusal` before any die.

    ``place`` is where the command says it: ``"shots[1]."``.
    """
    target = opponent(state, fighter, at.target, place + "target")
    weapon = fighter.weapon(index)
    if not overrule:
        if walled(state, fighter.id, target.id):
            raise Refusal(WALL, place + "target")
        problem = not_ready(fighter, index)
        if problem:
            raise Refusal(problem, place + "with")
        if problem := disabled_hand(fighter, hand):
            raise Refusal(problem, place + "hand")
        _within_reach(weapon, at, place)
        _in_sight(target, at, place)
    refuse_victims(state, victims)
    return Plan(at, target, index, weapon, hand, two, scope, victims)


def threshold_of_shot(fighter: Fighter, shot: Plan) -> Threshold:
    """walka-17: everything that bears on a shot."""
    at, target, weapon = shot.at, shot.target, shot.weapon
    threshold = threshold_of(fighter, "dexterity")
    add_armour(threshold, fighter, SHOOTING)
    _distance(threshold, weapon, at, shot.scope)
    _cover(threshold, target, at)
    _movement(threshold, target, at)
    add_own(threshold, fighter)
    size = at.modifiers.size or target.sheet.size
    if SIZE[size]:
        said = Text("{target} is {size}", target=target.name, size=words.SIZE[size])
        threshold.add(said, SIZE[size], "walka-22")
    if at.location:
        said = Text("at the {where}", where=words.LOCATION[at.location])
        threshold.add(said, CHOSEN[at.location][0], "walka-23")
    for name, amount in TO_BE_HIT.each(target):
        threshold.add(name, amount, BY_HAND)
    _hand(threshold, fighter, weapon, shot.hand, shot.two)
    if weapon.accuracy:
        said = Text("accuracy of {weapon}", weapon=weapon.name)
        threshold.add(said, weapon.accuracy, "walka-17")
    threshold.add_given(at.modifiers)
    return threshold


TO_BE_HIT = EffectUnit(
    "to_be_hit", Text("Thresholds of shots at it"), "Próg strzałów w cel", rule="walka-17"
)


def opponent(state: Battle, fighter: Fighter, id: str, place: str = "target") -> Fighter:
    """Another fighter who is still in the fight, to be read."""
    if id == fighter.id:
        raise Refusal("needs somebody else", place)
    return present(state, id, place)


# ---- what cannot be


HOLDING: Mapping[Hand, Sequence[Location]] = {
    "both": ARMS,
    "dominant": ARMS[:1],
    "other": ARMS[1:],
}


def rushes(fighter: Fighter) -> Text | None:
    """walka-21: who rushes shoots with nothing."""
    return Text("who rushes cannot shoot") if fighter.running == "rushing" else None


def disabled_hand(fighter: Fighter, hand: Hand) -> Text | None:
    """walka-27: an arm that does not move holds nothing."""
    if fighter.disabled:
        for arm in HOLDING[hand]:
            if arm in fighter.disabled:
                return Text("the {where} is disabled (walka-27)", where=words.LOCATION[arm])
    return None


def _within_reach(weapon: Weapon, at: Aimed, place: str) -> None:
    """walka-19: as far as the table and the weapon reach."""
    farthest = min(reach(weapon.category) - weapon.further, weapon.reach or 5000)
    if at.distance > farthest:
        raise Refusal(
            Text(
                "{distance} m is out of reach, {weapon} reaches {farthest} m (walka-19)",
                distance=at.distance,
                weapon=weapon.name,
                farthest=farthest,
            ),
            place + "distance",
        )


def _in_sight(target: Fighter, at: Aimed, place: str) -> None:
    """walka-20: who is behind cover altogether and was not spotted is not shot at."""
    if target.hidden and not target.spotted and not at.modifiers.cover:
        hidden = Text(
            "{target} is behind cover, out of sight; say what is seen (walka-20)",
            target=target.name,
        )
        raise Refusal(hidden, place + "modifiers.cover")


# ---- what bears on it


def _distance(threshold: Threshold, weapon: Weapon, at: Aimed, scope: int) -> None:
    """walka-19, and a scope's help (14)."""
    value = distance_modifier(weapon.category, at.distance + weapon.further)
    if not value:
        return
    said = Text("{distance} m with {weapon}", distance=at.distance, weapon=weapon.name)
    threshold.add(said, value, "walka-19")
    if scope and value < 0:
        threshold.add(Text("scope"), min(scope, -value), "walka-14")


def _cover(threshold: Threshold, target: Fighter, at: Aimed) -> None:
    """walka-20: the worst of cover, leaning out and posture."""
    covers: list[Cover] = []
    if at.modifiers.cover:
        covers.append(at.modifiers.cover)
    elif target.leaning:
        covers.append(target.seen)
    elif target.hidden and target.spotted:
        covers.append("sliver")
    covers += [armor.seen for armor in target.sheet.armor if armor.seen]
    if target.posture in POSTURE_COVER:
        covers.append(POSTURE_COVER[target.posture])
    if covers:
        worst = min(covers, key=COVER.__getitem__)
        said = Text("seen of {target}: {seen}", target=target.name, seen=words.COVER[worst])
        threshold.add(said, COVER[worst], "walka-20")


def _movement(threshold: Threshold, target: Fighter, at: Aimed) -> None:
    """walka-21: of the target."""
    movement = at.modifiers.movement or target.running
    if MOVING_TARGET[movement]:
        said = Text("{target} is {movement}", target=target.name, movement=words.MOVEMENT[movement])
        threshold.add(said, MOVING_TARGET[movement], "walka-21")


def add_own(threshold: Threshold, fighter: Fighter) -> None:
    """walka-20 and 21: how the shooter itself takes cover and moves."""
    if fighter.leaning and fighter.seen == "sliver":
        threshold.add(Text("shooting past a sliver of cover"), -1, "walka-20")
    if fighter.running == "running":
        threshold.add(Text("running"), RUNNING_SHOOTER, "walka-21")


def _hand(threshold: Threshold, fighter: Fighter, weapon: Weapon, hand: Hand, two: bool) -> None:
    """walka-15 and 16: one hand, the other hand, two weapons, and the build they need."""
    other = hand == "other"
    if two and other:
        threshold.add(Text("two weapons, other hand"), TWO_WEAPONS[1], "walka-16")
    elif two:
        threshold.add(Text("two weapons, dominant hand"), TWO_WEAPONS[0], "walka-16")
    elif other:
        threshold.add(Text("in the other hand"), OTHER_HAND, "walka-16")
    add_build(threshold, fighter, weapon, ONE_HANDED_BUILD if hand != "both" else 0)
