"""What a character can do with its AP (teohiphip-6 to 15), each as a command and a function."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import Field as Limits

from desktop.rules.contract import BY_HAND, Command
from desktop.rules.fields import Record, Shown
from desktop.rules.table import Refusal, Table
from desktop.rules.teohiphip import talents
from desktop.rules.teohiphip.check import Reason, Reasons, make_test, reasons
from desktop.rules.teohiphip.sheet import Attack, Tags, Trait
from desktop.rules.teohiphip.state import Fighter, Skirmish
from desktop.rules.teohiphip.traits import Known
from desktop.rules.teohiphip.wounds import engage, hurt, part

Inches = Annotated[int, Limits(ge=0, le=200)]
Fact = bool | Annotated[str, Limits(min_length=1, max_length=200)]
"""Whether something holds: yes, no, or yes with the reason in words."""


class TestModifiers(Record):
    """What the game master sees on the table about a test (teohiphip-17)."""

    advantage: Annotated[Fact, Shown("Advantage", "Przewaga", rule="teohiphip-17")] = False
    disadvantage: Annotated[Fact, Shown("Disadvantage", "Utrudnienie", rule="teohiphip-17")] = False


class AttackModifiers(TestModifiers):
    concealed: Annotated[bool, Shown("Target concealed", "Ukrycie", rule="teohiphip-9")] = False
    cover: Annotated[bool, Shown("Target in cover", "Osłona", rule="teohiphip-10")] = False


class Activate(Command):
    do: Literal["activate"] = "activate"


class EndTurn(Command):
    do: Literal["end_turn"] = "end_turn"


class Act(Command):
    do: Literal["act"] = "act"


class Move(Act):
    action: Literal["move"] = "move"
    inches: Annotated[
        Inches | None,
        Shown("Distance", "Dystans", unit="″", rule="teohiphip-6", help="half inches count whole"),
    ] = None
    difficult: Annotated[
        Inches, Shown("of it difficult", "w tym trudny teren", unit="″", rule="teohiphip-7")
    ] = 0
    contact: Annotated[
        list[str],
        Limits(max_length=20),
        Shown("Into contact with", "W zwarcie z", kind="combatants", rule="teohiphip-21"),
    ] = []


class FullMove(Move):
    action: Literal["full_move"] = "full_move"  # type: ignore[assignment]


class Climb(Act):
    action: Literal["climb"] = "climb"
    hard: Annotated[bool, Shown("A hard obstacle", "Trudna przeszkoda", rule="teohiphip-8")] = True
    modifiers: Annotated[TestModifiers, Shown("Modifiers")] = TestModifiers()


class Strike(Act):
    action: Literal["attack"] = "attack"
    target: Annotated[str, Shown("Target", "Cel", kind="combatant", rule="teohiphip-11")]
    with_: Annotated[
        str, Limits(alias="with", max_length=100), Shown("With", "Broń", kind="choice")
    ] = ""
    distance: Annotated[
        Inches | None, Shown("Distance", "Dystans", unit="″", rule="teohiphip-11")
    ] = None
    line_of_sight: Annotated[bool, Shown("Line of sight", "Linia wzroku", rule="teohiphip-9")] = (
        True
    )
    modifiers: Annotated[AttackModifiers, Shown("Modifiers")] = AttackModifiers()


class Aim(Act):
    action: Literal["aim"] = "aim"


class Hunker(Act):
    action: Literal["hunker"] = "hunker"


class Interact(Act):
    action: Literal["interact"] = "interact"
    ap: Annotated[int, Limits(ge=0, le=2), Shown("Cost", "Koszt", unit="AP")] = 1
    what: Annotated[str, Limits(max_length=200), Shown("With what", "Z czym")] = ""
    test: Annotated[bool, Shown("Needs a test", "Wymaga testu", rule="teohiphip-16")] = False
    tags: Annotated[Tags, Shown("Kind of test", "Rodzaj testu", rule="teohiphip-17")] = []
    modifiers: Annotated[TestModifiers, Shown("Modifiers")] = TestModifiers()


class UseTrait(Act):
    action: Literal["use_trait"] = "use_trait"
    trait: Annotated[str, Limits(max_length=100), Shown("Trait", "Cecha", kind="choice")]
    target: Annotated[str | None, Shown("For", "Dla", kind="combatant")] = None


class Test(Act):
    """Any test of any character, also outside its activation (teohiphip-18)."""

    action: Literal["test"] = "test"
    what: Annotated[str, Limits(max_length=200), Shown("Of what", "Czego")] = ""
    tags: Annotated[Tags, Shown("Kind of test", "Rodzaj testu", rule="teohiphip-17")] = []
    modifiers: Annotated[TestModifiers, Shown("Modifiers")] = TestModifiers()


class Other(Act):
    """Whatever the game master allows, at the price the game master sets."""

    action: Literal["other"] = "other"
    what: Annotated[str, Limits(min_length=1, max_length=500), Shown("What", "Co")]
    ap: Annotated[int, Limits(ge=0, le=2), Shown("Cost", "Koszt", unit="AP")] = 1


# ---- tests with their reasons


def reasons_for(
    state: Skirmish, fighter: Fighter, kinds: Sequence[str], modifiers: TestModifiers
) -> Reasons:
    """What the fighter brings to a test of these kinds, and what the table says (teohiphip-17)."""
    found = reasons(state, fighter, kinds)
    for fact, column in (
        (modifiers.advantage, found.advantage),
        (modifiers.disadvantage, found.disadvantage),
    ):
        if fact:
            column.append(Reason(fact if isinstance(fact, str) else "by the situation"))
    return found


# ---- the actions


def move(state: Skirmish, fighter: Fighter, command: Move, table: Table) -> None:
    """teohiphip-6 and 7; a move ends hunkering (13) and contact (21)."""
    reach = fighter.spd * (2 if isinstance(command, FullMove) else 1)
    inches = command.inches
    if inches is not None and command.difficult > inches:
        raise Refusal("cannot be more than the whole distance", "difficult")
    used = (command.difficult if inches is None else inches) + command.difficult
    if used > reach and not command.overrule:
        raise Refusal(
            f"{used}″ of speed needed, {fighter.name} has {reach}″"
            + (" (difficult ground counts twice)" if command.difficult else ""),
            "inches",
        )
    leave_contact(state, fighter, table)
    stop_hunkering(fighter, table)
    fighter.did += ("move",) * (2 if isinstance(command, FullMove) else 1)
    far = f"up to {reach}″" if inches is None else f"{inches}″"
    table.log("teohiphip-6", f"{fighter.name} moves {far}", by=fighter.id)
    if command.difficult:
        table.log(
            "teohiphip-7",
            f"{command.difficult}″ of difficult ground count twice: {used}″ of {reach}″",
            by=fighter.id,
        )
    for id in command.contact:
        other = another(state, fighter, id, "contact")
        engage(fighter, other)
        table.log("teohiphip-21", f"{fighter.name} is in contact with {other.name}", by=fighter.id)


def climb(state: Skirmish, fighter: Fighter, command: Climb, table: Table) -> None:
    """teohiphip-8: an easy obstacle needs nothing; a hard one a move and a test of agility."""
    if not command.hard:
        table.log("teohiphip-8", f"{fighter.name} gets over with ease", by=fighter.id)
        return
    leave_contact(state, fighter, table)
    stop_hunkering(fighter, table)
    fighter.did += ("climb",)
    found = reasons_for(state, fighter, ("climb", "agility"), command.modifiers)
    over = make_test(state, fighter, found, table, "climb") >= 1
    said = "gets over" if over else "fails, the action is wasted"
    if over:
        table.mark("success", fighter.id)
    table.log("teohiphip-8", f"{fighter.name} {said}", by=fighter.id)


def strike(state: Skirmish, fighter: Fighter, command: Strike, table: Table) -> None:
    """teohiphip-11: one test (16); each success left after cover (10, 13) takes 1 hp (20)."""
    target = another(state, fighter, command.target, "target")
    weapon = weapon_of(fighter, command.with_)
    check_reach(fighter, weapon, command)
    if weapon.uses is not None:
        fighter.spent[weapon.name] = fighter.spent.get(weapon.name, 0) + 1
    fighter.did += ("melee" if weapon.kind == "melee" else "shot",)
    stop_hunkering(fighter, table)
    far = "" if command.distance is None else f" at {command.distance}″"
    table.log(
        "teohiphip-11",
        f"{fighter.name} attacks {target.name}: {weapon.name}{far}",
        by=fighter.id,
    )
    if weapon.kind == "melee" and target.id not in fighter.engaged_with:
        engage(fighter, target)
        table.log("teohiphip-21", f"{fighter.name} is in contact with {target.name}", by=fighter.id)
    found = attack_reasons(state, fighter, target, weapon, command, table)
    rolled = make_test(state, fighter, found, table, "attack", against=target)
    left = after_cover(target, rolled, command.modifiers.cover, table)
    if left:
        table.mark("hit", target.id)
    hurt(state, target, left, table)


def attack_reasons(
    state: Skirmish,
    fighter: Fighter,
    target: Fighter,
    weapon: Attack,
    command: Strike,
    table: Table,
) -> Reasons:
    """teohiphip-17: the aim (12), which is used up, the weapon, concealment (9), the rest."""
    kinds = ("attack", "thrown" if weapon.thrown else weapon.kind)
    found = reasons_for(state, fighter, kinds, command.modifiers)
    if fighter.aiming:
        fighter.aiming = False
        found.advantage.append(Reason("aimed", "teohiphip-12"))
    if weapon.advantage:
        found.advantage.append(Reason(weapon.name))
    if weapon.disadvantage:
        found.disadvantage.append(Reason(weapon.name))
    weak = target.hp * 2 < target.max_hp
    if Known.PREDATOR in fighter.traits and weapon.kind == "melee" and weak:
        found.advantage.append(Reason(Known.PREDATOR))
    if command.modifiers.concealed:
        for who, trait in ((fighter, Known.VIGILANT), (target, Known.MARKED_BY_TIME)):
            if trait in who.traits:
                table.log("teohiphip-9", f"No concealment: {who.name}, {trait}", by=who.id)
                break
        else:
            found.disadvantage.append(Reason("the target is concealed", "teohiphip-9"))
    return found


def after_cover(target: Fighter, successes: int, cover: bool, table: Table) -> int:
    """teohiphip-10 and 13: cover of either kind takes away the first success, never two."""
    if not successes or target.sheet.object:
        return successes
    if cover:
        table.log("teohiphip-10", f"Cover: {target.name} ignores one success", by=target.id)
    elif target.hunkered:
        table.log("teohiphip-13", f"Hunkered: {target.name} ignores one success", by=target.id)
    else:
        return successes
    return successes - 1


def check_reach(fighter: Fighter, weapon: Attack, command: Strike) -> None:
    """teohiphip-9 and 11: line of sight and range for a shot, about 1″ for a blow."""
    if command.overrule:
        return
    if weapon.kind == "ranged" and not command.line_of_sight:
        raise Refusal("no line of sight, so no ranged attack (teohiphip-9)", "line_of_sight")
    reach = 1 if weapon.kind == "melee" else weapon.range
    if reach is not None and command.distance is not None and command.distance > reach:
        raise Refusal(
            f"{command.distance}″ is out of range, {weapon.name} reaches {reach}″", "distance"
        )
    if not has_uses(fighter, weapon):
        raise Refusal(f"{weapon.name} is used up ({weapon.uses} in a fight)", "with")


def aim(state: Skirmish, fighter: Fighter, command: Aim, table: Table) -> None:
    """teohiphip-12: the next attack in this activation gets advantage."""
    fighter.aiming = True
    fighter.did += ("aim",)
    table.log("teohiphip-12", f"{fighter.name} aims", by=fighter.id)


def hunker(state: Skirmish, fighter: Fighter, command: Hunker, table: Table) -> None:
    """teohiphip-13: cover until the next activation, a move or an attack."""
    fighter.hunkered = True
    table.log("teohiphip-13", f"{fighter.name} hunkers down", by=fighter.id)


def interact(state: Skirmish, fighter: Fighter, command: Interact, table: Table) -> None:
    """teohiphip-14: an object or an objective, with or without a test."""
    with_what = f": {command.what}" if command.what else ""
    table.log("teohiphip-14", f"{fighter.name} interacts{with_what}", by=fighter.id)
    if command.test:
        found = reasons_for(state, fighter, ("interact", *command.tags), command.modifiers)
        successes = make_test(state, fighter, found, table, "interaction")
        tell_successes("teohiphip-14", fighter, successes, table)


def any_test(state: Skirmish, fighter: Fighter, command: Test, table: Table) -> None:
    """teohiphip-16: whatever the game master calls for; it costs nothing."""
    found = reasons_for(state, fighter, command.tags, command.modifiers)
    successes = make_test(state, fighter, found, table, command.what or "test")
    tell_successes("teohiphip-16", fighter, successes, table)


def tell_successes(rule: str, fighter: Fighter, successes: int, table: Table) -> None:
    said = {0: "no success", 1: "1 success"}.get(successes, f"{successes} successes")
    if successes:
        table.mark("success", fighter.id, successes)
    table.log(rule, f"{fighter.name}: {said}", by=fighter.id)


def use_trait(state: Skirmish, fighter: Fighter, command: UseTrait, table: Table) -> None:
    """teohiphip-15: an active trait, at the AP it states."""
    trait = active_trait(fighter, command.trait)
    why_not = talents.not_now(state, fighter, trait)
    if why_not and not command.overrule:
        raise Refusal(f"{trait.name}: {why_not}", "trait")
    ally = fighter
    if command.target is not None:
        ally = another(state, fighter, command.target, "target")
    if talents.needs_ally(trait) and (ally is fighter or ally.side != fighter.side):
        raise Refusal(f"{trait.name} needs an ally", "target")
    whom = f" for {ally.name}" if ally is not fighter else ""
    text = f" ({trait.text})" if trait.text else ""
    table.log("teohiphip-15", f"{fighter.name} uses {trait.name}{whom}{text}", by=fighter.id)
    talents.use(state, fighter, trait, ally, table)


def other(state: Skirmish, fighter: Fighter, command: Other, table: Table) -> None:
    table.log(BY_HAND, f"{fighter.name}: {command.what}", by=fighter.id)


# ---- what the actions share


def leave_contact(state: Skirmish, fighter: Fighter, table: Table) -> None:
    """teohiphip-21: a move action leaves contact; nobody strikes in passing."""
    if fighter.engaged_with:
        names = ", ".join(state[id].name for id in fighter.engaged_with)
        part(state, fighter)
        table.log("teohiphip-21", f"{fighter.name} breaks away from {names}", by=fighter.id)


def stop_hunkering(fighter: Fighter, table: Table) -> None:
    if fighter.hunkered:
        fighter.hunkered = False
        table.log("teohiphip-13", f"{fighter.name} gives up the cover", by=fighter.id)


def another(state: Skirmish, fighter: Fighter, id: str, place: str) -> Fighter:
    """Another combatant who is still there, taken for writing."""
    if id not in state.combatants:
        raise Refusal(f"there is no combatant {id!r}", place)
    if id == fighter.id:
        raise Refusal("needs somebody else", place)
    if state[id].out:
        raise Refusal(f"{state[id].name} is out of the fight", place)
    return state.take(id)


UNARMED = Attack(name="Bez broni", kind="melee")
"""What a character without attacks of its own can still do."""


def weapons_of(fighter: Fighter) -> Sequence[Attack]:
    return fighter.sheet.attacks or [UNARMED]


def has_uses(fighter: Fighter, weapon: Attack) -> bool:
    """Whether a limited attack can still be made in this fight."""
    return weapon.uses is None or fighter.spent.get(weapon.name, 0) < weapon.uses


def attacks_left(state: Skirmish, fighter: Fighter) -> bool:
    """teohiphip-11: whether the house rules allow another attack in this activation."""
    limit = state.house.attacks_per_activation
    return limit is None or fighter.attacks_made < limit


def weapon_of(fighter: Fighter, name: str) -> Attack:
    """The attack of that name; the first one when none is named."""
    weapons = weapons_of(fighter)
    for weapon in weapons:
        if not name or weapon.name == name:
            return weapon
    there_is = ", ".join(weapon.name for weapon in weapons)
    raise Refusal(f"{fighter.name} has no {name!r}; there is: {there_is}", "with")


def active_trait(fighter: Fighter, name: str) -> Trait:
    active = talents.active_traits(fighter)
    for trait in active:
        if trait.name == name:
            return trait
    there_is = ", ".join(trait.name for trait in active) or "none"
    raise Refusal(f"{fighter.name} has no active trait {name!r}; there is: {there_is}", "trait")


# ---- the list of them


@dataclass(frozen=True)
class Action:
    """One action as the panel offers it. ``ap`` is what it costs unless the command says."""

    command: type[Command]
    perform: Callable[[Skirmish, Fighter, Any, Table], None]
    label: str
    native: str
    rule: str
    ap: int
    key: str

    @cached_property
    def id(self) -> str:
        name: str = self.command.model_fields["action"].default
        return name


ACTIONS: tuple[Action, ...] = (
    Action(Move, move, "Move", "Ruch", "teohiphip-6", 1, "R"),
    Action(FullMove, move, "Full move", "Pełny ruch", "teohiphip-6", 2, "P"),
    Action(Strike, strike, "Attack", "Atak", "teohiphip-11", 1, "A"),
    Action(Aim, aim, "Aim", "Celowanie", "teohiphip-12", 1, "C"),
    Action(Hunker, hunker, "Hunker down", "Krycie się", "teohiphip-13", 1, "K"),
    Action(Interact, interact, "Interact", "Interakcja", "teohiphip-14", 1, "I"),
    Action(Climb, climb, "Climb or jump", "Wspinaczka", "teohiphip-8", 1, "W"),
    Action(UseTrait, use_trait, "Use a trait", "Cecha", "teohiphip-15", 1, "E"),
    Action(Test, any_test, "Test", "Test", "teohiphip-16", 0, "T"),
    Action(Other, other, "Other", "Inne", BY_HAND, 1, "O"),
)

BY_ID = {action.id: action for action in ACTIONS}


def price(fighter: Fighter, command: Command) -> int:
    """What a command costs in AP: what the game master says, the command, the trait, the list."""
    if command.cost is not None:
        return command.cost
    if isinstance(command, Interact | Other):
        return command.ap
    if isinstance(command, Climb) and not command.hard:
        return 0
    if isinstance(command, UseTrait):
        return talents.price_of(active_trait(fighter, command.trait))
    return BY_ID[command.action].ap
