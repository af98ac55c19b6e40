"""Editors of fields, and the forms they stand in."""
