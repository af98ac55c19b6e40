"""Initiative, declaring upward, acting downward, waves of extra actions (mir_tmy-3 to 9, 50)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from desktop.rules.contract import Action, Command, Rules
from desktop.rules.dice import Face, Faces
from desktop.rules.dice import pool as throw
from desktop.rules.mir_tmy.actions import (
    BY_ID,
    DEFENCES,
    Manoeuvre,
    check_parts,
    in_no_state,
    parts_text,
    tell_split,
    unable,
)
from desktop.rules.mir_tmy.commands import (
    Act,
    Ambush,
    ChangeToDefence,
    EndTurn,
    Enter,
    Knockdown,
    Multiple,
    Part,
    Pass,
    Perform,
    RerollAll,
    RerollInitiative,
    Speak,
    Suppress,
    Wait,
)
from desktop.rules.mir_tmy.defence import drop_plan, make_ready, spend_action
from desktop.rules.mir_tmy.other_actions import FREE_WORDS
from desktop.rules.mir_tmy.shooting import keeps_under_fire
from desktop.rules.mir_tmy.state import Declared, Fighter, Scene
from desktop.rules.mir_tmy.wounds import knock_down, stop_countering
from desktop.rules.table import Refusal, Table
from desktop.rules.text import NOTHING, Text, Words, joined

SHOTS = ("attack", "full_auto", "short_burst", "strafe", "two_guns")
"""Actions in which aiming comes to bear (mir_tmy-36)."""

FULL = {
    "auspex": 4,
    "gaze_of_the_battlefield": 1,
    "providence": 4,
    "divination": 4,
    "fatalism": 4,
}
SENSES = ("awareness", "kenning", "primal_urge", "malkavian_time", "intuition")
LORE = ("occult", "grimoires", "rituals", "hypertech")


def awareness(fighter: Fighter) -> str:
    """mir_tmy-9: what this one makes of an action without outward sign, or what was set by hand."""
    if fighter.aware is not None:
        return fighter.aware
    if any(fighter.ability(power) >= level for power, level in FULL.items()):
        return "full"
    threat = fighter.attributes.perception + max(map(fighter.ability, SENSES)) >= 7
    gist = fighter.attributes.intelligence + max(map(fighter.ability, LORE)) >= 8
    if threat and gist:
        return "threat_and_gist"
    return "threat" if threat else "gist" if gist else "none"


# ---- initiative


def enter(state: Scene, table: Table) -> None:
    """mir_tmy-3: everybody's d10, in the order of the roster; a group shares one."""
    for fighter in state.take_all():
        if not fighter.absent:
            _enters(state, fighter, table)


def _enters(state: Scene, fighter: Fighter, table: Table) -> None:
    if fighter.group:
        for other in state.combatants.values():
            if other.group == fighter.group and other.die:
                fighter.die = other.die
                return
    fighter.die = roll_die(fighter, table)
    table.log(
        "mir_tmy-3",
        Text("{fighter} enters with {die}", fighter=fighter.name, die=fighter.die),
        by=fighter.id,
    )


def come_in(state: Scene, fighter: Fighter, command: Enter, table: Table) -> None:
    """mir_tmy-3: somebody comes to the fight, rolls the d10, and takes a place in the order."""
    fighter.absent = False
    _enters(state, fighter, table)
    reckon_initiative(fighter, 0, table)
    settle_order(state, table)
    if not fighter.spent(state.wave):
        state.queue.append(fighter.id)
        state.queue.sort(key=state.order.index, reverse=state.declaring)


def roll_die(fighter: Fighter, table: Table) -> int:
    return table.roll(
        throw(1, 10, Face()), why="mir_tmy-3", by=fighter.id, label=Text("initiative")
    )


def base(fighter: Fighter) -> int:
    """mir_tmy-3: dexterity + wits − wound penalty."""
    return fighter.attributes.dexterity + fighter.attributes.wits + fighter.penalty


def reckon_initiative(fighter: Fighter, change: int, table: Table) -> None:
    """mir_tmy-3: base + d10; what changes it for this turn alone leaves at least 1 (27)."""
    fighter.initiative = base(fighter) + fighter.die
    if change:
        fighter.initiative = max(fighter.initiative + change, 1)
    body = fighter.attributes
    table.log(
        "mir_tmy-3",
        Text(
            "{fighter}: dexterity {dexterity} + wits {wits}{wounds} + {die}{change} = {initiative}",
            fighter=fighter.name,
            dexterity=body.dexterity,
            wits=body.wits,
            wounds=Text(" {penalty}", penalty=fighter.penalty) if fighter.penalty else NOTHING,
            die=fighter.die,
            change=Text(" {change:+d}", change=change) if change else NOTHING,
            initiative=fighter.initiative,
        ),
        by=fighter.id,
    )


def settle_order(state: Scene, table: Table) -> None:
    """mir_tmy-4: from high to low; equals by wits, then dexterity, then a roll-off."""

    def rank(id: str) -> tuple[int, int, int]:
        fighter = state[id]
        return fighter.initiative, fighter.attributes.wits, fighter.attributes.dexterity

    ids = sorted(state.combatants, key=rank, reverse=True)
    order: list[str] = []
    for value in dict.fromkeys(rank(id) for id in ids):
        equals = [id for id in ids if rank(id) == value]
        order += _rolled_off(state, equals, table)
    state.order = order
    told = [
        Text("{name} {initiative}", name=f.name, initiative=f.initiative) for f in state.downward()
    ]
    table.log("mir_tmy-4", Text("Order: {order}", order=told))


def _rolled_off(state: Scene, equals: Sequence[str], table: Table) -> list[str]:
    """Equals in order: by the roll-off they had, or by a new one; a group needs none."""
    rolling: dict[str, list[str]] = {}
    for id in equals:
        rolling.setdefault(state[id].group or f"id {id}", []).append(id)
    firsts = [ids[0] for ids in rolling.values() if not state[ids[0]].out]
    had = [state[id].roll_off for id in firsts]
    if len(firsts) > 1 and (0 in had or len(set(had)) < len(had)):
        dice = table.roll(
            throw(len(firsts), 10, Faces()), why="mir_tmy-4", by=firsts[0], label=Text("roll-off")
        )
        for id, die in zip(firsts, dice, strict=True):
            state.take(id).roll_off = die
        names = [state[id].name for id in firsts]
        table.log("mir_tmy-4", Text("Roll-off: {names}", names=names), by=firsts[0])
    parties = sorted(rolling.values(), key=lambda ids: state[ids[0]].roll_off, reverse=True)
    return [id for ids in parties for id in ids]


def reorder(state: Scene) -> None:
    """Who is to act when, after an initiative was set by hand."""
    state.order.sort(key=lambda id: state[id].initiative, reverse=True)
    state.queue.sort(key=lambda id: state[id].initiative, reverse=not state.declaring)


def start_round(state: Scene, table: Table) -> None:
    """A new turn: what lasted a turn is over, bases are reckoned anew (mir_tmy-3)."""
    state.round += 1
    state.wave = 0
    state.fresh = True
    for fighter in state.take_all():
        fighter.declared = ()
        fighter.acted = fighter.split = fighter.split_ready = False
        fighter.spoken = fighter.rerolled = fighter.aimed = False
        fighter.begun = None
        fighter.shots = {}
        fighter.extras_spent = fighter.moved = 0
        fighter.guards = ()
        fighter.attackers = ()
        fighter.countering = fighter.suppressing = None
        fighter.shock, fighter.shock_next = fighter.shock_next, False
        change, fighter.initiative_next = fighter.initiative_next, 0
        if not fighter.out:
            reckon_initiative(fighter, change, table)
    settle_order(state, table)
    open_wave(state)


def reroll(state: Scene, fighter: Fighter, table: Table) -> None:
    """mir_tmy-6: a new d10 for one fighter; its whole group goes along."""
    old = fighter.die
    die = roll_die(fighter, table)
    table.log(
        "mir_tmy-6",
        Text("{fighter} rerolls {old}: {die}", fighter=fighter.name, old=old, die=die),
        by=fighter.id,
    )
    for other in state.take_all():
        if other is fighter or (fighter.group and other.group == fighter.group):
            change = other.initiative - base(other) - other.die
            other.die, other.rerolled, other.roll_off = die, True, 0
            reckon_initiative(other, change, table)


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


# ---- declaring and acting


def open_wave(state: Scene) -> None:
    """Declarations of this wave, upward; or, where nobody declares, the actions at once."""
    if state.house.declare:
        state.declaring = True
        state.phase = "extra" if state.wave else "declare"
        state.queue = [f.id for f in _takes_part(state)][::-1]
    else:
        open_actions(state)
    state.turn = state.queue[0] if state.queue else None


def open_actions(state: Scene) -> None:
    """The actions of this wave, downward (mir_tmy-4)."""
    state.declaring = False
    state.phase = "extra" if state.wave else "act"
    state.queue = [f.id for f in _takes_part(state)]


def _takes_part(state: Scene) -> list[Fighter]:
    return [f for f in state.downward() if not f.spent(state.wave)]


def go_on(state: Scene, table: Table) -> None:
    """Passes the turn to whoever is next; opens acting, waves and turns as they come."""
    while True:
        while state.queue and _passed_over(state, state.queue[0], table):
            state.queue.pop(0)
        if state.queue:
            state.turn = state.queue[0]
            return
        if state.declaring:
            open_actions(state)
        elif _another_wave(state):
            state.wave += 1
            table.log("mir_tmy-50", Text("Extra actions, wave {wave}", wave=state.wave))
            open_wave(state)
        elif any(not fighter.out for fighter in state.combatants.values()):
            start_round(state, table)
        else:
            state.turn, state.phase = None, "end"
            return


def _another_wave(state: Scene) -> bool:
    return any(
        not f.out and not f.spent(f.extra_actions) and f.extra_actions > state.wave
        for f in state.combatants.values()
    )


def _passed_over(state: Scene, id: str, table: Table) -> bool:
    """Whether nothing is to be waited for from the one who is next.

    Those who stand ready with a defence keep it and are passed over; so are those who declared to
    do nothing.
    """
    fighter = state[id]
    if fighter.out or fighter.spent(state.wave):
        return True
    plan = fighter.plan(state.wave)
    if state.declaring:
        return plan is not None
    if plan is None or plan.command.action not in (*DEFENCES, "pass"):
        return False
    fighter = state.take(id)
    fighter.close(state.wave, "held")
    action = BY_ID[plan.command.action]
    told = Text("{fighter} keeps ready: {what!l}", fighter=fighter.name, what=action.label)
    if action.id == "pass":
        told = Text("{fighter} does nothing", fighter=fighter.name)
    table.log(action.rule, told, by=id)
    return True


def declare(state: Scene, fighter: Fighter, command: Act, table: Table) -> None:
    """mir_tmy-5: said before anything is done; some of it works from now on (42, 43 to 48)."""
    if not command.overrule:
        reason = unable(state, fighter, command.action, state.wave)
        if reason:
            raise Refusal(reason, "action")
    check_named(state, fighter, command)
    plan = Declared(command, state.wave)
    if state[fighter.id].plan(state.wave):
        drop_plan(fighter, state.wave, table)
    fighter.declared = (*fighter.declared, plan)
    state.fresh = False
    table.log(
        "mir_tmy-50" if state.wave else "mir_tmy-5",
        Text(
            "{fighter} declares: {summary}", fighter=fighter.name, summary=summary(state, command)
        ),
        by=fighter.id,
    )
    if command.concealed:
        _tell_awareness(state, fighter, table)
    _works_at_once(state, fighter, command, table)


def check_named(state: Scene, fighter: Fighter, command: Act) -> None:
    """Whether those and what a declaration names are there. Raises :class:`Refusal`."""
    for place in ("target", "second_target", "targets"):
        named = getattr(command, place, None) or []
        for id in [named] if isinstance(named, str) else named:
            if id not in state.combatants:
                raise Refusal(Text("there is no combatant {id!r}", id=id), place)
            if id == fighter.id:
                raise Refusal("needs somebody else", place)
    weapon = getattr(command, "with_", "")
    if weapon and weapon not in [w.name for w in fighter.weapons]:
        there_is = [w.name for w in fighter.weapons]
        raise Refusal(
            Text(
                "{fighter} has no {weapon!r}; there is: {there_is}",
                fighter=fighter.name,
                weapon=weapon,
                there_is=there_is,
            ),
            "with",
        )


def _works_at_once(state: Scene, fighter: Fighter, command: Act, table: Table) -> None:
    if command.action in DEFENCES:
        BY_ID[command.action].perform(state, fighter, command, table)
    elif isinstance(command, Suppress):
        weapon = keeps_under_fire(fighter, command)
        table.log(
            "mir_tmy-42",
            Text(
                "{fighter} suppresses with {weapon} from the start of the turn",
                fighter=fighter.name,
                weapon=weapon.name,
            ),
            by=fighter.id,
        )
    elif isinstance(command, Multiple):
        acts = check_parts(state, fighter, command)
        fighter.split_ready = True
        tell_split(state, fighter, acts, table)
        for act, dice in acts:
            check_named(state, fighter, act)
            if act.action in DEFENCES:
                BY_ID[act.action].perform(state, fighter, act, table, dice)


def _tell_awareness(state: Scene, fighter: Fighter, table: Table) -> None:
    tiers: dict[str, list[str]] = {"full": [], "threat": [], "gist": [], "none": []}
    for other in state.standing():
        if other.id != fighter.id:
            for tier in awareness(other).split("_and_"):
                tiers[tier].append(other.name)
    told: list[Words] = [
        Text("{tier}: {names}", tier=tier, names=names) for tier, names in tiers.items() if names
    ]
    table.log(
        "mir_tmy-9", Text("Without outward sign. {told}", told=joined(told, "; ")), by=fighter.id
    )


def summary(state: Scene, command: Act) -> Text:
    """A declaration in a few words."""
    if isinstance(command, Multiple):
        return parts_text([(part.action, part.dice) for part in command.parts])
    words: list[Words] = [Text("{what!l}", what=BY_ID[command.action].label)]
    target = getattr(command, "target", None)
    if target in state.combatants:
        words.append(state[target].name)
    with_ = getattr(command, "with_", "")
    if with_:
        words.append(f"({with_})")
    what = getattr(command, "what", "") or getattr(command, "where", "")
    if what:
        words.append(f"«{what}»")
    return joined(words, " ")


def is_free(fighter: Fighter, action: str) -> bool:
    """What may cost no action: a few words, and one short move a turn (mir_tmy-52, 54)."""
    return (action == "speak" and not fighter.spoken) or (action == "move" and not fighter.moved)


def costs_nothing(
    state: Scene, fighter: Fighter, action: str, command: Command | None = None
) -> bool:
    """Whether this is done beside all else, by anybody, once the acting has begun (52, 54).

    What was declared as an action costs that action.
    """
    plan = fighter.plan(state.wave)
    if (state.declaring and not state.wave) or (plan and plan.command.action == action):
        return False
    few = not isinstance(command, Speak) or command.words <= FREE_WORDS
    return is_free(fighter, action) and few


def take_action(state: Scene, fighter: Fighter, command: Act, table: Table) -> None:
    """Declares an action, or does it; the last to declare may do both at once (mir_tmy-5)."""
    if command.do == "declare":
        declare(state, fighter, command, table)
    elif acts_at_once(state, command):
        declare(state, fighter, command.model_copy(update={"do": "declare"}), table)
        go_on(state, table)
        if state.turn == fighter.id and not state.declaring:
            act(state, fighter, Perform(actor=fighter.id, overrule=command.overrule), table)
    else:
        act(state, fighter, command, table)


def acts_at_once(state: Scene, command: Act) -> bool:
    """Whether acting now declares as well: by the last to declare, who acts first (mir_tmy-5)."""
    if not state.declaring or len(state.queue) != 1 or command.action == "ambush":
        return False
    last = state.queue[0]
    acts_first = next((f.id for f in state.downward() if not f.spent(state.wave)), None)
    return command.actor in ("", last) and last == acts_first


def act(state: Scene, fighter: Fighter, command: Act, table: Table) -> None:
    """mir_tmy-4: performs what was declared, or anything where nothing had to be."""
    plan = fighter.plan(state.wave)
    wave = state.wave
    if isinstance(command, Perform):
        if plan is None:
            raise Refusal(Text("{fighter} has declared nothing", fighter=fighter.name), "action")
        command = _as_declared(plan.command, command)
    elif plan and command.action == fighter.forced != plan.command.action:
        drop_plan(fighter, wave, table)
        plan = None
    elif costs_nothing(state, fighter, command.action, command):
        _aside(state, fighter, command, table)
        return
    elif plan and command.action != "ambush":
        command = _repeated(plan.command, command)
    if not command.overrule:
        reason = unable(state, fighter, command.action, wave)
        if reason:
            raise Refusal(reason, "action")
    if command.action == "ambush":
        bases = {id: base(c) for id, c in state.combatants.items()}
        BY_ID["ambush"].perform(state, fighter, command, table)
        _after_ambush(state, bases, table)
        return
    state.fresh = False
    fighter.fighting = True
    if plan is None:
        fighter.declared = (*fighter.declared, Declared(command, wave))
    fighter.close(wave, "done")
    if command.action != "counter":
        stop_countering(fighter, table)
    if command.action not in (*SHOTS, "aim") or (fighter.aimed and wave):
        fighter.aiming = 0
    BY_ID[command.action].perform(state, fighter, command, table)
    if command.action in SHOTS:
        fighter.aiming = 0


def _aside(state: Scene, fighter: Fighter, command: Act, table: Table) -> None:
    """mir_tmy-52, 54: a short move or a few words beside what else is done; nobody aims then."""
    reason = in_no_state(fighter, command.action)
    if reason and not command.overrule:
        raise Refusal(reason, "action")
    state.fresh = False
    fighter.fighting = True
    fighter.aiming = 0
    BY_ID[command.action].perform(state, fighter, command, table)


def _after_ambush(state: Scene, bases: Mapping[str, int], table: Table) -> None:
    """mir_tmy-19: an ambush comes before the initiative, so this turn is the one after it.

    What it did to somebody counts from now on: wounds, what lowers the initiative, shock (25).
    """
    slower = []
    for fighter in state.take_all():
        if fighter.out:
            continue
        fighter.shock, fighter.shock_next = fighter.shock or fighter.shock_next, False
        change, fighter.initiative_next = fighter.initiative_next, 0
        fighter.attackers = ()
        if change or base(fighter) != bases[fighter.id]:
            reckon_initiative(fighter, change, table)
            slower.append(fighter)
    if slower:
        settle_order(state, table)
        open_wave(state)


def _as_declared(declared: Act, command: Act) -> Act:
    changes = {"do": "act", "overrule": command.overrule, "why": command.why}
    return declared.model_copy(update=changes)


def _repeated(declared: Act, command: Act) -> Act:
    """The declared action, with what the command says of it now (mir_tmy-7)."""
    if command.overrule:
        return command
    if declared.action != command.action:
        raise Refusal(_only_a_defence(declared), "action")
    said = {name: getattr(command, name) for name in command.model_fields_set}
    for name in ("target", "targets", "parts", "with_"):
        old = getattr(declared, name, None)
        if name in said and old and _without_dice(said[name]) != _without_dice(old):
            raise Refusal("is not what was declared (mir_tmy-7)", name.rstrip("_"))
    return declared.model_copy(update={**said, "do": "act"})


def _without_dice(value: Any) -> Any:
    """mir_tmy-49: the actions of a split stay as declared, the shares are said when they come."""
    if isinstance(value, list):
        return [p.model_copy(update={"dice": 2}) if isinstance(p, Part) else p for p in value]
    return value


def change_to_defence(
    state: Scene, fighter: Fighter, command: ChangeToDefence, table: Table
) -> None:
    """mir_tmy-7: what was declared, and not done yet, becomes a defence."""
    if fighter.shock and command.defence not in ("dodge", "block") and not command.overrule:
        raise Refusal("in shock: only block or dodge (mir_tmy-25)", "defence")
    desperate = command.defence == "desperate_defence"
    if desperate and (fighter.acted or fighter.extras_spent) and not command.overrule:
        raise Refusal("only for a whole turn (mir_tmy-48)", "defence")
    if fighter.next_action is None:
        if not command.overrule:
            raise Refusal(Text("{fighter} has no action left", fighter=fighter.name), "actor")
        fighter.acted = False
    plan = fighter.plan(fighter.next_action or 0)
    names = {"fighter": fighter.name, "defence": BY_ID[command.defence].label}
    told = Text("{fighter}: {defence!l}", **names)
    if plan:
        declared = summary(state, plan.command)
        told = Text("{fighter}: {defence!l} instead of {declared}", **names, declared=declared)
    wave = spend_action(fighter, table)
    state.fresh = False
    make_ready(
        state,
        fighter,
        command.defence,
        wave,
        table,
        weapon=command.with_,
        ally=command.target,
        by=command.desperate_by,
    )
    defence = BY_ID[command.defence].command.model_construct(
        do="act", actor=fighter.id, action=command.defence
    )
    assert isinstance(defence, Act)
    fighter.declared = (*fighter.declared, Declared(defence, wave, "held"))
    table.log(
        "mir_tmy-7",
        told,
        by=fighter.id,
    )


def wait(state: Scene, fighter: Fighter, command: Wait, table: Table) -> None:
    """mir_tmy-8: the faster lets a slower one act first."""
    behind = state.queue[1:]
    if not behind:
        raise Refusal("nobody slower is left to wait for (mir_tmy-8)", "do")
    after = command.until or behind[0]
    if after not in behind:
        there_is = behind
        raise Refusal(
            Text("is not slower and still to act; there is: {there_is}", there_is=there_is), "until"
        )
    place = state.queue.index(after)
    state.queue = [*state.queue[1 : place + 1], fighter.id, *state.queue[place + 1 :]]
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
        drop_plan(fighter, state.wave, table)
    fighter.close(state.wave, "struck")
    table.log("mir_tmy-7", Text("{fighter} does not act", fighter=fighter.name), by=fighter.id)


def knocked_down(state: Scene, fighter: Fighter, command: Knockdown, table: Table) -> None:
    """mir_tmy-27: by what the game master says."""
    knock_down(state, fighter, table)


# ---- the steps that are no manoeuvres, and when they can be


def _nothing_declared(state: Scene, fighter: Fighter) -> Text | None:
    if state.declaring:
        return declarations_first(state)
    if fighter.plan(state.wave) is None:
        return Text("{fighter} has declared nothing", fighter=fighter.name)
    return None


def declarations_first(state: Scene) -> Text:
    return Text(
        "declarations come first, and {name} is to declare (mir_tmy-5)",
        name=state[state.turn or ""].name,
    )


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
    Enter, come_in, Text("Comes in"), "Появляется",
    "mir_tmy-3", group="reactions", whose="anybody", why_not=_is_here,
)  # fmt: skip

STEPS = (AS_DECLARED, WAIT, END_TURN, CHANGE, REROLL, REROLL_ALL, KNOCKDOWN, ENTER)


# ---- who may do what


def nothing_stands_against(
    rules: Rules[Scene],
    state: Scene,
    fighter: Fighter,
    manoeuvre: Manoeuvre,
    command: Command | None,
) -> Refusal | None:
    """Why a manoeuvre cannot be declared or done now (mir_tmy-5, 7), or None.

    Without a ``command`` the one is asked for that is due: declaring, or acting.
    """
    if fighter.out:
        return Refusal(Text("{name} is out of the fight", name=fighter.name), "actor")
    id, ambush = manoeuvre.id, manoeuvre.id == "ambush"
    declares = command.do == "declare" if command else state.declaring and state.turn == fighter.id
    if not declares and costs_nothing(state, fighter, id, command):
        reason: Words | None = in_no_state(fighter, id)
        return Refusal(reason, "action") if reason else None
    at_once = ambush or (isinstance(command, Act) and acts_at_once(state, command))
    if state.declaring and not declares and not at_once:
        return Refusal(declarations_first(state), "do")
    if declares and (not state.declaring or ambush):
        return Refusal("now is the time to act, not to declare (mir_tmy-5)", "do")
    if fighter.id != state.turn and not ambush:
        return rules.not_their_turn(state, fighter)
    reason = unable(state, fighter, id, state.wave)
    if reason is None and isinstance(command, Ambush):
        reason = unable(state, fighter, command.by, 0)
    if reason:
        return Refusal(reason, "action")
    plan = None if state.declaring or ambush else fighter.plan(state.wave)
    if plan is None or id in (plan.command.action, fighter.forced):
        return None
    return Refusal(_only_a_defence(plan.command), "action")


def _only_a_defence(declared: Act) -> Text:
    return Text(
        "declared {what!l}; it can only be changed to a defence (mir_tmy-7)",
        what=BY_ID[declared.action].label,
    )
