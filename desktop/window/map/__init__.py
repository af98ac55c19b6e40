"""The map: a scene of ground and tokens, a view of it, and the tools that work on it."""
