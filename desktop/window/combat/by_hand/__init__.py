"""What the game master does by hand: values, effects, names."""
