"""Fraydesk: the game master's desk. README.md tells how to start it, one folder is one floor."""
