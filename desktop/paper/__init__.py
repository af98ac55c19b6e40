"""Sheets, cards and reports as pages: PDF to keep, SVG to preview and print, PNG to look at.

What is printed is data; how it looks is a typst template under ``resources/paper``, found by the
name of the system and the kind of page (``teohiphip.card.typ``). A system without a template of its
own is printed by the plain one that reads the fields of its model. Nothing here knows a rule.
"""

from desktop.paper.fights import (
    Dossier,
    cards,
    dossiers,
    encounter_sheet,
    map_sheet,
    report,
    report_of,
)
from desktop.paper.pages import CannotPrint, Pages, Size, Style, has_cards, keys, note, throws
from desktop.paper.rounds import Told
from desktop.paper.sheets import blank, card, sheet

__all__ = ["CannotPrint", "Dossier", "Pages", "Size", "Style", "Told"]
__all__ += ["blank", "card", "cards", "dossiers", "encounter_sheet", "has_cards", "keys"]
__all__ += ["map_sheet", "note", "report", "report_of", "sheet", "throws"]
