"""Long works as pages ask for them: short ones are done while the page waits, the others by a worker."""

import uuid
from datetime import date
from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from casino.backoffice import sentences
from casino.backoffice.access import staff_id
from reporting import operations, work_queries
from reporting.tasks import do_works
from reporting.work_queries import WorkCard, WorkKind


def asked(request: HttpRequest, kind: WorkKind, day: date | None = None) -> WorkCard | None:
    """The work as it stands after having been asked for; None, with the sentence, where it was refused."""
    now = timezone.now()
    try:
        wanted = operations.ask_work(kind=kind, day=day, by=staff_id(request), key=uuid.uuid4(), now=now)
    except operations.WorkRefused as refused:
        messages.error(request, sentences.work(refused))
        return None
    if not (wanted.short and operations.do_work(work_id=wanted.work_id, now=now)):
        transaction.on_commit(do_works.delay)
        messages.info(request, gettext("Vai ser feito por um trabalhador da casa. Esta página diz quando acabou."))
    return work_queries.work(wanted.key)


def outcome(card: WorkCard | None) -> dict[str, Any]:
    """What came out of a work that is done; empty for any other."""
    return (card.outcome or {}) if card is not None and card.done else {}
