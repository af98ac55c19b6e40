"""The pages in docs/ say what is so."""

import json
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import get_args, get_type_hints

import jsonschema
import pytest

from desktop import plugins
from desktop.encounter.fight import play
from desktop.encounter.grammar import schema
from desktop.encounter.playout import bare_script, check_fight
from desktop.library.campaign import Campaign
from desktop.library.samples import pour
from desktop.rules import systems
from desktop.rules.display import Vital
from desktop.rules.fields import Kind
from desktop.rules.kit import InTurns
from desktop.rules.registry import FOLDER
from tests.systems.installing import write

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGES = sorted(DOCS.glob("*.md"))


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


@pytest.mark.parametrize("file", PAGES, ids=lambda file: file.name)
def test_links_and_names_of_files_lead_somewhere(file: Path) -> None:
    text = file.read_text("utf-8")
    for link in re.findall(r"\]\(([^)#]+)\)", text):
        assert (DOCS / link).exists(), link
    root = DOCS.parent
    for name in re.findall(r"`((?:rules|encounter|library|tests)/[\w/.]+)`", text):
        assert (root / name).exists() or (root / "desktop" / name).exists(), name
