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


def keys(title: str, text: str, style: Style = STANDARD) -> Pages:
    """What the keys do, on one page.

    ``text`` has headings, and below each a line for each key: the key, a tab, what it does.
    """
    sections: list[dict[str, object]] = []
    rows: list[dict[str, str]] = []
    for line in text.splitlines():
        key, tab, does = line.partition("\t")
        if tab:
            rows.append({"key": key, "does": does})
        elif line:
            rows = []
            sections.append({"title": line, "rows": rows})
    return pages("keys", "", {"sections": sections}, title=title, style=style)
