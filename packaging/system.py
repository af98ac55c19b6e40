"""What the system must have besides Python: which packages are missing, and how they come in."""

import ctypes
import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from steps import CannotStart, Command, Steps

LINUX = sys.platform.startswith("linux")


class Manager(NamedTuple):
    """How a Linux family installs packages, and where its names stand in LIBRARIES."""

    column: int
    steps: tuple[tuple[str, ...], ...]  # the last one takes the names of the packages
    venv: str  # what brings venv and ensurepip
    libpython: str  # what brings Python as a library


MANAGERS = {
    "apt-get": Manager(
        0,
        (("update",), ("install", "-y", "--no-install-recommends")),
        "python{}.{}-venv".format(*sys.version_info),
        "libpython{}.{}".format(*sys.version_info),
    ),
    "dnf": Manager(1, (("install", "-y"),), "python3-libs", "python3-libs"),
    "pacman": Manager(2, (("-Sy",), ("-S", "--needed", "--noconfirm")), "python", "python"),
}

# What Qt's platform plugins ask for: soname, then the package in Debian, Fedora and Arch.
OFFSCREEN = {
    "libEGL.so.1": ("libegl1", "libglvnd-egl", "libglvnd"),
    "libGL.so.1": ("libgl1", "libglvnd-glx", "libglvnd"),
    "libGLX.so.0": ("libglx0", "libglvnd-glx", "libglvnd"),
    "libGLdispatch.so.0": ("libglvnd0", "libglvnd", "libglvnd"),
    "libOpenGL.so.0": ("libopengl0", "libglvnd-opengl", "libglvnd"),
    "libX11.so.6": ("libx11-6", "libX11", "libx11"),
    "libbrotlidec.so.1": ("libbrotli1", "libbrotli", "brotli"),
    "libdbus-1.so.3": ("libdbus-1-3", "dbus-libs", "dbus"),
    "libexpat.so.1": ("libexpat1", "expat", "expat"),
    "libfontconfig.so.1": ("libfontconfig1", "fontconfig", "fontconfig"),
    "libfreetype.so.6": ("libfreetype6", "freetype", "freetype2"),
    "libglib-2.0.so.0": ("libglib2.0-0", "glib2", "glib2"),
    "libgthread-2.0.so.0": ("libglib2.0-0", "glib2", "glib2"),
    "libpng16.so.16": ("libpng16-16", "libpng", "libpng"),
    "libstdc++.so.6": ("libstdc++6", "libstdc++", "gcc-libs"),
    "libxcb.so.1": ("libxcb1", "libxcb", "libxcb"),
    "libxkbcommon.so.0": ("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
    "libz.so.1": ("zlib1g", "zlib", "zlib"),
    "libzstd.so.1": ("libzstd1", "libzstd", "zstd"),
}
ON_SCREEN = {
    "libX11-xcb.so.1": ("libx11-xcb1", "libX11-xcb", "libx11"),
    "libxcb-cursor.so.0": ("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "libxcb-icccm.so.4": ("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-image.so.0": ("libxcb-image0", "xcb-util-image", "xcb-util-image"),
    "libxcb-keysyms.so.1": ("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "libxcb-randr.so.0": ("libxcb-randr0", "libxcb", "libxcb"),
    "libxcb-render-util.so.0": (
        "libxcb-render-util0",
        "xcb-util-renderutil",
        "xcb-util-renderutil",
    ),
    "libxcb-render.so.0": ("libxcb-render0", "libxcb", "libxcb"),
    "libxcb-shape.so.0": ("libxcb-shape0", "libxcb", "libxcb"),
    "libxcb-shm.so.0": ("libxcb-shm0", "libxcb", "libxcb"),
    "libxcb-sync.so.1": ("libxcb-sync1", "libxcb", "libxcb"),
    "libxcb-util.so.1": ("libxcb-util1", "xcb-util", "xcb-util"),
    "libxcb-xfixes.so.0": ("libxcb-xfixes0", "libxcb", "libxcb"),
    "libxcb-xkb.so.1": ("libxcb-xkb1", "libxcb", "libxcb"),
    "libxkbcommon-x11.so.0": ("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
}
# What other plugins of a binary ask for, so that a package can tell whose they are.
BUNDLED = {
    "libcups.so.2": ("libcups2", "cups-libs", "libcups"),
    "libwayland-client.so.0": ("libwayland-client0", "libwayland-client", "wayland"),
    "libwayland-cursor.so.0": ("libwayland-cursor0", "libwayland-cursor", "wayland"),
}
LIBRARIES = OFFSCREEN | ON_SCREEN | BUNDLED

# Programs that a verb calls, and the packages they come in: Debian, Fedora, Arch.
TOOLS = {
    "objdump": ("binutils", "binutils", "binutils"),
    "dpkg-deb": ("dpkg", "dpkg", "dpkg"),
    "dpkg-shlibdeps": ("dpkg-dev", "dpkg-dev", "dpkg"),
}


class Need(NamedTuple):
    """A thing that is missing: its name for a person, and its package in each family."""

    what: str
    packages: tuple[str, str, str]


def needs(verb: str, environment: Mapping[str, str], new: bool) -> list[Need]:
    """What this system lacks for a verb, before anything is installed.

    ``new`` tells that .venv has to be made by Python's own venv.
    """
    found = []
    if new and not has_venv():
        found.append(Need("Python's venv", named("venv")))
    if LINUX:
        wanted = OFFSCREEN
        if on_screen(verb, environment):
            wanted = wanted | ON_SCREEN
        if verb in ("build", "package"):
            wanted = LIBRARIES
        found += [Need(name, wanted[name]) for name in wanted if not loads(name)]
    if LINUX and verb in ("build", "package"):
        if not shutil.which("objdump"):
            found.append(Need("objdump", TOOLS["objdump"]))
        shared = sysconfig.get_config_var("INSTSONAME") or ""
        if ".so" in shared and not python_library(shared):
            found.append(Need(shared, named("libpython")))
    if LINUX and verb == "package" and package_manager() == "apt-get":
        tools = ("dpkg-deb", "dpkg-shlibdeps")
        found += [Need(name, TOOLS[name]) for name in tools if not shutil.which(name)]
    return found


def named(part: str) -> tuple[str, str, str]:
    """The packages of a part of Python in Debian, Fedora and Arch."""
    first, second, third = (getattr(manager, part) for manager in MANAGERS.values())
    return first, second, third


def has_venv() -> bool:
    return all(importlib.util.find_spec(module) for module in ("venv", "ensurepip"))


def on_screen(verb: str, environment: Mapping[str, str]) -> bool:
    """Whether a verb needs what a screen needs. A build collects it."""
    return verb in ("build", "package") or (verb == "run" and names_screen(environment))


def names_screen(environment: Mapping[str, str]) -> bool:
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def loads(library: str) -> bool:
    """Whether the system finds a library by its name."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def python_library(name: str) -> bool:
    """Whether this Python is there as a library, near it or where the system looks."""
    folder = sysconfig.get_config_var("LIBDIR")
    return loads(name) or bool(folder and Path(folder, name).exists())


def install_needs(steps: Steps, found: Sequence[Need]) -> None:
    """Brings in what is missing, or says in one message what to type."""
    if not found:
        return
    manager = package_manager()
    what = list_of(need.what for need in found)
    if manager is None:
        raise CannotStart(f"Missing: {what}. Install the packages they are in, then try again.")
    column = MANAGERS[manager].column
    install_system_packages(steps, sorted({need.packages[column] for need in found}), what)
    importlib.invalidate_caches()


def list_of(names: Iterable[str]) -> str:
    """A few names in words; of many the first ones and how many more there are."""
    each = list(names)
    if len(each) > 4:
        each = [*each[:3], f"{len(each) - 3} more"]
    return ", ".join(each[:-1]) + (" and " if len(each) > 1 else "") + each[-1]


# Qt's libraries, once Qt is there to be asked


def install_qt_libraries(steps: Steps, venv: Path, plugins: Sequence[str]) -> None:
    """Installs what these platform plugins of Qt still miss, or says what to type."""
    missing = qt_libraries_missing(venv, plugins)
    if not missing:
        return
    packages, unknown = packages_for(missing, package_manager())
    if unknown:
        raise CannotStart(f"Qt misses {', '.join(unknown)}: install the packages they are in.")
    install_system_packages(steps, packages, "Qt's system libraries")
    left = qt_libraries_missing(venv, plugins)
    if left:
        raise CannotStart(f"Qt still misses {', '.join(left)}.")


def qt_plugins(verb: str, environment: Mapping[str, str]) -> list[str]:
    """The platform plugins a verb needs."""
    if not LINUX:
        return []
    return ["libqoffscreen.so", *(["libqxcb.so"] if on_screen(verb, environment) else [])]


def qt_libraries_missing(venv: Path, plugins: Sequence[str]) -> list[str]:
    ldd: Command = ["ldd", *(folder / name for folder in qt_folders(venv) for name in plugins)]
    answer = subprocess.run(ldd, capture_output=True, text=True, check=False)
    return libraries_not_found(answer.stdout)


def qt_folders(venv: Path) -> list[Path]:
    """Where Qt's platform plugins lie in .venv; nowhere before it is filled."""
    return list(venv.glob("lib/python3*/site-packages/PySide6/Qt/plugins/platforms"))


def libraries_not_found(ldd: str) -> list[str]:
    """The sonames `ldd` did not find, each once."""
    lines = (line.split() for line in ldd.splitlines() if line.endswith("not found"))
    return sorted({words[0] for words in lines if words[1] == "=>"})


def packages_for(libraries: Iterable[str], manager: str | None) -> tuple[list[str], list[str]]:
    """The packages that bring these sonames, and the sonames nobody told us about."""
    if manager is None:
        return [], list(libraries)
    column = MANAGERS[manager].column
    known = {LIBRARIES[name][column] for name in libraries if name in LIBRARIES}
    return sorted(known), [name for name in libraries if name not in LIBRARIES]


# Installing packages of the system


def package_manager() -> str | None:
    return next((name for name in MANAGERS if shutil.which(name)), None)


def install_system_packages(steps: Steps, packages: Sequence[str], what: str) -> None:
    """Installs them if this user may without being asked; else says in one line what to type."""
    manager = package_manager()
    if manager is None:
        raise CannotStart(f"Missing: {what}. Install {' '.join(packages)}.")
    if sys.platform != "win32" and os.geteuid() == 0:
        rights: list[str] = []
    elif works("sudo", "-n", "true"):
        rights = ["sudo", "-n"]
    else:
        raise CannotStart(
            f"Missing: {what}. Type this, then try again: {by_hand(manager, packages)}"
        )
    print(f"Missing: {what}. Installing {' '.join(packages)}", file=sys.stderr, flush=True)
    *refresh, install = system_install(manager, packages)
    for command in refresh:  # one foreign source out of reach need not stop us
        try:
            steps.run("Reading the lists of packages", [*rights, *command])
        except CannotStart as reason:
            print(reason, file=sys.stderr)
    steps.run("Installing packages of the system", [*rights, *install])


def by_hand(manager: str, packages: Sequence[str]) -> str:
    """The line a person types, who may be asked and told things."""
    silent = {"-y", "--noconfirm"}
    *refresh, install = MANAGERS[manager].steps
    typed = [" ".join(("sudo", manager, *step)) for step in refresh]
    kept = [word for word in install if word not in silent]
    return " && ".join([*typed, " ".join(("sudo", manager, *kept, *packages))])


def system_install(manager: str, packages: Sequence[str]) -> list[list[str]]:
    """The commands that install these packages without a question; the last one does it."""
    *refresh, install = MANAGERS[manager].steps
    # Handed on by `env`, since sudo drops what it finds in the environment.
    silently = ["env", "DEBIAN_FRONTEND=noninteractive", manager]
    return [*([*silently, *step] for step in refresh), [*silently, *install, *packages]]


def works(*command: str | Path) -> bool:
    """Whether a program is there and answers."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False
