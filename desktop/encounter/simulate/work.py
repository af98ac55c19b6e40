"""Hands the fights of a forecast out in portions, to any executor, and adds up what comes back."""

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Any, ParamSpec, TypeVar

from desktop.encounter.script import ScriptError
from desktop.encounter.simulate.forecast import Forecast, Person, Ranked
from desktop.encounter.simulate.opening import Opened, Opening, opened
from desktop.encounter.simulate.playing import Played, play_out
from desktop.rules import systems
from desktop.rules.state import State
from desktop.rules.table import Refusal
from desktop.rules.text import TextError
from desktop.rules.values import plain

P = ParamSpec("P")
R = TypeVar("R")

FIRST = 2
"""Fights of the first portions, so that there is something to see at once."""

MOST_FIRST = 8
"""How many fights are handed out in first portions."""

PORTION = 40
"""Fights of every later portion."""

LOOKED_AT = 8
"""In one of this number of fights the losses are set against the sheets."""


def play_portion(opening: Opening, seed: int, first: int, count: int) -> Forecast:
    """Plays the fights from number ``first`` on; this is what a worker does.

    Raises :class:`TextError` for an opening that cannot be played on and for a system that fails:
    it can be sent home from another process whole, and says there what only this one can tell.
    """
    try:
        start = opened(opening)
        forecast = Forecast(people=people(start))
        for number in range(first, first + count):
            _count(forecast, start, play_out(start, seed, number), number)
    except (ScriptError, Refusal) as error:
        raise TextError(str(error)) from None
    except Exception as error:
        failed = systems().blamed(error)
        if failed is None:
            raise
        raise TextError(str(failed)) from error
    return forecast


def ready() -> None:
    """Does nothing: a worker that is given this imports what it needs for real work."""


def people(opened: Opened) -> tuple[Person, ...]:
    """Everybody, as the fights begin."""
    everybody = opened.fight.state.combatants.values()
    return tuple(Person(c.id, c.name, c.side, c.out) for c in everybody)


class Work:
    """Fights being played by an executor, a portion at a time.

    :meth:`collect` takes in what came back and hands out what is next, and never waits; after the
    last portion the total is the same for any executor.
    """

    def __init__(
        self,
        executor: Executor,
        opening: Opening,
        fights: int,
        seed: int = 0,
        ahead: int = 4,
        portion: int = PORTION,
    ) -> None:
        """``ahead`` portions of at most ``portion`` fights are handed out at a time."""
        self.fights = fights
        self.portion = portion
        """How many fights a portion has from now on, after the first ones; may be changed."""
        self.total = Forecast()
        """The fights that came back so far."""
        self.running: set[Future[Forecast]] = set()
        self._executor, self._opening, self._seed, self._ahead = executor, opening, seed, ahead
        self._next = 0
        self._hand_out()

    @property
    def done(self) -> bool:
        return not self.running

    def collect(self) -> bool:
        """Whether anything came back. Raises what a worker raised."""
        done = {future for future in self.running if future.done()}
        self.running -= done
        for future in done:
            self.total.add(future.result())
        self._hand_out()
        return bool(done)

    def cancel(self) -> None:
        """Takes back what was not begun; what is being played is not waited for."""
        for future in self.running:
            future.cancel()
        self.running.clear()
        self._next = self.fights

    def _hand_out(self) -> None:
        while len(self.running) < self._ahead and self._next < self.fights:
            size = FIRST if self._next < MOST_FIRST else self.portion
            count = min(size, self.fights - self._next)
            work = self._executor.submit(play_portion, self._opening, self._seed, self._next, count)
            self.running.add(work)
            self._next += count


def forecasts(
    executor: Executor, opening: Opening, fights: int, seed: int = 0, ahead: int = 4
) -> Iterator[Forecast]:
    """The forecast as it grows: the same object after each portion that came back.

    Closing the iterator takes back what was not begun. Raises :class:`ScriptError` for an opening
    that cannot be played on.
    """
    opened(opening)
    work = Work(executor, opening, fights, seed, ahead)
    try:
        while not work.done:
            wait(work.running, return_when=FIRST_COMPLETED)
            work.collect()
            yield work.total
    finally:
        work.cancel()


def forecast(
    opening: Opening, fights: int, seed: int = 0, executor: Executor | None = None
) -> Forecast:
    """The whole forecast; without an executor it is worked out here."""
    *_, total = forecasts(executor or Here(), opening, fights, seed)
    return total


class Here(Executor):
    """Does the work at once, in this process."""

    def submit(self, fn: Callable[P, R], /, *args: P.args, **values: P.kwargs) -> Future[R]:
        future: Future[R] = Future()
        try:
            future.set_result(fn(*args, **values))
        except Exception as error:
            future.set_exception(error)
        return future


# ---- one fight, added up


def _count(forecast: Forecast, start: Opened, played: Played, number: int) -> None:
    state = played.state
    forecast.fights += 1
    forecast.rounds[state.round] += 1
    for ended in range(start.fight.state.round or 1, state.round):
        forecast.went_on[ended] += 1
    if played.unfinished:
        forecast.unfinished[played.unfinished] += 1
    else:
        forecast.wins[played.winner or ""] += 1
    if played.winner is None:
        forecast.ahead[_ahead(forecast, state)] += 1
    for combatant in state.combatants.values():
        if combatant.out:
            forecast.out[combatant.id] += 1
    forecast.taken.update(played.taken)
    forecast.dealt.update(played.dealt)
    forecast.fell.update(played.fell)
    _rank(forecast, played, number)
    if number % LOOKED_AT == 0:
        _look(forecast, start, state)


def _ahead(forecast: Forecast, state: State[Any]) -> str:
    """The side with the greatest part of its people standing; empty where several have."""
    parts: dict[str, float] = {}
    for side in forecast.sides:
        whole = [combatant for combatant in state.combatants.values() if combatant.side == side]
        parts[side] = sum(not combatant.out for combatant in whole) / max(len(whole), 1)
    most = max(parts.values())
    first, *others = (side for side, part in parts.items() if part == most)
    return "" if others else first


def _rank(forecast: Forecast, played: Played, number: int) -> None:
    """Keeps the fight where it went better or worse for a side than any other so far."""
    left: Counter[str] = Counter()
    hurt: Counter[str] = Counter()
    for combatant in played.state.combatants.values():
        left[combatant.side] += not combatant.out
        hurt[combatant.side] += played.taken["damage", combatant.id]
    for side in forecast.sides:
        won = (played.winner == side) - (played.winner not in (None, side))
        others = left.total() - left[side]
        harm = hurt.total() - 2 * hurt[side]
        rank = Ranked(won, left[side] - others, harm, -number)
        forecast.best[side] = max(forecast.best.get(side, rank), rank)
        forecast.worst[side] = min(forecast.worst.get(side, rank), rank)


def _look(forecast: Forecast, start: Opened, state: State[Any]) -> None:
    """Counts what the fight takes from the sheets: hit points, ammunition, uses."""
    forecast.looked_at += 1
    for kept in start.fight.rules.written_back:
        for combatant in state.combatants.values():
            before = kept.values(start.fight.state[combatant.id])
            for path, value in kept.values(combatant).items():
                now, then = plain(value), plain(before.get(path))
                if type(now) is int and type(then) is int and now != then:
                    forecast.spent[combatant.id, path] += then - now
                    forecast.labels[path] = str(kept.label)
