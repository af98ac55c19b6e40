"""Initiative, declaring upward, acting downward, waves of extra actions (mir_tmy-3 to 9, 50)."""

from __future__ import annotations

from collections.abc import Sequence

from desktop.rules.dice import Face, Faces
from desktop.rules.dice import pool as throw
from desktop.rules.mir_tmy.actions import BY_ID, DEFENCES, check_parts, tell_split, unable
from desktop.rules.mir_tmy.commands import (
    Act,
    ChangeToDefence,
    Move,
    Multiple,
    Perform,
    Speak,
    Suppress,
)
from desktop.rules.mir_tmy.deeds import FREE_WORDS
from desktop.rules.mir_tmy.defence import drop_plan, make_ready, spend_action
from desktop.rules.mir_tmy.shooting import keeps_under_fire
from desktop.rules.mir_tmy.state import Declared, Fighter, Scene
from desktop.rules.table import Refusal, Table

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
    if fighter.attributes.perception + max(map(fighter.ability, SENSES)) >= 7:
        return "threat"
    if fighter.attributes.intelligence + max(map(fighter.ability, LORE)) >= 8:
        return "gist"
    return "none"


# ---- initiative


def enter(state: Scene, table: Table) -> None:
    """mir_tmy-3: everybody's d10, in the order of the roster; a group shares one."""
    of_group: dict[str, int] = {}
    for fighter in state.take_all():
        if fighter.group in of_group:
            fighter.die = of_group[fighter.group]
            continue
        fighter.die = roll_die(fighter, table)
        table.log("mir_tmy-3", f"{fighter.name} enters with {fighter.die}", by=fighter.id)
        if fighter.group:
            of_group[fighter.group] = fighter.die


def roll_die(fighter: Fighter, table: Table) -> int:
    return table.roll(throw(1, 10, Face()), why="mir_tmy-3", by=fighter.id, label="initiative")


def base(fighter: Fighter) -> int:
    """mir_tmy-3: dexterity + wits − wound penalty."""
    return fighter.attributes.dexterity + fighter.attributes.wits + fighter.penalty


def reckon_initiative(fighter: Fighter, change: int, table: Table) -> None:
    """mir_tmy-3: base + d10; what changes it for this turn alone leaves at least 1 (27)."""
    fighter.initiative = base(fighter) + fighter.die
    if change:
        fighter.initiative = max(fighter.initiative + change, 1)
    body = fighter.attributes
    wounds = f" {fighter.penalty}" if fighter.penalty else ""
    changed = f" {change:+d}" if change else ""
    table.log(
        "mir_tmy-3",
        f"{fighter.name}: dexterity {body.dexterity} + wits {body.wits}{wounds} + {fighter.die}"
        f"{changed} = {fighter.initiative}",
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
    names = ", ".join(f"{f.name} {f.initiative}" for f in state.downward())
    table.log("mir_tmy-4", f"Order: {names}")


def _rolled_off(state: Scene, equals: Sequence[str], table: Table) -> list[str]:
    """Equals in order: by the roll-off they had, or by a new one; a group needs none."""
    rolling: dict[str, list[str]] = {}
    for id in equals:
        rolling.setdefault(state[id].group or f"id {id}", []).append(id)
    firsts = [ids[0] for ids in rolling.values() if not state[ids[0]].out]
    had = [state[id].roll_off for id in firsts]
    if len(firsts) > 1 and (0 in had or len(set(had)) < len(had)):
        dice = table.roll(
            throw(len(firsts), 10, Faces()), why="mir_tmy-4", by=firsts[0], label="roll-off"
        )
        for id, die in zip(firsts, dice, strict=True):
            state.take(id).roll_off = die
        names = ", ".join(state[id].name for id in firsts)
        table.log("mir_tmy-4", f"Roll-off: {names}", by=firsts[0])
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
        fighter.acted = fighter.split = fighter.spoken = fighter.rerolled = False
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
    table.log("mir_tmy-6", f"{fighter.name} rerolls {old}: {die}", by=fighter.id)
    for other in state.take_all():
        if other is fighter or (fighter.group and other.group == fighter.group):
            change = other.initiative - base(other) - other.die
            other.die, other.rerolled, other.roll_off = die, True, 0
            reckon_initiative(other, change, table)


def reroll_one(state: Scene, fighter: Fighter, table: Table) -> None:
    """mir_tmy-6: at the start of a turn, before any declaration."""
    reroll(state, fighter, table)
    settle_order(state, table)
    open_wave(state)


def reroll_all(state: Scene, table: Table) -> None:
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
            table.log("mir_tmy-50", f"Extra actions, wave {state.wave}")
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
    said = "does nothing" if action.id == "pass" else f"keeps ready: {action.label.lower()}"
    table.log(action.rule, f"{fighter.name} {said}", by=id)
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
        f"{fighter.name} declares: {summary(state, command)}",
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
                raise Refusal(f"there is no combatant {id!r}", place)
            if id == fighter.id:
                raise Refusal("needs somebody else", place)
    weapon = getattr(command, "with_", "")
    if weapon and weapon not in [w.name for w in fighter.weapons]:
        there_is = ", ".join(w.name for w in fighter.weapons)
        raise Refusal(f"{fighter.name} has no {weapon!r}; there is: {there_is}", "with")


def _works_at_once(state: Scene, fighter: Fighter, command: Act, table: Table) -> None:
    if command.action in DEFENCES:
        BY_ID[command.action].perform(state, fighter, command, table, None)
    elif isinstance(command, Suppress):
        weapon = keeps_under_fire(fighter, command)
        table.log(
            "mir_tmy-42",
            f"{fighter.name} suppresses with {weapon.name} from the start of the turn",
            by=fighter.id,
        )
    elif isinstance(command, Multiple):
        acts = check_parts(state, fighter, command)
        tell_split(fighter, acts, table)
        for act, dice in acts:
            check_named(state, fighter, act)
            if act.action in DEFENCES:
                BY_ID[act.action].perform(state, fighter, act, table, dice)


def _tell_awareness(state: Scene, fighter: Fighter, table: Table) -> None:
    tiers: dict[str, list[str]] = {"full": [], "threat": [], "gist": [], "none": []}
    for other in state.standing():
        if other.id != fighter.id:
            tiers[awareness(other)].append(other.name)
    told = "; ".join(f"{tier}: {', '.join(names)}" for tier, names in tiers.items() if names)
    table.log("mir_tmy-9", f"Without outward sign. {told}", by=fighter.id)


def summary(state: Scene, command: Act) -> str:
    """A declaration in a few words."""
    if isinstance(command, Multiple):
        return " + ".join(
            f"{BY_ID[part.action].label.lower()} {part.dice}" for part in command.parts
        )
    words = [BY_ID[command.action].label.lower()]
    target = getattr(command, "target", None)
    if target in state.combatants:
        words.append(state[target].name)
    with_ = getattr(command, "with_", "")
    if with_:
        words.append(f"({with_})")
    what = getattr(command, "what", "") or getattr(command, "where", "")
    if what:
        words.append(f"«{what}»")
    return " ".join(words)


def free(state: Scene, fighter: Fighter, command: Act) -> bool:
    """Whether it costs no action: a few words, and one short move a turn (mir_tmy-52, 54)."""
    plan = fighter.plan(state.wave)
    if plan and plan.command.action == command.action:
        return False
    if isinstance(command, Speak):
        return command.words <= FREE_WORDS and not fighter.spoken
    return isinstance(command, Move) and not fighter.moved


def act(state: Scene, fighter: Fighter, command: Act, table: Table) -> None:
    """mir_tmy-4: performs what was declared, or anything where nothing had to be."""
    plan = fighter.plan(state.wave)
    wave = state.wave
    if isinstance(command, Perform):
        if plan is None:
            raise Refusal(f"{fighter.name} has declared nothing", "action")
        command = _as_declared(plan.command, command)
    elif plan and command.action == fighter.forced != plan.command.action:
        drop_plan(fighter, wave, table)
        plan = None
    elif plan and not free(state, fighter, command):
        command = _repeated(plan.command, command)
    if not command.overrule:
        reason = unable(state, fighter, command.action, wave)
        if reason:
            raise Refusal(reason, "action")
    if command.action == "ambush":
        BY_ID["ambush"].perform(state, fighter, command, table, None)
        return
    state.fresh = False
    fighter.fighting = True
    if free(state, fighter, command):
        fighter.aiming = 0
        BY_ID[command.action].perform(state, fighter, command, table, None)
        return
    if plan is None:
        fighter.declared = (*fighter.declared, Declared(command, wave))
    fighter.close(wave, "done")
    if fighter.countering and command.action != "counter":
        fighter.countering = None
        table.log("mir_tmy-46", f"{fighter.name} no longer counterattacks", by=fighter.id)
    if command.action not in (*SHOTS, "aim"):
        fighter.aiming = 0
    BY_ID[command.action].perform(state, fighter, command, table, None)
    if command.action in SHOTS:
        fighter.aiming = 0


def _as_declared(declared: Act, command: Act) -> Act:
    changes = {"do": "act", "overrule": command.overrule, "why": command.why}
    return declared.model_copy(update=changes)


def _repeated(declared: Act, command: Act) -> Act:
    """The declared action, with what the command says of it now (mir_tmy-7)."""
    if command.overrule:
        return command
    if declared.action != command.action:
        raise Refusal(
            f"declared {BY_ID[declared.action].label.lower()}; it can only be changed to a "
            "defence (mir_tmy-7)",
            "action",
        )
    said = {name: getattr(command, name) for name in command.model_fields_set}
    for name in ("target", "targets", "parts", "with_"):
        old = getattr(declared, name, None)
        if name in said and old and said[name] != old:
            raise Refusal("is not what was declared (mir_tmy-7)", name.rstrip("_"))
    return declared.model_copy(update={**said, "do": "act"})


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
            raise Refusal(f"{fighter.name} has no action left", "actor")
        fighter.acted = False
    plan = fighter.plan(fighter.next_action or 0)
    before = f" instead of {summary(state, plan.command)}" if plan else ""
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
    fighter.declared = (*fighter.declared, Declared(defence, wave, "held"))
    table.log(
        "mir_tmy-7",
        f"{fighter.name}: {BY_ID[command.defence].label.lower()}{before}",
        by=fighter.id,
    )


def wait(state: Scene, fighter: Fighter, until: str | None, table: Table) -> None:
    """mir_tmy-8: the faster lets a slower one act first."""
    behind = state.queue[1:]
    if not behind:
        raise Refusal("nobody slower is left to wait for (mir_tmy-8)", "do")
    after = until or behind[0]
    if after not in behind:
        there_is = ", ".join(behind)
        raise Refusal(f"is not slower and still to act; there is: {there_is}", "until")
    place = state.queue.index(after)
    state.queue = [*state.queue[1 : place + 1], fighter.id, *state.queue[place + 1 :]]
    state.fresh = False
    table.log("mir_tmy-8", f"{fighter.name} waits for {state[after].name}", by=fighter.id)


def give_up(state: Scene, fighter: Fighter, table: Table) -> None:
    """mir_tmy-7: nobody has to act. While declaring: declares to do nothing."""
    state.fresh = False
    if state.declaring:
        command = BY_ID["pass"].command(actor=fighter.id, action="pass")
        declare(state, fighter, command, table)
        return
    plan = fighter.plan(state.wave)
    if plan:
        drop_plan(fighter, state.wave, table)
    fighter.close(state.wave, "struck")
    table.log("mir_tmy-7", f"{fighter.name} does not act", by=fighter.id)
