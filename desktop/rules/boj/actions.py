"""«Действия»: what can be done in a turn, in the order of the document (boj-3, 4, 10 to 16).

Each action is a model of what is said, and the function that does it. :data:`ACTIONS` lists them
all with what stands against them, :func:`offered` says what is on offer for their fields. Attacks
have a module of their own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import Any, Literal

from desktop.rules import cast
from desktop.rules.battlefield import At
from desktop.rules.boj import attacks, checks, turn
from desktop.rules.boj.attacks import BY_GAME_MASTER, Modifier, With
from desktop.rules.boj.defence import LABELS, answer
from desktop.rules.boj.on_map import PACES, STEP, Pace, cover_near, torn_apart, walk
from desktop.rules.boj.sheet import UNARMED, Weapon
from desktop.rules.boj.state import Fighter, Guard, Scene, hold, let_go
from desktop.rules.contract import Action, Command, bare
from desktop.rules.dice import Percent
from desktop.rules.fields import Choice, Field, shown
from desktop.rules.positions import behind_wall, refuse_touch
from desktop.rules.table import Refusal, Table
from desktop.rules.text import Reason, Term, Text, Words

# ---- Прицеливание


Aim = bare("aim", about="boj-3: taking aim.")


def aim(state: Scene, fighter: Fighter, command: Command, table: Table) -> None:
    """Takes aim: a whole turn, no roll (boj-3); it does not add up (boj-4)."""
    fighter.aiming = fighter.aimed = True
    table.note("boj-3", fighter, "{name} aims: +20 % to the attack in the next turn")


# ---- Обезоруживание


class Struggle(Command):
    """An unarmed test against somebody (boj-10, 13)."""

    action: str
    target: str = shown(..., "Target", "Цель", kind="combatant")
    modifier: Modifier = 0


Disarm = bare("disarm", base=Struggle, about="boj-10: making somebody drop what is in hand.")


def disarm(state: Scene, fighter: Fighter, command: Struggle, table: Table) -> None:
    """Makes the target drop what it holds (boj-10). Raises :class:`Refusal`."""
    target = _struggle(state, fighter, command, "boj-10", Text("Disarm"), table)
    if target is None:
        return
    table.mark("disarmed", target.id)
    target.disarmed = [*target.disarmed, target.in_hand]
    table.note("boj-10", target, "{name} drops: {weapon}", weapon=target.in_hand)
    target.in_hand = ""


def _struggle(
    state: Scene, fighter: Fighter, command: Struggle, rule: str, what: Text, table: Table
) -> Fighter | None:
    """An unarmed test against somebody who may defend: the target where it succeeds."""
    target = cast.another(state, fighter, command.target)
    why_not = UNFIT[command.action](target)
    if why_not:
        raise Refusal(why_not, "target")
    if not (command.overrule or target.id in fighter.touches):
        refuse_touch(state, fighter.id, target.id)
    chance = attacks.attack_chance(fighter, UNARMED, target, command.modifier)
    table.note(
        rule, fighter, "{what}: {name} → {target}, {chance} %",
        what=what, name=fighter.name, target=target.name, chance=chance.value,
    )  # fmt: skip
    chance.tell(fighter, table)
    assault = attacks.assault_by(state, fighter, UNARMED, [target], chance)
    covers = [target.behind]
    came, (defence,) = attacks.roll_attack(state, assault, [target], covers, what, table)
    cover = answer(state, fighter, target, came, assault, defence, table)
    return None if cover is None or not came.success else target


# ---- Уклонение


class Modified(Command):
    """An action with a roll that the game master may make easier or harder."""

    modifier: Modifier = 0


Dodge = bare(
    "dodge",
    base=Modified,
    about="boj-11: getting out of the way of every attack until the next turn.",
)


def dodge(state: Scene, fighter: Fighter, command: Modified, table: Table) -> None:
    """Makes one roll against every attack until the next turn (boj-11), which stops bullets only
    beside cover (17)."""
    if not cover_near(state, fighter):
        table.note("boj-17", fighter, "{name} has no cover near, and dodges no bullets")
    roll = _test(
        fighter, fighter.skill("dodge"), command.modifier, "boj-11", LABELS["dodge"], table
    )
    fighter.guard = Guard("dodge", roll)


def _test(
    fighter: Fighter, skill: int, modifier: int, rule: str, label: Text, table: Table
) -> Percent:
    """boj-5: a test of a skill, with what the game master adds."""
    chance = checks.Chance(skill, fighter)
    chance.add("boj-5", BY_GAME_MASTER, modifier)
    return test(fighter, chance, rule, label, table)


def test(fighter: Fighter, chance: checks.Chance, rule: str, label: Text, table: Table) -> Percent:
    """boj-5: a test against nobody, told and marked."""
    chance.tell(fighter, table)
    roll = table.roll(checks.percentile(chance.value), why=rule, by=fighter.id, label=label)
    if roll.success:
        table.mark("success", fighter.id)
    came = checks.of_chance(roll, chance.value)
    table.note(rule, fighter, "{name}, {what!l}: {came}", what=label, came=came)
    return roll


# ---- Высвобождение


Escape = bare("escape", base=Modified, about="boj-12: breaking free of a hold.")


HOLDS_ON = Text("{name}, holding on: {roll}, {result}")
STILL_HELD = Text("{name} stays in the hold")
"""What came of it where nobody breaks free."""


def escape(state: Scene, fighter: Fighter, command: Modified, table: Table) -> None:
    """Breaks free by the better of strength×5 and unarmed, against the holder's roll (boj-12).

    Raises :class:`Refusal`.
    """
    if fighter.grappled_by is None:
        raise Refusal(_not_held(fighter), "action")
    holder = state.take(fighter.grappled_by)
    chance = checks.Chance(escape_skill(fighter), fighter)
    chance.add("boj-5", BY_GAME_MASTER, command.modifier)
    chance.tell(fighter, table)
    # Against the holder's attack on the one held in this turn, else against a new roll.
    label, standing = Text("break free"), holder.held_by_roll
    if standing:
        throw = checks.against(chance.value, standing)
        mine, other = table.roll(throw, why="boj-12", by=fighter.id, label=label), standing
    else:
        checks.CHANCE.tell(holder, table)
        holding = checks.chance_of(holder, holder.skill("unarmed"))
        what = Text("hold on, {chance} %", chance=holding)
        both = checks.Opposed(chance.value, holding, holder.id, "boj-12", what)
        mine, other = table.roll(both, why="boj-12", by=fighter.id, label=label)
    came = checks.of_chance(mine, chance.value)
    line = Text("{name} tries to break free, {came}", name=fighter.name, came=came)
    table.log("boj-12", line, by=fighter.id, dice=1)
    result = checks.RESULT[other.degree]
    table.note("boj-12", holder, HOLDS_ON.template, roll=other.roll, result=result)
    if mine.success and mine.better(other):
        table.mark("free", fighter.id)
        let_go(state, holder)
        table.note("boj-12", fighter, "{name} breaks free")
    else:
        table.note("boj-12", fighter, STILL_HELD.template)


def escape_skill(fighter: Fighter) -> int:
    """What somebody breaks free with: the better of strength×5 and unarmed (boj-12)."""
    return max(checks.five_fold(fighter, "strength"), fighter.skill("unarmed"))


# ---- Сопротивление


class Resist(Command, action="resist"):
    """boj-14: blocking or striking back at every close attack until the next turn."""

    kind: Literal["block", "strike_back"] = shown(
        "block",
        "How",
        "Как",
        "boj-14",
        labels=(
            ("block", Term("block", "блок")),
            ("strike_back", Term("counterattack", "контратака")),
        ),
    )
    with_: With = ""
    modifier: Modifier = 0


def resist(state: Scene, fighter: Fighter, command: Resist, table: Table) -> None:
    """Makes one roll to block or to strike back until the next turn (boj-14)."""
    weapon = fighter.resists_with
    if command.with_:
        weapon = cast.named(fighter, [w for w in fighter.weapons if w.close], command.with_)
    fighter.take_in_hand(weapon)
    skill, label = fighter.skill(weapon.skill), LABELS[command.kind]
    roll = _test(fighter, skill, command.modifier, "boj-14", label, table)
    fighter.guard = Guard(command.kind, roll, weapon.name)


# ---- Движение


class Step(Command, action="step"):
    """boj-16: up to 3 m beside another action; ``behind`` is the cover it ends behind.

    ``to`` is a point of the map.
    """

    to: At | None = shown(None, "To", "Куда", "boj-16", kind="point")
    behind: int = shown(
        0,
        "Ends behind cover of rating",
        "За укрытие",
        "boj-23",
        ge=0,
        le=100,
        help="0: in the open",
    )
    cover_near: int = shown(
        0, "Cover within 3 m", "Укрытие в 3\N{NO-BREAK SPACE}м", "boj-17", ge=0, le=100
    )


class Move(Step, action="move"):
    """boj-16: the turn's action spent on moving."""

    pace: Pace = shown(
        "run",
        "Pace",
        "Темп",
        "boj-16",
        labels=(
            ("dash", Term("dash, 10 m", "перебежка, 10 м")),
            ("run", Term("run, 20 m", "бег, 20 м")),
            ("sprint", Term("sprint, 30 m", "рывок, 30 м")),
        ),
    )
    difficult: bool = shown(False, "The ground demands a roll", "Нужен бросок ЛОВ×5", "boj-16")


def step(state: Scene, fighter: Fighter, command: Step, table: Table) -> None:
    """Moves up to 3 m beside any other action (boj-16)."""
    fighter.moved = True
    _move(state, fighter, command, STEP, table)


def move(state: Scene, fighter: Fighter, command: Move, table: Table) -> None:
    """Moves 10, 20 or 30 m; a roll of dexterity×5 only where the ground demands it (boj-16).

    A holder who goes so far lets go (boj-13).
    """
    fighter.moved = True
    if command.difficult:
        chance = checks.five_fold(fighter, "dexterity")
        if not _test(fighter, chance, 0, "boj-16", Text("Footing"), table).success:
            table.note("boj-16", fighter, "{name} stays in place")
            return
    _move(state, fighter, command, PACES[command.pace], table)
    if fighter.grappling:
        _end_hold(state, fighter, table)


def _end_hold(state: Scene, holder: Fighter, table: Table) -> None:
    held = state[holder.grappling or ""].name
    table.note("boj-13", holder, "The hold ends: {name} → {held}", held=held)
    let_go(state, holder)


def _move(state: Scene, fighter: Fighter, command: Step, metres: int, table: Table) -> None:
    far = None
    if command.to is not None:
        far = walk(state, fighter, command.to, metres, overrule=command.overrule)
    fighter.behind, fighter.cover_near = command.behind, command.cover_near
    if table.keeps_log:
        line = Text("{name} moves up to {metres} m", name=fighter.name, metres=metres)
        if far is not None:
            line = Text("{name} moves {metres:g} m", name=fighter.name, metres=far)
        if command.behind:
            line = Text("{what}, behind cover: {rating}", what=line, rating=command.behind)
        table.log("boj-16", line, by=fighter.id)
    holder = torn_apart(state, fighter)
    if holder:
        _end_hold(state, holder, table)


# ---- Захват


Grapple = bare("grapple", base=Struggle, about="boj-13: taking hold of somebody.")


def grapple(state: Scene, fighter: Fighter, command: Struggle, table: Table) -> None:
    """Takes hold of the target until it breaks free (boj-13). Raises :class:`Refusal`."""
    target = _struggle(state, fighter, command, "boj-13", Text("Grapple"), table)
    if target is None or fighter.out:
        return
    table.mark("held", target.id)
    hold(state, fighter, target)
    table.note("boj-13", fighter, "Hold: {name} → {target}", target=target.name)


# ---- what is in hand, and anything else


PutAway = bare("put_away", about="boj-10: putting away what is in hand.")


def put_away(state: Scene, fighter: Fighter, command: Command, table: Table) -> None:
    """Frees the hands, which disarming needs (boj-10)."""
    table.note("boj-10", fighter, "{name} puts away: {weapon}", weapon=fighter.in_hand)
    fighter.in_hand = ""


class PickUp(Command, action="pick_up"):
    """boj-10: taking back what was dropped."""

    with_: With = ""


def pick_up(state: Scene, fighter: Fighter, command: PickUp, table: Table) -> None:
    """Takes what was dropped in hand again (boj-10). Raises :class:`Refusal`."""
    wanted = command.with_ or next(iter(fighter.disarmed), "")
    if wanted not in fighter.disarmed:
        line = Text("does not lie on the ground: {weapon}", weapon=wanted)
        raise Refusal(line, "with", rule="boj-10")
    place = fighter.disarmed.index(wanted)
    fighter.disarmed = fighter.disarmed[:place] + fighter.disarmed[place + 1 :]
    fighter.in_hand = wanted
    table.note("boj-10", fighter, "{name} picks up: {weapon}", weapon=wanted)


class Other(Command, action="other"):
    """Anything else that takes the turn's action."""

    what: str = shown("", "What", "Что", max_length=200)


def other(state: Scene, fighter: Fighter, command: Other, table: Table) -> None:
    """Spends the turn's one action on anything else (boj-1)."""
    if command.what:
        table.note("boj-1", fighter, "{name} does something else: {what}", what=command.what)
    else:
        table.note("boj-1", fighter, "{name} does something else")


# ---- what stands against it


def _held(state: Scene, fighter: Fighter) -> Text | None:
    """boj-13: somebody held can break free and do nothing else."""
    if fighter.grappled_by is None:
        return None
    holder = state[fighter.grappled_by].name
    return Reason("in a hold, can only break free: {name} holds on", rule="boj-13", name=holder)


_no_target = cast.any_of(_held, cast.alone)


def _no_disarm(state: Scene, fighter: Fighter) -> Text | None:
    reason = _no_target(state, fighter)
    if not reason and fighter.held:
        return Reason("the hands are not free: {weapon}", rule="boj-10", weapon=fighter.held)
    armed = any(c.held for c in state.standing() if c.id != fighter.id)
    return reason or (None if armed else Reason("nobody holds anything", rule="boj-10"))


def _no_grapple(state: Scene, fighter: Fighter) -> Text | None:
    reason = _no_target(state, fighter)
    if not reason and fighter.grappling:
        held = state[fighter.grappling].name
        return Reason("has a hold already: {name}", rule="boj-13", name=held)
    free = any(not c.grappled_by for c in state.standing() if c.id != fighter.id)
    return reason or (None if free else Reason("everybody is in a hold already", rule="boj-13"))


def _not_held(fighter: Fighter) -> Reason:
    return Reason("{name}: there is no hold to break", rule="boj-12", name=fighter.name)


# The 3 m go with an action that is not itself a movement, and once.
_moved = cast.any_of(
    _held, cast.when(attrgetter("moved"), Reason("moves only once in a turn", rule="boj-16"))
)
_empty_handed = cast.any_of(
    _held, cast.unless(attrgetter("held"), Reason("the hands are free", rule="boj-10"))
)
_nothing_dropped = cast.any_of(
    _held, cast.unless(attrgetter("disarmed"), Reason("has dropped nothing", rule="boj-10"))
)

SPENT = Reason("this turn's action is spent", rule="boj-1")


def _acted(state: Scene, fighter: Fighter) -> Text | None:
    if fighter.acted:
        return SPENT
    if held := _held(state, fighter):
        return held
    others = any(c.id != fighter.id and not c.over for c in state.standing())
    return None if others else Reason("nobody is left to act", rule="boj-2")


def _action(
    command: type[Command], perform: Any, label: Text, native: str, rule: str, **more: Any
) -> Action[Scene, Fighter]:
    """An action that takes the turn's one action (boj-1), and that nobody held can take."""
    given: dict[str, Any] = {"price": 1, "why_not": _held, **more}
    return Action(command, perform, label, native, rule, **given)


ACTIONS: tuple[Action[Scene, Fighter], ...] = (
    _action(
        attacks.Attack, attacks.attack, Text("Attack"), "Атака", "boj-5",
        key="A", why_not=_no_target,
    ),
    _action(
        attacks.CalledShot, attacks.attack, Text("Called shot"), "Точное попадание", "boj-8",
        key="C", why_not=_no_target,
    ),
    _action(Aim, aim, Text("Aim"), "Прицеливание", "boj-3", key="I", section="attack"),
    _action(Dodge, dodge, Text("Dodge"), "Уклонение", "boj-11", key="D"),
    _action(Resist, resist, Text("Resist"), "Сопротивление", "boj-14", key="R", section="other"),
    _action(
        Disarm, disarm, Text("Disarm"), "Обезоруживание", "boj-10",
        key="B", why_not=_no_disarm,
    ),
    _action(Grapple, grapple, Text("Grapple"), "Захват", "boj-13", key="G", why_not=_no_grapple),
    Action(
        Escape, escape, Text("Break free"), "Высвобождение", "boj-12",
        price=1, key="E",
        why_not=lambda state, fighter: None if fighter.grappled_by else _not_held(fighter),
    ),
    _action(Move, move, Text("Move"), "Движение", "boj-16", key="M", why_not=_moved),
    _action(
        Step, step, Text("Up to 3 m"), "До 3 метров", "boj-16",
        key="S", price=0, why_not=_moved,
    ),
    _action(
        PutAway, put_away, Text("Free the hands"), "Освободить руки", "boj-10",
        key="F", price=0, group="others", why_not=_empty_handed, section="weapon",
    ),
    _action(
        PickUp, pick_up, Text("Pick up"), "Подобрать", "boj-10",
        key="P", group="others", why_not=_nothing_dropped,
    ),
    _action(
        Other, other, Text("Other", context="action"), "Другое", "boj-1", key="O", group="others"
    ),
    Action(
        turn.Wait, turn.wait, Text("Wait"), "Пропустить вперёд", "boj-2",
        key="W", group="turn", why_not=_acted,
    ),
    Action(
        turn.EndTurn, lambda state, fighter, command, table: turn.leave_turn(state, fighter, table),
        Text("End turn"), "Закончить ход", "boj-1",
        key="Space", group="turn", main=True,
    ),
)  # fmt: skip
"""Everything that can be done, as it is offered."""


# ---- what is on offer for a field


def offered(state: Scene, fighter: Fighter, action: str, field: Field) -> Field | None:
    """A field with what is on offer for it, or as its model says; None where it is not asked for:
    where the fighter has no weapon that it counts for."""
    weapons = fighter.weapons
    match field.id:
        case "skill":
            return field.offering(_skills(fighter))
        case "their_skill":
            return field.offering(cast.of_others(state, fighter, _skills))
        case "with":
            return _weapons(fighter, action, field)
        case "mode":  # boj-22: single shots or a burst, with the weapons that have both
            both = [weapon.name for weapon in weapons if _fires_both_ways(weapon)]
            return replace(field, default="single", only_with=("with", *both)) if both else None
        case "target":
            unfit, hindered = UNFIT.get(action, cast.gone), behind_wall(state, fighter.id)
            return field.offering(
                cast.targets(state, fighter, unfit, near=fighter.touches, hindered=hindered)
            )
        case "targets" if any(weapon.area for weapon in weapons):
            others = cast.targets(state, fighter, cast.gone, near=fighter.touches)
            return field.offering([*others, *cast.combatant_choices([fighter])])
        case "targets":
            return None
        case "radius" if not any(weapon.radius_from for weapon in weapons):
            return None
        case "lethality" if all(weapon.harms for weapon in weapons):
            return None
        case "after":
            return field.offering(_still_to_act(state, fighter))
        case "behind" | "cover_near" if action in ("move", "step"):  # else it is the target's
            return field.offering((), default=getattr(fighter, field.id))
    return field


def _weapons(fighter: Fighter, action: str, field: Field) -> Field:
    if action == "pick_up":
        return field.offering([Choice(name, name) for name in dict.fromkeys(fighter.disarmed)])
    weapons, usual = fighter.weapons, fighter.weapons[0]
    if action == "resist":
        weapons, usual = [weapon for weapon in weapons if weapon.close], fighter.resists_with
    elif action in ("damage", "lethality"):  # boj-18, 19: what is thrown alone
        weapons = [weapon for weapon in weapons if getattr(weapon, action)]
        usual = next(iter(weapons), usual)
    choices = [Choice(weapon.name, weapon.name, _in_short(fighter, weapon)) for weapon in weapons]
    return field.offering(choices, default=usual.name)


def _in_short(fighter: Fighter, weapon: Weapon) -> Text:
    """``40 % · 1d10 · Lethality 10 %``."""
    chance = checks.chance_of(fighter, fighter.skill(weapon.skill))
    return Text("{parts}", parts=[Text("{skill} %", skill=chance), *weapon.does])


def _skills(fighter: Fighter) -> list[Choice]:
    """boj-5: what can be rolled under, with the chance of it as it stands."""
    return [
        Choice(id, Text("{skill}", skill=checks.score_term(id)), Text("{skill} %", skill=score))
        for id, score in checks.scores(fighter).items()
    ]


UNFIT: Mapping[str, Callable[[Fighter], Words | None]] = {
    "disarm": cast.needed(attrgetter("held"), Reason("holds nothing", rule="boj-10")),
    "grapple": cast.needed(
        lambda fighter: not fighter.grappled_by, Reason("is in a hold already", rule="boj-13")
    ),
}
"""Why somebody cannot be disarmed, or held (boj-10, 13)."""


def _fires_both_ways(weapon: Weapon) -> bool:
    return bool(weapon.damage and weapon.lethality)


def around(fighter: Fighter, action: str, field: Field, chosen: Mapping[str, Any]) -> Field:
    """boj-22: who else is reached, and how far, only with the weapons that reach several, and with
    a burst where this one bursts, but for a called shot (boj-9); neither who is aimed at is also on
    offer nor, for automatic fire, who shoots."""
    reach = attrgetter("blasts" if action == "called_shot" else "area")
    several = {weapon.name: weapon for weapon in fighter.weapons if reach(weapon)}
    weapon = several.get(chosen.get("with", fighter.weapons[0].name))
    bursts = weapon and weapon.automatic and _fires_both_ways(weapon)
    apart = (chosen.get("target"), fighter.id if weapon and weapon.automatic else None)
    others = [choice for choice in field.choices if choice.value not in apart]
    counts = ("mode", "burst") if bursts else ("with", *several)
    return replace(field, choices=tuple(others), only_with=counts)


def _still_to_act(state: Scene, fighter: Fighter) -> Sequence[Choice]:
    """boj-2: after whom somebody can wait."""
    others = [state[id] for id in state.order if id != fighter.id]
    spent = Reason("has no turn left", rule="boj-2")
    return cast.combatant_choices(others, cast.needed(lambda other: not other.over, spent))
