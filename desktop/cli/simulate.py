"""``fraydesk simulate``: a fight played out many times, or a whole sweep of encounters.

A sweep file names encounters and what is varied in each of them; what they come to is a table::

    {"format": "sweep/1", "encounters": ["bridge.json"],
     "variations": [{"name": "surprised", "surprised": ["foes"]}]}
"""

import argparse
import csv
import io
import json
import sys
from collections.abc import Iterator, Mapping
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field as Limits

from desktop import plugins, processes
from desktop.cli import words
from desktop.cli.terminal import show
from desktop.cli.words import in_words, number, tr
from desktop.encounter.script import ScriptError, read_script, validated
from desktop.encounter.simulate import opening, playing, work
from desktop.encounter.simulate.forecast import Forecast, Share
from desktop.encounter.simulate.variation import AS_IT_IS, Variation, varied
from desktop.library import documents, errors, files
from desktop.rules import systems
from desktop.rules.fields import Record
from desktop.rules.state import side_in_words
from desktop.rules.text import Text

BAR = 40
"""Letters of the progress bar."""


class Sweep(Record):
    """Several encounters, each as it is and with each of the variations."""

    format: Literal["sweep/1"]
    encounters: list[str | dict[str, Any]] = Limits(min_length=1, max_length=100_000)
    """Fight scripts, or the names of their files as seen from the sweep's own."""
    variations: Annotated[list[Variation], Limits(max_length=1000)] = []


def simulate(options: argparse.Namespace) -> int:
    """Does what the command line says. Raises :class:`ScriptError` and LibraryError."""
    document: Any = documents.read_json(options.file)
    if isinstance(document, dict) and document.get("format") == "sweep/1":
        return _sweep(document, options)
    script = read_script(document)
    start = varied(document, AS_IT_IS, options.policy)
    with executor(options) as workers:
        forecast = _forecast(workers, start, options)
    if options.keep:
        _keep(options.keep, forecast, start, options.seed)
    words.use_terms_of(systems()[script.system])
    show(forecast.as_json() if options.json else _text(script.name, forecast))
    return 0


@contextmanager
def executor(options: argparse.Namespace) -> Iterator[Executor]:
    """Who plays: a cluster, several processes, or this process. Raises :class:`ScriptError`."""
    if options.scheduler:
        yield from _cluster(options.scheduler)
    elif options.workers == 1:
        yield work.Here()
    else:
        with processes.started(options.workers, work.Here(), _play_alone, _tell_of_loss) as pool:
            yield pool


def _play_alone(error: OSError) -> None:
    message = tr(
        "no worker processes can be started here ({why}); this process plays alone",
        why=files.explain(error),
    )
    print(f"fraydesk: {message}", file=sys.stderr)


def _tell_of_loss() -> None:
    message = tr("a worker process was killed; its fights are played again by another")
    print(f"fraydesk: {message}", file=sys.stderr)


def _cluster(address: str) -> Iterator[Executor]:
    try:
        from distributed import Client
    except ImportError:
        raise ScriptError("--scheduler", "needs the extra packages fraydesk[dask]") from None
    try:
        client = Client(address, timeout=10)
    except (OSError, ValueError) as error:
        raise ScriptError(
            "--scheduler",
            Text("nobody answers at {address}: {error}", address=address, error=str(error)),
        ) from None
    with client:
        client.run(plugins.add_own)
        yield client.get_executor(pure=False)


def _forecast(workers: Executor, start: opening.Opening, options: argparse.Namespace) -> Forecast:
    forecast = Forecast()
    bar = _Bar(options.fights)
    try:
        # Two portions for each worker keep all of them busy.
        ahead = 2 * options.workers if not options.scheduler else 64
        for forecast in work.forecasts(workers, start, options.fights, options.seed, ahead):
            bar.show(forecast)
    finally:
        bar.clear()
    return forecast


class _Bar:
    """How far the fights have come, on one line of a terminal; nothing anywhere else."""

    def __init__(self, fights: int) -> None:
        self._fights = fights
        self._longest = 0
        self._there = sys.stderr.isatty()

    def show(self, forecast: Forecast) -> None:
        if self._there:
            done = BAR * forecast.fights // self._fights
            chances = "  ".join(number(forecast.wins_of(side).p, ".0%") for side in forecast.sides)
            line = f"{'█' * done}{'░' * (BAR - done)} {forecast.fights}/{self._fights}  {chances}"
            self._longest = max(self._longest, len(line))
            # With spaces to the end: consoles of Windows know no sign that clears a line.
            print(f"\r{line:<{self._longest}}", end="", file=sys.stderr, flush=True)

    def clear(self) -> None:
        if self._there:
            print(f"\r{'':<{self._longest}}\r", end="", file=sys.stderr, flush=True)


# ---- what is told


def _text(name: str, forecast: Forecast) -> Iterator[str]:
    what = tr("{count} fight", "{count} fights", count=forecast.fights)
    yield tr("{name}: {what}", name=name or tr("The fight"), what=what)
    yield ""
    for side in forecast.sides:
        ahead = forecast.ahead_of(side)
        more = tr("ahead without a winner {chance}", chance=_said(ahead)) if ahead.p else ""
        yield f"{_wins(side, forecast.wins_of(side))}   {more}".rstrip()
    if forecast.no_winner.p:
        yield _wins(tr("nobody"), forecast.no_winner)
    for why, fights in sorted(
        forecast.unfinished.items(), key=lambda left: (-left[1], str(left[0]))
    ):
        yield tr("without an end: {fights} ({why})", fights=fights, why=why)
    yield ""
    early, middle, late = (forecast.rounds_within(part) for part in (0.05, 0.5, 0.95))
    yield tr(
        "rounds {mean} on average, mostly {early} to {late}, median {middle}",
        mean=number(forecast.mean_rounds, ".1f"), early=early, late=late, middle=middle,
    )  # fmt: skip
    yield ""
    for person in forecast.people:
        parts = [
            tr("out {chance}", chance=_said(forecast.out_of(person.id))),
            tr(
                "takes {taken}, deals {dealt}",
                taken=number(forecast.mean_taken(person.id), ".1f"),
                dealt=number(forecast.mean_dealt(person.id), ".1f"),
            ),
        ]
        spent = ", ".join(
            f"{in_words(Text(forecast.labels.get(path, path)))} {number(amount, '.1f')}"
            for path, amount in forecast.mean_spent(person.id).items()
        )
        parts += [tr("spends {what}", what=spent)] if spent else []
        yield f"{person.name:<24} {'   '.join(parts)}"
    yield ""
    yield tr("standing at the end of each round")
    for course in forecast.course():
        standing = [
            f"{in_words(side_in_words(side))} {number(count, '.1f')}"
            for side, count in course.standing.items()
        ]
        standing.append(tr("going on {chance}", chance=number(course.going_on, ".0%")))
        yield f"{course.round:>4}  {'  '.join(standing)}"


def _wins(side: str, chance: Share) -> str:
    return f"{in_words(side_in_words(side)):<20} {tr('wins {chance}', chance=_said(chance))}"


def _said(chance: Share) -> str:
    low, high = number(chance.low, ".1%"), number(chance.high, ".1%")
    return tr("{chance} ({low} to {high})", chance=number(chance.p, "6.1%"), low=low, high=high)


def _keep(folder: Path, forecast: Forecast, start: opening.Opening, seed: int) -> None:
    """Writes the fights that went best and worst for each side."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for what, ranks in (("best", forecast.best), ("worst", forecast.worst)):
            for place, side in enumerate(forecast.sides, start=1):
                fight = playing.written(opening.opened(start), seed, -ranks[side].fight)
                text = json.dumps(fight.as_script(), ensure_ascii=False, indent=1)
                files.write(folder / f"{what}-side-{place}.json", f"{text}\n".encode())
    except (OSError, ValueError) as error:
        raise ScriptError(
            "--keep",
            Text("{folder} cannot be written: {why}", folder=str(folder), why=files.explain(error)),
        ) from None


# ---- a sweep

COLUMNS = (
    "encounter", "variation", "side", "fights", "wins", "wins_low", "wins_high", "ahead",
    "no_winner", "mean_rounds", "out", "damage_taken",
)  # fmt: skip


def _sweep(document: Mapping[str, Any], options: argparse.Namespace) -> int:
    if options.json or options.keep:
        raise ScriptError("", "a sweep prints a table; --json and --keep are for one fight")
    sweep = validated(Sweep, document)
    jobs = list(_jobs(sweep, options))  # all of it is read before the first fight is played
    table = io.StringIO()
    rows = csv.writer(table, lineterminator="\n")
    rows.writerow(COLUMNS)
    with executor(options) as workers:
        for encounter, variation, start in jobs:
            rows.writerows(_rows(encounter, variation, _forecast(workers, start, options)))
            print(table.getvalue(), end="", flush=True)
            table.seek(0)
            table.truncate()
    return 0


def _jobs(sweep: Sweep, options: argparse.Namespace) -> Iterator[tuple[str, str, opening.Opening]]:
    folder = options.file.parent
    for index, encounter in enumerate(sweep.encounters):
        place = f"encounters[{index}]"
        named = isinstance(encounter, str)
        document: Any = documents.read_json(folder / encounter) if named else encounter
        try:
            name = read_script(document).name or (encounter if named else place)
            for variation in (AS_IT_IS, *sweep.variations):
                yield str(name), variation.name, varied(document, variation, options.policy)
        except ScriptError as error:
            raise ScriptError(place, error.words) from None


def _rows(encounter: str, variation: str, forecast: Forecast) -> Iterator[tuple[Any, ...]]:
    for side in forecast.sides:
        wins = forecast.wins_of(side)
        people = [person.id for person in forecast.people if person.side == side]
        yield (
            _cell(encounter), _cell(variation), _cell(side), forecast.fights,
            *(f"{value:.4f}" for value in wins), f"{forecast.ahead_of(side).p:.4f}",
            f"{forecast.no_winner.p:.4f}", f"{forecast.mean_rounds:.2f}",
            f"{sum(forecast.out_of(id).p for id in people):.3f}",
            f"{sum(forecast.mean_taken(id) for id in people):.2f}",
        )  # fmt: skip


def _cell(text: str) -> str:
    """A name as a cell on which no terminal acts and which no spreadsheet takes for a formula."""
    return errors.plain(f"'{text}" if text[:1] in ("=", "+", "-", "@") else text)
