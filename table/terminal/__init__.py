"""Solo play at a terminal, and the same on a pipe."""
