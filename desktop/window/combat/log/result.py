"""What the last step came to, in a large sentence; after several steps of others, a digest."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSignalBlocker, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop.encounter.digest import Account, Digest, digest, last_account
from desktop.encounter.fight import Fight
from desktop.forms.result_card import Ui_ResultCardForm
from desktop.rules.text import NOTHING
from desktop.window.widgets.basics import announce
from desktop.window.widgets.language import in_words, tr
from desktop.window.widgets.theme import px

MOST_HEIGHT = 150
"""Pixels that the steps of a digest, or the lines of a step, take at most; the rest scrolls."""

PADDING = 20
"""Pixels at both sides of a step: those of the style sheet, and what a list leaves beside them."""

NARROW = 720
"""Pixels; in a card narrower than this a sentence often takes two lines, so it has room for two."""

MOST_LINES = 12
"""The most lines of a step that are unfolded; the log has them all."""


class ResultCard(QFrame, Ui_ResultCardForm):
    """Its place and its height stay the same from step to step, unless it is unfolded."""

    rule_wanted = Signal(str)
    step_wanted = Signal(int)
    """The number of a step whose lines are to be shown in the log."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setupUi(self)
        self.fold.toggled.connect(lambda _: self._show())
        self.next.clicked.connect(lambda: self.walk(1))
        self.back.clicked.connect(lambda: self.walk(-1))
        self.steps.currentRowChanged.connect(self._show_step)
        self.steps.itemClicked.connect(lambda item: self._show_step(self.steps.row(item)))
        self._fight: Fight | None = None
        self._digest: Digest | None = None
        self._until = 0
        """How many steps were done when the digest was made: with another step it is gone."""
        self._short = False
        self._unfolded = False
        """Whether the lines of a single step are wanted; a digest always begins unfolded."""
        self.hide()

    def show_fight(self, fight: Fight) -> None:
        """Shows what the last step came to, or the digest as long as it holds."""
        # A fight that is opened again, to look at another page between, is another with its steps.
        of_it = self._fight is not None and fight.journal == self._fight.journal
        if self._digest and (fight.cursor != self._until or not of_it):
            self._digest = None
            self.fold.setChecked(self._unfolded)
        self._fight = fight
        self._show()

    def show_digest(self, fight: Fight, first: int) -> None:
        """Shows what the steps from ``first`` on came to, where the last alone does not say it."""
        summary = digest(fight, first, fight.cursor)
        if summary is None:
            return
        self._fight, self._until, self._digest = fight, fight.cursor, summary
        accounts, ended = summary.accounts, summary.ended
        with QSignalBlocker(self.steps):
            self.steps.clear()
            lines = ((in_words(account.deed), in_words(account.result)) for account in accounts)
            self.steps.addItems([" – ".join(filter(None, line)) for line in lines])
            self.steps.addItems([in_words(text) for text in ended])
            several = self.steps.count() > 1  # else the turn was only passed on after the one
            self.steps.setCurrentRow(-1 if several else 0)
        self.steps.scrollToTop()
        self.fold.setChecked(several)
        self._show()

    def fold_digest(self) -> None:
        """Leaves the room of a digest to the form that opens."""
        if self._digest is not None:
            self.fold.setChecked(False)

    def walk(self, by: int) -> None:
        """Goes to the next step of the digest, or to the one before; past its ends to the whole."""
        if self._digest is not None:
            places = len(self._digest.accounts) + 1
            self.steps.setCurrentRow((self.steps.currentRow() + 1 + by) % places - 1)

    # ---- inside

    def _show_step(self, row: int) -> None:
        accounts = self._digest.accounts if self._digest else ()
        self._show()
        if 0 <= row < len(accounts):
            self.step_wanted.emit(accounts[row].step)

    def _show(self) -> None:
        fight, row = self._fight, self.steps.currentRow()
        account = last_account(fight) if fight is not None else None
        if self._digest is not None and 0 <= row < len(self._digest.accounts):
            account = self._digest.accounts[row]
        elif self._digest is not None:
            account = Account(0, NOTHING, self._digest.headline)
        else:
            self._unfolded = self.fold.isChecked()
        self.setVisible(account is not None)
        if fight is None or account is None:
            return
        unfolded, result = self.fold.isChecked(), in_words(account.result)
        of_several = self._digest is not None and self.steps.count() > 1
        if result != self.sentence.text():
            announce(self, result)
            self.room.verticalScrollBar().setValue(0)
        self.sentence.setText(result)
        steps = tr("{count} step", "{count} steps", count=self.steps.count())
        self.deed.setText(in_words(account.deed) or (steps if not account.step else tr("Just now")))
        for part in (self.next, self.back):
            part.setVisible(of_several)
        self.steps.setVisible(unfolded and of_several)
        lines = fight.moments[account.step - 1].lines if unfolded and not of_several else ()
        self.lines.show_lines(lines[-MOST_LINES:])
        self.room.setVisible(bool(lines))
        QTimer.singleShot(0, self, self._fit)  # once the list has its width

    def keep_short(self, short: bool) -> None:
        """Where room is short, none is kept for a second line."""
        self._short = short
        self._fit()

    def _fit(self) -> None:
        """As high as the steps need, up to a few of them."""
        line = self.sentence.fontMetrics().lineSpacing()
        several = self.width() < px(NARROW) and self._digest is None and not self._short
        self.sentence.setMinimumHeight(line * (2 if several else 1))
        rows = [self.steps.item(row) for row in range(self.steps.count())]
        room = QRect(0, 0, self.steps.viewport().width() - px(PADDING), 0)
        metrics = self.steps.fontMetrics()
        for row in rows:  # by itself a list cuts what takes two lines
            text = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, row.text())
            row.setSizeHint(QSize(0, text.height() + px(8)))
        self.steps.doItemsLayout()
        needed = sum(self.steps.visualItemRect(row).height() for row in rows)
        self.steps.setFixedHeight(min(needed + px(4), px(MOST_HEIGHT)))
        self.room.setMaximumHeight(px(MOST_HEIGHT))
        column = self.layout()
        assert column
        column.activate()
        self.setMinimumHeight(column.totalHeightForWidth(self.width()))  # it is cut nowhere

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
