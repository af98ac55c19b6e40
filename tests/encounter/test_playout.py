"""Play-outs find what is wrong with a system, and the shortest fight that shows it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import pytest
from pydantic import Field as Limits
from skeleton import Attack, Sheet, Skeleton

from desktop import assets
from desktop.encounter.playout import (
    PlayoutError,
    bare_script,
    check_fight,
    play_by_policies,
    shortest,
)
from desktop.rules import systems
from desktop.rules.cast import question
from desktop.rules.contract import Aimed, Policy, WrittenBack
from desktop.rules.dice import Dice, pool
from desktop.rules.fields import Choice, Shown
from desktop.rules.figures import NO_TERM, Figure, FigureGroup
from desktop.rules.text import Text
from tests.systems.installing import DATA_HOME

ROOT = Path(__file__).resolve().parents[2]

RUN = "import sys; from desktop.cli import main; sys.exit(main())"

CHOICES = range(12)


@pytest.fixture
def spoil() -> Iterator[Callable[..., None]]:
    """Installs a skeleton of which something is spoiled."""

    def install(**spoiled: object) -> None:
        kind = type("Spoiled", (Skeleton,), spoiled)
        if "marks" in spoiled:  # without those that every class gets as it is made
            setattr(kind, "marks", spoiled["marks"])  # noqa: B010
        systems.cache_clear()
        systems().add("skeleton", lambda: kind)

    yield install
    systems.cache_clear()


def fault() -> str:
    return str(shortest(bare_script("skeleton"), 1, CHOICES))


def test_a_sound_system_passes(spoil: Callable[..., None]) -> None:
    spoil()
    assert shortest(bare_script("skeleton"), 1, CHOICES) is None


def test_undeclared_marks_and_decisions_are_faults(spoil: Callable[..., None]) -> None:
    spoil(marks={})
    assert "the mark 'damage' is not among the declared marks" in fault()


class Narrow(Sheet):
    part: Annotated[float, Limits(ge=0.2, le=0.7), Shown("Part")]
    mark: Annotated[str, Limits(max_length=3), Shown("Mark")]


def test_needed_values_within_narrow_limits_are_filled_in(spoil: Callable[..., None]) -> None:
    spoil(sheet=Narrow)
    assert shortest(bare_script("skeleton"), 1, CHOICES) is None


def test_a_mark_on_nobody_is_a_fault(spoil: Callable[..., None]) -> None:
    def perform(self: Skeleton, state: object, command: object, table: Any) -> None:
        table.mark("damage", "the moon")
        Skeleton.perform(self, state, command, table)  # type: ignore[arg-type]

    spoil(perform=perform)
    assert fault() == "a mark is on nobody"


def test_a_method_that_fails_is_a_fault(spoil: Callable[..., None]) -> None:
    spoil(vitals=lambda self, state, id: [1 / 0])
    assert "Skeleton failed in vitals(): ZeroDivisionError: division by zero" in fault()


def test_a_rule_that_writes_to_what_it_has_not_taken_is_a_fault(
    spoil: Callable[..., None],
) -> None:
    def pass_turn(self: Skeleton, state: object, table: object) -> None:
        for person in state.combatants.values():  # type: ignore[attr-defined]
            person.hearts = max(person.hearts - 1, 0)
        Skeleton.pass_turn(self, state, table)  # type: ignore[arg-type]

    spoil(pass_turn=pass_turn)
    assert fault() == "a state that was kept has been written to"


@dataclass(frozen=True, slots=True)
class Lucky:
    """A die of which the odds and the dice say different things."""

    score: int
    counted: int

    def read(self, dice: Sequence[int]) -> bool:
        return dice[0] <= self.score

    def spread(self, dice: Dice) -> dict[bool, int]:
        return {True: self.counted, False: 6 - self.score}


@pytest.mark.parametrize(
    ("counted", "message"),
    [
        (5, "1d6 of skeleton-1: its spread counts 8 falls of 6"),
        (3, None),
    ],
)
def test_a_spread_that_is_not_what_the_dice_mean_is_a_fault(
    spoil: Callable[..., None], counted: int, message: str | None
) -> None:
    def perform(self: Skeleton, state: object, command: object, table: Any) -> None:
        lucky = table.roll(pool(1, 6, Lucky(3, counted)), why="skeleton-1", by="anna")
        table.log("skeleton-1", Text("{lucky}", lucky=lucky))
        Skeleton.perform(self, state, command, table)  # type: ignore[arg-type]

    spoil(perform=perform)
    found = shortest(bare_script("skeleton"), 1, CHOICES)
    assert (str(found) if found else None) == message


@dataclass(frozen=True, slots=True)
class Upside(Lucky):
    def spread(self, dice: Dice) -> dict[bool, int]:
        return {False: self.score, True: 6 - self.score}


def test_a_spread_for_other_meanings_is_a_fault(spoil: Callable[..., None]) -> None:
    def perform(self: Skeleton, state: object, command: object, table: Any) -> None:
        upside = table.roll(pool(1, 6, Upside(2, 0)), why="skeleton-1", by="anna")
        table.log("skeleton-1", Text("{upside}", upside=upside))
        Skeleton.perform(self, state, command, table)  # type: ignore[arg-type]

    spoil(perform=perform)
    told = "1d6 of skeleton-1: its spread counts 2 falls for False, its dice show 4"
    assert fault() == told


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"heart": 1}, "heart: there is no such field; there are: name, skill, hearts"),
        ({"hearts": 12}, "hearts: can be at most 9"),
    ],
)
def test_what_is_written_back_and_does_not_fit_the_sheet_is_a_fault(
    spoil: Callable[..., None], values: dict[str, int], message: str
) -> None:
    spoil(written_back=(WrittenBack(Text("Hearts"), lambda one: values),))
    assert fault() == f"what is written back does not fit the sheet: {message}"


def test_a_behaviour_that_is_refused_is_a_fault(spoil: Callable[..., None]) -> None:
    def at_itself(state: object, actor: str) -> Aimed:
        return Attack(actor=actor, target=actor)

    spoil(policies={"odd": Policy("odd", Text("Odd"), "", Text("Strikes itself."), at_itself)})
    with pytest.raises(PlayoutError, match="refused: target: needs somebody else") as error:
        play_by_policies(bare_script("skeleton"), seed=1)
    assert error.value.script


def test_a_text_that_is_given_no_value_for_a_name_is_told(spoil: Callable[..., None]) -> None:
    def perform(self: Skeleton, state: object, command: object, table: Any) -> None:
        table.log("skeleton-1", Text("{name} falls", who="Anna"))
        Skeleton.perform(self, state, command, table)  # type: ignore[arg-type]

    spoil(perform=perform)
    assert "the text '{name} falls' is given no 'name'" in fault()


def test_an_undeclared_decision_is_told_as_it_is(spoil: Callable[..., None]) -> None:
    def perform(self: Skeleton, state: Any, command: object, table: Any) -> None:
        choices = (Choice(True, Text("Yes")), Choice(False, Text("No")))
        table.ask(question(state["anna"], "luck", Text("?"), choices, "skeleton-1", default=True))
        Skeleton.perform(self, state, command, table)  # type: ignore[arg-type]

    spoil(perform=perform)
    assert fault() == "the decision 'luck' is not among the declared ones"


def test_an_option_that_asks_for_nothing_and_is_refused_is_a_fault(
    spoil: Callable[..., None],
) -> None:
    def perform(self: Skeleton, state: object, command: object, table: object) -> None:
        from desktop.rules.table import Refusal

        raise Refusal("not today")

    spoil(perform=perform)
    assert "is offered and was refused: not today" in fault()


@pytest.mark.parametrize(
    ("groups", "message"),
    [
        ([("a", []), ("a", [])], "have the id 'a' twice"),
        ([("a", [("hit", 1), ("hit", 2)])], "the figures of a have the id 'hit' twice"),
        ([("a", [("hit", 1.5)])], "the figure 'a.hit' has 1.5 as value"),
    ],
)
def test_figures_that_cannot_be_told_apart_or_shown_are_a_fault(
    spoil: Callable[..., None], groups: list[tuple[str, list[tuple[str, Any]]]], message: str
) -> None:
    figures = [
        FigureGroup(id, NO_TERM, tuple(Figure(name, NO_TERM, value) for name, value in values))
        for id, values in groups
    ]
    spoil(figures=lambda rules, state, id: figures)
    assert message in fault()


def test_the_fight_that_shows_a_fault_is_as_short_as_can_be(spoil: Callable[..., None]) -> None:
    spoil(marks={})
    found = shortest(bare_script("skeleton"), 1, range(60))
    assert found
    assert found.script
    assert len(found.script["steps"]) <= 2
    with pytest.raises(PlayoutError):
        check_fight(bare_script("skeleton"), 1, range(60), meddling=True)


def test_the_command_line_checks_a_system_and_writes_the_fight_that_fails(tmp_path: Path) -> None:
    own = tmp_path / "Fraydesk" / "systems"
    own.mkdir(parents=True)
    shown = tmp_path / "shown.json"
    source = (assets.root() / "systems" / "skeleton" / "__init__.py").read_text("utf-8")
    for good in (True, False):
        text = source if good else source.replace('mark("hit"', 'mark("struck"')
        (own / "skeleton.py").write_text(text, "utf-8")
        done = subprocess.run(
            [sys.executable, "-c", RUN, "check-system", "skeleton", "--script", str(shown)],
            cwd=ROOT,
            env={**os.environ, DATA_HOME: str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == (0 if good else 1), done.stderr
        assert ("nothing is wrong" in done.stdout) == good
        assert (str(shown) in done.stdout) == shown.exists() == (not good)
        if not good:  # the step that shows it is the last one
            assert "attack" in json.loads(shown.read_text("utf-8"))["steps"][-1].values()
        assert (done.stderr == "") == good
