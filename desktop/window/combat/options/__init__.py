"""What can be done now: the options and their keys."""
