"""What is said to people below the window is a literal template with values, never finished."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

DESKTOP = Path(__file__).resolve().parents[2] / "desktop"
FLOORS = ("rules", "encounter", "library", "paper")

# Where a text for people is given: the places of the arguments, by the name of what is called.
SAID = {
    "log": (1,),
    "Refusal": (0,),
    "ValueError": (0,),
    "PlayoutError": (0,),
    "Decision": (2,),
    "ask": (3,),
    "Option": (3,),
    "Choice": (1, 2),
    "Vital": (2,),
    "bar": (1,),
    "badge": (1,),
    "Bar": (2,),
    "Timeline": (0,),
    "Outcome": (1,),
    "Policy": (1, 3),
    "Action": (2,),
    "Text": (0, 1),
    "WrittenBack": (0,),
    "ScriptError": (1,),
    "LibraryError": (0,),
    "CampaignError": (1,),
    "CampaignInUseError": (1,),
    "CampaignMovedError": (1,),
    "DocumentError": (1,),
    "ResourceError": (2,),
    "CannotPrint": (1,),
}
NAMED = {"label", "text", "note", "why_not", "title"}


def finished(source: str) -> Iterator[str]:
    """The texts for people that are put together before somebody reads them, with their lines."""
    for call in (n for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Call)):
        name = getattr(call.func, "attr", getattr(call.func, "id", ""))
        given = [call.args[place] for place in SAID.get(name, ()) if place < len(call.args)]
        if name in SAID or name == "roll":
            given += [word.value for word in call.keywords if word.arg in NAMED]
        for node in given:
            if any(map(_put_together, _ways(node))):
                yield f"{call.lineno}: {name}({ast.unparse(node)[:60]})"


def _ways(node: ast.expr) -> Iterator[ast.expr]:
    """What an expression can come to."""
    match node:
        case ast.IfExp(body=first, orelse=second):
            yield from _ways(first)
            yield from _ways(second)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _ways(value)
        case _:
            yield node


def _put_together(node: ast.expr) -> bool:
    match node:
        case ast.JoinedStr(values=parts):
            words = [part.value for part in parts if isinstance(part, ast.Constant)]
            values = any(isinstance(part, ast.FormattedValue) for part in parts)
            return values and any(re.search(r"[^\W\d_]{2}", str(word)) for word in words)
        case ast.BinOp(op=ast.Add() | ast.Mod(), left=left, right=right):
            return any(
                isinstance(side, ast.JoinedStr)
                or (isinstance(side, ast.Constant) and isinstance(side.value, str))
                or _put_together(side)
                for side in (left, right)
            )
        case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="format")):
            return True
        case _:
            return False


def sources() -> list[Path]:
    return [file for floor in FLOORS for file in (DESKTOP / floor).rglob("*.py")]


def test_texts_for_people_are_templates_with_values() -> None:
    wrong = [
        f"{file.relative_to(DESKTOP)}:{place}"
        for file in sources()
        for place in finished(file.read_text("utf-8"))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    "source",
    [
        'table.log("x-1", f"{name} is hit")',
        'table.log("x-1", "%s is hit" % name, by=id)',
        'table.log("x-1", "{} is hit".format(name))',
        'raise Refusal(name + " is out")',
        'raise ValueError(f"needs {count} dice")',
        'Choice(1, "One", f"costs {price} points")',
        'Choice(1, "One", why_not=f"{name} is out")',
        'Decision("swap", id, f"{name}: swap?", field, "x-1")',
        'Vital("bar", "hp", f"{name} hp")',
        'Outcome(None, f"{side} wins", "x-1")',
        'table.roll(throw, why="x-1", by=id, label=f"attack on {name}")',
        'Text(f"{name} is hit")',
        'ScriptError(place, f"there is no {name}")',
        'Text("a hit" if hit else f"{name} misses")',
    ],
)
def test_a_planted_finished_text_is_caught(source: str) -> None:
    assert list(finished(source))


@pytest.mark.parametrize(
    "source",
    [
        'table.log("x-1", Text("{name} is hit", name=name))',
        'table.log("x-1", "nobody is hit")',
        'raise Refusal(Text("needs {count}", count=f"{n}"))',
        'Choice(1, f"{die} → {face}")',
        'Choice(name, name, Text("a") if x else "")',
        'sorted(f"{name} is hit")',
    ],
)
def test_a_template_passes(source: str) -> None:
    assert list(finished(source)) == []
