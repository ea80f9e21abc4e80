"""English: as Europe writes it."""
