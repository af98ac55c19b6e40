"""Chapter 10: who may still defend, with what, and what it costs (mir_tmy-7, 22, 43 to 48).

The blow of a counterattack falls where somebody passes: see ``automatic_actions.pass_by``.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import NamedTuple

from desktop.rules.cast import question, unless
from desktop.rules.fields import Choice
from desktop.rules.mir_tmy.commands import DEFENCES, Act, ChangeToDefence, attacks
from desktop.rules.mir_tmy.pools import Pool, on_the_ground, trait_pool
from desktop.rules.mir_tmy.sheet import Weapon
from desktop.rules.mir_tmy.state import Fighter, Guard, Scene, weapon_for
from desktop.rules.mir_tmy.wounds import stop_countering
from desktop.rules.positions import out_of_touch
from desktop.rules.table import Decision, LazyDecision, Refusal, Table
from desktop.rules.text import NOTHING, Reason, Term, Text

NAMES = {id: Text("{name}", name=Term(k.label.template, k.native)) for id, k in DEFENCES.items()}

FAILS = Text("fails outright")
UNDEFENDED = Choice("none", Text("No defence"), worth=(0,))

IN_SHOCK = ("dodge", "block")
SHOCKED = Reason("in shock: only block or dodge", rule="mir_tmy-25")
WHOLE_TURN = Reason("only for a whole turn", rule="mir_tmy-48")

MOST_CROWD = 4

FOR_BLOCKING = ("do", "kailindo")
"""Training that lets bare hands stop blades (mir_tmy-45)."""


class Assault(NamedTuple):
    """What a defender sees of an attack."""

    close: bool
    type: str
    strength: int
    """Strength and weapon together, which a block has to withstand (mir_tmy-45)."""
    passing: bool = False
    """Whether the target is struck on the way past somebody (mir_tmy-46)."""
    without_dice: bool = False
    """Whether it misses in any case: only what turns on the attacker is of use against it (44)."""


@dataclass(slots=True)
class Defence:
    """A defence as it is made: with which dice, weapon and guard."""

    by: Fighter
    kind: str
    pool: Pool = field(compare=False)
    weapon: Weapon | None
    guard: Guard | None = field(compare=False)
    """What it is made out of; None: it costs an action."""
    hopeless: bool
    """mir_tmy-45: a block that fails outright, against more strength than the blocker's."""
    needless: bool = False
    """A dodge of what misses in any case."""
    leaps: bool = False
    """mir_tmy-47: somebody leaps in front of a shot."""

    @property
    def of_use(self) -> bool:
        """Whether it can take anything from an attack."""
        return not (self.hopeless or self.needless) and self.pool.dice > 0


# ---- with what somebody defends (mir_tmy-22, 43 to 45, 48)


def possible(target: Fighter, assault: Assault) -> list[str]:
    """Which defences there are against an attack, whatever they cost."""
    kinds = ["dodge"]
    if assault.close:
        if target.ready_weapons("melee") and not target.shock:
            kinds.append("parry")
        trained = any(target.ability(name) for name in FOR_BLOCKING)
        if assault.type == "bashing" or target.armor or trained:
            kinds.append("block")
    return kinds


def guard_of(target: Fighter, kind: str) -> Guard | None:
    """The guard with which this defence is made: one that lasts before one that is used up."""
    guards = [guard for guard in target.guards if guard.kind == kind and not guard.ally]
    return max(guards, key=lambda guard: guard.endless, default=None)


def crowd(state: Scene, target: Fighter) -> int:
    """mir_tmy-22: how many attack the target this turn, those who have declared it among them."""
    if state.house.many_on_one != "known":
        return len(target.attackers)
    known = set(target.attackers)
    for other in state.combatants.values():
        for plan in other.declared:
            to_come = plan.status == "planned" and not (other.out or other.spent(plan.wave))
            if to_come and attacks(plan.command, target.id):
                known.add(other.id)
    return len(known)


def prepared(
    target: Fighter, kind: str, assault: Assault, attackers: int, guard: Guard | None = None
) -> Defence:
    """mir_tmy-43 to 45, 48, 49: a defence as it would be made, out of this guard or the usual one.

    The crowd of attackers (22) and the ground (28) make it harder.
    """
    guard = guard or guard_of(target, kind)
    difficulty, weapon = 6, None
    if kind == "parry":
        ready = target.ready_weapons("melee")
        named = [w for w in ready if guard and w.name == guard.weapon]
        weapon = next(iter(named or ready), None)
    if kind == "dodge" and not assault.close:
        difficulty = 8
    elif weapon:
        difficulty = weapon.parry
    pool = trait_pool(
        target, "dexterity", DEFENCES[kind].ability, difficulty, guard.dice if guard else None
    )
    if guard and guard.used:
        pool.add(
            "mir_tmy-48", Text("defence no. {used} this turn", used=guard.used + 1), -guard.used
        )
    if attackers > 1:
        fewer = min(attackers - 1, MOST_CROWD)
        crowded = Text("{count} attacker", "{count} attackers", count=attackers)
        pool.add("mir_tmy-22", crowded, -fewer)
    on_the_ground(pool, DEFENCES[kind].ability, Text("on the ground"))
    hopeless = kind == "block" and assault.strength > target.attributes.strength
    needless = kind == "dodge" and assault.without_dice
    return Defence(target, kind, pool, weapon, guard, hopeless, needless)


# ---- a defence against an attack (mir_tmy-7)


def defend(
    state: Scene, target: Fighter, attacker: Fighter, assault: Assault, table: Table
) -> Defence | None:
    """Asks the target for its defence, where it has one to spend, and spends it (mir_tmy-7).

    Nobody defends who is out or in a hold (30). Somebody who passes may also give the rest of the
    way for it (46), where that is an action of its own (52). Usually it is the first defence that
    is ready and of use; a careful fighter who is hurt also gives an action.
    """
    if target.out or target.grappled_by:
        return None
    kinds = possible(target, assault)
    on_the_way = state.turn == target.id and target.spent(state.wave) and not target.split
    gives_way = assault.passing and on_the_way
    free = gives_way or (target.next_action is not None and not target.must_rise)
    offered = [kind for kind in kinds if free or guard_of(target, kind)]
    whom = {"attacker": attacker.name, "target": target.name}
    text = Text("{attacker} → {target}: defend?", **whom)
    if not offered:
        if assault.passing:
            spent = Reason("no action is left for it", rule="mir_tmy-7")
            choices = [UNDEFENDED, *(Choice(kind, NAMES[kind], why_not=spent) for kind in kinds)]
            table.ask(
                question(
                    target, "defence", text, choices, "mir_tmy-46", default="none", no_benefit=True
                )
            )
        return None
    careful = target.policy == "defensive" and target.penalty < 0
    made = cache(lambda kind: prepared(target, kind, assault, crowd(state, target)))
    ready = [kind for kind in offered if guard_of(target, kind)]
    tried = [*ready, *(offered if careful else [])]
    usual = next((kind for kind in tried if made(kind).of_use), "none")

    def asked() -> Decision:
        choices = [UNDEFENDED]
        for kind in offered:
            note: Text = NOTHING
            worth: tuple[int, ...] = ()
            if table.keeps_log:  # what it promises: its pool, and what it costs
                defence = made(kind)
                note = FAILS if defence.hopeless else defence.pool.said
                if assault.passing:
                    note = Text("{note}, ends the way", note=note)
                elif not defence.guard:
                    note = Text("{note}, costs an action", note=note)
                worth = () if defence.of_use else (-1,)  # it costs something for nothing
            choices.append(Choice(kind, NAMES[kind], note, worth=worth))
        vain = table.keeps_log and not any(made(kind).of_use for kind in offered)
        return question(
            target, "defence", text, choices, "mir_tmy-7", default=usual, no_benefit=vain
        )

    kind: str = table.ask(LazyDecision(usual, asked, "defence", target.id))
    if kind == "none":
        return None
    defence = made(kind)
    if defence.guard:
        use_guard(target, defence.guard)
    else:
        names = {"target": target.name, "kind": DEFENCES[kind].label}
        rule, line = "mir_tmy-46", Text("{target}: {kind!l} for the rest of the way", **names)
        if not gives_way:
            wave = spend_action(target, table)
            rule, line = "mir_tmy-7", Text("{target}: {kind!l} for the action", **names)
            if wave:
                line = Text("{target}: {kind!l} for extra action {wave}", wave=wave, **names)
        table.log(rule, line, by=target.id)
    _tell(defence, assault, table)
    return defence


def _tell(defence: Defence, assault: Assault, table: Table) -> None:
    by = defence.by
    defence.pool.tell(table)
    if defence.hopeless:
        values = {"theirs": assault.strength, "own": by.attributes.strength}
        line = Text("The block fails outright: strength {theirs} against {own}", **values)
        table.log("mir_tmy-45", line, by=by.id)


# ---- covering others (mir_tmy-47)


def cover(
    state: Scene, target: Fighter, attacker: Fighter, assault: Assault, table: Table
) -> Defence | None:
    """mir_tmy-47: somebody beside the target who is ready to take the blow."""
    fighters = state.combatants
    for id in state.order:
        protector = fighters[id]
        if not protector.guards:
            continue
        guard = next((g for g in protector.guards if g.ally == target.id), None)
        if guard is None or protector.id == attacker.id or protector.out or protector.grappled_by:
            continue
        if too_far := out_of_touch(state, protector.id)(target):
            said = {"target": target.name, "reason": too_far}
            table.note("mir_tmy-47", protector, "{name} cannot cover: {target} ({reason})", **said)
            continue
        kinds = [k for k in possible(protector, assault) if k != "dodge"]
        if not assault.close:
            kinds = ["dodge"]
        if not kinds:
            continue
        values = {"protector": protector.name, "target": target.name, "attacker": attacker.name}
        text = Text("{attacker} → {target}: does {protector} cover?", **values)
        choices = [Choice("none", Text("Let it pass")), *(Choice(k, NAMES[k]) for k in kinds)]
        near, attackers = assault._replace(close=True), crowd(state, protector)
        made = (prepared(protector, k, near, attackers, guard) for k in kinds)
        usual = next((each.kind for each in made if each.of_use), "none")
        vain = usual == "none"
        kind = table.ask(
            question(
                protector, "cover", text, choices, "mir_tmy-47", default=usual, no_benefit=vain
            )
        )
        if kind == "none":
            continue
        protector = state.take(protector.id)
        defence = prepared(protector, kind, near, attackers, guard)
        defence.leaps = not assault.close
        use_guard(protector, guard)
        table.note("mir_tmy-47", protector, "{protector} → {target}: covers", target=target.name)
        _tell(defence, assault, table)
        return defence
    return None


# ---- guards and what they cost (mir_tmy-7)


def use_guard(fighter: Fighter, guard: Guard) -> None:
    """One defence is for one attack, unless it is desperate (mir_tmy-48)."""
    rest = [g for g in fighter.guards if g is not guard]
    if guard.endless:
        rest.insert(0, replace(guard, used=guard.used + 1))
    fighter.guards = tuple(rest)
    if guard.dice is None:
        fighter.close(guard.wave, "done")
    else:
        fighter.begun = guard.wave


def spend_action(fighter: Fighter, table: Table) -> int:
    """mir_tmy-7: the first action left goes on a defence; what was declared for it is struck.

    Returns its wave. A shared-out action is given up whole.
    """
    wave = fighter.next_action
    assert wave is not None
    drop_plan(fighter, wave)
    fighter.close(wave, "struck")
    stop_countering(fighter, table)
    return wave


def drop_plan(fighter: Fighter, wave: int) -> None:
    """What was declared for this wave ends before it is done, with all it had readied.

    The action itself is there still.
    """
    plan = fighter.plan(wave)
    if plan and plan.command.action == "suppress":
        fighter.suppressing = None
    if plan and plan.command.action == "counter":
        fighter.countering = None
    if plan and plan.command.action == "multiple":
        # Where a defence of it has been made, the extra actions are gone (mir_tmy-50).
        fighter.split, fighter.split_ready = fighter.begun == wave, False
    if plan and plan.command.action == "desperate_defence":
        fighter.extras_spent = 0
    fighter.guards = tuple(guard for guard in fighter.guards if guard.wave != wave)
    fighter.mark(wave, "struck")
    fighter.aiming = 0
    fighter.fighting = True


# ---- standing ready (mir_tmy-43 to 48)


def ready(state: Scene, fighter: Fighter, command: Act, table: Table) -> None:
    """mir_tmy-43 to 48: the fighter stands ready for the rest of the turn."""
    make_ready(state, fighter, state.wave, command, table)
    names = {"fighter": fighter.name, "what": DEFENCES[command.action].label}
    line = Text("{fighter} is ready: {what!l}", **names)
    if (covered := vars(command).get("target")) in state.combatants:  # mir_tmy-47
        target = state[covered].name
        line = Text("{fighter} is ready: {what!l} → {target}", target=target, **names)
    if command.share is not None:
        line = Text(
            "{fighter} is ready: {what!l}, {count} die",
            "{fighter} is ready: {what!l}, {count} dice",
            count=command.share,
            **names,
        )
    table.log(DEFENCES[command.action].rule, line, by=fighter.id)


def make_ready(
    state: Scene, fighter: Fighter, wave: int, command: Act | ChangeToDefence, table: Table
) -> None:
    """Any of the six defences (mir_tmy-43 to 48), from now to the end of the turn.

    Nobody aims meanwhile (36), and another manoeuvre ends a counterattack (46).
    """
    said, dice = vars(command), command.share if isinstance(command, Act) else None
    kind = command.action if isinstance(command, Act) else command.defence
    fighter.aiming = 0
    if kind != "counter":
        stop_countering(fighter, table)
    match kind:
        case "counter":
            fighter.countering = weapon_for(fighter, kind, said["with_"]).name
            return
        case "parry":
            guard = Guard(kind, wave, dice, weapon=weapon_for(fighter, kind, said["with_"]).name)
        case "desperate_defence":
            by = said["defence"] if isinstance(command, Act) else command.desperate_by
            guard = Guard(by, wave, endless=True)
            fighter.extras_spent = fighter.extra_actions
        case "cover_ally":
            ally = said["target"]
            if ally is None or ally not in state.combatants or ally == fighter.id:
                raise Refusal("needs somebody else to cover", "target", rule="mir_tmy-47")
            guard = Guard(kind, wave, dice, ally=ally)
        case _:
            guard = Guard(kind, wave, dice)
    fighter.guards = (*fighter.guards, guard)


no_parry = unless(
    lambda fighter: fighter.ready_weapons("melee"), Reason("needs a hand weapon", rule="mir_tmy-44")
)
no_whole_turn = unless(lambda fighter: not (fighter.acted or fighter.extras_spent), WHOLE_TURN)
