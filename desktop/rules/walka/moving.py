"""Moving, posture, cover, stances, and looking for somebody (walka-10, 20 and 21)."""

from __future__ import annotations

from collections.abc import Mapping

from desktop.rules.positions import go as walk
from desktop.rules.table import BY_HAND, Refusal, Table
from desktop.rules.text import NOTHING, Text
from desktop.rules.walka import words
from desktop.rules.walka.check import resist, single_test
from desktop.rules.walka.commands import Act, FirstAid, Go, LeanOut, Other, Spot
from desktop.rules.walka.data import LEGS, METRES
from desktop.rules.walka.on_map import refuse_way
from desktop.rules.walka.state import Battle, Fighter, disabled_legs
from desktop.rules.walka.targeting import opponent
from desktop.rules.walka.threshold import threshold_of
from desktop.rules.walka.wounds import can_merge, merge

# ---- why not


def cannot_run(state: Battle, fighter: Fighter) -> Text | None:
    if any(armor.no_running for armor in fighter.sheet.armor):
        return Text("nobody runs in this armour")
    if any(leg in fighter.disabled for leg in LEGS):
        return Text("a leg is disabled")
    return None if fighter.posture == "standing" else Text("has to rise first")


def not_prone(state: Battle, fighter: Fighter) -> Text | None:
    return None if fighter.posture == "prone" else Text("not on the ground")


def cannot_kneel(state: Battle, fighter: Fighter) -> Text | None:
    if fighter.posture != "standing":
        return Text("already {posture}", posture=words.POSTURE[fighter.posture])
    return _no_legs(fighter)


def already_prone(state: Battle, fighter: Fighter) -> Text | None:
    return Text("already prone") if fighter.posture == "prone" else None


def cannot_rise_from_kneel(state: Battle, fighter: Fighter) -> Text | None:
    return _no_legs(fighter) if fighter.posture == "kneeling" else Text("not kneeling")


def cannot_rise_from_prone(state: Battle, fighter: Fighter) -> Text | None:
    return not_prone(state, fighter) or _no_legs(fighter)


def _no_legs(fighter: Fighter) -> Text | None:
    """walka-27: on two legs that do not move nobody kneels or rises."""
    return Text("both legs are disabled") if disabled_legs(fighter) else None


def cannot_lean_out(state: Battle, fighter: Fighter) -> Text | None:
    if fighter.leaning:
        return Text("leaning out already")
    return None if fighter.covered else Text("not behind cover")


def not_leaning(state: Battle, fighter: Fighter) -> Text | None:
    return None if fighter.leaning else Text("not leaning out")


def aims_enough(state: Battle, fighter: Fighter) -> Text | None:
    return Text("aims as well as can be") if fighter.aiming >= 2 else None


def nobody_dying(state: Battle, fighter: Fighter) -> Text | None:
    dying = any(other.dying for other in state.combatants.values())
    return None if dying else Text("nobody is dying")


def nothing_to_merge(state: Battle, fighter: Fighter) -> Text | None:
    return None if can_merge(fighter) else Text("no three wounds of a level")


# ---- moving and posture


def go(state: Battle, fighter: Fighter, command: Go, table: Table) -> None:
    """walka-10 for the way, walka-21 for what it does to shots until the next own move."""
    if command.to is not None:
        refuse_way(state, fighter, command.action, command.to, command)
        walk(state, fighter.id, command.to)
    said = {
        "name": fighter.name,
        "metres": METRES[command.action],
        "where": Text(" behind cover") if command.to_cover else NOTHING,
    }
    told = {
        "run": Text("{name} runs {metres:g} m{where}", **said),
        "sprint": Text("{name} sprints {metres:g} m{where}", **said),
        "crawl": Text("{name} crawls {metres:g} m{where}", **said),
    }[command.action]
    table.log("walka-10", told, by=fighter.id)
    fighter.uncover()
    fighter.covered = command.to_cover
    if command.action == "crawl":
        return
    if command.action == "sprint":
        fighter.running = "rushing"
    elif fighter.running == "still":
        fighter.running = "running"
    told = Text("{name} is running until its next move", name=fighter.name)
    if fighter.running == "rushing":
        told = Text("{name} rushes and cannot shoot until its next move", name=fighter.name)
    table.log("walka-21", told, by=fighter.id)


def kneel(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    fighter.posture = "kneeling"
    table.log("walka-10", Text("{name} kneels down", name=fighter.name), by=fighter.id)


def drop_prone(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    fighter.posture = "prone"
    table.log("walka-10", Text("{name} drops to the ground", name=fighter.name), by=fighter.id)


def rise(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    fighter.posture = "standing"
    table.log("walka-10", Text("{name} rises", name=fighter.name), by=fighter.id)


def lean_out(state: Battle, fighter: Fighter, command: LeanOut, table: Table) -> None:
    """walka-10 and 20: seen, and seeing, until it ducks back."""
    fighter.leaning, fighter.seen = True, command.seen
    seen = words.COVER[command.seen]
    told = Text("{name} leans out, seen: {seen}", name=fighter.name, seen=seen)
    table.log("walka-10", told, by=fighter.id)


def duck_back(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    fighter.leaning = fighter.spotted = False
    table.log("walka-10", Text("{name} ducks back behind cover", name=fighter.name), by=fighter.id)


# ---- aiming, spotting, stances


def aim(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    """walka-11: a segment of aiming kept for the next shot, also across the turn or a trigger."""
    fighter.aiming += 1
    told = Text("{name} aims: {aiming} more dice", name=fighter.name, aiming=fighter.aiming)
    table.log("walka-11", told, by=fighter.id)


def plan_spot(state: Battle, fighter: Fighter, command: Spot) -> None:
    if command.target is None or command.overrule:
        return
    target = opponent(state, fighter, command.target)
    if not target.hidden:
        raise Refusal(Text("{name} is in sight", name=target.name), "target")


def spot(state: Battle, fighter: Fighter, command: Spot, table: Table) -> None:
    """walka-10: a test of spotting on senses, against the hiding of whoever is looked for."""
    plan_spot(state, fighter, command)
    threshold = threshold_of(fighter, "senses")
    threshold.add_given(command.modifiers)
    won = single_test(
        state,
        fighter,
        threshold,
        "spotting",
        table,
        rule="walka-10",
        label=Text("spotting"),
        opposed=command.target is not None,
    )
    if not won:
        table.log("walka-10", Text("{name} spots nothing", name=fighter.name), by=fighter.id)
        return
    if command.target is not None:
        _spotted(state, fighter, state.take(command.target), won, table)
        return
    table.mark("success", fighter.id)
    told = Text("{name} spots what was hidden, {won} success points", name=fighter.name, won=won)
    table.log("walka-10", told, by=fighter.id)


def _spotted(state: Battle, fighter: Fighter, target: Fighter, won: int, table: Table) -> None:
    """Who hides needs as many success points; who does not is seen, as a sliver (walka-20)."""
    hiding = threshold_of(target, "dexterity")
    hiding.tell(target, "walka-10", table)
    label, what = Text("hiding"), Text("the hiding")
    hides = resist(state, target, hiding, "hiding", won, table, label, what)
    said = {"name": fighter.name, "target": target.name, "won": won, "hides": hides}
    if hides >= won:
        told = Text("{name} does not find {target}, {won} to {hides}", **said)
    else:
        target.spotted = True
        table.mark("success", fighter.id)
        told = Text("{name} spots {target}, {won} to {hides}", **said)
    table.log("walka-10", told, by=fighter.id)


STANCES: Mapping[str, str] = {
    "deflect_stance": "deflecting shots",
    "energy_shield": "energy shield",
}


def stance(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    """walka-10: a stance or a shield; it stays as an effect until it is struck off."""
    effect = STANCES[command.action]
    if effect not in fighter.effects:
        fighter.effects.append(effect)
    table.log("walka-10", Text("{name}: {effect}", name=fighter.name, effect=effect),
              by=fighter.id)  # fmt: skip


# ---- helping, and by the game master's word


def first_aid(state: Battle, fighter: Fighter, command: FirstAid, table: Table) -> None:
    """walka-33: whoever is dying does not die of it any more."""
    present = state.combatants.get(command.target)
    if present is None or not present.dying:
        name = present.name if present else command.target
        raise Refusal(Text("{name} is not dying", name=name), "target")
    target = state.take(command.target)
    target.stabilised = True
    told = Text("{name} gives {target} first aid", name=fighter.name, target=target.name)
    table.log("walka-33", told, by=fighter.id)


def other(state: Battle, fighter: Fighter, command: Other, table: Table) -> None:
    table.log(BY_HAND, Text("{name}: {what}", name=fighter.name, what=command.what),
              by=fighter.id)  # fmt: skip


def merge_wounds(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    """walka-33: merged only when the game master says so."""
    merge(state, fighter, table)
