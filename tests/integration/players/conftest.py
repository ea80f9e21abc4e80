"""Persons for the tests of this folder."""

import pytest
from people import People


@pytest.fixture
def people() -> People:
    return People()
