"""Chapter 13: rising, moving, making ready, speaking (mir_tmy-51 to 54), and anything else."""

from collections.abc import Sequence
from dataclasses import replace
from operator import attrgetter

from desktop.rules.cast import unless
from desktop.rules.geometry import Point, along, distance
from desktop.rules.mir_tmy import commands
from desktop.rules.mir_tmy.attacks import extra_successes, land, opponent, strike_with
from desktop.rules.mir_tmy.pools import on_the_ground, trait_pool
from desktop.rules.mir_tmy.sheet import known_as, word
from desktop.rules.mir_tmy.shooting import fire_on_passer
from desktop.rules.mir_tmy.state import Fighter, Scene, fitting, weapon_for
from desktop.rules.mir_tmy.wounds import wound
from desktop.rules.positions import go, refuse_place
from desktop.rules.table import BY_HAND, Refusal, Table
from desktop.rules.text import Text

FREE_WORDS = 5
"""What can be said beside any action (mir_tmy-54)."""

WORDS_A_DIE = 3

CRAWL = {"mauled": 3, "crippled": 1}
"""Metres a turn (mir_tmy-17)."""
TOO_HURT_TO_RUN = ("wounded", *CRAWL)

SPEAKING = ("expression", "intimidation", "leadership", "etiquette", "performance")


# ---- rising (mir_tmy-51)


is_up = unless(attrgetter("down"), Text("is on their feet"))


def rise(state: Scene, fighter: Fighter, command: commands.Act, table: Table) -> None:
    """mir_tmy-51: automatic; of a shared pool dexterity + athletics at 4."""
    if command.share is not None:
        pool = trait_pool(fighter, "dexterity", "athletics", 4, command.share)
        if not pool.roll(state, table, "mir_tmy-51", Text("rising"), most=1).successes:
            table.note("mir_tmy-51", fighter, "{fighter} stays down")
            return
    fighter.down = fighter.must_rise = False
    table.mark("success", fighter.id)
    table.note("mir_tmy-51", fighter, "{fighter} rises")


# ---- moving and running (mir_tmy-17, 52)


def farthest(fighter: Fighter, running: bool) -> int:
    """mir_tmy-17 and 52: how far one gets in a move, or in a run, in metres."""
    level, dexterity = fighter.level, fighter.attributes.dexterity
    if level in CRAWL:
        return min(dexterity, _left_to_crawl(fighter))
    if not running:
        return dexterity
    reach = 10 + dexterity + fighter.ability("athletics")
    return reach // 2 if level == "injured" else reach


def _left_to_crawl(fighter: Fighter) -> int:
    """mir_tmy-17: the metres that a wound leaves for the rest of the turn."""
    return max(CRAWL[fighter.level] - fighter.moved, 0)


def move(state: Scene, fighter: Fighter, command: commands.Move, table: Table) -> None:
    """mir_tmy-52: dexterity metres once a turn, at a run 10 + dexterity + athletics; of a shared
    pool, a metre a die."""
    running = isinstance(command, commands.Run)
    reach = most = farthest(fighter, running)
    if fighter.level in CRAWL:
        most = _left_to_crawl(fighter)  # typed, or of a share of the pool, all that is left
    if command.share is not None:
        reach = most = min(command.share, most) if fighter.level in CRAWL else command.share
    if command.to is not None and command.metres is None:
        refuse_place(state.battlefield, command.to, "to")
        raise Refusal("no straight way leads there; type how long the way is", "metres")
    metres = reach if command.metres is None else command.metres
    if metres > most and not command.overrule:
        halved = fighter.level == "injured" and running
        rule = "mir_tmy-17" if halved or fighter.level in CRAWL else "mir_tmy-52"
        too_far = Text("{fighter} gets {reach} m at most", fighter=fighter.name, reach=most)
        raise Refusal(too_far, "metres", rule=rule)
    fighter.moved += metres
    rule = "mir_tmy-17" if fighter.level in CRAWL else "mir_tmy-52"
    line = Text("{fighter} moves {metres} m", fighter=fighter.name, metres=metres)
    if running:
        line = Text("{fighter} runs {metres} m", fighter=fighter.name, metres=metres)
    table.log(rule, line, by=fighter.id)
    guard = pass_by(state, fighter, command.past, table)
    if guard is not None:
        table.note("mir_tmy-52", fighter, "{fighter} does not get through")
    if command.to is not None:
        to = command.to if guard is None else _beside(state, fighter, guard, command.to)
        go(state, fighter.id, to)


def _beside(state: Scene, mover: Fighter, guard: Fighter, to: Point) -> Point:
    """mir_tmy-46: where a way to a point of the map comes nearest to the fighter who stopped it."""
    start, there = state.positions.get(mover.id), state.positions.get(guard.id)
    if start is None or there is None or start == to:
        return start or to
    length = distance(start, to)
    east, north = to[0] - start[0], to[1] - start[1]
    nearest = ((there[0] - start[0]) * east + (there[1] - start[1]) * north) / length**2
    return along(start, to, min(max(nearest, 0.0), 1.0))


# ---- past those who strike or shoot (mir_tmy-42, 46)


def pass_by(state: Scene, mover: Fighter, past: Sequence[str], table: Table) -> Fighter | None:
    """mir_tmy-42 and 46: those who are passed strike or shoot; who stops the mover, or None.

    Somebody held does neither (mir_tmy-30).
    """
    guard = None
    for id in past:
        guard = opponent(state, mover, id, "past")
        if guard.out or guard.grappled_by:
            continue
        through = True
        if guard.countering and guard.countering not in guard.unready:
            through = _countered(state, guard, mover, table)
        elif guard.suppressing and guard.suppressing not in guard.unready:
            fire_on_passer(state, guard, mover, table)
        if not through or mover.out:
            return guard
    return guard if mover.down else None


def _countered(state: Scene, guard: Fighter, mover: Fighter, table: Table) -> bool:
    """mir_tmy-46: a full attack on everyone who passes; a target that defends must stop."""
    weapon = weapon_for(guard, "counter", guard.countering or "")
    strike = strike_with(guard, mover, weapon, commands.Attack(target=mover.id), "counter")
    guard.begin("counter")
    net = land(state, strike, table, passing=True).net
    if net >= 1:
        dice = strike.blow.dice + extra_successes(strike, net, table)
        wound(state, mover, replace(strike.blow, dice=dice), table)
    if strike.defence and not strike.covered and not mover.out:
        table.note("mir_tmy-46", mover, "{mover} → {guard}: defends and stops", guard=guard.name)
        return False
    return True


# ---- making ready, speaking, and anything else (mir_tmy-7, 49, 53, 54)


all_in_hand = unless(attrgetter("unready"), Text("everything is in hand"))


def ready_weapon(state: Scene, fighter: Fighter, command: commands.Handling, table: Table) -> None:
    """mir_tmy-53: a whole turn, or of a shared pool dexterity + melee or firearms at 4."""
    away = fitting(fighter, "ready_weapon")
    weapon = next((w for w in away if command.with_ in ("", w.name)), None)
    if weapon is None:
        there_is = fighter.unready or Text("nothing", context="weapons")
        raise Refusal(Text("can be made ready: {there_is}", there_is=there_is), "with")
    if command.share is not None:
        ability = "melee" if weapon.kind == "melee" else "firearms"
        pool = trait_pool(fighter, "dexterity", ability, 4, command.share)
        on_the_ground(pool, ability)
        if not pool.roll(state, table, "mir_tmy-53", Text("readying"), most=1).successes:
            return
    fighter.unready = [name for name in fighter.unready if name != weapon.name]
    table.mark("success", fighter.id)
    table.note("mir_tmy-53", fighter, "{fighter} takes in hand: {weapon}", weapon=weapon.name)


def speak(state: Scene, fighter: Fighter, command: commands.Speak, table: Table) -> None:
    """mir_tmy-54: a few words free, sentences as an action, of a shared pool dice × 3 words."""
    most = None if command.share is None else command.share * WORDS_A_DIE
    if most is not None and command.words > most:
        raise Refusal(Text("words at most: {most}", most=most), "words", rule="mir_tmy-54")
    fighter.spoken = True
    names = {"fighter": fighter.name, "count": command.words}
    line = Text("{fighter} says {count} word", "{fighter} says {count} words", **names)
    if command.text:
        line = Text(
            "{fighter} says {count} word: «{text}»",
            "{fighter} says {count} words: «{text}»",
            text=command.text,
            **names,
        )
    table.log("mir_tmy-54", line, by=fighter.id)


def other(state: Scene, fighter: Fighter, command: commands.Other, table: Table) -> None:
    """mir_tmy-49: anything that can be said as an attribute and an ability; or by hand."""
    what = command.what or Text("something else")
    if command.attribute is None:
        table.note(BY_HAND, fighter, "{fighter}: {what}", what=what)
        return
    ability = known_as(command.ability)
    pool = trait_pool(fighter, command.attribute, ability, command.difficulty, command.share)
    traits = [command.attribute, *([ability] if command.ability else [])]
    label = Text("{what} ({traits})", what=what, traits=[word(trait) for trait in traits])
    roll = pool.roll(state, table, "mir_tmy-1", label)
    if roll.successes:
        table.mark("success", fighter.id, roll.successes)


def do_nothing(state: Scene, fighter: Fighter, command: commands.Act, table: Table) -> None:
    """mir_tmy-7: nobody has to act."""
    table.note("mir_tmy-7", fighter, "{fighter} does nothing")
