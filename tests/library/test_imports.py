"""What importing the library brings in, seen in a fresh program."""

import subprocess
import sys

import pytest


def loaded(module: str) -> set[str]:
    """The packages in memory after importing one module."""
    script = f"import sys, {module}; print(*{{name.split('.')[0] for name in sys.modules}})"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    return set(done.stdout.split())


@pytest.mark.parametrize("name", ["", ".errors", ".records", ".documents", ".exchange", ".fold"])
def test_what_a_window_needs_before_it_is_painted_is_light(name: str) -> None:
    heavy = {"sqlmodel", "sqlalchemy", "pydantic", "PySide6"}
    assert not loaded(f"desktop.library{name}") & heavy


def test_a_campaign_is_opened_and_shown_without_sqlmodel() -> None:
    assert not loaded("desktop.library.reader") & {"sqlmodel", "sqlalchemy", "pydantic"}


def test_a_campaign_knows_neither_qt_nor_any_rules_only_their_words_and_that_they_are() -> None:
    assert "PySide6" not in loaded("desktop.library.campaign")
    script = "import sys, desktop.library.campaign, desktop.library.exchange\n"
    script += "print(*(name for name in sys.modules if name.startswith('desktop.')))"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True
    )
    beside = {name for name in done.stdout.split() if not name.startswith("desktop.library")}
    words = {"desktop.rules", *(f"desktop.rules.{w}" for w in ("failures", "names", "text"))}
    languages = {"desktop.languages", "desktop.languages.content"}
    assert beside == words | languages | {"desktop.rules.registry"}
