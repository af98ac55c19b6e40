"""Encounters and the characters that their lines came from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from desktop.library.records import Document

if TYPE_CHECKING:
    from desktop.library.campaign import Campaign


def as_now(campaign: Campaign, document: Document) -> Document:
    """An encounter's document, each line with the sheet that its character has now."""
    lines = document.get("lines", [])
    wanted = {line["character"] for line in lines if isinstance(line.get("character"), int)}
    there = wanted & {line.id for line in campaign.characters()}
    sheets = {id: campaign.character(id).sheet for id in there}
    fresh = [{**line, "sheet": sheets.get(line.get("character"), line["sheet"])} for line in lines]
    return {**document, "lines": fresh}
