"""Catalogues and samples are said in the language that was chosen, and play as they did."""

from __future__ import annotations

import sys
from gettext import NullTranslations
from pathlib import Path

import pytest

from desktop import assets
from desktop.encounter.playout import play_by_policies
from desktop.languages import ENGLISH, Language
from desktop.library.campaign import Campaign
from desktop.library.resources import entries_in, in_language, shipped_entries
from desktop.library.samples import pour, sample_of, sample_scripts, samples
from desktop.rules import systems
from desktop.rules.contract import checked
from desktop.window.shell.contents import update_catalogues
from tests.planted import Planted

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))

import texts

SYSTEMS = ("walka", "boj", "teohiphip", "konflikt", "mir_tmy")


class Marked(NullTranslations):
    """Says every text that the catalogues of content have, with a mark before any brackets: a throw
    is called as its weapon is, "Nůž (hod)"."""

    def __init__(self) -> None:
        super().__init__()
        self.known = {(str(m.context), str(m.id)) for m in texts.content("") if m.id}

    def gettext(self, message: str) -> str:
        return f"{message}*"

    def pgettext(self, context: str, message: str) -> str:
        name, bracket, rest = message.partition(" (")
        return f"{name}*{bracket}{rest}" if (context, message) in self.known else message


@pytest.fixture(scope="module")
def marked() -> Language:
    return Language("en", Marked())


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_entry_in_another_language_is_right_by_its_model(
    system: str, marked: Language
) -> None:
    entries = entries_in(marked, system)
    for entry in entries:
        checked(systems()[system].catalogue[entry.kind], entry.data)
        assert entry.name == entry.data["name"]
        assert entry.data.get("tactics", "*").endswith("*")
    assert len({entry.name for entry in entries if entry.name.endswith("*")}) > 20


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_sample_in_another_language_plays_as_it_does_in_its_own(
    system: str, marked: Language
) -> None:
    for script in sample_scripts(system):
        native = play_by_policies(script, seed=3)
        said = play_by_policies(in_language(system, script, marked), seed=3)
        assert [(line.rule, line.faces) for line in said.log] == [
            (line.rule, line.faces) for line in native.log
        ]
        assert said.script.name == f"{native.script.name}*"


@pytest.mark.parametrize("language", ["en", "pl", "ru"])
def test_a_throw_is_called_as_its_weapon_in_every_language(language: str) -> None:
    said = {
        str(message.id): str(message.string)
        for message in texts.read(f"content/{language}")
        if message.context == "konflikt"
    }
    throws = [name for name in said if name.endswith(" (hod)")]
    assert throws
    for throw in throws:
        assert said[throw].startswith(f"{said[throw.removesuffix(' (hod)')]} ("), throw


@pytest.mark.parametrize("system", SYSTEMS)
def test_where_no_language_was_chosen_everything_is_as_it_is_in_the_files(system: str) -> None:
    shipped = [(entry.kind, entry.name, entry.data) for entry in shipped_entries(system)]
    assert [(e.kind, e.name, e.data) for e in entries_in(ENGLISH, system)] == shipped


def test_a_text_is_said_in_the_systems_own_language_by_its_own_texts() -> None:
    piece = {"name": "Obrzyn", "notes": "Kinetic: does not wear armour. Price 200."}
    english = Planted({("walka", "Obrzyn"): "Sawn-off"})
    czech = Planted({"Kinetic: does not wear armour. Price 200.": "Kinetická. Cena 200."})
    assert in_language("walka", piece, Language("pl", Planted({}))) == {
        "name": "Obrzyn",
        "notes": "Kinetyczna: nie zużywa pancerza. Cena 200.",
    }
    assert in_language("walka", piece, Language("en", english)) == {**piece, "name": "Sawn-off"}
    assert in_language("walka", piece, Language("cs", czech))["notes"] == "Kinetická. Cena 200."


def test_the_catalogue_is_found_by_the_shown_and_by_the_native_word(tmp_path: Path) -> None:
    english = Language("en", Planted({("walka", "Obrzyn"): "Sawn-off"}))
    with Campaign.create(tmp_path / "a.fray", "A") as campaign:
        assert update_catalogues(campaign, english)
        assert not update_catalogues(campaign, english)
        for word in ("sawn", "obrz"):
            assert campaign.entries(search=word)[0].name == "Sawn-off"
        assert update_catalogues(campaign)
        assert campaign.entries(search="obrz")[0].name == "Obrzyn"
        assert not campaign.entries(search="sawn")


def test_a_sample_is_made_in_the_chosen_language(tmp_path: Path, marked: Language) -> None:
    assert sample_of("konflikt", marked).title == "Obr u mostu*"
    assert {sample.path for sample in samples(marked)} == {s.path for s in samples()}
    with Campaign.create(tmp_path / "a.fray", "A") as campaign:
        pour(campaign, assets.path("samples", "konflikt.json"), marked)
        everything = campaign.everything()
    assert all(one.name.endswith("*") for one in everything.characters)
    lines = [line for plan in everything.encounters for line in plan.document["lines"]]
    assert all(line["character"] and line["sheet"]["name"].endswith("*") for line in lines)
    assert {line["side"] for line in lines} == {"players", "obři*", "lupiči*", "netvoři*"}
