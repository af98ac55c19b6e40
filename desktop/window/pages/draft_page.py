"""A page with a form, which keeps what was typed there and refused."""

from __future__ import annotations

from pydantic import BaseModel

from desktop.library.checks import misshapen
from desktop.library.records import Document
from desktop.rules.repair import Checked
from desktop.window.pages.forms import Forms
from desktop.window.pages.page import Page, Shared


class DraftPage(Page):
    """What is right on the form is saved; all of it is kept as a draft until nothing is refused."""

    def __init__(self, shared: Shared, columns: int = 4) -> None:
        super().__init__(shared)
        self.forms = Forms(shared, columns)
        self._drafted = False

    @property
    def draft_key(self) -> str:
        """Under what the campaign keeps the draft of what is open: ``"entry/12"``."""
        raise NotImplementedError

    def take_draft(self, model: type[BaseModel], draft: Document | None) -> Document | None:
        """The draft that was kept, if the form can show it."""
        self._drafted = draft is not None and misshapen(model, draft) is None
        return draft if self._drafted else None

    async def keep_draft(self, checked: Checked) -> None:
        """Keeps the form as it is while anything on it is refused."""
        key, draft = self.draft_key, self.forms.form.document() if checked.refused else None
        if draft is not None or self._drafted:
            await self.shared.store.save(lambda c: c.set_page_draft(key, draft))
            self._drafted = draft is not None
            self.state_changed.emit()

    @property
    def refused(self) -> bool:
        return self._drafted

    @property
    def can_undo(self) -> bool:
        return self._drafted

    async def undo(self) -> None:
        """Takes back what is refused."""
        await self.flush()
        key = self.draft_key
        await self.shared.store.save(lambda c: c.set_page_draft(key, None))
        await self.read_again()
