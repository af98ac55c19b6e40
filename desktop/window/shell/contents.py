"""What the library shows of a campaign. It is read in the worker thread."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, TypeVar, get_args

from desktop.library.catalogue_files import shipped_entries
from desktop.library.collate import sort_key
from desktop.library.fold import fold
from desktop.library.records import CharacterLine, EncounterLine, FightLine, NewEntry, Role
from desktop.library.resources import ResourceError
from desktop.rules import systems
from desktop.rules.text import Text
from desktop.window.shell.library import Group, Item, Order
from desktop.window.widgets.language import tr

if TYPE_CHECKING:  # they are imported in the worker
    from desktop.library.campaign import Campaign
    from desktop.library.reader import Reader

SHOWN_ENTRIES = 60
"""Catalogue entries of a kind shown until all are asked for."""

SHOWN_FIGHTS = 20


def groups(
    c: Reader,
    system: str | None,
    search: str,
    whole: Collection[str] = (),
    order: Order = "name",
    *,
    english: bool = False,
) -> list[Group]:
    """Everything the library shows of a system, or of all, for what is searched.

    The first entries of a long group, and all of those groups whose ids are in ``whole``.
    """
    people, prepared = c.characters(system, None, search), c.encounters(system, search)
    if order != "name":  # what is searched stands in the order in which it fits
        people, prepared = _sorted(people, order), _sorted(prepared, order)
    used = {person.system for person in people} | {plan.system for plan in prepared}
    fights = [f for f in c.fights(system) if fold(search) in fold(f.name)]
    if order != "changed":
        fights = _sorted(fights, order)
    found: list[Group] = [
        Group("players", tr("Player characters"), "character", _people(people, "player", used)),
        Group("adversaries", tr("Adversaries"), "foe", _people(people, "adversary", used)),
        Group("templates", tr("Templates"), "character", _people(people, "template", used)),
        Group(
            "encounters",
            tr("Encounters"),
            "encounter",
            tuple(
                Item("encounter", e.id, e.name, _tag(e.system, used), e.system) for e in prepared
            ),
        ),
        Group(
            "fights",
            tr("Fights"),
            "fight",
            tuple(
                Item("fight", f.id, f.name, tr("over") if f.state == "over" else tr("under way"))
                for f in (fights if "fights" in whole else fights[:SHOWN_FIGHTS])
            ),
            more=len(fights) > SHOWN_FIGHTS and "fights" not in whole,
        ),
    ]
    wanted = [
        (id, title)
        for id, title in systems().titles().items()
        if id == system or (system is None and (search or not used or id in used))
    ]
    for id, system_title in wanted:
        for kind, term in systems().kinds(id).items():
            most = None if f"{id}/{kind}" in whole else SHOWN_ENTRIES
            there = c.entries(id, kind, search, limit=most and most + 1)
            items = tuple(
                Item("entry", e.id, e.name, tr("own") if e.source == "own" else "", id)
                for e in there[:most]
            )
            called = term.said(english=english)
            title = tr("Catalogue: {kind}", kind=called)
            if system is None and len(wanted) > 1:
                title = f"{called} · {system_title}"
            found.append(
                Group(
                    f"{id}/{kind}",
                    title,
                    "scroll",
                    items,
                    folded=True,
                    more=len(there) > len(items),
                )
            )
    return [group for group in found if group.items]


T = TypeVar("T", CharacterLine, EncounterLine, FightLine)


def _sorted(lines: Sequence[T], order: Order) -> list[T]:
    """Lines in an order; those that are equal in it stay as they were."""
    match order:
        case "name":
            return sorted(lines, key=lambda line: sort_key(line.name))
        case "changed":
            return sorted(lines, key=lambda line: line.changed, reverse=True)
        case "system":
            return sorted(lines, key=lambda line: (line.system, sort_key(line.name)))


def ids(c: Reader, kind: str) -> list[int]:
    """The ids of everything of a kind, in the order in which it is gone to."""
    match kind:
        case "character":
            roles = get_args(Role)
            return [line.id for role in roles for line in c.characters(None, role)]
        case "encounter":
            return [line.id for line in c.encounters()]
        case _:
            return [line.id for line in c.fights()]


def is_empty(c: Reader) -> bool:
    """Whether nobody has made anything in a campaign yet."""
    own = any(entry.source == "own" for entry in c.entries(limit=1))
    return not (own or c.characters() or c.encounters() or c.fights())


def is_there(c: Campaign, kind: str, id: int) -> bool:
    """Whether something is in the campaign and not in its bin."""
    return all((thing.kind, thing.id) != (kind, id) for thing in c.removed())


def update_catalogues(c: Campaign) -> bool:
    """Updates the shipped catalogue of every system in a campaign; whether anything changed."""
    changed = False
    for system in systems().titles():
        try:
            shipped = shipped_entries(system, trusted=systems().ships(system))
        except FileNotFoundError:
            continue
        except ResourceError as error:
            systems().leave_out(f"{system}/catalogue.json", Text("{error}", error=str(error)))
            continue
        changed |= c.replace_shipped(
            system,
            [NewEntry(system=system, kind=e.kind, name=e.name, data=e.data) for e in shipped],
        )
    return changed


def _people(lines: Sequence[CharacterLine], role: str, used: Collection[str]) -> tuple[Item, ...]:
    return tuple(
        Item("character", line.id, line.name, _tag(line.system, used), line.system)
        for line in lines
        if line.role == role
    )


def _tag(system: str, used: Collection[str]) -> str:
    """The system's title where things of several stand together."""
    return "" if len(used) < 2 else systems().title(system)
