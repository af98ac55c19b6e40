"""Messages over the status bar, and errors in the words that they have."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QHideEvent
from PySide6.QtWidgets import QFrame, QStatusBar, QWidget

from desktop.encounter.script import ScriptError
from desktop.forms.message_bar import Ui_MessageBarForm
from desktop.library import errors, resources
from desktop.rules import SystemFailed, systems
from desktop.rules.table import Refusal
from desktop.window import crash, store
from desktop.window.widgets import basics, icons, theme
from desktop.window.widgets.language import error_in_words, in_words, tr

PASSING = 8000
"""Milliseconds a notice stays."""

APART = 10
"""Pixels between a message and the edges of the window."""


class MessageBar(QFrame):
    """One message at a time: a notice, which disappears, or trouble, which stays until closed.

    It lies over the status bar; a window moves up what a message of several lines would cover.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._under = parent
        parent.installEventFilter(self)
        self._details = ""
        self._action: Callable[[], object] | None = None
        self._passing = QTimer(self, singleShot=True, interval=PASSING)
        self._passing.timeout.connect(self.dismiss)
        self.ui = ui = Ui_MessageBarForm(self)
        self.icon, self.text, self.whole = ui.icon, ui.message_text, ui.whole
        self.act, self.more, self.copy = ui.message_action, ui.message_details, ui.message_copy
        self.act.clicked.connect(self._do)
        self.more.toggled.connect(self._unfold)
        self.copy.clicked.connect(self._copy)
        self.hide()

    def notice(
        self, text: str, action: str = "", do: Callable[[], object] | None = None, details: str = ""
    ) -> None:
        """Something that happened; with ``action`` a button that does ``do``.

        It goes away by itself, but not while there are ``details`` to be read.
        """
        self._show(text, details, "notice", action, do)
        if details:
            self._passing.stop()
        else:
            self._passing.start()

    def trouble(
        self, text: str, details: str = "", action: str = "", do: Callable[[], object] | None = None
    ) -> None:
        """Something that went wrong; stays until it is closed."""
        self._passing.stop()
        self._show(text, details, "trouble", action, do)

    def pass_by(self) -> None:
        """Takes a notice away that would go by itself: what it is about is shown no more."""
        if self._passing.isActive():
            self.dismiss()

    def dismiss(self) -> None:
        """Takes the message away."""
        self._passing.stop()
        self._action = None
        self.hide()

    def _show(
        self, text: str, details: str, look: str, action: str, do: Callable[[], object] | None
    ) -> None:
        theme.dress(self, look)
        bad = look == "trouble"
        icons.wear(self.icon, "warning" if bad else "info", "bad" if bad else "players")
        self._details, self._action = details, do
        self.text.setText(text)
        basics.announce(self, text)
        self.act.setText(action.replace("&", "&&"))
        self.act.setAccessibleName(action)
        self.act.setVisible(bool(action))
        self.more.setChecked(False)
        self.more.setVisible(bool(details))
        self.copy.setVisible(bad or bool(details))
        self.whole.setPlainText(details)
        self.show()
        self._lie_at_the_foot()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._lie_at_the_foot()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        """Takes as much room as its letters need in another size."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._lie_at_the_foot()
        return done

    def _lie_at_the_foot(self) -> None:
        """Takes its place over what its parent shows."""
        if self.isHidden():
            return
        under = self._under
        column = self.layout()
        assert column
        column.activate()
        width = under.width() - 2 * APART
        height = max(column.totalHeightForWidth(width), column.totalMinimumSize().height())
        self.setGeometry(APART, under.height() - height - 1, width, height)
        self.raise_()
        if foot := under.findChild(QStatusBar):
            beyond = height + 1 - foot.height()
            under.setContentsMargins(0, 0, 0, beyond if beyond > APART else 0)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._under.setContentsMargins(0, 0, 0, 0)

    def _unfold(self, on: bool) -> None:
        self.whole.setVisible(on)
        self._lie_at_the_foot()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(
            "\n\n".join(filter(None, [self.text.text(), self._details]))
        )

    def _do(self) -> None:
        action = self._action
        self.dismiss()
        if action:
            action()


LONGEST_MESSAGE = 600
"""Letters of an error on the screen; what it quotes may come from a stranger's file."""

SAID = (
    errors.LibraryError,
    Refusal,
    ScriptError,
    resources.ResourceError,
    SystemFailed,
    store.NoCampaign,
    FileNotFoundError,
)
"""Errors whose text is written for the person at the screen."""


def show_error(bar: MessageBar, error: BaseException, go_on_in_copy: Callable[[], object]) -> None:
    """Shows an error in the message bar; nothing for work that was only cancelled.

    ``go_on_in_copy`` is offered where the open campaign's file is gone.
    """
    if isinstance(error, asyncio.CancelledError):
        return
    if isinstance(error, errors.CampaignMovedError):
        bar.trouble(
            in_words(error.words), action=tr("Save a copy and go on in it"), do=go_on_in_copy
        )
        return
    details = "".join(traceback.format_exception(error))
    failure = systems().blamed(error)
    if failure:
        bar.trouble(error_in_words(failure), details)
        return
    if isinstance(error, SAID):
        bar.trouble(errors.short(error_in_words(error), LONGEST_MESSAGE))
        return
    report = crash.write(error)
    bar.trouble(
        tr("{report} What was saved is safe.", report=crash.sentence(report)),
        details,
        *_folder_of(report),
    )


def show_sudden_end(bar: MessageBar, report: Path) -> None:
    """Says that the program ended suddenly the last time, and where what is known of it stands."""
    bar.trouble(
        tr(
            "Fraydesk ended suddenly the last time. What was saved is safe. "
            "What is known stands in {report}; nothing is sent anywhere.",
            report=report,
        ),
        "",
        *_folder_of(report),
    )


def _folder_of(report: Path | None) -> tuple[str, Callable[[], object] | None]:
    """A button that opens the folder of a report, where there is one."""
    if report is None:
        return "", None
    folder = QUrl.fromLocalFile(str(report.parent))
    return tr("Open its folder"), lambda: QDesktopServices.openUrl(folder)
