"""What is dragged from the library to a page."""

MIME = "application/x-fraydesk-item"
"""The type of what is dragged: ``[kind, id]`` as JSON."""
