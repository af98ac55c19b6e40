"""Systems of somebody else's that are broken, and what the command line says with each of them.

::

    python -m tests.hostile.systems FOLDER [STRIDE]

Each is the skeleton with something of it spoilt. Prints a JSON object for every try. With a stride
only every so many of the tries, so that a short run still meets all kinds of them.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from itertools import product
from pathlib import Path
from typing import Any
from unittest.mock import patch

from desktop import assets, cli
from desktop.cli import terminal
from desktop.library.resources import rulebook, shipped_entries
from desktop.plugins import folder as folder_of_own
from desktop.rules import systems
from desktop.rules.registry import FOLDER
from tests.hostile.files import script

SOUND = (assets.root() / "systems" / "skeleton" / "__init__.py").read_text("utf-8")

METHODS = [
    *("muster", "begin", "to_act", "why_not", "acting", "price", "funds", "options", "option"),
    *("parameters", "offered", "action_of", "actor_of", "perform", "decide", "outcome", "edit"),
    *("after_edit", "editable", "changes", "vitals", "describe", "headline", "standing"),
    *("timeline", "measure", "read", "read_begin", "check", "starting_values"),
]
"""What a system may answer in its own way."""

ATTRIBUTES = [
    *("contract", "id", "title", "language", "unit", "out_rule", "sheet", "house_rules"),
    *("fighter", "edits", "catalogue", "actions", "commands", "begin_command", "decisions"),
    *("marks", "resources", "written_back", "policies"),
]

ANSWERS = {
    "nothing": "None",
    "a number": "7",
    "a text without end": "'<b>x</b>\\u202e\\x1b[2J' * 200_000",
    "a list of anything": "[None, 7, 'x', {}, object()]",
    "a mapping of anything": "{None: 7, 7: None, ('a', 'b'): object(), 'x': {}}",
    "a class": "ZeroDivisionError",
}

RAISES = {
    "a fault": "raise ZeroDivisionError('<b>x</b>\\u202e\\x1b[2J' * 100_000)",
    "an end": "raise SystemExit(0)",
    "an end of all": "raise KeyboardInterrupt",
    "a call without end": "return self.{name}(*args, **values)",
    "a fault that cannot be said": "raise Unsayable",
}

UNSAYABLE = """
class Unsayable(Exception):
    def __str__(self): raise ValueError("not even this")
"""


def spoilt() -> Iterator[tuple[str, str]]:
    """A name and the source of each."""
    yield "no python", "this is no python ("
    yield "null bytes", "id = 'skeleton'\0"
    yield "an import that fails", "import no_such_module"
    yield "an end as it is read", "raise SystemExit(3)"
    yield "a stop as it is read", "raise KeyboardInterrupt"
    yield "a fault as it is read", "1 / 0"
    yield "a fault that cannot be said as it is read", UNSAYABLE + "\nraise Unsayable"
    yield "nothing in it", ""
    yield "words as it is read", "import sys; print('x'); print('y', file=sys.stderr)\n" + SOUND
    yield "a class that is made of nothing", SOUND + "\nSkeleton = None\n"
    yield "a constructor that fails", _added("def __init__(self): 1 / 0")
    yield "a constructor that ends", _added("def __init__(self): raise SystemExit(0)")
    yield "a constructor that wants more", _added("def __init__(self, more): pass")
    yield "an attribute that fails", _added("def __getattribute__(self, name): 1 / 0")
    yield "a fighter that fails", SOUND + "\nPerson.out = property(lambda self: 1 / 0)\n"
    yield "a fighter that cannot be made", SOUND + "\nPerson.__init__ = lambda self: None\n"
    yield "a sheet that fails", SOUND + "\nSheet.model_post_init = lambda self, context: 1 / 0\n"
    yield "a sheet of nothing", SOUND + "\nSkeleton.sheet = Limits\n"
    throw = "\nimport sys\nsys.modules[__name__].attack = None\nSkeleton.actions[0].perform"
    yield "an action that cannot be called", SOUND + throw
    for what, answer in {**ANSWERS, "a fault": "1 / 0"}.items():
        yield (
            f"an attack with {what}",
            SOUND.replace("    foe.hearts -= 1\n", f"    table.mark('hit', {answer}, {answer})\n"),
        )
        yield (
            f"a throw of {what}",
            SOUND.replace("pool(1, 6, Under(person.sheet.skill))", f"({answer})"),
        )
        yield (
            f"a log of {what}",
            SOUND.replace("    foe.hearts -= 1\n", f"    table.log({answer}, {answer})\n"),
        )
        yield (
            f"a behaviour with {what}",
            SOUND.replace("    foes = enemies", f"    return {answer}\n    foes = enemies"),
        )
    for name in METHODS:
        for what, body in RAISES.items():
            broken = f"def {name}(self, *args, **values): {body.format(name=name)}"
            yield f"{name} raises {what}", UNSAYABLE + _added(broken)
        for what, answer in ANSWERS.items():
            yield f"{name} answers {what}", _added(f"def {name}(self, *a, **k): return {answer}")
    for name in ATTRIBUTES:
        for what, answer in ANSWERS.items():
            yield f"{name} is {what}", f"{SOUND}\nSkeleton.{name} = {answer}\n"
            yield f"{name} is declared {what}", _added(f"{name} = {answer}")
        for what, body in RAISES.items():
            broken = f"@property\n    def {name}(self, *args, **values): {body.format(name=name)}"
            yield f"{name} fails with {what}", UNSAYABLE + _added(broken)


def _added(line: str) -> str:
    """The skeleton, derived from with one line more."""
    sound = SOUND.replace(
        'class Skeleton(InTurns[Person]):\n    id, title = "skeleton"',
        'class Sound(InTurns[Person]):\n    id, title = "sound"',
    )
    return (
        f"{sound}\n\nclass Skeleton(Sound):\n    id, title = 'skeleton', 'Skeleton'\n    {line}\n"
    )


PEOPLE = [
    {"id": id, "side": side, "sheet": {"name": id}}
    for id, side in (("vera", "players"), ("pirat", "foes"))
]
FIGHT: dict[str, Any] = script(
    system="skeleton",
    combatants=PEOPLE,
    steps=[
        {"do": "begin", "answers": "default"},
        {"do": "edit", "combatant": "vera", "set": {"hearts": 5}, "why": "x"},
        {"do": "act", "actor": "vera", "action": "attack", "target": "pirat"},
    ],
)
SHEETS = {
    "format": "fraydesk/1",
    "characters": [
        {"system": "skeleton", "role": "player", "name": "X", "sheet": {"name": "X"}},
        {"system": "walka", "role": "player", "name": "Y", "sheet": {"name": "Y"}},
    ],
}


def tries(folder: Path) -> list[list[str]]:
    fight, sheets, other = folder / "fight.json", folder / "sheets.json", folder / "other.json"
    fight.write_text(json.dumps(FIGHT), "utf-8")
    sheets.write_text(json.dumps(SHEETS), "utf-8")
    other.write_text(json.dumps(script()), "utf-8")
    return [
        ["run", str(other)],
        ["--version"],
        ["run", str(fight)],
        ["run", str(fight), "--json"],
        ["odds", str(fight)],
        ["odds", str(fight), "--json"],
        ["import", str(sheets)],
        ["describe", "skeleton"],
        ["describe", "skeleton", "--json"],
        ["check-system", "skeleton"],
        ["simulate", str(fight), "--fights", "2", "--workers", "1", "--policy", "forward"],
        ["print", str(fight), "--output", str(folder / "fight.pdf")],
        ["print", str(sheets), "--output", str(folder / "sheets.pdf")],
    ]


def attempt(words: list[str]) -> dict[str, Any]:
    """What the command line said and how it ended, with all that was kept of systems forgotten."""
    for kept in (systems, rulebook, shipped_entries):
        kept.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == FOLDER]:
        del sys.modules[name]
    said, out, broken, status = io.StringIO(), io.StringIO(), "", None
    begun = time.process_time()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(out):
        try:
            status = cli.main(words)
        except BaseException:
            broken = traceback.format_exc()[-3000:]
    return {
        "words": words[0],
        "status": status,
        "said": said.getvalue()[:2000],
        "broken": broken,
        "seconds": round(time.process_time() - begun, 2),
    }


def main(folder: Path, stride: int = 1) -> None:
    os.environ["XDG_DATA_HOME"] = tempfile.tempdir = str(folder)
    terminal.STEPS, terminal.FIGHTS = 12, 3  # the same tries, fewer of them
    own = folder_of_own()
    own.mkdir(parents=True)
    sys.dont_write_bytecode = True
    asked = tries(folder)
    # What else is installed stays as it is; to look for it takes a fifth of each try.
    with patch.object(metadata, "entry_points", cache(metadata.entry_points)):
        for number, ((name, source), words) in enumerate(product(spoilt(), asked)):
            if number % stride == 0:
                (own / "skeleton.py").write_text(source, "utf-8")
                print(json.dumps({"name": name, **attempt(words)}), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(int, sys.argv[2:3]))
