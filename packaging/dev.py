#!/usr/bin/env python3
"""Sets Fraydesk up and starts, tests, checks or builds it, with nothing at hand but a Python.

    python3 packaging/dev.py run      opens the program; further words go to `fraydesk`
    python3 packaging/dev.py test     passes the tests; further words go to pytest
    python3 packaging/dev.py check    style, types, unused code
    python3 packaging/dev.py build    the program as one folder: dist/fraydesk
    python3 packaging/dev.py smoke    starts what `build` made and lets it test itself

What is missing is installed first: Python packages into .venv, through uv where there is one and
through pip where not, and on Linux the system libraries Qt stands on, if this user may do that.
The exit status is the called program's, or 2 when something is missing that we may not install.
"""

import sys

# Said before an older Python trips over the rest: this file keeps to what Python 3.6 can parse.
if sys.version_info < (3, 11):  # noqa: UP036
    sys.stderr.write(
        "Fraydesk needs Python 3.11 or later; this is {}.{}.\n".format(*sys.version_info)
    )
    sys.exit(2)

import argparse
import hashlib
import importlib
import importlib.util
import os
import shutil
import subprocess
import time
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "fraydesk-stamp"
BUILT = ROOT / "dist" / "fraydesk"
WINDOWS = sys.platform == "win32"
LINUX = sys.platform.startswith("linux")
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")

Command = Sequence[str | Path]


class CannotStart(Exception):
    """What is missing, as one line for whoever sits at the keyboard."""


class Manager(NamedTuple):
    """How a Linux family installs packages, and where its names stand in LIBRARIES."""

    column: int
    steps: tuple[tuple[str, ...], ...]  # the last one takes the names of the packages
    venv: str  # what brings venv and ensurepip


MANAGERS = {
    "apt-get": Manager(
        0,
        (("update", "-qq"), ("install", "-qq", "-y", "--no-install-recommends")),
        "python{}.{}-venv".format(*sys.version_info),
    ),
    "dnf": Manager(1, (("install", "-q", "-y"),), "python3-libs"),
    "pacman": Manager(2, (("-Sy",), ("-S", "--needed", "--noconfirm")), "python"),
}

# What Qt's platform plugins ask for: soname, then the package in Debian, Fedora and Arch.
LIBRARIES = {
    # without a screen
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
    # on an X screen also
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


def call(command: Command) -> int:
    """Runs a program in our folder and waits for its exit status."""
    return subprocess.call(command, cwd=ROOT, env=child_environment())


def run(command: Command) -> None:
    """Runs one step of the set-up; its failure ends ours, after its own words."""
    status = call(command)
    if status:
        raise CannotStart(f"This failed with status {status}: {' '.join(map(str, command))}")


def child_environment() -> dict[str, str]:
    """Ours, without the traces of another activated environment, and with .venv where uv looks.

    Unless told otherwise, uv trusts whom the system trusts, as pip does: a firm's proxy, say.
    """
    kept = {key: value for key, value in os.environ.items() if key != "VIRTUAL_ENV"}
    trust = {"UV_SYSTEM_CERTS": "true", "UV_NATIVE_TLS": "true"}  # the new name and the old one
    return {
        **trust,
        **kept,
        "UV_PROJECT_ENVIRONMENT": str(VENV),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
    }


def works(*command: str | Path) -> bool:
    """Whether a program is there and answers."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


# Python packages


def install(plugins: Sequence[str]) -> None:
    """Brings .venv up to date, and the system as far as these platform plugins of Qt need it.

    Qt comes first, then the libraries it stands on, then the rest: installing our own package
    compiles its forms, and Qt's form compiler stands on those libraries too.
    """
    uv = works("uv", "--version")
    if plugins and not qt_folders():
        if uv:
            run(uv_sync("--no-install-project"))
        else:
            make_venv()
            pip_install("PySide6-Essentials")
    if plugins:
        install_qt_libraries(plugins)
    if uv:
        run(uv_sync())
    else:
        install_with_pip()


def uv_sync(*words: str) -> list[str]:
    """A new environment gets the Python that runs us; an old one keeps its own."""
    new = [] if VENV.exists() else ["--python", sys.executable]
    return ["uv", "sync", "--quiet", "--locked", "--extra", "dev", *new, *words]


def install_with_pip() -> None:
    """Installs what changed since the last time; nothing, if nothing did."""
    stale = {key for key, value in sources().items() if read_stamp().get(key) != value}
    if stale & {"python", "packages"}:
        make_venv()
        pip_install("-e", ".[dev]")
    elif stale:
        run([PYTHON, ROOT / "packaging" / "forms.py"])
    STAMP.write_text("".join(f"{key} {value}\n" for key, value in sources().items()))


def pip_install(*what: str) -> None:
    constraints = VENV / "constraints.txt"
    constraints.write_text(locked_versions(tomllib.loads(read(ROOT / "uv.lock"))))
    run([PYTHON, "-m", "pip", "install", "-q", "-c", constraints, *what])


def make_venv() -> None:
    """An environment with a pip that works; one that is broken, or has none, is made anew."""
    if works(PYTHON, "-m", "pip", "--version"):
        return
    if not has_venv():
        install_system_packages([venv_package()], "Python's venv")
        importlib.invalidate_caches()
        if not has_venv():
            raise CannotStart(f"{sys.executable} has no venv or no ensurepip; install them.")
    run([sys.executable, "-m", "venv", "--clear", VENV])


def has_venv() -> bool:
    return all(importlib.util.find_spec(module) for module in ("venv", "ensurepip"))


def venv_package() -> str:
    manager = package_manager()
    return MANAGERS[manager].venv if manager else "venv"


def locked_versions(lock: Mapping[str, Any]) -> str:
    """The versions of uv.lock in pip's words, so that both ways install the same.

    A package that is locked twice has a version for each set of markers.
    """
    lines = []
    for package in lock["package"]:
        if "registry" not in package["source"]:
            continue
        line = f"{package['name']}=={package['version']}"
        markers = " or ".join(f"({marker})" for marker in package.get("resolution-markers", ()))
        lines.append(f"{line} ; {markers}" if markers else line)
    return "\n".join(lines) + "\n"


def sources() -> dict[str, str]:
    """What .venv was made from; a value that changes names what is to be done again."""
    hook = [ROOT / "packaging" / name for name in ("build_hook.py", "forms.py")]
    return {
        "python": str(PYTHON.resolve()),
        "packages": digest([ROOT / "pyproject.toml", ROOT / "uv.lock", *hook]),
        "forms": digest(sorted((ROOT / "ui").glob("*.ui"))),
    }


def digest(files: Iterable[Path]) -> str:
    """Changes when a file is edited, added, renamed or gone."""
    total = hashlib.sha256()
    for file in files:
        total.update(f"{file.name}\0{hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def read_stamp() -> dict[str, str]:
    """The `sources` when .venv was last brought up to date; nothing if there is none."""
    if not (STAMP.exists() and PYTHON.exists()):
        return {}
    return dict(line.split(" ", 1) for line in read(STAMP).splitlines())


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


# System libraries


def install_qt_libraries(plugins: Sequence[str]) -> None:
    """Installs what these platform plugins of Qt miss, or says what to type."""
    missing = qt_libraries_missing(plugins)
    if not missing:
        return
    packages, unknown = packages_for(missing, package_manager())
    if unknown:
        raise CannotStart(f"Qt misses {', '.join(unknown)}: install the packages they are in.")
    install_system_packages(packages, "Qt's system libraries")
    left = qt_libraries_missing(plugins)
    if left:
        raise CannotStart(f"Qt still misses {', '.join(left)}.")


def qt_plugins(verb: str, environment: Mapping[str, str]) -> list[str]:
    """The platform plugins a verb needs. A build collects the libraries of both."""
    if not LINUX:
        return []
    on_screen = verb == "build" or (verb == "run" and names_screen(environment))
    return ["libqoffscreen.so", "libqxcb.so"] if on_screen else ["libqoffscreen.so"]


def qt_libraries_missing(plugins: Sequence[str]) -> list[str]:
    ldd: Command = ["ldd", *(folder / name for folder in qt_folders() for name in plugins)]
    answer = subprocess.run(ldd, capture_output=True, text=True, check=False)
    return libraries_not_found(answer.stdout)


def qt_folders() -> list[Path]:
    """Where Qt's platform plugins lie in .venv; nowhere before it is filled."""
    return list(VENV.glob("lib/python3*/site-packages/PySide6/Qt/plugins/platforms"))


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


def package_manager() -> str | None:
    return next((name for name in MANAGERS if shutil.which(name)), None)


def install_system_packages(packages: Sequence[str], what: str) -> None:
    """Installs them if this user may without being asked; else says in one line what to type."""
    manager = package_manager()
    if manager is None:
        raise CannotStart(f"Missing: {what}. Install {' '.join(packages)}.")
    if sys.platform != "win32" and os.geteuid() == 0:
        rights: list[str] = []
    elif works("sudo", "-n", "true"):
        rights = ["sudo", "-n"]
    else:
        typed = " ".join(("sudo", manager, *by_hand(manager), *packages))
        raise CannotStart(f"Missing: {what}. Type this, then try again: {typed}")
    print(f"Installing {what}: {' '.join(packages)}", flush=True)
    *refresh, install = system_install(manager, packages)
    for command in refresh:  # one foreign source out of reach need not stop us
        call([*rights, *command])
    run([*rights, *install])


def by_hand(manager: str) -> list[str]:
    """The installing step as a person types it, who may be asked and told things."""
    silent = {"-q", "-qq", "-y", "--noconfirm"}
    return [word for word in MANAGERS[manager].steps[-1] if word not in silent]


def system_install(manager: str, packages: Sequence[str]) -> list[list[str]]:
    """The commands that install these packages without a question; the last one does it."""
    *refresh, install = MANAGERS[manager].steps
    # Handed on by `env`, since sudo drops what it finds in the environment.
    silently = ["env", "DEBIAN_FRONTEND=noninteractive", manager]
    return [*([*silently, *step] for step in refresh), [*silently, *install, *packages]]


# What the verbs call


def tool(name: str) -> Path:
    """A program of the environment."""
    return PYTHON.with_name(name + (".exe" if WINDOWS else ""))


def commands(verb: str, words: Sequence[str]) -> list[Command]:
    """What a verb runs once everything is installed."""
    pyinstaller: Command = [tool("pyinstaller"), "--noconfirm", "--log-level=WARN", *words]
    ways: dict[str, list[Command]] = {
        "run": [[tool("fraydesk"), *words]],
        "test": [[PYTHON, "-m", "pytest", *words]],
        "check": [
            [tool("ruff"), "format", "--check"],
            [tool("ruff"), "check"],
            [tool("mypy")],
            [tool("vulture")],
        ],
        "build": [[*pyinstaller, "packaging/fraydesk.spec"]],
        "smoke": [[*virtual_screen(), built_program(), "--selftest"]],
    }
    return ways[verb]


def built_program() -> Path:
    return BUILT / tool("fraydesk").name


def virtual_screen() -> list[str]:
    """A screen nobody sees, where one can be had; else Qt paints into memory."""
    if not LINUX:
        return []
    return ["xvfb-run", "-a"] if shutil.which("xvfb-run") else ["env", "QT_QPA_PLATFORM=offscreen"]


def names_screen(environment: Mapping[str, str]) -> bool:
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def perform(verb: str, words: Sequence[str]) -> int:
    """Installs what the verb needs and runs it; the first bad exit status, or 0."""
    opens_window = verb == "run" and not words and "QT_QPA_PLATFORM" not in os.environ
    if LINUX and opens_window and not names_screen(os.environ):
        raise CannotStart(
            "There is no screen here: neither DISPLAY nor WAYLAND_DISPLAY is set. "
            "Start Fraydesk on a desktop, or under xvfb-run."
        )
    if verb == "smoke" and not built_program().exists():
        raise CannotStart("There is nothing built yet: python3 packaging/dev.py build")
    if verb != "smoke":
        if not VENV.exists():
            print(
                "Installing what is missing into .venv; the first time takes a minute.", flush=True
            )
        install(qt_plugins(verb, os.environ))
    started = time.monotonic()
    statuses = [call(command) for command in commands(verb, words)]
    failed = next((status for status in statuses if status), 0)
    if verb == "build" and not failed:
        print(f"{BUILT}: {megabytes(BUILT):.0f} MB in {time.monotonic() - started:.0f} s")
    return failed


def megabytes(folder: Path) -> float:
    files = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return sum(file.stat().st_size for file in files) / 1e6


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="dev.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("verb", choices=["run", "test", "check", "build", "smoke"])
    parser.add_argument("words", nargs=argparse.REMAINDER, help="handed on")
    given = parser.parse_args(arguments)
    if given.words and given.verb in ("check", "smoke"):
        parser.error(f"{given.verb} takes no further words")
    try:
        return perform(given.verb, given.words)
    except CannotStart as reason:
        print(f"dev.py: {reason}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
