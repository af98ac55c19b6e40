"""What waits for an answer: dice, or a decision."""
