"""What the window remembers outside campaigns: recent files, colours, preferences."""

from __future__ import annotations

import os
from pathlib import Path

from PySide6.QtCore import QByteArray, QLocale, QSettings

from desktop.library.languages import wanted
from desktop.window.widgets import theme

THIS_RUN = "FRAYDESK_LANGUAGE"
"""Where a language is named that holds until another one is chosen, whatever is stored."""

RECENT = 8
"""How many campaigns the menu remembers."""


class Settings:
    """Settings in a file of the user. Every value is read from it when it is needed."""

    def __init__(self, path: Path | None = None) -> None:
        ini, of_user = QSettings.Format.IniFormat, QSettings.Scope.UserScope
        usual = ini, of_user, "Fraydesk", "Fraydesk"
        self._stored = QSettings(str(path), ini) if path else QSettings(*usual)

    @property
    def path(self) -> Path:
        """The file that they lie in."""
        return Path(self._stored.fileName())

    @property
    def recent(self) -> list[Path]:
        """The campaigns opened last, the latest first."""
        stored = self._stored.value("campaigns/recent", [])
        names = stored if isinstance(stored, list) else [stored]
        return [Path(name) for name in names if name and isinstance(name, str)]

    def opened(self, path: Path) -> None:
        """Puts a campaign at the head of the recent ones."""
        others = [other for other in self.recent if other != path]
        self._stored.setValue("campaigns/recent", [str(p) for p in [path, *others][:RECENT]])
        self._stored.setValue("campaigns/reopen", True)

    @property
    def last(self) -> Path | None:
        """The campaign to open at the start; None when it was closed by hand."""
        recent = self.recent
        return recent[0] if recent and self._flag("campaigns/reopen", True) else None

    def closed(self) -> None:
        """The campaign was closed by hand: the next start offers a choice."""
        self._stored.setValue("campaigns/reopen", False)

    @property
    def scheme(self) -> str:
        """The id of the colour scheme."""
        stored = str(self._stored.value("look/scheme"))
        return stored if stored in theme.SCHEMES else next(iter(theme.SCHEMES))

    @scheme.setter
    def scheme(self, scheme: str) -> None:
        self._stored.setValue("look/scheme", scheme)

    @property
    def language(self) -> str:
        """The code of the language that is chosen; empty: that of the desktop."""
        return str(self._stored.value("look/language", ""))

    @language.setter
    def language(self, language: str) -> None:
        self._stored.setValue("look/language", language)
        os.environ.pop(THIS_RUN, None)

    @property
    def spoken(self) -> str:
        """The code of the language to speak: this run's own, the chosen one, the desktop's.

        Empty where none of them is named.
        """
        asked = os.environ.get(THIS_RUN) or self.language
        return wanted(asked, {"LANG": QLocale.system().name(), **os.environ})

    @property
    def zoom(self) -> int:
        """How large everything is, in per cent."""
        stored = str(self._stored.value("look/zoom", theme.USUAL))
        a_number = stored.isascii() and stored.isdigit() and len(stored) < 10
        return theme.nearest_size(int(stored)) if a_number else theme.USUAL

    @zoom.setter
    def zoom(self, percent: int) -> None:
        self._stored.setValue("look/zoom", percent)

    @property
    def paper(self) -> tuple[str, bool]:
        """The size of paper that is printed on, and whether in colour."""
        return str(self._stored.value("print/paper", "")), self._flag("print/colour", True)

    @paper.setter
    def paper(self, paper: tuple[str, bool]) -> None:
        for name, value in zip(("print/paper", "print/colour"), paper, strict=True):
            self._stored.setValue(name, value)

    @property
    def flags(self) -> dict[str, bool]:
        """The switches of the combat panel and of the window that somebody chose, by name."""
        names = [name for name in self._stored.allKeys() if name.startswith("switches/")]
        return {name.removeprefix("switches/"): self._flag(name, False) for name in names}

    def set_flag(self, name: str, value: bool) -> None:
        """Keeps a flag."""
        self._stored.setValue(f"switches/{name}", value)

    def choice(self, name: str, usual: str) -> str:
        """What was chosen for the players' window, or what is usual."""
        return str(self._stored.value(f"players/{name}", usual))

    def keep_choice(self, name: str, value: str) -> None:
        """Keeps a choice."""
        self._stored.setValue(f"players/{name}", value)

    @property
    def geometry(self) -> QByteArray:
        """Where the window stood."""
        stored = self._stored.value("look/geometry", QByteArray())
        return stored if isinstance(stored, QByteArray) else QByteArray()

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self._stored.setValue("look/geometry", geometry)

    def sync(self) -> None:
        """Writes everything to the disk now."""
        self._stored.sync()

    def _flag(self, name: str, default: bool) -> bool:
        return str(self._stored.value(name, default)).lower() in ("true", "1")
