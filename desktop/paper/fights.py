"""What a fight puts on paper: small cards for its combatants, and the report of how it went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from desktop.encounter.attack_table import attack_table
from desktop.encounter.behaviours import behaviours
from desktop.encounter.fight import Fight
from desktop.encounter.script import muster, read_roster
from desktop.encounter.simulate.course import missing, side_of, stretches, turning_points
from desktop.encounter.statistics import Person, Statistics, statistics_of
from desktop.languages import OWN_TERMS, Language
from desktop.library.records import without_links
from desktop.library.resources import as_read, own_texts
from desktop.paper.pages import PLAIN, STANDARD, Pages, Style, by_field, of_headings, pages, picture
from desktop.paper.rounds import Told, told
from desktop.paper.sheets import CardLine, card_lines, figures_in_words, filled, lines_of, words
from desktop.rules import contract, display, geometry, names, systems
from desktop.rules.cast import OUT
from desktop.rules.fields import Field, fields_of
from desktop.rules.in_words import after_number
from desktop.rules.state import PLAYERS, State, side_in_words
from desktop.rules.text import Text, Written, as_percent, as_text


@dataclass(frozen=True, slots=True)
class Dossier:
    """A combatant as the game master plays it: who, how it stands, what it throws and has."""

    name: str
    side: str = ""
    vitals: Sequence[display.Vital] = ()
    lines: Sequence[CardLine] = ()
    notes: str = ""
    behaviour: str = ""
    portrait: Mapping[str, Any] | None = None
    """As ``pages.picture`` has it."""
    values: Mapping[str, Any] = field(default_factory=dict)
    """The filled sheet."""
    figures: Mapping[str, Any] = field(default_factory=dict)
    """By path, as ``sheets.figures_in_words`` has them."""
    groups: Sequence[Mapping[str, Any]] = ()


HIT_POINTS = {"hp", "max_hp"}


def _in_own_words(system: str, line: CardLine) -> CardLine:
    """A line whose last words are a text of the catalogue, with that in the system's language."""
    for english, own in own_texts(system).items():
        if line.text.endswith(english):
            return replace(line, text=line.text.removesuffix(english) + own)
    return line


def dossiers(
    rules: contract.Rules[Any],
    state: State[Any],
    terms: Language = OWN_TERMS,
    portraits: Mapping[str, bytes] | None = None,
) -> list[Dossier]:
    """Every combatant of a state: the lines its system gives, or else those of its sheet.

    Before the fight begins nothing is shown of what is thrown then, such as initiative.
    ``portraits`` are by name; who is one of several has that of the name without the number.
    """
    faces, terms = portraits or {}, terms.of_system(rules.language, system=rules.id)
    fields = fields_of(rules.sheet)

    dossiers = []
    for id, combatant in state.combatants.items():
        values = filled(fields, combatant.sheet.model_dump(mode="json", by_alias=True))
        figures = rules.figures(state, id)
        # Hit points are boxes on a card, and are not said a second time.
        said = [group for group in figures if {figure.id for figure in group.figures} != HIT_POINTS]
        lines = card_lines(said, terms) if figures else lines_of(fields, values, terms)
        values = as_read(rules.id, values, terms)
        if terms.own_terms:
            lines = [_in_own_words(rules.id, line) for line in lines]
        vitals = display.in_terms(contract.at_a_glance(rules, state, id), terms)
        if not state.round:
            vitals = tuple(
                vital for vital in vitals
                if vital.kind in ("bar", "pips") or (vital.kind == "boxes" and vital.values)
            )  # fmt: skip
        if combatant.out and not combatant.has_left:
            vitals = (*vitals, display.badge("out", OUT, rules.out_rule))
        policy = behaviours(rules).get(combatant.policy or "")
        dossiers.append(
            Dossier(
                combatant.name,
                as_text(side_in_words(combatant.side)).said(terms),
                vitals,
                lines,
                str(values.get("notes") or ""),
                f"{contract.option_word(policy, terms)}: {as_text(policy.text).said(terms)}"
                if policy
                else "",
                picture(faces.get(combatant.name) or faces.get(names.unnumbered(combatant.name))),
                values,
                **figures_in_words(figures, terms),
            )
        )
    return dossiers


def cards(
    combatants: Sequence[Dossier],
    *,
    style: Style = STANDARD,
    title: str = "",
    system: str = PLAIN,
    language: str | None = None,
) -> Pages:
    """Nine cards to a page, 63 × 88 mm, to be cut apart; a long text goes on on a further card."""
    known: Sequence[Field] = ()
    if system in systems():
        style, known = style.of_system(systems()[system]), fields_of(systems()[system].sheet)
    data = {"combatants": combatants, "words": words(known, style.language)}
    return pages("cards", system, data, title=title, language=language, style=style)


def cards_of_fight(
    fight: Fight,
    title: str,
    style: Style,
    portraits: Mapping[str, bytes] | None = None,
    carded: Collection[tuple[str, str]] = (),
) -> Pages:
    """The cards of who is in a fight or comes with a wave, without the players in ``carded``, by
    system and name."""
    rules, people = fight.rules, fight.state.combatants.values()
    made = zip(people, dossiers(rules, fight.state, style.language, portraits), strict=True)
    there = [
        dossier
        for person, dossier in made
        if person.side != PLAYERS or (rules.id, person.name) not in carded
    ]
    waves = dossiers_of_waves(fight, style.language, portraits)
    there += [dossier for _, newcomers in waves for dossier in newcomers]
    return cards(there, style=style, title=title, system=rules.id, language=rules.language)


def report(
    title: str,
    things: Sequence[Told],
    *,
    combatants: Sequence[Dossier] = (),
    objectives: Sequence[tuple[str, bool]] = (),
    outcome: display.Outcome | None = None,
    statistics: Statistics | None = None,
    course: Mapping[str, Any] | None = None,
    style: Style = STANDARD,
    system: str = PLAIN,
    system_title: str = "",
    language: str | None = None,
) -> Pages:
    """How a fight went, by rounds: what was done, with its dice and rule, and what came of it; how
    it ended, who stands, and how it went against the odds. ``combatants`` are shown as they stand
    at the end.
    """
    rules = systems().get(system)
    style = style.of_system(rules) if rules else style

    def named(number: int) -> str:
        name = rules.round_named(number) if rules else Text("Round {round}", round=number)
        return as_text(name).said(of_headings(style, language))

    rounds: dict[int, list[Told]] = {}
    for deed in things:
        rounds.setdefault(deed.round, []).append(deed)
    data = {
        "system_title": system_title,
        "rounds": [
            {"round": number, "named": named(number), "things": deeds}
            for number, deeds in rounds.items()
        ],
        "combatants": combatants,
        "objectives": [{"text": text, "met": met} for text, met in objectives],
        "outcome": outcome,
        "statistics": [_against_the_odds(person, style.language) for person in statistics.active]
        if statistics
        else [],
        "damage": rules.marks["damage"].said(style.language) if rules else "",
        "course": course,
    }
    return pages("report", system, data, title=title, language=language, style=style)


def course(fight: Fight, language: Language) -> Mapping[str, Any] | None:
    """How the chance of a side went, as far as it is known: it is never worked out here. After how
    many of ``steps`` it was how much, and its turns; after ``missing`` steps it is not known."""
    known = stretches(fight)
    if all(len(stretch) < 2 for stretch in known):  # a single chance is no course
        return None
    return {
        "side": side_in_words(side_of(fight)),
        "steps": fight.cursor,
        "missing": len(missing(fight)),
        "nobody_won": fight.outcome is not None and fight.outcome.winner is None,
        "stretches": known,
        "marks": [(share, as_percent(share)) for share in (0.0, 0.5, 1.0)],
        "said": [as_percent(share) for stretch in known for _, share in stretch],
        "turns": [
            {
                **by_field(turn),
                "named": as_text(fight.rules.round_named(turn.round)).said(language),
                "before": as_percent(turn.before),
                "after": as_percent(turn.after),
            }
            for turn in turning_points(fight, known)
        ],
    }


def _against_the_odds(person: Person, language: Language) -> dict[str, Any]:
    """A person's row; every tally with its expectation in words, as the screen has it."""
    tallies = {name: getattr(person, name) for name in ("hits", "outs", "dealt", "taken")}
    return {
        "name": person.name,
        "attacks": person.attacks,
        "luck": None if person.luck is None else as_percent(person.luck),
        **{
            name: {
                **by_field(tally),
                "expected": float(tally.expected),
                "said": language.number(round(tally.expected, 1), ".1f"),
            }
            for name, tally in tallies.items()
        },
        "dice": person.dice_in_words(language),
    }


def encounter_sheet(
    fight: Fight,
    *,
    title: str = "",
    notes: str = "",
    ground: bytes | None = None,
    style: Style = STANDARD,
) -> Pages:
    """A fight for the game master, to be run without the screen: who is in it and how they stand,
    the map, what adversaries have, who comes in waves, what is at stake, the odds.

    ``ground`` is the picture behind the map.
    """
    rules, state, style = fight.rules, fight.state, style.of_system(fight.rules)
    order = _in_order(state)
    standing = dict(zip(state.combatants, dossiers(rules, state, style.language), strict=True))
    waves = dict(dossiers_of_waves(fight, style.language))
    others = [standing[id] for id in order if state[id].side != PLAYERS]
    kinds: dict[object, list[Dossier]] = {}
    for dossier in (*others, *(dossier for people in waves.values() for dossier in people)):
        kinds.setdefault((tuple(dossier.lines), dossier.behaviour), []).append(dossier)
    stems = Counter(names.unnumbered(people[0].name) for people in kinds.values())
    data = {
        "system_title": rules.title,
        "round": rules.round_term.said(style.language),
        "rounds": min(rules.last_round(state) or 8, 12),  # to be ticked; more do not fit
        "combatants": [
            {**by_field(standing[id]), "player": state[id].side == PLAYERS} for id in order
        ],
        "waves": [{"name": name, "people": people} for name, people in waves.items()],
        "kinds": [
            {
                "name": stem if stems[stem] == 1 else ", ".join(who.name for who in people),
                "lines": people[0].lines,
                "plays": people[0].behaviour,
            }
            for people in kinds.values()
            for stem in (names.unnumbered(people[0].name),)
        ],
        "map": _map(fight, ground, style.language),
        "odds": [
            {
                **by_field(row),
                "weapon": style.language.named(row.weapon),
                "cells": {
                    name: {
                        **by_field(cell),
                        "hit": as_percent(cell.hit),
                        "damage": "" if cell.damage is None else _damage(cell.damage),
                    }
                    for name, cell in row.cells.items()
                },
            }
            for row in attack_table(fight)
        ],
        "objectives": [{"text": goal.text, "met": goal.met} for goal in state.objectives],
        "notes": without_links(notes),
    }
    title = title or fight.script.name
    return pages("encounter", rules.id, data, title=title, language=rules.language, style=style)


def _damage(expected: Fraction) -> Written:
    """Hit points to be expected of an attack; what is not nothing is never 0."""
    rounded = round(expected, 2)
    return Written("<0.01" if expected and not rounded else f"{float(rounded):.2f}")


def dossiers_of_waves(
    fight: Fight, terms: Language, portraits: Mapping[str, bytes] | None = None
) -> Iterator[tuple[str, list[Dossier]]]:
    """Who is yet to come with each wave, as they will stand."""
    rules, _, house = muster(fight.script)
    for wave in fight.waves_to_come():
        recruits = read_roster(rules, wave.combatants, "waves")
        yield wave.name, dossiers(rules, rules.muster(recruits, house), terms, portraits)


def map_sheet(
    fight: Fight, *, title: str = "", ground: bytes | None = None, style: Style = STANDARD
) -> Pages:
    """The map of a fight alone, on one page, with its tokens and who they are.

    ``ground`` is the picture behind the map. The fight has to have one.
    """
    rules, title = fight.rules, title or fight.script.name
    data = {"system_title": rules.title, "map": _map(fight, ground, style.language)}
    style = style.of_system(rules)
    return pages("map", rules.id, data, title=title, language=rules.language, style=style)


def _in_order(state: State[Any]) -> list[str]:
    """Everybody as they are numbered on paper: by the order, and then who is not in it."""
    return [*state.order, *(id for id in state.combatants if id not in state.order)]


GRID = (1, 5, 10, 50, 100, 500)
"""How many units can lie between two lines of a printed map."""


def _map(fight: Fight, ground: bytes | None, language: Language) -> dict[str, Any] | None:
    """The map as a template draws it, in its own unit: shapes, and tokens with their number.

    ``lines`` are pairs: what can lie between two lines of its grid, in its unit and in words.
    ``words`` are kinds of ground that the system calls otherwise.
    """
    rules, state = fight.rules, fight.state
    if state.battlefield is None:
        return None
    tokens, fallen = [], []
    for number, id in enumerate(_in_order(state), 1):
        if (at := rules.centre(state, id)) is not None:
            size = rules.size(state, id)
            wide = geometry.squares_wide(size) if rules.map_grid else size
            tokens.append({"number": number, "name": state[id].name, "at": at, "wide": wide})
            fallen.append(state[id].out)
    apart = geometry.fanned_out([t["at"] for t in tokens], [t["wide"] for t in tokens], fallen)
    tokens = [{**token, "at": at} for token, at in zip(tokens, apart, strict=True)]
    unit = after_number(language.text(rules.map_unit))

    def long(units: float) -> str:
        return language.decimal(f"{units * rules.map_square:.10g}")

    return {
        **state.battlefield.model_dump(mode="json"),
        "picture": picture(ground),
        "tokens": tokens,
        "words": {kind: Text("{what!l}", what=w) for kind, w in rules.ground_words.items()},
        "size": f"{long(state.battlefield.width)} × {long(state.battlefield.height)}{unit}",
        "lines": [(units, f"{long(units)}{unit}") for units in GRID],
    }


def report_of(
    fight: Fight, statistics: Statistics | None = None, *, style: Style = STANDARD
) -> Pages:
    """The report of a fight as it stands; ``statistics`` is worked out where it is not given."""
    rules = systems()[fight.script.system]
    style = style.of_system(rules)
    return report(
        fight.script.name,
        told(fight, style.language),
        combatants=dossiers(rules, fight.state, style.language),
        objectives=[(goal.text, goal.met) for goal in fight.state.objectives],
        outcome=fight.outcome,
        statistics=statistics or statistics_of(fight),
        course=course(fight, style.language),
        style=style,
        system=rules.id,
        system_title=rules.title,
    )
