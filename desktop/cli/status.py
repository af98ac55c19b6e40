"""Exit statuses of the command line; 0 is done."""

FAULT = 1
"""A system that was looked at has a fault."""

WRONG_INPUT = 2
"""What was given cannot be used."""

STOPPED = 130
"""Somebody pressed Ctrl+C, as shells have it."""
