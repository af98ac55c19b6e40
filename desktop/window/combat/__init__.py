"""The combat panel: a running fight on any rules, with the odds before the roll."""
