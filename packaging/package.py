"""Makes what people download from the folder that `dev.py build` wrote.

    python3 packaging/dev.py package

| Linux | .tar.xz; .deb where dpkg-deb is; AppImage where appimagetool is |
| Windows | .zip; an installer where Inno Setup's iscc is |
| macOS | .dmg |

and SHA256SUMS, all in dist/. Every file gets the date of the source, so the same source gives the
same bytes.
"""

import gzip
import hashlib
import io
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import textwrap
import time
import tomllib
import zipfile
from argparse import Action, ArgumentParser, _SubParsersAction
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import changes
import icons

from desktop import cli
from desktop.rules import systems

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
BUILT = DIST / "fraydesk"
STAGE = ROOT / "build" / "package"
TEMPLATES = ROOT / "packaging" / "linux"

PROJECT: Mapping[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
VERSION: str = PROJECT["version"]
URL: str = PROJECT["urls"]["Homepage"]
EPOCH = int(os.environ["SOURCE_DATE_EPOCH"])
RELEASES = changes.releases(changes.LOG.read_text("utf-8"))
DATE = next(
    (release.date for release in RELEASES if release.version == VERSION),
    time.strftime("%Y-%m-%d", time.gmtime(EPOCH)),
)
MAINTAINER = "Fraydesk <fraydesk@users.noreply.github.com>"

SUMMARY = "game master's desk: sheets, catalogues, and fights by the rules"

BUSY = (5, 15, 45, 0)
"""Seconds after each try to make a disk image: macOS may be looking through it for viruses."""

DEBIAN = {"x86_64": "amd64", "aarch64": "arm64"}


# What stands around the program on a Linux desktop


def chosen() -> "_SubParsersAction[ArgumentParser]":
    """Where the command line chooses among its commands."""
    (found,) = (a for a in cli.parser()._actions if isinstance(a, _SubParsersAction))
    return found


def commands() -> dict[str, str]:
    """What the command line can do, with one line about each, as the program itself says it."""
    return {choice.dest: choice.help or "" for choice in chosen()._choices_actions}


def options(command: str) -> list[Action]:
    """The words that a command knows besides the file it is given; each knows ``--help``."""
    return [a for a in chosen().choices[command]._actions if a.option_strings and a.dest != "help"]


def filled(name: str, listed: str = "", of_each: str = "") -> str:
    """A template with the version, the date, the systems and the commands of this source."""
    values = {
        "VERSION": VERSION,
        "DATE": DATE,
        "URL": URL,
        "SYSTEMS": ", ".join(systems().titles().values()),
        "WORDS": " ".join(commands()),
        "COMMANDS": listed,
        "OPTIONS": of_each,
    }
    text = (TEMPLATES / name).read_text("utf-8")
    return re.sub(r"@([A-Z]+)@", lambda found: values[found[1]], text)


def man_page() -> str:
    lines = []
    for name, about in commands().items():
        given = chosen().choices[name]._get_positional_actions()[0].metavar
        lines += [f'.TP\n.BI {roff(name)} " {given}"', roff(about)]
        if options(name):
            lines += [".RS", *map(man_option, options(name)), ".RE"]
    return filled("fraydesk.1", "\n".join(lines))


def man_option(option: Action) -> str:
    value = "|".join(option.choices or ()) or option.metavar or ""
    if option.nargs == 0:
        value = ""
    shown = f'.BI {roff(option.option_strings[0])} " {roff(str(value))}"'
    return f".TP\n{shown}\n{roff(option.help or '')}".rstrip()


def roff(text: str) -> str:
    return text.replace("\\", r"\e").replace("-", r"\-")


def bash() -> str:
    lines = [
        f"            {name}) words=$(printf '%s\\n' {' '.join(flags(name))}) ;;"
        for name in commands()
        if options(name)
    ]
    return filled("fraydesk.bash", of_each="\n".join(lines))


def flags(command: str) -> list[str]:
    return [option.option_strings[0] for option in options(command)]


def zsh() -> str:
    listed = [f"  {quoted(f'{name}:{about}')}" for name, about in commands().items()]
    of_each = []
    for name in commands():
        words = [zsh_option(option) for option in options(name)]
        if words:
            of_each.append(f"        {name}) taken=({' '.join(words)}) ;;")
    return filled("_fraydesk.zsh", "\n".join(listed), "\n".join(of_each))


def zsh_option(option: Action) -> str:
    about = f"[{option.help.replace('[', '(').replace(']', ')')}]" if option.help else ""
    what = "_files" if option.type is Path else f"({' '.join(option.choices or ())})"
    value = "" if option.nargs == 0 else f":{option.dest}:{what}"
    return quoted(f"{option.option_strings[0]}{about}{value}")


def fish() -> str:
    listed = [
        f"complete -c fraydesk -n __fish_use_subcommand -a {name} -d {quoted(about)}"
        for name, about in commands().items()
    ]
    for name in commands():
        for option in options(name):
            line = f"complete -c fraydesk -n '__fish_seen_subcommand_from {name}'"
            line += f" -l {option.option_strings[0].removeprefix('--')}"
            line += "" if option.nargs == 0 else " -r"
            line += f" -f -a {quoted(' '.join(option.choices))}" if option.choices else ""
            listed.append(f"{line} -d {quoted(option.help)}" if option.help else line)
    return filled("fraydesk.fish", "\n".join(listed))


def quoted(text: str) -> str:
    """One word for a shell."""
    return "'" + text.replace("'", r"'\''") + "'"


def stage_share(share: Path) -> None:
    """Desktop entry, file type, icons, man page, completions and metadata under ``share``."""
    texts = {
        "applications/fraydesk.desktop": filled("fraydesk.desktop"),
        "mime/packages/fraydesk.xml": filled("fraydesk.xml"),
        "metainfo/io.github.fraydesk.fraydesk.metainfo.xml": filled(
            "io.github.fraydesk.fraydesk.metainfo.xml"
        ),
        "bash-completion/completions/fraydesk": bash(),
        "zsh/vendor-completions/_fraydesk": zsh(),
        "fish/vendor_completions.d/fraydesk.fish": fish(),
        "doc/fraydesk/copyright": filled("copyright") + mit(),
        "lintian/overrides/fraydesk": filled("lintian-overrides"),
    }
    for name, text in texts.items():
        write(share / name, text.encode())
    packed = {
        "man/man1/fraydesk.1.gz": man_page(),
        "doc/fraydesk/changelog.gz": changes.debian(RELEASES, MAINTAINER),
    }
    for name, text in packed.items():
        # Without a moment: what is packed tells nothing but what it says.
        write(share / name, gzip.compress(text.encode(), 9, mtime=0))
    for size, picture in icons.draw(STAGE / "icons").items():
        write(share / f"icons/hicolor/{size}x{size}/apps/fraydesk.png", picture.read_bytes())
    write(share / "icons/hicolor/scalable/apps/fraydesk.svg", icons.MARK.read_bytes())


def mit() -> str:
    """Our licence as Debian wants it: each line a space in, empty ones a full stop."""
    lines = (ROOT / "LICENSE").read_text("utf-8").strip().splitlines()
    return "".join(f" {line or '.'}\n" for line in lines)


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


# Linux


def linux() -> Iterator[Path]:
    machine = platform.machine()
    home = fresh(STAGE / "tar" / f"fraydesk-{VERSION}")
    copy_program(home)
    stage_share(home / "share")
    yield tar_xz(home, DIST / f"fraydesk-{VERSION}-linux-{machine}.tar.xz")
    if shutil.which("dpkg-deb") and shutil.which("dpkg-shlibdeps"):
        yield deb(DIST / f"fraydesk_{VERSION}_{DEBIAN[machine]}.deb", DEBIAN[machine])
    else:
        print("No .deb: dpkg-deb and dpkg-shlibdeps are not here.")
    if shutil.which("appimagetool"):
        yield appimage(DIST / f"Fraydesk-{VERSION}-{machine}.AppImage", machine)
    else:
        print("No AppImage: appimagetool is not here.")


def tar_xz(folder: Path, target: Path) -> Path:
    """The folder in one file, owned by nobody in particular."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = EPOCH
        return entry

    with tarfile.open(target, "w:xz", preset=9, format=tarfile.PAX_FORMAT) as archive:
        archive.add(folder, folder.name, recursive=False, filter=plain)
        for path in sorted(folder.rglob("*")):
            name = f"{folder.name}/{path.relative_to(folder)}"
            archive.add(path, name, recursive=False, filter=plain)
    return target


def deb(target: Path, architecture: str) -> Path:
    """A Debian package: the program in /usr/lib/fraydesk, what it asks for computed from it."""
    root = fresh(STAGE / "deb")
    program = root / "usr/lib/fraydesk"
    copy_program(program)
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/fraydesk").symlink_to("../lib/fraydesk/fraydesk")
    stage_share(root / "usr/share")
    size = sum(f.stat().st_size for f in root.rglob("*") if f.is_file() and not f.is_symlink())
    fields = {
        "Package": "fraydesk",
        "Version": VERSION,
        "Architecture": architecture,
        "Maintainer": MAINTAINER,
        "Installed-Size": str(size // 1024 + 1),
        **dependencies(program),
        "Section": "misc",
        "Priority": "optional",
        "Homepage": URL,
        "Description": f"{SUMMARY}\n {described()}",
    }
    control = "".join(f"{name}: {value}\n" for name, value in fields.items() if value)
    write(root / "DEBIAN/control", control.encode())
    sums = [
        f"{hashlib.md5(path.read_bytes(), usedforsecurity=False).hexdigest()}  "
        f"{path.relative_to(root)}\n"
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink() and "DEBIAN" not in path.parts
    ]
    write(root / "DEBIAN/md5sums", "".join(sums).encode())
    date_everything(root)
    # One thread: how many there are decides where xz cuts its blocks.
    words = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z9", "--threads-max=1", "--build"]
    subprocess.run([*words, root, target], check=True, stdout=subprocess.DEVNULL)
    return target


def described() -> str:
    rule_systems = f"Rule systems: {', '.join(systems().titles().values())}."
    return (
        "Character sheets, catalogues of weapons and armour, encounters, and a combat\n"
        " panel that knows the rules, tells the exact odds before each roll and can\n"
        " undo every step. Works without a network; one campaign is one file.\n"
        f" .\n{textwrap.fill(rule_systems, 76, initial_indent=' ', subsequent_indent=' ')}"
    )


def dependencies(program: Path) -> dict[str, str]:
    """Debian's packages this binary asks for; what only printing asks for is recommended.

    Those whose libraries it brings along are left out: its licences have a folder of their name.
    """
    work = fresh(STAGE / "shlibdeps")
    write(work / "debian/control", b"Source: fraydesk\n\nPackage: fraydesk\nArchitecture: any\n")
    needs: list[Path] = []
    recommended: list[Path] = []
    for path in sorted(program.rglob("*")):
        if path.is_file() and not path.is_symlink() and is_elf(path):
            (recommended if "/printsupport/" in str(path) else needs).append(path)
    folders = {str(path.parent) for path in needs}
    words = ["dpkg-shlibdeps", "-O", "--ignore-missing-info", "--warnings=0"]
    words += [f"-l{folder}" for folder in sorted(folders)]
    words += ["-dRecommends", *map(str, recommended), "-dDepends", *map(str, needs)]
    said = subprocess.run(words, cwd=work, capture_output=True, text=True, check=False)
    if said.returncode:
        raise RuntimeError(f"dpkg-shlibdeps: {said.stderr.strip()}")
    lines = said.stdout.splitlines()
    found = dict(line.removeprefix("shlibs:").split("=", 1) for line in lines)
    ours = {folder.name for folder in (program / "_internal/licences").iterdir()}
    return {
        name: ", ".join(
            asked for asked in found.get(name, "").split(", ") if asked.split(" ")[0] not in ours
        )
        for name in ("Depends", "Recommends")
    }


def is_elf(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def appimage(target: Path, machine: str) -> Path:
    """One file that starts where it lies."""
    root = fresh(STAGE / "Fraydesk.AppDir")
    copy_program(root / "usr/lib/fraydesk")
    stage_share(root / "usr/share")
    for name in ("applications/fraydesk.desktop", "icons/hicolor/256x256/apps/fraydesk.png"):
        shutil.copy(root / "usr/share" / name, root)
    (root / "AppRun").symlink_to("usr/lib/fraydesk/fraydesk")
    date_everything(root)
    subprocess.run(
        ["appimagetool", "--no-appstream", root, target],
        env={**os.environ, "ARCH": machine},
        check=True,
    )
    return target


# Windows and macOS


def windows() -> Iterator[Path]:
    machine = platform.machine().lower().replace("amd64", "x86_64")
    yield zipped(BUILT, DIST / f"fraydesk-{VERSION}-windows-{machine}.zip")
    compiler = inno_setup()
    if compiler:
        name = f"fraydesk-{VERSION}-windows-{machine}-setup"
        icons.draw(STAGE / "icons")
        words = [compiler, "/Qp", f"/DVersion={VERSION}", f"/DUrl={URL}", f"/DSource={BUILT}"]
        words += [f"/DIcon={STAGE / 'icons' / 'fraydesk.ico'}", f"/O{DIST}", f"/F{name}"]
        subprocess.run([*words, ROOT / "packaging/windows/fraydesk.iss"], check=True)
        yield DIST / f"{name}.exe"
    else:
        print("No installer: Inno Setup's iscc is not here.")


def inno_setup() -> str | None:
    """The compiler of Inno Setup: on the path, or where its own installer puts it."""
    usual = Path(os.environ.get("PROGRAMFILES(X86)", ""), "Inno Setup 6", "ISCC.exe")
    return shutil.which("iscc") or (str(usual) if usual.is_file() else None)


def zipped(folder: Path, target: Path) -> Path:
    """The folder in one .zip, every file with the date of the source."""
    date = time.gmtime(EPOCH)[:6]
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = f"fraydesk-{VERSION}/{path.relative_to(folder).as_posix()}"
                entry = zipfile.ZipInfo(name, date)
                entry.compress_type = zipfile.ZIP_DEFLATED
                entry.external_attr = 0o644 << 16
                archive.writestr(entry, path.read_bytes())
    return target


def macos() -> Iterator[Path]:
    target = DIST / f"Fraydesk-{VERSION}-macos-{platform.machine()}.dmg"
    root = fresh(STAGE / "dmg")
    shutil.copytree(DIST / "Fraydesk.app", root / "Fraydesk.app", symlinks=True)
    (root / "Applications").symlink_to("/Applications")
    words = ["hdiutil", "create", "-volname", "Fraydesk", "-format", "ULFO", "-srcfolder"]
    for pause in BUSY:
        target.unlink(missing_ok=True)
        if subprocess.run([*words, root, target], check=False).returncode == 0:
            break
        time.sleep(pause)
    else:
        raise RuntimeError("hdiutil made no image; what it said stands above")
    yield target


# What all of them share


def fresh(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def copy_program(target: Path) -> None:
    """What was built; the program may be started, everything may be read."""
    shutil.copytree(BUILT, target, symlinks=True, dirs_exist_ok=True)
    for path in target.rglob("*"):
        if path.is_symlink():
            continue
        runs = path.is_dir() or path == target / "fraydesk"
        path.chmod(0o755 if runs else 0o644)


def date_everything(folder: Path) -> None:
    for path in [folder, *folder.rglob("*")]:
        os.utime(path, (EPOCH, EPOCH), follow_symlinks=False)


def sums(files: list[Path]) -> None:
    """SHA256SUMS, as `sha256sum --check` reads it."""
    lines = io.StringIO()
    for file in sorted(files):
        with file.open("rb") as opened:
            lines.write(f"{hashlib.file_digest(opened, 'sha256').hexdigest()}  {file.name}\n")
    (DIST / "SHA256SUMS").write_text(lines.getvalue(), encoding="utf-8", newline="\n")


def main() -> int:
    os.umask(0o022)
    ways = {"win32": windows, "darwin": macos}
    made = []
    for file in ways.get(sys.platform, linux)():
        print(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB", flush=True)
        made.append(file)
    sums(made)
    return 0


if __name__ == "__main__":
    sys.exit(main())
