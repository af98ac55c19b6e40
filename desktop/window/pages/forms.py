"""The forms of a page, with what is refused, and pages that keep refused values as drafts."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from desktop.library.checks import misshapen
from desktop.library.records import Document
from desktop.rules import contract, fields
from desktop.rules.repair import Checked, read
from desktop.window.fields import editor, tab_order
from desktop.window.fields.form import SheetForm
from desktop.window.history import Offer, Place
from desktop.window.pages.page import Page, Shared
from desktop.window.widgets.basics import label, say, tight
from desktop.window.widgets.language import chosen, in_words, tr

if TYPE_CHECKING:
    from desktop.library.campaign import Campaign


class Forms(QWidget):
    """Shows one form at a time. A form is made when it is first shown, and kept."""

    changed = Signal()
    """The person changed something on the form that is shown."""

    def __init__(self, shared: Shared, columns: int = 4, *, framed: bool = True) -> None:
        super().__init__()
        self._shared, self._columns, self._framed = shared, columns, framed
        self._forms: dict[Hashable, SheetForm] = {}
        self._shown: SheetForm | None = None
        self._model: type[BaseModel] = BaseModel
        self._checked: Checked | None = None
        """What the model says of the form as it is; None when something was changed since."""
        self._general = label("", "refusal", wrap=True, name="general_refusal")
        self._column = tight(QVBoxLayout(self))
        self._column.addWidget(self._general)
        self._general.hide()

    def show_form(
        self,
        key: Hashable,
        rules: contract.Rules[Any],
        model: type[BaseModel],
        document: Mapping[str, Any],
        make: Callable[[editor.Surroundings], SheetForm] = SheetForm,
    ) -> None:
        """Shows a document on the form of that key; ``make`` makes what a new form stands on."""
        if key not in self._forms:
            form = make(self._shared.around(rules))
            form.fill(fields.fields_of(model), self._columns, framed=self._framed)
            form.changed.connect(self._on_changed)
            form.shown.connect(self._forget_check)
            self._column.insertWidget(0, form)
            self._forms[key] = form
            tab_order.TabOrder(form).arrange()
        self._shown, self._model = self._forms[key], model
        for form in self._forms.values():
            form.setVisible(form is self._shown)
        self._shown.show_document(document)

    def _forget_check(self) -> None:
        self._checked = None

    def _on_changed(self) -> None:
        self._forget_check()
        self.changed.emit()

    @property
    def form(self) -> SheetForm:
        """The form that is shown; only after :meth:`show_form`."""
        assert self._shown
        return self._shown

    def check(self, before: Mapping[str, Any]) -> Checked:
        """What the model makes of the form, with refused values as they were ``before``.

        Shows what is refused, each at its field and the rest below. The form is validated once,
        until something on it is changed.
        """
        if self._checked is None:
            self._checked = read(self._model, self.form.document(), before)
            sentences = [(path, in_words(said)) for path, said in self._checked.refused]
            say(self._general, "\n".join(self.form.refuse(sentences)))
        return self._checked

    def use_terms(self) -> None:
        """Says the labels on all forms in the terms that are chosen now."""
        for form in self._forms.values():
            form.use_terms(chosen())


T = TypeVar("T")


def draft_key(place: Place) -> str:
    """Under what the campaign keeps the draft of a page: ``"entry/12"``."""
    kind, id = place
    return f"{kind}/{id}"


def show_refused(note: QLabel, checked: Checked) -> None:
    """Says how many values are refused, as long as any are."""
    count = len(checked.refused)
    note.setVisible(bool(count))
    note.setText(tr("{count} value is refused", "{count} values are refused", count=count))


class DraftPage(Page):
    """What is right on the form is saved; all of it is kept as a draft until nothing is refused."""

    def __init__(self, shared: Shared, columns: int = 4) -> None:
        super().__init__(shared)
        self.forms = Forms(shared, columns)
        self._drafted = False

    def use_terms(self) -> None:
        self.forms.use_terms()

    @property
    def place(self) -> Place:
        """Where in the campaign the page stands."""
        raise NotImplementedError

    def keep_draft(self, campaign: Campaign, place: Place, draft: Document | None) -> None:
        """Stores the draft of a page, or that there is none."""
        campaign.set_page_draft(draft_key(place), draft)

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
            result = work(campaign) if work else None
            if keeps_draft:
                self.keep_draft(campaign, place, draft)
            return result

        text = text if work else tr("what is refused · {name}", name=self.title)
        result = await self.shared.store.history.do(text, both, place)
        self._drafted = draft is not None
        self.state_changed.emit()
        return result

    async def save_named(
        self, before: Document, write: Callable[[Campaign, str, Document], T]
    ) -> T | None:
        """What is right goes into what is open by ``write``, with its name; what is not is kept
        beside it as it was typed. ``before`` is what was stored."""
        checked = self.forms.check(before)
        if checked.record is None:
            return await self.keep(checked)
        name = str(getattr(checked.record, "name", "") or self.title)
        new = editor.as_document(checked.record)
        changed = (name, new) != (self.title, before)
        return await self.keep(
            checked,
            tr("change · {name}", name=name),
            (lambda c: write(c, name, new)) if changed else None,
        )

    @property
    def earlier(self) -> Offer | None:
        """A draft that was kept before the campaign was opened is given up."""
        if not self._drafted:
            return None
        text, place = tr("what is refused · {name}", name=self.title), self.place
        return Offer(text, place, lambda c: self.keep_draft(c, place, None))
