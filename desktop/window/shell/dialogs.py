"""Dialogs: files, preferences, the system of a campaign, the bin, keys, about."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from html import escape
from pathlib import Path

from PySide6.QtCore import Qt, Signal, qVersion
from PySide6.QtGui import QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QListWidgetItem, QWidget

from desktop import assets, plugins, versions
from desktop.forms.about import Ui_AboutForm
from desktop.forms.bin import Ui_BinForm
from desktop.forms.preferences import Ui_PreferencesForm
from desktop.forms.which_system import Ui_WhichSystemForm
from desktop.library.files import file_name
from desktop.library.records import Removed
from desktop.rules import systems
from desktop.window.combat.session.preferences import Preferences
from desktop.window.fields.records import RecordDelegate, show_record
from desktop.window.pages.stored import KINDS
from desktop.window.printing.chosen import PAPERS
from desktop.window.shell.guide_browser import Book, dress_tables
from desktop.window.shell.settings import Settings
from desktop.window.widgets import file_dialogs, icons, theme
from desktop.window.widgets.basics import PressedByEnter, button, label, native_keys
from desktop.window.widgets.boxes import offer
from desktop.window.widgets.language import (
    by_name,
    chosen,
    date_and_time,
    in_words,
    offered_languages,
    tr,
)

MARKDOWN = QTextDocument.MarkdownFeature.MarkdownNoHTML


def exchange_files() -> str:
    """The files that are exported and imported, for a dialog."""
    return tr("Fraydesk files and fights (*.json);;All files (*)")


def home() -> Path:
    """Where campaigns are kept unless somebody says otherwise: beside the documents, or where the
    environment says that data belong."""
    if data := os.environ.get("XDG_DATA_HOME"):
        return Path(data, "Fraydesk")
    return file_dialogs.documents() / "Fraydesk"


async def campaign_path(parent: QWidget, title: str, suggested: Path) -> Path | None:
    """Asks where a new campaign or a copy is stored; None if cancelled."""
    try:
        suggested.parent.mkdir(parents=True, exist_ok=True)
    except OSError:  # no folder can be made there, as by the rules of a company
        suggested = Path(suggested.name)
    files = tr("Fraydesk campaigns (*.fray);;All files (*)")
    return await file_dialogs.path_to_write(parent, title, suggested, files, ".fray")


def open_path(parent: QWidget) -> Path | None:
    """Asks which campaign to open; None if cancelled."""
    campaigns, backups = tr("Fraydesk campaigns (*.fray)"), tr("Backups of campaigns (*.bak)")
    files = ";;".join((campaigns, backups, tr("All files (*)")))
    folder = home() if home().is_dir() else None
    return file_dialogs.path_to_read(parent, tr("Open a campaign"), files, folder)


def import_path(parent: QWidget) -> Path | None:
    """Asks which file to import; None if cancelled."""
    return file_dialogs.path_to_read(parent, tr("Import"), exchange_files())


async def export_path(parent: QWidget, name: str) -> Path | None:
    """Asks where to export what is open; None if cancelled."""
    suggested = f"{file_name(name)}.json"
    files = exchange_files()
    return await file_dialogs.path_to_write(parent, tr("Export"), suggested, files, ".json")


class PreferencesDialog(QDialog):
    """The preferences. A choice takes effect at once, that of a language when it is closed."""

    scheme_chosen = Signal(str)
    language_chosen = Signal(str)
    """The code of another language; empty: that of the desktop."""
    paper_chosen = Signal(str, bool)
    """The size that is printed on, and whether in colour."""

    def __init__(self, parent: QWidget, preferences: Preferences, settings: Settings) -> None:
        super().__init__(parent)
        self.ui = Ui_PreferencesForm(self)
        ui = self.ui
        schemes = ((id, in_words(scheme.title)) for id, scheme in theme.SCHEMES.items())
        offer(ui.scheme, ((id, title.replace("&", "")) for id, title in schemes), theme.asked())
        language = settings.language
        offer(ui.language, offered_languages().items(), language)

        def close() -> None:
            if ui.language.currentData() != language:
                self.language_chosen.emit(ui.language.currentData())

        self.finished.connect(close)
        ui.terms.setCurrentIndex(int(preferences.english))
        ui.dice.setCurrentIndex(preferences.dice)
        ui.ask_without_benefit.setChecked(preferences.ask_without_benefit)
        ui.scheme.activated.connect(lambda n: self.scheme_chosen.emit(ui.scheme.itemData(n)))
        ui.terms.activated.connect(lambda index: setattr(preferences, "english", bool(index)))
        ui.dice.activated.connect(lambda way: setattr(preferences, "dice", way))
        ui.ask_without_benefit.toggled.connect(
            lambda on: setattr(preferences, "ask_without_benefit", on)
        )
        size, colour = settings.paper
        ui.paper.setCurrentIndex(PAPERS.index(size) if size in PAPERS else 0)
        ui.in_colour.setChecked(colour)

        def print_so() -> None:
            self.paper_chosen.emit(PAPERS[ui.paper.currentIndex()], ui.in_colour.isChecked())

        ui.paper.activated.connect(print_so)
        ui.in_colour.toggled.connect(print_so)


class SystemDialog(QDialog):
    """A button for each system, and what is played with it."""

    def __init__(self, parent: QWidget, titles: Mapping[str, str]) -> None:
        super().__init__(parent)
        self.ui = Ui_WhichSystemForm(self)
        self.chosen: str | None = None
        self.choices = {id: button(title, name=f"system_{id}") for id, title in titles.items()}
        for id, choice in self.choices.items():
            choice.setAutoDefault(True)  # Enter takes the one in focus
            choice.clicked.connect(lambda _=False, id=id: self.choose(id))
            self.ui.systems.addWidget(choice)
            if about := in_words(systems().about(id)):
                choice.setAccessibleDescription(about)
                self.ui.systems.addWidget(label(about, "muted"))
        next(iter(self.choices.values())).setFocus()

    def choose(self, id: str) -> None:
        """Takes a system and closes."""
        self.chosen = id
        self.accept()


async def ask_system(parent: QWidget, titles: Mapping[str, str]) -> str | None:
    """The id of the system that is chosen; None where none is."""
    if len(titles) == 1:
        return next(iter(titles))
    dialog = SystemDialog(parent, titles)
    await file_dialogs.closed(dialog)
    return dialog.chosen


class TextDialog(QDialog):
    """The program's mark, and a text that can be selected."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        line: str,
        fill: Callable[[QTextDocument], object],
        print_it: Callable[[], object] | None = None,
    ) -> None:
        super().__init__(parent)
        self.ui = Ui_AboutForm(self)
        self.setWindowTitle(title)
        self.ui.mark.setPixmap(icons.window_icon().pixmap(46, 46))
        self.ui.title.setText(title)
        self.ui.version.setText(line)
        fill(self.ui.text.document())
        self.ui.text.moveCursor(QTextCursor.MoveOperation.Start)
        self.ui.text.setAccessibleName(title)
        self.ui.print_button.setVisible(print_it is not None)
        if print_it is not None:
            self.ui.print_button.clicked.connect(print_it)
        self.ui.close_button.setFocus()


def about(parent: QWidget) -> None:
    """Opens the box that says what this is and what it stands on."""
    version = tr("Version {version}", version=versions.program())
    box = TextDialog(parent, "Fraydesk", version, lambda page: page.setPlainText(about_text()))
    file_dialogs.open_once(box)


def changes(parent: QWidget) -> None:
    """Opens the change log, from its first version on; it is written in English only."""
    line = tr("Version {version}", version=versions.program())
    if chosen().code != "en":
        line = f"{line} · {tr('The list is in English.')}"
    text = "".join(assets.changes().partition("\n## ")[1:])
    title, fill = tr("What is new"), lambda page: page.setMarkdown(text, MARKDOWN)
    file_dialogs.open_once(TextDialog(parent, title, line, fill))


def about_text() -> str:
    """What the program is, what it is made with, and under which licences."""
    titles = ", ".join(systems().titles().values())
    of = {name.lower(): version for name, version in versions.all_of_them().items()}
    return tr(
        """The game master's desk: character sheets, catalogues, encounters, and a combat \
panel that knows the rules and the odds. Everything is on this computer; nothing is sent anywhere.

Rule systems in this copy: {titles}. Their rules are told in words of our own, each under a \
number, and where a text leaves something open, the rules pane says how it is read here and which \
house rule reads it otherwise. Systems of your own lie in {folder}.

Fraydesk is free software under the MIT licence.

It is made with
·  Python {python}
·  Qt {qt} through PySide6 {pyside}, under the GNU Lesser General Public \
Licence, version 3. Qt is linked dynamically: its libraries lie beside the program and may be \
replaced by others of the same version.
·  SQLModel {sqlmodel}, SQLAlchemy {sqlalchemy}, pydantic {pydantic} and qasync \
{qasync}, under the MIT and BSD licences
·  SQLite {sqlite}, in the public domain
·  typst {typst}, which sets the pages, under the Apache licence 2.0
·  platformdirs {platformdirs}, under the MIT licence

Letters: Noto Sans, Alegreya Sans and Alegreya Sans SC, under the SIL Open Font Licence 1.1, and \
DejaVu Sans, under Bitstream's. The licences lie beside the fonts in the program's folder.
""",
        titles=titles,
        folder=plugins.folder(),
        qt=qVersion(),
        pyside=of["qt and pyside6"],
        **of,
    )


def groups_of_keys() -> list[tuple[str, list[tuple[str, str]]]]:
    """What the keys do, as the guide's page of them says it: groups with a heading, and in each the
    keys with what they do. Raises FileNotFoundError without the guide."""
    page = Book.of(assets.guide(), chosen().code).file("keys.md").read_text("utf-8")
    groups = []
    for group in native_keys(page).split("\n## ")[1:]:
        heading, _, table = group.partition("\n")
        cells = (line.strip("| ").split(" | ") for line in table.strip().splitlines()[2:])
        groups.append((heading, [(key, does) for key, does in cells]))
    return groups


HEADINGS = {"encounter": 3, "fight": 5}
"""By the kind of a page, the heading of its keys in the list; of others it opens at its top."""


def keys(parent: QWidget, print_it: Callable[[], object], page: str = "") -> None:
    """Opens the list of keys, which can be printed, at those of a kind of ``page``."""
    said = tr("Everything can be done without a mouse.")
    dialog = TextDialog(parent, tr("Keys"), said, _lay_out_keys, print_it)
    file_dialogs.open_once(dialog)
    if page in HEADINGS:
        dialog.ui.text.scrollToAnchor(str(HEADINGS[page]))


def _lay_out_keys(page: QTextDocument) -> None:
    """Fills a page with a heading and a table for each group; its number is that of an anchor."""
    html = ""
    for number, (heading, keys) in enumerate(groups_of_keys()):
        rows = (
            f"<tr><td width='34%'>{escape(key)}</td><td>{escape(does)}</td></tr>"
            for key, does in keys
        )
        html += f"<h3><a name='{number}'>{escape(heading)}</a></h3><table>{''.join(rows)}</table>"
    page.setHtml(html)
    dress_tables(page)


class BinDialog(PressedByEnter):
    """Lists what is in the bin, the last removed first."""

    def __init__(
        self,
        parent: QWidget,
        there: Sequence[Removed],
        bring_back: Callable[[Sequence[Removed]], None],
        empty: Callable[[], object],
    ) -> None:
        super().__init__(parent)
        self.ui = ui = Ui_BinForm(self)
        self._there, self._bring_back, self._empty = there, bring_back, empty
        ui.list.setItemDelegate(RecordDelegate(ui.list))
        ui.list.itemActivated.connect(lambda _: self.take_out())
        ui.order.offer(
            (tr("Last removed first"), lambda _: 0),
            (tr("By name"), lambda thing: by_name(thing.name)),
            (tr("By kind"), lambda thing: (in_words(KINDS[thing.kind]), by_name(thing.name))),
            (tr("By system"), lambda thing: (thing.system, by_name(thing.name))),
        )
        ui.order.currentIndexChanged.connect(lambda _: self._fill())
        empty_now = tr("The bin is empty. What is removed comes here, and can be brought back.")
        stays = tr("What was removed stays here until the bin is emptied.")
        ui.said.setText(stays if there else empty_now)
        for control in (ui.list, ui.order, ui.bring_back, ui.empty_bin):
            control.setEnabled(bool(there))
        self._fill()
        (ui.list if there else ui.close_button).setFocus()

    def _fill(self) -> None:
        self._shown = self.ui.order.sorted(self._there)
        self.ui.list.clear()
        for thing in self._shown:
            title = systems().title(thing.system) if thing.system else ""
            said = (in_words(KINDS[thing.kind]), title, date_and_time(thing.removed))
            show_record(QListWidgetItem(self.ui.list), thing.name, " · ".join(filter(None, said)))
        self.ui.list.setCurrentRow(0)

    def take_out(self) -> None:
        """Brings back what is chosen and closes."""
        chosen = [self._shown[index.row()] for index in self.ui.list.selectedIndexes()]
        self.accept()
        self._bring_back(chosen)

    def ask_to_empty(self) -> None:
        """Asks once: what is deleted for good cannot be brought back.

        Neither a second click at the same place nor a second Enter is the answer.
        """
        self.ui.said.setText(tr("Nothing can bring back what is deleted for good."))
        self.ui.close_button.setFocus(Qt.FocusReason.OtherFocusReason)
        self.ui.empty_bin.setEnabled(False)
        self.ui.sure.show()

    def delete_all(self) -> None:
        """Deletes everything in the bin for good, and closes."""
        self.accept()
        self._empty()
