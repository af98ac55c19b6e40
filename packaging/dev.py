#!/usr/bin/env python3
"""Sets Fraydesk up and starts, tests, checks, builds or packs it, with only a Python at hand.

    python3 packaging/dev.py run      opens the program; further words go to `fraydesk`
    python3 packaging/dev.py test     passes the tests; further words go to pytest
    python3 packaging/dev.py check    style, types, unused code
    python3 packaging/dev.py texts    collects the texts and merges them into resources/languages
    python3 packaging/dev.py build    the program as one folder: dist/fraydesk
    python3 packaging/dev.py smoke    starts what `build` made and lets it test itself
    python3 packaging/dev.py package  what people download, from that folder: dist/

What is missing is installed first: Python packages into .venv, through uv where there is one and
through pip where not, and on Linux the packages of the system, if this user may do that. Each
verb installs only what it needs. What the installers say goes to .venv.log.
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
import os
import shutil
import subprocess
import time
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import system
from steps import CannotStart, Command, Steps, megabytes

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOG = ROOT / ".venv.log"
STAMP = VENV / "fraydesk-stamp"
BUILT = ROOT / "dist" / "fraydesk"
WINDOWS = sys.platform == "win32"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")

EXTRAS = {
    "run": "",
    "test": "test",
    "check": "check",
    "texts": "check",
    "build": "build",
    "package": "build",
}
"""What of pyproject.toml's extras a verb needs; `smoke` needs no .venv at all."""

FULL = {"": 380, "test": 495, "check": 590, "build": 390}
"""About how many megabytes .venv has when pip has filled it for an extra; uv takes fewer."""


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


def reproducible() -> dict[str, str]:
    """What makes one source give one binary, byte for byte, whenever and wherever it is built."""
    date = os.environ.get("SOURCE_DATE_EPOCH") or source_date()
    return {"SOURCE_DATE_EPOCH": date, "PYTHONHASHSEED": "0"}


def surroundings(verb: str) -> dict[str, str]:
    """What the programs of a verb find beside what we find.

    Tests start many programs; what one has compiled, the next one need not compile again.
    """
    if verb in ("build", "package"):
        return reproducible()
    return {"PYTHONDONTWRITEBYTECODE": ""} if verb == "test" else {}


def source_date() -> str:
    """When the source last changed, in seconds since 1970: the commit, or the project file."""
    git = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    try:
        told = subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        told = ""
    return told or str(int((ROOT / "pyproject.toml").stat().st_mtime))


def steps(**more: str) -> Steps:
    return Steps(ROOT, LOG, child_environment() | more)


# Python packages


def install(verb: str, environment: Mapping[str, str]) -> None:
    """Brings .venv up to date for a verb, and the system as far as the verb needs it.

    Qt comes first, then the libraries it stands on, then the rest: installing our own package
    compiles its forms, and Qt's form compiler stands on those libraries too.
    """
    extra, uv = EXTRAS[verb], system.works("uv", "--version")
    prepare_system(verb, environment, uv)
    plugins = system.qt_plugins(verb, environment)
    if plugins and not system.qt_folders(VENV):
        if uv:
            run_with_size("Installing Qt", uv_sync(extra, "--no-install-project"), extra)
        else:
            make_venv()
            pip_install("Installing Qt", extra, "PySide6-Essentials")
    if plugins:
        system.install_qt_libraries(steps(), VENV, plugins)
    if not stale(extra):
        return
    if uv:
        run_with_size("Installing Python packages", uv_sync(extra), extra)
        write_stamp(extra)
    else:
        install_with_pip(extra)
    lead_home()


def prepare_system(verb: str, environment: Mapping[str, str], uv: bool) -> None:
    """Everything the system lacks, in one go and before the long downloads."""
    found = system.needs(verb, environment, new=not (uv or has_pip()))
    if system.qt_folders(VENV):  # Qt itself tells more exactly what it misses
        told = system.OFFSCREEN | system.ON_SCREEN
        found = [need for need in found if need.what not in told]
    system.install_needs(steps(), found)


def has_pip() -> bool:
    return system.works(PYTHON, "-m", "pip", "--version")


def uv_sync(extra: str, *words: str) -> list[str | Path]:
    """A new environment gets the Python that runs us; an old one keeps its own.

    What another verb has brought in stays.
    """
    new = [] if VENV.exists() else ["--python", sys.executable]
    wanted = ["--extra", extra] if extra else []
    return ["uv", "sync", "--locked", "--inexact", *wanted, *new, *words]


def install_with_pip(extra: str) -> None:
    """Installs what changed since the last time; nothing, if nothing did."""
    changed = stale(extra)
    if changed - {"forms"}:
        make_venv()
        what = f".[{extra}]" if extra else "."
        pip_install("Installing Python packages", extra, "-e", what)
    elif changed:
        steps().run("Compiling the forms", [PYTHON, ROOT / "packaging" / "forms.py"])
    write_stamp(extra)


def pip_install(what: str, extra: str, *names: str) -> None:
    constraints = VENV / "constraints.txt"
    constraints.write_text(locked_versions(tomllib.loads(read(ROOT / "uv.lock"))))
    pip: Command = [PYTHON, "-m", "pip", "install", "--progress-bar=off", "-c", constraints]
    run_with_size(what, [*pip, *names], extra)


def run_with_size(what: str, command: Command, extra: str) -> None:
    """Runs a step that fills .venv, and tells how full it is."""
    steps().run(what, command, lambda: f", {megabytes(VENV):.0f} of about {FULL[extra]} MB")


def lead_home() -> None:
    """Has .venv find this folder by the way from itself.

    Python reads the file that leads here in the letters of the locale, and may know only ASCII;
    an absolute path can have others.
    """
    for packages in (VENV / "Lib" / "site-packages", *VENV.glob("lib/python*/site-packages")):
        for file in packages.glob("*fraydesk.pth"):
            file.write_text(f"{os.path.relpath(ROOT, packages)}\n", encoding="ascii")


def make_venv() -> None:
    """An environment with a pip that works; one that is broken, or has none, is made anew."""
    if has_pip():
        return
    if not system.has_venv():
        raise CannotStart(f"{sys.executable} has no venv or no ensurepip; install them.")
    steps().run("Making .venv", [sys.executable, "-m", "venv", "--clear", VENV])


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


def stale(extra: str) -> set[str]:
    """What of .venv is not what its sources say."""
    stamp = read_stamp()
    return {key for key, value in sources(extra).items() if stamp.get(key) != value}


def sources(extra: str) -> dict[str, str]:
    """What .venv was made from; a value that changes names what is to be done again."""
    hook = [ROOT / "packaging" / name for name in ("build_hook.py", "forms.py", "texts.py")]
    return {
        "python": str(PYTHON.resolve()),
        f"packages[{extra}]": digest([ROOT / "pyproject.toml", ROOT / "uv.lock", *hook]),
        "forms": digest(sorted((ROOT / "ui").glob("*.ui"))),
        "languages": digest(sorted((ROOT / "resources" / "languages").rglob("*.po"))),
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


def write_stamp(extra: str) -> None:
    """Other extras that were brought in earlier stay as they were noted."""
    noted = {**read_stamp(), **sources(extra)}
    STAMP.write_text("".join(f"{key} {value}\n" for key, value in noted.items()), "utf-8")


def read(file: Path) -> str:
    return file.read_text(encoding="utf-8")


# What the verbs call


def tool(name: str) -> Path:
    """A program of the environment."""
    return PYTHON.with_name(name + (".exe" if WINDOWS else ""))


# Each processor takes its part of the tests in their order, and half of another's when it is done.
ALL_TESTS = ["--numprocesses=auto", "--dist=worksteal"]


def commands(verb: str, words: Sequence[str]) -> list[Command]:
    """What a verb runs once everything is installed."""
    pyinstaller: Command = [tool("pyinstaller"), "--noconfirm", "--log-level=WARN", *words]
    ways: dict[str, list[Command]] = {
        "run": [[tool("fraydesk"), *words]],
        "test": [[PYTHON, "-m", "pytest", *(words or ALL_TESTS)]],
        "check": [
            [tool("ruff"), "format", "--check"],
            [tool("ruff"), "check"],
            [tool("mypy")],
            [tool("vulture")],
            [PYTHON, ROOT / "packaging" / "texts.py", "check", "--strict"],
        ],
        "texts": [[PYTHON, ROOT / "packaging" / "texts.py", *(words or ["update"])]],
        "build": [[*pyinstaller, "packaging/fraydesk.spec"]],
        "smoke": [[*virtual_screen(), program, "--selftest"] for program in built_programs()],
        "package": [[PYTHON, ROOT / "packaging" / "package.py", *words]],
    }
    return ways[verb]


def built_programs() -> list[Path]:
    """What `build` makes to be started. On Windows the second one speaks, as it has a console."""
    names = ("fraydesk.exe", "fraydesk.com") if WINDOWS else ("fraydesk",)
    return [BUILT / name for name in names]


def virtual_screen() -> list[str]:
    """A screen nobody sees, where one can be had; else Qt paints into memory."""
    if not system.LINUX:
        return []
    return ["xvfb-run", "-a"] if shutil.which("xvfb-run") else ["env", "QT_QPA_PLATFORM=offscreen"]


def perform(verb: str, words: Sequence[str]) -> int:
    """Installs what the verb needs and runs it; the first bad exit status, or 0."""
    opens_window = verb == "run" and not words and "QT_QPA_PLATFORM" not in os.environ
    if system.LINUX and opens_window and not system.names_screen(os.environ):
        raise CannotStart(
            "There is no screen here: neither DISPLAY nor WAYLAND_DISPLAY is set. "
            "Start Fraydesk on a desktop, or under xvfb-run."
        )
    if verb in ("smoke", "package") and not built_programs()[0].exists():
        raise CannotStart("There is nothing built yet: python3 packaging/dev.py build")
    if verb in EXTRAS:
        install(verb, os.environ)
    started = time.monotonic()
    calling = steps(**surroundings(verb))
    statuses = [calling.call(command) for command in commands(verb, words)]
    failed = next((status for status in statuses if status), 0)
    if verb == "build" and not failed:
        print(f"{BUILT}: {megabytes(BUILT):.0f} MB in {time.monotonic() - started:.0f} s")
    return failed


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="dev.py", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    verbs = ["run", "test", "check", "texts", "build", "smoke", "package"]
    parser.add_argument("verb", choices=verbs)
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
