"""The pages in docs/ say what is so."""

import inspect
import json
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from fnmatch import fnmatch
from functools import cache
from importlib import import_module
from pathlib import Path
from runpy import run_path
from typing import Any, get_args, get_type_hints

import jsonschema
import pytest

from desktop import cli, paper, plugins
from desktop.encounter.fight import play
from desktop.encounter.grammar import schema
from desktop.encounter.playout import bare_script, check_fight
from desktop.languages import LANGUAGES
from desktop.library.campaign import Campaign
from desktop.library.resources import rulebook
from desktop.library.samples import pour
from desktop.rules import systems
from desktop.rules.conditions import ConditionKind
from desktop.rules.display import Vital
from desktop.rules.fields import Kind
from desktop.rules.kit import Counter, InTurns, Levels, Reaction
from desktop.rules.registry import FOLDER
from desktop.rules.squares import OnSquares
from desktop.rules.table import Table
from tests.systems.installing import write

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
GUIDE = sorted((DOCS / "guide").rglob("*.md"))
IN_FRONT = [DOCS.parent / "README.md", DOCS.parent / "CONTRIBUTING.md"]
ALL = [*IN_FRONT, *PAGES, *GUIDE]


def page(name: str) -> str:
    return (DOCS / name).read_text("utf-8")


def test_the_script_on_its_page_runs_and_is_valid() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", page("fight-script.md"), re.DOTALL)
    script = json.loads(block)
    fight = play(script)
    assert fight.log
    jsonschema.Draft202012Validator(schema(systems()[script["system"]])).validate(script)


def test_every_kind_of_field_and_of_vital_is_told() -> None:
    told = page("writing-a-system.md")
    vitals = get_args(get_type_hints(Vital)["kind"])
    assert vitals
    for kind in [*get_args(Kind), *vitals]:
        assert f"`{kind}`" in told, kind


def test_the_skeleton_on_its_page_is_a_system_that_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, *_ = re.findall(r"```python\n(.*?)```", page("writing-a-system.md"), re.DOTALL)
    write(tmp_path, "skeleton", first)
    systems.cache_clear()
    try:
        plugins.add_own(tmp_path)
        script = bare_script("skeleton")
        check_fight(script, 3, range(12))
    finally:
        systems.cache_clear()
        for name in [name for name in sys.modules if name.partition(".")[0] == FOLDER]:
            del sys.modules[name]


def keys_of(data: Any) -> set[str]:
    """Every key of what a template is given, but those that are ids, paths and texts."""
    if isinstance(data, list):
        return {key for one in data for key in keys_of(one)}
    if not isinstance(data, dict):
        return set()
    inner = (value for key, value in data.items() if key not in FREE)
    return {*data, *(key for value in inner for key in keys_of(value))}


FREE = ("values", "words", "house_rules", "figures", "portrait")
"""What has ids and paths for keys."""


def test_all_data_of_a_printed_template_are_told() -> None:
    told = page("writing-a-system.md")
    full = paper.sheet("konflikt", [{"name": "Abi", "attacks": [{"name": "Sword"}]}])
    for pages in (full, paper.blank("konflikt")):
        data = {**json.loads(pages.data), "texts": []}
        figures = [one for group in data["sheets"][0]["groups"] for one in group["figures"]]
        for key in keys_of(data) | keys_of(figures):
            assert f"`{key}`" in told, key


def test_the_sample_on_the_page_is_one(tmp_path: Path) -> None:
    (block,) = re.findall(r"```json\n(.*?)```", page("writing-a-system.md"), re.DOTALL)
    file = tmp_path / "sample.json"
    file.write_text(block.replace("barrow", "teohiphip"), "utf-8")
    with Campaign.create(tmp_path / "New.fray", "New") as campaign:
        pour(campaign, file)
        assert len(campaign.characters()) == 2
        assert len(campaign.encounters()) == 1


def test_every_hook_that_the_page_tells_is_in_the_contract() -> None:
    told = re.findall(r"^\| (`.+?) \|", page("writing-a-system.md"), re.MULTILINE)
    names = {name for row in told for name in re.findall(r"`(\w+)\(self", row)}
    assert len(names) >= 7
    assert names <= set(dir(InTurns))


def test_what_the_page_imports_is_there() -> None:
    text = page("writing-a-system.md")
    (table,) = re.findall(r"\| module \| \|\n\|---\|---\|\n((?:\|.*\n)+)", text)
    for row in table.splitlines():
        _, modules, names, _ = row.split("|")
        there = [import_module(f"desktop.rules.{name}") for name in re.findall(r"`(\w+)`", modules)]
        for name in re.findall(r"`(\w+)`", names):
            assert any(hasattr(module, name) for module in there), name


def test_no_word_of_the_glossary_stands_twice() -> None:
    rows = re.findall(r"^\| ([^|]+) \|", page("glossary.md"), re.MULTILINE)[1:]
    words = [word for row in rows for word in row.split(", ")]
    assert len(words) == len(set(words)) > 40
    assert words == sorted(words, key=str.casefold) or rows == sorted(rows, key=str.casefold)


@pytest.mark.parametrize("file", [*IN_FRONT, *PAGES], ids=lambda file: file.name)
def test_links_and_names_of_files_lead_somewhere(file: Path) -> None:
    text = file.read_text("utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert link.startswith("https://") or (file.parent / link).exists(), link
    for place in re.findall(r"\]\(#([^)]+)\)", text):
        headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
        assert place in [heading.casefold().replace(" ", "-") for heading in headings], place
    for name in re.findall(r"`((?:rules|encounter|library|tests)/[\w/.]+)`", text):
        assert (ROOT / name).exists() or (ROOT / "desktop" / name).exists(), name


FOR_PROGRAMMERS = [ROOT / "CONTRIBUTING.md", DOCS / "house.md"]
FOLDERS = (".ci", ".github", "desktop", "docs", "packaging", "resources", "ui")
MADE = re.compile(r"dist/.*|fraydesk\.cdx\.json|\.venv\.log|ui/sheet_ID\.ui")
"""Paths of what a build makes, or that stand for several."""
MADE_UP = {"SHA256SUMS", "mir_tmy_49", "snake_case", "v1.2.3"}


@cache
def files() -> list[str]:
    """The path of every file and folder of the project, from its root."""
    found = [path for name in FOLDERS for path in ((ROOT / name), *(ROOT / name).rglob("*"))]
    found += [*ROOT.glob("*.*"), ROOT / "tests", *(ROOT / "tests").rglob("test_*.py")]
    found.append(ROOT / "tests" / "benchmarks")
    return [path.relative_to(ROOT).as_posix() for path in found]


@cache
def sources() -> Mapping[str, str]:
    """The text of every module of the program and of every form, by its path."""
    names = (name for name in files() if name.startswith(("desktop/", "ui/")))
    return {
        name: (ROOT / name).read_text("utf-8") for name in names if name.endswith((".py", ".ui"))
    }


def in_backticks(file: Path) -> Iterator[str]:
    """Every name in backticks: no commands; of a call its name, of ``{pl,cs}.po`` each."""
    text = re.sub(r"^```.*?^```", "", file.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    for name in re.findall(r"`([^`]+)`", text):
        called = re.sub(r"\(.*\)$", "", name)
        before, brace, rest = called.partition("{")
        if brace:
            among, _, after = rest.partition("}")
            yield from (f"{before}{each}{after}" for each in among.split(","))
        elif " " not in called:
            yield called


def is_there(name: str) -> bool:
    """Whether a path, ``module.name`` or a name of the program's leads to something."""
    owner, _, attribute = name.rpartition(".")
    if MADE.fullmatch(name) or name in MADE_UP:
        return True
    if any(path == name.rstrip("/") or fnmatch(path, f"*/{name.rstrip('/')}") for path in files()):
        return True
    if owner:
        inside = [
            text
            for path, text in sources().items()
            if f"/{path}".endswith(f"/{owner}.py") or f"\nclass {owner}" in text
        ]
        defined = rf"^ *(async )?(def|class) {attribute}\b|^ *{attribute}\b.*[:=]"
        return any(re.search(defined, text, re.MULTILINE) for text in inside)
    return any(re.search(rf"\b{name}\b", text) for text in sources().values())


@pytest.mark.parametrize("file", FOR_PROGRAMMERS, ids=lambda file: file.name)
def test_every_path_and_every_name_of_the_program_in_backticks_is_there(file: Path) -> None:
    named = {*in_backticks(file)}
    paths = {name for name in named if re.search(r"\w[/_.]|[A-Z]", name)}
    assert len(paths) > 30
    assert {name for name in paths if not is_there(name)} == set()


def test_a_path_or_name_that_is_not_there_is_seen() -> None:
    for name in ("rules/luck.py", "rules/*.js", "shell/library.HUES", "theme.HUES", "DocumentPage"):
        assert not is_there(name), name


def test_everything_in_the_program_has_its_row_in_contributing() -> None:
    table, _, _ = page("../CONTRIBUTING.md").partition("## Floors and rooms")
    things = {path.name for path in (ROOT / "desktop").glob("[!_]*") if path.suffix in ("", ".py")}
    assert {name for name in things if not re.search(rf"[`/]{name}[`/]", table)} == set()


def test_every_module_of_rules_encounter_and_library_has_its_row_in_the_house() -> None:
    (table,) = re.findall(r"^\| you look for .+?\n\n", page("house.md"), re.DOTALL | re.MULTILINE)
    modules = [
        f"{floor}/{module.name}"
        for floor in ("rules", "encounter", "library")
        for module in (ROOT / "desktop" / floor).glob("[!_]*.py")
    ]
    assert [module for module in modules if f"`{module}`" not in table] == []


@pytest.mark.parametrize("file", ALL, ids=lambda file: file.name)
def test_every_rule_that_is_named_is_one(file: Path) -> None:
    names = re.findall(rf"\b(?:{'|'.join(systems())})-\d+\b", file.read_text("utf-8"))
    assert {name for name in names if name not in rulebook(name.partition("-")[0])} == set()


COMMAND = re.compile(r"^fraydesk .+?(?=  |$)|`fraydesk (?:-|\w+ )[^`]+`", re.MULTILINE)
"""A line of an example, up to what is said about it, or words within a sentence."""


def test_every_command_that_is_told_can_be_given() -> None:
    told = 0
    for file in ALL:
        for command in COMMAND.findall(file.read_text("utf-8")):
            _, *words = shlex.split(command.strip("`").partition(" > ")[0])
            if words != ["--help"]:  # which prints and leaves
                cli.parser().parse_args(words)  # ends the test where it is none
                told += 1
    assert told > 20


def test_every_word_of_the_command_line_is_explained() -> None:
    verbs = cli.parser()._subparsers
    assert verbs is not None
    for name, verb in verbs._group_actions[0].choices.items():  # type: ignore[union-attr]
        assert all(word.help for word in verb._actions), name


def test_the_sweep_on_its_page_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (sweep,) = re.findall(r"```json\n(.*?)```", page("guide/forecasts.md"), re.DOTALL)
    (tmp_path / "sweep.json").write_text(sweep, "utf-8")
    sides = {"vera": "players", "guard": "foes", "dog": "foes"}
    people = [{"id": id, "side": side, "sheet": {"name": id}} for id, side in sides.items()]
    for name in json.loads(sweep)["encounters"]:
        script = {"format": "fight/1", "system": "boj", "combatants": people}
        (tmp_path / name).write_text(json.dumps(script), "utf-8")
    words = ["simulate", str(tmp_path / "sweep.json"), "--fights", "2", "--workers", "1"]
    assert cli.main(words) == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == 1 + 2 * 5 * 2  # encounters, as it is and varied, sides


def test_the_pages_that_the_program_writes_are_as_it_writes_them(tmp_path: Path) -> None:
    """In other languages all but the words: those change with every translation."""
    run_path(str(DOCS / "pages.py"))["write"](tmp_path)
    written = {file.relative_to(tmp_path): file for file in tmp_path.rglob("*.md")}
    assert len(written) == len(LANGUAGES) * (1 + len(systems()))
    for name, file in written.items():
        there, now = page(f"guide/{name}"), file.read_text("utf-8")
        same = there == now if len(name.parts) == 1 else there.count("\n") == now.count("\n")
        assert same, f"{name}: run docs/pages.py"


@pytest.mark.parametrize("language", [code for code in LANGUAGES if code != "en"])
def test_a_translated_page_has_what_the_english_one_has(language: str) -> None:
    for translated in sorted((DOCS / "guide" / language).glob("*.md")):
        english, text = page(f"guide/{translated.name}"), translated.read_text("utf-8")
        for what in (r"^#+ ", r"\]\([^)]+\)", r"`[a-z_]+-\d+`", r"^\|"):
            there, wanted = (re.findall(what, of, re.MULTILINE) for of in (text, english))
            own_words = "system-" in translated.name and what == r"^\|"
            assert own_words or sorted(there) == sorted(wanted), (translated, what)


def test_calls_stand_on_the_page_as_they_are_in_the_program() -> None:
    text = page("writing-a-system.md")
    (table,) = re.findall(r"\| call \| gives \|\n\|---\|---\|\n((?:\|.*\n)+)", text)
    calls = " ".join(row.split(" | ")[0] for row in table.splitlines())
    told = re.findall(r"`(?:\w+\.)?(\w+)\((.*?)\)`", calls)
    rooms = (
        "cast conditions contract creature dice display effects fields kit positions squares table"
    )
    modules = [import_module(f"desktop.rules.{name}") for name in rooms.split()]
    assert len(told) > 30
    for name, given in told:
        call = next(
            getattr(one, name)
            for one in [Table, ConditionKind, Counter, *modules, OnSquares, Reaction, Levels]
            if hasattr(one, name)
        )
        known = inspect.signature(call).parameters
        assert "more" in known or {*re.findall(r"(\w+)=", given)} <= {*known}, name
