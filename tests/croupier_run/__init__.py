"""Random shoes dealt through the console's door with injected faults; the pure engine says what must come of them."""
