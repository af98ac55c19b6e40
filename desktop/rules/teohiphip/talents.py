"""The traits the rules know that are used on purpose and cost AP (teohiphip-15)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from desktop.rules.fields import Choice, Field
from desktop.rules.table import Decision, Refusal, Table
from desktop.rules.teohiphip import on_map, pool
from desktop.rules.teohiphip.checks import lose, recover, wounded
from desktop.rules.teohiphip.sheet import Known, Trait
from desktop.rules.teohiphip.state import Fighter, Skirmish
from desktop.rules.text import Text


@dataclass(frozen=True, slots=True)
class Talent:
    """An active trait. ``use`` is given the fighter and, when it needs one, an ally; both taken."""

    ap: int
    use: Callable[[Skirmish, Fighter, Fighter, Table], None]
    often: Literal["once a fight", "once an activation", "always"]
    on_ally: bool = False
    in_contact: bool = False
    """Whether the ally has to be in contact, as far as a map knows."""
    helps: Callable[[Fighter], object] = lambda ally: True
    """Whether it could do something for this ally."""
    why_not: Callable[[Skirmish, Fighter], Text | None] = lambda state, fighter: None


def _no_peace(state: Skirmish, fighter: Fighter) -> Text | None:
    if not wounded(fighter):
        return Text("{fighter}: no hit point is missing", fighter=fighter.name)
    touching = (state[id] for id in fighter.engaged_with)
    if any(c.side != fighter.side and not c.sheet.object for c in touching):
        return Text("{fighter} is in contact with an enemy", fighter=fighter.name)
    return None


def _need_dice(fighter: Fighter, place: str) -> None:
    if not fighter.pool:
        raise Refusal(Text("{fighter} has no dice in the pool", fighter=fighter.name), place)


def turn_over(state: Skirmish, fighter: Fighter, _: Fighter, table: Table) -> None:
    """Oszust: a die of the pool is turned over."""
    _need_dice(fighter, "trait")
    faces = {die: j for j, die in enumerate(fighter.pool)}
    choices = [Choice(j, f"{die} → {7 - die}") for die, j in sorted(faces.items())]
    field = Field("trickster", "choice", "Die", native=Known.TRICKSTER, choices=tuple(choices))
    text = Text("{fighter}: which die of the pool is turned over?", fighter=fighter.name)
    chosen = table.ask(Decision("trickster", fighter.id, text, field, "teohiphip-4"))
    pool.turn_over(fighter, chosen, table)


def _no_pool(state: Skirmish, fighter: Fighter) -> Text | None:
    if fighter.jinxed:
        return Text("{trait}: the pool cannot be used now", trait=Known.JINXED)
    return None if fighter.pool else Text("no dice in the pool")


def exchange(state: Skirmish, fighter: Fighter, ally: Fighter, table: Table) -> None:
    """Przywódca: a die is exchanged with a friend."""
    _need_dice(fighter, "trait")
    _need_dice(ally, "target")
    mine = {die: i for i, die in enumerate(fighter.pool)}
    theirs = {die: j for j, die in enumerate(ally.pool)}
    choices = [
        Choice([mine[give], theirs[take]], Text("{give} for {take}", give=give, take=take))
        for give in sorted(mine)
        for take in sorted(theirs, reverse=True)
    ]
    field = Field("leader", "choice", "Dice", native=Known.LEADER, choices=tuple(choices))
    text = Text("{fighter} → {ally}: which die for which?", fighter=fighter.name, ally=ally.name)
    i, j = table.ask(Decision("leader", fighter.id, text, field, "teohiphip-4"))
    fighter.pool[i], ally.pool[j] = ally.pool[j], fighter.pool[i]
    table.note(
        "teohiphip-4",
        fighter,
        "Pool dice change hands, {fighter} → {ally}: {given} for {taken}",
        ally=ally.name,
        given=ally.pool[j],
        taken=fighter.pool[i],
    )


def urge(state: Skirmish, fighter: Fighter, ally: Fighter, table: Table) -> None:
    """Urodzony dowódca: a friend has advantage in the next test."""
    ally.urged = True
    table.note("teohiphip-17", ally, "{ally} has advantage on the next test")


def sacrifice(state: Skirmish, fighter: Fighter, ally: Fighter, table: Table) -> None:
    """Ofiara: an own hit point becomes a friend's."""
    if not wounded(ally):
        raise Refusal(Text("{ally}: no hit point is missing", ally=ally.name), "target")
    table.mark("cost", fighter.id)
    table.note("teohiphip-20", fighter, "{fighter} gives up 1 hp")
    lose(state, fighter, 1, table)
    recover(state, ally, 1, Known.SACRIFICE, table)


ONLY: Mapping[str, Text] = {
    "once a fight": Text("once a fight only"),
    "once an activation": Text("once an activation only"),
}

TALENTS: Mapping[Known | None, Talent] = {
    Known.MEDITATION: Talent(
        2,
        lambda state, fighter, _, table: recover(state, fighter, 1, Known.MEDITATION, table),
        "once a fight",
        why_not=_no_peace,
    ),
    Known.TRICKSTER: Talent(1, turn_over, "once a fight", why_not=_no_pool),
    Known.LEADER: Talent(
        1, exchange, "once an activation", True, helps=lambda ally: ally.pool, why_not=_no_pool
    ),
    Known.BORN_COMMANDER: Talent(1, urge, "once a fight", on_ally=True),
    Known.SACRIFICE: Talent(1, sacrifice, "always", on_ally=True, in_contact=True, helps=wounded),
}


def active_traits(fighter: Fighter) -> list[Trait]:
    """The traits of a sheet that are used on purpose."""
    return [trait for trait in fighter.sheet.traits if is_active(trait)]


def is_active(trait: Trait) -> bool:
    """Whether a trait is used on purpose: because the sheet says so, or by its name."""
    return trait.active or trait.known in TALENTS


def helps_others(trait: Trait) -> bool:
    """Whether a trait can be used for somebody else; of one that is not known nobody knows."""
    talent = TALENTS.get(trait.known)
    return talent is None or talent.on_ally


def price_of(trait: Trait) -> int:
    """What using a trait costs in AP."""
    return TALENTS.get(trait.known, trait).ap


def not_now(state: Skirmish, fighter: Fighter, trait: Trait) -> Text | None:
    """Why an active trait cannot be used now, or None."""
    talent, known = TALENTS.get(trait.known), trait.known
    if talent is None:
        return None
    gone = {"once a fight": known in fighter.spent, "once an activation": known in fighter.used}
    if gone.get(talent.often):
        return ONLY[talent.often]
    allies = [c for c in state.standing() if is_ally(fighter, c)]
    allies = [ally for ally in allies if not too_far(state, fighter, trait, ally.id)]
    if talent.on_ally and not any(talent.helps(ally) for ally in allies):
        return Text("no ally whom it would help")
    return talent.why_not(state, fighter)


def too_far(state: Skirmish, fighter: Fighter, trait: Trait | None, ally: str) -> Text | None:
    """Why a trait that takes contact does nothing for this ally, as far as a map knows."""
    talent = TALENTS.get(trait.known) if trait else None
    if talent and talent.in_contact and on_map.stand_apart(state, fighter.id, ally):
        return Text("not in contact")
    return None


def is_ally(fighter: Fighter, other: Fighter) -> bool:
    """Whether somebody else is a friend whom a trait can help; objects are none."""
    return other.side == fighter.side and other.id != fighter.id and not other.sheet.object


def use(state: Skirmish, fighter: Fighter, trait: Trait, ally: Fighter, table: Table) -> None:
    """What a known active trait does; the others only stand in the log. Both are taken."""
    known = trait.known
    if known is None or known not in TALENTS:
        return
    talent = TALENTS[known]
    fighter.used |= {known}
    if talent.often == "once a fight":
        fighter.once(known)
    talent.use(state, fighter, ally, table)
