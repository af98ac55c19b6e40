"""Forecasts in the window: played beside it, drawn while they grow."""
