"""What was closed is not gone on with."""

from asyncio import CancelledError
from collections.abc import Awaitable
from typing import TypeVar

from PySide6.QtCore import QObject
from shiboken6 import isValid

T = TypeVar("T")


async def while_open(dialog: QObject, work: Awaitable[T]) -> T:
    """What ``work`` comes to. The waiting task ends where ``dialog`` was deleted meanwhile."""
    result = await work
    if not isValid(dialog):
        raise CancelledError
    return result
