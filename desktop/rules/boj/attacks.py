"""«Атака», «Точное попадание»: the targets, the chance and the roll (boj-5 to 9, 22).

What the people attacked do about it is in ``defence``, what a hit does is in ``damage``.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import Field as Limits
from pydantic import model_validator

from desktop.rules.boj.checks import Chance, Opposed, of_attack, percentile
from desktop.rules.boj.damage import PASSED_BY, protection, strike
from desktop.rules.boj.defence import Assault, Defence, answer, choose
from desktop.rules.boj.on_map import cover_against, cover_of, refuse_attack
from desktop.rules.boj.sheet import Weapon
from desktop.rules.boj.state import Fighter, Guard, Scene
from desktop.rules.cast import another, named
from desktop.rules.contract import Command
from desktop.rules.dice import Percent
from desktop.rules.fields import Shown, shown
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Term, Text

AIMED = 20
HELD = 20
CALLED = {"partial": -20, "mostly": -40}
CALLED_SHOT = Text("a called shot")
BY_GAME_MASTER = Text("as the game master says")

With = Annotated[
    str,
    Limits(alias="with", max_length=100),
    Shown("Weapon", "Оружие", kind="choice", help="empty: the first one"),
]
Modifier = Annotated[
    int, Limits(ge=-100, le=100), Shown("Modifier", "Поправка", rule="boj-5", unit="%")
]


class Attack(Command, action="attack"):
    """An attack. ``lethality`` rates a device that has no rating of its own (boj-21)."""

    target: str = shown(..., "Target", "Цель", kind="combatant")
    with_: With = ""
    mode: Literal["single", "burst"] | None = shown(
        None,
        "Fire",
        "Огонь",
        "boj-22",
        labels=(
            ("single", Term("single shot: damage", "одиночный: урон")),
            ("burst", Term("burst: Lethality", "очередь: Смертельность")),
        ),
    )
    targets: Annotated[
        list[str],
        Limits(max_length=100),
        Shown("Also in the radius", "Ещё в радиусе", rule="boj-22", kind="combatants"),
    ] = Limits(default_factory=list)
    radius: int | None = shown(
        None, "Radius", "Радиус", "boj-22", "m", ge=1, le=1000, help="empty: as far as it goes"
    )
    modifier: Modifier = 0
    behind: int | None = shown(
        None, "Target's cover", "Укрытие цели", "boj-23", ge=0, le=100, help="empty: as it stands"
    )
    lethality: int | None = shown(
        None, "Lethality", "Смертельность", "boj-21", "%", ge=1, le=99, help="empty: the weapon's"
    )
    distance: int | None = shown(
        None, "Distance", "Дистанция", ge=0, le=10_000, unit="m", seldom=True, distance_to="target"
    )

    @model_validator(mode="before")
    @classmethod
    def _first_of_several(cls, values: Any) -> Any:
        """``targets`` alone is enough: the first of them is the one aimed at."""
        if isinstance(values, dict) and "target" not in values:
            targets = values.get("targets")
            if isinstance(targets, list) and targets:
                return {**values, "target": targets[0], "targets": targets[1:]}
        return values


class CalledShot(Attack, action="called_shot"):
    """boj-8: an attack on a part of the body, or on what a cover leaves bare."""

    part: str = shown("", "Part", "Часть тела", "boj-8", max_length=100)
    exposure: Literal["partial", "mostly"] = shown(
        "partial",
        "Covered",
        "Прикрыта",
        "boj-8",
        labels=(
            ("partial", Term("half covered or open: −20", "наполовину или открыта: −20")),
            ("mostly", Term("mostly covered: −40", "почти вся: −40")),
        ),
    )


def attack(state: Scene, fighter: Fighter, command: Attack, table: Table) -> None:
    """Makes one attack, however many shots it is: one roll against everybody it reaches (boj-6).

    Damage is rolled for each of them apart.
    """
    weapon = named(fighter, fighter.weapons, command.with_)
    lethality = _lethality(weapon, command)
    targets = _targets(state, fighter, weapon, command, lethality)
    called = command if isinstance(command, CalledShot) else None
    chance = attack_chance(fighter, weapon, targets[0], command.modifier)
    if called:
        why = Text("a called shot: {part}", part=called.part) if called.part else CALLED_SHOT
        chance.add("boj-8", why, CALLED[called.exposure])
    if table.keeps_log:
        _tell(fighter, targets, weapon, command, lethality, chance, table)
    fighter.take_in_hand(weapon)
    if weapon.blasts:
        fighter.thrown = (*fighter.thrown, weapon.name)
    called_at = targets[0].id if called else ""
    assault = assault_by(state, fighter, weapon, targets, chance, lethality, called_at)
    label = Text("attack: {weapon}", weapon=weapon.name)
    covers = [_cover(state, fighter, weapon, command, target) for target in targets]
    came, defences = roll_attack(state, assault, targets, covers, label, table)
    if weapon.close:  # one may be struck back by several
        for defence in defences:
            _befalls(state, assault, came, defence, table)
            table.finish()
    else:
        for defence in table.each(defences):
            table.then(_befalls, state, assault, came, defence)


def _befalls(state: Scene, assault: Assault, came: Percent, defence: Defence, table: Table) -> None:
    """What an attack comes to for one of those it reaches: the defence, then the damage."""
    target = state.take(defence.by)
    cover = answer(state, state.take(assault.by), target, came, assault, defence, table)
    if cover is None or not came.success:
        return
    guarded = protection(target, assault.weapon, cover)
    if target.id == assault.called_at:
        if guarded.total:
            table.log("boj-8", Text("{name}: armour does not help", name=target.name))
        guarded = PASSED_BY
    # The number of the roll itself matters no more, but by the house rule. A burst at three who
    # dodge takes 70 ms by this, 230 ms without it.
    kills = bool(assault.compared) and came.roll <= (assault.lethality or 0)
    alike = (defence.by, came.degree, kills, guarded)
    weapon, rating = assault.weapon, assault.lethality
    table.then(strike, state, assault.by, target.id, weapon, came, rating, guarded, alike=alike)


def _cover(state: Scene, fighter: Fighter, weapon: Weapon, command: Attack, target: Fighter) -> int:
    """boj-23: the rating of the cover that a target stands behind against this attack.

    The cover that is told is that of the target aimed at. A blast comes from there to the others.
    """
    if target.id == command.target and command.behind is not None:
        return command.behind
    if weapon.blasts and target.id != command.target:
        return cover_against(state, command.target, target)
    return cover_of(state, fighter, weapon, target)


# ---- who is attacked with what


def _lethality(weapon: Weapon, command: Attack) -> int | None:
    """boj-22: the rating, where this attack goes by Lethality and not by damage."""
    rating = command.lethality or weapon.lethality
    if command.mode == "single":
        if weapon.damage is None:
            line = Text("{weapon} deals no damage by single shots", weapon=weapon.name)
            raise Refusal(line, "mode", rule="boj-22")
        return None
    if command.mode == "burst" and rating is None:
        raise Refusal(Text("{weapon} has no Lethality", weapon=weapon.name), "mode", rule="boj-22")
    if weapon.damage is None and rating is None:
        raise Refusal(
            Text("{weapon} has no rating of its own; the game master sets one", weapon=weapon.name),
            "lethality",
            rule="boj-21",
        )
    burst = command.mode == "burst" or weapon.damage is None or command.lethality is not None
    return rating if burst else None


def _targets(
    state: Scene, fighter: Fighter, weapon: Weapon, command: Attack, lethality: int | None
) -> list[Fighter]:
    """boj-22: the one aimed at, and everybody else in the radius; boj-9: only the first."""
    one_only = Text("{weapon} hits one target only", weapon=weapon.name)
    if command.radius is not None:
        if weapon.radius is None:
            raise Refusal(one_only, "radius", rule="boj-22")
        if command.radius not in weapon.radii:
            least, most = weapon.radii[0], weapon.radii[-1]
            reach = Text(
                "{weapon}: the radius is {least} to {most} m",
                weapon=weapon.name,
                least=least,
                most=most,
            )
            raise Refusal(reach, "radius", rule="boj-22")
    first = another(state, fighter, command.target)
    if not command.overrule:
        called = isinstance(command, CalledShot)
        refuse_attack(state, fighter, weapon, command.target, command.distance, called)
    if not command.targets:
        return [first]
    if not weapon.area or (lethality is None and weapon.automatic):
        raise Refusal(one_only, "targets", rule="boj-22")
    if isinstance(command, CalledShot) and weapon.automatic:
        return [first]
    targets = {first.id: first}
    for id in command.targets:
        # The thrower may stand in the radius too.
        targets[id] = fighter if id == fighter.id else another(state, fighter, id, "targets")
    return list(targets.values())


def attack_chance(
    fighter: Fighter, weapon: Weapon, target: Fighter | None = None, modifier: int = 0
) -> Chance:
    """boj-5: the weapon's skill with its modifiers, against a target or without one."""
    chance = Chance(fighter.skill(weapon.skill), fighter)
    if fighter.aiming:
        chance.add("boj-3", Text("aim"), AIMED)
    if weapon.close and target is not None and target.grappled_by is not None:
        chance.add("boj-13", Text("in a hold: {name}", name=target.name), HELD)
    chance.add("boj-5", BY_GAME_MASTER, modifier)
    return chance


def _tell(
    fighter: Fighter,
    targets: list[Fighter],
    weapon: Weapon,
    command: Attack,
    lethality: int | None,
    chance: Chance,
    table: Table,
) -> None:
    called = isinstance(command, CalledShot)
    deed = Text("Attack: {name} → {targets}, {weapon}, {chance} %")
    if called:
        deed = Text("Called shot: {name} → {targets}, {weapon}, {chance} %")
    others = [target.name for target in targets if target.id != fighter.id]
    table.note(
        "boj-8" if called else "boj-5", fighter, deed.template,
        targets=others, weapon=weapon.name, chance=chance.value,
    )  # fmt: skip
    chance.tell(fighter, table)
    if called and weapon.automatic and command.targets:
        table.log("boj-9", Text("A called shot counts for the first target"), by=fighter.id)
    elif lethality is not None and weapon.radius:
        radius, count = command.radius or weapon.radius, len(targets)
        line = Text("Radius {radius} m, targets in it: {number}", radius=radius, number=count)
        if any(target.id == fighter.id for target in targets):
            line = Text(
                "Radius {radius} m, targets in it: {number}, {name} too",
                radius=radius, number=count, name=fighter.name,
            )  # fmt: skip
        table.log("boj-22", line, by=fighter.id)


# ---- the roll


def assault_by(
    state: Scene, fighter: Fighter, weapon: Weapon, targets: Sequence[Fighter], chance: Chance,
    lethality: int | None = None, called_at: str = "",
) -> Assault:  # fmt: skip
    """An attack as its targets meet it; boj-20: with the ratings at or under which rolls kill by
    the house rule, blow for blow."""
    compared: set[int] = set()
    if state.house.lethality_on_critical == "instant":
        struck_back = (w.lethality for target in targets for w in target.weapons if w.close)
        compared = {rating for rating in (lethality, *struck_back) if rating}
    return Assault(fighter.id, weapon, chance.value, lethality, tuple(sorted(compared)), called_at)


def roll_attack(
    state: Scene,
    assault: Assault,
    targets: Sequence[Fighter],
    covers: Sequence[int],
    label: Text,
    table: Table,
) -> tuple[Percent, list[Defence]]:
    """Asks everybody how they defend, then rolls the attack; boj-4: aim is for one attack.

    ``covers`` has the rating of the cover of each target. A single defender rolls at once; of
    several each rolls as the attack befalls them.
    """
    fighter = state.take(assault.by)
    fighter.aiming = False
    defences = [
        choose(state, target, fighter, assault, cover, table)
        for target, cover in zip(targets, covers, strict=True)
    ]
    value, alone = assault.chance, defences[0]
    if len(defences) == 1 and alone.to_roll and not assault.compared:
        throw = Opposed(value, *alone.throw(assault))
        came, alone.roll = table.roll(throw, why="boj-5", by=fighter.id, label=label)
    else:
        compared = {*assault.compared}
        for defence in defences:
            if defence.way:
                compared.update(defence.way.beats)
        attack = percentile(value, tuple(sorted(compared)))
        came = table.roll(attack, why="boj-5", by=fighter.id, label=label)
    if table.keeps_log:
        table.log("boj-5", of_attack(came, value), by=fighter.id, dice=1)
    ride_on(fighter, assault.weapon, came, targets[0])
    return came, defences


def ride_on(fighter: Fighter, weapon: Weapon, came: Percent, target: Fighter) -> None:
    """boj-7: a close attack also defends until the next action.

    Against the target that is held it also holds on in this turn (boj-12).
    """
    fighter.guard = Guard("attack", came, weapon.name, target.id) if weapon.close else None
    if fighter.grappling == target.id:
        fighter.held_by_roll = came
