"""What is said to people below the window is a literal template with values, never finished."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

DESKTOP = Path(__file__).resolve().parents[2] / "desktop"
FLOORS = ("rules", "encounter", "library", "paper")

# Where a text for people is given: the places of the arguments, by the name of what is called.
SAID = {
    "log": (1,),
    "note": (2, 3),
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
    "Reason": (0, 1),
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
NAMED = {"label", "text", "note", "why_not", "title", "message", "words", "problem"}


def finished(source: str) -> Iterator[str]:
    """The texts for people that are put together before somebody reads them, with their lines."""
    tree = ast.parse(source)
    whole = _Scope(tree, None)
    for scope in [
        whole,
        *(_Scope(node, whole) for node in ast.walk(tree) if isinstance(node, FUNCTION)),
    ]:
        for node in scope.own:
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                given = [node.args[place] for place in SAID.get(name, ()) if place < len(node.args)]
                if name in SAID or name == "roll":
                    given += [word.value for word in node.keywords if word.arg in NAMED]
            elif isinstance(node, ast.Return) and node.value and scope.says_words:
                name, given = "return", [node.value]
            else:
                continue
            for text in given:
                if any(map(_put_together, scope.ways(text))):
                    yield f"{node.lineno}: {name}({ast.unparse(text)[:60]})"


FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef)


class _Scope:
    """A function or a module: what stands in it, not in those within, and what its names mean."""

    def __init__(self, node: Any, whole: "_Scope | None") -> None:
        self.whole = whole or self
        self.own = list(_within(node))
        self.says_words = bool(re.search(r"\b(Text|Words)\b", _returns(node)))
        self.meant: dict[str, list[ast.expr]] = {}
        for one in self.own:
            if isinstance(one, ast.Assign | ast.AnnAssign | ast.AugAssign) and one.value:
                targets = one.targets if isinstance(one, ast.Assign) else [one.target]
                for target in targets:
                    if isinstance(target, ast.Name):
                        self.meant.setdefault(target.id, []).append(one.value)
        self.answers = {
            one.name: [part.value for part in _within(one) if isinstance(part, ast.Return)]
            for one in self.own
            if isinstance(one, FUNCTION) and "str" in _returns(one)
        }

    def ways(self, node: ast.expr, deep: int = 0) -> Iterator[ast.expr]:
        """What an expression can come to: through names and the helpers of its module, too."""
        for way in _ways(node):
            further: list[Any] = []
            if isinstance(way, ast.Name):
                further = self.meant.get(way.id) or self.whole.meant.get(way.id, [])
            elif isinstance(way, ast.Call) and isinstance(way.func, ast.Name):
                further = self.whole.answers.get(way.func.id, [])
            yield way
            for one in further if deep < 4 else ():
                if one is not None:
                    yield from self.ways(one, deep + 1)


def _returns(node: Any) -> str:
    returns = getattr(node, "returns", None)
    return ast.unparse(returns) if returns else ""


def _within(node: Any) -> Iterator[ast.AST]:
    """All that stands in a function or a module, without what stands in functions within."""
    for child in ast.iter_child_nodes(node):
        yield child
        if not isinstance(child, FUNCTION):
            yield from _within(child)


def _ways(node: ast.expr) -> Iterator[ast.expr]:
    """What an expression can come to."""
    match node:
        case ast.IfExp(body=first, orelse=second):
            yield from _ways(first)
            yield from _ways(second)
        case ast.BoolOp(values=values):
            for value in values:
                yield from _ways(value)
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            for part in parts:
                yield from _ways(part)
        case ast.NamedExpr(value=value) | ast.Starred(value=value):
            yield from _ways(value)
        case ast.Call(
            func=ast.Attribute(value=ast.Constant(value=str()), attr="join"), args=[part]
        ):
            made = isinstance(part, ast.GeneratorExp | ast.ListComp)
            yield from _ways(part.elt if made else part)  # type: ignore[attr-defined]
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
        'Refusal(message=f"{name} is out")',
        'def f(name):\n    said = f"{name} is hit"\n    table.log("x-1", said)',
        'def f(name):\n    said = "nobody"\n    said += f" but {name}"\n    table.log("x-1", said)',
        'def told(name) -> str:\n    return f"{name} is hit"\ntable.log("x-1", told(name))',
        'def told(name) -> Words:\n    return f"{name} is hit"',
        'def headline(self, state) -> Sequence[Words]:\n    return [f"Round {state.round}"]',
        'table.log("x-1", ", ".join(f"{name} is hit" for name in names))',
        'table.log("x-1", " ".join([name, f"{name} is hit"]))',
        'if said := f"{name} is hit":\n    table.log("x-1", (said := f"{name} is hit"))',
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
        'Choice(name, ", ".join(names))',
        'def f(name):\n    key = f"is {name}"\n    table.log("x-1", "nobody")',
        'def key(name) -> str:\n    return f"is {name}"',
    ],
)
def test_a_template_passes(source: str) -> None:
    assert list(finished(source)) == []
