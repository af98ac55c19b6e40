"""The example fights that come with the program."""

import json
from pathlib import Path

import pytest

from desktop import assets
from desktop.cli import main
from desktop.encounter.fight import play
from desktop.rules import systems

EXAMPLES = sorted(assets.path("examples").glob("*.json"))


def test_every_system_that_ships_has_an_example() -> None:
    shipped = {system for system in systems() if systems().ships(system)}
    assert {path.stem for path in EXAMPLES} == shipped


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_ends_with_an_attack_that_can_be_run_and_has_odds(path: Path) -> None:
    script = json.loads(path.read_text("utf-8"))
    assert play(script).log
    fight = play(script, all_but_last=True)
    odds = fight.odds({k: v for k, v in script["steps"][-1].items() if k != "answers"})
    assert odds.expected("damage") > 0
    assert len(odds.chances) > 1


def test_help_names_the_folder_of_the_examples(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = "".join(capsys.readouterr().out.split())
    assert f"{assets.path('examples')}".replace(" ", "") in told
