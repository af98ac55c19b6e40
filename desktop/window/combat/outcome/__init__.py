"""What each side has to achieve, and how the fight ended."""
