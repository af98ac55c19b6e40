"""The program's own JSON files, checked as they are read."""

from __future__ import annotations

import json
import re
from typing import Any

from desktop.assets import path
from desktop.library.errors import short

_SYSTEM = re.compile(r"[a-z][a-z0-9_]*")


class ResourceError(Exception):
    """A file of the program's own that is not what it should be; names the file and the place."""

    def __init__(self, name: str, place: str, problem: str) -> None:
        super().__init__(f"{name}: {place}: {problem}" if place else f"{name}: {problem}")


def read_resource(name: str, system: str) -> dict[str, Any]:
    """The object in ``resources/{name}``, which must be about this system.

    Raises :class:`ResourceError`; FileNotFoundError when there is no such file.
    """
    if not _SYSTEM.fullmatch(system):  # it may come from a stranger's campaign
        raise FileNotFoundError(f"there is no system {short(system)!r}")
    try:
        document = json.loads(path(*name.split("/")).read_text("utf-8"))
    except (ValueError, RecursionError) as error:
        raise ResourceError(name, "", f"this is not JSON ({error})") from None
    if not isinstance(document, dict):
        raise ResourceError(name, "", "needs an object")
    if document.get("system") != system:
        raise ResourceError(name, "system", f"is not {system!r}")
    return document
