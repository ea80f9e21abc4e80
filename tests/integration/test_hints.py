"""What the web process asks of a worker: sent by the house's own application, and lost without harm."""

import os
import subprocess
import sys

from tests.running import ROOT

ASKED = """
import threading
import django
django.setup()
from django.conf import settings
from reporting.tasks import prepare_requests
found = []
asked = lambda: found.append((prepare_requests.app.main, prepare_requests.app.conf.broker_url))
asked()
view = threading.Thread(target=asked)
view.start()
view.join()
assert found == [("sabot", settings.CELERY_BROKER_URL)] * 2, found
"""
LOST = """
import django
django.setup()
from django.db import transaction
from casino.web.hints import soon
from reporting.tasks import prepare_requests
with transaction.atomic():
    soon(prepare_requests)
print("the act stands")
"""


def test_a_process_that_only_begins_django_asks_at_the_houses_broker() -> None:
    """As the web process does, which is no Celery process."""
    begun = subprocess.run([sys.executable, "-c", ASKED], cwd=ROOT, capture_output=True, text=True, check=False)
    assert begun.returncode == 0, begun.stderr


def test_a_hint_that_is_lost_takes_no_act_with_it(db: None) -> None:
    """Nobody listens where the broker should be."""
    away = os.environ | {"VALKEY_URL": "redis://127.0.0.1:1/0", "DATABASE_URL": os.environ["SABOT_APP_URL"]}
    said = subprocess.run([sys.executable, "-c", LOST], cwd=ROOT, env=away, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stderr
    assert "hint_lost" in said.stdout + said.stderr
