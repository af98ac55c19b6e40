"""The rule systems, pure: no Qt, no database, no files, no clock, no dice of their own.

:func:`systems` finds them. The shared contract is ``contract``; what a rule may touch is its draft
(``state``) and its table (``table``); ``dice`` and ``fields`` are the two vocabularies they share.
"""

from desktop.rules.failures import SystemFailed
from desktop.rules.registry import Systems, systems

__all__ = ["SystemFailed", "Systems", "systems"]
