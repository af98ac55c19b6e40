"""The licence texts of everything a binary brings along, for its folder ``licences``.

Python packages carry theirs in their metadata, Debian's libraries under /usr/share/doc. What brings
no text of its own has it in ``packaging/licences``: Qt, ICU, the GNU licences; by SPDX identifier
those of Rust's crates (``crates``), which a package with a part in Rust lists in its metadata; and
of a package's data (``typst``: letters, hyphenation, styles, syntaxes).
"""

import json
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ROOT / "packaging" / "licences"
TEXT = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS)", re.IGNORECASE)

QT = ("PySide6_Essentials", "shiboken6")
"""Under the LGPL, whose text lies with ours."""

Files = list[tuple[str, str]]
"""Where each file goes, as a folder in the binary, and where it lies, as PyInstaller wants it."""


class Part(NamedTuple):
    """Of what the binary is made. ``kind`` is that of a package URL, ``licence`` in SPDX words."""

    name: str
    version: str
    texts: Sequence[Path] = ()
    kind: str = ""
    licence: str = ""
    author: str = ""

    def purl(self) -> PackageURL | None:
        kind, _, namespace = self.kind.partition("/")
        return (
            PackageURL(kind, namespace or None, self.name, self.version or None) if kind else None
        )


INSIDE = {
    "typst": Part("hyph-sk", "2.0", [TEXTS / "GPL-3.0.txt"], "generic", "GPL-2.0-or-later"),
}
"""Data inside a package under a licence that neither it nor its crates have: hypher says that its
patterns are all under permissive licences, but the head of the Slovak ones offers the GPL alone."""


def collect(modules: Iterable[str], libraries: Iterable[Path], work: Path) -> Files:
    """The texts for these Python modules and shared libraries, and an overview of them.

    ``work`` is a folder for what is written here. Raises RuntimeError for a package without a text.
    """
    ours = distribution("fraydesk").version
    parts = [
        Part("Fraydesk", ours, [ROOT / "LICENSE"], licence="MIT"),
        Part("Python", sys.version.split()[0], [python_text()], licence="PSF-2.0"),
        Part("ICU", "", [TEXTS / "ICU.txt"], licence="Unicode-3.0"),
    ]
    rust: dict[tuple[str, str], Part] = {}
    for package in packages(modules):
        crates = of_crates(package)
        rust |= {(crate.name, crate.version): crate for crate in crates}
        part = of_package(package)
        if crates:
            listed = work / package.name / "crates.txt"
            listed.parent.mkdir(parents=True, exist_ok=True)
            listed.write_text(crates_told(crates), encoding="utf-8")
            part = part._replace(texts=[*part.texts, listed])
        parts.append(part)
        if package.name in INSIDE:
            parts.append(INSIDE[package.name])
    parts += of_system(libraries)
    overview = work / "README.txt"
    overview.write_text(told(parts), encoding="utf-8")
    made_of = work / "fraydesk.cdx.json"
    made_of.write_text(bill([*parts, *rust.values()]), encoding="utf-8")
    files = [("licences", str(overview)), ("licences", str(made_of))]
    for part in parts:
        files += [(f"licences/{part.name}", str(text)) for text in part.texts]
    texts = {text for crate in rust.values() for text in crate.texts}
    return files + [("licences/crates", str(text)) for text in sorted(texts)]


def packages(modules: Iterable[str]) -> list[Distribution]:
    """The installed packages that these modules come from, but ours."""
    owners = packages_distributions()
    names = {owner for module in modules for owner in owners.get(module.split(".")[0], ())}
    return [distribution(name) for name in sorted(names - {"fraydesk"})]


def of_package(package: Distribution) -> Part:
    """A Python package with its texts, and those of its data that we have."""
    if package.name in QT:
        texts = [TEXTS / "LGPL-3.0.txt", TEXTS / "GPL-3.0.txt"]
    else:
        texts = [
            Path(str(package.locate_file(file)))
            for file in package.files or ()
            if TEXT.match(file.name) and ".dist-info" in str(file)
        ]
    if not texts:
        raise RuntimeError(f"{package.name} brings no licence: add its text to {TEXTS}")
    texts += (TEXTS / package.name).glob("*.txt")
    texts = sorted({text.name: text for text in texts}.values())
    licence = next(iter(package.metadata.get_all("License-Expression") or ()), "")
    return Part(package.name, package.version, texts, "pypi", licence)


def of_crates(package: Distribution) -> list[Part]:
    """What a package's part in Rust is made of, as its own bills of materials list it."""
    found = []
    for file in package.files or ():
        if ".dist-info/sboms/" in file.as_posix():
            for crate in json.loads(file.read_text("utf-8"))["components"]:
                licence = " ".join(crate["licenses"][0]["expression"].split())
                texts = crate_texts(licence)
                if not texts:
                    name = f"{crate['name']} of {package.name}"
                    raise RuntimeError(
                        f"{name} is under {licence}: add a text to {TEXTS / 'crates'}"
                    )
                author = crate.get("author", "its authors")
                found.append(Part(crate["name"], crate["version"], texts, "cargo", licence, author))
    return found


def crate_texts(licence: str) -> list[Path]:
    """The texts of one licence that an SPDX expression offers, of each that it asks for.

    Nothing where we lack a text.
    """
    texts: list[Path] = []
    for asked in licence.replace("(", "").replace(")", "").split(" AND "):
        offers = [
            [TEXTS / "crates" / f"{name}.txt" for name in offer.split(" WITH ")]
            for offer in asked.split(" OR ")
        ]
        ours = next((offer for offer in offers if all(text.exists() for text in offer)), None)
        if ours is None:
            return []
        texts += ours
    return texts


def crates_told(crates: Iterable[Part]) -> str:
    """Each crate with its authors and its licence, whose text is in the folder ``crates``."""
    lines = [
        f"{crate.name} {crate.version}, copyright by {crate.author}: {crate.licence}"
        for crate in crates
    ]
    return "\n".join(["The texts of these licences lie in ../crates.", "", *lines]) + "\n"


def python_text() -> Path:
    """Python's own licence: beside its library, or where Debian keeps it."""
    stdlib = Path(sysconfig.get_path("stdlib"))
    name = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for text in (
        stdlib / "LICENSE.txt",
        Path(sys.base_prefix, "LICENSE.txt"),
        Path("/usr/share/doc", name, "copyright"),
    ):
        if text.exists():
            return text
    raise RuntimeError("Python's LICENSE.txt is missing")


def of_system(libraries: Iterable[Path]) -> Iterator[Part]:
    """Debian's package and its copyright file for every library that comes from the system.

    Raises RuntimeError for one that Debian does not know. Other systems keep no such files.
    """
    if not shutil.which("dpkg"):
        return
    seen: set[str] = set()
    for library in sorted(path.resolve() for path in libraries):
        if not library.is_relative_to("/usr/lib"):
            continue
        # Debian lists some files as they lay before /lib became a part of /usr.
        package = debian_package(library) or debian_package(Path("/", *library.parts[2:]))
        text = Path("/usr/share/doc", package, "copyright")
        if not (package and text.exists()):
            raise RuntimeError(f"{library} is of no Debian package with a licence")
        if package not in seen:
            seen.add(package)
            yield Part(package, debian_version(package), [text], "deb/debian")


def debian_package(file: Path) -> str:
    """The Debian package a file belongs to; empty for a file of none."""
    asked = subprocess.run(["dpkg", "-S", file], capture_output=True, text=True, check=False)
    return asked.stdout.split(":")[0] if asked.returncode == 0 else ""


def debian_version(package: str) -> str:
    words = ["dpkg-query", "-W", "-f", "${Version} ", package]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()[0]


def bill(parts: Iterable[Part]) -> str:
    """What the binary is made of, as JSON in the form of CycloneDX; the same for the same parts."""
    program, *others = [
        Component(
            name=part.name,
            version=part.version or None,
            type=ComponentType.LIBRARY,
            bom_ref=f"{part.kind} {part.name} {part.version}".strip(),
            purl=part.purl(),
            licenses=[LicenseExpression(part.licence)] if part.licence else [],
        )
        for part in parts
    ]
    program.type = ComponentType.APPLICATION
    made_of = Bom(
        serial_number=uuid5(NAMESPACE_URL, f"fraydesk {program.version}"),
        metadata=BomMetaData(component=program, timestamp=datetime.fromtimestamp(0, UTC)),
        components=others,
    )
    made_of.register_dependency(program, others)
    return make_outputter(made_of, OutputFormat.JSON, SchemaVersion.V1_5).output_as_string(indent=1)


def told(parts: Iterable[Part]) -> str:
    """The overview: what is in the binary, and which files of this folder hold its licence."""
    lines = [
        "What Fraydesk brings along, and the texts of the licences.",
        "",
        "Qt and PySide6 are under the GNU Lesser General Public License, version 3. Their",
        "libraries lie in the folder PySide6 and may be replaced by others of the same version.",
        "The source of everything is where each project publishes it; Qt's also tells which",
        "works of others it contains: doc.qt.io/qt-6/licenses-used-in-qt.html. The licences of",
        "the letters lie beside them in resources/fonts, of those that typst brings in the folder",
        "typst. crates.txt lists what a package has in Rust; the texts are in the folder crates.",
        "The Slovak hyphenation patterns inside typst (hyph-sk, by Jana Chlebíková, 1992) are",
        "under the GNU General Public License, version 2 or later, and no other licence; here lies",
        "version 3. Their source is patterns/hyph-sk.tex of github.com/typst/hypher. Fraydesk sets",
        "nothing in Slovak.",
        "",
    ]
    for part in parts:
        texts = ", ".join(text.name for text in part.texts)
        lines.append(f"{part.name} {part.version}".strip() + f": {texts}")
    return "\n".join(lines) + "\n"
