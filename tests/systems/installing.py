"""Installs rule systems the way people do: as a package with an entry point, or as own files."""

import sys
from collections.abc import Mapping
from pathlib import Path

DATA_HOME = "WIN_PD_OVERRIDE_LOCAL_APPDATA" if sys.platform == "win32" else "XDG_DATA_HOME"
"""The variable that says where a user's data lie, the folder of own systems among them."""


def install(site: Path, entries: Mapping[str, str]) -> None:
    """Writes what an installed package leaves behind: ``{"skeleton": "module:Class"}``."""
    info = site / "other_systems-1.0.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other-systems\nVersion: 1.0\n")
    lines = [f"{name} = {place}" for name, place in entries.items()]
    (info / "entry_points.txt").write_text("\n".join(["[fraydesk.systems]", *lines, ""]))


def write(folder: Path, name: str, source: str) -> None:
    """A system in a single file."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.py").write_text(source, "utf-8")
