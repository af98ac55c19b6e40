"""What of a campaign, of a file that travels or of a fight goes on paper, and in which order."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from pydantic import ValidationError

from desktop.encounter import roster, script
from desktop.encounter.fight import Fight, start
from desktop.library.errors import short
from desktop.library.records import Bundle, Character, Document, NewCharacter, NewEncounter
from desktop.paper import pages
from desktop.paper.fights import cards_of_fight, encounter_sheet, map_sheet, report_of
from desktop.paper.sheets import NO_HOUSE_RULES, blank, sheet
from desktop.rules import contract, fields, systems, table
from desktop.rules.state import FOES, PLAYERS
from desktop.rules.text import Text, placed

What = Literal["all", "sheets", "blank", "cards", "encounter", "map", "report"]

TOGETHER = 10
"""Sheets made at once. Between two lots a person sees how far it is, and can stop it."""


_NOTHING: Mapping[What, Text] = {
    "all": Text("there is nothing to be printed"),
    "sheets": Text("there is nobody whose sheet could be printed"),
    "blank": Text("there is nothing of any system"),
    "cards": Text("there is nobody whose card could be printed"),
    "encounter": Text("there is no encounter"),
    "map": Text("there is no encounter with a map"),
    "report": Text("there is no fight to report"),
}


def of_bundle(
    bundle: Bundle,
    title: str,
    what: What = "all",
    *,
    fights: Sequence[Fight] = (),
    style: pages.Style = pages.STANDARD,
    whole: Bundle | None = None,
    house_rules: Mapping[str, Document] = NO_HOUSE_RULES,
) -> pages.Book:
    """Sheets of the characters, sheet and cards of each encounter, reports of the fights.

    Asked for ``cards`` alone, the characters have cards, too; for ``blank``, each system there is
    has an empty sheet. ``whole`` is the campaign of which the bundle is a part: the cards of an
    encounter bear the portraits of its characters. ``house_rules`` are the campaign's, by system:
    sheets and cards are printed under them, an encounter has them beneath its own.
    Raises CannotPrint that names who or what cannot be printed, or that there is nothing.
    """
    parts: list[pages.Pages] = []
    carded: set[tuple[str, str]] = set()
    """System and name of the players whose cards are there already."""
    if what in ("all", "sheets"):
        parts += _sheets(bundle, title, style, house_rules)
    if what == "blank":
        people, prepared = bundle.characters, bundle.encounters
        ids = [*(thing.system for thing in people), *(thing.system for thing in prepared)]
        parts += _blank(ids, style)
    if what == "cards":
        parts += _cards_of_characters(bundle, style, house_rules)
        carded |= {(c.system, c.name) for c in bundle.characters if c.role == "player"}
    for encounter in bundle.encounters:
        anybody = encounter.document.get("lines")  # one that is only begun stops no other
        if anybody and what in ("all", "cards", "encounter", "map"):
            faces = _portraits(whole or bundle, encounter.system)
            house = house_rules.get(encounter.system, {})
            grounds = (whole or bundle).pictures
            parts += of_encounter(encounter, what, style, faces, house, grounds, carded)
    if what in ("all", "report"):
        parts += [report_of(fight, style=style) for fight in fights]
    return _book(title, what, parts)


def of_fight(fight: Fight, what: What = "all", style: pages.Style = pages.STANDARD) -> pages.Book:
    """A fight as it stands: the sheets and the cards of who is in it, how it stands, its report.

    Raises CannotPrint where there is nothing of what is asked for.
    """
    rules, state = fight.rules, fight.state
    title = fight.script.name or rules.title
    parts: list[pages.Pages] = []
    if what in ("all", "encounter"):
        parts.append(encounter_sheet(fight, style=style))
    if what == "map" and state.battlefield:
        parts.append(map_sheet(fight, style=style))
    if what in ("all", "sheets"):
        documents = [combatant.sheet for combatant in state.combatants.values()]
        values = [document.model_dump(mode="json", by_alias=True) for document in documents]
        house = fight.script.house_rules
        parts.append(sheet(rules, values, title=title, style=style, house_rules=house))
    if what == "blank":
        parts += _blank([rules.id], style)
    if what in ("all", "cards"):
        parts.append(cards_of_fight(fight, title, style))
    if what in ("all", "report"):
        parts.append(report_of(fight, style=style))
    return _book(title, what, parts)


def of_encounter(
    encounter: NewEncounter,
    what: What,
    style: pages.Style = pages.STANDARD,
    portraits: Mapping[str, bytes] | None = None,
    house_rules: Document | None = None,
    grounds: Mapping[str, bytes] | None = None,
    carded: set[tuple[str, str]] | None = None,
) -> list[pages.Pages]:
    """The sheet of a prepared encounter and the cards of who is in it. Raises CannotPrint.

    ``portraits`` are by name; ``house_rules`` are the campaign's, beneath those of the encounter;
    ``grounds`` are the pictures behind maps, by id. ``carded`` are the players, by system and name,
    who have a card already; those who get one here are added.
    """
    try:
        plan = roster.read_plan(roster.under(house_rules or {}, encounter.document))
        fight = start(roster.to_script(plan))
    except table.Refusal as error:
        said = placed(error.field, error.message)
        raise pages.CannotPrint(short(encounter.name), said) from None
    except script.ScriptError as error:
        raise pages.CannotPrint(short(encounter.name), error.words) from None
    parts = []
    title = encounter.name
    ground = (grounds or {}).get(plan.map.picture) if plan.map else None
    if what in ("all", "encounter"):
        notes = plan.notes
        parts.append(encounter_sheet(fight, notes=notes, title=title, ground=ground, style=style))
    if what == "map" and plan.map:
        parts.append(map_sheet(fight, title=title, ground=ground, style=style))
    if what in ("all", "cards"):
        known = set() if carded is None else carded
        people = list(fight.state.combatants.values())
        players = {(fight.rules.id, c.name) for c in people if c.side == PLAYERS}
        if any(c.side != PLAYERS for c in people) or players - known:
            parts.append(cards_of_fight(fight, encounter.name, style, portraits, known))
        known |= players
    return parts


def _book(title: str, what: What, parts: Sequence[pages.Pages]) -> pages.Book:
    if not parts:
        raise pages.CannotPrint(short(title), _NOTHING[what])
    return pages.Book(title, parts, parts[0].language)


def of_system(rules: contract.Rules[Any], style: pages.Style = pages.STANDARD) -> pages.Book:
    """An empty sheet, to be filled in by hand."""
    return _book(rules.title, "blank", _blank([rules.id], style))


def _blank(ids: Iterable[str], style: pages.Style) -> list[pages.Pages]:
    """An empty sheet for each system that is installed here."""
    return [blank(id, style=style) for id in dict.fromkeys(ids) if id in systems()]


def _portraits(bundle: Bundle, system: str) -> dict[str, bytes]:
    """The portraits of a system's characters in a bundle, by name; of several the first one's."""
    return {
        character.name: bundle.pictures[character.portrait]
        for character in reversed(bundle.characters)
        if character.system == system
        and character.portrait
        and character.portrait in bundle.pictures
    }


def _sheets(
    bundle: Bundle, title: str, style: pages.Style, house_rules: Mapping[str, Document]
) -> Iterator[pages.Pages]:
    for rules, people in _by_system(bundle.characters):
        most = TOGETHER if pages.prints_one_a_page(rules.id) else len(people)
        for first in range(0, len(people), most):
            some = people[first : first + most]
            values = [character.sheet for character in some]
            faces = [bundle.pictures.get(character.portrait or "") for character in some]
            house = house_rules.get(rules.id, {})
            yield sheet(rules, values, title=title, portraits=faces, style=style, house_rules=house)


def _cards_of_characters(
    bundle: Bundle, style: pages.Style, house_rules: Mapping[str, Document]
) -> Iterator[pages.Pages]:
    """Cards as if all of them stood ready for a fight; templates never do."""
    ready = [character for character in bundle.characters if character.role != "template"]
    for rules, people in _by_system(ready):
        house, portraits = house_rules.get(rules.id, {}), _portraits(bundle, rules.id)
        yield cards_of_people(rules, people, rules.title, style, house, portraits)


def cards_of_people(
    rules: contract.Rules[Any],
    people: Iterable[Character | NewCharacter],
    title: str,
    style: pages.Style = pages.STANDARD,
    house_rules: Document | None = None,
    portraits: Mapping[str, bytes] | None = None,
) -> pages.Pages:
    """Cards of characters of one system as if they stood ready for a fight under these house rules.

    ``portraits`` are by name. Raises CannotPrint that names whose sheet is not right.
    """
    combatants = []
    for number, character in enumerate(people):
        try:
            checked = rules.sheet.model_validate(character.sheet)
        except ValidationError as error:
            path, said = fields.problems(error, rules.sheet)[0]
            raise pages.CannotPrint(short(character.name), placed(path, said)) from None
        side = PLAYERS if character.role == "player" else FOES
        document = checked.model_dump(mode="json", by_alias=True)
        combatants.append({"id": f"c{number}", "side": side, "sheet": document})
    try:
        fight = start(
            {
                "format": "fight/1",
                "system": rules.id,
                "house_rules": house_rules or {},
                "combatants": combatants,
            }
        )
    except script.ScriptError as error:
        raise pages.CannotPrint(rules.title, error.words) from None
    return cards_of_fight(fight, title, style, portraits)


def _by_system(
    characters: Sequence[NewCharacter],
) -> Iterator[tuple[contract.Rules[Any], list[NewCharacter]]]:
    groups: dict[str, list[NewCharacter]] = {}
    for character in characters:
        groups.setdefault(character.system, []).append(character)
    for system, people in groups.items():
        if system not in systems():
            raise pages.CannotPrint(
                short(people[0].name), Text("there is no system {id!r}", id=short(system))
            )
        yield systems()[system], people
