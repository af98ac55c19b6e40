"""The command line, as a program of its own: what it prints, and what it says of bad input."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop import cli
from desktop.library.campaign import Campaign
from desktop.library.samples import sample_of
from tests.playouts import play_by_policies, sample_scripts
from tests.systems.installing import DATA_HOME, install, write

ROOT = Path(__file__).resolve().parent.parent

BEGIN = {"do": "begin"}
ACTIVATE = {"do": "activate", "actor": "zenon"}
AIM = {"do": "act", "actor": "zenon", "action": "aim"}
SHOT = {
    "do": "act",
    "actor": "zenon",
    "action": "attack",
    "target": "guard",
    "modifiers": {"cover": True},
}


def script(*steps: Any, **more: Any) -> dict[str, Any]:
    """A fight of Zenon, who has the pool 6 4 3 1, against a guard."""
    return {
        "format": "fight/1",
        "system": "teohiphip",
        "house_rules": {"order": "fixed"},
        "combatants": [
            {"id": "zenon", "side": "players", "sheet": {"name": "Zenon Żółć", "max_hp": 4}},
            {"id": "guard", "side": "foes", "sheet": {"name": "Strażnik", "max_hp": 3}},
        ],
        "dice": [6, 4, 3, 1],
        "steps": list(steps),
        **more,
    }


Fraydesk = Callable[..., subprocess.CompletedProcess[bytes]]

WITHOUT_A_WINDOW = """
import sys
sys.modules["PySide6"] = sys.modules["sqlmodel"] = None
from desktop.cli import main
"""
"""The program in a process that has no way to Qt."""

COPIES = f"""{WITHOUT_A_WINDOW}
import json, os, signal
from desktop.cli import simulate, terminal
from desktop.encounter import tactician
from desktop.rules import systems
for system in systems():
    systems()[system]
for line in sys.stdin:
    folder, *words = json.loads(line)
    copy = os.fork()
    if not copy:
        signal.alarm(60)
        os.chdir(folder)
        for number, name in enumerate((os.devnull, "stdout", "stderr")):
            os.dup2(os.open(name, os.O_RDWR | os.O_CREAT | os.O_TRUNC), number)
        sys.argv[1:] = words
        sys.exit(main())
    print(os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1]), flush=True)
"""
"""Copies itself for each line, so that the program and its systems are imported once.

A line has the folder and the words; the answer is the exit status. A copy that takes a minute is
killed.
"""


@pytest.fixture(scope="module")
def copies() -> Iterator[subprocess.Popen[str] | None]:
    if not hasattr(os, "fork"):
        yield None
        return
    with subprocess.Popen(
        [sys.executable, "-c", COPIES],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as running:
        yield running


@pytest.fixture
def fraydesk(tmp_path: Path, copies: subprocess.Popen[str] | None) -> Fraydesk:
    """Runs the program on a script in a file, in a process of its own."""

    def run(*words: str, document: Any = None, **environment: str) -> Any:
        file = tmp_path / "fight.json"
        if isinstance(document, bytes):
            file.write_bytes(document)
        elif document is not None:
            file.write_text(json.dumps(document), "utf-8")
        if copies is None or environment:
            done = subprocess.run(
                [sys.executable, "-c", f"{WITHOUT_A_WINDOW}sys.exit(main())", *words],
                cwd=tmp_path,
                env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
                capture_output=True,
                timeout=60,
                check=False,
            )
        else:
            done = copied(copies, tmp_path, words)
        done.stdout, done.stderr = lines(done.stdout), lines(done.stderr)
        return done

    return run


def copied(
    copies: subprocess.Popen[str], folder: Path, words: tuple[str, ...]
) -> subprocess.CompletedProcess[bytes]:
    assert copies.stdin
    assert copies.stdout
    print(json.dumps([str(folder), *words]), file=copies.stdin, flush=True)
    status = int(copies.stdout.readline())
    out, err = ((folder / name).read_bytes() for name in ("stdout", "stderr"))
    return subprocess.CompletedProcess(words, status, out, err)


def lines(printed: bytes) -> bytes:
    """What was printed with one sign at the end of each line, as on every system but Windows."""
    return printed.replace(os.linesep.encode(), b"\n")


def test_run_prints_the_state_and_the_log_with_rule_numbers(fraydesk: Fraydesk) -> None:
    done = fraydesk("run", "fight.json", document=script(BEGIN, ACTIVATE, AIM))
    assert done.returncode == 0
    assert done.stderr == b""
    text = done.stdout.decode("utf-8")
    assert text.startswith("Round 1 / 6 · players · Zenon Żółć\n")
    assert "→ Zenon Żółć (players)  HP 4/4  AP 1/2  pool 6 4 3 1  <aiming>" in text
    assert "  teohiphip-4   Zenon Żółć: initiative pool  [6 4 3 1]" in text
    assert "  teohiphip-12  Zenon Żółć aims" in text


def test_run_as_json_prints_what_the_readers_of_scripts_expect(fraydesk: Fraydesk) -> None:
    done = fraydesk("run", "fight.json", "--json", document=script(BEGIN, ACTIVATE, AIM))
    shown = json.loads(done.stdout)
    assert {"round", "phase", "turn", "order", "combatants", "pending", "log", "over"} <= set(shown)
    assert shown["turn"] == "zenon"
    assert shown["order"] == ["zenon", "guard"]
    assert shown["combatants"]["zenon"]["effects"] == {"aiming": True}
    assert shown["combatants"]["zenon"]["pool"] == [6, 4, 3, 1]
    assert shown["log"][-1] == {
        "round": 1,
        "rule": "teohiphip-12",
        "text": "Zenon Żółć aims",
        "dice": [],
        "by": "zenon",
    }


def test_odds_of_the_last_step_are_exact(fraydesk: Fraydesk) -> None:
    document = script(BEGIN, ACTIVATE, AIM, SHOT)
    done = fraydesk("odds", "fight.json", "--json", document=document)
    shown = json.loads(done.stdout)
    assert [(outcome["p"], outcome["damage"]) for outcome in shown["outcomes"]] == [
        ("20/27", {}),
        ("7/27", {"guard": 1}),
    ]
    assert shown["hit"] == 7 / 27
    text = fraydesk("odds", "fight.json", document=document).stdout.decode("utf-8")
    assert "25.93%  (7/27)        damage 1 Strażnik, hit 1 Strażnik" in text
    assert "expected damage 0.2593" in text


def test_odds_of_a_step_that_was_played_say_which_answers_were_about_its_dice(
    fraydesk: Fraydesk,
) -> None:
    played = play_by_policies(sample_scripts("walka")[2], 1, 2).as_script()
    (answered,) = [step for step in played["steps"] if "answers" in step]
    assert [name for name in answered["answers"] if name.startswith("location_die@")]
    done = fraydesk("odds", "fight.json", "--json", document=played)
    assert json.loads(done.stdout)["about_dice"] == ["steps[1].answers.location_die@kruk"]
    text = fraydesk("odds", "fight.json", document=played).stdout.decode("utf-8")
    assert text.endswith(
        "location_die@kruk: is about dice that have not fallen; the usual answer counts\n"
    )


def test_run_says_which_answers_for_whatever_may_come_were_not_asked(fraydesk: Fraydesk) -> None:
    shot = {**SHOT, "if_asked": {"swap": [], "swap@guard": []}}
    document = script(BEGIN, ACTIVATE, shot, {**AIM, "overrule": True}, seed=1)
    done = fraydesk("run", "fight.json", "--json", document=document)
    assert json.loads(done.stdout)["not_asked"] == ["steps[2].if_asked.swap@guard"]
    text = fraydesk("run", "fight.json", document=document).stdout.decode("utf-8")
    assert text.endswith("steps[2].if_asked.swap@guard: was not asked\n")
    assert fraydesk("odds", "fight.json", document=script(BEGIN, ACTIVATE, shot)).returncode == 0


def test_odds_tell_the_harm_to_both_sides_apart(fraydesk: Fraydesk) -> None:
    """A counterattack hits the attacker: that is no hit of the attack."""
    blade = {"name": "Нож", "skill": "melee", "damage": "1d6"}
    people = [
        {"id": id, "side": id, "sheet": {"name": name, "weapons": [blade]}}
        for id, name in (("vera", "Вера"), ("cultist", "Культист"))
    ]
    stab = {"do": "act", "actor": "vera", "action": "attack", "target": "cultist"}
    steps = [{"do": "begin", "dice": [52, 1]}, {**stab, "answers": {"defence": "strike_back"}}]
    document = {"format": "fight/1", "system": "boj", "combatants": people, "steps": steps}
    text = fraydesk("odds", "fight.json", document=document).stdout.decode("utf-8")
    (hit,) = (line for line in text.splitlines() if line.startswith("hit "))
    (own,) = (line for line in text.splitlines() if line.startswith("own harm: Вера: hit "))
    chances = [
        float(word.rstrip("%")) for word in (hit.split()[1], own.partition(",")[0].split()[-1])
    ]
    assert 0 < chances[0] < 100 - chances[1] < 100
    done = fraydesk("odds", "fight.json", "--json", document=document)
    shown = json.loads(done.stdout)
    assert shown["of"] == {
        "cultist": {"hit": shown["hit"], "expected_damage": shown["expected_damage"]}
    }
    assert shown["own"]["hit"] > 0


def test_a_fight_that_is_over_says_so(fraydesk: Fraydesk) -> None:
    edit = {"do": "edit", "combatant": "guard", "set": {"hp": 0}, "why": "the roof came down"}
    document = script(BEGIN, edit, objectives=[{"text": "Broszura", "met": True}])
    text = fraydesk("run", "fight.json", document=document).stdout.decode("utf-8")
    assert "[x] Broszura" in text
    assert "✗ Strażnik (foes)" in text
    assert text.endswith("Over: players left standing; objectives met: 1 of 1\n")


def test_output_is_utf8_whatever_the_locale(fraydesk: Fraydesk) -> None:
    document = script(BEGIN)
    odd = {"LC_ALL": "C", "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = fraydesk("run", "fight.json", document=document, **odd)
    assert done.returncode == 0
    assert "Żółć" in done.stdout.decode("utf-8")


def test_a_name_cannot_drive_the_terminal(fraydesk: Fraydesk) -> None:
    document = script(BEGIN)
    document["combatants"][1]["sheet"]["name"] = "Guard\x1b[2J\nWinner"
    text = fraydesk("run", "fight.json", document=document).stdout.decode("utf-8")
    assert "\x1b" not in text
    assert "Guard�[2J�Winner" in text


def test_version_and_help_need_no_window(fraydesk: Fraydesk) -> None:
    assert fraydesk("--version").stdout.startswith(b"Fraydesk ")
    assert b"odds" in fraydesk("--help").stdout


def changed(place: str, value: Any, *steps: Any) -> dict[str, Any]:
    """The script with one value changed, found by a dotted path."""
    document = script(BEGIN, *steps)
    at: Any = document
    *path, last = [int(part) if part.isdigit() else part for part in place.split(".")]
    for part in path:
        at = at[part]
    at[last] = value
    return document


BAD = [
    (b"{", "fight.json: line 1, column 2: this is not JSON"),
    (b"\xff", "fight.json: line 1: the text is not UTF-8"),
    (b"[" * 5000 + b"]" * 5000, "fight.json: is nested too deeply"),
    (b"[" * 101 + b"]" * 101, "fight.json: is nested too deeply"),
    (b'{"format": "fight/1", "seed": NaN}', "fight.json: seed: NaN is not a number of JSON"),
    (b'{"seed": 1, "seed": 2}', "fight.json: the key seed stands twice"),
    (b'{"name": "\\ud800"}', "fight.json: name: the text holds half a character"),
    ([], "a fight script is an object"),
    (changed("format", "fight/2"), "format: is not one of 'fight/1'"),
    (changed("system", "chess"), "system: there is no 'chess'; there is: "),
    (changed("seed", -1), "seed: needs at least 0"),
    (changed("initiative", 3), "initiative: there is no such field"),
    (changed("house_rules", {"order": 1}), "house_rules.order: is not one of 'roll' or 'fixed'"),
    (changed("combatants.1.id", "zenon"), "combatants[1].id: 'zenon' is there twice"),
    (changed("combatants.0.sheet.max_hp", 1000), "combatants[0].sheet.max_hp: can be at most 99"),
    (changed("combatants.0.sheet.max_hp", "4"), "combatants[0].sheet.max_hp: needs a whole number"),
    (changed("combatants.0.sheet.mana", 4), "combatants[0].sheet.mana: there is no such field"),
    (
        changed("combatants.0.policy", "brave"),
        "combatants[0].policy: there is no 'brave'; there is: ",
    ),
    (changed("dice", [0]), "dice[0]: needs at least 1"),
    (changed("dice", [7]), "steps[0].dice: dice[0] shows 7, but the rules ask for a d6 here"),
    (changed("steps", [ACTIVATE]), "steps[0].do: the fight has not begun"),
    (script(BEGIN, BEGIN), "steps[1].do: the fight has begun already"),
    (script(BEGIN, {"do": "rest"}), "steps[1].do: teohiphip has no 'rest'; there is: "),
    (script(BEGIN, {"do": []}), "steps[1].do: needs a text"),
    (script(BEGIN, {**AIM, "action": "fly"}), "steps[1].action: teohiphip has no action 'fly'"),
    (script(BEGIN, {**AIM, "actor": "bob"}), "steps[1].actor: there is no combatant 'bob'"),
    (script(BEGIN, {**AIM, "actor": "guard"}), "steps[1].actor: it is not Strażnik's turn"),
    (script(BEGIN, {**AIM, "speed": 3}), "steps[1].speed: there is no such field"),
    (script(BEGIN, {**SHOT, "target": "bob"}), "steps[1].target: there is no combatant 'bob'"),
    (script(BEGIN, {**SHOT, "distance": -1}), "steps[1].distance: needs at least 0"),
    (script(BEGIN, {**SHOT, "with": "laser"}), "steps[1].with: Zenon Żółć has no 'laser'"),
    (
        script(BEGIN, {**SHOT, "modifiers": {"cover": 1}}),
        "steps[1].modifiers.cover: needs true or false",
    ),
    (script(BEGIN, {**SHOT, "dice": [7, 1]}), "steps[1].dice: die 1 of this step shows 7"),
    (script(BEGIN, {**SHOT, "dice": "5 6"}), "steps[1].dice: needs a list of whole numbers"),
    (script(BEGIN, {**AIM, "dice": [3]}), "steps[1].dice: 1 more die than the rules ask for"),
    (script(BEGIN, {**SHOT, "answers": 1}), 'steps[1].answers: needs an object, or "default"'),
    (
        script(BEGIN, {**SHOT, "dice": [2, 4]}),
        "steps[1]: answers.swap: zenon has to decide (Zenon Żółć: swap a die?); options: [[], ",
    ),
    (
        script(BEGIN, {**SHOT, "dice": [2, 4], "answers": {"swap": [[0, 9]]}}),
        "steps[1].answers.swap: pool: the dice are numbered 0 to 3",
    ),
    (
        script(BEGIN, {"do": "edit", "combatant": "guard", "set": {"hp": 0}}, ACTIVATE, SHOT),
        "steps[3].action: nobody to attack",
    ),
    (
        script(BEGIN, {"do": "edit", "combatant": "guard", "set": {"luck": 1}}),
        "steps[1].set.luck: there is no such field",
    ),
    (script(BEGIN, {"do": "undo"}, {"do": "undo"}), "steps[2]: there is nothing to undo"),
]


Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Said:
    """What the command line answers to a script: status, output, errors; in this process."""

    def run(command: str, document: Any) -> tuple[int, str, str]:
        file = tmp_path / "fight.json"
        text = json.dumps(document).encode() if not isinstance(document, bytes) else document
        file.write_bytes(text)
        status = cli.main([command, str(file)])
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.mark.parametrize(("document", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_input_is_one_line_that_names_the_place(
    said: Said, document: Any, message: str
) -> None:
    status, out, err = said("run", document)
    assert err.startswith(f"fraydesk: {message}")
    assert err.count("\n") == 1
    assert out == ""
    assert status == 2


@pytest.mark.parametrize(("document", "message"), [BAD[0], BAD[2], BAD[-1]])
def test_the_program_ends_with_status_2_after_bad_input(
    fraydesk: Fraydesk, document: Any, message: str
) -> None:
    done = fraydesk("run", "fight.json", document=document)
    assert done.stderr.decode("utf-8").startswith(f"fraydesk: {message}")
    assert done.stdout == b""
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("document", "message"),
    [
        (script(), "steps: needs at least one step"),
        (script(BEGIN), "steps[0].do: the fight has not begun"),
        (script(BEGIN, {"do": "undo"}), "steps[1].do: only an action has odds"),
        (script(BEGIN, {"do": "end"}), "steps[1].do: only an action has odds"),
        (script(BEGIN, {**SHOT, "dice": 5}), "steps[1].dice: needs a list of whole numbers"),
        (script(BEGIN, {**SHOT, "dice": [9, 9]}), "steps[1].dice: a die shows 9, but it is a d6"),
        (script(BEGIN, {**SHOT, "dice": [5]}), "steps[1].dice: only part of a throw has fallen"),
        (script(BEGIN, {**AIM, "dice": [5]}), "steps[1].dice: 1 more die than the rules ask for"),
        (script(BEGIN, {**SHOT, "answers": []}), 'steps[1].answers: needs an object, or "default"'),
        (script(BEGIN, {**SHOT, "target": "bob"}), "steps[1].target: there is no combatant"),
        (
            script(BEGIN, {**SHOT, "answers": {"swap": "best"}}),
            "steps[1].answers.swap: needs a list of pairs of whole numbers",
        ),
        (
            script(BEGIN, {**SHOT, "answers": {"swop": []}}),
            "steps[1].answers.swop: there is no 'swop'; there is: ",
        ),
        (
            script(BEGIN, {**SHOT, "if_asked": {"swop": []}}),
            "steps[1].if_asked.swop: there is no 'swop'; there is: ",
        ),
        (script(BEGIN, {**SHOT, "if_asked": []}), "steps[1].if_asked: needs an object"),
        (
            script(BEGIN, {**AIM, "answers": {"swap": []}}),
            "steps[1].answers.swap: nothing asks for this answer",
        ),
        (
            script(BEGIN, {**SHOT, "answers": {"swap": [], "swap@guard": []}}),
            "steps[1].answers.swap@guard: nothing asks for this answer",
        ),
    ],
)
def test_odds_of_a_bad_step_are_refused_like_the_step(
    said: Said, document: Any, message: str
) -> None:
    status, out, err = said("odds", document)
    assert err.startswith(f"fraydesk: {message}")
    assert out == ""
    assert status == 2


@pytest.mark.parametrize("answer", ["swop", "swap@guard"])
def test_an_answer_of_nobody_is_refused_by_run_as_it_is_by_odds(said: Said, answer: str) -> None:
    document = script(BEGIN, ACTIVATE, {**SHOT, "answers": {"swap": [], answer: []}}, seed=1)
    said_by_run, said_by_odds = said("run", document), said("odds", document)
    assert said_by_run[0] == 2
    assert f"steps[2].answers.{answer}: " in said_by_run[2]
    assert said_by_odds == said_by_run


@pytest.mark.parametrize("system", ["boj", "mir_tmy"])
def test_a_campaign_is_made_with_a_sample_and_imports_one(
    system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made, empty = tmp_path / "made.fray", tmp_path / "empty.fray"
    assert cli.main(["new", str(made), "--sample", system]) == 0
    assert cli.main(["new", str(empty), "--title", "Пустая"]) == 0
    sample = sample_of(system)
    assert sample.title in capsys.readouterr().out
    assert cli.main(["import", str(sample.path), "--campaign", str(empty)]) == 0
    with Campaign.open(made) as one, Campaign.open(empty) as other:
        assert (one.info().title, other.info().title) == (sample.title, "Пустая")
        filled, imported = one.everything(), other.everything()
        assert [c.name for c in filled.characters] == [c.name for c in imported.characters]
        assert [e.name for e in filled.encounters] == [e.name for e in imported.encounters]
        assert filled.encounters


def test_a_sample_that_is_not_there_makes_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "made.fray"
    assert cli.main(["new", str(path), "--sample", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
    assert not path.exists()
    assert cli.main(["new", str(path)]) == 0
    assert cli.main(["new", str(path)]) == 2, "what is there is kept"


def test_import_says_of_a_fight_where_it_goes(fraydesk: Fraydesk) -> None:
    done = fraydesk("import", "fight.json", document=script(BEGIN))
    assert done.returncode == 2
    assert "fraydesk run takes it, and Campaign → Import in the window" in done.stderr.decode()


def test_a_missing_file_and_a_huge_one_are_refused(fraydesk: Fraydesk, tmp_path: Path) -> None:
    assert fraydesk("run", "none.json").stderr == b"fraydesk: none.json: there is no such file\n"
    with (tmp_path / "fight.json").open("wb") as file:
        file.truncate(65 * 1024 * 1024)
    assert b"is larger than 64 MB" in fraydesk("run", "fight.json").stderr


def test_an_unknown_word_is_a_campaign_for_the_window(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    opened: list[Path | None] = []

    def window(campaign: Path | None) -> int:
        opened.append(campaign)
        return 0

    monkeypatch.setattr(cli, "_open", window)
    assert cli.main([]) == 0
    assert cli.main(["Akropol.fray"]) == 0
    assert opened == [None, Path("Akropol.fray")]


def test_a_word_that_is_neither_command_nor_file_is_refused(fraydesk: Fraydesk) -> None:
    result = fraydesk("simulat")
    assert result.returncode == 2
    assert result.stderr == (
        b"fraydesk: simulat: there is no such campaign file, nor a command: "
        b"open, run, odds, check, simulate, new, import, export, print, describe, new-system, "
        b"check-system\n"
    )


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.floats(0, 1) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every value in a document."""
    inside = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list)
        else ()
    )
    return [path] * bool(path) + [p for key, item in inside for p in leaves(item, (*path, key))]


GOOD = script(
    BEGIN,
    ACTIVATE,
    AIM,
    {**SHOT, "dice": [2, 4, 5], "answers": {"swap": [[0, 0]]}},
    {"do": "edit", "combatant": "guard", "set": {"hp": 2, "engaged_with": ["zenon"]}, "why": "so"},
    {"do": "objective", "objective": 0, "met": True},
    {"do": "undo"},
    {"do": "redo"},
    {"do": "end_turn", "actor": "zenon"},
    {"do": "act", "actor": "guard", "action": "move", "inches": 3, "overrule": True, "cost": 1},
    objectives=[{"text": "Broszura"}],
    seed=7,
)


def test_the_whole_script_runs(said: Said) -> None:
    assert said("run", GOOD)[::2] == (0, "")
    assert said("odds", GOOD)[::2] == (0, "")


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_script_changed_anywhere_runs_or_is_refused_in_one_line(
    said: Said, data: st.DataObject
) -> None:
    document = json.loads(json.dumps(GOOD))
    path = data.draw(st.sampled_from(leaves(document)))
    at = document
    for part in path[:-1]:
        at = at[part]
    at[path[-1]] = data.draw(json_values)
    for command in ("run", "odds"):
        status, out, err = said(command, document)
        assert status in (0, 2)
        assert err.count("\n") == (1 if status else 0)
        assert bool(out) == (status == 0)


@pytest.mark.parametrize("name", ["x" * 300 + ".fray", "a\0b.fray", "y" * 5000])
def test_an_odd_name_for_a_campaign_is_refused_in_words(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([name]) == 2
    said = capsys.readouterr().err
    assert "there is no such campaign file" in said
    assert len(said) < 700


@pytest.mark.parametrize("words", [[""], ["open", "."]])
def test_a_folder_is_no_campaign_to_open(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(words) == 2
    assert capsys.readouterr().err == "fraydesk: .: is a folder, not a campaign file\n"


def test_a_reader_that_has_seen_enough_is_no_fault() -> None:
    code = "from desktop.cli import main; import sys; sys.exit(main())"
    with subprocess.Popen(
        [sys.executable, "-c", code, "describe", "teohiphip"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as running:
        assert running.stdout
        assert running.stderr
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to be had")
@pytest.mark.parametrize("words", [["--version"], ["describe", "walka"]], ids=["short", "long"])
def test_a_full_disk_is_said_in_one_line(words: list[str]) -> None:
    command = [sys.executable, "-m", "desktop", *words]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert lines(done.stderr) == (
        b"fraydesk: there is no room for what is printed: No space left on device\n"
    )


# ---- systems that somebody has added


BARROW = """
from desktop.rules.teohiphip import Teohiphip

class Barrow(Teohiphip):
    id, title = "barrow", "Barrow"

    def vitals(self, state, id):
        return 1 / 0
"""


def line_of(words: str, source: str) -> int:
    return next(n for n, line in enumerate(source.splitlines(), 1) if words in line)


def test_a_system_that_fails_is_named_in_one_line(fraydesk: Fraydesk, tmp_path: Path) -> None:
    write(tmp_path / "Fraydesk" / "systems", "barrow", BARROW)
    document = script(BEGIN, system="barrow")
    done = fraydesk("run", "fight.json", document=document, **{DATA_HOME: str(tmp_path)})
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "fraydesk: Barrow failed in vitals(): ZeroDivisionError: division by zero "
        f"(barrow.py, line {line_of('return 1 / 0', BARROW)})\n"
    )


@pytest.mark.parametrize("words", [["--version"], ["describe", "walka"]], ids=["short", "long"])
def test_whoever_reads_may_stop_before_anything_was_said(words: list[str]) -> None:
    command = [sys.executable, "-m", "desktop", *words]
    pipe, environment = subprocess.PIPE, {**os.environ, "PYTHONUNBUFFERED": ""}
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=pipe, stderr=pipe) as program:
        assert program.stdout
        assert program.stderr
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == 0


def test_a_broken_system_stops_nobody_else(fraydesk: Fraydesk, tmp_path: Path) -> None:
    write(tmp_path / "Fraydesk" / "systems", "barrow", "this is no Python")
    site = tmp_path / "site"
    install(site, {"gone": "no_such_module:Gone", "walka": "no_such_module:Walka"})
    surroundings = {DATA_HOME: str(tmp_path), "PYTHONPATH": f"{ROOT}{os.pathsep}{site}"}
    done = fraydesk("run", "fight.json", document=script(BEGIN), **surroundings)
    assert (done.returncode, done.stderr) == (0, b"")
    for system, why in (("barrow", "SyntaxError"), ("gone", "ModuleNotFoundError")):
        document = script(BEGIN, system=system)
        done = fraydesk("run", "fight.json", document=document, **surroundings)
        assert done.returncode == 2
        said = done.stderr.decode()
        assert said.startswith(f"fraydesk: {system} cannot be used: it cannot be imported: {why}")
        assert said.count("\n") == 1


def test_an_error_in_a_model_of_an_added_system_is_laid_to_it(
    fraydesk: Fraydesk, tmp_path: Path
) -> None:
    more = """
    def muster(self, roster, house):
        return super().muster(roster, house)

from dataclasses import dataclass
from desktop.rules.fields import Record
from pydantic import model_validator

class Sheet(Record):
    name: str
    max_hp: int = 3

    @model_validator(mode="after")
    def check(self):
        raise KeyError("hp")

Barrow.sheet = Sheet
"""
    write(tmp_path / "Fraydesk" / "systems", "barrow", BARROW + more)
    document = script(BEGIN, system="barrow")
    done = fraydesk("run", "fight.json", document=document, **{DATA_HOME: str(tmp_path)})
    assert done.returncode == 2
    line = line_of("raise KeyError", BARROW + more)
    assert done.stderr.decode() == (
        f"fraydesk: Barrow failed in check(): KeyError: 'hp' (barrow.py, line {line})\n"
    )


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_system_that_fails_in_a_worker_is_named_in_one_line(
    fraydesk: Fraydesk, tmp_path: Path, workers: str
) -> None:
    failing = """
from desktop.rules.contract import WrittenBack
from desktop.rules.text import Text
from desktop.rules.teohiphip import Teohiphip

def kept(combatant):
    return 1 / 0

class Barrow(Teohiphip):
    id, title = "barrow", "Barrow"
    written_back = (WrittenBack(Text("Hit points"), kept),)
"""
    write(tmp_path / "Fraydesk" / "systems", "barrow", failing)
    words = ("simulate", "fight.json", "--fights", "4", "--workers", workers)
    document = script(BEGIN, system="barrow")
    done = fraydesk(*words, document=document, **{DATA_HOME: str(tmp_path)})
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "fraydesk: Barrow failed in written_back.values(): ZeroDivisionError: division by zero "
        "(barrow.py, line 7)\n"
    )


# ---- simulate


def plain_duel() -> dict[str, Any]:
    return script(dice=[])


def test_simulate_prints_how_a_fight_goes(fraydesk: Fraydesk) -> None:
    done = fraydesk(
        "simulate", "fight.json", "--fights", "30", "--workers", "1", document=plain_duel()
    )
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode("utf-8")
    assert text.startswith("The fight: 30 fights\n")
    assert "Zenon Żółć" in text
    assert "rounds " in text


def test_simulate_gives_the_same_figures_for_any_number_of_workers(fraydesk: Fraydesk) -> None:
    words = ("simulate", "fight.json", "--fights", "50", "--seed", "7", "--json")
    alone = fraydesk(*words, "--workers", "1", document=plain_duel())
    together = fraydesk(*words, "--workers", "2", document=plain_duel())
    assert alone.returncode == 0
    assert together.stdout == alone.stdout
    shown = json.loads(alone.stdout)
    assert shown["fights"] == 50
    assert {"p", "low", "high"} == set(shown["wins"]["players"])


def test_the_best_and_worst_fights_can_be_run(fraydesk: Fraydesk, tmp_path: Path) -> None:
    words = ("simulate", "fight.json", "--fights", "20", "--workers", "1", "--keep", "kept")
    assert fraydesk(*words, document=plain_duel()).returncode == 0
    assert len(list((tmp_path / "kept").iterdir())) == 4
    run = fraydesk("run", "kept/worst-side-1.json")
    assert run.returncode == 0
    assert "Over:" in run.stdout.decode("utf-8")


def test_a_sweep_gives_a_table(fraydesk: Fraydesk, tmp_path: Path) -> None:
    (tmp_path / "duel.json").write_text(json.dumps(plain_duel()), "utf-8")
    sweep = {
        "format": "sweep/1",
        "encounters": ["duel.json"],
        "variations": [{"name": "=two guards", "more": {"guard": 1}}],
    }
    words = ("simulate", "fight.json", "--fights", "10", "--workers", "1")
    done = fraydesk(*words, document=sweep)
    assert (done.returncode, done.stderr) == (0, b"")
    lines = done.stdout.decode("utf-8").splitlines()
    assert lines[0].startswith("encounter,variation,side,fights,wins")
    assert [line.split(",")[1:3] for line in lines[1:]] == [
        ["", "players"], ["", "foes"], ["'=two guards", "players"], ["'=two guards", "foes"],
    ]  # fmt: skip


def test_a_name_in_a_sweep_cannot_drive_the_terminal(fraydesk: Fraydesk) -> None:
    sweep = {"format": "sweep/1", "encounters": [{**plain_duel(), "name": "\x1b[2J\x9b\u202ex"}]}
    words = ("simulate", "fight.json", "--fights", "4", "--workers", "1")
    said = fraydesk(*words, document=sweep).stdout.decode("utf-8")
    assert "\n�[2J��x,," in said


@pytest.mark.parametrize(
    ("words", "document", "message"),
    [
        ((), script(BEGIN, {"do": "fly"}), "steps[1]"),
        ((), script(combatants=[], dice=[]), "combatants"),
        (("--policy", "brave"), plain_duel(), "no 'brave'"),
        ((), {"format": "sweep/1", "encounters": []}, "encounters"),
        ((), {"format": "sweep/1", "encounters": ["gone.json"]}, "gone.json"),
        (("--json",), {"format": "sweep/1", "encounters": [plain_duel()]}, "--json"),
    ],
)
def test_what_cannot_be_simulated_is_said_in_one_line(
    fraydesk: Fraydesk, words: tuple[str, ...], document: Any, message: str
) -> None:
    done = fraydesk("simulate", "fight.json", "--workers", "1", *words, document=document)
    assert done.returncode == 2
    assert done.stdout == b""
    (line,) = done.stderr.decode("utf-8").splitlines()
    assert line.startswith("fraydesk: ")
    assert message in line


# ---- a check


def test_a_check_is_thrown_and_its_odds_are_exact(fraydesk: Fraydesk) -> None:
    vera = {"id": "vera", "side": "players", "sheet": {"name": "Vera", "skills": {"dodge": 50}}}
    check = {"check": "test", "skill": "dodge"}
    document = {"format": "check/1", "system": "boj", "combatants": [vera], "check": check}
    made = json.loads(
        fraydesk("check", "fight.json", "--json", document={**document, "dice": [44]}).stdout
    )
    (throw,), odds = made["throws"], made["odds"]["vera"]
    assert (throw["result"], throw["success"], throw["dice"]) == ("critical success", True, [44])
    assert [one["p"] for one in odds] == ["1/20", "9/20", "11/25", "3/50"]
    words = fraydesk("check", "fight.json", document={**document, "seed": 3}).stdout.decode()
    assert "boj-5" in words
    assert "(9/20)" in words


def test_free_dice_are_thrown_and_bad_ones_get_a_sentence(fraydesk: Fraydesk) -> None:
    words = fraydesk(
        "check", "fight.json", document={"format": "check/1", "throw": "2d6+3", "dice": [1, 6]}
    )
    assert "2d6+3: 1, 6 = 10" in words.stdout.decode()
    bad = fraydesk("check", "fight.json", document={"format": "check/1", "throw": "many"})
    assert bad.returncode == 2
    assert bad.stderr.decode().startswith("fraydesk: throw: needs dice such as")


# ---- languages


def test_the_language_that_is_asked_for_is_spoken_and_json_stays_as_it_is(
    fraydesk: Fraydesk,
) -> None:
    document = script(BEGIN, ACTIVATE, AIM, SHOT)
    polish = fraydesk("odds", "--language", "pl", "fight.json", document=document).stdout.decode()
    assert "oczekiwane obrażenia: 0,2593" in polish
    assert "25,93\N{NO-BREAK SPACE}%" in polish
    words = ("odds", "fight.json", "--json")
    assert fraydesk(*words, "--language=ru").stdout == fraydesk(*words).stdout


def test_what_is_wrong_with_a_file_is_said_in_the_language_after_its_name(
    fraydesk: Fraydesk,
) -> None:
    missing = fraydesk("run", "nothing.json", "--language", "pl").stderr.decode()
    assert missing == "fraydesk: nothing.json: nie ma takiego pliku\n"


def test_the_environment_names_the_language_and_a_word_goes_before_it(fraydesk: Fraydesk) -> None:
    russian = fraydesk("--help", FRAYDESK_LANGUAGE="", LC_ALL="ru_RU.UTF-8").stdout.decode()
    assert russian.startswith("использование: fraydesk")
    assert "показывает эту справку" in russian
    english = fraydesk("--help", "--language", "en", FRAYDESK_LANGUAGE="ru").stdout.decode()
    assert english.startswith("usage: fraydesk")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("simulate", "--fights", "0", "f"), "argument --fights: musí být celé číslo od 1"),
        (("odds",), "chybějí argumenty: FIGHT.json"),
    ],
)
def test_what_is_wrong_is_said_in_the_language(
    fraydesk: Fraydesk, words: tuple[str, ...], said: str
) -> None:
    done = fraydesk(*words, FRAYDESK_LANGUAGE="cs")
    assert done.returncode == 2
    assert said in done.stderr.decode()


def test_a_language_that_is_none_of_ours_is_refused(fraydesk: Fraydesk) -> None:
    done = fraydesk("describe", "boj", "--language", "de")
    assert done.returncode == 2
    assert done.stderr == b"fraydesk: --language: there is no 'de'; there is: en, pl, cs, ru\n"


def test_the_description_of_a_script_is_english_in_every_language(fraydesk: Fraydesk) -> None:
    assert (
        fraydesk("describe", "konflikt", FRAYDESK_LANGUAGE="cs").stdout
        == fraydesk("describe", "konflikt").stdout
    )


def test_the_folder_of_a_new_system_is_laid_down_and_is_sound(
    fraydesk: Fraydesk, tmp_path: Path
) -> None:
    made = fraydesk("new-system", "barrow", **{DATA_HOME: str(tmp_path)})
    assert made.returncode == 0, made.stderr
    assert made.stdout.decode().endswith("fraydesk check-system barrow\n")
    tried = fraydesk("check-system", "barrow", **{DATA_HOME: str(tmp_path)})
    assert tried.stdout.decode().endswith("nothing is wrong\n")
