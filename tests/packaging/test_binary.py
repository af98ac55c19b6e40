"""What goes into the binary: ICU's data made smaller, the mark as pictures, licence texts."""

import ctypes
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import elf
import icons
import icu
import licences
import PySide6
import pytest

QT = Path(PySide6.__path__[0]) / "Qt" / "lib"

SORTING = """
from pathlib import Path
from PySide6.QtCore import QCollator, QLocale

def ordered(language, words):
    return " ".join(sorted(words.split(), key=QCollator(QLocale(language)).sortKey))

print(ordered("pl", "z ł ż l ź ć c"))
print(ordered("cs", "ch i h č c d"))
print(ordered("ru", "жук Ярь ель ёлка еда"))
print(QLocale("tr").toUpper("i"))
print(*{line.split()[-1] for line in Path("/proc/self/maps").open() if "libicudata" in line})
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere Qt needs no ICU")
def test_the_smaller_icu_is_loaded_by_qt_and_sorts_the_same(tmp_path: Path) -> None:
    (whole,) = QT.glob("libicudata.so.*")
    small = tmp_path / whole.name
    shutil.copy(whole, small)
    icu.shrink(small)
    assert small.stat().st_size < whole.stat().st_size / 5
    said = [
        subprocess.run(
            [sys.executable, "-c", SORTING],
            env={**os.environ, "LD_LIBRARY_PATH": folder},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.splitlines()
        for folder in (str(QT), str(tmp_path))
    ]
    assert (
        said[0][:-1]
        == said[1][:-1]
        == [
            "c ć l ł z ź ż",
            "c č d h ch i",
            "еда ёлка ель жук Ярь",
            "İ",
        ]
    )
    assert said[1][-1] == str(small)


def test_a_library_that_is_not_icus_data_is_left_alone(tmp_path: Path) -> None:
    other = tmp_path / "libicudata.so.99"
    other.write_bytes(b"\x7fELF\x02\x01 something else")
    with pytest.raises(ValueError, match="no ICU data"):
        icu.shrink(other)
    assert other.read_bytes() == b"\x7fELF\x02\x01 something else"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("icudt73l/coll/pl.res", True),
        ("icudt73l/coll/ucadata.icu", True),
        ("icudt73l/coll/zh.res", False),
        ("icudt73l/coll/zh_Hant.res", False),
        ("icudt73l/zone/cs.res", True),
        ("icudt73l/zone/de.res", False),
        ("icudt73l/brkitr/cjdict.dict", False),
        ("icudt73l/ibm-943_P15A-2003.cnv", False),
    ],
)
def test_sorting_stays_and_dictionaries_go(name: str, kept: bool) -> None:
    assert icu.needed(name) is kept


def test_the_mark_is_drawn_in_every_size_and_both_containers(tmp_path: Path, qapp: object) -> None:
    made = icons.draw(tmp_path)
    assert set(made) == set(icons.SIZES)
    from PySide6.QtGui import QImage, QImageReader

    for size, path in made.items():
        image = QImage(str(path))
        assert (image.width(), image.height()) == (size, size)
        assert image.pixelColor(size // 2, size // 8 + 1).alpha() == 255
        assert image.pixelColor(0, 0).alpha() == 0
    for name, largest in (("fraydesk.ico", 256), ("fraydesk.icns", 512)):
        reader = QImageReader(str(tmp_path / name))
        sizes = []
        for number in range(reader.imageCount()):
            assert reader.jumpToImage(number)
            sizes.append(reader.read().width())
        assert max(sizes) == largest
        assert len(sizes) >= 6


def test_everything_imported_has_a_licence_text(tmp_path: Path) -> None:
    found = licences.collect(["PySide6.QtCore", "pydantic", "sqlmodel", "typst"], [], tmp_path)
    folders = {folder.removeprefix("licences/") for folder, _ in found}
    assert {"Fraydesk", "Python", "ICU", "PySide6_Essentials", "pydantic", "typst"} <= folders
    assert all(Path(text).stat().st_size > 100 for _, text in found)
    told = (tmp_path / "README.txt").read_text("utf-8")
    assert "PySide6_Essentials" in told
    assert "LGPL-3.0.txt" in told


def test_the_crates_and_letters_inside_a_package_have_their_licences(tmp_path: Path) -> None:
    found = {
        f"{folder}/{Path(text).name}": Path(text)
        for folder, text in licences.collect(["typst", "pydantic_core"], [], tmp_path)
    }
    crates = found["licences/typst/crates.txt"].read_text("utf-8")
    assert "hypher 0.1.7, copyright by Laurenz <laurmaedje@gmail.com>: MIT OR Apache-2.0" in crates
    assert len(crates.splitlines()) > 300
    assert {"licences/crates/MIT.txt", "licences/pydantic_core/crates.txt"} <= set(found)
    assert found["licences/hyph-sk/GPL-3.0.txt"].exists()
    assert "hyph-sk, by Jana" in found["licences/README.txt"].read_text("utf-8")
    assert "GPL-2.0-or-later" in found["licences/fraydesk.cdx.json"].read_text("utf-8")
    letters = found["licences/typst/typst-assets-NOTICE.txt"].read_text("utf-8")
    for font in ("Libertinus Serif", "NewComputerModern", "DejaVu"):
        assert font in letters


def test_a_licence_of_choices_and_of_parts_is_met_by_the_texts_we_have() -> None:
    def names(licence: str) -> list[str]:
        return [text.stem for text in licences.crate_texts(licence)]

    assert names("BSL-1.0 OR Apache-2.0") == ["Apache-2.0"]
    assert names("(MIT OR Apache-2.0) AND Unicode-3.0") == ["MIT", "Unicode-3.0"]
    assert names("Apache-2.0 WITH LLVM-exception") == ["Apache-2.0", "LLVM-exception"]
    assert names("MIT AND Proprietary") == []


def test_what_the_binary_is_made_of_is_told_for_machines_and_is_the_same_each_time(
    tmp_path: Path,
) -> None:
    licences.collect(["PySide6.QtCore", "pydantic", "pydantic_core"], [], tmp_path)
    text = (tmp_path / "fraydesk.cdx.json").read_text("utf-8")
    made_of = json.loads(text)
    assert made_of["bomFormat"] == "CycloneDX"
    assert made_of["metadata"]["component"]["name"] == "Fraydesk"
    assert {"PySide6_Essentials", "pydantic", "Python"} <= {
        part["name"] for part in made_of["components"]
    }
    parts = {part["name"]: part for part in made_of["components"]}
    assert parts["ahash"]["purl"].startswith("pkg:cargo/ahash@")
    assert parts["pydantic"]["licenses"] == [{"expression": "MIT"}]
    licences.collect(["PySide6.QtCore", "pydantic", "pydantic_core"], [], tmp_path)
    assert (tmp_path / "fraydesk.cdx.json").read_text("utf-8") == text


def test_a_package_without_a_licence_stops_the_build() -> None:
    class Bare:
        name, version, files = "bare", "1", ()

    with pytest.raises(RuntimeError, match="bare brings no licence"):
        licences.of_package(Bare())  # type: ignore[arg-type]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ELF is of Linux")
def test_a_library_forgets_the_folder_it_was_built_in_and_keeps_the_place_beside_it(
    tmp_path: Path,
) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no compiler")

    def made(name: str, path: str) -> Path:
        library = tmp_path / name
        words = [compiler, "-shared", "-nostdlib", f"-Wl,-rpath,{path}", "-xc", "/dev/null"]
        subprocess.run([*words, "-o", library], check=True)
        return library

    def looked_in(library: Path) -> str:
        words = ["readelf", "-d", str(library)]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout

    absolute, beside = made("absolute.so", "/home/me/lib"), made("beside.so", "$ORIGIN/../lib")
    assert "/home/me/lib" in looked_in(absolute)
    assert elf.forget_folders(absolute)
    assert "PATH" not in looked_in(absolute)
    ctypes.CDLL(str(absolute))
    before = beside.read_bytes()
    assert not elf.forget_folders(beside)
    assert beside.read_bytes() == before
