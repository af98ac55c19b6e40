"""What happened, step by step."""
