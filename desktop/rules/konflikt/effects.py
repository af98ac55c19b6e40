"""Effects: brought, overcome, ended, and what they do as the round ends (konflikt-2, 6)."""

from __future__ import annotations

from collections.abc import Iterator

from desktop.rules.cast import named
from desktop.rules.konflikt.checks import is_lucky, make_check, reasons_of
from desktop.rules.konflikt.commands import EndEffect, Overcome, Trigger
from desktop.rules.konflikt.sheet import Effect, skill_in_words
from desktop.rules.konflikt.state import Conflict, Fighter
from desktop.rules.konflikt.wounds import faint, heal
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Text, Words, joined


def in_own_words(effect: Effect) -> str:
    """An effect as its badge says it in Czech: ``"Hoření: −2 za kolo"``."""
    said = []
    if effect.per_round:
        said.append(f"{effect.per_round:+d} za kolo".replace("-", "−"))
    if effect.bonus:
        said.append(f"bonus {effect.bonus}")
    if effect.penalty:
        said.append(f"postih {effect.penalty}")
    if effect.helpless:
        said.append("bezmocný")
    if effect.ends == "rounds":
        said.append(f"kol: {effect.rounds}")
    return f"{effect.name}: {', '.join(said)}" if said else effect.name


def in_words(effect: Effect) -> Text:
    """An effect as it is shown: ``"Hoření: −2 hit points each round, till a luck check …"``."""
    said: list[Words] = []
    if effect.per_round:
        said.append(Text("{points:+d} hit points each round", points=effect.per_round))
    if effect.bonus:
        said.append(Text("{count} bonus", "{count} bonuses", count=effect.bonus))
    if effect.penalty:
        said.append(Text("{count} penalty", "{count} penalties", count=effect.penalty))
    if effect.helpless:
        said.append(Text("helpless"))
    if effect.ends == "luck":
        said.append(Text("till a luck check at the end of the round"))
    elif effect.ends == "rounds":
        said.append(Text("{count} more round", "{count} more rounds", count=effect.rounds))
    if effect.overcome:
        skill = skill_in_words(effect.overcome)
        said.append(Text("overcome by {skill}", skill=skill))
    if not said:
        return Text("{name}", name=effect.name)
    return Text("{name}: {what}", name=effect.name, what=joined(said))


def afflict(target: Fighter, effect: Effect, by: Fighter, table: Table) -> None:
    """Brings an effect. One of the same name takes the place of the one that was there."""
    brought = effect.model_copy(update={"by": by.id})
    others = [known for known in target.effects if known.name != effect.name]
    target.effects = [*others, brought]
    table.mark("effect", target.id)
    told = Text("{name} is under {effect}", name=target.name, effect=in_words(brought))
    table.log("konflikt-2", told, by=by.id)


def lift(fighter: Fighter, effect: Effect, table: Table, rule: str = "konflikt-2") -> None:
    """The effect is over."""
    fighter.effects = [known for known in fighter.effects if known is not effect]
    told = Text("{name}: {effect} ends", name=fighter.name, effect=effect.name)
    table.log(rule, told, by=fighter.id)


# ---- actions


def to_overcome(fighter: Fighter) -> list[Effect]:
    """konflikt-6: the negative effects that a check of a skill ends."""
    return [effect for effect in fighter.effects if effect.negative and effect.overcome]


def nothing_to_overcome(state: Conflict, fighter: Fighter) -> Text | None:
    """Why there is nothing to overcome."""
    return None if to_overcome(fighter) else Text("nothing to overcome")


def overcome(state: Conflict, fighter: Fighter, command: Overcome | Trigger, table: Table) -> None:
    """konflikt-6: a check of the effect's skill ends it early; cover helps (konflikt-16)."""
    effect = named(fighter, to_overcome(fighter), command.effect, "effect")
    reasons = reasons_of(fighter, command.modifiers, cover=1)
    reached = make_check(
        state,
        fighter,
        effect.overcome,
        effect.against,
        reasons,
        table,
        rule="konflikt-6",
        what=effect.name,
    )
    if reached.success:
        table.mark("success", fighter.id)
        lift(fighter, effect, table, "konflikt-6")


def brought_by(fighter: Fighter, target: Fighter) -> list[Effect]:
    """The magical effects on a target that are this one's own (konflikt-6)."""
    return [effect for effect in target.effects if effect.magical and effect.by == fighter.id]


def nothing_to_end(state: Conflict, fighter: Fighter) -> Text | None:
    """Why it has no magical effect to end."""
    own = any(brought_by(fighter, target) for target in state.combatants.values())
    return None if own else Text("no effect of one's own")


def end_effect(
    state: Conflict, fighter: Fighter, command: EndEffect | Trigger, table: Table
) -> None:
    """konflikt-6: one's own magical effect, where one sees its area or its subjects."""
    if not command.visible and not command.overrule:
        raise Refusal("the area or those under it have to be in sight", "visible")
    if command.target not in state.combatants:
        raise Refusal(Text("there is no combatant {id}", id=repr(command.target)), "target")
    target = state.take(command.target)
    effect = named(target, brought_by(fighter, target), command.effect, "effect")
    lift(target, effect, table, "konflikt-6")


# ---- the end of the round


def end_of_round(state: Conflict, table: Table) -> None:
    """konflikt-2: everybody's negative effects, each with its luck check; then the positive."""
    for negative in (True, False):
        for id, effect in list(_lasting(state, negative)):
            fighter = state.take(id)
            if fighter.out:
                continue
            act(state, fighter, effect, table)
            if not fighter.out:
                run_on(fighter, effect, table)


def _lasting(state: Conflict, negative: bool) -> Iterator[tuple[str, Effect]]:
    for fighter in state.combatants.values():
        for effect in fighter.effects:
            if effect.negative is negative and not fighter.out:
                yield fighter.id, effect


def act(state: Conflict, fighter: Fighter, effect: Effect, table: Table) -> None:
    """What an effect does as the round ends."""
    if effect.per_round > 0:
        heal(fighter, effect.per_round, table)
    elif effect.per_round < 0:
        lost = min(-effect.per_round, fighter.hp)
        fighter.hp -= lost
        table.mark("damage", fighter.id, lost)
        table.log(
            "konflikt-2",
            Text(
                "{name} loses {points} hit points: {effect}",
                name=fighter.name,
                points=lost,
                effect=effect.name,
            ),
            by=fighter.id,
        )
        if fighter.hp == 0:
            faint(fighter, table)


def run_on(fighter: Fighter, effect: Effect, table: Table) -> None:
    """konflikt-2: luck ends an effect, or its rounds run out."""
    if effect.ends == "luck":
        if is_lucky(fighter, table, effect.name):
            lift(fighter, effect, table)
    elif effect.ends == "rounds":
        if effect.rounds == 1:
            lift(fighter, effect, table)
        else:
            fewer = effect.model_copy(update={"rounds": effect.rounds - 1})
            fighter.effects = [fewer if e is effect else e for e in fighter.effects]
