"""Files on their way into a complaint: recognised, counted by person and hour, then drawn anew."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Sum

from players.complaints.operations.attachments import (
    FILES_AN_HOUR,
    Attachment,
    AttachmentRejected,
    AttachmentRejection,
    Sent,
    drawn,
    recognised,
)
from players.models import FileCheck, Person

WINDOW: Final = timedelta(hours=1)


def taken_in(files: Sequence[Sent], *, by: int, now: datetime) -> tuple[Attachment, ...]:
    """Return the files as the house keeps them. Call it outside a transaction: drawing takes seconds.

    They count for the person's hour before the first is drawn, even if they or the message are then refused.
    Raises `AttachmentRejected`.
    """
    known = recognised(files)
    if known:
        _count(len(known), by=by, now=now)
    return drawn(known)


def _count(files: int, *, by: int, now: datetime) -> None:
    with transaction.atomic():
        # One at a time for each person, so that messages sent at once cannot pass by one another's rows.
        if not Person.objects.select_for_update(no_key=True).filter(pk=by).exists():
            return  # the operation will say so
        lately = FileCheck.objects.filter(person_id=by, at__gt=now - WINDOW).aggregate(files=Sum("files"))["files"]
        if (lately or 0) + files > FILES_AN_HOUR:
            raise AttachmentRejected(AttachmentRejection.TOO_MANY_NOW, most=FILES_AN_HOUR)
        FileCheck.objects.create(person_id=by, at=now, files=files)
