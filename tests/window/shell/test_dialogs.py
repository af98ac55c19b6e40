"""The dialogs: files, preferences, keys."""

from __future__ import annotations

from asyncio import AbstractEventLoop
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import QStandardPaths, Qt
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget
from pytestqt.qtbot import QtBot

from desktop.rules import systems
from desktop.window.combat.session.preferences import Preferences
from desktop.window.printing.chosen import PAPERS
from desktop.window.shell import dialogs
from desktop.window.shell.dialogs import SystemDialog
from desktop.window.shell.settings import Settings
from desktop.window.widgets import file_dialogs


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


def answering(answer: str) -> Callable[..., tuple[str, str]]:
    """A file dialog that is answered at once."""
    return lambda *_: (answer, "")


def answer_files(monkeypatch: pytest.MonkeyPatch, answer: str, suggested: list[Path]) -> None:
    """Every file dialog that writes is answered at once; keeps the path that it suggested."""
    selected = QFileDialog.selectedFiles

    def open_it(dialog: QFileDialog) -> None:
        suggested.extend(map(Path, selected(dialog)))
        dialog.done(bool(answer))

    monkeypatch.setattr(QFileDialog, "open", open_it)
    monkeypatch.setattr(QFileDialog, "selectedFiles", lambda _: [answer])


@pytest.mark.parametrize(
    ("chosen", "path"), [("", None), ("/a/b", Path("/a/b.fray")), ("/a/b.x", Path("/a/b.x.fray"))]
)
def test_a_new_campaign_gets_its_suffix(
    loop: AbstractEventLoop,
    parent: QWidget,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    chosen: str,
    path: Path | None,
) -> None:
    answer_files(monkeypatch, chosen, [])
    asked = dialogs.campaign_path(parent, "New campaign", tmp_path / "deep" / "Campaign.fray")
    assert loop.run_until_complete(asked) == path
    assert (tmp_path / "deep").is_dir()


def test_where_no_folder_can_be_made_a_campaign_is_proposed_among_the_documents(
    loop: AbstractEventLoop, parent: QWidget, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_files(monkeypatch, "", [])
    (tmp_path / "file").write_bytes(b"no folder")
    proposed: list[Path | str] = []
    wanted = file_dialogs.path_to_write

    async def path_to_write(
        parent: QWidget, title: str, suggested: Path | str, *more: str
    ) -> Path | None:
        proposed.append(suggested)
        return await wanted(parent, title, suggested, *more)

    monkeypatch.setattr(file_dialogs, "path_to_write", path_to_write)
    asked = dialogs.campaign_path(parent, "New campaign", tmp_path / "file" / "Campaign.fray")
    assert loop.run_until_complete(asked) is None
    assert proposed == [Path("Campaign.fray")]


@pytest.mark.parametrize("replace", [True, False])
def test_a_file_whose_name_lacked_its_suffix_is_replaced_only_when_that_is_wanted(
    loop: AbstractEventLoop,
    parent: QWidget,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    replace: bool,
) -> None:
    there = tmp_path / "Akropol.fray"
    there.write_bytes(b"the campaign of somebody")
    answer_files(monkeypatch, str(tmp_path / "Akropol"), [])
    asked: list[str] = []

    def answer(box: QMessageBox) -> None:
        asked.append(box.text())
        yes, no = QMessageBox.StandardButton.Yes, QMessageBox.StandardButton.No
        box.button(yes if replace else no).click()

    monkeypatch.setattr(QMessageBox, "open", answer)
    path = loop.run_until_complete(
        dialogs.campaign_path(parent, "New campaign", tmp_path / "Copy.fray")
    )
    assert path == (there if replace else None)
    assert asked == ["Akropol.fray is there already. Replace it?"]


@pytest.mark.parametrize(
    ("name", "suggested"),
    [
        ("Halina Żółć", "Halina Żółć.json"),
        ("a/b:c*?<d>\n", "a b c d.json"),
        ("///", "Fraydesk.json"),
        ("x" * 300, "x" * 160 + ".json"),
    ],
)
def test_an_export_is_named_so_that_every_system_takes_it(
    loop: AbstractEventLoop,
    parent: QWidget,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    suggested: str,
) -> None:
    asked: list[Path] = []
    answer_files(monkeypatch, "/t/out", asked)
    assert loop.run_until_complete(dialogs.export_path(parent, name)) == Path("/t/out.json")
    assert asked == [file_dialogs.documents() / suggested]


def test_files_lie_among_the_documents_where_there_are_such(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    place = tmp_path / "Документы и żółć"
    monkeypatch.setattr(QStandardPaths, "writableLocation", lambda _: str(place))
    assert file_dialogs.documents() == Path.home()
    place.mkdir()
    assert file_dialogs.documents() == place


def test_no_file_is_written_where_none_is_chosen(
    loop: AbstractEventLoop, parent: QWidget, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer_files(monkeypatch, "", [])
    assert loop.run_until_complete(dialogs.export_path(parent, "Halina")) is None


@pytest.mark.parametrize("ask", [dialogs.open_path, dialogs.import_path])
def test_a_file_is_chosen_or_not(
    parent: QWidget, monkeypatch: pytest.MonkeyPatch, ask: Callable[[QWidget], Path | None]
) -> None:
    monkeypatch.setattr(QFileDialog, "getOpenFileName", answering("/t/a.fray"))
    assert ask(parent) == Path("/t/a.fray")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", answering(""))
    assert ask(parent) is None


def test_preferences_take_effect_at_once(parent: QWidget, tmp_path: Path) -> None:
    preferences, schemes, languages = Preferences(parent), list[str](), list[str]()
    papers: list[tuple[str, bool]] = []
    settings = Settings(tmp_path / "settings.ini")
    settings.language, settings.paper = "cs", ("A5", True)
    dialog = dialogs.PreferencesDialog(parent, preferences, settings)
    dialog.scheme_chosen.connect(schemes.append)
    dialog.language_chosen.connect(languages.append)
    dialog.paper_chosen.connect(lambda size, colour: papers.append((size, colour)))
    assert dialog.ui.paper.currentIndex() == PAPERS.index("A5")
    dialog.ui.paper.setCurrentIndex(3)
    dialog.ui.paper.activated.emit(3)
    dialog.ui.in_colour.setChecked(False)
    assert papers == [("3x5", True), ("3x5", False)]
    assert dialog.ui.language.currentText() == "čeština"
    dialog.ui.language.setCurrentIndex(2)
    dialog.ui.terms.activated.emit(1)
    dialog.ui.dice.activated.emit(1)
    dialog.ui.ask_without_benefit.setChecked(True)
    dialog.ui.scheme.activated.emit(2)
    assert (preferences.english, preferences.typed, preferences.ask_without_benefit) == (
        True,
        True,
        True,
    )
    assert schemes == ["dark"]
    assert languages == []  # the window opens again for that
    dialog.accept()
    assert languages == ["pl"]


def test_the_keys_begin_at_the_first_system(parent: QWidget, qtbot: QtBot) -> None:
    dialog = SystemDialog(parent, systems().titles())
    with qtbot.waitActive(dialog):
        dialog.show()
    first, *others = dialog.choices.values()
    assert first.hasFocus()
    for following in (*others, dialog.ui.cancel, first):
        qtbot.keyClick(dialog, Qt.Key.Key_Tab)
        assert following.hasFocus()


def test_enter_takes_the_system_in_focus(parent: QWidget, qtbot: QtBot) -> None:
    dialog = SystemDialog(parent, systems().titles())
    with qtbot.waitActive(dialog):
        dialog.show()
    qtbot.keyClick(dialog, Qt.Key.Key_Tab)
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert dialog.chosen == list(dialog.choices)[1]
    assert dialog.isHidden()


@pytest.mark.parametrize(
    "show", [dialogs.about, partial(dialogs.keys, print_it=list), dialogs.changes]
)
def test_texts_can_be_read_and_closed(
    parent: QWidget, show: Callable[[QWidget], None], qtbot: QtBot
) -> None:
    show(parent)
    dialog = parent.findChild(dialogs.TextDialog)
    assert dialog
    assert dialog.isModal()
    assert len(dialog.ui.text.toPlainText()) > 200
    dialog.ui.close_button.click()
    qtbot.waitUntil(lambda: parent.findChild(dialogs.TextDialog) is None)


def test_campaigns_are_kept_where_the_environment_says_that_data_belong(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert dialogs.home() == tmp_path / "Fraydesk"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert dialogs.home().name == "Fraydesk"
    assert dialogs.home().parent != tmp_path
