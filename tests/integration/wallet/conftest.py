"""The ledger's words and their moment, for the tests of this folder."""

from collections.abc import Iterator
from datetime import datetime

import pytest
from django.db import connection
from ledger_words import NOW, Ledger

from tests.tampering import as_owner


@pytest.fixture(autouse=True)
def _ledger_by_itself(request: pytest.FixtureRequest) -> Iterator[None]:
    """The ledger without the floors above it: its players are keys without a person, so no cashier has rows for them,
    and its rounds are words."""
    if not {"db", "transactional_db"}.intersection(request.fixturenames) and not request.node.get_closest_marker(
        "django_db"
    ):
        yield
        return
    request.getfixturevalue("transactional_db" if _commits(request) else "db")
    _causes("DISABLE")
    yield
    if _commits(request):
        _causes("ENABLE")


def _commits(request: pytest.FixtureRequest) -> bool:
    marker = request.node.get_closest_marker("django_db")
    return "transactional_db" in request.fixturenames or bool(marker and marker.kwargs.get("transaction"))


def _causes(switch: str) -> None:
    with as_owner(), connection.cursor() as cursor:
        for trigger in ("players_transfer_caused", "tables_line_of_a_round"):
            cursor.execute(f"ALTER TABLE wallet_transfer {switch} TRIGGER {trigger}")


@pytest.fixture
def now() -> datetime:
    return NOW


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()
