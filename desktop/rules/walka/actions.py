"""Everything that can be done, in the order in which it is shown (walka-10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop.rules.contract import Action
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text, Words, joined
from desktop.rules.walka import blasts, bursts, melee, moving, shooting, throws, turns, weapons
from desktop.rules.walka import commands as c
from desktop.rules.walka.check import any_test
from desktop.rules.walka.initiative import nobody_to_hand_to
from desktop.rules.walka.segments import (
    SegmentAction,
    abandon,
    cannot_abandon,
    cannot_go_on,
    one_more,
)
from desktop.rules.walka.state import Battle, Fighter

SEGMENT_ACTIONS: tuple[SegmentAction, ...] = (
    SegmentAction(
        c.Fire, shooting.fire, Text("Shot"), "Strzał", "walka-17", 1, "S",
        why_not=shooting.no_gun_ready, plan=shooting.plan_fire,
    ),
    SegmentAction(
        c.ShortBurst, bursts.fire_burst, Text("Short burst"), "Krótka seria", "walka-24", 1, "B",
        why_not=shooting.no_burst, plan=bursts.plan_burst, at_start=True,
    ),
    SegmentAction(
        c.LongBurst, bursts.fire_burst, Text("Long burst"), "Długa seria", "walka-24", 2, "L",
        why_not=shooting.no_burst, plan=bursts.plan_burst, at_start=True,
    ),
    SegmentAction(
        c.ContinuousFire, bursts.fire_burst, Text("Continuous fire"), "Ogień ciągły", "walka-24",
        3, "C", why_not=shooting.no_burst, plan=bursts.plan_burst, at_start=True,
    ),
    SegmentAction(
        c.FireTwo, bursts.fire_two_weapons, Text("Two weapons"), "Dwie bronie", "walka-16", 1, "2",
        why_not=shooting.no_two_guns, plan=bursts.plan_two_weapons,
    ),
    SegmentAction(
        c.SeveralShots, shooting.fire_several, Text("Several shots"), "Kilka strzałów", "walka-12",
        1, "", why_not=shooting.no_gun_ready, plan=shooting.plan_several,
    ),
    SegmentAction(
        c.Snipe, shooting.snipe, Text("Sniper shot"), "Strzał snajperski", "walka-14", 2, "N",
        why_not=shooting.no_gun_to_snipe, plan=shooting.plan_snipe, can_be_free=True,
    ),
    SegmentAction(
        c.plain("aim"), moving.aim, Text("Aim"), "Celowanie", "walka-11", 1, "A",
        why_not=moving.aims_enough,
    ),
    SegmentAction(
        c.Throw, throws.throw, Text("Throw"), "Rzut", "walka-28", 2, "T",
        why_not=throws.cannot_throw, plan=throws.plan_throw,
    ),
    SegmentAction(
        c.ThrowLarge, throws.throw, Text("Throw something large"), "Rzut dużym przedmiotem",
        "walka-28", 3, why_not=throws.cannot_throw, plan=throws.plan_throw,
    ),
    SegmentAction(
        c.Detonate, blasts.detonate, Text("Set off a charge"), "Detonacja", "walka-29", 1,
        group="others", why_not=blasts.no_charge, plan=blasts.plan_detonate,
    ),
    SegmentAction(
        c.Strike, melee.strike, Text("Strike"), "Cios", "walka-23", 1, "W",
        why_not=melee.no_blade, plan=melee.plan_strike,
    ),
    SegmentAction(
        c.Run, moving.go, Text("Run or jump 2 m"), "Bieg / skok 2 m", "walka-10", 1, "R",
        why_not=moving.cannot_run, shelters=True,
    ),
    SegmentAction(
        c.Sprint, moving.go, Text("Sprint 4 m"), "Sprint 4 m", "walka-10", 1, "P",
        why_not=moving.cannot_run, shelters=True,
    ),
    SegmentAction(
        c.Crawl, moving.go, Text("Crawl 0.5 m"), "Czołganie 0,5 m", "walka-10", 1,
        why_not=moving.not_prone, shelters=True,
    ),
    SegmentAction(
        c.LeanOut, moving.lean_out, Text("Lean out"), "Wychylenie", "walka-10", 1, "O",
        why_not=moving.cannot_lean_out,
    ),
    SegmentAction(
        c.plain("duck_back"), moving.duck_back, Text("Duck back"), "Schowanie się", "walka-10", 1,
        "D", why_not=moving.not_leaning, shelters=True,
    ),
    SegmentAction(
        c.plain("kneel"), moving.kneel, Text("Kneel"), "Przyklęknięcie", "walka-10", 1, "K",
        why_not=moving.cannot_kneel, shelters=True,
    ),
    SegmentAction(
        c.plain("drop_prone"), moving.drop_prone, Text("Drop prone"), "Pad na ziemię", "walka-10",
        1, "G", why_not=moving.already_prone, shelters=True,
    ),
    SegmentAction(
        c.plain("rise_from_kneel"), moving.rise, Text("Rise from kneeling"),
        "Powstanie z przyklęku", "walka-10", 2, "V", why_not=moving.cannot_rise_from_kneel,
    ),
    SegmentAction(
        c.plain("rise_from_prone"), moving.rise, Text("Rise from the ground"), "Poderwanie się",
        "walka-10", 3, "U", why_not=moving.cannot_rise_from_prone,
    ),
    SegmentAction(
        c.SafetyOff, weapons.safety_off, Text("Safety off"), "Odbezpieczenie broni", "walka-10", 1,
        why_not=weapons.nothing_to_draw,
    ),
    SegmentAction(
        c.PullPin, weapons.pull_pin, Text("Pull the pin"), "Wyrwanie zawleczki", "walka-10", 1,
        "Y", why_not=weapons.no_grenade,
    ),
    SegmentAction(
        c.Pump, weapons.pump, Text("Pump"), "Przeładowanie pompki", "walka-10", 1, "M",
        why_not=weapons.nothing_to_pump,
    ),
    SegmentAction(
        c.Draw, weapons.draw, Text("Draw"), "Dobycie broni", "walka-10", 2,
        why_not=weapons.nothing_to_draw,
    ),
    SegmentAction(
        c.ChangeCell, weapons.reload, Text("Change the cell"), "Wymiana ogniwa", "walka-10", 3,
        "X", why_not=weapons.no_cell_to_change,
    ),
    SegmentAction(
        c.ChangeGas, weapons.reload, Text("Change the gas"), "Wymiana pojemnika z gazem",
        "walka-10", 3, "Z", why_not=weapons.no_gas_to_change,
    ),
    SegmentAction(
        c.Spot, moving.spot, Text("Spot"), "Wypatrywanie", "walka-10", 1, "I",
        plan=moving.plan_spot,
    ),
    SegmentAction(
        c.plain("deflect_stance"), moving.stance, Text("Deflecting stance"), "Pozycja odbijania",
        "walka-10", 1,
    ),
    SegmentAction(
        c.plain("energy_shield"), moving.stance, Text("Energy shield"), "Tarcza energetyczna",
        "walka-10", 1, "E",
    ),
    SegmentAction(
        c.FirstAid, moving.first_aid, Text("First aid"), "Pierwsza pomoc", "walka-33", 3, "J",
        why_not=moving.nobody_dying,
    ),
    SegmentAction(
        c.Other, moving.other, Text("Other"), "Inne", "walka-9", 1, "Q", group="others",
        shelters=True, can_be_free=True,
    ),
    SegmentAction(
        c.Test, any_test, Text("Test"), "Test", "walka-1", group="others", whose="anybody",
    ),
    SegmentAction(
        c.plain("merge_wounds"), moving.merge_wounds, Text("Merge wounds"), "Łączenie ran",
        "walka-33", group="others", whose="anybody", why_not=moving.nothing_to_merge,
    ),
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
    told = Text("{name} declares: {actions}", name=fighter.name, actions=joined(labels))
    if not labels:
        told = Text("{name} declares nothing", name=fighter.name)
    table.log("walka-9", told, by=fighter.id)


TURN_ACTIONS: tuple[Action[Any, Any], ...] = (
    Action(
        c.Declare, declare, Text("Declare the turn"), "Deklaracja tury", "walka-9",
        group="turn", whose="anybody",
    ),
    Action(
        c.Freeze, turns.freeze, Text("Freeze segments"), "Zamrożenie segmentów", "walka-13",
        key="F", group="turn", why_not=turns.cannot_freeze,
    ),
    Action(
        c.GoOn, one_more, Text("Next segment"), "Następny segment", "walka-13",
        key="Space", group="turn", main=True, why_not=cannot_go_on,
    ),
    Action(
        c.HandOver, turns.hand_over, Text("Hand over the initiative"), "Oddanie inicjatywy",
        "walka-6", key="H", group="turn", whose="anybody", why_not=nobody_to_hand_to,
    ),
    Action(
        c.SpottingDuel, turns.spotting_duel, Text("Spotting duel"),
        "Wypatrywanie przeciw Ukrywaniu", "walka-8", group="others", whose="anybody",
    ),
    Action(
        c.Abandon, abandon, Text("Give up"), "Porzucenie akcji", "walka-9",
        group="others", whose="anybody", why_not=cannot_abandon,
    ),
    Action(
        c.EndTurn, turns.end_turn, Text("End move"), "Koniec ruchu", "walka-9",
        key="Space", group="turn", main=True,
    ),
    Action(
        c.Trigger, turns.trigger, Text("Trigger"), "Wyzwalacz", "walka-13",
        group="reactions", whose="anybody", why_not=turns.cannot_trigger,
    ),
    Action(
        c.EndFight, turns.end_fight, Text("End the fight"), "Koniec walki", "walka-7",
        group="turn", whose="nobody", why_not=turns.not_all_behind_cover,
    ),
)  # fmt: skip

ACTIONS: Sequence[Action[Any, Any]] = (*SEGMENT_ACTIONS, *TURN_ACTIONS)

BY_ID: Mapping[str, SegmentAction] = {action.id: action for action in SEGMENT_ACTIONS}
