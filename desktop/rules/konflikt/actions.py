"""Everything that can be done, in the order in which it is shown, and what is on offer for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import permutations

from desktop.rules.cast import alone, combatant_choices, gone, targets
from desktop.rules.contract import Action, Option, checked
from desktop.rules.fields import Choice, Field, fields_of
from desktop.rules.konflikt import checks, commands, rounds, turn
from desktop.rules.konflikt.attacks import attack, two_weapons
from desktop.rules.konflikt.on_map import behind_wall
from desktop.rules.konflikt.sheet import UNARMED, Power, effect_term, skill_term
from desktop.rules.konflikt.sheet import Attack as Weapon
from desktop.rules.konflikt.state import Conflict, Fighter, is_threatened
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Reason, Text, Words, as_text, joined


def _nothing_of(action: str) -> Callable[[Conflict, Fighter], Text | None]:
    def why_not(state: Conflict, fighter: Fighter) -> Text | None:
        reason = turn.why_not_craft(fighter, action)
        only_harm = all(power.harms for power in turn.CRAFTS[action].of(fighter))
        return reason or (alone(state, fighter) if only_harm else None)

    return why_not


whole = partial(Action[Conflict, Fighter], uses={"action": 1})
"""One that takes the action of the turn (konflikt-5); ``price`` of others is in momentum."""

anybodys = partial(Action[Conflict, Fighter], whose="anybody", group="others")


def prepared_by(fighter: Fighter) -> Action[Conflict, Fighter] | None:
    """What somebody has prepared; None: nothing."""
    prepared = fighter.prepared.action if fighter.prepared else ""
    return next((action for action in ACTIONS if action.id == prepared), None) if prepared else None


def trigger(state: Conflict, fighter: Fighter, command: commands.Trigger, table: Table) -> None:
    """konflikt-7: once, in the opponents' running turn, at the same moment as their act.

    Both go by how things stood before either, so both may hit and both may fall.
    """
    action, prepared = prepared_by(fighter), fighter.prepared
    if action is None or prepared is None:
        raise Refusal("nothing is prepared", "actor", rule="konflikt-7")
    state.answering = True
    if state.people[fighter.id].out:
        raise Refusal(Text("{name} is out of the fight", name=fighter.name), "actor")
    said = command.model_dump(by_alias=True, exclude_unset=True)
    step = {**said, "do": action.do, "action": action.id}
    if action.id == "other":
        step["what"] = command.what or prepared.what or action.native
    meant = checked(action.command, step)
    fighter.prepared, fighter.stepped_in = None, state.round
    state.holders = tuple(id for id in state.holders if id != fighter.id)
    when = as_text(prepared.when)
    if state.last_actor:
        table.note(
            "konflikt-7", fighter,
            "{name} does what was prepared: {when} (at the same moment: {other})",
            when=when, other=state[state.last_actor].name,
        )  # fmt: skip
    else:
        table.note("konflikt-7", fighter, "{name} does what was prepared: {when}", when=when)
    action.perform(state, fighter, meant, table)
    if action.id == "sprint":
        state.runners = (*state.runners, fighter.id)
    state.answering = False


TRIGGER = Action(
    commands.Trigger, trigger, Text("What was prepared"), "Připravená akce", "konflikt-7",
    key="R", group="reactions",  # its uses may be spent, or no effect there to end
    why_not=lambda state, fighter: (
        prepared.why_not(state, fighter) if (prepared := prepared_by(fighter)) else None
    ),
)  # fmt: skip

PASS = Action(
    commands.Pass, rounds.pass_turn, Text("Done"), "Hotovo", "konflikt-5",
    key="Space", group="turn", main=True,
)  # fmt: skip

END_TURN = Action(
    commands.EndTurn, rounds.end_turn, Text("End the side's turn"), "Konec tahu skupiny",
    "konflikt-3", key="K", group="turn", whose="nobody",
)  # fmt: skip

ACTIONS = (
    TRIGGER,
    whole(commands.Attack, attack, Text("Attack"), "Útok", "konflikt-10", key="A", why_not=alone),
    whole(commands.TwoWeapons, two_weapons, Text("Two weapons"), "Dvě zbraně", "konflikt-18",
          key="D", why_not=alone),
    whole(commands.Cast, turn.use, Text("Cast a spell"), "Seslat kouzlo", "konflikt-6",
          key="C", why_not=_nothing_of("cast"), section="other"),
    whole(commands.UseAbility, turn.use, Text("Use an ability"), "Použít schopnost", "konflikt-6",
          key="B", why_not=_nothing_of("use_ability"), section="other"),
    whole(commands.UseItem, turn.use, Text("Use an item"), "Použít předmět", "konflikt-6",
          key="I", why_not=_nothing_of("use_item"), section="other"),
    whole(commands.Overcome, turn.overcome, Text("Overcome"), "Překonat", "konflikt-6",
          key="O", why_not=turn.nothing_to_overcome),
    whole(commands.EndEffect, turn.end_effect, Text("End an effect"), "Ukončit magický efekt",
          "konflikt-6", key="E", why_not=turn.nothing_to_end),
    whole(commands.Prepare, turn.prepare, Text("Prepare an action"), "Připravit akci",
          "konflikt-7", key="P", why_not=turn.why_not_skip),
    whole(commands.Sprint, turn.sprint, Text("Sprint"), "Sprint", "konflikt-6",
          key="S", section="move"),
    whole(commands.Other, turn.other, Text("Something else"), "Něco jiného", "konflikt-6",
          key="N", section="other"),
    Action(commands.Move, turn.move, Text("Move"), "Pohyb", "konflikt-9", price=1, key="M"),
    Action(commands.Interact, turn.interact, Text("Small doing"), "Drobná akce",
           "konflikt-8", price=turn.SMALL_DOING, key="T"),
    anybodys(commands.Check, checks.any_check, Text("Check"), "Ověření", "konflikt-12", key="V"),
    anybodys(commands.Luck, checks.any_luck, Text("Luck check"), "Ověření štěstí", "konflikt-22",
             key="L"),
    PASS,
    END_TURN,
    Action(commands.EndConflict, rounds.end_conflict, Text("End the conflict"),
           "Ukončit konflikt", "konflikt-1", group="turn", whose="nobody"),
)  # fmt: skip


# ---- what is on offer for their parameters


def offered(state: Conflict, fighter: Fighter, option: Option, field: Field) -> Field | None:
    """The field with its choices; None where what is done does not ask for it.

    What was prepared asks for the fields of its own command, of people as they stood (konflikt-7).
    """
    doing, people = option.action, state.combatants
    if option.do == TRIGGER.do:
        action = prepared_by(fighter)
        if action is None or field.id not in {own.id for own in fields_of(action.command)}:
            return None
        if field.id == "what":
            field = replace(field, default=fighter.prepared.what if fighter.prepared else "")
        doing, people = action.id, {**state.combatants, **state.before}
    if field.id == "threatened":  # konflikt-13: as the state has it
        threatened = is_threatened(people, people[fighter.id])
        return replace(field, default=threatened, optional=False)
    return _offered(state, fighter, doing, field)


def _offered(state: Conflict, fighter: Fighter, doing: str, field: Field) -> Field:
    """What is on offer for a field of what is done."""
    match field.id:
        case "with" if doing == "attack":
            return _first_of(field, weapons(fighter))
        case "with" if doing == "two_weapons":
            return field.offering(weapons(fighter), pair_of_weapons(fighter)[0])
        case "with" if doing in turn.CRAFTS:
            return powers(fighter, doing, field)
        case "with":
            return thrown_alone(fighter, doing, field)
        case "with_other":  # konflikt-18: what is in the other hand
            first, *more = weapons(fighter)
            return field.offering([*more, first], pair_of_weapons(fighter)[1])
        case "held_back":
            return replace(field, default=True)
        case "target" if doing in turn.BLOWS:
            return _first_of(field, others(state, fighter))
        case "target" | "also" if doing in turn.CRAFTS:
            return targets_of_a_power(state, fighter, doing, field)
        case "target" if doing == "end_effect":
            under = [c for c in state.combatants.values() if c.under_effects_of(fighter)]
            return _first_of(field, combatant_choices(under))
        case "target" if doing == "other":
            return field.offering([Choice("", Text("nobody")), *others(state, fighter)], "")
        case "effect" if doing == "end_effect":
            people = state.combatants.values()
            names = dict.fromkeys(e.name for c in people for e in c.under_effects_of(fighter))
            return _first_of(field, [Choice(name, name) for name in names])
        case "effect":
            effects = fighter.to_overcome
            return _first_of(field, [Choice(e.name, effect_term(e).label) for e in effects])
        case "prepared":
            return greyed(field, partial(turn.why_not_craft, fighter))
        case "doing":
            return greyed(field, partial(turn.why_not_doing, fighter))
        case "skill":
            return skills(fighter, doing, field)
        case _ if field.kind in ("combatant", "combatants"):
            return field.offering(others(state, fighter))
    return field


def others(state: Conflict, fighter: Fighter, *, friends_first: bool = False) -> Sequence[Choice]:
    """Everybody else, who is in reach first."""
    hindered, reach = behind_wall(state, fighter.id), near(state, fighter)
    return targets(state, fighter, gone, near=reach, friends_first=friends_first, hindered=hindered)


def near(state: Conflict, fighter: Fighter) -> list[str]:
    """konflikt-13: in whose reach it stands, and who stands in its own."""
    in_reach = [c.id for c in state.combatants.values() if fighter.id in c.reached_by]
    return [*fighter.reached_by, *in_reach]


def narrowed(state: Conflict, fighter: Fighter, option: Option, field: Field, chosen: str) -> Field:
    """What goes with the weapon or the power that is chosen: the other hand, or the targets."""
    if field.id == "with_other":
        return beside(field, fighter, chosen)
    if field.id in ("target", "also") and option.action in turn.CRAFTS:
        return targets_of_a_power(state, fighter, option.action, field, chosen)
    return field


def targets_of_a_power(
    state: Conflict, fighter: Fighter, doing: str, field: Field, chosen: str = ""
) -> Field:
    """On whom a power is used, and on whom else in its area: a harmful one on an enemy first,
    another on oneself first, or where it heals on the friend who lacks most.

    The one that is chosen decides, else the first that can be used; what harms is for others only.
    """
    craft = turn.CRAFTS[doing]
    known = craft.of(fighter)
    usable = craft.usable(fighter)
    used = [power for power in known if power.name == chosen] or (usable or known)[:1]
    harmful = any(power.harms for power in used)
    oneself = [] if all(power.harms for power in known) else [Choice("", Text("oneself"))]
    people = others(state, fighter, friends_first=not harmful)
    if field.id == "also":
        return field.offering(people)
    offered = _first_of(field, [*people, *oneself] if harmful else [*oneself, *people])
    if not any(power.healing for power in used):
        return offered

    def lacks(choice: Choice) -> int:
        other = state.combatants.get(choice.value, fighter)
        friend = other.side == fighter.side and not choice.why_not
        return int(other.sheet.max_hp - other.hp) if friend else -1

    return replace(offered, default=max(offered.choices, key=lacks).value)


def weapons(fighter: Fighter) -> list[Choice]:
    """Everything to attack with, what cannot be used now greyed."""
    choices = []
    for weapon in fighter.weapons:
        left = fighter.left(fighter.path_of(weapon), weapon.uses)
        choices.append(_choice(weapon, weapon.damage, left, fighter.why_not_at_hand(weapon)))
    return choices


def _choice(thing: Weapon | Power, dice: str, left: int | None, why_not: Text | None) -> Choice:
    """A weapon or power with its dice, and how often it can be used still where that is counted."""
    counted = [] if left is None else [Text("left: {left}", left=left)]
    note = joined([*filter(None, [dice]), *counted]) if counted else dice
    return Choice(thing.name, thing.name, note, why_not)


def pair_of_weapons(fighter: Fighter, first: str = "") -> tuple[str, str]:
    """konflikt-18: the first two that can be used together, with ``first`` as one of them where it
    is named; bare hands only where nothing else fits, twice where nothing is there."""
    usable = [w for w in fighter.weapons if not fighter.why_not_at_hand(w)] or [UNARMED]
    pairs = [
        (one.name, other.name)
        for one, other in permutations(usable, 2)
        if first in ("", one.name) and one.fits(other)
    ]
    alone = first or usable[0].name
    return min(pairs, key=lambda pair: UNARMED.name in pair, default=(alone, alone))


def beside(field: Field, fighter: Fighter, first: str) -> Field:
    """konflikt-18: the weapons in the other hand; grey and last what cannot be beside the first."""
    by_name = {weapon.name: weapon for weapon in fighter.weapons}

    def why_not(choice: Choice) -> Words | None:
        if choice.value == first != UNARMED.name:
            return Reason("needs a second weapon", rule="konflikt-18")
        if first in by_name and not by_name[first].fits(by_name[choice.value]):
            return Reason("there are not hands enough for both", rule="konflikt-18")
        return choice.why_not

    choices = [replace(choice, why_not=why_not(choice)) for choice in field.choices]
    choices.sort(key=lambda choice: bool(choice.why_not))
    return field.offering(choices, pair_of_weapons(fighter, first)[1])


def powers(fighter: Fighter, doing: str, field: Field) -> Field:
    """Its items, abilities or spells, what cannot be used now greyed."""
    craft, choices = turn.CRAFTS[doing], []
    for power in craft.of(fighter):
        left = fighter.left(craft.path_of(fighter, power), power.uses)
        dice = power.damage or power.healing
        choices.append(_choice(power, dice, left, craft.why_not(fighter, power)))
    return _first_of(field, choices)


def thrown_alone(fighter: Fighter, wanted: str, field: Field) -> Field:
    """konflikt-6 and 11: what can be used away from a fight, or has damage or healing to throw."""
    choices = []
    for craft in turn.CRAFTS.values():
        for power in craft.of(fighter):
            dice = getattr(power, wanted, "")
            why_not = craft.why_not(fighter, power) if wanted == "use" else None
            if dice or wanted == "use":
                choices.append(Choice(power.name, power.name, dice, why_not))
    own = [Choice(w.name, w.name, w.damage) for w in fighter.weapons if wanted == "damage"]
    return _first_of(field, [*own, *choices])


def greyed(field: Field, why_not: Callable[[str], Text | None]) -> Field:
    """Its own choices, greyed where something stands against one."""
    return field.offering([replace(c, why_not=why_not(str(c.value))) for c in field.choices])


def skills(fighter: Fighter, doing: str, field: Field) -> Field:
    """Its skills with what they add; for something else also none."""
    none = [Choice("", Text("none", context="skill"))] if doing in ("other", "move") else []
    own = fighter.skills().items()
    choices = [
        Choice(skill, Text("{skill}", skill=skill_term(skill)), f"{plus:+d}".replace("-", "−"))
        for skill, plus in own
    ]
    return _first_of(field, [*none, *choices])


def _first_of(field: Field, choices: Sequence[Choice]) -> Field:
    """The choices, the first that can be as the default."""
    first = next((choice.value for choice in choices if not choice.why_not), None)
    return field.offering(choices, first)
