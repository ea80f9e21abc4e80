"""The Celery application: found by `celery -A casino.celery`, configured by Django's settings."""

import os
import time
from typing import Any, Final

import structlog
from celery import Celery, Task
from celery.signals import beat_init, task_postrun, task_prerun, worker_init, worker_ready, worker_shutdown
from django.db import Error

from kernel import failover, tracing
from kernel.frames import roomy

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
log = structlog.get_logger(__name__)
PAUSES: Final = (0.5, 1.0, 2.0, 4.0, 8.0)
"""Seconds between the tries of a task whose database moves: with the waits for a connection, about a minute."""


class Sweep(Task[Any, Any]):
    """A task as the house has them: safe twice, so that it is done again when the database moved under it."""

    @roomy
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Do it; once more after each pause while the database is away or moves. Rows say what is done already."""
        with tracing.span("task", task=self.name):
            return self._again(*args, **kwargs)

    def _again(self, *args: Any, **kwargs: Any) -> Any:
        for pause in PAUSES:
            try:
                return self.run(*args, **kwargs)
            except Error as error:
                if not (failover.noted(error) or failover.is_away(error)):
                    raise
                log.warning("task_again", error=repr(error), pause=pause)
                time.sleep(pause)
        return self.run(*args, **kwargs)


app = Celery("sabot", task_cls=Sweep)
app.set_default()  # for every thread: views run in threads of their own
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@task_prerun.connect
def _begin_lines(task_id: str, task: Any, **_: Any) -> None:
    """Every line that a task logs has its name and number."""
    structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id)


@task_postrun.connect
def _end_lines(**_: Any) -> None:
    structlog.contextvars.clear_contextvars()


@worker_ready.connect
def _begin_pulse_of_worker(**_: Any) -> None:
    """The worker tells that it lives, how its host's clock stands, and how many tasks it was given."""
    from celery.worker import state

    from casino.web import pulse
    from reporting.queries.processes import ProcessKind
    from tables.live import clock

    clock.keep(wait=False)
    given = state.total_count
    pulse.keep(pulse.Pulse(ProcessKind.WORKER, grows=lambda: {"tasks": sum(given.values())}))


@worker_shutdown.connect
def _end_pulse_of_worker(**_: Any) -> None:
    from casino.web import pulse

    pulse.end()


@beat_init.connect
def _begin_pulse_of_beat(sender: Any, **_: Any) -> None:
    """Beat tells that it lives, and whether it is the one that sends. It says goodbye as it closes."""
    from casino.web import pulse
    from reporting.queries.processes import ProcessKind

    pulse.keep(pulse.Pulse(ProcessKind.BEAT, stands=lambda: {"holds": int(sender.scheduler.sends)}))


@worker_init.connect
@beat_init.connect
def _refuse_newer_schema(**_: Any) -> None:
    """Do not begin on the schema of a newer release. Where the database is away, tasks find that out themselves."""
    from casino.web import schema

    try:
        why = schema.watch.began(schema.compare())
    except Error as error:
        log.warning("schema_unasked", error=repr(error))
        return
    if why is not None:
        raise SystemExit(why)
