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


# Read in a terminal before there is a window, or no texts at all (style sheets).
ELSEWHERE = {"screen.py", "selftest.py", "theme.py", "language.py"}

# Names, which are the same in every language; keys, which Qt names; formats and lists of letters.
NO_WORDS = {
    "Fraydesk", "Python", "Qt and PySide6", "Enter", "Esc", "Space",
    "Letter",
}  # fmt: skip

WORDS = re.compile(
    r"[^\W\d_]{2,} [^\W\d_]"  # two words
    r"|^[^\W\d_a-z][^\W\d_A-Z]+[.…:!?]?$"  # one with a capital letter
    r"|[^\W\d_]…$"
)


def forgotten(source: str) -> Iterator[str]:
    """Strings that look like words for people and never reach ``tr``, wherever they stand."""
    tree = ast.parse(source)
    elsewhere: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Expr(value=ast.Constant() as docstring):
                elsewhere.add(docstring)
            case ast.Subscript(value=ast.Name(id="Callable")):  # a type whose name is quoted
                elsewhere |= set(ast.walk(node))
            case ast.Call(func=ast.Name(id="DocumentError")):  # its words are a template
                elsewhere |= set(ast.walk(node))
            case ast.Call(func=ast.Name(id="tr" | "Text")) | ast.arg() | ast.AnnAssign(value=None):
                elsewhere |= set(ast.walk(node))
            case ast.AnnAssign(annotation=annotation):
                elsewhere |= set(ast.walk(annotation))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            no_words = text in NO_WORDS or text.isupper() or text[:1] == "<" or "px " in text
            if node not in elsewhere and not no_words and WORDS.search(text):
                yield f"{node.lineno}: {text}"


def test_no_words_are_kept_aside_and_shown_as_they_stand() -> None:
    files = [file for file in sorted(WINDOW.rglob("*.py")) if file.name not in ELSEWHERE]
    found = [f"{f.name}:{text}" for f in files for text in forgotten(f.read_text("utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        'SECTIONS = {"fight": "Fight"}',
        'ROLES = (("player", "Player character"),)',
        'table.setHorizontalHeaderLabels(["Name", "Value"])',
        'parts.append(f"{count} to act")',
        'rows.append("more: type to search")',
        'return "Overrule…"',
    ],
)
def test_planted_words_are_caught(source: str) -> None:
    assert list(forgotten(source))


@pytest.mark.parametrize(
    "source",
    [
        'titles = {"fight": tr("Fight")}',
        'words: Literal["Not shown"] = find("fight")',
        'Work = Callable[["Campaign"], None]',
        '"""What a module does."""',
        'widget.setObjectName("add_button")',
    ],
)
def test_what_is_no_text_for_people_passes(source: str) -> None:
    assert list(forgotten(source)) == []


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


DECLINED = re.compile(
    r"\b(of|to|for|from|against|with|without|in|at|on|by|the|is a|is no) "
    r"\{(name|names|who|target|side|fight|encounter|character|system|kind|label|thing|wave|effect)\}"
)
"""A slot that would need a case, or the gender of what stands in it."""


def glued(source: str) -> Iterator[str]:
    """Texts that no translator can turn: names to be declined, templates filled in afterwards."""
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        match call:
            case ast.Call(func=ast.Name(id="tr"), args=[*templates]):
                for part in templates:
                    if DECLINED.search(text := "".join(_literals(part))):
                        yield f"{call.lineno}: {text}"
            case ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="tr")), attr=name)):
                yield f"{call.lineno}: .{name}() of a text"


def test_names_stand_in_the_nominative_and_sentences_are_whole() -> None:
    files = sorted(WINDOW.rglob("*.py"))
    found = [f"{f.name}:{text}" for f in files for text in glued(f.read_text("utf-8"))]
    assert [text for text in found if "a field's place" not in text] == []  # for programmers


@pytest.mark.parametrize(
    "source",
    ["tr('Take {name} of {side} out', name=n, side=s)", "tr('{count} more').format(count=3)"],
)
def test_a_planted_fragment_is_caught(source: str) -> None:
    assert list(glued(source))


def test_values_are_filled_in_and_counted() -> None:
    assert tr("{name} & {{x}}", name="Żółć {y}") == "Żółć {y} & {x}"
    assert [tr("{count} step", "{count} steps", count=n) for n in (0, 1, 2)] == [
        "0 steps",
        "1 step",
        "2 steps",
    ]
