"""What tests of pages and scripts share."""

from collections.abc import Iterator

import pytest

from tests import scripts


@pytest.fixture(scope="module")
def scripts_page() -> Iterator[None]:
    """A browser's page on which `scripts.run` runs the table's scripts."""
    with scripts.opened_page():
        yield
