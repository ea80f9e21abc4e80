"""Fixtures that every kind of test shares."""

import os
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from django.core.cache import cache
from django.db.backends.base.base import NO_DB_ALIAS, BaseDatabaseWrapper
from django.db.backends.base.creation import BaseDatabaseCreation
from django.db.backends.postgresql.creation import DatabaseCreation
from django.db.backends.signals import connection_created
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as properties

from casino.access import grants
from tests.factories import Floor
from tests.order import long_first
from tests.tampering import empty_tables

# How fast examples are made says something of the machine, nothing of the code.
properties.register_profile("sabot", deadline=None, suppress_health_check=[HealthCheck.too_slow])
properties.load_profile("sabot")

_role = {"": grants.APP}
"""The role of each new connection to the test's database."""


def _become(connection: BaseDatabaseWrapper, **_: Any) -> None:
    """The product's code runs in tests with the rights that it has in a house; see `tests.tampering` for more."""
    if connection.alias != NO_DB_ALIAS:
        connection.connection.execute(f"SET ROLE {_role['']}")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(django_db_modify_db_settings_parallel_suffix: None) -> Iterator[None]:
    """The test's database is made and migrated by its owner, and used by the application."""
    creation = BaseDatabaseCreation.create_test_db
    owner = {"": grants.OWNER}

    def create(self: BaseDatabaseCreation, *arguments: Any, **named: Any) -> str:
        _role[""] = owner[""]
        # A pool that was opened by an earlier test of this process leads to another database.
        self.connection.close()
        self.connection.close_pool()  # type: ignore[attr-defined]
        try:
            return creation(self, *arguments, **named)
        finally:
            self.connection.close()
            self.connection.close_pool()  # type: ignore[attr-defined]
            _role[""] = grants.APP

    connection_created.connect(_become, dispatch_uid="tests.conftest")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BaseDatabaseCreation, "create_test_db", create)
        suffix = DatabaseCreation.sql_table_creation_suffix
        patch.setattr(
            DatabaseCreation, "sql_table_creation_suffix", lambda self: f"{suffix(self)} OWNER {grants.OWNER}"
        )
        yield


@pytest.fixture(scope="session", autouse=True)
def _tests_may_empty_tables() -> Iterator[None]:
    """Between tests the tables are emptied, which the database refuses to everybody else."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: empty_tables())
        yield


@pytest.fixture(scope="session", autouse=True)
def _every_event_can_be_said() -> Iterator[None]:
    """Whatever the operations of any test tell has its sentence, with the very facts that were told."""
    from players.events import telling
    from tests.events import say

    told = telling.tell_all

    def tell_all(events: Iterable[telling.Told]) -> None:
        all_of_them = list(events)
        told(all_of_them)
        for event in all_of_them:
            say(event)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(telling, "tell_all", tell_all)
        yield


@pytest.fixture(scope="session", autouse=True)
def _quick_settings() -> Iterator[None]:
    """Passwords are hashed quickly; and no test client reads all static files before its first page."""
    from django.test.utils import override_settings

    from tests.hashing import QUICK

    with override_settings(
        PASSWORD_HASHERS=QUICK,
        WHITENOISE_AUTOREFRESH=True,
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
    """The house as a test furnishes it; all moved money is proven when the test ends."""
    floor = Floor()
    yield floor
    floor.prove()


@pytest.fixture
def open_floor(transactional_db: None) -> Iterator[Floor]:
    """The same, with real commits: for races, sockets and processes."""
    floor = Floor()
    yield floor
    floor.prove()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that start processes or a browser never share a worker's time with others' clocks; long ones come first."""
    for item in items:
        if "browser" in item.keywords:
            item.add_marker(pytest.mark.timeout(900))
    if processes := int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "0")):
        items[:] = long_first(items, processes)
