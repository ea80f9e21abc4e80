"""Fixtures that every kind of test shares."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db.backends.postgresql.operations import DatabaseOperations
from django.utils import translation

from tests.factories import Floor


@pytest.fixture(scope="session", autouse=True)
def _tests_may_empty_tables() -> Iterator[None]:
    """Between tests the tables are emptied, which the triggers refuse to everybody else."""
    ordinary = DatabaseOperations.execute_sql_flush

    def flush(self: DatabaseOperations, sql_list: list[str]) -> Any:
        with self.connection.cursor() as cursor:
            cursor.execute("SET session_replication_role = replica")
            try:
                return ordinary(self, sql_list)
            finally:
                cursor.execute("SET session_replication_role = origin")

    patch = pytest.MonkeyPatch()
    patch.setattr(DatabaseOperations, "execute_sql_flush", flush)
    yield
    patch.undo()


@pytest.fixture(scope="session", autouse=True)
def _quick_passwords() -> Iterator[None]:
    from django.test.utils import override_settings

    with override_settings(
        PASSWORD_HASHERS=["tests.hashing.QuickHasher", "django.contrib.auth.hashers.PBKDF2PasswordHasher"],
        STORAGES={
            "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
        },
    ):
        yield


@pytest.fixture(autouse=True)
def _own_language() -> Iterator[None]:
    """A page asked for in another language leaves it behind in its thread; the next test begins in the house's own."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _fresh_cache(request: pytest.FixtureRequest) -> None:
    if any(name in request.fixturenames for name in ("db", "transactional_db", "floor", "client")):
        cache.clear()


@pytest.fixture
def floor(db: None) -> Iterator[Floor]:
    """The house as a test furnishes it; whatever money moved is proven when the test ends."""
    floor = Floor()
    yield floor
    floor.prove()


@pytest.fixture
def open_floor(transactional_db: None) -> Iterator[Floor]:
    """The same, with real commits: for races, sockets and processes."""
    floor = Floor()
    yield floor
    floor.prove()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that start processes or a browser never share a worker's time with others' clocks."""
    for item in items:
        if "browser" in item.keywords:
            item.add_marker(pytest.mark.timeout(240))
