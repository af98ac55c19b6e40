"""Manoeuvres at range (mir_tmy-36 to 42)."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.rules.dice import Pool as Throw
from desktop.rules.dice import pool as throw
from desktop.rules.fields import Choice, Field
from desktop.rules.mir_tmy.attacks import (
    Blows,
    Strike,
    check_blind,
    extra_successes,
    meet,
    opponent,
    reckon,
    sees,
    spend_rounds,
    strike_at,
    wounding,
)
from desktop.rules.mir_tmy.commands import (
    Aim,
    FullAuto,
    Reload,
    ShortBurst,
    Strafe,
    Suppress,
    TwoGuns,
)
from desktop.rules.mir_tmy.defence import LABELS, Assault, Defence, defend
from desktop.rules.mir_tmy.modifiers import Pool, ability_for, firearms, full_clip, in_hand
from desktop.rules.mir_tmy.pools import Coin, Contest, Count, handful
from desktop.rules.mir_tmy.sheet import Weapon
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.mir_tmy.wounds import harm_to, suffer
from desktop.rules.table import Decision, Refusal, Table
from desktop.rules.text import Text, joined

FULL_AUTO_DAMAGE = 6
STRAFE_DICE = 10
BURST_DICE = 3
RELOAD_SHARE = 4
SIGHTS = {"none": 0, "optic": 2, "laser": 1}


def aim(
    state: Scene, fighter: Fighter, command: Aim, table: Table, share: int | None = None
) -> None:
    """mir_tmy-36: +1 die a turn, at most perception; a sight adds in the first turn."""
    target = opponent(state, fighter, command.target)
    weapon = in_hand(fighter, command.with_, firearms(fighter))
    if command.fast and weapon.sight != "laser":
        raise Refusal("a target faster than a walk needs a laser sight (mir_tmy-36)", "fast")
    first = not fighter.aiming or fighter.aimed_at != target.id
    sight = SIGHTS[weapon.sight]
    if first:
        fighter.aimed_at = target.id
        fighter.aiming = 1 + sight
    else:
        fighter.aiming = min(fighter.aiming + 1, fighter.attributes.perception + sight)
    table.log(
        "mir_tmy-36",
        Text(
            "{fighter} aims at {target}: +{aiming} dice",
            fighter=fighter.name,
            target=target.name,
            aiming=fighter.aiming,
        ),
        by=fighter.id,
    )


def full_auto(
    state: Scene, fighter: Fighter, command: FullAuto, table: Table, share: int | None = None
) -> None:
    """mir_tmy-37: the full clip at one target, difficulty +2, +6 damage dice, no targeting."""
    if command.modifiers.targeting != "none":
        raise Refusal("no targeting with automatic fire (mir_tmy-37)", "modifiers.targeting")
    target = opponent(state, fighter, command.target)
    weapon = full_clip(fighter, command.with_)
    strike = reckon(
        fighter,
        target,
        weapon,
        ability_for(weapon),
        command.modifiers,
        distance=command.distance,
        share=share,
        rule="mir_tmy-37",
        label=Text("automatic fire"),
    )
    check_blind(strike, command.distance)
    strike.pool.add("mir_tmy-37", "recoil", difficulty=2)
    strike.damage += FULL_AUTO_DAMAGE
    empty(fighter, weapon, table, "mir_tmy-37")
    strike_at(state, fighter, target, strike, table)


def short_burst(
    state: Scene, fighter: Fighter, command: ShortBurst, table: Table, share: int | None = None
) -> None:
    """mir_tmy-40: +3 dice, difficulty +1, three or five rounds by a die of two."""
    target = opponent(state, fighter, command.target)
    fits = [weapon for weapon in firearms(fighter) if weapon.burst]
    weapon = in_hand(fighter, command.with_, fits)
    if fighter.loaded.get(weapon.name, 3) < 3:
        raise Refusal(Text("needs three rounds in {weapon}", weapon=weapon.name), "with")
    strike = reckon(
        fighter,
        target,
        weapon,
        ability_for(weapon),
        command.modifiers,
        distance=command.distance,
        share=share,
        rule="mir_tmy-40",
        label=Text("short burst"),
    )
    check_blind(strike, command.distance)
    strike.pool.add("mir_tmy-40", "short burst", BURST_DICE, 1)
    strike_at(state, fighter, target, strike, table)
    rounds = table.roll(
        throw(1, 2, Coin()), why="mir_tmy-40", by=fighter.id, label=Text("rounds spent")
    )
    used = spend_rounds(fighter, weapon, rounds)
    table.log("mir_tmy-40", Text("The burst takes {used} rounds", used=used), by=fighter.id)


def two_guns(
    state: Scene, fighter: Fighter, command: TwoGuns, table: Table, share: int | None = None
) -> None:
    """mir_tmy-41: one more attack with the off hand, each with the full pool."""
    light = [weapon for weapon in firearms(fighter) if weapon.light]
    main = in_hand(fighter, command.with_, light)
    off = in_hand(fighter, command.off, [w for w in light if w.name != main.name])
    first = opponent(state, fighter, command.target)
    second = opponent(state, fighter, command.second_target or first.id, "second_target")
    for weapon, target in ((main, first), (off, second)):
        if fighter.out or target.dead:
            table.log(
                "mir_tmy-41",
                Text("{fighter} does not fire {weapon}", fighter=fighter.name, weapon=weapon.name),
                by=fighter.id,
            )
            continue
        strike = reckon(
            fighter,
            target,
            weapon,
            ability_for(weapon),
            command.modifiers,
            distance=command.distance,
            rule="mir_tmy-41",
            label=Text("main hand") if weapon is main else Text("off hand"),
        )
        check_blind(strike, command.distance)
        if weapon is off and not fighter.sheet.ambidextrous:
            strike.pool.add("mir_tmy-41", "off hand", difficulty=1)
        if weapon is off and second.id != first.id:
            strike.pool.add("mir_tmy-41", "another target", difficulty=1)
        spend_rounds(fighter, weapon, 1)
        strike_at(state, fighter, target, strike, table)


def reload(
    state: Scene, fighter: Fighter, command: Reload, table: Table, share: int | None = None
) -> None:
    """mir_tmy-38: no roll; among several actions it takes four dice of a share."""
    fits = [weapon for weapon in firearms(fighter) if weapon.clip is not None]
    weapon = in_hand(fighter, command.with_ or _emptiest(fighter, fits), fits)
    if share is not None and share < RELOAD_SHARE:
        raise Refusal(
            Text("reloading takes {least} dice (mir_tmy-38)", least=RELOAD_SHARE),
            "parts",
        )
    fighter.loaded[weapon.name] = weapon.clip or 0
    table.log(
        "mir_tmy-38",
        Text(
            "{fighter} reloads {weapon}: {clip}",
            fighter=fighter.name,
            weapon=weapon.name,
            clip=weapon.clip,
        ),
        by=fighter.id,
    )


def _emptiest(fighter: Fighter, fits: Sequence[Weapon]) -> str:
    """The weapon in hand that lacks most rounds."""
    ready = [weapon for weapon in fits if fighter.has_ready(weapon)]
    lacking = {w.name: (w.clip or 0) - fighter.loaded.get(w.name, 0) for w in ready}
    return max(lacking, key=lambda name: lacking[name], default="")


def strafe(
    state: Scene, fighter: Fighter, command: Strafe, table: Table, share: int | None = None
) -> None:
    """mir_tmy-39: the full clip over at most 4×4 m, +10 dice, difficulty +2, shared successes."""
    if not command.targets or len(set(command.targets)) < len(command.targets):
        raise Refusal("needs the targets, each once", "targets")
    targets = [opponent(state, fighter, id, "targets") for id in command.targets]
    weapon = full_clip(fighter, command.with_)
    strike = reckon(
        fighter,
        targets[0],
        weapon,
        ability_for(weapon),
        command.modifiers,
        distance=command.distance,
        rule="mir_tmy-39",
        label=Text("strafing"),
    )
    check_blind(strike, command.distance)
    strike.pool.add("mir_tmy-39", "strafing", STRAFE_DICE, 2)
    empty(fighter, weapon, table, "mir_tmy-39")
    if not sees(state, fighter, strike, table):
        return
    assault = Assault(False, strike.type, 0)
    defences = []
    for target in targets:
        meet(fighter, target)
        defences.append(defend(state, target, fighter, assault, table))
    net = _strafing(state, fighter, strike, targets, table)
    shares = shared(state, fighter, targets, net, table)
    for target, defence, part in zip(targets, defences, shares, strict=True):
        _one_of_many(state, fighter, target, strike, defence, part, table)


def _strafing(
    state: Scene, fighter: Fighter, strike: Strike, targets: Sequence[Fighter], table: Table
) -> int:
    """The one attack roll of a strafe."""
    strike.pool.tell(fighter, table)
    roll = table.roll(
        Throw(
            handful(strike.pool.dice, state.house),
            Count(strike.pool.against, state.house.ones_cancel),
        ),
        why="mir_tmy-39",
        by=fighter.id,
        label=Text("strafing"),
    ).successes
    table.log(
        "mir_tmy-39",
        Text(
            "{fighter} strafes {names}, {pool}: {roll}",
            fighter=fighter.name,
            names=[t.name for t in targets],
            pool=strike.pool.said,
            roll=roll,
        ),
        by=fighter.id,
    )
    return roll


def shared(
    state: Scene, fighter: Fighter, targets: Sequence[Fighter], net: int, table: Table
) -> list[int]:
    """mir_tmy-39: how the successes are shared; the rest, after one each, as the shooter likes."""
    if len(targets) == 1:
        table.log(
            "mir_tmy-39",
            Text("A single target: {half} of {net}", half=net // 2, net=net),
            by=fighter.id,
        )
        return [net // 2]
    if not net:
        return [0] * len(targets)
    even = [net // len(targets) + (i < net % len(targets)) for i in range(len(targets))]
    choices = [Choice(even, Text("Evenly"), _shares(targets, even))]
    if net > len(targets):
        for index, target in enumerate(targets):
            heaped = [1] * len(targets)
            heaped[index] += net - len(targets)
            choices.append(
                Choice(
                    heaped, Text("Most at {target}", target=target.name), _shares(targets, heaped)
                )
            )
    elif net < len(targets):
        for index, target in enumerate(targets):
            lone = [int((i - index) % len(targets) < net) for i in range(len(targets))]
            if lone != even:
                choices.append(
                    Choice(
                        lone, Text("From {target} on", target=target.name), _shares(targets, lone)
                    )
                )
    answer = table.ask(
        Decision(
            id="share",
            by=fighter.id,
            text=Text("{fighter}: share {net} successes", fighter=fighter.name, net=net),
            field=Field(
                "share",
                "numbers",
                "Share",
                native="Распределение успехов",
                default=even,
                minimum=0,
                length=len(targets),
                choices=tuple(choices),
                rule="mir_tmy-39",
                help="one number for each target, in order; nothing: evenly",
            ),
            rule="mir_tmy-39",
        )
    )
    shares = list(answer) or even
    _check_shares(shares, len(targets), net)
    table.log(
        "mir_tmy-39", Text("Shared: {shares}", shares=_shares(targets, shares)), by=fighter.id
    )
    return shares


def _shares(targets: Sequence[Fighter], shares: Sequence[int]) -> Text:
    parts = zip(targets, shares, strict=True)
    return joined([Text("{target} {share}", target=t.name, share=n) for t, n in parts])


def _check_shares(shares: Sequence[int], count: int, net: int) -> None:
    place = "answers.share"
    if len(shares) != count:
        raise Refusal(Text("needs {count} numbers, one for each target", count=count), place)
    if sum(shares) != net:
        raise Refusal(
            Text("there are {net} successes to share, not {shares}", net=net, shares=sum(shares)),
            place,
        )
    if net < count and max(shares) > 1:
        raise Refusal("with fewer successes than targets, at most one each", place)
    if net >= count and min(shares) < 1:
        raise Refusal("each target gets one success first", place)


def _one_of_many(
    state: Scene,
    fighter: Fighter,
    target: Fighter,
    strike: Strike,
    defence: Defence | None,
    part: int,
    table: Table,
) -> None:
    """One target of a strafe: its share against its defence, then damage."""
    if not part or target.dead:
        return
    against = defence.pool if defence else Pool(0)
    contest = Contest(
        handful(0, state.house),
        6,
        handful(against.dice, state.house),
        against.against,
        ones=state.house.ones_cancel,
        high=strike.most_extra + 1,
        plus=part,
    )
    blow = wounding(strike, 0)
    harm = harm_to(state, target, blow)
    struck = table.roll(
        Blows(contest, harm, strike.most_extra),
        why="mir_tmy-39",
        by=target.id if defence else fighter.id,
        label=Text("{kind!l}", kind=LABELS[defence.kind]) if defence else Text("damage"),
    )
    clash = struck.clash
    if defence:
        table.log(
            "mir_tmy-43",
            Text(
                "{target}, {kind!l}, {pool}: {second}; {left} left",
                target=target.name,
                kind=LABELS[defence.kind],
                pool=defence.pool.said,
                second=clash.second,
                left=max(clash.net, 0),
            ),
            by=target.id,
            dice=clash.dice[1],
        )
    if clash.net >= 1:
        table.mark("hit", target.id)
        extra_successes(fighter, strike, clash.net, table)
        suffer(state, target, blow, harm, struck.harm, table, fighter)


def suppress(
    state: Scene, fighter: Fighter, command: Suppress, table: Table, share: int | None = None
) -> None:
    """mir_tmy-42: the whole clip over a place; it has worked since the start of the turn."""
    weapon = keeps_under_fire(fighter, command)
    fighter.loaded[weapon.name] = 0
    table.log(
        "mir_tmy-42",
        Text(
            "{fighter} keeps {where} under fire: {weapon} is empty",
            fighter=fighter.name,
            where=command.where or Text("the way"),
            weapon=weapon.name,
        ),
        by=fighter.id,
    )


def keeps_under_fire(fighter: Fighter, command: Suppress) -> Weapon:
    """The weapon that suppresses from now on, with a full clip at the start."""
    if fighter.suppressing:
        return in_hand(fighter, fighter.suppressing)
    weapon = full_clip(fighter, command.with_)
    fighter.suppressing = weapon.name
    return weapon


def empty(fighter: Fighter, weapon: Weapon, table: Table, rule: str) -> None:
    """The whole clip in one attack."""
    rounds = fighter.loaded.get(weapon.name, 0)
    fighter.loaded[weapon.name] = 0
    table.log(
        rule,
        Text("{weapon}: all {rounds} rounds", weapon=weapon.name, rounds=rounds),
        by=fighter.id,
    )
