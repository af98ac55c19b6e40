"""Steps of the set-up: each runs a program, tells how far it is, and keeps a log of its words."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

Command = Sequence[str | Path]

OFTEN = 0.5
"""Seconds between two looks at a step, and between two figures on a terminal."""

SELDOM = 15.0
"""Seconds between two lines where the output goes to a file."""

WIDTH = 79
"""Letters of a line on a terminal."""

NO_WAY_OUT = (
    "NewConnectionError",
    "Failed to establish a new connection",
    "Temporary failure in name resolution",
    "Temporary failure resolving",
    "Name or service not known",
    "Network is unreachable",
    "Could not resolve",
    "dns error",
    "error sending request",
    "Connection refused",
    "ConnectTimeoutError",
    "ProxyError",
)
"""What pip, uv, apt, dnf and pacman say when there is no network."""

NOT_TRUSTED = ("CERTIFICATE_VERIFY_FAILED", "invalid peer certificate")
"""What pip and uv say when somebody stands between them and the package index."""


class CannotStart(Exception):
    """What is missing, as one line for the person at the keyboard."""


class Steps:
    """Runs programs in one folder, with one environment, into one log."""

    def __init__(self, folder: Path, log: Path, environment: dict[str, str]) -> None:
        self.folder, self.log, self.environment = folder, log, environment

    def call(self, command: Command) -> int:
        """Runs a program that speaks for itself, and waits for its exit status."""
        return subprocess.call(command, cwd=self.folder, env=self.environment)

    def run(self, what: str, command: Command, size: Callable[[], str] = str) -> None:
        """Runs one step. Its words go to the log, how far it is to the screen.

        ``size`` says how much there is by now. Raises CannotStart in plain words when it fails.
        """
        with self.log.open("ab") as log:
            log.write(f"\n== {what}: {' '.join(map(str, command))}\n".encode())
            log.flush()
            begun = log.tell()
            running = subprocess.Popen(
                command,
                cwd=self.folder,
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
            try:
                status = watch(running, what, size)
            except BaseException:
                running.terminate()
                running.wait()
                raise
        if status:
            raise CannotStart(self.failure(what, status, begun))

    def failure(self, what: str, status: int, begun: int) -> str:
        """Why a step failed: no network in plain words, else its own last words."""
        with self.log.open("rb") as log:
            log.seek(begun)
            said = log.read().decode("utf-8", "replace")
        if any(sign in said for sign in NO_WAY_OUT):
            return (
                f"{what} failed: there is no way to the network. Check the connection, or the "
                f"proxy, and try again. All that was said: {self.log}"
            )
        if any(sign in said for sign in NOT_TRUSTED):
            return (
                f"{what} failed: the package index's certificate is not trusted here. Behind a "
                f"firm's proxy, name its certificate in PIP_CERT (or SSL_CERT_FILE for uv) and try "
                f"again. All that was said: {self.log}"
            )
        last = [line.strip() for line in said.splitlines() if line.strip()][-3:]
        return f"{what} failed with status {status}: {' / '.join(last)}. The whole log: {self.log}"


def watch(running: "subprocess.Popen[bytes]", what: str, size: Callable[[], str]) -> int:
    """Tells how long a program runs and how much there is, until it ends; its exit status.

    On the standard error, for what `run` prints may go to a file.
    """
    started = told = time.monotonic()
    terminal = sys.stderr.isatty()
    print(f"{what} …", end="" if terminal else "\n", file=sys.stderr, flush=True)
    while True:
        try:
            status = running.wait(OFTEN)
            break
        except subprocess.TimeoutExpired:
            now = time.monotonic()
            if terminal or now - told >= SELDOM:
                told = now
                show(f"{what} … {now - started:.0f} s{size()}", terminal)
    ended = "done" if status == 0 else "failed"
    show(f"{what} {ended} in {time.monotonic() - started:.0f} s{size()}", terminal)
    if terminal:
        print(file=sys.stderr)
    return status


def show(text: str, terminal: bool) -> None:
    """One line: written over the one before on a terminal, under it in a file."""
    if terminal:
        # With spaces to the end: consoles of Windows know no sign that clears a line.
        print(f"\r{text:<{WIDTH}}", end="", file=sys.stderr, flush=True)
    else:
        print(text, file=sys.stderr, flush=True)


def megabytes(folder: Path) -> float:
    """What the files of a folder take, in millions of bytes."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            file = Path(place, name)
            if not file.is_symlink():
                try:
                    total += file.stat().st_size
                except OSError:  # a file that pip has just moved away
                    continue
    return total / 1e6
