"""Whether a window can be shown at all, found out before Qt would end the program itself."""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Mapping
from pathlib import Path

NO_SCREEN = (
    "there is no screen here: neither DISPLAY nor WAYLAND_DISPLAY is set. "
    "Start Fraydesk on a desktop; `fraydesk --help` tells what works without one"
)


class NoScreen(Exception):
    """Why no window can be shown, as one line."""


def check(environment: Mapping[str, str] = os.environ) -> None:
    """Raises NoScreen where Qt would find none. Only Linux can be without one."""
    if not sys.platform.startswith("linux") or environment.get("QT_QPA_PLATFORM"):
        return
    if environment.get("WAYLAND_DISPLAY"):
        return
    display = environment.get("DISPLAY")
    if not display:
        raise NoScreen(NO_SCREEN)
    _load_plugin()
    if not _answers():
        raise NoScreen(
            f"the screen DISPLAY={display} does not answer. "
            "Is it still there, and may this user show windows on it?"
        )


def missing_library(error: ImportError | OSError) -> str:
    """What to say when a library of the system is missing that Qt asks for."""
    name = str(error).split(":")[0]
    return (
        f"Qt cannot be started: the library {name} is missing from this system. "
        "On Debian or Ubuntu: sudo apt-get install libgl1 libegl1 libxcb-cursor0 libxkbcommon-x11-0"
    )


def _load_plugin() -> None:
    import PySide6

    plugin = Path(PySide6.__path__[0], "Qt", "plugins", "platforms", "libqxcb.so")
    if plugin.exists():
        try:
            ctypes.CDLL(str(plugin))
        except OSError as error:
            raise NoScreen(missing_library(error)) from None


def _answers() -> bool:
    """Whether the X server of DISPLAY takes a connection."""
    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        raise NoScreen(missing_library(error)) from None
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    failed = xcb.xcb_connection_has_error(connection)
    xcb.xcb_disconnect(connection)
    return not failed
