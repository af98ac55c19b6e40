"""Every text of the window goes through one function, as a literal that can be looked up."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.window.widgets.language import tr

WINDOW = Path(__file__).resolve().parents[2] / "desktop" / "window"

# Where a person reads what is given: the place of the argument, by the name of what is called.
SHOWN = {
    "label": 0,
    "button": 0,
    "Elided": 0,
    "as_tip": 0,
    "tip": 1,
    "say": 1,
    "setText": 0,
    "setPlaceholderText": 0,
    "setAccessibleName": 0,
    "setAccessibleDescription": 0,
    "setWindowTitle": 0,
    "addItem": 0,
    "addAction": 0,
    "notice": 0,
    "trouble": 0,
    "show_label": 0,
    "Refusal": 0,
}
NAMED = {"about", "action", "label"}


def untranslated(source: str) -> Iterator[str]:
    """Texts that are shown as they stand, with their lines."""
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        match call.func:
            case ast.Attribute(value=ast.Name(id="icons")):
                continue
            case ast.Attribute(attr=name) | ast.Name(id=name):
                place = SHOWN.get(name)
            case _:
                continue
        if name == "tr" and not isinstance(call.args[0], ast.Constant):
            yield f"{call.lineno}: tr() of something that is no literal"
        shown = [k.value for k in call.keywords if k.arg in NAMED and name != "Field"]
        if place is not None and place < len(call.args):
            shown.append(call.args[place])
        for node in shown:
            for text in _literals(node):
                if re.search("[A-Za-z]{2}", text):
                    yield f"{call.lineno}: {text}"


def _literals(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(p.value) for p in parts if isinstance(p, ast.Constant))
        case ast.IfExp(body=first, orelse=second):
            yield from _literals(first)
            yield from _literals(second)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _literals(value)


def test_every_text_of_the_window_can_be_translated() -> None:
    files = sorted(WINDOW.rglob("*.py"))
    assert len(files) > 50
    found = [f"{f.name}:{text}" for f in files for text in untranslated(f.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "label('Cost')",
        "box.setText(f'Round {number}')",
        "button('', about='Close')",
        "label(a if b else 'or this')",
        "tr(words)",
    ],
)
def test_a_planted_text_is_caught(source: str) -> None:
    assert list(untranslated(source))


@pytest.mark.parametrize("source", ["label(tr('Cost'))", "icons.label('cross')", "label('×')"])
def test_what_needs_no_translation_passes(source: str) -> None:
    assert list(untranslated(source)) == []


def test_values_are_filled_in_and_counted() -> None:
    assert tr("{name} & {{x}}", name="Żółć {y}") == "Żółć {y} & {x}"
    assert [tr("{count} step", "{count} steps", count=n) for n in (0, 1, 2)] == [
        "0 steps",
        "1 step",
        "2 steps",
    ]
