"""What the middle of the window shows: one module a page."""
