"""How long pages take: ``python -m tests.benchmarks.paper``.

Each figure is the median of many different pages in one process, as in a running window; the first
page of a fresh process, which reads the fonts, is told apart. The one that counts is "against": how
many times as long as an empty page a band takes.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from itertools import count
from statistics import median
from time import perf_counter, process_time

from desktop import assets, paper
from desktop.library.records import Bundle, NewCharacter
from desktop.paper import Dossier, Pages, Told
from desktop.paper.choice import of_bundle
from desktop.paper.sheets import CardLine
from desktop.rules import systems
from desktop.rules.display import Vital
from desktop.rules.text import Text
from tests.paper.bands import BAND

ROUNDS = 25
FRESH = count()


def _band(number: int, members: int) -> Pages:
    told = [{**one, "notes": f"{one.get('notes', '')} {number}"} for one in BAND[:members]]
    return paper.card("teohiphip", told)


def _cards(number: int) -> Pages:
    hp = Vital("bar", "hp", "PŻ", 4, 5)
    return paper.cards(
        [
            Dossier(
                f"Strażnik {number}.{place}",
                "strażnicy",
                [hp],
                [CardLine("Halabarda", "wręcz")] * 3,
            )
            for place in range(9)
        ]
    )


def _report(number: int) -> Pages:
    text = "Zenon Kowalski strzela do Agenta MOIRY z pistoletu energetycznego: dwa sukcesy"
    return paper.report(
        f"Walka {number}",
        [Told(n // 25, "teohiphip-16", Text(f"{text} {number}"), ("5", "6")) for n in range(300)],
    )


WORK: dict[str, Callable[[int], Pages]] = {
    "empty report": lambda number: paper.report(str(number), []),
    "band of 1": lambda number: _band(number, 1),
    "band of 2": lambda number: _band(number, 2),
    "band of 3": lambda number: _band(number, 3),
    "9 combatant cards": _cards,
    "report, 300 lines": _report,
}


SHEETS = 100


def _people(system: str, count: int) -> list[NewCharacter]:
    """So many characters of a system's sample, over and over, no two of them alike."""
    sample = json.loads(assets.path("samples", f"{system}.json").read_text("utf-8"))
    known = [one["sheet"] for one in sample["characters"]]
    return [
        NewCharacter(
            system=system,
            role="player",
            name=str(number),
            sheet={**known[number % len(known)], "name": f"Nr {next(FRESH)}"},
        )
        for number in range(count)
    ]


def campaigns() -> None:
    """One sheet in a warm process, and a campaign of 100 characters as one PDF, by system.

    Beside the time that passed stands that of the processors, which another program's work
    changes less.
    """
    print(f"\n{'':22}{'a sheet':>10}{'of CPU':>10}{f'{SHEETS} sheets':>12}{'of CPU':>10}")
    for system in systems():
        _sheet(system)
        one = [_spent(partial(_sheet, system)) for _ in range(5)]
        bundle = Bundle(characters=tuple(_people(system, SHEETS)))
        wall, cpu = _spent(of_bundle(bundle, "Campaign", "sheets").pdf)
        print(
            f"{system:22}{min(w for w, _ in one):7.0f} ms{min(c for _, c in one):7.0f} ms"
            f"{wall / 1000:10.1f} s{cpu / 1000:8.1f} s"
        )


def _sheet(system: str) -> bytes:
    return paper.sheet(system, [_people(system, 1)[0].sheet]).pdf()


def _spent(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds on the wall and of the processors."""
    wall, cpu = perf_counter(), process_time()
    work()
    return 1000 * (perf_counter() - wall), 1000 * (process_time() - cpu)


def main() -> None:
    started = perf_counter()
    _band(-1, 3).pdf()
    print(f"first page of the process {1000 * (perf_counter() - started):7.1f} ms")
    print(f"{'':22}{'PDF':>9}{'SVG':>9}{'a page':>9}{'size':>9}{'against':>9}")
    empty = 0.0
    for name, make in WORK.items():
        pdf, svg = timed(make, Pages.pdf), timed(make, Pages.svg)
        empty = empty or pdf
        pages, size = len(make(0).svg()), len(make(0).pdf()) / 1024
        print(
            f"{name:22}{pdf:6.1f} ms{svg:6.1f} ms{pdf / pages:6.1f} ms{size:6.0f} KB"
            f"{pdf / empty:8.1f}x"
        )
    campaigns()


def timed(make: Callable[[int], Pages], form: Callable[[Pages], object]) -> float:
    """Milliseconds, the median; no page is made twice, so that nothing is remembered."""
    times = []
    for _ in range(ROUNDS):
        pages = make(next(FRESH))
        started = perf_counter()
        form(pages)
        times.append(perf_counter() - started)
    return 1000 * median(times)


if __name__ == "__main__":
    main()
