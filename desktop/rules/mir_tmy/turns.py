"""Chapters 1 and 12: declaring upward, acting downward, extra actions (mir_tmy-4, 5, 7, 50)."""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any

from desktop.rules.cast import two_sides_stand, unknown, unless, when
from desktop.rules.contract import Action, Command, Rules
from desktop.rules.mir_tmy import actions, commands, defence, initiative
from desktop.rules.mir_tmy.automatic_actions import FREE_WORDS
from desktop.rules.mir_tmy.close_combat import nobody_to_bite, not_bitten
from desktop.rules.mir_tmy.on_map import at_hand, filled_in, refused_targets
from desktop.rules.mir_tmy.shooting import aimed_with, keeps_under_fire, still_there
from desktop.rules.mir_tmy.state import Declared, Ended, Fighter, Manoeuvre, Scene, Step, fitting
from desktop.rules.mir_tmy.wounds import knock_down, stop_countering
from desktop.rules.table import Refusal, Table, refuse
from desktop.rules.text import Reason, Text, Words, few, joined

TIME_TO_ACT = Reason("now is the time to act, not to declare", rule="mir_tmy-5")
TIERS = {
    "full": Text("see all"),
    "threat": Text("sense a threat"),
    "gist": Text("grasp the gist"),
    "none": Text("notice nothing"),
}
"""What somebody makes of an action without outward sign (mir_tmy-9)."""
SHOTS = ("attack", "full_auto", "short_burst", "strafe", "two_guns")
"""Actions in which aiming comes to bear (mir_tmy-36)."""


# ---- turns and waves (mir_tmy-3, 4, 50)


def start_round(state: Scene, table: Table) -> None:
    """A new turn: what lasted a turn is over, bases are worked out anew (mir_tmy-3)."""
    end = state.copy() if state.round else None
    if end:
        end.ended = None
    state.round += 1
    state.wave = 0
    state.fresh = True
    for fighter in state.take_all():
        fighter.declared = fighter.guards = fighter.attackers = ()
        fighter.acted = fighter.split = fighter.split_ready = False
        fighter.moved_freely = fighter.spoken = fighter.rerolled = fighter.aimed = False
        fighter.begun = fighter.countering = fighter.suppressing = None
        fighter.extras_spent = fighter.moved = 0
        fighter.shots = {}
        fighter.shock, fighter.shock_next = fighter.shock_next, False
        fighter.initiative_change, fighter.initiative_next = fighter.initiative_next, 0
        if not fighter.out:
            initiative.set_initiative(fighter, table)
    initiative.settle_order(state, table)
    initiative.open_wave(state)
    state.ended = Ended(end, dict(state.combatants)) if end else None


def go_on(state: Scene, table: Table) -> None:
    """Passes the turn to the next; opens acting, waves and turns, until the fight is decided."""
    while not _decided(state):
        while state.queue and _passed_over(state, state.queue[0], table):
            state.queue.pop(0)
        if state.queue:
            state.turn = state.queue[0]
            state.phase = "extra" if state.wave else "declare" if state.declaring else "act"
            return
        if state.declaring:
            initiative.open_actions(state)
        elif any(
            not f.out and not f.spent(f.extra_actions) and f.extra_actions > state.wave
            for f in state.combatants.values()
        ):
            state.wave += 1
            table.log("mir_tmy-50", Text("Extra actions, wave {wave}", wave=state.wave))
            initiative.open_wave(state)
        else:
            start_round(state, table)
    state.queue = [id for id in state.queue if not state[id].out]
    state.turn, state.phase = None, "end"


def _decided(state: Scene) -> bool:
    """mir_tmy-17: whether one side is left, or nobody. Those who come later may still change it."""
    if two_sides_stand(state):
        return False
    fighters = state.combatants.values()
    several = len({f.side for f in fighters}) > 1
    return all(f.out for f in fighters) or (several and not any(f.absent for f in fighters))


def _passed_over(state: Scene, id: str, table: Table) -> bool:
    """Whether the fighter who is next has nothing to declare or to do.

    Those who stand ready with a defence keep it and are passed over; so are those who declared to
    do nothing. Who has to rise or is held is not: that is what the next action goes on (27, 30).
    """
    fighter = state[id]
    if fighter.spent(state.wave) or fighter.out:
        return True
    plan = fighter.plan(state.wave)
    if state.declaring:
        return plan is not None
    if plan is None or initiative.is_to_act(state, fighter):
        return False
    fighter = state.take(id)
    fighter.close(state.wave, "held")
    action = actions.BY_ID[plan.command.action]
    line = Text("{fighter} keeps ready: {what!l}", fighter=fighter.name, what=action.label)
    over = action.id == "counter" and not fighter.countering
    if over or action.id == "pass":
        line = Text("{fighter} does nothing", fighter=fighter.name)
    table.log(action.rule, line, by=id)
    return True


# ---- declaring (mir_tmy-5, 9)


def declare(state: Scene, fighter: Fighter, command: commands.Act, table: Table) -> None:
    """mir_tmy-5: said before anything is done; some of it works from now on (42, 43 to 48)."""
    check_named(state, fighter, command)
    if not command.overrule:
        refuse_modifiers(fighter, command)
        if isinstance(command, commands.Aim):
            aimed_with(fighter, command)
    plan = Declared(command, state.wave)
    if state[fighter.id].plan(state.wave):
        defence.drop_plan(fighter, state.wave)
    fighter.declared = (*fighter.declared, plan)
    state.fresh = False
    if table.keeps_log:
        rule, said = "mir_tmy-50" if state.wave else "mir_tmy-5", summary(state, fighter, command)
        table.note(rule, fighter, "{fighter} declares: {summary}", summary=said)
        if command.concealed:
            _tell_awareness(state, fighter, table)
    if command.action in commands.DEFENCES:
        actions.BY_ID[command.action].perform(state, fighter, command, table)
    elif isinstance(command, commands.Suppress):
        weapon = keeps_under_fire(fighter, command)
        line = Text("{fighter} suppresses from the start of the turn: {weapon}")
        table.note("mir_tmy-42", fighter, line.template, weapon=weapon.name)
    elif isinstance(command, commands.Multiple):
        acts = actions.check_parts(state, fighter, command)
        fighter.split_ready = True
        actions.tell_split(state, fighter, acts, table)
        for act in acts:
            check_named(state, fighter, act)
            if act.action in commands.DEFENCES:
                actions.BY_ID[act.action].perform(state, fighter, act, table)


def refuse_modifiers(fighter: Fighter, command: commands.Act) -> None:
    """mir_tmy-24, 37: modifiers that cannot go with the weapon. Raises :class:`Refusal`."""
    for place, act in commands.each_of(command):
        said = vars(act)
        modifiers = said.get("modifiers")
        if modifiers is None or not modifiers.model_fields_set:
            continue
        action = said.get("by", act.action)
        covers = [name for name in ("cover", "own_cover") if getattr(modifiers, name) != "none"]
        if covers and at_hand(fighter, action, said.get("with_") or ""):
            where = f"{place}modifiers.{covers[0]}"
            raise Refusal("cover is against shots and throws", where, rule="mir_tmy-24")
        if action == "full_auto" and modifiers.targeting != "none":
            where = f"{place}modifiers.targeting"
            raise Refusal("no targeting with automatic fire", where, rule="mir_tmy-37")


def check_named(state: Scene, fighter: Fighter, command: commands.Act) -> None:
    """Whether those and what a declaration names are there. Raises :class:`Refusal`."""
    said = vars(command)
    for place in ("target", "second_target", "targets"):
        there = said.get(place) or []
        for id in [there] if isinstance(there, str) else there:
            if id not in state.combatants:
                raise unknown(id, place)
            if id == fighter.id:
                raise Refusal("needs somebody else", place)
    weapon = said.get("with_")
    if weapon and all(weapon != w.name for w in fighter.weapons):
        there_is = [w.name for w in fighter.weapons]
        values = {"fighter": fighter.name, "weapon": weapon, "there_is": there_is}
        line = Text("{fighter}: no such weapon: {weapon!r}; there is: {there_is}", **values)
        raise Refusal(line, "with")


def _tell_awareness(state: Scene, fighter: Fighter, table: Table) -> None:
    others = (other for other in state.standing() if other.id != fighter.id)
    noticed = [(other.name, initiative.awareness(other).split("_and_")) for other in others]
    told = [
        Text("{tier}: {names}", tier=word, names=few(names))
        for tier, word in TIERS.items()
        if (names := [name for name, tiers in noticed if tier in tiers])
    ]
    line = Text("Without outward sign – {told}", told=joined(told, "; "))
    table.log("mir_tmy-9", line, by=fighter.id)


def summary(state: Scene, fighter: Fighter, command: commands.Act) -> Text:
    """A declaration in a few words, with the weapon that it names or that is in hand for it."""
    if isinstance(command, commands.Multiple):
        return actions.parts_text(state, ((part, part.dice) for part in command.parts))
    words: list[Words] = [Text("{what!l}", what=actions.BY_ID[command.action].label)]
    words += actions.at_whom(state, command)
    said = vars(command)
    if "with_" in said:
        in_hand = (w.name for w in fitting(fighter, command.action) if fighter.has_ready(w))
        if with_ := said["with_"] or next(in_hand, ""):
            words.append(f"({with_})")
    if what := said.get("what") or said.get("where"):
        words.append(f"«{what}»")
    return joined(words, " ")


# ---- acting (mir_tmy-4, 7)


def take_action(state: Scene, id: str, command: commands.Act, table: Table) -> None:
    """Declares an action, or does it; the last to declare may do both at once (mir_tmy-5)."""
    if command.do == "declare":
        declare(state, state.take(id), command, table)
    elif acts_at_once(state, command.actor, command.action):
        declare(state, state.take(id), command.model_copy(update={"do": "declare"}), table)
        go_on(state, table)
        if state.turn == id and not state.declaring:
            doing = commands.Perform(actor=id, overrule=command.overrule)
            act(state, state.take(id), doing, table)
    elif before_this(state, state[id], command.action, command):
        back_to_end(state)
        _aside(state, state.take(id), command, table)
    else:
        act(state, state.take(id), command, table)


def acts_at_once(state: Scene, actor: str, action: str) -> bool:
    """Whether acting now declares as well: by the last to declare, who acts first (mir_tmy-5)."""
    if not state.declaring or len(state.queue) != 1 or action == "ambush":
        return False
    last = state.queue[0]
    acts_first = next((f.id for f in state.downward() if not f.spent(state.wave)), None)
    return actor in ("", last) and last == acts_first


def act(state: Scene, fighter: Fighter, command: commands.Act, table: Table) -> None:
    """mir_tmy-4: performs what was declared, or anything where nothing had to be."""
    plan = fighter.plan(state.wave)
    wave = state.wave
    if isinstance(command, commands.Perform):
        if plan is None:
            raise Refusal(Text("{fighter} has declared nothing", fighter=fighter.name), "action")
        overrule, command = command.overrule, plan.command
        if command.overrule != overrule:
            command = command.model_copy(update={"overrule": overrule})
    elif plan and command.action == fighter.forced != plan.command.action:
        defence.drop_plan(fighter, wave)
        plan = None
    elif costs_nothing(state, fighter, command.action, command):
        _aside(state, fighter, command, table)
        return
    elif plan and command.action != "ambush":
        command = _repeated(state, plan.command, command)
    command = filled_in(state, fighter, command)
    if not command.overrule:
        refuse(actions.unable(state, fighter, command.action, wave), "action")
        refuse_modifiers(fighter, command)
        if not fighter.split_ready:
            for _, refusal in refused_targets(state, fighter, command):
                raise refusal
    if command.action == "ambush":
        bases = {id: initiative.base(c) for id, c in state.combatants.items()}
        actions.BY_ID["ambush"].perform(state, fighter, command, table)
        table.finish()
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
    actions.BY_ID[command.action].perform(state, fighter, command, table)
    table.finish()
    if command.action in SHOTS:
        state.take(fighter.id).aiming = 0


def _aside(state: Scene, fighter: Fighter, command: commands.Act, table: Table) -> None:
    """mir_tmy-52, 54: a short move or a few words beside what else is done; nobody aims then."""
    state.fresh = False
    fighter.fighting = True
    fighter.aiming = 0
    if command.action == "move":
        fighter.moved_freely = True
    actions.BY_ID[command.action].perform(state, fighter, command, table)
    table.finish()


def _after_ambush(state: Scene, bases: Mapping[str, int], table: Table) -> None:
    """mir_tmy-19: an ambush comes before the initiative, so this turn is the one after it.

    What it did to somebody counts from now on: wounds, what lowers the initiative, shock (25).
    """
    table.turn_only()
    slower = []
    for fighter in state.take_all():
        if fighter.out:
            continue
        fighter.shock, fighter.shock_next = fighter.shock or fighter.shock_next, False
        change, fighter.initiative_next = fighter.initiative_next, 0
        fighter.initiative_change += change
        fighter.attackers = ()
        if change or initiative.base(fighter) != bases[fighter.id]:
            initiative.set_initiative(fighter, table)
            slower.append(fighter)
    if slower:
        initiative.settle_order(state, table)
        initiative.open_wave(state)


def _repeated(state: Scene, declared: commands.Act, command: commands.Act) -> commands.Act:
    """The declared action, with what the command says of it now (mir_tmy-7)."""
    if command.overrule:
        return command
    if declared.action != command.action:
        raise Refusal(_only_a_defence(declared), "action")
    said = {name: getattr(command, name) for name in command.model_fields_set}
    for name in ("target", "targets", "parts", "with_"):
        old, new = getattr(declared, name, None), said.get(name)
        if not old or name not in said:
            continue
        if name == "targets":
            old, new = still_there(state, old), still_there(state, said[name])
            said[name] = new
        elif name == "parts" and list(map(_named, old)) == list(map(_named, said[name])):
            new = old  # shares and distances are said only when their time comes (mir_tmy-49)
        if new != old:
            raise Refusal("is not what was declared", name.rstrip("_"), rule="mir_tmy-7")
    return declared.model_copy(update={**said, "do": "act"})


def _named(part: commands.Part) -> tuple[object, ...]:
    """What a declaration says of one of several actions (mir_tmy-7)."""
    return part.action, part.target, part.targets, part.with_


# ---- giving up, and changing to a defence (mir_tmy-7)


def give_up(state: Scene, fighter: Fighter, command: Command, table: Table) -> None:
    """mir_tmy-7: nobody has to act. While declaring: declares to do nothing."""
    state.fresh = False
    if state.declaring:
        declare(state, fighter, commands.Pass(do="declare", actor=fighter.id), table)
        return
    if fighter.plan(state.wave):
        defence.drop_plan(fighter, state.wave)
    fighter.close(state.wave, "struck")
    table.note("mir_tmy-7", fighter, "{fighter} does not act")


END_TURN = Step(commands.EndTurn, give_up, Text("Do not act"), "Не действовать", "mir_tmy-7",
                group="turn", main=True)  # fmt: skip


def _no_change(state: Scene, fighter: Fighter) -> Text | None:
    """mir_tmy-7: whether there is an action left to give for a defence.

    Who is still to declare declares the defence; who declared one already has it.
    """
    wave = fighter.next_action
    if fighter.grappled_by:
        return actions.HELD
    if fighter.must_rise:
        return actions.MUST_RISE
    if wave is None:
        return Text("{fighter} has no action left", fighter=fighter.name)
    if state.declaring and wave == state.wave and fighter.plan(wave) is None:
        return Reason(
            "{fighter} declares the defence instead", rule="mir_tmy-5", fighter=fighter.name
        )
    if not state.house.declare and state.turn == fighter.id:
        return Text("on turn, a defence is an action as any other")
    return None


def change_to_defence(
    state: Scene, fighter: Fighter, command: commands.ChangeToDefence, table: Table
) -> None:
    """mir_tmy-7: what was declared, and not done yet, becomes a defence."""
    if fighter.shock and command.defence not in ("dodge", "block") and not command.overrule:
        raise Refusal(defence.SHOCKED, "defence")
    desperate = command.defence == "desperate_defence"
    if desperate and (fighter.next_action or fighter.extras_spent) and not command.overrule:
        raise Refusal(defence.WHOLE_TURN, "defence")
    if fighter.next_action is None:  # the game master gives one back
        fighter.acted, fighter.begun = False, None
    plan = fighter.plan(fighter.next_action or 0)
    names = {"fighter": fighter.name, "defence": actions.BY_ID[command.defence].label}
    line = Text("{fighter}: {defence!l}", **names)
    if plan:
        declared = summary(state, fighter, plan.command)
        line = Text(
            "{fighter}: {defence!l}; declared before: {declared}", **names, declared=declared
        )
    wave = defence.spend_action(fighter, table)
    state.fresh = False
    defence.make_ready(state, fighter, wave, command, table)
    instead = actions.BY_ID[command.defence].command.model_construct(
        do="act", actor=fighter.id, action=command.defence
    )
    assert isinstance(instead, commands.Act)
    fighter.declared = (*fighter.declared, Declared(instead, wave, "held"))
    table.log("mir_tmy-7", line, by=fighter.id)


CHANGE = Step(commands.ChangeToDefence, change_to_defence, Text("Change to a defence"),
              "Сменить на защиту", "mir_tmy-7", key="X", group="reactions", whose="anybody",
              why_not=_no_change)  # fmt: skip


# ---- what costs no action, and the very end of a turn (mir_tmy-52, 54)


def is_free(fighter: Fighter, action: str, command: Command | None = None) -> bool:
    """What may cost no action: a few words, and one short move a turn (mir_tmy-52, 54)."""
    if isinstance(command, commands.Speak) and command.words > FREE_WORDS:
        return False
    if action == "move":
        return not fighter.moved_freely
    return action == "speak" and not fighter.spoken


def costs_nothing(
    state: Scene, fighter: Fighter, action: str, command: Command | None = None
) -> bool:
    """Whether this is done beside all else, by anybody, once the acting has begun (52, 54).

    What was declared as an action costs that action.
    """
    plan = fighter.plan(state.wave)
    if (state.declaring and not state.wave) or (plan and plan.command.action == action):
        return False
    return is_free(fighter, action, command)


def before_this(
    state: Scene, fighter: Fighter, action: str, command: Command | None = None
) -> Fighter | None:
    """The fighter at the end of the last turn, where this can still be done in it; else None.

    Where nobody declares, the one on turn does it in the turn that has begun.
    """
    ended = state.ended
    if ended is None or not state.fresh or not (state.declaring or fighter.id != state.turn):
        return None
    before = ended.scene.combatants.get(fighter.id)
    if before is None or before.out or not is_free(before, action, command):
        return None
    return before if state.combatants == ended.opened else None


def back_to_end(state: Scene) -> None:
    """The last turn at its end; roll-offs and objectives stay as they are now."""
    assert state.ended
    end = state.ended.scene.copy()
    end.objectives = state.objectives
    for id, fighter in state.combatants.items():
        if end[id].roll_off != fighter.roll_off:
            end.take(id).roll_off = fighter.roll_off
    for value in fields(Scene):
        setattr(state, value.name, getattr(end, value.name))


# ---- who may do what (mir_tmy-5, 7)


class Turns(Rules[Scene]):
    """Who may do what, and that it is done (mir_tmy-4, 5, 7)."""

    def why_not(
        self, state: Scene, actor: str, action: Action[Scene, Any], command: Command | None = None
    ) -> Refusal | None:
        """Why an action cannot be declared or done now (mir_tmy-5, 7), or None.

        Without a ``command`` that is asked for which is due: declaring, or acting. What was
        declared is done, as long as there is somebody to do it to.
        """
        if action is ENTER:
            reason = action.why_not(state, state[actor])
            return Refusal(reason, "actor") if reason else None
        if not isinstance(action, Manoeuvre):
            return super().why_not(state, actor, action, command)
        fighter, id = state[actor], action.id
        if fighter.out:
            return Refusal(Text("{name} is out of the fight", name=fighter.name), "actor")
        if id == "ambush":
            return _against_ambush(state, fighter, command)
        declares = state.declaring and state.turn == fighter.id
        if command:
            declares = command.do == "declare"
        at_once = isinstance(command, commands.Act) and acts_at_once(state, command.actor, id)
        if not (declares or at_once):
            beside = before_this(state, fighter, id, command)
            if beside is None and costs_nothing(state, fighter, id, command):
                beside = fighter
            if beside:
                state_forbids = actions.in_no_state(beside, id)
                return Refusal(state_forbids, "action") if state_forbids else None
            if state.declaring:
                return Refusal(initiative.declarations_first(state), "do")
        elif not state.declaring:
            return Refusal(TIME_TO_ACT, "do")
        if fighter.id != state.turn:
            return self.not_their_turn(state, fighter)
        reason = actions.unable(state, fighter, id, state.wave)
        if id == "speak" and fighter.shock and command is None:
            # In shock a few words are free, and no sentence can be declared; fights are kept in
            # which it was.
            reason = defence.SHOCKED
        if reason is None and id == "bite" and not declares and nobody_to_bite(state, fighter):
            reason = Reason("nobody is helpless, fallen or held", rule="mir_tmy-31")
        plan = None if state.declaring else fighter.plan(state.wave)
        if reason is None and plan and id != fighter.forced:
            if id == plan.command.action:
                reason = nobody_left(state, fighter, plan.command)
            else:
                reason = _only_a_defence(plan.command)
        return Refusal(reason, "action") if reason else None

    def perform(self, state: Scene, command: Command, table: Table) -> None:
        """Does it, and passes the turn on."""
        if command.do != "declare":
            state.aims = {}
        if isinstance(command, commands.Act) and command.action in actions.BY_ID:
            take_action(state, self.actor_of(state, command), command, table)
        else:
            super().perform(state, command, table)
        table.turn_only()
        go_on(state, table)


def _against_ambush(state: Scene, fighter: Fighter, command: Command | None) -> Refusal | None:
    """mir_tmy-19: an ambush is never declared; the attack it makes has to be possible too."""
    if command and command.do == "declare":
        return Refusal(TIME_TO_ACT, "do")
    reason = actions.unable(state, fighter, "ambush", state.wave)
    if reason is None and isinstance(command, commands.Ambush):
        reason = actions.unable(state, fighter, command.by, 0)
    return Refusal(reason, "action") if reason else None


def _nothing_declared(state: Scene, fighter: Fighter) -> Text | None:
    if state.declaring:
        return initiative.declarations_first(state)
    plan = fighter.plan(state.wave)
    if plan is None:
        return Text("{fighter} has declared nothing", fighter=fighter.name)
    return nobody_left(state, fighter, plan.command)


AS_DECLARED = Step(commands.Perform, act, Text("As declared"), "Как заявлено", "mir_tmy-4",
                   why_not=_nothing_declared, section="attack")  # fmt: skip


def nobody_left(state: Scene, fighter: Fighter, declared: commands.Act) -> Text | None:
    """mir_tmy-7: why what was declared can be done to nobody for whom it was declared.

    Of several actions one that can still be done is enough (49).
    """
    acts = [declared]
    if isinstance(declared, commands.Multiple):
        acts = actions.acts_of(fighter, declared)
    reasons = [
        actions.nobody_there(state, act)
        or (not_bitten(fighter, state[act.target]) if isinstance(act, commands.Bite) else None)
        for act in acts
    ]
    return reasons[0] if all(reasons) else None


def _only_a_defence(declared: commands.Act) -> Text:
    what = actions.BY_ID[declared.action].label
    return Reason(
        "declared: {what!l}; it can only be changed to a defence", rule="mir_tmy-7", what=what
    )


# ---- knocked down, and coming in later, as the game master says (mir_tmy-3, 27)


KNOCKDOWN = Step(commands.Knockdown,
                 lambda state, fighter, command, table: knock_down(state, fighter, table),
                 Text("Knocked down"), "Нокдаун", "mir_tmy-27", group="reactions", whose="anybody",
                 why_not=when(attrgetter("down"), Text("is down already")))  # fmt: skip


def come_in(state: Scene, newcomers: Sequence[Fighter], table: Table) -> None:
    """mir_tmy-3: people come to the fight, roll their d10, and take places in the order (4).

    Where nobody is left to act, a new turn begins.
    """
    ended = state.phase == "end" and not state.queue
    for fighter in newcomers:
        fighter.absent = False
        initiative.roll_in(state, fighter, table)
        initiative.set_initiative(fighter, table)
    initiative.settle_order(state, table)
    for fighter in newcomers:
        if not fighter.spent(state.wave):
            initiative.take_place(state, fighter.id)
    if ended and not _decided(state):
        start_round(state, table)


ENTER = Step(commands.Enter,
             lambda state, fighter, command, table: come_in(state, [fighter], table),
             Text("Comes in"), "Появляется", "mir_tmy-3", group="reactions", whose="anybody",
             why_not=unless(attrgetter("absent"), Text("is here already")))  # fmt: skip

STEPS = (
    AS_DECLARED, initiative.WAIT, END_TURN, CHANGE, initiative.REROLL, initiative.REROLL_ALL,
    KNOCKDOWN, ENTER,
)  # fmt: skip
