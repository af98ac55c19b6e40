"""Where the program's own files lie: catalogues, texts, fonts, icons, samples."""

import sys
from pathlib import Path


def path(*parts: str) -> Path:
    """A file or folder of ours, as in ``path("fonts", "NotoSans-Regular.ttf")``.

    Raises FileNotFoundError, in words for the person at the screen, when it is missing.
    """
    path = root().joinpath(*parts)
    if not path.exists():
        raise FileNotFoundError(
            f"A file of Fraydesk's own is missing: {path}. Install the program again."
        )
    return path


def root() -> Path:
    """The folder of all resources: in a binary, in an installed package, or in a checkout."""
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen is not None:
        return Path(frozen) / "resources"
    package = Path(__file__).resolve().parent
    installed = package / "resources"
    return installed if installed.is_dir() else package.parent / "resources"


def guide() -> Path:
    """The folder of the guide's pages. Raises FileNotFoundError as :func:`path` does."""
    checkout = root().parent / "docs" / "guide"
    return checkout if checkout.is_dir() else path("guide")


def changes() -> str:
    """The change log, as Markdown. Raises FileNotFoundError as :func:`path` does."""
    checkout = root().parent / "CHANGELOG.md"
    return (checkout if checkout.is_file() else path("CHANGELOG.md")).read_text("utf-8")
