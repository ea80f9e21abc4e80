"""The launcher: its parts alone, and whole houses opened, killed and closed in copies of this tree."""
