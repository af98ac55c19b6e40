"""Has Qt say its forms and its own buttons in the chosen language."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QTranslator
from PySide6.QtWidgets import QApplication

from desktop.languages import Language
from desktop.window.widgets import language as window_language


class CatalogueTranslator(QTranslator):
    """Looks the texts of compiled forms up in the catalogue of a language."""

    def __init__(self, language: Language, of_qt: QTranslator, parent: QApplication) -> None:
        super().__init__(parent)
        self._language, self._of_qt = language, of_qt

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        """The text in that language, or as it is. (To Qt an empty answer is a translation.)

        Some texts of Qt have got a letter to press, ``&Look in:``, since they were translated.
        """
        said = self._language.text(source, context=disambiguation or "")
        if said == source and "&" in source:
            return self._of_qt.translate(context, source.replace("&", "")) or source
        return said


def install(application: QApplication, language: Language) -> None:
    """Says all texts of the window in a language, and those of Qt where it has them."""
    of_qt = QTranslator(application)  # installed last, asked first: it knows only what is Qt's
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    there = of_qt.load(f"qtbase_{language.code}", folder)
    application.installTranslator(CatalogueTranslator(language, of_qt, application))
    if there:
        application.installTranslator(of_qt)
    window_language.use(language)
