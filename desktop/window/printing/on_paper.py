"""What of a page can be put on paper. Imported when something is printed for the first time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from PySide6.QtWidgets import QWidget

from desktop import paper
from desktop.encounter.fight import Fight, start
from desktop.encounter.roster import read_plan, to_script
from desktop.encounter.statistics import Statistics
from desktop.paper import Pages
from desktop.window.pages.encounter import EncounterPage
from desktop.window.pages.fight import FightPage
from desktop.window.pages.page import Page
from desktop.window.pages.sheet import SheetPage
from desktop.window.printing import output

What = Literal["card", "sheet", "cards", "report"]


def pages_of(
    page: Page | None,
    what: What,
    portraits: Mapping[str, bytes] | None = None,
    statistics: Statistics | None = None,
) -> Pages | None:
    """The pages of that kind, or None where the page has none.

    ``portraits`` are those of the system's characters, by name. ``statistics`` is what the fight
    came to; a report without it works it out, which can take long.
    Fields go by the words that lead on the screen.
    Raises Refusal where an encounter cannot be started as it stands.
    """
    style = paper.Style(english=page is not None and page.shared.english)
    match page, what:
        case SheetPage(character=held), "card" | "sheet" if held:
            rules = page.shared.rules(held.system)
            assert rules
            make = paper.card if what == "card" else paper.sheet
            return make(
                rules,
                [held.sheet],
                style=style,
                title=held.name,
                portraits=[page.portrait.png],
                house_rules=page.house_rules,
            )
        case EncounterPage(encounter=held), "cards" if held:
            fight = start(to_script(read_plan(page.plan())))
            return _cards(fight, held.name, style, portraits)
        case FightPage(fight=fight), "cards" if fight:
            return _cards(fight, fight.script.name, style, portraits)
        case FightPage(fight=fight), "report" if fight:
            return paper.report_of(fight, statistics, style=style)
    return None


def _cards(
    fight: Fight, title: str, style: paper.Style, portraits: Mapping[str, bytes] | None
) -> Pages:
    return paper.cards(
        paper.dossiers(fight.rules, fight.state, style.english, portraits),
        style=style,
        title=title,
        system=fight.rules.id,
        language=fight.rules.language,
    )


def blank_of(system: str, english: bool) -> Pages:
    """An empty sheet of a system."""
    return paper.blank(system, style=paper.Style(english=english))


def preview(parent: QWidget, pages: Pages) -> None:
    """Shows the pages as they will be printed."""
    output.print_pages(parent, pages)


def save(parent: QWidget, pages: Pages, name: str) -> Path | None:
    """Writes them as a PDF; where to, the person says."""
    return output.save_pdf(parent, pages, name)
