"""How long pages take: ``python -m tests.benchmarks.paper``.

Each figure is the median of many different pages in one process, as in a running window; the first
page of a fresh process, which reads the fonts, is told apart. The one that counts is "against": how
many times as long as an empty page a band takes.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from statistics import median
from time import perf_counter

from desktop import paper
from desktop.encounter.tables import LogLine
from desktop.paper import Dossier, Pages
from desktop.rules.display import CardLine, Vital
from desktop.rules.text import Text
from tests.paper.bands import BAND, EXTRAS

ROUNDS = 25
FRESH = count()


def _band(number: int, members: int) -> Pages:
    told = [{**one, "notes": f"{one.get('notes', '')} {number}"} for one in BAND[:members]]
    return paper.card("teohiphip", told, extras=EXTRAS[:members])


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
        [LogLine(n // 25, "teohiphip-16", Text(f"{text} {number}"), (5, 6)) for n in range(300)],
    )


WORK: dict[str, Callable[[int], Pages]] = {
    "empty report": lambda number: paper.report(str(number), []),
    "band of 1": lambda number: _band(number, 1),
    "band of 2": lambda number: _band(number, 2),
    "band of 3": lambda number: _band(number, 3),
    "9 combatant cards": _cards,
    "report, 300 lines": _report,
}


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
