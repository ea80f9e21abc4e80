"""The Celery application: found by `celery -A casino.celery`, configured by Django's settings."""

import os
from typing import Any

import structlog
from celery import Celery
from celery.signals import task_postrun, task_prerun

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
app = Celery("sabot")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@task_prerun.connect
def _begin_lines(task_id: str, task: Any, **_: Any) -> None:
    """Every line that a task logs has its name and number."""
    structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id)


@task_postrun.connect
def _end_lines(**_: Any) -> None:
    structlog.contextvars.clear_contextvars()
