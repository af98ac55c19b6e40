"""Takes the pictures of the guide from the running program, one set for every rule system.

    python docs/pictures.py [--language CODE] [--into FOLDER]

Without a language, it takes them in every one, into the folder that the guide has for it. Drives
the real window with the sample campaigns, on a screen nobody sees. Run it after anything that can
be seen has changed; a release takes them anew by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import qasync
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QApplication, QLineEdit

from desktop.encounter.fight import Fight
from desktop.languages import LANGUAGES
from desktop.library.samples import pour, samples
from desktop.rules import systems
from desktop.rules.contract import Option
from desktop.rules.state import PLAYERS
from desktop.window import app
from desktop.window.combat.panel import CombatPanel
from desktop.window.printing import on_paper
from desktop.window.selftest import one_move
from desktop.window.shell.desk import Desk
from desktop.window.shell.main_window import MainWindow
from desktop.window.shell.settings import Settings
from desktop.window.widgets import theme
from desktop.window.widgets.language import chosen as chosen_language

GUIDE = Path(__file__).resolve().parent / "guide"

SIZE = 1366, 768
"""A small laptop's screen."""

PLAIN = Qt.ImageConversionFlag.ThresholdDither | Qt.ImageConversionFlag.AvoidDither
"""No grain: every colour becomes the nearest one."""

TRIES = 20
"""Fights begun, each with other dice, until one comes to an attack of a player's."""

WARMING_UP = 3
"""Moves before the picture of a fight, so that there is something in the log."""

REST = 0.4
"""Seconds in which layouts and odds come to rest."""


POINTED_AT = (6.5, 13.5)

PLAYED_ON = 6
"""Turns until the players' window has something to show."""


class Photographer:
    """Goes through the program and takes a picture wherever the guide shows one."""

    def __init__(self, folder: Path, work: Path) -> None:
        self.folder, self.work = folder, work
        self.dice = random.Random()
        random.SystemRandom = lambda: self.dice  # the same dice for the same pictures
        self.settings = Settings(work / "settings.ini")
        self.window = MainWindow()
        self.window.resize(*SIZE)
        self.window.show()
        self.desk = Desk(self.window, self.settings)

    async def take_all(self) -> None:
        await self.desk.campaigns.begin(None)
        await self.take("welcome")
        language = chosen_language()
        for number, sample in enumerate(samples(language)):
            path = self.work / f"{sample.title}.fray"
            await self.desk.campaigns.create(
                path, lambda c, sample=sample: pour(c, sample.path, language)
            )
            await self.one_system(all_of_them=number == 0)
        self.window.close()
        await self.until(lambda: not self.window.isVisible())

    def balance_is_played(self) -> bool:
        """Whether the forecast of the encounter that is shown is complete."""
        page = self.desk.navigator.encounter_page
        return page is not None and page.balance.complete

    async def one_system(self, all_of_them: bool) -> None:
        """Sheet and fight of a system; of the first one everything else as well."""
        desk = self.desk
        await desk.navigator.go_section("characters")
        page = desk.navigator.sheet_page
        assert page
        assert page.held
        system = page.held.system
        await self.take(f"sheet-{system}")
        if all_of_them:
            await self.take("sheet")
            paper = on_paper.pages_of(page, "sheet")
            assert paper
            self.save("paper", QImage.fromData(paper.png(ppi=96)[0]))
            await self.a_throw()
            await desk.navigator.go_section("encounters")
            await self.until(self.balance_is_played)
            await self.take("encounter")
        for seed in range(TRIES):
            self.dice.seed(seed)
            await desk.navigator.go_section("encounters")
            await desk.commands.start_fight()
            if await self.to_an_attack():
                break
        else:
            raise RuntimeError(f"in {system} nobody of the players could attack")
        await self.take(f"fight-{system}")
        if systems()[system].map_grid:
            await self.a_map()
        if all_of_them:
            await self.take("fight")
            await desk.navigator.go_house_rules(system)
            await self.take("house-rules")

    async def a_throw(self) -> None:
        """A check that the whole party makes, with its odds."""
        await self.desk.throws.throw()
        pane = self.desk.throws.pane
        pane.choose([id for id, one in pane.someone.items() if one.side == PLAYERS])
        await self.until(lambda: pane.odds.topLevelItemCount() > len(pane.ticked()))
        pane.throw()
        await self.desk.tasks.wait_idle()
        await asyncio.sleep(REST)
        self.save("throws", pane.grab())
        pane.close()

    async def a_map(self) -> None:
        """The sample's encounter with a map, and its fight on it."""
        desk = self.desk
        mapped = await desk.store.read(
            lambda c: next(e.id for e in c.encounters() if "map" in c.encounter(e.id).document)
        )
        await desk.navigator.go("encounter", mapped)
        page = desk.navigator.encounter_page
        assert page
        page.ui.map_button.click()
        await self.take("map")
        await desk.commands.start_fight()
        assert desk.navigator.fight_page
        panel = desk.navigator.fight_page.panel
        panel.main()
        panel.ui.map.choose.hover(POINTED_AT)
        await self.take("map-fight")
        await self.the_players_window(panel)

    async def the_players_window(self, panel: CombatPanel) -> None:
        """What the players see of the fight on the map, and what the game master sees of that."""
        for _ in range(PLAYED_ON):
            panel.let_it_act()
            await self.desk.tasks.wait_idle()
        screen = self.desk.players
        screen.open(True)
        assert screen.window
        screen.window.resize(*SIZE)
        screen.refresh()
        panel.ui.map.ui.seen_button.click()
        await self.take("players-map")
        self.save("players", screen.window.grab())
        panel.ui.map.ui.seen_button.click()
        screen.open(False)

    async def to_an_attack(self) -> bool:
        """Plays on until one of the players' side can attack, and chooses that; whether one can."""
        page = self.desk.navigator.fight_page
        assert page
        fight = page.fight
        assert fight
        for move in range(60):
            attacks = self.attacks(fight) if move >= WARMING_UP and not fight.pending else []
            if fight.outcome:
                return False
            if attacks:
                page.panel.look_at(attacks[0].actor)
                page.panel.choose(attacks[0])
                return True
            one_move(page)
            await asyncio.sleep(0)
        return False

    def attacks(self, fight: Fight) -> list[Option]:
        """What a player's combatant can do to somebody, that with the most to say first."""
        found: list[tuple[int, Option]] = []
        for option in fight.options():
            if option.why_not or option.out_of_turn or option.section != "attack":
                continue
            fields = fight.parameters(option)
            at_somebody = any(field.kind == "combatant" for field in fields)
            if at_somebody and fight.state[option.actor].side == PLAYERS:
                found.append((len(fields), option))
        return [option for _, option in sorted(found, key=lambda pair: -pair[0])]

    async def take(self, name: str) -> None:
        """Lets everything come to rest and keeps what the window shows."""
        await self.desk.tasks.wait_idle()
        await asyncio.sleep(REST)
        self.window.message.dismiss()
        focused = QApplication.focusWidget()
        if isinstance(focused, QLineEdit):  # nobody is typing
            focused.clearFocus()
        self.window.resize(*SIZE)
        self.save(name, self.window.grab())

    def save(self, name: str, picture: QPixmap | QImage) -> None:
        """Writes it in 256 of its colours, which makes a third of the size."""
        image = picture.toImage() if isinstance(picture, QPixmap) else picture
        image = image.convertToFormat(QImage.Format.Format_RGB32)
        seen = Counter(memoryview(image.constBits()).cast("I"))
        table = chosen([colour | 0xFF000000 for colour, _ in seen.most_common()], 256)
        path = self.folder / f"{name}.png"
        if not image.convertToFormat(QImage.Format.Format_Indexed8, table, PLAIN).save(str(path)):
            raise RuntimeError(f"{path} cannot be written")
        print(path.name, image.width(), flush=True)

    async def until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            await asyncio.sleep(0.01)


def chosen(colours: Sequence[int], most: int) -> list[int]:
    """This number of the colours, the most frequent first.

    First those that differ much from one another, so that a rare one is not drawn in grey; what
    room is left goes to shades between.
    """
    taken: dict[int, tuple[int, int, int]] = {}
    for apart in (48, 24, 12, 6, 1):
        for colour in colours:
            here = (colour >> 16 & 255, colour >> 8 & 255, colour & 255)
            if len(taken) < most and all(
                sum(abs(a - b) for a, b in zip(here, there, strict=True)) >= apart
                for there in taken.values()
            ):
                taken[colour] = here
    return list(taken)


def take(language: str, folder: Path) -> None:
    """Takes every picture in one language."""
    folder.mkdir(parents=True, exist_ok=True)
    application = app.make_application(sys.argv[0])
    app.translate(application, language)
    application.setQuitOnLastWindowClosed(False)
    theme.apply(application, "light")
    loop = qasync.QEventLoop(application)
    asyncio.set_event_loop(loop)
    with TemporaryDirectory() as work, loop:
        loop.run_until_complete(Photographer(folder, Path(work)).take_all())
    assert isinstance(QApplication.instance(), QApplication)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--language", choices=LANGUAGES)
    parser.add_argument("--into", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    if given.language:
        in_guide = GUIDE if given.language == "en" else GUIDE / given.language
        take(given.language, given.into or in_guide / "pictures")
        return
    for language in LANGUAGES:  # each in a program of its own, as Qt has one language
        into = ["--into", str(given.into / language)] if given.into else []
        subprocess.run([sys.executable, __file__, "--language", language, *into], check=True)


if __name__ == "__main__":
    main()
