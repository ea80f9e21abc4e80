"""One view per address: parse, one call, render."""
