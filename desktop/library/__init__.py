"""The campaign file: what the game master keeps, on SQLite; synchronous, and ignorant of any rules.

Nothing is imported here: ``desktop.library.campaign`` takes a quarter of a second to import, and a
window wants to be painted first. ``errors``, ``records``, ``documents``, ``exchange``, ``fold`` and
``collate`` are light.
"""
