"""What the cells of a campaign file hold, even where somebody else has spoiled them."""

from datetime import UTC, datetime
from typing import Any


def text(cell: Any) -> str:
    """Text, even where somebody put a number or bytes into its cell."""
    if isinstance(cell, str):
        return cell
    return cell.decode(errors="replace") if isinstance(cell, bytes) else str(cell)


LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)


def moment(stored: str) -> datetime:
    """A stored moment; ``LONG_AGO`` where somebody else spoiled it, for a date is no reason to
    keep anything from being read."""
    try:
        found = datetime.fromisoformat(stored)
        if found.tzinfo is UTC:  # as we store it
            return found
        return (found if found.tzinfo else found.replace(tzinfo=UTC)).astimezone(UTC)
    except (OverflowError, TypeError, ValueError):
        return LONG_AGO
