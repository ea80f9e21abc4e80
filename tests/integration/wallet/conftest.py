"""The ledger's words and their moment, for the tests of this folder."""

from datetime import datetime

import pytest
from ledger_words import NOW, Ledger


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()
