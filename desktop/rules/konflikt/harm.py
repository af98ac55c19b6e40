"""What is done to a creature: hit points lost and regained (konflikt-11, 21), effects (2)."""

from desktop.rules.cast import question
from desktop.rules.dice import Pool, Total
from desktop.rules.effects import EffectUnit
from desktop.rules.fields import Choice
from desktop.rules.konflikt import sheet
from desktop.rules.konflikt.checks import is_lucky
from desktop.rules.konflikt.state import Conflict, Fallen, Fighter
from desktop.rules.state import PLAYERS
from desktop.rules.table import Table
from desktop.rules.text import Text, Words

# ---- hit points


DAMAGE = EffectUnit("damage", Text("Damage done"), "Poškození", rule="konflikt-11")

ARMOUR = EffectUnit("armour", Text("Armour"), "Zbroj", rule="konflikt-11")

WAYS = (
    Choice("kill", Text("Kill"), Text("the target is dead")),
    Choice("subdue", Text("Subdue"), Text("the target is beaten, not killed")),
)


def thrown(fighter: Fighter, damage: str, table: Table, label: Words) -> int:
    """What the dice of a damage or healing come to."""
    dice, plus = sheet.dice_of(damage)
    if dice is None:
        return plus
    return table.roll(Pool(dice, Total(plus)), why="konflikt-11", by=fighter.id, label=label)


def armour_of(fighter: Fighter) -> int:
    """konflikt-11: what is taken off a hit."""
    return max(fighter.sheet.armor + ARMOUR.of(fighter), 0)


def work(
    state: Conflict,
    fighter: Fighter,
    target: Fighter,
    what: sheet.Attack | sheet.Power,
    table: Table,
    factor: float = 1.0,
) -> None:
    """konflikt-6 and 11: what a weapon or a power does to its target, unless that is immune."""
    if target.is_immune(what.tags):
        table.note("konflikt-11", fighter, "{name}: immune", name=target.name)
        return
    if what.damage:
        roll_damage(state, fighter, target, what.damage, table, factor)
    healing = what.healing if isinstance(what, sheet.Power) else ""
    if healing and (not target.out or target.fallen == "subdued"):
        heal(target, thrown(fighter, healing, table, Text("healing")), table)
    if what.effect and not target.out:
        afflict(target, what.effect, fighter, table)


def roll_damage(
    state: Conflict, fighter: Fighter, target: Fighter, dice: str, table: Table, factor: float = 1.0
) -> None:
    """konflikt-11: the dice of a damage, what changes them, less the armour of the target."""
    rolled = thrown(fighter, dice, table, Text("damage"))
    rolled = max(rolled + DAMAGE.counted(fighter, table), 0)
    if table.keeps_log and not target.out:
        if factor != 1:
            entry = Text("share of the damage: {share:g}", share=factor)
            table.log("konflikt-20", entry, by=target.id, dice=0)
        if target.sheet.armor and factor:
            entry = Text("{name}, armour: {points}", name=target.name, points=target.sheet.armor)
            table.log("konflikt-11", entry, by=target.id, dice=0)
        ARMOUR.tell(target, table)
    # Armour lowers a hit, to 1 at least; a hit without any share does nothing.
    taken = max(1, int(rolled * factor) - armour_of(target)) if factor else 0
    hurt(state, fighter, target, taken, table)


def hurt(state: Conflict, fighter: Fighter, target: Fighter, damage: int, table: Table) -> None:
    """konflikt-11 and 21: hit points lost; with a deadly blow the attacker kills or subdues."""
    if target.out:
        table.note("konflikt-11", fighter, "{name}: already out of the fight", name=target.name)
        return
    table.mark("damage", target.id, damage)
    target.hp = max(target.hp - damage, 0)
    table.note(
        "konflikt-11", fighter, "{name} takes damage: {damage}; hit points left: {left}",
        name=target.name, damage=damage, left=target.hp,
    )  # fmt: skip
    if target.hp == 0 and damage:
        text = Text("Deadly blow → {name}: kill or subdue?", name=target.name)
        way = table.ask(
            question(
                fighter, "deadly_blow", text, WAYS, "konflikt-21",
                default="kill", best_case="kill",
            )
        )  # fmt: skip
        fall(target, "killed" if way == "kill" else "subdued", table)


def fall(fighter: Fighter, how: Fallen, table: Table) -> None:
    """konflikt-21: killed, or only beaten; either way out of the conflict."""
    fighter.fallen, fighter.hp, fighter.momentum = how, 0, 0
    table.mark("out", fighter.id)
    table.note(
        "konflikt-21", fighter, "{name} falls, but lives" if how == "subdued" else "{name} dies"
    )


def faint(fighter: Fighter, table: Table) -> None:
    """Without hit points by no blow: a player's creature is down, any other is dead.

    Nobody is there to choose (konflikt-21); the game master can say otherwise by hand.
    """
    fall(fighter, "subdued" if fighter.side == PLAYERS else "killed", table)


def heal(fighter: Fighter, points: int, table: Table, rule: str = "konflikt-11") -> None:
    """Hit points come back, up to the most there are; who was subdued is in the fight again."""
    gained = min(max(points, 0), fighter.sheet.max_hp - fighter.hp)
    fighter.hp += gained
    if fighter.hp:
        fighter.fallen = None
    table.mark("healing", fighter.id, gained)
    table.note(
        rule, fighter, "{name} regains {count} hit point",
        "{name} regains {count} hit points", count=gained,
    )  # fmt: skip


# ---- effects


def afflict(target: Fighter, effect: sheet.Effect, by: Fighter, table: Table) -> None:
    """Brings an effect. One of the same name takes the place of the one that was there."""
    brought = effect.model_copy(update={"by": by.id})
    others = [known for known in target.effects if known.name != effect.name]
    target.effects = [*others, brought]
    table.mark("effect", target.id)
    if not brought.negative:  # who is hurt gains more of what gives back hit points
        lacking = target.sheet.max_hp - target.hp
        gain = min(max(brought.per_round, 0) * brought.rounds, lacking)
        table.mark("helping_effect", target.id, 1 + gain)
    what = sheet.effect_term(brought).label
    table.note("konflikt-2", by, "{name}, new effect: {effect}", name=target.name, effect=what)


def lift(fighter: Fighter, effect: sheet.Effect, table: Table, rule: str = "konflikt-2") -> None:
    """The effect is over."""
    fighter.effects = [known for known in fighter.effects if known is not effect]
    table.note(rule, fighter, "{name}: {effect} ends", effect=effect.name)


def act(fighter: Fighter, effect: sheet.Effect, table: Table) -> None:
    """What an effect does as the round ends."""
    if effect.per_round > 0:
        heal(fighter, effect.per_round, table, "konflikt-2")
    elif effect.per_round < 0:
        lost = min(-effect.per_round, fighter.hp)
        fighter.hp -= lost
        table.mark("damage", fighter.id, lost)
        table.note(
            "konflikt-2", fighter, "{name} loses {count} hit point: {effect}",
            "{name} loses {count} hit points: {effect}", count=lost, effect=effect.name,
        )  # fmt: skip
        if fighter.hp == 0:
            faint(fighter, table)


def run_on(fighter: Fighter, effect: sheet.Effect, table: Table) -> None:
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
