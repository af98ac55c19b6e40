"""The chosen option as a form, and the map that fills it."""
