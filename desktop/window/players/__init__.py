"""The players' window: what the table may see, on a screen of its own."""
