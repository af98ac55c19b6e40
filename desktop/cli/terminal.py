"""What the command line does without a window, for every command but simulate."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from desktop.cli.status import FAULT, WRONG_INPUT
from desktop.encounter.answers import refuse_misspelt, refuse_unasked
from desktop.encounter.checks import Made, make, read_check
from desktop.encounter.crowds import slow_at_many
from desktop.encounter.fight import Fight, play, resume
from desktop.encounter.grammar import grammar, schema
from desktop.encounter.odds import Chance, Odds, OddsSearch
from desktop.encounter.playout import (
    PlayoutError,
    bare_script,
    check_checks,
    check_fight,
    play_by_policies,
    shortest,
)
from desktop.encounter.script import Script, ScriptError, read_script, step_error
from desktop.languages import ENGLISH, OWN_TERMS
from desktop.library import files
from desktop.library.documents import read_json
from desktop.library.errors import LONGEST_FILE_NAME, LibraryError, plain, short
from desktop.library.exchange import bundle_json, chosen, only, write_bundle
from desktop.library.fold import fold
from desktop.library.foreign import read_import
from desktop.library.records import NewEntry
from desktop.library.samples import pour, sample_of, sample_scripts
from desktop.library.system_files import faults_of_files, without_text
from desktop.plugins import folder, lay_down
from desktop.rules import systems
from desktop.rules.contract import Rules, at_a_glance
from desktop.rules.display import Vital
from desktop.rules.failures import said
from desktop.rules.table import Refusal
from desktop.rules.text import Text, none_such

if TYPE_CHECKING:  # each takes a quarter of a second to import, and few commands need it
    from desktop.library.campaign import Campaign
    from desktop.paper import Style
    from desktop.paper.book import Book

PATIENCE = 10.0
"""Seconds of counting ways, and then of throws for an estimate."""

PATHS = 20
"""Paths between two readings of the clock."""

MOST_LINES = 400
"""Outcomes listed; of more, only what each combatant suffers."""


def run(options: argparse.Namespace) -> int:
    fight = play(_script(options.file))
    if options.json:
        not_asked = {"not_asked": fight.not_asked} if fight.not_asked else {}
        show({**fight.as_json(), **not_asked})
    else:
        show(_fight_text(fight))
    return 0


def odds(options: argparse.Namespace) -> int:
    script = _script(options.file)
    if not script.steps:
        raise ScriptError("steps", "needs at least one step, the last is what the odds are of")
    fight = play(script, all_but_last=True)
    step = script.steps[-1]
    try:
        refuse_misspelt(fight.rules, step)
        search = fight.search_odds(step)
        odds = _patient(search)
        refuse_unasked(step, search.unasked)
    except Refusal as refusal:
        raise step_error(len(script.steps) - 1, refusal) from None
    actor = str(step.get("actor", ""))
    show(odds.as_json(actor) if options.json else _odds_text(fight, odds, actor))
    return 0


def _patient(search: OddsSearch) -> Odds:
    """Exact odds, or an estimate where they take longer than anybody waits."""
    begun = monotonic()
    while not search.advance(PATHS):
        if monotonic() - begun > PATIENCE:
            search.hurry()
            begun = monotonic()
    return search.odds


def check(options: argparse.Namespace) -> int:
    made = make(read_check(read_json(options.file)))
    show(made.as_json() if options.json else _check_text(made))
    return 0


def describe(options: argparse.Namespace) -> int:
    rules = _system(options.system)
    show(schema(rules) if options.json else map(str, grammar(rules)))
    return 0


FIGHTS = 20
"""How many random fights of each encounter look at a system."""

STEPS = 60
"""How many steps each of them has at most."""


def check_system(options: argparse.Namespace) -> int:
    rules = _system(options.system)
    faults = list(faults_of_files(rules))
    if faults:
        return _faults(rules, faults)
    scripts = sample_scripts(rules.id) or [bare_script(rules.id)]
    told, named = [], set[str]()
    for script in scripts:
        for seed in range(FIGHTS):
            choices = [seed * STEPS + step for step in range(STEPS)]
            try:
                fight = check_fight(script, seed, choices, meddling=True)
            except PlayoutError as error:
                return _fault(rules, shortest(script, seed, choices) or error)
            named |= {line.rule for line in fight.log}
        name = script.get("name") or "two against two"
        told.append(f"{name}: {FIGHTS} fights of up to {STEPS} steps")
        if rules.policies:
            try:
                fight = play_by_policies(script, seed=1)
            except PlayoutError as error:
                return _fault(rules, error)
            if fight.outcome is None:
                endless = PlayoutError("the behaviours never end the fight", fight.as_script())
                return _fault(rules, endless)
            told.append(f"{name}: played by its behaviours, {fight.outcome.text}")
            named |= {line.rule for line in fight.log}
    try:
        tried = [count for script in scripts for count in check_checks(script)]
    except PlayoutError as error:
        return _fault(rules, error)
    if tried:
        told.append(f"checks: {len(tried)} tried, {sum(tried)} throws")
    faults = list(without_text(rules, named))
    if faults:
        return _faults(rules, faults)
    try:
        told += [str(advice) for advice in slow_at_many(scripts[0])]
    except Exception as error:  # whatever the rules raise there
        return _fault(rules, PlayoutError(Text("{error}", error=said(error))))
    show(iter([*told, f"{rules.title}: nothing is wrong"]))
    return 0


def _faults(rules: Rules[Any], faults: Sequence[Text]) -> int:
    """Says what is wrong with the files of a system."""
    for fault in faults:
        print(f"fraydesk: {rules.title}: {plain(str(fault))}", file=sys.stderr)
    return FAULT


def _fault(rules: Rules[Any], error: PlayoutError) -> int:
    """Prints the fight that shows a fault, and says the fault."""
    show(dict(error.script or {}))
    print(f"fraydesk: {rules.title}: {plain(str(error))}", file=sys.stderr)
    return FAULT


def _system(id: str) -> Rules[Any]:
    if id not in systems():
        if id in systems().failed:  # it was found, and left out
            raise systems().failed[id]
        raise ScriptError("system", none_such(short(id), systems()))
    return systems()[id]


def new(options: argparse.Namespace) -> int:
    """Makes a campaign, filled with the sample of a system if asked."""
    from desktop.library.campaign import Campaign

    sample = sample_of(options.sample, options.language) if options.sample else None
    title = options.title or (sample.title if sample else options.file.stem)
    with Campaign.create(options.file, title) as campaign:
        if sample:
            pour(campaign, sample.path, options.language)
        everything = campaign.everything()
    people, plans = len(everything.characters), len(everything.encounters)
    show(iter([f"{plain(title)}: {people} characters, {plans} encounters"]))
    return 0


def new_system(options: argparse.Namespace) -> int:
    """Lays down the folder of a new system, to be changed."""
    made = lay_down(options.file, options.like, options.folder or folder())
    show(iter([f"{made}: change it, then try it with: fraydesk check-system {options.file}"]))
    return 0


def import_file(options: argparse.Namespace) -> int:
    """Reads a bundle of ours or a file of another program, and adds it to a campaign if asked."""
    if options.file.suffix.casefold() == ".csv":
        return _import_table(options)
    from desktop.library.catalogue_import import arrivals, numbered, plan

    read = read_import(options.file, options.language)
    entries = numbered(read.bundle.entries)
    if options.campaign is None:
        planned = plan(entries, [], namesakes=True)
    else:
        # A quarter of a second to import, so only where a campaign is opened.
        from desktop.library.campaign import Campaign

        with Campaign.open(options.campaign) as campaign:
            planned = plan(entries, campaign.entries(limit=None), namesakes=True)
            campaign.bring_in(planned, read.bundle)
    if options.json:
        show({**bundle_json(read.bundle), "remarks": list(read.remarks)})
        return 0
    lines = map(str, arrivals(read.bundle, planned))
    show(iter([*lines, *(f"  {remark}" for remark in read.remarks)]))
    return 0


def _import_table(options: argparse.Namespace) -> int:
    """Brings entries of a CSV into a catalogue; says of each row what comes, or came, of it."""
    from desktop.library.catalogue_import import plan
    from desktop.library.spreadsheet import read_csv

    rows = read_csv(options.file, options.system, options.catalogue)
    if options.campaign is None:
        planned = plan(rows, [])
    else:
        from desktop.library.campaign import Campaign

        with Campaign.open(options.campaign) as campaign:
            planned = plan(rows, campaign.entries(limit=None))
            campaign.bring_in(planned)
    if options.json:
        told = [{"row": one.number, "name": one.name, "doing": one.doing} for one in planned]
        whys = [{"why": str(one.why)} if one.why else {} for one in planned]
        show({"rows": [{**row, **why} for row, why in zip(told, whys, strict=True)]})
    else:
        show(str(one.said) for one in planned)
    nothing = all(one.doing == "refuse" for one in planned)
    return WRONG_INPUT if planned and nothing else 0


def export(options: argparse.Namespace) -> int:
    """Writes what is in a campaign to a file that travels: a bundle, or the catalogue as CSV."""
    from desktop.library.campaign import Campaign
    from desktop.library.spreadsheet import write_csv

    name = short(options.output, LONGEST_FILE_NAME)
    with Campaign.open(options.file) as campaign:
        bundle = campaign.everything()
        if options.shipped:
            entries = [
                NewEntry(system=entry.system, kind=entry.kind, name=entry.name, data=entry.data)
                for entry in campaign.entries(limit=None)
            ]
            bundle = replace(bundle, entries=tuple(entries))
    bundle = chosen(bundle, options.what, options.system)
    if options.only:
        bundle = only(bundle, options.only)
    if options.output.suffix.casefold() == ".csv":
        if options.what != "catalogue":
            said = Text("{name}: a CSV holds a catalogue; add --what catalogue", name=name)
            raise LibraryError(said)
        write_csv(options.output, bundle.entries)
    else:
        write_bundle(options.output, bundle)
    counts = (len(bundle.characters), len(bundle.encounters), len(bundle.entries))
    show(iter(["characters {}, encounters {}, entries {}".format(*counts)]))
    return 0


def print_file(options: argparse.Namespace) -> int:
    """Writes a PDF of what is in a file."""
    from desktop.paper import Style

    size: Any = {"a4": "A4", "letter": "Letter"}[options.paper]
    style = Style(
        size, options.ink == "colour", ENGLISH if options.words == "english" else OWN_TERMS
    )
    try:
        book = _book(options.file, options.what, options.only, style)
        content = book.pdf(_tell_progress if sys.stderr.isatty() else None)
        if str(options.output) == "-":
            sys.stdout.buffer.write(content)
        else:
            files.write(options.output, content)
    except OSError as error:
        name = short(options.output, LONGEST_FILE_NAME)
        said = Text("{name}: cannot be written: {why}", name=name, why=files.explain(error))
        raise LibraryError(said) from None
    return 0


def _book(file: Path, what: Any, names: Sequence[str], style: Style) -> Book:
    """What is to be printed of a campaign, a fight script or a file that travels."""
    from desktop.paper import choice

    if what == "blank" and str(file) in systems() and not files.is_there(file):
        return choice.of_system(systems()[str(file)], style)
    if files.is_database(file):
        from desktop.library.campaign import Campaign

        with Campaign.open(file) as campaign:
            title, bundle = campaign.info().title, campaign.everything()
            fights = _fights(campaign, names) if what in ("all", "report") else []
            played = {one.system for one in bundle.encounters}
            played |= {one.system for one in bundle.characters}
            house_rules = {system: campaign.house_rules(system) for system in played}
    else:
        document = read_json(file)
        if isinstance(document, dict) and document.get("format") == "fight/1":
            return choice.of_fight(play(read_script(document)), what, style)
        title, bundle, fights, house_rules = file.stem, read_import(file).bundle, [], {}
    chosen = bundle
    if names:
        chosen = only(bundle, names, also=[fight.script.name for fight in fights])
    return choice.of_bundle(
        chosen, title, what, fights=fights, style=style, whole=bundle, house_rules=house_rules
    )


def _fights(campaign: Campaign, names: Sequence[str]) -> list[Fight]:
    """The fights of a campaign as they were left, or those that bear one of the names."""
    wanted = {fold(name) for name in names}
    lines = [line for line in campaign.fights() if not names or fold(line.name) in wanted]
    kept = [(campaign.fight(line.id), campaign.steps(line.id)) for line in lines]
    return [resume(held.header, [step.step for step in steps], None) for held, steps in kept]


def _tell_progress(done: int, of: int) -> None:
    end = "\n" if done == of else ""
    print(f"\r{done} of {of}", end=end, file=sys.stderr, flush=True)


def _script(file: Path) -> Script:
    """The script in a file. Raises ScriptError or LibraryError that names the place."""
    return read_script(read_json(file))


# ---- what is printed


def show(what: dict[str, Any] | Iterator[str]) -> None:
    if isinstance(what, dict):
        print(json.dumps(what, ensure_ascii=False, indent=2))
    else:
        print("\n".join(map(plain, what)))


def _fight_text(fight: Fight) -> Iterator[str]:
    rules, state = fight.rules, fight.state
    if fight.begun:
        yield " · ".join(map(str, rules.headline(state)))
        yield ""
    for id, combatant in state.combatants.items():
        vitals = "  ".join(_vital(vital) for vital in at_a_glance(rules, state, id))
        marker = {"active": "→", "ready": " ", "done": "✓", "out": "✗"}[rules.standing(state, id)]
        yield f"{marker} {combatant.name} ({combatant.side})  {vitals}"
    for goal in state.objectives:
        yield f"[{'x' if goal.met else ' '}] {goal.text}"
    yield ""
    told = 0
    for line in fight.log:
        if line.round != told:
            told = line.round
            yield f"Round {told}"
        dice = f"  [{' '.join(line.faces)}]" if line.dice else ""
        yield f"  {line.rule:<14}{line.text}{dice}"
    if fight.outcome:
        yield ""
        yield f"Over: {fight.outcome.text}"
    if fight.not_asked:
        yield ""
        yield from (f"{place}: was not asked" for place in fight.not_asked)


def _vital(vital: Vital) -> str:
    match vital.kind:
        case "bar" | "pips":
            return f"{vital.label} {vital.value}/{vital.maximum}"
        case "number":
            return f"{vital.label} {vital.value}"
        case "dice" | "boxes":
            return f"{vital.label} {' '.join(map(str, vital.values))}"
        case "badge" | "card":
            return f"<{vital.text or vital.label}>"


def _odds_text(fight: Fight, odds: Odds, actor: str) -> Iterator[str]:
    if odds.samples:
        yield f"too many ways to count: an estimate from {odds.samples} throws by chance"
        yield ""
    if len(odds.chances) > MOST_LINES or any(chance.parts for chance in odds.chances):
        yield from _spreads(fight, odds)
    else:
        for chance in odds.chances:
            exact = "" if odds.samples else f"({chance.p})"
            yield f"{float(chance.p):8.2%}  {exact:<13} {_marks(fight, chance)}"
    others = odds.apart_from(actor)
    yield ""
    yield f"hit {float(others.probability('hit')):.2%}"
    yield f"expected damage {float(others.expected('damage')):.4f}"
    for who in others.harmed if len(others.harmed) > 1 else ():
        yield f"  {_harm(fight, odds, who)}"
    if actor in odds.harmed:
        yield f"own harm: {_harm(fight, odds, actor)}"


def _check_text(made: Made) -> Iterator[str]:
    for one in made.thrown:
        yield f"{one.name}: {one.said}"
        for line in one.lines:
            dice = f"  [{' '.join(line.faces)}]" if line.dice else ""
            yield f"  {line.rule:<14}{line.text}{dice}"
        yield from (f"  {c.path}: {c.before} → {c.after}" for c in one.changes)
    if made.samples:
        yield f"too many ways to count: an estimate from {made.samples} throws by chance"
    for id, found in made.odds.items():
        yield ""
        yield id
        for outcome in found:
            exact = "" if made.samples else f"({outcome.p})"
            yield f"{float(outcome.p):8.2%}  {exact:<13} {outcome.said}"
    if made.together:
        yield ""
        for what, p in zip(("nobody succeeds", "exactly one", "all"), made.together, strict=True):
            yield f"{float(p):8.2%}  {what}"


def _harm(fight: Fight, odds: Odds, who: str) -> str:
    """How likely one combatant is hit, and the damage to be expected."""
    hit, damage = float(odds.probability("hit", who)), float(odds.expected("damage", who))
    return f"{_name(fight, who)}: hit {hit:.2%}, expected damage {damage:.4f}"


def _spreads(fight: Fight, odds: Odds) -> Iterator[str]:
    """What befalls each, one by one: all of it together has too many outcomes for a list."""
    for what, people in odds.marked().items():
        for who in people:
            spread = odds.spread(what, who)
            ways = "  ".join(f"{amount}: {float(p):.2%}" for amount, p in spread.items())
            yield f"{what} {_name(fight, who)}  {ways}"


def _marks(fight: Fight, chance: Chance) -> str:
    found = [
        f"{what} {amount} {_name(fight, who)}"
        for what, amounts in chance.marks.items()
        for who, amount in amounts.items()
    ]
    return ", ".join(found) or "nothing"


def _name(fight: Fight, who: str) -> str:
    """The name of one who is marked; what a system of somebody else's marks may be nobody."""
    one = fight.state.combatants.get(who)
    return one.name if one else who
