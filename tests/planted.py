"""A catalogue with a few texts, for tests."""

from collections.abc import Mapping
from gettext import NullTranslations


class Planted(NullTranslations):
    """Knows these texts, each by its English one or by its context and that; forms as in Polish."""

    def __init__(self, texts: Mapping[str | tuple[str, str], str | tuple[str, ...]]) -> None:
        super().__init__()
        self.texts = texts

    def gettext(self, message: str) -> str:
        return str(self.texts.get(message, message))

    def pgettext(self, context: str, message: str) -> str:
        return str(self.texts.get((context, message), message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        forms = self.texts.get(msgid1)
        if not forms:
            return super().ngettext(msgid1, msgid2, n)
        few = n % 10 in (2, 3, 4) and n % 100 not in (12, 13, 14)
        return forms[0 if n == 1 else 1 if few else 2]
