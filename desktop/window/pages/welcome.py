"""The page when no campaign is open: go on, try a sample, make a new one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLabel, QWidget

from desktop.forms.welcome import Ui_Welcome
from desktop.window.widgets import icons
from desktop.window.widgets.basics import as_tip, button, clear, plain, say
from desktop.window.widgets.language import offered_languages, tr


class WelcomePage(QWidget):
    """Offers what can be opened."""

    new_asked = Signal()
    open_asked = Signal()
    recent_asked = Signal(Path)
    sample_asked = Signal(Path)
    language_asked = Signal(str)
    """The code of the language that was chosen; empty: that of the desktop."""

    def __init__(self) -> None:
        super().__init__()
        self.ui = Ui_Welcome(self)
        for label in self.findChildren(QLabel):
            plain(label)
        self.ui.mark.setPixmap(icons.window_icon().pixmap(46, 46))
        self.setFocusProxy(self.ui.new_button)
        self.busy("")
        self.offer((), (), None)

    def busy(self, text: str) -> None:
        """What is under way; nothing can be opened meanwhile, and the keys go to nothing."""
        ui = self.ui
        say(ui.state, text)
        if text:
            ui.state.setFocus()
        for part in (ui.recent, ui.samples, ui.languages, ui.new_button, ui.open_button):
            part.setEnabled(not text)

    def offer(
        self, recent: Sequence[Path], samples: Sequence[tuple[str, Path]], language: str | None
    ) -> None:
        """The campaigns opened last, the samples by title, and the languages; one is chosen."""
        clear(self.ui.recent_column)
        for path in recent:
            shown = button(path.stem, "nav", about=tr("Open: {stem}", stem=path.stem))
            shown.setToolTip(as_tip(str(path)))
            icons.wear(shown, "folder", "muted", 16)
            shown.clicked.connect(lambda _=False, path=path: self.recent_asked.emit(path))
            self.ui.recent_column.addWidget(shown)
        clear(self.ui.samples_column)
        for title, path in samples:
            shown = button(title, "nav", about=tr("Open the sample: {title}", title=title))
            icons.wear(shown, "scroll", "muted", 16)
            shown.clicked.connect(lambda _=False, path=path: self.sample_asked.emit(path))
            self.ui.samples_column.addWidget(shown)
        clear(self.ui.languages_row)
        for code, name in offered_languages().items() if language is not None else ():
            shown = button(name, "nav", about=tr("Language: {name}", name=name))
            shown.setCheckable(True)
            shown.setAutoExclusive(True)
            shown.setChecked(code == language)
            shown.clicked.connect(lambda _=False, code=code: self.language_asked.emit(code))
            self.ui.languages_row.addWidget(shown)
        self.ui.recent_title.setVisible(bool(recent))
        self.ui.recent.setVisible(bool(recent))
        self.ui.samples_title.setVisible(bool(samples))
        self.ui.samples.setVisible(bool(samples))
