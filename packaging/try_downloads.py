"""Starts every download in dist/ that this system can start, as a person would.

    python3 packaging/try_downloads.py

Unpacks the archives, mounts the disk image, installs with the installer, has each program test
itself, and leaves nothing behind. try_deb.sh does the same for the .deb.
"""

import ctypes
import plistlib
import shutil
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

DIST = Path(__file__).resolve().parent.parent / "dist"

SILENT = ("/VERYSILENT", "/SUPPRESSMSGBOXES", "/NORESTART")

PATIENCE = 120
"""Seconds until an uninstaller, which goes on by itself, must have ended."""


def start(*command: str | Path) -> None:
    """Runs a program. Raises CalledProcessError where it fails."""
    subprocess.run(command, check=True)


def selftest(program: Path) -> None:
    screen = ["xvfb-run", "-a"] if shutil.which("xvfb-run") else []
    start(*screen, program, "--selftest")


# Linux


def linux(folder: Path) -> Iterator[str]:
    for archive in DIST.glob("*.tar.xz"):
        with tarfile.open(archive) as opened:
            opened.extractall(folder, filter="data")
        (program,) = folder.glob("fraydesk-*/fraydesk")
        selftest(program)
        yield archive.name
    for image in DIST.glob("*.AppImage"):
        image.chmod(0o755)
        selftest(image)
        yield image.name


# macOS


def macos(folder: Path) -> Iterator[str]:
    for image in DIST.glob("*.dmg"):
        mounted = folder / "image"
        start("hdiutil", "attach", "-nobrowse", "-readonly", "-mountpoint", mounted, image)
        try:
            expect((mounted / "Applications").is_symlink(), "Applications lies beside it")
            application = folder / "Fraydesk.app"  # as it is dragged out of the image
            shutil.copytree(mounted / application.name, application, symlinks=True)
        finally:
            start("hdiutil", "detach", mounted)
        start("codesign", "--verify", "--deep", "--strict", application)
        told = plistlib.loads((application / "Contents" / "Info.plist").read_bytes())
        for language in told["CFBundleLocalizations"]:
            names = application / "Contents" / "Resources" / f"{language}.lproj"
            expect(language == "en" or names.is_dir(), f"names in {language}")
        selftest(application / "Contents" / "MacOS" / "fraydesk")
        yield image.name


# Windows


def windows(folder: Path) -> Iterator[str]:
    if sys.platform != "win32":
        return
    for archive in DIST.glob("*.zip"):
        with zipfile.ZipFile(archive) as opened:
            opened.extractall(folder)
        (unpacked,) = folder.glob("fraydesk-*")
        try_both(unpacked)
        yield archive.name
    for setup in DIST.glob("*-setup.exe"):
        home = folder / "installed here"
        whom = "/ALLUSERS" if ctypes.windll.shell32.IsUserAnAdmin() else "/CURRENTUSER"
        install = (setup, *SILENT, whom, f"/DIR={home}")
        start(*install)
        try_both(home)
        expect(str(home) in opens_campaigns(), "a campaign opens with what was installed")
        try_update(home, install)
        start(home / "unins000.exe", *SILENT)
        wait_until_gone(home)
        expect(not opens_campaigns(), "nothing is left of the file type")
        yield setup.name


def try_both(home: Path) -> None:
    """The one without a console says nothing, and tells by its status."""
    for name in ("fraydesk.com", "fraydesk.exe"):
        selftest(home / name)


def try_update(home: Path, install: tuple[str | Path, ...]) -> None:
    """While the program runs, an update changes nothing; when it has ended, it is installed."""
    example = next((home / "_internal" / "resources" / "examples").glob("*.json"))
    busy: list[str | Path] = [
        home / "fraydesk.com",
        "simulate",
        example,
        "--fights",
        "10000000",
        "--workers",
        "1",
    ]
    before = sorted(home.rglob("*"))
    with subprocess.Popen(busy, stderr=subprocess.DEVNULL) as running:
        try:
            time.sleep(5)
            expect(running.poll() is None, "the program runs")
            refused = subprocess.run(install, check=False).returncode
        finally:
            running.kill()
    expect(refused != 0, "an update is refused while the program runs")
    expect(sorted(home.rglob("*")) == before, "and has deleted nothing")
    start(*install)


def opens_campaigns() -> str:
    """The command that Windows calls for a campaign; nothing where it knows of none."""
    if sys.platform != "win32":
        return ""
    import winreg

    try:
        kind = winreg.QueryValue(winreg.HKEY_CLASSES_ROOT, ".fray")
        return winreg.QueryValue(winreg.HKEY_CLASSES_ROOT, rf"{kind}\shell\open\command")
    except FileNotFoundError:
        return ""


def wait_until_gone(home: Path) -> None:
    end = time.monotonic() + PATIENCE
    while home.exists():
        expect(time.monotonic() < end, f"uninstalled; left: {list(home.rglob('*'))[:9]}")
        time.sleep(0.5)


def expect(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(f"not so: {what}")


def main() -> int:
    ways = {"win32": windows, "darwin": macos}
    with TemporaryDirectory(prefix="fraydesk-try-") as folder:
        tried = []
        for name in ways.get(sys.platform, linux)(Path(folder).resolve()):
            print(f"{name}: starts and works", flush=True)
            tried.append(name)
    if not tried:
        print(f"Nothing in {DIST} can be tried on this system.", file=sys.stderr)
    return 0 if tried else 1


if __name__ == "__main__":
    sys.exit(main())
