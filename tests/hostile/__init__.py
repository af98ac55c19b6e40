"""Input that somebody made to do harm: refused in words, within limits of memory and time."""
