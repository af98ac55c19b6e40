"""Rule systems in the folder of one's own: each file or folder there is a system.

``barrow.py``, or ``barrow/__init__.py`` with its resources beside it, holds the class whose id is
``barrow``. The folder is looked through when the program starts; nothing in it is run before the
system is used.
"""

import re
import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module, invalidate_caches
from pathlib import Path
from types import ModuleType
from typing import Any

from desktop import assets
from desktop.rules.registry import FOLDER, ID, Systems, systems
from desktop.rules.text import Text, TextError, placed


def folder() -> Path:
    """The folder of the user's own systems. It need not exist."""
    from platformdirs import user_data_path  # a window is painted before anybody asks

    return user_data_path("Fraydesk", appauthor=False) / "systems"


def add_own(where: Path | None = None, to: Systems | None = None) -> None:
    """Adds every system of the folder to those there are. Nothing is imported yet."""
    where = where or folder()
    known = systems() if to is None else to
    try:
        inside = sorted(where.iterdir())
    except OSError:  # there is none, or it cannot be read: then nobody has added anything
        return
    package = ModuleType(FOLDER, "The folder of one's own systems.")
    package.__path__ = [str(where)]
    sys.modules[FOLDER] = package
    invalidate_caches()
    for path in inside:
        if path.name.startswith(("_", ".")):
            continue
        try:
            single = path.suffix == ".py" and path.is_file()
            is_system = single or (path / "__init__.py").is_file()
        except OSError as error:  # a folder that only somebody else may read
            why = Text("{id} cannot be used: {why}", id=path.name, why=str(error))
            known.leave_out(path.name, why)
            continue
        if is_system:
            known.add(path.stem if single else path.name, _loader(path.stem))


EXAMPLES = ("skeleton", "delve")
"""The systems that a new one can be a copy of: the smallest one, and a whole one."""


def lay_down(id: str, like: str, where: Path) -> Path:
    """Makes the folder of a new system in ``where``, a copy of an example under its own names.

    Raises :class:`TextError` for an id that is none or is taken.
    """
    if not ID.fullmatch(id) or id in systems():
        sound = Text("an id is small letters, digits and _, begins with a letter, and is not taken")
        raise TextError(placed(id, sound))
    target = where / id
    if target.exists():
        raise TextError(placed(str(target), "is there already"))
    class_name = id.title().replace("_", "")
    target.mkdir(parents=True)
    for file in sorted(assets.path("systems", like).iterdir()):
        if file.is_file():
            text = file.read_text("utf-8")
            for old, new in ((like.capitalize(), class_name), (like, id)):
                # not in a longer word, nor in the command that lays the example down
                text = re.sub(rf"(?<!--like )(?<![A-Za-z]){old}(?![A-Za-z])", new, text)
            (target / file.name.replace(like, id)).write_text(text, "utf-8", newline="\n")
    return target


@cache  # so that a folder that is looked through again adds nothing twice
def _loader(id: str) -> Callable[[], Any]:
    """What loads the class of that id from the module of that name."""

    def load() -> Any:
        module = import_module(f"{FOLDER}.{id}")
        kinds = [thing for thing in vars(module).values() if _is_system(thing)]
        for kind in kinds:
            if getattr(kind, "id", None) == id:
                return kind
        there_is = ", ".join(str(getattr(kind, "id", kind.__name__)) for kind in kinds) or "none"
        raise LookupError(f"no class derived from Rules has the id {id!r}; it has {there_is}")

    return load


def _is_system(thing: object) -> bool:
    from desktop.rules.contract import Rules  # a window need not wait for it

    return isinstance(thing, type) and Rules in thing.__mro__[1:]
