"""Long works as pages ask for them: short ones are done while the page waits, the others by a worker."""

import uuid
from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from casino.backoffice.access import staff_id
from casino.web.hints import soon
from casino.wording.rejections import sentence
from reporting import operations
from reporting.queries import jobs as job_queries
from reporting.queries.jobs import JobCard, JobKind
from reporting.tasks import do_jobs


def asked(request: HttpRequest, kind: JobKind, day: date | None = None) -> JobCard | None:
    """The job after it was requested; None, with the sentence, if it was refused."""
    return _begun(request, partial(operations.ask_job, kind=kind, day=day))


def what_if(request: HttpRequest, *, configuration_id: int, days: int) -> JobCard | None:
    """The past bets under a version of a table's rules, as `asked` has it."""
    return _begun(request, partial(operations.ask_what_if, configuration_id=configuration_id, days=days))


def _begun(request: HttpRequest, ask: Callable[..., operations.Asked]) -> JobCard | None:
    now = timezone.now()
    try:
        wanted = ask(by=staff_id(request), idempotency_key=uuid.uuid4(), now=now)
    except operations.JobRejected as refused:
        messages.error(request, sentence(refused))
        return None
    if not (wanted.short and operations.do_job(job_id=wanted.job_id, now=now)):
        soon(do_jobs)
        messages.info(request, gettext("It runs in the background. This page says when it is finished."))
    return job_queries.work(wanted.key)


def outcome(card: JobCard | None) -> dict[str, Any]:
    """The result of a finished job; empty for any other."""
    return (card.outcome or {}) if card is not None and card.done else {}
