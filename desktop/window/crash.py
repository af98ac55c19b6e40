"""Reports of what went wrong inside the program: files on this computer, sent to nobody."""

from __future__ import annotations

import faulthandler
import os
import time
import traceback
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import IO

import platformdirs

from desktop import versions
from desktop.window.widgets.language import tr

MOST = 20
"""Reports kept; the oldest goes when another is written."""

ABANDONED = 7 * 24 * 3600
"""Seconds after which an empty watch file belongs to no program."""


def folder() -> Path:
    """Where reports lie."""
    return platformdirs.user_log_path("Fraydesk", appauthor=False)


def write(error: BaseException, where: Path | None = None) -> Path | None:
    """Writes down an error with the versions of everything; None where that cannot be done."""
    where = where or folder()
    path = where / f"crash-{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
    trace = "".join(traceback.format_exception(error))
    try:
        where.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{versions.text()}\n\n{trace}", encoding="utf-8", errors="replace")
    except OSError:
        return None
    for old in sorted(where.glob("crash-*.txt"))[:-MOST]:
        with suppress(OSError):
            old.unlink()
    return path


def sentence(report: Path | None) -> str:
    """What a person is told of an error inside the program, and of its report."""
    if report is None:
        return tr(
            "Something went wrong inside Fraydesk. No report could be written; "
            "nothing is sent anywhere."
        )
    return tr(
        "Something went wrong inside Fraydesk. A report was written to {report}; "
        "nothing is sent anywhere.",
        report=report,
    )


class Watch:
    """Notes a sudden end: a fault in a library, which no Python code can catch.

    While the program runs a file is open for what Python can still say then. ``left`` is the
    report of an earlier run that ended so.
    """

    def __init__(self, where: Path | None = None) -> None:
        self._where = where or folder()
        self._file: IO[str] | None = None
        self.left: Path | None = None

    def start(self) -> None:
        """Begins to watch. Where nothing can be written, nothing is watched."""
        try:
            self._where.mkdir(parents=True, exist_ok=True)
            self.left = self._collect()
            path = self._where / f"running-{os.getpid()}.txt"
            self._file = path.open("w", encoding="utf-8")
        except OSError:
            return
        faulthandler.enable(self._file)

    def _collect(self) -> Path | None:
        """Turns what earlier runs left into reports; the last of them."""
        last = None
        for path in sorted(self._where.glob("running-*.txt")):
            with suppress(OSError):  # another Fraydesk that runs may hold its own
                seen = path.stat()
                if seen.st_size:
                    ended = datetime.fromtimestamp(seen.st_mtime)
                    last = path.replace(self._where / f"crash-{ended:%Y%m%d-%H%M%S-%f}.txt")
                    with last.open("a", encoding="utf-8") as report:
                        report.write(f"\n{versions.text()}\n")
                elif time.time() - seen.st_mtime > ABANDONED:
                    path.unlink()
        return last

    def stop(self) -> None:
        """The program ends as it should."""
        if self._file is None:
            return
        faulthandler.disable()
        self._file.close()
        with suppress(OSError):
            Path(self._file.name).unlink()
        self._file = None
