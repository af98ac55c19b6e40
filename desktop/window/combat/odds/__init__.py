"""What a command can lead to: which odds are computed, and how they are shown."""
