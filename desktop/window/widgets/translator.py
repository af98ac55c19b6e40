"""Has Qt say its forms and its own buttons in the chosen language."""

from __future__ import annotations

from PySide6.QtCore import QLibraryInfo, QTranslator
from PySide6.QtWidgets import QApplication

from desktop.languages import Language
from desktop.window.widgets import language as window_language


class CatalogueTranslator(QTranslator):
    """Looks the texts of compiled forms up in the catalogue of a language.

    Qt asks it for those of its own that ``of_qt`` does not have. Some of these got a letter to be
    chosen by since they were translated ("&Look in:").
    """

    def __init__(self, language: Language, parent: QApplication) -> None:
        super().__init__(parent)
        self._language, self.of_qt = language, QTranslator(parent)

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, source: str, disambiguation: str | None = None, n: int = -1
    ) -> str:
        """The text in that language, or as it is. (To Qt an empty answer is a translation.)"""
        said = self._language.text(source, context=disambiguation or "")
        if said == source and "&" in source:
            return self.of_qt.translate(context, source.replace("&", "")) or said
        return said


def install(application: QApplication, language: Language) -> None:
    """Says all texts of the window in a language, and those of Qt where it has them."""
    translator = CatalogueTranslator(language, application)
    application.installTranslator(translator)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if translator.of_qt.load(f"qtbase_{language.code}", folder):
        application.installTranslator(translator.of_qt)  # last, so asked first
    window_language.use(language)
