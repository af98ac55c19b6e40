"""Makes the moving picture of the README from the running program: one attack, step by step.

    python docs/animation.py [FILE]

It is an APNG. A viewer that knows only PNG shows its first picture.
"""

from __future__ import annotations

import asyncio
import struct
import sys
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import qasync
from pictures import PLAIN, TRIES, Photographer, chosen
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from desktop.library.samples import pour, samples
from desktop.window import app
from desktop.window.widgets import theme
from desktop.window.widgets.language import chosen as chosen_language

HERE = Path(__file__).resolve().parent / "attack.png"

SYSTEM = "teohiphip"
SIZE = 1180, 664

SECONDS = (2, 3, 4)
"""How long the picture before the choice, with the odds, and with the result is shown."""

Chunk = tuple[bytes, bytes]
SIGNATURE = b"\x89PNG\r\n\x1a\n"


class Filming(Photographer):
    """Plays up to an attack of a player's and keeps what the window shows at each step of it."""

    async def film(self) -> list[QImage]:
        await self.desk.campaigns.begin(None)
        language = chosen_language()
        sample = next(each for each in samples(language) if SYSTEM in each.path.name)
        path = self.work / "Sample.fray"
        await self.desk.campaigns.create(path, lambda c: pour(c, sample.path, language))
        plan = (await self.desk.store.read(lambda c: c.encounters()))[0]
        for dice in range(TRIES):
            self.dice.seed(dice)
            await self.desk.navigator.go("encounter", plan.id)
            await self.desk.commands.start_fight()
            if await self.to_an_attack():
                break
        page = self.desk.navigator.fight_page
        assert page
        assert page.fight
        option = self.attacks(page.fight)[0]
        page.panel.back()
        if not self.window.ui.english.isChecked():
            self.window.ui.english.trigger()
        taken = [await self.shot()]
        page.panel.choose(option)
        taken.append(await self.shot())
        QTest.keyClick(page.panel, Qt.Key.Key_Return)
        for _ in range(4):  # what is decided in the middle of it, by the first answer
            await self.desk.tasks.wait_idle()
            if not page.fight.pending:
                break
            taken.append(await self.shot())
            QTest.keyClick(page.panel, Qt.Key.Key_Return)
        taken.append(await self.shot())
        return taken

    async def shot(self) -> QImage:
        await self.desk.tasks.wait_idle()
        await asyncio.sleep(0.6)
        self.window.message.dismiss()
        self.window.resize(*SIZE)
        return self.window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def animated(pictures: Sequence[QImage]) -> bytes:
    """The pictures one after the other, in 256 colours that all of them share, for ever."""
    seen: Counter[int] = Counter()
    for picture in pictures:
        seen.update(memoryview(picture.constBits()).cast("I"))
    table = chosen([colour | 0xFF000000 for colour, _ in seen.most_common()], 256)
    made = b""
    number = 0
    for place, picture in enumerate(pictures):
        chunks = list(read(png(picture, table)))
        if place == 0:
            heads = [chunk for chunk in chunks if chunk[0] in (b"IHDR", b"PLTE")]
            made += written(heads[0]) + written((b"acTL", struct.pack(">II", len(pictures), 0)))
            made += b"".join(map(written, heads[1:]))
        last = place == len(pictures) - 1
        seconds = SECONDS[0] if place == 0 else SECONDS[2] if last else SECONDS[1]
        frame = (number, picture.width(), picture.height(), 0, 0, seconds, 1, 0, 0)
        made += written((b"fcTL", struct.pack(">IIIIIHHBB", *frame)))
        number += 1
        for kind, content in chunks:
            if kind == b"IDAT" and place == 0:
                made += written((kind, content))
            elif kind == b"IDAT":
                made += written((b"fdAT", struct.pack(">I", number) + content))
                number += 1
    return SIGNATURE + made + written((b"IEND", b""))


def png(picture: QImage, table: Sequence[int]) -> bytes:
    """One picture as PNG, with exactly these colours."""
    plain = picture.convertToFormat(QImage.Format.Format_Indexed8, list(table), PLAIN)
    content = QByteArray()
    buffer = QBuffer(content)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    plain.save(buffer, "PNG", 0)  # type: ignore[call-overload]
    return bytes(content.data())


def read(content: bytes) -> Iterator[Chunk]:
    """The parts of a PNG."""
    at = len(SIGNATURE)
    while at < len(content):
        size, kind = struct.unpack_from(">I4s", content, at)
        yield kind, content[at + 8 : at + 8 + size]
        at += 12 + size


def written(chunk: Chunk) -> bytes:
    kind, content = chunk
    checked = kind + content
    return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))


def main() -> None:
    application = app.make_application(sys.argv[0])
    app.translate(application, "en")
    application.setQuitOnLastWindowClosed(False)
    theme.apply(application, "light")
    loop = qasync.QEventLoop(application)
    asyncio.set_event_loop(loop)
    with TemporaryDirectory() as work, loop:
        pictures = loop.run_until_complete(Filming(HERE.parent, Path(work)).film())
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    file.write_bytes(animated(pictures))
    print(f"{file}: {len(pictures)} pictures, {file.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
