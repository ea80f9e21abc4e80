"""What a request asks of a worker: after the commit, and never more than a hint, for beat asks for the same anyway."""

from functools import partial
from typing import Any

import structlog
from celery import Task
from django.db import transaction
from kombu.exceptions import OperationalError

log = structlog.get_logger(__name__)


def soon(task: "Task[Any, Any]") -> None:
    """Ask for this task once the transaction is committed. Where the broker is away the act stands: beat comes by."""
    transaction.on_commit(partial(_ask, task))


def _ask(task: "Task[Any, Any]") -> None:
    try:
        task.apply_async(retry=False)
    except OperationalError as error:
        log.warning("hint_lost", task=task.name, error=repr(error))
