"""The files that come with a system: rule texts, catalogue, sample, paper templates, form.

What a system that ships brings along lies in ``resources/``; what another brings lies in its own
package, under the names used here.
"""

from __future__ import annotations

import json
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from desktop import assets
from desktop.library.errors import short
from desktop.rules import systems
from desktop.rules.failures import failure
from desktop.rules.text import Text, TextError, Words, placed

_FOLDERS = {
    "rules.json": "rules",
    "catalogue.json": "catalogues",
    "sample.json": "samples",
    "own_texts.json": "own_texts",
}
"""Where the file of every system that ships lies, as ``rules/walka.json``."""


class ResourceError(TextError):
    """A file of the program's own that is not what it should be; names the file and the place."""

    def __init__(self, name: str, place: str, problem: Words) -> None:
        super().__init__(placed(name, placed(place, problem)))


def named(system: str, name: str) -> str:
    """How a file of a system is called in a message: ``rules/walka.json``."""
    if not systems().ships(system):
        return f"{system}/{name}"
    return f"{_FOLDERS[name]}/{system}.json" if name in _FOLDERS else f"paper/{system}.{name}"


def resource(system: str, name: str) -> Traversable | None:
    """A file of a system: ``resource("walka", "rules.json")``; None where it has no such file.

    Raises FileNotFoundError for an unknown system, SystemFailed for one that cannot be used.
    """
    if system not in systems():  # it may come from a stranger's campaign
        raise FileNotFoundError(f"there is no system {short(system)!r}")
    if systems().ships(system):
        place: Traversable = assets.root().joinpath(*named(system, name).split("/"))
    elif package := systems().package(system):
        try:
            place = _folder(package).joinpath(name)
            return place if place.is_file() else None
        except (ImportError, TypeError, ValueError, OSError) as error:
            raise failure(system, systems().title(system), "resources", error) from error
    else:
        return None
    return place if place.is_file() else None


def _folder(package: str) -> Traversable:
    """Where the files of a package lie. Raises ImportError or TypeError where it is none."""
    if not hasattr(import_module(package), "__path__"):  # from Python 3.12 on files() takes any
        raise TypeError(f"{package!r} is not a package")
    return files(package)


def form_module(system: str) -> str:
    """The module of a system's sheet form, with the class ``Ui_Sheet``. It need not exist."""
    if systems().ships(system):
        return f"desktop.forms.sheet_{system}"
    package = systems().package(system)
    return f"{package}.form" if package else ""


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON. Of a name that stands twice all but the last would be lost unseen."""
    made: dict[str, Any] = {}
    for name, value in pairs:
        if name in made:
            raise ValueError(Text("{name!r} stands twice in one object", name=name))
        made[name] = value
    return made


def read_resource(system: str, name: str) -> dict[str, Any]:
    """The JSON object in a file of a system, which must be about this system.

    Raises :class:`ResourceError`; FileNotFoundError when there is no such file.
    """
    called = named(system, name)
    place = resource(system, name)
    if place is None:
        raise FileNotFoundError(f"{called} is missing. Install the program or the system again.")
    try:
        each = None if systems().ships(system) else _each_once
        document = json.loads(place.read_text("utf-8"), object_pairs_hook=each)
    except (ValueError, RecursionError) as error:
        raise ResourceError(called, "", Text("this is not JSON ({error})", error=error)) from None
    if not isinstance(document, dict):
        raise ResourceError(called, "", "needs an object")
    if document.get("system") != system:
        raise ResourceError(called, "system", Text("is not {system!r}", system=system))
    return document
