"""What is dragged from the library: a kind and an id."""

import json

from PySide6.QtCore import QMimeData

MIME = "application/x-fraydesk-item"


def dragged_from(data: QMimeData) -> tuple[str, int]:
    """The kind and the id of what is dragged; an empty kind where it is nothing of ours."""
    if not data.hasFormat(MIME):
        return "", 0
    kind, id = json.loads(bytes(data.data(MIME).data()) or b'["", 0]')
    return str(kind), int(id)
