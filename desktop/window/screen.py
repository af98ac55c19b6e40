"""Whether a window can be shown at all, found out before Qt would end the program itself."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

DEBIAN = (
    *("libdbus-1-3", "libegl1", "libfontconfig1", "libgl1", "libglib2.0-0", "libopengl0"),
    *("libxcb-cursor0", "libxcb-icccm4", "libxcb-keysyms1", "libxcb-shape0", "libxkbcommon-x11-0"),
)
"""The packages that bring everything Qt asks for; they ask for one another's."""

PATIENCE = (0.1, 0.2, 0.4, 0)
"""Seconds after each try to reach an X server: one that starts anew takes a moment."""


class NoScreen(Exception):
    """Why no window can be shown, as one line: a template and its values."""

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template.format(**values))
        self.template, self.values = template, values


def check(environment: Mapping[str, str] = os.environ) -> Callable[[], object]:
    """Raises NoScreen where Qt would find none. Only Linux can be without one.

    What is returned is to be called once Qt is there: until then the screen is held. An X server
    that its last client leaves starts anew, and turns away programs that come in the middle of it.
    """
    if wanted := environment.get("QT_QPA_PLATFORM"):
        _check_platform(wanted, environment)
        return _nothing
    if not sys.platform.startswith("linux"):
        return _nothing
    display, wayland = environment.get("DISPLAY"), environment.get("WAYLAND_DISPLAY")
    if not (display or wayland):
        raise NoScreen(
            "there is no screen here: neither DISPLAY nor WAYLAND_DISPLAY is set. "
            "Start Fraydesk on a desktop; `fraydesk --help` tells what works without one"
        )
    if wayland and _compositor_answers(wayland, environment):
        return _nothing
    if not display:
        raise _dead(f"WAYLAND_DISPLAY={wayland}")
    _load_plugin()
    for patience in PATIENCE:
        let_go = _connected()
        if let_go is not None:
            return let_go
        time.sleep(patience)
    raise _dead(f"DISPLAY={display}")


def _check_platform(wanted: str, environment: Mapping[str, str]) -> None:
    """Raises NoScreen where Qt has none of the platforms that were asked for: it would abort."""
    if environment.get("QT_PLUGIN_PATH") or environment.get("QT_QPA_PLATFORM_PLUGIN_PATH"):
        return  # it may come from anywhere
    import PySide6

    home = Path(PySide6.__path__[0])
    files = [*home.glob("Qt/plugins/platforms/*"), *home.glob("plugins/platforms/*")]
    there_is = sorted(file.stem.removeprefix("lib").removeprefix("q") for file in files)
    named = {name.partition(":")[0] for name in wanted.split(";")}
    if there_is and not named & set(there_is):
        raise NoScreen(
            "QT_QPA_PLATFORM={wanted} is no platform of Qt; there is: {there_is}",
            wanted=wanted,
            there_is=", ".join(there_is),
        )


def _nothing() -> None:
    """Lets go of what need not be held."""


def _dead(named: str) -> NoScreen:
    return NoScreen(
        "the screen {named} does not answer. "
        "Is it still there, and may this user show windows on it?",
        named=named,
    )


def missing_library(error: ImportError | OSError) -> NoScreen:
    """What to say when a library of the system is missing that Qt asks for."""
    return NoScreen(
        "Qt cannot be started: the library {name} is missing from this system. "
        "On Debian or Ubuntu: sudo apt-get install {packages}",
        name=str(error).split(":")[0],
        packages=" ".join(DEBIAN),
    )


def _load_plugin() -> None:
    import ctypes

    import PySide6

    plugin = Path(PySide6.__path__[0], "Qt", "plugins", "platforms", "libqxcb.so")
    if plugin.exists():
        try:
            ctypes.CDLL(str(plugin))
        except OSError as error:
            raise missing_library(error) from None


def _compositor_answers(name: str, environment: Mapping[str, str]) -> bool:
    """Whether something listens at the socket of WAYLAND_DISPLAY."""
    if sys.platform == "win32":  # has no such sockets
        return False
    import socket

    place = Path(environment.get("XDG_RUNTIME_DIR", ""), name)
    try:
        with socket.socket(socket.AF_UNIX) as tried:
            tried.connect(str(place))
    except (OSError, ValueError):
        return False
    return True


def _connected() -> Callable[[], object] | None:
    """What leaves the X server of DISPLAY again; None where it takes no connection."""
    import ctypes

    try:
        xcb = ctypes.CDLL("libxcb.so.1")
    except OSError as error:
        raise missing_library(error) from None
    xcb.xcb_connect.restype = ctypes.c_void_p
    xcb.xcb_connect.argtypes = [ctypes.c_char_p, ctypes.c_void_p]
    xcb.xcb_connection_has_error.argtypes = xcb.xcb_disconnect.argtypes = [ctypes.c_void_p]
    connection = xcb.xcb_connect(None, None)
    if xcb.xcb_connection_has_error(connection):
        xcb.xcb_disconnect(connection)
        return None
    return lambda: xcb.xcb_disconnect(connection)
