"""What the keys of the program do, on one page."""

from __future__ import annotations

from desktop.paper.pages import STANDARD, Pages, Style, pages


def keys(title: str, text: str, style: Style = STANDARD) -> Pages:
    """``text`` has headings, and below each a line for each key: the key, a tab, what it does."""
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
