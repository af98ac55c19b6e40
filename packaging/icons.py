"""The program's mark as pictures: PNG in sizes, .ico for Windows, .icns for macOS.

python packaging/icons.py FOLDER
"""

import os
import struct
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARK = ROOT / "resources" / "icons" / "fraydesk.svg"

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)
ICNS = {16: b"icp4", 32: b"icp5", 64: b"icp6", 128: b"ic07", 256: b"ic08", 512: b"ic09"}


def draw(folder: Path) -> dict[int, Path]:
    """Writes ``fraydesk-SIZE.png`` in every size, and both files of many; the PNGs by size."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    application = QGuiApplication.instance() or QGuiApplication([])
    folder.mkdir(parents=True, exist_ok=True)
    mark = QSvgRenderer(str(MARK))
    made = {}
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        mark.render(painter)
        painter.end()
        made[size] = folder / f"fraydesk-{size}.png"
        if not image.save(str(made[size])):
            raise RuntimeError(f"{made[size]} cannot be written")
    pictures = {size: path.read_bytes() for size, path in made.items()}
    (folder / "fraydesk.ico").write_bytes(ico(pictures))
    (folder / "fraydesk.icns").write_bytes(icns(pictures))
    del application
    return made


def ico(pictures: dict[int, bytes]) -> bytes:
    """Windows' file of PNGs up to 256 pixels."""
    kept = {size: picture for size, picture in pictures.items() if size <= 256}
    head, body = struct.pack("<HHH", 0, 1, len(kept)), b""
    start = len(head) + 16 * len(kept)
    for size, picture in kept.items():
        side = size % 256  # 256 is written as 0
        head += struct.pack("<BBBBHHII", side, side, 0, 0, 1, 32, len(picture), start + len(body))
        body += picture
    return head + body


def icns(pictures: dict[int, bytes]) -> bytes:
    """macOS's file of PNGs."""
    body = b"".join(
        kind + struct.pack(">I", len(pictures[size]) + 8) + pictures[size]
        for size, kind in ICNS.items()
    )
    return b"icns" + struct.pack(">I", len(body) + 8) + body


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
