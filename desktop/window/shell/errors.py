"""Errors on the screen: in their own words where they have some, else with all there is to copy."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from desktop.encounter.script import ScriptError
from desktop.library.errors import CampaignMovedError, LibraryError, short
from desktop.library.resources import ResourceError
from desktop.rules import SystemFailed, systems
from desktop.rules.table import Refusal
from desktop.rules.text import TextError
from desktop.window import crash
from desktop.window.shell.message_bar import MessageBar
from desktop.window.store import NoCampaign
from desktop.window.widgets.language import in_words, tr

LONGEST_MESSAGE = 600
"""Letters of an error on the screen; what it quotes may come from a stranger's file."""

SAID = (
    LibraryError,
    Refusal,
    ScriptError,
    ResourceError,
    SystemFailed,
    NoCampaign,
    FileNotFoundError,
)
"""Errors whose text is written for the person at the screen."""


def show_error(bar: MessageBar, error: BaseException, go_on_in_copy: Callable[[], object]) -> None:
    """Shows an error in the message bar; nothing for work that was only cancelled.

    ``go_on_in_copy`` is offered where the open campaign's file is gone.
    """
    if isinstance(error, asyncio.CancelledError):
        return
    if isinstance(error, CampaignMovedError):
        bar.trouble(
            in_words(error.words), action=tr("Save a copy and go on in it"), do=go_on_in_copy
        )
        return
    details = "".join(traceback.format_exception(error))
    failure = systems().blamed(error)
    if failure:
        bar.trouble(str(failure), details)
        return
    if isinstance(error, SAID):
        said = in_words(error.words) if isinstance(error, TextError) else str(error)
        bar.trouble(short(said, LONGEST_MESSAGE))
        return
    report = crash.write(error)
    bar.trouble(
        tr("{report} What was saved is safe.", report=crash.told(report)),
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
