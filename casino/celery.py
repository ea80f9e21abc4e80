"""The Celery application: found by `celery -A casino.celery`, configured by Django's settings."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
app = Celery("sabot")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
