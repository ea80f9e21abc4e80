"""A task whose database moved under it is done again; one that fails for its own reasons is not."""

import pytest
from django.db import IntegrityError, InternalError, OperationalError
from psycopg.errors import AdminShutdown, ReadOnlySqlTransaction
from psycopg_pool import PoolTimeout

from casino import celery
from kernel import failover


@pytest.mark.parametrize(
    ("error", "cause", "tries"),
    [
        (InternalError("no"), ReadOnlySqlTransaction("read-only"), 3),
        (OperationalError("no"), AdminShutdown("ended"), 3),
        (OperationalError("no"), PoolTimeout("none"), 3),
        (IntegrityError("no"), None, 1),
        (ValueError("no"), None, 1),
    ],
)
def test_again(monkeypatch: pytest.MonkeyPatch, error: Exception, cause: Exception | None, tries: int) -> None:
    monkeypatch.setattr(celery, "PAUSES", (0.0, 0.0))
    monkeypatch.setattr(failover, "noted", failover.moved)
    done = []

    @celery.app.task(name=f"tests.sweep-{type(error).__name__}-{type(cause).__name__}")
    def sweep() -> None:
        done.append(1)
        raise error from cause

    with pytest.raises(type(error)):
        sweep()
    assert len(done) == tries


def test_every_task_of_the_house_is_one() -> None:
    celery.app.loader.import_default_modules()
    names = [name for name in celery.app.tasks if not name.startswith("celery.")]
    assert len(names) > 20
    assert all(isinstance(celery.app.tasks[name], celery.Sweep) for name in names)
