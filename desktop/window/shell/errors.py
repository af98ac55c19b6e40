"""Errors on the screen: in their own words where they have some, else with all there is to copy."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from desktop.encounter.script import ScriptError
from desktop.library.errors import LibraryError
from desktop.library.resources import ResourceError
from desktop.rules.table import Refusal
from desktop.window import crash
from desktop.window.shell.message_bar import MessageBar
from desktop.window.store import NoCampaign

SAID = (LibraryError, Refusal, ScriptError, ResourceError, NoCampaign, FileNotFoundError)
"""Errors whose text is written for the person at the screen."""


def show_error(bar: MessageBar, error: BaseException) -> None:
    """Shows an error in the message bar; nothing for work that was only cancelled."""
    if isinstance(error, asyncio.CancelledError):
        return
    if isinstance(error, SAID):
        bar.trouble(str(error))
        return
    report = crash.write(error)
    bar.trouble(
        f"{crash.told(report)} What was saved is safe.",
        "".join(traceback.format_exception(error)),
        *_folder_of(report),
    )


def show_sudden_end(bar: MessageBar, report: Path) -> None:
    """Says that the program ended suddenly the last time, and where what is known of it stands."""
    bar.trouble(
        "Fraydesk ended suddenly the last time. What was saved is safe. "
        f"What is known stands in {report}; nothing is sent anywhere.",
        "",
        *_folder_of(report),
    )


def _folder_of(report: Path | None) -> tuple[str, Callable[[], object] | None]:
    """A button that opens the folder of a report, where there is one."""
    if report is None:
        return "", None
    folder = QUrl.fromLocalFile(str(report.parent))
    return "Open its folder", lambda: QDesktopServices.openUrl(folder)
