"""A page with a form, which keeps what was typed there and refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel

from desktop.library.checks import misshapen
from desktop.library.records import Document
from desktop.rules.repair import Checked
from desktop.window.history import Offer, Place
from desktop.window.pages.forms import Forms
from desktop.window.pages.page import Page, Shared
from desktop.window.widgets.language import tr

if TYPE_CHECKING:
    from desktop.library.campaign import Campaign


T = TypeVar("T")


def draft_key(place: Place) -> str:
    """Under what the campaign keeps the draft of a page: ``"entry/12"``."""
    kind, id = place
    return f"{kind}/{id}"


class DraftPage(Page):
    """What is right on the form is saved; all of it is kept as a draft until nothing is refused."""

    def __init__(self, shared: Shared, columns: int = 4) -> None:
        super().__init__(shared)
        self.forms = Forms(shared, columns)
        self._drafted = False

    @property
    def place(self) -> Place:
        """Where in the campaign the page stands."""
        raise NotImplementedError

    def take_draft(self, model: type[BaseModel], draft: Document | None) -> Document | None:
        """The draft that was kept, if the form can show it."""
        self._drafted = draft is not None and misshapen(model, draft) is None
        return draft if self._drafted else None

    async def keep(
        self, checked: Checked, text: str = "", work: Callable[[Campaign], T] | None = None
    ) -> T | None:
        """Saves what is right by ``work``, and the whole form while anything is refused: one act.

        ``checked`` is the form as its model reads it. Without ``work`` what is stored stays as it
        is.
        """
        place = self.place
        draft = self.forms.form.document() if checked.refused else None
        keeps_draft = draft is not None or self._drafted
        if work is None and not keeps_draft:
            return None

        def both(campaign: Campaign) -> T | None:
            if keeps_draft:
                campaign.set_page_draft(draft_key(place), draft)
            return work(campaign) if work else None

        text = text if work else tr("what is refused on {name}", name=self.title)
        result = await self.shared.history.do(text, both, place)
        self._drafted = draft is not None
        self.state_changed.emit()
        return result

    @property
    def earlier(self) -> Offer | None:
        """A draft that was kept before the campaign was opened is given up."""
        if not self._drafted:
            return None
        text, place = tr("what is refused on {name}", name=self.title), self.place
        return Offer(text, place, lambda c: c.set_page_draft(draft_key(place), None))
