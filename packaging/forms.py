"""Compiles the Designer forms: ``ui/<name>.ui`` becomes ``desktop/forms/<name>.py``."""

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
        subprocess.run(
            [uic(), "-g", "python", "--from-imports", source, "-o", target / f"{name}.py"],
            check=True,
        )


if __name__ == "__main__":
    compile_forms(Path(__file__).resolve().parent.parent)
