"""Who is in the fight, how they are, when they act, and what each side has to achieve."""
