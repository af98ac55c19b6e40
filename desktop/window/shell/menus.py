"""The menus of the window: what each action does, and when it can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtGui import QAction, QActionGroup, QKeySequence

from desktop.library.files import is_there
from desktop.library.samples import samples
from desktop.window import zoom
from desktop.window.pages.encounter import EncounterPage
from desktop.window.pages.entry import EntryPage
from desktop.window.pages.fight import FightPage
from desktop.window.pages.sheet import SheetPage
from desktop.window.pages.stored import StoredPage
from desktop.window.shell import dialogs, guide
from desktop.window.shell.campaigns import Campaigns
from desktop.window.shell.commands import Commands
from desktop.window.shell.navigator import Navigator
from desktop.window.shell.panes import Panes
from desktop.window.shell.settings import Settings
from desktop.window.shell.sizes import Sizes
from desktop.window.widgets import theme
from desktop.window.widgets.basics import as_tip
from desktop.window.widgets.language import in_words, tr
from desktop.window.widgets.menu import in_a_menu


class Menus:
    """Connects the actions of the window to what does them."""

    def __init__(
        self,
        navigator: Navigator,
        panes: Panes,
        campaigns: Campaigns,
        commands: Commands,
        settings: Settings,
    ) -> None:
        self._navigator, self._panes = navigator, panes
        self._campaigns, self._commands, self._settings = campaigns, commands, settings
        self._window, self._store = navigator.window, navigator.store
        self._start = navigator.tasks.start
        self._sizes = Sizes(self._window, settings)
        self.schemes = self._offer_schemes()
        """The actions that choose a colour scheme, by its id."""
        self._connect()

    def _connect(self) -> None:
        ui = self._window.ui
        does: Sequence[tuple[QAction, Callable[[], object]]] = (
            (ui.new_campaign, self._campaigns.ask_new),
            (ui.open_campaign, self._campaigns.ask_open),
            (ui.save_copy, self._campaigns.ask_save_copy),
            (ui.import_bundle, self._commands.files.ask_import),
            (ui.export_bundle, self._commands.files.ask_export),
            (ui.close_campaign, lambda: self._start(self._campaigns.close_campaign())),
            (ui.quit, self._window.close),
            (ui.undo, lambda: self._start(self._navigator.undo())),
            (ui.redo, lambda: self._start(self._navigator.redo())),
            (ui.new_player, lambda: self._start(self._commands.new_character("player"))),
            (
                ui.new_adversary,
                lambda: self._start(self._commands.new_character("adversary")),
            ),
            (ui.from_template, lambda: self._start(self._commands.choose_template())),
            (ui.make_template, lambda: self._start(self._commands.make_template())),
            (
                ui.compare_with_catalogue,
                lambda: self._start(self._commands.compare_with_catalogue()),
            ),
            (ui.versions, lambda: self._start(self._commands.show_versions())),
            (ui.new_encounter, lambda: self._start(self._commands.new_encounter())),
            (ui.new_entry, lambda: self._start(self._commands.ask_new_entry())),
            (ui.duplicate, lambda: self._start(self._commands.duplicate())),
            (ui.remove, lambda: self._start(self._commands.remove_open())),
            (ui.bin, lambda: self._start(self._commands.show_bin())),
            (ui.catalogue, lambda: self._start(self._commands.show_catalogue())),
            (ui.find, self._panes.find),
            (ui.start_fight, lambda: self._start(self._commands.start_fight())),
            (
                ui.add_to_encounter,
                lambda: self._start(self._commands.cast.add_open_to_encounter()),
            ),
            (ui.write_back, lambda: self._start(self._commands.results.ask())),
            (ui.how_it_went, self._commands.show_how_it_went),
            (ui.end_fight, lambda: self._start(self._commands.end_fight())),
            (ui.print_card, lambda: self._start(self._commands.printing.print("card"))),
            (ui.print_sheet, lambda: self._start(self._commands.printing.print("sheet"))),
            (ui.print_cards, lambda: self._start(self._commands.printing.print("cards"))),
            (ui.print_report, lambda: self._start(self._commands.printing.print("report"))),
            (ui.print_blank, lambda: self._start(self._commands.printing.print("blank"))),
            (ui.pdf_blank, lambda: self._start(self._commands.printing.print("blank", pdf=True))),
            (ui.pdf_card, lambda: self._start(self._commands.printing.print("card", pdf=True))),
            (ui.pdf_sheet, lambda: self._start(self._commands.printing.print("sheet", pdf=True))),
            (ui.pdf_cards, lambda: self._start(self._commands.printing.print("cards", pdf=True))),
            (ui.pdf_report, lambda: self._start(self._commands.printing.print("report", pdf=True))),
            (ui.rules, lambda: self._panes.show_rules(not self._window.rules.isVisible())),
            (ui.guide, lambda: guide.show(self._window)),
            (ui.keys, lambda: dialogs.keys(self._window)),
            (ui.about, lambda: dialogs.about(self._window)),
        )
        for action, do in does:
            action.triggered.connect(lambda _=False, do=do: do())
        ui.toggle_library.triggered.connect(self._panes.show_library)
        ui.toggle_rules.triggered.connect(self._panes.show_rules)
        ui.full_screen.triggered.connect(
            lambda on: self._window.showFullScreen() if on else self._window.showNormal()
        )
        ui.larger.setShortcuts([QKeySequence("Ctrl++"), QKeySequence("Ctrl+=")])
        for action, by in ((ui.larger, 1), (ui.smaller, -1)):
            action.triggered.connect(
                lambda _=False, by=by: self._sizes.choose(zoom.stepped(self._settings.zoom, by))
            )
        ui.usual_size.triggered.connect(lambda _=False: self._sizes.choose(zoom.USUAL))
        ui.menu_recent.setToolTipsVisible(True)
        ui.menu_recent.aboutToShow.connect(self._fill_recent)
        ui.menu_samples.aboutToShow.connect(self._fill_samples)

    def _offer_schemes(self) -> dict[str, QAction]:
        menu, group = self._window.ui.menu_scheme, QActionGroup(self._window)
        actions = {}
        for id, scheme in theme.SCHEMES.items():
            actions[id] = action = menu.addAction(in_words(scheme.title))
            action.setCheckable(True)
            group.addAction(action)
        return actions

    def _fill_recent(self) -> None:
        menu = self._window.ui.menu_recent
        menu.clear()
        for path in self._settings.recent:
            action = menu.addAction(in_a_menu(path.stem))
            action.setToolTip(as_tip(str(path)))
            action.setEnabled(is_there(path) and path != self._store.path)
            action.triggered.connect(
                lambda _=False, path=path: self._start(self._campaigns.open(path))
            )
        if menu.isEmpty():
            menu.addAction(tr("none yet")).setEnabled(False)

    def _fill_samples(self) -> None:
        menu = self._window.ui.menu_samples
        menu.clear()
        for sample in samples():
            action = menu.addAction(in_a_menu(sample.title))
            action.triggered.connect(
                lambda _=False, path=sample.path: self._start(self._campaigns.open_sample(path))
            )

    def update(self) -> None:
        window, ui, page = self._window, self._window.ui, self._navigator.open_page
        there = self._store.path is not None
        to_an_encounter = self._navigator.encounter_page is not None
        for action, word, does in (
            (ui.undo, tr("&Undo"), self._navigator.what_undo_does()),
            (ui.redo, tr("&Redo"), self._navigator.what_redo_does()),
        ):
            named = in_a_menu(does) if does else ""
            action.setText(tr("{word}: {what}", word=word, what=named) if named else word)
            action.setEnabled(there and does is not None)
        in_sheet, in_entry = isinstance(page, SheetPage), isinstance(page, EntryPage)
        in_encounter, in_fight = isinstance(page, EncounterPage), isinstance(page, FightPage)
        in_stored = isinstance(page, StoredPage)
        for action, on in (
            (ui.save_copy, there),
            (ui.import_bundle, there),
            (ui.export_bundle, in_sheet or in_entry or in_encounter or in_fight or in_stored),
            (ui.close_campaign, there),
            (ui.new_player, there),
            (ui.new_adversary, there),
            (ui.from_template, there),
            (ui.make_template, in_sheet),
            (ui.versions, in_sheet),
            (ui.compare_with_catalogue, in_sheet),
            (ui.new_encounter, there),
            (ui.new_entry, there),
            (ui.duplicate, in_sheet or in_entry or in_encounter),
            (ui.remove, in_sheet or in_entry or in_encounter or in_fight or in_stored),
            (ui.bin, there),
            (ui.catalogue, there),
            (ui.find, there),
            (ui.start_fight, in_encounter),
            (ui.add_to_encounter, (in_sheet or in_entry) and to_an_encounter),
            (ui.write_back, in_fight),
            (ui.how_it_went, in_fight),
            (ui.end_fight, in_fight),
            (ui.print_card, in_sheet),
            (ui.print_sheet, in_sheet),
            (ui.print_cards, in_encounter or in_fight),
            (ui.print_report, in_fight),
            (ui.print_blank, there),
            (ui.pdf_blank, there),
            (ui.pdf_card, in_sheet),
            (ui.pdf_sheet, in_sheet),
            (ui.pdf_cards, in_encounter or in_fight),
            (ui.pdf_report, in_fight),
            (ui.toggle_library, there),
            (ui.toggle_rules, there),
            (ui.rules, there),
        ):
            action.setEnabled(on)
        ui.toggle_library.setChecked(window.library.isVisibleTo(window))
        ui.toggle_rules.setChecked(window.rules.isVisibleTo(window))
        for made in window.nav.values():
            made.setEnabled(there)
        for action in (
            ui.show_characters,
            ui.show_encounters,
            ui.show_fight,
            ui.show_house_rules,
        ):
            action.setEnabled(there)
