"""What the command line does without a window, for every command but simulate."""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, get_args

from desktop import endless
from desktop.cli import words
from desktop.cli.words import FAULT, WRONG_INPUT, in_words, number, tr
from desktop.encounter import answers, checks, playout, reachable
from desktop.encounter.fight import Fight, play, resume
from desktop.encounter.grammar import grammar, schema
from desktop.encounter.odds import Chance, Odds, OddsSearch
from desktop.encounter.reachable import SITUATIONS, Reached, look_everywhere
from desktop.encounter.script import Script, ScriptError, read_script, step_error
from desktop.library import documents, files, foreign, samples, system_files
from desktop.library.errors import LONGEST_FILE_NAME, LibraryError, plain, short
from desktop.library.exchange import bundle_json, chosen, only, write_bundle
from desktop.library.fold import fold
from desktop.library.records import Bundle, NewEntry
from desktop.library.resources import entries_in
from desktop.plugins import folder, lay_down
from desktop.rules import contract, display, failures, systems, table
from desktop.rules.state import side_in_words
from desktop.rules.text import Text, none_such

if TYPE_CHECKING:  # each takes a quarter of a second to import, and few commands need it
    from desktop.library.campaign import Campaign
    from desktop.paper import Style
    from desktop.paper.pages import Book

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
        words.use_terms_of(fight.rules)
        show(_fight_text(fight))
    return 0


def odds(options: argparse.Namespace) -> int:
    script = _script(options.file)
    if not script.steps:
        raise ScriptError("steps", "needs at least one step, the last is what the odds are of")
    fight = play(script, all_but_last=True)
    step = script.steps[-1]
    try:
        answers.refuse_misspelt(fight.rules, step)
        search = fight.search_odds(step)
        odds = _patient(search)
        answers.refuse_unasked(step, search.unasked)
    except table.Refusal as refusal:
        raise step_error(len(script.steps) - 1, refusal) from None
    words.use_terms_of(fight.rules)
    actor = str(step.get("actor", ""))
    place = f"steps[{len(script.steps) - 1}].answers"
    early = [f"{place}.{name}" for name in search.about_dice if name in step.get("answers", ())]
    if options.json:
        show({**odds.as_json(actor), **({"about_dice": early} if early else {})})
    else:
        show(_odds_text(fight, odds, actor, early))
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
    script = checks.read_check(documents.read_json(options.file))
    made = checks.make(script)
    if script.system:
        words.use_terms_of(systems()[script.system])
    show(made.as_json() if options.json else _check_text(made))
    return 0


def describe(options: argparse.Namespace) -> int:
    rules = _system(options.system)
    show(schema(rules) if options.json else grammar(rules))
    return 0


FIGHTS = 20
"""How many random fights of each encounter look at a system."""

STEPS = 60
"""How many steps each of them has at most."""


def check_system(options: argparse.Namespace) -> int:
    rules = _system(options.system)

    def give_up(error: endless.Endless) -> None:
        print(f"fraydesk: {rules.title}: {error}", file=sys.stderr, flush=True)
        os._exit(FAULT)

    home = systems().home(rules.id)
    with endless.stopped(lambda: [home], give_up) as stopped:
        try:
            return _check_system(rules, stopped)
        except (playout.PlayoutError, endless.Endless) as error:
            return _fault(rules, error, options.script)


def _check_system(rules: contract.Rules[Any], stopped: list[str]) -> int:
    """Looks at a system and says what it has tried. ``stopped`` is filled where a call of it had
    to be stopped. Raises :class:`playout.PlayoutError` for what does not hold."""
    faults = list(system_files.faults_of_files(rules))
    if faults:
        return _faults(rules, faults)
    scripts = samples.sample_scripts(rules.id) or [playout.bare_script(rules.id)]
    report, named, done, reached = [], set[str](), set[tuple[str, str]](), Reached()
    also_off_map = (*scripts, *(playout.off_map(script) for script in scripts if script.get("map")))
    for script in also_off_map:
        look_everywhere(script, reached, SITUATIONS // len(also_off_map))
    for script in scripts:
        fights = [_random_fight(script, seed, stopped) for seed in range(FIGHTS)]
        named |= {line.rule for fight in fights for line in fight.log}
        for moment in (moment for fight in fights for moment in fight.moments):
            step = moment.step
            if not step.get("overrule"):
                done.add((step["do"], step.get("action", "")))
                reached.passed(step)
        name = script.get("name") or tr("two against two")
        report.append(tr("{name}: fights: {fights}, steps of each: up to {steps}", name=name,
                         fights=FIGHTS, steps=STEPS))  # fmt: skip
        if rules.policies:
            fight = playout.play_by_policies(script, seed=1)
            if fight.outcome is None:
                never = Text("the behaviours never end the fight")
                raise playout.PlayoutError(never, fight.as_script())
            report.append(tr("{name}: played by its behaviours, {outcome}", name=name,
                             outcome=fight.outcome.text))  # fmt: skip
            named |= {line.rule for line in fight.log}
    tried = [count for script in scripts for count in playout.check_checks(script)]
    compared = {figure for script in scripts for figure in playout.check_figures(script)}
    report.append(
        tr("situations in which all was tried: {situations}", situations=reached.situations)
    )
    report.append(tr("actions set against their odds: {tried}", tried=reached.compared.total()))
    if compared:
        report.append(tr("figures as their throws show them: {compared}", compared=len(compared)))
    done |= reached.done.keys()
    undone = [action.label for action in rules.actions if (action.do, action.id) not in done]
    if undone:
        report.append(tr("done in none of these fights: {actions}", actions=undone))
    if tried:
        report.append(
            tr("checks tried: {tried}, throws: {throws}", tried=len(tried), throws=sum(tried))
        )
    faults = [
        *reached.faults(rules),
        *system_files.without_text(rules, named),
        *_unprintable(rules, scripts[0]),
    ]
    if faults:
        return _faults(rules, faults)
    report += map(in_words, system_files.advice_on_templates(rules))
    with playout.shown_by(dict):
        report += map(in_words, reachable.slow_at_many(scripts[0]))
    show(iter([*report, tr("{system}: nothing is wrong", system=rules.title)]))
    return 0


def _random_fight(script: Mapping[str, Any], seed: int, stopped: Sequence[str]) -> Fight:
    """A fight in which all holds. Raises :class:`PlayoutError` with the shortest that shows what
    does not."""
    choices = [seed * STEPS + step for step in range(STEPS)]
    try:
        return playout.check_fight(script, seed, choices, meddling=True)
    except playout.PlayoutError as error:
        if stopped:  # each fight in search of a shorter one would have to be stopped as well
            raise
        raise (playout.shortest(script, seed, choices) or error) from None


def _unprintable(rules: contract.Rules[Any], script: Mapping[str, Any]) -> Iterator[Text]:
    """What of its papers cannot be set: sheets and cards of a fight, and the empty sheet."""
    from desktop import paper

    sheets = [recruit["sheet"] for recruit in script["combatants"]]
    papers: Mapping[str, Callable[[], paper.Pages]] = {
        "card": lambda: paper.card(rules, sheets),
        "sheet": lambda: paper.sheet(rules, sheets),
        "blank": lambda: paper.blank(rules),
    }
    for name, print_it in papers.items():
        try:
            print_it().pdf()
        except paper.CannotPrint as error:
            yield Text("{page} cannot be printed: {error}", page=name, error=str(error))


def _faults(rules: contract.Rules[Any], faults: Sequence[Text]) -> int:
    """Says what is wrong with the files of a system."""
    for fault in faults:
        print(f"fraydesk: {rules.title}: {plain(in_words(fault))}", file=sys.stderr)
    return FAULT


def _fault(
    rules: contract.Rules[Any], error: playout.PlayoutError | endless.Endless, file: Path | None
) -> int:
    """Says a fault, prints how the fight stood and the step, and writes the fight to a file."""
    script, step = getattr(error, "script", None) or {}, getattr(error, "step", None)
    if "steps" in script:
        with suppress(Exception):  # the fault may be in what is shown
            show(_stands(play(script)))
        if step and not (script["steps"] and step.items() <= script["steps"][-1].items()):
            script = {**script, "steps": [*script["steps"], step]}
        if step:
            show(iter(["", tr("the step: {step}", step=json.dumps(step, ensure_ascii=False))]))
        if file is None:
            number, name = tempfile.mkstemp(".json", f"fraydesk-{rules.id}-")
            os.close(number)
            file = Path(name)
        files.write(file, json.dumps(script, ensure_ascii=False, indent=2).encode())
        said = tr("the fight that leads there: {command}", command=f"fraydesk run {file}")
        show(iter(["", said]))
    elif script:
        show(dict(script))
    sys.stdout.flush()  # before what is said of it
    print(f"fraydesk: {rules.title}: {plain(in_words(failures.in_words(error)))}", file=sys.stderr)
    return FAULT


def _system(id: str) -> contract.Rules[Any]:
    if id not in systems():
        if id in systems().failed:  # it was found, and left out
            raise systems().failed[id]
        raise ScriptError("system", none_such(short(id), systems()))
    return systems()[id]


def new(options: argparse.Namespace) -> int:
    """Makes a campaign, filled with the sample of a system if asked."""
    from desktop.library.campaign import Campaign

    sample = samples.sample_of(options.sample, words.chosen()) if options.sample else None
    title = options.title or (sample.title if sample else options.file.stem)
    with Campaign.create(options.file, title) as campaign:
        if sample:
            samples.pour(campaign, sample.path, words.chosen())
        everything = campaign.everything()
    people, plans = len(everything.characters), len(everything.encounters)
    cast = tr("{count} character", "{count} characters", count=people)
    planned = tr("{count} encounter", "{count} encounters", count=plans)
    show(iter([tr("{name}: {what}", name=plain(title), what=f"{cast}, {planned}")]))
    return 0


def new_system(options: argparse.Namespace) -> int:
    """Lays down the folder of a new system, to be changed."""
    made = lay_down(options.system, options.like, options.folder or folder())
    said = tr("{folder}: change it, then try it: {command}", folder=str(made),
              command=f"fraydesk check-system {options.system}")  # fmt: skip
    show(iter([said]))
    return 0


def import_file(options: argparse.Namespace) -> int:
    """Reads a bundle of ours, a catalogue as CSV or a file of another program, and adds it to a
    campaign if asked; says what comes, or came, of each part."""
    from desktop.library import catalogue_import, spreadsheet

    is_table = options.file.suffix.casefold() == ".csv"
    if is_table:
        read = foreign.Reading(Bundle())
        rows = spreadsheet.read_csv(options.file, options.system, options.catalogue)
    else:
        read = foreign.read_import(options.file, words.chosen())
        rows = catalogue_import.as_rows(read.bundle.entries)
    if options.campaign is None:
        planned = catalogue_import.plan(rows, [], namesakes=not is_table)
    else:
        # A quarter of a second to import, so only where a campaign is opened.
        from desktop.library.campaign import Campaign

        with Campaign.open(options.campaign) as campaign:
            there = campaign.entries(limit=None)
            planned = catalogue_import.plan(rows, there, namesakes=not is_table)
            campaign.bring_in(planned, read.bundle)
    said = (catalogue_import.left_out(rows), *catalogue_import.arrivals(read.bundle, planned))
    if is_table and options.json:
        lines = [
            {"row": plan.row.number, "name": plan.row.name, "doing": plan.doing}
            | ({"why": str(plan.why)} if plan.why else {})
            for plan in planned
        ]
        show({"left_out": catalogue_import.columns_left_out(rows), "rows": lines})
    elif options.json:
        show({**bundle_json(read.bundle), "remarks": list(map(str, read.remarks))})
    else:
        remarks = (f"  {in_words(remark)}" for remark in read.remarks)
        show(iter([*map(in_words, filter(None, said)), *remarks]))
    nothing = is_table and all(row.doing == "refuse" for row in planned)
    return WRONG_INPUT if planned and nothing else 0


def export(options: argparse.Namespace) -> int:
    """Writes what is in a campaign to a file that travels: a bundle, or the catalogue as CSV."""
    from desktop.library.campaign import Campaign
    from desktop.library.spreadsheet import write_csv

    name = short(options.output, LONGEST_FILE_NAME)
    with Campaign.read(options.file) as campaign:
        bundle = campaign.everything()
        if options.shipped:
            kept = campaign.entries(limit=None)
            entries = [
                NewEntry(system=entry.system, kind=entry.kind, name=entry.name, data=entry.data)
                for entry in kept
            ]
            # The window puts them into a campaign, which nobody may have opened there yet.
            opened = any(entry.source == "shipped" for entry in kept)
            for system in () if opened else systems().titles():
                with suppress(FileNotFoundError):  # a system of one's own may have none
                    entries += entries_in(words.chosen(), system, systems().ships(system))
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
    counts = tr(
        "characters {characters}, encounters {encounters}, entries {entries}, notes {notes}",
        characters=len(bundle.characters),
        encounters=len(bundle.encounters),
        entries=len(bundle.entries),
        notes=len(bundle.notes),
    )
    show(iter([counts]))
    return 0


def print_file(options: argparse.Namespace) -> int:
    """Writes a PDF of what is in a file."""
    from desktop.paper import Size, Style

    size = next(size for size in get_args(Size) if size.casefold() == options.paper)
    language = replace(words.chosen(), own_terms=options.words == "native")
    style = Style(size, options.ink == "colour", language)
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

    if what == "blank" and str(file) in systems() and not file.is_file():
        return choice.of_system(systems()[str(file)], style)
    if files.is_database(file):
        from desktop.library.campaign import Campaign

        with Campaign.read(file) as campaign:
            title, bundle = campaign.info().title, campaign.everything()
            fights = _fights(campaign, names) if what in ("all", "report") else []
            played = {encounter.system for encounter in bundle.encounters}
            played |= {character.system for character in bundle.characters}
            house_rules = {system: campaign.house_rules(system) for system in played}
    else:
        document = documents.read_json(file)
        if isinstance(document, dict) and document.get("format") == "fight/1":
            return choice.of_fight(play(read_script(document)), what, style)
        bundle = foreign.read_import(file, words.chosen()).bundle
        title, fights, house_rules = file.stem, [], {}
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
    print("\r" + tr("{done} of {all}", done=done, all=of), end=end, file=sys.stderr, flush=True)


def _script(file: Path) -> Script:
    """The script in a file. Raises ScriptError or LibraryError that names the place."""
    return read_script(documents.read_json(file))


# ---- what is printed


def show(what: dict[str, Any] | Iterator[str]) -> None:
    if isinstance(what, dict):
        print(json.dumps(what, ensure_ascii=False, indent=2))
    else:
        print("\n".join(map(plain, what)))


def _stands(fight: Fight) -> Iterator[str]:
    """How a fight stands: its headline, everybody with their vitals, the objectives."""
    rules, state = fight.rules, fight.state
    if fight.begun:
        yield " · ".join(map(in_words, rules.headline(state)))
        yield ""
    for id, combatant in state.combatants.items():
        glance = display.in_terms(contract.at_a_glance(rules, state, id), words.chosen())
        vitals = "  ".join(map(_vital, glance))
        marker = {"active": "→", "ready": " ", "done": "✓", "out": "✗"}[rules.standing(state, id)]
        yield f"{marker} {combatant.name} ({in_words(side_in_words(combatant.side))})  {vitals}"
    for goal in state.objectives:
        yield f"[{'x' if goal.met else ' '}] {goal.text}"


def _fight_text(fight: Fight) -> Iterator[str]:
    rules = fight.rules
    yield from _stands(fight)
    yield ""
    round_shown = 0
    for line in fight.log:
        if line.round != round_shown:
            round_shown = line.round
            yield in_words(rules.round_named(round_shown))
        dice = f"  [{' '.join(line.faces)}]" if line.dice else ""
        yield f"  {in_words(table.rule_in_words(line.rule)):<14}{in_words(line.text)}{dice}"
    if fight.outcome:
        yield ""
        yield tr("Over: {outcome}", outcome=fight.outcome.text)
    if fight.not_asked:
        yield ""
        yield from (tr("{place}: was not asked", place=place) for place in fight.not_asked)


def _vital(vital: display.Vital) -> str:
    label = in_words(vital.label)
    match vital.kind:
        case "bar" | "pips":
            return f"{label} {vital.value}/{vital.maximum}"
        case "number":
            return f"{label} {number(vital.value, '.0f')}"
        case "dice" | "boxes":
            return f"{label} {' '.join(map(str, vital.values))}"
        case "badge" | "card":
            return f"<{in_words(vital.text) or label}>"


def _estimated(count: int) -> str:
    return tr(
        "too many ways to count: estimated from {count} throw",
        "too many ways to count: estimated from {count} throws",
        count=count,
    )


def _odds_text(fight: Fight, odds: Odds, actor: str, early: Sequence[str]) -> Iterator[str]:
    if odds.samples:
        yield _estimated(odds.samples)
        yield ""
    if len(odds.chances) > MOST_LINES or any(chance.parts for chance in odds.chances):
        yield from _spreads(fight, odds)
    else:
        for chance in odds.chances:
            exact = "" if odds.samples else f"({chance.p})"
            yield f"{number(chance.p, '8.2%')}  {exact:<13} {_marks(fight, chance)}"
    others = odds.apart_from(actor)
    yield ""
    damage = others.expected("damage")
    yield _chance(others)
    yield tr("expected damage {damage}", damage=number(damage, ".4f"))
    side = {id: combatant.side for id, combatant in fight.state.combatants.items()}
    friends = [who for who in others.harmed if actor in side and side[who] == side[actor]]
    if own := sum(others.expected("damage", who) for who in friends if who != actor):
        yield tr("of it to their own side {damage}", damage=number(own, ".4f"))
    for who in others.harmed if len(others.harmed) > 1 else ():
        yield f"  {_harm(fight, odds, who)}"
    if actor in odds.harmed:
        yield tr("own harm: {harm}", harm=_harm(fight, odds, actor))
    if early:
        yield ""
    for place in early:
        yield tr(
            "{place}: is about dice that have not fallen; the usual answer counts", place=place
        )


def _check_text(made: checks.Made) -> Iterator[str]:
    for throw in made.thrown:
        yield f"{throw.name}: {in_words(throw.said)}"
        for line in throw.lines:
            dice = f"  [{' '.join(line.faces)}]" if line.dice else ""
            yield f"  {in_words(table.rule_in_words(line.rule)):<14}{in_words(line.text)}{dice}"
        yield from (f"  {c.path}: {c.before} → {c.after}" for c in throw.changes)
    if made.samples:
        yield _estimated(made.samples)
    for id, results in made.odds.items():
        yield ""
        yield id
        for outcome in results:
            exact = "" if made.samples else f"({outcome.p})"
            yield f"{number(outcome.p, '8.2%')}  {exact:<13} {in_words(outcome.said)}"
    if made.together:
        yield ""
        named = (tr("nobody succeeds"), tr("exactly one succeeds"), tr("all succeed"))
        for what, p in zip(named, made.together, strict=True):
            yield f"{number(p, '8.2%')}  {what}"


def _harm(fight: Fight, odds: Odds, who: str) -> str:
    """How likely one combatant is hit, and the damage to be expected."""
    return tr(
        "{name}: {chance}, expected damage {damage}",
        name=_name(fight, who),
        chance=_chance(odds, who),
        damage=number(odds.expected("damage", who), ".4f"),
    )


def _chance(odds: Odds, who: str | None = None) -> str:
    """How likely one combatant, or anybody, is hit; or harmed, where nothing is marked as a hit."""
    hits = "hit" in odds.marked() or "damage" not in odds.marked()
    chance = number(odds.probability("hit" if hits else "damage", who), ".2%")
    return tr("hit {chance}", chance=chance) if hits else tr("harmed {chance}", chance=chance)


def _spreads(fight: Fight, odds: Odds) -> Iterator[str]:
    """What befalls each, one by one: all of it together has too many outcomes for a list."""
    for what, people in odds.marked().items():
        for who in people:
            spread = odds.spread(what, who)
            ways = "  ".join(f"{amount}: {number(p, '.2%')}" for amount, p in spread.items())
            yield f"{_mark(fight, what)} {_name(fight, who)}  {ways}"


def _marks(fight: Fight, chance: Chance) -> str:
    marks = [
        f"{_mark(fight, what)} {amount} {_name(fight, who)}"
        for what, amounts in chance.marks.items()
        for who, amount in amounts.items()
    ]
    return ", ".join(marks) or tr("nothing")


MARKS = {
    "hit": Text("hit", context="mark"),
    "damage": Text("damage", context="mark"),
    "success": Text("success", context="mark"),
    "out": Text("out", context="mark"),
    "down": Text("down", context="mark"),
    "cost": Text("cost", context="mark"),
    "disarmed": Text("disarmed", context="mark"),
    "shock": Text("shock", context="mark"),
    "healing": Text("healing", context="mark"),
}
"""The marks that most systems have, as a list of odds names them."""


def _mark(fight: Fight, what: str) -> str:
    rules = fight.rules
    return in_words({**rules.marks, **rules.marks_for_players, **MARKS}.get(what, what))


def _name(fight: Fight, who: str) -> str:
    """The name of one who is marked; what a system of somebody else's marks may be nobody."""
    combatant = fight.state.combatants.get(who)
    return combatant.name if combatant else who
