"""What stands around the program in a package: filled templates, archives, checksums."""

import configparser
import gzip
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from desktop import cli
from desktop.library.schema import APPLICATION_ID
from desktop.rules import systems

DATE = "1700000000"

INSTALLER = Path(__file__).resolve().parents[2] / "packaging" / "windows" / "fraydesk.iss"


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[ModuleType]:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", DATE)
    sys.modules.pop("package", None)
    import package

    monkeypatch.setattr(package, "STAGE", tmp_path / "stage")
    monkeypatch.setattr(package, "DIST", tmp_path)
    yield package
    sys.modules.pop("package", None)


@pytest.fixture
def share(package: ModuleType, tmp_path: Path, qapp: object) -> Path:
    folder = tmp_path / "share"
    package.stage_share(folder)
    return folder


def test_nothing_is_left_to_fill_in(share: Path) -> None:
    pictures = (".gz", ".png", ".svg")
    texts = [path for path in share.rglob("*") if path.is_file() and path.suffix not in pictures]
    assert len(texts) == 8
    for path in texts:
        assert "@" not in path.read_text("utf-8").replace("fraydesk@users", "")


def test_the_file_type_knows_a_campaign_by_its_first_bytes(share: Path, tmp_path: Path) -> None:
    from desktop.library.campaign import Campaign

    Campaign.create(tmp_path / "Any.fray", "Any").close()
    head = (tmp_path / "Any.fray").read_bytes()[:100]
    space = {"mime": "http://www.freedesktop.org/standards/shared-mime-info"}
    type_ = ET.parse(share / "mime/packages/fraydesk.xml").getroot().find("mime:mime-type", space)
    assert type_ is not None
    matches = list(type_.iter(f"{{{space['mime']}}}match"))
    assert len(matches) == 2
    for match in matches:
        value = match.attrib["value"].replace("\\000", "\0").encode()
        offset = int(match.attrib["offset"])
        assert head[offset : offset + len(value)] == value
    assert matches[1].attrib["value"].encode() == APPLICATION_ID.to_bytes(4)
    magic = type_.find("mime:magic", space)
    assert magic is not None
    assert int(magic.attrib["priority"]) > 50  # which is what plain SQLite has


def test_the_desktop_entry_opens_a_file_of_that_type(share: Path) -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(share / "applications/fraydesk.desktop", "utf-8")
    main = entry["Desktop Entry"]
    assert main["exec"] == "fraydesk %f"
    assert "application/vnd.fraydesk.campaign" in main["mimetype"]
    assert main["terminal"] == "false"


def test_man_page_and_completions_tell_every_command(share: Path) -> None:
    page = gzip.decompress((share / "man/man1/fraydesk.1.gz").read_bytes()).decode()
    for completion in (
        "bash-completion/completions/fraydesk",
        "zsh/vendor-completions/_fraydesk",
        "fish/vendor_completions.d/fraydesk.fish",
    ):
        text = (share / completion).read_text("utf-8")
        assert all(name in text for name in cli.COMMANDS)
        assert "selftest" in text
        assert "paper" in text
    plain = page.replace("\\-", "-")
    assert all(f".BI {name} " in plain for name in cli.COMMANDS)
    assert '.BI --paper " a4|letter|a5|3x5"' in plain


def test_every_system_is_named(share: Path) -> None:
    text = (share / "metainfo/io.github.fraydesk.fraydesk.metainfo.xml").read_text("utf-8")
    assert all(rules.title in text for rules in systems().values())
    ET.fromstring(text.encode())


@pytest.mark.skipif(sys.platform == "win32", reason="bash is the system's own elsewhere")
def test_bash_completes_commands_campaigns_and_options(share: Path, tmp_path: Path) -> None:
    (tmp_path / "My first.fray").touch()
    (tmp_path / "notes.txt").touch()

    def complete(*words: str) -> set[str]:
        script = (
            f"source {share / 'bash-completion/completions/fraydesk'}; compopt() {{ :; }};"
            f"COMP_WORDS=({' '.join(words)} ''); COMP_CWORD={len(words)}; _fraydesk;"
            'printf "%s\\n" "${COMPREPLY[@]}"'
        )
        done = subprocess.run(
            ["bash", "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return set(done.stdout.splitlines())

    first = complete("fraydesk")
    assert {*cli.COMMANDS, "--version", "My first.fray"} <= first
    assert "notes.txt" not in first
    assert {"--json", "--help", "notes.txt"} <= complete("fraydesk", "run")
    assert {"--output", "--paper"} <= complete("fraydesk", "print")
    assert "--json" not in complete("fraydesk", "print")


def test_an_archive_is_the_same_whenever_it_is_made(package: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / "fraydesk-1"
    folder.mkdir()
    (folder / "fraydesk").write_text("#!/bin/sh\n")
    (folder / "fraydesk").chmod(0o755)
    made = []
    for seconds in (1_600_000_000, 1_800_000_000):
        os.utime(folder / "fraydesk", (seconds, seconds))
        for write, name in ((package.tar_xz, "a.tar.xz"), (package.zipped, "a.zip")):
            made.append(write(folder, tmp_path / name).read_bytes())
    assert made[0] == made[2]
    assert made[1] == made[3]
    with tarfile.open(tmp_path / "a.tar.xz") as archive:
        assert archive.getmember("fraydesk-1/fraydesk").mtime == int(DATE)
        assert sys.platform == "win32" or archive.getmember("fraydesk-1/fraydesk").mode & 0o111
    with zipfile.ZipFile(tmp_path / "a.zip") as zipped:
        assert zipped.namelist() == [f"fraydesk-{package.VERSION}/fraydesk"]


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in is a script for sh")
@pytest.mark.parametrize("failures", [0, 2, 9])
def test_a_disk_image_that_is_busy_is_tried_again(
    package: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    tries = tmp_path / "tries"
    tool = tmp_path / "bin" / "hdiutil"
    tool.parent.mkdir()
    tool.write_text(
        f"#!/bin/sh\necho x >> {tries}\n"
        f'[ "$(wc -l < {tries})" -gt {failures} ] || exit 1\n'
        'for last; do :; done; echo image > "$last"\n'
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tool.parent}:{os.environ['PATH']}")
    monkeypatch.setattr(package, "BUSY", (0, 0, 0))
    (tmp_path / "Fraydesk.app").mkdir()
    if failures > 2:
        with pytest.raises(RuntimeError, match="no image"):
            list(package.macos())
    else:
        (made,) = package.macos()
        assert made.read_text() == "image\n"
        assert made.suffix == ".dmg"
    assert len(tries.read_text().split()) == min(failures + 1, 3)


def test_checksums_are_written_as_sha256sum_reads_them(package: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "a.deb"
    file.write_bytes(b"abc")
    package.sums([file])
    assert (tmp_path / "SHA256SUMS").read_text() == f"{hashlib.sha256(b'abc').hexdigest()}  a.deb\n"


@pytest.mark.skipif(
    not (shutil.which("dpkg-deb") and shutil.which("dpkg-shlibdeps")), reason="no Debian tools"
)
def test_a_deb_is_the_same_whenever_it_is_made_and_asks_for_what_it_needs(
    package: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: object
) -> None:
    built = tmp_path / "built"
    (built / "_internal" / "licences").mkdir(parents=True)
    shutil.copy("/bin/ls", built / "fraydesk")
    shutil.copy("/bin/ls", built / "_internal" / "libone.so")
    monkeypatch.setattr(package, "BUILT", built)
    made = [package.deb(tmp_path / f"{n}.deb", "amd64").read_bytes() for n in (1, 2)]
    assert made[0] == made[1]

    def asked(*words: str) -> str:
        words = ("dpkg-deb", *words)
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout

    fields = asked("--field", str(tmp_path / "1.deb"))
    assert "libc6" in fields
    assert "libselinux1" in fields
    listed = asked("--contents", str(tmp_path / "1.deb"))
    assert "./usr/bin/fraydesk -> ../lib/fraydesk/fraydesk" in listed
    assert "./usr/share/doc/fraydesk/changelog.gz" in listed
    modes = {line.split("./")[-1]: line[:10] for line in listed.splitlines()}
    assert modes["usr/lib/fraydesk/fraydesk"] == "-rwxr-xr-x"
    assert modes["usr/lib/fraydesk/_internal/libone.so"] == "-rw-r--r--"
    assert "root/root" in listed
    (built / "_internal" / "licences" / "libselinux1").mkdir()
    assert "libselinux1" not in package.dependencies(built)["Depends"]


def test_the_installer_for_windows_waits_for_what_the_program_holds() -> None:
    import launch

    setup = configparser.ConfigParser(interpolation=None, strict=False, comment_prefixes=(";",))
    setup.read_string(INSTALLER.read_text("utf-8").split("[Languages]")[0])
    assert setup["Setup"]["AppMutex"] == launch.RUNNING
