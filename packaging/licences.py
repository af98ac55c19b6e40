"""The licence texts of everything a binary brings along, for its folder ``licences``.

Python packages carry theirs in their metadata, Debian's libraries under /usr/share/doc. What brings
no text of its own (Qt, ICU, the GNU licences) has it in ``packaging/licences``.
"""

import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from importlib.metadata import Distribution, distribution, packages_distributions
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model.bom import Bom, BomMetaData
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion

ROOT = Path(__file__).resolve().parent.parent
TEXTS = ROOT / "packaging" / "licences"
TEXT = re.compile(r"(LICEN[CS]E|COPYING|NOTICE|AUTHORS)", re.IGNORECASE)

QT = ("PySide6_Essentials", "shiboken6")
"""Under the LGPL, whose text lies with ours."""

Files = list[tuple[str, str]]
"""Where each file goes, as a folder in the binary, and where it lies, as PyInstaller wants it."""


def collect(modules: Iterable[str], libraries: Iterable[Path], work: Path) -> Files:
    """The texts for these Python modules and shared libraries, and an overview of them.

    ``work`` is a folder for what is written here. Raises RuntimeError for a package without a text.
    """
    found: list[tuple[str, str, list[Path]]] = [
        ("Fraydesk", distribution("fraydesk").version, [ROOT / "LICENSE"]),
        ("Python", sys.version.split()[0], [python_text()]),
        ("ICU", "", [TEXTS / "ICU.txt"]),
        *(of_package(package) for package in packages(modules)),
        *((name, "", [text]) for name, text in of_system(libraries)),
    ]
    overview = work / "README.txt"
    overview.write_text(told(found), encoding="utf-8")
    parts = work / "fraydesk.cdx.json"
    parts.write_text(bill(found), encoding="utf-8")
    files = [("licences", str(overview)), ("licences", str(parts))]
    for name, _, texts in found:
        files += [(f"licences/{name}", str(text)) for text in texts]
    return files


def packages(modules: Iterable[str]) -> list[Distribution]:
    """The installed packages that these modules come from, but ours."""
    owners = packages_distributions()
    names = {owner for module in modules for owner in owners.get(module.split(".")[0], ())}
    return [distribution(name) for name in sorted(names - {"fraydesk"})]


def of_package(package: Distribution) -> tuple[str, str, list[Path]]:
    """Name, version and texts of a Python package."""
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
    return package.name, package.version, sorted({text.name: text for text in texts}.values())


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


def of_system(libraries: Iterable[Path]) -> Iterator[tuple[str, Path]]:
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
            yield package, text


def debian_package(file: Path) -> str:
    """The Debian package a file belongs to; empty for a file of none."""
    asked = subprocess.run(["dpkg", "-S", file], capture_output=True, text=True, check=False)
    return asked.stdout.split(":")[0] if asked.returncode == 0 else ""


def bill(found: Iterable[tuple[str, str, list[Path]]]) -> str:
    """What the binary is made of, as JSON in the form of CycloneDX; the same for the same parts."""
    (program, version, _), *others = found
    whole = Component(name=program, version=version, type=ComponentType.APPLICATION, bom_ref="0")
    parts = [
        Component(name=name, version=version or None, type=ComponentType.LIBRARY, bom_ref=name)
        for name, version, _ in others
    ]
    made_of = Bom(
        serial_number=uuid5(NAMESPACE_URL, f"fraydesk {version}"),
        metadata=BomMetaData(component=whole, timestamp=datetime.fromtimestamp(0, UTC)),
        components=parts,
    )
    made_of.register_dependency(whole, parts)
    return make_outputter(made_of, OutputFormat.JSON, SchemaVersion.V1_5).output_as_string(indent=1)


def told(found: Iterable[tuple[str, str, list[Path]]]) -> str:
    """The overview: what is in the binary, and which files of this folder hold its licence."""
    lines = [
        "What Fraydesk brings along, and the texts of the licences.",
        "",
        "Qt and PySide6 are under the GNU Lesser General Public License, version 3. Their",
        "libraries lie in the folder PySide6 and may be replaced by others of the same version.",
        "The source of everything is where each project publishes it; Qt's also tells which",
        "works of others it contains: doc.qt.io/qt-6/licenses-used-in-qt.html. The licences of",
        "the letters lie beside them in resources/fonts.",
        "",
    ]
    for name, version, texts in found:
        lines.append(f"{name} {version}".strip() + ": " + ", ".join(t.name for t in texts))
    return "\n".join(lines) + "\n"
