"""What the library refuses, each in a sentence that names the place and the mend."""

from pathlib import Path

from desktop.rules.text import TextError, Words, placed

LONGEST_QUOTE = 60
LONGEST_FILE_NAME = 120


def short(text: object, most: int = LONGEST_QUOTE) -> str:
    """Text from outside as a message quotes it: one line, cut where it is long."""
    said = str(text)
    cut = said if len(said) <= most else f"{said[:most]}…"
    return cut if all(map(_is_seen, cut)) else repr(cut)[1:-1]


def plain(text: str) -> str:
    """One line without what a terminal would act on: names come from files."""
    return "".join(c if _is_seen(c) else "�" for c in text)


def _is_seen(letter: str) -> bool:
    return letter.isprintable() or letter == "\N{NO-BREAK SPACE}"


class LibraryError(TextError):
    """Anything the library refuses; its text is meant for the game master."""


class CampaignError(LibraryError):
    """A campaign file, or something asked of it, is refused. ``path`` is the file."""

    def __init__(self, path: Path, problem: Words) -> None:
        super().__init__(placed(short(path.name, LONGEST_FILE_NAME), problem))
        self.path = path


class CampaignInUseError(CampaignError):
    """Another program has the campaign open."""


class CampaignMovedError(CampaignError):
    """The open campaign's file is no longer where it was opened; ``save_copy`` still works."""


class DocumentError(LibraryError):
    """A JSON document is refused. ``place`` says where, as in ``characters[3].sheet.hp``."""

    def __init__(self, place: str, problem: Words) -> None:
        super().__init__(placed(place, problem))
        self.place = place
        self.problem = problem
