"""Who is in the fight, in which order, and how they are."""
