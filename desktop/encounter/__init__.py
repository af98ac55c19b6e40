"""Runs a fight on any rules: tables, steps, undo, replay, scripts, odds. Pure, like the rules."""
