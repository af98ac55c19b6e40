"""The window: the only Qt and the only asyncio. It knows no rule and no SQL."""

import builtins

import PySide6.QtCore

# PySide6 would read the source of every module that is imported from now on, in search of Qt's
# methods in snake case (``from __feature__ import``). None of ours has them, and the search took a
# twelfth of the time until a campaign is open.
assert PySide6.QtCore
builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)
