"""Which Fraydesk this is, and what it stands on: told by ``--version``, About and crash reports."""

import platform
import sqlite3
from importlib.metadata import PackageNotFoundError, version

STANDS_ON = (
    ("Qt and PySide6", "PySide6-Essentials"),
    ("shiboken6", "shiboken6"),
    ("SQLModel", "sqlmodel"),
    ("SQLAlchemy", "sqlalchemy"),
    ("pydantic", "pydantic"),
    ("annotated-types", "annotated-types"),
    ("qasync", "qasync"),
    ("typst", "typst"),
    ("platformdirs", "platformdirs"),
)
"""What it is called, and the name of its package."""


def program() -> str:
    """The version of Fraydesk itself."""
    return version_of("fraydesk")


def version_of(package: str) -> str:
    """The version of an installed Python package; ``unknown`` where its metadata are missing."""
    try:
        return version(package)
    except PackageNotFoundError:
        return "unknown"


def all_of_them() -> dict[str, str]:
    """Name and version of the program and of everything it stands on, the program first."""
    return {
        "Fraydesk": program(),
        "Python": platform.python_version(),
        **{name: version_of(package) for name, package in STANDS_ON},
        "SQLite": sqlite3.sqlite_version,
        "System": platform.platform(),
    }


def text() -> str:
    """The same, a line each."""
    return "\n".join(f"{name} {version}" for name, version in all_of_them().items())
