"""The catalogues: what is collected, what is wrong with one, and how Qt's forms are said."""

import sys
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from pytestqt.qtbot import QtBot

from desktop import assets
from desktop.languages import ENGLISH, LANGUAGES, NO_CATALOGUE, Language
from desktop.library.languages import Compiled, catalogue, chosen, spoken, wanted
from desktop.rules import systems
from desktop.rules.boj import sheet as boj
from desktop.rules.konflikt import sheet as konflikt
from desktop.rules.mir_tmy import sheet as mir_tmy
from desktop.rules.teohiphip import actions as teohiphip
from desktop.rules.teohiphip.sheet import Known
from desktop.rules.text import as_text
from desktop.rules.walka import weapons as walka
from desktop.window.shell.settings import Settings
from tests.planted import Planted
from tests.rules.steps import do
from tests.rules.teohiphip.bench import fight_of, figure

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))

import texts


@pytest.mark.parametrize(
    ("asked", "environment", "code"),
    [
        ("cs", {"LANG": "pl_PL.UTF-8"}, "cs"),
        ("", {"LANG": "pl_PL.UTF-8"}, "pl"),
        ("", {"FRAYDESK_LANGUAGE": "ru", "LC_ALL": "C", "LANG": "pl_PL"}, "ru"),
        ("", {"LC_ALL": "C", "LANG": "pl_PL"}, ""),
        ("", {"LANG": "de_DE"}, "en"),
        ("", {}, ""),
    ],
)
def test_the_language_is_the_one_asked_for_or_that_of_the_environment(
    asked: str, environment: dict[str, str], code: str
) -> None:
    assert wanted(asked, environment) == code


def test_no_language_is_chosen_where_none_is_named_or_the_plain_locale_of_c() -> None:
    for environment in ({}, {"LANG": "C.UTF-8"}, {"LC_ALL": "POSIX", "LANG": "pl_PL"}):
        assert chosen("", environment) is ENGLISH
    assert chosen("", {"LANG": "de_DE.UTF-8"}).catalogue is not NO_CATALOGUE
    assert chosen("cs", {"LANG": "C"}).code == "cs"


@pytest.mark.parametrize("file", texts.CATALOGUES)
def test_each_text_of_a_compiled_catalogue_is_as_pythons_own_reader_has_it(file: str) -> None:
    compiled = assets.root() / "languages" / f"{file}.mo"
    with compiled.open("rb") as stream:
        theirs: dict[str | tuple[str, int], str] = vars(GNUTranslations(stream))["_catalog"]
    ours = Compiled(compiled.read_bytes())
    names = {}
    for id, said in theirs.items():
        whole, form = id if isinstance(id, tuple) else (id, 0)
        context, _, text = whole.rpartition("\4")
        if context == "name":
            names[text] = said
        if isinstance(id, str):
            assert (ours.pgettext(context, text) if context else ours.gettext(text)) == said
            continue
        counts = [n for n in (1, 2, 5) if ours._plural(n) == form]
        for n in counts:
            plain = ours.ngettext(text, "", n)
            assert (ours.npgettext(context, text, "", n) if context else plain) == said
    assert ours.of_context("name") == names
    assert ours.gettext("Nobody ever says this") == "Nobody ever says this"


def test_a_language_that_is_chosen_is_kept(tmp_path: Path) -> None:
    Settings(tmp_path / "settings.ini").language = "cs"
    assert Settings(tmp_path / "settings.ini").language == "cs"


def found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str) -> list[tuple[str, ...]]:
    monkeypatch.setattr(texts, "ROOT", tmp_path)
    (tmp_path / "module.py").write_text(source, "utf-8")
    return [(one.text, one.plural, one.context) for one in texts.of_python(tmp_path / "module.py")]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('tr("Close")', [("Close", "", "")]),
        ('Text("{count} die", "{count} dice", count=n)', [("{count} die", "{count} dice", "")]),
        ('Text("small", context="size")', [("small", "", "size")]),
        ('table.log("x-1", "nobody" if a else "all")', [("nobody", "", ""), ("all", "", "")]),
        ('table.note("x-1", who, "{name} falls", weapon=1)', [("{name} falls", "", "")]),
        ('Term("Defence", "Obrana")', [("Defence", "", "")]),
        (
            'Shown("Range", "Zasięg", labels=(("near", "Near"),))',
            [("Range", "", ""), ("Near", "", "")],
        ),
        ('key("Close")', []),
        ('Choice("a", "→")', []),
    ],
)
def test_texts_are_collected_from_the_calls_that_say_them(
    source: str,
    said: list[tuple[str, ...]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert found(tmp_path, monkeypatch, source) == said


@pytest.mark.parametrize(
    ("string", "fuzzy", "fault"),
    [
        ("", False, "missing"),
        ("{who}: trafia", True, "fuzzy"),
        ("trafia", False, "placeholders"),
        ("{who}: trafia {whom}", False, "placeholders"),
        ("{who}: trafia", False, None),
    ],
)
def test_a_catalogue_is_checked_against_the_source(
    string: str, fuzzy: bool, fault: str | None
) -> None:
    source, polish = Catalog(), Catalog(locale="pl")
    source.add("{who} hits")
    polish.add("{who} hits", string, flags=["fuzzy"] if fuzzy else [])
    assert [name for name, _ in texts.faults(polish, source)] == ([fault] if fault else [])


def test_a_plural_needs_every_form_of_its_language() -> None:
    source, polish = Catalog(), Catalog(locale="pl")
    source.add(("{count} wound", "{count} wounds"))
    polish.add(("{count} wound", "{count} wounds"), ("rana", "{count} rany"))
    assert [name for name, _ in texts.faults(polish, source)] == ["plurals"]


@pytest.mark.parametrize("name", texts.CATALOGUES)
def test_every_catalogue_is_right_in_what_it_has(name: str) -> None:
    wrong = [
        (fault, message.id)
        for fault, message in texts.faults(texts.read(name), texts.source_of(name))
        if fault != "missing"
    ]
    assert wrong == []


def test_a_compiled_catalogue_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    polish = Catalog(locale="pl")
    polish.add("Close", "Zamknij")
    monkeypatch.setattr("desktop.assets.root", lambda: tmp_path)
    (tmp_path / "languages" / "content").mkdir(parents=True)
    with (tmp_path / "languages" / "pl.mo").open("wb") as made:
        write_mo(made, polish)
    content = Catalog(locale="pl")
    content.add("Obr", "Olbrzym", context="konflikt")
    with (tmp_path / "languages" / "content" / "pl.mo").open("wb") as made:
        write_mo(made, content)
    said = Language("pl", catalogue("pl"))
    assert said.text("Close") == "Zamknij"
    assert said.text("Obr", context="konflikt") == "Olbrzym"
    assert Language("ru", catalogue("ru")).text("Close") == "Close"


def test_qt_asks_the_catalogue_for_the_texts_of_forms(qtbot: QtBot) -> None:
    from PySide6.QtCore import QCoreApplication, QLibraryInfo
    from PySide6.QtWidgets import QApplication

    from desktop.window.widgets.language import CatalogueTranslator

    application = QApplication.instance()
    assert isinstance(application, QApplication)
    words = Planted({"Close": "Zamknij", ("size", "small"): "mały"})
    translator = CatalogueTranslator(Language("pl", words), application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    assert translator.of_qt.load("qtbase_pl", folder)
    application.installTranslator(translator)
    try:
        assert QCoreApplication.translate("PreferencesForm", "Close") == "Zamknij"
        assert QCoreApplication.translate("SheetForm", "small", "size") == "mały"
        assert QCoreApplication.translate("PreferencesForm", "Terms") == "Terms"
        assert QCoreApplication.translate("QFileDialog", "&Look in:") == "Szukaj w:"
    finally:
        application.removeTranslator(translator)


@pytest.mark.parametrize("code", ["pl", "cs", "ru"])
def test_a_text_of_qt_that_got_a_letter_since_is_translated_without_it(
    code: str, qtbot: QtBot
) -> None:
    from PySide6.QtCore import QLibraryInfo
    from PySide6.QtWidgets import QApplication

    from desktop.window.widgets.language import CatalogueTranslator

    application = QApplication.instance()
    assert isinstance(application, QApplication)
    translator = CatalogueTranslator(spoken(code), application)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    assert translator.of_qt.load(f"qtbase_{code}", folder)
    for text in ("&Look in:", "Files of &type:"):
        assert translator.translate("QFileDialog", text) not in (text, "")
    assert translator.translate("SomeForm", "&Nothing of Qt") == "&Nothing of Qt"


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_the_rules_know_by_name_is_called_something_in_every_language(code: str) -> None:
    names = {
        "pl": (*Known, walka.FISTS.name, teohiphip.UNARMED.name),
        "ru": (boj.UNARMED.name, mir_tmy.FISTS.name),
        "cs": (konflikt.UNARMED.name,),
    }
    known = spoken(code).names
    others = [name for language, said in names.items() if language != code for name in said]
    assert [name for name in others if name not in known] == []


def test_teohiphip_2_a_band_without_a_name_is_called_as_its_side() -> None:
    polish = spoken("pl")
    fight = fight_of(figure("zenon", "players"), figure("guard", "foes"), order="fixed")
    lines = [line.text.said(polish) for line in do(fight, {"do": "begin"}, *[3] * 4)]
    assert "Kolejność band: gracze, wrogowie" in lines
    assert as_text(fight.rules.headline(fight.state)[1]).said(polish) == "gracze"


@pytest.mark.parametrize(
    ("system", "unit", "said"), [("teohiphip", "damage", "PŻ"), ("walka", "armour", "poz.")]
)
def test_what_an_effect_changes_is_said_with_its_unit(system: str, unit: str, said: str) -> None:
    units = {unit.id: unit for unit in systems()[system].effect_units}
    assert units[unit].change(1).said(spoken("pl")).endswith(f"+1 {said}")
