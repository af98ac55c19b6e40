"""Rule systems of other people, and how the tests install them."""
