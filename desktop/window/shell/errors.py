"""Errors on the screen: in their own words where they have some, else with all there is to copy."""

from __future__ import annotations

import asyncio
import traceback

from desktop.encounter.script import ScriptError
from desktop.library.errors import LibraryError
from desktop.library.resources import ResourceError
from desktop.rules import SystemFailed, systems
from desktop.rules.table import Refusal
from desktop.window.shell.message_bar import MessageBar
from desktop.window.store import NoCampaign

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


def show_error(bar: MessageBar, error: BaseException) -> None:
    """Shows an error in the message bar; nothing for work that was only cancelled."""
    if isinstance(error, asyncio.CancelledError):
        return
    details = "".join(traceback.format_exception(error))
    failure = systems().blamed(error)
    if failure:
        bar.trouble(str(failure), details)
        return
    if isinstance(error, SAID):
        bar.trouble(str(error))
        return
    bar.trouble(
        "Something went wrong inside Fraydesk. What was saved is safe; "
        "the details help to mend it.",
        details,
    )
