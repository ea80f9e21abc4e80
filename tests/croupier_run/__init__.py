"""Random shoes dealt through the console's door with injected faults; the pure engine says what must come of them."""

import pytest

# What differs is said, as in a test.
pytest.register_assert_rewrite(
    *(f"{__name__}.{each}" for each in ("bettors", "doors", "faults", "readings", "run", "table"))
)
