"""The throws and the notes of a campaign on paper, and the keys of the program."""

from collections.abc import Iterable, Sequence

from desktop.paper.pages import STANDARD, Pages, Style, pages


def throws(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], style: Style = STANDARD
) -> Pages:
    """``rows`` say when, who, what, result and rule, as the ``columns`` are headed."""
    data = {"columns": list(columns), "rows": [list(row) for row in rows]}
    return pages("throws", "", data, title=title, language="en", style=style)


def note(
    title: str, above: str, text: str, log: Sequence[str] = (), style: Style = STANDARD
) -> Pages:
    """A note with its simple marks; ``log`` says what happened on its evening, a line each."""
    data = {"above": above, "text": text, "log": list(log)}
    return pages("note", "", data, title=title, language="en", style=style)


def keys(
    title: str, groups: Iterable[tuple[str, Iterable[tuple[str, str]]]], style: Style = STANDARD
) -> Pages:
    """What the keys do, on one page: ``groups`` have a heading, and each key with what it does."""
    sections = [
        {"title": heading, "rows": [{"key": key, "does": does} for key, does in keys]}
        for heading, keys in groups
    ]
    return pages("keys", "", {"sections": sections}, title=title, style=style)
