"""What the library refuses, each in a sentence that names the place and the mend."""

from pathlib import Path


class LibraryError(Exception):
    """Anything the library refuses; its text is meant for the game master."""


class CampaignError(LibraryError):
    """A campaign file, or something asked of it, is refused. ``path`` is the file."""

    def __init__(self, path: Path, problem: str) -> None:
        super().__init__(f"{path.name}: {problem}")
        self.path = path


class CampaignInUseError(CampaignError):
    """Another program has the campaign open."""


class DocumentError(LibraryError):
    """A JSON document is refused. ``place`` says where, as in ``characters[3].sheet.hp``."""

    def __init__(self, place: str, problem: str) -> None:
        super().__init__(f"{place}: {problem}" if place else problem)
        self.place = place
        self.problem = problem
