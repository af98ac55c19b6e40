"""The map: its scene, its tools, its page in an encounter, and in a fight."""
