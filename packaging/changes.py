"""The change log, in the forms that a release needs.

    python3 packaging/changes.py 1.2.3      the notes of that release

The exit status is 1 where the log has no such version with a date.
"""

import re
import sys
import textwrap
from datetime import UTC, datetime
from email.utils import format_datetime
from pathlib import Path
from typing import NamedTuple

LOG = Path(__file__).resolve().parent.parent / "CHANGELOG.md"
HEADING = re.compile(r"^## (?P<version>\d+\.\d+\.\d+) – (?P<date>\d{4}-\d\d-\d\d)$", re.MULTILINE)


class Release(NamedTuple):
    """A version, the day it was cut, and what changed in it, as Markdown."""

    version: str
    date: str
    notes: str


def releases(log: str) -> list[Release]:
    """The versions of a change log, newest first; what is unreleased is not among them."""
    headings = list(HEADING.finditer(log))
    ends = [heading.start() for heading in headings[1:]] + [len(log)]
    return [
        Release(heading["version"], heading["date"], log[heading.end() : end].strip())
        for heading, end in zip(headings, ends, strict=True)
    ]


def debian(made: list[Release], maintainer: str) -> str:
    """A Debian changelog: each group of changes under its name, a paragraph for each change."""
    return "\n".join(
        f"fraydesk ({release.version}) stable; urgency=medium\n\n{_points(release.notes)}\n"
        f" -- {maintainer}  {_moment(release.date)}\n"
        for release in made
    )


def _points(notes: str) -> str:
    """Each change from its star on, as wide as Debian reads it."""
    said = re.sub(r"^### (.+)$", r"[\1]", notes, flags=re.MULTILINE)
    points = re.split(r"\n(?=\S)", re.sub(r"\n\n+", "\n", said))
    return "".join(
        textwrap.fill(
            " ".join(point.split()),
            78,
            initial_indent="  ",
            subsequent_indent="    ",
            break_long_words=False,
            break_on_hyphens=False,
        )
        + "\n"
        for point in points
    )


def _moment(date: str) -> str:
    return format_datetime(datetime.fromisoformat(date).replace(tzinfo=UTC))


def main(arguments: list[str]) -> int:
    (wanted,) = arguments
    for release in releases(LOG.read_text("utf-8")):
        if release.version == wanted:
            print(release.notes)
            return 0
    print(f"CHANGELOG.md has no “## {wanted} – DATE”", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
