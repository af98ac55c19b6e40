"""The window: the only Qt and the only asyncio. It knows no rule and no SQL."""
