"""The pages in docs/ say what is so."""

import json
import re
from pathlib import Path
from typing import get_args, get_type_hints

import jsonschema
import pytest

from desktop.encounter.fight import play
from desktop.encounter.grammar import schema
from desktop.rules import systems
from desktop.rules.display import Vital
from desktop.rules.fields import Kind

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
