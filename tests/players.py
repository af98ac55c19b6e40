"""What must hold of everything that the players may see, whatever fight it is."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

from desktop.encounter.fight import Fight
from desktop.encounter.players_view import PlayersView, players_view
from desktop.languages import ENGLISH, OWN_TERMS
from desktop.rules.state import PLAYERS
from desktop.rules.table import Refusal
from desktop.rules.text import Text

SECRET = "only the game master knows"


def texts(part: Any) -> Iterator[str]:
    """Every text in a view, in English and in the system's own words."""
    match part:
        case str():
            yield part
        case Text():
            yield from (part.said(ENGLISH), part.said(OWN_TERMS))
        case tuple() | list():
            for each in part:
                yield from texts(each)
        case _ if is_dataclass(part):
            for field in fields(part):
                yield from texts(getattr(part, field.name))


def says(view: PlayersView, name: str) -> bool:
    """Whether a name is said anywhere in a view, as a whole word."""
    word = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)", re.IGNORECASE)
    return any(word.search(text) for text in texts(view))


def check_view(fight: Fight) -> PlayersView:
    """What the players see of a fight now; nothing in it is what they may not know."""
    view, state = players_view(fight), fight.state
    names = {person.name for person in view.people}
    for id, one in state.combatants.items():
        of = state.players_know.of.get(id)
        alias = of.known_as if of and of.known_as else None
        if (of and of.hidden) or alias:
            for secret in {one.name, id} - names:
                assert not says(view, secret), f"{secret} is told in {view}"
    assert not any(SECRET in text for text in texts(view))
    for person in view.people:
        if person.side:
            assert not person.vitals, person
            for text in texts((person.badges, person.condition)):
                assert not _counts(_without(names, text)), text
    said = [text for part in (view.throw.meaning, view.asked) for text in texts(part)]
    for text in said:
        dice = re.compile(r"\b\d*[dk]\d+\b|\d+ card")
        assert not _counts(dice.sub("", _without(names, text))), text
    assert not any(roll.side for roll in view.throw.rolls)
    if view.map:
        for token in view.map.tokens:
            person = view.people[token.person]
            if person.side:
                assert _stands_in_sight(fight, token.at)
    return view


def _without(names: Iterable[str], text: str) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, "")
    return text


def _counts(text: str) -> bool:
    return any(letter.isdecimal() for letter in text)


def _stands_in_sight(fight: Fight, at: Any) -> bool:
    """Whether somebody of the party sees one who stands there, as the rules have it."""
    rules, state = fight.rules, fight.state
    party = [one.id for one in state.standing() if one.side == PLAYERS]
    there = [id for id in state.positions if rules.centre(state, id) == at]
    revealed = any(area.kind == "reveal" for area in state.players_know.fog)
    return revealed or any(rules.sees(state, eye, id) for eye in party for id in there)


def meddle(fight: Fight, random: Random) -> None:
    """The game master hides, masks and marks somebody, or does something to the map."""
    id = random.choice(list(fight.state.combatants))
    steps: list[dict[str, Any]] = [
        {"do": "let_know", "combatant": id, "hidden": random.random() < 0.7},
        {"do": "let_know", "combatant": id, "known_as": random.choice(["a masked man", ""])},
        {"do": "note", "combatant": id, "note": SECRET},
        {"do": "effect", "combatants": [id], "name": SECRET, "secret": True},
    ]
    if fight.state.battlefield:
        corners = [[1, 1], [9, 1], [9, 9], [1, 9], [1, 1]]
        how = random.choice(["reveal", "hide", "sight"])
        steps.append({"do": "fog", "how": how, "outline": random.choice([corners, []])})
        steps.append({"do": "door", "door": 0, "open": random.random() < 0.5})
    with suppress(Refusal):  # there is no such door, or the fight is over
        fight.perform(random.choice(steps))
