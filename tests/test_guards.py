"""What holds the house up: the arrows between the floors, pure floors, a Qt that keeps count."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Set
from functools import cache
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

ROOT = Path(__file__).resolve().parent.parent
DESKTOP = ROOT / "desktop"

# Each stands on those before it; `forms` are compiled from ui/ and only the window shows them.
FLOORS = (
    "languages",
    "rules",
    "encounter",
    "plugins",
    "processes",
    "library",
    "paper",
    "forms",
    "window",
)
ROOF = ("cli", "__main__")  # starts everything, so it may import everything
PURE = ("languages", "rules", "encounter")
# Where resources lie, which versions these are, what takes too long: nothing for a pure floor.
BESIDE = ("assets", "endless", "versions")

SYSTEMS = ("walka", "boj", "teohiphip", "konflikt", "mir_tmy")

SCREEN = {"PySide6", "shiboken6", "qasync", "asyncio"}
DATABASE = {"sqlmodel", "sqlalchemy", "sqlite3"}
WORLD = {"io", "logging", "os", "pathlib", "secrets", "shutil", "socket", "tempfile"}
CLOCK = {"datetime", "time"}
FORBIDDEN = {
    "languages": SCREEN | DATABASE | WORLD | CLOCK | {"typst"},
    "rules": SCREEN | DATABASE | WORLD | CLOCK | {"typst"},
    "encounter": SCREEN | DATABASE | WORLD | CLOCK | {"typst"},
    "library": SCREEN,
    "paper": SCREEN,
    "window": DATABASE,
}


@cache  # three guards ask it of every module
def imports(module: str, source: str, is_package: bool) -> Set[str]:
    """Every dotted name a module imports; of `from a import b` both `a` and `a.b`."""
    found: set[str] = set()
    package = module.split(".") if is_package else module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                found.update(name.name for name in names)
            case ast.ImportFrom(module=name, names=names, level=level):
                above = package[: len(package) - level + 1] if level else []
                base = ".".join([*above, *([name] if name else [])])
                found.update([base, *(f"{base}.{part.name}" for part in names)])
            case ast.Call(
                func=ast.Name(id="__import__" | "import_module")
                | ast.Attribute(attr="import_module"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                found.add(name)
    return found


def system_of(name: str) -> str | None:
    """The rule system a module belongs to; None for what all systems share."""
    if not name.startswith("desktop.rules."):
        return None
    return next((part for part in name.split(".") if part in SYSTEMS), None)


def wrong_arrows(module: str, source: str, is_package: bool = False) -> list[str]:
    """What this module imports although it may not, each with the reason."""
    floor = module.split(".")[1] if "." in module else ""
    if floor in ROOF:
        return []
    if floor not in (*FLOORS, *BESIDE, ""):
        return [f"{module} stands on no floor"]
    wrong = []
    for name in sorted(imports(module, source, is_package)):
        top, *rest = name.split(".")
        target = rest[0] if rest else ""
        if top in FORBIDDEN.get(floor, ()):
            wrong.append(f"{module} imports {name}: not on the floor {floor}")
        elif floor in PURE and name.startswith("random.") and name != "random.Random":
            wrong.append(f"{module} imports {name}: a generator is passed in")
        elif top != "desktop":
            continue
        elif target in ROOF or (target in BESIDE and floor in PURE):
            wrong.append(f"{module} imports {name}: {target} is not for the floor {floor}")
        elif (floor, target) == ("forms", "window"):
            continue  # a form names the window's own widgets that stand in it
        elif target in FLOORS and (
            floor not in FLOORS or FLOORS.index(target) > FLOORS.index(floor)
        ):
            wrong.append(f"{module} imports {name}: {target} stands above {floor or 'the ground'}")
        elif floor == "rules" and system_of(name) not in (None, system_of(module)):
            wrong.append(f"{module} imports {name}: a system not its own")
    return wrong + (impure_calls(module, source) if floor in PURE else [])


def impure_calls(module: str, source: str) -> list[str]:
    """Uses of the global generator and of files that need no import of their own."""
    tree = ast.parse(source)
    imported = [
        name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    ]
    generators = {name.asname or name.name for name in imported if name.name == "random"}
    wrong = []
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if (
                name in generators and attr != "Random"
            ):
                wrong.append(f"{module} uses random.{attr}: a generator is passed in")
            case ast.Call(func=ast.Name(id="open" | "input" | "print" as name)):
                wrong.append(f"{module} calls {name}: a pure floor reads and writes nothing")
    return wrong


def modules() -> list[tuple[str, Path]]:
    """Every module of the program: its dotted name and its file."""
    found = []
    for file in sorted(DESKTOP.rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        found.append((".".join(parts[:-1] if parts[-1] == "__init__" else parts), file))
    return found


def test_every_arrow_points_down() -> None:
    seen = modules()
    assert "desktop.cli" in dict(seen)
    wrong = [
        arrow
        for name, file in seen
        for arrow in wrong_arrows(name, file.read_text("utf-8"), file.name == "__init__.py")
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("desktop.rules.dice", "import desktop.encounter"),
        ("desktop.rules.dice", "from desktop import encounter"),
        ("desktop.rules.dice", "from ..encounter import tables"),
        ("desktop.rules.dice", "def late():\n    from desktop.window.main import Window"),
        ("desktop.encounter.run", "import desktop.library.campaign"),
        ("desktop.library.campaign", "from desktop.paper import sheet"),
        ("desktop.paper.sheet", "from desktop.forms import sheet"),
        (
            "desktop.paper.sheet",
            "from importlib import import_module\nimport_module('desktop.cli')",
        ),
        ("desktop.window.main", "from desktop import cli"),
        ("desktop.assets", "import desktop.library"),
        ("desktop", "from desktop import window"),
        ("desktop.helpers", ""),
        ("desktop.rules.boj.attack", "from desktop.rules.walka import hit"),
        ("desktop.rules.boj.attack", "from desktop.rules import walka"),
        ("desktop.rules.boj.attack", "from ..walka import hit"),
        ("desktop.rules.boj", "from . import walka"),
        ("desktop.rules", "from desktop.rules import boj, walka"),
        ("desktop.rules.registry", "from desktop.rules.boj import Boj"),
        ("desktop.plugins", "import desktop.library"),
        ("desktop.encounter.script", "from desktop.plugins import folder"),
        ("desktop.rules.systems.boj", "import desktop.rules.systems.mir_tmy"),
        ("desktop.rules.dice", "from desktop.rules.boj import cards"),
        ("desktop.rules.dice", "from desktop.assets import path"),
        ("desktop.rules.dice", "import random\nrandom.randint(1, 6)"),
        ("desktop.rules.dice", "import random as r\nr.seed(7)"),
        ("desktop.rules.dice", "from random import randint"),
        ("desktop.rules.dice", "text = open('rules.txt').read()"),
        ("desktop.library.campaign", "import asyncio"),
        ("desktop.paper.sheet", "from PySide6.QtGui import QPainter"),
        ("desktop.window.main", "from sqlmodel import Session"),
        *(
            (f"desktop.{floor}.module", f"import {name}")
            for floor in PURE
            for name in ("PySide6.QtCore", "sqlmodel", "sqlalchemy.orm", "asyncio", "time", "os")
        ),
        *(
            (f"desktop.{floor}.module", f"from {name} import something")
            for floor in PURE
            for name in ("datetime", "logging", "pathlib", "os.path", "sqlite3", "qasync")
        ),
    ],
)
def test_a_planted_wrong_arrow_is_caught(module: str, source: str) -> None:
    assert wrong_arrows(module, source, is_package=module == "desktop") != []


@pytest.mark.parametrize(
    ("module", "source"),
    [
        ("desktop.encounter.run", "from desktop.rules import contract"),
        (
            "desktop.window.main",
            "import PySide6.QtWidgets, asyncio\nfrom desktop.forms import main",
        ),
        ("desktop.window.main", "from desktop import library, paper, encounter, rules, assets"),
        ("desktop.forms.panel", "from desktop.window.combat.log.view import LogView"),
        ("desktop.library.campaign", "import sqlmodel, pathlib\nfrom desktop.assets import path"),
        ("desktop.paper.sheet", "import typst, datetime\nfrom desktop.library import campaign"),
        ("desktop.cli", "import desktop.window, sqlmodel"),
        ("desktop.plugins", "import pathlib, platformdirs\nfrom desktop.rules import systems"),
        ("desktop.window.shell.asking", "from desktop import plugins"),
        ("desktop.__main__", "from desktop.cli import main"),
        ("desktop.rules.boj.attack", "from desktop.rules import dice\nfrom . import sheet"),
        (
            "desktop.rules.boj.attack",
            "from ..contract import Table\nfrom desktop.rules.boj import x",
        ),
        (
            "desktop.rules.dice",
            "import random, math\ndef roll(r: random.Random): return r.random()",
        ),
        ("desktop.rules.dice", "from random import Random\ndef f(random: Random): random.random()"),
        ("desktop.rules.dice", "from random import Random\nfrom pydantic import BaseModel"),
    ],
)
def test_an_arrow_that_points_down_passes(module: str, source: str) -> None:
    assert wrong_arrows(module, source) == []


def arrows(sources: Mapping[str, tuple[str, bool]]) -> dict[str, set[str]]:
    """Which module imports which, of those given: name to source and whether it is a package."""
    found: dict[str, set[str]] = {}
    for module, (source, is_package) in sources.items():
        for name in imports(module, source, is_package):
            # A package that takes names from its own modules is no circle with them.
            if name in sources and name != module and not module.startswith(f"{name}."):
                found.setdefault(module, set()).add(name)
    return found


def circles(arrows: Mapping[str, Iterable[str]]) -> list[set[str]]:
    """Groups of modules of which each leads to every other (Tarjan's algorithm)."""
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(module: str) -> None:
        number[module] = lowest[module] = len(number)
        stack.append(module)
        for target in arrows.get(module, ()):
            if target not in number:
                visit(target)
            if target in stack:
                lowest[module] = min(lowest[module], lowest[target])
        if lowest[module] == number[module]:
            place = stack.index(module)
            if len(stack) - place > 1:
                found.append(set(stack[place:]))
            del stack[place:]

    for module in arrows:
        if module not in number:
            visit(module)
    return found


def test_no_imports_go_in_a_circle() -> None:
    sources = {
        name: (file.read_text("utf-8"), file.name == "__init__.py") for name, file in modules()
    }
    assert circles(arrows(sources)) == []


def test_a_planted_circle_is_caught() -> None:
    sources = {
        "desktop.a": ("from desktop import b", False),
        "desktop.b": ("def late():\n    from desktop.c import x", False),
        "desktop.c": ("from desktop.a import y", False),
        "desktop.d": ("from desktop.a import y", False),
    }
    assert circles(arrows(sources)) == [{"desktop.a", "desktop.b", "desktop.c"}]


# The rooms of the window and those of its combat panel. Each uses only those before it.
ROOMS = {
    "desktop.window": (
        *("widgets", "fields", "map", "combat", "players", "forecast", "catalogue", "pages"),
        *("printing", "shell"),
    ),
    "desktop.window.combat": (
        *("session", "order", "options", "question", "log", "command", "by_hand"),
        "odds",
    ),
}


@pytest.mark.parametrize("house", ROOMS)
def test_the_rooms_of_the_window_stand_one_upon_another(house: str) -> None:
    rooms = ROOMS[house]
    wrong = []
    for name, file in modules():
        room = name.removeprefix(f"{house}.").split(".")[0]
        if room not in rooms:
            continue
        source = file.read_text("utf-8")
        for target in imports(name, source, file.name == "__init__.py"):
            other = target.removeprefix(f"{house}.").split(".")[0]
            if other in rooms and rooms.index(other) > rooms.index(room):
                wrong.append(f"{name} imports {target}")
    assert wrong == []


@pytest.mark.parametrize("house", ROOMS)
def test_every_room_of_the_window_has_its_place(house: str) -> None:
    folders = {file.parent.name for file in (ROOT / house.replace(".", "/")).glob("*/__init__.py")}
    assert folders == set(ROOMS[house])


def test_contributing_names_the_floors_the_rooms_and_what_stands_outside_them() -> None:
    told = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    assert " → ".join(f"`{floor}`" for floor in reversed(FLOORS)) in told
    _, _, rooms = told.partition("The rooms of `desktop/window/`")
    rows = re.findall(r"^\| `([\w/]+)/` \| (.+) \|$", rooms, re.MULTILINE)
    inner = [f"combat/{room}" for room in ROOMS["desktop.window.combat"]]
    window = ROOMS["desktop.window"]
    at = window.index("combat")
    assert [room for room, _ in rows] == [*window[:at], *inner, *window[at:]]
    for room, what in rows:
        folder = DESKTOP / "window" / room
        for module in re.findall(r"`([a-z_]+)`", what):
            assert (folder / f"{module}.py").exists(), f"{room}: {module}"
    (outside,) = re.findall(r"^Outside the rooms stand (.+?)\n\n", told, re.DOTALL | re.MULTILINE)
    modules = {file.stem for file in (DESKTOP / "window").glob("[!_]*.py")}
    assert {*re.findall(r"`(\w+)`", outside)} == modules


BLOCKED = """
import sys

class Blocked:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"PySide6", "shiboken6", "qasync", "sqlmodel", "sqlalchemy"}:
            raise ImportError(f"{name} is not installed here")

sys.meta_path.insert(0, Blocked())
"""


def without_qt_and_database(code: str) -> subprocess.CompletedProcess[str]:
    """Runs code in a Python of its own, on a machine that lacks both."""
    return subprocess.run(
        [sys.executable, "-c", BLOCKED + code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize("floor", PURE)
def test_the_pure_floors_need_no_qt_and_no_database(floor: str) -> None:
    names = [name for name, _ in modules() if name.startswith(f"desktop.{floor}")]
    assert f"desktop.{floor}" in names
    run = without_qt_and_database("".join(f"import {name}\n" for name in names))
    assert run.stderr == ""
    assert run.returncode == 0


@pytest.mark.parametrize("module", ["PySide6.QtCore", "sqlmodel", "sqlalchemy"])
def test_the_machine_without_qt_and_database_really_lacks_them(module: str) -> None:
    assert "is not installed here" in without_qt_and_database(f"import {module}").stderr


def test_a_thousand_qt_calls_lose_no_reference_to_none(qtbot: QtBot) -> None:
    """A PySide6 that loses one a call aborts the program after a few thousand of them."""
    from PySide6.QtWidgets import QLabel

    label = QLabel()
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for _ in range(1_000):
        label.setText("Halina Żółć")
    assert sys.getrefcount(None) > before - 500


def test_no_dialog_stops_the_work_that_goes_on_behind_it() -> None:
    """A dialog that runs a loop of its own inside a task lets no other task go on."""
    modules = [file for file in DESKTOP.joinpath("window").rglob("*.py") if file.name != "app.py"]
    stopping = [
        f"{file.name}:{node.lineno}"
        for file in modules
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr in ("exec", "exec_", "getSaveFileName")
    ]
    assert stopping == []
    assert len(modules) > 100
