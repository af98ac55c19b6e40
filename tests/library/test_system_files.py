"""What is wrong with the files of a system is told with file and place."""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from desktop import plugins
from desktop.library.languages import _of_system, spoken
from desktop.library.resources import ResourceError, in_language
from desktop.library.samples import sample_scripts
from desktop.library.system_files import faults_of_files, without_text
from desktop.rules import systems
from desktop.rules.registry import FOLDER
from desktop.rules.text import Text
from tests import systems as examples
from tests.systems.conftest import forget


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of wrack among one's own systems."""
    shutil.copytree(Path(examples.__file__).parent / "wrack", tmp_path / "wrack")
    monkeypatch.setattr(plugins, "folder", lambda: tmp_path)
    look_again()
    yield tmp_path / "wrack"
    monkeypatch.undo()
    look_again()


def look_again() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == FOLDER]:
        del sys.modules[name]
    forget()
    _of_system.cache_clear()
    plugins.add_own()


def spoil(file: Path, old: str, new: str) -> None:
    text = file.read_text("utf-8")
    assert old in text
    file.write_text(text.replace(old, new), "utf-8")


def faults() -> list[str]:
    return [str(fault) for fault in faults_of_files(systems()["wrack"])]


@pytest.mark.parametrize("system", systems())
def test_the_files_of_every_system_that_ships_are_sound(system: str) -> None:
    assert list(faults_of_files(systems()[system])) == []


def test_sound_files_have_no_faults(own: Path) -> None:
    assert faults() == []


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("rules.json", '"wrack-6"', '"wrack-60"', "there is no text of wrack-6, which is named"),
        ("rules.json", '"wrack-6"', '"wrack-5"', "'wrack-5' stands twice in one object"),
        ("catalogue.json", '"damage"', '"harm"', "wrack/catalogue.json: entries[0].data.harm: "),
        ("sample.json", '"coat"', '"coats"', "wrack/sample.json: characters[1].sheet.coats: "),
    ],
)
def test_a_fault_is_told_with_file_and_place(
    own: Path, file: str, old: str, new: str, told: str
) -> None:
    spoil(own / file, old, new)
    assert told in faults()[0]


def test_own_texts_that_cannot_be_read_are_told(own: Path) -> None:
    (own / "own_texts.json").write_text('{"system": "wreck", "texts": {}}', "utf-8")
    assert faults() == ["wrack/own_texts.json: system: is not 'wrack'"]


def test_a_character_of_the_sample_that_the_rules_refuse_is_told(own: Path) -> None:
    sample: dict[str, Any] = json.loads((own / "sample.json").read_text("utf-8"))
    sample["characters"][1]["sheet"]["nerve"] = 99
    (own / "sample.json").write_text(json.dumps(sample), "utf-8")
    told = "wrack/sample.json: characters[1].sheet.nerve: can be at most 11"
    assert faults() == [told]


def test_an_encounter_of_the_sample_that_cannot_be_is_told_with_its_place(own: Path) -> None:
    spoil(own / "sample.json", '"grit"', '"grits"')
    with pytest.raises(ResourceError, match=r"wrack/sample.json: encounters\[0\].plan.lines\[0\]."):
        sample_scripts("wrack")


def test_what_only_the_log_names_needs_a_text_too(own: Path) -> None:
    rules = systems()["wrack"]
    told = [str(fault) for fault in without_text(rules, ["wrack-1", "wrack-99", "by-hand", ""])]
    assert told == ["wrack/rules.json: there is no text of wrack-99, which is named"]


def test_a_system_without_texts_names_what_it_likes(own: Path) -> None:
    (own / "rules.json").unlink()
    assert faults() == []


def test_kinds_that_a_list_on_the_sheet_cannot_tell_apart_are_told(own: Path) -> None:
    catalogue = "catalogue: ClassVar = {"
    spoil(own / "__init__.py", catalogue, catalogue + '"tool": Weapon, ')
    look_again()
    assert faults() == ["the kinds 'tool' and 'weapon' of the catalogue have the same fields"]


def test_a_system_brings_the_catalogues_of_its_texts(own: Path) -> None:
    polish = Catalog(locale="pl")
    polish.add("Ferryman's toll", "Opłata przewoźnika")
    polish.add("Ferryman", "Przewoźnik", context="wrack")
    polish.add("Attack", "Abordaż")
    (own / "languages").mkdir()
    with (own / "languages" / "pl.mo").open("wb") as made:
        write_mo(made, polish)
    language = spoken("pl")
    assert Text("Ferryman's toll").said(language) == "Ferryman's toll"
    assert systems()["wrack"]  # from now on it is in use
    assert Text("Ferryman's toll").said(language) == "Opłata przewoźnika"
    assert in_language("wrack", {"name": "Ferryman"}, language) == {"name": "Przewoźnik"}
    ours = language.text("Attack")
    for system, said in (("wrack", "Abordaż"), ("walka", ours), ("", ours)):
        shown = language.of_system("pl", system=system)
        assert shown.text("Attack") == said
        assert shown.text("Close") == language.text("Close")


def test_a_catalogue_that_is_none_is_told_and_nothing_is_translated(own: Path) -> None:
    (own / "languages").mkdir()
    (own / "languages" / "cs.mo").write_bytes(b"no catalogue")
    assert systems()["wrack"]
    assert Text("Ferryman's toll").said(spoken("cs")) == "Ferryman's toll"
    assert "wrack/languages/cs.mo" in systems().failed
