"""What the library shows of a campaign. It is read in the worker thread."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, TypeVar, get_args

from desktop.languages import ENGLISH, OWN_TERMS, Language
from desktop.library import records, resources
from desktop.library.fold import fold
from desktop.rules import systems
from desktop.rules.text import Text
from desktop.window.pages.note import ABOUT
from desktop.window.pages.page import how_far
from desktop.window.shell.library import ORDERS, Group, Item
from desktop.window.widgets.language import (
    chosen,
    date_and_time,
    day_in_words,
    in_words,
    shortly,
    tr,
)

if TYPE_CHECKING:  # they are imported in the worker
    from desktop.library import campaign, reader

SHOWN_ENTRIES = 60
"""Catalogue entries of a kind shown until all are asked for."""

SHOWN_FIGHTS = 20


def _system(line: records.Line, used: Collection[str]) -> str:
    """The system's title where things of several stand together."""
    several = len(used) > 1 and isinstance(line, records.CharacterLine | records.EncounterLine)
    return systems().title(line.system) if several else ""


def _state(line: records.Line, _: Collection[str]) -> str:
    """When a fight was fought last, and how far it is: several of an encounter have one name."""
    if not isinstance(line, records.FightLine):
        return ""
    return f"{shortly(line.changed)} · {how_far(line)}"


def _source(line: records.Line, _: Collection[str]) -> str:
    """Whether a catalogue entry is the game master's own."""
    own = isinstance(line, records.Entry) and line.source == "own"
    return tr("own", context="catalogue entry") if own else ""


def _about(line: records.Line, _: Collection[str]) -> str:
    """What a note is about, or of which evening."""
    if not isinstance(line, records.NoteLine):
        return ""
    said = day_in_words(line.day) if line.day else ""
    return in_words(ABOUT[line.kind]) if not said or said in line.name else said


COLUMNS: Sequence[Callable[[records.Line, Collection[str]], str]] = (
    _system,
    _state,
    _source,
    _about,
)
"""What stands after each name in the list: of a line, and of the systems that are shown, a text."""


def groups(
    c: reader.Reader,
    system: str | None,
    search: str,
    whole: Collection[str] = (),
    order: str = "name",
    *,
    at: str = "",
    terms: Callable[[str], Language] = lambda _: OWN_TERMS,
) -> list[Group]:
    """Everything the library shows of a system, or of all, for what is searched.

    The first entries of a long group, and all of those groups whose ids are in ``whole``.
    The system ``at`` which one is stands before the others in use, and these before the rest.
    ``terms`` says in which words those of a system are said.
    """
    language = chosen().code
    people = c.characters(system, None, search, language)
    plans = c.encounters(system, search, language)
    fights = [line for line in c.fights(system) if fold(search) in fold(line.name)]
    notes = c.notes(search, language)
    if order != "name":  # what is searched stands in the order in which it fits
        people, plans = _sorted(people, order), _sorted(plans, order)
        notes = _sorted(notes, order)
    if order != "changed":
        fights = _sorted(fights, order)
    everybody, all_plans = (
        (c.characters(system), c.encounters(system)) if search else (people, plans)
    )
    used = {line.system for line in everybody} | {line.system for line in all_plans}
    by_role = {
        role: [line for line in people if line.role == role] for role in get_args(records.Role)
    }
    most_fights = None if "fights" in whole else SHOWN_FIGHTS
    made = [
        _group("players", tr("Player characters"), by_role["player"], used),
        _group("adversaries", tr("Adversaries"), by_role["adversary"], used),
        _group("templates", tr("Templates"), by_role["template"], used),
        _group("encounters", tr("Encounters"), plans, used),
        _group("fights", tr("Fights"), fights, used, most_fights),
        _group("notes", tr("Notes"), notes, used),
    ]
    wanted = [
        id
        for id in systems().titles()
        if id == system or (system is None and (search or not used or id in used or _own(c, id)))
    ]
    for id in sorted(wanted, key=lambda id: (id != at, id not in used)):
        for kind, called in systems().kinds_in_lists(id, terms(id)).items():
            group = f"{id}/{kind}"
            most = None if group in whole else SHOWN_ENTRIES
            entries = c.entries(id, kind, search, limit=most and most + 1)
            title = tr("Catalogue: {kind}", kind=called)
            if system is None and len(wanted) > 1:
                title = f"{called} · {systems().title(id)}"
            named = terms(id).named
            made.append(_group(group, title, entries, used, most, folded=True, named=named))
    return [group for group in made if group.items]


def _group(
    id: str,
    title: str,
    lines: Sequence[records.Line],
    used: Collection[str],
    most: int | None = None,
    *,
    folded: bool = False,
    named: Callable[[str], str] = str,
) -> Group:
    """The first lines under a heading, at most ``most``; ``named`` says what one is called."""
    items = tuple(
        Item(
            records.KIND_OF[type(line)],
            line.id,
            named(line.name),
            " · ".join(filter(None, (column(line, used) for column in COLUMNS))),
            line.system,
            line.kind if isinstance(line, records.Entry) else "",
            isinstance(line, records.Entry) and line.source == "shipped",
            date_and_time(line.changed) if isinstance(line, records.FightLine) else "",
        )
        for line in lines[:most]
    )
    return Group(id, title, items, folded, more=len(items) < len(lines))


T = TypeVar("T", bound=records.DatedLine)


def _sorted(lines: Sequence[T], order: str) -> list[T]:
    """Lines in an order; those that are equal in it stay as they were."""
    _, key = ORDERS[order]
    return sorted(lines, key=key)


def ids(c: reader.Reader, kind: str) -> list[int]:
    """The ids of everything of a kind, in the order in which it is gone to."""
    match kind:
        case "character":
            return [line.id for role in get_args(records.Role) for line in c.characters(None, role)]
        case "encounter":
            return [line.id for line in c.encounters()]
        case "note":
            return [line.id for line in sorted(c.notes(), key=lambda n: n.changed, reverse=True)]
        case _:
            return [line.id for line in c.fights()]


def _own(c: reader.Reader, system: str | None = None) -> bool:
    """Whether the game master has entries of their own in the catalogue: those stand first."""
    return any(entry.source == "own" for entry in c.entries(system, limit=1))


def is_empty(c: reader.Reader) -> bool:
    """Whether nobody has made anything in a campaign yet."""
    return not (_own(c) or c.characters() or c.encounters() or c.fights() or c.notes())


def is_there(c: campaign.Campaign, kind: str, id: int | str) -> bool:
    """Whether something is in the campaign and not in its bin."""
    return all((thing.kind, thing.id) != (kind, id) for thing in c.removed())


def update_catalogues(c: campaign.Campaign, language: Language = ENGLISH) -> bool:
    """Updates the shipped catalogue of every system in a campaign; whether anything changed."""
    changed = False
    for system in systems().titles():
        try:
            trusted = systems().ships(system)
            entries = resources.entries_in(language, system, trusted)
            natives = [entry.name for entry in resources.shipped_entries(system, trusted)]
        except FileNotFoundError:
            continue
        except resources.ResourceError as error:
            systems().leave_out(f"{system}/catalogue.json", Text("{error}", error=str(error)))
            continue
        changed |= c.replace_shipped(system, entries, natives)
    return changed
