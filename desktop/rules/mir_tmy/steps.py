"""What is done beside the manoeuvres: waiting, changing to a defence, rerolling, coming in."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.rules.contract import Action
from desktop.rules.mir_tmy.commands import (
    ChangeToDefence,
    EndTurn,
    Enter,
    Knockdown,
    Pass,
    Perform,
    RerollAll,
    RerollInitiative,
    Wait,
)
from desktop.rules.mir_tmy.defence import drop_plan
from desktop.rules.mir_tmy.initiative import (
    reroll,
    roll_in,
    set_initiative,
    settle_order,
    take_place,
)
from desktop.rules.mir_tmy.state import Fighter, Scene
from desktop.rules.mir_tmy.turns import (
    act,
    change_to_defence,
    declarations_first,
    declare,
    nobody_left,
    open_wave,
    start_round,
)
from desktop.rules.mir_tmy.wounds import knock_down
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text


def come_in(state: Scene, newcomers: Sequence[Fighter], table: Table) -> None:
    """mir_tmy-3: people come to the fight, roll their d10, and take places in the order (4)."""
    for fighter in newcomers:
        fighter.absent = False
        roll_in(state, fighter, table)
        set_initiative(fighter, table)
    settle_order(state, table)
    for fighter in newcomers:
        if not fighter.spent(state.wave):
            take_place(state, fighter.id)


def come_later(state: Scene, fighter: Fighter, command: Enter, table: Table) -> None:
    """mir_tmy-3: somebody who was to come later; where all others are out, in a new turn."""
    come_in(state, [fighter], table)
    if state.phase == "end":
        start_round(state, table)


def reroll_one(state: Scene, fighter: Fighter, command: RerollInitiative, table: Table) -> None:
    """mir_tmy-6: at the start of a turn, before any declaration."""
    reroll(state, fighter, table)
    settle_order(state, table)
    open_wave(state)


def reroll_all(state: Scene, nobody: object, command: RerollAll, table: Table) -> None:
    """mir_tmy-6: in a long fight, everybody."""
    table.log("mir_tmy-6", "The fight drags on: everybody rerolls")
    groups: set[str] = set()
    for fighter in list(state.take_all()):
        if fighter.out or fighter.group in groups:
            continue
        if fighter.group:
            groups.add(fighter.group)
        reroll(state, fighter, table)
    settle_order(state, table)
    open_wave(state)


def wait(state: Scene, fighter: Fighter, command: Wait, table: Table) -> None:
    """mir_tmy-8: the faster lets a slower one act first; overruled, anybody any other."""
    others = [id for id in state.queue if id != fighter.id]
    if not others:
        raise Refusal("nobody slower is left to wait for (mir_tmy-8)", "do")
    after = command.until or others[0]
    if after not in others:
        raise Refusal(
            Text("is not slower and still to act; there is: {there_is}", there_is=others), "until"
        )
    place = others.index(after) + 1
    state.queue = [*others[:place], fighter.id, *others[place:]]
    state.fresh = False
    table.log(
        "mir_tmy-8",
        Text("{fighter} waits for {after}", fighter=fighter.name, after=state[after].name),
        by=fighter.id,
    )


def give_up(state: Scene, fighter: Fighter, command: EndTurn, table: Table) -> None:
    """mir_tmy-7: nobody has to act. While declaring: declares to do nothing."""
    state.fresh = False
    if state.declaring:
        declare(state, fighter, Pass(do="declare", actor=fighter.id), table)
        return
    plan = fighter.plan(state.wave)
    if plan:
        drop_plan(fighter, state.wave)
    fighter.close(state.wave, "struck")
    table.log("mir_tmy-7", Text("{fighter} does not act", fighter=fighter.name), by=fighter.id)


def knocked_down(state: Scene, fighter: Fighter, command: Knockdown, table: Table) -> None:
    """mir_tmy-27: by what the game master says."""
    knock_down(state, fighter, table)


# ---- the steps that are no manoeuvres, and when they can be


def _nothing_declared(state: Scene, fighter: Fighter) -> Text | None:
    if state.declaring:
        return declarations_first(state)
    plan = fighter.plan(state.wave)
    if plan is None:
        return Text("{fighter} has declared nothing", fighter=fighter.name)
    return nobody_left(state, fighter, plan.command)


def _no_change(state: Scene, fighter: Fighter) -> Text | None:
    """mir_tmy-7: whether there is an action left to give for a defence.

    Who is still to declare declares the defence; who declared one already has it.
    """
    wave = fighter.next_action
    if fighter.grappled_by:
        return Text("held: break free first (mir_tmy-30)")
    if fighter.must_rise:
        return Text("has to rise first (mir_tmy-27)")
    if wave is None:
        return Text("{fighter} has no action left", fighter=fighter.name)
    if state.declaring and wave == state.wave and fighter.plan(wave) is None:
        return Text("{fighter} declares the defence instead (mir_tmy-5)", fighter=fighter.name)
    if not state.house.declare and state.turn == fighter.id:
        return Text("on turn, a defence is an action as any other")
    return None


def _nobody_slower(state: Scene, fighter: Fighter) -> Text | None:
    if state.declaring:
        return declarations_first(state)
    if len(state.queue) < 2:
        return Text("nobody slower is left to wait for (mir_tmy-8)")
    return None


def _no_reroll(state: Scene, fighter: Fighter | None) -> Text | None:
    if not state.fresh or state.round == 1 or state.wave:
        return Text("only at the start of a later turn, before declarations (mir_tmy-6)")
    if fighter and fighter.rerolled:
        return Text("{fighter} has rerolled already (mir_tmy-6)", fighter=fighter.name)
    return None


def _is_here(state: Scene, fighter: Fighter) -> Text | None:
    return None if fighter.absent else Text("is here already")


def _is_down(state: Scene, fighter: Fighter) -> Text | None:
    return Text("is down already") if fighter.down else None


Step = Action[Scene, Fighter]

AS_DECLARED = Step(
    Perform, act, Text("As declared"), "Как заявлено", "mir_tmy-4", why_not=_nothing_declared
)
WAIT = Step(
    Wait, wait, Text("Wait"), "Ждать", "mir_tmy-8", key="W", group="turn", why_not=_nobody_slower
)
END_TURN = Step(
    EndTurn, give_up, Text("Do not act"), "Не действовать", "mir_tmy-7", key="Space", group="turn"
)
CHANGE = Step(
    ChangeToDefence, change_to_defence, Text("Change to a defence"), "Сменить на защиту",
    "mir_tmy-7", key="X", group="reactions", whose="anybody", why_not=_no_change,
)  # fmt: skip
REROLL = Step(
    RerollInitiative, reroll_one, Text("Reroll initiative"), "Перебросить инициативу",
    "mir_tmy-6", group="others", whose="anybody", why_not=_no_reroll,
)  # fmt: skip
REROLL_ALL = Step(
    RerollAll, reroll_all, Text("All reroll initiative"), "Все перебрасывают инициативу",
    "mir_tmy-6", group="others", whose="nobody", why_not=_no_reroll,
)  # fmt: skip
KNOCKDOWN = Step(
    Knockdown, knocked_down, Text("Knocked down"), "Нокдаун",
    "mir_tmy-27", group="reactions", whose="anybody", why_not=_is_down,
)  # fmt: skip

ENTER = Step(
    Enter, come_later, Text("Comes in"), "Появляется",
    "mir_tmy-3", group="reactions", whose="anybody", why_not=_is_here,
)  # fmt: skip

STEPS = (AS_DECLARED, WAIT, END_TURN, CHANGE, REROLL, REROLL_ALL, KNOCKDOWN, ENTER)
