"""What was closed is not gone on with."""

from asyncio import CancelledError
from collections.abc import Awaitable, Coroutine
from typing import Any, TypeVar

from PySide6.QtCore import QObject
from shiboken6 import isValid

T = TypeVar("T")


async def while_open(dialog: QObject, work: Awaitable[T]) -> T:
    """What ``work`` comes to. The waiting task ends where ``dialog`` was deleted meanwhile."""
    result = await work
    if not isValid(dialog):
        raise CancelledError
    return result


async def if_open(dialog: QObject, work: Coroutine[Any, Any, object]) -> None:
    """Does ``work``, unless ``dialog`` is deleted before it begins."""
    if isValid(dialog):
        await work
    else:
        work.close()
