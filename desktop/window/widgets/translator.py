"""Has Qt say its forms and its own buttons in the chosen language."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QTranslator
from PySide6.QtWidgets import QApplication

from desktop.languages import Language
from desktop.window.widgets import language as window_language


class CatalogueTranslator(QTranslator):
    """Looks up in a catalogue what compiled forms say, and Qt where its own has nothing."""

    def __init__(self, language: Language, parent: QApplication) -> None:
        super().__init__(parent)
        self._language = language

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        """The text in that language, or as it is. (To Qt an empty answer is a translation.)"""
        return self._language.text(source, context=disambiguation or "")


def install(application: QApplication, language: Language) -> None:
    """Says all texts of the window in a language, and those of Qt where it has them."""
    application.installTranslator(CatalogueTranslator(language, application))
    of_qt = QTranslator(application)  # installed last, asked first: it knows only what is Qt's
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if of_qt.load(f"qtbase_{language.code}", folder):
        application.installTranslator(of_qt)
    window_language.use(language)
