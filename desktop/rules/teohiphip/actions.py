"""What a character can do with its AP (teohiphip-6 to 16): commands, what they do, their list."""

from collections.abc import Sequence
from functools import partial
from operator import attrgetter
from typing import Annotated

from pydantic import Field as Limits

from desktop.rules.battlefield import At
from desktop.rules.cast import alone, another, named, when
from desktop.rules.contract import Action, Command, bare
from desktop.rules.effects import EffectUnit
from desktop.rules.fields import Record, shown
from desktop.rules.positions import WALL, barred, go
from desktop.rules.table import BY_HAND, Refusal, Table
from desktop.rules.teohiphip import checks, talents
from desktop.rules.teohiphip.pool import KEPT
from desktop.rules.teohiphip.rounds import activate, end_activation
from desktop.rules.teohiphip.sheet import Attack, Known, Tags, Trait
from desktop.rules.teohiphip.state import Fighter, Skirmish, engage, part
from desktop.rules.text import Text, few, joined

Inches = Annotated[int, Limits(ge=0, le=200)]

Fact = bool | Annotated[str, Limits(min_length=1, max_length=200)]
"""Whether something holds: yes, no, or yes with the reason in words."""


class TestModifiers(Record):
    """What the game master sees on the table about a test (teohiphip-17)."""

    advantage: Fact = shown(False, "Advantage", "Przewaga", "teohiphip-17")
    disadvantage: Fact = shown(False, "Disadvantage", "Utrudnienie", "teohiphip-17")


UNMODIFIED = TestModifiers()


class AttackModifiers(TestModifiers):
    """The same about an attack, with concealment and cover (teohiphip-9, 10)."""

    concealed: bool = shown(False, "Target concealed", "Ukrycie", "teohiphip-9")
    cover: bool = shown(False, "Target in cover", "Osłona", "teohiphip-10")


Activate = bare(do="activate", about="teohiphip-3: a band's character begins its activation.")
EndTurn = bare(do="end_turn", about="teohiphip-5: the activation ends; AP that are left are lost.")


class Move(Command, action="move"):
    """A move; with ``to``, a point of the map, straight there."""

    to: At | None = shown(None, "To", "Dokąd", "teohiphip-6", kind="point")
    inches: Inches | None = shown(
        None, "Distance", "Dystans", "teohiphip-6", "″", help="half inches count whole"
    )
    difficult: Inches = shown(0, "of it difficult", "w tym trudny teren", "teohiphip-7", "″")
    contact: list[str] = shown(
        [], "Into contact with", "W zwarcie z", "teohiphip-21", max_length=20, kind="combatants"
    )


FullMove = bare(
    "full_move", base=Move, about="teohiphip-6: a move for both AP, up to twice as far."
)


class Climb(Command, action="climb"):
    """teohiphip-8: climbing or jumping over an obstacle."""

    hard: bool = shown(
        True, "A hard obstacle, 1 AP", "Trudna przeszkoda, 1 AP", "teohiphip-8", help="Needs a test"
    )
    modifiers: TestModifiers = shown(TestModifiers(), "Modifiers")


class Strike(Command, action="attack"):
    """teohiphip-11: an attack with one weapon."""

    target: str = shown(..., "Target", "Cel", "teohiphip-11", kind="combatant")
    with_: str = shown("", "With", "Broń", alias="with", max_length=100, kind="choice")
    distance: Inches | None = shown(
        None, "Distance", "Dystans", "teohiphip-11", "″", distance_to="target"
    )
    line_of_sight: bool = shown(True, "Line of sight", "Linia wzroku", "teohiphip-9")
    modifiers: AttackModifiers = shown(AttackModifiers(), "Modifiers")


Aim = bare("aim", about="teohiphip-12: advantage in the next attack.")
Hunker = bare("hunker", about="teohiphip-13: cover until the next activation.")


class Interact(Command, action="interact"):
    """teohiphip-14: something is done with an object."""

    ap: int = shown(1, "Cost", "Koszt", ge=0, le=2, unit="AP")
    what: str = shown("", "Object or objective", "Przedmiot lub cel", max_length=200)
    test: bool = shown(False, "Needs a test", "Wymaga testu", "teohiphip-16")
    tags: Tags = shown([], "Kind of test", "Rodzaj testu", "teohiphip-17")
    modifiers: TestModifiers = shown(TestModifiers(), "Modifiers")


class UseTrait(Command, action="use_trait"):
    """teohiphip-15: an active trait is used."""

    trait: str = shown(..., "Trait", "Cecha", max_length=100, kind="choice")
    target: str | None = shown(None, "For", "Dla", kind="combatant")


class Test(Command, action="test"):
    """Any test of any character, also outside its activation (teohiphip-18)."""

    what: str = shown("", "Of what", "Czego", max_length=200)
    tags: Tags = shown([], "Kind of test", "Rodzaj testu", "teohiphip-17")
    modifiers: TestModifiers = shown(TestModifiers(), "Modifiers")


class Other(Command, action="other"):
    """Whatever the game master allows, at the price the game master sets."""

    what: str = shown(..., "What", "Co", min_length=1, max_length=500)
    ap: int = shown(1, "Cost", "Koszt", ge=0, le=2, unit="AP")


# ---- the actions


def reasons_for(
    state: Skirmish, fighter: Fighter, kinds: Sequence[str], modifiers: TestModifiers
) -> checks.Reasons:
    """What the fighter brings to a test of these kinds, and what the table says (teohiphip-17)."""
    reasons_found = checks.own_reasons(state, fighter, kinds)
    if modifiers.advantage:
        reasons_found.advantage.append(_situation(modifiers.advantage))
    if modifiers.disadvantage:
        reasons_found.disadvantage.append(_situation(modifiers.disadvantage))
    return reasons_found


def _situation(fact: Fact) -> checks.Reason:
    return checks.Reason(fact if isinstance(fact, str) else Text("by the situation"))


# ---- the actions


SPEED = EffectUnit("speed", Text("Speed"), "SPD", "″", "teohiphip-6")

DAMAGE = EffectUnit("damage", Text("Damage done"), "Obrażenia", "hp", "teohiphip-20")


SLOWED = Text("difficult ground counts twice: {difficult}″ of it, {used}″ of {reach}″ used")


def move(state: Skirmish, fighter: Fighter, command: Move, table: Table) -> None:
    """teohiphip-6 and 7; a move ends hunkering (13) and contact (21)."""
    SPEED.tell(fighter, table)
    speed = speed_now(fighter)
    reach = speed * (2 if isinstance(command, FullMove) else 1)
    inches = command.inches
    if command.to is not None:
        go(state, fighter.id, command.to)
        if inches is None:
            raise Refusal("a wall stands in the way; type how long the way around it is", "to")
    if inches is not None and command.difficult > inches:
        raise Refusal("cannot be more than the whole distance", "difficult")
    used = (command.difficult if inches is None else inches) + command.difficult
    if used > reach and not command.overrule:
        values = {"used": used, "fighter": fighter.name, "reach": reach}
        needed = Text("{used}″ of speed needed, {fighter} has {reach}″", **values)
        if command.difficult:
            needed = Text(
                "{used}″ of speed needed, {fighter} has {reach}″; difficult ground counts twice",
                **values,
            )
        raise Refusal(needed, "inches")
    leave_contact(state, fighter, table)
    stop_hunkering(fighter, table)
    fighter.did += ("move",) * (2 if isinstance(command, FullMove) else 1)
    if inches is None:
        table.note("teohiphip-6", fighter, "{fighter} moves up to {reach}″", reach=reach)
    else:
        table.note("teohiphip-6", fighter, "{fighter} moves {inches}″", inches=inches)
    if command.difficult:
        table.note(
            "teohiphip-7",
            fighter,
            SLOWED.template,
            difficult=command.difficult,
            used=used,
            reach=reach,
        )
    for id in command.contact:
        other = another(state, fighter, id, "contact")
        engage(fighter, other)
        table.note("teohiphip-21", fighter, "Contact: {fighter}, {other}", other=other.name)


def speed_now(fighter: Fighter) -> int:
    """teohiphip-6: inches a move."""
    return max(fighter.spd + SPEED.of(fighter), 0)


def climb(state: Skirmish, fighter: Fighter, command: Climb, table: Table) -> None:
    """teohiphip-8: an easy obstacle needs nothing; a hard one a move and a test of agility.

    Who fails is where it was, and in contact with whom it was (21).
    """
    if not command.hard:
        table.note("teohiphip-8", fighter, "{fighter} gets over with ease")
        return
    stop_hunkering(fighter, table)
    fighter.did += ("climb",)
    reasons = reasons_for(state, fighter, ("climb", "agility"), command.modifiers)
    if checks.make_test(state, fighter, reasons, table, Text("climb")):
        leave_contact(state, fighter, table)
        table.mark("success", fighter.id)
        if fighter.id in state.positions:  # nobody has told the map where to
            table.note("teohiphip-8", fighter, "{fighter} gets over, move the token there")
        else:
            table.note("teohiphip-8", fighter, "{fighter} gets over")
    else:
        table.note("teohiphip-8", fighter, "{fighter} fails the climb, the action is wasted")


ATTACK = Text("attack")


def strike(state: Skirmish, fighter: Fighter, command: Strike, table: Table) -> None:
    """teohiphip-11: one test (16); each success left after cover (10, 13) takes 1 hp (20)."""
    target = another(state, fighter, command.target)
    place, weapon = weapon_of(fighter, target, command)
    if not command.overrule:
        check_reach(state, fighter, place, weapon, target, command)
    fighter.uses = {**fighter.uses, place: fighter.uses.get(place, 0) + 1}
    fighter.did += ("melee" if weapon.kind == "melee" else "shot",)
    stop_hunkering(fighter, table)
    if table.keeps_log:
        values = {"fighter": fighter.name, "target": target.name, "weapon": weapon.name}
        line, far = Text("Attack: {fighter} → {target}, {weapon}", **values), command.distance
        if far is not None:
            line = Text("Attack: {fighter} → {target}, {weapon}, {far}″", far=far, **values)
        table.log("teohiphip-11", line, by=fighter.id)
    if weapon.kind == "melee" and target.id not in fighter.engaged_with:
        engage(fighter, target)
        table.note("teohiphip-21", fighter, "Contact: {fighter}, {target}", target=target.name)
    reasons = attack_reasons(state, fighter, target, weapon, command, table)
    worth = partial(hp_lost, state, fighter, target, command.modifiers.cover)
    rolled = checks.make_test(state, fighter, reasons, table, ATTACK, against=target, worth=worth)
    left = after_cover(target, rolled, command.modifiers.cover, table)
    if left:
        table.mark("hit", target.id)
        left = max(left + DAMAGE.counted(fighter, table), 0)
    else:
        table.note("teohiphip-11", fighter, "{name} misses")
    checks.hurt(state, target, left, table)


def weapon_reasons(
    state: Skirmish, fighter: Fighter, weapon: Attack, modifiers: TestModifiers
) -> checks.Reasons:
    """teohiphip-17: what speaks for and against an attack, with any target: the aim (12),
    the weapon, the rest."""
    kinds = "attack", "thrown" if weapon.thrown else weapon.kind
    reasons = reasons_for(state, fighter, kinds, modifiers)
    if fighter.aiming:
        reasons.advantage.append(checks.Reason(Text("aim"), "teohiphip-12"))
    if weapon.advantage:
        reasons.advantage.append(checks.Reason(weapon.name))
    if weapon.disadvantage:
        reasons.disadvantage.append(checks.Reason(weapon.name))
    return reasons


def known_reasons(state: Skirmish, fighter: Fighter, weapon: Attack) -> checks.Reasons:
    """teohiphip-17: what is known of an attack's test before a target is chosen."""
    reasons = weapon_reasons(state, fighter, weapon, UNMODIFIED)
    checks.add_waiting(fighter, reasons)
    return reasons


def attack_reasons(
    state: Skirmish,
    fighter: Fighter,
    target: Fighter,
    weapon: Attack,
    command: Strike,
    table: Table,
) -> checks.Reasons:
    """teohiphip-17: the weapon and the aim, which is used up (12), the target, concealment (9)."""
    reasons = weapon_reasons(state, fighter, weapon, command.modifiers)
    fighter.aiming = False
    weak = target.hp * 2 < target.max_hp
    if Known.PREDATOR in fighter.traits and weapon.kind == "melee" and weak:
        reasons.advantage.append(checks.Reason(Known.PREDATOR))
    if command.modifiers.concealed:
        for who, trait in ((fighter, Known.VIGILANT), (target, Known.MARKED_BY_TIME)):
            if trait in who.traits:
                table.note("teohiphip-9", who, "No concealment: {who}, {trait}", trait=trait)
                break
        else:
            reasons.disadvantage.append(
                checks.Reason(Text("the target is concealed"), "teohiphip-9")
            )
    return reasons


def hp_lost(state: Skirmish, fighter: Fighter, target: Fighter, cover: bool, successes: int) -> int:
    """teohiphip-20: what a target loses by these successes: no more than it has, unless a trait may
    take some of them off."""
    left = successes - ignores_one(target, cover)
    lost = max(left + DAMAGE.of(fighter) - checks.ARMOUR.of(target), 0) if left > 0 else 0
    defenders = [id for id in state.holders(Known.DEFENDER) if state[id].side == target.side]
    softened = Known.TOUGH in target.traits or bool({*defenders} - {target.id})
    return lost if softened else min(lost, target.hp)


def ignores_one(target: Fighter, cover: bool) -> bool:
    """teohiphip-10 and 13: whether the first success against it does not count."""
    return not target.sheet.object and (cover or target.hunkered)


def after_cover(target: Fighter, successes: int, cover: bool, table: Table) -> int:
    """teohiphip-10 and 13: cover of either kind takes away the first success, never two."""
    if not successes or not ignores_one(target, cover):
        return successes
    if cover:
        table.note("teohiphip-10", target, "Cover: {target} ignores one success")
    else:
        table.note("teohiphip-13", target, "Hunkered: {target} ignores one success")
    return successes - 1


def most_damage(fighter: Fighter, target: Fighter, dice: int = KEPT, *, cover: bool = False) -> int:
    """teohiphip-20: the most that ``dice`` can take from a target, beside what traits do."""
    successes = min(dice, KEPT) - (cover or target.hunkered)
    return successes + DAMAGE.of(fighter) - checks.ARMOUR.of(target)


def check_reach(
    state: Skirmish, fighter: Fighter, place: int, weapon: Attack, target: Fighter, command: Strike
) -> None:
    """teohiphip-9 and 11: line of sight and range for a shot, about 1″ for a blow.

    Contact that the game master has set holds, however far apart a map shows the two. Who has
    broken away from somebody has to come back before the next blow (teohiphip-21).
    """
    if weapon.kind == "ranged" and not command.line_of_sight:
        raise Refusal("no line of sight, so no ranged attack", "line_of_sight", rule="teohiphip-9")
    reach = 1 if weapon.kind == "melee" else weapon.range
    touches = weapon.kind == "melee" and target.id in fighter.engaged_with
    far = None if touches else command.distance
    if reach is not None and far is not None and far > reach:
        values = {"distance": far, "weapon": weapon.name, "reach": reach}
        line = Text("{distance}″ is out of range, {weapon} reaches {reach}″", **values)
        raise Refusal(line, "distance")
    if weapon.kind == "melee" and target.id in fighter.apart_from:
        line = Text("not in contact, move there first: {target}", target=target.name)
        raise Refusal(line, "target")
    if weapon.kind == "melee" and not touches and barred(state, fighter.id, target.id):
        raise Refusal(WALL, "target")
    if used_up(fighter, place, weapon):
        values = {"weapon": weapon.name, "uses": weapon.uses}
        raise Refusal(Text("{weapon}: no use is left ({uses} in a fight)", **values), "with")


def aim(state: Skirmish, fighter: Fighter, command: Command, table: Table) -> None:
    """teohiphip-12: the next attack in this activation gets advantage."""
    fighter.aiming = True
    fighter.did += ("aim",)
    table.note("teohiphip-12", fighter, "{fighter} aims")


def hunker(state: Skirmish, fighter: Fighter, command: Command, table: Table) -> None:
    """teohiphip-13: cover until the next activation, a move or an attack."""
    fighter.hunkered = True
    table.note("teohiphip-13", fighter, "{fighter} hunkers down")


def interact(state: Skirmish, fighter: Fighter, command: Interact, table: Table) -> None:
    """teohiphip-14: an object or an objective, with or without a test."""
    if command.what:
        table.note("teohiphip-14", fighter, "{fighter} interacts: {what}", what=command.what)
    else:
        table.note("teohiphip-14", fighter, "{fighter} interacts")
    if command.test:
        reasons = reasons_for(state, fighter, ("interact", *command.tags), command.modifiers)
        successes = checks.make_test(state, fighter, reasons, table, Text("interaction"))
        tell_successes("teohiphip-14", fighter, successes, table)


def any_test(state: Skirmish, fighter: Fighter, command: Test, table: Table) -> None:
    """teohiphip-16: whatever the game master calls for; it costs nothing."""
    reasons = reasons_for(state, fighter, command.tags, command.modifiers)
    successes = checks.make_test(state, fighter, reasons, table, command.what or checks.UNNAMED)
    tell_successes("teohiphip-16", fighter, successes, table)


def tell_successes(rule: str, fighter: Fighter, successes: int, table: Table) -> None:
    """Logs and marks what a test came to."""
    if not successes:
        table.note(rule, fighter, "{fighter}: no success")
        return
    table.mark("success", fighter.id, successes)
    table.note(
        rule, fighter, "{fighter}: {count} success", "{fighter}: {count} successes", count=successes
    )


def use_trait(state: Skirmish, fighter: Fighter, command: UseTrait, table: Table) -> None:
    """teohiphip-15: an active trait, at the AP it states."""
    trait = active_trait(fighter, command.trait)
    why_not = talents.not_now(state, fighter, trait)
    if why_not and not command.overrule:
        raise Refusal(Text("{trait}: {why_not}", trait=trait.name, why_not=why_not), "trait")
    ally = fighter
    if command.target is not None:
        ally = another(state, fighter, command.target, "target")
    talent = talents.TALENTS.get(trait.known)
    if talent and talent.on_ally and not talents.is_ally(fighter, ally):
        raise Refusal(Text("{trait} needs an ally", trait=trait.name), "target")
    if talents.too_far(state, fighter, trait, ally.id) and not command.overrule:
        raise Refusal(Text("{ally} is not in contact", ally=ally.name), "target")
    what = joined([trait.name, trait.text] if trait.text else [trait.name], ". ")
    if ally is fighter:
        table.note("teohiphip-15", fighter, "{fighter} uses a trait: {what}", what=what)
    else:
        used = {"ally": ally.name, "what": what}
        table.note("teohiphip-15", fighter, "A trait is used, {fighter} → {ally}: {what}", **used)
    talents.use(state, fighter, trait, ally, table)


def other(state: Skirmish, fighter: Fighter, command: Other, table: Table) -> None:
    """Logs what the game master allows."""
    table.note(BY_HAND, fighter, "{fighter}: {what}", what=command.what)


# ---- what the actions share


def leave_contact(state: Skirmish, fighter: Fighter, table: Table) -> None:
    """teohiphip-21: a move action leaves contact; nobody strikes in passing."""
    if fighter.engaged_with:
        names = [state[id].name for id in fighter.engaged_with]
        fighter.apart_from |= {*fighter.engaged_with}
        for id in fighter.engaged_with:
            state.take(id).apart_from |= {fighter.id}
        part(state, fighter)
        table.note("teohiphip-21", fighter, "{fighter} breaks away: {names}", names=few(names))


def stop_hunkering(fighter: Fighter, table: Table) -> None:
    """teohiphip-13: cover is given up by a move or an attack."""
    if fighter.hunkered:
        fighter.hunkered = False
        table.note("teohiphip-13", fighter, "{fighter} gives up the cover")


UNARMED = Attack(name="Bez broni", kind="melee")
"""What a character without attacks of its own can still do."""


def weapons_of(fighter: Fighter) -> Sequence[Attack]:
    """The attacks of the sheet, or bare hands."""
    return fighter.sheet.attacks or (UNARMED,)


def usable_weapons(fighter: Fighter) -> list[Attack]:
    """The attacks that can still be made in this fight."""
    weapons = enumerate(weapons_of(fighter))
    return [weapon for place, weapon in weapons if not used_up(fighter, place, weapon)]


def beyond_blows(fighter: Fighter) -> frozenset[str]:
    """teohiphip-21: whom one who can only strike has to move back to before the next attack."""
    if fighter.apart_from and all(w.kind == "melee" for w in usable_weapons(fighter)):
        return fighter.apart_from
    return frozenset()


def used_up(fighter: Fighter, place: int, weapon: Attack) -> bool:
    """Whether the attack at this place of the sheet cannot be made again in this fight."""
    return weapon.uses is not None and fighter.uses.get(place, 0) >= weapon.uses


def attacks_left(state: Skirmish, fighter: Fighter) -> bool:
    """teohiphip-11: whether the house rules allow another attack in this activation."""
    limit = state.house.attacks_per_activation
    return limit is None or fighter.attacks_made < limit


def weapon_of(fighter: Fighter, target: Fighter, command: Strike) -> tuple[int, Attack]:
    """The attack of that name and its place on the sheet; the first one when none is named.

    Of several with one name it is the first that can still be made and reaches: a knife that stands
    there twice cuts in contact and flies out of it.
    """
    weapons = weapons_of(fighter)
    first = named(fighter, weapons, command.with_)
    kind = "melee" if target.id in fighter.engaged_with else "ranged"
    far = command.distance or 0
    other: tuple[int, Attack] | None = None
    for place, weapon in enumerate(weapons):
        if weapon.name == first.name and not used_up(fighter, place, weapon):
            if weapon.kind == kind and (weapon.range is None or far <= weapon.range):
                return place, weapon
            other = other or (place, weapon)
    return other or (weapons.index(first), first)


def active_trait(fighter: Fighter, name: str) -> Trait:
    """The active trait of that name. Raises :class:`Refusal` where there is none."""
    active = talents.active_traits(fighter)
    for trait in active:
        if trait.name == name:
            return trait
    there_is = [trait.name for trait in active] or Text("none", context="traits")
    values = {"fighter": fighter.name, "name": name, "there_is": there_is}
    said = Text("{fighter} has no active trait {name!r}; there is: {there_is}", **values)
    raise Refusal(said, "trait")


# ---- the list of them


def _no_attack(state: Skirmish, fighter: Fighter) -> Text | None:
    if not attacks_left(state, fighter):
        most = state.house.attacks_per_activation
        return Text(
            "no more than {count} attack in an activation",
            "no more than {count} attacks in an activation",
            count=most,
        )
    if not usable_weapons(fighter):
        return Text("no attack has a use left")
    if alone(state, fighter):
        return Text("nobody to attack")
    beyond = beyond_blows(fighter)
    if beyond and all(c.id in beyond or c.id == fighter.id for c in state.standing()):
        return Text("in contact with nobody: move there first")
    return None


_aims = when(attrgetter("aiming"), Text("aims already"))
_hunkers = when(attrgetter("hunkered"), Text("hunkers down already"))


def _no_trait(state: Skirmish, fighter: Fighter) -> Text | None:
    active = talents.active_traits(fighter)
    if not active:
        return Text("no active trait")
    reasons = [talents.not_now(state, fighter, trait) for trait in active]
    if not all(reasons):
        return None
    return Text("{trait}: {why_not}", trait=active[0].name, why_not=reasons[0])


ACTIVATE: Action[Skirmish, Fighter] = Action(
    Activate,
    lambda state, fighter, command, table: activate(state, fighter.id, table),
    Text("Activate"), "Aktywuj", "teohiphip-3", group="turn", main=True,
)  # fmt: skip

END: Action[Skirmish, Fighter] = Action(
    EndTurn,
    lambda state, fighter, command, table: end_activation(state, table),
    Text("End activation"), "Koniec aktywacji", "teohiphip-5", key="Space", group="turn", main=True,
)  # fmt: skip

ACTIONS: tuple[Action[Skirmish, Fighter], ...] = (
    Action(Move, move, Text("Move"), "Ruch", "teohiphip-6", 1, "R"),
    Action(FullMove, move, Text("Full move"), "Pełny ruch", "teohiphip-6", 2, "P"),
    Action(Strike, strike, Text("Attack"), "Atak", "teohiphip-11", 1, "A", why_not=_no_attack),
    Action(
        Aim, aim, Text("Aim"), "Celowanie", "teohiphip-12", 1, "C", why_not=_aims, section="attack"
    ),
    Action(
        Hunker, hunker, Text("Hunker down"), "Krycie się", "teohiphip-13", 1, "K", why_not=_hunkers
    ),
    Action(Interact, interact, Text("Interact"), "Interakcja", "teohiphip-14", 1, "I"),
    Action(
        Climb, climb, Text("Climb or jump"), "Wspinaczka", "teohiphip-8", 1, "W", section="move"
    ),
    Action(
        UseTrait, use_trait, Text("Use a trait"), "Cecha", "teohiphip-15", 1, "E", why_not=_no_trait
    ),
    Action(Test, any_test, Text("Test"), "Test", "teohiphip-16", 0, "T", "others", whose="anybody"),
    Action(Other, other, Text("Other", context="action"), "Inne", BY_HAND, 1, "O", "others"),
    END,
)
