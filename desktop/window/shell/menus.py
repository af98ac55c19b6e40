"""The menus of the window: what each action does, and when it can be done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from desktop.library.samples import samples
from desktop.window.pages.encounter import EncounterPage
from desktop.window.pages.entry import EntryPage
from desktop.window.pages.fight import FightPage
from desktop.window.pages.sheet import SheetPage
from desktop.window.shell import asking, guide
from desktop.window.widgets import theme
from desktop.window.widgets.plain import as_tip

if TYPE_CHECKING:
    from desktop.window.shell.desk import Desk


class Menus:
    """Leads from the actions to the desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self._connect()

    def _connect(self) -> None:
        ui = self.desk.window.ui
        does: Sequence[tuple[QAction, Callable[[], object]]] = (
            (ui.new_campaign, self.desk.ask_new),
            (ui.open_campaign, self.desk.ask_open),
            (ui.save_copy, self.desk.ask_save_copy),
            (ui.import_bundle, self.desk.errands.ask_import),
            (ui.export_bundle, self.desk.errands.ask_export),
            (ui.close_campaign, lambda: self.desk.start(self.desk.close_campaign())),
            (ui.preferences, self.desk.ask_preferences),
            (ui.quit, self.desk.window.close),
            (ui.undo, lambda: self.desk.start(self.desk.undo())),
            (ui.redo, lambda: self.desk.start(self.desk.redo())),
            (ui.new_player, lambda: self.desk.start(self.desk.errands.new_character("player"))),
            (
                ui.new_adversary,
                lambda: self.desk.start(self.desk.errands.new_character("adversary")),
            ),
            (ui.new_encounter, lambda: self.desk.start(self.desk.errands.new_encounter())),
            (ui.new_entry, self.desk.errands.ask_new_entry),
            (ui.duplicate, lambda: self.desk.start(self.desk.errands.duplicate())),
            (ui.remove, lambda: self.desk.start(self.desk.errands.remove_open())),
            (ui.find, self.desk.find),
            (ui.start_fight, lambda: self.desk.start(self.desk.errands.start_fight())),
            (
                ui.add_to_encounter,
                lambda: self.desk.start(self.desk.errands.add_open_to_encounter()),
            ),
            (ui.write_back, lambda: self.desk.start(self.desk.errands.write_back())),
            (ui.end_fight, lambda: self.desk.start(self.desk.errands.end_fight())),
            (ui.print_card, lambda: self.desk.start(self.desk.errands.print("card"))),
            (ui.print_sheet, lambda: self.desk.start(self.desk.errands.print("sheet"))),
            (ui.print_cards, lambda: self.desk.start(self.desk.errands.print("cards"))),
            (ui.print_report, lambda: self.desk.start(self.desk.errands.print("report"))),
            (ui.pdf_card, lambda: self.desk.start(self.desk.errands.print("card", pdf=True))),
            (ui.pdf_sheet, lambda: self.desk.start(self.desk.errands.print("sheet", pdf=True))),
            (ui.pdf_cards, lambda: self.desk.start(self.desk.errands.print("cards", pdf=True))),
            (ui.pdf_report, lambda: self.desk.start(self.desk.errands.print("report", pdf=True))),
            (ui.rules, lambda: self.desk.show_rules(not self.desk.window.rules.isVisible())),
            (ui.guide, lambda: guide.show(self.desk.window)),
            (ui.keys, lambda: asking.keys(self.desk.window)),
            (ui.about, lambda: asking.about(self.desk.window)),
        )
        for action, do in does:
            action.triggered.connect(lambda _=False, do=do: do())
        ui.toggle_library.triggered.connect(self.desk.show_library)
        ui.toggle_rules.triggered.connect(self.desk.show_rules)
        ui.english.triggered.connect(lambda on: setattr(self.desk.preferences, "english", on))
        ui.typed_dice.triggered.connect(lambda on: setattr(self.desk.preferences, "typed", on))
        ui.full_screen.triggered.connect(
            lambda on: self.desk.window.showFullScreen() if on else self.desk.window.showNormal()
        )
        for scheme, action in self.scheme_actions().items():
            action.triggered.connect(lambda _=False, scheme=scheme: self.desk.use_scheme(scheme))
        ui.menu_recent.aboutToShow.connect(self._fill_recent)
        ui.menu_samples.aboutToShow.connect(self._fill_samples)

    def scheme_actions(self) -> dict[theme.Scheme, QAction]:
        ui = self.desk.window.ui
        return {"system": ui.scheme_system, "light": ui.scheme_light, "dark": ui.scheme_dark}

    def _fill_recent(self) -> None:
        menu = self.desk.window.ui.menu_recent
        menu.clear()
        for path in self.desk.settings.recent:
            action = menu.addAction(path.stem.replace("&", "&&"))
            action.setToolTip(as_tip(str(path)))
            action.setEnabled(path.exists() and path != self.desk.store.path)
            action.triggered.connect(
                lambda _=False, path=path: self.desk.start(self.desk.open(path))
            )
        if menu.isEmpty():
            menu.addAction("none yet").setEnabled(False)

    def _fill_samples(self) -> None:
        menu = self.desk.window.ui.menu_samples
        menu.clear()
        for sample in samples():
            action = menu.addAction(sample.title.replace("&", "&&"))
            action.triggered.connect(
                lambda _=False, path=sample.path: self.desk.start(self.desk.open_sample(path))
            )

    def update(self) -> None:
        window, ui, page = self.desk.window, self.desk.window.ui, self.desk.open_page
        there = self.desk.store.path is not None
        ui.undo.setEnabled(bool(page and page.can_undo))
        ui.redo.setEnabled(bool(page and page.can_redo))
        in_sheet, in_entry = isinstance(page, SheetPage), isinstance(page, EntryPage)
        in_encounter, in_fight = isinstance(page, EncounterPage), isinstance(page, FightPage)
        for action, on in (
            (ui.save_copy, there),
            (ui.import_bundle, there),
            (ui.export_bundle, in_sheet or in_entry or in_encounter or in_fight),
            (ui.close_campaign, there),
            (ui.new_player, there),
            (ui.new_adversary, there),
            (ui.new_encounter, there),
            (ui.new_entry, there),
            (ui.duplicate, in_sheet or in_entry or in_encounter),
            (ui.remove, in_sheet or in_entry or in_encounter or in_fight),
            (ui.find, there),
            (ui.start_fight, in_encounter),
            (ui.add_to_encounter, (in_sheet or in_entry) and self.desk.encounter_page is not None),
            (ui.write_back, in_fight),
            (ui.end_fight, in_fight),
            (ui.print_card, in_sheet),
            (ui.print_sheet, in_sheet),
            (ui.print_cards, in_encounter or in_fight),
            (ui.print_report, in_fight),
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
