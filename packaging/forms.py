"""Compiles the Designer forms: ``ui/<name>.ui`` becomes ``desktop/forms/<name>.py``."""

import ast
import re
import subprocess
from importlib.util import find_spec
from pathlib import Path


def uic() -> Path:
    """Where this Python's own copy of Qt's form compiler lies."""
    spec = find_spec("PySide6")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("PySide6-Essentials is needed to compile the forms in ui/")
    home = Path(spec.submodule_search_locations[0])
    for candidate in (home / "Qt" / "libexec" / "uic", home / "uic.exe", home / "uic"):
        if candidate.exists():
            return candidate
    raise RuntimeError(f"Qt's form compiler is missing from {home}")


def compile_forms(root: Path) -> None:
    """Writes one module for every form and drops the modules whose form is gone."""
    target = root / "desktop" / "forms"
    target.mkdir(exist_ok=True)
    (target / "__init__.py").write_text('"""Compiled from ui/*.ui; never edited by hand."""\n')
    sources = {path.stem: path for path in sorted((root / "ui").glob("*.ui"))}
    for stale in target.glob("*.py"):
        if stale.stem not in sources and stale.stem != "__init__":
            stale.unlink()
    for name, source in sources.items():
        command = [str(uic()), "-g", "python", "--from-imports", str(source)]
        made = subprocess.run(command, check=True, stdout=subprocess.PIPE, encoding="utf-8").stdout
        compiled = callable_form(with_keys(with_icons(in_sizes(with_few_names(made)))))
        (target / f"{name}.py").write_text(compiled, encoding="utf-8")


def callable_form(source: str) -> str:
    """A compiled form that is set up where it is made: ``self.ui = Ui_Library(self)``.

    A widget that is derived from its form calls ``setupUi`` as ever.
    """
    made = (
        "    def __init__(self, drawn_on=None) -> None:\n"
        "        if drawn_on is not None:\n"
        "            self.setupUi(drawn_on)\n\n"
    )
    source = source.replace("    def setupUi(", f"{made}    def setupUi(", 1)
    return re.sub(r"(def (?:setupUi|retranslateUi)\(self, \w+\)):", r"\1 -> None:", source)


_WORN = re.compile(r'(self\.\w+)\.setProperty\(u"wears", u"([\w-]+) (\w+) (\d+)"\)')


def with_icons(source: str) -> str:
    """A compiled form whose buttons and actions wear their icons.

    Which one is in their property ``wears``: its name, the role of its colour, its pixels.
    """
    dressed, count = _WORN.subn(r'icons.wear(\1, "\2", "\3", \4)', source)
    return _importing("from desktop.window.widgets import icons\n", dressed) if count else source


def _importing(line: str, source: str) -> str:
    """A compiled form with one more line of imports."""
    return re.sub(r"^from ", f"{line}from ", source, count=1, flags=re.MULTILINE)


_SIZES = re.compile(
    r"(\.set(?:\w*Spacing|ContentsMargins|MinimumSize|MaximumSize|IconSize)\()(.+)(\)\n)"
)


def in_sizes(source: str) -> str:
    """A compiled form whose distances are those at the size in force."""

    def at_size(call: re.Match[str]) -> str:
        return call[1] + re.sub(r"\b(?!0\b)\d+\b", r"px(\g<0>)", call[2]) + call[3]

    sized, count = _SIZES.subn(at_size, source)
    return _importing("from desktop.window.widgets.theme import px\n", sized) if count else source


def with_few_names(source: str) -> str:
    """A compiled form that asks Qt for no more names than it needs.

    Qt makes each name for Python when it is first asked for, and ``setShortcut`` asks for all of
    ``Qt`` at once, to see whether it was given a key.
    """
    source = re.sub(r"\.setShortcut\(", '.setProperty("shortcut", ', source)
    tree = ast.parse(source)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    lines = source.splitlines(keepends=True)
    for node in reversed(tree.body):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("PySide6."):
            names = [alias.name for alias in node.names if alias.name in used]
            line = f"from {node.module} import {', '.join(names)}\n" if names else ""
            lines[node.lineno - 1 : node.end_lineno] = [line]
    return "".join(lines)


_KEY_OF_BUTTON = re.compile(
    r'self\.(\w+) = Q\w*Button\((?s:.*?)(self\.\1\.setProperty\("shortcut", .+\))'
)


def with_keys(source: str) -> str:
    """A compiled form whose buttons get their keys behind their texts, which take keys away."""
    for name, key in _KEY_OF_BUTTON.findall(source):
        text = rf"^( *)(self\.{name}\.setText\(.*\n)"
        source = re.sub(text, rf"\1\2\1{key}\n", source, count=1, flags=re.MULTILINE)
    return source


if __name__ == "__main__":
    compile_forms(Path(__file__).resolve().parent.parent)
