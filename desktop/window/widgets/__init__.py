"""What every room uses: the theme, icons, small widgets."""
