"""What a person brings as a picture is made small and plain, or refused in one sentence."""

import struct
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import QBuffer, QByteArray, QIODevice
from PySide6.QtGui import QColor, QImage, QImageWriter

from desktop.library.errors import DocumentError
from desktop.library.pictures import LONGEST_SIDE, plain
from desktop.window.widgets import pictures
from desktop.window.widgets.pictures import decoded, read_picture
from tests.pictures import SIGNATURE, chunk, head, png


def saved(image: QImage, form: str) -> bytes:
    device = QBuffer()
    device.open(QIODevice.OpenModeFlag.WriteOnly)
    assert QImageWriter(device, QByteArray(form.encode())).write(image)
    return bytes(device.data().data())


def painted(width: int, height: int, form: QImage.Format = QImage.Format.Format_RGB32) -> QImage:
    image = QImage(width, height, form)
    image.fill(QColor("darkred"))
    image.setPixelColor(0, 0, QColor("white"))
    return image


def shown(data: bytes) -> QImage:
    return QImage.fromData(QByteArray(data))


@pytest.mark.parametrize("form", ["PNG", "JPG", "WEBP"])
def test_a_picture_of_any_usual_format_becomes_a_plain_png(form: str, tmp_path: Path) -> None:
    path = tmp_path / "portrait"  # its name says nothing
    path.write_bytes(saved(painted(40, 30), form))
    made = read_picture(path)
    assert plain(made, "picture") == made
    image = shown(made)
    assert (image.width(), image.height()) == (40, 30)
    red = image.pixelColor(35, 25)
    assert abs(red.red() - 139) < 5
    assert red.green() < 5


def test_the_longer_side_is_scaled_down_and_never_up() -> None:
    data = saved(painted(900, 600), "PNG")
    assert shown(decoded(data, 300)).size().toTuple() == (300, 200)
    assert shown(decoded(data, 5000)).size().toTuple() == (900, 600)
    assert shown(decoded(saved(painted(3000, 1), "PNG"))).size().toTuple() == (LONGEST_SIDE, 1)


@pytest.mark.parametrize(
    "form",
    [
        QImage.Format.Format_Indexed8,
        QImage.Format.Format_Grayscale8,
        QImage.Format.Format_Grayscale16,
        QImage.Format.Format_RGBA64,
        QImage.Format.Format_Mono,
    ],
)
def test_pixels_of_any_kind_become_plain_ones(form: QImage.Format) -> None:
    image = painted(20, 10).convertToFormat(form)
    assert shown(decoded(saved(image, "PNG"))).size().toTuple() == (20, 10)


def test_what_is_seen_through_stays_so() -> None:
    image = QImage(8, 8, QImage.Format.Format_ARGB32)
    image.fill(QColor(0, 0, 0, 0))
    assert shown(decoded(saved(image, "PNG"))).pixelColor(3, 3).alpha() == 0


def test_a_photo_stands_upright_as_its_camera_says() -> None:
    exif = b"Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08" + struct.pack(
        ">HHHIHHI", 1, 0x112, 3, 1, 6, 0, 0
    )
    photo = saved(painted(40, 30), "JPG")
    turned = photo[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + photo[2:]
    assert shown(decoded(turned)).size().toTuple() == (30, 40)


HUGE = head(60_000, 60_000) + chunk(b"IDAT", zlib.compress(b"\x00" * 1000)) + chunk(b"IEND", b"")
PHOTO = saved(painted(64, 64), "JPG")
HOSTILE = {
    "nothing": b"",
    "a drawing with a script": b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>",
    "a packed drawing": b"\x1f\x8b\x08" + b"\x00" * 40,
    "an icon": b"\x00\x00\x01\x00" + b"\x00" * 40,
    "text": b"portrait",
    "a bomb": SIGNATURE + HUGE,
    "only the head of a PNG": SIGNATURE,
    "a PNG that is cut off": saved(painted(400, 400), "PNG")[:-60],
    "a PNG whose head says more": SIGNATURE + head(400, 400) + png()[33:],
    "a JPEG that is cut off": PHOTO[: len(PHOTO) // 2] + PHOTO[len(PHOTO) // 2 : -30],
    "only the head of a JPEG": b"\xff\xd8\xff\xe0",
    "a JPEG of endless passes": PHOTO[:-2] + b"\xff\xda\x00\x08" * 100 + b"\xff\xd9",
    "only the head of a WebP": b"RIFF\x00\x00\x00\x00WEBP",
    "a WebP that is cut off": saved(painted(64, 64), "WEBP")[:-20],
}


@pytest.mark.qt_log_ignore("libpng", "jpeg", "JPEG", "WebP", "qt.gui.imageio")
@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_or_broken_file_is_refused_in_one_sentence_that_names_it(
    data: bytes, tmp_path: Path
) -> None:
    path = tmp_path / "portrait.png"
    path.write_bytes(data)
    with pytest.raises(DocumentError, match=r"^portrait\.png: (is|has) .*; save ") as refusal:
        read_picture(path)
    assert "\n" not in str(refusal.value)


def test_what_is_no_file_or_too_large_a_one_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(DocumentError, match="there is no such file"):
        read_picture(tmp_path)
    path = tmp_path / "ground.png"
    path.write_bytes(png())
    monkeypatch.setattr(pictures, "LARGEST_FILE", 20)
    with pytest.raises(DocumentError, match=r"ground\.png: is larger than 40 MB"):
        read_picture(path)
