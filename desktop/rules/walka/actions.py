"""The table of actions, and those that need no chapter of their own (walka-9, 10, 20, 21)."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from desktop.rules.cast import alone, any_of, present, unless, when
from desktop.rules.contract import Action, bare
from desktop.rules.geometry import tenths
from desktop.rules.positions import go as walk
from desktop.rules.positions import out_of_touch, straight_way
from desktop.rules.table import BY_HAND, Refusal, Table
from desktop.rules.text import Text, Words, joined
from desktop.rules.walka import commands as c
from desktop.rules.walka import (
    exchange,
    grenades,
    initiative,
    manoeuvres,
    sabres,
    segments,
    shooting,
    tables,
    turns,
    weapons,
)
from desktop.rules.walka.checks import any_test, opposed_die, single_test, threshold_of
from desktop.rules.walka.commands import Act, FirstAid, Go, LeanOut, Other, Spot
from desktop.rules.walka.d20 import Attempt
from desktop.rules.walka.hits import can_merge, merge
from desktop.rules.walka.on_map import refuse_way
from desktop.rules.walka.segments import SegmentAction
from desktop.rules.walka.state import Battle, Fighter, attackers, opponent

# ---- why not


cannot_run = any_of(
    when(lambda fighter: any(armor.no_running for armor in fighter.sheet.armor),
         Text("nobody runs in this armour")),
    unless(lambda fighter: {*tables.LEGS}.isdisjoint(fighter.disabled), Text("a leg is disabled")),
    lambda state, fighter: weapons.PRESSED if attackers(state, fighter.id) else None,
    unless(lambda fighter: fighter.posture == "standing", Text("has to rise first")),
)  # fmt: skip
"""walka-10 and 27: why nobody runs or jumps so."""
no_legs = when(
    lambda fighter: {*tables.LEGS} <= {*fighter.disabled}, Text("both legs are disabled")
)
"""walka-27: on two legs that do not move nobody kneels or rises."""
not_prone = unless(lambda fighter: fighter.posture == "prone", Text("not on the ground"))
"""walka-10: only who lies can crawl."""
already_prone = when(lambda fighter: fighter.posture == "prone", Text("lies on the ground"))
"""walka-10: only who does not lie yet can drop."""
cannot_kneel = any_of(
    when(lambda fighter: fighter.posture == "kneeling", Text("kneels already")),
    already_prone,
    no_legs,
)
"""walka-10: only who stands can kneel."""
not_kneeling = unless(lambda fighter: fighter.posture == "kneeling", Text("not kneeling"))
"""walka-10: only who kneels rises from its knees."""
cannot_lean_out = any_of(
    when(lambda fighter: fighter.leaning, Text("leaning out already")),
    unless(lambda fighter: fighter.covered, Text("not behind cover")),
)
"""walka-10: only from behind cover."""
not_leaning = unless(lambda fighter: fighter.leaning, Text("not leaning out"))
"""walka-10: only who leans out can duck back."""
aims_enough = when(
    lambda fighter: fighter.aiming >= tables.MOST_AIM, Text("aims as well as can be")
)
"""walka-11: no more than two segments of aiming help."""
nothing_to_merge = unless(can_merge, Text("no three wounds of a level"))
"""walka-33: three wounds of a level are needed."""


# ---- moving and posture


GOES: Mapping[str, Sequence[Text]] = {
    "run": (Text("{name} runs {metres:g} m"), Text("{name} runs {metres:g} m behind cover")),
    "sprint": (
        Text("{name} sprints {metres:g} m"),
        Text("{name} sprints {metres:g} m behind cover"),
    ),
    "crawl": (Text("{name} crawls {metres:g} m"), Text("{name} crawls {metres:g} m behind cover")),
}


def go(state: Battle, fighter: Fighter, command: Go, table: Table) -> None:
    """walka-10 for the way, walka-21 for what it does to shots until the next own move."""
    metres = tables.METRES[command.action]
    if command.to is not None:
        refuse_way(state, fighter, command.action, command.to, command)
        before = state.positions.get(fighter.id)
        metres = tenths(walk(state, fighter.id, command.to).length)
        if before:
            _drive(state, fighter, command.to[0] - before[0], command.to[1] - before[1], table)
    line = GOES[command.action][command.to_cover]
    table.note("walka-10", fighter, line.template, metres=metres)
    fighter.uncover()
    fighter.covered = command.to_cover
    if str(sabres.STANCE) in fighter.effects:
        fighter.effects = [effect for effect in fighter.effects if effect != str(sabres.STANCE)]
        table.note("walka-49", fighter, "{name}: {effect} is over", effect=sabres.STANCE)
    if command.action == "crawl":
        return
    if command.action == "sprint":
        fighter.running = "rushing"
    elif fighter.running == "still":
        fighter.running = "running"
    if fighter.running == "rushing":
        table.note("walka-21", fighter, "{name}: rushing, cannot shoot until the next move")
    else:
        table.note("walka-21", fighter, "{name}: running until the next move")


def _drive(state: Battle, fighter: Fighter, right: float, down: float, table: Table) -> None:
    """walka-40: those whom an Attacker presses go the same way, where nothing stops them."""
    for id in fighter.presses:
        if id not in state.positions:
            continue
        to = state.positions[id][0] + right, state.positions[id][1] + down
        way = straight_way(state, id, to)
        with suppress(Refusal):
            if way and not way.walled:
                walk(state, id, to)
                table.note("walka-40", fighter, "{name} → {target}: drives", target=state[id].name)


def change_posture(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    """walka-10: down on a knee or to the ground, or up again. ``fighter`` is taken."""
    match command.action:
        case "kneel":
            fighter.posture, line = "kneeling", Text("{name} kneels down")
        case "drop_prone":
            fighter.posture, line = "prone", Text("{name} drops to the ground")
        case _:
            fighter.posture, line = "standing", Text("{name} rises")
    table.note("walka-10", fighter, line.template)


def lean_out(state: Battle, fighter: Fighter, command: LeanOut, table: Table) -> None:
    """walka-10 and 20: seen, and seeing, until it ducks back."""
    fighter.leaning, fighter.seen = True, command.seen
    seen = tables.COVER_TEXT[command.seen]
    table.note("walka-10", fighter, "{name} leans out, seen: {seen}", seen=seen)


def duck_back(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    """walka-10: back behind cover, unseen again. ``fighter`` is taken."""
    fighter.leaning = fighter.spotted = False
    table.note("walka-10", fighter, "{name} ducks back behind cover")


# ---- aiming, spotting, stances


def aim(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    """walka-11: a segment of aiming kept for the next shot, also across the turn or a trigger."""
    fighter.aiming += 1
    table.note(
        "walka-11", fighter, "{name} aims: {count} more die", "{name} aims: {count} more dice",
        count=fighter.aiming,
    )  # fmt: skip


def plan_spot(state: Battle, fighter: Fighter, command: Spot) -> None:
    """walka-10: a target that is in sight is not spotted. Raises :class:`Refusal`."""
    if command.target is None or command.overrule:
        return
    target = opponent(state, fighter, command.target)
    if not target.hidden:
        raise Refusal(Text("{name} is in sight", name=target.name), "target")


def spot(state: Battle, fighter: Fighter, command: Spot, table: Table) -> None:
    """walka-10: a test of spotting on senses, against the hiding of the target."""
    plan_spot(state, fighter, command)
    threshold = threshold_of(fighter, "senses")
    threshold.add_given(command.modifiers)
    attempt, opposed = Attempt(state, fighter, Text("spotting"), table), command.target is not None
    won = single_test(attempt, threshold, "spotting", "walka-10", opposed=opposed)
    if not won:
        table.note("walka-10", fighter, "{name} spots nothing")
        return
    if command.target is not None:
        _spotted(state, fighter, state.take(command.target), won, table)
        return
    table.mark("success", fighter.id)
    table.note(
        "walka-10", fighter, "{name} spots what hides: {count} success point",
        "{name} spots what hides: {count} success points", count=won,
    )  # fmt: skip


def _spotted(state: Battle, fighter: Fighter, target: Fighter, won: int, table: Table) -> None:
    """The target needs as many success points to stay hidden, or is seen as a sliver (walka-20)."""
    hiding = threshold_of(target, "dexterity")
    hiding.tell(target, table, "walka-10")
    attempt = Attempt(state, target, Text("hiding"), table)
    _, hides = opposed_die(attempt, hiding, "hiding", won)
    line = Text("{name} → {target}: finds nobody, {won} to {hides}")
    if hides < won:
        target.spotted = True
        table.mark("success", fighter.id)
        line = Text("{name} → {target}: spots, {won} to {hides}")
    values = {"target": target.name, "won": won, "hides": hides}
    table.note("walka-10", fighter, line.template, **values)


STANCES: Mapping[str, Text] = {
    "deflect_stance": sabres.STANCE,
    "energy_shield": Text("energy shield"),
}


def is_idle(fighter: Fighter, action: str) -> bool:
    """walka-10, 49: whether it would change nothing: a stance that stands already, or to deflect
    without a sabre; to draw or to take a safety off where all weapons are in hand, or none is on.
    """
    match action:
        case "draw" | "safety_off":
            return not (fighter.to_draw if action == "draw" else fighter.safe)
        case "deflect_stance" if not sabres.can_deflect(fighter):
            return True
    return str(STANCES.get(action)) in fighter.effects


def stance(state: Battle, fighter: Fighter, command: Act, table: Table) -> None:
    """walka-10: a stance or a shield stays until it is struck off, a stance until one goes (49)."""
    effect = STANCES[command.action]
    if str(effect) not in fighter.effects:
        fighter.effects = [*fighter.effects, str(effect)]
    table.note("walka-10", fighter, "{name}: {effect}", effect=effect)


# ---- helping, and by the game master's word


def first_aid(state: Battle, fighter: Fighter, command: FirstAid, table: Table) -> None:
    """walka-33: the target no longer dies of its critical wound."""
    target = state.take(present(state, command.target).id)
    if not target.dying:
        raise Refusal(Text("{name} is not dying", name=target.name), "target")
    target.stabilised = True
    if far := out_of_touch(state, fighter.id)(target):
        table.note("walka-33", fighter, "{name}: {what}", name=target.name, what=far)
    line = Text("{name} → {target}: first aid, dies no more")
    table.note("walka-33", fighter, line.template, target=target.name)


def other(state: Battle, fighter: Fighter, command: Other, table: Table) -> None:
    """walka-9: what the game master allows, as it is told."""
    table.note(BY_HAND, fighter, "{name}: {what}", what=command.what)


# ---- the table of actions (walka-10)


NO_RELOAD = Text("nothing to reload so")
NO_BURST = shooting.needs_gun(
    lambda fighter: weapons.fitting(fighter, "short_burst"), Text("no weapon that fires bursts")
)

plain = partial(bare, base=c.Act)

SEGMENT_ACTIONS: tuple[SegmentAction, ...] = (
    SegmentAction(c.Fire, shooting.fire, Text("Shot"), "Strzał", "walka-17", 1, "S",
                  why_not=shooting.no_gun_ready, plan=shooting.plan_one),
    SegmentAction(bare("short_burst", base=c.OneGun), shooting.fire_burst, Text("Short burst"),
                  "Krótka seria", "walka-24", 1, "B", why_not=NO_BURST, plan=shooting.plan_one,
                  at_start=True),
    SegmentAction(bare("long_burst", base=c.OneGun), shooting.fire_burst, Text("Long burst"),
                  "Długa seria", "walka-24", 2, "L", why_not=NO_BURST, plan=shooting.plan_one,
                  at_start=True),
    SegmentAction(c.ContinuousFire, shooting.fire_burst, Text("Continuous fire"), "Ogień ciągły",
                  "walka-24", 3, "C", why_not=NO_BURST, plan=shooting.plan_one, at_start=True),
    SegmentAction(c.FireTwo, shooting.fire_two, Text("Two weapons"), "Dwie bronie", "walka-16", 1,
                  "2", why_not=shooting.no_two_guns, plan=shooting.plan_two),
    SegmentAction(c.SeveralShots, shooting.fire_several, Text("Several shots"), "Kilka strzałów",
                  "walka-12", 1, "", why_not=shooting.no_gun_ready, plan=shooting.plan_several,
                  section="attack"),
    SegmentAction(c.Snipe, shooting.fire, Text("Sniper shot"), "Strzał snajperski", "walka-14", 2,
                  "N", why_not=shooting.needs_gun(weapons.scoped, Text("no weapon to snipe with")),
                  plan=shooting.plan_one, can_be_free=True),
    SegmentAction(plain("aim"), aim, Text("Aim"), "Celowanie", "walka-11", 1, "A",
                  why_not=aims_enough, section="attack"),
    SegmentAction(bare("throw", base=c.ThrowSomething), grenades.throw, Text("Throw"), "Rzut",
                  "walka-28", 2, "T", why_not=weapons.no_hands, plan=grenades.plan_throw),
    SegmentAction(bare("throw_large", base=c.ThrowSomething), grenades.throw,
                  Text("Throw something large"), "Rzut dużym przedmiotem", "walka-28", 3,
                  why_not=weapons.no_hands, plan=grenades.plan_throw),
    SegmentAction(c.Detonate, grenades.detonate, Text("Set off a charge"), "Detonacja", "walka-29",
                  1, group="others", plan=grenades.plan_detonate,
                  why_not=weapons.needs_weapon("detonate", Text("no charge"), by_hand=False)),
    SegmentAction(c.Strike, exchange.strike, Text("Strike"), "Cios", "walka-23", 1,
                  why_not=weapons.needs_weapon("strike", Text("no weapon for melee")),
                  plan=exchange.plan_strike),
    SegmentAction(c.Exchange, exchange.exchange, Text("Exchange"), "Starcie", "walka-35",
                  tables.THROWS, "W", why_not=weapons.no_hands, plan=exchange.plan_exchange,
                  at_start=True),
    SegmentAction(c.ThrowSabre, sabres.throw, Text("Throw the sabre"), "Rzut szablą", "walka-48", 2,
                  why_not=sabres.cannot_throw, plan=sabres.plan_throw),
    SegmentAction(bare("bring_down", base=c.Manoeuvre), manoeuvres.bring_down, Text("Bring down"),
                  "Powalenie", "walka-44", 1, why_not=manoeuvres.presses_nobody,
                  plan=manoeuvres.plan_manoeuvre),
    SegmentAction(bare("sand", base=c.Manoeuvre), manoeuvres.sand, Text("Sand in the eyes"),
                  "Piasek w oczy", "walka-44", 1, why_not=manoeuvres.presses_nobody,
                  plan=manoeuvres.plan_manoeuvre),
    SegmentAction(c.Trick, manoeuvres.trick, Text("Trick"), "Sztuczka", "walka-44", 1,
                  why_not=manoeuvres.presses_nobody, plan=manoeuvres.plan_manoeuvre),
    SegmentAction(plain("step_away"), manoeuvres.step_away, Text("Step away"), "Odstąpienie",
                  "walka-44", why_not=manoeuvres.presses_nobody, shelters=True, can_be_free=True),
    SegmentAction(bare("run", base=c.Go), go, Text("Run or jump 2 m"), "Bieg / skok 2 m",
                  "walka-10", 1, "R", why_not=cannot_run, shelters=True),
    SegmentAction(bare("sprint", base=c.Go), go, Text("Sprint 4 m"), "Sprint 4 m", "walka-10", 1,
                  "P", why_not=cannot_run, shelters=True),
    SegmentAction(bare("crawl", base=c.Go), go, Text("Crawl 0.5 m"), "Czołganie 0,5 m", "walka-10",
                  1, why_not=not_prone, shelters=True),
    SegmentAction(c.LeanOut, lean_out, Text("Lean out"), "Wychylenie", "walka-10", 1, "O",
                  why_not=cannot_lean_out, section="move"),
    SegmentAction(plain("duck_back"), duck_back, Text("Duck back"), "Schowanie się", "walka-10", 1,
                  "D", why_not=not_leaning, shelters=True, section="move"),
    SegmentAction(plain("kneel"), change_posture, Text("Kneel"), "Przyklęknięcie", "walka-10", 1,
                  "K", why_not=cannot_kneel, shelters=True, section="move"),
    SegmentAction(plain("drop_prone"), change_posture, Text("Drop prone"), "Pad na ziemię",
                  "walka-10", 1, "G", why_not=already_prone, shelters=True, section="move"),
    SegmentAction(plain("rise_from_kneel"), change_posture, Text("Rise from kneeling"),
                  "Powstanie z przyklęku", "walka-10", 2, "V", section="move",
                  why_not=any_of(not_kneeling, no_legs)),
    SegmentAction(plain("rise_from_prone"), change_posture, Text("Rise from the ground"),
                  "Poderwanie się", "walka-10", 3, "U", section="move",
                  why_not=any_of(not_prone, no_legs)),
    SegmentAction(bare("safety_off", base=c.WithWeapon), weapons.make_ready, Text("Safety off"),
                  "Odbezpieczenie broni", "walka-10", 1,
                  why_not=weapons.needs_weapon("draw", Text("no weapon"), used=False)),
    SegmentAction(bare("pull_pin", base=c.WithWeapon), weapons.pull_pin, Text("Pull the pin"),
                  "Wyrwanie zawleczki", "walka-10", 1, "Y",
                  why_not=weapons.needs_weapon("pull_pin", Text("no grenade"))),
    SegmentAction(bare("pump", base=c.WithWeapon), weapons.make_ready, Text("Pump"),
                  "Przeładowanie pompki", "walka-10", 1, "M",
                  why_not=weapons.needs_weapon("pump", Text("nothing to pump"), used=False)),
    SegmentAction(bare("draw", base=c.WithWeapon), weapons.make_ready, Text("Draw"),
                  "Dobycie broni", "walka-10", 2,
                  why_not=weapons.needs_weapon("draw", Text("no weapon"), used=False)),
    SegmentAction(bare("change_cell", base=c.WithWeapon), weapons.reload, Text("Change the cell"),
                  "Wymiana ogniwa", "walka-10", 3, "X",
                  why_not=weapons.needs_weapon("change_cell", NO_RELOAD, used=False)),
    SegmentAction(bare("change_gas", base=c.WithWeapon), weapons.reload, Text("Change the gas"),
                  "Wymiana pojemnika z gazem", "walka-10", 3, "Z",
                  why_not=weapons.needs_weapon("change_gas", NO_RELOAD, used=False)),
    SegmentAction(plain("put_out"), turns.put_out, Text("Put the fire out"), "Gaszenie", "walka-53",
                  1, why_not=turns.not_burning, shelters=True),
    SegmentAction(plain("stand_fast"), turns.stand_fast, Text("Stand fast in the fire"),
                  "Niezłomność", "walka-53", why_not=turns.cannot_stand_fast, shelters=True,
                  can_be_free=True),
    SegmentAction(c.Spot, spot, Text("Spot"), "Wypatrywanie", "walka-10", 1, "I", plan=plan_spot,
                  section="other"),
    SegmentAction(plain("deflect_stance"), stance, Text("Deflecting stance"), "Pozycja odbijania",
                  "walka-10", 1),
    SegmentAction(plain("energy_shield"), stance, Text("Energy shield"), "Tarcza energetyczna",
                  "walka-10", 1, "E"),
    SegmentAction(c.FirstAid, first_aid, Text("First aid"), "Pierwsza pomoc", "walka-33", 3, "J",
                  why_not=lambda state, fighter: None
                  if any(each.dying for each in state.combatants.values())
                  else Text("nobody is dying")),
    SegmentAction(c.Other, other, Text("Other", context="action"), "Inne", "walka-9", 1, "Q",
                  group="others", shelters=True, can_be_free=True),
    SegmentAction(c.Test, any_test, Text("Test"), "Test", "walka-1", group="others",
                  whose="anybody"),
    SegmentAction(plain("merge_wounds"), merge, Text("Merge wounds"), "Łączenie ran", "walka-33",
                  group="others", whose="anybody", why_not=nothing_to_merge),
)  # fmt: skip


def declare(state: Battle, fighter: Fighter, command: c.Declare, table: Table) -> None:
    """Told and shown; nobody is bound by it. ``fighter`` is taken."""
    labels: list[Words] = []
    for position, step in enumerate(command.actions):
        action = BY_ID.get(step.action)
        if action is None or not action.price:
            unknown = Text("{action} takes no segments", action=repr(step.action))
            raise Refusal(unknown, f"actions[{position}].action")
        labels.append(action.label)
    fighter.declared = [BY_ID[step.action] for step in command.actions]
    line = Text("{name} declares: {actions}", name=fighter.name, actions=joined(labels))
    if not labels:
        line = Text("{name} declares nothing", name=fighter.name)
    table.log("walka-9", line, by=fighter.id)


TURN_ACTIONS: tuple[Action[Any, Any], ...] = (
    Action(c.Declare, declare, Text("Declare the turn"), "Deklaracja tury", "walka-9", group="turn",
           whose="anybody"),
    Action(c.Freeze, turns.freeze, Text("Freeze segments"), "Zamrożenie segmentów", "walka-13",
           key="F", group="turn", why_not=turns.cannot_freeze),
    Action(c.GoOn, segments.one_more, Text("Next segment"), "Następny segment", "walka-13",
           key="Space", group="turn", main=True, why_not=segments.cannot_go_on),
    Action(c.HandOver, initiative.hand_over, Text("Hand over the initiative"), "Oddanie inicjatywy",
           "walka-6", key="H", group="turn", whose="anybody", why_not=initiative.nobody_to_hand_to),
    Action(c.SpottingDuel, initiative.spotting_duel, Text("Spotting duel"),
           "Wypatrywanie przeciw Ukrywaniu", "walka-8", group="others", whose="anybody",
           why_not=alone),
    Action(c.Abandon, segments.abandon, Text("Give up"), "Porzucenie akcji", "walka-9",
           group="others", whose="anybody", why_not=lambda state, fighter: None
           if fighter.carry else segments.nothing_under_way(fighter)),
    Action(c.EndTurn, turns.end_turn, Text("End move"), "Koniec ruchu", "walka-9", key="Space",
           group="turn", main=True),
    Action(c.Trigger, turns.trigger, Text("Trigger"), "Wyzwalacz", "walka-13", group="reactions",
           whose="anybody", why_not=turns.cannot_trigger),
    Action(c.EndFight, turns.end_fight, Text("End the fight"), "Koniec walki", "walka-7",
           group="turn", whose="nobody", why_not=turns.not_all_behind_cover),
)  # fmt: skip

ACTIONS: Sequence[Action[Any, Any]] = (*SEGMENT_ACTIONS, *TURN_ACTIONS)

BY_ID: Mapping[str, SegmentAction] = {action.id: action for action in SEGMENT_ACTIONS}
