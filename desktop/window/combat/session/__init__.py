"""The running fight, its storing, and who looks at what: no widgets."""
