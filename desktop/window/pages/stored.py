"""Something of a system that is not installed here, or cannot be used: shown whole, not changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from desktop.forms.stored_page import Ui_StoredPageForm
from desktop.library.records import Document, Kind
from desktop.rules import systems
from desktop.rules.text import Text
from desktop.window.pages.page import Page, Shared
from desktop.window.widgets.language import error_in_words, tr

INDENT = "    "

KINDS: Mapping[Kind, Text] = {
    "character": Text("character"),
    "entry": Text("catalogue entry"),
    "encounter": Text("encounter"),
    "fight": Text("fight"),
    "note": Text("note"),
}
"""What something that is stored is, in words."""


class StoredPage(Page):
    """Shows one document at a time, as it is stored. It can be read, copied and exported."""

    def __init__(self, shared: Shared) -> None:
        super().__init__(shared)
        self._name = ""
        self.ui = Ui_StoredPageForm(self)

    @property
    def title(self) -> str:
        return self._name

    async def show_stored(self, kind: str, id: int) -> None:
        """Shows a character, an entry, an encounter or a fight."""
        system, name, document = await self.shared.store.read(lambda c: stored(c, kind, id))
        self._name = name
        self.ui.heading.setText(name)
        failure = systems().failed.get(system)
        none = tr("The system {id} is not installed.", id=system)
        about = tr(
            "{why} What is stored is kept as it is. It can be read and exported, not changed.",
            why=error_in_words(failure) if failure else none,
        )
        self.ui.about.setText(about)
        self.ui.text.setPlainText("\n".join(outline(document)))
        self.state_changed.emit()


def stored(campaign: Any, kind: str, id: int) -> tuple[str, str, Document]:
    """The system, the name and the whole document of something in a campaign.

    The document of a fight is its script, with the dice of each step in the step.
    """
    held = getattr(campaign, kind)(id)
    match kind:
        case "character":
            return held.system, held.name, held.sheet
        case "entry":
            return held.system, held.name, held.data
        case "encounter":
            return held.system, held.name, held.document
        case _:
            steps = [step.step for step in campaign.steps(id)]
            return held.system, held.name, {**held.header, "steps": steps}


def outline(value: object, depth: int = 0) -> Iterator[str]:
    """A document as indented lines: a name, and behind it or below it what it holds."""
    parts: list[tuple[str, object]] = []
    if isinstance(value, Mapping):
        parts = [(f"{name}:", part) for name, part in value.items()]
    elif isinstance(value, list):
        parts = [(f"{number}.", part) for number, part in enumerate(value, 1)]
    for name, part in parts:
        inside = isinstance(part, Mapping | list) and bool(part)
        yield INDENT * depth + (name if inside else f"{name} {_plain(part)}")
        if inside:
            yield from outline(part, depth + 1)


def _plain(value: object) -> str:
    match value:
        case None | [] | {}:
            return "–"
        case bool():
            return "✓" if value else "✗"
        case _:
            return str(value)
