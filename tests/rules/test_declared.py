"""Decisions and marks are declared truly: each that the source names, and none besides.

The marks that all systems have need not be used by each.
"""

import ast
from pathlib import Path

import pytest

from desktop.rules import systems
from desktop.rules.contract import Rules

RULES = Path(__file__).resolve().parents[2] / "desktop" / "rules"


def texts(system: str) -> set[str]:
    """Every text that stands by itself in a system's modules, outside the declarations."""
    found = set()
    for file in (RULES / system).rglob("*.py"):
        tree = ast.parse(file.read_text("utf-8"))
        declared = {
            id(node)
            for dictionary in ast.walk(tree)
            if isinstance(dictionary, ast.AnnAssign)
            and getattr(dictionary.target, "id", "") in ("decisions", "marks")
            for node in ast.walk(dictionary)
        }
        found |= {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in declared
        }
    return found


def named(system: str, calls: dict[str, int], keyword: str) -> set[str]:
    """The literals given in a place of certain calls, or by a keyword."""
    found = set()
    for file in (RULES / system).rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if name not in calls:
                continue
            given = [k.value for k in node.keywords if k.arg == keyword]
            given += node.args[calls[name] : calls[name] + 1]
            found |= {
                g.value
                for g in given
                if isinstance(g, ast.Constant) and isinstance(g.value, str) and g.value
            }
    return found


@pytest.mark.parametrize("system", systems())
def test_every_mark_in_the_source_is_declared_and_no_other(system: str) -> None:
    used = named(system, {"mark": 0, "MarkingThrow": 2}, "what")
    declared = set(systems()[system].marks)
    assert used <= declared
    assert declared - set(Rules.marks) <= texts(system)


@pytest.mark.parametrize("system", systems())
def test_every_decision_in_the_source_is_declared_and_no_other(system: str) -> None:
    used = named(system, {"Decision": 0, "ask": 2}, "id")
    declared = set(systems()[system].decisions)
    assert used <= declared
    assert declared <= texts(system)


def test_decisions_and_marks_are_told_in_words() -> None:
    for rules in systems().values():
        assert all(map(str, [*rules.decisions.values(), *rules.marks.values()]))
